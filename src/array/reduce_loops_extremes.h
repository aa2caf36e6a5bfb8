// SPDX-License-Identifier: Apache-2.0

/// Greatest and least elements

#ifndef TERCET_ARRAY_REDUCE_LOOPS_EXTREMES_H
#define TERCET_ARRAY_REDUCE_LOOPS_EXTREMES_H

#include "array/reduce_loops_common.h"

#include "array/kernel/kernel.h"

#include <math.h>

/// A NaN takes the place of any number, and no number takes that of a NaN
#define EXTREME_PICK(name, id, type, op)                                       \
  static inline type name##_##id(type best, type x)                            \
  {                                                                            \
    return x op best || x != x ? x : best;                                     \
  }

#define EXTREME_LOOPS(name, id, type, op, neutral)                             \
  EXTREME_PICK(name, id, type, op)                                             \
  static void name##_start_##id(accumulators *acc, int64_t n)                  \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      acc->best_##id[i] = (neutral);                                           \
    }                                                                          \
  }                                                                            \
  static void name##_merge_##id(                                               \
      accumulators *acc, const accumulators *other, int64_t n)                 \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      acc->best_##id[i] = name##_##id(acc->best_##id[i], other->best_##id[i]); \
    }                                                                          \
  }                                                                            \
  WITH_ANY_STRIDE void name##_any_line_##id(                                   \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    type lanes[N_LANES];                                                       \
    for (int64_t j = 0; j < N_LANES; ++j) {                                    \
      lanes[j] = acc->best_##id[0];                                            \
    }                                                                          \
    int64_t i = 0;                                                             \
    for (; i + N_LANES <= n; i += N_LANES) {                                   \
      for (int64_t j = 0; j < N_LANES; ++j) {                                  \
        lanes[j] =                                                             \
            name##_##id(lanes[j], extreme_item_##id(in, stride, i + j));       \
      }                                                                        \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      lanes[0] = name##_##id(lanes[0], extreme_item_##id(in, stride, i));      \
    }                                                                          \
    for (int64_t j = 1; j < N_LANES; ++j) {                                    \
      lanes[0] = name##_##id(lanes[0], lanes[j]);                              \
    }                                                                          \
    acc->best_##id[0] = lanes[0];                                              \
  }                                                                            \
  WITH_ANY_STRIDE void name##_any_rows_##id(accumulators *acc,                 \
                                            const char *in,                    \
                                            int64_t stride,                    \
                                            int64_t n,                         \
                                            int64_t row_stride,                \
                                            int64_t n_rows)                    \
  {                                                                            \
    type *const best = acc->best_##id;                                         \
    for (; n_rows >= 2; n_rows -= 2, in += 2 * row_stride) {                   \
      const char *const r1 = in + row_stride;                                  \
      if (stride == (int64_t)sizeof(element_##id)) {                           \
        fetch_soon(in + 4 * row_stride, row_stride, 2, n * stride);            \
      }                                                                        \
      for (int64_t i = 0; i < n; ++i) {                                        \
        const type x = name##_##id(extreme_item_##id(in, stride, i),           \
                                   extreme_item_##id(r1, stride, i));          \
        best[i] = name##_##id(best[i], x);                                     \
      }                                                                        \
    }                                                                          \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        best[i] = name##_##id(best[i], extreme_item_##id(in, stride, i));      \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  DISPATCH(name, id)

#define EXTREME_FINISH(id)                                                     \
  static void extreme_finish_##id(const accumulators *acc,                     \
                                  int64_t n,                                   \
                                  double divisor,                              \
                                  char *out,                                   \
                                  int64_t stride)                              \
  {                                                                            \
    (void)divisor;                                                             \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##id *)(void *)(out + i * stride) = acc->best_##id[i];         \
    }                                                                          \
  }

