// SPDX-License-Identifier: Apache-2.0

#include "sparql/algebra_internal.h"

#include "base/error.h"

#include <stdlib.h>

tercet_algebra *
tercet_algebra_new(tercet_arena *arena,
                   tercet_algebra_kind kind,
                   size_t n_children)
{
  tercet_algebra *const node =
      (tercet_algebra *)tercet_arena_allocate_array(arena, 1, sizeof(*node));
  tercet_algebra **const children =
      (tercet_algebra **)tercet_arena_allocate_array(
          arena, n_children + 1U, sizeof(tercet_algebra *));
  if (!node || !children) {
    return NULL;
  }

  node->kind = kind;
  node->n_children = n_children;
  node->children = children;
  node->variable = TERCET_VARIABLE_NONE;
  for (size_t i = 0; i < 4; ++i) {
    node->slots[i].variable = TERCET_VARIABLE_NONE;
  }
  return node;
}

tercet_algebra *
tercet_algebra_over(tercet_arena *arena,
                    tercet_algebra_kind kind,
                    tercet_algebra *child)
{
  tercet_algebra *const node =
      child ? tercet_algebra_new(arena, kind, 1) : NULL;
  if (!node) {
    return NULL;
  }

  node->children[0] = child;
  if (kind == TERCET_ALGEBRA_EXTEND || kind == TERCET_ALGEBRA_FILTER) {
    node->n_exprs = 1;
    node->exprs = (tercet_expr **)tercet_arena_allocate_array(
        arena, 1, sizeof(tercet_expr *));
  }
  return kind == TERCET_ALGEBRA_EXTEND || kind == TERCET_ALGEBRA_FILTER
             ? (node->exprs ? node : NULL)
             : node;
}

tercet_algebra *
tercet_algebra_join(tercet_arena *arena,
                    tercet_algebra *left,
                    tercet_algebra *right)
{
  if (!left || !right) {
    return NULL;
  }
  if (left->kind == TERCET_ALGEBRA_UNIT) {
    return right;
  }
  if (right->kind == TERCET_ALGEBRA_UNIT) {
    return left;
  }

  tercet_algebra *const node =
      tercet_algebra_new(arena, TERCET_ALGEBRA_JOIN, 2);
  if (node) {
    node->children[0] = left;
    node->children[1] = right;
  }
  return node;
}

tercet_status
tercet_translation_refuse(tercet_translation *t,
                          tercet_place place,
                          const char *feature)
{
  return tercet_error_set_at(t->err,
                             TERCET_ERR_UNSUPPORTED,
                             place.line,
                             place.column,
                             "%s is not supported yet",
                             feature);
}

tercet_status
tercet_translation_add_variable(tercet_translation *t,
                                tercet_string name,
                                tercet_variable *out)
{
  tercet_algebra_query *const query = t->out;
  if (query->n_variables == query->variables_capacity) {
    const size_t capacity = 2U * query->n_variables + 16U;
    tercet_ast_variable *const grown =
        (tercet_ast_variable *)tercet_arena_allocate_array(
            t->arena, capacity, sizeof(tercet_ast_variable));
    if (!grown) {
      return tercet_error_no_memory(t->err);
    }
    if (query->n_variables) {
      memcpy(grown, query->variables, query->n_variables * sizeof(*grown));
    }
    query->variables = grown;
    query->variables_capacity = capacity;
  }

  *out = (tercet_variable)query->n_variables;
  query->variables[query->n_variables++] = (tercet_ast_variable){name, true};
  return TERCET_OK;
}

tercet_status
tercet_translate_variable(tercet_translation *t,
                          tercet_variable variable,
                          tercet_variable *out)
{
  if (t->scope[variable] == TERCET_VARIABLE_NONE) {
    TERCET_TRY(tercet_translation_add_variable(
        t, t->ast->variables[variable].name, &t->scope[variable]));
  }
  *out = t->scope[variable];
  return TERCET_OK;
}

static int
compare_ids(const void *a, const void *b)
{
  const tercet_id x = *(const tercet_id *)a;
  const tercet_id y = *(const tercet_id *)b;
  return (x > y) - (x < y);
}

