// SPDX-License-Identifier: Apache-2.0

#include "store/dataset_internal.h"

#include "base/allocator.h"
#include "base/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// One load on its way
typedef struct {
  tercet_dataset *dataset;
  const tercet_load_options *options;
  tercet_id graph; ///< Graph of what is in the default graph
  tercet_id_quad *quads;
  size_t n_quads;
  size_t capacity;
  uint64_t n_ill_typed;
} load;

static void
warn(const load *l, const tercet_error *warning)
{
  if (l->options->warning) {
    l->options->warning(l->options->warning_context, warning);
  }
}

static void
on_warning(void *context, const tercet_error *warning)
{
  warn((const load *)context, warning);
}

/// Intern one term, and warn if it is an ill-typed tensor
static tercet_status
intern(load *l, const tercet_term *term, tercet_id *out)
{
  tercet_error ill_typed = {0};
  TERCET_TRY(
      tercet_dictionary_intern(l->dataset->dictionary, term, out, &ill_typed));
  if (ill_typed.status != TERCET_OK) {
    ++l->n_ill_typed;
    warn(l, &ill_typed);
  }

  return TERCET_OK;
}

static tercet_status
add_quad(load *l, const tercet_quad *quad)
{
  if (!tercet_grow_array(l->dataset->alloc,
                         (void **)&l->quads,
                         &l->capacity,
                         l->n_quads + 1U,
                         sizeof(tercet_id_quad))) {
    return TERCET_ERR_NO_MEMORY;
  }

  tercet_id *const ids = l->quads[l->n_quads].id;
  TERCET_TRY(intern(l, &quad->subject, &ids[TERCET_S]));
  TERCET_TRY(intern(l, &quad->predicate, &ids[TERCET_P]));
  TERCET_TRY(intern(l, &quad->object, &ids[TERCET_O]));
  if (quad->graph.kind == TERCET_TERM_NONE) {
    ids[TERCET_G] = l->graph;
  } else {
    TERCET_TRY(intern(l, &quad->graph, &ids[TERCET_G]));
  }

  ++l->n_quads;
  return TERCET_OK;
}

static tercet_status
on_quad(void *context, const tercet_quad *quad, tercet_error *err)
{
  const tercet_status st = add_quad((load *)context, quad);
  return st == TERCET_ERR_NO_MEMORY ? tercet_error_no_memory(err) : st;
}

/// Put the dataset's quads before the new ones and index all of them
static tercet_status
build_segment(load *l, tercet_error *err)
{
  tercet_dataset *const dataset = l->dataset;
  const size_t n_old = (size_t)tercet_segment_size(dataset->segment);
  size_t n = 0U;
  if (!tercet_size_add(n_old, l->n_quads, &n) ||
      !tercet_grow_array(dataset->alloc,
                         (void **)&l->quads,
                         &l->capacity,
                         n,
                         sizeof(tercet_id_quad))) {
    return tercet_error_no_memory(err);
  }
  TERCET_TRY(tercet_segment_unpack(dataset->segment, l->quads + l->n_quads));

  tercet_segment *segment = NULL;
  TERCET_TRY(
      tercet_segment_build(dataset->alloc, NULL, l->quads, n, &segment, err));
  tercet_segment_free(dataset->segment);
  dataset->segment = segment;
  return TERCET_OK;
}

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

static tercet_status
run_load(tercet_dataset *dataset,
         const load_source *source,
         const tercet_load_options *options,
         tercet_load_stats *stats,
         tercet_error *err)
{
  static const tercet_load_options no_options = {0};
  load l = {.dataset = dataset, .options = options ? options : &no_options};
  tercet_reader_stats read = {0};

  tercet_status st = intern_graph(&l, err);
  if (st == TERCET_OK) {
    st = read_source(&l, source, &read, err);
  }
  if (st == TERCET_OK) {
    st = build_segment(&l, err);
  }
  if (stats) {
    stats->n_quads = read.n_quads;
    stats->n_skipped = read.n_skipped;
    stats->n_ill_typed = l.n_ill_typed;
    stats->n_bytes = read.n_bytes;
  }

  tercet_release(dataset->alloc, l.quads);
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
