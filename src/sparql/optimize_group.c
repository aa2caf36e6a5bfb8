// SPDX-License-Identifier: Apache-2.0

/**
   Groups taken apart: the patterns to join, the filters, and what follows.

   A nested pattern is dissolved into the group around it only where that does
   not change what its filters and expressions see: each of their variables is
   bound in every solution of the nested pattern, or by nothing outside of it.
*/

#include "sparql/optimize_internal.h"
#include "sparql/score_key.h"

#include "base/error.h"

/// Return whether everything in `a` is in `b` or not in `c`
static bool
is_settled(const tercet_optimizer *o,
           const uint64_t *a,
           const uint64_t *b,
           const uint64_t *c)
{
  for (size_t i = 0; i < o->n_words; ++i) {
    if (a[i] & c[i] & ~b[i]) {
      return false;
    }
  }
  return true;
}

/// Make room for one more item of an array in the arena
static tercet_status
grow(tercet_optimizer *o,
     void **items,
     size_t n,
     size_t *capacity,
     size_t item_size)
{
  if (n < *capacity) {
    return TERCET_OK;
  }
  const size_t wanted = 2U * n + 8U;
  void *const grown = tercet_arena_allocate_array(o->arena, wanted, item_size);
  if (!grown) {
    return tercet_error_no_memory(o->err);
  }
  if (n) {
    memcpy(grown, *items, n * item_size);
  }
  *items = grown;
  *capacity = wanted;
  return TERCET_OK;
}

static tercet_status
add_leaf(tercet_optimizer *o, tercet_group *group, tercet_algebra *node)
{
  void *items = group->leaves;
  TERCET_TRY(grow(o,
                  &items,
                  group->n_leaves,
                  &group->leaves_capacity,
                  sizeof(tercet_leaf)));
  group->leaves = (tercet_leaf *)items;

  tercet_leaf leaf = {0};
  leaf.node = node;
  leaf.possible = node->possible;
  leaf.certain = node->certain;
  memcpy(leaf.slots, node->slots, sizeof(leaf.slots));
  leaf.fixed = tercet_set_new(o, NULL);
  group->leaves[group->n_leaves++] = leaf;
  return leaf.fixed ? TERCET_OK : TERCET_ERR_NO_MEMORY;
}

/// Add a filter; the parts of a conjunction are filters of their own
static tercet_status
add_filter(tercet_optimizer *o, tercet_group *group, tercet_expr *expr)
{
  if (expr->kind == TERCET_EXPR_AND) {
    TERCET_TRY(add_filter(o, group, expr->args[0]));
    return add_filter(o, group, expr->args[1]);
  }

  void *items = group->filters;
  TERCET_TRY(grow(o,
                  &items,
                  group->n_filters,
                  &group->filters_capacity,
                  sizeof(tercet_group_filter)));
  group->filters = (tercet_group_filter *)items;

  tercet_group_filter filter = {0};
  filter.expr = expr;
  filter.selectivity = tercet_estimate_filter(expr);
  filter.variables = tercet_set_new(o, NULL);
  if (!filter.variables) {
    return TERCET_ERR_NO_MEMORY;
  }
  tercet_set_add_expr(filter.variables, expr);
  group->filters[group->n_filters++] = filter;
  return TERCET_OK;
}

static tercet_status
add_step(tercet_optimizer *o, tercet_group *group, tercet_algebra *node)
{
  void *items = group->steps;
  TERCET_TRY(grow(o,
                  &items,
                  group->n_steps,
                  &group->steps_capacity,
                  sizeof(tercet_group_step)));
  group->steps = (tercet_group_step *)items;

  const bool is_extend = node->kind == TERCET_ALGEBRA_EXTEND;
  tercet_group_step step = {0};
  step.node = node;
  step.binds =
      tercet_set_new(o, is_extend ? NULL : node->children[1]->possible);
  step.uses = tercet_set_new(o, step.binds);
  if (!step.binds || !step.uses) {
    return TERCET_ERR_NO_MEMORY;
  }
  if (is_extend) {
    tercet_set_add(step.binds, node->variable);
  }
  for (size_t i = 0; i < node->n_exprs; ++i) {
    tercet_set_add_expr(step.uses, node->exprs[i]);
  }
  group->steps[group->n_steps++] = step;
  return TERCET_OK;
}

