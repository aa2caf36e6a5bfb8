// SPDX-License-Identifier: Apache-2.0

/**
   The bodies of the loops of reductions, compiled once for each instruction
   set by the file that includes this one and defines REDUCERS, the name of
   the table at the end.

   Families: sums and products in float64, the same of integers modulo 2^64,
   moments, extremes, and truth.  In each a line runs through independent lanes,
   which hide the latency of an operation and become vectors; rows are taken
   four at a time, so that the accumulators are read and written a quarter as
   often.
*/

#include "array/reduce_loops.h"

#include "array/compensated.h"
#include "array/kernel/kernel.h"

#include <math.h>

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

/* ---- Sums in float64 ---- */

static void
float_start(accumulators *acc, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->floats.sums[i] = 0;
    acc->floats.errors[i] = 0;
  }
}

static inline void
add_float(accumulators *acc, int64_t i, double x)
{
  compensated_sum total = {acc->floats.sums[i], acc->floats.errors[i]};
  compensated_add(&total, x);
  acc->floats.sums[i] = total.sum;
  acc->floats.errors[i] = total.error;
}

/// A block of rows is summed here before it goes into compensated sums
static inline void
clear_part(double *part, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    part[i] = 0;
  }
}

static void
add_part(accumulators *acc, const double *part, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    add_float(acc, i, part[i]);
  }
}

static inline double
float_value(const accumulators *acc, int64_t i)
{
  const compensated_sum total = {acc->floats.sums[i], acc->floats.errors[i]};
  return compensated_value(&total);
}

static inline double
map_same(double x)
{
  return x;
}

static inline double
map_abs(double x)
{
  return fabs(x);
}

/// Not scaled: beyond 1e154 the square is infinite, as in ONNX ReduceL2
static inline double
map_square(double x)
{
  return x * x;
}

#define FLOAT_ITEM(id, map, in, stride, i)                                     \
  map((double)widen_##id(ITEM(id, in, stride, i)))

#define FLOAT_LOOPS(name, map, id)                                             \
  static inline double name##_block_##id(                                      \
      const char *in, int64_t stride, int64_t n)                               \
  {                                                                            \
    double lanes[N_LANES] = {0};                                               \
    int64_t i = 0;                                                             \
    for (; i + N_LANES <= n; i += N_LANES) {                                   \
      for (int64_t j = 0; j < N_LANES; ++j) {                                  \
        lanes[j] += FLOAT_ITEM(id, map, in, stride, i + j);                    \
      }                                                                        \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      lanes[i % N_LANES] += FLOAT_ITEM(id, map, in, stride, i);                \
    }                                                                          \
    for (int64_t width = N_LANES / 2; width > 0; width /= 2) {                 \
      for (int64_t j = 0; j < width; ++j) {                                    \
        lanes[j] += lanes[j + width];                                          \
      }                                                                        \
    }                                                                          \
    return lanes[0];                                                           \
  }                                                                            \
  static inline void name##_any_line_##id(                                     \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    for (int64_t i = 0; i < n; i += BLOCK) {                                   \
      add_float(                                                               \
          acc,                                                                 \
          0,                                                                   \
          name##_block_##id(in + i * stride, stride, smaller(BLOCK, n - i)));  \
    }                                                                          \
  }                                                                            \
  static inline void name##_part_##id(double *part,                            \
                                      const char *in,                          \
                                      int64_t stride,                          \
                                      int64_t n,                               \
                                      int64_t row_stride,                      \
                                      int64_t n_rows)                          \
  {                                                                            \
    for (; n_rows >= 4; n_rows -= 4, in += 4 * row_stride) {                   \
      const char *const r1 = in + row_stride;                                  \
      const char *const r2 = in + 2 * row_stride;                              \
      const char *const r3 = in + 3 * row_stride;                              \
      for (int64_t i = 0; i < n; ++i) {                                        \
        part[i] += (FLOAT_ITEM(id, map, in, stride, i) +                       \
                    FLOAT_ITEM(id, map, r1, stride, i)) +                      \
                   (FLOAT_ITEM(id, map, r2, stride, i) +                       \
                    FLOAT_ITEM(id, map, r3, stride, i));                       \
      }                                                                        \
    }                                                                          \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        part[i] += FLOAT_ITEM(id, map, in, stride, i);                         \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  static inline void name##_any_rows_##id(accumulators *acc,                   \
                                          const char *in,                      \
                                          int64_t stride,                      \
                                          int64_t n,                           \
                                          int64_t row_stride,                  \
                                          int64_t n_rows)                      \
  {                                                                            \
    for (int64_t i = 0; i < n_rows; i += BLOCK) {                              \
      double part[REDUCE_TILE];                                                \
      clear_part(part, n);                                                     \
      name##_part_##id(part,                                                   \
                       in + i * row_stride,                                    \
                       stride,                                                 \
                       n,                                                      \
                       row_stride,                                             \
                       smaller(BLOCK, n_rows - i));                            \
      add_part(acc, part, n);                                                  \
    }                                                                          \
  }                                                                            \
  DISPATCH(name, id)

