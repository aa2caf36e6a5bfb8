// SPDX-License-Identifier: Apache-2.0

/// Operators of ai.onnx.ml on rows of features: FeatureVectorizer, Imputer,
/// Normalizer, OneHotEncoder, Scaler.  The last axis is that of the features.

#include "array/dtype.h"
#include "base/error.h"
#include "base/string_view.h"
#include "onnx/op/compose.h"

#include <math.h>

/// Return the numbers of an attribute as `dtype`: one for each feature of
/// input 0, or one for all of them
static tercet_tensor *
make_numbers(tercet_onnx_compose *c,
             const char *name,
             tercet_dtype from,
             const void *numbers,
             size_t n,
             tercet_dtype dtype)
{
  const tercet_tensor *const x = tercet_onnx_input(c->call, 0);
  const size_t rank = tercet_tensor_rank(x);
  if (c->st == TERCET_OK && n != 1 &&
      (rank == 0 || (int64_t)n != tercet_tensor_shape(x)[rank - 1])) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "%s has %zu numbers, not 1 and not one for each "
                             "feature",
                             name,
                             n);
  }
  const int64_t extent = (int64_t)n;
  tercet_tensor *const made = TERCET_ONNX_MAKE(
      c, tercet_tensor_from_data, from, n == 1 ? 0 : 1, &extent, numbers);
  return TERCET_ONNX_MAKE(c, tercet_tensor_cast, made, dtype);
}

static tercet_tensor *
feature_floats(tercet_onnx_compose *c, const char *name, tercet_dtype dtype)
{
  size_t n = 0;
  const float *const floats = tercet_onnx_node_floats(c->call->node, name, &n);
  return make_numbers(c, name, TERCET_DTYPE_F32, floats, n, dtype);
}

static tercet_tensor *
feature_ints(tercet_onnx_compose *c, const char *name, tercet_dtype dtype)
{
  size_t n = 0;
  const int64_t *const ints = tercet_onnx_node_ints(c->call->node, name, &n);
  return make_numbers(c, name, TERCET_DTYPE_I64, ints, n, dtype);
}

/* ---- Scaler ---- */

/// In float32 for float32, else in float64
static tercet_status
run_scaler(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const tercet_dtype dtype = tercet_tensor_dtype(data) == TERCET_DTYPE_F32
                                 ? TERCET_DTYPE_F32
                                 : TERCET_DTYPE_F64;
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *x = TERCET_ONNX_MAKE(&c, tercet_tensor_cast, data, dtype);
  if (tercet_onnx_node_attribute(call->node, "offset")) {
    tercet_tensor *const offset = feature_floats(&c, "offset", dtype);
    x = TERCET_ONNX_MAKE(&c, tercet_tensor_subtract, x, offset);
  }
  if (tercet_onnx_node_attribute(call->node, "scale")) {
    tercet_tensor *const scale = feature_floats(&c, "scale", dtype);
    x = TERCET_ONNX_MAKE(&c, tercet_tensor_multiply, x, scale);
  }
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, x, TERCET_DTYPE_F32);
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

/* ---- Normalizer ---- */

typedef enum { NORM_MAX, NORM_L1, NORM_L2 } norm;

static tercet_status
read_norm(const tercet_onnx_call *call, norm *out)
{
  static const char *const names[] = {"MAX", "L1", "L2"};
  const tercet_string name = tercet_onnx_node_string(call->node, "norm", "MAX");
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (tercet_string_is(name, names[i])) {
      *out = (norm)i;
      return TERCET_OK;
    }
  }
  return tercet_onnx_fail(
      call, TERCET_ERR_ARGUMENT, "norm is \"%.*s\"", TERCET_STRING_ARGS(name));
}

/// Return the norm of each row, or the greatest number, which may be negative
static tercet_tensor *
norm_of(tercet_onnx_compose *c, const tercet_tensor *x, norm which)
{
  const int64_t axes[] = {-1};
  switch (which) {
  case NORM_L1:
    return TERCET_ONNX_MAKE(c, tercet_tensor_norm, x, 1, 1, axes, true);
  case NORM_L2:
    return TERCET_ONNX_MAKE(c, tercet_tensor_norm, x, 2, 1, axes, true);
  case NORM_MAX:
    break;
  }
  return TERCET_ONNX_MAKE(c, tercet_tensor_max, x, 1, axes, true);
}

