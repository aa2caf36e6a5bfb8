// SPDX-License-Identifier: Apache-2.0

/**
   Numbers and their decimal text, independent of the C locale.

   Reading rounds once, to nearest with ties to even, straight to the target
   format: a float16 is never read through a float.  Values beyond the range
   become infinity, values below half the least subnormal zero, both with
   their sign.  Writing gives the shortest text of a format that reads back to
   the same value, and of those the closest to the value.
*/

#ifndef TERCET_BASE_NUMBER_H
#define TERCET_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Which texts are numbers
typedef enum {
  TERCET_NUMBER_JSON, ///< RFC 8259: no '+', no leading zero, digits around '.'
  TERCET_NUMBER_XSD,  ///< xsd:double without INF and NaN: also +1, 01, .5, 1.
} tercet_number_grammar;

/// A number as it was written: (-1)^negative * mantissa * 10^exponent, where
/// mantissa holds the first 19 significant digits
typedef struct {
  uint64_t mantissa;
  int64_t exponent;
  bool negative;
  bool truncated;     ///< Further non-zero digits follow in the text
  bool is_integer;    ///< Written without '.' and without exponent
  const char *digits; ///< Where the digits start in the text
  const char *end;    ///< Behind the number
} tercet_decimal;

/// Scan the number at `text`; return the end of it, or NULL if there is none.
/// The scan takes the longest number; what follows is the caller's to check.
const char *
tercet_decimal_scan(const char *text,
                    const char *end,
                    tercet_number_grammar grammar,
                    tercet_decimal *out);

double
tercet_decimal_to_f64(const tercet_decimal *decimal);

float
tercet_decimal_to_f32(const tercet_decimal *decimal);

/// Return the bits of the nearest IEEE 754 binary16
uint16_t
tercet_decimal_to_f16(const tercet_decimal *decimal);

/// Set `out` if the value is an integer in range, exactly (1.0 and 1e3 are)
bool
tercet_decimal_to_i64(const tercet_decimal *decimal, int64_t *out);

/// Set `out` if the value is an integer in range, exactly; -0 is 0
bool
tercet_decimal_to_u64(const tercet_decimal *decimal, uint64_t *out);

/// Read a whole text as xsd:double does (INF, +INF, -INF and NaN too)
bool
tercet_f64_read(const char *text, size_t length, double *out);

/// Read a whole text as xsd:float does
bool
tercet_f32_read(const char *text, size_t length, float *out);

/// Read a whole text of [+-]?[0-9]+; false if malformed or out of range
bool
tercet_i64_read(const char *text, size_t length, int64_t *out);

/// Bytes that are enough for any number below
#define TERCET_NUMBER_TEXT_MAX 32U

/// How a finite float is laid out
typedef enum {
  TERCET_FLOAT_PYTHON, ///< Like Python's repr: 0.1, 1e-05, 1e+16, 1.0
  TERCET_FLOAT_XSD,    ///< The canonical xsd:double: 1.0E-1, 1.0E0
} tercet_float_format;

/// Write the shortest text; NaN and infinities are NaN, Infinity, -Infinity
/// (for TERCET_FLOAT_XSD: NaN, INF, -INF).  Return the bytes written, which
/// are not terminated.
size_t
tercet_f64_write(double value, tercet_float_format format, char *out);

size_t
tercet_f32_write(float value, tercet_float_format format, char *out);

/// Write the binary16 with these bits
size_t
tercet_f16_write(uint16_t bits, tercet_float_format format, char *out);

size_t
tercet_i64_write(int64_t value, char *out);

size_t
tercet_u64_write(uint64_t value, char *out);

#endif // TERCET_BASE_NUMBER_H