/// Set the ids of the graphs of a clause, ascending, each once
static tercet_status
find_graphs(tercet_translation *t,
            size_t n_iris,
            const tercet_string *iris,
            size_t *n_out,
            tercet_id **out)
{
  tercet_id *const ids = (tercet_id *)tercet_arena_allocate_array(
      t->arena, n_iris + 1U, sizeof(tercet_id));
  if (!ids) {
    return tercet_error_no_memory(t->err);
  }
  for (size_t i = 0; i < n_iris; ++i) {
    const tercet_term term = {.kind = TERCET_TERM_IRI, .value = iris[i]};
    TERCET_TRY(tercet_dictionary_find(t->dictionary, &term, &ids[i]));
  }

  qsort(ids, n_iris, sizeof(tercet_id), compare_ids);
  size_t n = 0;
  for (size_t i = 0; i < n_iris; ++i) {
    if (ids[i] != TERCET_ID_UNKNOWN && (!n || ids[n - 1U] != ids[i])) {
      ids[n++] = ids[i];
    }
  }
  *n_out = n;
  *out = ids;
  return TERCET_OK;
}

/// Set the graphs that the query sees (SPARQL 1.1, 13.2)
static tercet_status
translate_dataset(tercet_translation *t)
{
  tercet_query_graphs *const graphs = &t->out->graphs;
  const tercet_ast *const ast = t->ast;
  if (ast->n_from || ast->n_from_named) {
    TERCET_TRY(find_graphs(t,
                           ast->n_from,
                           ast->from,
                           &graphs->n_default,
                           &graphs->default_graphs));
    return find_graphs(t,
                       ast->n_from_named,
                       ast->from_named,
                       &graphs->n_named,
                       &graphs->named_graphs);
  }

  graphs->all_named = true;
  graphs->n_default = 1;
  graphs->default_graphs =
      (tercet_id *)tercet_arena_allocate_array(t->arena, 1, sizeof(tercet_id));
  if (!graphs->default_graphs) {
    return tercet_error_no_memory(t->err);
  }
  graphs->default_graphs[0] = TERCET_ID_NONE;
  return TERCET_OK;
}

/// Copy the variables of the tree, which keep their numbers
static tercet_status
copy_variables(tercet_translation *t)
{
  const size_t n = t->ast->n_variables;
  t->scope = (tercet_variable *)tercet_arena_allocate_array(
      t->arena, n + 1U, sizeof(tercet_variable));
  t->out->variables = (tercet_ast_variable *)tercet_arena_allocate_array(
      t->arena, n + 16U, sizeof(tercet_ast_variable));
  if (!t->scope || !t->out->variables) {
    return tercet_error_no_memory(t->err);
  }

  for (size_t i = 0; i < n; ++i) {
    t->scope[i] = (tercet_variable)i;
    t->out->variables[i] = t->ast->variables[i];
  }
  t->out->n_variables = n;
  t->out->variables_capacity = n + 16U;
  return TERCET_OK;
}

tercet_status
tercet_algebra_translate(const tercet_ast *ast,
                         size_t n_bindings,
                         const tercet_binding *bindings,
                         tercet_dictionary *dictionary,
                         tercet_arena *arena,
                         tercet_algebra_query *out,
                         tercet_error *err)
{
  *out = (tercet_algebra_query){0};
  out->form = ast->form;
  out->dictionary = dictionary;
  out->ast = ast;
  tercet_translation t = {0};
  t.arena = arena;
  t.dictionary = dictionary;
  t.ast = ast;
  t.out = out;
  t.n_bindings = n_bindings;
  t.bindings = bindings;
  t.graph.variable = TERCET_VARIABLE_NONE;
  t.err = err;
  if (ast->form == TERCET_FORM_CONSTRUCT) {
    return tercet_translation_refuse(&t, ast->place, "CONSTRUCT");
  }
  if (ast->form == TERCET_FORM_DESCRIBE) {
    return tercet_translation_refuse(&t, ast->place, "DESCRIBE");
  }

  TERCET_TRY(copy_variables(&t));
  TERCET_TRY(translate_dataset(&t));
  TERCET_TRY(tercet_translate_select(
      &t, &ast->select, &out->root, &out->n_columns, &out->columns));
  if (ast->form == TERCET_FORM_ASK) {
    out->n_columns = 0;
    out->root = tercet_algebra_over(arena, TERCET_ALGEBRA_SLICE, out->root);
    if (!out->root) {
      return tercet_error_no_memory(err);
    }
    out->root->limit = 1;
  }
  return TERCET_OK;
}
