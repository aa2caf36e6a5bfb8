// SPDX-License-Identifier: Apache-2.0

#include "sparql/lexer.h"

#include "base/error.h"
#include "base/string_view.h"
#include "base/utf8.h"
#include "rdf/character.h"
#include "rdf/escape.h"

#include <assert.h>

/// A class of characters
typedef bool (*character_class)(uint32_t c);

static const char *const kind_names[] = {
#define TOKEN_NAME(id, name) name,
    TERCET_TOKEN_LIST(TOKEN_NAME)
#undef TOKEN_NAME
};

static const char *const keyword_names[] = {"",
                                            "a",
#define KEYWORD_NAME(id) #id,
                                            TERCET_KEYWORD_LIST(KEYWORD_NAME)
#undef KEYWORD_NAME
};

const char *
tercet_token_kind_name(tercet_token_kind kind)
{
  return kind_names[kind];
}

/// Return the place of a byte in the current line
static tercet_place
place_of(const tercet_lexer *lexer, const char *at)
{
  const tercet_place place = {lexer->line,
                              (uint32_t)(at - lexer->line_start) + 1U};
  return place;
}

/// Fail at a byte in the current line
#define FAIL_AT(lexer, at, err, ...)                                           \
  tercet_error_set_at((err),                                                   \
                      TERCET_ERR_SYNTAX,                                       \
                      place_of((lexer), (at)).line,                            \
                      place_of((lexer), (at)).column,                          \
                      __VA_ARGS__)

/// Note that the newline before `next` was passed
static void
start_line(tercet_lexer *lexer, const char *next)
{
  ++lexer->line;
  lexer->line_start = next;
}

tercet_status
tercet_lexer_init(tercet_lexer *lexer, tercet_string text, tercet_error *err)
{
  if (text.length >= UINT32_MAX) {
    return tercet_error_set(
        err, TERCET_ERR_LIMIT, "the query has 4 GiB or more");
  }

  const char *const start = text.length ? text.data : "";
  const size_t good = tercet_utf8_validate(start, text.length);
  *lexer = (tercet_lexer){start, start + text.length, start, 1U};
  if (good < text.length) {
    for (const char *c = start; c < start + good; ++c) {
      if (*c == '\n') {
        start_line(lexer, c + 1);
      }
    }
    return FAIL_AT(lexer, start + good, err, "the query is not UTF-8 here");
  }

  // A byte order mark is no part of the text
  if (text.length >= 3U && !memcmp(start, "\xef\xbb\xbf", 3U)) {
    lexer->at += 3;
  }

  return TERCET_OK;
}

/// Return the end of the run of characters of a class that starts at `at`
static const char *
skip_class(const char *at, const char *end, character_class is_member)
{
  while (at < end) {
    uint32_t c = 0U;
    const size_t length = tercet_utf8_decode(at, end, &c);
    if (!is_member(c)) {
      break;
    }
    at += length;
  }
  return at;
}

/// Return whether the character at `at`, if there is one, is of a class
static bool
is_at(const char *at, const char *end, character_class is_member)
{
  uint32_t c = 0U;
  return at < end && tercet_utf8_decode(at, end, &c) && is_member(c);
}

static bool
is_digit(uint32_t c)
{
  return c >= '0' && c <= '9';
}

static bool
is_letter(uint32_t c)
{
  return c < 0x80U && tercet_char_is((char)c, TERCET_CHAR_ALPHA);
}

static bool
is_name_start_or_digit(uint32_t c)
{
  return is_digit(c) || tercet_is_name_start(c);
}

static bool
is_name_char_or_dot(uint32_t c)
{
  return c == '.' || tercet_is_name_char(c);
}

/// What may follow the first character of VARNAME
static bool
is_variable_char(uint32_t c)
{
  return c != '-' && tercet_is_name_char(c);
}

static bool
is_word_char(uint32_t c)
{
  return c == '_' || is_letter(c) || is_digit(c);
}

