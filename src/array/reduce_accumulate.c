// SPDX-License-Identifier: Apache-2.0

/**
   Cumulative sums, products and extremes.

   A lane is the line of elements along the axis.  Lanes that are neighbours
   in memory advance together, a tile of them at a time; a single lane is read
   piece by piece.  Either way elements pass through a wide buffer, so that
   one loop serves all dtypes of a kind.
*/

#include "array/element.h"
#include "array/elementwise.h"
#include "array/loop.h"
#include "array/order.h"
#include "array/reduce_internal.h"
#include "base/error.h"

#include <inttypes.h>

enum { IN, OUT };

typedef struct {
  tercet_cumulative_op op;
  tercet_dtype dtype;
  tercet_dtype out_dtype;
  int64_t extent;   ///< Elements of a lane
  int64_t steps[2]; ///< Bytes from one element of a lane to the next
} accumulation;

/// Whether `x` takes the place of `best`: a NaN does so once
#define EXCEEDS(x, op, best) ((x)op(best) || ((x) != (x) && (best) == (best)))

/// Combine n elements of `x` with those of `total` before them; `step` 0
/// takes `total` as one lane's, 1 as one for each element
#define ACCUMULATE(type, totals, x, expression)                                \
  for (int64_t i = 0; i < n; ++i) {                                            \
    const type a = (totals)[i * step];                                         \
    const type b = (x)[i];                                                     \
    (totals)[i * step] = (expression);                                         \
    (x)[i] = (totals)[i * step];                                               \
  }

#define ACCUMULATE_REAL(type, member)                                          \
  switch (op) {                                                                \
  case TERCET_CUMULATIVE_SUM:                                                  \
    ACCUMULATE(type, totals->member, x->member, a + b)                         \
    break;                                                                     \
  case TERCET_CUMULATIVE_PROD:                                                 \
    ACCUMULATE(type, totals->member, x->member, a *b)                          \
    break;                                                                     \
  case TERCET_CUMULATIVE_MAX:                                                  \
    ACCUMULATE(type, totals->member, x->member, EXCEEDS(b, >, a) ? b : a)      \
    break;                                                                     \
  case TERCET_CUMULATIVE_MIN:                                                  \
    ACCUMULATE(type, totals->member, x->member, EXCEEDS(b, <, a) ? b : a)      \
    break;                                                                     \
  }

static wide_C
add_or_multiply(tercet_cumulative_op op, wide_C a, wide_C b)
{
  const wide_C sum = {a.re + b.re, a.im + b.im};
  const wide_C product = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return op == TERCET_CUMULATIVE_SUM ? sum : product;
}

/// Sums and products of signed numbers wrap like those of unsigned ones
static void
accumulate_signed(tercet_cumulative_op op,
                  wide_buffer *totals,
                  int64_t step,
                  wide_buffer *x,
                  int64_t n)
{
  if (op == TERCET_CUMULATIVE_MAX) {
    ACCUMULATE(wide_I, totals->as_I, x->as_I, b > a ? b : a)
  } else if (op == TERCET_CUMULATIVE_MIN) {
    ACCUMULATE(wide_I, totals->as_I, x->as_I, b < a ? b : a)
  } else {
    ACCUMULATE_REAL(wide_U, as_U)
  }
}

static void
accumulate_buffer(tercet_cumulative_op op,
                  tercet_dtype_kind kind,
                  wide_buffer *totals,
                  int64_t step,
                  wide_buffer *x,
                  int64_t n)
{
  switch (kind) {
  case TERCET_KIND_I:
    accumulate_signed(op, totals, step, x, n);
    break;
  case TERCET_KIND_B:
  case TERCET_KIND_U:
    ACCUMULATE_REAL(wide_U, as_U)
    break;
  case TERCET_KIND_F:
    ACCUMULATE_REAL(wide_F, as_F)
    break;
  case TERCET_KIND_C:
    ACCUMULATE(wide_C, totals->as_C, x->as_C, add_or_multiply(op, a, b))
    break;
  }
}

