// SPDX-License-Identifier: Apache-2.0

/// Joining tensors along an axis, old or new, and taking them apart again

#include "array/copy.h"
#include "array/tensor_internal.h"
#include "base/allocator.h"
#include "base/checked.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

static tercet_status
report_shapes(const tercet_tensor *a,
              const tercet_tensor *b,
              size_t i_b,
              const char *what,
              tercet_error *err)
{
  char first[TERCET_SHAPE_TEXT_MAX];
  char other[TERCET_SHAPE_TEXT_MAX];
  return tercet_error_set(err,
                          TERCET_ERR_SHAPE,
                          "%s: tensor %zu has shape %s, the first %s",
                          what,
                          i_b,
                          tercet_shape_text(b->rank, b->shape, other),
                          tercet_shape_text(a->rank, a->shape, first));
}

/// Check that tensors agree but for `axis`; an axis that is the rank is none
static tercet_status
check_tensors(size_t n,
              const tercet_tensor *const *tensors,
              size_t axis,
              const char *what,
              tercet_error *err)
{
  const tercet_tensor *const a = tensors[0];
  for (size_t i = 1; i < n; ++i) {
    const tercet_tensor *const b = tensors[i];
    if (b->dtype != a->dtype) {
      return tercet_error_set(err,
                              TERCET_ERR_DTYPE,
                              "%s: tensor %zu is %s, the first %s",
                              what,
                              i,
                              tercet_dtype_name(b->dtype),
                              tercet_dtype_name(a->dtype));
    }
    bool agrees = b->rank == a->rank;
    for (size_t j = 0; agrees && j < a->rank; ++j) {
      agrees = j == axis || a->shape[j] == b->shape[j];
    }
    if (!agrees) {
      return report_shapes(a, b, i, what, err);
    }
  }
  return TERCET_OK;
}

static tercet_status
check_some(size_t n, const char *what, tercet_error *err)
{
  return n ? TERCET_OK
           : tercet_error_set(
                 err, TERCET_ERR_ARGUMENT, "%s of no tensors", what);
}

static tercet_status
concat_axis(const tercet_allocator *alloc,
            size_t n,
            const tercet_tensor *const *tensors,
            size_t axis,
            tercet_tensor **out,
            tercet_error *err)
{
  TERCET_TRY(check_tensors(n, tensors, axis, "concat", err));
  const tercet_tensor *const a = tensors[0];
  int64_t shape[TERCET_MAX_RANK];
  memcpy(shape, a->shape, a->rank * sizeof(*shape));
  for (size_t i = 1; i < n; ++i) {
    if (!tercet_i64_add(shape[axis], tensors[i]->shape[axis], &shape[axis])) {
      return tercet_error_set(
          err, TERCET_ERR_SHAPE, "concat: axis %zu overflows", axis);
    }
  }
  TERCET_TRY(tercet_tensor_new_raw(alloc, a->dtype, a->rank, shape, out, err));
  char *to = (*out)->data;
  tercet_status st = TERCET_OK;
  for (size_t i = 0; !st && i < n; ++i) {
    const tercet_tensor *const b = tensors[i];
    st = tercet_elements_move(b->rank,
                              b->shape,
                              tercet_dtype_size(a->dtype),
                              to,
                              (*out)->strides,
                              b->data,
                              b->strides,
                              err);
    to += b->shape[axis] * (*out)->strides[axis];
  }
  return tercet_tensor_made(st, out);
}

/* ---- Views with other axes ---- */

/// Allocate `n` places for views
static tercet_status
new_views(const tercet_allocator *alloc,
          size_t n,
          tercet_tensor ***out,
          tercet_error *err)
{
  *out = (tercet_tensor **)tercet_allocate_array(alloc, n, sizeof(**out));
  if (!*out) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < n; ++i) {
    (*out)[i] = NULL;
  }
  return TERCET_OK;
}

static void
free_views(const tercet_allocator *alloc, size_t n, tercet_tensor **views)
{
  for (size_t i = 0; i < n; ++i) {
    tercet_tensor_unref(views[i]);
  }
  tercet_release(alloc, views);
}

/// How a tensor is seen before it is joined
typedef enum {
  VIEW_FLAT,       ///< Rank 1
  VIEW_NEW_AXIS,   ///< With a new axis of extent 1
  VIEW_AT_LEAST_1, ///< Rank 0 as [1]
  VIEW_AT_LEAST_2, ///< Less than rank 2 as a row
  VIEW_AT_LEAST_3, ///< [n] as [1, n, 1], [m, n] as [m, n, 1]
} view_kind;

static tercet_status
view_tensor(const tercet_tensor *tensor,
            view_kind kind,
            size_t axis,
            tercet_tensor **out,
            tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK + 1];
  size_t rank = tensor->rank;
  for (size_t i = 0; i < rank; ++i) {
    shape[i] = tensor->shape[i];
  }
  if (kind == VIEW_FLAT) {
    rank = 1;
    shape[0] = tensor->size;
  } else if (kind == VIEW_NEW_AXIS) {
    for (size_t i = rank++; i > axis; --i) {
      shape[i] = shape[i - 1U];
    }
    shape[axis] = 1;
  } else if (kind == VIEW_AT_LEAST_3 && rank < 3) {
    const int64_t m = rank == 2 ? shape[0] : 1;
    const int64_t n = rank == 0 ? 1 : shape[rank - 1U];
    shape[0] = m;
    shape[1] = n;
    shape[2] = 1;
    rank = 3;
  } else if (kind == VIEW_AT_LEAST_2 && rank < 2) {
    shape[1] = rank ? shape[0] : 1;
    shape[0] = 1;
    rank = 2;
  } else if (rank == 0) {
    shape[0] = 1;
    rank = 1;
  }
  return tercet_tensor_reshape(tensor, rank, shape, out, err);
}

