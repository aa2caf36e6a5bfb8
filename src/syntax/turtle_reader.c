// SPDX-License-Identifier: Apache-2.0

/**
   Turtle and TriG (RDF 1.1): the statements.

   Each step function reads what its state asks for and sets the next state.
*/

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"
#include "rdf/datatype.h"
#include "syntax/turtle.h"

#define VERB_EXPECTED "a predicate: an IRI or 'a'"

// Directives

/// Pass over an expected character with white space before it
static tercet_status
read_char(turtle_reader *turtle, const char **p, char c, const char *expected)
{
  TERCET_TRY(tercet_turtle_skip_space(turtle, p));
  if (**p != c) {
    return tercet_reader_expected(turtle->reader, *p, expected);
  }
  ++*p;
  return TERCET_OK;
}

/// Tell the sink a prefix or, without a name, the base
static tercet_status
announce(turtle_reader *turtle, const tercet_string *name, tercet_string iri)
{
  tercet_reader *const reader = turtle->reader;
  const tercet_sink *const sink = reader->sink;
  if (name) {
    return sink->prefix ? sink->prefix(sink->context, *name, iri, reader->err)
                        : TERCET_OK;
  }
  return sink->base ? sink->base(sink->context, iri, reader->err) : TERCET_OK;
}

/// Read an IRIREF of a directive
static tercet_status
read_directive_iri(turtle_reader *turtle, const char **p, tercet_string *iri)
{
  TERCET_TRY(tercet_turtle_skip_space(turtle, p));
  return **p == '<'
             ? tercet_turtle_read_iriref(
                   turtle, p, &turtle->reader->object_text, iri)
             : tercet_reader_expected(turtle->reader, *p, "an IRI: <iri>");
}

// prefixID     ::= '@prefix' PNAME_NS IRIREF '.'
// sparqlPrefix ::= "PREFIX" PNAME_NS IRIREF
static tercet_status
read_prefix(turtle_reader *turtle, const char **p, bool dot)
{
  TERCET_TRY(tercet_turtle_skip_space(turtle, p));
  const char *const start = *p;
  TERCET_TRY(tercet_turtle_read_word(turtle, p));
  const tercet_string name = {start, (size_t)(*p - start)};
  if (**p != ':') {
    return tercet_reader_expected(
        turtle->reader, *p, "a prefix that ends in ':'");
  }
  ++*p;

  tercet_string iri;
  TERCET_TRY(read_directive_iri(turtle, p, &iri));
  if (dot) {
    TERCET_TRY(read_char(turtle, p, '.', "'.' behind @prefix"));
  }
  TERCET_TRY(tercet_prefix_map_set(&turtle->prefixes, name, iri));
  return announce(turtle, &name, iri);
}

// base       ::= '@base' IRIREF '.'
// sparqlBase ::= "BASE" IRIREF
static tercet_status
read_base(turtle_reader *turtle, const char **p, bool dot)
{
  tercet_string iri;
  TERCET_TRY(read_directive_iri(turtle, p, &iri));
  if (dot) {
    TERCET_TRY(read_char(turtle, p, '.', "'.' behind @base"));
  }

  turtle->base.length = 0;
  TERCET_TRY(tercet_buffer_append(&turtle->base, iri.data, iri.length));
  return announce(turtle, NULL, iri);
}

/// Read a directive that starts with '@'
static tercet_status
read_at_directive(turtle_reader *turtle, const char **p)
{
  const char *const start = *p + 1;
  const char *q = start;
  TERCET_TRY(tercet_turtle_read_word(turtle, &q));

  const tercet_string word = {start, (size_t)(q - start)};
  if (tercet_string_is(word, "prefix")) {
    TERCET_TRY(read_prefix(turtle, &q, true));
  } else if (tercet_string_is(word, "base")) {
    TERCET_TRY(read_base(turtle, &q, true));
  } else {
    return tercet_reader_expected(turtle->reader, *p, "@prefix or @base");
  }
  *p = q;
  return TERCET_OK;
}

// Graphs of TriG

/// Begin the graph that is named by the quad's graph term
static void
open_graph(turtle_reader *turtle)
{
  turtle->in_graph = true;
  turtle->may_name_graph = false;
  turtle->state = TURTLE_STATEMENT;
}

void
tercet_turtle_close_graph(turtle_reader *turtle)
{
  turtle->in_graph = false;
  turtle->reader->quad.graph.kind = TERCET_TERM_NONE;
  turtle->state = TURTLE_STATEMENT;
}

