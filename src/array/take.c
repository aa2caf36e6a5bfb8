// SPDX-License-Identifier: Apache-2.0

/// Reading and writing at positions along an axis

#include "array/take.h"

#include "array/assign.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <string.h>

/// Find the shape in which that of the positions takes the place of an axis
static tercet_status
find_take_shape(const tercet_tensor *tensor,
                size_t axis,
                const tercet_tensor *indexes,
                size_t *rank,
                int64_t *shape,
                tercet_error *err)
{
  *rank = tensor->rank - 1U + indexes->rank;
  if (*rank > TERCET_MAX_RANK) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "the rank %zu is larger than %d",
                            *rank,
                            TERCET_MAX_RANK);
  }
  size_t n = 0;
  for (size_t i = 0; i < tensor->rank; ++i) {
    if (i != axis) {
      shape[n++] = tensor->shape[i];
      continue;
    }
    for (size_t j = 0; j < indexes->rank; ++j) {
      shape[n++] = indexes->shape[j];
    }
  }
  return TERCET_OK;
}

/// Describe the axes but one of `tensor`, and of a packed tensor in whose
/// shape `n_index_axes` axes take its place
static tercet_gathering
plan_gathering(const tercet_tensor *tensor,
               size_t axis,
               const tercet_tensor *packed,
               size_t n_index_axes)
{
  tercet_gathering g;
  memset(&g, 0, sizeof(g));
  g.item_size = tercet_dtype_size(tensor->dtype);
  g.indexed = tensor->data;
  g.packed = packed->data;
  g.n_outer = axis;
  g.packed_stride = (int64_t)g.item_size;
  for (size_t i = 0; i < tensor->rank; ++i) {
    if (i == axis) {
      continue;
    }
    const size_t j = i < axis ? i : i - 1U + n_index_axes;
    g.packed_stride *= i > axis ? tensor->shape[i] : 1;
    g.shape[g.rank] = tensor->shape[i];
    g.indexed_strides[g.rank] = tensor->strides[i];
    g.packed_strides[g.rank++] = packed->strides[j];
  }
  return g;
}

static tercet_places
plan_places(const tercet_tensor *tensor,
            size_t axis,
            const tercet_tensor *indexes,
            const tercet_tensor *positions,
            tercet_bounds bounds)
{
  return (tercet_places){
      .n = positions->size,
      .positions = (const int64_t *)(const void *)positions->data,
      .is_unsigned = tercet_positions_are_unsigned(indexes),
      .bounds = bounds,
      .axis = axis,
      .extent = tensor->shape[axis],
      .stride = tensor->strides[axis],
  };
}

static tercet_status
check_bounds_kind(tercet_bounds bounds, tercet_error *err)
{
  if (bounds != TERCET_BOUNDS_CHECK && bounds != TERCET_BOUNDS_WRAP &&
      bounds != TERCET_BOUNDS_CLIP) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "there is no treatment %d of bounds",
                            (int)bounds);
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_take(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   const tercet_tensor *indexes,
                   int64_t axis,
                   tercet_bounds bounds,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  size_t at = 0;
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(check_bounds_kind(bounds, err));
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &at, err));
  TERCET_TRY(find_take_shape(tensor, at, indexes, &rank, shape, err));

  tercet_tensor *positions = NULL;
  tercet_tensor *taken = NULL;
  TERCET_TRY(
      tercet_positions_prepare(alloc, indexes, NULL, true, &positions, err));
  tercet_status st =
      tercet_tensor_new_raw(alloc, tensor->dtype, rank, shape, &taken, err);
  if (!st) {
    const tercet_gathering g = plan_gathering(tensor, at, taken, indexes->rank);
    const tercet_places places =
        plan_places(tensor, at, indexes, positions, bounds);
    st = tercet_gather(&g, &places, err);
  }
  tercet_tensor_unref(positions);
  if (st) {
    tercet_tensor_unref(taken);
    return st;
  }
  *out = taken;
  return TERCET_OK;
}

tercet_status
tercet_tensor_put(tercet_tensor *tensor,
                  const tercet_tensor *indexes,
                  int64_t axis,
                  tercet_bounds bounds,
                  const tercet_tensor *values,
                  tercet_error *err)
{
  size_t at = 0;
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(tercet_tensor_check_writable(tensor, err));
  TERCET_TRY(check_bounds_kind(bounds, err));
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &at, err));
  TERCET_TRY(find_take_shape(tensor, at, indexes, &rank, shape, err));

  tercet_tensor *positions = NULL;
  tercet_tensor *packed = NULL;
  TERCET_TRY(tercet_positions_prepare(
      tensor->alloc, indexes, tensor, true, &positions, err));
  const tercet_places places =
      plan_places(tensor, at, indexes, positions, bounds);
  tercet_status st = tercet_places_check(&places, err);
  if (!st) {
    st = tercet_values_pack(values, tensor, rank, shape, &packed, err);
  }
  if (!st) {
    const tercet_gathering g =
        plan_gathering(tensor, at, packed, indexes->rank);
    st = tercet_scatter(&g, &places, err);
  }
  tercet_tensor_unref(packed);
  tercet_tensor_unref(positions);
  return st;
}
