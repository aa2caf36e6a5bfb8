// SPDX-License-Identifier: Apache-2.0

/// What the bodies of all loops of reductions share

#ifndef TERCET_ARRAY_REDUCE_LOOPS_COMMON_H
#define TERCET_ARRAY_REDUCE_LOOPS_COMMON_H

#include "array/reduce_loops.h"

#define N_LANES 16

/// Elements, or rows, between two additions to a compensated sum
#define BLOCK 256

static inline int64_t
smaller(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

/// Element `i` of a line at `in`
#define ITEM(id, in, stride, i)                                                \
  (*(const element_##id *)(const void *)((in) + (i) * (stride)))

/// Loops that must be inlined: only where their stride is a constant do
/// compilers load whole vectors, and large ones they would not inline unasked
#if defined(__GNUC__)
#  define WITH_ANY_STRIDE static inline __attribute__((always_inline))
#else
#  define WITH_ANY_STRIDE static inline
#endif

/// Call `function` with its stride as a constant if the line has no gaps
#define WITH_STRIDE(id, function, acc, in, stride, ...)                        \
  do {                                                                         \
    if ((stride) == (int64_t)sizeof(element_##id)) {                           \
      function(acc, in, (int64_t)sizeof(element_##id), __VA_ARGS__);           \
    } else {                                                                   \
      function(acc, in, stride, __VA_ARGS__);                                  \
    }                                                                          \
  } while (0)

/// Define <name>_line_<id>() and <name>_rows_<id>() of the loops that are
/// written for any stride
#define DISPATCH(name, id)                                                     \
  static void name##_line_##id(                                                \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    WITH_STRIDE(id, name##_any_line_##id, acc, in, stride, n);                 \
  }                                                                            \
  static void name##_rows_##id(accumulators *acc,                              \
                               const char *in,                                 \
                               int64_t stride,                                 \
                               int64_t n,                                      \
                               int64_t row_stride,                             \
                               int64_t n_rows)                                 \
  {                                                                            \
    WITH_STRIDE(                                                               \
        id, name##_any_rows_##id, acc, in, stride, n, row_stride, n_rows);     \
  }

#endif // TERCET_ARRAY_REDUCE_LOOPS_COMMON_H
