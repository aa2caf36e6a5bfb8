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

static void
float_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    add_float(acc, i, other->floats.sums[i]);
    acc->floats.errors[i] += other->floats.errors[i];
  }
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

#define FLOAT_BODIES(name, map, id)                                            \
  WITH_ANY_STRIDE double name##_block_##id(                                    \
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
  WITH_ANY_STRIDE void name##_any_line_##id(                                   \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    for (int64_t i = 0; i < n; i += BLOCK) {                                   \
      add_float(                                                               \
          acc,                                                                 \
          0,                                                                   \
          name##_block_##id(in + i * stride, stride, smaller(BLOCK, n - i)));  \
    }                                                                          \
  }                                                                            \
  WITH_ANY_STRIDE void name##_part_##id(double *part,                          \
                                        const char *in,                        \
                                        int64_t stride,                        \
                                        int64_t n,                             \
                                        int64_t row_stride,                    \
                                        int64_t n_rows)                        \
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
  WITH_ANY_STRIDE void name##_any_rows_##id(accumulators *acc,                 \
                                            const char *in,                    \
                                            int64_t stride,                    \
                                            int64_t n,                         \
                                            int64_t row_stride,                \
                                            int64_t n_rows)                    \
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
  }

#define FLOAT_LOOPS(name, map, id)                                             \
  FLOAT_BODIES(name, map, id) DISPATCH(name, id)

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

/// Narrow integers are summed as such; moments need the bodies
#define NARROW_FAMILY(id)                                                      \
  FLOAT_BODIES(sum, map_same, id)                                              \
  FLOAT_LOOPS(norm2, map_square, id)

NARROW_FAMILY(BOOL)
NARROW_FAMILY(I8)
NARROW_FAMILY(I16)
NARROW_FAMILY(I32)
FLOAT_FAMILY(I64)
NARROW_FAMILY(U8)
NARROW_FAMILY(U16)
NARROW_FAMILY(U32)
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
finish_same(double sum, double divisor)
{
  (void)divisor;
  return sum;
}

/// Nothing has the mean 0 / 0, which is NaN
static inline double
finish_mean(double sum, double divisor)
{
  return sum / divisor;
}

static inline double
finish_norm2(double sum, double divisor)
{
  (void)divisor;
  return sqrt(sum);
}

#define FLOAT_FINISH(id, finish)                                               \
  static void finish##_##id(const accumulators *acc,                           \
                            int64_t n,                                         \
                            double divisor,                                    \
                            char *out,                                         \
                            int64_t stride)                                    \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##id *)(void *)(out + i * stride) =                            \
          narrow_##id##_F(finish(float_value(acc, i), divisor));               \
    }                                                                          \
  }

FLOAT_FINISH(F16, finish_same)
FLOAT_FINISH(BF16, finish_same)
FLOAT_FINISH(F32, finish_same)
FLOAT_FINISH(F64, finish_same)
FLOAT_FINISH(F16, finish_mean)
FLOAT_FINISH(BF16, finish_mean)
FLOAT_FINISH(F32, finish_mean)
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

/// Elements of at the most 16 bits whose sum an int32_t holds
#define INTEGER_BLOCK 32768

typedef int32_t part_32;
typedef uint32_t part_32_unsigned;
typedef int64_t part_64;
typedef uint64_t part_64_unsigned;

static void
integer_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->integers[i] += other->integers[i];
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

