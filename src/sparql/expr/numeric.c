// SPDX-License-Identifier: Apache-2.0

// The operators on numbers with XPath's promotion: integer to decimal to float
// to double (SPARQL 1.1, 17.3).

#include "expr_internal.h"

#include "base/number.h"

#include <assert.h>
#include <float.h>
#include <math.h>

/// The type that arithmetic is done in, in the order of promotion
typedef enum { IN_DECIMAL, IN_FLOAT, IN_DOUBLE } number_class;

static number_class
class_of(const tercet_value *value)
{
  return value->kind == TERCET_VALUE_DOUBLE  ? IN_DOUBLE
         : value->kind == TERCET_VALUE_FLOAT ? IN_FLOAT
                                             : IN_DECIMAL;
}

static number_class
common_class(const tercet_value *a, const tercet_value *b)
{
  const number_class ca = class_of(a);
  const number_class cb = class_of(b);
  return ca > cb ? ca : cb;
}

static const double powers_of_ten[] = {1e0,
                                       1e1,
                                       1e2,
                                       1e3,
                                       1e4,
                                       1e5,
                                       1e6,
                                       1e7,
                                       1e8,
                                       1e9,
                                       1e10,
                                       1e11,
                                       1e12,
                                       1e13,
                                       1e14,
                                       1e15,
                                       1e16,
                                       1e17,
                                       1e18};

static_assert(sizeof(powers_of_ten) / sizeof(powers_of_ten[0]) ==
                  TERCET_DECIMAL_SCALE_MAX + 1U,
              "a power for each scale");

bool
tercet_value_to_double(const tercet_value *value, double *out)
{
  if (value->kind == TERCET_VALUE_DOUBLE || value->kind == TERCET_VALUE_FLOAT) {
    *out = value->number;
    return true;
  }

  if (value->kind == TERCET_VALUE_INTEGER) {
    *out = (double)value->integer;
    return true;
  }

  if (!tercet_value_is_numeric(value)) {
    return false;
  }

  // Both parts are exact, so that the quotient is rounded once
  if (value->kind == TERCET_VALUE_DECIMAL &&
      value->integer > -(INT64_C(1) << 53U) &&
      value->integer < INT64_C(1) << 53U) {
    *out = (double)value->integer / powers_of_ten[value->scale];
    return true;
  }

  char room[TERCET_DECIMAL_TEXT_MAX];
  const tercet_string text = tercet_exact_text(value, room);
  return tercet_f64_read(text.data, text.length, out);
}

float
tercet_numeric_to_float(const tercet_value *value)
{
  if (value->kind == TERCET_VALUE_DOUBLE || value->kind == TERCET_VALUE_FLOAT) {
    return (float)value->number;
  }

  if (value->kind == TERCET_VALUE_INTEGER) {
    return (float)value->integer;
  }

  char room[TERCET_DECIMAL_TEXT_MAX];
  const tercet_string text = tercet_exact_text(value, room);
  float result = 0.0F;
  const bool ok = tercet_f32_read(text.data, text.length, &result);
  assert(ok);
  (void)ok;
  return result;
}

/// Return the number as it takes part in float or double arithmetic
static double
promoted(number_class in, const tercet_value *value)
{
  double result = 0.0;
  if (in == IN_FLOAT) {
    return (double)tercet_numeric_to_float(value);
  }

  const bool ok = tercet_value_to_double(value, &result);
  assert(ok);
  (void)ok;
  return result;
}

static double
combine_doubles(tercet_numeric_op op, double a, double b)
{
  switch (op) {
  case TERCET_NUMERIC_ADD:
    return a + b;
  case TERCET_NUMERIC_SUBTRACT:
    return a - b;
  case TERCET_NUMERIC_MULTIPLY:
    return a * b;
  case TERCET_NUMERIC_DIVIDE:
    return a / b;
  }

  return 0.0;
}

/// Integers that do not overflow: the common case
static bool
combine_integers(tercet_numeric_op op, int64_t a, int64_t b, int64_t *out)
{
  switch (op) {
  case TERCET_NUMERIC_ADD:
    return !__builtin_add_overflow(a, b, out);
  case TERCET_NUMERIC_SUBTRACT:
    return !__builtin_sub_overflow(a, b, out);
  case TERCET_NUMERIC_MULTIPLY:
    return !__builtin_mul_overflow(a, b, out);
  case TERCET_NUMERIC_DIVIDE:
    break;
  }

  return false;
}

