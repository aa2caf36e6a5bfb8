// SPDX-License-Identifier: Apache-2.0

/// Functions of the caller on each element of one to three tensors

#include "array/elementwise.h"
#include "array/loop.h"
#include "base/error.h"

#include <assert.h>
#include <string.h>

/// Elements that go to a function at a time, and the bytes of the largest
#define MAP_TILE 256
#define MAP_ITEM_MAX 16

static_assert(TERCET_MAP_MAX + 1 <= TERCET_LOOP_MAX_OPERANDS,
              "room for the result");

/* ---- Operands ---- */

static tercet_status
check_count(size_t n_tensors, tercet_error *err)
{
  return n_tensors >= 1 && n_tensors <= TERCET_MAP_MAX
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_ARGUMENT,
                                "a map takes one to %d tensors, not %zu",
                                TERCET_MAP_MAX,
                                n_tensors);
}

/// Find the common shape
static tercet_status
broadcast_all(size_t n,
              const tercet_tensor *const *tensors,
              size_t *rank,
              int64_t shape[TERCET_MAX_RANK],
              tercet_error *err)
{
  *rank = 0;
  for (size_t i = 0; i < n; ++i) {
    int64_t before[TERCET_MAX_RANK] = {0};
    memcpy(before, shape, *rank * sizeof(*shape));
    TERCET_TRY(tercet_shape_broadcast(
        *rank, before, tensors[i]->rank, tensors[i]->shape, rank, shape, err));
  }
  return TERCET_OK;
}

/* ---- Map ---- */

typedef struct {
  tercet_map_function function;
  void *context;
  size_t n_tensors;
  int64_t sizes[TERCET_LOOP_MAX_OPERANDS]; ///< Bytes of elements, out first
  tercet_status status;
} map_state;

#define COPY_ITEMS(size)                                                       \
  for (int64_t i = 0; i < n; ++i) {                                            \
    memcpy(to + i * to_stride, from + i * from_stride, size);                  \
  }

/// Copy `n` elements of `size` bytes; a size that is a constant makes a move of
/// each copy
static void
copy_items(char *to,
           int64_t to_stride,
           const char *from,
           int64_t from_stride,
           int64_t size,
           int64_t n)
{
  switch (size) {
  case 1:
    COPY_ITEMS(1)
    break;
  case 2:
    COPY_ITEMS(2)
    break;
  case 4:
    COPY_ITEMS(4)
    break;
  case 8:
    COPY_ITEMS(8)
    break;
  default:
    COPY_ITEMS((size_t)size)
    break;
  }
}

/// Map at most #MAP_TILE elements; what has gaps goes through buffers
static tercet_status
map_tile(const map_state *map,
         char *const *data,
         const int64_t *strides,
         int64_t n)
{
  _Alignas(64) char buffers[TERCET_LOOP_MAX_OPERANDS][MAP_TILE * MAP_ITEM_MAX];
  const void *in[TERCET_MAP_MAX];
  for (size_t i = 1; i <= map->n_tensors; ++i) {
    const bool is_dense = strides[i] == map->sizes[i];
    in[i - 1U] = is_dense ? data[i] : buffers[i];
    if (!is_dense) {
      copy_items(
          buffers[i], map->sizes[i], data[i], strides[i], map->sizes[i], n);
    }
  }
  const bool is_dense = strides[0] == map->sizes[0];
  TERCET_TRY(map->function(
      map->context, (size_t)n, is_dense ? data[0] : buffers[0], in));
  if (!is_dense) {
    copy_items(
        data[0], strides[0], buffers[0], map->sizes[0], map->sizes[0], n);
  }
  return TERCET_OK;
}

static bool
map_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  map_state *const map = (map_state *)context;
  for (int64_t i = 0; i < n && !map->status; i += MAP_TILE) {
    char *at[TERCET_LOOP_MAX_OPERANDS] = {NULL};
    for (size_t j = 0; j <= map->n_tensors; ++j) {
      at[j] = data[j] + i * strides[j];
    }
    map->status =
        map_tile(map, at, strides, n - i < MAP_TILE ? n - i : MAP_TILE);
  }
  return !map->status;
}

/// Call the function for all; a failure without a message gets one
static tercet_status
run_map(map_state *map,
        const tercet_tensor *const *tensors,
        const tercet_tensor *out,
        tercet_error *err)
{
  tercet_loop loop;
  tercet_loop_init(&loop, out->rank, out->shape);
  tercet_loop_add_tensor(&loop, out);
  map->sizes[0] = (int64_t)tercet_dtype_size(out->dtype);
  for (size_t i = 0; i < map->n_tensors; ++i) {
    tercet_loop_add_tensor(&loop, tensors[i]);
    map->sizes[i + 1U] = (int64_t)tercet_dtype_size(tensors[i]->dtype);
  }
  tercet_loop_collapse(&loop);
  const tercet_status st =
      tercet_loop_run_parts(&loop, MAP_ITEM_MAX, map_line, map, err);
  return map->status ? tercet_error_set(
                           err, map->status, "the function of the map failed")
                     : st;
}

