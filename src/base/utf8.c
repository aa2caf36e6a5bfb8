// SPDX-License-Identifier: Apache-2.0

#include "base/utf8.h"

#include <string.h>

size_t
tercet_utf8_encode(uint32_t code_point, char out[TERCET_UTF8_MAX])
{
  if (code_point < 0x80U) {
    out[0] = (char)code_point;
    return 1;
  }
  if (code_point < 0x800U) {
    out[0] = (char)(0xC0U | (code_point >> 6U));
    out[1] = (char)(0x80U | (code_point & 0x3FU));
    return 2;
  }
  if (code_point < 0x10000U) {
    if (code_point >= 0xD800U && code_point < 0xE000U) {
      return 0;
    }
    out[0] = (char)(0xE0U | (code_point >> 12U));
    out[1] = (char)(0x80U | ((code_point >> 6U) & 0x3FU));
    out[2] = (char)(0x80U | (code_point & 0x3FU));
    return 3;
  }
  if (code_point < 0x110000U) {
    out[0] = (char)(0xF0U | (code_point >> 18U));
    out[1] = (char)(0x80U | ((code_point >> 12U) & 0x3FU));
    out[2] = (char)(0x80U | ((code_point >> 6U) & 0x3FU));
    out[3] = (char)(0x80U | (code_point & 0x3FU));
    return 4;
  }
  return 0;
}

size_t
tercet_utf8_decode(const char *text, const char *end, uint32_t *code_point)
{
  // Least code point that a sequence of each length may hold
  static const uint32_t least[] = {0, 0, 0x80U, 0x800U, 0x10000U};

  if (text >= end) {
    return 0;
  }

  const uint32_t first = (unsigned char)text[0];
  if (first < 0x80U) {
    *code_point = first;
    return 1;
  }

  const size_t length = first >= 0xF0U ? 4U : first >= 0xE0U ? 3U : 2U;
  if (first < 0xC0U || first >= 0xF8U || (size_t)(end - text) < length) {
    return 0;
  }

  uint32_t value = first & (0x7FU >> length);
  for (size_t i = 1; i < length; ++i) {
    const uint32_t byte = (unsigned char)text[i];
    if ((byte & 0xC0U) != 0x80U) {
      return 0;
    }
    value = (value << 6U) | (byte & 0x3FU);
  }

  if (value < least[length] || value >= 0x110000U ||
      (value >= 0xD800U && value < 0xE000U)) {
    return 0;
  }

  *code_point = value;
  return length;
}

/// Return the number of bytes at the start of the text that are ASCII, or
/// somewhat less
static size_t
skip_ascii(const char *text, size_t length)
{
  size_t i = 0;
  for (; i + 8U <= length; i += 8U) {
    uint64_t word = 0;
    memcpy(&word, text + i, sizeof(word));
    if (word & UINT64_C(0x8080808080808080)) {
      break;
    }
  }
  return i;
}

size_t
tercet_utf8_validate(const char *text, size_t length)
{
  const char *const end = text + length;
  size_t i = 0;
  while (i < length) {
    i += skip_ascii(text + i, length - i);
    if (i == length) {
      break;
    }
    uint32_t code_point = 0;
    const size_t n = tercet_utf8_decode(text + i, end, &code_point);
    if (!n) {
      return i;
    }
    i += n;
  }
  return length;
}

size_t
tercet_utf8_length(const char *text, size_t length)
{
  size_t count = 0;
  for (size_t i = 0; i < length; ++i) {
    count += ((unsigned char)text[i] & 0xC0U) != 0x80U;
  }
  return count;
}
