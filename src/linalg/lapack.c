// SPDX-License-Identifier: Apache-2.0

#include "linalg/lapack.h"

#include "array/element.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

tercet_dtype
tercet_lapack_dtype(tercet_dtype dtype)
{
  switch (tercet_dtype_kind_of(dtype)) {
  case TERCET_KIND_B:
  case TERCET_KIND_I:
  case TERCET_KIND_U:
    return TERCET_DTYPE_F64;
  case TERCET_KIND_F:
    return dtype == TERCET_DTYPE_F64 ? TERCET_DTYPE_F64 : TERCET_DTYPE_F32;
  case TERCET_KIND_C:
    break;
  }
  return dtype;
}

tercet_dtype
tercet_lapack_real_dtype(tercet_dtype dtype)
{
  const tercet_dtype computed = tercet_lapack_dtype(dtype);
  return computed == TERCET_DTYPE_C64    ? TERCET_DTYPE_F32
         : computed == TERCET_DTYPE_C128 ? TERCET_DTYPE_F64
                                         : computed;
}

/* ---- Start and end ---- */

static tercet_status
check_shape(const tercet_tensor *a, bool square, tercet_error *err)
{
  char text[TERCET_SHAPE_TEXT_MAX];
  if (a->rank < 2) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "a matrix needs two axes, but the shape is %s",
                            tercet_shape_text(a->rank, a->shape, text));
  }
  const int64_t m = a->shape[a->rank - 2U];
  const int64_t n = a->shape[a->rank - 1U];
  if (square && m != n) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "the matrix must be square, but the shape is %s",
                            tercet_shape_text(a->rank, a->shape, text));
  }
  // Room for a multiple of an extent in a blas_int
  if (m > INT32_MAX / 8 || n > INT32_MAX / 8) {
    return tercet_error_set(err,
                            TERCET_ERR_LIMIT,
                            "LAPACK takes no matrix of shape %s",
                            tercet_shape_text(a->rank, a->shape, text));
  }
  return TERCET_OK;
}

static tercet_status
convert(const tercet_allocator *alloc,
        const tercet_tensor *a,
        tercet_dtype dtype,
        tercet_tensor **out,
        tercet_error *err)
{
  return a->dtype == dtype
             ? tercet_tensor_reshape(a, a->rank, a->shape, out, err)
             : tercet_tensor_cast(alloc, a, dtype, out, err);
}

tercet_status
tercet_lapack_begin(tercet_lapack *lapack,
                    const tercet_allocator *alloc,
                    const tercet_tensor *a,
                    bool square,
                    tercet_error *err)
{
  const tercet_dtype dtype = tercet_lapack_dtype(a->dtype);
  const tercet_dtype real_dtype = tercet_lapack_real_dtype(dtype);
  const tercet_lapack start = {
      .alloc = alloc,
      .err = err,
      .dtype = dtype,
      .real_dtype = real_dtype,
      .item_size = tercet_dtype_size(dtype),
      .real_size = tercet_dtype_size(real_dtype),
      .is_complex = dtype != real_dtype,
      .is_f32 = real_dtype == TERCET_DTYPE_F32,
      .workspace = {alloc, {NULL}, 0},
  };
  *lapack = start;
  TERCET_TRY(check_shape(a, square, err));
  if (!tercet_blas_has_lapack()) {
    return tercet_error_set(err,
                            TERCET_ERR_UNSUPPORTED,
                            "this needs OpenBLAS or LAPACK, such as Debian's "
                            "package libopenblas0-pthread");
  }

  lapack->f = tercet_blas(dtype);
  TERCET_TRY(convert(alloc, a, dtype, &lapack->a, err));
  lapack->in = tercet_matrix_of(lapack->a, NULL);
  lapack->m = (blas_int)lapack->in.rows;
  lapack->n = (blas_int)lapack->in.columns;
  lapack->k = lapack->m < lapack->n ? lapack->m : lapack->n;
  return TERCET_OK;
}

tercet_status
tercet_lapack_end(tercet_lapack *lapack,
                  tercet_status st,
                  size_t n_results,
                  tercet_tensor **const *results)
{
  for (size_t i = 0; i < n_results && st != TERCET_OK; ++i) {
    if (results[i]) {
      tercet_tensor_unref(*results[i]);
      *results[i] = NULL;
    }
  }
  tercet_workspace_clear(&lapack->workspace);
  tercet_tensor_unref(lapack->a);
  lapack->a = NULL;
  return st;
}

/* ---- Memory ---- */

tercet_status
tercet_lapack_result(const tercet_lapack *lapack,
                     tercet_dtype dtype,
                     size_t n_inner,
                     const int64_t *inner,
                     tercet_tensor **out)
{
  int64_t shape[TERCET_MAX_RANK];
  const size_t n_batch = lapack->a->rank - 2U;
  memcpy(shape, lapack->a->shape, n_batch * sizeof(*shape));
  for (size_t i = 0; i < n_inner; ++i) {
    shape[n_batch + i] = inner[i];
  }
  return tercet_tensor_new_raw(
      lapack->alloc, dtype, n_batch + n_inner, shape, out, lapack->err);
}

