// SPDX-License-Identifier: Apache-2.0

/// Reading of numbers, against the C library where that rounds correctly

#include "base/number.h"

#include "base/float16.h"
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

static double
read_f64(const char *text)
{
  double value = -1.0;
  CHECK(tercet_f64_read(text, strlen(text), &value));
  return value;
}

static float
read_f32(const char *text)
{
  float value = -1.0F;
  CHECK(tercet_f32_read(text, strlen(text), &value));
  return value;
}

static uint16_t
read_f16(const char *text)
{
  tercet_decimal decimal;
  const char *const end = text + strlen(text);
  CHECK(tercet_decimal_scan(text, end, TERCET_NUMBER_JSON, &decimal) == end);
  return tercet_decimal_to_f16(&decimal);
}

/// Compare with the C library, in double and in float.  Failures are printed
/// with their text; successes are counted once for each call.
static void
check_text(const char *text)
{
  double wide = 0.0;
  float narrow = 0.0F;
  const size_t length = strlen(text);
  const double want_wide = strtod(text, NULL);
  const float want_narrow = strtof(text, NULL);
  const bool good = tercet_f64_read(text, length, &wide) &&
                    tercet_f32_read(text, length, &narrow) &&
                    !memcmp(&wide, &want_wide, sizeof(wide)) &&
                    !memcmp(&narrow, &want_narrow, sizeof(narrow));
  CHECK(good);
  if (!good) {
    fprintf(stderr,
            "  %s\n  is %a and %a, expected %a and %a\n",
            text,
            wide,
            (double)narrow,
            want_wide,
            (double)want_narrow);
  }
}

/// Return how many bytes of the text are a number
static int
scan_length(const char *text, tercet_number_grammar grammar)
{
  tercet_decimal decimal;
  const char *const end =
      tercet_decimal_scan(text, text + strlen(text), grammar, &decimal);
  CHECK(!end || end == decimal.end);
  return end ? (int)(end - text) : -1;
}

static void
test_scan_json_grammar(void)
{
  static const struct {
    const char *text;
    int length;
  } cases[] = {
      {"0", 1},          {"-0", 2},
      {"1", 1},          {"-12.5e+3", 8},
      {"01", 1},         {"00", 1},
      {"-01", 2},        {"+1", -1},
      {"", -1},          {"-", -1},
      {".5", -1},        {"1.", 1},
      {"1.e5", 1},       {"1e", 1},
      {"1e+", 1},        {"1e5.5", 3},
      {"1E5", 3},        {"1E-05", 5},
      {"0x10", 1},       {"1,2", 1},
      {"1.5]", 3},       {"NaN", -1},
      {"Infinity", -1},  {"-Infinity", -1},
      {"0.1e1x", 5},     {"1 ", 1},
      {" 1", -1},        {"12345678", 8},
      {"123456789.", 9}, {"0.123456789012345678901234567890", 32},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    CHECK_INT(scan_length(cases[i].text, TERCET_NUMBER_JSON), cases[i].length);
  }
}

static void
test_scan_xsd_grammar(void)
{
  static const struct {
    const char *text;
    int length;
  } cases[] = {
      {"+1", 2},
      {"01", 2},
      {".5", 2},
      {"1.", 2},
      {"-.5e1", 5},
      {"1.e5", 4},
      {".", -1},
      {"+", -1},
      {"-.", -1},
      {"", -1},
      {".e5", -1},
      {"+-1", -1},
      {"007.", 4},
      {"1..2", 2},
      {"1e5", 3},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    CHECK_INT(scan_length(cases[i].text, TERCET_NUMBER_XSD), cases[i].length);
  }
}

static void
test_scan_stops_at_end(void)
{
  // The text goes on, but not for the scanner
  static const char text[] = "1234567890123.456789012345678e123";
  const size_t n = sizeof(text) - 1U;
  for (size_t length = 1; length <= n; ++length) {
    char *const copy = (char *)malloc(length);
    CHECK(copy != NULL);
    if (copy) {
      tercet_decimal decimal;
      memcpy(copy, text, length);
      const char *const end = tercet_decimal_scan(
          copy, copy + length, TERCET_NUMBER_JSON, &decimal);
      const bool cut = text[length - 1U] == '.' || text[length - 1U] == 'e';
      CHECK_INT(end - copy, cut ? length - 1U : length);
    }
    free(copy);
  }
}

