// SPDX-License-Identifier: Apache-2.0

/**
   Steps of optimizers: Momentum, Adagrad and Adam.

   After the rate and the number of the step come n tensors, n gradients, and
   n of each kind of state; the outputs are the new tensors and states, in the
   same order.
*/

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/op/compose.h"

#include <tercet/tensor.h>

#include <math.h>

/// What a step knows besides the tensors
typedef struct {
  double rate;
  double time;
  size_t n; ///< Tensors that are optimized
} optimizer;

static double
attribute(const tercet_onnx_compose *c, const char *name, float missing)
{
  return (double)tercet_onnx_node_float(c->call->node, name, missing);
}

/// Set up a step with `n_states` states for each tensor
static tercet_status
read_step(const tercet_onnx_call *call, size_t n_states, optimizer *out)
{
  tercet_scalar rate;
  tercet_scalar time;
  const size_t n_kinds = n_states + 2;
  if (call->n_inputs < 2 || (call->n_inputs - 2) % n_kinds != 0) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_ARGUMENT,
                            "%zu inputs are not 2 and a multiple of %zu",
                            call->n_inputs,
                            n_kinds);
  }
  TERCET_TRY(tercet_onnx_input_scalar(call, 0, &rate));
  TERCET_TRY(tercet_onnx_input_scalar(call, 1, &time));
  out->rate = rate.as.f;
  out->time = (double)time.as.i;
  out->n = (call->n_inputs - 2) / n_kinds;
  if (call->n_outputs != out->n * (n_states + 1)) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_ARGUMENT,
                            "%zu outputs instead of %zu",
                            call->n_outputs,
                            out->n * (n_states + 1));
  }
  return TERCET_OK;
}

/// Return input `kind` of tensor `i`
static const tercet_tensor *
input_of(const tercet_onnx_compose *c,
         const optimizer *step,
         size_t kind,
         size_t i)
{
  return tercet_onnx_input(c->call, 2 + kind * step->n + i);
}

/// x = x * factor
static void
scale(tercet_onnx_compose *c, tercet_tensor *x, double factor)
{
  if (c->st == TERCET_OK) {
    tercet_tensor *const number =
        tercet_onnx_compose_number(c, tercet_tensor_dtype(x), factor);
    TERCET_ONNX_DO(c, tercet_tensor_multiply_into, x, number, x);
  }
}

/// Return a * x + b * y
static tercet_tensor *
weighted_sum(tercet_onnx_compose *c,
             double a,
             const tercet_tensor *x,
             double b,
             const tercet_tensor *y)
{
  tercet_tensor *const out = TERCET_ONNX_MAKE(c, tercet_tensor_copy, x);
  tercet_tensor *const other = TERCET_ONNX_MAKE(c, tercet_tensor_copy, y);
  scale(c, out, a);
  scale(c, other, b);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, out, other, out);
  return out;
}

/// Return the gradient with that of the penalty for large numbers
static tercet_tensor *
regular_gradient(tercet_onnx_compose *c, const optimizer *step, size_t i)
{
  return weighted_sum(c,
                      attribute(c, "norm_coefficient", 0),
                      input_of(c, step, 0, i),
                      1,
                      input_of(c, step, 1, i));
}

/// Return x / (sqrt(squares) + epsilon)
static tercet_tensor *
over_root(tercet_onnx_compose *c,
          const tercet_tensor *x,
          const tercet_tensor *squares)
{
  tercet_tensor *const root = TERCET_ONNX_MAKE(c, tercet_tensor_sqrt, squares);
  if (c->st != TERCET_OK) {
    return NULL;
  }
  tercet_tensor *const epsilon = tercet_onnx_compose_number(
      c, tercet_tensor_dtype(root), attribute(c, "epsilon", 1e-6F));
  TERCET_ONNX_DO(c, tercet_tensor_add_into, root, epsilon, root);
  TERCET_ONNX_DO(c, tercet_tensor_divide_into, x, root, root);
  return root;
}

/* ---- The optimizers, for one tensor ---- */

