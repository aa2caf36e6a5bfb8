// SPDX-License-Identifier: Apache-2.0

// Exact integers and decimals.  A small one is mantissa / 10^scale and is
// computed in 128 bits; what does not fit is computed on the texts, by
// big_number.c.

#include "expr_internal.h"

#include "base/number.h"

__extension__ typedef unsigned __int128 u128;

static const int64_t powers[19] = {1,
                                   10,
                                   100,
                                   1000,
                                   10000,
                                   100000,
                                   1000000,
                                   10000000,
                                   100000000,
                                   1000000000,
                                   10000000000,
                                   100000000000,
                                   1000000000000,
                                   10000000000000,
                                   100000000000000,
                                   1000000000000000,
                                   10000000000000000,
                                   100000000000000000,
                                   1000000000000000000};

/* ---- Text ---- */

/// Write the digits of a number, most significant first; at most 39
static size_t
write_digits(u128 value, char *out)
{
  char reversed[40];
  size_t n = 0;
  do {
    reversed[n++] = (char)('0' + (int)(value % 10U));
    value /= 10U;
  } while (value);

  for (size_t i = 0; i < n; ++i) {
    out[i] = reversed[n - 1U - i];
  }

  return n;
}

size_t
tercet_exact_write_scaled(bool negative,
                          const char *digits,
                          size_t n_digits,
                          size_t scale,
                          bool point,
                          char *out)
{
  size_t n = 0;
  if (negative) {
    out[n++] = '-';
  }

  const size_t n_integer = n_digits > scale ? n_digits - scale : 0U;
  if (!n_integer) {
    out[n++] = '0';
  }
  memcpy(out + n, digits, n_integer);
  n += n_integer;

  if (scale) {
    out[n++] = '.';
    for (size_t i = n_digits; i < scale; ++i) {
      out[n++] = '0';
    }
    memcpy(out + n, digits + n_integer, n_digits - n_integer);
    n += n_digits - n_integer;
  } else if (point) {
    out[n++] = '.';
    out[n++] = '0';
  }

  return n;
}

size_t
tercet_exact_write(int64_t mantissa, unsigned scale, bool point, char *out)
{
  char digits[40];
  const bool negative = mantissa < 0;
  const uint64_t magnitude =
      negative ? UINT64_C(0) - (uint64_t)mantissa : (uint64_t)mantissa;
  const size_t n_digits = write_digits(magnitude, digits);
  return tercet_exact_write_scaled(
      negative, digits, n_digits, scale, point, out);
}

tercet_string
tercet_exact_text(const tercet_value *value, char *room)
{
  if (value->kind == TERCET_VALUE_BIG_INTEGER ||
      value->kind == TERCET_VALUE_BIG_DECIMAL) {
    return value->text;
  }

  const bool is_decimal = value->kind == TERCET_VALUE_DECIMAL;
  const tercet_string text = {
      room,
      tercet_exact_write(
          value->integer, is_decimal ? value->scale : 0U, is_decimal, room)};
  return text;
}

/// A decimal text taken apart, without zeros that say nothing
typedef struct {
  bool negative;
  tercet_string integer;  ///< Without leading zeros; empty for 0
  tercet_string fraction; ///< Without trailing zeros
} decimal_parts;

static decimal_parts
split_text(tercet_string text)
{
  const char *at = text.data;
  const char *const end = text.data + text.length;
  decimal_parts parts = {false, {at, 0}, {at, 0}};
  if (at < end && (*at == '-' || *at == '+')) {
    parts.negative = *at++ == '-';
  }

  while (at < end && *at == '0') {
    ++at;
  }
  parts.integer.data = at;
  while (at < end && *at != '.') {
    ++at;
  }
  parts.integer.length = (size_t)(at - parts.integer.data);

  if (at < end) {
    const char *last = end;
    ++at;
    while (last > at && last[-1] == '0') {
      --last;
    }
    parts.fraction.data = at;
    parts.fraction.length = (size_t)(last - at);
  }

  if (!parts.integer.length && !parts.fraction.length) {
    parts.negative = false;
  }

  return parts;
}

