// SPDX-License-Identifier: Apache-2.0

/// Variables, IRIs, literals and blank nodes

#include "sparql/parser_internal.h"

#include "rdf/escape.h"
#include "rdf/iri.h"

/// A blank node label: its variable, and the basic graph pattern it is in
typedef struct {
  tercet_variable variable;
  size_t bgp;
} blank_use;

/// Copy what the scratch buffer holds to the arena
static tercet_status
keep_scratch(tercet_parser *p, tercet_status st, tercet_string *out)
{
  if (st || !tercet_arena_copy_string(
                p->arena, tercet_buffer_view(&p->scratch), out)) {
    return tercet_parser_no_memory(p);
  }
  return TERCET_OK;
}

/* ---- Variables and blank nodes ---- */

/// Add a variable to the tree
static tercet_status
new_variable(tercet_parser *p,
             tercet_string name,
             bool is_blank,
             tercet_variable *out)
{
  if (p->variables.n >= TERCET_VARIABLE_NONE) {
    return TERCET_PARSER_FAIL(
        p, TERCET_ERR_LIMIT, p->token.place, "too many variables");
  }
  tercet_ast_variable *const variable =
      tercet_list_add(p, &p->variables, sizeof(*variable));
  if (!variable || !tercet_list_add(p, &p->scope.newest, sizeof(size_t))) {
    return tercet_parser_no_memory(p);
  }

  variable->name = name;
  variable->is_blank = is_blank;
  *out = (tercet_variable)(p->variables.n - 1U);
  return TERCET_OK;
}

tercet_string
tercet_parser_variable_name(const tercet_parser *p, tercet_variable variable)
{
  return ((const tercet_ast_variable *)p->variables.items)[variable].name;
}

/// [108] Var ::= VAR1 | VAR2
tercet_status
tercet_parse_var(tercet_parser *p, tercet_variable *out)
{
  if (!tercet_parser_at(p, TERCET_TOKEN_VARIABLE)) {
    return tercet_parser_expected(p, "a variable");
  }

  size_t position = 0U;
  bool is_new = false;
  TERCET_TRY(tercet_names_add(
      p, &p->variable_names, p->token.text, &position, &is_new));
  if (is_new) {
    tercet_variable *const slot =
        tercet_list_add(p, &p->variable_of_name, sizeof(*slot));
    if (!slot) {
      return tercet_parser_no_memory(p);
    }
    const tercet_string *const names = p->variable_names.list.items;
    TERCET_TRY(new_variable(p, names[position], false, slot));
  }

  *out = ((const tercet_variable *)p->variable_of_name.items)[position];
  return tercet_parser_advance(p);
}

static tercet_ast_node
node_from_variable(tercet_variable variable)
{
  const tercet_ast_node node = {.variable = variable};
  return node;
}

tercet_status
tercet_parser_new_blank(tercet_parser *p, tercet_ast_node *out)
{
  const tercet_string no_label = {"", 0U};
  tercet_variable variable = TERCET_VARIABLE_NONE;
  TERCET_TRY(new_variable(p, no_label, true, &variable));
  *out = node_from_variable(variable);
  return TERCET_OK;
}

void
tercet_parser_forget_labels(tercet_parser *p)
{
  tercet_hash_index_clear(&p->blank_labels.index);
  p->blank_labels.list.n = 0U;
  p->blanks.n = 0U;
}

/// [142] BLANK_NODE_LABEL
static tercet_status
parse_blank_node_label(tercet_parser *p, tercet_ast_node *out)
{
  size_t position = 0U;
  bool is_new = false;
  TERCET_TRY(
      tercet_names_add(p, &p->blank_labels, p->token.text, &position, &is_new));
  if (is_new) {
    blank_use *const use = tercet_list_add(p, &p->blanks, sizeof(*use));
    if (!use) {
      return tercet_parser_no_memory(p);
    }
    const tercet_string *const labels = p->blank_labels.list.items;
    use->bgp = p->bgp;
    TERCET_TRY(new_variable(p, labels[position], true, &use->variable));
  }

  const blank_use *const use = (const blank_use *)p->blanks.items + position;
  if (use->bgp != p->bgp) {
    return TERCET_PARSER_FAIL(p,
                              TERCET_ERR_SYNTAX,
                              p->token.place,
                              "the blank node label '_:%.*s' is used in "
                              "another graph pattern already",
                              TERCET_STRING_ARGS(p->token.text));
  }

  *out = node_from_variable(use->variable);
  return tercet_parser_advance(p);
}

/* ---- IRIs ---- */

tercet_ast_node
tercet_node_from_iri(tercet_string iri)
{
  const tercet_ast_node node = {
      .variable = TERCET_VARIABLE_NONE,
      .term = {.kind = TERCET_TERM_IRI, .value = iri},
  };
  return node;
}

bool
tercet_parser_at_iri(const tercet_parser *p)
{
  return tercet_parser_at(p, TERCET_TOKEN_IRI) ||
         tercet_parser_at(p, TERCET_TOKEN_PREFIXED_NAME);
}

