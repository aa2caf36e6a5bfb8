// SPDX-License-Identifier: Apache-2.0

/// Bytes that are kept for ever at a stable address, packed without alignment

#ifndef TERCET_STORE_TEXT_STORE_H
#define TERCET_STORE_TEXT_STORE_H

#include <tercet/status.h>

/// In the owner's storage
typedef struct {
  const tercet_allocator *alloc;
  char **chunks;
  size_t n_chunks;
  size_t chunk_capacity;
  char *next;     ///< Where the next bytes go
  size_t n_left;  ///< Bytes left there
  uint64_t bytes; ///< Bytes of all chunks
} tercet_text_store;

/// Prepare an empty store; allocates nothing
void
tercet_text_store_init(tercet_text_store *store, const tercet_allocator *alloc);

/// Free everything
void
tercet_text_store_clear(tercet_text_store *store);

/// Return room for `size` bytes, given out only by tercet_text_store_take();
/// NULL if memory is out
TERCET_NODISCARD char *
tercet_text_store_room(tercet_text_store *store, size_t size);

/// Keep the first `size` bytes of the room returned last
void
tercet_text_store_take(tercet_text_store *store, size_t size);

/// Give back everything that was kept after `mark`, an earlier copy of the
/// store, was taken
void
tercet_text_store_rollback(tercet_text_store *store,
                           const tercet_text_store *mark);

#endif // TERCET_STORE_TEXT_STORE_H
