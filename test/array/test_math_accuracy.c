// SPDX-License-Identifier: Apache-2.0

/**
   The accuracy of the mathematical functions, in units in the last place
   against long double, for each instruction set: over the usual range, over
   all numbers there are, at special values, and at large angles.

   With an argument, prints the largest errors seen.
*/

#include "check.h"

#include "array/kernel/kernel.h"
#include "array/kernel/math.h"

#include <math.h>

#define N_INPUTS 4096

typedef long double (*reference)(long double);

/// Bounds in ULP for float64 and float32 of the vector functions, with what
/// rounding itself takes, and of the C library's; the usual range
typedef struct {
  const char *name;
  tercet_math function;
  reference exact;
  double low;
  double high;
  double bound_f64;
  double bound_f32;
  double bound_portable;
} function_case;

static long double
log_gamma(long double x)
{
  int sign = 0;
  return lgammal_r(x, &sign);
}

static const function_case cases[] = {
    {"sqrt", TERCET_MATH_SQRT, sqrtl, 0, 1e6, 0.51, 0.51, 0.51},
    {"exp", TERCET_MATH_EXP, expl, -100, 100, 0.7, 1.0, 1.0},
    {"exp2", TERCET_MATH_EXP2, exp2l, -100, 100, 1.0, 1.0, 1.0},
    {"exp10", TERCET_MATH_EXP10, exp10l, -30, 30, 1.0, 1.0, 2.5},
    {"expm1", TERCET_MATH_EXPM1, expm1l, -30, 30, 1.0, 1.0, 1.0},
    {"log", TERCET_MATH_LOG, logl, 0, 10, 0.6, 1.0, 1.0},
    {"log2", TERCET_MATH_LOG2, log2l, 0, 10, 1.0, 1.0, 1.0},
    {"log10", TERCET_MATH_LOG10, log10l, 0, 10, 1.0, 1.0, 2.0},
    {"log1p", TERCET_MATH_LOG1P, log1pl, -1, 10, 1.0, 1.0, 1.0},
    {"cbrt", TERCET_MATH_CBRT, cbrtl, -1e6, 1e6, 1.0, 1.0, 4.0},
    {"sin", TERCET_MATH_SIN, sinl, -100, 100, 2.5, 0.81, 2.5},
    {"cos", TERCET_MATH_COS, cosl, -100, 100, 2.5, 0.81, 2.5},
    {"tan", TERCET_MATH_TAN, tanl, -100, 100, 1.0, 1.0, 1.0},
    {"asin", TERCET_MATH_ASIN, asinl, -1, 1, 1.0, 1.0, 1.0},
    {"acos", TERCET_MATH_ACOS, acosl, -1, 1, 1.0, 1.0, 1.0},
    {"atan", TERCET_MATH_ATAN, atanl, -100, 100, 1.0, 1.0, 1.0},
    {"sinh", TERCET_MATH_SINH, sinhl, -10, 10, 1.0, 1.0, 2.0},
    {"cosh", TERCET_MATH_COSH, coshl, -10, 10, 1.0, 1.0, 2.0},
    {"tanh", TERCET_MATH_TANH, tanhl, -10, 10, 1.0, 1.1, 2.5},
    {"asinh", TERCET_MATH_ASINH, asinhl, -1e3, 1e3, 1.0, 1.1, 2.0},
    {"acosh", TERCET_MATH_ACOSH, acoshl, 1, 1e3, 1.0, 1.0, 2.5},
    {"atanh", TERCET_MATH_ATANH, atanhl, -1, 1, 1.0, 1.1, 2.0},
    {"erf", TERCET_MATH_ERF, erfl, -4, 4, 1.0, 1.0, 1.5},
    {"erfc", TERCET_MATH_ERFC, erfcl, -4, 20, 1.5, 1.5, 5.0},
    {"tgamma", TERCET_MATH_TGAMMA, tgammal, 0.1, 30, 1.0, 1.5, 5.0},
    {"lgamma", TERCET_MATH_LGAMMA, log_gamma, 0.1, 100, 1.0, 1.5, 5.0},
    {"logb", TERCET_MATH_LOGB, logbl, -1e3, 1e3, 0, 0, 0},
    {"floor", TERCET_MATH_FLOOR, floorl, -1e3, 1e3, 0, 0, 0},
    {"ceil", TERCET_MATH_CEIL, ceill, -1e3, 1e3, 0, 0, 0},
    {"trunc", TERCET_MATH_TRUNC, truncl, -1e3, 1e3, 0, 0, 0},
    {"round", TERCET_MATH_ROUND, rintl, -1e3, 1e3, 0, 0, 0},
};

