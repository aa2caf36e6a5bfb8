// SPDX-License-Identifier: Apache-2.0

#include "base/float16.h"

#include <string.h>

static uint32_t
f32_bits(float value)
{
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static float
f32_from_bits(uint32_t bits)
{
  float value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

/// Return x / 2^shift, rounded to nearest, ties to even; 1 <= shift <= 63
static uint64_t
shift_right_rounding(uint64_t x, uint32_t shift)
{
  const uint64_t quotient = x >> shift;
  const uint64_t rest = x & ((UINT64_C(1) << shift) - 1U);
  const uint64_t half = UINT64_C(1) << (shift - 1U);
  return quotient + (rest > half || (rest == half && (quotient & 1U)));
}

float
tercet_f16_to_f32(uint16_t bits)
{
  const uint32_t sign = (uint32_t)(bits & 0x8000U) << 16U;
  const uint32_t exponent = (bits >> 10U) & 0x1fU;
  const uint32_t fraction = bits & 0x3ffU;
  if (exponent == 0x1fU) {
    return f32_from_bits(sign | 0x7f800000U | (fraction << 13U));
  }
  if (exponent != 0) {
    return f32_from_bits(sign | ((exponent + 112U) << 23U) | (fraction << 13U));
  }

  // Subnormal: fraction * 2^-24, a normal float
  const float magnitude = (float)fraction * 0x1p-24F;
  return f32_from_bits(sign | f32_bits(magnitude));
}

uint16_t
tercet_f64_to_f16(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  const uint32_t sign = (uint32_t)(bits >> 48U) & 0x8000U;
  const int32_t exponent = (int32_t)((bits >> 52U) & 0x7ffU) - 1023;
  const uint64_t fraction = bits & ((UINT64_C(1) << 52U) - 1U);
  if (exponent == 1024 && fraction) {
    // The quiet bit is set, so that something remains of any NaN
    return (uint16_t)(sign | 0x7e00U | (uint32_t)(fraction >> 42U));
  }
  if (exponent > 15) {
    return (uint16_t)(sign | 0x7c00U);
  }
  if (exponent < -25) {
    return (uint16_t)sign; // Less than half the least subnormal, 2^-25
  }

  const uint64_t significand = fraction | (UINT64_C(1) << 52U);
  if (exponent < -14) {
    const uint32_t shift = (uint32_t)(28 - exponent); // To units of 2^-24
    return (uint16_t)(sign | shift_right_rounding(significand, shift));
  }

  // The leading bit adds 1 to the exponent field; rounding up may add another
  const uint64_t magnitude = ((uint64_t)(exponent + 14) << 10U) +
                             shift_right_rounding(significand, 42U);
  return (uint16_t)(sign | magnitude);
}

uint16_t
tercet_f32_to_f16(float value)
{
  return tercet_f64_to_f16((double)value); // Exact on the way
}

float
tercet_bf16_to_f32(uint16_t bits)
{
  return f32_from_bits((uint32_t)bits << 16U);
}

uint16_t
tercet_f32_to_bf16(float value)
{
  const uint32_t bits = f32_bits(value);
  if ((bits & 0x7fffffffU) > 0x7f800000U) {
    return (uint16_t)((bits >> 16U) | 0x40U); // A NaN, made quiet
  }
  return (uint16_t)shift_right_rounding(bits, 16U);
}
