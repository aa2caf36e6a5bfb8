// SPDX-License-Identifier: Apache-2.0

#include "rdf/datatype.h"
#include "syntax/collect.h"

#define TTL TERCET_SYNTAX_TURTLE
#define TRIG TERCET_SYNTAX_TRIG

#define FIRST "<" TERCET_RDF_NS "first>"
#define REST "<" TERCET_RDF_NS "rest>"
#define NIL "<" TERCET_RDF_NS "nil>"
#define TYPE "<" TERCET_RDF_NS "type>"

static void
test_directives(void)
{
  tercet_reader_options options = {0};
  options.base = tercet_string_from("http://a/");
  CHECK_READS("@prefix e: <http://e/> .\nprefix f:<g>base <http://b/c>\n"
              "@base <d> . @prefix : <#>.",
              TTL,
              &options,
              "prefix e <http://e/>\nprefix f <http://a/g>\n"
              "base <http://b/c>\nbase <http://b/d>\nprefix  <http://b/d#>\n");
}

static void
test_names(void)
{
  CHECK_READS("PREFIX e: <e:>\ne: e:a.b e:c\\~d%41:x.e:1 , e::: . "
              "e:\xc3\xa9 e:_ e:x- . ",
              TTL,
              NULL,
              "prefix e <e:>\n<e:> <e:a.b> <e:c~d%41:x.e:1> .\n"
              "<e:> <e:a.b> <e:::> .\n<e:\xc3\xa9> <e:_> <e:x-> .\n");
}

static void
test_literals(void)
{
  CHECK_READS("<a:s> <a:p> 'a', \"\", '', \"b\"@en , 'c'^^<a:t>, true, false .",
              TTL,
              NULL,
              "<a:s> <a:p> \"a\" .\n<a:s> <a:p> \"\" .\n<a:s> <a:p> \"\" .\n"
              "<a:s> <a:p> \"b\"@en .\n<a:s> <a:p> \"c\"^^<a:t> .\n"
              "<a:s> <a:p> \"true\"^^<" TERCET_XSD "boolean> .\n"
              "<a:s> <a:p> \"false\"^^<" TERCET_XSD "boolean> .\n");
  CHECK_READS(
      "<a:s> <a:p> \"\"\"a\"b\"\"c\nd\\t\"\"\", '''x''y''' , '\\u0041' .",
      TTL,
      NULL,
      "<a:s> <a:p> \"a\\\"b\\\"\\\"c\\nd\\t\" .\n"
      "<a:s> <a:p> \"x''y\" .\n<a:s> <a:p> \"A\" .\n");
  CHECK_READS("<a:s> <a:p> \"a\" # comment\n @en , \"b\" ^^ <a:t> .",
              TTL,
              NULL,
              "<a:s> <a:p> \"a\"@en .\n<a:s> <a:p> \"b\"^^<a:t> .\n");
}

static void
test_numbers(void)
{
#define NUMBER(text, type) "<a:s> <a:p> \"" text "\"^^<" TERCET_XSD type "> .\n"
  CHECK_READS("<a:s> <a:p> 1, -1.5, +.5, 1e0, 1.E3, .5e-7, 007, -0 .",
              TTL,
              NULL,
              NUMBER("1", "integer") NUMBER("-1.5", "decimal")
                  NUMBER("+.5", "decimal") NUMBER("1e0", "double")
                      NUMBER("1.E3", "double") NUMBER(".5e-7", "double")
                          NUMBER("007", "integer") NUMBER("-0", "integer"));
  CHECK_READS("<a:s> <a:p> 1.<a:s> <a:p> 2.5.<a:s> <a:p> 3e4.",
              TTL,
              NULL,
              NUMBER("1", "integer") NUMBER("2.5", "decimal")
                  NUMBER("3e4", "double"));
#undef NUMBER
}

static void
test_predicate_object_lists(void)
{
  CHECK_READS("<a:s> a <a:t> ; <a:p> 'x' , 'y' ;; <a:q> 'z' ; .",
              TTL,
              NULL,
              "<a:s> " TYPE " <a:t> .\n<a:s> <a:p> \"x\" .\n"
              "<a:s> <a:p> \"y\" .\n<a:s> <a:q> \"z\" .\n");
  CHECK_READS("@prefix a: <a:> . a:s a:a a:a; a a:b.",
              TTL,
              NULL,
              "prefix a <a:>\n<a:s> <a:a> <a:a> .\n<a:s> " TYPE " <a:b> .\n");
}

