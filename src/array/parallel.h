// SPDX-License-Identifier: Apache-2.0

/**
   The threads that operations on arrays share, and the token that stops them.

   tercet_set_threads() says how many; one operation uses them at a time,
   another that finds them busy, or is itself one of their tasks, runs on its
   own thread.  How work is cut into tasks must not depend on their number, so
   that results do not either.
*/

#ifndef TERCET_ARRAY_PARALLEL_H
#define TERCET_ARRAY_PARALLEL_H

#include "base/thread_pool.h"

#include <tercet/tensor_run.h>

/// Bytes that an operation must read for the threads to be worth waking:
/// waking one takes about 10 us, in which a core reads 100 KB
#define TERCET_PARALLEL_BYTES (INT64_C(1) << 20U)

/// Return #TERCET_OK, or why the operation that this thread runs is to stop
/// (see tercet_cancel_use())
TERCET_NODISCARD tercet_status
tercet_parallel_check(tercet_error *err);

/// Elements that a loop takes before it asks again whether it goes on
#define TERCET_STOP_LENGTH (INT64_C(1) << 16U)

/// Return whether the operation that this thread runs goes on; for loops that
/// find out in the middle of their work
TERCET_NODISCARD bool
tercet_parallel_goes_on(void);

/// Return why an operation stopped after tercet_parallel_goes_on() said so
TERCET_NODISCARD tercet_status
tercet_parallel_stopped(tercet_error *err);

/// Run tasks 0 to n_tasks - 1, and return when all have ended; the first
/// failure is returned, tasks that have not started are then skipped.  Looks at
/// the token before each task.
TERCET_NODISCARD tercet_status
tercet_parallel_run(size_t n_tasks,
                    tercet_task task,
                    void *context,
                    tercet_error *err);

#endif // TERCET_ARRAY_PARALLEL_H
