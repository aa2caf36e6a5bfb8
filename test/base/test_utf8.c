// SPDX-License-Identifier: Apache-2.0

#include "base/utf8.h"

#include "check.h"

static void
test_every_code_point_comes_back(void)
{
  for (uint32_t c = 0; c < 0x110000U; ++c) {
    char text[TERCET_UTF8_MAX];
    uint32_t read = UINT32_MAX;
    const size_t n = tercet_utf8_encode(c, text);
    if (c >= 0xD800U && c < 0xE000U) {
      CHECK_INT(n, 0);
      continue;
    }
    const size_t n_read = tercet_utf8_decode(text, text + n, &read);
    uint32_t unused = 0;
    const size_t n_short = tercet_utf8_decode(text, text + n - 1U, &unused);
    if (n_read != n || read != c || n_short ||
        tercet_utf8_validate(text, n) != n) {
      CHECK_INT(c, -1);
    }
  }

  char text[TERCET_UTF8_MAX];
  CHECK_INT(tercet_utf8_encode(0x110000U, text), 0);
  CHECK_INT(tercet_utf8_encode(UINT32_MAX, text), 0);
}

static void
test_malformed_bytes_are_found(void)
{
  static const struct {
    const char *text;
    size_t at; ///< Of the first malformed byte
  } cases[] = {
      {"\x80", 0},                 // Continuation alone
      {"ab\xC0\xAF", 2},           // Overlong '/'
      {"\xE0\x80\xAF", 0},         // Overlong '/'
      {"\xF0\x80\x80\xAF", 0},     // Overlong '/'
      {"x\xED\xA0\x80", 1},        // Surrogate
      {"\xF4\x90\x80\x80", 0},     // Beyond U+10FFFF
      {"\xFF", 0},                 // Never a byte of UTF-8
      {"01234567\xC3", 8},         // Cut off
      {"0123456789\xE2\x82x", 10}, // Cut off by a letter
      {"\xC3\xA9\xC3\xA9\xC3", 4}, // After good ones
  };

  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    const size_t length = strlen(cases[i].text);
    CHECK_INT(tercet_utf8_validate(cases[i].text, length), cases[i].at);
  }
}

static void
test_length_counts_code_points(void)
{
  CHECK_INT(tercet_utf8_length("", 0), 0);
  CHECK_INT(tercet_utf8_length("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", 10), 4);
}

int
main(void)
{
  test_every_code_point_comes_back();
  test_malformed_bytes_are_found();
  test_length_counts_code_points();
  return check_finish();
}
