// SPDX-License-Identifier: Apache-2.0

#include "api/result.h"

#include "base/allocator.h"
#include "base/error.h"

#include <stdint.h>
#include <string.h>

/// Bytes collected before they are handed to the output
#define FLUSH_AT ((size_t)1U << 16U)

bool
tercet_result_format_from_name(const char *name, tercet_result_format *out)
{
  static const struct {
    const char *name;
    tercet_result_format format;
  } formats[] = {
#define FORMAT_ROW(id, text) {text, TERCET_RESULT_##id},
      TERCET_RESULT_FORMAT_LIST(FORMAT_ROW)
#undef FORMAT_ROW
  };

  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i) {
    if (!strcmp(name, formats[i].name)) {
      *out = formats[i].format;
      return true;
    }
  }
  return false;
}

static tercet_status
flush(result_writer *writer)
{
  tercet_buffer *const buffer = &writer->buffer;
  tercet_status st = TERCET_OK;
  if (buffer->length) {
    st = writer->output->write(
        writer->output->context, buffer->data, buffer->length, writer->err);
    buffer->length = 0;
  }
  return st;
}

tercet_status
tercet_result_put(result_writer *writer, const char *data, size_t length)
{
  if (tercet_buffer_append(&writer->buffer, data, length) != TERCET_OK) {
    return tercet_error_no_memory(writer->err);
  }
  return writer->buffer.length >= FLUSH_AT ? flush(writer) : TERCET_OK;
}

tercet_status
tercet_result_put_text(result_writer *writer, const char *text)
{
  return tercet_result_put(writer, text, strlen(text));
}

tercet_status
tercet_result_put_string(result_writer *writer, tercet_string text)
{
  return tercet_result_put(writer, text.data, text.length);
}

tercet_status
tercet_result_put_replaced(result_writer *writer,
                           tercet_string text,
                           const char *(*replacement)(unsigned char byte))
{
  size_t start = 0;
  for (size_t i = 0; i < text.length; ++i) {
    const char *const other = replacement((unsigned char)text.data[i]);
    if (other) {
      TERCET_TRY(tercet_result_put(writer, text.data + start, i - start));
      TERCET_TRY(tercet_result_put_text(writer, other));
      start = i + 1U;
    }
  }
  return tercet_result_put(writer, text.data + start, text.length - start);
}

tercet_status
tercet_result_term(result_writer *writer, size_t column, tercet_term *out)
{
  return tercet_query_column_term(writer->query, column, out, writer->err);
}

static tercet_status
write_rows(result_writer *writer, const tercet_result_handlers *handlers)
{
  TERCET_TRY(handlers->begin(writer));

  tercet_status st = TERCET_OK;
  while ((st = tercet_query_step(writer->query, writer->err)) == TERCET_ROW) {
    TERCET_TRY(handlers->row(writer));
    ++writer->n_rows;
  }
  return st == TERCET_DONE ? handlers->end(writer) : st;
}

static tercet_status
write_result(result_writer *writer, const tercet_result_handlers *handlers)
{
  if (tercet_query_get_form(writer->query) == TERCET_QUERY_ASK) {
    bool answer = false;
    TERCET_TRY(tercet_query_ask(writer->query, &answer, writer->err));
    return handlers->boolean(writer, answer);
  }
  return write_rows(writer, handlers);
}

tercet_status
tercet_query_write(tercet_query *query,
                   tercet_result_format format,
                   const tercet_output *output,
                   uint64_t *n_rows,
                   tercet_error *err)
{
  static const tercet_result_handlers *const handlers[] = {
      [TERCET_RESULT_TABLE] = &tercet_result_table,
      [TERCET_RESULT_JSON] = &tercet_result_json,
      [TERCET_RESULT_XML] = &tercet_result_xml,
      [TERCET_RESULT_CSV] = &tercet_result_csv,
      [TERCET_RESULT_TSV] = &tercet_result_tsv,
  };

  result_writer writer = {.query = query,
                          .output = output,
                          .err = err,
                          .n_columns = tercet_query_column_count(query)};
  tercet_buffer_init(&writer.buffer, NULL, SIZE_MAX);
  tercet_buffer_init(&writer.cells, NULL, SIZE_MAX);

  tercet_status st = write_result(&writer, handlers[format]);

  // Rows that are complete are worth having, even when a later one failed
  const tercet_error failure = err ? *err : (tercet_error){0};
  const tercet_status flushed = flush(&writer);
  if (st == TERCET_OK) {
    st = flushed;
  } else if (err) {
    *err = failure;
  }

  if (n_rows) {
    *n_rows = writer.n_rows;
  }
  tercet_buffer_clear(&writer.buffer);
  tercet_buffer_clear(&writer.cells);
  tercet_release(NULL, writer.cell_ends);
  tercet_release(NULL, writer.widths);
  return st;
}
