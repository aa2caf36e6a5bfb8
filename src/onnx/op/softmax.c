// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/softmax.h"

#include "base/error.h"

/// Write the distances from the greatest element to `out`
static void
subtract_greatest(tercet_onnx_compose *c,
                  const tercet_tensor *x,
                  size_t axis,
                  tercet_tensor *out)
{
  const int64_t axes[] = {(int64_t)axis};
  tercet_tensor *const greatest =
      TERCET_ONNX_MAKE(c, tercet_tensor_max, x, 1, axes, true);
  TERCET_ONNX_DO(c, tercet_tensor_subtract_into, x, greatest, out);
}

void
tercet_onnx_softmax(tercet_onnx_compose *c,
                    const tercet_tensor *x,
                    size_t axis,
                    tercet_tensor *out)
{
  const int64_t axes[] = {(int64_t)axis};
  if (c->st != TERCET_OK || tercet_tensor_size(x) == 0) {
    return;
  }
  subtract_greatest(c, x, axis, out);
  TERCET_ONNX_DO(c, tercet_tensor_exp_into, out, out);
  tercet_tensor *const sums =
      TERCET_ONNX_MAKE(c, tercet_tensor_sum, out, 1, axes, true);
  TERCET_ONNX_DO(c, tercet_tensor_divide_into, out, sums, out);
}

void
tercet_onnx_log_softmax(tercet_onnx_compose *c,
                        const tercet_tensor *x,
                        size_t axis,
                        tercet_tensor *out)
{
  const int64_t axes[] = {(int64_t)axis};
  if (c->st != TERCET_OK || tercet_tensor_size(x) == 0) {
    return;
  }
  subtract_greatest(c, x, axis, out);
  tercet_tensor *const powers = TERCET_ONNX_MAKE(c, tercet_tensor_exp, out);
  tercet_tensor *const sums =
      TERCET_ONNX_MAKE(c, tercet_tensor_sum, powers, 1, axes, true);
  TERCET_ONNX_DO(c, tercet_tensor_log_into, sums, sums);
  TERCET_ONNX_DO(c, tercet_tensor_subtract_into, out, sums, out);
}

/// Write ones where the first greatest element is, else zeros
static void
hardmax(tercet_onnx_compose *c,
        const tercet_tensor *x,
        size_t axis,
        tercet_tensor *out)
{
  if (c->st != TERCET_OK || tercet_tensor_size(x) == 0) {
    return;
  }
  tercet_tensor *const places =
      TERCET_ONNX_MAKE(c, tercet_tensor_argmax, x, (int64_t)axis, true);
  tercet_tensor *const one =
      tercet_onnx_compose_number(c, tercet_tensor_dtype(out), 1);
  TERCET_ONNX_DO(c, tercet_tensor_fill, out, tercet_scalar_from_f64(0));
  TERCET_ONNX_DO(
      c, tercet_tensor_put_along_axis, out, places, (int64_t)axis, one);
}

/// One of the above
typedef void (*axis_function)(tercet_onnx_compose *c,
                              const tercet_tensor *x,
                              size_t axis,
                              tercet_tensor *out);

/// Apply a function as versions before 13 did: to the rows of the matrix in
/// which axes from `axis` on are one
static void
apply_to_matrix(tercet_onnx_compose *c,
                axis_function function,
                const tercet_tensor *x,
                size_t axis,
                tercet_tensor *out)
{
  int64_t shape[] = {1, 1};
  for (size_t i = 0; i < tercet_tensor_rank(out); ++i) {
    shape[i < axis ? 0 : 1] *= tercet_tensor_shape(out)[i];
  }
  const tercet_tensor *const rows =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, x, 2, shape);
  tercet_tensor *const target =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, out, 2, shape);
  function(c, rows, 1, target);
}

/// Set `out` to the axis; before version 13 it may be the rank
static tercet_status
read_axis(const tercet_onnx_call *call, size_t rank, size_t *out)
{
  const bool is_old = call->version < 13;
  const int64_t axis =
      tercet_onnx_node_int(call->node, "axis", is_old ? 1 : -1);
  if (is_old && axis == (int64_t)rank) {
    *out = rank;
    return TERCET_OK;
  }
  return tercet_onnx_axis(call, axis, rank, out);
}

static tercet_status
run_along_axis(const tercet_onnx_call *call, axis_function function)
{
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  size_t axis = 0;
  tercet_tensor *out = NULL;
  TERCET_TRY(read_axis(call, tercet_tensor_rank(input), &axis));
  TERCET_TRY(tercet_onnx_output(call,
                                0,
                                tercet_onnx_input_type(call, 0),
                                tercet_tensor_rank(input),
                                tercet_tensor_shape(input),
                                &out));

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const x = tercet_onnx_compose_wide(&c, 0);
  tercet_tensor *const result =
      x == input
          ? out
          : TERCET_ONNX_MAKE(&c, tercet_tensor_zeros_like, x, TERCET_DTYPE_F32);
  if (call->version < 13 && c.st == TERCET_OK) {
    apply_to_matrix(&c, function, x, axis, result);
  } else {
    function(&c, x, axis, result);
  }
  if (result != out) {
    TERCET_ONNX_DO(&c, tercet_tensor_assign, out, result);
  }
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_softmax(const tercet_onnx_call *call)
{
  return run_along_axis(call, tercet_onnx_softmax);
}

static tercet_status
run_log_softmax(const tercet_onnx_call *call)
{
  return run_along_axis(call, tercet_onnx_log_softmax);
}

static tercet_status
run_hardmax(const tercet_onnx_call *call)
{
  return run_along_axis(call, hardmax);
}

TERCET_ONNX_DEFINE_TABLE(softmax,
                         {"Hardmax", "", 1, 0, NULL, run_hardmax},
                         {"LogSoftmax", "", 1, 0, NULL, run_log_softmax},
                         {"Softmax", "", 1, 0, NULL, run_softmax});
