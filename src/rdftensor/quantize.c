// SPDX-License-Identifier: Apache-2.0

/**
   quantize, dequantize: a vector in a quarter of its bytes, as
   xsd:base64Binary.

   The bytes are a float32, by which the numbers are to be multiplied, and an
   int8 for each element, both little-endian: the greatest size becomes 127, and
   ties are rounded to even.
*/

#include "rdftensor/rdftensor_internal.h"

#include "base/string_view.h"

#include <math.h>
#include <string.h>

#define BASE64_BINARY "http://www.w3.org/2001/XMLSchema#base64Binary"

/// Bytes in front of the numbers
#define HEADER sizeof(float)

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* ---- Base64 ---- */

/// Return the 24 bits of up to three bytes
static uint32_t
gather(const uint8_t *bytes, size_t n)
{
  uint32_t bits = 0;
  for (size_t i = 0; i < 3; ++i) {
    bits = bits << 8U | (i < n ? bytes[i] : 0U);
  }
  return bits;
}

/// Write the text of `n` bytes, four characters for three of them
static void
encode(const uint8_t *bytes, size_t n, char *out)
{
  for (size_t i = 0; i < n; i += 3, out += 4) {
    const size_t n_left = n - i;
    const uint32_t bits = gather(bytes + i, n_left);
    for (size_t k = 0; k < 4; ++k) {
      const uint32_t digit = bits >> (18U - 6U * (uint32_t)k) & 63U;
      out[k] = k <= n_left ? alphabet[digit] : '=';
    }
  }
}

/// Set `out` to the value of a digit; false if it is none
static bool
digit_of(char c, uint32_t *out)
{
  const char *const at = c ? strchr(alphabet, c) : NULL;
  *out = at ? (uint32_t)(at - alphabet) : 0U;
  return at;
}

/// Read a text, in which white space does not count; false if it is malformed
static bool
decode(tercet_string text, uint8_t *out, size_t *n)
{
  uint32_t bits = 0;
  size_t n_digits = 0;
  size_t n_pads = 0;
  *n = 0;
  for (size_t i = 0; i < text.length; ++i) {
    const char c = text.data[i];
    uint32_t digit = 0;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      continue;
    }
    if (c == '=' ? ++n_pads > 2 || n_digits % 4 + n_pads > 4
                 : n_pads > 0 || !digit_of(c, &digit)) {
      return false;
    }
    if (c == '=') {
      continue;
    }
    bits = bits << 6U | digit;
    if (n_digits++ % 4 > 0) {
      const uint32_t shift = 6U - 2U * (uint32_t)((n_digits - 1) % 4);
      out[(*n)++] = (uint8_t)(bits >> shift);
    }
  }
  return (n_digits + n_pads) % 4 == 0;
}

/* ---- Functions ---- */

/// Return the greatest size of an element, NaN if one is
static double
greatest(const double *numbers, size_t n)
{
  double most = 0.0;
  for (size_t i = 0; i < n; ++i) {
    const double size = fabs(numbers[i]);
    most = size > most || isnan(size) ? size : most;
  }
  return most;
}

static tercet_status
compute_quantize(tercet_row_call *row, tercet_value *out)
{
  tercet_tensor_row tensor;
  TERCET_TRY(tercet_row_tensor(row, 0, &tensor));
  tercet_arena *const arena = row->call->arena;
  const size_t n = (size_t)tensor.type->n_elements;
  const size_t n_bytes = HEADER + n;
  const size_t n_text = (n_bytes + 2) / 3 * 4;
  double *const numbers =
      tercet_arena_allocate_array(arena, n + 1, sizeof(*numbers));
  uint8_t *const bytes = tercet_arena_allocate(arena, n_bytes);
  char *const text = tercet_arena_allocate(arena, n_text);
  if (!numbers || !bytes || !text) {
    return TERCET_ERR_NO_MEMORY;
  }

  tercet_elements_to_f64(tensor.type->dtype, tensor.data, n, numbers);
  const double most = greatest(numbers, n);
  const float scale = (float)(most / 127.0);
  if (tensor.type->rank != 1 || !isfinite(scale)) {
    return tercet_error_set(row->err,
                            TERCET_ERR_RANGE,
                            "only a vector of finite numbers can be quantized");
  }
  memcpy(bytes, &scale, HEADER);
  for (size_t i = 0; i < n; ++i) {
    const double number =
        scale == 0.0F ? 0.0 : nearbyint(numbers[i] / (double)scale);
    // The scale is rounded, which may lead one beyond the range
    const double in_range = fmin(fmax(number, -127.0), 127.0);
    bytes[HEADER + i] = (uint8_t)(int8_t)in_range;
  }
  encode(bytes, n_bytes, text);

  *out = (tercet_value){.kind = TERCET_VALUE_LITERAL,
                        .datatype = TERCET_DATATYPE_OTHER};
  out->text = (tercet_string){text, n_text};
  out->extra = tercet_string_from(BASE64_BINARY);
  return TERCET_OK;
}

const tercet_row_function tercet_rdftensor_quantize = {compute_quantize, 0};

static tercet_status
fail_binary(tercet_row_call *row)
{
  return tercet_error_set(
      row->err,
      TERCET_ERR_TYPE,
      "argument 1 is no xsd:base64Binary that quantize made");
}

/// float32
static tercet_status
compute_dequantize(tercet_row_call *row, tercet_value *out)
{
  const tercet_value *const value = row->args[0];
  if (value->kind != TERCET_VALUE_LITERAL ||
      value->datatype != TERCET_DATATYPE_OTHER ||
      !tercet_string_is(value->extra, BASE64_BINARY)) {
    return fail_binary(row);
  }

  size_t n_bytes = 0;
  uint8_t *const bytes =
      tercet_arena_allocate(row->call->arena, value->text.length + 3);
  if (!bytes) {
    return TERCET_ERR_NO_MEMORY;
  }
  if (!decode(value->text, bytes, &n_bytes) || n_bytes < HEADER) {
    return fail_binary(row);
  }

  float scale = 0.0F;
  void *data = NULL;
  const int64_t n = (int64_t)(n_bytes - HEADER);
  memcpy(&scale, bytes, HEADER);
  TERCET_TRY(tercet_row_new_tensor(row, TERCET_DTYPE_F32, 1, &n, &data, out));
  for (int64_t i = 0; i < n; ++i) {
    ((float *)data)[i] = scale * (float)(int8_t)bytes[HEADER + (size_t)i];
  }
  return TERCET_OK;
}

const tercet_row_function tercet_rdftensor_dequantize = {compute_dequantize, 0};
