// SPDX-License-Identifier: Apache-2.0

/**
   Functions of floats that array/ does not have, computed in tiles.

   Half floats are computed in float32 and rounded once at the end, however
   many steps there are between.
*/

#ifndef TERCET_ONNX_OP_FLOAT_MAP_H
#define TERCET_ONNX_OP_FLOAT_MAP_H

#include "onnx/operator.h"

/// Elements of a tile at the most
#define TERCET_ONNX_FLOAT_TILE 256

/// Compute `n` elements from one or two operands; `out` may be one of them
typedef void (*tercet_onnx_tile_f32)(const void *context,
                                     size_t n,
                                     const float *const *in,
                                     float *out);
typedef void (*tercet_onnx_tile_f64)(const void *context,
                                     size_t n,
                                     const double *const *in,
                                     double *out);

typedef struct {
  tercet_onnx_tile_f32 f32;
  tercet_onnx_tile_f64 f64;
} tercet_onnx_float_function;

/// Apply a function to one or two tensors of one float dtype, which broadcast
/// to the shape of `out`, of the same dtype
TERCET_NODISCARD tercet_status
tercet_onnx_float_map(const tercet_onnx_call *call,
                      const tercet_onnx_float_function *function,
                      const void *context,
                      size_t n_operands,
                      const tercet_tensor *const *operands,
                      tercet_tensor *out);

#endif // TERCET_ONNX_OP_FLOAT_MAP_H
