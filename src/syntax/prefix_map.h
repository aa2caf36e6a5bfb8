// SPDX-License-Identifier: Apache-2.0

/// Prefixes and the IRIs they stand for

#ifndef TERCET_SYNTAX_PREFIX_MAP_H
#define TERCET_SYNTAX_PREFIX_MAP_H

#include "base/hash_index.h"

#include <tercet/status.h>

/// Prefixes found last, by a cheap hash; a power of two
#define TERCET_PREFIX_CACHE 64U

typedef struct {
  tercet_string name; ///< Without ':'; owned
  tercet_string iri;  ///< Owned
} tercet_prefix;

/// In the owner's storage
typedef struct {
  const tercet_allocator *alloc;
  tercet_prefix *items;
  size_t n_items;
  size_t capacity;
  tercet_hash_index index;             ///< By name
  uint32_t cache[TERCET_PREFIX_CACHE]; ///< Position + 1, or 0
} tercet_prefix_map;

/// Prepare an empty map; allocates nothing
void
tercet_prefix_map_init(tercet_prefix_map *map, const tercet_allocator *alloc);

/// Free the prefixes
void
tercet_prefix_map_clear(tercet_prefix_map *map);

/// Let `name` stand for `iri` from now on; both are copied.  #TERCET_OK or
/// #TERCET_ERR_NO_MEMORY, with nothing changed.
TERCET_NODISCARD tercet_status
tercet_prefix_map_set(tercet_prefix_map *map,
                      tercet_string name,
                      tercet_string iri);

/// Return the prefix of that name, valid until the next change, or NULL
const tercet_prefix *
tercet_prefix_map_find(tercet_prefix_map *map, tercet_string name);

#endif // TERCET_SYNTAX_PREFIX_MAP_H
