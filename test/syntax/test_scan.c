// SPDX-License-Identifier: Apache-2.0

#include "check.h"
#include "syntax/scan.h"
#include "syntax/window.h"

#define N_TEXT 100U

static bool
stops_iri(char c)
{
  return (uint8_t)c <= 0x20U || strchr("<>\"{}|^`\\", c);
}

static bool
stops_string(char c, char quote)
{
  return c == quote || c == '\\' || c == '\n' || c == '\r' || !c;
}

/// A character, most often one that does not stop, now and then not ASCII
static char
random_char(uint64_t *seed)
{
  const uint64_t r = check_random(seed);
  const uint64_t kind = r % 64U;
  return kind == 0   ? (char)(r >> 8U)
         : kind == 1 ? '\xc3'
                     : (char)('a' + (r >> 8U) % 26U);
}

/// Compare with loops over single characters, from every start
static void
check_text(const char *text)
{
  for (size_t start = 0; start <= N_TEXT; ++start) {
    bool expected_high = false;
    size_t expected = start;
    while (!stops_iri(text[expected])) {
      expected_high |= (uint8_t)text[expected++] >= 0x80U;
    }
    bool high = false;
    CHECK_INT(tercet_scan_iri(text + start, &high) - text, expected);
    CHECK_INT(high, expected_high);

    expected_high = false;
    expected = start;
    while (!stops_string(text[expected], '"')) {
      expected_high |= (uint8_t)text[expected++] >= 0x80U;
    }
    high = false;
    CHECK_INT(tercet_scan_string(text + start, '"', &high) - text, expected);
    CHECK_INT(high, expected_high);

    size_t n_lines = 0;
    for (size_t i = start; i < N_TEXT; ++i) {
      n_lines += text[i] == '\n';
    }
    CHECK_INT(tercet_count_line_ends(text + start, text + N_TEXT), n_lines);
  }
}

static void
test_agrees_with_single_characters(void)
{
  uint64_t seed = 3;
  for (int round = 0; round < 200; ++round) {
    char text[N_TEXT + TERCET_WINDOW_PADDING] = {0};
    for (size_t i = 0; i < N_TEXT; ++i) {
      text[i] = random_char(&seed);
    }
    check_text(text);
  }
}

static void
test_every_character(void)
{
  for (int c = 0; c < 256; ++c) {
    char text[N_TEXT + TERCET_WINDOW_PADDING] = {0};
    memset(text, 'x', N_TEXT);
    text[37] = (char)c;
    check_text(text);
  }
}

static void
test_counts_many_lines(void)
{
  const size_t length = 100000;
  char *const text = (char *)malloc(length);
  if (text) {
    memset(text, '\n', length);
    CHECK_INT(tercet_count_line_ends(text, text + length), length);
    CHECK_INT(tercet_count_line_ends(text + 1, text + length - 2), length - 3);
  }
  free(text);
}

int
main(void)
{
  test_agrees_with_single_characters();
  test_every_character();
  test_counts_many_lines();
  return check_finish();
}
