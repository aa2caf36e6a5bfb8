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

/// Put the deferred BINDs over the heap
static tercet_status
add_deferred(tercet_optimizer *o,
             const tercet_top_k_plan *heap,
             const uint64_t *needed,
             tercet_plan **plan)
{
  for (size_t i = 0; i < heap->n_deferred; ++i) {
    const tercet_algebra *const node = heap->extends[i];
    uint64_t *const above = tercet_set_new(o, needed);
    if (!above) {
      return TERCET_ERR_NO_MEMORY;
    }
    for (size_t k = i + 1U; k < heap->n_deferred; ++k) {
      tercet_set_add_expr(above, heap->extends[k]->exprs[0]);
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
    extend->quiet = heap->in_keys[i];
    TERCET_TRY(
        tercet_optimizer_set_columns(o, extend, above, 1, &node->variable));
    *plan = extend;
  }
  return TERCET_OK;
}

/// Put the heap over a plan
static tercet_status
add_heap(tercet_optimizer *o,
         const tercet_top_k_plan *heap,
         uint64_t limit,
         const uint64_t *needed,
         tercet_plan **plan)
{
  tercet_plan *const top =
      tercet_optimizer_over(o, TERCET_PLAN_TOP_K, *plan, needed);
  if (!top) {
    return TERCET_ERR_NO_MEMORY;
  }
  top->n_sorted = 0;
  top->n_order = heap->n_order;
  top->order_keys = heap->keys;
  top->entering = heap->entering;
  top->limit = limit;
  top->by_score = !(o->without & TERCET_WITHOUT_SCORE_KERNELS) &&
                  tercet_has_score(heap->keys[0].expr);
  top->by_codes = top->by_score && !(o->without & TERCET_WITHOUT_TENSOR_CODES);
  top->cost += top->rows * o->costs->filter;
  top->rows = top->rows < (double)limit ? top->rows : (double)limit;
  *plan = top;
  return TERCET_OK;
}

tercet_status
tercet_optimizer_run_top_k(tercet_optimizer *o,
                           tercet_algebra *order,
                           uint64_t limit,
                           const uint64_t *needed,
                           tercet_plan **out)
{
  tercet_top_k_plan heap = {.n_order = order->n_order};
  heap.keys = (tercet_ast_order *)tercet_arena_allocate_array(
      o->arena, heap.n_order, sizeof(tercet_ast_order));
  uint64_t *const below = tercet_set_new(o, needed);
  if (!heap.keys || !below) {
    return tercet_error_no_memory(o->err);
  }
  memcpy(heap.keys, order->order, heap.n_order * sizeof(*heap.keys));
  for (size_t i = 0; i < heap.n_order; ++i) {
    tercet_set_add_expr(below, heap.keys[i].expr);
  }

  TERCET_TRY(
      tercet_optimizer_run_group(o, order->children[0], below, &heap, out));
  if ((*out)->kind == TERCET_PLAN_EMPTY) {
    return TERCET_OK;
  }

  uint64_t *const above = tercet_set_new(o, needed);
  if (!above) {
    return tercet_error_no_memory(o->err);
  }
  for (size_t i = 0; i < heap.n_deferred; ++i) {
    tercet_set_add_expr(above, heap.extends[i]->exprs[0]);
  }
  TERCET_TRY(add_heap(o, &heap, limit, above, out));
  return add_deferred(o, &heap, needed, out);
}
