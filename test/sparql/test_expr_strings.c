// SPDX-License-Identifier: Apache-2.0

#include "expr_harness.h"

static const expr_case strings[] = {
    {"STRLEN(\"abc\")", "3"},
    {"STRLEN(\"\")", "0"},
    {"STRLEN(\"食べ物\"@ja)", "3"},
    {"STRLEN(\"\\U0001F46A\")", "1"},
    {"STRLEN(7)", "error"},
    {"STRLEN(<http://x>)", "error"},
    {"UCASE(\"abc1\")", "\"ABC1\""},
    {"UCASE(\"bar\"@en)", "\"BAR\"@en"},
    {"LCASE(\"BAZ[\")", "\"baz[\""},
    {"UCASE(\"@`az{\")", "\"@`AZ{\""},
    {"UCASE(1)", "error"},
#ifdef TERCET_HAVE_UTF8PROC
    {"UCASE(\"français\"@fr)", "\"FRANÇAIS\"@fr"},
    {"LCASE(\"ÀÉÎ食\")", "\"àéî食\""},
#else
    {"UCASE(\"français\"@fr)", "error"},
#endif
    {"CONCAT()", "\"\""},
    {"CONCAT(\"a\")", "\"a\""},
    {"CONCAT(\"a\", \"b\", \"c\")", "\"abc\""},
    {"CONCAT(\"a\"@en, \"b\"@en)", "\"ab\"@en"},
    {"CONCAT(\"a\"@en, \"b\"@EN)", "\"ab\"@en"},
    {"CONCAT(\"a\"@en, \"b\")", "\"ab\""},
    {"CONCAT(\"a\"@en, \"b\"@fr)", "\"ab\""},
    {"CONCAT(\"a\", 7)", "error"},
    {"CONCAT(\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\",\"10\")",
     "\"12345678910\""},
    {"ENCODE_FOR_URI(\"100%\")", "\"100%25\""},
    {"ENCODE_FOR_URI(\"食\"@ja)", "\"%E9%A3%9F\""},
    {"ENCODE_FOR_URI(\"a-b_c.d~e f/\")", "\"a-b_c.d~e%20f%2F\""},
    {"ENCODE_FOR_URI(1)", "error"},
    {"CONTAINS(\"foobar\", \"bar\")", "true"},
    {"CONTAINS(\"foobar\", \"x\")", "false"},
    {"CONTAINS(\"foobar\", \"\")", "true"},
    {"CONTAINS(\"\", \"\")", "true"},
    {"CONTAINS(\"\", \"a\")", "false"},
    {"CONTAINS(\"foobar\"@en, \"bar\")", "true"},
    {"CONTAINS(\"foobar\"@en, \"bar\"@en)", "true"},
    {"CONTAINS(\"foobar\"@en, \"bar\"@fr)", "error"},
    {"CONTAINS(\"foobar\", \"bar\"@en)", "error"},
    {"CONTAINS(1, \"1\")", "error"},
    {"STRSTARTS(\"foobar\", \"foo\")", "true"},
    {"STRSTARTS(\"foobar\", \"oo\")", "false"},
    {"STRSTARTS(\"foo\", \"foobar\")", "false"},
    {"STRSTARTS(\"foo\"@en, \"f\"@EN)", "true"},
    {"STRSTARTS(\"foo\", <http://x>)", "error"},
    {"STRENDS(\"foobar\", \"bar\")", "true"},
    {"STRENDS(\"foobar\", \"ba\")", "false"},
    {"STRENDS(\"bar\", \"foobar\")", "false"},
    {"STRENDS(\"bar\", \"\")", "true"},
    {"STRENDS(\"bar\", \"r\"@en)", "error"},
    {"STRBEFORE(\"abc\", \"b\")", "\"a\""},
    {"STRBEFORE(\"abc\"@en, \"bc\")", "\"a\"@en"},
    {"STRBEFORE(\"abc\"@en, \"\"@en)", "\"\"@en"},
    {"STRBEFORE(\"abc\"@en, \"\")", "\"\"@en"},
    {"STRBEFORE(\"abc\"@en, \"xyz\")", "\"\""},
    {"STRBEFORE(\"abc\", \"b\"@cy)", "error"},
    {"STRBEFORE(\"\", \"\")", "\"\""},
    {"STRAFTER(\"abc\", \"b\")", "\"c\""},
    {"STRAFTER(\"abc\"@en, \"ab\")", "\"c\"@en"},
    {"STRAFTER(\"abc\"@en, \"b\"@cy)", "error"},
    {"STRAFTER(\"abc\"@en, \"\")", "\"abc\"@en"},
    {"STRAFTER(\"abc\"@en, \"xyz\")", "\"\""},
    {"STRAFTER(\"abcabc\", \"bc\")", "\"abc\""},
    {"SUBSTR(\"foobar\", 4)", "\"bar\""},
    {"SUBSTR(\"foobar\", 1, 1)", "\"f\""},
    {"SUBSTR(\"foobar\"@en, 4, 2)", "\"ba\"@en"},
    {"SUBSTR(\"食べ物\", 2)", "\"べ物\""},
    {"SUBSTR(\"食べ物\", 2, 1)", "\"べ\""},
    {"SUBSTR(\"foobar\", 0)", "\"foobar\""},
    {"SUBSTR(\"foobar\", 0, 3)", "\"fo\""},
    {"SUBSTR(\"foobar\", -42, 45)", "\"fo\""},
    {"SUBSTR(\"foobar\", 7)", "\"\""},
    {"SUBSTR(\"foobar\", 100, 100)", "\"\""},
    {"SUBSTR(\"foobar\", 2, -1)", "\"\""},
    {"SUBSTR(\"foobar\", 2.4, 2.5)", "\"oob\""},
    {"SUBSTR(\"foobar\", 1.5, 2.6)", "\"oob\""},
    {"SUBSTR(\"foobar\", xsd:double(\"NaN\"))", "\"\""},
    {"SUBSTR(\"foobar\", 2, xsd:double(\"INF\"))", "\"oobar\""},
    {"SUBSTR(\"foobar\", xsd:double(\"-INF\"), xsd:double(\"INF\"))", "\"\""},
    {"SUBSTR(\"foobar\", 9223372036854775807)", "\"\""},
    {"SUBSTR(\"foobar\", \"1\")", "error"},
    {"SUBSTR(1, 1)", "error"},
    {"\"a\" < \"b\"", "true"},
    {"\"a\" < \"B\"", "false"},
    {"\"\" < \"a\"", "true"},
    {"\"a\" = \"a\"", "true"},
    {"\"\\uFFFF\" < \"\\U00010000\"", "true"},
    {"\"a\"@en < \"b\"@en", "error"},
    {"\"a\"@en = \"a\"@EN", "true"},
    {"\"a\"@en = \"a\"@fr", "false"},
    {"\"a\"@en = \"a\"", "false"},
    {"\"a\" != \"a\"@en", "true"},
};

