// SPDX-License-Identifier: Apache-2.0

#include "syntax/prefix_map.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/string_view.h"

void
tercet_prefix_map_init(tercet_prefix_map *map, const tercet_allocator *alloc)
{
  *map = (tercet_prefix_map){0};
  map->alloc = alloc;
  tercet_hash_index_init(&map->index, alloc);
}

static void
free_string(const tercet_prefix_map *map, tercet_string text)
{
  tercet_release(map->alloc, (void *)(uintptr_t)text.data);
}

void
tercet_prefix_map_clear(tercet_prefix_map *map)
{
  for (size_t i = 0; i < map->n_items; ++i) {
    free_string(map, map->items[i].name);
    free_string(map, map->items[i].iri);
  }
  tercet_release(map->alloc, map->items);
  tercet_hash_index_clear(&map->index);
  tercet_prefix_map_init(map, map->alloc);
}

static uint64_t
hash_name(tercet_string name)
{
  return tercet_hash_bytes(name.data, name.length, 0);
}

static bool
name_equals(const void *context, uint64_t position, const void *key)
{
  const tercet_prefix_map *const map = (const tercet_prefix_map *)context;
  return tercet_string_equals(map->items[position].name,
                              *(const tercet_string *)key);
}

static uint64_t
hash_of_position(const void *context, uint64_t position)
{
  const tercet_prefix_map *const map = (const tercet_prefix_map *)context;
  return hash_name(map->items[position].name);
}

/// Return the cache's place for a name: short names differ at their ends
static size_t
cache_slot(tercet_string name)
{
  if (!name.length) {
    return 0;
  }

  const unsigned first = (uint8_t)name.data[0];
  const unsigned last = (uint8_t)name.data[name.length - 1U];
  return (first * 7U + last + (unsigned)name.length) % TERCET_PREFIX_CACHE;
}

const tercet_prefix *
tercet_prefix_map_find(tercet_prefix_map *map, tercet_string name)
{
  uint32_t *const cached = &map->cache[cache_slot(name)];
  if (*cached && tercet_string_equals(map->items[*cached - 1U].name, name)) {
    return &map->items[*cached - 1U];
  }

  const uint64_t position = tercet_hash_index_find(
      &map->index, hash_name(name), name_equals, map, &name);
  if (position == TERCET_HASH_INDEX_NONE) {
    return NULL;
  }
  if (position < UINT32_MAX) {
    *cached = (uint32_t)position + 1U;
  }
  return &map->items[position];
}

static bool
copy_string(const tercet_allocator *alloc,
            tercet_string text,
            tercet_string *out)
{
  char *const copy = (char *)tercet_allocate(alloc, text.length);
  if (copy && text.length) {
    memcpy(copy, text.data, text.length);
  }
  out->data = copy;
  out->length = text.length;
  return copy != NULL;
}

/// Add a prefix that is not there yet; `iri` is taken over on success
static tercet_status
add(tercet_prefix_map *map, tercet_string name, tercet_string iri)
{
  void *items = map->items;
  const bool grown = tercet_grow_array(map->alloc,
                                       &items,
                                       &map->capacity,
                                       map->n_items + 1U,
                                       sizeof(tercet_prefix));
  map->items = (tercet_prefix *)items;
  if (!grown) {
    return TERCET_ERR_NO_MEMORY;
  }

  TERCET_TRY(tercet_hash_index_reserve(&map->index, hash_of_position, map));
  tercet_prefix *const item = &map->items[map->n_items];
  if (!copy_string(map->alloc, name, &item->name)) {
    return TERCET_ERR_NO_MEMORY;
  }
  item->iri = iri;
  tercet_hash_index_add(&map->index, hash_name(name), map->n_items++);
  return TERCET_OK;
}

tercet_status
tercet_prefix_map_set(tercet_prefix_map *map,
                      tercet_string name,
                      tercet_string iri)
{
  tercet_string copy;
  if (!copy_string(map->alloc, iri, &copy)) {
    return TERCET_ERR_NO_MEMORY;
  }

  const tercet_prefix *const found = tercet_prefix_map_find(map, name);
  if (found) {
    tercet_prefix *const item = &map->items[found - map->items];
    free_string(map, item->iri);
    item->iri = copy;
    return TERCET_OK;
  }

  const tercet_status st = add(map, name, copy);
  if (st) {
    free_string(map, copy);
  }
  return st;
}
