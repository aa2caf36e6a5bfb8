// SPDX-License-Identifier: Apache-2.0

/// Operators that run together give what they give one by one

#include "graph.h"

#include "array/dtype.h"

#include <tercet/onnx.h>

#include <math.h>

/* ---- Random graphs ---- */

/// A value of a graph, by number
typedef struct {
  const char *name;
  tercet_onnx_type type;
} graph_value;

typedef struct {
  graph g;
  uint64_t seed;
  size_t n_values;
  graph_value values[GRAPH_MAX];
  size_t n_inputs;
  tercet_onnx_value inputs[4];
  int64_t axes[GRAPH_MAX][2];
  size_t rank;
  bool has_reductions;
  bool has_products;    ///< In float64, where they are rounded
  bool has_square_sums; ///< Likewise
} random_graph;

static size_t
below(random_graph *r, size_t n)
{
  return (size_t)(check_random(&r->seed) % n);
}

static const tercet_onnx_type types[] = {TERCET_ONNX_FLOAT,
                                         TERCET_ONNX_DOUBLE,
                                         TERCET_ONNX_FLOAT16,
                                         TERCET_ONNX_BFLOAT16,
                                         TERCET_ONNX_INT8,
                                         TERCET_ONNX_INT16,
                                         TERCET_ONNX_INT32,
                                         TERCET_ONNX_INT64,
                                         TERCET_ONNX_UINT8,
                                         TERCET_ONNX_UINT32,
                                         TERCET_ONNX_UINT64,
                                         TERCET_ONNX_BOOL};

static tercet_onnx_type
random_type(random_graph *r)
{
  // The first two are those that matter most
  const size_t n = below(r, 2) ? 2 : sizeof(types) / sizeof(types[0]);
  return types[below(r, n)];
}

/// Return a number from a set with the special ones in it
static double
random_number(random_graph *r)
{
  static const double special[] = {
      0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e300, -128, 255, 65504};
  const size_t i = below(r, 40);
  return i < sizeof(special) / sizeof(special[0])
             ? special[i]
             : (double)(int64_t)(check_random(&r->seed) >> 40U) * 0x1p-20 - 8;
}

static tercet_onnx_value
random_tensor(random_graph *r, tercet_dtype dtype, const int64_t *extents)
{
  // Some axes are repeated, and some leading ones are left out
  const size_t n_less = below(r, 4) ? 0 : below(r, r->rank + 1);
  int64_t shape[TERCET_MAX_RANK] = {0};
  int64_t n = 1;
  for (size_t i = n_less; i < r->rank; ++i) {
    shape[i - n_less] = below(r, 4) ? extents[i] : 1;
    n *= shape[i - n_less];
  }
  double *const numbers = malloc((size_t)(n + 1) * sizeof(*numbers));
  for (int64_t i = 0; i < n; ++i) {
    numbers[i] = random_number(r);
  }
  tercet_tensor *wide = NULL;
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_from_data(NULL,
                                       TERCET_DTYPE_F64,
                                       r->rank - n_less,
                                       shape,
                                       numbers,
                                       &wide,
                                       NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, wide, dtype, &tensor, NULL), TERCET_OK);
  tercet_tensor_unref(wide);
  free(numbers);

  // Now and then the elements lie the other way round
  tercet_tensor *view = NULL;
  if (below(r, 5) == 0 &&
      tercet_tensor_flip(tensor, 0, NULL, &view, NULL) == TERCET_OK) {
    tercet_tensor_unref(tensor);
    tensor = view;
  }
  return tercet_onnx_value_from_tensor(tensor);
}

static const char *
add_value(random_graph *r, tercet_onnx_type type)
{
  const char *const name = graph_name(&r->g, r->n_values);
  const graph_value value = {name, type};
  r->values[r->n_values++] = value;
  return name;
}

static void
add_inputs(random_graph *r)
{
  static const int64_t choices[] = {1, 2, 3, 7, 16, 33};
  int64_t extents[4];
  r->rank = below(r, 4);
  for (size_t i = 0; i < r->rank; ++i) {
    extents[i] = below(r, 40) ? choices[below(r, 6)] : 0;
  }
  r->n_inputs = 1 + below(r, 3);
  const tercet_onnx_type type = random_type(r);
  for (size_t i = 0; i < r->n_inputs; ++i) {
    const tercet_onnx_type own = below(r, 3) ? type : random_type(r);
    graph_input(&r->g, add_value(r, own), own);
    r->inputs[i] = random_tensor(r, tercet_onnx_type_dtype(own), extents);
  }
}

