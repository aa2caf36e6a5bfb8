// SPDX-License-Identifier: Apache-2.0

// Functions on strings (SPARQL 1.1, 17.4.3), patterns aside.

#include "expr_internal.h"

#include "base/text_case.h"
#include "base/utf8.h"

#include <math.h>

/// Set `out` to a string with the language of another
static void
set_like(const tercet_value *model, tercet_string text, tercet_value *out)
{
  *out = tercet_value_string(text);
  if (model->kind == TERCET_VALUE_LANG_STRING) {
    out->kind = TERCET_VALUE_LANG_STRING;
    out->datatype = TERCET_DATATYPE_LANG_STRING;
    out->extra = model->extra;
  }
}

/// Argument compatibility rules (17.4.3.1.2): the second has no language, or
/// that of the first
static bool
are_compatible(const tercet_value *a, const tercet_value *b)
{
  return tercet_value_is_stringy(a) &&
         (b->kind == TERCET_VALUE_STRING ||
          (b->kind == TERCET_VALUE_LANG_STRING && a->kind == b->kind &&
           tercet_string_equals_ignoring_case(a->extra, b->extra)));
}

/// CONCAT: the result has a language if all arguments have that one
tercet_status
tercet_builtin_concat(const tercet_row_call *call,
                      const tercet_value *const *args,
                      size_t n_args,
                      tercet_value *out)
{
  size_t length = 0;
  bool same_language = n_args > 0;
  for (size_t i = 0; i < n_args; ++i) {
    if (!tercet_value_is_stringy(args[i]) ||
        !tercet_size_add(length, args[i]->text.length, &length)) {
      return TERCET_OK;
    }
    same_language =
        same_language && args[i]->kind == TERCET_VALUE_LANG_STRING &&
        tercet_string_equals_ignoring_case(args[i]->extra, args[0]->extra);
  }

  char *const text =
      (char *)tercet_arena_allocate(call->context->call.arena, length + 1U);
  if (!text) {
    return TERCET_ERR_NO_MEMORY;
  }

  size_t n = 0;
  for (size_t i = 0; i < n_args; ++i) {
    if (args[i]->text.length) {
      memcpy(text + n, args[i]->text.data, args[i]->text.length);
      n += args[i]->text.length;
    }
  }

  const tercet_string view = {text, n};
  if (same_language) {
    set_like(args[0], view, out);
  } else {
    *out = tercet_value_string(view);
  }

  return TERCET_OK;
}

tercet_status
tercet_builtin_strlen(const tercet_row_call *call,
                      const tercet_value *const *args,
                      size_t n_args,
                      tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (tercet_value_is_stringy(args[0])) {
    const tercet_string text = args[0]->text;
    *out = tercet_value_integer(
        (int64_t)tercet_utf8_length(text.data, text.length));
  }

  return TERCET_OK;
}

/* ---- Case ---- */

static tercet_status
map_case(const tercet_row_call *call,
         const tercet_value *value,
         bool to_upper,
         tercet_value *out)
{
  tercet_call *const function_call = &call->context->call;
  tercet_string text = {NULL, 0};
  if (!tercet_value_is_stringy(value)) {
    return TERCET_OK;
  }

  const tercet_status st =
      tercet_text_map_case(function_call->arena, value->text, to_upper, &text);
  if (st == TERCET_ERR_UNSUPPORTED) {
    return tercet_call_fail(function_call,
                            tercet_string_from(to_upper ? "UCASE" : "LCASE"),
                            "letters beyond ASCII: built without utf8proc");
  }
  TERCET_TRY(st);
  set_like(value, text, out);
  return TERCET_OK;
}

tercet_status
tercet_builtin_ucase(const tercet_row_call *call,
                     const tercet_value *const *args,
                     size_t n_args,
                     tercet_value *out)
{
  (void)n_args;
  return map_case(call, args[0], true, out);
}

tercet_status
tercet_builtin_lcase(const tercet_row_call *call,
                     const tercet_value *const *args,
                     size_t n_args,
                     tercet_value *out)
{
  (void)n_args;
  return map_case(call, args[0], false, out);
}

/* ---- ENCODE_FOR_URI ---- */

/// Return whether the byte is unreserved (RFC 3986, 2.3)
static bool
is_unreserved(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '~';
}

tercet_status
tercet_builtin_encode_for_uri(const tercet_row_call *call,
                              const tercet_value *const *args,
                              size_t n_args,
                              tercet_value *out)
{
  static const char hex[] = "0123456789ABCDEF";

  (void)n_args;
  const tercet_string text = args[0]->text;
  size_t room = 0;
  if (!tercet_value_is_stringy(args[0]) ||
      !tercet_size_multiply(text.length, 3U, &room)) {
    return TERCET_OK;
  }

  char *const encoded =
      (char *)tercet_arena_allocate(call->context->call.arena, room + 1U);
  if (!encoded) {
    return TERCET_ERR_NO_MEMORY;
  }

  size_t n = 0;
  for (size_t i = 0; i < text.length; ++i) {
    const char c = text.data[i];
    if (is_unreserved(c)) {
      encoded[n++] = c;
    } else {
      encoded[n++] = '%';
      encoded[n++] = hex[(unsigned char)c >> 4U];
      encoded[n++] = hex[(unsigned char)c & 15U];
    }
  }

  *out = tercet_value_string((tercet_string){encoded, n});
  return TERCET_OK;
}

