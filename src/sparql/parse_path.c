// SPDX-License-Identifier: Apache-2.0

/// Property paths

#include "sparql/parser_internal.h"

/// Tree levels that one pair of parentheses may add: alternative, sequence,
/// inverse, modifier
#define LEVELS 4U

static tercet_status
new_path(tercet_parser *p,
         tercet_path_kind kind,
         tercet_place place,
         tercet_ast_path **out)
{
  tercet_ast_path *const path =
      tercet_arena_allocate_array(p->arena, 1U, sizeof(*path));
  if (!path) {
    return tercet_parser_no_memory(p);
  }
  path->kind = kind;
  path->place = place;
  *out = path;
  return TERCET_OK;
}

/// Make a path with one child
static tercet_status
wrap_path(tercet_parser *p,
          tercet_path_kind kind,
          tercet_place place,
          tercet_ast_path *child,
          tercet_ast_path **out)
{
  tercet_list children = {NULL, 0U, 0U};
  tercet_ast_path **const slot = tercet_list_add(p, &children, sizeof(*slot));
  if (!slot) {
    return tercet_parser_no_memory(p);
  }
  *slot = child;
  TERCET_TRY(new_path(p, kind, place, out));
  (*out)->children = children.items;
  (*out)->n_children = 1U;
  return TERCET_OK;
}

static bool
at_iri_or_a(const tercet_parser *p)
{
  return tercet_parser_at_iri(p) || tercet_parser_at_word(p, TERCET_KEYWORD_A);
}

/// iri | 'a'
static tercet_status
parse_iri_or_a(tercet_parser *p, tercet_ast_path **out)
{
  TERCET_TRY(new_path(p, TERCET_PATH_IRI, p->token.place, out));
  if (tercet_parser_at_word(p, TERCET_KEYWORD_A)) {
    (*out)->iri = tercet_string_from(TERCET_RDF_TYPE);
    return tercet_parser_advance(p);
  }
  return tercet_parse_iri(p, &(*out)->iri);
}

/// [96] PathOneInPropertySet ::= iri | 'a' | '^' ( iri | 'a' )
static tercet_status
parse_path_one_in_property_set(tercet_parser *p, tercet_ast_path **out)
{
  const tercet_place place = p->token.place;
  const bool is_inverse = tercet_parser_at(p, TERCET_TOKEN_CARET);
  if (is_inverse) {
    TERCET_TRY(tercet_parser_advance(p));
  }
  if (!at_iri_or_a(p)) {
    return tercet_parser_expected(
        p, is_inverse ? "an IRI or 'a'" : "an IRI, 'a' or '^'");
  }

  TERCET_TRY(parse_iri_or_a(p, out));
  return is_inverse ? wrap_path(p, TERCET_PATH_INVERSE, place, *out, out)
                    : TERCET_OK;
}

/// Append to a list of paths
static tercet_status
add_path(tercet_parser *p, tercet_list *paths, tercet_ast_path *path)
{
  tercet_ast_path **const slot = tercet_list_add(p, paths, sizeof(*slot));
  if (!slot) {
    return tercet_parser_no_memory(p);
  }
  *slot = path;
  return TERCET_OK;
}

/// '(' ( PathOneInPropertySet ( '|' PathOneInPropertySet )* )? ')'
static tercet_status
parse_property_set(tercet_parser *p, tercet_list *children)
{
  if (tercet_parser_at(p, TERCET_TOKEN_NIL)) {
    return tercet_parser_advance(p);
  }

  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_LEFT_PARENTHESIS));
  for (;;) {
    tercet_ast_path *child = NULL;
    TERCET_TRY(parse_path_one_in_property_set(p, &child));
    TERCET_TRY(add_path(p, children, child));
    if (tercet_parser_at(p, TERCET_TOKEN_RIGHT_PARENTHESIS)) {
      return tercet_parser_advance(p);
    }
    if (!tercet_parser_at(p, TERCET_TOKEN_BAR)) {
      return tercet_parser_expected(p, "'|' or ')'");
    }
    TERCET_TRY(tercet_parser_advance(p));
  }
}

/// [95] PathNegatedPropertySet ::= PathOneInPropertySet
///      | '(' ( PathOneInPropertySet ( '|' PathOneInPropertySet )* )? ')'
static tercet_status
parse_path_negated_property_set(tercet_parser *p, tercet_ast_path **out)
{
  TERCET_TRY(new_path(p, TERCET_PATH_NEGATED, p->token.place, out));
  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_NOT));

  tercet_list children = {NULL, 0U, 0U};
  if (tercet_parser_at(p, TERCET_TOKEN_NIL) ||
      tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS)) {
    TERCET_TRY(parse_property_set(p, &children));
  } else {
    tercet_ast_path *child = NULL;
    TERCET_TRY(parse_path_one_in_property_set(p, &child));
    TERCET_TRY(add_path(p, &children, child));
  }

  (*out)->children = children.items;
  (*out)->n_children = children.n;
  return TERCET_OK;
}

