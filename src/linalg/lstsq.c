// SPDX-License-Identifier: Apache-2.0

/// Least squares through singular values

#include <tercet/linalg.h>

#include "linalg/lapack.h"

#include "array/element.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct {
  tercet_lapack l;
  tercet_tensor *b; ///< In the dtype that is computed in
  blas_int n_right;
  blas_int rows; ///< Of the room for right sides and solutions: max(m, n)
  blas_int rank;
  void *a;
  void *x; ///< Right sides, then solutions
  void *s;
  void *work;
  void *rwork;
  blas_int *iwork;
  blas_int lwork;
} lstsq_job;

/// Call gelsd, or ask for the best sizes
static blas_int
call_gelsd(lstsq_job *j,
           double rcond,
           void *work,
           blas_int lwork,
           void *rwork,
           blas_int *iwork)
{
  const tercet_lapack *const l = &j->l;
  const blas_int lda = tercet_lapack_at_least_1(l->m);
  const blas_int ldb = tercet_lapack_at_least_1(j->rows);
  const float rcond_f32 = (float)rcond;
  const void *const limit =
      l->is_f32 ? (const void *)&rcond_f32 : (const void *)&rcond;
  blas_int info = 0;
  if (l->is_complex) {
    l->f->gelsd.complex(&l->m,
                        &l->n,
                        &j->n_right,
                        j->a,
                        &lda,
                        j->x,
                        &ldb,
                        j->s,
                        limit,
                        &j->rank,
                        work,
                        &lwork,
                        rwork,
                        iwork,
                        &info);
  } else {
    l->f->gelsd.real(&l->m,
                     &l->n,
                     &j->n_right,
                     j->a,
                     &lda,
                     j->x,
                     &ldb,
                     j->s,
                     limit,
                     &j->rank,
                     work,
                     &lwork,
                     iwork,
                     &info);
  }
  return info;
}

/// Set up memory and copy the operands into it
static tercet_status
begin(lstsq_job *j)
{
  tercet_lapack *const l = &j->l;
  TERCET_TRY(tercet_lapack_room(l, l->m, l->n, l->item_size, &j->a));
  TERCET_TRY(tercet_lapack_room(l, j->rows, j->n_right, l->item_size, &j->x));
  TERCET_TRY(tercet_lapack_room(l, l->k, 1, l->real_size, &j->s));
  element_C128 answer = {0, 0};
  element_C128 answer_real = {0, 0};
  blas_int answer_integer = 0;
  call_gelsd(j, 0, &answer, -1, &answer_real, &answer_integer);
  TERCET_TRY(tercet_lapack_work(l, &answer, &j->lwork, &j->work));
  const int64_t n_real =
      (int64_t)(tercet_lapack_real_at(l, &answer_real, 0) * (1 + 0x1p-23)) + 1;
  TERCET_TRY(tercet_lapack_room(l, n_real, 1, l->real_size, &j->rwork));
  TERCET_TRY(tercet_lapack_room(
      l, (int64_t)answer_integer + 1, 1, sizeof(blas_int), &j->iwork));

  const int64_t size = (int64_t)l->item_size;
  const tercet_matrix to = {
      (char *)j->x, l->m, j->n_right, size, j->rows * size};
  const bool is_vector = j->b->rank == 1;
  const tercet_matrix column = {j->b->data, l->m, 1, j->b->strides[0], 0};
  const tercet_matrix from =
      is_vector ? column : tercet_matrix_of(j->b, j->b->data);
  tercet_matrix_copy(&to, &from, l->item_size);
  tercet_lapack_load(l, l->a->data, j->a);
  return tercet_lapack_check_finite(l, j->a);
}

static tercet_status
check_right_side(const lstsq_job *j)
{
  const tercet_lapack *const l = &j->l;
  const size_t n_parts = l->is_complex ? 2U : 1U;
  for (int64_t i = 0; i < j->n_right; ++i) {
    for (size_t p = 0; p < (size_t)l->m * n_parts; ++p) {
      const double x = tercet_lapack_real_at(
          l, j->x, (size_t)i * (size_t)j->rows * n_parts + p);
      if (!isfinite(x)) {
        return tercet_error_set(l->err,
                                TERCET_ERR_RANGE,
                                "the right side is not finite: row %zu is %g",
                                p / n_parts,
                                x);
      }
    }
  }
  return TERCET_OK;
}

static tercet_status
run(lstsq_job *j, double rcond)
{
  const tercet_lapack *const l = &j->l;
  TERCET_TRY(check_right_side(j));
  j->rank = 0;
  if (!l->k) {
    // Without unknowns the right side is left over, without equations x is 0
    const size_t n_rows = l->m ? 0 : (size_t)j->rows;
    memset(j->x, 0, n_rows * (size_t)j->n_right * l->item_size);
    return TERCET_OK;
  }
  const double epsilon = l->is_f32 ? (double)FLT_EPSILON : DBL_EPSILON;
  const double limit =
      rcond >= 0 ? rcond : epsilon * (l->m > l->n ? l->m : l->n);
  return call_gelsd(j, limit, j->work, j->lwork, j->rwork, j->iwork)
             ? tercet_error_set(l->err,
                                TERCET_ERR_RANGE,
                                "the singular values of a %d x %d matrix do "
                                "not converge",
                                (int)l->m,
                                (int)l->n)
             : TERCET_OK;
}

