// SPDX-License-Identifier: Apache-2.0

/// Tensors that come from attributes, and regular ones

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/operator.h"
#include "onnx/sparse.h"

#include <inttypes.h>

/* ---- Constant ---- */

/// Set `out` to the shape of an attribute: none for one number, else a vector
static size_t
attribute_shape(const tercet_onnx_attribute *attribute,
                bool is_list,
                int64_t *out)
{
  *out = (int64_t)attribute->n;
  return is_list ? 1 : 0;
}

static tercet_status
give_data(const tercet_onnx_call *call,
          tercet_dtype dtype,
          const tercet_onnx_attribute *attribute,
          bool is_list,
          const void *data)
{
  int64_t extent = 0;
  tercet_tensor *out = NULL;
  const size_t rank = attribute_shape(attribute, is_list, &extent);
  TERCET_TRY(tercet_tensor_from_data(
      call->alloc, dtype, rank, &extent, data, &out, call->err));
  tercet_onnx_give(call, 0, out);
  return TERCET_OK;
}

static tercet_status
give_strings(const tercet_onnx_call *call,
             const tercet_onnx_attribute *attribute,
             bool is_list)
{
  int64_t extent = 0;
  tercet_tensor *out = NULL;
  const size_t rank = attribute_shape(attribute, is_list, &extent);
  TERCET_TRY(
      tercet_onnx_output(call, 0, TERCET_ONNX_STRING, rank, &extent, &out));
  uint64_t *const handles = (uint64_t *)tercet_tensor_mutable_data(out);
  for (size_t i = 0; i < attribute->n; ++i) {
    if (tercet_onnx_strings_intern(tercet_onnx_call_strings(call),
                                   attribute->as.strings[i],
                                   &handles[i]) != TERCET_OK) {
      return tercet_error_no_memory(call->err);
    }
  }
  return TERCET_OK;
}

static tercet_status
give_sparse(const tercet_onnx_call *call, const tercet_onnx_sparse *sparse)
{
  tercet_error err = {0};
  const tercet_status st =
      tercet_onnx_sparse_value(call->alloc,
                               sparse,
                               tercet_onnx_call_strings(call),
                               &call->outputs[0],
                               &err);
  return st == TERCET_OK
             ? st
             : tercet_onnx_fail(call, st, "sparse value: %s", err.message);
}

static tercet_status
run_constant(const tercet_onnx_call *call)
{
  if (call->node->n_attributes != 1) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_ARGUMENT,
                            "%zu attributes instead of one value",
                            call->node->n_attributes);
  }

  const tercet_onnx_attribute *const value = &call->node->attributes[0];
  switch ((int)value->type) {
  case TERCET_ONNX_ATTRIBUTE_TENSOR:
    return tercet_onnx_tensor_value(call->alloc,
                                    value->as.tensors,
                                    tercet_onnx_call_strings(call),
                                    &call->outputs[0],
                                    call->err);
  case TERCET_ONNX_ATTRIBUTE_SPARSE:
    return give_sparse(call, value->as.sparses);
  case TERCET_ONNX_ATTRIBUTE_INT:
    return give_data(call, TERCET_DTYPE_I64, value, false, value->as.ints);
  case TERCET_ONNX_ATTRIBUTE_INTS:
    return give_data(call, TERCET_DTYPE_I64, value, true, value->as.ints);
  case TERCET_ONNX_ATTRIBUTE_FLOAT:
    return give_data(call, TERCET_DTYPE_F32, value, false, value->as.floats);
  case TERCET_ONNX_ATTRIBUTE_FLOATS:
    return give_data(call, TERCET_DTYPE_F32, value, true, value->as.floats);
  case TERCET_ONNX_ATTRIBUTE_STRING:
    return give_strings(call, value, false);
  case TERCET_ONNX_ATTRIBUTE_STRINGS:
    return give_strings(call, value, true);
  default:
    return tercet_onnx_fail(call,
                            TERCET_ERR_ARGUMENT,
                            "attribute %.*s is no value",
                            TERCET_STRING_ARGS(value->name));
  }
}

/* ---- ConstantOfShape ---- */

