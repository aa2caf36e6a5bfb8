// SPDX-License-Identifier: Apache-2.0

#include "store/inline_value.h"

#include "base/number.h"
#include "base/string_view.h"

#include "check.h"

#include <math.h>

/// Check that a literal that is inline comes back byte for byte
static bool
check_round_trip(tercet_datatype datatype, tercet_string text, tercet_id *id)
{
  if (!tercet_inline_from_text(datatype, text, id)) {
    return false;
  }

  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_inline_write(*id, &out), TERCET_OK);
  const bool same = tercet_string_equals(tercet_buffer_view(&out), text);
  CHECK(same);
  if (!same) {
    fprintf(stderr,
            "  \"%.*s\" became \"%.*s\"\n",
            (int)text.length,
            text.data,
            (int)out.length,
            out.data);
  }
  CHECK_INT(tercet_inline_datatype(*id), datatype);
  CHECK(*id != TERCET_ID_UNKNOWN && *id != TERCET_ID_NONE);
  tercet_buffer_clear(&out);
  return true;
}

static void
check_all(tercet_datatype datatype, const char *const *texts, bool is_inline)
{
  for (; *texts; ++texts) {
    tercet_id id = 0U;
    const bool found =
        check_round_trip(datatype, tercet_string_from(*texts), &id);
    CHECK_INT(found, is_inline);
    if (found != is_inline) {
      fprintf(stderr, "  \"%s\"\n", *texts);
    }
  }
}

static void
test_integers(void)
{
  static const char *const inlined[] = {
      "0", "1", "-1", "42", "576460752303423487", "-576460752303423488", NULL};
  static const char *const others[] = {"",
                                       "-",
                                       "+1",
                                       "01",
                                       "-0",
                                       "00",
                                       " 1",
                                       "1 ",
                                       "1.0",
                                       "1e0",
                                       "a",
                                       "-01",
                                       "576460752303423488",
                                       "-576460752303423489",
                                       "99999999999999999999999",
                                       "1\xc2\xa0",
                                       NULL};

  check_all(TERCET_DATATYPE_INTEGER, inlined, true);
  check_all(TERCET_DATATYPE_INTEGER, others, false);
}

static void
test_integers_keep_their_order(void)
{
  static const int64_t values[] = {
      -(INT64_C(1) << 59U), -1000000, -1, 0, 1, 7, (INT64_C(1) << 59U) - 1};

  tercet_id last = 0U;
  for (size_t i = 0U; i < sizeof(values) / sizeof(values[0]); ++i) {
    tercet_id id = 0U;
    CHECK(tercet_inline_from_integer(values[i], &id));
    CHECK_INT(tercet_inline_integer(id), values[i]);
    CHECK(!i || id > last);
    last = id;
  }

  CHECK(!tercet_inline_from_integer(INT64_C(1) << 59U, &last));
  CHECK(!tercet_inline_from_integer(INT64_MIN, &last));
}

static void
test_decimals(void)
{
  static const char *const inlined[] = {"0",
                                        "0.0",
                                        "1.5",
                                        "-1.50",
                                        "0.00000000000000001",
                                        "12",
                                        "3.14",
                                        "18014398509481983",
                                        NULL};
  static const char *const others[] = {".5",
                                       "1.",
                                       "-0",
                                       "-0.0",
                                       "+1.5",
                                       "01.5",
                                       "00.5",
                                       "1e5",
                                       "1.5E0",
                                       "",
                                       ".",
                                       "-",
                                       "1.5.2",
                                       "0.000000000000000001",
                                       "18014398509481984",
                                       "123456789012345678901.5",
                                       NULL};

  check_all(TERCET_DATATYPE_DECIMAL, inlined, true);
  check_all(TERCET_DATATYPE_DECIMAL, others, false);

  tercet_id id = 0U;
  int64_t mantissa = 0;
  unsigned scale = 0U;
  CHECK(tercet_inline_from_text(
      TERCET_DATATYPE_DECIMAL, tercet_string_from("-12.50"), &id));
  tercet_inline_decimal(id, &mantissa, &scale);
  CHECK_INT(mantissa, -1250);
  CHECK_INT(scale, 2);
}

