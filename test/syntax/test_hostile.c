// SPDX-License-Identifier: Apache-2.0

/// Readers on text that is cut off, damaged, deep or long, and without memory

#include "rdf/datatype.h"
#include "syntax/collect.h"

static const char turtle_sample[] =
    "@prefix e: <http://e/> .\n@base <http://b/> .\n"
    "# \xe2\x82\xac comment\n"
    "e:s a e:T ; e:p \"x\\t\\u00e9\"@en-GB, 'y'^^e:t , \"\"\"long\n\"x\"\"\" "
    ".\n"
    "<r> <\\u00e9> [ e:q ( 1 -2.5 3e4 true ) ; e:r [] ] , _:b .\n"
    "[ e:q 'z' ] . () e:p _:anon1 . e:\xc3\xa9 e:a%20\\~b.c '''d''' .";

static const char trig_sample[] =
    "PREFIX e: <http://e/>\ne:g { e:s e:p e:o . e:s e:p [ e:q 1 ] }\n"
    "GRAPH _:h { } GRAPH [] { e:s e:p () } { e:s e:p 'd' } [] { e:s e:p 'x' }";

static const char nquads_sample[] =
    "<http://e/s> <http://e/p> \"x\\\"\\u20ac\xe2\x82\xac\"@en <http://g> .\n"
    "_:a <http://e/\\u00e9> _:b.c _:g . # comment\r\n\n"
    "<http://e/s> <http://e/p> \"1\"^^<http://e/t> .";

static const struct {
  tercet_syntax syntax;
  const char *text;
} samples[] = {
    {TERCET_SYNTAX_TURTLE, turtle_sample},
    {TERCET_SYNTAX_TRIG, trig_sample},
    {TERCET_SYNTAX_NQUADS, nquads_sample},
};

#define N_SAMPLES (sizeof(samples) / sizeof(samples[0]))

/// Read any bytes: either that goes well or there is a message with a place
static void
check_any_text(const char *text, size_t length, tercet_syntax syntax)
{
  for (int recover = 0; recover < 2; ++recover) {
    collected c;
    collect_init(&c);
    // The exact size lets a sanitizer see reading beyond the end
    char *const copy = (char *)malloc(length ? length : 1);
    memcpy(copy, text, length);
    const tercet_string view = {copy, length};
    tercet_reader_options options = {0};
    options.recover = recover;
    const tercet_status st = collect_text(&c, view, syntax, &options, 0);
    if (st) {
      CHECK_STATUS(st,
                   recover || st == TERCET_ERR_UNSUPPORTED
                       ? TERCET_ERR_UNSUPPORTED
                       : TERCET_ERR_SYNTAX);
      CHECK(st == TERCET_ERR_UNSUPPORTED || (c.err.line && c.err.column));
      CHECK(c.err.message[0] != '\0');
    }
    free(copy);
    collect_clear(&c);
  }
}

static void
test_samples_are_read(void)
{
  for (size_t i = 0; i < N_SAMPLES; ++i) {
    collected c;
    collect_init(&c);
    CHECK_STATUS(collect_text(&c,
                              tercet_string_from(samples[i].text),
                              samples[i].syntax,
                              NULL,
                              0),
                 TERCET_OK);
    collect_clear(&c);
  }
}

static void
test_pieces_do_not_matter(void)
{
  for (size_t i = 0; i < N_SAMPLES; ++i) {
    const tercet_string text = tercet_string_from(samples[i].text);
    collected whole;
    collect_init(&whole);
    collect_text(&whole, text, samples[i].syntax, NULL, 0);
    for (size_t chunk = 1; chunk < text.length; ++chunk) {
      collected c;
      collect_init(&c);
      CHECK_STATUS(collect_text(&c, text, samples[i].syntax, NULL, chunk),
                   TERCET_OK);
      CHECK(tercet_string_equals(tercet_buffer_view(&c.quads),
                                 tercet_buffer_view(&whole.quads)));
      CHECK_INT(c.stats.n_bytes, text.length);
      collect_clear(&c);
    }
    collect_clear(&whole);
  }
}

