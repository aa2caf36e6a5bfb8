// SPDX-License-Identifier: Apache-2.0

/// Scores of a batch of tensors to one tensor, by a function's score kernel

#ifndef TERCET_SPARQL_EXEC_SCORE_H
#define TERCET_SPARQL_EXEC_SCORE_H

#include "sparql/exec/operator.h"
#include "sparql/score_key.h"

/// In the operator; all zero before _init()
typedef struct {
  const tercet_function *function;
  int columns[2]; ///< Of the input, for the arguments that are variables; or -1
  tercet_compiled_expr *args[2];
  bool is_fixable[2]; ///< The same where all `uses` are
  size_t n_uses[2];   ///< Columns that the argument reads
  int *uses[2];
  size_t n_steps; ///< Between the scores and the key
  tercet_score_step steps[TERCET_SCORE_STEPS_MAX];
  tercet_compiled_expr *numbers[TERCET_SCORE_STEPS_MAX]; ///< NULL without one
  tercet_tensor_row *tensors;
  const void **rows;
  double *scores;
} tercet_scorer;

/// Prepare for a key that has a score, see tercet_has_score()
TERCET_NODISCARD tercet_status
tercet_scorer_init(tercet_scorer *scorer,
                   tercet_exec *exec,
                   const tercet_plan *input,
                   const tercet_expr *key,
                   tercet_error *err);

/// Append that a score kernel is used, and which one
TERCET_NODISCARD tercet_status
tercet_scorer_describe(tercet_buffer *out);

void
tercet_scorer_clear(tercet_scorer *scorer, const tercet_exec *exec);

/**
   Compute the key where one of the arguments is the same tensor in all rows.

   @param scored Numbers of the rows that have a score, ascending, and...
   @param n_scored ... how many; the keys are scorer->scores, in this order.
   @param others Numbers of the other rows, for which the function itself has
   to be called.
*/
TERCET_NODISCARD tercet_status
tercet_scorer_run(tercet_scorer *scorer,
                  tercet_exec *exec,
                  const tercet_batch *batch,
                  uint32_t *scored,
                  size_t *n_scored,
                  uint32_t *others,
                  size_t *n_others,
                  tercet_error *err);

#endif // TERCET_SPARQL_EXEC_SCORE_H
