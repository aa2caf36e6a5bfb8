// SPDX-License-Identifier: Apache-2.0

/**
   @file tensor_reduce.h

   Reductions, which make one element of many, cumulative operations, and
   whether tensors are close.
*/

#ifndef TERCET_TENSOR_REDUCE_H
#define TERCET_TENSOR_REDUCE_H

#include <tercet/tensor_core.h>

TERCET_BEGIN_DECLS

/// Operations that make one element of many
typedef enum {
  TERCET_SUM,   ///< Same dtype, integers wrap
  TERCET_MAX,   ///< Same dtype, NaN propagates; of nothing is an error
  TERCET_MIN,   ///< Like TERCET_MAX
  TERCET_MEAN,  ///< float64, NaN of nothing
  TERCET_NORM1, ///< Same dtype: sum of absolute values
  TERCET_NORM2, ///< float64: square root of the sum of squares
} tercet_reduce_op;

/// All axes, for tercet_tensor_reduce()
#define TERCET_ALL_AXES (-1)

/**
   Reduce a tensor along one axis, which goes, or over all axes to rank 0.

   @param axis 0 to rank - 1, or #TERCET_ALL_AXES.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_DTYPE (bool in a sum
   or norm1, complex but for an extreme), or #TERCET_ERR_SHAPE for an axis out
   of range or for the maximum of nothing.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_reduce(const tercet_allocator *alloc,
                     tercet_reduce_op op,
                     const tercet_tensor *tensor,
                     int64_t axis,
                     tercet_tensor **out,
                     tercet_error *err);

/* ---- Reductions over some axes ----

   `axes` names `n_axes` axes, each once; a negative one counts from the end;
   NULL stands for all.  With `keepdims` they stay with extent 1.  Statuses are
   #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for an axis that is out
   of range or given twice, or for an extreme of nothing, and #TERCET_ERR_DTYPE
   if the dtype has no such reduction. */

/// Sum: of signed integers and bool int64, of unsigned ones uint64, modulo
/// 2^64; else of the same dtype, added in float64 and rounded once.  Of
/// nothing 0.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_sum(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Product; dtypes as of the sum.  Of nothing 1.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_prod(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   size_t n_axes,
                   const int64_t *axes,
                   bool keepdims,
                   tercet_tensor **out,
                   tercet_error *err);

/// Mean: of integers and bool float64, else of the same dtype.  Of nothing
/// NaN.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_mean(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   size_t n_axes,
                   const int64_t *axes,
                   bool keepdims,
                   tercet_tensor **out,
                   tercet_error *err);

/**
   Variance: the sum of squared distances from the mean, divided by the number
   of elements less `ddof`, but at least 0.

   The distances are taken from a number near the mean of each block, so that a
   large mean does no harm.  Of integers and bool float64, of floats the same
   dtype, of complex numbers, whose distances are those in the plane, the dtype
   of their parts.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_var(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  double ddof,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Standard deviation: the square root of the variance
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_std(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  double ddof,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Greatest element; NaN if there is one.  Complex numbers are compared by
/// their real, then by their imaginary parts.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_max(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Least element; likewise
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_min(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Greatest less least element, of the same dtype, integers wrap; NaN if
/// there is one; not for bool
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_ptp(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Whether no element is zero; NaN is not.  bool; of nothing true.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_all(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Whether an element is not zero; likewise, of nothing false
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_any(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/**
   Norm of the elements taken as a vector: the sum of |x|^order to the power
   1/order.

   An order of infinity means the greatest |x|, -infinity the least, and 0 the
   number of elements that are not zero.  float64 for integers and bool, real
   for complex numbers, else the same dtype.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_norm(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   double order,
                   size_t n_axes,
                   const int64_t *axes,
                   bool keepdims,
                   tercet_tensor **out,
                   tercet_error *err);

/**
   Index of the greatest element along an axis, or with #TERCET_FLAT among all
   in row-major order: int64.

   The first if several are equal; the first NaN if there is one.  Order as of
   tercet_tensor_max(), and statuses as
   for the reductions over some axes.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argmax(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     int64_t axis,
                     bool keepdims,
                     tercet_tensor **out,
                     tercet_error *err);

/// Index of the least element; likewise
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argmin(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     int64_t axis,
                     bool keepdims,
                     tercet_tensor **out,
                     tercet_error *err);

/// What tercet_tensor_accumulate() gathers
typedef enum {
  TERCET_CUMULATIVE_SUM,  ///< Dtypes as of tercet_tensor_sum()
  TERCET_CUMULATIVE_PROD, ///< Likewise
  TERCET_CUMULATIVE_MAX,  ///< Same dtype; NaN from the first one on
  TERCET_CUMULATIVE_MIN,  ///< Likewise
} tercet_cumulative_op;

/**
   Reduce the elements up to and with each one along an axis; #TERCET_FLAT
   gives rank 1.

   Floats are gathered in float64.  @return As for the reductions over some
   axes; complex numbers have sums and products only.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_accumulate(const tercet_allocator *alloc,
                         tercet_cumulative_op op,
                         const tercet_tensor *tensor,
                         int64_t axis,
                         tercet_tensor **out,
                         tercet_error *err);

/* ---- Into existing tensors ----

   Like the functions above, but the result goes to `out`, which must have its
   shape and dtype, else #TERCET_ERR_SHAPE or #TERCET_ERR_DTYPE, must not be
   read-only, else #TERCET_ERR_ARGUMENT, and may share bytes with `tensor`. */

TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_reduce_into(tercet_reduce_op op,
                          const tercet_tensor *tensor,
                          int64_t axis,
                          tercet_tensor *out,
                          tercet_error *err);

/// The names in tercet_tensor_NAME_into()
#define TERCET_REDUCTION_LIST(X)                                               \
  X(sum) X(prod) X(mean) X(max) X(min) X(ptp) X(all) X(any)

#define TERCET_REDUCTION_DECLARE(name)                                         \
  TERCET_API TERCET_NODISCARD tercet_status tercet_tensor_##name##_into(       \
      const tercet_tensor *tensor,                                             \
      size_t n_axes,                                                           \
      const int64_t *axes,                                                     \
      bool keepdims,                                                           \
      tercet_tensor *out,                                                      \
      tercet_error *err);
TERCET_REDUCTION_LIST(TERCET_REDUCTION_DECLARE)
#undef TERCET_REDUCTION_DECLARE

TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_var_into(const tercet_tensor *tensor,
                       double ddof,
                       size_t n_axes,
                       const int64_t *axes,
                       bool keepdims,
                       tercet_tensor *out,
                       tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_std_into(const tercet_tensor *tensor,
                       double ddof,
                       size_t n_axes,
                       const int64_t *axes,
                       bool keepdims,
                       tercet_tensor *out,
                       tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_norm_into(const tercet_tensor *tensor,
                        double order,
                        size_t n_axes,
                        const int64_t *axes,
                        bool keepdims,
                        tercet_tensor *out,
                        tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argmax_into(const tercet_tensor *tensor,
                          int64_t axis,
                          bool keepdims,
                          tercet_tensor *out,
                          tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argmin_into(const tercet_tensor *tensor,
                          int64_t axis,
                          bool keepdims,
                          tercet_tensor *out,
                          tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_accumulate_into(tercet_cumulative_op op,
                              const tercet_tensor *tensor,
                              int64_t axis,
                              tercet_tensor *out,
                              tercet_error *err);

/* ---- Closeness ---- */

/**
   Compare element by element: bool, true where |a - b| <= atol + rtol * |b|.

   Dtypes may differ; shapes broadcast.  Equal infinities are close, NaN is
   close to NaN with `equal_nan` only.  Computed in float64; the distance of
   complex numbers is that in the plane.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY or #TERCET_ERR_SHAPE.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_isclose(const tercet_allocator *alloc,
                      const tercet_tensor *a,
                      const tercet_tensor *b,
                      double rtol,
                      double atol,
                      bool equal_nan,
                      tercet_tensor **out,
                      tercet_error *err);

/// Set `out` to whether all elements are close; stops at the first that is not
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_allclose(const tercet_tensor *a,
                       const tercet_tensor *b,
                       double rtol,
                       double atol,
                       bool equal_nan,
                       bool *out,
                       tercet_error *err);

TERCET_END_DECLS

#endif // TERCET_TENSOR_REDUCE_H
