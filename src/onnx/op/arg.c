// SPDX-License-Identifier: Apache-2.0

/// Where the greatest and least elements are, and cumulative sums

#include "base/error.h"
#include "onnx/op/wide.h"

/* ---- Places of extremes ---- */

/// n - 1 - places: what places in a reversed axis mean
static void
reverse_places(tercet_onnx_compose *c, int64_t n, tercet_tensor *places)
{
  tercet_tensor *const last = TERCET_ONNX_MAKE(c,
                                               tercet_tensor_full,
                                               TERCET_DTYPE_I64,
                                               0,
                                               NULL,
                                               tercet_scalar_from_i64(n - 1));
  TERCET_ONNX_DO(c, tercet_tensor_subtract_into, last, places, places);
}

/// The first NaN counts as the extreme, or the last with select_last_index
static tercet_status
find_extremes(const tercet_onnx_call *call, bool is_max)
{
  const tercet_tensor *x = tercet_onnx_input(call, 0);
  const bool keepdims = tercet_onnx_node_int(call->node, "keepdims", 1);
  const bool is_last = tercet_onnx_node_int(call->node, "select_last_index", 0);
  const int64_t given = tercet_onnx_node_int(call->node, "axis", 0);
  size_t i_axis = 0;
  TERCET_TRY(tercet_onnx_axis(call, given, tercet_tensor_rank(x), &i_axis));
  const int64_t axis = (int64_t)i_axis;
  const int64_t extent = tercet_tensor_shape(x)[i_axis];

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  if (is_last) {
    x = TERCET_ONNX_VIEW(&c, tercet_tensor_flip, x, 1, &axis);
  }
  tercet_tensor *const places =
      is_max ? TERCET_ONNX_MAKE(&c, tercet_tensor_argmax, x, axis, keepdims)
             : TERCET_ONNX_MAKE(&c, tercet_tensor_argmin, x, axis, keepdims);
  if (is_last) {
    reverse_places(&c, extent, places);
  }
  tercet_onnx_compose_give(&c, 0, places);
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_arg_max(const tercet_onnx_call *call)
{
  return find_extremes(call, true);
}

static tercet_status
run_arg_min(const tercet_onnx_call *call)
{
  return find_extremes(call, false);
}

/* ---- Cumulative sums ---- */

/// Write to `out` the sums before each element: those up to the one before it
static void
sum_before(tercet_onnx_compose *c,
           const tercet_tensor *x,
           int64_t axis,
           tercet_tensor *out)
{
  tercet_range all[TERCET_MAX_RANK];
  tercet_range head[TERCET_MAX_RANK];
  const size_t rank = tercet_tensor_rank(x);
  for (size_t i = 0; i < rank; ++i) {
    all[i] = (tercet_range){.full = true};
    head[i] = all[i];
  }
  head[axis] = (tercet_range){0, -1, 1, false};
  all[axis] = (tercet_range){1, INT64_MAX, 1, false};
  TERCET_ONNX_DO(c, tercet_tensor_fill, out, tercet_scalar_from_i64(0));
  const tercet_tensor *const before =
      TERCET_ONNX_VIEW(c, tercet_tensor_slice, x, rank, head);
  tercet_tensor *const target =
      TERCET_ONNX_VIEW(c, tercet_tensor_slice, out, rank, all);
  const tercet_tensor *const sums = TERCET_ONNX_MAKE(
      c, tercet_tensor_accumulate, TERCET_CUMULATIVE_SUM, before, axis);
  TERCET_ONNX_DO(c, tercet_tensor_assign, target, sums);
}

/// Integers wrap; floats are gathered in float64
static tercet_status
run_cum_sum(const tercet_onnx_call *call)
{
  const tercet_tensor *x = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(x);
  int64_t given = 0;
  size_t n = 0;
  size_t i_axis = 0;
  tercet_tensor *whole = NULL;
  TERCET_TRY(tercet_onnx_input_ints(call, 1, 1, &given, &n));
  if (n != 1) {
    return tercet_onnx_fail(call, TERCET_ERR_SHAPE, "input 1 has no axis");
  }
  TERCET_TRY(tercet_onnx_axis(call, given, rank, &i_axis));
  TERCET_TRY(tercet_onnx_output(call,
                                0,
                                tercet_onnx_input_type(call, 0),
                                rank,
                                tercet_tensor_shape(x),
                                &whole));

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const int64_t axis = (int64_t)i_axis;
  tercet_tensor *out = whole;
  if (tercet_onnx_node_int(call->node, "reverse", 0)) {
    x = TERCET_ONNX_VIEW(&c, tercet_tensor_flip, x, 1, &axis);
    out = TERCET_ONNX_VIEW(&c, tercet_tensor_flip, whole, 1, &axis);
  }
  if (tercet_onnx_node_int(call->node, "exclusive", 0)) {
    sum_before(&c, x, axis, out);
    return tercet_onnx_compose_end(&c);
  }
  const tercet_tensor *const sums = TERCET_ONNX_MAKE(
      &c, tercet_tensor_accumulate, TERCET_CUMULATIVE_SUM, x, axis);
  TERCET_ONNX_DO(&c, tercet_tensor_assign, out, sums);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(arg,
                         {"ArgMax", "", 1, 0, NULL, run_arg_max},
                         {"ArgMin", "", 1, 0, NULL, run_arg_min},
                         {"CumSum", "", 11, 0, NULL, run_cum_sum});
