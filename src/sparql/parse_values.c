// SPDX-License-Identifier: Apache-2.0

/// VALUES

#include "sparql/parser_internal.h"

/// [65] DataBlockValue ::= iri | RDFLiteral | NumericLiteral | BooleanLiteral
///                       | 'UNDEF'
static tercet_status
parse_data_block_value(tercet_parser *p, tercet_list *terms)
{
  tercet_term *const term = tercet_list_add(p, terms, sizeof(*term));
  if (!term) {
    return tercet_parser_no_memory(p);
  }
  if (tercet_parser_at_word(p, TERCET_KEYWORD_UNDEF)) {
    return tercet_parser_advance(p);
  }
  if (tercet_parser_at_iri(p)) {
    term->kind = TERCET_TERM_IRI;
    return tercet_parse_iri(p, &term->value);
  }
  return tercet_parser_at_literal(p)
             ? tercet_parse_literal(p, term)
             : tercet_parser_expected(p, "an IRI, a literal or UNDEF");
}

/// A variable of a list whose scope is open
static tercet_status
parse_values_variable(tercet_parser *p, tercet_list *variables)
{
  const tercet_token token = p->token;
  tercet_variable variable = TERCET_VARIABLE_NONE;
  TERCET_TRY(tercet_parse_var(p, &variable));

  if (tercet_scope_has(p, variable)) {
    return TERCET_PARSER_FAIL(p,
                              TERCET_ERR_SYNTAX,
                              token.place,
                              "the variable ?%.*s is in this list already",
                              TERCET_STRING_ARGS(token.text));
  }
  tercet_variable *const slot = tercet_list_add(p, variables, sizeof(*slot));
  if (!slot) {
    return tercet_parser_no_memory(p);
  }
  *slot = variable;
  return tercet_scope_add(p, variable);
}

/// ( NIL | '(' Var* ')' ) of [64] InlineDataFull
static tercet_status
parse_variables(tercet_parser *p, tercet_list *variables)
{
  if (tercet_parser_at(p, TERCET_TOKEN_NIL)) {
    return tercet_parser_advance(p);
  }
  if (!tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS)) {
    return tercet_parser_expected(p, "a variable or '('");
  }
  TERCET_TRY(tercet_parser_advance(p));
  const size_t mark = tercet_scope_enter(p);
  while (tercet_parser_at(p, TERCET_TOKEN_VARIABLE)) {
    TERCET_TRY(parse_values_variable(p, variables));
  }
  tercet_scope_leave(p, mark);
  return tercet_parser_at(p, TERCET_TOKEN_RIGHT_PARENTHESIS)
             ? tercet_parser_advance(p)
             : tercet_parser_expected(p, "a variable or ')'");
}

/// '(' DataBlockValue* ')' | NIL
static tercet_status
parse_row(tercet_parser *p, size_t n_variables, tercet_list *terms)
{
  const tercet_place place = p->token.place;
  const size_t n_before = terms->n;

  if (tercet_parser_at(p, TERCET_TOKEN_NIL)) {
    TERCET_TRY(tercet_parser_advance(p));
  } else {
    TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_LEFT_PARENTHESIS));
    while (!tercet_parser_at(p, TERCET_TOKEN_RIGHT_PARENTHESIS)) {
      TERCET_TRY(parse_data_block_value(p, terms));
    }
    TERCET_TRY(tercet_parser_advance(p));
  }

  if (terms->n - n_before != n_variables) {
    return TERCET_PARSER_FAIL(p,
                              TERCET_ERR_SYNTAX,
                              place,
                              "this row has %zu values for %zu variables",
                              terms->n - n_before,
                              n_variables);
  }
  return TERCET_OK;
}

/// [63] InlineDataOneVar ::= Var '{' DataBlockValue* '}'
static tercet_status
parse_inline_data_one_var(tercet_parser *p,
                          tercet_list *variables,
                          tercet_list *terms,
                          size_t *n_rows)
{
  const size_t mark = tercet_scope_enter(p);
  TERCET_TRY(parse_values_variable(p, variables));
  tercet_scope_leave(p, mark);
  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_LEFT_BRACE));
  while (!tercet_parser_at(p, TERCET_TOKEN_RIGHT_BRACE)) {
    TERCET_TRY(parse_data_block_value(p, terms));
    ++*n_rows;
  }
  return tercet_parser_advance(p);
}

/// [64] InlineDataFull ::= ( NIL | '(' Var* ')' )
///                         '{' ( '(' DataBlockValue* ')' | NIL )* '}'
static tercet_status
parse_inline_data_full(tercet_parser *p,
                       tercet_list *variables,
                       tercet_list *terms,
                       size_t *n_rows)
{
  TERCET_TRY(parse_variables(p, variables));
  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_LEFT_BRACE));
  while (!tercet_parser_at(p, TERCET_TOKEN_RIGHT_BRACE)) {
    if (!tercet_parser_at(p, TERCET_TOKEN_NIL) &&
        !tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS)) {
      return tercet_parser_expected(p, "'(' or '}'");
    }
    TERCET_TRY(parse_row(p, variables->n, terms));
    ++*n_rows;
  }
  return tercet_parser_advance(p);
}

/// [62] DataBlock ::= InlineDataOneVar | InlineDataFull
tercet_status
tercet_parse_data_block(tercet_parser *p, tercet_ast_values *out)
{
  tercet_list variables = {NULL, 0U, 0U};
  tercet_list terms = {NULL, 0U, 0U};
  size_t n_rows = 0U;

  TERCET_TRY(tercet_parser_at(p, TERCET_TOKEN_VARIABLE)
                 ? parse_inline_data_one_var(p, &variables, &terms, &n_rows)
                 : parse_inline_data_full(p, &variables, &terms, &n_rows));

  *out = (tercet_ast_values){variables.n, variables.items, n_rows, terms.items};
  return TERCET_OK;
}

/// [28] ValuesClause ::= ( 'VALUES' DataBlock )?
tercet_status
tercet_parse_values_clause(tercet_parser *p, tercet_ast_select *select)
{
  TERCET_TRY(
      tercet_parser_accept_word(p, TERCET_KEYWORD_VALUES, &select->has_values));
  return select->has_values ? tercet_parse_data_block(p, &select->values)
                            : TERCET_OK;
}
