// SPDX-License-Identifier: Apache-2.0

#include "rdf/datatype.h"
#include "syntax/collect.h"

/// Check what a text becomes in a syntax
static void
check_writes(const char *file,
             int line,
             const char *text,
             tercet_syntax to,
             const char *expected)
{
  tercet_buffer out;
  tercet_error err = {0};
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&out);
  tercet_writer *writer = NULL;
  CHECK_STATUS(tercet_writer_new(NULL, to, &output, &writer, &err), TERCET_OK);
  const tercet_sink sink = tercet_writer_sink(writer);
  CHECK_STATUS(tercet_read_text(NULL,
                                tercet_string_from(text),
                                TERCET_SYNTAX_TRIG,
                                NULL,
                                &sink,
                                NULL,
                                &err),
               TERCET_OK);
  CHECK_STATUS(tercet_writer_finish(writer, &err), TERCET_OK);
  tercet_writer_free(writer);

  const bool same = tercet_string_is(tercet_buffer_view(&out), expected);
  check_report(same, file, line, text);
  if (!same) {
    fprintf(stderr,
            "  is\n%.*s\n  expected\n%s\n",
            (int)out.length,
            out.data ? out.data : "",
            expected);
  }
  tercet_buffer_clear(&out);
}

#define CHECK_WRITES(text, to, expected)                                       \
  check_writes(__FILE__, __LINE__, text, to, expected)

static void
test_lines(void)
{
  CHECK_WRITES("", TERCET_SYNTAX_NTRIPLES, "");
  CHECK_WRITES("@prefix e: <e:> . e:s a e:T ; e:p 1 , 'x\\n'@en , [] .",
               TERCET_SYNTAX_NTRIPLES,
               "<e:s> <" TERCET_RDF_NS "type> <e:T> .\n"
               "<e:s> <e:p> \"1\"^^<" TERCET_XSD "integer> .\n"
               "<e:s> <e:p> \"x\\n\"@en .\n<e:s> <e:p> _:anon1 .\n");
  CHECK_WRITES("<e:s> <e:p> <e:o> . <e:g> { <e:s> <e:p> <e:o> }",
               TERCET_SYNTAX_NQUADS,
               "<e:s> <e:p> <e:o> .\n<e:s> <e:p> <e:o> <e:g> .\n");
}

static void
test_grouping(void)
{
  CHECK_WRITES(
      "@prefix e: <http://e/> . e:s a e:T . e:s e:p e:1 . e:s e:p e:2 ."
      " e:s e:q e:3 . e:t e:q e:3 . e:s e:q e:3 .",
      TERCET_SYNTAX_TURTLE,
      "@prefix e: <http://e/> .\n\n"
      "e:s a e:T ;\n    e:p e:1 , e:2 ;\n    e:q e:3 .\n"
      "e:t e:q e:3 .\ne:s e:q e:3 .\n");
}

static void
test_graphs(void)
{
  CHECK_WRITES("@prefix e: <http://e/> . e:s e:p 'd' . e:g { e:s e:p 'x' . "
               "e:s e:q 'y' . e:t e:q 'z' } _:h { e:t e:q 'z' } e:t e:q 'w' .",
               TERCET_SYNTAX_TRIG,
               "@prefix e: <http://e/> .\n\ne:s e:p \"d\" .\n"
               "e:g {\n    e:s e:p \"x\" ;\n        e:q \"y\" .\n"
               "    e:t e:q \"z\" .\n}\n_:h {\n    e:t e:q \"z\" .\n}\n"
               "e:t e:q \"w\" .\n");
}

static void
test_prefixes_in_the_middle(void)
{
  CHECK_WRITES("@prefix e: <http://e/> . e:g { e:s e:p e:o } "
               "@prefix e: <http://e/> . @prefix e: <http://f/> ."
               "e:g { e:s e:p <http://e/o> }",
               TERCET_SYNTAX_TRIG,
               "@prefix e: <http://e/> .\n\ne:g {\n    e:s e:p e:o .\n}\n"
               "@prefix e: <http://f/> .\n\n"
               "e:g {\n    e:s e:p <http://e/o> .\n}\n");
}

