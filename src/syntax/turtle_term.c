// SPDX-License-Identifier: Apache-2.0

/// The terms of Turtle and TriG: names, IRIs and literals

#include "base/error.h"
#include "base/string_view.h"
#include "base/utf8.h"
#include "rdf/character.h"
#include "rdf/datatype.h"
#include "rdf/iri.h"
#include "syntax/scan.h"
#include "syntax/turtle.h"

#define OBJECT_EXPECTED "an object: an IRI, blank node or literal"

/// Return whether the text may go on behind a place
static bool
window_ends_at(const turtle_reader *turtle, const char *place)
{
  const tercet_window *const window = &turtle->reader->window;
  return place >= window->end && !window->at_end;
}

/// Pass over a comment up to the line end
static tercet_status
skip_comment(turtle_reader *turtle, const char **p)
{
  const tercet_window *const window = &turtle->reader->window;
  const char *q = *p;
  bool non_ascii = false;
  while (q < window->end && *q != '\n' && *q != '\r') {
    q = tercet_scan_string(q + 1, '\n', &non_ascii);
  }
  if (window_ends_at(turtle, q)) {
    return TERCET_NEED_MORE;
  }
  if (non_ascii) {
    TERCET_TRY(tercet_check_utf8(turtle->reader, *p, q));
  }
  *p = q;
  return TERCET_OK;
}

tercet_status
tercet_turtle_skip_space(turtle_reader *turtle, const char **p)
{
  for (;;) {
    while (tercet_char_is(**p, TERCET_CHAR_SPACE)) {
      ++*p;
    }
    if (**p != '#') {
      return window_ends_at(turtle, *p) ? TERCET_NEED_MORE : TERCET_OK;
    }
    TERCET_TRY(skip_comment(turtle, p));
  }
}

// PN_PREFIX ::= PN_CHARS_BASE ((PN_CHARS | '.')* PN_CHARS)?
tercet_status
tercet_turtle_read_word(turtle_reader *turtle, const char **p)
{
  // A first character that only fits later on is left to the caller, who
  // finds an empty word
  const char *const start = *p;
  uint32_t c = (uint8_t)*start;
  if (c >= 0x80U) {
    const char *const end = turtle->reader->window.end;
    if (!tercet_utf8_decode(start, end, &c)) {
      return window_ends_at(turtle, start + TERCET_UTF8_MAX)
                 ? TERCET_NEED_MORE
                 : tercet_check_utf8(turtle->reader, start, start + 1);
    }
  }
  if (c == '_' || !tercet_is_name_start(c)) {
    return window_ends_at(turtle, start) ? TERCET_NEED_MORE : TERCET_OK;
  }

  return tercet_read_name_rest(turtle->reader, p);
}

tercet_status
tercet_turtle_read_iriref(turtle_reader *turtle,
                          const char **p,
                          tercet_buffer *text,
                          tercet_string *out)
{
  const char *const start = *p;
  TERCET_TRY(tercet_read_iriref(turtle->reader, p, &turtle->iri_text, out));
  const bool is_slice = out->data == start + 1;
  if (tercet_iri_has_scheme(*out)) {
    if (is_slice) {
      return TERCET_OK;
    }
  } else if (!turtle->base.length) {
    return tercet_reader_fail(turtle->reader,
                              start,
                              "the IRI <%.*s> is relative, but there is no "
                              "base IRI",
                              TERCET_STRING_ARGS(*out));
  }

  text->length = 0;
  TERCET_TRY(tercet_iri_resolve(tercet_buffer_view(&turtle->base), *out, text));
  *out = tercet_buffer_view(text);
  return TERCET_OK;
}

/// Return the length of a PLX at `p`, or 0 if it is malformed
static size_t
plx_length(const char *p)
{
  // PERCENT ::= '%' HEX HEX
  if (*p == '%') {
    return tercet_char_is(p[1], TERCET_CHAR_HEX) &&
                   tercet_char_is(p[2], TERCET_CHAR_HEX)
               ? 3U
               : 0U;
  }

  // PN_LOCAL_ESC
  return p[1] && strchr("_~.-!$&'()*+,;=/?#@%", p[1]) ? 2U : 0U;
}

