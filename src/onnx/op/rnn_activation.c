// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/rnn_activation.h"

#include "base/string_view.h"
#include "onnx/op/activation.h"

typedef struct {
  const char *name;
  double alpha;
  double beta;
} activation_defaults;

static const activation_defaults all_defaults[] = {
#define ACTIVATION_DEFAULTS(id, name, alpha, beta) {name, alpha, beta},
    TERCET_ONNX_ACTIVATION_LIST(ACTIVATION_DEFAULTS)
#undef ACTIVATION_DEFAULTS
};

#define N_ACTIVATIONS (sizeof(all_defaults) / sizeof(all_defaults[0]))

static bool
find_kind(tercet_string name, tercet_onnx_activation_kind *out)
{
  for (size_t i = 0; i < N_ACTIVATIONS; ++i) {
    if (tercet_string_equals_ignoring_case(
            name, tercet_string_from(all_defaults[i].name))) {
      *out = (tercet_onnx_activation_kind)i;
      return true;
    }
  }
  return false;
}

tercet_status
tercet_onnx_activations_read(const tercet_onnx_call *call,
                             size_t n,
                             const tercet_onnx_activation_kind *defaults,
                             tercet_onnx_activation *out)
{
  size_t n_names = 0;
  size_t n_alphas = 0;
  size_t n_betas = 0;
  const tercet_string *const names =
      tercet_onnx_node_strings(call->node, "activations", &n_names);
  const float *const alphas =
      tercet_onnx_node_floats(call->node, "activation_alpha", &n_alphas);
  const float *const betas =
      tercet_onnx_node_floats(call->node, "activation_beta", &n_betas);
  if (names && n_names != n) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "attribute activations has %zu names, not %zu",
                            n_names,
                            n);
  }

  for (size_t i = 0; i < n; ++i) {
    out[i].kind = defaults[i];
    if (names && !find_kind(names[i], &out[i].kind)) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_ARGUMENT,
                              "an activation \"%.*s\" is not known",
                              TERCET_STRING_ARGS(names[i]));
    }
    const activation_defaults *const missing = &all_defaults[out[i].kind];
    out[i].alpha = i < n_alphas ? (double)alphas[i] : missing->alpha;
    out[i].beta = i < n_betas ? (double)betas[i] : missing->beta;
  }
  return TERCET_OK;
}

/// x = x op number
static void
apply(tercet_onnx_compose *c,
      tercet_binary_op op,
      tercet_tensor *x,
      double number)
{
  tercet_tensor *const operand =
      tercet_onnx_compose_number(c, tercet_tensor_dtype(x), number);
  TERCET_ONNX_DO(c, tercet_tensor_binary_into, op, x, operand, x);
}

/// Apply a function of activation.c; `beta` of Elu is the slope of positive
/// numbers
static void
map(tercet_onnx_compose *c,
    const tercet_onnx_float_function *function,
    double alpha,
    double beta,
    tercet_tensor *x)
{
  const tercet_onnx_activation_parameters parameters = {alpha, beta};
  const tercet_tensor *const operand = x;
  if (c->st == TERCET_OK) {
    c->st =
        tercet_onnx_float_map(c->call, function, &parameters, 1, &operand, x);
  }
}

void
tercet_onnx_activate(tercet_onnx_compose *c,
                     const tercet_onnx_activation *activation,
                     tercet_tensor *x)
{
  if (c->st != TERCET_OK) {
    return;
  }

  const double alpha = activation->alpha;
  const double beta = activation->beta;
  switch (activation->kind) {
  case TERCET_ONNX_ACTIVATION_AFFINE:
    apply(c, TERCET_MULTIPLY, x, alpha);
    apply(c, TERCET_ADD, x, beta);
    break;
  case TERCET_ONNX_ACTIVATION_ELU:
    map(c, &tercet_onnx_elu, alpha, 1.0, x);
    break;
  case TERCET_ONNX_ACTIVATION_HARD_SIGMOID:
    map(c, &tercet_onnx_hard_sigmoid, alpha, beta, x);
    break;
  case TERCET_ONNX_ACTIVATION_LEAKY_RELU:
    map(c, &tercet_onnx_leaky_relu, alpha, beta, x);
    break;
  case TERCET_ONNX_ACTIVATION_RELU:
    apply(c, TERCET_MAXIMUM, x, 0.0);
    break;
  case TERCET_ONNX_ACTIVATION_SCALED_TANH:
    apply(c, TERCET_MULTIPLY, x, beta);
    TERCET_ONNX_DO(c, tercet_tensor_tanh_into, x, x);
    apply(c, TERCET_MULTIPLY, x, alpha);
    break;
  case TERCET_ONNX_ACTIVATION_SIGMOID:
    map(c, &tercet_onnx_sigmoid, alpha, beta, x);
    break;
  case TERCET_ONNX_ACTIVATION_SOFTPLUS:
    map(c, &tercet_onnx_softplus, alpha, beta, x);
    break;
  case TERCET_ONNX_ACTIVATION_SOFTSIGN:
    map(c, &tercet_onnx_softsign, alpha, beta, x);
    break;
  case TERCET_ONNX_ACTIVATION_TANH:
    TERCET_ONNX_DO(c, tercet_tensor_tanh_into, x, x);
    break;
  case TERCET_ONNX_ACTIVATION_THRESHOLDED_RELU:
    map(c, &tercet_onnx_thresholded_relu, alpha, beta, x);
    break;
  }
}
