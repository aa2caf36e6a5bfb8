// SPDX-License-Identifier: Apache-2.0

#include "base/hash_index.h"

#include "base/allocator.h"

#include <assert.h>

#define POSITION_BITS 40U
#define POSITION_MASK ((UINT64_C(1) << POSITION_BITS) - 1U)
#define LEAST_SLOTS 64U

static uint64_t
make_slot(uint64_t hash, uint64_t position)
{
  return (hash & ~POSITION_MASK) | (position + 1U);
}

void
tercet_hash_index_init(tercet_hash_index *index, const tercet_allocator *alloc)
{
  index->alloc = alloc;
  index->slots = NULL;
  index->n_slots = 0;
  index->n_used = 0;
}

void
tercet_hash_index_clear(tercet_hash_index *index)
{
  tercet_release(index->alloc, index->slots);
  tercet_hash_index_init(index, index->alloc);
}

uint64_t
tercet_hash_index_find(const tercet_hash_index *index,
                       uint64_t hash,
                       tercet_hash_index_equal equal,
                       const void *context,
                       const void *key)
{
  if (!index->n_slots) {
    return TERCET_HASH_INDEX_NONE;
  }

  const size_t mask = index->n_slots - 1U;
  for (size_t i = hash & mask;; i = (i + 1U) & mask) {
    const uint64_t slot = index->slots[i];
    if (!slot) {
      return TERCET_HASH_INDEX_NONE;
    }
    const uint64_t position = (slot & POSITION_MASK) - 1U;
    if (!((slot ^ hash) & ~POSITION_MASK) && equal(context, position, key)) {
      return position;
    }
  }
}

/// Put a slot where the search for its hash will end
static void
place(uint64_t *slots, size_t n_slots, uint64_t hash, uint64_t slot)
{
  const size_t mask = n_slots - 1U;
  size_t i = hash & mask;
  while (slots[i]) {
    i = (i + 1U) & mask;
  }
  slots[i] = slot;
}

tercet_status
tercet_hash_index_reserve(tercet_hash_index *index,
                          tercet_hash_index_hash hash_of,
                          const void *context)
{
  if (index->n_used + 1U <= index->n_slots / 4U * 3U) {
    return TERCET_OK;
  }

  const size_t n_slots = index->n_slots ? index->n_slots * 2U : LEAST_SLOTS;
  size_t bytes = 0;
  if (!tercet_size_multiply(n_slots, sizeof(uint64_t), &bytes)) {
    return TERCET_ERR_NO_MEMORY;
  }

  uint64_t *const slots = tercet_allocate_zeroed(index->alloc, bytes);
  if (!slots) {
    return TERCET_ERR_NO_MEMORY;
  }

  for (size_t i = 0; i < index->n_slots; ++i) {
    if (index->slots[i]) {
      const uint64_t position = (index->slots[i] & POSITION_MASK) - 1U;
      place(slots, n_slots, hash_of(context, position), index->slots[i]);
    }
  }

  tercet_release(index->alloc, index->slots);
  index->slots = slots;
  index->n_slots = n_slots;
  return TERCET_OK;
}

void
tercet_hash_index_add(tercet_hash_index *index,
                      uint64_t hash,
                      uint64_t position)
{
  assert(index->n_used < index->n_slots);
  assert(position < POSITION_MASK);

  place(index->slots, index->n_slots, hash, make_slot(hash, position));
  ++index->n_used;
}

bool
tercet_hash_index_validate(const tercet_hash_index *index)
{
  size_t n_used = 0;
  for (size_t i = 0; i < index->n_slots; ++i) {
    n_used += index->slots[i] != 0U;
  }
  return n_used == index->n_used && !(index->n_slots & (index->n_slots - 1U)) &&
         n_used <= index->n_slots / 4U * 3U;
}