/// Skip WS and comments; the line is counted on
static void
skip_space(tercet_lexer *lexer)
{
  for (; lexer->at < lexer->end; ++lexer->at) {
    const char c = *lexer->at;
    if (c == '#') {
      while (lexer->at < lexer->end && *lexer->at != '\n' &&
             *lexer->at != '\r') {
        ++lexer->at;
      }
      if (lexer->at == lexer->end) {
        return;
      }
    } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
      return;
    }

    if (*lexer->at == '\n') {
      start_line(lexer, lexer->at + 1);
    }
  }
}

/// Finish a token that ends before `end`, its text being all of it
static tercet_status
finish(tercet_lexer *lexer,
       tercet_token *out,
       tercet_token_kind kind,
       const char *end)
{
  out->kind = kind;
  out->source.length = (size_t)(end - out->source.data);
  out->text = out->source;
  lexer->at = end;
  return TERCET_OK;
}

/// Take bytes off both ends of a token's text
static void
trim(tercet_token *token, size_t front, size_t back)
{
  assert(token->text.length >= front + back);
  token->text.data += front;
  token->text.length -= front + back;
}

/// Return whether IRIREF may hold the character
static bool
is_iri_char(uint32_t c)
{
  return c >= 0x80U || tercet_char_is((char)c, TERCET_CHAR_IRI);
}

/// IRIREF ::= '<' ([^<>"{}|^`\]-[#x00-#x20])* '>', or else '<' or '<='
static tercet_status
read_iri_or_less(tercet_lexer *lexer, tercet_token *out, tercet_error *err)
{
  const char *c = lexer->at + 1;
  for (;;) {
    while (c < lexer->end && is_iri_char((unsigned char)*c)) {
      ++c;
    }
    if (c == lexer->end || *c != '\\') {
      break;
    }

    uint32_t code = 0U;
    const size_t length = tercet_uchar_read(c, lexer->end, &code);
    if (!length || !is_iri_char(code)) {
      return FAIL_AT(lexer, c, err, "bad escape in an IRI");
    }
    c += length;
  }

  if (c < lexer->end && *c == '>') {
    (void)finish(lexer, out, TERCET_TOKEN_IRI, c + 1);
    trim(out, 1U, 1U);
    return TERCET_OK;
  }

  const bool or_equal = lexer->end - lexer->at > 1 && lexer->at[1] == '=';
  return or_equal ? finish(lexer, out, TERCET_TOKEN_LESS_EQUAL, lexer->at + 2)
                  : finish(lexer, out, TERCET_TOKEN_LESS, lexer->at + 1);
}

/// Return whether a string that opened with `n_quotes` quotes ends at `at`
static bool
is_closing(const char *at, const char *end, char quote, size_t n_quotes)
{
  if ((size_t)(end - at) < n_quotes) {
    return false;
  }
  for (size_t i = 0; i < n_quotes; ++i) {
    if (at[i] != quote) {
      return false;
    }
  }
  return true;
}

/// STRING_LITERAL1, STRING_LITERAL2, STRING_LITERAL_LONG1,
/// STRING_LITERAL_LONG2
static tercet_status
read_string(tercet_lexer *lexer, tercet_token *out, tercet_error *err)
{
  const char quote = *lexer->at;
  const size_t n_quotes =
      is_closing(lexer->at, lexer->end, quote, 3U) ? 3U : 1U;

  const char *c = lexer->at + n_quotes;
  while (!is_closing(c, lexer->end, quote, n_quotes)) {
    if (c == lexer->end || (n_quotes == 1U && (*c == '\n' || *c == '\r'))) {
      return tercet_error_set_at(err,
                                 TERCET_ERR_SYNTAX,
                                 out->place.line,
                                 out->place.column,
                                 "the string that starts here has no end");
    }

    if (*c == '\\') {
      const size_t length = tercet_escape_length(c, lexer->end);
      if (!length) {
        return FAIL_AT(lexer, c, err, "bad escape in a string");
      }
      c += length;
    } else if (*c++ == '\n') {
      start_line(lexer, c);
    }
  }

  (void)finish(lexer, out, TERCET_TOKEN_STRING, c + n_quotes);
  trim(out, n_quotes, n_quotes);
  return TERCET_OK;
}

