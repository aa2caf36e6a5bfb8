// SPDX-License-Identifier: Apache-2.0

/// Memory that is given out piece by piece and dropped all at once

#ifndef TERCET_BASE_ARENA_H
#define TERCET_BASE_ARENA_H

#include <tercet/status.h>

typedef struct tercet_arena_block tercet_arena_block;

/// In the owner's storage; not shared between threads
typedef struct {
  const tercet_allocator *alloc;
  tercet_arena_block *blocks; ///< Newest first
  size_t total;               ///< Bytes held in blocks
  size_t max;                 ///< Bytes that may be held
} tercet_arena;

/// Prepare an empty arena that holds at most `max` bytes; allocates nothing
void
tercet_arena_init(tercet_arena *arena,
                  const tercet_allocator *alloc,
                  size_t max);

/// Return `size` bytes aligned for any scalar type (16), or NULL if memory
/// or the maximum is out
TERCET_NODISCARD void *
tercet_arena_allocate(tercet_arena *arena, size_t size);

/// Like tercet_arena_allocate(), zeroed, for `count` items of `size` bytes
TERCET_NODISCARD void *
tercet_arena_allocate_array(tercet_arena *arena, size_t count, size_t size);

/// Like tercet_arena_allocate(), aligned to `alignment`, a power of two
TERCET_NODISCARD void *
tercet_arena_allocate_aligned(tercet_arena *arena,
                              size_t size,
                              size_t alignment);

/// Return whether a new block for `size` bytes would go beyond the maximum: why
/// tercet_arena_allocate() has returned NULL
bool
tercet_arena_is_full(const tercet_arena *arena, size_t size);

/// Copy bytes and add a NUL behind them; NULL if memory is out
TERCET_NODISCARD char *
tercet_arena_copy(tercet_arena *arena, const char *data, size_t length);

/// Copy a string; false if memory is out
TERCET_NODISCARD bool
tercet_arena_copy_string(tercet_arena *arena,
                         tercet_string text,
                         tercet_string *out);

/// Forget all pieces but keep the newest block for the next ones
void
tercet_arena_reset(tercet_arena *arena);

/// Free everything; the arena is empty and usable afterwards
void
tercet_arena_clear(tercet_arena *arena);

#endif // TERCET_BASE_ARENA_H
