// SPDX-License-Identifier: Apache-2.0

/// Division, powers and functions of two numbers, on all dtypes

#include "elementwise_reference.h"

/// ISO C has no such type
__extension__ typedef __int128 wide_integer;

static long double
integer_power(const reference_format *format, long double x, long double y)
{
  const uint64_t base = reference_bits(x);
  uint64_t out = 1;
  // The powers of an odd number repeat after 2^62 steps, those of an even one
  // are 0 long before: by squaring, from the highest bit
  for (int i = 63; i >= 0; --i) {
    out *= out;
    out *= (uint64_t)y >> i & 1U ? base : 1U;
  }
  return reference_wrap(format, out);
}

static expectation
integer_reference(tercet_binary_op op,
                  const reference_format *format,
                  long double x,
                  long double y)
{
  const long double negative = format->min < 0;
  long double z = 0;
  bool fails = y == 0;
  // Quotients of 64-bit integers need more digits than long double has
  const wide_integer a = (wide_integer)x;
  const wide_integer b = (wide_integer)y;
  switch ((int)op) {
  case TERCET_FLOOR_DIVIDE:
  case TERCET_REMAINDER:
  case TERCET_FMOD:
    if (!fails) {
      wide_integer quotient = a / b;
      quotient -= op != TERCET_FMOD && a % b != 0 && (a < 0) != (b < 0);
      z = op == TERCET_FLOOR_DIVIDE
              ? reference_wrap(format, (uint64_t)quotient)
              : reference_wrap(format, (uint64_t)(a - quotient * b));
    }
    break;
  default:
    fails = negative > 0 && y < 0;
    z = fails ? 0 : integer_power(format, x, y);
    break;
  }
  return (expectation){{z, 0}, 0, fails};
}

/// NumPy's definition, in the precision that the dtype is computed in
static long double
float_division(tercet_binary_op op, bool is_f64, long double x, long double y)
{
  long double rest = fmodl(x, y);
  const bool other_side = rest != 0 && (y < 0) != (rest < 0);
  if (op == TERCET_REMAINDER) {
    const long double sum = is_f64 ? (long double)((double)rest + (double)y)
                                   : (long double)((float)rest + (float)y);
    return y == 0       ? (long double)NAN
           : other_side ? sum
           : rest == 0  ? copysignl(0, y)
                        : rest;
  }
  if (y == 0) {
    return x / y;
  }
  return isnan(rest) ? rest : floorl(x / y);
}

static expectation
reference(tercet_binary_op op,
          tercet_dtype dtype,
          tercet_dtype out,
          reference_value x,
          reference_value y)
{
  const reference_format format = reference_format_of(dtype);
  const reference_format result = reference_format_of(out);
  const bool is_integer = format.kind == REFERENCE_INTEGER;
  if (is_integer && op >= TERCET_FLOOR_DIVIDE && op <= TERCET_POWER) {
    return integer_reference(op, &format, x.re, y.re);
  }
  // Integers are float64 first
  const bool through_f64 = format.kind != REFERENCE_FLOAT;
  const long double a = through_f64 ? (long double)(double)x.re : x.re;
  const long double b = through_f64 ? (long double)(double)y.re : y.re;
  expectation e = {{0, 0}, 0.501, false};
  switch ((int)op) {
  case TERCET_TRUE_DIVIDE:
    e.value.re = a / b;
    break;
  case TERCET_FLOOR_DIVIDE:
  case TERCET_REMAINDER:
    e.value.re = float_division(op, result.digits == 53, a, b);
    // Large quotients: the last digits are those of the division
    e.bound = op == TERCET_FLOOR_DIVIDE && fabsl(a / b) > 1000 ? -1 : 0.501;
    break;
  case TERCET_FMOD:
    e.value.re = fmodl(a, b);
    break;
  case TERCET_POWER:
    e.value.re = powl(a, b);
    e.bound = 0.8;
    break;
  case TERCET_ATAN2:
    e.value.re = atan2l(a, b);
    e.bound = 1;
    break;
  case TERCET_HYPOT:
    e.value.re = hypotl(a, b);
    e.bound = 1;
    break;
  case TERCET_COPYSIGN:
    e.value.re = copysignl(a, b);
    e.bound = isnan(b) ? -1 : 0.501; // The reference has no sign of NaN
    break;
  default:
    e.value.re = ldexpl(a, b > 20000 ? 20000 : b < -20000 ? -20000 : (int)b);
    break;
  }
  return e;
}