/// [94] PathPrimary ::= iri | 'a' | '!' PathNegatedPropertySet | '(' Path ')'
static tercet_status
parse_path_primary(tercet_parser *p, tercet_ast_path **out)
{
  if (at_iri_or_a(p)) {
    return parse_iri_or_a(p, out);
  }
  if (tercet_parser_at(p, TERCET_TOKEN_NOT)) {
    return parse_path_negated_property_set(p, out);
  }
  if (!tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS)) {
    return tercet_parser_expected(p, "an IRI, 'a', '!' or '('");
  }

  TERCET_TRY(tercet_parser_enter(p, LEVELS));
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(tercet_parse_path(p, out));
  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_RIGHT_PARENTHESIS));
  tercet_parser_leave(p, LEVELS);
  return TERCET_OK;
}

/// Set `out` to what a PathMod makes of a path; false if none is there
static bool
find_path_mod(const tercet_parser *p, tercet_path_kind *out)
{
  if (tercet_parser_at(p, TERCET_TOKEN_QUESTION)) {
    *out = TERCET_PATH_ZERO_OR_ONE;
  } else if (tercet_parser_at(p, TERCET_TOKEN_STAR)) {
    *out = TERCET_PATH_ZERO_OR_MORE;
  } else if (tercet_parser_at(p, TERCET_TOKEN_PLUS)) {
    *out = TERCET_PATH_ONE_OR_MORE;
  } else {
    return false;
  }
  return true;
}

/// [91] PathElt ::= PathPrimary PathMod?
/// [93] PathMod ::= '?' | '*' | '+'
static tercet_status
parse_path_elt(tercet_parser *p, tercet_ast_path **out)
{
  const tercet_place place = p->token.place;
  TERCET_TRY(parse_path_primary(p, out));

  tercet_path_kind kind = TERCET_PATH_IRI;
  if (!find_path_mod(p, &kind)) {
    return TERCET_OK;
  }
  TERCET_TRY(tercet_parser_advance(p));
  return wrap_path(p, kind, place, *out, out);
}

/// [92] PathEltOrInverse ::= PathElt | '^' PathElt
static tercet_status
parse_path_elt_or_inverse(tercet_parser *p, tercet_ast_path **out)
{
  if (!tercet_parser_at(p, TERCET_TOKEN_CARET)) {
    return parse_path_elt(p, out);
  }
  const tercet_place place = p->token.place;
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(parse_path_elt(p, out));
  return wrap_path(p, TERCET_PATH_INVERSE, place, *out, out);
}

/// Read paths with a separator between them; a single one stays itself
static tercet_status
parse_path_list(tercet_parser *p,
                tercet_path_kind kind,
                tercet_token_kind separator,
                tercet_status (*parse_one)(tercet_parser *, tercet_ast_path **),
                tercet_ast_path **out)
{
  const tercet_place place = p->token.place;
  TERCET_TRY(parse_one(p, out));
  if (!tercet_parser_at(p, separator)) {
    return TERCET_OK;
  }

  tercet_list children = {NULL, 0U, 0U};
  TERCET_TRY(add_path(p, &children, *out));
  while (tercet_parser_at(p, separator)) {
    TERCET_TRY(tercet_parser_advance(p));
    TERCET_TRY(parse_one(p, out));
    TERCET_TRY(add_path(p, &children, *out));
  }

  TERCET_TRY(new_path(p, kind, place, out));
  (*out)->children = children.items;
  (*out)->n_children = children.n;
  return TERCET_OK;
}

/// [90] PathSequence ::= PathEltOrInverse ( '/' PathEltOrInverse )*
static tercet_status
parse_path_sequence(tercet_parser *p, tercet_ast_path **out)
{
  return parse_path_list(p,
                         TERCET_PATH_SEQUENCE,
                         TERCET_TOKEN_SLASH,
                         parse_path_elt_or_inverse,
                         out);
}

bool
tercet_parser_at_path(const tercet_parser *p)
{
  return at_iri_or_a(p) || tercet_parser_at(p, TERCET_TOKEN_CARET) ||
         tercet_parser_at(p, TERCET_TOKEN_NOT) ||
         tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS);
}

/// [88] Path ::= PathAlternative
/// [89] PathAlternative ::= PathSequence ( '|' PathSequence )*
tercet_status
tercet_parse_path(tercet_parser *p, tercet_ast_path **out)
{
  return parse_path_list(
      p, TERCET_PATH_ALTERNATIVE, TERCET_TOKEN_BAR, parse_path_sequence, out);
}
