// SPDX-License-Identifier: Apache-2.0

/**
   Writing protobuf's wire format.

   The length of a message stands before it, so all messages are measured
   first; they are gone through in the same order when they are written.
*/

#include "onnx/io/wire.h"

#include "base/allocator.h"
#include "base/buffer.h"
#include "base/error.h"

/// Bytes that are gathered before they are written
#define GATHER_SIZE ((size_t)1 << 16U)

typedef struct {
  tercet_arena arena; ///< For what forms need
  size_t *sizes;      ///< Of the messages, each before those inside it
  size_t n_sizes;
  size_t capacity;
  size_t next; ///< Message to be written
  tercet_buffer gathered;
  const tercet_output *output;
  tercet_error *err;
} wire_writer;

static size_t
varint_size(uint64_t value)
{
  size_t n = 1;
  for (; value >= 0x80U; value >>= 7U) {
    ++n;
  }
  return n;
}

static uint64_t
field_tag(const tercet_onnx_field *field, tercet_onnx_wire_type type)
{
  return (uint64_t)field->number << 3U | type;
}

static tercet_string
item_text(const char *item)
{
  tercet_string text = {NULL, 0};
  memcpy(&text, item, sizeof(text));
  return text;
}

/// Return the bytes of a number without its tag
static size_t
number_size(const tercet_onnx_field *field, const char *item)
{
  switch (tercet_onnx_field_wire_type(field)) {
  case TERCET_ONNX_WIRE_FIXED32:
    return 4;
  case TERCET_ONNX_WIRE_FIXED64:
    return 8;
  case TERCET_ONNX_WIRE_VARINT:
  case TERCET_ONNX_WIRE_BYTES:
    break;
  }
  return varint_size(tercet_onnx_field_number(field, item));
}

static size_t
numbers_size(const tercet_onnx_field *field, size_t n, const char *items)
{
  const size_t step = tercet_onnx_field_size(field);
  size_t size = 0;
  for (size_t i = 0; i < n; ++i) {
    size += number_size(field, items + i * step);
  }
  return size;
}

/* ---- Measuring ---- */

static tercet_status
measure_message(wire_writer *w,
                const tercet_onnx_message *message,
                const void *tree);

/// Add the bytes of one item, its tag left out, to those of its message
static tercet_status
measure_item(wire_writer *w,
             const tercet_onnx_field *field,
             const char *item,
             size_t *size)
{
  if (field->message) {
    const size_t place = w->n_sizes;
    TERCET_TRY(measure_message(w, field->message, item));
    *size += varint_size(w->sizes[place]) + w->sizes[place];
  } else if (field->kind == TERCET_ONNX_FIELD_STRING) {
    const size_t length = item_text(item).length;
    *size += varint_size(length) + length;
  } else {
    *size += number_size(field, item);
  }
  return TERCET_OK;
}

static tercet_status
measure_field(wire_writer *w,
              const tercet_onnx_field *field,
              size_t n,
              const char *items,
              size_t *size)
{
  const size_t tag_size = varint_size(field_tag(field, TERCET_ONNX_WIRE_BYTES));
  if (field->label == TERCET_ONNX_FIELD_PACKED && n > 0) {
    const size_t inner = numbers_size(field, n, items);
    *size += tag_size + varint_size(inner) + inner;
    return TERCET_OK;
  }
  const size_t step = tercet_onnx_field_size(field);
  for (size_t i = 0; i < n; ++i) {
    *size += tag_size;
    TERCET_TRY(measure_item(w, field, items + i * step, size));
  }
  return TERCET_OK;
}

static tercet_status
measure_message(wire_writer *w,
                const tercet_onnx_message *message,
                const void *tree)
{
  const size_t place = w->n_sizes;
  tercet_onnx_spread spread;
  if (!tercet_grow_array(w->arena.alloc,
                         (void **)&w->sizes,
                         &w->capacity,
                         place + 1,
                         sizeof(*w->sizes)) ||
      tercet_onnx_message_spread(message, tree, &w->arena, &spread)) {
    return tercet_error_no_memory(w->err);
  }

  ++w->n_sizes;
  size_t size = 0;
  for (size_t i = 0; i < message->n_fields; ++i) {
    const char *items = NULL;
    const tercet_onnx_field *const field = &message->fields[i];
    const size_t n =
        tercet_onnx_field_items(message, field, spread.base, &items);
    TERCET_TRY(measure_field(w, field, n, items, &size));
  }
  w->sizes[place] = size;
  return TERCET_OK;
}

