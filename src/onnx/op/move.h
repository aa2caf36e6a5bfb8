// SPDX-License-Identifier: Apache-2.0

/// What operators that move elements share.  They never look into an element,
/// so that the type of the output is that of the input, whatever its storage.

#ifndef TERCET_ONNX_OP_MOVE_H
#define TERCET_ONNX_OP_MOVE_H

#include "onnx/operator.h"

/// Set output 0, unless making it failed, to a tensor with elements of the type
/// of input `i`; returns `st`
static inline tercet_status
tercet_onnx_give_moved(const tercet_onnx_call *call,
                       size_t i,
                       tercet_status st,
                       tercet_tensor *tensor)
{
  if (st == TERCET_OK) {
    tercet_onnx_give_typed(call, 0, tercet_onnx_input_type(call, i), tensor);
  }
  return st;
}

/// Set `out` to the axis that an attribute names
TERCET_NODISCARD tercet_status
tercet_onnx_axis_attribute(const tercet_onnx_call *call,
                           const char *name,
                           int64_t missing,
                           size_t rank,
                           size_t *out);

/// Set `out` to `n` axes, each of which may be named once only; with NULL, to
/// the first `n` ones
TERCET_NODISCARD tercet_status
tercet_onnx_axes(const tercet_onnx_call *call,
                 size_t rank,
                 size_t n,
                 const int64_t *axes,
                 size_t *out);

/// Set `out` to the index of the value of a string attribute among `n` names,
/// or return #TERCET_ERR_ARGUMENT
TERCET_NODISCARD tercet_status
tercet_onnx_choice(const tercet_onnx_call *call,
                   const char *attribute,
                   const char *missing,
                   size_t n,
                   const char *const *names,
                   size_t *out);

/// Return #TERCET_OK if input `i` has a rank, else #TERCET_ERR_SHAPE
TERCET_NODISCARD tercet_status
tercet_onnx_check_rank(const tercet_onnx_call *call, size_t i, size_t rank);

#endif // TERCET_ONNX_OP_MOVE_H