/* ---- Parts of strings ---- */

/// Return where `needle` first occurs, or NULL
static const char *
find(tercet_string text, tercet_string needle)
{
  return needle.length ? (const char *)memmem(
                             text.data, text.length, needle.data, needle.length)
                       : text.data;
}

tercet_status
tercet_builtin_contains(const tercet_row_call *call,
                        const tercet_value *const *args,
                        size_t n_args,
                        tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (are_compatible(args[0], args[1])) {
    *out = tercet_value_boolean(!args[1]->text.length ||
                                find(args[0]->text, args[1]->text));
  }

  return TERCET_OK;
}

static bool
has_prefix(tercet_string text, tercet_string prefix)
{
  return text.length >= prefix.length &&
         (!prefix.length || !memcmp(text.data, prefix.data, prefix.length));
}

tercet_status
tercet_builtin_strstarts(const tercet_row_call *call,
                         const tercet_value *const *args,
                         size_t n_args,
                         tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (are_compatible(args[0], args[1])) {
    *out = tercet_value_boolean(has_prefix(args[0]->text, args[1]->text));
  }

  return TERCET_OK;
}

tercet_status
tercet_builtin_strends(const tercet_row_call *call,
                       const tercet_value *const *args,
                       size_t n_args,
                       tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (!are_compatible(args[0], args[1])) {
    return TERCET_OK;
  }

  tercet_string tail = args[0]->text;
  const size_t n = args[1]->text.length;
  bool holds = tail.length >= n;
  if (holds) {
    tail.data += tail.length - n;
    tail.length = n;
    holds = has_prefix(tail, args[1]->text);
  }

  *out = tercet_value_boolean(holds);
  return TERCET_OK;
}

static const tercet_string empty = {"", 0};

/// STRBEFORE: a plain "" where the second string does not occur
tercet_status
tercet_builtin_strbefore(const tercet_row_call *call,
                         const tercet_value *const *args,
                         size_t n_args,
                         tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (!are_compatible(args[0], args[1])) {
    return TERCET_OK;
  }

  const tercet_string text = args[0]->text;
  const char *const at = find(text, args[1]->text);
  if (!at && args[1]->text.length) {
    *out = tercet_value_string(empty);
    return TERCET_OK;
  }

  const size_t length = at ? (size_t)(at - text.data) : 0U;
  set_like(args[0], (tercet_string){text.data, length}, out);
  return TERCET_OK;
}

tercet_status
tercet_builtin_strafter(const tercet_row_call *call,
                        const tercet_value *const *args,
                        size_t n_args,
                        tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (!are_compatible(args[0], args[1])) {
    return TERCET_OK;
  }

  const tercet_string text = args[0]->text;
  const char *const at = find(text, args[1]->text);
  if (!at && args[1]->text.length) {
    *out = tercet_value_string(empty);
    return TERCET_OK;
  }

  tercet_string rest = text;
  if (at) {
    rest.data = at + args[1]->text.length;
    rest.length -= (size_t)(rest.data - text.data);
  }

  set_like(args[0], rest, out);
  return TERCET_OK;
}

/// Return the offset of a code point by its number; the length if there are
/// not so many
static size_t
offset_of(tercet_string text, uint64_t n_code_points)
{
  size_t i = 0;
  while (i < text.length && n_code_points) {
    ++i;
    while (i < text.length && ((unsigned char)text.data[i] & 0xc0U) == 0x80U) {
      ++i;
    }
    --n_code_points;
  }

  return i;
}

/// Round as fn:round does
static double
rounded(double value)
{
  return floor(value) + (value - floor(value) >= 0.5 ? 1.0 : 0.0);
}

/// Clamp a position to what a string can have; NaN is told apart before
static uint64_t
to_position(double value)
{
  return value <= 0.0      ? 0U
         : value >= 0x1p62 ? UINT64_C(1) << 62U
                           : (uint64_t)value;
}

/// SUBSTR: code points from position `start`, counted from 1, to before
/// `start` + `length`, both rounded (XPath Functions, fn:substring)
tercet_status
tercet_builtin_substr(const tercet_row_call *call,
                      const tercet_value *const *args,
                      size_t n_args,
                      tercet_value *out)
{
  (void)call;
  double start = 0.0;
  double length = INFINITY;
  if (!tercet_value_is_stringy(args[0]) ||
      !tercet_value_to_double(args[1], &start) ||
      (n_args > 2U && !tercet_value_to_double(args[2], &length))) {
    return TERCET_OK;
  }

  const double first = rounded(start);
  const double behind = n_args > 2U ? first + rounded(length) : INFINITY;
  tercet_string text = args[0]->text;
  if (isnan(first) || isnan(behind) || behind <= first) {
    text.length = 0;
  } else {
    const uint64_t skipped = to_position(first - 1.0);
    const uint64_t n_kept_end = to_position(behind - 1.0);
    const size_t from = offset_of(text, skipped);
    text.data = from ? text.data + from : text.data;
    text.length -= from;
    text.length =
        offset_of(text, n_kept_end > skipped ? n_kept_end - skipped : 0U);
  }

  set_like(args[0], text, out);
  return TERCET_OK;
}
