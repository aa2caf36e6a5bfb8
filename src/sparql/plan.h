// SPDX-License-Identifier: Apache-2.0

/**
   The physical plan: a tree of operators with what they need to run, and what
   the optimizer expects of them.  All of it lives in the arena of the query.
*/

#ifndef TERCET_SPARQL_PLAN_H
#define TERCET_SPARQL_PLAN_H

#include "sparql/algebra.h"
#include "sparql/score_key.h"

/// Enumerator, name of the operator, object with its functions
#define TERCET_PLAN_LIST(X)                                                    \
  X(EMPTY, "Empty", tercet_empty_operator)                                     \
  X(UNIT, "Unit", tercet_unit_operator)                                        \
  X(SCAN, "Scan", tercet_scan_operator)                                        \
  X(GRAPHS, "Graphs", tercet_graphs_operator)                                  \
  X(VALUES, "Values", tercet_values_operator)                                  \
  X(KEYS, "Keys", tercet_keys_operator)                                        \
  X(MERGE_JOIN, "MergeJoin", tercet_merge_join_operator)                       \
  X(HASH_JOIN, "HashJoin", tercet_hash_join_operator)                          \
  X(INDEX_JOIN, "IndexJoin", tercet_index_join_operator)                       \
  X(BIND_JOIN, "BindJoin", tercet_bind_join_operator)                          \
  X(SIMILARITY_JOIN, "SimilarityJoin", tercet_similarity_join_operator)        \
  X(UNION, "Union", tercet_union_operator)                                     \
  X(FILTER, "Filter", tercet_filter_operator)                                  \
  X(EXTEND, "Extend", tercet_extend_operator)                                  \
  X(GROUP, "Group", tercet_group_operator)                                     \
  X(ORDER, "Order", tercet_order_operator)                                     \
  X(TOP_K, "TopK", tercet_top_k_operator)                                      \
  X(SLICE, "Slice", tercet_slice_operator)                                     \
  X(DISTINCT, "Distinct", tercet_distinct_operator)                            \
  X(REDUCED, "Reduced", tercet_reduced_operator)                               \
  X(PROJECT, "Project", tercet_project_operator)

typedef enum {
#define TERCET_PLAN_MEMBER(id, name, type) TERCET_PLAN_##id,
  TERCET_PLAN_LIST(TERCET_PLAN_MEMBER)
#undef TERCET_PLAN_MEMBER
} tercet_plan_kind;

#define TERCET_PLAN_KIND_COUNT 21U

/// Variables that a plan may be sorted by, that the optimizer keeps track of
#define TERCET_PLAN_MAX_SORTED 3U

typedef struct tercet_plan tercet_plan;

struct tercet_plan {
  tercet_plan_kind kind;
  size_t n_children;
  tercet_plan **children;

  size_t n_variables; ///< Columns of the batches
  tercet_variable *variables;
  bool *certain; ///< By column: never TERCET_ID_NONE
  size_t n_sorted;
  tercet_variable sorted[TERCET_PLAN_MAX_SORTED]; ///< Ascending by these ids

  double rows;      ///< Expected
  double *distinct; ///< By column: values expected
  double cost;      ///< Expected, about nanoseconds, children included

  tercet_slot slots[4]; ///< SCAN, INDEX_JOIN
  tercet_order order;
  tercet_graph_mode graph_mode;
  size_t n_graphs;
  const tercet_id *graphs;

  size_t n_keys;         ///< Joins: variables compared; GROUP: its keys;
  tercet_variable *keys; ///< KEYS, VALUES: their columns
  bool outer;            ///< Joins: keep rows of the left without a match
  size_t n_exprs;        ///< FILTER; conditions of outer joins; conditions on
                         ///< scores that SIMILARITY_JOIN looks at beforehand
  tercet_expr **exprs;
  tercet_variable variable; ///< EXTEND (by exprs[0]), GRAPHS
  bool quiet;               ///< EXTEND: failures were counted already
  size_t n_rows;            ///< VALUES
  const tercet_id *ids;
  tercet_key_rows *key_rows; ///< KEYS, BIND_JOIN
  bool each_graph;           ///< GROUP: one for each graph, as for GRAPHS
  size_t n_aggregations;     ///< GROUP
  tercet_aggregation *aggregations;
  size_t n_order; ///< ORDER, TOP_K; SIMILARITY_JOIN: 1 under a TOP_K, or 0
  tercet_ast_order *order_keys;
  tercet_score_range *entering; ///< TOP_K: set to where first keys lie that can
                                ///< still enter, if not NULL; SIMILARITY_JOIN
  bool by_score; ///< TOP_K: the first key has a score; FILTER: a condition is
                 ///< one on a score; see score_key.h
  bool by_codes; ///< With `by_score`: codes are looked at first
  uint64_t limit;
  uint64_t offset;

  uint64_t actual_rows; ///< Filled when the plan runs
  uint64_t actual_opens;
  int64_t actual_nanoseconds; ///< Children included
};

/// Return the name of a kind of operator
const char *
tercet_plan_name(tercet_plan_kind kind);

/// Return the column of a variable, or -1
int
tercet_plan_column(const tercet_plan *plan, tercet_variable variable);

/// Return the call of a score that a SIMILARITY_JOIN looks at
const tercet_expr *
tercet_plan_pair_call(const tercet_plan *plan);

/// Write a plan as an indented tree
TERCET_NODISCARD tercet_status
tercet_plan_explain(const tercet_plan *plan,
                    const tercet_algebra_query *query,
                    bool analyze,
                    tercet_buffer *out);

/// Append an expression in SPARQL's syntax, long literals shortened
TERCET_NODISCARD tercet_status
tercet_expr_print(const tercet_expr *expr,
                  const tercet_algebra_query *query,
                  tercet_buffer *out);

/// Append "?a", or "?a.12" for one that the query does not show
TERCET_NODISCARD tercet_status
tercet_variable_print(tercet_variable variable,
                      const tercet_algebra_query *query,
                      tercet_buffer *out);

/// Append " ?a ?b"
TERCET_NODISCARD tercet_status
tercet_variables_print(size_t n_variables,
                       const tercet_variable *variables,
                       const tercet_algebra_query *query,
                       tercet_buffer *out);

/// Append the term with an id, long literals shortened
TERCET_NODISCARD tercet_status
tercet_id_print(tercet_id id,
                const tercet_algebra_query *query,
                tercet_buffer *out);

/// Append an IRI, shortened by the prefixes of the query and a few well-known
/// ones
TERCET_NODISCARD tercet_status
tercet_iri_print(tercet_string iri,
                 const tercet_algebra_query *query,
                 tercet_buffer *out);

#endif // TERCET_SPARQL_PLAN_H
