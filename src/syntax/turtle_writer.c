// SPDX-License-Identifier: Apache-2.0

/**
   Turtle and TriG.

   Statements are grouped as they come: what has the subject of the one before
   goes on with ';', what has its predicate too with ','.  Only those two terms
   and the graph are kept.
*/

#include "base/error.h"
#include "base/string_view.h"
#include "base/utf8.h"
#include "rdf/character.h"
#include "rdf/datatype.h"
#include "rdf/term.h"
#include "syntax/writer.h"

// Names

/// Return whether each character fits a name behind its first one; no dot at
/// either end
static bool
is_name(tercet_string name, bool is_local)
{
  const char *p = name.data;
  const char *const end = p + name.length;
  if (p < end && (*p == '.' || *p == '-' || end[-1] == '.')) {
    return false;
  }

  for (const char *const start = p; p < end;) {
    uint32_t c = 0;
    const size_t n_bytes = tercet_utf8_decode(p, end, &c);
    const bool is_digit = c >= '0' && c <= '9';
    const bool fits = p == start
                          ? tercet_is_name_start(c) || (is_local && is_digit)
                          : tercet_is_name_char(c) || c == '.';
    if (!n_bytes || (!fits && (c != ':' || !is_local))) {
      return false;
    }
    p += n_bytes;
  }

  return true;
}

/// Return where the local part of an IRI starts that is written with a prefix:
/// behind the last '#' or '/', or else ':'
static size_t
local_start(tercet_string iri)
{
  for (size_t i = iri.length; i; --i) {
    if (iri.data[i - 1U] == '#' || iri.data[i - 1U] == '/') {
      return i;
    }
  }

  const char *const colon = (const char *)memrchr(iri.data, ':', iri.length);
  return colon ? (size_t)(colon - iri.data) + 1U : 0U;
}

/// Append an IRI as prefixed name if a prefix fits
static tercet_status
append_prefixed(tercet_writer *writer, tercet_string iri, bool *done)
{
  *done = false;
  if (!writer->prefixes.n_items) {
    return TERCET_OK;
  }

  const size_t start = local_start(iri);
  const tercet_string space = {iri.data, start};
  const tercet_string local = {iri.data + start, iri.length - start};
  const tercet_prefix *const by_iri =
      tercet_prefix_map_find(&writer->namespaces, space);
  if (!by_iri || !is_name(local, true)) {
    return TERCET_OK;
  }

  // The prefix may stand for another IRI by now
  const tercet_string name = by_iri->iri;
  const tercet_prefix *const by_name =
      tercet_prefix_map_find(&writer->prefixes, name);
  if (!by_name || !tercet_string_equals(by_name->iri, space)) {
    return TERCET_OK;
  }

  tercet_buffer *const text = &writer->text;
  *done = true;
  TERCET_TRY(tercet_buffer_append(text, name.data, name.length));
  TERCET_TRY(tercet_buffer_append_char(text, ':'));
  return tercet_buffer_append(text, local.data, local.length);
}

// Terms

static const char *
skip_digits(const char *p, const char *end)
{
  while (p < end && tercet_char_is(*p, TERCET_CHAR_DIGIT)) {
    ++p;
  }
  return p;
}

/// Return the datatype that a reader gives to this text when it stands alone:
/// integer, decimal or double; or TERCET_DATATYPE_OTHER
static tercet_datatype
number_datatype(tercet_string text)
{
  const char *p = text.data;
  const char *const end = p + text.length;
  p += p < end && (*p == '+' || *p == '-');

  const char *const whole_end = skip_digits(p, end);
  const bool has_whole = whole_end > p;
  bool has_fraction = false;
  p = whole_end;
  if (p < end && *p == '.') {
    p = skip_digits(p + 1, end);
    has_fraction = p > whole_end + 1;
  }
  if (p == end) {
    // A final dot would end the statement
    return has_fraction                  ? TERCET_DATATYPE_DECIMAL
           : has_whole && p == whole_end ? TERCET_DATATYPE_INTEGER
                                         : TERCET_DATATYPE_OTHER;
  }

  if ((!has_whole && !has_fraction) || (*p != 'e' && *p != 'E')) {
    return TERCET_DATATYPE_OTHER;
  }
  ++p;
  p += p < end && (*p == '+' || *p == '-');
  return p < end && skip_digits(p, end) == end ? TERCET_DATATYPE_DOUBLE
                                               : TERCET_DATATYPE_OTHER;
}

