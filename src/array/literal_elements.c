// SPDX-License-Identifier: Apache-2.0

#include "array/literal_elements.h"

#include "base/error.h"
#include "base/float16.h"
#include "base/number_scan.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/// Bytes that the loop for plain numbers may look at from the start of one: 24
/// for the comma, and 24 from behind a point before it
#define PLAIN_NUMBER_REACH 48

/// Round mantissa * 10^-n_decimals to an element
static inline void
put_plain_number(tercet_dtype dtype,
                 bool negative,
                 uint64_t mantissa,
                 uint32_t n_decimals,
                 char *out)
{
  const tercet_decimal decimal = {
      .mantissa = mantissa,
      .exponent = -(int64_t)n_decimals,
      .negative = negative,
  };
  double wide = 0.0;
  if (dtype == TERCET_DTYPE_F32) {
    const bool easy =
        tercet_exact_parts_to_f64(mantissa, decimal.exponent, &wide) &&
        tercet_f64_is_no_f32_middle(wide);
    const float value = easy ? (float)(negative ? -wide : wide)
                             : tercet_decimal_to_f32(&decimal);
    memcpy(out, &value, sizeof(value));
  } else if (dtype == TERCET_DTYPE_F64) {
    const bool easy =
        tercet_exact_parts_to_f64(mantissa, decimal.exponent, &wide);
    const double value =
        easy ? (negative ? -wide : wide) : tercet_decimal_to_f64(&decimal);
    memcpy(out, &value, sizeof(value));
  } else {
    const uint16_t value = tercet_decimal_to_f16(&decimal);
    memcpy(out, &value, sizeof(value));
  }
}

/// Take a number without exponent apart, of `length` bytes without its sign:
/// false if it is none, or has more digits than a mantissa holds
static inline bool
split_plain_number(const char *p,
                   uint32_t length,
                   uint64_t *mantissa,
                   uint32_t *n_decimals)
{
  // Nearly all have one digit before the point
  if (length > 2U && length < 20U && p[1] == '.') {
    const uint32_t first = (unsigned char)(*p - '0');
    *n_decimals = length - 2U;
    const bool good = tercet_digits_join(p + 2, *n_decimals, mantissa);
    *mantissa += first * tercet_u64_powers[*n_decimals];
    return good && first < 10U;
  }

  const char *const point =
      length ? (const char *)memchr(p, '.', length) : NULL;
  const uint32_t n_integer = point ? (uint32_t)(point - p) : length;
  *n_decimals = point ? length - n_integer - 1U : 0U;
  if (n_integer == 0 || (point && *n_decimals == 0) ||
      (*p == '0' && n_integer > 1U) ||
      n_integer + *n_decimals > TERCET_DECIMAL_DIGITS ||
      !tercet_digits_join(p, n_integer, mantissa)) {
    return false;
  }
  uint64_t fraction = 0;
  if (point && !tercet_digits_join(point + 1, *n_decimals, &fraction)) {
    return false;
  }
  *mantissa = *mantissa * tercet_u64_powers[*n_decimals] + fraction;
  return true;
}

/**
   Read elements like `-0.0123, ` as long as they come: no exponent, no more
   digits than a mantissa holds, and behind all of them a comma and a space or
   a comma alone.  Stop in front of anything else, at the start of an element.

   Where an element starts depends on where the one before ends, and on nothing
   that is computed from its digits: so the processor works on several at once.

   @return The number of elements read.
*/
static inline int64_t
read_plain_numbers(tercet_literal_cursor *in,
                   tercet_dtype dtype,
                   char *out,
                   int64_t n)
{
  const size_t size = tercet_dtype_size(dtype);
  const char *p = in->at;
  uint32_t n_separator = 0;
  int64_t i = 0;
  for (; i < n && in->end - p >= PLAIN_NUMBER_REACH; ++i) {
    const uint32_t length = tercet_chunks_find(p, ',');
    const uint32_t sign = *p == '-';
    const uint32_t step = 1U + (p[length + 1U] == ' ');
    uint64_t mantissa = 0;
    uint32_t n_decimals = 0;
    n_separator = n_separator ? n_separator : step;
    if (length >= 24U || step != n_separator ||
        !split_plain_number(p + sign, length - sign, &mantissa, &n_decimals)) {
      break;
    }
    put_plain_number(dtype, sign, mantissa, n_decimals, out);
    out += size;
    p += length + n_separator;
  }
  in->at = p;
  return i;
}

