// SPDX-License-Identifier: Apache-2.0

#include "base/string_view.h"

int
tercet_string_compare(tercet_string a, tercet_string b)
{
  const size_t length = a.length < b.length ? a.length : b.length;
  const int order = length ? memcmp(a.data, b.data, length) : 0;
  return order ? order : (a.length > b.length) - (a.length < b.length);
}

static char
lower_ascii(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

bool
tercet_string_equals_ignoring_case(tercet_string a, tercet_string b)
{
  if (a.length != b.length) {
    return false;
  }

  for (size_t i = 0; i < a.length; ++i) {
    if (lower_ascii(a.data[i]) != lower_ascii(b.data[i])) {
      return false;
    }
  }
  return true;
}
