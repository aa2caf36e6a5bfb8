// SPDX-License-Identifier: Apache-2.0

/**
   Quantization: y = x / scale + zero point, rounded to a small type, and back.

   There is one scale, or one for each index of an axis, or one for each block
   of elements along it.
*/

#include "base/error.h"
#include "onnx/op/wide.h"
#include "onnx/small_float.h"

#include <string.h>

/* ---- Scales and zero points ---- */

/// Set `out` to the axis that scales belong to
static tercet_status
scale_axis(const tercet_onnx_call *call, size_t rank, size_t *out)
{
  return tercet_onnx_axis(
      call, tercet_onnx_node_int(call->node, "axis", 1), rank, out);
}

/// Return numbers of blocks repeated for each element along the axis
static const tercet_tensor *
spread_blocks(tercet_onnx_compose *c,
              const tercet_tensor *numbers,
              size_t axis,
              int64_t block)
{
  const tercet_tensor *const x = tercet_onnx_input(c->call, 0);
  const size_t rank = tercet_tensor_rank(x);
  const int64_t extent = tercet_tensor_shape(x)[axis];
  const int64_t n_blocks = extent / block + (extent % block != 0);
  if (tercet_tensor_shape(numbers)[axis] != n_blocks) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "%lld scales for %lld blocks on axis %zu",
                             (long long)tercet_tensor_shape(numbers)[axis],
                             (long long)n_blocks,
                             axis);
    return NULL;
  }

  const int64_t n_each = block < extent ? block : extent;
  const tercet_tensor *const all = TERCET_ONNX_MAKE(
      c, tercet_tensor_repeat, numbers, 1, &n_each, (int64_t)axis);
  tercet_range ranges[TERCET_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    ranges[i] = (tercet_range){0, extent, 1, i != axis};
  }
  return TERCET_ONNX_VIEW(c, tercet_tensor_slice, all, rank, ranges);
}

/// Return numbers, one or one for each index of the axis or each block, so
/// that they broadcast to input 0
static const tercet_tensor *
spread(tercet_onnx_compose *c, const tercet_tensor *numbers)
{
  const tercet_onnx_call *const call = c->call;
  const size_t rank = tercet_tensor_rank(tercet_onnx_input(call, 0));
  const int64_t block = tercet_onnx_node_int(call->node, "block_size", 0);
  size_t axis = 0;
  if (c->st != TERCET_OK) {
    return NULL;
  }
  if (tercet_tensor_size(numbers) == 1 && block == 0) {
    return TERCET_ONNX_VIEW(c, tercet_tensor_reshape, numbers, 0, NULL);
  }

  c->st = scale_axis(call, rank, &axis);
  if (c->st == TERCET_OK && tercet_tensor_rank(numbers) == 1 && block == 0) {
    return TERCET_ONNX_VIEW(
        c, tercet_tensor_append_axes, numbers, rank - axis - 1);
  }
  if (c->st == TERCET_OK &&
      (tercet_tensor_rank(numbers) != rank || block <= 0)) {
    c->st = tercet_onnx_fail(call,
                             TERCET_ERR_SHAPE,
                             "scales of rank %zu, with blocks of %lld",
                             tercet_tensor_rank(numbers),
                             (long long)block);
  }
  return c->st == TERCET_OK ? spread_blocks(c, numbers, axis, block) : NULL;
}

/// Return a tensor of any type as numbers of a dtype
static const tercet_tensor *
numbers_of(tercet_onnx_compose *c, size_t i, tercet_dtype dtype)
{
  const tercet_onnx_type type = tercet_onnx_input_type(c->call, i);
  const tercet_tensor *x = tercet_onnx_input(c->call, i);
  if (tercet_onnx_is_small_float(type) && c->st == TERCET_OK) {
    c->st = tercet_small_floats_decode(
        c->call->alloc, type, x, &c->made, c->call->err);
    x = tercet_onnx_compose_step(c, c->st);
  }
  return tercet_onnx_compose_as(c, x, dtype);
}

