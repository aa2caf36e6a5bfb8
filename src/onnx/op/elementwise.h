// SPDX-License-Identifier: Apache-2.0

/// Elementwise operators that one function of array/ computes

#ifndef TERCET_ONNX_OP_ELEMENTWISE_H
#define TERCET_ONNX_OP_ELEMENTWISE_H

#include "onnx/operator.h"

#include <tercet/tensor.h>

/// Apply a function to input 0; the output has the type `type`
TERCET_NODISCARD tercet_status
tercet_onnx_unary(const tercet_onnx_call *call,
                  tercet_unary_op op,
                  tercet_onnx_type type);

/// Make output 0 in the shape that tensors, at least one, broadcast to
TERCET_NODISCARD tercet_status
tercet_onnx_broadcast_output(const tercet_onnx_call *call,
                             tercet_onnx_type type,
                             size_t n,
                             const tercet_onnx_value *operands,
                             tercet_tensor **out);

/**
   Set `out` to input 1 as a view, or the input itself, to be given back, that
   broadcasts as the attributes of old versions demand.

   Before version 7 an operator broadcast only with `broadcast`, and then `axis`
   told where in the shape of A that of B begins.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_right_operand(const tercet_onnx_call *call, tercet_tensor **out);

/// Combine inputs 0 and 1, which have one type; the output has the type `type`
TERCET_NODISCARD tercet_status
tercet_onnx_binary(const tercet_onnx_call *call,
                   tercet_binary_op op,
                   tercet_onnx_type type);

/// Define run_<name>() of an operator on one tensor whose type is kept
#define TERCET_ONNX_UNARY(name, op)                                            \
  static tercet_status run_##name(const tercet_onnx_call *call)                \
  {                                                                            \
    return tercet_onnx_unary(                                                  \
        call, TERCET_UNARY_##op, tercet_onnx_input_type(call, 0));             \
  }

/// The same for two tensors
#define TERCET_ONNX_BINARY(name, op)                                           \
  static tercet_status run_##name(const tercet_onnx_call *call)                \
  {                                                                            \
    return tercet_onnx_binary(                                                 \
        call, TERCET_##op, tercet_onnx_input_type(call, 0));                   \
  }

/// The same for two tensors that are compared
#define TERCET_ONNX_COMPARISON(name, op)                                       \
  static tercet_status run_##name(const tercet_onnx_call *call)                \
  {                                                                            \
    return tercet_onnx_binary(call, TERCET_##op, TERCET_ONNX_BOOL);            \
  }

#endif // TERCET_ONNX_OP_ELEMENTWISE_H
