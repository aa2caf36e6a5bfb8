// SPDX-License-Identifier: Apache-2.0

/// What hash joins and bind joins share: the right side in a table, probed by
/// batches of the left, inner or outer, with conditions for outer joins

#ifndef TERCET_SPARQL_EXEC_JOIN_H
#define TERCET_SPARQL_EXEC_JOIN_H

#include "sparql/exec/join_table.h"
#include "sparql/exec/operator.h"

/// In the operator; all zero before the first _open()
typedef struct {
  tercet_join_table table;
  bool is_ready;
  bool has_maybe;
  int left_keys[TERCET_JOIN_MAX_KEYS];
  int right_keys[TERCET_JOIN_MAX_KEYS];
  size_t n_keys;

  // Rows of both sides side by side: the columns of the output and, with
  // conditions, all others
  tercet_plan combined_plan; ///< Only its columns are used
  tercet_batch combined;
  tercet_id *storage;
  int *left_sources; ///< By combined column, or -1
  int *right_sources;
  tercet_compiled_expr **conditions;

  // Where the probing is
  tercet_batch *left;
  size_t left_row;
  size_t i_group;
  size_t i_index;
  uint32_t right_row; ///< Next match, if `in_bucket`
  bool in_bucket;
  bool row_matched;
  bool unmatched_due; ///< Rows without a match come after the left batch
  bool *matched;      ///< By left row, with conditions
  size_t n_pairs;
  uint32_t *left_pairs;
  uint32_t *right_pairs;
} tercet_join;

/// Prepare, or start over with an empty table
TERCET_NODISCARD tercet_status
tercet_join_open(tercet_join *join, tercet_operator *op, tercet_error *err);

void
tercet_join_close(tercet_join *join, tercet_operator *op);

/// Fill the table with all rows of the right child, which is open
TERCET_NODISCARD tercet_status
tercet_join_build(tercet_join *join, tercet_operator *op, tercet_error *err);

/// Start to probe with a batch
void
tercet_join_start(tercet_join *join, tercet_batch *left);

/// Set `out` to the next rows, or to NULL when the left batch is done
TERCET_NODISCARD tercet_status
tercet_join_next(tercet_join *join,
                 tercet_operator *op,
                 tercet_batch **out,
                 tercet_error *err);

/// Append the variables that both sides have, and what else tells the join
TERCET_NODISCARD tercet_status
tercet_join_describe(const tercet_plan *plan,
                     const tercet_algebra_query *query,
                     tercet_buffer *out);

#endif // TERCET_SPARQL_EXEC_JOIN_H
