// SPDX-License-Identifier: Apache-2.0

/**
   ORDER BY under a LIMIT: a bounded heap.

   Values that BIND or SELECT compute are computed behind the heap, only for
   the rows that are left in it.  A key that is such a variable is replaced by
   its expression, so that a similarity function can be seen and computed by
   its score kernel.
*/

#include "sparql/optimize_internal.h"
#include "sparql/score_key.h"

#include "base/error.h"

/// Replace deferred variables in the keys by their expressions, the last one
/// first; `in_keys` tells which ones were
static tercet_status
substitute_keys(tercet_optimizer *o,
                const tercet_deferred *deferred,
                size_t n_order,
                tercet_ast_order *keys,
                bool *in_keys)
{
  for (size_t i = deferred->n; i-- > 0;) {
    const tercet_algebra *const extend = deferred->extends[i];
    for (size_t k = 0; k < n_order; ++k) {
      if (tercet_expr_uses(keys[k].expr, extend->variable)) {
        in_keys[i] = true;
        keys[k].expr = tercet_expr_substitute(
            o->arena, keys[k].expr, extend->variable, extend->exprs[0]);
        if (!keys[k].expr) {
          return tercet_error_no_memory(o->err);
        }
      }
    }
  }
  return TERCET_OK;
}

/// Put the deferred BINDs over the heap
static tercet_status
add_deferred(tercet_optimizer *o,
             const tercet_deferred *deferred,
             const bool *in_keys,
             const uint64_t *needed,
             tercet_plan **plan)
{
  for (size_t i = 0; i < deferred->n; ++i) {
    const tercet_algebra *const node = deferred->extends[i];
    uint64_t *const above = tercet_set_new(o, needed);
    if (!above) {
      return TERCET_ERR_NO_MEMORY;
    }
    for (size_t k = i + 1U; k < deferred->n; ++k) {
      tercet_set_add_expr(above, deferred->extends[k]->exprs[0]);
    }
    if (!tercet_set_has(above, node->variable)) {
      continue;
    }

    tercet_plan *const extend =
        tercet_optimizer_over(o, TERCET_PLAN_EXTEND, *plan, above);
    if (!extend) {
      return TERCET_ERR_NO_MEMORY;
    }
    extend->variable = node->variable;
    extend->n_exprs = 1;
    extend->exprs = node->exprs;
    extend->quiet = in_keys[i];
    TERCET_TRY(
        tercet_optimizer_set_columns(o, extend, above, 1, &node->variable));
    *plan = extend;
  }
  return TERCET_OK;
}

/// Put the heap over a plan
static tercet_status
make_heap(tercet_optimizer *o,
          size_t n_order,
          tercet_ast_order *keys,
          uint64_t limit,
          const uint64_t *needed,
          tercet_plan **plan)
{
  tercet_plan *const heap =
      tercet_optimizer_over(o, TERCET_PLAN_TOP_K, *plan, needed);
  if (!heap) {
    return TERCET_ERR_NO_MEMORY;
  }
  heap->n_sorted = 0;
  heap->n_order = n_order;
  heap->order_keys = keys;
  heap->limit = limit;
  heap->by_score = !(o->without & TERCET_WITHOUT_SCORE_KERNELS) &&
                   tercet_has_score(keys[0].expr);
  heap->cost += heap->rows * o->costs->filter;
  heap->rows = heap->rows < (double)limit ? heap->rows : (double)limit;
  *plan = heap;
  return TERCET_OK;
}

tercet_status
tercet_optimizer_run_top_k(tercet_optimizer *o,
                           tercet_algebra *order,
                           uint64_t limit,
                           const uint64_t *needed,
                           tercet_plan **out)
{
  const size_t n_order = order->n_order;
  tercet_ast_order *const keys =
      (tercet_ast_order *)tercet_arena_allocate_array(
          o->arena, n_order, sizeof(tercet_ast_order));
  uint64_t *const below = tercet_set_new(o, needed);
  if (!keys || !below) {
    return tercet_error_no_memory(o->err);
  }
  memcpy(keys, order->order, n_order * sizeof(*keys));
  for (size_t i = 0; i < n_order; ++i) {
    tercet_set_add_expr(below, keys[i].expr);
  }

  tercet_deferred deferred = {0};
  TERCET_TRY(
      tercet_optimizer_run_group(o, order->children[0], below, &deferred, out));
  if ((*out)->kind == TERCET_PLAN_EMPTY) {
    return TERCET_OK;
  }

  bool *const in_keys = (bool *)tercet_arena_allocate_array(
      o->arena, deferred.n + 1U, sizeof(bool));
  uint64_t *const above = tercet_set_new(o, needed);
  if (!in_keys || !above) {
    return tercet_error_no_memory(o->err);
  }
  TERCET_TRY(substitute_keys(o, &deferred, n_order, keys, in_keys));
  for (size_t i = 0; i < deferred.n; ++i) {
    tercet_set_add_expr(above, deferred.extends[i]->exprs[0]);
  }
  TERCET_TRY(make_heap(o, n_order, keys, limit, above, out));
  return add_deferred(o, &deferred, in_keys, needed, out);
}
