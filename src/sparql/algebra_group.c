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

/// Set `out` to a variable's or a term's place in a pattern
static tercet_status
translate_node(tercet_translation *t,
               const tercet_ast_node *node,
               tercet_slot *out)
{
  *out = (tercet_slot){TERCET_VARIABLE_NONE, TERCET_ID_NONE};
  if (node->variable != TERCET_VARIABLE_NONE) {
    return tercet_translate_variable(t, node->variable, &out->variable);
  }
  return tercet_dictionary_find(t->dictionary, &node->term, &out->id);
}

static tercet_status
make_pattern(tercet_translation *t,
             tercet_slot subject,
             tercet_slot predicate,
             tercet_slot object,
             tercet_algebra **out)
{
  tercet_algebra *const node =
      tercet_algebra_new(t->arena, TERCET_ALGEBRA_PATTERN, 0);
  if (!node) {
    return no_memory(t);
  }
  node->slots[TERCET_S] = subject;
  node->slots[TERCET_P] = predicate;
  node->slots[TERCET_O] = object;
  node->slots[TERCET_G] = t->graph;
  *out = node;
  return TERCET_OK;
}

static tercet_status
add_hidden_variable(tercet_translation *t, tercet_slot *out)
{
  *out = (tercet_slot){TERCET_VARIABLE_NONE, TERCET_ID_NONE};
  return tercet_translation_add_variable(
      t, (tercet_string){"path", 4}, &out->variable);
}

static tercet_status
translate_path(tercet_translation *t,
               tercet_place place,
               tercet_slot subject,
               const tercet_ast_path *path,
               tercet_slot object,
               tercet_algebra **out);

static tercet_status
translate_sequence(tercet_translation *t,
                   tercet_place place,
                   tercet_slot subject,
                   const tercet_ast_path *path,
                   tercet_slot object,
                   tercet_algebra **out)
{
  tercet_algebra *const join =
      tercet_algebra_new(t->arena, TERCET_ALGEBRA_JOIN, path->n_children);
  if (!join) {
    return no_memory(t);
  }

  tercet_slot from = subject;
  for (size_t i = 0; i < path->n_children; ++i) {
    tercet_slot to = object;
    if (i + 1U < path->n_children) {
      TERCET_TRY(add_hidden_variable(t, &to));
    }
    TERCET_TRY(translate_path(
        t, place, from, path->children[i], to, &join->children[i]));
    from = to;
  }
  *out = join;
  return TERCET_OK;
}

static tercet_status
translate_alternative(tercet_translation *t,
                      tercet_place place,
                      tercet_slot subject,
                      const tercet_ast_path *path,
                      tercet_slot object,
                      tercet_algebra **out)
{
  *out = tercet_algebra_new(t->arena, TERCET_ALGEBRA_UNION, path->n_children);
  if (!*out) {
    return no_memory(t);
  }
  for (size_t i = 0; i < path->n_children; ++i) {
    TERCET_TRY(translate_path(
        t, place, subject, path->children[i], object, &(*out)->children[i]));
  }
  return TERCET_OK;
}

/// Translate the paths that need no closure (SPARQL 1.1, 18.2.2.3)
static tercet_status
translate_path(tercet_translation *t,
               tercet_place place,
               tercet_slot subject,
               const tercet_ast_path *path,
               tercet_slot object,
               tercet_algebra **out)
{
  switch (path->kind) {
  case TERCET_PATH_IRI: {
    const tercet_term term = {.kind = TERCET_TERM_IRI, .value = path->iri};
    tercet_slot predicate = {TERCET_VARIABLE_NONE, TERCET_ID_NONE};
    TERCET_TRY(tercet_dictionary_find(t->dictionary, &term, &predicate.id));
    return make_pattern(t, subject, predicate, object, out);
  }
  case TERCET_PATH_INVERSE:
    return translate_path(t, place, object, path->children[0], subject, out);
  case TERCET_PATH_SEQUENCE:
    return translate_sequence(t, place, subject, path, object, out);
  case TERCET_PATH_ALTERNATIVE:
    return translate_alternative(t, place, subject, path, object, out);
  case TERCET_PATH_ZERO_OR_MORE:
    return tercet_translation_refuse(t, place, "the property path '*'");
  case TERCET_PATH_ONE_OR_MORE:
    return tercet_translation_refuse(t, place, "the property path '+'");
  case TERCET_PATH_ZERO_OR_ONE:
    return tercet_translation_refuse(t, place, "the property path '?'");
  case TERCET_PATH_NEGATED:
    return tercet_translation_refuse(t, place, "the property path '!'");
  }
  return TERCET_ERR_INTERNAL;
}

