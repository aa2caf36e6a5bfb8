// SPDX-License-Identifier: Apache-2.0

/// Reductions that are made of others: norms, and the range of the elements

#include "array/element.h"
#include "array/elementwise.h"
#include "array/loop.h"
#include "array/reduce_internal.h"
#include "array/reduce_loops.h"
#include "base/error.h"

#include <math.h>

enum { IN, OUT };

typedef struct {
  tercet_dtype dtype;
  double order;
} norm_terms;

/// Return what one element contributes
static double
norm_term(double order, double magnitude)
{
  if (order == 0) {
    return magnitude != 0;
  }
  if (order == 1 || isinf(order)) {
    return magnitude;
  }
  return order == 2 ? magnitude * magnitude : pow(magnitude, order);
}

static double
magnitude_of(const wide_buffer *buffer, tercet_dtype_kind kind, int64_t i)
{
  switch (kind) {
  case TERCET_KIND_C:
    return hypot(buffer->as_C[i].re, buffer->as_C[i].im);
  case TERCET_KIND_F:
    return fabs(buffer->as_F[i]);
  case TERCET_KIND_I:
    return fabs((double)buffer->as_I[i]);
  case TERCET_KIND_B:
  case TERCET_KIND_U:
    break;
  }
  return (double)buffer->as_U[i];
}

static bool
write_terms(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const norm_terms *const terms = (const norm_terms *)context;
  const tercet_dtype_kind kind = tercet_dtype_kind_of(terms->dtype);
  wide_buffer buffer;
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    const int64_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    tercet_elements_widen(
        terms->dtype, data[IN] + i * strides[IN], strides[IN], n_now, &buffer);
    for (int64_t j = 0; j < n_now; ++j) {
      *(double *)(void *)(data[OUT] + (i + j) * strides[OUT]) =
          norm_term(terms->order, magnitude_of(&buffer, kind, j));
    }
  }
  return true;
}

/// Write the terms of `tensor` to `out`, of its shape and float64
static tercet_status
make_terms(const tercet_tensor *tensor,
           double order,
           tercet_tensor *out,
           tercet_error *err)
{
  norm_terms terms = {tensor->dtype, order};
  tercet_loop loop;
  tercet_loop_init(&loop, tensor->rank, tensor->shape);
  tercet_loop_add_tensor(&loop, tensor);
  tercet_loop_add_tensor(&loop, out);
  tercet_loop_collapse(&loop);
  return tercet_loop_run_shared(
      &loop, 4 * (int64_t)sizeof(double), write_terms, &terms, err);
}

/// Take the root of contiguous sums
static void
take_roots(tercet_tensor *sums, double order)
{
  double *const x = (double *)(void *)sums->data;
  for (int64_t i = 0; i < sums->size; ++i) {
    x[i] = order == 2 ? sqrt(x[i]) : pow(x[i], 1 / order);
  }
}

static tercet_dtype
norm_dtype(tercet_dtype dtype)
{
  switch (tercet_dtype_kind_of(dtype)) {
  case TERCET_KIND_F:
    return dtype;
  case TERCET_KIND_C:
    return tercet_dtype_of_parts(dtype);
  case TERCET_KIND_B:
  case TERCET_KIND_I:
  case TERCET_KIND_U:
    break;
  }
  return TERCET_DTYPE_F64;
}

/// Find the norm in float64; a real 2-norm needs no terms in memory
static tercet_status
norm_in_float64(const tercet_allocator *alloc,
                const tercet_tensor *tensor,
                double order,
                const bool *reduces,
                bool keepdims,
                tercet_tensor **out,
                tercet_error *err)
{
  if (order == 2 && tercet_dtype_kind_of(tensor->dtype) != TERCET_KIND_C) {
    return tercet_reduce(
        alloc, TERCET_NORM2, tensor, reduces, keepdims, 0, out, err);
  }

  tercet_tensor *terms = NULL;
  TERCET_TRY(tercet_tensor_new_raw(
      alloc, TERCET_DTYPE_F64, tensor->rank, tensor->shape, &terms, err));
  tercet_status st = make_terms(tensor, order, terms, err);
  const unsigned op = !isinf(order) ? TERCET_SUM
                      : order > 0   ? TERCET_MAX
                                    : TERCET_MIN;
  if (st == TERCET_OK) {
    st = tercet_reduce(alloc, op, terms, reduces, keepdims, 0, out, err);
  }
  tercet_tensor_unref(terms);
  if (st == TERCET_OK && !isinf(order) && order != 0 && order != 1) {
    take_roots(*out, order);
  }
  return st;
}

