// SPDX-License-Identifier: Apache-2.0

/// The choice among the loops for the instruction sets

#include "array/reduce_loops.h"

#include "array/kernel/kernel.h"

/// Tables of reducers and placers have a row for each dtype
typedef struct {
  const reducer (*reducers)[N_REDUCE_OPS];
  const tercet_finder *finders;
  const tercet_placer (*placers)[2];
} loop_tables;

static loop_tables
tables_for_processor(void)
{
#if defined(__x86_64__)
  const char *const name = tercet_kernels()->name;
  if (!strcmp(name, "avx512")) {
    return (loop_tables){
        tercet_reducers_avx512, tercet_finders_avx512, tercet_placers_avx512};
  }
  if (!strcmp(name, "avx2")) {
    return (loop_tables){
        tercet_reducers_avx2, tercet_finders_avx2, tercet_placers_avx2};
  }
#endif
  return (loop_tables){tercet_reducers_portable,
                       tercet_finders_portable,
                       tercet_placers_portable};
}

const reducer *
tercet_reducer_for(unsigned op, tercet_dtype dtype)
{
  assert(op < N_REDUCE_OPS);
  const reducer *const found = &tables_for_processor().reducers[dtype][op];
  return found->start ? found : NULL;
}

tercet_finder
tercet_finder_for(tercet_dtype dtype)
{
  return tables_for_processor().finders[dtype];
}

tercet_placer
tercet_placer_for(tercet_dtype dtype, bool is_max)
{
  return tables_for_processor().placers[dtype][is_max];
}
