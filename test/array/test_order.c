// SPDX-License-Identifier: Apache-2.0

/// Sorts and selections of keys, against qsort()

#include "check.h"

#include "array/order.h"

#define MAX_LENGTH 70000

static uint64_t keys[MAX_LENGTH];
static uint64_t sorted[MAX_LENGTH];
static uint64_t items[2 * MAX_LENGTH];
static uint64_t scratch[MAX_LENGTH];
static uint32_t narrow[MAX_LENGTH];
static uint32_t narrow_scratch[MAX_LENGTH];
static int64_t places[2 * MAX_LENGTH];

static int
compare_keys(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a;
  const uint64_t y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/// Kinds of keys that sorts may stumble over
typedef enum {
  RANDOM,
  FEW, ///< Different ones
  ASCENDING,
  DESCENDING,
  ONE_VALUE,
  GREATEST, ///< Most are
  LEAST,
  UPPER_SAME, ///< Only the lower half differs
  PAIRS,      ///< Neighbours differ in the last bit
  PIPES,      ///< Up and down again
  N_KINDS
} key_kind;

static uint64_t
make_key(key_kind kind, int64_t i, int64_t n, uint64_t *state)
{
  const uint64_t random = check_random(state);
  const uint64_t at = (uint64_t)i;
  switch (kind) {
  case FEW:
    return random % 7U << 40U;
  case ASCENDING:
    return at << 33U;
  case DESCENDING:
    return ~at;
  case ONE_VALUE:
    return UINT64_C(0x7ff0000000000000);
  case GREATEST:
    return random % 9U ? UINT64_MAX : random;
  case LEAST:
    return random % 9U ? 0 : random;
  case UPPER_SAME:
    return UINT64_C(0x8123456700000000) | random >> 32U;
  case PAIRS:
    return (random >> 54U << 54U) ^ (at & 1U);
  case PIPES:
    return i < n / 2 ? at : (uint64_t)(n - i);
  case RANDOM:
  case N_KINDS:
    break;
  }
  return random;
}

static void
make_keys(key_kind kind, int64_t n, uint64_t *state)
{
  for (int64_t i = 0; i < n; ++i) {
    keys[i] = make_key(kind, i, n, state);
  }
  memcpy(sorted, keys, (size_t)n * sizeof(*keys));
  qsort(sorted, (size_t)n, sizeof(*sorted), compare_keys);
}

static void
check_sorts(int64_t n)
{
  const size_t n_bytes = (size_t)n * sizeof(*keys);
  memcpy(items, keys, n_bytes);
  CHECK(tercet_sort_keys64(items, scratch, n));
  CHECK(!memcmp(items, sorted, n_bytes));
  memcpy(items, keys, n_bytes);
  CHECK(tercet_radix_keys64(items, scratch, n));
  CHECK(!memcmp(items, sorted, n_bytes));

  // The upper halves, in the order of whole keys
  bool is_right = true;
  bool radix_is_right = true;
  for (int64_t i = 0; i < n; ++i) {
    narrow[i] = (uint32_t)(keys[i] >> 32U);
    items[i] = (uint32_t)(keys[i] >> 32U);
  }
  CHECK(tercet_sort_keys32(narrow, narrow_scratch, n));
  for (int64_t i = 0; i < n; ++i) {
    is_right = is_right && narrow[i] == sorted[i] >> 32U;
    narrow[i] = (uint32_t)items[i];
  }
  CHECK(tercet_radix_keys32(narrow, narrow_scratch, n));
  for (int64_t i = 0; i < n; ++i) {
    radix_is_right = radix_is_right && narrow[i] == sorted[i] >> 32U;
  }
  CHECK(is_right);
  CHECK(radix_is_right);
}

/// The order is stable, and writes to each second place only
static void
check_order(int64_t n)
{
  memset(places, -1, sizeof(places));
  CHECK(tercet_order_keys64(
      keys, items, n, (char *)places, 2 * (int64_t)sizeof(*places)));
  bool is_right = true;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t place = places[2 * i];
    is_right =
        is_right && place >= 0 && place < n && keys[place] == sorted[i] &&
        places[2 * i + 1] == -1 &&
        (i == 0 || sorted[i] != sorted[i - 1] || places[2 * i - 2] < place);
  }
  CHECK(is_right);

  for (int64_t i = 0; i < n; ++i) {
    items[i] = (keys[i] >> 32U << 32U) | (uint64_t)i;
  }
  CHECK(tercet_sort_upper32(items, scratch, n));
  is_right = true;
  for (int64_t i = 0; i < n; ++i) {
    is_right = is_right && items[i] >> 32U == sorted[i] >> 32U &&
               (i == 0 || items[i] > items[i - 1]);
  }
  CHECK(is_right);
}

static void
check_selection(int64_t n, int64_t k)
{
  const uint64_t expected = k + 1 < n ? sorted[k + 1] : UINT64_MAX;
  uint64_t next = 0;
  uint64_t found = 0;
  CHECK(tercet_select_key(keys, scratch, n, k, &found, &next));
  CHECK(found == sorted[k] && next == expected);
  CHECK(tercet_select_key(keys, scratch, n, k, &found, NULL));
  CHECK(found == sorted[k]);
  CHECK(tercet_radix_select(keys, scratch, n, k, &found, &next));
  CHECK(found == sorted[k]);
  CHECK(next == expected);
}

static void
check_length(int64_t n)
{
  uint64_t state = (uint64_t)n;
  for (key_kind kind = RANDOM; kind < N_KINDS; ++kind) {
    make_keys(kind, n, &state);
    check_sorts(n);
    check_order(n);
    if (n) {
      check_selection(n, 0);
      check_selection(n, n - 1);
      check_selection(n, n / 2);
      check_selection(n, (int64_t)(check_random(&state) % (uint64_t)n));
    }
  }
}

int
main(void)
{
  for (int64_t n = 0; n < 70; ++n) {
    check_length(n);
  }
  static const int64_t lengths[] = {
      127, 128, 129, 255, 256, 257, 300, 511, 1000, 4097, 8192, 70000};
  for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); ++i) {
    check_length(lengths[i]);
  }
  return check_finish();
}
