// SPDX-License-Identifier: Apache-2.0

#include "base/hash.h"
#include "base/hash_index.h"

#include "check.h"

enum { N_KEYS = 20000 };

/// The owner's array: position i holds keys[i]
typedef struct {
  uint64_t keys[N_KEYS];
  size_t n_keys;
  unsigned hash_bits; ///< Few bits make many collisions
} key_list;

static uint64_t
hash_key(const key_list *list, uint64_t key)
{
  return tercet_hash_u64(key) &
         (list->hash_bits < 64U ? (UINT64_C(1) << list->hash_bits) - 1U
                                : UINT64_MAX);
}

static bool
equal(const void *context, uint64_t position, const void *key)
{
  return ((const key_list *)context)->keys[position] == *(const uint64_t *)key;
}

static uint64_t
hash_at(const void *context, uint64_t position)
{
  const key_list *const list = context;
  return hash_key(list, list->keys[position]);
}

static uint64_t
find(const tercet_hash_index *index, const key_list *list, uint64_t key)
{
  return tercet_hash_index_find(index, hash_key(list, key), equal, list, &key);
}

static uint64_t
find_slowly(const key_list *list, uint64_t key)
{
  for (size_t i = 0; i < list->n_keys; ++i) {
    if (list->keys[i] == key) {
      return i;
    }
  }
  return TERCET_HASH_INDEX_NONE;
}

static tercet_status
add(tercet_hash_index *index, key_list *list, uint64_t key)
{
  const tercet_status st = tercet_hash_index_reserve(index, hash_at, list);
  if (st == TERCET_OK) {
    list->keys[list->n_keys] = key;
    tercet_hash_index_add(index, hash_key(list, key), list->n_keys);
    ++list->n_keys;
  }
  return st;
}

static void
test_finds_what_a_list_finds(unsigned hash_bits, size_t n_keys)
{
  static key_list list;
  list.n_keys = 0;
  list.hash_bits = hash_bits;

  tercet_hash_index index;
  tercet_hash_index_init(&index, NULL);
  uint64_t seed = hash_bits;
  for (size_t i = 0; i < n_keys; ++i) {
    const uint64_t key = check_random(&seed) % (2U * n_keys);
    const uint64_t expected = find_slowly(&list, key);
    CHECK_INT(find(&index, &list, key), expected);
    if (expected == TERCET_HASH_INDEX_NONE) {
      CHECK_STATUS(add(&index, &list, key), TERCET_OK);
      CHECK_INT(find(&index, &list, key), list.n_keys - 1U);
    }
  }
  CHECK(tercet_hash_index_validate(&index));
  CHECK_INT(index.n_used, list.n_keys);
  tercet_hash_index_clear(&index);
  CHECK_INT(find(&index, &list, 1), TERCET_HASH_INDEX_NONE);
}

static void
test_allocation_that_fails_changes_nothing(void)
{
  static key_list list;
  list.hash_bits = 64;

  for (size_t fail_at = 0; fail_at < 5; ++fail_at) {
    failing_allocator state = {0, fail_at};
    const tercet_allocator alloc = {failing_allocate, failing_release, &state};
    tercet_hash_index index;
    tercet_hash_index_init(&index, &alloc);
    list.n_keys = 0;

    size_t n_failed = 0;
    for (uint64_t key = 0; key < 700; ++key) {
      if (add(&index, &list, key) != TERCET_OK) {
        ++n_failed;
        CHECK(tercet_hash_index_validate(&index));
        CHECK_STATUS(add(&index, &list, key), TERCET_OK);
      }
    }
    CHECK_INT(n_failed, 1);
    for (uint64_t key = 0; key < 700; ++key) {
      CHECK_INT(find(&index, &list, key), key);
    }
    tercet_hash_index_clear(&index);
  }
}

static void
test_hash_of_bytes_depends_on_each_byte(void)
{
  unsigned char data[100] = {0};
  const uint64_t before = tercet_hash_bytes(data, sizeof(data), 0);
  CHECK(before != tercet_hash_bytes(data, sizeof(data) - 1U, 0));
  CHECK(before != tercet_hash_bytes(data, sizeof(data), 1));
  for (size_t i = 0; i < sizeof(data); ++i) {
    data[i] = 1;
    CHECK(before != tercet_hash_bytes(data, sizeof(data), 0));
    data[i] = 0;
  }
  CHECK(before == tercet_hash_bytes(data, sizeof(data), 0));
}

int
main(void)
{
  test_finds_what_a_list_finds(64, 5000);
  test_finds_what_a_list_finds(10, 3000);
  test_finds_what_a_list_finds(1, 500);
  test_allocation_that_fails_changes_nothing();
  test_hash_of_bytes_depends_on_each_byte();
  return check_finish();
}
