// SPDX-License-Identifier: Apache-2.0

/// What the fuzz targets of the readers check of any text

#ifndef TERCET_TEST_FUZZ_READING_H
#define TERCET_TEST_FUZZ_READING_H

#include "base/allocator.h"
#include "base/buffer.h"
#include "base/string_view.h"
#include "rdf/blank.h"
#include "rdf/term.h"
#include "syntax/syntax.h"

#include <stdlib.h>

/// What came of a reading
typedef struct {
  tercet_status status;
  tercet_error err;
  tercet_reader_stats stats;
  tercet_buffer quads; ///< N-Quads
  bool rename;         ///< As another reading of the labels would
} reading;

static inline void
reading_require(bool holds)
{
  if (!holds) {
    abort();
  }
}

static inline void
reading_add_term(reading *r, const tercet_term *term)
{
  if (term->kind == TERCET_TERM_NONE) {
    return;
  }

  if (term->kind == TERCET_TERM_BLANK && r->rename) {
    reading_require(!tercet_buffer_append(&r->quads, "_:", 2));
    reading_require(!tercet_blank_label_append(term->value, &r->quads));
  } else {
    reading_require(!tercet_term_append(term, &r->quads));
  }
  reading_require(!tercet_buffer_append_char(&r->quads, ' '));
}

static inline tercet_status
reading_add(void *context, const tercet_quad *quad, tercet_error *err)
{
  (void)err;
  reading *const r = (reading *)context;
  reading_add_term(r, &quad->subject);
  reading_add_term(r, &quad->predicate);
  reading_add_term(r, &quad->object);
  reading_add_term(r, &quad->graph);
  return tercet_buffer_append(&r->quads, ".\n", 2);
}

/// Read a text in pieces of at most `chunk` bytes into `sink`, or if it is
/// NULL into `r->quads`
static inline void
reading_run(reading *r,
            tercet_string text,
            tercet_syntax syntax,
            size_t chunk,
            bool recover,
            const tercet_sink *sink)
{
  const tercet_sink own_sink = {reading_add, NULL, NULL, r};
  tercet_reader_options options = {0};
  options.base = tercet_string_from("http://example.org/a/b");
  options.recover = recover;

  tercet_input *input = NULL;
  reading_require(
      !tercet_input_open_text(&tercet_allocator_default, text, &input, NULL));
  tercet_input_limit_reads(input, chunk);
  r->status = tercet_read_input(NULL,
                                input,
                                syntax,
                                &options,
                                sink ? sink : &own_sink,
                                &r->stats,
                                &r->err);
  tercet_input_close(input);
}

static inline void
reading_init(reading *r)
{
  *r = (reading){0};
  tercet_buffer_init(&r->quads, NULL, SIZE_MAX);
}

/// Check that the text is read alike in pieces
static inline void
reading_check_pieces(const reading *whole,
                     tercet_string text,
                     tercet_syntax syntax)
{
  reading r;
  reading_init(&r);
  reading_run(&r, text, syntax, 1U + text.length % 5U, false, NULL);
  reading_require(r.status == whole->status && r.err.line == whole->err.line &&
                  r.err.column == whole->err.column &&
                  !strcmp(r.err.message, whole->err.message));
  reading_require(tercet_string_equals(tercet_buffer_view(&r.quads),
                                       tercet_buffer_view(&whole->quads)));
  tercet_buffer_clear(&r.quads);
}

/// Check that what was read comes back after it was written in a syntax
static inline void
reading_check_written(const reading *whole,
                      tercet_string text,
                      tercet_syntax syntax,
                      tercet_syntax to)
{
  reading direct;
  reading r;
  tercet_buffer written;
  reading_init(&direct);
  reading_init(&r);
  tercet_buffer_init(&written, NULL, SIZE_MAX);

  const tercet_output output = tercet_buffer_output(&written);
  tercet_writer *writer = NULL;
  reading_require(!tercet_writer_new(NULL, to, &output, &writer, NULL));
  const tercet_sink sink = tercet_writer_sink(writer);
  reading_run(&r, text, syntax, SIZE_MAX, false, &sink);
  reading_require(!r.status && !tercet_writer_finish(writer, NULL));
  tercet_writer_free(writer);

  direct.rename = to == TERCET_SYNTAX_TRIG;
  reading_run(&direct, text, syntax, SIZE_MAX, false, NULL);
  reading_run(&r, tercet_buffer_view(&written), to, SIZE_MAX, false, NULL);
  reading_require(!r.status && r.stats.n_quads == whole->stats.n_quads);
  reading_require(tercet_string_equals(tercet_buffer_view(&r.quads),
                                       tercet_buffer_view(&direct.quads)));
  tercet_buffer_clear(&written);
  tercet_buffer_clear(&direct.quads);
  tercet_buffer_clear(&r.quads);
}

/// Check all there is to check of a text in a syntax
static inline void
reading_check(const uint8_t *data, size_t size, tercet_syntax syntax)
{
  const tercet_string text = {(const char *)data, size};
  reading r;
  reading_init(&r);
  reading_run(&r, text, syntax, SIZE_MAX, false, NULL);
  reading_check_pieces(&r, text, syntax);
  if (r.status) {
    reading_require(
        r.status == TERCET_ERR_UNSUPPORTED ||
        (r.status == TERCET_ERR_SYNTAX && r.err.line && r.err.column));
    reading_require(r.err.status == r.status && r.err.message[0]);
  } else {
    reading_check_written(&r, text, syntax, TERCET_SYNTAX_NQUADS);
    reading_check_written(&r, text, syntax, TERCET_SYNTAX_TRIG);
  }

  r.quads.length = 0;
  const tercet_status st = r.status;
  reading_run(&r, text, syntax, 3, true, NULL);
  reading_require(!r.status || r.status == TERCET_ERR_UNSUPPORTED);
  reading_require(r.status || (st == TERCET_OK) == (r.stats.n_skipped == 0));
  tercet_buffer_clear(&r.quads);
}

#endif // TERCET_TEST_FUZZ_READING_H
