// SPDX-License-Identifier: Apache-2.0

#include "sparql/score_key.h"

#include "sparql/function.h"

static bool
is_score(const tercet_expr *expr)
{
  return expr->kind == TERCET_EXPR_FUNCTION && expr->function &&
         expr->function->score && expr->n_args == 2 &&
         (expr->args[0]->kind == TERCET_EXPR_VARIABLE ||
          expr->args[1]->kind == TERCET_EXPR_VARIABLE);
}

static bool
is_literal(const tercet_expr *expr)
{
  return expr->kind == TERCET_EXPR_TERM &&
         expr->term.kind == TERCET_TERM_LITERAL;
}

static bool
is_arithmetic(const tercet_expr *expr)
{
  return expr->kind == TERCET_EXPR_ADD || expr->kind == TERCET_EXPR_SUBTRACT ||
         expr->kind == TERCET_EXPR_MULTIPLY || expr->kind == TERCET_EXPR_DIVIDE;
}

/// Set `step` to an operator and return the operand that is no number; NULL if
/// it is no operator with a number
static const tercet_expr *
take_step(const tercet_expr *expr, tercet_score_step *step)
{
  *step = (tercet_score_step){expr->kind, NULL, false};
  if (expr->kind == TERCET_EXPR_MINUS || expr->kind == TERCET_EXPR_PLUS) {
    return expr->args[0];
  }
  if (!is_arithmetic(expr)) {
    return NULL;
  }
  step->is_left = is_literal(expr->args[0]);
  step->number = expr->args[step->is_left ? 0 : 1];
  return is_literal(step->number) ? expr->args[step->is_left ? 1 : 0] : NULL;
}

const tercet_expr *
tercet_score_key_call(const tercet_expr *key,
                      tercet_score_step steps[TERCET_SCORE_STEPS_MAX],
                      size_t *n_steps)
{
  tercet_score_step outer[TERCET_SCORE_STEPS_MAX];
  size_t n = 0;
  while (key && !is_score(key)) {
    key = n < TERCET_SCORE_STEPS_MAX ? take_step(key, &outer[n++]) : NULL;
  }
  for (size_t i = 0; key && i < n; ++i) {
    steps[i] = outer[n - 1 - i];
  }
  *n_steps = key ? n : 0;
  return key;
}

double
tercet_score_step_apply(const tercet_score_step *step,
                        double score,
                        double number)
{
  const double a = step->is_left ? number : score;
  const double b = step->is_left ? score : number;
  return step->kind == TERCET_EXPR_ADD        ? a + b
         : step->kind == TERCET_EXPR_SUBTRACT ? a - b
         : step->kind == TERCET_EXPR_MULTIPLY ? a * b
         : step->kind == TERCET_EXPR_DIVIDE   ? a / b
         : step->kind == TERCET_EXPR_MINUS    ? -score
                                              : score;
}

bool
tercet_has_score(const tercet_expr *expr)
{
  tercet_score_step steps[TERCET_SCORE_STEPS_MAX];
  size_t n_steps = 0;
  return tercet_score_key_call(expr, steps, &n_steps) != NULL;
}

bool
tercet_score_condition_of(const tercet_expr *expr, tercet_score_condition *out)
{
  const bool is_order = expr->kind == TERCET_EXPR_LESS ||
                        expr->kind == TERCET_EXPR_GREATER ||
                        expr->kind == TERCET_EXPR_LESS_EQUAL ||
                        expr->kind == TERCET_EXPR_GREATER_EQUAL;
  if (!is_order) {
    return false;
  }

  const bool is_left = is_literal(expr->args[1]);
  out->kind = is_left ? expr->kind : tercet_comparison_mirrored(expr->kind);
  out->key = expr->args[is_left ? 0 : 1];
  out->number = expr->args[is_left ? 1 : 0];
  return is_literal(out->number) && tercet_has_score(out->key);
}

tercet_score_range
tercet_score_condition_range(tercet_expr_kind kind, double number)
{
  const bool is_upper =
      kind == TERCET_EXPR_LESS || kind == TERCET_EXPR_LESS_EQUAL;
  tercet_score_range range = TERCET_SCORE_RANGE_ALL;
  *(is_upper ? &range.high : &range.low) = number;
  return range;
}
