// SPDX-License-Identifier: Apache-2.0

/// What stands over the joins of a group: BIND, OPTIONAL, and filters

#include "sparql/optimize_internal.h"

#include "base/error.h"

uint64_t *
tercet_group_needed_above(tercet_optimizer *o,
                          const tercet_group *group,
                          size_t n_steps,
                          const uint64_t *needed)
{
  uint64_t *const set = tercet_set_new(o, needed);
  for (size_t i = n_steps; set && i < group->n_steps; ++i) {
    tercet_set_unite(o, set, group->steps[i].uses);
  }
  for (size_t i = 0; set && i < group->n_filters; ++i) {
    if (!group->filters[i].is_placed) {
      tercet_set_unite(o, set, group->filters[i].variables);
    }
  }
  return set;
}

static tercet_status
add_extend(tercet_optimizer *o,
           const tercet_algebra *node,
           const uint64_t *needed,
           tercet_plan **plan)
{
  if (!tercet_set_has(needed, node->variable)) {
    return TERCET_OK;
  }

  tercet_plan *const extend =
      tercet_optimizer_over(o, TERCET_PLAN_EXTEND, *plan, needed);
  if (!extend) {
    return TERCET_ERR_NO_MEMORY;
  }
  extend->variable = node->variable;
  extend->n_exprs = 1;
  extend->exprs = node->exprs;
  extend->cost += extend->rows * o->costs->filter;
  TERCET_TRY(
      tercet_optimizer_set_columns(o, extend, needed, 1, &node->variable));
  const int column = tercet_plan_column(extend, node->variable);
  extend->certain[column] = tercet_set_has(node->certain, node->variable);
  *plan = extend;
  return TERCET_OK;
}

/// Set `keys` to the variables by which both sides are joined; false if one of
/// the shared ones may be unbound on a side
static bool
shared_variables(tercet_optimizer *o,
                 const tercet_plan *left,
                 const tercet_algebra *right,
                 size_t *n_keys,
                 tercet_variable *keys)
{
  bool certain = true;
  *n_keys = 0;
  (void)o;
  for (size_t i = 0; i < left->n_variables; ++i) {
    const tercet_variable v = left->variables[i];
    if (!tercet_set_has(right->possible, v)) {
      continue;
    }
    if (left->certain[i] && tercet_set_has(right->certain, v)) {
      keys[(*n_keys)++] = v;
    } else {
      certain = false;
    }
  }
  return certain;
}

/// Return the rows of an outer join
static double
outer_rows(const tercet_plan *left, const tercet_plan *right, size_t n_keys)
{
  double factor = right->rows;
  for (size_t i = 0; n_keys && i < right->n_variables; ++i) {
    const int column = tercet_plan_column(left, right->variables[i]);
    if (column >= 0 && right->distinct[i] > 1.0) {
      factor /= right->distinct[i];
    }
  }
  return left->rows * (factor > 1.0 ? factor : 1.0);
}

/// Make the outer join with the whole right side in a hash table
static tercet_status
make_outer_hash(tercet_optimizer *o,
                const tercet_algebra *node,
                tercet_plan *left,
                const uint64_t *needed_right,
                const uint64_t *needed,
                tercet_plan **out)
{
  tercet_plan *const join = tercet_optimizer_plan(o, TERCET_PLAN_HASH_JOIN, 2);
  if (!join) {
    return TERCET_ERR_NO_MEMORY;
  }
  join->outer = true;
  join->n_exprs = node->n_exprs;
  join->exprs = node->exprs;
  join->children[0] = left;
  TERCET_TRY(tercet_optimizer_run(
      o, node->children[1], needed_right, &join->children[1]));
  const tercet_plan *const right = join->children[1];
  join->rows = outer_rows(left, right, right->n_variables);
  join->cost = left->cost + right->cost + right->rows * o->costs->build +
               left->rows * o->costs->probe + join->rows * o->costs->output;
  TERCET_TRY(tercet_optimizer_set_columns(o, join, needed, 0, NULL));
  *out = join;
  return TERCET_OK;
}