/// Join tensors that are seen in another way first
static tercet_status
concat_views(const tercet_allocator *alloc,
             size_t n,
             const tercet_tensor *const *tensors,
             view_kind kind,
             size_t axis,
             tercet_tensor **out,
             tercet_error *err)
{
  tercet_tensor **views = NULL;
  TERCET_TRY(new_views(alloc, n, &views, err));
  tercet_status st = TERCET_OK;
  for (size_t i = 0; st == TERCET_OK && i < n; ++i) {
    st = view_tensor(tensors[i], kind, axis, &views[i], err);
  }
  if (st == TERCET_OK) {
    st = concat_axis(
        alloc, n, (const tercet_tensor *const *)views, axis, out, err);
  }
  free_views(alloc, n, views);
  return st;
}

tercet_status
tercet_tensor_concat(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     int64_t axis,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_some(n, "concat", err));
  if (axis == TERCET_FLAT) {
    return concat_views(alloc, n, tensors, VIEW_FLAT, 0, out, err);
  }
  size_t i_axis = 0;
  TERCET_TRY(tercet_axis_resolve(axis, tensors[0]->rank, &i_axis, err));
  return concat_axis(alloc, n, tensors, i_axis, out, err);
}

tercet_status
tercet_tensor_stack(const tercet_allocator *alloc,
                    size_t n,
                    const tercet_tensor *const *tensors,
                    int64_t axis,
                    tercet_tensor **out,
                    tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_some(n, "stack", err));
  const int64_t rank = (int64_t)tensors[0]->rank + 1;
  if (axis < -rank || axis >= rank || rank > TERCET_MAX_RANK) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "stack: new axis %" PRId64
                            " of tensors of rank %" PRId64,
                            axis,
                            rank - 1);
  }
  TERCET_TRY(check_tensors(n, tensors, SIZE_MAX, "stack", err));
  const size_t i_axis = (size_t)(axis < 0 ? axis + rank : axis);
  return concat_views(alloc, n, tensors, VIEW_NEW_AXIS, i_axis, out, err);
}

tercet_status
tercet_tensor_vstack(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_some(n, "vstack", err));
  return concat_views(alloc, n, tensors, VIEW_AT_LEAST_2, 0, out, err);
}

tercet_status
tercet_tensor_hstack(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_some(n, "hstack", err));
  const size_t axis = tensors[0]->rank < 2 ? 0 : 1;
  return concat_views(alloc, n, tensors, VIEW_AT_LEAST_1, axis, out, err);
}

tercet_status
tercet_tensor_dstack(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_some(n, "dstack", err));
  return concat_views(alloc, n, tensors, VIEW_AT_LEAST_3, 2, out, err);
}

/* ---- Splitting ---- */

/// Make a view of [start, stop) along an axis
static tercet_status
slice_axis(const tercet_tensor *tensor,
           size_t axis,
           int64_t start,
           int64_t stop,
           tercet_tensor **out,
           tercet_error *err)
{
  tercet_range ranges[TERCET_MAX_RANK];
  for (size_t i = 0; i < tensor->rank; ++i) {
    ranges[i] = (tercet_range){start, stop, 1, i != axis};
  }
  return tercet_tensor_slice(tensor, tensor->rank, ranges, out, err);
}

static int64_t
clamp_index(int64_t index, int64_t extent)
{
  index = index < 0 ? index + extent : index;
  return index < 0 ? 0 : index > extent ? extent : index;
}

tercet_status
tercet_tensor_split(const tercet_tensor *tensor,
                    int64_t axis,
                    size_t n_indexes,
                    const int64_t *indexes,
                    tercet_tensor **outs,
                    tercet_error *err)
{
  for (size_t i = 0; i <= n_indexes; ++i) {
    outs[i] = NULL;
  }
  size_t i_axis = 0;
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &i_axis, err));
  const int64_t extent = tensor->shape[i_axis];
  tercet_status st = TERCET_OK;
  for (size_t i = 0; st == TERCET_OK && i <= n_indexes; ++i) {
    const int64_t start = i ? clamp_index(indexes[i - 1U], extent) : 0;
    const int64_t end =
        i < n_indexes ? clamp_index(indexes[i], extent) : extent;
    const int64_t stop = end < start ? start : end;
    st = slice_axis(tensor, i_axis, start, stop, &outs[i], err);
  }
  for (size_t i = 0; st != TERCET_OK && i <= n_indexes; ++i) {
    tercet_tensor_unref(outs[i]);
    outs[i] = NULL;
  }
  return st;
}

tercet_status
tercet_tensor_split_equal(const tercet_tensor *tensor,
                          int64_t axis,
                          size_t n_parts,
                          tercet_tensor **outs,
                          tercet_error *err)
{
  for (size_t i = 0; i < n_parts; ++i) {
    outs[i] = NULL;
  }
  size_t i_axis = 0;
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &i_axis, err));
  const int64_t extent = tensor->shape[i_axis];
  if (n_parts == 0 || (uint64_t)extent % n_parts != 0) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "axis %zu of extent %" PRId64
                            " does not split into %zu equal parts",
                            i_axis,
                            extent,
                            n_parts);
  }
  const int64_t step = extent / (int64_t)n_parts;
  tercet_status st = TERCET_OK;
  for (size_t i = 0; st == TERCET_OK && i < n_parts; ++i) {
    const int64_t start = (int64_t)i * step;
    st = slice_axis(tensor, i_axis, start, start + step, &outs[i], err);
  }
  for (size_t i = 0; st != TERCET_OK && i < n_parts; ++i) {
    tercet_tensor_unref(outs[i]);
    outs[i] = NULL;
  }
  return st;
}
