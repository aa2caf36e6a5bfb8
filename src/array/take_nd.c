// SPDX-License-Identifier: Apache-2.0

/// Reading and writing what rows of positions select: one position for each of
/// several axes

#include "array/assign.h"
#include "array/binary_line.h"
#include "array/loop.h"
#include "array/take.h"
#include "array/tensor_internal.h"
#include "base/allocator.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

/// How the axes are used
typedef struct {
  size_t n_batch;
  size_t n_named;   ///< Positions in a row
  int64_t n_rows;   ///< In all batches
  int64_t n_in_one; ///< In one of them
  bool is_unsigned;
  size_t rank; ///< Of what is selected
  int64_t shape[TERCET_MAX_RANK];
} selection;

static tercet_status
check_rank(const tercet_tensor *tensor,
           const tercet_tensor *indexes,
           size_t n_batch,
           tercet_error *err)
{
  char a[TERCET_SHAPE_TEXT_MAX];
  char b[TERCET_SHAPE_TEXT_MAX];
  const int64_t n =
      indexes->rank > n_batch ? indexes->shape[indexes->rank - 1U] : -1;
  return n >= 0 && n_batch <= tensor->rank &&
                 n <= (int64_t)(tensor->rank - n_batch) &&
                 tercet_shape_equals(
                     n_batch, indexes->shape, n_batch, tensor->shape) &&
                 indexes->rank - 1U + tensor->rank - n_batch - (size_t)n <=
                     TERCET_MAX_RANK
             ? TERCET_OK
             : tercet_error_set(
                   err,
                   TERCET_ERR_SHAPE,
                   "rows of positions of shape %s for a tensor of shape %s with "
                   "%zu axes in common",
                   tercet_shape_text(indexes->rank, indexes->shape, a),
                   tercet_shape_text(tensor->rank, tensor->shape, b),
                   n_batch);
}

static tercet_status
plan_selection(const tercet_tensor *tensor,
               const tercet_tensor *indexes,
               size_t n_batch,
               selection *out,
               tercet_error *err)
{
  TERCET_TRY(check_rank(tensor, indexes, n_batch, err));
  out->n_batch = n_batch;
  out->n_named = (size_t)indexes->shape[indexes->rank - 1U];
  out->is_unsigned = tercet_positions_are_unsigned(indexes);
  out->n_rows = 1;
  out->n_in_one = 1;
  out->rank = 0;
  for (size_t i = 0; i + 1U < indexes->rank; ++i) {
    out->shape[out->rank++] = indexes->shape[i];
    out->n_rows *= indexes->shape[i];
    out->n_in_one *= i < n_batch ? 1 : indexes->shape[i];
  }
  for (size_t i = n_batch + out->n_named; i < tensor->rank; ++i) {
    out->shape[out->rank++] = tensor->shape[i];
  }
  return TERCET_OK;
}

/// Return the offset of a batch, counted in row-major order
static int64_t
batch_offset(const tercet_tensor *tensor, size_t n_batch, int64_t batch)
{
  int64_t offset = 0;
  for (size_t i = n_batch; i-- > 0;) {
    offset += batch % tensor->shape[i] * tensor->strides[i];
    batch /= tensor->shape[i];
  }
  return offset;
}

/// Add the offset of a row
static tercet_status
resolve_row(const selection *how,
            const tercet_tensor *tensor,
            const int64_t *row,
            int64_t *offset,
            tercet_error *err)
{
  tercet_places places = {.is_unsigned = how->is_unsigned,
                          .bounds = TERCET_BOUNDS_CHECK};
  for (size_t i = 0; i < how->n_named; ++i) {
    int64_t step = 0;
    places.axis = how->n_batch + i;
    places.extent = tensor->shape[places.axis];
    places.stride = tensor->strides[places.axis];
    if (!tercet_place_resolve(&places, row[i], &step)) {
      return tercet_place_error(&places, row[i], err);
    }
    *offset += step;
  }
  return TERCET_OK;
}

static tercet_status
list_offsets(const selection *how,
             const tercet_tensor *tensor,
             const tercet_tensor *positions,
             int64_t *offsets,
             tercet_error *err)
{
  const int64_t *row = (const int64_t *)(const void *)positions->data;
  int64_t start = 0;
  for (int64_t i = 0; i < how->n_rows; ++i, row += how->n_named) {
    if (i % how->n_in_one == 0) {
      start = batch_offset(tensor, how->n_batch, i / how->n_in_one);
    }
    offsets[i] = start;
    TERCET_TRY(resolve_row(how, tensor, row, &offsets[i], err));
  }
  return TERCET_OK;
}

/// Set `places` to the offsets of all rows, to be released by the caller
static tercet_status
find_places(const tercet_allocator *alloc,
            const selection *how,
            const tercet_tensor *tensor,
            const tercet_tensor *indexes,
            const tercet_tensor *target,
            tercet_places *places,
            int64_t **offsets,
            tercet_error *err)
{
  tercet_tensor *positions = NULL;
  *offsets =
      tercet_allocate_array(alloc, (size_t)how->n_rows, sizeof(**offsets));
  if (!*offsets) {
    return tercet_error_no_memory(err);
  }
  tercet_status st =
      tercet_positions_prepare(alloc, indexes, target, true, &positions, err);
  if (!st) {
    st = list_offsets(how, tensor, positions, *offsets, err);
  }
  tercet_tensor_unref(positions);
  *places = (tercet_places){.n = how->n_rows, .offsets = *offsets};
  return st;
}

