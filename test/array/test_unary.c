// SPDX-License-Identifier: Apache-2.0

/// Functions of one tensor, on all dtypes

#include "elementwise_reference.h"

#include <complex.h>

typedef long double (*real_function)(long double);
typedef double _Complex (*complex_function)(double _Complex);

static long double
log_gamma(long double x)
{
  int sign = 0;
  return lgammal_r(x, &sign);
}

/// The mathematical functions; -1 for what has large relative errors near
/// zeros, which test_math_accuracy.c and test_bessel() look at
static const struct {
  const char *name;
  tercet_unary_op op;
  real_function exact;
  complex_function of_complex;
  double bound;
} functions[] = {
    {"sqrt", TERCET_UNARY_SQRT, sqrtl, csqrt, 0.51},
    {"exp", TERCET_UNARY_EXP, expl, cexp, 1},
    {"exp2", TERCET_UNARY_EXP2, exp2l, NULL, 1},
    {"exp10", TERCET_UNARY_EXP10, exp10l, NULL, 2.5},
    {"expm1", TERCET_UNARY_EXPM1, expm1l, NULL, 1},
    {"log", TERCET_UNARY_LOG, logl, clog, 1},
    {"log2", TERCET_UNARY_LOG2, log2l, NULL, 1},
    {"log10", TERCET_UNARY_LOG10, log10l, NULL, 2},
    {"log1p", TERCET_UNARY_LOG1P, log1pl, NULL, 1},
    {"cbrt", TERCET_UNARY_CBRT, cbrtl, NULL, 4},
    {"sin", TERCET_UNARY_SIN, sinl, csin, 2.5},
    {"cos", TERCET_UNARY_COS, cosl, ccos, 2.5},
    {"tan", TERCET_UNARY_TAN, tanl, ctan, 1},
    {"asin", TERCET_UNARY_ASIN, asinl, casin, 1},
    {"acos", TERCET_UNARY_ACOS, acosl, cacos, 1},
    {"atan", TERCET_UNARY_ATAN, atanl, catan, 1},
    {"sinh", TERCET_UNARY_SINH, sinhl, csinh, 2},
    {"cosh", TERCET_UNARY_COSH, coshl, ccosh, 2},
    {"tanh", TERCET_UNARY_TANH, tanhl, ctanh, 2.5},
    {"asinh", TERCET_UNARY_ASINH, asinhl, casinh, 2},
    {"acosh", TERCET_UNARY_ACOSH, acoshl, cacosh, 2.5},
    {"atanh", TERCET_UNARY_ATANH, atanhl, catanh, 2},
    {"erf", TERCET_UNARY_ERF, erfl, NULL, 1.5},
    {"erfc", TERCET_UNARY_ERFC, erfcl, NULL, 5},
    {"tgamma", TERCET_UNARY_TGAMMA, tgammal, NULL, 5},
    {"lgamma", TERCET_UNARY_LGAMMA, log_gamma, NULL, 5},
    {"j0", TERCET_UNARY_J0, j0l, NULL, -1},
    {"j1", TERCET_UNARY_J1, j1l, NULL, -1},
    {"y0", TERCET_UNARY_Y0, y0l, NULL, -1},
    {"y1", TERCET_UNARY_Y1, y1l, NULL, -1},
    {"logb", TERCET_UNARY_LOGB, logbl, NULL, 0},
};

#define N_FUNCTIONS (sizeof(functions) / sizeof(functions[0]))

/// Of a complex function only what is finite and tame is compared, with the C
/// library's double
static expectation
complex_expectation(size_t i, reference_value x)
{
  const double parts[] = {(double)x.re, (double)x.im};
  double _Complex in = 0;
  memcpy(&in, parts, sizeof(in));
  const double _Complex z = functions[i].of_complex(in);
  return (expectation){
      {(long double)creal(z), (long double)cimag(z)}, 0.51, false};
}

static long double
whole_ilogb(long double x)
{
  return x == 0 || isnan(x) ? (long double)INT32_MIN
         : isinf(x)         ? (long double)INT32_MAX
                            : (long double)ilogbl(x);
}