#ifdef TERCET_HAVE_PCRE2
static const expr_case patterns[] = {
    {"REGEX(\"abc\", \"b\")", "true"},
    {"REGEX(\"abc\", \"\")", "true"},
    {"REGEX(\"\", \"\")", "true"},
    {"REGEX(\"abc\", \"x\")", "false"},
    {"REGEX(\"abc\", \"^b\")", "false"},
    {"REGEX(\"abc\", \"^ab?c*\")", "true"},
    {"REGEX(\"ABC\", \"b\")", "false"},
    {"REGEX(\"ABC\", \"b\", \"i\")", "true"},
    {"REGEX(\"É\", \"é\", \"i\")", "true"},
    {"REGEX(\"abc\"@en, \"c$\")", "true"},
    {"REGEX(\"abc\\n\", \"c$\")", "false"},
    {"REGEX(\"abc\\nd\", \"c$\", \"m\")", "true"},
    {"REGEX(\"abc\\nd\", \"^d\", \"m\")", "true"},
    {"REGEX(\"abc\\nd\", \"^d\")", "false"},
    {"REGEX(\"a\\nb\", \"a.b\")", "false"},
    {"REGEX(\"a\\nb\", \"a.b\", \"s\")", "true"},
    {"REGEX(\"ab\", \" a b \", \"x\")", "true"},
    {"REGEX(\"a b\", \"a[ ]b\", \"x\")", "true"},
    {"REGEX(\"a#b\", \"a#b\", \"x\")", "true"},
    {"REGEX(\"a.b\", \"a.b\", \"q\")", "true"},
    {"REGEX(\"axb\", \"a.b\", \"q\")", "false"},
    {"REGEX(\"A.B\", \"a.b\", \"qi\")", "true"},
    {"REGEX(\"b\", \"^[a-z-[aeiou]]+$\")", "true"},
    {"REGEX(\"bab\", \"^[a-z-[aeiou]]+$\")", "false"},
    {"REGEX(\"e\", \"^[a-z-[a-z-[e]]]$\")", "true"},
    {"REGEX(\"f\", \"^[a-z-[a-z-[e]]]$\")", "false"},
    {"REGEX(\"a-b\", \"^\\\\i\\\\c*$\")", "true"},
    {"REGEX(\"-ab\", \"^\\\\i\\\\c*$\")", "false"},
    {"REGEX(\"x:y\", \"^[\\\\c]+$\")", "true"},
    {"REGEX(\"a b\", \"\\\\s\")", "true"},
    {"REGEX(\"ab\", \"^\\\\S+$\")", "true"},
    {"REGEX(\"٣\", \"^\\\\d$\")", "true"},
    {"REGEX(\"食\", \"^\\\\p{L}$\")", "true"},
    {"REGEX(\"[\", \"^[[]$\")", "true"},
    {"REGEX(\"aa\", \"^(a)\\\\1$\")", "true"},
    {"REGEX(\"abc\", \"(\")", "error"},
    {"REGEX(\"abc\", \"[\")", "error"},
    {"REGEX(\"abc\", \"[a-z-[b]\")", "error"},
    {"REGEX(\"abc\", \"a\\\\\")", "error"},
    {"REGEX(\"abc\", \"a\", \"k\")", "error"},
    {"REGEX(1, \"a\")", "error"},
    {"REGEX(\"a\", 1)", "error"},
    {"REGEX(\"a\", \"a\"@en)", "error"},
    {"REGEX(\"a\", \"a\", 1)", "error"},
    {"REGEX(?unbound, \"a\")", "error"},
    {"REGEX(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\", \"^(a+)+$\")",
     "true"},
    {"REGEX(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\", \"^(a|aa)+$\")",
     "error"},
    {"REPLACE(\"banana\", \"ana\", \"*\")", "\"b*na\""},
    {"REPLACE(\"abcd\", \"(ab)|(a)\", \"[1=$1][2=$2]\")", "\"[1=ab][2=]cd\""},
    {"REPLACE(\"aAbBaC\", \"a\", \"~/\", \"i\")", "\"~/~/bB~/C\""},
    {"REPLACE(\"日本語\"@ja, \"[^a-z0-9]\", \"-\")", "\"---\"@ja"},
    {"REPLACE(\"abc\", \"x\", \"y\")", "\"abc\""},
    {"REPLACE(\"abc\", \"b\", \"\")", "\"ac\""},
    {"REPLACE(\"\", \"b\", \"x\")", "\"\""},
    {"REPLACE(\"abc\", \"b\", \"\\\\$0\")", "\"a$0c\""},
    {"REPLACE(\"abc\", \"b\", \"\\\\\\\\\")", "\"a\\c\""},
    {"REPLACE(\"abc\", \"b\", \"<$0>\")", "\"a<b>c\""},
    {"REPLACE(\"abc\", \"(b)\", \"$12\")", "\"ab2c\""},
    {"REPLACE(\"abc\", \"(b)\", \"$2\")", "\"ac\""},
    {"REPLACE(\"abc\", \"b\", \"$\")", "error"},
    {"REPLACE(\"abc\", \"b\", \"\\\\x\")", "error"},
    {"REPLACE(\"a.c\", \".\", \"$1\", \"q\")", "\"a$1c\""},
    {"REPLACE(\"abc\", \"x*\", \"-\")", "error"},
    {"REPLACE(\"abc\", \"\", \"-\")", "error"},
    {"REPLACE(\"abab\", \"(?<=a)b\", \"x\")", "\"axax\""},
    {"REPLACE(7, \"7\", \"8\")", "error"},
    {"REPLACE(\"abc\", \"b\", \"x\"@en)", "error"},
};

