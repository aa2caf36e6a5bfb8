// SPDX-License-Identifier: Apache-2.0

/**
   Own products of matrices: of integers, which no BLAS has, and of floats
   where there is no BLAS.

   Blocks of both matrices are packed, so that any strides cost little, and
   multiplied in tiles that stay in registers; one table for each instruction
   set.  Each element of the result adds its products in the same order for
   every table, without fused operations.
*/

#ifndef TERCET_LINALG_GEMM_OWN_H
#define TERCET_LINALG_GEMM_OWN_H

#include "linalg/matrix.h"

/// What becomes of the product
typedef enum {
  TERCET_GEMM_SET,      ///< c = a b
  TERCET_GEMM_ADD,      ///< c = c + a b
  TERCET_GEMM_SUBTRACT, ///< c = c - a b
} tercet_gemm_mode;

/// Multiply; `packed` has tercet_gemm_packed_size() bytes
typedef void (*tercet_gemm_function)(const tercet_matrix *a,
                                     const tercet_matrix *b,
                                     const tercet_matrix *c,
                                     tercet_gemm_mode mode,
                                     char *packed);

typedef void (*tercet_gemm_small_function)(const tercet_matrix *a,
                                           const tercet_matrix *b,
                                           const tercet_matrix *c);

/// Integers of a size multiply alike with and without a sign.  Bools add up
/// with "or".
typedef struct {
  tercet_gemm_function multiply_bool;
  tercet_gemm_function multiply_u8;
  tercet_gemm_function multiply_u16;
  tercet_gemm_function multiply_u32;
  tercet_gemm_function multiply_u64;
  tercet_gemm_function multiply_f32;
  tercet_gemm_function multiply_f64;

  /// For matrices of which tercet_gemm_is_small() is true
  tercet_gemm_small_function small_f32;
  tercet_gemm_small_function small_f64;
} tercet_gemm_table;

extern const tercet_gemm_table tercet_gemm_portable;
extern const tercet_gemm_table tercet_gemm_avx2;
extern const tercet_gemm_table tercet_gemm_avx512;

/// Extents of the blocks: that of A stays in the L2 cache, a strip of that of
/// B in the L1 cache.  The extents of a tile divide #TERCET_GEMM_BLOCK_M and
/// #TERCET_GEMM_BLOCK_N.
#define TERCET_GEMM_BLOCK_M 64
#define TERCET_GEMM_BLOCK_K 256
#define TERCET_GEMM_BLOCK_N 512

/// Return the bytes that a product needs for its packed blocks
size_t
tercet_gemm_packed_size(int64_t m, int64_t n, int64_t k);

/* ---- Small products ---- */

/// Columns of a small product at the most
#define TERCET_GEMM_SMALL_COLUMNS 8

/// Return whether c = a b is faster without BLAS and without packing
bool
tercet_gemm_is_small(const tercet_matrix *a,
                     const tercet_matrix *b,
                     const tercet_matrix *c,
                     size_t item_size);

#endif // TERCET_LINALG_GEMM_OWN_H
