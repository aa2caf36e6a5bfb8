// SPDX-License-Identifier: Apache-2.0

/**
   Decimal digits eight at a time, in an ordinary 64-bit register.

   A chunk is eight bytes of text, the first one in the low byte.
*/

#ifndef TERCET_BASE_NUMBER_SCAN_H
#define TERCET_BASE_NUMBER_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// Significant digits that a tercet_decimal holds: the most that always fit in
/// 64 bits
#define TERCET_DECIMAL_DIGITS 19

/// 10^0 to 10^19
extern const uint64_t tercet_u64_powers[TERCET_DECIMAL_DIGITS + 1];

/// 10^0 to 10^22, which a double holds exactly
#define TERCET_EXACT_POWER_MAX 22
extern const double tercet_exact_powers[TERCET_EXACT_POWER_MAX + 1];

static inline bool
tercet_is_digit(char c)
{
  return (unsigned char)(c - '0') < 10U;
}

static inline uint64_t
tercet_chunk_load(const char *text)
{
  uint64_t chunk;
  memcpy(&chunk, text, sizeof(chunk));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  chunk = __builtin_bswap64(chunk);
#endif
  return chunk;
}

/// Return how many digits the chunk starts with, 0 to 8
static inline unsigned
tercet_chunk_count_digits(uint64_t chunk)
{
  // Digits become 0 to 9.  Adding 0x76 sets the top bit of every byte from 10
  // on; a carry only goes to bytes behind the first one that is no digit.
  const uint64_t value = chunk ^ UINT64_C(0x3030303030303030);
  const uint64_t others = ((value + UINT64_C(0x7676767676767676)) | value) &
                          UINT64_C(0x8080808080808080);
  return others ? (unsigned)__builtin_ctzll(others) / 8U : 8U;
}

/// Return the number that the first `n` bytes of the chunk write, all digits;
/// `n` is 1 to 8
static inline uint32_t
tercet_chunk_value(uint64_t chunk, unsigned n)
{
  // Zeros go in front, then neighbours are joined: digits to pairs, in the
  // even bytes, and the four pairs to a number by two multiplications, each
  // of which adds two of them up in the upper half.
  uint64_t v = (chunk ^ UINT64_C(0x3030303030303030)) << (64U - 8U * n);
  v = v * 10U + (v >> 8U);
  const uint64_t mask = UINT64_C(0x000000ff000000ff);
  const uint64_t first = (v & mask) * (100U + (UINT64_C(1000000) << 32U));
  const uint64_t second = ((v >> 16U) & mask) * (1U + (UINT64_C(10000) << 32U));
  return (uint32_t)((first + second) >> 32U);
}

/// Set `out` to the double nearest to mantissa * 10^exponent if both are exact
/// doubles, so that a single operation rounds correctly (W. D. Clinger, "How
/// to read floating point numbers accurately", 1990)
static inline bool
tercet_exact_parts_to_f64(uint64_t mantissa, int64_t exponent, double *out)
{
  if (mantissa > (UINT64_C(1) << 53U) || exponent < -TERCET_EXACT_POWER_MAX ||
      exponent > TERCET_EXACT_POWER_MAX) {
    return false;
  }
  const double m = (double)(int64_t)mantissa;
  *out = exponent < 0 ? m / tercet_exact_powers[-exponent]
                      : m * tercet_exact_powers[exponent];
  return true;
}

/// Return whether a number that gave this double when rounded certainly gives
/// the float nearest to the double.  It may not only if the double is the
/// middle between two floats, which shows in its last 29 bits.  The double
/// must not be subnormal as a float.
static inline bool
tercet_f64_is_no_f32_middle(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return (bits & 0x1fffffffU) != 0x10000000U;
}

/// Likewise for binary16, also if it is subnormal: floats of 11 bits and the
/// middles between them have the last 41 bits zero
static inline bool
tercet_f64_is_no_f16_middle(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return (bits & ((UINT64_C(1) << 41U) - 1U)) != 0;
}

#endif // TERCET_BASE_NUMBER_SCAN_H
