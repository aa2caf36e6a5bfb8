// SPDX-License-Identifier: Apache-2.0

/// Compositions of several steps on half floats are computed in float32, and
/// rounded once at the end

#ifndef TERCET_ONNX_OP_WIDE_H
#define TERCET_ONNX_OP_WIDE_H

#include "onnx/op/compose.h"

#include <tercet/tensor.h>

/// Return a tensor with elements of `dtype`, itself where it has them
const tercet_tensor *
tercet_onnx_compose_as(tercet_onnx_compose *c,
                       const tercet_tensor *x,
                       tercet_dtype dtype);

/// Return the dtype in which floats of `dtype` are computed
static inline tercet_dtype
tercet_onnx_wide_dtype(tercet_dtype dtype)
{
  return tercet_dtype_size(dtype) < 4 ? TERCET_DTYPE_F32 : dtype;
}

/// Return input `i` with its elements as they are computed
const tercet_tensor *
tercet_onnx_compose_wide(tercet_onnx_compose *c, size_t i);

/// Set an output to a tensor that was made, converted to `type`, unless
/// something failed or nobody reads it
void
tercet_onnx_compose_give_as(tercet_onnx_compose *c,
                            size_t i,
                            tercet_onnx_type type,
                            tercet_tensor *tensor);

#endif // TERCET_ONNX_OP_WIDE_H