/* ---- Writing ---- */

static tercet_status
write_message(wire_writer *w,
              const tercet_onnx_message *message,
              const void *tree);

static tercet_status
flush(wire_writer *w)
{
  const tercet_string bytes = tercet_buffer_view(&w->gathered);
  w->gathered.length = 0;
  return bytes.length == 0
             ? TERCET_OK
             : w->output->write(
                   w->output->context, bytes.data, bytes.length, w->err);
}

/// Write bytes, large ones from where they are
static tercet_status
put_bytes(wire_writer *w, const char *data, size_t length)
{
  if (length > GATHER_SIZE - w->gathered.length) {
    TERCET_TRY(flush(w));
  }
  if (length > GATHER_SIZE / 2) {
    return w->output->write(w->output->context, data, length, w->err);
  }
  return tercet_buffer_append(&w->gathered, data, length)
             ? tercet_error_no_memory(w->err)
             : TERCET_OK;
}

static tercet_status
put_varint(wire_writer *w, uint64_t value)
{
  char bytes[TERCET_ONNX_VARINT_MAX];
  return put_bytes(w, bytes, tercet_onnx_varint_write(value, bytes));
}

static tercet_status
put_number(wire_writer *w, const tercet_onnx_field *field, const char *item)
{
  const uint64_t number = tercet_onnx_field_number(field, item);
  if (tercet_onnx_field_wire_type(field) == TERCET_ONNX_WIRE_VARINT) {
    return put_varint(w, number);
  }
  char bytes[sizeof(number)];
  const size_t size = number_size(field, item);
  tercet_onnx_fixed_write(number, size, bytes);
  return put_bytes(w, bytes, size);
}

static tercet_status
write_item(wire_writer *w, const tercet_onnx_field *field, const char *item)
{
  TERCET_TRY(
      put_varint(w, field_tag(field, tercet_onnx_field_wire_type(field))));
  if (field->message) {
    TERCET_TRY(put_varint(w, w->sizes[w->next]));
    return write_message(w, field->message, item);
  }
  if (field->kind == TERCET_ONNX_FIELD_STRING) {
    const tercet_string text = item_text(item);
    TERCET_TRY(put_varint(w, text.length));
    return put_bytes(w, text.data, text.length);
  }
  return put_number(w, field, item);
}

static tercet_status
write_packed(wire_writer *w,
             const tercet_onnx_field *field,
             size_t n,
             const char *items)
{
  const size_t step = tercet_onnx_field_size(field);
  TERCET_TRY(put_varint(w, field_tag(field, TERCET_ONNX_WIRE_BYTES)));
  TERCET_TRY(put_varint(w, numbers_size(field, n, items)));
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(put_number(w, field, items + i * step));
  }
  return TERCET_OK;
}

static tercet_status
write_field(wire_writer *w,
            const tercet_onnx_field *field,
            size_t n,
            const char *items)
{
  if (field->label == TERCET_ONNX_FIELD_PACKED) {
    return n > 0 ? write_packed(w, field, n, items) : TERCET_OK;
  }
  const size_t step = tercet_onnx_field_size(field);
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(write_item(w, field, items + i * step));
  }
  return TERCET_OK;
}

static tercet_status
write_message(wire_writer *w,
              const tercet_onnx_message *message,
              const void *tree)
{
  tercet_onnx_spread spread;
  if (tercet_onnx_message_spread(message, tree, &w->arena, &spread)) {
    return tercet_error_no_memory(w->err);
  }

  ++w->next;
  for (size_t i = 0; i < message->n_fields; ++i) {
    const char *items = NULL;
    const tercet_onnx_field *const field = &message->fields[i];
    const size_t n =
        tercet_onnx_field_items(message, field, spread.base, &items);
    TERCET_TRY(write_field(w, field, n, items));
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_wire_write(const tercet_allocator *alloc,
                       const tercet_onnx_message *message,
                       const void *tree,
                       const tercet_output *output,
                       tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  wire_writer w = {.output = output, .err = err};
  tercet_arena_init(&w.arena, alloc, SIZE_MAX);
  tercet_buffer_init(&w.gathered, alloc, GATHER_SIZE);
  tercet_status st = measure_message(&w, message, tree);
  if (st == TERCET_OK) {
    st = write_message(&w, message, tree);
  }
  if (st == TERCET_OK) {
    st = flush(&w);
  }
  tercet_buffer_clear(&w.gathered);
  tercet_release(alloc, w.sizes);
  tercet_arena_clear(&w.arena);
  return st;
}
