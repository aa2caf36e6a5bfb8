// SPDX-License-Identifier: Apache-2.0

/**
   @file tensor_run.h

   How operations on large tensors run.
*/

#ifndef TERCET_TENSOR_RUN_H
#define TERCET_TENSOR_RUN_H

#include <tercet/status.h>

TERCET_BEGIN_DECLS

/**
   Set the number of threads that operations on large tensors share in this
   process: 1, the default, uses the caller's only, 0 stands for one for each
   processor.  Results do not depend on it.  May be called from any thread;
   waits for an operation that uses the threads.
*/
TERCET_API void
tercet_set_threads(size_t n_threads);

/// Return what was set with tercet_set_threads(), or 1
TERCET_API size_t
tercet_threads(void);

TERCET_END_DECLS

#endif // TERCET_TENSOR_RUN_H
