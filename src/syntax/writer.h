// SPDX-License-Identifier: Apache-2.0

/// The writer's state; private to writer.c and turtle_writer.c

#ifndef TERCET_SYNTAX_WRITER_H
#define TERCET_SYNTAX_WRITER_H

#include "base/buffer.h"
#include "syntax/prefix_map.h"

#include <tercet/rdf.h>

/// A term written last, kept to see whether the next one is the same
typedef struct {
  tercet_term_kind kind;
  tercet_buffer value;
} tercet_last_term;

struct tercet_writer {
  const tercet_allocator *alloc;
  tercet_syntax syntax;
  tercet_output output;
  tercet_buffer text;    ///< Not given to the output yet
  tercet_status failure; ///< Once set, nothing more is written

  // Turtle and TriG
  tercet_prefix_map prefixes;   ///< From name to IRI
  tercet_prefix_map namespaces; ///< From IRI to name, which may be outdated
  bool in_prefixes;             ///< The last line is a prefix
  bool in_statement;            ///< A statement waits for its '.'
  bool in_graph;                ///< A graph waits for its '}'
  tercet_last_term subject;
  tercet_last_term predicate;
  tercet_last_term graph;
};

/// Write a quad of Turtle or TriG to `text`
TERCET_NODISCARD tercet_status
tercet_turtle_write_quad(tercet_writer *writer, const tercet_quad *quad);

/// Write a prefix of Turtle or TriG to `text`; #TERCET_ERR_ARGUMENT if it is
/// not well-formed
TERCET_NODISCARD tercet_status
tercet_turtle_write_prefix(tercet_writer *writer,
                           tercet_string name,
                           tercet_string iri);

/// Write the ends of what is open to `text`
TERCET_NODISCARD tercet_status
tercet_turtle_write_end(tercet_writer *writer);

#endif // TERCET_SYNTAX_WRITER_H
