// SPDX-License-Identifier: Apache-2.0

/// create: a 1-D tensor of given values; range: a tensor:Range literal; arange:
/// the numbers of a range

#include "rdftensor/rdftensor_internal.h"

#include "array/create_scalar.h"
#include "base/float16.h"
#include "base/number.h"
#include "base/string_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- create ---- */

/// Room for the text of a TERCET_VALUE_DECIMAL: digits, 'e', scale
#define DECIMAL_TEXT_MAX (2U * TERCET_NUMBER_TEXT_MAX)

/// Set `out` to an integer or decimal as it would be written, so that it is
/// rounded only once, to the dtype; `text` holds its digits
static bool
to_decimal(const tercet_value *value,
           char text[DECIMAL_TEXT_MAX],
           tercet_decimal *out)
{
  tercet_string view = {text, 0};
  if (value->kind == TERCET_VALUE_BIG_INTEGER ||
      value->kind == TERCET_VALUE_BIG_DECIMAL) {
    view = value->text;
  } else {
    view.length = tercet_i64_write(value->integer, text);
    if (value->kind == TERCET_VALUE_DECIMAL) {
      text[view.length++] = 'e';
      view.length +=
          tercet_i64_write(-(int64_t)value->scale, text + view.length);
    }
  }

  const char *const end = view.data + view.length;
  return tercet_decimal_scan(view.data, end, TERCET_NUMBER_XSD, out) == end;
}

static bool
is_float_value(const tercet_value *value)
{
  return value->kind == TERCET_VALUE_FLOAT ||
         value->kind == TERCET_VALUE_DOUBLE;
}

/// Store a number in a float dtype, rounded once
static bool
store_float(tercet_dtype dtype, const tercet_value *value, void *out)
{
  char text[DECIMAL_TEXT_MAX];
  tercet_decimal decimal;
  const bool is_float = is_float_value(value);
  if (!is_float && !to_decimal(value, text, &decimal)) {
    return false;
  }

  if (dtype == TERCET_DTYPE_F64) {
    *(double *)out = is_float ? value->number : tercet_decimal_to_f64(&decimal);
  } else if (dtype == TERCET_DTYPE_F32) {
    *(float *)out =
        is_float ? (float)value->number : tercet_decimal_to_f32(&decimal);
  } else {
    *(uint16_t *)out = is_float ? tercet_f64_to_f16(value->number)
                                : tercet_decimal_to_f16(&decimal);
  }
  return true;
}

/// Set `out` to the value of a number that is an integer from 0 to 2^64 - 1,
/// or from -2^63 on: then its two's complement, with `negative` set
static bool
to_wide_integer(const tercet_value *value, uint64_t *out, bool *negative)
{
  char text[DECIMAL_TEXT_MAX];
  tercet_decimal decimal;
  int64_t i = 0;

  *negative = false;
  if (is_float_value(value)) {
    const double number = value->number;
    if (!(number >= -0x1p63 && number < 0x1p64) || number != trunc(number)) {
      return false;
    }
    *negative = number < 0.0;
    *out = *negative ? (uint64_t)(int64_t)number : (uint64_t)number;
    return true;
  }
  if (!to_decimal(value, text, &decimal)) {
    return false;
  }
  if (tercet_decimal_to_u64(&decimal, out)) {
    return true;
  }
  *negative = tercet_decimal_to_i64(&decimal, &i);
  *out = (uint64_t)i;
  return *negative;
}

/// Store the low bytes of an integer if its dtype holds it
static bool
store_integer(tercet_dtype dtype, const tercet_value *value, void *out)
{
  const bool is_signed = dtype == TERCET_DTYPE_I16 ||
                         dtype == TERCET_DTYPE_I32 || dtype == TERCET_DTYPE_I64;
  const size_t size = tercet_dtype_size(dtype);
  const unsigned bits = 8U * (unsigned)size - (is_signed ? 1U : 0U);
  const uint64_t max = UINT64_MAX >> (64U - bits);
  uint64_t wide = 0;
  bool negative = false;
  if (!to_wide_integer(value, &wide, &negative)) {
    return false;
  }

  // The bits of a negative number -1 - k are those of k turned around
  const bool fits = negative ? is_signed && ~wide <= max : wide <= max;
  const uint16_t wide16 = (uint16_t)wide;
  const uint32_t wide32 = (uint32_t)wide;
  const uint8_t wide8 = (uint8_t)wide;
  memcpy(out,
         size == 8U   ? (const void *)&wide
         : size == 4U ? (const void *)&wide32
         : size == 2U ? (const void *)&wide16
                      : (const void *)&wide8,
         size);
  return fits;
}

