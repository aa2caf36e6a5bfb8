// SPDX-License-Identifier: Apache-2.0

/// Reading and writing where a mask is true

#include "array/assign.h"
#include "array/loop.h"
#include "array/parallel.h"
#include "array/take.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

/// Operands of the loops here
enum { MASK, INDEXED };

/// Places that are listed at a time: they stay in the first cache
#define BATCH 2048

/* ---- Offsets of what is true ---- */

static tercet_status
check_mask(const tercet_tensor *tensor,
           const tercet_tensor *mask,
           tercet_error *err)
{
  if (mask->dtype != TERCET_DTYPE_BOOL) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "a mask is bool, not %s",
                            tercet_dtype_name(mask->dtype));
  }
  if (mask->rank > tensor->rank ||
      !tercet_shape_equals(
          mask->rank, mask->shape, mask->rank, tensor->shape)) {
    char a[TERCET_SHAPE_TEXT_MAX];
    char b[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "a mask of shape %s for a tensor of shape %s",
                            tercet_shape_text(mask->rank, mask->shape, a),
                            tercet_shape_text(tensor->rank, tensor->shape, b));
  }
  return TERCET_OK;
}

static bool
count_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  int64_t count = 0;
  if (strides[MASK] == 1) {
    for (int64_t i = 0; i < n; ++i) {
      count += data[MASK][i] != 0;
    }
  } else {
    for (int64_t i = 0; i < n; ++i) {
      count += data[MASK][i * strides[MASK]] != 0;
    }
  }
  *(int64_t *)context += count;
  return true;
}

/// Return how many elements of a bool tensor are true
static int64_t
count_true(const tercet_tensor *mask)
{
  int64_t n = 0;
  tercet_loop loop;
  tercet_loop_init(&loop, mask->rank, mask->shape);
  tercet_loop_add_tensor(&loop, mask);
  tercet_loop_collapse(&loop);
  tercet_loop_run(&loop, count_line, &n);
  return n;
}

/// List first + i * step for each i below `n` where a mask is true, in room for
/// one more; return how many.  Every number is written, and kept only if it is
/// wanted: masks are hard to predict.
static int64_t
list_true(const char *mask,
          int64_t stride,
          int64_t n,
          int64_t first,
          int64_t step,
          int64_t *out)
{
  int64_t *next = out;
  for (int64_t i = 0; i < n; ++i) {
    *next = first;
    next += mask[i * stride] != 0;
    first += step;
  }
  return next - out;
}

/// Set the shape of what is selected; return its rank
static size_t
find_selected_shape(const tercet_tensor *tensor,
                    const tercet_tensor *mask,
                    int64_t n,
                    int64_t *shape)
{
  size_t rank = 0;
  shape[rank++] = n;
  for (size_t i = mask->rank; i < tensor->rank; ++i) {
    shape[rank++] = tensor->shape[i];
  }
  return rank;
}

/// Describe the axes that the mask does not have
static tercet_gathering
plan_gathering(const tercet_tensor *tensor,
               const tercet_tensor *mask,
               const tercet_tensor *packed)
{
  tercet_gathering g;
  memset(&g, 0, sizeof(g));
  g.item_size = tercet_dtype_size(tensor->dtype);
  g.indexed = tensor->data;
  g.packed = packed->data;
  g.packed_stride = (int64_t)g.item_size;
  for (size_t i = mask->rank; i < tensor->rank; ++i) {
    g.packed_stride *= tensor->shape[i];
    g.shape[g.rank] = tensor->shape[i];
    g.indexed_strides[g.rank] = tensor->strides[i];
    g.packed_strides[g.rank++] = packed->strides[i - mask->rank + 1U];
  }
  return g;
}

/// The copies between selected places and a packed tensor, batch by batch
typedef struct {
  tercet_gathering g; ///< From the batch on
  bool scatters;
  int64_t n_listed;
  int64_t offsets[BATCH + 1];
  tercet_status st;
  tercet_error *err;
} selection;

