// SPDX-License-Identifier: Apache-2.0

/// Plans of joined leaves, once the ways to join them are chosen

#include "sparql/optimize_join.h"

#include "base/error.h"

/// Return the variables that a relation has to deliver
static uint64_t *
relation_needed(tercet_joiner *j, const tercet_relation *r)
{
  const tercet_group *const g = j->group;
  uint64_t *const needed = tercet_set_new(j->o, g->needed);
  for (size_t i = 0; needed && i < g->n_leaves; ++i) {
    if (!r->leaves[i]) {
      tercet_set_unite(j->o, needed, g->leaves[i].possible);
    }
  }
  for (size_t i = 0; needed && i < g->n_filters; ++i) {
    if (!r->filters[i]) {
      tercet_set_unite(j->o, needed, g->filters[i].variables);
    }
  }
  return needed;
}

static tercet_status
set_keys(tercet_joiner *j,
         tercet_plan *plan,
         size_t n,
         const tercet_variable *keys)
{
  plan->n_keys = n;
  plan->keys = (tercet_variable *)tercet_arena_allocate_array(
      j->o->arena, n + 1U, sizeof(tercet_variable));
  if (!plan->keys) {
    return tercet_error_no_memory(j->o->err);
  }
  memcpy(plan->keys, keys, n * sizeof(*keys));
  return TERCET_OK;
}

static tercet_status
make_bind_side(tercet_joiner *j,
               const tercet_join_way *way,
               const uint64_t *needed,
               tercet_plan *plan)
{
  tercet_shared_set shared;
  tercet_variable keys[TERCET_RELATION_MAX_SHARED];
  tercet_relation_find_shared(j, way->left, way->right, &shared);
  const size_t n =
      tercet_relation_certain_keys(way->left, way->right, &shared, keys);
  uint64_t *const needed_right = tercet_set_new(j->o, needed);
  if (!needed_right) {
    return TERCET_ERR_NO_MEMORY;
  }
  tercet_set_unite(j->o, needed_right, way->left->possible);
  TERCET_TRY(set_keys(j, plan, n, keys));
  return tercet_optimizer_run_bound(j->o,
                                    way->right->leaf->node,
                                    n,
                                    keys,
                                    way->left->rows < 2048.0 ? way->left->rows
                                                             : 2048.0,
                                    needed_right,
                                    &plan->key_rows,
                                    &plan->children[1]);
}

/// Make the join itself; `needed` is what the filters over it need, too
static tercet_status
make_join(tercet_joiner *j,
          const tercet_join_way *way,
          const uint64_t *needed,
          tercet_plan **out)
{
  static const tercet_plan_kind kinds[] = {
      [TERCET_JOIN_BY_MERGE] = TERCET_PLAN_MERGE_JOIN,
      [TERCET_JOIN_BY_HASH] = TERCET_PLAN_HASH_JOIN,
      [TERCET_JOIN_BY_INDEX] = TERCET_PLAN_INDEX_JOIN,
      [TERCET_JOIN_BY_BIND] = TERCET_PLAN_BIND_JOIN,
  };
  const bool is_index = way->method == TERCET_JOIN_BY_INDEX;
  tercet_plan *const plan =
      tercet_optimizer_plan(j->o, kinds[way->method], is_index ? 1 : 2);
  if (!plan) {
    return TERCET_ERR_NO_MEMORY;
  }
  TERCET_TRY(
      tercet_relation_plan(j, way->left, way->left_way, &plan->children[0]));

  size_t n_extra = 0;
  const tercet_variable *extra = NULL;
  if (is_index) {
    plan->order = way->order;
    memcpy(plan->slots, way->right->leaf->slots, sizeof(plan->slots));
    (void)tercet_optimizer_set_graphs(j->o, plan);
    n_extra = way->right->leaf->n_variables;
    extra = way->right->leaf->variables;
  } else if (way->method == TERCET_JOIN_BY_BIND) {
    TERCET_TRY(make_bind_side(j, way, needed, plan));
  } else {
    TERCET_TRY(tercet_relation_plan(
        j, way->right, way->right_way, &plan->children[1]));
  }
  if (way->method == TERCET_JOIN_BY_MERGE) {
    TERCET_TRY(set_keys(j, plan, way->n_keys, way->left_way->sorted));
  }

  TERCET_TRY(tercet_optimizer_set_columns(j->o, plan, needed, n_extra, extra));
  for (size_t i = 0; i < plan->n_variables; ++i) {
    const tercet_variable v = plan->variables[i];
    plan->certain[i] = plan->certain[i] ||
                       tercet_set_has(way->left->certain, v) ||
                       tercet_set_has(way->right->certain, v);
  }
  for (size_t i = 0; i < way->n_known; ++i) {
    if (tercet_plan_column(plan, way->sorted[i]) < 0) {
      break;
    }
    plan->sorted[plan->n_sorted++] = way->sorted[i];
  }
  *out = plan;
  return TERCET_OK;
}

/// Return whether a filter was evaluated below a relation made in some way
static bool
is_done_below(const tercet_join_way *way, size_t i_filter)
{
  return way->method != TERCET_JOIN_BY_LEAF &&
         (way->left->filters[i_filter] ||
          ((way->method == TERCET_JOIN_BY_HASH ||
            way->method == TERCET_JOIN_BY_MERGE) &&
           way->right->filters[i_filter]));
}

/// Set distinct values of the columns from the leaves
static void
set_distinct(const tercet_joiner *j,
             const tercet_relation *r,
             tercet_plan *plan)
{
  for (size_t i = 0; i < plan->n_variables; ++i) {
    double least = plan->rows;
    for (size_t k = 0; k < j->group->n_leaves; ++k) {
      const double d = r->leaves[k] ? tercet_leaf_distinct(&j->group->leaves[k],
                                                           plan->variables[i])
                                    : 0.0;
      least = d > 0.0 && d < least ? d : least;
    }
    plan->distinct[i] = least;
  }
}

tercet_status
tercet_relation_plan(tercet_joiner *j,
                     const tercet_relation *r,
                     const tercet_join_way *way,
                     tercet_plan **out)
{
  const tercet_group *const g = j->group;
  const uint64_t *const above = relation_needed(j, r);
  uint64_t *const here = above ? tercet_set_new(j->o, above) : NULL;
  tercet_expr **const exprs = (tercet_expr **)tercet_arena_allocate_array(
      j->o->arena, g->n_filters + 1U, sizeof(tercet_expr *));
  if (!here || !exprs) {
    return tercet_error_no_memory(j->o->err);
  }

  size_t n = 0;
  for (size_t i = 0; i < g->n_filters; ++i) {
    if (r->filters[i] && !is_done_below(way, i)) {
      exprs[n++] = g->filters[i].expr;
      tercet_set_unite(j->o, here, g->filters[i].variables);
    }
  }

  if (way->method != TERCET_JOIN_BY_LEAF) {
    TERCET_TRY(make_join(j, way, here, out));
    TERCET_TRY(tercet_join_use_similarity(j, way, n, exprs, *out));
  } else if (r->leaf->plan) {
    *out = r->leaf->plan;
  } else {
    *out = tercet_optimizer_scan(j->o, r->leaf, way->order, here);
    if (!*out) {
      return TERCET_ERR_NO_MEMORY;
    }
  }
  (*out)->rows = r->rows_unfiltered;
  (*out)->cost = way->cost;
  TERCET_TRY(tercet_optimizer_add_filters(
      j->o, n, exprs, r->rows / (r->rows_unfiltered + 1e-300), above, out));
  (*out)->cost = way->cost;
  set_distinct(j, r, *out);
  return TERCET_OK;
}
