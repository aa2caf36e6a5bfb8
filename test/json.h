// SPDX-License-Identifier: Apache-2.0

/// A small JSON reader for test cases.  Numbers keep the text as it was
/// written, so that no digit is lost.

#ifndef TERCET_TEST_JSON_H
#define TERCET_TEST_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Nesting that is read, since the reader calls itself
#define JSON_MAX_DEPTH 64

typedef enum {
  JSON_NULL,
  JSON_FALSE,
  JSON_TRUE,
  JSON_NUMBER,
  JSON_STRING,
  JSON_ARRAY,
  JSON_OBJECT,
} json_kind;

/// A value, and its place in the array or object that holds it
typedef struct json_value {
  json_kind kind;
  char *text; ///< Number as written, or string without escapes; terminated
  size_t length;
  char *key;                ///< Member name within an object, or NULL
  struct json_value *first; ///< First item or member
  struct json_value *next;  ///< Next one beside this
  size_t n_items;
} json_value;

typedef struct {
  const char *at;
  const char *end;
} json_cursor;

static inline void
json_free(json_value *value)
{
  while (value) {
    json_value *const next = value->next;
    json_free(value->first);
    free(value->text);
    free(value->key);
    free(value);
    value = next;
  }
}

/// Return the member of that name, or NULL
static inline const json_value *
json_get(const json_value *object, const char *key)
{
  const json_value *member = object ? object->first : NULL;
  while (member && (!member->key || strcmp(member->key, key) != 0)) {
    member = member->next;
  }
  return member;
}

/// Return whether a value is this string
static inline bool
json_is(const json_value *value, const char *text)
{
  return value && value->kind == JSON_STRING && value->length == strlen(text) &&
         !memcmp(value->text, text, value->length);
}

static inline void
json_skip_space(json_cursor *in)
{
  while (in->at < in->end && strchr(" \t\r\n", *in->at) && *in->at) {
    ++in->at;
  }
}

static inline bool
json_take(json_cursor *in, char c)
{
  json_skip_space(in);
  if (in->at < in->end && *in->at == c) {
    ++in->at;
    return true;
  }
  return false;
}

static inline bool
json_read_hex4(json_cursor *in, uint32_t *out)
{
  *out = 0;
  for (int i = 0; i < 4; ++i) {
    const char *const hex = "0123456789abcdef0123456789ABCDEF";
    const char *const found =
        in->at < in->end && *in->at ? strchr(hex, *in->at) : NULL;
    if (!found) {
      return false;
    }
    *out = *out * 16U + (uint32_t)(found - hex) % 16U;
    ++in->at;
  }
  return true;
}

static inline size_t
json_put_utf8(uint32_t c, char *out)
{
  if (c < 0x80U) {
    out[0] = (char)c;
    return 1;
  }
  if (c < 0x800U) {
    out[0] = (char)(0xc0U | (c >> 6U));
    out[1] = (char)(0x80U | (c & 0x3fU));
    return 2;
  }
  if (c < 0x10000U) {
    out[0] = (char)(0xe0U | (c >> 12U));
    out[1] = (char)(0x80U | ((c >> 6U) & 0x3fU));
    out[2] = (char)(0x80U | (c & 0x3fU));
    return 3;
  }
  out[0] = (char)(0xf0U | (c >> 18U));
  out[1] = (char)(0x80U | ((c >> 12U) & 0x3fU));
  out[2] = (char)(0x80U | ((c >> 6U) & 0x3fU));
  out[3] = (char)(0x80U | (c & 0x3fU));
  return 4;
}

/// Read what follows a backslash
static inline bool
json_read_escape(json_cursor *in, char *out, size_t *length)
{
  static const char names[] = "\"\\/bfnrt";
  static const char values[] = "\"\\/\b\f\n\r\t";
  if (in->at == in->end || !*in->at) {
    return false;
  }

  const char c = *in->at++;
  const char *const found = strchr(names, c);
  if (found) {
    out[(*length)++] = values[found - names];
    return true;
  }

  uint32_t code = 0;
  if (c != 'u' || !json_read_hex4(in, &code)) {
    return false;
  }
  if (code >= 0xd800U && code < 0xdc00U && in->end - in->at >= 6 &&
      in->at[0] == '\\' && in->at[1] == 'u') {
    uint32_t low = 0;
    in->at += 2;
    if (!json_read_hex4(in, &low) || low < 0xdc00U || low > 0xdfffU) {
      return false;
    }
    code = 0x10000U + ((code - 0xd800U) << 10U) + (low - 0xdc00U);
  }
  *length += json_put_utf8(code, out + *length);
  return true;
}

