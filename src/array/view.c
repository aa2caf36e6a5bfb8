// SPDX-License-Identifier: Apache-2.0

/// Tensors over the bytes of another: slices, permutations, other shapes

#include "array/index.h"
#include "array/tensor_internal.h"
#include "base/checked.h"
#include "base/error.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* ---- Slices ---- */

tercet_status
tercet_tensor_slice(const tercet_tensor *tensor,
                    size_t n_ranges,
                    const tercet_range *ranges,
                    tercet_tensor **out,
                    tercet_error *err)
{
  *out = NULL;
  if (n_ranges != tensor->rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "%zu ranges for a tensor of rank %zu",
                            n_ranges,
                            tensor->rank);
  }
  for (size_t i = 0; i < n_ranges; ++i) {
    if (!ranges[i].full && ranges[i].step == 0) {
      return tercet_error_set(
          err, TERCET_ERR_RANGE, "the step of axis %zu is 0", i);
    }
  }

  tercet_tensor *view = NULL;
  TERCET_TRY(tercet_tensor_share(tensor, tensor->rank, &view, err));
  int64_t offset = 0;
  view->size = 1;
  for (size_t i = 0; i < n_ranges; ++i) {
    const int64_t extent = tensor->shape[i];
    const tercet_selection selected =
        ranges[i].full
            ? (tercet_selection){0, extent, 1}
            : tercet_selection_of(
                  ranges[i].start, ranges[i].stop, ranges[i].step, extent);
    view->shape[i] = selected.count;
    view->strides[i] = tensor->strides[i] * selected.step;
    view->size *= selected.count;
    offset += selected.count ? selected.start * tensor->strides[i] : 0;
  }
  view->data += view->size ? offset : 0;
  *out = view;
  return TERCET_OK;
}

/* ---- Order of axes ---- */

