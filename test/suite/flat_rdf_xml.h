// SPDX-License-Identifier: Apache-2.0

/**
   Turns the simplest RDF/XML into Turtle: rdf:Description with rdf:about, and
   in it properties with rdf:resource, or with rdf:datatype and a text.  Some
   data of the SPARQL suites is of this form.
*/

#ifndef TERCET_TEST_SUITE_FLAT_RDF_XML_H
#define TERCET_TEST_SUITE_FLAT_RDF_XML_H

#include "base/buffer.h"
#include "suite/xml.h"

/// What is known of the statement that is read
typedef struct {
  xml_reader root; ///< As it was at rdf:RDF, with the namespaces
  tercet_string subject;
  tercet_string namespace;
  tercet_string name;
  tercet_string resource;
  tercet_string datatype;
  tercet_string text;
} flat_rdf_xml;

/// Append an IRI; false if memory is out
static inline bool
flat_put_iri(tercet_buffer *out, tercet_string first, tercet_string second)
{
  return !tercet_buffer_append_char(out, '<') &&
         !tercet_buffer_append(out, first.data, first.length) &&
         !tercet_buffer_append(out, second.data, second.length) &&
         !tercet_buffer_append_text(out, "> ");
}

static inline bool
flat_put_statement(const flat_rdf_xml *state, tercet_buffer *out)
{
  const tercet_string none = {"", 0U};
  const bool good = flat_put_iri(out, state->subject, none) &&
                    flat_put_iri(out, state->namespace, state->name);
  if (!state->datatype.length) {
    return good && flat_put_iri(out, state->resource, none) &&
           !tercet_buffer_append_text(out, ".\n");
  }
  return good && !tercet_buffer_append_char(out, '"') &&
         !tercet_buffer_append(out, state->text.data, state->text.length) &&
         !tercet_buffer_append_text(out, "\"^^") &&
         flat_put_iri(out, state->datatype, none) &&
         !tercet_buffer_append_text(out, ".\n");
}

/// Take in the start of an element; false if it is none of those above
static inline bool
flat_start(const xml_reader *x, flat_rdf_xml *state)
{
  char prefix[64];
  const size_t length = (size_t)(x->name.data - x->written);
  snprintf(prefix,
           sizeof(prefix),
           "%.*s",
           (int)(length ? length - 1U : 0U),
           x->written);

  if (tercet_string_is(x->name, "RDF")) {
    state->root = *x;
    return true;
  }
  if (tercet_string_is(x->name, "Description")) {
    state->subject = xml_get(x, "about");
    return state->subject.length && x->n_attributes == 1U;
  }
  state->namespace = xml_get(&state->root, prefix);
  state->name = x->name;
  state->resource = xml_get(x, "resource");
  state->datatype = xml_get(x, "datatype");
  return state->namespace.length && x->n_attributes == 1U;
}

/// Append RDF/XML as Turtle; false if it is not of the simple form
static inline bool
flat_rdf_xml_to_turtle(tercet_string text, tercet_buffer *out)
{
  tercet_arena arena;
  tercet_arena_init(&arena, NULL, SIZE_MAX);
  xml_reader x = {
      .at = text.data, .end = text.data + text.length, .arena = &arena};
  flat_rdf_xml state = {0};

  bool good = true;
  for (xml_event event; good && (event = xml_next(&x)) != XML_END_OF_TEXT;) {
    if (event == XML_START) {
      good = flat_start(&x, &state);
    } else if (event == XML_TEXT) {
      state.text = x.text;
    } else if (event == XML_ERROR) {
      good = false;
    } else if (!tercet_string_is(x.name, "RDF") &&
               !tercet_string_is(x.name, "Description")) {
      good = flat_put_statement(&state, out);
    }
  }
  tercet_arena_clear(&arena);
  return good;
}

#endif // TERCET_TEST_SUITE_FLAT_RDF_XML_H
