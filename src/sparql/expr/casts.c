// SPDX-License-Identifier: Apache-2.0

// The constructor functions of XSD (SPARQL 1.1, 17.5), with the rules of XPath
// Functions, 18 and 19.  A failed cast is a plain type error.

#include "sparql/expr/casts.h"

#include "expr_internal.h"

#include "base/number.h"

#include <assert.h>
#include <math.h>

/* ---- Text ---- */

static bool
is_space(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Drop white space around a text, as `whiteSpace` collapse does for values
/// that hold none
static tercet_string
trimmed(tercet_string text)
{
  while (text.length && is_space(text.data[0])) {
    ++text.data;
    --text.length;
  }
  while (text.length && is_space(text.data[text.length - 1U])) {
    --text.length;
  }

  return text;
}

/// Write a double as fn:string does: without an exponent from 1e-6 to below
/// 1e6, and integers without a point
static size_t
write_number(const tercet_value *value, char *out)
{
  const bool is_float = value->kind == TERCET_VALUE_FLOAT;
  const double magnitude = fabs(value->number);
  size_t n =
      is_float
          ? tercet_f32_write((float)value->number, TERCET_FLOAT_PYTHON, out)
          : tercet_f64_write(value->number, TERCET_FLOAT_PYTHON, out);
  if (isfinite(value->number) &&
      (magnitude == 0.0 || (magnitude >= 1e-6 && magnitude < 1e6))) {
    if (memchr(out, 'e', n)) { // 1e-06 to below 1e-4
      return 0;
    }
    return n > 2U && out[n - 2U] == '.' && out[n - 1U] == '0' ? n - 2U : n;
  }

  return is_float
             ? tercet_f32_write((float)value->number, TERCET_FLOAT_XSD, out)
             : tercet_f64_write(value->number, TERCET_FLOAT_XSD, out);
}

/// Write a small double from its shortest digits, `d.ddde-0x`, as 0.00000ddd
static size_t
write_small_number(const tercet_value *value, char *out)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  const size_t n_text =
      value->kind == TERCET_VALUE_FLOAT
          ? tercet_f32_write((float)value->number, TERCET_FLOAT_PYTHON, text)
          : tercet_f64_write(value->number, TERCET_FLOAT_PYTHON, text);
  const size_t exponent = (size_t)(text[n_text - 1U] - '0');
  size_t n = 0;
  if (text[0] == '-') {
    out[n++] = '-';
  }
  out[n++] = '0';
  out[n++] = '.';
  for (size_t i = 1; i < exponent; ++i) {
    out[n++] = '0';
  }
  for (size_t i = 0; i < n_text && text[i] != 'e'; ++i) {
    if (text[i] >= '0' && text[i] <= '9') {
      out[n++] = text[i];
    }
  }
  while (out[n - 1U] == '0') {
    --n;
  }

  return n;
}

static tercet_status
to_string(tercet_arena *arena, const tercet_value *value, tercet_value *out)
{
  char text[2U * TERCET_NUMBER_TEXT_MAX];
  tercet_string view = {text, 0};
  if (value->kind == TERCET_VALUE_FLOAT || value->kind == TERCET_VALUE_DOUBLE) {
    view.length = write_number(value, text);
    view.length = view.length ? view.length : write_small_number(value, text);
    TERCET_TRY(tercet_copy_text(arena, view, &view));
  } else if (value->kind == TERCET_VALUE_DECIMAL) {
    view.length = tercet_exact_write(value->integer, value->scale, false, text);
    TERCET_TRY(tercet_copy_text(arena, view, &view));
  } else {
    TERCET_TRY(tercet_value_canonical_text(arena, value, &view));
    if (value->kind == TERCET_VALUE_BIG_DECIMAL && view.length > 2U &&
        !memcmp(view.data + view.length - 2U, ".0", 2)) {
      view.length -= 2U;
    }
  }

  *out = tercet_value_string(view);
  return TERCET_OK;
}

/* ---- Between types ---- */

/// Set `out` to the exact value of a float or double as a decimal
static tercet_status
exact_decimal(tercet_arena *arena,
              double number,
              bool is_integer,
              tercet_value *out)
{
  char text[TERCET_EXACT_TEXT_MAX];
  if (!isfinite(number)) {
    return TERCET_OK;
  }

  const tercet_string view = {
      text,
      tercet_exact_double_write(is_integer ? trunc(number) : number, text)};
  return tercet_exact_from_text(arena, view, is_integer, out);
}

static bool
is_floating(const tercet_value *value)
{
  return value->kind == TERCET_VALUE_FLOAT ||
         value->kind == TERCET_VALUE_DOUBLE;
}

