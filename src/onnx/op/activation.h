// SPDX-License-Identifier: Apache-2.0

/// Activation functions that recurrent networks have too; their context is a
/// tercet_onnx_activation_parameters

#ifndef TERCET_ONNX_OP_ACTIVATION_H
#define TERCET_ONNX_OP_ACTIVATION_H

#include "onnx/op/float_map.h"

/// The attributes of a function
typedef struct {
  double alpha;
  double beta;
} tercet_onnx_activation_parameters;

extern const tercet_onnx_float_function tercet_onnx_leaky_relu;
extern const tercet_onnx_float_function tercet_onnx_elu;
extern const tercet_onnx_float_function tercet_onnx_sigmoid;
extern const tercet_onnx_float_function tercet_onnx_hard_sigmoid;
extern const tercet_onnx_float_function tercet_onnx_softplus;
extern const tercet_onnx_float_function tercet_onnx_softsign;
extern const tercet_onnx_float_function tercet_onnx_thresholded_relu;

#endif // TERCET_ONNX_OP_ACTIVATION_H
