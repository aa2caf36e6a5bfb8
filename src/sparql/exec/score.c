// SPDX-License-Identifier: Apache-2.0

#include "sparql/exec/score.h"

#include "base/allocator.h"
#include "base/error.h"

typedef struct {
  const tercet_plan *input;
  size_t n;
  int *columns; ///< NULL to count only
} use_list;

static void
note_use(void *context, tercet_variable variable)
{
  use_list *const list = (use_list *)context;
  const int column = tercet_plan_column(list->input, variable);
  if (column >= 0) {
    if (list->columns) {
      list->columns[list->n] = column;
    }
    ++list->n;
  }
}

/// Set which columns an argument reads
static tercet_status
find_uses(tercet_scorer *scorer,
          const tercet_exec *exec,
          const tercet_plan *input,
          const tercet_expr *arg,
          size_t i)
{
  use_list list = {input, 0, NULL};
  tercet_expr_visit_variables(arg, note_use, &list);
  scorer->uses[i] =
      (int *)tercet_allocate_array(exec->alloc, list.n + 1U, sizeof(int));
  if (!scorer->uses[i]) {
    return TERCET_ERR_NO_MEMORY;
  }
  scorer->n_uses[i] = list.n;
  scorer->is_fixable[i] = tercet_expr_is_deterministic(arg);
  list.columns = scorer->uses[i];
  list.n = 0;
  tercet_expr_visit_variables(arg, note_use, &list);
  return TERCET_OK;
}

tercet_status
tercet_scorer_init(tercet_scorer *scorer,
                   tercet_exec *exec,
                   const tercet_plan *input,
                   const tercet_expr *key,
                   bool by_codes,
                   tercet_error *err)
{
  const tercet_allocator *const alloc = exec->alloc;
  const tercet_expr *const call =
      tercet_score_key_call(key, scorer->steps, &scorer->n_steps);
  if (scorer->function) {
    return TERCET_OK;
  }
  scorer->tensors = (tercet_tensor_row *)tercet_allocate_array(
      alloc, TERCET_BATCH_ROWS, sizeof(tercet_tensor_row));
  scorer->rows = (const void **)tercet_allocate_array(
      alloc, TERCET_BATCH_ROWS, sizeof(void *));
  scorer->scores =
      (double *)tercet_allocate_array(alloc, TERCET_BATCH_ROWS, sizeof(double));
  if (!scorer->tensors || !scorer->rows || !scorer->scores) {
    return tercet_error_no_memory(err);
  }
  if (by_codes && call->function->enclose) {
    scorer->codes =
        (tercet_code_scan *)tercet_allocate(alloc, sizeof(tercet_code_scan));
    if (!scorer->codes) {
      return tercet_error_no_memory(err);
    }
  }

  for (size_t i = 0; i < 2; ++i) {
    const tercet_expr *const arg = call->args[i];
    scorer->columns[i] = arg->kind == TERCET_EXPR_VARIABLE
                             ? tercet_plan_column(input, arg->variable)
                             : -1;
    TERCET_TRY(
        tercet_operator_compile(exec, input, arg, &scorer->args[i], err));
    if (find_uses(scorer, exec, input, arg, i)) {
      return tercet_error_no_memory(err);
    }
  }
  for (size_t i = 0; i < scorer->n_steps; ++i) {
    const tercet_expr *const number = scorer->steps[i].number;
    if (number) {
      TERCET_TRY(tercet_operator_compile(
          exec, input, number, &scorer->numbers[i], err));
    }
  }
  scorer->function = call->function;
  return TERCET_OK;
}

void
tercet_scorer_clear(tercet_scorer *scorer, const tercet_exec *exec)
{
  for (size_t i = 0; i < 2; ++i) {
    if (scorer->args[i]) {
      tercet_compiled_expr_clear(scorer->args[i]);
    }
    tercet_release(exec->alloc, scorer->uses[i]);
  }
  for (size_t i = 0; i < scorer->n_steps; ++i) {
    if (scorer->numbers[i]) {
      tercet_compiled_expr_clear(scorer->numbers[i]);
    }
  }
  tercet_release(exec->alloc, scorer->tensors);
  tercet_release(exec->alloc, scorer->rows);
  tercet_release(exec->alloc, scorer->scores);
  tercet_release(exec->alloc, scorer->codes);
}

tercet_status
tercet_scorer_describe(const tercet_plan *plan, tercet_buffer *out)
{
  return tercet_buffer_printf(out,
                              " [score kernel %s%s]",
                              tercet_kernels()->name,
                              plan->by_codes ? ", codes" : "");
}