static bool
is_float(tercet_onnx_type type)
{
  return tercet_dtype_kind_of(tercet_onnx_type_dtype(type)) == TERCET_KIND_F;
}

/// Return a value of a type: some other one, or the one at hand
static graph_value
another(random_graph *r, graph_value x)
{
  const graph_value y = r->values[below(r, r->n_values)];
  return y.type == x.type ? y : x;
}

static void
add_unary(random_graph *r, graph_value x)
{
  static const char *const names[] = {"Abs",
                                      "Neg",
                                      "Sign",
                                      "Sqrt",
                                      "Exp",
                                      "Log",
                                      "Sin",
                                      "Tanh",
                                      "Floor",
                                      "Round"};
  if (x.type == TERCET_ONNX_BOOL) {
    graph_node(&r->g, "Not", x.name, NULL, add_value(r, x.type));
    return;
  }
  if (is_float(x.type) && below(r, 8) == 0) {
    graph_node(&r->g, "IsNaN", x.name, NULL, add_value(r, TERCET_ONNX_BOOL));
    return;
  }
  const char *const op = names[below(r, is_float(x.type) ? 10 : 3)];
  graph_node(&r->g, op, x.name, NULL, add_value(r, x.type));
}

static void
add_binary(random_graph *r, graph_value x)
{
  static const char *const names[] = {
      "Add", "Sub", "Mul", "Max", "Min", "Div", "Pow"};
  static const char *const comparisons[] = {
      "Equal", "Less", "Greater", "LessOrEqual", "GreaterOrEqual"};
  static const char *const logic[] = {"And", "Or", "Xor", "Equal"};
  const graph_value y = another(r, x);
  if (x.type == TERCET_ONNX_BOOL) {
    graph_node(&r->g,
               logic[below(r, 4)],
               x.name,
               y.name,
               add_value(r, TERCET_ONNX_BOOL));
  } else if (below(r, 5) == 0) {
    graph_node(&r->g,
               comparisons[below(r, 5)],
               x.name,
               y.name,
               add_value(r, TERCET_ONNX_BOOL));
  } else {
    const char *const op = names[below(r, 7)];
    r->has_products = r->has_products || !strcmp(op, "Mul");
    graph_node(&r->g, op, x.name, y.name, add_value(r, x.type));
  }
}

/// Return the name of a small number of a type: a constant that a cast makes
static const char *
add_number(random_graph *r, tercet_onnx_type type)
{
  int64_t *const number = r->axes[r->n_values];
  const char *const name = graph_name(&r->g, 1000 + r->n_values);
  *number = (int64_t)below(r, 9) - 4;
  graph_integers(&r->g, name, 1, number);
  const char *const out = add_value(r, type);
  graph_node(&r->g, "Cast", name, NULL, out);
  graph_int(&r->g, "to", type);
  return out;
}

/// Add Clip with one bound or both, or an extreme of several values or numbers
static void
add_bounded(random_graph *r, graph_value x)
{
  static const char *const names[] = {"Max", "Min"};
  if (x.type == TERCET_ONNX_BOOL) {
    return;
  }
  const size_t which = below(r, 4);
  const char *const low = which == 1 ? "" : add_number(r, x.type);
  const char *const high = which == 2 ? "" : add_number(r, x.type);
  if (which < 3) {
    graph_node(&r->g, "Clip", x.name, low, add_value(r, x.type));
    graph_more(&r->g, high);
  } else {
    const char *const y = another(r, x).name;
    graph_node(&r->g, names[below(r, 2)], y, low, add_value(r, x.type));
    graph_more(&r->g, x.name);
  }
}

/// Add Where with a condition that is there, or that a cast makes
static void
add_where(random_graph *r, graph_value x)
{
  graph_value condition = r->values[below(r, r->n_values)];
  if (condition.type != TERCET_ONNX_BOOL) {
    const char *const cast = add_value(r, TERCET_ONNX_BOOL);
    graph_node(&r->g, "Cast", condition.name, NULL, cast);
    graph_int(&r->g, "to", TERCET_ONNX_BOOL);
    condition.name = cast;
  }
  const char *const y =
      below(r, 3) ? another(r, x).name : add_number(r, x.type);
  graph_node(&r->g,
             "Where",
             condition.name,
             below(r, 2) ? x.name : y,
             add_value(r, x.type));
  graph_more(&r->g, below(r, 2) ? x.name : y);
}

