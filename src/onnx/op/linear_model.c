// SPDX-License-Identifier: Apache-2.0

/**
   LinearRegressor and LinearClassifier of ai.onnx.ml: products of rows of
   features with vectors of coefficients.  In float64, rounded once.
*/

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/op/compose.h"
#include "onnx/op/post_transform.h"

#include <tercet/linalg.h>

/// What a model computes of rows
typedef struct {
  int64_t n_rows;
  int64_t n_scores; ///< Of a row
  tercet_tensor *scores;
} scored;

/// Return a list of floats as float64
static tercet_tensor *
widen(tercet_onnx_compose *c, const char *name, int64_t *n)
{
  size_t count = 0;
  const float *const floats =
      tercet_onnx_node_floats(c->call->node, name, &count);
  *n = (int64_t)count;
  tercet_tensor *const narrow = TERCET_ONNX_MAKE(
      c, tercet_tensor_from_data, TERCET_DTYPE_F32, 1, n, floats);
  return TERCET_ONNX_MAKE(c, tercet_tensor_cast, narrow, TERCET_DTYPE_F64);
}

/// Return the features as float64, in rows; a vector is one row
static tercet_tensor *
read_rows(tercet_onnx_compose *c)
{
  const tercet_tensor *const x = tercet_onnx_input(c->call, 0);
  const size_t rank = tercet_tensor_rank(x);
  tercet_tensor *const wide =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, x, TERCET_DTYPE_F64);
  if (rank == 1) {
    return TERCET_ONNX_VIEW(c, tercet_tensor_expand_dims, wide, 0);
  }
  if (rank != 2) {
    c->st = tercet_onnx_fail(
        c->call, TERCET_ERR_SHAPE, "input 0 has rank %zu, not 1 or 2", rank);
  }
  return wide;
}

/// Compute the scores; without a number of them there are as many as intercepts
static void
compute_scores(tercet_onnx_compose *c, int64_t n_scores, scored *out)
{
  int64_t n_coefficients = 0;
  int64_t n_intercepts = 0;
  tercet_tensor *const rows = read_rows(c);
  tercet_tensor *const flat = widen(c, "coefficients", &n_coefficients);
  tercet_tensor *const intercepts = widen(c, "intercepts", &n_intercepts);
  out->n_scores = n_scores > 0 ? n_scores : n_intercepts;
  if (c->st != TERCET_OK) {
    return;
  }
  const int64_t n_features = tercet_tensor_shape(rows)[1];
  const int64_t shape[] = {out->n_scores, n_features};
  if (out->n_scores < 1 || n_coefficients % out->n_scores != 0 ||
      n_coefficients / out->n_scores != n_features ||
      (n_intercepts != 0 && n_intercepts != out->n_scores)) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "%lld coefficients and %lld intercepts of %lld "
                             "features",
                             (long long)n_coefficients,
                             (long long)n_intercepts,
                             (long long)n_features);
    return;
  }
  out->n_rows = tercet_tensor_shape(rows)[0];
  tercet_tensor *const matrix =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, flat, 2, shape);
  tercet_tensor *const turned =
      TERCET_ONNX_VIEW(c, tercet_tensor_transpose, matrix, 0, NULL);
  out->scores = TERCET_ONNX_MAKE(c, tercet_linalg_matmul, rows, turned);
  if (n_intercepts > 0) {
    TERCET_ONNX_DO(
        c, tercet_tensor_add_into, out->scores, intercepts, out->scores);
  }
}

static void
transform(const scored *s, tercet_onnx_post_transform post)
{
  double *const rows = tercet_tensor_mutable_data(s->scores);
  for (int64_t i = 0; i < s->n_rows; ++i) {
    tercet_onnx_post_transform_row(post, s->n_scores, rows + i * s->n_scores);
  }
}

static tercet_status
run_linear_regressor(const tercet_onnx_call *call)
{
  scored s = {0, 0, NULL};
  tercet_onnx_post_transform post = TERCET_ONNX_POST_NONE;
  tercet_onnx_compose c;
  TERCET_TRY(tercet_onnx_post_transform_read(call, &post));
  tercet_onnx_compose_init(&c, call);
  const int64_t n_targets = tercet_onnx_node_int(call->node, "targets", 1);
  if (n_targets < 1) {
    return tercet_onnx_fail(
        call, TERCET_ERR_RANGE, "targets is %lld", (long long)n_targets);
  }
  compute_scores(&c, n_targets, &s);
  if (c.st == TERCET_OK) {
    transform(&s, post);
  }
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, s.scores, TERCET_DTYPE_F32);
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

