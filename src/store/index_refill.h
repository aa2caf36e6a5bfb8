// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_STORE_INDEX_REFILL_H
#define TERCET_STORE_INDEX_REFILL_H

#include "base/hash_index.h"

#include <string.h>

/// Make a hash index hold the positions below `n`, which it has held before
static inline void
tercet_index_refill(tercet_hash_index *index,
                    uint64_t n,
                    tercet_hash_index_hash hash_of,
                    const void *context)
{
  if (index->n_slots) {
    memset(index->slots, 0, index->n_slots * sizeof(uint64_t));
  }

  index->n_used = 0;
  for (uint64_t i = 0; i < n; ++i) {
    tercet_hash_index_add(index, hash_of(context, i), i);
  }
}

#endif // TERCET_STORE_INDEX_REFILL_H
