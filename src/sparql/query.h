// SPDX-License-Identifier: Apache-2.0

/// Queries over a registry of functions.  The functions on a query itself are
/// those of tercet/sparql.h.

#ifndef TERCET_SPARQL_QUERY_H
#define TERCET_SPARQL_QUERY_H

#include <tercet/sparql.h>

#include "sparql/function.h"
#include "sparql/optimize.h"

/// Parse, check and plan a query like tercet_query_prepare(), with the
/// functions of a registry, which must outlive it
TERCET_NODISCARD tercet_status
tercet_query_new(tercet_dataset *dataset,
                 const tercet_registry *registry,
                 tercet_string text,
                 const tercet_query_options *options,
                 tercet_query **out,
                 tercet_error *err);

/// Plan a query again, as if steps had other costs: for tests of the plans that
/// are seldom chosen.  `costs` must live until the first step.
TERCET_NODISCARD tercet_status
tercet_query_set_costs(tercet_query *query,
                       const tercet_costs *costs,
                       tercet_error *err);

/// Return the translated query, for tests
const tercet_algebra_query *
tercet_query_algebra(const tercet_query *query);

/// Return the current plan, for tests
const tercet_plan *
tercet_query_plan(const tercet_query *query);

/// Return the most bytes that the query has held at a time
size_t
tercet_query_peak_memory(const tercet_query *query);

#endif // TERCET_SPARQL_QUERY_H
