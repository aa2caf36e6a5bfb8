// SPDX-License-Identifier: Apache-2.0

/**
   @file tensor_math.h

   Elementwise operations: arithmetic, functions of one tensor, and functions
   of the caller.
*/

#ifndef TERCET_TENSOR_MATH_H
#define TERCET_TENSOR_MATH_H

#include <tercet/tensor_core.h>

TERCET_BEGIN_DECLS

/* ---- Arithmetic ---- */

/// Enumerator, and the name in tercet_tensor_NAME(), tercet_tensor_NAME_into()
#define TERCET_BINARY_LIST(X)                                                  \
  X(ADD, add)                                                                  \
  X(SUBTRACT, subtract)                                                        \
  X(MULTIPLY, multiply)                                                        \
  X(DIVIDE, truncate_divide)                                                   \
  X(TRUE_DIVIDE, divide)                                                       \
  X(FLOOR_DIVIDE, floor_divide)                                                \
  X(REMAINDER, remainder)                                                      \
  X(FMOD, fmod)                                                                \
  X(POWER, power)                                                              \
  X(MAXIMUM, maximum)                                                          \
  X(MINIMUM, minimum)                                                          \
  X(ATAN2, atan2)                                                              \
  X(HYPOT, hypot)                                                              \
  X(COPYSIGN, copysign)                                                        \
  X(LDEXP, ldexp)                                                              \
  X(BITWISE_AND, bitwise_and)                                                  \
  X(BITWISE_OR, bitwise_or)                                                    \
  X(BITWISE_XOR, bitwise_xor)                                                  \
  X(LEFT_SHIFT, left_shift)                                                    \
  X(RIGHT_SHIFT, right_shift)                                                  \
  X(LOGICAL_AND, logical_and)                                                  \
  X(LOGICAL_OR, logical_or)                                                    \
  X(LOGICAL_XOR, logical_xor)                                                  \
  X(EQUAL, equal)                                                              \
  X(NOT_EQUAL, not_equal)                                                      \
  X(LESS, less)                                                                \
  X(LESS_EQUAL, less_equal)                                                    \
  X(GREATER, greater)                                                          \
  X(GREATER_EQUAL, greater_equal)

/**
   Operations on two tensors of one dtype.

   - TERCET_ADD, TERCET_SUBTRACT, TERCET_MULTIPLY: integers wrap; not bool.
   - TERCET_DIVIDE: integers truncate toward zero, MIN / -1 is MIN.
   - TERCET_TRUE_DIVIDE: integers and bool give float64, where x / 0 is
     infinite or NaN.
   - TERCET_FLOOR_DIVIDE and TERCET_REMAINDER round toward minus infinity: the
     remainder has the sign of the divisor.  For floats, x / 0 and the
     remainder are NumPy's.  TERCET_FMOD rounds the quotient toward zero: its
     remainder has the sign of the dividend.
   - TERCET_POWER: integers wrap; a negative exponent is #TERCET_ERR_RANGE.
     Complex ones too.
   - TERCET_MAXIMUM, TERCET_MINIMUM: NaN if one is; not complex.
   - TERCET_ATAN2, TERCET_HYPOT, TERCET_COPYSIGN: integers and bool give
     float64.
   - TERCET_LDEXP: a * 2^b of floats with b of int32.
   - Bitwise: integers and bool.  Shifts: integers; a count of the width or
     more gives 0, or -1 for a negative number shifted right, and a negative
     count shifts the other way.
   - Logical and comparisons give bool; NaN is true, and differs from all.
     Only equality is defined for complex numbers.

   float16 and bfloat16 are computed in float32 and rounded once.
*/
typedef enum {
#define TERCET_BINARY_MEMBER(id, name) TERCET_##id,
  TERCET_BINARY_LIST(TERCET_BINARY_MEMBER)
#undef TERCET_BINARY_MEMBER
} tercet_binary_op;

/// Number of binary operations
#define TERCET_BINARY_COUNT 29

