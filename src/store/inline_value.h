// SPDX-License-Identifier: Apache-2.0

/// Literals whose value and lexical form fit into the 60 bits of an id

#ifndef TERCET_STORE_INLINE_VALUE_H
#define TERCET_STORE_INLINE_VALUE_H

#include <tercet/status.h>

#include "base/buffer.h"
#include "rdf/datatype.h"
#include "store/id.h"

/// Set `out` if the literal is one that an id can hold
bool
tercet_inline_from_text(tercet_datatype datatype,
                        tercet_string text,
                        tercet_id *out);

/// Append the lexical form of an inline literal
TERCET_NODISCARD tercet_status
tercet_inline_write(tercet_id id, tercet_buffer *out);

/// Return the datatype of an inline literal
tercet_datatype
tercet_inline_datatype(tercet_id id);

/// Set `out` to the inline id of an xsd:integer; false if it is too large
bool
tercet_inline_from_integer(int64_t value, tercet_id *out);

/// Return the value of a TERCET_TAG_INTEGER
int64_t
tercet_inline_integer(tercet_id id);

/// Set mantissa and scale of a TERCET_TAG_DECIMAL: mantissa / 10^scale
void
tercet_inline_decimal(tercet_id id, int64_t *mantissa, unsigned *scale);

/// Return the value of a TERCET_TAG_DOUBLE
double
tercet_inline_double(tercet_id id);

/// Parts of an xsd:date or xsd:dateTime as they were written
typedef struct {
  int32_t year;
  uint8_t month;
  uint8_t day;
  uint8_t hour;
  uint8_t minute;
  uint8_t second;
  uint32_t nanosecond;
  bool has_timezone;
  int16_t timezone_minutes;
} tercet_date_time_parts;

/// Set the parts of a TERCET_TAG_DATE or TERCET_TAG_DATE_TIME
void
tercet_inline_date_time(tercet_id id, tercet_date_time_parts *out);

#endif // TERCET_STORE_INLINE_VALUE_H
