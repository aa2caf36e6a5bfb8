// SPDX-License-Identifier: Apache-2.0

#include "onnx/small_float.h"

#include "array/dtype.h"
#include "base/error.h"

#include <tercet/tensor.h>

#include <math.h>

/// How the bits make a number: sign, exponent, mantissa
typedef struct {
  int n_mantissa;  ///< Bits
  int least;       ///< Exponent of the least normal number
  uint8_t sign;    ///< The bit
  uint8_t max;     ///< Greatest number
  uint8_t nan;     ///< 0: there is none
  uint8_t above;   ///< What lies beyond the greatest: infinity or NaN
  bool is_one_nan; ///< The sign bit alone is NaN: there is no -0
} small_format;

static const small_format *
format_of(tercet_onnx_type type)
{
  static const small_format e4m3fn = {3, -6, 0x80, 0x7e, 0x7f, 0x7f, false};
  static const small_format e4m3fnuz = {3, -7, 0x80, 0x7f, 0x80, 0x80, true};
  static const small_format e5m2 = {2, -14, 0x80, 0x7b, 0x7f, 0x7c, false};
  static const small_format e5m2fnuz = {2, -15, 0x80, 0x7f, 0x80, 0x80, true};
  static const small_format e2m1 = {1, 0, 0x8, 0x7, 0, 0x7, false};
  switch ((int)type) {
  case TERCET_ONNX_FLOAT8E4M3FN:
    return &e4m3fn;
  case TERCET_ONNX_FLOAT8E4M3FNUZ:
    return &e4m3fnuz;
  case TERCET_ONNX_FLOAT8E5M2:
    return &e5m2;
  case TERCET_ONNX_FLOAT8E5M2FNUZ:
    return &e5m2fnuz;
  case TERCET_ONNX_FLOAT4E2M1:
    return &e2m1;
  default:
    return NULL;
  }
}

bool
tercet_onnx_is_small_float(tercet_onnx_type type)
{
  return format_of(type) != NULL;
}

bool
tercet_onnx_is_small_integer(tercet_onnx_type type)
{
  return type == TERCET_ONNX_INT4 || type == TERCET_ONNX_UINT4;
}

/* ---- One number ---- */

static float
decode(const small_format *format, uint8_t bits)
{
  const int magnitude = bits & (format->sign - 1);
  if (format->is_one_nan && bits == format->sign) {
    return NAN;
  }
  if (magnitude > format->max) {
    const bool is_infinite =
        magnitude == format->above && format->above != format->nan;
    const float special = is_infinite ? INFINITY : NAN;
    return bits & format->sign ? -special : special;
  }

  const int exponent = magnitude >> format->n_mantissa;
  const int mantissa = magnitude - (exponent << format->n_mantissa);
  const int digits =
      exponent > 0 ? mantissa + (1 << format->n_mantissa) : mantissa;
  const int scale =
      format->least - format->n_mantissa + (exponent > 0 ? exponent - 1 : 0);
  const float value = ldexpf((float)digits, scale);
  return bits & format->sign ? -value : value;
}

float
tercet_small_float_decode(tercet_onnx_type type, uint8_t bits)
{
  return decode(format_of(type), bits);
}

/// Return the bits of the nearest multiple of the last place, without a sign;
/// the carry of rounding up goes into the exponent by itself
static int
nearest_magnitude(const small_format *format, double magnitude)
{
  int exponent = 0;
  frexp(magnitude, &exponent);
  if (magnitude == 0 || exponent - 1 < format->least) {
    exponent = format->least + 1;
  }
  --exponent;
  const double digits = rint(ldexp(magnitude, format->n_mantissa - exponent));
  return ((exponent - format->least) << format->n_mantissa) + (int)digits;
}

static uint8_t
encode(const small_format *format, double value, bool saturates)
{
  const uint8_t sign = signbit(value) ? format->sign : 0;
  const double magnitude = fabs(value);
  if (value != value) {
    return format->nan == 0     ? format->max
           : format->is_one_nan ? format->nan
                                : (uint8_t)(format->nan | sign);
  }

  // 2^16 is beyond all of them
  const int nearest = magnitude < 65536 ? nearest_magnitude(format, magnitude)
                                        : format->max + 1;
  if (nearest > format->max) {
    return format->is_one_nan && !saturates
               ? format->above
               : (uint8_t)((saturates ? format->max : format->above) | sign);
  }
  return nearest == 0 && format->is_one_nan ? 0 : (uint8_t)(nearest | sign);
}