tercet_status
tercet_translate_triple(tercet_translation *t,
                        const tercet_ast_triple *triple,
                        tercet_algebra **out)
{
  tercet_slot subject;
  tercet_slot predicate;
  tercet_slot object;
  TERCET_TRY(translate_node(t, &triple->subject, &subject));
  TERCET_TRY(translate_node(t, &triple->object, &object));
  if (triple->path) {
    return translate_path(t, triple->place, subject, triple->path, object, out);
  }
  TERCET_TRY(translate_node(t, &triple->predicate, &predicate));
  return make_pattern(t, subject, predicate, object, out);
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

/// Return whether every solution of a pattern binds a variable
static bool
binds_always(const tercet_algebra *node, tercet_variable variable)
{
  switch (node->kind) {
  case TERCET_ALGEBRA_PATTERN:
    for (size_t i = 0; i < 4; ++i) {
      if (node->slots[i].variable == variable) {
        return true;
      }
    }
    return false;
  case TERCET_ALGEBRA_GRAPHS:
    return node->variable == variable;
  case TERCET_ALGEBRA_JOIN:
    for (size_t i = 0; i < node->n_children; ++i) {
      if (binds_always(node->children[i], variable)) {
        return true;
      }
    }
    return false;
  case TERCET_ALGEBRA_UNION:
    for (size_t i = 0; i < node->n_children; ++i) {
      if (!binds_always(node->children[i], variable)) {
        return false;
      }
    }
    return true;
  case TERCET_ALGEBRA_LEFT_JOIN:
  case TERCET_ALGEBRA_FILTER:
  case TERCET_ALGEBRA_EXTEND:
  case TERCET_ALGEBRA_ORDER:
  case TERCET_ALGEBRA_PROJECT:
  case TERCET_ALGEBRA_DISTINCT:
  case TERCET_ALGEBRA_REDUCED:
    return binds_always(node->children[0], variable);
  case TERCET_ALGEBRA_GROUP:
  case TERCET_ALGEBRA_SLICE:
  case TERCET_ALGEBRA_UNIT:
  case TERCET_ALGEBRA_VALUES:
  case TERCET_ALGEBRA_KEYS:
    return false;
  }
  return false;
}

tercet_status
tercet_translation_add_graphs(tercet_translation *t, tercet_algebra **pattern)
{
  const tercet_variable graph = t->graph.variable;
  if (graph == TERCET_VARIABLE_NONE || binds_always(*pattern, graph)) {
    return TERCET_OK;
  }

  tercet_algebra *const graphs =
      tercet_algebra_new(t->arena, TERCET_ALGEBRA_GRAPHS, 0);
  if (!graphs) {
    return no_memory(t);
  }
  graphs->variable = graph;
  *pattern = tercet_algebra_join(t->arena, *pattern, graphs);
  return *pattern ? TERCET_OK : no_memory(t);
}

static void
note_variable(void *context, tercet_variable variable)
{
  const tercet_variable **const state = (const tercet_variable **)context;
  if (*state && **state == variable) {
    *state = NULL;
  }
}

/// Return whether a translated pattern mentions a variable
static bool
mentions(const tercet_algebra *node, tercet_variable variable)
{
  const tercet_variable *sought = &variable;
  for (size_t i = 0; i < 4; ++i) {
    if (node->slots[i].variable == variable) {
      return true;
    }
  }
  for (size_t i = 0; i < node->n_exprs; ++i) {
    tercet_expr_visit_variables(node->exprs[i], note_variable, &sought);
  }
  for (size_t i = 0; i < node->n_order; ++i) {
    tercet_expr_visit_variables(node->order[i].expr, note_variable, &sought);
  }
  for (size_t i = 0; i < node->n_variables; ++i) {
    note_variable(&sought, node->variables[i]);
  }
  if (!sought || node->variable == variable) {
    return true;
  }
  for (size_t i = 0; i < node->n_children; ++i) {
    if (mentions(node->children[i], variable)) {
      return true;
    }
  }
  return false;
}

/// Set `out` to `pattern`, matched in each graph, with `graph` bound to the
/// graph, where `inner` stands for it inside
static tercet_status
name_graph(tercet_translation *t,
           tercet_algebra *pattern,
           tercet_variable inner,
           tercet_variable graph,
           tercet_algebra **out)
{
  tercet_algebra *const graphs =
      tercet_algebra_new(t->arena, TERCET_ALGEBRA_GRAPHS, 0);
  tercet_algebra *const extend =
      tercet_algebra_over(t->arena, TERCET_ALGEBRA_EXTEND, graphs);
  if (!extend) {
    return no_memory(t);
  }
  graphs->variable = inner;
  extend->variable = graph;
  extend->exprs[0] = tercet_expr_of_variable(t->arena, inner);
  *out = tercet_algebra_join(t->arena, pattern, extend);
  return extend->exprs[0] && *out ? TERCET_OK : no_memory(t);
}

/// Replace a variable that stands in no expression
static void
rename_variable(tercet_algebra *node, tercet_variable from, tercet_variable to)
{
  for (size_t i = 0; i < 4; ++i) {
    if (node->slots[i].variable == from) {
      node->slots[i].variable = to;
    }
  }
  for (size_t i = 0; i < node->n_variables; ++i) {
    if (node->variables[i] == from) {
      node->variables[i] = to;
    }
  }
  if (node->variable == from) {
    node->variable = to;
  }
  for (size_t i = 0; i < node->n_children; ++i) {
    rename_variable(node->children[i], from, to);
  }
}

/**
   GRAPH ?g: each pattern inside is a quad pattern whose graph is a hidden
   variable, which is joined with ?g at the end.  Inside, ?g itself is an
   ordinary variable (SPARQL 1.1, 18.6: the graph is joined to the result).
   Where it is not mentioned there it takes the place of the hidden one.
*/
static tercet_status
translate_graph_variable(tercet_translation *t,
                         const tercet_ast_element *element,
                         tercet_algebra **out)
{
  const tercet_slot outer = t->graph;
  tercet_slot inner = {TERCET_VARIABLE_NONE, TERCET_ID_NONE};
  tercet_variable graph = TERCET_VARIABLE_NONE;
  TERCET_TRY(tercet_translate_variable(t, element->node.variable, &graph));
  TERCET_TRY(tercet_translation_add_variable(
      t, t->out->variables[graph].name, &inner.variable));

  t->graph = inner;
  tercet_status st = tercet_translate_group(t, element->groups[0], out);
  if (!st) {
    st = tercet_translation_add_graphs(t, out);
  }
  t->graph = outer;
  TERCET_TRY(st);

  if (mentions(*out, graph)) {
    return name_graph(t, *out, inner.variable, graph, out);
  }
  rename_variable(*out, inner.variable, graph);
  return TERCET_OK;
}

/// Return whether a pattern has solutions only if a graph exists: one of its
/// quad patterns has to match there
static bool
needs_graph(const tercet_algebra *node, tercet_id graph)
{
  switch (node->kind) {
  case TERCET_ALGEBRA_PATTERN:
    return node->slots[TERCET_G].id == graph;
  case TERCET_ALGEBRA_JOIN:
    for (size_t i = 0; i < node->n_children; ++i) {
      if (needs_graph(node->children[i], graph)) {
        return true;
      }
    }
    return false;
  case TERCET_ALGEBRA_LEFT_JOIN:
  case TERCET_ALGEBRA_FILTER:
  case TERCET_ALGEBRA_EXTEND:
  case TERCET_ALGEBRA_PROJECT:
    return needs_graph(node->children[0], graph);
  case TERCET_ALGEBRA_UNIT:
  case TERCET_ALGEBRA_GRAPHS:
  case TERCET_ALGEBRA_VALUES:
  case TERCET_ALGEBRA_KEYS:
  case TERCET_ALGEBRA_UNION:
  case TERCET_ALGEBRA_GROUP:
  case TERCET_ALGEBRA_ORDER:
  case TERCET_ALGEBRA_DISTINCT:
  case TERCET_ALGEBRA_REDUCED:
  case TERCET_ALGEBRA_SLICE:
    break;
  }
  return false;
}

/// Join a pattern to one solution if a graph exists, else to none (SPARQL 1.1,
/// 18.6: GRAPH of an IRI that names no graph has no solutions)
static tercet_status
require_graph(tercet_translation *t, tercet_id graph, tercet_algebra **pattern)
{
  tercet_algebra *const node =
      tercet_algebra_new(t->arena, TERCET_ALGEBRA_GRAPHS, 0);
  if (!node) {
    return no_memory(t);
  }
  TERCET_TRY(tercet_translation_add_variable(
      t, (tercet_string){"graph", 5}, &node->variable));
  node->slots[TERCET_G].id = graph;
  *pattern = tercet_algebra_join(t->arena, node, *pattern);
  return *pattern ? TERCET_OK : no_memory(t);
}

static tercet_status
translate_graph(tercet_translation *t,
                const tercet_ast_element *element,
                tercet_algebra **out)
{
  if (element->node.variable != TERCET_VARIABLE_NONE) {
    return translate_graph_variable(t, element, out);
  }

  const tercet_slot outer = t->graph;
  TERCET_TRY(translate_node(t, &element->node, &t->graph));
  const tercet_id graph = t->graph.id;
  const tercet_status st = tercet_translate_group(t, element->groups[0], out);
  t->graph = outer;
  return st || needs_graph(*out, graph) ? st : require_graph(t, graph, out);
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
    TERCET_TRY(translate_graph(t, element, &node));
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