static void
test_scan_fields(void)
{
  tercet_decimal d;
  const char *text = "-00012.50e-3";
  CHECK(tercet_decimal_scan(text, text + strlen(text), TERCET_NUMBER_XSD, &d));
  CHECK(d.negative && !d.is_integer && !d.truncated);
  CHECK_INT(d.mantissa, 1250);
  CHECK_INT(d.exponent, -5);
  CHECK(d.digits == text + 1);

  text = "12345678901234567890000";
  CHECK(tercet_decimal_scan(text, text + strlen(text), TERCET_NUMBER_JSON, &d));
  CHECK(d.is_integer && !d.truncated);
  CHECK_INT(d.mantissa, INT64_C(1234567890123456789));
  CHECK_INT(d.exponent, 4);

  text = "0.00000000000000000000012345678901234567891";
  CHECK(tercet_decimal_scan(text, text + strlen(text), TERCET_NUMBER_JSON, &d));
  CHECK(d.truncated && !d.is_integer);
  CHECK_INT(d.mantissa, INT64_C(1234567890123456789));
  CHECK_INT(d.exponent, -40);

  text = "1e5";
  CHECK(tercet_decimal_scan(text, text + strlen(text), TERCET_NUMBER_JSON, &d));
  CHECK(!d.is_integer);
}

static void
test_huge_exponents(void)
{
  CHECK_DOUBLE(read_f64("1e400"), (double)INFINITY);
  CHECK_DOUBLE(read_f64("-1e400"), -(double)INFINITY);
  CHECK_DOUBLE(read_f64("1e-400"), 0.0);
  CHECK_DOUBLE(read_f64("-1e-400"), -0.0);
  CHECK_DOUBLE(read_f64("1e99999999999999999999999"), (double)INFINITY);
  CHECK_DOUBLE(read_f64("1e-99999999999999999999999"), 0.0);
  CHECK_DOUBLE(read_f64("0e99999999999999999999999"), 0.0);
  CHECK_DOUBLE(read_f64("-0e9"), -0.0);
  CHECK(isinf(read_f32("3.5e38")));
  CHECK_INT(read_f16("1e400"), 0x7c00);
  CHECK_INT(read_f16("-1e-400"), 0x8000);

  // Zeros in the text that an exponent makes up for
  char text[1200];
  memset(text, '0', sizeof(text));
  memcpy(text, "0.", 2);
  memcpy(text + 1000, "1e999", 6);
  CHECK_DOUBLE(read_f64(text), 1.0);
  memset(text, '0', sizeof(text));
  text[0] = '1';
  memcpy(text + 1001, "e-1000", 7);
  CHECK_DOUBLE(read_f64(text), 1.0);
}

static void
test_xsd_names(void)
{
  double d = 0.0;
  float f = 0.0F;
  CHECK(tercet_f64_read("NaN", 3, &d) && isnan(d));
  CHECK(tercet_f64_read("INF", 3, &d) && d > DBL_MAX);
  CHECK(tercet_f64_read("+INF", 4, &d) && d > DBL_MAX);
  CHECK(tercet_f64_read("-INF", 4, &d) && d < -DBL_MAX);
  CHECK(tercet_f32_read("NaN", 3, &f) && isnan(f));
  CHECK(tercet_f32_read("-INF", 4, &f) && f < -FLT_MAX);

  static const char *const bad[] = {"",     "nan", "inf",  "Infinity", "INF ",
                                    " 1",   "1 ",  "+NaN", "-NaN",     "1e",
                                    "1x",   "0x1", "--1",  "INFINITY", "I",
                                    "1e5 ", "1,5", "-",    ".",        "N"};
  for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); ++i) {
    CHECK(!tercet_f64_read(bad[i], strlen(bad[i]), &d));
    CHECK(!tercet_f32_read(bad[i], strlen(bad[i]), &f));
  }
}

