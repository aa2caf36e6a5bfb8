// SPDX-License-Identifier: Apache-2.0

/// SPARQL 1.1 Query Results JSON Format

#include "api/result.h"

#include "base/error.h"
#include "base/string_view.h"

#define XSD_STRING "http://www.w3.org/2001/XMLSchema#string"

/// Return the escape of a byte in a string (RFC 8259, 7), or NULL
static const char *
escape(unsigned char c)
{
  static const char control[][7] = {
      "\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005",
      "\\u0006", "\\u0007", "\\b",     "\\t",     "\\n",     "\\u000B",
      "\\f",     "\\r",     "\\u000E", "\\u000F", "\\u0010", "\\u0011",
      "\\u0012", "\\u0013", "\\u0014", "\\u0015", "\\u0016", "\\u0017",
      "\\u0018", "\\u0019", "\\u001A", "\\u001B", "\\u001C", "\\u001D",
      "\\u001E", "\\u001F",
  };
  return c < 0x20U ? control[c] : c == '"' ? "\\\"" : c == '\\' ? "\\\\" : NULL;
}

static tercet_status
put_json_string(result_writer *writer, tercet_string text)
{
  TERCET_TRY(tercet_result_put_text(writer, "\""));
  TERCET_TRY(tercet_result_put_replaced(writer, text, escape));
  return tercet_result_put_text(writer, "\"");
}

static tercet_status
put_member(result_writer *writer, const char *key, tercet_string value)
{
  TERCET_TRY(tercet_result_put_text(writer, key));
  return put_json_string(writer, value);
}

static tercet_status
put_term(result_writer *writer, const tercet_term *term)
{
  const char *const type = term->kind == TERCET_TERM_IRI     ? "uri"
                           : term->kind == TERCET_TERM_BLANK ? "bnode"
                                                             : "literal";

  TERCET_TRY(tercet_result_put_text(writer, "{\"type\": \""));
  TERCET_TRY(tercet_result_put_text(writer, type));
  TERCET_TRY(put_member(writer, "\", \"value\": ", term->value));
  if (term->kind == TERCET_TERM_LITERAL) {
    if (term->language.length) {
      TERCET_TRY(put_member(writer, ", \"xml:lang\": ", term->language));
    } else if (!tercet_string_is(term->datatype, XSD_STRING)) {
      TERCET_TRY(put_member(writer, ", \"datatype\": ", term->datatype));
    }
  }
  return tercet_result_put_text(writer, "}");
}

static tercet_status
json_begin(result_writer *writer)
{
  TERCET_TRY(tercet_result_put_text(writer, "{\"head\": {\"vars\": ["));
  for (size_t i = 0; i < writer->n_columns; ++i) {
    TERCET_TRY(tercet_result_put_text(writer, i ? ", " : ""));
    TERCET_TRY(
        put_json_string(writer, tercet_query_column_name(writer->query, i)));
  }
  return tercet_result_put_text(writer, "]},\n \"results\": {\"bindings\": [");
}

static tercet_status
json_row(result_writer *writer)
{
  TERCET_TRY(
      tercet_result_put_text(writer, writer->n_rows ? ",\n  {" : "\n  {"));

  const char *separator = "";
  for (size_t i = 0; i < writer->n_columns; ++i) {
    tercet_term term;
    TERCET_TRY(tercet_result_term(writer, i, &term));
    if (term.kind != TERCET_TERM_NONE) {
      TERCET_TRY(tercet_result_put_text(writer, separator));
      TERCET_TRY(
          put_json_string(writer, tercet_query_column_name(writer->query, i)));
      TERCET_TRY(tercet_result_put_text(writer, ": "));
      TERCET_TRY(put_term(writer, &term));
      separator = ", ";
    }
  }
  return tercet_result_put_text(writer, "}");
}

static tercet_status
json_end(result_writer *writer)
{
  return tercet_result_put_text(writer, "\n ]}}\n");
}

static tercet_status
json_boolean(result_writer *writer, bool answer)
{
  return tercet_result_put_text(writer,
                                answer
                                    ? "{\"head\": {}, \"boolean\": true}\n"
                                    : "{\"head\": {}, \"boolean\": false}\n");
}

const tercet_result_handlers tercet_result_json = {
    json_begin, json_row, json_end, json_boolean};
