// SPDX-License-Identifier: Apache-2.0

/// Group graph patterns

#include "sparql/parser_internal.h"

/// A group while it is read.  `open` tells whether the element `bgp_element`
/// still takes triples: filters do not end a basic graph pattern (5.1).
typedef struct {
  tercet_list elements;
  tercet_list triples;
  size_t bgp_element;
  bool open;
} group_builder;

void
tercet_parser_start_bgp(tercet_parser *p)
{
  p->bgp = ++p->n_bgps;
}

static tercet_ast_element *
add_element(tercet_parser *p,
            group_builder *builder,
            tercet_element_kind kind,
            tercet_place place)
{
  tercet_ast_element *const element =
      tercet_list_add(p, &builder->elements, sizeof(*element));
  if (element) {
    element->kind = kind;
    element->place = place;
    element->variable = TERCET_VARIABLE_NONE;
    element->node.variable = TERCET_VARIABLE_NONE;
  }
  return element;
}

/// End the basic graph pattern that is open, if one is
static void
close_bgp(tercet_parser *p, group_builder *builder)
{
  if (builder->open) {
    tercet_ast_element *const element =
        (tercet_ast_element *)builder->elements.items + builder->bgp_element;
    element->triples = builder->triples.items;
    element->n_triples = builder->triples.n;
    builder->triples = (tercet_list){NULL, 0U, 0U};
    builder->open = false;
  }
  tercet_parser_start_bgp(p);
}

static tercet_status
add_node_to_scope(tercet_parser *p, const tercet_ast_node *node)
{
  const tercet_ast_variable *const variables = p->variables.items;
  return node->variable == TERCET_VARIABLE_NONE ||
                 variables[node->variable].is_blank
             ? TERCET_OK
             : tercet_scope_add(p, node->variable);
}

/// Bring the variables of the triples from number `first` on into scope
static tercet_status
add_triples_to_scope(tercet_parser *p, const tercet_list *triples, size_t first)
{
  const tercet_ast_triple *const items = triples->items;
  for (size_t i = first; i < triples->n; ++i) {
    TERCET_TRY(add_node_to_scope(p, &items[i].subject));
    if (!items[i].path) {
      TERCET_TRY(add_node_to_scope(p, &items[i].predicate));
    }
    TERCET_TRY(add_node_to_scope(p, &items[i].object));
  }
  return TERCET_OK;
}

/// [55] TriplesBlock ::= TriplesSameSubjectPath ( '.' TriplesBlock? )?
static tercet_status
parse_triples_block(tercet_parser *p, group_builder *builder)
{
  if (!builder->open) {
    if (!add_element(p, builder, TERCET_ELEMENT_TRIPLES, p->token.place)) {
      return tercet_parser_no_memory(p);
    }
    builder->bgp_element = builder->elements.n - 1U;
    builder->open = true;
  }

  while (tercet_parser_at_triples(p)) {
    const size_t first = builder->triples.n;
    TERCET_TRY(tercet_parse_triples_same_subject(p, true, &builder->triples));
    TERCET_TRY(add_triples_to_scope(p, &builder->triples, first));
    if (!tercet_parser_at(p, TERCET_TOKEN_DOT)) {
      return tercet_parser_at_triples(p)
                 ? tercet_parser_expected(p, "'.', ',', ';' or '}'")
                 : TERCET_OK;
    }
    TERCET_TRY(tercet_parser_advance(p));
  }
  return TERCET_OK;
}

/// Read a group as the only one of an element
static tercet_status
parse_only_group(tercet_parser *p, tercet_ast_element *element)
{
  tercet_list groups = {NULL, 0U, 0U};
  tercet_ast_group **const slot = tercet_list_add(p, &groups, sizeof(*slot));
  if (!slot) {
    return tercet_parser_no_memory(p);
  }
  element->groups = groups.items;
  element->n_groups = 1U;
  return tercet_parse_group_graph_pattern(p, slot);
}

/// [57] OptionalGraphPattern ::= 'OPTIONAL' GroupGraphPattern
static tercet_status
parse_optional_graph_pattern(tercet_parser *p, tercet_ast_element *element)
{
  TERCET_TRY(tercet_parser_advance(p));
  return parse_only_group(p, element);
}

/// [58] GraphGraphPattern ::= 'GRAPH' VarOrIri GroupGraphPattern
static tercet_status
parse_graph_graph_pattern(tercet_parser *p, tercet_ast_element *element)
{
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(tercet_parse_var_or_iri(p, &element->node));
  TERCET_TRY(add_node_to_scope(p, &element->node));
  return parse_only_group(p, element);
}