static void
test_known_hard_cases(void)
{
  static const char *const texts[] = {
      "0",
      "-0",
      "1",
      "0.1",
      "0.5",
      "9007199254740993",
      "9007199254740992.999999999999999999999999999999999",
      "9007199254740993.000000000000000000000000000000001",
      "16777217",
      "1.00000005960464477540",
      "1.000000059604644775390625",
      "2.2250738585072011e-308",
      "2.2250738585072012e-308",
      "2.2250738585072014e-308",
      "4.9406564584124654e-324",
      "2.4703282292062327e-324",
      "2.4703282292062328e-324",
      "1.7976931348623157e308",
      "1.7976931348623158e308",
      "1.7976931348623159e308",
      "179769313486231580793728971405301e276",
      "6.631236846766476e-316",
      "1.1754943508222875e-38",
      "7.006492321624085e-46",
      "7.0064923216240853546186479164495e-46",
      "3.4028235677973366e38",
      "3.4028235e38",
      "1e22",
      "1e23",
      "8.5e22",
      "123456789012345678901234567890",
      "9223372036854775808e-3",
      "18446744073709551616",
      "0.000000000000000000000000000000000000000000000000000000000000001e63",
  };
  for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); ++i) {
    check_text(texts[i]);
  }
}

static void
test_random_bits_read_like_the_c_library(void)
{
  uint64_t seed = 1;
  for (int i = 0; i < 500000 / SCALE; ++i) {
    const uint64_t bits = check_random(&seed);
    double value;
    memcpy(&value, &bits, sizeof(value));
    if (isfinite(value)) {
      char text[64];
      snprintf(text, sizeof(text), "%.*g", 1 + (int)(bits % 19U), value);
      check_text(text);
    }
  }
}

static void
test_random_texts_read_like_the_c_library(void)
{
  uint64_t seed = 2;
  for (int i = 0; i < 1000000 / SCALE; ++i) {
    // In the ranges where floats are normal, subnormal and too small
    char text[64];
    const uint64_t r = check_random(&seed);
    const uint64_t digits = check_random(&seed) >> (r % 64U);
    const int spread = (r >> 8U) % 3U == 0   ? 700
                       : (r >> 8U) % 3U == 1 ? 110
                                             : 30;
    const int exponent = (int)((r >> 16U) % (unsigned)spread) - spread / 2;
    snprintf(text, sizeof(text), "%" PRIu64 "e%d", digits, exponent);
    check_text(text);
  }
}

static void
test_vector_like_texts(void)
{
  uint64_t seed = 3;
  for (int i = 0; i < 1000000 / SCALE; ++i) {
    char text[64];
    const double value = (double)(int64_t)check_random(&seed) / 9.3e18;
    snprintf(
        text, sizeof(text), "%.*f", (int)(check_random(&seed) % 18U), value);
    check_text(text);
  }
}

/// Check a decimal expansion, and ones slightly above and below
static void
check_around(const char *digits, int exponent)
{
  char text[1300];
  const size_t n = strlen(digits);
  snprintf(text, sizeof(text), "%se%d", digits, exponent);
  check_text(text);
  snprintf(text, sizeof(text), "%s0000000000000000000001e%d", digits, exponent);
  check_text(text);

  // One less in the last place, which is not zero
  snprintf(text, sizeof(text), "%s9999999999999999999e%d", digits, exponent);
  size_t last = n - 1U;
  while (last > 0 && (text[last] == '0' || text[last] == '.')) {
    --last;
  }
  --text[last];
  check_text(text);
}

