// SPDX-License-Identifier: Apache-2.0

#include "onnx/strings.h"

#include "base/allocator.h"
#include "base/hash.h"
#include "base/string_view.h"

void
tercet_onnx_strings_init(tercet_onnx_strings *strings,
                         const tercet_allocator *alloc,
                         const tercet_onnx_strings *parent)
{
  memset(strings, 0, sizeof(*strings));
  strings->parent = parent;
  tercet_arena_init(&strings->arena, alloc, SIZE_MAX);
  tercet_hash_index_init(&strings->index, alloc);
}

void
tercet_onnx_strings_clear(tercet_onnx_strings *strings)
{
  const tercet_allocator *const alloc = strings->arena.alloc;
  tercet_release(alloc, strings->items);
  tercet_hash_index_clear(&strings->index);
  tercet_arena_clear(&strings->arena);
  strings->items = NULL;
  strings->n_items = 0;
  strings->capacity = 0;
}

static uint64_t
hash_string(tercet_string text)
{
  return tercet_hash_bytes(text.data, text.length, 0);
}

static bool
item_equals(const void *context, uint64_t position, const void *key)
{
  const tercet_onnx_strings *const strings = context;
  const tercet_string *const text = key;
  return tercet_string_equals(*strings->items[position], *text);
}

static uint64_t
item_hash(const void *context, uint64_t position)
{
  const tercet_onnx_strings *const strings = context;
  return hash_string(*strings->items[position]);
}

static bool
find(const tercet_onnx_strings *strings,
     uint64_t hash,
     const tercet_string *text,
     uint64_t *out)
{
  for (const tercet_onnx_strings *s = strings; s; s = s->parent) {
    const uint64_t position =
        tercet_hash_index_find(&s->index, hash, item_equals, s, text);
    if (position != TERCET_HASH_INDEX_NONE) {
      *out = (uint64_t)(uintptr_t)s->items[position];
      return true;
    }
  }
  return false;
}

/// Keep a copy of a string in the arena; NULL if memory is out
static const tercet_string *
copy_item(tercet_onnx_strings *strings, tercet_string text)
{
  tercet_string *const item =
      tercet_arena_allocate(&strings->arena, sizeof(*item));
  return item && tercet_arena_copy_string(&strings->arena, text, item) ? item
                                                                       : NULL;
}

tercet_status
tercet_onnx_strings_intern(tercet_onnx_strings *strings,
                           tercet_string text,
                           uint64_t *out)
{
  *out = 0;
  if (text.length == 0) {
    return TERCET_OK;
  }
  const uint64_t hash = hash_string(text);
  if (find(strings, hash, &text, out)) {
    return TERCET_OK;
  }

  const tercet_allocator *const alloc = strings->arena.alloc;
  if (tercet_hash_index_reserve(&strings->index, item_hash, strings) !=
          TERCET_OK ||
      !tercet_grow_array(alloc,
                         (void **)&strings->items,
                         &strings->capacity,
                         strings->n_items + 1,
                         sizeof(*strings->items))) {
    return TERCET_ERR_NO_MEMORY;
  }
  const tercet_string *const item = copy_item(strings, text);
  if (!item) {
    return TERCET_ERR_NO_MEMORY;
  }

  tercet_hash_index_add(&strings->index, hash, strings->n_items);
  strings->items[strings->n_items++] = item;
  *out = (uint64_t)(uintptr_t)item;
  return TERCET_OK;
}

tercet_string
tercet_onnx_string_of(uint64_t handle)
{
  const tercet_string empty = {"", 0};
  return handle ? *(const tercet_string *)(uintptr_t)handle : empty;
}