/// Rows and lines of narrow integers are first summed in 32 bits, which hold
/// a block of them; `part` is int64_t for 32-bit elements and wider
#define INTEGER_LOOPS(name, map, id, part)                                     \
  WITH_ANY_STRIDE int64_t name##_block_##id(                                   \
      const char *in, int64_t stride, int64_t n)                               \
  {                                                                            \
    part##_unsigned sum = 0;                                                   \
    for (int64_t i = 0; i < n; ++i) {                                          \
      sum += (part##_unsigned)INTEGER_ITEM(id, map, in, stride, i);            \
    }                                                                          \
    return (part)sum;                                                          \
  }                                                                            \
  WITH_ANY_STRIDE void name##_any_line_##id(                                   \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    for (int64_t i = 0; i < n; i += INTEGER_BLOCK) {                           \
      acc->integers[0] += (uint64_t)name##_block_##id(                         \
          in + i * stride, stride, smaller(INTEGER_BLOCK, n - i));             \
    }                                                                          \
  }                                                                            \
  WITH_ANY_STRIDE void name##_part_##id(part##_unsigned *sums,                 \
                                        const char *in,                        \
                                        int64_t stride,                        \
                                        int64_t n,                             \
                                        int64_t row_stride,                    \
                                        int64_t n_rows)                        \
  {                                                                            \
    for (; n_rows >= 4; n_rows -= 4, in += 4 * row_stride) {                   \
      const char *const r1 = in + row_stride;                                  \
      const char *const r2 = in + 2 * row_stride;                              \
      const char *const r3 = in + 3 * row_stride;                              \
      for (int64_t i = 0; i < n; ++i) {                                        \
        sums[i] += (part##_unsigned)INTEGER_ITEM(id, map, in, stride, i) +     \
                   (part##_unsigned)INTEGER_ITEM(id, map, r1, stride, i) +     \
                   (part##_unsigned)INTEGER_ITEM(id, map, r2, stride, i) +     \
                   (part##_unsigned)INTEGER_ITEM(id, map, r3, stride, i);      \
      }                                                                        \
    }                                                                          \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        sums[i] += (part##_unsigned)INTEGER_ITEM(id, map, in, stride, i);      \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  WITH_ANY_STRIDE void name##_any_rows_##id(accumulators *acc,                 \
                                            const char *in,                    \
                                            int64_t stride,                    \
                                            int64_t n,                         \
                                            int64_t row_stride,                \
                                            int64_t n_rows)                    \
  {                                                                            \
    for (int64_t i = 0; i < n_rows; i += BLOCK) {                              \
      part##_unsigned sums[REDUCE_TILE];                                       \
      for (int64_t j = 0; j < n; ++j) {                                        \
        sums[j] = 0;                                                           \
      }                                                                        \
      name##_part_##id(sums,                                                   \
                       in + i * row_stride,                                    \
                       stride,                                                 \
                       n,                                                      \
                       row_stride,                                             \
                       smaller(BLOCK, n_rows - i));                            \
      for (int64_t j = 0; j < n; ++j) {                                        \
        acc->integers[j] += (uint64_t)(int64_t)(part)sums[j];                  \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  DISPATCH(name, id)

#define INTEGER_FINISH(id)                                                     \
  static void integer_finish_##id(const accumulators *acc,                     \
                                  int64_t n,                                   \
                                  double divisor,                              \
                                  char *out,                                   \
                                  int64_t stride)                              \
  {                                                                            \
    (void)divisor;                                                             \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##id *)(void *)(out + i * stride) =                            \
          narrow_##id##_U(acc->integers[i]);                                   \
    }                                                                          \
  }

#define SIGNED_FAMILY(id, part)                                                \
  INTEGER_LOOPS(total, INTEGER_SAME, id, part)                                 \
  INTEGER_LOOPS(magnitude, INTEGER_ABS, id, part)                              \
  INTEGER_PRODUCT_LOOPS(id)                                                    \
  INTEGER_FINISH(id)

#define UNSIGNED_FAMILY(id, part)                                              \
  INTEGER_LOOPS(total, INTEGER_SAME, id, part)                                 \
  INTEGER_PRODUCT_LOOPS(id)                                                    \
  INTEGER_FINISH(id)

/// Products modulo 2^64
#define INTEGER_PRODUCT_LOOPS(id)                                              \
  static inline void product_any_line_##id(                                    \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    uint64_t lanes[N_LANES] = {0};                                             \
    for (int64_t j = 0; j < N_LANES; ++j) {                                    \
      lanes[j] = 1;                                                            \
    }                                                                          \
    int64_t i = 0;                                                             \
    for (; i + N_LANES <= n; i += N_LANES) {                                   \
      for (int64_t j = 0; j < N_LANES; ++j) {                                  \
        lanes[j] *= INTEGER_ITEM(id, INTEGER_SAME, in, stride, i + j);         \
      }                                                                        \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      lanes[0] *= INTEGER_ITEM(id, INTEGER_SAME, in, stride, i);               \
    }                                                                          \
    for (int64_t j = 0; j < N_LANES; ++j) {                                    \
      acc->integers[0] *= lanes[j];                                            \
    }                                                                          \
  }                                                                            \
  static inline void product_any_rows_##id(accumulators *acc,                  \
                                           const char *in,                     \
                                           int64_t stride,                     \
                                           int64_t n,                          \
                                           int64_t row_stride,                 \
                                           int64_t n_rows)                     \
  {                                                                            \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        acc->integers[i] *= INTEGER_ITEM(id, INTEGER_SAME, in, stride, i);     \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  DISPATCH(product, id)

static void
integer_product_start(accumulators *acc, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->integers[i] = 1;
  }
}

static void
integer_product_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->integers[i] *= other->integers[i];
  }
}

SIGNED_FAMILY(I8, part_32)
SIGNED_FAMILY(I16, part_32)
SIGNED_FAMILY(I32, part_64)
SIGNED_FAMILY(I64, part_64)
UNSIGNED_FAMILY(U8, part_32)
UNSIGNED_FAMILY(U16, part_32)
UNSIGNED_FAMILY(U32, part_64)
UNSIGNED_FAMILY(U64, part_64)
INTEGER_LOOPS(total, INTEGER_SAME, BOOL, part_32)
INTEGER_PRODUCT_LOOPS(BOOL)

/// Sums of up to 32 bits are exact, which their mean then nearly is
#define INTEGER_MEAN_FINISH(name, type)                                        \
  static void name(const accumulators *acc,                                    \
                   int64_t n,                                                  \
                   double divisor,                                             \
                   char *out,                                                  \
                   int64_t stride)                                             \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(double *)(void *)(out + i * stride) =                                  \
          (double)(type)acc->integers[i] / divisor;                            \
    }                                                                          \
  }

