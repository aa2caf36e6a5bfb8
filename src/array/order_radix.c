// SPDX-License-Identifier: Apache-2.0

/**
   Radix sorts, from the last byte to the first, and selection from the first.

   All bytes are counted in one pass; a byte that all keys share is skipped.
   Short lanes are sorted by insertion, which is faster than counting.  Lanes
   that do not fit the cache are first cut into 256 ranges of keys, again and
   again until they do: scattering items over memory takes five times as long
   as over the cache.  Each cut takes 8 bits off the range, so that there are
   at the most 8 of them.
*/

#include "array/order.h"

#include <string.h>

/// Lengths up to which insertion is faster
#define SHORT_32 40
#define SHORT_64 64

/// Items and scratch memory of this size fit the L2 cache together
#define CACHED_BYTES (UINT64_C(1) << 18U)

/// Define a stable sort of items by `n_bytes` bytes of key(item), the first of
/// which is `shift` bits up
#define DEFINE_SORT(name, type, key, shift, n_bytes, short_length)             \
  static void name##_short(type *items, int64_t n)                             \
  {                                                                            \
    for (int64_t i = 1; i < n; ++i) {                                          \
      const type item = items[i];                                              \
      int64_t j = i;                                                           \
      for (; j > 0 && (key(items[j - 1]) >> (shift)) > (key(item) >> (shift)); \
           --j) {                                                              \
        items[j] = items[j - 1];                                               \
      }                                                                        \
      items[j] = item;                                                         \
    }                                                                          \
  }                                                                            \
  static void name##_pass(const type *restrict from,                           \
                          type *restrict to,                                   \
                          int64_t n,                                           \
                          unsigned bit,                                        \
                          const int64_t *counts)                               \
  {                                                                            \
    int64_t places[256];                                                       \
    int64_t sum = 0;                                                           \
    for (size_t i = 0; i < 256; ++i) {                                         \
      places[i] = sum;                                                         \
      sum += counts[i];                                                        \
    }                                                                          \
    for (int64_t i = 0; i < n; ++i) {                                          \
      const type item = from[i];                                               \
      to[places[(key(item) >> bit) & 255U]++] = item;                          \
    }                                                                          \
  }                                                                            \
  static void name##_cached(type *items, type *scratch, int64_t n)             \
  {                                                                            \
    if (n <= (short_length)) {                                                 \
      name##_short(items, n);                                                  \
      return;                                                                  \
    }                                                                          \
    int64_t counts[n_bytes][256];                                              \
    memset(counts, 0, sizeof(counts));                                         \
    for (int64_t i = 0; i < n; ++i) {                                          \
      for (unsigned j = 0; j < (n_bytes); ++j) {                               \
        ++counts[j][(key(items[i]) >> ((shift) + 8U * j)) & 255U];             \
      }                                                                        \
    }                                                                          \
    type *from = items;                                                        \
    type *to = scratch;                                                        \
    for (unsigned j = 0; j < (n_bytes); ++j) {                                 \
      const unsigned bit = (shift) + 8U * j;                                   \
      if (counts[j][(key(items[0]) >> bit) & 255U] == n) {                     \
        continue;                                                              \
      }                                                                        \
      name##_pass(from, to, n, bit, counts[j]);                                \
      type *const swapped = from;                                              \
      from = to;                                                               \
      to = swapped;                                                            \
    }                                                                          \
    if (from != items) {                                                       \
      memcpy(items, from, (size_t)n * sizeof(*items));                         \
    }                                                                          \
  }                                                                            \
                                                                               \
  void tercet_sort_##name(type *items, type *scratch, int64_t n)               \
  {                                                                            \
    if (n <= (int64_t)(CACHED_BYTES / sizeof(type))) {                         \
      name##_cached(items, scratch, n);                                        \
      return;                                                                  \
    }                                                                          \
    uint64_t min = key(items[0]) >> (shift);                                   \
    uint64_t max = min;                                                        \
    for (int64_t i = 1; i < n; ++i) {                                          \
      const uint64_t x = key(items[i]) >> (shift);                             \
      min = x < min ? x : min;                                                 \
      max = x > max ? x : max;                                                 \
    }                                                                          \
    if (min == max) {                                                          \
      return;                                                                  \
    }                                                                          \
    const unsigned bits = 64U - (unsigned)__builtin_clzll(max - min);          \
    const unsigned cut = bits > 8U ? bits - 8U : 0;                            \
    int64_t places[257] = {0};                                                 \
    for (int64_t i = 0; i < n; ++i) {                                          \
      ++places[(((key(items[i]) >> (shift)) - min) >> cut) + 1U];              \
    }                                                                          \
    for (size_t i = 1; i < 257; ++i) {                                         \
      places[i] += places[i - 1U];                                             \
    }                                                                          \
    for (int64_t i = 0; i < n; ++i) {                                          \
      const type item = items[i];                                              \
      scratch[places[((key(item) >> (shift)) - min) >> cut]++] = item;         \
    }                                                                          \
    int64_t first = 0;                                                         \
    for (size_t i = 0; i < 256; ++i) {                                         \
      const int64_t count = places[i] - first;                                 \
      tercet_sort_##name(scratch + first, items + first, count);               \
      memcpy(items + first, scratch + first, (size_t)count * sizeof(*items));  \
      first = places[i];                                                       \
    }                                                                          \
  }

#define SAME(x) (x)
#define KEY_OF(x) ((x).key)

DEFINE_SORT(keys32, uint32_t, SAME, 0U, 4U, SHORT_32)
DEFINE_SORT(keys64, uint64_t, SAME, 0U, 8U, SHORT_64)
DEFINE_SORT(upper32, uint64_t, SAME, 32U, 4U, SHORT_32)
DEFINE_SORT(keyed, keyed_index, KEY_OF, 0U, 8U, SHORT_64)

/* ---- Selection ---- */

/// Bits of a digit: the counts fit the L1 cache
#define DIGIT_BITS 11U
#define N_DIGITS 2048U

/// Copy the keys with a digit to `out`, which may be `keys`
static int64_t
keep_digit(const uint64_t *keys,
           int64_t n,
           unsigned shift,
           uint64_t digit,
           uint64_t *out)
{
  int64_t n_kept = 0;
  for (int64_t i = 0; i < n; ++i) {
    const uint64_t key = keys[i];
    out[n_kept] = key;
    n_kept += ((key >> shift) & (N_DIGITS - 1U)) == digit;
  }
  return n_kept;
}

uint64_t
tercet_select_key(const uint64_t *keys, uint64_t *scratch, int64_t n, int64_t k)
{
  // The last digit overlaps the one before, which does no harm
  static const unsigned shifts[] = {53, 42, 31, 20, 9, 0};
  for (size_t i = 0; i < sizeof(shifts) / sizeof(shifts[0]); ++i) {
    if (n <= SHORT_64) {
      break;
    }
    int64_t counts[N_DIGITS] = {0};
    for (int64_t j = 0; j < n; ++j) {
      ++counts[(keys[j] >> shifts[i]) & (N_DIGITS - 1U)];
    }
    uint64_t digit = 0;
    while (k >= counts[digit]) {
      k -= counts[digit++];
    }
    if (counts[digit] < n) {
      n = keep_digit(keys, n, shifts[i], digit, scratch);
      keys = scratch;
    }
  }
  if (n > SHORT_64) {
    return keys[0]; // All digits are the same
  }
  if (keys != scratch) {
    memcpy(scratch, keys, (size_t)n * sizeof(*keys));
  }
  keys64_short(scratch, n);
  return scratch[k];
}
