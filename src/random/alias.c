// SPDX-License-Identifier: Apache-2.0

#include "random/alias.h"

/// Bring weights to the mean 1
static void
normalize(size_t n, double *weights)
{
  double greatest = 0.0;
  for (size_t i = 0; i < n; ++i) {
    greatest = weights[i] > greatest ? weights[i] : greatest;
  }
  double sum = 0.0;
  for (size_t i = 0; i < n; ++i) {
    weights[i] /= greatest;
    sum += weights[i];
  }
  const double factor = (double)n / sum;
  for (size_t i = 0; i < n; ++i) {
    weights[i] *= factor;
  }
}

static void
set_entry(tercet_alias *entry, double weight, size_t other)
{
  entry->threshold = weight > 0.0 ? (uint64_t)(weight * 0x1p64) : 0;
  entry->other = other;
}

/// Return the first index from `i` on whose weight is at least 1, or is less
static size_t
find_weight(size_t n, const double *weights, size_t i, bool is_heavy)
{
  while (i < n && (weights[i] >= 1.0) != is_heavy) {
    ++i;
  }
  return i;
}

/**
   Light entries are filled up by the heavy entry at hand, of which `rest` is
   left, until it is light itself and is filled up by the next heavy one.  What
   rounding leaves over goes to the last heavy entry.
*/
void
tercet_alias_init(tercet_alias *table, size_t n, double *weights)
{
  normalize(n, weights);
  size_t light = find_weight(n, weights, 0, false);
  size_t heavy = find_weight(n, weights, 0, true);
  if (heavy == n) {
    // All weights are equal and were rounded down
    heavy = 0;
    light = find_weight(n, weights, 1, false);
  }

  double rest = weights[heavy];
  for (;;) {
    const size_t next =
        rest < 1.0 ? find_weight(n, weights, heavy + 1U, true) : n;
    if (next < n) {
      set_entry(&table[heavy], rest, next);
      rest = weights[next] - (1.0 - rest);
      heavy = next;
    } else if (light < n) {
      set_entry(&table[light], weights[light], heavy);
      rest -= 1.0 - weights[light];
      light = find_weight(n, weights, light + 1U, false);
    } else {
      break;
    }
  }
  for (; heavy < n; heavy = find_weight(n, weights, heavy + 1U, true)) {
    table[heavy].threshold = UINT64_MAX;
    table[heavy].other = heavy;
  }
}
