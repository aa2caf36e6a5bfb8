// SPDX-License-Identifier: Apache-2.0

/// Half floats: loops for float32 over converted tiles

#ifndef TERCET_ARRAY_REDUCE_LOOPS_HALF_H
#define TERCET_ARRAY_REDUCE_LOOPS_HALF_H

#include "array/reduce_loops_extremes.h"
#include "array/reduce_loops_floats.h"
#include "array/reduce_loops_moments.h"

/// Rows that are converted together
#define HALF_ROWS 4

/// Rows of a block of which moments are found
#define HALF_MOMENT_ROWS 16

/// Convert a row, and fetch what is `ahead` bytes behind it
static void
load_half_row(tercet_dtype dtype,
              const char *in,
              int64_t stride,
              int64_t n,
              int64_t ahead,
              float *out)
{
  if (stride == (int64_t)sizeof(element_F16)) {
    fetch_soon(in + ahead, 0, 1, n * stride);
  }
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    tercet_elements_load_f32(
        dtype, in + i * stride, stride, smaller(WIDE_CAPACITY, n - i), out + i);
  }
}

#define HALF_LINE(name, id, line_function)                                     \
  static void name##_line_##id(                                                \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    float tile[REDUCE_TILE];                                                   \
    for (int64_t i = 0; i < n; i += REDUCE_TILE) {                             \
      const int64_t n_now = smaller(REDUCE_TILE, n - i);                       \
      load_half_row(TERCET_DTYPE_##id,                                         \
                    in + i * stride,                                           \
                    stride,                                                    \
                    n_now,                                                     \
                    FETCHED_BYTES,                                             \
                    tile);                                                     \
      line_function(acc, (const char *)tile, sizeof(float), n_now);            \
    }                                                                          \
  }

#define HALF_SUM(name, id)                                                     \
  HALF_LINE(name, id, name##_kernel_line_F32)                                  \
  static void name##_rows_##id(accumulators *acc,                              \
                               const char *in,                                 \
                               int64_t stride,                                 \
                               int64_t n,                                      \
                               int64_t row_stride,                             \
                               int64_t n_rows)                                 \
  {                                                                            \
    double part[REDUCE_TILE];                                                  \
    float tile[HALF_ROWS][REDUCE_TILE];                                        \
    clear_part(part, n);                                                       \
    for (int64_t i = 0; i < n_rows; i += HALF_ROWS) {                          \
      const int64_t n_now = smaller(HALF_ROWS, n_rows - i);                    \
      for (int64_t j = 0; j < n_now; ++j, in += row_stride) {                  \
        load_half_row(                                                         \
            TERCET_DTYPE_##id, in, stride, n, HALF_ROWS *row_stride, tile[j]); \
      }                                                                        \
      name##_part_F32(                                                         \
          part, (const char *)tile, sizeof(float), n, sizeof(tile[0]), n_now); \
      if ((i + HALF_ROWS) % BLOCK == 0 || i + HALF_ROWS >= n_rows) {           \
        add_part(acc, part, n);                                                \
        clear_part(part, n);                                                   \
      }                                                                        \
    }                                                                          \
  }

#define HALF_MOMENTS(id)                                                       \
  HALF_LINE(moments, id, moments_kernel_line_F32)                              \
  static void moments_rows_##id(accumulators *acc,                             \
                                const char *in,                                \
                                int64_t stride,                                \
                                int64_t n,                                     \
                                int64_t row_stride,                            \
                                int64_t n_rows)                                \
  {                                                                            \
    float tile[HALF_MOMENT_ROWS][REDUCE_TILE];                                 \
    for (int64_t i = 0; i < n_rows; i += HALF_MOMENT_ROWS) {                   \
      const int64_t n_now = smaller(HALF_MOMENT_ROWS, n_rows - i);             \
      for (int64_t j = 0; j < n_now; ++j, in += row_stride) {                  \
        load_half_row(                                                         \
            TERCET_DTYPE_##id, in, stride, n, HALF_ROWS *row_stride, tile[j]); \
      }                                                                        \
      moments_kernel_rows_F32(                                                 \
          acc, (const char *)tile, sizeof(float), n, sizeof(tile[0]), n_now);  \
    }                                                                          \
  }

#define HALF_EXTREME(name, id)                                                 \
  HALF_LINE(name, id, name##_kernel_line_F32)                                  \
  static void name##_rows_##id(accumulators *acc,                              \
                               const char *in,                                 \
                               int64_t stride,                                 \
                               int64_t n,                                      \
                               int64_t row_stride,                             \
                               int64_t n_rows)                                 \
  {                                                                            \
    float tile[REDUCE_TILE];                                                   \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      load_half_row(                                                           \
          TERCET_DTYPE_##id, in, stride, n, HALF_ROWS *row_stride, tile);      \
      name##_kernel_rows_F32(acc, (const char *)tile, sizeof(float), n, 0, 1); \
    }                                                                          \
  }

#define HALF_FAMILY(id)                                                        \
  HALF_SUM(sum, id)                                                            \
  HALF_SUM(norm1, id)                                                          \
  HALF_SUM(norm2, id)                                                          \
  HALF_MOMENTS(id)                                                             \
  HALF_EXTREME(max, id)                                                        \
  HALF_EXTREME(min, id)

HALF_FAMILY(F16)
HALF_FAMILY(BF16)

#endif // TERCET_ARRAY_REDUCE_LOOPS_HALF_H
