// SPDX-License-Identifier: Apache-2.0

/// The typed loops of reductions: many elements into a few accumulators

#ifndef TERCET_ARRAY_REDUCE_LOOPS_H
#define TERCET_ARRAY_REDUCE_LOOPS_H

#include "array/compensated.h"
#include "array/element.h"
#include "array/reduce.h"

/// Accumulators that are filled side by side; they fit the L1 cache
#define REDUCE_TILE 1024

/// Float sums, each with what rounding took from it (see compensated.h); kept
/// apart so that compilers turn the loops into vectors
typedef struct {
  double sums[REDUCE_TILE];
  double errors[REDUCE_TILE];
} float_sums;

/// Means, and sums of squared distances from them, of `count` elements each
typedef struct {
  double means[REDUCE_TILE];
  double squares[REDUCE_TILE];
  double count;
} float_moments;

typedef struct {
  compensated_sum re;
  compensated_sum im;
} complex_sum;

/// One accumulator for each output of a tile
typedef union {
  float_sums floats;
  float_moments moments;
  complex_sum complexes[REDUCE_TILE];
  uint8_t truths[REDUCE_TILE];    ///< 0 or 1
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
  wide_C best_C[REDUCE_TILE]; ///< Of complex numbers of both sizes
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

  /// Add what `other` has gathered, from elements that come later
  void (*merge)(accumulators *acc, const accumulators *other, int64_t n);

  /// Write the first `n` results; means and moments are divided by `divisor`
  void (*finish)(const accumulators *acc,
                 int64_t n,
                 double divisor,
                 char *out,
                 int64_t stride);
} reducer;

/// The loops for each instruction set; without `start` there are none
extern const reducer tercet_reducers_portable[TERCET_DTYPE_COUNT][N_REDUCE_OPS];
extern const reducer tercet_reducers_avx2[TERCET_DTYPE_COUNT][N_REDUCE_OPS];
extern const reducer tercet_reducers_avx512[TERCET_DTYPE_COUNT][N_REDUCE_OPS];

/// Return the index of the first element of a line that is `best`, a greatest
/// or least element of it, which may be NaN
typedef int64_t (*tercet_finder)(const char *in,
                                 int64_t stride,
                                 int64_t n,
                                 const char *best);

extern const tercet_finder tercet_finders_portable[TERCET_DTYPE_COUNT];
extern const tercet_finder tercet_finders_avx2[TERCET_DTYPE_COUNT];
extern const tercet_finder tercet_finders_avx512[TERCET_DTYPE_COUNT];

/// Rows that a placer takes together at the most
#define PLACER_ROWS 128

/**
   Find extremes and their places, of `n` <= #REDUCE_TILE neighbouring results.

   Where an element of `n_rows` rows without gaps takes the place of one of
   `extremes`, elements of the dtype, it is put there and the number of its row,
   counted from `first`, among the `places`, int64_t that are `stride` bytes
   apart.
*/
typedef void (*tercet_placer)(char *extremes,
                              char *places,
                              int64_t stride,
                              const char *in,
                              int64_t row_stride,
                              int64_t n,
                              int64_t first,
                              int64_t n_rows);

/// One for the least and one for the greatest element
extern const tercet_placer tercet_placers_portable[TERCET_DTYPE_COUNT][2];
extern const tercet_placer tercet_placers_avx2[TERCET_DTYPE_COUNT][2];
extern const tercet_placer tercet_placers_avx512[TERCET_DTYPE_COUNT][2];

/// Return the placer for this processor, or NULL for bool, half floats and
/// complex numbers
tercet_placer
tercet_placer_for(tercet_dtype dtype, bool is_max);

/// Return the search for this processor
tercet_finder
tercet_finder_for(tercet_dtype dtype);

/// Return the loops for this processor, or NULL if the dtype cannot be reduced
/// so
const reducer *
tercet_reducer_for(unsigned op, tercet_dtype dtype);

#endif // TERCET_ARRAY_REDUCE_LOOPS_H
