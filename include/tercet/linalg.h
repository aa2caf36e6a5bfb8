// SPDX-License-Identifier: Apache-2.0

/**
   @file linalg.h

   Linear algebra: products, decompositions, systems of equations.

   Matrices are the last two axes of a tensor; axes before them are a batch,
   for each member of which the operation is done.  Any strides will do.
   Results are new contiguous tensors, to be given back with
   tercet_tensor_unref(); where a function makes several, all are NULL after a
   failure.

   Products work for every dtype and are of the dtype of their operands, which
   must agree.  Integers wrap, so that they are exact modulo 2^n.  float16 and
   bfloat16 are multiplied in float32 and rounded once.  Products of bools are
   true where any pair is.

   Everything else works in float32, float64, complex64 or complex128: bools
   and integers become float64, float16 and bfloat16 float32, and so are the
   results.  Where two operands meet, their dtypes must agree.  NaN and
   infinities pass through products, norms, LU, determinants, inverses,
   solutions and QR as the arithmetic has it; functions that iterate
   (singular values, eigenvalues, least squares) refuse them with
   #TERCET_ERR_RANGE.

   All functions may be called by several threads at once.

   BLAS and LAPACK are looked for at the first use: OpenBLAS, or else the
   system's liblapack.so.3.  TERCET_BLAS in the environment names another
   library, or `none`.  Without one, products still work, through own loops;
   other functions return #TERCET_ERR_UNSUPPORTED and name the package, unless
   their description says that they need no library.

   Caveat: while OpenBLAS loads, OPENBLAS_CORETYPE (the kernel that fits the
   processor, since OpenBLAS takes newer processors for old ones) and
   OPENBLAS_NUM_THREADS are put into the environment, if they are not there,
   and then taken away.  A program in which another thread reads or writes
   the environment at that time should call tercet_linalg_backend() before it
   starts threads.
*/

#ifndef TERCET_LINALG_H
#define TERCET_LINALG_H

#include <tercet/tensor.h>

TERCET_BEGIN_DECLS

/// Return the library in use and its kernel, such as "OpenBLAS 0.3.21
/// SkylakeX", or "none"; a static string.  Loads the library.
TERCET_API const char *
tercet_linalg_backend(void);

/// Let OpenBLAS use that many threads for each operation from now on, in the
/// whole process; it starts with one, or with what OPENBLAS_NUM_THREADS or
/// OMP_NUM_THREADS say.  Without effect on other libraries.
TERCET_API void
tercet_linalg_set_threads(size_t n_threads);

/* ---- Products ---- */