/// The kernels of the processor take lines without gaps
#define FLOAT_KERNEL_LINE(name, id, kernel)                                    \
  static void name##_kernel_line_##id(                                         \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    if (stride == (int64_t)sizeof(element_##id)) {                             \
      add_float(                                                               \
          acc, 0, tercet_kernels()->kernel((const void *)in, (size_t)n));      \
    } else {                                                                   \
      name##_line_##id(acc, in, stride, n);                                    \
    }                                                                          \
  }

#define FLOAT_FAMILY(id)                                                       \
  FLOAT_LOOPS(sum, map_same, id)                                               \
  FLOAT_LOOPS(norm2, map_square, id)

FLOAT_FAMILY(BOOL)
FLOAT_FAMILY(I8)
FLOAT_FAMILY(I16)
FLOAT_FAMILY(I32)
FLOAT_FAMILY(I64)
FLOAT_FAMILY(U8)
FLOAT_FAMILY(U16)
FLOAT_FAMILY(U32)
FLOAT_FAMILY(U64)
FLOAT_FAMILY(F32)
FLOAT_FAMILY(F64)
FLOAT_LOOPS(norm1, map_abs, F32)
FLOAT_LOOPS(norm1, map_abs, F64)
FLOAT_KERNEL_LINE(sum, F32, sum_f32)
FLOAT_KERNEL_LINE(sum, F64, sum_f64)
FLOAT_KERNEL_LINE(norm1, F32, sum_abs_f32)
FLOAT_KERNEL_LINE(norm1, F64, sum_abs_f64)
FLOAT_KERNEL_LINE(norm2, F32, sum_squares_f32)
FLOAT_KERNEL_LINE(norm2, F64, sum_squares_f64)

static inline double
finish_same(double sum, int64_t count)
{
  (void)count;
  return sum;
}

/// Nothing has the mean 0 / 0, which is NaN
static inline double
finish_mean(double sum, int64_t count)
{
  return sum / (double)count;
}

static inline double
finish_norm2(double sum, int64_t count)
{
  (void)count;
  return sqrt(sum);
}

#define FLOAT_FINISH(id, finish)                                               \
  static void finish##_##id(const accumulators *acc,                           \
                            int64_t n,                                         \
                            int64_t count,                                     \
                            char *out,                                         \
                            int64_t stride)                                    \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##id *)(void *)(out + i * stride) =                            \
          narrow_##id##_F(finish(float_value(acc, i), count));                 \
    }                                                                          \
  }

FLOAT_FINISH(F16, finish_same)
FLOAT_FINISH(BF16, finish_same)
FLOAT_FINISH(F32, finish_same)
FLOAT_FINISH(F64, finish_same)
FLOAT_FINISH(F64, finish_mean)
FLOAT_FINISH(F64, finish_norm2)

/* ---- Sums of integers ---- */

static void
integer_start(accumulators *acc, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->integers[i] = 0;
  }
}

/// Modulo 2^64 the absolute value of MIN is right too
static inline uint64_t
magnitude_I(wide_I x)
{
  return x < 0 ? 0U - (uint64_t)x : (uint64_t)x;
}

#define INTEGER_SAME(x) (uint64_t)(x)
#define INTEGER_ABS(x) magnitude_I(x)

