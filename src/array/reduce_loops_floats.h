// SPDX-License-Identifier: Apache-2.0

/// Sums and products in float64

#ifndef TERCET_ARRAY_REDUCE_LOOPS_FLOATS_H
#define TERCET_ARRAY_REDUCE_LOOPS_FLOATS_H

#include "array/reduce_loops_common.h"

#include "array/compensated.h"
#include "array/kernel/kernel.h"

#include <math.h>

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
      for (int64_t j = 0; j < n; j += FETCH_STEP) {                            \
        const int64_t end = smaller(n, j + FETCH_STEP);                        \
        if (stride == (int64_t)sizeof(element_##id)) {                         \
          fetch_rows(in, row_stride, 4, n, stride, j);                         \
        }                                                                      \
        for (int64_t i = j; i < end; ++i) {                                    \
          part[i] += (FLOAT_ITEM(id, map, in, stride, i) +                     \
                      FLOAT_ITEM(id, map, r1, stride, i)) +                    \
                     (FLOAT_ITEM(id, map, r2, stride, i) +                     \
                      FLOAT_ITEM(id, map, r3, stride, i));                     \
        }                                                                      \
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
FLOAT_FINISH(I8, finish_norm2)
FLOAT_FINISH(I16, finish_norm2)
FLOAT_FINISH(I32, finish_norm2)
FLOAT_FINISH(I64, finish_norm2)
FLOAT_FINISH(U8, finish_norm2)
FLOAT_FINISH(U16, finish_norm2)
FLOAT_FINISH(U32, finish_norm2)
FLOAT_FINISH(U64, finish_norm2)
FLOAT_FINISH(F16, finish_norm2)
FLOAT_FINISH(BF16, finish_norm2)
FLOAT_FINISH(F32, finish_norm2)
FLOAT_FINISH(F64, finish_norm2)

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

/// Products of four float32 numbers do not leave the range of float64, so that
/// they may be made apart where `is_narrow`
#define FLOAT_PRODUCT_LOOPS(id, is_narrow)                                     \
  WITH_ANY_STRIDE void product_any_line_##id(                                  \
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
    for (int64_t width = N_LANES / 2; width > 0; width /= 2) {                 \
      for (int64_t j = 0; j < width; ++j) {                                    \
        lanes[j] *= lanes[j + width];                                          \
      }                                                                        \
    }                                                                          \
    acc->floats.sums[0] *= lanes[0];                                           \
  }                                                                            \
  WITH_ANY_STRIDE void product_any_rows_##id(accumulators *acc,                \
                                             const char *in,                   \
                                             int64_t stride,                   \
                                             int64_t n,                        \
                                             int64_t row_stride,               \
                                             int64_t n_rows)                   \
  {                                                                            \
    for (; is_narrow && n_rows >= 4; n_rows -= 4, in += 4 * row_stride) {      \
      const char *const r1 = in + row_stride;                                  \
      const char *const r2 = in + 2 * row_stride;                              \
      const char *const r3 = in + 3 * row_stride;                              \
      for (int64_t i = 0; i < n; ++i) {                                        \
        acc->floats.sums[i] *= (FLOAT_ITEM(id, map_same, in, stride, i) *      \
                                FLOAT_ITEM(id, map_same, r1, stride, i)) *     \
                               (FLOAT_ITEM(id, map_same, r2, stride, i) *      \
                                FLOAT_ITEM(id, map_same, r3, stride, i));      \
      }                                                                        \
    }                                                                          \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        acc->floats.sums[i] *= FLOAT_ITEM(id, map_same, in, stride, i);        \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  DISPATCH(product, id)

/// The kernels of the processor take lines without gaps
#define PRODUCT_KERNEL_LINE(id, kernel)                                        \
  static void product_kernel_line_##id(                                        \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    if (stride == (int64_t)sizeof(element_##id)) {                             \
      acc->floats.sums[0] *=                                                   \
          tercet_kernels()->kernel((const void *)in, (size_t)n);               \
    } else {                                                                   \
      product_line_##id(acc, in, stride, n);                                   \
    }                                                                          \
  }

FLOAT_PRODUCT_LOOPS(F16, true)
FLOAT_PRODUCT_LOOPS(BF16, true)
FLOAT_PRODUCT_LOOPS(F32, true)
FLOAT_PRODUCT_LOOPS(F64, false)
PRODUCT_KERNEL_LINE(F32, prod_f32)
PRODUCT_KERNEL_LINE(F64, prod_f64)

#endif // TERCET_ARRAY_REDUCE_LOOPS_FLOATS_H
