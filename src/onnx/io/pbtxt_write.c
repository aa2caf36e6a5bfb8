// SPDX-License-Identifier: Apache-2.0

/**
   Writing protobuf's text format: a field on each line, as protobuf's own
   printer does.

   NaN loses its sign and its payload.  Strings of well-formed UTF-8 are left
   readable, in others all bytes beyond ASCII are escaped.
*/

#include "base/allocator.h"
#include "base/error.h"
#include "base/utf8.h"
#include "onnx/io/pbtxt.h"
#include "onnx/io/scan.h"

#include <inttypes.h>

/// Bytes that are gathered before they are written
#define GATHER_SIZE ((size_t)1 << 15U)

typedef struct {
  tercet_arena arena; ///< For what forms need
  tercet_buffer text;
  size_t depth;
  const tercet_output *output;
  tercet_error *err;
} pbtxt_writer;

static tercet_status
flush(pbtxt_writer *w)
{
  const tercet_string text = tercet_buffer_view(&w->text);
  w->text.length = 0;
  return text.length > 0
             ? w->output->write(
                   w->output->context, text.data, text.length, w->err)
             : TERCET_OK;
}

/* ---- Values ---- */

/// Append a byte that may not stand for itself
static tercet_status
append_escaped(tercet_buffer *buffer, uint8_t byte)
{
  switch (byte) {
  case '\n':
    return tercet_buffer_append_text(buffer, "\\n");
  case '\r':
    return tercet_buffer_append_text(buffer, "\\r");
  case '\t':
    return tercet_buffer_append_text(buffer, "\\t");
  case '"':
    return tercet_buffer_append_text(buffer, "\\\"");
  case '\\':
    return tercet_buffer_append_text(buffer, "\\\\");
  default:
    return tercet_buffer_printf(buffer, "\\%03o", (unsigned)byte);
  }
}

static tercet_status
append_string(tercet_buffer *buffer, tercet_string text)
{
  const bool is_utf8 =
      text.length == 0 ||
      tercet_utf8_validate(text.data, text.length) == text.length;
  TERCET_TRY(tercet_buffer_append_char(buffer, '"'));
  for (size_t i = 0; i < text.length; ++i) {
    const uint8_t byte = (uint8_t)text.data[i];
    const bool is_plain = byte >= 0x80U ? is_utf8
                                        : byte >= ' ' && byte < 0x7FU &&
                                              byte != '"' && byte != '\\';
    TERCET_TRY(is_plain ? tercet_buffer_append_char(buffer, (char)byte)
                        : append_escaped(buffer, byte));
  }
  return tercet_buffer_append_char(buffer, '"');
}

/// Append the name of a number, or the number if it has none
static tercet_status
append_enum(tercet_buffer *buffer, const tercet_onnx_enum *names, int64_t value)
{
  for (const tercet_onnx_enum *e = names; e->name; ++e) {
    if (e->number == value) {
      return tercet_buffer_append_text(buffer, e->name);
    }
  }
  return tercet_buffer_printf(buffer, "%" PRId64, value);
}

static tercet_status
append_scalar(tercet_buffer *buffer,
              const tercet_onnx_field *field,
              const char *item)
{
  const uint64_t number = field->kind == TERCET_ONNX_FIELD_STRING
                              ? 0
                              : tercet_onnx_field_number(field, item);
  tercet_string text;
  float f = 0;
  double d = 0;
  switch ((tercet_onnx_field_kind)field->kind) {
  case TERCET_ONNX_FIELD_STRING:
    memcpy(&text, item, sizeof(text));
    return append_string(buffer, text);
  case TERCET_ONNX_FIELD_FLOAT:
    memcpy(&f, item, sizeof(f));
    return tercet_onnx_number_append_f32(buffer, f);
  case TERCET_ONNX_FIELD_DOUBLE:
    memcpy(&d, item, sizeof(d));
    return tercet_onnx_number_append_f64(buffer, d);
  case TERCET_ONNX_FIELD_ENUM:
    return append_enum(buffer, field->names, (int64_t)number);
  case TERCET_ONNX_FIELD_UINT64:
    return tercet_buffer_printf(buffer, "%" PRIu64, number);
  case TERCET_ONNX_FIELD_INT64:
  case TERCET_ONNX_FIELD_INT32:
  case TERCET_ONNX_FIELD_MESSAGE:
  case TERCET_ONNX_FIELD_LINK:
  case TERCET_ONNX_FIELD_SAME:
    break;
  }
  return tercet_buffer_printf(buffer, "%" PRId64, (int64_t)number);
}

/* ---- Fields and messages ---- */

static tercet_status
write_message(pbtxt_writer *w,
              const tercet_onnx_message *message,
              const void *tree);

static tercet_status
append_indent(pbtxt_writer *w)
{
  for (size_t i = 0; i < w->depth; ++i) {
    TERCET_TRY(tercet_buffer_append(&w->text, "  ", 2));
  }
  return TERCET_OK;
}

/// Append the line of a scalar, or the line that opens a message
static tercet_status
append_line(pbtxt_writer *w, const tercet_onnx_field *field, const char *item)
{
  TERCET_TRY(append_indent(w));
  TERCET_TRY(tercet_buffer_append_text(&w->text, field->name));
  if (field->message) {
    return tercet_buffer_append_text(&w->text, " {\n");
  }
  TERCET_TRY(tercet_buffer_append(&w->text, ": ", 2));
  TERCET_TRY(append_scalar(&w->text, field, item));
  return tercet_buffer_append_char(&w->text, '\n');
}

static tercet_status
write_item(pbtxt_writer *w, const tercet_onnx_field *field, const char *item)
{
  if (append_line(w, field, item)) {
    return tercet_error_no_memory(w->err);
  }
  if (field->message) {
    ++w->depth;
    TERCET_TRY(write_message(w, field->message, item));
    --w->depth;
    if (append_indent(w) || tercet_buffer_append(&w->text, "}\n", 2)) {
      return tercet_error_no_memory(w->err);
    }
  }
  return w->text.length > GATHER_SIZE ? flush(w) : TERCET_OK;
}

static tercet_status
write_message(pbtxt_writer *w,
              const tercet_onnx_message *message,
              const void *tree)
{
  tercet_onnx_spread spread;
  if (tercet_onnx_message_spread(message, tree, &w->arena, &spread)) {
    return tercet_error_no_memory(w->err);
  }
  for (size_t i = 0; i < message->n_fields; ++i) {
    const char *items = NULL;
    const tercet_onnx_field *const field = &message->fields[i];
    const size_t size = tercet_onnx_field_size(field);
    const size_t n =
        tercet_onnx_field_items(message, field, spread.base, &items);
    for (size_t k = 0; k < n; ++k) {
      TERCET_TRY(write_item(w, field, items + k * size));
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_pbtxt_write(const tercet_allocator *alloc,
                        const tercet_onnx_message *message,
                        const void *tree,
                        const tercet_output *output,
                        tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  pbtxt_writer w = {.output = output, .err = err};
  tercet_arena_init(&w.arena, alloc, SIZE_MAX);
  tercet_buffer_init(&w.text, alloc, SIZE_MAX);
  tercet_status st = write_message(&w, message, tree);
  if (st == TERCET_OK) {
    st = flush(&w);
  }
  tercet_buffer_clear(&w.text);
  tercet_arena_clear(&w.arena);
  return st;
}
