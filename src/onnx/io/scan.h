// SPDX-License-Identifier: Apache-2.0

/// What protobuf's text format and ONNX's text syntax have in common

#ifndef TERCET_ONNX_IO_SCAN_H
#define TERCET_ONNX_IO_SCAN_H

#include "base/buffer.h"
#include "base/number.h"

/// A text that is gone through from its start to its end
typedef struct {
  tercet_string text;
  const char *at;
  const char *end;
  tercet_error *err;
} tercet_onnx_scan;

void
tercet_onnx_scan_init(tercet_onnx_scan *scan,
                      tercet_string text,
                      tercet_error *err);

/// Set `err` to an error at a place in a text, with line and column, or
/// without them if `at` is NULL; returns `status`
tercet_status
tercet_onnx_text_fail(tercet_string text,
                      const char *at,
                      tercet_status status,
                      tercet_error *err,
                      const char *format,
                      ...) TERCET_PRINTF(5, 6);

/// Set the error to say what should stand here; returns #TERCET_ERR_SYNTAX
tercet_status
tercet_onnx_scan_expect(const tercet_onnx_scan *scan, const char *what);

/// Skip white space, and comments from '#' to the end of the line
void
tercet_onnx_scan_skip(tercet_onnx_scan *scan);

/// Skip, and return the next character, or NUL at the end
char
tercet_onnx_scan_peek(tercet_onnx_scan *scan);

/// Skip, and step over a character if it is next
bool
tercet_onnx_scan_take(tercet_onnx_scan *scan, char c);

/// Skip, and step over a character that must be next
TERCET_NODISCARD tercet_status
tercet_onnx_scan_match(tercet_onnx_scan *scan, char c);

/// Skip, and return the name that is next, or an empty one:
/// [A-Za-z_][A-Za-z0-9_]*
tercet_string
tercet_onnx_scan_name(tercet_onnx_scan *scan);

/// Return the name that is next, and stay before it
tercet_string
tercet_onnx_scan_peek_name(tercet_onnx_scan *scan);

/// A number, an infinity or a NaN
typedef struct {
  const char *at;
  tercet_decimal decimal;
  bool is_special; ///< Not finite
  double special;
} tercet_onnx_number;

/// Return whether a name is inf, infinity or nan, in any case of letters
bool
tercet_onnx_is_special_number(tercet_string name);

/// Read a number: `-`? and digits with point and exponent, inf or nan
TERCET_NODISCARD tercet_status
tercet_onnx_scan_number(tercet_onnx_scan *scan, tercet_onnx_number *out);

/// Get the integer that a number is, between `least` and `most`
TERCET_NODISCARD tercet_status
tercet_onnx_scan_int(const tercet_onnx_scan *scan,
                     const tercet_onnx_number *number,
                     int64_t least,
                     int64_t most,
                     int64_t *out);

/// Get the integer from 0 to `most` that a number is
TERCET_NODISCARD tercet_status
tercet_onnx_scan_uint(const tercet_onnx_scan *scan,
                      const tercet_onnx_number *number,
                      uint64_t most,
                      uint64_t *out);

/// Return the nearest float
float
tercet_onnx_number_f32(const tercet_onnx_number *number);

double
tercet_onnx_number_f64(const tercet_onnx_number *number);

/// Append a float so that the scan reads it back: nan, inf, -inf or a number
TERCET_NODISCARD tercet_status
tercet_onnx_number_append_f32(tercet_buffer *buffer, float value);

TERCET_NODISCARD tercet_status
tercet_onnx_number_append_f64(tercet_buffer *buffer, double value);

#endif // TERCET_ONNX_IO_SCAN_H
