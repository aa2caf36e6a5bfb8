// SPDX-License-Identifier: Apache-2.0

#include "base/buffer.h"

#include "base/allocator.h"
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

void
tercet_buffer_init(tercet_buffer *buffer,
                   const tercet_allocator *alloc,
                   size_t max)
{
  buffer->alloc = alloc;
  buffer->data = NULL;
  buffer->length = 0;
  buffer->capacity = 0;
  buffer->max = max;
}

void
tercet_buffer_clear(tercet_buffer *buffer)
{
  tercet_release(buffer->alloc, buffer->data);
  buffer->data = NULL;
  buffer->length = 0;
  buffer->capacity = 0;
}

tercet_status
tercet_buffer_reserve(tercet_buffer *buffer, size_t extra)
{
  if (extra > buffer->max - buffer->length) {
    return TERCET_ERR_LIMIT;
  }
  if (extra <= buffer->capacity - buffer->length) {
    return TERCET_OK;
  }

  const size_t needed = buffer->length + extra;
  void *data = buffer->data;
  if (!tercet_grow_array(buffer->alloc, &data, &buffer->capacity, needed, 1U)) {
    return TERCET_ERR_NO_MEMORY;
  }

  buffer->data = data;
  return TERCET_OK;
}

tercet_status
tercet_buffer_append(tercet_buffer *buffer, const void *data, size_t length)
{
  TERCET_TRY(tercet_buffer_reserve(buffer, length));
  if (length) {
    memcpy(buffer->data + buffer->length, data, length);
    buffer->length += length;
  }
  return TERCET_OK;
}

tercet_status
tercet_buffer_append_text(tercet_buffer *buffer, const char *text)
{
  return tercet_buffer_append(buffer, text, strlen(text));
}

tercet_status
tercet_buffer_append_char(tercet_buffer *buffer, char c)
{
  return tercet_buffer_append(buffer, &c, 1U);
}

tercet_status
tercet_buffer_printf(tercet_buffer *buffer, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  va_list again;
  va_copy(again, args);

  const int length = vsnprintf(NULL, 0, format, args);
  tercet_status st = length < 0 ? TERCET_ERR_INTERNAL : TERCET_OK;
  if (st == TERCET_OK) {
    st = tercet_buffer_reserve(buffer, (size_t)length + 1U);
  }
  if (st == TERCET_OK) {
    vsnprintf(
        buffer->data + buffer->length, (size_t)length + 1U, format, again);
    buffer->length += (size_t)length;
  }

  va_end(again);
  va_end(args);
  return st;
}

static tercet_status
write_to_buffer(void *context,
                const char *data,
                size_t length,
                tercet_error *err)
{
  const tercet_status st = tercet_buffer_append(context, data, length);
  return st ? tercet_error_set(
                  err, st, "cannot hold %zu further bytes of output", length)
            : TERCET_OK;
}

tercet_output
tercet_buffer_output(tercet_buffer *buffer)
{
  const tercet_output output = {write_to_buffer, buffer};
  return output;
}
