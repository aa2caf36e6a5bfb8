// SPDX-License-Identifier: Apache-2.0

/// Products of matrices in tensors: shapes, batches, overlap

#include <tercet/linalg.h>

#include "linalg/gemm.h"

#include "array/elementwise.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <string.h>

/// The operands as matrices: a vector has got an axis of extent 1
typedef struct {
  size_t batch_rank;
  int64_t batch_shape[TERCET_MAX_RANK];
  int64_t m;
  int64_t n;
  int64_t k;
  size_t rank;
  int64_t shape[TERCET_MAX_RANK + 1]; ///< Of the result
} product_shape;

/// Return the axes that belong to the matrix or vector
static size_t
n_inner(const tercet_tensor *tensor)
{
  return tensor->rank > 1U ? 2U : 1U;
}

static tercet_status
check_operands(const tercet_tensor *a,
               const tercet_tensor *b,
               tercet_error *err)
{
  if (a->dtype != b->dtype) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "cannot multiply %s by %s",
                            tercet_dtype_name(a->dtype),
                            tercet_dtype_name(b->dtype));
  }
  if (!a->rank || !b->rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "%s operand of a product of matrices has rank 0",
                            a->rank ? "the second" : "the first");
  }
  return TERCET_OK;
}

static tercet_status
find_shape(const tercet_tensor *a,
           const tercet_tensor *b,
           product_shape *out,
           tercet_error *err)
{
  TERCET_TRY(check_operands(a, b, err));

  const int64_t rows_b = b->shape[b->rank - n_inner(b)];
  out->m = a->rank > 1 ? a->shape[a->rank - 2U] : 1;
  out->k = a->shape[a->rank - 1U];
  out->n = b->rank > 1 ? b->shape[b->rank - 1U] : 1;
  if (out->k != rows_b) {
    char text_a[TERCET_SHAPE_TEXT_MAX];
    char text_b[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "cannot multiply %s by %s: %lld columns, but %lld rows",
        tercet_shape_text(a->rank, a->shape, text_a),
        tercet_shape_text(b->rank, b->shape, text_b),
        (long long)out->k,
        (long long)rows_b);
  }

  TERCET_TRY(tercet_shape_broadcast(a->rank - n_inner(a),
                                    a->shape,
                                    b->rank - n_inner(b),
                                    b->shape,
                                    &out->batch_rank,
                                    out->batch_shape,
                                    err));
  out->rank = out->batch_rank;
  memcpy(out->shape, out->batch_shape, out->rank * sizeof(int64_t));
  if (a->rank > 1) {
    out->shape[out->rank++] = out->m;
  }
  if (b->rank > 1) {
    out->shape[out->rank++] = out->n;
  }
  return TERCET_OK;
}

typedef struct {
  tercet_gemm gemm;
  tercet_matrix a;
  tercet_matrix b;
  tercet_matrix c;
  tercet_error *err;
} product;

static tercet_status
multiply_one(void *context, char *const *data)
{
  product *const p = (product *)context;
  p->a.data = data[0];
  p->b.data = data[1];
  p->c.data = data[2];
  return tercet_gemm_run(&p->gemm, &p->a, &p->b, &p->c, p->err);
}

static tercet_matrix
left_matrix(const tercet_tensor *a)
{
  const tercet_matrix row = {NULL, 1, a->shape[0], 0, a->strides[0]};
  return a->rank > 1 ? tercet_matrix_of(a, NULL) : row;
}

static tercet_matrix
right_matrix(const tercet_tensor *b)
{
  const tercet_matrix column = {NULL, b->shape[0], 1, b->strides[0], 0};
  return b->rank > 1 ? tercet_matrix_of(b, NULL) : column;
}

/// Return the place of the result of vectors, whose axes are missing in `out`
static tercet_matrix
result_matrix(const product_shape *shape,
              const tercet_tensor *out,
              bool has_rows,
              bool has_columns)
{
  const int64_t *const strides = out->strides + shape->batch_rank;
  const tercet_matrix c = {
      .rows = shape->m,
      .columns = shape->n,
      .row_stride = has_rows ? strides[0] : 0,
      .column_stride = has_columns ? strides[has_rows ? 1 : 0] : 0,
  };
  return c;
}

