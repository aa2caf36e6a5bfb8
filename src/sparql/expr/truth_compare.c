// SPDX-License-Identifier: Apache-2.0

// Truth values of comparisons and IN.  Comparing a column with a constant looks
// at ids where they tell enough, and makes values only of the rest.

#include "expr_internal.h"

#include "store/inline_value.h"

static tercet_truth
compare_values(tercet_expr_kind kind,
               const tercet_value *a,
               const tercet_value *b)
{
  if (kind == TERCET_EXPR_EQUAL) {
    return tercet_truth_from_int(tercet_value_equal(a, b));
  }

  return kind == TERCET_EXPR_NOT_EQUAL
             ? tercet_truth_negated(
                   tercet_truth_from_int(tercet_value_equal(a, b)))
             : tercet_compared_truth(kind, tercet_value_compare(a, b));
}

/// Return whether two ids are equal for `=`, or TERCET_TRUTH_UNDECIDED where
/// their values must be looked at
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
  return a_node || b_node ? 0U : TERCET_TRUTH_UNDECIDED;
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
    if (equal == TERCET_TRUTH_UNDECIDED) {
      tercet_value value;
      TERCET_TRY(tercet_value_from_id(context, id, &value));
      equal = tercet_truth_from_int(tercet_value_equal(&value, constant));
    }
    out[i] = negate ? tercet_truth_negated(equal) : equal;
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
    if (equal == TERCET_TRUTH_UNDECIDED) {
      tercet_value va;
      tercet_value vb;
      TERCET_TRY(tercet_value_from_id(context, a[row], &va));
      TERCET_TRY(tercet_value_from_id(context, b[row], &vb));
      equal = tercet_truth_from_int(tercet_value_equal(&va, &vb));
    }
    out[i] = negate ? tercet_truth_negated(equal) : equal;
  }

  return TERCET_OK;
}

static tercet_status
truth_of_values(tercet_expr_kind kind,
                tercet_compiled_expr *left,
                tercet_compiled_expr *right,
                tercet_expr_context *context,
                const tercet_frame *frame,
                tercet_truth *out)
{
  tercet_value_column a = {NULL, false};
  tercet_value_column b = {NULL, false};
  TERCET_TRY(tercet_expr_values(left, context, frame, &a));
  TERCET_TRY(tercet_expr_values(right, context, frame, &b));
  for (size_t i = 0; i < frame->n_rows; ++i) {
    out[i] =
        compare_values(kind, tercet_value_at(&a, i), tercet_value_at(&b, i));
  }

  return TERCET_OK;
}

tercet_status
tercet_truth_of_comparison(tercet_expr_kind kind,
                           tercet_compiled_expr *left,
                           tercet_compiled_expr *right,
                           tercet_expr_context *context,
                           const tercet_frame *frame,
                           tercet_truth *out)
{
  if (!tercet_expr_is_column(left) && tercet_expr_is_column(right)) {
    return tercet_truth_of_comparison(
        tercet_comparison_mirrored(kind), right, left, context, frame, out);
  }

  const bool negate = kind == TERCET_EXPR_NOT_EQUAL;
  const bool is_equality = kind == TERCET_EXPR_EQUAL || negate;
  const tercet_value *const constant = tercet_compiled_expr_constant(right);
  if (!tercet_expr_is_column(left) ||
      (is_equality && constant && constant->id == TERCET_ID_UNKNOWN)) {
    return truth_of_values(kind, left, right, context, frame, out);
  }

  const tercet_id *const ids = tercet_expr_column_ids(left, frame);
  if (constant) {
    return is_equality ? truth_of_constant_equality(
                             ids, constant, negate, context, frame, out)
                       : truth_of_constant_order(
                             kind, ids, constant, context, frame, out);
  }

  return is_equality && tercet_expr_is_column(right)
             ? truth_of_columns_equality(ids,
                                         tercet_expr_column_ids(right, frame),
                                         negate,
                                         context,
                                         frame,
                                         out)
             : truth_of_values(kind, left, right, context, frame, out);
}

/// Set `out` to whether one argument of IN is equal; `needle` holds the values
/// of the first one unless it is a column, which is compared by id
static tercet_status
truth_of_member(const tercet_compiled_expr *expr,
                const tercet_value_column *needle,
                size_t i_arg,
                tercet_expr_context *context,
                const tercet_frame *frame,
                tercet_truth *out)
{
  tercet_value_column column = {NULL, false};
  if (!needle->values) {
    return tercet_truth_of_comparison(TERCET_EXPR_EQUAL,
                                      expr->args[0],
                                      expr->args[i_arg],
                                      context,
                                      frame,
                                      out);
  }

  TERCET_TRY(tercet_expr_values(expr->args[i_arg], context, frame, &column));
  for (size_t i = 0; i < frame->n_rows; ++i) {
    out[i] = tercet_truth_from_int(tercet_value_equal(
        tercet_value_at(needle, i), tercet_value_at(&column, i)));
  }

  return TERCET_OK;
}

/// IN: the first equal argument decides; an error counts if there is none
tercet_status
tercet_truth_of_in(const tercet_compiled_expr *expr,
                   tercet_expr_context *context,
                   const tercet_frame *frame,
                   tercet_truth *out)
{
  tercet_value_column needle = {NULL, false};
  tercet_truth *const equal = (tercet_truth *)tercet_arena_allocate(
      context->call.arena, frame->n_rows + 1U);
  if (!equal) {
    return TERCET_ERR_NO_MEMORY;
  }

  if (!tercet_expr_is_column(expr->args[0])) {
    TERCET_TRY(tercet_expr_values(expr->args[0], context, frame, &needle));
  }

  memset(out, 0, frame->n_rows);
  for (size_t i_arg = 1; i_arg < expr->n_args; ++i_arg) {
    TERCET_TRY(truth_of_member(expr, &needle, i_arg, context, frame, equal));
    for (size_t i = 0; i < frame->n_rows; ++i) {
      out[i] = tercet_truth_combine(out[i], equal[i], 1U);
    }
  }

  for (size_t i = 0; expr->kind == TERCET_EXPR_NOT_IN && i < frame->n_rows;
       ++i) {
    out[i] = tercet_truth_negated(out[i]);
  }

  return TERCET_OK;
}
