// SPDX-License-Identifier: Apache-2.0

/**
   Reductions over some axes.

   Integers are exact and wrap.  Sums of floats are gathered in float64 and
   rounded once.  Of nothing a sum is 0, a product 1, a maximum the least number
   of the type (-infinity, false), a minimum the greatest, and a mean NaN, or 0
   among integers.
*/

#include "array/reduce.h"
#include "array/dtype.h"
#include "base/error.h"
#include "onnx/op/wide.h"

#include <math.h>
#include <string.h>

/// What one call reduces
typedef struct {
  const tercet_tensor *x;
  bool reduces[TERCET_MAX_RANK]; ///< One for each axis
  bool is_noop;                  ///< No axes mean none, instead of all
  size_t rank;                   ///< Of the output
  int64_t shape[TERCET_MAX_RANK];
  int64_t count; ///< Elements of each result
} reduction;

/// Numbers of axes, in rising order
typedef struct {
  size_t n;
  int64_t items[TERCET_MAX_RANK];
} axis_list;

/// Set which axes go
static tercet_status
read_axes(const tercet_onnx_call *call, reduction *out)
{
  const size_t rank = tercet_tensor_rank(out->x);
  int64_t axes[TERCET_MAX_RANK];
  size_t n = 0;
  bool is_given = false;
  TERCET_TRY(tercet_onnx_call_ints(call, 1, "axes", axes, &n, &is_given));
  out->is_noop =
      n == 0 && tercet_onnx_node_int(call->node, "noop_with_empty_axes", 0);
  for (size_t i = 0; i < rank; ++i) {
    out->reduces[i] = n == 0 && !out->is_noop;
  }
  for (size_t i = 0; i < n; ++i) {
    size_t axis = 0;
    TERCET_TRY(tercet_onnx_axis(call, axes[i], rank, &axis));
    if (out->reduces[axis]) {
      return tercet_onnx_fail(
          call, TERCET_ERR_SHAPE, "axis %zu is given twice", axis);
    }
    out->reduces[axis] = true;
  }
  return TERCET_OK;
}

static tercet_status
read_reduction(const tercet_onnx_call *call, reduction *out)
{
  out->x = tercet_onnx_input(call, 0);
  TERCET_TRY(read_axes(call, out));
  const int64_t *const shape = tercet_tensor_shape(out->x);
  const bool keepdims = tercet_onnx_node_int(call->node, "keepdims", 1);
  out->rank = 0;
  out->count = 1;
  for (size_t i = 0; i < tercet_tensor_rank(out->x); ++i) {
    out->count *= out->reduces[i] ? shape[i] : 1;
    if (!out->reduces[i] || keepdims) {
      out->shape[out->rank++] = out->reduces[i] ? 1 : shape[i];
    }
  }
  return TERCET_OK;
}

/// Make the output, of the type of the input
static tercet_status
reduced_output(const tercet_onnx_call *call,
               const reduction *how,
               tercet_tensor **out)
{
  return tercet_onnx_output(
      call, 0, tercet_onnx_input_type(call, 0), how->rank, how->shape, out);
}

/// Run a reduction that array/ has for the dtype of the input
static tercet_status
run_reduce(const tercet_onnx_call *call, unsigned op)
{
  reduction how;
  tercet_tensor *out = NULL;
  TERCET_TRY(read_reduction(call, &how));
  if (how.is_noop) {
    call->outputs[0] = tercet_onnx_value_ref(call->inputs[0]);
    return TERCET_OK;
  }
  TERCET_TRY(reduced_output(call, &how, &out));
  return tercet_reduce_into(op, how.x, how.reduces, 0, out, call->err);
}

#define REDUCTION(name, op)                                                    \
  static tercet_status run_reduce_##name(const tercet_onnx_call *call)         \
  {                                                                            \
    return run_reduce(call, op);                                               \
  }

REDUCTION(sum, TERCET_SUM)
REDUCTION(prod, REDUCE_PROD)
REDUCTION(l1, TERCET_NORM1)
REDUCTION(l2, REDUCE_OWN_NORM2)
REDUCTION(sum_square, REDUCE_SQUARES)

/* ---- Extremes ---- */

