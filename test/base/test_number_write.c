// SPDX-License-Identifier: Apache-2.0

/// Printing of numbers: it reads back, nothing shorter does, and of the
/// shortest texts it is the closest

#include "base/number.h"

#include "base/float16.h"
#include "base/number_text.h"
#include "check.h"

#include <float.h>
#include <math.h>

#if defined(__SANITIZE_ADDRESS__)
#  define SCALE 10
#elif defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define SCALE 10
#  endif
#endif
#ifndef SCALE
#  define SCALE 1
#endif

/// One of the three formats
typedef struct {
  const char *name;
  bool (*reads_as)(const char *text, double value);
} format;

static bool
reads_as_f64(const char *text, double value)
{
  const double back = strtod(text, NULL);
  return !memcmp(&back, &value, sizeof(back));
}

static bool
reads_as_f32(const char *text, double value)
{
  const double back = (double)strtof(text, NULL);
  return !memcmp(&back, &value, sizeof(back));
}

static bool
reads_as_f16(const char *text, double value)
{
  tercet_decimal d;
  const char *const end = text + strlen(text);
  if (tercet_decimal_scan(text, end, TERCET_NUMBER_XSD, &d) != end) {
    return false;
  }
  const double back = (double)tercet_f16_to_f32(tercet_decimal_to_f16(&d));
  return !memcmp(&back, &value, sizeof(back));
}

static const format format_f64 = {"float64", reads_as_f64};
static const format format_f32 = {"float32", reads_as_f32};
static const format format_f16 = {"float16", reads_as_f16};

/// Return whether some text with `n` digits reads as the value.  That can only
/// be the nearest one or, at a power of two, where the interval is lopsided,
/// the next one above or below it.
static bool
some_text_reads_back(const format *f, double value, int n)
{
  char text[64];
  snprintf(text, sizeof(text), "%.*e", n - 1, value);
  if (f->reads_as(text, value)) {
    return true;
  }

  char *const e = strchr(text, 'e');
  const long exponent = strtol(e + 1, NULL, 10);
  *e = '\0';
  char digits[32] = {0};
  size_t length = 0;
  for (const char *p = text; *p; ++p) {
    if (*p >= '0' && *p <= '9') {
      digits[length++] = *p;
    }
  }
  const long long nearest = strtoll(digits, NULL, 10);
  const char *const sign = value < 0 ? "-" : "";
  for (long long other = nearest - 1; other <= nearest + 1; other += 2) {
    snprintf(text, sizeof(text), "%s%llde%ld", sign, other, exponent - n + 1);
    if (f->reads_as(text, value)) {
      return true;
    }
  }
  return false;
}

/// Check the text of a finite value against its digits
static void
check_shortest(const format *f, double value, const tercet_digits *number)
{
  char text[64];
  char digits[32];
  snprintf(digits, sizeof(digits), "%" PRIu64, number->digits);
  const int n = (int)strlen(digits);
  snprintf(text,
           sizeof(text),
           "%s%se%d",
           number->negative ? "-" : "",
           digits,
           number->exponent);

  const bool reads_back = f->reads_as(text, value);
  const bool no_zeros = number->digits == 0 || number->digits % 10U != 0;
  const bool shortest = n == 1 || !some_text_reads_back(f, value, n - 1);

  // If the nearest text of that length reads back, it must be this one
  char nearest[64];
  snprintf(nearest, sizeof(nearest), "%.*e", n - 1, value);
  const bool closest = !f->reads_as(nearest, value) ||
                       strtod(nearest, NULL) == strtod(text, NULL);

  CHECK(reads_back && no_zeros && shortest && closest);
  if (!reads_back || !no_zeros || !shortest || !closest) {
    fprintf(stderr, "  %s %a is %s\n", f->name, value, text);
  }
}

