// SPDX-License-Identifier: Apache-2.0

/**
   N-Triples and N-Quads (RDF 1.1).

   No terminal contains a line end, so the text is read up to the last line
   end in the window: within it, scanning needs no other bound.
*/

#include "base/error.h"
#include "base/string_view.h"
#include "rdf/character.h"
#include "rdf/datatype.h"
#include "rdf/iri.h"
#include "syntax/reader.h"
#include "syntax/scan.h"

typedef struct {
  tercet_reader *reader;
  bool quads;
} lines_reader;

static inline bool
is_line_end(char c)
{
  return c == '\n' || c == '\r';
}

static inline const char *
skip_blanks(const char *p)
{
  while (*p == ' ' || *p == '\t') {
    ++p;
  }
  return p;
}

static tercet_status
read_iri(tercet_reader *reader,
         const char **p,
         tercet_buffer *text,
         tercet_string *out)
{
  const char *const start = *p;
  TERCET_TRY(tercet_read_iriref(reader, p, text, out));
  return tercet_iri_has_scheme(*out)
             ? TERCET_OK
             : tercet_reader_fail(
                   reader,
                   start,
                   "the IRI <%.*s> is relative, which this syntax "
                   "does not allow",
                   TERCET_STRING_ARGS(*out));
}

/// Read an IRI or blank node as subject or graph
static tercet_status
read_resource(tercet_reader *reader,
              const char **p,
              tercet_buffer *text,
              tercet_term *term)
{
  if (**p == '<') {
    term->kind = TERCET_TERM_IRI;
    return read_iri(reader, p, text, &term->value);
  }

  term->kind = TERCET_TERM_BLANK;
  return tercet_read_blank_label(reader, p, false, text, &term->value);
}

// literal ::= STRING_LITERAL_QUOTE ('^^' IRIREF | LANGTAG)?
static tercet_status
read_literal(tercet_reader *reader, const char **p)
{
  tercet_string value;
  tercet_string language = {NULL, 0};
  tercet_string datatype = tercet_datatype_iri(TERCET_DATATYPE_STRING);
  bool escaped = false;
  TERCET_TRY(tercet_read_string(reader, p, &value, &escaped));

  const char *q = skip_blanks(*p);
  if (*q == '^') {
    if (q[1] != '^') {
      return tercet_reader_expected(reader, q, "\"^^\"");
    }
    q = skip_blanks(q + 2);
    if (*q != '<') {
      return tercet_reader_expected(reader, q, "the IRI of a datatype");
    }
    TERCET_TRY(read_iri(reader, &q, &reader->datatype_text, &datatype));
    *p = q;
  } else if (*q == '@') {
    TERCET_TRY(tercet_read_language(reader, &q, &language));
    datatype = tercet_datatype_iri(TERCET_DATATYPE_LANG_STRING);
    *p = q;
  }

  return tercet_reader_set_literal(reader, value, escaped, datatype, language);
}

// object ::= IRIREF | BLANK_NODE_LABEL | literal
static tercet_status
read_object(tercet_reader *reader, const char **p)
{
  reader->object = *p;
  if (**p == '"') {
    return read_literal(reader, p);
  }
  if (**p != '<' && **p != '_') {
    return tercet_reader_expected(
        reader, *p, "an object: <iri>, _:blank node or \"literal\"");
  }

  tercet_term term;
  TERCET_TRY(read_resource(reader, p, &reader->object_text, &term));
  tercet_reader_set_object(reader, term.kind, term.value);
  return TERCET_OK;
}

/// Read the graph of an N-Quads statement, if there is one
static tercet_status
read_graph(lines_reader *lines, const char **p)
{
  tercet_reader *const reader = lines->reader;
  reader->quad.graph.kind = TERCET_TERM_NONE;
  if (**p != '<' && **p != '_') {
    return TERCET_OK;
  }
  if (!lines->quads) {
    return tercet_reader_expected(
        reader, *p, "'.' (a fourth term is for N-Quads)");
  }

  TERCET_TRY(
      read_resource(reader, p, &reader->graph_text, &reader->quad.graph));
  *p = skip_blanks(*p);
  return TERCET_OK;
}

