// SPDX-License-Identifier: Apache-2.0

/// Products of tensors other than those of matrices

#include <tercet/linalg.h>

#include "linalg/contract.h"

#include "array/element.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <inttypes.h>

static tercet_status
check_dtypes(const tercet_tensor *a, const tercet_tensor *b, tercet_error *err)
{
  return a->dtype == b->dtype ? TERCET_OK
                              : tercet_error_set(err,
                                                 TERCET_ERR_DTYPE,
                                                 "cannot multiply %s by %s",
                                                 tercet_dtype_name(a->dtype),
                                                 tercet_dtype_name(b->dtype));
}

/// Give each axis a label, counted from `first`.  The tensor is only read.
static void
label_axes(const tercet_tensor *tensor, size_t first, tercet_labelled *out)
{
  union {
    const tercet_tensor *read;
    tercet_tensor *write;
  } cast = {.read = tensor};
  out->tensor = cast.write;
  for (size_t i = 0; i < tensor->rank; ++i) {
    out->labels[i] = (uint8_t)(first + i);
  }
}

/// Count an axis from the start
static tercet_status
resolve_axis(const tercet_tensor *tensor,
             int64_t axis,
             size_t *out,
             tercet_error *err)
{
  const int64_t rank = (int64_t)tensor->rank;
  if (axis < -rank || axis >= rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "axis %" PRId64 " of a tensor of rank %zu",
                            axis,
                            tensor->rank);
  }
  *out = (size_t)(axis < 0 ? axis + rank : axis);
  return TERCET_OK;
}

/// Give two axes one label, which is not kept
static tercet_status
join_axes(tercet_labelled *a,
          int64_t axis_a,
          tercet_labelled *b,
          int64_t axis_b,
          tercet_label_set *keep,
          tercet_error *err)
{
  size_t i = 0;
  size_t j = 0;
  TERCET_TRY(resolve_axis(a->tensor, axis_a, &i, err));
  TERCET_TRY(resolve_axis(b->tensor, axis_b, &j, err));
  if (!keep->has[a->labels[i]] || b->labels[j] < TERCET_MAX_RANK) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "axis %zu is named twice",
                            keep->has[a->labels[i]] ? j : i);
  }
  if (a->tensor->shape[i] != b->tensor->shape[j]) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "axis %zu has extent %" PRId64
                            ", but axis %zu of the other operand %" PRId64,
                            i,
                            a->tensor->shape[i],
                            j,
                            b->tensor->shape[j]);
  }
  b->labels[j] = a->labels[i];
  keep->has[a->labels[i]] = false;
  return TERCET_OK;
}

tercet_status
tercet_linalg_tensordot(const tercet_allocator *alloc,
                        const tercet_tensor *a,
                        const tercet_tensor *b,
                        size_t n_axes,
                        const int64_t *axes_a,
                        const int64_t *axes_b,
                        tercet_tensor **out,
                        tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_dtypes(a, b, err));
  tercet_labelled left;
  tercet_labelled right;
  label_axes(a, 0, &left);
  label_axes(b, TERCET_MAX_RANK, &right);
  tercet_label_set keep;
  for (size_t i = 0; i < TERCET_MAX_LABELS; ++i) {
    keep.has[i] = true;
  }
  for (size_t i = 0; i < n_axes; ++i) {
    TERCET_TRY(join_axes(&left, axes_a[i], &right, axes_b[i], &keep, err));
  }

  tercet_labelled product = {NULL, {0}};
  TERCET_TRY(tercet_contract(alloc, &left, &right, &keep, &product, err));
  *out = product.tensor;
  return TERCET_OK;
}

tercet_status
tercet_linalg_dot(const tercet_allocator *alloc,
                  const tercet_tensor *a,
                  const tercet_tensor *b,
                  tercet_tensor **out,
                  tercet_error *err)
{
  const int64_t last = -1;
  const int64_t axis_b = b->rank > 1 ? -2 : -1;
  const size_t n_axes = a->rank && b->rank ? 1U : 0U;
  return tercet_linalg_tensordot(alloc, a, b, n_axes, &last, &axis_b, out, err);
}

tercet_status
tercet_linalg_inner(const tercet_allocator *alloc,
                    const tercet_tensor *a,
                    const tercet_tensor *b,
                    tercet_tensor **out,
                    tercet_error *err)
{
  const int64_t last = -1;
  const size_t n_axes = a->rank && b->rank ? 1U : 0U;
  return tercet_linalg_tensordot(alloc, a, b, n_axes, &last, &last, out, err);
}

tercet_status
tercet_linalg_outer(const tercet_allocator *alloc,
                    const tercet_tensor *a,
                    const tercet_tensor *b,
                    tercet_tensor **out,
                    tercet_error *err)
{
  *out = NULL;
  tercet_tensor *left = NULL;
  tercet_tensor *right = NULL;
  tercet_status st = tercet_tensor_reshape(a, 1, &a->size, &left, err);
  if (st == TERCET_OK) {
    st = tercet_tensor_reshape(b, 1, &b->size, &right, err);
  }
  if (st == TERCET_OK) {
    st = tercet_linalg_tensordot(alloc, left, right, 0, NULL, NULL, out, err);
  }
  tercet_tensor_unref(right);
  tercet_tensor_unref(left);
  return st;
}

/* ---- Conjugates ---- */

/// Copy as a vector of complex conjugates
static tercet_status
copy_conjugate(const tercet_allocator *alloc,
               const tercet_tensor *tensor,
               tercet_tensor **out,
               tercet_error *err)
{
  TERCET_TRY(tercet_tensor_copy(alloc, tensor, out, err));
  if (tensor->dtype == TERCET_DTYPE_C64) {
    element_C64 *const x = (element_C64 *)(void *)(*out)->data;
    for (int64_t i = 0; i < tensor->size; ++i) {
      x[i].im = -x[i].im;
    }
  } else {
    element_C128 *const x = (element_C128 *)(void *)(*out)->data;
    for (int64_t i = 0; i < tensor->size; ++i) {
      x[i].im = -x[i].im;
    }
  }
  return TERCET_OK;
}

static tercet_status
conjugate(const tercet_allocator *alloc,
          const tercet_tensor *tensor,
          tercet_tensor **out,
          tercet_error *err)
{
  if (tercet_dtype_kind_of(tensor->dtype) == TERCET_KIND_C) {
    return copy_conjugate(alloc, tensor, out, err);
  }
  return tercet_tensor_reshape(tensor, tensor->rank, tensor->shape, out, err);
}

tercet_status
tercet_linalg_vdot(const tercet_allocator *alloc,
                   const tercet_tensor *a,
                   const tercet_tensor *b,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  tercet_tensor *conjugated = NULL;
  tercet_tensor *left = NULL;
  tercet_tensor *right = NULL;
  tercet_status st = conjugate(alloc, a, &conjugated, err);
  if (st == TERCET_OK) {
    st = tercet_tensor_reshape(conjugated, 1, &a->size, &left, err);
  }
  if (st == TERCET_OK) {
    st = tercet_tensor_reshape(b, 1, &b->size, &right, err);
  }
  if (st == TERCET_OK) {
    st = tercet_linalg_matmul(alloc, left, right, out, err);
  }
  tercet_tensor_unref(right);
  tercet_tensor_unref(left);
  tercet_tensor_unref(conjugated);
  return st;
}