/// Return the least or greatest number of a dtype
static tercet_scalar
bound_of(tercet_dtype dtype, bool is_least)
{
  const unsigned bits = (unsigned)tercet_dtype_size(dtype) * 8U;
  switch (tercet_dtype_kind_of(dtype)) {
  case TERCET_KIND_B:
    return tercet_scalar_from_bool(!is_least);
  case TERCET_KIND_I:
    return tercet_scalar_from_i64(is_least ? INT64_MIN >> (64U - bits)
                                           : INT64_MAX >> (64U - bits));
  case TERCET_KIND_U:
    return tercet_scalar_from_u64(is_least ? 0 : UINT64_MAX >> (64U - bits));
  case TERCET_KIND_F:
  case TERCET_KIND_C:
    break;
  }
  return tercet_scalar_from_f64(is_least ? -(double)INFINITY
                                         : (double)INFINITY);
}

static tercet_status
run_extreme(const tercet_onnx_call *call, unsigned op)
{
  reduction how;
  tercet_tensor *out = NULL;
  TERCET_TRY(read_reduction(call, &how));
  if (how.is_noop) {
    call->outputs[0] = tercet_onnx_value_ref(call->inputs[0]);
    return TERCET_OK;
  }
  TERCET_TRY(reduced_output(call, &how, &out));
  return how.count > 0
             ? tercet_reduce_into(op, how.x, how.reduces, 0, out, call->err)
             : tercet_tensor_fill(
                   out,
                   bound_of(tercet_tensor_dtype(out), op == TERCET_MAX),
                   call->err);
}

static tercet_status
run_reduce_max(const tercet_onnx_call *call)
{
  return run_extreme(call, TERCET_MAX);
}

static tercet_status
run_reduce_min(const tercet_onnx_call *call)
{
  return run_extreme(call, TERCET_MIN);
}

/* ---- Means ---- */

/// Divide exact sums of integers, modulo 2^64, toward zero
static tercet_status
divide_sums(const tercet_onnx_call *call,
            tercet_tensor *sums,
            int64_t count,
            tercet_tensor *out)
{
  tercet_tensor *divisor = NULL;
  TERCET_TRY(tercet_tensor_full(call->scratch,
                                tercet_tensor_dtype(sums),
                                0,
                                NULL,
                                tercet_scalar_from_i64(count > 0 ? count : 1),
                                &divisor,
                                call->err));
  tercet_status st =
      tercet_tensor_truncate_divide_into(sums, divisor, sums, call->err);
  if (st == TERCET_OK) {
    st = tercet_tensor_assign(out, sums, call->err);
  }
  tercet_tensor_unref(divisor);
  return st;
}

static tercet_status
mean_of_integers(const tercet_onnx_call *call,
                 const reduction *how,
                 tercet_tensor *out)
{
  tercet_tensor *sums = NULL;
  TERCET_TRY(tercet_tensor_empty(
      call->scratch,
      tercet_reduced_dtype(REDUCE_WIDE_SUM, tercet_tensor_dtype(how->x)),
      how->rank,
      how->shape,
      TERCET_ROW_MAJOR,
      &sums,
      call->err));
  tercet_status st = tercet_reduce_into(
      REDUCE_WIDE_SUM, how->x, how->reduces, 0, sums, call->err);
  if (st == TERCET_OK) {
    st = divide_sums(call, sums, how->count, out);
  }
  tercet_tensor_unref(sums);
  return st;
}

static tercet_status
run_reduce_mean(const tercet_onnx_call *call)
{
  const tercet_dtype dtype = tercet_tensor_dtype(tercet_onnx_input(call, 0));
  if (tercet_dtype_kind_of(dtype) == TERCET_KIND_F) {
    return run_reduce(call, REDUCE_OWN_MEAN);
  }

  reduction how;
  tercet_tensor *out = NULL;
  TERCET_TRY(read_reduction(call, &how));
  if (how.is_noop) {
    call->outputs[0] = tercet_onnx_value_ref(call->inputs[0]);
    return TERCET_OK;
  }
  TERCET_TRY(reduced_output(call, &how, &out));
  return mean_of_integers(call, &how, out);
}

/* ---- Logarithms of sums ---- */

/// Return the input as it is computed: integers in float64
static const tercet_tensor *
as_floats(tercet_onnx_compose *c)
{
  const tercet_tensor *const x = tercet_onnx_input(c->call, 0);
  const tercet_dtype dtype = tercet_tensor_dtype(x);
  return tercet_onnx_compose_as(c,
                                x,
                                tercet_dtype_kind_of(dtype) == TERCET_KIND_F
                                    ? tercet_onnx_wide_dtype(dtype)
                                    : TERCET_DTYPE_F64);
}