/// Copy the places that are listed
static bool
copy_listed(selection *how)
{
  const tercet_places places = {.n = how->n_listed, .offsets = how->offsets};
  how->st = how->scatters ? tercet_scatter(&how->g, &places, how->err)
                          : tercet_gather(&how->g, &places, how->err);
  how->g.packed += how->n_listed * how->g.packed_stride;
  how->n_listed = 0;
  return how->st == TERCET_OK;
}

static bool
select_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  selection *const how = (selection *)context;
  for (int64_t i = 0; i < n;) {
    const int64_t room = BATCH - how->n_listed;
    const int64_t n_now = n - i < room ? n - i : room;
    how->n_listed +=
        list_true(data[MASK] + i * strides[MASK],
                  strides[MASK],
                  n_now,
                  data[INDEXED] + i * strides[INDEXED] - how->g.indexed,
                  strides[INDEXED],
                  how->offsets + how->n_listed);
    i += n_now;
    if (how->n_listed > BATCH / 2 && !copy_listed(how)) {
      return false;
    }
  }
  return true;
}

/// Copy between `packed` and the places in `tensor` where the mask is true
static tercet_status
copy_selected(const tercet_tensor *tensor,
              const tercet_tensor *mask,
              const tercet_gathering *g,
              bool scatters,
              tercet_error *err)
{
  selection how = {*g, scatters, 0, {0}, TERCET_OK, err};
  tercet_loop loop;
  tercet_loop_init(&loop, mask->rank, mask->shape);
  tercet_loop_add_tensor(&loop, mask);
  tercet_loop_add(&loop, tensor->data, tensor->strides);
  tercet_loop_collapse(&loop);
  if (tercet_loop_run(&loop, select_line, &how)) {
    (void)copy_listed(&how);
  }
  return how.st;
}

tercet_status
tercet_tensor_select(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     const tercet_tensor *mask,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  int64_t shape[TERCET_MAX_RANK + 1];
  TERCET_TRY(check_mask(tensor, mask, err));
  TERCET_TRY(tercet_parallel_check(err));
  const size_t rank =
      find_selected_shape(tensor, mask, count_true(mask), shape);
  TERCET_TRY(
      tercet_tensor_new_raw(alloc, tensor->dtype, rank, shape, out, err));
  const tercet_gathering g = plan_gathering(tensor, mask, *out);
  return tercet_tensor_made(copy_selected(tensor, mask, &g, false, err), out);
}

/// Pack the values for `n` places, or the only one for all places if each is
/// one element
static tercet_status
pack_values(const tercet_tensor *tensor,
            const tercet_tensor *mask,
            const tercet_tensor *values,
            int64_t n,
            tercet_tensor **packed,
            tercet_gathering *g,
            tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK + 1];
  const size_t rank = find_selected_shape(tensor, mask, n, shape);
  const bool repeats = rank == 1 && values->size == 1;
  TERCET_TRY(tercet_values_pack(
      values, tensor, repeats ? 0 : rank, shape, packed, err));
  *g = plan_gathering(tensor, mask, *packed);
  g->packed_stride = repeats ? 0 : g->packed_stride;
  return TERCET_OK;
}

tercet_status
tercet_tensor_assign_where(tercet_tensor *tensor,
                           const tercet_tensor *mask,
                           const tercet_tensor *values,
                           tercet_error *err)
{
  TERCET_TRY(tercet_tensor_check_writable(tensor, err));
  TERCET_TRY(check_mask(tensor, mask, err));
  TERCET_TRY(tercet_parallel_check(err));

  // What is written must not change the rest of the mask
  tercet_tensor *own_mask = NULL;
  tercet_tensor *packed = NULL;
  tercet_gathering g;
  TERCET_TRY(tercet_tensor_may_overlap(mask, tensor)
                 ? tercet_tensor_copy(tensor->alloc, mask, &own_mask, err)
                 : tercet_tensor_view_all(mask, &own_mask, err));
  tercet_status st = pack_values(
      tensor, own_mask, values, count_true(own_mask), &packed, &g, err);
  if (!st) {
    st = copy_selected(tensor, own_mask, &g, true, err);
  }
  tercet_tensor_unref(packed);
  tercet_tensor_unref(own_mask);
  return st;
}

