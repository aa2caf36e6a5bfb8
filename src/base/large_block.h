// SPDX-License-Identifier: Apache-2.0

/**
   Memory of the size of tensors.

   The C library gives blocks from 32 MiB on back to the system at once, and the
   system clears the pages of the next one, which takes longer than many an
   operation that fills them.  A few of the last such blocks are therefore kept
   for the next that fit; the system may take their pages when memory is short.
*/

#ifndef TERCET_BASE_LARGE_BLOCK_H
#define TERCET_BASE_LARGE_BLOCK_H

#include "base/allocator.h"

/// Bytes from which on blocks of the default allocator are kept
#define TERCET_LARGE_BLOCK_LEAST ((size_t)32 << 20U)

/// Bytes that are kept at the most
#define TERCET_LARGE_BLOCK_KEPT ((size_t)256 << 20U)

/// Return `size` new bytes, with large pages where that pays, or NULL; to be
/// given back with tercet_large_block_free().  Any thread may call both.
TERCET_NODISCARD void *
tercet_large_block_new(const tercet_allocator *alloc, size_t size);

/// Give a block back; `size` is what was asked for.  NULL is fine.
void
tercet_large_block_free(const tercet_allocator *alloc,
                        void *block,
                        size_t size);

#endif // TERCET_BASE_LARGE_BLOCK_H
