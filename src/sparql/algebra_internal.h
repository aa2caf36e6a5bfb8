// SPDX-License-Identifier: Apache-2.0

/// What the files of the translation share

#ifndef TERCET_SPARQL_ALGEBRA_INTERNAL_H
#define TERCET_SPARQL_ALGEBRA_INTERNAL_H

#include "sparql/algebra.h"

/// Collects the aggregates of a grouped query while its expressions are
/// translated
typedef struct {
  size_t n_aggregations;
  size_t capacity;
  tercet_aggregation *aggregations;
  tercet_algebra *group; ///< Its keys are known
  const bool *is_alias;  ///< By variable: defined by the projection
  size_t n_alias_flags;
} tercet_grouping;

typedef struct {
  tercet_arena *arena;
  tercet_dictionary *dictionary;
  const tercet_ast *ast;
  tercet_algebra_query *out;
  tercet_variable *scope; ///< Variable of the tree to variable of the algebra
  size_t n_bindings;      ///< Values given from outside
  const tercet_binding *bindings;
  tercet_slot graph;         ///< Where patterns are matched
  tercet_grouping *grouping; ///< Of the expression at hand, or NULL
  tercet_error *err;
} tercet_translation;

/// Set `out` to a new hidden variable named like `name`
tercet_status
tercet_translation_add_variable(tercet_translation *t,
                                tercet_string name,
                                tercet_variable *out);

/// Set `out` to what a variable of the tree is in the current scope
tercet_status
tercet_translate_variable(tercet_translation *t,
                          tercet_variable variable,
                          tercet_variable *out);

/// Set `out` to a copy of an expression with the variables of the algebra;
/// inside a grouped query aggregates become variables
tercet_status
tercet_translate_expr(tercet_translation *t,
                      const tercet_expr *expr,
                      tercet_expr **out);

/// Refuse a feature at a place
tercet_status
tercet_translation_refuse(tercet_translation *t,
                          tercet_place place,
                          const char *feature);

/// Set `out` to the algebra of a group between braces
tercet_status
tercet_translate_group(tercet_translation *t,
                       const tercet_ast_group *group,
                       tercet_algebra **out);

/// Set `out` to a variable's or a term's place in a pattern
tercet_status
tercet_translate_node(tercet_translation *t,
                      const tercet_ast_node *node,
                      tercet_slot *out);

/// Set `out` to the algebra of a GRAPH element
tercet_status
tercet_translate_graph(tercet_translation *t,
                       const tercet_ast_element *element,
                       tercet_algebra **out);

/// Set `out` to the algebra of a triple or path pattern
tercet_status
tercet_translate_triple(tercet_translation *t,
                        const tercet_ast_triple *triple,
                        tercet_algebra **out);

/// Set `out` to the algebra of a VALUES block
tercet_status
tercet_translate_values(tercet_translation *t,
                        const tercet_ast_values *values,
                        tercet_algebra **out);

/**
   Set `out` to the algebra of a query or sub-query.

   @param n_columns,columns Set to the projected variables.
*/
tercet_status
tercet_translate_select(tercet_translation *t,
                        const tercet_ast_select *select,
                        tercet_algebra **out,
                        size_t *n_columns,
                        tercet_variable **columns);

/// Set `out` to the algebra of a sub-query, whose other variables are its own
tercet_status
tercet_translate_sub_select(tercet_translation *t,
                            const tercet_ast_select *select,
                            tercet_algebra **out);

/// Join the named graphs to a pattern inside GRAPH ?g unless each of its
/// solutions has a graph already
tercet_status
tercet_translation_add_graphs(tercet_translation *t, tercet_algebra **pattern);

#endif // TERCET_SPARQL_ALGEBRA_INTERNAL_H
