// SPDX-License-Identifier: Apache-2.0

/**
   Memory that is used again: the blocks of a pool are kept when they are
   released, in a list for each class of sizes, so that a run like one before
   it asks for no new memory.

   A pool keeps the bytes of its blocks, in use or not, below a limit.  Blocks
   may be asked for and given back by any thread.
*/

#ifndef TERCET_ONNX_POOL_H
#define TERCET_ONNX_POOL_H

#include <tercet/status.h>

#include <stdatomic.h>

/// Classes of sizes: four for each power of two
#define TERCET_ONNX_POOL_CLASSES 256

typedef struct tercet_onnx_pool_block tercet_onnx_pool_block;

/// In the owner's storage, where it must stay
typedef struct {
  tercet_allocator interface; ///< What the users see
  const tercet_allocator *alloc;
  atomic_flag is_busy;
  size_t n_used;      ///< Bytes of blocks in use
  size_t n_idle;      ///< Bytes of the others
  size_t max;         ///< Bytes of both together
  bool has_hit_limit; ///< Whether a request failed for the limit
  tercet_onnx_pool_block *idle[TERCET_ONNX_POOL_CLASSES];
} tercet_onnx_pool;

/// Prepare an empty pool of at most `max` bytes, 0 for no limit; allocates
/// nothing
void
tercet_onnx_pool_init(tercet_onnx_pool *pool,
                      const tercet_allocator *alloc,
                      size_t max);

/// Free all blocks, of which none may be in use
void
tercet_onnx_pool_clear(tercet_onnx_pool *pool);

#endif // TERCET_ONNX_POOL_H