/// Make the outer join that evaluates the right side for each batch of the
/// left, restricted to its keys; NULL if that cannot be
static tercet_status
make_outer_bound(tercet_optimizer *o,
                 const tercet_algebra *node,
                 tercet_plan *left,
                 size_t n_keys,
                 const tercet_variable *keys,
                 const uint64_t *needed_right,
                 const uint64_t *needed,
                 tercet_plan **out)
{
  const double batch = left->rows < 2048.0 ? left->rows : 2048.0;
  const double n_batches = left->rows / 2048.0 + 1.0;
  tercet_plan *right = NULL;
  tercet_key_rows *key_rows = NULL;
  *out = NULL;
  TERCET_TRY(tercet_optimizer_run_bound(o,
                                        node->children[1],
                                        n_keys,
                                        keys,
                                        batch,
                                        needed_right,
                                        &key_rows,
                                        &right));
  if (!right) {
    return TERCET_OK;
  }

  tercet_plan *const join = tercet_optimizer_plan(o, TERCET_PLAN_BIND_JOIN, 2);
  if (!join) {
    return TERCET_ERR_NO_MEMORY;
  }
  join->outer = true;
  join->n_exprs = node->n_exprs;
  join->exprs = node->exprs;
  join->children[0] = left;
  join->children[1] = right;
  join->key_rows = key_rows;
  join->n_keys = n_keys;
  join->keys = (tercet_variable *)tercet_arena_allocate_array(
      o->arena, n_keys, sizeof(tercet_variable));
  if (!join->keys) {
    return tercet_error_no_memory(o->err);
  }
  memcpy(join->keys, keys, n_keys * sizeof(*keys));
  join->rows = outer_rows(left, right, n_keys);
  join->cost = left->cost + n_batches * (right->cost + o->costs->open) +
               left->rows * (o->costs->build + o->costs->probe) +
               join->rows * o->costs->output;
  TERCET_TRY(tercet_optimizer_set_columns(o, join, needed, 0, NULL));
  *out = join;
  return TERCET_OK;
}

/// Make the outer join that looks a single quad pattern up for each row; NULL
/// if that cannot be
static tercet_status
make_outer_index(tercet_optimizer *o,
                 const tercet_algebra *node,
                 tercet_plan *left,
                 const uint64_t *needed,
                 tercet_plan **out)
{
  const tercet_algebra *const right = node->children[1];
  *out = NULL;
  if (right->kind != TERCET_ALGEBRA_PATTERN || node->n_exprs) {
    return TERCET_OK;
  }

  unsigned places = tercet_slots_known(right->slots);
  bool is_near = false;
  for (size_t i = 0; i < 3; ++i) {
    const tercet_variable v = right->slots[i].variable;
    const int column =
        v == TERCET_VARIABLE_NONE ? -1 : tercet_plan_column(left, v);
    places |= (column >= 0 ? 1U : 0U) << i;
    is_near =
        is_near || (column >= 0 && left->n_sorted && left->sorted[0] == v);
  }

  tercet_pattern_estimate estimate;
  tercet_estimate_pattern(o, right->slots, &estimate);
  tercet_plan *const join = tercet_optimizer_plan(o, TERCET_PLAN_INDEX_JOIN, 1);
  if (!join || estimate.is_empty) {
    return join ? TERCET_OK : TERCET_ERR_NO_MEMORY;
  }
  join->outer = true;
  join->children[0] = left;
  memcpy(join->slots, right->slots, sizeof(join->slots));
  if (!tercet_optimizer_set_graphs(o, join)) {
    return TERCET_OK;
  }
  while (!tercet_order_has_prefix(join->order, places)) {
    join->order = (tercet_order)(join->order + 1);
  }

  double matches = estimate.rows;
  tercet_variable extra[4];
  size_t n_extra = 0;
  for (size_t i = 0; i < 4; ++i) {
    if (i < 3 && (places & (1U << i))) {
      matches /= estimate.distinct[i] > 1.0 ? estimate.distinct[i] : 1.0;
    }
    if (right->slots[i].variable != TERCET_VARIABLE_NONE) {
      extra[n_extra++] = right->slots[i].variable;
    }
  }
  join->rows = left->rows * (matches > 1.0 ? matches : 1.0);
  join->cost =
      left->cost + join->rows * o->costs->output +
      left->rows * (is_near ? o->costs->near_lookup : o->costs->lookup);
  TERCET_TRY(tercet_optimizer_set_columns(o, join, needed, n_extra, extra));
  *out = join;
  return TERCET_OK;
}

static bool
is_cheaper(const tercet_plan *a, const tercet_plan *b)
{
  return a && (!b || a->cost < b->cost);
}