/// Check that both layouts read back too
static void
check_layouts(const format *f, double value, const char *text, size_t length)
{
  char copy[TERCET_NUMBER_TEXT_MAX + 1U];
  CHECK(length > 0 && length <= TERCET_NUMBER_TEXT_MAX);
  memcpy(copy, text, length);
  copy[length] = '\0';
  const bool good = f->reads_as(copy, value);
  CHECK(good);
  if (!good) {
    fprintf(stderr, "  %s %a is %s\n", f->name, value, copy);
  }
}

static void
check_f64(double value)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  const tercet_digits number = tercet_f64_digits(value);
  check_shortest(&format_f64, value, &number);
  check_layouts(&format_f64,
                value,
                text,
                tercet_f64_write(value, TERCET_FLOAT_PYTHON, text));
  check_layouts(&format_f64,
                value,
                text,
                tercet_f64_write(value, TERCET_FLOAT_XSD, text));
}

static void
check_f32(float value)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  const double wide = (double)value;
  const tercet_digits number = tercet_f32_digits(value);
  check_shortest(&format_f32, wide, &number);
  check_layouts(&format_f32,
                wide,
                text,
                tercet_f32_write(value, TERCET_FLOAT_PYTHON, text));
  check_layouts(
      &format_f32, wide, text, tercet_f32_write(value, TERCET_FLOAT_XSD, text));
}

static void
test_random_f64(void)
{
  uint64_t seed = 1;
  for (int i = 0; i < 120000 / SCALE; ++i) {
    const uint64_t bits = check_random(&seed);
    double value;
    memcpy(&value, &bits, sizeof(value));
    if (isfinite(value)) {
      check_f64(value);
    }
    const uint64_t subnormal = bits >> (12U + bits % 50U);
    memcpy(&value, &subnormal, sizeof(value));
    check_f64(value);
    check_f64((double)(int64_t)bits / (double)(UINT64_C(1) << (bits % 64U)));
    check_f64((double)(int64_t)(bits % 100000U) / 1000.0);
  }
}

static void
test_random_f32(void)
{
  uint64_t seed = 2;
  for (int i = 0; i < 250000 / SCALE; ++i) {
    const uint64_t r = check_random(&seed);
    const uint32_t bits = (uint32_t)r;
    float value;
    memcpy(&value, &bits, sizeof(value));
    if (isfinite(value)) {
      check_f32(value);
    }
    check_f32((float)(int64_t)r / (float)(UINT64_C(1) << (r % 64U)));
  }
}

static void
test_powers_of_two_and_neighbours(void)
{
  for (int e = -1074; e <= 1023; ++e) {
    const double power = ldexp(1.0, e);
    check_f64(power);
    check_f64(nextafter(power, 0.0));
    check_f64(nextafter(power, (double)INFINITY));
  }
  for (int e = -149; e <= 127; ++e) {
    const float power = ldexpf(1.0F, e);
    check_f32(power);
    check_f32(nextafterf(power, 0.0F));
    check_f32(nextafterf(power, INFINITY));
  }
}

static void
test_powers_of_ten_and_neighbours(void)
{
  for (int e = -324; e <= 308; ++e) {
    char text[16];
    snprintf(text, sizeof(text), "1e%d", e);
    const double power = strtod(text, NULL);
    check_f64(power);
    check_f64(nextafter(power, 0.0));
    check_f64(nextafter(power, (double)INFINITY));
    const float narrow = strtof(text, NULL);
    if (isfinite(narrow)) {
      check_f32(narrow);
      check_f32(nextafterf(narrow, 0.0F));
    }
  }
}

static void
test_every_f16(void)
{
  for (uint32_t bits = 0; bits < 0x10000U; ++bits) {
    if ((bits & 0x7c00U) != 0x7c00U) {
      char text[TERCET_NUMBER_TEXT_MAX];
      const uint16_t half = (uint16_t)bits;
      const double value = (double)tercet_f16_to_f32(half);
      const tercet_digits number = tercet_f16_digits(half);
      check_shortest(&format_f16, value, &number);
      check_layouts(&format_f16,
                    value,
                    text,
                    tercet_f16_write(half, TERCET_FLOAT_PYTHON, text));
      check_layouts(&format_f16,
                    value,
                    text,
                    tercet_f16_write(half, TERCET_FLOAT_XSD, text));
    }
  }
}

