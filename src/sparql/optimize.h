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

/// Make the plan of a query, in `arena`; `segment` may be NULL for no data
TERCET_NODISCARD tercet_status
tercet_optimize(const tercet_algebra_query *query,
                const tercet_segment *segment,
                tercet_arena *arena,
                tercet_plan **out,
                tercet_error *err);

#endif // TERCET_SPARQL_OPTIMIZE_H
