// SPDX-License-Identifier: Apache-2.0

/// The typed loops of reductions: many elements into a few accumulators

#ifndef TERCET_ARRAY_REDUCE_LOOPS_H
#define TERCET_ARRAY_REDUCE_LOOPS_H

#include "array/element.h"

/// Accumulators that are filled side by side; they fit the L1 cache
#define REDUCE_TILE 512

/// Float sums, each with what rounding took from it (see compensated.h); kept
/// apart so that compilers turn the loops into vectors
typedef struct {
  double sums[REDUCE_TILE];
  double errors[REDUCE_TILE];
} float_sums;

/// One accumulator for each output of a tile
typedef union {
  float_sums floats;
  uint64_t integers[REDUCE_TILE]; ///< Sums modulo 2^64
  element_BOOL best_BOOL[REDUCE_TILE];
  element_I8 best_I8[REDUCE_TILE];
  element_I16 best_I16[REDUCE_TILE];
  element_I32 best_I32[REDUCE_TILE];
  element_I64 best_I64[REDUCE_TILE];
  element_U8 best_U8[REDUCE_TILE];
  element_U16 best_U16[REDUCE_TILE];
  element_U32 best_U32[REDUCE_TILE];
  element_U64 best_U64[REDUCE_TILE];
  element_F32 best_F32[REDUCE_TILE]; ///< Also for half floats
  element_F64 best_F64[REDUCE_TILE];
} accumulators;

/// How to reduce elements of one dtype
typedef struct {
  /// Set the first `n` accumulators to the neutral element
  void (*start)(accumulators *acc, int64_t n);

  /// Reduce a line of `n` elements into the first accumulator
  void (*line)(accumulators *acc, const char *in, int64_t stride, int64_t n);

  /// Reduce `n_rows` rows of `n` elements, element i into accumulator i
  void (*rows)(accumulators *acc,
               const char *in,
               int64_t stride,
               int64_t n,
               int64_t row_stride,
               int64_t n_rows);

  /// Write the first `n` results, each of `count` elements
  void (*finish)(const accumulators *acc,
                 int64_t n,
                 int64_t count,
                 char *out,
                 int64_t stride);
} reducer;

#define N_REDUCE_OPS 6

static_assert(TERCET_NORM2 + 1 == N_REDUCE_OPS, "one column for each op");

/// The loops for each instruction set; without `start` there are none
extern const reducer tercet_reducers_portable[TERCET_DTYPE_COUNT][N_REDUCE_OPS];
extern const reducer tercet_reducers_avx2[TERCET_DTYPE_COUNT][N_REDUCE_OPS];
extern const reducer tercet_reducers_avx512[TERCET_DTYPE_COUNT][N_REDUCE_OPS];

/// Return the loops for this processor, or NULL if the dtype cannot be reduced
/// so
const reducer *
tercet_reducer_for(tercet_reduce_op op, tercet_dtype dtype);

#endif // TERCET_ARRAY_REDUCE_LOOPS_H
