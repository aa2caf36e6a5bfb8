// SPDX-License-Identifier: Apache-2.0

/**
   Turtle and TriG (RDF 1.1): the statements.

   Each step function reads what its state asks for and sets the next state.
*/

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"
#include "rdf/blank.h"
#include "rdf/character.h"
#include "rdf/datatype.h"
#include "syntax/scan.h"
#include "syntax/turtle.h"

#define VERB_EXPECTED "a predicate: an IRI or 'a'"

#define CONSTANT(text)                                                         \
  {                                                                            \
    text, sizeof(text) - 1U                                                    \
  }

static const tercet_string rdf_type = CONSTANT(TERCET_RDF_NS "type");
static const tercet_string rdf_first = CONSTANT(TERCET_RDF_NS "first");
static const tercet_string rdf_rest = CONSTANT(TERCET_RDF_NS "rest");
static const tercet_string rdf_nil = CONSTANT(TERCET_RDF_NS "nil");

// Slots and the terms of the quad

static turtle_slot
fixed_slot(tercet_string iri)
{
  const turtle_slot slot = {TERCET_TERM_IRI, 0, iri.data, 0, iri.length};
  return slot;
}

static turtle_slot
node_slot(uint64_t node)
{
  const turtle_slot slot = {TERCET_TERM_BLANK, node, NULL, 0, 0};
  return slot;
}

/// Set `text` to the label of a node without one in the document
static tercet_status
label_node(turtle_reader *turtle, uint64_t node, tercet_buffer *text)
{
  const tercet_string prefix = turtle->reader->options->blank_prefix;
  text->length = 0;
  TERCET_TRY(tercet_buffer_append(text, prefix.data, prefix.length));
  return tercet_blank_label_generate(node, text);
}

/// Set a term of the quad to what a slot holds
static tercet_status
use_slot(turtle_reader *turtle,
         const turtle_slot *slot,
         tercet_buffer *text,
         tercet_term *term)
{
  term->kind = slot->kind;
  if (slot->node) {
    TERCET_TRY(label_node(turtle, slot->node, text));
    term->value = tercet_buffer_view(text);
    return TERCET_OK;
  }

  term->value.length = slot->length;
  term->value.data = slot->fixed    ? slot->fixed
                     : slot->length ? turtle->text.data + slot->start
                                    : NULL;
  return TERCET_OK;
}

/// Point the quad's subject and predicate to what is current.  Needed whenever
/// one of them changes, as the stack of text may have moved.
static tercet_status
use_current(turtle_reader *turtle)
{
  tercet_reader *const reader = turtle->reader;
  TERCET_TRY(use_slot(
      turtle, &turtle->subject, &reader->subject_text, &reader->quad.subject));
  return use_slot(turtle,
                  &turtle->predicate,
                  &reader->predicate_text,
                  &reader->quad.predicate);
}

/// Keep a term's text on the stack, from `start` on
static tercet_status
keep_text(turtle_reader *turtle,
          size_t start,
          tercet_term_kind kind,
          tercet_string value,
          turtle_slot *slot)
{
  turtle->text.length = start;
  TERCET_TRY(tercet_buffer_append(&turtle->text, value.data, value.length));
  const turtle_slot kept = {kind, 0, NULL, start, value.length};
  *slot = kept;
  return TERCET_OK;
}

static tercet_status
set_subject(turtle_reader *turtle, tercet_term_kind kind, tercet_string value)
{
  TERCET_TRY(keep_text(turtle, 0, kind, value, &turtle->subject));
  turtle->subject_end = turtle->text.length;
  return TERCET_OK;
}

/// Deliver current subject, current predicate, and a constant or a node.  What
/// was read as an object keeps its text.
static tercet_status
emit_object(turtle_reader *turtle, const turtle_slot *slot)
{
  tercet_reader *const reader = turtle->reader;
  tercet_term object = {0};
  TERCET_TRY(use_slot(turtle, slot, &turtle->node_text, &object));
  tercet_reader_set_object(reader, object.kind, object.value);
  return tercet_reader_emit(reader);
}

// The stack of brackets

static turtle_frame *
top_frame(turtle_reader *turtle)
{
  return turtle->n_frames ? &turtle->frames[turtle->n_frames - 1U] : NULL;
}

