// SPDX-License-Identifier: Apache-2.0

/**
   What the functions that call LAPACK share: checks and conversion of the
   operand, memory, results, and matrices in column-major order.
*/

#ifndef TERCET_LINALG_LAPACK_H
#define TERCET_LINALG_LAPACK_H

#include "linalg/blas.h"
#include "linalg/matrix.h"
#include "linalg/workspace.h"

/// One call; to be given back with tercet_lapack_end()
typedef struct {
  const tercet_allocator *alloc;
  tercet_error *err;
  const tercet_blas_functions *f;
  tercet_dtype dtype;      ///< Computed in: f32, f64, c64 or c128
  tercet_dtype real_dtype; ///< f32 or f64
  size_t item_size;
  size_t real_size;
  bool is_complex;
  bool is_f32;
  tercet_tensor *a; ///< The operand in that dtype
  tercet_matrix in; ///< Its matrices, but for the address
  blas_int m;       ///< Rows
  blas_int n;       ///< Columns
  blas_int k;       ///< The lesser of both
  tercet_workspace workspace;
} tercet_lapack;

/// Return the dtype that a function computes in
tercet_dtype
tercet_lapack_dtype(tercet_dtype dtype);

/// Return the dtype of the parts of numbers
tercet_dtype
tercet_lapack_real_dtype(tercet_dtype dtype);

/**
   Check and convert an operand.

   @param square Whether rows and columns must be as many.
   @return #TERCET_OK, #TERCET_ERR_SHAPE, #TERCET_ERR_UNSUPPORTED without
   LAPACK, #TERCET_ERR_LIMIT for extents that LAPACK cannot take, or
   #TERCET_ERR_NO_MEMORY.
*/
TERCET_NODISCARD tercet_status
tercet_lapack_begin(tercet_lapack *lapack,
                    const tercet_allocator *alloc,
                    const tercet_tensor *a,
                    bool square,
                    tercet_error *err);

/// Free what the call needed.  After a failure the results, which may be
/// NULL, are freed and set to NULL.  Returns `st`.
tercet_status
tercet_lapack_end(tercet_lapack *lapack,
                  tercet_status st,
                  size_t n_results,
                  tercet_tensor **const *results);

/// Make a result: the batch of the operand, then `n_inner` extents
TERCET_NODISCARD tercet_status
tercet_lapack_result(const tercet_lapack *lapack,
                     tercet_dtype dtype,
                     size_t n_inner,
                     const int64_t *inner,
                     tercet_tensor **out);

/// Set `out` to `n` times `m` new items
TERCET_NODISCARD tercet_status
tercet_lapack_room(
    tercet_lapack *lapack, int64_t n, int64_t m, size_t item_size, void *out);

/// Make room for what a query of the best size answered
TERCET_NODISCARD tercet_status
tercet_lapack_work(tercet_lapack *lapack,
                   const void *answer,
                   blas_int *lwork,
                   void *out);

/// Call the body for each matrix of the operand and the place of each result,
/// of which the last `n_inner[i]` axes belong to one matrix
TERCET_NODISCARD tercet_status
tercet_lapack_run(tercet_lapack *lapack,
                  size_t n_results,
                  tercet_tensor *const *results,
                  const size_t *n_inner,
                  tercet_batch_body body,
                  void *context);

/// Copy the matrix at `data` of the operand to column-major order
void
tercet_lapack_load(const tercet_lapack *lapack, char *data, void *out);

/// Refuse numbers that are not finite in a column-major copy of the operand
TERCET_NODISCARD tercet_status
tercet_lapack_check_finite(const tercet_lapack *lapack, const void *a);

/// Copy a column-major matrix with `ld` elements from one column to the next
/// to row-major order without gaps
void
tercet_lapack_store(const void *from,
                    int64_t ld,
                    int64_t rows,
                    int64_t columns,
                    size_t item_size,
                    char *to);

/// Zero what lies below subdiagonal `n_below` (0: below the diagonal)
void
tercet_lapack_clear_below(const tercet_lapack *lapack,
                          void *a,
                          int64_t ld,
                          int64_t rows,
                          int64_t columns,
                          int64_t n_below);

/// Zero what lies above the diagonal
void
tercet_lapack_clear_above(const tercet_lapack *lapack,
                          void *a,
                          int64_t ld,
                          int64_t columns);

/// Set the first numbers of the diagonal to 1
void
tercet_lapack_set_diagonal(const tercet_lapack *lapack,
                           void *a,
                           int64_t ld,
                           int64_t n);

/// Return the real number at an index
double
tercet_lapack_real_at(const tercet_lapack *lapack,
                      const void *numbers,
                      size_t index);

/// Return the greater of a count and 1, as leading dimensions must be
static inline blas_int
tercet_lapack_at_least_1(blas_int n)
{
  return n > 1 ? n : 1;
}

#endif // TERCET_LINALG_LAPACK_H
