// SPDX-License-Identifier: Apache-2.0

/*
  Where an element starts depends on where the comma before it is, and on
  nothing that is computed from digits: so the processor works on several
  elements at once.

  While the digits are at hand, each number is also compared with what would be
  printed for it.  That costs a fraction of printing it.
*/

#include "array/literal_plain.h"

#include "array/dtype.h"
#include "array/literal_layout.h"
#include "base/float16.h"
#include "base/number_scan.h"
#include "base/number_text.h"

#include <math.h>

/// Bytes that may be looked at from the start of an element: 24 for the comma,
/// and 24 from behind a point before it
#define REACH 48

/// For the parts of the loop, so that they get its dtype as a constant and
/// leave the number in registers
#define INLINE __attribute__((always_inline)) static inline

/// A number without exponent: mantissa * 10^-n_decimals
typedef struct {
  bool negative;
  uint32_t n_decimals;
  uint64_t mantissa;
} plain_number;

/* ---- Reading ---- */

/// Take a number without sign apart, which fills `length` bytes: false if it is
/// none, has an exponent, or more digits than a mantissa holds
INLINE bool
split_number(const char *p, uint32_t length, plain_number *out)
{
  // Nearly all floats have one digit before the point
  uint64_t fraction = 0;
  if (length > 2U && length < 20U && p[1] == '.') {
    const uint32_t first = (unsigned char)(*p - '0');
    out->n_decimals = length - 2U;
    const bool good = tercet_digits_join(p + 2, out->n_decimals, &fraction);
    out->mantissa = first * tercet_u64_powers[out->n_decimals] + fraction;
    return good && first < 10U;
  }

  const char *const point =
      length ? (const char *)memchr(p, '.', length) : NULL;
  const uint32_t n_integer = point ? (uint32_t)(point - p) : length;
  out->n_decimals = point ? length - n_integer - 1U : 0U;
  if (n_integer == 0 || (point && out->n_decimals == 0) ||
      (*p == '0' && n_integer > 1U) ||
      n_integer + out->n_decimals > TERCET_DECIMAL_DIGITS ||
      !tercet_digits_join(p, n_integer, &out->mantissa)) {
    return false;
  }
  if (point && !tercet_digits_join(point + 1, out->n_decimals, &fraction)) {
    return false;
  }
  out->mantissa = out->mantissa * tercet_u64_powers[out->n_decimals] + fraction;
  return true;
}

static inline tercet_decimal
decimal_of(const plain_number *number)
{
  const tercet_decimal decimal = {
      .mantissa = number->mantissa,
      .exponent = -(int64_t)number->n_decimals,
  };
  return decimal;
}

// Signs cannot be predicted, so they are put on as bits, without a branch

INLINE void
put_f32(const plain_number *number, char *out)
{
  const tercet_decimal decimal = decimal_of(number);
  double wide = 0.0;
  const float value =
      tercet_exact_parts_to_f64(decimal.mantissa, decimal.exponent, &wide) &&
              tercet_f64_is_no_f32_middle(wide)
          ? (float)wide
          : tercet_decimal_to_f32(&decimal);
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  bits |= (uint32_t)number->negative << 31U;
  memcpy(out, &bits, sizeof(bits));
}

INLINE void
put_f64(const plain_number *number, char *out)
{
  const tercet_decimal decimal = decimal_of(number);
  double value = 0.0;
  if (!tercet_exact_parts_to_f64(decimal.mantissa, decimal.exponent, &value)) {
    value = tercet_decimal_to_f64(&decimal);
  }
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  bits |= (uint64_t)number->negative << 63U;
  memcpy(out, &bits, sizeof(bits));
}

static inline void
put_f16(const plain_number *number, char *out)
{
  const tercet_decimal decimal = decimal_of(number);
  const uint16_t bits = (uint16_t)(tercet_decimal_to_f16(&decimal) |
                                   (unsigned)number->negative << 15U);
  memcpy(out, &bits, sizeof(bits));
}

