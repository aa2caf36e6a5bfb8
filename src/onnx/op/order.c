// SPDX-License-Identifier: Apache-2.0

/// Operators that compare elements of one tensor: TopK, NonZero

#include "base/error.h"
#include "onnx/op/move.h"

#include <inttypes.h>

/// Version 1 had the number as an attribute
static tercet_status
read_k(const tercet_onnx_call *call, int64_t *k)
{
  if (call->version < 10) {
    *k = tercet_onnx_node_int(call->node, "k", 0);
    return TERCET_OK;
  }
  size_t n = 0;
  TERCET_TRY(tercet_onnx_input_ints(call, 1, 1, k, &n));
  return n == 1 ? TERCET_OK
                : tercet_onnx_fail(call, TERCET_ERR_SHAPE, "K is empty");
}

/// NaN is greater than all numbers, and of equal elements the first is taken.
/// Always sorted.
static tercet_status
run_top_k(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  size_t axis = 0;
  int64_t k = 0;
  TERCET_TRY(tercet_onnx_axis_attribute(
      call, "axis", -1, tercet_tensor_rank(data), &axis));
  TERCET_TRY(read_k(call, &k));
  const int64_t extent = tercet_tensor_shape(data)[axis];
  if (k < 0 || k > extent) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_RANGE,
                            "K is %" PRId64 ", axis %zu has %" PRId64
                            " elements",
                            k,
                            axis,
                            extent);
  }
  tercet_tensor *values = NULL;
  tercet_tensor *indices = NULL;
  TERCET_TRY(
      tercet_tensor_topk(call->alloc,
                         data,
                         k,
                         (int64_t)axis,
                         tercet_onnx_node_int(call->node, "largest", 1) != 0,
                         tercet_onnx_wants(call, 0) ? &values : NULL,
                         tercet_onnx_wants(call, 1) ? &indices : NULL,
                         call->err));
  if (values) {
    tercet_onnx_give(call, 0, values);
  }
  if (indices) {
    tercet_onnx_give(call, 1, indices);
  }
  return TERCET_OK;
}

/// One column for each element that is not zero
static tercet_status
run_non_zero(const tercet_onnx_call *call)
{
  if (tercet_onnx_input_type(call, 0) == TERCET_ONNX_STRING) {
    return tercet_onnx_fail(
        call, TERCET_ERR_DTYPE, "no string is zero or is not");
  }
  tercet_tensor *rows = NULL;
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_tensor_nonzero(
      call->alloc, tercet_onnx_input(call, 0), &rows, call->err));
  const tercet_status st =
      tercet_tensor_transpose(rows, 0, NULL, &out, call->err);
  tercet_tensor_unref(rows);
  if (st == TERCET_OK) {
    tercet_onnx_give(call, 0, out);
  }
  return st;
}

TERCET_ONNX_DEFINE_TABLE(order,
                         {"NonZero", "", 9, 0, NULL, run_non_zero},
                         {"TopK", "", 1, 0, NULL, run_top_k});
