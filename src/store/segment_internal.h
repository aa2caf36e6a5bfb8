// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_STORE_SEGMENT_INTERNAL_H
#define TERCET_STORE_SEGMENT_INTERNAL_H

#include "store/segment.h"

/// All quads in one order
typedef struct {
  tercet_id *columns[4];
} tercet_permutation;

struct tercet_segment {
  const tercet_allocator *alloc;
  uint64_t n_quads;
  tercet_permutation permutations[TERCET_ORDER_COUNT];
  tercet_id *graphs; ///< Named graphs, ascending
  size_t n_graphs;
};

/// Return the first row that is not less than a key of `n_key` columns, or,
/// for `upper`, the first that is greater
uint64_t
tercet_segment_bound(const tercet_segment *segment,
                     tercet_order order,
                     const tercet_id *key,
                     unsigned n_key,
                     bool upper);

#endif // TERCET_STORE_SEGMENT_INTERNAL_H
