// SPDX-License-Identifier: Apache-2.0

// Evaluation to values, a batch at a time.

#include "expr_internal.h"

/// Rows after which to ask whether to stop: some of them may take milliseconds
/// each
#define CANCEL_ROWS 64U

static tercet_status
check_cancel(const tercet_expr_context *context, size_t i_row)
{
  return i_row % CANCEL_ROWS == CANCEL_ROWS - 1U
             ? tercet_cancel_check(context->call.cancel)
             : TERCET_OK;
}

/// Set `out` to room for a value per row, all of them errors
static tercet_status
allocate_column(tercet_expr_context *context,
                size_t n_rows,
                tercet_value_column *out)
{
  out->is_constant = false;
  out->values = (tercet_value *)tercet_arena_allocate_array(
      context->call.arena, n_rows ? n_rows : 1U, sizeof(tercet_value));
  return out->values ? TERCET_OK : TERCET_ERR_NO_MEMORY;
}

static tercet_status
evaluate_variable(const tercet_compiled_expr *expr,
                  tercet_expr_context *context,
                  const tercet_frame *frame,
                  tercet_value_column *out)
{
  TERCET_TRY(allocate_column(context, frame->n_rows, out));
  if (expr->column < 0) {
    out->is_constant = true; // Unbound
    return TERCET_OK;
  }

  const tercet_id *const ids = frame->batch->columns[expr->column];
  if (!frame->rows) {
    return tercet_values_from_ids(context, ids, frame->n_rows, out->values);
  }

  tercet_id *const gathered = (tercet_id *)tercet_arena_allocate(
      context->call.arena, (frame->n_rows + 1U) * sizeof(tercet_id));
  if (!gathered) {
    return TERCET_ERR_NO_MEMORY;
  }

  for (size_t i = 0; i < frame->n_rows; ++i) {
    gathered[i] = ids[frame->rows[i]];
  }

  return tercet_values_from_ids(context, gathered, frame->n_rows, out->values);
}

/// Evaluate the arguments; `all_constant` tells whether one row is enough
static tercet_status
evaluate_args(const tercet_compiled_expr *expr,
              tercet_expr_context *context,
              const tercet_frame *frame,
              tercet_value_column **out,
              bool *all_constant)
{
  tercet_value_column *const columns =
      (tercet_value_column *)tercet_arena_allocate_array(
          context->call.arena, expr->n_args + 1U, sizeof(*columns));
  if (!columns) {
    return TERCET_ERR_NO_MEMORY;
  }

  *all_constant = true;
  for (size_t i = 0; i < expr->n_args; ++i) {
    TERCET_TRY(tercet_expr_values(expr->args[i], context, frame, &columns[i]));
    *all_constant = *all_constant && columns[i].is_constant;
  }

  *out = columns;
  return TERCET_OK;
}

static tercet_status
evaluate_arithmetic(const tercet_compiled_expr *expr,
                    tercet_expr_context *context,
                    const tercet_frame *frame,
                    tercet_value_column *out)
{
  const tercet_numeric_op op =
      (tercet_numeric_op)((int)expr->kind - (int)TERCET_EXPR_ADD);
  tercet_value_column *args = NULL;
  bool all_constant = false;
  TERCET_TRY(evaluate_args(expr, context, frame, &args, &all_constant));
  TERCET_TRY(allocate_column(context, frame->n_rows, out));
  out->is_constant = all_constant;
  const uint64_t n_failures = context->call.failures.n_total;
  const size_t n_rows = all_constant ? 1U : frame->n_rows;
  for (size_t i = 0; i < n_rows; ++i) {
    TERCET_TRY(check_cancel(context, i));
    TERCET_TRY(tercet_numeric_binary(context,
                                     op,
                                     tercet_value_at(&args[0], i),
                                     tercet_value_at(&args[1], i),
                                     &out->values[i]));
  }

  if (all_constant) {
    tercet_call_share_failure(&context->call, n_failures, frame->n_rows);
  }
  return TERCET_OK;
}

static tercet_status
evaluate_sign(const tercet_compiled_expr *expr,
              tercet_expr_context *context,
              const tercet_frame *frame,
              tercet_value_column *out)
{
  tercet_value_column arg = {NULL, false};
  TERCET_TRY(tercet_expr_values(expr->args[0], context, frame, &arg));
  TERCET_TRY(allocate_column(context, frame->n_rows, out));
  out->is_constant = arg.is_constant;
  const size_t n_rows = arg.is_constant ? 1U : frame->n_rows;
  for (size_t i = 0; i < n_rows; ++i) {
    const tercet_value *const value = &arg.values[i];
    if (!tercet_value_is_numeric(value)) {
      continue;
    }
    if (expr->kind == TERCET_EXPR_PLUS) {
      out->values[i] = *value;
    } else {
      TERCET_TRY(tercet_numeric_negate(context, value, &out->values[i]));
    }
  }

  return TERCET_OK;
}