/// Keep the name of a graph for as long as it is open
static tercet_status
set_graph(turtle_reader *turtle, tercet_term_kind kind, tercet_string value)
{
  tercet_reader *const reader = turtle->reader;
  if (value.data != reader->graph_text.data) {
    reader->graph_text.length = 0;
    TERCET_TRY(
        tercet_buffer_append(&reader->graph_text, value.data, value.length));
  }
  reader->quad.graph.kind = kind;
  reader->quad.graph.value = tercet_buffer_view(&reader->graph_text);
  return TERCET_OK;
}

/// Turn the subject that was read into the name of a graph at its '{'
static tercet_status
open_graph_of_subject(turtle_reader *turtle)
{
  tercet_term name = {0};
  TERCET_TRY(tercet_turtle_use_slot(
      turtle, &turtle->subject, &turtle->reader->subject_text, &name));
  TERCET_TRY(set_graph(turtle, name.kind, name.value));
  open_graph(turtle);
  return TERCET_OK;
}

/// Read the ANON that names a graph
static tercet_status
read_anonymous_name(turtle_reader *turtle, const char **p, tercet_string *out)
{
  tercet_buffer *const text = &turtle->reader->object_text;
  ++*p;
  TERCET_TRY(read_char(turtle, p, ']', "']' of a graph's name"));
  TERCET_TRY(tercet_turtle_label_node(turtle, turtle->n_nodes + 1U, text));
  *out = tercet_buffer_view(text);
  return TERCET_OK;
}

// block ::= "GRAPH" labelOrSubject wrappedGraph
static tercet_status
read_graph_keyword(turtle_reader *turtle, const char **p)
{
  tercet_reader *const reader = turtle->reader;
  tercet_term_kind kind = TERCET_TERM_BLANK;
  tercet_string name;
  TERCET_TRY(tercet_turtle_skip_space(turtle, p));
  const bool anonymous = **p == '[';
  if (anonymous) {
    TERCET_TRY(read_anonymous_name(turtle, p, &name));
  } else if (**p == '_') {
    TERCET_TRY(
        tercet_read_blank_label(reader, p, true, &reader->object_text, &name));
  } else {
    kind = TERCET_TERM_IRI;
    TERCET_TRY(tercet_turtle_read_iri(
        turtle, p, "the name of a graph", &reader->object_text, &name));
  }

  TERCET_TRY(read_char(turtle, p, '{', "'{' behind the name of a graph"));
  turtle->n_nodes += anonymous ? 1U : 0U;
  TERCET_TRY(set_graph(turtle, kind, name));
  open_graph(turtle);
  return TERCET_OK;
}

// Statements

/// Read a directive or graph that starts with a word, or else a subject
static tercet_status
read_word_statement(turtle_reader *turtle, const char **p)
{
  tercet_reader *const reader = turtle->reader;
  const char *q = *p;
  TERCET_TRY(tercet_turtle_read_word(turtle, &q));
  const tercet_string word = {*p, (size_t)(q - *p)};

  if (*q == ':') {
    tercet_string iri;
    TERCET_TRY(tercet_turtle_read_local(
        turtle, word, &q, &reader->subject_text, &iri));
    *p = q;
    turtle->state = TURTLE_VERB;
    return tercet_turtle_set_subject(turtle, TERCET_TERM_IRI, iri);
  }

  const bool top = !turtle->in_graph;
  if (top &&
      tercet_string_equals_ignoring_case(word, tercet_string_from("PREFIX"))) {
    TERCET_TRY(read_prefix(turtle, &q, false));
  } else if (top && tercet_string_equals_ignoring_case(
                        word, tercet_string_from("BASE"))) {
    TERCET_TRY(read_base(turtle, &q, false));
  } else if (top && turtle->graphs &&
             tercet_string_equals_ignoring_case(word,
                                                tercet_string_from("GRAPH"))) {
    TERCET_TRY(read_graph_keyword(turtle, &q));
  } else {
    return tercet_reader_expected(
        reader, *p, "a statement: a subject or a directive");
  }
  *p = q;
  return TERCET_OK;
}