/// Set `out` to the number if it fits into 18 digits, which never overflow
static bool
small_from_parts(const decimal_parts *parts, bool is_integer, tercet_value *out)
{
  const size_t n_digits = parts->integer.length + parts->fraction.length;
  if (n_digits > TERCET_DECIMAL_SCALE_MAX) {
    return false;
  }

  int64_t mantissa = 0;
  for (size_t i = 0; i < parts->integer.length; ++i) {
    mantissa = mantissa * 10 + (parts->integer.data[i] - '0');
  }
  for (size_t i = 0; i < parts->fraction.length; ++i) {
    mantissa = mantissa * 10 + (parts->fraction.data[i] - '0');
  }

  *out = tercet_value_integer(parts->negative ? -mantissa : mantissa);
  if (!is_integer) {
    out->kind = TERCET_VALUE_DECIMAL;
    out->datatype = TERCET_DATATYPE_DECIMAL;
    out->scale = (uint8_t)parts->fraction.length;
  }

  return true;
}

/// Copy the canonical text of a number into the arena
static tercet_status
canonical_text(tercet_arena *arena,
               const decimal_parts *parts,
               bool is_integer,
               tercet_string *out)
{
  const size_t n_digits = parts->integer.length + parts->fraction.length;
  char *const text =
      (char *)tercet_arena_allocate(arena, n_digits + 5U); // "-", "0", ".0"
  if (!text) {
    return TERCET_ERR_NO_MEMORY;
  }

  size_t n = 0;
  if (parts->negative) {
    text[n++] = '-';
  }
  if (!parts->integer.length) {
    text[n++] = '0';
  }
  memcpy(text + n, parts->integer.data, parts->integer.length);
  n += parts->integer.length;
  if (!is_integer) {
    text[n++] = '.';
    if (!parts->fraction.length) {
      text[n++] = '0';
    }
    memcpy(text + n, parts->fraction.data, parts->fraction.length);
    n += parts->fraction.length;
  }

  *out = (tercet_string){text, n};
  return TERCET_OK;
}

tercet_status
tercet_exact_from_text(tercet_arena *arena,
                       tercet_string text,
                       bool is_integer,
                       tercet_value *out)
{
  const decimal_parts parts = split_text(text);
  if (small_from_parts(&parts, is_integer, out)) {
    return TERCET_OK;
  }

  // One digit more than always fits
  int64_t integer = 0;
  if (is_integer && tercet_i64_read(text.data, text.length, &integer)) {
    *out = tercet_value_integer(integer);
    return TERCET_OK;
  }

  tercet_string canonical = {NULL, 0};
  TERCET_TRY(canonical_text(arena, &parts, is_integer, &canonical));
  *out = (tercet_value){.kind = TERCET_VALUE_BIG_DECIMAL,
                        .datatype = TERCET_DATATYPE_DECIMAL,
                        .id = TERCET_ID_UNKNOWN};
  if (is_integer) {
    out->kind = TERCET_VALUE_BIG_INTEGER;
    out->datatype = TERCET_DATATYPE_INTEGER;
  }
  out->text = canonical;
  return TERCET_OK;
}

tercet_status
tercet_exact_from_i128(tercet_arena *arena,
                       tercet_i128 mantissa,
                       unsigned scale,
                       bool is_integer,
                       tercet_value *out)
{
  while (scale && mantissa % 10 == 0) {
    mantissa /= 10;
    --scale;
  }

  if (mantissa >= INT64_MIN && mantissa <= INT64_MAX &&
      scale <= TERCET_DECIMAL_SCALE_MAX) {
    *out = tercet_value_integer((int64_t)mantissa);
    if (!is_integer) {
      out->kind = TERCET_VALUE_DECIMAL;
      out->datatype = TERCET_DATATYPE_DECIMAL;
      out->scale = (uint8_t)scale;
    }
    return TERCET_OK;
  }

  char digits[40];
  char text[96];
  const bool negative = mantissa < 0;
  const size_t n_digits = write_digits(
      negative ? (u128)0 - (u128)mantissa : (u128)mantissa, digits);
  const tercet_string view = {
      text,
      tercet_exact_write_scaled(
          negative, digits, n_digits, scale, !is_integer, text)};
  return tercet_exact_from_text(arena, view, is_integer, out);
}

/* ---- Arithmetic ---- */

