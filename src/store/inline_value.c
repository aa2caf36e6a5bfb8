// SPDX-License-Identifier: Apache-2.0

/**
   Layouts of the 60 bits, from the most significant one.

   INTEGER   value + 2^59
   DECIMAL   scale (5) | mantissa + 2^54 (55); the text has `scale` digits
             behind the point, and no point if the scale is 0
   DOUBLE    0 | as written: negative (1), form (2), exponent + 512 (10),
             digits behind the point (4), digits as a number (42)
             1 | shortest: Python's or the canonical form (1), negative (1),
             exponent + 22 (5), fraction (52)
   BOOLEAN   0 or 1
   DATE, DATE_TIME  see inline_date.c

   A text that none of these gives back byte for byte is not inline.
*/

#include "store/inline_value.h"

#include "base/number.h"
#include "store/inline_date.h"
#include "store/inline_digits.h"

#include <assert.h>

#define INTEGER_BIAS (INT64_C(1) << 59U)
#define DECIMAL_MANTISSA_BITS 55U
#define DECIMAL_BIAS (INT64_C(1) << 54U)
#define DECIMAL_MAX_SCALE 17U

/// Digits with a point in between, as they were written
typedef struct {
  uint64_t digits;     ///< All of them as one number
  unsigned n_fraction; ///< Digits behind the point; 0 means no point
  bool negative;
} plain_number;

/// Read `-?(0|[1-9][0-9]*)(\.[0-9]+)?` of at most 18 digits; return its end,
/// or NULL
static const char *
read_plain_number(const char *text, const char *end, plain_number *out)
{
  out->negative = text < end && *text == '-';
  text += out->negative;

  const size_t n_whole = tercet_count_digits(text, end);
  if (!n_whole || n_whole > 18U || (n_whole > 1U && *text == '0')) {
    return NULL;
  }

  out->digits = tercet_read_digits(text, n_whole);
  out->n_fraction = 0U;
  text += n_whole;
  if (text == end || *text != '.') {
    return text;
  }

  const size_t n_fraction = tercet_count_digits(++text, end);
  if (!n_fraction || n_whole + n_fraction > 18U) {
    return NULL;
  }

  for (size_t i = 0U; i < n_fraction; ++i) {
    out->digits = out->digits * 10U + (uint64_t)(text[i] - '0');
  }
  out->n_fraction = (unsigned)n_fraction;
  return text + n_fraction;
}

/// Write what read_plain_number() reads, at most 21 bytes
static size_t
write_plain_number(const plain_number *number, char *out)
{
  char digits[TERCET_NUMBER_TEXT_MAX];
  size_t n = 0U;
  for (uint64_t rest = number->digits; rest; rest /= 10U) {
    ++n;
  }
  if (n <= number->n_fraction) {
    n = number->n_fraction + 1U;
  }
  tercet_write_digits(number->digits, n, digits);

  char *p = out;
  if (number->negative) {
    *p++ = '-';
  }
  const size_t n_whole = n - number->n_fraction;
  memcpy(p, digits, n_whole);
  p += n_whole;
  if (number->n_fraction) {
    *p++ = '.';
    memcpy(p, digits + n_whole, number->n_fraction);
    p += number->n_fraction;
  }

  return (size_t)(p - out);
}

/* ---- Integers and decimals ---- */

bool
tercet_inline_from_integer(int64_t value, tercet_id *out)
{
  if (value < -INTEGER_BIAS || value >= INTEGER_BIAS) {
    return false;
  }

  *out = tercet_id_make(TERCET_TAG_INTEGER, (uint64_t)(value + INTEGER_BIAS));
  return true;
}

int64_t
tercet_inline_integer(tercet_id id)
{
  assert(tercet_id_tag(id) == TERCET_TAG_INTEGER);
  return (int64_t)tercet_id_payload(id) - INTEGER_BIAS;
}

