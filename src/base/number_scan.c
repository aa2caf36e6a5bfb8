// SPDX-License-Identifier: Apache-2.0

#include "base/number_scan.h"

#include "base/number.h"

/// Exponents are cut here: far beyond what any text can make up for by zeros,
/// and far from overflow
#define MAX_EXPONENT INT64_C(100000000000000000)

const uint64_t tercet_u64_powers[TERCET_DECIMAL_DIGITS + 1] = {
    1U,
    10U,
    100U,
    1000U,
    10000U,
    100000U,
    1000000U,
    10000000U,
    100000000U,
    1000000000U,
    10000000000U,
    100000000000U,
    1000000000000U,
    10000000000000U,
    100000000000000U,
    1000000000000000U,
    10000000000000000U,
    100000000000000000U,
    1000000000000000000U,
    10000000000000000000U,
};

/// Read digits onto `value`, which wraps if there are too many
static const char *
read_digits(const char *p, const char *end, uint64_t *value)
{
  while (end - p >= 8) {
    const uint64_t chunk = tercet_chunk_load(p);
    const unsigned n = tercet_chunk_count_digits(chunk);
    if (n == 0) {
      return p;
    }
    *value = *value * tercet_u64_powers[n] + tercet_chunk_value(chunk, n);
    p += n;
    if (n < 8U) {
      return p;
    }
  }
  for (; p < end && tercet_is_digit(*p); ++p) {
    *value = *value * 10U + (uint64_t)(*p - '0');
  }
  return p;
}

/// Read [eE][+-]?[0-9]+ if it is there
static const char *
read_exponent(const char *p, const char *end, int64_t *exponent)
{
  const char *const start = p;
  if (p == end || (*p != 'e' && *p != 'E')) {
    return start;
  }

  ++p;
  const bool negative = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) {
    ++p;
  }
  if (p == end || !tercet_is_digit(*p)) {
    return start;
  }

  int64_t value = 0;
  for (; p < end && tercet_is_digit(*p); ++p) {
    value = value * 10 + (*p - '0');
    value = value > MAX_EXPONENT ? MAX_EXPONENT : value;
  }
  *exponent = negative ? -value : value;
  return p;
}

/// Set the mantissa to the first digits of a number with `n_digits` of them, a
/// point among them, and return how many significant digits were left out
static int64_t
take_first_digits(const char *p, int64_t n_digits, tercet_decimal *out)
{
  for (; *p == '0' || *p == '.'; ++p) {
    n_digits -= *p == '0';
    if (n_digits == 0) {
      return 0;
    }
  }

  const int64_t taken =
      n_digits < TERCET_DECIMAL_DIGITS ? n_digits : TERCET_DECIMAL_DIGITS;
  out->mantissa = 0;
  for (int64_t i = 0; i < n_digits; ++p) {
    if (*p == '.') {
      continue;
    }
    if (i < taken) {
      out->mantissa = out->mantissa * 10U + (uint64_t)(*p - '0');
    } else if (*p != '0') {
      out->truncated = true;
      break;
    }
    ++i;
  }
  return n_digits - taken;
}

const char *
tercet_decimal_scan(const char *text,
                    const char *end,
                    tercet_number_grammar grammar,
                    tercet_decimal *out)
{
  const char *p = text;
  const bool json = grammar == TERCET_NUMBER_JSON;
  *out = (tercet_decimal){0};
  out->negative = p < end && *p == '-';
  p += out->negative || (!json && p < end && *p == '+');

  // A leading zero ends the integer part of a JSON number
  out->digits = p;
  const char *const integer_limit = json && p < end && *p == '0' ? p + 1 : end;
  p = read_digits(p, integer_limit, &out->mantissa);
  int64_t n_digits = p - out->digits;
  if (json && n_digits == 0) {
    return NULL;
  }

  out->is_integer = true;
  int64_t n_fraction = 0;
  if (p < end && *p == '.') {
    const char *const fraction = p + 1;
    const char *const fraction_end = read_digits(fraction, end, &out->mantissa);
    n_fraction = fraction_end - fraction;
    if (n_fraction > 0 || (!json && n_digits > 0)) {
      p = fraction_end;
      out->is_integer = false;
    }
  }
  n_digits += n_fraction;
  if (n_digits == 0) {
    return NULL;
  }

  int64_t exponent = 0;
  const char *const behind = read_exponent(p, end, &exponent);
  out->is_integer = out->is_integer && behind == p;
  out->exponent = exponent - n_fraction;
  if (n_digits > TERCET_DECIMAL_DIGITS) {
    out->exponent += take_first_digits(out->digits, n_digits, out);
  }
  out->end = behind;
  return behind;
}

bool
tercet_i64_read(const char *text, size_t length, int64_t *out)
{
  const char *const end = text + length;
  const char *p = text;
  const bool negative = p < end && *p == '-';
  p += p < end && (*p == '-' || *p == '+');
  if (p == end) {
    return false;
  }

  // The magnitude may reach 2^63 below zero
  uint64_t value = 0;
  const uint64_t limit = (uint64_t)INT64_MAX + (negative ? 1U : 0U);
  for (; p < end; ++p) {
    const unsigned digit = (unsigned char)(*p - '0');
    if (digit > 9U || value > (limit - digit) / 10U) {
      return false;
    }
    value = value * 10U + digit;
  }
  *out = (int64_t)(negative ? 0U - value : value);
  return true;
}
