// SPDX-License-Identifier: Apache-2.0

#include "base/text_case.h"

#include "base/checked.h"
#include "base/utf8.h"

#ifdef TERCET_HAVE_UTF8PROC
#  include <utf8proc.h>
#endif

static bool
is_ascii(tercet_string text)
{
  unsigned char bits = 0;
  for (size_t i = 0; i < text.length; ++i) {
    bits |= (unsigned char)text.data[i];
  }

  return bits < 0x80U;
}

static tercet_status
map_ascii(tercet_arena *arena,
          tercet_string text,
          bool to_upper,
          tercet_string *out)
{
  char *const mapped = (char *)tercet_arena_allocate(arena, text.length + 1U);
  if (!mapped) {
    return TERCET_ERR_NO_MEMORY;
  }

  const char first = to_upper ? 'a' : 'A';
  for (size_t i = 0; i < text.length; ++i) {
    const char c = text.data[i];
    mapped[i] = (char)(c >= first && c < first + 26 ? c ^ 0x20 : c);
  }

  *out = (tercet_string){mapped, text.length};
  return TERCET_OK;
}

#ifdef TERCET_HAVE_UTF8PROC

static tercet_status
map_unicode(tercet_arena *arena,
            tercet_string text,
            bool to_upper,
            tercet_string *out)
{
  // A mapped code point has at most 4 bytes where it had at least 1
  size_t room = 0;
  if (!tercet_size_multiply(text.length, TERCET_UTF8_MAX, &room)) {
    return TERCET_ERR_NO_MEMORY;
  }

  char *const mapped = (char *)tercet_arena_allocate(arena, room + 1U);
  if (!mapped) {
    return TERCET_ERR_NO_MEMORY;
  }

  const char *at = text.data;
  const char *const end = text.data + text.length;
  size_t n = 0;
  while (at < end) {
    uint32_t code_point = 0;
    const size_t n_bytes = tercet_utf8_decode(at, end, &code_point);
    if (!n_bytes) {
      mapped[n++] = *at++;
      continue;
    }
    const utf8proc_int32_t c = (utf8proc_int32_t)code_point;
    const utf8proc_int32_t other =
        to_upper ? utf8proc_toupper(c) : utf8proc_tolower(c);
    n += tercet_utf8_encode((uint32_t)other, mapped + n);
    at += n_bytes;
  }

  *out = (tercet_string){mapped, n};
  return TERCET_OK;
}

#endif // TERCET_HAVE_UTF8PROC

tercet_status
tercet_text_map_case(tercet_arena *arena,
                     tercet_string text,
                     bool to_upper,
                     tercet_string *out)
{
  if (is_ascii(text)) {
    return map_ascii(arena, text, to_upper, out);
  }
#ifdef TERCET_HAVE_UTF8PROC
  return map_unicode(arena, text, to_upper, out);
#else
  return TERCET_ERR_UNSUPPORTED;
#endif
}
