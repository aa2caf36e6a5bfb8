// SPDX-License-Identifier: Apache-2.0

#include "sparql/expr/pattern.h"

#include "base/error.h"

/// Class subtractions within each other
#define MAX_DEPTH 8U

// The ranges of NameStartChar and NameChar (XML 1.0, 2.3)
#define NAME_START                                                             \
  ":A-Z_a-z\\x{C0}-\\x{D6}\\x{D8}-\\x{F6}\\x{F8}-\\x{2FF}\\x{370}-\\x{37D}"    \
  "\\x{37F}-\\x{1FFF}\\x{200C}\\x{200D}\\x{2070}-\\x{218F}\\x{2C00}-"          \
  "\\x{2FEF}\\x{3001}-\\x{D7FF}\\x{F900}-\\x{FDCF}\\x{FDF0}-\\x{FFFD}"         \
  "\\x{10000}-\\x{EFFFF}"
#define NAME_CHAR NAME_START "\\-.0-9\\x{B7}\\x{300}-\\x{36F}\\x{203F}\\x{2040}"
#define SPACES " \\t\\n\\r"

typedef struct {
  const char *at;
  const char *end;
  bool ignore_spaces;
  tercet_buffer *out;
} translation;

bool
tercet_pattern_flags_read(tercet_string text, tercet_pattern_flags *out)
{
  *out = (tercet_pattern_flags){0};
  for (size_t i = 0; i < text.length; ++i) {
    switch (text.data[i]) {
    case 's':
      out->dot_all = true;
      break;
    case 'm':
      out->multi_line = true;
      break;
    case 'i':
      out->ignore_case = true;
      break;
    case 'x':
      out->ignore_spaces = true;
      break;
    case 'q':
      out->literal = true;
      break;
    default:
      return false;
    }
  }

  return true;
}

bool
tercet_pattern_is_plain(tercet_string text)
{
  for (size_t i = 0; i < text.length; ++i) {
    if (!text.data[i] || strchr("\\.[](){}*+?|^$", text.data[i])) {
      return false;
    }
  }

  return true;
}

static bool
is_space(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Return the members of a class escape, or NULL if PCRE2 knows it as it is
static const char *
escape_members(char c)
{
  return c == 'i' || c == 'I'   ? NAME_START
         : c == 'c' || c == 'C' ? NAME_CHAR
         : c == 's' || c == 'S' ? SPACES
                                : NULL;
}

/// Translate a backslash and what it escapes
static tercet_status
translate_escape(translation *t, bool in_class)
{
  if (t->end - t->at < 2) {
    return TERCET_ERR_SYNTAX;
  }

  const char c = t->at[1];
  const char *const members = escape_members(c);
  const bool negated = c >= 'A' && c <= 'Z';
  if (!members || (in_class && negated)) {
    // A negated class of names within a class has no counterpart
    if (members && c != 'S') {
      return TERCET_ERR_SYNTAX;
    }
    TERCET_TRY(tercet_buffer_append(t->out, t->at, 2));
  } else if (in_class) {
    TERCET_TRY(tercet_buffer_append_text(t->out, members));
  } else {
    TERCET_TRY(tercet_buffer_append_text(t->out, negated ? "[^" : "["));
    TERCET_TRY(tercet_buffer_append_text(t->out, members));
    TERCET_TRY(tercet_buffer_append_char(t->out, ']'));
  }

  t->at += 2;
  return TERCET_OK;
}

/// Put what stands behind `middle` in front of what stands behind `start`
static tercet_status
move_to_front(tercet_buffer *buffer, size_t start, size_t middle)
{
  const size_t n_front = middle - start;
  const size_t n_back = buffer->length - middle;
  TERCET_TRY(tercet_buffer_reserve(buffer, n_back));
  memmove(buffer->data + start + n_back + n_front,
          buffer->data + start + n_front,
          n_back);
  memmove(buffer->data + start + n_back, buffer->data + start, n_front);
  memmove(
      buffer->data + start, buffer->data + start + n_back + n_front, n_back);
  return TERCET_OK;
}

static tercet_status
translate_class(translation *t, size_t depth);

/// Translate `-[...]]`, which takes a class from the one that was opened at
/// `start`: (?:(?![...])[...])
static tercet_status
translate_subtraction(translation *t, size_t start, size_t depth)
{
  TERCET_TRY(tercet_buffer_append_char(t->out, ']'));
  const size_t middle = t->out->length;
  TERCET_TRY(tercet_buffer_append_text(t->out, "(?:(?!"));
  ++t->at;
  TERCET_TRY(translate_class(t, depth + 1U));
  TERCET_TRY(tercet_buffer_append_char(t->out, ')'));
  if (t->at == t->end || *t->at != ']') {
    return TERCET_ERR_SYNTAX;
  }

  ++t->at;
  TERCET_TRY(move_to_front(t->out, start, middle));
  return tercet_buffer_append_char(t->out, ')');
}

/// Translate a class from its '['
static tercet_status
translate_class(translation *t, size_t depth)
{
  if (depth > MAX_DEPTH) {
    return TERCET_ERR_SYNTAX;
  }

  const size_t start = t->out->length;
  const char *const first = t->at + (t->end - t->at > 1 && t->at[1] == '^');
  TERCET_TRY(tercet_buffer_append(t->out, t->at, (size_t)(first - t->at) + 1U));
  t->at = first + 1;
  while (t->at < t->end) {
    const char c = *t->at;
    if (c == '\\') {
      TERCET_TRY(translate_escape(t, true));
    } else if (c == '-' && t->end - t->at > 1 && t->at[1] == '[') {
      return translate_subtraction(t, start, depth);
    } else {
      // PCRE2 takes '[' in a class for itself, unless "[:" opens a POSIX name
      if (c == '[') {
        TERCET_TRY(tercet_buffer_append_char(t->out, '\\'));
      }
      TERCET_TRY(tercet_buffer_append_char(t->out, c));
      ++t->at;
      if (c == ']') {
        return TERCET_OK;
      }
    }
  }

  return TERCET_ERR_SYNTAX;
}

tercet_status
tercet_pattern_translate(tercet_string text,
                         bool ignore_spaces,
                         tercet_buffer *out)
{
  if (!text.length) {
    return TERCET_OK;
  }

  translation t = {text.data, text.data + text.length, ignore_spaces, out};
  while (t.at < t.end) {
    if (*t.at == '\\') {
      TERCET_TRY(translate_escape(&t, false));
    } else if (*t.at == '[') {
      TERCET_TRY(translate_class(&t, 0));
    } else {
      if (!ignore_spaces || !is_space(*t.at)) {
        TERCET_TRY(tercet_buffer_append_char(out, *t.at));
      }
      ++t.at;
    }
  }

  return TERCET_OK;
}
