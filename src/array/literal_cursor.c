// SPDX-License-Identifier: Apache-2.0

#include "array/literal_cursor.h"

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

tercet_status
tercet_literal_fail(const tercet_literal_cursor *in, const char *format, ...)
{
  if (in->err) {
    char message[sizeof(in->err->message)];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    tercet_error_set_at(in->err,
                        TERCET_ERR_SYNTAX,
                        1U,
                        (uint64_t)(in->at - in->start) + 1U,
                        "%s",
                        message);
  }
  return TERCET_ERR_SYNTAX;
}

/// Return the value of a hexadecimal digit, or -1
static int32_t
hex_value(int32_t c)
{
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/// Read the `n` hexadecimal digits of a UCHAR
static int32_t
peek_code_point(const char *p, const char *end, int n, const char **next)
{
  int64_t value = 0;
  if (end - p < n) {
    return TERCET_LITERAL_BAD_ESCAPE;
  }
  for (int i = 0; i < n; ++i) {
    const int32_t digit = hex_value((unsigned char)p[i]);
    if (digit < 0) {
      return TERCET_LITERAL_BAD_ESCAPE;
    }
    value = value * 16 + digit;
  }
  *next = p + n;
  const bool is_surrogate = value >= 0xd800 && value < 0xe000;
  return value > 0x10ffff || is_surrogate ? TERCET_LITERAL_BAD_ESCAPE
                                          : (int32_t)value;
}

int32_t
tercet_literal_peek_escape(const tercet_literal_cursor *in, const char **next)
{
  static const char names[] = "\"'\\tnrbf";
  static const char values[] = "\"'\\\t\n\r\b\f";
  const char *const p = in->at + 1;
  if (p == in->end || *p == '\0') {
    return TERCET_LITERAL_BAD_ESCAPE;
  }

  const char *const found = strchr(names, *p);
  if (found) {
    *next = p + 1;
    return values[found - names];
  }
  return *p == 'u'   ? peek_code_point(p + 1, in->end, 4, next)
         : *p == 'U' ? peek_code_point(p + 1, in->end, 8, next)
                     : TERCET_LITERAL_BAD_ESCAPE;
}

void
tercet_literal_skip_space(tercet_literal_cursor *in)
{
  const char *next = in->at;
  for (;;) {
    const int32_t c = tercet_literal_peek(in, &next);
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
      return;
    }
    in->at = next;
  }
}

bool
tercet_literal_take_word(tercet_literal_cursor *in, const char *word)
{
  const char *const start = in->at;
  for (; *word; ++word) {
    if (!tercet_literal_take(in, *word)) {
      in->at = start;
      return false;
    }
  }
  return true;
}

/// Read the four digits of a JSON \uXXXX; return -1 if they are not there
static int32_t
read_json_code_unit(tercet_literal_cursor *in)
{
  int32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    const char *next = in->at;
    const int32_t digit = hex_value(tercet_literal_peek(in, &next));
    if (digit < 0) {
      return -1;
    }
    value = value * 16 + digit;
    in->at = next;
  }
  return value;
}

/// Read what follows a backslash in a JSON string; return -1 if it is malformed
static int32_t
read_json_escape(tercet_literal_cursor *in)
{
  static const char names[] = "\"\\/bfnrt";
  static const char values[] = "\"\\/\b\f\n\r\t";
  const char *next = in->at;
  const int32_t c = tercet_literal_peek(in, &next);
  const char *const found = c > 0 && c < 0x80 ? strchr(names, c) : NULL;
  if (!found && c != 'u') {
    return -1;
  }
  in->at = next;
  return found ? values[found - names] : read_json_code_unit(in);
}

tercet_status
tercet_literal_read_name(tercet_literal_cursor *in, tercet_literal_name *out)
{
  out->length = 0;
  if (!tercet_literal_take(in, '"')) {
    return tercet_literal_fail(in, "expected a string in double quotes");
  }

  for (;;) {
    const char *next = in->at;
    int32_t c = tercet_literal_peek(in, &next);
    if (c < ' ') {
      return tercet_literal_fail(in, "string is not closed");
    }
    in->at = next;
    if (c == '"') {
      return TERCET_OK;
    }
    if (c == '\\') {
      c = read_json_escape(in);
      if (c < 0) {
        return tercet_literal_fail(in, "malformed escape in a string");
      }
    }
    if (out->length < TERCET_LITERAL_NAME_MAX) {
      out->text[out->length] = (char)(c < 0x80 ? c : 0);
    }
    ++out->length;
  }
}

bool
tercet_literal_name_is(const tercet_literal_name *name, const char *text)
{
  const size_t length = strlen(text);
  return name->length == length && length <= TERCET_LITERAL_NAME_MAX &&
         !memcmp(name->text, text, length);
}

/// Read a number with escapes in or behind it by way of a copy
static tercet_status
read_escaped_number(tercet_literal_cursor *in, tercet_literal_number *out)
{
  // Remember where each character ends, as the number may end before the copy
  const char *next = in->at;
  tercet_literal_cursor ahead = *in;
  size_t n = 0;
  for (;;) {
    const int32_t c = tercet_literal_peek(&ahead, &next);
    if (c <= 0 || c >= 0x80 || !strchr("0123456789+-.eE", c)) {
      break;
    }
    if (n == sizeof(out->copy)) {
      return tercet_literal_fail(in, "number with escapes is too long");
    }
    out->copy[n++] = (char)c;
    ahead.at = next;
  }

  const char *const end = tercet_decimal_scan(
      out->copy, out->copy + n, TERCET_NUMBER_JSON, &out->decimal);
  if (!end) {
    return tercet_literal_fail(in, "expected a number");
  }
  for (const char *p = out->copy; p < end; ++p) {
    (void)tercet_literal_peek(in, &next);
    in->at = next;
  }
  return TERCET_OK;
}

tercet_status
tercet_literal_read_number(tercet_literal_cursor *in,
                           tercet_literal_number *out)
{
  const char *const end =
      tercet_decimal_scan(in->at, in->end, TERCET_NUMBER_JSON, &out->decimal);
  const char *const behind = end ? end : in->at;
  if (in->escaped && behind < in->end &&
      memchr(behind, '\\', in->end - behind < 2 ? 1U : 2U)) {
    return read_escaped_number(in, out);
  }
  if (!end) {
    return tercet_literal_fail(in, "expected a number");
  }
  in->at = end;
  return TERCET_OK;
}
