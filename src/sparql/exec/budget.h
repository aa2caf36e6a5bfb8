// SPDX-License-Identifier: Apache-2.0

/// An allocator that counts what is held, and stops at a maximum

#ifndef TERCET_SPARQL_EXEC_BUDGET_H
#define TERCET_SPARQL_EXEC_BUDGET_H

#include <tercet/status.h>

/// In the owner's storage, which must not move; used by one thread at a time
typedef struct {
  tercet_allocator allocator; ///< Hand out the address of this
  const tercet_allocator *parent;
  size_t held;
  size_t most; ///< Ever held
  size_t max;
  bool exceeded; ///< An allocation failed for the maximum
} tercet_budget;

/// Prepare a budget; `max` 0 means no limit
void
tercet_budget_init(tercet_budget *budget,
                   const tercet_allocator *parent,
                   size_t max);

#endif // TERCET_SPARQL_EXEC_BUDGET_H
