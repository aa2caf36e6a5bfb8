// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/requantize.h"

tercet_tensor *
tercet_onnx_requantize(tercet_onnx_compose *c,
                       const tercet_tensor *x,
                       const tercet_tensor *a_scale,
                       const tercet_tensor *b_scale,
                       const tercet_tensor *y_scale,
                       const tercet_tensor *y_zero)
{
  const tercet_dtype wide = TERCET_DTYPE_F64;
  tercet_tensor *const a =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, a_scale, wide);
  tercet_tensor *const b =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, b_scale, wide);
  tercet_tensor *const y =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, y_scale, wide);
  tercet_tensor *const zero =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, y_zero, wide);

  tercet_tensor *const ab = TERCET_ONNX_MAKE(c, tercet_tensor_multiply, a, b);
  tercet_tensor *const factor =
      TERCET_ONNX_MAKE(c, tercet_tensor_divide, ab, y);
  tercet_tensor *const accumulator =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, x, wide);
  tercet_tensor *const scaled =
      TERCET_ONNX_MAKE(c, tercet_tensor_multiply, accumulator, factor);
  tercet_tensor *const whole = TERCET_ONNX_MAKE(c, tercet_tensor_round, scaled);
  tercet_tensor *const moved =
      TERCET_ONNX_MAKE(c, tercet_tensor_add, whole, zero);
  return c->st != TERCET_OK
             ? NULL
             : TERCET_ONNX_MAKE(
                   c, tercet_tensor_cast, moved, tercet_tensor_dtype(y_zero));
}
