// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_ONNX_OP_REQUANTIZE_H
#define TERCET_ONNX_OP_REQUANTIZE_H

#include "onnx/op/compose.h"

/**
   Bring an int32 accumulator to the quantised output of a product:
   round(x * a_scale * b_scale / y_scale) + y_zero, saturated, with ties to
   even, computed in float64.

   The scales broadcast against `x`; the output has the type of `y_zero`.
*/
tercet_tensor *
tercet_onnx_requantize(tercet_onnx_compose *c,
                       const tercet_tensor *x,
                       const tercet_tensor *a_scale,
                       const tercet_tensor *b_scale,
                       const tercet_tensor *y_scale,
                       const tercet_tensor *y_zero);

#endif // TERCET_ONNX_OP_REQUANTIZE_H