/// Read a subject; '[' and '(' go on in later steps
static tercet_status
read_subject(turtle_reader *turtle, const char **p)
{
  tercet_reader *const reader = turtle->reader;
  tercet_string value;
  turtle->may_name_graph = turtle->graphs && !turtle->in_graph;
  switch (**p) {
  case '[':
  case '(':
    turtle->may_name_graph = false;
    return tercet_turtle_open_subject(turtle, *(*p)++ == '(');
  case '<':
    TERCET_TRY(
        tercet_turtle_read_iriref(turtle, p, &reader->subject_text, &value));
    turtle->state = TURTLE_VERB;
    return tercet_turtle_set_subject(turtle, TERCET_TERM_IRI, value);
  case '_':
    TERCET_TRY(tercet_read_blank_label(
        reader, p, true, &reader->subject_text, &value));
    turtle->state = TURTLE_VERB;
    return tercet_turtle_set_subject(turtle, TERCET_TERM_BLANK, value);
  default:
    return read_word_statement(turtle, p);
  }
}

// statement ::= directive | triples '.'
static tercet_status
step_statement(turtle_reader *turtle, const char **p)
{
  if (turtle->in_graph && **p == '}') {
    ++*p;
    tercet_turtle_close_graph(turtle);
    return TERCET_OK;
  }
  if (!turtle->in_graph && **p == '@') {
    return read_at_directive(turtle, p);
  }
  if (turtle->graphs && !turtle->in_graph && **p == '{') {
    ++*p;
    open_graph(turtle);
    return TERCET_OK;
  }
  return read_subject(turtle, p);
}

/// End the statement if there is a '.', or a '}' in a graph
static tercet_status
end_statement(turtle_reader *turtle, const char **p, const char *expected)
{
  if (turtle->n_frames || (**p != '.' && (**p != '}' || !turtle->in_graph))) {
    return tercet_reader_expected(turtle->reader, *p, expected);
  }

  if (*(*p)++ == '}') {
    tercet_turtle_close_graph(turtle);
  }
  turtle->state = TURTLE_STATEMENT;
  return TERCET_OK;
}

/// Read `a`, which is not the start of a name
static tercet_status
read_type_verb(turtle_reader *turtle, const char **p, tercet_string *iri)
{
  const char *q = *p;
  if (*q != 'a') {
    return TERCET_OK;
  }

  TERCET_TRY(tercet_turtle_read_word(turtle, &q));
  if (q == *p + 1 && *q != ':') {
    *iri = tercet_string_from(TERCET_RDF_NS "type");
    *p = q;
  }
  return TERCET_OK;
}

// verb ::= predicate | 'a'
static tercet_status
read_verb(turtle_reader *turtle, const char **p)
{
  tercet_string iri = {NULL, 0};
  TERCET_TRY(read_type_verb(turtle, p, &iri));
  if (!iri.data) {
    TERCET_TRY(tercet_turtle_read_iri(
        turtle, p, VERB_EXPECTED, &turtle->reader->predicate_text, &iri));
  }

  turtle->may_name_graph = false;
  turtle->state = TURTLE_OBJECT;
  return tercet_turtle_set_verb(turtle, iri);
}

static tercet_status
step_verb(turtle_reader *turtle, const char **p)
{
  const turtle_frame *const top = tercet_turtle_top_frame(turtle);
  if (top && top->empty && **p == ']') {
    ++*p;
    return tercet_turtle_close_node(turtle);
  }
  if (turtle->may_name_graph && **p == '{') {
    ++*p;
    return open_graph_of_subject(turtle);
  }
  return read_verb(turtle, p);
}

/// Read what may follow a '[...]' subject, or a ';'
static tercet_status
step_verb_or_dot(turtle_reader *turtle, const char **p)
{
  return **p == '.' || **p == '}' ? end_statement(turtle, p, VERB_EXPECTED)
                                  : read_verb(turtle, p);
}

// predicateObjectList ::= verb objectList (';' (verb objectList)?)*
static tercet_status
step_verb_or_end(turtle_reader *turtle, const char **p)
{
  switch (**p) {
  case ';':
    ++*p;
    return TERCET_OK;
  case ']':
    if (turtle->n_frames) {
      ++*p;
      return tercet_turtle_close_node(turtle);
    }
    break;
  default:
    break;
  }
  return step_verb_or_dot(turtle, p);
}

// object ::= iri | BlankNode | collection | blankNodePropertyList | literal
static tercet_status
read_object(turtle_reader *turtle, const char **p)
{
  if (**p == '[' || **p == '(') {
    return tercet_turtle_open_object(turtle, *(*p)++ == '(');
  }

  TERCET_TRY(tercet_turtle_read_object(turtle, p));
  TERCET_TRY(tercet_reader_emit(turtle->reader));
  tercet_turtle_end_object(turtle);
  return TERCET_OK;
}

