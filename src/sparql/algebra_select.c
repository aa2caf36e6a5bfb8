// SPDX-License-Identifier: Apache-2.0

/// Queries and sub-queries: grouping, projection, solution modifiers (SPARQL
/// 1.1, 18.2.4 and 18.2.5)

#include "sparql/algebra_internal.h"

#include "base/error.h"

/// What a select is made of, on its way into the algebra
typedef struct {
  const tercet_ast_select *ast;
  tercet_algebra *node; ///< What there is so far
  tercet_grouping grouping;
  tercet_algebra *group; ///< NULL if the query is not grouped
  tercet_expr **having;
  tercet_expr **projected; ///< One for each projection, or NULL
  tercet_ast_order *order;
} selection;

static tercet_status
no_memory(tercet_translation *t)
{
  return tercet_error_no_memory(t->err);
}

/// Open the scope of a sub-query: what it does not project is new
static tercet_status
open_scope(tercet_translation *t, const tercet_ast_select *select)
{
  const size_t n = t->ast->n_variables;
  tercet_variable *const scope = (tercet_variable *)tercet_arena_allocate_array(
      t->arena, n + 1U, sizeof(tercet_variable));
  if (!scope) {
    return no_memory(t);
  }

  for (size_t i = 0; i < n; ++i) {
    scope[i] = TERCET_VARIABLE_NONE;
  }
  for (size_t i = 0; i < select->n_projections; ++i) {
    const tercet_variable v = select->projections[i].variable;
    TERCET_TRY(tercet_translate_variable(t, v, &scope[v]));
  }
  t->scope = scope;
  return TERCET_OK;
}

/// Extend the pattern by a group key that is an expression
static tercet_status
add_group_key(tercet_translation *t,
              selection *s,
              const tercet_ast_group_key *key,
              tercet_variable *out)
{
  if (key->expr->kind == TERCET_EXPR_VARIABLE &&
      (key->variable == TERCET_VARIABLE_NONE ||
       key->variable == key->expr->variable)) {
    return tercet_translate_variable(t, key->expr->variable, out);
  }

  if (key->variable == TERCET_VARIABLE_NONE) {
    TERCET_TRY(
        tercet_translation_add_variable(t, (tercet_string){"key", 3}, out));
  } else {
    TERCET_TRY(tercet_translate_variable(t, key->variable, out));
  }

  s->node = tercet_algebra_over(t->arena, TERCET_ALGEBRA_EXTEND, s->node);
  if (!s->node) {
    return no_memory(t);
  }
  s->node->variable = *out;
  return tercet_translate_expr(t, key->expr, &s->node->exprs[0]);
}

/// Put a GROUP over the pattern; its aggregates are found later
static tercet_status
start_grouping(tercet_translation *t, selection *s)
{
  const tercet_ast_select *const ast = s->ast;
  const bool in_graphs = t->graph.variable != TERCET_VARIABLE_NONE;
  const size_t n_keys = ast->n_group_keys + in_graphs;
  tercet_variable *const keys = (tercet_variable *)tercet_arena_allocate_array(
      t->arena, n_keys + 1U, sizeof(tercet_variable));
  if (!keys) {
    return no_memory(t);
  }
  for (size_t i = 0; i < ast->n_group_keys; ++i) {
    TERCET_TRY(add_group_key(t, s, &ast->group_keys[i], &keys[i]));
  }
  if (in_graphs) {
    keys[ast->n_group_keys] = t->graph.variable;
  }

  s->node = tercet_algebra_over(t->arena, TERCET_ALGEBRA_GROUP, s->node);
  if (!s->node) {
    return no_memory(t);
  }
  s->node->n_variables = n_keys;
  s->node->variables = keys;
  s->node->each_graph = in_graphs && !ast->n_group_keys;
  s->group = s->node;
  s->grouping.group = s->node;
  return TERCET_OK;
}

/// Note which variables the projection defines: expressions may use them
static tercet_status
note_aliases(tercet_translation *t, selection *s)
{
  bool *const flags = (bool *)tercet_arena_allocate_array(
      t->arena, t->out->n_variables + 1U, sizeof(bool));
  if (!flags) {
    return no_memory(t);
  }
  for (size_t i = 0; i < s->ast->n_projections; ++i) {
    const tercet_ast_projection *const p = &s->ast->projections[i];
    if (p->expr) {
      tercet_variable v = TERCET_VARIABLE_NONE;
      TERCET_TRY(tercet_translate_variable(t, p->variable, &v));
      flags[v] = true;
    }
  }
  s->grouping.is_alias = flags;
  s->grouping.n_alias_flags = t->out->n_variables;
  return TERCET_OK;
}

