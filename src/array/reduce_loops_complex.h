// SPDX-License-Identifier: Apache-2.0

/// Sums, products and extremes of complex numbers

#ifndef TERCET_ARRAY_REDUCE_LOOPS_COMPLEX_H
#define TERCET_ARRAY_REDUCE_LOOPS_COMPLEX_H

#include "array/reduce_loops_floats.h"

#include <math.h>

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

/* ---- Extremes, by the real part, then by the imaginary one ---- */

static inline bool
is_nan_complex(wide_C x)
{
  return x.re != x.re || x.im != x.im;
}

/// The first of equals stays, and so does the first NaN
#define COMPLEX_PICK(name, op, neutral)                                        \
  static inline wide_C name##_C(wide_C best, wide_C x)                         \
  {                                                                            \
    const bool beats =                                                         \
        x.re op best.re || (x.re == best.re && x.im op best.im);               \
    return (beats || is_nan_complex(x)) && !is_nan_complex(best) ? x : best;   \
  }                                                                            \
  static void name##_start_C(accumulators *acc, int64_t n)                     \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      const wide_C least = {(neutral), (neutral)};                             \
      acc->best_C[i] = least;                                                  \
    }                                                                          \
  }                                                                            \
  static void name##_merge_C(                                                  \
      accumulators *acc, const accumulators *other, int64_t n)                 \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      acc->best_C[i] = name##_C(acc->best_C[i], other->best_C[i]);             \
    }                                                                          \
  }

COMPLEX_PICK(max, >, -(double)INFINITY)
COMPLEX_PICK(min, <, (double)INFINITY)

#define COMPLEX_EXTREMES(name, id)                                             \
  static void name##_line_##id(                                                \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    wide_C best = acc->best_C[0];                                              \
    for (int64_t i = 0; i < n; ++i) {                                          \
      best = name##_C(best, widen_##id(ITEM(id, in, stride, i)));              \
    }                                                                          \
    acc->best_C[0] = best;                                                     \
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
        acc->best_C[i] =                                                       \
            name##_C(acc->best_C[i], widen_##id(ITEM(id, in, stride, i)));     \
      }                                                                        \
    }                                                                          \
  }

#define COMPLEX_EXTREME_FINISH(id)                                             \
  static void extreme_finish_##id(const accumulators *acc,                     \
                                  int64_t n,                                   \
                                  double divisor,                              \
                                  char *out,                                   \
                                  int64_t stride)                              \
  {                                                                            \
    (void)divisor;                                                             \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##id *)(void *)(out + i * stride) =                            \
          narrow_##id##_C(acc->best_C[i]);                                     \
    }                                                                          \
  }

COMPLEX_EXTREMES(max, C64)
COMPLEX_EXTREMES(min, C64)
COMPLEX_EXTREME_FINISH(C64)
COMPLEX_EXTREMES(max, C128)
COMPLEX_EXTREMES(min, C128)
COMPLEX_EXTREME_FINISH(C128)

#endif // TERCET_ARRAY_REDUCE_LOOPS_COMPLEX_H