/// Set `out` to the tensor that is repeated: one element, float32 zero if there
/// is no attribute
static tercet_status
read_fill(const tercet_onnx_call *call, tercet_onnx_value *out)
{
  const tercet_onnx_attribute *const value =
      tercet_onnx_node_attribute(call->node, "value");
  if (value) {
    TERCET_TRY(tercet_onnx_tensor_value(call->alloc,
                                        value->as.tensors,
                                        tercet_onnx_call_strings(call),
                                        out,
                                        call->err));
  } else {
    tercet_tensor *zero = NULL;
    TERCET_TRY(tercet_tensor_new(
        call->alloc, TERCET_DTYPE_F32, 0, NULL, &zero, call->err));
    *out = tercet_onnx_value_from_tensor(zero);
  }
  return tercet_tensor_size(out->tensor) == 1
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_SHAPE,
                                "attribute value has %" PRId64
                                " elements, not one",
                                tercet_tensor_size(out->tensor));
}

/// Write an element, whatever its type, to all places of the output
static tercet_status
fill_output(const tercet_onnx_call *call,
            const tercet_onnx_value *element,
            size_t rank,
            const int64_t *shape)
{
  tercet_tensor *out = NULL;
  tercet_tensor *one = NULL;
  TERCET_TRY(tercet_onnx_output(call, 0, element->type, rank, shape, &out));
  TERCET_TRY(tercet_tensor_reshape(element->tensor, 0, NULL, &one, call->err));
  const tercet_status st = tercet_tensor_assign(out, one, call->err);
  tercet_tensor_unref(one);
  return st;
}

static tercet_status
run_constant_of_shape(const tercet_onnx_call *call)
{
  int64_t shape[TERCET_MAX_RANK];
  size_t rank = 0;
  TERCET_TRY(tercet_onnx_input_ints(call, 0, TERCET_MAX_RANK, shape, &rank));
  for (size_t i = 0; i < rank; ++i) {
    if (shape[i] < 0) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_SHAPE,
                              "input 0: extent %" PRId64 " on axis %zu",
                              shape[i],
                              i);
    }
  }

  tercet_onnx_value element = {
      TERCET_ONNX_NONE, TERCET_ONNX_UNDEFINED, NULL, NULL};
  tercet_status st = read_fill(call, &element);
  if (st == TERCET_OK) {
    st = fill_output(call, &element, rank, shape);
  }
  tercet_onnx_value_unref(element);
  return st;
}

/* ---- Regular tensors ---- */

static tercet_status
run_range(const tercet_onnx_call *call)
{
  tercet_scalar bounds[3];
  for (size_t i = 0; i < 3; ++i) {
    TERCET_TRY(tercet_onnx_input_scalar(call, i, &bounds[i]));
  }
  tercet_tensor *out = NULL;
  TERCET_TRY(
      tercet_tensor_arange(call->alloc,
                           tercet_tensor_dtype(tercet_onnx_input(call, 0)),
                           bounds[0],
                           bounds[1],
                           bounds[2],
                           &out,
                           call->err));
  tercet_onnx_give(call, 0, out);
  return TERCET_OK;
}

static tercet_status
run_eye_like(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  const tercet_onnx_type type = (tercet_onnx_type)tercet_onnx_node_int(
      call->node, "dtype", (int64_t)tercet_onnx_input_type(call, 0));
  if (tercet_tensor_rank(x) != 2) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "input 0 has rank %zu, not 2",
                            tercet_tensor_rank(x));
  }
  const int64_t *const shape = tercet_tensor_shape(x);
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_tensor_eye(call->alloc,
                               tercet_onnx_type_dtype(type),
                               shape[0],
                               shape[1],
                               tercet_onnx_node_int(call->node, "k", 0),
                               &out,
                               call->err));
  tercet_onnx_give(call, 0, out);
  return TERCET_OK;
}

TERCET_ONNX_DEFINE_TABLE(
    constant,
    {"Constant", "", 1, 0, NULL, run_constant},
    {"ConstantOfShape", "", 9, 0, NULL, run_constant_of_shape},
    {"EyeLike", "", 9, 0, NULL, run_eye_like},
    {"Range", "", 11, 0, NULL, run_range});
