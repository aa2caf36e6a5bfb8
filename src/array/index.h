// SPDX-License-Identifier: Apache-2.0

/// What ranges and positions select along one axis

#ifndef TERCET_ARRAY_INDEX_H
#define TERCET_ARRAY_INDEX_H

#include <tercet/tensor.h>

/// Positions that a range selects: `start`, `start + step`, ...
typedef struct {
  int64_t start;
  int64_t count;
  int64_t step;
} tercet_selection;

/// Apply a range, whose step is not 0, to an axis as Python's slice.indices()
/// does
tercet_selection
tercet_selection_of(int64_t start, int64_t stop, int64_t step, int64_t extent);

#endif // TERCET_ARRAY_INDEX_H
