// SPDX-License-Identifier: Apache-2.0

/// Moments: the mean and the sum of squared distances from it

#ifndef TERCET_ARRAY_REDUCE_LOOPS_MOMENTS_H
#define TERCET_ARRAY_REDUCE_LOOPS_MOMENTS_H

#include "array/reduce_loops_floats.h"

#include <string.h>

/**
   A block of n elements is read once: with a shift k near its mean m, the sum
   of (x - k)^2 less n (m - k)^2 is that of (x - m)^2.  If k is the mean of r of
   the elements, the second term is at the most n / r times the result, so that
   no more than that is lost to rounding, however the elements lie.  Blocks are
   joined by their means.
*/

/// Elements of a block of a line, and those that make its shift
#define MOMENT_BLOCK 2048
#define MOMENT_SHIFT 64

/// Rows of a block, and those that make its shifts
#define MOMENT_ROWS 256
#define MOMENT_SHIFT_ROWS 16

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
  if (before <= 0) {
    // The square of a mean may be infinite
    memcpy(acc->moments.means, means, (size_t)n * sizeof(*means));
    memcpy(acc->moments.squares, squares, (size_t)n * sizeof(*squares));
    return;
  }
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

/// Make of the sums of a block's distances from a shift its mean, and in
/// `squares` the sum of squared distances from that; `share` is that of an
/// element.  An infinite square stays; a distance that is infinite makes NaN of
/// it.
static inline double
close_moments(double share, double shift, double distance, double *squares)
{
  const double step = distance * share;
  const double closed = *squares - distance * step;
  *squares = isfinite(*squares) || !isfinite(distance) ? closed : *squares;
  return shift + step;
}

/// How many elements make the shift of `n`: few ones, or 1, whose mean is exact
/// if they are equal
static inline int64_t
shift_count(int64_t n, int64_t enough)
{
  return n < enough ? 1 : enough;
}

#define MOMENT_LINE(name, id, sums)                                            \
  WITH_ANY_STRIDE void name##_##id(                                            \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    for (int64_t i = 0; i < n; i += MOMENT_BLOCK) {                            \
      const char *const block = in + i * stride;                               \
      const int64_t n_now = smaller(MOMENT_BLOCK, n - i);                      \
      const int64_t n_shift = shift_count(n_now, MOMENT_SHIFT);                \
      const double shift =                                                     \
          sum_block_##id(block, stride, n_shift) / (double)n_shift;            \
      tercet_moment_sums part = sums(block, stride, n_now, shift);             \
      const double mean = close_moments(                                       \
          1 / (double)n_now, shift, part.distances, &part.squares);            \
      join_moments(acc, 1, (double)n_now, &mean, &part.squares);               \
    }                                                                          \
  }

#define MOMENT_ROW_BLOCKS(name, id, part)                                      \
  WITH_ANY_STRIDE void name##_##id(accumulators *acc,                          \
                                   const char *in,                             \
                                   int64_t stride,                             \
                                   int64_t n,                                  \
                                   int64_t row_stride,                         \
                                   int64_t n_rows)                             \
  {                                                                            \
    for (int64_t i = 0; i < n_rows; i += MOMENT_ROWS) {                        \
      const char *const block = in + i * row_stride;                           \
      const int64_t n_now = smaller(MOMENT_ROWS, n_rows - i);                  \
      const int64_t n_shift = shift_count(n_now, MOMENT_SHIFT_ROWS);           \
      const double share = 1 / (double)n_now; /* exact but for the last */     \
      double shifts[REDUCE_TILE];                                              \
      double distances[REDUCE_TILE];                                           \
      double squares[REDUCE_TILE];                                             \
      clear_part(shifts, n);                                                   \
      clear_part(distances, n);                                                \
      clear_part(squares, n);                                                  \
      sum_part_##id(shifts, block, stride, n, row_stride, n_shift);            \
      for (int64_t j = 0; j < n; ++j) {                                        \
        shifts[j] *= 1 / (double)n_shift; /* a power of 2 */                   \
      }                                                                        \
      part(distances, squares, shifts, block, stride, n, row_stride, n_now);   \
      for (int64_t j = 0; j < n; ++j) {                                        \
        shifts[j] =                                                            \
            close_moments(share, shifts[j], distances[j], &squares[j]);        \
      }                                                                        \
      join_moments(acc, n, (double)n_now, shifts, squares);                    \
    }                                                                          \
  }

