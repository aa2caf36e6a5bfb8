// SPDX-License-Identifier: Apache-2.0

/// What a function is given: tensors, numbers, names of dtypes, ranges, and
/// the text of a call for messages

#include "rdftensor/rdftensor_internal.h"

#include "array/literal.h"
#include "array/shape.h"
#include "base/number.h"
#include "base/string_view.h"

#include <math.h>
#include <string.h>

/// Return the position of an argument as people count
static size_t
ordinal(size_t i)
{
  return i + 1U;
}

/// Arguments that a described call shows at the most
#define MAX_DESCRIBED 4U

tercet_status
tercet_row_fail_argument(const tercet_row_call *row,
                         tercet_status status,
                         size_t i,
                         const char *what)
{
  char value[64];
  if (i < MAX_DESCRIBED || !row->err) {
    return tercet_error_set(
        row->err, status, "argument %zu %s", ordinal(i), what);
  }
  return tercet_error_set(
      row->err,
      status,
      "argument %zu, %s, %s",
      ordinal(i),
      tercet_value_describe(row->args[i], value, sizeof(value)),
      what);
}

/* ---- Tensors ---- */

/// tercet_literal_room::room: elements that nobody looks at
static void *
waste_room(void *context, size_t n_bytes)
{
  return tercet_arena_allocate((tercet_arena *)context, n_bytes);
}

/// Fail because of a literal, and say what is wrong with it
static tercet_status
fail_literal(const tercet_row_call *row, size_t i)
{
  tercet_tensor_type type;
  tercet_error why = {0};
  const tercet_literal_room room = {waste_room, row->call->arena};
  if (!row->err ||
      tercet_literal_read(row->args[i]->text, false, &room, &type, &why) !=
          TERCET_ERR_SYNTAX) {
    return tercet_row_fail_argument(
        row, TERCET_ERR_TYPE, i, "is an ill-typed tensor literal");
  }
  return tercet_error_set(row->err,
                          TERCET_ERR_TYPE,
                          "argument %zu is an ill-typed tensor literal: %.200s",
                          ordinal(i),
                          why.message);
}

tercet_status
tercet_row_tensor(tercet_row_call *row, size_t i, tercet_tensor_row *out)
{
  const tercet_value *const value = row->args[i];
  if (value->kind == TERCET_VALUE_TENSOR) {
    *out = value->tensor;
    return tercet_row_work(row, (size_t)out->type->n_elements);
  }

  const bool is_ill_typed = value->kind == TERCET_VALUE_LITERAL &&
                            tercet_datatype_is_tensor(value->datatype);
  return is_ill_typed ? fail_literal(row, i)
                      : tercet_row_fail_argument(
                            row, TERCET_ERR_TYPE, i, "is no tensor");
}

/* ---- Numbers ---- */

tercet_status
tercet_row_number(tercet_row_call *row, size_t i, double *out)
{
  return tercet_value_to_double(row->args[i], out)
             ? TERCET_OK
             : tercet_row_fail_argument(
                   row, TERCET_ERR_TYPE, i, "is no number");
}

static bool
double_to_i64(double number, int64_t *out)
{
  // The upper bound, 2^63, is the first double that does not fit
  if (!(number >= -0x1p63 && number < 0x1p63) || number != trunc(number)) {
    return false;
  }

  *out = (int64_t)number;
  return true;
}

/// Set `out` to the value of any XSD number that is a 64-bit integer
static bool
to_integer(const tercet_value *value, int64_t *out)
{
  if (value->kind == TERCET_VALUE_FLOAT || value->kind == TERCET_VALUE_DOUBLE) {
    return double_to_i64(value->number, out);
  }
  if (value->kind == TERCET_VALUE_DECIMAL) {
    *out = value->integer;
    return !value->scale; // Decimals are in lowest terms
  }
  return tercet_value_to_i64(value, out);
}

tercet_status
tercet_row_integer(tercet_row_call *row, size_t i, int64_t *out)
{
  double number = 0.0;
  TERCET_TRY(tercet_row_number(row, i, &number));
  return to_integer(row->args[i], out)
             ? TERCET_OK
             : tercet_row_fail_argument(
                   row, TERCET_ERR_RANGE, i, "is no 64-bit integer");
}

