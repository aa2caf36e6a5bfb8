// SPDX-License-Identifier: Apache-2.0

/**
   @file rdf.h

   RDF terms, and streaming readers and writers for N-Triples, N-Quads, Turtle
   and TriG.
*/

#ifndef TERCET_RDF_H
#define TERCET_RDF_H

#include <tercet/status.h>

TERCET_BEGIN_DECLS

/// What a term is
typedef enum {
  TERCET_TERM_NONE, ///< No term: an unbound variable, the default graph
  TERCET_TERM_IRI,
  TERCET_TERM_BLANK,
  TERCET_TERM_LITERAL,
  TERCET_TERM_TRIPLE, ///< Reserved for RDF 1.2
} tercet_term_kind;

/// Base direction of a language-tagged string of RDF 1.2
typedef enum {
  TERCET_DIRECTION_NONE,
  TERCET_DIRECTION_LTR,
  TERCET_DIRECTION_RTL,
} tercet_direction;

/**
   A term that points into someone else's memory; copied by value.

   `value` is the IRI, the label of the blank node without "_:", or the lexical
   form.  A literal always has a `datatype` (xsd:string and rdf:langString
   included).  `language` is empty but for language-tagged strings.
*/
typedef struct tercet_term {
  tercet_term_kind kind;
  tercet_direction direction;
  bool escaped; ///< `value` is still escaped, see tercet_reader_options
  tercet_string value;
  tercet_string datatype;
  tercet_string language;
  const struct tercet_term *triple; ///< Three terms, for TERCET_TERM_TRIPLE
} tercet_term;

/// Subject, predicate, object and graph; the graph is of kind
/// TERCET_TERM_NONE for the default graph
typedef struct {
  tercet_term subject;
  tercet_term predicate;
  tercet_term object;
  tercet_term graph;
} tercet_quad;

/// Return whether two terms are the same term (RDF 1.1 Concepts, 3);
/// language tags are compared without regard to case
TERCET_API bool
tercet_term_equals(const tercet_term *a, const tercet_term *b);

/// Write a term as N-Triples does
TERCET_API TERCET_NODISCARD tercet_status
tercet_term_write(const tercet_term *term,
                  const tercet_output *output,
                  tercet_error *err);

/// Enumerator, name for the command line, file name suffix
#define TERCET_SYNTAX_LIST(X)                                                  \
  X(NTRIPLES, "nt", ".nt")                                                     \
  X(NQUADS, "nq", ".nq")                                                       \
  X(TURTLE, "turtle", ".ttl")                                                  \
  X(TRIG, "trig", ".trig")

typedef enum {
#define TERCET_SYNTAX_MEMBER(id, name, suffix) TERCET_SYNTAX_##id,
  TERCET_SYNTAX_LIST(TERCET_SYNTAX_MEMBER)
#undef TERCET_SYNTAX_MEMBER
} tercet_syntax;

/// Set `out` to the syntax of that name ("nt", "nq", "turtle" or "ttl",
/// "trig"); false if there is none
TERCET_API bool
tercet_syntax_from_name(const char *name, tercet_syntax *out);

/// Set `out` to the syntax that a file name tells, past .gz or .zst; false if
/// it tells none
TERCET_API bool
tercet_syntax_from_path(const char *path, tercet_syntax *out);

/**
   Receiver of what a reader finds.

   Terms are valid until the function returns.  A status other than
   #TERCET_OK ends the reading and is returned by it.  `prefix` and `base` may
   be NULL.
*/
typedef struct {
  tercet_status (*quad)(void *context,
                        const tercet_quad *quad,
                        tercet_error *err);
  tercet_status (*prefix)(void *context,
                          tercet_string name,
                          tercet_string iri,
                          tercet_error *err);
  tercet_status (*base)(void *context, tercet_string iri, tercet_error *err);
  void *context;
} tercet_sink;

/// Where a reader is, for messages of a sink; see tercet_reader_options
typedef struct {
  void (*locate)(void *reader, tercet_error *err);
  void *reader;
} tercet_reader_place;

