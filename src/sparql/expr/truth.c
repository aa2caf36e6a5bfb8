// SPDX-License-Identifier: Apache-2.0

// Evaluation to truth values: the logical operators, comparisons and tests,
// and filters.  Comparing a column with a constant looks at ids where they
// tell enough, and makes values only of the rest.

#include "expr_internal.h"

#include "store/inline_value.h"

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

static const tercet_id *
column_ids(const tercet_compiled_expr *expr, const tercet_frame *frame)
{
  return frame->batch->columns[expr->column];
}

static tercet_truth
negated(tercet_truth truth)
{
  return truth == TERCET_TRUTH_ERROR ? truth : (tercet_truth)!truth;
}

/* ---- || and && ---- */

/**
   Combine two truth values (SPARQL 1.1, 17.2).

   `absorbing` is the value that decides alone: 1 for ||, 0 for &&.  An error
   is only left where the other side does not decide.
*/
static tercet_truth
combine(tercet_truth a, tercet_truth b, tercet_truth absorbing)
{
  if (a == absorbing || b == absorbing) {
    return absorbing;
  }

  return a == TERCET_TRUTH_ERROR || b == TERCET_TRUTH_ERROR
             ? TERCET_TRUTH_ERROR
             : (tercet_truth)!absorbing;
}

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
    out[positions[i]] = combine(out[positions[i]], right[i], absorbing);
  }

  return TERCET_OK;
}

/* ---- Comparisons ---- */

static tercet_truth
compare_values(tercet_expr_kind kind,
               const tercet_value *a,
               const tercet_value *b)
{
  if (kind == TERCET_EXPR_EQUAL) {
    return tercet_truth_from_int(tercet_value_equal(a, b));
  }

  return kind == TERCET_EXPR_NOT_EQUAL
             ? negated(tercet_truth_from_int(tercet_value_equal(a, b)))
             : tercet_compared_truth(kind, tercet_value_compare(a, b));
}

/// Return the operator for the operands the other way round
static tercet_expr_kind
mirrored(tercet_expr_kind kind)
{
  return kind == TERCET_EXPR_LESS            ? TERCET_EXPR_GREATER
         : kind == TERCET_EXPR_GREATER       ? TERCET_EXPR_LESS
         : kind == TERCET_EXPR_LESS_EQUAL    ? TERCET_EXPR_GREATER_EQUAL
         : kind == TERCET_EXPR_GREATER_EQUAL ? TERCET_EXPR_LESS_EQUAL
                                             : kind;
}

/// Neither true, false nor an error: the ids do not tell
#define UNDECIDED ((tercet_truth)3U)

/// Return whether two ids are equal for `=`, or UNDECIDED where their values
/// must be looked at
static tercet_truth
equal_ids(tercet_id a, tercet_id b)
{
  const tercet_tag tag = tercet_id_tag(a);
  const tercet_tag tag_b = tercet_id_tag(b);
  if (tag == TERCET_TAG_NONE || tag_b == TERCET_TAG_NONE) {
    return TERCET_TRUTH_ERROR;
  }

  const bool by_id = tag == TERCET_TAG_IRI || tag == TERCET_TAG_BLANK ||
                     tag == TERCET_TAG_STRING || tag == TERCET_TAG_INTEGER ||
                     tag == TERCET_TAG_BOOLEAN;
  if (by_id && tag == tag_b) {
    return a == b;
  }

  // A node that is no literal equals nothing of another kind
  const bool a_node = tag == TERCET_TAG_IRI || tag == TERCET_TAG_BLANK;
  const bool b_node = tag_b == TERCET_TAG_IRI || tag_b == TERCET_TAG_BLANK;
  return a_node || b_node ? 0U : UNDECIDED;
}