static void
test_names_that_can_have_a_prefix(void)
{
  CHECK_WRITES("@prefix e: <http://e/> . @prefix u: <urn:u:> . "
               "e: e:a.b <http://e/a,b> . <http://e/-> e:1-\xc3\xa9 "
               "<http://e/a.> . e:_ u:x <http://e/a/b> , <http://e/a%20> .",
               TERCET_SYNTAX_TURTLE,
               "@prefix e: <http://e/> .\n@prefix u: <urn:u:> .\n\n"
               "e: e:a.b <http://e/a,b> .\n"
               "<http://e/-> e:1-\xc3\xa9 <http://e/a.> .\n"
               "e:_ u:x <http://e/a/b> , <http://e/a%20> .\n");
}

static void
test_bare_literals(void)
{
  CHECK_WRITES("@prefix x: <" TERCET_XSD "> . <e:s> <e:p> 1, -01 , 2.5, 3e0, "
               "true, '1.'^^x:decimal, '5'^^x:double, ''^^x:integer, "
               "' 1'^^x:integer, '1'^^x:boolean, '1e'^^x:double, "
               "'.'^^x:decimal , '1.E3'^^x:double, '7'^^x:byte, 'a'^^<e:t> .",
               TERCET_SYNTAX_TURTLE,
               "@prefix x: <" TERCET_XSD "> .\n\n<e:s> <e:p> 1 , -01 , 2.5 , "
               "3e0 , true , \"1.\"^^x:decimal , \"5\"^^x:double , "
               "\"\"^^x:integer , \" 1\"^^x:integer , \"1\"^^x:boolean , "
               "\"1e\"^^x:double , \".\"^^x:decimal , 1.E3 , \"7\"^^x:byte , "
               "\"a\"^^<e:t> .\n");
}

static tercet_term
make_term(tercet_term_kind kind, const char *value)
{
  tercet_term term = {0};
  term.kind = kind;
  term.value = tercet_string_from(value);
  return term;
}

static tercet_quad
make_quad(void)
{
  const tercet_quad quad = {make_term(TERCET_TERM_IRI, "e:s"),
                            make_term(TERCET_TERM_IRI, "e:p"),
                            make_term(TERCET_TERM_IRI, "e:o"),
                            {0}};
  return quad;
}

static tercet_writer *
new_writer(tercet_syntax syntax, const tercet_output *output)
{
  tercet_writer *writer = NULL;
  CHECK_STATUS(tercet_writer_new(NULL, syntax, output, &writer, NULL),
               TERCET_OK);
  return writer;
}

static void
test_named_graphs_are_refused(void)
{
  static const tercet_syntax syntaxes[] = {TERCET_SYNTAX_NTRIPLES,
                                           TERCET_SYNTAX_TURTLE};
  for (size_t i = 0; i < 2; ++i) {
    tercet_buffer out;
    tercet_error err = {0};
    tercet_buffer_init(&out, NULL, SIZE_MAX);
    const tercet_output output = tercet_buffer_output(&out);
    tercet_writer *const writer = new_writer(syntaxes[i], &output);
    const tercet_sink sink = tercet_writer_sink(writer);
    tercet_quad quad = make_quad();
    CHECK_STATUS(sink.quad(sink.context, &quad, &err), TERCET_OK);
    quad.graph = make_term(TERCET_TERM_IRI, "e:g");
    CHECK_STATUS(sink.quad(sink.context, &quad, &err), TERCET_ERR_UNSUPPORTED);
    CHECK(strstr(err.message, "<e:g>") != NULL);

    // Nothing is written behind what is missing
    CHECK_STATUS(tercet_writer_finish(writer, &err), TERCET_ERR_UNSUPPORTED);
    tercet_writer_free(writer);
    tercet_buffer_clear(&out);
  }
}

