// SPDX-License-Identifier: Apache-2.0

/// Expressions and terms as text for people

#include "sparql/plan.h"

#include "base/error.h"
#include "base/string_view.h"

/// Bytes of a literal that are shown
#define MAX_TEXT 40U

tercet_status
tercet_variable_print(tercet_variable variable,
                      const tercet_algebra_query *query,
                      tercet_buffer *out)
{
  const tercet_ast_variable *const v = &query->variables[variable];
  TERCET_TRY(tercet_buffer_printf(out, "?%.*s", TERCET_STRING_ARGS(v->name)));
  return v->is_blank ? tercet_buffer_printf(out, ".%u", variable) : TERCET_OK;
}

tercet_status
tercet_variables_print(size_t n_variables,
                       const tercet_variable *variables,
                       const tercet_algebra_query *query,
                       tercet_buffer *out)
{
  for (size_t i = 0; i < n_variables; ++i) {
    TERCET_TRY(tercet_buffer_append_char(out, ' '));
    TERCET_TRY(tercet_variable_print(variables[i], query, out));
  }
  return TERCET_OK;
}

/// Return whether an IRI starts with another one, and goes on
static bool
has_namespace(tercet_string iri, tercet_string start)
{
  return start.length && iri.length > start.length &&
         !memcmp(iri.data, start.data, start.length);
}

static tercet_status
print_prefixed(tercet_string prefix,
               size_t namespace_length,
               tercet_string iri,
               tercet_buffer *out)
{
  const tercet_string local = {iri.data + namespace_length,
                               iri.length - namespace_length};
  return tercet_buffer_printf(
      out, "%.*s:%.*s", TERCET_STRING_ARGS(prefix), TERCET_STRING_ARGS(local));
}

tercet_status
tercet_iri_print(tercet_string iri,
                 const tercet_algebra_query *query,
                 tercet_buffer *out)
{
  static const struct {
    const char *prefix;
    const char *iri;
  } known[] = {{"xsd", TERCET_XSD},
               {"rdf", TERCET_RDF_NS},
               {"tensor", TERCET_TENSOR_NS}};
  const tercet_ast *const ast = query->ast;
  for (size_t i = 0; i < ast->n_prefixes; ++i) {
    if (has_namespace(iri, ast->prefix_iris[i])) {
      return print_prefixed(
          ast->prefix_names[i], ast->prefix_iris[i].length, iri, out);
    }
  }
  for (size_t i = 0; i < sizeof(known) / sizeof(*known); ++i) {
    const tercet_string start = tercet_string_from(known[i].iri);
    if (has_namespace(iri, start)) {
      return print_prefixed(
          tercet_string_from(known[i].prefix), start.length, iri, out);
    }
  }
  return tercet_buffer_printf(out, "<%.*s>", TERCET_STRING_ARGS(iri));
}

/// Append a literal: long ones cut, with the datatype where it says something
static tercet_status
print_literal(const tercet_term *term,
              const tercet_algebra_query *query,
              tercet_buffer *out)
{
  const tercet_datatype datatype = tercet_datatype_from_iri(term->datatype);
  const bool cut = term->value.length > MAX_TEXT;
  if (datatype == TERCET_DATATYPE_INTEGER ||
      datatype == TERCET_DATATYPE_DECIMAL ||
      datatype == TERCET_DATATYPE_DOUBLE ||
      datatype == TERCET_DATATYPE_BOOLEAN) {
    return tercet_buffer_append(out, term->value.data, term->value.length);
  }

  TERCET_TRY(tercet_buffer_append_char(out, '"'));
  for (size_t i = 0; i < term->value.length && i < MAX_TEXT; ++i) {
    const char c = term->value.data[i];
    TERCET_TRY(
        tercet_buffer_append_char(out, (unsigned char)c < 0x20U ? ' ' : c));
  }
  TERCET_TRY(tercet_buffer_append_text(out, cut ? "...\"" : "\""));
  if (term->language.length) {
    return tercet_buffer_printf(
        out, "@%.*s", TERCET_STRING_ARGS(term->language));
  }
  if (datatype == TERCET_DATATYPE_STRING) {
    return TERCET_OK;
  }
  TERCET_TRY(tercet_buffer_append_text(out, "^^"));
  return tercet_iri_print(term->datatype, query, out);
}

static tercet_status
print_term(const tercet_term *term,
           const tercet_algebra_query *query,
           tercet_buffer *out)
{
  switch (term->kind) {
  case TERCET_TERM_NONE:
    return tercet_buffer_append_text(out, "UNDEF");
  case TERCET_TERM_IRI:
    return tercet_iri_print(term->value, query, out);
  case TERCET_TERM_BLANK:
    return tercet_buffer_printf(out, "_:%.*s", TERCET_STRING_ARGS(term->value));
  case TERCET_TERM_LITERAL:
    return print_literal(term, query, out);
  case TERCET_TERM_TRIPLE:
    return tercet_buffer_append_text(out, "<<...>>");
  }
  return TERCET_ERR_INTERNAL;
}

