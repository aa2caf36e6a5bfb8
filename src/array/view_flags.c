// SPDX-License-Identifier: Apache-2.0

/// What the layout of a tensor says: order, gaps, memory shared with itself
/// or with another

#include "array/tensor_internal.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

tercet_tensor_span
tercet_tensor_span_of(const tercet_tensor *tensor)
{
  tercet_tensor_span span = {tensor->data, 0};
  if (!tensor->size) {
    return span;
  }

  span.n_bytes = tercet_dtype_size(tensor->dtype);
  for (size_t i = 0; i < tensor->rank; ++i) {
    const int64_t reach = (tensor->shape[i] - 1) * tensor->strides[i];
    span.lowest += reach < 0 ? reach : 0;
    span.n_bytes += (size_t)(reach < 0 ? -reach : reach);
  }
  return span;
}

bool
tercet_tensor_may_overlap(const tercet_tensor *a, const tercet_tensor *b)
{
  const tercet_tensor_span span_a = tercet_tensor_span_of(a);
  const tercet_tensor_span span_b = tercet_tensor_span_of(b);
  const uintptr_t start_a = (uintptr_t)span_a.lowest;
  const uintptr_t start_b = (uintptr_t)span_b.lowest;
  return span_a.n_bytes && span_b.n_bytes &&
         start_a < start_b + span_b.n_bytes &&
         start_b < start_a + span_a.n_bytes;
}

tercet_status
tercet_tensor_check_writable(const tercet_tensor *tensor, tercet_error *err)
{
  return tensor->is_read_only ? tercet_error_set(err,
                                                 TERCET_ERR_ARGUMENT,
                                                 "the tensor is read-only")
                              : TERCET_OK;
}

tercet_status
tercet_axis_resolve(int64_t axis, size_t rank, size_t *out, tercet_error *err)
{
  const int64_t resolved = axis < 0 ? axis + (int64_t)rank : axis;
  if (resolved < 0 || resolved >= (int64_t)rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "axis %" PRId64 " of a tensor of rank %zu",
                            axis,
                            rank);
  }
  *out = (size_t)resolved;
  return TERCET_OK;
}

/* ---- Flags ---- */

/// Return whether the elements lie in column-major order without gaps: in
/// row-major order with the axes reversed
static bool
is_column_major(const tercet_tensor *tensor)
{
  const size_t rank = tensor->rank;
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    shape[i] = tensor->shape[rank - 1U - i];
    strides[i] = tensor->strides[rank - 1U - i];
  }
  return tercet_shape_is_contiguous(
      rank, shape, strides, tercet_dtype_size(tensor->dtype));
}

/**
   Return whether elements may share bytes with each other.

   They do not if each axis, from the least stride on, steps over all that the
   axes before it reach.  Of other layouts, such as strides 4 and 6, only a
   search could tell.
*/
static bool
may_overlap_itself(const tercet_tensor *tensor)
{
  bool is_done[TERCET_MAX_RANK] = {false};
  uint64_t reached = tercet_dtype_size(tensor->dtype);
  for (size_t n = 0; tensor->size && n < tensor->rank; ++n) {
    size_t least = tensor->rank;
    uint64_t step = UINT64_MAX;
    for (size_t i = 0; i < tensor->rank; ++i) {
      const int64_t stride = tensor->strides[i];
      const uint64_t size =
          stride < 0 ? 0U - (uint64_t)stride : (uint64_t)stride;
      if (!is_done[i] && tensor->shape[i] > 1 && size < step) {
        least = i;
        step = size;
      }
    }
    if (least == tensor->rank) {
      break;
    }
    if (step < reached) {
      return true;
    }
    is_done[least] = true;
    reached += step * (uint64_t)(tensor->shape[least] - 1);
  }
  return false;
}

unsigned
tercet_tensor_flags(const tercet_tensor *tensor)
{
  const bool is_owner =
      !tensor->is_view && tensor->storage && !tensor->storage->is_lent;
  unsigned flags = TERCET_FLAG_ALIGNED;
  flags |= tercet_tensor_is_contiguous(tensor) ? TERCET_FLAG_ROW_MAJOR : 0U;
  flags |= is_column_major(tensor) ? TERCET_FLAG_COLUMN_MAJOR : 0U;
  flags |= is_owner ? TERCET_FLAG_OWNER : 0U;
  flags |= tensor->is_read_only ? 0U : TERCET_FLAG_WRITABLE;
  flags |= may_overlap_itself(tensor) ? TERCET_FLAG_OVERLAPS : 0U;
  return flags;
}

int64_t
tercet_tensor_offset(const tercet_tensor *tensor)
{
  const char *const lowest = tensor->storage
                                 ? tensor->storage->lowest
                                 : tercet_tensor_span_of(tensor).lowest;
  return tensor->data - lowest;
}
