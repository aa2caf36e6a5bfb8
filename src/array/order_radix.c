// SPDX-License-Identifier: Apache-2.0

/**
   Radix sorts and selection.

   Keys are taken as offsets from the smallest, so that only the bits in which
   they differ count.  If few passes are enough, they go from the last digit to
   the first.  Otherwise, the items are cut into ranges by their first digit,
   which are then sorted by themselves: soon they fit the cache, over which
   items are scattered five times as fast as over memory, and where keys have
   many bits, a few digits tell most of them apart.  Each cut takes at least 5
   bits off the range, so that there are at the most 13 of them.
*/

#include "array/order.h"
#include "array/parallel.h"

#include <string.h>

/// Lengths up to which insertion is faster
#define SHORT_32 32
#define SHORT_64 24

/// Bits of a digit: the counts fit the L1 cache
#define DIGIT_BITS 11U
#define N_DIGITS 2048U

/// Length from which digits of 11 bits are worth the counts
#define LONG_LENGTH 4096

/// Return the number of bits of x, which is not 0
static unsigned
bit_length(uint64_t x)
{
  return 64U - (unsigned)__builtin_clzll(x);
}

/// Turn counts into places; returns the greatest count
static int64_t
sum_counts(int64_t *counts, size_t n_digits)
{
  int64_t sum = 0;
  int64_t max = 0;
  for (size_t i = 0; i < n_digits; ++i) {
    const int64_t count = counts[i];
    counts[i] = sum;
    sum += count;
    max = count > max ? count : max;
  }
  return max;
}

/// Define a stable sort of items by the `bits_of_key` bits of key(item) from
/// `shift` up
#define DEFINE_SORT(name, type, key, shift, bits_of_key, short_length)         \
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
  static void name##_scatter(const type *restrict from,                        \
                             type *restrict to,                                \
                             int64_t n,                                        \
                             uint64_t min,                                     \
                             unsigned bit,                                     \
                             uint64_t mask,                                    \
                             int64_t *restrict places)                         \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      const type item = from[i];                                               \
      const uint64_t x = ((uint64_t)key(item) >> (shift)) - min;               \
      to[places[(x >> bit) & mask]++] = item;                                  \
    }                                                                          \
  }                                                                            \
  /* Sort by at most two digits of 11 bits or four of 8, from the last */      \
  static inline                                                                \
      __attribute__((always_inline)) void name##_passes(type *items,           \
                                                        type *scratch,         \
                                                        int64_t n,             \
                                                        uint64_t min,          \
                                                        unsigned digit_bits,   \
                                                        unsigned n_digits)     \
  {                                                                            \
    int64_t counts[2U * N_DIGITS];                                             \
    const size_t size = (size_t)1 << digit_bits;                               \
    memset(counts, 0, n_digits *size * sizeof(*counts));                       \
    for (int64_t i = 0; i < n; ++i) {                                          \
      const uint64_t x = ((uint64_t)key(items[i]) >> (shift)) - min;           \
      for (unsigned j = 0; j < n_digits; ++j) {                                \
        ++counts[j * size + ((x >> (j * digit_bits)) & (size - 1U))];          \
      }                                                                        \
    }                                                                          \
    type *from = items;                                                        \
    type *to = scratch;                                                        \
    for (unsigned j = 0; j < n_digits; ++j) {                                  \
      int64_t *const places = counts + j * size;                               \
      if (sum_counts(places, size) == n) {                                     \
        continue;                                                              \
      }                                                                        \
      name##_scatter(from, to, n, min, j *digit_bits, size - 1U, places);      \
      type *const swapped = from;                                              \
      from = to;                                                               \
      to = swapped;                                                            \
    }                                                                          \
    if (from != items) {                                                       \
      memcpy(items, from, (size_t)n * sizeof(*items));                         \
    }                                                                          \
  }                                                                            \
  static bool name##_by_passes(                                                \
      type *items, type *scratch, int64_t n, uint64_t min, unsigned bits)      \
  {                                                                            \
    if (n >= LONG_LENGTH && bits <= 2U * DIGIT_BITS) {                         \
      if (bits <= DIGIT_BITS) {                                                \
        name##_passes(items, scratch, n, min, DIGIT_BITS, 1U);                 \
      } else {                                                                 \
        name##_passes(items, scratch, n, min, DIGIT_BITS, 2U);                 \
      }                                                                        \
      return true;                                                             \
    }                                                                          \
    if (n < LONG_LENGTH * 16 && bits <= 32U) {                                 \
      if (bits > 24U) {                                                        \
        name##_passes(items, scratch, n, min, 8U, 4U);                         \
      } else {                                                                 \
        name##_passes(items, scratch, n, min, 8U, (bits + 7U) / 8U);           \
      }                                                                        \
      return true;                                                             \
    }                                                                          \
    return false;                                                              \
  }                                                                            \
  /* Sort `items` where they are, or into `scratch` if `moves`; false if the   \
   */                                                                          \
  /* operation is to stop */                                                   \
  static bool name##_sort(type *items, type *scratch, int64_t n, bool moves)   \
  {                                                                            \
    if (n >= TERCET_STOP_LENGTH && !tercet_parallel_goes_on()) {               \
      return false;                                                            \
    }                                                                          \
    type *const out = moves ? scratch : items;                                 \
    if (!moves && (bits_of_key) == 32U && n > (short_length) &&                \
        n < LONG_LENGTH) {                                                     \
      name##_passes(items, scratch, n, 0, 8U, 4U);                             \
      return true;                                                             \
    }                                                                          \
    uint64_t min = n ? (uint64_t)key(items[0]) >> (shift) : 0;                 \
    uint64_t max = min;                                                        \
    for (int64_t i = 1; n > (short_length) && i < n; ++i) {                    \
      const uint64_t x = (uint64_t)key(items[i]) >> (shift);                   \
      min = x < min ? x : min;                                                 \
      max = x > max ? x : max;                                                 \
    }                                                                          \
    const unsigned bits = max > min ? bit_length(max - min) : 0;               \
    const bool is_short = n <= (short_length);                                 \
    if (is_short || bits == 0 ||                                               \
        name##_by_passes(items, scratch, n, min, bits)) {                      \
      if (moves) {                                                             \
        memcpy(scratch, items, (size_t)n * sizeof(*items));                    \
      }                                                                        \
      if (is_short) {                                                          \
        name##_short(out, n);                                                  \
      }                                                                        \
      return true;                                                             \
    }                                                                          \
    unsigned digit_bits = bit_length((uint64_t)n);                             \
    digit_bits = digit_bits < DIGIT_BITS ? digit_bits : DIGIT_BITS;            \
    digit_bits = digit_bits < bits ? digit_bits : bits;                        \
    const unsigned cut = bits - digit_bits;                                    \
    const size_t n_ranges = (size_t)1 << digit_bits;                           \
    int64_t places[N_DIGITS];                                                  \
    memset(places, 0, n_ranges * sizeof(*places));                             \
    for (int64_t i = 0; i < n; ++i) {                                          \
      ++places[(((uint64_t)key(items[i]) >> (shift)) - min) >> cut];           \
    }                                                                          \
    const int64_t longest = sum_counts(places, n_ranges);                      \
    name##_scatter(items, scratch, n, min, cut, n_ranges - 1U, places);        \
    if (cut == 0 || longest <= (short_length) / 4) {                           \
      if (!moves) {                                                            \
        memcpy(items, scratch, (size_t)n * sizeof(*items));                    \
      }                                                                        \
      if (cut != 0) {                                                          \
        name##_short(out, n); /* No item is far from its place */              \
      }                                                                        \
      return true;                                                             \
    }                                                                          \
    int64_t first = 0;                                                         \
    for (size_t i = 0; i < n_ranges; ++i) {                                    \
      if (places[i] > first &&                                                 \
          !name##_sort(                                                        \
              scratch + first, items + first, places[i] - first, !moves)) {    \
        return false;                                                          \
      }                                                                        \
      first = places[i];                                                       \
    }                                                                          \
    return true;                                                               \
  }                                                                            \
                                                                               \
  bool tercet_radix_##name(type *items, type *scratch, int64_t n)              \
  {                                                                            \
    return name##_sort(items, scratch, n, false);                              \
  }