/// Keep the current subject and predicate below those of a bracket
static tercet_status
push_frame(turtle_reader *turtle, turtle_frame_kind kind)
{
  void *frames = turtle->frames;
  const size_t n_needed = turtle->n_frames + 1U;
  const bool grown = tercet_grow_array(turtle->reader->alloc,
                                       &frames,
                                       &turtle->frame_capacity,
                                       n_needed,
                                       sizeof(turtle_frame));
  turtle->frames = (turtle_frame *)frames;
  if (!grown) {
    return TERCET_ERR_NO_MEMORY;
  }

  const size_t max = turtle->reader->window.max_kept;
  if (n_needed * sizeof(turtle_frame) > max || turtle->text.length > max) {
    return tercet_error_set(turtle->reader->err,
                            TERCET_ERR_LIMIT,
                            "brackets are nested too deep: they take more than "
                            "%zu bytes",
                            max);
  }

  const turtle_frame frame = {
      kind, true, turtle->subject, turtle->predicate, turtle->subject_end};
  turtle->frames[turtle->n_frames++] = frame;
  turtle->subject_end = turtle->text.length;
  return TERCET_OK;
}

/// Go back to what was current outside of the innermost bracket
static tercet_status
pop_frame(turtle_reader *turtle)
{
  const turtle_frame *const frame = &turtle->frames[--turtle->n_frames];
  turtle->subject = frame->subject;
  turtle->predicate = frame->predicate;
  turtle->text.length = turtle->subject_end;
  turtle->subject_end = frame->subject_end;
  return use_current(turtle);
}

/// Set the state behind an object
static void
end_object(turtle_reader *turtle)
{
  const turtle_frame *const top = top_frame(turtle);
  const bool in_list = top && (top->kind == FRAME_SUBJECT_LIST ||
                               top->kind == FRAME_OBJECT_LIST);
  turtle->state = in_list ? TURTLE_ITEM : TURTLE_OBJECT_END;
}

/// Begin a '[' or '(' in the place of an object
static tercet_status
open_object(turtle_reader *turtle, bool is_list)
{
  if (is_list) {
    TERCET_TRY(push_frame(turtle, FRAME_OBJECT_LIST));
    turtle->state = TURTLE_ITEM;
    return TERCET_OK;
  }

  const turtle_slot node = node_slot(++turtle->n_nodes);
  TERCET_TRY(emit_object(turtle, &node));
  TERCET_TRY(push_frame(turtle, FRAME_OBJECT_NODE));
  turtle->subject = node;
  turtle->state = TURTLE_VERB;
  return TERCET_OK;
}

/// Begin a '[' or '(' in the place of a subject
static tercet_status
open_subject(turtle_reader *turtle, bool is_list)
{
  // What it stands for is found in the frame when it is closed
  turtle->text.length = 0;
  turtle->subject_end = 0;
  if (is_list) {
    turtle->subject = fixed_slot(rdf_nil);
    TERCET_TRY(push_frame(turtle, FRAME_SUBJECT_LIST));
    turtle->state = TURTLE_ITEM;
    return TERCET_OK;
  }

  turtle->subject = node_slot(++turtle->n_nodes);
  turtle->state = TURTLE_VERB;
  return push_frame(turtle, FRAME_SUBJECT_NODE);
}

/// End the innermost '[' at its ']'
static tercet_status
close_node(turtle_reader *turtle)
{
  const turtle_frame frame = *top_frame(turtle);
  TERCET_TRY(pop_frame(turtle));
  if (frame.kind == FRAME_OBJECT_NODE) {
    end_object(turtle);
    return TERCET_OK;
  }

  // triples ::= subject predicateObjectList |
  //             blankNodePropertyList predicateObjectList?
  turtle->state = frame.empty ? TURTLE_VERB : TURTLE_VERB_OR_DOT;
  turtle->may_name_graph = turtle->graphs && !turtle->in_graph && frame.empty;
  return TERCET_OK;
}

/// End the innermost '(' at its ')'
static tercet_status
close_list(turtle_reader *turtle)
{
  const turtle_frame frame = *top_frame(turtle);
  const turtle_slot nil = fixed_slot(rdf_nil);
  if (!frame.empty) {
    turtle->predicate = fixed_slot(rdf_rest);
    TERCET_TRY(use_current(turtle));
    TERCET_TRY(emit_object(turtle, &nil));
  }

  TERCET_TRY(pop_frame(turtle));
  if (frame.kind == FRAME_SUBJECT_LIST) {
    turtle->state = TURTLE_VERB;
    return TERCET_OK;
  }
  if (frame.empty) {
    TERCET_TRY(emit_object(turtle, &nil));
  }
  end_object(turtle);
  return TERCET_OK;
}

