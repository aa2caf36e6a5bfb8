// SPDX-License-Identifier: Apache-2.0

/**
   The order and the methods of joins.

   A relation is a set of joined leaves, whatever the order they were joined
   in; it has one expected number of rows, and for each interesting sort order
   the cheapest way to make it.  Up to TERCET_OPTIMIZE_DP_LEAVES leaves all
   relations are built from smaller ones; beyond, one relation grows by the
   leaf that keeps it smallest.
*/

#include "sparql/optimize_join.h"

#include "base/error.h"

/* ---- Expected rows ---- */

double
tercet_leaf_distinct(const tercet_leaf *leaf, tercet_variable variable)
{
  for (size_t i = 0; i < leaf->n_variables; ++i) {
    if (leaf->variables[i] == variable) {
      return leaf->distinct[i] > 1.0 ? leaf->distinct[i] : 1.0;
    }
  }
  return 0.0;
}

/**
   Return the rows of a join without filters: the product of the leaves',
   divided for each variable by its numbers of values in all leaves but the one
   where it has the fewest.
*/
static double
join_rows(const tercet_joiner *j, const bool *leaves)
{
  const tercet_group *const g = j->group;
  double rows = 1.0;
  for (size_t i = 0; i < g->n_leaves; ++i) {
    if (!leaves[i]) {
      continue;
    }
    const tercet_leaf *const leaf = &g->leaves[i];
    rows *= leaf->rows;
    for (size_t k = 0; k < leaf->n_variables; ++k) {
      const tercet_variable v = leaf->variables[k];
      double least = 0.0;
      for (size_t m = 0; m < i; ++m) {
        const double d =
            leaves[m] ? tercet_leaf_distinct(&g->leaves[m], v) : 0.0;
        least = d > 0.0 && (least <= 0.0 || d < least) ? d : least;
      }
      const double own = tercet_leaf_distinct(leaf, v);
      if (least > 0.0) {
        rows /= own > least ? own : least;
      }
    }
  }
  return rows;
}

/* ---- Relations ---- */

static tercet_relation *
relation_new(tercet_joiner *j)
{
  tercet_optimizer *const o = j->o;
  tercet_relation *const r = (tercet_relation *)tercet_arena_allocate_array(
      o->arena, 1, sizeof(tercet_relation));
  if (!r) {
    (void)tercet_error_no_memory(o->err);
    return NULL;
  }
  r->leaves = (bool *)tercet_arena_allocate_array(
      o->arena, j->group->n_leaves + 1U, sizeof(bool));
  r->filters = (bool *)tercet_arena_allocate_array(
      o->arena, j->group->n_filters + 1U, sizeof(bool));
  r->possible = tercet_set_new(o, NULL);
  r->outside = tercet_set_new(o, NULL);
  r->certain = tercet_set_new(o, NULL);
  r->fixed = tercet_set_new(o, NULL);
  if (!r->leaves || !r->filters || !r->possible || !r->outside || !r->certain ||
      !r->fixed) {
    (void)tercet_error_no_memory(o->err);
    return NULL;
  }
  return r;
}

/// Set rows and filters of a relation whose leaves are known
static void
relation_estimate(tercet_joiner *j,
                  tercet_relation *r,
                  const tercet_relation *a,
                  const tercet_relation *b)
{
  const tercet_group *const g = j->group;
  double below = 1.0;
  double here = 1.0;
  for (size_t i = 0; i < g->n_filters; ++i) {
    const size_t home = g->filters[i].home;
    r->filters[i] =
        (home == SIZE_MAX || r->leaves[home]) &&
        tercet_group_filter_fits(j->o, g, &g->filters[i], r->leaves, 0);
    if (r->filters[i] && ((a && a->filters[i]) || (b && b->filters[i]))) {
      below *= g->filters[i].selectivity;
    } else if (r->filters[i]) {
      here *= g->filters[i].selectivity;
    }
  }
  r->rows_unfiltered = join_rows(j, r->leaves) * below;
  r->rows = r->rows_unfiltered * here;
  r->filter_cost = here < 1.0 ? r->rows_unfiltered * j->o->costs->filter : 0.0;
  for (size_t i = 0; i < g->n_leaves; ++i) {
    if (!r->leaves[i]) {
      tercet_set_unite(j->o, r->outside, g->leaves[i].possible);
    }
  }
}

