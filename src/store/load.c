// SPDX-License-Identifier: Apache-2.0

#include "store/dataset_internal.h"

#include "base/allocator.h"
#include "base/error.h"
#include "store/load_queue.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/// Fewer quads than this are not worth a second thread
#define LEAST_FOR_THREADS ((size_t)20000)

/// One load on its way
typedef struct {
  tercet_dataset *dataset;
  const tercet_load_options *options;
  const char *source; ///< Name for warnings
  tercet_reader_place place;
  tercet_load_queue *queue;
  tercet_id graph; ///< Graph of what is in the default graph
  uint64_t n_ill_typed;
  pthread_mutex_t warning_mutex; ///< Warnings come from two threads
} load;

static void
warn(load *l, const tercet_error *warning)
{
  if (l->options->warning) {
    pthread_mutex_lock(&l->warning_mutex);
    l->options->warning(l->options->warning_context, warning);
    pthread_mutex_unlock(&l->warning_mutex);
  }
}

static void
on_warning(void *context, const tercet_error *warning)
{
  warn((load *)context, warning);
}

static void
on_ill_typed(void *context, const tercet_error *error)
{
  load *const l = (load *)context;
  tercet_error warning = *error;
  tercet_error_set_source(&warning, l->source);
  ++l->n_ill_typed;
  warn(l, &warning);
}

static bool
is_tensor(const tercet_term *term)
{
  return term->kind == TERCET_TERM_LITERAL &&
         tercet_datatype_is_tensor(tercet_datatype_from_iri(term->datatype));
}

static tercet_status
on_quad(void *context, const tercet_quad *quad, tercet_error *err)
{
  load *const l = (load *)context;
  tercet_error where;
  const bool locate = is_tensor(&quad->object);
  if (locate) {
    where.line = 0U;
    where.column = 0U;
    tercet_reader_locate(&l->place, &where);
  }

  const tercet_status st =
      tercet_load_queue_add(l->queue, quad, l->graph, locate ? &where : NULL);
  return st == TERCET_ERR_NO_MEMORY ? tercet_error_no_memory(err)
         : st                       ? tercet_error_set(
                    err, st, "statements about statements are not supported")
              : TERCET_OK;
}

/// Put the dataset's quads behind the new ones and index all of them
static tercet_status
index_quads(tercet_dataset *dataset,
            tercet_id_quad **quads,
            size_t n_quads,
            size_t capacity,
            tercet_error *err)
{
  const size_t n_old = (size_t)tercet_segment_size(dataset->segment);
  size_t n = 0U;
  if (!tercet_size_add(n_old, n_quads, &n) ||
      !tercet_grow_array(dataset->alloc,
                         (void **)quads,
                         &capacity,
                         n,
                         sizeof(tercet_id_quad))) {
    return tercet_error_no_memory(err);
  }
  if (n_old) {
    TERCET_TRY(tercet_segment_unpack(dataset->segment, *quads + n_quads));
  }

  // Without threads it only takes longer
  tercet_thread_pool *const pool =
      n < LEAST_FOR_THREADS ? NULL : tercet_thread_pool_new(dataset->alloc, 0U);
  tercet_segment *segment = NULL;
  const tercet_status st =
      tercet_segment_build(dataset->alloc, pool, *quads, n, &segment, err);
  tercet_thread_pool_free(pool);
  if (st == TERCET_OK) {
    tercet_segment_free(dataset->segment);
    dataset->segment = segment;
  }

  return st;
}

/// What is loaded
typedef struct {
  const char *path; ///< NULL to read the text
  tercet_string text;
  tercet_syntax syntax;
} load_source;

static tercet_status
read_source(load *l,
            const load_source *source,
            tercet_reader_stats *stats,
            tercet_error *err)
{
  char prefix[32];
  const int length =
      snprintf(prefix, sizeof(prefix), "f%" PRIu64 "_", ++l->dataset->n_loads);
  const tercet_sink sink = {.quad = on_quad, .context = l};
  const tercet_reader_options options = {
      .base = l->options->base,
      .raw_datatypes = tercet_tensor_datatypes,
      .recover = l->options->recover,
      .warning = on_warning,
      .warning_context = l,
      .blank_prefix = {prefix, (size_t)length},
      .place = &l->place,
      .cancel = l->options->cancel,
      .progress = l->options->progress,
  };

  return source->path ? tercet_read_file(l->dataset->alloc,
                                         source->path,
                                         source->syntax,
                                         &options,
                                         &sink,
                                         stats,
                                         err)
                      : tercet_read_text(l->dataset->alloc,
                                         source->text,
                                         source->syntax,
                                         &options,
                                         &sink,
                                         stats,
                                         err);
}

