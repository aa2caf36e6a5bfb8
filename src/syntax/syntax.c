// SPDX-License-Identifier: Apache-2.0

/// The names of the syntaxes, and the way in to their readers

#include "syntax/syntax.h"

#include "base/allocator.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/string_view.h"
#include "rdf/iri.h"
#include "syntax/reader.h"

#include <assert.h>
#include <string.h>

static const struct {
  const char *name;
  const char *suffix;
} syntaxes[] = {
#define ROW_OF_MEMBER(id, name, suffix) {name, suffix},
    TERCET_SYNTAX_LIST(ROW_OF_MEMBER)
#undef ROW_OF_MEMBER
};

#define N_SYNTAXES (sizeof(syntaxes) / sizeof(syntaxes[0]))

bool
tercet_syntax_from_name(const char *name, tercet_syntax *out)
{
  for (size_t i = 0; i < N_SYNTAXES; ++i) {
    // The suffix is a name too: ttl
    if (!strcmp(name, syntaxes[i].name) ||
        !strcmp(name, syntaxes[i].suffix + 1)) {
      *out = (tercet_syntax)i;
      return true;
    }
  }

  return false;
}

/// Take a suffix off a name, if it has it
static bool
take_suffix(tercet_string *name, const char *suffix)
{
  const tercet_string wanted = tercet_string_from(suffix);
  if (name->length < wanted.length) {
    return false;
  }

  const size_t start = name->length - wanted.length;
  const tercet_string found = {name->data + start, wanted.length};
  if (!tercet_string_equals_ignoring_case(found, wanted)) {
    return false;
  }
  name->length = start;
  return true;
}

bool
tercet_syntax_from_path(const char *path, tercet_syntax *out)
{
  tercet_string name = tercet_string_from(path);
  if (!take_suffix(&name, ".gz")) {
    (void)take_suffix(&name, ".zst");
  }

  for (size_t i = 0; i < N_SYNTAXES; ++i) {
    if (take_suffix(&name, syntaxes[i].suffix)) {
      *out = (tercet_syntax)i;
      return true;
    }
  }

  return false;
}

void
tercet_reader_locate(const tercet_reader_place *place, tercet_error *err)
{
  if (place && place->locate && err) {
    place->locate(place->reader, err);
  }
}

/// The function behind tercet_reader_locate()
static void
locate_object(void *handle, tercet_error *err)
{
  tercet_reader *const reader = (tercet_reader *)handle;
  tercet_window_locate(
      &reader->window, reader->object, &err->line, &err->column);
  tercet_error_set_source(err, tercet_input_name(reader->window.input));
}

static void
init_reader(tercet_reader *reader,
            const tercet_allocator *alloc,
            tercet_input *input,
            const tercet_reader_options *options,
            const tercet_sink *sink,
            tercet_error *err)
{
  *reader = (tercet_reader){0};
  reader->alloc = alloc;
  reader->options = options;
  reader->sink = sink;
  reader->err = err;

  tercet_window_init(&reader->window, alloc, input);
  reader->window.cancel = options->cancel;
  reader->window.progress = options->progress;
  if (options->max_token) {
    reader->window.max_kept = options->max_token;
  }
  if (options->place) {
    options->place->locate = locate_object;
    options->place->reader = reader;
  }

  tercet_buffer_init(&reader->subject_text, alloc, SIZE_MAX);
  tercet_buffer_init(&reader->predicate_text, alloc, SIZE_MAX);
  tercet_buffer_init(&reader->object_text, alloc, SIZE_MAX);
  tercet_buffer_init(&reader->datatype_text, alloc, SIZE_MAX);
  tercet_buffer_init(&reader->graph_text, alloc, SIZE_MAX);
}

static void
clear_reader(tercet_reader *reader)
{
  if (reader->options->place) {
    *reader->options->place = (tercet_reader_place){0};
  }
  tercet_buffer_clear(&reader->subject_text);
  tercet_buffer_clear(&reader->predicate_text);
  tercet_buffer_clear(&reader->object_text);
  tercet_buffer_clear(&reader->datatype_text);
  tercet_buffer_clear(&reader->graph_text);
  tercet_window_clear(&reader->window);
}

