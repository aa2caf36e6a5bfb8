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
   DATE      year (14) | month (4) | day (5) | time zone (11)
   DATE_TIME ranges that follow each other, see `date_time_ranges`

   A text that none of these gives back byte for byte is not inline.
*/

#include "store/inline_value.h"

#include "base/number.h"

#include <assert.h>

#define INTEGER_BIAS (INT64_C(1) << 59U)
#define DECIMAL_MANTISSA_BITS 55U
#define DECIMAL_BIAS (INT64_C(1) << 54U)
#define DECIMAL_MAX_SCALE 17U

/* ---- Digits ---- */

static bool
is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/// Return the number of digits at the start of a text
static size_t
count_digits(const char *text, const char *end)
{
  size_t n = 0U;
  while (text + n < end && is_digit(text[n])) {
    ++n;
  }

  return n;
}

/// Return the value of at most 18 digits
static uint64_t
read_digits(const char *text, size_t n)
{
  assert(n <= 18U);

  uint64_t value = 0U;
  for (size_t i = 0U; i < n; ++i) {
    value = value * 10U + (uint64_t)(text[i] - '0');
  }

  return value;
}

/// Write `value` with exactly `n` digits
static void
write_digits(uint64_t value, size_t n, char *out)
{
  for (size_t i = n; i-- > 0U;) {
    out[i] = (char)('0' + value % 10U);
    value /= 10U;
  }
}

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

  const size_t n_whole = count_digits(text, end);
  if (!n_whole || n_whole > 18U || (n_whole > 1U && *text == '0')) {
    return NULL;
  }

  out->digits = read_digits(text, n_whole);
  out->n_fraction = 0U;
  text += n_whole;
  if (text == end || *text != '.') {
    return text;
  }

  const size_t n_fraction = count_digits(++text, end);
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
  write_digits(number->digits, n, digits);

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

/* ---- Dates ---- */

/// Codes of time zones: none, "Z", and the minutes of a written offset
enum { ZONE_NONE, ZONE_Z, ZONE_OFFSET = 2 + 14 * 60, ZONE_COUNT = 1683 };

#define SECONDS_OF_DAY INT64_C(86400)

/// Return the days from 0000-03-01 to a day of the Gregorian calendar.
/// Counting years from March puts the leap day last.
static int64_t
days_from_date(int64_t year, int64_t month, int64_t day)
{
  const int64_t y = month > 2 ? year : year - 1;
  const int64_t m = month > 2 ? month - 3 : month + 9;
  return y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + day - 1;
}

