// SPDX-License-Identifier: Apache-2.0

/// Activation functions.  NaN stays NaN in all of them.

#include "onnx/op/activation.h"

#include "array/dtype.h"
#include "array/kernel/math.h"
#include "base/error.h"
#include "base/string_view.h"
#include "onnx/op/compose.h"
#include "onnx/op/elementwise.h"

#include <string.h>

typedef tercet_onnx_activation_parameters parameters;

#define REAL float
#define TILE(name) name##_f32
#define MATH(NAME) tercet_math_f32_for(TERCET_MATH_##NAME)
#include "onnx/op/activation_tiles.h"
#undef MATH
#undef TILE
#undef REAL

#define REAL double
#define TILE(name) name##_f64
#define MATH(NAME) tercet_math_f64_for(TERCET_MATH_##NAME)
#include "onnx/op/activation_tiles.h"
#undef MATH
#undef TILE
#undef REAL

#define FUNCTION(name)                                                         \
  const tercet_onnx_float_function tercet_onnx_##name = {name##_f32,           \
                                                         name##_f64};

FUNCTION(leaky_relu)
FUNCTION(elu)
FUNCTION(sigmoid)
FUNCTION(hard_sigmoid)
FUNCTION(softplus)
FUNCTION(softsign)
FUNCTION(thresholded_relu)

#undef FUNCTION
#define FUNCTION(name)                                                         \
  static const tercet_onnx_float_function tercet_onnx_##name = {name##_f32,    \
                                                                name##_f64};

FUNCTION(prelu)
FUNCTION(celu)
FUNCTION(hard_swish)
FUNCTION(mish)
FUNCTION(gelu)
FUNCTION(gelu_tanh)
FUNCTION(shrink)

/* ---- One operand ---- */

/// Make the output, of the type and shape of input 0
static tercet_status
same_output(const tercet_onnx_call *call, tercet_tensor **out)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  return tercet_onnx_output(call,
                            0,
                            tercet_onnx_input_type(call, 0),
                            tercet_tensor_rank(x),
                            tercet_tensor_shape(x),
                            out);
}

static tercet_status
activate(const tercet_onnx_call *call,
         const tercet_onnx_float_function *function,
         double alpha,
         double beta)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  const parameters p = {alpha, beta};
  tercet_tensor *out = NULL;
  TERCET_TRY(same_output(call, &out));
  return tercet_onnx_float_map(call, function, &p, 1, &x, out);
}

static double
attribute(const tercet_onnx_call *call, const char *name, float missing)
{
  return (double)tercet_onnx_node_float(call->node, name, missing);
}

#define ACTIVATION(name, alpha, beta)                                          \
  static tercet_status run_##name(const tercet_onnx_call *call)                \
  {                                                                            \
    return activate(call, &tercet_onnx_##name, alpha, beta);                   \
  }

ACTIVATION(leaky_relu, attribute(call, "alpha", 0.01F), 0)
ACTIVATION(elu, attribute(call, "alpha", 1.0F), 1)
ACTIVATION(celu, attribute(call, "alpha", 1.0F), 0)
ACTIVATION(sigmoid, 0, 0)
ACTIVATION(hard_sigmoid,
           attribute(call, "alpha", 0.2F),
           attribute(call, "beta", 0.5F))
ACTIVATION(hard_swish, 1.0 / 6, 0.5)
ACTIVATION(softplus, 0, 0)
ACTIVATION(softsign, 0, 0)
ACTIVATION(mish, 0, 0)
ACTIVATION(thresholded_relu, attribute(call, "alpha", 1.0F), 0)

/// Version 1 had other defaults, with fewer digits
static tercet_status
run_selu(const tercet_onnx_call *call)
{
  const bool is_old = call->version < 6;
  return activate(
      call,
      &tercet_onnx_elu,
      attribute(call, "alpha", is_old ? 1.6732F : 1.67326319217681884765625F),
      attribute(call, "gamma", is_old ? 1.0507F : 1.05070102214813232421875F));
}

static tercet_status
run_gelu(const tercet_onnx_call *call)
{
  const tercet_string how =
      tercet_onnx_node_string(call->node, "approximate", "none");
  if (!tercet_string_is(how, "none") && !tercet_string_is(how, "tanh")) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_ARGUMENT,
                            "attribute approximate is \"%.*s\"",
                            TERCET_STRING_ARGS(how));
  }
  return activate(call,
                  tercet_string_is(how, "tanh") ? &tercet_onnx_gelu_tanh
                                                : &tercet_onnx_gelu,
                  0,
                  0);
}

static tercet_status
run_shrink(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  const double lambd = attribute(call, "lambd", 0.5F);
  const double bias = attribute(call, "bias", 0);
  if (tercet_dtype_kind_of(tercet_tensor_dtype(x)) == TERCET_KIND_F) {
    return activate(call, &tercet_onnx_shrink, lambd, bias);
  }

  // Integers are computed in float64
  const parameters p = {lambd, bias};
  tercet_tensor *out = NULL;
  tercet_tensor *wide = NULL;
  TERCET_TRY(same_output(call, &out));
  TERCET_TRY(
      tercet_tensor_cast(call->scratch, x, TERCET_DTYPE_F64, &wide, call->err));
  const tercet_tensor *const in = wide;
  tercet_status st =
      tercet_onnx_float_map(call, &tercet_onnx_shrink, &p, 1, &in, wide);
  if (st == TERCET_OK) {
    st = tercet_tensor_assign(out, wide, call->err);
  }
  tercet_tensor_unref(wide);
  return st;
}

/* ---- Slopes ---- */