/// [59] ServiceGraphPattern ::= 'SERVICE' 'SILENT'? VarOrIri GroupGraphPattern
static tercet_status
parse_service_graph_pattern(tercet_parser *p, tercet_ast_element *element)
{
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(
      tercet_parser_accept_word(p, TERCET_KEYWORD_SILENT, &element->silent));
  TERCET_TRY(tercet_parse_var_or_iri(p, &element->node));
  TERCET_TRY(add_node_to_scope(p, &element->node));
  return parse_only_group(p, element);
}

/// [66] MinusGraphPattern ::= 'MINUS' GroupGraphPattern
static tercet_status
parse_minus_graph_pattern(tercet_parser *p, tercet_ast_element *element)
{
  TERCET_TRY(tercet_parser_advance(p));

  // Its variables are not seen outside (18.2.1)
  const size_t mark = tercet_scope_enter(p);
  TERCET_TRY(parse_only_group(p, element));
  tercet_scope_drop(p, mark);
  return TERCET_OK;
}

/// [67] GroupOrUnionGraphPattern
///      ::= GroupGraphPattern ( 'UNION' GroupGraphPattern )*
static tercet_status
parse_group_or_union_graph_pattern(tercet_parser *p,
                                   tercet_ast_element *element)
{
  tercet_list groups = {NULL, 0U, 0U};
  for (;;) {
    tercet_ast_group *group = NULL;
    tercet_parser_start_bgp(p);
    TERCET_TRY(tercet_parse_group_graph_pattern(p, &group));
    tercet_ast_group **const slot = tercet_list_add(p, &groups, sizeof(*slot));
    if (!slot) {
      return tercet_parser_no_memory(p);
    }
    *slot = group;

    element->groups = groups.items;
    element->n_groups = groups.n;
    if (!tercet_parser_at_word(p, TERCET_KEYWORD_UNION)) {
      return TERCET_OK;
    }
    TERCET_TRY(tercet_parser_advance(p));
  }
}

/// [60] Bind ::= 'BIND' '(' Expression 'AS' Var ')'
static tercet_status
parse_bind(tercet_parser *p, tercet_ast_element *element)
{
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_LEFT_PARENTHESIS));
  TERCET_TRY(tercet_parse_expression(p, &element->expr));
  TERCET_TRY(
      tercet_parser_expect_word(p, TERCET_KEYWORD_AS, "an operator or 'AS'"));

  const tercet_token token = p->token;
  TERCET_TRY(tercet_parse_var(p, &element->variable));
  if (tercet_scope_has(p, element->variable)) {
    return TERCET_PARSER_FAIL(
        p,
        TERCET_ERR_SYNTAX,
        token.place,
        "BIND to ?%.*s, which the group has used before this point already",
        TERCET_STRING_ARGS(token.text));
  }
  TERCET_TRY(tercet_scope_add(p, element->variable));
  return tercet_parser_expect(p, TERCET_TOKEN_RIGHT_PARENTHESIS);
}

/// [61] InlineData ::= 'VALUES' DataBlock
static tercet_status
parse_inline_data(tercet_parser *p, tercet_ast_element *element)
{
  TERCET_TRY(tercet_parser_advance(p));
  return tercet_parse_data_block(p, &element->values);
}

/// [68] Filter ::= 'FILTER' Constraint
static tercet_status
parse_filter(tercet_parser *p, group_builder *builder)
{
  tercet_ast_element *const element =
      add_element(p, builder, TERCET_ELEMENT_FILTER, p->token.place);
  if (!element) {
    return tercet_parser_no_memory(p);
  }
  TERCET_TRY(tercet_parser_advance(p));

  // Patterns inside are of their own, the one around the filter goes on
  const size_t bgp = p->bgp;
  TERCET_TRY(tercet_parse_constraint(p, &element->expr));
  p->bgp = bgp;
  return TERCET_OK;
}

/// A kind of [56] GraphPatternNotTriples
typedef struct {
  tercet_keyword keyword;
  tercet_element_kind kind;
  tercet_status (*parse)(tercet_parser *p, tercet_ast_element *element);
} pattern_kind;

static const pattern_kind pattern_kinds[] = {
    {TERCET_KEYWORD_OPTIONAL,
     TERCET_ELEMENT_OPTIONAL,
     parse_optional_graph_pattern},
    {TERCET_KEYWORD_MINUS, TERCET_ELEMENT_MINUS, parse_minus_graph_pattern},
    {TERCET_KEYWORD_GRAPH, TERCET_ELEMENT_GRAPH, parse_graph_graph_pattern},
    {TERCET_KEYWORD_SERVICE,
     TERCET_ELEMENT_SERVICE,
     parse_service_graph_pattern},
    {TERCET_KEYWORD_BIND, TERCET_ELEMENT_BIND, parse_bind},
    {TERCET_KEYWORD_VALUES, TERCET_ELEMENT_VALUES, parse_inline_data},
};

static const pattern_kind union_kind = {
    TERCET_KEYWORD_NONE,
    TERCET_ELEMENT_UNION,
    parse_group_or_union_graph_pattern,
};

