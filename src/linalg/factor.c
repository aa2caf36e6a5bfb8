// SPDX-License-Identifier: Apache-2.0

/// What follows from LU: factors, determinants, inverses, solutions; and
/// Cholesky's factors

#include <tercet/linalg.h>

#include "linalg/lapack.h"

#include "array/element.h"
#include "array/elementwise.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

static tercet_status
singular(const tercet_lapack *l, blas_int info)
{
  return tercet_error_set(l->err,
                          TERCET_ERR_RANGE,
                          "the matrix is singular: pivot %d of %d is zero",
                          (int)info - 1,
                          (int)l->n);
}

/* ---- LU ---- */

typedef struct {
  tercet_lapack l;
  void *a;
  void *copy;
  blas_int *pivots;
} lu_job;

/// Factor the matrix at `data` in place of `a`; returns the number of the
/// first zero pivot from 1, or 0
static blas_int
factor(lu_job *job, char *data)
{
  blas_int info = 0;
  const blas_int lda = tercet_lapack_at_least_1(job->l.m);
  tercet_lapack_load(&job->l, data, job->a);
  job->l.f->getrf(&job->l.m, &job->l.n, job->a, &lda, job->pivots, &info);
  return info;
}

static tercet_status
begin_lu(lu_job *job,
         const tercet_allocator *alloc,
         const tercet_tensor *a,
         bool square,
         tercet_error *err)
{
  TERCET_TRY(tercet_lapack_begin(&job->l, alloc, a, square, err));
  TERCET_TRY(tercet_lapack_room(
      &job->l, job->l.m, job->l.n, job->l.item_size, &job->a));
  return tercet_lapack_room(
      &job->l, job->l.k, 1, sizeof(*job->pivots), &job->pivots);
}

/// Turn exchanges of rows into the row that ends up in each place.  With NaN
/// in the matrix, a pivot may be any number.
static void
store_permutation(const lu_job *job, int64_t *out)
{
  const int64_t m = job->l.m;
  for (int64_t i = 0; i < m; ++i) {
    out[i] = i;
  }
  for (int64_t i = 0; i < job->l.k; ++i) {
    const int64_t j = (int64_t)job->pivots[i] - 1;
    if (j > i && j < m) {
      const int64_t row = out[i];
      out[i] = out[j];
      out[j] = row;
    }
  }
}

static tercet_status
lu_one(void *context, char *const *data)
{
  lu_job *const job = (lu_job *)context;
  const tercet_lapack *const l = &job->l;
  factor(job, data[0]);
  store_permutation(job, (int64_t *)(void *)data[1]);

  const size_t n_bytes = (size_t)l->m * (size_t)l->n * l->item_size;
  memcpy(job->copy, job->a, n_bytes);
  tercet_lapack_clear_above(l, job->copy, l->m, l->k);
  tercet_lapack_set_diagonal(l, job->copy, l->m, l->k);
  tercet_lapack_store(job->copy, l->m, l->m, l->k, l->item_size, data[2]);
  tercet_lapack_clear_below(l, job->a, l->m, l->m, l->n, 0);
  tercet_lapack_store(job->a, l->m, l->k, l->n, l->item_size, data[3]);
  return TERCET_OK;
}

