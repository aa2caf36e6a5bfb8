// SPDX-License-Identifier: Apache-2.0

/// Comparisons, extremes, logic and choosing: the lookup, and the portable
/// bodies

#define COMPARE_TABLE tercet_compare_portable

#include "array/compare_loops.h"

#include "array/kernel/kernel.h"

#include <string.h>

static const tercet_compare_table *
chosen_table(void)
{
#if defined(__x86_64__)
  const char *const name = tercet_kernels()->name;
  if (!strcmp(name, "avx512")) {
    return &tercet_compare_avx512;
  }
  if (!strcmp(name, "avx2")) {
    return &tercet_compare_avx2;
  }
#endif
  return &tercet_compare_portable;
}

tercet_binary_line
tercet_compare_line(tercet_binary_op op, tercet_dtype dtype)
{
  static_assert(TERCET_MINIMUM == TERCET_MAXIMUM + 1, "two columns");
  static_assert(TERCET_GREATER_EQUAL == TERCET_LOGICAL_AND + 8, "nine columns");

  const bool is_extreme = op <= TERCET_MINIMUM;
  const size_t column = is_extreme ? (size_t)(op - TERCET_MAXIMUM)
                                   : 2U + (size_t)(op - TERCET_LOGICAL_AND);
  return (tercet_binary_line){
      .body = chosen_table()->bodies[dtype][column],
      .out = is_extreme ? dtype : TERCET_DTYPE_BOOL,
  };
}

tercet_binary_line
tercet_where_line_for(tercet_dtype dtype)
{
  const unsigned size = (unsigned)tercet_dtype_size(dtype);
  return (tercet_binary_line){
      .body = chosen_table()->wheres[__builtin_ctz(size)],
      .out = dtype,
  };
}
