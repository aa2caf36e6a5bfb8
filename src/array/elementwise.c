// SPDX-License-Identifier: Apache-2.0

#include "array/elementwise.h"

#include "base/error.h"

#include <string.h>

tercet_status
tercet_elementwise_check(const tercet_tensor *out,
                         tercet_dtype dtype,
                         size_t rank,
                         const int64_t *shape,
                         tercet_error *err)
{
  TERCET_TRY(tercet_tensor_check_writable(out, err));
  if (out->dtype != dtype) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "the result is %s, which does not go into %s",
                            tercet_dtype_name(dtype),
                            tercet_dtype_name(out->dtype));
  }
  if (!tercet_shape_equals(out->rank, out->shape, rank, shape)) {
    char result[TERCET_SHAPE_TEXT_MAX];
    char target[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "the result has the shape %s, which does not go into %s",
        tercet_shape_text(rank, shape, result),
        tercet_shape_text(out->rank, out->shape, target));
  }
  return TERCET_OK;
}

/// Return whether both have the same elements at the same places, none twice
static bool
is_same(const tercet_tensor *a, const tercet_tensor *out)
{
  if (a->data != out->data ||
      tercet_dtype_size(a->dtype) != tercet_dtype_size(out->dtype) ||
      !tercet_shape_equals(a->rank, a->shape, out->rank, out->shape)) {
    return false;
  }
  for (size_t i = 0; i < a->rank; ++i) {
    if (a->shape[i] > 1 &&
        (a->strides[i] != out->strides[i] || a->strides[i] == 0)) {
      return false;
    }
  }
  return true;
}

tercet_status
tercet_elementwise_inputs(size_t n,
                          const tercet_tensor *const *operands,
                          const tercet_tensor *out,
                          const tercet_tensor **inputs,
                          tercet_tensor **copies,
                          tercet_error *err)
{
  memset(copies, 0, n * sizeof(*copies));
  for (size_t i = 0; i < n; ++i) {
    inputs[i] = operands[i];
    if (is_same(operands[i], out) ||
        !tercet_tensor_may_overlap(operands[i], out)) {
      continue;
    }
    const tercet_status st =
        tercet_tensor_copy(out->alloc, operands[i], &copies[i], err);
    if (st) {
      for (size_t j = 0; j <= i; ++j) {
        tercet_tensor_unref(copies[j]);
        copies[j] = NULL;
      }
      return st;
    }
    inputs[i] = copies[i];
  }
  return TERCET_OK;
}
