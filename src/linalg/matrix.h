// SPDX-License-Identifier: Apache-2.0

/// Matrices as they lie in tensors, and walking over batches of them

#ifndef TERCET_LINALG_MATRIX_H
#define TERCET_LINALG_MATRIX_H

#include "array/loop.h"

/// A matrix with any byte strides; does not own its elements
typedef struct {
  char *data;
  int64_t rows;
  int64_t columns;
  int64_t row_stride;    ///< From one row to the next
  int64_t column_stride; ///< From one column to the next
} tercet_matrix;

/// Return the same elements with rows and columns exchanged
tercet_matrix
tercet_matrix_transpose(const tercet_matrix *matrix);

/// Return the matrix at `data` of the last two axes of a tensor
tercet_matrix
tercet_matrix_of(const tercet_tensor *tensor, char *data);

/// Return a matrix in column-major order without gaps
tercet_matrix
tercet_matrix_column_major(void *data,
                           int64_t rows,
                           int64_t columns,
                           size_t item_size);

/// Copy elements of `item_size` bytes; the matrices must not overlap
void
tercet_matrix_copy(const tercet_matrix *to,
                   const tercet_matrix *from,
                   size_t item_size);

/// Set all bytes to 0
void
tercet_matrix_clear(const tercet_matrix *matrix, size_t item_size);

/// Return whether elements of one column are neighbours and the columns do not
/// overlap: the order of Fortran.  The extents must fit a blas_int.
bool
tercet_matrix_is_column_major(const tercet_matrix *matrix, size_t item_size);

/**
   Add a tensor to a loop over batches.

   @param loop Loop over the shape of the batch.
   @param n_inner Last axes, which belong to the matrix or vector; those before
   broadcast to the shape of the batch.
*/
void
tercet_batch_add(tercet_loop *loop,
                 const tercet_tensor *tensor,
                 size_t n_inner);

/// Process one matrix of each operand
typedef tercet_status (*tercet_batch_body)(void *context, char *const *data);

/// Call the body for each place in the batch; ends at the first failure, or
/// when the operation is cancelled
TERCET_NODISCARD tercet_status
tercet_batch_run(const tercet_loop *loop,
                 tercet_batch_body body,
                 void *context,
                 tercet_error *err);

#endif // TERCET_LINALG_MATRIX_H
