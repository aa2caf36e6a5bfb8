// SPDX-License-Identifier: Apache-2.0

/// Short-lived use of zlib on texts that are kept

#ifndef TERCET_STORE_COMPRESS_H
#define TERCET_STORE_COMPRESS_H

#include <tercet/status.h>

/// Compress into `room` bytes at `out`; return the bytes used, or 0 if they do
/// not suffice or memory is out
size_t
tercet_compress(const tercet_allocator *alloc,
                tercet_string text,
                char *out,
                size_t room);

/// Undo tercet_compress() into exactly `length` bytes
TERCET_NODISCARD tercet_status
tercet_decompress(const tercet_allocator *alloc,
                  tercet_string compressed,
                  char *out,
                  size_t length);

#endif // TERCET_STORE_COMPRESS_H
