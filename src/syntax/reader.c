// SPDX-License-Identifier: Apache-2.0

#include "syntax/reader.h"

#include "base/error.h"
#include "base/string_view.h"
#include "base/utf8.h"
#include "rdf/blank.h"
#include "rdf/character.h"
#include "rdf/datatype.h"
#include "rdf/escape.h"
#include "syntax/scan.h"

#include <stdarg.h>
#include <stdio.h>

/// Bytes of the text that a message quotes
#define EXCERPT_MAX 60U

/// The text of an excerpt: each byte may become four characters
typedef struct {
  char text[EXCERPT_MAX * 4U + sizeof("...")];
} excerpt;

/// Copy text for a message, with what cannot be shown written in hexadecimal
static excerpt
make_excerpt(const char *begin, const char *end)
{
  excerpt result;
  size_t n = 0;
  const char *p = begin;
  while (p < end && p - begin < (ptrdiff_t)EXCERPT_MAX) {
    uint32_t c = 0;
    const size_t n_bytes = tercet_utf8_decode(p, end, &c);
    if (n_bytes && c >= 0x20U && c != 0x7fU) {
      memcpy(result.text + n, p, n_bytes);
      n += n_bytes;
      p += n_bytes;
    } else {
      n += (size_t)snprintf(result.text + n, 5, "\\x%02X", (uint8_t)*p);
      ++p;
    }
  }

  memcpy(result.text + n, p < end ? "..." : "", p < end ? 4U : 1U);
  return result;
}

/// Return whether the text may go on behind a place, which has to be read
static bool
window_ends_at(const tercet_reader *reader, const char *place)
{
  return place >= reader->window.end && !reader->window.at_end &&
         !reader->by_line;
}

tercet_status
tercet_reader_fail(tercet_reader *reader,
                   const char *place,
                   const char *format,
                   ...)
{
  if (window_ends_at(reader, place)) {
    return TERCET_NEED_MORE;
  }

  char message[sizeof(reader->err->message)];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof(message), format, args);
  va_end(args);

  uint64_t line = 0;
  uint64_t column = 0;
  tercet_window_locate(&reader->window, place, &line, &column);
  tercet_error_set_at(
      reader->err, TERCET_ERR_SYNTAX, line, column, "%s", message);
  tercet_error_set_source(reader->err, tercet_input_name(reader->window.input));
  return TERCET_ERR_SYNTAX;
}

/// Return the end of the word at `place`, or of what a message shows of it
static const char *
word_end(const tercet_reader *reader, const char *place)
{
  const char *p = place;
  while (p < reader->window.end && p <= place + EXCERPT_MAX &&
         !tercet_char_is(*p, TERCET_CHAR_SPACE)) {
    ++p;
  }
  return p;
}

tercet_status
tercet_reader_expected(tercet_reader *reader,
                       const char *place,
                       const char *expected)
{
  if (place >= reader->window.end) {
    return tercet_reader_fail(
        reader, place, "expected %s, but the text ends", expected);
  }
  if (*place == '\n' || *place == '\r') {
    return tercet_reader_fail(
        reader, place, "expected %s, but the line ends", expected);
  }
  if (*place == ' ' || *place == '\t') {
    return tercet_reader_fail(
        reader, place, "expected %s, found white space", expected);
  }

  const char *const end = word_end(reader, place);
  if (end <= place + EXCERPT_MAX && window_ends_at(reader, end)) {
    return TERCET_NEED_MORE; // To show the word as a whole
  }
  const excerpt found = make_excerpt(place, end);
  return tercet_reader_fail(
      reader, place, "expected %s, found \"%s\"", expected, found.text);
}

void
tercet_reader_warn(tercet_reader *reader)
{
  ++reader->stats.n_skipped;
  if (reader->options->warning) {
    reader->options->warning(reader->options->warning_context, reader->err);
  }
  *reader->err = (tercet_error){0};
}

tercet_status
tercet_check_utf8(tercet_reader *reader, const char *begin, const char *end)
{
  const size_t length = (size_t)(end - begin);
  const size_t valid = tercet_utf8_validate(begin, length);
  return valid == length ? TERCET_OK
                         : tercet_reader_fail(reader,
                                              begin + valid,
                                              "the text is not UTF-8 at byte "
                                              "0x%02X",
                                              (uint8_t)begin[valid]);
}

/// Explain why an IRI cannot go on at `place`
static tercet_status
fail_in_iri(tercet_reader *reader, const char *start, const char *place)
{
  const excerpt iri = make_excerpt(start, place);
  if (place >= reader->window.end) {
    return tercet_reader_fail(
        reader, place, "the IRI %s is not closed with '>'", iri.text);
  }
  if (*place == '\n' || *place == '\r') {
    return tercet_reader_fail(
        reader, place, "the IRI %s is not closed on its line", iri.text);
  }

  const excerpt c = make_excerpt(place, place + 1);
  return tercet_reader_fail(reader,
                            place,
                            "\"%s\" cannot stand in an IRI, here %s",
                            c.text,
                            iri.text);
}