tercet_status
tercet_tensor_map(const tercet_allocator *alloc,
                  size_t n_tensors,
                  const tercet_tensor *const *tensors,
                  tercet_dtype dtype,
                  tercet_map_function function,
                  void *context,
                  tercet_tensor **out,
                  tercet_error *err)
{
  *out = NULL;
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(check_count(n_tensors, err));
  TERCET_TRY(broadcast_all(n_tensors, tensors, &rank, shape, err));

  TERCET_TRY(tercet_tensor_new_raw(alloc, dtype, rank, shape, out, err));
  map_state map = {function, context, n_tensors, {0}, TERCET_OK};
  return tercet_tensor_made(run_map(&map, tensors, *out, err), out);
}

tercet_status
tercet_tensor_map_into(size_t n_tensors,
                       const tercet_tensor *const *tensors,
                       tercet_map_function function,
                       void *context,
                       tercet_tensor *out,
                       tercet_error *err)
{
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(check_count(n_tensors, err));
  TERCET_TRY(broadcast_all(n_tensors, tensors, &rank, shape, err));
  TERCET_TRY(tercet_shape_broadcast(
      rank, shape, out->rank, out->shape, &rank, shape, err));
  TERCET_TRY(tercet_elementwise_check(out, out->dtype, rank, shape, err));

  const tercet_tensor *inputs[TERCET_MAP_MAX];
  tercet_tensor *copies[TERCET_MAP_MAX];
  TERCET_TRY(
      tercet_elementwise_inputs(n_tensors, tensors, out, inputs, copies, err));
  map_state map = {function, context, n_tensors, {0}, TERCET_OK};
  const tercet_status st = run_map(&map, inputs, out, err);
  for (size_t i = 0; i < n_tensors; ++i) {
    tercet_tensor_unref(copies[i]);
  }
  return st;
}

/* ---- Walks ---- */

typedef struct {
  tercet_each_function function;
  void *context;
  size_t n_tensors;
  int64_t position;
  tercet_status status;
} each_state;

static bool
each_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  each_state *const each = (each_state *)context;
  for (int64_t i = 0; i < n; ++i) {
    const void *elements[TERCET_MAP_MAX] = {NULL};
    for (size_t j = 0; j < each->n_tensors; ++j) {
      elements[j] = data[j] + i * strides[j];
    }
    each->status = each->function(each->context, each->position, elements);
    if (each->status) {
      return false;
    }
    ++each->position;
  }
  return true;
}

tercet_status
tercet_tensor_each(size_t n_tensors,
                   const tercet_tensor *const *tensors,
                   tercet_each_function function,
                   void *context,
                   tercet_error *err)
{
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(check_count(n_tensors, err));
  TERCET_TRY(broadcast_all(n_tensors, tensors, &rank, shape, err));

  each_state each = {function, context, n_tensors, 0, TERCET_OK};
  tercet_loop loop;
  tercet_loop_init(&loop, rank, shape);
  for (size_t i = 0; i < n_tensors; ++i) {
    tercet_loop_add_tensor(&loop, tensors[i]);
  }
  tercet_loop_collapse(&loop);
  const tercet_status st =
      tercet_loop_run_parts(&loop, MAP_ITEM_MAX, each_line, &each, err);
  return each.status ? tercet_error_set(err,
                                        each.status,
                                        "the walk was ended at element %lld",
                                        (long long)each.position)
                     : st;
}

void
tercet_tensor_iter_init(tercet_tensor_iter *iter, const tercet_tensor *tensor)
{
  *iter = (tercet_tensor_iter){.tensor = tensor, .data = tensor->data};
}

const void *
tercet_tensor_iter_next(tercet_tensor_iter *iter)
{
  const tercet_tensor *const tensor = iter->tensor;
  if (iter->position == tensor->size) {
    return NULL;
  }
  if (iter->position++ > 0) {
    // Carry from the last axis; there is a next element, so that it ends
    size_t i = tensor->rank - 1U;
    while (++iter->index[i] == tensor->shape[i]) {
      iter->data -= tensor->strides[i] * (tensor->shape[i] - 1);
      iter->index[i--] = 0;
    }
    iter->data += tensor->strides[i];
  }
  return iter->data;
}

tercet_status
tercet_tensor_at_axis(const tercet_tensor *tensor,
                      int64_t axis,
                      int64_t position,
                      tercet_tensor **out,
                      tercet_error *err)
{
  *out = NULL;
  size_t at = 0;
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &at, err));
  const int64_t extent = tensor->shape[at];
  if (position < -extent || position >= extent) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "position %lld on axis %zu, which has %lld",
                            (long long)position,
                            at,
                            (long long)extent);
  }

  TERCET_TRY(tercet_tensor_share(tensor, tensor->rank - 1U, out, err));
  tercet_tensor *const view = *out;
  view->data +=
      tensor->strides[at] * (position < 0 ? position + extent : position);
  view->size /= extent;
  for (size_t i = 0; i < view->rank; ++i) {
    view->shape[i] = tensor->shape[i < at ? i : i + 1U];
    view->strides[i] = tensor->strides[i < at ? i : i + 1U];
  }
  return TERCET_OK;
}
