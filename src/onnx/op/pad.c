// SPDX-License-Identifier: Apache-2.0

/// Operators that lay elements around a tensor: Pad, CenterCropPad

#include "base/error.h"
#include "onnx/op/move.h"

#include <inttypes.h>
#include <string.h>

/// Elements to be added on both sides of each axis
typedef struct {
  int64_t before[TERCET_MAX_RANK];
  int64_t after[TERCET_MAX_RANK];
} margins;

static tercet_status
read_mode(const tercet_onnx_call *call, tercet_pad_mode *out)
{
  static const char *const names[] = {"constant", "edge", "reflect", "wrap"};
  static const tercet_pad_mode modes[] = {TERCET_PAD_CONSTANT,
                                          TERCET_PAD_EDGE,
                                          TERCET_PAD_REFLECT,
                                          TERCET_PAD_WRAP};
  size_t i = 0;
  TERCET_TRY(tercet_onnx_choice(call, "mode", "constant", 4, names, &i));
  *out = modes[i];
  return TERCET_OK;
}

/// Read the numbers for all axes: first those before, then those behind them;
/// an attribute with changing name in the first versions
static tercet_status
read_pads(const tercet_onnx_call *call, int64_t *pads, size_t *n)
{
  if (call->version >= 11) {
    return tercet_onnx_input_ints(call, 1, 2U * TERCET_MAX_RANK, pads, n);
  }
  const int64_t *const ints = tercet_onnx_node_ints(
      call->node, call->version < 2 ? "paddings" : "pads", n);
  if (*n > 2U * TERCET_MAX_RANK) {
    return tercet_onnx_fail(call, TERCET_ERR_SHAPE, "there are %zu pads", *n);
  }
  for (size_t i = 0; i < *n; ++i) {
    pads[i] = ints[i];
  }
  return TERCET_OK;
}

/// Since version 18 only some axes may be meant
static tercet_status
read_margins(const tercet_onnx_call *call, size_t rank, margins *out)
{
  size_t n_pads = 0;
  size_t n_axes = rank;
  int64_t pads[2U * TERCET_MAX_RANK];
  int64_t axes[TERCET_MAX_RANK];
  size_t places[TERCET_MAX_RANK];
  const bool has_axes = tercet_onnx_has_input(call, 3);
  TERCET_TRY(read_pads(call, pads, &n_pads));
  if (has_axes) {
    TERCET_TRY(tercet_onnx_input_ints(call, 3, TERCET_MAX_RANK, axes, &n_axes));
  }
  TERCET_TRY(
      tercet_onnx_axes(call, rank, n_axes, has_axes ? axes : NULL, places));
  if (n_pads != 2U * n_axes) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "there are %zu pads for %zu axes",
                            n_pads,
                            n_axes);
  }
  memset(out, 0, sizeof(*out));
  for (size_t i = 0; i < n_axes; ++i) {
    out->before[places[i]] = pads[i];
    out->after[places[i]] = pads[n_axes + i];
  }
  return TERCET_OK;
}

/// Set `out` to the element that is repeated, or to NULL for 0
static tercet_status
read_value(const tercet_onnx_call *call, tercet_tensor **out)
{
  if (tercet_onnx_has_input(call, 2)) {
    return tercet_tensor_reshape(
        tercet_onnx_input(call, 2), 0, NULL, out, call->err);
  }
  const float value = tercet_onnx_node_float(call->node, "value", 0);
  return call->version < 11 && value != 0
             ? tercet_tensor_full(
                   call->scratch,
                   tercet_tensor_dtype(tercet_onnx_input(call, 0)),
                   0,
                   NULL,
                   tercet_scalar_from_f64((double)value),
                   out,
                   call->err)
             : TERCET_OK;
}

static tercet_status
run_pad(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  margins around;
  tercet_pad_mode mode = TERCET_PAD_CONSTANT;
  tercet_tensor *value = NULL;
  tercet_tensor *out = NULL;
  TERCET_TRY(read_mode(call, &mode));
  TERCET_TRY(read_margins(call, tercet_tensor_rank(data), &around));
  TERCET_TRY(read_value(call, &value));
  const tercet_status st = tercet_tensor_pad(call->alloc,
                                             data,
                                             mode,
                                             around.before,
                                             around.after,
                                             value,
                                             &out,
                                             call->err);
  tercet_tensor_unref(value);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/// What does not divide equally is added, or taken away, at the end
static tercet_status
run_center_crop_pad(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(data);
  size_t n = 0;
  size_t n_axes = rank;
  int64_t shape[TERCET_MAX_RANK];
  size_t places[TERCET_MAX_RANK];
  const bool has_axes = tercet_onnx_node_attribute(call->node, "axes") != NULL;
  const int64_t *const axes =
      tercet_onnx_node_ints(call->node, "axes", has_axes ? &n_axes : &n);
  TERCET_TRY(tercet_onnx_input_ints(call, 1, TERCET_MAX_RANK, shape, &n));
  TERCET_TRY(
      tercet_onnx_axes(call, rank, n_axes, has_axes ? axes : NULL, places));
  if (n != n_axes) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "there are %zu extents for %zu axes",
                            n,
                            n_axes);
  }
  margins around;
  memset(&around, 0, sizeof(around));
  for (size_t i = 0; i < n; ++i) {
    if (shape[i] < 0) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_SHAPE,
                              "extent %" PRId64 " of axis %zu is negative",
                              shape[i],
                              places[i]);
    }
    const int64_t more = shape[i] - tercet_tensor_shape(data)[places[i]];
    around.before[places[i]] = more / 2;
    around.after[places[i]] = more - more / 2;
  }
  tercet_tensor *out = NULL;
  const tercet_status st = tercet_tensor_pad(call->alloc,
                                             data,
                                             TERCET_PAD_CONSTANT,
                                             around.before,
                                             around.after,
                                             NULL,
                                             &out,
                                             call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

TERCET_ONNX_DEFINE_TABLE(
    pad,
    {"CenterCropPad", "", 18, 0, NULL, run_center_crop_pad},
    {"Pad", "", 1, 0, NULL, run_pad});
