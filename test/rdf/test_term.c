// SPDX-License-Identifier: Apache-2.0

#include "base/string_view.h"
#include "check.h"
#include "rdf/datatype.h"
#include "rdf/term.h"

static tercet_term
make_term(tercet_term_kind kind, const char *value)
{
  tercet_term term = {0};
  term.kind = kind;
  term.value = tercet_string_from(value);
  return term;
}

static tercet_term
make_literal(const char *value, const char *datatype, const char *language)
{
  tercet_term term = make_term(TERCET_TERM_LITERAL, value);
  term.datatype = tercet_string_from(datatype);
  term.language = tercet_string_from(language);
  return term;
}

static void
check_text(const tercet_term *term, const char *expected)
{
  tercet_buffer out;
  tercet_error err = {0};
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&out);
  CHECK_STATUS(tercet_term_write(term, &output, &err), TERCET_OK);
  CHECK_TEXT(out.data, out.length, expected);
  tercet_buffer_clear(&out);
}

static void
test_text_of_each_kind(void)
{
  tercet_term term = make_term(TERCET_TERM_IRI, "http://a/b c");
  check_text(&term, "<http://a/b\\u0020c>");
  term = make_term(TERCET_TERM_BLANK, "x1");
  check_text(&term, "_:x1");
  term = make_literal("a\"b", TERCET_XSD "string", "");
  check_text(&term, "\"a\\\"b\"");
  term = make_literal("a", TERCET_RDF_NS "langString", "en-GB");
  check_text(&term, "\"a\"@en-GB");
  term.direction = TERCET_DIRECTION_RTL;
  check_text(&term, "\"a\"@en-GB--rtl");
  term = make_literal("1", TERCET_XSD "integer", "");
  check_text(&term, "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>");
}

static void
test_escaped_value_keeps_its_escapes(void)
{
  tercet_term term = make_literal("a\\\"b\"\n", TERCET_XSD "string", "");
  term.escaped = true;
  check_text(&term, "\"a\\\"b\\\"\\n\"");
}

static void
test_triple_terms(void)
{
  const tercet_term triple[3] = {
      make_term(TERCET_TERM_IRI, "http://s"),
      make_term(TERCET_TERM_IRI, "http://p"),
      make_term(TERCET_TERM_BLANK, "o"),
  };
  tercet_term term = {0};
  term.kind = TERCET_TERM_TRIPLE;
  term.triple = triple;
  check_text(&term, "<<( <http://s> <http://p> _:o )>>");
  CHECK(tercet_term_equals(&term, &term));
}

static void
test_what_cannot_be_written(void)
{
  tercet_buffer out;
  tercet_error err = {0};
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&out);

  const tercet_term blank = make_term(TERCET_TERM_BLANK, "a b");
  CHECK_STATUS(tercet_term_write(&blank, &output, &err), TERCET_ERR_ARGUMENT);
  CHECK(err.message[0] != '\0');
  const tercet_term none = {0};
  CHECK_STATUS(tercet_term_write(&none, &output, &err), TERCET_ERR_ARGUMENT);

  // A triple term that holds itself has no end
  tercet_term endless[3] = {none, none, none};
  endless[0].kind = TERCET_TERM_TRIPLE;
  endless[0].triple = endless;
  CHECK_STATUS(tercet_term_write(endless, &output, &err), TERCET_ERR_ARGUMENT);
  CHECK(!tercet_term_equals(endless, endless));
  CHECK_INT(out.length, 0);
  tercet_buffer_clear(&out);
}

static void
test_equality(void)
{
  const tercet_term iri = make_term(TERCET_TERM_IRI, "a");
  const tercet_term blank = make_term(TERCET_TERM_BLANK, "a");
  const tercet_term string = make_literal("a", TERCET_XSD "string", "");
  const tercet_term token = make_literal("a", TERCET_XSD "token", "");
  const tercet_term en = make_literal("a", TERCET_RDF_NS "langString", "en");
  const tercet_term en_upper =
      make_literal("a", TERCET_RDF_NS "langString", "EN");
  const tercet_term de = make_literal("a", TERCET_RDF_NS "langString", "de");
  tercet_term ltr = en;
  ltr.direction = TERCET_DIRECTION_LTR;
  const tercet_term none = {0};

  CHECK(tercet_term_equals(&iri, &iri));
  CHECK(!tercet_term_equals(&iri, &blank));
  CHECK(!tercet_term_equals(&iri, &string));
  CHECK(!tercet_term_equals(&string, &token));
  CHECK(tercet_term_equals(&en, &en_upper));
  CHECK(!tercet_term_equals(&en, &de));
  CHECK(!tercet_term_equals(&en, &ltr));
  CHECK(tercet_term_equals(&none, &none));
}

static void
test_equality_looks_through_escapes(void)
{
  tercet_term escaped = make_literal("a\\u0062\\\"", TERCET_XSD "string", "");
  escaped.escaped = true;
  tercet_term other = make_literal("ab\\u0022", TERCET_XSD "string", "");
  other.escaped = true;
  const tercet_term plain = make_literal("ab\"", TERCET_XSD "string", "");
  const tercet_term different = make_literal("ab", TERCET_XSD "string", "");
  CHECK(tercet_term_equals(&escaped, &plain));
  CHECK(tercet_term_equals(&plain, &escaped));
  CHECK(tercet_term_equals(&escaped, &other));
  CHECK(!tercet_term_equals(&escaped, &different));
}

static tercet_status
refuse(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)context;
  (void)data;
  (void)length;
  err->status = TERCET_ERR_IO;
  return TERCET_ERR_IO;
}

static void
test_failure_of_the_output_is_passed_on(void)
{
  const tercet_output output = {refuse, NULL};
  const tercet_term term = make_term(TERCET_TERM_IRI, "a");
  tercet_error err = {0};
  CHECK_STATUS(tercet_term_write(&term, &output, &err), TERCET_ERR_IO);
  CHECK_INT(err.status, TERCET_ERR_IO);
}

int
main(void)
{
  test_text_of_each_kind();
  test_escaped_value_keeps_its_escapes();
  test_triple_terms();
  test_what_cannot_be_written();
  test_equality();
  test_equality_looks_through_escapes();
  test_failure_of_the_output_is_passed_on();
  return check_finish();
}