/// Compare a column with a constant that has an id
static tercet_status
truth_of_constant_equality(const tercet_id *ids,
                           const tercet_value *constant,
                           bool negate,
                           tercet_expr_context *context,
                           const tercet_frame *frame,
                           tercet_truth *out)
{
  for (size_t i = 0; i < frame->n_rows; ++i) {
    const tercet_id id = ids[tercet_frame_row(frame, i)];
    tercet_truth equal = equal_ids(id, constant->id);
    if (equal == UNDECIDED) {
      tercet_value value;
      TERCET_TRY(tercet_value_from_id(context, id, &value));
      equal = tercet_truth_from_int(tercet_value_equal(&value, constant));
    }
    out[i] = negate ? negated(equal) : equal;
  }

  return TERCET_OK;
}

/// Return an id that inline integers are less than, equal to or greater than
/// as they are of a number
static tercet_id
integer_bound(int64_t number)
{
  tercet_id id = TERCET_ID_NONE;
  if (tercet_inline_from_integer(number, &id)) {
    return id;
  }

  return number < 0 ? tercet_id_make(TERCET_TAG_INTEGER, 0) - 1U
                    : tercet_id_make((tercet_tag)(TERCET_TAG_INTEGER + 1), 0);
}

/// Compare a column with a constant by `<` and its like.  Inline integers are
/// in the order of their ids.
static tercet_status
truth_of_constant_order(tercet_expr_kind kind,
                        const tercet_id *ids,
                        const tercet_value *constant,
                        tercet_expr_context *context,
                        const tercet_frame *frame,
                        tercet_truth *out)
{
  const bool is_integer = constant->kind == TERCET_VALUE_INTEGER;
  const tercet_id bound = is_integer ? integer_bound(constant->integer) : 0;
  const tercet_truth less = tercet_compared_truth(kind, TERCET_COMPARED_LESS);
  const tercet_truth equal = tercet_compared_truth(kind, TERCET_COMPARED_EQUAL);
  const tercet_truth more =
      tercet_compared_truth(kind, TERCET_COMPARED_GREATER);
  for (size_t i = 0; i < frame->n_rows; ++i) {
    const tercet_id id = ids[tercet_frame_row(frame, i)];
    if (is_integer && tercet_id_tag(id) == TERCET_TAG_INTEGER) {
      out[i] = id < bound ? less : id > bound ? more : equal;
    } else {
      tercet_value value;
      TERCET_TRY(tercet_value_from_id(context, id, &value));
      out[i] =
          tercet_compared_truth(kind, tercet_value_compare(&value, constant));
    }
  }

  return TERCET_OK;
}

static tercet_status
truth_of_columns_equality(const tercet_id *a,
                          const tercet_id *b,
                          bool negate,
                          tercet_expr_context *context,
                          const tercet_frame *frame,
                          tercet_truth *out)
{
  for (size_t i = 0; i < frame->n_rows; ++i) {
    const uint32_t row = tercet_frame_row(frame, i);
    tercet_truth equal = equal_ids(a[row], b[row]);
    if (equal == UNDECIDED) {
      tercet_value va;
      tercet_value vb;
      TERCET_TRY(tercet_value_from_id(context, a[row], &va));
      TERCET_TRY(tercet_value_from_id(context, b[row], &vb));
      equal = tercet_truth_from_int(tercet_value_equal(&va, &vb));
    }
    out[i] = negate ? negated(equal) : equal;
  }

  return TERCET_OK;
}

static tercet_status
truth_of_values(tercet_compiled_expr *expr,
                tercet_expr_context *context,
                const tercet_frame *frame,
                tercet_truth *out)
{
  tercet_value_column a = {NULL, false};
  tercet_value_column b = {NULL, false};
  TERCET_TRY(tercet_expr_values(expr->args[0], context, frame, &a));
  TERCET_TRY(tercet_expr_values(expr->args[1], context, frame, &b));
  for (size_t i = 0; i < frame->n_rows; ++i) {
    out[i] = compare_values(
        expr->kind, tercet_value_at(&a, i), tercet_value_at(&b, i));
  }

  return TERCET_OK;
}

static bool
is_column(const tercet_compiled_expr *expr)
{
  return expr->kind == TERCET_EXPR_VARIABLE && expr->column >= 0;
}