/// Make the node of a list's next item the subject, and link it to the one
/// before it or to what the list is the object of
static tercet_status
begin_item(turtle_reader *turtle)
{
  turtle_frame *const frame = top_frame(turtle);
  const turtle_slot node = node_slot(++turtle->n_nodes);
  if (frame->empty && frame->kind == FRAME_SUBJECT_LIST) {
    frame->subject = node;
  } else {
    if (!frame->empty) {
      turtle->predicate = fixed_slot(rdf_rest);
      TERCET_TRY(use_current(turtle));
    }
    TERCET_TRY(emit_object(turtle, &node));
  }

  frame->empty = false;
  turtle->subject = node;
  turtle->predicate = fixed_slot(rdf_first);
  return use_current(turtle);
}

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

static void
close_graph(turtle_reader *turtle)
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
  TERCET_TRY(
      use_slot(turtle, &turtle->subject, &turtle->reader->subject_text, &name));
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
  TERCET_TRY(label_node(turtle, turtle->n_nodes + 1U, text));
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
    return set_subject(turtle, TERCET_TERM_IRI, iri);
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
    return open_subject(turtle, *(*p)++ == '(');
  case '<':
    TERCET_TRY(
        tercet_turtle_read_iriref(turtle, p, &reader->subject_text, &value));
    turtle->state = TURTLE_VERB;
    return set_subject(turtle, TERCET_TERM_IRI, value);
  case '_':
    TERCET_TRY(tercet_read_blank_label(
        reader, p, true, &reader->subject_text, &value));
    turtle->state = TURTLE_VERB;
    return set_subject(turtle, TERCET_TERM_BLANK, value);
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
    close_graph(turtle);
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
    close_graph(turtle);
  }
  turtle->state = TURTLE_STATEMENT;
  return TERCET_OK;
}

/// Read `a`, which is not the start of a name
static tercet_status
read_type_verb(turtle_reader *turtle, const char **p, bool *found)
{
  const char *q = *p;
  *found = false;
  if (*q != 'a') {
    return TERCET_OK;
  }

  TERCET_TRY(tercet_turtle_read_word(turtle, &q));
  if (q == *p + 1 && *q != ':') {
    turtle->predicate = fixed_slot(rdf_type);
    *found = true;
    *p = q;
  }
  return TERCET_OK;
}

// verb ::= predicate | 'a'
static tercet_status
read_verb(turtle_reader *turtle, const char **p, const char *expected)
{
  bool found = false;
  TERCET_TRY(read_type_verb(turtle, p, &found));
  if (!found) {
    tercet_string iri;
    TERCET_TRY(tercet_turtle_read_iri(
        turtle, p, expected, &turtle->reader->predicate_text, &iri));
    TERCET_TRY(keep_text(
        turtle, turtle->subject_end, TERCET_TERM_IRI, iri, &turtle->predicate));
  }

  turtle->may_name_graph = false;
  turtle->state = TURTLE_OBJECT;
  turtle_frame *const top = top_frame(turtle);
  if (top) {
    top->empty = false;
  }
  return use_current(turtle);
}

static tercet_status
step_verb(turtle_reader *turtle, const char **p)
{
  const turtle_frame *const top = top_frame(turtle);
  if (top && top->empty && **p == ']') {
    ++*p;
    return close_node(turtle);
  }
  if (turtle->may_name_graph && **p == '{') {
    ++*p;
    return open_graph_of_subject(turtle);
  }
  return read_verb(turtle, p, VERB_EXPECTED);
}