/// The largest error of a function so far, and where it was
typedef struct {
  double error;
  double at;
  double at2;
} worst;

/// Return the error of `actual` in units in the last place of a format with
/// `digits` digits, least exponent `min` and `max` the greatest finite number
static double
ulp_error(
    double actual, long double expected, int digits, int min, long double max)
{
  if (isnan(expected) || isnan(actual)) {
    return isnan(expected) && isnan(actual) ? 0 : INFINITY;
  }
  int exponent = 0;
  frexpl(expected, &exponent);
  exponent = exponent < min ? min : exponent;
  const long double unit = ldexpl(1, exponent - digits);
  if (isinf(actual)) {
    // Beyond the range an infinity counts as the next power of two
    const bool same_sign = !signbit(actual) == !signbit(expected);
    return same_sign && fabsl(expected) > max - unit ? 0 : INFINITY;
  }
  if (isinf(expected)) {
    return INFINITY;
  }
  if (expected == 0 || actual == 0) {
    if (!signbit(expected) != !signbit(actual)) {
      return INFINITY;
    }
  }
  return (double)(fabsl(actual - expected) / unit);
}

static double
error_f64(double actual, long double expected)
{
  return ulp_error(actual, expected, 53, -1021, 0x1.fffffffffffffp1023L);
}

static double
error_f32(float actual, long double expected)
{
  return ulp_error((double)actual, expected, 24, -125, 0x1.fffffep127L);
}

static void
note(worst *w, double error, double x, double y)
{
  if (!(error <= w->error)) {
    *w = (worst){error, x, y};
  }
}

/// Numbers that are wrong first when something is wrong
static const double specials[] = {
    0.0,
    -0.0,
    1,
    -1,
    INFINITY,
    -INFINITY,
    NAN,
    5e-324,
    -5e-324,
    1e-310,
    -1e-310,
    1e-300,
    -1e-300,
    1e300,
    -1e300,
    1e150,
    2e154,
    -2e154,
    709.9,
    -709.9,
    710.4,
    -710.4,
    709.78,
    710.5,
    -745.2,
    -746,
    1024,
    -1075,
    1023.99,
    0.5,
    -0.5,
    1.5,
    -1.5,
    2,
    -2,
    3,
    -3,
    0.25,
    1e-20,
    -1e-20,
    1e22,
    26.6,
    27.3,
    170.6,
    171.7,
    -0.75,
    -2.5,
    -170.5,
    -171.5,
    -190.5,
    1e-45,
    -1e-45,
    1e-40,
    3e38,
    -3e38,
    88.8,
    89.5,
    -103.9,
    -104.5,
    128,
    -149.5,
    -150.5,
    38.6,
    -45.2,
    1e19,
    -1e19,
    35.1,
    -38.2,
    9.2,
    10.1,
    0x1p20,
    0x1p20 + 1,
    1e6,
    1e7,
    0x1.921fb54442d18p+0,
    0x1.921fb54442d18p+1,
    0x1.921fb6p+0,
    0x1.8p-1,
    0x1.7ffffffffffffp-1,
    0x1.fffffffffffffp1023,
    0x1p-1022,
    0x1.fffffep127,
    0x1p-126,
};

#define N_SPECIALS (sizeof(specials) / sizeof(specials[0]))

/// A number whose angle is hard to find: within 2^51, half of them next to a
/// multiple of pi/2
static double
random_angle(uint64_t bits)
{
  const double size =
      ldexp(1 + (double)(bits >> 32U) * 0x1p-32, (int)(bits % 52U));
  const double x = bits & 64U ? rint(size) * 0x1.921fb54442d18p+0 : size;
  return bits & 128U ? -x : x;
}

