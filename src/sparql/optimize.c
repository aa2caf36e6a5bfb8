// SPDX-License-Identifier: Apache-2.0

/// Every operator of the algebra but those inside of groups

#include "sparql/optimize_internal.h"

#include "base/error.h"

static tercet_status
run_leaf(tercet_optimizer *o,
         const tercet_algebra *node,
         tercet_plan_kind kind,
         double rows,
         tercet_plan **out)
{
  tercet_plan *const plan = tercet_optimizer_plan(o, kind, 0);
  uint64_t *const all = tercet_set_new(o, node->possible);
  if (!plan || !all) {
    return TERCET_ERR_NO_MEMORY;
  }
  const bool is_graphs = node->kind == TERCET_ALGEBRA_GRAPHS;
  plan->rows = rows;
  plan->cost = rows * o->costs->scan;
  plan->variable = node->variable;
  plan->n_keys = node->n_variables;
  plan->keys = node->variables;
  plan->n_rows = node->n_rows;
  plan->ids = node->ids;
  plan->key_rows = node->keys;
  TERCET_TRY(tercet_optimizer_set_columns(o,
                                          plan,
                                          all,
                                          is_graphs ? 1 : node->n_variables,
                                          is_graphs ? &node->variable
                                                    : node->variables));
  for (size_t i = 0; i < plan->n_variables; ++i) {
    plan->certain[i] = tercet_set_has(node->certain, plan->variables[i]);
  }
  *out = plan;
  return TERCET_OK;
}

static tercet_status
run_empty(tercet_optimizer *o, tercet_plan **out)
{
  *out = tercet_optimizer_plan(o, TERCET_PLAN_EMPTY, 0);
  return *out ? TERCET_OK : TERCET_ERR_NO_MEMORY;
}

/// Let a plan list named graphs: all that the query sees
static void
list_graphs(const tercet_optimizer *o, tercet_plan *plan)
{
  const tercet_query_graphs *const graphs = &o->query->graphs;
  plan->graphs = graphs->named_graphs;
  plan->n_graphs = graphs->n_named;
  plan->graph_mode =
      graphs->all_named ? TERCET_GRAPHS_NAMED : TERCET_GRAPHS_SET;
}

static tercet_status
run_graphs(tercet_optimizer *o, const tercet_algebra *node, tercet_plan **out)
{
  size_t n_graphs = 0;
  if (o->segment) {
    (void)tercet_segment_graphs(o->segment, &n_graphs);
  }
  if (!o->query->graphs.all_named && o->query->graphs.n_named < n_graphs) {
    n_graphs = o->query->graphs.n_named;
  }
  TERCET_TRY(run_leaf(o, node, TERCET_PLAN_GRAPHS, (double)n_graphs, out));
  list_graphs(o, *out);

  (*out)->slots[TERCET_G] = node->slots[TERCET_G];
  if (node->slots[TERCET_G].id != TERCET_ID_NONE) {
    (*out)->rows = 1.0;
    if (!tercet_optimizer_set_graphs(o, *out)) {
      return run_empty(o, out);
    }
  }
  return TERCET_OK;
}

/// A column of a union is certain if each branch has it and is certain of it
static void
set_union_certain(tercet_plan *plan)
{
  for (size_t i = 0; i < plan->n_variables; ++i) {
    plan->certain[i] = true;
    plan->distinct[i] = 0.0;
    for (size_t k = 0; k < plan->n_children; ++k) {
      const tercet_plan *const child = plan->children[k];
      const int column = tercet_plan_column(child, plan->variables[i]);
      plan->certain[i] =
          plan->certain[i] && column >= 0 && child->certain[column];
      plan->distinct[i] += column >= 0 ? child->distinct[column] : 0.0;
    }
  }
}

static tercet_status
run_union(tercet_optimizer *o,
          const tercet_algebra *node,
          const uint64_t *needed,
          tercet_plan **out)
{
  tercet_plan *const plan =
      tercet_optimizer_plan(o, TERCET_PLAN_UNION, node->n_children);
  if (!plan) {
    return TERCET_ERR_NO_MEMORY;
  }
  plan->n_children = 0;
  for (size_t i = 0; i < node->n_children; ++i) {
    tercet_plan *child = NULL;
    TERCET_TRY(tercet_optimizer_run(o, node->children[i], needed, &child));
    if (child->kind != TERCET_PLAN_EMPTY) {
      plan->children[plan->n_children++] = child;
      plan->rows += child->rows;
      plan->cost += child->cost;
    }
  }
  if (!plan->n_children) {
    return run_empty(o, out);
  }
  TERCET_TRY(tercet_optimizer_set_columns(o, plan, needed, 0, NULL));
  set_union_certain(plan);
  *out = plan->n_children == 1 ? plan->children[0] : plan;
  return TERCET_OK;
}

