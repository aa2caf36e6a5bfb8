// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/elementwise.h"

#include "array/shape.h"
#include "base/error.h"

#include <string.h>

tercet_status
tercet_onnx_unary(const tercet_onnx_call *call,
                  tercet_unary_op op,
                  tercet_onnx_type type)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_output(
      call, 0, type, tercet_tensor_rank(x), tercet_tensor_shape(x), &out));
  return tercet_tensor_unary_into(op, x, out, call->err);
}

tercet_status
tercet_onnx_broadcast_output(const tercet_onnx_call *call,
                             tercet_onnx_type type,
                             size_t n,
                             const tercet_onnx_value *operands,
                             tercet_tensor **out)
{
  int64_t common[TERCET_MAX_RANK];
  size_t rank = tercet_tensor_rank(operands[0].tensor);
  const int64_t *shape = tercet_tensor_shape(operands[0].tensor);
  for (size_t i = 1; i < n; ++i) {
    const size_t other_rank = tercet_tensor_rank(operands[i].tensor);
    const int64_t *const other = tercet_tensor_shape(operands[i].tensor);
    if (tercet_shape_equals(rank, shape, other_rank, other)) {
      continue;
    }
    int64_t before[TERCET_MAX_RANK] = {0};
    memcpy(before, shape, rank * sizeof(*shape));
    TERCET_TRY(tercet_shape_broadcast(
        rank, before, other_rank, other, &rank, common, call->err));
    shape = common;
  }
  return tercet_onnx_output(call, 0, type, rank, shape, out);
}

tercet_status
tercet_onnx_right_operand(const tercet_onnx_call *call, tercet_tensor **out)
{
  tercet_tensor *const b = call->inputs[1].tensor;
  const tercet_onnx_attribute *const axis =
      call->version < 7 ? tercet_onnx_node_attribute(call->node, "axis") : NULL;
  if (!axis || !tercet_onnx_node_int(call->node, "broadcast", 0)) {
    *out = tercet_tensor_ref(b);
    return TERCET_OK;
  }

  const size_t rank = tercet_tensor_rank(tercet_onnx_input(call, 0));
  size_t first = 0;
  TERCET_TRY(tercet_onnx_axis(call, axis->as.ints[0], rank, &first));
  if (first + tercet_tensor_rank(b) > rank) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "input 1 of rank %zu does not fit axis %zu of %zu",
                            tercet_tensor_rank(b),
                            first,
                            rank);
  }
  return tercet_tensor_append_axes(
      b, rank - first - tercet_tensor_rank(b), out, call->err);
}

/// Combine input 0 with `b`
static tercet_status
combine(const tercet_onnx_call *call,
        tercet_binary_op op,
        tercet_tensor *b,
        tercet_onnx_type type)
{
  tercet_tensor *out = NULL;
  const tercet_onnx_value operands[] = {call->inputs[0],
                                        tercet_onnx_value_from_tensor(b)};
  TERCET_TRY(tercet_onnx_broadcast_output(call, type, 2, operands, &out));
  return tercet_tensor_binary_into(
      op, tercet_onnx_input(call, 0), b, out, call->err);
}

tercet_status
tercet_onnx_binary(const tercet_onnx_call *call,
                   tercet_binary_op op,
                   tercet_onnx_type type)
{
  if (call->version >= 7) {
    return combine(call, op, call->inputs[1].tensor, type);
  }
  tercet_tensor *b = NULL;
  TERCET_TRY(tercet_onnx_right_operand(call, &b));
  const tercet_status st = combine(call, op, b, type);
  tercet_tensor_unref(b);
  return st;
}