static double
random_number(uint64_t *state, const function_case *c, unsigned kind)
{
  const uint64_t bits = check_random(state);
  if (kind == 3) {
    return random_angle(bits);
  }
  if (kind == 0) {
    const double unit = (double)(bits >> 11U) * 0x1p-53;
    return c->low + unit * (c->high - c->low);
  }
  double x = 0;
  memcpy(&x, &bits, sizeof(x));
  return x;
}

static float
random_float(uint64_t *state, const function_case *c, unsigned kind)
{
  if (kind == 0 || kind == 3) {
    return (float)random_number(state, c, kind);
  }
  const uint32_t bits = (uint32_t)check_random(state);
  float x = 0;
  memcpy(&x, &bits, sizeof(x));
  return x;
}

static worst
measure_f64(const function_case *c, tercet_math_f64 function, unsigned kind)
{
  uint64_t state = 1 + kind;
  worst w = {0, 0, 0};
  static double in[N_INPUTS];
  static double out[N_INPUTS];
  for (unsigned round = 0; round < (kind == 2 ? 1 : 16); ++round) {
    for (size_t i = 0; i < N_INPUTS; ++i) {
      in[i] =
          kind == 2 ? specials[i % N_SPECIALS] : random_number(&state, c, kind);
    }
    function(in, out, N_INPUTS - round);
    for (size_t i = 0; i < N_INPUTS - round; ++i) {
      note(&w, error_f64(out[i], c->exact((long double)in[i])), in[i], 0);
    }
  }
  return w;
}

static worst
measure_f32(const function_case *c, tercet_math_f32 function, unsigned kind)
{
  uint64_t state = 1 + kind;
  worst w = {0, 0, 0};
  static float in[N_INPUTS];
  static float out[N_INPUTS];
  for (unsigned round = 0; round < (kind == 2 ? 1 : 16); ++round) {
    for (size_t i = 0; i < N_INPUTS; ++i) {
      in[i] = kind == 2 ? (float)specials[i % N_SPECIALS]
                        : random_float(&state, c, kind);
    }
    function(in, out, N_INPUTS - round);
    for (size_t i = 0; i < N_INPUTS - round; ++i) {
      note(&w,
           error_f32(out[i], c->exact((long double)in[i])),
           (double)in[i],
           0);
    }
  }
  return w;
}

static void
judge(const char *name, const char *type, worst w, double bound, bool loud)
{
  const bool good = w.error <= bound;
  CHECK(good);
  if (!good || loud) {
    fprintf(stderr,
            "  %-8s %s: %.3f ULP at %.17g, %.17g (bound %g)\n",
            name,
            type,
            w.error,
            w.at,
            w.at2,
            bound);
  }
}

static bool
is_vector(const char *isa)
{
  return strcmp(isa, "portable") != 0;
}

static void
check_case(const function_case *c,
           const char *isa,
           const tercet_math_table *table,
           bool loud)
{
  const tercet_math_f64 f64 = table->f64[c->function];
  const tercet_math_f32 f32 = table->f32[c->function];
  // What is the C library's, also for lanes that vectors leave to it
  const bool has_angles = c->exact == sinl || c->exact == cosl;
  for (unsigned kind = 0; kind < (has_angles ? 4U : 3U); ++kind) {
    const double bound_f64 =
        !is_vector(isa) || kind > 0 ? c->bound_portable : c->bound_f64;
    if (f64) {
      judge(c->name,
            "float64",
            measure_f64(c, f64, kind),
            bound_f64 < c->bound_f64 ? c->bound_f64 : bound_f64,
            loud);
    }
    if (f32) {
      judge(c->name, "float32", measure_f32(c, f32, kind), c->bound_f32, loud);
    }
  }
}

/* ---- Two arguments ---- */

static long double
reference2(tercet_math2 function, long double x, long double y)
{
  switch (function) {
  case TERCET_MATH2_POWER:
    return powl(x, y);
  case TERCET_MATH2_ATAN2:
    return atan2l(x, y);
  case TERCET_MATH2_HYPOT:
    return hypotl(x, y);
  case TERCET_MATH2_COUNT:
    break;
  }
  return 0;
}

