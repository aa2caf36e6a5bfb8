// SPDX-License-Identifier: Apache-2.0

#define ELEMENT_TABLE tercet_elements_portable
#include "array/element_loops.h"
