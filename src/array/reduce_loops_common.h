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

/* ---- Fetching ----

   The prefetchers of processors stop at the end of each page, and the rows of
   a tile are in different ones.  What is fetched may lie behind the end of the
   tensor, where it does nothing. */

/// Elements of a line, or columns of rows, between two fetches
#define FETCH_STEP 128

/// Bytes of a line between two fetches where the loops are short
#define FETCHED_BYTES 4096

/// Fetch `n_bytes` of each of `n_rows` rows
#define DEFINE_FETCH(name, locality)                                           \
  static inline void name(                                                     \
      const char *in, int64_t row_stride, int64_t n_rows, int64_t n_bytes)     \
  {                                                                            \
    for (int64_t i = 0; i < n_rows; ++i) {                                     \
      const uintptr_t row = (uintptr_t)in + (uintptr_t)(i * row_stride);       \
      for (int64_t j = 0; j < n_bytes; j += 64) {                              \
        __builtin_prefetch((const char *)(row + (uintptr_t)j), 0, locality);   \
      }                                                                        \
    }                                                                          \
  }

/// What is needed soon, into the L1 cache
DEFINE_FETCH(fetch_soon, 3)

/// What would push other things out of the L1 cache, into the L2 cache
DEFINE_FETCH(fetch_later, 2)

/// How far ahead, in bytes of a row, rows are fetched
#define ROWS_AHEAD 2048

/// Fetch what the loop over `n_rows` rows of `n` elements of `size` bytes comes
/// to when it has gone #ROWS_AHEAD bytes beyond element `i`, which may be in
/// the rows that follow
static inline void
fetch_rows(const char *in,
           int64_t row_stride,
           int64_t n_rows,
           int64_t n,
           int64_t size,
           int64_t i)
{
  const int64_t next = i + smaller(n, ROWS_AHEAD / size);
  const int64_t offset =
      next < n ? next * size : n_rows * row_stride + (next - n) * size;
  fetch_soon((const char *)((uintptr_t)in + (uintptr_t)offset),
             row_stride,
             n_rows,
             smaller(FETCH_STEP, n - i) * size);
}

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
