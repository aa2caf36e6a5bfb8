// SPDX-License-Identifier: Apache-2.0

/// Calls: built-in functions, aggregates, EXISTS, and functions by IRI

#include "sparql/parser_internal.h"

#include <stdio.h>

static const struct {
  const char *keyword;
  size_t least;
  size_t most;
} builtins[] = {
#define BUILTIN_ROW(id, keyword, least, most) {keyword, least, most},
    TERCET_BUILTIN_LIST(BUILTIN_ROW)
#undef BUILTIN_ROW
};

/// Fail for a number of arguments that a function does not take
static tercet_status
fail_arguments(tercet_parser *p,
               tercet_place place,
               tercet_string name,
               size_t least,
               size_t most,
               size_t n)
{
  char range[64];
  if (least == most) {
    (void)snprintf(range, sizeof(range), "%zu", least);
  } else {
    (void)snprintf(range, sizeof(range), "%zu to %zu", least, most);
  }
  return TERCET_PARSER_FAIL(p,
                            TERCET_ERR_SYNTAX,
                            place,
                            "%.*s takes %s argument%s, found %zu",
                            TERCET_STRING_ARGS(name),
                            range,
                            most == 1U ? "" : "s",
                            n);
}

/* ---- Aggregates ---- */

/// Set `out` to the built-in aggregate at the current token
static bool
find_aggregate(const tercet_parser *p, tercet_aggregate_kind *out)
{
  static const struct {
    tercet_keyword keyword;
    tercet_aggregate_kind kind;
  } aggregates[] = {
      {TERCET_KEYWORD_COUNT, TERCET_AGGREGATE_COUNT},
      {TERCET_KEYWORD_SUM, TERCET_AGGREGATE_SUM},
      {TERCET_KEYWORD_MIN, TERCET_AGGREGATE_MIN},
      {TERCET_KEYWORD_MAX, TERCET_AGGREGATE_MAX},
      {TERCET_KEYWORD_AVG, TERCET_AGGREGATE_AVG},
      {TERCET_KEYWORD_SAMPLE, TERCET_AGGREGATE_SAMPLE},
      {TERCET_KEYWORD_GROUP_CONCAT, TERCET_AGGREGATE_GROUP_CONCAT},
  };

  for (size_t i = 0; i < sizeof(aggregates) / sizeof(aggregates[0]); ++i) {
    if (tercet_parser_at_word(p, aggregates[i].keyword)) {
      *out = aggregates[i].kind;
      return true;
    }
  }
  return false;
}

/// Check that an aggregate may stand here (19.8, note 14)
static tercet_status
check_aggregate_place(tercet_parser *p, tercet_place place)
{
  switch (p->aggregates) {
  case TERCET_AGGREGATES_ALLOWED:
    return TERCET_OK;
  case TERCET_AGGREGATES_NESTED:
    return TERCET_PARSER_FAIL(p,
                              TERCET_ERR_SYNTAX,
                              place,
                              "an aggregate cannot be inside another one");
  case TERCET_AGGREGATES_FORBIDDEN:
    break;
  }
  return TERCET_PARSER_FAIL(
      p,
      TERCET_ERR_SYNTAX,
      place,
      "an aggregate can only be in SELECT, HAVING or ORDER BY");
}

/// Make an aggregate of the arguments read
static tercet_status
new_aggregate(tercet_parser *p,
              tercet_aggregate_kind kind,
              tercet_place place,
              const tercet_list *args,
              tercet_expr **out)
{
  ++p->n_aggregates;
  TERCET_TRY(tercet_parser_new_expr(
      p, TERCET_EXPR_AGGREGATE, place, args->n, args->items, out));
  (*out)->aggregate = kind;
  (*out)->separator = tercet_string_from(" ");
  return TERCET_OK;
}

/// ';' 'SEPARATOR' '=' String
static tercet_status
parse_separator(tercet_parser *p, tercet_string *out)
{
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(
      tercet_parser_expect_word(p, TERCET_KEYWORD_SEPARATOR, "'SEPARATOR'"));
  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_EQUAL));
  return tercet_parse_string(p, out);
}

/// What is in the parentheses of an aggregate
static tercet_status
parse_aggregate_arguments(tercet_parser *p,
                          tercet_aggregate_kind kind,
                          tercet_place place,
                          tercet_expr **out)
{
  bool distinct = false;
  TERCET_TRY(tercet_parser_accept_word(p, TERCET_KEYWORD_DISTINCT, &distinct));

  tercet_expr *arg = NULL;
  tercet_list args = {&arg, 0U, 0U};
  if (kind == TERCET_AGGREGATE_COUNT &&
      tercet_parser_at(p, TERCET_TOKEN_STAR)) {
    TERCET_TRY(tercet_parser_advance(p));
  } else {
    TERCET_TRY(tercet_parse_expression(p, &arg));
    args.n = 1U;
  }

  TERCET_TRY(new_aggregate(p, kind, place, &args, out));
  (*out)->distinct = distinct;
  return kind == TERCET_AGGREGATE_GROUP_CONCAT &&
                 tercet_parser_at(p, TERCET_TOKEN_SEMICOLON)
             ? parse_separator(p, &(*out)->separator)
             : TERCET_OK;
}

