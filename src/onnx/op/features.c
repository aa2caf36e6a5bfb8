// SPDX-License-Identifier: Apache-2.0

/// Operators of ai.onnx.ml on single features: ArrayFeatureExtractor,
/// Binarizer, LabelEncoder

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/op/compose.h"
#include "onnx/op/move.h"

#include <string.h>

/* ---- ArrayFeatureExtractor, Binarizer ---- */

/// The result of a vector is a matrix with one row
static tercet_status
run_array_feature_extractor(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const positions =
      TERCET_ONNX_VIEW(&c, tercet_tensor_ravel, tercet_onnx_input(call, 1));
  tercet_tensor *out = TERCET_ONNX_MAKE(
      &c, tercet_tensor_take, data, positions, -1, TERCET_BOUNDS_CHECK);
  if (tercet_tensor_rank(data) == 1) {
    out = TERCET_ONNX_VIEW(&c, tercet_tensor_expand_dims, out, 0);
  }
  tercet_onnx_compose_give_typed(&c, 0, tercet_onnx_input_type(call, 0), out);
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_binarizer(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const threshold = tercet_onnx_compose_number(
      &c,
      TERCET_DTYPE_F64,
      (double)tercet_onnx_node_float(call->node, "threshold", 0));
  tercet_tensor *const numbers =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, data, TERCET_DTYPE_F64);
  tercet_tensor *const is_greater =
      TERCET_ONNX_MAKE(&c, tercet_tensor_greater, numbers, threshold);
  tercet_tensor *const out = TERCET_ONNX_MAKE(
      &c, tercet_tensor_cast, is_greater, tercet_tensor_dtype(data));
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

/* ---- LabelEncoder ---- */

/// Make a tensor of the handles of strings
static tercet_status
intern_all(const tercet_onnx_call *call,
           size_t n,
           const tercet_string *strings,
           tercet_tensor **out)
{
  const int64_t shape = (int64_t)n;
  TERCET_TRY(tercet_tensor_new(
      call->scratch, TERCET_DTYPE_U64, 1, &shape, out, call->err));
  uint64_t *const handles = tercet_tensor_mutable_data(*out);
  for (size_t i = 0; i < n; ++i) {
    if (tercet_onnx_strings_intern(
            tercet_onnx_call_strings(call), strings[i], &handles[i])) {
      tercet_tensor_unref(*out);
      *out = NULL;
      return tercet_error_no_memory(call->err);
    }
  }
  return TERCET_OK;
}

/// Set `out` to the items of an attribute, whatever it is; absent if there is
/// no such attribute
static tercet_status
read_attribute(const tercet_onnx_call *call,
               const char *name,
               tercet_onnx_value *out)
{
  const tercet_onnx_attribute *const a =
      tercet_onnx_node_attribute(call->node, name);
  memset(out, 0, sizeof(*out));
  if (!a) {
    return TERCET_OK;
  }
  if (a->type == TERCET_ONNX_ATTRIBUTE_TENSOR) {
    return tercet_onnx_tensor_value(call->scratch,
                                    a->as.tensors,
                                    tercet_onnx_call_strings(call),
                                    out,
                                    call->err);
  }
  const int64_t n = (int64_t)a->n;
  const bool is_float = a->type == TERCET_ONNX_ATTRIBUTE_FLOAT ||
                        a->type == TERCET_ONNX_ATTRIBUTE_FLOATS;
  const bool is_string = a->type == TERCET_ONNX_ATTRIBUTE_STRING ||
                         a->type == TERCET_ONNX_ATTRIBUTE_STRINGS;
  out->kind = TERCET_ONNX_TENSOR;
  out->type = is_float    ? TERCET_ONNX_FLOAT
              : is_string ? TERCET_ONNX_STRING
                          : TERCET_ONNX_INT64;
  return is_string ? intern_all(call, a->n, a->as.strings, &out->tensor)
                   : tercet_tensor_from_data(
                         call->scratch,
                         is_float ? TERCET_DTYPE_F32 : TERCET_DTYPE_I64,
                         1,
                         &n,
                         is_float ? (const void *)a->as.floats : a->as.ints,
                         &out->tensor,
                         call->err);
}

/// Set `out` to the first of some attributes that is there
static tercet_status
read_first(const tercet_onnx_call *call,
           size_t n,
           const char *const *names,
           tercet_onnx_value *out)
{
  memset(out, 0, sizeof(*out));
  for (size_t i = 0; i < n && out->kind == TERCET_ONNX_NONE; ++i) {
    TERCET_TRY(read_attribute(call, names[i], out));
  }
  return TERCET_OK;
}

/// A list of keys, and what becomes of them; `missing` of all others
typedef struct {
  tercet_onnx_value keys;
  tercet_onnx_value values;
  tercet_onnx_value missing;
} mapping;

static void
mapping_clear(mapping *m)
{
  tercet_onnx_value_unref(m->keys);
  tercet_onnx_value_unref(m->values);
  tercet_onnx_value_unref(m->missing);
}

/// Set what is there for keys without a value if the node does not tell
static tercet_status
set_missing(const tercet_onnx_call *call, mapping *m)
{
  const bool is_string = m->values.type == TERCET_ONNX_STRING;
  const bool is_float = m->values.type == TERCET_ONNX_FLOAT ||
                        m->values.type == TERCET_ONNX_DOUBLE;
  const tercet_string unused = {"_Unused", 7};
  m->missing.kind = TERCET_ONNX_TENSOR;
  m->missing.type = m->values.type;
  return is_string ? intern_all(call, 1, &unused, &m->missing.tensor)
                   : tercet_tensor_full(call->scratch,
                                        tercet_tensor_dtype(m->values.tensor),
                                        0,
                                        NULL,
                                        is_float ? tercet_scalar_from_f64(-0.0)
                                                 : tercet_scalar_from_i64(-1),
                                        &m->missing.tensor,
                                        call->err);
}

static tercet_status
read_mapping(const tercet_onnx_call *call, mapping *m)
{
  static const char *const keys[] = {
      "keys_tensor", "keys_strings", "keys_int64s", "keys_floats"};
  static const char *const values[] = {
      "values_tensor", "values_strings", "values_int64s", "values_floats"};
  TERCET_TRY(read_first(call, 4, keys, &m->keys));
  TERCET_TRY(read_first(call, 4, values, &m->values));
  if (m->keys.type != tercet_onnx_input_type(call, 0) || !m->values.tensor ||
      tercet_tensor_rank(m->keys.tensor) != 1 ||
      tercet_tensor_rank(m->values.tensor) != 1 ||
      tercet_tensor_size(m->keys.tensor) < 1 ||
      tercet_tensor_size(m->keys.tensor) !=
          tercet_tensor_size(m->values.tensor)) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "keys of the input's type, and as many values, "
                            "are missing");
  }
  const char *const missing =
      tercet_onnx_node_attribute(call->node, "default_tensor")
          ? "default_tensor"
      : m->values.type == TERCET_ONNX_STRING ? "default_string"
      : m->values.type == TERCET_ONNX_FLOAT  ? "default_float"
                                             : "default_int64";
  TERCET_TRY(read_attribute(call, missing, &m->missing));
  if (!m->missing.tensor) {
    return set_missing(call, m);
  }
  return m->missing.type == m->values.type &&
                 tercet_tensor_size(m->missing.tensor) == 1
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_DTYPE,
                                "%s is not one %s",
                                missing,
                                tercet_onnx_type_name(m->values.type));
}

