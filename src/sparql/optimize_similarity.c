// SPDX-License-Identifier: Apache-2.0

/**
   Similarities of all pairs.

   Two sides that share no variable are joined by all pairs.  Where filters over
   the join compare a score of a variable of one side and one of the other with
   a number, or a heap above sorts by it first, most pairs need not be made.
*/

#include "sparql/optimize_join.h"
#include "sparql/score_key.h"

#include "base/error.h"

/// Return the call of a score that a condition or a key has
static const tercet_expr *
call_of(const tercet_expr *key)
{
  tercet_score_step steps[TERCET_SCORE_STEPS_MAX];
  size_t n_steps = 0;
  return tercet_score_key_call(key, steps, &n_steps);
}

static const tercet_expr *
call_of_condition(const tercet_expr *expr)
{
  tercet_score_condition condition;
  return tercet_score_condition_of(expr, &condition) ? call_of(condition.key)
                                                     : NULL;
}

const tercet_expr *
tercet_plan_pair_call(const tercet_plan *plan)
{
  return plan->n_exprs ? call_of_condition(plan->exprs[0])
                       : call_of(plan->order_keys[0].expr);
}

/// Return whether two variables are of two sides that are joined by all pairs
static bool
are_of_sides(const tercet_relation *a,
             const tercet_relation *b,
             const tercet_expr *x,
             const tercet_expr *y)
{
  return x->kind == TERCET_EXPR_VARIABLE && y->kind == TERCET_EXPR_VARIABLE &&
         tercet_set_has(a->possible, x->variable) &&
         tercet_set_has(b->possible, y->variable);
}

/// Return whether a call compares two sides by products
static bool
compares_sides(const tercet_relation *a,
               const tercet_relation *b,
               const tercet_expr *call)
{
  return call && call->function->product &&
         (are_of_sides(a, b, call->args[0], call->args[1]) ||
          are_of_sides(b, a, call->args[0], call->args[1]));
}

/// Return whether two sides may be joined by similarity: there is nothing else
/// that joins them, and there are several rows on both
static bool
may_use_similarity(const tercet_joiner *j,
                   const tercet_relation *a,
                   const tercet_relation *b)
{
  tercet_shared_set shared;
  tercet_relation_find_shared(j, a, b, &shared);
  return !(j->o->without & TERCET_WITHOUT_SIMILARITY_JOIN) && !shared.n &&
         a->rows > 1.5 && b->rows > 1.5;
}

/// Return the call of the key of the heap above, or NULL
static const tercet_expr *
call_of_heap(const tercet_group *group)
{
  return group->heap && group->heap->n_order
             ? call_of(group->heap->keys[0].expr)
             : NULL;
}

bool
tercet_relations_limit_pairs(const tercet_joiner *j,
                             const tercet_relation *a,
                             const tercet_relation *b)
{
  const tercet_group *const g = j->group;
  if (!may_use_similarity(j, a, b)) {
    return false;
  }
  bool limits = compares_sides(a, b, call_of_heap(g));
  for (size_t i = 0; !limits && i < g->n_filters; ++i) {
    limits = compares_sides(a, b, call_of_condition(g->filters[i].expr));
  }
  return limits;
}

/// Return whether two calls compare the same, which is the same either way
static bool
is_same_call(const tercet_expr *a, const tercet_expr *b)
{
  const size_t i = a->args[0]->variable == b->args[0]->variable ? 0 : 1;
  return a->function == b->function &&
         a->args[0]->variable == b->args[i]->variable &&
         a->args[1]->variable == b->args[1U - i]->variable;
}

/// Return whether a call may be looked at together with those chosen so far
static bool
is_usable(const tercet_join_way *way,
          const tercet_expr *call,
          const tercet_expr **chosen)
{
  if (!compares_sides(way->left, way->right, call) ||
      (*chosen && !is_same_call(call, *chosen))) {
    return false;
  }
  *chosen = call;
  return true;
}

tercet_status
tercet_join_use_similarity(const tercet_joiner *j,
                           const tercet_join_way *way,
                           size_t n_exprs,
                           tercet_expr *const *exprs,
                           tercet_plan *join)
{
  tercet_optimizer *const o = j->o;
  tercet_top_k_plan *const heap = j->group->heap;
  if (join->kind != TERCET_PLAN_HASH_JOIN ||
      !may_use_similarity(j, way->left, way->right)) {
    return TERCET_OK;
  }

  // The heap's key first: its range becomes the narrowest
  const tercet_expr *chosen = NULL;
  const bool by_heap = heap && !heap->entering &&
                       is_usable(way, call_of_heap(j->group), &chosen);
  tercet_expr **const conditions = (tercet_expr **)tercet_arena_allocate_array(
      o->arena, n_exprs + 1U, sizeof(tercet_expr *));
  if (!conditions) {
    return tercet_error_no_memory(o->err);
  }
  size_t n = 0;
  for (size_t i = 0; i < n_exprs; ++i) {
    if (is_usable(way, call_of_condition(exprs[i]), &chosen)) {
      conditions[n++] = exprs[i];
    }
  }
  if (!chosen) {
    return TERCET_OK;
  }

  if (by_heap) {
    heap->entering = (tercet_score_range *)tercet_arena_allocate_array(
        o->arena, 1, sizeof(tercet_score_range));
    if (!heap->entering) {
      return tercet_error_no_memory(o->err);
    }
    *heap->entering = TERCET_SCORE_RANGE_ALL;
    join->entering = heap->entering;
    join->n_order = 1;
    join->order_keys = heap->keys;
  }
  join->kind = TERCET_PLAN_SIMILARITY_JOIN;
  join->n_exprs = n;
  join->exprs = conditions;
  return TERCET_OK;
}