static void
date_from_days(int64_t days, tercet_date_time_parts *out)
{
  const int64_t era = days / 146097;
  const int64_t in_era = days % 146097;
  const int64_t year =
      (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
  const int64_t in_year = in_era - (year * 365 + year / 4 - year / 100);
  const int64_t m = (in_year * 5 + 2) / 153;

  out->day = (uint8_t)(in_year - (m * 153 + 2) / 5 + 1);
  out->month = (uint8_t)(m < 10 ? m + 3 : m - 9);
  out->year = (int32_t)(era * 400 + year + (m >= 10));
}

static unsigned
days_of_month(unsigned year, unsigned month)
{
  static const uint8_t days[] = {
      31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = !(year % 4U) && (year % 100U || !(year % 400U));
  return month == 2U && leap ? 29U : days[month - 1U];
}

/// Read `n` digits and the character behind them, unless that is NUL; return
/// what follows, or NULL
static const char *
read_part(const char *text, const char *end, size_t n, char mark, unsigned *out)
{
  if (!text || (size_t)(end - text) < n + (mark != '\0') ||
      count_digits(text, text + n) != n || (mark && text[n] != mark)) {
    return NULL;
  }

  *out = (unsigned)read_digits(text, n);
  return text + n + (mark != '\0');
}

/// Read a time zone that ends the text into its code
static bool
read_zone(const char *text, const char *end, unsigned *code)
{
  if (!text || text == end) {
    *code = ZONE_NONE;
    return text;
  }
  if (*text == 'Z') {
    *code = ZONE_Z;
    return text + 1 == end;
  }
  if (*text != '+' && *text != '-') {
    return false;
  }

  unsigned hours = 0U;
  unsigned minutes = 0U;
  const bool negative = *text == '-';
  text = read_part(text + 1, end, 2U, ':', &hours);
  text = read_part(text, end, 2U, '\0', &minutes);
  const unsigned offset = hours * 60U + minutes;
  if (text != end || minutes > 59U || offset > 14U * 60U ||
      (negative && !offset)) {
    return false;
  }

  *code = negative ? ZONE_OFFSET - offset : ZONE_OFFSET + offset;
  return true;
}

static void
set_zone(unsigned code, tercet_date_time_parts *out)
{
  out->has_timezone = code != ZONE_NONE;
  out->timezone_minutes =
      (int16_t)(code <= ZONE_Z ? 0 : (int)code - ZONE_OFFSET);
}

static size_t
write_zone(unsigned code, char *out)
{
  if (code == ZONE_NONE) {
    return 0U;
  }
  if (code == ZONE_Z) {
    *out = 'Z';
    return 1U;
  }

  const bool negative = code < ZONE_OFFSET;
  const unsigned offset = negative ? ZONE_OFFSET - code : code - ZONE_OFFSET;
  out[0] = negative ? '-' : '+';
  write_digits(offset / 60U, 2U, out + 1);
  out[3] = ':';
  write_digits(offset % 60U, 2U, out + 4);
  return 6U;
}

/// Read `YYYY-MM-DD` of the years 0001 to 9999; return what follows, or NULL
static const char *
read_day(const char *text, const char *end, tercet_date_time_parts *out)
{
  unsigned year = 0U;
  unsigned month = 0U;
  unsigned day = 0U;
  text = read_part(text, end, 4U, '-', &year);
  text = read_part(text, end, 2U, '-', &month);
  text = read_part(text, end, 2U, '\0', &day);
  if (!text || !year || !month || month > 12U || !day ||
      day > days_of_month(year, month)) {
    return NULL;
  }

  out->year = (int32_t)year;
  out->month = (uint8_t)month;
  out->day = (uint8_t)day;
  return text;
}

static size_t
write_day(const tercet_date_time_parts *parts, char *out)
{
  write_digits((uint64_t)parts->year, 4U, out);
  out[4] = '-';
  write_digits(parts->month, 2U, out + 5);
  out[7] = '-';
  write_digits(parts->day, 2U, out + 8);
  return 10U;
}

static bool
date_from_text(const char *text, const char *end, tercet_id *out)
{
  tercet_date_time_parts parts = {0};
  unsigned zone = 0U;
  if (!read_zone(read_day(text, end, &parts), end, &zone)) {
    return false;
  }

  uint64_t payload = (uint64_t)parts.year;
  payload = (payload << 4U) | parts.month;
  payload = (payload << 5U) | parts.day;
  payload = (payload << 11U) | zone;
  *out = tercet_id_make(TERCET_TAG_DATE, payload);
  return true;
}

/// Set the parts of a date, and return the code of the time zone
static unsigned
unpack_date(tercet_id id, tercet_date_time_parts *out)
{
  const uint64_t payload = tercet_id_payload(id);
  const unsigned zone = payload & 0x7ffU;

  memset(out, 0, sizeof(*out));
  out->day = (uint8_t)((payload >> 11U) & 31U);
  out->month = (uint8_t)((payload >> 16U) & 15U);
  out->year = (int32_t)(payload >> 20U);
  set_zone(zone, out);
  return zone;
}

/* ---- Dates with time ---- */

/**
   Ranges of payloads for dateTimes with as many digits behind the point of
   the seconds: time zone, then the count of 10^-digits seconds since the
   first year, so that those of one time zone lie close together.
*/
typedef struct {
  unsigned n_digits;
  unsigned n_zones;
  int32_t first_year;
  int32_t n_years;
  int64_t unit; ///< 10^n_digits
} date_time_range;

static const date_time_range date_time_ranges[] = {
    {0U, ZONE_COUNT, 1, 9999, 1},
    {1U, ZONE_COUNT, 1, 9999, 10},
    {2U, ZONE_COUNT, 1, 9999, 100},
    {3U, ZONE_COUNT, 1, 9999, 1000},
    {6U, ZONE_Z + 1U, 1000, 2000, 1000000},
};

#define N_DATE_TIME_RANGES                                                     \
  (sizeof(date_time_ranges) / sizeof(date_time_ranges[0]))

/// Return the number of payloads of one time zone.  All ranges together take
/// 7.2e17 of the 1.15e18 payloads.
static int64_t
zone_extent(const date_time_range *range)
{
  const int64_t days =
      days_from_date(range->first_year + range->n_years, 1, 1) -
      days_from_date(range->first_year, 1, 1);
  return days * SECONDS_OF_DAY * range->unit;
}

static int64_t
range_extent(const date_time_range *range)
{
  return zone_extent(range) * (int64_t)range->n_zones;
}

/// Read a time; return what follows, or NULL.  `n_digits` is set to the digits
/// behind the point of the seconds.
static const char *
read_time(const char *text,
          const char *end,
          tercet_date_time_parts *out,
          unsigned *fraction,
          size_t *n_digits)
{
  unsigned hour = 0U;
  unsigned minute = 0U;
  unsigned second = 0U;
  text = read_part(text, end, 2U, ':', &hour);
  text = read_part(text, end, 2U, ':', &minute);
  text = read_part(text, end, 2U, '\0', &second);
  if (!text || hour > 23U || minute > 59U || second > 59U) {
    return NULL;
  }

  out->hour = (uint8_t)hour;
  out->minute = (uint8_t)minute;
  out->second = (uint8_t)second;
  *fraction = 0U;
  *n_digits = 0U;
  if (text == end || *text != '.') {
    return text;
  }

  *n_digits = count_digits(++text, end);
  if (!*n_digits || *n_digits > 6U) {
    return NULL;
  }

  *fraction = (unsigned)read_digits(text, *n_digits);
  return text + *n_digits;
}

/// Return the payload of a dateTime within a range
static int64_t
position_in_range(const date_time_range *range,
                  const tercet_date_time_parts *parts,
                  unsigned fraction,
                  unsigned zone)
{
  const int64_t days = days_from_date(parts->year, parts->month, parts->day) -
                       days_from_date(range->first_year, 1, 1);
  const int64_t seconds = days * SECONDS_OF_DAY + (int64_t)parts->hour * 3600 +
                          (int64_t)parts->minute * 60 + parts->second;
  return zone * zone_extent(range) + seconds * range->unit + fraction;
}

static bool
date_time_from_text(const char *text, const char *end, tercet_id *out)
{
  tercet_date_time_parts parts = {0};
  unsigned fraction = 0U;
  size_t n_digits = 0U;
  unsigned zone = 0U;
  text = read_day(text, end, &parts);
  if (!text || text == end || *text != 'T' ||
      !read_zone(
          read_time(text + 1, end, &parts, &fraction, &n_digits), end, &zone)) {
    return false;
  }

  int64_t start = 0;
  for (size_t i = 0U; i < N_DATE_TIME_RANGES; ++i) {
    const date_time_range *const range = &date_time_ranges[i];
    if (range->n_digits == n_digits && zone < range->n_zones &&
        parts.year >= range->first_year &&
        parts.year < range->first_year + range->n_years) {
      start += position_in_range(range, &parts, fraction, zone);
      *out = tercet_id_make(TERCET_TAG_DATE_TIME, (uint64_t)start);
      return true;
    }
    start += range_extent(range);
  }

  return false;
}

/// Set the parts of a dateTime, and return the code of the time zone
static unsigned
unpack_date_time(tercet_id id, tercet_date_time_parts *out, unsigned *n_digits)
{
  int64_t position = (int64_t)tercet_id_payload(id);
  const date_time_range *range = date_time_ranges;
  for (; position >= range_extent(range); ++range) {
    position -= range_extent(range);
  }

  const unsigned zone = (unsigned)(position / zone_extent(range));
  position %= zone_extent(range);
  const int64_t seconds = position / range->unit;
  const int64_t in_day = seconds % SECONDS_OF_DAY;

  memset(out, 0, sizeof(*out));
  date_from_days(
      seconds / SECONDS_OF_DAY + days_from_date(range->first_year, 1, 1), out);
  out->hour = (uint8_t)(in_day / 3600);
  out->minute = (uint8_t)(in_day / 60 % 60);
  out->second = (uint8_t)(in_day % 60);
  out->nanosecond =
      (uint32_t)(position % range->unit * (INT64_C(1000000000) / range->unit));
  set_zone(zone, out);
  *n_digits = range->n_digits;
  return zone;
}

void
tercet_inline_date_time(tercet_id id, tercet_date_time_parts *out)
{
  assert(tercet_id_tag(id) == TERCET_TAG_DATE ||
         tercet_id_tag(id) == TERCET_TAG_DATE_TIME);

  unsigned n_digits = 0U;
  if (tercet_id_tag(id) == TERCET_TAG_DATE) {
    unpack_date(id, out);
  } else {
    unpack_date_time(id, out, &n_digits);
  }
}

static size_t
write_date(tercet_id id, char *out)
{
  tercet_date_time_parts parts = {0};
  const unsigned zone = unpack_date(id, &parts);
  const size_t n = write_day(&parts, out);
  return n + write_zone(zone, out + n);
}

static size_t
write_date_time(tercet_id id, char *out)
{
  tercet_date_time_parts parts = {0};
  unsigned n_digits = 0U;
  const unsigned zone = unpack_date_time(id, &parts, &n_digits);

  char *p = out + write_day(&parts, out);
  *p++ = 'T';
  write_digits(parts.hour, 2U, p);
  p[2] = ':';
  write_digits(parts.minute, 2U, p + 3);
  p[5] = ':';
  write_digits(parts.second, 2U, p + 6);
  p += 8;
  if (n_digits) {
    char digits[9];
    write_digits(parts.nanosecond, 9U, digits);
    *p++ = '.';
    memcpy(p, digits, n_digits);
    p += n_digits;
  }

  return (size_t)(p - out) + write_zone(zone, p);
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
    return date_from_text(begin, end, out);
  }

  return datatype == TERCET_DATATYPE_DATE_TIME &&
         date_time_from_text(begin, end, out);
}

tercet_status
tercet_inline_write(tercet_id id, tercet_buffer *out)
{
  char text[2U * TERCET_NUMBER_TEXT_MAX];
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
    n = write_date(id, text);
  } else {
    assert(tag == TERCET_TAG_DATE_TIME);
    n = write_date_time(id, text);
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
