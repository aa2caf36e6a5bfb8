// SPDX-License-Identifier: Apache-2.0

/**
   Keys that a score kernel computes: a similarity of a variable to something
   else, or such a score with which numbers are combined, as in
   `1 - tensor:cosineSimilarity(?v, ?q)`; and comparisons of such a key with a
   number.
*/

#ifndef TERCET_SPARQL_SCORE_KEY_H
#define TERCET_SPARQL_SCORE_KEY_H

#include "sparql/ast.h"

#include <math.h>

/// Numbers that are combined with a score at the most
#define TERCET_SCORE_STEPS_MAX 8

/// Keys that matter: all others are surely behind, or fail a condition
typedef struct {
  double low;
  double high;
} tercet_score_range;

#define TERCET_SCORE_RANGE_ALL                                                 \
  ((tercet_score_range){-(double)INFINITY, (double)INFINITY})

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

/// Do what an operator of SPARQL does with a double and another number
double
tercet_score_step_apply(const tercet_score_step *step,
                        double score,
                        double number);

/// Return whether a score kernel can compute a key
bool
tercet_has_score(const tercet_expr *key);

/// A condition on a key: `key kind number`
typedef struct {
  const tercet_expr *key;
  tercet_expr_kind kind; ///< LESS, GREATER, LESS_EQUAL or GREATER_EQUAL
  const tercet_expr *number;
} tercet_score_condition;

/// Set `out` to what an expression compares, the key on either side; false if
/// it does not compare a key with a literal
bool
tercet_score_condition_of(const tercet_expr *expr, tercet_score_condition *out);

/// Return whether a condition holds for a key; it never does for NaN
static inline bool
tercet_score_condition_holds(tercet_expr_kind kind, double key, double number)
{
  return kind == TERCET_EXPR_LESS            ? key < number
         : kind == TERCET_EXPR_GREATER       ? key > number
         : kind == TERCET_EXPR_LESS_EQUAL    ? key <= number
         : kind == TERCET_EXPR_GREATER_EQUAL ? key >= number
                                             : false;
}

/// Return the keys for which a condition may hold
tercet_score_range
tercet_score_condition_range(tercet_expr_kind kind, double number);

#endif // TERCET_SPARQL_SCORE_KEY_H
