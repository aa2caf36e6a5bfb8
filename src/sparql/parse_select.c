// SPDX-License-Identifier: Apache-2.0

/// SELECT clauses and sub-queries, and what they may project

#include "sparql/parser_internal.h"

static tercet_ast_projection *
add_projection(tercet_parser *p, tercet_list *list, tercet_place place)
{
  tercet_ast_projection *const projection =
      tercet_list_add(p, list, sizeof(*projection));
  if (projection) {
    projection->place = place;
  }
  return projection;
}

/// '(' Expression 'AS' Var ')'
static tercet_status
parse_select_expression(tercet_parser *p, tercet_list *list)
{
  TERCET_TRY(tercet_parser_advance(p));

  tercet_expr *expr = NULL;
  TERCET_TRY(tercet_parse_expression(p, &expr));
  TERCET_TRY(
      tercet_parser_expect_word(p, TERCET_KEYWORD_AS, "an operator or 'AS'"));
  tercet_ast_projection *const projection =
      add_projection(p, list, p->token.place);
  if (!projection) {
    return tercet_parser_no_memory(p);
  }
  projection->expr = expr;
  TERCET_TRY(tercet_parse_var(p, &projection->variable));
  return tercet_parser_expect(p, TERCET_TOKEN_RIGHT_PARENTHESIS);
}

static tercet_status
parse_select_variable(tercet_parser *p, tercet_list *list)
{
  tercet_ast_projection *const projection =
      add_projection(p, list, p->token.place);
  return projection ? tercet_parse_var(p, &projection->variable)
                    : tercet_parser_no_memory(p);
}

/// ( ( Var | ( '(' Expression 'AS' Var ')' ) )+ | '*' )
static tercet_status
parse_projections(tercet_parser *p, tercet_ast_select *select)
{
  if (tercet_parser_at(p, TERCET_TOKEN_STAR)) {
    select->star = true;
    return tercet_parser_advance(p);
  }

  tercet_list list = {NULL, 0U, 0U};
  for (;;) {
    if (tercet_parser_at(p, TERCET_TOKEN_VARIABLE)) {
      TERCET_TRY(parse_select_variable(p, &list));
    } else if (tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS)) {
      TERCET_TRY(parse_select_expression(p, &list));
    } else {
      break;
    }
  }

  select->projections = list.items;
  select->n_projections = list.n;
  return list.n ? TERCET_OK
                : tercet_parser_expected(p, "a variable, '(' or '*'");
}

/// [9] SelectClause ::= 'SELECT' ( 'DISTINCT' | 'REDUCED' )?
///     ( ( Var | ( '(' Expression 'AS' Var ')' ) )+ | '*' )
tercet_status
tercet_parse_select_clause(tercet_parser *p, tercet_ast_select *select)
{
  select->place = p->token.place;
  TERCET_TRY(tercet_parser_expect_word(p, TERCET_KEYWORD_SELECT, "'SELECT'"));
  TERCET_TRY(
      tercet_parser_accept_word(p, TERCET_KEYWORD_DISTINCT, &select->distinct));
  if (!select->distinct) {
    TERCET_TRY(
        tercet_parser_accept_word(p, TERCET_KEYWORD_REDUCED, &select->reduced));
  }

  p->aggregates = TERCET_AGGREGATES_ALLOWED;
  TERCET_TRY(parse_projections(p, select));
  p->aggregates = TERCET_AGGREGATES_FORBIDDEN;
  return TERCET_OK;
}

/* ---- What may be projected ---- */

static tercet_status
fail_variable(tercet_parser *p,
              tercet_place place,
              tercet_variable variable,
              const char *what)
{
  const tercet_string name = tercet_parser_variable_name(p, variable);
  return TERCET_PARSER_FAIL(
      p, TERCET_ERR_SYNTAX, place, "?%.*s %s", TERCET_STRING_ARGS(name), what);
}

/// Check that no variable after AS is one of the pattern (19.8, note 12)
static tercet_status
check_new_variables(tercet_parser *p, const tercet_ast_select *select)
{
  for (size_t i = 0; i < select->n_projections; ++i) {
    const tercet_ast_projection *const projection = &select->projections[i];
    if (projection->expr && tercet_scope_has(p, projection->variable)) {
      return fail_variable(p,
                           projection->place,
                           projection->variable,
                           "after AS is used in the query pattern already");
    }
  }
  return TERCET_OK;
}

