// SPDX-License-Identifier: Apache-2.0

/**
   What the files of the parser share.

   Recursive descent with one token of lookahead: a function tercet_parse_x()
   or parse_x() reads the production of that name, whose first token is the
   current one, and leaves the token behind it as the current one.  All that is
   made lives in the arena; a failure needs no cleaning up.
*/

#ifndef TERCET_SPARQL_PARSER_INTERNAL_H
#define TERCET_SPARQL_PARSER_INTERNAL_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/hash_index.h"
#include "base/string_view.h"
#include "sparql/ast.h"
#include "sparql/lexer.h"
#include "sparql/parser.h"

#define TERCET_RDF_TYPE TERCET_RDF_NS "type"
#define TERCET_RDF_FIRST TERCET_RDF_NS "first"
#define TERCET_RDF_REST TERCET_RDF_NS "rest"
#define TERCET_RDF_NIL TERCET_RDF_NS "nil"

/// A growing array in the arena; all zero is an empty one
typedef struct {
  void *items;
  size_t n;
  size_t capacity;
} tercet_list;

/// Strings and their positions
typedef struct {
  tercet_list list; ///< Of tercet_string
  tercet_hash_index index;
} tercet_names;

/// Whether an aggregate may stand where the parser is (19.8, note 14)
typedef enum {
  TERCET_AGGREGATES_FORBIDDEN,
  TERCET_AGGREGATES_ALLOWED,
  TERCET_AGGREGATES_NESTED, ///< Inside an aggregate
} tercet_aggregates;

/**
   The variables in scope (18.2.1) of the groups that are open.

   A stack of entries.  `start` is where those of the innermost group begin; a
   group that ends leaves its entries to the group around it.  `newest[v]` is
   one more than the position of the newest entry of variable v, or 0; an entry
   remembers what it hides, so that entries can be taken back.
*/
typedef struct {
  tercet_list entries;
  tercet_list newest; ///< Of size_t
  size_t start;
} tercet_scope;

typedef struct {
  tercet_variable variable;
  size_t hidden;
} tercet_scope_entry;

typedef struct {
  tercet_lexer lexer;
  tercet_token token; ///< The current one
  tercet_arena *arena;
  const tercet_registry *registry;
  tercet_error *err;
  tercet_buffer scratch; ///< For texts while they are made

  tercet_string base;
  tercet_names prefixes;
  tercet_list prefix_iris; ///< Of tercet_string, for each prefix

  tercet_names variable_names;
  tercet_list variable_of_name; ///< Of tercet_variable, for each name
  tercet_list variables;        ///< Of tercet_ast_variable
  tercet_scope scope;

  tercet_names blank_labels;
  tercet_list blanks; ///< Of blank_use, for each label
  size_t bgp;         ///< Number of the current basic graph pattern
  size_t n_bgps;

  size_t depth;  ///< Of the recursion
  size_t height; ///< Of the highest tree made in the current group
  tercet_aggregates aggregates;
  size_t n_aggregates; ///< Read so far at this query level
} tercet_parser;

/* ---- parser.c: tokens, failures, lists ---- */

/// Go to the next token
TERCET_NODISCARD tercet_status
tercet_parser_advance(tercet_parser *p);

static inline bool
tercet_parser_at(const tercet_parser *p, tercet_token_kind kind)
{
  return p->token.kind == kind;
}

static inline bool
tercet_parser_at_word(const tercet_parser *p, tercet_keyword keyword)
{
  return p->token.kind == TERCET_TOKEN_WORD && p->token.keyword == keyword;
}

/// Skip a token of that kind, or fail
TERCET_NODISCARD tercet_status
tercet_parser_expect(tercet_parser *p, tercet_token_kind kind);

/// Skip a keyword, or fail; `name` is what messages call it
TERCET_NODISCARD tercet_status
tercet_parser_expect_word(tercet_parser *p,
                          tercet_keyword keyword,
                          const char *name);

/// Skip a keyword if it is the current token, and say so in `out`
TERCET_NODISCARD tercet_status
tercet_parser_accept_word(tercet_parser *p, tercet_keyword keyword, bool *out);

