// SPDX-License-Identifier: Apache-2.0

#include "base/allocator.h"
#include "base/hash.h"
#include "base/hash_index.h"
#include "base/string_view.h"
#include "sparql/function.h"

/// One of the two is given
typedef struct {
  const tercet_function *function;
  const tercet_aggregate_function *aggregate;
} registry_entry;

struct tercet_registry {
  const tercet_allocator *alloc;
  registry_entry *entries;
  size_t n_entries;
  size_t capacity;
  tercet_hash_index index;
};

/// What is looked for
typedef struct {
  tercet_string iri;
  bool is_aggregate;
} registry_key;

static registry_key
key_of(const registry_entry *entry)
{
  const registry_key key = {
      entry->aggregate ? entry->aggregate->iri : entry->function->iri,
      entry->aggregate != NULL,
  };
  return key;
}

static uint64_t
hash_key(registry_key key)
{
  return tercet_hash_bytes(key.iri.data, key.iri.length, key.is_aggregate);
}

static bool
entry_equals(const void *context, uint64_t position, const void *key)
{
  const registry_key a = key_of((const registry_entry *)context + position);
  const registry_key *const b = (const registry_key *)key;
  return a.is_aggregate == b->is_aggregate &&
         tercet_string_equals(a.iri, b->iri);
}

static uint64_t
hash_of_entry(const void *context, uint64_t position)
{
  return hash_key(key_of((const registry_entry *)context + position));
}

tercet_status
tercet_registry_new(const tercet_allocator *alloc, tercet_registry **out)
{
  alloc = tercet_allocator_or_default(alloc);
  *out = tercet_allocate_zeroed(alloc, sizeof(**out));
  if (!*out) {
    return TERCET_ERR_NO_MEMORY;
  }
  (*out)->alloc = alloc;
  tercet_hash_index_init(&(*out)->index, alloc);
  return TERCET_OK;
}

void
tercet_registry_free(tercet_registry *registry)
{
  if (registry) {
    tercet_hash_index_clear(&registry->index);
    tercet_release(registry->alloc, registry->entries);
    tercet_release(registry->alloc, registry);
  }
}

static registry_entry *
find_entry(const tercet_registry *registry, registry_key key)
{
  const uint64_t position = tercet_hash_index_find(
      &registry->index, hash_key(key), entry_equals, registry->entries, &key);
  return position == TERCET_HASH_INDEX_NONE ? NULL
                                            : registry->entries + position;
}

static tercet_status
add_entry(tercet_registry *registry, registry_entry entry)
{
  const registry_key key = key_of(&entry);
  registry_entry *const old = find_entry(registry, key);
  if (old) {
    *old = entry;
    return TERCET_OK;
  }

  void *entries = registry->entries;
  if (!tercet_grow_array(registry->alloc,
                         &entries,
                         &registry->capacity,
                         registry->n_entries + 1U,
                         sizeof(entry))) {
    return TERCET_ERR_NO_MEMORY;
  }
  registry->entries = entries;
  const tercet_status st = tercet_hash_index_reserve(
      &registry->index, hash_of_entry, registry->entries);
  if (st) {
    return st;
  }

  registry->entries[registry->n_entries] = entry;
  tercet_hash_index_add(&registry->index, hash_key(key), registry->n_entries++);
  return TERCET_OK;
}

tercet_status
tercet_registry_add_function(tercet_registry *registry,
                             const tercet_function *function)
{
  const registry_entry entry = {function, NULL};
  return add_entry(registry, entry);
}

tercet_status
tercet_registry_add_aggregate(tercet_registry *registry,
                              const tercet_aggregate_function *aggregate)
{
  const registry_entry entry = {NULL, aggregate};
  return add_entry(registry, entry);
}

const tercet_function *
tercet_registry_find_function(const tercet_registry *registry,
                              tercet_string iri)
{
  const registry_key key = {iri, false};
  const registry_entry *const entry = find_entry(registry, key);
  return entry ? entry->function : NULL;
}

const tercet_aggregate_function *
tercet_registry_find_aggregate(const tercet_registry *registry,
                               tercet_string iri)
{
  const registry_key key = {iri, true};
  const registry_entry *const entry = find_entry(registry, key);
  return entry ? entry->aggregate : NULL;
}

void
tercet_registry_visit(const tercet_registry *registry,
                      void (*visit)(void *context,
                                    tercet_string iri,
                                    bool is_aggregate),
                      void *context)
{
  for (size_t i = 0; i < registry->n_entries; ++i) {
    const registry_key key = key_of(&registry->entries[i]);
    visit(context, key.iri, key.is_aggregate);
  }
}
