// SPDX-License-Identifier: Apache-2.0

/**
   The loop bodies of elementwise operations, and a lookup for each family.

   A body returns false where an integer operation is undefined: a zero divisor
   or a negative exponent.
*/

#ifndef TERCET_ARRAY_BINARY_LINE_H
#define TERCET_ARRAY_BINARY_LINE_H

#include "array/element.h"
#include "array/loop.h"
#include "array/math_line.h"

typedef struct {
  tercet_loop_body body; ///< NULL: the dtype does not have the operation
  tercet_dtype out;
  tercet_math_line math; ///< Context of the body
} tercet_binary_line;

/// Any operation; the body is NULL if the dtype lacks it
tercet_binary_line
tercet_binary_line_for(tercet_binary_op op, tercet_dtype dtype);

/// Set `out` to an operation whose body never fails and gives the dtype of its
/// operands; others are #TERCET_ERR_ARGUMENT or #TERCET_ERR_DTYPE
TERCET_NODISCARD tercet_status
tercet_combining_line(tercet_binary_op op,
                      tercet_dtype dtype,
                      tercet_binary_line *out,
                      tercet_error *err);

/// Any function of one tensor; there is no operand B
tercet_binary_line
tercet_unary_line_for(tercet_unary_op op, tercet_dtype dtype);

/// The conversion to another dtype; there is no operand B
tercet_binary_line
tercet_cast_line_for(tercet_dtype from, tercet_dtype to);

/// Choosing by a condition: of the operands, which follow the result, it is the
/// first one and of bytes, and the two others have the dtype
tercet_binary_line
tercet_where_line_for(tercet_dtype dtype);

/// Return what an element costs in tercet_loop_run_shared() if `n_bytes` are
/// moved for it; functions take longer than memory
static inline int64_t
tercet_line_cost(const tercet_binary_line *line, size_t n_bytes)
{
  const bool is_function =
      line->body == tercet_math_line_run || line->body == tercet_math2_line_run;
  return (int64_t)n_bytes * (is_function ? 4 : 1);
}

/// Division, powers and functions of two floats
tercet_binary_line
tercet_math_binary_line(tercet_binary_op op, tercet_dtype dtype);

/// Comparisons, extremes and logic
tercet_binary_line
tercet_compare_line(tercet_binary_op op, tercet_dtype dtype);

/// Bits and shifts
tercet_binary_line
tercet_bitwise_line(tercet_binary_op op, tercet_dtype dtype);

/// Operands of the bodies; a condition is A, and what it chooses from B and C
enum { TERCET_LINE_OUT, TERCET_LINE_A, TERCET_LINE_B, TERCET_LINE_C };

/// Define the body name_line_id() that calls name_id() for each pair; the
/// frequent layouts have loops of their own that compilers turn into vectors
#define TERCET_BINARY_LINE(name, id, out_id)                                   \
  static bool name##_line_##id(                                                \
      void *context, char *const *data, const int64_t *strides, int64_t n)     \
  {                                                                            \
    const int64_t size = (int64_t)sizeof(element_##id);                        \
    const int64_t sa = strides[TERCET_LINE_A];                                 \
    const int64_t sb = strides[TERCET_LINE_B];                                 \
    element_##out_id *const out = (void *)data[TERCET_LINE_OUT];               \
    const element_##id *const a = (const void *)data[TERCET_LINE_A];           \
    const element_##id *const b = (const void *)data[TERCET_LINE_B];           \
    const bool is_dense =                                                      \
        strides[TERCET_LINE_OUT] == (int64_t)sizeof(element_##out_id);         \
    (void)context;                                                             \
    if (is_dense && sa == size && sb == size) {                                \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = name##_##id(a[i], b[i]);                                      \
      }                                                                        \
    } else if (is_dense && sa == size && sb == 0) {                            \
      const element_##id x = *b;                                               \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = name##_##id(a[i], x);                                         \
      }                                                                        \
    } else if (is_dense && sa == 0 && sb == size) {                            \
      const element_##id x = *a;                                               \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = name##_##id(x, b[i]);                                         \
      }                                                                        \
    } else {                                                                   \
      for (int64_t i = 0; i < n; ++i) {                                        \
        *(element_##out_id *)(void *)(data[TERCET_LINE_OUT] +                  \
                                      i * strides[TERCET_LINE_OUT]) =          \
            name##_##id(                                                       \
                *(const element_##id *)(const void *)(data[TERCET_LINE_A] +    \
                                                      i * sa),                 \
                *(const element_##id *)(const void *)(data[TERCET_LINE_B] +    \
                                                      i * sb));                \
      }                                                                        \
    }                                                                          \
    return true;                                                               \
  }

#define TERCET_SIGNED_LIST(X) X(I8) X(I16) X(I32) X(I64)
#define TERCET_UNSIGNED_LIST(X) X(U8) X(U16) X(U32) X(U64)
#define TERCET_INTEGER_LIST(X) TERCET_SIGNED_LIST(X) TERCET_UNSIGNED_LIST(X)
#define TERCET_HALF_LIST(X) X(F16) X(BF16)

#endif // TERCET_ARRAY_BINARY_LINE_H