/// Rows whose norm is 0 stay as they are.  In float64, rounded once.
static tercet_status
run_normalizer(const tercet_onnx_call *call)
{
  norm which = NORM_MAX;
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(data);
  TERCET_TRY(read_norm(call, &which));
  if (rank == 0) {
    return tercet_onnx_fail(call, TERCET_ERR_SHAPE, "input 0 has no features");
  }
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *x =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, data, TERCET_DTYPE_F64);
  if (tercet_tensor_size(data) > 0) {
    tercet_tensor *const one =
        tercet_onnx_compose_number(&c, TERCET_DTYPE_F64, 1);
    tercet_tensor *const zero =
        tercet_onnx_compose_number(&c, TERCET_DTYPE_F64, 0);
    tercet_tensor *const found = norm_of(&c, x, which);
    tercet_tensor *const is_zero =
        TERCET_ONNX_MAKE(&c, tercet_tensor_equal, found, zero);
    tercet_tensor *const divisor =
        TERCET_ONNX_MAKE(&c, tercet_tensor_where, is_zero, one, found);
    x = TERCET_ONNX_MAKE(&c, tercet_tensor_divide, x, divisor);
  }
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, x, TERCET_DTYPE_F32);
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

/* ---- Imputer ---- */

/// Return where elements are to be replaced; NaN stands for all NaN
static tercet_tensor *
find_missing(tercet_onnx_compose *c, const tercet_tensor *x, bool is_float)
{
  const tercet_onnx_node *const node = c->call->node;
  const float replaced =
      tercet_onnx_node_float(node, "replaced_value_float", 0);
  if (is_float && isnan(replaced)) {
    return TERCET_ONNX_MAKE(c, tercet_tensor_isnan, x);
  }
  const int64_t integer = tercet_onnx_node_int(node, "replaced_value_int64", 0);
  // The dtype of x may not have the number
  const tercet_dtype wide = is_float ? TERCET_DTYPE_F64 : TERCET_DTYPE_I64;
  tercet_tensor *const value =
      TERCET_ONNX_MAKE(c,
                       tercet_tensor_full,
                       wide,
                       0,
                       NULL,
                       is_float ? tercet_scalar_from_f64((double)replaced)
                                : tercet_scalar_from_i64(integer));
  tercet_tensor *const items = TERCET_ONNX_MAKE(c, tercet_tensor_cast, x, wide);
  return TERCET_ONNX_MAKE(c, tercet_tensor_equal, items, value);
}

static tercet_status
run_imputer(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  const tercet_dtype dtype = tercet_tensor_dtype(x);
  const bool is_float = tercet_dtype_kind_of(dtype) == TERCET_KIND_F;
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const values =
      is_float ? feature_floats(&c, "imputed_value_floats", dtype)
               : feature_ints(&c, "imputed_value_int64s", dtype);
  tercet_tensor *const is_missing = find_missing(&c, x, is_float);
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(&c, tercet_tensor_where, is_missing, values, x);
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

/* ---- FeatureVectorizer ---- */

/// Inputs at the most
#define MAX_VECTORS 64

/// Return an input as rows of float32 with so many features: others are left
/// off, and missing ones are 0
static tercet_tensor *
vectorize(tercet_onnx_compose *c, size_t i, int64_t n)
{
  const tercet_tensor *const data = tercet_onnx_input(c->call, i);
  const size_t rank = tercet_tensor_rank(data);
  if (rank < 1 || rank > 2) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "input %zu has rank %zu, not 1 or 2",
                             i,
                             rank);
  }
  tercet_tensor *x =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, data, TERCET_DTYPE_F32);
  if (rank == 1) {
    x = TERCET_ONNX_VIEW(c, tercet_tensor_expand_dims, x, 0);
  }
  if (c->st != TERCET_OK || n < 0 || tercet_tensor_shape(x)[1] == n) {
    return x;
  }
  const int64_t before[] = {0, 0};
  const int64_t after[] = {0, n - tercet_tensor_shape(x)[1]};
  return TERCET_ONNX_MAKE(
      c, tercet_tensor_pad, x, TERCET_PAD_CONSTANT, before, after, NULL);
}

