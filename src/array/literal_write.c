// SPDX-License-Identifier: Apache-2.0

#include "array/literal.h"

#include "array/literal_layout.h"
#include "base/error.h"

#include <string.h>

/// Elements for which room is made at once
#define CHUNK 64

tercet_status
tercet_literal_write_items(const tercet_tensor_type *type,
                           const void *data,
                           const tercet_literal_layout *layout,
                           int64_t first,
                           int64_t count,
                           tercet_buffer *out)
{
  TERCET_TRY(
      tercet_buffer_reserve(out, (size_t)count * TERCET_LITERAL_ITEM_MAX));
  const size_t n_separator = layout->tight_items ? 1U : 2U;
  char *at = out->data + out->length;
  for (int64_t i = first; i < first + count; ++i) {
    if (i) {
      memcpy(at, ", ", n_separator);
      at += n_separator;
    }
    const size_t length =
        tercet_literal_item_write(type->dtype, data, (size_t)i, layout, at);
    if (length == 0) {
      return TERCET_ERR_ARGUMENT;
    }
    at += length;
  }
  out->length = (size_t)(at - out->data);
  return TERCET_OK;
}

tercet_status
tercet_literal_write(const tercet_tensor_type *type,
                     const void *data,
                     tercet_literal_style style,
                     tercet_buffer *out)
{
  tercet_literal_layout layout;
  if (!tercet_literal_layout_unpack(style, type->dtype, &layout)) {
    return TERCET_ERR_ARGUMENT;
  }

  TERCET_TRY(tercet_literal_write_head(type, &layout, out));
  const int64_t n = type->n_elements;
  for (int64_t i = 0; i < n; i += CHUNK) {
    const int64_t count = n - i < CHUNK ? n - i : CHUNK;
    TERCET_TRY(tercet_literal_write_items(type, data, &layout, i, count, out));
  }
  return tercet_literal_write_tail(type, &layout, out);
}