/// Return the variables that a GROUP reads
static uint64_t *
group_uses(tercet_optimizer *o, const tercet_algebra *node)
{
  uint64_t *const uses = tercet_set_new(o, NULL);
  for (size_t i = 0; uses && i < node->n_variables; ++i) {
    tercet_set_add(uses, node->variables[i]);
  }
  for (size_t i = 0; uses && i < node->n_aggregations; ++i) {
    const tercet_aggregation *const a = &node->aggregations[i];
    if (a->arg) {
      tercet_set_add_expr(uses, a->arg);
    } else if (a->distinct) {
      // COUNT(DISTINCT *) compares whole solutions
      tercet_set_unite(o, uses, node->children[0]->possible);
    }
  }
  return uses;
}

static double
group_rows(const tercet_plan *child, size_t n_keys, const tercet_variable *keys)
{
  double rows = 1.0;
  for (size_t i = 0; i < n_keys; ++i) {
    const int column = tercet_plan_column(child, keys[i]);
    rows *= column >= 0 ? child->distinct[column] : 1.0;
  }
  return n_keys && rows > child->rows ? child->rows : rows;
}

static tercet_status
run_group_by(tercet_optimizer *o, tercet_algebra *node, tercet_plan **out)
{
  tercet_plan *const plan = tercet_optimizer_plan(o, TERCET_PLAN_GROUP, 1);
  const uint64_t *const uses = group_uses(o, node);
  tercet_variable *const results =
      (tercet_variable *)tercet_arena_allocate_array(
          o->arena,
          node->n_variables + node->n_aggregations + 1U,
          sizeof(tercet_variable));
  if (!plan || !uses || !results) {
    return tercet_error_no_memory(o->err);
  }
  TERCET_TRY(
      tercet_optimizer_run(o, node->children[0], uses, &plan->children[0]));
  plan->n_keys = node->n_variables;
  plan->keys = node->variables;
  plan->n_aggregations = node->n_aggregations;
  plan->aggregations = node->aggregations;
  plan->each_graph = node->each_graph;
  list_graphs(o, plan);

  // The columns are the keys and then the results, whatever the child has
  const tercet_plan *const child = plan->children[0];
  plan->rows = group_rows(child, plan->n_keys, plan->keys);
  plan->cost = child->cost + child->rows * o->costs->build;
  size_t n = 0;
  for (size_t i = 0; i < node->n_variables; ++i) {
    results[n++] = node->variables[i];
  }
  for (size_t i = 0; i < node->n_aggregations; ++i) {
    results[n++] = node->aggregations[i].variable;
  }
  plan->n_children = 0;
  TERCET_TRY(tercet_optimizer_set_columns(o, plan, node->possible, n, results));
  plan->n_children = 1;
  for (size_t i = 0; i < plan->n_variables; ++i) {
    const int column = tercet_plan_column(child, plan->variables[i]);
    plan->certain[i] = tercet_set_has(node->certain, plan->variables[i]);
    plan->distinct[i] = column >= 0 ? child->distinct[column] : plan->rows;
  }
  *out = plan;
  return TERCET_OK;
}

static tercet_status
run_order(tercet_optimizer *o,
          const tercet_algebra *node,
          const uint64_t *needed,
          tercet_plan **out)
{
  uint64_t *const below = tercet_set_new(o, needed);
  if (!below) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < node->n_order; ++i) {
    tercet_set_add_expr(below, node->order[i].expr);
  }
  tercet_plan *child = NULL;
  TERCET_TRY(tercet_optimizer_run(o, node->children[0], below, &child));
  if (child->kind == TERCET_PLAN_EMPTY) {
    *out = child;
    return TERCET_OK;
  }

  tercet_plan *const plan =
      tercet_optimizer_over(o, TERCET_PLAN_ORDER, child, needed);
  if (!plan) {
    return TERCET_ERR_NO_MEMORY;
  }
  plan->n_sorted = 0;
  plan->n_order = node->n_order;
  plan->order_keys = node->order;
  plan->cost += plan->rows * 20.0 * o->costs->probe;
  *out = plan;
  return TERCET_OK;
}

/// Return the set of a PROJECT's variables
static uint64_t *
projected(tercet_optimizer *o, const tercet_algebra *node)
{
  uint64_t *const set = tercet_set_new(o, NULL);
  for (size_t i = 0; set && i < node->n_variables; ++i) {
    tercet_set_add(set, node->variables[i]);
  }
  return set;
}

