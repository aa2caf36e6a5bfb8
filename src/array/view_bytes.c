// SPDX-License-Identifier: Apache-2.0

/// Views that read the bytes of a tensor in another way

#include "array/tensor_internal.h"
#include "base/checked.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

tercet_status
tercet_tensor_view_all(const tercet_tensor *tensor,
                       tercet_tensor **out,
                       tercet_error *err)
{
  return tercet_tensor_index(tensor, 0, NULL, out, err);
}

/* ---- Any strides ---- */

/// Check that an offset and strides are multiples of the alignment
static tercet_status
check_alignment(const tercet_tensor *tensor,
                tercet_dtype dtype,
                size_t rank,
                const int64_t *shape,
                const int64_t *strides,
                int64_t offset,
                tercet_error *err)
{
  const int64_t alignment = (int64_t)tercet_dtype_alignment(dtype);
  const uintptr_t address = (uintptr_t)tensor->data + (uintptr_t)offset;
  if (address % (uintptr_t)alignment) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "the first element is not aligned to the %" PRId64
                            " bytes of %s",
                            alignment,
                            tercet_dtype_name(dtype));
  }
  for (size_t i = 0; i < rank; ++i) {
    if (strides[i] % alignment && shape[i] > 1) {
      return tercet_error_set(err,
                              TERCET_ERR_ARGUMENT,
                              "stride %" PRId64 " of axis %zu is not a "
                              "multiple of the %" PRId64 " bytes of %s",
                              strides[i],
                              i,
                              alignment,
                              tercet_dtype_name(dtype));
    }
  }
  return TERCET_OK;
}

/// Find the bytes that elements use, counted from the first element's; false
/// if they cannot be counted
static bool
find_reach(size_t rank,
           const int64_t *shape,
           const int64_t *strides,
           int64_t item_size,
           int64_t *low,
           int64_t *high)
{
  *low = 0;
  *high = item_size;
  for (size_t i = 0; i < rank; ++i) {
    int64_t reach = 0;
    int64_t *const end = strides[i] < 0 ? low : high;
    if (!tercet_i64_multiply(shape[i] - 1, strides[i], &reach) ||
        !tercet_i64_add(*end, reach, end)) {
      return false;
    }
  }
  return true;
}

/// Check that all elements lie in the memory that the tensor is over
static tercet_status
check_reach(const tercet_tensor *tensor,
            size_t rank,
            const int64_t *shape,
            const int64_t *strides,
            int64_t offset,
            tercet_error *err)
{
  const int64_t n_bytes =
      (int64_t)(tensor->storage ? tensor->storage->n_bytes
                                : tercet_tensor_span_of(tensor).n_bytes);
  const int64_t item_size = (int64_t)tercet_dtype_size(tensor->dtype);
  int64_t start = 0;
  int64_t low = 0;
  int64_t high = 0;
  if (!tercet_i64_add(tercet_tensor_offset(tensor), offset, &start) ||
      !find_reach(rank, shape, strides, item_size, &low, &high) ||
      !tercet_i64_add(low, start, &low) ||
      !tercet_i64_add(high, start, &high)) {
    return tercet_error_set(
        err, TERCET_ERR_RANGE, "the strides lead out of memory");
  }
  if (low < 0 || high > n_bytes) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "the elements are bytes %" PRId64 " to %" PRId64
                            " of a memory of %" PRId64,
                            low,
                            high,
                            n_bytes);
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_as_strided(const tercet_tensor *tensor,
                         size_t rank,
                         const int64_t *shape,
                         const int64_t *strides,
                         int64_t offset,
                         tercet_tensor **out,
                         tercet_error *err)
{
  *out = NULL;
  int64_t size = 0;
  TERCET_TRY(tercet_shape_check(
      rank, shape, tercet_dtype_size(tensor->dtype), &size, err));
  if (size) {
    TERCET_TRY(check_reach(tensor, rank, shape, strides, offset, err));
    TERCET_TRY(check_alignment(
        tensor, tensor->dtype, rank, shape, strides, offset, err));
  }

  TERCET_TRY(tercet_tensor_share(tensor, rank, out, err));
  tercet_tensor *const view = *out;
  view->size = size;
  view->data += size ? offset : 0;
  for (size_t i = 0; i < rank; ++i) {
    // Where no step is made, any stride is as good and cannot overflow
    view->shape[i] = shape[i];
    view->strides[i] = size && shape[i] > 1 ? strides[i] : 0;
  }
  view->is_read_only = view->is_read_only ||
                       (tercet_tensor_flags(view) & TERCET_FLAG_OVERLAPS) != 0;
  return TERCET_OK;
}

/* ---- Another dtype ---- */

/// Find the extent of the last axis in elements of another size
static tercet_status
scale_last_axis(const tercet_tensor *tensor,
                tercet_dtype dtype,
                int64_t *extent,
                tercet_error *err)
{
  const int64_t old_size = (int64_t)tercet_dtype_size(tensor->dtype);
  const int64_t new_size = (int64_t)tercet_dtype_size(dtype);
  const size_t rank = tensor->rank;
  if (!rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "a %s of rank 0 cannot be viewed as %s",
                            tercet_dtype_name(tensor->dtype),
                            tercet_dtype_name(dtype));
  }
  if (tensor->shape[rank - 1U] > 1 && tensor->size &&
      tensor->strides[rank - 1U] != old_size) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "the last axis has stride %" PRId64
                            ", not %" PRId64,
                            tensor->strides[rank - 1U],
                            old_size);
  }
  const int64_t n_bytes = tensor->shape[rank - 1U] * old_size;
  if (n_bytes % new_size) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "the %" PRId64 " bytes of the last axis are not a "
                            "multiple of the %" PRId64 " of %s",
                            n_bytes,
                            new_size,
                            tercet_dtype_name(dtype));
  }
  *extent = n_bytes / new_size;
  return TERCET_OK;
}

tercet_status
tercet_tensor_view_as(const tercet_tensor *tensor,
                      tercet_dtype dtype,
                      tercet_tensor **out,
                      tercet_error *err)
{
  *out = NULL;
  const size_t rank = tensor->rank;
  const size_t size = tercet_dtype_size(dtype);
  const bool is_resized = size != tercet_dtype_size(tensor->dtype);
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
  int64_t n_elements = 0;
  if (rank) {
    memcpy(shape, tensor->shape, rank * sizeof(*shape));
    memcpy(strides, tensor->strides, rank * sizeof(*strides));
  }
  if (is_resized) {
    int64_t extent = 0;
    TERCET_TRY(scale_last_axis(tensor, dtype, &extent, err));
    shape[rank - 1U] = extent;
    strides[rank - 1U] = (int64_t)size;
  }
  TERCET_TRY(tercet_shape_check(rank, shape, size, &n_elements, err));
  TERCET_TRY(check_alignment(tensor, dtype, rank, shape, strides, 0, err));

  TERCET_TRY(tercet_tensor_share(tensor, rank, out, err));
  (*out)->dtype = dtype;
  (*out)->size = n_elements;
  if (rank) {
    memcpy((*out)->shape, shape, rank * sizeof(*shape));
    memcpy((*out)->strides, strides, rank * sizeof(*strides));
  }
  return TERCET_OK;
}
