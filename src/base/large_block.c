// SPDX-License-Identifier: Apache-2.0

#include "base/large_block.h"

#include "base/large_pages.h"

#include <pthread.h>

#define N_KEPT 8

typedef struct {
  void *block;
  size_t size;
} kept_block;

/// The blocks that are kept, the one that was given back last at the end
static kept_block kept[N_KEPT];
static size_t n_kept;
static size_t n_kept_bytes;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/// Take a block off the list
static kept_block
remove_kept(size_t i)
{
  const kept_block out = kept[i];
  n_kept_bytes -= out.size;
  --n_kept;
  for (; i < n_kept; ++i) {
    kept[i] = kept[i + 1U];
  }
  return out;
}

/// Return the last block that fits without much waste, or NULL
static void *
take_kept(size_t size)
{
  void *block = NULL;
  pthread_mutex_lock(&mutex);
  for (size_t i = n_kept; !block && i-- > 0;) {
    if (kept[i].size >= size && kept[i].size - size <= size / 4U) {
      block = remove_kept(i).block;
    }
  }
  pthread_mutex_unlock(&mutex);
  return block;
}

/// Make room on the list for a block of `size` bytes; return one that has to go
/// for it, or NULL when there is room
static void *
evict_kept(size_t size)
{
  return n_kept == N_KEPT || n_kept_bytes > TERCET_LARGE_BLOCK_KEPT - size
             ? remove_kept(0).block
             : NULL;
}

static void
keep(void *block, size_t size)
{
  tercet_offer_pages(block, size);
  pthread_mutex_lock(&mutex);
  for (void *old = evict_kept(size); old; old = evict_kept(size)) {
    tercet_release(&tercet_allocator_default, old);
  }
  kept[n_kept++] = (kept_block){block, size};
  n_kept_bytes += size;
  pthread_mutex_unlock(&mutex);
}

/// Give all that is kept back
static void
release_kept(void)
{
  pthread_mutex_lock(&mutex);
  while (n_kept) {
    tercet_release(&tercet_allocator_default, remove_kept(0).block);
  }
  pthread_mutex_unlock(&mutex);
}

static bool
is_kept(const tercet_allocator *alloc, size_t size)
{
  return alloc == &tercet_allocator_default &&
         size >= TERCET_LARGE_BLOCK_LEAST && size <= TERCET_LARGE_BLOCK_KEPT;
}

void *
tercet_large_block_new(const tercet_allocator *alloc, size_t size)
{
  alloc = tercet_allocator_or_default(alloc);
  void *block = is_kept(alloc, size) ? take_kept(size) : NULL;
  if (block) {
    return block;
  }
  block = tercet_allocate(alloc, size);
  if (!block && alloc == &tercet_allocator_default) {
    release_kept();
    block = tercet_allocate(alloc, size);
  }
  tercet_prefer_large_pages(block, size);
  return block;
}

void
tercet_large_block_free(const tercet_allocator *alloc, void *block, size_t size)
{
  alloc = tercet_allocator_or_default(alloc);
  if (block && is_kept(alloc, size)) {
    keep(block, size);
  } else {
    tercet_release(alloc, block);
  }
}