/// Set the total of nothing; an extreme starts as the first element
static void
start_total(const accumulation *how, const char *in, wide_buffer *total)
{
  tercet_elements_widen(how->dtype, in, 0, 1, total);
  if (how->op != TERCET_CUMULATIVE_SUM && how->op != TERCET_CUMULATIVE_PROD) {
    return;
  }
  const bool is_sum = how->op == TERCET_CUMULATIVE_SUM;
  switch (tercet_dtype_kind_of(how->dtype)) {
  case TERCET_KIND_C:
    total->as_C[0].re = is_sum ? -0.0 : 1;
    total->as_C[0].im = is_sum ? -0.0 : 0;
    break;
  case TERCET_KIND_F:
    total->as_F[0] = is_sum ? -0.0 : 1; // 0 + -0 would be 0
    break;
  case TERCET_KIND_B:
  case TERCET_KIND_I:
  case TERCET_KIND_U:
    total->as_U[0] = is_sum ? 0 : 1;
    break;
  }
}

/// Run one lane
static void
accumulate_lane(const accumulation *how, const char *in, char *out)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(how->dtype);
  wide_buffer x;
  wide_buffer total;
  start_total(how, in, &total);
  for (int64_t i = 0; i < how->extent; i += WIDE_CAPACITY) {
    const int64_t n_left = how->extent - i;
    const int64_t n_now = n_left < WIDE_CAPACITY ? n_left : WIDE_CAPACITY;
    tercet_elements_widen(
        how->dtype, in + i * how->steps[IN], how->steps[IN], n_now, &x);
    accumulate_buffer(how->op, kind, &total, 0, &x, n_now);
    tercet_elements_narrow(how->out_dtype,
                           kind,
                           &x,
                           n_now,
                           out + i * how->steps[OUT],
                           how->steps[OUT]);
  }
}

/// Run `n` <= #WIDE_CAPACITY lanes together
static void
accumulate_tile(const accumulation *how,
                const char *in,
                int64_t in_stride,
                char *out,
                int64_t out_stride,
                int64_t n)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(how->dtype);
  wide_buffer x;
  wide_buffer totals;
  tercet_elements_widen(how->dtype, in, in_stride, n, &totals);
  tercet_elements_narrow(how->out_dtype, kind, &totals, n, out, out_stride);
  for (int64_t i = 1; i < how->extent; ++i) {
    tercet_elements_widen(
        how->dtype, in + i * how->steps[IN], in_stride, n, &x);
    accumulate_buffer(how->op, kind, &totals, 1, &x, n);
    tercet_elements_narrow(
        how->out_dtype, kind, &x, n, out + i * how->steps[OUT], out_stride);
  }
}

/// Run a line of `n` lanes
static bool
accumulate_lanes(void *context,
                 char *const *data,
                 const int64_t *strides,
                 int64_t n)
{
  const accumulation *const how = (const accumulation *)context;
  for (int64_t i = 0; n < 4 && i < n; ++i) {
    accumulate_lane(
        how, data[IN] + i * strides[IN], data[OUT] + i * strides[OUT]);
  }
  for (int64_t i = 0; n >= 4 && i < n; i += WIDE_CAPACITY) {
    accumulate_tile(how,
                    data[IN] + i * strides[IN],
                    strides[IN],
                    data[OUT] + i * strides[OUT],
                    strides[OUT],
                    n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY);
  }
  return true;
}

/// Start a loop over the lanes of two tensors of one shape
static void
init_lanes(tercet_loop *loop,
           const tercet_tensor *in,
           const tercet_tensor *out,
           size_t axis)
{
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[2][TERCET_MAX_RANK];
  size_t n = 0;
  for (size_t i = 0; i < in->rank; ++i) {
    if (i != axis) {
      shape[n] = in->shape[i];
      strides[IN][n] = in->strides[i];
      strides[OUT][n++] = out->strides[i];
    }
  }
  tercet_loop_init(loop, n, shape);
  tercet_loop_add(loop, in->data, strides[IN]);
  tercet_loop_add(loop, out->data, strides[OUT]);
  tercet_loop_sort(loop, IN);
  tercet_loop_collapse(loop);
}