static tercet_status
run_feature_vectorizer(const tercet_onnx_call *call)
{
  size_t n = 0;
  const tercet_tensor *parts[MAX_VECTORS];
  const int64_t *const extents =
      tercet_onnx_node_ints(call->node, "inputdimensions", &n);
  if (call->n_inputs > MAX_VECTORS || (n > 0 && n != call->n_inputs)) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "%zu inputs, with %zu inputdimensions, of at most "
                            "%d",
                            call->n_inputs,
                            n,
                            MAX_VECTORS);
  }
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  for (size_t i = 0; i < call->n_inputs; ++i) {
    if (n > 0 && extents[i] < 0) {
      c.st = tercet_onnx_fail(
          call, TERCET_ERR_RANGE, "inputdimensions has a negative number");
    }
    parts[i] = c.st ? NULL : vectorize(&c, i, n > 0 ? extents[i] : -1);
  }
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(&c, tercet_tensor_concat, call->n_inputs, parts, 1);
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

/* ---- OneHotEncoder ---- */

/// Return the categories: integers, or handles of strings
static tercet_tensor *
read_categories(tercet_onnx_compose *c, bool is_string)
{
  size_t n = 0;
  size_t n_strings = 0;
  const int64_t *const ints =
      tercet_onnx_node_ints(c->call->node, "cats_int64s", &n);
  const tercet_string *const strings =
      tercet_onnx_node_strings(c->call->node, "cats_strings", &n_strings);
  n = is_string ? n_strings : n;
  const int64_t extent = (int64_t)n;
  if (n == 0) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_ARGUMENT,
                             "%s is missing",
                             is_string ? "cats_strings" : "cats_int64s");
    return NULL;
  }
  if (!is_string) {
    return TERCET_ONNX_MAKE(
        c, tercet_tensor_from_data, TERCET_DTYPE_I64, 1, &extent, ints);
  }
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(c, tercet_tensor_new, TERCET_DTYPE_U64, 1, &extent);
  uint64_t *const handles = out ? tercet_tensor_mutable_data(out) : NULL;
  for (size_t i = 0; c->st == TERCET_OK && i < n; ++i) {
    if (tercet_onnx_strings_intern(
            tercet_onnx_call_strings(c->call), strings[i], &handles[i])) {
      c->st = tercet_error_no_memory(c->call->err);
    }
  }
  return out;
}

/// Report an element that is in no category, if that is not allowed
static void
check_found(tercet_onnx_compose *c, const tercet_tensor *is_equal)
{
  const int64_t axes[] = {-1};
  bool holds = true;
  tercet_tensor *const found =
      TERCET_ONNX_MAKE(c, tercet_tensor_any, is_equal, 1, axes, false);
  if (c->st == TERCET_OK) {
    const uint8_t *const bytes = tercet_tensor_data(found);
    for (int64_t i = 0; i < tercet_tensor_size(found); ++i) {
      holds = holds && bytes[i] != 0;
    }
  }
  if (!holds) {
    c->st = tercet_onnx_fail(
        c->call, TERCET_ERR_RANGE, "an element is in no category");
  }
}

/// Floats are truncated first
static tercet_status
run_one_hot_encoder(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const bool is_string = tercet_onnx_input_type(call, 0) == TERCET_ONNX_STRING;
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const categories = read_categories(&c, is_string);
  tercet_tensor *const elements =
      TERCET_ONNX_MAKE(&c,
                       tercet_tensor_cast,
                       data,
                       is_string ? TERCET_DTYPE_U64 : TERCET_DTYPE_I64);
  tercet_tensor *const column =
      TERCET_ONNX_VIEW(&c, tercet_tensor_expand_dims, elements, -1);
  tercet_tensor *const is_equal =
      TERCET_ONNX_MAKE(&c, tercet_tensor_equal, column, categories);
  if (c.st == TERCET_OK && tercet_onnx_node_int(call->node, "zeros", 1) == 0) {
    check_found(&c, is_equal);
  }
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, is_equal, TERCET_DTYPE_F32);
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    scaling,
    {"FeatureVectorizer", "ai.onnx.ml", 1, 0, NULL, run_feature_vectorizer},
    {"Imputer", "ai.onnx.ml", 1, 0, NULL, run_imputer},
    {"Normalizer", "ai.onnx.ml", 1, 0, NULL, run_normalizer},
    {"OneHotEncoder", "ai.onnx.ml", 1, 0, NULL, run_one_hot_encoder},
    {"Scaler", "ai.onnx.ml", 1, 0, NULL, run_scaler});
