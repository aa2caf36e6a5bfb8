// SPDX-License-Identifier: Apache-2.0

/**
   The JSON text of tensor:Range: `{"type": "full"}` or
   `{"type": "concrete", "from": 0, "to": 5}`, keys in any order, other keys
   ignored.
*/

#include "rdftensor/rdftensor_internal.h"

#include "base/number.h"
#include "base/string_view.h"

#include <stddef.h>
#include <string.h>

/// Nesting of values under ignored keys, since skipping calls itself
#define MAX_DEPTH 64U

/// Room for the strings that matter: keys and the two types
#define WORD_MAX 16U

typedef struct {
  const char *start;
  const char *at;
  const char *end;
  tercet_error *err;
} range_reader;

/// What was found
typedef struct {
  bool has_type;
  bool is_concrete;
  bool has_from;
  bool has_to;
  int64_t from;
  int64_t to;
} range_parts;

static tercet_status
malformed(const range_reader *in, const char *what)
{
  return tercet_error_set(in->err,
                          TERCET_ERR_SYNTAX,
                          "ill-typed tensor:Range: %s at byte %zu",
                          what,
                          (size_t)(in->at - in->start) + 1U);
}

static void
skip_space(range_reader *in)
{
  while (in->at < in->end && (*in->at == ' ' || *in->at == '\t' ||
                              *in->at == '\n' || *in->at == '\r')) {
    ++in->at;
  }
}

static bool
take(range_reader *in, char c)
{
  skip_space(in);
  if (in->at < in->end && *in->at == c) {
    ++in->at;
    return true;
  }
  return false;
}

static bool
take_word(range_reader *in, const char *word)
{
  const size_t length = strlen(word);
  if ((size_t)(in->end - in->at) < length || memcmp(in->at, word, length)) {
    return false;
  }
  in->at += length;
  return true;
}

