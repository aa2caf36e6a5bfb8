// SPDX-License-Identifier: Apache-2.0

/// Given numbers of digits, against printf(), which rounds exactly

#include "base/number_text.h"

#include "check.h"

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

/// Check the value rounded to `n_decimals`, unless it has too many digits
static bool
check_decimals(double value, uint32_t n_decimals)
{
  char want[512];
  char text[128];
  tercet_digits digits;
  if (!tercet_f64_digits_at(value, -(int32_t)n_decimals, &digits)) {
    CHECK(fabs(value) * pow(10.0, n_decimals) > 9e17);
    return false;
  }
  const int length =
      snprintf(want, sizeof(want), "%.*f", (int)n_decimals, value);
  const size_t n = tercet_digits_write_fixed(&digits, n_decimals, text);
  const bool same = n == (size_t)length && !memcmp(text, want, n);
  CHECK(same);
  if (!same) {
    fprintf(stderr, "  %a is %.*s, expected %s\n", value, (int)n, text, want);
  }
  return true;
}

/// Check the value rounded to `n` significant digits
static bool
check_significant(double value, uint32_t n)
{
  char want[64];
  char text[64];
  tercet_digits digits;
  if (!tercet_f64_digits_rounded(value, n, &digits)) {
    CHECK(fabs(value) < 1e-305);
    return false;
  }
  snprintf(want, sizeof(want), "%.*e", (int)n - 1, value);
  snprintf(text,
           sizeof(text),
           "%s%" PRIu64 "e%d",
           digits.negative ? "-" : "",
           digits.digits,
           digits.exponent);

  // Both have at most 17 digits, which tell doubles apart if numbers differ
  const bool same = digits.digits < UINT64_C(100000000000000000) &&
                    strtod(text, NULL) == strtod(want, NULL);
  CHECK(same);
  if (!same) {
    fprintf(stderr, "  %a to %u is %s, expected %s\n", value, n, text, want);
  }
  return true;
}

static void
test_decimals(void)
{
  uint64_t seed = 1;
  size_t n_done = 0;
  for (int i = 0; i < 400000 / SCALE; ++i) {
    const uint64_t r = check_random(&seed);
    const double unit = (double)(int64_t)check_random(&seed) / 9.3e18;
    const double value = unit * pow(10.0, (int)(r % 16U) - 5);
    n_done += check_decimals(value, (uint32_t)(r >> 8U) % 21U);
    n_done += check_decimals((double)(float)value, (uint32_t)(r >> 8U) % 21U);
  }
  CHECK(n_done > 400000U / SCALE);
}

static void
test_ties(void)
{
  // Multiples of a power of two lie in the middle between two decimals
  uint64_t seed = 2;
  for (int i = 0; i < 100000 / SCALE; ++i) {
    const uint64_t r = check_random(&seed);
    const int n = (int)(r % 12U);
    const double value = ldexp((double)((r >> 32U) | 1U), -n - 1);
    (void)check_decimals(value, (uint32_t)n);
    (void)check_decimals(-value, (uint32_t)n);
    (void)check_decimals(nextafter(value, 0.0), (uint32_t)n);
    (void)check_decimals(nextafter(value, 1e300), (uint32_t)n);
  }
  (void)check_decimals(0.5, 0);
  (void)check_decimals(1.5, 0);
  (void)check_decimals(2.5, 0);
  (void)check_decimals(0.0, 3);
  (void)check_decimals(-0.0, 3);
  (void)check_decimals(1e-300, 3);
  (void)check_decimals(5e-324, 20);
  (void)check_decimals(1e300, 3);
}

static void
test_significant_digits(void)
{
  uint64_t seed = 3;
  size_t n_done = 0;
  for (int i = 0; i < 400000 / SCALE; ++i) {
    const uint64_t bits = check_random(&seed);
    const uint32_t n = 1U + (uint32_t)(check_random(&seed) % 17U);
    double value;
    memcpy(&value, &bits, sizeof(value));
    if (isfinite(value)) {
      n_done += check_significant(value, n);
    }
    n_done += check_significant((double)(int64_t)bits / 9.3e18, n);
    n_done += check_significant(rint((double)(int64_t)bits / 1e12), n);
  }
  CHECK(n_done > 1000000U / SCALE);
  (void)check_significant(9.9999999999999999e22, 5);
  (void)check_significant(99999.5, 5);
  (void)check_significant(0.0, 5);
  (void)check_significant(5e-324, 17);
}

int
main(void)
{
  test_decimals();
  test_ties();
  test_significant_digits();
  return check_finish();
}
