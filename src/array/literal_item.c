// SPDX-License-Identifier: Apache-2.0

/// One element as text, in each of the forms that writers use

#include "array/literal_layout.h"

#include "base/float16.h"
#include "base/number.h"
#include "base/number_text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/// Which digits of a float are written
typedef enum {
  DIGITS_FILLED,   ///< As tercet_f64_write() and its kin choose them
  DIGITS_OWN,      ///< Shortest that read back in the dtype, wherever they end
  DIGITS_DOUBLE,   ///< Shortest for the same value as a double
  DIGITS_ROUNDED,  ///< A number of significant ones, without trailing zeros
  DIGITS_DECIMALS, ///< A number of decimals
} digits_kind;

/// How a float is written
typedef struct {
  digits_kind kind;
  uint8_t n_digits;
  bool grows; ///< The limit is at least the number of digits, as for %g
  tercet_digits_layout layout;
} float_form;

/// Forms with 0 to 20 decimals follow those in the table
#define DECIMALS_FORM 16U
#define DECIMALS_MAX 20U

/// JavaScript's and Go's, Java's, ryu's (Rust), and C's
#define LAYOUT_PYTHON                                                          \
  {                                                                            \
    -4, 16, true, false, true, 'e', 2                                          \
  }
#define LAYOUT_SCRIPT                                                          \
  {                                                                            \
    -6, 21, false, false, true, 'e', 1                                         \
  }
#define LAYOUT_JAVA                                                            \
  {                                                                            \
    -3, 7, true, true, false, 'E', 1                                           \
  }
#define LAYOUT_RYU                                                             \
  {                                                                            \
    -5, 16, true, false, false, 'e', 1                                         \
  }
#define LAYOUT_C(limit)                                                        \
  {                                                                            \
    -4, limit, false, false, true, 'e', 2                                      \
  }

/// A form keeps its place for ever, since stores hold its index
static const float_form float_forms[] = {
    {DIGITS_FILLED, 0, false, LAYOUT_PYTHON},
    {DIGITS_OWN, 0, false, LAYOUT_PYTHON}, // NumPy
    {DIGITS_OWN, 0, false, LAYOUT_SCRIPT},
    {DIGITS_OWN, 0, true, LAYOUT_C(6)},
    {DIGITS_OWN, 0, false, LAYOUT_JAVA},
    {DIGITS_OWN, 0, false, LAYOUT_RYU},
    {DIGITS_OWN, 0, false, {-6, 13, true, false, false, 'e', 1}}, // ryu, float
    {DIGITS_OWN, 0, false, {0, 0, true, true, false, 'E', 1}},    // xsd:double
    {DIGITS_OWN, 0, false, {-4, 15, true, false, true, 'e', 2}},  // C++ JSON
    {DIGITS_DOUBLE, 0, false, LAYOUT_PYTHON},
    {DIGITS_DOUBLE, 0, false, LAYOUT_SCRIPT},
    {DIGITS_DOUBLE, 0, false, LAYOUT_RYU},
    {DIGITS_DOUBLE, 0, false, LAYOUT_JAVA},
    {DIGITS_ROUNDED, 8, false, LAYOUT_C(8)},
    {DIGITS_ROUNDED, 9, false, LAYOUT_C(9)},
    {DIGITS_ROUNDED, 17, false, LAYOUT_C(17)},
};
_Static_assert(sizeof(float_forms) / sizeof(*float_forms) == DECIMALS_FORM,
               "forms with decimals follow the table");

static bool
is_float(tercet_dtype dtype)
{
  return dtype == TERCET_DTYPE_F16 || dtype == TERCET_DTYPE_F32 ||
         dtype == TERCET_DTYPE_F64;
}

uint8_t
tercet_literal_form_count(tercet_dtype dtype)
{
  return is_float(dtype)              ? DECIMALS_FORM + DECIMALS_MAX + 1U
         : dtype == TERCET_DTYPE_BOOL ? 2U
                                      : 1U;
}

static float_form
float_form_at(uint8_t form)
{
  if (form < DECIMALS_FORM) {
    return float_forms[form];
  }
  const float_form decimals = {
      DIGITS_DECIMALS, (uint8_t)(form - DECIMALS_FORM), false, LAYOUT_PYTHON};
  return decimals;
}

