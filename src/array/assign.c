// SPDX-License-Identifier: Apache-2.0

/// Writing the elements of one tensor, or one number, to another

#include "array/assign.h"

#include "array/copy.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <string.h>

/// Drop leading axes of extent 1 that the other shape does not have
static tercet_status
drop_leading_ones(const tercet_tensor *value,
                  size_t rank,
                  tercet_tensor **out,
                  tercet_error *err)
{
  size_t n = 0;
  int64_t axes[TERCET_MAX_RANK] = {0};
  while (value->rank - n > rank && value->shape[n] == 1) {
    axes[n] = (int64_t)n;
    ++n;
  }
  return tercet_tensor_squeeze(value, n, axes, out, err);
}

/// Return whether two tensors of one shape are the same elements in the same
/// places
static bool
is_same_place(const tercet_tensor *a, const tercet_tensor *b)
{
  return a->data == b->data && a->dtype == b->dtype &&
         (!a->rank ||
          !memcmp(a->strides, b->strides, a->rank * sizeof(*a->strides)));
}

tercet_status
tercet_value_prepare(const tercet_tensor *value,
                     const tercet_tensor *target,
                     size_t rank,
                     const int64_t *shape,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  tercet_tensor *view = NULL;
  tercet_tensor *copy = NULL;
  TERCET_TRY(drop_leading_ones(value, rank, &view, err));
  tercet_status st = TERCET_OK;
  if (tercet_tensor_may_overlap(value, target)) {
    st = tercet_tensor_cast(target->alloc, view, target->dtype, &copy, err);
  }
  if (!st) {
    st = tercet_tensor_broadcast_to(copy ? copy : view, rank, shape, out, err);
  }
  tercet_tensor_unref(copy);
  tercet_tensor_unref(view);
  return st;
}

tercet_status
tercet_values_pack(const tercet_tensor *values,
                   const tercet_tensor *target,
                   size_t rank,
                   const int64_t *shape,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  tercet_tensor *spread = NULL;
  TERCET_TRY(tercet_value_prepare(values, target, rank, shape, &spread, err));
  if (spread->dtype == target->dtype && tercet_tensor_is_contiguous(spread)) {
    *out = spread;
    return TERCET_OK;
  }
  const tercet_status st =
      tercet_tensor_cast(target->alloc, spread, target->dtype, out, err);
  tercet_tensor_unref(spread);
  return st;
}

tercet_status
tercet_tensor_assign(tercet_tensor *tensor,
                     const tercet_tensor *value,
                     tercet_error *err)
{
  TERCET_TRY(tercet_tensor_check_writable(tensor, err));
  if (value->rank == tensor->rank &&
      tercet_shape_equals(
          tensor->rank, tensor->shape, value->rank, value->shape) &&
      is_same_place(tensor, value)) {
    return TERCET_OK;
  }

  tercet_tensor *source = NULL;
  TERCET_TRY(tercet_value_prepare(
      value, tensor, tensor->rank, tensor->shape, &source, err));
  const tercet_status st = tercet_elements_copy(tensor->rank,
                                                tensor->shape,
                                                tensor->dtype,
                                                tensor->data,
                                                tensor->strides,
                                                source->dtype,
                                                source->data,
                                                source->strides,
                                                err);
  tercet_tensor_unref(source);
  return st;
}

tercet_status
tercet_tensor_assign_at(tercet_tensor *tensor,
                        size_t n_items,
                        const tercet_index *items,
                        const tercet_tensor *value,
                        tercet_error *err)
{
  tercet_tensor *view = NULL;
  TERCET_TRY(tercet_tensor_index(tensor, n_items, items, &view, err));
  const tercet_status st = tercet_tensor_assign(view, value, err);
  tercet_tensor_unref(view);
  return st;
}

tercet_status
tercet_tensor_fill_at(tercet_tensor *tensor,
                      size_t n_items,
                      const tercet_index *items,
                      tercet_scalar value,
                      tercet_error *err)
{
  tercet_tensor *view = NULL;
  TERCET_TRY(tercet_tensor_index(tensor, n_items, items, &view, err));
  const tercet_status st = tercet_tensor_fill(view, value, err);
  tercet_tensor_unref(view);
  return st;
}