// objectList ::= object (',' object)*
static tercet_status
step_object_end(turtle_reader *turtle, const char **p)
{
  switch (**p) {
  case ',':
    ++*p;
    turtle->state = TURTLE_OBJECT;
    return TERCET_OK;
  case ';':
    ++*p;
    turtle->state = TURTLE_VERB_OR_END;
    return TERCET_OK;
  case ']':
    if (turtle->n_frames) {
      ++*p;
      return tercet_turtle_close_node(turtle);
    }
    break;
  default:
    break;
  }
  return end_statement(turtle,
                       p,
                       turtle->n_frames   ? "',', ';' or ']'"
                       : turtle->in_graph ? "',', ';', '.' or '}'"
                                          : "',', ';' or '.'");
}

// collection ::= '(' object* ')'
static tercet_status
step_item(turtle_reader *turtle, const char **p)
{
  if (**p == ')') {
    ++*p;
    return tercet_turtle_close_list(turtle);
  }

  if (**p == '[' || **p == '(') {
    TERCET_TRY(tercet_turtle_begin_item(turtle));
    return tercet_turtle_open_object(turtle, *(*p)++ == '(');
  }

  // The node of the item is only made when the item has been read
  TERCET_TRY(tercet_turtle_read_object(turtle, p));
  const tercet_term item = turtle->reader->quad.object;
  TERCET_TRY(tercet_turtle_begin_item(turtle));
  turtle->reader->quad.object = item;
  return tercet_reader_emit(turtle->reader);
}

static tercet_status
step(turtle_reader *turtle, const char **p)
{
  switch (turtle->state) {
  case TURTLE_STATEMENT:
    return step_statement(turtle, p);
  case TURTLE_VERB:
    return step_verb(turtle, p);
  case TURTLE_VERB_OR_DOT:
    return step_verb_or_dot(turtle, p);
  case TURTLE_VERB_OR_END:
    return step_verb_or_end(turtle, p);
  case TURTLE_OBJECT:
    return read_object(turtle, p);
  case TURTLE_OBJECT_END:
    return step_object_end(turtle, p);
  case TURTLE_ITEM:
    return step_item(turtle, p);
  }
  return TERCET_ERR_INTERNAL;
}

// The whole

/// Read one terminal or term with the space before it; `done` at the end
static tercet_status
read_step(turtle_reader *turtle, bool *done)
{
  tercet_window *const window = &turtle->reader->window;
  const char *p = window->cursor;
  const tercet_status st = tercet_turtle_skip_space(turtle, &p);
  window->cursor = p;
  if (st) {
    return st;
  }

  if (p >= window->end && turtle->state == TURTLE_STATEMENT &&
      !turtle->in_graph) {
    *done = true;
    return TERCET_OK;
  }
  turtle->reader->object = p;
  TERCET_TRY(step(turtle, &p));
  window->cursor = p;
  return TERCET_OK;
}

static tercet_status
read_document(turtle_reader *turtle)
{
  tercet_reader *const reader = turtle->reader;
  for (bool done = false; !done;) {
    tercet_status st = read_step(turtle, &done);
    if (st == TERCET_NEED_MORE) {
      st = tercet_window_fill(
          &reader->window, reader->stats.n_quads, reader->err);
    } else if (st == TERCET_ERR_SYNTAX && reader->options->recover) {
      tercet_reader_warn(reader);
      st = tercet_turtle_skip_statement(turtle);
    }
    if (st) {
      return st;
    }
  }

  return TERCET_OK;
}

tercet_status
tercet_read_turtle(tercet_reader *reader, bool graphs)
{
  turtle_reader turtle = {0};
  turtle.reader = reader;
  turtle.graphs = graphs;
  tercet_buffer_init(&turtle.text, reader->alloc, SIZE_MAX);
  tercet_buffer_init(&turtle.base, reader->alloc, SIZE_MAX);
  tercet_buffer_init(&turtle.iri_text, reader->alloc, SIZE_MAX);
  tercet_buffer_init(&turtle.node_text, reader->alloc, SIZE_MAX);
  tercet_prefix_map_init(&turtle.prefixes, reader->alloc);

  const tercet_string base = reader->options->base;
  tercet_status st = tercet_buffer_append(&turtle.base, base.data, base.length);
  if (!st) {
    st = read_document(&turtle);
  }

  tercet_prefix_map_clear(&turtle.prefixes);
  tercet_buffer_clear(&turtle.node_text);
  tercet_buffer_clear(&turtle.iri_text);
  tercet_buffer_clear(&turtle.base);
  tercet_buffer_clear(&turtle.text);
  tercet_release(reader->alloc, turtle.frames);
  return st;
}