/**
   Multiply matrices, like NumPy's `matmul`.

   [..., m, k] times [..., k, n] is [..., m, n]; the axes before broadcast.  A
   vector on the left is a row, on the right a column, and its axis goes.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_DTYPE if the dtypes
   differ, or #TERCET_ERR_SHAPE if the shapes do not fit or a rank is 0.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_matmul(const tercet_allocator *alloc,
                     const tercet_tensor *a,
                     const tercet_tensor *b,
                     tercet_tensor **out,
                     tercet_error *err);

/// Like tercet_linalg_matmul(), into a tensor of the right dtype and shape,
/// with any strides, which may overlap `a` and `b`.  #TERCET_ERR_ARGUMENT if
/// it is read-only.
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_matmul_into(const tercet_tensor *a,
                          const tercet_tensor *b,
                          tercet_tensor *out,
                          tercet_error *err);

/// Multiply like NumPy's `dot`: the last axis of `a` with the last but one of
/// `b`, or with its only one; a tensor of rank 0 scales the other
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_dot(const tercet_allocator *alloc,
                  const tercet_tensor *a,
                  const tercet_tensor *b,
                  tercet_tensor **out,
                  tercet_error *err);

/// Sum the products of the conjugates of `a` with `b`, taken as vectors in
/// row-major order, which must be of one size; the result has rank 0
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_vdot(const tercet_allocator *alloc,
                   const tercet_tensor *a,
                   const tercet_tensor *b,
                   tercet_tensor **out,
                   tercet_error *err);

/// Multiply the last axis of `a` with the last of `b`; a tensor of rank 0
/// scales the other
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_inner(const tercet_allocator *alloc,
                    const tercet_tensor *a,
                    const tercet_tensor *b,
                    tercet_tensor **out,
                    tercet_error *err);

/// Multiply each element of `a` with each of `b`, taken as vectors in
/// row-major order; the result has rank 2
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_outer(const tercet_allocator *alloc,
                    const tercet_tensor *a,
                    const tercet_tensor *b,
                    tercet_tensor **out,
                    tercet_error *err);

/**
   Multiply the axes `axes_a` of `a` with the axes `axes_b` of `b`, pair by
   pair; the other axes of `a`, then those of `b`, are the result's.

   @param axes_a,axes_b `n_axes` axes each, from the end if negative.
   @return As for tercet_linalg_matmul(); #TERCET_ERR_SHAPE also for an axis
   that is out of range or named twice, or a result of too many axes.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_tensordot(const tercet_allocator *alloc,
                        const tercet_tensor *a,
                        const tercet_tensor *b,
                        size_t n_axes,
                        const int64_t *axes_a,
                        const int64_t *axes_b,
                        tercet_tensor **out,
                        tercet_error *err);

/// Operands that tercet_linalg_einsum() takes at the most
#define TERCET_EINSUM_MAX_OPERANDS 16

/**
   Multiply and sum by Einstein's convention, like NumPy's `einsum`.

   `"ij,jk->ik"` names the axes of each operand and of the result with
   letters; letters that are not in the result are summed over.  A letter
   twice in one operand takes the diagonal.  `...` stands for the remaining
   axes, which broadcast.  Without `->`, the result has the `...` axes, then
   the letters that occur once, in alphabetical order (capitals first).
   Spaces are ignored.  An extent of 1 broadcasts against the same letter
   elsewhere.

   The operands are multiplied two at a time, the cheapest pair first, as
   products of matrices.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SYNTAX with a column
   for malformed subscripts, #TERCET_ERR_ARGUMENT for no or too many operands,
   #TERCET_ERR_DTYPE if the dtypes differ, or #TERCET_ERR_SHAPE if ranks or
   extents do not fit, or an intermediate result has too many axes.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_einsum(const tercet_allocator *alloc,
                     tercet_string text,
                     size_t n_operands,
                     const tercet_tensor *const *operands,
                     tercet_tensor **out,
                     tercet_error *err);

/* ---- Solving ---- */