static bool
is_small(const tercet_value *value)
{
  return value->kind == TERCET_VALUE_INTEGER ||
         value->kind == TERCET_VALUE_DECIMAL;
}

static bool
is_integer_kind(const tercet_value *value)
{
  return value->kind == TERCET_VALUE_INTEGER ||
         value->kind == TERCET_VALUE_BIG_INTEGER;
}

/// Return the scale of a small number; only decimals set the member
static unsigned
scale_of(const tercet_value *value)
{
  return value->kind == TERCET_VALUE_DECIMAL ? value->scale : 0U;
}

/// Round `digits` up by one unit of the last place; true if a digit was added
/// in front, where there is room for it
static bool
increment_digits(char *digits, size_t n_digits)
{
  size_t i = n_digits;
  while (i && digits[i - 1U] == '9') {
    digits[--i] = '0';
  }

  if (i) {
    ++digits[i - 1U];
    return false;
  }

  digits[-1] = '1';
  return true;
}

/// Return the number of decimal digits of a magnitude, 1 for 0
static unsigned
count_digits(u128 value)
{
  unsigned n = 1;
  while (value >= 10U) {
    value /= 10U;
    ++n;
  }

  return n;
}

/**
   Divide by long division, to at least 18 significant digits and 18 digits
   behind the point, the last one rounded half away from zero.

   Operands of one scale are below 2^123, so that a remainder times ten does
   not overflow.
*/
static tercet_status
divide_small(tercet_arena *arena,
             const tercet_value *a,
             const tercet_value *b,
             tercet_value *out)
{
  const unsigned sa = scale_of(a);
  const unsigned sb = scale_of(b);
  const bool negative = (a->integer < 0) != (b->integer < 0);
  u128 n = a->integer < 0 ? (u128)0 - (u128)a->integer : (u128)a->integer;
  u128 d = b->integer < 0 ? (u128)0 - (u128)b->integer : (u128)b->integer;
  n *= (uint64_t)powers[sb > sa ? sb - sa : 0U];
  d *= (uint64_t)powers[sa > sb ? sa - sb : 0U];

  char room[1U + 40U + 18U + 40U];
  char *digits = room + 1U;
  size_t n_digits = write_digits(n / d, digits);
  const unsigned lead = count_digits(d);
  const unsigned behind = count_digits(n);
  const size_t max_scale = 18U + (lead > behind ? lead - behind : 0U);
  size_t scale = 0;
  u128 rest = n % d;
  if (d <= UINT64_MAX / 10U) { // The usual case, several times as fast
    uint64_t rest64 = (uint64_t)rest;
    const uint64_t d64 = (uint64_t)d;
    for (; rest64 && scale < max_scale; ++scale) {
      rest64 *= 10U;
      digits[n_digits++] = (char)('0' + (int)(rest64 / d64));
      rest64 %= d64;
    }
    rest = rest64;
  }
  for (; rest && scale < max_scale; ++scale) {
    rest *= 10U;
    digits[n_digits++] = (char)('0' + (int)(rest / d));
    rest %= d;
  }

  if (rest * 2U >= d && increment_digits(digits, n_digits)) {
    --digits;
    ++n_digits;
  }

  char text[128];
  const tercet_string view = {
      text,
      tercet_exact_write_scaled(negative, digits, n_digits, scale, true, text)};
  return tercet_exact_from_text(arena, view, false, out);
}

static tercet_status
combine_small(tercet_arena *arena,
              tercet_numeric_op op,
              const tercet_value *a,
              const tercet_value *b,
              tercet_value *out)
{
  const bool is_integer = is_integer_kind(a) && is_integer_kind(b);
  const unsigned sa = scale_of(a);
  const unsigned sb = scale_of(b);
  if (op == TERCET_NUMERIC_MULTIPLY) {
    const tercet_i128 product = (tercet_i128)a->integer * b->integer;
    return tercet_exact_from_i128(arena, product, sa + sb, is_integer, out);
  }

  const unsigned scale = sa > sb ? sa : sb;
  const tercet_i128 ma = (tercet_i128)a->integer * powers[scale - sa];
  const tercet_i128 mb = (tercet_i128)b->integer * powers[scale - sb];
  return tercet_exact_from_i128(arena,
                                op == TERCET_NUMERIC_ADD ? ma + mb : ma - mb,
                                scale,
                                is_integer,
                                out);
}

