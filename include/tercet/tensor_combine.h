// SPDX-License-Identifier: Apache-2.0

/**
   @file tensor_combine.h

   Joining, splitting, repeating and choosing between tensors.
*/

#ifndef TERCET_TENSOR_COMBINE_H
#define TERCET_TENSOR_COMBINE_H

#include <tercet/tensor_core.h>

TERCET_BEGIN_DECLS

/* ---- Joining, splitting, repeating ----

   Tensors that are joined have one dtype.  Statuses are #TERCET_OK,
   #TERCET_ERR_NO_MEMORY, #TERCET_ERR_ARGUMENT for no tensors, #TERCET_ERR_DTYPE
   for different dtypes, #TERCET_ERR_SHAPE for shapes that do not agree, an axis
   that is out of range, or a result that is too large, and #TERCET_ERR_RANGE
   for a negative count. */

/// Join tensors along an axis, along which their extents may differ; with
/// #TERCET_FLAT all elements, in rank 1
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_concat(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     int64_t axis,
                     tercet_tensor **out,
                     tercet_error *err);

/// Join tensors of one shape along a new axis, which a negative number counts
/// from the end of the result's
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_stack(const tercet_allocator *alloc,
                    size_t n,
                    const tercet_tensor *const *tensors,
                    int64_t axis,
                    tercet_tensor **out,
                    tercet_error *err);

/// Join along axis 1, or tensors of rank 1 along axis 0
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_hstack(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     tercet_tensor **out,
                     tercet_error *err);

/// Join along axis 0, tensors of rank 1 as rows
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_vstack(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     tercet_tensor **out,
                     tercet_error *err);

/// Join along axis 2, tensors of shape [n] as [1, n, 1], [m, n] as [m, n, 1]
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_dstack(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     tercet_tensor **out,
                     tercet_error *err);

/// Make `n_indexes` + 1 views: of the elements along an axis before the first
/// index, between neighbouring ones, and from the last.  Indexes are those of
/// Python's slices.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_split(const tercet_tensor *tensor,
                    int64_t axis,
                    size_t n_indexes,
                    const int64_t *indexes,
                    tercet_tensor **outs,
                    tercet_error *err);

/// Make `n_parts` views of the same extent along an axis, which must be a
/// multiple of it, else #TERCET_ERR_SHAPE
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_split_equal(const tercet_tensor *tensor,
                          int64_t axis,
                          size_t n_parts,
                          tercet_tensor **outs,
                          tercet_error *err);

/// Repeat each element along an axis, by one count or a count for each index;
/// #TERCET_FLAT gives rank 1
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_repeat(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     size_t n_counts,
                     const int64_t *counts,
                     int64_t axis,
                     tercet_tensor **out,
                     tercet_error *err);

/// Repeat a tensor as a whole along each axis; counts and shape are aligned on
/// the last axis, what is missing is 1
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_tile(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   size_t n_counts,
                   const int64_t *counts,
                   tercet_tensor **out,
                   tercet_error *err);

/// Move elements by `shift` along an axis; those that fall off one end come in
/// at the other.  #TERCET_FLAT keeps the shape.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_roll(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t shift,
                   int64_t axis,
                   tercet_tensor **out,
                   tercet_error *err);

/// What surrounds a tensor that is padded
typedef enum {
  TERCET_PAD_CONSTANT, ///< One element
  TERCET_PAD_EDGE,     ///< The first and the last elements
  TERCET_PAD_REFLECT,  ///< Those next to the edge, mirrored at it
  TERCET_PAD_WRAP,     ///< Those from the other end
} tercet_pad_mode;

/**
   Surround a tensor by more elements along each axis.

   @param before,after Elements to be added, one number for each axis; negative
   ones take elements away.
   @param value The element that is repeated, of the same dtype and of rank 0;
   NULL stands for 0.
   @return Also #TERCET_ERR_SHAPE if more elements are taken away than there
   are, or if there is nothing to be repeated.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_pad(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  tercet_pad_mode mode,
                  const int64_t *before,
                  const int64_t *after,
                  const tercet_tensor *value,
                  tercet_tensor **out,
                  tercet_error *err);

/// Copy matrices, the last two axes, with zeros above diagonal `k`: 0 is the
/// main one, greater ones are above it.  #TERCET_ERR_SHAPE below rank 2.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_tril(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t k,
                   tercet_tensor **out,
                   tercet_error *err);

/// Likewise, with zeros below diagonal `k`
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_triu(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t k,
                   tercet_tensor **out,
                   tercet_error *err);

/// Write the zeros to the tensor; #TERCET_ERR_ARGUMENT if it is read-only
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_tril_in_place(tercet_tensor *tensor,
                            int64_t k,
                            tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_triu_in_place(tercet_tensor *tensor,
                            int64_t k,
                            tercet_error *err);

/* ---- Choosing ---- */

/**
   Take each element from `a` where a condition is true, else from `b`.

   @param condition Bool, or bytes of which 0 is false.
   @param a,b Of one dtype; all three are broadcast together.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_DTYPE, or
   #TERCET_ERR_SHAPE if the shapes do not broadcast.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_where(const tercet_allocator *alloc,
                    const tercet_tensor *condition,
                    const tercet_tensor *a,
                    const tercet_tensor *b,
                    tercet_tensor **out,
                    tercet_error *err);

/// Like tercet_tensor_where(), into an existing tensor; see
/// tercet_tensor_binary_into()
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_where_into(const tercet_tensor *condition,
                         const tercet_tensor *a,
                         const tercet_tensor *b,
                         tercet_tensor *out,
                         tercet_error *err);

TERCET_END_DECLS

#endif // TERCET_TENSOR_COMBINE_H
