// SPDX-License-Identifier: Apache-2.0

/// Failures by function: counts, first reasons, order, memory

#include "check.h"

#include "base/string_view.h"
#include "sparql/function.h"

static const tercet_string a = {"f:a", 3};
static const tercet_string b = {"f:b", 3};

static void
test_first_reason_of_each_function_is_kept(void)
{
  tercet_call call = {0};
  CHECK(tercet_call_wants_reason(&call, a));
  CHECK_STATUS(tercet_call_fail(&call, a, "shapes"), TERCET_OK);
  CHECK_STATUS(tercet_call_fail(&call, b, "types"), TERCET_OK);
  CHECK_STATUS(tercet_call_fail(&call, a, "other"), TERCET_OK);
  CHECK(!tercet_call_wants_reason(&call, a));
  CHECK(!tercet_call_wants_reason(&call, b));

  // An aggregate of the same name is another function
  CHECK_STATUS(tercet_call_fail_group(&call, a, "empty"), TERCET_OK);
  const tercet_failures *const failures = &call.failures;
  CHECK_INT(failures->n_items, 3);
  CHECK_INT(failures->n_total, 4);
  CHECK_INT(failures->items[0].n, 2);
  CHECK_TEXT(failures->items[0].reason, 6, "shapes");
  CHECK_INT(failures->items[1].n, 1);
  CHECK_TEXT(failures->items[1].reason, 5, "types");
  CHECK(failures->items[2].is_aggregate);
  CHECK_INT(failures->items[2].n, 1);
  CHECK(tercet_failures_find(failures, b, false) == &failures->items[1]);
  CHECK(!tercet_failures_find(failures, b, true));

  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_failures_print(failures, &text), TERCET_OK);
  CHECK_TEXT(text.data,
             text.length,
             "<f:a> failed in 2 rows; the first: shapes\n"
             "<f:b> failed in 1 row; the first: types\n"
             "<f:a> failed in 1 group; the first: empty\n");
  tercet_buffer_clear(&text);
  tercet_failures_clear(&call.failures);
  CHECK_INT(call.failures.n_items, 0);
  CHECK(tercet_call_wants_reason(&call, a));
}

static void
test_reasons_are_cut(void)
{
  tercet_failures failures = {0};
  char longest[2U * TERCET_FAILURE_REASON_MAX];
  memset(longest, 'x', sizeof(longest) - 1U);
  longest[sizeof(longest) - 1U] = '\0';
  CHECK_STATUS(tercet_failures_add(&failures, a, false, longest), TERCET_OK);
  CHECK_INT(strlen(failures.items[0].reason), TERCET_FAILURE_REASON_MAX - 1U);
  tercet_failures_clear(&failures);
}

/// One value that stands for many rows fails in all of them
static void
test_shared_failures(void)
{
  tercet_call call = {0};
  CHECK_STATUS(tercet_call_fail(&call, a, "x"), TERCET_OK);
  CHECK_STATUS(tercet_call_fail(&call, b, "x"), TERCET_OK);
  CHECK_STATUS(tercet_call_fail(&call, a, "x"), TERCET_OK);
  tercet_call_share_failure(&call, 3, 100); // Nothing failed since
  CHECK_INT(call.failures.n_total, 3);
  tercet_call_share_failure(&call, 2, 100);
  tercet_call_share_failure(&call, 2, 0); // No rows, but it was computed
  CHECK_INT(call.failures.items[0].n, 101);
  CHECK_INT(call.failures.items[1].n, 1);
  CHECK_INT(call.failures.n_total, 102);
  tercet_failures_clear(&call.failures);
}

static void
test_quiet_calls_do_not_count(void)
{
  tercet_call call = {.is_quiet = true};
  CHECK(!tercet_call_wants_reason(&call, a));
  CHECK_STATUS(tercet_call_fail(&call, a, "x"), TERCET_OK);
  CHECK_STATUS(tercet_call_fail_group(&call, a, "x"), TERCET_OK);
  tercet_call_share_failure(&call, 0, 5);
  CHECK_INT(call.failures.n_total, 0);
}

static void
test_memory_runs_out(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  for (size_t i = 0; i < 4U; ++i) {
    tercet_failures failures = {.alloc = &alloc};
    state = (failing_allocator){0, i};
    tercet_status st = tercet_failures_add(&failures, a, false, "x");
    st = st ? st : tercet_failures_add(&failures, b, false, "y");
    CHECK(st == TERCET_OK || st == TERCET_ERR_NO_MEMORY);
    CHECK_INT(failures.n_total, failures.n_items);

    state = (failing_allocator){0, SIZE_MAX};
    CHECK_STATUS(tercet_failures_add(&failures, b, false, "z"), TERCET_OK);
    CHECK(tercet_failures_find(&failures, b, false));
    tercet_failures_clear(&failures);
  }
}

int
main(void)
{
  test_first_reason_of_each_function_is_kept();
  test_reasons_are_cut();
  test_shared_failures();
  test_quiet_calls_do_not_count();
  test_memory_runs_out();
  return check_finish();
}
