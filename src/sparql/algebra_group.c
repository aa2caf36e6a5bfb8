// SPDX-License-Identifier: Apache-2.0

/// Group graph patterns (SPARQL 1.1, 18.2.2).  The depth of the recursion is
/// the nesting of the query, which the parser limits.

#include "sparql/algebra_internal.h"

#include "base/error.h"

static tercet_status
no_memory(tercet_translation *t)
{
  return tercet_error_no_memory(t->err);
}

tercet_status
tercet_translate_values(tercet_translation *t,
                        const tercet_ast_values *values,
                        tercet_algebra **out)
{
  tercet_algebra *const node =
      tercet_algebra_new(t->arena, TERCET_ALGEBRA_VALUES, 0);
  const size_t n_ids = values->n_rows * values->n_variables;
  if (!node) {
    return no_memory(t);
  }

  node->n_variables = values->n_variables;
  node->n_rows = values->n_rows;
  node->variables = (tercet_variable *)tercet_arena_allocate_array(
      t->arena, values->n_variables + 1U, sizeof(tercet_variable));
  node->ids = (tercet_id *)tercet_arena_allocate_array(
      t->arena, n_ids + 1U, sizeof(tercet_id));
  if (!node->variables || !node->ids) {
    return no_memory(t);
  }

  for (size_t i = 0; i < values->n_variables; ++i) {
    TERCET_TRY(tercet_translate_variable(
        t, values->variables[i], &node->variables[i]));
  }
  for (size_t i = 0; i < n_ids; ++i) {
    if (values->terms[i].kind != TERCET_TERM_NONE) {
      TERCET_TRY(tercet_dictionary_intern(
          t->dictionary, &values->terms[i], &node->ids[i], NULL));
    }
  }
  *out = node;
  return TERCET_OK;
}

static tercet_status
translate_triples(tercet_translation *t,
                  const tercet_ast_element *element,
                  tercet_algebra **out)
{
  tercet_algebra *const join =
      tercet_algebra_new(t->arena, TERCET_ALGEBRA_JOIN, element->n_triples);
  if (!join) {
    return no_memory(t);
  }
  for (size_t i = 0; i < element->n_triples; ++i) {
    TERCET_TRY(
        tercet_translate_triple(t, &element->triples[i], &join->children[i]));
  }
  *out = element->n_triples == 1 ? join->children[0] : join;
  return TERCET_OK;
}

static tercet_status
translate_union(tercet_translation *t,
                const tercet_ast_element *element,
                tercet_algebra **out)
{
  if (element->n_groups == 1) {
    return tercet_translate_group(t, element->groups[0], out);
  }

  *out = tercet_algebra_new(t->arena, TERCET_ALGEBRA_UNION, element->n_groups);
  if (!*out) {
    return no_memory(t);
  }
  for (size_t i = 0; i < element->n_groups; ++i) {
    TERCET_TRY(
        tercet_translate_group(t, element->groups[i], &(*out)->children[i]));
  }
  return TERCET_OK;
}

/// Return whether a group has filters of its own: its algebra is then a FILTER
static bool
has_filters(const tercet_ast_group *group)
{
  for (size_t i = 0; i < group->n_elements; ++i) {
    if (group->elements[i].kind == TERCET_ELEMENT_FILTER) {
      return true;
    }
  }
  return false;
}

/// Put OPTIONAL over `pattern`; the filter of its group sees both sides
static tercet_status
add_optional(tercet_translation *t,
             const tercet_ast_element *element,
             tercet_algebra **pattern)
{
  tercet_algebra *right = NULL;
  TERCET_TRY(tercet_translation_add_graphs(t, pattern));
  TERCET_TRY(tercet_translate_group(t, element->groups[0], &right));

  tercet_algebra *const node =
      tercet_algebra_new(t->arena, TERCET_ALGEBRA_LEFT_JOIN, 2);
  if (!node) {
    return no_memory(t);
  }
  if (has_filters(element->groups[0])) {
    node->n_exprs = right->n_exprs;
    node->exprs = right->exprs;
    right = right->children[0];
  }
  node->children[0] = *pattern;
  node->children[1] = right;
  *pattern = node;
  return TERCET_OK;
}

static tercet_status
add_bind(tercet_translation *t,
         const tercet_ast_element *element,
         tercet_algebra **pattern)
{
  *pattern = tercet_algebra_over(t->arena, TERCET_ALGEBRA_EXTEND, *pattern);
  if (!*pattern) {
    return no_memory(t);
  }
  TERCET_TRY(
      tercet_translate_variable(t, element->variable, &(*pattern)->variable));
  return tercet_translate_expr(t, element->expr, &(*pattern)->exprs[0]);
}

