// SPDX-License-Identifier: Apache-2.0

/// Folds and scans with a function of the caller

#include "array/loop.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <string.h>

/// Operands of the loops over lanes
enum { OUT, IN };

/// Elements that are folded one after the other
typedef struct {
  tercet_fold_function function;
  void *context;
  const void *start; ///< NULL: the first element
  size_t size;       ///< Bytes of an element
  int64_t n;
  int64_t stride;
  int64_t out_stride; ///< Of a scan
  tercet_status status;
} lane;

/* ---- Everything in row-major order ---- */

static tercet_status
fold_all(const lane *fold, const tercet_tensor *tensor, char *out)
{
  tercet_tensor_iter iter;
  tercet_tensor_iter_init(&iter, tensor);
  memcpy(out,
         fold->start ? fold->start : tercet_tensor_iter_next(&iter),
         fold->size);
  const void *element = tercet_tensor_iter_next(&iter);
  for (; element; element = tercet_tensor_iter_next(&iter)) {
    TERCET_TRY(fold->function(fold->context, out, element));
  }
  return TERCET_OK;
}

static tercet_status
scan_all(const lane *fold, const tercet_tensor *tensor, char *out)
{
  tercet_tensor_iter iter;
  tercet_tensor_iter_init(&iter, tensor);
  const void *element = tercet_tensor_iter_next(&iter);
  for (int64_t i = 0; element; ++i) {
    char *const at = out + i * (int64_t)fold->size;
    if (i == 0) {
      memcpy(at, element, fold->size);
    } else {
      memcpy(at, at - fold->size, fold->size);
      TERCET_TRY(fold->function(fold->context, at, element));
    }
    element = tercet_tensor_iter_next(&iter);
  }
  return TERCET_OK;
}

/* ---- Along an axis ---- */

static tercet_status
fold_lane(const lane *fold, char *out, const char *in)
{
  int64_t i = fold->start ? 0 : 1;
  memcpy(out, fold->start ? fold->start : in, fold->size);
  for (; i < fold->n; ++i) {
    TERCET_TRY(fold->function(fold->context, out, in + i * fold->stride));
  }
  return TERCET_OK;
}

static tercet_status
scan_lane(const lane *fold, char *out, const char *in)
{
  memcpy(out, in, fold->size);
  for (int64_t i = 1; i < fold->n; ++i) {
    char *const at = out + i * fold->out_stride;
    memcpy(at, at - fold->out_stride, fold->size);
    TERCET_TRY(fold->function(fold->context, at, in + i * fold->stride));
  }
  return TERCET_OK;
}

static bool
lanes_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  lane *const fold = (lane *)context;
  for (int64_t i = 0; i < n && !fold->status; ++i) {
    char *const out = data[OUT] + i * strides[OUT];
    const char *const in = data[IN] + i * strides[IN];
    fold->status =
        fold->out_stride ? scan_lane(fold, out, in) : fold_lane(fold, out, in);
  }
  return !fold->status;
}

/// Copy numbers for all axes but one
static void
without_axis(size_t rank, const int64_t *from, size_t axis, int64_t *to)
{
  for (size_t i = 0; i + 1U < rank; ++i) {
    to[i] = from[i < axis ? i : i + 1U];
  }
}

/// Fold or scan the lanes along `axis`; `out_strides` are those of the lanes'
/// results
static tercet_status
run_lanes(lane *fold,
          const tercet_tensor *tensor,
          size_t axis,
          tercet_tensor *out,
          const int64_t *out_strides)
{
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
  without_axis(tensor->rank, tensor->shape, axis, shape);
  without_axis(tensor->rank, tensor->strides, axis, strides);
  fold->n = tensor->shape[axis];
  fold->stride = tensor->strides[axis];

  tercet_loop loop;
  tercet_loop_init(&loop, tensor->rank - 1U, shape);
  tercet_loop_add(&loop, out->data, out_strides);
  tercet_loop_add(&loop, tensor->data, strides);
  tercet_loop_collapse(&loop);
  tercet_loop_run(&loop, lanes_line, fold);
  return fold->status;
}

/// Keep a result, or drop it if the function failed
static tercet_status
finish(tercet_status st,
       tercet_tensor *result,
       tercet_tensor **out,
       tercet_error *err)
{
  if (st) {
    tercet_tensor_unref(result);
    return tercet_error_set(err, st, "the function of the fold failed");
  }
  *out = result;
  return TERCET_OK;
}

static tercet_status
report_nothing(const tercet_tensor *tensor, tercet_error *err)
{
  char text[TERCET_SHAPE_TEXT_MAX];
  return tercet_error_set(err,
                          TERCET_ERR_SHAPE,
                          "a fold of nothing needs a start: the shape is %s",
                          tercet_shape_text(tensor->rank, tensor->shape, text));
}

tercet_status
tercet_tensor_fold(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t axis,
                   const void *start,
                   tercet_fold_function function,
                   void *context,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  lane fold = {.function = function,
               .context = context,
               .start = start,
               .size = tercet_dtype_size(tensor->dtype)};
  tercet_tensor *result = NULL;
  if (axis == TERCET_FOLD_ALL) {
    if (!start && tensor->size == 0) {
      return report_nothing(tensor, err);
    }
    TERCET_TRY(
        tercet_tensor_new_raw(alloc, tensor->dtype, 0, NULL, &result, err));
    return finish(fold_all(&fold, tensor, result->data), result, out, err);
  }

  size_t at = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &at, err));
  without_axis(tensor->rank, tensor->shape, at, shape);
  TERCET_TRY(tercet_tensor_new_raw(
      alloc, tensor->dtype, tensor->rank - 1U, shape, &result, err));
  if (!start && tensor->shape[at] == 0 && result->size > 0) {
    tercet_tensor_unref(result);
    return report_nothing(tensor, err);
  }
  return finish(
      run_lanes(&fold, tensor, at, result, result->strides), result, out, err);
}

tercet_status
tercet_tensor_scan(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t axis,
                   tercet_fold_function function,
                   void *context,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  lane scan = {.function = function,
               .context = context,
               .size = tercet_dtype_size(tensor->dtype)};
  tercet_tensor *result = NULL;
  if (axis == TERCET_FOLD_ALL) {
    TERCET_TRY(tercet_tensor_new_raw(
        alloc, tensor->dtype, 1, &tensor->size, &result, err));
    return finish(scan_all(&scan, tensor, result->data), result, out, err);
  }

  size_t at = 0;
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &at, err));
  TERCET_TRY(tercet_tensor_new_raw(
      alloc, tensor->dtype, tensor->rank, tensor->shape, &result, err));
  if (result->size == 0) {
    *out = result;
    return TERCET_OK;
  }
  int64_t strides[TERCET_MAX_RANK];
  without_axis(result->rank, result->strides, at, strides);
  scan.out_stride = result->strides[at];
  return finish(
      run_lanes(&scan, tensor, at, result, strides), result, out, err);
}
