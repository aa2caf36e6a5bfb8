// SPDX-License-Identifier: Apache-2.0

/// A growing run of bytes with a stated maximum

#ifndef TERCET_BASE_BUFFER_H
#define TERCET_BASE_BUFFER_H

#include <tercet/status.h>

#include <string.h>

/// In the owner's storage.  `data` and `length` may be read, `length` lowered.
typedef struct {
  const tercet_allocator *alloc;
  char *data; ///< NULL while the capacity is 0
  size_t length;
  size_t capacity;
  size_t max;
} tercet_buffer;

/// Prepare an empty buffer of at most `max` bytes; allocates nothing
void
tercet_buffer_init(tercet_buffer *buffer,
                   const tercet_allocator *alloc,
                   size_t max);

/// Free the bytes; the buffer is empty and usable afterwards
void
tercet_buffer_clear(tercet_buffer *buffer);

/// Make room for `extra` further bytes: #TERCET_ERR_NO_MEMORY, or
/// #TERCET_ERR_LIMIT beyond the maximum
TERCET_NODISCARD tercet_status
tercet_buffer_reserve(tercet_buffer *buffer, size_t extra);

/// Append bytes; statuses as in tercet_buffer_reserve()
TERCET_NODISCARD tercet_status
tercet_buffer_append(tercet_buffer *buffer, const void *data, size_t length);

/// Append a terminated string
TERCET_NODISCARD tercet_status
tercet_buffer_append_text(tercet_buffer *buffer, const char *text);

/// Append one byte
TERCET_NODISCARD tercet_status
tercet_buffer_append_char(tercet_buffer *buffer, char c);

/// Append formatted text
TERCET_NODISCARD tercet_status
tercet_buffer_printf(tercet_buffer *buffer, const char *format, ...)
    TERCET_PRINTF(2, 3);

/// Return the bytes as a view, valid until the next change
static inline tercet_string
tercet_buffer_view(const tercet_buffer *buffer)
{
  const tercet_string view = {buffer->data, buffer->length};
  return view;
}

/// Return an output that appends to the buffer
tercet_output
tercet_buffer_output(tercet_buffer *buffer);

#endif // TERCET_BASE_BUFFER_H