/// Fail with "expected ..., found ..." at the current token
TERCET_NODISCARD tercet_status
tercet_parser_expected(tercet_parser *p, const char *what);

/// Fail for memory that ran out, or the maximum of the arena
TERCET_NODISCARD tercet_status
tercet_parser_no_memory(tercet_parser *p);

/// Go `levels` deeper into the recursion, or fail at the current token
TERCET_NODISCARD tercet_status
tercet_parser_enter(tercet_parser *p, size_t levels);

void
tercet_parser_leave(tercet_parser *p, size_t levels);

/// Note a tree of that height, or fail if it is too high
TERCET_NODISCARD tercet_status
tercet_parser_note_height(tercet_parser *p, tercet_place place, size_t height);

/// Add a zeroed item to a list and return it, or NULL if memory is out
TERCET_NODISCARD void *
tercet_list_add(tercet_parser *p, tercet_list *list, size_t item_size);

/// Set `position` to that of a name, which is added (copied) if it is new
TERCET_NODISCARD tercet_status
tercet_names_add(tercet_parser *p,
                 tercet_names *names,
                 tercet_string name,
                 size_t *position,
                 bool *is_new);

/// Return the position of a name, or SIZE_MAX
size_t
tercet_names_find(const tercet_names *names, tercet_string name);

/* ---- parser_scope.c ---- */

/// Open a group; returns what tercet_scope_leave() needs
size_t
tercet_scope_enter(tercet_parser *p);

/// Close a group and leave its variables to the group around it
void
tercet_scope_leave(tercet_parser *p, size_t mark);

/// Close a group whose variables are not seen around it
void
tercet_scope_drop(tercet_parser *p, size_t mark);

/// Bring a variable into scope
TERCET_NODISCARD tercet_status
tercet_scope_add(tercet_parser *p, tercet_variable variable);

bool
tercet_scope_has(const tercet_parser *p, tercet_variable variable);

/// Append a projection for each variable in scope, in order
TERCET_NODISCARD tercet_status
tercet_scope_project(tercet_parser *p, tercet_ast_select *select);

/* ---- parse_term.c ---- */

/// Return the name of a variable of the tree
tercet_string
tercet_parser_variable_name(const tercet_parser *p, tercet_variable variable);

TERCET_NODISCARD tercet_status
tercet_parse_var(tercet_parser *p, tercet_variable *out);

/// Make a blank node that nothing else names
TERCET_NODISCARD tercet_status
tercet_parser_new_blank(tercet_parser *p, tercet_ast_node *out);

/// Forget the blank node labels read so far
void
tercet_parser_forget_labels(tercet_parser *p);

tercet_ast_node
tercet_node_from_iri(tercet_string iri);

/// Return whether an iri starts here
bool
tercet_parser_at_iri(const tercet_parser *p);

TERCET_NODISCARD tercet_status
tercet_parse_iri(tercet_parser *p, tercet_string *out);

/// IRIREF alone, as in the prologue
TERCET_NODISCARD tercet_status
tercet_parse_iriref(tercet_parser *p, tercet_string *out);

TERCET_NODISCARD tercet_status
tercet_parse_var_or_iri(tercet_parser *p, tercet_ast_node *out);

/// Return whether a VarOrTerm starts here
bool
tercet_parser_at_term(const tercet_parser *p);

TERCET_NODISCARD tercet_status
tercet_parse_var_or_term(tercet_parser *p, tercet_ast_node *out);

/// Return whether an RDFLiteral, NumericLiteral or BooleanLiteral starts here
bool
tercet_parser_at_literal(const tercet_parser *p);

TERCET_NODISCARD tercet_status
tercet_parse_literal(tercet_parser *p, tercet_term *out);

TERCET_NODISCARD tercet_status
tercet_parse_string(tercet_parser *p, tercet_string *out);

/* ---- parse_triples.c, parse_path.c ---- */

/// Return whether a TriplesSameSubject starts here
bool
tercet_parser_at_triples(const tercet_parser *p);

/// TriplesSameSubject, or TriplesSameSubjectPath if `allow_paths`, appended to
/// a list of tercet_ast_triple
TERCET_NODISCARD tercet_status
tercet_parse_triples_same_subject(tercet_parser *p,
                                  bool allow_paths,
                                  tercet_list *triples);