/* ---- Other arguments ---- */

tercet_status
tercet_row_dtype(tercet_row_call *row, size_t i, tercet_dtype *out)
{
  const tercet_value *const value = row->args[i];
  if (value->kind != TERCET_VALUE_STRING) {
    return tercet_error_set(row->err,
                            TERCET_ERR_TYPE,
                            "argument %zu, an element type, is no plain string",
                            ordinal(i));
  }
  if (!tercet_dtype_from_name(value->text, out) ||
      !tercet_dtype_is_literal(*out)) {
    return tercet_error_set(row->err,
                            TERCET_ERR_DTYPE,
                            "no element type \"%.*s\"; there are float16, "
                            "float32, float64, int16, int32, int64, uint8, "
                            "uint16, uint32, uint64 and bool",
                            TERCET_STRING_ARGS(value->text));
  }
  return TERCET_OK;
}

tercet_status
tercet_row_explain_argument(const tercet_row_call *row,
                            size_t i,
                            tercet_status status)
{
  if (status == TERCET_ERR_SYNTAX && row->err) {
    const tercet_error why = *row->err;
    return tercet_error_set(
        row->err, status, "argument %zu is an %.200s", ordinal(i), why.message);
  }
  return status;
}

tercet_status
tercet_row_range(tercet_row_call *row, size_t i, tercet_range *out)
{
  const tercet_value *const value = row->args[i];
  if (value->kind != TERCET_VALUE_LITERAL ||
      value->datatype != TERCET_DATATYPE_RANGE) {
    return tercet_row_fail_argument(
        row, TERCET_ERR_TYPE, i, "is no tensor:Range");
  }
  return tercet_row_explain_argument(
      row, i, tercet_range_read(value->text, out, row->err));
}

tercet_status
tercet_row_fail_axis(tercet_row_call *row,
                     int64_t axis,
                     const tercet_tensor_type *type)
{
  return tercet_error_set(row->err,
                          TERCET_ERR_SHAPE,
                          "axis %lld of a tensor of rank %u",
                          (long long)axis,
                          type->rank);
}

tercet_status
tercet_row_check_same_shape(tercet_row_call *row,
                            const tercet_tensor_type *a,
                            const tercet_tensor_type *b)
{
  return tercet_shape_equals(a->rank, a->shape, b->rank, b->shape)
             ? TERCET_OK
             : tercet_error_set(
                   row->err, TERCET_ERR_SHAPE, "the shapes differ");
}

tercet_status
tercet_row_direction(tercet_row_call *row, size_t i, int64_t *is_descending)
{
  const tercet_value *const value = row->args[i];
  const bool is_text = value->kind == TERCET_VALUE_STRING;
  *is_descending = is_text && tercet_string_is(value->text, "desc");
  return *is_descending || (is_text && tercet_string_is(value->text, "asc"))
             ? TERCET_OK
             : tercet_row_fail_argument(row,
                                        TERCET_ERR_ARGUMENT,
                                        i,
                                        "is neither \"asc\" nor \"desc\"");
}

/* ---- The text of a call ---- */

/// Text that is cut where its room ends
typedef struct {
  char *at;
  size_t room; ///< With the NUL
} cut_text;

/// Return how many of `length` bytes of UTF-8 fit, without cutting a character
static size_t
cut_length(const char *data, size_t length, size_t most)
{
  size_t n = length < most ? length : most;
  while (n && n < length && ((unsigned char)data[n] & 0xc0U) == 0x80U) {
    --n;
  }
  return n;
}

static void
put(cut_text *out, const char *data, size_t length)
{
  const size_t n = cut_length(data, length, out->room - 1U);
  if (n) {
    memcpy(out->at, data, n);
  }
  out->at += n;
  out->room -= n;
  *out->at = '\0';
}

static void
put_text(cut_text *out, const char *text)
{
  put(out, text, strlen(text));
}

static void
put_i64(cut_text *out, int64_t value)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  put(out, text, tercet_i64_write(value, text));
}

static void
put_f64(cut_text *out, double value)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  put(out, text, tercet_f64_write(value, TERCET_FLOAT_PYTHON, text));
}