tercet_status
tercet_lapack_room(
    tercet_lapack *lapack, int64_t n, int64_t m, size_t item_size, void *out)
{
  void *const room = tercet_workspace_add(&lapack->workspace, n, m, item_size);
  memcpy(out, &room, sizeof(room));
  return room ? TERCET_OK : tercet_error_no_memory(lapack->err);
}

tercet_status
tercet_lapack_work(tercet_lapack *lapack,
                   const void *answer,
                   blas_int *lwork,
                   void *out)
{
  // A float32 may have rounded the size down
  const double size = tercet_lapack_real_at(lapack, answer, 0) *
                          (lapack->is_f32 ? 1 + 0x1p-23 : 1) +
                      1;
  if (!(size < INT32_MAX)) {
    return tercet_error_set(lapack->err,
                            TERCET_ERR_LIMIT,
                            "LAPACK cannot work on a %d x %d matrix",
                            (int)lapack->m,
                            (int)lapack->n);
  }
  *lwork = (blas_int)size;
  return tercet_lapack_room(lapack, *lwork, 1, lapack->item_size, out);
}

/* ---- Batches ---- */

tercet_status
tercet_lapack_run(tercet_lapack *lapack,
                  size_t n_results,
                  tercet_tensor *const *results,
                  const size_t *n_inner,
                  tercet_batch_body body,
                  void *context)
{
  tercet_loop loop;
  tercet_loop_init(&loop, lapack->a->rank - 2U, lapack->a->shape);
  tercet_batch_add(&loop, lapack->a, 2);
  for (size_t i = 0; i < n_results; ++i) {
    // A result that is not wanted has a place like any other
    const tercet_tensor *const result = results[i];
    if (result) {
      tercet_batch_add(&loop, result, n_inner[i]);
    } else {
      const int64_t strides[TERCET_MAX_RANK] = {0};
      tercet_loop_add(&loop, NULL, strides);
    }
  }
  return tercet_batch_run(&loop, body, context, lapack->err);
}

void
tercet_lapack_load(const tercet_lapack *lapack, char *data, void *out)
{
  tercet_matrix from = lapack->in;
  from.data = data;
  const tercet_matrix to = tercet_matrix_column_major(
      out, from.rows, from.columns, lapack->item_size);
  tercet_matrix_copy(&to, &from, lapack->item_size);
}

void
tercet_lapack_store(const void *from,
                    int64_t ld,
                    int64_t rows,
                    int64_t columns,
                    size_t item_size,
                    char *to)
{
  union {
    const void *read;
    char *write;
  } cast = {.read = from};
  const int64_t size = (int64_t)item_size;
  const tercet_matrix source = {cast.write, rows, columns, size, ld * size};
  const tercet_matrix target = {to, rows, columns, columns * size, size};
  tercet_matrix_copy(&target, &source, item_size);
}

/* ---- Numbers ---- */

double
tercet_lapack_real_at(const tercet_lapack *lapack,
                      const void *numbers,
                      size_t index)
{
  return lapack->is_f32 ? (double)((const float *)numbers)[index]
                        : ((const double *)numbers)[index];
}

tercet_status
tercet_lapack_check_finite(const tercet_lapack *lapack, const void *a)
{
  const size_t n_parts = lapack->is_complex ? 2U : 1U;
  const size_t n = (size_t)lapack->m * (size_t)lapack->n * n_parts;
  for (size_t i = 0; i < n; ++i) {
    const double x = tercet_lapack_real_at(lapack, a, i);
    if (!isfinite(x)) {
      const size_t at = i / n_parts;
      return tercet_error_set(lapack->err,
                              TERCET_ERR_RANGE,
                              "the matrix is not finite: element [%zu, %zu] "
                              "is %g",
                              at % (size_t)lapack->m,
                              at / (size_t)lapack->m,
                              x);
    }
  }
  return TERCET_OK;
}

void
tercet_lapack_clear_below(const tercet_lapack *lapack,
                          void *a,
                          int64_t ld,
                          int64_t rows,
                          int64_t columns,
                          int64_t n_below)
{
  const size_t size = lapack->item_size;
  for (int64_t j = 0; j < columns; ++j) {
    const int64_t first = j + n_below + 1;
    if (first < rows) {
      memset((char *)a + (size_t)(j * ld + first) * size,
             0,
             (size_t)(rows - first) * size);
    }
  }
}

void
tercet_lapack_clear_above(const tercet_lapack *lapack,
                          void *a,
                          int64_t ld,
                          int64_t columns)
{
  const size_t size = lapack->item_size;
  for (int64_t j = 0; j < columns; ++j) {
    memset((char *)a + (size_t)(j * ld) * size, 0, (size_t)j * size);
  }
}

void
tercet_lapack_set_diagonal(const tercet_lapack *lapack,
                           void *a,
                           int64_t ld,
                           int64_t n)
{
  const size_t n_parts = lapack->is_complex ? 2U : 1U;
  for (int64_t j = 0; j < n; ++j) {
    const size_t at = (size_t)(j * (ld + 1)) * n_parts;
    for (size_t part = 0; part < n_parts; ++part) {
      if (lapack->is_f32) {
        ((float *)a)[at + part] = part ? 0 : 1;
      } else {
        ((double *)a)[at + part] = part ? 0 : 1;
      }
    }
  }
}