/// Read what may follow a '[...]' subject, or a ';'
static tercet_status
step_verb_or_dot(turtle_reader *turtle, const char **p)
{
  return **p == '.' || **p == '}' ? end_statement(turtle, p, VERB_EXPECTED)
                                  : read_verb(turtle, p, VERB_EXPECTED);
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
      return close_node(turtle);
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
  turtle->reader->object = *p;
  if (**p == '[' || **p == '(') {
    return open_object(turtle, *(*p)++ == '(');
  }

  TERCET_TRY(tercet_turtle_read_object(turtle, p));
  TERCET_TRY(tercet_reader_emit(turtle->reader));
  end_object(turtle);
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
      return close_node(turtle);
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
    return close_list(turtle);
  }

  turtle->reader->object = *p;
  if (**p == '[' || **p == '(') {
    TERCET_TRY(begin_item(turtle));
    return open_object(turtle, *(*p)++ == '(');
  }

  // The node of the item is only made when the item has been read
  TERCET_TRY(tercet_turtle_read_object(turtle, p));
  const tercet_term item = turtle->reader->quad.object;
  TERCET_TRY(begin_item(turtle));
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

// Recovery

/// Pass over a string leniently: a short one ends with its line at the latest
static tercet_status
skip_string(turtle_reader *turtle, const char **p)
{
  const tercet_window *const window = &turtle->reader->window;
  const char quote = **p;
  const bool is_long = (*p)[1] == quote && (*p)[2] == quote;
  bool non_ascii = false;

  const char *q = *p + (is_long ? 3 : 1);
  for (;;) {
    q = tercet_scan_string(q, quote, &non_ascii);
    if (q >= window->end) {
      *p = window->end;
      return window->at_end ? TERCET_OK : TERCET_NEED_MORE;
    }
    if (*q == '\\') {
      q += 2;
    } else if (is_long ? *q == quote && q[1] == quote && q[2] == quote : *q) {
      *p = q + (is_long ? 3 : 1);
      return TERCET_OK;
    } else {
      ++q;
    }
  }
}

/// Return whether a '.' before this character ends a statement rather than
/// being part of a number or name
static bool
follows_statement(char c)
{
  return !c || tercet_char_is(c, TERCET_CHAR_SPACE) || strchr("#<@[(_}", c);
}

/// Pass over one terminal of a malformed statement; tell whether it was the
/// last
static tercet_status
skip_terminal(turtle_reader *turtle, const char **p, bool *last)
{
  const tercet_window *const window = &turtle->reader->window;
  const char *q = *p;
  if (q + 3 > window->end && !window->at_end) {
    return TERCET_NEED_MORE;
  }

  bool non_ascii = false;
  switch (*q) {
  case '"':
  case '\'':
    return skip_string(turtle, p);
  case '#':
    while (q < window->end && *q != '\n') {
      ++q;
    }
    *p = q;
    return TERCET_OK;
  case '<':
    q = tercet_scan_iri(q + 1, &non_ascii);
    if (q >= window->end && !window->at_end) {
      return TERCET_NEED_MORE;
    }
    *p = *q == '>' ? q + 1 : *p + 1;
    return TERCET_OK;
  case '.':
    *last = follows_statement(q[1]);
    break;
  case '}':
    *last = turtle->in_graph;
    break;
  default:
    break;
  }
  ++*p;
  return TERCET_OK;
}

/// Go on behind the '.' of a malformed statement, or the '}' of its graph
static tercet_status
skip_statement(turtle_reader *turtle)
{
  tercet_window *const window = &turtle->reader->window;
  bool last = false;
  while (!last && (window->cursor < window->end || !window->at_end)) {
    const char *p = window->cursor;
    const tercet_status st = skip_terminal(turtle, &p, &last);
    if (st == TERCET_NEED_MORE) {
      TERCET_TRY(tercet_window_fill(
          window, turtle->reader->stats.n_quads, turtle->reader->err));
    } else {
      window->cursor = p;
    }
  }

  turtle->n_frames = 0;
  turtle->state = TURTLE_STATEMENT;
  if (!last || window->cursor[-1] == '}') {
    close_graph(turtle);
  }
  return TERCET_OK;
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
  TERCET_TRY(step(turtle, &p));
  window->cursor = p;
  return TERCET_OK;
}

static tercet_status
read_document(turtle_reader *turtle)
{
  tercet_reader *const reader = turtle->reader;
  TERCET_TRY(tercet_window_fill(&reader->window, 0, reader->err));
  for (bool done = false; !done;) {
    tercet_status st = read_step(turtle, &done);
    if (st == TERCET_NEED_MORE) {
      st = tercet_window_fill(
          &reader->window, reader->stats.n_quads, reader->err);
    } else if (st == TERCET_ERR_SYNTAX && reader->options->recover) {
      tercet_reader_warn(reader);
      st = skip_statement(turtle);
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
