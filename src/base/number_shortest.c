// SPDX-License-Identifier: Apache-2.0

/*
  Shortest digits after R. Giulietti, "The Schubfach way to render doubles"
  (2020).

  A float v = c * 2^q owns the interval of the reals that round to it.  Take
  the greatest k with 10^k not above the width of that interval.  Then some
  multiple of 10^k lies inside, and at most one multiple of 10^(k+1).  The
  latter, if there is one, is the shortest text; else the multiple of 10^k that
  is closest to v.  Multiples of still higher powers are found on the way, as
  trailing zeros.

  Everything is compared in units of 10^k / 4, in integers.  A scaled value is
  cut to an integer, but made odd if something was cut: so its order relative
  to any even integer remains right.
*/

#include "base/number_text.h"

#include "base/number_powers.h"

#include <string.h>

__extension__ typedef unsigned __int128 u128;

/// A float without sign, c * 2^q
typedef struct {
  uint64_t c;
  int32_t q;
  bool is_power; ///< The float below is only half as far as the one above
} binary_float;

/// The bounds of the interval and the value, in units of 10^k / 4
typedef struct {
  uint64_t lower;
  uint64_t value;
  uint64_t upper;
} scaled_interval;

/// Return floor(log10(2^q)), or of 3/4 of it, for |q| <= 1500
static int32_t
log10_of_width(const binary_float *v)
{
  return (v->q * 1262611 - (v->is_power ? 524031 : 0)) >> 22;
}

/// Return x * g / 2^128, made odd if there is a fraction.  `g` is exact or
/// slightly too large, which shows only in the last bit that is looked at.
static inline uint64_t
scale_wide(u128 g, uint64_t x)
{
  const u128 low = (u128)(uint64_t)g * x;
  const u128 sum = (u128)(uint64_t)(g >> 64U) * x + (low >> 64U);
  return (uint64_t)(sum >> 64U) | ((uint64_t)sum > 1U);
}

/// The same for x below 2^32 and a `g` of 64 bits, by 2^64
static inline uint64_t
scale_narrow(uint64_t g, uint64_t x)
{
  const u128 product = (u128)g * x;
  return (uint64_t)(product >> 64U) | ((uint32_t)(product >> 32U) > 1U);
}

/// Choose among the multiples of 10^(k+1) and 10^k around the value
static inline tercet_digits
choose_digits(const scaled_interval *v, bool bounds_belong, int32_t k)
{
  // An even c takes the middles on both sides as well
  const uint64_t lower = v->lower + !bounds_belong;
  const uint64_t upper = v->upper - !bounds_belong;

  // What is chosen cannot be predicted, so nothing branches on it
  const uint64_t s = v->value / 4U;
  const uint64_t rest = v->value % 4U;
  const uint64_t below = lower <= 4U * s;
  const uint64_t above = 4U * s + 4U <= upper;
  const uint64_t one_inside = below ^ above;
  const uint64_t up = (rest > 2U) | ((rest == 2U) & s);
  const uint64_t one = s + ((one_inside & above) | (~one_inside & up & 1U));

  const uint64_t tens = s / 10U;
  const bool tens_below = lower <= 40U * tens;
  const bool tens_above = 40U * tens + 40U <= upper;
  const uint64_t ten = tens + tens_above;

  const uint64_t mask = 0U - (uint64_t)(s >= 10U && tens_below != tens_above);
  return (tercet_digits){
      (ten & mask) | (one & ~mask), k + (int32_t)(mask & 1U), false};
}

/// Set `out` if the float is an integer not beyond 2^53, which is then the only
/// one in its interval
static bool
integer_digits(const binary_float *v, tercet_digits *out)
{
  if (v->q > 0 || v->q < -63 ||
      (v->c & ((UINT64_C(1) << (uint32_t)-v->q) - 1U))) {
    return false;
  }
  *out = (tercet_digits){v->c >> (uint32_t)-v->q, 0, false};
  return true;
}

static inline tercet_digits
shortest_wide(const binary_float *v)
{
  const int32_t k = log10_of_width(v);
  const int32_t h = v->q + tercet_log2_of_power(-k) + 1;
  const tercet_power power = tercet_power_of_ten(-k);
  const bool exact = k <= 0 && k >= -TERCET_POWER_EXACT128_MAX;
  const u128 g = (((u128)power.high << 64U) | power.low) + !exact;

  const uint64_t x = 4U * v->c;
  const scaled_interval scaled = {
      scale_wide(g, (x - 2U + v->is_power) << (uint32_t)h),
      scale_wide(g, x << (uint32_t)h),
      scale_wide(g, (x + 2U) << (uint32_t)h),
  };
  return choose_digits(&scaled, v->c % 2U == 0, k);
}

/// For c below 2^24, with a power of ten of 64 bits
static inline tercet_digits
shortest_narrow(const binary_float *v)
{
  const int32_t k = log10_of_width(v);
  const int32_t h = v->q + tercet_log2_of_power(-k) + 1;
  const tercet_power power = tercet_power_of_ten(-k);
  const uint64_t g = power.high + (power.low != 0);

  const uint64_t x = 4U * v->c;
  const scaled_interval scaled = {
      scale_narrow(g, (x - 2U + v->is_power) << (uint32_t)h),
      scale_narrow(g, x << (uint32_t)h),
      scale_narrow(g, (x + 2U) << (uint32_t)h),
  };
  return choose_digits(&scaled, v->c % 2U == 0, k);
}

/// Take the bits of a finite float apart
static inline binary_float
split_float(uint64_t bits, uint32_t fraction_bits, int32_t min_exponent)
{
  const uint64_t leading = UINT64_C(1) << fraction_bits;
  const uint64_t fraction = bits & (leading - 1U);
  const int32_t field = (int32_t)(bits >> fraction_bits);
  const binary_float v = {
      field ? fraction + leading : fraction,
      min_exponent + (field ? field - 1 : 0),
      fraction == 0 && field > 1,
  };
  return v;
}

tercet_digits
tercet_f64_digits(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  const binary_float v = split_float(bits & (UINT64_MAX >> 1U), 52U, -1074);

  tercet_digits number = {0, 0, false};
  if (v.c && !integer_digits(&v, &number)) {
    number = shortest_wide(&v);
  }
  tercet_digits_strip(&number);
  number.negative = bits >> 63U;
  return number;
}

tercet_digits
tercet_f32_digits(float value)
{
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  const binary_float v = split_float(bits & (UINT32_MAX >> 1U), 23U, -149);

  tercet_digits number = {0, 0, false};
  if (v.c && !integer_digits(&v, &number)) {
    number = shortest_narrow(&v);
  }
  tercet_digits_strip(&number);
  number.negative = bits >> 31U;
  return number;
}

tercet_digits
tercet_f16_digits(uint16_t bits)
{
  const binary_float v = split_float(bits & 0x7fffU, 10U, -24);

  tercet_digits number = {0, 0, false};
  if (v.c && !integer_digits(&v, &number)) {
    number = shortest_narrow(&v);
  }
  tercet_digits_strip(&number);
  number.negative = bits >> 15U;
  return number;
}
