// SPDX-License-Identifier: Apache-2.0

/**
   Readers of query results: SPARQL Query Results XML and JSON, CSV, TSV, and
   the result-set vocabulary of the test suites in Turtle and RDF/XML.
*/

#ifndef TERCET_TEST_SUITE_RESULT_READ_H
#define TERCET_TEST_SUITE_RESULT_READ_H

#include "json.h"
#include "suite/manifest.h"
#include "suite/result_table.h"
#include "suite/sparql_walk.h"
#include "suite/xml.h"

#define RESULT_RS "http://www.w3.org/2001/sw/DataAccess/tests/result-set#"

/* ---- XML ---- */

/// What an element of either XML form has told so far
typedef struct {
  tercet_string variable;
  tercet_string text;
  tercet_term term;
} result_xml_state;

/// Take in the start of <uri>, <bnode>, <literal> or <rs:value>
static inline void
result_xml_start_term(const xml_reader *x, result_xml_state *state)
{
  const tercet_string none = {"", 0U};
  const tercet_string resource = xml_get(x, "resource");
  const tercet_string node = xml_get(x, "nodeID");
  if (tercet_string_is(x->name, "uri") || resource.length) {
    state->term = (tercet_term){.kind = TERCET_TERM_IRI, .value = resource};
  } else if (tercet_string_is(x->name, "bnode") || node.length) {
    state->term = (tercet_term){.kind = TERCET_TERM_BLANK, .value = node};
  } else {
    state->term =
        result_literal(none, xml_get(x, "lang"), xml_get(x, "datatype"));
  }
}

/// Give the term the text of its element, unless an attribute had its value
static inline void
result_xml_end_term(result_xml_state *state)
{
  if (!state->term.value.length) {
    state->term.value = state->text;
  }
}

static inline bool
result_xml_start(const xml_reader *x,
                 result_xml_state *state,
                 result_table *out)
{
  state->text = (tercet_string){"", 0U};
  if (tercet_string_is(x->name, "variable") && xml_get(x, "name").length) {
    return result_add_name(out, xml_get(x, "name"));
  }
  if (tercet_string_is(x->name, "result") ||
      tercet_string_is(x->name, "solution")) {
    result_add_row(out);
  } else if (tercet_string_is(x->name, "binding")) {
    state->variable = xml_get(x, "name");
  } else if (tercet_string_is(x->name, "uri") ||
             tercet_string_is(x->name, "bnode") ||
             tercet_string_is(x->name, "literal") ||
             tercet_string_is(x->name, "value")) {
    result_xml_start_term(x, state);
  }
  return true;
}

static inline bool
result_xml_end(const xml_reader *x, result_xml_state *state, result_table *out)
{
  if (tercet_string_is(x->name, "boolean")) {
    out->is_ask = true;
    out->answer = tercet_string_is(state->text, "true");
  } else if (tercet_string_is(x->name, "resultVariable")) {
    return result_add_name(out, state->text);
  } else if (tercet_string_is(x->name, "variable") && state->text.length) {
    state->variable = state->text;
  } else if (tercet_string_is(x->name, "index") && out->n_rows) {
    out->is_ordered = true;
    return tercet_i64_read(state->text.data,
                           state->text.length,
                           &out->positions[out->n_rows - 1U]);
  } else if (tercet_string_is(x->name, "uri") ||
             tercet_string_is(x->name, "bnode") ||
             tercet_string_is(x->name, "literal") ||
             tercet_string_is(x->name, "value")) {
    result_xml_end_term(state);
  } else if (tercet_string_is(x->name, "binding")) {
    return result_set(out, result_find(out, state->variable), &state->term);
  }
  return true;
}

/// Read the XML format, or the result-set vocabulary in RDF/XML
static inline bool
result_read_xml(tercet_string text, result_table *out)
{
  tercet_arena arena;
  tercet_arena_init(&arena, NULL, SIZE_MAX);
  xml_reader x = {
      .at = text.data, .end = text.data + text.length, .arena = &arena};
  result_xml_state state = {{"", 0U}, {"", 0U}, {0}};

  bool good = true;
  for (xml_event event; good && (event = xml_next(&x)) != XML_END_OF_TEXT;) {
    if (event == XML_START) {
      good = result_xml_start(&x, &state, out);
    } else if (event == XML_END) {
      good = result_xml_end(&x, &state, out);
    } else if (event == XML_TEXT) {
      state.text = x.text;
    } else {
      good = false;
    }
  }
  tercet_arena_clear(&arena);
  return good;
}

/* ---- JSON ---- */

static inline tercet_string
result_json_text(const json_value *object, const char *key)
{
  const json_value *const value = json_get(object, key);
  return value && value->kind == JSON_STRING
             ? (tercet_string){value->text, value->length}
             : (tercet_string){"", 0U};
}