static void
test_cut_off_at_every_byte(void)
{
  for (size_t i = 0; i < N_SAMPLES; ++i) {
    for (size_t n = 0; n <= strlen(samples[i].text); ++n) {
      check_any_text(samples[i].text, n, samples[i].syntax);
    }
  }
}

static void
test_every_byte_changed(void)
{
  static const char changes[] = {
      '\0', '\xff', '\xc3', '<', '>', '"', '\'', '\\', '.', '\n', '[', ')'};
  for (size_t i = 0; i < N_SAMPLES; ++i) {
    const size_t length = strlen(samples[i].text);
    char copy[1024];
    for (size_t n = 0; n < length; ++n) {
      for (size_t j = 0; j < sizeof(changes); ++j) {
        memcpy(copy, samples[i].text, length);
        copy[n] = changes[j];
        check_any_text(copy, length, samples[i].syntax);
      }
    }
  }
}

static void
test_random_bytes(void)
{
  static const char common[] = "<>\"'.,;:_@^[](){}#\\ \naez1%\xc3\xa9";
  uint64_t seed = 11;
  for (int round = 0; round < 4000; ++round) {
    char text[200];
    const size_t length = check_random(&seed) % sizeof(text);
    for (size_t i = 0; i < length; ++i) {
      const uint64_t r = check_random(&seed);
      text[i] = round % 2 ? (char)r : common[r % (sizeof(common) - 1U)];
    }
    check_any_text(text, length, (tercet_syntax)(round % 4));
  }
}

static tercet_status
count_quad(void *context, const tercet_quad *quad, tercet_error *err)
{
  (void)quad;
  (void)err;
  ++*(size_t *)context;
  return TERCET_OK;
}

#define DEPTH ((size_t)1000000)

/// Read `before`, DEPTH times `open`, `middle`, DEPTH times `close`, `after`
static tercet_status
read_deep(const char *open,
          const char *middle,
          const char *close,
          const tercet_reader_options *options,
          size_t *n_quads,
          tercet_error *err)
{
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  tercet_status st = tercet_buffer_append_text(&text, "<a:s> <a:p> ");
  for (size_t i = 0; i < DEPTH && !st; ++i) {
    st = tercet_buffer_append_text(&text, open);
  }
  st = st ? st : tercet_buffer_append_text(&text, middle);
  for (size_t i = 0; i < DEPTH && !st; ++i) {
    st = tercet_buffer_append_text(&text, close);
  }
  st = st ? st : tercet_buffer_append_text(&text, " .");
  CHECK_STATUS(st, TERCET_OK);

  *n_quads = 0;
  const tercet_sink sink = {count_quad, NULL, NULL, n_quads};
  st = tercet_read_text(NULL,
                        tercet_buffer_view(&text),
                        TERCET_SYNTAX_TURTLE,
                        options,
                        &sink,
                        NULL,
                        err);
  tercet_buffer_clear(&text);
  return st;
}

static void
test_deep_nesting(void)
{
  tercet_error err = {0};
  size_t n_quads = 0;
  CHECK_STATUS(read_deep("[<a:p>", "'x'", "]", NULL, &n_quads, &err),
               TERCET_OK);
  CHECK_INT(n_quads, DEPTH + 1U);
  CHECK_STATUS(read_deep("(", "'x'", ")", NULL, &n_quads, &err), TERCET_OK);
  CHECK_INT(n_quads, 2U * DEPTH + 1U);
  CHECK_STATUS(read_deep("[", "", "", NULL, &n_quads, &err), TERCET_ERR_SYNTAX);
  CHECK_STATUS(read_deep("(", "", "", NULL, &n_quads, &err), TERCET_ERR_SYNTAX);
  CHECK(err.line == 1 && err.message[0]);
}

