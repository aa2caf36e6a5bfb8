// SPDX-License-Identifier: Apache-2.0

/// GRAPH: patterns that are matched in named graphs

#include "sparql/algebra_internal.h"

#include "base/error.h"

static tercet_status
no_memory(tercet_translation *t)
{
  return tercet_error_no_memory(t->err);
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

tercet_status
tercet_translate_graph(tercet_translation *t,
                       const tercet_ast_element *element,
                       tercet_algebra **out)
{
  if (element->node.variable != TERCET_VARIABLE_NONE) {
    return translate_graph_variable(t, element, out);
  }

  const tercet_slot outer = t->graph;
  TERCET_TRY(tercet_translate_node(t, &element->node, &t->graph));
  const tercet_id graph = t->graph.id;
  const tercet_status st = tercet_translate_group(t, element->groups[0], out);
  t->graph = outer;
  return st || needs_graph(*out, graph) ? st : require_graph(t, graph, out);
}
