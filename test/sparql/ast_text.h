// SPDX-License-Identifier: Apache-2.0

/// Prints syntax trees as nested lists, so that tests can compare them

#ifndef TERCET_TEST_AST_TEXT_H
#define TERCET_TEST_AST_TEXT_H

#include "sparql/ast.h"

#include <stdio.h>

static void
print_group(FILE *f, const tercet_ast *ast, const tercet_ast_group *group);

static void
print_expr(FILE *f, const tercet_ast *ast, const tercet_expr *expr);

static void
print_string(FILE *f, tercet_string text)
{
  fprintf(f, "%.*s", (int)text.length, text.data);
}

static void
print_variable(FILE *f, const tercet_ast *ast, tercet_variable variable)
{
  const tercet_ast_variable *const v = &ast->variables[variable];
  if (v->is_blank && !v->name.length) {
    fprintf(f, "_:%u", variable); // Has no label
  } else {
    fprintf(f,
            "%s%.*s",
            v->is_blank ? "_:" : "?",
            (int)v->name.length,
            v->name.data);
  }
}

/// Print a term; the namespace of XSD is left out
static void
print_term(FILE *f, const tercet_term *term)
{
  const size_t xsd = sizeof(TERCET_XSD) - 1U;
  if (term->kind == TERCET_TERM_NONE) {
    fprintf(f, "UNDEF");
  } else if (term->kind == TERCET_TERM_IRI) {
    fprintf(f, "<%.*s>", (int)term->value.length, term->value.data);
  } else {
    fprintf(f, "\"%.*s\"", (int)term->value.length, term->value.data);
    if (term->language.length) {
      fprintf(f, "@%.*s", (int)term->language.length, term->language.data);
    } else if (term->datatype.length > xsd &&
               !memcmp(term->datatype.data, TERCET_XSD, xsd)) {
      fprintf(f,
              "^^%.*s",
              (int)(term->datatype.length - xsd),
              term->datatype.data + xsd);
    } else {
      fprintf(f, "^^<%.*s>", (int)term->datatype.length, term->datatype.data);
    }
  }
}

static void
print_node(FILE *f, const tercet_ast *ast, const tercet_ast_node *node)
{
  if (node->variable == TERCET_VARIABLE_NONE) {
    print_term(f, &node->term);
  } else {
    print_variable(f, ast, node->variable);
  }
}

static void
print_path(FILE *f, const tercet_ast_path *path)
{
  static const char *const names[] = {"", "^", "/", "|", "*", "+", "?", "!"};
  if (path->kind == TERCET_PATH_IRI) {
    fprintf(f, "<%.*s>", (int)path->iri.length, path->iri.data);
    return;
  }
  fprintf(f, "(%s", names[path->kind]);
  for (size_t i = 0; i < path->n_children; ++i) {
    fprintf(f, " ");
    print_path(f, path->children[i]);
  }
  fprintf(f, ")");
}

static void
print_triples(FILE *f,
              const tercet_ast *ast,
              const tercet_ast_triple *triples,
              size_t n)
{
  for (size_t i = 0; i < n; ++i) {
    fprintf(f, i ? " (" : "(");
    print_node(f, ast, &triples[i].subject);
    fprintf(f, " ");
    if (triples[i].path) {
      print_path(f, triples[i].path);
    } else {
      print_node(f, ast, &triples[i].predicate);
    }
    fprintf(f, " ");
    print_node(f, ast, &triples[i].object);
    fprintf(f, ")");
  }
}

static void
print_call(FILE *f,
           const tercet_ast *ast,
           const char *name,
           const tercet_expr *e)
{
  fprintf(f, "(%s%s", name, e->distinct ? " distinct" : "");
  for (size_t i = 0; i < e->n_args; ++i) {
    fprintf(f, " ");
    print_expr(f, ast, e->args[i]);
  }
  if (e->kind == TERCET_EXPR_AGGREGATE &&
      e->aggregate == TERCET_AGGREGATE_GROUP_CONCAT) {
    fprintf(f, " '%.*s'", (int)e->separator.length, e->separator.data);
  }
  if (e->group) {
    fprintf(f, " ");
    print_group(f, ast, e->group);
  }
  fprintf(f, ")");
}

