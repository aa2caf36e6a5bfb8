// SPDX-License-Identifier: Apache-2.0

// Equality and order of values (SPARQL 1.1, 17.3 and 15.1).

#include "expr_internal.h"

#include "array/literal.h"

#include <math.h>

/* ---- Tensors ---- */

/// Return whether all elements are equal; NaN is equal to nothing
static bool
elements_equal(const tercet_tensor_type *type, const void *a, const void *b)
{
  const size_t n = (size_t)type->n_elements;
  if (type->dtype == TERCET_DTYPE_F32) {
    const float *const x = (const float *)a;
    const float *const y = (const float *)b;
    bool equal = true;
    for (size_t i = 0; i < n; ++i) {
      equal &= x[i] == y[i];
    }
    return equal;
  }

  if (type->dtype == TERCET_DTYPE_F64) {
    const double *const x = (const double *)a;
    const double *const y = (const double *)b;
    bool equal = true;
    for (size_t i = 0; i < n; ++i) {
      equal &= x[i] == y[i];
    }
    return equal;
  }

  if (type->dtype == TERCET_DTYPE_F16) {
    // Equal bits that are no NaN, or both zero
    const uint16_t *const x = (const uint16_t *)a;
    const uint16_t *const y = (const uint16_t *)b;
    bool equal = true;
    for (size_t i = 0; i < n; ++i) {
      const bool is_nan = (x[i] & 0x7fffU) > 0x7c00U;
      equal &= !is_nan && (x[i] == y[i] || !((x[i] | y[i]) & 0x7fffU));
    }
    return equal;
  }

  return !type->n_bytes || !memcmp(a, b, type->n_bytes);
}

static bool
tensors_equal(const tercet_tensor_row *a, const tercet_tensor_row *b)
{
  return tercet_tensor_type_equals(a->type, b->type) &&
         elements_equal(a->type, a->data, b->data);
}

/// A total order: dtype, rank, shape, then bytes
static int
order_tensors(const tercet_tensor_row *a, const tercet_tensor_row *b)
{
  if (a->type->dtype != b->type->dtype) {
    return a->type->dtype < b->type->dtype ? -1 : 1;
  }

  if (a->type->rank != b->type->rank) {
    return a->type->rank < b->type->rank ? -1 : 1;
  }

  for (size_t i = 0; i < a->type->rank; ++i) {
    if (a->type->shape[i] != b->type->shape[i]) {
      return a->type->shape[i] < b->type->shape[i] ? -1 : 1;
    }
  }

  return a->type->n_bytes ? memcmp(a->data, b->data, a->type->n_bytes) : 0;
}

/* ---- Equality ---- */

static bool
same_language(const tercet_value *a, const tercet_value *b)
{
  return tercet_string_equals_ignoring_case(a->extra, b->extra);
}

/// Compare literals of which at least one is not understood: they are equal if
/// they are the same term; otherwise nothing is known
static int
opaque_equal(const tercet_value *a, const tercet_value *b)
{
  if (a->kind != b->kind) {
    return -1;
  }

  return a->datatype == b->datatype && tercet_string_equals(a->text, b->text) &&
                 tercet_string_equals(a->extra, b->extra)
             ? 1
             : -1;
}

static int
instants_equal(const tercet_value *a, const tercet_value *b)
{
  if (a->datatype != b->datatype) {
    return 0; // A date is never a dateTime
  }

  const tercet_compared compared =
      tercet_instant_compare(&a->instant, &b->instant);
  return compared == TERCET_COMPARED_ERROR ? -1
                                           : compared == TERCET_COMPARED_EQUAL;
}

static int
same_kind_equal(const tercet_value *a, const tercet_value *b)
{
  switch ((tercet_value_kind)a->kind) {
  case TERCET_VALUE_BOOLEAN:
    return a->boolean == b->boolean;
  case TERCET_VALUE_IRI:
  case TERCET_VALUE_BLANK:
  case TERCET_VALUE_STRING:
    return tercet_string_equals(a->text, b->text);
  case TERCET_VALUE_LANG_STRING:
    return same_language(a, b) && tercet_string_equals(a->text, b->text);
  case TERCET_VALUE_DATE_TIME:
    return instants_equal(a, b);
  case TERCET_VALUE_TENSOR:
    return tensors_equal(&a->tensor, &b->tensor);
  case TERCET_VALUE_TRIPLE:
    return a->id == b->id;
  case TERCET_VALUE_LITERAL:
    return opaque_equal(a, b);
  case TERCET_VALUE_ERROR:
  case TERCET_VALUE_INTEGER:
  case TERCET_VALUE_BIG_INTEGER:
  case TERCET_VALUE_DECIMAL:
  case TERCET_VALUE_BIG_DECIMAL:
  case TERCET_VALUE_FLOAT:
  case TERCET_VALUE_DOUBLE:
    break;
  }

  return -1;
}

