// SPDX-License-Identifier: Apache-2.0

/**
   Convolutions as products of matrices: the windows of each group become the
   columns of a matrix, which its kernels multiply.

     kernels [M/G, C/G x kernel]  x  windows [C/G x kernel, output]
*/

#include "onnx/op/conv.h"

#include "base/error.h"
#include "onnx/op/requantize.h"

#include <tercet/linalg.h>

#include <string.h>

tercet_status
tercet_onnx_conv_groups(const tercet_onnx_call *call,
                        const tercet_tensor *x,
                        const tercet_tensor *kernels,
                        bool is_transposed,
                        int64_t *n_groups)
{
  const int64_t groups = tercet_onnx_node_int(call->node, "group", 1);
  if (tercet_tensor_rank(x) < 3 ||
      tercet_tensor_rank(x) != tercet_tensor_rank(kernels)) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "an input of rank %zu and kernels of rank %zu",
                            tercet_tensor_rank(x),
                            tercet_tensor_rank(kernels));
  }

  const int64_t channels = tercet_tensor_shape(x)[1];
  const int64_t *const shape = tercet_tensor_shape(kernels);
  const bool fits =
      groups > 0 && channels % groups == 0 &&
      (is_transposed ? shape[0] == channels
                     : shape[0] % groups == 0 && shape[1] == channels / groups);
  if (!fits) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "%lld channels in %lld groups do not fit kernels "
                            "of [%lld, %lld, ...]",
                            (long long)channels,
                            (long long)groups,
                            (long long)shape[0],
                            (long long)shape[1]);
  }
  *n_groups = groups;
  return TERCET_OK;
}

tercet_tensor *
tercet_onnx_conv_columns(tercet_onnx_compose *c,
                         const tercet_onnx_windows *w,
                         const tercet_tensor *columns,
                         const tercet_tensor *kernels,
                         int64_t n_groups)
{
  if (c->st != TERCET_OK) {
    return NULL;
  }

  const int64_t n = tercet_tensor_shape(columns)[0];
  const int64_t m = tercet_tensor_shape(kernels)[0];
  const int64_t k = tercet_tensor_shape(kernels)[1] *
                    tercet_onnx_extent_product(w->n, w->kernel);
  const int64_t p = tercet_onnx_extent_product(w->n, w->output);
  const int64_t matrices[4] = {n, n_groups, k, p};
  const int64_t rows[4] = {1, n_groups, m / n_groups, k};
  tercet_tensor *const b =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, columns, 4, matrices);
  tercet_tensor *const a =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, kernels, 4, rows);
  tercet_tensor *const y = TERCET_ONNX_MAKE(c, tercet_linalg_matmul, a, b);

  int64_t shape[TERCET_MAX_RANK] = {n, m};
  memcpy(shape + 2, w->output, w->n * sizeof(*shape));
  return TERCET_ONNX_VIEW(c, tercet_tensor_reshape, y, w->n + 2, shape);
}

void
tercet_onnx_conv_add_bias(tercet_onnx_compose *c,
                          size_t input,
                          tercet_tensor *y)
{
  if (c->st != TERCET_OK || !tercet_onnx_has_input(c->call, input)) {
    return;
  }

  const tercet_tensor *const bias = tercet_onnx_input(c->call, input);
  const size_t rank = tercet_tensor_rank(y);
  const int64_t m = tercet_tensor_shape(y)[1];
  if (tercet_tensor_rank(bias) != 1 || tercet_tensor_shape(bias)[0] != m) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "the bias is not a vector of %lld numbers",
                             (long long)m);
    return;
  }

  int64_t shape[TERCET_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    shape[i] = i == 1 ? m : 1;
  }
  tercet_tensor *const column =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, bias, rank, shape);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, y, column, y);
}