/// Take away columns that are not needed, if there are any
static tercet_status
drop_columns(tercet_optimizer *o, const uint64_t *needed, tercet_plan **plan)
{
  for (size_t i = 0; i < (*plan)->n_variables; ++i) {
    if (!tercet_set_has(needed, (*plan)->variables[i])) {
      *plan = tercet_optimizer_over(o, TERCET_PLAN_PROJECT, *plan, needed);
      return *plan ? TERCET_OK : TERCET_ERR_NO_MEMORY;
    }
  }
  return TERCET_OK;
}

static tercet_status
run_project(tercet_optimizer *o,
            const tercet_algebra *node,
            const uint64_t *needed,
            tercet_plan **out)
{
  uint64_t *const kept = projected(o, node);
  if (!kept) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < o->n_words; ++i) {
    kept[i] &= needed[i];
  }
  TERCET_TRY(tercet_optimizer_run(o, node->children[0], kept, out));
  return drop_columns(o, kept, out);
}

static tercet_status
run_distinct(tercet_optimizer *o,
             const tercet_algebra *node,
             tercet_plan_kind kind,
             tercet_plan **out)
{
  const uint64_t *const all = node->children[0]->possible;
  tercet_plan *child = NULL;
  TERCET_TRY(tercet_optimizer_run(o, node->children[0], all, &child));
  if (child->kind == TERCET_PLAN_EMPTY) {
    *out = child;
    return TERCET_OK;
  }
  *out = tercet_optimizer_over(o, kind, child, all);
  if (!*out) {
    return TERCET_ERR_NO_MEMORY;
  }
  (*out)->cost += (*out)->rows * o->costs->build;
  (*out)->rows = group_rows(child, (*out)->n_variables, (*out)->variables);
  return TERCET_OK;
}

/// Return whether the keys of an ORDER only read what a PROJECT keeps
static bool
reads_projected_only(tercet_optimizer *o,
                     const tercet_algebra *order,
                     const tercet_algebra *project)
{
  const uint64_t *const kept = projected(o, project);
  uint64_t *const uses = tercet_set_new(o, NULL);
  for (size_t i = 0; uses && i < order->n_order; ++i) {
    tercet_set_add_expr(uses, order->order[i].expr);
  }
  for (size_t i = 0; kept && uses && i < o->n_words; ++i) {
    if (uses[i] & ~kept[i]) {
      return false;
    }
  }
  return kept && uses;
}

/// Make an ORDER whose child is the DISTINCT that stood over it
static tercet_status
swap_distinct(tercet_optimizer *o,
              const tercet_algebra *distinct,
              const tercet_algebra *project,
              const tercet_algebra *order,
              tercet_algebra **out)
{
  tercet_algebra *const new_project =
      tercet_algebra_over(o->arena, TERCET_ALGEBRA_PROJECT, order->children[0]);
  tercet_algebra *const new_distinct =
      tercet_algebra_over(o->arena, distinct->kind, new_project);
  tercet_algebra *const new_order =
      tercet_algebra_over(o->arena, TERCET_ALGEBRA_ORDER, new_distinct);
  if (!new_order) {
    return tercet_error_no_memory(o->err);
  }
  new_project->n_variables = project->n_variables;
  new_project->variables = project->variables;
  new_order->n_order = order->n_order;
  new_order->order = order->order;
  *out = new_order;
  return tercet_optimizer_analyse(o, new_order);
}

/**
   Run what is under a SLICE that takes `limit` rows: ORDER BY, seen through
   SELECT and DISTINCT, becomes a heap.

   DISTINCT and ORDER BY can change places if the keys are projected: equal
   solutions have equal keys.
*/
static tercet_status
run_limited(tercet_optimizer *o,
            tercet_algebra *node,
            uint64_t limit,
            const uint64_t *needed,
            tercet_plan **out)
{
  tercet_algebra *const distinct = node->kind == TERCET_ALGEBRA_DISTINCT ||
                                           node->kind == TERCET_ALGEBRA_REDUCED
                                       ? node
                                       : NULL;
  tercet_algebra *const project = distinct ? node->children[0] : node;
  if (project->kind != TERCET_ALGEBRA_PROJECT ||
      project->children[0]->kind != TERCET_ALGEBRA_ORDER) {
    return tercet_optimizer_run(o, node, needed, out);
  }

  tercet_algebra *order = project->children[0];
  uint64_t *const kept = projected(o, project);
  if (!kept) {
    return TERCET_ERR_NO_MEMORY;
  }
  if (distinct) {
    if (!reads_projected_only(o, order, project)) {
      return tercet_optimizer_run(o, node, needed, out);
    }
    TERCET_TRY(swap_distinct(o, distinct, project, order, &order));
  }
  TERCET_TRY(tercet_optimizer_run_top_k(o, order, limit, kept, out));
  return drop_columns(o, kept, out);
}

