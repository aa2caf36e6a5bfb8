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

/// Return the top bit of each byte above 9, of the lowest such byte at least: a
/// carry only goes to bytes above it
static inline uint64_t
tercet_chunk_others(uint64_t digits)
{
  return ((digits + UINT64_C(0x7676767676767676)) | digits) &
         UINT64_C(0x8080808080808080);
}

/// Return the number that eight bytes 0 to 9 write, the lowest byte first
static inline uint32_t
tercet_chunk_join(uint64_t digits)
{
  // Neighbours are joined: digits to pairs, in the even bytes, and the four
  // pairs by two multiplications, each of which adds two of them up in the
  // upper half
  const uint64_t pairs = digits * 10U + (digits >> 8U);
  const uint64_t mask = UINT64_C(0x000000ff000000ff);
  const uint64_t first = (pairs & mask) * (100U + (UINT64_C(1000000) << 32U));
  const uint64_t second =
      ((pairs >> 16U) & mask) * (1U + (UINT64_C(10000) << 32U));
  return (uint32_t)((first + second) >> 32U);
}

/// Return how many digits the chunk starts with, 0 to 8
static inline unsigned
tercet_chunk_count_digits(uint64_t chunk)
{
  const uint64_t others =
      tercet_chunk_others(chunk ^ UINT64_C(0x3030303030303030));
  return others ? (unsigned)__builtin_ctzll(others) / 8U : 8U;
}

/// Return the number that the first `n` bytes of the chunk write, all digits;
/// `n` is 1 to 8
static inline uint32_t
tercet_chunk_value(uint64_t chunk, unsigned n)
{
  const uint64_t digits = chunk ^ UINT64_C(0x3030303030303030);
  return tercet_chunk_join(digits << (64U - 8U * n));
}

/// Return how many bytes come before the first `c` in the 24 at `text`, or 24
/// or more if there is none
static inline uint32_t
tercet_chunks_find(const char *text, char c)
{
  const uint64_t ones = UINT64_C(0x0101010101010101);
  const uint64_t tops = UINT64_C(0x8080808080808080);
  const uint64_t pattern = ones * (unsigned char)c;
  const uint64_t x = tercet_chunk_load(text) ^ pattern;
  const uint64_t y = tercet_chunk_load(text + 8) ^ pattern;
  const uint64_t in_x = (x - ones) & ~x & tops;
  const uint64_t in_y = (y - ones) & ~y & tops;
  if (in_x | in_y) {
    return in_x ? (uint32_t)__builtin_ctzll(in_x) / 8U
                : 8U + (uint32_t)__builtin_ctzll(in_y) / 8U;
  }
  const uint64_t z = tercet_chunk_load(text + 16) ^ pattern;
  const uint64_t in_z = (z - ones) & ~z & tops;
  return 16U + (in_z ? (uint32_t)__builtin_ctzll(in_z) / 8U : 8U);
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

/// Set `out` to the number that the `n` bytes at `text` write, 1 to 19; false
/// if one is no digit.  Reads up to 24 bytes, whatever `n` is.
static inline bool
tercet_digits_join(const char *text, uint32_t n, uint64_t *out)
{
  // Without branches up to 16 digits: the second half may be empty
  const uint64_t zeros = UINT64_C(0x3030303030303030);
  const uint32_t n_first = n < 8U ? n : 8U;
  const uint32_t n_second = n < 16U ? n - n_first : 8U;
  const uint64_t first = (tercet_chunk_load(text) ^ zeros)
                         << (64U - 8U * n_first);
  const uint64_t second = (tercet_chunk_load(text + 8) ^ zeros)
                          << (32U - 4U * n_second) << (32U - 4U * n_second);
  uint64_t value = tercet_chunk_join(first) * tercet_u64_powers[n_second] +
                   tercet_chunk_join(second);
  uint64_t others = tercet_chunk_others(first) | tercet_chunk_others(second);
  if (n > 16U) {
    const uint64_t third = (tercet_chunk_load(text + 16) ^ zeros)
                           << (64U - 8U * (n - 16U));
    value = value * tercet_u64_powers[n - 16U] + tercet_chunk_join(third);
    others |= tercet_chunk_others(third);
  }
  *out = value;
  return !others;
}

#endif // TERCET_BASE_NUMBER_SCAN_H
