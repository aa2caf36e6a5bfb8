// SPDX-License-Identifier: Apache-2.0

/**
   Random numbers, and Dropout.

   They are those of include/tercet/random.h, from the seed of the node, or
   else from the next one of the session: the same on every machine, but not
   the ones of other implementations.
*/

#include "array/dtype.h"
#include "base/error.h"
#include "onnx/op/softmax.h"

#include <tercet/random.h>

#include <string.h>

/// Make a generator: its seed is an attribute, an integer or the bits of a
/// float, or comes from the session
static tercet_status
new_generator(const tercet_onnx_call *call, tercet_random **out)
{
  const tercet_onnx_attribute *const attribute =
      tercet_onnx_node_attribute(call->node, "seed");
  uint64_t seed = 0;
  uint32_t bits = 0;
  if (!attribute) {
    seed = tercet_onnx_call_seed(call);
  } else if (attribute->type == TERCET_ONNX_ATTRIBUTE_INT) {
    seed = (uint64_t)attribute->as.ints[0];
  } else {
    memcpy(&bits, attribute->as.floats, sizeof(bits));
    seed = bits;
  }
  return tercet_random_new(call->scratch, seed, out, call->err);
}

/// Return the type that the attribute `dtype` names
static tercet_onnx_type
wanted_type(const tercet_onnx_call *call, tercet_onnx_type missing)
{
  return (tercet_onnx_type)tercet_onnx_node_int(
      call->node, "dtype", (int64_t)missing);
}

/* ---- Uniform and normal numbers ---- */

static tercet_status
check_float(const tercet_onnx_call *call, tercet_onnx_type type)
{
  const tercet_dtype dtype = tercet_onnx_type_dtype(type);
  return tercet_dtype_kind_of(dtype) == TERCET_KIND_F
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_DTYPE,
                                "no random numbers of type %s",
                                tercet_onnx_type_name(type));
}

/// Fill an output with numbers of the attributes' distribution
static tercet_status
draw_into(const tercet_onnx_call *call, bool is_normal, tercet_tensor *out)
{
  const double first =
      (double)tercet_onnx_node_float(call->node, is_normal ? "mean" : "low", 0);
  const double second = (double)tercet_onnx_node_float(
      call->node, is_normal ? "scale" : "high", 1);
  tercet_random *generator = NULL;
  TERCET_TRY(new_generator(call, &generator));
  const tercet_status st =
      is_normal
          ? tercet_random_normal_into(generator, first, second, out, call->err)
          : tercet_random_uniform_range_into(
                generator, first, second, out, call->err);
  tercet_random_free(generator);
  return st;
}

static tercet_status
draw(const tercet_onnx_call *call, bool is_normal)
{
  const tercet_onnx_type type = wanted_type(call, TERCET_ONNX_FLOAT);
  size_t rank = 0;
  tercet_tensor *out = NULL;
  const int64_t *const shape =
      tercet_onnx_node_ints(call->node, "shape", &rank);
  TERCET_TRY(check_float(call, type));
  TERCET_TRY(tercet_onnx_output(call, 0, type, rank, shape, &out));
  return draw_into(call, is_normal, out);
}

static tercet_status
draw_like(const tercet_onnx_call *call, bool is_normal)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  const tercet_onnx_type type =
      wanted_type(call, tercet_onnx_input_type(call, 0));
  tercet_tensor *out = NULL;
  TERCET_TRY(check_float(call, type));
  TERCET_TRY(tercet_onnx_output(
      call, 0, type, tercet_tensor_rank(x), tercet_tensor_shape(x), &out));
  return draw_into(call, is_normal, out);
}

static tercet_status
run_random_normal(const tercet_onnx_call *call)
{
  return draw(call, true);
}

static tercet_status
run_random_uniform(const tercet_onnx_call *call)
{
  return draw(call, false);
}

static tercet_status
run_random_normal_like(const tercet_onnx_call *call)
{
  return draw_like(call, true);
}

static tercet_status
run_random_uniform_like(const tercet_onnx_call *call)
{
  return draw_like(call, false);
}

/* ---- Choices ---- */

/// Return uniform float64 numbers from [0, 1) in the shape of a tensor
static tercet_tensor *
uniform_like(tercet_onnx_compose *c, const tercet_tensor *x)
{
  tercet_random *generator = NULL;
  if (c->st != TERCET_OK) {
    return NULL;
  }
  c->st = new_generator(c->call, &generator);
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(c, tercet_tensor_zeros_like, x, TERCET_DTYPE_F64);
  if (c->st == TERCET_OK) {
    c->st = tercet_random_uniform_into(generator, out, c->call->err);
  }
  tercet_random_free(generator);
  return out;
}

/// 1 with the probability that input 0 tells, else 0
static tercet_status
run_bernoulli(const tercet_onnx_call *call)
{
  const tercet_onnx_type type =
      wanted_type(call, tercet_onnx_input_type(call, 0));
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const chances =
      tercet_onnx_compose_as(&c, tercet_onnx_input(call, 0), TERCET_DTYPE_F64);
  const tercet_tensor *const numbers = uniform_like(&c, chances);
  tercet_tensor *const drawn =
      TERCET_ONNX_MAKE(&c, tercet_tensor_less, numbers, chances);
  tercet_onnx_compose_give_as(&c, 0, type, drawn);
  return tercet_onnx_compose_end(&c);
}

