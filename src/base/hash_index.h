// SPDX-License-Identifier: Apache-2.0

/**
   A hash table from keys to positions in the owner's array.

   The table knows only hashes and positions; the owner keeps the keys and
   compares them.  Open addressing with linear probing, grown at 3/4 full,
   nothing is ever removed.  A slot packs the upper bits of the hash, as a tag
   that spares most comparisons, and the position plus one:

       63            40 39              0
       +---------------+----------------+
       |  tag (24 bit) |  position + 1  |
       +---------------+----------------+
*/

#ifndef TERCET_BASE_HASH_INDEX_H
#define TERCET_BASE_HASH_INDEX_H

#include <tercet/status.h>

#define TERCET_HASH_INDEX_NONE UINT64_MAX

/// In the owner's storage; readers may share it while nobody adds
typedef struct {
  const tercet_allocator *alloc;
  uint64_t *slots;
  size_t n_slots; ///< 0 or a power of two
  size_t n_used;
} tercet_hash_index;

/// Return whether the key at `position` is the one looked for
typedef bool (*tercet_hash_index_equal)(const void *context,
                                        uint64_t position,
                                        const void *key);

/// Return the hash of the key at `position`, for growing
typedef uint64_t (*tercet_hash_index_hash)(const void *context,
                                           uint64_t position);

/// Prepare an empty table; allocates nothing
void
tercet_hash_index_init(tercet_hash_index *index, const tercet_allocator *alloc);

/// Free the slots; the table is empty and usable afterwards
void
tercet_hash_index_clear(tercet_hash_index *index);

/// Return the position of a key, or #TERCET_HASH_INDEX_NONE
uint64_t
tercet_hash_index_find(const tercet_hash_index *index,
                       uint64_t hash,
                       tercet_hash_index_equal equal,
                       const void *context,
                       const void *key);

/// Make room for one more key; nothing changes if memory is out
TERCET_NODISCARD tercet_status
tercet_hash_index_reserve(tercet_hash_index *index,
                          tercet_hash_index_hash hash_of,
                          const void *context);

/// Add a position whose key is not in the table yet; call
/// tercet_hash_index_reserve() before
void
tercet_hash_index_add(tercet_hash_index *index,
                      uint64_t hash,
                      uint64_t position);

/// Check the invariants, for tests
bool
tercet_hash_index_validate(const tercet_hash_index *index);

#endif // TERCET_BASE_HASH_INDEX_H