/// A bool holds booleans, and the numbers 0 and 1
static bool
store_bool(const tercet_value *value, void *out)
{
  uint64_t wide = 0;
  bool negative = false;
  if (value->kind == TERCET_VALUE_BOOLEAN) {
    wide = value->boolean;
  } else if (!to_wide_integer(value, &wide, &negative)) {
    return false;
  }

  *(uint8_t *)out = (uint8_t)wide;
  return !negative && wide <= 1U;
}

static bool
store(tercet_dtype dtype, const tercet_value *value, void *out)
{
  return dtype == TERCET_DTYPE_BOOL            ? store_bool(value, out)
         : value->kind == TERCET_VALUE_BOOLEAN ? false
         : tercet_dtype_is_integer(dtype) ? store_integer(dtype, value, out)
                                          : store_float(dtype, value, out);
}

static tercet_status
check_scalar(tercet_row_call *row, size_t i)
{
  return tercet_value_is_numeric(row->args[i]) ||
                 row->args[i]->kind == TERCET_VALUE_BOOLEAN
             ? TERCET_OK
             : tercet_row_fail_argument(
                   row, TERCET_ERR_TYPE, i, "is neither number nor boolean");
}

static tercet_status
compute_create(tercet_row_call *row, tercet_value *out)
{
  tercet_dtype dtype = TERCET_DTYPE_BOOL;
  TERCET_TRY(tercet_row_dtype(row, 0, &dtype));

  void *data = NULL;
  const int64_t extent = (int64_t)row->n_args - 1;
  TERCET_TRY(tercet_row_new_tensor(row, dtype, 1, &extent, &data, out));

  const size_t size = tercet_dtype_size(dtype);
  for (size_t i = 1; i < row->n_args; ++i) {
    TERCET_TRY(check_scalar(row, i));
    if (!store(dtype, row->args[i], (char *)data + (i - 1U) * size)) {
      char text[64];
      return tercet_error_set(
          row->err,
          TERCET_ERR_RANGE,
          "%s cannot hold %s, argument %zu, exactly",
          tercet_dtype_name(dtype),
          tercet_value_describe(row->args[i], text, sizeof(text)),
          i + 1U);
    }
  }
  return TERCET_OK;
}

const tercet_row_function tercet_rdftensor_create = {compute_create, 0};

/* ---- range ---- */

static tercet_status
compute_range(tercet_row_call *row, tercet_value *out)
{
  char text[3U * TERCET_NUMBER_TEXT_MAX] = "{\"type\": \"full\"}";
  int64_t from = 0;
  int64_t to = 0;

  if (row->n_args == 1U) {
    return tercet_error_set(
        row->err, TERCET_ERR_ARGUMENT, "give two integers, or nothing");
  }
  if (row->n_args) {
    TERCET_TRY(tercet_row_integer(row, 0, &from));
    TERCET_TRY(tercet_row_integer(row, 1, &to));
    snprintf(text,
             sizeof(text),
             "{\"type\": \"concrete\", \"from\": %lld, \"to\": %lld}",
             (long long)from,
             (long long)to);
  }

  out->kind = TERCET_VALUE_LITERAL;
  out->datatype = TERCET_DATATYPE_RANGE;
  return tercet_arena_copy_string(
             row->call->arena, tercet_string_from(text), &out->text)
             ? TERCET_OK
             : TERCET_ERR_NO_MEMORY;
}

const tercet_row_function tercet_rdftensor_range = {compute_range, 0};

/* ---- arange ---- */

