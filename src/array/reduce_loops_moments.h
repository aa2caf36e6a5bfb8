// SPDX-License-Identifier: Apache-2.0

/// Moments: the mean and the sum of squared distances from it

#ifndef TERCET_ARRAY_REDUCE_LOOPS_MOMENTS_H
#define TERCET_ARRAY_REDUCE_LOOPS_MOMENTS_H

#include "array/reduce_loops_floats.h"

/// Elements whose mean is found before their distances from it are squared;
/// they stay in the L1 cache in between
#define MOMENT_BLOCK 2048

/// Rows of a tile that are treated so; of float32 they fill the L1 cache
#define MOMENT_ROWS 16

static void
moments_start(accumulators *acc, int64_t n)
{
  acc->moments.count = 0;
  for (int64_t i = 0; i < n; ++i) {
    acc->moments.means[i] = 0;
    acc->moments.squares[i] = 0;
  }
}

/// Join the moments of `count` more elements (Chan, Golub and LeVeque 1979)
static inline void
join_moments(accumulators *acc,
             int64_t n,
             double count,
             const double *means,
             const double *squares)
{
  const double before = acc->moments.count;
  const double total = before + count;
  const double weight = count / total;
  const double cross = before * weight;
  acc->moments.count = total;
  for (int64_t i = 0; i < n; ++i) {
    const double distance = means[i] - acc->moments.means[i];
    acc->moments.means[i] += distance * weight;
    acc->moments.squares[i] += squares[i] + distance * distance * cross;
  }
}

static void
moments_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  if (other->moments.count > 0) {
    join_moments(acc,
                 n,
                 other->moments.count,
                 other->moments.means,
                 other->moments.squares);
  }
}

