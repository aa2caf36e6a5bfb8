// SPDX-License-Identifier: Apache-2.0

/// Reading text for tests: what comes out as N-Quads, and what else happened

#ifndef TERCET_TEST_SYNTAX_COLLECT_H
#define TERCET_TEST_SYNTAX_COLLECT_H

#include "base/allocator.h"
#include "base/buffer.h"
#include "base/string_view.h"
#include "check.h"
#include "rdf/term.h"
#include "syntax/syntax.h"

/// Start from collect_init(), end with collect_clear()
typedef struct {
  tercet_buffer quads;    ///< N-Quads, and a line for each prefix and base
  tercet_buffer warnings; ///< A line for each: LINE:COLUMN: message
  tercet_reader_stats stats;
  tercet_status status;
  tercet_error err;
  size_t stop_after; ///< Quads until the sink fails; SIZE_MAX: never
} collected;

static inline void
collect_init(collected *c)
{
  *c = (collected){0};
  c->stop_after = SIZE_MAX;
  tercet_buffer_init(&c->quads, NULL, SIZE_MAX);
  tercet_buffer_init(&c->warnings, NULL, SIZE_MAX);
}

static inline void
collect_clear(collected *c)
{
  tercet_buffer_clear(&c->quads);
  tercet_buffer_clear(&c->warnings);
}

/// Append a term; one that is escaped still is marked with a '~'
static inline tercet_status
collect_term(collected *c, const tercet_term *term)
{
  if (term->kind == TERCET_TERM_NONE) {
    return TERCET_OK;
  }
  if (term->escaped && tercet_buffer_append_char(&c->quads, '~')) {
    return TERCET_ERR_NO_MEMORY;
  }
  const tercet_status st = tercet_term_append(term, &c->quads);
  return st ? st : tercet_buffer_append_char(&c->quads, ' ');
}

static inline tercet_status
collect_quad(void *context, const tercet_quad *quad, tercet_error *err)
{
  (void)err;
  collected *const c = (collected *)context;
  if (c->stop_after-- == 0) {
    return TERCET_ERR_IO;
  }

  tercet_status st = collect_term(c, &quad->subject);
  st = st ? st : collect_term(c, &quad->predicate);
  st = st ? st : collect_term(c, &quad->object);
  st = st ? st : collect_term(c, &quad->graph);
  return st ? st : tercet_buffer_append(&c->quads, ".\n", 2);
}

static inline tercet_status
collect_prefix(void *context,
               tercet_string name,
               tercet_string iri,
               tercet_error *err)
{
  (void)err;
  collected *const c = (collected *)context;
  return tercet_buffer_printf(&c->quads,
                              "prefix %.*s <%.*s>\n",
                              TERCET_STRING_ARGS(name),
                              TERCET_STRING_ARGS(iri));
}

static inline tercet_status
collect_base(void *context, tercet_string iri, tercet_error *err)
{
  (void)err;
  collected *const c = (collected *)context;
  return tercet_buffer_printf(
      &c->quads, "base <%.*s>\n", TERCET_STRING_ARGS(iri));
}

static inline void
collect_warning(void *context, const tercet_error *warning)
{
  collected *const c = (collected *)context;
  if (tercet_buffer_printf(&c->warnings,
                           "%llu:%llu: %s\n",
                           (unsigned long long)warning->line,
                           (unsigned long long)warning->column,
                           warning->message)) {
    abort();
  }
}

static inline tercet_sink
collect_sink(collected *c)
{
  const tercet_sink sink = {collect_quad, collect_prefix, collect_base, c};
  return sink;
}

/// Read a text in pieces of `chunk` bytes (0: in one); returns the status
static inline tercet_status
collect_text(collected *c,
             tercet_string text,
             tercet_syntax syntax,
             const tercet_reader_options *options,
             size_t chunk)
{
  const tercet_sink sink = collect_sink(c);
  tercet_reader_options own = options ? *options : (tercet_reader_options){0};
  own.warning = collect_warning;
  own.warning_context = c;

  tercet_input *input = NULL;
  c->status =
      tercet_input_open_text(&tercet_allocator_default, text, &input, &c->err);
  if (!c->status) {
    if (chunk) {
      tercet_input_limit_reads(input, chunk);
    }
    c->status =
        tercet_read_input(NULL, input, syntax, &own, &sink, &c->stats, &c->err);
  }
  tercet_input_close(input);
  return c->status;
}

/// Check what a text gives, read in one piece and byte by byte
static inline void
check_reads(const char *file,
            int line,
            const char *text,
            tercet_syntax syntax,
            const tercet_reader_options *options,
            const char *expected)
{
  static const size_t chunks[] = {0, 1, 3, 7};
  for (size_t i = 0; i < sizeof(chunks) / sizeof(chunks[0]); ++i) {
    collected c;
    collect_init(&c);
    collect_text(&c, tercet_string_from(text), syntax, options, chunks[i]);
    const bool same =
        !c.status && tercet_string_is(tercet_buffer_view(&c.quads), expected);
    check_report(same, file, line, text);
    if (!same) {
      fprintf(stderr,
              "  chunks of %zu; status %d, %llu:%llu: %s\n  is\n%.*s\n"
              "  expected\n%s\n",
              chunks[i],
              (int)c.status,
              (unsigned long long)c.err.line,
              (unsigned long long)c.err.column,
              c.err.message,
              (int)c.quads.length,
              c.quads.data ? c.quads.data : "",
              expected);
    }
    collect_clear(&c);
  }
}

#define CHECK_READS(text, syntax, options, expected)                           \
  check_reads(__FILE__, __LINE__, text, syntax, options, expected)

/// Check that a text fails with this place and message, in whatever pieces
static inline void
check_fails(const char *file,
            int line,
            const char *text,
            tercet_syntax syntax,
            const char *expected)
{
  static const size_t chunks[] = {0, 1, 3, 7};
  for (size_t i = 0; i < sizeof(chunks) / sizeof(chunks[0]); ++i) {
    collected c;
    collect_init(&c);
    collect_text(&c, tercet_string_from(text), syntax, NULL, chunks[i]);
    char actual[1024];
    snprintf(actual,
             sizeof(actual),
             "%llu:%llu: %s",
             (unsigned long long)c.err.line,
             (unsigned long long)c.err.column,
             c.err.message);
    const bool same =
        c.status == TERCET_ERR_SYNTAX && !strcmp(actual, expected);
    check_report(same, file, line, text);
    if (!same) {
      fprintf(stderr,
              "  chunks of %zu; status %d\n  is       %s\n  expected %s\n",
              chunks[i],
              (int)c.status,
              actual,
              expected);
    }
    collect_clear(&c);
  }
}

#define CHECK_FAILS(text, syntax, expected)                                    \
  check_fails(__FILE__, __LINE__, text, syntax, expected)

#endif // TERCET_TEST_SYNTAX_COLLECT_H
