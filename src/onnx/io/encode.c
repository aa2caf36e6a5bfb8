// SPDX-License-Identifier: Apache-2.0

#include "onnx/io/encode.h"

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/io/file.h"
#include "onnx/io/scan.h"

/// Bytes kept free for the length of a message, which is not known when it
/// starts
#define LENGTH_SIZE 5U

void
tercet_onnx_encoder_init(tercet_onnx_encoder *encoder,
                         const tercet_allocator *alloc,
                         size_t max_bytes,
                         tercet_string text,
                         tercet_error *err)
{
  const size_t limit = ((size_t)1 << (7U * LENGTH_SIZE)) - 1;
  memset(encoder, 0, sizeof(*encoder));
  tercet_buffer_init(
      &encoder->bytes, alloc, max_bytes < limit ? max_bytes : limit);
  encoder->places.text = text;
  encoder->err = err;
}

void
tercet_onnx_encoder_clear(tercet_onnx_encoder *encoder)
{
  tercet_release(encoder->bytes.alloc, encoder->places.items);
  tercet_buffer_clear(&encoder->bytes);
}

static tercet_status
append(tercet_onnx_encoder *encoder, const void *data, size_t length)
{
  const tercet_status st = tercet_buffer_append(&encoder->bytes, data, length);
  if (st == TERCET_ERR_LIMIT) {
    return tercet_error_set(encoder->err,
                            st,
                            "the model takes more than %zu bytes of memory",
                            encoder->bytes.max);
  }
  return st == TERCET_OK ? st : tercet_error_no_memory(encoder->err);
}

static tercet_status
append_varint(tercet_onnx_encoder *encoder, uint64_t value)
{
  char bytes[TERCET_ONNX_VARINT_MAX];
  return append(encoder, bytes, tercet_onnx_varint_write(value, bytes));
}

static tercet_status
append_tag(tercet_onnx_encoder *encoder,
           unsigned number,
           tercet_onnx_wire_type type)
{
  return append_varint(encoder, (uint64_t)number << 3U | type);
}

/// Note that the bytes to come are about a place in the text
static tercet_status
add_place(tercet_onnx_encoder *encoder, const char *at)
{
  tercet_onnx_places *const places = &encoder->places;
  if (!tercet_grow_array(encoder->bytes.alloc,
                         (void **)&places->items,
                         &encoder->places_capacity,
                         places->n + 1,
                         sizeof(*places->items))) {
    return tercet_error_no_memory(encoder->err);
  }
  const tercet_onnx_place place = {encoder->bytes.length, at};
  places->items[places->n++] = place;
  return TERCET_OK;
}

tercet_status
tercet_onnx_encoder_open(tercet_onnx_encoder *encoder,
                         unsigned number,
                         const char *at,
                         size_t *place)
{
  const char room[LENGTH_SIZE] = {0};
  if (encoder->depth + 1 == TERCET_ONNX_MAX_DEPTH) {
    return tercet_onnx_text_fail(encoder->places.text,
                                 at,
                                 TERCET_ERR_LIMIT,
                                 encoder->err,
                                 "more than %d messages inside one another",
                                 TERCET_ONNX_MAX_DEPTH);
  }
  if (at) {
    TERCET_TRY(add_place(encoder, at));
  }
  ++encoder->depth;
  TERCET_TRY(append_tag(encoder, number, TERCET_ONNX_WIRE_BYTES));
  TERCET_TRY(append(encoder, room, sizeof(room)));
  *place = encoder->bytes.length;
  return TERCET_OK;
}

void
tercet_onnx_encoder_close(tercet_onnx_encoder *encoder, size_t place)
{
  --encoder->depth;
  // A number may have more bytes than it needs
  const size_t length = encoder->bytes.length - place;
  char *const room = encoder->bytes.data + place - LENGTH_SIZE;
  for (unsigned i = 0; i < LENGTH_SIZE; ++i) {
    const unsigned more = i + 1 < LENGTH_SIZE ? 0x80U : 0;
    room[i] = (char)((length >> (7 * i) & 0x7FU) | more);
  }
}

void
tercet_onnx_encoder_rewind(tercet_onnx_encoder *encoder, size_t length)
{
  tercet_onnx_places *const places = &encoder->places;
  encoder->bytes.length = length;
  while (places->n > 0 && places->items[places->n - 1].byte >= length) {
    --places->n;
  }
}

tercet_status
tercet_onnx_encoder_put_int(tercet_onnx_encoder *encoder,
                            unsigned number,
                            int64_t value)
{
  TERCET_TRY(append_tag(encoder, number, TERCET_ONNX_WIRE_VARINT));
  return append_varint(encoder, (uint64_t)value);
}

tercet_status
tercet_onnx_encoder_put_float(tercet_onnx_encoder *encoder,
                              unsigned number,
                              float value)
{
  char bytes[sizeof(value)];
  uint32_t bits = 0;
  memcpy(&bits, &value, sizeof(bits));
  tercet_onnx_fixed_write(bits, sizeof(bytes), bytes);
  TERCET_TRY(append_tag(encoder, number, TERCET_ONNX_WIRE_FIXED32));
  return append(encoder, bytes, sizeof(bytes));
}

tercet_status
tercet_onnx_encoder_put_double(tercet_onnx_encoder *encoder,
                               unsigned number,
                               double value)
{
  char bytes[sizeof(value)];
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof(bits));
  tercet_onnx_fixed_write(bits, sizeof(bytes), bytes);
  TERCET_TRY(append_tag(encoder, number, TERCET_ONNX_WIRE_FIXED64));
  return append(encoder, bytes, sizeof(bytes));
}

tercet_status
tercet_onnx_encoder_put_string(tercet_onnx_encoder *encoder,
                               unsigned number,
                               tercet_string text)
{
  TERCET_TRY(append_tag(encoder, number, TERCET_ONNX_WIRE_BYTES));
  TERCET_TRY(append_varint(encoder, text.length));
  return append(encoder, text.data, text.length);
}

tercet_status
tercet_onnx_encoder_finish(tercet_onnx_encoder *encoder,
                           tercet_onnx_externals *externals,
                           tercet_onnx_model *model)
{
  const tercet_onnx_wire_context context = {&encoder->places, externals};
  const tercet_string bytes = tercet_buffer_view(&encoder->bytes);
  if (bytes.length > 0) {
    TERCET_TRY(tercet_onnx_model_keep(
        model, encoder->bytes.data, bytes.length, encoder->err));
    tercet_buffer_init(&encoder->bytes,
                       encoder->bytes.alloc,
                       encoder->bytes.max); // It is the model's now
  }
  return tercet_onnx_wire_read(&model->arena,
                               &tercet_onnx_model_message,
                               bytes,
                               &context,
                               model,
                               encoder->err);
}
