// SPDX-License-Identifier: Apache-2.0

#include "sparql/exec/budget.h"

#include "base/allocator.h"

#include <string.h>

/**
   Each block is preceded by its size:

       +------------------+---------...
       | size | unused    | what the caller gets
       +------------------+---------...
       0      8           16
*/
#define HEADER 16U

static size_t
block_size(const void *block)
{
  size_t size = 0;
  memcpy(&size, block, sizeof(size));
  return size;
}

static void *
budget_allocate(void *context, void *old, size_t size)
{
  tercet_budget *const budget = (tercet_budget *)context;
  char *const old_block = old ? (char *)old - HEADER : NULL;
  const size_t old_size = old ? block_size(old_block) : 0;
  size_t total = 0;
  if (!tercet_size_add(size, HEADER, &total)) {
    return NULL;
  }
  if (total > old_size && total - old_size > budget->max - budget->held) {
    budget->exceeded = true;
    return NULL;
  }

  char *const block =
      (char *)tercet_reallocate(budget->parent, old_block, total);
  if (!block) {
    return NULL;
  }
  memcpy(block, &total, sizeof(total));
  budget->held = budget->held - old_size + total;
  budget->most = budget->held > budget->most ? budget->held : budget->most;
  return block + HEADER;
}

static void
budget_release(void *context, void *pointer)
{
  tercet_budget *const budget = (tercet_budget *)context;
  if (pointer) {
    char *const block = (char *)pointer - HEADER;
    budget->held -= block_size(block);
    tercet_release(budget->parent, block);
  }
}

void
tercet_budget_init(tercet_budget *budget,
                   const tercet_allocator *parent,
                   size_t max)
{
  *budget = (tercet_budget){0};
  budget->allocator.allocate = budget_allocate;
  budget->allocator.release = budget_release;
  budget->allocator.context = budget;
  budget->parent = tercet_allocator_or_default(parent);
  budget->max = max ? max : SIZE_MAX;
}
