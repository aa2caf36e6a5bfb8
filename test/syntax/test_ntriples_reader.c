// SPDX-License-Identifier: Apache-2.0

#include "rdf/datatype.h"
#include "syntax/collect.h"

#define NT TERCET_SYNTAX_NTRIPLES
#define NQ TERCET_SYNTAX_NQUADS

static void
test_statements(void)
{
  CHECK_READS("<a:s> <a:p> <a:o> .\n", NT, NULL, "<a:s> <a:p> <a:o> .\n");
  CHECK_READS("<a:s><a:p><a:o>.", NT, NULL, "<a:s> <a:p> <a:o> .\n");
  CHECK_READS("_:s <a:p> _:o1.x .", NT, NULL, "_:s <a:p> _:o1.x .\n");
  CHECK_READS("_:s\t<a:p>\t_:o.", NT, NULL, "_:s <a:p> _:o .\n");
  CHECK_READS(" <a:s> <a:p> \"x\" . # y\n", NT, NULL, "<a:s> <a:p> \"x\" .\n");
  CHECK_READS(
      "<a:s> <a:p> \"x\"@en-GB .", NT, NULL, "<a:s> <a:p> \"x\"@en-GB .\n");
  CHECK_READS(
      "<a:s> <a:p> \"x\"^^<a:t> .", NT, NULL, "<a:s> <a:p> \"x\"^^<a:t> .\n");
  CHECK_READS("<a:\\u00e9> <a:p> \"\\t\\u20ac\\U0001F600\" .",
              NT,
              NULL,
              "<a:\xc3\xa9> <a:p> \"\\t\xe2\x82\xac\xf0\x9f\x98\x80\" .\n");
}

static void
test_line_ends(void)
{
  CHECK_READS("", NT, NULL, "");
  CHECK_READS("\n\r\n \t\n# only a comment", NT, NULL, "");
  CHECK_READS(
      "<a:s> <a:p> <a:o> .\r\n<a:s> <a:p> <a:o> .\r<a:s> <a:p> <a:o> .",
      NT,
      NULL,
      "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:o> .\n");
}

static void
test_graphs(void)
{
  CHECK_READS("<a:s> <a:p> <a:o> <a:g> .\n<a:s> <a:p> \"o\" .\n"
              "<a:s> <a:p> \"o\"@en _:g .",
              NQ,
              NULL,
              "<a:s> <a:p> <a:o> <a:g> .\n<a:s> <a:p> \"o\" .\n"
              "<a:s> <a:p> \"o\"@en _:g .\n");
}

static void
test_blank_prefix(void)
{
  tercet_reader_options options = {0};
  options.blank_prefix = tercet_string_from("f1.");
  CHECK_READS("_:a <a:p> _:anon1 _:c .",
              NQ,
              &options,
              "_:f1.a <a:p> _:f1.anon1 _:f1.c .\n");
}

static void
test_raw_datatypes(void)
{
  static const char *const raw[] = {"a:raw", NULL};
  tercet_reader_options options = {0};
  options.raw_datatypes = raw;
  CHECK_READS("<a:s> <a:p> \"{\\\"x\\\"}\"^^<a:raw> .\n"
              "<a:s> <a:p> \"{x}\"^^<a:raw> .\n"
              "<a:s> <a:p> \"\\u0041\"^^<a:other> .\n",
              NT,
              &options,
              "<a:s> <a:p> ~\"{\\\"x\\\"}\"^^<a:raw> .\n"
              "<a:s> <a:p> \"{x}\"^^<a:raw> .\n"
              "<a:s> <a:p> \"A\"^^<a:other> .\n");
}

static void
test_messages(void)
{
  CHECK_FAILS("<a:s> <a:p> <a:o>", NT, "1:18: expected '.', but the text ends");
  CHECK_FAILS(
      "<a:s> <a:p> <a:o>\n", NT, "1:18: expected '.', but the line ends");
  CHECK_FAILS("\n\n <a:s> <a:p> <a:o> . x",
              NT,
              "3:22: expected the end of the line, found \"x\"");
  CHECK_FAILS("<a:s> <a:p> <a:o> <a:g> .",
              NT,
              "1:19: expected '.' (a fourth term is for N-Quads), found "
              "\"<a:g>\"");
  CHECK_FAILS("a <a:p> <a:o> .",
              NT,
              "1:1: expected a subject: <iri> or _:blank node, found \"a\"");
  CHECK_FAILS("<a:s> _:p <a:o> .",
              NT,
              "1:7: expected a predicate: <iri>, found \"_:p\"");
  CHECK_FAILS("<a:s> <a:p> 7 .",
              NT,
              "1:13: expected an object: <iri>, _:blank node or \"literal\", "
              "found \"7\"");
  CHECK_FAILS("<s> <a:p> <a:o> .",
              NT,
              "1:1: the IRI <s> is relative, which this syntax does not allow");
  CHECK_FAILS("<a:s> <a:p> <a:o o> .",
              NT,
              "1:17: \" \" cannot stand in an IRI, here <a:o");
  CHECK_FAILS(
      "<a:s> <a:p> <a:o\n", NT, "1:17: the IRI <a:o is not closed on its line");
  CHECK_FAILS("<a:\\u0020> <a:p> <a:o>",
              NT,
              "1:4: malformed escape in the IRI <a:\\u0020");
  CHECK_FAILS("<a:s> <a:p> \"abc\n",
              NT,
              "1:17: the string \"abc is not closed with '\"' on its line");
  CHECK_FAILS("<a:s> <a:p> \"a\\qc\" .",
              NT,
              "1:15: malformed escape \"\\q\" in a string");
  CHECK_FAILS("<a:s> <a:p> \"\\ud800\" .",
              NT,
              "1:14: malformed escape \"\\ud800\" in a string");
  CHECK_FAILS("<a:s> <a:p> \"a\"@1 .",
              NT,
              "1:17: expected a language tag, found \"1\"");
  CHECK_FAILS("<a:s> <a:p> \"a\"@en- .",
              NT,
              "1:20: expected a part of a language tag, found white space");
  CHECK_FAILS("<a:s> <a:p> \"a\"^^x .",
              NT,
              "1:18: expected the IRI of a datatype, found \"x\"");
  CHECK_FAILS("_ <a:p> <a:o> .",
              NT,
              "1:2: expected ':' of a blank node \"_:\", found white space");
  CHECK_FAILS("_:-a <a:p> <a:o> .",
              NT,
              "1:3: expected the label of a blank node, found \"-a\"");
}

