// SPDX-License-Identifier: Apache-2.0

// Evaluation to truth values: the logical operators, and filters.

#include "expr_internal.h"

bool
tercet_expr_is_logical(const tercet_compiled_expr *expr)
{
  switch (expr->kind) {
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
    return true;
  case TERCET_EXPR_BUILTIN:
    return expr->builtin == TERCET_BUILTIN_BOUND ||
           expr->builtin == TERCET_BUILTIN_SAMETERM ||
           expr->builtin == TERCET_BUILTIN_ISIRI ||
           expr->builtin == TERCET_BUILTIN_ISURI ||
           expr->builtin == TERCET_BUILTIN_ISBLANK ||
           expr->builtin == TERCET_BUILTIN_ISLITERAL ||
           expr->builtin == TERCET_BUILTIN_ISNUMERIC;
  case TERCET_EXPR_VARIABLE:
  case TERCET_EXPR_TERM:
  case TERCET_EXPR_ADD:
  case TERCET_EXPR_SUBTRACT:
  case TERCET_EXPR_MULTIPLY:
  case TERCET_EXPR_DIVIDE:
  case TERCET_EXPR_PLUS:
  case TERCET_EXPR_MINUS:
  case TERCET_EXPR_FUNCTION:
  case TERCET_EXPR_AGGREGATE:
  case TERCET_EXPR_EXISTS:
  case TERCET_EXPR_NOT_EXISTS:
    break;
  }

  return false;
}

/* ---- || and && ---- */

/// Evaluate the right side only where the left one does not decide
static tercet_status
truth_of_junction(tercet_compiled_expr *expr,
                  tercet_expr_context *context,
                  const tercet_frame *frame,
                  tercet_truth *out)
{
  const tercet_truth absorbing = expr->kind == TERCET_EXPR_OR;
  const size_t n_rows = frame->n_rows;
  uint32_t *const positions = (uint32_t *)tercet_arena_allocate(
      context->call.arena, (2U * n_rows + 1U) * sizeof(uint32_t));
  tercet_truth *const right =
      (tercet_truth *)tercet_arena_allocate(context->call.arena, n_rows + 1U);
  if (!positions || !right) {
    return TERCET_ERR_NO_MEMORY;
  }

  TERCET_TRY(tercet_expr_truth(expr->args[0], context, frame, out));
  uint32_t *const rows = positions + n_rows;
  size_t n_open = 0;
  for (size_t i = 0; i < n_rows; ++i) {
    if (out[i] != absorbing) {
      positions[n_open] = (uint32_t)i;
      rows[n_open++] = tercet_frame_row(frame, i);
    }
  }
  if (!n_open) {
    return TERCET_OK;
  }

  const tercet_frame open = {frame->batch, rows, n_open};
  TERCET_TRY(tercet_expr_truth(expr->args[1], context, &open, right));
  for (size_t i = 0; i < n_open; ++i) {
    out[positions[i]] =
        tercet_truth_combine(out[positions[i]], right[i], absorbing);
  }

  return TERCET_OK;
}

/* ---- All of them ---- */

/// Take the effective boolean value of what is no truth value by nature
static tercet_status
truth_of_any(tercet_compiled_expr *expr,
             tercet_expr_context *context,
             const tercet_frame *frame,
             tercet_truth *out)
{
  tercet_value_column column = {NULL, false};
  TERCET_TRY(tercet_expr_values(expr, context, frame, &column));
  for (size_t i = 0; i < frame->n_rows; ++i) {
    out[i] =
        tercet_truth_from_int(tercet_value_truth(tercet_value_at(&column, i)));
  }

  return TERCET_OK;
}

static tercet_status
truth_of_not(const tercet_compiled_expr *expr,
             tercet_expr_context *context,
             const tercet_frame *frame,
             tercet_truth *out)
{
  TERCET_TRY(tercet_expr_truth(expr->args[0], context, frame, out));
  for (size_t i = 0; i < frame->n_rows; ++i) {
    out[i] = tercet_truth_negated(out[i]);
  }

  return TERCET_OK;
}