tercet_status
tercet_numeric_binary(tercet_expr_context *context,
                      tercet_numeric_op op,
                      const tercet_value *a,
                      const tercet_value *b,
                      tercet_value *out)
{
  int64_t integer = 0;
  if (a->kind == TERCET_VALUE_INTEGER && b->kind == TERCET_VALUE_INTEGER &&
      combine_integers(op, a->integer, b->integer, &integer)) {
    *out = tercet_value_integer(integer);
    return TERCET_OK;
  }

  if (!tercet_value_is_numeric(a) || !tercet_value_is_numeric(b)) {
    *out = (tercet_value){0};
    return TERCET_OK;
  }

  const number_class in = common_class(a, b);
  if (in == IN_DECIMAL) {
    return tercet_exact_binary(context, op, a, b, out);
  }

  // A double holds more than twice the digits of a float, so that rounding
  // the result once more gives what float arithmetic would
  const double result = combine_doubles(op, promoted(in, a), promoted(in, b));
  *out = in == IN_FLOAT ? tercet_value_float((float)result)
                        : tercet_value_double(result);
  return TERCET_OK;
}

tercet_status
tercet_numeric_negate(tercet_expr_context *context,
                      const tercet_value *a,
                      tercet_value *out)
{
  if (class_of(a) == IN_DECIMAL) {
    return tercet_exact_negate(context->call.arena, a, out);
  }

  *out = *a;
  out->id = TERCET_ID_UNKNOWN;
  out->number = -a->number;
  return TERCET_OK;
}

/* ---- Comparison ---- */

static tercet_compared
compare_doubles(double a, double b)
{
  return a < b    ? TERCET_COMPARED_LESS
         : a > b  ? TERCET_COMPARED_GREATER
         : a == b ? TERCET_COMPARED_EQUAL
                  : TERCET_COMPARED_UNORDERED;
}

tercet_compared
tercet_numeric_compare(const tercet_value *a, const tercet_value *b)
{
  if (a->kind == TERCET_VALUE_INTEGER && b->kind == TERCET_VALUE_INTEGER) {
    return (tercet_compared)((a->integer > b->integer) -
                             (a->integer < b->integer));
  }

  const number_class in = common_class(a, b);
  return in == IN_DECIMAL ? (tercet_compared)tercet_exact_compare(a, b)
                          : compare_doubles(promoted(in, a), promoted(in, b));
}

/// Compare an exact number with a finite double that it is rounded to
static int
compare_exactly(const tercet_value *exact, double number)
{
  char text[TERCET_EXACT_TEXT_MAX];
  tercet_value view = {.kind = TERCET_VALUE_BIG_DECIMAL};
  view.text = (tercet_string){text, tercet_exact_double_write(number, text)};
  return tercet_exact_compare(exact, &view);
}

int
tercet_numeric_order(const tercet_value *a, const tercet_value *b)
{
  const bool a_exact = class_of(a) == IN_DECIMAL;
  const bool b_exact = class_of(b) == IN_DECIMAL;
  if (a_exact && b_exact) {
    return (int)tercet_numeric_compare(a, b);
  }

  // Rounding keeps the order, so only a tie needs the exact values
  const double x = promoted(IN_DOUBLE, a);
  const double y = promoted(IN_DOUBLE, b);
  // NaN comes below all numbers: among the best similarities it is the last
  if (isnan(x) || isnan(y)) {
    return (isnan(y) ? 1 : 0) - (isnan(x) ? 1 : 0);
  }

  if (x != y || isinf(x) || (!a_exact && !b_exact)) {
    // A number too large for a double lies below its infinity
    return x != y    ? (int)compare_doubles(x, y)
           : a_exact ? (x > 0 ? -1 : 1)
           : b_exact ? (x > 0 ? 1 : -1)
                     : 0;
  }

  if (a->kind == TERCET_VALUE_INTEGER || b->kind == TERCET_VALUE_INTEGER) {
    const int64_t integer = a_exact ? a->integer : b->integer;
    if (integer > -(INT64_C(1) << 53U) && integer < INT64_C(1) << 53U) {
      return 0;
    }
  }

  return a_exact ? compare_exactly(a, y) : -compare_exactly(b, x);
}

/* ---- Functions on numbers (SPARQL 1.1, 17.4.4) ---- */