INTEGER_MEAN_FINISH(signed_mean_finish, int64_t)
INTEGER_MEAN_FINISH(unsigned_mean_finish, uint64_t)

/* ---- Products in float64 ---- */

static void
float_product_start(accumulators *acc, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->floats.sums[i] = 1;
    acc->floats.errors[i] = 0;
  }
}

static void
float_product_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->floats.sums[i] *= other->floats.sums[i];
  }
}

#define FLOAT_PRODUCT_LOOPS(id)                                                \
  static inline void product_any_line_##id(                                    \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    double lanes[N_LANES];                                                     \
    for (int64_t j = 0; j < N_LANES; ++j) {                                    \
      lanes[j] = 1;                                                            \
    }                                                                          \
    int64_t i = 0;                                                             \
    for (; i + N_LANES <= n; i += N_LANES) {                                   \
      for (int64_t j = 0; j < N_LANES; ++j) {                                  \
        lanes[j] *= FLOAT_ITEM(id, map_same, in, stride, i + j);               \
      }                                                                        \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      lanes[0] *= FLOAT_ITEM(id, map_same, in, stride, i);                     \
    }                                                                          \
    for (int64_t j = 0; j < N_LANES; ++j) {                                    \
      acc->floats.sums[0] *= lanes[j];                                         \
    }                                                                          \
  }                                                                            \
  static inline void product_any_rows_##id(accumulators *acc,                  \
                                           const char *in,                     \
                                           int64_t stride,                     \
                                           int64_t n,                          \
                                           int64_t row_stride,                 \
                                           int64_t n_rows)                     \
  {                                                                            \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        acc->floats.sums[i] *= FLOAT_ITEM(id, map_same, in, stride, i);        \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  DISPATCH(product, id)

FLOAT_PRODUCT_LOOPS(F16)
FLOAT_PRODUCT_LOOPS(BF16)
FLOAT_PRODUCT_LOOPS(F32)
FLOAT_PRODUCT_LOOPS(F64)

/* ---- Moments: mean and sum of squared distances from it ---- */

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
  static inline double distances_##id(                                         \
      const char *in, int64_t stride, int64_t n, double mean)                  \
  {                                                                            \
    double lanes[N_LANES] = {0};                                               \
    int64_t i = 0;                                                             \
    for (; i + N_LANES <= n; i += N_LANES) {                                   \
      for (int64_t j = 0; j < N_LANES; ++j) {                                  \
        const double x = FLOAT_ITEM(id, map_same, in, stride, i + j) - mean;   \
        lanes[j] += x * x;                                                     \
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
  static inline void moments_any_line_##id(                                    \
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
  static inline void moments_part_##id(double *restrict squares,               \
                                       const double *restrict means,           \
                                       const char *in,                         \
                                       int64_t stride,                         \
                                       int64_t n,                              \
                                       int64_t row_stride,                     \
                                       int64_t n_rows)                         \
  {                                                                            \
    for (; n_rows >= 2; n_rows -= 2, in += 2 * row_stride) {                   \
      const char *const r1 = in + row_stride;                                  \
      for (int64_t i = 0; i < n; ++i) {                                        \
        const double x = FLOAT_ITEM(id, map_same, in, stride, i) - means[i];   \
        const double y = FLOAT_ITEM(id, map_same, r1, stride, i) - means[i];   \
        squares[i] += x * x + y * y;                                           \
      }                                                                        \
    }                                                                          \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        const double x = FLOAT_ITEM(id, map_same, in, stride, i) - means[i];   \
        squares[i] += x * x;                                                   \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  static inline void moments_any_rows_##id(accumulators *acc,                  \
                                           const char *in,                     \
                                           int64_t stride,                     \
                                           int64_t n,                          \
                                           int64_t row_stride,                 \
                                           int64_t n_rows)                     \
  {                                                                            \
    for (int64_t i = 0; i < n_rows; i += MOMENT_ROWS) {                        \
      const char *const block = in + i * row_stride;                           \
      const int64_t n_now = smaller(MOMENT_ROWS, n_rows - i);                  \
      const double count = (double)n_now;                                      \
      double means[REDUCE_TILE];                                               \
      double squares[REDUCE_TILE];                                             \
      clear_part(means, n);                                                    \
      clear_part(squares, n);                                                  \
      sum_part_##id(means, block, stride, n, row_stride, n_now);               \
      for (int64_t j = 0; j < n; ++j) {                                        \
        means[j] /= count;                                                     \
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

/* ---- Truth ---- */

/// Elements between two looks at whether the result is decided
#define TRUTH_BLOCK 1024

#define TRUE_NUMBER(x) ((x) != 0)
#define TRUE_HALF(x) (((x)&0x7fffU) != 0)
#define TRUE_COMPLEX(x) ((x).re != 0 || (x).im != 0)

/// `op` is & or |, of which `neutral` is neutral and the opposite decides
#define TRUTH_LOOPS(name, id, truth, op, neutral)                              \
  WITH_ANY_STRIDE void name##_any_line_##id(                                   \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    unsigned result = acc->truths[0];                                          \
    for (int64_t i = 0; i < n && result == (neutral); i += TRUTH_BLOCK) {      \
      const int64_t end = smaller(n, i + TRUTH_BLOCK);                         \
      for (int64_t j = i; j < end; ++j) {                                      \
        result = result op(unsigned) truth(ITEM(id, in, stride, j));           \
      }                                                                        \
    }                                                                          \
    acc->truths[0] = result != 0;                                              \
  }                                                                            \
  WITH_ANY_STRIDE void name##_any_rows_##id(accumulators *acc,                 \
                                            const char *in,                    \
                                            int64_t stride,                    \
                                            int64_t n,                         \
                                            int64_t row_stride,                \
                                            int64_t n_rows)                    \
  {                                                                            \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        acc->truths[i] =                                                       \
            (uint8_t)(acc->truths[i] op truth(ITEM(id, in, stride, i)));       \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  DISPATCH(name, id)

#define TRUTH_FAMILY(id, truth)                                                \
  TRUTH_LOOPS(all, id, truth, &, 1)                                            \
  TRUTH_LOOPS(any, id, truth, |, 0)

TRUTH_FAMILY(BOOL, TRUE_NUMBER)
TRUTH_FAMILY(I8, TRUE_NUMBER)
TRUTH_FAMILY(I16, TRUE_NUMBER)
TRUTH_FAMILY(I32, TRUE_NUMBER)
TRUTH_FAMILY(I64, TRUE_NUMBER)
TRUTH_FAMILY(U8, TRUE_NUMBER)
TRUTH_FAMILY(U16, TRUE_NUMBER)
TRUTH_FAMILY(U32, TRUE_NUMBER)
TRUTH_FAMILY(U64, TRUE_NUMBER)
TRUTH_FAMILY(F16, TRUE_HALF)
TRUTH_FAMILY(BF16, TRUE_HALF)
TRUTH_FAMILY(F32, TRUE_NUMBER)
TRUTH_FAMILY(F64, TRUE_NUMBER)
TRUTH_FAMILY(C64, TRUE_COMPLEX)
TRUTH_FAMILY(C128, TRUE_COMPLEX)

#define TRUTH_START(name, neutral)                                             \
  static void name##_start(accumulators *acc, int64_t n)                       \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      acc->truths[i] = (neutral);                                              \
    }                                                                          \
  }

TRUTH_START(all, 1)
TRUTH_START(any, 0)

static void
all_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->truths[i] = acc->truths[i] & other->truths[i];
  }
}