static tercet_status
run_slice(tercet_optimizer *o,
          const tercet_algebra *node,
          const uint64_t *needed,
          tercet_plan **out)
{
  uint64_t total = UINT64_MAX;
  if (node->limit == 0) {
    return run_empty(o, out);
  }
  if (node->limit != UINT64_MAX && node->limit < UINT64_MAX - node->offset) {
    total = node->limit + node->offset;
  }

  tercet_plan *child = NULL;
  TERCET_TRY(total == UINT64_MAX
                 ? tercet_optimizer_run(o, node->children[0], needed, &child)
                 : run_limited(o, node->children[0], total, needed, &child));
  if (child->kind == TERCET_PLAN_EMPTY) {
    *out = child;
    return TERCET_OK;
  }
  *out = tercet_optimizer_over(o, TERCET_PLAN_SLICE, child, needed);
  if (!*out) {
    return TERCET_ERR_NO_MEMORY;
  }
  (*out)->limit = node->limit;
  (*out)->offset = node->offset;
  if ((double)node->limit < (*out)->rows) {
    (*out)->rows = (double)node->limit;
  }
  return TERCET_OK;
}

tercet_status
tercet_optimizer_run(tercet_optimizer *o,
                     tercet_algebra *node,
                     const uint64_t *needed,
                     tercet_plan **out)
{
  switch (node->kind) {
  case TERCET_ALGEBRA_UNIT:
  case TERCET_ALGEBRA_PATTERN:
  case TERCET_ALGEBRA_JOIN:
  case TERCET_ALGEBRA_LEFT_JOIN:
  case TERCET_ALGEBRA_FILTER:
  case TERCET_ALGEBRA_EXTEND:
    return tercet_optimizer_run_group(o, node, needed, NULL, out);
  case TERCET_ALGEBRA_GRAPHS:
    return run_graphs(o, node, out);
  case TERCET_ALGEBRA_VALUES:
    return node->n_rows
               ? run_leaf(
                     o, node, TERCET_PLAN_VALUES, (double)node->n_rows, out)
               : run_empty(o, out);
  case TERCET_ALGEBRA_KEYS:
    return run_leaf(o, node, TERCET_PLAN_KEYS, (double)node->n_rows, out);
  case TERCET_ALGEBRA_UNION:
    return run_union(o, node, needed, out);
  case TERCET_ALGEBRA_GROUP:
    return run_group_by(o, node, out);
  case TERCET_ALGEBRA_ORDER:
    return run_order(o, node, needed, out);
  case TERCET_ALGEBRA_PROJECT:
    return run_project(o, node, needed, out);
  case TERCET_ALGEBRA_DISTINCT:
    return run_distinct(o, node, TERCET_PLAN_DISTINCT, out);
  case TERCET_ALGEBRA_REDUCED:
    return run_distinct(o, node, TERCET_PLAN_REDUCED, out);
  case TERCET_ALGEBRA_SLICE:
    return run_slice(o, node, needed, out);
  }
  return TERCET_ERR_INTERNAL;
}

/// As measured on rows that lie in memory
static const tercet_costs default_costs = {
    .scan = 3.0,
    .merge = 6.0,
    .build = 25.0,
    .probe = 15.0,
    .lookup = 600.0,
    .near_lookup = 300.0,
    .output = 4.0,
    .product = 2.0,
    .filter = 40.0,
    .open = 2000.0,
};

tercet_status
tercet_optimize(const tercet_algebra_query *query,
                const tercet_segment *segment,
                const tercet_costs *costs,
                unsigned without,
                tercet_arena *arena,
                tercet_plan **out,
                tercet_error *err)
{
  tercet_optimizer o = {0};
  o.arena = arena;
  o.query = query;
  o.segment = segment;
  o.costs = costs ? costs : &default_costs;
  o.without = without;
  o.n_words = query->n_variables / 64U + 1U;
  o.err = err;
  TERCET_TRY(tercet_optimizer_analyse(&o, query->root));

  uint64_t *const needed = tercet_set_new(&o, NULL);
  if (!needed) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < query->n_columns; ++i) {
    tercet_set_add(needed, query->columns[i]);
  }
  return tercet_optimizer_run(&o, query->root, needed, out);
}
