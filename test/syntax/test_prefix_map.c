// SPDX-License-Identifier: Apache-2.0

#include "base/allocator.h"
#include "base/string_view.h"
#include "check.h"
#include "syntax/prefix_map.h"

static tercet_status
set(tercet_prefix_map *map, const char *name, const char *iri)
{
  return tercet_prefix_map_set(
      map, tercet_string_from(name), tercet_string_from(iri));
}

static bool
stands_for(tercet_prefix_map *map, const char *name, const char *iri)
{
  const tercet_prefix *const found =
      tercet_prefix_map_find(map, tercet_string_from(name));
  return found && tercet_string_is(found->iri, iri);
}

static void
test_find_and_replace(void)
{
  tercet_prefix_map map;
  tercet_prefix_map_init(&map, &tercet_allocator_default);
  CHECK(!tercet_prefix_map_find(&map, tercet_string_from("a")));
  CHECK_STATUS(set(&map, "a", "http://a/"), TERCET_OK);
  CHECK_STATUS(set(&map, "", "http://empty/"), TERCET_OK);
  CHECK(stands_for(&map, "a", "http://a/"));
  CHECK(stands_for(&map, "", "http://empty/"));
  CHECK(!tercet_prefix_map_find(&map, tercet_string_from("b")));

  CHECK_STATUS(set(&map, "a", ""), TERCET_OK);
  CHECK(stands_for(&map, "a", ""));
  CHECK_INT(map.n_items, 2);
  tercet_prefix_map_clear(&map);
  CHECK(!tercet_prefix_map_find(&map, tercet_string_from("a")));
}

static void
test_many(void)
{
  tercet_prefix_map map;
  tercet_prefix_map_init(&map, &tercet_allocator_default);
  char name[32];
  for (int i = 0; i < 5000; ++i) {
    snprintf(name, sizeof(name), "p%d", i);
    CHECK_STATUS(set(&map, name, name + 1), TERCET_OK);
  }
  for (int i = 0; i < 5000; ++i) {
    snprintf(name, sizeof(name), "p%d", i);
    CHECK(stands_for(&map, name, name + 1));
  }
  tercet_prefix_map_clear(&map);
}

static void
test_every_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  for (size_t i = 0; i < 12; ++i) {
    tercet_prefix_map map;
    tercet_prefix_map_init(&map, &alloc);
    state = (failing_allocator){0, i};
    const tercet_status a = set(&map, "a", "1");
    const tercet_status b = set(&map, "b", "2");
    const tercet_status c = set(&map, "a", "3");
    CHECK((a || b || c) == (state.calls > i));

    // What failed has no effect, and the map works on
    CHECK(stands_for(&map, "a", c ? "1" : "3") || (a && c));
    CHECK(stands_for(&map, "b", "2") != (b != TERCET_OK));
    state = (failing_allocator){0, SIZE_MAX};
    CHECK_STATUS(set(&map, "b", "4"), TERCET_OK);
    CHECK(stands_for(&map, "b", "4"));
    tercet_prefix_map_clear(&map);
  }
}

int
main(void)
{
  test_find_and_replace();
  test_many();
  test_every_allocation_failing();
  return check_finish();
}