static void
any_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->truths[i] = acc->truths[i] | other->truths[i];
  }
}

static void
truth_finish(const accumulators *acc,
             int64_t n,
             double divisor,
             char *out,
             int64_t stride)
{
  (void)divisor;
  for (int64_t i = 0; i < n; ++i) {
    out[i * stride] = (char)acc->truths[i];
  }
}

/* ---- Complex sums and products ---- */

static void
complex_start(accumulators *acc, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    const complex_sum zero = {{0, 0}, {0, 0}};
    acc->complexes[i] = zero;
  }
}

static void
complex_product_start(accumulators *acc, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    const complex_sum one = {{1, 0}, {0, 0}};
    acc->complexes[i] = one;
  }
}

static inline void
add_complex(complex_sum *sum, wide_C x)
{
  compensated_add(&sum->re, x.re);
  compensated_add(&sum->im, x.im);
}

static inline void
multiply_complex(complex_sum *product, wide_C x)
{
  const double re = product->re.sum * x.re - product->im.sum * x.im;
  product->im.sum = product->re.sum * x.im + product->im.sum * x.re;
  product->re.sum = re;
}

static void
complex_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    complex_sum *const to = &acc->complexes[i];
    const complex_sum *const from = &other->complexes[i];
    compensated_add(&to->re, from->re.sum);
    compensated_add(&to->im, from->im.sum);
    to->re.error += from->re.error;
    to->im.error += from->im.error;
  }
}

