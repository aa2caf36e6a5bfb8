// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_STORE_DATASET_H
#define TERCET_STORE_DATASET_H

#include <tercet/store.h>

#include "store/dictionary.h"
#include "store/segment.h"

/// What queries read: stable while the dataset is not loaded into
const tercet_dictionary *
tercet_dataset_dictionary(const tercet_dataset *dataset);

const tercet_segment *
tercet_dataset_segment(const tercet_dataset *dataset);

const tercet_allocator *
tercet_dataset_allocator(const tercet_dataset *dataset);

#endif // TERCET_STORE_DATASET_H