/**
   Combine two tensors element by element, with NumPy broadcasting.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE if the shapes
   do not broadcast, #TERCET_ERR_DTYPE if the dtypes differ or do not have the
   operation, or #TERCET_ERR_RANGE for a division by integer zero and for a
   negative power of an integer.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_binary(const tercet_allocator *alloc,
                     tercet_binary_op op,
                     const tercet_tensor *a,
                     const tercet_tensor *b,
                     tercet_tensor **out,
                     tercet_error *err);

/**
   Like tercet_tensor_binary(), into an existing tensor, which may be an operand
   or share bytes with one.

   @param out Must have the shape and dtype of the result, else
   #TERCET_ERR_SHAPE or #TERCET_ERR_DTYPE; #TERCET_ERR_ARGUMENT if it is
   read-only.  After #TERCET_ERR_RANGE its elements are indeterminate.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_binary_into(tercet_binary_op op,
                          const tercet_tensor *a,
                          const tercet_tensor *b,
                          tercet_tensor *out,
                          tercet_error *err);

#define TERCET_BINARY_DECLARE(id, name)                                        \
  TERCET_API TERCET_NODISCARD tercet_status tercet_tensor_##name(              \
      const tercet_allocator *alloc,                                           \
      const tercet_tensor *a,                                                  \
      const tercet_tensor *b,                                                  \
      tercet_tensor **out,                                                     \
      tercet_error *err);                                                      \
  TERCET_API TERCET_NODISCARD tercet_status tercet_tensor_##name##_into(       \
      const tercet_tensor *a,                                                  \
      const tercet_tensor *b,                                                  \
      tercet_tensor *out,                                                      \
      tercet_error *err);
TERCET_BINARY_LIST(TERCET_BINARY_DECLARE)
#undef TERCET_BINARY_DECLARE

/**
   Combine `values` with the elements that tercet_tensor_put_along_axis() would
   write: each becomes what the operation makes of it and the value, in
   row-major order of the positions, so that repeated ones add up.

   @param op TERCET_ADD, TERCET_SUBTRACT, TERCET_MULTIPLY, TERCET_MAXIMUM or
   TERCET_MINIMUM.
   @return As of tercet_tensor_put_along_axis(), #TERCET_ERR_ARGUMENT for
   another operation, or #TERCET_ERR_DTYPE if the dtype does not have it.
   Nothing is written on failure.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_combine_along_axis(tercet_tensor *tensor,
                                 tercet_binary_op op,
                                 const tercet_tensor *indexes,
                                 int64_t axis,
                                 const tercet_tensor *values,
                                 tercet_error *err);

/// Likewise for tercet_tensor_put_nd()
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_combine_nd(tercet_tensor *tensor,
                         tercet_binary_op op,
                         const tercet_tensor *indexes,
                         size_t n_batch,
                         const tercet_tensor *values,
                         tercet_error *err);

/**
   Return the dtype in which two are combined, as NumPy 2 does for arrays: the
   smallest that has all numbers of both; float64 for 64-bit integers with
   floats or of both signs, float32 for float16 with bfloat16.
*/
TERCET_API tercet_dtype
tercet_dtype_promote(tercet_dtype a, tercet_dtype b);

/// Bring two tensors to the dtype of tercet_dtype_promote(); each result is to
/// be given back, and shares its operand where that has the dtype already
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_promote(const tercet_allocator *alloc,
                      const tercet_tensor *a,
                      const tercet_tensor *b,
                      tercet_tensor **out_a,
                      tercet_tensor **out_b,
                      tercet_error *err);

/* ---- Functions of one tensor, element by element ---- */