static tercet_status
truth_of_comparison(tercet_compiled_expr *expr,
                    tercet_expr_context *context,
                    const tercet_frame *frame,
                    tercet_truth *out)
{
  const tercet_compiled_expr *column = expr->args[0];
  const tercet_compiled_expr *other = expr->args[1];
  tercet_expr_kind kind = expr->kind;
  if (!is_column(column)) {
    column = expr->args[1];
    other = expr->args[0];
    kind = mirrored(kind);
  }

  const bool is_equality =
      kind == TERCET_EXPR_EQUAL || kind == TERCET_EXPR_NOT_EQUAL;
  const bool negate = kind == TERCET_EXPR_NOT_EQUAL;
  if (is_column(column) && other->kind == TERCET_EXPR_TERM) {
    const tercet_id *const ids = column_ids(column, frame);
    return is_equality && other->value.id != TERCET_ID_UNKNOWN
               ? truth_of_constant_equality(
                     ids, &other->value, negate, context, frame, out)
           : is_equality ? truth_of_values(expr, context, frame, out)
                         : truth_of_constant_order(
                               kind, ids, &other->value, context, frame, out);
  }

  if (is_equality && is_column(column) && is_column(other)) {
    return truth_of_columns_equality(column_ids(column, frame),
                                     column_ids(other, frame),
                                     negate,
                                     context,
                                     frame,
                                     out);
  }

  return truth_of_values(expr, context, frame, out);
}

/// IN: the first equal argument decides; an error counts if there is none
static tercet_status
truth_of_in(const tercet_compiled_expr *expr,
            tercet_expr_context *context,
            const tercet_frame *frame,
            tercet_truth *out)
{
  tercet_value_column needle = {NULL, false};
  TERCET_TRY(tercet_expr_values(expr->args[0], context, frame, &needle));
  memset(out, 0, frame->n_rows);
  for (size_t i_arg = 1; i_arg < expr->n_args; ++i_arg) {
    tercet_value_column column = {NULL, false};
    TERCET_TRY(tercet_expr_values(expr->args[i_arg], context, frame, &column));
    for (size_t i = 0; i < frame->n_rows; ++i) {
      if (out[i] != 1U) {
        const int equal = tercet_value_equal(tercet_value_at(&needle, i),
                                             tercet_value_at(&column, i));
        out[i] = combine(out[i], tercet_truth_from_int(equal), 1U);
      }
    }
  }

  for (size_t i = 0; expr->kind == TERCET_EXPR_NOT_IN && i < frame->n_rows;
       ++i) {
    out[i] = negated(out[i]);
  }

  return TERCET_OK;
}

/* ---- Tests ---- */

static tercet_status
truth_of_bound(const tercet_compiled_expr *expr,
               const tercet_frame *frame,
               tercet_truth *out)
{
  const tercet_compiled_expr *const arg = expr->args[0];
  for (size_t i = 0; i < frame->n_rows; ++i) {
    out[i] =
        arg->kind == TERCET_EXPR_TERM ||
        (is_column(arg) &&
         column_ids(arg, frame)[tercet_frame_row(frame, i)] != TERCET_ID_NONE);
  }

  return TERCET_OK;
}

static tercet_status
truth_of_same_term(const tercet_compiled_expr *expr,
                   tercet_expr_context *context,
                   const tercet_frame *frame,
                   tercet_truth *out)
{
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

static tercet_status
truth_of_test(const tercet_compiled_expr *expr,
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

  tercet_value_column column = {NULL, false};
  TERCET_TRY(tercet_expr_values(expr->args[0], context, frame, &column));
  for (size_t i = 0; i < frame->n_rows; ++i) {
    out[i] = test_kind(expr->builtin, tercet_value_at(&column, i));
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
    out[i] = negated(out[i]);
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
    return truth_of_in(expr, context, frame, out);
  case TERCET_EXPR_BUILTIN:
    return truth_of_test(expr, context, frame, out);
  case TERCET_EXPR_EQUAL:
  case TERCET_EXPR_NOT_EQUAL:
  case TERCET_EXPR_LESS:
  case TERCET_EXPR_GREATER:
  case TERCET_EXPR_LESS_EQUAL:
  case TERCET_EXPR_GREATER_EQUAL:
    return truth_of_comparison(expr, context, frame, out);
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
