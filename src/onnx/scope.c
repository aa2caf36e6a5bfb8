// SPDX-License-Identifier: Apache-2.0

#include "onnx/scope.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/string_view.h"

void
tercet_onnx_scope_init(tercet_onnx_scope *scope,
                       const tercet_allocator *alloc,
                       const tercet_onnx_scope *parent)
{
  memset(scope, 0, sizeof(*scope));
  scope->parent = parent;
  tercet_hash_index_init(&scope->index, alloc);
}

void
tercet_onnx_scope_clear(tercet_onnx_scope *scope)
{
  tercet_release(scope->index.alloc, scope->entries);
  tercet_hash_index_clear(&scope->index);
  scope->entries = NULL;
  scope->n_entries = 0;
  scope->capacity = 0;
}

static bool
entry_equals(const void *context, uint64_t position, const void *key)
{
  const tercet_onnx_scope *const scope = context;
  const tercet_string *const name = key;
  return tercet_string_equals(scope->entries[position].name, *name);
}

static uint64_t
hash_name(tercet_string name)
{
  return tercet_hash_bytes(name.data, name.length, 0);
}

static uint64_t
entry_hash(const void *context, uint64_t position)
{
  const tercet_onnx_scope *const scope = context;
  return hash_name(scope->entries[position].name);
}

static uint64_t
find_position(const tercet_onnx_scope *scope, uint64_t hash, tercet_string name)
{
  return tercet_hash_index_find(
      &scope->index, hash, entry_equals, scope, &name);
}

bool
tercet_onnx_scope_has(const tercet_onnx_scope *scope, tercet_string name)
{
  return find_position(scope, hash_name(name), name) != TERCET_HASH_INDEX_NONE;
}

tercet_status
tercet_onnx_scope_add(tercet_onnx_scope *scope,
                      tercet_string name,
                      uint32_t slot,
                      tercet_error *err)
{
  const uint64_t hash = hash_name(name);
  if (find_position(scope, hash, name) != TERCET_HASH_INDEX_NONE) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "%.*s is made twice",
                            TERCET_STRING_ARGS(name));
  }
  if (tercet_hash_index_reserve(&scope->index, entry_hash, scope) !=
          TERCET_OK ||
      !tercet_grow_array(scope->index.alloc,
                         (void **)&scope->entries,
                         &scope->capacity,
                         scope->n_entries + 1,
                         sizeof(*scope->entries))) {
    return tercet_error_no_memory(err);
  }

  const tercet_onnx_scope_entry entry = {name, slot};
  tercet_hash_index_add(&scope->index, hash, scope->n_entries);
  scope->entries[scope->n_entries++] = entry;
  return TERCET_OK;
}

bool
tercet_onnx_scope_find(const tercet_onnx_scope *scope,
                       tercet_string name,
                       uint32_t *out)
{
  const uint64_t hash = hash_name(name);
  for (; scope; scope = scope->parent) {
    const uint64_t position = find_position(scope, hash, name);
    if (position != TERCET_HASH_INDEX_NONE) {
      *out = scope->entries[position].slot;
      return true;
    }
  }
  return false;
}