static tercet_status
check_permutation(size_t rank, const size_t *axes, tercet_error *err)
{
  uint32_t seen = 0;
  for (size_t i = 0; i < rank; ++i) {
    if (axes[i] >= rank) {
      return tercet_error_set(err,
                              TERCET_ERR_SHAPE,
                              "axis %zu of a tensor of rank %zu",
                              axes[i],
                              rank);
    }
    const uint32_t bit = UINT32_C(1) << axes[i];
    if (seen & bit) {
      return tercet_error_set(err,
                              TERCET_ERR_SHAPE,
                              "axis %zu occurs twice in the permutation",
                              axes[i]);
    }
    seen |= bit;
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_permute(const tercet_tensor *tensor,
                      const size_t *axes,
                      tercet_tensor **out,
                      tercet_error *err)
{
  *out = NULL;
  const size_t rank = tensor->rank;
  if (axes) {
    TERCET_TRY(check_permutation(rank, axes, err));
  }

  TERCET_TRY(tercet_tensor_share(tensor, rank, out, err));
  for (size_t i = 0; i < rank; ++i) {
    const size_t from = axes ? axes[i] : rank - 1U - i;
    (*out)->shape[i] = tensor->shape[from];
    (*out)->strides[i] = tensor->strides[from];
  }
  return TERCET_OK;
}

/* ---- Broadcasting ---- */

void
tercet_tensor_broadcast_strides(const tercet_tensor *tensor,
                                size_t rank,
                                const int64_t *shape,
                                int64_t *strides)
{
  assert(tensor->rank <= rank);

  const size_t n_new = rank - tensor->rank;
  for (size_t i = 0; i < rank; ++i) {
    const bool repeats = i < n_new || tensor->shape[i - n_new] == 1;
    assert(repeats || tensor->shape[i - n_new] == shape[i]);
    strides[i] = repeats ? 0 : tensor->strides[i - n_new];
  }
  (void)shape;
}

tercet_status
tercet_tensor_broadcast_to(const tercet_tensor *tensor,
                           size_t rank,
                           const int64_t *shape,
                           tercet_tensor **out,
                           tercet_error *err)
{
  *out = NULL;
  int64_t size = 0;
  size_t common_rank = 0;
  int64_t common[TERCET_MAX_RANK];
  TERCET_TRY(tercet_shape_check(
      rank, shape, tercet_dtype_size(tensor->dtype), &size, err));
  TERCET_TRY(tercet_shape_broadcast(
      tensor->rank, tensor->shape, rank, shape, &common_rank, common, err));
  if (!tercet_shape_equals(common_rank, common, rank, shape)) {
    char from[TERCET_SHAPE_TEXT_MAX];
    char to[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "shape %s does not broadcast to %s",
        tercet_shape_text(tensor->rank, tensor->shape, from),
        tercet_shape_text(rank, shape, to));
  }

  tercet_tensor *view = NULL;
  TERCET_TRY(tercet_tensor_share(tensor, rank, &view, err));
  view->size = size;
  view->is_read_only = true;
  if (rank) {
    memcpy(view->shape, shape, rank * sizeof(*shape));
  }
  tercet_tensor_broadcast_strides(tensor, rank, shape, view->strides);
  *out = view;
  return TERCET_OK;
}

/* ---- Other shapes ---- */

/// Replace the extent -1, if any, and check that the elements stay as many
static tercet_status
resolve_shape(const tercet_tensor *tensor,
              size_t rank,
              const int64_t *shape,
              int64_t *out,
              tercet_error *err)
{
  size_t i_open = rank;
  for (size_t i = 0; i < rank && i < TERCET_MAX_RANK; ++i) {
    out[i] = shape[i];
    if (shape[i] == -1) {
      if (i_open < rank) {
        return tercet_error_set(
            err, TERCET_ERR_SHAPE, "axes %zu and %zu are both -1", i_open, i);
      }
      i_open = i;
      out[i] = 1;
    }
  }

  int64_t known = 0;
  TERCET_TRY(tercet_shape_check(
      rank, out, tercet_dtype_size(tensor->dtype), &known, err));
  if (i_open < rank && known && tensor->size % known == 0) {
    out[i_open] = tensor->size / known;
    return TERCET_OK;
  }
  if (i_open < rank || known != tensor->size) {
    char from[TERCET_SHAPE_TEXT_MAX];
    char to[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "the %" PRId64 " elements of shape %s do not make "
        "up shape %s",
        tensor->size,
        tercet_shape_text(tensor->rank, tensor->shape, from),
        tercet_shape_text(rank, shape, to));
  }
  return TERCET_OK;
}

/// Copy extents and strides of the axes longer than 1; return their number
static size_t
drop_ones(const tercet_tensor *tensor, int64_t *shape, int64_t *strides)
{
  size_t n = 0;
  for (size_t i = 0; i < tensor->rank; ++i) {
    if (tensor->shape[i] != 1) {
      shape[n] = tensor->shape[i];
      strides[n++] = tensor->strides[i];
    }
  }
  return n;
}

/**
   Find strides that give the elements a new shape in place.

   Old and new axes are cut into groups with the same number of elements.
   Inside a group the old axes must be steps of one line; the new ones then
   divide that line.

   @return False if only a copy can have the new shape.
*/
static bool
reshape_strides(const tercet_tensor *tensor,
                size_t rank,
                const int64_t *shape,
                int64_t *strides)
{
  const int64_t item_size = (int64_t)tercet_dtype_size(tensor->dtype);
  if (tensor->size == 0) {
    tercet_shape_strides(rank, shape, (size_t)item_size, strides);
    return true;
  }

  int64_t old_shape[TERCET_MAX_RANK];
  int64_t old_strides[TERCET_MAX_RANK];
  const size_t old_rank = drop_ones(tensor, old_shape, old_strides);
  size_t i_new = 0;
  // Both shapes have the same product, so that neither index runs past its end
  // NOLINTBEGIN(clang-analyzer-core.uninitialized.Assign)
  for (size_t i_old = 0, end; i_old < old_rank; i_old = end) {
    const size_t first = i_new;
    int64_t n_old = old_shape[i_old];
    int64_t n_new = shape[i_new++];
    end = i_old + 1U;
    while (n_old != n_new) {
      if (n_new < n_old) {
        n_new *= shape[i_new++];
      } else {
        n_old *= old_shape[end++];
      }
    }

    for (size_t i = i_old; i + 1U < end; ++i) {
      if (old_strides[i] != old_strides[i + 1U] * old_shape[i + 1U]) {
        return false;
      }
    }
    int64_t stride = old_strides[end - 1U];
    for (size_t i = i_new; i-- > first;) {
      strides[i] = stride;
      stride *= shape[i];
    }
  }
  // NOLINTEND(clang-analyzer-core.uninitialized.Assign)
  for (; i_new < rank; ++i_new) {
    strides[i_new] = item_size; // What is left are ones
  }
  return true;
}

tercet_status
tercet_tensor_reshape(const tercet_tensor *tensor,
                      size_t rank,
                      const int64_t *shape,
                      tercet_tensor **out,
                      tercet_error *err)
{
  *out = NULL;
  int64_t resolved[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
  TERCET_TRY(resolve_shape(tensor, rank, shape, resolved, err));

  tercet_tensor *copy = NULL;
  if (!reshape_strides(tensor, rank, resolved, strides)) {
    TERCET_TRY(tercet_tensor_copy(tensor->alloc, tensor, &copy, err));
    tercet_shape_strides(
        rank, resolved, tercet_dtype_size(tensor->dtype), strides);
  }

  const tercet_status st =
      tercet_tensor_share(copy ? copy : tensor, rank, out, err);
  tercet_tensor_unref(copy);
  if (st == TERCET_OK && rank) {
    memcpy((*out)->shape, resolved, rank * sizeof(*resolved));
    memcpy((*out)->strides, strides, rank * sizeof(*strides));
  }
  return st;
}
