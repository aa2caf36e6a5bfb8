// SPDX-License-Identifier: Apache-2.0

/**
   Layouts of the 60 bits, from the most significant one.

   DATE      year (14) | month (4) | day (5) | time zone (11)
   DATE_TIME ranges that follow each other, see `date_time_ranges`
*/

#include "store/inline_date.h"

#include "store/inline_digits.h"
#include "store/inline_value.h"

#include <assert.h>
#include <string.h>

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
      tercet_count_digits(text, text + n) != n || (mark && text[n] != mark)) {
    return NULL;
  }

  *out = (unsigned)tercet_read_digits(text, n);
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
  tercet_write_digits(offset / 60U, 2U, out + 1);
  out[3] = ':';
  tercet_write_digits(offset % 60U, 2U, out + 4);
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
  tercet_write_digits((uint64_t)parts->year, 4U, out);
  out[4] = '-';
  tercet_write_digits(parts->month, 2U, out + 5);
  out[7] = '-';
  tercet_write_digits(parts->day, 2U, out + 8);
  return 10U;
}

bool
tercet_inline_date_from_text(const char *text, const char *end, tercet_id *out)
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

  *n_digits = tercet_count_digits(++text, end);
  if (!*n_digits || *n_digits > 6U) {
    return NULL;
  }

  *fraction = (unsigned)tercet_read_digits(text, *n_digits);
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

bool
tercet_inline_date_time_from_text(const char *text,
                                  const char *end,
                                  tercet_id *out)
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

size_t
tercet_inline_date_write(tercet_id id, char *out)
{
  tercet_date_time_parts parts = {0};
  const unsigned zone = unpack_date(id, &parts);
  const size_t n = write_day(&parts, out);
  return n + write_zone(zone, out + n);
}

size_t
tercet_inline_date_time_write(tercet_id id, char *out)
{
  tercet_date_time_parts parts = {0};
  unsigned n_digits = 0U;
  const unsigned zone = unpack_date_time(id, &parts, &n_digits);

  char *p = out + write_day(&parts, out);
  *p++ = 'T';
  tercet_write_digits(parts.hour, 2U, p);
  p[2] = ':';
  tercet_write_digits(parts.minute, 2U, p + 3);
  p[5] = ':';
  tercet_write_digits(parts.second, 2U, p + 6);
  p += 8;
  if (n_digits) {
    char digits[9];
    tercet_write_digits(parts.nanosecond, 9U, digits);
    *p++ = '.';
    memcpy(p, digits, n_digits);
    p += n_digits;
  }

  return (size_t)(p - out) + write_zone(zone, p);
}
