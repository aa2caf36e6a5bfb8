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

// turtle_term.c

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

// turtle_bracket.c

/// Set `text` to the label of a node without one in the document
TERCET_NODISCARD tercet_status
tercet_turtle_label_node(turtle_reader *turtle,
                         uint64_t node,
                         tercet_buffer *text);

/// Set a term to what a slot holds; `text` is for the label of a node
TERCET_NODISCARD tercet_status
tercet_turtle_use_slot(turtle_reader *turtle,
                       const turtle_slot *slot,
                       tercet_buffer *text,
                       tercet_term *term);

/// Point the quad's subject and predicate to what is current.  Needed whenever
/// one of them changes, as the stack of text may have moved.
TERCET_NODISCARD tercet_status
tercet_turtle_use_current(turtle_reader *turtle);

/// Keep the subject of a statement outside of all brackets
TERCET_NODISCARD tercet_status
tercet_turtle_set_subject(turtle_reader *turtle,
                          tercet_term_kind kind,
                          tercet_string value);

/// Keep the predicate, and make it and the subject current
TERCET_NODISCARD tercet_status
tercet_turtle_set_verb(turtle_reader *turtle, tercet_string iri);

/// Return the innermost bracket, or NULL
turtle_frame *
tercet_turtle_top_frame(turtle_reader *turtle);

/// Begin a '[' or '(' in the place of an object
TERCET_NODISCARD tercet_status
tercet_turtle_open_object(turtle_reader *turtle, bool is_list);

/// Begin a '[' or '(' in the place of a subject
TERCET_NODISCARD tercet_status
tercet_turtle_open_subject(turtle_reader *turtle, bool is_list);

/// End the innermost '[' at its ']'
TERCET_NODISCARD tercet_status
tercet_turtle_close_node(turtle_reader *turtle);

/// End the innermost '(' at its ')'
TERCET_NODISCARD tercet_status
tercet_turtle_close_list(turtle_reader *turtle);

/// Make the node of a list's next item the subject, and link it to the one
/// before it or to what the list is the object of
TERCET_NODISCARD tercet_status
tercet_turtle_begin_item(turtle_reader *turtle);

/// Set the state behind an object
void
tercet_turtle_end_object(turtle_reader *turtle);

// turtle_reader.c and turtle_recover.c

/// Leave the graph of TriG that is open, if one is
void
tercet_turtle_close_graph(turtle_reader *turtle);

/// Go on behind the '.' of a malformed statement, or the '}' of its graph
TERCET_NODISCARD tercet_status
tercet_turtle_skip_statement(turtle_reader *turtle);

#endif // TERCET_SYNTAX_TURTLE_H
