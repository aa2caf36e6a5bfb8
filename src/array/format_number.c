// SPDX-License-Identifier: Apache-2.0

#include "array/format_number.h"

#include "array/element.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Digits ---- */

/// More digits than a number in decimals, rounded to
/// TERCET_FORMAT_PRECISION_MAX behind the point, can have
#define DIGITS_MAX 400U

/// A finite number without its sign: 0.digits * 10^point
typedef struct {
  char digits[DIGITS_MAX]; ///< Neither starts nor ends in 0
  size_t n;                ///< 0 for zero
  int point;
} decimal;

/// Read the digits of "12.5", "1e-05" and the like; whatever stands between
/// digits, in any locale, is the point
static void
decimal_read(decimal *out, const char *text, size_t length)
{
  bool has_point = false;
  out->n = 0;
  out->point = 0;
  for (size_t i = 0; i < length; ++i) {
    if (text[i] == 'e') {
      out->point += (int)strtol(text + i + 1, NULL, 10);
      break;
    }
    if (text[i] < '0' || text[i] > '9') {
      has_point = true;
      continue;
    }
    out->point += !has_point;
    if (text[i] == '0' && !out->n) {
      --out->point; // Leading zeros only move the point
    } else if (out->n < DIGITS_MAX) {
      out->digits[out->n++] = text[i];
    }
  }
  while (out->n && out->digits[out->n - 1U] == '0') {
    --out->n;
  }
  out->point = out->n ? out->point : 0;
}

/// Set `out` to the fewest digits that tell |x| from other numbers of a dtype
static void
decimal_shortest(decimal *out, double x, tercet_dtype dtype)
{
  char text[TERCET_NUMBER_TEXT_MAX + 1U];
  const double y = fabs(x);
  const size_t length =
      dtype == TERCET_DTYPE_F64 || dtype == TERCET_DTYPE_C128
          ? tercet_f64_write(y, TERCET_FLOAT_PYTHON, text)
      : dtype == TERCET_DTYPE_F16
          ? tercet_f16_write(tercet_f64_to_f16(y), TERCET_FLOAT_PYTHON, text)
          : tercet_f32_write((float)y, TERCET_FLOAT_PYTHON, text);
  text[length] = '\0';
  decimal_read(out, text, length);
}

/// Digits of `d` behind the point
static size_t
n_behind(const decimal *d)
{
  const int n = (int)d->n - d->point;
  return n > 0 ? (size_t)n : 0U;
}

/// Get the digits of a number in one of the two notations.  Too many are cut
/// off by rounding the number itself, not its shortest digits, to nearest.
static void
decimal_of(const tercet_format_cells *cells,
           double x,
           bool is_scientific,
           decimal *out)
{
  char text[DIGITS_MAX];
  decimal_shortest(out, x, cells->dtype);
  const size_t n = is_scientific ? (out->n ? out->n - 1U : 0U) : n_behind(out);
  if (cells->precision >= 0 && n > (size_t)cells->precision) {
    const int length = snprintf(text,
                                sizeof(text),
                                is_scientific ? "%.*e" : "%.*f",
                                cells->precision,
                                fabs(x));
    decimal_read(out, text, (size_t)length);
  }
}

/* ---- Looking ---- */

static size_t
larger(size_t a, size_t b)
{
  return a > b ? a : b;
}

static size_t
exponent_length(const decimal *d)
{
  const int exponent = d->n ? abs(d->point - 1) : 0;
  return exponent < 100 ? 2U : 3U;
}

static void
see_float(const tercet_format_cells *cells,
          tercet_format_floats *floats,
          bool has_plus,
          double x)
{
  if (!isfinite(x)) {
    floats->has_nan = floats->has_nan || isnan(x);
    floats->has_infinity = floats->has_infinity || isinf(x);
    floats->has_negative_infinity =
        floats->has_negative_infinity || (isinf(x) && (has_plus || x < 0));
    return;
  }

  const size_t n_sign = has_plus || signbit(x) ? 1U : 0U;
  floats->has_finite = true;
  if (x != 0) {
    floats->max = fmax(floats->max, fabs(x));
    floats->min = floats->min == 0 ? fabs(x) : fmin(floats->min, fabs(x));
  }

  decimal d;
  decimal_of(cells, x, false, &d);
  const size_t before = n_sign + (d.point > 1 ? (size_t)d.point : 1U);
  floats->plain.before = larger(floats->plain.before, before);
  floats->plain.behind = larger(floats->plain.behind, n_behind(&d));
  decimal_of(cells, x, true, &d);
  floats->scientific.before = larger(floats->scientific.before, n_sign + 1U);
  floats->scientific.behind =
      larger(floats->scientific.behind, d.n ? d.n - 1U : 0U);
  floats->n_exponent = larger(floats->n_exponent, exponent_length(&d));
}

void
tercet_format_cells_init(tercet_format_cells *cells,
                         tercet_dtype dtype,
                         const tercet_format_options *options)
{
  memset(cells, 0, sizeof(*cells));
  cells->dtype = dtype;
  cells->precision = options->precision;
  cells->suppress = options->suppress;
}

/// Write an element that is no float, not padded; return its length
static size_t
write_plain(tercet_dtype_kind kind, const wide_buffer *wide, char *out)
{
  if (kind == TERCET_KIND_I) {
    return tercet_i64_write(wide->as_I[0], out);
  }
  if (kind == TERCET_KIND_U) {
    return tercet_u64_write(wide->as_U[0], out);
  }
  const char *const word = wide->as_B[0] ? "true" : "false";
  const size_t length = strlen(word);
  memcpy(out, word, length);
  return length;
}

