// SPDX-License-Identifier: Apache-2.0

/// Norms of vectors and matrices

#include <tercet/linalg.h>

#include "linalg/lapack.h"

#include "array/element.h"
#include "array/kernel/kernel.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/// What is summed up over the absolute values
typedef enum {
  NORM_MAX,
  NORM_MIN,
  NORM_COUNT,
  NORM_SUM,
  NORM_SQUARES,
  NORM_POWERS,
} norm_kind;

typedef struct {
  tercet_dtype dtype;
  norm_kind kind;
  double ord;
  double scale;     ///< Divides each value, so that squares do not overflow
  double sum;       ///< So far
  bool has_result;  ///< For extremes
  tercet_loop axes; ///< The axes of one vector
  bool is_f32;
} norm_job;

/// Set `out` to the absolute values of up to #WIDE_CAPACITY elements
static void
load_absolute(
    tercet_dtype dtype, const char *in, int64_t stride, int64_t n, double *out)
{
  wide_buffer buffer;
  tercet_elements_widen(dtype, in, stride, n, &buffer);
  const bool is_complex = tercet_dtype_kind_of(dtype) == TERCET_KIND_C;
  for (int64_t i = 0; i < n; ++i) {
    out[i] = is_complex ? hypot(buffer.as_C[i].re, buffer.as_C[i].im)
                        : fabs(buffer.as_F[i]);
  }
}

/// Add absolute values to what was found before
static void
add_values(norm_job *job, double *x, int64_t n)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  for (int64_t i = 0; i < n; ++i) {
    x[i] = job->kind == NORM_COUNT                        ? (x[i] != 0)
           : job->kind == NORM_POWERS                     ? pow(x[i], job->ord)
           : job->kind == NORM_SQUARES && job->scale != 1 ? x[i] / job->scale
                                                          : x[i];
  }
  if (job->kind == NORM_MAX || job->kind == NORM_MIN) {
    const bool is_max = job->kind == NORM_MAX;
    const double found = is_max ? kernels->max_f64(x, (size_t)n)
                                : kernels->min_f64(x, (size_t)n);
    // NaN, once found, stays
    const bool replaces = !job->has_result || found != found ||
                          (is_max ? found > job->sum : found < job->sum);
    job->sum = replaces ? found : job->sum;
    job->has_result = true;
  } else {
    job->sum += job->kind == NORM_SQUARES
                    ? kernels->sum_squares_f64(x, (size_t)n)
                    : kernels->sum_f64(x, (size_t)n);
  }
}

/// Sum up a line without gaps with a kernel, if there is one
static bool
add_with_kernel(norm_job *job, const char *data, size_t n)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  const bool is_sum = job->kind == NORM_SUM;
  if ((!is_sum && job->kind != NORM_SQUARES) || job->scale != 1) {
    return false;
  }
  if (job->dtype == TERCET_DTYPE_F32) {
    const float *const x = (const float *)(const void *)data;
    job->sum +=
        is_sum ? kernels->sum_abs_f32(x, n) : kernels->sum_squares_f32(x, n);
    return true;
  }
  if (job->dtype == TERCET_DTYPE_F64) {
    const double *const x = (const double *)(const void *)data;
    job->sum +=
        is_sum ? kernels->sum_abs_f64(x, n) : kernels->sum_squares_f64(x, n);
    return true;
  }
  return false;
}

static bool
add_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  norm_job *const job = (norm_job *)context;
  if (strides[0] == (int64_t)tercet_dtype_size(job->dtype) &&
      add_with_kernel(job, data[0], (size_t)n)) {
    return true;
  }
  double values[WIDE_CAPACITY];
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    const int64_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    load_absolute(
        job->dtype, data[0] + i * strides[0], strides[0], n_now, values);
    add_values(job, values, n_now);
  }
  return true;
}

/// Go over one vector
static double
sum_up(norm_job *job, char *data, norm_kind kind, double scale)
{
  job->kind = kind;
  job->scale = scale;
  job->sum = 0;
  job->has_result = false;
  job->axes.data[0] = data;
  tercet_loop_run(&job->axes, add_line, job);
  return job->sum;
}

/// The 2-norm, again with scaled values if squares overflow or vanish
static double
euclidean(norm_job *job, char *data)
{
  const double plain = sum_up(job, data, NORM_SQUARES, 1);
  if (plain != plain || (plain > 1e-280 && plain < 1e300)) {
    return sqrt(plain);
  }
  const double greatest = sum_up(job, data, NORM_MAX, 1);
  if (greatest == 0 || !isfinite(greatest)) {
    return greatest;
  }
  return greatest * sqrt(sum_up(job, data, NORM_SQUARES, greatest));
}