static void
test_all_dtypes_like_the_reference(void)
{
  for (int i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    const tercet_dtype dtype = (tercet_dtype)i;
    const reference_format format = reference_format_of(dtype);
    if (format.is_complex) {
      check_lacking(TERCET_FLOOR_DIVIDE, dtype);
      check_lacking(TERCET_REMAINDER, dtype);
      check_lacking(TERCET_FMOD, dtype);
      check_lacking(TERCET_ATAN2, dtype);
      check_lacking(TERCET_HYPOT, dtype);
      check_lacking(TERCET_COPYSIGN, dtype);
      continue;
    }
    const bool is_float = format.kind == REFERENCE_FLOAT;
    const tercet_dtype real = is_float ? dtype : TERCET_DTYPE_F64;
    check_random_binary(
        "divide", TERCET_TRUE_DIVIDE, reference, dtype, dtype, real, 60);
    for (int op = TERCET_FLOOR_DIVIDE; op <= TERCET_POWER; ++op) {
      if (format.kind == REFERENCE_BOOL) {
        check_lacking((tercet_binary_op)op, dtype);
        continue;
      }
      check_random_binary("division or power",
                          (tercet_binary_op)op,
                          reference,
                          dtype,
                          dtype,
                          dtype,
                          60);
    }
    check_random_binary(
        "atan2", TERCET_ATAN2, reference, dtype, dtype, real, 60);
    check_random_binary(
        "hypot", TERCET_HYPOT, reference, dtype, dtype, real, 60);
    check_random_binary(
        "copysign", TERCET_COPYSIGN, reference, dtype, dtype, real, 60);
    if (is_float) {
      check_random_binary(
          "ldexp", TERCET_LDEXP, reference, dtype, TERCET_DTYPE_I32, dtype, 60);
    } else {
      check_lacking(TERCET_LDEXP, dtype);
    }
  }
}

/// The signs that the parity page was run with, and the edges of int32
static void
test_integer_division(void)
{
  const int32_t x[] = {-7, 7, -7, 7, INT32_MIN, INT32_MIN, 6};
  const int32_t y[] = {2, -2, -2, 3, -1, 3, 3};
  const int32_t quotients[] = {-4, -4, 3, 2, INT32_MIN, -715827883, 2};
  const int32_t remainders[] = {1, -1, -1, 1, 0, 1, 0};
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I32, 7, x);
  tercet_tensor *const b = vector_of(TERCET_DTYPE_I32, 7, y);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_floor_divide(NULL, a, b, &out, NULL), TERCET_OK);
  CHECK(!memcmp(tercet_tensor_data(out), quotients, sizeof(quotients)));
  tercet_tensor_unref(out);
  CHECK_STATUS(tercet_tensor_remainder(NULL, a, b, &out, NULL), TERCET_OK);
  CHECK(!memcmp(tercet_tensor_data(out), remainders, sizeof(remainders)));
  tercet_tensor_unref(out);
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
}

static void
check_message(tercet_binary_op op,
              const tercet_tensor *a,
              const tercet_tensor *b,
              tercet_status status,
              const char *message)
{
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_binary(NULL, op, a, b, &out, &err), status);
  CHECK(!out);
  CHECK_TEXT(err.message, strlen(err.message), message);
}

static void
test_failures_name_what_is_wrong(void)
{
  const int64_t x[] = {1, 2, 0, -3};
  const float y[] = {1, 2, 3, 4};
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I64, 4, x);
  tercet_tensor *const b = vector_of(TERCET_DTYPE_F32, 4, y);
  check_message(TERCET_FLOOR_DIVIDE,
                a,
                a,
                TERCET_ERR_RANGE,
                "division by zero: element [2] of the divisor, int64[4], is 0");
  check_message(TERCET_POWER,
                a,
                a,
                TERCET_ERR_RANGE,
                "negative power of an integer: element [3] of the exponent, "
                "int64[4], is -3");
  check_message(
      TERCET_BITWISE_AND, b, b, TERCET_ERR_DTYPE, "no bitwise_and of float32");
  check_message(TERCET_LDEXP,
                b,
                b,
                TERCET_ERR_DTYPE,
                "the exponents of ldexp are float32, not int32");
  check_message(TERCET_POWER,
                a,
                b,
                TERCET_ERR_DTYPE,
                "the operands have two dtypes, int64 and float32");
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
}

static tercet_tensor *
part_of(const tercet_tensor *tensor, int64_t start, int64_t stop)
{
  const tercet_range range = {start, stop, 1, false};
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_slice(tensor, 1, &range, &out, NULL), TERCET_OK);
  return out;
}

/// A result may lie over other elements of an operand
static void
test_overlapping_result(void)
{
  enum { N = 1000 };
  static double x[N];
  for (int i = 0; i < N; ++i) {
    x[i] = i;
  }
  tercet_tensor *const buffer = vector_of(TERCET_DTYPE_F64, N, x);
  tercet_tensor *const from = part_of(buffer, 0, N - 1);
  tercet_tensor *const to = part_of(buffer, 1, N);
  CHECK_STATUS(tercet_tensor_add_into(from, from, to, NULL), TERCET_OK);
  const double *const y = (const double *)tercet_tensor_data(buffer);
  for (int i = 1; i < N; ++i) {
    CHECK(y[i] == 2 * (i - 1));
  }
  tercet_tensor_unref(buffer);
  tercet_tensor_unref(from);
  tercet_tensor_unref(to);
}