/// Return whether a literal may be written without quotes and datatype
static bool
is_bare(const tercet_term *term)
{
  if (term->kind != TERCET_TERM_LITERAL || term->escaped) {
    return false;
  }

  const tercet_datatype datatype = tercet_datatype_from_iri(term->datatype);
  switch ((int)datatype) {
  case TERCET_DATATYPE_INTEGER:
  case TERCET_DATATYPE_DECIMAL:
  case TERCET_DATATYPE_DOUBLE:
    return number_datatype(term->value) == datatype;
  case TERCET_DATATYPE_BOOLEAN:
    return tercet_string_is(term->value, "true") ||
           tercet_string_is(term->value, "false");
  default:
    return false;
  }
}

/// Append a literal, its datatype with a prefix if one fits
static tercet_status
append_literal(tercet_writer *writer, const tercet_term *term)
{
  tercet_buffer *const text = &writer->text;
  if (is_bare(term)) {
    return tercet_buffer_append(text, term->value.data, term->value.length);
  }

  const tercet_string xsd_string = tercet_datatype_iri(TERCET_DATATYPE_STRING);
  if (term->language.length || !term->datatype.length ||
      tercet_string_equals(term->datatype, xsd_string)) {
    return tercet_term_append(term, text);
  }

  // As a plain string first, then the datatype behind it
  tercet_term plain = *term;
  plain.datatype = xsd_string;
  TERCET_TRY(tercet_term_append(&plain, text));
  TERCET_TRY(tercet_buffer_append(text, "^^", 2));
  tercet_term datatype = {0};
  datatype.kind = TERCET_TERM_IRI;
  datatype.value = term->datatype;
  bool done = false;
  TERCET_TRY(append_prefixed(writer, datatype.value, &done));
  return done ? TERCET_OK : tercet_term_append(&datatype, text);
}

static tercet_status
append_term(tercet_writer *writer, const tercet_term *term)
{
  if (term->kind == TERCET_TERM_LITERAL) {
    return append_literal(writer, term);
  }

  bool done = false;
  if (term->kind == TERCET_TERM_IRI) {
    TERCET_TRY(append_prefixed(writer, term->value, &done));
  }
  return done ? TERCET_OK : tercet_term_append(term, &writer->text);
}

static tercet_status
append_predicate(tercet_writer *writer, const tercet_term *term)
{
  return tercet_string_is(term->value, TERCET_RDF_NS "type")
             ? tercet_buffer_append_char(&writer->text, 'a')
             : append_term(writer, term);
}

// Grouping

static bool
is_last(const tercet_last_term *last, const tercet_term *term)
{
  return last->kind == term->kind &&
         (term->kind == TERCET_TERM_NONE ||
          tercet_string_equals(tercet_buffer_view(&last->value), term->value));
}

static tercet_status
keep(tercet_last_term *last, const tercet_term *term)
{
  last->kind = term->kind;
  last->value.length = 0;
  return tercet_buffer_append(
      &last->value, term->value.data, term->value.length);
}

/// Write the '.' of the statement that is open
static tercet_status
end_statement(tercet_writer *writer)
{
  if (!writer->in_statement) {
    return TERCET_OK;
  }

  writer->in_statement = false;
  return tercet_buffer_append(&writer->text, " .\n", 3);
}

/// Leave the statement and the graph that are open
static tercet_status
end_graph(tercet_writer *writer)
{
  TERCET_TRY(end_statement(writer));
  if (!writer->in_graph) {
    return TERCET_OK;
  }

  writer->in_graph = false;
  writer->graph.kind = TERCET_TERM_NONE;
  return tercet_buffer_append(&writer->text, "}\n", 2);
}

