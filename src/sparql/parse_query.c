// SPDX-License-Identifier: Apache-2.0

/// Prologue, query forms and dataset clauses

#include "sparql/parser_internal.h"

/* ---- Prologue ---- */

/// [5] BaseDecl ::= 'BASE' IRIREF
static tercet_status
parse_base_decl(tercet_parser *p)
{
  TERCET_TRY(tercet_parser_advance(p));
  return tercet_parse_iriref(p, &p->base);
}

/// [6] PrefixDecl ::= 'PREFIX' PNAME_NS IRIREF; the last one of a name holds
static tercet_status
parse_prefix_decl(tercet_parser *p)
{
  TERCET_TRY(tercet_parser_advance(p));
  const tercet_token token = p->token;
  if (!tercet_parser_at(p, TERCET_TOKEN_PREFIXED_NAME) ||
      token.text.length != token.prefix_length + 1U) {
    return tercet_parser_expected(p, "a prefix with ':'");
  }

  tercet_string iri = {NULL, 0U};
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(tercet_parse_iriref(p, &iri));

  const tercet_string name = {token.text.data, token.prefix_length};
  size_t position = 0U;
  bool is_new = false;
  TERCET_TRY(tercet_names_add(p, &p->prefixes, name, &position, &is_new));
  if (is_new && !tercet_list_add(p, &p->prefix_iris, sizeof(iri))) {
    return tercet_parser_no_memory(p);
  }
  ((tercet_string *)p->prefix_iris.items)[position] = iri;
  return TERCET_OK;
}

/// [4] Prologue ::= ( BaseDecl | PrefixDecl )*
static tercet_status
parse_prologue(tercet_parser *p)
{
  for (;;) {
    if (tercet_parser_at_word(p, TERCET_KEYWORD_BASE)) {
      TERCET_TRY(parse_base_decl(p));
    } else if (tercet_parser_at_word(p, TERCET_KEYWORD_PREFIX)) {
      TERCET_TRY(parse_prefix_decl(p));
    } else {
      return TERCET_OK;
    }
  }
}

/* ---- Clauses ---- */

/// [13] DatasetClause ::= 'FROM' ( DefaultGraphClause | NamedGraphClause )
static tercet_status
parse_dataset_clauses(tercet_parser *p, tercet_ast *out)
{
  tercet_list from = {NULL, 0U, 0U};
  tercet_list from_named = {NULL, 0U, 0U};

  while (tercet_parser_at_word(p, TERCET_KEYWORD_FROM)) {
    bool is_named = false;
    TERCET_TRY(tercet_parser_advance(p));
    TERCET_TRY(tercet_parser_accept_word(p, TERCET_KEYWORD_NAMED, &is_named));
    tercet_string *const slot =
        tercet_list_add(p, is_named ? &from_named : &from, sizeof(*slot));
    if (!slot) {
      return tercet_parser_no_memory(p);
    }
    TERCET_TRY(tercet_parse_iri(p, slot));
  }

  out->from = from.items;
  out->n_from = from.n;
  out->from_named = from_named.items;
  out->n_from_named = from_named.n;
  return TERCET_OK;
}

/// [17] WhereClause ::= 'WHERE'? GroupGraphPattern
tercet_status
tercet_parse_where_clause(tercet_parser *p, tercet_ast_group **out)
{
  bool has_where = false;
  TERCET_TRY(tercet_parser_accept_word(p, TERCET_KEYWORD_WHERE, &has_where));
  return !has_where && !tercet_parser_at(p, TERCET_TOKEN_LEFT_BRACE)
             ? tercet_parser_expected(p, "'WHERE' or '{'")
             : tercet_parse_group_graph_pattern(p, out);
}