static tercet_relation *
relation_of_leaf(tercet_joiner *j, size_t i_leaf)
{
  tercet_relation *const r = relation_new(j);
  if (r) {
    r->leaf = &j->group->leaves[i_leaf];
    r->leaves[i_leaf] = true;
    tercet_set_unite(j->o, r->possible, r->leaf->possible);
    tercet_set_unite(j->o, r->certain, r->leaf->certain);
    tercet_set_unite(j->o, r->fixed, r->leaf->fixed);
    relation_estimate(j, r, NULL, NULL);
  }
  return r;
}

static tercet_relation *
relation_of_two(tercet_joiner *j,
                const tercet_relation *a,
                const tercet_relation *b)
{
  tercet_relation *const r = relation_new(j);
  if (r) {
    for (size_t i = 0; i < j->group->n_leaves; ++i) {
      r->leaves[i] = a->leaves[i] || b->leaves[i];
    }
    tercet_set_unite(j->o, r->possible, a->possible);
    tercet_set_unite(j->o, r->possible, b->possible);
    tercet_set_unite(j->o, r->certain, a->certain);
    tercet_set_unite(j->o, r->certain, b->certain);
    tercet_set_unite(j->o, r->fixed, a->fixed);
    tercet_set_unite(j->o, r->fixed, b->fixed);
    relation_estimate(j, r, a, b);
  }
  return r;
}

/// Return how many of the variables that a way is sorted by are of use: those
/// that leaves still to be joined have
static size_t
count_useful(const tercet_relation *r, const tercet_join_way *way)
{
  size_t n = 0;
  while (n < way->n_sorted && tercet_set_has(r->outside, way->sorted[n])) {
    ++n;
  }
  return n;
}

static bool
is_sorted_alike(const tercet_join_way *a, const tercet_join_way *b)
{
  bool alike = a->n_sorted == b->n_sorted;
  for (size_t i = 0; alike && i < a->n_sorted; ++i) {
    alike = a->sorted[i] == b->sorted[i];
  }
  return alike;
}

/// Keep a way to make a relation if it is the cheapest of its sort order
static void
add_way(tercet_relation *r, tercet_join_way *way)
{
  way->cost += r->filter_cost;
  way->n_known = way->n_sorted;
  way->n_sorted = count_useful(r, way);
  size_t at = r->n_ways;
  size_t worst = 0;
  for (size_t i = 0; i < r->n_ways; ++i) {
    const tercet_join_way *const old = &r->ways[i];
    const bool alike = is_sorted_alike(old, way);
    if ((alike || !way->n_sorted) && old->cost <= way->cost) {
      return;
    }
    at = alike ? i : at;
    worst = old->cost > r->ways[worst].cost ? i : worst;
  }

  if (at < TERCET_RELATION_MAX_WAYS) {
    r->n_ways += at == r->n_ways;
    r->ways[at] = *way;
  } else if (way->cost < r->ways[worst].cost) {
    r->ways[worst] = *way;
  }
}

static const tercet_join_way *
cheapest(const tercet_relation *r)
{
  const tercet_join_way *best = &r->ways[0];
  for (size_t i = 1; i < r->n_ways; ++i) {
    best = r->ways[i].cost < best->cost ? &r->ways[i] : best;
  }
  return best;
}

/* ---- Ways to read a leaf ---- */