static void
test_nodes_without_label(void)
{
  CHECK_READS("[] <a:p> [ <a:q> 'x' ; <a:r> [] , 'y' ] , 'z' .",
              TTL,
              NULL,
              "_:anon1 <a:p> _:anon2 .\n_:anon2 <a:q> \"x\" .\n"
              "_:anon2 <a:r> _:anon3 .\n_:anon2 <a:r> \"y\" .\n"
              "_:anon1 <a:p> \"z\" .\n");
  CHECK_READS("[ <a:p> 'x' ] . [ <a:p> 'y' ; ] <a:q> 'z' .",
              TTL,
              NULL,
              "_:anon1 <a:p> \"x\" .\n_:anon2 <a:p> \"y\" .\n"
              "_:anon2 <a:q> \"z\" .\n");
}

static void
test_labels_do_not_clash(void)
{
  tercet_reader_options options = {0};
  options.blank_prefix = tercet_string_from("f.");
  CHECK_READS("[] <a:p> _:anon1 . _:anonanon1 <a:p> _:x .",
              TTL,
              NULL,
              "_:anon1 <a:p> _:anonanon1 .\n_:anonanonanon1 <a:p> _:x .\n");
  CHECK_READS(
      "[] <a:p> _:anon1 .", TTL, &options, "_:f.anon1 <a:p> _:f.anonanon1 .\n");
}

static void
test_collections(void)
{
  CHECK_READS("<a:s> <a:p> () , ( 'x' <a:y> ) .",
              TTL,
              NULL,
              "<a:s> <a:p> " NIL " .\n<a:s> <a:p> _:anon1 .\n"
              "_:anon1 " FIRST " \"x\" .\n_:anon1 " REST " _:anon2 .\n"
              "_:anon2 " FIRST " <a:y> .\n_:anon2 " REST " " NIL " .\n");
  CHECK_READS("( 'x' ) <a:p> 'y' . () <a:p> 'z' .",
              TTL,
              NULL,
              "_:anon1 " FIRST " \"x\" .\n_:anon1 " REST " " NIL " .\n"
              "_:anon1 <a:p> \"y\" .\n" NIL " <a:p> \"z\" .\n");
}

static void
test_nested_brackets(void)
{
  CHECK_READS("<a:s> <a:p> ( ( ) [ <a:q> ( 'x' ) ] \"e\\t\" ) ; <a:r> 'y' .",
              TTL,
              NULL,
              "<a:s> <a:p> _:anon1 .\n_:anon1 " FIRST " " NIL " .\n"
              "_:anon1 " REST " _:anon2 .\n_:anon2 " FIRST " _:anon3 .\n"
              "_:anon3 <a:q> _:anon4 .\n_:anon4 " FIRST " \"x\" .\n"
              "_:anon4 " REST " " NIL " .\n_:anon2 " REST " _:anon5 .\n"
              "_:anon5 " FIRST " \"e\\t\" .\n_:anon5 " REST " " NIL " .\n"
              "<a:s> <a:r> \"y\" .\n");
}

static void
test_graphs(void)
{
  CHECK_READS("<a:s> <a:p> 'd' . { <a:s> <a:p> 'e' } <a:g> { <a:s> <a:p> 'x' . "
              "<a:t> <a:p> 'y' . } GRAPH _:h { } graph <a:i> {<a:s> <a:p> 'z'}"
              "[] { <a:s> <a:p> 'b' } GRAPH [ ] { <a:s> <a:p> 'c' } "
              "<a:s> <a:p> 'f' .",
              TRIG,
              NULL,
              "<a:s> <a:p> \"d\" .\n<a:s> <a:p> \"e\" .\n"
              "<a:s> <a:p> \"x\" <a:g> .\n<a:t> <a:p> \"y\" <a:g> .\n"
              "<a:s> <a:p> \"z\" <a:i> .\n<a:s> <a:p> \"b\" _:anon1 .\n"
              "<a:s> <a:p> \"c\" _:anon2 .\n<a:s> <a:p> \"f\" .\n");
}

static void
test_byte_order_mark_is_passed_over(void)
{
  CHECK_READS(
      "\xef\xbb\xbf<a:s> <a:p> 'd' .", TTL, NULL, "<a:s> <a:p> \"d\" .\n");
  CHECK_READS("\xef\xbb\xbf<a:s> <a:p> \"d\" .",
              TERCET_SYNTAX_NTRIPLES,
              NULL,
              "<a:s> <a:p> \"d\" .\n");
}

static void
test_raw_datatypes(void)
{
  static const char *const raw[] = {"a:raw", NULL};
  tercet_reader_options options = {0};
  options.raw_datatypes = raw;
  CHECK_READS("@prefix a: <a:> . a:s a:p '\\t\"'^^a:raw , '''\\t'''^^<a:x> .",
              TTL,
              &options,
              "prefix a <a:>\n<a:s> <a:p> ~\"\\t\\\"\"^^<a:raw> .\n"
              "<a:s> <a:p> \"\\t\"^^<a:x> .\n");
}

