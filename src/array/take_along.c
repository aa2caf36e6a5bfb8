// SPDX-License-Identifier: Apache-2.0

/// Reading and writing one element for each position, along an axis

#include "array/assign.h"
#include "array/binary_line.h"
#include "array/loop.h"
#include "array/take.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/// Operands of the loops here
enum { POSITION, INDEXED, VALUE };

/// Of an element, for tercet_loop_run_parts()
#define COST 32

/// What the loops share
typedef struct {
  tercet_places places;
  size_t item_size;
  bool writes;
  tercet_binary_line *line; ///< To combine elements with values
  int64_t outside;          ///< The position that ended a loop
} along;

static bool
check_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  along *const a = (along *)context;
  for (int64_t i = 0; i < n; ++i) {
    int64_t position = 0;
    int64_t offset = 0;
    memcpy(&position, data[POSITION] + i * strides[POSITION], sizeof(position));
    if (!tercet_place_resolve(&a->places, position, &offset)) {
      a->outside = position;
      return false;
    }
  }
  return true;
}

#define ALONG_CASE(bytes)                                                      \
  case bytes:                                                                  \
    memcpy(a->writes ? place : value, a->writes ? value : place, bytes);       \
    break

static bool
copy_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  along *const a = (along *)context;
  for (int64_t i = 0; i < n; ++i) {
    int64_t position = 0;
    int64_t offset = 0;
    memcpy(&position, data[POSITION] + i * strides[POSITION], sizeof(position));
    if (!tercet_place_resolve(&a->places, position, &offset)) {
      a->outside = position;
      return false;
    }
    char *const place = data[INDEXED] + i * strides[INDEXED] + offset;
    char *const value = data[VALUE] + i * strides[VALUE];
    switch (a->item_size) {
      ALONG_CASE(1);
      ALONG_CASE(2);
      ALONG_CASE(4);
      ALONG_CASE(8);
      ALONG_CASE(16);
    default:
      assert(false); // No other size
    }
  }
  return true;
}

#undef ALONG_CASE

/// Combine, at positions that have been checked
static bool
combine_line(void *context,
             char *const *data,
             const int64_t *strides,
             int64_t n)
{
  along *const a = (along *)context;
  const int64_t steps[3] = {0, 0, 0};
  for (int64_t i = 0; i < n; ++i) {
    int64_t position = 0;
    int64_t offset = 0;
    memcpy(&position, data[POSITION] + i * strides[POSITION], sizeof(position));
    tercet_place_resolve(&a->places, position, &offset);
    char *const place = data[INDEXED] + i * strides[INDEXED] + offset;
    char *const operands[] = {place, place, data[VALUE] + i * strides[VALUE]};
    a->line->body(&a->line->math, operands, steps, 1);
  }
  return true;
}

/// Find the shape of the result: that of the positions on the axis, the common
/// one on the others
static tercet_status
find_shape(const tercet_tensor *tensor,
           const tercet_tensor *indexes,
           size_t axis,
           int64_t *shape,
           tercet_error *err)
{
  if (indexes->rank != tensor->rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "positions of rank %zu for a tensor of rank %zu",
                            indexes->rank,
                            tensor->rank);
  }
  size_t rank = 0;
  int64_t reduced[TERCET_MAX_RANK];
  memcpy(reduced, tensor->shape, tensor->rank * sizeof(*reduced));
  reduced[axis] = 1;
  TERCET_TRY(tercet_shape_broadcast(
      indexes->rank, indexes->shape, tensor->rank, reduced, &rank, shape, err));
  shape[axis] = indexes->shape[axis];
  return TERCET_OK;
}

/// Start a loop over positions, elements, and values if there are
static along
plan_loop(tercet_loop *loop,
          const tercet_tensor *tensor,
          const tercet_tensor *indexes,
          const tercet_tensor *positions,
          size_t axis,
          const tercet_tensor *values)
{
  int64_t strides[TERCET_MAX_RANK];
  for (size_t i = 0; i < tensor->rank; ++i) {
    strides[i] = i == axis || tensor->shape[i] == 1 ? 0 : tensor->strides[i];
  }
  tercet_loop_add_tensor(loop, positions);
  tercet_loop_add(loop, tensor->data, strides);
  if (values) {
    tercet_loop_add_tensor(loop, values);
  }
  tercet_loop_collapse(loop);
  return (along){
      .places = {.is_unsigned = tercet_positions_are_unsigned(indexes),
                 .bounds = TERCET_BOUNDS_CHECK,
                 .axis = axis,
                 .extent = tensor->shape[axis],
                 .stride = tensor->strides[axis]},
      .item_size = tercet_dtype_size(tensor->dtype),
  };
}