/// Set by which variables a scan in an order is sorted
static void
scan_sorted(const tercet_leaf *leaf, tercet_join_way *way)
{
  const unsigned known = tercet_slots_known(leaf->slots);
  for (size_t i = 0; i < 3; ++i) {
    const uint8_t place = tercet_order_places[way->order][i];
    const tercet_variable v = leaf->slots[place].variable;
    if (known & (1U << place)) {
      continue;
    }
    if (way->n_sorted && way->sorted[way->n_sorted - 1U] == v) {
      break;
    }
    way->sorted[way->n_sorted++] = v;
  }
}

static void
add_leaf_ways(const tercet_joiner *j, tercet_relation *r)
{
  tercet_join_way way = {0};
  way.method = TERCET_JOIN_BY_LEAF;
  if (r->leaf->plan) {
    way.cost = r->leaf->plan->cost;
    way.n_sorted = r->leaf->plan->n_sorted;
    memcpy(way.sorted, r->leaf->plan->sorted, sizeof(way.sorted));
    add_way(r, &way);
    return;
  }

  // Where two orders differ only in known places, the first is as good
  const unsigned known = tercet_slots_known(r->leaf->slots);
  for (unsigned order = 0; order < TERCET_ORDER_COUNT; ++order) {
    if (tercet_order_has_prefix((tercet_order)order, known)) {
      way = (tercet_join_way){0};
      way.method = TERCET_JOIN_BY_LEAF;
      way.order = (tercet_order)order;
      way.cost = r->leaf->rows * j->o->costs->scan;
      scan_sorted(r->leaf, &way);
      add_way(r, &way);
    }
  }
}

/* ---- Ways to join two relations ---- */

void
tercet_relation_find_shared(const tercet_joiner *j,
                            const tercet_relation *a,
                            const tercet_relation *b,
                            tercet_shared_set *out)
{
  *out = (tercet_shared_set){0};
  out->all_certain = true;
  for (size_t w = 0; w < j->o->n_words; ++w) {
    uint64_t bits =
        a->possible[w] & b->possible[w] & ~(a->fixed[w] & b->fixed[w]);
    for (; bits; bits &= bits - 1U) {
      const tercet_variable v =
          (tercet_variable)(64U * w + (unsigned)__builtin_ctzll(bits));
      if (!tercet_set_has(a->certain, v) || !tercet_set_has(b->certain, v)) {
        out->all_certain = false;
      }
      if (out->n == TERCET_RELATION_MAX_SHARED) {
        out->overflow = true;
      } else {
        out->variables[out->n++] = v;
      }
    }
  }
}

static bool
is_shared(const tercet_shared_set *shared, tercet_variable v)
{
  for (size_t i = 0; i < shared->n; ++i) {
    if (shared->variables[i] == v) {
      return true;
    }
  }
  return false;
}

static void
add_hash_way(const tercet_joiner *j,
             tercet_relation *r,
             const tercet_relation *a,
             const tercet_relation *b)
{
  // Most pairs that a score rules out are neither made nor filtered
  const double output =
      tercet_relations_limit_pairs(j, a, b)
          ? r->rows_unfiltered * j->o->costs->product - r->filter_cost
          : r->rows_unfiltered * j->o->costs->output;

  // Only the order of the side that probes survives
  const tercet_join_way *const build = cheapest(b);
  for (size_t i = 0; i < a->n_ways; ++i) {
    tercet_join_way way = {0};
    way.method = TERCET_JOIN_BY_HASH;
    way.left = a;
    way.right = b;
    way.left_way = &a->ways[i];
    way.right_way = build;
    way.n_sorted = a->ways[i].n_sorted;
    memcpy(way.sorted, a->ways[i].sorted, sizeof(way.sorted));
    way.cost = a->ways[i].cost + build->cost + b->rows * j->o->costs->build +
               a->rows * j->o->costs->probe + output;
    add_way(r, &way);
  }
}

