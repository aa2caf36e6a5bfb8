// SPDX-License-Identifier: Apache-2.0

/// Singular values, and what follows from them: pseudoinverses, least squares

#include <tercet/linalg.h>

#include "linalg/lapack.h"

#include "array/element.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <float.h>
#include <string.h>

static tercet_status
not_converged(const tercet_lapack *l)
{
  return tercet_error_set(l->err,
                          TERCET_ERR_RANGE,
                          "the singular values of a %d x %d matrix do not "
                          "converge",
                          (int)l->m,
                          (int)l->n);
}

/* ---- Singular values ---- */

typedef struct {
  tercet_lapack l;
  const char *what; ///< "A" full, "S" reduced, "N" only the values
  blas_int columns_u;
  blas_int rows_vh;
  void *a;
  void *s;
  void *u;
  void *vh;
  void *work;
  void *rwork;
  blas_int *iwork;
  blas_int lwork;
} svd_job;

/// Call gesdd, or ask for the best size of work
static blas_int
call_gesdd(const svd_job *j, void *work, blas_int lwork)
{
  const tercet_lapack *const l = &j->l;
  const blas_int lda = tercet_lapack_at_least_1(l->m);
  const blas_int ldvh = tercet_lapack_at_least_1(j->rows_vh);
  blas_int info = 0;
  if (l->is_complex) {
    l->f->gesdd.complex(j->what,
                        &l->m,
                        &l->n,
                        j->a,
                        &lda,
                        j->s,
                        j->u,
                        &lda,
                        j->vh,
                        &ldvh,
                        work,
                        &lwork,
                        j->rwork,
                        j->iwork,
                        &info,
                        1);
  } else {
    l->f->gesdd.real(j->what,
                     &l->m,
                     &l->n,
                     j->a,
                     &lda,
                     j->s,
                     j->u,
                     &lda,
                     j->vh,
                     &ldvh,
                     work,
                     &lwork,
                     j->iwork,
                     &info,
                     1);
  }
  return info;
}

/// Real numbers that the complex gesdd needs: enough for every version
static int64_t
rwork_rows(const tercet_lapack *l)
{
  const int64_t k = l->k;
  const int64_t greater = l->m > l->n ? l->m : l->n;
  const int64_t a = 5 * k + 7;
  const int64_t b = 2 * greater + 2 * k + 1;
  return (a > b ? a : b) + 1;
}

static tercet_status
begin_svd(svd_job *j, bool full, bool wants_vectors)
{
  tercet_lapack *const l = &j->l;
  const int64_t k = l->k;
  j->what = !wants_vectors ? "N" : full ? "A" : "S";
  j->columns_u = full ? l->m : l->k;
  j->rows_vh = full ? l->n : l->k;
  TERCET_TRY(tercet_lapack_room(l, l->m, l->n, l->item_size, &j->a));
  TERCET_TRY(tercet_lapack_room(l, k, 1, l->real_size, &j->s));
  TERCET_TRY(tercet_lapack_room(l, 8 * k, 1, sizeof(blas_int), &j->iwork));
  if (wants_vectors) {
    TERCET_TRY(tercet_lapack_room(l, l->m, j->columns_u, l->item_size, &j->u));
    TERCET_TRY(tercet_lapack_room(l, j->rows_vh, l->n, l->item_size, &j->vh));
  }
  if (l->is_complex) {
    TERCET_TRY(
        tercet_lapack_room(l, rwork_rows(l), k + 1, l->real_size, &j->rwork));
  }
  element_C128 answer = {0, 0};
  call_gesdd(j, &answer, -1);
  return tercet_lapack_work(l, &answer, &j->lwork, &j->work);
}

/// Decompose the matrix at `data` into `u`, `s` and `vh` of the job
static tercet_status
decompose(svd_job *j, char *data)
{
  const tercet_lapack *const l = &j->l;
  tercet_lapack_load(l, data, j->a);
  TERCET_TRY(tercet_lapack_check_finite(l, j->a));
  if (l->k) {
    return call_gesdd(j, j->work, j->lwork) ? not_converged(l) : TERCET_OK;
  }
  // Nothing was decomposed: any orthonormal bases will do
  if (*j->what == 'A') {
    const size_t size = l->item_size;
    memset(j->u, 0, (size_t)l->m * (size_t)l->m * size);
    memset(j->vh, 0, (size_t)l->n * (size_t)l->n * size);
    tercet_lapack_set_diagonal(l, j->u, l->m, l->m);
    tercet_lapack_set_diagonal(l, j->vh, l->n, l->n);
  }
  return TERCET_OK;
}

static tercet_status
svd_one(void *context, char *const *data)
{
  svd_job *const j = (svd_job *)context;
  const tercet_lapack *const l = &j->l;
  TERCET_TRY(decompose(j, data[0]));
  memcpy(data[1], j->s, (size_t)l->k * l->real_size);
  if (*j->what != 'N') {
    tercet_lapack_store(j->u, l->m, l->m, j->columns_u, l->item_size, data[2]);
    tercet_lapack_store(
        j->vh, j->rows_vh, j->rows_vh, l->n, l->item_size, data[3]);
  }
  return TERCET_OK;
}