static tercet_dtype
accumulated_dtype(tercet_cumulative_op op, tercet_dtype dtype)
{
  if (op == TERCET_CUMULATIVE_MAX || op == TERCET_CUMULATIVE_MIN) {
    return dtype;
  }
  switch (tercet_dtype_kind_of(dtype)) {
  case TERCET_KIND_B:
  case TERCET_KIND_I:
    return TERCET_DTYPE_I64;
  case TERCET_KIND_U:
    return TERCET_DTYPE_U64;
  case TERCET_KIND_F:
  case TERCET_KIND_C:
    break;
  }
  return dtype;
}

/// Accumulate into a tensor of the same shape, which shares no element with
/// the other, or all
static tercet_status
accumulate_axis(tercet_cumulative_op op,
                const tercet_tensor *tensor,
                size_t axis,
                const tercet_tensor *out,
                tercet_error *err)
{
  accumulation how = {
      .op = op,
      .dtype = tensor->dtype,
      .out_dtype = out->dtype,
      .extent = tensor->shape[axis],
      .steps = {tensor->strides[axis], out->strides[axis]},
  };
  if (how.extent == 0) {
    return TERCET_OK;
  }
  tercet_loop loop;
  init_lanes(&loop, tensor, out, axis);
  return tercet_loop_run_shared(
      &loop, how.extent * (int64_t)sizeof(wide_F), accumulate_lanes, &how, err);
}

/// Set `source` to the tensor, or what it is in rank 1, and `i_axis` to an axis
/// of that
static tercet_status
choose_lanes(tercet_cumulative_op op,
             const tercet_tensor *tensor,
             int64_t axis,
             tercet_tensor **source,
             size_t *i_axis,
             tercet_error *err)
{
  const bool is_extreme =
      op == TERCET_CUMULATIVE_MAX || op == TERCET_CUMULATIVE_MIN;
  if (is_extreme && tercet_dtype_kind_of(tensor->dtype) == TERCET_KIND_C) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "no extremes of %s",
                            tercet_dtype_name(tensor->dtype));
  }
  return tercet_lanes_source(tensor, axis, source, i_axis, err);
}

tercet_status
tercet_tensor_accumulate(const tercet_allocator *alloc,
                         tercet_cumulative_op op,
                         const tercet_tensor *tensor,
                         int64_t axis,
                         tercet_tensor **out,
                         tercet_error *err)
{
  *out = NULL;
  tercet_tensor *source = NULL;
  size_t i_axis = 0;
  TERCET_TRY(choose_lanes(op, tensor, axis, &source, &i_axis, err));
  tercet_status st = tercet_tensor_new_raw(alloc,
                                           accumulated_dtype(op, tensor->dtype),
                                           source->rank,
                                           source->shape,
                                           out,
                                           err);
  if (st == TERCET_OK) {
    st = accumulate_axis(op, source, i_axis, *out, err);
  }
  tercet_tensor_unref(source);
  return tercet_tensor_made(st, out);
}

tercet_status
tercet_tensor_accumulate_into(tercet_cumulative_op op,
                              const tercet_tensor *tensor,
                              int64_t axis,
                              tercet_tensor *out,
                              tercet_error *err)
{
  tercet_tensor *source = NULL;
  const tercet_tensor *input = NULL;
  tercet_tensor *copy = NULL;
  size_t i_axis = 0;
  TERCET_TRY(choose_lanes(op, tensor, axis, &source, &i_axis, err));
  tercet_status st =
      tercet_elementwise_check(out,
                               accumulated_dtype(op, tensor->dtype),
                               source->rank,
                               source->shape,
                               err);
  if (st == TERCET_OK) {
    const tercet_tensor *const operand = source;
    st = tercet_elementwise_inputs(1, &operand, out, &input, &copy, err);
  }
  if (st == TERCET_OK) {
    st = accumulate_axis(op, input, i_axis, out, err);
  }
  tercet_tensor_unref(copy);
  tercet_tensor_unref(source);
  return st;
}
