// SPDX-License-Identifier: Apache-2.0

/// The choice among the loops for the instruction sets

#include "array/reduce_loops.h"

#include "array/kernel/kernel.h"

/// A table has a row for each dtype
typedef const reducer (*reducer_table)[N_REDUCE_OPS];

static reducer_table
table_for_processor(void)
{
#if defined(__x86_64__)
  const char *const name = tercet_kernels()->name;
  if (!strcmp(name, "avx512")) {
    return tercet_reducers_avx512;
  }
  if (!strcmp(name, "avx2")) {
    return tercet_reducers_avx2;
  }
#endif
  return tercet_reducers_portable;
}

const reducer *
tercet_reducer_for(unsigned op, tercet_dtype dtype)
{
  assert(op < N_REDUCE_OPS);
  const reducer *const found = &table_for_processor()[dtype][op];
  return found->start ? found : NULL;
}