/// INTEGER, DECIMAL, DOUBLE and the forms of them that have a sign; the first
/// digit or dot is at `c`
static tercet_status
read_number(tercet_lexer *lexer, tercet_token *out, const char *c)
{
  const char *const end = lexer->end;
  tercet_token_kind kind = TERCET_TOKEN_INTEGER;

  c = skip_class(c, end, is_digit);

  // A dot belongs to the number only if digits or an exponent follow it
  const char *number_end = c;
  if (c < end && *c == '.') {
    c = skip_class(c + 1, end, is_digit);
    if (c - number_end > 1) {
      kind = TERCET_TOKEN_DECIMAL;
      number_end = c;
    }
  }

  if (c < end && (*c == 'e' || *c == 'E')) {
    ++c;
    c += c < end && (*c == '+' || *c == '-');
    const char *const digits = c;
    c = skip_class(c, end, is_digit);
    if (c > digits) {
      kind = TERCET_TOKEN_DOUBLE;
      number_end = c;
    }
  }

  return finish(lexer, out, kind, number_end);
}

/// Return whether a number without a sign starts at `c`
static bool
is_number_start(const char *c, const char *end)
{
  if (c < end && *c == '.') {
    ++c;
  }
  return c < end && is_digit((unsigned char)*c);
}

/// Return the end of a name that may hold dots but does not end with one
static const char *
skip_dotted_name(const char *at, const char *end)
{
  const char *c = skip_class(at, end, is_name_char_or_dot);
  while (c > at && c[-1] == '.') {
    --c;
  }
  return c;
}

/// Return the bytes of PLX at `at`, or 0:
/// PLX ::= '%' HEX HEX | '\' [_~.-!$&'()*+,;=/?#@%]
static size_t
plx_length(const char *at, const char *end)
{
  if (end - at >= 3 && at[0] == '%' && tercet_char_is(at[1], TERCET_CHAR_HEX) &&
      tercet_char_is(at[2], TERCET_CHAR_HEX)) {
    return 3U;
  }
  if (end - at >= 2 && at[0] == '\\' && at[1] &&
      strchr("_~.-!$&'()*+,;=/?#@%", at[1])) {
    return 2U;
  }
  return 0U;
}

/// PN_LOCAL ::= (PN_CHARS_U | ':' | [0-9] | PLX)
///              ((PN_CHARS | '.' | ':' | PLX)* (PN_CHARS | ':' | PLX))?
static const char *
skip_local_name(const char *at, const char *end)
{
  const char *c = at;
  const char *good_end = at;
  while (c < end) {
    uint32_t code = 0U;
    size_t length = plx_length(c, end);
    if (!length) {
      length = tercet_utf8_decode(c, end, &code);
      const bool fits = code == ':' || (c == at ? is_name_start_or_digit(code)
                                                : is_name_char_or_dot(code));
      if (!fits) {
        break;
      }
    }
    c += length;
    good_end = code == '.' ? good_end : c;
  }
  return good_end;
}

/// PNAME_NS ::= PN_PREFIX? ':', PNAME_LN ::= PNAME_NS PN_LOCAL
static tercet_status
read_prefixed_name(tercet_lexer *lexer, tercet_token *out, const char *colon)
{
  const char *const start = lexer->at;
  const tercet_status st = finish(lexer,
                                  out,
                                  TERCET_TOKEN_PREFIXED_NAME,
                                  skip_local_name(colon + 1, lexer->end));
  out->prefix_length = (size_t)(colon - start);
  return st;
}

static tercet_keyword
find_keyword(tercet_string word)
{
  if (tercet_string_is(word, "a")) {
    return TERCET_KEYWORD_A;
  }
  const size_t n_names = sizeof(keyword_names) / sizeof(keyword_names[0]);
  for (size_t i = TERCET_KEYWORD_A + 1U; i < n_names; ++i) {
    if (tercet_string_equals_ignoring_case(
            word, tercet_string_from(keyword_names[i]))) {
      return (tercet_keyword)i;
    }
  }
  return TERCET_KEYWORD_NONE;
}

