// SPDX-License-Identifier: Apache-2.0

#include "base/allocator.h"

#include <stdlib.h>
#include <string.h>

static void *
default_allocate(void *context, void *old, size_t size)
{
  (void)context;
  return realloc(old, size);
}

static void
default_release(void *context, void *pointer)
{
  (void)context;
  free(pointer);
}

const tercet_allocator tercet_allocator_default = {
    default_allocate, default_release, NULL};

const tercet_allocator *
tercet_allocator_or_default(const tercet_allocator *alloc)
{
  return alloc ? alloc : &tercet_allocator_default;
}

void *
tercet_allocate(const tercet_allocator *alloc, size_t size)
{
  return tercet_reallocate(alloc, NULL, size);
}

void *
tercet_allocate_zeroed(const tercet_allocator *alloc, size_t size)
{
  void *const pointer = tercet_allocate(alloc, size);
  return pointer ? memset(pointer, 0, size) : NULL;
}

void *
tercet_allocate_array(const tercet_allocator *alloc, size_t count, size_t size)
{
  size_t bytes = 0;
  return tercet_size_multiply(count, size, &bytes)
             ? tercet_allocate(alloc, bytes)
             : NULL;
}

void *
tercet_reallocate(const tercet_allocator *alloc, void *old, size_t size)
{
  alloc = tercet_allocator_or_default(alloc);
  return alloc->allocate(alloc->context, old, size ? size : 1U);
}

void
tercet_release(const tercet_allocator *alloc, void *pointer)
{
  alloc = tercet_allocator_or_default(alloc);
  alloc->release(alloc->context, pointer);
}

bool
tercet_grow_array(const tercet_allocator *alloc,
                  void **items,
                  size_t *capacity,
                  size_t needed,
                  size_t item_size)
{
  if (needed <= *capacity) {
    return true;
  }

  size_t count = *capacity < 8U ? 8U : *capacity;
  while (count < needed) {
    if (!tercet_size_multiply(count, 2U, &count)) {
      return false;
    }
  }

  size_t bytes = 0;
  if (!tercet_size_multiply(count, item_size, &bytes)) {
    return false;
  }

  void *const grown = tercet_reallocate(alloc, *items, bytes);
  if (!grown) {
    return false;
  }

  *items = grown;
  *capacity = count;
  return true;
}