static void
test_refuses_what_does_not_fit(void)
{
  const double x[] = {1, 2, 3};
  const int64_t shape[] = {2, 3};
  tercet_tensor *const a = vector_of(TERCET_DTYPE_F64, 3, x);
  tercet_tensor *const small = vector_of(TERCET_DTYPE_F64, 2, x);
  tercet_tensor *read_only = NULL;
  CHECK_STATUS(tercet_tensor_broadcast_to(a, 2, shape, &read_only, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_add_into(a, a, small, NULL), TERCET_ERR_SHAPE);
  CHECK_STATUS(tercet_tensor_add_into(a, read_only, a, NULL), TERCET_ERR_SHAPE);
  CHECK_STATUS(tercet_tensor_add_into(a, a, read_only, NULL),
               TERCET_ERR_ARGUMENT);
  CHECK_STATUS(tercet_tensor_less_into(a, a, a, NULL), TERCET_ERR_DTYPE);
  tercet_tensor_unref(a);
  tercet_tensor_unref(small);
  tercet_tensor_unref(read_only);
}

static bool
is_finite_value(reference_value x)
{
  return isfinite(x.re) && isfinite(x.im);
}

static void
test_complex_power(void)
{
  const double x[] = {0, 1, 3, 4};
  const double y[] = {2, 0, 0.5, 0};
  tercet_tensor *const a = vector_of(TERCET_DTYPE_C128, 2, x);
  tercet_tensor *const b = vector_of(TERCET_DTYPE_C128, 2, y);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_power(NULL, a, b, &out, NULL), TERCET_OK);
  const double *const z = (const double *)tercet_tensor_data(out);
  CHECK(fabs(z[0] + 1) < 1e-14 && fabs(z[1]) < 1e-14);
  CHECK(fabs(z[2] - 2) < 1e-14 && fabs(z[3] - 1) < 1e-14);
  CHECK(is_finite_value((reference_value){(long double)z[0], 0}));
  tercet_tensor_unref(out);
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
}

/* ---- Promotion ---- */

/// NumPy 1.24's promote_types(), with bfloat16 as one expects it
static void
test_promotion(void)
{
  static const tercet_dtype cases[][3] = {
      {TERCET_DTYPE_BOOL, TERCET_DTYPE_BOOL, TERCET_DTYPE_BOOL},
      {TERCET_DTYPE_BOOL, TERCET_DTYPE_U8, TERCET_DTYPE_U8},
      {TERCET_DTYPE_I8, TERCET_DTYPE_U8, TERCET_DTYPE_I16},
      {TERCET_DTYPE_I16, TERCET_DTYPE_U8, TERCET_DTYPE_I16},
      {TERCET_DTYPE_I32, TERCET_DTYPE_I64, TERCET_DTYPE_I64},
      {TERCET_DTYPE_U32, TERCET_DTYPE_I8, TERCET_DTYPE_I64},
      {TERCET_DTYPE_U64, TERCET_DTYPE_I8, TERCET_DTYPE_F64},
      {TERCET_DTYPE_U64, TERCET_DTYPE_U8, TERCET_DTYPE_U64},
      {TERCET_DTYPE_F16, TERCET_DTYPE_I8, TERCET_DTYPE_F16},
      {TERCET_DTYPE_F16, TERCET_DTYPE_I16, TERCET_DTYPE_F32},
      {TERCET_DTYPE_F16, TERCET_DTYPE_I32, TERCET_DTYPE_F64},
      {TERCET_DTYPE_F16, TERCET_DTYPE_BF16, TERCET_DTYPE_F32},
      {TERCET_DTYPE_BF16, TERCET_DTYPE_U8, TERCET_DTYPE_BF16},
      {TERCET_DTYPE_BF16, TERCET_DTYPE_F32, TERCET_DTYPE_F32},
      {TERCET_DTYPE_F32, TERCET_DTYPE_U16, TERCET_DTYPE_F32},
      {TERCET_DTYPE_F32, TERCET_DTYPE_I32, TERCET_DTYPE_F64},
      {TERCET_DTYPE_F32, TERCET_DTYPE_F64, TERCET_DTYPE_F64},
      {TERCET_DTYPE_C64, TERCET_DTYPE_F32, TERCET_DTYPE_C64},
      {TERCET_DTYPE_C64, TERCET_DTYPE_F64, TERCET_DTYPE_C128},
      {TERCET_DTYPE_C64, TERCET_DTYPE_I16, TERCET_DTYPE_C64},
      {TERCET_DTYPE_C64, TERCET_DTYPE_I64, TERCET_DTYPE_C128},
      {TERCET_DTYPE_C128, TERCET_DTYPE_BOOL, TERCET_DTYPE_C128},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    CHECK_INT(tercet_dtype_promote(cases[i][0], cases[i][1]), cases[i][2]);
    CHECK_INT(tercet_dtype_promote(cases[i][1], cases[i][0]), cases[i][2]);
  }
}