static double
random_operand(uint64_t *state, unsigned kind, size_t i, size_t j)
{
  const uint64_t bits = check_random(state);
  double x = 0;
  switch (kind) {
  case 0: // Around 1, either sign
    return ldexp((double)(int64_t)bits, -62 + (int)(bits % 8U));
  case 1: // Any
    memcpy(&x, &bits, sizeof(x));
    return x;
  default:
    return specials[(j ? i / N_SPECIALS : i) % N_SPECIALS];
  }
}

static void
measure_pairs(tercet_math2 function,
              const tercet_math_table *table,
              unsigned kind,
              worst *w64,
              worst *w32)
{
  static double x[N_SPECIALS * N_SPECIALS];
  static double y[N_SPECIALS * N_SPECIALS];
  static double z[N_SPECIALS * N_SPECIALS];
  static float xf[N_SPECIALS * N_SPECIALS];
  static float yf[N_SPECIALS * N_SPECIALS];
  static float zf[N_SPECIALS * N_SPECIALS];
  const size_t n = N_SPECIALS * N_SPECIALS;
  uint64_t state = 7 + kind;
  for (unsigned round = 0; round < (kind == 2 ? 1 : 8); ++round) {
    for (size_t i = 0; i < n; ++i) {
      x[i] = random_operand(&state, kind, i, 0);
      y[i] = random_operand(&state, kind, i, 1);
      if (kind == 1) { // Of any two powers nearly all overflow
        y[i] = i % 2 ? y[i] : 700 / log(fabs(x[i])) * (double)(i % 1000) / 999;
      }
      xf[i] = (float)x[i];
      yf[i] = (float)y[i];
    }
    if (table->f64_2[function]) {
      table->f64_2[function](x, y, z, n);
    }
    if (table->f32_2[function]) {
      table->f32_2[function](xf, yf, zf, n);
    }
    for (size_t i = 0; i < n; ++i) {
      if (table->f64_2[function]) {
        const long double e =
            reference2(function, (long double)x[i], (long double)y[i]);
        note(w64, error_f64(z[i], e), x[i], y[i]);
      }
      if (table->f32_2[function]) {
        const long double e =
            reference2(function, (long double)xf[i], (long double)yf[i]);
        note(w32, error_f32(zf[i], e), (double)xf[i], (double)yf[i]);
      }
    }
  }
}

static void
check_pairs(const tercet_math_table *table, bool loud)
{
  static const struct {
    const char *name;
    tercet_math2 function;
    double bound;
  } pairs[] = {
      {"pow", TERCET_MATH2_POWER, 0.8},
      {"atan2", TERCET_MATH2_ATAN2, 1.0},
      {"hypot", TERCET_MATH2_HYPOT, 1.0},
  };
  for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); ++i) {
    for (unsigned kind = 0; kind < 3; ++kind) {
      worst w64 = {0, 0, 0};
      worst w32 = {0, 0, 0};
      measure_pairs(pairs[i].function, table, kind, &w64, &w32);
      judge(pairs[i].name, "float64", w64, pairs[i].bound, loud);
      judge(pairs[i].name, "float32", w32, pairs[i].bound, loud);
    }
  }
}

int
main(int argc, char **argv)
{
  (void)argv;
  const bool loud = argc > 1;
  static const char *const names[] = {"portable", "avx2", "avx512"};
  for (size_t i = 0; i < 3; ++i) {
    if (!tercet_kernels_named(names[i])) {
      fprintf(stderr, "no %s here\n", names[i]);
      continue;
    }
    fprintf(stderr, "%s\n", names[i]);
    const tercet_math_table *table = &tercet_math_portable;
#if defined(__x86_64__)
    table = i == 1 ? &tercet_math_avx2 : i == 2 ? &tercet_math_avx512 : table;
#endif
    for (size_t j = 0; j < sizeof(cases) / sizeof(cases[0]); ++j) {
      check_case(&cases[j], names[i], table, loud);
    }
    check_pairs(table, loud);
  }
  return check_finish();
}
