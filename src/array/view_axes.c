// SPDX-License-Identifier: Apache-2.0

/// Views with other axes: in another order, more, fewer, reversed, diagonals

#include "array/tensor_internal.h"
#include "base/error.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static_assert(TERCET_MAX_RANK <= 32, "a set of axes is 32 bits");

/// Axes as bits
typedef uint32_t axis_set;

static bool
has_axis(axis_set set, size_t axis)
{
  return (set >> axis) & 1U;
}

/// Resolve axes, each of which may be named once
static tercet_status
resolve_axes(size_t rank,
             size_t n_axes,
             const int64_t *axes,
             size_t *out,
             axis_set *set,
             tercet_error *err)
{
  *set = 0;
  for (size_t i = 0; i < n_axes; ++i) {
    size_t axis = 0;
    TERCET_TRY(tercet_axis_resolve(axes[i], rank, &axis, err));
    if (has_axis(*set, axis)) {
      return tercet_error_set(
          err, TERCET_ERR_SHAPE, "axis %" PRId64 " is named twice", axes[i]);
    }
    *set |= UINT32_C(1) << axis;
    out[i] = axis; // No axis comes twice, so there is room
  }
  return TERCET_OK;
}

/* ---- Order ---- */

tercet_status
tercet_tensor_transpose(const tercet_tensor *tensor,
                        size_t n_axes,
                        const int64_t *axes,
                        tercet_tensor **out,
                        tercet_error *err)
{
  *out = NULL;
  if (!n_axes) {
    return tercet_tensor_permute(tensor, NULL, out, err);
  }
  if (n_axes != tensor->rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "%zu axes for a tensor of rank %zu",
                            n_axes,
                            tensor->rank);
  }
  size_t order[TERCET_MAX_RANK] = {0};
  axis_set set = 0;
  TERCET_TRY(resolve_axes(tensor->rank, n_axes, axes, order, &set, err));
  return tercet_tensor_permute(tensor, order, out, err);
}

tercet_status
tercet_tensor_swap_axes(const tercet_tensor *tensor,
                        int64_t a,
                        int64_t b,
                        tercet_tensor **out,
                        tercet_error *err)
{
  *out = NULL;
  size_t i = 0;
  size_t j = 0;
  size_t order[TERCET_MAX_RANK] = {0};
  TERCET_TRY(tercet_axis_resolve(a, tensor->rank, &i, err));
  TERCET_TRY(tercet_axis_resolve(b, tensor->rank, &j, err));
  for (size_t k = 0; k < tensor->rank; ++k) {
    order[k] = k == i ? j : k == j ? i : k;
  }
  return tercet_tensor_permute(tensor, order, out, err);
}

tercet_status
tercet_tensor_move_axis(const tercet_tensor *tensor,
                        int64_t source,
                        int64_t destination,
                        tercet_tensor **out,
                        tercet_error *err)
{
  return tercet_tensor_move_axes(tensor, 1, &source, &destination, out, err);
}

tercet_status
tercet_tensor_move_axes(const tercet_tensor *tensor,
                        size_t n_axes,
                        const int64_t *sources,
                        const int64_t *destinations,
                        tercet_tensor **out,
                        tercet_error *err)
{
  *out = NULL;
  const size_t rank = tensor->rank;
  size_t from[TERCET_MAX_RANK] = {0};
  size_t to[TERCET_MAX_RANK] = {0};
  size_t order[TERCET_MAX_RANK] = {0};
  axis_set moved = 0;
  axis_set taken = 0;
  TERCET_TRY(resolve_axes(rank, n_axes, sources, from, &moved, err));
  TERCET_TRY(resolve_axes(rank, n_axes, destinations, to, &taken, err));
  for (size_t i = 0; i < n_axes; ++i) {
    order[to[i]] = from[i];
  }

  size_t next = 0;
  for (size_t i = 0; i < rank; ++i) {
    if (!has_axis(taken, i)) {
      while (has_axis(moved, next)) {
        ++next;
      }
      order[i] = next++;
    }
  }
  return tercet_tensor_permute(tensor, order, out, err);
}

/* ---- More and fewer ---- */

/// Make a view with `n` axes of extent 1 in front of axis `at`
static tercet_status
insert_axes(const tercet_tensor *tensor,
            size_t at,
            size_t n,
            tercet_tensor **out,
            tercet_error *err)
{
  if (n > TERCET_MAX_RANK - tensor->rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "%zu more axes for a tensor of rank %zu; %d are "
                            "the most",
                            n,
                            tensor->rank,
                            TERCET_MAX_RANK);
  }
  TERCET_TRY(tercet_tensor_share(tensor, tensor->rank + n, out, err));
  for (size_t i = 0; i < tensor->rank + n; ++i) {
    const bool is_new = i >= at && i < at + n;
    const size_t from = i < at ? i : i - n;
    (*out)->shape[i] = is_new ? 1 : tensor->shape[from];
    (*out)->strides[i] = is_new ? 0 : tensor->strides[from];
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_append_axes(const tercet_tensor *tensor,
                          size_t n,
                          tercet_tensor **out,
                          tercet_error *err)
{
  *out = NULL;
  return insert_axes(tensor, tensor->rank, n, out, err);
}

tercet_status
tercet_tensor_expand_dims(const tercet_tensor *tensor,
                          int64_t axis,
                          tercet_tensor **out,
                          tercet_error *err)
{
  *out = NULL;
  size_t at = 0;
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank + 1U, &at, err));
  return insert_axes(tensor, at, 1, out, err);
}

