// SPDX-License-Identifier: Apache-2.0

#include "store/text_store.h"

#include "base/allocator.h"

#include <assert.h>

#define LEAST_CHUNK ((size_t)4096)
#define LARGEST_CHUNK ((size_t)1 << 22U)

void
tercet_text_store_init(tercet_text_store *store, const tercet_allocator *alloc)
{
  *store = (tercet_text_store){.alloc = alloc};
}

void
tercet_text_store_clear(tercet_text_store *store)
{
  for (size_t i = 0U; i < store->n_chunks; ++i) {
    tercet_release(store->alloc, store->chunks[i]);
  }

  tercet_release(store->alloc, store->chunks);
  tercet_text_store_init(store, store->alloc);
}

/// Return the size of the next chunk: as much as there is, so that a small
/// store stays small and a large one takes few chunks
static size_t
next_chunk_size(const tercet_text_store *store, size_t needed)
{
  size_t size =
      store->bytes < LARGEST_CHUNK ? (size_t)store->bytes : LARGEST_CHUNK;
  if (size < LEAST_CHUNK) {
    size = LEAST_CHUNK;
  }

  return size < needed ? needed : size;
}

char *
tercet_text_store_room(tercet_text_store *store, size_t size)
{
  if (store->next && size <= store->n_left) {
    return store->next;
  }

  if (!tercet_grow_array(store->alloc,
                         (void **)&store->chunks,
                         &store->chunk_capacity,
                         store->n_chunks + 1U,
                         sizeof(char *))) {
    return NULL;
  }

  const size_t chunk_size = next_chunk_size(store, size);
  char *const chunk = (char *)tercet_allocate(store->alloc, chunk_size);
  if (!chunk) {
    return NULL;
  }

  store->chunks[store->n_chunks++] = chunk;
  store->bytes += chunk_size;
  store->next = chunk;
  store->n_left = chunk_size;
  return chunk;
}

void
tercet_text_store_take(tercet_text_store *store, size_t size)
{
  assert(size <= store->n_left);

  store->next += size;
  store->n_left -= size;
}

void
tercet_text_store_rollback(tercet_text_store *store,
                           const tercet_text_store *mark)
{
  while (store->n_chunks > mark->n_chunks) {
    tercet_release(store->alloc, store->chunks[--store->n_chunks]);
  }

  store->next = mark->next;
  store->n_left = mark->n_left;
  store->bytes = mark->bytes;
}