/* ---- Indices of what is true ---- */

/// Make a contiguous bool tensor: whether each element is not zero
static tercet_status
make_mask(const tercet_allocator *alloc,
          const tercet_tensor *tensor,
          tercet_tensor **out,
          tercet_error *err)
{
  return tensor->dtype == TERCET_DTYPE_BOOL &&
                 tercet_tensor_is_contiguous(tensor)
             ? tercet_tensor_view_all(tensor, out, err)
             : tercet_tensor_cast(alloc, tensor, TERCET_DTYPE_BOOL, out, err);
}

/// Step to the next index of the axes but the last, in row-major order
static void
next_line(const tercet_tensor *tensor, int64_t *index)
{
  for (size_t i = tensor->rank - 1U; i-- > 0;) {
    if (++index[i] < tensor->shape[i]) {
      return;
    }
    index[i] = 0;
  }
}

/// List the indices of what is true in a part of a line
static int64_t *
list_part(const char *mask,
          int64_t first,
          int64_t n,
          size_t rank,
          const int64_t *index,
          int64_t *out)
{
  int64_t found[BATCH + 1];
  const int64_t n_found = list_true(mask, 1, n, first, 1, found);
  for (int64_t i = 0; i < n_found; ++i) {
    for (size_t j = 0; j + 1U < rank; ++j) {
      *out++ = index[j];
    }
    *out++ = found[i];
  }
  return out;
}

static void
list_indices(const tercet_tensor *mask, int64_t *out)
{
  if (!mask->rank) {
    return;
  }
  int64_t index[TERCET_MAX_RANK] = {0};
  const int64_t extent = mask->shape[mask->rank - 1U];
  for (int64_t line = 0; line < mask->size; line += extent) {
    for (int64_t i = 0; i < extent; i += BATCH) {
      const int64_t n = extent - i < BATCH ? extent - i : BATCH;
      out = list_part(mask->data + line + i, i, n, mask->rank, index, out);
    }
    next_line(mask, index);
  }
}

tercet_status
tercet_tensor_nonzero(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      tercet_tensor **out,
                      tercet_error *err)
{
  *out = NULL;
  tercet_tensor *mask = NULL;
  TERCET_TRY(make_mask(alloc, tensor, &mask, err));
  const int64_t shape[2] = {count_true(mask), (int64_t)tensor->rank};
  const tercet_status st =
      tercet_tensor_new_raw(alloc, TERCET_DTYPE_I64, 2, shape, out, err);
  if (!st) {
    list_indices(mask, (int64_t *)(void *)(*out)->data);
  }
  tercet_tensor_unref(mask);
  return st;
}

static tercet_status
check_condition(const tercet_tensor *condition,
                int64_t extent,
                tercet_error *err)
{
  if (condition->dtype != TERCET_DTYPE_BOOL) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "a condition is bool, not %s",
                            tercet_dtype_name(condition->dtype));
  }
  if (condition->rank != 1 || condition->size > extent) {
    char text[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "a condition of shape %s for an axis of extent %" PRId64,
        tercet_shape_text(condition->rank, condition->shape, text),
        extent);
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_compress(const tercet_allocator *alloc,
                       const tercet_tensor *tensor,
                       const tercet_tensor *condition,
                       int64_t axis,
                       tercet_tensor **out,
                       tercet_error *err)
{
  *out = NULL;
  size_t at = 0;
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &at, err));
  TERCET_TRY(check_condition(condition, tensor->shape[at], err));

  tercet_tensor *matrix = NULL;
  tercet_tensor *positions = NULL;
  TERCET_TRY(tercet_tensor_nonzero(alloc, condition, &matrix, err));
  tercet_status st = tercet_tensor_ravel(matrix, &positions, err);
  if (!st) {
    st = tercet_tensor_take(
        alloc, tensor, positions, axis, TERCET_BOUNDS_CHECK, out, err);
  }
  tercet_tensor_unref(positions);
  tercet_tensor_unref(matrix);
  return st;
}