/// Check that no variable after AS comes twice, and keep only the first of
/// plain variables that are written several times
static tercet_status
check_duplicates(tercet_parser *p, tercet_ast_select *select)
{
  const size_t mark = tercet_scope_enter(p);
  size_t n = 0U;
  for (size_t i = 0; i < select->n_projections; ++i) {
    const tercet_ast_projection projection = select->projections[i];
    if (!tercet_scope_has(p, projection.variable)) {
      TERCET_TRY(tercet_scope_add(p, projection.variable));
      select->projections[n++] = projection;
    } else if (projection.expr) {
      return fail_variable(p,
                           projection.place,
                           projection.variable,
                           "after AS is in this SELECT already");
    }
  }
  select->n_projections = n;
  tercet_scope_drop(p, mark);
  return TERCET_OK;
}

static tercet_status
check_grouped_variable(tercet_parser *p,
                       tercet_place place,
                       tercet_variable variable)
{
  return tercet_scope_has(p, variable)
             ? TERCET_OK
             : fail_variable(p,
                             place,
                             variable,
                             "is neither in GROUP BY nor in an aggregate");
}

/// Check the variables of an expression outside aggregates
static tercet_status
check_grouped(tercet_parser *p, const tercet_expr *expr)
{
  if (expr->kind == TERCET_EXPR_AGGREGATE) {
    return TERCET_OK;
  }
  if (expr->kind == TERCET_EXPR_VARIABLE) {
    return check_grouped_variable(p, expr->place, expr->variable);
  }
  for (size_t i = 0; i < expr->n_args; ++i) {
    TERCET_TRY(check_grouped(p, expr->args[i]));
  }
  return TERCET_OK;
}

/// Bring the variables that name groups into scope
static tercet_status
add_keys_to_scope(tercet_parser *p, const tercet_ast_select *select)
{
  for (size_t i = 0; i < select->n_group_keys; ++i) {
    const tercet_variable variable = select->group_keys[i].variable;
    if (variable != TERCET_VARIABLE_NONE) {
      TERCET_TRY(tercet_scope_add(p, variable));
    }
  }
  return TERCET_OK;
}

/// Check the projections of a grouped query (11.4): outside aggregates, only
/// the keys and what came before in the same SELECT
static tercet_status
check_grouped_projections(tercet_parser *p, const tercet_ast_select *select)
{
  if (select->star) {
    return TERCET_PARSER_FAIL(
        p,
        TERCET_ERR_SYNTAX,
        select->place,
        "SELECT * cannot be used with GROUP BY or aggregates");
  }

  const size_t mark = tercet_scope_enter(p);
  TERCET_TRY(add_keys_to_scope(p, select));
  for (size_t i = 0; i < select->n_projections; ++i) {
    const tercet_ast_projection *const projection = &select->projections[i];
    TERCET_TRY(projection->expr ? check_grouped(p, projection->expr)
                                : check_grouped_variable(p,
                                                         projection->place,
                                                         projection->variable));
    TERCET_TRY(tercet_scope_add(p, projection->variable));
  }
  tercet_scope_drop(p, mark);
  return TERCET_OK;
}

tercet_status
tercet_parser_check_select(tercet_parser *p, tercet_ast_select *select)
{
  TERCET_TRY(check_new_variables(p, select));
  if (select->n_group_keys || select->has_aggregates) {
    TERCET_TRY(check_grouped_projections(p, select));
  }
  return select->star ? tercet_scope_project(p, select)
                      : check_duplicates(p, select);
}

/* ---- Sub-queries ---- */

/// [8] SubSelect ::= SelectClause WhereClause SolutionModifier ValuesClause
static tercet_status
parse_clauses(tercet_parser *p, tercet_ast_select *select)
{
  TERCET_TRY(tercet_parse_select_clause(p, select));
  TERCET_TRY(tercet_parse_where_clause(p, &select->where));
  TERCET_TRY(tercet_parse_solution_modifier(p, select));
  TERCET_TRY(tercet_parse_values_clause(p, select));
  select->has_aggregates = p->n_aggregates > 0U;
  return tercet_parser_check_select(p, select);
}

tercet_status
tercet_parse_sub_select(tercet_parser *p, tercet_ast_select **out)
{
  tercet_ast_select *const select =
      tercet_arena_allocate_array(p->arena, 1U, sizeof(*select));
  if (!select) {
    return tercet_parser_no_memory(p);
  }
  *out = select;

  const size_t n_aggregates = p->n_aggregates;
  p->n_aggregates = 0U;
  const size_t mark = tercet_scope_enter(p);
  TERCET_TRY(parse_clauses(p, select));
  tercet_scope_drop(p, mark);
  p->n_aggregates = n_aggregates;

  for (size_t i = 0; i < select->n_projections; ++i) {
    TERCET_TRY(tercet_scope_add(p, select->projections[i].variable));
  }
  return TERCET_OK;
}
