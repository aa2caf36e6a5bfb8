// SPDX-License-Identifier: Apache-2.0

#include "array/literal_elements.h"

#include "array/dtype.h"
#include "array/literal_layout.h"
#include "array/literal_plain.h"
#include "base/error.h"
#include "base/float16.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/// Store NaN or an infinity
static void
put_special(tercet_dtype dtype, double value, char *out)
{
  if (dtype == TERCET_DTYPE_F64) {
    memcpy(out, &value, sizeof(value));
  } else if (dtype == TERCET_DTYPE_F32) {
    const float narrow = (float)value;
    memcpy(out, &narrow, sizeof(narrow));
  } else {
    const uint16_t bits = tercet_f64_to_f16(value);
    memcpy(out, &bits, sizeof(bits));
  }
}

/// Read a float that JSON has no number for, bare or as a string
static tercet_status
read_special(tercet_literal_cursor *in, tercet_dtype dtype, char *out)
{
  static const struct {
    const char *name;
    double value;
    bool bare; ///< Allowed without quotes
  } specials[] = {
      {"NaN", (double)NAN, true},
      {"Infinity", (double)INFINITY, true},
      {"-Infinity", -(double)INFINITY, true},
      {"INF", (double)INFINITY, false},
      {"-INF", -(double)INFINITY, false},
  };
  tercet_literal_cursor ahead = *in;
  tercet_literal_name name = {0};
  const char *next = in->at;
  const bool quoted = tercet_literal_peek(in, &next) == '"';
  if (quoted) {
    TERCET_TRY(tercet_literal_read_name(&ahead, &name));
  }

  for (size_t i = 0; i < sizeof(specials) / sizeof(*specials); ++i) {
    const bool found =
        quoted ? tercet_literal_name_is(&name, specials[i].name)
               : specials[i].bare &&
                     tercet_literal_take_word(&ahead, specials[i].name);
    if (found) {
      put_special(dtype, specials[i].value, out);
      in->at = ahead.at;
      return TERCET_OK;
    }
  }
  return tercet_literal_fail(
      in, "expected a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
}

/// Store an integer whose value is in range
static tercet_status
put_integer(const tercet_literal_cursor *in,
            const tercet_decimal *decimal,
            tercet_dtype dtype,
            char *out)
{
  const bool is_unsigned = tercet_dtype_kind_of(dtype) == TERCET_KIND_U;
  const size_t size = tercet_dtype_size(dtype);
  const uint32_t n_spare = 64U - 8U * (uint32_t)size;
  uint64_t bits = 0;
  int64_t value = 0;
  const bool fits = is_unsigned ? tercet_decimal_to_u64(decimal, &bits) &&
                                      bits <= UINT64_MAX >> n_spare
                                : tercet_decimal_to_i64(decimal, &value) &&
                                      value >= INT64_MIN >> n_spare &&
                                      value <= INT64_MAX >> n_spare;
  if (!fits) {
    return tercet_literal_fail(
        in, "number is not an integer of type %s", tercet_dtype_name(dtype));
  }
  tercet_literal_put_bits(is_unsigned ? bits : (uint64_t)value, size, out);
  return TERCET_OK;
}

static tercet_status
put_number(const tercet_literal_cursor *in,
           const tercet_decimal *decimal,
           tercet_dtype dtype,
           char *out)
{
  if (dtype == TERCET_DTYPE_F32) {
    const float value = tercet_decimal_to_f32(decimal);
    memcpy(out, &value, sizeof(value));
  } else if (dtype == TERCET_DTYPE_F64) {
    const double value = tercet_decimal_to_f64(decimal);
    memcpy(out, &value, sizeof(value));
  } else if (dtype == TERCET_DTYPE_F16) {
    const uint16_t value = tercet_decimal_to_f16(decimal);
    memcpy(out, &value, sizeof(value));
  } else if (dtype == TERCET_DTYPE_BOOL) {
    *out = decimal->mantissa != 0;
  } else {
    return put_integer(in, decimal, dtype, out);
  }
  return TERCET_OK;
}

/// Read true or false
static tercet_status
read_bool(tercet_literal_cursor *in, tercet_dtype dtype, char *out)
{
  if (dtype != TERCET_DTYPE_BOOL) {
    return tercet_literal_fail(
        in, "expected a number of type %s", tercet_dtype_name(dtype));
  }
  const bool value = tercet_literal_take_word(in, "true");
  if (!value && !tercet_literal_take_word(in, "false")) {
    return tercet_literal_fail(in, "expected true or false");
  }
  *out = value;
  return TERCET_OK;
}

static tercet_status
read_number(tercet_literal_cursor *in, tercet_dtype dtype, char *out)
{
  tercet_literal_number number;
  const char *const start = in->at;
  TERCET_TRY(tercet_literal_read_number(in, &number));
  const tercet_literal_cursor at_number = {
      in->start, start, in->end, in->escaped, in->err};
  return put_number(&at_number, &number.decimal, dtype, out);
}

static tercet_status
read_element(tercet_literal_cursor *in,
             tercet_dtype dtype,
             bool names_only,
             char *out)
{
  const char *next = in->at;
  const int32_t c = tercet_literal_peek(in, &next);
  if (c == '[' || c == '{') {
    return tercet_literal_fail(in, "data must be a flat array");
  }
  if (c == 't' || c == 'f') {
    return read_bool(in, dtype, out);
  }
  if (names_only) {
    return tercet_literal_fail(
        in, "no type is given, so that true or false is expected");
  }

  tercet_literal_cursor behind_sign = *in;
  const bool sign = tercet_literal_take(&behind_sign, '-');
  const int32_t first = sign ? tercet_literal_peek(&behind_sign, &next) : c;
  if (tercet_dtype_kind_of(dtype) == TERCET_KIND_F &&
      (c == '"' || first == 'N' || first == 'I')) {
    return read_special(in, dtype, out);
  }
  return read_number(in, dtype, out);
}

/// Read what stands behind the element number `i` of `n`
static tercet_status
read_separator(tercet_literal_cursor *in, int64_t i, int64_t n)
{
  tercet_literal_skip_space(in);
  const bool comma = tercet_literal_take(in, ',');
  if (!comma && !tercet_literal_take(in, ']')) {
    return tercet_literal_fail(in, "expected ',' or ']' in data");
  }
  if (comma && i + 1 == n) {
    return tercet_literal_fail(
        in, "shape asks for %" PRId64 " elements, but data goes on", n);
  }
  if (!comma && i + 1 < n) {
    return tercet_literal_fail(in,
                               "shape asks for %" PRId64
                               " elements, but data has %" PRId64,
                               n,
                               i + 1);
  }
  return TERCET_OK;
}

/// Note how an element stands in the text, from `start` to `end`
static void
trace_element(tercet_literal_trace *trace,
              const tercet_tensor_type *type,
              const void *data,
              int64_t i,
              const char *start,
              const char *end)
{
  char text[TERCET_LITERAL_ITEM_MAX];
  const tercet_literal_layout layout = {.form = trace->form};
  const size_t length =
      tercet_literal_item_write(type->dtype, data, (size_t)i, &layout, text);
  trace->end = end;
  trace->is_regular =
      length == (size_t)(end - start) && !memcmp(text, start, length);
}

/// Note what stands between two elements, from `start` on
static void
trace_separator(tercet_literal_trace *trace, const char *start, const char *end)
{
  const uint32_t n = (uint32_t)(end - start);
  if (trace->n_separator == 0) {
    trace->n_separator = n;
  }
  trace->is_regular = n == trace->n_separator && n <= 2U && *start == ',' &&
                      (n == 1U || start[1] == ' ');
}

/// Read the element number `i` and what is behind it
static tercet_status
read_any_element(tercet_literal_cursor *in,
                 const tercet_tensor_type *type,
                 bool names_only,
                 char *data,
                 int64_t i,
                 tercet_literal_trace *trace)
{
  const size_t size = tercet_dtype_size(type->dtype);
  const char *const start = in->at;
  TERCET_TRY(
      read_element(in, type->dtype, names_only, data + (size_t)i * size));
  const char *const end = in->at;
  if (trace->is_regular) {
    trace_element(trace, type, data, i, start, end);
  }

  TERCET_TRY(read_separator(in, i, type->n_elements));
  if (i + 1 < type->n_elements) {
    tercet_literal_skip_space(in);
    if (trace->is_regular) {
      trace_separator(trace, end, in->at);
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_literal_read_elements(tercet_literal_cursor *in,
                             const tercet_tensor_type *type,
                             bool names_only,
                             void *out,
                             tercet_literal_trace *trace)
{
  const int64_t n = type->n_elements;
  const size_t size = tercet_dtype_size(type->dtype);
  char *const data = (char *)out;
  tercet_literal_trace ignored;
  tercet_literal_trace *const t = trace ? trace : &ignored;
  *t = (tercet_literal_trace){.begin = in->at, .end = in->at};
  tercet_literal_skip_space(in);
  t->is_regular = trace && in->at == t->begin;
  if (n == 0) {
    return tercet_literal_take(in, ']')
               ? TERCET_OK
               : tercet_literal_fail(
                     in, "shape asks for 0 elements, but data has some");
  }

  const char *next = in->at;
  if (tercet_literal_peek(in, &next) == ']') {
    return tercet_literal_fail(
        in, "shape asks for %" PRId64 " elements, but data has none", n);
  }
  for (int64_t i = 0; i < n; ++i) {
    // All but the last element may be plain; spaces that the loop for those
    // leaves are not regular
    i += tercet_literal_read_plain(
        in, type->dtype, n - 1 - i, data + (size_t)i * size, t);
    const char *const start = in->at;
    tercet_literal_skip_space(in);
    t->is_regular = t->is_regular && in->at == start;
    TERCET_TRY(read_any_element(in, type, names_only, data, i, t));
  }
  return TERCET_OK;
}
