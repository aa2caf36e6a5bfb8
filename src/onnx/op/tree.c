// SPDX-License-Identifier: Apache-2.0

/**
   TreeEnsemble of ai.onnx.ml: each row of features goes down all trees, and the
   weights of the leaves that it reaches are joined.  In float64, rounded once.
*/

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/op/compose.h"
#include "onnx/op/move.h"
#include "onnx/op/post_transform.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/// How a node compares a feature with its number
typedef enum {
  LESS_OR_EQUAL,
  LESS,
  GREATER_OR_EQUAL,
  GREATER,
  EQUAL,
  NOT_EQUAL,
  MEMBER,
} node_mode;

typedef enum { AVERAGE, SUM, LEAST, GREATEST } aggregate;

/// Where a branch leads
typedef struct {
  const int64_t *nodes;  ///< One for each node: a node, or a leaf
  const int64_t *leaves; ///< One for each node: which of the two
} branch;

typedef struct {
  const tercet_onnx_call *call;
  int64_t n_nodes;
  int64_t n_leaves;
  int64_t n_features;
  int64_t n_targets;
  size_t n_roots;
  const int64_t *roots;
  const int64_t *features;
  const int64_t *tracks_true; ///< Where NaN goes; may be NULL
  branch if_true;
  branch if_false;
  const int64_t *targets;
  const double *splits;
  const double *modes;
  const double *weights;
  const double *members; ///< Sets one after the other, each ended by NaN
  int64_t n_members;
  int64_t *sets; ///< First member of the set of each node
  aggregate join;
  tercet_onnx_post_transform post;
} forest;

/* ---- Attributes ---- */

/// Set `out` to the numbers of a tensor that is an attribute, as float64
static const double *
read_tensor(tercet_onnx_compose *c, const char *name, int64_t *n)
{
  const tercet_onnx_attribute *const a =
      tercet_onnx_node_attribute(c->call->node, name);
  *n = 0;
  if (!a || c->st) {
    return NULL;
  }
  tercet_onnx_value value;
  memset(&value, 0, sizeof(value));
  c->st = tercet_onnx_tensor_value(c->call->scratch,
                                   a->as.tensors,
                                   tercet_onnx_call_strings(c->call),
                                   &value,
                                   c->call->err);
  tercet_tensor *const tensor = tercet_onnx_compose_keep(c, value.tensor);
  tercet_tensor *const numbers =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, tensor, TERCET_DTYPE_F64);
  *n = numbers ? tercet_tensor_size(numbers) : 0;
  return numbers ? tercet_tensor_data(numbers) : NULL;
}

/// Return a list with one number for each of `n` things, each from 0 to
/// `limit` - 1
static const int64_t *
read_list(tercet_onnx_compose *c, const char *name, int64_t n, int64_t limit)
{
  size_t n_given = 0;
  const int64_t *const list =
      tercet_onnx_node_ints(c->call->node, name, &n_given);
  if (c->st == TERCET_OK && (int64_t)n_given != n) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "%s has %zu numbers, not %" PRId64,
                             name,
                             n_given,
                             n);
  }
  for (size_t i = 0; i < n_given && c->st == TERCET_OK; ++i) {
    if (list[i] < 0 || list[i] >= limit) {
      c->st = tercet_onnx_fail(c->call,
                               TERCET_ERR_RANGE,
                               "number %zu of %s is %" PRId64
                               ", not less than %" PRId64,
                               i,
                               name,
                               list[i],
                               limit);
    }
  }
  return list;
}

/// Check that branches lead to nodes and leaves that are there
static tercet_status
check_branch(const forest *f, const branch *b, const char *name)
{
  for (int64_t i = 0; i < f->n_nodes; ++i) {
    const int64_t n = b->leaves[i] ? f->n_leaves : f->n_nodes;
    if (b->nodes[i] < 0 || b->nodes[i] >= n) {
      return tercet_onnx_fail(f->call,
                              TERCET_ERR_RANGE,
                              "%s of node %" PRId64 " is %" PRId64
                              ", of %" PRId64,
                              name,
                              i,
                              b->nodes[i],
                              n);
    }
  }
  return TERCET_OK;
}