tercet_status
tercet_linalg_lu(const tercet_allocator *alloc,
                 const tercet_tensor *a,
                 tercet_tensor **permutation,
                 tercet_tensor **l,
                 tercet_tensor **u,
                 tercet_error *err)
{
  *permutation = NULL;
  *l = NULL;
  *u = NULL;
  lu_job job;
  tercet_lapack *const lapack = &job.l;
  tercet_status st = begin_lu(&job, alloc, a, false, err);
  if (st == TERCET_OK) {
    st = tercet_lapack_room(
        lapack, lapack->m, lapack->n, lapack->item_size, &job.copy);
  }
  const int64_t shape_p[1] = {lapack->m};
  const int64_t shape_l[2] = {lapack->m, lapack->k};
  const int64_t shape_u[2] = {lapack->k, lapack->n};
  if (st == TERCET_OK) {
    st =
        tercet_lapack_result(lapack, TERCET_DTYPE_I64, 1, shape_p, permutation);
  }
  if (st == TERCET_OK) {
    st = tercet_lapack_result(lapack, lapack->dtype, 2, shape_l, l);
  }
  if (st == TERCET_OK) {
    st = tercet_lapack_result(lapack, lapack->dtype, 2, shape_u, u);
  }
  if (st == TERCET_OK) {
    tercet_tensor *const results[3] = {*permutation, *l, *u};
    static const size_t n_inner[3] = {1, 2, 2};
    st = tercet_lapack_run(lapack, 3, results, n_inner, lu_one, &job);
  }
  tercet_tensor **const outputs[3] = {permutation, l, u};
  return tercet_lapack_end(lapack, st, 3, outputs);
}

/* ---- Determinants ---- */

/// (re + i im) 2^exponent, so that products neither overflow nor underflow
typedef struct {
  double re;
  double im;
  int64_t exponent;
} scaled;

static void
scaled_multiply(scaled *x, double re, double im)
{
  const double new_re =
      im == 0 && x->im == 0 ? x->re * re : x->re * re - x->im * im;
  const double new_im = im == 0 && x->im == 0 ? 0 : x->re * im + x->im * re;
  int exponent = 0;
  (void)frexp(fmax(fabs(new_re), fabs(new_im)), &exponent);
  x->re = ldexp(new_re, -exponent);
  x->im = ldexp(new_im, -exponent);
  x->exponent += exponent;
}

static scaled
determinant(lu_job *job, char *data)
{
  const tercet_lapack *const l = &job->l;
  const blas_int info = factor(job, data);
  scaled product = {info > 0 ? 0 : 1, 0, 0};
  const size_t n_parts = l->is_complex ? 2U : 1U;
  for (blas_int i = 0; i < l->n && info == 0; ++i) {
    const size_t at = (size_t)i * ((size_t)l->n + 1U) * n_parts;
    const double sign = job->pivots[i] != i + 1 ? -1 : 1;
    const double re = tercet_lapack_real_at(l, job->a, at);
    const double im =
        l->is_complex ? tercet_lapack_real_at(l, job->a, at + 1U) : 0;
    scaled_multiply(&product, sign * re, sign * im);
  }
  return product;
}

/// Write a number of the dtype that is computed in
static void
store_number(const tercet_lapack *l, double re, double im, char *out)
{
  wide_buffer number;
  number.as_C[0].re = re;
  number.as_C[0].im = im;
  tercet_elements_narrow(l->dtype, TERCET_KIND_C, &number, 1, out, 0);
}

static tercet_status
det_one(void *context, char *const *data)
{
  lu_job *const job = (lu_job *)context;
  const scaled x = determinant(job, data[0]);
  const int exponent = x.exponent > 100000    ? 100000
                       : x.exponent < -100000 ? -100000
                                              : (int)x.exponent;
  store_number(&job->l, ldexp(x.re, exponent), ldexp(x.im, exponent), data[1]);
  return TERCET_OK;
}

tercet_status
tercet_linalg_det(const tercet_allocator *alloc,
                  const tercet_tensor *a,
                  tercet_tensor **out,
                  tercet_error *err)
{
  *out = NULL;
  lu_job job;
  tercet_status st = begin_lu(&job, alloc, a, true, err);
  if (st == TERCET_OK) {
    st = tercet_lapack_result(&job.l, job.l.dtype, 0, NULL, out);
  }
  if (st == TERCET_OK) {
    static const size_t n_inner[1] = {0};
    st = tercet_lapack_run(&job.l, 1, out, n_inner, det_one, &job);
  }
  tercet_tensor **const outputs[1] = {out};
  return tercet_lapack_end(&job.l, st, 1, outputs);
}