static double
find_norm(norm_job *job, char *data)
{
  const double ord = job->ord;
  if (ord == 2) {
    return euclidean(job, data);
  }
  if (ord == 1) {
    return sum_up(job, data, NORM_SUM, 1);
  }
  if (ord == 0) {
    return sum_up(job, data, NORM_COUNT, 1);
  }
  if (isinf(ord)) {
    return sum_up(job, data, ord > 0 ? NORM_MAX : NORM_MIN, 1);
  }
  return pow(sum_up(job, data, NORM_POWERS, 1), 1 / ord);
}

static tercet_status
norm_one(void *context, char *const *data)
{
  norm_job *const job = (norm_job *)context;
  const double norm = find_norm(job, data[0]);
  if (job->is_f32) {
    *(float *)(void *)data[1] = (float)norm;
  } else {
    *(double *)(void *)data[1] = norm;
  }
  return TERCET_OK;
}

/* ---- Axes ---- */

/// Mark the axes that the vectors lie along
static tercet_status
mark_axes(const tercet_tensor *x,
          size_t n_axes,
          const int64_t *axes,
          bool marked[TERCET_MAX_RANK],
          tercet_error *err)
{
  const int64_t rank = (int64_t)x->rank;
  for (size_t i = 0; i < x->rank; ++i) {
    marked[i] = !axes;
  }
  for (size_t i = 0; axes && i < n_axes; ++i) {
    if (axes[i] < -rank || axes[i] >= rank) {
      return tercet_error_set(err,
                              TERCET_ERR_SHAPE,
                              "axis %" PRId64 " of a tensor of rank %zu",
                              axes[i],
                              x->rank);
    }
    const size_t axis = (size_t)(axes[i] < 0 ? axes[i] + rank : axes[i]);
    if (marked[axis]) {
      return tercet_error_set(
          err, TERCET_ERR_SHAPE, "axis %zu is named twice", axis);
    }
    marked[axis] = true;
  }
  return TERCET_OK;
}

/// Shapes and strides of the vectors and of what remains
typedef struct {
  size_t n_inner;
  int64_t inner_shape[TERCET_MAX_RANK];
  int64_t inner_strides[TERCET_MAX_RANK];
  size_t n_outer;
  int64_t outer_shape[TERCET_MAX_RANK];
  int64_t outer_strides[TERCET_MAX_RANK];
  size_t n_out;
  int64_t out_shape[TERCET_MAX_RANK];
  bool is_empty; ///< Vectors without elements
} norm_axes;

static void
split_axes(const tercet_tensor *x,
           const bool marked[TERCET_MAX_RANK],
           bool keep_dims,
           norm_axes *out)
{
  memset(out, 0, sizeof(*out));
  for (size_t i = 0; i < x->rank; ++i) {
    if (marked[i]) {
      out->inner_shape[out->n_inner] = x->shape[i];
      out->inner_strides[out->n_inner++] = x->strides[i];
      out->is_empty = out->is_empty || x->shape[i] == 0;
    } else {
      out->outer_shape[out->n_outer] = x->shape[i];
      out->outer_strides[out->n_outer++] = x->strides[i];
    }
    if (!marked[i] || keep_dims) {
      out->out_shape[out->n_out++] = marked[i] ? 1 : x->shape[i];
    }
  }
}

/// Go over all vectors of a tensor that is of a dtype to compute in
static tercet_status
find_norms(const tercet_allocator *alloc,
           const tercet_tensor *x,
           double ord,
           const norm_axes *axes,
           tercet_tensor **out,
           tercet_error *err)
{
  TERCET_TRY(tercet_tensor_new_raw(alloc,
                                   tercet_lapack_real_dtype(x->dtype),
                                   axes->n_out,
                                   axes->out_shape,
                                   out,
                                   err));
  norm_job job = {.dtype = x->dtype,
                  .ord = ord,
                  .is_f32 = (*out)->dtype == TERCET_DTYPE_F32};
  tercet_loop_init(&job.axes, axes->n_inner, axes->inner_shape);
  tercet_loop_add(&job.axes, x->data, axes->inner_strides);
  tercet_loop_sort(&job.axes, 0);
  tercet_loop_collapse(&job.axes);

  int64_t out_strides[TERCET_MAX_RANK];
  tercet_shape_strides(axes->n_outer,
                       axes->outer_shape,
                       tercet_dtype_size((*out)->dtype),
                       out_strides);
  tercet_loop loop;
  tercet_loop_init(&loop, axes->n_outer, axes->outer_shape);
  tercet_loop_add(&loop, x->data, axes->outer_strides);
  tercet_loop_add(&loop, (*out)->data, out_strides);
  tercet_loop_collapse(&loop);
  return tercet_batch_run(&loop, norm_one, &job, err);
}

