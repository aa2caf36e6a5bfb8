// SPDX-License-Identifier: Apache-2.0

/**
   Quicksort and quickselect of keys with AVX-512, compiled for each size of key
   by the file that includes this one and defines: `key`, `signed_key`, `lanes`,
   N_LANES, the keys of a vector, EPI, EPU and BELOW, the intrinsics of the
   size, vectors of lane numbers, QUICK_SORT, the name of the sort, RADIX_SORT,
   the one it falls back on, and QUICK_SELECT if there is to be a selection.

   A range is cut in place, from both ends, a whole vector at a time.  Ranges
   that fit the registers are sorted by a network.

   Keys that are equal are the same, so that any sort gives the same result.
*/

#include "array/parallel.h"

#include <assert.h>
#include <immintrin.h>
#include <string.h>

#define KEY_MAX ((key)-1)
#define ALL_LANES ((lanes)-1)

/// Vectors of a range that the registers hold
#define N_ROWS 16

/// Longest range that is sorted by the network
#define NETWORK_SIZE (N_ROWS * N_LANES)

/// Loops over an array of vectors must be unrolled to keep it in registers
#define UNROLLED _Pragma("GCC unroll 16")

#define INLINED static inline __attribute__((always_inline))

/* ---- Vectors ---- */

INLINED lanes
first_lanes(int64_t n)
{
  const unsigned n_lanes = n < 0 ? 0U : n < N_LANES ? (unsigned)n : N_LANES;
  return (lanes)((1U << n_lanes) - 1U);
}

/// Return the lanes whose number has the bit
INLINED lanes
lanes_with(unsigned bit)
{
  static const uint16_t masks[] = {
      0, 0xaaaa, 0xcccc, 0, 0xf0f0, 0, 0, 0, 0xff00};
  return (lanes)masks[bit];
}

INLINED vec
load_all(const key *p)
{
  return _mm512_loadu_si512(p);
}

INLINED void
store_all(key *p, vec v)
{
  _mm512_storeu_si512(p, v);
}

/// Load the first lanes; the greatest key is in the others
INLINED vec
load_first(const key *p, int64_t n)
{
  return EPI(mask_loadu)(EPI(set1)((signed_key)KEY_MAX), first_lanes(n), p);
}

/// Return the vector whose lane i is lane i ^ distance of `v`
INLINED vec
exchange_lanes(vec v, unsigned distance)
{
  const vec others =
      _mm512_xor_si512(lane_numbers(), EPI(set1)((signed_key)distance));
  return EPI(permutexvar)(others, v);
}

// Minimum and maximum are for the same port of the processor, but one of two
// and the minimum leave the maximum: a ^ b ^ min(a, b)

#define XOR_OF_THREE 0x96

/// Put the smaller of each pair of lanes at `a`
INLINED void
order_pair(vec *a, vec *b)
{
  const vec smaller = EPU(min)(*a, *b);
  *b = EPI(ternarylogic)(smaller, *a, *b, XOR_OF_THREE);
  *a = smaller;
}

/// Return the greater of each pair in lanes that have the bit, the smaller in
/// the others
INLINED vec
pick_lanes(vec a, vec b, unsigned bit)
{
  return EPI(mask_ternarylogic)(
      EPU(min)(a, b), lanes_with(bit), a, b, XOR_OF_THREE);
}

/* ---- Networks ---- */

// The items of `n_rows` vectors are taken in columns: item i is in lane
// i / n_rows of vector i % n_rows.  Most exchanges are then between vectors.

/// Merge in each column neighbours of `width` sorted rows (Batcher 1968)
INLINED void
merge_rows(vec *v, unsigned n_rows, unsigned width)
{
  UNROLLED for (unsigned distance = width; distance; distance /= 2U)
  {
    const unsigned first = distance % width;
    UNROLLED for (unsigned i = 0; i < n_rows; ++i)
    {
      const unsigned j = i + distance;
      if (width < n_rows && i >= first && (i - first) / distance % 2U == 0 &&
          i / (2U * width) == j / (2U * width)) {
        order_pair(&v[i], &v[j]);
      }
    }
  }
}

/// Merge neighbours of sorted groups of columns to groups of `width`
INLINED void
merge_columns(vec *v, unsigned n_rows, unsigned width)
{
  vec turned[N_ROWS];
  UNROLLED for (unsigned i = 0; i < n_rows; ++i)
  {
    turned[i] = exchange_lanes(v[n_rows - 1U - i], width - 1U);
  }
  UNROLLED for (unsigned i = 0; i < n_rows; ++i)
  {
    v[i] = pick_lanes(v[i], turned[i], width / 2U);
  }
  UNROLLED for (unsigned distance = width / 4U; distance; distance /= 2U)
  {
    UNROLLED for (unsigned i = 0; i < n_rows; ++i)
    {
      v[i] = pick_lanes(v[i], exchange_lanes(v[i], distance), distance);
    }
  }
  UNROLLED for (unsigned distance = n_rows / 2U; distance; distance /= 2U)
  {
    UNROLLED for (unsigned i = 0; i < n_rows; ++i)
    {
      if (!(i & distance)) {
        order_pair(&v[i], &v[i + distance]);
      }
    }
  }
}