/// Join what an element stands for to `pattern`
static tercet_status
add_element(tercet_translation *t,
            const tercet_ast_element *element,
            tercet_algebra **pattern)
{
  tercet_algebra *node = NULL;
  switch (element->kind) {
  case TERCET_ELEMENT_TRIPLES:
    TERCET_TRY(translate_triples(t, element, &node));
    break;
  case TERCET_ELEMENT_FILTER:
    return TERCET_OK;
  case TERCET_ELEMENT_OPTIONAL:
    return add_optional(t, element, pattern);
  case TERCET_ELEMENT_MINUS:
    return tercet_translation_refuse(t, element->place, "MINUS");
  case TERCET_ELEMENT_UNION:
    TERCET_TRY(translate_union(t, element, &node));
    break;
  case TERCET_ELEMENT_GRAPH:
    TERCET_TRY(tercet_translate_graph(t, element, &node));
    break;
  case TERCET_ELEMENT_SERVICE:
    return tercet_translation_refuse(t, element->place, "SERVICE");
  case TERCET_ELEMENT_BIND:
    return add_bind(t, element, pattern);
  case TERCET_ELEMENT_VALUES:
    TERCET_TRY(tercet_translate_values(t, &element->values, &node));
    break;
  case TERCET_ELEMENT_SELECT:
    TERCET_TRY(tercet_translate_sub_select(t, element->select, &node));
    break;
  }

  *pattern = tercet_algebra_join(t->arena, *pattern, node);
  return *pattern ? TERCET_OK : no_memory(t);
}

/// Put the filters of a group over its pattern: they see all of it
static tercet_status
add_filters(tercet_translation *t,
            const tercet_ast_group *group,
            tercet_algebra **pattern)
{
  size_t n_filters = 0;
  for (size_t i = 0; i < group->n_elements; ++i) {
    n_filters += group->elements[i].kind == TERCET_ELEMENT_FILTER;
  }
  if (!n_filters) {
    return TERCET_OK;
  }

  tercet_algebra *const node =
      tercet_algebra_over(t->arena, TERCET_ALGEBRA_FILTER, *pattern);
  tercet_expr **const exprs = (tercet_expr **)tercet_arena_allocate_array(
      t->arena, n_filters, sizeof(tercet_expr *));
  if (!node || !exprs) {
    return no_memory(t);
  }
  node->n_exprs = 0;
  node->exprs = exprs;
  for (size_t i = 0; i < group->n_elements; ++i) {
    if (group->elements[i].kind == TERCET_ELEMENT_FILTER) {
      TERCET_TRY(tercet_translate_expr(
          t, group->elements[i].expr, &exprs[node->n_exprs++]));
    }
  }
  *pattern = node;
  return TERCET_OK;
}

/* ---- Values given from outside ---- */

/// Return whether a variable of the tree has a value from outside
static bool
is_given(const tercet_translation *t, tercet_variable variable)
{
  for (size_t i = 0; i < t->n_bindings; ++i) {
    if (t->scope[variable] == t->bindings[i].variable) {
      return true;
    }
  }
  return false;
}

/// Return whether an expression has a variable with a value from outside
static bool
has_given(const tercet_translation *t, const tercet_expr *expr)
{
  if (expr->kind == TERCET_EXPR_VARIABLE) {
    return is_given(t, expr->variable);
  }
  for (size_t i = 0; i < expr->n_args; ++i) {
    if (has_given(t, expr->args[i])) {
      return true;
    }
  }
  return false;
}

/**
   Return whether a group starts from the values given from outside.

   The query's own group does, so that every solution has them.  An inner
   group is evaluated before it is joined, so it needs them where one of its
   expressions uses them.
*/
static bool
starts_from_given(const tercet_translation *t, const tercet_ast_group *group)
{
  if (t->n_bindings && group == t->ast->select.where) {
    return true;
  }
  for (size_t i = 0; t->n_bindings && i < group->n_elements; ++i) {
    const tercet_expr *const expr = group->elements[i].expr;
    if (expr && has_given(t, expr)) {
      return true;
    }
  }
  return false;
}

/// Set `out` to a VALUES node of one row with the values given from outside
static tercet_status
translate_given(tercet_translation *t, tercet_algebra **out)
{
  const size_t n = t->n_bindings;
  tercet_algebra *const node =
      tercet_algebra_new(t->arena, TERCET_ALGEBRA_VALUES, 0);
  if (!node) {
    return no_memory(t);
  }
  node->n_variables = n;
  node->n_rows = 1;
  node->variables = (tercet_variable *)tercet_arena_allocate_array(
      t->arena, n, sizeof(tercet_variable));
  node->ids =
      (tercet_id *)tercet_arena_allocate_array(t->arena, n, sizeof(tercet_id));
  if (!node->variables || !node->ids) {
    return no_memory(t);
  }
  for (size_t i = 0; i < n; ++i) {
    node->variables[i] = t->bindings[i].variable;
    node->ids[i] = t->bindings[i].id;
  }
  *out = node;
  return TERCET_OK;
}

tercet_status
tercet_translate_group(tercet_translation *t,
                       const tercet_ast_group *group,
                       tercet_algebra **out)
{
  if (starts_from_given(t, group)) {
    TERCET_TRY(translate_given(t, out));
  } else {
    *out = tercet_algebra_new(t->arena, TERCET_ALGEBRA_UNIT, 0);
    if (!*out) {
      return no_memory(t);
    }
  }
  for (size_t i = 0; i < group->n_elements; ++i) {
    TERCET_TRY(add_element(t, &group->elements[i], out));
  }
  return add_filters(t, group, out);
}
