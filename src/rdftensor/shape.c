// SPDX-License-Identifier: Apache-2.0

/// shape, and parts of a tensor: index (by position), sub (by ranges), mask (by
/// truth)

#include "rdftensor/planned.h"

#include "array/loop.h"
#include "array/shape.h"
#include "rdftensor/repair.h"

#include <string.h>

static tercet_status
compute_shape(tercet_row_call *row, tercet_value *out)
{
  tercet_tensor_row tensor;
  void *data = NULL;
  TERCET_TRY(tercet_row_tensor(row, 0, &tensor));

  const uint32_t rank = tensor.type->rank;
  const int64_t extent = rank;
  TERCET_TRY(
      tercet_row_new_tensor(row, TERCET_DTYPE_I64, 1, &extent, &data, out));
  memcpy(data, tensor.type->shape, rank * sizeof(int64_t));
  return TERCET_OK;
}

const tercet_row_function tercet_rdftensor_shape = {compute_shape, 0};

/* ---- index ---- */

static tercet_status
check_index(tercet_row_call *row,
            const tercet_tensor_type *tensor,
            const tercet_tensor_type *index)
{
  const tercet_template_use use = {
      "index", {tensor->dtype, index->dtype}, {tensor, index}};
  if (!tercet_dtype_is_integer(index->dtype)) {
    return tercet_error_set(
        row->err, TERCET_ERR_DTYPE, "the index is of no integer type");
  }
  if (index->rank != 1U) {
    return tercet_error_set(row->err,
                            TERCET_ERR_SHAPE,
                            "the index has rank %u, not 1",
                            index->rank);
  }
  if (index->shape[0] > (int64_t)tensor->rank) {
    return tercet_error_set(row->err,
                            TERCET_ERR_SHAPE,
                            "%lld indices for a tensor of rank %u",
                            (long long)index->shape[0],
                            tensor->rank);
  }
  return row->call->is_strict ? tercet_template_check_strict(&use, row->err)
                              : TERCET_OK;
}

/// Set `position` to the number of the first element that is selected, in
/// units of what the remaining axes hold
static tercet_status
find_position(tercet_row_call *row,
              const tercet_tensor_type *type,
              const tercet_tensor_row *index,
              size_t *position)
{
  int64_t indices[TERCET_MAX_RANK];
  const size_t n_indices = (size_t)index->type->shape[0];
  tercet_elements_to_i64(index->type->dtype, index->data, n_indices, indices);

  *position = 0;
  for (size_t i = 0; i < n_indices; ++i) {
    const int64_t extent = type->shape[i];
    const int64_t given = indices[i];
    const int64_t k = given < 0 ? given + extent : given;
    if (k < 0 || k >= extent) {
      return tercet_error_set(row->err,
                              TERCET_ERR_RANGE,
                              "index %lld is outside axis %zu of extent %lld",
                              (long long)given,
                              i,
                              (long long)extent);
    }
    *position = *position * (size_t)extent + (size_t)k;
  }
  return TERCET_OK;
}

/// GatherND of one index (cast to int64 first), then Squeeze without axes: what
/// remains loses all axes of extent 1
static tercet_status
compute_index(tercet_row_call *row, tercet_value *out)
{
  tercet_tensor_row tensor;
  tercet_tensor_row index;
  size_t position = 0;
  TERCET_TRY(tercet_row_tensor(row, 0, &tensor));
  TERCET_TRY(tercet_row_tensor(row, 1, &index));
  TERCET_TRY(check_index(row, tensor.type, index.type));
  TERCET_TRY(find_position(row, tensor.type, &index, &position));

  int64_t shape[TERCET_MAX_RANK];
  size_t rank = 0;
  size_t n_bytes = tercet_dtype_size(tensor.type->dtype);
  const size_t n_indices = (size_t)index.type->shape[0];
  for (size_t i = n_indices; i < tensor.type->rank; ++i) {
    n_bytes *= (size_t)tensor.type->shape[i];
    if (tensor.type->shape[i] != 1) {
      shape[rank++] = tensor.type->shape[i];
    }
  }

  const char *const from = (const char *)tensor.data + position * n_bytes;
  if (n_indices == tensor.type->rank) {
    return tercet_row_set_scalar(row, tensor.type->dtype, from, out);
  }

  void *data = NULL;
  TERCET_TRY(
      tercet_row_new_tensor(row, tensor.type->dtype, rank, shape, &data, out));
  if (n_bytes) {
    memcpy(data, from, n_bytes);
  }
  return TERCET_OK;
}

const tercet_row_function tercet_rdftensor_index = {compute_index, 0};

/* ---- sub ---- */

/// Operands of the loop that copies
enum { OUT, IN };