/// Rows n to m - 1 of the solutions hold what the equations leave over
static tercet_status
store_residuals(const lstsq_job *j, tercet_tensor **out)
{
  const tercet_lapack *const l = &j->l;
  const bool has = l->m > l->n && j->rank == l->n;
  const int64_t shape[1] = {has ? j->n_right : 0};
  const size_t rank = has && j->b->rank == 1 ? 0 : 1;
  TERCET_TRY(
      tercet_tensor_new_raw(l->alloc, l->real_dtype, rank, shape, out, l->err));
  const size_t n_parts = l->is_complex ? 2U : 1U;
  for (int64_t i = 0; i < (*out)->size; ++i) {
    double sum = 0;
    for (size_t p = (size_t)l->n * n_parts; p < (size_t)l->m * n_parts; ++p) {
      const double x = tercet_lapack_real_at(
          l, j->x, (size_t)i * (size_t)j->rows * n_parts + p);
      sum += x * x;
    }
    if (l->is_f32) {
      ((float *)(void *)(*out)->data)[i] = (float)sum;
    } else {
      ((double *)(void *)(*out)->data)[i] = sum;
    }
  }
  return TERCET_OK;
}

static tercet_status
store(const lstsq_job *j,
      tercet_tensor **x,
      tercet_tensor **residuals,
      tercet_tensor **s)
{
  const tercet_lapack *const l = &j->l;
  const int64_t shape[2] = {l->n, j->n_right};
  const tercet_status st =
      tercet_tensor_new_raw(l->alloc, l->dtype, j->b->rank, shape, x, l->err);
  if (st != TERCET_OK || !*x) {
    return st;
  }
  tercet_lapack_store(
      j->x, j->rows, l->n, j->n_right, l->item_size, (*x)->data);
  if (residuals) {
    TERCET_TRY(store_residuals(j, residuals));
  }
  if (s) {
    const int64_t shape_s[1] = {l->k};
    TERCET_TRY(
        tercet_tensor_new_raw(l->alloc, l->real_dtype, 1, shape_s, s, l->err));
    memcpy((*s)->data, j->s, (size_t)l->k * l->real_size);
  }
  return TERCET_OK;
}

static tercet_status
check(const tercet_tensor *a, const tercet_tensor *b, tercet_error *err)
{
  if (a->dtype != b->dtype) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "the matrix is %s, but the right side %s",
                            tercet_dtype_name(a->dtype),
                            tercet_dtype_name(b->dtype));
  }
  if (a->rank != 2 || (b->rank != 1 && b->rank != 2) ||
      a->shape[0] != b->shape[0] || b->shape[b->rank - 1U] > INT32_MAX / 8) {
    char text_a[TERCET_SHAPE_TEXT_MAX];
    char text_b[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "a right side of shape %s does not fit a matrix of shape %s",
        tercet_shape_text(b->rank, b->shape, text_b),
        tercet_shape_text(a->rank, a->shape, text_a));
  }
  return TERCET_OK;
}

tercet_status
tercet_linalg_lstsq(const tercet_allocator *alloc,
                    const tercet_tensor *a,
                    const tercet_tensor *b,
                    double rcond,
                    tercet_tensor **x,
                    tercet_tensor **residuals,
                    int64_t *rank,
                    tercet_tensor **s,
                    tercet_error *err)
{
  tercet_tensor **const outputs[3] = {x, residuals, s};
  *x = NULL;
  for (size_t i = 1; i < 3; ++i) {
    if (outputs[i]) {
      *outputs[i] = NULL;
    }
  }
  TERCET_TRY(check(a, b, err));
  lstsq_job j = {.b = NULL};
  tercet_lapack *const l = &j.l;
  tercet_status st = tercet_lapack_begin(l, alloc, a, false, err);
  if (st == TERCET_OK) {
    j.n_right = b->rank == 1 ? 1 : (blas_int)b->shape[1];
    j.rows = l->m > l->n ? l->m : l->n;
    st = tercet_tensor_cast(alloc, b, l->dtype, &j.b, err);
  }
  if (st == TERCET_OK) {
    st = begin(&j);
  }
  if (st == TERCET_OK) {
    st = run(&j, rcond);
  }
  if (st == TERCET_OK) {
    st = store(&j, x, residuals, s);
  }
  if (st == TERCET_OK && rank) {
    *rank = j.rank;
  }
  tercet_tensor_unref(j.b);
  return tercet_lapack_end(l, st, 3, outputs);
}
