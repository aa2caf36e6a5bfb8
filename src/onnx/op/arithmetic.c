// SPDX-License-Identifier: Apache-2.0

/**
   Arithmetic on two tensors and on any number of them.

   Integers wrap; division by zero is #TERCET_ERR_RANGE, and the quotient of
   the least integer and -1 is that integer again.  A maximum or minimum is NaN
   if an operand is.
*/

#include "array/create_scalar.h"
#include "array/dtype.h"
#include "base/error.h"
#include "onnx/op/elementwise.h"

TERCET_ONNX_BINARY(add, ADD)
TERCET_ONNX_BINARY(sub, SUBTRACT)
TERCET_ONNX_BINARY(mul, MULTIPLY)
TERCET_ONNX_BINARY(div, DIVIDE)

/// Integers have the sign of the divisor, or with `fmod` that of the dividend,
/// as floats always have
static tercet_status
run_mod(const tercet_onnx_call *call)
{
  const tercet_dtype dtype = tercet_tensor_dtype(tercet_onnx_input(call, 0));
  const bool is_fmod = tercet_onnx_node_int(call->node, "fmod", 0) ||
                       tercet_dtype_kind_of(dtype) == TERCET_KIND_F;
  return tercet_onnx_binary(call,
                            is_fmod ? TERCET_FMOD : TERCET_REMAINDER,
                            tercet_onnx_input_type(call, 0));
}

/* ---- Powers ---- */

/// Return the dtype in which a power is found.  Of two integers the exponent
/// tells: modulo 2^64 the sign of the base does not matter.
static tercet_dtype
power_dtype(tercet_dtype base, tercet_dtype exponent)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(exponent);
  if (base == exponent) {
    return base;
  }
  if (tercet_dtype_kind_of(base) == TERCET_KIND_F || kind == TERCET_KIND_F) {
    return tercet_dtype_promote(base, exponent);
  }
  return kind == TERCET_KIND_U ? TERCET_DTYPE_U64 : TERCET_DTYPE_I64;
}

/// Raise `a` to the power of `b`, both brought to one dtype, and write what
/// the output's dtype makes of it
static tercet_status
power_between(const tercet_onnx_call *call,
              const tercet_tensor *a,
              const tercet_tensor *b,
              tercet_dtype dtype,
              tercet_tensor *out)
{
  tercet_tensor *wide_a = NULL;
  tercet_tensor *wide_b = NULL;
  tercet_tensor *power = NULL;
  tercet_status st =
      tercet_tensor_cast(call->scratch, a, dtype, &wide_a, call->err);
  if (st == TERCET_OK) {
    st = tercet_tensor_cast(call->scratch, b, dtype, &wide_b, call->err);
  }
  if (st == TERCET_OK) {
    st = tercet_tensor_power(call->scratch, wide_a, wide_b, &power, call->err);
  }
  if (st == TERCET_OK) {
    st = tercet_tensor_assign(out, power, call->err);
  }
  tercet_tensor_unref(power);
  tercet_tensor_unref(wide_b);
  tercet_tensor_unref(wide_a);
  return st;
}

/// Return whether the exponent is one number, and set `out` to it
static bool
read_exponent(const tercet_tensor *b, double *out)
{
  if (tercet_tensor_size(b) != 1) {
    return false;
  }
  const tercet_scalar scalar =
      tercet_scalar_from_element(tercet_tensor_dtype(b), tercet_tensor_data(b));
  *out = scalar.dtype == TERCET_DTYPE_F64   ? scalar.as.f
         : scalar.dtype == TERCET_DTYPE_I64 ? (double)scalar.as.i
                                            : (double)scalar.as.u;
  return true;
}

/// Write the powers of `a` to `out`
static tercet_status
raise_to_powers(const tercet_onnx_call *call,
                const tercet_tensor *a,
                const tercet_tensor *b,
                tercet_tensor *out)
{
  const tercet_dtype base = tercet_tensor_dtype(a);
  tercet_dtype dtype = power_dtype(base, tercet_tensor_dtype(b));
  double exponent = 0;
  const bool is_one = read_exponent(b, &exponent);
  if (is_one && exponent == 2) {
    return tercet_tensor_square_into(a, out, call->err);
  }
  if (is_one && base == TERCET_DTYPE_F32 &&
      (double)(float)exponent == exponent) {
    dtype = base; // The exponent loses nothing
  }
  return tercet_tensor_dtype(b) == dtype && base == dtype
             ? tercet_tensor_power_into(a, b, out, call->err)
             : power_between(call, a, b, dtype, out);
}

static tercet_status
run_pow(const tercet_onnx_call *call)
{
  tercet_tensor *b = NULL;
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_right_operand(call, &b));
  const tercet_onnx_value operands[] = {call->inputs[0],
                                        tercet_onnx_value_from_tensor(b)};
  tercet_status st = tercet_onnx_broadcast_output(
      call, tercet_onnx_input_type(call, 0), 2, operands, &out);
  if (st == TERCET_OK) {
    st = raise_to_powers(call, tercet_onnx_input(call, 0), b, out);
  }
  tercet_tensor_unref(b);
  return st;
}