static tercet_status
collect(tercet_optimizer *o,
        tercet_group *group,
        tercet_algebra *node,
        const uint64_t *outside);

static tercet_status
collect_join(tercet_optimizer *o,
             tercet_group *group,
             const tercet_algebra *node,
             const uint64_t *outside)
{
  for (size_t i = 0; i < node->n_children; ++i) {
    uint64_t *const others = tercet_set_new(o, outside);
    if (!others) {
      return TERCET_ERR_NO_MEMORY;
    }
    for (size_t j = 0; j < node->n_children; ++j) {
      if (j != i) {
        tercet_set_unite(o, others, node->children[j]->possible);
      }
    }
    TERCET_TRY(collect(o, group, node->children[i], others));
  }
  return TERCET_OK;
}

static tercet_status
collect_filter(tercet_optimizer *o,
               tercet_group *group,
               tercet_algebra *node,
               const uint64_t *outside)
{
  uint64_t *const uses = tercet_set_new(o, NULL);
  if (!uses) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < node->n_exprs; ++i) {
    tercet_set_add_expr(uses, node->exprs[i]);
  }
  if (!is_settled(o, uses, node->children[0]->certain, outside)) {
    return add_leaf(o, group, node);
  }

  TERCET_TRY(collect(o, group, node->children[0], outside));
  for (size_t i = 0; i < node->n_exprs; ++i) {
    TERCET_TRY(add_filter(o, group, node->exprs[i]));
  }
  return TERCET_OK;
}

/// Dissolve an EXTEND or LEFT_JOIN if its variables mean the same above the
/// joins
static tercet_status
collect_step(tercet_optimizer *o,
             tercet_group *group,
             tercet_algebra *node,
             const uint64_t *outside)
{
  const tercet_algebra *const child = node->children[0];
  uint64_t *const uses = tercet_set_new(o, NULL);
  uint64_t *const others = tercet_set_new(o, outside);
  if (!uses || !others) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < node->n_exprs; ++i) {
    tercet_set_add_expr(uses, node->exprs[i]);
  }
  if (node->kind == TERCET_ALGEBRA_EXTEND) {
    tercet_set_add(uses, node->variable);
    tercet_set_add(others, node->variable);
  } else {
    tercet_set_unite(o, uses, node->children[1]->possible);
    tercet_set_unite(o, others, node->children[1]->possible);
  }

  if (!is_settled(o, uses, child->certain, outside)) {
    return add_leaf(o, group, node);
  }
  TERCET_TRY(collect(o, group, node->children[0], others));
  return add_step(o, group, node);
}

