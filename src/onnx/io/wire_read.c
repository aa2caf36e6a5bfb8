// SPDX-License-Identifier: Apache-2.0

/**
   Reading protobuf's wire format.

   Each message is gone through twice: the items of its lists are counted, so
   that they can be allocated in one piece, and then read.  Messages inside are
   only stepped over the first time.
*/

#include "onnx/io/scan.h"
#include "onnx/io/wire.h"

#include "base/checked.h"
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// One occurrence of a field
typedef struct {
  const tercet_onnx_field *field; ///< NULL: not in the table
  const char *at;
  tercet_onnx_wire_type type;
  uint64_t number;  ///< Of a number
  const char *data; ///< Of bytes
  const char *end;  ///< Behind the bytes
} occurrence;

/// What is left of a message
typedef struct {
  const char *at;
  const char *end;
} cursor;

/// Return where in the text a byte comes from
static const char *
place_of(const tercet_onnx_places *places, size_t byte)
{
  size_t low = 0;
  for (size_t high = places->n; low < high;) {
    const size_t middle = low + (high - low) / 2;
    if (places->items[middle].byte <= byte) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low > 0 ? places->items[low - 1].at : places->text.data;
}

tercet_status
tercet_onnx_wire_fail(const tercet_onnx_wire_reader *reader,
                      const char *at,
                      const char *format,
                      ...)
{
  char text[256];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  const size_t byte = (size_t)(at - reader->start);
  if (!reader->context.places) {
    return tercet_error_set(
        reader->err, TERCET_ERR_CORRUPT, "byte %zu: %s", byte, text);
  }
  return tercet_onnx_text_fail(reader->context.places->text,
                               place_of(reader->context.places, byte),
                               TERCET_ERR_SYNTAX,
                               reader->err,
                               "%s",
                               text);
}

tercet_status
tercet_onnx_wire_allocate(tercet_onnx_wire_reader *reader,
                          size_t count,
                          size_t size,
                          void **out)
{
  *out = NULL;
  if (count == 0) {
    return TERCET_OK;
  }

  tercet_arena *const arena = reader->arena;
  *out = tercet_arena_allocate_array(arena, count, size);
  size_t n_bytes = 0;
  if (!*out && (!tercet_size_multiply(count, size, &n_bytes) ||
                tercet_arena_is_full(arena, n_bytes))) {
    return tercet_error_set(reader->err,
                            TERCET_ERR_LIMIT,
                            "the model takes more than %zu bytes of memory",
                            arena->max);
  }
  return *out ? TERCET_OK : tercet_error_no_memory(reader->err);
}

/* ---- Numbers and occurrences ---- */

/// Read a number of at most 10 bytes, the lowest 7 bits first; false if it is
/// longer or cut off
static bool
read_varint(cursor *c, uint64_t *out)
{
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 70 && c->at < c->end; shift += 7) {
    const uint8_t byte = (uint8_t)*c->at++;
    value |= (uint64_t)(byte & 0x7FU) << shift;
    if (byte < 0x80U) {
      *out = value;
      return true;
    }
  }
  return false;
}

static bool
read_fixed(cursor *c, size_t size, uint64_t *out)
{
  if ((size_t)(c->end - c->at) < size) {
    return false;
  }
  *out = 0;
  for (size_t i = 0; i < size; ++i) {
    *out |= (uint64_t)(uint8_t)c->at[i] << (8 * i);
  }
  c->at += size;
  return true;
}

/// Read what follows a tag
static tercet_status
read_value(const tercet_onnx_wire_reader *reader, cursor *c, occurrence *o)
{
  bool is_whole = false;
  switch (o->type) {
  case TERCET_ONNX_WIRE_VARINT:
    is_whole = read_varint(c, &o->number);
    break;
  case TERCET_ONNX_WIRE_FIXED64:
    is_whole = read_fixed(c, 8, &o->number);
    break;
  case TERCET_ONNX_WIRE_FIXED32:
    is_whole = read_fixed(c, 4, &o->number);
    break;
  case TERCET_ONNX_WIRE_BYTES:
    is_whole =
        read_varint(c, &o->number) && o->number <= (uint64_t)(c->end - c->at);
    o->data = c->at;
    c->at += is_whole ? o->number : 0;
    o->end = c->at;
    break;
  default:
    return tercet_onnx_wire_fail(
        reader, o->at, "a value of the unknown wire type %d", (int)o->type);
  }
  return is_whole ? TERCET_OK
                  : tercet_onnx_wire_fail(
                        reader, o->at, "a value goes beyond its message");
}

