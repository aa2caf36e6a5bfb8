// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/cast_text.h"

#include "array/element.h"
#include "base/error.h"
#include "base/number.h"
#include "base/string_view.h"
#include "onnx/small_float.h"

#include <tercet/tensor.h>

#include <math.h>

/* ---- From strings ---- */

/// What a string says
typedef struct {
  bool is_decimal; ///< Else `special`
  tercet_decimal decimal;
  double special; ///< Infinity or NaN
} text_number;

/// Return whether a text is a word, in capitals or not
static bool
is_word(tercet_string text, const char *word)
{
  return tercet_string_equals_ignoring_case(text, tercet_string_from(word));
}

static bool
read_number(tercet_string text, text_number *out)
{
  const char *const end = text.data + text.length;
  out->is_decimal =
      tercet_decimal_scan(text.data, end, TERCET_NUMBER_XSD, &out->decimal) ==
          end &&
      text.length > 0;
  if (out->is_decimal) {
    return true;
  }

  const bool has_sign =
      text.length > 0 && (text.data[0] == '+' || text.data[0] == '-');
  const tercet_string word =
      has_sign ? (tercet_string){text.data + 1, text.length - 1} : text;
  const double sign = has_sign && text.data[0] == '-' ? -1 : 1;
  if (is_word(word, "inf") || is_word(word, "infinity")) {
    out->special = sign * (double)INFINITY;
    return true;
  }
  out->special = sign * (double)NAN;
  return is_word(word, "nan");
}

static bool
read_truth(tercet_string text, text_number *out)
{
  if (is_word(text, "true") || is_word(text, "false")) {
    out->is_decimal = false;
    out->special = is_word(text, "true");
    return true;
  }
  return read_number(text, out);
}

static double
as_f64(const text_number *number)
{
  return number->is_decimal ? tercet_decimal_to_f64(&number->decimal)
                            : number->special;
}

/// Write an integer of 64 bits, which float64 might not hold; false if it is
/// none, or too large
static bool
store_wide_integer(tercet_dtype dtype, const text_number *number, void *out)
{
  if (!number->is_decimal) {
    return false;
  }
  if (dtype == TERCET_DTYPE_U64) {
    return tercet_decimal_to_u64(&number->decimal, (uint64_t *)out);
  }
  return dtype == TERCET_DTYPE_I64 &&
         tercet_decimal_to_i64(&number->decimal, (int64_t *)out);
}

/// Bring a number into the range of integers of four bits, if `type` is one
static double
in_range(tercet_onnx_type type, double x)
{
  switch ((int)type) {
  case TERCET_ONNX_INT4:
    return x < -8 ? -8 : x > 7 ? 7 : x;
  case TERCET_ONNX_UINT4:
    return x > 15 ? 15 : x;
  default:
    return x;
  }
}

/// Write a number as an element; floats are rounded once from the decimal text
static void
store_number(tercet_onnx_type type, const text_number *number, void *out)
{
  const tercet_dtype dtype = tercet_onnx_type_dtype(type);
  wide_buffer wide;
  if (tercet_onnx_is_small_float(type)) {
    *(uint8_t *)out = tercet_small_float_encode(type, as_f64(number), true);
  } else if (dtype == TERCET_DTYPE_F32 && number->is_decimal) {
    *(float *)out = tercet_decimal_to_f32(&number->decimal);
  } else if (dtype == TERCET_DTYPE_F16 && number->is_decimal) {
    *(uint16_t *)out = tercet_decimal_to_f16(&number->decimal);
  } else if (!store_wide_integer(dtype, number, out)) {
    wide.as_F[0] = in_range(type, as_f64(number));
    tercet_elements_narrow(dtype, TERCET_KIND_F, &wide, 1, (char *)out, 0);
  }
}

tercet_status
tercet_onnx_numbers_from_text(const tercet_onnx_call *call,
                              tercet_onnx_type type,
                              tercet_tensor *out)
{
  const size_t size = tercet_dtype_size(tercet_tensor_dtype(out));
  char *place = (char *)tercet_tensor_mutable_data(out);
  tercet_tensor_iter iter;
  tercet_tensor_iter_init(&iter, tercet_onnx_input(call, 0));
  const void *element = NULL;
  for (int64_t i = 0; (element = tercet_tensor_iter_next(&iter)); ++i) {
    const tercet_string text =
        tercet_onnx_string_of(*(const uint64_t *)element);
    text_number number;
    if (!(type == TERCET_ONNX_BOOL ? read_truth(text, &number)
                                   : read_number(text, &number))) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_RANGE,
                              "element %lld, \"%.*s\", is no number",
                              (long long)i,
                              text.length < 100 ? (int)text.length : 100,
                              text.data);
    }
    store_number(type, &number, place);
    place += size;
  }
  return TERCET_OK;
}

/* ---- To strings ---- */

/// Write a float that is not finite as ONNX reads it
static size_t
write_special(double value, char *out)
{
  const char *const text = value != value ? "NaN" : value < 0 ? "-INF" : "INF";
  memcpy(out, text, strlen(text));
  return strlen(text);
}

static size_t
write_float(tercet_dtype dtype, const void *element, double value, char *out)
{
  uint16_t half = 0;
  float single = (float)value;
  if (!isfinite(value)) {
    return write_special(value, out);
  }
  switch ((int)dtype) {
  case TERCET_DTYPE_F16:
    memcpy(&half, element, sizeof(half));
    return tercet_f16_write(half, TERCET_FLOAT_PYTHON, out);
  case TERCET_DTYPE_F64:
    return tercet_f64_write(value, TERCET_FLOAT_PYTHON, out);
  default: // A bfloat16 is a float32 too
    return tercet_f32_write(single, TERCET_FLOAT_PYTHON, out);
  }
}

static size_t
write_element(tercet_dtype dtype, const void *element, char *out)
{
  wide_buffer wide;
  tercet_elements_widen(dtype, (const char *)element, 0, 1, &wide);
  switch (tercet_dtype_kind_of(dtype)) {
  case TERCET_KIND_B:
    memcpy(out, wide.as_B[0] ? "True" : "False", 5);
    return wide.as_B[0] ? 4 : 5;
  case TERCET_KIND_I:
    return tercet_i64_write(wide.as_I[0], out);
  case TERCET_KIND_U:
    return tercet_u64_write(wide.as_U[0], out);
  case TERCET_KIND_F:
  case TERCET_KIND_C:
    break;
  }
  return write_float(dtype, element, wide.as_F[0], out);
}

tercet_status
tercet_onnx_numbers_to_text(const tercet_onnx_call *call,
                            const tercet_tensor *numbers,
                            tercet_tensor *out)
{
  tercet_onnx_strings *const strings = tercet_onnx_call_strings(call);
  const tercet_dtype dtype = tercet_tensor_dtype(numbers);
  uint64_t *place = (uint64_t *)tercet_tensor_mutable_data(out);
  tercet_tensor_iter iter;
  tercet_tensor_iter_init(&iter, numbers);
  const void *element = NULL;
  while ((element = tercet_tensor_iter_next(&iter))) {
    char text[TERCET_NUMBER_TEXT_MAX];
    const tercet_string string = {text, write_element(dtype, element, text)};
    if (tercet_onnx_strings_intern(strings, string, place++) != TERCET_OK) {
      return tercet_error_no_memory(call->err);
    }
  }
  return TERCET_OK;
}