/// Write the middle between a float and the next one with all its digits
static void
check_middle(double value, bool narrow)
{
  const long double next =
      narrow ? (long double)nextafterf((float)value, INFINITY)
             : (long double)nextafter(value, (double)INFINITY);
  if (isfinite(next)) {
    char digits[1200];
    const long double middle = ((long double)value + next) / 2;
    snprintf(digits, sizeof(digits), "%.*Le", narrow ? 160 : 1080, middle);
    char *const e = strchr(digits, 'e');
    const int exponent = (int)strtol(e + 1, NULL, 10);
    *e = '\0';
    for (char *p = e - 1; *p == '0'; --p) {
      *p = '\0';
    }
    check_around(digits, exponent);
  }
}

static void
test_halfway_cases(void)
{
  uint64_t seed = 4;
  for (int i = 0; i < 6000 / SCALE; ++i) {
    // Over all binary exponents, subnormals included
    const uint64_t bits = check_random(&seed) & (UINT64_MAX >> 1U);
    double value;
    memcpy(&value, &bits, sizeof(value));
    if (isfinite(value)) {
      check_middle(value, false);
    }
    const uint64_t subnormal = bits >> (12U + bits % 50U);
    memcpy(&value, &subnormal, sizeof(value));
    check_middle(value, false);
    check_middle((double)(bits % (UINT64_C(1) << 54U)), false);
  }
  for (int i = 0; i < 30000 / SCALE; ++i) {
    const uint32_t bits = (uint32_t)check_random(&seed) & 0x7fffffffU;
    float value;
    memcpy(&value, &bits, sizeof(value));
    if (isfinite(value)) {
      check_middle((double)value, true);
    }
    const uint32_t subnormal = bits >> (9U + bits % 20U);
    memcpy(&value, &subnormal, sizeof(value));
    check_middle((double)value, true);
  }
  check_middle(0.0, false);
  check_middle(0.0, true);
}

static void
test_hundreds_of_digits(void)
{
  uint64_t seed = 5;
  for (int i = 0; i < 20000 / SCALE; ++i) {
    char text[1100];
    const size_t n = 1U + check_random(&seed) % 1000U;
    const size_t point = check_random(&seed) % (n + 1U);
    size_t length = 0;
    for (size_t j = 0; j < n; ++j) {
      if (j == point) {
        text[length++] = '.';
      }
      text[length++] = (char)('0' + check_random(&seed) % 10U);
    }
    snprintf(text + length,
             sizeof(text) - length,
             "e%d",
             (int)(check_random(&seed) % 700U) - 350 - (int)point);
    check_text(text);
  }
}

/// Write a finite float16 magnitude, or the middle to the next one, exactly
static void
write_f16_exactly(char *text, size_t size, double value)
{
  snprintf(text, size, "%.30f", value);
}

static void
test_every_f16_and_middle(void)
{
  char text[160];
  for (uint32_t bits = 0; bits < 0x7c00U; ++bits) {
    const double value = (double)tercet_f16_to_f32((uint16_t)bits);
    write_f16_exactly(text, sizeof(text), value);
    CHECK_INT(read_f16(text), bits);

    // Beyond the greatest lies what would be the next one, 65536
    const double next = bits == 0x7bffU
                            ? 65536.0
                            : (double)tercet_f16_to_f32((uint16_t)(bits + 1U));
    const double middle = (value + next) / 2;
    char exact[80];
    write_f16_exactly(exact, sizeof(exact), middle);
    CHECK_INT(read_f16(exact), bits + (bits & 1U));
    snprintf(text, sizeof(text), "-%s00000000000000000001", exact);
    CHECK_INT(read_f16(text), (bits + 1U) | 0x8000U);
    write_f16_exactly(exact, sizeof(exact), nextafter(middle, 0.0));
    CHECK_INT(read_f16(exact), bits);

    // Few digits, as the fast path takes them
    snprintf(text, sizeof(text), "%.9g", nextafter(middle, 0.0));
    const double nine = strtod(text, NULL);
    CHECK_INT(read_f16(text),
              nine < middle || (nine == middle && !(bits & 1U)) ? bits
                                                                : bits + 1U);
  }
}