tercet_status
tercet_expr_truth(tercet_compiled_expr *expr,
                  tercet_expr_context *context,
                  const tercet_frame *frame,
                  tercet_truth *out)
{
  if (!tercet_expr_is_logical(expr)) {
    return truth_of_any(expr, context, frame, out);
  }

  switch (expr->kind) {
  case TERCET_EXPR_OR:
  case TERCET_EXPR_AND:
    return truth_of_junction(expr, context, frame, out);
  case TERCET_EXPR_NOT:
    return truth_of_not(expr, context, frame, out);
  case TERCET_EXPR_IN:
  case TERCET_EXPR_NOT_IN:
    return tercet_truth_of_in(expr, context, frame, out);
  case TERCET_EXPR_BUILTIN:
    return tercet_truth_of_test(expr, context, frame, out);
  case TERCET_EXPR_EQUAL:
  case TERCET_EXPR_NOT_EQUAL:
  case TERCET_EXPR_LESS:
  case TERCET_EXPR_GREATER:
  case TERCET_EXPR_LESS_EQUAL:
  case TERCET_EXPR_GREATER_EQUAL:
    return tercet_truth_of_comparison(
        expr->kind, expr->args[0], expr->args[1], context, frame, out);
  case TERCET_EXPR_VARIABLE:
  case TERCET_EXPR_TERM:
  case TERCET_EXPR_ADD:
  case TERCET_EXPR_SUBTRACT:
  case TERCET_EXPR_MULTIPLY:
  case TERCET_EXPR_DIVIDE:
  case TERCET_EXPR_PLUS:
  case TERCET_EXPR_MINUS:
  case TERCET_EXPR_FUNCTION:
  case TERCET_EXPR_AGGREGATE:
  case TERCET_EXPR_EXISTS:
  case TERCET_EXPR_NOT_EXISTS:
    break;
  }

  return TERCET_ERR_INTERNAL;
}

/* ---- Filters ---- */

/// Keep the rows of a list where the expression holds.  A conjunction is
/// taken side by side: an error on either side drops the row as well.
static tercet_status
keep_rows(tercet_compiled_expr *expr,
          tercet_expr_context *context,
          const tercet_batch *batch,
          uint32_t *rows,
          size_t *n_rows)
{
  if (!*n_rows) {
    return TERCET_OK;
  }

  if (expr->kind == TERCET_EXPR_AND) {
    TERCET_TRY(keep_rows(expr->args[0], context, batch, rows, n_rows));
    return keep_rows(expr->args[1], context, batch, rows, n_rows);
  }

  tercet_truth *const truth =
      (tercet_truth *)tercet_arena_allocate(context->call.arena, *n_rows);
  if (!truth) {
    return TERCET_ERR_NO_MEMORY;
  }

  // As long as no row is dropped the list needs not be looked at
  const tercet_frame frame = {
      batch, *n_rows == batch->n_rows ? NULL : rows, *n_rows};
  TERCET_TRY(tercet_expr_truth(expr, context, &frame, truth));
  size_t n = 0;
  for (size_t i = 0; i < *n_rows; ++i) {
    rows[n] = rows[i];
    n += truth[i] == 1U;
  }

  *n_rows = n;
  return TERCET_OK;
}

tercet_status
tercet_expr_filter(tercet_compiled_expr *expr,
                   tercet_expr_context *context,
                   const tercet_batch *batch,
                   uint32_t *rows,
                   size_t *n_rows,
                   tercet_error *err)
{
  for (size_t i = 0; i < batch->n_rows; ++i) {
    rows[i] = (uint32_t)i;
  }

  *n_rows = batch->n_rows;
  const tercet_status st = keep_rows(expr, context, batch, rows, n_rows);
  return st == TERCET_OK
             ? st
             : tercet_error_set(err, st, "%s", tercet_status_string(st));
}
