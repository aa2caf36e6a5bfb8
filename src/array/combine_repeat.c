// SPDX-License-Identifier: Apache-2.0

/// Repeating elements or the whole, turning an axis round, and triangles

#include "array/copy.h"
#include "array/loop.h"
#include "array/order.h"
#include "array/reduce_internal.h"
#include "base/checked.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

/* ---- Repeat ---- */

/// Add up the counts of the elements along an axis
static tercet_status
count_repeated(int64_t extent,
               size_t n_counts,
               const int64_t *counts,
               int64_t *total,
               tercet_error *err)
{
  if (n_counts != 1 && (uint64_t)extent != n_counts) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "repeat: %zu counts for %" PRId64 " elements",
                            n_counts,
                            extent);
  }
  *total = 0;
  bool fits = true;
  for (size_t i = 0; i < n_counts; ++i) {
    if (counts[i] < 0) {
      return tercet_error_set(
          err, TERCET_ERR_RANGE, "repeat: count %" PRId64, counts[i]);
    }
    fits = fits && tercet_i64_add(*total, counts[i], total);
  }
  fits = fits && (n_counts != 1 || tercet_i64_multiply(*total, extent, total));
  return fits ? TERCET_OK
              : tercet_error_set(
                    err, TERCET_ERR_SHAPE, "repeat: the counts overflow");
}

/// Repeat the elements at one index of the axis
static tercet_status
repeat_slice(const tercet_tensor *tensor,
             size_t axis,
             int64_t index,
             int64_t count,
             char *to,
             const tercet_tensor *out,
             tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
  for (size_t i = 0; i < tensor->rank; ++i) {
    shape[i] = i == axis ? count : tensor->shape[i];
    strides[i] = i == axis ? 0 : tensor->strides[i];
  }
  return tercet_elements_move(tensor->rank,
                              shape,
                              tercet_dtype_size(tensor->dtype),
                              to,
                              out->strides,
                              tensor->data + index * tensor->strides[axis],
                              strides,
                              err);
}

/// Repeat all elements equally often: the axis becomes two
static tercet_status
repeat_equally(const tercet_tensor *tensor,
               size_t axis,
               int64_t count,
               const tercet_tensor *out,
               tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK];
  int64_t from[TERCET_MAX_RANK];
  int64_t to[TERCET_MAX_RANK];
  size_t n = 0;
  for (size_t i = 0; i < tensor->rank; ++i) {
    shape[n] = tensor->shape[i];
    from[n] = tensor->strides[i];
    to[n++] = out->strides[i] * (i == axis ? count : 1);
    if (i == axis) {
      shape[n] = count;
      from[n] = 0;
      to[n++] = out->strides[i];
    }
  }
  return tercet_elements_move(n,
                              shape,
                              tercet_dtype_size(tensor->dtype),
                              out->data,
                              to,
                              tensor->data,
                              from,
                              err);
}

static tercet_status
repeat_axis(const tercet_allocator *alloc,
            const tercet_tensor *tensor,
            size_t n_counts,
            const int64_t *counts,
            size_t axis,
            tercet_tensor **out,
            tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK];
  memcpy(shape, tensor->shape, tensor->rank * sizeof(*shape));
  TERCET_TRY(
      count_repeated(tensor->shape[axis], n_counts, counts, &shape[axis], err));
  TERCET_TRY(tercet_tensor_new_raw(
      alloc, tensor->dtype, tensor->rank, shape, out, err));
  if ((*out)->size == 0) {
    return TERCET_OK;
  }
  if (n_counts == 1 && tensor->rank < TERCET_MAX_RANK) {
    return tercet_tensor_made(
        repeat_equally(tensor, axis, counts[0], *out, err), out);
  }
  char *to = (*out)->data;
  tercet_status st = TERCET_OK;
  for (int64_t i = 0; !st && i < tensor->shape[axis]; ++i) {
    const int64_t count = counts[n_counts == 1 ? 0 : i];
    st = repeat_slice(tensor, axis, i, count, to, *out, err);
    to += count * (*out)->strides[axis];
  }
  return tercet_tensor_made(st, out);
}

