// SPDX-License-Identifier: Apache-2.0

/**
   Triples with their abbreviations: property lists, object lists, collections
   and blank node property lists.

   The grammar has each production twice, with and without paths as predicates;
   here `allow_paths` tells them apart, and comments name the plain one.
*/

#include "sparql/parser_internal.h"

/// What the functions below hand on to each other
typedef struct {
  tercet_parser *p;
  tercet_list *triples;
  bool allow_paths;
} triples_reader;

/// A predicate as read: a node, or a path
typedef struct {
  tercet_ast_node node;
  tercet_ast_path *path;
  tercet_place place;
} verb;

static tercet_status
parse_graph_node(triples_reader *r, tercet_ast_node *out);

static tercet_status
emit(triples_reader *r,
     tercet_ast_node subject,
     const verb *predicate,
     tercet_ast_node object)
{
  tercet_ast_triple *const triple =
      tercet_list_add(r->p, r->triples, sizeof(*triple));
  if (!triple) {
    return tercet_parser_no_memory(r->p);
  }
  *triple = (tercet_ast_triple){
      subject, predicate->node, predicate->path, object, predicate->place};
  return TERCET_OK;
}

static bool
at_verb(const triples_reader *r)
{
  const tercet_parser *const p = r->p;
  return tercet_parser_at(p, TERCET_TOKEN_VARIABLE) ||
         tercet_parser_at_iri(p) ||
         tercet_parser_at_word(p, TERCET_KEYWORD_A) ||
         (r->allow_paths && tercet_parser_at_path(p));
}

/// [84] VerbPath ::= Path; a path that is just an IRI becomes a node
static tercet_status
parse_verb_path(triples_reader *r, verb *out)
{
  tercet_ast_path *path = NULL;
  TERCET_TRY(tercet_parse_path(r->p, &path));
  if (path->kind == TERCET_PATH_IRI) {
    out->node = tercet_node_from_iri(path->iri);
  } else {
    out->node.variable = TERCET_VARIABLE_NONE;
    out->path = path;
  }
  return TERCET_OK;
}

/// [78] Verb ::= VarOrIri | 'a'
static tercet_status
parse_verb(triples_reader *r, verb *out)
{
  tercet_parser *const p = r->p;
  *out = (verb){.place = p->token.place};

  if (!at_verb(r)) {
    return tercet_parser_expected(p, "a predicate");
  }
  if (r->allow_paths && !tercet_parser_at(p, TERCET_TOKEN_VARIABLE)) {
    return parse_verb_path(r, out);
  }
  if (tercet_parser_at_word(p, TERCET_KEYWORD_A)) {
    out->node = tercet_node_from_iri(tercet_string_from(TERCET_RDF_TYPE));
    return tercet_parser_advance(p);
  }
  return tercet_parse_var_or_iri(p, &out->node);
}

/// [79] ObjectList ::= Object ( ',' Object )*
/// [80] Object ::= GraphNode
static tercet_status
parse_object_list(triples_reader *r,
                  tercet_ast_node subject,
                  const verb *predicate)
{
  for (;;) {
    tercet_ast_node object = {0};
    TERCET_TRY(parse_graph_node(r, &object));
    TERCET_TRY(emit(r, subject, predicate, object));
    if (!tercet_parser_at(r->p, TERCET_TOKEN_COMMA)) {
      return TERCET_OK;
    }
    TERCET_TRY(tercet_parser_advance(r->p));
  }
}

/// [77] PropertyListNotEmpty
///      ::= Verb ObjectList ( ';' ( Verb ObjectList )? )*
static tercet_status
parse_property_list_not_empty(triples_reader *r, tercet_ast_node subject)
{
  for (;;) {
    verb predicate = {0};
    TERCET_TRY(parse_verb(r, &predicate));
    TERCET_TRY(parse_object_list(r, subject, &predicate));

    if (!tercet_parser_at(r->p, TERCET_TOKEN_SEMICOLON)) {
      return TERCET_OK;
    }
    while (tercet_parser_at(r->p, TERCET_TOKEN_SEMICOLON)) {
      TERCET_TRY(tercet_parser_advance(r->p));
    }
    if (!at_verb(r)) {
      return TERCET_OK;
    }
  }
}