tercet_status
tercet_linalg_vector_norm(const tercet_allocator *alloc,
                          const tercet_tensor *x,
                          double ord,
                          size_t n_axes,
                          const int64_t *axes,
                          bool keep_dims,
                          tercet_tensor **out,
                          tercet_error *err)
{
  *out = NULL;
  bool marked[TERCET_MAX_RANK] = {false};
  norm_axes split;
  TERCET_TRY(mark_axes(x, n_axes, axes, marked, err));
  split_axes(x, marked, keep_dims, &split);
  if (ord != ord) {
    return tercet_error_set(err, TERCET_ERR_RANGE, "the order is NaN");
  }
  if (split.is_empty && isinf(ord)) {
    return tercet_error_set(
        err, TERCET_ERR_SHAPE, "the vectors have no elements");
  }

  const tercet_dtype dtype = tercet_lapack_dtype(x->dtype);
  if (x->dtype == dtype) {
    return find_norms(alloc, x, ord, &split, out, err);
  }
  tercet_tensor *copy = NULL;
  TERCET_TRY(tercet_tensor_cast(alloc, x, dtype, &copy, err));
  split_axes(copy, marked, keep_dims, &split);
  const tercet_status st = find_norms(alloc, copy, ord, &split, out, err);
  tercet_tensor_unref(copy);
  return st;
}

/* ---- Matrices ---- */

static const int64_t last_two[2] = {-2, -1};

/// The greatest or least 1-norm along an axis
static tercet_status
norm_of_sums(const tercet_allocator *alloc,
             const tercet_tensor *a,
             int64_t axis,
             double extreme,
             bool keep_dims,
             tercet_tensor **out,
             tercet_error *err)
{
  tercet_tensor *sums = NULL;
  tercet_status st =
      tercet_linalg_vector_norm(alloc, a, 1, 1, &axis, true, &sums, err);
  if (st == TERCET_OK && sums) {
    st = tercet_linalg_vector_norm(
        alloc, sums, extreme, 2, last_two, keep_dims, out, err);
  }
  tercet_tensor_unref(sums);
  return st;
}

/// A norm of the vector of singular values
static tercet_status
norm_of_values(const tercet_allocator *alloc,
               const tercet_tensor *a,
               double ord,
               bool keep_dims,
               tercet_tensor **out,
               tercet_error *err)
{
  static const int64_t last = -1;
  tercet_tensor *values = NULL;
  tercet_tensor *norms = NULL;
  tercet_status st =
      tercet_linalg_svd(alloc, a, false, NULL, &values, NULL, err);
  if (st == TERCET_OK) {
    st = tercet_linalg_vector_norm(
        alloc, values, ord, 1, &last, false, &norms, err);
  }
  if (st == TERCET_OK) {
    int64_t shape[TERCET_MAX_RANK];
    memcpy(shape, a->shape, a->rank * sizeof(*shape));
    shape[a->rank - 2U] = 1;
    shape[a->rank - 1U] = 1;
    st = tercet_tensor_reshape(
        norms, keep_dims ? a->rank : a->rank - 2U, shape, out, err);
  }
  tercet_tensor_unref(norms);
  tercet_tensor_unref(values);
  return st;
}

tercet_status
tercet_linalg_matrix_norm(const tercet_allocator *alloc,
                          const tercet_tensor *a,
                          tercet_matrix_norm norm,
                          bool keep_dims,
                          tercet_tensor **out,
                          tercet_error *err)
{
  const double most = (double)INFINITY;
  *out = NULL;
  if (a->rank < 2) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "a matrix needs two axes, but the rank is %zu",
                            a->rank);
  }
  switch (norm) {
  case TERCET_MATRIX_NORM_FRO:
    return tercet_linalg_vector_norm(
        alloc, a, 2, 2, last_two, keep_dims, out, err);
  case TERCET_MATRIX_NORM_MAX:
    return tercet_linalg_vector_norm(
        alloc, a, most, 2, last_two, keep_dims, out, err);
  case TERCET_MATRIX_NORM_ONE:
    return norm_of_sums(alloc, a, -2, most, keep_dims, out, err);
  case TERCET_MATRIX_NORM_ONE_MIN:
    return norm_of_sums(alloc, a, -2, -most, keep_dims, out, err);
  case TERCET_MATRIX_NORM_INF:
    return norm_of_sums(alloc, a, -1, most, keep_dims, out, err);
  case TERCET_MATRIX_NORM_INF_MIN:
    return norm_of_sums(alloc, a, -1, -most, keep_dims, out, err);
  case TERCET_MATRIX_NORM_NUC:
    return norm_of_values(alloc, a, 1, keep_dims, out, err);
  case TERCET_MATRIX_NORM_TWO:
    return norm_of_values(alloc, a, most, keep_dims, out, err);
  case TERCET_MATRIX_NORM_TWO_MIN:
    return norm_of_values(alloc, a, -most, keep_dims, out, err);
  }
  return tercet_error_set(
      err, TERCET_ERR_ARGUMENT, "there is no matrix norm %d", (int)norm);
}
