// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_RDFTENSOR_RDFTENSOR_H
#define TERCET_RDFTENSOR_RDFTENSOR_H

#include "sparql/function.h"

/// Add the functions and aggregates of the rdf-tensor vocabulary, and their
/// older names, to a registry
TERCET_NODISCARD tercet_status
tercet_rdftensor_register(tercet_registry *registry);

#endif // TERCET_RDFTENSOR_RDFTENSOR_H
