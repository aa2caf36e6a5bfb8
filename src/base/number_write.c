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

/// Return the number of decimal digits, 1 for 0
static uint32_t
count_digits(uint64_t value)
{
  // 1233 / 4096 is a little more than log10(2): at most one too many
  const uint32_t n_bits = 64U - (uint32_t)__builtin_clzll(value | 1U);
  const uint32_t guess = (n_bits * 1233U) >> 12U;
  return guess + (guess == 0 || value >= tercet_u64_powers[guess]);
}

/// Return eight digits as text, the first one in the low byte
static uint64_t
eight_digits(uint32_t value)
{
  // Split into halves, pairs and digits, all parts of a step side by side; the
  // multiplications divide by 100 and 10 what is below 10,000 and 100
  const uint64_t halves = value / 10000U | (uint64_t)(value % 10000U) << 32U;
  const uint64_t hundreds =
      ((halves * 10486U) >> 20U) & UINT64_C(0x0000007f0000007f);
  const uint64_t pairs = hundreds | (halves - hundreds * 100U) << 16U;
  const uint64_t tens = ((pairs * 103U) >> 10U) & UINT64_C(0x000f000f000f000f);
  const uint64_t digits = tens | (pairs - tens * 10U) << 8U;
  return digits | UINT64_C(0x3030303030303030);
}

static void
store_chunk(uint64_t chunk, char *out)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  chunk = __builtin_bswap64(chunk);
#endif
  memcpy(out, &chunk, sizeof(chunk));
}

/// Write the last `n` of eight digits, 1 to 8, and up to 8 bytes in all
static void
put_chunk(uint32_t value, uint32_t n, char *out)
{
  store_chunk(eight_digits(value) >> (64U - 8U * n), out);
}

/// Write exactly `n` digits, the number of digits of `value`, and at least 8
/// bytes
static void
put_digits(uint64_t value, uint32_t n, char *out)
{
  const uint64_t chunk = 100000000U;
  if (n <= 8U) {
    put_chunk((uint32_t)value, n, out);
    return;
  }

  // Each chunk overwrites what the one before it wrote too much
  const uint64_t high = value / chunk;
  if (n <= 16U) {
    put_chunk((uint32_t)high, n - 8U, out);
  } else {
    put_chunk((uint32_t)(high / chunk), n - 16U, out);
    put_chunk((uint32_t)(high % chunk), 8U, out + n - 16U);
  }
  put_chunk((uint32_t)(value % chunk), 8U, out + n - 8U);
}

/// Write `n` digits, the first of which stands for 10^top, without exponent
static size_t
put_plain(uint64_t digits, uint32_t n, int32_t top, bool point, char *out)
{
  if (top < 0) {
    const size_t n_zeros = (size_t)-top;
    memcpy(out, "0.000000", 8);
    if (n_zeros > 7U) {
      memset(out + 8, '0', n_zeros - 7U);
    }
    put_digits(digits, n, out + 1U + n_zeros);
    return 1U + n_zeros + n;
  }

  const size_t n_integer = (size_t)top + 1U;
  if (n > n_integer) {
    put_digits(digits, n, out + 1);
    out[0] = out[1];
    for (size_t i = 1; i < n_integer; ++i) {
      out[i] = out[i + 1U];
    }
    out[n_integer] = '.';
    return n + 1U;
  }

  put_digits(digits, n, out);
  for (size_t i = n; i < n_integer; ++i) {
    out[i] = '0';
  }
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
