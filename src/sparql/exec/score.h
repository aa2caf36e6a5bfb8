// SPDX-License-Identifier: Apache-2.0

/**
   Scores of a batch of tensors to one tensor, by a function's score kernel.

   Where there are codes of the tensors (see tensor_codes.h), those come first:
   they are read in a fraction of the time, and most often tell that a key lies
   outside of the range that matters.
*/

#ifndef TERCET_SPARQL_EXEC_SCORE_H
#define TERCET_SPARQL_EXEC_SCORE_H

#include "sparql/exec/operator.h"
#include "sparql/score_key.h"

/// Room for what codes say of a batch
typedef struct {
  tercet_id ids[TERCET_BATCH_ROWS];
  const tercet_tensor_code *found[TERCET_BATCH_ROWS]; ///< By id, or NULL
  const tercet_tensor_code *codes[TERCET_BATCH_ROWS]; ///< Those that are there
  double lows[TERCET_BATCH_ROWS];                     ///< Of their keys
  double highs[TERCET_BATCH_ROWS];
} tercet_code_scan;

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
  tercet_code_scan *codes; ///< NULL: codes are not looked at
} tercet_scorer;

/// Prepare for a key that has a score, see tercet_has_score(), with codes or
/// without
TERCET_NODISCARD tercet_status
tercet_scorer_init(tercet_scorer *scorer,
                   tercet_exec *exec,
                   const tercet_plan *input,
                   const tercet_expr *key,
                   bool by_codes,
                   tercet_error *err);

/// Append that a plan uses a score kernel, and which one
TERCET_NODISCARD tercet_status
tercet_scorer_describe(const tercet_plan *plan, tercet_buffer *out);

void
tercet_scorer_clear(tercet_scorer *scorer, const tercet_exec *exec);

/**
   Compute the key where one of the arguments is the same tensor in all rows.

   @param range Rows whose key is certainly not in there may be left out.
   @param scored Numbers of the rows that have a score, ascending, and...
   @param n_scored ... how many; the keys are scorer->scores, in this order.
   @param others Numbers of the other rows, for which the function itself has
   to be called.
*/
TERCET_NODISCARD tercet_status
tercet_scorer_run(tercet_scorer *scorer,
                  tercet_exec *exec,
                  const tercet_batch *batch,
                  tercet_score_range range,
                  uint32_t *scored,
                  size_t *n_scored,
                  uint32_t *others,
                  size_t *n_others,
                  tercet_error *err);

#endif // TERCET_SPARQL_EXEC_SCORE_H