/// Enumerator, and the name in tercet_tensor_NAME(), tercet_tensor_NAME_into()
#define TERCET_UNARY_LIST(X)                                                   \
  X(NEGATIVE, negative)                                                        \
  X(ABS, abs)                                                                  \
  X(SIGN, sign)                                                                \
  X(SQUARE, square)                                                            \
  X(CONJ, conj)                                                                \
  X(REAL, real)                                                                \
  X(IMAG, imag)                                                                \
  X(ANGLE, angle)                                                              \
  X(ISNAN, isnan)                                                              \
  X(ISINF, isinf)                                                              \
  X(ISFINITE, isfinite)                                                        \
  X(SIGNBIT, signbit)                                                          \
  X(LOGICAL_NOT, logical_not)                                                  \
  X(BITWISE_NOT, bitwise_not)                                                  \
  X(ILOGB, ilogb)                                                              \
  X(FLOOR, floor)                                                              \
  X(CEIL, ceil)                                                                \
  X(TRUNC, trunc)                                                              \
  X(ROUND, round)                                                              \
  X(SQRT, sqrt)                                                                \
  X(EXP, exp)                                                                  \
  X(EXP2, exp2)                                                                \
  X(EXP10, exp10)                                                              \
  X(EXPM1, expm1)                                                              \
  X(LOG, log)                                                                  \
  X(LOG2, log2)                                                                \
  X(LOG10, log10)                                                              \
  X(LOG1P, log1p)                                                              \
  X(CBRT, cbrt)                                                                \
  X(SIN, sin)                                                                  \
  X(COS, cos)                                                                  \
  X(TAN, tan)                                                                  \
  X(ASIN, asin)                                                                \
  X(ACOS, acos)                                                                \
  X(ATAN, atan)                                                                \
  X(SINH, sinh)                                                                \
  X(COSH, cosh)                                                                \
  X(TANH, tanh)                                                                \
  X(ASINH, asinh)                                                              \
  X(ACOSH, acosh)                                                              \
  X(ATANH, atanh)                                                              \
  X(ERF, erf)                                                                  \
  X(ERFC, erfc)                                                                \
  X(TGAMMA, tgamma)                                                            \
  X(LGAMMA, lgamma)                                                            \
  X(J0, j0)                                                                    \
  X(J1, j1)                                                                    \
  X(Y0, y0)                                                                    \
  X(Y1, y1)                                                                    \
  X(LOGB, logb)

/**
   Functions of one tensor.

   - TERCET_UNARY_NEGATIVE, ABS, SIGN, SQUARE: same dtype, not bool; integers
     wrap, so that the absolute value of MIN is MIN; of complex numbers ABS is
     the float modulus, and there is no SIGN.
   - CONJ, REAL, IMAG: of real numbers themselves, and 0.  ANGLE: complex only.
   - ISNAN, ISINF, ISFINITE, SIGNBIT, LOGICAL_NOT give bool.
   - BITWISE_NOT: integers and bool.
   - ILOGB: int32, INT32_MIN of 0 and INT32_MAX of infinity, INT32_MIN of NaN;
     real numbers.
   - FLOOR, CEIL, TRUNC, ROUND (ties to even): integers stay as they are.
   - SQRT and all that follow: floats of the same dtype; integers and bool are
     converted to float64 first.  Complex ones have SQRT, EXP, LOG, and the
     trigonometric and hyperbolic functions with their inverses.

   Accuracy in units in the last place, over all arguments, as the tests
   measure it (float64 / float32): SQRT is correctly rounded; EXP 0.7 / 1; LOG
   0.6 / 1; SIN and COS 2.5 / 0.81; ERFC 5 / 1.5, TGAMMA 5 / 1.5; TERCET_POWER
   0.8; the others 1 / 1.1 where SLEEF serves them with vectors, and what the
   C library gives (glibc: 2.5, CBRT 4, LGAMMA 5) where it does not.  LGAMMA
   near a zero at negative arguments, and the Bessel functions J0 to Y1 near
   theirs, have an absolute error of some 1e-15 instead.  Outside of a
   function's domain the result is NaN.  The result depends on the instruction
   set within these bounds, but not on strides, position or number of elements.
*/
typedef enum {
#define TERCET_UNARY_MEMBER(id, name) TERCET_UNARY_##id,
  TERCET_UNARY_LIST(TERCET_UNARY_MEMBER)
#undef TERCET_UNARY_MEMBER
} tercet_unary_op;

/// Number of unary operations
#define TERCET_UNARY_COUNT 50

/**
   Apply a function to each element.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_DTYPE if the dtype
   does not have the function.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_unary(const tercet_allocator *alloc,
                    tercet_unary_op op,
                    const tercet_tensor *x,
                    tercet_tensor **out,
                    tercet_error *err);

/// Like tercet_tensor_unary(), into an existing tensor; see
/// tercet_tensor_binary_into().  `x` is broadcast to its shape.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_unary_into(tercet_unary_op op,
                         const tercet_tensor *x,
                         tercet_tensor *out,
                         tercet_error *err);

#define TERCET_UNARY_DECLARE(id, name)                                         \
  TERCET_API TERCET_NODISCARD tercet_status tercet_tensor_##name(              \
      const tercet_allocator *alloc,                                           \
      const tercet_tensor *x,                                                  \
      tercet_tensor **out,                                                     \
      tercet_error *err);                                                      \
  TERCET_API TERCET_NODISCARD tercet_status tercet_tensor_##name##_into(       \
      const tercet_tensor *x, tercet_tensor *out, tercet_error *err);
TERCET_UNARY_LIST(TERCET_UNARY_DECLARE)
#undef TERCET_UNARY_DECLARE

/* ---- Functions of the caller ---- */