static void
test_malformed_terms_are_refused(void)
{
  tercet_buffer out;
  tercet_error err = {0};
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&out);
  for (int i = 0; i < 4; ++i) {
    tercet_writer *const writer = new_writer((tercet_syntax)i, &output);
    const tercet_sink sink = tercet_writer_sink(writer);
    tercet_quad quad = make_quad();
    quad.object = make_term(TERCET_TERM_BLANK, "a b");
    CHECK_STATUS(sink.quad(sink.context, &quad, &err), TERCET_ERR_ARGUMENT);
    CHECK(err.message[0] != '\0');
    tercet_writer_free(writer);
  }

  tercet_writer *const writer = new_writer(TERCET_SYNTAX_TURTLE, &output);
  const tercet_sink sink = tercet_writer_sink(writer);
  CHECK_STATUS(sink.prefix(sink.context,
                           tercet_string_from("_"),
                           tercet_string_from("e:"),
                           &err),
               TERCET_ERR_ARGUMENT);
  tercet_writer_free(writer);
  CHECK_INT(out.length, 0);
  tercet_buffer_clear(&out);
}

static tercet_status
refuse(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)data;
  (void)length;
  ++*(int *)context;
  err->status = TERCET_ERR_IO;
  snprintf(err->message, sizeof(err->message), "disk full");
  return TERCET_ERR_IO;
}

static void
test_failure_of_the_output_is_passed_on(void)
{
  for (int i = 0; i < 4; ++i) {
    int n_calls = 0;
    const tercet_output output = {refuse, &n_calls};
    tercet_writer *const writer = new_writer((tercet_syntax)i, &output);
    const tercet_sink sink = tercet_writer_sink(writer);
    const tercet_quad quad = make_quad();
    tercet_error err = {0};
    tercet_status st = TERCET_OK;
    for (int n = 0; n < 100000 && !st; ++n) {
      st = sink.quad(sink.context, &quad, &err);
    }
    CHECK_STATUS(st, TERCET_ERR_IO);
    CHECK_TEXT(err.message, strlen(err.message), "disk full");
    CHECK_STATUS(tercet_writer_finish(writer, &err), TERCET_ERR_IO);
    CHECK_INT(n_calls, 1);
    tercet_writer_free(writer);
  }
}

static tercet_status
write_sample(const tercet_allocator *alloc, tercet_syntax syntax)
{
  tercet_buffer out;
  tercet_error err = {0};
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&out);
  tercet_writer *writer = NULL;
  tercet_status st = tercet_writer_new(alloc, syntax, &output, &writer, &err);
  if (!st) {
    const tercet_sink sink = tercet_writer_sink(writer);
    st = tercet_read_text(
        NULL,
        tercet_string_from("@prefix e: <http://e/> . e:s e:p e:o , 'x' . "
                           "@prefix f: <http://f/> . e:t e:q 1 ."),
        TERCET_SYNTAX_TURTLE,
        NULL,
        &sink,
        NULL,
        &err);
  }
  st = st ? st : tercet_writer_finish(writer, &err);
  CHECK(!st || err.status == st);
  tercet_writer_free(writer);
  tercet_buffer_clear(&out);
  return st;
}

static void
test_every_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  for (int syntax = 0; syntax < 4; ++syntax) {
    state = (failing_allocator){0, SIZE_MAX};
    CHECK_STATUS(write_sample(&alloc, (tercet_syntax)syntax), TERCET_OK);
    for (size_t n = state.calls, i = 0; i < n; ++i) {
      state = (failing_allocator){0, i};
      CHECK_STATUS(write_sample(&alloc, (tercet_syntax)syntax),
                   TERCET_ERR_NO_MEMORY);
    }
  }
}

int
main(void)
{
  test_lines();
  test_grouping();
  test_graphs();
  test_prefixes_in_the_middle();
  test_names_that_can_have_a_prefix();
  test_bare_literals();
  test_named_graphs_are_refused();
  test_malformed_terms_are_refused();
  test_failure_of_the_output_is_passed_on();
  test_every_allocation_failing();
  return check_finish();
}
