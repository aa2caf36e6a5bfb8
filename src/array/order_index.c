// SPDX-License-Identifier: Apache-2.0

/**
   The order of wide keys.

   The upper bits of a key and its index share 64 bits, which are sorted as one
   number.  What the upper bits do not tell apart differs in so few others that
   they find room beside the index, and is sorted again.
*/

#include "array/order.h"

#include <assert.h>

/// Return the number of bits of x
static unsigned
bit_length(uint64_t x)
{
  return x ? 64U - (unsigned)__builtin_clzll(x) : 0U;
}

/// How the bits of items are shared
typedef struct {
  unsigned n_key_bits; ///< In which keys differ, the lowest ones
  unsigned n_index_bits;
  unsigned shift; ///< Bits of a key for which there is no room
} item_bits;

static uint64_t
ones(unsigned n_bits)
{
  return n_bits < 64U ? (UINT64_C(1) << n_bits) - 1U : UINT64_MAX;
}

static item_bits
share_bits(const uint64_t *keys, int64_t n)
{
  uint64_t different = 0;
  for (int64_t i = 0; i < n; ++i) {
    different |= keys[i] ^ keys[0];
  }
  item_bits bits = {bit_length(different), bit_length((uint64_t)n), 0};
  if (bits.n_key_bits + bits.n_index_bits > 64U) {
    bits.shift = bits.n_key_bits + bits.n_index_bits - 64U;
  }
  return bits;
}

/// Sort again a run of items that have the same upper bits, by the lower ones;
/// false if the operation is to stop
static bool
order_run(const uint64_t *keys,
          const item_bits *bits,
          uint64_t *items,
          uint64_t *scratch,
          int64_t n)
{
  uint64_t last = 0;
  bool is_sorted = true;
  for (int64_t i = 0; i < n; ++i) {
    const uint64_t index = items[i] & ones(bits->n_index_bits);
    const uint64_t lower = keys[index] & ones(bits->shift);
    items[i] = lower << bits->n_index_bits | index;
    is_sorted = is_sorted && items[i] >= last;
    last = items[i];
  }
  return is_sorted || tercet_sort_keys64(items, scratch, n);
}

static bool
order_runs(const uint64_t *keys,
           const item_bits *bits,
           uint64_t *items,
           uint64_t *scratch,
           int64_t n)
{
  // An item is only looked at before its run is sorted
  int64_t first = 0;
  for (int64_t i = 1; i <= n; ++i) {
    if (i == n || (items[i] ^ items[i - 1]) >> bits->n_index_bits) {
      if (i - first > 1 &&
          !order_run(keys, bits, items + first, scratch, i - first)) {
        return false;
      }
      first = i;
    }
  }
  return true;
}

bool
tercet_order_keys64(const uint64_t *keys,
                    uint64_t *scratch,
                    int64_t n,
                    char *indexes,
                    int64_t stride)
{
  assert(n <= UINT32_MAX);

  uint64_t *const items = scratch;
  const item_bits bits = share_bits(keys, n);
  const uint64_t different = ones(bits.n_key_bits);
  for (int64_t i = 0; i < n; ++i) {
    items[i] =
        (keys[i] & different) >> bits.shift << bits.n_index_bits | (uint64_t)i;
  }
  if (!tercet_sort_keys64(items, scratch + n, n) ||
      (bits.shift && !order_runs(keys, &bits, items, scratch + n, n))) {
    return false;
  }
  const uint64_t index = ones(bits.n_index_bits);
  for (int64_t i = 0; i < n; ++i) {
    *(int64_t *)(void *)(indexes + i * stride) = (int64_t)(items[i] & index);
  }
  return true;
}