/// Return the categories that are drawn, whose weights input 0 has
static tercet_tensor *
draw_categories(tercet_onnx_compose *c,
                tercet_onnx_type type,
                const tercet_tensor *weights)
{
  const int64_t n = tercet_onnx_node_int(c->call->node, "sample_size", 1);
  tercet_random *generator = NULL;
  if (c->st != TERCET_OK) {
    return NULL;
  }
  c->st = new_generator(c->call, &generator);
  tercet_tensor *const out = TERCET_ONNX_MAKE(c,
                                              tercet_random_categorical,
                                              generator,
                                              tercet_onnx_type_dtype(type),
                                              weights,
                                              n);
  tercet_random_free(generator);
  return out;
}

/// Input 0 has logarithms of weights
static tercet_status
run_multinomial(const tercet_onnx_call *call)
{
  const tercet_onnx_type type = wanted_type(call, TERCET_ONNX_INT32);
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  if (tercet_tensor_rank(x) != 2) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "input 0 has rank %zu, not 2",
                            tercet_tensor_rank(x));
  }
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const weights =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, x, TERCET_DTYPE_F64);
  tercet_onnx_softmax(&c, weights, 1, weights);
  tercet_onnx_compose_give(&c, 0, draw_categories(&c, type, weights));
  return tercet_onnx_compose_end(&c);
}

/* ---- Dropout ---- */

/// Set `out` to the share of elements that become 0; 0 outside of training,
/// which newer versions tell by inputs
static tercet_status
read_ratio(const tercet_onnx_call *call, double *out)
{
  tercet_scalar ratio = tercet_scalar_from_f64(0.5);
  tercet_scalar training = tercet_scalar_from_bool(false);
  if (call->version < 12) {
    const bool trains =
        call->version < 7 && !tercet_onnx_node_int(call->node, "is_test", 0);
    ratio.as.f = (double)tercet_onnx_node_float(call->node, "ratio", 0.5F);
    training = tercet_scalar_from_bool(trains);
  }
  if (tercet_onnx_has_input(call, 1)) {
    TERCET_TRY(tercet_onnx_input_scalar(call, 1, &ratio));
  }
  if (tercet_onnx_has_input(call, 2)) {
    TERCET_TRY(tercet_onnx_input_scalar(call, 2, &training));
  }
  if (training.as.b && !(ratio.as.f >= 0 && ratio.as.f < 1)) {
    return tercet_onnx_fail(
        call, TERCET_ERR_RANGE, "a ratio of %g is not in [0, 1)", ratio.as.f);
  }
  *out = training.as.b ? ratio.as.f : 0;
  return TERCET_OK;
}

/// The mask has the type of the data in versions before 10, then bool
static tercet_onnx_type
mask_type(const tercet_onnx_call *call)
{
  return call->version < 10 ? tercet_onnx_input_type(call, 0)
                            : TERCET_ONNX_BOOL;
}

/// Give the input as it is, and a mask of ones
static tercet_status
keep_all(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  tercet_tensor *mask = NULL;
  call->outputs[0] = tercet_onnx_value_ref(call->inputs[0]);
  if (!tercet_onnx_wants(call, 1)) {
    return TERCET_OK;
  }
  TERCET_TRY(tercet_onnx_output(call,
                                1,
                                mask_type(call),
                                tercet_tensor_rank(x),
                                tercet_tensor_shape(x),
                                &mask));
  return tercet_tensor_fill(mask, tercet_scalar_from_i64(1), call->err);
}

/// Give the elements that stay divided by their share
static tercet_status
drop_some(const tercet_onnx_call *call, double ratio)
{
  const tercet_onnx_type type = tercet_onnx_input_type(call, 0);
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const x = tercet_onnx_compose_wide(&c, 0);
  const tercet_tensor *const numbers = uniform_like(&c, x);
  tercet_tensor *const limit =
      tercet_onnx_compose_number(&c, TERCET_DTYPE_F64, ratio);
  tercet_tensor *const mask =
      TERCET_ONNX_MAKE(&c, tercet_tensor_greater_equal, numbers, limit);
  if (c.st != TERCET_OK) {
    return tercet_onnx_compose_end(&c);
  }
  const tercet_dtype dtype = tercet_tensor_dtype(x);
  tercet_tensor *const share = tercet_onnx_compose_number(&c, dtype, 1 - ratio);
  tercet_tensor *const zero = tercet_onnx_compose_number(&c, dtype, 0);
  tercet_tensor *const y = TERCET_ONNX_MAKE(&c, tercet_tensor_divide, x, share);
  TERCET_ONNX_DO(&c, tercet_tensor_where_into, mask, y, zero, y);
  tercet_onnx_compose_give_as(&c, 0, type, y);
  tercet_onnx_compose_give_as(&c, 1, mask_type(call), mask);
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_dropout(const tercet_onnx_call *call)
{
  double ratio = 0;
  TERCET_TRY(read_ratio(call, &ratio));
  return ratio > 0 ? drop_some(call, ratio) : keep_all(call);
}

TERCET_ONNX_DEFINE_TABLE(
    random,
    {"Bernoulli", "", 15, 0, NULL, run_bernoulli},
    {"Dropout", "", 1, 0, NULL, run_dropout},
    {"Multinomial", "", 7, 0, NULL, run_multinomial},
    {"RandomNormal", "", 1, 0, NULL, run_random_normal},
    {"RandomNormalLike", "", 1, 0, NULL, run_random_normal_like},
    {"RandomUniform", "", 1, 0, NULL, run_random_uniform},
    {"RandomUniformLike", "", 1, 0, NULL, run_random_uniform_like});
