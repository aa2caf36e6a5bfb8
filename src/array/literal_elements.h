// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_ARRAY_LITERAL_ELEMENTS_H
#define TERCET_ARRAY_LITERAL_ELEMENTS_H

#include "array/literal.h"
#include "array/literal_cursor.h"

/// How the elements stand in the text, found out while they are read
typedef struct {
  /// Whether each element stands as `form` writes it, with the same separator
  /// between all of them and nothing else
  bool is_regular;
  uint8_t form;         ///< TERCET_LITERAL_FORM_CANONICAL or ..._DOUBLE
  uint32_t n_separator; ///< Bytes of it, or 0 if there is none
  const char *begin;    ///< The first element
  const char *end;      ///< Behind the last one
} tercet_literal_trace;

/**
   Read the elements of `data`, from behind the opening bracket to behind the
   closing one.

   @param names_only Whether numbers are wrong in a bool tensor.
   @param out Room for the elements of the type.
   @param[out] trace May be NULL.
*/
TERCET_NODISCARD tercet_status
tercet_literal_read_elements(tercet_literal_cursor *in,
                             const tercet_tensor_type *type,
                             bool names_only,
                             void *out,
                             tercet_literal_trace *trace);

/// Read a literal like tercet_literal_read(); `trace` may be NULL
TERCET_NODISCARD tercet_status
tercet_literal_read_traced(tercet_string text,
                           bool escaped,
                           const tercet_literal_room *room,
                           tercet_tensor_type *type,
                           tercet_literal_trace *trace,
                           tercet_error *err);

#endif // TERCET_ARRAY_LITERAL_ELEMENTS_H