/// Store an integer; false if it is none or not in range
static inline bool
put_integer(tercet_dtype dtype, const plain_number *number, char *out)
{
  const size_t size = tercet_dtype_size(dtype);
  const uint64_t most = UINT64_MAX >> (64U - 8U * (uint32_t)size);
  const uint64_t limit = tercet_dtype_kind_of(dtype) == TERCET_KIND_U
                             ? (number->negative ? 0U : most)
                             : most / 2U + number->negative;
  if (number->n_decimals || number->mantissa > limit) {
    return false;
  }
  const uint64_t m = number->mantissa;
  tercet_literal_put_bits(number->negative ? 0U - m : m, size, out);
  return true;
}

/// Store a number in an element; false if it is left to other code
INLINE bool
put_number(tercet_dtype dtype, const plain_number *number, char *out)
{
  if (dtype == TERCET_DTYPE_F32) {
    put_f32(number, out);
  } else if (dtype == TERCET_DTYPE_F64) {
    put_f64(number, out);
  } else if (dtype == TERCET_DTYPE_F16) {
    put_f16(number, out);
  } else {
    return put_integer(dtype, number, out);
  }
  return true;
}

/* ---- Comparing with what would be printed ---- */

/// Return whether a mantissa of 7 to 9 digits is surely the shortest text of
/// the float that it was read as
INLINE bool
is_surely_shortest(float value, const plain_number *number)
{
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));

  // The value in units of the last digit, and how far it lies above the
  // mantissa; the products are right to 10^-6
  const double margin = 1e-4;
  const double power = tercet_exact_powers[number->n_decimals];
  const double exact = fabs((double)value) * power;
  const double rest = exact - (double)(int64_t)number->mantissa;
  const double last_digit = (double)(int64_t)(number->mantissa % 10U);

  // Half the distance to the next float, in the same units
  const uint32_t half_bits = (bits & 0x7f800000U) - (24U << 23U);
  float half = 0.0F;
  memcpy(&half, &half_bits, sizeof(half));
  const double reach = (double)half * power + margin;

  // Numbers with one digit less must lie beyond the middles to the next floats,
  // and no other mantissa may be nearer.  A power of two has a middle that is
  // nearer below, and is left to others, as are floats whose `half` would not
  // be normal.
  return (bits & 0x007fffffU) && (bits & 0x7f800000U) > (25U << 23U) &&
         fabs(rest) < 0.5 - margin && last_digit + rest > reach &&
         10.0 - last_digit - rest > reach;
}

static inline bool
digits_equal(tercet_digits digits, const plain_number *number)
{
  return digits.digits == number->mantissa &&
         digits.exponent == -(int32_t)number->n_decimals;
}

INLINE bool
f32_is_as_written(const plain_number *number, uint8_t form, const char *element)
{
  float value = 0.0F;
  memcpy(&value, element, sizeof(value));
  if (form == TERCET_LITERAL_FORM_DOUBLE) {
    return digits_equal(tercet_f64_digits((double)value), number);
  }

  // Six digits survive in a float: so no other text as short reads as it
  const uint64_t m = number->mantissa;
  return m < 1000000U ||
         (m < 1000000000U && is_surely_shortest(value, number)) ||
         digits_equal(tercet_f32_digits(value), number);
}

static inline bool
f64_is_as_written(const plain_number *number, const char *element)
{
  // Fifteen digits survive in a double
  double value = 0.0;
  memcpy(&value, element, sizeof(value));
  return number->mantissa < UINT64_C(1000000000000000) ||
         digits_equal(tercet_f64_digits(value), number);
}

static inline bool
f16_is_as_written(const plain_number *number, uint8_t form, const char *element)
{
  uint16_t bits = 0;
  memcpy(&bits, element, sizeof(bits));
  return digits_equal(form == TERCET_LITERAL_FORM_DOUBLE
                          ? tercet_f64_digits((double)tercet_f16_to_f32(bits))
                          : tercet_f16_digits(bits),
                      number);
}

