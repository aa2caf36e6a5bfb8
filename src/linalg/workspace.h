// SPDX-License-Identifier: Apache-2.0

/// Blocks of memory that one operation needs and gives back together

#ifndef TERCET_LINALG_WORKSPACE_H
#define TERCET_LINALG_WORKSPACE_H

#include <tercet/status.h>

#define TERCET_WORKSPACE_MAX_BLOCKS 12

/// Start as {alloc, {NULL}, 0}
typedef struct {
  const tercet_allocator *alloc;
  void *blocks[TERCET_WORKSPACE_MAX_BLOCKS];
  size_t n_blocks;
} tercet_workspace;

/// Return `n` times `m` items, indeterminate; NULL if memory is out or the
/// size overflows.  `n` and `m` are >= 0.
void *
tercet_workspace_add(tercet_workspace *workspace,
                     int64_t n,
                     int64_t m,
                     size_t item_size);

/// Free all blocks
void
tercet_workspace_clear(tercet_workspace *workspace);

#endif // TERCET_LINALG_WORKSPACE_H