/// A prefixed name, or a keyword or function name
static tercet_status
read_word(tercet_lexer *lexer, tercet_token *out, tercet_error *err)
{
  const char *const name_end = skip_dotted_name(lexer->at, lexer->end);
  if (name_end < lexer->end && *name_end == ':') {
    return read_prefixed_name(lexer, out, name_end);
  }

  const char *const word_end = skip_class(lexer->at, lexer->end, is_word_char);
  if (word_end == lexer->at) {
    return FAIL_AT(lexer,
                   lexer->at,
                   err,
                   "unexpected name '%.*s'",
                   (int)(name_end - lexer->at < 40 ? name_end - lexer->at : 40),
                   lexer->at);
  }
  (void)finish(lexer, out, TERCET_TOKEN_WORD, word_end);
  out->keyword = find_keyword(out->text);
  return TERCET_OK;
}

/// BLANK_NODE_LABEL ::= '_:' (PN_CHARS_U | [0-9]) ((PN_CHARS|'.')* PN_CHARS)?
static tercet_status
read_blank_label(tercet_lexer *lexer, tercet_token *out, tercet_error *err)
{
  const char *const label = lexer->at + 2;
  if (label > lexer->end || label[-1] != ':' ||
      !is_at(label, lexer->end, is_name_start_or_digit)) {
    return FAIL_AT(lexer, lexer->at, err, "malformed blank node label");
  }
  (void)finish(lexer,
               out,
               TERCET_TOKEN_BLANK_LABEL,
               skip_dotted_name(label, lexer->end));
  trim(out, 2U, 0U);
  return TERCET_OK;
}

/// VAR1 ::= '?' VARNAME, VAR2 ::= '$' VARNAME, or else '?'
static tercet_status
read_variable(tercet_lexer *lexer, tercet_token *out, tercet_error *err)
{
  const char *const name = lexer->at + 1;
  if (!is_at(name, lexer->end, is_name_start_or_digit)) {
    return *lexer->at == '?'
               ? finish(lexer, out, TERCET_TOKEN_QUESTION, name)
               : FAIL_AT(lexer, lexer->at, err, "a variable needs a name");
  }
  (void)finish(lexer,
               out,
               TERCET_TOKEN_VARIABLE,
               skip_class(name, lexer->end, is_variable_char));
  trim(out, 1U, 0U);
  return TERCET_OK;
}

/// LANGTAG ::= '@' [a-zA-Z]+ ('-' [a-zA-Z0-9]+)*
static tercet_status
read_language(tercet_lexer *lexer, tercet_token *out, tercet_error *err)
{
  const char *const end = lexer->end;
  const char *c = skip_class(lexer->at + 1, end, is_letter);
  if (c == lexer->at + 1) {
    return FAIL_AT(lexer, lexer->at, err, "malformed language tag");
  }
  while (end - c >= 2 && *c == '-' && is_word_char((unsigned char)c[1]) &&
         c[1] != '_') {
    for (++c; c < end && *c != '_' && is_word_char((unsigned char)*c); ++c) {
    }
  }
  (void)finish(lexer, out, TERCET_TOKEN_LANGUAGE, c);
  trim(out, 1U, 0U);
  return TERCET_OK;
}

/// NIL ::= '(' WS* ')' and ANON ::= '[' WS* ']', or the opening alone
static tercet_status
read_opening(tercet_lexer *lexer, tercet_token *out)
{
  const bool is_round = *lexer->at == '(';
  const tercet_lexer saved = *lexer;

  ++lexer->at;
  skip_space(lexer);
  if (lexer->at < lexer->end && *lexer->at == (is_round ? ')' : ']')) {
    return finish(lexer,
                  out,
                  is_round ? TERCET_TOKEN_NIL : TERCET_TOKEN_ANON,
                  lexer->at + 1);
  }

  *lexer = saved;
  return finish(lexer,
                out,
                is_round ? TERCET_TOKEN_LEFT_PARENTHESIS
                         : TERCET_TOKEN_LEFT_BRACKET,
                lexer->at + 1);
}

