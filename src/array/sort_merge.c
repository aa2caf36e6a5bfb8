// SPDX-License-Identifier: Apache-2.0

#include "array/sort_merge.h"

#include "array/element.h"
#include "array/parallel.h"
#include "array/tensor_internal.h"
#include "base/allocator.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

/// Return whether a merge that has come to element `k` is to stop
static bool
is_stopped(int64_t k)
{
  return k % TERCET_STOP_LENGTH == 0 && k && !tercet_parallel_goes_on();
}

/// Merge the runs [first, middle) and [middle, end) of items
static bool
merge_item_runs(const merge_order *order,
                const char *from,
                char *to,
                int64_t first,
                int64_t middle,
                int64_t end)
{
  const size_t size = order->item_size;
  int64_t i = first;
  int64_t j = middle;
  for (int64_t k = first; k < end; ++k) {
    if (is_stopped(k)) {
      return false;
    }
    const char *const a = from + (size_t)i * size;
    const char *const b = from + (size_t)j * size;
    const bool takes_a =
        i < middle && (j >= end || order->compare(order->context, a, b) <= 0);
    memcpy(to + (size_t)k * size, takes_a ? a : b, size);
    i += takes_a;
    j += !takes_a;
  }
  return true;
}

static int64_t
smaller(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

const char *
tercet_merge_items(const merge_order *order,
                   char *items,
                   char *scratch,
                   int64_t n)
{
  char *from = items;
  char *to = scratch;
  for (int64_t width = 1; width < n; width *= 2) {
    for (int64_t i = 0; i < n; i += 2 * width) {
      const int64_t middle = smaller(i + width, n);
      const int64_t end = smaller(i + 2 * width, n);
      if (!merge_item_runs(order, from, to, i, middle, end)) {
        return NULL;
      }
    }
    char *const swapped = from;
    from = to;
    to = swapped;
  }
  return from;
}

const int64_t *
tercet_merge_indexes(const merge_order *order,
                     const char *items,
                     int64_t step,
                     int64_t *indexes,
                     int64_t *scratch,
                     int64_t n)
{
  int64_t *from = indexes;
  int64_t *to = scratch;
  for (int64_t i = 0; i < n; ++i) {
    from[i] = i;
  }
  for (int64_t width = 1; width < n; width *= 2) {
    for (int64_t first = 0; first < n; first += 2 * width) {
      const int64_t middle = smaller(first + width, n);
      const int64_t end = smaller(first + 2 * width, n);
      int64_t i = first;
      int64_t j = middle;
      for (int64_t k = first; k < end; ++k) {
        if (is_stopped(k)) {
          return NULL;
        }
        const bool takes_a =
            i < middle &&
            (j >= end || order->compare(order->context,
                                        items + from[i] * step,
                                        items + from[j] * step) <= 0);
        to[k] = takes_a ? from[i++] : from[j++];
      }
    }
    int64_t *const swapped = from;
    from = to;
    to = swapped;
  }
  return from;
}

static int
compare_complex(wide_C a, wide_C b)
{
  const int rank_a = isnan(a.re) ? 2 + (isnan(a.im) != 0) : isnan(a.im) != 0;
  const int rank_b = isnan(b.re) ? 2 + (isnan(b.im) != 0) : isnan(b.im) != 0;
  if (rank_a != rank_b) {
    return rank_a < rank_b ? -1 : 1;
  }
  if (!isnan(a.re) && a.re != b.re) {
    return a.re < b.re ? -1 : 1;
  }
  if (!isnan(a.im) && a.im != b.im) {
    return a.im < b.im ? -1 : 1;
  }
  return 0;
}

int
tercet_compare_c64(void *context, const void *a, const void *b)
{
  (void)context;
  return compare_complex(widen_C64(*(const element_C64 *)a),
                         widen_C64(*(const element_C64 *)b));
}

int
tercet_compare_c128(void *context, const void *a, const void *b)
{
  (void)context;
  return compare_complex(*(const element_C128 *)a, *(const element_C128 *)b);
}

tercet_compare
tercet_complex_compare(tercet_dtype dtype)
{
  return dtype == TERCET_DTYPE_C64 ? tercet_compare_c64 : tercet_compare_c128;
}

bool
tercet_complex_ranks(tercet_dtype dtype,
                     const char *in,
                     int64_t stride,
                     int64_t n,
                     int64_t *scratch,
                     uint64_t *keys)
{
  const merge_order order = {
      tercet_dtype_size(dtype),
      tercet_complex_compare(dtype),
      NULL,
  };
  const int64_t *const sorted =
      tercet_merge_indexes(&order, in, stride, scratch, scratch + n, n);
  if (!sorted) {
    return false;
  }
  uint64_t rank = 0;
  for (int64_t i = 0; i < n; ++i) {
    const char *const item = in + sorted[i] * stride;
    const char *const before = i ? in + sorted[i - 1] * stride : item;
    rank += order.compare(NULL, before, item) != 0;
    keys[sorted[i]] = rank;
  }
  return true;
}

tercet_status
tercet_complex_keys(const tercet_allocator *alloc,
                    const tercet_tensor *flat,
                    uint64_t *keys,
                    tercet_error *err)
{
  const int64_t n = flat->size;
  const int64_t stride = flat->strides[0];
  int64_t *const indexes = (int64_t *)tercet_allocate_array(
      alloc, n ? (size_t)n : 1U, 2U * sizeof(int64_t));
  if (!indexes) {
    return tercet_error_no_memory(err);
  }
  const bool is_done =
      tercet_complex_ranks(flat->dtype, flat->data, stride, n, indexes, keys);
  tercet_release(alloc, indexes);
  if (!is_done) {
    return tercet_parallel_stopped(err);
  }
  for (int64_t i = 0; i < n; ++i) {
    wide_buffer x;
    tercet_elements_widen(flat->dtype, flat->data + i * stride, 0, 1, &x);
    const bool is_nan = isnan(x.as_C[0].re) || isnan(x.as_C[0].im);
    keys[i] = is_nan ? UINT64_MAX : keys[i];
  }
  return TERCET_OK;
}
