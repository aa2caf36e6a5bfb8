// SPDX-License-Identifier: Apache-2.0

/**
   The syntax tree of a query, as written: the parser makes it, the algebra
   reads it.

   All nodes and texts live in the arena that the parser was given.  IRIs are
   resolved and prefixed names expanded.  A variable is its position in
   tercet_ast.variables; one name is one variable in the whole tree, the scopes
   of sub-queries are told apart by the algebra.  Blank nodes in patterns are
   variables that no projection shows; those of a CONSTRUCT template are
   variables of their own that no pattern binds.

   Trees are at most TERCET_SPARQL_MAX_DEPTH deep, so that they may be walked
   by recursion: chains of AND and OR are made into balanced binary trees,
   paths in sequence or alternative into one node with many children.
*/

#ifndef TERCET_SPARQL_AST_H
#define TERCET_SPARQL_AST_H

#include <tercet/rdf.h>

#include "base/arena.h"
#include "sparql/builtin.h"
#include "sparql/function.h"

typedef uint32_t tercet_variable;

#define TERCET_VARIABLE_NONE UINT32_MAX

/// Groups, parentheses, calls and operators within each other
#define TERCET_SPARQL_MAX_DEPTH 500U

/// Where a construct starts in the text, counted from 1
typedef struct {
  uint32_t line;
  uint32_t column;
} tercet_place;

typedef struct {
  tercet_string name; ///< Without '?'; the label for a blank node
  bool is_blank;
} tercet_ast_variable;

/// A variable, or a term if `variable` is TERCET_VARIABLE_NONE
typedef struct {
  tercet_variable variable;
  tercet_term term;
} tercet_ast_node;

typedef struct tercet_expr tercet_expr;
typedef struct tercet_ast_path tercet_ast_path;
typedef struct tercet_ast_group tercet_ast_group;
typedef struct tercet_ast_select tercet_ast_select;

/* ---- Expressions ---- */

typedef enum {
  TERCET_EXPR_VARIABLE,
  TERCET_EXPR_TERM,
  TERCET_EXPR_OR,
  TERCET_EXPR_AND,
  TERCET_EXPR_EQUAL,
  TERCET_EXPR_NOT_EQUAL,
  TERCET_EXPR_LESS,
  TERCET_EXPR_GREATER,
  TERCET_EXPR_LESS_EQUAL,
  TERCET_EXPR_GREATER_EQUAL,
  TERCET_EXPR_IN, ///< First argument in the others
  TERCET_EXPR_NOT_IN,
  TERCET_EXPR_ADD,
  TERCET_EXPR_SUBTRACT,
  TERCET_EXPR_MULTIPLY,
  TERCET_EXPR_DIVIDE,
  TERCET_EXPR_NOT,
  TERCET_EXPR_PLUS,
  TERCET_EXPR_MINUS,
  TERCET_EXPR_BUILTIN,   ///< `builtin`
  TERCET_EXPR_FUNCTION,  ///< `function`: a registered one, XSD casts included;
                         ///< `term` is its IRI
  TERCET_EXPR_AGGREGATE, ///< `aggregate`
  TERCET_EXPR_EXISTS,    ///< `group`
  TERCET_EXPR_NOT_EXISTS,
} tercet_expr_kind;

/// Return the comparison for the operands the other way round
static inline tercet_expr_kind
tercet_comparison_mirrored(tercet_expr_kind kind)
{
  return kind == TERCET_EXPR_LESS            ? TERCET_EXPR_GREATER
         : kind == TERCET_EXPR_GREATER       ? TERCET_EXPR_LESS
         : kind == TERCET_EXPR_LESS_EQUAL    ? TERCET_EXPR_GREATER_EQUAL
         : kind == TERCET_EXPR_GREATER_EQUAL ? TERCET_EXPR_LESS_EQUAL
                                             : kind;
}

typedef enum {
  TERCET_AGGREGATE_COUNT, ///< Without arguments: COUNT(*)
  TERCET_AGGREGATE_SUM,
  TERCET_AGGREGATE_MIN,
  TERCET_AGGREGATE_MAX,
  TERCET_AGGREGATE_AVG,
  TERCET_AGGREGATE_SAMPLE,
  TERCET_AGGREGATE_GROUP_CONCAT,
  TERCET_AGGREGATE_EXTENSION, ///< `extension`
} tercet_aggregate_kind;

struct tercet_expr {
  tercet_expr_kind kind;
  tercet_place place;
  uint32_t height; ///< Nodes on the longest way down, this one included
  size_t n_args;
  tercet_expr **args;
  tercet_variable variable;        ///< VARIABLE
  tercet_term term;                ///< TERM
  tercet_builtin builtin;          ///< BUILTIN
  const tercet_function *function; ///< FUNCTION; NULL only if the parser was
                                   ///< given no registry
  tercet_aggregate_kind aggregate; ///< AGGREGATE
  const tercet_aggregate_function *extension; ///< AGGREGATE, EXTENSION
  bool distinct;           ///< AGGREGATE, built-in (COUNT(DISTINCT *) too)
  tercet_string separator; ///< GROUP_CONCAT, default " "
  tercet_ast_group *group; ///< EXISTS, NOT_EXISTS
};

/* ---- Patterns ---- */