/// Set `out` if the text is a canonical xsd:integer
static bool
integer_from_text(const char *text, const char *end, tercet_id *out)
{
  plain_number number;
  if (read_plain_number(text, end, &number) != end || number.n_fraction ||
      (number.negative && !number.digits)) {
    return false;
  }

  const int64_t value = (int64_t)number.digits;
  return tercet_inline_from_integer(number.negative ? -value : value, out);
}

static bool
decimal_from_text(const char *text, const char *end, tercet_id *out)
{
  plain_number number;
  if (read_plain_number(text, end, &number) != end ||
      number.digits >= (uint64_t)DECIMAL_BIAS ||
      number.n_fraction > DECIMAL_MAX_SCALE ||
      (number.negative && !number.digits)) {
    return false;
  }

  const int64_t digits = (int64_t)number.digits;
  const int64_t mantissa = number.negative ? -digits : digits;
  *out = tercet_id_make(TERCET_TAG_DECIMAL,
                        ((uint64_t)number.n_fraction << DECIMAL_MANTISSA_BITS) |
                            (uint64_t)(mantissa + DECIMAL_BIAS));
  return true;
}

void
tercet_inline_decimal(tercet_id id, int64_t *mantissa, unsigned *scale)
{
  assert(tercet_id_tag(id) == TERCET_TAG_DECIMAL);

  const uint64_t payload = tercet_id_payload(id);
  const uint64_t mask = (UINT64_C(1) << DECIMAL_MANTISSA_BITS) - 1U;
  *mantissa = (int64_t)(payload & mask) - DECIMAL_BIAS;
  *scale = (unsigned)(payload >> DECIMAL_MANTISSA_BITS);
}

static size_t
write_decimal(tercet_id id, char *out)
{
  int64_t mantissa = 0;
  plain_number number = {0U, 0U, false};
  tercet_inline_decimal(id, &mantissa, &number.n_fraction);
  number.negative = mantissa < 0;
  number.digits = (uint64_t)(mantissa < 0 ? -mantissa : mantissa);
  return write_plain_number(&number, out);
}

/* ---- Doubles ---- */

/// How the exponent is written
typedef enum { FORM_PLAIN, FORM_UPPER, FORM_LOWER } double_form;

#define WRITTEN_DIGIT_BITS 42U
#define WRITTEN_SCALE_BITS 4U
#define WRITTEN_EXPONENT_BITS 10U
#define WRITTEN_EXPONENT_BIAS 512
#define SHORTEST_FLAG (UINT64_C(1) << 59U)
#define SHORTEST_MIN_EXPONENT (1023 - 22)

/// A double as it was written
typedef struct {
  plain_number number;
  double_form form;
  int exponent;
} written_double;

/// Read `-?(0|[1-9][0-9]*)` or the same without a superfluous sign or zero
static bool
read_exponent(const char *text, const char *end, int *out)
{
  plain_number number;
  if (read_plain_number(text, end, &number) != end || number.n_fraction ||
      number.digits >= WRITTEN_EXPONENT_BIAS ||
      (number.negative && !number.digits)) {
    return false;
  }

  *out = number.negative ? -(int)number.digits : (int)number.digits;
  return true;
}

static bool
read_written_double(const char *text, const char *end, written_double *out)
{
  text = read_plain_number(text, end, &out->number);
  out->form = FORM_PLAIN;
  out->exponent = 0;
  if (text && text < end && (*text == 'E' || *text == 'e')) {
    out->form = *text == 'E' ? FORM_UPPER : FORM_LOWER;
    return read_exponent(text + 1, end, &out->exponent);
  }

  return text == end;
}