/* ---- Any number of operands ---- */

/// Combine `total`, of the shape that all broadcast to, with one more tensor
static tercet_status
fold_in(const tercet_onnx_call *call,
        tercet_binary_op op,
        const tercet_tensor *x,
        tercet_tensor *total)
{
  const tercet_dtype dtype = tercet_tensor_dtype(total);
  if (tercet_tensor_dtype(x) == dtype) {
    return tercet_tensor_binary_into(op, total, x, total, call->err);
  }
  tercet_tensor *wide = NULL;
  TERCET_TRY(tercet_tensor_cast(call->scratch, x, dtype, &wide, call->err));
  const tercet_status st =
      tercet_tensor_binary_into(op, total, wide, total, call->err);
  tercet_tensor_unref(wide);
  return st;
}

/// Combine all inputs in `total`, whose dtype may be wider than theirs
static tercet_status
fold_inputs(const tercet_onnx_call *call,
            tercet_binary_op op,
            tercet_tensor *total)
{
  const tercet_tensor *const first = tercet_onnx_input(call, 0);
  const tercet_tensor *const second = tercet_onnx_input(call, 1);
  if (call->n_inputs == 2 &&
      tercet_tensor_dtype(first) == tercet_tensor_dtype(total)) {
    return tercet_tensor_binary_into(op, first, second, total, call->err);
  }
  TERCET_TRY(tercet_tensor_assign(total, first, call->err));
  for (size_t i = 1; i < call->n_inputs; ++i) {
    TERCET_TRY(fold_in(call, op, tercet_onnx_input(call, i), total));
  }
  return TERCET_OK;
}

/// Make the output, in the shape that all inputs broadcast to
static tercet_status
variadic_output(const tercet_onnx_call *call, tercet_tensor **out)
{
  return tercet_onnx_broadcast_output(
      call, tercet_onnx_input_type(call, 0), call->n_inputs, call->inputs, out);
}

static tercet_status
run_max(const tercet_onnx_call *call)
{
  tercet_tensor *out = NULL;
  TERCET_TRY(variadic_output(call, &out));
  return fold_inputs(call, TERCET_MAXIMUM, out);
}

static tercet_status
run_min(const tercet_onnx_call *call)
{
  tercet_tensor *out = NULL;
  TERCET_TRY(variadic_output(call, &out));
  return fold_inputs(call, TERCET_MINIMUM, out);
}

/// Divide `total` by the number of inputs
static tercet_status
divide_by_count(const tercet_onnx_call *call, tercet_tensor *total)
{
  tercet_tensor *count = NULL;
  TERCET_TRY(tercet_tensor_full(call->scratch,
                                tercet_tensor_dtype(total),
                                0,
                                NULL,
                                tercet_scalar_from_i64((int64_t)call->n_inputs),
                                &count,
                                call->err));
  const tercet_status st =
      tercet_tensor_divide_into(total, count, total, call->err);
  tercet_tensor_unref(count);
  return st;
}

static tercet_status
add_inputs(const tercet_onnx_call *call, bool is_mean, tercet_tensor *total)
{
  TERCET_TRY(fold_inputs(call, TERCET_ADD, total));
  return is_mean ? divide_by_count(call, total) : TERCET_OK;
}

/// Half floats are added in float32, so that the result is rounded once
static tercet_status
run_sum_or_mean(const tercet_onnx_call *call, bool is_mean)
{
  tercet_tensor *out = NULL;
  TERCET_TRY(variadic_output(call, &out));
  const bool is_half = tercet_dtype_size(tercet_tensor_dtype(out)) < 4;
  if (!is_half || call->n_inputs == 1) {
    return add_inputs(call, is_mean, out);
  }

  tercet_tensor *total = NULL;
  TERCET_TRY(tercet_tensor_zeros_like(
      call->scratch, out, TERCET_DTYPE_F32, &total, call->err));
  tercet_status st = add_inputs(call, is_mean, total);
  if (st == TERCET_OK) {
    st = tercet_tensor_assign(out, total, call->err);
  }
  tercet_tensor_unref(total);
  return st;
}

static tercet_status
run_sum(const tercet_onnx_call *call)
{
  return run_sum_or_mean(call, false);
}

static tercet_status
run_mean(const tercet_onnx_call *call)
{
  return run_sum_or_mean(call, true);
}

TERCET_ONNX_DEFINE_TABLE(arithmetic,
                         {"Add", "", 1, 0, NULL, run_add},
                         {"Div", "", 1, 0, NULL, run_div},
                         {"Max", "", 1, 0, NULL, run_max},
                         {"Mean", "", 1, 0, NULL, run_mean},
                         {"Min", "", 1, 0, NULL, run_min},
                         {"Mod", "", 10, 0, NULL, run_mod},
                         {"Mul", "", 1, 0, NULL, run_mul},
                         {"Pow", "", 1, 0, NULL, run_pow},
                         {"Sub", "", 1, 0, NULL, run_sub},
                         {"Sum", "", 1, 0, NULL, run_sum});
