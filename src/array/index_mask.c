// SPDX-License-Identifier: Apache-2.0

/// Reading and writing where a mask is true

#include "array/assign.h"
#include "array/loop.h"
#include "array/parallel.h"
#include "array/take.h"
#include "array/tensor_internal.h"
#include "base/allocator.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

/// Operands of the loops here
enum { MASK, INDEXED };

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

/// Where offsets are written, and what they count from
typedef struct {
  int64_t *next;
  const char *origin;
} offset_list;

/// Write every offset, and step on only where the mask is true: masks are
/// hard to predict
static bool
list_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  offset_list *const list = (offset_list *)context;
  int64_t *next = list->next;
  int64_t offset = data[INDEXED] - list->origin;
  for (int64_t i = 0; i < n; ++i) {
    *next = offset;
    next += data[MASK][i * strides[MASK]] != 0;
    offset += strides[INDEXED];
  }
  list->next = next;
  return true;
}

/// List the offsets in `tensor` of all places where the mask is true
static tercet_status
list_places(const tercet_allocator *alloc,
            const tercet_tensor *tensor,
            const tercet_tensor *mask,
            int64_t **offsets,
            int64_t *n,
            tercet_error *err)
{
  TERCET_TRY(tercet_parallel_check(err));

  // One more than there are: see list_line()
  *n = count_true(mask);
  *offsets =
      (int64_t *)tercet_allocate(alloc, ((size_t)*n + 1U) * sizeof(**offsets));
  if (!*offsets) {
    return tercet_error_no_memory(err);
  }
  offset_list list = {*offsets, tensor->data};
  tercet_loop loop;
  tercet_loop_init(&loop, mask->rank, mask->shape);
  tercet_loop_add_tensor(&loop, mask);
  tercet_loop_add(&loop, tensor->data, tensor->strides);
  tercet_loop_collapse(&loop);
  tercet_loop_run(&loop, list_line, &list);
  return TERCET_OK;
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

tercet_status
tercet_tensor_select(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     const tercet_tensor *mask,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  alloc = tercet_allocator_or_default(alloc);
  tercet_places places = {0};
  int64_t *offsets = NULL;
  int64_t shape[TERCET_MAX_RANK + 1];
  TERCET_TRY(check_mask(tensor, mask, err));
  TERCET_TRY(list_places(alloc, tensor, mask, &offsets, &places.n, err));

  const size_t rank = find_selected_shape(tensor, mask, places.n, shape);
  tercet_tensor *selected = NULL;
  tercet_status st =
      tercet_tensor_new_raw(alloc, tensor->dtype, rank, shape, &selected, err);
  if (!st) {
    places.offsets = offsets;
    const tercet_gathering g = plan_gathering(tensor, mask, selected);
    st = tercet_gather(&g, &places, err);
  }
  tercet_release(alloc, offsets);
  *out = selected;
  return tercet_tensor_made(st, out);
}

tercet_status
tercet_tensor_assign_where(tercet_tensor *tensor,
                           const tercet_tensor *mask,
                           const tercet_tensor *values,
                           tercet_error *err)
{
  tercet_places places = {0};
  int64_t *offsets = NULL;
  int64_t shape[TERCET_MAX_RANK + 1];
  TERCET_TRY(tercet_tensor_check_writable(tensor, err));
  TERCET_TRY(check_mask(tensor, mask, err));
  TERCET_TRY(
      list_places(tensor->alloc, tensor, mask, &offsets, &places.n, err));

  const size_t rank = find_selected_shape(tensor, mask, places.n, shape);
  tercet_tensor *packed = NULL;
  tercet_status st =
      tercet_values_pack(values, tensor, rank, shape, &packed, err);
  if (!st) {
    places.offsets = offsets;
    const tercet_gathering g = plan_gathering(tensor, mask, packed);
    st = tercet_scatter(&g, &places, err);
  }
  tercet_tensor_unref(packed);
  tercet_release(tensor->alloc, offsets);
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

/// Step to the next index in row-major order
static void
next_index(const tercet_tensor *tensor, int64_t *index)
{
  for (size_t i = tensor->rank; i-- > 0;) {
    if (++index[i] < tensor->shape[i]) {
      return;
    }
    index[i] = 0;
  }
}

static void
list_indices(const tercet_tensor *mask, int64_t *out)
{
  int64_t index[TERCET_MAX_RANK] = {0};
  const size_t rank = mask->rank;
  for (int64_t i = 0; i < mask->size; ++i) {
    if (mask->data[i]) {
      for (size_t j = 0; j < rank; ++j) {
        *out++ = index[j];
      }
    }
    next_index(mask, index);
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