static void
test_layouts(void)
{
  static const struct {
    double value;
    const char *python;
    const char *xsd;
  } cases[] = {
      {0.0, "0.0", "0.0E0"},
      {-0.0, "-0.0", "-0.0E0"},
      {1.0, "1.0", "1.0E0"},
      {-2.5, "-2.5", "-2.5E0"},
      {0.1, "0.1", "1.0E-1"},
      {540.0, "540.0", "5.4E2"},
      {1e-4, "0.0001", "1.0E-4"},
      {1.25e-4, "0.000125", "1.25E-4"},
      {1e-5, "1e-05", "1.0E-5"},
      {1.5e-7, "1.5e-07", "1.5E-7"},
      {1e15, "1000000000000000.0", "1.0E15"},
      {1e16, "1e+16", "1.0E16"},
      {123456789012345680.0, "1.2345678901234568e+17", "1.2345678901234568E17"},
      {1234567890123456.0, "1234567890123456.0", "1.234567890123456E15"},
      {1e21, "1e+21", "1.0E21"},
      {1e22, "1e+22", "1.0E22"},
      {1e23, "1e+23", "1.0E23"},
      {5e-324, "5e-324", "5.0E-324"},
      {2.225073858507201e-308,
       "2.225073858507201e-308",
       "2.225073858507201E-308"},
      {DBL_MAX, "1.7976931348623157e+308", "1.7976931348623157E308"},
      {0.30000000000000004, "0.30000000000000004", "3.0000000000000004E-1"},
      {9007199254740993.0, "9007199254740992.0", "9.007199254740992E15"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    char text[TERCET_NUMBER_TEXT_MAX];
    size_t n = tercet_f64_write(cases[i].value, TERCET_FLOAT_PYTHON, text);
    CHECK_TEXT(text, n, cases[i].python);
    n = tercet_f64_write(cases[i].value, TERCET_FLOAT_XSD, text);
    CHECK_TEXT(text, n, cases[i].xsd);
  }
}

static void
test_narrow_formats(void)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  CHECK_TEXT(text, tercet_f32_write(0.1F, TERCET_FLOAT_PYTHON, text), "0.1");
  CHECK_TEXT(text,
             tercet_f32_write(1.0000001F, TERCET_FLOAT_PYTHON, text),
             "1.0000001");
  CHECK_TEXT(text,
             tercet_f32_write(16777216.0F, TERCET_FLOAT_PYTHON, text),
             "16777216.0");
  CHECK_TEXT(text,
             tercet_f32_write(123456789.0F, TERCET_FLOAT_PYTHON, text),
             "123456792.0");
  CHECK_TEXT(text,
             tercet_f32_write(123456789.0F, TERCET_FLOAT_XSD, text),
             "1.2345679E8");
  CHECK_TEXT(
      text, tercet_f32_write(FLT_MAX, TERCET_FLOAT_XSD, text), "3.4028235E38");
  CHECK_TEXT(
      text, tercet_f32_write(FLT_TRUE_MIN, TERCET_FLOAT_PYTHON, text), "1e-45");
  CHECK_TEXT(text, tercet_f16_write(0x2e66, TERCET_FLOAT_PYTHON, text), "0.1");
  CHECK_TEXT(
      text, tercet_f16_write(0x7bff, TERCET_FLOAT_PYTHON, text), "65504.0");
  CHECK_TEXT(
      text, tercet_f16_write(0x0001, TERCET_FLOAT_PYTHON, text), "6e-08");
  CHECK_TEXT(text, tercet_f16_write(0x8000, TERCET_FLOAT_PYTHON, text), "-0.0");
}

