// SPDX-License-Identifier: Apache-2.0

/**
   @file tensor_order.h

   Sorting, selection, searching and quantiles.
*/

#ifndef TERCET_TENSOR_ORDER_H
#define TERCET_TENSOR_ORDER_H

#include <tercet/tensor_core.h>

TERCET_BEGIN_DECLS

/* ---- Order ----

   Along an axis, which counts from the end if negative; #TERCET_FLAT takes all
   elements in row-major order and keeps the shape.  NaN comes last.  Statuses
   are #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for an axis that is
   out of range, and what the function adds.

   Complex numbers are compared by their real, then by their imaginary parts;
   those with a NaN come last, the ones whose real part is a number first. */

/// Return a negative number, 0 or a positive one if `a` comes before, with or
/// after `b`; called by several threads at once after tercet_set_threads()
typedef int (*tercet_compare)(void *context, const void *a, const void *b);

/// Sort in ascending order.  -0 comes before 0, but is equal to it as a part of
/// a complex number.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_sort(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t axis,
                   tercet_tensor **out,
                   tercet_error *err);

/// Sort as `compare` says, which is given the addresses of two elements;
/// stable
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_sort_by(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      int64_t axis,
                      tercet_compare compare,
                      void *context,
                      tercet_tensor **out,
                      tercet_error *err);

/// Sort in the tensor's own memory; #TERCET_ERR_ARGUMENT if it is read-only
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_sort_in_place(tercet_tensor *tensor,
                            int64_t axis,
                            tercet_error *err);

/// The indexes along the axis, int64, of the elements in ascending order.
/// Stable: equal elements, as are -0 and 0, and all NaN, keep their order.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argsort(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      int64_t axis,
                      tercet_tensor **out,
                      tercet_error *err);

/// The indexes in the order that `compare` makes; stable
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argsort_by(const tercet_allocator *alloc,
                         const tercet_tensor *tensor,
                         int64_t axis,
                         tercet_compare compare,
                         void *context,
                         tercet_tensor **out,
                         tercet_error *err);

/**
   Put the element of rank `k` of each lane where sorting would put it, smaller
   ones before it and greater ones behind, each in the order they had.

   @param k 0 to extent - 1; counts from the end if negative.
   @return Also #TERCET_ERR_RANGE if `k` is out of range.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_partition(const tercet_allocator *alloc,
                        const tercet_tensor *tensor,
                        int64_t k,
                        int64_t axis,
                        tercet_tensor **out,
                        tercet_error *err);

/// The indexes, int64, that would partition so
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argpartition(const tercet_allocator *alloc,
                           const tercet_tensor *tensor,
                           int64_t k,
                           int64_t axis,
                           tercet_tensor **out,
                           tercet_error *err);

/**
   Find the `k` greatest or least elements, the best first.

   Of equal elements the one with the smaller index comes first; NaN is greater
   than all numbers, as it is when sorting.  Along #TERCET_FLAT the results have
   rank 1.

   @param[out] values,indices New tensors with `k` elements along the axis,
   `indices` of int64; either may be NULL.
   @return Also #TERCET_ERR_RANGE if `k` is negative or more than the extent.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_topk(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t k,
                   int64_t axis,
                   bool largest,
                   tercet_tensor **values,
                   tercet_tensor **indices,
                   tercet_error *err);

/**
   Find the different elements of a tensor, in ascending order.

   -0 is 0, and all NaN, also as part of complex numbers, are one.  All results
   have rank 1 but `inverse`, which has the tensor's shape; they are int64 but
   `values`.

   @param[out] values The elements.
   @param[out] indices Of each, where it is first, in row-major order.
   @param[out] inverse Of each element of the tensor, its index in `values`.
   @param[out] counts Of each, how often it is there.  All but `values` may be
   NULL.
   @return #TERCET_OK or #TERCET_ERR_NO_MEMORY.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_unique(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     tercet_tensor **values,
                     tercet_tensor **indices,
                     tercet_tensor **inverse,
                     tercet_tensor **counts,
                     tercet_error *err);

/**
   Find the different parts of a tensor along an axis, in ascending order of
   their elements in row-major order.

   @param[out] values The parts, along the axis.
   @param[out] indices,inverse,counts Of rank 1, as of tercet_tensor_unique(),
   for the positions along the axis.  All but `values` may be NULL.
   @return As tercet_tensor_unique(), or #TERCET_ERR_SHAPE for the axis.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_unique_axis(const tercet_allocator *alloc,
                          const tercet_tensor *tensor,
                          int64_t axis,
                          tercet_tensor **values,
                          tercet_tensor **indices,
                          tercet_tensor **inverse,
                          tercet_tensor **counts,
                          tercet_error *err);

/**
   Find where elements would be inserted into a sorted tensor of rank 1: int64,
   of the shape of `values`.

   @param right Behind elements that are equal, else before them.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE if `sorted` has
   another rank, or #TERCET_ERR_DTYPE if the dtypes differ.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_searchsorted(const tercet_allocator *alloc,
                           const tercet_tensor *sorted,
                           const tercet_tensor *values,
                           bool right,
                           tercet_tensor **out,
                           tercet_error *err);

/// What a quantile between two elements is
typedef enum {
  TERCET_QUANTILE_LINEAR,   ///< Interpolated
  TERCET_QUANTILE_LOWER,    ///< The lower element
  TERCET_QUANTILE_HIGHER,   ///< The higher element
  TERCET_QUANTILE_MIDPOINT, ///< Their mean
  TERCET_QUANTILE_NEAREST,  ///< The nearer element, of two that are the even
} tercet_quantile_method;

/**
   Find quantiles of the elements along some axes, by selection.

   @param q `n_q` numbers from 0, the least element, to 1, the greatest; a
   percentile is a hundredth.
   @param axes,n_axes,keepdims As of the reductions over some axes.
   @param[out] out float64 for integers and bool, else of the same dtype; a
   first axis of extent `n_q`, then the axes that are left.  NaN where an
   element is NaN, or for nothing.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for the axes,
   #TERCET_ERR_RANGE for a number outside 0 to 1, or #TERCET_ERR_DTYPE for
   complex numbers.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_quantile(const tercet_allocator *alloc,
                       const tercet_tensor *tensor,
                       size_t n_q,
                       const double *q,
                       tercet_quantile_method method,
                       size_t n_axes,
                       const int64_t *axes,
                       bool keepdims,
                       tercet_tensor **out,
                       tercet_error *err);

/// Find medians: the quantiles of 0.5, without the first axis; of an even
/// number of elements the mean of the two in the middle.  Complex numbers have
/// them too; with NaN it is the last element in their order, and NaN of
/// nothing.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_median(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     size_t n_axes,
                     const int64_t *axes,
                     bool keepdims,
                     tercet_tensor **out,
                     tercet_error *err);

TERCET_END_DECLS

#endif // TERCET_TENSOR_ORDER_H