/// Convolve without a bias
static tercet_tensor *
convolve(tercet_onnx_compose *c,
         const tercet_tensor *x,
         const tercet_tensor *kernels)
{
  int64_t n_groups = 1;
  tercet_onnx_windows w;
  if (c->st == TERCET_OK) {
    c->st = tercet_onnx_conv_groups(c->call, x, kernels, false, &n_groups);
  }
  if (c->st == TERCET_OK) {
    c->st = tercet_onnx_windows_init(
        &w, c->call, x, tercet_tensor_shape(kernels) + 2);
  }
  if (c->st != TERCET_OK) {
    return NULL;
  }

  const tercet_scalar zero = tercet_scalar_from_i64(0);
  tercet_tensor *const padded = tercet_onnx_windows_pad(c, &w, x, &zero);
  tercet_tensor *const columns = tercet_onnx_windows_view(c, &w, padded, true);
  return tercet_onnx_conv_columns(c, &w, columns, kernels, n_groups);
}

static tercet_status
run_conv(const tercet_onnx_call *call)
{
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const y =
      convolve(&c, tercet_onnx_input(call, 0), tercet_onnx_input(call, 1));
  tercet_onnx_conv_add_bias(&c, 2, y);
  tercet_onnx_compose_give(&c, 0, y);
  return tercet_onnx_compose_end(&c);
}

/* ---- Integers ---- */

/// Give a vector with a number for each kernel the rank of the kernels, or, if
/// `is_output`, of what they make
static tercet_tensor *
line_up(tercet_onnx_compose *c,
        const tercet_tensor *vector,
        size_t rank,
        bool is_output)
{
  if (c->st != TERCET_OK) {
    return NULL;
  }

  int64_t shape[TERCET_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    shape[i] = 1;
  }
  shape[is_output ? 1 : 0] = -1;
  return TERCET_ONNX_VIEW(c, tercet_tensor_reshape, vector, rank, shape);
}

/// Take the zero points of input `i` off, as int32
static tercet_tensor *
centre(tercet_onnx_compose *c, size_t i, size_t zero_point)
{
  tercet_tensor *const x = TERCET_ONNX_MAKE(
      c, tercet_tensor_cast, tercet_onnx_input(c->call, i), TERCET_DTYPE_I32);
  if (!tercet_onnx_has_input(c->call, zero_point)) {
    return x;
  }

  tercet_tensor *const zero =
      TERCET_ONNX_MAKE(c,
                       tercet_tensor_cast,
                       tercet_onnx_input(c->call, zero_point),
                       TERCET_DTYPE_I32);
  const size_t rank = tercet_tensor_rank(tercet_onnx_input(c->call, i));
  tercet_tensor *const lined_up = line_up(c, zero, rank, false);
  return TERCET_ONNX_MAKE(c, tercet_tensor_subtract, x, lined_up);
}

static tercet_status
run_conv_integer(const tercet_onnx_call *call)
{
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const x = centre(&c, 0, 2);
  tercet_tensor *const kernels = centre(&c, 1, 3);
  tercet_onnx_compose_give(&c, 0, convolve(&c, x, kernels));
  return tercet_onnx_compose_end(&c);
}

/// Inputs: x, its scale and zero point, w, its scale and zero point, those of
/// y, and a bias of int32
static tercet_status
run_qlinear_conv(const tercet_onnx_call *call)
{
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const x = centre(&c, 0, 2);
  tercet_tensor *const kernels = centre(&c, 3, 5);
  tercet_tensor *const y = convolve(&c, x, kernels);
  tercet_onnx_conv_add_bias(&c, 8, y);

  const size_t rank = tercet_tensor_rank(tercet_onnx_input(call, 0));
  tercet_tensor *const w_scale =
      line_up(&c, tercet_onnx_input(call, 4), rank, true);
  tercet_tensor *const out = tercet_onnx_requantize(&c,
                                                    y,
                                                    tercet_onnx_input(call, 1),
                                                    w_scale,
                                                    tercet_onnx_input(call, 6),
                                                    tercet_onnx_input(call, 7));
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(conv,
                         {"Conv", "", 1, 0, NULL, run_conv},
                         {"ConvInteger", "", 10, 0, NULL, run_conv_integer},
                         {"QLinearConv", "", 10, 0, NULL, run_qlinear_conv});
