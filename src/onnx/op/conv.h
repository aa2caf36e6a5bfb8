// SPDX-License-Identifier: Apache-2.0

/// What convolutions share

#ifndef TERCET_ONNX_OP_CONV_H
#define TERCET_ONNX_OP_CONV_H

#include "onnx/op/window.h"

/// Check that the channels of `x` fit the groups and kernels, which are
/// [M, C/G, ...], or [C, M/G, ...] if transposed
TERCET_NODISCARD tercet_status
tercet_onnx_conv_groups(const tercet_onnx_call *call,
                        const tercet_tensor *x,
                        const tercet_tensor *kernels,
                        bool is_transposed,
                        int64_t *n_groups);

/// Multiply kernels [M, C/G, kernel...] with windows
/// [N, C, kernel..., output...]: [N, M, output...]
tercet_tensor *
tercet_onnx_conv_columns(tercet_onnx_compose *c,
                         const tercet_onnx_windows *w,
                         const tercet_tensor *columns,
                         const tercet_tensor *kernels,
                         int64_t n_groups);

/// Add the vector of an input, if it was given, along the channels of `y`
void
tercet_onnx_conv_add_bias(tercet_onnx_compose *c,
                          size_t input,
                          tercet_tensor *y);

#endif // TERCET_ONNX_OP_CONV_H