/// Pass over one character of a local name that is not a plain one; `*fits`
/// becomes false if the name ends here
static tercet_status
read_local_char(turtle_reader *turtle, const char **p, bool first, bool *fits)
{
  tercet_reader *const reader = turtle->reader;
  const char c = **p;
  if (c == '%' || c == '\\') {
    const size_t length = plx_length(*p);
    if (!length) {
      return window_ends_at(turtle, *p + 3)
                 ? TERCET_NEED_MORE
                 : tercet_reader_fail(
                       reader, *p, "malformed '%c' escape in a name", c);
    }
    *p += length;
    return TERCET_OK;
  }

  uint32_t code_point = 0;
  const size_t n_bytes =
      tercet_utf8_decode(*p, reader->window.end, &code_point);
  if (!n_bytes) {
    return window_ends_at(turtle, *p + TERCET_UTF8_MAX)
               ? TERCET_NEED_MORE
               : tercet_check_utf8(reader, *p, *p + 1);
  }
  *fits = first ? tercet_is_name_start(code_point)
                : tercet_is_name_char(code_point);
  *p += *fits ? n_bytes : 0;
  return TERCET_OK;
}

// PN_LOCAL ::= (PN_CHARS_U | ':' | [0-9] | PLX)
//              ((PN_CHARS | '.' | ':' | PLX)* (PN_CHARS | ':' | PLX))?
static tercet_status
scan_local(turtle_reader *turtle, const char **p, bool *escaped)
{
  const char *const start = *p;
  const char *q = start;
  const char *end = start; // Behind the last character that is not a dot
  if (*q == '-' || *q == '.') {
    return TERCET_OK; // Not at the start: the name is empty
  }

  for (bool fits = true; fits;) {
    const char *const plain = q;
    while (tercet_char_is(*q, TERCET_CHAR_NAME) || *q == ':') {
      ++q;
    }
    end = q > plain ? q : end;

    if (*q == '.') {
      ++q;
    } else if (*q == '%' || *q == '\\' || (uint8_t)*q >= 0x80U) {
      *escaped |= *q == '\\';
      TERCET_TRY(read_local_char(turtle, &q, q == start, &fits));
      end = fits ? q : end;
    } else {
      fits = false;
    }
  }
  if (window_ends_at(turtle, q)) {
    return TERCET_NEED_MORE;
  }

  *p = end;
  return TERCET_OK;
}

/// Append a local name without the backslashes of its escapes
static tercet_status
append_local(tercet_string local, bool escaped, tercet_buffer *text)
{
  TERCET_TRY(tercet_buffer_append(text, local.data, local.length));
  if (!escaped) {
    return TERCET_OK;
  }

  char *out = text->data + text->length - local.length;
  for (size_t i = 0; i < local.length; ++i) {
    i += local.data[i] == '\\'; // There is one more behind it
    *out++ = local.data[i];
  }
  text->length = (size_t)(out - text->data);
  return TERCET_OK;
}

tercet_status
tercet_turtle_read_local(turtle_reader *turtle,
                         tercet_string prefix,
                         const char **p,
                         tercet_buffer *text,
                         tercet_string *out)
{
  bool escaped = false;
  const char *const start = *p + 1;
  const char *q = start;
  TERCET_TRY(scan_local(turtle, &q, &escaped));

  const tercet_prefix *const found =
      tercet_prefix_map_find(&turtle->prefixes, prefix);
  if (!found) {
    return tercet_reader_fail(turtle->reader,
                              prefix.data,
                              "the prefix \"%.*s:\" is not defined",
                              TERCET_STRING_ARGS(prefix));
  }

  const tercet_string local = {start, (size_t)(q - start)};
  text->length = 0;
  TERCET_TRY(tercet_buffer_append(text, found->iri.data, found->iri.length));
  TERCET_TRY(append_local(local, escaped, text));
  *out = tercet_buffer_view(text);
  *p = q;
  return TERCET_OK;
}