tercet_status
tercet_tensor_repeat(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     size_t n_counts,
                     const int64_t *counts,
                     int64_t axis,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  tercet_tensor *source = NULL;
  size_t i_axis = 0;
  TERCET_TRY(tercet_lanes_source(tensor, axis, &source, &i_axis, err));
  const tercet_status st =
      repeat_axis(alloc, source, n_counts, counts, i_axis, out, err);
  tercet_tensor_unref(source);
  return st;
}

/* ---- Tile ---- */

/// Fill `out` from its first block, the last axis first
static tercet_status
copy_blocks(const int64_t *block,
            const int64_t *counts,
            tercet_tensor *out,
            tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK];
  memcpy(shape, block, out->rank * sizeof(*shape));
  for (size_t axis = out->rank; axis-- > 0;) {
    for (int64_t i = 1; i < counts[axis]; ++i) {
      TERCET_TRY(
          tercet_elements_move(out->rank,
                               shape,
                               tercet_dtype_size(out->dtype),
                               out->data + i * block[axis] * out->strides[axis],
                               out->strides,
                               out->data,
                               out->strides,
                               err));
    }
    shape[axis] = out->shape[axis];
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_tile(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   size_t n_counts,
                   const int64_t *counts,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  const size_t rank = n_counts > tensor->rank ? n_counts : tensor->rank;
  if (rank > TERCET_MAX_RANK) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "tile: %zu axes, more than %d",
                            rank,
                            TERCET_MAX_RANK);
  }
  int64_t block[TERCET_MAX_RANK];
  int64_t shape[TERCET_MAX_RANK];
  int64_t all_counts[TERCET_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    const size_t from_end = rank - i;
    block[i] =
        from_end <= tensor->rank ? tensor->shape[tensor->rank - from_end] : 1;
    all_counts[i] = from_end <= n_counts ? counts[n_counts - from_end] : 1;
    if (all_counts[i] < 0) {
      return tercet_error_set(
          err, TERCET_ERR_RANGE, "tile: count %" PRId64, all_counts[i]);
    }
    if (!tercet_i64_multiply(block[i], all_counts[i], &shape[i])) {
      return tercet_error_set(
          err, TERCET_ERR_SHAPE, "tile: axis %zu overflows", i);
    }
  }
  TERCET_TRY(
      tercet_tensor_new_raw(alloc, tensor->dtype, rank, shape, out, err));
  if ((*out)->size == 0) {
    return TERCET_OK;
  }
  int64_t strides[TERCET_MAX_RANK];
  tercet_tensor_broadcast_strides(tensor, rank, block, strides);
  tercet_status st = tercet_elements_move(rank,
                                          block,
                                          tercet_dtype_size(tensor->dtype),
                                          (*out)->data,
                                          (*out)->strides,
                                          tensor->data,
                                          strides,
                                          err);
  if (!st) {
    st = copy_blocks(block, all_counts, *out, err);
  }
  return tercet_tensor_made(st, out);
}

/* ---- Roll ---- */

/// Copy [start, start + n) along an axis to `place`
static tercet_status
copy_range(const tercet_tensor *tensor,
           size_t axis,
           int64_t start,
           int64_t n,
           int64_t place,
           const tercet_tensor *out,
           tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK];
  memcpy(shape, tensor->shape, tensor->rank * sizeof(*shape));
  shape[axis] = n;
  return tercet_elements_move(tensor->rank,
                              shape,
                              tercet_dtype_size(tensor->dtype),
                              out->data + place * out->strides[axis],
                              out->strides,
                              tensor->data + start * tensor->strides[axis],
                              tensor->strides,
                              err);
}

tercet_status
tercet_tensor_roll(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t shift,
                   int64_t axis,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  tercet_tensor *source = NULL;
  tercet_tensor *result = NULL;
  tercet_tensor *flat = NULL;
  size_t i_axis = 0;
  TERCET_TRY(tercet_lanes_source(tensor, axis, &source, &i_axis, err));
  tercet_status st = tercet_tensor_new_raw(
      alloc, tensor->dtype, tensor->rank, tensor->shape, &result, err);
  if (st == TERCET_OK) {
    st = tercet_tensor_reshape(result, source->rank, source->shape, &flat, err);
  }
  if (st == TERCET_OK && source->size) {
    const int64_t extent = source->shape[i_axis];
    const int64_t n = (shift % extent + extent) % extent;
    st = copy_range(source, i_axis, 0, extent - n, n, flat, err);
    if (st == TERCET_OK) {
      st = copy_range(source, i_axis, extent - n, n, 0, flat, err);
    }
  }
  tercet_tensor_unref(flat);
  tercet_tensor_unref(source);
  if (st == TERCET_OK) {
    *out = result;
  } else {
    tercet_tensor_unref(result);
  }
  return st;
}