static void
test_limit_of_nesting(void)
{
  tercet_error err = {0};
  size_t n_quads = 0;
  tercet_reader_options options = {0};
  options.max_token = 1000000;
  CHECK_STATUS(read_deep("(", "'x'", ")", &options, &n_quads, &err),
               TERCET_ERR_LIMIT);
  CHECK(strstr(err.message, "too deep") != NULL);
}

#define LONG ((size_t)100 * 1024 * 1024)

static tercet_status
check_long_literal(void *context, const tercet_quad *quad, tercet_error *err)
{
  (void)err;
  const tercet_string value = quad->object.value;
  CHECK_INT(value.length, LONG);
  CHECK(value.data[0] == '7' && value.data[LONG - 1U] == '7');
  ++*(size_t *)context;
  return TERCET_OK;
}

static void
test_long_literal(void)
{
  static const char before[] = "<a:s> <a:p> \"";
  static const char after[] = "\" .\n";
  const size_t length = sizeof(before) + sizeof(after) - 2U + LONG;
  char *const text = (char *)malloc(length);
  if (!text) {
    CHECK(text);
    return;
  }
  memcpy(text, before, sizeof(before) - 1U);
  memset(text + sizeof(before) - 1U, '7', LONG);
  memcpy(text + sizeof(before) - 1U + LONG, after, sizeof(after) - 1U);

  const tercet_string view = {text, length};
  size_t n_quads = 0;
  tercet_error err = {0};
  const tercet_sink sink = {check_long_literal, NULL, NULL, &n_quads};
  for (int i = 0; i < 4; ++i) {
    CHECK_STATUS(
        tercet_read_text(NULL, view, (tercet_syntax)i, NULL, &sink, NULL, &err),
        TERCET_OK);
  }
  CHECK_INT(n_quads, 4);

  tercet_reader_options options = {0};
  options.max_token = LONG / 2;
  CHECK_STATUS(
      tercet_read_text(
          NULL, view, TERCET_SYNTAX_TURTLE, &options, &sink, NULL, &err),
      TERCET_ERR_LIMIT);
  free(text);
}

static tercet_status
read_with(const tercet_allocator *alloc, size_t sample)
{
  size_t n_quads = 0;
  tercet_error err = {0};
  const tercet_sink sink = {count_quad, NULL, NULL, &n_quads};
  tercet_reader_options options = {0};
  options.blank_prefix = tercet_string_from("f.");
  const tercet_status st =
      tercet_read_text(alloc,
                       tercet_string_from(samples[sample].text),
                       samples[sample].syntax,
                       &options,
                       &sink,
                       NULL,
                       &err);
  CHECK(!st || (err.status == st && err.message[0]));
  return st;
}

static void
test_every_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  for (size_t sample = 0; sample < N_SAMPLES; ++sample) {
    state = (failing_allocator){0, SIZE_MAX};
    CHECK_STATUS(read_with(&alloc, sample), TERCET_OK);
    for (size_t n = state.calls, i = 0; i < n; ++i) {
      state = (failing_allocator){0, i};
      CHECK_STATUS(read_with(&alloc, sample), TERCET_ERR_NO_MEMORY);
    }
  }
}

static tercet_status
cancel_at_quad(void *context, const tercet_quad *quad, tercet_error *err)
{
  (void)quad;
  (void)err;
  tercet_cancel_request((tercet_cancel *)context);
  return TERCET_OK;
}

static void
test_cancelling(void)
{
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  tercet_reader_options options = {0};
  options.cancel = cancel;
  const tercet_sink sink = {cancel_at_quad, NULL, NULL, cancel};
  tercet_error err = {0};
  CHECK_STATUS(tercet_read_text(NULL,
                                tercet_string_from(turtle_sample),
                                TERCET_SYNTAX_TURTLE,
                                &options,
                                &sink,
                                NULL,
                                &err),
               TERCET_ERR_CANCELLED);
  CHECK_INT(err.status, TERCET_ERR_CANCELLED);
  tercet_cancel_free(cancel);
}

typedef struct {
  size_t n_reports;
  tercet_progress_state last;
} progress_log;

