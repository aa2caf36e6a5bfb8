// SPDX-License-Identifier: Apache-2.0

/**
   A place in the text of a tensor literal, which may still be escaped as in
   Turtle.  Two layers of escapes then lie on top of each other: a JSON \n
   within a string is written `\\n`, and `\n` is a line end between tokens.
*/

#ifndef TERCET_ARRAY_LITERAL_CURSOR_H
#define TERCET_ARRAY_LITERAL_CURSOR_H

#include "base/number.h"

#include <tercet/status.h>

/// Characters of a number that are kept if some of them are escaped; a longer
/// one is an error then
#define TERCET_LITERAL_ESCAPED_NUMBER_MAX 1024U

/// Arrays and objects within each other that are read
#define TERCET_LITERAL_MAX_DEPTH 4096U

/// Characters of a JSON string that are kept: more than any name needs
#define TERCET_LITERAL_NAME_MAX 16U

typedef struct {
  const char *start;
  const char *at;
  const char *end;
  bool escaped;
  tercet_error *err; ///< May be NULL
} tercet_literal_cursor;

/// The first characters of a JSON string, a zero byte for those not in ASCII
typedef struct {
  size_t length; ///< Of the whole string
  char text[TERCET_LITERAL_NAME_MAX];
} tercet_literal_name;

/// A number, and its text if that was escaped
typedef struct {
  tercet_decimal decimal;
  char copy[TERCET_LITERAL_ESCAPED_NUMBER_MAX];
} tercet_literal_number;

/// What tercet_literal_peek_escape() returns when there is no character
enum {
  TERCET_LITERAL_END = -1,
  TERCET_LITERAL_BAD_ESCAPE = -2,
};

/// Return the character that the escape at the cursor stands for, and set
/// `next` to what is behind it
int32_t
tercet_literal_peek_escape(const tercet_literal_cursor *in, const char **next);

/// Return the byte or escaped code point at the cursor, and set `next`
static inline int32_t
tercet_literal_peek(const tercet_literal_cursor *in, const char **next)
{
  if (in->at == in->end) {
    return TERCET_LITERAL_END;
  }
  if (*in->at == '\\' && in->escaped) {
    return tercet_literal_peek_escape(in, next);
  }
  *next = in->at + 1;
  return (unsigned char)*in->at;
}

/// Go past `c` and return true if it is there
static inline bool
tercet_literal_take(tercet_literal_cursor *in, char c)
{
  const char *next = in->at;
  if (tercet_literal_peek(in, &next) != c) {
    return false;
  }
  in->at = next;
  return true;
}

/// Go past white space
void
tercet_literal_skip_space(tercet_literal_cursor *in);

/// Go past a word if it is there
bool
tercet_literal_take_word(tercet_literal_cursor *in, const char *word);

/// Read a JSON string, from its first quote on
TERCET_NODISCARD tercet_status
tercet_literal_read_name(tercet_literal_cursor *in, tercet_literal_name *out);

/// Return whether a string is this name
bool
tercet_literal_name_is(const tercet_literal_name *name, const char *text);

/// Read a JSON number; `out` must stay in place while its decimal is used
TERCET_NODISCARD tercet_status
tercet_literal_read_number(tercet_literal_cursor *in,
                           tercet_literal_number *out);

/// Go past a JSON value of any kind and depth up to #TERCET_LITERAL_MAX_DEPTH
TERCET_NODISCARD tercet_status
tercet_literal_skip_value(tercet_literal_cursor *in);

/// Fill the error with the place of the cursor; return #TERCET_ERR_SYNTAX
tercet_status
tercet_literal_fail(const tercet_literal_cursor *in, const char *format, ...)
    TERCET_PRINTF(2, 3);

#endif // TERCET_ARRAY_LITERAL_CURSOR_H