/// [127] Aggregate ::= 'COUNT' '(' 'DISTINCT'? ( '*' | Expression ) ')'
///       | 'SUM' '(' 'DISTINCT'? Expression ')' | ... | 'GROUP_CONCAT'
///       '(' 'DISTINCT'? Expression ( ';' 'SEPARATOR' '=' String )? ')'
static tercet_status
parse_aggregate(tercet_parser *p, tercet_aggregate_kind kind, tercet_expr **out)
{
  const tercet_place place = p->token.place;
  TERCET_TRY(check_aggregate_place(p, place));
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_LEFT_PARENTHESIS));

  p->aggregates = TERCET_AGGREGATES_NESTED;
  TERCET_TRY(parse_aggregate_arguments(p, kind, place, out));
  p->aggregates = TERCET_AGGREGATES_ALLOWED;
  return tercet_parser_at(p, TERCET_TOKEN_RIGHT_PARENTHESIS)
             ? tercet_parser_advance(p)
             : tercet_parser_expected(p, "an operator or ')'");
}

/* ---- EXISTS ---- */

/// [125] ExistsFunc ::= 'EXISTS' GroupGraphPattern
/// [126] NotExistsFunc ::= 'NOT' 'EXISTS' GroupGraphPattern
static tercet_status
parse_exists(tercet_parser *p, tercet_expr **out)
{
  const tercet_place place = p->token.place;
  bool is_not = false;
  TERCET_TRY(tercet_parser_accept_word(p, TERCET_KEYWORD_NOT, &is_not));
  TERCET_TRY(tercet_parser_expect_word(p, TERCET_KEYWORD_EXISTS, "'EXISTS'"));

  const size_t height = p->height;
  p->height = 0U;
  const size_t mark = tercet_scope_enter(p);
  tercet_ast_group *group = NULL;
  TERCET_TRY(tercet_parse_group_graph_pattern(p, &group));
  tercet_scope_drop(p, mark);
  const size_t group_height = p->height;
  p->height = height;

  TERCET_TRY(tercet_parser_new_expr(p,
                                    is_not ? TERCET_EXPR_NOT_EXISTS
                                           : TERCET_EXPR_EXISTS,
                                    place,
                                    0U,
                                    NULL,
                                    out));
  (*out)->group = group;
  (*out)->height = (uint32_t)group_height + 1U;
  return tercet_parser_note_height(p, place, (*out)->height);
}

/* ---- Built-in functions ---- */

/// Return the built-in function at the current token, or SIZE_MAX
static size_t
find_builtin(const tercet_parser *p)
{
  const size_t n = sizeof(builtins) / sizeof(builtins[0]);
  for (size_t i = 0; i < n && tercet_parser_at(p, TERCET_TOKEN_WORD); ++i) {
    if (tercet_string_equals_ignoring_case(
            p->token.text, tercet_string_from(builtins[i].keyword))) {
      return i;
    }
  }
  return SIZE_MAX;
}

bool
tercet_parser_at_builtin_call(const tercet_parser *p)
{
  tercet_aggregate_kind kind = TERCET_AGGREGATE_COUNT;
  return tercet_parser_at_word(p, TERCET_KEYWORD_EXISTS) ||
         tercet_parser_at_word(p, TERCET_KEYWORD_NOT) ||
         find_aggregate(p, &kind) || find_builtin(p) != SIZE_MAX;
}

/// 'BOUND' '(' Var ')'
static tercet_status
parse_bound(tercet_parser *p, tercet_place place, tercet_expr **out)
{
  tercet_expr *variable = NULL;
  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_LEFT_PARENTHESIS));
  TERCET_TRY(tercet_parse_variable_expression(p, &variable));
  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_RIGHT_PARENTHESIS));
  TERCET_TRY(tercet_parser_new_expr(
      p, TERCET_EXPR_BUILTIN, place, 1U, &variable, out));
  (*out)->builtin = TERCET_BUILTIN_BOUND;
  return TERCET_OK;
}

/// [121] BuiltInCall, of a function with arguments in parentheses
static tercet_status
parse_builtin_function(tercet_parser *p, size_t builtin, tercet_expr **out)
{
  const tercet_place place = p->token.place;
  TERCET_TRY(tercet_parser_advance(p));
  if (!tercet_parser_at(p, TERCET_TOKEN_NIL) &&
      !tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS)) {
    return tercet_parser_expected(p, "'('");
  }

  if (builtin == TERCET_BUILTIN_BOUND) {
    return parse_bound(p, place, out);
  }

  tercet_list args = {NULL, 0U, 0U};
  TERCET_TRY(tercet_parse_expression_list(p, NULL, &args));
  if (args.n < builtins[builtin].least || args.n > builtins[builtin].most) {
    return fail_arguments(p,
                          place,
                          tercet_string_from(builtins[builtin].keyword),
                          builtins[builtin].least,
                          builtins[builtin].most,
                          args.n);
  }
  TERCET_TRY(tercet_parser_new_expr(
      p, TERCET_EXPR_BUILTIN, place, args.n, args.items, out));
  (*out)->builtin = (tercet_builtin)builtin;
  return TERCET_OK;
}

