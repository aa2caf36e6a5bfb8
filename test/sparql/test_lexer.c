// SPDX-License-Identifier: Apache-2.0

#include "check.h"

#include "base/string_view.h"
#include "sparql/lexer.h"

/// Read all tokens of a text into a line of kinds and texts
static tercet_status
tokens_of(const char *text, char *out, size_t size, tercet_error *err)
{
  static const char *const kinds[] = {
#define TOKEN_KIND(id, name) #id,
      TERCET_TOKEN_LIST(TOKEN_KIND)
#undef TOKEN_KIND
  };

  tercet_lexer lexer;
  tercet_status st = tercet_lexer_init(&lexer, tercet_string_from(text), err);
  size_t length = 0U;
  out[0] = '\0';
  while (!st) {
    tercet_token token;
    st = tercet_lexer_next(&lexer, &token, err);
    if (st || token.kind == TERCET_TOKEN_END) {
      break;
    }
    const int n = snprintf(out + length,
                           size - length,
                           "%s%s:%.*s",
                           length ? " " : "",
                           kinds[token.kind],
                           (int)token.text.length,
                           token.text.data);
    length += (size_t)n;
  }
  return st;
}

static void
test_tokens(void)
{
  static const struct {
    const char *text;
    const char *tokens;
  } cases[] = {
      {"", ""},
      {" # comment", ""},
      {"# one\r\n?x", "VARIABLE:x"},
      {"\xef\xbb\xbfSELECT", "WORD:SELECT"},
      {"?x $y1 ?1 ?_", "VARIABLE:x VARIABLE:y1 VARIABLE:1 VARIABLE:_"},
      {"?x?", "VARIABLE:x QUESTION:?"},
      {"?x-1", "VARIABLE:x INTEGER:-1"},
      {"?\xc3\xa9", "VARIABLE:\xc3\xa9"},

      // '<' is an IRI if one can be read there, else an operator
      {"<a> < <=", "IRI:a LESS:< LESS_EQUAL:<="},
      {"?a<?b && ?c>?d",
       "VARIABLE:a LESS:< VARIABLE:b AND:&& VARIABLE:c GREATER:> VARIABLE:d"},
      {"?a<?b&&?c>?d", "VARIABLE:a IRI:?b&&?c VARIABLE:d"},
      {"<=>", "IRI:="},
      {"<a\\u00e9>", "IRI:a\\u00e9"},

      {"1 .5 1.5 1.", "INTEGER:1 DECIMAL:.5 DECIMAL:1.5 INTEGER:1 DOT:."},
      {"1e3 1.e3 .5E-2 1.5e+7",
       "DOUBLE:1e3 DOUBLE:1.e3 DOUBLE:.5E-2 DOUBLE:1.5e+7"},
      {"1e 2.e", "INTEGER:1 WORD:e INTEGER:2 DOT:. WORD:e"},
      {"+1 -1.5 - 1 +.5e0",
       "INTEGER:+1 DECIMAL:-1.5 MINUS:- INTEGER:1 DOUBLE:+.5e0"},

      {"'a' \"b\" '''c'd''' \"\"\"e\n\"\"f\"\"\" '' \"\"",
       "STRING:a STRING:b STRING:c'd STRING:e\n\"\"f STRING: STRING:"},
      {"'\\'\\n\\u0041'", "STRING:\\'\\n\\u0041"},
      {"\"\"\"a\"\"\\\"\"\"\"", "STRING:a\"\"\\\""},
      {"'a'@en-GB ^^", "STRING:a LANGUAGE:en-GB DATATYPE:^^"},
      {"@en-", "LANGUAGE:en MINUS:-"},

      {": a: :b a:b.c. a:b\\,c a:%41 a::b a:-",
       "PREFIXED_NAME:: PREFIXED_NAME:a: PREFIXED_NAME::b "
       "PREFIXED_NAME:a:b.c DOT:. PREFIXED_NAME:a:b\\,c PREFIXED_NAME:a:%41 "
       "PREFIXED_NAME:a::b PREFIXED_NAME:a: MINUS:-"},
      {"a.b:c a.b", "PREFIXED_NAME:a.b:c WORD:a DOT:. WORD:b"},
      {"a a-b:c", "WORD:a PREFIXED_NAME:a-b:c"},
      {"_:a.b. _:1", "BLANK_LABEL:a.b DOT:. BLANK_LABEL:1"},

      {"() ( ) (1) [] [ # c\n ] [1]",
       "NIL:() NIL:( ) LEFT_PARENTHESIS:( INTEGER:1 RIGHT_PARENTHESIS:) "
       "ANON:[] ANON:[ # c\n ] LEFT_BRACKET:[ INTEGER:1 RIGHT_BRACKET:]"},
      {"{},;.=!= >>= !&&||+-*/^^^|?",
       "LEFT_BRACE:{ RIGHT_BRACE:} COMMA:, SEMICOLON:; DOT:. EQUAL:= "
       "NOT_EQUAL:!= GREATER:> GREATER_EQUAL:>= NOT:! AND:&& OR:|| PLUS:+ "
       "MINUS:- STAR:* SLASH:/ DATATYPE:^^ CARET:^ BAR:| QUESTION:?"},
  };

  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    char tokens[1024];
    tercet_error err = {0};
    CHECK_STATUS(tokens_of(cases[i].text, tokens, sizeof(tokens), &err),
                 TERCET_OK);
    CHECK_TEXT(tokens, strlen(tokens), cases[i].tokens);
  }
}