/// Return what starts at the current token, or NULL
static const pattern_kind *
find_pattern_kind(const tercet_parser *p)
{
  if (tercet_parser_at(p, TERCET_TOKEN_LEFT_BRACE)) {
    return &union_kind;
  }
  for (size_t i = 0; i < sizeof(pattern_kinds) / sizeof(*pattern_kinds); ++i) {
    if (tercet_parser_at_word(p, pattern_kinds[i].keyword)) {
      return &pattern_kinds[i];
    }
  }
  return NULL;
}

/// [56] GraphPatternNotTriples ::= GroupOrUnionGraphPattern
///      | OptionalGraphPattern | MinusGraphPattern | GraphGraphPattern
///      | ServiceGraphPattern | Filter | Bind | InlineData
static tercet_status
parse_graph_pattern_not_triples(tercet_parser *p,
                                const pattern_kind *kind,
                                group_builder *builder)
{
  close_bgp(p, builder);
  tercet_ast_element *const element =
      add_element(p, builder, kind->kind, p->token.place);
  if (!element) {
    return tercet_parser_no_memory(p);
  }
  TERCET_TRY(kind->parse(p, element));
  tercet_parser_start_bgp(p);
  return TERCET_OK;
}

/// [54] GroupGraphPatternSub
///      ::= TriplesBlock? ( GraphPatternNotTriples '.'? TriplesBlock? )*
static tercet_status
parse_group_graph_pattern_sub(tercet_parser *p, group_builder *builder)
{
  if (tercet_parser_at_triples(p)) {
    TERCET_TRY(parse_triples_block(p, builder));
  }

  for (;;) {
    const pattern_kind *const kind = find_pattern_kind(p);
    if (tercet_parser_at_word(p, TERCET_KEYWORD_FILTER)) {
      TERCET_TRY(parse_filter(p, builder));
    } else if (kind) {
      TERCET_TRY(parse_graph_pattern_not_triples(p, kind, builder));
    } else {
      close_bgp(p, builder);
      return TERCET_OK;
    }

    if (tercet_parser_at(p, TERCET_TOKEN_DOT)) {
      TERCET_TRY(tercet_parser_advance(p));
    }
    if (tercet_parser_at_triples(p)) {
      TERCET_TRY(parse_triples_block(p, builder));
    }
  }
}

/// A sub-query as the only element of its group
static tercet_status
parse_sub_select_element(tercet_parser *p, group_builder *builder)
{
  tercet_ast_element *const element =
      add_element(p, builder, TERCET_ELEMENT_SELECT, p->token.place);
  return element ? tercet_parse_sub_select(p, &element->select)
                 : tercet_parser_no_memory(p);
}

/// '{' ( SubSelect | GroupGraphPatternSub ) '}'
static tercet_status
parse_braces(tercet_parser *p, tercet_ast_group *group)
{
  if (!tercet_parser_at(p, TERCET_TOKEN_LEFT_BRACE)) {
    return tercet_parser_expected(p, "'{'");
  }
  TERCET_TRY(tercet_parser_advance(p));
  tercet_parser_start_bgp(p);

  group_builder builder = {0};
  if (tercet_parser_at_word(p, TERCET_KEYWORD_SELECT)) {
    TERCET_TRY(parse_sub_select_element(p, &builder));
  } else {
    TERCET_TRY(parse_group_graph_pattern_sub(p, &builder));
  }
  group->elements = builder.elements.items;
  group->n_elements = builder.elements.n;

  return tercet_parser_at(p, TERCET_TOKEN_RIGHT_BRACE)
             ? tercet_parser_advance(p)
             : tercet_parser_expected(p, "a graph pattern or '}'");
}

/// [53] GroupGraphPattern ::= '{' ( SubSelect | GroupGraphPatternSub ) '}'
tercet_status
tercet_parse_group_graph_pattern(tercet_parser *p, tercet_ast_group **out)
{
  tercet_ast_group *const group =
      tercet_arena_allocate_array(p->arena, 1U, sizeof(*group));
  if (!group) {
    return tercet_parser_no_memory(p);
  }
  *out = group;

  const tercet_place place = p->token.place;
  const size_t height = p->height;
  const tercet_aggregates aggregates = p->aggregates;
  TERCET_TRY(tercet_parser_enter(p, 1U));
  p->height = 0U;
  p->aggregates = TERCET_AGGREGATES_FORBIDDEN;
  const size_t mark = tercet_scope_enter(p);

  TERCET_TRY(parse_braces(p, group));

  tercet_scope_leave(p, mark);
  p->aggregates = aggregates;
  tercet_parser_leave(p, 1U);
  const size_t own_height = p->height + 1U;
  p->height = height;
  return tercet_parser_note_height(p, place, own_height);
}
