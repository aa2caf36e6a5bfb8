// SPDX-License-Identifier: Apache-2.0

#include "rdf/blank.h"

#include "base/error.h"
#include "base/utf8.h"
#include "rdf/character.h"

#define ANON "anon"
#define ANON_LENGTH 4U

/// Decimal digits of a 64-bit number
#define MAX_DIGITS 20U

// BLANK_NODE_LABEL ::=
//   '_:' (PN_CHARS_U | [0-9]) ((PN_CHARS | '.')* PN_CHARS)?
bool
tercet_blank_label_is_valid(tercet_string label)
{
  if (!label.length || label.data[label.length - 1U] == '.') {
    return false;
  }

  const char *p = label.data;
  const char *const end = label.data + label.length;
  for (bool first = true; p < end; first = false) {
    uint32_t c = 0;
    const size_t n_bytes = tercet_utf8_decode(p, end, &c);
    const bool is_digit = c >= '0' && c <= '9';
    const bool fits = first ? is_digit || tercet_is_name_start(c)
                            : c == '.' || tercet_is_name_char(c);
    if (!n_bytes || !fits) {
      return false;
    }
    p += n_bytes;
  }

  return true;
}

bool
tercet_blank_label_clashes(tercet_string label)
{
  size_t i = 0;
  while (label.length - i >= ANON_LENGTH &&
         !memcmp(label.data + i, ANON, ANON_LENGTH)) {
    i += ANON_LENGTH;
  }
  if (!i || i == label.length) {
    return false;
  }

  while (i < label.length && tercet_char_is(label.data[i], TERCET_CHAR_DIGIT)) {
    ++i;
  }
  return i == label.length;
}

tercet_status
tercet_blank_label_generate(uint64_t number, tercet_buffer *out)
{
  char text[ANON_LENGTH + MAX_DIGITS];
  size_t start = sizeof(text);
  do {
    text[--start] = (char)('0' + number % 10U);
    number /= 10U;
  } while (number);

  start -= ANON_LENGTH;
  memcpy(text + start, ANON, ANON_LENGTH);
  return tercet_buffer_append(out, text + start, sizeof(text) - start);
}

tercet_status
tercet_blank_label_append(tercet_string label, tercet_buffer *out)
{
  if (tercet_blank_label_clashes(label)) {
    TERCET_TRY(tercet_buffer_append(out, ANON, ANON_LENGTH));
  }
  return tercet_buffer_append(out, label.data, label.length);
}
