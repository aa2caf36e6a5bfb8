// SPDX-License-Identifier: Apache-2.0

/// Comparison of tensors up to a tolerance

#include "array/element.h"
#include "array/loop.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <math.h>

enum { A, B, OUT };

typedef struct {
  tercet_dtype dtypes[2];
  double rtol;
  double atol;
  bool equal_nan;
  bool all; ///< Stop at the first that is not close
} closeness;

/// Of a pair, for tercet_loop_run_shared()
#define COST 64

/// Convert `n` <= #WIDE_CAPACITY elements to complex numbers
static void
load_complex(
    tercet_dtype dtype, const char *in, int64_t stride, int64_t n, wide_C *out)
{
  wide_buffer buffer;
  tercet_elements_widen(dtype, in, stride, n, &buffer);
  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  for (int64_t i = 0; i < n; ++i) {
    const double re = kind == TERCET_KIND_C   ? buffer.as_C[i].re
                      : kind == TERCET_KIND_F ? buffer.as_F[i]
                      : kind == TERCET_KIND_I ? (double)buffer.as_I[i]
                                              : (double)buffer.as_U[i];
    const wide_C x = {re, kind == TERCET_KIND_C ? buffer.as_C[i].im : 0};
    out[i] = x;
  }
}

static bool
is_nan(wide_C x)
{
  return isnan(x.re) || isnan(x.im);
}

static bool
is_close(const closeness *how, wide_C a, wide_C b)
{
  if (is_nan(a) || is_nan(b)) {
    return how->equal_nan && is_nan(a) && is_nan(b);
  }
  if (a.re == b.re && a.im == b.im) {
    return true; // Infinities have no distance
  }
  const double size = b.im == 0 ? fabs(b.re) : hypot(b.re, b.im);
  const double distance =
      a.im == b.im ? fabs(a.re - b.re) : hypot(a.re - b.re, a.im - b.im);
  return isfinite(size) && distance <= how->atol + how->rtol * size;
}

static bool
compare_line(void *context,
             char *const *data,
             const int64_t *strides,
             int64_t n)
{
  const closeness *const how = (const closeness *)context;
  wide_C a[WIDE_CAPACITY];
  wide_C b[WIDE_CAPACITY];
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    const int64_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    load_complex(
        how->dtypes[A], data[A] + i * strides[A], strides[A], n_now, a);
    load_complex(
        how->dtypes[B], data[B] + i * strides[B], strides[B], n_now, b);
    for (int64_t j = 0; j < n_now; ++j) {
      const bool close = is_close(how, a[j], b[j]);
      if (how->all && !close) {
        return false;
      }
      if (!how->all) {
        data[OUT][(i + j) * strides[OUT]] = (char)close;
      }
    }
  }
  return true;
}

tercet_status
tercet_tensor_isclose(const tercet_allocator *alloc,
                      const tercet_tensor *a,
                      const tercet_tensor *b,
                      double rtol,
                      double atol,
                      bool equal_nan,
                      tercet_tensor **out,
                      tercet_error *err)
{
  *out = NULL;
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(tercet_shape_broadcast(
      a->rank, a->shape, b->rank, b->shape, &rank, shape, err));
  TERCET_TRY(
      tercet_tensor_new_raw(alloc, TERCET_DTYPE_BOOL, rank, shape, out, err));
  closeness how = {{a->dtype, b->dtype}, rtol, atol, equal_nan, false};
  tercet_loop loop;
  tercet_loop_init(&loop, rank, shape);
  tercet_loop_add_tensor(&loop, a);
  tercet_loop_add_tensor(&loop, b);
  tercet_loop_add_tensor(&loop, *out);
  tercet_loop_collapse(&loop);
  return tercet_tensor_made(
      tercet_loop_run_shared(&loop, COST, compare_line, &how, err), out);
}

tercet_status
tercet_tensor_allclose(const tercet_tensor *a,
                       const tercet_tensor *b,
                       double rtol,
                       double atol,
                       bool equal_nan,
                       bool *out,
                       tercet_error *err)
{
  *out = false;
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(tercet_shape_broadcast(
      a->rank, a->shape, b->rank, b->shape, &rank, shape, err));
  closeness how = {{a->dtype, b->dtype}, rtol, atol, equal_nan, true};
  tercet_loop loop;
  tercet_loop_init(&loop, rank, shape);
  tercet_loop_add_tensor(&loop, a);
  tercet_loop_add_tensor(&loop, b);
  tercet_loop_collapse(&loop);
  const tercet_status st =
      tercet_loop_run_parts(&loop, COST, compare_line, &how, err);
  *out = st == TERCET_OK;
  return st == TERCET_ERR_RANGE ? TERCET_OK : st;
}