tercet_status
tercet_linalg_svd(const tercet_allocator *alloc,
                  const tercet_tensor *a,
                  bool full,
                  tercet_tensor **u,
                  tercet_tensor **s,
                  tercet_tensor **vh,
                  tercet_error *err)
{
  tercet_tensor *unwanted[2] = {NULL, NULL};
  const bool wants_vectors = u && vh;
  u = u ? u : &unwanted[0];
  vh = vh ? vh : &unwanted[1];
  *u = NULL;
  *s = NULL;
  *vh = NULL;
  svd_job j = {.what = "N"};
  tercet_lapack *const l = &j.l;
  tercet_status st = tercet_lapack_begin(l, alloc, a, false, err);
  if (st == TERCET_OK) {
    st = begin_svd(&j, full, wants_vectors);
  }
  const int64_t shape_u[2] = {l->m, j.columns_u};
  const int64_t shape_s[1] = {l->k};
  const int64_t shape_vh[2] = {j.rows_vh, l->n};
  if (st == TERCET_OK) {
    st = tercet_lapack_result(l, l->real_dtype, 1, shape_s, s);
  }
  if (st == TERCET_OK && wants_vectors) {
    st = tercet_lapack_result(l, l->dtype, 2, shape_u, u);
  }
  if (st == TERCET_OK && wants_vectors) {
    st = tercet_lapack_result(l, l->dtype, 2, shape_vh, vh);
  }
  if (st == TERCET_OK) {
    tercet_tensor *const results[3] = {*s, *u, *vh};
    static const size_t n_inner[3] = {1, 2, 2};
    st = tercet_lapack_run(l, 3, results, n_inner, svd_one, &j);
  }
  tercet_tensor **const outputs[3] = {u, s, vh};
  return tercet_lapack_end(l, st, 3, outputs);
}

/* ---- Pseudoinverses ---- */

/// Return the share of the greatest singular value that counts as 0
static double
cutoff(const tercet_lapack *l, double rcond)
{
  const double epsilon = l->is_f32 ? (double)FLT_EPSILON : DBL_EPSILON;
  const blas_int greater = l->m > l->n ? l->m : l->n;
  return rcond >= 0 ? rcond : epsilon * (double)greater;
}

typedef struct {
  svd_job svd;
  double rcond;
  void *product;
} pinv_job;

/// Divide the rows of V^H by the singular values, those that are too small
/// giving 0
static void
divide_rows(const svd_job *j, double rcond)
{
  const tercet_lapack *const l = &j->l;
  const size_t n_parts = l->is_complex ? 2U : 1U;
  const double limit = l->k ? rcond * tercet_lapack_real_at(l, j->s, 0) : 0;
  const size_t n_values = (size_t)l->k * (size_t)l->n * n_parts;
  for (size_t i = 0; i < n_values; ++i) {
    const size_t row = i / n_parts % (size_t)l->k;
    const double s = tercet_lapack_real_at(l, j->s, row);
    if (l->is_f32) {
      float *const x = (float *)j->vh + i;
      *x = s > limit ? *x / (float)s : 0;
    } else {
      double *const x = (double *)j->vh + i;
      *x = s > limit ? *x / s : 0;
    }
  }
}

static void
conjugate(const tercet_lapack *l, void *numbers, size_t n)
{
  for (size_t i = 0; i < n && l->is_complex; ++i) {
    if (l->is_f32) {
      ((element_C64 *)numbers)[i].im = -((element_C64 *)numbers)[i].im;
    } else {
      ((element_C128 *)numbers)[i].im = -((element_C128 *)numbers)[i].im;
    }
  }
}

/// The conjugate of (V^H)^T diag(1 / s) U^T
static tercet_status
pinv_one(void *context, char *const *data)
{
  pinv_job *const p = (pinv_job *)context;
  const tercet_lapack *const l = &p->svd.l;
  TERCET_TRY(decompose(&p->svd, data[0]));
  divide_rows(&p->svd, p->rcond);

  element_C128 one = {1, 0};
  element_C128 zero = {0, 0};
  if (l->is_f32) {
    const element_C64 one_f32 = {1, 0};
    memcpy(&one, &one_f32, sizeof(one_f32));
  }
  const blas_int ldvh = tercet_lapack_at_least_1(l->k);
  const blas_int ldu = tercet_lapack_at_least_1(l->m);
  const blas_int ldc = tercet_lapack_at_least_1(l->n);
  l->f->gemm("T",
             "T",
             &l->n,
             &l->m,
             &l->k,
             &one,
             p->svd.vh,
             &ldvh,
             p->svd.u,
             &ldu,
             &zero,
             p->product,
             &ldc,
             1,
             1);
  conjugate(l, p->product, (size_t)l->m * (size_t)l->n);
  tercet_lapack_store(p->product, l->n, l->n, l->m, l->item_size, data[1]);
  return TERCET_OK;
}

tercet_status
tercet_linalg_pinv(const tercet_allocator *alloc,
                   const tercet_tensor *a,
                   double rcond,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  pinv_job p = {.svd = {.what = "S"}};
  tercet_lapack *const l = &p.svd.l;
  tercet_status st = tercet_lapack_begin(l, alloc, a, false, err);
  if (st == TERCET_OK) {
    p.rcond = cutoff(l, rcond);
    st = begin_svd(&p.svd, false, true);
  }
  if (st == TERCET_OK) {
    st = tercet_lapack_room(l, l->n, l->m, l->item_size, &p.product);
  }
  const int64_t shape[2] = {l->n, l->m};
  if (st == TERCET_OK) {
    st = tercet_lapack_result(l, l->dtype, 2, shape, out);
  }
  if (st == TERCET_OK) {
    static const size_t n_inner[1] = {2};
    st = tercet_lapack_run(l, 1, out, n_inner, pinv_one, &p);
  }
  tercet_tensor **const outputs[1] = {out};
  return tercet_lapack_end(l, st, 1, outputs);
}
