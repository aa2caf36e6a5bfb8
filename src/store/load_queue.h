// SPDX-License-Identifier: Apache-2.0

/**
   Interns batches while the next one is being filled.

   The thread that interns starts when there is enough to do for two, and if
   none can be had, batches are interned by the thread that fills them.  While
   that waits for its turn it decodes tensors.
*/

#ifndef TERCET_STORE_LOAD_QUEUE_H
#define TERCET_STORE_LOAD_QUEUE_H

#include "store/term_batch.h"

typedef struct tercet_load_queue tercet_load_queue;

/// Make a queue that interns into a dictionary; `listener` is copied, and may
/// be called by the other thread
TERCET_NODISCARD tercet_status
tercet_load_queue_new(const tercet_allocator *alloc,
                      tercet_dictionary *dictionary,
                      const tercet_batch_listener *listener,
                      tercet_load_queue **out);

/// End the other thread and free all but the quads that were taken; NULL is
/// fine
void
tercet_load_queue_free(tercet_load_queue *queue);

/// Add a statement; as tercet_term_batch_add()
TERCET_NODISCARD tercet_status
tercet_load_queue_add(tercet_load_queue *queue,
                      const tercet_quad *quad,
                      tercet_id default_graph,
                      const tercet_error *where);

/// Intern what is left, and hand over all quads; the caller frees them with
/// the allocator.  `capacity` is the number of quads that there is room for.
TERCET_NODISCARD tercet_status
tercet_load_queue_finish(tercet_load_queue *queue,
                         tercet_id_quad **quads,
                         size_t *n_quads,
                         size_t *capacity);

#endif // TERCET_STORE_LOAD_QUEUE_H