/// Run the loop above with the dtype as a constant, if it is a float
static int64_t
read_plain_floats(tercet_literal_cursor *in,
                  tercet_dtype dtype,
                  char *out,
                  int64_t n)
{
  return dtype == TERCET_DTYPE_F32
             ? read_plain_numbers(in, TERCET_DTYPE_F32, out, n)
         : dtype == TERCET_DTYPE_F64
             ? read_plain_numbers(in, TERCET_DTYPE_F64, out, n)
         : dtype == TERCET_DTYPE_F16
             ? read_plain_numbers(in, TERCET_DTYPE_F16, out, n)
             : 0;
}

static bool
is_float(tercet_dtype dtype)
{
  return dtype == TERCET_DTYPE_F16 || dtype == TERCET_DTYPE_F32 ||
         dtype == TERCET_DTYPE_F64;
}

/// Store NaN or an infinity
static void
put_special(tercet_dtype dtype, double value, char *out)
{
  if (dtype == TERCET_DTYPE_F64) {
    memcpy(out, &value, sizeof(value));
  } else if (dtype == TERCET_DTYPE_F32) {
    const float narrow = (float)value;
    memcpy(out, &narrow, sizeof(narrow));
  } else {
    const uint16_t bits = tercet_f64_to_f16(value);
    memcpy(out, &bits, sizeof(bits));
  }
}