tercet_status
tercet_tensor_norm(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   double order,
                   size_t n_axes,
                   const int64_t *axes,
                   bool keepdims,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  bool reduces[TERCET_MAX_RANK];
  TERCET_TRY(tercet_reduce_axes(tensor, n_axes, axes, reduces, err));
  tercet_tensor *norm = NULL;
  TERCET_TRY(
      norm_in_float64(alloc, tensor, order, reduces, keepdims, &norm, err));
  const tercet_dtype dtype = norm_dtype(tensor->dtype);
  if (dtype == TERCET_DTYPE_F64) {
    *out = norm;
    return TERCET_OK;
  }
  const tercet_status st = tercet_tensor_cast(alloc, norm, dtype, out, err);
  tercet_tensor_unref(norm);
  return st;
}

tercet_status
tercet_tensor_norm_into(const tercet_tensor *tensor,
                        double order,
                        size_t n_axes,
                        const int64_t *axes,
                        bool keepdims,
                        tercet_tensor *out,
                        tercet_error *err)
{
  bool reduces[TERCET_MAX_RANK];
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(tercet_reduce_axes(tensor, n_axes, axes, reduces, err));
  const size_t rank = tercet_reduced_shape(tensor, reduces, keepdims, shape);
  TERCET_TRY(tercet_elementwise_check(
      out, norm_dtype(tensor->dtype), rank, shape, err));
  tercet_tensor *norm = NULL;
  TERCET_TRY(norm_in_float64(
      out->alloc, tensor, order, reduces, keepdims, &norm, err));
  const tercet_status st = tercet_tensor_assign(out, norm, err);
  tercet_tensor_unref(norm);
  return st;
}

/* ---- The range ---- */

/// Find both extremes; the range is their difference
static tercet_status
find_extremes(const tercet_allocator *alloc,
              const tercet_tensor *tensor,
              size_t n_axes,
              const int64_t *axes,
              bool keepdims,
              tercet_tensor **max,
              tercet_tensor **min,
              tercet_error *err)
{
  if (tensor->dtype == TERCET_DTYPE_BOOL) {
    return tercet_error_set(err, TERCET_ERR_DTYPE, "no range of bool");
  }
  TERCET_TRY(
      tercet_tensor_max(alloc, tensor, n_axes, axes, keepdims, max, err));
  return tercet_tensor_min(alloc, tensor, n_axes, axes, keepdims, min, err);
}

tercet_status
tercet_tensor_ptp(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err)
{
  *out = NULL;
  tercet_tensor *max = NULL;
  tercet_tensor *min = NULL;
  tercet_status st =
      find_extremes(alloc, tensor, n_axes, axes, keepdims, &max, &min, err);
  if (st == TERCET_OK) {
    st = tercet_tensor_subtract(alloc, max, min, out, err);
  }
  tercet_tensor_unref(max);
  tercet_tensor_unref(min);
  return st;
}

tercet_status
tercet_tensor_ptp_into(const tercet_tensor *tensor,
                       size_t n_axes,
                       const int64_t *axes,
                       bool keepdims,
                       tercet_tensor *out,
                       tercet_error *err)
{
  tercet_tensor *max = NULL;
  tercet_tensor *min = NULL;
  tercet_status st = find_extremes(
      out->alloc, tensor, n_axes, axes, keepdims, &max, &min, err);
  if (st == TERCET_OK) {
    st = tercet_tensor_subtract_into(max, min, out, err);
  }
  tercet_tensor_unref(max);
  tercet_tensor_unref(min);
  return st;
}