/// Set `source`, `line` and `column` of `err` to those of the object that is
/// being delivered; only within the quad function of a sink
TERCET_API void
tercet_reader_locate(const tercet_reader_place *place, tercet_error *err);

/// How to read; all zero is a good start
typedef struct {
  /// Base IRI for relative ones; empty: the file's own `file:` IRI.  Text in
  /// memory and standard input have none: there relative IRIs are an error in
  /// Turtle and TriG unless the document has a base of its own
  tercet_string base;
  /// Datatypes whose literals are delivered as they were written, with
  /// `escaped` set if there is a backslash in them: an array ended by NULL
  const char *const *raw_datatypes;
  /// Skip a malformed statement with a warning instead of failing: up to the
  /// line end (N-Triples, N-Quads), or to the next '.', after what comes before
  /// the fault in it has been delivered (Turtle, TriG)
  bool recover;
  /// Gets one warning for each statement skipped; may be NULL
  void (*warning)(void *context, const tercet_error *warning);
  void *warning_context;
  /// Put before the labels of blank nodes, so that files do not share them
  tercet_string blank_prefix;
  /// Longest statement (N-Triples, N-Quads) or token in bytes, so that memory
  /// stays bounded; 0: no limit.  What fits the reader's buffer anyway, of 256
  /// KiB at the most, is accepted all the same.
  size_t max_token;
  /// Filled by the reader for tercet_reader_locate(); may be NULL
  tercet_reader_place *place;
  const tercet_cancel *cancel;     ///< May be NULL
  const tercet_progress *progress; ///< May be NULL
} tercet_reader_options;

/// What a reading saw
typedef struct {
  uint64_t n_quads;
  uint64_t n_skipped; ///< Malformed statements skipped
  uint64_t n_bytes;   ///< Bytes of text, after decompression
} tercet_reader_stats;

/**
   Read a file.

   @param path File name, or "-" for standard input.  Gzip and Zstandard are
   recognised by their first bytes.
   @param stats May be NULL.
   @return #TERCET_OK; #TERCET_ERR_SYNTAX with file, line and column;
   #TERCET_ERR_CORRUPT for damaged compressed data; #TERCET_ERR_UNSUPPORTED for
   another compression or for UTF-16; #TERCET_ERR_IO; #TERCET_ERR_LIMIT;
   #TERCET_ERR_NO_MEMORY; #TERCET_ERR_CANCELLED or #TERCET_ERR_TIMEOUT; or what
   the sink returned.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_read_file(const tercet_allocator *alloc,
                 const char *path,
                 tercet_syntax syntax,
                 const tercet_reader_options *options,
                 const tercet_sink *sink,
                 tercet_reader_stats *stats,
                 tercet_error *err);

/// Read text in memory (not compressed), like tercet_read_file()
TERCET_API TERCET_NODISCARD tercet_status
tercet_read_text(const tercet_allocator *alloc,
                 tercet_string text,
                 tercet_syntax syntax,
                 const tercet_reader_options *options,
                 const tercet_sink *sink,
                 tercet_reader_stats *stats,
                 tercet_error *err);

/// Writes quads as text; used by one thread at a time
typedef struct tercet_writer tercet_writer;

/**
   Make a writer.

   Turtle and TriG are written with the prefixes that the writer's sink gets,
   grouped by subject and graph in the order of arrival, in constant memory.

   @param output Copied; its context must outlive the writer.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_writer_new(const tercet_allocator *alloc,
                  tercet_syntax syntax,
                  const tercet_output *output,
                  tercet_writer **out,
                  tercet_error *err);

/// Return a sink that writes what it gets.  N-Triples and Turtle refuse a quad
/// in a named graph with #TERCET_ERR_UNSUPPORTED.
TERCET_API tercet_sink
tercet_writer_sink(tercet_writer *writer);

/// Write what is held back; nothing may be written after it
TERCET_API TERCET_NODISCARD tercet_status
tercet_writer_finish(tercet_writer *writer, tercet_error *err);

/// Free a writer; NULL is fine
TERCET_API void
tercet_writer_free(tercet_writer *writer);

TERCET_END_DECLS

#endif // TERCET_RDF_H
