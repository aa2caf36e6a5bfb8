// SPDX-License-Identifier: Apache-2.0

/**
   Alias tables (Walker 1974, Vose 1991): one of n categories from one word.

   The word times n / 2^64 is the entry, as a whole number, and the rest the
   place in it: below the threshold the category is the entry's own, above it
   is the other.
*/

#ifndef TERCET_RANDOM_ALIAS_H
#define TERCET_RANDOM_ALIAS_H

#include "random/random_internal.h"

typedef struct {
  uint64_t threshold;
  uint64_t other;
} tercet_alias;

/**
   Make a table for weights, which are overwritten.

   @param n Number of weights, at least 1.
   @param weights Finite and not negative, not all 0.  The weight 0 never
   comes up.
*/
void
tercet_alias_init(tercet_alias *table, size_t n, double *weights);

static inline uint64_t
alias_sample(const tercet_alias *table, uint64_t n, uint64_t word)
{
  const tercet_random_wide product = (tercet_random_wide)word * n;
  const uint64_t number = (uint64_t)(product >> 64U);
  const tercet_alias entry = table[number];
  // Not a branch: none could be foretold
  const uint64_t mask = 0U - (uint64_t)((uint64_t)product < entry.threshold);
  return (number & mask) | (entry.other & ~mask);
}

#endif // TERCET_RANDOM_ALIAS_H