// iri ::= IRIREF | PrefixedName
tercet_status
tercet_turtle_read_iri(turtle_reader *turtle,
                       const char **p,
                       const char *expected,
                       tercet_buffer *text,
                       tercet_string *out)
{
  if (**p == '<') {
    return tercet_turtle_read_iriref(turtle, p, text, out);
  }

  const char *q = *p;
  TERCET_TRY(tercet_turtle_read_word(turtle, &q));
  if (*q != ':') {
    return window_ends_at(turtle, q)
               ? TERCET_NEED_MORE
               : tercet_reader_expected(turtle->reader, *p, expected);
  }

  const tercet_string prefix = {*p, (size_t)(q - *p)};
  TERCET_TRY(tercet_turtle_read_local(turtle, prefix, &q, text, out));
  *p = q;
  return TERCET_OK;
}

/// Scan for three quotes; `*p` goes to the first of them
static tercet_status
scan_long_string(turtle_reader *turtle,
                 const char *start,
                 const char **p,
                 bool *escaped)
{
  tercet_reader *const reader = turtle->reader;
  const char quote = *start;
  bool non_ascii = false;

  const char *q = start + 3;
  for (;;) {
    q = tercet_scan_string(q, quote, &non_ascii);
    if (*q == '\\') {
      TERCET_TRY(tercet_read_escape(reader, &q));
      *escaped = true;
    } else if (*q == quote && q[1] == quote && q[2] == quote) {
      break;
    } else if (q >= reader->window.end) {
      return window_ends_at(turtle, q)
                 ? TERCET_NEED_MORE
                 : tercet_reader_fail(reader,
                                      start,
                                      "the string that starts with %c%c%c here "
                                      "is not closed",
                                      quote,
                                      quote,
                                      quote);
    } else {
      ++q; // A single quote, a line end or NUL
    }
  }
  if (non_ascii) {
    TERCET_TRY(tercet_check_utf8(reader, start, q));
  }

  *p = q;
  return TERCET_OK;
}

// String ::= STRING_LITERAL_QUOTE | STRING_LITERAL_SINGLE_QUOTE |
//            STRING_LITERAL_LONG_SINGLE_QUOTE | STRING_LITERAL_LONG_QUOTE
static tercet_status
read_string(turtle_reader *turtle,
            const char **p,
            tercet_string *value,
            bool *escaped)
{
  const char *const start = *p;
  if (start[1] == *start && window_ends_at(turtle, start + 2)) {
    return TERCET_NEED_MORE;
  }
  if (start[1] != *start || start[2] != *start) {
    return tercet_read_string(turtle->reader, p, value, escaped);
  }

  const char *end = start;
  *escaped = false;
  TERCET_TRY(scan_long_string(turtle, start, &end, escaped));
  value->data = start + 3;
  value->length = (size_t)(end - value->data);
  *p = end + 3;
  return TERCET_OK;
}

// RDFLiteral ::= String (LANGTAG | '^^' iri)?
static tercet_status
read_rdf_literal(turtle_reader *turtle, const char **p)
{
  tercet_reader *const reader = turtle->reader;
  tercet_string value;
  tercet_string language = {NULL, 0};
  tercet_string datatype = tercet_datatype_iri(TERCET_DATATYPE_STRING);
  bool escaped = false;
  TERCET_TRY(read_string(turtle, p, &value, &escaped));

  const char *q = *p;
  TERCET_TRY(tercet_turtle_skip_space(turtle, &q));
  if (*q == '@') {
    TERCET_TRY(tercet_read_language(reader, &q, &language));
    datatype = tercet_datatype_iri(TERCET_DATATYPE_LANG_STRING);
    *p = q;
  } else if (*q == '^') {
    if (q[1] != '^') {
      return tercet_reader_expected(reader, q + 1, "'^' of \"^^\"");
    }
    q += 2;
    TERCET_TRY(tercet_turtle_skip_space(turtle, &q));
    TERCET_TRY(tercet_turtle_read_iri(turtle,
                                      &q,
                                      "the IRI of a datatype",
                                      &reader->datatype_text,
                                      &datatype));
    *p = q;
  }

  return tercet_reader_set_literal(reader, value, escaped, datatype, language);
}

static const char *
skip_digits(const char *p)
{
  while (tercet_char_is(*p, TERCET_CHAR_DIGIT)) {
    ++p;
  }
  return p;
}

// EXPONENT ::= [eE] [+-]? [0-9]+
static const char *
skip_exponent(const char *p)
{
  if (*p != 'e' && *p != 'E') {
    return p;
  }

  const char *const digits = p + (p[1] == '+' || p[1] == '-' ? 2 : 1);
  const char *const end = skip_digits(digits);
  return end > digits ? end : p;
}

