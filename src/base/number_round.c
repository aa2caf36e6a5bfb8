// SPDX-License-Identifier: Apache-2.0

/*
  A given number of digits of a float: its significand times the 128-bit
  significand of a power of ten, cut to an integer.  Where that leaves open to
  which side to round, big integers decide.
*/

#include "base/number_text.h"

#include "base/number_big.h"
#include "base/number_powers.h"
#include "base/number_scan.h"

#include <assert.h>
#include <math.h>

__extension__ typedef unsigned __int128 u128;

/// Digits that leave room for one more in 64 bits
#define MAX_DIGITS 18U

/// Return whether c * 2^q rounds to digits + 1 rather than to digits, in units
/// of 10^exponent
static bool
rounds_up_exactly(uint64_t digits, int32_t exponent, uint64_t c, int32_t q)
{
  const tercet_decimal middle = {
      .mantissa = digits * 10U + 5U,
      .exponent = exponent - 1,
  };
  const int order = tercet_decimal_compare(&middle, c, q);
  return order < 0 || (order == 0 && (digits & 1U));
}

bool
tercet_f64_digits_at(double value, int32_t exponent, tercet_digits *out)
{
  assert(isfinite(value));
  *out = (tercet_digits){0, exponent, signbit(value) != 0};
  int e = 0;
  const double fraction = frexp(fabs(value), &e);
  if (fraction == 0.0) {
    return true;
  }

  // The number is c * 2^q with the top bit of c set; times 10^-exponent it is
  // in [top, top + 2) * 2^-drop
  const uint64_t c = (uint64_t)ldexp(fraction, 64);
  const int32_t q = e - 64;
  const tercet_power power = tercet_power_of_ten(-exponent);
  const u128 top = (u128)c * power.high + (((u128)c * power.low) >> 64U);
  const int32_t drop = 63 - q - tercet_log2_of_power(-exponent);
  if (drop > 129) {
    return true;
  }
  if (drop < 64) {
    return false;
  }

  const bool tiny = drop >= 128;
  const u128 digits = tiny ? 0 : top >> (uint32_t)drop;
  if (digits >= tercet_u64_powers[MAX_DIGITS]) {
    return false;
  }
  const u128 rest = tiny ? 0 : top & (((u128)1 << (uint32_t)drop) - 1U);
  const u128 half = tiny ? 0 : (u128)1 << (uint32_t)(drop - 1);
  out->digits = (uint64_t)digits;
  if (tiny || (rest <= half && rest + 2U > half)) {
    out->digits += rounds_up_exactly(out->digits, exponent, c >> 11U, q + 11);
  } else {
    out->digits += rest > half;
  }
  return true;
}

bool
tercet_f64_digits_rounded(double value, uint32_t n, tercet_digits *out)
{
  assert(n >= 1U && n <= 17U);
  if (value == 0.0) {
    *out = (tercet_digits){0, 0, signbit(value) != 0};
    return true;
  }

  // The first digit stands for 10^top or 10^(top + 1)
  int e = 0;
  (void)frexp(value, &e);
  const int32_t top = ((e - 1) * 1262611) >> 22;
  const int32_t exponent = top - (int32_t)n + 1;
  if (exponent < -TERCET_POWER_MAX ||
      !tercet_f64_digits_at(value, exponent, out)) {
    return false;
  }
  if (out->digits >= tercet_u64_powers[n] &&
      !tercet_f64_digits_at(value, exponent + 1, out)) {
    return false;
  }
  tercet_digits_strip(out);
  return true;
}