static tercet_status
slogdet_one(void *context, char *const *data)
{
  lu_job *const job = (lu_job *)context;
  const scaled x = determinant(job, data[0]);
  const double length = hypot(x.re, x.im);
  const double log_abs =
      length == 0 ? -(double)INFINITY
                  : log(length) + (double)x.exponent * 0.693147180559945309417;
  const double divisor = length == 0 ? 1 : length;
  store_number(&job->l, x.re / divisor, x.im / divisor, data[1]);
  if (job->l.is_f32) {
    *(float *)(void *)data[2] = (float)log_abs;
  } else {
    *(double *)(void *)data[2] = log_abs;
  }
  return TERCET_OK;
}

tercet_status
tercet_linalg_slogdet(const tercet_allocator *alloc,
                      const tercet_tensor *a,
                      tercet_tensor **sign,
                      tercet_tensor **log_abs,
                      tercet_error *err)
{
  *sign = NULL;
  *log_abs = NULL;
  lu_job job;
  tercet_status st = begin_lu(&job, alloc, a, true, err);
  if (st == TERCET_OK) {
    st = tercet_lapack_result(&job.l, job.l.dtype, 0, NULL, sign);
  }
  if (st == TERCET_OK) {
    st = tercet_lapack_result(&job.l, job.l.real_dtype, 0, NULL, log_abs);
  }
  if (st == TERCET_OK) {
    tercet_tensor *const results[2] = {*sign, *log_abs};
    static const size_t n_inner[2] = {0, 0};
    st = tercet_lapack_run(&job.l, 2, results, n_inner, slogdet_one, &job);
  }
  tercet_tensor **const outputs[2] = {sign, log_abs};
  return tercet_lapack_end(&job.l, st, 2, outputs);
}

/* ---- Inverses ---- */

typedef struct {
  lu_job lu;
  void *work;
  blas_int lwork;
} inverse_job;

static tercet_status
inverse_one(void *context, char *const *data)
{
  inverse_job *const job = (inverse_job *)context;
  const tercet_lapack *const l = &job->lu.l;
  blas_int info = factor(&job->lu, data[0]);
  if (info > 0) {
    return singular(l, info);
  }
  const blas_int lda = tercet_lapack_at_least_1(l->n);
  l->f->getri(
      &l->n, job->lu.a, &lda, job->lu.pivots, job->work, &job->lwork, &info);
  tercet_lapack_store(job->lu.a, l->n, l->n, l->n, l->item_size, data[1]);
  return TERCET_OK;
}

static tercet_status
begin_inverse(inverse_job *job)
{
  tercet_lapack *const l = &job->lu.l;
  const blas_int query = -1;
  const blas_int lda = tercet_lapack_at_least_1(l->n);
  blas_int info = 0;
  element_C128 answer = {0, 0};
  l->f->getri(&l->n, job->lu.a, &lda, job->lu.pivots, &answer, &query, &info);
  return tercet_lapack_work(l, &answer, &job->lwork, &job->work);
}

tercet_status
tercet_linalg_inv(const tercet_allocator *alloc,
                  const tercet_tensor *a,
                  tercet_tensor **out,
                  tercet_error *err)
{
  *out = NULL;
  inverse_job job;
  tercet_lapack *const l = &job.lu.l;
  tercet_status st = begin_lu(&job.lu, alloc, a, true, err);
  if (st == TERCET_OK) {
    st = begin_inverse(&job);
  }
  const int64_t shape[2] = {l->n, l->n};
  if (st == TERCET_OK) {
    st = tercet_lapack_result(l, l->dtype, 2, shape, out);
  }
  if (st == TERCET_OK) {
    static const size_t n_inner[1] = {2};
    st = tercet_lapack_run(l, 1, out, n_inner, inverse_one, &job);
  }
  tercet_tensor **const outputs[1] = {out};
  return tercet_lapack_end(l, st, 1, outputs);
}