static void
step_adagrad(tercet_onnx_compose *c, const optimizer *step, size_t i)
{
  const double rate =
      step->rate / (1 + step->time * attribute(c, "decay_factor", 0));
  const tercet_tensor *const gradient = regular_gradient(c, step, i);
  const tercet_tensor *const square =
      TERCET_ONNX_MAKE(c, tercet_tensor_square, gradient);
  tercet_tensor *const squares =
      weighted_sum(c, 1, input_of(c, step, 2, i), 1, square);
  const tercet_tensor *const move = over_root(c, gradient, squares);
  tercet_tensor *const x =
      weighted_sum(c, 1, input_of(c, step, 0, i), -rate, move);
  tercet_onnx_compose_give(c, i, x);
  tercet_onnx_compose_give(c, step->n + i, squares);
}

static void
step_momentum(tercet_onnx_compose *c, const optimizer *step, size_t i)
{
  const bool is_nesterov = tercet_string_is(
      tercet_onnx_node_string(c->call->node, "mode", NULL), "nesterov");
  const double alpha = attribute(c, "alpha", 0);
  const double beta = step->time > 0 ? attribute(c, "beta", 0) : 1;
  const tercet_tensor *const gradient = regular_gradient(c, step, i);
  tercet_tensor *const velocity =
      weighted_sum(c, alpha, input_of(c, step, 2, i), beta, gradient);
  const tercet_tensor *const move =
      is_nesterov ? weighted_sum(c, 1, gradient, alpha, velocity) : velocity;
  tercet_tensor *const x =
      weighted_sum(c, 1, input_of(c, step, 0, i), -step->rate, move);
  tercet_onnx_compose_give(c, i, x);
  tercet_onnx_compose_give(c, step->n + i, velocity);
}

static void
step_adam(tercet_onnx_compose *c, const optimizer *step, size_t i)
{
  const double alpha = attribute(c, "alpha", 0.9F);
  const double beta = attribute(c, "beta", 0.999F);
  const double rate = step->time > 0
                          ? step->rate * sqrt(1 - pow(beta, step->time)) /
                                (1 - pow(alpha, step->time))
                          : step->rate;
  const tercet_tensor *const gradient = regular_gradient(c, step, i);
  const tercet_tensor *const square =
      TERCET_ONNX_MAKE(c, tercet_tensor_square, gradient);
  tercet_tensor *const mean =
      weighted_sum(c, alpha, input_of(c, step, 2, i), 1 - alpha, gradient);
  tercet_tensor *const squares =
      weighted_sum(c, beta, input_of(c, step, 3, i), 1 - beta, square);
  const tercet_tensor *const move = over_root(c, mean, squares);
  tercet_tensor *const x =
      weighted_sum(c, 1, input_of(c, step, 0, i), -rate, move);
  scale(c, x, 1 - attribute(c, "norm_coefficient_post", 0));
  tercet_onnx_compose_give(c, i, x);
  tercet_onnx_compose_give(c, step->n + i, mean);
  tercet_onnx_compose_give(c, 2 * step->n + i, squares);
}

typedef void (*step_function)(tercet_onnx_compose *c,
                              const optimizer *step,
                              size_t i);

static tercet_status
run_step(const tercet_onnx_call *call, size_t n_states, step_function function)
{
  optimizer step;
  TERCET_TRY(read_step(call, n_states, &step));
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  for (size_t i = 0; i < step.n; ++i) {
    function(&c, &step, i);
    tercet_onnx_compose_drop(&c, 0);
  }
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_adagrad(const tercet_onnx_call *call)
{
  return run_step(call, 1, step_adagrad);
}

static tercet_status
run_adam(const tercet_onnx_call *call)
{
  return run_step(call, 2, step_adam);
}

static tercet_status
run_momentum(const tercet_onnx_call *call)
{
  return run_step(call, 1, step_momentum);
}

#define DOMAIN "ai.onnx.preview.training"

TERCET_ONNX_DEFINE_TABLE(training,
                         {"Adagrad", DOMAIN, 1, 0, NULL, run_adagrad},
                         {"Adam", DOMAIN, 1, 0, NULL, run_adam},
                         {"Momentum", DOMAIN, 1, 0, NULL, run_momentum});
