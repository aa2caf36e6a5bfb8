// SPDX-License-Identifier: Apache-2.0

#include "store/load_queue.h"

#include "base/allocator.h"
#include "base/error.h"

#include <assert.h>
#include <pthread.h>

struct tercet_load_queue {
  const tercet_allocator *alloc;
  tercet_dictionary *dictionary;
  tercet_batch_listener listener;

  // Of the thread that fills
  tercet_term_batch batches[2];
  unsigned i_filling;
  tercet_text_store store; ///< Only for `table`, which decodes ahead
  tercet_tensor_table table;

  // Of the thread that interns, or of the only one
  tercet_id_quad *quads;
  size_t n_quads;
  size_t capacity;

  // Shared
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  bool has_thread;
  pthread_t thread;
  tercet_term_batch *given; ///< Being interned, NULL when that is done
  bool finished;            ///< No batch will follow
  tercet_status status;     ///< First failure of interning
};

tercet_status
tercet_load_queue_new(const tercet_allocator *alloc,
                      tercet_dictionary *dictionary,
                      const tercet_batch_listener *listener,
                      tercet_load_queue **out)
{
  tercet_load_queue *const queue = (tercet_load_queue *)tercet_allocate_zeroed(
      alloc, sizeof(tercet_load_queue));
  *out = NULL;
  if (!queue || tercet_term_batch_init(&queue->batches[0], alloc)) {
    tercet_release(alloc, queue);
    return TERCET_ERR_NO_MEMORY;
  }

  queue->alloc = alloc;
  queue->dictionary = dictionary;
  queue->listener = *listener;
  queue->batches[1].alloc = alloc;
  tercet_text_store_init(&queue->store, alloc);
  tercet_tensor_table_init(&queue->table, &queue->store);
  pthread_mutex_init(&queue->mutex, NULL);
  pthread_cond_init(&queue->changed, NULL);
  *out = queue;
  return TERCET_OK;
}

/* ---- Interning ---- */

static tercet_status
intern_batch(tercet_load_queue *queue, tercet_term_batch *batch)
{
  size_t needed = 0U;
  if (!tercet_size_add(queue->n_quads, batch->n_quads, &needed) ||
      !tercet_grow_array(queue->alloc,
                         (void **)&queue->quads,
                         &queue->capacity,
                         needed,
                         sizeof(tercet_id_quad))) {
    return TERCET_ERR_NO_MEMORY;
  }
  TERCET_TRY(tercet_term_batch_intern(batch,
                                      queue->dictionary,
                                      &queue->listener,
                                      queue->quads + queue->n_quads));
  queue->n_quads = needed;
  return TERCET_OK;
}

/// The other thread: intern batches until there are no more
static void *
run(void *argument)
{
  tercet_load_queue *const queue = (tercet_load_queue *)argument;
  pthread_mutex_lock(&queue->mutex);
  for (;;) {
    while (!queue->given && !queue->finished) {
      pthread_cond_wait(&queue->changed, &queue->mutex);
    }
    if (!queue->given) {
      break;
    }

    tercet_term_batch *const batch = queue->given;
    tercet_status st = queue->status;
    pthread_mutex_unlock(&queue->mutex);
    if (st == TERCET_OK) {
      st = intern_batch(queue, batch);
    }
    pthread_mutex_lock(&queue->mutex);
    queue->status = st;
    queue->given = NULL;
    pthread_cond_broadcast(&queue->changed);
  }

  pthread_mutex_unlock(&queue->mutex);
  return NULL;
}

/// Start the other thread, which is done without if it cannot be had
static void
start_thread(tercet_load_queue *queue)
{
  if (!queue->batches[1].text &&
      tercet_term_batch_init(&queue->batches[1], queue->alloc)) {
    return;
  }

  queue->has_thread = !pthread_create(&queue->thread, NULL, run, queue);
}

static void
end_thread(tercet_load_queue *queue)
{
  if (queue->has_thread) {
    pthread_mutex_lock(&queue->mutex);
    queue->finished = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
    pthread_join(queue->thread, NULL);
    queue->has_thread = false;
  }
}

/* ---- Filling ---- */

/// Wait until the other thread has nothing to do; meanwhile decode tensors of
/// the batch that is full, as long as there are any
static tercet_status
wait_for_turn(tercet_load_queue *queue, tercet_term_batch *batch)
{
  bool decoded = true;
  pthread_mutex_lock(&queue->mutex);
  while (queue->given) {
    if (!decoded) {
      pthread_cond_wait(&queue->changed, &queue->mutex);
      continue;
    }

    pthread_mutex_unlock(&queue->mutex);
    TERCET_TRY(tercet_term_batch_decode(batch, &queue->table, &decoded));
    pthread_mutex_lock(&queue->mutex);
  }

  const tercet_status st = queue->status;
  pthread_mutex_unlock(&queue->mutex);
  return st;
}

/// Give the full batch to the other thread, and go on with the other batch
static tercet_status
give_batch(tercet_load_queue *queue)
{
  tercet_term_batch *const batch = &queue->batches[queue->i_filling];
  TERCET_TRY(wait_for_turn(queue, batch));

  pthread_mutex_lock(&queue->mutex);
  queue->given = batch;
  pthread_cond_broadcast(&queue->changed);
  pthread_mutex_unlock(&queue->mutex);
  queue->i_filling ^= 1U;
  tercet_term_batch_reset(&queue->batches[queue->i_filling]);
  return TERCET_OK;
}

/// Make the batch that is being filled an empty one
static tercet_status
pass_on(tercet_load_queue *queue)
{
  if (!queue->has_thread) {
    start_thread(queue);
  }
  if (queue->has_thread) {
    return give_batch(queue);
  }

  tercet_term_batch *const batch = &queue->batches[0];
  TERCET_TRY(intern_batch(queue, batch));
  tercet_term_batch_reset(batch);
  return TERCET_OK;
}

tercet_status
tercet_load_queue_add(tercet_load_queue *queue,
                      const tercet_quad *quad,
                      tercet_id default_graph,
                      const tercet_error *where)
{
  if (!tercet_term_batch_has_room(&queue->batches[queue->i_filling], quad)) {
    TERCET_TRY(pass_on(queue));
  }

  return tercet_term_batch_add(
      &queue->batches[queue->i_filling], quad, default_graph, where);
}

tercet_status
tercet_load_queue_finish(tercet_load_queue *queue,
                         tercet_id_quad **quads,
                         size_t *n_quads,
                         size_t *capacity)
{
  end_thread(queue);
  TERCET_TRY(queue->status);
  TERCET_TRY(intern_batch(queue, &queue->batches[queue->i_filling]));

  *quads = queue->quads;
  *n_quads = queue->n_quads;
  *capacity = queue->capacity;
  queue->quads = NULL;
  queue->n_quads = 0U;
  queue->capacity = 0U;
  tercet_term_batch_reset(&queue->batches[queue->i_filling]);
  return TERCET_OK;
}

void
tercet_load_queue_free(tercet_load_queue *queue)
{
  if (!queue) {
    return;
  }

  end_thread(queue);
  tercet_term_batch_clear(&queue->batches[0]);
  tercet_term_batch_clear(&queue->batches[1]);
  tercet_tensor_table_clear(&queue->table);
  tercet_text_store_clear(&queue->store);
  pthread_cond_destroy(&queue->changed);
  pthread_mutex_destroy(&queue->mutex);
  tercet_release(queue->alloc, queue->quads);
  tercet_release(queue->alloc, queue);
}