static tercet_status
to_decimal(tercet_arena *arena, const tercet_value *value, tercet_value *out)
{
  if (value->kind == TERCET_VALUE_BOOLEAN) {
    return tercet_exact_from_i128(arena, value->boolean, 0, false, out);
  }

  if (is_floating(value)) {
    return exact_decimal(arena, value->number, false, out);
  }

  if (!tercet_value_is_numeric(value)) {
    return TERCET_OK;
  }

  char room[TERCET_DECIMAL_TEXT_MAX];
  return tercet_exact_from_text(
      arena, tercet_exact_text(value, room), false, out);
}

/// Truncate to an integer of the datatype, an error beyond its range
static tercet_status
to_integer(tercet_arena *arena,
           tercet_datatype datatype,
           const tercet_value *value,
           tercet_value *out)
{
  tercet_value result = {0};
  if (value->kind == TERCET_VALUE_BOOLEAN) {
    result = tercet_value_integer(value->boolean);
  } else if (is_floating(value)) {
    TERCET_TRY(exact_decimal(arena, value->number, true, &result));
  } else if (tercet_value_is_numeric(value)) {
    char room[TERCET_DECIMAL_TEXT_MAX];
    tercet_string text = tercet_exact_text(value, room);
    const char *const point = (const char *)memchr(text.data, '.', text.length);
    text.length = point ? (size_t)(point - text.data) : text.length;
    TERCET_TRY(tercet_exact_from_text(arena, text, true, &result));
  }

  if (result.kind != TERCET_VALUE_ERROR &&
      tercet_integer_in_range(datatype, &result)) {
    *out = result;
    out->datatype = (uint8_t)datatype;
  }

  return TERCET_OK;
}

static void
to_floating(tercet_datatype datatype,
            const tercet_value *value,
            tercet_value *out)
{
  double number = 0.0;
  const tercet_value one = tercet_value_integer(1);
  const tercet_value zero = tercet_value_integer(0);
  if (value->kind == TERCET_VALUE_BOOLEAN) {
    value = value->boolean ? &one : &zero;
  }

  if (tercet_value_to_double(value, &number)) {
    *out = datatype == TERCET_DATATYPE_FLOAT
               ? tercet_value_float(tercet_numeric_to_float(value))
               : tercet_value_double(number);
  }
}

static void
to_boolean(const tercet_value *value, tercet_value *out)
{
  if (value->kind == TERCET_VALUE_BOOLEAN || tercet_value_is_numeric(value)) {
    *out = tercet_value_boolean(tercet_value_truth(value) == 1);
  }
}

/// dateTime to date and time, date to dateTime
static tercet_status
to_date(tercet_arena *arena,
        tercet_datatype datatype,
        const tercet_value *value,
        tercet_value *out)
{
  char text[TERCET_INSTANT_TEXT_MAX + 16U];
  if (value->kind != TERCET_VALUE_DATE_TIME) {
    return TERCET_OK;
  }

  const bool from_date = value->datatype == TERCET_DATATYPE_DATE;
  if (value->datatype == datatype) {
    *out = *value;
    out->id = TERCET_ID_UNKNOWN;
    return TERCET_OK;
  }

  size_t n =
      tercet_instant_write(TERCET_DATATYPE_DATE_TIME, &value->instant, text);
  char *const time = (char *)memchr(text, 'T', n);
  if (datatype == TERCET_DATATYPE_DATE_TIME) {
    *out = *value; // The first moment of the day
    out->id = TERCET_ID_UNKNOWN;
    out->datatype = (uint8_t)datatype;
  } else if (datatype == TERCET_DATATYPE_TIME && !from_date) {
    const size_t n_time = n - (size_t)(time - text) - 1U;
    *out = tercet_value_opaque(datatype, (tercet_string){time + 1, n_time});
    return tercet_copy_text(arena, out->text, &out->text);
  } else if (datatype == TERCET_DATATYPE_DATE) {
    // The same zone behind midnight of the day
    const size_t n_date = (size_t)(time - text);
    size_t zone = n_date + 9U;
    while (zone < n && text[zone] != 'Z' && text[zone] != '+' &&
           text[zone] != '-') {
      ++zone;
    }
    memmove(time, text + zone, n - zone);
    n = n_date + n - zone;
    return tercet_value_from_literal(
        arena, datatype, (tercet_string){text, n}, out);
  }

  return TERCET_OK;
}

/// Read the text of a plain string as the datatype's lexical form
static tercet_status
from_string(tercet_arena *arena,
            tercet_datatype datatype,
            tercet_string text,
            tercet_value *out)
{
  tercet_value value = {0};
  const tercet_string lexical = trimmed(text);
  TERCET_TRY(tercet_value_from_literal(arena, datatype, lexical, &value));
  if (value.kind != TERCET_VALUE_LITERAL ||
      (datatype >= TERCET_DATATYPE_TIME &&
       datatype <= TERCET_DATATYPE_YEAR_MONTH_DURATION &&
       tercet_time_or_duration_is_valid(datatype, lexical))) {
    *out = value;
  }

  return TERCET_OK;
}