/// Evaluate an operator with a truth value by nature
static tercet_status
evaluate_logical(tercet_compiled_expr *expr,
                 tercet_expr_context *context,
                 const tercet_frame *frame,
                 tercet_value_column *out)
{
  tercet_truth *const truth = (tercet_truth *)tercet_arena_allocate(
      context->call.arena, (frame->n_rows + 1U) * sizeof(tercet_truth));
  if (!truth) {
    return TERCET_ERR_NO_MEMORY;
  }

  TERCET_TRY(tercet_expr_truth(expr, context, frame, truth));
  TERCET_TRY(allocate_column(context, frame->n_rows, out));
  for (size_t i = 0; i < frame->n_rows; ++i) {
    if (truth[i] != TERCET_TRUTH_ERROR) {
      out->values[i] = tercet_value_boolean(truth[i] != 0);
    }
  }

  return TERCET_OK;
}

static tercet_status
evaluate_function(const tercet_compiled_expr *expr,
                  tercet_expr_context *context,
                  const tercet_frame *frame,
                  tercet_value_column *out)
{
  tercet_value_column *args = NULL;
  bool all_constant = false;
  TERCET_TRY(evaluate_args(expr, context, frame, &args, &all_constant));
  TERCET_TRY(allocate_column(context, frame->n_rows, out));
  const size_t n_rows_before = context->call.n_rows;
  const uint64_t n_failures = context->call.failures.n_total;
  context->call.n_rows = all_constant ? 1U : frame->n_rows;
  const tercet_status st = expr->function->evaluate(
      expr->function, &context->call, args, expr->n_args, out);
  context->call.n_rows = n_rows_before;
  out->is_constant = out->is_constant || all_constant;
  if (all_constant) {
    tercet_call_share_failure(&context->call, n_failures, frame->n_rows);
  }
  return st;
}

/* ---- Lazy forms ---- */

/// Evaluate `expr` for some rows of a frame, given as positions in it, and put
/// the values into a column of the whole frame
static tercet_status
evaluate_some(tercet_compiled_expr *expr,
              tercet_expr_context *context,
              const tercet_frame *frame,
              const uint32_t *positions,
              size_t n_positions,
              tercet_value_column *out)
{
  if (!n_positions) {
    return TERCET_OK;
  }

  uint32_t *const rows = (uint32_t *)tercet_arena_allocate(
      context->call.arena, n_positions * sizeof(uint32_t));
  if (!rows) {
    return TERCET_ERR_NO_MEMORY;
  }

  for (size_t i = 0; i < n_positions; ++i) {
    rows[i] = tercet_frame_row(frame, positions[i]);
  }

  const tercet_frame some = {frame->batch, rows, n_positions};
  tercet_value_column column = {NULL, false};
  TERCET_TRY(tercet_expr_values(expr, context, &some, &column));
  for (size_t i = 0; i < n_positions; ++i) {
    out->values[positions[i]] = *tercet_value_at(&column, i);
  }

  return TERCET_OK;
}

static tercet_status
evaluate_if(tercet_compiled_expr *expr,
            tercet_expr_context *context,
            const tercet_frame *frame,
            tercet_value_column *out)
{
  const size_t n_rows = frame->n_rows;
  tercet_truth *const truth = (tercet_truth *)tercet_arena_allocate(
      context->call.arena, (n_rows + 1U) * sizeof(tercet_truth));
  uint32_t *const positions = (uint32_t *)tercet_arena_allocate(
      context->call.arena, (n_rows + 1U) * sizeof(uint32_t));
  TERCET_TRY(allocate_column(context, n_rows, out));
  if (!truth || !positions) {
    return TERCET_ERR_NO_MEMORY;
  }

  TERCET_TRY(tercet_expr_truth(expr->args[0], context, frame, truth));
  for (tercet_truth branch = 0; branch < 2U; ++branch) {
    size_t n = 0;
    for (size_t i = 0; i < n_rows; ++i) {
      if (truth[i] == branch) {
        positions[n++] = (uint32_t)i;
      }
    }
    TERCET_TRY(evaluate_some(
        expr->args[branch ? 1 : 2], context, frame, positions, n, out));
  }

  return TERCET_OK;
}

static tercet_status
evaluate_coalesce(tercet_compiled_expr *expr,
                  tercet_expr_context *context,
                  const tercet_frame *frame,
                  tercet_value_column *out)
{
  uint32_t *const positions = (uint32_t *)tercet_arena_allocate(
      context->call.arena, (frame->n_rows + 1U) * sizeof(uint32_t));
  TERCET_TRY(allocate_column(context, frame->n_rows, out));
  if (!positions) {
    return TERCET_ERR_NO_MEMORY;
  }

  size_t n_open = frame->n_rows;
  for (size_t i = 0; i < n_open; ++i) {
    positions[i] = (uint32_t)i;
  }

  for (size_t i_arg = 0; i_arg < expr->n_args && n_open; ++i_arg) {
    TERCET_TRY(evaluate_some(
        expr->args[i_arg], context, frame, positions, n_open, out));
    size_t n = 0;
    for (size_t i = 0; i < n_open; ++i) {
      if (out->values[positions[i]].kind == TERCET_VALUE_ERROR) {
        positions[n++] = positions[i];
      }
    }
    n_open = n;
  }

  return TERCET_OK;
}