/// Put OPTIONAL over the plan, by the cheapest method
static tercet_status
add_left_join(tercet_optimizer *o,
              const tercet_group_step *step,
              const uint64_t *needed,
              tercet_plan **plan)
{
  tercet_plan *const left = *plan;
  const tercet_algebra *const node = step->node;
  tercet_variable *const keys = (tercet_variable *)tercet_arena_allocate_array(
      o->arena, left->n_variables + 1U, sizeof(tercet_variable));
  uint64_t *const needed_right = tercet_set_new(o, needed);
  if (!keys || !needed_right) {
    return tercet_error_no_memory(o->err);
  }
  for (size_t i = 0; i < left->n_variables; ++i) {
    tercet_set_add(needed_right, left->variables[i]);
  }
  for (size_t i = 0; i < node->n_exprs; ++i) {
    tercet_set_add_expr(needed_right, node->exprs[i]);
  }

  size_t n_keys = 0;
  const bool certain =
      shared_variables(o, left, node->children[1], &n_keys, keys);
  tercet_plan *hash = NULL;
  tercet_plan *index = NULL;
  tercet_plan *bound = NULL;
  TERCET_TRY(make_outer_hash(o, node, left, needed_right, needed, &hash));
  if (hash->children[1]->kind == TERCET_PLAN_EMPTY) {
    return TERCET_OK; // Nothing is ever added
  }
  if (certain && n_keys) {
    TERCET_TRY(make_outer_index(o, node, left, needed, &index));
  }
  if (n_keys && !index && o->n_bound_plans < TERCET_OPTIMIZE_BOUND_PLANS) {
    TERCET_TRY(make_outer_bound(
        o, node, left, n_keys, keys, needed_right, needed, &bound));
  }

  tercet_plan *best = is_cheaper(index, hash) ? index : hash;
  best = is_cheaper(bound, best) ? bound : best;
  for (size_t i = 0; i < left->n_sorted; ++i) {
    if (tercet_plan_column(best, left->sorted[i]) < 0 || best->n_exprs) {
      break; // A condition moves rows without a match behind the others
    }
    best->sorted[best->n_sorted++] = left->sorted[i];
  }
  *plan = best;
  return TERCET_OK;
}

/// Put the filters that fit after `n_steps` steps over the plan
static tercet_status
place_filters(tercet_optimizer *o,
              tercet_group *group,
              size_t n_steps,
              const uint64_t *needed,
              tercet_plan **plan)
{
  bool *const all = (bool *)tercet_arena_allocate_array(
      o->arena, group->n_leaves + 1U, sizeof(bool));
  tercet_expr **const exprs = (tercet_expr **)tercet_arena_allocate_array(
      o->arena, group->n_filters + 1U, sizeof(tercet_expr *));
  if (!all || !exprs) {
    return tercet_error_no_memory(o->err);
  }
  memset(all, 1, group->n_leaves * sizeof(bool));

  size_t n = 0;
  double selectivity = 1.0;
  for (size_t i = 0; i < group->n_filters; ++i) {
    tercet_group_filter *const f = &group->filters[i];
    if (!f->is_placed && tercet_group_filter_fits(o, group, f, all, n_steps)) {
      f->is_placed = true;
      exprs[n++] = f->expr;
      selectivity *= f->selectivity;
    }
  }

  const uint64_t *const above =
      tercet_group_needed_above(o, group, n_steps, needed);
  return above ? tercet_optimizer_add_filters(
                     o, n, exprs, selectivity, above, plan)
               : TERCET_ERR_NO_MEMORY;
}

tercet_status
tercet_group_add_steps(tercet_optimizer *o,
                       tercet_group *group,
                       const uint64_t *needed,
                       tercet_plan **plan)
{
  TERCET_TRY(place_filters(o, group, 0, needed, plan));
  for (size_t i = 0; i < group->n_steps; ++i) {
    const tercet_group_step *const step = &group->steps[i];
    const uint64_t *const above =
        tercet_group_needed_above(o, group, i + 1U, needed);
    if (!above) {
      return TERCET_ERR_NO_MEMORY;
    }
    TERCET_TRY(step->node->kind == TERCET_ALGEBRA_EXTEND
                   ? add_extend(o, step->node, above, plan)
                   : add_left_join(o, step, above, plan));
    TERCET_TRY(place_filters(o, group, i + 1U, needed, plan));
  }
  return TERCET_OK;
}
