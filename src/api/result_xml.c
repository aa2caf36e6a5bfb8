// SPDX-License-Identifier: Apache-2.0

/// SPARQL Query Results XML Format

#include "api/result.h"

#include "base/error.h"
#include "base/string_view.h"
#include "base/utf8.h"

#define XSD_STRING "http://www.w3.org/2001/XMLSchema#string"

#define HEADER                                                                 \
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                               \
  "<sparql xmlns=\"http://www.w3.org/2005/sparql-results#\">\n"

/// Return what stands for a byte in XML text, or NULL for the byte itself.  A
/// carriage return would be read back as a line feed, and white space in an
/// attribute as spaces.
static const char *
entity(unsigned char c)
{
  switch (c) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\r':
    return "&#13;";
  default:
    return NULL;
  }
}

/// Return whether XML 1.0 has the character that starts at `text` (2.2)
static bool
is_xml_character(const char *text, size_t length)
{
  uint32_t c = 0;
  if (!tercet_utf8_decode(text, text + length, &c)) {
    return false;
  }
  return (c >= 0x20U || c == '\t' || c == '\n' || c == '\r') && c != 0xFFFEU &&
         c != 0xFFFFU;
}

static tercet_status
put_xml(result_writer *writer, tercet_string text)
{
  for (size_t i = 0; i < text.length; ++i) {
    const unsigned char c = (unsigned char)text.data[i];
    const bool continues = (c & 0xC0U) == 0x80U;
    if (!continues && !is_xml_character(text.data + i, text.length - i)) {
      return tercet_error_set(
          writer->err,
          TERCET_ERR_UNSUPPORTED,
          "a value in row %llu holds a character that XML cannot hold "
          "(byte 0x%02X); use another format",
          (unsigned long long)writer->n_rows + 1U,
          c);
    }
  }
  return tercet_result_put_replaced(writer, text, entity);
}

/// Put text between two pieces of markup
static tercet_status
put_between(result_writer *writer,
            const char *before,
            tercet_string text,
            const char *after)
{
  TERCET_TRY(tercet_result_put_text(writer, before));
  TERCET_TRY(put_xml(writer, text));
  return tercet_result_put_text(writer, after);
}

static tercet_status
put_literal(result_writer *writer, const tercet_term *term)
{
  TERCET_TRY(tercet_result_put_text(writer, "<literal"));
  if (term->language.length) {
    TERCET_TRY(put_between(writer, " xml:lang=\"", term->language, "\""));
  } else if (!tercet_string_is(term->datatype, XSD_STRING)) {
    TERCET_TRY(put_between(writer, " datatype=\"", term->datatype, "\""));
  }
  return put_between(writer, ">", term->value, "</literal>");
}

static tercet_status
put_term(result_writer *writer, const tercet_term *term)
{
  return term->kind == TERCET_TERM_IRI
             ? put_between(writer, "<uri>", term->value, "</uri>")
         : term->kind == TERCET_TERM_BLANK
             ? put_between(writer, "<bnode>", term->value, "</bnode>")
             : put_literal(writer, term);
}

static tercet_status
xml_begin(result_writer *writer)
{
  TERCET_TRY(tercet_result_put_text(writer, HEADER "  <head>\n"));
  for (size_t i = 0; i < writer->n_columns; ++i) {
    TERCET_TRY(put_between(writer,
                           "    <variable name=\"",
                           tercet_query_column_name(writer->query, i),
                           "\"/>\n"));
  }
  return tercet_result_put_text(writer, "  </head>\n  <results>\n");
}

static tercet_status
xml_row(result_writer *writer)
{
  TERCET_TRY(tercet_result_put_text(writer, "    <result>\n"));
  for (size_t i = 0; i < writer->n_columns; ++i) {
    tercet_term term;
    TERCET_TRY(tercet_result_term(writer, i, &term));
    if (term.kind != TERCET_TERM_NONE) {
      TERCET_TRY(put_between(writer,
                             "      <binding name=\"",
                             tercet_query_column_name(writer->query, i),
                             "\">"));
      TERCET_TRY(put_term(writer, &term));
      TERCET_TRY(tercet_result_put_text(writer, "</binding>\n"));
    }
  }
  return tercet_result_put_text(writer, "    </result>\n");
}

static tercet_status
xml_end(result_writer *writer)
{
  return tercet_result_put_text(writer, "  </results>\n</sparql>\n");
}

static tercet_status
xml_boolean(result_writer *writer, bool answer)
{
  TERCET_TRY(
      tercet_result_put_text(writer, HEADER "  <head></head>\n  <boolean>"));
  TERCET_TRY(tercet_result_put_text(writer, answer ? "true" : "false"));
  return tercet_result_put_text(writer, "</boolean>\n</sparql>\n");
}

const tercet_result_handlers tercet_result_xml = {
    xml_begin, xml_row, xml_end, xml_boolean};