static void
print_expr(FILE *f, const tercet_ast *ast, const tercet_expr *expr)
{
  static const char *const operators[] = {"",
                                          "",
                                          "||",
                                          "&&",
                                          "=",
                                          "!=",
                                          "<",
                                          ">",
                                          "<=",
                                          ">=",
                                          "in",
                                          "not in",
                                          "+",
                                          "-",
                                          "*",
                                          "/",
                                          "!",
                                          "plus",
                                          "minus"};
  static const char *const builtins[] = {
#define BUILTIN_NAME(id, keyword, least, most) keyword,
      TERCET_BUILTIN_LIST(BUILTIN_NAME)
#undef BUILTIN_NAME
  };
  static const char *const aggregates[] = {"COUNT",
                                           "SUM",
                                           "MIN",
                                           "MAX",
                                           "AVG",
                                           "SAMPLE",
                                           "GROUP_CONCAT",
                                           "extension"};

  if (expr->kind == TERCET_EXPR_VARIABLE) {
    print_variable(f, ast, expr->variable);
  } else if (expr->kind == TERCET_EXPR_TERM) {
    print_term(f, &expr->term);
  } else if (expr->kind == TERCET_EXPR_BUILTIN) {
    print_call(f, ast, builtins[expr->builtin], expr);
  } else if (expr->kind == TERCET_EXPR_AGGREGATE) {
    print_call(f, ast, aggregates[expr->aggregate], expr);
  } else if (expr->kind == TERCET_EXPR_FUNCTION) {
    char name[128];
    snprintf(name,
             sizeof(name),
             "<%.*s>",
             (int)expr->term.value.length,
             expr->term.value.data);
    print_call(f, ast, name, expr);
  } else if (expr->kind == TERCET_EXPR_EXISTS) {
    print_call(f, ast, "exists", expr);
  } else if (expr->kind == TERCET_EXPR_NOT_EXISTS) {
    print_call(f, ast, "not exists", expr);
  } else {
    print_call(f, ast, operators[expr->kind], expr);
  }
}

static void
print_values(FILE *f, const tercet_ast *ast, const tercet_ast_values *values)
{
  fprintf(f, "(values (");
  for (size_t i = 0; i < values->n_variables; ++i) {
    fprintf(f, i ? " " : "");
    print_variable(f, ast, values->variables[i]);
  }
  fprintf(f, ")");
  for (size_t row = 0; row < values->n_rows; ++row) {
    fprintf(f, " (");
    for (size_t i = 0; i < values->n_variables; ++i) {
      fprintf(f, i ? " " : "");
      print_term(f, &values->terms[row * values->n_variables + i]);
    }
    fprintf(f, ")");
  }
  fprintf(f, ")");
}

static void
print_named(FILE *f,
            const tercet_ast *ast,
            tercet_variable variable,
            const tercet_expr *expr)
{
  fprintf(f, "(");
  print_variable(f, ast, variable);
  fprintf(f, " ");
  print_expr(f, ast, expr);
  fprintf(f, ")");
}

static void
print_keys(FILE *f, const tercet_ast *ast, const tercet_ast_select *select)
{
  fprintf(f, " (group");
  for (size_t i = 0; i < select->n_group_keys; ++i) {
    const tercet_ast_group_key *const key = &select->group_keys[i];
    fprintf(f, " ");
    if (key->variable == TERCET_VARIABLE_NONE ||
        key->expr->kind == TERCET_EXPR_VARIABLE) {
      print_expr(f, ast, key->expr);
    } else {
      print_named(f, ast, key->variable, key->expr);
    }
  }
  fprintf(f, ")");
}

