// SPDX-License-Identifier: Apache-2.0

/**
   A key is a monotone function of t, and rounding keeps that.  So the t whose
   keys are in a range are neighbours, and their ends are found by bisection of
   all float64 numbers: exactly those that the key itself would pass, with no
   inverse of it.
*/

#include "sparql/exec/pair_limit.h"

#include "base/error.h"

#include <float.h>
#include <string.h>

/// Set `number` to the value of a literal; false if that is no number
static tercet_status
read_number(tercet_exec *exec,
            const tercet_plan *input,
            const tercet_expr *expr,
            double *number,
            bool *found,
            tercet_error *err)
{
  tercet_compiled_expr *compiled = NULL;
  TERCET_TRY(tercet_operator_compile(exec, input, expr, &compiled, err));
  const tercet_value *const value = tercet_compiled_expr_constant(compiled);
  *found = value && tercet_value_to_double(value, number);
  tercet_compiled_expr_clear(compiled);
  return TERCET_OK;
}

/// Return whether a step keeps or turns the order of all scores
static bool
is_monotone(const tercet_score_step *step, double number)
{
  const bool is_product =
      step->kind == TERCET_EXPR_MULTIPLY || step->kind == TERCET_EXPR_DIVIDE;
  return isfinite(number) && !(is_product && fabs(number) <= 0.0) &&
         !(step->kind == TERCET_EXPR_DIVIDE && step->is_left);
}

tercet_status
tercet_pair_limit_init(tercet_pair_limit *limit,
                       tercet_exec *exec,
                       const tercet_plan *input,
                       const tercet_expr *key,
                       bool *found,
                       tercet_error *err)
{
  *limit = (tercet_pair_limit){0};
  const tercet_expr *const call =
      tercet_score_key_call(key, limit->steps, &limit->n_steps);
  limit->function = call->function;
  limit->range = TERCET_SCORE_RANGE_ALL;
  *found = true;
  for (size_t i = 0; *found && i < limit->n_steps; ++i) {
    const tercet_score_step *const step = &limit->steps[i];
    if (step->number) {
      TERCET_TRY(read_number(
          exec, input, step->number, &limit->numbers[i], found, err));
    }
    *found = *found && is_monotone(step, limit->numbers[i]);
  }
  return TERCET_OK;
}

tercet_status
tercet_pair_limit_init_condition(tercet_pair_limit *limit,
                                 tercet_exec *exec,
                                 const tercet_plan *input,
                                 const tercet_expr *expr,
                                 bool *found,
                                 tercet_error *err)
{
  double number = 0.0;
  tercet_score_condition condition;
  *found = false;
  if (!tercet_score_condition_of(expr, &condition)) {
    return TERCET_OK;
  }
  TERCET_TRY(
      tercet_pair_limit_init(limit, exec, input, condition.key, found, err));
  if (*found) {
    TERCET_TRY(read_number(exec, input, condition.number, &number, found, err));
  }
  limit->range = tercet_score_condition_range(condition.kind, number);
  return TERCET_OK;
}

/* ---- Bisection ---- */

static double
key_of(const tercet_pair_limit *limit, double t)
{
  double key = limit->function->product->score(limit->function, t);
  for (size_t i = 0; i < limit->n_steps; ++i) {
    key = tercet_score_step_apply(&limit->steps[i], key, limit->numbers[i]);
  }
  return key;
}

/// Return the number at a place among all float64 numbers in ascending order,
/// 0 being that of 0
static double
number_at(int64_t place)
{
  const uint64_t bits =
      place < 0 ? (UINT64_C(1) << 63U) | (uint64_t)-place : (uint64_t)place;
  double number = 0.0;
  memcpy(&number, &bits, sizeof(number));
  return number;
}

/// Return the place of the greatest finite number
static int64_t
last_place(void)
{
  const double last = DBL_MAX;
  int64_t place = 0;
  memcpy(&place, &last, sizeof(place));
  return place;
}

/// What is looked for: the keys at the low or at the high end of a range
typedef struct {
  const tercet_pair_limit *limit;
  double bound;
  bool is_low; ///< Keys that are not below the bound, else not above
} search;

static bool
passes(const search *s, int64_t place)
{
  const double key = key_of(s->limit, number_at(place));
  return s->is_low ? key >= s->bound : key <= s->bound;
}

/// Return the last place that passes, counted from an end where all do if any
/// does; `direction` is 1 if that is the low end, else -1.  INT64_MIN: none.
static int64_t
last_passing(const search *s, int64_t direction)
{
  const int64_t end = last_place();
  if (!passes(s, -direction * end)) {
    return INT64_MIN;
  }

  // As seen from that end: `in` passes, `out` is the first that does not
  int64_t in = -end;
  int64_t out = end + 1;
  while (in + 1 < out) {
    // Neither the sum of opposite signs nor the difference of equal ones
    // overflows
    const int64_t middle =
        in < 0 && out > 0 ? (in + out) / 2 : in + (out - in) / 2;
    *(passes(s, direction * middle) ? &in : &out) = middle;
  }
  return direction * in;
}

/// Take away the t whose keys are beyond one end of the range
static void
narrow_end(const tercet_pair_limit *limit,
           double bound,
           bool is_low,
           bool rises,
           tercet_score_range *range)
{
  const search s = {limit, bound, is_low};
  const bool keeps_high = is_low == rises; // Those that pass are the high t
  const int64_t place = last_passing(&s, keeps_high ? -1 : 1);
  if (place == INT64_MIN) {
    *range = (tercet_score_range){(double)INFINITY, -(double)INFINITY};
  } else if (keeps_high && place != -last_place()) {
    range->low = fmax(range->low, number_at(place));
  } else if (!keeps_high && place != last_place()) {
    range->high = fmin(range->high, number_at(place));
  }
}

void
tercet_pair_limit_narrow(const tercet_pair_limit *limit,
                         tercet_score_range *range)
{
  const tercet_score_range wanted =
      limit->shared ? *limit->shared : limit->range;
  const bool rises = key_of(limit, DBL_MAX) >= key_of(limit, -DBL_MAX);
  if (wanted.low > -(double)INFINITY) {
    narrow_end(limit, wanted.low, true, rises, range);
  }
  if (wanted.high < (double)INFINITY) {
    narrow_end(limit, wanted.high, false, rises, range);
  }
}
