// SPDX-License-Identifier: Apache-2.0

/// Solution modifiers: GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET

#include "sparql/parser_internal.h"

/* ---- GROUP BY ---- */

/// '(' Expression ( 'AS' Var )? ')'
static tercet_status
parse_named_key(tercet_parser *p, tercet_ast_group_key *key)
{
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(tercet_parse_expression(p, &key->expr));

  bool is_named = false;
  TERCET_TRY(tercet_parser_accept_word(p, TERCET_KEYWORD_AS, &is_named));
  if (is_named) {
    const tercet_token token = p->token;
    TERCET_TRY(tercet_parse_var(p, &key->variable));
    if (tercet_scope_has(p, key->variable)) {
      return TERCET_PARSER_FAIL(p,
                                TERCET_ERR_SYNTAX,
                                token.place,
                                "?%.*s after AS is used in the query already",
                                TERCET_STRING_ARGS(token.text));
    }
    TERCET_TRY(tercet_scope_add(p, key->variable));
  }
  return tercet_parser_at(p, TERCET_TOKEN_RIGHT_PARENTHESIS)
             ? tercet_parser_advance(p)
             : tercet_parser_expected(
                   p, is_named ? "')'" : "an operator, 'AS' or ')'");
}

static bool
at_group_condition(const tercet_parser *p)
{
  return tercet_parser_at(p, TERCET_TOKEN_VARIABLE) ||
         tercet_parser_at_constraint(p);
}

/// [20] GroupCondition ::= BuiltInCall | FunctionCall
///      | '(' Expression ( 'AS' Var )? ')' | Var
static tercet_status
parse_group_condition(tercet_parser *p, tercet_ast_group_key *key)
{
  key->variable = TERCET_VARIABLE_NONE;
  if (tercet_parser_at(p, TERCET_TOKEN_VARIABLE)) {
    TERCET_TRY(tercet_parse_variable_expression(p, &key->expr));
    key->variable = key->expr->variable;
    return TERCET_OK;
  }
  return tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS)
             ? parse_named_key(p, key)
             : tercet_parse_constraint(p, &key->expr);
}

/// [19] GroupClause ::= 'GROUP' 'BY' GroupCondition+
static tercet_status
parse_group_clause(tercet_parser *p, tercet_ast_select *select)
{
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(tercet_parser_expect_word(p, TERCET_KEYWORD_BY, "'BY'"));
  if (!at_group_condition(p)) {
    return tercet_parser_expected(p, "a variable, '(' or a function call");
  }

  tercet_list list = {NULL, 0U, 0U};
  while (at_group_condition(p)) {
    tercet_ast_group_key *const key = tercet_list_add(p, &list, sizeof(*key));
    if (!key) {
      return tercet_parser_no_memory(p);
    }
    TERCET_TRY(parse_group_condition(p, key));
  }
  select->group_keys = list.items;
  select->n_group_keys = list.n;
  return TERCET_OK;
}

/* ---- HAVING ---- */

/// [21] HavingClause ::= 'HAVING' HavingCondition+
/// [22] HavingCondition ::= Constraint
static tercet_status
parse_having_clause(tercet_parser *p, tercet_ast_select *select)
{
  TERCET_TRY(tercet_parser_advance(p));

  tercet_list list = {NULL, 0U, 0U};
  do {
    tercet_expr **const slot = tercet_list_add(p, &list, sizeof(*slot));
    if (!slot) {
      return tercet_parser_no_memory(p);
    }
    TERCET_TRY(tercet_parse_constraint(p, slot));
  } while (tercet_parser_at_constraint(p));

  select->having = list.items;
  select->n_having = list.n;
  return TERCET_OK;
}

/* ---- ORDER BY ---- */

static bool
at_direction(const tercet_parser *p)
{
  return tercet_parser_at_word(p, TERCET_KEYWORD_ASC) ||
         tercet_parser_at_word(p, TERCET_KEYWORD_DESC);
}

static bool
at_order_condition(const tercet_parser *p)
{
  return at_direction(p) || tercet_parser_at(p, TERCET_TOKEN_VARIABLE) ||
         tercet_parser_at_constraint(p);
}