uint8_t
tercet_small_float_encode(tercet_onnx_type type, double value, bool saturates)
{
  return encode(format_of(type), value, saturates);
}

/* ---- Tensors ---- */

static tercet_status
decode_tile(void *context, size_t n, void *out, const void *const *in)
{
  const float *const values = (const float *)context;
  const uint8_t *const bits = (const uint8_t *)in[0];
  float *const numbers = (float *)out;
  for (size_t i = 0; i < n; ++i) {
    numbers[i] = values[bits[i]];
  }
  return TERCET_OK;
}

tercet_status
tercet_small_floats_decode(const tercet_allocator *alloc,
                           tercet_onnx_type type,
                           const tercet_tensor *bits,
                           tercet_tensor **out,
                           tercet_error *err)
{
  const small_format *const format = format_of(type);
  float values[256];
  for (int i = 0; i < 256; ++i) {
    values[i] = decode(format, (uint8_t)(i & (format->sign * 2 - 1)));
  }
  return tercet_tensor_map(
      alloc, 1, &bits, TERCET_DTYPE_F32, decode_tile, values, out, err);
}

typedef struct {
  const small_format *format;
  bool saturates;
} encoding;

static tercet_status
encode_tile(void *context, size_t n, void *out, const void *const *in)
{
  const encoding *const how = (const encoding *)context;
  const double *const numbers = (const double *)in[0];
  uint8_t *const bits = (uint8_t *)out;
  for (size_t i = 0; i < n; ++i) {
    bits[i] = encode(how->format, numbers[i], how->saturates);
  }
  return TERCET_OK;
}

tercet_status
tercet_small_floats_encode(const tercet_allocator *scratch,
                           tercet_onnx_type type,
                           bool saturates,
                           const tercet_tensor *numbers,
                           tercet_tensor *out,
                           tercet_error *err)
{
  // float64 holds every number that is not beyond all small floats
  encoding how = {format_of(type), saturates};
  tercet_tensor *wide = NULL;
  TERCET_TRY(
      tercet_tensor_cast(scratch, numbers, TERCET_DTYPE_F64, &wide, err));
  const tercet_tensor *const in = wide;
  const tercet_status st =
      tercet_tensor_map_into(1, &in, encode_tile, &how, out, err);
  tercet_tensor_unref(wide);
  return st;
}

static tercet_status
wrap_tile(void *context, size_t n, void *out, const void *const *in)
{
  const bool is_signed = *(const bool *)context;
  const uint8_t *const wide = (const uint8_t *)in[0];
  uint8_t *const small = (uint8_t *)out;
  for (size_t i = 0; i < n; ++i) {
    const uint8_t low = wide[i] & 15U;
    small[i] = is_signed && low > 7U ? (uint8_t)(low | 0xf0U) : low;
  }
  return TERCET_OK;
}

/// Bring bytes that were made of floats, which saturates, into four bits
static tercet_status
clamp_tile(void *context, size_t n, void *out, const void *const *in)
{
  const bool is_signed = *(const bool *)context;
  for (size_t i = 0; i < n; ++i) {
    if (is_signed) {
      const int8_t x = ((const int8_t *)in[0])[i];
      ((int8_t *)out)[i] = (int8_t)(x < -8 ? -8 : x > 7 ? 7 : x);
    } else {
      const uint8_t x = ((const uint8_t *)in[0])[i];
      ((uint8_t *)out)[i] = x > 15 ? 15 : x;
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_small_integers_encode(tercet_onnx_type type,
                             const tercet_tensor *numbers,
                             tercet_tensor *out,
                             tercet_error *err)
{
  bool is_signed = type == TERCET_ONNX_INT4;
  const bool is_float =
      tercet_dtype_kind_of(tercet_tensor_dtype(numbers)) == TERCET_KIND_F;
  TERCET_TRY(tercet_tensor_assign(out, numbers, err));
  const tercet_tensor *const in = out;
  return tercet_tensor_map_into(
      1, &in, is_float ? clamp_tile : wrap_tile, &is_signed, out, err);
}
