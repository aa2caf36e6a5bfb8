// SPDX-License-Identifier: Apache-2.0

// Truth values of BOUND, sameTerm and the tests of a term's kind.  Columns are
// judged by their ids.

#include "expr_internal.h"

static tercet_status
truth_of_bound(const tercet_compiled_expr *expr,
               const tercet_frame *frame,
               tercet_truth *out)
{
  const tercet_compiled_expr *const arg = expr->args[0];
  for (size_t i = 0; i < frame->n_rows; ++i) {
    out[i] = arg->kind == TERCET_EXPR_TERM ||
             (tercet_expr_is_column(arg) &&
              tercet_expr_column_ids(arg, frame)[tercet_frame_row(frame, i)] !=
                  TERCET_ID_NONE);
  }

  return TERCET_OK;
}

/// Return whether an id stands for the expression in each row
static bool
has_ids(const tercet_compiled_expr *expr)
{
  return tercet_expr_is_column(expr) || (expr->kind == TERCET_EXPR_TERM &&
                                         expr->value.id != TERCET_ID_UNKNOWN);
}

static tercet_id
id_at(const tercet_compiled_expr *expr, const tercet_frame *frame, size_t i)
{
  return expr->kind == TERCET_EXPR_TERM
             ? expr->value.id
             : tercet_expr_column_ids(expr, frame)[tercet_frame_row(frame, i)];
}

static void
truth_of_same_ids(const tercet_compiled_expr *expr,
                  const tercet_frame *frame,
                  tercet_truth *out)
{
  for (size_t i = 0; i < frame->n_rows; ++i) {
    const tercet_id a = id_at(expr->args[0], frame, i);
    const tercet_id b = id_at(expr->args[1], frame, i);
    out[i] = a == TERCET_ID_NONE || b == TERCET_ID_NONE
                 ? TERCET_TRUTH_ERROR
                 : (tercet_truth)(a == b);
  }
}

static tercet_status
truth_of_same_term(const tercet_compiled_expr *expr,
                   tercet_expr_context *context,
                   const tercet_frame *frame,
                   tercet_truth *out)
{
  if (has_ids(expr->args[0]) && has_ids(expr->args[1])) {
    truth_of_same_ids(expr, frame, out);
    return TERCET_OK;
  }

  tercet_value_column a = {NULL, false};
  tercet_value_column b = {NULL, false};
  TERCET_TRY(tercet_expr_values(expr->args[0], context, frame, &a));
  TERCET_TRY(tercet_expr_values(expr->args[1], context, frame, &b));
  for (size_t i = 0; i < frame->n_rows; ++i) {
    TERCET_TRY(tercet_value_same_term(
        context, tercet_value_at(&a, i), tercet_value_at(&b, i), &out[i]));
  }

  return TERCET_OK;
}

static tercet_truth
test_kind(tercet_builtin builtin, const tercet_value *value)
{
  if (value->kind == TERCET_VALUE_ERROR) {
    return TERCET_TRUTH_ERROR;
  }

  return builtin == TERCET_BUILTIN_ISBLANK ? value->kind == TERCET_VALUE_BLANK
         : builtin == TERCET_BUILTIN_ISLITERAL ? tercet_value_is_literal(value)
         : builtin == TERCET_BUILTIN_ISNUMERIC
             ? tercet_value_is_numeric(value)
             : value->kind == TERCET_VALUE_IRI;
}

/// Return what an id tells about its kind, or TERCET_TRUTH_UNDECIDED
static tercet_truth
test_id(tercet_builtin builtin, tercet_id id)
{
  const tercet_tag tag = tercet_id_tag(id);
  if (tag == TERCET_TAG_NONE) {
    return TERCET_TRUTH_ERROR;
  }

  if (builtin == TERCET_BUILTIN_ISNUMERIC) {
    return tag == TERCET_TAG_LITERAL
               ? TERCET_TRUTH_UNDECIDED
               : tag == TERCET_TAG_INTEGER || tag == TERCET_TAG_DECIMAL ||
                     tag == TERCET_TAG_DOUBLE;
  }

  return builtin == TERCET_BUILTIN_ISBLANK     ? tag == TERCET_TAG_BLANK
         : builtin == TERCET_BUILTIN_ISLITERAL ? tercet_id_is_literal(id)
                                               : tag == TERCET_TAG_IRI;
}

static tercet_status
truth_of_column_test(const tercet_compiled_expr *expr,
                     tercet_expr_context *context,
                     const tercet_frame *frame,
                     tercet_truth *out)
{
  for (size_t i = 0; i < frame->n_rows; ++i) {
    const tercet_id id = id_at(expr->args[0], frame, i);
    out[i] = test_id(expr->builtin, id);
    if (out[i] == TERCET_TRUTH_UNDECIDED) {
      tercet_value value;
      TERCET_TRY(tercet_value_from_id(context, id, &value));
      out[i] = test_kind(expr->builtin, &value);
    }
  }

  return TERCET_OK;
}

tercet_status
tercet_truth_of_test(const tercet_compiled_expr *expr,
                     tercet_expr_context *context,
                     const tercet_frame *frame,
                     tercet_truth *out)
{
  if (expr->builtin == TERCET_BUILTIN_BOUND) {
    return truth_of_bound(expr, frame, out);
  }

  if (expr->builtin == TERCET_BUILTIN_SAMETERM) {
    return truth_of_same_term(expr, context, frame, out);
  }

  if (tercet_expr_is_column(expr->args[0])) {
    return truth_of_column_test(expr, context, frame, out);
  }

  tercet_value_column column = {NULL, false};
  TERCET_TRY(tercet_expr_values(expr->args[0], context, frame, &column));
  for (size_t i = 0; i < frame->n_rows; ++i) {
    out[i] = test_kind(expr->builtin, tercet_value_at(&column, i));
  }

  return TERCET_OK;
}