static void
put_type(cut_text *out, const tercet_tensor_type *type)
{
  char shape[TERCET_SHAPE_TEXT_MAX];
  put_text(out, tercet_dtype_name(type->dtype));
  put_text(out, " ");
  put_text(out, tercet_shape_text(type->rank, type->shape, shape));
}

const char *
tercet_type_describe(const tercet_tensor_type *type, char *out, size_t size)
{
  cut_text text = {out, size};
  put_type(&text, type);
  return out;
}

/// Bytes of a string argument that are shown
#define MAX_STRING 32U

static void
put_string(cut_text *out, tercet_string text)
{
  const size_t n = cut_length(text.data, text.length, MAX_STRING);
  put_text(out, "\"");
  put(out, text.data, n);
  put_text(out, n == text.length ? "\"" : "...\"");
}

static void
put_iri(cut_text *out, tercet_string iri)
{
  const size_t n = cut_length(iri.data, iri.length, MAX_STRING);
  put_text(out, "<");
  put(out, iri.data, n);
  put_text(out, n == iri.length ? ">" : "...>");
}

static void
put_literal(cut_text *out, const tercet_value *value)
{
  const tercet_string iri = value->datatype == TERCET_DATATYPE_OTHER
                                ? value->extra
                                : tercet_datatype_iri(value->datatype);
  const tercet_string name = tercet_local_name(iri);
  put_string(out, value->text);
  put_text(out, "^^");
  put(out, name.data, name.length);
}

static void
put_value(cut_text *out, const tercet_value *value)
{
  double number = 0.0;

  switch ((tercet_value_kind)value->kind) {
  case TERCET_VALUE_TENSOR:
    put_type(out, value->tensor.type);
    break;
  case TERCET_VALUE_BOOLEAN:
    put_text(out, value->boolean ? "true" : "false");
    break;
  case TERCET_VALUE_INTEGER:
    put_i64(out, value->integer);
    break;
  case TERCET_VALUE_DECIMAL:
  case TERCET_VALUE_FLOAT:
  case TERCET_VALUE_DOUBLE:
    (void)tercet_value_to_double(value, &number);
    put_f64(out, number);
    break;
  case TERCET_VALUE_BIG_INTEGER:
  case TERCET_VALUE_BIG_DECIMAL:
    put(out, value->text.data, value->text.length);
    break;
  case TERCET_VALUE_STRING:
    put_string(out, value->text);
    break;
  case TERCET_VALUE_LITERAL:
    put_literal(out, value);
    break;
  case TERCET_VALUE_IRI:
    put_iri(out, value->text);
    break;
  case TERCET_VALUE_BLANK:
    put_text(out, "a blank node");
    break;
  case TERCET_VALUE_TRIPLE:
    put_text(out, "a triple");
    break;
  case TERCET_VALUE_LANG_STRING:
    put_string(out, value->text);
    put_text(out, "@");
    put(out, value->extra.data, value->extra.length);
    break;
  case TERCET_VALUE_DATE_TIME:
    put_text(out, "a date and time");
    break;
  case TERCET_VALUE_ERROR:
    put_text(out, "an error");
    break;
  }
}

const char *
tercet_value_describe(const tercet_value *value, char *out, size_t size)
{
  cut_text text = {out, size};
  *out = '\0';
  put_value(&text, value);
  return out;
}

tercet_string
tercet_local_name(tercet_string iri)
{
  size_t i = iri.length;
  while (i && iri.data[i - 1U] != '#' && iri.data[i - 1U] != ':') {
    --i;
  }
  const tercet_string name = {iri.data + i, iri.length - i};
  return name;
}

void
tercet_row_describe(const tercet_row_call *row, char *out, size_t size)
{
  const tercet_string name = tercet_local_name(row->function->iri);
  cut_text text = {out, size};

  put(&text, name.data, name.length);
  put_text(&text, "(");
  for (size_t i = 0; i < row->n_args && i < MAX_DESCRIBED; ++i) {
    put_text(&text, i ? ", " : "");
    put_value(&text, row->args[i]);
  }
  put_text(&text, row->n_args > MAX_DESCRIBED ? ", ...)" : ")");
}