/// Read the next field of a message
static tercet_status
read_occurrence(const tercet_onnx_wire_reader *reader,
                const tercet_onnx_message *message,
                cursor *c,
                occurrence *out)
{
  uint64_t tag = 0;
  out->at = c->at;
  if (!read_varint(c, &tag) || tag > UINT32_MAX || tag < 8) {
    return tercet_onnx_wire_fail(
        reader, out->at, "no field of %s", message->name);
  }
  out->field = tercet_onnx_field_find(message, tag >> 3U);
  out->type = (tercet_onnx_wire_type)(tag & 7U);
  TERCET_TRY(read_value(reader, c, out));

  const tercet_onnx_field *const field = out->field;
  if (!field || out->type == tercet_onnx_field_wire_type(field) ||
      (out->type == TERCET_ONNX_WIRE_BYTES &&
       tercet_onnx_field_is_list(field))) {
    return TERCET_OK;
  }
  return tercet_onnx_wire_fail(reader,
                               out->at,
                               "%s of %s has the wrong wire type %d",
                               field->name,
                               message->name,
                               (int)out->type);
}

/* ---- Counting ---- */

/// Return how many numbers are packed into bytes; of a varint only the last
/// byte has no highest bit
static size_t
count_packed(const occurrence *o, tercet_onnx_wire_type type)
{
  const size_t n_bytes = (size_t)(o->end - o->data);
  if (type != TERCET_ONNX_WIRE_VARINT) {
    return n_bytes / (type == TERCET_ONNX_WIRE_FIXED32 ? 4 : 8);
  }

  size_t n = 0;
  for (const char *at = o->data; at < o->end; ++at) {
    n += (uint8_t)*at < 0x80U;
  }
  return n;
}

/// Set `counts` to the numbers of items of the fields of a message
static tercet_status
count_items(const tercet_onnx_wire_reader *reader,
            const tercet_onnx_message *message,
            cursor c,
            size_t *counts)
{
  while (c.at < c.end) {
    occurrence o;
    TERCET_TRY(read_occurrence(reader, message, &c, &o));
    if (!o.field) {
      continue;
    }
    const tercet_onnx_wire_type type = tercet_onnx_field_wire_type(o.field);
    counts[o.field - message->fields] +=
        o.type == type ? 1 : count_packed(&o, type);
  }
  return TERCET_OK;
}

/// Allocate the lists of a message
static tercet_status
allocate_lists(tercet_onnx_wire_reader *reader,
               const tercet_onnx_message *message,
               const size_t *counts,
               char *base)
{
  for (size_t i = 0; i < message->n_fields; ++i) {
    const tercet_onnx_field *const field = &message->fields[i];
    if (field->label != TERCET_ONNX_FIELD_ONE && counts[i] > 0) {
      void *items = NULL;
      TERCET_TRY(tercet_onnx_wire_allocate(
          reader, counts[i], tercet_onnx_field_size(field), &items));
      memcpy(base + field->offset, &items, sizeof(items));
    }
  }
  return TERCET_OK;
}

/* ---- Reading ---- */

static tercet_status
read_message(tercet_onnx_wire_reader *reader,
             const tercet_onnx_message *message,
             cursor c,
             char *out);

/// Put a number where it belongs; a boolean or an enum of a higher value than
/// 32 bits loses its upper half, as protobuf demands
static void
store_number(const tercet_onnx_field *field, uint64_t number, char *at)
{
  const uint32_t low = (uint32_t)number;
  if (tercet_onnx_field_size(field) == sizeof(low)) {
    memcpy(at, &low, sizeof(low));
  } else {
    memcpy(at, &number, sizeof(number));
  }
}

/// Read the numbers that are packed into one value of a list
static tercet_status
read_packed(const tercet_onnx_wire_reader *reader,
            const occurrence *o,
            char *items,
            size_t *count)
{
  const tercet_onnx_wire_type type = tercet_onnx_field_wire_type(o->field);
  const size_t size = tercet_onnx_field_size(o->field);
  cursor c = {o->data, o->end};
  while (c.at < c.end) {
    uint64_t number = 0;
    const char *const at = c.at;
    if (type == TERCET_ONNX_WIRE_VARINT ? !read_varint(&c, &number)
                                        : !read_fixed(&c, size, &number)) {
      return tercet_onnx_wire_fail(
          reader, at, "no number of %s", o->field->name);
    }
    store_number(o->field, number, items + (*count)++ * size);
  }
  return TERCET_OK;
}

/// Read a message that lies elsewhere, or has its members in the same structure
static tercet_status
read_inner(tercet_onnx_wire_reader *reader,
           const tercet_onnx_message *message,
           const occurrence *o,
           char *base)
{
  const tercet_onnx_field *const field = o->field;
  const cursor c = {o->data, o->end};
  if (field->kind == TERCET_ONNX_FIELD_LINK) {
    void *item = NULL;
    TERCET_TRY(
        tercet_onnx_wire_allocate(reader, 1, field->message->size, &item));
    memcpy(base + field->offset, &item, sizeof(item));
    return read_message(reader, field->message, c, item);
  }

  if (tercet_onnx_message_choice(message, base) != 0) {
    return tercet_onnx_wire_fail(
        reader, o->at, "%s holds two things", message->name);
  }
  tercet_onnx_message_choose(message, base, field->choice);
  return read_message(reader, field->message, c, base);
}

