// SPDX-License-Identifier: Apache-2.0

/**
   A query as an expression of the SPARQL algebra (SPARQL 1.1, 18.2).

   Variables are numbered anew: those of the tree keep their numbers, and the
   variables of sub-queries that are not projected, blank nodes of paths and
   results of aggregates get further numbers.  So one number is one variable in
   the whole expression, whatever its scope.  Terms are ids of the query's
   overlay dictionary.  All nodes live in one arena.
*/

#ifndef TERCET_SPARQL_ALGEBRA_H
#define TERCET_SPARQL_ALGEBRA_H

#include "base/arena.h"
#include "sparql/ast.h"
#include "store/dictionary.h"
#include "store/segment.h"

/// A place of a quad pattern: a constant, a variable, or a variable that can
/// only have one value
typedef struct {
  tercet_variable variable; ///< Or TERCET_VARIABLE_NONE
  tercet_id id;             ///< The value if it is known, else TERCET_ID_NONE
} tercet_slot;

/// One aggregate of a GROUP
typedef struct {
  tercet_aggregate_kind kind;
  const tercet_aggregate_function *extension;
  tercet_expr *arg; ///< NULL for COUNT(*)
  bool distinct;
  tercet_string separator;
  tercet_variable variable; ///< Gets the result
} tercet_aggregation;

typedef enum {
  TERCET_ALGEBRA_UNIT,      ///< One solution without bindings
  TERCET_ALGEBRA_PATTERN,   ///< `slots`
  TERCET_ALGEBRA_GRAPHS,    ///< Each named graph, or that of slots[G].id if it
                            ///< is one: `variable`
  TERCET_ALGEBRA_VALUES,    ///< `variables`, `n_rows`, `ids`
  TERCET_ALGEBRA_KEYS,      ///< Rows handed in by a bind join: `variables`
  TERCET_ALGEBRA_JOIN,      ///< Any number of children
  TERCET_ALGEBRA_LEFT_JOIN, ///< Two children, `exprs`
  TERCET_ALGEBRA_UNION,     ///< Any number of children
  TERCET_ALGEBRA_FILTER,    ///< One child, `exprs`: all must hold
  TERCET_ALGEBRA_EXTEND,    ///< One child, `variable`, `exprs[0]`
  TERCET_ALGEBRA_GROUP,     ///< One child, `variables` (keys), `aggregations`
  TERCET_ALGEBRA_ORDER,     ///< One child, `order`
  TERCET_ALGEBRA_PROJECT,   ///< One child, `variables`
  TERCET_ALGEBRA_DISTINCT,
  TERCET_ALGEBRA_REDUCED,
  TERCET_ALGEBRA_SLICE, ///< One child, `offset`, `limit`
} tercet_algebra_kind;

typedef struct tercet_algebra tercet_algebra;

/// Distinct rows that a bind join hands to the pattern on its right
typedef struct {
  size_t n_columns;
  size_t n_rows;
  const tercet_id *rows; ///< Row by row
} tercet_key_rows;

struct tercet_algebra {
  tercet_algebra_kind kind;
  size_t n_children;
  tercet_algebra **children;
  tercet_slot slots[4]; ///< S, P, O, G; no variable and id NONE in G: the
                        ///< default graph of the query
  tercet_variable variable;
  size_t n_exprs;
  tercet_expr **exprs;
  size_t n_variables;
  tercet_variable *variables;
  size_t n_rows;
  tercet_id *ids;        ///< Row by row; TERCET_ID_NONE is UNDEF
  tercet_key_rows *keys; ///< KEYS
  bool each_graph;       ///< GROUP by one variable: a group for each named
                         ///< graph, even without solutions
  size_t n_aggregations;
  tercet_aggregation *aggregations;
  size_t n_order;
  tercet_ast_order *order;
  uint64_t limit; ///< UINT64_MAX: none
  uint64_t offset;
  uint64_t *possible; ///< Variables that a solution may bind, see optimize.h
  uint64_t *certain;  ///< Variables that each solution binds
};

/// The graphs that a query sees
typedef struct {
  size_t n_default;
  tercet_id *default_graphs; ///< Ascending
  bool all_named;            ///< Every named graph; else those of the list
  size_t n_named;
  tercet_id *named_graphs; ///< Ascending
} tercet_query_graphs;

/// A variable with a value given from outside
typedef struct {
  tercet_variable variable;
  tercet_id id;
} tercet_binding;

/// A translated query
typedef struct {
  tercet_form form;
  tercet_algebra *root;
  size_t n_variables;
  size_t variables_capacity;
  tercet_ast_variable *variables; ///< `is_blank` also for the added ones
  size_t n_columns;
  tercet_variable *columns; ///< Of the result, in order
  tercet_query_graphs graphs;
  tercet_dictionary *dictionary; ///< The overlay that the ids are of
  const tercet_ast *ast;         ///< What it was made of
} tercet_algebra_query;

/**
   Translate a query.

   @param bindings Joined to the outermost group like a VALUES block of one row.
   @return #TERCET_OK, #TERCET_ERR_UNSUPPORTED with the place of what is not
   there, #TERCET_ERR_NO_MEMORY.
*/
TERCET_NODISCARD tercet_status
tercet_algebra_translate(const tercet_ast *ast,
                         size_t n_bindings,
                         const tercet_binding *bindings,
                         tercet_dictionary *dictionary,
                         tercet_arena *arena,
                         tercet_algebra_query *out,
                         tercet_error *err);

/// Make a node with room for children, or return NULL
tercet_algebra *
tercet_algebra_new(tercet_arena *arena,
                   tercet_algebra_kind kind,
                   size_t n_children);

/// Make a node over one child, or return NULL (also if `child` is NULL)
tercet_algebra *
tercet_algebra_over(tercet_arena *arena,
                    tercet_algebra_kind kind,
                    tercet_algebra *child);

/// Make the join of two nodes, or return NULL (also if one is NULL)
tercet_algebra *
tercet_algebra_join(tercet_arena *arena,
                    tercet_algebra *left,
                    tercet_algebra *right);

/// Call `visit` for each variable of an expression, as often as it stands there
void
tercet_expr_visit_variables(const tercet_expr *expr,
                            void (*visit)(void *context, tercet_variable v),
                            void *context);

/// Return whether a variable stands in an expression
bool
tercet_expr_uses(const tercet_expr *expr, tercet_variable variable);

/// Return whether an expression gives the same value each time it is evaluated
/// on a row
bool
tercet_expr_is_deterministic(const tercet_expr *expr);

/// Copy an expression, a variable being replaced by another expression; NULL
/// if memory is out
tercet_expr *
tercet_expr_substitute(tercet_arena *arena,
                       const tercet_expr *expr,
                       tercet_variable variable,
                       tercet_expr *replacement);

/// Make an expression that is a variable; NULL if memory is out
tercet_expr *
tercet_expr_of_variable(tercet_arena *arena, tercet_variable variable);

#endif // TERCET_SPARQL_ALGEBRA_H