/// What the operations without rounding give; `out` is the dtype of the result
static expectation
exact_expectation(tercet_unary_op op, tercet_dtype dtype, reference_value x)
{
  const reference_format format = reference_format_of(dtype);
  const bool is_integer = format.kind == REFERENCE_INTEGER;
  const long double magnitude = fabsl(x.re);
  reference_value z = {0, 0};
  double bound = 0;
  switch ((int)op) {
  case TERCET_UNARY_NEGATIVE:
    z = (reference_value){-x.re, -x.im};
    break;
  case TERCET_UNARY_ABS:
    z.re = format.is_complex ? hypotl(x.re, x.im) : magnitude;
    bound = format.is_complex ? 1 : 0;
    break;
  case TERCET_UNARY_SIGN:
    z.re = x.re > 0 ? 1 : x.re < 0 ? -1 : x.re;
    break;
  case TERCET_UNARY_SQUARE:
    z.re = x.re * x.re - x.im * x.im;
    z.im = format.is_complex ? 2 * x.re * x.im : 0;
    bound = format.is_complex ? -1 : 0.501;
    break;
  case TERCET_UNARY_CONJ:
    z = (reference_value){x.re, format.is_complex ? -x.im : 0};
    break;
  case TERCET_UNARY_REAL:
    z.re = x.re;
    break;
  case TERCET_UNARY_IMAG:
    z.re = x.im;
    break;
  case TERCET_UNARY_ANGLE:
    z.re = atan2l(x.im, x.re);
    bound = 1;
    break;
  case TERCET_UNARY_ISNAN:
    z.re = isnan(x.re) || isnan(x.im);
    break;
  case TERCET_UNARY_ISINF:
    z.re = isinf(x.re) || isinf(x.im);
    break;
  case TERCET_UNARY_ISFINITE:
    z.re = isfinite(x.re) && isfinite(x.im);
    break;
  case TERCET_UNARY_SIGNBIT:
    z.re = signbit(x.re) != 0;
    bound = isnan(x.re) ? -1 : 0; // The reference has no sign of NaN
    break;
  case TERCET_UNARY_LOGICAL_NOT:
    z.re = x.re == 0 && x.im == 0;
    break;
  case TERCET_UNARY_BITWISE_NOT:
    z.re = format.kind == REFERENCE_BOOL
               ? x.re == 0
               : reference_wrap(&format, ~reference_bits(x.re));
    break;
  case TERCET_UNARY_ILOGB:
    z.re = whole_ilogb(x.re);
    break;
  case TERCET_UNARY_FLOOR:
    z.re = floorl(x.re);
    break;
  case TERCET_UNARY_CEIL:
    z.re = ceill(x.re);
    break;
  case TERCET_UNARY_TRUNC:
    z.re = truncl(x.re);
    break;
  default:
    z.re = rintl(x.re);
    break;
  }
  if (is_integer && op <= TERCET_UNARY_SQUARE) {
    const uint64_t bits = reference_bits(x.re);
    z.re = op == TERCET_UNARY_SQUARE ? reference_wrap(&format, bits * bits)
           : op == TERCET_UNARY_SIGN
               ? z.re
               : reference_wrap(&format, reference_bits(z.re));
    z.im = 0;
  }
  return (expectation){z, bound, false};
}

static expectation
expect(tercet_unary_op op, tercet_dtype dtype, reference_value x)
{
  if (op <= TERCET_UNARY_ROUND) {
    return exact_expectation(op, dtype, x);
  }
  size_t i = 0;
  while (functions[i].op != op) {
    ++i;
  }
  const reference_format format = reference_format_of(dtype);
  if (format.is_complex) {
    return complex_expectation(i, x);
  }
  const bool is_float = format.kind == REFERENCE_FLOAT;
  const long double in = is_float ? x.re : (long double)(double)x.re;
  double bound = functions[i].bound;
  if (format.digits < 24 && is_float && bound > 0) {
    bound = 0.51; // A half float is rounded once from float32
  }
  if (op == TERCET_UNARY_LGAMMA && in < 0) {
    bound = -1;
  }
  return (expectation){{functions[i].exact(in), 0}, bound, false};
}

