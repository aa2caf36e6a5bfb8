// SPDX-License-Identifier: Apache-2.0

/**
   Quantiles by selection.

   The elements that make up one result are gathered as keys; each rank that
   is asked for is then selected from them, in time that grows with their
   number and not with sorting it.  Complex numbers, which have a median only,
   are sorted.
*/

#include "array/element.h"
#include "array/order.h"
#include "array/parallel.h"
#include "array/reduce_internal.h"
#include "array/sort_merge.h"
#include "base/allocator.h"
#include "base/checked.h"
#include "base/error.h"

#include <math.h>

typedef struct {
  tercet_dtype dtype;
  tercet_dtype out_dtype;
  size_t n_q;
  const double *q;
  tercet_quantile_method method;
  int64_t q_stride;    ///< Bytes from one quantile to the next
  bool is_median;      ///< Halfway means the mean of two
  int64_t n;           ///< Elements of each result
  tercet_loop reduced; ///< Its only operand starts where a result does
  uint64_t *keys;      ///< Room for 2 * n; NULL for complex numbers
  wide_C *complexes;   ///< Likewise, NULL for others
} quantiles;

/// Keys being gathered
typedef struct {
  tercet_dtype dtype;
  uint64_t *next;
} gathering;

static bool
gather_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  gathering *const gather = (gathering *)context;
  tercet_keys64_load(
      gather->dtype, data[0], strides[0], n, false, gather->next);
  gather->next += n;
  return true;
}

/// Complex numbers being gathered
typedef struct {
  tercet_dtype dtype;
  wide_C *next;
} complex_gathering;

static bool
gather_complex_line(void *context,
                    char *const *data,
                    const int64_t *strides,
                    int64_t n)
{
  complex_gathering *const gather = (complex_gathering *)context;
  for (int64_t i = 0; i < n; ++i) {
    wide_buffer x;
    const char *const item = data[0] + i * strides[0];
    tercet_elements_widen(gather->dtype, item, 0, 1, &x);
    *gather->next++ = x.as_C[0];
  }
  return true;
}

static bool
has_nan(const quantiles *how)
{
  // Keys of NaN have the highest bit, as the last number's has, and so does
  // their difference: SSE2 has no comparison of 64 bits
  const uint64_t last = tercet_key64_last_number(how->dtype);
  uint64_t bits = 0;
  for (int64_t i = 0; i < how->n; ++i) {
    bits |= (last - how->keys[i]) & how->keys[i];
  }
  return bits >> 63U;
}

/// The point `t` of the way from a to b
static double
interpolate(double a, double b, double t)
{
  if (a == b || t == 0) {
    return a;
  }
  return t < 0.5 ? a + (b - a) * t : b - (b - a) * (1 - t);
}

/// The mean of two numbers, which is infinite only if one is
static double
mean_of(double a, double b)
{
  const double sum = a + b;
  return isfinite(sum) ? sum / 2 : a / 2 + b / 2;
}

/// Set `out` to a quantile; false if the operation is to stop
static bool
find_quantile(const quantiles *how, double q, double *out)
{
  const double place = q * (double)(how->n - 1);
  double floor_place = floor(place);
  double t = place - floor_place;
  switch (how->method) {
  case TERCET_QUANTILE_LINEAR:
    break;
  case TERCET_QUANTILE_LOWER:
    t = 0;
    break;
  case TERCET_QUANTILE_HIGHER:
    floor_place = ceil(place);
    t = 0;
    break;
  case TERCET_QUANTILE_MIDPOINT:
    t = t > 0 ? 0.5 : 0;
    break;
  case TERCET_QUANTILE_NEAREST:
    floor_place = rint(place);
    t = 0;
    break;
  }
  const int64_t k = (int64_t)floor_place;
  uint64_t next = 0;
  uint64_t lower = 0;
  if (!tercet_select_key(how->keys,
                         how->keys + how->n,
                         how->n,
                         k,
                         &lower,
                         t == 0 ? NULL : &next)) {
    return false;
  }
  const double a = tercet_key64_value(how->dtype, lower);
  const double b = t == 0 ? a : tercet_key64_value(how->dtype, next);
  *out = how->is_median && t != 0 ? mean_of(a, b) : interpolate(a, b, t);
  return true;
}

