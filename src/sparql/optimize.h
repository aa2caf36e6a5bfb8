// SPDX-License-Identifier: Apache-2.0

/**
   From the algebra to a plan.

   The patterns of a group (triple patterns, VALUES, UNION, sub-queries) are
   joined in the order and by the methods that the cardinalities in the
   permutations make cheapest.  Filters go where their variables are first
   known, OPTIONAL and BIND behind the joins.  ORDER BY with a LIMIT becomes a
   bounded heap, with the expressions of BIND and SELECT that it does not need
   behind it.
*/

#ifndef TERCET_SPARQL_OPTIMIZE_H
#define TERCET_SPARQL_OPTIMIZE_H

#include "sparql/plan.h"

/// What steps cost, in about nanoseconds for each row
typedef struct {
  double scan;
  double merge;
  double build; ///< Into a table
  double probe;
  double lookup;
  double near_lookup; ///< In the order of the index
  double output;
  double product; ///< To rule a pair out by the product of two vectors
  double filter;
  double open; ///< To start the right side of a bind join
} tercet_costs;

/// Make the plan of a query, in `arena`; `segment` may be NULL for no data,
/// `costs` for those of this machine's kind.  `without` are bits of
/// tercet_query_method that are not to be used.
TERCET_NODISCARD tercet_status
tercet_optimize(const tercet_algebra_query *query,
                const tercet_segment *segment,
                const tercet_costs *costs,
                unsigned without,
                tercet_arena *arena,
                tercet_plan **out,
                tercet_error *err);

#endif // TERCET_SPARQL_OPTIMIZE_H