static inline tercet_term
result_json_term(const json_value *value)
{
  const tercet_string type = result_json_text(value, "type");
  const tercet_string text = result_json_text(value, "value");
  if (tercet_string_is(type, "uri")) {
    return (tercet_term){.kind = TERCET_TERM_IRI, .value = text};
  }
  if (tercet_string_is(type, "bnode")) {
    return (tercet_term){.kind = TERCET_TERM_BLANK, .value = text};
  }
  return result_literal(text,
                        result_json_text(value, "xml:lang"),
                        result_json_text(value, "datatype"));
}

static inline bool
result_json_rows(const json_value *root, result_table *out)
{
  const json_value *const vars = json_get(json_get(root, "head"), "vars");
  const json_value *const rows =
      json_get(json_get(root, "results"), "bindings");
  bool good = rows && rows->kind == JSON_ARRAY;
  for (const json_value *v = vars ? vars->first : NULL; v; v = v->next) {
    const tercet_string name = {v->text, v->length};
    good = good && result_add_name(out, name);
  }
  for (const json_value *row = rows ? rows->first : NULL; row;
       row = row->next) {
    result_add_row(out);
    for (const json_value *cell = row->first; cell; cell = cell->next) {
      const tercet_term term = result_json_term(cell);
      const size_t column = result_find(out, tercet_string_from(cell->key));
      good = good && result_set(out, column, &term);
    }
  }
  return good;
}

static inline bool
result_read_json(tercet_string text, result_table *out)
{
  json_value *const root = json_read(text.data, text.length);
  const json_value *const answer = json_get(root, "boolean");
  bool good = root != NULL;
  if (answer) {
    out->is_ask = true;
    out->answer = answer->kind == JSON_TRUE;
  } else {
    good = good && result_json_rows(root, out);
  }
  json_free(root);
  return good;
}

/* ---- CSV and TSV ---- */

/// Take the text up to the next of two characters off `rest`; `out` tells
/// which, or NUL at the end
static inline tercet_string
result_take(tercet_string *rest, char a, char b, char *stop)
{
  size_t n = 0;
  while (n < rest->length && rest->data[n] != a && rest->data[n] != b) {
    ++n;
  }
  const tercet_string part = {rest->data, n};
  *stop = n < rest->length ? rest->data[n] : '\0';
  n += n < rest->length;
  rest->data += n;
  rest->length -= n;
  return part;
}

/// Set `out` to the term that a cell of TSV holds, by reading it as Turtle
static inline bool
result_tsv_term(tercet_string cell, quad_list *quads, tercet_term *out)
{
  tercet_buffer turtle;
  tercet_error err = {0};
  tercet_buffer_init(&turtle, NULL, SIZE_MAX);
  bool good =
      !tercet_buffer_append_text(&turtle, "<x:s> <x:p> ") &&
      !tercet_buffer_append(&turtle, cell.data, cell.length) &&
      !tercet_buffer_append_text(&turtle, " .") &&
      !quad_list_read_text(
          quads, tercet_buffer_view(&turtle), TERCET_SYNTAX_TURTLE, "", &err);
  if (good) {
    *out = quads->quads[quads->n_quads - 1U].object;
  }
  tercet_buffer_clear(&turtle);
  return good;
}

static inline bool
result_read_tsv_header(tercet_string *rest, result_table *out)
{
  char stop = '\t';
  bool good = true;
  while (good && stop == '\t') {
    tercet_string name = result_take(rest, '\t', '\n', &stop);
    if (!name.length && !out->n_names) {
      break; // No variables at all
    }
    good = name.length > 1U && name.data[0] == '?';
    name.data += good;
    name.length -= good;
    good = good && result_add_name(out, name);
  }
  return good;
}

static inline bool
result_read_tsv(tercet_string text, result_table *out)
{
  quad_list quads = {0};
  bool good = result_read_tsv_header(&text, out);
  while (good && text.length) {
    char stop = '\t';
    result_add_row(out);
    for (size_t column = 0; good && stop == '\t'; ++column) {
      const tercet_string cell = result_take(&text, '\t', '\n', &stop);
      tercet_term term = {0};
      if (cell.length) {
        good = result_tsv_term(cell, &quads, &term) &&
               result_set(out, column, &term);
      }
    }
  }
  quad_list_clear(&quads);
  return good;
}

/// Take a cell of CSV, quoted or not
static inline tercet_string
result_take_csv(tercet_string *rest, tercet_buffer *scratch, char *stop)
{
  scratch->length = 0;
  if (!rest->length || rest->data[0] != '"') {
    tercet_string cell = result_take(rest, ',', '\n', stop);
    cell.length -= cell.length && cell.data[cell.length - 1U] == '\r';
    return cell;
  }
  ++rest->data;
  --rest->length;
  for (;;) {
    const tercet_string part = result_take(rest, '"', '"', stop);
    if (tercet_buffer_append(scratch, part.data, part.length)) {
      quad_list_need(NULL);
    }
    if (!rest->length || rest->data[0] != '"') {
      break;
    }
    if (tercet_buffer_append_char(scratch, '"')) {
      quad_list_need(NULL);
    }
    ++rest->data;
    --rest->length;
  }
  (void)result_take(rest, ',', '\n', stop);
  return tercet_buffer_view(scratch);
}