static void
print_modifiers(FILE *f, const tercet_ast *ast, const tercet_ast_select *select)
{
  if (select->n_group_keys) {
    print_keys(f, ast, select);
  }
  for (size_t i = 0; i < select->n_having; ++i) {
    fprintf(f, " (having ");
    print_expr(f, ast, select->having[i]);
    fprintf(f, ")");
  }
  for (size_t i = 0; i < select->n_order; ++i) {
    fprintf(f, select->order[i].descending ? " (desc " : " (asc ");
    print_expr(f, ast, select->order[i].expr);
    fprintf(f, ")");
  }
  if (select->has_limit) {
    fprintf(f, " (limit %llu)", (unsigned long long)select->limit);
  }
  if (select->offset) {
    fprintf(f, " (offset %llu)", (unsigned long long)select->offset);
  }
  if (select->has_values) {
    fprintf(f, " ");
    print_values(f, ast, &select->values);
  }
}

static void
print_select(FILE *f, const tercet_ast *ast, const tercet_ast_select *select)
{
  fprintf(f,
          "(select%s%s%s",
          select->distinct ? " distinct" : "",
          select->reduced ? " reduced" : "",
          select->star ? " *" : "");
  for (size_t i = 0; i < select->n_projections; ++i) {
    fprintf(f, " ");
    if (select->projections[i].expr) {
      print_named(
          f, ast, select->projections[i].variable, select->projections[i].expr);
    } else {
      print_variable(f, ast, select->projections[i].variable);
    }
  }
  fprintf(f, " ");
  print_group(f, ast, select->where);
  print_modifiers(f, ast, select);
  fprintf(f, ")");
}

static void
print_element(FILE *f, const tercet_ast *ast, const tercet_ast_element *element)
{
  static const char *const names[] = {"bgp",
                                      "filter",
                                      "optional",
                                      "minus",
                                      "union",
                                      "graph",
                                      "service",
                                      "bind"};

  if (element->kind == TERCET_ELEMENT_VALUES) {
    print_values(f, ast, &element->values);
    return;
  }
  if (element->kind == TERCET_ELEMENT_SELECT) {
    print_select(f, ast, element->select);
    return;
  }

  fprintf(f, "(%s%s ", names[element->kind], element->silent ? " silent" : "");
  if (element->kind == TERCET_ELEMENT_GRAPH ||
      element->kind == TERCET_ELEMENT_SERVICE) {
    print_node(f, ast, &element->node);
    fprintf(f, " ");
  }
  if (element->kind == TERCET_ELEMENT_BIND) {
    print_variable(f, ast, element->variable);
    fprintf(f, " ");
  }
  print_triples(f, ast, element->triples, element->n_triples);
  if (element->expr) {
    print_expr(f, ast, element->expr);
  }
  for (size_t i = 0; i < element->n_groups; ++i) {
    fprintf(f, i ? " " : "");
    print_group(f, ast, element->groups[i]);
  }
  fprintf(f, ")");
}

static void
print_group(FILE *f, const tercet_ast *ast, const tercet_ast_group *group)
{
  fprintf(f, "{");
  for (size_t i = 0; i < group->n_elements; ++i) {
    fprintf(f, i ? " " : "");
    print_element(f, ast, &group->elements[i]);
  }
  fprintf(f, "}");
}

static void
print_dataset(FILE *f, const tercet_ast *ast)
{
  for (size_t i = 0; i < ast->n_from; ++i) {
    fprintf(f, "(from ");
    print_string(f, ast->from[i]);
    fprintf(f, ") ");
  }
  for (size_t i = 0; i < ast->n_from_named; ++i) {
    fprintf(f, "(named ");
    print_string(f, ast->from_named[i]);
    fprintf(f, ") ");
  }
}

/// Print a whole query
static void
print_ast(FILE *f, const tercet_ast *ast)
{
  static const char *const forms[] = {"", "ask ", "construct ", "describe "};

  fprintf(f, "%s", forms[ast->form]);
  print_dataset(f, ast);
  if (ast->n_template) {
    print_triples(f, ast, ast->template_triples, ast->n_template);
    fprintf(f, " ");
  }
  for (size_t i = 0; i < ast->n_described; ++i) {
    print_node(f, ast, &ast->described[i]);
    fprintf(f, " ");
  }
  if (ast->form == TERCET_FORM_SELECT || ast->select.star) {
    print_select(f, ast, &ast->select);
  } else {
    print_group(f, ast, ast->select.where);
    print_modifiers(f, ast, &ast->select);
  }
}

#endif // TERCET_TEST_AST_TEXT_H