/* ---- Solutions ---- */

typedef struct {
  lu_job lu;
  tercet_matrix right;  ///< Right sides, but for the address
  tercet_matrix result; ///< Likewise
  void *b;
} solve_job;

static tercet_status
solve_one(void *context, char *const *data)
{
  solve_job *const job = (solve_job *)context;
  const tercet_lapack *const l = &job->lu.l;
  job->right.data = data[1];
  job->result.data = data[2];
  const tercet_matrix b = tercet_matrix_column_major(
      job->b, job->right.rows, job->right.columns, l->item_size);
  tercet_matrix_copy(&b, &job->right, l->item_size);
  tercet_lapack_load(l, data[0], job->lu.a);

  const blas_int n_right = (blas_int)job->right.columns;
  const blas_int ld = tercet_lapack_at_least_1(l->n);
  blas_int info = 0;
  l->f->gesv(
      &l->n, &n_right, job->lu.a, &ld, job->lu.pivots, job->b, &ld, &info);
  if (info > 0) {
    return singular(l, info);
  }
  tercet_matrix_copy(&job->result, &b, l->item_size);
  return TERCET_OK;
}

static tercet_status
check_right_side(const tercet_tensor *a,
                 const tercet_tensor *b,
                 tercet_error *err)
{
  if (a->dtype != b->dtype) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "the matrix is %s, but the right side %s",
                            tercet_dtype_name(a->dtype),
                            tercet_dtype_name(b->dtype));
  }
  const size_t n_inner = b->rank > 1 ? 2U : 1U;
  const bool fits = b->rank && a->rank > 1 &&
                    b->shape[b->rank - n_inner] == a->shape[a->rank - 2U];
  if (!fits || b->shape[b->rank - 1U] > INT32_MAX / 8) {
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

/// Return the last axis or axes of a tensor as columns, without an address
static tercet_matrix
columns_of(const tercet_tensor *tensor, bool is_vector)
{
  const size_t last = tensor->rank - 1U;
  const tercet_matrix column = {
      NULL, tensor->shape[last], 1, tensor->strides[last], 0};
  return is_vector ? column : tercet_matrix_of(tensor, NULL);
}

/// Solve with operands that are checked and converted
static tercet_status
solve(solve_job *job, const tercet_tensor *b, tercet_tensor **x)
{
  tercet_lapack *const l = &job->lu.l;
  const bool is_vector = b->rank == 1;
  const size_t n_inner = is_vector ? 1U : 2U;
  int64_t shape[TERCET_MAX_RANK];
  size_t n_batch = 0;
  TERCET_TRY(tercet_shape_broadcast(l->a->rank - 2U,
                                    l->a->shape,
                                    b->rank - n_inner,
                                    b->shape,
                                    &n_batch,
                                    shape,
                                    l->err));
  memcpy(
      shape + n_batch, b->shape + b->rank - n_inner, n_inner * sizeof(*shape));
  TERCET_TRY(tercet_tensor_new_raw(
      l->alloc, l->dtype, n_batch + n_inner, shape, x, l->err));
  job->right = columns_of(b, is_vector);
  job->result = columns_of(*x, is_vector);
  TERCET_TRY(tercet_lapack_room(
      l, job->right.rows, job->right.columns, l->item_size, &job->b));

  tercet_loop loop;
  tercet_loop_init(&loop, n_batch, shape);
  tercet_batch_add(&loop, l->a, 2);
  tercet_batch_add(&loop, b, n_inner);
  tercet_batch_add(&loop, *x, n_inner);
  return tercet_batch_run(&loop, solve_one, job, l->err);
}

tercet_status
tercet_linalg_solve(const tercet_allocator *alloc,
                    const tercet_tensor *a,
                    const tercet_tensor *b,
                    tercet_tensor **x,
                    tercet_error *err)
{
  *x = NULL;
  tercet_tensor *right = NULL;
  solve_job job;
  tercet_status st = begin_lu(&job.lu, alloc, a, true, err);
  if (st == TERCET_OK) {
    st = check_right_side(a, b, err);
  }
  if (st == TERCET_OK) {
    st = tercet_tensor_cast(alloc, b, job.lu.l.dtype, &right, err);
  }
  if (st == TERCET_OK) {
    st = solve(&job, right, x);
  }
  tercet_tensor_unref(right);
  tercet_tensor **const outputs[1] = {x};
  return tercet_lapack_end(&job.lu.l, st, 1, outputs);
}

/* ---- Cholesky ---- */

typedef struct {
  tercet_lapack l;
  void *a;
  bool upper;
} cholesky_job;

/// Return the order of the first leading minor whose pivot is NaN, or 0; not
/// every potrf looks
static blas_int
first_nan_pivot(const cholesky_job *job)
{
  const tercet_lapack *const l = &job->l;
  const size_t n_parts = l->is_complex ? 2U : 1U;
  for (blas_int i = 0; i < l->n; ++i) {
    const size_t at = (size_t)i * ((size_t)l->n + 1U) * n_parts;
    if (!(tercet_lapack_real_at(l, job->a, at) > 0)) {
      return i + 1;
    }
  }
  return 0;
}

static tercet_status
cholesky_one(void *context, char *const *data)
{
  cholesky_job *const job = (cholesky_job *)context;
  const tercet_lapack *const l = &job->l;
  const blas_int lda = tercet_lapack_at_least_1(l->n);
  blas_int info = 0;
  tercet_lapack_load(l, data[0], job->a);
  l->f->potrf(job->upper ? "U" : "L", &l->n, job->a, &lda, &info, 1);
  info = info ? info : first_nan_pivot(job);
  if (info > 0) {
    return tercet_error_set(l->err,
                            TERCET_ERR_RANGE,
                            "the matrix is not positive definite: its leading "
                            "minor of order %d is not",
                            (int)info);
  }
  if (job->upper) {
    tercet_lapack_clear_below(l, job->a, l->n, l->n, l->n, 0);
  } else {
    tercet_lapack_clear_above(l, job->a, l->n, l->n);
  }
  tercet_lapack_store(job->a, l->n, l->n, l->n, l->item_size, data[1]);
  return TERCET_OK;
}

tercet_status
tercet_linalg_cholesky(const tercet_allocator *alloc,
                       const tercet_tensor *a,
                       bool upper,
                       tercet_tensor **out,
                       tercet_error *err)
{
  *out = NULL;
  cholesky_job job = {.upper = upper};
  tercet_lapack *const l = &job.l;
  tercet_status st = tercet_lapack_begin(l, alloc, a, true, err);
  const int64_t shape[2] = {l->n, l->n};
  if (st == TERCET_OK) {
    st = tercet_lapack_room(l, l->n, l->n, l->item_size, &job.a);
  }
  if (st == TERCET_OK) {
    st = tercet_lapack_result(l, l->dtype, 2, shape, out);
  }
  if (st == TERCET_OK) {
    static const size_t n_inner[1] = {2};
    st = tercet_lapack_run(l, 1, out, n_inner, cholesky_one, &job);
  }
  tercet_tensor **const outputs[1] = {out};
  return tercet_lapack_end(l, st, 1, outputs);
}

tercet_status
tercet_linalg_cholesky_into(const tercet_tensor *a,
                            bool upper,
                            tercet_tensor *out,
                            tercet_error *err)
{
  tercet_tensor *result = NULL;
  TERCET_TRY(tercet_elementwise_check(
      out, tercet_lapack_dtype(a->dtype), a->rank, a->shape, err));
  TERCET_TRY(tercet_linalg_cholesky(NULL, a, upper, &result, err));
  const tercet_status st = tercet_tensor_assign(out, result, err);
  tercet_tensor_unref(result);
  return st;
}