void
tercet_format_cells_see(tercet_format_cells *cells, const char *element)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  wide_buffer wide;
  tercet_elements_widen(cells->dtype, element, 0, 1, &wide);
  const tercet_dtype_kind kind = tercet_dtype_kind_of(cells->dtype);
  switch (kind) {
  case TERCET_KIND_B:
  case TERCET_KIND_I:
  case TERCET_KIND_U:
    cells->width = larger(cells->width, write_plain(kind, &wide, text));
    break;
  case TERCET_KIND_F:
    see_float(cells, &cells->re, false, wide.as_F[0]);
    break;
  case TERCET_KIND_C:
    see_float(cells, &cells->re, false, wide.as_C[0].re);
    see_float(cells, &cells->im, true, wide.as_C[0].im);
    break;
  }
}

/* ---- Writing ---- */

/// Where NumPy changes to exponents
static bool
needs_exponents(const tercet_format_cells *cells,
                const tercet_format_floats *floats)
{
  return floats->max >= 1e8 ||
         (!cells->suppress && floats->min > 0 &&
          (floats->min < 0.0001 || floats->max / floats->min > 1000));
}

/// Append `n` times a character; return what is behind it
static char *
put(char *at, char c, size_t n)
{
  memset(at, c, n);
  return at + n;
}

/// Put `n` spaces in front of a text that starts at `start`
static char *
indent(char *start, char *end, size_t n)
{
  memmove(start + n, start, (size_t)(end - start));
  memset(start, ' ', n);
  return end + n;
}

/// Write the digits as they are, and spaces behind them
static char *
put_plain(const decimal *d, size_t n_behind_point, char *at)
{
  size_t i = 0;
  for (int p = d->point; p > 0; --p) {
    *at++ = i < d->n ? d->digits[i++] : '0';
  }
  if (d->point <= 0) {
    *at++ = '0';
  }
  *at++ = '.';
  const size_t n = n_behind(d);
  if (d->point < 0 && n) {
    at = put(at, '0', (size_t)-d->point);
  }
  memcpy(at, d->digits + i, d->n - i);
  at += d->n - i;
  return put(at, ' ', n_behind_point > n ? n_behind_point - n : 0U);
}

/// Write d.ddde+dd
static char *
put_scientific(const decimal *d,
               size_t n_behind_point,
               size_t n_exponent,
               char *at)
{
  const size_t n = d->n ? d->n - 1U : 0U;
  *at++ = d->n ? d->digits[0] : '0';
  *at++ = '.';
  memcpy(at, d->digits + 1, n);
  at = put(at + n, '0', n_behind_point > n ? n_behind_point - n : 0U);

  const int exponent = d->n ? d->point - 1 : 0;
  *at++ = 'e';
  *at++ = exponent < 0 ? '-' : '+';
  unsigned divisor = n_exponent == 3U ? 100U : 10U;
  for (; divisor; divisor /= 10U) {
    *at++ = (char)('0' + (unsigned)abs(exponent) / divisor % 10U);
  }
  return at;
}

static char *
put_float(const tercet_format_cells *cells,
          const tercet_format_floats *floats,
          bool has_plus,
          double x,
          char *start)
{
  const bool is_scientific = needs_exponents(cells, floats);
  const tercet_format_widths *const widths =
      is_scientific ? &floats->scientific : &floats->plain;
  const size_t behind =
      widths->behind + (is_scientific ? 2U + floats->n_exponent : 0U) + 1U;
  const size_t n_infinity = floats->has_negative_infinity ? 4U : 3U;
  const size_t n_special = floats->has_infinity ? n_infinity
                           : floats->has_nan    ? 3U
                                                : 0U;
  const size_t width = larger(widths->before + behind, n_special);

  char *at = start;
  const bool is_negative = isnan(x) ? false : signbit(x) != 0;
  if (is_negative || has_plus) {
    *at++ = is_negative ? '-' : '+';
  }
  if (!isfinite(x)) {
    memcpy(at, isnan(x) ? "nan" : "inf", 3);
    at += 3;
    const size_t n = (size_t)(at - start);
    return indent(start, at, width > n ? width - n : 0U);
  }

  decimal d;
  decimal_of(cells, x, is_scientific, &d);
  at = is_scientific
           ? put_scientific(&d, widths->behind, floats->n_exponent, at)
           : put_plain(&d, widths->behind, at);
  const size_t n = (size_t)(at - start);
  return indent(start, at, width > n ? width - n : 0U);
}

/// Write a part of a complex number with its 'j', in front of the spaces
static char *
put_imaginary(const tercet_format_cells *cells, double x, char *start)
{
  char *const end = put_float(cells, &cells->im, true, x, start);
  char *at = end;
  while (at > start && at[-1] == ' ') {
    --at;
  }
  memmove(at + 1, at, (size_t)(end - at));
  *at = 'j';
  return end + 1;
}

size_t
tercet_format_cells_write(const tercet_format_cells *cells,
                          const char *element,
                          char out[TERCET_FORMAT_CELL_MAX])
{
  wide_buffer wide;
  tercet_elements_widen(cells->dtype, element, 0, 1, &wide);
  const tercet_dtype_kind kind = tercet_dtype_kind_of(cells->dtype);
  char *end = out;
  switch (kind) {
  case TERCET_KIND_B:
  case TERCET_KIND_I:
  case TERCET_KIND_U:
    end += write_plain(kind, &wide, out);
    end = indent(out, end, cells->width - (size_t)(end - out));
    break;
  case TERCET_KIND_F:
    end = put_float(cells, &cells->re, false, wide.as_F[0], out);
    break;
  case TERCET_KIND_C:
    end = put_float(cells, &cells->re, false, wide.as_C[0].re, out);
    end = put_imaginary(cells, wide.as_C[0].im, end);
    break;
  }
  return (size_t)(end - out);
}
