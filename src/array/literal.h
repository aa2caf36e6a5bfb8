// SPDX-License-Identifier: Apache-2.0

/**
   The JSON text of tensor literals, read and written without building a JSON
   tree.

   The text may be read as it stands between the quotes of a Turtle or
   N-Triples literal: then `\"` is a quote, `\\` a backslash, and \t \n \r \b
   \f \' \uXXXX \UXXXXXXXX are the characters they stand for, and nothing is
   copied.

   Most writers use one of a few regular layouts.  A layout that reproduces
   the text byte for byte from the numbers is called its style, and a store
   need not keep the text.
*/

#ifndef TERCET_ARRAY_LITERAL_H
#define TERCET_ARRAY_LITERAL_H

#include "array/tensor_type.h"
#include "base/buffer.h"

/// Receives the elements: called once, when dtype and shape are known and set
/// in the `type` given to tercet_literal_read(), for room of `n_bytes`, which
/// may be 0.  NULL means that memory is out.
typedef struct {
  void *(*room)(void *context, size_t n_bytes);
  void *context;
} tercet_literal_room;

/**
   Read a tensor literal.

   @param escaped Whether the text is still escaped as in Turtle.
   @param room Where the elements go, row-major, in the dtype of the literal;
   it may be called before the literal turns out to be ill-typed.
   @param[out] type Dtype and shape.
   @param[out] err May be NULL.
   @return #TERCET_OK; #TERCET_ERR_SYNTAX if the text is ill-typed, with a
   message and the offset + 1 as column; #TERCET_ERR_NO_MEMORY.
*/
TERCET_NODISCARD tercet_status
tercet_literal_read(tercet_string text,
                    bool escaped,
                    const tercet_literal_room *room,
                    tercet_tensor_type *type,
                    tercet_error *err);

/// A regular layout of the text; 0 is the canonical one
typedef uint16_t tercet_literal_style;

/// No style reproduces the text
#define TERCET_LITERAL_STYLE_NONE UINT16_MAX

/**
   Find the style that reproduces a text from its numbers.

   @param scratch Used to print into; its content is lost.
   @param[out] style The style, or #TERCET_LITERAL_STYLE_NONE.
   @return #TERCET_OK or #TERCET_ERR_NO_MEMORY.
*/
TERCET_NODISCARD tercet_status
tercet_literal_find_style(tercet_string text,
                          bool escaped,
                          const tercet_tensor_type *type,
                          const void *data,
                          tercet_buffer *scratch,
                          tercet_literal_style *style);

/**
   Read a literal and find its style in one pass, which takes much less time
   than tercet_literal_read() and tercet_literal_find_style() do.  Parameters
   and statuses are theirs.
*/
TERCET_NODISCARD tercet_status
tercet_literal_read_with_style(tercet_string text,
                               bool escaped,
                               const tercet_literal_room *room,
                               tercet_buffer *scratch,
                               tercet_tensor_type *type,
                               tercet_literal_style *style,
                               tercet_error *err);

/// Append the text of a tensor, not escaped, in a style: #TERCET_OK, what
/// tercet_buffer_append() returns, or #TERCET_ERR_ARGUMENT if there is no such
/// style or it cannot write these numbers
TERCET_NODISCARD tercet_status
tercet_literal_write(const tercet_tensor_type *type,
                     const void *data,
                     tercet_literal_style style,
                     tercet_buffer *out);

#endif // TERCET_ARRAY_LITERAL_H
