// SPDX-License-Identifier: Apache-2.0

/**
   The terms that a statement of Turtle keeps, and the brackets around it: [ ]
   and ( ) with the nodes they stand for.
*/

#include "base/allocator.h"
#include "base/error.h"
#include "rdf/blank.h"
#include "rdf/datatype.h"
#include "syntax/turtle.h"

#define CONSTANT(text)                                                         \
  {                                                                            \
    text, sizeof(text) - 1U                                                    \
  }

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
tercet_status
tercet_turtle_label_node(turtle_reader *turtle,
                         uint64_t node,
                         tercet_buffer *text)
{
  const tercet_string prefix = turtle->reader->options->blank_prefix;
  text->length = 0;
  TERCET_TRY(tercet_buffer_append(text, prefix.data, prefix.length));
  return tercet_blank_label_generate(node, text);
}

/// Set a term of the quad to what a slot holds
tercet_status
tercet_turtle_use_slot(turtle_reader *turtle,
                       const turtle_slot *slot,
                       tercet_buffer *text,
                       tercet_term *term)
{
  term->kind = slot->kind;
  if (slot->node) {
    TERCET_TRY(tercet_turtle_label_node(turtle, slot->node, text));
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
tercet_status
tercet_turtle_use_current(turtle_reader *turtle)
{
  tercet_reader *const reader = turtle->reader;
  TERCET_TRY(tercet_turtle_use_slot(
      turtle, &turtle->subject, &reader->subject_text, &reader->quad.subject));
  return tercet_turtle_use_slot(turtle,
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

tercet_status
tercet_turtle_set_subject(turtle_reader *turtle,
                          tercet_term_kind kind,
                          tercet_string value)
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
  TERCET_TRY(tercet_turtle_use_slot(turtle, slot, &turtle->node_text, &object));
  tercet_reader_set_object(reader, object.kind, object.value);
  return tercet_reader_emit(reader);
}

// The stack of brackets

turtle_frame *
tercet_turtle_top_frame(turtle_reader *turtle)
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
  return tercet_turtle_use_current(turtle);
}

/// Set the state behind an object
void
tercet_turtle_end_object(turtle_reader *turtle)
{
  const turtle_frame *const top = tercet_turtle_top_frame(turtle);
  const bool in_list = top && (top->kind == FRAME_SUBJECT_LIST ||
                               top->kind == FRAME_OBJECT_LIST);
  turtle->state = in_list ? TURTLE_ITEM : TURTLE_OBJECT_END;
}

/// Begin a '[' or '(' in the place of an object
tercet_status
tercet_turtle_open_object(turtle_reader *turtle, bool is_list)
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
tercet_status
tercet_turtle_open_subject(turtle_reader *turtle, bool is_list)
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
tercet_status
tercet_turtle_close_node(turtle_reader *turtle)
{
  const turtle_frame frame = *tercet_turtle_top_frame(turtle);
  TERCET_TRY(pop_frame(turtle));
  if (frame.kind == FRAME_OBJECT_NODE) {
    tercet_turtle_end_object(turtle);
    return TERCET_OK;
  }

  // triples ::= subject predicateObjectList |
  //             blankNodePropertyList predicateObjectList?
  turtle->state = frame.empty ? TURTLE_VERB : TURTLE_VERB_OR_DOT;
  turtle->may_name_graph = turtle->graphs && !turtle->in_graph && frame.empty;
  return TERCET_OK;
}

/// End the innermost '(' at its ')'
tercet_status
tercet_turtle_close_list(turtle_reader *turtle)
{
  const turtle_frame frame = *tercet_turtle_top_frame(turtle);
  const turtle_slot nil = fixed_slot(rdf_nil);
  if (!frame.empty) {
    turtle->predicate = fixed_slot(rdf_rest);
    TERCET_TRY(tercet_turtle_use_current(turtle));
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
  tercet_turtle_end_object(turtle);
  return TERCET_OK;
}

/// Make the node of a list's next item the subject, and link it to the one
/// before it or to what the list is the object of
tercet_status
tercet_turtle_begin_item(turtle_reader *turtle)
{
  turtle_frame *const frame = tercet_turtle_top_frame(turtle);
  const turtle_slot node = node_slot(++turtle->n_nodes);
  if (frame->empty && frame->kind == FRAME_SUBJECT_LIST) {
    frame->subject = node;
  } else {
    if (!frame->empty) {
      turtle->predicate = fixed_slot(rdf_rest);
      TERCET_TRY(tercet_turtle_use_current(turtle));
    }
    TERCET_TRY(emit_object(turtle, &node));
  }

  frame->empty = false;
  turtle->subject = node;
  turtle->predicate = fixed_slot(rdf_first);
  return tercet_turtle_use_current(turtle);
}

tercet_status
tercet_turtle_set_verb(turtle_reader *turtle, tercet_string iri)
{
  TERCET_TRY(keep_text(
      turtle, turtle->subject_end, TERCET_TERM_IRI, iri, &turtle->predicate));
  turtle_frame *const top = tercet_turtle_top_frame(turtle);
  if (top) {
    top->empty = false;
  }
  return tercet_turtle_use_current(turtle);
}