/* ---- To a small type ---- */

/// Write numbers as elements of a type: floats are rounded, integers have been
static void
narrow_into(tercet_onnx_compose *c,
            tercet_onnx_type type,
            const tercet_tensor *numbers,
            tercet_tensor *out)
{
  if (tercet_onnx_is_small_float(type)) {
    const bool saturates = tercet_onnx_node_int(c->call->node, "saturate", 1);
    TERCET_ONNX_DO(c,
                   tercet_small_floats_encode,
                   c->call->alloc,
                   type,
                   saturates,
                   numbers,
                   out);
  } else if (tercet_onnx_is_small_integer(type)) {
    TERCET_ONNX_DO(c, tercet_small_integers_encode, type, numbers, out);
  } else {
    TERCET_ONNX_DO(c, tercet_tensor_assign, out, numbers);
  }
}

/// Return the dtype of the division
static tercet_dtype
division_dtype(const tercet_onnx_call *call)
{
  const int64_t precision = tercet_onnx_node_int(call->node, "precision", 0);
  const tercet_dtype dtype =
      precision ? tercet_onnx_type_dtype((tercet_onnx_type)precision)
                : tercet_tensor_dtype(tercet_onnx_input(call, 1));
  return dtype == TERCET_DTYPE_I32 ? TERCET_DTYPE_F32 : dtype;
}

static tercet_onnx_type
quantized_type(const tercet_onnx_call *call)
{
  const int64_t wanted = tercet_onnx_node_int(call->node, "output_dtype", 0);
  return tercet_onnx_has_input(call, 2) ? tercet_onnx_input_type(call, 2)
         : wanted                       ? (tercet_onnx_type)wanted
                                        : TERCET_ONNX_UINT8;
}

static tercet_status
run_quantize_linear(const tercet_onnx_call *call)
{
  const tercet_onnx_type type = quantized_type(call);
  const tercet_dtype dtype = division_dtype(call);
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_output(call,
                                0,
                                type,
                                tercet_tensor_rank(input),
                                tercet_tensor_shape(input),
                                &out));
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const x = tercet_onnx_compose_as(&c, input, dtype);
  const tercet_tensor *const scales =
      spread(&c, tercet_onnx_compose_as(&c, tercet_onnx_input(call, 1), dtype));
  tercet_tensor *const quotient =
      TERCET_ONNX_MAKE(&c, tercet_tensor_divide, x, scales);
  // In float32 sums that do not saturate are exact, those of halves are not
  tercet_tensor *const y =
      tercet_onnx_wide_dtype(dtype) == dtype
          ? quotient
          : TERCET_ONNX_MAKE(
                &c, tercet_tensor_cast, quotient, TERCET_DTYPE_F32);
  if (!tercet_onnx_is_small_float(type)) {
    TERCET_ONNX_DO(&c, tercet_tensor_round_into, y, y);
  }
  if (tercet_onnx_has_input(call, 2)) {
    const tercet_tensor *const zeros =
        spread(&c, numbers_of(&c, 2, tercet_onnx_wide_dtype(dtype)));
    TERCET_ONNX_DO(&c, tercet_tensor_add_into, y, zeros, y);
  }
  narrow_into(&c, type, y, out);
  return tercet_onnx_compose_end(&c);
}

/* ---- And back ---- */