int
tercet_value_equal(const tercet_value *a, const tercet_value *b)
{
  if (tercet_value_is_numeric(a) && tercet_value_is_numeric(b)) {
    return tercet_numeric_compare(a, b) == TERCET_COMPARED_EQUAL;
  }

  if (a->kind == TERCET_VALUE_ERROR || b->kind == TERCET_VALUE_ERROR) {
    return -1;
  }

  if (a->kind == b->kind) {
    return same_kind_equal(a, b);
  }

  if (!tercet_value_is_literal(a) || !tercet_value_is_literal(b)) {
    return 0;
  }

  // Two literals of other value spaces are an error as RDFterm-equal has it,
  // but a language tag tells enough
  return a->kind == TERCET_VALUE_LANG_STRING ||
                 b->kind == TERCET_VALUE_LANG_STRING
             ? 0
             : -1;
}

/* ---- The operators < > <= >= ---- */

static tercet_compared
compare_texts(tercet_string a, tercet_string b)
{
  const int compared = tercet_string_compare(a, b);
  return (tercet_compared)((compared > 0) - (compared < 0));
}

tercet_compared
tercet_value_compare(const tercet_value *a, const tercet_value *b)
{
  if (tercet_value_is_numeric(a) && tercet_value_is_numeric(b)) {
    return tercet_numeric_compare(a, b);
  }

  if (a->kind != b->kind) {
    return TERCET_COMPARED_ERROR;
  }

  switch ((tercet_value_kind)a->kind) {
  case TERCET_VALUE_BOOLEAN:
    return (tercet_compared)((int)a->boolean - (int)b->boolean);
  case TERCET_VALUE_STRING:
    return compare_texts(a->text, b->text);
  case TERCET_VALUE_DATE_TIME:
    return a->datatype == b->datatype
               ? tercet_instant_compare(&a->instant, &b->instant)
               : TERCET_COMPARED_ERROR;
  case TERCET_VALUE_ERROR:
  case TERCET_VALUE_IRI:
  case TERCET_VALUE_BLANK:
  case TERCET_VALUE_TRIPLE:
  case TERCET_VALUE_INTEGER:
  case TERCET_VALUE_BIG_INTEGER:
  case TERCET_VALUE_DECIMAL:
  case TERCET_VALUE_BIG_DECIMAL:
  case TERCET_VALUE_FLOAT:
  case TERCET_VALUE_DOUBLE:
  case TERCET_VALUE_LANG_STRING:
  case TERCET_VALUE_TENSOR:
  case TERCET_VALUE_LITERAL:
    break;
  }

  return TERCET_COMPARED_ERROR;
}

tercet_truth
tercet_compared_truth(tercet_expr_kind kind, tercet_compared compared)
{
  if (compared == TERCET_COMPARED_ERROR) {
    return TERCET_TRUTH_ERROR;
  }

  if (compared == TERCET_COMPARED_UNORDERED) {
    return kind == TERCET_EXPR_NOT_EQUAL;
  }

  const int sign = (int)compared;
  return kind == TERCET_EXPR_EQUAL           ? sign == 0
         : kind == TERCET_EXPR_NOT_EQUAL     ? sign != 0
         : kind == TERCET_EXPR_LESS          ? sign < 0
         : kind == TERCET_EXPR_GREATER       ? sign > 0
         : kind == TERCET_EXPR_LESS_EQUAL    ? sign <= 0
         : kind == TERCET_EXPR_GREATER_EQUAL ? sign >= 0
                                             : TERCET_TRUTH_ERROR;
}

/* ---- sameTerm ---- */

