// SPDX-License-Identifier: Apache-2.0

#include "linalg/workspace.h"

#include "base/allocator.h"

#include <assert.h>

void *
tercet_workspace_add(tercet_workspace *workspace,
                     int64_t n,
                     int64_t m,
                     size_t item_size)
{
  assert(n >= 0 && m >= 0);
  assert(workspace->n_blocks < TERCET_WORKSPACE_MAX_BLOCKS);

  size_t n_items = 0;
  void *const block =
      tercet_size_multiply((size_t)n, (size_t)m, &n_items)
          ? tercet_allocate_array(workspace->alloc, n_items, item_size)
          : NULL;
  if (block) {
    workspace->blocks[workspace->n_blocks++] = block;
  }
  return block;
}

void
tercet_workspace_clear(tercet_workspace *workspace)
{
  while (workspace->n_blocks) {
    tercet_release(workspace->alloc, workspace->blocks[--workspace->n_blocks]);
  }
}
