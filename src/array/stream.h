// SPDX-License-Identifier: Apache-2.0

/**
   Writing around the caches.

   A store to memory that is not in the caches reads the line first; one around
   them does not, which takes a third of the time where nothing but storing
   does.  It pays for targets that are larger than what stays in the caches and
   whose pages have been in use: new ones come out of the caches.
*/

#ifndef TERCET_ARRAY_STREAM_H
#define TERCET_ARRAY_STREAM_H

#include "array/loop.h"

/// Targets from this size on are written around the caches
#define TERCET_STREAM_BYTES (INT64_C(4) << 20U)

/// Lines from this size on: each ends with a wait for its stores, and shares
/// cache lines with its neighbours, so that short ones are slower by far
#define TERCET_STREAM_LINE_BYTES 4096

/// Copy `n_bytes`; tercet_stream_end() must follow
void
tercet_stream(char *out, const char *in, size_t n_bytes);

/// Let what was written be seen by other threads before what comes
void
tercet_stream_end(void);

/// A loop body whose first operand is what it writes, of `item_size` bytes
typedef struct {
  tercet_loop_body body;
  void *context;
  size_t item_size;
} tercet_streamed_body;

/// Run the body, the context, on pieces, which go from a buffer around the
/// caches; for targets that share no bytes with the other operands
bool
tercet_streamed_line(void *context,
                     char *const *data,
                     const int64_t *strides,
                     int64_t n);

#endif // TERCET_ARRAY_STREAM_H
