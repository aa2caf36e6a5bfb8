// SPDX-License-Identifier: Apache-2.0

/// The bodies of comparisons, one table for each instruction set

#ifndef TERCET_ARRAY_COMPARE_TABLE_H
#define TERCET_ARRAY_COMPARE_TABLE_H

#include "array/binary_line.h"

/// Maximum, minimum, three of logic, six comparisons
#define COMPARE_N_OPS 11

/// Sizes of elements: 1, 2, 4, 8 and 16 bytes
#define COMPARE_N_SIZES 5

typedef struct {
  tercet_loop_body bodies[TERCET_DTYPE_COUNT][COMPARE_N_OPS];
  tercet_loop_body wheres[COMPARE_N_SIZES]; ///< Of elements of 2^i bytes
} tercet_compare_table;

extern const tercet_compare_table tercet_compare_portable;

#if defined(__x86_64__)
extern const tercet_compare_table tercet_compare_avx2;
extern const tercet_compare_table tercet_compare_avx512;
#endif

#endif // TERCET_ARRAY_COMPARE_TABLE_H
