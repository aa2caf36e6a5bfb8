// SPDX-License-Identifier: Apache-2.0

/// Factors with orthonormal columns found without iteration: QR, Hessenberg

#include <tercet/linalg.h>

#include "linalg/lapack.h"

#include "array/element.h"
#include "base/error.h"

#include <string.h>

/// Room of one routine; the greater of two queries serves both
typedef struct {
  tercet_lapack l;
  void *a;
  void *copy; ///< The triangular factor
  void *tau;
  void *work;
  blas_int lwork;
  blas_int n_columns; ///< Of Q
  bool wants_q;
} job;

/// Keep the greater of two answers
static void
join_answers(const tercet_lapack *l, element_C128 *a, const element_C128 *b)
{
  if (tercet_lapack_real_at(l, b, 0) > tercet_lapack_real_at(l, a, 0)) {
    *a = *b;
  }
}

/* ---- QR ---- */

static tercet_status
qr_one(void *context, char *const *data)
{
  job *const j = (job *)context;
  const tercet_lapack *const l = &j->l;
  const blas_int lda = tercet_lapack_at_least_1(l->m);
  const size_t n_bytes = (size_t)l->m * (size_t)l->n * l->item_size;
  const blas_int rows_r = j->n_columns;
  blas_int info = 0;
  tercet_lapack_load(l, data[0], j->a);
  l->f->geqrf(&l->m, &l->n, j->a, &lda, j->tau, j->work, &j->lwork, &info);

  memcpy(j->copy, j->a, n_bytes);
  tercet_lapack_clear_below(l, j->copy, l->m, l->m, l->n, 0);
  tercet_lapack_store(j->copy, l->m, rows_r, l->n, l->item_size, data[2]);
  if (j->wants_q) {
    l->f->orgqr(&l->m,
                &j->n_columns,
                &l->k,
                j->a,
                &lda,
                j->tau,
                j->work,
                &j->lwork,
                &info);
    tercet_lapack_store(j->a, l->m, l->m, j->n_columns, l->item_size, data[1]);
  }
  return TERCET_OK;
}

static tercet_status
begin_qr(job *j)
{
  tercet_lapack *const l = &j->l;
  const blas_int query = -1;
  const blas_int lda = tercet_lapack_at_least_1(l->m);
  const blas_int columns = j->n_columns > l->n ? j->n_columns : l->n;
  blas_int info = 0;
  element_C128 answer = {0, 0};
  element_C128 answer_q = {0, 0};
  TERCET_TRY(tercet_lapack_room(l, l->m, columns, l->item_size, &j->a));
  TERCET_TRY(tercet_lapack_room(l, l->m, l->n, l->item_size, &j->copy));
  TERCET_TRY(tercet_lapack_room(l, l->k, 1, l->item_size, &j->tau));
  l->f->geqrf(&l->m, &l->n, j->a, &lda, j->tau, &answer, &query, &info);
  l->f->orgqr(&l->m,
              &j->n_columns,
              &l->k,
              j->a,
              &lda,
              j->tau,
              &answer_q,
              &query,
              &info);
  join_answers(l, &answer, &answer_q);
  return tercet_lapack_work(l, &answer, &j->lwork, &j->work);
}

tercet_status
tercet_linalg_qr(const tercet_allocator *alloc,
                 const tercet_tensor *a,
                 bool complete,
                 tercet_tensor **q,
                 tercet_tensor **r,
                 tercet_error *err)
{
  tercet_tensor *unwanted = NULL;
  q = q ? q : &unwanted;
  *q = NULL;
  *r = NULL;
  job j = {.wants_q = q != &unwanted};
  tercet_lapack *const l = &j.l;
  tercet_status st = tercet_lapack_begin(l, alloc, a, false, err);
  j.n_columns = complete ? l->m : l->k;
  if (st == TERCET_OK) {
    st = begin_qr(&j);
  }
  const int64_t shape_q[2] = {l->m, j.n_columns};
  const int64_t shape_r[2] = {j.n_columns, l->n};
  if (st == TERCET_OK && j.wants_q) {
    st = tercet_lapack_result(l, l->dtype, 2, shape_q, q);
  }
  if (st == TERCET_OK) {
    st = tercet_lapack_result(l, l->dtype, 2, shape_r, r);
  }
  if (st == TERCET_OK) {
    tercet_tensor *const results[2] = {*q, *r};
    static const size_t n_inner[2] = {2, 2};
    st = tercet_lapack_run(l, 2, results, n_inner, qr_one, &j);
  }
  tercet_tensor **const outputs[2] = {q, r};
  return tercet_lapack_end(l, st, 2, outputs);
}