/// Find the set of each node that has one, and check the modes
static tercet_status
find_sets(forest *f)
{
  int64_t next = 0;
  for (int64_t i = 0; i < f->n_nodes; ++i) {
    f->sets[i] = next;
    if (!(f->modes[i] >= 0 && f->modes[i] <= MEMBER)) {
      return tercet_onnx_fail(f->call,
                              TERCET_ERR_RANGE,
                              "node %" PRId64 " has mode %g",
                              i,
                              f->modes[i]);
    }
    if (f->modes[i] < MEMBER) {
      continue;
    }
    while (next < f->n_members && !isnan(f->members[next])) {
      ++next;
    }
    if (next == f->n_members) {
      return tercet_onnx_fail(f->call,
                              TERCET_ERR_SHAPE,
                              "membership_values has no set for node %" PRId64,
                              i);
    }
    ++next;
  }
  return TERCET_OK;
}

static tercet_status
read_choices(const tercet_onnx_call *call, forest *f)
{
  const int64_t join =
      tercet_onnx_node_int(call->node, "aggregate_function", SUM);
  const int64_t post =
      tercet_onnx_node_int(call->node, "post_transform", TERCET_ONNX_POST_NONE);
  f->n_targets = tercet_onnx_node_int(call->node, "n_targets", 0);
  if (join < AVERAGE || join > GREATEST || post < TERCET_ONNX_POST_NONE ||
      post > TERCET_ONNX_POST_PROBIT || f->n_targets < 0) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_RANGE,
                            "aggregate_function is %" PRId64
                            ", post_transform %" PRId64 ", n_targets %" PRId64,
                            join,
                            post,
                            f->n_targets);
  }
  f->join = (aggregate)join;
  f->post = (tercet_onnx_post_transform)post;
  return TERCET_OK;
}

/// Read and check all attributes
static void
read_forest(tercet_onnx_compose *c, forest *f)
{
  int64_t n = 0;
  size_t n_tracks = 0;
  const tercet_onnx_node *const node = c->call->node;
  f->splits = read_tensor(c, "nodes_splits", &f->n_nodes);
  f->modes = read_tensor(c, "nodes_modes", &n);
  f->weights = read_tensor(c, "leaf_weights", &f->n_leaves);
  f->members = read_tensor(c, "membership_values", &f->n_members);
  c->st = c->st ? c->st : read_choices(c->call, f);
  if (c->st == TERCET_OK && n != f->n_nodes) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "%" PRId64 " modes of %" PRId64 " nodes",
                             n,
                             f->n_nodes);
  }
  f->roots = tercet_onnx_node_ints(node, "tree_roots", &f->n_roots);
  (void)read_list(c, "tree_roots", (int64_t)f->n_roots, f->n_nodes);
  f->features = read_list(c, "nodes_featureids", f->n_nodes, f->n_features);
  f->if_true.nodes = read_list(c, "nodes_truenodeids", f->n_nodes, INT64_MAX);
  f->if_true.leaves = read_list(c, "nodes_trueleafs", f->n_nodes, 2);
  f->if_false.nodes = read_list(c, "nodes_falsenodeids", f->n_nodes, INT64_MAX);
  f->if_false.leaves = read_list(c, "nodes_falseleafs", f->n_nodes, 2);
  f->targets = read_list(c, "leaf_targetids", f->n_leaves, f->n_targets);
  f->tracks_true =
      tercet_onnx_node_ints(node, "nodes_missing_value_tracks_true", &n_tracks);
  f->tracks_true = (int64_t)n_tracks == f->n_nodes ? f->tracks_true : NULL;
  c->st = c->st ? c->st : check_branch(f, &f->if_true, "nodes_truenodeids");
  c->st = c->st ? c->st : check_branch(f, &f->if_false, "nodes_falsenodeids");
}

/* ---- Trees ---- */

static bool
is_member(const forest *f, int64_t node, double x)
{
  for (const double *m = f->members + f->sets[node]; !isnan(*m); ++m) {
    if (*m == x) {
      return true;
    }
  }
  return false;
}

/// Return whether a row takes the first branch of a node
static bool
holds(const forest *f, int64_t node, const double *row)
{
  const double x = row[f->features[node]];
  const double split = f->splits[node];
  if (isnan(x) && f->tracks_true && f->tracks_true[node]) {
    return true;
  }
  switch ((node_mode)f->modes[node]) {
  case LESS_OR_EQUAL:
    return x <= split;
  case LESS:
    return x < split;
  case GREATER_OR_EQUAL:
    return x >= split;
  case GREATER:
    return x > split;
  case EQUAL:
    return x == split;
  case NOT_EQUAL:
    return x != split;
  case MEMBER:
    break;
  }
  return is_member(f, node, x);
}

