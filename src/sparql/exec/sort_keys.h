// SPDX-License-Identifier: Apache-2.0

/// The keys of ORDER BY: computed, compared, kept

#ifndef TERCET_SPARQL_EXEC_SORT_KEYS_H
#define TERCET_SPARQL_EXEC_SORT_KEYS_H

#include "sparql/exec/operator.h"

/// In the operator; all zero before _init()
typedef struct {
  size_t n;
  const tercet_ast_order *order;
  tercet_compiled_expr **exprs;
  tercet_value_column *columns; ///< Of the last batch that was evaluated
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