/// Return the cost to merge `b` into `a`: rows of a scan may be skipped where
/// the other side is sparse
static double
merge_cost(const tercet_joiner *j,
           const tercet_relation *a,
           const tercet_relation *b)
{
  const double skip_a = b->rows * j->o->costs->near_lookup * 2.0;
  const double skip_b = a->rows * j->o->costs->near_lookup * 2.0;
  const double full_a = a->rows * j->o->costs->merge;
  const double full_b = b->rows * j->o->costs->merge;
  return (full_a < skip_a ? full_a : skip_a) +
         (full_b < skip_b ? full_b : skip_b);
}

/// Return the cost to deliver a side of a merge join of which `n_other` rows
/// at the most are looked at
static double
merge_input_cost(const tercet_joiner *j,
                 const tercet_relation *r,
                 const tercet_join_way *way,
                 double n_other)
{
  const bool is_scan = way->method == TERCET_JOIN_BY_LEAF && !r->leaf->plan;
  const double sought = n_other * j->o->costs->near_lookup * 2.0;
  return is_scan && sought < way->cost ? sought : way->cost;
}

static void
add_merge_ways(const tercet_joiner *j,
               tercet_relation *r,
               const tercet_relation *a,
               const tercet_relation *b,
               const tercet_shared_set *shared)
{
  if (!shared->n || !shared->all_certain ||
      shared->n > TERCET_PLAN_MAX_SORTED) {
    return;
  }

  for (size_t x = 0; x < a->n_ways; ++x) {
    for (size_t y = 0; y < b->n_ways; ++y) {
      const tercet_join_way *const wa = &a->ways[x];
      const tercet_join_way *const wb = &b->ways[y];
      bool fits = wa->n_sorted >= shared->n && wb->n_sorted >= shared->n;
      for (size_t i = 0; fits && i < shared->n; ++i) {
        fits =
            wa->sorted[i] == wb->sorted[i] && is_shared(shared, wa->sorted[i]);
      }
      if (!fits) {
        continue;
      }

      tercet_join_way way = {0};
      way.method = TERCET_JOIN_BY_MERGE;
      way.left = a;
      way.right = b;
      way.left_way = wa;
      way.right_way = wb;
      way.n_keys = shared->n;
      way.n_sorted = shared->n;
      memcpy(way.sorted, wa->sorted, sizeof(way.sorted));
      way.cost = merge_input_cost(j, a, wa, b->rows) +
                 merge_input_cost(j, b, wb, a->rows) + merge_cost(j, a, b) +
                 r->rows_unfiltered * j->o->costs->output;
      add_way(r, &way);
    }
  }
}

static void
add_index_ways(const tercet_joiner *j,
               tercet_relation *r,
               const tercet_relation *a,
               const tercet_relation *b,
               const tercet_shared_set *shared)
{
  if (!b->leaf || b->leaf->plan || !shared->all_certain || shared->overflow) {
    return;
  }

  const unsigned known = tercet_slots_known(b->leaf->slots);
  unsigned places = known;
  for (unsigned i = 0; i < 3; ++i) {
    if (is_shared(shared, b->leaf->slots[i].variable)) {
      places |= 1U << i;
    }
  }
  if (places == known) {
    return;
  }

  tercet_join_way way = {0};
  way.method = TERCET_JOIN_BY_INDEX;
  way.left = a;
  way.right = b;
  while (!tercet_order_has_prefix(way.order, places)) {
    way.order = (tercet_order)(way.order + 1);
  }
  for (size_t i = 0; i < a->n_ways; ++i) {
    const tercet_join_way *const wa = &a->ways[i];
    const bool is_near = wa->n_sorted && is_shared(shared, wa->sorted[0]);
    way.left_way = wa;
    way.n_sorted = wa->n_sorted;
    memcpy(way.sorted, wa->sorted, sizeof(way.sorted));
    way.cost =
        wa->cost +
        a->rows * (is_near ? j->o->costs->near_lookup : j->o->costs->lookup) +
        r->rows_unfiltered * j->o->costs->output;
    add_way(r, &way);
  }
}

