// SPDX-License-Identifier: Apache-2.0

/**
   The product of two matrices of any dtype but float16 and bfloat16 with any
   strides: through BLAS where it has the dtype, else through own loops.
*/

#ifndef TERCET_LINALG_GEMM_H
#define TERCET_LINALG_GEMM_H

#include "linalg/blas.h"
#include "linalg/gemm_own.h"
#include "linalg/workspace.h"

/// A kind of product, prepared for extents that stay the same
typedef struct {
  tercet_dtype dtype;
  size_t item_size;
  const tercet_blas_functions *blas; ///< NULL: own loops
  char *packed;                      ///< For own loops
  void *copies[3];                   ///< Of a, b and c, if there is need
  double *column;                    ///< A vector in float64, for own dots
  tercet_workspace workspace;
} tercet_gemm;

/// Prepare products of m x k and k x n matrices; to be given back with
/// tercet_gemm_clear()
void
tercet_gemm_init(tercet_gemm *gemm,
                 const tercet_allocator *alloc,
                 tercet_dtype dtype,
                 int64_t m,
                 int64_t n,
                 int64_t k);

/// Free what the products needed
void
tercet_gemm_clear(tercet_gemm *gemm);

/// Set `c`, which must not overlap the others, to a b
TERCET_NODISCARD tercet_status
tercet_gemm_run(tercet_gemm *gemm,
                const tercet_matrix *a,
                const tercet_matrix *b,
                const tercet_matrix *c,
                tercet_error *err);

#endif // TERCET_LINALG_GEMM_H
