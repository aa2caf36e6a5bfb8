// SPDX-License-Identifier: Apache-2.0

/**
   The threads that operations on arrays share.

   tercet_set_threads() says how many; one operation uses them at a time,
   another that finds them busy, or is itself one of their tasks, runs on its
   own thread.  How work is cut into tasks must not depend on their number, so
   that results do not either.
*/

#ifndef TERCET_ARRAY_PARALLEL_H
#define TERCET_ARRAY_PARALLEL_H

#include "base/thread_pool.h"

/// Bytes that an operation must read for the threads to be worth waking:
/// waking one takes about 10 us, in which a core reads 100 KB
#define TERCET_PARALLEL_BYTES (INT64_C(1) << 20U)

/// Run tasks 0 to n_tasks - 1, and return when all have ended; the first
/// failure is returned, tasks that have not started are then skipped
TERCET_NODISCARD tercet_status
tercet_parallel_run(size_t n_tasks, tercet_task task, void *context);

#endif // TERCET_ARRAY_PARALLEL_H
