// SPDX-License-Identifier: Apache-2.0

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/op/elementwise.h"

TERCET_ONNX_BINARY(bitwise_and, BITWISE_AND)
TERCET_ONNX_BINARY(bitwise_or, BITWISE_OR)
TERCET_ONNX_BINARY(bitwise_xor, BITWISE_XOR)
TERCET_ONNX_UNARY(bitwise_not, BITWISE_NOT)

/// A shift by the width of the type, or more, gives 0
static tercet_status
run_bit_shift(const tercet_onnx_call *call)
{
  const tercet_string direction =
      tercet_onnx_node_string(call->node, "direction", NULL);
  const bool is_left = tercet_string_is(direction, "LEFT");
  if (!is_left && !tercet_string_is(direction, "RIGHT")) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_ARGUMENT,
                            "attribute direction is \"%.*s\"",
                            TERCET_STRING_ARGS(direction));
  }
  return tercet_onnx_binary(call,
                            is_left ? TERCET_LEFT_SHIFT : TERCET_RIGHT_SHIFT,
                            tercet_onnx_input_type(call, 0));
}

TERCET_ONNX_DEFINE_TABLE(bitwise,
                         {"BitShift", "", 11, 0, NULL, run_bit_shift},
                         {"BitwiseAnd", "", 18, 0, NULL, run_bitwise_and},
                         {"BitwiseNot", "", 18, 0, NULL, run_bitwise_not},
                         {"BitwiseOr", "", 18, 0, NULL, run_bitwise_or},
                         {"BitwiseXor", "", 18, 0, NULL, run_bitwise_xor});
