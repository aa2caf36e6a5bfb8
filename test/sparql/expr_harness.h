// SPDX-License-Identifier: Apache-2.0

/// Evaluates expressions written in SPARQL, for tests of expressions

#ifndef TERCET_TEST_EXPR_HARNESS_H
#define TERCET_TEST_EXPR_HARNESS_H

#include "../check.h"

#include "base/string_view.h"
#include "sparql/expr/casts.h"
#include "sparql/expr/evaluate.h"
#include "sparql/expr/xpath.h"
#include "sparql/parser.h"

/// Rows of the batch that expressions are evaluated over
#define HARNESS_ROWS 3U

/// Columns that a test may use: variables ?a, ?b and ?c
#define HARNESS_COLUMNS 3U

typedef struct {
  const tercet_allocator *alloc;
  tercet_registry *registry;
  tercet_dictionary *base;
  tercet_dictionary *overlay;
  tercet_arena arena;       ///< Of trees and constants
  tercet_arena batch_arena; ///< Of values
  tercet_expr_context context;
  tercet_id ids[HARNESS_COLUMNS][HARNESS_ROWS];
  tercet_id *columns[HARNESS_COLUMNS];
  tercet_batch batch;
  tercet_ast ast;
  tercet_error err;
} expr_harness;

static inline tercet_status
harness_open(expr_harness *h, const tercet_allocator *alloc)
{
  static const tercet_string base = {"http://example.org/", 19};

  memset(h, 0, sizeof(*h));
  h->alloc = alloc;
  tercet_arena_init(&h->arena, alloc, SIZE_MAX);
  tercet_arena_init(&h->batch_arena, alloc, SIZE_MAX);
  tercet_expr_context_init(
      &h->context, alloc, NULL, base, &h->batch_arena, NULL);
  for (size_t i = 0; i < HARNESS_COLUMNS; ++i) {
    h->columns[i] = h->ids[i];
  }
  h->batch = (tercet_batch){HARNESS_ROWS, HARNESS_COLUMNS, h->columns};

  tercet_status st = tercet_registry_new(alloc, &h->registry);
  if (st == TERCET_OK) {
    st = tercet_xsd_casts_register(h->registry);
  }
  if (st == TERCET_OK) {
    st = tercet_xpath_register(h->registry);
  }
  if (st == TERCET_OK) {
    st = tercet_dictionary_new(alloc, NULL, &h->base, &h->err);
  }
  if (st == TERCET_OK) {
    st = tercet_dictionary_new(alloc, h->base, &h->overlay, &h->err);
  }
  h->context.dictionary = h->overlay;
  return st;
}

static inline void
harness_close(expr_harness *h)
{
  tercet_expr_context_clear(&h->context);
  tercet_dictionary_free(h->overlay);
  tercet_dictionary_free(h->base);
  tercet_registry_free(h->registry);
  tercet_arena_clear(&h->batch_arena);
  tercet_arena_clear(&h->arena);
}

/// ?a, ?b and ?c are columns, other variables are never bound
static inline int
harness_column_of(const void *data, tercet_variable variable)
{
  const expr_harness *const h = (const expr_harness *)data;
  const tercet_string name = h->ast.variables[variable].name;
  return name.length == 1U && name.data[0] >= 'a' && name.data[0] <= 'c'
             ? name.data[0] - 'a'
             : -1;
}

/// Parse `SELECT (text AS ?result) {}`; the expression lives in the arena
static inline tercet_status
harness_parse(expr_harness *h, const char *text, const tercet_expr **out)
{
  static const char prefix[] =
      "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"
      "PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#>\n"
      "PREFIX fn: <http://www.w3.org/2005/xpath-functions#>\n"
      "PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>\n"
      "PREFIX : <http://example.org/>\nSELECT (";
  static const char suffix[] = " AS ?result) {}";

  tercet_buffer query;
  tercet_buffer_init(&query, h->alloc, SIZE_MAX);
  tercet_status st = tercet_buffer_append_text(&query, prefix);
  if (st == TERCET_OK) {
    st = tercet_buffer_append_text(&query, text);
  }
  if (st == TERCET_OK) {
    st = tercet_buffer_append_text(&query, suffix);
  }
  if (st == TERCET_OK) {
    const tercet_string base = {"http://example.org/", 19};
    st = tercet_sparql_parse(tercet_buffer_view(&query),
                             base,
                             h->registry,
                             &h->arena,
                             &h->ast,
                             &h->err);
  }

  tercet_buffer_clear(&query);
  if (st == TERCET_OK) {
    *out = h->ast.select.projections[0].expr;
  }
  return st;
}

static inline tercet_status
harness_compile(expr_harness *h, const char *text, tercet_compiled_expr **out)
{
  const tercet_expr *expr = NULL;
  const tercet_status st = harness_parse(h, text, &expr);
  *out = NULL;
  return st == TERCET_OK ? tercet_expr_compile(expr,
                                               harness_column_of,
                                               h,
                                               &h->context,
                                               &h->arena,
                                               out,
                                               &h->err)
                         : st;
}