/// Resolve an IRI against the base
static tercet_status
resolve_iri(tercet_parser *p, tercet_string iri, tercet_string *out)
{
  if (tercet_iri_has_scheme(iri)) {
    return tercet_arena_copy_string(p->arena, iri, out)
               ? TERCET_OK
               : tercet_parser_no_memory(p);
  }
  if (!p->base.length) {
    return TERCET_PARSER_FAIL(p,
                              TERCET_ERR_SYNTAX,
                              p->token.place,
                              "the IRI <%.*s> is relative and there is no base",
                              TERCET_STRING_ARGS(iri));
  }

  p->scratch.length = 0U;
  return keep_scratch(p, tercet_iri_resolve(p->base, iri, &p->scratch), out);
}

/// [139] IRIREF
tercet_status
tercet_parse_iriref(tercet_parser *p, tercet_string *out)
{
  if (!tercet_parser_at(p, TERCET_TOKEN_IRI)) {
    return tercet_parser_expected(p, "an IRI in angle brackets");
  }

  tercet_string iri = p->token.text;
  if (iri.length && memchr(iri.data, '\\', iri.length)) {
    p->scratch.length = 0U;
    TERCET_TRY(keep_scratch(p, tercet_unescape(iri, &p->scratch), &iri));
  }
  TERCET_TRY(resolve_iri(p, iri, out));
  return tercet_parser_advance(p);
}

/// Append a local name to the scratch buffer, without the backslashes of
/// [172] PN_LOCAL_ESC
static tercet_status
append_local_name(tercet_parser *p, tercet_string local)
{
  tercet_status st = tercet_buffer_reserve(&p->scratch, local.length);
  for (size_t i = 0; i < local.length && !st; ++i) {
    if (local.data[i] != '\\') {
      st = tercet_buffer_append_char(&p->scratch, local.data[i]);
    } else {
      st = tercet_buffer_append_char(&p->scratch, local.data[++i]);
    }
  }
  return st;
}

/// [137] PrefixedName ::= PNAME_LN | PNAME_NS
static tercet_status
parse_prefixed_name(tercet_parser *p, tercet_string *out)
{
  const tercet_token *const token = &p->token;
  const tercet_string prefix = {token->text.data, token->prefix_length};
  const tercet_string local = {prefix.data + prefix.length + 1U,
                               token->text.length - prefix.length - 1U};

  const size_t position = tercet_names_find(&p->prefixes, prefix);
  if (position == SIZE_MAX) {
    return TERCET_PARSER_FAIL(p,
                              TERCET_ERR_SYNTAX,
                              token->place,
                              "the prefix '%.*s:' is not declared",
                              TERCET_STRING_ARGS(prefix));
  }

  const tercet_string iri =
      ((const tercet_string *)p->prefix_iris.items)[position];
  p->scratch.length = 0U;
  tercet_status st = tercet_buffer_append(&p->scratch, iri.data, iri.length);
  if (!st) {
    st = append_local_name(p, local);
  }
  TERCET_TRY(keep_scratch(p, st, out));
  return tercet_parser_advance(p);
}

/// [136] iri ::= IRIREF | PrefixedName
tercet_status
tercet_parse_iri(tercet_parser *p, tercet_string *out)
{
  if (tercet_parser_at(p, TERCET_TOKEN_PREFIXED_NAME)) {
    return parse_prefixed_name(p, out);
  }
  return tercet_parser_at(p, TERCET_TOKEN_IRI)
             ? tercet_parse_iriref(p, out)
             : tercet_parser_expected(p, "an IRI");
}

/// [107] VarOrIri ::= Var | iri
tercet_status
tercet_parse_var_or_iri(tercet_parser *p, tercet_ast_node *out)
{
  if (tercet_parser_at(p, TERCET_TOKEN_VARIABLE)) {
    tercet_variable variable = TERCET_VARIABLE_NONE;
    TERCET_TRY(tercet_parse_var(p, &variable));
    *out = node_from_variable(variable);
    return TERCET_OK;
  }
  if (!tercet_parser_at_iri(p)) {
    return tercet_parser_expected(p, "a variable or an IRI");
  }
  tercet_string iri = {NULL, 0U};
  TERCET_TRY(tercet_parse_iri(p, &iri));
  *out = tercet_node_from_iri(iri);
  return TERCET_OK;
}

/* ---- Literals ---- */

bool
tercet_parser_at_literal(const tercet_parser *p)
{
  return tercet_parser_at(p, TERCET_TOKEN_STRING) ||
         tercet_parser_at(p, TERCET_TOKEN_INTEGER) ||
         tercet_parser_at(p, TERCET_TOKEN_DECIMAL) ||
         tercet_parser_at(p, TERCET_TOKEN_DOUBLE) ||
         tercet_parser_at_word(p, TERCET_KEYWORD_TRUE) ||
         tercet_parser_at_word(p, TERCET_KEYWORD_FALSE);
}

