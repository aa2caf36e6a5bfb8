// SPDX-License-Identifier: Apache-2.0

/// Operators whose output has the elements of the input in another shape: all
/// are views where that is possible

#include "array/shape.h"
#include "base/checked.h"
#include "base/error.h"
#include "onnx/op/move.h"

#include <inttypes.h>

static tercet_status
run_identity(const tercet_onnx_call *call)
{
  call->outputs[0] = tercet_onnx_value_ref(call->inputs[0]);
  return TERCET_OK;
}

/* ---- Shapes ---- */

/// Replace each 0 by the extent of the input
static tercet_status
copy_extents(const tercet_onnx_call *call,
             const tercet_tensor *data,
             size_t rank,
             int64_t *shape)
{
  for (size_t i = 0; i < rank; ++i) {
    if (shape[i] == 0 && i >= tercet_tensor_rank(data)) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_SHAPE,
                              "shape has a 0 for axis %zu of an input of rank "
                              "%zu",
                              i,
                              tercet_tensor_rank(data));
    }
    if (shape[i] == 0) {
      shape[i] = tercet_tensor_shape(data)[i];
    }
  }
  return TERCET_OK;
}

static tercet_status
run_reshape(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  size_t rank = 0;
  bool is_given = false;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(tercet_onnx_call_ints(call, 1, "shape", shape, &rank, &is_given));
  if (!tercet_onnx_node_int(call->node, "allowzero", 0)) {
    TERCET_TRY(copy_extents(call, data, rank, shape));
  }
  tercet_tensor *out = NULL;
  const tercet_status st =
      tercet_tensor_reshape(data, rank, shape, &out, call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/// Negative axes count from the end since version 11
static tercet_status
run_flatten(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const int64_t rank = (int64_t)tercet_tensor_rank(data);
  const int64_t axis = tercet_onnx_node_int(call->node, "axis", 1);
  const int64_t at = axis < 0 && call->version >= 11 ? axis + rank : axis;
  if (at < 0 || at > rank) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "axis %" PRId64 " of a tensor of rank %" PRId64,
                            axis,
                            rank);
  }
  int64_t shape[2] = {1, 1};
  for (int64_t i = 0; i < rank; ++i) {
    int64_t *const extent = &shape[i >= at];
    if (!tercet_i64_multiply(*extent, tercet_tensor_shape(data)[i], extent)) {
      return tercet_onnx_fail(call, TERCET_ERR_SHAPE, "the extents overflow");
    }
  }
  tercet_tensor *out = NULL;
  const tercet_status st =
      tercet_tensor_reshape(data, 2, shape, &out, call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

static tercet_status
run_squeeze(const tercet_onnx_call *call)
{
  size_t n = 0;
  bool is_given = false;
  int64_t axes[TERCET_MAX_RANK];
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_call_ints(call, 1, "axes", axes, &n, &is_given));
  const tercet_status st = tercet_tensor_squeeze(
      tercet_onnx_input(call, 0), n, is_given ? axes : NULL, &out, call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

static tercet_status
run_unsqueeze(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  size_t n = 0;
  bool is_given = false;
  int64_t axes[TERCET_MAX_RANK];
  size_t places[TERCET_MAX_RANK];
  TERCET_TRY(tercet_onnx_call_ints(call, 1, "axes", axes, &n, &is_given));
  const size_t rank = tercet_tensor_rank(data) + n;
  if (rank > TERCET_MAX_RANK) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "the rank %zu is larger than %d",
                            rank,
                            TERCET_MAX_RANK);
  }
  TERCET_TRY(tercet_onnx_axes(call, rank, n, axes, places));

  tercet_index items[TERCET_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    items[i] = tercet_index_all();
  }
  for (size_t i = 0; i < n; ++i) {
    items[places[i]] = tercet_index_new_axis();
  }
  tercet_tensor *out = NULL;
  const tercet_status st =
      tercet_tensor_index(data, rank, items, &out, call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

static tercet_status
run_transpose(const tercet_onnx_call *call)
{
  size_t n = 0;
  tercet_tensor *out = NULL;
  const int64_t *const perm = tercet_onnx_node_ints(call->node, "perm", &n);
  const tercet_status st = tercet_tensor_transpose(
      tercet_onnx_input(call, 0), n, perm, &out, call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/// The shape that is asked for and that of the input are broadcast together
static tercet_status
run_expand(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  size_t n = 0;
  size_t rank = 0;
  int64_t wanted[TERCET_MAX_RANK];
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(tercet_onnx_input_ints(call, 1, TERCET_MAX_RANK, wanted, &n));
  TERCET_TRY(tercet_shape_broadcast(tercet_tensor_rank(data),
                                    tercet_tensor_shape(data),
                                    n,
                                    wanted,
                                    &rank,
                                    shape,
                                    call->err));
  tercet_tensor *out = NULL;
  const tercet_status st =
      tercet_tensor_broadcast_to(data, rank, shape, &out, call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/* ---- Numbers about shapes ---- */

/// Move an axis into [0, rank]
static int64_t
clamp_axis(int64_t axis, int64_t rank)
{
  const int64_t at = axis < 0 ? axis + rank : axis;
  return at < 0 ? 0 : at > rank ? rank : at;
}

static tercet_status
run_shape(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const int64_t rank = (int64_t)tercet_tensor_rank(data);
  const int64_t start =
      clamp_axis(tercet_onnx_node_int(call->node, "start", 0), rank);
  const int64_t end =
      clamp_axis(tercet_onnx_node_int(call->node, "end", rank), rank);
  const int64_t n = end > start ? end - start : 0;
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_output(call, 0, TERCET_ONNX_INT64, 1, &n, &out));
  int64_t *const extents = tercet_tensor_mutable_data(out);
  for (int64_t i = 0; i < n; ++i) {
    extents[i] = tercet_tensor_shape(data)[start + i];
  }
  return TERCET_OK;
}

static tercet_status
run_size(const tercet_onnx_call *call)
{
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_output(call, 0, TERCET_ONNX_INT64, 0, NULL, &out));
  *(int64_t *)tercet_tensor_mutable_data(out) =
      tercet_tensor_size(tercet_onnx_input(call, 0));
  return TERCET_OK;
}

TERCET_ONNX_DEFINE_TABLE(view,
                         {"Expand", "", 8, 0, NULL, run_expand},
                         {"Flatten", "", 1, 0, NULL, run_flatten},
                         {"Identity", "", 1, 0, NULL, run_identity},
                         {"Reshape", "", 1, 0, NULL, run_reshape},
                         {"Shape", "", 1, 0, NULL, run_shape},
                         {"Size", "", 1, 0, NULL, run_size},
                         {"Squeeze", "", 1, 0, NULL, run_squeeze},
                         {"Transpose", "", 1, 0, NULL, run_transpose},
                         {"Unsqueeze", "", 1, 0, NULL, run_unsqueeze});
