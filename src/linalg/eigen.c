// SPDX-License-Identifier: Apache-2.0

/// Eigenvalues and eigenvectors

#include <tercet/linalg.h>

#include "linalg/lapack.h"

#include "array/element.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <string.h>

static tercet_status
not_converged(const tercet_lapack *l)
{
  return tercet_error_set(l->err,
                          TERCET_ERR_RANGE,
                          "the eigenvalues of a %d x %d matrix do not "
                          "converge",
                          (int)l->n,
                          (int)l->n);
}

/* ---- General matrices ---- */

typedef struct {
  tercet_lapack l;
  bool wants_vectors;
  void *a;
  void *values; ///< Real parts, or complex values
  void *imaginary;
  void *vectors;
  void *complex_vectors;
  void *work;
  void *rwork;
  blas_int lwork;
} eig_job;

static blas_int
call_geev(const eig_job *j, void *work, blas_int lwork)
{
  const tercet_lapack *const l = &j->l;
  const blas_int ld = tercet_lapack_at_least_1(l->n);
  const char *const what = j->wants_vectors ? "V" : "N";
  blas_int info = 0;
  if (l->is_complex) {
    l->f->geev.complex("N",
                       what,
                       &l->n,
                       j->a,
                       &ld,
                       j->values,
                       NULL,
                       &ld,
                       j->vectors,
                       &ld,
                       work,
                       &lwork,
                       j->rwork,
                       &info,
                       1,
                       1);
  } else {
    l->f->geev.real("N",
                    what,
                    &l->n,
                    j->a,
                    &ld,
                    j->values,
                    j->imaginary,
                    NULL,
                    &ld,
                    j->vectors,
                    &ld,
                    work,
                    &lwork,
                    &info,
                    1,
                    1);
  }
  return info;
}

static tercet_dtype
complex_dtype(const tercet_lapack *l)
{
  return l->is_f32 ? TERCET_DTYPE_C64 : TERCET_DTYPE_C128;
}

static tercet_status
begin_eig(eig_job *j)
{
  tercet_lapack *const l = &j->l;
  const int64_t n = l->n;
  TERCET_TRY(tercet_lapack_room(l, n, n, l->item_size, &j->a));
  TERCET_TRY(tercet_lapack_room(l, n, 1, l->item_size, &j->values));
  TERCET_TRY(tercet_lapack_room(l, n, 1, l->real_size, &j->imaginary));
  TERCET_TRY(tercet_lapack_room(l, 2 * n, 1, l->real_size, &j->rwork));
  if (j->wants_vectors) {
    TERCET_TRY(tercet_lapack_room(l, n, n, l->item_size, &j->vectors));
    TERCET_TRY(
        tercet_lapack_room(l, n, n, 2U * l->real_size, &j->complex_vectors));
  }
  element_C128 answer = {0, 0};
  call_geev(j, &answer, -1);
  return tercet_lapack_work(l, &answer, &j->lwork, &j->work);
}

/// Write a complex number of the job's precision
static void
set_complex(
    const tercet_lapack *l, void *numbers, size_t i, double re, double im)
{
  if (l->is_f32) {
    const element_C64 x = {(float)re, (float)im};
    ((element_C64 *)numbers)[i] = x;
  } else {
    const element_C128 x = {re, im};
    ((element_C128 *)numbers)[i] = x;
  }
}

/// Make complex vectors of real ones: of a pair of values re + i im, re - i im
/// the first column has the real parts and the second the imaginary ones
static void
join_columns(const eig_job *j)
{
  const tercet_lapack *const l = &j->l;
  const size_t n = (size_t)l->n;
  for (size_t column = 0; column < n; ++column) {
    const bool is_pair =
        column + 1U < n && tercet_lapack_real_at(l, j->imaginary, column) != 0;
    for (size_t i = column * n; i < (column + 1U) * n; ++i) {
      const double re = tercet_lapack_real_at(l, j->vectors, i);
      const double im =
          is_pair ? tercet_lapack_real_at(l, j->vectors, i + n) : 0;
      set_complex(l, j->complex_vectors, i, re, im);
      if (is_pair) {
        set_complex(l, j->complex_vectors, i + n, re, -im);
      }
    }
    column += is_pair ? 1U : 0U;
  }
}