/* ---- Built-ins ---- */

/// Call a built-in for each row
static tercet_status
evaluate_rows(tercet_compiled_expr *expr,
              tercet_expr_context *context,
              const tercet_frame *frame,
              tercet_value_column *out)
{
  const tercet_builtin_trait *const trait =
      tercet_builtin_traits(expr->builtin);
  const tercet_value *few[TERCET_BUILTIN_ARGS];
  const tercet_value **values = few;
  tercet_value_column *args = NULL;
  bool all_constant = false;
  TERCET_TRY(evaluate_args(expr, context, frame, &args, &all_constant));
  TERCET_TRY(allocate_column(context, frame->n_rows, out));
  if (expr->n_args > TERCET_BUILTIN_ARGS) {
    values = (const tercet_value **)tercet_arena_allocate_array(
        context->call.arena, expr->n_args, sizeof(*values));
    if (!values) {
      return TERCET_ERR_NO_MEMORY;
    }
  }

  out->is_constant = all_constant && !trait->is_volatile;
  const uint64_t n_failures = context->call.failures.n_total;
  const size_t n_rows = out->is_constant ? 1U : frame->n_rows;
  for (size_t i = 0; i < n_rows; ++i) {
    for (size_t j = 0; j < expr->n_args; ++j) {
      values[j] = tercet_value_at(&args[j], i);
    }
    const tercet_row_call call = {
        context, expr, context->call.first_row + tercet_frame_row(frame, i)};
    TERCET_TRY(check_cancel(context, i));
    TERCET_TRY(trait->evaluate(&call, values, expr->n_args, &out->values[i]));
  }

  if (out->is_constant) {
    tercet_call_share_failure(&context->call, n_failures, frame->n_rows);
  }
  return TERCET_OK;
}

static tercet_status
evaluate_builtin(tercet_compiled_expr *expr,
                 tercet_expr_context *context,
                 const tercet_frame *frame,
                 tercet_value_column *out)
{
  if (expr->builtin == TERCET_BUILTIN_IF) {
    return evaluate_if(expr, context, frame, out);
  }

  return expr->builtin == TERCET_BUILTIN_COALESCE
             ? evaluate_coalesce(expr, context, frame, out)
             : evaluate_rows(expr, context, frame, out);
}

tercet_status
tercet_expr_values(tercet_compiled_expr *expr,
                   tercet_expr_context *context,
                   const tercet_frame *frame,
                   tercet_value_column *out)
{
  if (tercet_expr_is_logical(expr)) {
    return evaluate_logical(expr, context, frame, out);
  }

  switch (expr->kind) {
  case TERCET_EXPR_VARIABLE:
    return evaluate_variable(expr, context, frame, out);
  case TERCET_EXPR_TERM:
    *out = (tercet_value_column){&expr->value, true};
    return TERCET_OK;
  case TERCET_EXPR_ADD:
  case TERCET_EXPR_SUBTRACT:
  case TERCET_EXPR_MULTIPLY:
  case TERCET_EXPR_DIVIDE:
    return evaluate_arithmetic(expr, context, frame, out);
  case TERCET_EXPR_PLUS:
  case TERCET_EXPR_MINUS:
    return evaluate_sign(expr, context, frame, out);
  case TERCET_EXPR_BUILTIN:
    return evaluate_builtin(expr, context, frame, out);
  case TERCET_EXPR_FUNCTION:
    return evaluate_function(expr, context, frame, out);
  case TERCET_EXPR_OR:
  case TERCET_EXPR_AND:
  case TERCET_EXPR_EQUAL:
  case TERCET_EXPR_NOT_EQUAL:
  case TERCET_EXPR_LESS:
  case TERCET_EXPR_GREATER:
  case TERCET_EXPR_LESS_EQUAL:
  case TERCET_EXPR_GREATER_EQUAL:
  case TERCET_EXPR_IN:
  case TERCET_EXPR_NOT_IN:
  case TERCET_EXPR_NOT:
  case TERCET_EXPR_AGGREGATE:
  case TERCET_EXPR_EXISTS:
  case TERCET_EXPR_NOT_EXISTS:
    break;
  }

  return TERCET_ERR_INTERNAL;
}

tercet_status
tercet_expr_evaluate(tercet_compiled_expr *expr,
                     tercet_expr_context *context,
                     const tercet_batch *batch,
                     tercet_value_column *out,
                     tercet_error *err)
{
  const tercet_frame frame = {batch, NULL, batch->n_rows};
  const tercet_status st = tercet_expr_values(expr, context, &frame, out);
  return st == TERCET_OK
             ? st
             : tercet_error_set(err, st, "%s", tercet_status_string(st));
}
