// SPDX-License-Identifier: Apache-2.0

/// The loops of reductions for any processor

#define REDUCERS tercet_reducers_portable
#define FINDERS tercet_finders_portable
#define PLACERS tercet_placers_portable

#include "array/reduce_loops_body.h"
