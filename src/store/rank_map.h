// SPDX-License-Identifier: Apache-2.0

/**
   Ids as 32-bit ranks of the same order, which sort in few passes.

   The positions in the dictionary are nearly dense, so that for them the rank
   is the position plus an offset for each tag.  The ids of other tags are
   sorted, and the rank is the place among them.
*/

#ifndef TERCET_STORE_RANK_MAP_H
#define TERCET_STORE_RANK_MAP_H

#include "store/segment.h"

/// A quad of ranks, indexed like a tercet_id_quad
typedef struct {
  uint32_t rank[4];
} tercet_rank_row;

#define TERCET_TAG_COUNT 16U

/// Most quads that ranks can tell apart
#define TERCET_RANK_MAX_QUADS ((size_t)1 << 29U)

/// In the owner's storage
typedef struct {
  const tercet_allocator *alloc;
  uint32_t first[TERCET_TAG_COUNT + 1U];     ///< First rank of each tag
  const tercet_id *values[TERCET_TAG_COUNT]; ///< NULL for the dense tags
  tercet_id *sorted;                         ///< Where `values` point into
} tercet_rank_map;

/**
   Replace quads by rows of ranks, in the same memory: row i lies at 16 i.

   @param n_quads At most #TERCET_RANK_MAX_QUADS.
   @return #TERCET_OK or #TERCET_ERR_NO_MEMORY, after which the quads are as
   before.
*/
TERCET_NODISCARD tercet_status
tercet_rank_map_build(const tercet_allocator *alloc,
                      tercet_id_quad *quads,
                      size_t n_quads,
                      tercet_rank_map *out);

void
tercet_rank_map_clear(tercet_rank_map *map);

/// Return the tag of a rank
static inline unsigned
tercet_rank_tag(const tercet_rank_map *map, uint32_t rank)
{
  unsigned tag = 0U;
  while (rank >= map->first[tag + 1U]) {
    ++tag;
  }
  return tag;
}

/// Return the id of a rank whose tag is known
static inline tercet_id
tercet_rank_id(const tercet_rank_map *map, unsigned tag, uint32_t rank)
{
  const uint32_t position = rank - map->first[tag];
  return map->values[tag] ? map->values[tag][position]
                          : tercet_id_make((tercet_tag)tag, position);
}

#endif // TERCET_STORE_RANK_MAP_H