/// TriplesTemplate or ConstructTriples
TERCET_NODISCARD tercet_status
tercet_parse_triples_template(tercet_parser *p, tercet_list *triples);

/// Return whether a Path starts here
bool
tercet_parser_at_path(const tercet_parser *p);

TERCET_NODISCARD tercet_status
tercet_parse_path(tercet_parser *p, tercet_ast_path **out);

/* ---- parse_pattern.c, parse_values.c ---- */

TERCET_NODISCARD tercet_status
tercet_parse_group_graph_pattern(tercet_parser *p, tercet_ast_group **out);

/// Begin a basic graph pattern: the scope of a blank node label
void
tercet_parser_start_bgp(tercet_parser *p);

TERCET_NODISCARD tercet_status
tercet_parse_data_block(tercet_parser *p, tercet_ast_values *out);

/// ValuesClause
TERCET_NODISCARD tercet_status
tercet_parse_values_clause(tercet_parser *p, tercet_ast_select *select);

/* ---- parse_query.c, parse_select.c, parse_modifier.c ---- */

TERCET_NODISCARD tercet_status
tercet_parse_query_unit(tercet_parser *p, tercet_ast *out);

/// SubSelect, whose scope is closed and whose projections are brought into the
/// scope around it
TERCET_NODISCARD tercet_status
tercet_parse_sub_select(tercet_parser *p, tercet_ast_select **out);

/// SelectClause
TERCET_NODISCARD tercet_status
tercet_parse_select_clause(tercet_parser *p, tercet_ast_select *select);

/// WhereClause
TERCET_NODISCARD tercet_status
tercet_parse_where_clause(tercet_parser *p, tercet_ast_group **out);

/// SolutionModifier
TERCET_NODISCARD tercet_status
tercet_parse_solution_modifier(tercet_parser *p, tercet_ast_select *select);

/// Check what a query level projects (11.4; 19.8, note 12), when all of it
/// is read and its pattern's scope is open
TERCET_NODISCARD tercet_status
tercet_parser_check_select(tercet_parser *p, tercet_ast_select *select);

/* ---- parse_expression.c, parse_call.c ---- */

/// Make an expression of `n_args` arguments, which are copied
TERCET_NODISCARD tercet_status
tercet_parser_new_expr(tercet_parser *p,
                       tercet_expr_kind kind,
                       tercet_place place,
                       size_t n_args,
                       tercet_expr *const *args,
                       tercet_expr **out);

TERCET_NODISCARD tercet_status
tercet_parse_expression(tercet_parser *p, tercet_expr **out);

TERCET_NODISCARD tercet_status
tercet_parse_bracketted_expression(tercet_parser *p, tercet_expr **out);

/// Return whether a Constraint starts here
bool
tercet_parser_at_constraint(const tercet_parser *p);

TERCET_NODISCARD tercet_status
tercet_parse_constraint(tercet_parser *p, tercet_expr **out);

TERCET_NODISCARD tercet_status
tercet_parse_variable_expression(tercet_parser *p, tercet_expr **out);

/// ExpressionList, or ArgList if `distinct` is given, appended to a list of
/// tercet_expr pointers
TERCET_NODISCARD tercet_status
tercet_parse_expression_list(tercet_parser *p,
                             bool *distinct,
                             tercet_list *args);

/// Return whether a BuiltInCall starts here
bool
tercet_parser_at_builtin_call(const tercet_parser *p);

TERCET_NODISCARD tercet_status
tercet_parse_builtin_call(tercet_parser *p, tercet_expr **out);

/// iriOrFunction, or FunctionCall if `needs_arguments`
TERCET_NODISCARD tercet_status
tercet_parse_iri_or_function(tercet_parser *p,
                             bool needs_arguments,
                             tercet_expr **out);

/// Fail with a status at a place
#define TERCET_PARSER_FAIL(p, status, place, ...)                              \
  tercet_error_set_at(                                                         \
      (p)->err, (status), (place).line, (place).column, __VA_ARGS__)

#endif // TERCET_SPARQL_PARSER_INTERNAL_H
