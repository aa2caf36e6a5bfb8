// SPDX-License-Identifier: Apache-2.0

#include "base/thread_pool.h"

#include "check.h"

#include <stdatomic.h>

enum { N_TASKS = 1000 };

typedef struct {
  atomic_uint done[N_TASKS];
  size_t fail_at;
} work_log;

static tercet_status
count_task(void *context, size_t i_task)
{
  work_log *const log = context;
  atomic_fetch_add(&log->done[i_task], 1);
  return i_task == log->fail_at ? TERCET_ERR_LIMIT : TERCET_OK;
}

static void
test_each_task_runs_once(tercet_thread_pool *pool)
{
  for (size_t round = 0; round < 50; ++round) {
    static work_log log;
    memset(&log, 0, sizeof(log));
    log.fail_at = SIZE_MAX;
    CHECK_STATUS(tercet_thread_pool_run(pool, N_TASKS, count_task, &log),
                 TERCET_OK);
    for (size_t i = 0; i < N_TASKS; ++i) {
      CHECK_INT(log.done[i], 1);
    }
  }
}

static void
test_failure_is_returned_and_stops(tercet_thread_pool *pool)
{
  static work_log log;
  memset(&log, 0, sizeof(log));
  log.fail_at = 10;
  CHECK_STATUS(tercet_thread_pool_run(pool, N_TASKS, count_task, &log),
               TERCET_ERR_LIMIT);

  size_t n_done = 0;
  for (size_t i = 0; i < N_TASKS; ++i) {
    CHECK(log.done[i] <= 1);
    n_done += log.done[i];
  }
  CHECK(n_done >= 11 && n_done <= N_TASKS);

  log.fail_at = SIZE_MAX;
  CHECK_STATUS(tercet_thread_pool_run(pool, 3, count_task, &log), TERCET_OK);
}

static void
test_allocation_that_fails(void)
{
  failing_allocator state = {0, 0};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK(!tercet_thread_pool_new(&alloc, 2));
  CHECK(!tercet_thread_pool_new(NULL, SIZE_MAX));
}

int
main(void)
{
  static const size_t sizes[] = {0, 1, 2, 4};
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    tercet_thread_pool *const pool = tercet_thread_pool_new(NULL, sizes[i]);
    CHECK(pool && tercet_thread_pool_size(pool) >= 1);
    CHECK(!sizes[i] || tercet_thread_pool_size(pool) == sizes[i]);
    test_each_task_runs_once(pool);
    test_failure_is_returned_and_stops(pool);
    tercet_thread_pool_free(pool);
  }

  test_each_task_runs_once(NULL);
  test_failure_is_returned_and_stops(NULL);
  CHECK_INT(tercet_thread_pool_size(NULL), 1);
  tercet_thread_pool_free(NULL);
  test_allocation_that_fails();
  return check_finish();
}