#define INTEGER_ITEM(id, map, in, stride, i)                                   \
  map(widen_##id(ITEM(id, in, stride, i)))

#define INTEGER_LOOPS(name, map, id)                                           \
  static inline void name##_any_line_##id(                                     \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    uint64_t lanes[N_LANES] = {0};                                             \
    int64_t i = 0;                                                             \
    for (; i + N_LANES <= n; i += N_LANES) {                                   \
      for (int64_t j = 0; j < N_LANES; ++j) {                                  \
        lanes[j] += INTEGER_ITEM(id, map, in, stride, i + j);                  \
      }                                                                        \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      lanes[0] += INTEGER_ITEM(id, map, in, stride, i);                        \
    }                                                                          \
    for (int64_t j = 0; j < N_LANES; ++j) {                                    \
      acc->integers[0] += lanes[j];                                            \
    }                                                                          \
  }                                                                            \
  static inline void name##_any_rows_##id(accumulators *acc,                   \
                                          const char *in,                      \
                                          int64_t stride,                      \
                                          int64_t n,                           \
                                          int64_t row_stride,                  \
                                          int64_t n_rows)                      \
  {                                                                            \
    for (; n_rows >= 4; n_rows -= 4, in += 4 * row_stride) {                   \
      const char *const r1 = in + row_stride;                                  \
      const char *const r2 = in + 2 * row_stride;                              \
      const char *const r3 = in + 3 * row_stride;                              \
      for (int64_t i = 0; i < n; ++i) {                                        \
        acc->integers[i] += INTEGER_ITEM(id, map, in, stride, i) +             \
                            INTEGER_ITEM(id, map, r1, stride, i) +             \
                            INTEGER_ITEM(id, map, r2, stride, i) +             \
                            INTEGER_ITEM(id, map, r3, stride, i);              \
      }                                                                        \
    }                                                                          \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        acc->integers[i] += INTEGER_ITEM(id, map, in, stride, i);              \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  DISPATCH(name, id)

#define INTEGER_FINISH(id)                                                     \
  static void integer_finish_##id(const accumulators *acc,                     \
                                  int64_t n,                                   \
                                  int64_t count,                               \
                                  char *out,                                   \
                                  int64_t stride)                              \
  {                                                                            \
    (void)count;                                                               \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##id *)(void *)(out + i * stride) =                            \
          narrow_##id##_U(acc->integers[i]);                                   \
    }                                                                          \
  }

#define SIGNED_FAMILY(id)                                                      \
  INTEGER_LOOPS(total, INTEGER_SAME, id)                                       \
  INTEGER_LOOPS(magnitude, INTEGER_ABS, id)                                    \
  INTEGER_FINISH(id)

#define UNSIGNED_FAMILY(id)                                                    \
  INTEGER_LOOPS(total, INTEGER_SAME, id)                                       \
  INTEGER_FINISH(id)

SIGNED_FAMILY(I8)
SIGNED_FAMILY(I16)
SIGNED_FAMILY(I32)
SIGNED_FAMILY(I64)
UNSIGNED_FAMILY(U8)
UNSIGNED_FAMILY(U16)
UNSIGNED_FAMILY(U32)
UNSIGNED_FAMILY(U64)

/* ---- Extremes ---- */

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
  static inline void name##_any_line_##id(                                     \
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
  static inline void name##_any_rows_##id(accumulators *acc,                   \
                                          const char *in,                      \
                                          int64_t stride,                      \
                                          int64_t n,                           \
                                          int64_t row_stride,                  \
                                          int64_t n_rows)                      \
  {                                                                            \
    type *const best = acc->best_##id;                                         \
    for (; n_rows >= 2; n_rows -= 2, in += 2 * row_stride) {                   \
      const char *const r1 = in + row_stride;                                  \
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
                                  int64_t count,                               \
                                  char *out,                                   \
                                  int64_t stride)                              \
  {                                                                            \
    (void)count;                                                               \
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

/// The kernels of the processor take lines and rows without gaps
#define EXTREME_KERNELS(name, id, kernel, pairs)                               \
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
    element_##id *const best = acc->best_##id;                                 \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      tercet_kernels()->pairs(best, (const void *)in, best, (size_t)n);        \
    }                                                                          \
  }

EXTREME_KERNELS(max, F32, max_f32, maximum_f32)
EXTREME_KERNELS(min, F32, min_f32, minimum_f32)
EXTREME_KERNELS(max, F64, max_f64, maximum_f64)
EXTREME_KERNELS(min, F64, min_f64, minimum_f64)

#define HALF_EXTREME_FINISH(id)                                                \
  static void extreme_finish_##id(const accumulators *acc,                     \
                                  int64_t n,                                   \
                                  int64_t count,                               \
                                  char *out,                                   \
                                  int64_t stride)                              \
  {                                                                            \
    (void)count;                                                               \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##id *)(void *)(out + i * stride) =                            \
          narrow_##id##_F((double)acc->best_F32[i]);                           \
    }                                                                          \
  }

HALF_EXTREME_FINISH(F16)
HALF_EXTREME_FINISH(BF16)

/* ---- Half floats: float32 loops over converted tiles ---- */

/// Rows that are converted together
#define HALF_ROWS 4

