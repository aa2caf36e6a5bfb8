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

/// Elements that are treated together: they stay in the L2 cache between the
/// steps of a function
#define BLOCK_SIZE 65536

/// Apply a function along axis 1 of tensors of rank 3, block by block
static void
apply_to_blocks(tercet_onnx_compose *c,
                axis_function function,
                const tercet_tensor *x,
                tercet_tensor *out)
{
  if (c->st != TERCET_OK || tercet_tensor_size(out) == 0) {
    return;
  }
  const int64_t n = tercet_tensor_shape(out)[0];
  const int64_t n_each = tercet_tensor_size(out) / n;
  const int64_t step = n_each < BLOCK_SIZE ? BLOCK_SIZE / n_each : 1;
  const size_t n_kept = c->n;
  for (int64_t i = 0; i < n && c->st == TERCET_OK; i += step) {
    const tercet_index block = tercet_index_range(i, i + step, 1);
    const tercet_tensor *const part =
        TERCET_ONNX_VIEW(c, tercet_tensor_index, x, 1, &block);
    tercet_tensor *const target =
        TERCET_ONNX_VIEW(c, tercet_tensor_index, out, 1, &block);
    function(c, part, 1, target);
    tercet_onnx_compose_drop(c, n_kept);
  }
}

/// Apply a function to `out`, where `x` is; before version 13 the axes from
/// `axis` on were one
static void
apply_along_axis(tercet_onnx_compose *c,
                 axis_function function,
                 const tercet_tensor *x,
                 size_t axis,
                 tercet_tensor *out)
{
  const bool is_old = c->call->version < 13;
  int64_t shape[] = {1, 1, 1};
  if (c->st != TERCET_OK) {
    return;
  }
  for (size_t i = 0; i < tercet_tensor_rank(out); ++i) {
    const size_t part = i < axis ? 0 : i == axis || is_old ? 1 : 2;
    shape[part] *= tercet_tensor_shape(out)[i];
  }
  const tercet_tensor *const rows =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, x, 3, shape);
  tercet_tensor *const target =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, out, 3, shape);
  apply_to_blocks(c, function, rows, target);
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
  apply_along_axis(&c, function, x, axis, result);
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