tercet_status
tercet_tensor_take_along_axis(const tercet_allocator *alloc,
                              const tercet_tensor *tensor,
                              const tercet_tensor *indexes,
                              int64_t axis,
                              tercet_tensor **out,
                              tercet_error *err)
{
  *out = NULL;
  size_t at = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &at, err));
  TERCET_TRY(find_shape(tensor, indexes, at, shape, err));

  tercet_tensor *positions = NULL;
  tercet_tensor *taken = NULL;
  TERCET_TRY(
      tercet_positions_prepare(alloc, indexes, NULL, false, &positions, err));
  tercet_status st = tercet_tensor_new_raw(
      alloc, tensor->dtype, tensor->rank, shape, &taken, err);
  if (!st) {
    tercet_loop loop;
    tercet_loop_init(&loop, tensor->rank, shape);
    along a = plan_loop(&loop, tensor, indexes, positions, at, taken);
    st = tercet_loop_run_parts(&loop, COST, copy_line, &a, err);
    if (st == TERCET_ERR_RANGE) {
      st = tercet_place_error(&a.places, a.outside, err);
    }
  }
  tercet_tensor_unref(positions);
  if (st) {
    tercet_tensor_unref(taken);
    return st;
  }
  *out = taken;
  return TERCET_OK;
}

/// Check that positions broadcast to the tensor on all axes but one
static tercet_status
check_put_shape(const tercet_tensor *tensor,
                const tercet_tensor *indexes,
                size_t axis,
                int64_t *shape,
                tercet_error *err)
{
  TERCET_TRY(find_shape(tensor, indexes, axis, shape, err));
  for (size_t i = 0; i < tensor->rank; ++i) {
    if (i != axis && shape[i] != tensor->shape[i]) {
      return tercet_error_set(err,
                              TERCET_ERR_SHAPE,
                              "positions of extent %" PRId64
                              " on axis %zu of a tensor with extent %" PRId64,
                              indexes->shape[i],
                              i,
                              tensor->shape[i]);
    }
  }
  return TERCET_OK;
}

/// Write values, or combine them with the elements if there is a line
static tercet_status
write_along_axis(tercet_tensor *tensor,
                 tercet_binary_line *line,
                 const tercet_tensor *indexes,
                 int64_t axis,
                 const tercet_tensor *values,
                 tercet_error *err)
{
  size_t at = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(tercet_tensor_check_writable(tensor, err));
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &at, err));
  TERCET_TRY(check_put_shape(tensor, indexes, at, shape, err));

  tercet_tensor *positions = NULL;
  tercet_tensor *packed = NULL;
  TERCET_TRY(tercet_positions_prepare(
      tensor->alloc, indexes, tensor, false, &positions, err));
  tercet_loop loop;
  tercet_loop_init(&loop, tensor->rank, shape);
  along a = plan_loop(&loop, tensor, indexes, positions, at, NULL);
  tercet_status st = tercet_loop_run_parts(&loop, COST, check_line, &a, err);
  if (st == TERCET_ERR_RANGE) {
    st = tercet_place_error(&a.places, a.outside, err);
  }
  if (!st) {
    st = tercet_values_pack(values, tensor, tensor->rank, shape, &packed, err);
  }
  if (!st) {
    tercet_loop_init(&loop, tensor->rank, shape);
    a = plan_loop(&loop, tensor, indexes, positions, at, packed);
    a.writes = true;
    a.line = line;
    st = tercet_loop_run_parts(
        &loop, COST, line ? combine_line : copy_line, &a, err);
  }
  tercet_tensor_unref(packed);
  tercet_tensor_unref(positions);
  return st;
}

tercet_status
tercet_tensor_put_along_axis(tercet_tensor *tensor,
                             const tercet_tensor *indexes,
                             int64_t axis,
                             const tercet_tensor *values,
                             tercet_error *err)
{
  return write_along_axis(tensor, NULL, indexes, axis, values, err);
}

tercet_status
tercet_tensor_combine_along_axis(tercet_tensor *tensor,
                                 tercet_binary_op op,
                                 const tercet_tensor *indexes,
                                 int64_t axis,
                                 const tercet_tensor *values,
                                 tercet_error *err)
{
  tercet_binary_line line;
  TERCET_TRY(tercet_combining_line(op, tensor->dtype, &line, err));
  return write_along_axis(tensor, &line, indexes, axis, values, err);
}