/// Find the leaf that a row reaches
static tercet_status
find_leaf(const forest *f, int64_t node, const double *row, int64_t *leaf)
{
  for (int64_t step = 0; step < f->n_nodes; ++step) {
    const branch *const b = holds(f, node, row) ? &f->if_true : &f->if_false;
    if (b->leaves[node]) {
      *leaf = b->nodes[node];
      return TERCET_OK;
    }
    node = b->nodes[node];
  }
  return tercet_onnx_fail(
      f->call, TERCET_ERR_ARGUMENT, "a tree leads back to node %" PRId64, node);
}

/// Join a weight to what other trees have made of a target
static double
join_weight(const forest *f, double joined, double weight)
{
  switch (f->join) {
  case AVERAGE:
    return joined + weight / (double)f->n_roots;
  case SUM:
    return joined + weight;
  case LEAST:
    return fmin(joined, weight);
  case GREATEST:
    break;
  }
  return fmax(joined, weight);
}

/// Let a row go down all trees; a target that no tree reaches is 0
static tercet_status
predict(const forest *f, const double *row, bool *is_reached, double *out)
{
  memset(is_reached, 0, (size_t)f->n_targets * sizeof(*is_reached));
  for (size_t i = 0; i < f->n_roots; ++i) {
    int64_t leaf = 0;
    TERCET_TRY(find_leaf(f, f->roots[i], row, &leaf));
    const int64_t target = f->targets[leaf];
    const bool is_extreme = f->join == LEAST || f->join == GREATEST;
    out[target] = is_extreme && !is_reached[target]
                      ? f->weights[leaf]
                      : join_weight(f, out[target], f->weights[leaf]);
    is_reached[target] = true;
  }
  tercet_onnx_post_transform_row(f->post, f->n_targets, out);
  return TERCET_OK;
}

static tercet_status
predict_all(forest *f,
            int64_t n_rows,
            const double *rows,
            bool *is_reached,
            double *out)
{
  TERCET_TRY(find_sets(f));
  for (int64_t i = 0; i < n_rows; ++i) {
    TERCET_TRY(tercet_onnx_call_check(f->call));
    TERCET_TRY(predict(
        f, rows + i * f->n_features, is_reached, out + i * f->n_targets));
  }
  return TERCET_OK;
}

/// Predict with the memory that it takes
static tercet_status
run_forest(forest *f, int64_t n_rows, const double *rows, double *out)
{
  const tercet_onnx_call *const call = f->call;
  bool *const is_reached = tercet_allocate_array(
      call->scratch, (size_t)f->n_targets, sizeof(*is_reached));
  f->sets = tercet_allocate_array(
      call->scratch, (size_t)f->n_nodes, sizeof(*f->sets));
  const tercet_status st = is_reached && f->sets
                               ? predict_all(f, n_rows, rows, is_reached, out)
                               : tercet_error_no_memory(call->err);
  tercet_release(call->scratch, f->sets);
  tercet_release(call->scratch, is_reached);
  return st;
}

static tercet_status
run_tree_ensemble(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  TERCET_TRY(tercet_onnx_check_rank(call, 0, 2));
  const int64_t n_rows = tercet_tensor_shape(data)[0];
  forest f;
  memset(&f, 0, sizeof(f));
  f.call = call;
  f.n_features = tercet_tensor_shape(data)[1];
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  read_forest(&c, &f);
  tercet_tensor *const rows =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, data, TERCET_DTYPE_F64);
  const int64_t shape[2] = {n_rows, f.n_targets};
  tercet_tensor *const joined =
      TERCET_ONNX_MAKE(&c, tercet_tensor_new, TERCET_DTYPE_F64, 2, shape);
  if (c.st == TERCET_OK) {
    c.st = run_forest(&f,
                      n_rows,
                      tercet_tensor_data(rows),
                      tercet_tensor_mutable_data(joined));
  }
  tercet_tensor *const out = TERCET_ONNX_MAKE(
      &c, tercet_tensor_cast, joined, tercet_tensor_dtype(data));
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    tree, {"TreeEnsemble", "ai.onnx.ml", 5, 0, NULL, run_tree_ensemble});