static bool
is_same_everywhere(const tercet_id *ids, size_t n)
{
  for (size_t i = 1; i < n; ++i) {
    if (ids[i] != ids[0]) {
      return false;
    }
  }
  return true;
}

/// Return whether an argument is the same in all rows of a batch
static bool
is_fixed(const tercet_scorer *scorer, const tercet_batch *batch, size_t i)
{
  bool fixed = scorer->is_fixable[i];
  for (size_t k = 0; fixed && k < scorer->n_uses[i]; ++k) {
    fixed =
        is_same_everywhere(batch->columns[scorer->uses[i][k]], batch->n_rows);
  }
  return fixed;
}

/// Set `out` to the value that an expression has in the first row of a batch.
/// A failure is counted when the function itself is called.
static tercet_status
evaluate_once(tercet_compiled_expr *expr,
              tercet_exec *exec,
              const tercet_batch *batch,
              tercet_value *out,
              tercet_error *err)
{
  tercet_value_column column = {0};
  tercet_batch one = *batch;
  one.n_rows = 1;
  const bool was_quiet = exec->expr.call.is_quiet;
  exec->expr.call.is_quiet = true;
  const tercet_status st =
      tercet_expr_evaluate(expr, &exec->expr, &one, &column, err);
  exec->expr.call.is_quiet = was_quiet;
  TERCET_TRY(st);
  *out = *column.values;
  return TERCET_OK;
}

/// Set `query` to the tensor that argument `i` is in all rows; `found` is false
/// if it is not the same one, or no tensor
static tercet_status
find_query(tercet_scorer *scorer,
           tercet_exec *exec,
           const tercet_batch *batch,
           size_t i,
           tercet_tensor_row *query,
           bool *found,
           tercet_error *err)
{
  *found = false;
  if (!is_fixed(scorer, batch, i)) {
    return TERCET_OK;
  }

  tercet_value value;
  TERCET_TRY(evaluate_once(scorer->args[i], exec, batch, &value, err));
  if (value.kind == TERCET_VALUE_TENSOR) {
    *query = value.tensor;
    *found = true;
  }
  return TERCET_OK;
}

/// Split the rows by whether their tensor has the type of the query
static void
split_rows(tercet_scorer *scorer,
           const tercet_tensor_row *query,
           size_t n_rows,
           uint32_t *scored,
           size_t *n_scored,
           uint32_t *others,
           size_t *n_others)
{
  const tercet_tensor_type *same = NULL; // Known to equal the query's type
  for (size_t i = 0; i < n_rows; ++i) {
    const tercet_tensor_row *const row = &scorer->tensors[i];
    const bool fits =
        row->type && (row->type == same ||
                      tercet_tensor_type_equals(row->type, query->type));
    if (fits) {
      same = row->type;
      scorer->rows[*n_scored] = row->data;
      scored[(*n_scored)++] = (uint32_t)i;
    } else {
      others[(*n_others)++] = (uint32_t)i;
    }
  }
}

/// Read the numbers of the steps; `found` is false if one is none
static tercet_status
find_numbers(const tercet_scorer *scorer,
             tercet_exec *exec,
             const tercet_batch *batch,
             double numbers[TERCET_SCORE_STEPS_MAX],
             bool *found,
             tercet_error *err)
{
  for (size_t i = 0; *found && i < scorer->n_steps; ++i) {
    tercet_value value = {0};
    if (scorer->numbers[i]) {
      TERCET_TRY(evaluate_once(scorer->numbers[i], exec, batch, &value, err));
      *found = tercet_value_to_double(&value, &numbers[i]);
    }
  }
  return TERCET_OK;
}

/// Turn scores into keys
static void
apply_steps(const tercet_scorer *scorer, const double *numbers, size_t n)
{
  for (size_t k = 0; k < scorer->n_steps; ++k) {
    for (size_t i = 0; i < n; ++i) {
      scorer->scores[i] = tercet_score_step_apply(
          &scorer->steps[k], scorer->scores[i], numbers[k]);
    }
  }
}

/* ---- Codes ---- */

/// Turn bounds of a score into those of what a step makes of it: that keeps or
/// turns the order, but for a number that is divided by scores of both signs
static void
apply_step_to_bounds(const tercet_score_step *step,
                     double number,
                     double *low,
                     double *high)
{
  const bool is_reciprocal = step->kind == TERCET_EXPR_DIVIDE && step->is_left;
  const double a = tercet_score_step_apply(step, *low, number);
  const double b = tercet_score_step_apply(step, *high, number);
  if (isnan(a) || isnan(b) ||
      (is_reciprocal && !(*low > 0.0) && !(*high < 0.0))) {
    *low = -(double)INFINITY;
    *high = (double)INFINITY;
  } else {
    *low = a < b ? a : b;
    *high = a < b ? b : a;
  }
}

