// SPDX-License-Identifier: Apache-2.0

/// The keys of ORDER BY: computed, compared, kept

#ifndef TERCET_SPARQL_EXEC_SORT_KEYS_H
#define TERCET_SPARQL_EXEC_SORT_KEYS_H

#include "sparql/exec/operator.h"
#include "store/id.h"

/// In the operator; all zero before _init()
typedef struct {
  size_t n;
  const tercet_ast_order *order;
  tercet_compiled_expr **exprs;
  tercet_value_column *columns; ///< Of the last batch that was evaluated
  size_t n_ties;
  size_t *ties; ///< Columns of the input that rows with equal keys are ordered
                ///< by: those that are still needed, by variable.  So their
                ///< order does not depend on how the plan found them
} tercet_sort_keys;

/// Compile the keys of a plan
TERCET_NODISCARD tercet_status
tercet_sort_keys_init(tercet_sort_keys *keys,
                      tercet_operator *op,
                      tercet_error *err);

void
tercet_sort_keys_clear(tercet_sort_keys *keys, tercet_operator *op);

/// Evaluate keys `first` to `end` - 1 over a batch into `columns`
TERCET_NODISCARD tercet_status
tercet_sort_keys_evaluate(tercet_sort_keys *keys,
                          tercet_exec *exec,
                          const tercet_batch *batch,
                          size_t first,
                          size_t end,
                          tercet_error *err);

/// Compare two values for one key, its direction included
static inline int
tercet_sort_key_compare(const tercet_ast_order *order,
                        const tercet_value *a,
                        const tercet_value *b)
{
  const int result = tercet_value_order(a, b);
  return order->descending ? -result : result;
}

/// Return what an id counts as among rows with equal keys: the terms that a
/// query makes have ids by when it made them, and count as one
static inline tercet_id
tercet_sort_tie(tercet_id id)
{
  const tercet_tag tag = tercet_id_tag(id);
  const bool is_entry = tag < TERCET_TAG_INTEGER || tag == TERCET_TAG_TENSOR;
  return is_entry && (id & TERCET_ID_OVERLAY)
             ? tercet_id_make(tag, TERCET_ID_OVERLAY)
             : id;
}

/// Copy a value, with what it points to unless that belongs to the dataset
TERCET_NODISCARD tercet_status
tercet_sort_value_copy(tercet_arena *arena,
                       const tercet_value *value,
                       tercet_value *out);

/// Append the keys of a plan
TERCET_NODISCARD tercet_status
tercet_sort_keys_describe(const tercet_plan *plan,
                          const tercet_algebra_query *query,
                          tercet_buffer *out);

#endif // TERCET_SPARQL_EXEC_SORT_KEYS_H