/// Report a number that this build or its limits cannot hold: an error value,
/// never a wrong result
static tercet_status
report_too_large(tercet_expr_context *context, tercet_status st)
{
  if (st != TERCET_ERR_UNSUPPORTED && st != TERCET_ERR_LIMIT) {
    return st;
  }

  return tercet_call_fail(&context->call,
                          tercet_datatype_iri(TERCET_DATATYPE_DECIMAL),
                          st == TERCET_ERR_LIMIT
                              ? "number of too many digits"
                              : "number too large for a build without GMP");
}

static bool
is_zero(const tercet_value *value)
{
  return is_small(value) && !value->integer;
}

tercet_status
tercet_exact_binary(tercet_expr_context *context,
                    tercet_numeric_op op,
                    const tercet_value *a,
                    const tercet_value *b,
                    tercet_value *out)
{
  tercet_arena *const arena = context->call.arena;
  *out = (tercet_value){0};
  if (op == TERCET_NUMERIC_DIVIDE && is_zero(b)) {
    return TERCET_OK;
  }

  if (is_small(a) && is_small(b)) {
    return op == TERCET_NUMERIC_DIVIDE ? divide_small(arena, a, b, out)
                                       : combine_small(arena, op, a, b, out);
  }

  char room_a[TERCET_DECIMAL_TEXT_MAX];
  char room_b[TERCET_DECIMAL_TEXT_MAX];
  tercet_string text = {NULL, 0};
  const tercet_status st = tercet_big_binary(arena,
                                             op,
                                             tercet_exact_text(a, room_a),
                                             tercet_exact_text(b, room_b),
                                             &text);
  if (st != TERCET_OK) {
    return report_too_large(context, st);
  }

  const bool is_integer =
      op != TERCET_NUMERIC_DIVIDE && is_integer_kind(a) && is_integer_kind(b);
  return tercet_exact_from_text(arena, text, is_integer, out);
}

tercet_status
tercet_exact_negate(tercet_arena *arena,
                    const tercet_value *value,
                    tercet_value *out)
{
  const bool is_integer = is_integer_kind(value);
  if (is_small(value)) {
    return tercet_exact_from_i128(
        arena, -(tercet_i128)value->integer, scale_of(value), is_integer, out);
  }

  char *const text =
      (char *)tercet_arena_allocate(arena, value->text.length + 1U);
  if (!text) {
    return TERCET_ERR_NO_MEMORY;
  }

  const bool negative = value->text.data[0] == '-';
  const tercet_string magnitude = {value->text.data + negative,
                                   value->text.length - negative};
  text[0] = '-';
  memcpy(text + 1, magnitude.data, magnitude.length);
  const tercet_string view = {text + negative, magnitude.length + !negative};
  return tercet_exact_from_text(arena, view, is_integer, out);
}

/* ---- Comparison ---- */

static int
compare_magnitudes(const decimal_parts *a, const decimal_parts *b)
{
  if (a->integer.length != b->integer.length) {
    return a->integer.length < b->integer.length ? -1 : 1;
  }

  const int integer = tercet_string_compare(a->integer, b->integer);
  return integer ? integer : tercet_string_compare(a->fraction, b->fraction);
}

int
tercet_exact_compare(const tercet_value *a, const tercet_value *b)
{
  if (is_small(a) && is_small(b)) {
    const unsigned sa = scale_of(a);
    const unsigned sb = scale_of(b);
    const unsigned scale = sa > sb ? sa : sb;
    const tercet_i128 ma = (tercet_i128)a->integer * powers[scale - sa];
    const tercet_i128 mb = (tercet_i128)b->integer * powers[scale - sb];
    return (ma > mb) - (ma < mb);
  }

  char room_a[TERCET_DECIMAL_TEXT_MAX];
  char room_b[TERCET_DECIMAL_TEXT_MAX];
  const decimal_parts pa = split_text(tercet_exact_text(a, room_a));
  const decimal_parts pb = split_text(tercet_exact_text(b, room_b));
  if (pa.negative != pb.negative) {
    return pa.negative ? -1 : 1;
  }

  const int magnitude = compare_magnitudes(&pa, &pb);
  return pa.negative ? -magnitude : magnitude;
}