/// [121] BuiltInCall
tercet_status
tercet_parse_builtin_call(tercet_parser *p, tercet_expr **out)
{
  tercet_aggregate_kind kind = TERCET_AGGREGATE_COUNT;
  if (find_aggregate(p, &kind)) {
    return parse_aggregate(p, kind, out);
  }
  const size_t builtin = find_builtin(p);
  return builtin == SIZE_MAX ? parse_exists(p, out)
                             : parse_builtin_function(p, builtin, out);
}

/* ---- Functions by IRI ---- */

/// An aggregate of the registry, whose iri was read
static tercet_status
parse_extension_aggregate(tercet_parser *p,
                          const tercet_aggregate_function *aggregate,
                          tercet_place place,
                          tercet_expr **out)
{
  TERCET_TRY(check_aggregate_place(p, place));

  tercet_list args = {NULL, 0U, 0U};
  bool distinct = false;
  p->aggregates = TERCET_AGGREGATES_NESTED;
  TERCET_TRY(tercet_parse_expression_list(p, &distinct, &args));
  p->aggregates = TERCET_AGGREGATES_ALLOWED;

  if (distinct) {
    return TERCET_PARSER_FAIL(p,
                              TERCET_ERR_SYNTAX,
                              place,
                              "the aggregate <%.*s> does not take DISTINCT",
                              TERCET_STRING_ARGS(aggregate->iri));
  }
  if (args.n != 1U) {
    return fail_arguments(p, place, aggregate->iri, 1U, 1U, args.n);
  }
  TERCET_TRY(new_aggregate(p, TERCET_AGGREGATE_EXTENSION, place, &args, out));
  (*out)->extension = aggregate;
  return TERCET_OK;
}

/// Check the arguments of a function that the registry has or has not
static tercet_status
check_function(tercet_parser *p,
               const tercet_function *function,
               tercet_string iri,
               tercet_place place,
               size_t n_args,
               bool distinct)
{
  if (!function) {
    return TERCET_PARSER_FAIL(p,
                              TERCET_ERR_NOT_FOUND,
                              place,
                              "there is no function <%.*s>",
                              TERCET_STRING_ARGS(iri));
  }
  if (distinct) {
    return TERCET_PARSER_FAIL(
        p,
        TERCET_ERR_SYNTAX,
        place,
        "<%.*s> is no aggregate and does not take DISTINCT",
        TERCET_STRING_ARGS(iri));
  }
  return n_args < function->least_args || n_args > function->most_args
             ? fail_arguments(p,
                              place,
                              iri,
                              function->least_args,
                              function->most_args,
                              n_args)
             : TERCET_OK;
}

/// ArgList after the iri of [70] FunctionCall
static tercet_status
parse_function_arguments(tercet_parser *p,
                         tercet_string iri,
                         tercet_place place,
                         tercet_expr **out)
{
  const tercet_aggregate_function *const aggregate =
      p->registry ? tercet_registry_find_aggregate(p->registry, iri) : NULL;
  if (aggregate) {
    return parse_extension_aggregate(p, aggregate, place, out);
  }

  tercet_list args = {NULL, 0U, 0U};
  bool distinct = false;
  TERCET_TRY(tercet_parse_expression_list(p, &distinct, &args));

  const tercet_function *const function =
      p->registry ? tercet_registry_find_function(p->registry, iri) : NULL;
  if (p->registry) {
    TERCET_TRY(check_function(p, function, iri, place, args.n, distinct));
  }
  TERCET_TRY(tercet_parser_new_expr(
      p, TERCET_EXPR_FUNCTION, place, args.n, args.items, out));
  (*out)->function = function;
  (*out)->term = tercet_node_from_iri(iri).term;
  return TERCET_OK;
}

/// [128] iriOrFunction ::= iri ArgList?
/// [70] FunctionCall ::= iri ArgList
tercet_status
tercet_parse_iri_or_function(tercet_parser *p,
                             bool needs_arguments,
                             tercet_expr **out)
{
  const tercet_place place = p->token.place;
  tercet_string iri = {NULL, 0U};
  TERCET_TRY(tercet_parse_iri(p, &iri));

  if (tercet_parser_at(p, TERCET_TOKEN_NIL) ||
      tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS)) {
    return parse_function_arguments(p, iri, place, out);
  }
  if (needs_arguments) {
    return tercet_parser_expected(p, "'(' and the arguments of a function");
  }
  TERCET_TRY(tercet_parser_new_expr(p, TERCET_EXPR_TERM, place, 0U, NULL, out));
  (*out)->term = tercet_node_from_iri(iri).term;
  return TERCET_OK;
}
