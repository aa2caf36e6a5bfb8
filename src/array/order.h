// SPDX-License-Identifier: Apache-2.0

/**
   What sorting, selection and statistics share: lanes and keys.

   A lane is the line of elements along an axis.  Its elements become keys,
   unsigned numbers in the order of the elements, so that a few loops over keys
   serve all dtypes: -0 is below 0 and NaN above all numbers.
*/

#ifndef TERCET_ARRAY_ORDER_H
#define TERCET_ARRAY_ORDER_H

#include "array/loop.h"
#include "array/tensor_internal.h"

/* ---- Keys ---- */

/// Return whether elements of the dtype have keys: all but complex numbers
bool
tercet_has_keys(tercet_dtype dtype);

/// Read elements of at most 4 bytes as keys
void
tercet_keys32_load(tercet_dtype dtype,
                   const char *in,
                   int64_t stride,
                   int64_t n,
                   uint32_t *keys);

/// Write the elements that keys stand for
void
tercet_keys32_store(tercet_dtype dtype,
                    const uint32_t *keys,
                    int64_t n,
                    char *out,
                    int64_t stride);

/// Read elements of any size as keys of 64 bits; narrow ones are in the upper
/// bits.  `is_canonical` makes -0 equal to 0 and all NaN equal.
void
tercet_keys64_load(tercet_dtype dtype,
                   const char *in,
                   int64_t stride,
                   int64_t n,
                   bool is_canonical,
                   uint64_t *keys);

void
tercet_keys64_store(tercet_dtype dtype,
                    const uint64_t *keys,
                    int64_t n,
                    char *out,
                    int64_t stride);

/// Return the key of infinity: those above are NaN; UINT64_MAX for integers
uint64_t
tercet_key64_last_number(tercet_dtype dtype);

/// Return the number that a key stands for
double
tercet_key64_value(tercet_dtype dtype, uint64_t key);

/* ---- Loops over keys ---- */

/// A key, and the index of its element
typedef struct {
  uint64_t key;
  int64_t index;
} keyed_index;

// In each of these, `scratch` has room for `n`.  They return false if the
// operation is to stop, which they look at between passes and partitions; what
// they write is then indeterminate.

/// Sort keys
TERCET_NODISCARD bool
tercet_sort_keys32(uint32_t *items, uint32_t *scratch, int64_t n);

TERCET_NODISCARD bool
tercet_sort_keys64(uint64_t *items, uint64_t *scratch, int64_t n);

/// Sort by the upper 32 bits items whose lower ones ascend; stable
TERCET_NODISCARD bool
tercet_sort_upper32(uint64_t *items, uint64_t *scratch, int64_t n);

/// The same on any processor
TERCET_NODISCARD bool
tercet_radix_keys32(uint32_t *items, uint32_t *scratch, int64_t n);

TERCET_NODISCARD bool
tercet_radix_keys64(uint64_t *items, uint64_t *scratch, int64_t n);

TERCET_NODISCARD bool
tercet_radix_upper32(uint64_t *items, uint64_t *scratch, int64_t n);

/// Sort by key, stable
TERCET_NODISCARD bool
tercet_radix_keyed(keyed_index *items, keyed_index *scratch, int64_t n);

/// Write the places of the keys in their order, the first of equals first, to
/// int64_t that are `stride` bytes apart; `scratch` has room for 2 * n and `n`
/// is less than 2^32
TERCET_NODISCARD bool
tercet_order_keys64(const uint64_t *keys,
                    uint64_t *scratch,
                    int64_t n,
                    char *indexes,
                    int64_t stride);

/// Find the key of rank `k` < n and, if `next` is not NULL, that of rank k + 1,
/// UINT64_MAX if there is none
TERCET_NODISCARD bool
tercet_select_key(const uint64_t *keys,
                  uint64_t *scratch,
                  int64_t n,
                  int64_t k,
                  uint64_t *found,
                  uint64_t *next);

/// The same on any processor
TERCET_NODISCARD bool
tercet_radix_select(const uint64_t *keys,
                    uint64_t *scratch,
                    int64_t n,
                    int64_t k,
                    uint64_t *found,
                    uint64_t *next);

/* ---- Lanes ---- */

/// Process one lane; `data` holds its first element of each operand.  False if
/// the operation is to stop.
typedef bool (*tercet_lane_body)(const void *context,
                                 char *const *data,
                                 void *scratch);

/// Start a loop over the lanes of tensors that have the same shape but for
/// `axis`; the first is `in`
void
tercet_lanes_init(tercet_loop *loop,
                  const tercet_tensor *in,
                  size_t n_others,
                  tercet_tensor *const *others,
                  size_t axis);

/// Process all lanes; threads share them if a lane of `lane_bytes` and their
/// number make it worth the while.  Each has scratch memory of its own.
TERCET_NODISCARD tercet_status
tercet_lanes_run(const tercet_allocator *alloc,
                 const tercet_loop *loop,
                 int64_t lane_bytes,
                 size_t scratch_size,
                 tercet_lane_body body,
                 const void *context,
                 tercet_error *err);

/// Return `tensor` with a reference, or for #TERCET_FLAT one of rank 1 with its
/// elements, and the axis to work along
TERCET_NODISCARD tercet_status
tercet_lanes_source(const tercet_tensor *tensor,
                    int64_t axis,
                    tercet_tensor **out,
                    size_t *out_axis,
                    tercet_error *err);

#endif // TERCET_ARRAY_ORDER_H