static void
load_half_row(
    tercet_dtype dtype, const char *in, int64_t stride, int64_t n, float *out)
{
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
      load_half_row(TERCET_DTYPE_##id, in + i * stride, stride, n_now, tile);  \
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
        load_half_row(TERCET_DTYPE_##id, in, stride, n, tile[j]);              \
      }                                                                        \
      name##_part_F32(                                                         \
          part, (const char *)tile, sizeof(float), n, sizeof(tile[0]), n_now); \
      if ((i + HALF_ROWS) % BLOCK == 0 || i + HALF_ROWS >= n_rows) {           \
        add_part(acc, part, n);                                                \
        clear_part(part, n);                                                   \
      }                                                                        \
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
      load_half_row(TERCET_DTYPE_##id, in, stride, n, tile);                   \
      name##_kernel_rows_F32(acc, (const char *)tile, sizeof(float), n, 0, 1); \
    }                                                                          \
  }

#define HALF_FAMILY(id)                                                        \
  HALF_SUM(sum, id)                                                            \
  HALF_SUM(norm1, id)                                                          \
  HALF_SUM(norm2, id)                                                          \
  HALF_EXTREME(max, id)                                                        \
  HALF_EXTREME(min, id)

HALF_FAMILY(F16)
HALF_FAMILY(BF16)

/* ---- The table ---- */

#define EXTREMES(id, start, line, rows)                                        \
  [TERCET_MAX] = {max_start_##start,                                           \
                  max_##line##_##id,                                           \
                  max_##rows##_##id,                                           \
                  extreme_finish_##id},                                        \
  [TERCET_MIN] = {min_start_##start,                                           \
                  min_##line##_##id,                                           \
                  min_##rows##_##id,                                           \
                  extreme_finish_##id}

#define AVERAGES(id, line)                                                     \
  [TERCET_MEAN] = {float_start,                                                \
                   sum_##line##_##id,                                          \
                   sum_rows_##id,                                              \
                   finish_mean_F64},                                           \
  [TERCET_NORM2] = {                                                           \
      float_start, norm2_##line##_##id, norm2_rows_##id, finish_norm2_F64}

#define INTEGER_ROW(id, norm1)                                                 \
  {                                                                            \
    [TERCET_SUM] = {integer_start,                                             \
                    total_line_##id,                                           \
                    total_rows_##id,                                           \
                    integer_finish_##id},                                      \
    [TERCET_NORM1] = {integer_start,                                           \
                      norm1##_line_##id,                                       \
                      norm1##_rows_##id,                                       \
                      integer_finish_##id},                                    \
    EXTREMES(id, id, line, rows), AVERAGES(id, line),                          \
  }

#define FLOAT_ROW(id, start, line, rows)                                       \
  {                                                                            \
    [TERCET_SUM] = {float_start,                                               \
                    sum_##line##_##id,                                         \
                    sum_rows_##id,                                             \
                    finish_same_##id},                                         \
    [TERCET_NORM1] = {float_start,                                             \
                      norm1_##line##_##id,                                     \
                      norm1_rows_##id,                                         \
                      finish_same_##id},                                       \
    EXTREMES(id, start, line, rows), AVERAGES(id, line),                       \
  }

const reducer REDUCERS[TERCET_DTYPE_COUNT][N_REDUCE_OPS] = {
    [TERCET_DTYPE_BOOL] = {EXTREMES(BOOL, BOOL, line, rows),
                           AVERAGES(BOOL, line)},
    [TERCET_DTYPE_I8] = INTEGER_ROW(I8, magnitude),
    [TERCET_DTYPE_I16] = INTEGER_ROW(I16, magnitude),
    [TERCET_DTYPE_I32] = INTEGER_ROW(I32, magnitude),
    [TERCET_DTYPE_I64] = INTEGER_ROW(I64, magnitude),
    [TERCET_DTYPE_U8] = INTEGER_ROW(U8, total),
    [TERCET_DTYPE_U16] = INTEGER_ROW(U16, total),
    [TERCET_DTYPE_U32] = INTEGER_ROW(U32, total),
    [TERCET_DTYPE_U64] = INTEGER_ROW(U64, total),
    [TERCET_DTYPE_F16] = FLOAT_ROW(F16, F32, line, rows),
    [TERCET_DTYPE_BF16] = FLOAT_ROW(BF16, F32, line, rows),
    [TERCET_DTYPE_F32] = FLOAT_ROW(F32, F32, kernel_line, kernel_rows),
    [TERCET_DTYPE_F64] = FLOAT_ROW(F64, F64, kernel_line, kernel_rows),
};
