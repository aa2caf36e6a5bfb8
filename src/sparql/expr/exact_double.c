// SPDX-License-Identifier: Apache-2.0

// The decimal digits of a double, all of them.

#include "expr_internal.h"

#include "base/number.h"

#include <math.h>

/// Multiply a number of words of base 10^9, least significant first
static void
multiply_words(uint32_t *words, size_t *n_words, uint32_t factor)
{
  uint64_t carry = 0;
  for (size_t i = 0; i < *n_words; ++i) {
    carry += (uint64_t)words[i] * factor;
    words[i] = (uint32_t)(carry % 1000000000U);
    carry /= 1000000000U;
  }
  while (carry) {
    words[(*n_words)++] = (uint32_t)(carry % 1000000000U);
    carry /= 1000000000U;
  }
}

/// Write words of base 10^9 as digits without leading zeros
static size_t
write_words(const uint32_t *words, size_t n_words, char *out)
{
  size_t n = tercet_u64_write(words[n_words - 1U], out);
  for (size_t i = n_words - 1U; i > 0; --i) {
    uint32_t word = words[i - 1U];
    for (size_t j = 9; j > 0; --j) {
      out[n + j - 1U] = (char)('0' + (int)(word % 10U));
      word /= 10U;
    }
    n += 9U;
  }

  return n;
}

size_t
tercet_exact_double_write(double value, char *out)
{
  // value = mantissa * 2^exponent; a negative exponent is mantissa * 5^k /
  // 10^k.  At most 53 bits times 5^1074, which are 767 digits.
  int exponent = 0;
  const double fraction = frexp(fabs(value), &exponent);
  uint64_t mantissa = (uint64_t)ldexp(fraction, 53);
  exponent -= 53;
  while (mantissa && !(mantissa & 1U)) {
    mantissa >>= 1U;
    ++exponent;
  }
  if (!mantissa) {
    exponent = 0;
  }

  uint32_t words[128] = {0};
  size_t n_words = 1;
  words[0] = 1;
  multiply_words(words, &n_words, (uint32_t)(mantissa >> 32U));
  multiply_words(words, &n_words, UINT32_C(1) << 16U);
  multiply_words(words, &n_words, UINT32_C(1) << 16U);
  uint64_t carry = mantissa & UINT32_MAX;
  for (size_t i = 0; carry; ++i) {
    carry += words[i];
    words[i] = (uint32_t)(carry % 1000000000U);
    carry /= 1000000000U;
    n_words = i >= n_words ? i + 1U : n_words;
  }
  while (n_words > 1U && !words[n_words - 1U]) {
    --n_words;
  }

  const unsigned scale = exponent < 0 ? (unsigned)-exponent : 0U;
  for (int i = 0; i < exponent; ++i) {
    multiply_words(words, &n_words, 2U);
  }
  for (unsigned i = 0; i < scale; ++i) {
    multiply_words(words, &n_words, 5U);
  }

  char digits[TERCET_EXACT_TEXT_MAX];
  const size_t n_digits = write_words(words, n_words, digits);
  return tercet_exact_write_scaled(
      value < 0, digits, n_digits, scale, false, out);
}
