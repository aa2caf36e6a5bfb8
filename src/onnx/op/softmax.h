// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_ONNX_OP_SOFTMAX_H
#define TERCET_ONNX_OP_SOFTMAX_H

#include "onnx/op/wide.h"

/// Write exp(x) / sum(exp(x)) along an axis to `out`, which may be `x`; the
/// greatest element is taken off first, so that nothing overflows
void
tercet_onnx_softmax(tercet_onnx_compose *c,
                    const tercet_tensor *x,
                    size_t axis,
                    tercet_tensor *out);

/// Write the logarithm of that
void
tercet_onnx_log_softmax(tercet_onnx_compose *c,
                        const tercet_tensor *x,
                        size_t axis,
                        tercet_tensor *out);

#endif // TERCET_ONNX_OP_SOFTMAX_H
