// SPDX-License-Identifier: Apache-2.0

/**
   Comparisons, extremes, logic and choosing, for compilers to turn into
   vectors: the files compare_*.c include it, each for one instruction set, with
   COMPARE_TABLE defined as the name of the table.
*/

#include "array/compare_table.h"

#include <string.h>

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

/* ---- Choosing ---- */

/// Elements are moved as numbers of their size; masks do without a branch,
/// which a condition without a pattern would make slow
#define CHOOSE(type, condition, a, b)                                          \
  (type)(((a) & (type)(0U - (type)((condition) != 0))) |                       \
         ((b) & (type) ~(type)(0U - (type)((condition) != 0))))

/// Define a line that chooses; those without gaps, also where one element
/// stands for all of A or B, have loops that compilers turn into vectors
#define WHERE_LINE(name, type)                                                 \
  static bool name(                                                            \
      void *context, char *const *data, const int64_t *strides, int64_t n)     \
  {                                                                            \
    const int64_t size = (int64_t)sizeof(type);                                \
    const int64_t sa = strides[TERCET_LINE_B];                                 \
    const int64_t sb = strides[TERCET_LINE_C];                                 \
    const uint8_t *const condition = (const uint8_t *)data[TERCET_LINE_A];     \
    const type *const a = (const void *)data[TERCET_LINE_B];                   \
    const type *const b = (const void *)data[TERCET_LINE_C];                   \
    type *const out = (void *)data[TERCET_LINE_OUT];                           \
    const bool is_dense =                                                      \
        strides[TERCET_LINE_OUT] == size && strides[TERCET_LINE_A] == 1;       \
    (void)context;                                                             \
    if (is_dense && sa == size && sb == size) {                                \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = CHOOSE(type, condition[i], a[i], b[i]);                       \
      }                                                                        \
    } else if (is_dense && sa == size && sb == 0) {                            \
      const type y = *b;                                                       \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = CHOOSE(type, condition[i], a[i], y);                          \
      }                                                                        \
    } else if (is_dense && sa == 0 && sb == size) {                            \
      const type x = *a;                                                       \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = CHOOSE(type, condition[i], x, b[i]);                          \
      }                                                                        \
    } else {                                                                   \
      for (int64_t i = 0; i < n; ++i) {                                        \
        *(type *)(void *)(data[TERCET_LINE_OUT] +                              \
                          i * strides[TERCET_LINE_OUT]) =                      \
            CHOOSE(                                                            \
                type,                                                          \
                *(condition + i * strides[TERCET_LINE_A]),                     \
                *(const type *)(const void *)(data[TERCET_LINE_B] + i * sa),   \
                *(const type *)(const void *)(data[TERCET_LINE_C] + i * sb));  \
      }                                                                        \
    }                                                                          \
    return true;                                                               \
  }

WHERE_LINE(where_1, uint8_t)
WHERE_LINE(where_2, uint16_t)
WHERE_LINE(where_4, uint32_t)
WHERE_LINE(where_8, uint64_t)

static bool
where_16(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  (void)context;
  for (int64_t i = 0; i < n; ++i) {
    const bool holds = data[TERCET_LINE_A][i * strides[TERCET_LINE_A]] != 0;
    memcpy(data[TERCET_LINE_OUT] + i * strides[TERCET_LINE_OUT],
           holds ? data[TERCET_LINE_B] + i * strides[TERCET_LINE_B]
                 : data[TERCET_LINE_C] + i * strides[TERCET_LINE_C],
           sizeof(element_C128));
  }
  return true;
}

/* ---- The table ---- */

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
    {where_1, where_2, where_4, where_8, where_16},
};