/// Read a float that JSON has no number for, bare or as a string
static tercet_status
read_special(tercet_literal_cursor *in, tercet_dtype dtype, char *out)
{
  static const struct {
    const char *name;
    double value;
    bool bare; ///< Allowed without quotes
  } specials[] = {
      {"NaN", (double)NAN, true},
      {"Infinity", (double)INFINITY, true},
      {"-Infinity", -(double)INFINITY, true},
      {"INF", (double)INFINITY, false},
      {"-INF", -(double)INFINITY, false},
  };
  tercet_literal_cursor ahead = *in;
  tercet_literal_name name = {0};
  const char *next = in->at;
  const bool quoted = tercet_literal_peek(in, &next) == '"';
  if (quoted) {
    TERCET_TRY(tercet_literal_read_name(&ahead, &name));
  }

  for (size_t i = 0; i < sizeof(specials) / sizeof(*specials); ++i) {
    const bool found =
        quoted ? tercet_literal_name_is(&name, specials[i].name)
               : specials[i].bare &&
                     tercet_literal_take_word(&ahead, specials[i].name);
    if (found) {
      put_special(dtype, specials[i].value, out);
      in->at = ahead.at;
      return TERCET_OK;
    }
  }
  return tercet_literal_fail(
      in, "expected a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
}

/// Store an integer whose value is in range
static tercet_status
put_integer(const tercet_literal_cursor *in,
            const tercet_decimal *decimal,
            tercet_dtype dtype,
            char *out)
{
  const bool is_unsigned =
      dtype == TERCET_DTYPE_U8 || dtype == TERCET_DTYPE_U16 ||
      dtype == TERCET_DTYPE_U32 || dtype == TERCET_DTYPE_U64;
  const size_t size = tercet_dtype_size(dtype);
  const uint32_t n_spare = 64U - 8U * (uint32_t)size;
  uint64_t bits = 0;
  int64_t value = 0;
  const bool fits = is_unsigned ? tercet_decimal_to_u64(decimal, &bits) &&
                                      bits <= UINT64_MAX >> n_spare
                                : tercet_decimal_to_i64(decimal, &value) &&
                                      value >= INT64_MIN >> n_spare &&
                                      value <= INT64_MAX >> n_spare;
  if (!fits) {
    return tercet_literal_fail(
        in, "number is not an integer of type %s", tercet_dtype_name(dtype));
  }
  if (!is_unsigned) {
    bits = (uint64_t)value;
  }

  const uint8_t bits8 = (uint8_t)bits;
  const uint16_t bits16 = (uint16_t)bits;
  const uint32_t bits32 = (uint32_t)bits;
  memcpy(out,
         size == 1U   ? (const void *)&bits8
         : size == 2U ? (const void *)&bits16
         : size == 4U ? (const void *)&bits32
                      : (const void *)&bits,
         size);
  return TERCET_OK;
}

static tercet_status
put_number(const tercet_literal_cursor *in,
           const tercet_decimal *decimal,
           tercet_dtype dtype,
           char *out)
{
  if (dtype == TERCET_DTYPE_F32) {
    const float value = tercet_decimal_to_f32(decimal);
    memcpy(out, &value, sizeof(value));
  } else if (dtype == TERCET_DTYPE_F64) {
    const double value = tercet_decimal_to_f64(decimal);
    memcpy(out, &value, sizeof(value));
  } else if (dtype == TERCET_DTYPE_F16) {
    const uint16_t value = tercet_decimal_to_f16(decimal);
    memcpy(out, &value, sizeof(value));
  } else if (dtype == TERCET_DTYPE_BOOL) {
    *out = decimal->mantissa != 0;
  } else {
    return put_integer(in, decimal, dtype, out);
  }
  return TERCET_OK;
}

/// Read true or false
static tercet_status
read_bool(tercet_literal_cursor *in, tercet_dtype dtype, char *out)
{
  if (dtype != TERCET_DTYPE_BOOL) {
    return tercet_literal_fail(
        in, "expected a number of type %s", tercet_dtype_name(dtype));
  }
  const bool value = tercet_literal_take_word(in, "true");
  if (!value && !tercet_literal_take_word(in, "false")) {
    return tercet_literal_fail(in, "expected true or false");
  }
  *out = value;
  return TERCET_OK;
}

static tercet_status
read_number(tercet_literal_cursor *in, tercet_dtype dtype, char *out)
{
  tercet_literal_number number;
  const char *const start = in->at;
  TERCET_TRY(tercet_literal_read_number(in, &number));
  const tercet_literal_cursor at_number = {
      in->start, start, in->end, in->escaped, in->err};
  return put_number(&at_number, &number.decimal, dtype, out);
}

static tercet_status
read_element(tercet_literal_cursor *in,
             tercet_dtype dtype,
             bool names_only,
             char *out)
{
  const char *next = in->at;
  const int32_t c = tercet_literal_peek(in, &next);
  if (c == '[' || c == '{') {
    return tercet_literal_fail(in, "data must be a flat array");
  }
  if (c == 't' || c == 'f') {
    return read_bool(in, dtype, out);
  }
  if (names_only) {
    return tercet_literal_fail(
        in, "no type is given, so that true or false is expected");
  }

  tercet_literal_cursor behind_sign = *in;
  const bool sign = tercet_literal_take(&behind_sign, '-');
  const int32_t first = sign ? tercet_literal_peek(&behind_sign, &next) : c;
  if (is_float(dtype) && (c == '"' || first == 'N' || first == 'I')) {
    return read_special(in, dtype, out);
  }
  return read_number(in, dtype, out);
}

/// Read what stands behind the element number `i` of `n`
static tercet_status
read_separator(tercet_literal_cursor *in, int64_t i, int64_t n)
{
  tercet_literal_skip_space(in);
  const bool comma = tercet_literal_take(in, ',');
  if (!comma && !tercet_literal_take(in, ']')) {
    return tercet_literal_fail(in, "expected ',' or ']' in data");
  }
  if (comma && i + 1 == n) {
    return tercet_literal_fail(
        in, "shape asks for %" PRId64 " elements, but data goes on", n);
  }
  if (!comma && i + 1 < n) {
    return tercet_literal_fail(in,
                               "shape asks for %" PRId64
                               " elements, but data has %" PRId64,
                               n,
                               i + 1);
  }
  return TERCET_OK;
}

tercet_status
tercet_literal_read_elements(tercet_literal_cursor *in,
                             const tercet_tensor_type *type,
                             bool names_only,
                             void *out)
{
  const int64_t n = type->n_elements;
  const size_t size = tercet_dtype_size(type->dtype);
  char *at = (char *)out;
  tercet_literal_skip_space(in);
  if (n == 0) {
    return tercet_literal_take(in, ']')
               ? TERCET_OK
               : tercet_literal_fail(
                     in, "shape asks for 0 elements, but data has some");
  }

  const char *next = in->at;
  if (tercet_literal_peek(in, &next) == ']') {
    return tercet_literal_fail(
        in, "shape asks for %" PRId64 " elements, but data has none", n);
  }
  for (int64_t i = 0; i < n; ++i) {
    // All but the last element may be plain numbers
    const int64_t n_plain = read_plain_floats(in, type->dtype, at, n - 1 - i);
    i += n_plain;
    at += (size_t)n_plain * size;
    tercet_literal_skip_space(in);
    TERCET_TRY(read_element(in, type->dtype, names_only, at));
    TERCET_TRY(read_separator(in, i, n));
    at += size;
  }
  return TERCET_OK;
}