/// [135] String
tercet_status
tercet_parse_string(tercet_parser *p, tercet_string *out)
{
  if (!tercet_parser_at(p, TERCET_TOKEN_STRING)) {
    return tercet_parser_expected(p, "a string");
  }

  const tercet_string text = p->token.text;
  if (text.length && memchr(text.data, '\\', text.length)) {
    p->scratch.length = 0U;
    TERCET_TRY(keep_scratch(p, tercet_unescape(text, &p->scratch), out));
  } else if (!tercet_arena_copy_string(p->arena, text, out)) {
    return tercet_parser_no_memory(p);
  }
  return tercet_parser_advance(p);
}

/// [129] RDFLiteral ::= String ( LANGTAG | ( '^^' iri ) )?
static tercet_status
parse_rdf_literal(tercet_parser *p, tercet_term *out)
{
  TERCET_TRY(tercet_parse_string(p, &out->value));

  if (tercet_parser_at(p, TERCET_TOKEN_LANGUAGE)) {
    out->datatype = tercet_datatype_iri(TERCET_DATATYPE_LANG_STRING);
    return tercet_arena_copy_string(p->arena, p->token.text, &out->language)
               ? tercet_parser_advance(p)
               : tercet_parser_no_memory(p);
  }
  if (tercet_parser_at(p, TERCET_TOKEN_DATATYPE)) {
    TERCET_TRY(tercet_parser_advance(p));
    return tercet_parse_iri(p, &out->datatype);
  }

  out->datatype = tercet_datatype_iri(TERCET_DATATYPE_STRING);
  return TERCET_OK;
}

/// [130] NumericLiteral, whose lexical form is as it was written
static tercet_status
parse_numeric_literal(tercet_parser *p, tercet_term *out)
{
  const tercet_token_kind kind = p->token.kind;
  out->datatype = tercet_datatype_iri(
      kind == TERCET_TOKEN_INTEGER   ? TERCET_DATATYPE_INTEGER
      : kind == TERCET_TOKEN_DECIMAL ? TERCET_DATATYPE_DECIMAL
                                     : TERCET_DATATYPE_DOUBLE);
  return tercet_arena_copy_string(p->arena, p->token.text, &out->value)
             ? tercet_parser_advance(p)
             : tercet_parser_no_memory(p);
}

/// RDFLiteral | NumericLiteral | [134] BooleanLiteral ::= 'true' | 'false'
tercet_status
tercet_parse_literal(tercet_parser *p, tercet_term *out)
{
  *out = (tercet_term){.kind = TERCET_TERM_LITERAL};
  if (tercet_parser_at(p, TERCET_TOKEN_STRING)) {
    return parse_rdf_literal(p, out);
  }
  if (!tercet_parser_at_literal(p)) {
    return tercet_parser_expected(p, "a literal");
  }
  if (!tercet_parser_at(p, TERCET_TOKEN_WORD)) {
    return parse_numeric_literal(p, out);
  }

  out->value = tercet_string_from(
      p->token.keyword == TERCET_KEYWORD_TRUE ? "true" : "false");
  out->datatype = tercet_datatype_iri(TERCET_DATATYPE_BOOLEAN);
  return tercet_parser_advance(p);
}

/* ---- Terms of patterns ---- */

bool
tercet_parser_at_term(const tercet_parser *p)
{
  return tercet_parser_at(p, TERCET_TOKEN_VARIABLE) ||
         tercet_parser_at_iri(p) || tercet_parser_at_literal(p) ||
         tercet_parser_at(p, TERCET_TOKEN_BLANK_LABEL) ||
         tercet_parser_at(p, TERCET_TOKEN_ANON) ||
         tercet_parser_at(p, TERCET_TOKEN_NIL);
}

/// [106] VarOrTerm ::= Var | GraphTerm
/// [109] GraphTerm ::= iri | RDFLiteral | NumericLiteral | BooleanLiteral
///                   | BlankNode | NIL
tercet_status
tercet_parse_var_or_term(tercet_parser *p, tercet_ast_node *out)
{
  if (tercet_parser_at(p, TERCET_TOKEN_BLANK_LABEL)) {
    return parse_blank_node_label(p, out);
  }
  if (tercet_parser_at(p, TERCET_TOKEN_ANON)) {
    TERCET_TRY(tercet_parser_new_blank(p, out));
    return tercet_parser_advance(p);
  }
  if (tercet_parser_at(p, TERCET_TOKEN_NIL)) {
    *out = tercet_node_from_iri(tercet_string_from(TERCET_RDF_NIL));
    return tercet_parser_advance(p);
  }
  if (tercet_parser_at_literal(p)) {
    out->variable = TERCET_VARIABLE_NONE;
    return tercet_parse_literal(p, &out->term);
  }
  return tercet_parser_at_term(p)
             ? tercet_parse_var_or_iri(p, out)
             : tercet_parser_expected(p, "a term or a variable");
}
