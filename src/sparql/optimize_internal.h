// SPDX-License-Identifier: Apache-2.0

/// What the files of the optimizer share

#ifndef TERCET_SPARQL_OPTIMIZE_INTERNAL_H
#define TERCET_SPARQL_OPTIMIZE_INTERNAL_H

#include <tercet/sparql.h>

#include "sparql/optimize.h"

/// Patterns that are ordered by dynamic programming; more are ordered greedily
#define TERCET_OPTIMIZE_DP_LEAVES 9U

/// Restricted patterns that are planned for one query to see what they cost:
/// planning each nested one with and without keys would double with each level
#define TERCET_OPTIMIZE_BOUND_PLANS 200U

typedef struct {
  tercet_arena *arena;
  const tercet_algebra_query *query;
  const tercet_segment *segment;
  const tercet_costs *costs;
  unsigned without;     ///< Bits of tercet_query_method
  size_t n_words;       ///< Of a set of variables
  size_t n_bound_plans; ///< Made so far
  tercet_error *err;
} tercet_optimizer;

/* ---- Sets of variables ---- */

static inline bool
tercet_set_has(const uint64_t *set, tercet_variable v)
{
  return (set[v / 64U] >> (v % 64U)) & 1U;
}

static inline void
tercet_set_add(uint64_t *set, tercet_variable v)
{
  set[v / 64U] |= UINT64_C(1) << (v % 64U);
}

static inline void
tercet_set_unite(const tercet_optimizer *o, uint64_t *set, const uint64_t *b)
{
  for (size_t i = 0; i < o->n_words; ++i) {
    set[i] |= b[i];
  }
}

/// Return a new set, a copy of `from` unless that is NULL; NULL if memory is
/// out
uint64_t *
tercet_set_new(tercet_optimizer *o, const uint64_t *from);

/// Add the variables of an expression
void
tercet_set_add_expr(uint64_t *set, const tercet_expr *expr);

/* ---- Analysis ---- */

/// Set `possible` and `certain` of a node and all below that have none yet
TERCET_NODISCARD tercet_status
tercet_optimizer_analyse(tercet_optimizer *o, tercet_algebra *node);

/// Expected figures of a quad pattern
typedef struct {
  double rows;
  double distinct[4]; ///< By place; 1 for constants
  bool is_empty;      ///< It certainly matches nothing
} tercet_pattern_estimate;

void
tercet_estimate_pattern(const tercet_optimizer *o,
                        const tercet_slot slots[4],
                        tercet_pattern_estimate *out);

/// Return which part of the rows is expected to pass a condition
double
tercet_estimate_filter(const tercet_expr *expr);

/// Return the places S, P, O that have a known value, as bits
unsigned
tercet_slots_known(const tercet_slot slots[4]);

/// Return whether an order starts with the places of a set of bits
bool
tercet_order_has_prefix(tercet_order order, unsigned places);

/* ---- Plans ---- */

/// Make a plan node, or return NULL after filling the error
tercet_plan *
tercet_optimizer_plan(tercet_optimizer *o,
                      tercet_plan_kind kind,
                      size_t n_children);

/// Give a node as columns those variables of its children that are needed;
/// rows and distinct values are the first child's
TERCET_NODISCARD tercet_status
tercet_optimizer_set_columns(tercet_optimizer *o,
                             tercet_plan *plan,
                             const uint64_t *needed,
                             size_t n_extra,
                             const tercet_variable *extra);

/// Make a node over one child with the columns that are needed
tercet_plan *
tercet_optimizer_over(tercet_optimizer *o,
                      tercet_plan_kind kind,
                      tercet_plan *child,
                      const uint64_t *needed);

/// Make the plan of any node of the algebra
TERCET_NODISCARD tercet_status
tercet_optimizer_run(tercet_optimizer *o,
                     tercet_algebra *node,
                     const uint64_t *needed,
                     tercet_plan **out);

/// The heap that stands over a group
typedef struct {
  size_t n_order;
  tercet_ast_order *keys;   ///< Get the expressions of deferred variables
  size_t n_deferred;        ///< BINDs that are put behind the heap, ...
  tercet_algebra **extends; ///< ... the first to be evaluated first
  bool *in_keys;            ///< By BIND: a key has its expression
  tercet_score_range
      *entering; ///< If a similarity join looks at it, see plan.h
} tercet_top_k_plan;

/**
   Make the plan of a group: joins, filters, OPTIONAL and BIND.

   @param heap If not NULL, the heap above: it gets the BINDs that no filter or
   OPTIONAL of the group needs, instead of the plan.
*/
TERCET_NODISCARD tercet_status
tercet_optimizer_run_group(tercet_optimizer *o,
                           tercet_algebra *node,
                           const uint64_t *needed,
                           tercet_top_k_plan *heap,
                           tercet_plan **out);

