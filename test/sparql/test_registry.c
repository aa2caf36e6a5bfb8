// SPDX-License-Identifier: Apache-2.0

#include "check.h"

#include "base/string_view.h"
#include "sparql/function.h"

#define N_MANY 200U

static tercet_function
make_function(const char *iri)
{
  const tercet_function function = {.iri = tercet_string_from(iri)};
  return function;
}

static void
append_name(void *context, tercet_string iri, bool is_aggregate)
{
  char *const out = context;
  const size_t length = strlen(out);
  snprintf(out + length,
           256U - length,
           "%s%.*s ",
           is_aggregate ? "@" : "",
           (int)iri.length,
           iri.data);
}

static void
test_functions_and_aggregates_are_apart(void)
{
  const tercet_function sum = make_function("t:sum");
  const tercet_function other = make_function("t:sum");
  const tercet_function both = make_function("t:SUM");
  const tercet_aggregate_function aggregate = {.iri =
                                                   tercet_string_from("t:SUM")};

  tercet_registry *registry = NULL;
  CHECK_STATUS(tercet_registry_new(NULL, &registry), TERCET_OK);
  CHECK(!tercet_registry_find_function(registry, sum.iri));
  CHECK_STATUS(tercet_registry_add_function(registry, &sum), TERCET_OK);
  CHECK_STATUS(tercet_registry_add_aggregate(registry, &aggregate), TERCET_OK);
  CHECK_STATUS(tercet_registry_add_function(registry, &both), TERCET_OK);

  CHECK(tercet_registry_find_function(registry, sum.iri) == &sum);
  CHECK(tercet_registry_find_function(registry, both.iri) == &both);
  CHECK(tercet_registry_find_aggregate(registry, both.iri) == &aggregate);
  CHECK(!tercet_registry_find_aggregate(registry, sum.iri));

  // The same IRI again replaces, in the same place of the order
  CHECK_STATUS(tercet_registry_add_function(registry, &other), TERCET_OK);
  CHECK(tercet_registry_find_function(registry, sum.iri) == &other);
  char names[256] = "";
  tercet_registry_visit(registry, append_name, names);
  CHECK_TEXT(names, strlen(names), "t:sum @t:SUM t:SUM ");
  tercet_registry_free(registry);
  tercet_registry_free(NULL);
}

static tercet_status
add_many(const tercet_allocator *alloc,
         const tercet_function *functions,
         tercet_registry **out)
{
  tercet_status st = tercet_registry_new(alloc, out);
  for (size_t i = 0; i < N_MANY && !st; ++i) {
    st = tercet_registry_add_function(*out, &functions[i]);
  }
  return st;
}

static void
test_failing_allocations_lose_nothing(void)
{
  static char iris[N_MANY][16];
  static tercet_function functions[N_MANY];
  for (size_t i = 0; i < N_MANY; ++i) {
    snprintf(iris[i], sizeof(iris[i]), "f:%zu", i);
    functions[i] = make_function(iris[i]);
  }

  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_registry *registry = NULL;
  CHECK_STATUS(add_many(&alloc, functions, &registry), TERCET_OK);
  tercet_registry_free(registry);

  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    registry = NULL;
    CHECK_STATUS(add_many(&alloc, functions, &registry), TERCET_ERR_NO_MEMORY);

    // What is there can be found, and adding goes on
    bool found_all = true;
    for (size_t k = 0; registry && k < N_MANY; ++k) {
      if (!tercet_registry_find_function(registry, functions[k].iri)) {
        CHECK_STATUS(tercet_registry_add_function(registry, &functions[k]),
                     TERCET_OK);
      }
      found_all &= tercet_registry_find_function(registry, functions[k].iri) ==
                   &functions[k];
    }
    CHECK(found_all);
    tercet_registry_free(registry);
  }
}

int
main(void)
{
  test_functions_and_aggregates_are_apart();
  test_failing_allocations_lose_nothing();
  return check_finish();
}