static bool
double_as_written(const char *text, const char *end, tercet_id *out)
{
  written_double written;
  if (!read_written_double(text, end, &written) ||
      written.number.digits >> WRITTEN_DIGIT_BITS ||
      written.number.n_fraction >> WRITTEN_SCALE_BITS) {
    return false;
  }

  uint64_t payload = written.number.negative;
  payload = (payload << 2U) | (uint64_t)written.form;
  payload = (payload << WRITTEN_EXPONENT_BITS) |
            (uint64_t)(written.exponent + WRITTEN_EXPONENT_BIAS);
  payload = (payload << WRITTEN_SCALE_BITS) | written.number.n_fraction;
  payload = (payload << WRITTEN_DIGIT_BITS) | written.number.digits;
  *out = tercet_id_make(TERCET_TAG_DOUBLE, payload);
  return true;
}

static void
unpack_written_double(uint64_t payload, written_double *out)
{
  out->number.digits = payload & ((UINT64_C(1) << WRITTEN_DIGIT_BITS) - 1U);
  payload >>= WRITTEN_DIGIT_BITS;
  out->number.n_fraction =
      (unsigned)(payload & ((1U << WRITTEN_SCALE_BITS) - 1U));
  payload >>= WRITTEN_SCALE_BITS;
  out->exponent = (int)(payload & ((1U << WRITTEN_EXPONENT_BITS) - 1U)) -
                  WRITTEN_EXPONENT_BIAS;
  payload >>= WRITTEN_EXPONENT_BITS;
  out->form = (double_form)(payload & 3U);
  out->number.negative = payload >> 2U;
}

static size_t
write_written_double(const written_double *written, char *out)
{
  size_t n = write_plain_number(&written->number, out);
  if (written->form != FORM_PLAIN) {
    out[n++] = written->form == FORM_UPPER ? 'E' : 'e';
    n += tercet_i64_write(written->exponent, out + n);
  }

  return n;
}