#define MOMENT_LOOPS(id)                                                       \
  WITH_ANY_STRIDE double distances_##id(                                       \
      const char *in, int64_t stride, int64_t n, double mean)                  \
  {                                                                            \
    double lanes[N_LANES] = {0};                                               \
    int64_t i = 0;                                                             \
    for (int64_t first = 0; first < n; first += FETCH_STEP) {                  \
      const int64_t end = smaller(n, first + FETCH_STEP);                      \
      if (stride == (int64_t)sizeof(element_##id)) {                           \
        fetch_soon(                                                            \
            in + (MOMENT_BLOCK + first) * stride, 0, 1, FETCH_STEP * stride);  \
      }                                                                        \
      for (; i + N_LANES <= end; i += N_LANES) {                               \
        for (int64_t j = 0; j < N_LANES; ++j) {                                \
          const double x = FLOAT_ITEM(id, map_same, in, stride, i + j) - mean; \
          lanes[j] += x * x;                                                   \
        }                                                                      \
      }                                                                        \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      const double x = FLOAT_ITEM(id, map_same, in, stride, i) - mean;         \
      lanes[i % N_LANES] += x * x;                                             \
    }                                                                          \
    for (int64_t width = N_LANES / 2; width > 0; width /= 2) {                 \
      for (int64_t j = 0; j < width; ++j) {                                    \
        lanes[j] += lanes[j + width];                                          \
      }                                                                        \
    }                                                                          \
    return lanes[0];                                                           \
  }                                                                            \
  WITH_ANY_STRIDE void moments_any_line_##id(                                  \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    for (int64_t i = 0; i < n; i += MOMENT_BLOCK) {                            \
      const char *const block = in + i * stride;                               \
      const int64_t n_now = smaller(MOMENT_BLOCK, n - i);                      \
      const double mean =                                                      \
          sum_block_##id(block, stride, n_now) / (double)n_now;                \
      const double squares = distances_##id(block, stride, n_now, mean);       \
      join_moments(acc, 1, (double)n_now, &mean, &squares);                    \
    }                                                                          \
  }                                                                            \
  WITH_ANY_STRIDE void moments_part_##id(double *restrict squares,             \
                                         const double *restrict means,         \
                                         const char *in,                       \
                                         int64_t stride,                       \
                                         int64_t n,                            \
                                         int64_t row_stride,                   \
                                         int64_t n_rows)                       \
  {                                                                            \
    for (; n_rows >= 2; n_rows -= 2, in += 2 * row_stride) {                   \
      const char *const r1 = in + row_stride;                                  \
      for (int64_t j = 0; j < n; j += FETCH_STEP) {                            \
        const int64_t end = smaller(n, j + FETCH_STEP);                        \
        if (stride == (int64_t)sizeof(element_##id)) {                         \
          fetch_later(in + MOMENT_ROWS * row_stride + j * stride,              \
                      row_stride,                                              \
                      2,                                                       \
                      FETCH_STEP * stride);                                    \
        }                                                                      \
        for (int64_t i = j; i < end; ++i) {                                    \
          const double x = FLOAT_ITEM(id, map_same, in, stride, i) - means[i]; \
          const double y = FLOAT_ITEM(id, map_same, r1, stride, i) - means[i]; \
          squares[i] += x * x + y * y;                                         \
        }                                                                      \
      }                                                                        \
    }                                                                          \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        const double x = FLOAT_ITEM(id, map_same, in, stride, i) - means[i];   \
        squares[i] += x * x;                                                   \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  WITH_ANY_STRIDE void moments_any_rows_##id(accumulators *acc,                \
                                             const char *in,                   \
                                             int64_t stride,                   \
                                             int64_t n,                        \
                                             int64_t row_stride,               \
                                             int64_t n_rows)                   \
  {                                                                            \
    for (int64_t i = 0; i < n_rows; i += MOMENT_ROWS) {                        \
      const char *const block = in + i * row_stride;                           \
      const int64_t n_now = smaller(MOMENT_ROWS, n_rows - i);                  \
      const double count = (double)n_now;                                      \
      const double share = 1 / count; /* exact but for the last rows */        \
      double means[REDUCE_TILE];                                               \
      double squares[REDUCE_TILE];                                             \
      clear_part(means, n);                                                    \
      clear_part(squares, n);                                                  \
      sum_part_##id(means, block, stride, n, row_stride, n_now);               \
      for (int64_t j = 0; j < n; ++j) {                                        \
        means[j] *= share;                                                     \
      }                                                                        \
      moments_part_##id(squares, means, block, stride, n, row_stride, n_now);  \
      join_moments(acc, n, count, means, squares);                             \
    }                                                                          \
  }                                                                            \
  DISPATCH(moments, id)

MOMENT_LOOPS(BOOL)
MOMENT_LOOPS(I8)
MOMENT_LOOPS(I16)
MOMENT_LOOPS(I32)
MOMENT_LOOPS(I64)
MOMENT_LOOPS(U8)
MOMENT_LOOPS(U16)
MOMENT_LOOPS(U32)
MOMENT_LOOPS(U64)
MOMENT_LOOPS(F32)
MOMENT_LOOPS(F64)

/// The variance, or with `finish` sqrt() the deviation
#define MOMENT_FINISH(name, id, finish)                                        \
  static void name##_finish_##id(const accumulators *acc,                      \
                                 int64_t n,                                    \
                                 double divisor,                               \
                                 char *out,                                    \
                                 int64_t stride)                               \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##id *)(void *)(out + i * stride) =                            \
          narrow_##id##_F(finish(acc->moments.squares[i] / divisor));          \
    }                                                                          \
  }

#define MOMENT_FINISHES(id)                                                    \
  MOMENT_FINISH(variance, id, map_same)                                        \
  MOMENT_FINISH(deviation, id, sqrt)

MOMENT_FINISHES(F16)
MOMENT_FINISHES(BF16)
MOMENT_FINISHES(F32)
MOMENT_FINISHES(F64)

#endif // TERCET_ARRAY_REDUCE_LOOPS_MOMENTS_H