typedef enum {
  TERCET_PATH_IRI,
  TERCET_PATH_INVERSE,
  TERCET_PATH_SEQUENCE,
  TERCET_PATH_ALTERNATIVE,
  TERCET_PATH_ZERO_OR_MORE,
  TERCET_PATH_ONE_OR_MORE,
  TERCET_PATH_ZERO_OR_ONE,
  TERCET_PATH_NEGATED, ///< Children are IRI or INVERSE of IRI
} tercet_path_kind;

struct tercet_ast_path {
  tercet_path_kind kind;
  tercet_place place;
  tercet_string iri; ///< IRI
  size_t n_children;
  tercet_ast_path **children;
};

/// A triple pattern, or a path pattern if `path` is given: `predicate` is then
/// of no kind.  A path that is a single IRI is a triple pattern.
typedef struct {
  tercet_ast_node subject;
  tercet_ast_node predicate;
  tercet_ast_path *path; ///< Or NULL
  tercet_ast_node object;
  tercet_place place; ///< Of the predicate, where one is written
} tercet_ast_triple;

/// VALUES: `n_rows` times `n_variables` terms, row by row; TERCET_TERM_NONE is
/// UNDEF
typedef struct {
  size_t n_variables;
  tercet_variable *variables;
  size_t n_rows;
  tercet_term *terms;
} tercet_ast_values;

typedef enum {
  TERCET_ELEMENT_TRIPLES,  ///< `triples`: one basic graph pattern, which
                           ///< filters in its middle do not divide
  TERCET_ELEMENT_FILTER,   ///< `expr`
  TERCET_ELEMENT_OPTIONAL, ///< `groups[0]`
  TERCET_ELEMENT_MINUS,    ///< `groups[0]`
  TERCET_ELEMENT_UNION,    ///< `groups`: one or more; one is a plain group
  TERCET_ELEMENT_GRAPH,    ///< `node`, `groups[0]`
  TERCET_ELEMENT_SERVICE,  ///< `node`, `silent`, `groups[0]`
  TERCET_ELEMENT_BIND,     ///< `expr`, `variable`
  TERCET_ELEMENT_VALUES,   ///< `values`
  TERCET_ELEMENT_SELECT,   ///< `select`: a sub-query
} tercet_element_kind;

typedef struct {
  tercet_element_kind kind;
  tercet_place place;
  size_t n_triples;
  tercet_ast_triple *triples;
  tercet_expr *expr;
  tercet_variable variable;
  size_t n_groups;
  tercet_ast_group **groups;
  tercet_ast_node node;
  bool silent;
  tercet_ast_values values;
  tercet_ast_select *select;
} tercet_ast_element;

/// The elements between braces, in the order written.  A sub-query is the only
/// element of its group.
struct tercet_ast_group {
  size_t n_elements;
  tercet_ast_element *elements;
};

/* ---- Queries ---- */

/// `variable`, with the expression that it stands for or NULL
typedef struct {
  tercet_variable variable;
  tercet_expr *expr;
  tercet_place place;
} tercet_ast_projection;

/// GROUP BY: an expression, named by `variable` or TERCET_VARIABLE_NONE.  A
/// plain variable names itself.
typedef struct {
  tercet_expr *expr;
  tercet_variable variable;
} tercet_ast_group_key;

typedef struct {
  tercet_expr *expr;
  bool descending;
} tercet_ast_order;

/// A SELECT query or sub-query; ASK, CONSTRUCT and DESCRIBE use the parts that
/// they have
struct tercet_ast_select {
  bool distinct;
  bool reduced;
  bool star; ///< SELECT * or DESCRIBE *: the projections are the variables in
             ///< scope, in the order of their first appearance
  size_t n_projections;
  tercet_ast_projection *projections;
  tercet_ast_group *where;
  size_t n_group_keys;
  tercet_ast_group_key *group_keys;
  size_t n_having;
  tercet_expr **having;
  size_t n_order;
  tercet_ast_order *order;
  bool has_limit;
  uint64_t limit;
  uint64_t offset;
  bool has_aggregates; ///< In projections, HAVING or ORDER BY
  tercet_place place;  ///< Of the keyword SELECT
  bool has_values;
  tercet_ast_values values; ///< The trailing VALUES clause
};

typedef enum {
  TERCET_FORM_SELECT,
  TERCET_FORM_ASK,
  TERCET_FORM_CONSTRUCT,
  TERCET_FORM_DESCRIBE,
} tercet_form;

typedef struct {
  tercet_form form;
  tercet_place place; ///< Of the form's keyword
  tercet_string base; ///< In force after the prologue; may be empty
  size_t n_variables;
  tercet_ast_variable *variables;
  size_t n_prefixes; ///< Declared in the prologue
  tercet_string *prefix_names;
  tercet_string *prefix_iris; ///< For each name
  size_t n_from;
  tercet_string *from; ///< FROM
  size_t n_from_named;
  tercet_string *from_named; ///< FROM NAMED
  tercet_ast_select select;
  size_t n_template;
  tercet_ast_triple *template_triples; ///< CONSTRUCT
  size_t n_described;
  tercet_ast_node *described; ///< DESCRIBE; for DESCRIBE * see `select.star`
} tercet_ast;

#endif // TERCET_SPARQL_AST_H