/// Set `out` to a float or double like `value` that is `number`
static tercet_status
set_number(const tercet_value *value, double number, tercet_value *out)
{
  *out = value->kind == TERCET_VALUE_FLOAT ? tercet_value_float((float)number)
                                           : tercet_value_double(number);
  return TERCET_OK;
}

static bool
is_negative(const tercet_value *value)
{
  return value->kind == TERCET_VALUE_INTEGER ||
                 value->kind == TERCET_VALUE_DECIMAL
             ? value->integer < 0
             : value->text.data[0] == '-';
}

tercet_status
tercet_builtin_abs(const tercet_row_call *call,
                   const tercet_value *const *args,
                   size_t n_args,
                   tercet_value *out)
{
  (void)n_args;
  const tercet_value *const value = args[0];
  if (!tercet_value_is_numeric(value)) {
    return TERCET_OK;
  }

  if (class_of(value) != IN_DECIMAL) {
    return set_number(value, fabs(value->number), out);
  }

  if (is_negative(value)) {
    return tercet_numeric_negate(call->context, value, out);
  }

  *out = *value;
  out->id = TERCET_ID_UNKNOWN;
  if (value->kind == TERCET_VALUE_INTEGER ||
      value->kind == TERCET_VALUE_BIG_INTEGER) {
    out->datatype = TERCET_DATATYPE_INTEGER;
  }
  return TERCET_OK;
}

/// Round a double as fn:round does: ties toward positive infinity
static double
round_half_up(double value)
{
  const double below = floor(value);
  return value - below >= 0.5 ? copysign(ceil(value), value) : below;
}

static tercet_status
round_number(const tercet_row_call *call,
             tercet_rounding rounding,
             double (*round_double)(double),
             const tercet_value *value,
             tercet_value *out)
{
  if (!tercet_value_is_numeric(value)) {
    return TERCET_OK;
  }

  return class_of(value) == IN_DECIMAL
             ? tercet_exact_round(call->context, rounding, value, out)
             : set_number(value, round_double(value->number), out);
}

tercet_status
tercet_builtin_ceil(const tercet_row_call *call,
                    const tercet_value *const *args,
                    size_t n_args,
                    tercet_value *out)
{
  (void)n_args;
  return round_number(call, TERCET_ROUND_CEIL, ceil, args[0], out);
}

tercet_status
tercet_builtin_floor(const tercet_row_call *call,
                     const tercet_value *const *args,
                     size_t n_args,
                     tercet_value *out)
{
  (void)n_args;
  return round_number(call, TERCET_ROUND_FLOOR, floor, args[0], out);
}

tercet_status
tercet_builtin_round(const tercet_row_call *call,
                     const tercet_value *const *args,
                     size_t n_args,
                     tercet_value *out)
{
  (void)n_args;
  return round_number(call, TERCET_ROUND_HALF_UP, round_half_up, args[0], out);
}

/* ---- Derived integer types ---- */

typedef struct {
  const char *least; ///< Or NULL: unbounded
  const char *most;  ///< Or NULL
} integer_range;

/// In the order of the datatypes from INTEGER to UNSIGNED_BYTE
static const integer_range ranges[] = {
    {NULL, NULL},
    {NULL, "0"},
    {NULL, "-1"},
    {"0", NULL},
    {"1", NULL},
    {"-9223372036854775808", "9223372036854775807"},
    {"-2147483648", "2147483647"},
    {"-32768", "32767"},
    {"-128", "127"},
    {"0", "18446744073709551615"},
    {"0", "4294967295"},
    {"0", "65535"},
    {"0", "255"},
};

static_assert(sizeof(ranges) / sizeof(ranges[0]) ==
                  TERCET_DATATYPE_UNSIGNED_BYTE - TERCET_DATATYPE_INTEGER + 1,
              "a range for each integer type");

bool
tercet_integer_in_range(tercet_datatype datatype, const tercet_value *value)
{
  const integer_range *const range =
      &ranges[(int)datatype - (int)TERCET_DATATYPE_INTEGER];
  tercet_value bound = {.kind = TERCET_VALUE_BIG_INTEGER};
  if (range->least) {
    bound.text = tercet_string_from(range->least);
    if (tercet_exact_compare(value, &bound) < 0) {
      return false;
    }
  }

  if (range->most) {
    bound.text = tercet_string_from(range->most);
    if (tercet_exact_compare(value, &bound) > 0) {
      return false;
    }
  }

  return true;
}
