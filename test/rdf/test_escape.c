// SPDX-License-Identifier: Apache-2.0

#include "base/string_view.h"
#include "base/utf8.h"
#include "check.h"
#include "rdf/escape.h"

static size_t
length_of(const char *text)
{
  return tercet_escape_length(text, text + strlen(text));
}

static void
test_length_of_escapes(void)
{
  const char *const simple = "tbnrf\"'\\";
  for (const char *p = simple; *p; ++p) {
    const char text[] = {'\\', *p, 'x', 0};
    CHECK_INT(length_of(text), 2);
  }
  CHECK_INT(length_of("\\u00e9x"), 6);
  CHECK_INT(length_of("\\U0001F600x"), 10);
  CHECK_INT(length_of("\\U0010FFFF"), 10);
}

static void
test_malformed_escapes(void)
{
  static const char *const malformed[] = {
      "\\",
      "\\a",
      "\\x41",
      "\\u12",
      "\\u12G4",
      "\\U0000004",
      "\\UD8000000",
      "\\uD800",
      "\\U0000DFFF",
      "\\U00110000",
      "\\u",
      "\\U0001F60",
  };
  for (size_t i = 0; i < sizeof(malformed) / sizeof(malformed[0]); ++i) {
    CHECK_INT(length_of(malformed[i]), 0);
  }
}

static void
check_unescape(const char *text, const char *expected, size_t n_expected)
{
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_unescape(tercet_string_from(text), &out), TERCET_OK);
  CHECK_INT(out.length, n_expected);
  CHECK(!memcmp(out.data, expected, n_expected));
  tercet_buffer_clear(&out);
}

static void
test_unescape(void)
{
  check_unescape("a\\tb\\nc\\\\", "a\tb\nc\\", 6);
  check_unescape("\\\"\\'\\r\\f\\b", "\"'\r\f\b", 5);
  check_unescape("\\u0000x", "\0x", 2);
  check_unescape(
      "\\u00e9\\u20AC\\U0001f600", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9);
}

static void
test_escape(void)
{
  static const char text[] = "a\"\\\n\r\t\b\f\x01\x7f\0\xc3\xa9";
  const tercet_string view = {text, sizeof(text) - 1U};
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_escape(view, &out), TERCET_OK);
  CHECK_TEXT(out.data,
             out.length,
             "a\\\"\\\\\\n\\r\\t\\b\\f\\u0001\\u007F\\u0000\xc3\xa9");

  tercet_buffer back;
  tercet_buffer_init(&back, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_unescape(tercet_buffer_view(&out), &back), TERCET_OK);
  CHECK(tercet_string_equals(tercet_buffer_view(&back), view));
  tercet_buffer_clear(&back);
  tercet_buffer_clear(&out);
}

static void
test_escape_rest_keeps_escapes(void)
{
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(
      tercet_escape_rest(tercet_string_from("a\\\"b\"c\n\\u0041\\\\\""), &out),
      TERCET_OK);
  CHECK_TEXT(out.data, out.length, "a\\\"b\\\"c\\n\\u0041\\\\\\\"");
  tercet_buffer_clear(&out);
}

static void
test_escape_iri(void)
{
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_escape_iri(tercet_string_from("a b<\xc3\xa9>"), &out),
               TERCET_OK);
  CHECK_TEXT(out.data, out.length, "a\\u0020b\\u003C\xc3\xa9\\u003E");
  tercet_buffer_clear(&out);
}

/// Any text comes back from being escaped
static void
test_random_round_trips(void)
{
  uint64_t seed = 7;
  for (int round = 0; round < 2000; ++round) {
    char text[64];
    size_t n = 0;
    while (n < sizeof(text) - TERCET_UTF8_MAX) {
      const uint64_t r = check_random(&seed);
      const uint32_t c = (uint32_t)(r >> 8U) % (r & 1U ? 0x80U : 0x110000U);
      n += tercet_utf8_encode(c, text + n);
    }

    const tercet_string view = {text, n};
    tercet_buffer out;
    tercet_buffer back;
    tercet_buffer_init(&out, NULL, SIZE_MAX);
    tercet_buffer_init(&back, NULL, SIZE_MAX);
    CHECK_STATUS(tercet_escape(view, &out), TERCET_OK);
    CHECK_STATUS(tercet_unescape(tercet_buffer_view(&out), &back), TERCET_OK);
    CHECK(tercet_string_equals(tercet_buffer_view(&back), view));
    tercet_buffer_clear(&out);
    tercet_buffer_clear(&back);
  }
}

int
main(void)
{
  test_length_of_escapes();
  test_malformed_escapes();
  test_unescape();
  test_escape();
  test_escape_rest_keeps_escapes();
  test_escape_iri();
  test_random_round_trips();
  return check_finish();
}
