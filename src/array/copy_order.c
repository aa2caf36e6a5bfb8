// SPDX-License-Identifier: Apache-2.0

/// Copies in row-major, column-major, or the tensor's own order

#include "array/copy.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <string.h>

/// Set `axes` to the axes of a tensor from the one that varies slowest in
/// memory to the fastest
static void
order_axes(const tercet_tensor *tensor, tercet_memory_order order, size_t *axes)
{
  const size_t rank = tensor->rank;
  for (size_t i = 0; i < rank; ++i) {
    axes[i] = order == TERCET_COLUMN_MAJOR ? rank - 1U - i : i;
  }
  for (size_t i = 1; order == TERCET_KEEP_ORDER && i < rank; ++i) {
    for (size_t j = i; j > 0; --j) {
      const int64_t a = tensor->strides[axes[j - 1U]];
      const int64_t b = tensor->strides[axes[j]];
      if ((a < 0 ? -a : a) >= (b < 0 ? -b : b)) {
        break;
      }
      const size_t axis = axes[j];
      axes[j] = axes[j - 1U];
      axes[j - 1U] = axis;
    }
  }
}

static tercet_status
check_order(tercet_memory_order order, tercet_error *err)
{
  if (order != TERCET_ROW_MAJOR && order != TERCET_COLUMN_MAJOR &&
      order != TERCET_KEEP_ORDER) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "there is no memory order %d", (int)order);
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_dup(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  tercet_memory_order order,
                  tercet_tensor **out,
                  tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_order(order, err));
  TERCET_TRY(tercet_tensor_new_raw(
      alloc, tensor->dtype, tensor->rank, tensor->shape, out, err));

  size_t axes[TERCET_MAX_RANK] = {0};
  int64_t stride = (int64_t)tercet_dtype_size(tensor->dtype);
  order_axes(tensor, order, axes);
  for (size_t i = tensor->rank; i-- > 0;) {
    (*out)->strides[axes[i]] = stride;
    stride *= tensor->shape[axes[i]] ? tensor->shape[axes[i]] : 1;
  }
  return tercet_tensor_made(tercet_elements_copy(tensor->rank,
                                                 tensor->shape,
                                                 tensor->dtype,
                                                 (*out)->data,
                                                 (*out)->strides,
                                                 tensor->dtype,
                                                 tensor->data,
                                                 tensor->strides,
                                                 err),
                            out);
}

tercet_status
tercet_tensor_ravel(const tercet_tensor *tensor,
                    tercet_tensor **out,
                    tercet_error *err)
{
  const int64_t shape[1] = {tensor->size};
  return tercet_tensor_reshape(tensor, 1, shape, out, err);
}

tercet_status
tercet_tensor_flatten(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      tercet_memory_order order,
                      tercet_tensor **out,
                      tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_order(order, err));

  // In memory order: the axes are turned so that it is row-major order
  size_t axes[TERCET_MAX_RANK] = {0};
  tercet_tensor *turned = NULL;
  order_axes(tensor, order, axes);
  TERCET_TRY(tercet_tensor_permute(tensor, axes, &turned, err));
  tercet_tensor *copy = NULL;
  tercet_status st = tercet_tensor_copy(alloc, turned, &copy, err);
  if (!st) {
    st = tercet_tensor_ravel(copy, out, err);
  }
  tercet_tensor_unref(copy);
  tercet_tensor_unref(turned);
  return st;
}