static void
check_double(const char *text, double expected)
{
  tercet_id id = 0U;
  CHECK(
      check_round_trip(TERCET_DATATYPE_DOUBLE, tercet_string_from(text), &id));
  CHECK_DOUBLE(tercet_inline_double(id), expected);
}

static void
test_doubles(void)
{
  static const char *const others[] = {"",
                                       "NaN",
                                       "INF",
                                       "-INF",
                                       "+1e0",
                                       "1e+0",
                                       "1e00",
                                       "1e-0",
                                       "1.e0",
                                       ".5e0",
                                       "01e0",
                                       "1e",
                                       "e1",
                                       "1e600",
                                       "1ee1",
                                       "1e1.5",
                                       "1.5f",
                                       NULL};

  check_double("1", 1.0);
  check_double("0", 0.0);
  check_double("-0", -0.0);
  check_double("-0.0E0", -0.0);
  check_double("1e0", 1.0);
  check_double("1.0E0", 1.0);
  check_double("1.5", 1.5);
  check_double("0.1", 0.1);
  check_double("1.0E-1", 0.1);
  check_double("123456.789e-3", 123.456789);
  check_double("1e400", HUGE_VAL);
  check_double("1E-400", 0.0);
  check_double("4.9E-324", 4.9E-324);
  check_double("0.1234567890123456", 0.1234567890123456);
  check_double("-9.123456789012345E-1", -9.123456789012345E-1);
  check_double("3.141592653589793", 3.141592653589793);
  check_all(TERCET_DATATYPE_DOUBLE, others, false);
}

static void
test_booleans(void)
{
  static const char *const inlined[] = {"true", "false", NULL};
  static const char *const others[] = {"1", "0", "True", "tru", "", "t", NULL};

  check_all(TERCET_DATATYPE_BOOLEAN, inlined, true);
  check_all(TERCET_DATATYPE_BOOLEAN, others, false);
}

static void
test_dates(void)
{
  static const char *const inlined[] = {"2024-02-29",
                                        "0001-01-01",
                                        "9999-12-31Z",
                                        "2000-02-29+14:00",
                                        "2023-06-30-05:30",
                                        "1999-12-31+00:00",
                                        NULL};
  static const char *const others[] = {"2023-02-29",
                                       "1900-02-29",
                                       "2024-13-01",
                                       "2024-00-01",
                                       "2024-01-00",
                                       "2024-01-32",
                                       "-2024-01-01",
                                       "0000-01-01",
                                       "12024-01-01",
                                       "2024-1-1",
                                       "2024-01-01z",
                                       "2024-01-01+14:01",
                                       "2024-01-01+15:00",
                                       "2024-01-01-00:00",
                                       "2024-01-01+5:00",
                                       "2024-01-01+05:60",
                                       "2024-01-01T00:00:00",
                                       "2024-01-01 ",
                                       "2024-01",
                                       "",
                                       "2024-01-01+05:3",
                                       NULL};

  check_all(TERCET_DATATYPE_DATE, inlined, true);
  check_all(TERCET_DATATYPE_DATE, others, false);
}

static void
test_date_times(void)
{
  static const char *const inlined[] = {"2024-02-29T23:59:59",
                                        "0001-01-01T00:00:00",
                                        "9999-12-31T23:59:59Z",
                                        "2024-01-01T12:00:00.5",
                                        "2024-01-01T12:00:00.50",
                                        "2024-01-01T12:00:00.123",
                                        "2024-01-01T12:00:00.000-07:00",
                                        "2024-01-01T12:00:00.123456",
                                        "2999-12-31T23:59:59.999999Z",
                                        "9999-12-31T23:59:59.999+14:00",
                                        "1000-01-01T00:00:00.000000",
                                        "0001-03-01T00:00:00-14:00",
                                        NULL};
  static const char *const others[] = {"2024-01-01T24:00:00",
                                       "2024-01-01T12:60:00",
                                       "2024-01-01T12:00:60",
                                       "2024-01-01T12:00",
                                       "2024-01-01 12:00:00",
                                       "2024-01-01T12:00:00.",
                                       "2024-01-01T12:00:00.1234",
                                       "2024-01-01T12:00:00.12345",
                                       "2024-01-01T12:00:00.1234567",
                                       "3000-01-01T00:00:00.123456",
                                       "2024-01-01T12:00:00.123456+01:00",
                                       "2024-01-01",
                                       "",
                                       "2024-01-01T12:00:00-00:00",
                                       "2024-02-30T12:00:00",
                                       NULL};

  check_all(TERCET_DATATYPE_DATE_TIME, inlined, true);
  check_all(TERCET_DATATYPE_DATE_TIME, others, false);

  tercet_id id = 0U;
  tercet_date_time_parts parts;
  CHECK(tercet_inline_from_text(
      TERCET_DATATYPE_DATE_TIME,
      tercet_string_from("2024-02-29T01:02:03.045-07:30"),
      &id));
  tercet_inline_date_time(id, &parts);
  CHECK_INT(parts.year, 2024);
  CHECK_INT(parts.month, 2);
  CHECK_INT(parts.day, 29);
  CHECK_INT(parts.hour, 1);
  CHECK_INT(parts.minute, 2);
  CHECK_INT(parts.second, 3);
  CHECK_INT(parts.nanosecond, 45000000);
  CHECK(parts.has_timezone);
  CHECK_INT(parts.timezone_minutes, -450);
}