/// In the first version strings stand for their places in a list, and the other
/// way round
static tercet_status
read_classes(const tercet_onnx_call *call, mapping *m)
{
  tercet_onnx_value classes;
  TERCET_TRY(read_attribute(call, "classes_strings", &classes));
  const bool from_strings =
      tercet_onnx_input_type(call, 0) == TERCET_ONNX_STRING;
  tercet_onnx_value *const places = from_strings ? &m->values : &m->keys;
  *(from_strings ? &m->keys : &m->values) = classes;
  if (!classes.tensor || !tercet_tensor_size(classes.tensor)) {
    return tercet_onnx_fail(
        call, TERCET_ERR_ARGUMENT, "classes_strings is missing");
  }
  places->kind = TERCET_ONNX_TENSOR;
  places->type = TERCET_ONNX_INT64;
  TERCET_TRY(tercet_tensor_arange(
      call->scratch,
      TERCET_DTYPE_I64,
      tercet_scalar_from_i64(0),
      tercet_scalar_from_i64(tercet_tensor_size(classes.tensor)),
      tercet_scalar_from_i64(1),
      &places->tensor,
      call->err));
  TERCET_TRY(read_attribute(
      call, from_strings ? "default_int64" : "default_string", &m->missing));
  return m->missing.tensor ? TERCET_OK : set_missing(call, m);
}

/// Give the values of the keys in the input; of equal keys the last counts, and
/// NaN is a key like any other
static tercet_status
give_values(const tercet_onnx_call *call, const mapping *m)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const order =
      TERCET_ONNX_MAKE(&c, tercet_tensor_argsort, m->keys.tensor, 0);
  tercet_tensor *const sorted = TERCET_ONNX_MAKE(
      &c, tercet_tensor_take, m->keys.tensor, order, 0, TERCET_BOUNDS_CHECK);
  tercet_tensor *const first =
      TERCET_ONNX_MAKE(&c, tercet_tensor_searchsorted, sorted, data, false);
  tercet_tensor *const end =
      TERCET_ONNX_MAKE(&c, tercet_tensor_searchsorted, sorted, data, true);
  tercet_tensor *const is_key =
      TERCET_ONNX_MAKE(&c, tercet_tensor_less, first, end);
  tercet_tensor *const one =
      tercet_onnx_compose_number(&c, TERCET_DTYPE_I64, 1);
  tercet_tensor *const last =
      TERCET_ONNX_MAKE(&c, tercet_tensor_subtract, end, one);
  tercet_tensor *const places = TERCET_ONNX_MAKE(
      &c, tercet_tensor_take, order, last, 0, TERCET_BOUNDS_CLIP);
  tercet_tensor *const values = TERCET_ONNX_MAKE(
      &c, tercet_tensor_take, m->values.tensor, places, 0, TERCET_BOUNDS_CHECK);
  tercet_tensor *const missing =
      TERCET_ONNX_VIEW(&c, tercet_tensor_reshape, m->missing.tensor, 0, NULL);
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(&c, tercet_tensor_where, is_key, values, missing);
  tercet_onnx_compose_give_typed(&c, 0, m->values.type, out);
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_label_encoder(const tercet_onnx_call *call)
{
  mapping m;
  memset(&m, 0, sizeof(m));
  tercet_status st =
      call->version < 2 ? read_classes(call, &m) : read_mapping(call, &m);
  if (st == TERCET_OK) {
    st = give_values(call, &m);
  }
  mapping_clear(&m);
  return st;
}

TERCET_ONNX_DEFINE_TABLE(
    features,
    {"ArrayFeatureExtractor",
     "ai.onnx.ml",
     1,
     0,
     NULL,
     run_array_feature_extractor},
    {"Binarizer", "ai.onnx.ml", 1, 0, NULL, run_binarizer},
    {"LabelEncoder", "ai.onnx.ml", 1, 0, NULL, run_label_encoder});