/// Return an element as a double, which is exact for all floats
static double
load_float(tercet_dtype dtype, const void *data, size_t i)
{
  if (dtype == TERCET_DTYPE_F64) {
    return ((const double *)data)[i];
  }
  return dtype == TERCET_DTYPE_F32
             ? (double)((const float *)data)[i]
             : (double)tercet_f16_to_f32(((const uint16_t *)data)[i]);
}

static tercet_digits
own_digits(tercet_dtype dtype, const void *data, size_t i)
{
  return dtype == TERCET_DTYPE_F32 ? tercet_f32_digits(((const float *)data)[i])
         : dtype == TERCET_DTYPE_F64
             ? tercet_f64_digits(((const double *)data)[i])
             : tercet_f16_digits(((const uint16_t *)data)[i]);
}

static size_t
write_name(double value, bool bare, char *out)
{
  const char *const quote = bare ? "" : "\"";
  const char *const name = isnan(value) ? "NaN"
                           : value < 0  ? "-Infinity"
                                        : "Infinity";
  const char *const parts[] = {quote, name, quote};
  size_t length = 0;
  for (size_t i = 0; i < 3U; ++i) {
    const size_t n = strlen(parts[i]);
    memcpy(out + length, parts[i], n);
    length += n;
  }
  return length;
}

/// Write digits in a layout whose limit depends on their number
static size_t
write_growing(const tercet_digits *number, const float_form *form, char *out)
{
  tercet_digits_layout layout = form->layout;
  uint64_t rest = number->digits;
  int8_t n = 0;
  for (; rest; rest /= 10U) {
    ++n;
  }
  layout.limit = n > layout.limit ? n : layout.limit;
  return tercet_digits_write(number, &layout, out);
}

static size_t
write_float(tercet_dtype dtype,
            const void *data,
            size_t i,
            const tercet_literal_layout *layout,
            char *out)
{
  const double value = load_float(dtype, data, i);
  if (!isfinite(value)) {
    return write_name(value, layout->bare_names, out);
  }

  const float_form form = float_form_at(layout->form);
  tercet_digits number = {0, 0, false};
  switch (form.kind) {
  case DIGITS_DECIMALS:
    return tercet_f64_digits_at(value, -(int32_t)form.n_digits, &number)
               ? tercet_digits_write_fixed(&number, form.n_digits, out)
               : 0;
  case DIGITS_ROUNDED:
    if (!tercet_f64_digits_rounded(value, form.n_digits, &number)) {
      return 0;
    }
    break;
  case DIGITS_DOUBLE:
    number = tercet_f64_digits(value);
    break;
  case DIGITS_FILLED:
  case DIGITS_OWN:
    number = own_digits(dtype, data, i);
    break;
  }
  if (form.kind == DIGITS_FILLED) {
    tercet_digits_fill(&number, value);
  }
  return form.grows ? write_growing(&number, &form, out)
                    : tercet_digits_write(&number, &form.layout, out);
}

static size_t
write_bool(bool value, bool as_number, char *out)
{
  if (as_number) {
    *out = value ? '1' : '0';
    return 1;
  }
  memcpy(out, value ? "true" : "false", 5);
  return value ? 4 : 5;
}

static size_t
write_integer(tercet_dtype dtype, const void *data, size_t i, char *out)
{
  switch ((int)dtype) {
  case TERCET_DTYPE_I16:
    return tercet_i64_write(((const int16_t *)data)[i], out);
  case TERCET_DTYPE_I32:
    return tercet_i64_write(((const int32_t *)data)[i], out);
  case TERCET_DTYPE_I64:
    return tercet_i64_write(((const int64_t *)data)[i], out);
  case TERCET_DTYPE_U8:
    return tercet_u64_write(((const uint8_t *)data)[i], out);
  case TERCET_DTYPE_U16:
    return tercet_u64_write(((const uint16_t *)data)[i], out);
  case TERCET_DTYPE_U32:
    return tercet_u64_write(((const uint32_t *)data)[i], out);
  default:
    assert(dtype == TERCET_DTYPE_U64);
    return tercet_u64_write(((const uint64_t *)data)[i], out);
  }
}

size_t
tercet_literal_item_write(tercet_dtype dtype,
                          const void *data,
                          size_t i,
                          const tercet_literal_layout *layout,
                          char *out)
{
  return is_float(dtype) ? write_float(dtype, data, i, layout, out)
         : dtype == TERCET_DTYPE_BOOL
             ? write_bool(((const uint8_t *)data)[i], layout->form == 1U, out)
             : write_integer(dtype, data, i, out);
}
