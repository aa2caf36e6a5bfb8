// SPDX-License-Identifier: Apache-2.0

/// Reads text as a tensor literal, escaped (if the first byte is odd) or not.
/// What was read must print to the same text in the style that was found, and
/// must not depend on the escapes.

#include "array/literal.h"
#include "rdf/escape.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
require(bool holds)
{
  if (!holds) {
    abort();
  }
}

static void *
give_room(void *context, size_t n_bytes)
{
  tercet_buffer *const room = (tercet_buffer *)context;
  room->length = 0;
  require(!tercet_buffer_reserve(room, n_bytes ? n_bytes : 1U));
  room->length = n_bytes;
  return room->data;
}

/// Check that the style, if there is one, prints the text
static void
check_style(tercet_string text,
            const tercet_tensor_type *type,
            const void *data,
            tercet_literal_style style)
{
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  if (style != TERCET_LITERAL_STYLE_NONE) {
    require(!tercet_literal_write(type, data, style, &out));
    require(out.length == text.length &&
            !memcmp(out.data, text.data, text.length));
  }
  tercet_buffer_clear(&out);
}

/// Check that the canonical text of a tensor reads as the same
static void
check_canonical(const tercet_tensor_type *type, const void *data)
{
  tercet_buffer text;
  tercet_buffer again;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  tercet_buffer_init(&again, NULL, SIZE_MAX);
  const tercet_literal_room room = {give_room, &again};
  tercet_tensor_type other;
  require(!tercet_literal_write(type, data, 0, &text));
  require(!tercet_literal_read(
      tercet_buffer_view(&text), false, &room, &other, NULL));
  require(tercet_tensor_type_equals(type, &other) &&
          !memcmp(data, again.data, type->n_bytes));
  tercet_buffer_clear(&again);
  tercet_buffer_clear(&text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0) {
    return 0;
  }
  const bool escaped = data[0] & 1U;
  const tercet_string text = {(const char *)data + 1, size - 1U};

  tercet_buffer elements;
  tercet_buffer plain_elements;
  tercet_buffer scratch;
  tercet_buffer plain;
  tercet_buffer_init(&elements, NULL, SIZE_MAX);
  tercet_buffer_init(&plain_elements, NULL, SIZE_MAX);
  tercet_buffer_init(&scratch, NULL, SIZE_MAX);
  tercet_buffer_init(&plain, NULL, SIZE_MAX);
  const tercet_literal_room room = {give_room, &elements};
  const tercet_literal_room plain_room = {give_room, &plain_elements};

  tercet_tensor_type type;
  tercet_tensor_type plain_type;
  tercet_literal_style style = 0;
  tercet_error err = {0};
  if (tercet_literal_read_with_style(
          text, escaped, &room, &scratch, &type, &style, &err) == TERCET_OK) {
    if (escaped) {
      require(!tercet_unescape(text, &plain));
    } else {
      require(!tercet_buffer_append(&plain, text.data, text.length));
    }
    const tercet_string view = tercet_buffer_view(&plain);
    check_style(view, &type, elements.data, style);
    require(!tercet_literal_read(view, false, &plain_room, &plain_type, NULL));
    require(tercet_tensor_type_equals(&type, &plain_type) &&
            !memcmp(elements.data, plain_elements.data, type.n_bytes));
    check_canonical(&type, elements.data);
    require(!tercet_literal_find_style(
        view, false, &type, elements.data, &scratch, &style));
    check_style(view, &type, elements.data, style);
  } else {
    require(err.message[0] && err.column >= 1U && err.column <= size);
  }
  tercet_buffer_clear(&plain);
  tercet_buffer_clear(&scratch);
  tercet_buffer_clear(&plain_elements);
  tercet_buffer_clear(&elements);
  return 0;
}