static void
add_cast(random_graph *r, graph_value x)
{
  const tercet_onnx_type to = random_type(r);
  graph_node(&r->g, "Cast", x.name, NULL, add_value(r, to));
  graph_int(&r->g, "to", to);
}

static void
add_reduction(random_graph *r, graph_value x)
{
  static const char *const names[] = {"ReduceSum",
                                      "ReduceMax",
                                      "ReduceMin",
                                      "ReduceMean",
                                      "ReduceL1",
                                      "ReduceL2",
                                      "ReduceProd",
                                      "ReduceSumSquare"};
  const bool is_bool = x.type == TERCET_ONNX_BOOL;
  const char *const op = names[is_bool ? 1 + below(r, 2) : below(r, 8)];
  const char *axes = NULL;
  if (r->rank > 0 && below(r, 2)) {
    int64_t *const numbers = r->axes[r->n_values];
    axes = graph_name(&r->g, 1000 + r->n_values);
    numbers[0] = -1 - (int64_t)below(r, r->rank);
    graph_integers(&r->g, axes, 1, numbers);
  }
  graph_node(&r->g, op, x.name, axes, add_value(r, x.type));
  graph_int(&r->g, "keepdims", (int64_t)below(r, 4) > 0);
  r->has_reductions = true;
  r->has_square_sums =
      r->has_square_sums ||
      (x.type == TERCET_ONNX_DOUBLE &&
       (!strcmp(op, "ReduceSumSquare") || !strcmp(op, "ReduceL2")));
}

static void
add_nodes(random_graph *r)
{
  const size_t n = 1 + below(r, 10);
  for (size_t i = 0; i < n; ++i) {
    const graph_value x = r->values[below(r, r->n_values)];
    switch (below(r, 8)) {
    case 0:
    case 1:
      add_unary(r, x);
      break;
    case 2:
    case 3:
      add_binary(r, x);
      break;
    case 4:
      add_cast(r, x);
      break;
    case 5:
      add_bounded(r, x);
      break;
    case 6:
      add_where(r, x);
      break;
    default:
      add_reduction(r, x);
      break;
    }
  }
  if (r->n_values == r->n_inputs) {
    add_unary(r, r->values[0]);
  }
  for (size_t i = r->n_inputs; i < r->n_values; ++i) {
    if (i + 1 == r->n_values || below(r, 4) == 0) {
      graph_output(&r->g, r->values[i].name, r->values[i].type);
    }
  }
}

/* ---- Comparing ---- */

/// Return a copy of the elements as float64 without gaps
static tercet_tensor *
widen(const tercet_tensor *tensor)
{
  tercet_tensor *wide = NULL;
  CHECK_STATUS(tercet_tensor_cast(NULL, tensor, TERCET_DTYPE_F64, &wide, NULL),
               TERCET_OK);
  return wide;
}

/// Return by how much numbers may differ: what comes of sums over rows that do
/// not fit a tile may be rounded the other way
static double
tolerance(tercet_dtype dtype)
{
  return dtype == TERCET_DTYPE_F64   ? 0x1p-50
         : dtype == TERCET_DTYPE_F32 ? 0x1p-22
         : dtype == TERCET_DTYPE_F16 ? 0x1p-9
                                     : 0x1p-6;
}

/// Return whether elements are the same, NaN among them; `is_exact` if there
/// are no sums
static bool
is_same(const tercet_tensor *a, const tercet_tensor *b, bool is_exact)
{
  const tercet_dtype dtype = tercet_tensor_dtype(a);
  const double rtol = is_exact || tercet_dtype_kind_of(dtype) != TERCET_KIND_F
                          ? 0
                          : tolerance(dtype);
  if (tercet_tensor_equals(a, b)) {
    return true;
  }
  if (tercet_tensor_dtype(a) != tercet_tensor_dtype(b) ||
      tercet_tensor_rank(a) != tercet_tensor_rank(b) ||
      tercet_tensor_size(a) != tercet_tensor_size(b)) {
    return false;
  }
  tercet_tensor *const wide_a = widen(a);
  tercet_tensor *const wide_b = widen(b);
  const double *const x = tercet_tensor_data(wide_a);
  const double *const y = tercet_tensor_data(wide_b);
  bool same = true;
  for (int64_t i = 0; i < tercet_tensor_size(a); ++i) {
    same = same && (x[i] == y[i] || (isnan(x[i]) && isnan(y[i])) ||
                    fabs(x[i] - y[i]) <= rtol * fabs(y[i]));
  }
  tercet_tensor_unref(wide_a);
  tercet_tensor_unref(wide_b);
  return same;
}

