// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_BASE_STRING_VIEW_H
#define TERCET_BASE_STRING_VIEW_H

#include <tercet/status.h>

#include <string.h>

/// Return a view of a terminated string
static inline tercet_string
tercet_string_from(const char *text)
{
  const tercet_string view = {text, strlen(text)};
  return view;
}

/// Return whether two strings hold the same bytes
static inline bool
tercet_string_equals(tercet_string a, tercet_string b)
{
  return a.length == b.length &&
         (a.length == 0 || !memcmp(a.data, b.data, a.length));
}

/// Return whether a string holds the bytes of a terminated one
static inline bool
tercet_string_is(tercet_string a, const char *text)
{
  return tercet_string_equals(a, tercet_string_from(text));
}

/// Compare bytewise like strcmp(), which for UTF-8 is by code point
int
tercet_string_compare(tercet_string a, tercet_string b);

/// Return whether two strings are equal but for the case of ASCII letters
bool
tercet_string_equals_ignoring_case(tercet_string a, tercet_string b);

/// Arguments for a "%.*s" conversion
#define TERCET_STRING_ARGS(view)                                               \
  (int)((view).length < 200 ? (view).length : 200), (view).data

#endif // TERCET_BASE_STRING_VIEW_H