static void
test_messages_of_statements(void)
{
  CHECK_FAILS("<a:s> <a:p> 'x'",
              TTL,
              "1:16: expected ',', ';' or '.', but the text ends");
  CHECK_FAILS("<a:s> <a:p> 'x' <a:q>",
              TTL,
              "1:17: expected ',', ';' or '.', found \"<a:q>\"");
  CHECK_FAILS(
      "<a:s>\n <a:p> .",
      TTL,
      "2:8: expected an object: an IRI, blank node or literal, found \".\"");
  CHECK_FAILS("<a:s> 'x' 'y' .",
              TTL,
              "1:7: expected a predicate: an IRI or 'a', found \"'x'\"");
  CHECK_FAILS(
      "'x' <a:p> 'y' .",
      TTL,
      "1:1: expected a statement: a subject or a directive, found \"'x'\"");
  CHECK_FAILS(
      "hello world",
      TTL,
      "1:1: expected a statement: a subject or a directive, found \"hello\"");
  CHECK_FAILS("<s> <a:p> 'x' .",
              TTL,
              "1:1: the IRI <s> is relative, but there is no base IRI");
  CHECK_FAILS("e:s <a:p> 'x' .", TTL, "1:1: the prefix \"e:\" is not defined");
  CHECK_FAILS(
      "<a:s> <a:p> e:x .", TTL, "1:13: the prefix \"e:\" is not defined");
  CHECK_FAILS(
      "<a:s> <a:p> 'x'^^e:x .", TTL, "1:18: the prefix \"e:\" is not defined");
  CHECK_FAILS("<a:s> <a:p> what .",
              TTL,
              "1:13: expected an object: an IRI, blank node or literal, found "
              "\"what\"");
  CHECK_FAILS(
      "<a:s> <a:p> 'x' } ", TTL, "1:17: expected ',', ';' or '.', found \"}\"");
  CHECK_FAILS("<a:g> { <a:s> <a:p> 'x' }",
              TTL,
              "1:7: expected a predicate: an IRI or 'a', found \"{\"");
  CHECK_FAILS("<a:g> { <a:s> <a:p> 'x' ",
              TRIG,
              "1:25: expected ',', ';', '.' or '}', but the text ends");
  CHECK_FAILS("GRAPH <a:g> <a:h>",
              TRIG,
              "1:13: expected '{' behind the name of a graph, found \"<a:h>\"");
}

static void
test_messages_of_directives(void)
{
  CHECK_FAILS("@prefix e <a:> .",
              TTL,
              "1:10: expected a prefix that ends in ':', found white space");
  CHECK_FAILS("@prefix e: <a:>",
              TTL,
              "1:16: expected '.' behind @prefix, but the text ends");
  CHECK_FAILS(
      "@prefix e: 'a' .", TTL, "1:12: expected an IRI: <iri>, found \"'a'\"");
  CHECK_FAILS("@base <a:> <a:s>",
              TTL,
              "1:12: expected '.' behind @base, found \"<a:s>\"");
  CHECK_FAILS("@perfix e: <a:> .",
              TTL,
              "1:1: expected @prefix or @base, found \"@perfix\"");
}

static void
test_messages_of_brackets(void)
{
  CHECK_FAILS(
      "[ <a:p> 'x' . ]", TTL, "1:13: expected ',', ';' or ']', found \".\"");
  CHECK_FAILS("<a:s> <a:p> ( 'x' ",
              TTL,
              "1:19: expected an object: an IRI, blank node or literal, but "
              "the text ends");
  CHECK_FAILS(
      "<a:s> <a:p> ( 'x' ; ) .",
      TTL,
      "1:19: expected an object: an IRI, blank node or literal, found \";\"");
  CHECK_FAILS("<a:s> <a:p> 'x' ] .",
              TTL,
              "1:17: expected ',', ';' or '.', found \"]\"");
  CHECK_FAILS("[ <a:p> 'x' ] ; <a:q> 'y' .",
              TTL,
              "1:15: expected a predicate: an IRI or 'a', found \";\"");
  CHECK_FAILS(
      "[] .", TTL, "1:4: expected a predicate: an IRI or 'a', found \".\"");
}

