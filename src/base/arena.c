// SPDX-License-Identifier: Apache-2.0

#include "base/arena.h"

#include "base/allocator.h"

#include <stdint.h>
#include <string.h>

#define FIRST_BLOCK_SIZE 4096U
#define LARGEST_GROWTH ((size_t)1U << 20U)
#define DEFAULT_ALIGNMENT 16U

struct tercet_arena_block {
  tercet_arena_block *next;
  size_t size; ///< Bytes behind this header
  size_t used;
};

static char *
block_data(tercet_arena_block *block)
{
  return (char *)(block + 1);
}

void
tercet_arena_init(tercet_arena *arena,
                  const tercet_allocator *alloc,
                  size_t max)
{
  arena->alloc = alloc;
  arena->blocks = NULL;
  arena->total = 0;
  arena->max = max;
}

/// Take a piece from a block, or return NULL if it does not fit
static void *
take(tercet_arena_block *block, size_t size, size_t alignment)
{
  const uintptr_t base = (uintptr_t)block_data(block);
  const uintptr_t at = base + block->used;
  const uintptr_t aligned =
      (at + alignment - 1U) & ~(uintptr_t)(alignment - 1U);
  const size_t offset = (size_t)(aligned - base);

  if (offset > block->size || size > block->size - offset) {
    return NULL;
  }

  block->used = offset + size;
  return block_data(block) + offset;
}

/// Add a block with room for `needed` bytes
static tercet_arena_block *
add_block(tercet_arena *arena, size_t needed)
{
  const size_t left = arena->max - arena->total;
  const size_t room =
      left > sizeof(tercet_arena_block) ? left - sizeof(tercet_arena_block) : 0;
  size_t size = arena->blocks ? arena->blocks->size * 2U : FIRST_BLOCK_SIZE;
  size = size > LARGEST_GROWTH ? LARGEST_GROWTH : size;
  size = size > room ? room : size;
  size = size < needed ? needed : size;

  size_t bytes = 0;
  if (!tercet_size_add(size, sizeof(tercet_arena_block), &bytes) ||
      bytes > left) {
    return NULL;
  }

  tercet_arena_block *const block = tercet_allocate(arena->alloc, bytes);
  if (block) {
    block->next = arena->blocks;
    block->size = size;
    block->used = 0;
    arena->blocks = block;
    arena->total += bytes;
  }
  return block;
}

void *
tercet_arena_allocate_aligned(tercet_arena *arena,
                              size_t size,
                              size_t alignment)
{
  if (arena->blocks) {
    void *const piece = take(arena->blocks, size, alignment);
    if (piece) {
      return piece;
    }
  }

  size_t needed = 0;
  if (!tercet_size_add(size, alignment, &needed)) {
    return NULL;
  }

  tercet_arena_block *const block = add_block(arena, needed);
  return block ? take(block, size, alignment) : NULL;
}

void *
tercet_arena_allocate(tercet_arena *arena, size_t size)
{
  return tercet_arena_allocate_aligned(arena, size, DEFAULT_ALIGNMENT);
}

void *
tercet_arena_allocate_array(tercet_arena *arena, size_t count, size_t size)
{
  size_t bytes = 0;
  if (!tercet_size_multiply(count, size, &bytes)) {
    return NULL;
  }

  void *const piece = tercet_arena_allocate(arena, bytes);
  return piece ? memset(piece, 0, bytes) : NULL;
}

bool
tercet_arena_is_full(const tercet_arena *arena, size_t size)
{
  size_t bytes = 0;
  return !tercet_size_add(
             size, DEFAULT_ALIGNMENT + sizeof(tercet_arena_block), &bytes) ||
         bytes > arena->max - arena->total;
}

char *
tercet_arena_copy(tercet_arena *arena, const char *data, size_t length)
{
  size_t bytes = 0;
  if (!tercet_size_add(length, 1U, &bytes)) {
    return NULL;
  }

  char *const copy = tercet_arena_allocate_aligned(arena, bytes, 1U);
  if (copy) {
    if (length) {
      memcpy(copy, data, length);
    }
    copy[length] = '\0';
  }
  return copy;
}

bool
tercet_arena_copy_string(tercet_arena *arena,
                         tercet_string text,
                         tercet_string *out)
{
  out->data = tercet_arena_copy(arena, text.data, text.length);
  out->length = out->data ? text.length : 0U;
  return out->data;
}

static void
free_blocks(tercet_arena *arena, tercet_arena_block *block)
{
  while (block) {
    tercet_arena_block *const next = block->next;
    arena->total -= block->size + sizeof(tercet_arena_block);
    tercet_release(arena->alloc, block);
    block = next;
  }
}

void
tercet_arena_reset(tercet_arena *arena)
{
  if (arena->blocks) {
    free_blocks(arena, arena->blocks->next);
    arena->blocks->next = NULL;
    arena->blocks->used = 0;
  }
}

void
tercet_arena_clear(tercet_arena *arena)
{
  free_blocks(arena, arena->blocks);
  arena->blocks = NULL;
}