/// Make a group without elements, or with one basic graph pattern
static tercet_status
new_group(tercet_parser *p,
          tercet_place place,
          const tercet_list *triples,
          tercet_ast_group **out)
{
  tercet_ast_group *const group =
      tercet_arena_allocate_array(p->arena, 1U, sizeof(*group));
  tercet_ast_element *const element =
      tercet_arena_allocate_array(p->arena, 1U, sizeof(*element));
  if (!group || !element) {
    return tercet_parser_no_memory(p);
  }

  element->kind = TERCET_ELEMENT_TRIPLES;
  element->place = place;
  element->triples = triples->items;
  element->n_triples = triples->n;
  element->variable = TERCET_VARIABLE_NONE;
  element->node.variable = TERCET_VARIABLE_NONE;
  group->elements = element;
  group->n_elements = triples->n ? 1U : 0U;
  *out = group;
  return TERCET_OK;
}

/* ---- Query forms ---- */

/// [7] SelectQuery ::= SelectClause DatasetClause* WhereClause SolutionModifier
static tercet_status
parse_select_query(tercet_parser *p, tercet_ast *out)
{
  out->form = TERCET_FORM_SELECT;
  TERCET_TRY(tercet_parse_select_clause(p, &out->select));
  TERCET_TRY(parse_dataset_clauses(p, out));
  TERCET_TRY(tercet_parse_where_clause(p, &out->select.where));
  return tercet_parse_solution_modifier(p, &out->select);
}

/// [12] AskQuery ::= 'ASK' DatasetClause* WhereClause SolutionModifier
static tercet_status
parse_ask_query(tercet_parser *p, tercet_ast *out)
{
  out->form = TERCET_FORM_ASK;
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(parse_dataset_clauses(p, out));
  TERCET_TRY(tercet_parse_where_clause(p, &out->select.where));
  return tercet_parse_solution_modifier(p, &out->select);
}

/// [73] ConstructTemplate ::= '{' ConstructTriples? '}'
static tercet_status
parse_construct_template(tercet_parser *p, tercet_ast *out)
{
  tercet_list triples = {NULL, 0U, 0U};
  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_LEFT_BRACE));
  tercet_parser_start_bgp(p);
  TERCET_TRY(tercet_parse_triples_template(p, &triples));
  out->template_triples = triples.items;
  out->n_template = triples.n;
  return tercet_parser_at(p, TERCET_TOKEN_RIGHT_BRACE)
             ? tercet_parser_advance(p)
             : tercet_parser_expected(p, "a triple or '}'");
}

/// 'WHERE' '{' TriplesTemplate? '}': pattern and template at once
static tercet_status
parse_construct_where(tercet_parser *p, tercet_ast *out)
{
  const tercet_place place = p->token.place;
  TERCET_TRY(
      tercet_parser_expect_word(p, TERCET_KEYWORD_WHERE, "'{' or 'WHERE'"));
  TERCET_TRY(parse_construct_template(p, out));
  const tercet_list triples = {
      out->template_triples, out->n_template, out->n_template};
  return new_group(p, place, &triples, &out->select.where);
}

/// [10] ConstructQuery ::= 'CONSTRUCT' ( ConstructTemplate DatasetClause*
///      WhereClause SolutionModifier | DatasetClause* 'WHERE' '{'
///      TriplesTemplate? '}' SolutionModifier )
static tercet_status
parse_construct_query(tercet_parser *p, tercet_ast *out)
{
  out->form = TERCET_FORM_CONSTRUCT;
  TERCET_TRY(tercet_parser_advance(p));

  if (tercet_parser_at(p, TERCET_TOKEN_LEFT_BRACE)) {
    TERCET_TRY(parse_construct_template(p, out));
    tercet_parser_forget_labels(p);
    TERCET_TRY(parse_dataset_clauses(p, out));
    TERCET_TRY(tercet_parse_where_clause(p, &out->select.where));
  } else {
    TERCET_TRY(parse_dataset_clauses(p, out));
    TERCET_TRY(parse_construct_where(p, out));
  }
  return tercet_parse_solution_modifier(p, &out->select);
}

