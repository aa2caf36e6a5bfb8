// SPDX-License-Identifier: Apache-2.0

/// Blocks of continuous numbers, for distributions that change their
/// parameters

#ifndef TERCET_RANDOM_CONTINUOUS_H
#define TERCET_RANDOM_CONTINUOUS_H

#include "random/random_internal.h"

/// Parameters of a block, in the order of those of the public functions
typedef struct {
  double a;
  double b;
} tercet_random_pair;

/// Return what fills a block of gamma numbers, or of those that are made of
/// them: beta, chi-square, F and Student's t; its parameters are a
/// #tercet_random_pair
tercet_random_block
tercet_random_continuous_block(tercet_random_distribution distribution);

#endif // TERCET_RANDOM_CONTINUOUS_H
