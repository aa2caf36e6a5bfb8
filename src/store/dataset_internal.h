// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_STORE_DATASET_INTERNAL_H
#define TERCET_STORE_DATASET_INTERNAL_H

#include "store/dataset.h"

struct tercet_dataset {
  const tercet_allocator *alloc;
  tercet_dictionary *dictionary;
  tercet_segment *segment;
  uint64_t n_loads; ///< Loads begun, which number the blank nodes
};

#endif // TERCET_STORE_DATASET_INTERNAL_H