static void
store_values(const eig_job *j, char *out)
{
  const tercet_lapack *const l = &j->l;
  if (l->is_complex) {
    memcpy(out, j->values, (size_t)l->n * l->item_size);
    return;
  }
  for (size_t i = 0; i < (size_t)l->n; ++i) {
    set_complex(l,
                out,
                i,
                tercet_lapack_real_at(l, j->values, i),
                tercet_lapack_real_at(l, j->imaginary, i));
  }
}

static tercet_status
eig_one(void *context, char *const *data)
{
  eig_job *const j = (eig_job *)context;
  const tercet_lapack *const l = &j->l;
  tercet_lapack_load(l, data[0], j->a);
  TERCET_TRY(tercet_lapack_check_finite(l, j->a));
  if (call_geev(j, j->work, j->lwork)) {
    return not_converged(l);
  }
  store_values(j, data[1]);
  if (j->wants_vectors) {
    if (!l->is_complex) {
      join_columns(j);
    }
    tercet_lapack_store(l->is_complex ? j->vectors : j->complex_vectors,
                        l->n,
                        l->n,
                        l->n,
                        2U * l->real_size,
                        data[2]);
  }
  return TERCET_OK;
}

/// Find values, and vectors if `vectors` is not NULL
static tercet_status
eig(const tercet_allocator *alloc,
    const tercet_tensor *a,
    tercet_tensor **values,
    tercet_tensor **vectors,
    tercet_error *err)
{
  tercet_tensor *unwanted = NULL;
  eig_job j = {.wants_vectors = vectors != NULL};
  vectors = vectors ? vectors : &unwanted;
  *values = NULL;
  *vectors = NULL;
  tercet_lapack *const l = &j.l;
  tercet_status st = tercet_lapack_begin(l, alloc, a, true, err);
  if (st == TERCET_OK) {
    st = begin_eig(&j);
  }
  const int64_t shape[2] = {l->n, l->n};
  if (st == TERCET_OK) {
    st = tercet_lapack_result(l, complex_dtype(l), 1, shape, values);
  }
  if (st == TERCET_OK && j.wants_vectors) {
    st = tercet_lapack_result(l, complex_dtype(l), 2, shape, vectors);
  }
  if (st == TERCET_OK) {
    tercet_tensor *const results[2] = {*values, *vectors};
    static const size_t n_inner[2] = {1, 2};
    st = tercet_lapack_run(l, 2, results, n_inner, eig_one, &j);
  }
  tercet_tensor **const outputs[2] = {values, vectors};
  return tercet_lapack_end(l, st, 2, outputs);
}

tercet_status
tercet_linalg_eig(const tercet_allocator *alloc,
                  const tercet_tensor *a,
                  tercet_tensor **values,
                  tercet_tensor **vectors,
                  tercet_error *err)
{
  return eig(alloc, a, values, vectors, err);
}

tercet_status
tercet_linalg_eigvals(const tercet_allocator *alloc,
                      const tercet_tensor *a,
                      tercet_tensor **values,
                      tercet_error *err)
{
  return eig(alloc, a, values, NULL, err);
}

/* ---- Hermitian matrices ---- */

typedef struct {
  tercet_lapack l;
  bool wants_vectors;
  bool upper;
  void *a;
  void *values;
} eigh_job;

/// Room for one call of syevd; all -1 asks for the sizes
typedef struct {
  void *work;
  void *rwork;
  blas_int *iwork;
  blas_int lwork;
  blas_int lrwork;
  blas_int liwork;
} eigh_room;

static blas_int
call_syevd(const eigh_job *j, const eigh_room *room)
{
  const tercet_lapack *const l = &j->l;
  const blas_int ld = tercet_lapack_at_least_1(l->n);
  const char *const what = j->wants_vectors ? "V" : "N";
  const char *const triangle = j->upper ? "U" : "L";
  blas_int info = 0;
  if (l->is_complex) {
    l->f->syevd.complex(what,
                        triangle,
                        &l->n,
                        j->a,
                        &ld,
                        j->values,
                        room->work,
                        &room->lwork,
                        room->rwork,
                        &room->lrwork,
                        room->iwork,
                        &room->liwork,
                        &info,
                        1,
                        1);
  } else {
    l->f->syevd.real(what,
                     triangle,
                     &l->n,
                     j->a,
                     &ld,
                     j->values,
                     room->work,
                     &room->lwork,
                     room->iwork,
                     &room->liwork,
                     &info,
                     1,
                     1);
  }
  return info;
}