/// The examples of doc/ndarray.md
static void
test_examples(void)
{
  static const struct {
    tercet_binary_op op;
    int64_t values[3];
  } examples[] = {
      {TERCET_ADD, {5, 7, 9}},
      {TERCET_SUBTRACT, {-3, -3, -3}},
      {TERCET_MULTIPLY, {4, 10, 18}},
      {TERCET_FLOOR_DIVIDE, {0, 0, 0}},
      {TERCET_REMAINDER, {1, 2, 3}},
      {TERCET_POWER, {1, 32, 729}},
      {TERCET_LEFT_SHIFT, {16, 64, 192}},
      {TERCET_RIGHT_SHIFT, {0, 0, 0}},
      {TERCET_BITWISE_AND, {0, 0, 2}},
      {TERCET_BITWISE_OR, {5, 7, 7}},
      {TERCET_BITWISE_XOR, {5, 7, 5}},
      {TERCET_TRUE_DIVIDE, {0, 0, 0}},
      {TERCET_LESS, {1, 1, 1}},
      {TERCET_LESS_EQUAL, {1, 1, 1}},
      {TERCET_GREATER, {0, 0, 0}},
      {TERCET_GREATER_EQUAL, {0, 0, 0}},
      {TERCET_EQUAL, {0, 0, 0}},
      {TERCET_NOT_EQUAL, {1, 1, 1}},
  };
  const int64_t x[] = {1, 2, 3};
  const int64_t y[] = {4, 5, 6};
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I64, 3, x);
  tercet_tensor *const b = vector_of(TERCET_DTYPE_I64, 3, y);
  for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); ++i) {
    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_tensor_binary(NULL, examples[i].op, a, b, &out, NULL),
                 TERCET_OK);
    for (int64_t j = 0; j < 3; ++j) {
      const double e = examples[i].op == TERCET_TRUE_DIVIDE
                           ? (double)x[j] / (double)y[j]
                           : (double)examples[i].values[j];
      CHECK_DOUBLE((double)reference_get(out, &j).re, e);
    }
    tercet_tensor_unref(out);
  }
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
}

/// Compute once with an allocator
static tercet_status
compute_once(const tercet_allocator *alloc)
{
  const int32_t x[] = {1, 2};
  const double y[] = {0.5, 2};
  const int64_t n = 2;
  tercet_tensor *a = NULL;
  tercet_tensor *b = NULL;
  tercet_tensor *pa = NULL;
  tercet_tensor *pb = NULL;
  tercet_tensor *out = NULL;
  tercet_status st =
      tercet_tensor_from_data(alloc, TERCET_DTYPE_I32, 1, &n, x, &a, NULL);
  if (!st) {
    st = tercet_tensor_from_data(alloc, TERCET_DTYPE_F64, 1, &n, y, &b, NULL);
  }
  if (!st) {
    st = tercet_tensor_promote(alloc, a, b, &pa, &pb, NULL);
  }
  if (!st) {
    st = tercet_tensor_power(alloc, pa, pb, &out, NULL);
  }
  if (!st) {
    CHECK(*(const double *)tercet_tensor_data(out) == 1);
    // Over itself in another order: needs a copy
    const tercet_range range = {-1, -3, -1, false};
    tercet_tensor *reversed = NULL;
    st = tercet_tensor_slice(out, 1, &range, &reversed, NULL);
    if (!st) {
      st = tercet_tensor_multiply_into(out, reversed, out, NULL);
      CHECK(*(const double *)tercet_tensor_data(out) == (st ? 1 : 4));
    }
    tercet_tensor_unref(reversed);
  }
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
  tercet_tensor_unref(pa);
  tercet_tensor_unref(pb);
  tercet_tensor_unref(out);
  return st;
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(compute_once(&alloc), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(compute_once(&alloc), TERCET_ERR_NO_MEMORY);
  }
}

int
main(void)
{
  test_all_dtypes_like_the_reference();
  test_integer_division();
  test_failures_name_what_is_wrong();
  test_overlapping_result();
  test_refuses_what_does_not_fit();
  test_complex_power();
  test_promotion();
  test_examples();
  test_each_allocation_failing();
  return check_finish();
}
