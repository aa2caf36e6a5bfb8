// SPDX-License-Identifier: Apache-2.0

/// The elements as they nearly always are, at full speed

#ifndef TERCET_ARRAY_LITERAL_PLAIN_H
#define TERCET_ARRAY_LITERAL_PLAIN_H

#include "array/literal_elements.h"

/**
   Read elements like `-0.0123, ` as long as they come: no exponent, no more
   digits than a mantissa holds, and behind all of them a comma and a space or
   a comma alone.  Stop in front of anything else, at the start of an element.

   @param n Elements to read at the most.
   @return The number of elements read.
*/
int64_t
tercet_literal_read_plain(tercet_literal_cursor *in,
                          tercet_dtype dtype,
                          int64_t n,
                          char *out,
                          tercet_literal_trace *trace);

/// Store the low bits of an integer in an element of `size` bytes
static inline void
tercet_literal_put_bits(uint64_t bits, size_t size, char *out)
{
  const uint8_t bits8 = (uint8_t)bits;
  const uint16_t bits16 = (uint16_t)bits;
  const uint32_t bits32 = (uint32_t)bits;
  switch (size) {
  case 1:
    memcpy(out, &bits8, 1);
    break;
  case 2:
    memcpy(out, &bits16, 2);
    break;
  case 4:
    memcpy(out, &bits32, 4);
    break;
  default:
    memcpy(out, &bits, 8);
    break;
  }
}

#endif // TERCET_ARRAY_LITERAL_PLAIN_H
