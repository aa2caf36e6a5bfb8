// SPDX-License-Identifier: Apache-2.0

/// Dates, with and without time, as inline values; private to inline_value.c

#ifndef TERCET_STORE_INLINE_DATE_H
#define TERCET_STORE_INLINE_DATE_H

#include "store/id.h"

#include <stddef.h>

/// Bytes that are enough for any of them
#define TERCET_INLINE_DATE_MAX 40U

/// Set `out` if the text is an xsd:date that an id can hold
bool
tercet_inline_date_from_text(const char *text, const char *end, tercet_id *out);

/// Set `out` if the text is an xsd:dateTime that an id can hold
bool
tercet_inline_date_time_from_text(const char *text,
                                  const char *end,
                                  tercet_id *out);

/// Write the lexical form; return its bytes, which are not terminated
size_t
tercet_inline_date_write(tercet_id id, char *out);

/// Write the lexical form; return its bytes, which are not terminated
size_t
tercet_inline_date_time_write(tercet_id id, char *out);

#endif // TERCET_STORE_INLINE_DATE_H