static tercet_status
cast_value(tercet_arena *arena,
           tercet_datatype datatype,
           const tercet_value *value,
           tercet_value *out)
{
  *out = (tercet_value){0};
  if (datatype == TERCET_DATATYPE_STRING) {
    return tercet_value_is_literal(value) || value->kind == TERCET_VALUE_IRI
               ? to_string(arena, value, out)
               : TERCET_OK;
  }

  if (value->kind == TERCET_VALUE_STRING) {
    return from_string(arena, datatype, value->text, out);
  }

  if (tercet_datatype_is_integer(datatype)) {
    return to_integer(arena, datatype, value, out);
  }

  if (datatype == TERCET_DATATYPE_DECIMAL) {
    return to_decimal(arena, value, out);
  }

  if (datatype == TERCET_DATATYPE_FLOAT || datatype == TERCET_DATATYPE_DOUBLE) {
    to_floating(datatype, value, out);
    return TERCET_OK;
  }

  if (datatype == TERCET_DATATYPE_BOOLEAN) {
    to_boolean(value, out);
    return TERCET_OK;
  }

  // A time or duration, which has no value of its own
  if (value->kind == TERCET_VALUE_LITERAL && value->datatype == datatype &&
      tercet_time_or_duration_is_valid(datatype, value->text)) {
    *out = *value;
    return TERCET_OK;
  }

  return to_date(arena, datatype, value, out);
}

static tercet_status
evaluate_cast(const tercet_function *self,
              tercet_call *call,
              const tercet_value_column *args,
              size_t n_args,
              tercet_value_column *out)
{
  assert(n_args == 1U);
  (void)n_args;
  const tercet_datatype datatype = *(const tercet_datatype *)self->data;
  out->is_constant = args[0].is_constant;
  const size_t n_rows = out->is_constant ? 1U : call->n_rows;
  for (size_t i = 0; i < n_rows; ++i) {
    TERCET_TRY(
        cast_value(call->arena, datatype, &args[0].values[i], &out->values[i]));
  }

  return TERCET_OK;
}

/* ---- Registration ---- */

#define CAST_LIST(X)                                                           \
  X(STRING, "string")                                                          \
  X(BOOLEAN, "boolean")                                                        \
  X(DECIMAL, "decimal")                                                        \
  X(FLOAT, "float")                                                            \
  X(DOUBLE, "double")                                                          \
  X(INTEGER, "integer")                                                        \
  X(NON_POSITIVE_INTEGER, "nonPositiveInteger")                                \
  X(NEGATIVE_INTEGER, "negativeInteger")                                       \
  X(NON_NEGATIVE_INTEGER, "nonNegativeInteger")                                \
  X(POSITIVE_INTEGER, "positiveInteger")                                       \
  X(LONG, "long")                                                              \
  X(INT, "int")                                                                \
  X(SHORT, "short")                                                            \
  X(BYTE, "byte")                                                              \
  X(UNSIGNED_LONG, "unsignedLong")                                             \
  X(UNSIGNED_INT, "unsignedInt")                                               \
  X(UNSIGNED_SHORT, "unsignedShort")                                           \
  X(UNSIGNED_BYTE, "unsignedByte")                                             \
  X(DATE_TIME, "dateTime")                                                     \
  X(DATE, "date")                                                              \
  X(TIME, "time")                                                              \
  X(DURATION, "duration")                                                      \
  X(DAY_TIME_DURATION, "dayTimeDuration")                                      \
  X(YEAR_MONTH_DURATION, "yearMonthDuration")

static const tercet_datatype targets[] = {
#define TARGET(id, name) TERCET_DATATYPE_##id,
    CAST_LIST(TARGET)
#undef TARGET
};

enum {
#define POSITION(id, name) POSITION_##id,
  CAST_LIST(POSITION)
#undef POSITION
};

static const tercet_function casts[] = {
#define CAST(id, name)                                                         \
  {.iri = {TERCET_XSD name, sizeof(TERCET_XSD name) - 1U},                     \
   .least_args = 1,                                                            \
   .most_args = 1,                                                             \
   .evaluate = evaluate_cast,                                                  \
   .data = &targets[POSITION_##id]},
    CAST_LIST(CAST)
#undef CAST
};

tercet_status
tercet_xsd_casts_register(tercet_registry *registry)
{
  for (size_t i = 0; i < sizeof(casts) / sizeof(casts[0]); ++i) {
    TERCET_TRY(tercet_registry_add_function(registry, &casts[i]));
  }

  return TERCET_OK;
}
