// SPDX-License-Identifier: Apache-2.0

/// What models of ai.onnx.ml do with their scores at the end

#ifndef TERCET_ONNX_OP_POST_TRANSFORM_H
#define TERCET_ONNX_OP_POST_TRANSFORM_H

#include "onnx/operator.h"

/// In the order in which TreeEnsemble numbers them
typedef enum {
  TERCET_ONNX_POST_NONE,
  TERCET_ONNX_POST_SOFTMAX,
  TERCET_ONNX_POST_LOGISTIC,
  TERCET_ONNX_POST_SOFTMAX_ZERO, ///< Zeros stay
  TERCET_ONNX_POST_PROBIT,
} tercet_onnx_post_transform;

/// Transform the `n` scores of a row
void
tercet_onnx_post_transform_row(tercet_onnx_post_transform post,
                               int64_t n,
                               double *row);

/// Set `out` to what the attribute post_transform of a node names
TERCET_NODISCARD tercet_status
tercet_onnx_post_transform_read(const tercet_onnx_call *call,
                                tercet_onnx_post_transform *out);

#endif // TERCET_ONNX_OP_POST_TRANSFORM_H