/// Bring items from columns into their order
INLINED void
turn_columns(vec *v, unsigned n_rows)
{
  // Each step moves the highest bit of an item's place to the lowest
  UNROLLED for (unsigned step = 1; step < n_rows; step *= 2U)
  {
    vec zipped[N_ROWS];
    UNROLLED for (unsigned i = 0; i < n_rows / 2U; ++i)
    {
      zipped[2U * i] = EPI(permutex2var)(v[i], zip_low(), v[i + n_rows / 2U]);
      zipped[2U * i + 1U] =
          EPI(permutex2var)(v[i], zip_high(), v[i + n_rows / 2U]);
    }
    UNROLLED for (unsigned i = 0; i < n_rows; ++i)
    {
      v[i] = zipped[i];
    }
  }
}

/// Sort `n` items, at the most `n_rows` vectors of them
INLINED void
sort_in_registers(key *items, int64_t n, unsigned n_rows)
{
  vec v[N_ROWS];
  UNROLLED for (unsigned i = 0; i < n_rows; ++i)
  {
    v[i] = load_first(items + i * N_LANES, n - i * N_LANES);
  }
  merge_rows(v, n_rows, 1U);
  merge_rows(v, n_rows, 2U);
  merge_rows(v, n_rows, 4U);
  merge_rows(v, n_rows, 8U);
  merge_columns(v, n_rows, 2U);
  merge_columns(v, n_rows, 4U);
  merge_columns(v, n_rows, 8U);
  if (N_LANES == 16) {
    merge_columns(v, n_rows, N_LANES);
  }
  turn_columns(v, n_rows);
  UNROLLED for (unsigned i = 0; i < n_rows; ++i)
  {
    EPI(mask_storeu)(items + i * N_LANES, first_lanes(n - i * N_LANES), v[i]);
  }
}

/// Sort `n` <= NETWORK_SIZE items
static void
sort_network(key *items, int64_t n)
{
  if (n <= N_LANES) {
    sort_in_registers(items, n, 1U);
  } else if (n <= 2 * N_LANES) {
    sort_in_registers(items, n, 2U);
  } else if (n <= 4 * N_LANES) {
    sort_in_registers(items, n, 4U);
  } else if (n <= 8 * N_LANES) {
    sort_in_registers(items, n, 8U);
  } else {
    sort_in_registers(items, n, 16U);
  }
}

/* ---- Cuts ---- */

/// Ranges from which a better pivot pays
#define LONG_RANGE 8192

/// Return the median of a sample
static key
choose_pivot(const key *items, int64_t n)
{
  key sample[64];
  const int64_t n_samples = n < LONG_RANGE ? 16 : 64;
  for (int64_t i = 0; i < n_samples; ++i) {
    sample[i] = items[n / n_samples * i + n / n_samples / 2];
  }
  sort_network(sample, n_samples);
  return sample[n_samples / 2];
}

/// A range that is being cut
typedef struct {
  key *low;         ///< Where the next item below the pivot goes
  key *high;        ///< Behind where the next other one goes
  const key *first; ///< What is still to be read
  const key *end;
} range_cut;

/// Vectors that are read together
#define N_AHEAD 4

/// Return the next `n` items, from the side with less room for writing
INLINED const key *
next_items(range_cut *cut, int64_t n)
{
  if (cut->first - cut->low <= cut->high - cut->end) {
    cut->first += n;
    return cut->first - n;
  }
  cut->end -= n;
  return cut->end;
}

/// Write the items of some lanes to either side; there is room for a vector
INLINED void
put_lanes(range_cut *cut, vec v, lanes which, key pivot)
{
  const lanes below = BELOW(v, EPI(set1)((signed_key)pivot));
  const lanes is_low = which & below;
  const lanes is_high = which & (lanes)~below;
  const int n_high = __builtin_popcount(is_high);
  const lanes first_high = (lanes)((1U << n_high) - 1U);
  store_all(cut->low, EPI(maskz_compress)(is_low, v));
  cut->low += __builtin_popcount(is_low);
  cut->high -= n_high;
  EPI(mask_storeu)(cut->high, first_high, EPI(maskz_compress)(is_high, v));
}

