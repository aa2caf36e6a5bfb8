// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_SPARQL_EXPR_CASTS_H
#define TERCET_SPARQL_EXPR_CASTS_H

#include "sparql/function.h"

/// Add the constructor functions of the XSD types (SPARQL 1.1, 17.5; and those
/// of the derived integer types, dates and durations) to a registry
TERCET_NODISCARD tercet_status
tercet_xsd_casts_register(tercet_registry *registry);

#endif // TERCET_SPARQL_EXPR_CASTS_H