/**
   Factor [..., m, n] into a permutation, L and U, with k = min(m, n).

   Row i of L U is row `permutation[i]` of the matrix.  A singular matrix has
   a zero on the diagonal of U.

   @param[out] permutation int64, [..., m].
   @param[out] l [..., m, k], lower triangular with ones on the diagonal.
   @param[out] u [..., k, n], upper triangular.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for less than
   two axes, or #TERCET_ERR_UNSUPPORTED without a library.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_lu(const tercet_allocator *alloc,
                 const tercet_tensor *a,
                 tercet_tensor **permutation,
                 tercet_tensor **l,
                 tercet_tensor **u,
                 tercet_error *err);

/// Find the determinant of each matrix of [..., n, n]: [...], 0 if it is
/// singular; statuses as for tercet_linalg_lu()
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_det(const tercet_allocator *alloc,
                  const tercet_tensor *a,
                  tercet_tensor **out,
                  tercet_error *err);

/// Find sign and natural logarithm of the absolute value of determinants that
/// may overflow: 0 and minus infinity of a singular matrix.  The sign of a
/// complex determinant is a number on the unit circle.
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_slogdet(const tercet_allocator *alloc,
                      const tercet_tensor *a,
                      tercet_tensor **sign,
                      tercet_tensor **log_abs,
                      tercet_error *err);

/// Invert each matrix of [..., n, n]; statuses as for tercet_linalg_solve()
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_inv(const tercet_allocator *alloc,
                  const tercet_tensor *a,
                  tercet_tensor **out,
                  tercet_error *err);

/**
   Solve a x = b.

   @param a [..., n, n].
   @param b [n], one right side for all, or [..., n, k]; the axes before
   broadcast with those of `a`.
   @param[out] x [..., n] or [..., n, k].
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE,
   #TERCET_ERR_DTYPE if the dtypes differ, #TERCET_ERR_RANGE if a matrix is
   singular, naming the pivot that is zero, or #TERCET_ERR_UNSUPPORTED without a
   library.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_solve(const tercet_allocator *alloc,
                    const tercet_tensor *a,
                    const tercet_tensor *b,
                    tercet_tensor **x,
                    tercet_error *err);

/**
   Find the x of least norm that minimises the norm of a x - b.

   @param a [m, n].
   @param b [m] or [m, k].
   @param rcond Singular values up to this share of the greatest count as 0;
   negative means the precision of the dtype times the greater extent.
   @param[out] x [n] or [n, k].
   @param[out] residuals Sums of squares |a x - b|^2, [] or [k], computed if
   m > n and the rank is n, else of shape [0]; may be NULL.
   @param[out] rank Number of singular values that count; may be NULL.
   @param[out] s Singular values of `a`, [min(m, n)]; may be NULL.
   @return As for tercet_linalg_solve(); #TERCET_ERR_RANGE for numbers that are
   not finite and if the iteration does not converge.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_lstsq(const tercet_allocator *alloc,
                    const tercet_tensor *a,
                    const tercet_tensor *b,
                    double rcond,
                    tercet_tensor **x,
                    tercet_tensor **residuals,
                    int64_t *rank,
                    tercet_tensor **s,
                    tercet_error *err);

/// Find the pseudoinverse of each matrix; `rcond` and statuses as for
/// tercet_linalg_lstsq()
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_pinv(const tercet_allocator *alloc,
                   const tercet_tensor *a,
                   double rcond,
                   tercet_tensor **out,
                   tercet_error *err);

/* ---- Decompositions ---- */

/**
   Factor Hermitian positive definite matrices [..., n, n].

   @param upper False: a = L L^H, only the lower triangle of `a` is read; true:
   a = U^H U, only the upper one.
   @return As for tercet_linalg_lu(); #TERCET_ERR_RANGE if a matrix is not
   positive definite, naming the leading minor that is not.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_cholesky(const tercet_allocator *alloc,
                       const tercet_tensor *a,
                       bool upper,
                       tercet_tensor **out,
                       tercet_error *err);

/// Like tercet_linalg_cholesky(), into a tensor of the right dtype and shape,
/// which may be `a` itself; after a failure it is as before
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_cholesky_into(const tercet_tensor *a,
                            bool upper,
                            tercet_tensor *out,
                            tercet_error *err);

/**
   Factor [..., m, n] into Q with orthonormal columns and upper triangular R.

   @param complete False: Q is [..., m, k] and R [..., k, n], k = min(m, n);
   true: [..., m, m] and [..., m, n].
   @param[out] q May be NULL: only R is computed.
   @return As for tercet_linalg_lu().
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_qr(const tercet_allocator *alloc,
                 const tercet_tensor *a,
                 bool complete,
                 tercet_tensor **q,
                 tercet_tensor **r,
                 tercet_error *err);

/**
   Factor [..., m, n] into U diag(s) V^H, with k = min(m, n).

   @param full True: U is [..., m, m] and V^H [..., n, n]; false: [..., m, k]
   and [..., k, n].
   @param[out] u,vh Both may be NULL: only the singular values are computed.
   @param[out] s Singular values [..., k], real, the greatest first.
   @return As for tercet_linalg_lu(); #TERCET_ERR_RANGE for numbers that are
   not finite and if the iteration does not converge.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_svd(const tercet_allocator *alloc,
                  const tercet_tensor *a,
                  bool full,
                  tercet_tensor **u,
                  tercet_tensor **s,
                  tercet_tensor **vh,
                  tercet_error *err);

/**
   Find eigenvalues and right eigenvectors of [..., n, n].

   @param[out] values [..., n], always complex, in no particular order.
   @param[out] vectors [..., n, n]: column i belongs to value i and has norm 1;
   always complex.
   @return As for tercet_linalg_svd().
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_eig(const tercet_allocator *alloc,
                  const tercet_tensor *a,
                  tercet_tensor **values,
                  tercet_tensor **vectors,
                  tercet_error *err);

/// Find only the eigenvalues
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_eigvals(const tercet_allocator *alloc,
                      const tercet_tensor *a,
                      tercet_tensor **values,
                      tercet_error *err);

/**
   Find eigenvalues and eigenvectors of Hermitian matrices [..., n, n].

   @param upper Which triangle of `a` is read.
   @param[out] values [..., n], real, ascending.
   @param[out] vectors [..., n, n]: column i belongs to value i; orthonormal.
   @return As for tercet_linalg_svd().
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_eigh(const tercet_allocator *alloc,
                   const tercet_tensor *a,
                   bool upper,
                   tercet_tensor **values,
                   tercet_tensor **vectors,
                   tercet_error *err);

/// Find only the eigenvalues of Hermitian matrices
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_eigvalsh(const tercet_allocator *alloc,
                       const tercet_tensor *a,
                       bool upper,
                       tercet_tensor **values,
                       tercet_error *err);

/**
   Factor [..., n, n] into Q H Q^H, where H is zero below the first
   subdiagonal and Q is unitary.

   @param[out] q May be NULL.
   @return As for tercet_linalg_lu().
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_hessenberg(const tercet_allocator *alloc,
                         const tercet_tensor *a,
                         tercet_tensor **h,
                         tercet_tensor **q,
                         tercet_error *err);

/* ---- Norms ---- */

