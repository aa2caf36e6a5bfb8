// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/move.h"

#include "array/shape.h"
#include "base/error.h"
#include "base/string_view.h"

tercet_status
tercet_onnx_axis_attribute(const tercet_onnx_call *call,
                           const char *name,
                           int64_t missing,
                           size_t rank,
                           size_t *out)
{
  return tercet_onnx_axis(
      call, tercet_onnx_node_int(call->node, name, missing), rank, out);
}

tercet_status
tercet_onnx_axes(const tercet_onnx_call *call,
                 size_t rank,
                 size_t n,
                 const int64_t *axes,
                 size_t *out)
{
  bool is_named[TERCET_MAX_RANK] = {false};
  for (size_t i = 0; i < n; ++i) {
    size_t at = 0;
    TERCET_TRY(tercet_onnx_axis(call, axes ? axes[i] : (int64_t)i, rank, &at));
    if (is_named[at]) {
      return tercet_onnx_fail(
          call, TERCET_ERR_SHAPE, "axis %zu is named twice", at);
    }
    is_named[at] = true;
    out[i] = at; // No axis comes twice, so there is room
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_choice(const tercet_onnx_call *call,
                   const char *attribute,
                   const char *missing,
                   size_t n,
                   const char *const *names,
                   size_t *out)
{
  const tercet_string name =
      tercet_onnx_node_string(call->node, attribute, missing);
  for (size_t i = 0; i < n; ++i) {
    if (tercet_string_is(name, names[i])) {
      *out = i;
      return TERCET_OK;
    }
  }
  return tercet_onnx_fail(call,
                          TERCET_ERR_ARGUMENT,
                          "there is no %s %.*s",
                          attribute,
                          TERCET_STRING_ARGS(name));
}

tercet_status
tercet_onnx_check_rank(const tercet_onnx_call *call, size_t i, size_t rank)
{
  const tercet_tensor *const tensor = tercet_onnx_input(call, i);
  char text[TERCET_SHAPE_TEXT_MAX];
  return tercet_tensor_rank(tensor) == rank
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_SHAPE,
                                "input %zu has shape %s, not rank %zu",
                                i,
                                tercet_shape_text(tercet_tensor_rank(tensor),
                                                  tercet_tensor_shape(tensor),
                                                  text),
                                rank);
}