/// Rounded once: differences of small types are exact in float32, where the
/// product is then that of the output, and others in float64
static tercet_status
run_dequantize_linear(const tercet_onnx_call *call)
{
  const int64_t wanted = tercet_onnx_node_int(call->node, "output_dtype", 0);
  const tercet_onnx_type type =
      wanted ? (tercet_onnx_type)wanted : tercet_onnx_input_type(call, 1);
  const bool is_small = tercet_onnx_input_type(call, 0) != TERCET_ONNX_INT32 &&
                        tercet_onnx_input_type(call, 1) == TERCET_ONNX_FLOAT &&
                        type == TERCET_ONNX_FLOAT;
  const tercet_dtype dtype = is_small ? TERCET_DTYPE_F32 : TERCET_DTYPE_F64;
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *x = numbers_of(&c, 0, dtype);
  const tercet_tensor *const scales = spread(&c, numbers_of(&c, 1, dtype));
  if (tercet_onnx_has_input(call, 2)) {
    const tercet_tensor *const zeros = spread(&c, numbers_of(&c, 2, dtype));
    x = TERCET_ONNX_MAKE(&c, tercet_tensor_subtract, x, zeros);
  }
  tercet_tensor *const y =
      TERCET_ONNX_MAKE(&c, tercet_tensor_multiply, x, scales);
  tercet_onnx_compose_give_as(&c, 0, type, y);
  return tercet_onnx_compose_end(&c);
}

/* ---- With a scale of its own ---- */

/// Set the least and greatest element, and 0
static void
find_bounds(tercet_onnx_compose *c,
            const tercet_tensor *x,
            tercet_tensor **min,
            tercet_tensor **max)
{
  tercet_tensor *const zero =
      tercet_onnx_compose_number(c, TERCET_DTYPE_F32, 0);
  if (c->st == TERCET_OK && tercet_tensor_size(x) == 0) {
    *min = zero;
    *max = zero;
    return;
  }
  *min = TERCET_ONNX_MAKE(c, tercet_tensor_min, x, 0, NULL, false);
  *max = TERCET_ONNX_MAKE(c, tercet_tensor_max, x, 0, NULL, false);
  TERCET_ONNX_DO(c, tercet_tensor_minimum_into, *min, zero, *min);
  TERCET_ONNX_DO(c, tercet_tensor_maximum_into, *max, zero, *max);
}

/// Zeros alone have the scale 0 and the zero point 0
static tercet_status
run_dynamic_quantize_linear(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *min = NULL;
  tercet_tensor *max = NULL;
  find_bounds(&c, x, &min, &max);
  tercet_tensor *const steps =
      tercet_onnx_compose_number(&c, TERCET_DTYPE_F32, 255);
  tercet_tensor *const scale =
      TERCET_ONNX_MAKE(&c, tercet_tensor_subtract, max, min);
  TERCET_ONNX_DO(&c, tercet_tensor_divide_into, scale, steps, scale);

  tercet_tensor *const zero =
      TERCET_ONNX_MAKE(&c, tercet_tensor_divide, min, scale);
  TERCET_ONNX_DO(&c, tercet_tensor_negative_into, zero, zero);
  TERCET_ONNX_DO(&c, tercet_tensor_round_into, zero, zero);
  tercet_tensor *const point =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, zero, TERCET_DTYPE_U8);
  const tercet_tensor *const whole_point =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, point, TERCET_DTYPE_F32);
  tercet_tensor *const y = TERCET_ONNX_MAKE(&c, tercet_tensor_divide, x, scale);
  TERCET_ONNX_DO(&c, tercet_tensor_round_into, y, y);
  TERCET_ONNX_DO(&c, tercet_tensor_add_into, y, whole_point, y);
  tercet_onnx_compose_give_as(&c, 0, TERCET_ONNX_UINT8, y);
  tercet_onnx_compose_give_as(&c, 1, TERCET_ONNX_FLOAT, scale);
  tercet_onnx_compose_give_as(&c, 2, TERCET_ONNX_UINT8, point);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    quantize,
    {"DequantizeLinear", "", 10, 0, NULL, run_dequantize_linear},
    {"DynamicQuantizeLinear", "", 11, 0, NULL, run_dynamic_quantize_linear},
    {"QuantizeLinear", "", 10, 0, NULL, run_quantize_linear});