/// Run a graph; returns the status of the run
static tercet_status
run_graph(const random_graph *r,
          const tercet_onnx_plan *plan,
          bool fuses,
          tercet_onnx_value *outputs)
{
  tercet_onnx_session_options options = {0};
  options.no_fusion = !fuses;
  tercet_onnx_session *session = NULL;
  CHECK_STATUS(tercet_onnx_session_new(NULL, plan, &options, &session, NULL),
               TERCET_OK);
  tercet_status st = tercet_onnx_session_run(session, r->inputs, outputs, NULL);
  if (st == TERCET_OK) {
    // Once more, into what the first run has made
    st = tercet_onnx_session_run(session, r->inputs, outputs, NULL);
  }
  tercet_onnx_session_free(session);
  return st;
}

static void
report(const random_graph *r, uint64_t seed, size_t i_output)
{
  fprintf(stderr,
          "  graph of seed %llu, output %zu:\n",
          (unsigned long long)seed,
          i_output);
  for (size_t i = 0; i < r->g.model.graph.n_nodes; ++i) {
    const tercet_onnx_node *const node = &r->g.nodes[i];
    fprintf(stderr,
            "    %s = %s(%s, %s, %s)\n",
            node->outputs[0].data,
            node->op_type.data,
            node->inputs[0].data,
            node->inputs[1].data,
            node->n_inputs > 2 ? node->inputs[2].data : "");
  }
}

/// Return whether sums of products may be rounded in another way
static bool
has_product_sum(const random_graph *r)
{
  bool sums = false;
  for (size_t i = 0; i < r->g.model.graph.n_nodes; ++i) {
    const char *const op = r->g.nodes[i].op_type.data;
    sums = sums || !strcmp(op, "ReduceSum") || !strcmp(op, "ReduceMean");
  }
  return (sums && r->has_products) || r->has_square_sums;
}

static void
compare_random_graph(uint64_t seed)
{
  random_graph r;
  memset(&r, 0, sizeof(r));
  r.seed = seed;
  graph_begin(&r.g);
  add_inputs(&r);
  add_nodes(&r);

  tercet_onnx_plan *plan = NULL;
  tercet_error err = {0};
  const tercet_status planned =
      tercet_onnx_plan_new(NULL, &r.g.model, &plan, &err);
  if (planned == TERCET_OK && !has_product_sum(&r)) {
    tercet_onnx_value fused[GRAPH_MAX];
    tercet_onnx_value apart[GRAPH_MAX];
    memset(fused, 0, sizeof(fused));
    memset(apart, 0, sizeof(apart));
    const tercet_status expected = run_graph(&r, plan, false, apart);
    const tercet_status st = run_graph(&r, plan, true, fused);
    CHECK_STATUS(st, expected);
    for (size_t i = 0; i < r.g.model.graph.n_outputs; ++i) {
      const bool same =
          fused[i].kind == apart[i].kind && fused[i].type == apart[i].type &&
          (!fused[i].tensor ||
           is_same(fused[i].tensor, apart[i].tensor, !r.has_reductions));
      CHECK(same);
      if (!same || st != expected) {
        report(&r, seed, i);
      }
      tercet_onnx_value_unref(fused[i]);
      tercet_onnx_value_unref(apart[i]);
    }
  } else if (planned != TERCET_OK) {
    // A type that an operator does not have
    CHECK(err.message[0]);
  }
  tercet_onnx_plan_free(plan);
  for (size_t i = 0; i < r.n_inputs; ++i) {
    tercet_onnx_value_unref(r.inputs[i]);
  }
}

static void
test_random_graphs(void)
{
  const size_t failed_before = check_n_failed;
  for (uint64_t seed = 0; seed < 20000; ++seed) {
    compare_random_graph(seed);
    if (check_n_failed > failed_before + 10) {
      return;
    }
  }
}

/* ---- Sums of products ---- */