// INTEGER ::= [+-]? [0-9]+
// DECIMAL ::= [+-]? [0-9]* '.' [0-9]+
// DOUBLE  ::= [+-]? ([0-9]+ '.' [0-9]* EXPONENT | '.' [0-9]+ EXPONENT |
//                    [0-9]+ EXPONENT)
static tercet_status
read_number(turtle_reader *turtle, const char **p)
{
  tercet_reader *const reader = turtle->reader;
  const char *const start = *p;
  const char *const whole = start + (*start == '+' || *start == '-');
  const char *const whole_end = skip_digits(whole);
  tercet_datatype datatype = TERCET_DATATYPE_INTEGER;

  const char *end = whole_end;
  const char *scanned = whole_end; // How far the decision has looked
  if (*whole_end == '.') {
    const char *const fraction_end = skip_digits(whole_end + 1);
    scanned = fraction_end;
    if (fraction_end > whole_end + 1) {
      datatype = TERCET_DATATYPE_DECIMAL;
      end = fraction_end;
    }
  }
  if (end > whole || *whole_end == '.') {
    const bool has_digits = whole_end > whole || scanned > whole_end + 1;
    const char *const exponent_end = skip_exponent(scanned);
    if (has_digits && exponent_end > scanned) {
      datatype = TERCET_DATATYPE_DOUBLE;
      end = exponent_end;
    }
  }

  // The longest look ahead is for an exponent of one digit: "e+1"
  if (window_ends_at(turtle, (end > scanned ? end : scanned) + 3)) {
    return TERCET_NEED_MORE;
  }
  if (end == whole) {
    return tercet_reader_expected(reader, start, OBJECT_EXPECTED);
  }

  const tercet_string none = {NULL, 0};
  const tercet_string value = {start, (size_t)(end - start)};
  *p = end;
  return tercet_reader_set_literal(
      reader, value, false, tercet_datatype_iri(datatype), none);
}

/// Read a prefixed name, or `true` or `false`
static tercet_status
read_word_object(turtle_reader *turtle, const char **p)
{
  tercet_reader *const reader = turtle->reader;
  const char *q = *p;
  TERCET_TRY(tercet_turtle_read_word(turtle, &q));
  const tercet_string word = {*p, (size_t)(q - *p)};

  if (*q == ':') {
    tercet_string iri;
    TERCET_TRY(
        tercet_turtle_read_local(turtle, word, &q, &reader->object_text, &iri));
    tercet_reader_set_object(reader, TERCET_TERM_IRI, iri);
    *p = q;
    return TERCET_OK;
  }

  // BooleanLiteral ::= 'true' | 'false'
  if (tercet_string_is(word, "true") || tercet_string_is(word, "false")) {
    const tercet_string none = {NULL, 0};
    *p = q;
    return tercet_reader_set_literal(
        reader,
        word,
        false,
        tercet_datatype_iri(TERCET_DATATYPE_BOOLEAN),
        none);
  }

  return window_ends_at(turtle, q)
             ? TERCET_NEED_MORE
             : tercet_reader_expected(reader, *p, OBJECT_EXPECTED);
}

tercet_status
tercet_turtle_read_object(turtle_reader *turtle, const char **p)
{
  tercet_reader *const reader = turtle->reader;
  tercet_string value;
  switch (**p) {
  case '<':
    TERCET_TRY(
        tercet_turtle_read_iriref(turtle, p, &reader->object_text, &value));
    tercet_reader_set_object(reader, TERCET_TERM_IRI, value);
    return TERCET_OK;
  case '_':
    TERCET_TRY(
        tercet_read_blank_label(reader, p, true, &reader->object_text, &value));
    tercet_reader_set_object(reader, TERCET_TERM_BLANK, value);
    return TERCET_OK;
  case '"':
  case '\'':
    return read_rdf_literal(turtle, p);
  case '+':
  case '-':
  case '.':
    return read_number(turtle, p);
  default:
    return tercet_char_is(**p, TERCET_CHAR_DIGIT) ? read_number(turtle, p)
                                                  : read_word_object(turtle, p);
  }
}