/// [99] BlankNodePropertyList ::= '[' PropertyListNotEmpty ']'
static tercet_status
parse_blank_node_property_list(triples_reader *r, tercet_ast_node *out)
{
  TERCET_TRY(tercet_parser_expect(r->p, TERCET_TOKEN_LEFT_BRACKET));
  TERCET_TRY(tercet_parser_new_blank(r->p, out));
  TERCET_TRY(parse_property_list_not_empty(r, *out));
  return tercet_parser_at(r->p, TERCET_TOKEN_RIGHT_BRACKET)
             ? tercet_parser_advance(r->p)
             : tercet_parser_expected(r->p, "';', ',' or ']'");
}

/// [102] Collection ::= '(' GraphNode+ ')'
static tercet_status
parse_collection(triples_reader *r, tercet_ast_node *out)
{
  tercet_parser *const p = r->p;
  const tercet_ast_node nil =
      tercet_node_from_iri(tercet_string_from(TERCET_RDF_NIL));
  verb first = {tercet_node_from_iri(tercet_string_from(TERCET_RDF_FIRST)),
                NULL,
                p->token.place};
  verb rest = {tercet_node_from_iri(tercet_string_from(TERCET_RDF_REST)),
               NULL,
               p->token.place};

  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_LEFT_PARENTHESIS));
  TERCET_TRY(tercet_parser_new_blank(p, out));
  tercet_ast_node cell = *out;
  for (;;) {
    first.place = rest.place = p->token.place;
    tercet_ast_node item = {0};
    TERCET_TRY(parse_graph_node(r, &item));
    TERCET_TRY(emit(r, cell, &first, item));
    if (tercet_parser_at(p, TERCET_TOKEN_RIGHT_PARENTHESIS)) {
      TERCET_TRY(emit(r, cell, &rest, nil));
      return tercet_parser_advance(p);
    }

    tercet_ast_node next = {0};
    TERCET_TRY(tercet_parser_new_blank(p, &next));
    TERCET_TRY(emit(r, cell, &rest, next));
    cell = next;
  }
}

static bool
at_triples_node(const tercet_parser *p)
{
  return tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS) ||
         tercet_parser_at(p, TERCET_TOKEN_LEFT_BRACKET);
}

/// [98] TriplesNode ::= Collection | BlankNodePropertyList
static tercet_status
parse_triples_node(triples_reader *r, tercet_ast_node *out)
{
  TERCET_TRY(tercet_parser_enter(r->p, 1U));
  TERCET_TRY(tercet_parser_at(r->p, TERCET_TOKEN_LEFT_BRACKET)
                 ? parse_blank_node_property_list(r, out)
                 : parse_collection(r, out));
  tercet_parser_leave(r->p, 1U);
  return TERCET_OK;
}

/// [104] GraphNode ::= VarOrTerm | TriplesNode
static tercet_status
parse_graph_node(triples_reader *r, tercet_ast_node *out)
{
  return at_triples_node(r->p) ? parse_triples_node(r, out)
                               : tercet_parse_var_or_term(r->p, out);
}

bool
tercet_parser_at_triples(const tercet_parser *p)
{
  return tercet_parser_at_term(p) || at_triples_node(p);
}

/// [75] TriplesSameSubject ::= VarOrTerm PropertyListNotEmpty
///                           | TriplesNode PropertyList
/// [76] PropertyList ::= PropertyListNotEmpty?
tercet_status
tercet_parse_triples_same_subject(tercet_parser *p,
                                  bool allow_paths,
                                  tercet_list *triples)
{
  triples_reader r = {p, triples, allow_paths};
  tercet_ast_node subject = {0};

  if (at_triples_node(p)) {
    TERCET_TRY(parse_triples_node(&r, &subject));
    return at_verb(&r) ? parse_property_list_not_empty(&r, subject) : TERCET_OK;
  }

  TERCET_TRY(tercet_parse_var_or_term(p, &subject));
  return parse_property_list_not_empty(&r, subject);
}

/// [52] TriplesTemplate ::= TriplesSameSubject ( '.' TriplesTemplate? )?
/// [74] ConstructTriples is the same
tercet_status
tercet_parse_triples_template(tercet_parser *p, tercet_list *triples)
{
  while (tercet_parser_at_triples(p)) {
    TERCET_TRY(tercet_parse_triples_same_subject(p, false, triples));
    if (!tercet_parser_at(p, TERCET_TOKEN_DOT)) {
      return TERCET_OK;
    }
    TERCET_TRY(tercet_parser_advance(p));
  }
  return TERCET_OK;
}