/// The sum of products of two numbers each, as cosine similarity has it
static void
build_cosine(graph *g, tercet_onnx_type type)
{
  graph_begin(g);
  graph_input(g, "x", type);
  graph_input(g, "y", type);
  graph_node(g, "Cast", "x", NULL, "a");
  graph_int(g, "to", TERCET_ONNX_DOUBLE);
  graph_node(g, "Cast", "y", NULL, "b");
  graph_int(g, "to", TERCET_ONNX_DOUBLE);
  graph_node(g, "Mul", "a", "b", "ab");
  graph_node(g, "ReduceSum", "ab", NULL, "dot");
  graph_node(g, "Mul", "a", "a", "aa");
  graph_node(g, "ReduceSum", "aa", NULL, "sum_aa");
  graph_node(g, "Sqrt", "sum_aa", NULL, "norm_a");
  graph_node(g, "Mul", "b", "b", "bb");
  graph_node(g, "ReduceMean", "bb", NULL, "mean_bb");
  graph_node(g, "Sqrt", "mean_bb", NULL, "norm_b");
  graph_node(g, "Mul", "norm_a", "norm_b", "norms");
  graph_node(g, "Div", "dot", "norms", "z");
  graph_output(g, "z", TERCET_ONNX_DOUBLE);
  graph_output(g, "dot", TERCET_ONNX_DOUBLE);
}

static void
check_close(const tercet_tensor *actual, const tercet_tensor *expected)
{
  const double a = *(const double *)tercet_tensor_data(actual);
  const double e = *(const double *)tercet_tensor_data(expected);
  const bool close = fabs(a - e) <= 1e-14 * fabs(e) || (isnan(a) && isnan(e));
  CHECK(close);
  if (!close) {
    fprintf(stderr, "  is %.17g, expected %.17g\n", a, e);
  }
}

static void
test_sums_of_products(void)
{
  static const tercet_onnx_type float_types[] = {TERCET_ONNX_FLOAT,
                                                 TERCET_ONNX_DOUBLE,
                                                 TERCET_ONNX_FLOAT16,
                                                 TERCET_ONNX_INT16};
  static const int64_t sizes[][2] = {{1, 1}, {3, 5}, {1, 384}, {70, 4099}};
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    for (size_t t = 0; t < sizeof(float_types) / sizeof(float_types[0]); ++t) {
      random_graph r;
      memset(&r, 0, sizeof(r));
      r.seed = i;
      r.rank = 2;
      r.n_inputs = 2;
      build_cosine(&r.g, float_types[t]);
      for (size_t k = 0; k < 2; ++k) {
        tercet_tensor *wide = NULL;
        tercet_tensor *tensor = NULL;
        CHECK_STATUS(tercet_tensor_arange(
                         NULL,
                         TERCET_DTYPE_F64,
                         tercet_scalar_from_i64(0),
                         tercet_scalar_from_i64(sizes[i][0] * sizes[i][1]),
                         tercet_scalar_from_i64(1),
                         &wide,
                         NULL),
                     TERCET_OK);
        double *const numbers = tercet_tensor_mutable_data(wide);
        for (int64_t n = 0; n < tercet_tensor_size(wide); ++n) {
          numbers[n] = (double)(check_random(&r.seed) % 2048U) / 64;
        }
        CHECK_STATUS(tercet_tensor_cast(NULL,
                                        wide,
                                        tercet_onnx_type_dtype(float_types[t]),
                                        &tensor,
                                        NULL),
                     TERCET_OK);
        tercet_tensor_unref(wide);
        CHECK_STATUS(tercet_tensor_reshape(tensor, 2, sizes[i], &wide, NULL),
                     TERCET_OK);
        tercet_tensor_unref(tensor);
        r.inputs[k] = tercet_onnx_value_from_tensor(wide);
      }

      tercet_onnx_plan *plan = NULL;
      tercet_onnx_value fused[2];
      tercet_onnx_value apart[2];
      memset(fused, 0, sizeof(fused));
      memset(apart, 0, sizeof(apart));
      CHECK_STATUS(tercet_onnx_plan_new(NULL, &r.g.model, &plan, NULL),
                   TERCET_OK);
      CHECK_STATUS(run_graph(&r, plan, true, fused), TERCET_OK);
      CHECK_STATUS(run_graph(&r, plan, false, apart), TERCET_OK);
      for (size_t k = 0; k < 2; ++k) {
        check_close(fused[k].tensor, apart[k].tensor);
        tercet_onnx_value_unref(fused[k]);
        tercet_onnx_value_unref(apart[k]);
        tercet_onnx_value_unref(r.inputs[k]);
      }
      tercet_onnx_plan_free(plan);
    }
  }
}

int
main(void)
{
  test_random_graphs();
  test_sums_of_products();
  return check_finish();
}