/// Read one value into the member or item at `at`
static tercet_status
read_item(tercet_onnx_wire_reader *reader, const occurrence *o, char *at)
{
  if (o->field->kind == TERCET_ONNX_FIELD_MESSAGE) {
    const cursor c = {o->data, o->end};
    return read_message(reader, o->field->message, c, at);
  }
  if (o->field->kind == TERCET_ONNX_FIELD_STRING) {
    // An empty one is as if it were not there
    const size_t length = (size_t)(o->end - o->data);
    const tercet_string text = {length > 0 ? o->data : NULL, length};
    memcpy(at, &text, sizeof(text));
  } else {
    store_number(o->field, o->number, at);
  }
  return TERCET_OK;
}

/// Read one occurrence of a field whose list has room for it
static tercet_status
read_field(tercet_onnx_wire_reader *reader,
           const tercet_onnx_message *message,
           const occurrence *o,
           char *base)
{
  const tercet_onnx_field *const field = o->field;
  if (field->kind == TERCET_ONNX_FIELD_LINK ||
      field->kind == TERCET_ONNX_FIELD_SAME) {
    return read_inner(reader, message, o, base);
  }
  if (field->label == TERCET_ONNX_FIELD_ONE) {
    return read_item(reader, o, base + field->offset);
  }

  char *items = NULL;
  size_t count = 0;
  memcpy(&items, base + field->offset, sizeof(items));
  memcpy(&count, base + field->count, sizeof(count));
  tercet_status st = TERCET_OK;
  if (o->type != tercet_onnx_field_wire_type(field)) {
    st = read_packed(reader, o, items, &count);
  } else {
    count = field->label == TERCET_ONNX_FIELD_MAYBE ? 0 : count;
    st = read_item(reader, o, items + count * tercet_onnx_field_size(field));
    ++count;
  }
  memcpy(base + field->count, &count, sizeof(count));
  return st;
}

/// Read the fields of a message into its structure or form
static tercet_status
read_members(tercet_onnx_wire_reader *reader,
             const tercet_onnx_message *message,
             cursor c,
             char *base)
{
  size_t counts[TERCET_ONNX_MAX_FIELDS] = {0};
  TERCET_TRY(count_items(reader, message, c, counts));
  TERCET_TRY(allocate_lists(reader, message, counts, base));
  while (c.at < c.end) {
    occurrence o;
    TERCET_TRY(read_occurrence(reader, message, &c, &o));
    if (!o.field) {
      continue;
    }
    // Merging messages, as protobuf does, is of no use to models
    if (o.field->message && !tercet_onnx_field_is_list(o.field) &&
        counts[o.field - message->fields] > 1) {
      return tercet_onnx_wire_fail(reader,
                                   o.at,
                                   "%s has more than one %s",
                                   message->name,
                                   o.field->name);
    }
    TERCET_TRY(read_field(reader, message, &o, base));
  }
  return TERCET_OK;
}

/// Read a message into its zeroed structure
static tercet_status
read_message(tercet_onnx_wire_reader *reader,
             const tercet_onnx_message *message,
             cursor c,
             char *out)
{
  union {
    char bytes[TERCET_ONNX_MAX_FORM];
    max_align_t alignment;
  } form;
  char *const base = message->form_size ? form.bytes : out;
  if (reader->depth == TERCET_ONNX_MAX_DEPTH) {
    return tercet_error_set(
        reader->err,
        TERCET_ERR_LIMIT,
        "byte %zu: more than %d messages inside one another",
        (size_t)(c.at - reader->start),
        TERCET_ONNX_MAX_DEPTH);
  }

  memset(form.bytes, 0, message->form_size);
  if (message->blank) {
    memcpy(base, message->blank, message->size);
  }
  const char *const at = c.at;
  ++reader->depth;
  TERCET_TRY(read_members(reader, message, c, base));
  --reader->depth;
  reader->at = at;
  return message->finish ? message->finish(reader, base, out) : TERCET_OK;
}

tercet_status
tercet_onnx_wire_read(tercet_arena *arena,
                      const tercet_onnx_message *message,
                      tercet_string bytes,
                      const tercet_onnx_wire_context *context,
                      void *out,
                      tercet_error *err)
{
  static const char nothing[1] = {0};

  const char *const start = bytes.length > 0 ? bytes.data : nothing;
  tercet_onnx_wire_reader reader = {
      .arena = arena, .start = start, .at = start, .err = err};
  if (context) {
    reader.context = *context;
  }
  const cursor c = {start, start + bytes.length};
  return read_message(&reader, message, c, out);
}
