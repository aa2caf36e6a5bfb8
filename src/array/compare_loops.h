// SPDX-License-Identifier: Apache-2.0

/**
   Comparisons, extremes and logic, for compilers to turn into vectors: the
   files compare_*.c include it, each for one instruction set, with
   COMPARE_TABLE defined as the name of the table.
*/

#include "array/compare_table.h"

#define COMPARISON(name, id, op)                                               \
  static inline element_BOOL name##_##id(element_##id a, element_##id b)       \
  {                                                                            \
    return a op b;                                                             \
  }                                                                            \
  TERCET_BINARY_LINE(name, id, BOOL)

#define COMPARISONS(id)                                                        \
  COMPARISON(equal, id, ==)                                                    \
  COMPARISON(not_equal, id, !=)                                                \
  COMPARISON(less, id, <)                                                      \
  COMPARISON(less_equal, id, <=)                                               \
  COMPARISON(greater, id, >)                                                   \
  COMPARISON(greater_equal, id, >=)

/// Through a wider type: half floats, and bytes that stand for bools
#define WIDE_COMPARISON(name, id, op)                                          \
  static inline element_BOOL name##_##id(element_##id a, element_##id b)       \
  {                                                                            \
    return widen_##id(a) op widen_##id(b);                                     \
  }                                                                            \
  TERCET_BINARY_LINE(name, id, BOOL)

#define WIDE_COMPARISONS(id)                                                   \
  WIDE_COMPARISON(equal, id, ==)                                               \
  WIDE_COMPARISON(not_equal, id, !=)                                           \
  WIDE_COMPARISON(less, id, <)                                                 \
  WIDE_COMPARISON(less_equal, id, <=)                                          \
  WIDE_COMPARISON(greater, id, >)                                              \
  WIDE_COMPARISON(greater_equal, id, >=)

#define COMPLEX_COMPARISONS(id)                                                \
  static inline element_BOOL equal_##id(element_##id a, element_##id b)        \
  {                                                                            \
    return a.re == b.re && a.im == b.im;                                       \
  }                                                                            \
  static inline element_BOOL not_equal_##id(element_##id a, element_##id b)    \
  {                                                                            \
    return a.re != b.re || a.im != b.im;                                       \
  }                                                                            \
  TERCET_BINARY_LINE(equal, id, BOOL)                                          \
  TERCET_BINARY_LINE(not_equal, id, BOOL)

/// A NaN wins; of equal ones the second
#define EXTREMES(id, wide)                                                     \
  static inline element_##id maximum_##id(element_##id a, element_##id b)      \
  {                                                                            \
    return wide(a) > wide(b) || wide(a) != wide(a) ? a : b;                    \
  }                                                                            \
  static inline element_##id minimum_##id(element_##id a, element_##id b)      \
  {                                                                            \
    return wide(a) < wide(b) || wide(a) != wide(a) ? a : b;                    \
  }                                                                            \
  TERCET_BINARY_LINE(maximum, id, id)                                          \
  TERCET_BINARY_LINE(minimum, id, id)

#define SAME(x) (x)
#define PLAIN_EXTREMES(id) EXTREMES(id, SAME)
#define WIDE_EXTREMES(id) EXTREMES(id, widen_##id)

#define LOGIC(name, id, op)                                                    \
  static inline element_BOOL name##_##id(element_##id a, element_##id b)       \
  {                                                                            \
    return (element_BOOL)(is_true_##id(a) op is_true_##id(b));                 \
  }                                                                            \
  TERCET_BINARY_LINE(name, id, BOOL)

#define LOGICS(id)                                                             \
  LOGIC(logical_and, id, &) LOGIC(logical_or, id, |) LOGIC(logical_xor, id, ^)

#define TRUTH(id, expression)                                                  \
  static inline element_BOOL is_true_##id(element_##id x)                      \
  {                                                                            \
    return expression;                                                         \
  }                                                                            \
  LOGICS(id)

#define PLAIN_TRUTH(id) TRUTH(id, x != 0)
#define HALF_TRUTH(id) TRUTH(id, (x & 0x7fffU) != 0)
#define COMPLEX_TRUTH(id) TRUTH(id, x.re != 0 || x.im != 0)

#define PLAIN_LIST(X) TERCET_INTEGER_LIST(X) X(F32) X(F64)

PLAIN_LIST(COMPARISONS)
PLAIN_LIST(PLAIN_EXTREMES)
PLAIN_LIST(PLAIN_TRUTH)
PLAIN_TRUTH(BOOL)
WIDE_COMPARISONS(BOOL)
WIDE_EXTREMES(BOOL)
TERCET_HALF_LIST(WIDE_COMPARISONS)
TERCET_HALF_LIST(WIDE_EXTREMES)
TERCET_HALF_LIST(HALF_TRUTH)
COMPLEX_COMPARISONS(C64)
COMPLEX_COMPARISONS(C128)
COMPLEX_TRUTH(C64)
COMPLEX_TRUTH(C128)

#define REAL_ROW(id)                                                           \
  [TERCET_DTYPE_##id] = {maximum_line_##id,                                    \
                         minimum_line_##id,                                    \
                         logical_and_line_##id,                                \
                         logical_or_line_##id,                                 \
                         logical_xor_line_##id,                                \
                         equal_line_##id,                                      \
                         not_equal_line_##id,                                  \
                         less_line_##id,                                       \
                         less_equal_line_##id,                                 \
                         greater_line_##id,                                    \
                         greater_equal_line_##id},
#define COMPLEX_ROW(id)                                                        \
  [TERCET_DTYPE_##id] = {NULL,                                                 \
                         NULL,                                                 \
                         logical_and_line_##id,                                \
                         logical_or_line_##id,                                 \
                         logical_xor_line_##id,                                \
                         equal_line_##id,                                      \
                         not_equal_line_##id},

const tercet_compare_table COMPARE_TABLE = {
    {PLAIN_LIST(REAL_ROW) TERCET_HALF_LIST(REAL_ROW) REAL_ROW(BOOL)
         COMPLEX_ROW(C64) COMPLEX_ROW(C128)},
};