/// Translate the expressions of HAVING, SELECT and ORDER BY
static tercet_status
translate_expressions(tercet_translation *t, selection *s)
{
  const tercet_ast_select *const ast = s->ast;
  s->having = (tercet_expr **)tercet_arena_allocate_array(
      t->arena, ast->n_having + 1U, sizeof(tercet_expr *));
  s->projected = (tercet_expr **)tercet_arena_allocate_array(
      t->arena, ast->n_projections + 1U, sizeof(tercet_expr *));
  s->order = (tercet_ast_order *)tercet_arena_allocate_array(
      t->arena, ast->n_order + 1U, sizeof(tercet_ast_order));
  if (!s->having || !s->projected || !s->order) {
    return no_memory(t);
  }

  for (size_t i = 0; i < ast->n_having; ++i) {
    TERCET_TRY(tercet_translate_expr(t, ast->having[i], &s->having[i]));
  }
  for (size_t i = 0; i < ast->n_projections; ++i) {
    if (ast->projections[i].expr) {
      TERCET_TRY(
          tercet_translate_expr(t, ast->projections[i].expr, &s->projected[i]));
    }
  }
  for (size_t i = 0; i < ast->n_order; ++i) {
    s->order[i].descending = ast->order[i].descending;
    TERCET_TRY(tercet_translate_expr(t, ast->order[i].expr, &s->order[i].expr));
  }
  return TERCET_OK;
}

/// Return whether HAVING uses a name that SELECT gives to an expression
static bool
having_uses_alias(const selection *s)
{
  for (size_t i = 0; i < s->ast->n_having; ++i) {
    for (size_t v = 0; v < s->grouping.n_alias_flags; ++v) {
      if (s->grouping.is_alias[v] &&
          tercet_expr_uses(s->having[i], (tercet_variable)v)) {
        return true;
      }
    }
  }
  return false;
}

static tercet_status
add_having(tercet_translation *t, selection *s)
{
  if (s->ast->n_having) {
    s->node = tercet_algebra_over(t->arena, TERCET_ALGEBRA_FILTER, s->node);
    if (!s->node) {
      return no_memory(t);
    }
    s->node->n_exprs = s->ast->n_having;
    s->node->exprs = s->having;
  }
  return TERCET_OK;
}

static tercet_status
add_trailing_values(tercet_translation *t, selection *s)
{
  if (s->ast->has_values) {
    tercet_algebra *values = NULL;
    TERCET_TRY(tercet_translate_values(t, &s->ast->values, &values));
    s->node = tercet_algebra_join(t->arena, s->node, values);
    if (!s->node) {
      return no_memory(t);
    }
  }
  return TERCET_OK;
}

static tercet_status
add_projected(tercet_translation *t, selection *s)
{
  for (size_t i = 0; i < s->ast->n_projections; ++i) {
    if (s->projected[i]) {
      s->node = tercet_algebra_over(t->arena, TERCET_ALGEBRA_EXTEND, s->node);
      if (!s->node) {
        return no_memory(t);
      }
      s->node->exprs[0] = s->projected[i];
      TERCET_TRY(tercet_translate_variable(
          t, s->ast->projections[i].variable, &s->node->variable));
    }
  }
  return TERCET_OK;
}

/**
   Put HAVING, the trailing VALUES and SELECT's expressions over the pattern.

   In SPARQL the names that SELECT gives are unbound in HAVING, which comes
   before (18.2.4.2).  Many queries use them there all the same, and other
   engines let them have their values, so a HAVING with one comes last.
*/
static tercet_status
add_expressions(tercet_translation *t, selection *s)
{
  const bool is_last = having_uses_alias(s);
  if (!is_last) {
    TERCET_TRY(add_having(t, s));
  }
  TERCET_TRY(add_trailing_values(t, s));
  TERCET_TRY(add_projected(t, s));
  return is_last ? add_having(t, s) : TERCET_OK;
}