/// Set `out` to the slopes; before version 7 a vector had one for each channel,
/// which is axis 1
static tercet_status
read_slopes(const tercet_onnx_call *call, tercet_tensor **out)
{
  tercet_tensor *const slope = call->inputs[1].tensor;
  const size_t rank = tercet_tensor_rank(tercet_onnx_input(call, 0));
  if (call->version < 7 && tercet_tensor_rank(slope) == 1 && rank > 2) {
    return tercet_tensor_append_axes(slope, rank - 2, out, call->err);
  }
  *out = tercet_tensor_ref(slope);
  return TERCET_OK;
}

static tercet_status
integer_prelu(const tercet_onnx_call *call,
              const tercet_tensor *x,
              const tercet_tensor *slope,
              tercet_tensor *out)
{
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const zero =
      tercet_onnx_compose_number(&c, tercet_tensor_dtype(x), 0);
  tercet_tensor *const is_negative =
      TERCET_ONNX_MAKE(&c, tercet_tensor_less, x, zero);
  tercet_tensor *const product =
      TERCET_ONNX_MAKE(&c, tercet_tensor_multiply, x, slope);
  TERCET_ONNX_DO(&c, tercet_tensor_where_into, is_negative, product, x, out);
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_prelu(const tercet_onnx_call *call)
{
  tercet_tensor *out = NULL;
  tercet_tensor *slope = NULL;
  TERCET_TRY(same_output(call, &out));
  TERCET_TRY(read_slopes(call, &slope));
  const tercet_tensor *const operands[] = {tercet_onnx_input(call, 0), slope};
  const bool is_float =
      tercet_dtype_kind_of(tercet_tensor_dtype(out)) == TERCET_KIND_F;
  const tercet_status st =
      is_float ? tercet_onnx_float_map(
                     call, &tercet_onnx_prelu, NULL, 2, operands, out)
               : integer_prelu(call, operands[0], slope, out);
  tercet_tensor_unref(slope);
  return st;
}

/* ---- Bounds ---- */

static tercet_status
run_relu(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  tercet_tensor *zero = NULL;
  tercet_tensor *out = NULL;
  TERCET_TRY(same_output(call, &out));
  TERCET_TRY(tercet_tensor_new(
      call->scratch, tercet_tensor_dtype(x), 0, NULL, &zero, call->err));
  const tercet_status st = tercet_tensor_maximum_into(x, zero, out, call->err);
  tercet_tensor_unref(zero);
  return st;
}

/// Set `out` to a bound: a tensor of rank 0 that is an input, or before version
/// 11 an attribute; NULL if it is neither
static tercet_status
read_bound(const tercet_onnx_call *call,
           size_t i,
           const char *name,
           tercet_tensor **out)
{
  *out = NULL;
  const tercet_onnx_attribute *const attribute_ =
      tercet_onnx_node_attribute(call->node, name);
  const tercet_dtype dtype = tercet_tensor_dtype(tercet_onnx_input(call, 0));
  if (!tercet_onnx_has_input(call, i)) {
    return attribute_
               ? tercet_tensor_full(
                     call->scratch,
                     dtype,
                     0,
                     NULL,
                     tercet_scalar_from_f64((double)attribute_->as.floats[0]),
                     out,
                     call->err)
               : TERCET_OK;
  }

  const tercet_tensor *const bound = tercet_onnx_input(call, i);
  if (tercet_tensor_size(bound) != 1) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "input %zu has %lld elements, not one",
                            i,
                            (long long)tercet_tensor_size(bound));
  }
  return tercet_tensor_reshape(bound, 0, NULL, out, call->err);
}

/// Where the bounds contradict each other the upper one wins
static tercet_status
clip_between(const tercet_onnx_call *call,
             const tercet_tensor *min,
             const tercet_tensor *max,
             tercet_tensor *out)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  if (min) {
    TERCET_TRY(tercet_tensor_maximum_into(x, min, out, call->err));
  }
  if (max) {
    return tercet_tensor_minimum_into(min ? out : x, max, out, call->err);
  }
  return min ? TERCET_OK : tercet_tensor_assign(out, x, call->err);
}

static tercet_status
run_clip(const tercet_onnx_call *call)
{
  tercet_tensor *out = NULL;
  tercet_tensor *min = NULL;
  tercet_tensor *max = NULL;
  TERCET_TRY(same_output(call, &out));
  TERCET_TRY(read_bound(call, 1, "min", &min));
  tercet_status st = read_bound(call, 2, "max", &max);
  if (st == TERCET_OK) {
    st = clip_between(call, min, max, out);
  }
  tercet_tensor_unref(max);
  tercet_tensor_unref(min);
  return st;
}

TERCET_ONNX_DEFINE_TABLE(
    activation,
    {"Celu", "", 12, 0, NULL, run_celu},
    {"Clip", "", 1, 0, NULL, run_clip},
    {"Elu", "", 1, 0, NULL, run_elu},
    {"Gelu", "", 20, 0, NULL, run_gelu},
    {"HardSigmoid", "", 1, 0, NULL, run_hard_sigmoid},
    {"HardSwish", "", 14, 0, NULL, run_hard_swish},
    {"LeakyRelu", "", 1, 0, NULL, run_leaky_relu},
    {"Mish", "", 18, 0, NULL, run_mish},
    {"PRelu", "", 1, 0, NULL, run_prelu},
    {"Relu", "", 1, 0, NULL, run_relu},
    {"Selu", "", 1, 0, NULL, run_selu},
    {"Shrink", "", 9, 0, NULL, run_shrink},
    {"Sigmoid", "", 1, 0, NULL, run_sigmoid},
    {"Softplus", "", 1, 0, NULL, run_softplus},
    {"Softsign", "", 1, 0, NULL, run_softsign},
    {"ThresholdedRelu", "", 10, 0, NULL, run_thresholded_relu});
