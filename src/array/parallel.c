// SPDX-License-Identifier: Apache-2.0

#include "array/parallel.h"

#include "base/error.h"

#include <pthread.h>
#include <stdatomic.h>

/// Guards the pool, and is held while the pool runs
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static tercet_thread_pool *pool; ///< NULL until it is needed
static atomic_size_t n_threads = 1;

/// What stops the operations of this thread
static _Thread_local const tercet_cancel *token;

void
tercet_set_threads(size_t n)
{
  pthread_mutex_lock(&mutex);
  tercet_thread_pool_free(pool);
  pool = NULL;
  atomic_store(&n_threads, n);
  pthread_mutex_unlock(&mutex);
}

size_t
tercet_threads(void)
{
  return atomic_load(&n_threads);
}

const tercet_cancel *
tercet_cancel_use(const tercet_cancel *cancel)
{
  const tercet_cancel *const former = token;
  token = cancel;
  return former;
}

/// Give a failure its message, if tasks have not
static tercet_status
report(tercet_status st, tercet_error *err)
{
  return st ? tercet_error_set(err, st, "%s", tercet_status_string(st))
            : TERCET_OK;
}

tercet_status
tercet_parallel_check(tercet_error *err)
{
  return token ? report(tercet_cancel_check(token), err) : TERCET_OK;
}

bool
tercet_parallel_goes_on(void)
{
  return !token || !tercet_cancel_check(token);
}

tercet_status
tercet_parallel_stopped(tercet_error *err)
{
  // A time limit may have been lifted since
  const tercet_status st = tercet_cancel_check(token);
  return report(st ? st : TERCET_ERR_CANCELLED, err);
}

/// Tasks of an operation that may be stopped
typedef struct {
  tercet_task task;
  void *context;
  const tercet_cancel *cancel;
} stoppable_tasks;

static tercet_status
run_stoppable(void *context, size_t i_task)
{
  const stoppable_tasks *const tasks = (const stoppable_tasks *)context;
  TERCET_TRY(tercet_cancel_check(tasks->cancel));
  const tercet_cancel *const former = tercet_cancel_use(tasks->cancel);
  const tercet_status st = tasks->task(tasks->context, i_task);
  tercet_cancel_use(former);
  return st;
}

static tercet_status
run_tasks(size_t n_tasks, tercet_task task, void *context)
{
  const size_t n = atomic_load(&n_threads);
  if (n_tasks < 2 || n == 1 || pthread_mutex_trylock(&mutex)) {
    return tercet_thread_pool_run(NULL, n_tasks, task, context);
  }

  // Without memory for a pool the tasks run here
  if (!pool) {
    pool = tercet_thread_pool_new(NULL, n);
  }
  const tercet_status st = tercet_thread_pool_run(pool, n_tasks, task, context);
  pthread_mutex_unlock(&mutex);
  return st;
}

tercet_status
tercet_parallel_run(size_t n_tasks,
                    tercet_task task,
                    void *context,
                    tercet_error *err)
{
  if (!token) {
    return report(run_tasks(n_tasks, task, context), err);
  }
  stoppable_tasks tasks = {task, context, token};
  return report(run_tasks(n_tasks, run_stoppable, &tasks), err);
}