/// Make the plan of ORDER BY under a LIMIT; `limit` counts the OFFSET in
TERCET_NODISCARD tercet_status
tercet_optimizer_run_top_k(tercet_optimizer *o,
                           tercet_algebra *order,
                           uint64_t limit,
                           const uint64_t *needed,
                           tercet_plan **out);

/* ---- Groups ---- */

/// What a pattern of a group costs when it is restricted to some rows
typedef struct {
  size_t n_keys;
  tercet_variable keys[16];
  double n_rows;
  double cost; ///< Negative if it cannot be restricted
} tercet_leaf_bound;

/// A pattern of a group
typedef struct {
  tercet_algebra *node;
  tercet_slot slots[4]; ///< For a quad pattern, with known values filled in
  tercet_plan *plan;    ///< For anything else
  uint64_t *possible;
  uint64_t *certain;
  uint64_t *fixed; ///< Variables that can only have one, known value
  double rows;
  size_t n_variables; ///< With their expected distinct values
  tercet_variable *variables;
  double *distinct;
  size_t n_bounds; ///< The last ones that were asked for
  tercet_leaf_bound bounds[4];
} tercet_leaf;

typedef struct {
  tercet_expr *expr;
  uint64_t *variables;
  double selectivity;
  size_t home;    ///< A costly one is only evaluated where this leaf is joined;
                  ///< SIZE_MAX: on every side of a join that has the variables
  bool is_placed; ///< In the joins, or above them by now
} tercet_group_filter;

/// What follows the joins: an EXTEND or a LEFT_JOIN (its right side)
typedef struct {
  tercet_algebra *node;
  uint64_t *binds; ///< Variables that it may bind
  uint64_t *uses;  ///< Variables that it reads
} tercet_group_step;

typedef struct {
  size_t n_leaves;
  size_t leaves_capacity;
  tercet_leaf *leaves;
  size_t n_filters;
  size_t filters_capacity;
  tercet_group_filter *filters;
  size_t n_steps;
  size_t steps_capacity;
  tercet_group_step *steps;
  const uint64_t *needed;  ///< Above the joins
  tercet_top_k_plan *heap; ///< Over the group, or NULL
  bool is_empty;
} tercet_group;

/// Return whether a filter may be evaluated when the leaves of a mask (of
/// words, by number) are joined and `n_steps` steps have been done
bool
tercet_group_filter_fits(const tercet_optimizer *o,
                         const tercet_group *group,
                         const tercet_group_filter *filter,
                         const bool *in_leaves,
                         size_t n_steps);

/// Join the leaves, filters included where they fit; marks them as placed
TERCET_NODISCARD tercet_status
tercet_group_join(tercet_optimizer *o, tercet_group *group, tercet_plan **out);

/// Return the variables needed above the joins and the first `n_steps` steps
uint64_t *
tercet_group_needed_above(tercet_optimizer *o,
                          const tercet_group *group,
                          size_t n_steps,
                          const uint64_t *needed);

/// Put the steps over the joins, each with the filters that fit behind it
TERCET_NODISCARD tercet_status
tercet_group_add_steps(tercet_optimizer *o,
                       tercet_group *group,
                       const uint64_t *needed,
                       tercet_plan **plan);

/// Put filters over a plan
TERCET_NODISCARD tercet_status
tercet_optimizer_add_filters(tercet_optimizer *o,
                             size_t n_exprs,
                             tercet_expr *const *exprs,
                             double selectivity,
                             const uint64_t *needed,
                             tercet_plan **plan);

/// Make a scan in an order
tercet_plan *
tercet_optimizer_scan(tercet_optimizer *o,
                      const tercet_leaf *leaf,
                      tercet_order order,
                      const uint64_t *needed);

/// Set which graphs a pattern is matched in; false if it can match nothing
bool
tercet_optimizer_set_graphs(tercet_optimizer *o, tercet_plan *plan);

/**
   Make the plan of a pattern restricted to rows handed in at run time.

   @param[out] out The plan, or NULL if the pattern cannot be restricted.
*/
TERCET_NODISCARD tercet_status
tercet_optimizer_run_bound(tercet_optimizer *o,
                           tercet_algebra *pattern,
                           size_t n_keys,
                           const tercet_variable *keys,
                           double n_rows,
                           const uint64_t *needed,
                           tercet_key_rows **key_rows,
                           tercet_plan **out);

#endif // TERCET_SPARQL_OPTIMIZE_INTERNAL_H
