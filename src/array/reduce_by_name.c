// SPDX-License-Identifier: Apache-2.0

/// The public reductions: each makes a tensor or writes to one

#include "array/elementwise.h"
#include "array/reduce.h"
#include "array/reduce_internal.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <inttypes.h>

/// Reduce into a tensor of the caller, which may share bytes with the other
static tercet_status
reduce_to_caller(unsigned op,
                 const tercet_tensor *tensor,
                 const bool *reduces,
                 bool keepdims,
                 double ddof,
                 tercet_tensor *out,
                 tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK];
  const size_t rank = tercet_reduced_shape(tensor, reduces, keepdims, shape);
  TERCET_TRY(tercet_elementwise_check(
      out, tercet_reduced_dtype(op, tensor->dtype), rank, shape, err));
  const tercet_tensor *input = NULL;
  tercet_tensor *copy = NULL;
  TERCET_TRY(tercet_elementwise_inputs(1, &tensor, out, &input, &copy, err));
  const tercet_status st =
      tercet_reduce_into(op, input, reduces, ddof, out, err);
  tercet_tensor_unref(copy);
  return st;
}

/* ---- By operation ---- */

/// Set `reduces` from one axis, or all
static tercet_status
choose_axis(const tercet_tensor *tensor,
            int64_t axis,
            bool *reduces,
            tercet_error *err)
{
  if (axis != TERCET_ALL_AXES && (axis < 0 || (uint64_t)axis >= tensor->rank)) {
    char text[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "axis %" PRId64 " of a tensor of rank %zu, shape %s",
        axis,
        tensor->rank,
        tercet_shape_text(tensor->rank, tensor->shape, text));
  }
  for (size_t i = 0; i < tensor->rank; ++i) {
    reduces[i] = axis == TERCET_ALL_AXES || (size_t)axis == i;
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_reduce(const tercet_allocator *alloc,
                     tercet_reduce_op op,
                     const tercet_tensor *tensor,
                     int64_t axis,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  bool reduces[TERCET_MAX_RANK];
  TERCET_TRY(choose_axis(tensor, axis, reduces, err));
  return tercet_reduce(
      alloc, (unsigned)op, tensor, reduces, false, 0, out, err);
}

tercet_status
tercet_tensor_reduce_into(tercet_reduce_op op,
                          const tercet_tensor *tensor,
                          int64_t axis,
                          tercet_tensor *out,
                          tercet_error *err)
{
  bool reduces[TERCET_MAX_RANK];
  TERCET_TRY(choose_axis(tensor, axis, reduces, err));
  return reduce_to_caller((unsigned)op, tensor, reduces, false, 0, out, err);
}

/* ---- By name ---- */

#define REDUCTION(name, op)                                                    \
  tercet_status tercet_tensor_##name(const tercet_allocator *alloc,            \
                                     const tercet_tensor *tensor,              \
                                     size_t n_axes,                            \
                                     const int64_t *axes,                      \
                                     bool keepdims,                            \
                                     tercet_tensor **out,                      \
                                     tercet_error *err)                        \
  {                                                                            \
    bool reduces[TERCET_MAX_RANK];                                             \
    *out = NULL;                                                               \
    TERCET_TRY(tercet_reduce_axes(tensor, n_axes, axes, reduces, err));        \
    return tercet_reduce(alloc, op, tensor, reduces, keepdims, 0, out, err);   \
  }                                                                            \
  tercet_status tercet_tensor_##name##_into(const tercet_tensor *tensor,       \
                                            size_t n_axes,                     \
                                            const int64_t *axes,               \
                                            bool keepdims,                     \
                                            tercet_tensor *out,                \
                                            tercet_error *err)                 \
  {                                                                            \
    bool reduces[TERCET_MAX_RANK];                                             \
    TERCET_TRY(tercet_reduce_axes(tensor, n_axes, axes, reduces, err));        \
    return reduce_to_caller(op, tensor, reduces, keepdims, 0, out, err);       \
  }

REDUCTION(sum, REDUCE_WIDE_SUM)
REDUCTION(prod, REDUCE_WIDE_PROD)
REDUCTION(mean, REDUCE_OWN_MEAN)
REDUCTION(max, TERCET_MAX)
REDUCTION(min, TERCET_MIN)
REDUCTION(all, REDUCE_ALL)
REDUCTION(any, REDUCE_ANY)

#define MOMENT_REDUCTION(name, op)                                             \
  tercet_status tercet_tensor_##name(const tercet_allocator *alloc,            \
                                     const tercet_tensor *tensor,              \
                                     double ddof,                              \
                                     size_t n_axes,                            \
                                     const int64_t *axes,                      \
                                     bool keepdims,                            \
                                     tercet_tensor **out,                      \
                                     tercet_error *err)                        \
  {                                                                            \
    bool reduces[TERCET_MAX_RANK];                                             \
    *out = NULL;                                                               \
    TERCET_TRY(tercet_reduce_axes(tensor, n_axes, axes, reduces, err));        \
    return tercet_reduce(                                                      \
        alloc, op, tensor, reduces, keepdims, ddof, out, err);                 \
  }                                                                            \
  tercet_status tercet_tensor_##name##_into(const tercet_tensor *tensor,       \
                                            double ddof,                       \
                                            size_t n_axes,                     \
                                            const int64_t *axes,               \
                                            bool keepdims,                     \
                                            tercet_tensor *out,                \
                                            tercet_error *err)                 \
  {                                                                            \
    bool reduces[TERCET_MAX_RANK];                                             \
    TERCET_TRY(tercet_reduce_axes(tensor, n_axes, axes, reduces, err));        \
    return reduce_to_caller(op, tensor, reduces, keepdims, ddof, out, err);    \
  }

MOMENT_REDUCTION(var, REDUCE_VARIANCE)
MOMENT_REDUCTION(std, REDUCE_DEVIATION)