/// Pass over a comment, if there is one, up to the line end
static tercet_status
read_comment(tercet_reader *reader, const char **p)
{
  if (**p != '#') {
    return TERCET_OK;
  }

  // Comments are searched for both line ends; a string's other stops do no harm
  const char *const start = *p;
  bool non_ascii = false;
  const char *q = tercet_scan_string(start, '\n', &non_ascii);
  while (!is_line_end(*q)) {
    q = tercet_scan_string(q + 1, '\n', &non_ascii);
  }
  if (non_ascii) {
    TERCET_TRY(tercet_check_utf8(reader, start, q));
  }
  *p = q;
  return TERCET_OK;
}

// statement ::= subject predicate object graphLabel? '.'
static tercet_status
read_statement(lines_reader *lines, const char **p)
{
  tercet_reader *const reader = lines->reader;
  tercet_quad *const quad = &reader->quad;
  if (**p != '<' && **p != '_') {
    return tercet_reader_expected(
        reader, *p, "a subject: <iri> or _:blank node");
  }
  TERCET_TRY(read_resource(reader, p, &reader->subject_text, &quad->subject));
  *p = skip_blanks(*p);

  if (**p != '<') {
    return tercet_reader_expected(reader, *p, "a predicate: <iri>");
  }
  TERCET_TRY(
      read_iri(reader, p, &reader->predicate_text, &quad->predicate.value));
  *p = skip_blanks(*p);

  TERCET_TRY(read_object(reader, p));
  *p = skip_blanks(*p);
  TERCET_TRY(read_graph(lines, p));
  if (**p != '.') {
    return tercet_reader_expected(reader, *p, "'.'");
  }
  *p = skip_blanks(*p + 1);

  TERCET_TRY(read_comment(reader, p));
  return is_line_end(**p)
             ? tercet_reader_emit(reader)
             : tercet_reader_expected(reader, *p, "the end of the line");
}

/// Read one line, or several that are empty
static tercet_status
read_line(lines_reader *lines, const char **p)
{
  *p = skip_blanks(*p);
  if (is_line_end(**p)) {
    ++*p;
    return TERCET_OK;
  }

  return **p == '#' ? read_comment(lines->reader, p) : read_statement(lines, p);
}

/// Go on behind a malformed statement
static void
skip_line(tercet_reader *reader, const char *limit)
{
  const char *p = reader->window.cursor;
  while (p < limit && !is_line_end(*p)) {
    ++p;
  }
  reader->window.cursor = p;
}

/// Read the lines up to `limit`, which is behind a line end
static tercet_status
read_lines(lines_reader *lines, const char *limit)
{
  tercet_reader *const reader = lines->reader;
  while (reader->window.cursor < limit) {
    const char *p = reader->window.cursor;
    const tercet_status st = read_line(lines, &p);
    if (!st) {
      reader->window.cursor = p;
    } else if (st == TERCET_ERR_SYNTAX && reader->options->recover) {
      tercet_reader_warn(reader);
      skip_line(reader, limit);
    } else {
      return st;
    }
  }

  return TERCET_OK;
}

/// Return the place behind the last line end in the window, or NULL
static const char *
find_limit(const tercet_window *window)
{
  const char *const begin = window->cursor;
  const size_t length = (size_t)(window->end - begin);
  if (!length) {
    return NULL;
  }

  const char *line_end = (const char *)memrchr(begin, '\n', length);
  if (!line_end) {
    line_end = (const char *)memrchr(begin, '\r', length);
  }
  return line_end ? line_end + 1 : NULL;
}

/// Read the last line, which need not have a line end
static tercet_status
read_last_line(lines_reader *lines)
{
  tercet_window *const window = &lines->reader->window;
  const size_t n_left = (size_t)(window->end - window->cursor);
  if (!n_left) {
    return TERCET_OK;
  }

  // The padding has room for one
  window->data[(size_t)(window->end - window->data)] = '\n';
  const tercet_status st = read_lines(lines, window->end);
  window->cursor = window->end;
  return st;
}

tercet_status
tercet_read_ntriples(tercet_reader *reader, bool quads)
{
  lines_reader lines = {reader, quads};
  tercet_window *const window = &reader->window;
  reader->by_line = true;
  reader->quad.predicate.kind = TERCET_TERM_IRI;

  while (!window->at_end) {
    TERCET_TRY(tercet_window_fill(window, reader->stats.n_quads, reader->err));
    const char *const limit = find_limit(window);
    if (limit) {
      TERCET_TRY(read_lines(&lines, limit));
    }
  }

  return read_last_line(&lines);
}