/// The dtype of a result, or TERCET_DTYPE_COUNT where there is none
static int
result_dtype(tercet_unary_op op, tercet_dtype dtype)
{
  const reference_format format = reference_format_of(dtype);
  const bool is_bool = format.kind == REFERENCE_BOOL;
  const int part = dtype == TERCET_DTYPE_C64    ? TERCET_DTYPE_F32
                   : dtype == TERCET_DTYPE_C128 ? TERCET_DTYPE_F64
                                                : (int)dtype;
  const bool is_complex = format.is_complex;
  switch ((int)op) {
  case TERCET_UNARY_NEGATIVE:
  case TERCET_UNARY_SQUARE:
    return is_bool ? TERCET_DTYPE_COUNT : (int)dtype;
  case TERCET_UNARY_ABS:
    return is_bool ? TERCET_DTYPE_COUNT : part;
  case TERCET_UNARY_SIGN:
    return is_bool || is_complex ? TERCET_DTYPE_COUNT : (int)dtype;
  case TERCET_UNARY_CONJ:
    return (int)dtype;
  case TERCET_UNARY_REAL:
  case TERCET_UNARY_IMAG:
    return part;
  case TERCET_UNARY_ANGLE:
    return is_complex ? part : TERCET_DTYPE_COUNT;
  case TERCET_UNARY_ISNAN:
  case TERCET_UNARY_ISINF:
  case TERCET_UNARY_ISFINITE:
  case TERCET_UNARY_LOGICAL_NOT:
    return TERCET_DTYPE_BOOL;
  case TERCET_UNARY_SIGNBIT:
    return is_complex ? TERCET_DTYPE_COUNT : TERCET_DTYPE_BOOL;
  case TERCET_UNARY_BITWISE_NOT:
    return format.kind == REFERENCE_FLOAT ? TERCET_DTYPE_COUNT : (int)dtype;
  case TERCET_UNARY_ILOGB:
    return is_complex ? TERCET_DTYPE_COUNT : TERCET_DTYPE_I32;
  case TERCET_UNARY_FLOOR:
  case TERCET_UNARY_CEIL:
  case TERCET_UNARY_TRUNC:
  case TERCET_UNARY_ROUND:
    return is_complex ? TERCET_DTYPE_COUNT : (int)dtype;
  default:
    break;
  }
  size_t i = 0;
  while (functions[i].op != op) {
    ++i;
  }
  return is_complex ? functions[i].of_complex ? (int)dtype : TERCET_DTYPE_COUNT
         : format.kind == REFERENCE_FLOAT ? (int)dtype
                                          : TERCET_DTYPE_F64;
}

/// Check new, scattered and in-place results
static void
check_unary(tercet_unary_op op, tercet_dtype out_dtype, const tercet_tensor *x)
{
  const size_t rank = tercet_tensor_rank(x);
  const int64_t *const shape = tercet_tensor_shape(x);
  char name[32];
  snprintf(name, sizeof(name), "unary %d", (int)op);
  tercet_tensor *out = NULL;
  tercet_tensor *into = scattered_tensor(out_dtype, rank, shape);
  CHECK_STATUS(tercet_tensor_unary(&guard_allocator, op, x, &out, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_unary_into(op, x, into, NULL), TERCET_OK);
  CHECK_INT(tercet_tensor_dtype(out), out_dtype);
  check_end(out);
  check_same(name, out, into);
  for (int64_t i = 0; i < tercet_tensor_size(x); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, shape, i, index);
    const reference_value value = reference_get(x, index);
    if (!check_element(name,
                       out_dtype,
                       value,
                       (reference_value){0, 0},
                       reference_get(out, index),
                       expect(op, tercet_tensor_dtype(x), value))) {
      break;
    }
  }
  if (out_dtype == tercet_tensor_dtype(x)) {
    tercet_tensor *in_place = NULL;
    CHECK_STATUS(tercet_tensor_copy(NULL, x, &in_place, NULL), TERCET_OK);
    CHECK_STATUS(tercet_tensor_unary_into(op, in_place, in_place, NULL),
                 TERCET_OK);
    check_same(name, out, in_place);
    tercet_tensor_unref(in_place);
  }
  tercet_tensor_unref(out);
  tercet_tensor_unref(into);
}

static void
test_all_dtypes_like_the_reference(void)
{
  uint64_t state = 5;
  for (int op = 0; op < TERCET_UNARY_COUNT; ++op) {
    for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
      const int out = result_dtype((tercet_unary_op)op, (tercet_dtype)dtype);
      const bool is_complex =
          reference_format_of((tercet_dtype)dtype).is_complex;
      for (int i = 0; i < 12; ++i) {
        int64_t shape[TERCET_MAX_RANK];
        const size_t rank = random_shape(&state, shape);
        const bool is_wild = i % 2 && !(is_complex && op >= TERCET_UNARY_SQRT);
        tercet_tensor *const x =
            random_tensor(&state,
                          (tercet_dtype)dtype,
                          is_wild ? RANDOM_WILD : RANDOM_TAME,
                          rank,
                          shape);
        if (out == TERCET_DTYPE_COUNT) {
          tercet_tensor *none = NULL;
          CHECK_STATUS(
              tercet_tensor_unary(NULL, (tercet_unary_op)op, x, &none, NULL),
              TERCET_ERR_DTYPE);
          CHECK(!none);
        } else {
          check_unary((tercet_unary_op)op, (tercet_dtype)out, x);
        }
        tercet_tensor_unref(x);
      }
    }
  }
}

