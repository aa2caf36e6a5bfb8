// SPDX-License-Identifier: Apache-2.0

#include "array/npy_names.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/string_view.h"

static uint64_t
hash_name(tercet_string name)
{
  return tercet_hash_bytes(name.data, name.length, 0);
}

static bool
name_equals(const void *context, uint64_t position, const void *key)
{
  return tercet_string_equals(((const tercet_string *)context)[position],
                              *(const tercet_string *)key);
}

static uint64_t
name_hash_at(const void *context, uint64_t position)
{
  return hash_name(((const tercet_string *)context)[position]);
}

uint64_t
tercet_npy_names_find(const tercet_hash_index *index,
                      const tercet_string *names,
                      tercet_string name)
{
  return tercet_hash_index_find(
      index, hash_name(name), name_equals, names, &name);
}

tercet_status
tercet_npy_names_add(tercet_hash_index *index,
                     size_t n,
                     const tercet_string *names,
                     tercet_error *err)
{
  for (size_t i = 0; i < n; ++i) {
    if (tercet_npy_names_find(index, names, names[i]) !=
        TERCET_HASH_INDEX_NONE) {
      return tercet_error_set(err,
                              TERCET_ERR_ARGUMENT,
                              "the name \"%.*s\" occurs twice",
                              TERCET_STRING_ARGS(names[i]));
    }
    if (tercet_hash_index_reserve(index, name_hash_at, names) != TERCET_OK) {
      return tercet_error_no_memory(err);
    }
    tercet_hash_index_add(index, hash_name(names[i]), i);
  }
  return TERCET_OK;
}

tercet_status
tercet_npy_names_check(const tercet_allocator *alloc,
                       size_t n,
                       const tercet_string *names,
                       tercet_error *err)
{
  tercet_hash_index index;
  tercet_hash_index_init(&index, alloc);
  const tercet_status st = tercet_npy_names_add(&index, n, names, err);
  tercet_hash_index_clear(&index);
  return st;
}
