// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/rnn_activation.h"

#include "base/string_view.h"

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

/// x = number / x
static void
divide_by(tercet_onnx_compose *c, double number, tercet_tensor *x)
{
  tercet_tensor *const operand =
      tercet_onnx_compose_number(c, tercet_tensor_dtype(x), number);
  TERCET_ONNX_DO(c, tercet_tensor_divide_into, operand, x, x);
}

static void
sigmoid(tercet_onnx_compose *c, tercet_tensor *x)
{
  TERCET_ONNX_DO(c, tercet_tensor_negative_into, x, x);
  TERCET_ONNX_DO(c, tercet_tensor_exp_into, x, x);
  apply(c, TERCET_ADD, x, 1.0);
  divide_by(c, 1.0, x);
}

/// Return the negative part of `x`, which then keeps the positive one
static tercet_tensor *
take_negative(tercet_onnx_compose *c, tercet_tensor *x)
{
  tercet_tensor *const out = TERCET_ONNX_MAKE(c, tercet_tensor_copy, x);
  if (c->st == TERCET_OK) {
    apply(c, TERCET_MINIMUM, out, 0.0);
    apply(c, TERCET_MAXIMUM, x, 0.0);
  }
  return out;
}

/// x = x >= 0 ? x : slope * f(x), where f is exp(x) - 1 or x itself
static void
bend(tercet_onnx_compose *c, tercet_tensor *x, double slope, bool is_elu)
{
  tercet_tensor *const negative = take_negative(c, x);
  if (c->st != TERCET_OK) {
    return;
  }
  if (is_elu) {
    TERCET_ONNX_DO(c, tercet_tensor_expm1_into, negative, negative);
  }
  apply(c, TERCET_MULTIPLY, negative, slope);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, x, negative, x);
}

/// x = x > threshold ? x : 0
static void
threshold(tercet_onnx_compose *c, tercet_tensor *x, double least)
{
  const tercet_dtype dtype = tercet_tensor_dtype(x);
  tercet_tensor *const number = tercet_onnx_compose_number(c, dtype, least);
  tercet_tensor *const is_more =
      TERCET_ONNX_MAKE(c, tercet_tensor_greater, x, number);
  tercet_tensor *const factor =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, is_more, dtype);
  TERCET_ONNX_DO(c, tercet_tensor_multiply_into, x, factor, x);
}

/// x = log(1 + exp(x)), computed so that the exponential does not overflow
static void
softplus(tercet_onnx_compose *c, tercet_tensor *x)
{
  tercet_tensor *const rest = TERCET_ONNX_MAKE(c, tercet_tensor_abs, x);
  TERCET_ONNX_DO(c, tercet_tensor_negative_into, rest, rest);
  TERCET_ONNX_DO(c, tercet_tensor_exp_into, rest, rest);
  TERCET_ONNX_DO(c, tercet_tensor_log1p_into, rest, rest);
  apply(c, TERCET_MAXIMUM, x, 0.0);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, x, rest, x);
}

/// x = x / (1 + |x|)
static void
softsign(tercet_onnx_compose *c, tercet_tensor *x)
{
  tercet_tensor *const size = TERCET_ONNX_MAKE(c, tercet_tensor_abs, x);
  if (c->st == TERCET_OK) {
    apply(c, TERCET_ADD, size, 1.0);
  }
  TERCET_ONNX_DO(c, tercet_tensor_divide_into, x, size, x);
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
    bend(c, x, alpha, true);
    break;
  case TERCET_ONNX_ACTIVATION_HARD_SIGMOID:
    apply(c, TERCET_MULTIPLY, x, alpha);
    apply(c, TERCET_ADD, x, beta);
    apply(c, TERCET_MAXIMUM, x, 0.0);
    apply(c, TERCET_MINIMUM, x, 1.0);
    break;
  case TERCET_ONNX_ACTIVATION_LEAKY_RELU:
    bend(c, x, alpha, false);
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
    sigmoid(c, x);
    break;
  case TERCET_ONNX_ACTIVATION_SOFTPLUS:
    softplus(c, x);
    break;
  case TERCET_ONNX_ACTIVATION_SOFTSIGN:
    softsign(c, x);
    break;
  case TERCET_ONNX_ACTIVATION_TANH:
    TERCET_ONNX_DO(c, tercet_tensor_tanh_into, x, x);
    break;
  case TERCET_ONNX_ACTIVATION_THRESHOLDED_RELU:
    threshold(c, x, alpha);
    break;
  }
}
