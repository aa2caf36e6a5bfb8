// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_STORE_SEGMENT_INTERNAL_H
#define TERCET_STORE_SEGMENT_INTERNAL_H

#include "store/permutation.h"
#include "store/segment.h"

struct tercet_segment {
  const tercet_allocator *alloc;
  uint64_t n_quads;
  tercet_permutation permutations[TERCET_ORDER_COUNT];
  tercet_id *graphs; ///< Named graphs, ascending
  size_t n_graphs;
  bool has_default_graph; ///< Whether any quad is in the default graph
};

#endif // TERCET_STORE_SEGMENT_INTERNAL_H
