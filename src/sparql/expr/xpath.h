// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_SPARQL_EXPR_XPATH_H
#define TERCET_SPARQL_EXPR_XPATH_H

#include "sparql/function.h"

/// Add the functions of XPath by IRI that queries call beside SPARQL's own:
/// fn:round with a number of digits, which ROUND lacks
TERCET_NODISCARD tercet_status
tercet_xpath_register(tercet_registry *registry);

#endif // TERCET_SPARQL_EXPR_XPATH_H
