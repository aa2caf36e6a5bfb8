// SPDX-License-Identifier: Apache-2.0

/// Regular expressions of XPath in the syntax of PCRE2

#ifndef TERCET_SPARQL_EXPR_PATTERN_H
#define TERCET_SPARQL_EXPR_PATTERN_H

#include "base/buffer.h"

/// What the letters of a flags argument ask for
typedef struct {
  bool dot_all;       ///< s
  bool multi_line;    ///< m
  bool ignore_case;   ///< i
  bool ignore_spaces; ///< x
  bool literal;       ///< q
} tercet_pattern_flags;

/// Read a flags argument; false if a letter is unknown
bool
tercet_pattern_flags_read(tercet_string text, tercet_pattern_flags *out);

/**
   Append an XPath regular expression as PCRE2 reads it.

   Spaces are dropped if asked for, class subtraction becomes a negative
   look-ahead, and the classes \i \c \s of XML are spelt out.

   @return #TERCET_OK, #TERCET_ERR_SYNTAX if a class is malformed, or as
   tercet_buffer_append().
*/
TERCET_NODISCARD tercet_status
tercet_pattern_translate(tercet_string text,
                         bool ignore_spaces,
                         tercet_buffer *out);

/// Return whether the text stands for itself as a regular expression
bool
tercet_pattern_is_plain(tercet_string text);

#endif // TERCET_SPARQL_EXPR_PATTERN_H
