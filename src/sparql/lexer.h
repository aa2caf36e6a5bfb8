// SPDX-License-Identifier: Apache-2.0

/**
   Tokens of SPARQL queries (SPARQL 1.1, 19.8, productions 139 to 173).

   Codepoint escapes (19.2) are accepted in IRIs and strings, where they stand
   for content and never end the token, as SPARQL 1.2 settled it.
*/

#ifndef TERCET_SPARQL_LEXER_H
#define TERCET_SPARQL_LEXER_H

#include <tercet/status.h>

#include "sparql/ast.h"

/// Enumerator, and how messages call the token
#define TERCET_TOKEN_LIST(X)                                                   \
  X(END, "the end of the query")                                               \
  X(WORD, "a keyword")                                                         \
  X(IRI, "an IRI")                                                             \
  X(PREFIXED_NAME, "a prefixed name")                                          \
  X(BLANK_LABEL, "a blank node")                                               \
  X(VARIABLE, "a variable")                                                    \
  X(LANGUAGE, "a language tag")                                                \
  X(INTEGER, "an integer")                                                     \
  X(DECIMAL, "a decimal")                                                      \
  X(DOUBLE, "a double")                                                        \
  X(STRING, "a string")                                                        \
  X(NIL, "'()'")                                                               \
  X(ANON, "'[]'")                                                              \
  X(LEFT_BRACE, "'{'")                                                         \
  X(RIGHT_BRACE, "'}'")                                                        \
  X(LEFT_PARENTHESIS, "'('")                                                   \
  X(RIGHT_PARENTHESIS, "')'")                                                  \
  X(LEFT_BRACKET, "'['")                                                       \
  X(RIGHT_BRACKET, "']'")                                                      \
  X(COMMA, "','")                                                              \
  X(SEMICOLON, "';'")                                                          \
  X(DOT, "'.'")                                                                \
  X(EQUAL, "'='")                                                              \
  X(NOT_EQUAL, "'!='")                                                         \
  X(LESS, "'<'")                                                               \
  X(GREATER, "'>'")                                                            \
  X(LESS_EQUAL, "'<='")                                                        \
  X(GREATER_EQUAL, "'>='")                                                     \
  X(NOT, "'!'")                                                                \
  X(AND, "'&&'")                                                               \
  X(OR, "'||'")                                                                \
  X(PLUS, "'+'")                                                               \
  X(MINUS, "'-'")                                                              \
  X(STAR, "'*'")                                                               \
  X(SLASH, "'/'")                                                              \
  X(CARET, "'^'")                                                              \
  X(DATATYPE, "'^^'")                                                          \
  X(BAR, "'|'")                                                                \
  X(QUESTION, "'?'")

typedef enum {
#define TERCET_TOKEN_MEMBER(id, name) TERCET_TOKEN_##id,
  TERCET_TOKEN_LIST(TERCET_TOKEN_MEMBER)
#undef TERCET_TOKEN_MEMBER
} tercet_token_kind;

/// Words with a meaning of their own; the built-in functions are in builtin.h
#define TERCET_KEYWORD_LIST(X)                                                 \
  X(BASE)                                                                      \
  X(PREFIX)                                                                    \
  X(SELECT)                                                                    \
  X(CONSTRUCT)                                                                 \
  X(DESCRIBE)                                                                  \
  X(ASK)                                                                       \
  X(DISTINCT)                                                                  \
  X(REDUCED)                                                                   \
  X(AS)                                                                        \
  X(FROM)                                                                      \
  X(NAMED)                                                                     \
  X(WHERE)                                                                     \
  X(GROUP)                                                                     \
  X(BY)                                                                        \
  X(HAVING)                                                                    \
  X(ORDER)                                                                     \
  X(ASC)                                                                       \
  X(DESC)                                                                      \
  X(LIMIT)                                                                     \
  X(OFFSET)                                                                    \
  X(VALUES)                                                                    \
  X(UNDEF)                                                                     \
  X(OPTIONAL)                                                                  \
  X(GRAPH)                                                                     \
  X(SERVICE)                                                                   \
  X(SILENT)                                                                    \
  X(BIND)                                                                      \
  X(UNION)                                                                     \
  X(MINUS)                                                                     \
  X(FILTER)                                                                    \
  X(NOT)                                                                       \
  X(EXISTS)                                                                    \
  X(IN)                                                                        \
  X(SEPARATOR)                                                                 \
  X(TRUE)                                                                      \
  X(FALSE)                                                                     \
  X(COUNT)                                                                     \
  X(SUM)                                                                       \
  X(MIN)                                                                       \
  X(MAX)                                                                       \
  X(AVG)                                                                       \
  X(SAMPLE)                                                                    \
  X(GROUP_CONCAT)                                                              \
  X(INSERT)                                                                    \
  X(DELETE)                                                                    \
  X(WITH)                                                                      \
  X(LOAD)                                                                      \
  X(CLEAR)                                                                     \
  X(DROP)                                                                      \
  X(CREATE)                                                                    \
  X(ADD)                                                                       \
  X(MOVE)                                                                      \
  X(COPY)

typedef enum {
  TERCET_KEYWORD_NONE, ///< Some other word
  TERCET_KEYWORD_A,    ///< `a`, the only one whose case matters
#define TERCET_KEYWORD_MEMBER(id) TERCET_KEYWORD_##id,
  TERCET_KEYWORD_LIST(TERCET_KEYWORD_MEMBER)
#undef TERCET_KEYWORD_MEMBER
} tercet_keyword;

typedef struct {
  tercet_token_kind kind;
  tercet_keyword keyword; ///< WORD
  tercet_place place;
  tercet_string source; ///< As written
  tercet_string text; ///< Without '?', '<' and '>', '_:', '@', quotes; escapes
                      ///< are still there
  size_t prefix_length; ///< PREFIXED_NAME: bytes before the ':'
} tercet_token;

/// In the parser's storage; points into the text
typedef struct {
  const char *at;
  const char *end;
  const char *line_start;
  uint32_t line;
} tercet_lexer;

/// Start at the beginning of a text: #TERCET_ERR_SYNTAX where it is not UTF-8,
/// #TERCET_ERR_LIMIT if it has 4 GiB or more
TERCET_NODISCARD tercet_status
tercet_lexer_init(tercet_lexer *lexer, tercet_string text, tercet_error *err);

/// Read the next token; END again and again at the end
TERCET_NODISCARD tercet_status
tercet_lexer_next(tercet_lexer *lexer, tercet_token *out, tercet_error *err);

/// Return how messages call a kind of token
const char *
tercet_token_kind_name(tercet_token_kind kind);

#endif // TERCET_SPARQL_LEXER_H
