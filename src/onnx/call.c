// SPDX-License-Identifier: Apache-2.0

/// What operators ask of their call that does not need its frame

#include "array/create_scalar.h"
#include "base/error.h"
#include "base/string_view.h"
#include "onnx/operator.h"

#include <stdarg.h>
#include <stdio.h>

void
tercet_onnx_give_typed(const tercet_onnx_call *call,
                       size_t i,
                       tercet_onnx_type type,
                       tercet_tensor *tensor)
{
  const tercet_onnx_value value = {TERCET_ONNX_TENSOR, type, tensor, NULL};
  call->outputs[i] = value;
}

void
tercet_onnx_give(const tercet_onnx_call *call, size_t i, tercet_tensor *tensor)
{
  tercet_onnx_give_typed(
      call, i, tercet_onnx_type_of_dtype(tercet_tensor_dtype(tensor)), tensor);
}

bool
tercet_onnx_target_fits(const tercet_tensor *target,
                        tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape)
{
  if (!target || tercet_tensor_dtype(target) != dtype ||
      tercet_tensor_rank(target) != rank ||
      !tercet_tensor_is_contiguous(target)) {
    return false;
  }
  return rank == 0 ||
         !memcmp(tercet_tensor_shape(target), shape, rank * sizeof(*shape));
}

tercet_status
tercet_onnx_output(const tercet_onnx_call *call,
                   size_t i,
                   tercet_onnx_type type,
                   size_t rank,
                   const int64_t *shape,
                   tercet_tensor **out)
{
  const tercet_dtype dtype = tercet_onnx_type_dtype(type);
  tercet_tensor *tensor = NULL;
  if (tercet_onnx_target_fits(call->targets[i], dtype, rank, shape)) {
    tensor = tercet_tensor_ref(call->targets[i]);
  } else {
    TERCET_TRY(tercet_tensor_empty(
        call->alloc, dtype, rank, shape, TERCET_ROW_MAJOR, &tensor, call->err));
  }

  tercet_onnx_give_typed(call, i, type, tensor);
  *out = tensor;
  return TERCET_OK;
}

tercet_status
tercet_onnx_input_ints(const tercet_onnx_call *call,
                       size_t i,
                       size_t capacity,
                       int64_t *out,
                       size_t *n)
{
  const tercet_tensor *const tensor = call->inputs[i].tensor;
  const int64_t size = tercet_tensor_size(tensor);
  if (tercet_tensor_rank(tensor) > 1) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "input %zu has rank %zu, not 0 or 1",
                            i,
                            tercet_tensor_rank(tensor));
  }
  if ((uint64_t)size > capacity) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "input %zu has %lld numbers, more than %zu",
                            i,
                            (long long)size,
                            capacity);
  }

  const bool is_i64 = tercet_tensor_dtype(tensor) == TERCET_DTYPE_I64;
  const int64_t stride =
      tercet_tensor_rank(tensor) > 0 ? tercet_tensor_strides(tensor)[0] : 0;
  const char *address = tercet_tensor_data(tensor);
  for (int64_t k = 0; k < size; ++k, address += stride) {
    int32_t small = 0;
    if (is_i64) {
      memcpy(&out[k], address, sizeof(out[k]));
    } else {
      memcpy(&small, address, sizeof(small));
      out[k] = small;
    }
  }
  *n = (size_t)size;
  return TERCET_OK;
}

tercet_status
tercet_onnx_input_scalar(const tercet_onnx_call *call,
                         size_t i,
                         tercet_scalar *out)
{
  const tercet_tensor *const tensor = call->inputs[i].tensor;
  if (tercet_tensor_size(tensor) != 1) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "input %zu has %lld elements, not one",
                            i,
                            (long long)tercet_tensor_size(tensor));
  }
  *out = tercet_scalar_from_element(tercet_tensor_dtype(tensor),
                                    tercet_tensor_data(tensor));
  return TERCET_OK;
}

tercet_status
tercet_onnx_call_ints(const tercet_onnx_call *call,
                      size_t i,
                      const char *name,
                      int64_t *out,
                      size_t *n,
                      bool *is_given)
{
  if (tercet_onnx_has_input(call, i)) {
    *is_given = true;
    return tercet_onnx_input_ints(call, i, TERCET_MAX_RANK, out, n);
  }

  *is_given = tercet_onnx_node_attribute(call->node, name) != NULL;
  const int64_t *const ints = tercet_onnx_node_ints(call->node, name, n);
  if (*n > TERCET_MAX_RANK) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "attribute %s has %zu numbers, more than %d",
                            name,
                            *n,
                            TERCET_MAX_RANK);
  }
  if (*n > 0) {
    memcpy(out, ints, *n * sizeof(*out));
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_axis(const tercet_onnx_call *call,
                 int64_t axis,
                 size_t rank,
                 size_t *out)
{
  if (axis < -(int64_t)rank || axis >= (int64_t)rank) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "axis %lld of a tensor of rank %zu",
                            (long long)axis,
                            rank);
  }
  *out = (size_t)(axis < 0 ? axis + (int64_t)rank : axis);
  return TERCET_OK;
}

tercet_status
tercet_onnx_fail(const tercet_onnx_call *call,
                 tercet_status status,
                 const char *format,
                 ...)
{
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);

  const tercet_string label = tercet_onnx_node_label(call->node);
  return tercet_error_set(
      call->err, status, "%.*s: %s", TERCET_STRING_ARGS(label), text);
}