/// Absolute errors, since the relative ones grow without bound near zeros
static void
test_bessel(void)
{
  enum { N = 2000 };
  static double x[N];
  for (int i = 0; i < N; ++i) {
    x[i] = 0.01 + i * 0.025;
  }
  tercet_tensor *const a = vector_of(TERCET_DTYPE_F64, N, x);
  for (size_t i = 0; i < N_FUNCTIONS; ++i) {
    if (functions[i].op < TERCET_UNARY_J0 ||
        functions[i].op > TERCET_UNARY_Y1) {
      continue;
    }
    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_tensor_unary(NULL, functions[i].op, a, &out, NULL),
                 TERCET_OK);
    const double *const y = (const double *)tercet_tensor_data(out);
    for (int j = 0; j < N; ++j) {
      const long double e = functions[i].exact((long double)x[j]);
      CHECK(fabsl((long double)y[j] - e) <=
            1e-15L * (fabsl(e) > 1 ? fabsl(e) : 1));
    }
    tercet_tensor_unref(out);
  }
  tercet_tensor_unref(a);
}

/// The page's own examples; acosh is the right value, not the page's
static void
test_examples_of_the_page(void)
{
  const int64_t x[] = {1, 2, 3};
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I64, 3, x);
  static const struct {
    tercet_unary_op op;
    double values[3];
  } examples[] = {
      {TERCET_UNARY_ACOSH, {0, 1.3169578969248167, 1.762747174039086}},
      {TERCET_UNARY_SIN,
       {0.8414709848078965, 0.9092974268256817, 0.1411200080598672}},
      {TERCET_UNARY_EXP,
       {2.718281828459045, 7.38905609893065, 20.085536923187668}},
      {TERCET_UNARY_TGAMMA, {1, 1, 2}},
      {TERCET_UNARY_ASIN, {1.5707963267948966, NAN, NAN}},
  };
  for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); ++i) {
    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_tensor_unary(NULL, examples[i].op, a, &out, NULL),
                 TERCET_OK);
    const double *const y = (const double *)tercet_tensor_data(out);
    for (int j = 0; j < 3; ++j) {
      const double e = examples[i].values[j];
      CHECK(isnan(e) ? isnan(y[j]) : fabs(y[j] - e) <= 4e-16 * fabs(e));
    }
    tercet_tensor_unref(out);
  }
  tercet_tensor_unref(a);
}

static void
test_failures(void)
{
  const double x[] = {1, 2, 3};
  tercet_tensor *const a = vector_of(TERCET_DTYPE_F64, 3, x);
  tercet_tensor *const small = vector_of(TERCET_DTYPE_F64, 2, x);
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_bitwise_not(NULL, a, &out, &err),
               TERCET_ERR_DTYPE);
  CHECK_TEXT(err.message, strlen(err.message), "no bitwise_not of float64");
  CHECK_STATUS(tercet_tensor_exp_into(a, small, NULL), TERCET_ERR_SHAPE);
  CHECK_STATUS(tercet_tensor_isnan_into(a, a, NULL), TERCET_ERR_DTYPE);
  tercet_tensor_unref(a);
  tercet_tensor_unref(small);
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  const double x[] = {1, 2, 3};
  tercet_tensor *const a = vector_of(TERCET_DTYPE_F64, 3, x);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_exp(&alloc, a, &out, NULL), TERCET_OK);
  tercet_tensor_unref(out);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_tensor_exp(&alloc, a, &out, NULL),
                 TERCET_ERR_NO_MEMORY);
    CHECK(!out);
  }
  tercet_tensor_unref(a);
}

int
main(void)
{
  test_all_dtypes_like_the_reference();
  test_bessel();
  test_examples_of_the_page();
  test_failures();
  test_each_allocation_failing();
  return check_finish();
}