static void
test_text_that_is_not_utf8(void)
{
  CHECK_FAILS("<a:s> <a:p> \"caf\xe9\" .",
              NT,
              "1:17: the text is not UTF-8 at byte 0xE9");
  CHECK_FAILS(
      "<a:\xff> <a:p> <a:o> .", NT, "1:4: the text is not UTF-8 at byte 0xFF");
  CHECK_FAILS("# caf\xe9\n", NT, "1:6: the text is not UTF-8 at byte 0xE9");
  CHECK_FAILS(
      "_:\xe9 <a:p> <a:o> .", NT, "1:3: the text is not UTF-8 at byte 0xE9");
  CHECK_FAILS(
      "\x80 <a:p> <a:o> .",
      NT,
      "1:1: expected a subject: <iri> or _:blank node, found \"\\x80\"");
}

static void
test_recovery_skips_the_line(void)
{
  static const char text[] = "<a:s> <a:p> <a:1> .\n"
                             "<a:s> <a:p> \"open .\n"
                             "<a:s> <a:p> <a:2> . <a:s>\n"
                             "\n"
                             "junk\xff\n"
                             "<a:s> <a:p> <a:3> .\r\n"
                             "<a:s>";
  for (size_t chunk = 0; chunk < 30; ++chunk) {
    collected c;
    collect_init(&c);
    tercet_reader_options options = {0};
    options.recover = true;
    CHECK_STATUS(
        collect_text(&c, tercet_string_from(text), NT, &options, chunk),
        TERCET_OK);
    CHECK_TEXT(c.quads.data,
               c.quads.length,
               "<a:s> <a:p> <a:1> .\n<a:s> <a:p> <a:3> .\n");
    CHECK_TEXT(c.warnings.data,
               c.warnings.length,
               "2:20: the string \"open . is not closed with '\"' on its line\n"
               "3:21: expected the end of the line, found \"<a:s>\"\n"
               "5:1: expected a subject: <iri> or _:blank node, found "
               "\"junk\\xFF\"\n"
               "7:6: expected a predicate: <iri>, but the text ends\n");
    CHECK_INT(c.stats.n_skipped, 4);
    CHECK_INT(c.stats.n_quads, 2);
    CHECK_INT(c.stats.n_bytes, sizeof(text) - 1U);
    CHECK_INT(c.err.status, TERCET_OK);
    collect_clear(&c);
  }
}

static void
test_failure_of_the_sink_ends_the_reading(void)
{
  collected c;
  collect_init(&c);
  c.stop_after = 1;
  const tercet_string text =
      tercet_string_from("<a:s> <a:p> <a:1> .\n<a:s> <a:p> <a:2> .\n");
  tercet_reader_options options = {0};
  options.recover = true;
  CHECK_STATUS(collect_text(&c, text, NT, &options, 0), TERCET_ERR_IO);
  CHECK_INT(c.err.status, TERCET_ERR_IO);
  CHECK_TEXT(c.quads.data, c.quads.length, "<a:s> <a:p> <a:1> .\n");
  collect_clear(&c);
}

static void
test_longest_statement(void)
{
  collected c;
  collect_init(&c);
  tercet_reader_options options = {0};
  options.max_token = 40;
  const tercet_string text = tercet_string_from(
      "<a:s> <a:p> <a:1> .\n"
      "<a:s> <a:p> \"01234567890123456789012345678901234567890123\" .\n");
  CHECK_STATUS(collect_text(&c, text, NT, &options, 8), TERCET_ERR_LIMIT);
  CHECK(c.err.message[0] != '\0');
  CHECK_TEXT(c.quads.data, c.quads.length, "<a:s> <a:p> <a:1> .\n");
  collect_clear(&c);
}

int
main(void)
{
  test_statements();
  test_line_ends();
  test_graphs();
  test_blank_prefix();
  test_raw_datatypes();
  test_messages();
  test_text_that_is_not_utf8();
  test_recovery_skips_the_line();
  test_failure_of_the_sink_ends_the_reading();
  test_longest_statement();
  return check_finish();
}