static void
complex_product_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    const wide_C x = {other->complexes[i].re.sum, other->complexes[i].im.sum};
    multiply_complex(&acc->complexes[i], x);
  }
}

#define COMPLEX_LOOPS(name, id, combine)                                       \
  static void name##_line_##id(                                                \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      combine(&acc->complexes[0], widen_##id(ITEM(id, in, stride, i)));        \
    }                                                                          \
  }                                                                            \
  static void name##_rows_##id(accumulators *acc,                              \
                               const char *in,                                 \
                               int64_t stride,                                 \
                               int64_t n,                                      \
                               int64_t row_stride,                             \
                               int64_t n_rows)                                 \
  {                                                                            \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        combine(&acc->complexes[i], widen_##id(ITEM(id, in, stride, i)));      \
      }                                                                        \
    }                                                                          \
  }

COMPLEX_LOOPS(sum, C64, add_complex)
COMPLEX_LOOPS(sum, C128, add_complex)
COMPLEX_LOOPS(product, C64, multiply_complex)
COMPLEX_LOOPS(product, C128, multiply_complex)

/// The divisor is 1 but for the mean
#define COMPLEX_FINISH(name, id, divide)                                       \
  static void name##_finish_##id(const accumulators *acc,                      \
                                 int64_t n,                                    \
                                 double divisor,                               \
                                 char *out,                                    \
                                 int64_t stride)                               \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      const double re = compensated_value(&acc->complexes[i].re);              \
      const double im = compensated_value(&acc->complexes[i].im);              \
      const wide_C x = {divide(re, divisor), divide(im, divisor)};             \
      *(element_##id *)(void *)(out + i * stride) = narrow_##id##_C(x);        \
    }                                                                          \
  }

COMPLEX_FINISH(complex, C64, finish_same)
COMPLEX_FINISH(complex, C128, finish_same)
COMPLEX_FINISH(complex_mean, C64, finish_mean)
COMPLEX_FINISH(complex_mean, C128, finish_mean)

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

