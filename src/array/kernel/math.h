// SPDX-License-Identifier: Apache-2.0

/**
   The mathematical functions over contiguous floats, one table per
   instruction set, chosen like tercet_kernels().

   A function that a table lacks is taken from the portable one, which calls
   the C library for each element.  Outputs may be inputs, exactly.
*/

#ifndef TERCET_ARRAY_KERNEL_MATH_H
#define TERCET_ARRAY_KERNEL_MATH_H

#include <stddef.h>

/// Name, and the function of the C library for double and for float.  What
/// the latter computes in double is rounded once more, far below its accuracy.
#define TERCET_MATH_LIST(X)                                                    \
  X(SQRT, sqrt, sqrtf)                                                         \
  X(EXP, exp, expf)                                                            \
  X(EXP2, exp2, exp2f)                                                         \
  X(EXP10, exp10, VIA_DOUBLE)                                                  \
  X(EXPM1, expm1, VIA_DOUBLE)                                                  \
  X(LOG, log, logf)                                                            \
  X(LOG2, log2, log2f)                                                         \
  X(LOG10, log10, VIA_DOUBLE)                                                  \
  X(LOG1P, log1p, VIA_DOUBLE)                                                  \
  X(CBRT, cbrt, VIA_DOUBLE)                                                    \
  X(SIN, sin, sinf)                                                            \
  X(COS, cos, cosf)                                                            \
  X(TAN, tan, VIA_DOUBLE)                                                      \
  X(ASIN, asin, VIA_DOUBLE)                                                    \
  X(ACOS, acos, VIA_DOUBLE)                                                    \
  X(ATAN, atan, VIA_DOUBLE)                                                    \
  X(SINH, sinh, VIA_DOUBLE)                                                    \
  X(COSH, cosh, VIA_DOUBLE)                                                    \
  X(TANH, tanh, VIA_DOUBLE)                                                    \
  X(ASINH, asinh, VIA_DOUBLE)                                                  \
  X(ACOSH, acosh, VIA_DOUBLE)                                                  \
  X(ATANH, atanh, VIA_DOUBLE)                                                  \
  X(ERF, erf, VIA_DOUBLE)                                                      \
  X(ERFC, erfc, VIA_DOUBLE)                                                    \
  X(TGAMMA, tgamma, VIA_DOUBLE)                                                \
  X(LGAMMA, lgamma, VIA_DOUBLE)                                                \
  X(J0, j0, VIA_DOUBLE)                                                        \
  X(J1, j1, VIA_DOUBLE)                                                        \
  X(Y0, y0, VIA_DOUBLE)                                                        \
  X(Y1, y1, VIA_DOUBLE)                                                        \
  X(LOGB, logb, logbf)                                                         \
  X(FLOOR, floor, floorf)                                                      \
  X(CEIL, ceil, ceilf)                                                         \
  X(TRUNC, trunc, truncf)                                                      \
  X(ROUND, rint, rintf)

/// The same for functions of two numbers
#define TERCET_MATH2_LIST(X)                                                   \
  X(POWER, pow, powf)                                                          \
  X(ATAN2, atan2, VIA_DOUBLE)                                                  \
  X(HYPOT, hypot, VIA_DOUBLE)

typedef enum {
#define MATH_MEMBER(id, f64, f32) TERCET_MATH_##id,
  TERCET_MATH_LIST(MATH_MEMBER) TERCET_MATH_COUNT
#undef MATH_MEMBER
} tercet_math;

typedef enum {
#define MATH_MEMBER(id, f64, f32) TERCET_MATH2_##id,
  TERCET_MATH2_LIST(MATH_MEMBER) TERCET_MATH2_COUNT
#undef MATH_MEMBER
} tercet_math2;

typedef void (*tercet_math_f32)(const float *x, float *out, size_t n);
typedef void (*tercet_math_f64)(const double *x, double *out, size_t n);
typedef void (*tercet_math2_f32)(const float *x,
                                 const float *y,
                                 float *out,
                                 size_t n);
typedef void (*tercet_math2_f64)(const double *x,
                                 const double *y,
                                 double *out,
                                 size_t n);

/// Functions over `n` contiguous elements; NULL ones are the portable ones
typedef struct {
  tercet_math_f32 f32[TERCET_MATH_COUNT];
  tercet_math_f64 f64[TERCET_MATH_COUNT];
  tercet_math2_f32 f32_2[TERCET_MATH2_COUNT];
  tercet_math2_f64 f64_2[TERCET_MATH2_COUNT];
} tercet_math_table;

extern const tercet_math_table tercet_math_portable;

#if defined(__x86_64__)
extern const tercet_math_table tercet_math_avx2;
extern const tercet_math_table tercet_math_avx512;
#endif

/// Return a function for this processor
tercet_math_f32
tercet_math_f32_for(tercet_math function);

tercet_math_f64
tercet_math_f64_for(tercet_math function);

tercet_math2_f32
tercet_math2_f32_for(tercet_math2 function);

tercet_math2_f64
tercet_math2_f64_for(tercet_math2 function);

#endif // TERCET_ARRAY_KERNEL_MATH_H