/* ---- LinearClassifier ---- */

/// The names of the classes: strings or integers
typedef struct {
  size_t n;
  const tercet_string *strings;
  const int64_t *ints;
} classes;

static tercet_status
read_labels(const tercet_onnx_call *call, int64_t n_scores, classes *out)
{
  size_t n_ints = 0;
  out->strings =
      tercet_onnx_node_strings(call->node, "classlabels_strings", &out->n);
  out->ints = tercet_onnx_node_ints(call->node, "classlabels_ints", &n_ints);
  if ((out->n > 0) == (n_ints > 0)) {
    return tercet_onnx_fail(
        call,
        TERCET_ERR_ARGUMENT,
        "one of classlabels_strings and classlabels_ints is needed");
  }
  out->strings = out->n > 0 ? out->strings : NULL;
  out->n = out->n > 0 ? out->n : n_ints;
  return out->n == (size_t)(n_scores == 1 ? 2 : n_scores)
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_SHAPE,
                                "%zu labels of %lld scores",
                                out->n,
                                (long long)n_scores);
}

/// Return which class a row belongs to: that of the greatest score, the first
/// of them; of a single one, the second class if it is positive
static size_t
class_of(const double *row, int64_t n)
{
  if (n == 1) {
    return row[0] > 0;
  }
  size_t best = 0;
  for (size_t i = 1; i < (size_t)n; ++i) {
    best = row[i] > row[best] ? i : best;
  }
  return best;
}

/// Give the label of each row
static tercet_status
give_labels(const tercet_onnx_call *call, const scored *s, const classes *names)
{
  tercet_tensor *out = NULL;
  const tercet_onnx_type type =
      names->strings ? TERCET_ONNX_STRING : TERCET_ONNX_INT64;
  TERCET_TRY(tercet_onnx_output(call, 0, type, 1, &s->n_rows, &out));
  const double *const rows = tercet_tensor_data(s->scores);
  void *const to = tercet_tensor_mutable_data(out);
  for (int64_t i = 0; i < s->n_rows; ++i) {
    const size_t at = class_of(rows + i * s->n_scores, s->n_scores);
    if (!names->strings) {
      ((int64_t *)to)[i] = names->ints[at];
    } else if (tercet_onnx_strings_intern(tercet_onnx_call_strings(call),
                                          names->strings[at],
                                          &((uint64_t *)to)[i])) {
      return tercet_error_no_memory(call->err);
    }
  }
  return TERCET_OK;
}

/// Return the scores of two classes, of which a single score is that of the
/// second one: they add up to 1
static tercet_tensor *
complete(tercet_onnx_compose *c, tercet_tensor *scores)
{
  tercet_tensor *const one = tercet_onnx_compose_number(c, TERCET_DTYPE_F64, 1);
  tercet_tensor *const other =
      TERCET_ONNX_MAKE(c, tercet_tensor_subtract, one, scores);
  const tercet_tensor *const both[] = {other, scores};
  return TERCET_ONNX_MAKE(c, tercet_tensor_concat, 2, both, 1);
}

/// A single score cannot be normalised, and stays as it is
static tercet_status
run_linear_classifier(const tercet_onnx_call *call)
{
  scored s = {0, 0, NULL};
  classes names = {0, NULL, NULL};
  tercet_onnx_post_transform post = TERCET_ONNX_POST_NONE;
  tercet_onnx_compose c;
  TERCET_TRY(tercet_onnx_post_transform_read(call, &post));
  tercet_onnx_compose_init(&c, call);
  compute_scores(&c, 0, &s);
  c.st = c.st ? c.st : read_labels(call, s.n_scores, &names);
  c.st = c.st ? c.st : give_labels(call, &s, &names);
  if (c.st == TERCET_OK &&
      (s.n_scores > 1 || post == TERCET_ONNX_POST_LOGISTIC ||
       post == TERCET_ONNX_POST_PROBIT)) {
    transform(&s, post);
  }
  tercet_tensor *const all =
      s.n_scores == 1 ? complete(&c, s.scores) : s.scores;
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, all, TERCET_DTYPE_F32);
  tercet_onnx_compose_give(&c, 1, out);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    linear_model,
    {"LinearClassifier", "ai.onnx.ml", 1, 0, NULL, run_linear_classifier},
    {"LinearRegressor", "ai.onnx.ml", 1, 0, NULL, run_linear_regressor});