static void
test_keywords_ignore_case_but_for_a(void)
{
  static const struct {
    const char *text;
    tercet_keyword keyword;
  } cases[] = {
      {"select", TERCET_KEYWORD_SELECT},
      {"Group_Concat", TERCET_KEYWORD_GROUP_CONCAT},
      {"a", TERCET_KEYWORD_A},
      {"A", TERCET_KEYWORD_NONE},
      {"STRLEN", TERCET_KEYWORD_NONE},
      {"COPY", TERCET_KEYWORD_COPY},
  };

  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    tercet_lexer lexer;
    tercet_token token;
    CHECK_STATUS(
        tercet_lexer_init(&lexer, tercet_string_from(cases[i].text), NULL),
        TERCET_OK);
    CHECK_STATUS(tercet_lexer_next(&lexer, &token, NULL), TERCET_OK);
    CHECK_INT(token.kind, TERCET_TOKEN_WORD);
    CHECK_INT(token.keyword, cases[i].keyword);
  }
}

static void
test_bad_text(void)
{
  static const struct {
    const char *text;
    uint64_t line;
    uint64_t column;
    const char *message;
  } cases[] = {
      {"'abc", 1, 1, "the string that starts here has no end"},
      {"\n 'ab\nc'", 2, 2, "the string that starts here has no end"},
      {"'''ab\nc''", 1, 1, "the string that starts here has no end"},
      {"'a\\x'", 1, 3, "bad escape in a string"},
      {"'\\uD800'", 1, 2, "bad escape in a string"},
      {"'\\u12'", 1, 2, "bad escape in a string"},
      {"'a\\", 1, 3, "bad escape in a string"},
      {"<a\\u0020b>", 1, 3, "bad escape in an IRI"},
      {"<a\\tb>", 1, 3, "bad escape in an IRI"},
      {"$", 1, 1, "a variable needs a name"},
      {"_x", 1, 1, "malformed blank node label"},
      {"_", 1, 1, "malformed blank node label"},
      {"_:", 1, 1, "malformed blank node label"},
      {"_:-", 1, 1, "malformed blank node label"},
      {"@1", 1, 1, "malformed language tag"},
      {"&", 1, 1, "expected '&&', found one '&'"},
      {"?x ~", 1, 4, "unexpected character 0x7E"},
      {"\n\n  \xc3\xa9t\xc3\xa9", 3, 3, "unexpected name '\xc3\xa9t\xc3\xa9'"},
      {"?a \\u0062",
       1,
       4,
       "unexpected '\\': escapes are allowed in IRIs, strings and local "
       "names only"},
      {"?a\n?b \xff", 2, 4, "the query is not UTF-8 here"},
  };

  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    char tokens[1024];
    tercet_error err = {0};
    CHECK_STATUS(tokens_of(cases[i].text, tokens, sizeof(tokens), &err),
                 TERCET_ERR_SYNTAX);
    CHECK_INT(err.line, cases[i].line);
    CHECK_INT(err.column, cases[i].column);
    CHECK_TEXT(err.message, strlen(err.message), cases[i].message);
  }
}

static void
test_places_count_lines_in_long_strings(void)
{
  const char *const text = "?a '''b\nc\n''' ?d\n # e\n?f";
  static const tercet_place places[] = {{1, 1}, {1, 4}, {3, 5}, {5, 1}, {5, 3}};
  tercet_lexer lexer;
  CHECK_STATUS(tercet_lexer_init(&lexer, tercet_string_from(text), NULL),
               TERCET_OK);
  for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); ++i) {
    tercet_token token;
    CHECK_STATUS(tercet_lexer_next(&lexer, &token, NULL), TERCET_OK);
    CHECK_INT(token.place.line, places[i].line);
    CHECK_INT(token.place.column, places[i].column);
  }
}

/// A text that is cut off anywhere is read without looking behind its end
static void
test_truncated_text(void)
{
  static const char text[] = "SELECT <a\\u00e9> 'b\\u0041' \"\"\"c\\n\"\"\" "
                             "_:d.e f:g\\-%41.h 1.5e-3 @en-a ?v && || ^^ []";
  for (size_t n = 0; n < sizeof(text); ++n) {
    // A block of its own, so that sanitizers see what is beyond
    char *const copy = malloc(n ? n : 1U);
    CHECK(copy != NULL);
    if (!copy) {
      return;
    }
    memcpy(copy, text, n);
    tercet_lexer lexer;
    const tercet_string view = {copy, n};
    tercet_status st = tercet_lexer_init(&lexer, view, NULL);
    tercet_token token = {0};
    do {
      st = st ? st : tercet_lexer_next(&lexer, &token, NULL);
    } while (!st && token.kind != TERCET_TOKEN_END);
    CHECK(!st || st == TERCET_ERR_SYNTAX);
    free(copy);
  }
}

int
main(void)
{
  test_tokens();
  test_keywords_ignore_case_but_for_a();
  test_bad_text();
  test_places_count_lines_in_long_strings();
  test_truncated_text();
  return check_finish();
}