static void
test_special_values(void)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  const double inf = (double)INFINITY;
  const double nan_value = (double)NAN;
  CHECK_TEXT(
      text, tercet_f64_write(inf, TERCET_FLOAT_PYTHON, text), "Infinity");
  CHECK_TEXT(
      text, tercet_f64_write(-inf, TERCET_FLOAT_PYTHON, text), "-Infinity");
  CHECK_TEXT(
      text, tercet_f64_write(nan_value, TERCET_FLOAT_PYTHON, text), "NaN");
  CHECK_TEXT(text, tercet_f64_write(inf, TERCET_FLOAT_XSD, text), "INF");
  CHECK_TEXT(text, tercet_f64_write(-inf, TERCET_FLOAT_XSD, text), "-INF");
  CHECK_TEXT(text, tercet_f64_write(-nan_value, TERCET_FLOAT_XSD, text), "NaN");
  CHECK_TEXT(text, tercet_f32_write(-INFINITY, TERCET_FLOAT_XSD, text), "-INF");
  CHECK_TEXT(
      text, tercet_f16_write(0xfc00, TERCET_FLOAT_PYTHON, text), "-Infinity");
  CHECK_TEXT(text, tercet_f16_write(0x7e00, TERCET_FLOAT_PYTHON, text), "NaN");
}

static void
test_integers(void)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  CHECK_TEXT(text, tercet_i64_write(0, text), "0");
  CHECK_TEXT(text, tercet_i64_write(-1, text), "-1");
  CHECK_TEXT(text, tercet_i64_write(INT64_MIN, text), "-9223372036854775808");
  CHECK_TEXT(text, tercet_i64_write(INT64_MAX, text), "9223372036854775807");
  CHECK_TEXT(text, tercet_u64_write(UINT64_MAX, text), "18446744073709551615");

  uint64_t seed = 3;
  for (int i = 0; i < 120000 / SCALE; ++i) {
    char want[32];
    uint64_t value = check_random(&seed);
    value >>= value % 64U;
    snprintf(want, sizeof(want), "%" PRIu64, value);
    CHECK_TEXT(text, tercet_u64_write(value, text), want);
    snprintf(want, sizeof(want), "%" PRId64, (int64_t)value);
    CHECK_TEXT(text, tercet_i64_write((int64_t)value, text), want);
  }
  for (uint64_t power = 1; power <= UINT64_MAX / 10U; power *= 10U) {
    char want[32];
    snprintf(want, sizeof(want), "%" PRIu64, power);
    CHECK_TEXT(text, tercet_u64_write(power, text), want);
    snprintf(want, sizeof(want), "%" PRIu64, power - 1U);
    CHECK_TEXT(text, tercet_u64_write(power - 1U, text), want);
  }
}

static void
test_fixed_decimals(void)
{
  static const struct {
    double value;
    uint32_t n_decimals;
    const char *text;
  } cases[] = {
      {0.5, 6, "0.500000"},
      {-0.25, 2, "-0.25"},
      {-0.25, 1, ""},
      {1.0, 3, "1.000"},
      {1200.0, 2, "1200.00"},
      {1200.0, 0, "1200"},
      {0.0, 4, "0.0000"},
      {-0.0, 1, "-0.0"},
      {12.75, 4, "12.7500"},
      {0.0001, 4, "0.0001"},
      {0.0001, 3, ""},
      {1e19, 1, "10000000000000000000.0"},
      {1e20, 1, ""},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    char text[64];
    const tercet_digits number = tercet_f64_digits(cases[i].value);
    const size_t n =
        tercet_digits_write_fixed(&number, cases[i].n_decimals, text);
    CHECK_TEXT(text, n, cases[i].text);
  }
}

int
main(void)
{
  test_random_f64();
  test_random_f32();
  test_powers_of_two_and_neighbours();
  test_powers_of_ten_and_neighbours();
  test_every_f16();
  test_layouts();
  test_narrow_formats();
  test_special_values();
  test_integers();
  test_fixed_decimals();
  return check_finish();
}
