// SPDX-License-Identifier: Apache-2.0

/// Moments of complex numbers: |x - mean|^2 is the sum of the squares of both
/// parts, so that the variance is the sum of theirs

#include "array/dtype.h"
#include "array/reduce_internal.h"
#include "base/error.h"

/// Make a view of the real (0) or the imaginary part (1)
static tercet_status
view_part(const tercet_tensor *tensor,
          size_t part,
          tercet_tensor **out,
          tercet_error *err)
{
  TERCET_TRY(tercet_tensor_share(tensor, tensor->rank, out, err));
  tercet_tensor *const view = *out;
  view->dtype = tercet_dtype_of_parts(tensor->dtype);
  view->data += part * tercet_dtype_size(view->dtype);
  for (size_t i = 0; i < tensor->rank; ++i) {
    view->shape[i] = tensor->shape[i];
    view->strides[i] = tensor->strides[i];
  }
  return TERCET_OK;
}

tercet_status
tercet_reduce_complex_moment(unsigned op,
                             const tercet_tensor *tensor,
                             const bool *reduces,
                             double ddof,
                             tercet_tensor *out,
                             tercet_error *err)
{
  tercet_tensor *parts[2] = {NULL, NULL};
  tercet_tensor *imaginary = NULL;
  tercet_status st = view_part(tensor, 0, &parts[0], err);
  if (!st) {
    st = view_part(tensor, 1, &parts[1], err);
  }
  if (!st) {
    st = tercet_tensor_new_raw(
        out->alloc, out->dtype, out->rank, out->shape, &imaginary, err);
  }
  if (!st) {
    st = tercet_reduce_into(REDUCE_VARIANCE, parts[0], reduces, ddof, out, err);
  }
  if (!st) {
    st = tercet_reduce_into(
        REDUCE_VARIANCE, parts[1], reduces, ddof, imaginary, err);
  }
  if (!st) {
    st = tercet_tensor_add_into(out, imaginary, out, err);
  }
  if (!st && op == REDUCE_DEVIATION) {
    st = tercet_tensor_sqrt_into(out, out, err);
  }
  tercet_tensor_unref(imaginary);
  tercet_tensor_unref(parts[1]);
  tercet_tensor_unref(parts[0]);
  return st;
}