#define SAME(x) (x)
#define KEY_OF(x) ((x).key)

DEFINE_SORT(keys32, uint32_t, SAME, 0U, 32U, SHORT_32)
DEFINE_SORT(keys64, uint64_t, SAME, 0U, 64U, SHORT_64)
DEFINE_SORT(upper32, uint64_t, SAME, 32U, 32U, SHORT_32)
DEFINE_SORT(keyed, keyed_index, KEY_OF, 0U, 64U, SHORT_64)

/* ---- Selection ---- */

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

/// Find the key of rank `k` alone
static bool
select_by_digits(const uint64_t *keys,
                 uint64_t *scratch,
                 int64_t n,
                 int64_t k,
                 uint64_t *found)
{
  // The last digit overlaps the one before, which does no harm
  static const unsigned shifts[] = {53, 42, 31, 20, 9, 0};
  for (size_t i = 0; i < sizeof(shifts) / sizeof(shifts[0]); ++i) {
    if (n <= SHORT_64) {
      break;
    }
    if (n >= TERCET_STOP_LENGTH && !tercet_parallel_goes_on()) {
      return false;
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
    *found = keys[0]; // All digits are the same
    return true;
  }
  if (keys != scratch) {
    memcpy(scratch, keys, (size_t)n * sizeof(*keys));
  }
  keys64_short(scratch, n);
  *found = scratch[k];
  return true;
}

/// Return the key that follows `key`, of rank `k`, in order
static uint64_t
following_key(const uint64_t *keys, int64_t n, int64_t k, uint64_t key)
{
  int64_t n_up_to = 0;
  uint64_t next = UINT64_MAX;
  for (int64_t i = 0; i < n; ++i) {
    n_up_to += keys[i] <= key;
    next = keys[i] > key && keys[i] < next ? keys[i] : next;
  }
  return n_up_to > k + 1 ? key : next;
}

bool
tercet_radix_select(const uint64_t *keys,
                    uint64_t *scratch,
                    int64_t n,
                    int64_t k,
                    uint64_t *found,
                    uint64_t *next)
{
  if (!select_by_digits(keys, scratch, n, k, found)) {
    return false;
  }
  if (next) {
    *next = following_key(keys, n, k, *found);
  }
  return true;
}
