// SPDX-License-Identifier: Apache-2.0

/**
   A small XML reader for results: elements, attributes, text and the five
   entities; names lose their prefix.  Nesting is not checked.
*/

#ifndef TERCET_TEST_SUITE_XML_H
#define TERCET_TEST_SUITE_XML_H

#include "base/arena.h"
#include "base/string_view.h"
#include "base/utf8.h"

#include <stdlib.h>

#define XML_MAX_ATTRIBUTES 16U

typedef enum {
  XML_END_OF_TEXT,
  XML_START,
  XML_END,
  XML_TEXT,
  XML_ERROR,
} xml_event;

typedef struct {
  tercet_string name;
  tercet_string value;
} xml_attribute;

/// Set `at`, `end` and `arena`, the rest to zero
typedef struct {
  const char *at;
  const char *end;
  tercet_arena *arena; ///< For texts without entities
  bool is_empty;       ///< The end of the element just started comes next
  tercet_string name;  ///< Of the element
  const char *written; ///< Where the name starts, with its prefix
  tercet_string text;
  size_t n_attributes;
  xml_attribute attributes[XML_MAX_ATTRIBUTES];
} xml_reader;

static inline bool
xml_at(const xml_reader *x, const char *text)
{
  const size_t n = strlen(text);
  return (size_t)(x->end - x->at) >= n && !memcmp(x->at, text, n);
}

/// Go behind the next `text`; false if there is none
static inline bool
xml_skip_to(xml_reader *x, const char *text)
{
  while (x->at < x->end && !xml_at(x, text)) {
    ++x->at;
  }
  if (x->at == x->end) {
    return false;
  }
  x->at += strlen(text);
  return true;
}

static inline void
xml_skip_space(xml_reader *x)
{
  while (x->at < x->end && *x->at && strchr(" \t\r\n", *x->at)) {
    ++x->at;
  }
}

/// Write the character that an entity stands for; returns its bytes, or 0
static inline size_t
xml_entity(tercet_string entity, char out[TERCET_UTF8_MAX])
{
  static const char *const names[] = {"lt", "gt", "amp", "quot", "apos"};
  for (size_t i = 0; i < 5U; ++i) {
    if (tercet_string_is(entity, names[i])) {
      out[0] = "<>&\"'"[i];
      return 1U;
    }
  }
  if (entity.length < 2U || entity.data[0] != '#') {
    return 0U;
  }
  const bool is_hex = entity.data[1] == 'x';
  const unsigned long code =
      strtoul(entity.data + (is_hex ? 2 : 1), NULL, is_hex ? 16 : 10);
  return tercet_utf8_encode((uint32_t)code, out);
}

/// Replace the entities of a text; false if one is unknown
static inline bool
xml_decode(xml_reader *x, tercet_string text, tercet_string *out)
{
  char *const copy =
      (char *)tercet_arena_allocate(x->arena, text.length + TERCET_UTF8_MAX);
  size_t length = 0;
  for (size_t i = 0; copy && i < text.length;) {
    if (text.data[i] != '&') {
      copy[length++] = text.data[i++];
      continue;
    }
    const char *const semicolon =
        (const char *)memchr(text.data + i, ';', text.length - i);
    if (!semicolon) {
      return false;
    }
    const tercet_string entity = {text.data + i + 1U,
                                  (size_t)(semicolon - text.data) - i - 1U};
    const size_t n = xml_entity(entity, copy + length);
    if (!n) {
      return false;
    }
    length += n;
    i = (size_t)(semicolon - text.data) + 1U;
  }
  *out = (tercet_string){copy, length};
  return copy != NULL;
}

/// Read a name and drop its prefix
static inline tercet_string
xml_name(xml_reader *x)
{
  tercet_string name = {x->at, 0U};
  while (x->at < x->end && *x->at && !strchr(" \t\r\n=/>", *x->at)) {
    if (*x->at++ == ':') {
      name.data = x->at;
    }
  }
  name.length = (size_t)(x->at - name.data);
  return name;
}

static inline bool
xml_read_attribute(xml_reader *x)
{
  if (x->n_attributes == XML_MAX_ATTRIBUTES) {
    return false;
  }
  xml_attribute *const attribute = &x->attributes[x->n_attributes++];
  attribute->name = xml_name(x);
  xml_skip_space(x);
  if (!xml_at(x, "=")) {
    return false;
  }
  ++x->at;
  xml_skip_space(x);
  if (!xml_at(x, "\"") && !xml_at(x, "'")) {
    return false;
  }
  const char quote[2] = {*x->at++, '\0'};
  tercet_string value = {x->at, 0U};
  if (!xml_skip_to(x, quote)) {
    return false;
  }
  value.length = (size_t)(x->at - value.data) - 1U;
  return xml_decode(x, value, &attribute->value);
}

static inline xml_event
xml_read_start(xml_reader *x)
{
  x->written = ++x->at;
  x->name = xml_name(x);
  x->n_attributes = 0;
  for (xml_skip_space(x); x->at < x->end; xml_skip_space(x)) {
    if (xml_at(x, "/>") || xml_at(x, ">")) {
      x->is_empty = *x->at == '/';
      x->at += x->is_empty ? 2 : 1;
      return XML_START;
    }
    if (!xml_read_attribute(x)) {
      return XML_ERROR;
    }
  }
  return XML_ERROR;
}

static inline xml_event
xml_read_text(xml_reader *x)
{
  tercet_string text = {x->at, 0U};
  while (x->at < x->end && *x->at != '<') {
    ++x->at;
  }
  text.length = (size_t)(x->at - text.data);
  return xml_decode(x, text, &x->text) ? XML_TEXT : XML_ERROR;
}

/// Read the next event
static inline xml_event
xml_next(xml_reader *x)
{
  if (x->is_empty) {
    x->is_empty = false;
    return XML_END;
  }

  while (xml_at(x, "<?") || xml_at(x, "<!")) {
    const char *const end = xml_at(x, "<?")     ? "?>"
                            : xml_at(x, "<!--") ? "-->"
                                                : ">";
    if (!xml_skip_to(x, end)) {
      return XML_ERROR;
    }
  }
  if (x->at == x->end) {
    return XML_END_OF_TEXT;
  }
  if (*x->at != '<') {
    return xml_read_text(x);
  }
  if (!xml_at(x, "</")) {
    return xml_read_start(x);
  }
  x->at += 2;
  x->name = xml_name(x);
  return xml_skip_to(x, ">") ? XML_END : XML_ERROR;
}

/// Return the value of an attribute, or an empty string
static inline tercet_string
xml_get(const xml_reader *x, const char *name)
{
  for (size_t i = 0; i < x->n_attributes; ++i) {
    if (tercet_string_is(x->attributes[i].name, name)) {
      return x->attributes[i].value;
    }
  }
  return (tercet_string){"", 0U};
}

#endif // TERCET_TEST_SUITE_XML_H
