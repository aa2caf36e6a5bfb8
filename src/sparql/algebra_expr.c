// SPDX-License-Identifier: Apache-2.0

/**
   Expressions of the tree copied into the algebra: variables renamed by scope,
   aggregates replaced by variables (SPARQL 1.1, 18.2.4.1).

   The depth of the recursion is the nesting of the expression, which the
   parser limits.
*/

#include "sparql/algebra_internal.h"

#include "base/error.h"

tercet_expr *
tercet_expr_of_variable(tercet_arena *arena, tercet_variable variable)
{
  tercet_expr *const expr =
      (tercet_expr *)tercet_arena_allocate_array(arena, 1, sizeof(tercet_expr));
  if (expr) {
    expr->kind = TERCET_EXPR_VARIABLE;
    expr->variable = variable;
  }
  return expr;
}

void
tercet_expr_visit_variables(const tercet_expr *expr,
                            void (*visit)(void *context, tercet_variable v),
                            void *context)
{
  if (expr->kind == TERCET_EXPR_VARIABLE) {
    visit(context, expr->variable);
  }
  for (size_t i = 0; i < expr->n_args; ++i) {
    tercet_expr_visit_variables(expr->args[i], visit, context);
  }
}

bool
tercet_expr_uses(const tercet_expr *expr, tercet_variable variable)
{
  bool found = expr->kind == TERCET_EXPR_VARIABLE && expr->variable == variable;
  for (size_t i = 0; !found && i < expr->n_args; ++i) {
    found = tercet_expr_uses(expr->args[i], variable);
  }
  return found;
}

bool
tercet_expr_is_deterministic(const tercet_expr *expr)
{
  if (expr->kind == TERCET_EXPR_BUILTIN &&
      (expr->builtin == TERCET_BUILTIN_RAND ||
       expr->builtin == TERCET_BUILTIN_UUID ||
       expr->builtin == TERCET_BUILTIN_STRUUID ||
       expr->builtin == TERCET_BUILTIN_BNODE)) {
    return false;
  }
  for (size_t i = 0; i < expr->n_args; ++i) {
    if (!tercet_expr_is_deterministic(expr->args[i])) {
      return false;
    }
  }
  return true;
}

/// Return a copy that has its own array of arguments, still the old ones
static tercet_expr *
copy_node(tercet_arena *arena, const tercet_expr *expr)
{
  tercet_expr *const copy =
      (tercet_expr *)tercet_arena_allocate(arena, sizeof(tercet_expr));
  tercet_expr **const args = (tercet_expr **)tercet_arena_allocate_array(
      arena, expr->n_args + 1U, sizeof(tercet_expr *));
  if (!copy || !args) {
    return NULL;
  }
  *copy = *expr;
  copy->args = args;
  return copy;
}

tercet_expr *
tercet_expr_substitute(tercet_arena *arena,
                       const tercet_expr *expr,
                       tercet_variable variable,
                       tercet_expr *replacement)
{
  if (expr->kind == TERCET_EXPR_VARIABLE && expr->variable == variable) {
    return replacement;
  }

  tercet_expr *const copy = copy_node(arena, expr);
  for (size_t i = 0; copy && i < expr->n_args; ++i) {
    copy->args[i] =
        tercet_expr_substitute(arena, expr->args[i], variable, replacement);
    if (!copy->args[i]) {
      return NULL;
    }
  }
  return copy;
}

/// Add an aggregate and make `out` the variable of its result
static tercet_status
add_aggregation(tercet_translation *t,
                const tercet_aggregation *aggregation,
                tercet_expr **out)
{
  tercet_grouping *const g = t->grouping;
  if (g->n_aggregations == g->capacity) {
    const size_t capacity = g->capacity ? 2U * g->capacity : 8U;
    tercet_aggregation *const grown =
        (tercet_aggregation *)tercet_arena_allocate_array(
            t->arena, capacity, sizeof(tercet_aggregation));
    if (!grown) {
      return tercet_error_no_memory(t->err);
    }
    if (g->n_aggregations) {
      memcpy(grown, g->aggregations, g->n_aggregations * sizeof(*grown));
    }
    g->aggregations = grown;
    g->capacity = capacity;
  }

  g->aggregations[g->n_aggregations++] = *aggregation;
  *out = tercet_expr_of_variable(t->arena, aggregation->variable);
  return *out ? TERCET_OK : tercet_error_no_memory(t->err);
}