/// Set between which numbers the keys of the rows lie that have codes, and
/// return how many do
static size_t
enclose_keys(const tercet_scorer *scorer,
             tercet_exec *exec,
             const tercet_tensor_row *query,
             const double *numbers,
             size_t n_rows)
{
  tercet_code_scan *const scan = scorer->codes;
  size_t n = 0;
  tercet_dictionary_codes(
      exec->expr.dictionary, scan->ids, n_rows, scan->found);
  for (size_t i = 0; i < n_rows; ++i) {
    if (scan->found[i]) {
      scan->codes[n++] = scan->found[i];
    }
  }
  if (!n || !scorer->function->enclose(scorer->function,
                                       query->type,
                                       query->data,
                                       scan->codes,
                                       n,
                                       scan->lows,
                                       scan->highs)) {
    return 0;
  }
  for (size_t k = 0; k < scorer->n_steps; ++k) {
    for (size_t i = 0; i < n; ++i) {
      apply_step_to_bounds(
          &scorer->steps[k], numbers[k], &scan->lows[i], &scan->highs[i]);
    }
  }
  return n;
}

/// Leave out rows whose key is certainly not in a range
static void
leave_out(tercet_scorer *scorer,
          tercet_exec *exec,
          const tercet_tensor_row *query,
          const double *numbers,
          const tercet_id *ids,
          tercet_score_range range,
          uint32_t *scored,
          size_t *n_scored)
{
  tercet_code_scan *const scan = scorer->codes;
  for (size_t i = 0; i < *n_scored; ++i) {
    scan->ids[i] = ids[scored[i]];
  }
  tercet_dictionary_note_scan(
      exec->expr.dictionary, scan->ids[0], *n_scored, exec->cancel);
  if (!enclose_keys(scorer, exec, query, numbers, *n_scored)) {
    return;
  }

  size_t n = 0;
  size_t i_code = 0;
  for (size_t i = 0; i < *n_scored; ++i) {
    bool is_out = false;
    if (scan->found[i]) {
      is_out =
          scan->highs[i_code] < range.low || scan->lows[i_code] > range.high;
      ++i_code;
    }
    scored[n] = scored[i];
    scorer->rows[n] = scorer->rows[i];
    n += !is_out;
  }
  *n_scored = n;
}

tercet_status
tercet_scorer_run(tercet_scorer *scorer,
                  tercet_exec *exec,
                  const tercet_batch *batch,
                  tercet_score_range range,
                  uint32_t *scored,
                  size_t *n_scored,
                  uint32_t *others,
                  size_t *n_others,
                  tercet_error *err)
{
  *n_scored = 0;
  *n_others = 0;
  for (size_t side = 0; side < 2; ++side) {
    // The second argument is the fixed one more often
    const size_t fixed = 1U - side;
    const int column = scorer->columns[side];
    tercet_tensor_row query = {NULL, NULL};
    bool found = false;
    if (column < 0) {
      continue;
    }
    TERCET_TRY(find_query(scorer, exec, batch, fixed, &query, &found, err));
    double numbers[TERCET_SCORE_STEPS_MAX] = {0};
    TERCET_TRY(find_numbers(scorer, exec, batch, numbers, &found, err));
    if (!found) {
      continue;
    }

    tercet_dictionary_tensors(exec->expr.dictionary,
                              batch->columns[column],
                              batch->n_rows,
                              scorer->tensors);
    split_rows(
        scorer, &query, batch->n_rows, scored, n_scored, others, n_others);
    if (scorer->codes && *n_scored) {
      leave_out(scorer,
                exec,
                &query,
                numbers,
                batch->columns[column],
                range,
                scored,
                n_scored);
    }
    if (!*n_scored || scorer->function->score(scorer->function,
                                              query.type,
                                              query.data,
                                              scorer->rows,
                                              *n_scored,
                                              scorer->scores)) {
      apply_steps(scorer, numbers, *n_scored);
      return TERCET_OK;
    }
    *n_scored = 0;
    *n_others = 0;
    break;
  }

  for (size_t i = 0; i < batch->n_rows; ++i) {
    others[(*n_others)++] = (uint32_t)i;
  }
  return TERCET_OK;
}