static tercet_status
begin_eigh(eigh_job *j, eigh_room *room)
{
  tercet_lapack *const l = &j->l;
  const int64_t n = l->n;
  TERCET_TRY(tercet_lapack_room(l, n, n, l->item_size, &j->a));
  TERCET_TRY(tercet_lapack_room(l, n, 1, l->real_size, &j->values));
  element_C128 answer = {0, 0};
  element_C128 answer_real = {0, 0};
  blas_int answer_integer = 0;
  const eigh_room query = {&answer, &answer_real, &answer_integer, -1, -1, -1};
  call_syevd(j, &query);
  TERCET_TRY(tercet_lapack_work(l, &answer, &room->lwork, &room->work));
  const double n_real =
      tercet_lapack_real_at(l, &answer_real, 0) * (1 + 0x1p-23) + 1;
  if (n_real >= INT32_MAX) {
    return tercet_error_set(l->err,
                            TERCET_ERR_LIMIT,
                            "LAPACK cannot work on a %d x %d matrix",
                            (int)l->n,
                            (int)l->n);
  }
  room->lrwork = (blas_int)n_real;
  room->liwork = answer_integer + 1;
  TERCET_TRY(
      tercet_lapack_room(l, room->lrwork, 1, l->real_size, &room->rwork));
  return tercet_lapack_room(l, room->liwork, 1, sizeof(blas_int), &room->iwork);
}

typedef struct {
  eigh_job job;
  eigh_room room;
} eigh_state;

/// Only one triangle counts: fill the other with zeros before the check
static tercet_status
check_triangle(const eigh_job *j)
{
  const tercet_lapack *const l = &j->l;
  if (j->upper) {
    tercet_lapack_clear_below(l, j->a, l->n, l->n, l->n, 0);
  } else {
    tercet_lapack_clear_above(l, j->a, l->n, l->n);
  }
  return tercet_lapack_check_finite(l, j->a);
}

static tercet_status
eigh_one(void *context, char *const *data)
{
  eigh_state *const s = (eigh_state *)context;
  const tercet_lapack *const l = &s->job.l;
  tercet_lapack_load(l, data[0], s->job.a);
  TERCET_TRY(check_triangle(&s->job));
  if (call_syevd(&s->job, &s->room)) {
    return not_converged(l);
  }
  memcpy(data[1], s->job.values, (size_t)l->n * l->real_size);
  if (s->job.wants_vectors) {
    tercet_lapack_store(s->job.a, l->n, l->n, l->n, l->item_size, data[2]);
  }
  return TERCET_OK;
}

/// Find values, and vectors if `vectors` is not NULL
static tercet_status
eigh(const tercet_allocator *alloc,
     const tercet_tensor *a,
     bool upper,
     tercet_tensor **values,
     tercet_tensor **vectors,
     tercet_error *err)
{
  tercet_tensor *unwanted = NULL;
  eigh_state s = {.job = {.wants_vectors = vectors != NULL, .upper = upper}};
  vectors = vectors ? vectors : &unwanted;
  *values = NULL;
  *vectors = NULL;
  tercet_lapack *const l = &s.job.l;
  tercet_status st = tercet_lapack_begin(l, alloc, a, true, err);
  if (st == TERCET_OK) {
    st = begin_eigh(&s.job, &s.room);
  }
  const int64_t shape[2] = {l->n, l->n};
  if (st == TERCET_OK) {
    st = tercet_lapack_result(l, l->real_dtype, 1, shape, values);
  }
  if (st == TERCET_OK && s.job.wants_vectors) {
    st = tercet_lapack_result(l, l->dtype, 2, shape, vectors);
  }
  if (st == TERCET_OK) {
    tercet_tensor *const results[2] = {*values, *vectors};
    static const size_t n_inner[2] = {1, 2};
    st = tercet_lapack_run(l, 2, results, n_inner, eigh_one, &s);
  }
  tercet_tensor **const outputs[2] = {values, vectors};
  return tercet_lapack_end(l, st, 2, outputs);
}

tercet_status
tercet_linalg_eigh(const tercet_allocator *alloc,
                   const tercet_tensor *a,
                   bool upper,
                   tercet_tensor **values,
                   tercet_tensor **vectors,
                   tercet_error *err)
{
  return eigh(alloc, a, upper, values, vectors, err);
}

tercet_status
tercet_linalg_eigvalsh(const tercet_allocator *alloc,
                       const tercet_tensor *a,
                       bool upper,
                       tercet_tensor **values,
                       tercet_error *err)
{
  return eigh(alloc, a, upper, values, NULL, err);
}