/// Set `out` to the median of what has been gathered: if there are NaN, to the
/// last number when they are sorted; false if the operation is to stop
static bool
find_complex_median(const quantiles *how, wide_C *out)
{
  const int64_t n = how->n;
  const merge_order order = {sizeof(wide_C), tercet_compare_c128, NULL};
  const wide_C *const sorted = (const wide_C *)(const void *)tercet_merge_items(
      &order, (char *)how->complexes, (char *)(how->complexes + n), n);
  if (!sorted) {
    return false;
  }
  if (n == 0) {
    *out = (wide_C){(double)NAN, (double)NAN};
    return true;
  }
  const wide_C last = sorted[n - 1];
  const wide_C a = sorted[(n - 1) / 2];
  const wide_C b = sorted[n / 2];
  *out = isnan(last.re) || isnan(last.im)
             ? last
             : (wide_C){mean_of(a.re, b.re), mean_of(a.im, b.im)};
  return true;
}

enum { IN, OUT };

static bool
find_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const quantiles *const how = (const quantiles *)context;
  for (int64_t i = 0; i < n; ++i) {
    tercet_loop reduced = how->reduced;
    reduced.data[0] = data[IN] + i * strides[IN];
    gathering gather = {how->dtype, how->keys};
    tercet_loop_run(&reduced, gather_line, &gather);
    const bool is_nan = how->n == 0 || has_nan(how);
    for (size_t j = 0; j < how->n_q; ++j) {
      wide_buffer x;
      x.as_F[0] = (double)NAN;
      if (!is_nan && !find_quantile(how, how->q[j], x.as_F)) {
        return false;
      }
      tercet_elements_narrow(how->out_dtype,
                             TERCET_KIND_F,
                             &x,
                             1,
                             data[OUT] + i * strides[OUT] +
                                 (int64_t)j * how->q_stride,
                             0);
    }
  }
  return true;
}

static bool
find_complex_line(void *context,
                  char *const *data,
                  const int64_t *strides,
                  int64_t n)
{
  const quantiles *const how = (const quantiles *)context;
  for (int64_t i = 0; i < n; ++i) {
    tercet_loop reduced = how->reduced;
    reduced.data[0] = data[IN] + i * strides[IN];
    complex_gathering gather = {how->dtype, how->complexes};
    tercet_loop_run(&reduced, gather_complex_line, &gather);
    wide_buffer x;
    if (!find_complex_median(how, x.as_C)) {
      return false;
    }
    char *const out = data[OUT] + i * strides[OUT];
    tercet_elements_narrow(how->out_dtype, TERCET_KIND_C, &x, 1, out, 0);
  }
  return true;
}

/// Distribute the axes; `out` has those that are left behind `n_first` others
static void
plan_quantiles(quantiles *how,
               const tercet_tensor *tensor,
               const bool *reduces,
               size_t n_first,
               bool keepdims,
               const tercet_tensor *out,
               tercet_loop *kept)
{
  int64_t shapes[2][TERCET_MAX_RANK];
  int64_t strides[2][TERCET_MAX_RANK];
  int64_t out_strides[TERCET_MAX_RANK];
  size_t ranks[2] = {0, 0};
  how->n = 1;
  for (size_t i = 0; i < tensor->rank; ++i) {
    const size_t group = reduces[i] ? 1 : 0;
    const size_t j = ranks[group]++;
    shapes[group][j] = tensor->shape[i];
    strides[group][j] = tensor->strides[i];
    if (reduces[i]) {
      how->n *= tensor->shape[i];
    } else {
      out_strides[j] = out->strides[n_first + (keepdims ? i : j)];
    }
  }
  tercet_loop_init(kept, ranks[0], shapes[0]);
  tercet_loop_add(kept, tensor->data, strides[0]);
  tercet_loop_add(kept, out->data, out_strides);
  tercet_loop_sort(kept, IN);
  tercet_loop_collapse(kept);
  tercet_loop_init(&how->reduced, ranks[1], shapes[1]);
  tercet_loop_add(&how->reduced, tensor->data, strides[1]);
  tercet_loop_sort(&how->reduced, 0);
  tercet_loop_collapse(&how->reduced);
}

