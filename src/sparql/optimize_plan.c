// SPDX-License-Identifier: Apache-2.0

/// Nodes of plans and their columns

#include "sparql/optimize_internal.h"
#include "sparql/score_key.h"

#include "base/error.h"

tercet_plan *
tercet_optimizer_plan(tercet_optimizer *o,
                      tercet_plan_kind kind,
                      size_t n_children)
{
  tercet_plan *const plan = (tercet_plan *)tercet_arena_allocate_array(
      o->arena, 1, sizeof(tercet_plan));
  tercet_plan **const children = (tercet_plan **)tercet_arena_allocate_array(
      o->arena, n_children + 1U, sizeof(tercet_plan *));
  if (!plan || !children) {
    (void)tercet_error_no_memory(o->err);
    return NULL;
  }

  plan->kind = kind;
  plan->n_children = n_children;
  plan->children = children;
  plan->variable = TERCET_VARIABLE_NONE;
  for (size_t i = 0; i < 4; ++i) {
    plan->slots[i].variable = TERCET_VARIABLE_NONE;
  }
  return plan;
}

int
tercet_plan_column(const tercet_plan *plan, tercet_variable variable)
{
  for (size_t i = 0; i < plan->n_variables; ++i) {
    if (plan->variables[i] == variable) {
      return (int)i;
    }
  }
  return -1;
}

/// Add a column, or make one that is there more certain
static void
add_column(tercet_plan *plan,
           tercet_variable variable,
           bool certain,
           double distinct)
{
  int column = tercet_plan_column(plan, variable);
  if (column < 0) {
    column = (int)plan->n_variables++;
    plan->variables[column] = variable;
    plan->certain[column] = certain;
    plan->distinct[column] = distinct;
    return;
  }

  plan->certain[column] = plan->certain[column] || certain;
  if (distinct < plan->distinct[column]) {
    plan->distinct[column] = distinct;
  }
}

tercet_status
tercet_optimizer_set_columns(tercet_optimizer *o,
                             tercet_plan *plan,
                             const uint64_t *needed,
                             size_t n_extra,
                             const tercet_variable *extra)
{
  size_t n = n_extra + 1U;
  for (size_t i = 0; i < plan->n_children; ++i) {
    n += plan->children[i]->n_variables;
  }
  plan->n_variables = 0;
  plan->variables = (tercet_variable *)tercet_arena_allocate_array(
      o->arena, n, sizeof(tercet_variable));
  plan->certain =
      (bool *)tercet_arena_allocate_array(o->arena, n, sizeof(bool));
  plan->distinct =
      (double *)tercet_arena_allocate_array(o->arena, n, sizeof(double));
  if (!plan->variables || !plan->certain || !plan->distinct) {
    return tercet_error_no_memory(o->err);
  }

  for (size_t i = 0; i < plan->n_children; ++i) {
    const tercet_plan *const child = plan->children[i];
    for (size_t j = 0; j < child->n_variables; ++j) {
      if (tercet_set_has(needed, child->variables[j])) {
        add_column(plan,
                   child->variables[j],
                   child->certain[j] && !(i && plan->outer),
                   child->distinct[j]);
      }
    }
  }
  for (size_t i = 0; i < n_extra; ++i) {
    if (tercet_set_has(needed, extra[i])) {
      add_column(plan, extra[i], false, plan->rows);
    }
  }
  return TERCET_OK;
}

/// Keep the sort order of a child as far as its variables are still there
static void
inherit_order(tercet_plan *plan, const tercet_plan *child)
{
  plan->n_sorted = 0;
  for (size_t i = 0; i < child->n_sorted; ++i) {
    if (tercet_plan_column(plan, child->sorted[i]) < 0) {
      break;
    }
    plan->sorted[plan->n_sorted++] = child->sorted[i];
  }
}

tercet_plan *
tercet_optimizer_over(tercet_optimizer *o,
                      tercet_plan_kind kind,
                      tercet_plan *child,
                      const uint64_t *needed)
{
  tercet_plan *const plan = tercet_optimizer_plan(o, kind, 1);
  if (!plan) {
    return NULL;
  }
  plan->children[0] = child;
  plan->rows = child->rows;
  plan->cost = child->cost;
  if (tercet_optimizer_set_columns(o, plan, needed, 0, NULL)) {
    return NULL;
  }
  inherit_order(plan, child);
  return plan;
}

