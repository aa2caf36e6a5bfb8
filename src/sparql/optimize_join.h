// SPDX-License-Identifier: Apache-2.0

/// Sets of joined leaves and the ways to join them: what the search for the
/// best way and the plan of it share

#ifndef TERCET_SPARQL_OPTIMIZE_JOIN_H
#define TERCET_SPARQL_OPTIMIZE_JOIN_H

#include "sparql/optimize_internal.h"

#define TERCET_RELATION_MAX_WAYS 4U
#define TERCET_RELATION_MAX_SHARED 16U

typedef enum {
  TERCET_JOIN_BY_LEAF,
  TERCET_JOIN_BY_MERGE,
  TERCET_JOIN_BY_HASH,  ///< The right side goes into the table
  TERCET_JOIN_BY_INDEX, ///< The right side is looked up
  TERCET_JOIN_BY_BIND,  ///< The right side is evaluated for the left's keys
} tercet_join_method;

typedef struct tercet_relation tercet_relation;

typedef struct tercet_join_way {
  double cost;
  tercet_join_method method;
  size_t n_keys;   ///< BY_MERGE: the first variables of the left's order
  size_t n_sorted; ///< Of use to further joins...
  size_t n_known;  ///< ... and in all
  tercet_variable sorted[TERCET_PLAN_MAX_SORTED];
  tercet_order order; ///< LEAF that is a scan, INDEX
  const tercet_relation *left;
  const tercet_relation *right;
  const struct tercet_join_way *left_way;
  const struct tercet_join_way *right_way;
} tercet_join_way;

struct tercet_relation {
  bool *leaves;  ///< By number: joined here
  bool *filters; ///< By number: evaluated here or below
  uint64_t *possible;
  uint64_t *outside; ///< What the leaves that are not joined here may bind
  uint64_t *certain;
  uint64_t *fixed;
  double rows;
  double rows_unfiltered; ///< Before the filters that fit here first
  double filter_cost;     ///< Of those
  tercet_leaf *leaf;      ///< If it is a single one
  size_t n_ways;
  tercet_join_way ways[TERCET_RELATION_MAX_WAYS];
};

typedef struct {
  tercet_optimizer *o;
  tercet_group *group;
} tercet_joiner;

typedef struct {
  size_t n;
  tercet_variable variables[TERCET_RELATION_MAX_SHARED];
  bool all_certain; ///< Neither side may leave one unbound
  bool overflow;
} tercet_shared_set;

/// Return how many values a variable has in a leaf, or 0 if it is not there
double
tercet_leaf_distinct(const tercet_leaf *leaf, tercet_variable variable);

/// Find the variables by which two relations are joined
void
tercet_relation_find_shared(const tercet_joiner *j,
                            const tercet_relation *a,
                            const tercet_relation *b,
                            tercet_shared_set *out);

/// Copy the shared variables that both sides always bind
size_t
tercet_relation_certain_keys(const tercet_relation *a,
                             const tercet_relation *b,
                             const tercet_shared_set *shared,
                             tercet_variable keys[TERCET_RELATION_MAX_SHARED]);

/// Return whether a score of two sides that are joined by all pairs is limited
/// by a filter or by the heap above the group
bool
tercet_relations_limit_pairs(const tercet_joiner *j,
                             const tercet_relation *a,
                             const tercet_relation *b);

/// Turn the plan of such a join into a similarity join; `exprs` are the filters
/// over it
TERCET_NODISCARD tercet_status
tercet_join_use_similarity(const tercet_joiner *j,
                           const tercet_join_way *way,
                           size_t n_exprs,
                           tercet_expr *const *exprs,
                           tercet_plan *join);

/// Make the plan of a relation: a leaf or a join, and the filters that fit
TERCET_NODISCARD tercet_status
tercet_relation_plan(tercet_joiner *j,
                     const tercet_relation *r,
                     const tercet_join_way *way,
                     tercet_plan **out);

#endif // TERCET_SPARQL_OPTIMIZE_JOIN_H