/// ( VarOrIri+ | '*' )
static tercet_status
parse_described(tercet_parser *p, tercet_ast *out)
{
  if (tercet_parser_at(p, TERCET_TOKEN_STAR)) {
    out->select.star = true;
    return tercet_parser_advance(p);
  }

  tercet_list list = {NULL, 0U, 0U};
  do {
    tercet_ast_node *const node = tercet_list_add(p, &list, sizeof(*node));
    if (!node) {
      return tercet_parser_no_memory(p);
    }
    TERCET_TRY(tercet_parse_var_or_iri(p, node));
  } while (tercet_parser_at(p, TERCET_TOKEN_VARIABLE) ||
           tercet_parser_at_iri(p));
  out->described = list.items;
  out->n_described = list.n;
  return TERCET_OK;
}

/// [11] DescribeQuery ::= 'DESCRIBE' ( VarOrIri+ | '*' ) DatasetClause*
///                        WhereClause? SolutionModifier
static tercet_status
parse_describe_query(tercet_parser *p, tercet_ast *out)
{
  const tercet_list no_triples = {NULL, 0U, 0U};
  out->form = TERCET_FORM_DESCRIBE;
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(parse_described(p, out));
  TERCET_TRY(parse_dataset_clauses(p, out));
  TERCET_TRY(tercet_parser_at_word(p, TERCET_KEYWORD_WHERE) ||
                     tercet_parser_at(p, TERCET_TOKEN_LEFT_BRACE)
                 ? tercet_parse_where_clause(p, &out->select.where)
                 : new_group(p, out->place, &no_triples, &out->select.where));
  return tercet_parse_solution_modifier(p, &out->select);
}

/// A keyword that starts an update, which a query is not
static bool
at_update(const tercet_parser *p)
{
  return p->token.kind == TERCET_TOKEN_WORD &&
         p->token.keyword >= TERCET_KEYWORD_INSERT &&
         p->token.keyword <= TERCET_KEYWORD_COPY;
}

/// ( SelectQuery | ConstructQuery | DescribeQuery | AskQuery )
static tercet_status
parse_form(tercet_parser *p, tercet_ast *out)
{
  out->place = p->token.place;
  out->select.place = p->token.place;
  if (tercet_parser_at_word(p, TERCET_KEYWORD_SELECT)) {
    return parse_select_query(p, out);
  }
  if (tercet_parser_at_word(p, TERCET_KEYWORD_ASK)) {
    return parse_ask_query(p, out);
  }
  if (tercet_parser_at_word(p, TERCET_KEYWORD_CONSTRUCT)) {
    return parse_construct_query(p, out);
  }
  if (tercet_parser_at_word(p, TERCET_KEYWORD_DESCRIBE)) {
    return parse_describe_query(p, out);
  }
  return tercet_parser_expected(
      p,
      at_update(p) ? "a query, not an update"
                   : "SELECT, ASK, CONSTRUCT, DESCRIBE, PREFIX or BASE");
}

/// [2] Query ::= Prologue ( SelectQuery | ConstructQuery | DescribeQuery
///               | AskQuery ) ValuesClause
static tercet_status
parse_query(tercet_parser *p, tercet_ast *out)
{
  TERCET_TRY(parse_prologue(p));
  out->base = p->base;

  TERCET_TRY(parse_form(p, out));
  TERCET_TRY(tercet_parse_values_clause(p, &out->select));
  out->select.has_aggregates = p->n_aggregates > 0U;
  return out->form == TERCET_FORM_SELECT || out->select.star
             ? tercet_parser_check_select(p, &out->select)
             : TERCET_OK;
}

/// [1] QueryUnit ::= Query
tercet_status
tercet_parse_query_unit(tercet_parser *p, tercet_ast *out)
{
  TERCET_TRY(parse_query(p, out));
  if (!tercet_parser_at(p, TERCET_TOKEN_END)) {
    return tercet_parser_expected(p, "the end of the query");
  }
  out->variables = p->variables.items;
  out->n_prefixes = p->prefixes.list.n;
  out->prefix_names = p->prefixes.list.items;
  out->prefix_iris = p->prefix_iris.items;
  out->n_variables = p->variables.n;
  return TERCET_OK;
}