/// Read a string; return it terminated, or NULL
static inline char *
json_read_string(json_cursor *in, size_t *length)
{
  // An escape is never shorter than the UTF-8 that it stands for
  char *const out = (char *)malloc((size_t)(in->end - in->at) + 1U);
  bool closed = false;
  *length = 0;
  if (out && json_take(in, '"')) {
    while (in->at < in->end) {
      const char c = *in->at++;
      if (c == '"') {
        closed = true;
        break;
      }
      if (c != '\\') {
        out[(*length)++] = c;
      } else if (!json_read_escape(in, out, length)) {
        break;
      }
    }
  }
  if (!closed) {
    free(out);
    return NULL;
  }

  out[*length] = '\0';
  char *const fitted = (char *)realloc(out, *length + 1U);
  return fitted ? fitted : out;
}

static inline json_value *
json_read_value(json_cursor *in, unsigned depth);

/// Read the items up to `close`, after the opening bracket
static inline bool
json_read_items(json_cursor *in, json_value *parent, char close, unsigned depth)
{
  json_value **tail = &parent->first;
  if (json_take(in, close)) {
    return true;
  }
  do {
    char *key = NULL;
    size_t key_length = 0;
    if (close == '}') {
      key = json_read_string(in, &key_length);
      if (!key || !json_take(in, ':')) {
        free(key);
        return false;
      }
    }
    *tail = json_read_value(in, depth);
    if (!*tail) {
      free(key);
      return false;
    }
    (*tail)->key = key;
    tail = &(*tail)->next;
    ++parent->n_items;
  } while (json_take(in, ','));
  return json_take(in, close);
}

/// Read a number (not checked closely) or a name
static inline bool
json_read_word(json_cursor *in, json_value *value)
{
  const char *const start = in->at;
  while (in->at < in->end && *in->at && !strchr(",:]} \t\r\n", *in->at)) {
    ++in->at;
  }
  value->length = (size_t)(in->at - start);
  value->text = (char *)malloc(value->length + 1U);
  if (!value->text || !value->length) {
    return false;
  }
  memcpy(value->text, start, value->length);
  value->text[value->length] = '\0';

  value->kind = !strcmp(value->text, "null")    ? JSON_NULL
                : !strcmp(value->text, "true")  ? JSON_TRUE
                : !strcmp(value->text, "false") ? JSON_FALSE
                                                : JSON_NUMBER;
  return value->kind != JSON_NUMBER || *start == '-' ||
         (*start >= '0' && *start <= '9');
}

static inline json_value *
json_read_value(json_cursor *in, unsigned depth)
{
  json_value *const value = (json_value *)calloc(1, sizeof(json_value));
  bool good = false;
  json_skip_space(in);
  if (!value || depth == JSON_MAX_DEPTH || in->at == in->end) {
    good = false;
  } else if (*in->at == '"') {
    value->kind = JSON_STRING;
    value->text = json_read_string(in, &value->length);
    good = value->text != NULL;
  } else if (*in->at == '[' || *in->at == '{') {
    const char close = *in->at == '[' ? ']' : '}';
    value->kind = close == ']' ? JSON_ARRAY : JSON_OBJECT;
    ++in->at;
    good = json_read_items(in, value, close, depth + 1U);
  } else {
    good = json_read_word(in, value);
  }
  if (!good) {
    json_free(value);
    return NULL;
  }
  return value;
}

/// Read a whole text, such as a line of a .jsonl file.  Return the value, to
/// be freed with json_free(), or NULL if the text is malformed.
static inline json_value *
json_read(const char *text, size_t length)
{
  json_cursor in = {text, text + length};
  json_value *const value = json_read_value(&in, 0);
  json_skip_space(&in);
  if (in.at != in.end) {
    json_free(value);
    return NULL;
  }
  return value;
}

#endif // TERCET_TEST_JSON_H