/* ---- Triangles ---- */

typedef struct {
  int64_t shape[2];
  int64_t strides[2];
  size_t item_size;
  int64_t k;
  bool upper; ///< Keep j - i >= k, else j - i <= k
} triangle;

/// Clear what is not in the triangle of one matrix
static void
clear_matrix(const triangle *how, char *data)
{
  for (int64_t i = 0; i < how->shape[0]; ++i) {
    // Beyond the matrix any diagonal is as good as the next
    const int64_t limit = how->shape[0] + how->shape[1];
    const int64_t k = how->k < -limit  ? -limit
                      : how->k > limit ? limit
                                       : how->k;
    int64_t start = how->upper ? 0 : i + k + 1;
    int64_t end = how->upper ? i + k : how->shape[1];
    start = start < 0 ? 0 : start;
    end = end > how->shape[1] ? how->shape[1] : end;
    char *const row = data + i * how->strides[0];
    for (int64_t j = start; j < end; ++j) {
      memset(row + j * how->strides[1], 0, how->item_size);
    }
  }
}

static bool
clear_matrices(void *context,
               char *const *data,
               const int64_t *strides,
               int64_t n)
{
  const triangle *const how = (const triangle *)context;
  for (int64_t i = 0; i < n; ++i) {
    clear_matrix(how, data[0] + i * strides[0]);
  }
  return true;
}

static tercet_status
check_matrix(const tercet_tensor *tensor, tercet_error *err)
{
  return tensor->rank >= 2
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_SHAPE,
                                "a triangle of a tensor of rank %zu",
                                tensor->rank);
}

static tercet_status
clear_triangle(tercet_tensor *tensor, int64_t k, bool upper, tercet_error *err)
{
  const size_t n_outer = tensor->rank - 2U;
  triangle how = {
      .shape = {tensor->shape[n_outer], tensor->shape[n_outer + 1U]},
      .strides = {tensor->strides[n_outer], tensor->strides[n_outer + 1U]},
      .item_size = tercet_dtype_size(tensor->dtype),
      .k = k,
      .upper = upper,
  };
  tercet_loop loop;
  tercet_loop_init(&loop, n_outer, tensor->shape);
  tercet_loop_add(&loop, tensor->data, tensor->strides);
  tercet_loop_collapse(&loop);
  const int64_t n_each = how.shape[0] * how.shape[1];
  return tercet_loop_run_shared(
      &loop, n_each * (int64_t)how.item_size, clear_matrices, &how, err);
}

static tercet_status
copy_triangle(const tercet_allocator *alloc,
              const tercet_tensor *tensor,
              int64_t k,
              bool upper,
              tercet_tensor **out,
              tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_matrix(tensor, err));
  TERCET_TRY(tercet_tensor_copy(alloc, tensor, out, err));
  return tercet_tensor_made(clear_triangle(*out, k, upper, err), out);
}

static tercet_status
keep_triangle(tercet_tensor *tensor, int64_t k, bool upper, tercet_error *err)
{
  TERCET_TRY(check_matrix(tensor, err));
  if (tensor->is_read_only) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "clearing a read-only tensor");
  }
  return clear_triangle(tensor, k, upper, err);
}

tercet_status
tercet_tensor_tril(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t k,
                   tercet_tensor **out,
                   tercet_error *err)
{
  return copy_triangle(alloc, tensor, k, false, out, err);
}

tercet_status
tercet_tensor_triu(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t k,
                   tercet_tensor **out,
                   tercet_error *err)
{
  return copy_triangle(alloc, tensor, k, true, out, err);
}

tercet_status
tercet_tensor_tril_in_place(tercet_tensor *tensor, int64_t k, tercet_error *err)
{
  return keep_triangle(tensor, k, false, err);
}

tercet_status
tercet_tensor_triu_in_place(tercet_tensor *tensor, int64_t k, tercet_error *err)
{
  return keep_triangle(tensor, k, true, err);
}