static void
test_every_day_comes_back(void)
{
  static const unsigned days[] = {
      31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  tercet_id last = 0U;
  for (unsigned year = 1U; year <= 9999U; year += year < 2500U ? 1U : 97U) {
    for (unsigned month = 1U; month <= 12U; ++month) {
      char text[32];
      tercet_id id = 0U;
      const int n = snprintf(text,
                             sizeof(text),
                             "%04u-%02u-%02uT00:00:00",
                             year,
                             month,
                             days[month - 1U]);
      CHECK(check_round_trip(
          TERCET_DATATYPE_DATE_TIME, (tercet_string){text, (size_t)n}, &id));
      CHECK(id > last);
      last = id;
    }
  }
}

/// Texts made of the characters that numbers and dates are made of
static void
test_random_texts(void)
{
  static const tercet_datatype datatypes[] = {TERCET_DATATYPE_INTEGER,
                                              TERCET_DATATYPE_DECIMAL,
                                              TERCET_DATATYPE_DOUBLE,
                                              TERCET_DATATYPE_DATE,
                                              TERCET_DATATYPE_DATE_TIME};
  static const char characters[] = "00112359.-+eE:TZ";
  static const char pattern[] = "2024-02-29T12:30:45.123456+01:00";

  uint64_t seed = 1U;
  size_t n_inline = 0U;
  for (size_t i = 0U; i < 400000U; ++i) {
    char text[40];
    const bool is_date = i & 1U;
    size_t length = 1U + check_random(&seed) % (is_date ? 32U : 14U);
    memcpy(text, pattern, sizeof(pattern));
    for (size_t j = 0U; j < length; ++j) {
      if (!is_date || check_random(&seed) % 16U == 0U) {
        text[j] = characters[check_random(&seed) % (sizeof(characters) - 1U)];
      }
    }
    const tercet_string view = {text, length};
    for (size_t j = 0U; j < sizeof(datatypes) / sizeof(datatypes[0]); ++j) {
      tercet_id id = 0U;
      n_inline += check_round_trip(datatypes[j], view, &id);
    }
  }

  CHECK(n_inline > 10000U);
}

static void
test_random_doubles(void)
{
  uint64_t seed = 2U;
  size_t n_inline = 0U;
  for (size_t i = 0U; i < 200000U; ++i) {
    const double value =
        ldexp((double)(int64_t)check_random(&seed), -60 - (int)(i % 12U));
    for (int format = 0; format < 2; ++format) {
      char text[TERCET_NUMBER_TEXT_MAX];
      const size_t n =
          tercet_f64_write(value, (tercet_float_format)format, text);
      tercet_id id = 0U;
      if (check_round_trip(
              TERCET_DATATYPE_DOUBLE, (tercet_string){text, n}, &id)) {
        ++n_inline;
        CHECK_DOUBLE(tercet_inline_double(id), value);
      }
    }
  }

  CHECK(n_inline > 350000U);
}

int
main(void)
{
  test_integers();
  test_integers_keep_their_order();
  test_decimals();
  test_doubles();
  test_booleans();
  test_dates();
  test_date_times();
  test_every_day_comes_back();
  test_random_texts();
  test_random_doubles();
  return check_finish();
}