/// Move a bound into [0, extent]; a negative one counts from the end
static int64_t
clamp_bound(int64_t bound, int64_t extent)
{
  const int64_t position = bound < 0 ? bound + extent : bound;
  return position < 0 ? 0 : position > extent ? extent : position;
}

/// Copy a line along the last axis, which is contiguous on both sides
static bool
copy_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  (void)strides;
  memcpy(data[OUT], data[IN], (size_t)n * *(const size_t *)context);
  return true;
}

/// Copy the box of `shape` that starts at `starts`
static tercet_status
copy_box(tercet_row_call *row,
         const tercet_tensor_row *tensor,
         const int64_t *starts,
         const int64_t *shape,
         tercet_value *out)
{
  const size_t rank = tensor->type->rank;
  size_t size = tercet_dtype_size(tensor->type->dtype);
  tercet_loop loop;
  void *to = NULL;
  TERCET_TRY(
      tercet_row_new_tensor(row, tensor->type->dtype, rank, shape, &to, out));
  if (!out->tensor.type->n_elements) {
    return TERCET_OK;
  }

  int64_t from_strides[TERCET_MAX_RANK];
  int64_t to_strides[TERCET_MAX_RANK];
  tercet_shape_strides(rank, tensor->type->shape, size, from_strides);
  tercet_shape_strides(rank, shape, size, to_strides);
  int64_t offset = 0;
  for (size_t i = 0; i < rank; ++i) {
    offset += starts[i] * from_strides[i];
  }

  // A loop's operands are not const; this one is only read
  char *const from = (char *)(uintptr_t)tensor->data + offset;
  tercet_loop_init(&loop, rank, shape);
  tercet_loop_add(&loop, to, to_strides);
  tercet_loop_add(&loop, from, from_strides);
  tercet_loop_run(&loop, copy_line, &size);
  return TERCET_OK;
}

/// ONNX Slice with a step of 1 along every axis
static tercet_status
compute_sub(tercet_row_call *row, tercet_value *out)
{
  const size_t n_ranges = row->n_args - 1U;
  tercet_tensor_row tensor;
  TERCET_TRY(tercet_row_tensor(row, n_ranges, &tensor));
  if (n_ranges != tensor.type->rank) {
    return tercet_error_set(row->err,
                            TERCET_ERR_SHAPE,
                            "%zu ranges for a tensor of rank %u",
                            n_ranges,
                            tensor.type->rank);
  }

  int64_t starts[TERCET_MAX_RANK];
  int64_t shape[TERCET_MAX_RANK];
  for (size_t i = 0; i < n_ranges; ++i) {
    tercet_range range;
    TERCET_TRY(tercet_row_range(row, i, &range));
    const int64_t extent = tensor.type->shape[i];
    starts[i] = range.full ? 0 : clamp_bound(range.start, extent);
    const int64_t stop = range.full ? extent : clamp_bound(range.stop, extent);
    shape[i] = stop > starts[i] ? stop - starts[i] : 0;
  }
  return copy_box(row, &tensor, starts, shape, out);
}

const tercet_row_function tercet_rdftensor_sub = {compute_sub, 0};

/* ---- mask ---- */

/// Check that a mask is bool and broadcasts to the shape of the tensor
static tercet_status
check_mask(tercet_row_call *row,
           const tercet_tensor_type *tensor,
           const tercet_tensor_type *mask)
{
  if (mask->dtype != TERCET_DTYPE_BOOL) {
    return tercet_error_set(row->err,
                            TERCET_ERR_DTYPE,
                            "the mask is not bool; cast it with "
                            "tensor:cast(\"bool\", ...)");
  }

  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(tercet_shape_broadcast(tensor->rank,
                                    tensor->shape,
                                    mask->rank,
                                    mask->shape,
                                    &rank,
                                    shape,
                                    row->err));
  return tercet_shape_equals(tensor->rank, tensor->shape, rank, shape)
             ? TERCET_OK
             : tercet_error_set(row->err,
                                TERCET_ERR_SHAPE,
                                "the mask is larger than the tensor");
}

/// mask(t, mask): the elements where it is true, as a tensor of rank 1
static tercet_status
compute_mask(tercet_row_call *row, tercet_value *out)
{
  tercet_tensor_row tensors[2];
  TERCET_TRY(tercet_row_tensor(row, 0, &tensors[0]));
  TERCET_TRY(tercet_row_tensor(row, 1, &tensors[1]));
  TERCET_TRY(check_mask(row, tensors[0].type, tensors[1].type));
  tercet_planned planned;
  tercet_planned_init(
      &planned, TERCET_TEMPLATE_MASK, 2, tensors, TERCET_PLANNED_APART);
  return tercet_planned_tensor(row, &planned, NULL, out);
}

const tercet_row_function tercet_rdftensor_mask = {compute_mask,
                                                   TERCET_TEMPLATE_MASK};
