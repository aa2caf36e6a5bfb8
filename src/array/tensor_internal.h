// SPDX-License-Identifier: Apache-2.0

/// What the files of array/ share about tensors

#ifndef TERCET_ARRAY_TENSOR_INTERNAL_H
#define TERCET_ARRAY_TENSOR_INTERNAL_H

#include "array/dtype.h"
#include "array/shape.h"
#include "array/tensor_view.h"

/// Bytes of an own tensor's first element are aligned to this: a cache line,
/// and the widest vector
#define TERCET_TENSOR_ALIGNMENT 64U

/// Bytes shared by tensors.  Own bytes follow the structure, at the next
/// multiple of #TERCET_TENSOR_ALIGNMENT; lent ones are given back by the
/// deleter.
struct tercet_tensor_storage {
  atomic_size_t n_refs;
  const tercet_allocator *alloc;
  tercet_tensor_deleter deleter; ///< May be NULL
  void *context;
  void *data;
  char *lowest;   ///< First byte that tensors over this storage may use
  size_t n_bytes; ///< From there
  bool is_lent;
};

/// Like tercet_tensor_new(), but the elements are indeterminate
TERCET_NODISCARD tercet_status
tercet_tensor_new_raw(const tercet_allocator *alloc,
                      tercet_dtype dtype,
                      size_t rank,
                      const int64_t *shape,
                      tercet_tensor **out,
                      tercet_error *err);

/**
   Make a tensor that shares the bytes of another.

   Shape and strides are for the caller to fill in, and `size` and `data` to
   adapt: they are those of `tensor`.
*/
TERCET_NODISCARD tercet_status
tercet_tensor_share(const tercet_tensor *tensor,
                    size_t rank,
                    tercet_tensor **out,
                    tercet_error *err);

/// Set `strides` to those of `tensor` as if it had the larger shape `shape`,
/// to which it must broadcast: 0 along repeated axes
void
tercet_tensor_broadcast_strides(const tercet_tensor *tensor,
                                size_t rank,
                                const int64_t *shape,
                                int64_t *strides);

/// Lowest address that the elements use, and the bytes from there to behind
/// the highest; of an empty tensor its address, and 0
typedef struct {
  char *lowest;
  size_t n_bytes;
} tercet_tensor_span;

tercet_tensor_span
tercet_tensor_span_of(const tercet_tensor *tensor);

/// Return whether elements of two tensors may share bytes: their spans do
bool
tercet_tensor_may_overlap(const tercet_tensor *a, const tercet_tensor *b);

/// Return `st`; if it is a failure, give the result that was being made back
/// and set it to NULL
TERCET_NODISCARD tercet_status
tercet_tensor_made(tercet_status st, tercet_tensor **out);

/// Return #TERCET_ERR_ARGUMENT if a tensor is read-only
TERCET_NODISCARD tercet_status
tercet_tensor_check_writable(const tercet_tensor *tensor, tercet_error *err);

/// Set `out` to an axis, of which negative ones count from `rank`, or return
/// #TERCET_ERR_SHAPE
TERCET_NODISCARD tercet_status
tercet_axis_resolve(int64_t axis, size_t rank, size_t *out, tercet_error *err);

#endif // TERCET_ARRAY_TENSOR_INTERNAL_H
