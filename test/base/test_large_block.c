// SPDX-License-Identifier: Apache-2.0

/// Memory of the size of tensors

#include "check.h"

#include "base/large_block.h"

#include <pthread.h>
#include <string.h>

#define LEAST TERCET_LARGE_BLOCK_LEAST

static void
test_block_is_kept_for_the_next_that_fits(void)
{
  char *const first = (char *)tercet_large_block_new(NULL, LEAST + 4096);
  CHECK(first);
  memset(first, 1, LEAST + 4096);
  tercet_large_block_free(NULL, first, LEAST + 4096);

  // A larger one is another, a smaller one the same
  char *const larger = (char *)tercet_large_block_new(NULL, 2 * LEAST);
  CHECK(larger && larger != first);
  char *const next = (char *)tercet_large_block_new(NULL, LEAST);
  CHECK(next == first);
  char *const another = (char *)tercet_large_block_new(NULL, LEAST);
  CHECK(another && another != first);
  memset(larger, 2, 2 * LEAST);
  memset(next, 3, LEAST);
  memset(another, 4, LEAST);
  CHECK_INT(larger[2 * LEAST - 1], 2);
  CHECK_INT(next[0], 3);
  CHECK_INT(next[LEAST - 1], 3);
  tercet_large_block_free(NULL, another, LEAST);
  tercet_large_block_free(NULL, next, LEAST);
  tercet_large_block_free(NULL, larger, 2 * LEAST);
}

static void
test_old_blocks_go(void)
{
  enum { N = 12 };
  void *blocks[N];
  for (size_t i = 0; i < N; ++i) {
    blocks[i] = tercet_large_block_new(NULL, LEAST);
    CHECK(blocks[i]);
  }
  for (size_t i = 0; i < N; ++i) {
    tercet_large_block_free(NULL, blocks[i], LEAST);
  }
  void *const last = tercet_large_block_new(NULL, LEAST);
  CHECK(last == blocks[N - 1]);
  tercet_large_block_free(NULL, last, LEAST);
  tercet_large_block_free(NULL, NULL, LEAST);

  // One that takes all the room
  void *const huge = tercet_large_block_new(NULL, TERCET_LARGE_BLOCK_KEPT);
  CHECK(huge);
  tercet_large_block_free(NULL, huge, TERCET_LARGE_BLOCK_KEPT);
  void *const same = tercet_large_block_new(NULL, TERCET_LARGE_BLOCK_KEPT);
  CHECK(same == huge);
  tercet_large_block_free(NULL, same, TERCET_LARGE_BLOCK_KEPT);
}

static void
test_other_allocators_keep_nothing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  for (size_t i = 1; i < 4; ++i) {
    void *const block = tercet_large_block_new(&alloc, LEAST);
    CHECK(block);
    CHECK_INT(state.calls, i);
    tercet_large_block_free(&alloc, block, LEAST);
  }
  state = (failing_allocator){0, 0};
  CHECK(!tercet_large_block_new(&alloc, LEAST));
}

static void
test_more_than_there_is(void)
{
#if !defined(__SANITIZE_ADDRESS__) // Which would end the program
  CHECK(!tercet_large_block_new(NULL, SIZE_MAX / 2U));
#endif
  void *const block = tercet_large_block_new(NULL, LEAST);
  CHECK(block);
  tercet_large_block_free(NULL, block, LEAST);
}

/// Take blocks, mark them, and give them back
static void *
use_blocks(void *context)
{
  bool *const good = (bool *)context;
  *good = true;
  for (size_t i = 0; i < 200; ++i) {
    const size_t size = LEAST + i % 3U * (LEAST / 8U);
    char *const block = (char *)tercet_large_block_new(NULL, size);
    if (!block) {
      *good = false;
      return NULL;
    }
    const char mark = (char)(i % 100U);
    block[0] = block[size / 2U] = block[size - 1U] = mark;
    *good = *good && block[0] == mark && block[size / 2U] == mark &&
            block[size - 1U] == mark;
    tercet_large_block_free(NULL, block, size);
  }
  return NULL;
}

static void
test_threads_share_what_is_kept(void)
{
  enum { N = 4 };
  pthread_t threads[N];
  bool good[N] = {false};
  for (size_t i = 0; i < N; ++i) {
    CHECK(!pthread_create(&threads[i], NULL, use_blocks, &good[i]));
  }
  for (size_t i = 0; i < N; ++i) {
    CHECK(!pthread_join(threads[i], NULL));
    CHECK(good[i]);
  }
}

int
main(void)
{
  test_block_is_kept_for_the_next_that_fits();
  test_old_blocks_go();
  test_other_allocators_keep_nothing();
  test_more_than_there_is();
  test_threads_share_what_is_kept();
  return check_finish();
}
