// SPDX-License-Identifier: Apache-2.0

/**
   Sort keys that a score kernel computes: a similarity of a variable to
   something else, or such a score with which numbers are combined, as in
   `1 - tensor:cosineSimilarity(?v, ?q)`.
*/

#ifndef TERCET_SPARQL_SCORE_KEY_H
#define TERCET_SPARQL_SCORE_KEY_H

#include "sparql/ast.h"

/// Numbers that are combined with a score at the most
#define TERCET_SCORE_STEPS_MAX 8

/// One of the operators between the score and the key
typedef struct {
  tercet_expr_kind kind;     ///< ADD, SUBTRACT, MULTIPLY, DIVIDE, MINUS or PLUS
  const tercet_expr *number; ///< The other operand; NULL of MINUS and PLUS
  bool is_left;              ///< The number stands to the left
} tercet_score_step;

/**
   Return the call of a score kernel that is inside of a key, or NULL.

   @param[out] steps The operators around it, the innermost first.
*/
const tercet_expr *
tercet_score_key_call(const tercet_expr *key,
                      tercet_score_step steps[TERCET_SCORE_STEPS_MAX],
                      size_t *n_steps);

#endif // TERCET_SPARQL_SCORE_KEY_H