/// An operator or bracket; `next` is the byte behind the first one, or NUL
static tercet_status
read_punctuation(tercet_lexer *lexer,
                 tercet_token *out,
                 char next,
                 tercet_error *err)
{
  const char *const one = lexer->at + 1;
  const char *const two = lexer->at + 2;

  switch (*lexer->at) {
  case '{':
    return finish(lexer, out, TERCET_TOKEN_LEFT_BRACE, one);
  case '}':
    return finish(lexer, out, TERCET_TOKEN_RIGHT_BRACE, one);
  case ')':
    return finish(lexer, out, TERCET_TOKEN_RIGHT_PARENTHESIS, one);
  case ']':
    return finish(lexer, out, TERCET_TOKEN_RIGHT_BRACKET, one);
  case ',':
    return finish(lexer, out, TERCET_TOKEN_COMMA, one);
  case ';':
    return finish(lexer, out, TERCET_TOKEN_SEMICOLON, one);
  case '.':
    return finish(lexer, out, TERCET_TOKEN_DOT, one);
  case '+':
    return finish(lexer, out, TERCET_TOKEN_PLUS, one);
  case '-':
    return finish(lexer, out, TERCET_TOKEN_MINUS, one);
  case '*':
    return finish(lexer, out, TERCET_TOKEN_STAR, one);
  case '/':
    return finish(lexer, out, TERCET_TOKEN_SLASH, one);
  case '=':
    return finish(lexer, out, TERCET_TOKEN_EQUAL, one);
  case '!':
    return next == '=' ? finish(lexer, out, TERCET_TOKEN_NOT_EQUAL, two)
                       : finish(lexer, out, TERCET_TOKEN_NOT, one);
  case '>':
    return next == '=' ? finish(lexer, out, TERCET_TOKEN_GREATER_EQUAL, two)
                       : finish(lexer, out, TERCET_TOKEN_GREATER, one);
  case '|':
    return next == '|' ? finish(lexer, out, TERCET_TOKEN_OR, two)
                       : finish(lexer, out, TERCET_TOKEN_BAR, one);
  case '^':
    return next == '^' ? finish(lexer, out, TERCET_TOKEN_DATATYPE, two)
                       : finish(lexer, out, TERCET_TOKEN_CARET, one);
  case '&':
    if (next == '&') {
      return finish(lexer, out, TERCET_TOKEN_AND, two);
    }
    return FAIL_AT(lexer, lexer->at, err, "expected '&&', found one '&'");
  case '\\':
    return FAIL_AT(lexer,
                   lexer->at,
                   err,
                   "unexpected '\\': escapes are allowed in IRIs, strings and "
                   "local names only");
  default:
    return FAIL_AT(lexer,
                   lexer->at,
                   err,
                   "unexpected character 0x%02X",
                   (unsigned)(unsigned char)*lexer->at);
  }
}

tercet_status
tercet_lexer_next(tercet_lexer *lexer, tercet_token *out, tercet_error *err)
{
  skip_space(lexer);

  const char *const at = lexer->at;
  *out = (tercet_token){.place = place_of(lexer, at), .source = {at, 0U}};
  if (at == lexer->end) {
    return finish(lexer, out, TERCET_TOKEN_END, at);
  }

  const char c = *at;
  const char next = lexer->end - at > 1 ? at[1] : '\0';
  const bool is_sign = c == '+' || c == '-';

  if (c == '<') {
    return read_iri_or_less(lexer, out, err);
  }
  if (c == '"' || c == '\'') {
    return read_string(lexer, out, err);
  }
  if (c == '?' || c == '$') {
    return read_variable(lexer, out, err);
  }
  if (c == '@') {
    return read_language(lexer, out, err);
  }
  if (c == '(' || c == '[') {
    return read_opening(lexer, out);
  }
  if (c == ':') {
    return read_prefixed_name(lexer, out, at);
  }
  if (c == '_') {
    return read_blank_label(lexer, out, err);
  }
  if (is_number_start(at + is_sign, lexer->end)) {
    return read_number(lexer, out, at + is_sign);
  }
  if (is_at(at, lexer->end, tercet_is_name_start)) { // '_' was dealt with
    return read_word(lexer, out, err);
  }
  return read_punctuation(lexer, out, next, err);
}
