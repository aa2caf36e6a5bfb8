// SPDX-License-Identifier: Apache-2.0

/// SPARQL 1.1 Query Results CSV and TSV Formats

#include "api/result.h"

#include "base/error.h"
#include "base/string_view.h"

/* ---- CSV: plain values, RFC 4180 ---- */

static const char *
double_quote(unsigned char c)
{
  return c == '"' ? "\"\"" : NULL;
}

static tercet_status
put_csv_field(result_writer *writer, tercet_string text)
{
  bool quote = false;
  for (size_t i = 0; i < text.length && !quote; ++i) {
    const char c = text.data[i];
    quote = c == '"' || c == ',' || c == '\n' || c == '\r';
  }
  if (!quote) {
    return tercet_result_put_string(writer, text);
  }

  TERCET_TRY(tercet_result_put_text(writer, "\""));
  TERCET_TRY(tercet_result_put_replaced(writer, text, double_quote));
  return tercet_result_put_text(writer, "\"");
}

static tercet_status
csv_begin(result_writer *writer)
{
  for (size_t i = 0; i < writer->n_columns; ++i) {
    TERCET_TRY(tercet_result_put_text(writer, i ? "," : ""));
    TERCET_TRY(
        put_csv_field(writer, tercet_query_column_name(writer->query, i)));
  }
  return tercet_result_put_text(writer, "\r\n");
}

static tercet_status
csv_row(result_writer *writer)
{
  for (size_t i = 0; i < writer->n_columns; ++i) {
    tercet_term term;
    TERCET_TRY(tercet_result_term(writer, i, &term));
    TERCET_TRY(tercet_result_put_text(writer, i ? "," : ""));
    if (term.kind == TERCET_TERM_BLANK) {
      TERCET_TRY(tercet_result_put_text(writer, "_:"));
    }
    if (term.kind != TERCET_TERM_NONE) {
      TERCET_TRY(put_csv_field(writer, term.value));
    }
  }
  return tercet_result_put_text(writer, "\r\n");
}

static tercet_status
delimited_end(result_writer *writer)
{
  (void)writer;
  return TERCET_OK;
}

/// The formats say nothing of ASK; the word alone is what other engines write
static tercet_status
delimited_boolean(result_writer *writer, bool answer)
{
  return tercet_result_put_text(writer, answer ? "true\n" : "false\n");
}

/* ---- TSV: terms as in Turtle ---- */

static tercet_status
tsv_begin(result_writer *writer)
{
  for (size_t i = 0; i < writer->n_columns; ++i) {
    TERCET_TRY(tercet_result_put_text(writer, i ? "\t?" : "?"));
    TERCET_TRY(tercet_result_put_string(
        writer, tercet_query_column_name(writer->query, i)));
  }
  return tercet_result_put_text(writer, "\n");
}

static const char *
escape_tab(unsigned char c)
{
  return c == '\t' ? "\\t" : NULL;
}

/// Put a term, with tabs escaped, which N-Triples leaves as they are
static tercet_status
put_tsv_term(result_writer *writer, const tercet_term *term)
{
  tercet_buffer *const text = &writer->cells;
  const tercet_output output = tercet_buffer_output(text);

  text->length = 0;
  TERCET_TRY(tercet_term_write(term, &output, writer->err));
  return tercet_result_put_replaced(
      writer, tercet_buffer_view(text), escape_tab);
}

static tercet_status
tsv_row(result_writer *writer)
{
  for (size_t i = 0; i < writer->n_columns; ++i) {
    tercet_term term;
    TERCET_TRY(tercet_result_term(writer, i, &term));
    TERCET_TRY(tercet_result_put_text(writer, i ? "\t" : ""));
    if (term.kind != TERCET_TERM_NONE) {
      TERCET_TRY(put_tsv_term(writer, &term));
    }
  }
  return tercet_result_put_text(writer, "\n");
}

const tercet_result_handlers tercet_result_csv = {
    csv_begin, csv_row, delimited_end, delimited_boolean};

const tercet_result_handlers tercet_result_tsv = {
    tsv_begin, tsv_row, delimited_end, delimited_boolean};
