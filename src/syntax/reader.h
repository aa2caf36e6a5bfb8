// SPDX-License-Identifier: Apache-2.0

/**
   What the readers of all syntaxes share; private to this folder.

   The functions that read a terminal take the place where it starts in `*p`
   and move it behind the terminal.  They return #TERCET_OK,
   #TERCET_ERR_SYNTAX, #TERCET_ERR_NO_MEMORY, or TERCET_NEED_MORE if the window
   ends before it is known how the terminal goes on: then the window is filled
   and the terminal is read again from its start.
*/

#ifndef TERCET_SYNTAX_READER_H
#define TERCET_SYNTAX_READER_H

#include "base/buffer.h"
#include "syntax/window.h"

#include <tercet/rdf.h>

/// Outside of the statuses, so that no sink returns it
#define TERCET_NEED_MORE ((tercet_status)1000)

typedef struct {
  tercet_window window;
  const tercet_allocator *alloc;
  const tercet_reader_options *options;
  const tercet_sink *sink;
  tercet_reader_stats stats;
  tercet_error *err;  ///< Never NULL
  const char *object; ///< Where the object being delivered starts
  bool by_line;       ///< Only whole lines are read, so none goes on

  /// The statement being read; what is constant in it is set once
  tercet_quad quad;

  // Text of the terms that are not slices of the window
  tercet_buffer subject_text;
  tercet_buffer predicate_text;
  tercet_buffer object_text;
  tercet_buffer datatype_text;
  tercet_buffer graph_text;
} tercet_reader;

/// Read N-Triples, or N-Quads if `quads`
TERCET_NODISCARD tercet_status
tercet_read_ntriples(tercet_reader *reader, bool quads);

/// Read Turtle, or TriG if `graphs`
TERCET_NODISCARD tercet_status
tercet_read_turtle(tercet_reader *reader, bool graphs);

/// Deliver the quad that was read
static inline tercet_status
tercet_reader_emit(tercet_reader *reader)
{
  ++reader->stats.n_quads;
  return reader->sink->quad(reader->sink->context, &reader->quad, reader->err);
}

/// Fill the error with a message about a place in the window; asks for more
/// text first if the window ends there
tercet_status
tercet_reader_fail(tercet_reader *reader,
                   const char *place,
                   const char *format,
                   ...) TERCET_PRINTF(3, 4);

/// Fail since something else was expected at a place
tercet_status
tercet_reader_expected(tercet_reader *reader,
                       const char *place,
                       const char *expected);

/// Give the error, which is one of syntax, away as a warning and count
/// the statement as skipped
void
tercet_reader_warn(tercet_reader *reader);

/// Fail if the text from `begin` to `end` is not UTF-8
TERCET_NODISCARD tercet_status
tercet_check_utf8(tercet_reader *reader, const char *begin, const char *end);

/**
   Read an IRIREF without resolving it.

   @param text Holds the IRI if it has escapes; otherwise `out` is a slice of
   the window.
*/
TERCET_NODISCARD tercet_status
tercet_read_iriref(tercet_reader *reader,
                   const char **p,
                   tercet_buffer *text,
                   tercet_string *out);

/// Read a BLANK_NODE_LABEL; `out` gets it with the prefix of the options, and
/// renamed if `rename` and it looks like one of those that the reader makes
TERCET_NODISCARD tercet_status
tercet_read_blank_label(tercet_reader *reader,
                        const char **p,
                        bool rename,
                        tercet_buffer *text,
                        tercet_string *out);

/// Read a STRING_LITERAL_QUOTE or STRING_LITERAL_SINGLE_QUOTE; `value` is what
/// is between the quotes as it is written
TERCET_NODISCARD tercet_status
tercet_read_string(tercet_reader *reader,
                   const char **p,
                   tercet_string *value,
                   bool *escaped);

/// Pass over a backslash escape of a string
TERCET_NODISCARD tercet_status
tercet_read_escape(tercet_reader *reader, const char **p);

/// Read a LANGTAG; `out` goes without the '@'
TERCET_NODISCARD tercet_status
tercet_read_language(tercet_reader *reader, const char **p, tercet_string *out);

/// Move `*p` behind name characters and dots, but not behind a final dot
TERCET_NODISCARD tercet_status
tercet_read_name_rest(tercet_reader *reader, const char **p);

/// Make the object a literal: with its value unescaped, unless its datatype is
/// one of the raw ones
TERCET_NODISCARD tercet_status
tercet_reader_set_literal(tercet_reader *reader,
                          tercet_string value,
                          bool escaped,
                          tercet_string datatype,
                          tercet_string language);

/// Make the object an IRI or a blank node
static inline void
tercet_reader_set_object(tercet_reader *reader,
                         tercet_term_kind kind,
                         tercet_string value)
{
  const tercet_string none = {NULL, 0};
  tercet_term *const object = &reader->quad.object;
  object->kind = kind;
  object->escaped = false;
  object->value = value;
  object->datatype = none;
  object->language = none;
}

#endif // TERCET_SYNTAX_READER_H