#define HALF_MOMENTS(id)                                                       \
  HALF_LINE(moments, id, moments_line_F32)                                     \
  static void moments_rows_##id(accumulators *acc,                             \
                                const char *in,                                \
                                int64_t stride,                                \
                                int64_t n,                                     \
                                int64_t row_stride,                            \
                                int64_t n_rows)                                \
  {                                                                            \
    float tile[MOMENT_ROWS][REDUCE_TILE];                                      \
    for (int64_t i = 0; i < n_rows; i += MOMENT_ROWS) {                        \
      const int64_t n_now = smaller(MOMENT_ROWS, n_rows - i);                  \
      for (int64_t j = 0; j < n_now; ++j, in += row_stride) {                  \
        load_half_row(TERCET_DTYPE_##id, in, stride, n, tile[j]);              \
      }                                                                        \
      moments_rows_F32(                                                        \
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
      load_half_row(TERCET_DTYPE_##id, in, stride, n, tile);                   \
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

/* ---- The table ---- */

#define EXTREMES(id, start, line, rows)                                        \
  [TERCET_MAX] = {max_start_##start,                                           \
                  max_##line##_##id,                                           \
                  max_##rows##_##id,                                           \
                  max_merge_##start,                                           \
                  extreme_finish_##id},                                        \
  [TERCET_MIN] = {min_start_##start,                                           \
                  min_##line##_##id,                                           \
                  min_##rows##_##id,                                           \
                  min_merge_##start,                                           \
                  extreme_finish_##id}

/// What is summed in float64
#define FLOAT_ENTRY(name, id, line, finish)                                    \
  {                                                                            \
    float_start, name##_##line##_##id, name##_rows_##id, float_merge, finish   \
  }

#define MOMENTS_AND_TRUTH(id, id_out)                                          \
  [REDUCE_VARIANCE] = {moments_start,                                          \
                       moments_line_##id,                                      \
                       moments_rows_##id,                                      \
                       moments_merge,                                          \
                       variance_finish_##id_out},                              \
  [REDUCE_DEVIATION] = {moments_start,                                         \
                        moments_line_##id,                                     \
                        moments_rows_##id,                                     \
                        moments_merge,                                         \
                        deviation_finish_##id_out},                            \
  TRUTH(id)

#define TRUTH(id)                                                              \
  [REDUCE_ALL] = {all_start,                                                   \
                  all_line_##id,                                               \
                  all_rows_##id,                                               \
                  all_merge,                                                   \
                  truth_finish},                                               \
  [REDUCE_ANY] = {                                                             \
      any_start, any_line_##id, any_rows_##id, any_merge, truth_finish}

#define INTEGER_ENTRY(name, id, finish)                                        \
  {                                                                            \
    integer_start, name##_line_##id, name##_rows_##id, integer_merge, finish   \
  }

#define PRODUCT_ENTRY(family, id, finish)                                      \
  {                                                                            \
    family##_start, product_line_##id, product_rows_##id, family##_merge,      \
        finish                                                                 \
  }

/// `wide` is the dtype of 64 bits; the rest is how the mean is found
#define INTEGER_COMMON(id, wide, ...)                                          \
  [TERCET_MEAN] = __VA_ARGS__, [REDUCE_OWN_MEAN] = __VA_ARGS__,                \
  [TERCET_NORM2] = FLOAT_ENTRY(norm2, id, line, finish_norm2_F64),             \
  [REDUCE_WIDE_SUM] = INTEGER_ENTRY(total, id, integer_finish_##wide),         \
  [REDUCE_WIDE_PROD] =                                                         \
      PRODUCT_ENTRY(integer_product, id, integer_finish_##wide),               \
  EXTREMES(id, id, line, rows), MOMENTS_AND_TRUTH(id, F64)

#define INTEGER_ROW(id, norm1, wide, ...)                                      \
  {                                                                            \
    [TERCET_SUM] = INTEGER_ENTRY(total, id, integer_finish_##id),              \
    [REDUCE_PROD] = PRODUCT_ENTRY(integer_product, id, integer_finish_##id),   \
    [TERCET_NORM1] = INTEGER_ENTRY(norm1, id, integer_finish_##id),            \
    INTEGER_COMMON(id, wide, __VA_ARGS__),                                     \
  }

#define FLOAT_ROW(id, start, line, rows)                                       \
  {                                                                            \
    [TERCET_SUM] = FLOAT_ENTRY(sum, id, line, finish_same_##id),               \
    [REDUCE_WIDE_SUM] = FLOAT_ENTRY(sum, id, line, finish_same_##id),          \
    [TERCET_NORM1] = FLOAT_ENTRY(norm1, id, line, finish_same_##id),           \
    [TERCET_MEAN] = FLOAT_ENTRY(sum, id, line, finish_mean_F64),               \
    [REDUCE_OWN_MEAN] = FLOAT_ENTRY(sum, id, line, finish_mean_##id),          \
    [TERCET_NORM2] = FLOAT_ENTRY(norm2, id, line, finish_norm2_F64),           \
    [REDUCE_PROD] = PRODUCT_ENTRY(float_product, id, finish_same_##id),        \
    [REDUCE_WIDE_PROD] = PRODUCT_ENTRY(float_product, id, finish_same_##id),   \
    EXTREMES(id, start, line, rows), MOMENTS_AND_TRUTH(id, id),                \
  }

#define COMPLEX_ROW(id)                                                        \
  {                                                                            \
    [REDUCE_WIDE_SUM] = {complex_start,                                        \
                         sum_line_##id,                                        \
                         sum_rows_##id,                                        \
                         complex_merge,                                        \
                         complex_finish_##id},                                 \
    [REDUCE_OWN_MEAN] = {complex_start,                                        \
                         sum_line_##id,                                        \
                         sum_rows_##id,                                        \
                         complex_merge,                                        \
                         complex_mean_finish_##id},                            \
    [REDUCE_WIDE_PROD] =                                                       \
        PRODUCT_ENTRY(complex_product, id, complex_finish_##id),               \
    TRUTH(id),                                                                 \
  }

#define SIGNED_MEAN(id) INTEGER_ENTRY(total, id, signed_mean_finish)
#define UNSIGNED_MEAN(id) INTEGER_ENTRY(total, id, unsigned_mean_finish)
#define FLOAT_MEAN(id) FLOAT_ENTRY(sum, id, line, finish_mean_F64)

const reducer REDUCERS[TERCET_DTYPE_COUNT][N_REDUCE_OPS] = {
    [TERCET_DTYPE_BOOL] = {INTEGER_COMMON(BOOL, I64, UNSIGNED_MEAN(BOOL))},
    [TERCET_DTYPE_I8] = INTEGER_ROW(I8, magnitude, I64, SIGNED_MEAN(I8)),
    [TERCET_DTYPE_I16] = INTEGER_ROW(I16, magnitude, I64, SIGNED_MEAN(I16)),
    [TERCET_DTYPE_I32] = INTEGER_ROW(I32, magnitude, I64, SIGNED_MEAN(I32)),
    [TERCET_DTYPE_I64] = INTEGER_ROW(I64, magnitude, I64, FLOAT_MEAN(I64)),
    [TERCET_DTYPE_U8] = INTEGER_ROW(U8, total, U64, UNSIGNED_MEAN(U8)),
    [TERCET_DTYPE_U16] = INTEGER_ROW(U16, total, U64, UNSIGNED_MEAN(U16)),
    [TERCET_DTYPE_U32] = INTEGER_ROW(U32, total, U64, UNSIGNED_MEAN(U32)),
    [TERCET_DTYPE_U64] = INTEGER_ROW(U64, total, U64, FLOAT_MEAN(U64)),
    [TERCET_DTYPE_F16] = FLOAT_ROW(F16, F32, line, rows),
    [TERCET_DTYPE_BF16] = FLOAT_ROW(BF16, F32, line, rows),
    [TERCET_DTYPE_F32] = FLOAT_ROW(F32, F32, kernel_line, kernel_rows),
    [TERCET_DTYPE_F64] = FLOAT_ROW(F64, F64, kernel_line, kernel_rows),
    [TERCET_DTYPE_C64] = COMPLEX_ROW(C64),
    [TERCET_DTYPE_C128] = COMPLEX_ROW(C128),
};
