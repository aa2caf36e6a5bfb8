// SPDX-License-Identifier: Apache-2.0

/**
   Results as a table for people.

   The first rows are held back to find out how wide the columns are; later
   rows are written at once, so that any number of rows takes constant memory.
   IRIs are shortened with the query's own prefixes, tensors to their dtype,
   shape and first and last elements; doubles are written like 0.125, not like
   1.25E-1.  Everything else is shown in full, as it is.
*/

#include "api/result.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/number.h"
#include "base/string_view.h"
#include "base/utf8.h"

#include <stdint.h>

/// Rows that decide the widths
#define ROWS_HELD_BACK 1000U

/// Elements of a tensor that are shown
#define TENSOR_ELEMENTS 4U

#define XSD "http://www.w3.org/2001/XMLSchema#"

/* ---- Cells ---- */

static tercet_status
put_cell_text(result_writer *writer, tercet_string text)
{
  return tercet_buffer_append(&writer->cells, text.data, text.length) ==
                 TERCET_OK
             ? TERCET_OK
             : tercet_error_no_memory(writer->err);
}

/// Return whether a local name needs no escapes
static bool
is_plain_local_name(tercet_string name)
{
  for (size_t i = 0; i < name.length; ++i) {
    const unsigned char c = (unsigned char)name.data[i];
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                          (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80U ||
                          c == ':' || c == '%' ||
                          ((c == '-' || c == '.') && i && i + 1U < name.length);
    if (!is_plain) {
      return false;
    }
  }
  return true;
}

/// Put an IRI with the longest prefix of the query that fits
static tercet_status
put_iri(result_writer *writer, tercet_string iri)
{
  tercet_string best = {NULL, 0};
  tercet_string label = {NULL, 0};

  const size_t n_prefixes = tercet_query_prefix_count(writer->query);
  for (size_t i = 0; i < n_prefixes; ++i) {
    tercet_string name;
    tercet_string start;
    tercet_query_get_prefix(writer->query, i, &name, &start);
    if (start.length > best.length && start.length <= iri.length &&
        !memcmp(start.data, iri.data, start.length)) {
      best = start;
      label = name;
    }
  }

  const tercet_string local = {iri.data + best.length,
                               iri.length - best.length};
  const bool shorten = best.length && is_plain_local_name(local);
  TERCET_TRY(put_cell_text(writer, shorten ? label : tercet_string_from("<")));
  TERCET_TRY(put_cell_text(writer, tercet_string_from(shorten ? ":" : "")));
  TERCET_TRY(put_cell_text(writer, shorten ? local : iri));
  return put_cell_text(writer, tercet_string_from(shorten ? "" : ">"));
}

/// Return whether a literal is clear without quotes and datatype
static bool
is_bare(const tercet_term *term)
{
  static const char *const datatypes[] = {
      XSD "integer", XSD "decimal", XSD "boolean"};
  for (size_t i = 0; i < sizeof(datatypes) / sizeof(datatypes[0]); ++i) {
    if (tercet_string_is(term->datatype, datatypes[i])) {
      return true;
    }
  }
  return false;
}

/// Return the escape of a byte that would break the table, or NULL
static const char *
cell_escape(unsigned char c)
{
  return c == '"'    ? "\\\""
         : c == '\\' ? "\\\\"
         : c == '\n' ? "\\n"
         : c == '\r' ? "\\r"
         : c == '\t' ? "\\t"
                     : NULL;
}

static tercet_status
put_quoted(result_writer *writer, tercet_string text)
{
  TERCET_TRY(put_cell_text(writer, tercet_string_from("\"")));

  size_t start = 0;
  for (size_t i = 0; i < text.length; ++i) {
    const char *const other = cell_escape((unsigned char)text.data[i]);
    if (other) {
      const tercet_string before = {text.data + start, i - start};
      TERCET_TRY(put_cell_text(writer, before));
      TERCET_TRY(put_cell_text(writer, tercet_string_from(other)));
      start = i + 1U;
    }
  }

  const tercet_string rest = {text.data + start, text.length - start};
  TERCET_TRY(put_cell_text(writer, rest));
  return put_cell_text(writer, tercet_string_from("\""));
}

/// Put an xsd:double the way people write it: 0.125 rather than 1.25E-1
static tercet_status
put_double(result_writer *writer, tercet_string text)
{
  double value = 0.0;
  if (!tercet_f64_read(text.data, text.length, &value)) {
    return put_cell_text(writer, text);
  }

  char digits[TERCET_NUMBER_TEXT_MAX];
  const tercet_string plain = {
      digits, tercet_f64_write(value, TERCET_FLOAT_PYTHON, digits)};
  return put_cell_text(writer, plain);
}

static tercet_status
put_literal(result_writer *writer, const tercet_term *term)
{
  if (tercet_string_is(term->datatype, XSD "double")) {
    return put_double(writer, term->value);
  }
  if (is_bare(term)) {
    return put_cell_text(writer, term->value);
  }

  TERCET_TRY(put_quoted(writer, term->value));
  if (term->language.length) {
    TERCET_TRY(put_cell_text(writer, tercet_string_from("@")));
    return put_cell_text(writer, term->language);
  }
  if (!tercet_string_is(term->datatype, XSD "string")) {
    TERCET_TRY(put_cell_text(writer, tercet_string_from("^^")));
    return put_iri(writer, term->datatype);
  }
  return TERCET_OK;
}

/// Put the tensor of a column and set `done`, if there is one
static tercet_status
put_tensor(result_writer *writer, size_t column, bool *done)
{
  tercet_tensor *tensor = NULL;
  TERCET_TRY(
      tercet_query_column_tensor(writer->query, column, &tensor, writer->err));
  *done = tensor;
  if (!tensor) {
    return TERCET_OK;
  }

  const tercet_output output = tercet_buffer_output(&writer->cells);
  const tercet_status st =
      tercet_tensor_print(tensor, TENSOR_ELEMENTS, &output, writer->err);
  tercet_tensor_unref(tensor);
  return st;
}

static tercet_status
put_cell(result_writer *writer, size_t column)
{
  bool is_tensor = false;
  TERCET_TRY(put_tensor(writer, column, &is_tensor));
  if (is_tensor) {
    return TERCET_OK;
  }

  tercet_term term;
  TERCET_TRY(tercet_result_term(writer, column, &term));
  switch (term.kind) {
  case TERCET_TERM_NONE:
    return TERCET_OK;
  case TERCET_TERM_IRI:
    return put_iri(writer, term.value);
  case TERCET_TERM_BLANK:
    TERCET_TRY(put_cell_text(writer, tercet_string_from("_:")));
    return put_cell_text(writer, term.value);
  case TERCET_TERM_LITERAL:
    return put_literal(writer, &term);
  case TERCET_TERM_TRIPLE:
    break;
  }

  const tercet_output output = tercet_buffer_output(&writer->cells);
  return tercet_term_write(&term, &output, writer->err);
}

/// Remember that a cell ends here
static tercet_status
end_cell(result_writer *writer)
{
  void *ends = writer->cell_ends;
  if (!tercet_grow_array(NULL,
                         &ends,
                         &writer->cell_capacity,
                         writer->n_cells + 1U,
                         sizeof(size_t))) {
    return tercet_error_no_memory(writer->err);
  }
  writer->cell_ends = ends;
  writer->cell_ends[writer->n_cells++] = writer->cells.length;
  return TERCET_OK;
}

static tercet_string
cell(const result_writer *writer, size_t i)
{
  const size_t start = i ? writer->cell_ends[i - 1U] : 0U;
  const tercet_string text = {writer->cells.data + start,
                              writer->cell_ends[i] - start};
  return text;
}

/* ---- Rows ---- */

static tercet_status
put_repeated(result_writer *writer, char c, size_t count)
{
  char run[64];
  memset(run, c, sizeof(run));
  for (; count > sizeof(run); count -= sizeof(run)) {
    TERCET_TRY(tercet_result_put(writer, run, sizeof(run)));
  }
  return tercet_result_put(writer, run, count);
}

/// Write a line of cells that start at number `first`
static tercet_status
put_line(result_writer *writer, size_t first)
{
  for (size_t i = 0; i < writer->n_columns; ++i) {
    const tercet_string text = cell(writer, first + i);
    const size_t width = tercet_utf8_length(text.data, text.length);
    TERCET_TRY(tercet_result_put_text(writer, i ? "  " : ""));
    TERCET_TRY(tercet_result_put_string(writer, text));
    if (i + 1U < writer->n_columns && width < writer->widths[i]) {
      TERCET_TRY(put_repeated(writer, ' ', writer->widths[i] - width));
    }
  }
  return tercet_result_put_text(writer, "\n");
}

static tercet_status
put_rule(result_writer *writer)
{
  for (size_t i = 0; i < writer->n_columns; ++i) {
    TERCET_TRY(tercet_result_put_text(writer, i ? "  " : ""));
    TERCET_TRY(put_repeated(writer, '-', writer->widths[i]));
  }
  return tercet_result_put_text(writer, "\n");
}

static tercet_status
find_widths(result_writer *writer)
{
  writer->widths =
      tercet_allocate_array(NULL, writer->n_columns + 1U, sizeof(size_t));
  if (!writer->widths) {
    return tercet_error_no_memory(writer->err);
  }

  memset(writer->widths, 0, (writer->n_columns + 1U) * sizeof(size_t));
  for (size_t i = 0; i < writer->n_cells; ++i) {
    const tercet_string text = cell(writer, i);
    const size_t width = tercet_utf8_length(text.data, text.length);
    size_t *const widest = &writer->widths[i % writer->n_columns];
    *widest = width > *widest ? width : *widest;
  }
  return TERCET_OK;
}

static void
drop_cells(result_writer *writer)
{
  writer->cells.length = 0;
  writer->n_cells = 0;
}

/// Write the heading and the rows held back
static tercet_status
put_held_back(result_writer *writer)
{
  TERCET_TRY(find_widths(writer));
  for (size_t first = 0; first < writer->n_cells; first += writer->n_columns) {
    TERCET_TRY(put_line(writer, first));
    if (!first) {
      TERCET_TRY(put_rule(writer));
    }
  }
  drop_cells(writer);
  return TERCET_OK;
}

static tercet_status
table_begin(result_writer *writer)
{
  for (size_t i = 0; i < writer->n_columns; ++i) {
    TERCET_TRY(
        put_cell_text(writer, tercet_query_column_name(writer->query, i)));
    TERCET_TRY(end_cell(writer));
  }
  return TERCET_OK;
}

static tercet_status
table_row(result_writer *writer)
{
  for (size_t i = 0; i < writer->n_columns; ++i) {
    TERCET_TRY(put_cell(writer, i));
    TERCET_TRY(end_cell(writer));
  }

  if (writer->widths) {
    TERCET_TRY(put_line(writer, 0));
    drop_cells(writer);
    return TERCET_OK;
  }
  return writer->n_rows + 1U == ROWS_HELD_BACK ? put_held_back(writer)
                                               : TERCET_OK;
}

static tercet_status
table_end(result_writer *writer)
{
  return writer->widths ? TERCET_OK : put_held_back(writer);
}

static tercet_status
table_boolean(result_writer *writer, bool answer)
{
  return tercet_result_put_text(writer, answer ? "true\n" : "false\n");
}

const tercet_result_handlers tercet_result_table = {
    table_begin, table_row, table_end, table_boolean};