static tercet_status
intern_graph(load *l, tercet_error *err)
{
  l->graph = TERCET_ID_NONE;
  if (!l->options->graph.length) {
    return TERCET_OK;
  }

  const tercet_term graph = {.kind = TERCET_TERM_IRI,
                             .value = l->options->graph};
  return tercet_dictionary_intern(
             l->dataset->dictionary, &graph, &l->graph, NULL)
             ? tercet_error_no_memory(err)
             : TERCET_OK;
}

/// Read and intern everything, and only then let the dataset have it
static tercet_status
load_quads(load *l,
           const load_source *source,
           tercet_reader_stats *stats,
           tercet_error *err)
{
  tercet_id_quad *quads = NULL;
  size_t n_quads = 0U;
  size_t capacity = 0U;
  TERCET_TRY(intern_graph(l, err));
  TERCET_TRY(read_source(l, source, stats, err));
  if (tercet_load_queue_finish(l->queue, &quads, &n_quads, &capacity)) {
    return tercet_error_no_memory(err);
  }

  tercet_status st = tercet_cancel_check(l->options->cancel);
  if (st != TERCET_OK) {
    tercet_error_set(err, st, "%s", tercet_status_string(st));
  } else {
    st = index_quads(l->dataset, &quads, n_quads, capacity, err);
  }

  tercet_release(l->dataset->alloc, quads);
  return st;
}

/// Load with everything that has to be released in the end
static tercet_status
load_with_queue(load *l,
                const load_source *source,
                tercet_reader_stats *stats,
                tercet_error *err)
{
  tercet_dataset *const dataset = l->dataset;
  const tercet_batch_listener listener = {on_ill_typed, l};
  if (tercet_load_queue_new(
          dataset->alloc, dataset->dictionary, &listener, &l->queue)) {
    return tercet_error_no_memory(err);
  }

  pthread_mutex_init(&l->warning_mutex, NULL);
  const tercet_status st = load_quads(l, source, stats, err);
  tercet_load_queue_free(l->queue);
  pthread_mutex_destroy(&l->warning_mutex);
  return st;
}

static tercet_status
run_load(tercet_dataset *dataset,
         const load_source *source,
         const tercet_load_options *options,
         tercet_load_stats *stats,
         tercet_error *err)
{
  static const tercet_load_options no_options = {0};
  load l = {.dataset = dataset,
            .options = options ? options : &no_options,
            .source = source->path ? source->path : ""};
  tercet_reader_stats read = {0};
  tercet_dictionary_mark *mark = NULL;
  if (tercet_dictionary_mark_new(dataset->dictionary, &mark)) {
    return tercet_error_no_memory(err);
  }

  const tercet_status st = load_with_queue(&l, source, &read, err);
  if (st != TERCET_OK) {
    tercet_dictionary_rollback(dataset->dictionary, mark);
  }
  tercet_dictionary_trim(dataset->dictionary);
  tercet_dictionary_mark_free(dataset->dictionary, mark);
  if (stats) {
    stats->n_quads = read.n_quads;
    stats->n_skipped = read.n_skipped;
    stats->n_ill_typed = l.n_ill_typed;
    stats->n_bytes = read.n_bytes;
  }

  return st;
}

tercet_status
tercet_dataset_load_file(tercet_dataset *dataset,
                         const char *path,
                         tercet_syntax syntax,
                         const tercet_load_options *options,
                         tercet_load_stats *stats,
                         tercet_error *err)
{
  const load_source source = {path, {NULL, 0U}, syntax};
  return run_load(dataset, &source, options, stats, err);
}

tercet_status
tercet_dataset_load_text(tercet_dataset *dataset,
                         tercet_string text,
                         tercet_syntax syntax,
                         const tercet_load_options *options,
                         tercet_load_stats *stats,
                         tercet_error *err)
{
  const load_source source = {NULL, text, syntax};
  return run_load(dataset, &source, options, stats, err);
}