tercet_status
tercet_tensor_squeeze(const tercet_tensor *tensor,
                      size_t n_axes,
                      const int64_t *axes,
                      tercet_tensor **out,
                      tercet_error *err)
{
  *out = NULL;
  const size_t rank = tensor->rank;
  size_t resolved[TERCET_MAX_RANK] = {0};
  axis_set dropped = 0;
  size_t n_dropped = 0;
  if (axes) {
    TERCET_TRY(resolve_axes(rank, n_axes, axes, resolved, &dropped, err));
  }
  for (size_t i = 0; i < rank; ++i) {
    if (!axes && tensor->shape[i] == 1) {
      dropped |= UINT32_C(1) << i;
    }
    if (has_axis(dropped, i) && tensor->shape[i] != 1) {
      return tercet_error_set(err,
                              TERCET_ERR_SHAPE,
                              "axis %zu has extent %" PRId64 ", not 1",
                              i,
                              tensor->shape[i]);
    }
    n_dropped += has_axis(dropped, i);
  }

  TERCET_TRY(tercet_tensor_share(tensor, rank - n_dropped, out, err));
  for (size_t i = 0, j = 0; i < rank; ++i) {
    if (!has_axis(dropped, i)) {
      (*out)->shape[j] = tensor->shape[i];
      (*out)->strides[j++] = tensor->strides[i];
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_broadcast(size_t n,
                        const tercet_tensor *const *tensors,
                        tercet_tensor **outs,
                        tercet_error *err)
{
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK] = {0};
  for (size_t i = 0; i < n; ++i) {
    outs[i] = NULL;
  }
  for (size_t i = 0; i < n; ++i) {
    int64_t common[TERCET_MAX_RANK] = {0};
    TERCET_TRY(tercet_shape_broadcast(
        rank, shape, tensors[i]->rank, tensors[i]->shape, &rank, common, err));
    memcpy(shape, common, sizeof(shape));
  }

  tercet_status st = TERCET_OK;
  for (size_t i = 0; i < n && !st; ++i) {
    st = tercet_tensor_broadcast_to(tensors[i], rank, shape, &outs[i], err);
  }
  for (size_t i = 0; i < n && st; ++i) {
    tercet_tensor_unref(outs[i]);
    outs[i] = NULL;
  }
  return st;
}

/* ---- Reversed axes, diagonals ---- */

tercet_status
tercet_tensor_flip(const tercet_tensor *tensor,
                   size_t n_axes,
                   const int64_t *axes,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  size_t resolved[TERCET_MAX_RANK] = {0};
  axis_set flipped = UINT32_MAX;
  if (axes) {
    TERCET_TRY(
        resolve_axes(tensor->rank, n_axes, axes, resolved, &flipped, err));
  }

  TERCET_TRY(tercet_tensor_share(tensor, tensor->rank, out, err));
  for (size_t i = 0; i < tensor->rank; ++i) {
    const bool is_flipped = has_axis(flipped, i);
    (*out)->shape[i] = tensor->shape[i];
    (*out)->strides[i] = is_flipped ? -tensor->strides[i] : tensor->strides[i];
    if (is_flipped && tensor->size) {
      (*out)->data += (tensor->shape[i] - 1) * tensor->strides[i];
    }
  }
  return TERCET_OK;
}

/// Return how many elements a diagonal has that starts `offset` columns to the
/// right, or `-offset` rows below
static int64_t
diagonal_length(int64_t n_rows, int64_t n_columns, int64_t offset)
{
  if (offset >= n_columns || offset <= -n_rows) {
    return 0;
  }
  n_columns -= offset > 0 ? offset : 0;
  n_rows += offset < 0 ? offset : 0;
  return n_rows < n_columns ? n_rows : n_columns;
}

tercet_status
tercet_tensor_diagonal(const tercet_tensor *tensor,
                       int64_t offset,
                       int64_t a,
                       int64_t b,
                       tercet_tensor **out,
                       tercet_error *err)
{
  *out = NULL;
  const size_t rank = tensor->rank;
  const int64_t named[2] = {a, b};
  size_t axes[TERCET_MAX_RANK] = {0};
  axis_set set = 0;
  TERCET_TRY(resolve_axes(rank, 2, named, axes, &set, err));

  TERCET_TRY(tercet_tensor_share(tensor, rank - 1U, out, err));
  tercet_tensor *const view = *out;
  size_t n = 0;
  view->size = 1;
  for (size_t i = 0; i < rank; ++i) {
    if (!has_axis(set, i)) {
      view->shape[n] = tensor->shape[i];
      view->strides[n] = tensor->strides[i];
      view->size *= view->shape[n++];
    }
  }

  const int64_t row = tensor->strides[axes[0]];
  const int64_t column = tensor->strides[axes[1]];
  view->shape[n] =
      diagonal_length(tensor->shape[axes[0]], tensor->shape[axes[1]], offset);
  view->strides[n] = view->shape[n] > 1 ? row + column : 0;
  view->size *= view->shape[n];
  if (view->size) {
    view->data += offset > 0 ? offset * column : -offset * row;
  }
  return TERCET_OK;
}
