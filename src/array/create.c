// SPDX-License-Identifier: Apache-2.0

/// Tensors of given shapes, and filling them

#include "array/copy.h"
#include "array/create_scalar.h"
#include "array/element.h"
#include "array/loop.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

/* ---- Filling and copying out ---- */

typedef struct {
  size_t size;
  char element[16];
} fill_state;

static bool
fill_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const fill_state *const state = (const fill_state *)context;

#define FILL_CASE(bytes)                                                       \
  case bytes:                                                                  \
    for (int64_t i = 0; i < n; ++i) {                                          \
      memcpy(data[0] + i * strides[0], state->element, bytes);                 \
    }                                                                          \
    break

  switch (state->size) {
    FILL_CASE(1);
    FILL_CASE(2);
    FILL_CASE(4);
    FILL_CASE(8);
    FILL_CASE(16);
  default:
    return false;
  }
#undef FILL_CASE
  return true;
}

tercet_status
tercet_tensor_fill(tercet_tensor *tensor,
                   tercet_scalar value,
                   tercet_error *err)
{
  if (tensor->is_read_only) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "the tensor is read-only");
  }
  fill_state state = {tercet_dtype_size(tensor->dtype), {0}};
  TERCET_TRY(
      tercet_scalar_to_element(&value, tensor->dtype, state.element, err));

  tercet_loop loop;
  tercet_loop_init(&loop, tensor->rank, tensor->shape);
  tercet_loop_add_tensor(&loop, tensor);
  tercet_loop_sort(&loop, 0);
  tercet_loop_collapse(&loop);
  return tercet_loop_run_shared(
      &loop, (int64_t)state.size, fill_line, &state, err);
}

tercet_status
tercet_tensor_to_data(const tercet_tensor *tensor,
                      void *data,
                      size_t n_bytes,
                      tercet_error *err)
{
  const size_t size = tercet_dtype_size(tensor->dtype);
  if (n_bytes != (size_t)tensor->size * size) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "%zu bytes of memory for %" PRId64
                            " elements of %zu",
                            n_bytes,
                            tensor->size,
                            size);
  }

  int64_t strides[TERCET_MAX_RANK];
  tercet_shape_strides(tensor->rank, tensor->shape, size, strides);
  return tercet_elements_move(tensor->rank,
                              tensor->shape,
                              size,
                              (char *)data,
                              strides,
                              tensor->data,
                              tensor->strides,
                              err);
}

/* ---- By shape ---- */

/// Give a contiguous tensor the strides of column-major order
static void
set_column_major(tercet_tensor *tensor)
{
  int64_t stride = (int64_t)tercet_dtype_size(tensor->dtype);
  for (size_t i = 0; i < tensor->rank; ++i) {
    tensor->strides[i] = stride;
    stride *= tensor->shape[i] ? tensor->shape[i] : 1;
  }
}

static tercet_status
apply_order(tercet_memory_order order,
            tercet_tensor **tensor,
            tercet_error *err)
{
  switch (order) {
  case TERCET_ROW_MAJOR:
  case TERCET_KEEP_ORDER:
    return TERCET_OK;
  case TERCET_COLUMN_MAJOR:
    set_column_major(*tensor);
    return TERCET_OK;
  }
  tercet_tensor_unref(*tensor);
  *tensor = NULL;
  return tercet_error_set(
      err, TERCET_ERR_ARGUMENT, "there is no memory order %d", (int)order);
}

tercet_status
tercet_tensor_zeros(const tercet_allocator *alloc,
                    tercet_dtype dtype,
                    size_t rank,
                    const int64_t *shape,
                    tercet_memory_order order,
                    tercet_tensor **out,
                    tercet_error *err)
{
  TERCET_TRY(tercet_tensor_new(alloc, dtype, rank, shape, out, err));
  return apply_order(order, out, err);
}

tercet_status
tercet_tensor_empty(const tercet_allocator *alloc,
                    tercet_dtype dtype,
                    size_t rank,
                    const int64_t *shape,
                    tercet_memory_order order,
                    tercet_tensor **out,
                    tercet_error *err)
{
  TERCET_TRY(tercet_tensor_new_raw(alloc, dtype, rank, shape, out, err));
  return apply_order(order, out, err);
}