/// Move the items below the pivot to the front; return their number
static int64_t
cut_range(key *items, int64_t n, key pivot)
{
  assert(n >= 2 * N_AHEAD * N_LANES);

  // What is held at both ends makes room for writing
  vec held[2 * N_AHEAD];
  range_cut cut = {items, items + n, items, items + n};
  UNROLLED for (unsigned i = 0; i < N_AHEAD; ++i)
  {
    held[i] = load_all(items + i * N_LANES);
    held[N_AHEAD + i] = load_all(items + n - (i + 1U) * N_LANES);
  }
  cut.first += N_AHEAD * N_LANES;
  cut.end -= N_AHEAD * N_LANES;
  while (cut.end - cut.first >= N_AHEAD * N_LANES) {
    const key *const from = next_items(&cut, N_AHEAD * N_LANES);
    vec v[N_AHEAD];
    UNROLLED for (unsigned i = 0; i < N_AHEAD; ++i)
    {
      v[i] = load_all(from + i * N_LANES);
    }
    UNROLLED for (unsigned i = 0; i < N_AHEAD; ++i)
    {
      put_lanes(&cut, v[i], ALL_LANES, pivot);
    }
  }
  while (cut.end - cut.first >= N_LANES) {
    put_lanes(&cut, load_all(next_items(&cut, N_LANES)), ALL_LANES, pivot);
  }
  const int64_t n_left = cut.end - cut.first;
  put_lanes(&cut, load_first(cut.first, n_left), first_lanes(n_left), pivot);
  UNROLLED for (unsigned i = 0; i < 2U * N_AHEAD; ++i)
  {
    put_lanes(&cut, held[i], ALL_LANES, pivot);
  }
  return cut.low - items;
}

/// Return whether the operation is to stop, for ranges that are long enough to
/// ask
INLINED bool
is_stopped(int64_t n)
{
  return n >= TERCET_STOP_LENGTH && !tercet_parallel_goes_on();
}

/// Sort a range; if that many cuts do not, the keys are left to the other sort.
/// False if the operation is to stop.
static bool
sort_range(key *items, key *scratch, int64_t n, unsigned n_cuts)
{
  for (; n > NETWORK_SIZE; --n_cuts) {
    if (is_stopped(n)) {
      return false;
    }
    if (!n_cuts) {
      return RADIX_SORT(items, scratch, n);
    }
    const key pivot = choose_pivot(items, n);
    int64_t n_low = cut_range(items, n, pivot);
    if (n_low == 0) {
      // The pivot is the smallest: those that are the same are in order
      if (pivot == KEY_MAX) {
        return true;
      }
      n_low = cut_range(items, n, pivot + 1U);
      items += n_low;
      n -= n_low;
    } else if (n_low < n - n_low) {
      if (!sort_range(items, scratch, n_low, n_cuts - 1U)) {
        return false;
      }
      items += n_low;
      n -= n_low;
    } else {
      if (!sort_range(items + n_low, scratch, n - n_low, n_cuts - 1U)) {
        return false;
      }
      n = n_low;
    }
  }
  sort_network(items, n);
  return true;
}

/// Return the number of cuts after which they lead nowhere
static unsigned
most_cuts(int64_t n)
{
  return 2U * (64U - (unsigned)__builtin_clzll((uint64_t)n | 1U));
}

bool
QUICK_SORT(key *items, key *scratch, int64_t n)
{
  return sort_range(items, scratch, n, most_cuts(n));
}

#if defined(QUICK_SELECT)

/// Return the least of `n` keys, KEY_MAX if there are none
static key
least_key(const key *items, int64_t n)
{
  vec least = EPI(set1)((signed_key)KEY_MAX);
  for (int64_t i = 0; i < n; i += N_LANES) {
    least = EPU(min)(least, load_first(items + i, n - i));
  }
  return EPU(reduce_min)(least);
}

bool
QUICK_SELECT(key *items, int64_t n, int64_t k, key *found, key *next)
{
  // Keys behind the range are not less than those in it
  const key *const end = items + n;
  for (unsigned n_cuts = most_cuts(n); n > NETWORK_SIZE; --n_cuts) {
    if (!n_cuts || is_stopped(n)) {
      return false;
    }
    const key pivot = choose_pivot(items, n);
    int64_t n_low = cut_range(items, n, pivot);
    if (n_low == 0) {
      n_low = pivot == KEY_MAX ? n : cut_range(items, n, pivot + 1U);
      if (k < n_low) {
        n = n_low;
        break; // All in the range are the same
      }
    }
    if (k < n_low) {
      n = n_low;
    } else {
      items += n_low;
      n -= n_low;
      k -= n_low;
    }
  }
  if (n <= NETWORK_SIZE) {
    sort_network(items, n);
  }
  *found = items[k];
  if (next) {
    *next = k + 1 < n ? items[k + 1] : least_key(items + n, end - items - n);
  }
  return true;
}

#endif
