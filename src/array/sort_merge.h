// SPDX-License-Identifier: Apache-2.0

/// Stable merge sort of elements that only a function can compare

#ifndef TERCET_ARRAY_SORT_MERGE_H
#define TERCET_ARRAY_SORT_MERGE_H

#include <tercet/tensor.h>

typedef struct {
  size_t item_size;
  tercet_compare compare; ///< NULL: there are keys
  void *context;
} merge_order;

/// Sort `n` items; returns where the result is: in `items` or in `scratch`, or
/// NULL if the operation is to stop
const char *
tercet_merge_items(const merge_order *order,
                   char *items,
                   char *scratch,
                   int64_t n);

/// Fill `indexes` with those of sorted items that are `step` bytes apart;
/// returns where the result is, or NULL if the operation is to stop
const int64_t *
tercet_merge_indexes(const merge_order *order,
                     const char *items,
                     int64_t step,
                     int64_t *indexes,
                     int64_t *scratch,
                     int64_t n);

/// Compare the real parts, then the imaginary ones; numbers with NaN come
/// last, those with a real part that is a number first
int
tercet_compare_c64(void *context, const void *a, const void *b);

int
tercet_compare_c128(void *context, const void *a, const void *b);

/// Return how to compare two elements of a complex dtype
tercet_compare
tercet_complex_compare(tercet_dtype dtype);

/// Set `keys` to numbers in the order of complex numbers, equal ones of equal
/// numbers; `scratch` has room for 2 `n`.  False if the operation is to stop.
TERCET_NODISCARD bool
tercet_complex_ranks(tercet_dtype dtype,
                     const char *in,
                     int64_t stride,
                     int64_t n,
                     int64_t *scratch,
                     uint64_t *keys);

/// Set `keys` like tercet_complex_ranks(), but to UINT64_MAX for all numbers
/// with NaN
TERCET_NODISCARD tercet_status
tercet_complex_keys(const tercet_allocator *alloc,
                    const tercet_tensor *flat,
                    uint64_t *keys,
                    tercet_error *err);

#endif // TERCET_ARRAY_SORT_MERGE_H
