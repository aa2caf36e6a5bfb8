// SPDX-License-Identifier: Apache-2.0

#include "onnx/io/scan.h"

#include "base/error.h"
#include "base/string_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void
tercet_onnx_scan_init(tercet_onnx_scan *scan,
                      tercet_string text,
                      tercet_error *err)
{
  scan->text = text.length > 0 ? text : tercet_string_from("");
  scan->at = scan->text.data;
  scan->end = scan->at + text.length;
  scan->err = err;
}

tercet_status
tercet_onnx_text_fail(tercet_string text,
                      const char *at,
                      tercet_status status,
                      tercet_error *err,
                      const char *format,
                      ...)
{
  char message[256];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof(message), format, args);
  va_end(args);

  if (!at) {
    return tercet_error_set(err, status, "%s", message);
  }
  uint64_t line = 1;
  const char *line_start = text.data;
  for (const char *c = text.data; c < at; ++c) {
    if (*c == '\n') {
      ++line;
      line_start = c + 1;
    }
  }
  return tercet_error_set_at(
      err, status, line, (uint64_t)(at - line_start) + 1, "%s", message);
}

tercet_status
tercet_onnx_scan_expect(const tercet_onnx_scan *scan, const char *what)
{
  if (scan->at == scan->end) {
    return tercet_onnx_text_fail(scan->text,
                                 scan->at,
                                 TERCET_ERR_SYNTAX,
                                 scan->err,
                                 "%s expected before the end of the text",
                                 what);
  }
  return tercet_onnx_text_fail(scan->text,
                               scan->at,
                               TERCET_ERR_SYNTAX,
                               scan->err,
                               *scan->at > ' ' && *scan->at <= '~'
                                   ? "%s expected before '%c'"
                                   : "%s expected",
                               what,
                               *scan->at);
}

void
tercet_onnx_scan_skip(tercet_onnx_scan *scan)
{
  bool is_comment = false;
  for (; scan->at < scan->end; ++scan->at) {
    const char c = *scan->at;
    if (c == '#') {
      is_comment = true;
    } else if (c == '\n') {
      is_comment = false;
    } else if (!is_comment && c != ' ' && (c < '\t' || c > '\r')) {
      return;
    }
  }
}

char
tercet_onnx_scan_peek(tercet_onnx_scan *scan)
{
  tercet_onnx_scan_skip(scan);
  return scan->at < scan->end ? *scan->at : '\0';
}

bool
tercet_onnx_scan_take(tercet_onnx_scan *scan, char c)
{
  tercet_onnx_scan_skip(scan);
  const bool is_next = scan->at < scan->end && *scan->at == c;
  scan->at += is_next;
  return is_next;
}

tercet_status
tercet_onnx_scan_match(tercet_onnx_scan *scan, char c)
{
  const char what[] = {'\'', c, '\'', '\0'};
  return tercet_onnx_scan_take(scan, c) ? TERCET_OK
                                        : tercet_onnx_scan_expect(scan, what);
}

/* ---- Names ---- */