/// Leave one graph and enter another
static tercet_status
change_graph(tercet_writer *writer, const tercet_term *graph)
{
  TERCET_TRY(end_graph(writer));
  TERCET_TRY(keep(&writer->graph, graph));
  if (graph->kind == TERCET_TERM_NONE) {
    return TERCET_OK;
  }

  writer->in_graph = true;
  TERCET_TRY(append_term(writer, graph));
  return tercet_buffer_append(&writer->text, " {\n", 3);
}

/// Begin the line of a further predicate, deeper than its subject
static tercet_status
append_indent(tercet_writer *writer)
{
  return tercet_buffer_append_text(&writer->text,
                                   writer->in_graph ? "        " : "    ");
}

/// Write the subject, unless it is that of the open statement
static tercet_status
write_subject(tercet_writer *writer, const tercet_term *subject)
{
  TERCET_TRY(end_statement(writer));
  TERCET_TRY(keep(&writer->subject, subject));
  writer->in_statement = true;
  if (writer->in_graph) {
    TERCET_TRY(tercet_buffer_append(&writer->text, "    ", 4));
  }
  TERCET_TRY(append_term(writer, subject));
  return tercet_buffer_append_char(&writer->text, ' ');
}

/// Write what leads up to the object
static tercet_status
write_lead(tercet_writer *writer, const tercet_quad *quad)
{
  tercet_buffer *const text = &writer->text;
  if (!writer->in_statement || !is_last(&writer->subject, &quad->subject)) {
    TERCET_TRY(write_subject(writer, &quad->subject));
  } else if (is_last(&writer->predicate, &quad->predicate)) {
    return tercet_buffer_append(text, " , ", 3);
  } else {
    TERCET_TRY(tercet_buffer_append(text, " ;\n", 3));
    TERCET_TRY(append_indent(writer));
  }

  TERCET_TRY(keep(&writer->predicate, &quad->predicate));
  TERCET_TRY(append_predicate(writer, &quad->predicate));
  return tercet_buffer_append_char(text, ' ');
}

tercet_status
tercet_turtle_write_quad(tercet_writer *writer, const tercet_quad *quad)
{
  if (writer->in_prefixes) {
    writer->in_prefixes = false;
    TERCET_TRY(tercet_buffer_append_char(&writer->text, '\n'));
  }
  if (!is_last(&writer->graph, &quad->graph)) {
    TERCET_TRY(change_graph(writer, &quad->graph));
  }
  TERCET_TRY(write_lead(writer, quad));
  return append_term(writer, &quad->object);
}

tercet_status
tercet_turtle_write_prefix(tercet_writer *writer,
                           tercet_string name,
                           tercet_string iri)
{
  const bool is_blank = name.length && name.data[0] == '_';
  if (is_blank || !is_name(name, false)) {
    return TERCET_ERR_ARGUMENT;
  }
  const tercet_prefix *const known =
      tercet_prefix_map_find(&writer->prefixes, name);
  if (known && tercet_string_equals(known->iri, iri)) {
    return TERCET_OK;
  }

  // A prefix cannot stand within a graph
  TERCET_TRY(end_graph(writer));
  TERCET_TRY(tercet_prefix_map_set(&writer->prefixes, name, iri));
  TERCET_TRY(tercet_prefix_map_set(&writer->namespaces, iri, name));

  tercet_term term = {0};
  term.kind = TERCET_TERM_IRI;
  term.value = iri;
  tercet_buffer *const text = &writer->text;
  writer->in_prefixes = true;
  TERCET_TRY(tercet_buffer_append_text(text, "@prefix "));
  TERCET_TRY(tercet_buffer_append(text, name.data, name.length));
  TERCET_TRY(tercet_buffer_append(text, ": ", 2));
  TERCET_TRY(tercet_term_append(&term, text));
  return tercet_buffer_append(text, " .\n", 3);
}

tercet_status
tercet_turtle_write_end(tercet_writer *writer)
{
  return end_graph(writer);
}
