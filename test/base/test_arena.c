// SPDX-License-Identifier: Apache-2.0

#include "base/allocator.h"
#include "base/arena.h"
#include "base/string_view.h"
#include "check.h"

static void
test_pieces_are_aligned_and_apart(void)
{
  enum { N_PIECES = 500 };
  unsigned char *pieces[N_PIECES];
  size_t sizes[N_PIECES];
  uint64_t seed = 1;

  tercet_arena arena;
  tercet_arena_init(&arena, NULL, SIZE_MAX);
  for (size_t i = 0; i < N_PIECES; ++i) {
    const size_t alignment = (size_t)1U << (check_random(&seed) % 7U);
    sizes[i] = check_random(&seed) % 3000U;
    pieces[i] = tercet_arena_allocate_aligned(&arena, sizes[i], alignment);
    CHECK(pieces[i] && (uintptr_t)pieces[i] % alignment == 0);
    memset(pieces[i], (int)(i & 0xFFU), sizes[i]);
  }

  for (size_t i = 0; i < N_PIECES; ++i) {
    for (size_t j = 0; j < sizes[i]; ++j) {
      CHECK(pieces[i][j] == (i & 0xFFU));
    }
  }
  tercet_arena_clear(&arena);
  CHECK_INT(arena.total, 0);
}

static void
test_maximum_is_kept(void)
{
  tercet_arena arena;
  tercet_arena_init(&arena, NULL, 10000);
  CHECK(tercet_arena_allocate(&arena, 100));
  CHECK(!tercet_arena_allocate(&arena, 20000));
  CHECK(tercet_arena_allocate(&arena, 100));
  CHECK(arena.total <= 10000);
  tercet_arena_clear(&arena);
}

static void
test_sizes_that_overflow_fail(void)
{
  tercet_arena arena;
  tercet_arena_init(&arena, NULL, SIZE_MAX);
  CHECK(!tercet_arena_allocate(&arena, SIZE_MAX));
  CHECK(!tercet_arena_allocate(&arena, SIZE_MAX - 8U));
  CHECK(!tercet_arena_allocate_array(&arena, SIZE_MAX / 2U, 3));
  tercet_arena_clear(&arena);
}

static void
test_reset_keeps_memory_for_the_next_pieces(void)
{
  tercet_arena arena;
  tercet_arena_init(&arena, NULL, SIZE_MAX);
  for (size_t i = 0; i < 100; ++i) {
    CHECK(tercet_arena_allocate(&arena, 1000));
  }
  tercet_arena_reset(&arena);
  const size_t kept = arena.total;
  CHECK(kept > 0);
  for (size_t round = 0; round < 100; ++round) {
    CHECK(tercet_arena_allocate(&arena, 1000));
    tercet_arena_reset(&arena);
  }
  CHECK_INT(arena.total, kept);
  tercet_arena_clear(&arena);
}

static void
test_copies_are_terminated(void)
{
  tercet_arena arena;
  tercet_arena_init(&arena, NULL, SIZE_MAX);

  const char *const copy = tercet_arena_copy(&arena, "abcdef", 3);
  CHECK_TEXT(copy, strlen(copy), "abc");

  tercet_string empty = {NULL, 7};
  const tercet_string nothing = {NULL, 0};
  CHECK(tercet_arena_copy_string(&arena, nothing, &empty));
  CHECK_INT(empty.length, 0);
  tercet_arena_clear(&arena);
}

/// Blocks double, but the last one takes what is left
static void
test_all_below_the_maximum_is_used(void)
{
  enum { MAXIMUM = 10000, PIECE = 112 };

  tercet_arena arena;
  tercet_arena_init(&arena, &tercet_allocator_default, MAXIMUM);
  CHECK(!tercet_arena_is_full(&arena, MAXIMUM / 2));
  size_t n = 0;
  while (tercet_arena_allocate(&arena, PIECE)) {
    ++n;
  }
  CHECK(n * PIECE > MAXIMUM - 500);
  CHECK(arena.total <= MAXIMUM);
  CHECK(tercet_arena_is_full(&arena, PIECE));
  CHECK(tercet_arena_is_full(&arena, SIZE_MAX));
  tercet_arena_clear(&arena);
}

static tercet_status
fill_once(const tercet_allocator *alloc)
{
  tercet_arena arena;
  tercet_arena_init(&arena, alloc, SIZE_MAX);
  tercet_status st = TERCET_OK;
  for (size_t i = 0; i < 50; ++i) {
    if (!tercet_arena_allocate(&arena, 1000)) {
      st = TERCET_ERR_NO_MEMORY;
    }
  }
  CHECK(tercet_arena_allocate(&arena, 1) || st != TERCET_OK);
  tercet_arena_clear(&arena);
  return st;
}

static void
test_allocations_that_fail(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};

  CHECK_STATUS(fill_once(&alloc), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(fill_once(&alloc), TERCET_ERR_NO_MEMORY);
  }
}

int
main(void)
{
  test_pieces_are_aligned_and_apart();
  test_maximum_is_kept();
  test_all_below_the_maximum_is_used();
  test_sizes_that_overflow_fail();
  test_reset_keeps_memory_for_the_next_pieces();
  test_copies_are_terminated();
  test_allocations_that_fail();
  return check_finish();
}