/// Read CSV, which only has texts: blank nodes are told from literals, IRIs
/// are not
static inline bool
result_read_csv(tercet_string text, result_table *out)
{
  tercet_buffer scratch;
  tercet_buffer_init(&scratch, NULL, SIZE_MAX);
  char stop = ',';
  bool good = true;
  while (good && stop == ',') {
    const tercet_string name = result_take_csv(&text, &scratch, &stop);
    good = (!name.length && !out->n_names) || result_add_name(out, name);
  }
  while (good && text.length) {
    result_add_row(out);
    stop = ',';
    for (size_t column = 0; good && stop == ','; ++column) {
      const tercet_string none = {"", 0U};
      const tercet_string cell = result_take_csv(&text, &scratch, &stop);
      tercet_term term = result_literal(cell, none, none);
      if (cell.length > 2U && !memcmp(cell.data, "_:", 2U)) {
        term = (tercet_term){.kind = TERCET_TERM_BLANK,
                             .value = {cell.data + 2, cell.length - 2U}};
      }
      good = (!out->n_names && !cell.length) || result_set(out, column, &term);
    }
  }
  tercet_buffer_clear(&scratch);
  return good;
}

/* ---- The result-set vocabulary in Turtle ---- */

static inline bool
result_read_solution(const manifest *m,
                     const tercet_term *solution,
                     result_table *out)
{
  result_add_row(out);
  const tercet_term *const index =
      manifest_object(m, solution, RESULT_RS "index", 0);
  bool good = true;
  if (index) {
    out->is_ordered = true;
    good = tercet_i64_read(index->value.data,
                           index->value.length,
                           &out->positions[out->n_rows - 1U]);
  }

  const tercet_term *binding = NULL;
  for (size_t i = 0;
       (binding = manifest_object(m, solution, RESULT_RS "binding", i));
       ++i) {
    const tercet_term *const variable =
        manifest_object(m, binding, RESULT_RS "variable", 0);
    const tercet_term *const value =
        manifest_object(m, binding, RESULT_RS "value", 0);
    good = good && variable && value &&
           result_set(out, result_find(out, variable->value), value);
  }
  return good;
}

/// Set `out` to the node of type rs:ResultSet; false if there is none
static inline bool
result_find_set(const manifest *m, tercet_term *out)
{
  for (size_t i = 0; i < m->graph.n_quads; ++i) {
    if (tercet_string_is(m->graph.quads[i].object.value,
                         RESULT_RS "ResultSet")) {
      *out = m->graph.quads[i].subject;
      return true;
    }
  }
  return false;
}

static inline bool
result_read_set(const manifest *m, const tercet_term *set, result_table *out)
{
  const tercet_term *const answer =
      manifest_object(m, set, RESULT_RS "boolean", 0);
  if (answer) {
    out->is_ask = true;
    out->answer = tercet_string_is(answer->value, "true");
    return true;
  }

  bool good = true;
  const tercet_term *item = NULL;
  for (size_t i = 0;
       (item = manifest_object(m, set, RESULT_RS "resultVariable", i));
       ++i) {
    good = good && result_add_name(out, item->value);
  }
  for (size_t i = 0; (item = manifest_object(m, set, RESULT_RS "solution", i));
       ++i) {
    good = good && result_read_solution(m, item, out);
  }
  return good;
}

/* ---- Any of them ---- */

/// Read a Turtle file of results; `is_graph` is set if it has none but is the
/// graph that a CONSTRUCT makes
static inline bool
result_read_turtle(const char *path, result_table *out, bool *is_graph)
{
  manifest m;
  tercet_term set = {0};
  bool good = manifest_open(&m, path);
  *is_graph = good && !result_find_set(&m, &set);
  if (good && !*is_graph) {
    good = result_read_set(&m, &set, out);
  }
  manifest_close(&m);
  return good;
}

/// Read a file of results in the format that its name tells
static inline bool
result_read_file(const char *path, result_table *out, bool *is_graph)
{
  *is_graph = false;
  const tercet_string name = tercet_string_from(path);
  if (sparql_ends_with(name, ".ttl")) {
    return result_read_turtle(path, out, is_graph);
  }

  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  bool good = sparql_read_file(path, &text);
  const tercet_string view = tercet_buffer_view(&text);
  if (sparql_ends_with(name, ".srx") || sparql_ends_with(name, ".rdf")) {
    good = good && result_read_xml(view, out);
  } else if (sparql_ends_with(name, ".srj")) {
    good = good && result_read_json(view, out);
  } else if (sparql_ends_with(name, ".csv")) {
    good = good && result_read_csv(view, out);
  } else if (sparql_ends_with(name, ".tsv")) {
    good = good && result_read_tsv(view, out);
  } else {
    good = false;
  }
  tercet_buffer_clear(&text);
  return good;
}

#endif // TERCET_TEST_SUITE_RESULT_READ_H
