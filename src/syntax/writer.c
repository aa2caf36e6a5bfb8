// SPDX-License-Identifier: Apache-2.0

#include "syntax/writer.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"
#include "rdf/term.h"

/// Bytes that are given to the output at once
#define CHUNK ((size_t)64 * 1024)

static bool
is_turtle(const tercet_writer *writer)
{
  return writer->syntax == TERCET_SYNTAX_TURTLE ||
         writer->syntax == TERCET_SYNTAX_TRIG;
}

static bool
has_graphs(const tercet_writer *writer)
{
  return writer->syntax == TERCET_SYNTAX_NQUADS ||
         writer->syntax == TERCET_SYNTAX_TRIG;
}

tercet_status
tercet_writer_new(const tercet_allocator *alloc,
                  tercet_syntax syntax,
                  const tercet_output *output,
                  tercet_writer **out,
                  tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  tercet_writer *const writer =
      (tercet_writer *)tercet_allocate_zeroed(alloc, sizeof(tercet_writer));
  *out = writer;
  if (!writer) {
    return tercet_error_no_memory(err);
  }

  writer->alloc = alloc;
  writer->syntax = syntax;
  writer->output = *output;
  tercet_buffer_init(&writer->text, alloc, SIZE_MAX);
  tercet_buffer_init(&writer->subject.value, alloc, SIZE_MAX);
  tercet_buffer_init(&writer->predicate.value, alloc, SIZE_MAX);
  tercet_buffer_init(&writer->graph.value, alloc, SIZE_MAX);
  tercet_prefix_map_init(&writer->prefixes, alloc);
  tercet_prefix_map_init(&writer->namespaces, alloc);
  return TERCET_OK;
}

void
tercet_writer_free(tercet_writer *writer)
{
  if (!writer) {
    return;
  }

  tercet_prefix_map_clear(&writer->namespaces);
  tercet_prefix_map_clear(&writer->prefixes);
  tercet_buffer_clear(&writer->graph.value);
  tercet_buffer_clear(&writer->predicate.value);
  tercet_buffer_clear(&writer->subject.value);
  tercet_buffer_clear(&writer->text);
  tercet_release(writer->alloc, writer);
}

static tercet_status
flush(tercet_writer *writer, tercet_error *err)
{
  const tercet_string text = tercet_buffer_view(&writer->text);
  writer->text.length = 0;
  return text.length ? writer->output.write(
                           writer->output.context, text.data, text.length, err)
                     : TERCET_OK;
}

/// Remember a failure, and give it a message where it has none yet
static tercet_status
finish_step(tercet_writer *writer, tercet_status st, tercet_error *err)
{
  if (st == TERCET_ERR_ARGUMENT) {
    tercet_error_set(err, st, "a term or prefix that cannot be written");
  } else if (st) {
    tercet_error_set(err, st, "%s", tercet_status_string(st));
  } else if (writer->text.length >= CHUNK) {
    st = flush(writer, err);
  }

  writer->failure = st;
  return st;
}

/// Refuse to go on behind a failure: something would be missing
static tercet_status
check_failure(const tercet_writer *writer, tercet_error *err)
{
  return writer->failure ? tercet_error_set(err,
                                            writer->failure,
                                            "writing has failed before")
                         : TERCET_OK;
}

/// Append the terms of a line and its end
static tercet_status
write_line(tercet_writer *writer, const tercet_quad *quad)
{
  tercet_buffer *const text = &writer->text;
  TERCET_TRY(tercet_term_append(&quad->subject, text));
  TERCET_TRY(tercet_buffer_append_char(text, ' '));
  TERCET_TRY(tercet_term_append(&quad->predicate, text));
  TERCET_TRY(tercet_buffer_append_char(text, ' '));
  TERCET_TRY(tercet_term_append(&quad->object, text));
  if (quad->graph.kind != TERCET_TERM_NONE) {
    TERCET_TRY(tercet_buffer_append_char(text, ' '));
    TERCET_TRY(tercet_term_append(&quad->graph, text));
  }
  return tercet_buffer_append(text, " .\n", 3);
}

static tercet_status
write_quad(void *context, const tercet_quad *quad, tercet_error *err)
{
  tercet_writer *const writer = (tercet_writer *)context;
  TERCET_TRY(check_failure(writer, err));
  if (quad->graph.kind != TERCET_TERM_NONE && !has_graphs(writer)) {
    writer->failure = TERCET_ERR_UNSUPPORTED;
    return tercet_error_set(err,
                            TERCET_ERR_UNSUPPORTED,
                            "this syntax has no place for the named graph "
                            "<%.*s>; N-Quads and TriG have",
                            TERCET_STRING_ARGS(quad->graph.value));
  }

  const size_t start = writer->text.length;
  const tercet_status st = is_turtle(writer)
                               ? tercet_turtle_write_quad(writer, quad)
                               : write_line(writer, quad);
  if (st) {
    writer->text.length = start; // No half statement
  }
  return finish_step(writer, st, err);
}

static tercet_status
write_prefix(void *context,
             tercet_string name,
             tercet_string iri,
             tercet_error *err)
{
  tercet_writer *const writer = (tercet_writer *)context;
  TERCET_TRY(check_failure(writer, err));

  const tercet_status st = tercet_turtle_write_prefix(writer, name, iri);
  return finish_step(writer, st, err);
}

tercet_sink
tercet_writer_sink(tercet_writer *writer)
{
  const tercet_sink sink = {
      write_quad, is_turtle(writer) ? write_prefix : NULL, NULL, writer};
  return sink;
}

tercet_status
tercet_writer_finish(tercet_writer *writer, tercet_error *err)
{
  TERCET_TRY(check_failure(writer, err));
  if (is_turtle(writer)) {
    const tercet_status st = tercet_turtle_write_end(writer);
    TERCET_TRY(finish_step(writer, st, err));
  }

  writer->failure = flush(writer, err);
  return writer->failure;
}