static bool
is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool
is_name_start(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

tercet_string
tercet_onnx_scan_name(tercet_onnx_scan *scan)
{
  tercet_onnx_scan_skip(scan);
  const char *const start = scan->at;
  while (scan->at < scan->end && (is_name_start(*scan->at) ||
                                  (scan->at > start && is_digit(*scan->at)))) {
    ++scan->at;
  }
  const tercet_string name = {start, (size_t)(scan->at - start)};
  return name;
}

tercet_string
tercet_onnx_scan_peek_name(tercet_onnx_scan *scan)
{
  const tercet_string name = tercet_onnx_scan_name(scan);
  scan->at = name.data;
  return name;
}

/* ---- Numbers ---- */

bool
tercet_onnx_is_special_number(tercet_string name)
{
  static const char *const names[] = {"inf", "infinity", "nan"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (tercet_string_equals_ignoring_case(name,
                                           tercet_string_from(names[i]))) {
      return true;
    }
  }
  return false;
}

/// Read what follows the sign
static tercet_status
scan_unsigned(tercet_onnx_scan *scan, tercet_onnx_number *out)
{
  const tercet_string name = tercet_onnx_scan_peek_name(scan);
  if (tercet_onnx_is_special_number(name)) {
    out->is_special = true;
    out->special = (name.data[0] | 0x20) == 'n' ? NAN : HUGE_VAL;
    scan->at += name.length;
    return TERCET_OK;
  }

  const bool has_sign =
      scan->at < scan->end && (*scan->at == '+' || *scan->at == '-');
  const char *const end =
      has_sign ? NULL
               : tercet_decimal_scan(
                     scan->at, scan->end, TERCET_NUMBER_XSD, &out->decimal);
  if (!end) {
    return tercet_onnx_scan_expect(scan, "a number");
  }
  scan->at = end;
  return TERCET_OK;
}

tercet_status
tercet_onnx_scan_number(tercet_onnx_scan *scan, tercet_onnx_number *out)
{
  tercet_onnx_scan_skip(scan);
  memset(out, 0, sizeof(*out));
  out->at = scan->at;
  const bool is_negative = tercet_onnx_scan_take(scan, '-');
  TERCET_TRY(scan_unsigned(scan, out));
  out->decimal.negative = is_negative;
  out->special = is_negative ? -out->special : out->special;
  return TERCET_OK;
}

tercet_status
tercet_onnx_scan_int(const tercet_onnx_scan *scan,
                     const tercet_onnx_number *number,
                     int64_t least,
                     int64_t most,
                     int64_t *out)
{
  if (number->is_special || !number->decimal.is_integer ||
      !tercet_decimal_to_i64(&number->decimal, out) || *out < least ||
      *out > most) {
    return tercet_onnx_text_fail(scan->text,
                                 number->at,
                                 TERCET_ERR_SYNTAX,
                                 scan->err,
                                 "an integer from %" PRId64 " to %" PRId64
                                 " expected",
                                 least,
                                 most);
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_scan_uint(const tercet_onnx_scan *scan,
                      const tercet_onnx_number *number,
                      uint64_t most,
                      uint64_t *out)
{
  if (number->is_special || !number->decimal.is_integer ||
      !tercet_decimal_to_u64(&number->decimal, out) || *out > most) {
    return tercet_onnx_text_fail(scan->text,
                                 number->at,
                                 TERCET_ERR_SYNTAX,
                                 scan->err,
                                 "an integer from 0 to %" PRIu64 " expected",
                                 most);
  }
  return TERCET_OK;
}

float
tercet_onnx_number_f32(const tercet_onnx_number *number)
{
  return number->is_special ? (float)number->special
                            : tercet_decimal_to_f32(&number->decimal);
}

double
tercet_onnx_number_f64(const tercet_onnx_number *number)
{
  return number->is_special ? number->special
                            : tercet_decimal_to_f64(&number->decimal);
}

static tercet_status
append_special(tercet_buffer *buffer, double value)
{
  const char *const infinity = value < 0 ? "-inf" : "inf";
  return tercet_buffer_append_text(buffer, isnan(value) ? "nan" : infinity);
}

tercet_status
tercet_onnx_number_append_f32(tercet_buffer *buffer, float value)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  return isfinite(value)
             ? tercet_buffer_append(
                   buffer,
                   text,
                   tercet_f32_write(value, TERCET_FLOAT_PYTHON, text))
             : append_special(buffer, (double)value);
}

tercet_status
tercet_onnx_number_append_f64(tercet_buffer *buffer, double value)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  return isfinite(value)
             ? tercet_buffer_append(
                   buffer,
                   text,
                   tercet_f64_write(value, TERCET_FLOAT_PYTHON, text))
             : append_special(buffer, value);
}