/// Add a pattern to a group; `outside` is what the rest of the group may bind
static tercet_status
collect(tercet_optimizer *o,
        tercet_group *group,
        tercet_algebra *node,
        const uint64_t *outside)
{
  switch (node->kind) {
  case TERCET_ALGEBRA_UNIT:
    return TERCET_OK;
  case TERCET_ALGEBRA_JOIN:
    return collect_join(o, group, node, outside);
  case TERCET_ALGEBRA_FILTER:
    return collect_filter(o, group, node, outside);
  case TERCET_ALGEBRA_EXTEND:
  case TERCET_ALGEBRA_LEFT_JOIN:
    return collect_step(o, group, node, outside);
  case TERCET_ALGEBRA_PROJECT:
    // Variables that are not projected have numbers of their own
    return collect(o, group, node->children[0], outside);
  case TERCET_ALGEBRA_PATTERN:
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
  return add_leaf(o, group, node);
}

/// Give a variable its only value in all quad patterns; return whether one has
/// it
static bool
fix_variable(tercet_group *group, tercet_variable variable, tercet_id id)
{
  bool found = false;
  for (size_t i = 0; i < group->n_leaves; ++i) {
    tercet_leaf *const leaf = &group->leaves[i];
    for (size_t j = 0; j < 4; ++j) {
      if (leaf->node->kind != TERCET_ALGEBRA_PATTERN ||
          leaf->slots[j].variable != variable) {
        continue;
      }
      if (leaf->slots[j].id != TERCET_ID_NONE && leaf->slots[j].id != id) {
        id = TERCET_ID_UNKNOWN; // Two different values: nothing matches
      }
      leaf->slots[j].id = id;
      tercet_set_add(leaf->fixed, variable);
      found = true;
    }
  }
  return found;
}

/// Return whether `=` with a term holds for the term itself and nothing else
static bool
is_equal_to_itself_only(const tercet_term *term)
{
  return term->kind == TERCET_TERM_IRI ||
         (term->kind == TERCET_TERM_LITERAL &&
          tercet_datatype_from_iri(term->datatype) == TERCET_DATATYPE_STRING);
}

/// Set `variable` and `term` if a filter says that they are the same term
static bool
match_equality(const tercet_expr *expr,
               const tercet_expr **variable,
               const tercet_expr **term)
{
  const bool is_same = expr->kind == TERCET_EXPR_BUILTIN &&
                       expr->builtin == TERCET_BUILTIN_SAMETERM;
  if (!is_same && expr->kind != TERCET_EXPR_EQUAL) {
    return false;
  }

  const size_t i = expr->args[0]->kind == TERCET_EXPR_VARIABLE ? 0 : 1;
  *variable = expr->args[i];
  *term = expr->args[1U - i];
  return (*variable)->kind == TERCET_EXPR_VARIABLE &&
         (*term)->kind == TERCET_EXPR_TERM &&
         (is_same || is_equal_to_itself_only(&(*term)->term));
}

/// Turn filters that name the only value of a variable, and VALUES of one row,
/// into known values of the patterns
static tercet_status
fix_variables(tercet_optimizer *o, tercet_group *group)
{
  for (size_t i = 0; i < group->n_filters;) {
    const tercet_expr *variable = NULL;
    const tercet_expr *term = NULL;
    tercet_id id = TERCET_ID_NONE;
    if (match_equality(group->filters[i].expr, &variable, &term)) {
      TERCET_TRY(
          tercet_dictionary_find(o->query->dictionary, &term->term, &id));
    }
    if (id != TERCET_ID_NONE && fix_variable(group, variable->variable, id)) {
      group->filters[i] = group->filters[--group->n_filters];
    } else {
      ++i;
    }
  }

  for (size_t i = 0; i < group->n_leaves; ++i) {
    tercet_leaf *const leaf = &group->leaves[i];
    if (leaf->node->kind != TERCET_ALGEBRA_VALUES || leaf->node->n_rows != 1) {
      continue;
    }
    for (size_t j = 0; j < leaf->node->n_variables; ++j) {
      if (leaf->node->ids[j] != TERCET_ID_NONE) {
        tercet_set_add(leaf->fixed, leaf->node->variables[j]);
        (void)fix_variable(group, leaf->node->variables[j], leaf->node->ids[j]);
      }
    }
  }
  return TERCET_OK;
}

/// Replace the variables of BINDs in an expression by what they are bound to
static tercet_status
substitute_extends(tercet_optimizer *o,
                   const tercet_group *group,
                   tercet_expr *expr,
                   tercet_expr **out)
{
  *out = expr;
  for (size_t i = group->n_steps; i-- > 0;) {
    const tercet_algebra *const node = group->steps[i].node;
    if (node->kind == TERCET_ALGEBRA_EXTEND &&
        tercet_expr_is_deterministic(node->exprs[0]) &&
        tercet_expr_uses(*out, node->variable)) {
      *out = tercet_expr_substitute(
          o->arena, *out, node->variable, node->exprs[0]);
      if (!*out) {
        return tercet_error_no_memory(o->err);
      }
    }
  }
  return TERCET_OK;
}

/// Let filters on the variable of a BIND that is a score be filters on the
/// score itself: they are decided by its kernel, and the BIND is computed for
/// the rows that are left
static tercet_status
inline_scores(tercet_optimizer *o, tercet_group *group)
{
  for (size_t i = 0; i < group->n_filters; ++i) {
    tercet_group_filter *const filter = &group->filters[i];
    tercet_expr *expr = NULL;
    tercet_score_condition condition;
    TERCET_TRY(substitute_extends(o, group, filter->expr, &expr));
    if (expr != filter->expr && tercet_score_condition_of(expr, &condition)) {
      uint64_t *const variables = tercet_set_new(o, NULL);
      if (!variables) {
        return TERCET_ERR_NO_MEMORY;
      }
      tercet_set_add_expr(variables, expr);
      filter->expr = expr;
      filter->variables = variables;
    }
  }
  return TERCET_OK;
}

bool
tercet_group_filter_fits(const tercet_optimizer *o,
                         const tercet_group *group,
                         const tercet_group_filter *filter,
                         const bool *in_leaves,
                         size_t n_steps)
{
  // Each variable is bound for certain, or nothing to come can bind it
  for (size_t w = 0; w < o->n_words; ++w) {
    uint64_t certain = 0;
    uint64_t later = 0;
    for (size_t i = 0; i < group->n_leaves; ++i) {
      if (in_leaves[i]) {
        certain |= group->leaves[i].certain[w];
      } else {
        later |= group->leaves[i].possible[w];
      }
    }
    for (size_t i = n_steps; i < group->n_steps; ++i) {
      later |= group->steps[i].binds[w];
    }
    if (filter->variables[w] & later & ~certain) {
      return false;
    }
  }
  return true;
}

/// Fill in the expected figures of a quad pattern
static tercet_status
estimate_pattern_leaf(tercet_optimizer *o,
                      tercet_group *group,
                      tercet_leaf *leaf)
{
  tercet_pattern_estimate estimate;
  tercet_estimate_pattern(o, leaf->slots, &estimate);
  tercet_plan probe = {0};
  memcpy(probe.slots, leaf->slots, sizeof(probe.slots));
  if (estimate.is_empty || !tercet_optimizer_set_graphs(o, &probe)) {
    group->is_empty = true;
  }

  leaf->rows = estimate.rows;
  leaf->variables = (tercet_variable *)tercet_arena_allocate_array(
      o->arena, 4, sizeof(tercet_variable));
  leaf->distinct =
      (double *)tercet_arena_allocate_array(o->arena, 4, sizeof(double));
  if (!leaf->variables || !leaf->distinct) {
    return tercet_error_no_memory(o->err);
  }
  for (size_t i = 0; i < 4; ++i) {
    if (leaf->slots[i].variable != TERCET_VARIABLE_NONE) {
      leaf->variables[leaf->n_variables] = leaf->slots[i].variable;
      leaf->distinct[leaf->n_variables++] = estimate.distinct[i];
    }
  }
  return TERCET_OK;
}

/// Return the variables that the joins have to deliver to `leaf`'s neighbours
static uint64_t *
leaf_needed(tercet_optimizer *o, const tercet_group *group, size_t i_leaf)
{
  uint64_t *const needed = tercet_set_new(o, group->needed);
  for (size_t i = 0; needed && i < group->n_leaves; ++i) {
    if (i != i_leaf) {
      tercet_set_unite(o, needed, group->leaves[i].possible);
    }
  }
  for (size_t i = 0; needed && i < group->n_filters; ++i) {
    tercet_set_unite(o, needed, group->filters[i].variables);
  }
  return needed;
}

static tercet_status
estimate_leaves(tercet_optimizer *o, tercet_group *group)
{
  for (size_t i = 0; i < group->n_leaves; ++i) {
    tercet_leaf *const leaf = &group->leaves[i];
    if (leaf->node->kind == TERCET_ALGEBRA_PATTERN) {
      TERCET_TRY(estimate_pattern_leaf(o, group, leaf));
      continue;
    }

    const uint64_t *const needed = leaf_needed(o, group, i);
    if (!needed) {
      return TERCET_ERR_NO_MEMORY;
    }
    TERCET_TRY(tercet_optimizer_run(o, leaf->node, needed, &leaf->plan));
    leaf->rows = leaf->plan->rows;
    leaf->n_variables = leaf->plan->n_variables;
    leaf->variables = leaf->plan->variables;
    leaf->distinct = leaf->plan->distinct;
    group->is_empty = group->is_empty || leaf->plan->kind == TERCET_PLAN_EMPTY;
  }
  return TERCET_OK;
}

/// Replace deferred variables in the keys of a heap by their expressions, the
/// last one first
static tercet_status
substitute_keys(tercet_optimizer *o, tercet_top_k_plan *heap)
{
  for (size_t i = heap->n_deferred; i-- > 0;) {
    const tercet_algebra *const extend = heap->extends[i];
    for (size_t k = 0; k < heap->n_order; ++k) {
      tercet_ast_order *const key = &heap->keys[k];
      if (tercet_expr_uses(key->expr, extend->variable)) {
        heap->in_keys[i] = true;
        key->expr = tercet_expr_substitute(
            o->arena, key->expr, extend->variable, extend->exprs[0]);
        if (!key->expr) {
          return tercet_error_no_memory(o->err);
        }
      }
    }
  }
  return TERCET_OK;
}

/// Move the BINDs behind the heap that nothing in the group reads
static tercet_status
defer_extends(tercet_optimizer *o, tercet_group *group, tercet_top_k_plan *heap)
{
  uint64_t *const used = tercet_set_new(o, NULL);
  if (!used) {
    return tercet_error_no_memory(o->err);
  }
  for (size_t i = 0; i < group->n_filters; ++i) {
    tercet_set_unite(o, used, group->filters[i].variables);
  }

  // From the last step to the first, so that a chain of BINDs goes together
  tercet_algebra **const found = (tercet_algebra **)tercet_arena_allocate_array(
      o->arena, group->n_steps + 1U, sizeof(tercet_algebra *));
  heap->in_keys = (bool *)tercet_arena_allocate_array(
      o->arena, group->n_steps + 1U, sizeof(bool));
  if (!found || !heap->in_keys) {
    return tercet_error_no_memory(o->err);
  }
  size_t first = group->n_steps;
  size_t n_kept = 0;
  for (size_t i = group->n_steps; i-- > 0;) {
    const tercet_group_step step = group->steps[i];
    if (step.node->kind == TERCET_ALGEBRA_EXTEND &&
        tercet_expr_is_deterministic(step.node->exprs[0]) &&
        !tercet_set_has(used, step.node->variable)) {
      found[--first] = step.node;
      continue;
    }
    tercet_set_unite(o, used, step.uses);
    group->steps[group->n_steps - ++n_kept] = step;
  }

  if (n_kept) { // There may be no array without steps
    memmove(group->steps,
            group->steps + (group->n_steps - n_kept),
            n_kept * sizeof(*group->steps));
  }
  heap->n_deferred = group->n_steps - first;
  heap->extends = found + first;
  group->n_steps = n_kept;
  return substitute_keys(o, heap);
}

static tercet_status
make_empty(tercet_optimizer *o, tercet_plan **out)
{
  *out = tercet_optimizer_plan(o, TERCET_PLAN_EMPTY, 0);
  return *out ? TERCET_OK : TERCET_ERR_NO_MEMORY;
}

tercet_status
tercet_optimizer_run_group(tercet_optimizer *o,
                           tercet_algebra *node,
                           const uint64_t *needed,
                           tercet_top_k_plan *heap,
                           tercet_plan **out)
{
  tercet_group group = {.heap = heap};
  const uint64_t *const outside = tercet_set_new(o, NULL);
  if (!outside) {
    return TERCET_ERR_NO_MEMORY;
  }
  TERCET_TRY(tercet_optimizer_analyse(o, node));
  TERCET_TRY(collect(o, &group, node, outside));
  TERCET_TRY(fix_variables(o, &group));
  if (!(o->without & TERCET_WITHOUT_SCORE_KERNELS)) {
    TERCET_TRY(inline_scores(o, &group));
  }

  const uint64_t *all = needed;
  if (heap) {
    TERCET_TRY(defer_extends(o, &group, heap));
    uint64_t *const more = tercet_set_new(o, needed);
    for (size_t i = 0; more && i < heap->n_deferred; ++i) {
      tercet_set_add_expr(more, heap->extends[i]->exprs[0]);
    }
    all = more;
  }
  if (!all) {
    return TERCET_ERR_NO_MEMORY;
  }

  group.needed = tercet_group_needed_above(o, &group, 0, all);
  if (!group.needed) {
    return TERCET_ERR_NO_MEMORY;
  }
  TERCET_TRY(estimate_leaves(o, &group));
  if (group.is_empty) {
    return make_empty(o, out);
  }
  TERCET_TRY(tercet_group_join(o, &group, out));
  return tercet_group_add_steps(o, &group, all, out);
}