static tercet_status
read_in_syntax(tercet_reader *reader, tercet_syntax syntax)
{
  TERCET_TRY(tercet_window_begin(&reader->window, reader->err));
  switch (syntax) {
  case TERCET_SYNTAX_NTRIPLES:
    return tercet_read_ntriples(reader, false);
  case TERCET_SYNTAX_NQUADS:
    return tercet_read_ntriples(reader, true);
  case TERCET_SYNTAX_TURTLE:
    return tercet_read_turtle(reader, false);
  case TERCET_SYNTAX_TRIG:
    return tercet_read_turtle(reader, true);
  }

  return tercet_error_set(
      reader->err, TERCET_ERR_ARGUMENT, "no such syntax: %d", (int)syntax);
}

tercet_status
tercet_read_input(const tercet_allocator *alloc,
                  tercet_input *input,
                  tercet_syntax syntax,
                  const tercet_reader_options *options,
                  const tercet_sink *sink,
                  tercet_reader_stats *stats,
                  tercet_error *err)
{
  static const tercet_reader_options no_options = {0};
  tercet_error own_err = {0};
  tercet_reader reader;
  init_reader(&reader,
              tercet_allocator_or_default(alloc),
              input,
              options ? options : &no_options,
              sink,
              &own_err);

  const tercet_status st = read_in_syntax(&reader, syntax);
  assert(st != TERCET_NEED_MORE);
  if (st && own_err.status != st) {
    // From where no error is at hand, such as a buffer
    tercet_error_set(&own_err, st, "%s", tercet_status_string(st));
    tercet_error_set_source(&own_err, tercet_input_name(input));
  }
  if (st && err) {
    *err = own_err;
  }

  if (stats) {
    *stats = reader.stats;
    stats->n_bytes = tercet_window_bytes(&reader.window);
  }
  clear_reader(&reader);
  return st;
}

/// Read a file relative to its own IRI, unless another base is given
static tercet_status
read_file_input(const tercet_allocator *alloc,
                const char *path,
                tercet_input *input,
                tercet_syntax syntax,
                const tercet_reader_options *options,
                const tercet_sink *sink,
                tercet_reader_stats *stats,
                tercet_error *err)
{
  tercet_reader_options own = options ? *options : (tercet_reader_options){0};
  if (own.base.length || !strcmp(path, "-")) {
    return tercet_read_input(alloc, input, syntax, &own, sink, stats, err);
  }

  tercet_buffer base;
  tercet_buffer_init(&base, alloc, SIZE_MAX);
  tercet_status st = tercet_iri_from_path(path, &base);
  if (st != TERCET_OK) {
    tercet_error_set(err, st, "%s: %s", path, tercet_status_string(st));
  } else {
    own.base = tercet_buffer_view(&base);
    st = tercet_read_input(alloc, input, syntax, &own, sink, stats, err);
  }
  tercet_buffer_clear(&base);
  return st;
}

tercet_status
tercet_read_file(const tercet_allocator *alloc,
                 const char *path,
                 tercet_syntax syntax,
                 const tercet_reader_options *options,
                 const tercet_sink *sink,
                 tercet_reader_stats *stats,
                 tercet_error *err)
{
  tercet_input *input = NULL;
  if (stats) {
    *stats = (tercet_reader_stats){0};
  }
  TERCET_TRY(tercet_input_open_file(
      tercet_allocator_or_default(alloc), path, &input, err));

  const tercet_status st =
      read_file_input(alloc, path, input, syntax, options, sink, stats, err);
  tercet_input_close(input);
  return st;
}

tercet_status
tercet_read_text(const tercet_allocator *alloc,
                 tercet_string text,
                 tercet_syntax syntax,
                 const tercet_reader_options *options,
                 const tercet_sink *sink,
                 tercet_reader_stats *stats,
                 tercet_error *err)
{
  tercet_input *input = NULL;
  if (stats) {
    *stats = (tercet_reader_stats){0};
  }
  TERCET_TRY(tercet_input_open_text(
      tercet_allocator_or_default(alloc), text, &input, err));

  const tercet_status st =
      tercet_read_input(alloc, input, syntax, options, sink, stats, err);
  tercet_input_close(input);
  return st;
}