/* ---- Hessenberg ---- */

static tercet_status
hessenberg_one(void *context, char *const *data)
{
  job *const j = (job *)context;
  const tercet_lapack *const l = &j->l;
  const blas_int one = 1;
  const size_t n_bytes = (size_t)l->n * (size_t)l->n * l->item_size;
  blas_int info = 0;
  tercet_lapack_load(l, data[0], j->a);
  l->f->gehrd(
      &l->n, &one, &l->n, j->a, &l->n, j->tau, j->work, &j->lwork, &info);

  memcpy(j->copy, j->a, n_bytes);
  tercet_lapack_clear_below(l, j->copy, l->n, l->n, l->n, 1);
  tercet_lapack_store(j->copy, l->n, l->n, l->n, l->item_size, data[1]);
  if (j->wants_q) {
    l->f->orghr(
        &l->n, &one, &l->n, j->a, &l->n, j->tau, j->work, &j->lwork, &info);
    tercet_lapack_store(j->a, l->n, l->n, l->n, l->item_size, data[2]);
  }
  return TERCET_OK;
}

static tercet_status
begin_hessenberg(job *j)
{
  tercet_lapack *const l = &j->l;
  const blas_int query = -1;
  const blas_int one = 1;
  blas_int info = 0;
  element_C128 answer = {0, 0};
  element_C128 answer_q = {0, 0};
  TERCET_TRY(tercet_lapack_room(l, l->n, l->n, l->item_size, &j->a));
  TERCET_TRY(tercet_lapack_room(l, l->n, l->n, l->item_size, &j->copy));
  TERCET_TRY(tercet_lapack_room(l, l->n, 1, l->item_size, &j->tau));
  l->f->gehrd(&l->n, &one, &l->n, j->a, &l->n, j->tau, &answer, &query, &info);
  l->f->orghr(
      &l->n, &one, &l->n, j->a, &l->n, j->tau, &answer_q, &query, &info);
  join_answers(l, &answer, &answer_q);
  return tercet_lapack_work(l, &answer, &j->lwork, &j->work);
}

tercet_status
tercet_linalg_hessenberg(const tercet_allocator *alloc,
                         const tercet_tensor *a,
                         tercet_tensor **h,
                         tercet_tensor **q,
                         tercet_error *err)
{
  tercet_tensor *unwanted = NULL;
  q = q ? q : &unwanted;
  *h = NULL;
  *q = NULL;
  job j = {.wants_q = q != &unwanted};
  tercet_lapack *const l = &j.l;
  tercet_status st = tercet_lapack_begin(l, alloc, a, true, err);
  // An empty matrix has an empty result, and LAPACK's ranges would not fit it
  if (st == TERCET_OK && l->n) {
    st = begin_hessenberg(&j);
  }
  const int64_t shape[2] = {l->n, l->n};
  if (st == TERCET_OK) {
    st = tercet_lapack_result(l, l->dtype, 2, shape, h);
  }
  if (st == TERCET_OK && j.wants_q) {
    st = tercet_lapack_result(l, l->dtype, 2, shape, q);
  }
  if (st == TERCET_OK && l->n) {
    tercet_tensor *const results[2] = {*h, *q};
    static const size_t n_inner[2] = {2, 2};
    st = tercet_lapack_run(l, 2, results, n_inner, hessenberg_one, &j);
  }
  tercet_tensor **const outputs[2] = {h, q};
  return tercet_lapack_end(l, st, 2, outputs);
}
