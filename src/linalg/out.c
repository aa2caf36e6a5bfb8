// SPDX-License-Identifier: Apache-2.0

#include "linalg/out.h"

#include "linalg/matrix.h"

#include "array/tensor_internal.h"
#include "base/error.h"

/// Set `low` and `high` to the addresses that the elements lie between
static void
find_bounds(const tercet_tensor *tensor, uintptr_t *low, uintptr_t *high)
{
  *low = (uintptr_t)tensor->data;
  *high = *low + tercet_dtype_size(tensor->dtype);
  for (size_t i = 0; i < tensor->rank; ++i) {
    const int64_t reach = (tensor->shape[i] - 1) * tensor->strides[i];
    *low += (uintptr_t)(reach < 0 ? reach : 0);
    *high += (uintptr_t)(reach > 0 ? reach : 0);
  }
}

bool
tercet_linalg_may_overlap(const tercet_tensor *a, const tercet_tensor *b)
{
  if (!a->size || !b->size) {
    return false;
  }
  uintptr_t bounds[2][2];
  find_bounds(a, &bounds[0][0], &bounds[0][1]);
  find_bounds(b, &bounds[1][0], &bounds[1][1]);
  return bounds[0][0] < bounds[1][1] && bounds[1][0] < bounds[0][1];
}

tercet_status
tercet_linalg_check_out(const tercet_tensor *out,
                        tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape,
                        tercet_error *err)
{
  if (out->is_read_only) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "the tensor for the result is read-only");
  }
  if (out->dtype != dtype) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "the tensor for the result is %s, not %s",
                            tercet_dtype_name(out->dtype),
                            tercet_dtype_name(dtype));
  }
  if (!tercet_shape_equals(out->rank, out->shape, rank, shape)) {
    char has[TERCET_SHAPE_TEXT_MAX];
    char needs[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "the tensor for the result has the shape %s, not %s",
        tercet_shape_text(out->rank, out->shape, has),
        tercet_shape_text(rank, shape, needs));
  }
  return TERCET_OK;
}

static bool
assign_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const size_t item_size = *(const size_t *)context;
  const tercet_matrix to = {data[0], n, 1, strides[0], 0};
  const tercet_matrix from = {data[1], n, 1, strides[1], 0};
  tercet_matrix_copy(&to, &from, item_size);
  return true;
}

void
tercet_linalg_assign(tercet_tensor *to, const tercet_tensor *from)
{
  size_t item_size = tercet_dtype_size(to->dtype);
  tercet_loop loop;
  tercet_loop_init(&loop, to->rank, to->shape);
  tercet_loop_add(&loop, to->data, to->strides);
  tercet_loop_add(&loop, from->data, from->strides);
  tercet_loop_collapse(&loop);
  tercet_loop_run(&loop, assign_line, &item_size);
}