/// Append a term the way that the tables of tests show it
static inline tercet_status
harness_print(const tercet_term *term, tercet_buffer *out)
{
  static const char xsd[] = "http://www.w3.org/2001/XMLSchema#";
  const char *type = "";
  if (term->kind == TERCET_TERM_IRI) {
    return tercet_buffer_printf(
        out, "<%.*s>", (int)term->value.length, term->value.data);
  }
  if (term->kind == TERCET_TERM_BLANK) {
    return tercet_buffer_append_text(out, "_:");
  }
  if (term->kind == TERCET_TERM_NONE) {
    return tercet_buffer_append_text(out, "error");
  }
  if (term->datatype.length > sizeof(xsd) - 1U &&
      !memcmp(term->datatype.data, xsd, sizeof(xsd) - 1U)) {
    type = term->datatype.data + sizeof(xsd) - 1U;
  }

  const size_t n_type = *type ? term->datatype.length - (sizeof(xsd) - 1U) : 0U;
  const tercet_string local = {type, n_type};
  const bool bare = tercet_string_is(local, "integer") ||
                    tercet_string_is(local, "decimal") ||
                    tercet_string_is(local, "double") ||
                    tercet_string_is(local, "boolean");
  const tercet_status st = tercet_buffer_printf(out,
                                                bare ? "%.*s" : "\"%.*s\"",
                                                (int)term->value.length,
                                                term->value.data);
  if (st != TERCET_OK || bare || tercet_string_is(local, "string")) {
    return st;
  }
  if (term->language.length) {
    return tercet_buffer_printf(
        out, "@%.*s", (int)term->language.length, term->language.data);
  }
  return n_type ? tercet_buffer_printf(out, "^^xsd:%.*s", (int)n_type, type)
                : tercet_buffer_printf(out,
                                       "^^<%.*s>",
                                       (int)term->datatype.length,
                                       term->datatype.data);
}

/// Append a value by way of its id
static inline tercet_status
harness_print_value(expr_harness *h,
                    const tercet_value *value,
                    tercet_buffer *out)
{
  tercet_id id = TERCET_ID_NONE;
  tercet_term term = {.kind = TERCET_TERM_NONE};
  tercet_buffer scratch;
  tercet_buffer_init(&scratch, h->alloc, SIZE_MAX);
  tercet_status st = tercet_value_to_id(&h->context, value, &id);
  if (st == TERCET_OK && id != TERCET_ID_NONE) {
    st = tercet_dictionary_get(h->overlay, id, &scratch, &term);
  }
  if (st == TERCET_OK) {
    st = harness_print(&term, out);
  }

  tercet_buffer_clear(&scratch);
  return st;
}

/// Evaluate an expression over the batch and append the value of its row 0;
/// the other rows must agree if no column is used
static inline tercet_status
harness_evaluate(expr_harness *h, const char *text, tercet_buffer *out)
{
  tercet_compiled_expr *expr = NULL;
  tercet_value_column column = {NULL, false};
  tercet_status st = harness_compile(h, text, &expr);
  if (st == TERCET_OK) {
    st = tercet_expr_evaluate(expr, &h->context, &h->batch, &column, &h->err);
  }
  if (st == TERCET_OK) {
    st = harness_print_value(h, tercet_value_at(&column, 0), out);
  }

  tercet_compiled_expr_clear(expr);
  tercet_arena_reset(&h->batch_arena);
  return st;
}

/// An expression and what it gives, "error" for a type error
typedef struct {
  const char *text;
  const char *expected;
} expr_case;

static inline void
harness_check(expr_harness *h, const char *text, const char *expected)
{
  tercet_buffer out;
  tercet_buffer_init(&out, h->alloc, SIZE_MAX);
  const tercet_status st = harness_evaluate(h, text, &out);
  const bool same = st == TERCET_OK && out.length == strlen(expected) &&
                    !memcmp(out.data, expected, out.length);
  check_report(same, __FILE__, __LINE__, text);
  if (!same) {
    fprintf(stderr,
            "  is %.*s, expected %s (%s: %s)\n",
            (int)out.length,
            out.data ? out.data : "",
            expected,
            tercet_status_string(st),
            h->err.message);
  }
  tercet_buffer_clear(&out);
}

static inline void
harness_check_cases(const expr_case *cases, size_t n_cases)
{
  expr_harness h;
  CHECK_STATUS(harness_open(&h, NULL), TERCET_OK);
  for (size_t i = 0; i < n_cases; ++i) {
    harness_check(&h, cases[i].text, cases[i].expected);
  }
  harness_close(&h);
}

#define HARNESS_CHECK_CASES(cases)                                             \
  harness_check_cases(cases, sizeof(cases) / sizeof((cases)[0]))

#endif // TERCET_TEST_EXPR_HARNESS_H