static void
test_messages_of_terms(void)
{
  CHECK_FAILS("<a:s> <a:p> \"\"\"x\n\"\" .",
              TTL,
              "1:13: the string that starts with \"\"\" here is not closed");
  CHECK_FAILS("<a:s> <a:p> 'x\n' .",
              TTL,
              "1:15: the string 'x is not closed with ''' on its line");
  CHECK_FAILS("<a:s> <a:p> 'caf\xe9' .",
              TTL,
              "1:17: the text is not UTF-8 at byte 0xE9");
  CHECK_FAILS("<a:s> <a:p> '''caf\xe9''' .",
              TTL,
              "1:19: the text is not UTF-8 at byte 0xE9");
  CHECK_FAILS("# caf\xe9\n", TTL, "1:6: the text is not UTF-8 at byte 0xE9");
  CHECK_FAILS("@prefix e: <e:> . e:\xe9 e:p e:o .",
              TTL,
              "1:21: the text is not UTF-8 at byte 0xE9");
  CHECK_FAILS("@prefix e: <e:> . e:a%4 e:p e:o .",
              TTL,
              "1:22: malformed '%' escape in a name");
  CHECK_FAILS("@prefix e: <e:> . e:a\\: e:p e:o .",
              TTL,
              "1:22: malformed '\\' escape in a name");
  CHECK_FAILS(
      "<a:s> <a:p> + .",
      TTL,
      "1:13: expected an object: an IRI, blank node or literal, found \"+\"");
}

static void
test_recovery_goes_on_behind_the_dot(void)
{
  static const char text[] =
      "@prefix e: <e:> .\n"
      "e:s e:p e:1 .\n"
      "e:s e:p what ; e:q \"a . b\" , <e:x.y> , 1.5 , '''c .\n d''' . # . e:x\n"
      "e:s e:p e:2 .\n"
      "e:s e:p [ e:q ( 'x' } ] .\n"
      "e:s e:p f:x .\n"
      "e:s e:p \"open .\n"
      "e:s e:p e:3 .\n"
      "e:s e:p e:4 .\n"
      "e:s e:p ";
  for (size_t chunk = 0; chunk < 30; ++chunk) {
    collected c;
    collect_init(&c);
    tercet_reader_options options = {0};
    options.recover = true;
    CHECK_STATUS(
        collect_text(&c, tercet_string_from(text), TTL, &options, chunk),
        TERCET_OK);
    CHECK_TEXT(c.quads.data,
               c.quads.length,
               "prefix e <e:>\n<e:s> <e:p> <e:1> .\n<e:s> <e:p> <e:2> .\n"
               "<e:s> <e:p> _:anon1 .\n_:anon1 <e:q> _:anon2 .\n"
               "_:anon2 " FIRST " \"x\" .\n"
               "<e:s> <e:p> <e:4> .\n");
    CHECK_TEXT(c.warnings.data,
               c.warnings.length,
               "3:9: expected an object: an IRI, blank node or literal, found "
               "\"what\"\n"
               "6:21: expected an object: an IRI, blank node or literal, found "
               "\"}\"\n"
               "7:9: the prefix \"f:\" is not defined\n"
               "8:16: the string \"open . is not closed with '\"' on its "
               "line\n"
               "11:9: expected an object: an IRI, blank node or literal, but "
               "the text ends\n");
    CHECK_INT(c.stats.n_skipped, 5);
    collect_clear(&c);
  }
}

static void
test_recovery_within_graphs(void)
{
  static const char text[] = "<a:g> { <a:s> <a:p> what . <a:s> <a:p> 'x' }\n"
                             "<a:h> { <a:s> <a:p> what }\n"
                             "<a:s> <a:p> 'y' .\n"
                             "<a:i> { <a:s> <a:p> 'z' ";
  for (size_t chunk = 0; chunk < 20; ++chunk) {
    collected c;
    collect_init(&c);
    tercet_reader_options options = {0};
    options.recover = true;
    CHECK_STATUS(
        collect_text(&c, tercet_string_from(text), TRIG, &options, chunk),
        TERCET_OK);
    CHECK_TEXT(c.quads.data,
               c.quads.length,
               "<a:s> <a:p> \"x\" <a:g> .\n<a:s> <a:p> \"y\" .\n"
               "<a:s> <a:p> \"z\" <a:i> .\n");
    CHECK_INT(c.stats.n_skipped, 3);
    collect_clear(&c);
  }
}

int
main(void)
{
  test_directives();
  test_names();
  test_literals();
  test_numbers();
  test_predicate_object_lists();
  test_nodes_without_label();
  test_labels_do_not_clash();
  test_collections();
  test_nested_brackets();
  test_graphs();
  test_byte_order_mark_is_passed_over();
  test_raw_datatypes();
  test_messages_of_statements();
  test_messages_of_directives();
  test_messages_of_brackets();
  test_messages_of_terms();
  test_recovery_goes_on_behind_the_dot();
  test_recovery_within_graphs();
  return check_finish();
}