static void
log_progress(void *context, const tercet_progress_state *state)
{
  progress_log *const log = (progress_log *)context;
  CHECK(state->bytes_done >= log->last.bytes_done);
  log->last = *state;
  ++log->n_reports;
}

static void
test_progress(void)
{
  progress_log log = {0};
  const tercet_progress progress = {log_progress, &log};
  tercet_reader_options options = {0};
  options.progress = &progress;
  size_t n_quads = 0;
  const tercet_sink sink = {count_quad, NULL, NULL, &n_quads};
  tercet_error err = {0};
  CHECK_STATUS(tercet_read_text(NULL,
                                tercet_string_from(nquads_sample),
                                TERCET_SYNTAX_NQUADS,
                                &options,
                                &sink,
                                NULL,
                                &err),
               TERCET_OK);
  CHECK(log.n_reports > 0);
  CHECK_INT(log.last.bytes_done, sizeof(nquads_sample) - 1U);
  CHECK_INT(log.last.bytes_total, sizeof(nquads_sample) - 1U);
}

typedef struct {
  tercet_reader_place place;
  tercet_error places[16];
  size_t n_places;
} place_log;

static tercet_status
log_place(void *context, const tercet_quad *quad, tercet_error *err)
{
  (void)quad;
  (void)err;
  place_log *const log = (place_log *)context;
  if (log->n_places < 16) {
    tercet_reader_locate(&log->place, &log->places[log->n_places++]);
  }
  return TERCET_OK;
}

static void
test_places_of_objects(void)
{
  place_log log = {0};
  tercet_reader_options options = {0};
  options.place = &log.place;
  const tercet_sink sink = {log_place, NULL, NULL, &log};
  tercet_error err = {0};
  CHECK_STATUS(tercet_read_text(NULL,
                                tercet_string_from("<a:s>\n <a:p> 'x' ,\n"
                                                   "  ( <a:y> ) ."),
                                TERCET_SYNTAX_TURTLE,
                                &options,
                                &sink,
                                NULL,
                                &err),
               TERCET_OK);
  CHECK_INT(log.n_places, 4);
  CHECK(log.places[0].line == 2 && log.places[0].column == 8);
  CHECK(log.places[1].line == 3 && log.places[1].column == 5);
  CHECK(log.places[3].line == 3 && log.places[3].column == 11);
  CHECK(!log.place.reader);

  log.n_places = 0;
  CHECK_STATUS(tercet_read_text(NULL,
                                tercet_string_from("\n<a:s> <a:p> 'x' ."),
                                TERCET_SYNTAX_NTRIPLES,
                                &options,
                                &sink,
                                NULL,
                                &err),
               TERCET_ERR_SYNTAX);
  CHECK_STATUS(tercet_read_text(NULL,
                                tercet_string_from("\n<a:s> <a:p> \"x\" ."),
                                TERCET_SYNTAX_NTRIPLES,
                                &options,
                                &sink,
                                NULL,
                                &err),
               TERCET_OK);
  CHECK(log.places[0].line == 2 && log.places[0].column == 13);
}

static void
test_other_encodings_are_named(void)
{
  collected c;
  collect_init(&c);
  const tercet_string utf16 = {"\xff\xfe<\0a\0", 6};
  CHECK_STATUS(collect_text(&c, utf16, TERCET_SYNTAX_TURTLE, NULL, 0),
               TERCET_ERR_UNSUPPORTED);
  CHECK(strstr(c.err.message, "UTF-16") != NULL);
  collect_clear(&c);
}

int
main(void)
{
  test_samples_are_read();
  test_pieces_do_not_matter();
  test_cut_off_at_every_byte();
  test_every_byte_changed();
  test_random_bytes();
  test_deep_nesting();
  test_limit_of_nesting();
  test_long_literal();
  test_every_allocation_failing();
  test_cancelling();
  test_progress();
  test_places_of_objects();
  test_other_encodings_are_named();
  return check_finish();
}
