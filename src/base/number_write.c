// SPDX-License-Identifier: Apache-2.0

#include "base/number.h"

#include "base/float16.h"
#include "base/number_scan.h"
#include "base/number_text.h"

#include <assert.h>
#include <math.h>

const tercet_digits_layout tercet_layout_python = {
    -4, 16, true, false, true, 'e', 2};

const tercet_digits_layout tercet_layout_xsd = {
    0, 0, true, true, false, 'E', 1};

static const char digit_pairs[] = "00010203040506070809"
                                  "10111213141516171819"
                                  "20212223242526272829"
                                  "30313233343536373839"
                                  "40414243444546474849"
                                  "50515253545556575859"
                                  "60616263646566676869"
                                  "70717273747576777879"
                                  "80818283848586878889"
                                  "90919293949596979899";

/// Return the number of decimal digits, 1 for 0
static uint32_t
count_digits(uint64_t value)
{
  // 1233 / 4096 is a little more than log10(2): at most one too many
  const uint32_t n_bits = 64U - (uint32_t)__builtin_clzll(value | 1U);
  const uint32_t guess = (n_bits * 1233U) >> 12U;
  return guess + (guess == 0 || value >= tercet_u64_powers[guess]);
}

/// Write exactly `n` digits, the number of digits of `value`
static void
put_digits(uint64_t value, uint32_t n, char *out)
{
  char *p = out + n;
  while (value > UINT32_MAX) {
    p -= 2;
    memcpy(p, digit_pairs + 2U * (value % 100U), 2);
    value /= 100U;
  }
  uint32_t rest = (uint32_t)value;
  while (rest >= 10U) {
    p -= 2;
    memcpy(p, digit_pairs + 2U * (rest % 100U), 2);
    rest /= 100U;
  }
  if (p > out) {
    *out = (char)('0' + rest);
  }
}

/// Write `n` digits, the first of which stands for 10^top, without exponent
static size_t
put_plain(uint64_t digits, uint32_t n, int32_t top, bool point, char *out)
{
  if (top < 0) {
    const size_t n_zeros = (size_t)-top;
    memset(out, '0', n_zeros + 1U);
    out[1] = '.';
    put_digits(digits, n, out + 1U + n_zeros);
    return 1U + n_zeros + n;
  }

  const size_t n_integer = (size_t)top + 1U;
  if (n > n_integer) {
    put_digits(digits, n, out + 1);
    memmove(out, out + 1, n_integer);
    out[n_integer] = '.';
    return n + 1U;
  }

  put_digits(digits, n, out);
  memset(out + n, '0', n_integer - n);
  if (point) {
    memcpy(out + n_integer, ".0", 2);
  }
  return n_integer + (point ? 2U : 0U);
}

static size_t
put_scientific(uint64_t digits,
               uint32_t n,
               int32_t top,
               const tercet_digits_layout *layout,
               char *out)
{
  put_digits(digits, n, out + 1);
  out[0] = out[1];
  out[1] = '.';
  char *p = out + (n > 1U ? n + 1U : 1U);
  if (n == 1U && layout->scientific_point) {
    p[1] = '0';
    p += 2;
  }

  *p++ = layout->letter;
  if (top < 0 || layout->plus) {
    *p++ = top < 0 ? '-' : '+';
  }
  const uint32_t exponent = (uint32_t)(top < 0 ? -top : top);
  if (exponent < 10U && layout->exponent_digits > 1U) {
    *p++ = '0';
  }
  const uint32_t n_exponent = count_digits(exponent);
  put_digits(exponent, n_exponent, p);
  return (size_t)(p - out) + n_exponent;
}

size_t
tercet_digits_write(const tercet_digits *number,
                    const tercet_digits_layout *layout,
                    char *out)
{
  const uint32_t n = count_digits(number->digits);
  const int32_t top = number->exponent + (int32_t)n - 1;
  *out = '-';
  out += number->negative;
  const size_t length =
      top >= layout->lowest && top < layout->limit
          ? put_plain(number->digits, n, top, layout->plain_point, out)
          : put_scientific(number->digits, n, top, layout, out);
  return length + number->negative;
}

size_t
tercet_digits_write_fixed(const tercet_digits *number,
                          uint32_t n_decimals,
                          char *out)
{
  const uint32_t n = count_digits(number->digits);
  const int32_t top = number->exponent + (int32_t)n - 1;
  const uint32_t used = number->exponent < 0 ? (uint32_t)-number->exponent : 0U;
  if (used > n_decimals || top >= 20) {
    return 0;
  }

  *out = '-';
  out += number->negative;
  size_t length = put_plain(number->digits, n, top, false, out);
  if (used == 0 && n_decimals) {
    out[length++] = '.';
  }
  memset(out + length, '0', n_decimals - used);
  return length + n_decimals - used + number->negative;
}

/// Write NaN or an infinity
static size_t
put_special(double value, tercet_float_format format, char *out)
{
  const bool xsd = format == TERCET_FLOAT_XSD;
  const char *const text = isnan(value) ? "NaN"
                           : value < 0  ? (xsd ? "-INF" : "-Infinity")
                                        : (xsd ? "INF" : "Infinity");
  const size_t length = strlen(text);
  memcpy(out, text, length);
  return length;
}

static size_t
put_finite(double value,
           tercet_digits number,
           tercet_float_format format,
           char *out)
{
  if (format == TERCET_FLOAT_XSD) {
    return tercet_digits_write(&number, &tercet_layout_xsd, out);
  }
  tercet_digits_fill(&number, value);
  return tercet_digits_write(&number, &tercet_layout_python, out);
}

size_t
tercet_f64_write(double value, tercet_float_format format, char *out)
{
  return isfinite(value)
             ? put_finite(value, tercet_f64_digits(value), format, out)
             : put_special(value, format, out);
}

size_t
tercet_f32_write(float value, tercet_float_format format, char *out)
{
  const double wide = (double)value;
  return isfinite(value)
             ? put_finite(wide, tercet_f32_digits(value), format, out)
             : put_special(wide, format, out);
}

size_t
tercet_f16_write(uint16_t bits, tercet_float_format format, char *out)
{
  const double wide = (double)tercet_f16_to_f32(bits);
  return isfinite(wide) ? put_finite(wide, tercet_f16_digits(bits), format, out)
                        : put_special(wide, format, out);
}

size_t
tercet_u64_write(uint64_t value, char *out)
{
  const uint32_t n = count_digits(value);
  put_digits(value, n, out);
  return n;
}

size_t
tercet_i64_write(int64_t value, char *out)
{
  const bool negative = value < 0;
  *out = '-';
  return tercet_u64_write(negative ? 0U - (uint64_t)value : (uint64_t)value,
                          out + negative) +
         negative;
}