/// Return whether a float written like 12.0 or 0.0 is exactly that
static inline bool
is_written_integer(tercet_dtype dtype,
                   const plain_number *number,
                   const char *element)
{
  double wide = 0.0;
  float narrow = 0.0F;
  uint16_t bits = 0;
  if (dtype == TERCET_DTYPE_F64) {
    memcpy(&wide, element, sizeof(wide));
  } else if (dtype == TERCET_DTYPE_F32) {
    memcpy(&narrow, element, sizeof(narrow));
    wide = (double)narrow;
  } else {
    memcpy(&bits, element, sizeof(bits));
    wide = (double)tercet_f16_to_f32(bits);
  }
  return number->n_decimals == 1U &&
         number->mantissa < UINT64_C(10000000000000000) &&
         fabs(wide) == (double)(int64_t)(number->mantissa / 10U);
}

/// Return whether a number that has just been stored is what a form, the
/// canonical one or that of doubles, writes for the element
INLINE bool
is_as_written(tercet_dtype dtype,
              const plain_number *number,
              uint8_t form,
              const char *element)
{
  const uint64_t m = number->mantissa;
  const uint32_t n = number->n_decimals;
  if (dtype != TERCET_DTYPE_F16 && dtype != TERCET_DTYPE_F32 &&
      dtype != TERCET_DTYPE_F64) {
    return m || !number->negative;
  }
  if (m % 10U == 0) {
    return is_written_integer(dtype, number, element);
  }

  // An integer lacks its ".0", and small numbers are written with exponents
  if (n == 0 || (n > 4U && m < tercet_u64_powers[n - 4U])) {
    return false;
  }
  return dtype == TERCET_DTYPE_F32   ? f32_is_as_written(number, form, element)
         : dtype == TERCET_DTYPE_F64 ? f64_is_as_written(number, element)
                                     : f16_is_as_written(number, form, element);
}

/// Note how a number stands in the text
INLINE void
trace_number(tercet_literal_trace *trace,
             tercet_dtype dtype,
             const plain_number *number,
             uint32_t n_separator,
             const char *element)
{
  const bool is_first = trace->n_separator == 0;
  trace->n_separator = is_first ? n_separator : trace->n_separator;
  bool good = is_as_written(dtype, number, trace->form, element);
  if (!good && is_first &&
      (dtype == TERCET_DTYPE_F32 || dtype == TERCET_DTYPE_F16)) {
    trace->form = TERCET_LITERAL_FORM_DOUBLE;
    good = is_as_written(dtype, number, trace->form, element);
  }
  trace->is_regular = good && n_separator == trace->n_separator;
}

/* ---- The loop ---- */

/// The loop of tercet_literal_read_plain(), which is to be made once for each
/// dtype that is a constant
INLINE int64_t
read_numbers(tercet_literal_cursor *in,
             tercet_dtype dtype,
             int64_t n,
             char *out,
             tercet_literal_trace *trace)
{
  const size_t size = tercet_dtype_size(dtype);
  const char *p = in->at;
  uint32_t n_separator = 0;
  int64_t i = 0;
  for (; i < n && in->end - p >= REACH; ++i) {
    const uint32_t length = tercet_chunks_find(p, ',');
    const uint32_t sign = *p == '-';
    const uint32_t step = 1U + (p[length + 1U] == ' ');
    plain_number number = {sign, 0, 0};
    n_separator = n_separator ? n_separator : step;
    if (length >= 24U || step != n_separator ||
        !split_number(p + sign, length - sign, &number) ||
        !put_number(dtype, &number, out)) {
      break;
    }
    if (trace->is_regular) {
      trace_number(trace, dtype, &number, n_separator, out);
    }
    out += size;
    p += length + n_separator;
  }
  in->at = p;
  return i;
}

int64_t
tercet_literal_read_plain(tercet_literal_cursor *in,
                          tercet_dtype dtype,
                          int64_t n,
                          char *out,
                          tercet_literal_trace *trace)
{
  switch ((int)dtype) {
  case TERCET_DTYPE_BOOL:
    return 0;
  case TERCET_DTYPE_F16:
    return read_numbers(in, TERCET_DTYPE_F16, n, out, trace);
  case TERCET_DTYPE_F32:
    return read_numbers(in, TERCET_DTYPE_F32, n, out, trace);
  case TERCET_DTYPE_F64:
    return read_numbers(in, TERCET_DTYPE_F64, n, out, trace);
  default:
    return read_numbers(in, dtype, n, out, trace);
  }
}
