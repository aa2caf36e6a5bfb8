// SPDX-License-Identifier: Apache-2.0

/**
   @file tensor_run.h

   How operations on large tensors run: in how many threads, and until when.
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

/**
   Let the operations on tensors that this thread calls from now on stop when a
   token says so.

   They look at it before they start and after each part of the work, of some
   hundred kilobytes to a few megabytes; sorts and selections of one long lane
   between their passes over it.  Calls of BLAS and LAPACK run to their
   end, and so do folds and scans, whose function may return a status itself.
   An operation that is stopped returns #TERCET_ERR_CANCELLED or
   #TERCET_ERR_TIMEOUT and gives back what it made.  Of a tensor that it was
   writing to, the elements are then indeterminate, also where the function says
   that nothing is written on failure, and of a generator of random numbers it
   is not said how many it has drawn.  Functions that do not return a status do
   not stop.

   @param cancel Must stay until another token is used; NULL never stops.
   @return The token used before, or NULL, for the caller to use again when
   what should stop is over.
*/
TERCET_API const tercet_cancel *
tercet_cancel_use(const tercet_cancel *cancel);

TERCET_END_DECLS

#endif // TERCET_TENSOR_RUN_H
