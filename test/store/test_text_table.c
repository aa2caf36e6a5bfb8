// SPDX-License-Identifier: Apache-2.0

#include "store/text_table.h"

#include "base/string_view.h"

#include "check.h"

#define MAX_KEYS 20000U

/// Make the text of the key number `i`; the longer ones start alike
static tercet_text_key
make_key(size_t i, char *text, size_t size)
{
  static const char padding[] = "http://example.org/a/rather/long/namespace/";

  const int n = snprintf(text, size, "%s%zu", i % 3U ? padding : "", i / 10U);
  const tercet_tag tag = (tercet_tag)(TERCET_TAG_BLANK + i % 5U);
  const bool qualified =
      tag == TERCET_TAG_LANG_STRING || tag == TERCET_TAG_LITERAL;
  const tercet_text_key key = {
      tag, qualified ? (uint32_t)(i / 5U % 2U * 1000U) : 0U, {text, (size_t)n}};
  return key;
}

/// Add the keys that are not there yet up to a number; stop at a failure
static tercet_status
add_keys(tercet_text_table *table, size_t n, uint64_t *positions)
{
  for (size_t i = 0U; i < n; ++i) {
    char text[64];
    const tercet_text_key key = make_key(i, text, sizeof(text));
    const uint64_t hash = tercet_text_hash(key.tag, key.text);
    positions[i] = tercet_text_table_find(table, &key, hash);
    if (positions[i] == TERCET_TEXT_NONE) {
      const tercet_status st =
          tercet_text_table_add(table, &key, hash, &positions[i]);
      if (st != TERCET_OK) {
        return st;
      }
    }
  }

  return TERCET_OK;
}

static void
check_keys(const tercet_text_table *table, size_t n, const uint64_t *positions)
{
  for (size_t i = 0U; i < n; ++i) {
    char text[64];
    const tercet_text_key key = make_key(i, text, sizeof(text));
    tercet_text_key found;
    tercet_text_table_get(table, key.tag, positions[i], &found);
    CHECK(tercet_string_equals(found.text, key.text));
    CHECK_INT(found.qualifier, key.qualifier);
    CHECK_INT(found.tag, key.tag);
  }
}

static void
test_keys_come_back(void)
{
  static uint64_t positions[MAX_KEYS];
  tercet_text_store store;
  tercet_text_table table;
  tercet_text_store_init(&store, NULL);
  tercet_text_table_init(&table, &store);
  CHECK_INT(tercet_text_table_size(&table), 0);
  CHECK(tercet_text_table_validate(&table));
  CHECK_STATUS(add_keys(&table, MAX_KEYS, positions), TERCET_OK);
  CHECK(tercet_text_table_validate(&table));
  check_keys(&table, MAX_KEYS, positions);

  // Prefetching changes nothing, wherever the hash leads
  uint64_t seed = 1U;
  for (unsigned i = 0U; i < 3000U; ++i) {
    tercet_text_table_prefetch(&table, check_random(&seed), i % 3U);
  }
  const uint64_t size = tercet_text_table_size(&table);
  CHECK_STATUS(add_keys(&table, MAX_KEYS, positions), TERCET_OK);
  CHECK_INT(tercet_text_table_size(&table), size);
  tercet_text_table_clear(&table);
  tercet_text_store_clear(&store);
}

static void
test_rollback(void)
{
  static uint64_t positions[MAX_KEYS];
  tercet_text_store store;
  tercet_text_table table;
  tercet_text_store_init(&store, NULL);
  tercet_text_table_init(&table, &store);
  for (size_t n = 1U; n < MAX_KEYS; n = n * 3U + 1U) {
    const tercet_text_store store_mark = store;
    const tercet_text_table mark = table;
    const uint64_t size = tercet_text_table_size(&table);
    CHECK_STATUS(add_keys(&table, n, positions), TERCET_OK);
    tercet_text_table_rollback(&table, &mark);
    tercet_text_store_rollback(&store, &store_mark);
    CHECK_INT(tercet_text_table_size(&table), size);
    CHECK(tercet_text_table_validate(&table));

    CHECK_STATUS(add_keys(&table, n / 2U, positions), TERCET_OK);
    CHECK(tercet_text_table_validate(&table));
    check_keys(&table, n / 2U, positions);
  }

  tercet_text_table_clear(&table);
  tercet_text_store_clear(&store);
}

static void
test_failed_allocations(void)
{
  enum { N = 300 };
  static uint64_t positions[N];
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  for (size_t fail_at = 0U;; ++fail_at) {
    state = (failing_allocator){0, fail_at};
    tercet_text_store store;
    tercet_text_table table;
    tercet_text_store_init(&store, &alloc);
    tercet_text_table_init(&table, &store);
    const tercet_status st = add_keys(&table, N, positions);
    CHECK(st == TERCET_OK || st == TERCET_ERR_NO_MEMORY);
    CHECK(tercet_text_table_validate(&table));

    state.fail_at = SIZE_MAX;
    CHECK_STATUS(add_keys(&table, N, positions), TERCET_OK);
    CHECK(tercet_text_table_validate(&table));
    check_keys(&table, N, positions);
    tercet_text_table_clear(&table);
    tercet_text_store_clear(&store);
    if (st == TERCET_OK) {
      CHECK(fail_at > 5U);
      break;
    }
  }
}

int
main(void)
{
  test_keys_come_back();
  test_rollback();
  test_failed_allocations();
  return check_finish();
}