#define MOMENT_LOOPS(id)                                                       \
  WITH_ANY_STRIDE tercet_moment_sums moment_sums_##id(                         \
      const char *in, int64_t stride, int64_t n, double shift)                 \
  {                                                                            \
    double distances[N_LANES] = {0};                                           \
    double squares[N_LANES] = {0};                                             \
    int64_t i = 0;                                                             \
    for (; i + N_LANES <= n; i += N_LANES) {                                   \
      for (int64_t j = 0; j < N_LANES; ++j) {                                  \
        const double x = FLOAT_ITEM(id, map_same, in, stride, i + j) - shift;  \
        distances[j] += x;                                                     \
        squares[j] += x * x;                                                   \
      }                                                                        \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      const double x = FLOAT_ITEM(id, map_same, in, stride, i) - shift;        \
      distances[i % N_LANES] += x;                                             \
      squares[i % N_LANES] += x * x;                                           \
    }                                                                          \
    for (int64_t width = N_LANES / 2; width > 0; width /= 2) {                 \
      for (int64_t j = 0; j < width; ++j) {                                    \
        distances[j] += distances[j + width];                                  \
        squares[j] += squares[j + width];                                      \
      }                                                                        \
    }                                                                          \
    return (tercet_moment_sums){distances[0], squares[0]};                     \
  }                                                                            \
  WITH_ANY_STRIDE void moments_part_##id(double *restrict distances,           \
                                         double *restrict squares,             \
                                         const double *restrict shifts,        \
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
          fetch_rows(in, row_stride, 2, n, stride, j);                         \
        }                                                                      \
        for (int64_t i = j; i < end; ++i) {                                    \
          const double x =                                                     \
              FLOAT_ITEM(id, map_same, in, stride, i) - shifts[i];             \
          const double y =                                                     \
              FLOAT_ITEM(id, map_same, r1, stride, i) - shifts[i];             \
          distances[i] += x + y;                                               \
          squares[i] += x * x + y * y;                                         \
        }                                                                      \
      }                                                                        \
    }                                                                          \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        const double x = FLOAT_ITEM(id, map_same, in, stride, i) - shifts[i];  \
        distances[i] += x;                                                     \
        squares[i] += x * x;                                                   \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  MOMENT_LINE(moments_any_line, id, moment_sums_##id)                          \
  MOMENT_ROW_BLOCKS(moments_any_rows, id, moments_part_##id)

#define INTEGER_MOMENTS(id) MOMENT_LOOPS(id) DISPATCH(moments, id)

INTEGER_MOMENTS(BOOL)
INTEGER_MOMENTS(I8)
INTEGER_MOMENTS(I16)
INTEGER_MOMENTS(I32)
INTEGER_MOMENTS(I64)
INTEGER_MOMENTS(U8)
INTEGER_MOMENTS(U16)
INTEGER_MOMENTS(U32)
INTEGER_MOMENTS(U64)
MOMENT_LOOPS(F32)
MOMENT_LOOPS(F64)

/// Rows that a kernel takes together
#define MOMENT_KERNEL_ROWS 8

/// The kernels of the processor take lines and rows without gaps
#define MOMENT_KERNELS(id, kernel, kernel_rows)                                \
  static inline tercet_moment_sums kernel_moment_sums_##id(                    \
      const char *in, int64_t stride, int64_t n, double shift)                 \
  {                                                                            \
    (void)stride;                                                              \
    return tercet_kernels()->kernel((const void *)in, (size_t)n, shift);       \
  }                                                                            \
  static inline void kernel_moments_part_##id(double *distances,               \
                                              double *squares,                 \
                                              const double *shifts,            \
                                              const char *in,                  \
                                              int64_t stride,                  \
                                              int64_t n,                       \
                                              int64_t row_stride,              \
                                              int64_t n_rows)                  \
  {                                                                            \
    (void)stride;                                                              \
    while (n_rows > 0) {                                                       \
      const int64_t n_now = smaller(MOMENT_KERNEL_ROWS, n_rows);               \
      tercet_kernels()->kernel_rows(distances,                                 \
                                    squares,                                   \
                                    shifts,                                    \
                                    (const void *)in,                          \
                                    row_stride,                                \
                                    (size_t)n_now,                             \
                                    (size_t)n);                                \
      in += n_now * row_stride;                                                \
      n_rows -= n_now;                                                         \
    }                                                                          \
  }                                                                            \
  MOMENT_LINE(moments_whole_line, id, kernel_moment_sums_##id)                 \
  MOMENT_ROW_BLOCKS(moments_whole_rows, id, kernel_moments_part_##id)          \
  static void moments_kernel_line_##id(                                        \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    const int64_t size = (int64_t)sizeof(element_##id);                        \
    if (stride == size) {                                                      \
      moments_whole_line_##id(acc, in, size, n);                               \
    } else {                                                                   \
      moments_any_line_##id(acc, in, stride, n);                               \
    }                                                                          \
  }                                                                            \
  static void moments_kernel_rows_##id(accumulators *acc,                      \
                                       const char *in,                         \
                                       int64_t stride,                         \
                                       int64_t n,                              \
                                       int64_t row_stride,                     \
                                       int64_t n_rows)                         \
  {                                                                            \
    const int64_t size = (int64_t)sizeof(element_##id);                        \
    if (stride == size) {                                                      \
      moments_whole_rows_##id(acc, in, size, n, row_stride, n_rows);           \
    } else {                                                                   \
      moments_any_rows_##id(acc, in, stride, n, row_stride, n_rows);           \
    }                                                                          \
  }

MOMENT_KERNELS(F32, moments_f32, moments_rows_f32)
MOMENT_KERNELS(F64, moments_f64, moments_rows_f64)

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