static tercet_status
check_quantiles(const tercet_tensor *tensor,
                size_t n_q,
                const double *q,
                tercet_error *err)
{
  if (!tercet_has_keys(tensor->dtype)) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "no quantiles of %s",
                            tercet_dtype_name(tensor->dtype));
  }
  for (size_t i = 0; i < n_q; ++i) {
    if (!(q[i] >= 0 && q[i] <= 1)) {
      return tercet_error_set(
          err, TERCET_ERR_RANGE, "quantile %g is not from 0 to 1", q[i]);
    }
  }
  return TERCET_OK;
}

static tercet_status
run_quantiles(const tercet_allocator *alloc,
              quantiles *how,
              const tercet_loop *kept,
              tercet_error *err)
{
  const bool has_keys = tercet_has_keys(how->dtype);
  const size_t size = has_keys ? sizeof(*how->keys) : sizeof(*how->complexes);
  const size_t n = (size_t)how->n;
  void *const items = tercet_allocate_array(alloc, n ? n : 1U, 2U * size);
  if (!items) {
    return tercet_error_no_memory(err);
  }
  how->keys = has_keys ? (uint64_t *)items : NULL;
  how->complexes = has_keys ? NULL : (wide_C *)items;
  // Selection takes about as long as reading 4 times as much
  const tercet_status st =
      tercet_loop_run_parts(kept,
                            (how->n + 1) * 4 * (int64_t)size,
                            has_keys ? find_line : find_complex_line,
                            how,
                            err);
  tercet_release(alloc, items);
  return st == TERCET_ERR_RANGE ? tercet_parallel_stopped(err) : st;
}

/// Make the result, with a first axis for the quantiles if `has_axis`
static tercet_status
make_quantiles(const tercet_allocator *alloc,
               const tercet_tensor *tensor,
               quantiles *how,
               const bool *reduces,
               bool has_axis,
               bool keepdims,
               tercet_tensor **out,
               tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK + 1];
  shape[0] = (int64_t)how->n_q;
  const size_t n_first = has_axis ? 1 : 0;
  const size_t rank = n_first + tercet_reduced_shape(
                                    tensor, reduces, keepdims, shape + n_first);
  tercet_tensor *result = NULL;
  TERCET_TRY(
      tercet_tensor_new_raw(alloc, how->out_dtype, rank, shape, &result, err));
  tercet_loop kept;
  how->q_stride = has_axis ? result->strides[0] : 0;
  plan_quantiles(how, tensor, reduces, n_first, keepdims, result, &kept);
  const tercet_status st = run_quantiles(alloc, how, &kept, err);
  if (st == TERCET_OK) {
    *out = result;
  } else {
    tercet_tensor_unref(result);
  }
  return st;
}

static tercet_dtype
quantile_dtype(tercet_dtype dtype)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  return kind == TERCET_KIND_F || kind == TERCET_KIND_C ? dtype
                                                        : TERCET_DTYPE_F64;
}

tercet_status
tercet_tensor_quantile(const tercet_allocator *alloc,
                       const tercet_tensor *tensor,
                       size_t n_q,
                       const double *q,
                       tercet_quantile_method method,
                       size_t n_axes,
                       const int64_t *axes,
                       bool keepdims,
                       tercet_tensor **out,
                       tercet_error *err)
{
  *out = NULL;
  bool reduces[TERCET_MAX_RANK];
  TERCET_TRY(tercet_reduce_axes(tensor, n_axes, axes, reduces, err));
  TERCET_TRY(check_quantiles(tensor, n_q, q, err));
  quantiles how = {.dtype = tensor->dtype,
                   .out_dtype = quantile_dtype(tensor->dtype),
                   .n_q = n_q,
                   .q = q,
                   .method = method};
  return make_quantiles(alloc, tensor, &how, reduces, true, keepdims, out, err);
}

tercet_status
tercet_tensor_median(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     size_t n_axes,
                     const int64_t *axes,
                     bool keepdims,
                     tercet_tensor **out,
                     tercet_error *err)
{
  static const double half = 0.5;
  *out = NULL;
  bool reduces[TERCET_MAX_RANK];
  TERCET_TRY(tercet_reduce_axes(tensor, n_axes, axes, reduces, err));
  quantiles how = {.dtype = tensor->dtype,
                   .out_dtype = quantile_dtype(tensor->dtype),
                   .n_q = 1,
                   .q = &half,
                   .is_median = true};
  return make_quantiles(
      alloc, tensor, &how, reduces, false, keepdims, out, err);
}