/// Return the end of a malformed escape as a message shows it
static const char *
escape_end(const tercet_reader *reader, const char *p)
{
  const size_t n_most = p[1] == 'u' ? 6U : p[1] == 'U' ? 10U : 2U;
  const char *q = p + 1;
  while (q < reader->window.end && q < p + n_most && (uint8_t)*q > 0x20U) {
    ++q;
  }
  return q;
}

/// Pass over the UCHAR of an IRI, which must be a character that may stand
/// there (Turtle 1.1, 6.3)
static tercet_status
read_iri_escape(tercet_reader *reader, const char *start, const char **p)
{
  uint32_t c = 0;
  const size_t length = tercet_uchar_read(*p, reader->window.end, &c);
  if (length && (c >= 0x80U || tercet_char_is((char)c, TERCET_CHAR_IRI))) {
    *p += length;
    return TERCET_OK;
  }

  if (window_ends_at(reader, *p + 10)) {
    return TERCET_NEED_MORE;
  }
  const excerpt iri = make_excerpt(start, escape_end(reader, *p));
  return tercet_reader_fail(
      reader, *p, "malformed escape in the IRI %s", iri.text);
}

// IRIREF ::= '<' ([^#x00-#x20<>"{}|^`\] | UCHAR)* '>'
tercet_status
tercet_read_iriref(tercet_reader *reader,
                   const char **p,
                   tercet_buffer *text,
                   tercet_string *out)
{
  const char *const start = *p;
  bool non_ascii = false;
  bool escaped = false;

  const char *end = tercet_scan_iri(start + 1, &non_ascii);
  while (*end == '\\') {
    TERCET_TRY(read_iri_escape(reader, start, &end));
    escaped = true;
    end = tercet_scan_iri(end, &non_ascii);
  }
  if (*end != '>') {
    return fail_in_iri(reader, start, end);
  }
  if (non_ascii) {
    TERCET_TRY(tercet_check_utf8(reader, start, end));
  }

  out->data = start + 1;
  out->length = (size_t)(end - out->data);
  if (escaped) {
    text->length = 0;
    TERCET_TRY(tercet_unescape(*out, text));
    *out = tercet_buffer_view(text);
  }
  *p = end + 1;
  return TERCET_OK;
}

/// Move `*p` behind the code point beyond ASCII there if it is a name
/// character, or the start of a name; tell in `*fits`
static tercet_status
read_name_char(tercet_reader *reader, const char **p, bool first, bool *fits)
{
  uint32_t c = 0;
  const size_t n_bytes = tercet_utf8_decode(*p, reader->window.end, &c);
  if (!n_bytes) {
    return window_ends_at(reader, *p + TERCET_UTF8_MAX)
               ? TERCET_NEED_MORE
               : tercet_check_utf8(reader, *p, *p + 1);
  }

  *fits = first ? tercet_is_name_start(c) : tercet_is_name_char(c);
  *p += *fits ? n_bytes : 0;
  return TERCET_OK;
}

tercet_status
tercet_read_name_rest(tercet_reader *reader, const char **p)
{
  const char *q = *p;
  const char *end = *p; // Behind the last character that is not a dot
  for (bool fits = true; fits;) {
    while (tercet_char_is(*q, TERCET_CHAR_NAME)) {
      ++q;
      end = q;
    }
    if (*q == '.') {
      ++q;
    } else if ((uint8_t)*q >= 0x80U) {
      TERCET_TRY(read_name_char(reader, &q, false, &fits));
      end = fits ? q : end;
    } else {
      fits = false;
    }
  }
  if (window_ends_at(reader, q)) {
    return TERCET_NEED_MORE;
  }

  *p = end;
  return TERCET_OK;
}

/// Set `out` to a label with the prefix of the options, renamed if it must be
static tercet_status
finish_label(tercet_reader *reader,
             tercet_string label,
             bool rename,
             tercet_buffer *text,
             tercet_string *out)
{
  const tercet_string prefix = reader->options->blank_prefix;
  const bool clashes = rename && tercet_blank_label_clashes(label);
  if (!prefix.length && !clashes) {
    *out = label;
    return TERCET_OK;
  }

  text->length = 0;
  TERCET_TRY(tercet_buffer_append(text, prefix.data, prefix.length));
  TERCET_TRY(clashes ? tercet_blank_label_append(label, text)
                     : tercet_buffer_append(text, label.data, label.length));
  *out = tercet_buffer_view(text);
  return TERCET_OK;
}

