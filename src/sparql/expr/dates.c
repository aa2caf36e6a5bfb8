// SPDX-License-Identifier: Apache-2.0

// xsd:dateTime and xsd:date: text and comparison; and the syntax of times and
// durations.

#include "expr_internal.h"

#include "base/number.h"
#include "store/inline_value.h"

enum {
  SECONDS_PER_DAY = 86400,
  NANOSECONDS = 1000000000,
  MAX_ZONE_MINUTES = 840,
};

/// Years that seconds in 64 bits hold with room to spare
#define MAX_YEAR INT64_C(200000000000)

/* ---- Calendar ---- */

static int64_t
floor_divide(int64_t a, int64_t b)
{
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Return days since 1970-01-01 in the proleptic Gregorian calendar.  Years
/// start in March here, so that the leap day is the last of a year.
static int64_t
days_from_date(int64_t year, int month, int day)
{
  const int64_t y = month <= 2 ? year - 1 : year;
  const int64_t era = floor_divide(y, 400);
  const int64_t year_of_era = y - era * 400;
  const int64_t shifted = month > 2 ? month - 3 : month + 9;
  const int64_t day_of_year = (153 * shifted + 2) / 5 + day - 1;
  const int64_t day_of_era =
      year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

/// Return the calendar's view of an instant, in its own time zone
tercet_local_time
tercet_instant_local_time(const tercet_instant *instant)
{
  const int64_t seconds =
      instant->seconds + (int64_t)instant->timezone_minutes * 60;
  const int64_t days = floor_divide(seconds, SECONDS_PER_DAY);
  const int of_day = (int)(seconds - days * SECONDS_PER_DAY);
  const int64_t z = days + 719468;
  const int64_t era = floor_divide(z, 146097);
  const int64_t doe = z - era * 146097;
  const int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  const int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  const int shifted = (int)((5 * doy + 2) / 153);
  tercet_local_time result = {yoe + era * 400, 0, 0, 0, 0, 0};
  result.day = (int)doy - (153 * shifted + 2) / 5 + 1;
  result.month = shifted < 10 ? shifted + 3 : shifted - 9;
  result.year += result.month <= 2 ? 1 : 0;
  result.hour = of_day / 3600;
  result.minute = of_day / 60 % 60;
  result.second = of_day % 60;
  return result;
}

static int
days_in_month(int64_t year, int month)
{
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return days[month - 1] + (month == 2 && is_leap ? 1 : 0);
}

/* ---- Reading ---- */

/// Where a reading is
typedef struct {
  const char *at;
  const char *end;
} cursor;

static bool
read_char(cursor *in, char c)
{
  if (in->at == in->end || *in->at != c) {
    return false;
  }

  ++in->at;
  return true;
}

/// Read exactly `n` digits
static bool
read_digits(cursor *in, size_t n, int *out)
{
  if ((size_t)(in->end - in->at) < n) {
    return false;
  }

  int value = 0;
  for (size_t i = 0; i < n; ++i, ++in->at) {
    if (*in->at < '0' || *in->at > '9') {
      return false;
    }
    value = value * 10 + (*in->at - '0');
  }

  *out = value;
  return true;
}

/// Read '-'? and four digits, or more that do not start with 0
static bool
read_year(cursor *in, int64_t *out)
{
  const bool negative = read_char(in, '-');
  const char *const start = in->at;
  int64_t value = 0;
  while (in->at < in->end && *in->at >= '0' && *in->at <= '9') {
    value = value * 10 + (*in->at++ - '0');
    if (value > MAX_YEAR) {
      return false;
    }
  }

  const size_t n_digits = (size_t)(in->at - start);
  *out = negative ? -value : value;
  return n_digits == 4U || (n_digits > 4U && *start != '0');
}

static bool
read_date(cursor *in, int64_t *days)
{
  int64_t year = 0;
  int month = 0;
  int day = 0;
  if (!read_year(in, &year) || !read_char(in, '-') ||
      !read_digits(in, 2, &month) || !read_char(in, '-') ||
      !read_digits(in, 2, &day) || month < 1 || month > 12 || day < 1 ||
      day > days_in_month(year, month)) {
    return false;
  }

  *days = days_from_date(year, month, day);
  return true;
}

/// Read the digits behind the point of a second; more than nine that are not 0
/// are beyond what an instant holds
static bool
read_fraction(cursor *in, uint32_t *nanosecond)
{
  const char *const start = in->at;
  uint32_t unit = NANOSECONDS / 10U;
  *nanosecond = 0;
  while (in->at < in->end && *in->at >= '0' && *in->at <= '9') {
    const uint32_t digit = (uint32_t)(*in->at++ - '0');
    if (!unit && digit) {
      return false;
    }
    *nanosecond += digit * unit;
    unit /= 10U;
  }

  return in->at > start;
}

/// Read hh:mm:ss('.' s+)?; 24:00:00 is the end of the day
static bool
read_time(cursor *in, int64_t *seconds, uint32_t *nanosecond)
{
  int hour = 0;
  int minute = 0;
  int second = 0;
  *nanosecond = 0;
  if (!read_digits(in, 2, &hour) || !read_char(in, ':') ||
      !read_digits(in, 2, &minute) || !read_char(in, ':') ||
      !read_digits(in, 2, &second) ||
      (read_char(in, '.') && !read_fraction(in, nanosecond))) {
    return false;
  }

  *seconds = hour * 3600 + minute * 60 + second;
  return minute < 60 && second < 60 &&
         (hour < 24 || (*seconds == SECONDS_PER_DAY && !*nanosecond));
}

/// Read nothing, 'Z' or (+|-)hh:mm up to 14:00, and the end of the text
static bool
read_zone(cursor *in, tercet_instant *out)
{
  out->timezone_minutes = 0;
  out->has_timezone = in->at < in->end;
  if (!out->has_timezone || read_char(in, 'Z')) {
    return in->at == in->end;
  }

  int hour = 0;
  int minute = 0;
  const bool negative = *in->at == '-';
  if ((!read_char(in, '-') && !read_char(in, '+')) ||
      !read_digits(in, 2, &hour) || !read_char(in, ':') ||
      !read_digits(in, 2, &minute) || minute > 59 ||
      hour * 60 + minute > MAX_ZONE_MINUTES || in->at != in->end) {
    return false;
  }

  const int minutes = hour * 60 + minute;
  out->timezone_minutes = (int16_t)(negative ? -minutes : minutes);
  return true;
}

bool
tercet_instant_read(tercet_datatype datatype,
                    tercet_string text,
                    tercet_instant *out)
{
  if (!text.length) {
    return false;
  }

  cursor in = {text.data, text.data + text.length};
  int64_t days = 0;
  int64_t seconds = 0;
  *out = (tercet_instant){0};
  if (!read_date(&in, &days) ||
      (datatype == TERCET_DATATYPE_DATE_TIME &&
       (!read_char(&in, 'T') || !read_time(&in, &seconds, &out->nanosecond))) ||
      !read_zone(&in, out)) {
    return false;
  }

  out->seconds =
      days * SECONDS_PER_DAY + seconds - (int64_t)out->timezone_minutes * 60;
  return true;
}

void
tercet_instant_from_parts(const tercet_date_time_parts *parts,
                          tercet_instant *out)
{
  const int64_t days = days_from_date(parts->year, parts->month, parts->day);
  *out = (tercet_instant){0};
  out->has_timezone = parts->has_timezone;
  out->timezone_minutes =
      parts->has_timezone ? parts->timezone_minutes : (int16_t)0;
  out->nanosecond = parts->nanosecond;
  out->seconds = days * SECONDS_PER_DAY + parts->hour * 3600 +
                 parts->minute * 60 + parts->second -
                 (int64_t)out->timezone_minutes * 60;
}

/* ---- Writing ---- */

/// Write a number with at least `width` digits
static size_t
write_padded(int64_t value, size_t width, char *out)
{
  char digits[TERCET_NUMBER_TEXT_MAX];
  const size_t n_digits = tercet_i64_write(value, digits);
  size_t n = 0;
  for (size_t i = n_digits; i < width; ++i) {
    out[n++] = '0';
  }
  memcpy(out + n, digits, n_digits);
  return n + n_digits;
}

/// Write the zone as TZ() and the lexical forms do: "", "Z" or "+hh:mm"
size_t
tercet_instant_write_zone(const tercet_instant *instant, char *out)
{
  if (!instant->has_timezone) {
    return 0;
  }

  const int minutes = instant->timezone_minutes;
  if (!minutes) {
    out[0] = 'Z';
    return 1;
  }

  const int magnitude = minutes < 0 ? -minutes : minutes;
  out[0] = minutes < 0 ? '-' : '+';
  size_t n = 1U + write_padded(magnitude / 60, 2, out + 1);
  out[n++] = ':';
  return n + write_padded(magnitude % 60, 2, out + n);
}

/// Write '.' and the nanoseconds without trailing zeros, if there are any
static size_t
write_fraction(uint32_t nanosecond, char *out)
{
  if (!nanosecond) {
    return 0;
  }

  out[0] = '.';
  size_t n = 1U + write_padded(nanosecond, 9, out + 1);
  while (out[n - 1U] == '0') {
    --n;
  }

  return n;
}

size_t
tercet_instant_write(tercet_datatype datatype,
                     const tercet_instant *instant,
                     char *out)
{
  const tercet_local_time local = tercet_instant_local_time(instant);
  size_t n = 0;
  if (local.year < 0) {
    out[n++] = '-';
  }
  n += write_padded(local.year < 0 ? -local.year : local.year, 4, out + n);
  out[n++] = '-';
  n += write_padded(local.month, 2, out + n);
  out[n++] = '-';
  n += write_padded(local.day, 2, out + n);
  if (datatype == TERCET_DATATYPE_DATE_TIME) {
    out[n++] = 'T';
    n += write_padded(local.hour, 2, out + n);
    out[n++] = ':';
    n += write_padded(local.minute, 2, out + n);
    out[n++] = ':';
    n += write_padded(local.second, 2, out + n);
    n += write_fraction(instant->nanosecond, out + n);
  }

  return n + tercet_instant_write_zone(instant, out + n);
}

/* ---- Comparison ---- */

static int
compare_moments(const tercet_instant *a, const tercet_instant *b, int64_t shift)
{
  const int64_t seconds = a->seconds + shift;
  return seconds != b->seconds ? (seconds < b->seconds ? -1 : 1)
                               : (a->nanosecond > b->nanosecond) -
                                     (a->nanosecond < b->nanosecond);
}

tercet_compared
tercet_instant_compare(const tercet_instant *a, const tercet_instant *b)
{
  if (a->has_timezone == b->has_timezone) {
    return (tercet_compared)compare_moments(a, b, 0);
  }

  // A time without a zone may lie up to 14 hours to either side (XSD 1.1
  // Datatypes, E.3.3); in between, which is first is not known.
  const int64_t spread = (int64_t)MAX_ZONE_MINUTES * 60;
  if (compare_moments(a, b, spread) < 0) {
    return TERCET_COMPARED_LESS;
  }

  return compare_moments(a, b, -spread) > 0 ? TERCET_COMPARED_GREATER
                                            : TERCET_COMPARED_ERROR;
}

int
tercet_instant_order(const tercet_instant *a, const tercet_instant *b)
{
  const int moment = compare_moments(a, b, 0);
  return moment ? moment : (int)a->has_timezone - (int)b->has_timezone;
}

/* ---- Times and durations: only their syntax ---- */

static bool
time_is_valid(cursor *in)
{
  int64_t seconds = 0;
  tercet_instant instant = {0};
  return read_time(in, &seconds, &instant.nanosecond) &&
         read_zone(in, &instant);
}

/// Read components, digits and a letter each, in the order of `letters`; the
/// last may have a fraction.  Return how many were read, or -1.
static int
read_components(cursor *in, const char *letters)
{
  int n_read = 0;
  while (in->at < in->end && *in->at >= '0' && *in->at <= '9') {
    bool has_fraction = false;
    while (in->at < in->end &&
           ((*in->at >= '0' && *in->at <= '9') ||
            (*in->at == '.' && !has_fraction && in->at + 1 < in->end &&
             in->at[1] >= '0' && in->at[1] <= '9'))) {
      has_fraction |= *in->at++ == '.';
    }

    const char c = in->at < in->end ? *in->at : '\0';
    const char *const letter = c ? strchr(letters, c) : NULL;
    if (!letter || (has_fraction && c != 'S')) {
      return -1;
    }

    letters = letter + 1;
    ++in->at;
    ++n_read;
  }

  return n_read;
}

static bool
duration_is_valid(cursor *in,
                  const char *date_letters,
                  const char *time_letters)
{
  (void)read_char(in, '-');
  if (!read_char(in, 'P')) {
    return false;
  }

  const int n_date = read_components(in, date_letters);
  int n_time = 0;
  if (*time_letters && read_char(in, 'T')) {
    n_time = read_components(in, time_letters);
    if (n_time < 1) {
      return false;
    }
  }

  return n_date >= 0 && n_date + n_time > 0 && in->at == in->end;
}

bool
tercet_time_or_duration_is_valid(tercet_datatype datatype, tercet_string text)
{
  if (!text.length) {
    return false;
  }

  cursor in = {text.data, text.data + text.length};
  if (datatype == TERCET_DATATYPE_TIME) {
    return time_is_valid(&in);
  }

  if (datatype == TERCET_DATATYPE_YEAR_MONTH_DURATION) {
    return duration_is_valid(&in, "YM", "");
  }

  return datatype == TERCET_DATATYPE_DAY_TIME_DURATION
             ? duration_is_valid(&in, "D", "HMS")
             : duration_is_valid(&in, "YMD", "HMS");
}
