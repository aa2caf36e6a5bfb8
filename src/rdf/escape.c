// SPDX-License-Identifier: Apache-2.0

#include "rdf/escape.h"

#include "base/error.h"
#include "base/utf8.h"
#include "rdf/character.h"

#include <assert.h>

static uint32_t
hex_value(char c)
{
  return c <= '9' ? (uint32_t)(c - '0') : (uint32_t)((c | 0x20) - 'a') + 10U;
}

size_t
tercet_uchar_read(const char *text, const char *end, uint32_t *code_point)
{
  if (end - text < 2 || text[0] != '\\' || (text[1] | 0x20) != 'u') {
    return 0;
  }

  const size_t length = text[1] == 'u' ? 6U : 10U;
  if ((size_t)(end - text) < length) {
    return 0;
  }

  uint32_t value = 0;
  for (size_t i = 2; i < length; ++i) {
    if (!tercet_char_is(text[i], TERCET_CHAR_HEX)) {
      return 0;
    }
    value = (value << 4U) | hex_value(text[i]);
  }

  if (value > 0x10ffffU || (value >= 0xd800U && value <= 0xdfffU)) {
    return 0;
  }

  *code_point = value;
  return length;
}

/// Return what an ECHAR with this letter stands for, or 0
static char
escaped_char(char letter)
{
  switch (letter) {
  case 't':
    return '\t';
  case 'b':
    return '\b';
  case 'n':
    return '\n';
  case 'r':
    return '\r';
  case 'f':
    return '\f';
  case '"':
  case '\'':
  case '\\':
    return letter;
  default:
    return 0;
  }
}

size_t
tercet_escape_length(const char *text, const char *end)
{
  if (end - text >= 2 && escaped_char(text[1])) {
    return 2;
  }

  uint32_t code_point = 0;
  return tercet_uchar_read(text, end, &code_point);
}

tercet_status
tercet_unescape(tercet_string text, tercet_buffer *out)
{
  // No escape stands for more bytes than it takes
  TERCET_TRY(tercet_buffer_reserve(out, text.length));

  const char *p = text.data;
  const char *const end = text.data + text.length;
  char *o = out->data + out->length;
  while (p < end) {
    const char *slash = memchr(p, '\\', (size_t)(end - p));
    const size_t n_plain = (size_t)((slash ? slash : end) - p);
    memcpy(o, p, n_plain);
    o += n_plain;
    p += n_plain;
    if (p < end) {
      assert(tercet_escape_length(p, end));
      uint32_t code_point = 0;
      size_t length = tercet_uchar_read(p, end, &code_point);
      if (length) {
        o += tercet_utf8_encode(code_point, o);
      } else {
        length = 2;
        *o++ = escaped_char(p[1]);
      }
      p += length;
    }
  }

  out->length = (size_t)(o - out->data);
  return TERCET_OK;
}

static bool
needs_escape(char c)
{
  return (uint8_t)c < 0x20U || c == '"' || c == '\\' || c == 0x7f;
}

/// Append the escape of one character of a string
static tercet_status
append_escape(char c, tercet_buffer *out)
{
  switch (c) {
  case '\n':
    return tercet_buffer_append(out, "\\n", 2);
  case '\r':
    return tercet_buffer_append(out, "\\r", 2);
  case '\t':
    return tercet_buffer_append(out, "\\t", 2);
  case '\b':
    return tercet_buffer_append(out, "\\b", 2);
  case '\f':
    return tercet_buffer_append(out, "\\f", 2);
  case '"':
    return tercet_buffer_append(out, "\\\"", 2);
  case '\\':
    return tercet_buffer_append(out, "\\\\", 2);
  default:
    return tercet_buffer_printf(out, "\\u%04X", (unsigned)(uint8_t)c);
  }
}

tercet_status
tercet_escape(tercet_string text, tercet_buffer *out)
{
  const char *p = text.data;
  const char *const end = text.data + text.length;
  while (p < end) {
    const char *plain_end = p;
    while (plain_end < end && !needs_escape(*plain_end)) {
      ++plain_end;
    }
    TERCET_TRY(tercet_buffer_append(out, p, (size_t)(plain_end - p)));
    if (plain_end < end) {
      TERCET_TRY(append_escape(*plain_end++, out));
    }
    p = plain_end;
  }

  return TERCET_OK;
}

tercet_status
tercet_escape_rest(tercet_string text, tercet_buffer *out)
{
  const char *p = text.data;
  const char *const end = text.data + text.length;
  while (p < end) {
    const char *const slash = memchr(p, '\\', (size_t)(end - p));
    const tercet_string plain = {p, (size_t)((slash ? slash : end) - p)};
    TERCET_TRY(tercet_escape(plain, out));
    p += plain.length;
    if (slash) {
      // The character behind the backslash may be another one, or a quote
      const size_t length = end - p >= 2 ? 2U : 1U;
      TERCET_TRY(tercet_buffer_append(out, p, length));
      p += length;
    }
  }

  return TERCET_OK;
}

tercet_status
tercet_escape_iri(tercet_string iri, tercet_buffer *out)
{
  const char *p = iri.data;
  const char *const end = iri.data + iri.length;
  while (p < end) {
    const char *plain_end = p;
    while (plain_end < end && ((uint8_t)*plain_end >= 0x80U ||
                               tercet_char_is(*plain_end, TERCET_CHAR_IRI))) {
      ++plain_end;
    }
    TERCET_TRY(tercet_buffer_append(out, p, (size_t)(plain_end - p)));
    if (plain_end < end) {
      const unsigned c = (uint8_t)*plain_end++;
      TERCET_TRY(tercet_buffer_printf(out, "\\u%04X", c));
    }
    p = plain_end;
  }

  return TERCET_OK;
}