tercet_status
tercet_tensor_full(const tercet_allocator *alloc,
                   tercet_dtype dtype,
                   size_t rank,
                   const int64_t *shape,
                   tercet_scalar value,
                   tercet_tensor **out,
                   tercet_error *err)
{
  TERCET_TRY(tercet_tensor_new_raw(alloc, dtype, rank, shape, out, err));
  const tercet_status st = tercet_tensor_fill(*out, value, err);
  if (st != TERCET_OK) {
    tercet_tensor_unref(*out);
    *out = NULL;
  }
  return st;
}

tercet_status
tercet_tensor_ones(const tercet_allocator *alloc,
                   tercet_dtype dtype,
                   size_t rank,
                   const int64_t *shape,
                   tercet_tensor **out,
                   tercet_error *err)
{
  return tercet_tensor_full(
      alloc, dtype, rank, shape, tercet_scalar_from_bool(true), out, err);
}

tercet_status
tercet_tensor_zeros_like(const tercet_allocator *alloc,
                         const tercet_tensor *tensor,
                         tercet_dtype dtype,
                         tercet_tensor **out,
                         tercet_error *err)
{
  return tercet_tensor_new(alloc, dtype, tensor->rank, tensor->shape, out, err);
}

tercet_status
tercet_tensor_ones_like(const tercet_allocator *alloc,
                        const tercet_tensor *tensor,
                        tercet_dtype dtype,
                        tercet_tensor **out,
                        tercet_error *err)
{
  return tercet_tensor_ones(
      alloc, dtype, tensor->rank, tensor->shape, out, err);
}

tercet_status
tercet_tensor_full_like(const tercet_allocator *alloc,
                        const tercet_tensor *tensor,
                        tercet_dtype dtype,
                        tercet_scalar value,
                        tercet_tensor **out,
                        tercet_error *err)
{
  return tercet_tensor_full(
      alloc, dtype, tensor->rank, tensor->shape, value, out, err);
}

tercet_status
tercet_tensor_eye(const tercet_allocator *alloc,
                  tercet_dtype dtype,
                  int64_t n_rows,
                  int64_t n_columns,
                  int64_t offset,
                  tercet_tensor **out,
                  tercet_error *err)
{
  const int64_t shape[] = {n_rows, n_columns};
  TERCET_TRY(tercet_tensor_new(alloc, dtype, 2, shape, out, err));

  const tercet_scalar one = tercet_scalar_from_bool(true);
  const int64_t first = offset < 0 ? (offset > -n_rows ? -offset : n_rows) : 0;
  for (int64_t i = first; i < n_rows && offset < n_columns - i; ++i) {
    char *const element = (*out)->data + i * (*out)->strides[0] +
                          (i + offset) * (*out)->strides[1];
    TERCET_TRY(tercet_scalar_to_element(&one, dtype, element, err));
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_identity(const tercet_allocator *alloc,
                       tercet_dtype dtype,
                       int64_t n,
                       tercet_tensor **out,
                       tercet_error *err)
{
  return tercet_tensor_eye(alloc, dtype, n, n, 0, out, err);
}

/// Go to the next index in row-major order
static void
advance(size_t rank, const int64_t *shape, int64_t *index)
{
  for (size_t i = rank; i-- > 0;) {
    if (++index[i] < shape[i]) {
      return;
    }
    index[i] = 0;
  }
}

tercet_status
tercet_tensor_from_function(const tercet_allocator *alloc,
                            tercet_dtype dtype,
                            size_t rank,
                            const int64_t *shape,
                            tercet_tensor_generator generator,
                            void *context,
                            tercet_tensor **out,
                            tercet_error *err)
{
  TERCET_TRY(tercet_tensor_new(alloc, dtype, rank, shape, out, err));

  const size_t size = tercet_dtype_size(dtype);
  int64_t index[TERCET_MAX_RANK] = {0};
  for (int64_t i = 0; i < (*out)->size; ++i) {
    const tercet_status st =
        generator(context, index, (*out)->data + (size_t)i * size, err);
    if (st != TERCET_OK) {
      tercet_tensor_unref(*out);
      *out = NULL;
      return st;
    }
    advance(rank, shape, index);
  }
  return TERCET_OK;
}