/// Multiply into a tensor that does not overlap the operands
static tercet_status
multiply_apart(const tercet_allocator *alloc,
               const product_shape *shape,
               const tercet_tensor *a,
               const tercet_tensor *b,
               tercet_tensor *out,
               tercet_error *err)
{
  product p = {.err = err};
  p.a = left_matrix(a);
  p.b = right_matrix(b);
  p.c = result_matrix(shape, out, a->rank > 1, b->rank > 1);
  tercet_gemm_init(&p.gemm, alloc, out->dtype, shape->m, shape->n, shape->k);

  tercet_loop loop;
  tercet_loop_init(&loop, shape->batch_rank, shape->batch_shape);
  tercet_batch_add(&loop, a, n_inner(a));
  tercet_batch_add(&loop, b, n_inner(b));
  tercet_loop_add(&loop, out->data, out->strides);
  tercet_loop_collapse(&loop);
  const tercet_status st = tercet_batch_run(&loop, multiply_one, &p, err);
  tercet_gemm_clear(&p.gemm);
  return st;
}

/// Multiply in float32 and round
static tercet_status
multiply_halves(const tercet_allocator *alloc,
                const tercet_tensor *a,
                const tercet_tensor *b,
                tercet_tensor **out,
                tercet_error *err)
{
  tercet_tensor *wide_a = NULL;
  tercet_tensor *wide_b = NULL;
  tercet_tensor *wide = NULL;
  tercet_status st =
      tercet_tensor_cast(alloc, a, TERCET_DTYPE_F32, &wide_a, err);
  if (st == TERCET_OK) {
    st = tercet_tensor_cast(alloc, b, TERCET_DTYPE_F32, &wide_b, err);
  }
  if (st == TERCET_OK) {
    st = tercet_linalg_matmul(alloc, wide_a, wide_b, &wide, err);
  }
  if (st == TERCET_OK) {
    st = tercet_tensor_cast(alloc, wide, a->dtype, out, err);
  }
  tercet_tensor_unref(wide);
  tercet_tensor_unref(wide_b);
  tercet_tensor_unref(wide_a);
  return st;
}

static bool
is_half(tercet_dtype dtype)
{
  return dtype == TERCET_DTYPE_F16 || dtype == TERCET_DTYPE_BF16;
}

tercet_status
tercet_linalg_matmul(const tercet_allocator *alloc,
                     const tercet_tensor *a,
                     const tercet_tensor *b,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  product_shape shape = {.rank = 0};
  TERCET_TRY(find_shape(a, b, &shape, err));
  if (is_half(a->dtype)) {
    return multiply_halves(alloc, a, b, out, err);
  }

  TERCET_TRY(tercet_tensor_new_raw(
      alloc, a->dtype, shape.rank, shape.shape, out, err));
  return tercet_tensor_made(multiply_apart(alloc, &shape, a, b, *out, err),
                            out);
}

/* ---- Into an existing tensor ---- */

tercet_status
tercet_linalg_matmul_into(const tercet_tensor *a,
                          const tercet_tensor *b,
                          tercet_tensor *out,
                          tercet_error *err)
{
  product_shape shape = {.rank = 0};
  TERCET_TRY(find_shape(a, b, &shape, err));
  TERCET_TRY(
      tercet_elementwise_check(out, a->dtype, shape.rank, shape.shape, err));
  if (!is_half(a->dtype) && !tercet_tensor_may_overlap(a, out) &&
      !tercet_tensor_may_overlap(b, out)) {
    return multiply_apart(NULL, &shape, a, b, out, err);
  }

  tercet_tensor *result = NULL;
  TERCET_TRY(tercet_linalg_matmul(NULL, a, b, &result, err));
  const tercet_status st = tercet_tensor_assign(out, result, err);
  tercet_tensor_unref(result);
  return st;
}