// BLANK_NODE_LABEL ::=
//   '_:' (PN_CHARS_U | [0-9]) ((PN_CHARS | '.')* PN_CHARS)?
tercet_status
tercet_read_blank_label(tercet_reader *reader,
                        const char **p,
                        bool rename,
                        tercet_buffer *text,
                        tercet_string *out)
{
  const char *q = *p + 1;
  if (*q != ':') {
    return tercet_reader_expected(reader, q, "':' of a blank node \"_:\"");
  }

  const char *const start = ++q;
  bool fits = false;
  if ((uint8_t)*q >= 0x80U) {
    TERCET_TRY(read_name_char(reader, &q, true, &fits));
  } else if (tercet_char_is(*q, TERCET_CHAR_NAME_START | TERCET_CHAR_DIGIT)) {
    fits = true;
    ++q;
  }
  if (!fits) {
    return tercet_reader_expected(reader, q, "the label of a blank node");
  }

  TERCET_TRY(tercet_read_name_rest(reader, &q));
  const tercet_string label = {start, (size_t)(q - start)};
  *p = q;
  return finish_label(reader, label, rename, text, out);
}

tercet_status
tercet_read_escape(tercet_reader *reader, const char **p)
{
  const size_t length = tercet_escape_length(*p, reader->window.end);
  if (length) {
    *p += length;
    return TERCET_OK;
  }

  // The longest escape is \UXXXXXXXX
  if (window_ends_at(reader, *p + 10)) {
    return TERCET_NEED_MORE;
  }
  const excerpt text = make_excerpt(*p, escape_end(reader, *p));
  return tercet_reader_fail(
      reader, *p, "malformed escape \"%s\" in a string", text.text);
}

// STRING_LITERAL_QUOTE ::= '"' ([^#x22#x5C#xA#xD] | ECHAR | UCHAR)* '"'
tercet_status
tercet_read_string(tercet_reader *reader,
                   const char **p,
                   tercet_string *value,
                   bool *escaped)
{
  const char *const start = *p;
  const char quote = *start;
  bool non_ascii = false;

  *escaped = false;
  const char *end = tercet_scan_string(start + 1, quote, &non_ascii);
  while (*end != quote) {
    if (*end == '\\') {
      TERCET_TRY(tercet_read_escape(reader, &end));
      *escaped = true;
    } else if (!*end && end < reader->window.end) {
      ++end; // NUL is a character like others
    } else {
      const excerpt text = make_excerpt(start, end);
      return tercet_reader_fail(reader,
                                end,
                                "the string %s is not closed with '%c'%s",
                                text.text,
                                quote,
                                *end ? " on its line" : "");
    }
    end = tercet_scan_string(end, quote, &non_ascii);
  }
  if (non_ascii) {
    TERCET_TRY(tercet_check_utf8(reader, start, end));
  }

  value->data = start + 1;
  value->length = (size_t)(end - value->data);
  *p = end + 1;
  return TERCET_OK;
}

// LANGTAG ::= '@' [a-zA-Z]+ ('-' [a-zA-Z0-9]+)*
tercet_status
tercet_read_language(tercet_reader *reader, const char **p, tercet_string *out)
{
  const char *const start = *p + 1;
  const char *q = start;
  while (tercet_char_is(*q, TERCET_CHAR_ALPHA)) {
    ++q;
  }
  if (q == start) {
    return tercet_reader_expected(reader, q, "a language tag");
  }

  while (*q == '-') {
    const char *const part = ++q;
    while (tercet_char_is(*q, TERCET_CHAR_ALPHA | TERCET_CHAR_DIGIT)) {
      ++q;
    }
    if (q == part) {
      return tercet_reader_expected(reader, q, "a part of a language tag");
    }
  }
  if (window_ends_at(reader, q)) {
    return TERCET_NEED_MORE;
  }

  out->data = start;
  out->length = (size_t)(q - start);
  *p = q;
  return TERCET_OK;
}

/// Return whether the options ask for literals of this datatype as written
static bool
is_raw(const tercet_reader *reader, tercet_string datatype)
{
  const char *const *raw = reader->options->raw_datatypes;
  for (; raw && *raw; ++raw) {
    if (tercet_string_is(datatype, *raw)) {
      return true;
    }
  }
  return false;
}

tercet_status
tercet_reader_set_literal(tercet_reader *reader,
                          tercet_string value,
                          bool escaped,
                          tercet_string datatype,
                          tercet_string language)
{
  tercet_term *const object = &reader->quad.object;
  object->kind = TERCET_TERM_LITERAL;
  object->escaped = false;
  object->value = value;
  object->datatype = datatype;
  object->language = language;
  if (!escaped) {
    return TERCET_OK;
  }

  if (is_raw(reader, datatype)) {
    object->escaped = true;
    return TERCET_OK;
  }
  reader->object_text.length = 0;
  TERCET_TRY(tercet_unescape(value, &reader->object_text));
  object->value = tercet_buffer_view(&reader->object_text);
  return TERCET_OK;
}
