// SPDX-License-Identifier: Apache-2.0

/*
  From a scanned decimal to the nearest float, in three steps, each exact or
  else handing over to the next:

  1. If mantissa and power of ten are both exact doubles, one division or
     multiplication rounds correctly (W. D. Clinger, "How to read floating
     point numbers accurately", 1990).
  2. Multiply the mantissa by the 128-bit significand of the power of ten.
     That leaves an interval of known width, which rarely holds the middle
     between two floats (M. Eisel and D. Lemire, "Number parsing at a gigabyte
     per second", 2021).
  3. Compare with that middle in big integers.

  The rounding mode must be to nearest, as C starts with.
*/

#include "base/number.h"

#include "base/float16.h"
#include "base/number_big.h"
#include "base/number_powers.h"
#include "base/number_scan.h"

#include <math.h>

__extension__ typedef unsigned __int128 u128;

/// A binary format of IEEE 754.  Bits without sign are (e - min_exponent) <<
/// fraction_bits plus m for the value m * 2^e, the leading bit of a normal m
/// adding 1 to the exponent field; so bits + 1 is always the next float.
typedef struct {
  int32_t fraction_bits;
  int32_t min_exponent; ///< Of the last bit of a subnormal
  uint64_t infinity;
} float_format;

static const float_format format_f64 = {
    52, -1074, UINT64_C(0x7ff0000000000000)};
static const float_format format_f32 = {23, -149, 0x7f800000U};
static const float_format format_f16 = {10, -24, 0x7c00U};