tercet_status
tercet_id_print(tercet_id id,
                const tercet_algebra_query *query,
                tercet_buffer *out)
{
  if (id == TERCET_ID_UNKNOWN) {
    return tercet_buffer_append_text(out, "(not in the data)");
  }
  tercet_buffer scratch;
  tercet_term term = {0};
  tercet_buffer_init(&scratch, out->alloc, SIZE_MAX);
  tercet_status st =
      tercet_dictionary_get(query->dictionary, id, &scratch, &term);
  st = st ? st : print_term(&term, query, out);
  tercet_buffer_clear(&scratch);
  return st;
}

/// Append arguments between parentheses
static tercet_status
print_args(const tercet_expr *expr,
           size_t first,
           const tercet_algebra_query *query,
           tercet_buffer *out)
{
  TERCET_TRY(tercet_buffer_append_char(out, '('));
  for (size_t i = first; i < expr->n_args; ++i) {
    if (i > first) {
      TERCET_TRY(tercet_buffer_append_text(out, ", "));
    }
    TERCET_TRY(tercet_expr_print(expr->args[i], query, out));
  }
  return tercet_buffer_append_char(out, ')');
}

static const char *
operator_text(tercet_expr_kind kind)
{
  static const char *const texts[] = {
      [TERCET_EXPR_OR] = "||",
      [TERCET_EXPR_AND] = "&&",
      [TERCET_EXPR_EQUAL] = "=",
      [TERCET_EXPR_NOT_EQUAL] = "!=",
      [TERCET_EXPR_LESS] = "<",
      [TERCET_EXPR_GREATER] = ">",
      [TERCET_EXPR_LESS_EQUAL] = "<=",
      [TERCET_EXPR_GREATER_EQUAL] = ">=",
      [TERCET_EXPR_IN] = "IN",
      [TERCET_EXPR_NOT_IN] = "NOT IN",
      [TERCET_EXPR_ADD] = "+",
      [TERCET_EXPR_SUBTRACT] = "-",
      [TERCET_EXPR_MULTIPLY] = "*",
      [TERCET_EXPR_DIVIDE] = "/",
      [TERCET_EXPR_NOT] = "!",
      [TERCET_EXPR_PLUS] = "+",
      [TERCET_EXPR_MINUS] = "-",
      [TERCET_EXPR_NOT_EXISTS] = NULL,
  };
  return texts[kind];
}

static const char *
builtin_text(tercet_builtin builtin)
{
  static const char *const texts[] = {
#define TERCET_BUILTIN_TEXT(id, keyword, least, most) keyword,
      TERCET_BUILTIN_LIST(TERCET_BUILTIN_TEXT)
#undef TERCET_BUILTIN_TEXT
  };
  return texts[builtin];
}

static tercet_status
print_binary(const tercet_expr *expr,
             const tercet_algebra_query *query,
             tercet_buffer *out)
{
  TERCET_TRY(tercet_buffer_append_char(out, '('));
  TERCET_TRY(tercet_expr_print(expr->args[0], query, out));
  TERCET_TRY(tercet_buffer_printf(out, " %s ", operator_text(expr->kind)));
  TERCET_TRY(tercet_expr_print(expr->args[1], query, out));
  return tercet_buffer_append_char(out, ')');
}

tercet_status
tercet_expr_print(const tercet_expr *expr,
                  const tercet_algebra_query *query,
                  tercet_buffer *out)
{
  switch (expr->kind) {
  case TERCET_EXPR_VARIABLE:
    return tercet_variable_print(expr->variable, query, out);
  case TERCET_EXPR_TERM:
    return print_term(&expr->term, query, out);
  case TERCET_EXPR_OR:
  case TERCET_EXPR_AND:
  case TERCET_EXPR_EQUAL:
  case TERCET_EXPR_NOT_EQUAL:
  case TERCET_EXPR_LESS:
  case TERCET_EXPR_GREATER:
  case TERCET_EXPR_LESS_EQUAL:
  case TERCET_EXPR_GREATER_EQUAL:
  case TERCET_EXPR_ADD:
  case TERCET_EXPR_SUBTRACT:
  case TERCET_EXPR_MULTIPLY:
  case TERCET_EXPR_DIVIDE:
    return print_binary(expr, query, out);
  case TERCET_EXPR_IN:
  case TERCET_EXPR_NOT_IN:
    TERCET_TRY(tercet_expr_print(expr->args[0], query, out));
    TERCET_TRY(tercet_buffer_printf(out, " %s ", operator_text(expr->kind)));
    return print_args(expr, 1, query, out);
  case TERCET_EXPR_NOT:
  case TERCET_EXPR_PLUS:
  case TERCET_EXPR_MINUS:
    TERCET_TRY(tercet_buffer_append_text(out, operator_text(expr->kind)));
    return tercet_expr_print(expr->args[0], query, out);
  case TERCET_EXPR_BUILTIN:
    TERCET_TRY(tercet_buffer_append_text(out, builtin_text(expr->builtin)));
    return print_args(expr, 0, query, out);
  case TERCET_EXPR_FUNCTION:
    TERCET_TRY(tercet_iri_print(expr->term.value, query, out));
    return print_args(expr, 0, query, out);
  case TERCET_EXPR_AGGREGATE:
  case TERCET_EXPR_EXISTS:
  case TERCET_EXPR_NOT_EXISTS:
    break;
  }
  // Aggregates are variables by now, and EXISTS was refused
  return TERCET_ERR_INTERNAL;
}
