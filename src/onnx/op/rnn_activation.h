// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_ONNX_OP_RNN_ACTIVATION_H
#define TERCET_ONNX_OP_RNN_ACTIVATION_H

#include "onnx/op/compose.h"

/// Name, and the defaults of alpha and beta
#define TERCET_ONNX_ACTIVATION_LIST(X)                                         \
  X(AFFINE, "Affine", 1.0, 0.0)                                                \
  X(ELU, "Elu", 1.0, 0.0)                                                      \
  X(HARD_SIGMOID, "HardSigmoid", 0.2, 0.5)                                     \
  X(LEAKY_RELU, "LeakyRelu", 0.01, 0.0)                                        \
  X(RELU, "Relu", 0.0, 0.0)                                                    \
  X(SCALED_TANH, "ScaledTanh", 1.0, 1.0)                                       \
  X(SIGMOID, "Sigmoid", 0.0, 0.0)                                              \
  X(SOFTPLUS, "Softplus", 0.0, 0.0)                                            \
  X(SOFTSIGN, "Softsign", 0.0, 0.0)                                            \
  X(TANH, "Tanh", 0.0, 0.0)                                                    \
  X(THRESHOLDED_RELU, "ThresholdedRelu", 1.0, 0.0)

typedef enum {
#define ACTIVATION_MEMBER(id, name, alpha, beta) TERCET_ONNX_ACTIVATION_##id,
  TERCET_ONNX_ACTIVATION_LIST(ACTIVATION_MEMBER)
#undef ACTIVATION_MEMBER
} tercet_onnx_activation_kind;

/// A function that a recurrent cell applies
typedef struct {
  tercet_onnx_activation_kind kind;
  double alpha;
  double beta;
} tercet_onnx_activation;

/**
   Read the functions of a recurrent operator.

   @param n Functions in all: those of each direction after one another.
   @param names The ones that are meant without the attribute.
   @return #TERCET_OK, #TERCET_ERR_SHAPE for another number of functions, or
   #TERCET_ERR_ARGUMENT for an unknown one.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_activations_read(const tercet_onnx_call *call,
                             size_t n,
                             const tercet_onnx_activation_kind *defaults,
                             tercet_onnx_activation *out);

/// Apply a function to all elements of a tensor, in place
void
tercet_onnx_activate(tercet_onnx_compose *c,
                     const tercet_onnx_activation *activation,
                     tercet_tensor *x);

#endif // TERCET_ONNX_OP_RNN_ACTIVATION_H
