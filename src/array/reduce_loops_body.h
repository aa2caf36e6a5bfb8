// SPDX-License-Identifier: Apache-2.0

/**
   The bodies of the loops of reductions, compiled once for each instruction
   set by the file that includes this one and defines REDUCERS, FINDERS and
   PLACERS, the names of the tables.

   Families: sums and products in float64, the same of integers modulo 2^64,
   moments, extremes, and truth.  In each a line runs through independent lanes,
   which hide the latency of an operation and become vectors; rows are taken
   four at a time, so that the accumulators are read and written a quarter as
   often.
*/

#include "array/reduce_loops_complex.h"
#include "array/reduce_loops_extremes.h"
#include "array/reduce_loops_find.h"
#include "array/reduce_loops_floats.h"
#include "array/reduce_loops_half.h"
#include "array/reduce_loops_integers.h"
#include "array/reduce_loops_moments.h"
#include "array/reduce_loops_truth.h"

#define EXTREMES(id, start, line, rows)                                        \
  [TERCET_MAX] = {max_start_##start,                                           \
                  max_##line##_##id,                                           \
                  max_##rows##_##id,                                           \
                  max_merge_##start,                                           \
                  extreme_finish_##id},                                        \
  [TERCET_MIN] = {min_start_##start,                                           \
                  min_##line##_##id,                                           \
                  min_##rows##_##id,                                           \
                  min_merge_##start,                                           \
                  extreme_finish_##id}

/// What is summed in float64
#define FLOAT_ENTRY(name, id, line, finish)                                    \
  {                                                                            \
    float_start, name##_##line##_##id, name##_rows_##id, float_merge, finish   \
  }

#define MOMENTS_AND_TRUTH(id, id_out, line, rows)                              \
  [REDUCE_VARIANCE] = {moments_start,                                          \
                       moments_##line##_##id,                                  \
                       moments_##rows##_##id,                                  \
                       moments_merge,                                          \
                       variance_finish_##id_out},                              \
  [REDUCE_DEVIATION] = {moments_start,                                         \
                        moments_##line##_##id,                                 \
                        moments_##rows##_##id,                                 \
                        moments_merge,                                         \
                        deviation_finish_##id_out},                            \
  TRUTH(id)

#define TRUTH(id)                                                              \
  [REDUCE_ALL] = {all_start,                                                   \
                  all_line_##id,                                               \
                  all_rows_##id,                                               \
                  all_merge,                                                   \
                  truth_finish},                                               \
  [REDUCE_ANY] = {                                                             \
      any_start, any_line_##id, any_rows_##id, any_merge, truth_finish}

#define INTEGER_ENTRY(name, id, finish)                                        \
  {                                                                            \
    integer_start, name##_line_##id, name##_rows_##id, integer_merge, finish   \
  }

#define PRODUCT_ENTRY(family, id, line, finish)                                \
  {                                                                            \
    family##_start, product_##line##_##id, product_rows_##id, family##_merge,  \
        finish                                                                 \
  }

/// `wide` is the dtype of 64 bits; the rest is how the mean is found
#define INTEGER_COMMON(id, wide, ...)                                          \
  [TERCET_MEAN] = __VA_ARGS__, [REDUCE_OWN_MEAN] = __VA_ARGS__,                \
  [TERCET_NORM2] = FLOAT_ENTRY(norm2, id, line, finish_norm2_F64),             \
  [REDUCE_WIDE_SUM] = INTEGER_ENTRY(total, id, integer_finish_##wide),         \
  [REDUCE_WIDE_PROD] =                                                         \
      PRODUCT_ENTRY(integer_product, id, line, integer_finish_##wide),         \
  EXTREMES(id, id, line, rows), MOMENTS_AND_TRUTH(id, F64, line, rows)

#define INTEGER_ROW(id, norm1, wide, ...)                                      \
  {                                                                            \
    [TERCET_SUM] = INTEGER_ENTRY(total, id, integer_finish_##id),              \
    [REDUCE_PROD] =                                                            \
        PRODUCT_ENTRY(integer_product, id, line, integer_finish_##id),         \
    [TERCET_NORM1] = INTEGER_ENTRY(norm1, id, integer_finish_##id),            \
    [REDUCE_SQUARES] = INTEGER_ENTRY(squares, id, integer_finish_##id),        \
    [REDUCE_OWN_NORM2] = FLOAT_ENTRY(norm2, id, line, finish_norm2_##id),      \
    INTEGER_COMMON(id, wide, __VA_ARGS__),                                     \
  }

#define FLOAT_ROW(id, start, line, rows)                                       \
  {                                                                            \
    [TERCET_SUM] = FLOAT_ENTRY(sum, id, line, finish_same_##id),               \
    [REDUCE_WIDE_SUM] = FLOAT_ENTRY(sum, id, line, finish_same_##id),          \
    [TERCET_NORM1] = FLOAT_ENTRY(norm1, id, line, finish_same_##id),           \
    [TERCET_MEAN] = FLOAT_ENTRY(sum, id, line, finish_mean_F64),               \
    [REDUCE_OWN_MEAN] = FLOAT_ENTRY(sum, id, line, finish_mean_##id),          \
    [TERCET_NORM2] = FLOAT_ENTRY(norm2, id, line, finish_norm2_F64),           \
    [REDUCE_OWN_NORM2] = FLOAT_ENTRY(norm2, id, line, finish_norm2_##id),      \
    [REDUCE_SQUARES] = FLOAT_ENTRY(norm2, id, line, finish_same_##id),         \
    [REDUCE_PROD] = PRODUCT_ENTRY(float_product, id, line, finish_same_##id),  \
    [REDUCE_WIDE_PROD] =                                                       \
        PRODUCT_ENTRY(float_product, id, line, finish_same_##id),              \
    EXTREMES(id, start, line, rows), MOMENTS_AND_TRUTH(id, id, line, rows),    \
  }

#define COMPLEX_ROW(id)                                                        \
  {                                                                            \
    [REDUCE_WIDE_SUM] = {complex_start,                                        \
                         sum_line_##id,                                        \
                         sum_rows_##id,                                        \
                         complex_merge,                                        \
                         complex_finish_##id},                                 \
    [REDUCE_OWN_MEAN] = {complex_start,                                        \
                         sum_line_##id,                                        \
                         sum_rows_##id,                                        \
                         complex_merge,                                        \
                         complex_mean_finish_##id},                            \
    [REDUCE_WIDE_PROD] =                                                       \
        PRODUCT_ENTRY(complex_product, id, line, complex_finish_##id),         \
    EXTREMES(id, C, line, rows), TRUTH(id),                                    \
  }

#define SIGNED_MEAN(id) INTEGER_ENTRY(total, id, signed_mean_finish)
#define UNSIGNED_MEAN(id) INTEGER_ENTRY(total, id, unsigned_mean_finish)
#define FLOAT_MEAN(id) FLOAT_ENTRY(sum, id, line, finish_mean_F64)

const reducer REDUCERS[TERCET_DTYPE_COUNT][N_REDUCE_OPS] = {
    [TERCET_DTYPE_BOOL] = {INTEGER_COMMON(BOOL, I64, UNSIGNED_MEAN(BOOL))},
    [TERCET_DTYPE_I8] = INTEGER_ROW(I8, magnitude, I64, SIGNED_MEAN(I8)),
    [TERCET_DTYPE_I16] = INTEGER_ROW(I16, magnitude, I64, SIGNED_MEAN(I16)),
    [TERCET_DTYPE_I32] = INTEGER_ROW(I32, magnitude, I64, SIGNED_MEAN(I32)),
    [TERCET_DTYPE_I64] = INTEGER_ROW(I64, magnitude, I64, FLOAT_MEAN(I64)),
    [TERCET_DTYPE_U8] = INTEGER_ROW(U8, total, U64, UNSIGNED_MEAN(U8)),
    [TERCET_DTYPE_U16] = INTEGER_ROW(U16, total, U64, UNSIGNED_MEAN(U16)),
    [TERCET_DTYPE_U32] = INTEGER_ROW(U32, total, U64, UNSIGNED_MEAN(U32)),
    [TERCET_DTYPE_U64] = INTEGER_ROW(U64, total, U64, FLOAT_MEAN(U64)),
    [TERCET_DTYPE_F16] = FLOAT_ROW(F16, F32, line, rows),
    [TERCET_DTYPE_BF16] = FLOAT_ROW(BF16, F32, line, rows),
    [TERCET_DTYPE_F32] = FLOAT_ROW(F32, F32, kernel_line, kernel_rows),
    [TERCET_DTYPE_F64] = FLOAT_ROW(F64, F64, kernel_line, kernel_rows),
    [TERCET_DTYPE_C64] = COMPLEX_ROW(C64),
    [TERCET_DTYPE_C128] = COMPLEX_ROW(C128),
};