/// The item is widened and narrowed again, which makes a bool 0 or 1 and is
/// nothing for a number
#define EXTREME_FAMILY(id, kind, lowest, highest)                              \
  static inline element_##id extreme_item_##id(                                \
      const char *in, int64_t stride, int64_t i)                               \
  {                                                                            \
    return narrow_##id##_##kind(widen_##id(ITEM(id, in, stride, i)));          \
  }                                                                            \
  EXTREME_LOOPS(max, id, element_##id, >, lowest)                              \
  EXTREME_LOOPS(min, id, element_##id, <, highest)                             \
  EXTREME_FINISH(id)

EXTREME_FAMILY(BOOL, B, 0, 1)
EXTREME_FAMILY(I8, I, INT8_MIN, INT8_MAX)
EXTREME_FAMILY(I16, I, INT16_MIN, INT16_MAX)
EXTREME_FAMILY(I32, I, INT32_MIN, INT32_MAX)
EXTREME_FAMILY(I64, I, INT64_MIN, INT64_MAX)
EXTREME_FAMILY(U8, U, 0, UINT8_MAX)
EXTREME_FAMILY(U16, U, 0, UINT16_MAX)
EXTREME_FAMILY(U32, U, 0, UINT32_MAX)
EXTREME_FAMILY(U64, U, 0, UINT64_MAX)
EXTREME_FAMILY(F32, F, -INFINITY, INFINITY)
EXTREME_FAMILY(F64, F, -(double)INFINITY, (double)INFINITY)

/// Rows that a kernel takes together
#define EXTREME_ROWS 8

/// The kernels of the processor take lines and rows without gaps
#define EXTREME_KERNELS(name, id, kernel, kernel_rows)                         \
  static void name##_kernel_line_##id(                                         \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    if (stride == (int64_t)sizeof(element_##id)) {                             \
      acc->best_##id[0] =                                                      \
          name##_##id(acc->best_##id[0],                                       \
                      tercet_kernels()->kernel((const void *)in, (size_t)n));  \
    } else {                                                                   \
      name##_line_##id(acc, in, stride, n);                                    \
    }                                                                          \
  }                                                                            \
  static void name##_kernel_rows_##id(accumulators *acc,                       \
                                      const char *in,                          \
                                      int64_t stride,                          \
                                      int64_t n,                               \
                                      int64_t row_stride,                      \
                                      int64_t n_rows)                          \
  {                                                                            \
    if (stride != (int64_t)sizeof(element_##id)) {                             \
      name##_rows_##id(acc, in, stride, n, row_stride, n_rows);                \
      return;                                                                  \
    }                                                                          \
    for (; n_rows > 0;                                                         \
         n_rows -= EXTREME_ROWS, in += EXTREME_ROWS * row_stride) {            \
      const int64_t n_now = smaller(EXTREME_ROWS, n_rows);                     \
      tercet_kernels()->kernel_rows(acc->best_##id,                            \
                                    (const void *)in,                          \
                                    row_stride,                                \
                                    (size_t)n_now,                             \
                                    (size_t)n);                                \
    }                                                                          \
  }

EXTREME_KERNELS(max, F32, max_f32, max_rows_f32)
EXTREME_KERNELS(min, F32, min_f32, min_rows_f32)
EXTREME_KERNELS(max, F64, max_f64, max_rows_f64)
EXTREME_KERNELS(min, F64, min_f64, min_rows_f64)

#define HALF_EXTREME_FINISH(id)                                                \
  static void extreme_finish_##id(const accumulators *acc,                     \
                                  int64_t n,                                   \
                                  double divisor,                              \
                                  char *out,                                   \
                                  int64_t stride)                              \
  {                                                                            \
    (void)divisor;                                                             \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##id *)(void *)(out + i * stride) =                            \
          narrow_##id##_F((double)acc->best_F32[i]);                           \
    }                                                                          \
  }

HALF_EXTREME_FINISH(F16)
HALF_EXTREME_FINISH(BF16)

#endif // TERCET_ARRAY_REDUCE_LOOPS_EXTREMES_H