/// A pattern that differs from row to row is compiled anew for each
static void
test_pattern_from_column(void)
{
  static const char *const sources[HARNESS_ROWS] = {"^a", "^b", "("};

  expr_harness h;
  tercet_compiled_expr *expr = NULL;
  uint32_t rows[HARNESS_ROWS];
  size_t n_rows = 0;
  CHECK_STATUS(harness_open(&h, NULL), TERCET_OK);
  for (size_t i = 0; i < HARNESS_ROWS; ++i) {
    const tercet_term term = {.kind = TERCET_TERM_LITERAL,
                              .value = tercet_string_from(sources[i]),
                              .datatype =
                                  tercet_string_from(TERCET_XSD "string")};
    CHECK_STATUS(tercet_dictionary_intern(h.overlay, &term, &h.ids[0][i], NULL),
                 TERCET_OK);
  }

  CHECK_STATUS(harness_compile(&h, "REGEX(\"bcd\", ?a)", &expr), TERCET_OK);
  CHECK_STATUS(
      tercet_expr_filter(expr, &h.context, &h.batch, rows, &n_rows, &h.err),
      TERCET_OK);
  CHECK_INT(n_rows, 1);
  CHECK_INT(rows[0], 1);
  CHECK_INT(h.context.call.failures.n_total, 1); // The malformed one says why
  CHECK(strstr(h.context.call.failures.items[0].reason, "regular expression") !=
        NULL);
  tercet_compiled_expr_clear(expr);
  harness_close(&h);
}
#endif