size_t
tercet_relation_certain_keys(const tercet_relation *a,
                             const tercet_relation *b,
                             const tercet_shared_set *shared,
                             tercet_variable keys[TERCET_RELATION_MAX_SHARED])
{
  size_t n = 0;
  for (size_t i = 0; i < shared->n; ++i) {
    const tercet_variable v = shared->variables[i];
    if (tercet_set_has(a->certain, v) && tercet_set_has(b->certain, v)) {
      keys[n++] = v;
    }
  }
  return n;
}

/// Set `cost` to what a leaf costs for some keys, or to a negative number if it
/// cannot be restricted to them
static tercet_status
bound_cost(tercet_joiner *j,
           const tercet_relation *r,
           size_t n_keys,
           const tercet_variable *keys,
           double n_rows,
           double *cost)
{
  tercet_leaf *const leaf = r->leaf;
  for (size_t i = 0; i < leaf->n_bounds && i < 4U; ++i) {
    const tercet_leaf_bound *const old = &leaf->bounds[i];
    if (old->n_keys == n_keys && n_rows < 2.0 * old->n_rows &&
        old->n_rows < 2.0 * n_rows &&
        !memcmp(old->keys, keys, n_keys * sizeof(*keys))) {
      *cost = old->cost;
      return TERCET_OK;
    }
  }

  tercet_plan *bound = NULL;
  tercet_key_rows *key_rows = NULL;
  TERCET_TRY(tercet_optimizer_run_bound(
      j->o, leaf->node, n_keys, keys, n_rows, r->possible, &key_rows, &bound));
  tercet_leaf_bound *const entry = &leaf->bounds[leaf->n_bounds++ % 4U];
  entry->n_keys = n_keys;
  memcpy(entry->keys, keys, n_keys * sizeof(*keys));
  entry->n_rows = n_rows;
  entry->cost = bound ? bound->cost : -1.0;
  *cost = entry->cost;
  return TERCET_OK;
}

static tercet_status
add_bind_way(tercet_joiner *j,
             tercet_relation *r,
             const tercet_relation *a,
             const tercet_relation *b,
             const tercet_shared_set *shared)
{
  // Only worth a try where the right side costs more than the keys of the left
  tercet_variable keys[TERCET_RELATION_MAX_SHARED];
  const size_t n_keys = tercet_relation_certain_keys(a, b, shared, keys);
  if (!b->leaf || !b->leaf->plan || !n_keys ||
      b->leaf->plan->cost < 10.0 * j->o->costs->open ||
      a->rows > b->leaf->plan->cost / j->o->costs->near_lookup) {
    return TERCET_OK;
  }

  double cost = -1.0;
  const double batch = a->rows < 2048.0 ? a->rows : 2048.0;
  TERCET_TRY(bound_cost(j, b, n_keys, keys, batch, &cost));
  if (cost < 0.0) {
    return TERCET_OK;
  }

  const tercet_join_way *const wa = cheapest(a);
  tercet_join_way way = {0};
  way.method = TERCET_JOIN_BY_BIND;
  way.left = a;
  way.right = b;
  way.left_way = wa;
  way.cost = wa->cost + (a->rows / 2048.0 + 1.0) * (cost + j->o->costs->open) +
             a->rows * (j->o->costs->build + j->o->costs->probe) +
             r->rows_unfiltered * j->o->costs->output;
  add_way(r, &way);
  return TERCET_OK;
}

/// Add all ways to make `r` of two parts
static tercet_status
add_ways(tercet_joiner *j,
         tercet_relation *r,
         const tercet_relation *a,
         const tercet_relation *b)
{
  tercet_shared_set shared;
  tercet_relation_find_shared(j, a, b, &shared);
  add_hash_way(j, r, a, b);
  add_hash_way(j, r, b, a);
  add_merge_ways(j, r, a, b, &shared);
  if (shared.n) {
    add_index_ways(j, r, a, b, &shared);
    add_index_ways(j, r, b, a, &shared);
    TERCET_TRY(add_bind_way(j, r, a, b, &shared));
    TERCET_TRY(add_bind_way(j, r, b, a, &shared));
  }
  return TERCET_OK;
}