/// Describe the axes that rows do not name
static tercet_gathering
plan_gathering(const selection *how,
               const tercet_tensor *tensor,
               const tercet_tensor *packed)
{
  tercet_gathering g;
  memset(&g, 0, sizeof(g));
  g.item_size = tercet_dtype_size(tensor->dtype);
  g.indexed = tensor->data;
  g.packed = packed->data;
  g.packed_stride = (int64_t)g.item_size;
  const size_t n_first = how->n_batch + how->n_named;
  const size_t n_rows = packed->rank - (tensor->rank - n_first);
  for (size_t i = n_first; i < tensor->rank; ++i) {
    g.packed_stride *= tensor->shape[i];
    g.shape[g.rank] = tensor->shape[i];
    g.indexed_strides[g.rank] = tensor->strides[i];
    g.packed_strides[g.rank++] = packed->strides[n_rows + i - n_first];
  }
  return g;
}

tercet_status
tercet_tensor_take_nd(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      const tercet_tensor *indexes,
                      size_t n_batch,
                      tercet_tensor **out,
                      tercet_error *err)
{
  *out = NULL;
  alloc = tercet_allocator_or_default(alloc);
  selection how;
  tercet_places places;
  int64_t *offsets = NULL;
  TERCET_TRY(plan_selection(tensor, indexes, n_batch, &how, err));
  tercet_tensor *taken = NULL;
  TERCET_TRY(tercet_tensor_new_raw(
      alloc, tensor->dtype, how.rank, how.shape, &taken, err));
  tercet_status st =
      find_places(alloc, &how, tensor, indexes, NULL, &places, &offsets, err);
  if (!st) {
    const tercet_gathering g = plan_gathering(&how, tensor, taken);
    st = tercet_gather(&g, &places, err);
  }
  tercet_release(alloc, offsets);
  if (st) {
    tercet_tensor_unref(taken);
    return st;
  }
  *out = taken;
  return TERCET_OK;
}

/// Combine each place with its part of the packed tensor
static void
combine_places(const tercet_gathering *g,
               const tercet_places *places,
               tercet_binary_line *line)
{
  tercet_loop loop;
  tercet_loop_init(&loop, g->rank, g->shape);
  tercet_loop_add(&loop, g->indexed, g->indexed_strides);
  tercet_loop_add(&loop, g->indexed, g->indexed_strides);
  tercet_loop_add(&loop, g->packed, g->packed_strides);
  tercet_loop_collapse(&loop);
  for (int64_t i = 0; i < places->n; ++i) {
    loop.data[TERCET_LINE_OUT] = g->indexed + places->offsets[i];
    loop.data[TERCET_LINE_A] = loop.data[TERCET_LINE_OUT];
    loop.data[TERCET_LINE_B] = g->packed + i * g->packed_stride;
    tercet_loop_run(&loop, line->body, &line->math);
  }
}

/// Write values, or combine them with the elements if there is a line
static tercet_status
write_nd(tercet_tensor *tensor,
         tercet_binary_line *line,
         const tercet_tensor *indexes,
         size_t n_batch,
         const tercet_tensor *values,
         tercet_error *err)
{
  selection how;
  tercet_places places;
  int64_t *offsets = NULL;
  tercet_tensor *packed = NULL;
  TERCET_TRY(tercet_tensor_check_writable(tensor, err));
  TERCET_TRY(plan_selection(tensor, indexes, n_batch, &how, err));
  tercet_status st = find_places(
      tensor->alloc, &how, tensor, indexes, tensor, &places, &offsets, err);
  if (!st) {
    st = tercet_values_pack(values, tensor, how.rank, how.shape, &packed, err);
  }
  if (!st) {
    const tercet_gathering g = plan_gathering(&how, tensor, packed);
    if (line) {
      combine_places(&g, &places, line);
    } else {
      st = tercet_scatter(&g, &places, err);
    }
  }
  tercet_tensor_unref(packed);
  tercet_release(tensor->alloc, offsets);
  return st;
}

tercet_status
tercet_tensor_put_nd(tercet_tensor *tensor,
                     const tercet_tensor *indexes,
                     size_t n_batch,
                     const tercet_tensor *values,
                     tercet_error *err)
{
  return write_nd(tensor, NULL, indexes, n_batch, values, err);
}

tercet_status
tercet_tensor_combine_nd(tercet_tensor *tensor,
                         tercet_binary_op op,
                         const tercet_tensor *indexes,
                         size_t n_batch,
                         const tercet_tensor *values,
                         tercet_error *err)
{
  tercet_binary_line line;
  TERCET_TRY(tercet_combining_line(op, tensor->dtype, &line, err));
  return write_nd(tensor, &line, indexes, n_batch, values, err);
}
