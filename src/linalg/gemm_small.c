// SPDX-License-Identifier: Apache-2.0

/// Products of matrices so small that calling BLAS takes longer

#include "linalg/gemm_own.h"

/// Multiplications at the most; BLAS is faster from there on
#define MAX_PRODUCTS 512

bool
tercet_gemm_is_small(const tercet_matrix *a,
                     const tercet_matrix *b,
                     const tercet_matrix *c,
                     size_t item_size)
{
  const int64_t size = (int64_t)item_size;
  return c->columns > 1 && c->columns <= TERCET_GEMM_SMALL_COLUMNS &&
         c->rows <= MAX_PRODUCTS && a->columns <= MAX_PRODUCTS &&
         c->rows * c->columns * a->columns <= MAX_PRODUCTS &&
         b->column_stride == size && c->column_stride == size;
}
