// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_BASE_THREAD_POOL_H
#define TERCET_BASE_THREAD_POOL_H

#include <tercet/status.h>

typedef struct tercet_thread_pool tercet_thread_pool;

/// One of the tasks of a tercet_thread_pool_run(); the first failure is
/// returned by the run, tasks that have not started are then skipped
typedef tercet_status (*tercet_task)(void *context, size_t i_task);

/// Start a pool of `n_threads` in all, the caller's included; 0 means one for
/// each processor this process may use.  NULL if memory or threads are out.
TERCET_NODISCARD tercet_thread_pool *
tercet_thread_pool_new(const tercet_allocator *alloc, size_t n_threads);

/// End the threads; NULL is fine
void
tercet_thread_pool_free(tercet_thread_pool *pool);

/// Return the number of threads; 1 for NULL
size_t
tercet_thread_pool_size(const tercet_thread_pool *pool);

/// Run tasks 0 to n_tasks - 1, the caller's thread helping, and return when
/// all have ended.  A NULL pool runs them here in order.  One run at a time.
TERCET_NODISCARD tercet_status
tercet_thread_pool_run(tercet_thread_pool *pool,
                       size_t n_tasks,
                       tercet_task task,
                       void *context);

#endif // TERCET_BASE_THREAD_POOL_H
