// SPDX-License-Identifier: Apache-2.0

#include "onnx/pool.h"

#include "base/allocator.h"

#include <assert.h>
#include <string.h>

/// Sizes up to this one are in one class
#define SMALLEST 64U

/// Stands before the bytes of a block, which keeps them aligned
struct tercet_onnx_pool_block {
  tercet_onnx_pool_block *next; ///< Of the idle ones of this class
  size_t size;                  ///< Bytes behind this header
};

static_assert(sizeof(tercet_onnx_pool_block) % 16 == 0, "alignment");

/// Set `class_` and the bytes of blocks in it: `size` or up to a quarter more;
/// false if they cannot be counted
static bool
classify(size_t size, size_t *class_, size_t *rounded)
{
  size = size < SMALLEST ? SMALLEST : size;
  if (size > SIZE_MAX / 4) {
    return false;
  }
  const unsigned power = 63U - (unsigned)__builtin_clzll(size);
  const size_t quarter = (size_t)1U << (power - 2U);
  const size_t steps = (size - ((size_t)1U << power) + quarter - 1U) / quarter;
  *class_ = 4U * power + steps;
  *rounded = ((size_t)1U << power) + steps * quarter;
  return true;
}

static void
lock(tercet_onnx_pool *pool)
{
  while (
      atomic_flag_test_and_set_explicit(&pool->is_busy, memory_order_acquire)) {
  }
}

static void
unlock(tercet_onnx_pool *pool)
{
  atomic_flag_clear_explicit(&pool->is_busy, memory_order_release);
}

static void
free_idle(tercet_onnx_pool *pool)
{
  for (size_t i = 0; i < TERCET_ONNX_POOL_CLASSES; ++i) {
    while (pool->idle[i]) {
      tercet_onnx_pool_block *const block = pool->idle[i];
      pool->idle[i] = block->next;
      tercet_release(pool->alloc, block);
    }
  }
  pool->n_idle = 0;
}

/// Make a block; the idle ones, which are of other sizes, give way to it
static tercet_onnx_pool_block *
make(tercet_onnx_pool *pool, size_t rounded)
{
  if (rounded > pool->max - pool->n_used) {
    pool->has_hit_limit = true;
    return NULL;
  }
  if (rounded > pool->max - pool->n_used - pool->n_idle) {
    free_idle(pool);
  }
  tercet_onnx_pool_block *const block =
      tercet_allocate(pool->alloc, sizeof(*block) + rounded);
  if (block) {
    block->size = rounded;
  }
  return block;
}

/// Take a block of a class; NULL if memory is out
static tercet_onnx_pool_block *
take(tercet_onnx_pool *pool, size_t class_, size_t rounded)
{
  tercet_onnx_pool_block *block = pool->idle[class_];
  if (block) {
    pool->idle[class_] = block->next;
    pool->n_idle -= rounded;
  } else {
    block = make(pool, rounded);
  }
  pool->n_used += block ? rounded : 0;
  return block;
}

static void
pool_release(void *context, void *pointer)
{
  if (!pointer) {
    return;
  }

  tercet_onnx_pool *const pool = context;
  tercet_onnx_pool_block *const block = (tercet_onnx_pool_block *)pointer - 1;
  size_t class_ = 0;
  size_t rounded = 0;
  classify(block->size, &class_, &rounded);
  lock(pool);
  block->next = pool->idle[class_];
  pool->idle[class_] = block;
  pool->n_used -= rounded;
  pool->n_idle += rounded;
  unlock(pool);
}

static void *
pool_allocate(void *context, void *old, size_t size)
{
  tercet_onnx_pool *const pool = context;
  const tercet_onnx_pool_block *const before =
      old ? (tercet_onnx_pool_block *)old - 1 : NULL;
  if (before && before->size >= size) {
    return old;
  }

  size_t class_ = 0;
  size_t rounded = 0;
  if (!classify(size, &class_, &rounded)) {
    return NULL;
  }
  lock(pool);
  tercet_onnx_pool_block *const block = take(pool, class_, rounded);
  unlock(pool);
  if (block && before) {
    memcpy(block + 1, old, before->size);
    pool_release(pool, old);
  }
  return block ? block + 1 : NULL;
}

void
tercet_onnx_pool_init(tercet_onnx_pool *pool,
                      const tercet_allocator *alloc,
                      size_t max)
{
  memset(pool, 0, sizeof(*pool));
  pool->interface.allocate = pool_allocate;
  pool->interface.release = pool_release;
  pool->interface.context = pool;
  pool->alloc = alloc;
  pool->max = max > 0 ? max : SIZE_MAX;
  atomic_flag_clear(&pool->is_busy);
}

void
tercet_onnx_pool_clear(tercet_onnx_pool *pool)
{
  assert(pool->n_used == 0);
  free_idle(pool);
}
