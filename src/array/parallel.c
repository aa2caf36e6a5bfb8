// SPDX-License-Identifier: Apache-2.0

#include "array/parallel.h"

#include <tercet/tensor.h>

#include <pthread.h>
#include <stdatomic.h>

/// Guards the pool, and is held while the pool runs
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static tercet_thread_pool *pool; ///< NULL until it is needed
static atomic_size_t n_threads = 1;

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

tercet_status
tercet_parallel_run(size_t n_tasks, tercet_task task, void *context)
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