static tercet_status
translate_aggregate(tercet_translation *t,
                    const tercet_expr *expr,
                    tercet_expr **out)
{
  tercet_grouping *const grouping = t->grouping;
  tercet_aggregation a = {0};
  a.kind = expr->aggregate;
  a.extension = expr->extension;
  a.distinct = expr->distinct;
  a.separator = expr->separator;

  // The argument is evaluated before the grouping, in the plain scope
  if (expr->n_args) {
    t->grouping = NULL;
    const tercet_status st = tercet_translate_expr(t, expr->args[0], &a.arg);
    t->grouping = grouping;
    TERCET_TRY(st);
  }

  TERCET_TRY(tercet_translation_add_variable(
      t, (tercet_string){"aggregate", 9}, &a.variable));
  return add_aggregation(t, &a, out);
}

static bool
is_group_key(const tercet_algebra *group, tercet_variable variable)
{
  for (size_t i = 0; i < group->n_variables; ++i) {
    if (group->variables[i] == variable) {
      return true;
    }
  }
  return false;
}

/// Translate a variable outside of an aggregate: what is neither a key nor
/// defined by the projection is Sample(variable)
static tercet_status
translate_grouped_variable(tercet_translation *t,
                           tercet_variable variable,
                           tercet_expr **out)
{
  tercet_grouping *const g = t->grouping;
  if (is_group_key(g->group, variable) ||
      (variable < g->n_alias_flags && g->is_alias[variable])) {
    *out = tercet_expr_of_variable(t->arena, variable);
    return *out ? TERCET_OK : tercet_error_no_memory(t->err);
  }

  tercet_aggregation a = {0};
  a.kind = TERCET_AGGREGATE_SAMPLE;
  a.arg = tercet_expr_of_variable(t->arena, variable);
  if (!a.arg) {
    return tercet_error_no_memory(t->err);
  }
  TERCET_TRY(tercet_translation_add_variable(
      t, t->out->variables[variable].name, &a.variable));
  return add_aggregation(t, &a, out);
}

tercet_status
tercet_translate_expr(tercet_translation *t,
                      const tercet_expr *expr,
                      tercet_expr **out)
{
  if (expr->kind == TERCET_EXPR_EXISTS ||
      expr->kind == TERCET_EXPR_NOT_EXISTS) {
    return tercet_translation_refuse(
        t,
        expr->place,
        expr->kind == TERCET_EXPR_EXISTS ? "EXISTS" : "NOT EXISTS");
  }
  if (expr->kind == TERCET_EXPR_AGGREGATE && t->grouping) {
    return translate_aggregate(t, expr, out);
  }

  if (expr->kind == TERCET_EXPR_VARIABLE && t->grouping) {
    tercet_variable variable = TERCET_VARIABLE_NONE;
    TERCET_TRY(tercet_translate_variable(t, expr->variable, &variable));
    return translate_grouped_variable(t, variable, out);
  }

  tercet_expr *const copy = copy_node(t->arena, expr);
  if (!copy) {
    return tercet_error_no_memory(t->err);
  }
  if (expr->kind == TERCET_EXPR_VARIABLE) {
    TERCET_TRY(tercet_translate_variable(t, expr->variable, &copy->variable));
  }
  for (size_t i = 0; i < expr->n_args; ++i) {
    TERCET_TRY(tercet_translate_expr(t, expr->args[i], &copy->args[i]));
  }
  *out = copy;
  return TERCET_OK;
}
