// SPDX-License-Identifier: Apache-2.0

#include "check.h"
#include "rdf/character.h"

/// The grammar's PN_CHARS_BASE, written anew
static bool
is_base(uint32_t c)
{
  static const uint32_t ranges[][2] = {
      {'A', 'Z'},
      {'a', 'z'},
      {0xc0, 0xd6},
      {0xd8, 0xf6},
      {0xf8, 0x2ff},
      {0x370, 0x37d},
      {0x37f, 0x1fff},
      {0x200c, 0x200d},
      {0x2070, 0x218f},
      {0x2c00, 0x2fef},
      {0x3001, 0xd7ff},
      {0xf900, 0xfdcf},
      {0xfdf0, 0xfffd},
      {0x10000, 0xeffff},
  };
  for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); ++i) {
    if (c >= ranges[i][0] && c <= ranges[i][1]) {
      return true;
    }
  }
  return false;
}

static void
test_names_agree_with_the_grammar(void)
{
  size_t n_wrong = 0;
  for (uint32_t c = 0; c < 0x110000U; ++c) {
    const bool start = is_base(c) || c == '_';
    const bool part = start || c == '-' || (c >= '0' && c <= '9') ||
                      c == 0xb7U || (c >= 0x300U && c <= 0x36fU) ||
                      (c >= 0x203fU && c <= 0x2040U);
    n_wrong += tercet_is_name_start(c) != start;
    n_wrong += tercet_is_name_char(c) != part;
  }
  CHECK_INT(n_wrong, 0);
}

static void
test_classes_agree_with_the_grammar(void)
{
  for (int i = 1; i < 256; ++i) {
    const char c = (char)i;
    CHECK_INT(tercet_char_is(c, TERCET_CHAR_SPACE), strchr(" \t\r\n", c) != 0);
    CHECK_INT(tercet_char_is(c, TERCET_CHAR_DIGIT), i >= '0' && i <= '9');
    CHECK_INT(tercet_char_is(c, TERCET_CHAR_HEX),
              strchr("0123456789abcdefABCDEF", c) != 0);
    CHECK_INT(tercet_char_is(c, TERCET_CHAR_IRI),
              i > 0x20 && i < 0x80 && !strchr("<>\"{}|^`\\", c));
  }
  CHECK(!tercet_char_is('\0', 0xff));
}

int
main(void)
{
  test_names_agree_with_the_grammar();
  test_classes_agree_with_the_grammar();
  return check_finish();
}
