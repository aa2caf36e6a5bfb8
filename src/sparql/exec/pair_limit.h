// SPDX-License-Identifier: Apache-2.0

/// Which products of vectors may give a key that matters: see
/// tercet_score_product

#ifndef TERCET_SPARQL_EXEC_PAIR_LIMIT_H
#define TERCET_SPARQL_EXEC_PAIR_LIMIT_H

#include "sparql/exec/operator.h"
#include "sparql/score_key.h"

/// A range of one key, in the owner's storage
typedef struct {
  const tercet_function *function;
  size_t n_steps;
  tercet_score_step steps[TERCET_SCORE_STEPS_MAX];
  double numbers[TERCET_SCORE_STEPS_MAX];
  tercet_score_range range;         ///< If it never changes...
  const tercet_score_range *shared; ///< ... or NULL
} tercet_pair_limit;

/**
   Prepare for a key, and set its range to all.

   @param[out] found False if its numbers make it no monotone function of the
   score.
*/
TERCET_NODISCARD tercet_status
tercet_pair_limit_init(tercet_pair_limit *limit,
                       tercet_exec *exec,
                       const tercet_plan *input,
                       const tercet_expr *key,
                       bool *found,
                       tercet_error *err);

/// Prepare for a condition on a score; see tercet_pair_limit_init()
TERCET_NODISCARD tercet_status
tercet_pair_limit_init_condition(tercet_pair_limit *limit,
                                 tercet_exec *exec,
                                 const tercet_plan *input,
                                 const tercet_expr *expr,
                                 bool *found,
                                 tercet_error *err);

/// Take away from a range of t those whose key is not in the range of a limit
void
tercet_pair_limit_narrow(const tercet_pair_limit *limit,
                         tercet_score_range *range);

#endif // TERCET_SPARQL_EXEC_PAIR_LIMIT_H