static tercet_status
select_columns(tercet_translation *t,
               const selection *s,
               size_t *n_columns,
               tercet_variable **columns)
{
  // One more than the result has, for the graph of a surrounding GRAPH ?g
  *columns = (tercet_variable *)tercet_arena_allocate_array(
      t->arena, s->ast->n_projections + 1U, sizeof(tercet_variable));
  if (!*columns) {
    return no_memory(t);
  }

  *n_columns = s->ast->n_projections;
  for (size_t i = 0; i < *n_columns; ++i) {
    TERCET_TRY(tercet_translate_variable(
        t, s->ast->projections[i].variable, &(*columns)[i]));
  }
  return TERCET_OK;
}

static tercet_status
add_order(tercet_translation *t, selection *s)
{
  if (s->ast->n_order) {
    s->node = tercet_algebra_over(t->arena, TERCET_ALGEBRA_ORDER, s->node);
    if (!s->node) {
      return no_memory(t);
    }
    s->node->n_order = s->ast->n_order;
    s->node->order = s->order;
  }
  return TERCET_OK;
}

/// Put PROJECT, DISTINCT and SLICE on top
static tercet_status
add_modifiers(tercet_translation *t,
              selection *s,
              size_t n_columns,
              tercet_variable *columns)
{
  const tercet_ast_select *const ast = s->ast;
  const bool in_graphs = t->graph.variable != TERCET_VARIABLE_NONE;
  s->node = tercet_algebra_over(t->arena, TERCET_ALGEBRA_PROJECT, s->node);
  if (s->node) {
    s->node->variables = columns;
    s->node->n_variables = n_columns;
    if (in_graphs) {
      columns[s->node->n_variables++] = t->graph.variable;
    }
  }

  if (ast->distinct || ast->reduced) {
    s->node = tercet_algebra_over(t->arena,
                                  ast->distinct ? TERCET_ALGEBRA_DISTINCT
                                                : TERCET_ALGEBRA_REDUCED,
                                  s->node);
  }
  if (s->node && (ast->has_limit || ast->offset)) {
    if (in_graphs) {
      return tercet_translation_refuse(
          t,
          s->ast->place,
          "LIMIT or OFFSET of a sub-query inside GRAPH ?variable");
    }
    s->node = tercet_algebra_over(t->arena, TERCET_ALGEBRA_SLICE, s->node);
    if (s->node) {
      s->node->limit = ast->has_limit ? ast->limit : UINT64_MAX;
      s->node->offset = ast->offset;
    }
  }
  return s->node ? TERCET_OK : no_memory(t);
}

/// Translate a select in the scope that is set
static tercet_status
translate_in_scope(tercet_translation *t,
                   selection *s,
                   size_t *n_columns,
                   tercet_variable **columns)
{
  const tercet_ast_select *const ast = s->ast;
  TERCET_TRY(tercet_translate_group(t, ast->where, &s->node));
  TERCET_TRY(tercet_translation_add_graphs(t, &s->node));

  if (ast->n_group_keys || ast->has_aggregates || ast->n_having) {
    TERCET_TRY(start_grouping(t, s));
    TERCET_TRY(note_aliases(t, s));
    t->grouping = &s->grouping;
  }
  TERCET_TRY(translate_expressions(t, s));
  t->grouping = NULL;
  if (s->group) {
    s->group->n_aggregations = s->grouping.n_aggregations;
    s->group->aggregations = s->grouping.aggregations;
  }

  TERCET_TRY(add_expressions(t, s));
  TERCET_TRY(select_columns(t, s, n_columns, columns));
  TERCET_TRY(add_order(t, s));
  return add_modifiers(t, s, *n_columns, *columns);
}

tercet_status
tercet_translate_select(tercet_translation *t,
                        const tercet_ast_select *select,
                        tercet_algebra **out,
                        size_t *n_columns,
                        tercet_variable **columns)
{
  selection s = {0};
  s.ast = select;
  TERCET_TRY(translate_in_scope(t, &s, n_columns, columns));
  *out = s.node;
  return TERCET_OK;
}

tercet_status
tercet_translate_sub_select(tercet_translation *t,
                            const tercet_ast_select *select,
                            tercet_algebra **out)
{
  tercet_variable *const scope = t->scope;
  tercet_grouping *const grouping = t->grouping;
  size_t n_columns = 0;
  tercet_variable *columns = NULL;

  t->grouping = NULL;
  tercet_status st = open_scope(t, select);
  if (!st) {
    st = tercet_translate_select(t, select, out, &n_columns, &columns);
  }
  t->scope = scope;
  t->grouping = grouping;
  return st;
}