static int
hex_digit(char c)
{
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/// Read what follows a backslash; what is no ASCII becomes '?', which no word
/// that matters holds
static bool
read_escape(range_reader *in, char *out)
{
  static const char names[] = "\"\\/bfnrt";
  static const char values[] = "\"\\/\b\f\n\r\t";
  const char c = in->at < in->end ? *in->at++ : '\0';
  const char *const name = c ? strchr(names, c) : NULL;
  if (name) {
    *out = values[name - names];
    return true;
  }

  int code = 0;
  for (int i = 0; c == 'u' && i < 4; ++i) {
    const int digit = in->at < in->end ? hex_digit(*in->at++) : -1;
    if (digit < 0) {
      return false;
    }
    code = code * 16 + digit;
  }
  *out = code < 0x80 ? (char)code : '?';
  return c == 'u';
}

/// Read a string into `out` of WORD_MAX bytes, terminated; one that is too
/// long becomes ""
static tercet_status
read_string(range_reader *in, char *out)
{
  size_t length = 0;
  if (!take(in, '"')) {
    return malformed(in, "expected a string");
  }

  while (in->at < in->end && *in->at != '"') {
    char c = *in->at++;
    if ((unsigned char)c < 0x20U || (c == '\\' && !read_escape(in, &c))) {
      return malformed(in, "bad character in a string");
    }
    if (length < WORD_MAX) {
      out[length++] = c;
    }
  }

  out[length < WORD_MAX ? length : 0] = '\0';
  return take(in, '"') ? TERCET_OK : malformed(in, "string without end");
}

/// Read a number that is to be an index.  Beyond 64 bits it is clamped, as
/// indices are in the end.
static tercet_status
read_index(range_reader *in, int64_t *out)
{
  tercet_decimal decimal;
  skip_space(in);
  const char *const end =
      tercet_decimal_scan(in->at, in->end, TERCET_NUMBER_JSON, &decimal);
  if (!end) {
    return malformed(in, "expected a number");
  }

  if (!tercet_decimal_to_i64(&decimal, out)) {
    const double number = tercet_decimal_to_f64(&decimal);
    if (number > -0x1p63 && number < 0x1p63) {
      return malformed(in, "an index that is no integer");
    }
    *out = number < 0.0 ? INT64_MIN : INT64_MAX;
  }
  in->at = end;
  return TERCET_OK;
}

static tercet_status
skip_value(range_reader *in, unsigned depth);

/// Skip the items of an array or object after its opening bracket
static tercet_status
skip_items(range_reader *in, char close, unsigned depth)
{
  char key[WORD_MAX + 1U];
  if (take(in, close)) {
    return TERCET_OK;
  }

  do {
    if (close == '}') {
      TERCET_TRY(read_string(in, key));
      if (!take(in, ':')) {
        return malformed(in, "expected ':'");
      }
    }
    TERCET_TRY(skip_value(in, depth));
  } while (take(in, ','));
  return take(in, close) ? TERCET_OK : malformed(in, "expected ',' or the end");
}

static tercet_status
skip_value(range_reader *in, unsigned depth)
{
  char text[WORD_MAX + 1U];
  if (depth == MAX_DEPTH) {
    return malformed(in, "nesting is too deep");
  }
  if (take(in, '[')) {
    return skip_items(in, ']', depth + 1U);
  }
  if (take(in, '{')) {
    return skip_items(in, '}', depth + 1U);
  }
  if (in->at < in->end && *in->at == '"') {
    return read_string(in, text);
  }
  if (take_word(in, "true") || take_word(in, "false") ||
      take_word(in, "null")) {
    return TERCET_OK;
  }

  tercet_decimal decimal;
  const char *const end =
      tercet_decimal_scan(in->at, in->end, TERCET_NUMBER_JSON, &decimal);
  if (!end) {
    return malformed(in, "expected a value");
  }
  in->at = end;
  return TERCET_OK;
}

static tercet_status
read_type(range_reader *in, range_parts *parts)
{
  char type[WORD_MAX + 1U];
  TERCET_TRY(read_string(in, type));
  parts->is_concrete = !strcmp(type, "concrete");
  return parts->is_concrete || !strcmp(type, "full")
             ? TERCET_OK
             : malformed(in, "type is neither \"full\" nor \"concrete\"");
}

/// Read a member whose key matters, once
static tercet_status
read_once(range_reader *in, bool *has, int64_t *index, range_parts *parts)
{
  if (*has) {
    return malformed(in, "repeated key");
  }
  *has = true;
  return index ? read_index(in, index) : read_type(in, parts);
}

static tercet_status
read_member(range_reader *in, range_parts *parts)
{
  char key[WORD_MAX + 1U];
  TERCET_TRY(read_string(in, key));
  if (!take(in, ':')) {
    return malformed(in, "expected ':'");
  }

  return !strcmp(key, "type") ? read_once(in, &parts->has_type, NULL, parts)
         : !strcmp(key, "from")
             ? read_once(in, &parts->has_from, &parts->from, parts)
         : !strcmp(key, "to") ? read_once(in, &parts->has_to, &parts->to, parts)
                              : skip_value(in, 0);
}

static tercet_status
read_object(range_reader *in, range_parts *parts)
{
  if (!take(in, '{')) {
    return malformed(in, "expected '{'");
  }
  if (!take(in, '}')) {
    do {
      TERCET_TRY(read_member(in, parts));
    } while (take(in, ','));
    if (!take(in, '}')) {
      return malformed(in, "expected ',' or '}'");
    }
  }

  skip_space(in);
  return in->at == in->end ? TERCET_OK : malformed(in, "text after the object");
}

tercet_status
tercet_range_read(tercet_string text, tercet_range *out, tercet_error *err)
{
  range_reader in = {text.data, text.data, text.data + text.length, err};
  range_parts parts = {0};
  TERCET_TRY(read_object(&in, &parts));
  if (!parts.has_type) {
    return malformed(&in, "no type");
  }
  if (parts.is_concrete && !(parts.has_from && parts.has_to)) {
    return malformed(&in, "a concrete range needs from and to");
  }

  out->start = parts.from;
  out->stop = parts.to;
  out->step = 1;
  out->full = !parts.is_concrete;
  return TERCET_OK;
}