#ifdef TERCET_HAVE_OPENSSL
static const expr_case digests[] = {
    {"MD5(\"abc\")", "\"900150983cd24fb0d6963f7d28e17f72\""},
    {"MD5(\"\")", "\"d41d8cd98f00b204e9800998ecf8427e\""},
    {"SHA1(\"abc\")", "\"a9993e364706816aba3e25717850c26c9cd0d89d\""},
    {"SHA256(\"abc\")",
     "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\""},
    {"SHA384(\"abc\")",
     "\"cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
     "8086072ba1e7cc2358baeca134c825a7\""},
    {"SHA512(\"abc\")",
     "\"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
     "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f\""},
    {"MD5(\"abc\"@en)", "error"},
    {"SHA1(1)", "error"},
    {"SHA256(?unbound)", "error"},
};
#endif

/// A function that this build lacks is refused before anything is evaluated
static void
check_function(const char *text, bool is_there)
{
  expr_harness h;
  tercet_compiled_expr *expr = NULL;
  CHECK_STATUS(harness_open(&h, NULL), TERCET_OK);
  CHECK_STATUS(harness_compile(&h, text, &expr),
               is_there ? TERCET_OK : TERCET_ERR_UNSUPPORTED);
  CHECK(is_there || strstr(h.err.message, "built without"));
  CHECK(is_there || h.err.line == 6U);
  tercet_compiled_expr_clear(expr);
  harness_close(&h);
}

static void
test_missing_libraries(void)
{
#ifdef TERCET_HAVE_PCRE2
  const bool has_pcre2 = true;
#else
  const bool has_pcre2 = false;
#endif
#ifdef TERCET_HAVE_OPENSSL
  const bool has_openssl = true;
#else
  const bool has_openssl = false;
#endif

  check_function("REGEX(?a, \"x\")", has_pcre2);
  check_function("1 + STRLEN(REPLACE(?a, \"x\", \"y\"))", has_pcre2);
  check_function("MD5(?a)", has_openssl);
  check_function("SHA512(?a)", has_openssl);
}

int
main(void)
{
  test_missing_libraries();
  HARNESS_CHECK_CASES(strings);
#ifdef TERCET_HAVE_PCRE2
  HARNESS_CHECK_CASES(patterns);
  test_pattern_from_column();
#endif
#ifdef TERCET_HAVE_OPENSSL
  HARNESS_CHECK_CASES(digests);
#endif
  return check_finish();
}