static uint64_t
bits_of_double(double value)
{
  uint64_t bits = 0U;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static double
double_from_shortest(uint64_t payload)
{
  const uint64_t fraction = payload & ((UINT64_C(1) << 52U) - 1U);
  const uint64_t exponent =
      ((payload >> 52U) & 31U) + (uint64_t)SHORTEST_MIN_EXPONENT;
  const uint64_t negative = (payload >> 57U) & 1U;
  const uint64_t bits = (negative << 63U) | (exponent << 52U) | fraction;

  double value = 0.0;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

static tercet_float_format
shortest_format(uint64_t payload)
{
  return (payload >> 58U) & 1U ? TERCET_FLOAT_XSD : TERCET_FLOAT_PYTHON;
}

/// Set `out` if one of the two usual shortest forms is the text
static bool
double_as_shortest(const char *text, const char *end, tercet_id *out)
{
  const size_t length = (size_t)(end - text);
  double value = 0.0;
  if (length > TERCET_NUMBER_TEXT_MAX ||
      !tercet_f64_read(text, length, &value)) {
    return false;
  }

  const uint64_t bits = bits_of_double(value);
  const uint64_t exponent = (bits >> 52U) & 0x7ffU;
  if (exponent - SHORTEST_MIN_EXPONENT > 31U) {
    return false;
  }

  uint64_t payload = SHORTEST_FLAG | ((bits >> 63U) << 57U) |
                     ((exponent - SHORTEST_MIN_EXPONENT) << 52U) |
                     (bits & ((UINT64_C(1) << 52U) - 1U));
  char printed[TERCET_NUMBER_TEXT_MAX];
  for (uint64_t form = 0U; form < 2U; ++form) {
    payload |= form << 58U;
    const size_t n = tercet_f64_write(value, shortest_format(payload), printed);
    if (n == length && !memcmp(printed, text, n)) {
      *out = tercet_id_make(TERCET_TAG_DOUBLE, payload);
      return true;
    }
  }

  return false;
}

double
tercet_inline_double(tercet_id id)
{
  assert(tercet_id_tag(id) == TERCET_TAG_DOUBLE);

  const uint64_t payload = tercet_id_payload(id);
  if (payload & SHORTEST_FLAG) {
    return double_from_shortest(payload);
  }

  written_double written;
  unpack_written_double(payload, &written);
  tercet_decimal decimal = {0};
  decimal.mantissa = written.number.digits;
  decimal.exponent = written.exponent - (int)written.number.n_fraction;
  decimal.negative = written.number.negative;
  return tercet_decimal_to_f64(&decimal);
}

static size_t
write_double(tercet_id id, char *out)
{
  const uint64_t payload = tercet_id_payload(id);
  if (payload & SHORTEST_FLAG) {
    return tercet_f64_write(
        double_from_shortest(payload), shortest_format(payload), out);
  }

  written_double written;
  unpack_written_double(payload, &written);
  return write_written_double(&written, out);
}

/* ---- All of them ---- */

static bool
boolean_from_text(tercet_string text, tercet_id *out)
{
  const bool is_true = text.length == 4U && !memcmp(text.data, "true", 4U);
  if (!is_true && (text.length != 5U || memcmp(text.data, "false", 5U) != 0)) {
    return false;
  }

  *out = tercet_id_make(TERCET_TAG_BOOLEAN, is_true);
  return true;
}

bool
tercet_inline_from_text(tercet_datatype datatype,
                        tercet_string text,
                        tercet_id *out)
{
  if (!text.length) {
    return false;
  }

  const char *const begin = text.data;
  const char *const end = begin + text.length;
  if (datatype == TERCET_DATATYPE_INTEGER) {
    return integer_from_text(begin, end, out);
  }
  if (datatype == TERCET_DATATYPE_DECIMAL) {
    return decimal_from_text(begin, end, out);
  }
  if (datatype == TERCET_DATATYPE_DOUBLE) {
    return double_as_written(begin, end, out) ||
           double_as_shortest(begin, end, out);
  }
  if (datatype == TERCET_DATATYPE_BOOLEAN) {
    return boolean_from_text(text, out);
  }
  if (datatype == TERCET_DATATYPE_DATE) {
    return tercet_inline_date_from_text(begin, end, out);
  }

  return datatype == TERCET_DATATYPE_DATE_TIME &&
         tercet_inline_date_time_from_text(begin, end, out);
}

tercet_status
tercet_inline_write(tercet_id id, tercet_buffer *out)
{
  char text[TERCET_NUMBER_TEXT_MAX + TERCET_INLINE_DATE_MAX];
  size_t n = 0U;
  const tercet_tag tag = tercet_id_tag(id);
  if (tag == TERCET_TAG_INTEGER) {
    n = tercet_i64_write(tercet_inline_integer(id), text);
  } else if (tag == TERCET_TAG_DECIMAL) {
    n = write_decimal(id, text);
  } else if (tag == TERCET_TAG_DOUBLE) {
    n = write_double(id, text);
  } else if (tag == TERCET_TAG_BOOLEAN) {
    return tercet_buffer_append_text(out,
                                     tercet_id_payload(id) ? "true" : "false");
  } else if (tag == TERCET_TAG_DATE) {
    n = tercet_inline_date_write(id, text);
  } else {
    assert(tag == TERCET_TAG_DATE_TIME);
    n = tercet_inline_date_time_write(id, text);
  }

  return tercet_buffer_append(out, text, n);
}

tercet_datatype
tercet_inline_datatype(tercet_id id)
{
  static const tercet_datatype datatypes[] = {
      TERCET_DATATYPE_INTEGER,
      TERCET_DATATYPE_DECIMAL,
      TERCET_DATATYPE_DOUBLE,
      TERCET_DATATYPE_BOOLEAN,
      TERCET_DATATYPE_DATE,
      TERCET_DATATYPE_DATE_TIME,
  };

  const tercet_tag tag = tercet_id_tag(id);
  assert(tag >= TERCET_TAG_INTEGER && tag <= TERCET_TAG_DATE_TIME);
  return datatypes[tag - TERCET_TAG_INTEGER];
}