tercet_status
tercet_optimizer_add_filters(tercet_optimizer *o,
                             size_t n_exprs,
                             tercet_expr *const *exprs,
                             double selectivity,
                             const uint64_t *needed,
                             tercet_plan **plan)
{
  if (!n_exprs) {
    return TERCET_OK;
  }

  tercet_plan *const filter =
      tercet_optimizer_over(o, TERCET_PLAN_FILTER, *plan, needed);
  if (!filter) {
    return TERCET_ERR_NO_MEMORY;
  }
  filter->exprs = (tercet_expr **)tercet_arena_allocate_array(
      o->arena, n_exprs, sizeof(tercet_expr *));
  if (!filter->exprs) {
    return tercet_error_no_memory(o->err);
  }
  memcpy(filter->exprs, exprs, n_exprs * sizeof(*exprs));
  filter->n_exprs = n_exprs;
  for (size_t i = 0; i < n_exprs; ++i) {
    tercet_score_condition condition;
    filter->by_score =
        filter->by_score || (!(o->without & TERCET_WITHOUT_SCORE_KERNELS) &&
                             tercet_score_condition_of(exprs[i], &condition));
  }
  filter->by_codes =
      filter->by_score && !(o->without & TERCET_WITHOUT_TENSOR_CODES);
  filter->cost += filter->rows * o->costs->filter * (double)n_exprs;
  filter->rows *= selectivity;
  *plan = filter;
  return TERCET_OK;
}

static bool
is_listed(tercet_id id, size_t n_ids, const tercet_id *ids)
{
  for (size_t i = 0; i < n_ids; ++i) {
    if (ids[i] == id) {
      return true;
    }
  }
  return false;
}

bool
tercet_optimizer_set_graphs(tercet_optimizer *o, tercet_plan *plan)
{
  const tercet_query_graphs *const graphs = &o->query->graphs;
  tercet_slot *const graph = &plan->slots[TERCET_G];
  plan->graph_mode = TERCET_GRAPHS_SET;
  if (graph->id != TERCET_ID_NONE) {
    plan->graphs = &graph->id;
    plan->n_graphs = 1;
    return graph->id != TERCET_ID_UNKNOWN &&
           (graphs->all_named ||
            is_listed(graph->id, graphs->n_named, graphs->named_graphs));
  }

  if (graph->variable == TERCET_VARIABLE_NONE) {
    plan->graphs = graphs->default_graphs;
    plan->n_graphs = graphs->n_default;
    return plan->n_graphs > 0;
  }

  plan->graph_mode = TERCET_GRAPHS_NAMED;
  plan->graphs = graphs->named_graphs;
  plan->n_graphs = graphs->n_named;
  return graphs->all_named || graphs->n_named;
}

tercet_plan *
tercet_optimizer_scan(tercet_optimizer *o,
                      const tercet_leaf *leaf,
                      tercet_order order,
                      const uint64_t *needed)
{
  tercet_plan *const plan = tercet_optimizer_plan(o, TERCET_PLAN_SCAN, 0);
  if (!plan) {
    return NULL;
  }
  plan->rows = leaf->rows;
  plan->cost = leaf->rows * o->costs->scan;
  plan->order = order;
  memcpy(plan->slots, leaf->slots, sizeof(plan->slots));
  (void)tercet_optimizer_set_graphs(o, plan);
  if (tercet_optimizer_set_columns(
          o, plan, needed, leaf->n_variables, leaf->variables)) {
    return NULL;
  }
  for (size_t i = 0; i < plan->n_variables; ++i) {
    plan->certain[i] = true;
    for (size_t j = 0; j < leaf->n_variables; ++j) {
      if (leaf->variables[j] == plan->variables[i]) {
        plan->distinct[i] = leaf->distinct[j];
      }
    }
  }

  const unsigned known = tercet_slots_known(leaf->slots);
  for (size_t i = 0; i < 3; ++i) {
    const uint8_t place = tercet_order_places[order][i];
    if (!(known & (1U << place))) {
      if (tercet_plan_column(plan, leaf->slots[place].variable) < 0 ||
          (plan->n_sorted &&
           plan->sorted[plan->n_sorted - 1U] == leaf->slots[place].variable)) {
        break;
      }
      plan->sorted[plan->n_sorted++] = leaf->slots[place].variable;
    }
  }
  return plan;
}