/* ---- Rounding to integers ---- */

/// Return what to add to the truncated value: -1, 0 or 1
static int
rounding_step(tercet_rounding rounding, const decimal_parts *parts)
{
  if (!parts->fraction.length) {
    return 0;
  }

  const char first = parts->fraction.data[0];
  switch (rounding) {
  case TERCET_ROUND_TRUNCATE:
    return 0;
  case TERCET_ROUND_FLOOR:
    return parts->negative ? -1 : 0;
  case TERCET_ROUND_CEIL:
    return parts->negative ? 0 : 1;
  case TERCET_ROUND_HALF_UP:
    if (parts->negative) { // -2.5 becomes -2
      return first > '5' || (first == '5' && parts->fraction.length > 1U) ? -1
                                                                          : 0;
    }
    return first >= '5' ? 1 : 0;
  }

  return 0;
}

tercet_status
tercet_exact_round(tercet_expr_context *context,
                   tercet_rounding rounding,
                   const tercet_value *value,
                   tercet_value *out)
{
  if (is_integer_kind(value)) {
    *out = *value;
    out->datatype = TERCET_DATATYPE_INTEGER;
    out->id = TERCET_ID_UNKNOWN;
    return TERCET_OK;
  }

  char room[TERCET_DECIMAL_TEXT_MAX];
  decimal_parts parts = split_text(tercet_exact_text(value, room));
  const tercet_value step =
      tercet_value_integer(rounding_step(rounding, &parts));
  parts.fraction.length = 0;
  tercet_string text = {NULL, 0};
  tercet_value truncated = {0};
  TERCET_TRY(canonical_text(context->call.arena, &parts, false, &text));
  TERCET_TRY(
      tercet_exact_from_text(context->call.arena, text, false, &truncated));
  if (!step.integer) {
    *out = truncated;
    return TERCET_OK;
  }

  return tercet_exact_binary(
      context, TERCET_NUMERIC_ADD, &truncated, &step, out);
}

/* ---- Rounding to a number of digits ---- */

/// Return whether digits that are dropped round the magnitude up: ties go
/// toward positive infinity
static bool
rounds_up(const char *dropped, size_t n_dropped, bool negative)
{
  if (!negative || dropped[0] != '5') {
    return dropped[0] >= '5';
  }

  for (size_t i = 1; i < n_dropped; ++i) {
    if (dropped[i] != '0') {
      return true;
    }
  }

  return false;
}

tercet_status
tercet_exact_round_text(tercet_arena *arena,
                        tercet_string text,
                        int64_t precision,
                        tercet_string *out)
{
  const decimal_parts parts = split_text(text);
  const size_t n_integer = parts.integer.length;
  const size_t n_digits = n_integer + parts.fraction.length;
  *out = text;
  if (precision >= (int64_t)parts.fraction.length) {
    return TERCET_OK;
  }

  *out = (tercet_string){"0", 1};
  if (precision < -(int64_t)n_integer) {
    return TERCET_OK; // Not even half of a unit
  }

  // Room for a digit in front, and for "-", "0" and "."
  char *const room = (char *)tercet_arena_allocate(arena, 2U * n_digits + 5U);
  if (!room) {
    return TERCET_ERR_NO_MEMORY;
  }

  char *digits = room + 1U;
  size_t n = (size_t)((int64_t)n_integer + precision);
  memcpy(digits, parts.integer.data, n_integer);
  memcpy(digits + n_integer, parts.fraction.data, parts.fraction.length);
  const size_t n_zeros = precision < 0 ? (size_t)-precision : 0U;
  const bool is_up = rounds_up(digits + n, n_digits - n, parts.negative);
  if (is_up && increment_digits(digits, n)) {
    --digits;
    ++n;
  }
  memset(digits + n, '0', n_zeros);

  char *const rounded = room + 1U + n_digits;
  *out = (tercet_string){
      rounded,
      tercet_exact_write_scaled(parts.negative,
                                digits,
                                n + n_zeros,
                                precision > 0 ? (size_t)precision : 0U,
                                false,
                                rounded)};
  return TERCET_OK;
}
