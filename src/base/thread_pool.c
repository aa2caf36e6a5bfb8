// SPDX-License-Identifier: Apache-2.0

#include "base/thread_pool.h"

#include "base/allocator.h"

#include <pthread.h>
#include <sched.h>

struct tercet_thread_pool {
  const tercet_allocator *alloc;
  pthread_mutex_t mutex;
  pthread_cond_t work_ready;
  pthread_cond_t work_done;

  // The current run, guarded by the mutex
  tercet_task task;
  void *context;
  size_t n_tasks;
  size_t next_task;
  size_t n_running;
  tercet_status status;
  bool stopping;

  size_t n_threads; ///< Started, without the caller's
  pthread_t threads[];
};

/// Take tasks until there are none left; the mutex is held on entry and exit
static void
work(tercet_thread_pool *pool)
{
  while (pool->status == TERCET_OK && pool->next_task < pool->n_tasks) {
    const size_t i_task = pool->next_task++;
    ++pool->n_running;
    pthread_mutex_unlock(&pool->mutex);
    const tercet_status st = pool->task(pool->context, i_task);
    pthread_mutex_lock(&pool->mutex);
    --pool->n_running;
    if (st != TERCET_OK && pool->status == TERCET_OK) {
      pool->status = st;
    }
  }
}

static void *
thread_main(void *argument)
{
  tercet_thread_pool *const pool = argument;

  pthread_mutex_lock(&pool->mutex);
  while (!pool->stopping) {
    work(pool);
    if (!pool->n_running) {
      pthread_cond_signal(&pool->work_done);
    }
    pthread_cond_wait(&pool->work_ready, &pool->mutex);
  }
  pthread_mutex_unlock(&pool->mutex);
  return NULL;
}

static size_t
usable_processors(void)
{
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set)) {
    return 1;
  }
  const int count = CPU_COUNT(&set);
  return count > 0 ? (size_t)count : 1U;
}

tercet_thread_pool *
tercet_thread_pool_new(const tercet_allocator *alloc, size_t n_threads)
{
  const size_t wanted = n_threads ? n_threads : usable_processors();

  size_t bytes = 0;
  if (!tercet_size_multiply(wanted, sizeof(pthread_t), &bytes) ||
      !tercet_size_add(bytes, sizeof(tercet_thread_pool), &bytes)) {
    return NULL;
  }

  tercet_thread_pool *const pool = tercet_allocate_zeroed(alloc, bytes);
  if (!pool) {
    return NULL;
  }

  pool->alloc = alloc;
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->work_ready, NULL);
  pthread_cond_init(&pool->work_done, NULL);
  while (pool->n_threads + 1U < wanted) {
    if (pthread_create(
            &pool->threads[pool->n_threads], NULL, thread_main, pool)) {
      tercet_thread_pool_free(pool);
      return NULL;
    }
    ++pool->n_threads;
  }
  return pool;
}

void
tercet_thread_pool_free(tercet_thread_pool *pool)
{
  if (!pool) {
    return;
  }

  pthread_mutex_lock(&pool->mutex);
  pool->stopping = true;
  pthread_cond_broadcast(&pool->work_ready);
  pthread_mutex_unlock(&pool->mutex);

  for (size_t i = 0; i < pool->n_threads; ++i) {
    pthread_join(pool->threads[i], NULL);
  }
  pthread_cond_destroy(&pool->work_done);
  pthread_cond_destroy(&pool->work_ready);
  pthread_mutex_destroy(&pool->mutex);
  tercet_release(pool->alloc, pool);
}

size_t
tercet_thread_pool_size(const tercet_thread_pool *pool)
{
  return pool ? pool->n_threads + 1U : 1U;
}

static tercet_status
run_here(size_t n_tasks, tercet_task task, void *context)
{
  tercet_status st = TERCET_OK;
  for (size_t i = 0; st == TERCET_OK && i < n_tasks; ++i) {
    st = task(context, i);
  }
  return st;
}

tercet_status
tercet_thread_pool_run(tercet_thread_pool *pool,
                       size_t n_tasks,
                       tercet_task task,
                       void *context)
{
  if (!pool || !pool->n_threads || n_tasks < 2U) {
    return run_here(n_tasks, task, context);
  }

  pthread_mutex_lock(&pool->mutex);
  pool->task = task;
  pool->context = context;
  pool->n_tasks = n_tasks;
  pool->next_task = 0;
  pool->status = TERCET_OK;
  pthread_cond_broadcast(&pool->work_ready);

  work(pool);
  while (pool->n_running) {
    pthread_cond_wait(&pool->work_done, &pool->mutex);
  }

  // Threads that wake late must find nothing to do
  pool->n_tasks = 0;
  const tercet_status st = pool->status;
  pthread_mutex_unlock(&pool->mutex);
  return st;
}
