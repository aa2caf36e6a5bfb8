// SPDX-License-Identifier: Apache-2.0

/// Decimal digits of a fixed number, for inline values

#ifndef TERCET_STORE_INLINE_DIGITS_H
#define TERCET_STORE_INLINE_DIGITS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool
tercet_is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/// Return the number of digits at the start of a text
static inline size_t
tercet_count_digits(const char *text, const char *end)
{
  size_t n = 0U;
  while (text + n < end && tercet_is_digit(text[n])) {
    ++n;
  }

  return n;
}

/// Return the value of at most 18 digits
static inline uint64_t
tercet_read_digits(const char *text, size_t n)
{
  assert(n <= 18U);

  uint64_t value = 0U;
  for (size_t i = 0U; i < n; ++i) {
    value = value * 10U + (uint64_t)(text[i] - '0');
  }

  return value;
}

/// Write `value` with exactly `n` digits
static inline void
tercet_write_digits(uint64_t value, size_t n, char *out)
{
  for (size_t i = n; i-- > 0U;) {
    out[i] = (char)('0' + value % 10U);
    value /= 10U;
  }
}

#endif // TERCET_STORE_INLINE_DIGITS_H