/// Set `out` to any XSD number: integers exactly, as far as 64 bits go
static tercet_status
read_scalar(tercet_row_call *row, size_t i, tercet_scalar *out)
{
  double number = 0.0;
  int64_t integer = 0;
  TERCET_TRY(tercet_row_number(row, i, &number));
  *out = tercet_value_to_i64(row->args[i], &integer)
             ? tercet_scalar_from_i64(integer)
             : tercet_scalar_from_f64(number);
  return TERCET_OK;
}

/// Read start and stop from a tensor of two numbers
static tercet_status
read_tensor_bounds(tercet_row_call *row,
                   tercet_scalar *start,
                   tercet_scalar *stop)
{
  tercet_tensor_row tensor;
  TERCET_TRY(tercet_row_tensor(row, 1, &tensor));
  const tercet_tensor_type *const type = tensor.type;
  if (type->rank != 1 || type->shape[0] != 2 ||
      type->dtype == TERCET_DTYPE_BOOL) {
    return tercet_error_set(
        row->err, TERCET_ERR_SHAPE, "argument 2 is not a tensor of 2 numbers");
  }
  *start = tercet_scalar_from_element(type->dtype, tensor.data);
  *stop = tercet_scalar_from_element(
      type->dtype, (const char *)tensor.data + tercet_dtype_size(type->dtype));
  return TERCET_OK;
}

/// Read start and stop, and set `n` to the arguments they take
static tercet_status
read_bounds(tercet_row_call *row,
            tercet_scalar *start,
            tercet_scalar *stop,
            size_t *n)
{
  const tercet_value *const value = row->args[1];
  bool is_full = false;
  *n = 1;
  if (value->kind == TERCET_VALUE_TENSOR) {
    return read_tensor_bounds(row, start, stop);
  }
  if (value->kind == TERCET_VALUE_LITERAL &&
      value->datatype == TERCET_DATATYPE_RANGE) {
    TERCET_TRY(tercet_row_explain_argument(
        row,
        1,
        tercet_range_read_numbers(
            value->text, &is_full, start, stop, row->err)));
    return is_full ? tercet_error_set(row->err,
                                      TERCET_ERR_ARGUMENT,
                                      "a full range has no numbers")
                   : TERCET_OK;
  }

  *n = 2;
  TERCET_TRY(read_scalar(row, 1, start));
  return row->n_args < 3 ? tercet_error_set(row->err,
                                            TERCET_ERR_ARGUMENT,
                                            "start without stop")
                         : read_scalar(row, 2, stop);
}

/// arange(type, start, stop[, step]), arange(type, range[, step]), or
/// arange(type, t[, step]) with a tensor of start and stop
static tercet_status
compute_arange(tercet_row_call *row, tercet_value *out)
{
  tercet_dtype dtype = TERCET_DTYPE_BOOL;
  tercet_scalar start = tercet_scalar_from_i64(0);
  tercet_scalar stop = start;
  tercet_scalar step = tercet_scalar_from_i64(1);
  size_t n_bounds = 0;
  TERCET_TRY(tercet_row_dtype(row, 0, &dtype));
  TERCET_TRY(read_bounds(row, &start, &stop, &n_bounds));
  if (row->n_args > n_bounds + 2) {
    return tercet_error_set(
        row->err, TERCET_ERR_ARGUMENT, "too many arguments");
  }
  if (row->n_args == n_bounds + 2) {
    TERCET_TRY(read_scalar(row, n_bounds + 1, &step));
  }

  tercet_tensor *tensor = NULL;
  const tercet_status st = tercet_tensor_arange(
      &row->alloc, dtype, start, stop, step, &tensor, row->err);
  if (st == TERCET_ERR_NO_MEMORY) {
    // Three numbers may ask for more than there is; other rows need not suffer
    return tercet_error_set(row->err,
                            TERCET_ERR_RANGE,
                            "the range has more numbers than there is memory");
  }
  return st == TERCET_OK ? tercet_row_set_tensor(row, tensor, out) : st;
}

const tercet_row_function tercet_rdftensor_arange = {compute_arange, 0};