static bool
are_connected(const tercet_joiner *j,
              const tercet_relation *a,
              const tercet_relation *b)
{
  for (size_t w = 0; w < j->o->n_words; ++w) {
    if (a->possible[w] & b->possible[w] & ~(a->fixed[w] & b->fixed[w])) {
      return true;
    }
  }
  return false;
}

/* ---- Search ---- */

/// Build the relation of a mask of leaves from all its halves: from connected
/// ones if there are any, and from those that a score limits
static tercet_status
build_relation(tercet_joiner *j, tercet_relation **relations, size_t mask)
{
  for (int connected = 1; connected >= 0 && !relations[mask]; --connected) {
    tercet_relation *r = NULL;
    for (size_t sub = (mask - 1U) & mask; sub; sub = (sub - 1U) & mask) {
      const tercet_relation *const a = relations[sub];
      const tercet_relation *const b = relations[mask ^ sub];
      if (sub < (mask ^ sub) || !a || !b ||
          (connected && !are_connected(j, a, b) &&
           !tercet_relations_limit_pairs(j, a, b))) {
        continue;
      }
      r = r ? r : relation_of_two(j, a, b);
      if (!r) {
        return TERCET_ERR_NO_MEMORY;
      }
      TERCET_TRY(add_ways(j, r, a, b));
    }
    relations[mask] = r;
  }
  return TERCET_OK;
}

static tercet_status
search_all(tercet_joiner *j, const tercet_relation **out)
{
  const size_t n = j->group->n_leaves;
  const size_t n_masks = (size_t)1 << n;
  tercet_relation **const relations =
      (tercet_relation **)tercet_arena_allocate_array(
          j->o->arena, n_masks, sizeof(tercet_relation *));
  if (!relations) {
    return tercet_error_no_memory(j->o->err);
  }

  for (size_t i = 0; i < n; ++i) {
    tercet_relation *const r = relation_of_leaf(j, i);
    if (!r) {
      return TERCET_ERR_NO_MEMORY;
    }
    add_leaf_ways(j, r);
    relations[(size_t)1 << i] = r;
  }
  for (size_t mask = 1; mask < n_masks; ++mask) {
    if (mask & (mask - 1U)) {
      TERCET_TRY(build_relation(j, relations, mask));
    }
  }
  *out = relations[n_masks - 1U];
  return TERCET_OK;
}

/// Return whether joining `b` is better than joining `c` next
static bool
is_better_next(bool b_connected, double b_rows, bool c_connected, double c_rows)
{
  return b_connected != c_connected ? b_connected : b_rows < c_rows;
}

/// Set `best` to the unused leaf that keeps `r` smallest
static tercet_status
choose_next(tercet_joiner *j,
            const tercet_relation *r,
            tercet_relation *const *leaves,
            const bool *used,
            size_t *best)
{
  const size_t n = j->group->n_leaves;
  bool best_connected = false;
  double best_rows = 0.0;
  bool *const both =
      (bool *)tercet_arena_allocate_array(j->o->arena, n, sizeof(bool));
  if (!both) {
    return tercet_error_no_memory(j->o->err);
  }

  *best = n;
  memcpy(both, r->leaves, n * sizeof(bool));
  for (size_t i = 0; i < n; ++i) {
    if (used[i]) {
      continue;
    }
    both[i] = true;
    const bool connected = are_connected(j, r, leaves[i]);
    const double rows = join_rows(j, both);
    both[i] = false;
    if (*best == n ||
        is_better_next(connected, rows, best_connected, best_rows)) {
      *best = i;
      best_connected = connected;
      best_rows = rows;
    }
  }
  return TERCET_OK;
}