/**
   Find norms of vectors: (sum of |x|^ord)^(1/ord).  Needs no library.

   @param ord Infinity is the greatest |x|, minus infinity the least, 0 the
   number of those that are not 0.
   @param axes Axes that the vectors lie along, from the end if negative;
   NULL for all, and `n_axes` is then ignored.
   @param keep_dims Let the axes stay, with extent 1.
   @param[out] out Real.  Sums are in float64.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for an axis out
   of range or named twice, and for the infinite norms of nothing, or
   #TERCET_ERR_RANGE if `ord` is NaN.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_vector_norm(const tercet_allocator *alloc,
                          const tercet_tensor *x,
                          double ord,
                          size_t n_axes,
                          const int64_t *axes,
                          bool keep_dims,
                          tercet_tensor **out,
                          tercet_error *err);

/// Norms of matrices
typedef enum {
  TERCET_MATRIX_NORM_FRO,     ///< Root of the sum of squares
  TERCET_MATRIX_NORM_NUC,     ///< Sum of the singular values
  TERCET_MATRIX_NORM_ONE,     ///< Greatest sum of a column
  TERCET_MATRIX_NORM_ONE_MIN, ///< Least sum of a column
  TERCET_MATRIX_NORM_TWO,     ///< Greatest singular value
  TERCET_MATRIX_NORM_TWO_MIN, ///< Least singular value
  TERCET_MATRIX_NORM_INF,     ///< Greatest sum of a row
  TERCET_MATRIX_NORM_INF_MIN, ///< Least sum of a row
  TERCET_MATRIX_NORM_MAX,     ///< Greatest absolute value
} tercet_matrix_norm;

/**
   Find the norm of each matrix of [..., m, n].

   @param[out] out [...], or [..., 1, 1] with `keep_dims`; real.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for less than
   two axes or the greatest or least of nothing; for the norms that need
   singular values also as for tercet_linalg_svd(), the others need no
   library.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_linalg_matrix_norm(const tercet_allocator *alloc,
                          const tercet_tensor *a,
                          tercet_matrix_norm norm,
                          bool keep_dims,
                          tercet_tensor **out,
                          tercet_error *err);

TERCET_END_DECLS

#endif // TERCET_LINALG_H