tercet_status
tercet_value_same_term(tercet_expr_context *context,
                       const tercet_value *a,
                       const tercet_value *b,
                       tercet_truth *out)
{
  *out = TERCET_TRUTH_ERROR;
  if (a->kind == TERCET_VALUE_ERROR || b->kind == TERCET_VALUE_ERROR) {
    return TERCET_OK;
  }

  if (a->id != TERCET_ID_UNKNOWN && b->id != TERCET_ID_UNKNOWN) {
    *out = a->id == b->id;
    return TERCET_OK;
  }

  *out = false;
  const bool is_literal = tercet_value_is_literal(a);
  if (is_literal != tercet_value_is_literal(b) ||
      (!is_literal && a->kind != b->kind) ||
      (is_literal && a->datatype != b->datatype)) {
    return TERCET_OK;
  }

  const bool same_extra = a->kind == TERCET_VALUE_LANG_STRING
                              ? same_language(a, b)
                              : tercet_string_equals(a->extra, b->extra);
  tercet_string text_a = {NULL, 0};
  tercet_string text_b = {NULL, 0};
  TERCET_TRY(tercet_value_text(context, a, &text_a));
  TERCET_TRY(tercet_value_text(context, b, &text_b));
  *out = same_extra && tercet_string_equals(text_a, text_b);
  return TERCET_OK;
}

/* ---- ORDER BY ---- */

/// The groups of values, in order
typedef enum {
  RANK_UNBOUND,
  RANK_BLANK,
  RANK_IRI,
  RANK_NUMBER,
  RANK_STRING,
  RANK_LANG_STRING,
  RANK_BOOLEAN,
  RANK_DATE_TIME,
  RANK_TENSOR,
  RANK_OTHER,
  RANK_TRIPLE,
} order_rank;

static order_rank
rank_of(const tercet_value *value)
{
  switch ((tercet_value_kind)value->kind) {
  case TERCET_VALUE_ERROR:
    return RANK_UNBOUND;
  case TERCET_VALUE_BLANK:
    return RANK_BLANK;
  case TERCET_VALUE_IRI:
    return RANK_IRI;
  case TERCET_VALUE_INTEGER:
  case TERCET_VALUE_BIG_INTEGER:
  case TERCET_VALUE_DECIMAL:
  case TERCET_VALUE_BIG_DECIMAL:
  case TERCET_VALUE_FLOAT:
  case TERCET_VALUE_DOUBLE:
    return RANK_NUMBER;
  case TERCET_VALUE_STRING:
    return RANK_STRING;
  case TERCET_VALUE_LANG_STRING:
    return RANK_LANG_STRING;
  case TERCET_VALUE_BOOLEAN:
    return RANK_BOOLEAN;
  case TERCET_VALUE_DATE_TIME:
    return RANK_DATE_TIME;
  case TERCET_VALUE_TENSOR:
    return RANK_TENSOR;
  case TERCET_VALUE_LITERAL:
    return RANK_OTHER;
  case TERCET_VALUE_TRIPLE:
    return RANK_TRIPLE;
  }

  return RANK_OTHER;
}

static int
order_opaque(const tercet_value *a, const tercet_value *b)
{
  const int datatype = tercet_string_compare(tercet_value_datatype_iri(a),
                                             tercet_value_datatype_iri(b));
  return datatype ? datatype : tercet_string_compare(a->text, b->text);
}

int
tercet_value_order(const tercet_value *a, const tercet_value *b)
{
  const order_rank rank = rank_of(a);
  const order_rank rank_b = rank_of(b);
  if (rank != rank_b) {
    return rank < rank_b ? -1 : 1;
  }

  int order = 0;
  switch (rank) {
  case RANK_UNBOUND:
    return 0;
  case RANK_NUMBER:
    return tercet_numeric_order(a, b);
  case RANK_BLANK:
  case RANK_IRI:
  case RANK_STRING:
    return tercet_string_compare(a->text, b->text);
  case RANK_LANG_STRING:
    order = tercet_string_compare(a->text, b->text);
    return order ? order : tercet_string_compare(a->extra, b->extra);
  case RANK_BOOLEAN:
    return (int)a->boolean - (int)b->boolean;
  case RANK_DATE_TIME:
    if (a->datatype != b->datatype) {
      return a->datatype < b->datatype ? -1 : 1;
    }
    return tercet_instant_order(&a->instant, &b->instant);
  case RANK_TENSOR:
    return order_tensors(&a->tensor, &b->tensor);
  case RANK_OTHER:
    return order_opaque(a, b);
  case RANK_TRIPLE:
    return (a->id > b->id) - (a->id < b->id);
  }

  return 0;
}