static void
test_integers_are_exact(void)
{
  static const struct {
    const char *text;
    bool fits_i64;
    bool fits_u64;
    uint64_t value;
  } cases[] = {
      {"0", true, true, 0},
      {"-0", true, true, 0},
      {"0.000", true, true, 0},
      {"0e500", true, true, 0},
      {"1", true, true, 1},
      {"1.0", true, true, 1},
      {"1e3", true, true, 1000},
      {"2.50e1", true, true, 25},
      {"1.5", false, false, 0},
      {"-1.5", false, false, 0},
      {"1e-1", false, false, 0},
      {"10e-1", true, true, 1},
      {"-1", true, false, UINT64_MAX},
      {"9007199254740993", true, true, UINT64_C(9007199254740993)},
      {"9223372036854775807", true, true, INT64_MAX},
      {"9223372036854775808", false, true, UINT64_C(9223372036854775808)},
      {"-9223372036854775808", true, false, UINT64_C(9223372036854775808)},
      {"-9223372036854775809", false, false, 0},
      {"-9.223372036854775808e18", true, false, UINT64_C(9223372036854775808)},
      {"18446744073709551615", false, true, UINT64_MAX},
      {"18446744073709551615.000", false, true, UINT64_MAX},
      {"1844674407370955161500e-2", false, true, UINT64_MAX},
      {"18446744073709551615.0001", false, false, 0},
      {"18446744073709551616", false, false, 0},
      {"28446744073709551615", false, false, 0},
      {"1e19", false, true, UINT64_C(10000000000000000000)},
      {"1e20", false, false, 0},
      {"1e400", false, false, 0},
      {"1e-400", false, false, 0},
      {"100000000000000000000000000000e-28", true, true, 10},
      {"0.00000000000000000000000000001e29", true, true, 1},
      {"0.000000000000000000000000000012345678901234567890e47",
       true,
       true,
       UINT64_C(1234567890123456789)},
      {"12345678901234567890.5", false, false, 0},
      {"0.12345678901234567891", false, false, 0},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    tercet_decimal d;
    int64_t s = 0;
    uint64_t u = 0;
    const char *const text = cases[i].text;
    const char *const end = text + strlen(text);
    CHECK(tercet_decimal_scan(text, end, TERCET_NUMBER_JSON, &d) == end);
    CHECK_INT(tercet_decimal_to_i64(&d, &s), cases[i].fits_i64);
    CHECK_INT(s, cases[i].fits_i64 ? cases[i].value : 0);
    CHECK_INT(tercet_decimal_to_u64(&d, &u), cases[i].fits_u64);
    CHECK_INT(u, cases[i].fits_u64 ? cases[i].value : 0);
  }
}

static void
test_i64_read(void)
{
  int64_t value = 7;
  CHECK(tercet_i64_read("-9223372036854775808", 20, &value));
  CHECK_INT(value, INT64_MIN);
  CHECK(tercet_i64_read("9223372036854775807", 19, &value));
  CHECK_INT(value, INT64_MAX);
  CHECK(tercet_i64_read("+007", 4, &value));
  CHECK_INT(value, 7);
  CHECK(tercet_i64_read("-0", 2, &value));
  CHECK_INT(value, 0);

  static const char *const bad[] = {"",
                                    "-",
                                    "+",
                                    "1.0",
                                    "1e3",
                                    " 1",
                                    "1 ",
                                    "9223372036854775808",
                                    "-9223372036854775809",
                                    "99999999999999999999",
                                    "--1"};
  for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); ++i) {
    CHECK(!tercet_i64_read(bad[i], strlen(bad[i]), &value));
  }
  CHECK_INT(value, 0);
}

int
main(void)
{
  test_scan_json_grammar();
  test_scan_xsd_grammar();
  test_scan_stops_at_end();
  test_scan_fields();
  test_huge_exponents();
  test_xsd_names();
  test_known_hard_cases();
  test_random_bits_read_like_the_c_library();
  test_random_texts_read_like_the_c_library();
  test_vector_like_texts();
  test_halfway_cases();
  test_hundreds_of_digits();
  test_every_f16_and_middle();
  test_integers_are_exact();
  test_i64_read();
  return check_finish();
}