/// Compute `n` elements at `out` from those at `in`, of which there are as many
/// as tensors; all are contiguous.  A status but #TERCET_OK ends the operation
/// and is returned.
typedef tercet_status (*tercet_map_function)(void *context,
                                             size_t n,
                                             void *out,
                                             const void *const *in);

/// Tensors that a map can take at the most
#define TERCET_MAP_MAX 3

/**
   Apply a function to the elements of one to three tensors, which are broadcast
   together; their dtypes may differ.

   @param dtype Of the result.
   @param function Called from the caller's thread with up to some hundred
   elements at a time, in row-major order.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE if the shapes do
   not broadcast, #TERCET_ERR_ARGUMENT for a wrong number of tensors, or the
   status of `function`.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_map(const tercet_allocator *alloc,
                  size_t n_tensors,
                  const tercet_tensor *const *tensors,
                  tercet_dtype dtype,
                  tercet_map_function function,
                  void *context,
                  tercet_tensor **out,
                  tercet_error *err);

/// Like tercet_tensor_map(), into an existing tensor; see
/// tercet_tensor_binary_into().  A failing `function` leaves it half done.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_map_into(size_t n_tensors,
                       const tercet_tensor *const *tensors,
                       tercet_map_function function,
                       void *context,
                       tercet_tensor *out,
                       tercet_error *err);

/// Look at one element at each of the addresses, one for each tensor;
/// `position` counts in row-major order from 0.  A status but #TERCET_OK ends
/// the walk and is returned.
typedef tercet_status (*tercet_each_function)(void *context,
                                              int64_t position,
                                              const void *const *elements);

/// Walk one to three tensors, broadcast together, in row-major order; statuses
/// as in tercet_tensor_map()
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_each(size_t n_tensors,
                   const tercet_tensor *const *tensors,
                   tercet_each_function function,
                   void *context,
                   tercet_error *err);

/**
   A walk over the elements of one tensor, in row-major order.

   Belongs to the caller and needs no clearing; the tensor must outlive it.
   The members are private.
*/
typedef struct {
  const tercet_tensor *tensor;
  int64_t position;
  char *data;
  int64_t index[TERCET_MAX_RANK];
} tercet_tensor_iter;

/// Start before the first element
TERCET_API void
tercet_tensor_iter_init(tercet_tensor_iter *iter, const tercet_tensor *tensor);

/// Return the address of the next element, or NULL after the last
TERCET_API const void *
tercet_tensor_iter_next(tercet_tensor_iter *iter);

/**
   Make a view of a tensor without one axis, at a position along it: how to walk
   an axis.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for an axis out
   of range, or #TERCET_ERR_RANGE for a position.  Negative ones count from
   the end.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_at_axis(const tercet_tensor *tensor,
                      int64_t axis,
                      int64_t position,
                      tercet_tensor **out,
                      tercet_error *err);

/// Combine an accumulated value with the next element, both of the dtype of
/// the tensor, into the accumulated one.  A status but #TERCET_OK ends the
/// operation and is returned.
typedef tercet_status (*tercet_fold_function)(void *context,
                                              void *accumulated,
                                              const void *element);

/**
   Fold along an axis, which goes, or over all axes in row-major order.

   @param axis Negative ones count from the end; #TERCET_FOLD_ALL for all.
   @param start What to begin with, or NULL for the first element.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for an axis out
   of range, or a fold of nothing without a start, or the status of
   `function`.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_fold(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t axis,
                   const void *start,
                   tercet_fold_function function,
                   void *context,
                   tercet_tensor **out,
                   tercet_error *err);

/// Like tercet_tensor_fold() without a start, but keep the accumulated value at
/// each element: same shape, or of rank 1 for #TERCET_FOLD_ALL.  Of nothing,
/// nothing.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_scan(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t axis,
                   tercet_fold_function function,
                   void *context,
                   tercet_tensor **out,
                   tercet_error *err);

/// All axes, for tercet_tensor_fold() and tercet_tensor_scan()
#define TERCET_FOLD_ALL INT64_MIN

TERCET_END_DECLS

#endif // TERCET_TENSOR_MATH_H