static tercet_status
search_greedily(tercet_joiner *j, const tercet_relation **out)
{
  const size_t n = j->group->n_leaves;
  tercet_relation **const leaves =
      (tercet_relation **)tercet_arena_allocate_array(
          j->o->arena, n, sizeof(tercet_relation *));
  bool *const used =
      (bool *)tercet_arena_allocate_array(j->o->arena, n, sizeof(bool));
  if (!leaves || !used) {
    return tercet_error_no_memory(j->o->err);
  }

  size_t first = 0;
  for (size_t i = 0; i < n; ++i) {
    leaves[i] = relation_of_leaf(j, i);
    if (!leaves[i]) {
      return TERCET_ERR_NO_MEMORY;
    }
    add_leaf_ways(j, leaves[i]);
    first = leaves[i]->rows < leaves[first]->rows ? i : first;
  }

  const tercet_relation *r = leaves[first];
  used[first] = true;
  for (size_t k = 1; k < n; ++k) {
    size_t next = 0;
    TERCET_TRY(choose_next(j, r, leaves, used, &next));
    tercet_relation *const joined = relation_of_two(j, r, leaves[next]);
    if (!joined) {
      return TERCET_ERR_NO_MEMORY;
    }
    TERCET_TRY(add_ways(j, joined, r, leaves[next]));
    used[next] = true;
    r = joined;
  }
  *out = r;
  return TERCET_OK;
}

/// Return whether a condition only compares variables and terms
static bool
is_cheap(const tercet_expr *expr)
{
  bool plain = true;
  for (size_t i = 0; i < expr->n_args; ++i) {
    plain = plain && (expr->args[i]->kind == TERCET_EXPR_VARIABLE ||
                      expr->args[i]->kind == TERCET_EXPR_TERM);
  }
  return plain && expr->kind != TERCET_EXPR_FUNCTION &&
         (expr->kind != TERCET_EXPR_BUILTIN ||
          expr->builtin == TERCET_BUILTIN_SAMETERM ||
          expr->builtin == TERCET_BUILTIN_BOUND);
}

/// Choose where costly filters are evaluated: beside the smallest leaf that
/// has one of their variables
static void
find_homes(const tercet_optimizer *o, tercet_group *group)
{
  for (size_t i = 0; i < group->n_filters; ++i) {
    tercet_group_filter *const f = &group->filters[i];
    f->home = SIZE_MAX;
    for (size_t k = 0; !is_cheap(f->expr) && k < group->n_leaves; ++k) {
      bool related = false;
      for (size_t w = 0; w < o->n_words; ++w) {
        related = related || (group->leaves[k].certain[w] & f->variables[w]);
      }
      if (related && (f->home == SIZE_MAX ||
                      group->leaves[k].rows < group->leaves[f->home].rows)) {
        f->home = k;
      }
    }
  }
}

tercet_status
tercet_group_join(tercet_optimizer *o, tercet_group *group, tercet_plan **out)
{
  if (!group->n_leaves) {
    *out = tercet_optimizer_plan(o, TERCET_PLAN_UNIT, 0);
    if (*out) {
      (*out)->rows = 1.0;
    }
    return *out ? TERCET_OK : TERCET_ERR_NO_MEMORY;
  }

  find_homes(o, group);
  tercet_joiner j = {o, group};
  const tercet_relation *all = NULL;
  TERCET_TRY(group->n_leaves <= TERCET_OPTIMIZE_DP_LEAVES
                 ? search_all(&j, &all)
                 : search_greedily(&j, &all));
  TERCET_TRY(tercet_relation_plan(&j, all, cheapest(all), out));
  for (size_t i = 0; i < group->n_filters; ++i) {
    group->filters[i].is_placed = all->filters[i];
  }
  return TERCET_OK;
}