const double tercet_exact_powers[TERCET_EXACT_POWER_MAX + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Where a value lies relative to the middle between a float and the next one
typedef enum {
  SIDE_BELOW,
  SIDE_ABOVE,
  SIDE_UNSURE,
} side;

/// Set `bits` to the float at or below w * 10^k, as far as the product in 128
/// bits tells, and say on which side of the middle to the next the value lies
static side
locate_product(uint64_t w,
               int32_t k,
               const float_format *format,
               uint64_t *bits)
{
  const tercet_power power = tercet_power_of_ten(k);
  const int32_t leading_zeros = __builtin_clzll(w);
  w <<= leading_zeros;

  // The value is in [top, top + 2) * 2^unit: what the table leaves out and
  // what is cut off here are less than 1 each
  const u128 top = (u128)w * power.high + (((u128)w * power.low) >> 64U);
  const int32_t unit = tercet_log2_of_power(k) - 63 - leading_zeros;
  const int32_t width = 127 + (int32_t)(top >> 127U);

  int32_t drop = width - format->fraction_bits - 1;
  if (unit + drop < format->min_exponent) {
    drop = format->min_exponent - unit;
  }
  if (drop >= 128) {
    *bits = 0;
    return drop > 129 ? SIDE_BELOW : SIDE_UNSURE;
  }

  const int64_t exponent = unit + drop - format->min_exponent;
  *bits = ((uint64_t)exponent << format->fraction_bits) +
          (uint64_t)(top >> (uint32_t)drop);
  if (*bits >= format->infinity) {
    *bits = format->infinity;
    return SIDE_BELOW;
  }

  const u128 rest = top & (((u128)1 << (uint32_t)drop) - 1U);
  const u128 half = (u128)1 << (uint32_t)(drop - 1);
  return rest + 2U <= half ? SIDE_BELOW
         : rest > half     ? SIDE_ABOVE
                           : SIDE_UNSURE;
}

/// Return whether the value rounds to the float after `bits`, exactly
static bool
rounds_up_exactly(const tercet_decimal *decimal,
                  const float_format *format,
                  uint64_t bits)
{
  const uint64_t leading = UINT64_C(1) << format->fraction_bits;
  const int32_t field = (int32_t)(bits >> format->fraction_bits);
  const uint64_t fraction = bits & (leading - 1U);
  const uint64_t m = field ? fraction + leading : fraction;
  const int32_t e = format->min_exponent + (field ? field - 1 : 0);

  const int order = tercet_decimal_compare(decimal, 2U * m + 1U, e - 1);
  return order > 0 || (order == 0 && (m & 1U));
}

/// Round to the bits of a float, without sign
static uint64_t
decimal_to_bits(const tercet_decimal *decimal, const float_format *format)
{
  // 10^-343 times less than 10^19 is less than half the least double
  if (decimal->mantissa == 0 || decimal->exponent < TERCET_POWER_MIN) {
    return 0;
  }
  if (decimal->exponent > 308) {
    return format->infinity;
  }

  const int32_t k = (int32_t)decimal->exponent;
  uint64_t low = 0;
  const side low_side = locate_product(decimal->mantissa, k, format, &low);
  if (low == format->infinity) {
    return low;
  }
  if (low_side != SIDE_UNSURE) {
    uint64_t high = low;
    const side high_side =
        decimal->truncated
            ? locate_product(decimal->mantissa + 1U, k, format, &high)
            : low_side;
    const uint64_t rounded = low + (low_side == SIDE_ABOVE);
    if (high_side != SIDE_UNSURE &&
        rounded == high + (high_side == SIDE_ABOVE)) {
      return rounded;
    }
  }
  return low + rounds_up_exactly(decimal, format, low);
}

/// Set `out` to the magnitude rounded to double if one operation does it
static bool
decimal_to_f64_fast(const tercet_decimal *decimal, double *out)
{
  return !decimal->truncated &&
         tercet_exact_parts_to_f64(decimal->mantissa, decimal->exponent, out);
}

double
tercet_decimal_to_f64(const tercet_decimal *decimal)
{
  double value = 0.0;
  if (!decimal_to_f64_fast(decimal, &value)) {
    const uint64_t bits = decimal_to_bits(decimal, &format_f64);
    memcpy(&value, &bits, sizeof(value));
  }
  return decimal->negative ? -value : value;
}

float
tercet_decimal_to_f32(const tercet_decimal *decimal)
{
  // A mantissa without power of ten is exact, so its middles are real ones.
  // Nothing that the fast path gives is subnormal in float or out of range.
  double wide = 0.0;
  float value = 0.0F;
  if (decimal_to_f64_fast(decimal, &wide) &&
      (decimal->exponent == 0 || tercet_f64_is_no_f32_middle(wide))) {
    value = (float)wide;
  } else {
    const uint32_t bits = (uint32_t)decimal_to_bits(decimal, &format_f32);
    memcpy(&value, &bits, sizeof(value));
  }
  return decimal->negative ? -value : value;
}

uint16_t
tercet_decimal_to_f16(const tercet_decimal *decimal)
{
  double wide = 0.0;
  uint16_t bits = 0;
  if (decimal_to_f64_fast(decimal, &wide) &&
      (decimal->exponent == 0 || tercet_f64_is_no_f16_middle(wide))) {
    bits = tercet_f64_to_f16(wide);
  } else {
    bits = (uint16_t)decimal_to_bits(decimal, &format_f16);
  }
  return (uint16_t)(bits | (decimal->negative ? 0x8000U : 0U));
}

/// Set `out` to the magnitude of a number with more digits than the mantissa
/// holds, if it is an integer below 2^64
static bool
long_decimal_to_magnitude(const tercet_decimal *decimal, uint64_t *out)
{
  // Digits in front of the decimal point: 2^64 has 20
  const int64_t n_integer = TERCET_DECIMAL_DIGITS + decimal->exponent;
  if (n_integer < 0 || n_integer > TERCET_DECIMAL_DIGITS + 1) {
    return false;
  }

  const char *p = decimal->digits;
  while (*p == '0' || *p == '.') {
    ++p;
  }
  uint64_t value = 0;
  int64_t n = 0;
  for (; p < decimal->end && (tercet_is_digit(*p) || *p == '.'); ++p) {
    if (*p == '.') {
      continue;
    }
    const uint64_t digit = (uint64_t)(*p - '0');
    if (n++ >= n_integer) {
      if (digit) {
        return false;
      }
    } else if (__builtin_mul_overflow(value, 10U, &value) ||
               __builtin_add_overflow(value, digit, &value)) {
      return false;
    }
  }

  // At least 20 digits were there, so none was missing in front of the point
  *out = value;
  return true;
}

/// Set `out` to the magnitude if it is an integer below 2^64
static bool
decimal_to_magnitude(const tercet_decimal *decimal, uint64_t *out)
{
  const uint64_t m = decimal->mantissa;
  const int64_t exponent = decimal->exponent;
  if (decimal->truncated) {
    return long_decimal_to_magnitude(decimal, out);
  }
  if (m == 0 || exponent == 0) {
    *out = m;
    return true;
  }
  if (exponent < -TERCET_DECIMAL_DIGITS || exponent > TERCET_DECIMAL_DIGITS) {
    return false;
  }
  if (exponent > 0) {
    return !__builtin_mul_overflow(m, tercet_u64_powers[exponent], out);
  }
  *out = m / tercet_u64_powers[-exponent];
  return m % tercet_u64_powers[-exponent] == 0;
}

bool
tercet_decimal_to_i64(const tercet_decimal *decimal, int64_t *out)
{
  uint64_t magnitude = 0;
  const uint64_t limit = (uint64_t)INT64_MAX + (decimal->negative ? 1U : 0U);
  if (!decimal_to_magnitude(decimal, &magnitude) || magnitude > limit) {
    return false;
  }
  *out = (int64_t)(decimal->negative ? 0U - magnitude : magnitude);
  return true;
}

bool
tercet_decimal_to_u64(const tercet_decimal *decimal, uint64_t *out)
{
  uint64_t magnitude = 0;
  if (!decimal_to_magnitude(decimal, &magnitude) ||
      (decimal->negative && magnitude)) {
    return false;
  }
  *out = magnitude;
  return true;
}

/// Set `out` if the text is one of the names of xsd:double
static bool
read_xsd_name(const char *text, size_t length, double *out)
{
  if (length == 3 && !memcmp(text, "NaN", 3)) {
    *out = (double)NAN;
    return true;
  }
  const bool has_sign = length == 4 && (*text == '-' || *text == '+');
  if ((length == 3 || has_sign) && !memcmp(text + has_sign, "INF", 3)) {
    *out = *text == '-' ? -(double)INFINITY : (double)INFINITY;
    return true;
  }
  return false;
}

bool
tercet_f64_read(const char *text, size_t length, double *out)
{
  tercet_decimal decimal;
  const char *const end = text + length;
  if (tercet_decimal_scan(text, end, TERCET_NUMBER_XSD, &decimal) == end) {
    *out = tercet_decimal_to_f64(&decimal);
    return length > 0;
  }
  return read_xsd_name(text, length, out);
}

bool
tercet_f32_read(const char *text, size_t length, float *out)
{
  tercet_decimal decimal;
  const char *const end = text + length;
  if (tercet_decimal_scan(text, end, TERCET_NUMBER_XSD, &decimal) == end) {
    *out = tercet_decimal_to_f32(&decimal);
    return length > 0;
  }
  double wide = 0.0;
  if (!read_xsd_name(text, length, &wide)) {
    return false;
  }
  *out = (float)wide;
  return true;
}
