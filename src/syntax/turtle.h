// SPDX-License-Identifier: Apache-2.0

/**
   The Turtle reader's state; private to turtle_*.c.

   Brackets may be nested as deep as memory allows: what is open is on an
   explicit stack of frames.  A step reads one terminal or one term.  It has no
   effect until it succeeds, so it can be repeated when the window ended within
   it.

   The subject and the predicate outlive the window.  Their text is on a stack
   of bytes, each frame's above that of the one around it; nodes without a
   label are kept as numbers.
*/

#ifndef TERCET_SYNTAX_TURTLE_H
#define TERCET_SYNTAX_TURTLE_H

#include "syntax/prefix_map.h"
#include "syntax/reader.h"

/// A subject or predicate that is kept
typedef struct {
  tercet_term_kind kind;
  uint64_t node;     ///< Number of a node without label, or 0
  const char *fixed; ///< A constant of the program, or NULL
  size_t start;      ///< Otherwise, where it is in the stack of text
  size_t length;
} turtle_slot;

/// What kind of bracket is open, and in which place
typedef enum {
  FRAME_SUBJECT_NODE, ///< [ as subject
  FRAME_OBJECT_NODE,  ///< [ as object
  FRAME_SUBJECT_LIST, ///< ( as subject
  FRAME_OBJECT_LIST,  ///< ( as object
} turtle_frame_kind;

/// An open bracket and what to go back to behind it
typedef struct {
  turtle_frame_kind kind;
  bool empty;          ///< Nothing was read in it yet
  turtle_slot subject; ///< Of a subject's bracket: the node it stands for
  turtle_slot predicate;
  size_t subject_end; ///< Behind the subject's text
} turtle_frame;

/// What is to come next
typedef enum {
  TURTLE_STATEMENT,   ///< A directive, a graph or a subject, or the end
  TURTLE_VERB,        ///< A predicate
  TURTLE_VERB_OR_DOT, ///< A predicate or the end of the statement
  TURTLE_VERB_OR_END, ///< A predicate, ';', or the end of the statement
  TURTLE_OBJECT,
  TURTLE_OBJECT_END, ///< ',', ';' or the end of the statement
  TURTLE_ITEM,       ///< An item of a list, or ')'
} turtle_state;

typedef struct {
  tercet_reader *reader;
  bool graphs; ///< TriG
  turtle_state state;
  bool in_graph;       ///< Within { }
  bool may_name_graph; ///< The subject may turn out to name a graph

  turtle_slot subject;
  turtle_slot predicate;
  size_t subject_end; ///< Behind the subject's text: the predicate goes here
  tercet_buffer text;

  turtle_frame *frames;
  size_t n_frames;
  size_t frame_capacity;
  uint64_t n_nodes; ///< Nodes without label so far

  tercet_prefix_map prefixes;
  tercet_buffer base;
  tercet_buffer iri_text;  ///< An IRI before it is resolved
  tercet_buffer node_text; ///< The label of a node that is an object
} turtle_reader;

/// Move `*p` over white space and comments
TERCET_NODISCARD tercet_status
tercet_turtle_skip_space(turtle_reader *turtle, const char **p);

/// Move `*p` behind a PN_PREFIX, or behind a word such as `true`; it may be
/// empty
TERCET_NODISCARD tercet_status
tercet_turtle_read_word(turtle_reader *turtle, const char **p);

/// Read an IRIREF and resolve it
TERCET_NODISCARD tercet_status
tercet_turtle_read_iriref(turtle_reader *turtle,
                          const char **p,
                          tercet_buffer *text,
                          tercet_string *out);

/// Read an IRIREF or a prefixed name; `expected` is for the message
TERCET_NODISCARD tercet_status
tercet_turtle_read_iri(turtle_reader *turtle,
                       const char **p,
                       const char *expected,
                       tercet_buffer *text,
                       tercet_string *out);

/// Read the rest of a prefixed name: `*p` is at the ':' behind the prefix
TERCET_NODISCARD tercet_status
tercet_turtle_read_local(turtle_reader *turtle,
                         tercet_string prefix,
                         const char **p,
                         tercet_buffer *text,
                         tercet_string *out);

/// Read a literal or IRI or labelled node as the quad's object
TERCET_NODISCARD tercet_status
tercet_turtle_read_object(turtle_reader *turtle, const char **p);

#endif // TERCET_SYNTAX_TURTLE_H
