// SPDX-License-Identifier: Apache-2.0

/// The portable functions, and the choice of a table

#include "array/kernel/math.h"

#include "array/kernel/kernel.h"

#include <math.h>
#include <string.h>

#define MATH_LOOPS(id, function_f64, function_f32)                             \
  static void f64_##id(const double *x, double *out, size_t n)                 \
  {                                                                            \
    for (size_t i = 0; i < n; ++i) {                                           \
      out[i] = function_f64(x[i]);                                             \
    }                                                                          \
  }                                                                            \
  static void f32_##id(const float *x, float *out, size_t n)                   \
  {                                                                            \
    for (size_t i = 0; i < n; ++i) {                                           \
      out[i] = (float)FLOAT_##function_f32(function_f64)(x[i]);                \
    }                                                                          \
  }

#define MATH2_LOOPS(id, function_f64, function_f32)                            \
  static void f64_2_##id(                                                      \
      const double *x, const double *y, double *out, size_t n)                 \
  {                                                                            \
    for (size_t i = 0; i < n; ++i) {                                           \
      out[i] = function_f64(x[i], y[i]);                                       \
    }                                                                          \
  }                                                                            \
  static void f32_2_##id(const float *x, const float *y, float *out, size_t n) \
  {                                                                            \
    for (size_t i = 0; i < n; ++i) {                                           \
      out[i] = (float)FLOAT_##function_f32(function_f64)(x[i], y[i]);          \
    }                                                                          \
  }

#define FLOAT_VIA_DOUBLE(f64) f64
#define FLOAT_sqrtf(f64) sqrtf
#define FLOAT_expf(f64) expf
#define FLOAT_exp2f(f64) exp2f
#define FLOAT_logf(f64) logf
#define FLOAT_log2f(f64) log2f
#define FLOAT_sinf(f64) sinf
#define FLOAT_cosf(f64) cosf
#define FLOAT_logbf(f64) logbf
#define FLOAT_floorf(f64) floorf
#define FLOAT_ceilf(f64) ceilf
#define FLOAT_truncf(f64) truncf
#define FLOAT_rintf(f64) rintf
#define FLOAT_powf(f64) powf

/// lgamma() stores the sign in a global variable, a race between threads
static double
gamma_log(double x)
{
  int sign = 0;
  return lgamma_r(x, &sign);
}

#define lgamma gamma_log

TERCET_MATH_LIST(MATH_LOOPS)
TERCET_MATH2_LIST(MATH2_LOOPS)

const tercet_math_table tercet_math_portable = {
#define ROW(id, function_f64, function_f32) f32_##id,
    {TERCET_MATH_LIST(ROW)},
#undef ROW
#define ROW(id, function_f64, function_f32) f64_##id,
    {TERCET_MATH_LIST(ROW)},
#undef ROW
#define ROW(id, function_f64, function_f32) f32_2_##id,
    {TERCET_MATH2_LIST(ROW)},
#undef ROW
#define ROW(id, function_f64, function_f32) f64_2_##id,
    {TERCET_MATH2_LIST(ROW)},
#undef ROW
};

/// The names are those of tercet_kernels(), so that TERCET_ISA rules both
static const tercet_math_table *
chosen_table(void)
{
#if defined(__x86_64__)
  const char *const name = tercet_kernels()->name;
  if (!strcmp(name, "avx512")) {
    return &tercet_math_avx512;
  }
  if (!strcmp(name, "avx2")) {
    return &tercet_math_avx2;
  }
#endif
  return &tercet_math_portable;
}

tercet_math_f32
tercet_math_f32_for(tercet_math function)
{
  const tercet_math_f32 own = chosen_table()->f32[function];
  return own ? own : tercet_math_portable.f32[function];
}

tercet_math_f64
tercet_math_f64_for(tercet_math function)
{
  const tercet_math_f64 own = chosen_table()->f64[function];
  return own ? own : tercet_math_portable.f64[function];
}

tercet_math2_f32
tercet_math2_f32_for(tercet_math2 function)
{
  const tercet_math2_f32 own = chosen_table()->f32_2[function];
  return own ? own : tercet_math_portable.f32_2[function];
}

tercet_math2_f64
tercet_math2_f64_for(tercet_math2 function)
{
  const tercet_math2_f64 own = chosen_table()->f64_2[function];
  return own ? own : tercet_math_portable.f64_2[function];
}