/// Return the logarithms of sums over the axes, which stay with extent 1
static tercet_tensor *
log_of_sums(tercet_onnx_compose *c,
            const tercet_tensor *x,
            const axis_list *axes)
{
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(c, tercet_tensor_sum, x, axes->n, axes->items, true);
  TERCET_ONNX_DO(c, tercet_tensor_log_into, out, out);
  return out;
}

/// Return the greatest elements along the axes, or 0 where that is not finite:
/// what can be taken off exponents
static tercet_tensor *
finite_greatest(tercet_onnx_compose *c,
                const tercet_tensor *x,
                const axis_list *axes)
{
  tercet_tensor *const greatest =
      TERCET_ONNX_MAKE(c, tercet_tensor_max, x, axes->n, axes->items, true);
  tercet_tensor *const is_finite =
      TERCET_ONNX_MAKE(c, tercet_tensor_isfinite, greatest);
  if (c->st != TERCET_OK) {
    return NULL;
  }
  tercet_tensor *const zero =
      tercet_onnx_compose_number(c, tercet_tensor_dtype(greatest), 0);
  return TERCET_ONNX_MAKE(c, tercet_tensor_where, is_finite, greatest, zero);
}

static tercet_tensor *
log_of_exponentials(tercet_onnx_compose *c,
                    const tercet_tensor *x,
                    const axis_list *axes)
{
  if (c->st != TERCET_OK || tercet_tensor_size(x) == 0) {
    return log_of_sums(c, x, axes); // Of nothing the sum is 0
  }
  tercet_tensor *const greatest = finite_greatest(c, x, axes);
  tercet_tensor *const powers =
      TERCET_ONNX_MAKE(c, tercet_tensor_subtract, x, greatest);
  TERCET_ONNX_DO(c, tercet_tensor_exp_into, powers, powers);
  tercet_tensor *const out = log_of_sums(c, powers, axes);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, out, greatest, out);
  return out;
}

typedef tercet_tensor *(*log_function)(tercet_onnx_compose *c,
                                       const tercet_tensor *x,
                                       const axis_list *axes);

/// The result of integers is truncated
static tercet_status
run_log(const tercet_onnx_call *call, log_function function)
{
  reduction how;
  TERCET_TRY(read_reduction(call, &how));
  if (how.is_noop) {
    call->outputs[0] = tercet_onnx_value_ref(call->inputs[0]);
    return TERCET_OK;
  }

  axis_list axes = {0};
  for (size_t i = 0; i < tercet_tensor_rank(how.x); ++i) {
    if (how.reduces[i]) {
      axes.items[axes.n++] = (int64_t)i;
    }
  }
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const logs = function(&c, as_floats(&c), &axes);
  tercet_tensor *const shaped =
      TERCET_ONNX_VIEW(&c, tercet_tensor_reshape, logs, how.rank, how.shape);
  tercet_onnx_compose_give_as(&c, 0, tercet_onnx_input_type(call, 0), shaped);
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_reduce_log_sum(const tercet_onnx_call *call)
{
  return run_log(call, log_of_sums);
}

static tercet_status
run_reduce_log_sum_exp(const tercet_onnx_call *call)
{
  return run_log(call, log_of_exponentials);
}

TERCET_ONNX_DEFINE_TABLE(
    reduce,
    {"ReduceL1", "", 1, 0, NULL, run_reduce_l1},
    {"ReduceL2", "", 1, 0, NULL, run_reduce_l2},
    {"ReduceLogSum", "", 1, 0, NULL, run_reduce_log_sum},
    {"ReduceLogSumExp", "", 1, 0, NULL, run_reduce_log_sum_exp},
    {"ReduceMax", "", 1, 0, NULL, run_reduce_max},
    {"ReduceMean", "", 1, 0, NULL, run_reduce_mean},
    {"ReduceMin", "", 1, 0, NULL, run_reduce_min},
    {"ReduceProd", "", 1, 0, NULL, run_reduce_prod},
    {"ReduceSum", "", 1, 0, NULL, run_reduce_sum},
    {"ReduceSumSquare", "", 1, 0, NULL, run_reduce_sum_square});