/// [24] OrderCondition ::= ( ( 'ASC' | 'DESC' ) BrackettedExpression )
///                       | ( Constraint | Var )
static tercet_status
parse_order_condition(tercet_parser *p, tercet_ast_order *order)
{
  if (at_direction(p)) {
    order->descending = tercet_parser_at_word(p, TERCET_KEYWORD_DESC);
    TERCET_TRY(tercet_parser_advance(p));
    return tercet_parse_bracketted_expression(p, &order->expr);
  }
  return tercet_parser_at(p, TERCET_TOKEN_VARIABLE)
             ? tercet_parse_variable_expression(p, &order->expr)
             : tercet_parse_constraint(p, &order->expr);
}

/// [23] OrderClause ::= 'ORDER' 'BY' OrderCondition+
static tercet_status
parse_order_clause(tercet_parser *p, tercet_ast_select *select)
{
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(tercet_parser_expect_word(p, TERCET_KEYWORD_BY, "'BY'"));
  if (!at_order_condition(p)) {
    return tercet_parser_expected(
        p, "a variable, 'ASC', 'DESC', '(' or a function call");
  }

  tercet_list list = {NULL, 0U, 0U};
  while (at_order_condition(p)) {
    tercet_ast_order *const order = tercet_list_add(p, &list, sizeof(*order));
    if (!order) {
      return tercet_parser_no_memory(p);
    }
    TERCET_TRY(parse_order_condition(p, order));
  }
  select->order = list.items;
  select->n_order = list.n;
  return TERCET_OK;
}

/* ---- LIMIT and OFFSET ---- */

/// INTEGER; beyond 64 bits there are no rows to tell it from the largest
static tercet_status
parse_count(tercet_parser *p, uint64_t *out)
{
  const tercet_string text = p->token.text;
  if (!tercet_parser_at(p, TERCET_TOKEN_INTEGER) || text.data[0] == '+' ||
      text.data[0] == '-') {
    return tercet_parser_expected(p, "an integer without sign");
  }

  uint64_t count = 0U;
  for (size_t i = 0; i < text.length; ++i) {
    const uint64_t digit = (uint64_t)(text.data[i] - '0');
    if (count > (UINT64_MAX - digit) / 10U) {
      count = UINT64_MAX;
      break;
    }
    count = count * 10U + digit;
  }
  *out = count;
  return tercet_parser_advance(p);
}

/// [26] LimitClause ::= 'LIMIT' INTEGER
static tercet_status
parse_limit_clause(tercet_parser *p, tercet_ast_select *select)
{
  TERCET_TRY(
      tercet_parser_accept_word(p, TERCET_KEYWORD_LIMIT, &select->has_limit));
  return select->has_limit ? parse_count(p, &select->limit) : TERCET_OK;
}

/// [27] OffsetClause ::= 'OFFSET' INTEGER
static tercet_status
parse_offset_clause(tercet_parser *p, tercet_ast_select *select)
{
  bool has_offset = false;
  TERCET_TRY(tercet_parser_accept_word(p, TERCET_KEYWORD_OFFSET, &has_offset));
  return has_offset ? parse_count(p, &select->offset) : TERCET_OK;
}

/// [25] LimitOffsetClauses ::= LimitClause OffsetClause?
///                           | OffsetClause LimitClause?
static tercet_status
parse_limit_offset_clauses(tercet_parser *p, tercet_ast_select *select)
{
  if (tercet_parser_at_word(p, TERCET_KEYWORD_OFFSET)) {
    TERCET_TRY(parse_offset_clause(p, select));
    return parse_limit_clause(p, select);
  }
  TERCET_TRY(parse_limit_clause(p, select));
  return parse_offset_clause(p, select);
}

/// [18] SolutionModifier
///      ::= GroupClause? HavingClause? OrderClause? LimitOffsetClauses?
tercet_status
tercet_parse_solution_modifier(tercet_parser *p, tercet_ast_select *select)
{
  if (tercet_parser_at_word(p, TERCET_KEYWORD_GROUP)) {
    TERCET_TRY(parse_group_clause(p, select));
  }

  p->aggregates = TERCET_AGGREGATES_ALLOWED;
  if (tercet_parser_at_word(p, TERCET_KEYWORD_HAVING)) {
    TERCET_TRY(parse_having_clause(p, select));
  }
  if (tercet_parser_at_word(p, TERCET_KEYWORD_ORDER)) {
    TERCET_TRY(parse_order_clause(p, select));
  }
  p->aggregates = TERCET_AGGREGATES_FORBIDDEN;

  return parse_limit_offset_clauses(p, select);
}
