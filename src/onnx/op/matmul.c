// SPDX-License-Identifier: Apache-2.0

/// Products of matrices, and what goes with them

#include "onnx/op/compose.h"
#include "onnx/op/requantize.h"

#include <tercet/linalg.h>

#include <math.h>

static tercet_status
run_matmul(const tercet_onnx_call *call)
{
  const tercet_tensor *const a = tercet_onnx_input(call, 0);
  const tercet_tensor *const b = tercet_onnx_input(call, 1);
  tercet_tensor *out = call->targets[0];
  if (out) {
    const tercet_status st = tercet_linalg_matmul_into(a, b, out, call->err);
    if (st == TERCET_OK) {
      tercet_onnx_give(call, 0, tercet_tensor_ref(out));
    }
    return st;
  }

  const tercet_status st =
      tercet_linalg_matmul(call->alloc, a, b, &out, call->err);
  if (st == TERCET_OK) {
    tercet_onnx_give(call, 0, out);
  }
  return st;
}

/* ---- Gemm ---- */

/// Multiply by a float attribute.  Integers are multiplied as such by a whole
/// number, else in float64.
static tercet_tensor *
scale(tercet_onnx_compose *c, tercet_tensor *tensor, float factor)
{
  if (c->st != TERCET_OK || factor == 1.0F) {
    return tensor;
  }

  const tercet_dtype dtype = tercet_tensor_dtype(tensor);
  const bool is_whole = factor == truncf(factor);
  const tercet_onnx_type type = tercet_onnx_type_of_dtype(dtype);
  const bool is_float =
      type == TERCET_ONNX_FLOAT || type == TERCET_ONNX_DOUBLE ||
      type == TERCET_ONNX_FLOAT16 || type == TERCET_ONNX_BFLOAT16;
  const tercet_dtype in = is_float || is_whole ? dtype : TERCET_DTYPE_F64;
  tercet_tensor *const number =
      tercet_onnx_compose_number(c, in, (double)factor);
  tercet_tensor *const wide =
      in == dtype ? tensor
                  : TERCET_ONNX_MAKE(c, tercet_tensor_cast, tensor, in);
  tercet_tensor *const product =
      TERCET_ONNX_MAKE(c, tercet_tensor_multiply, wide, number);
  return in == dtype ? product
                     : TERCET_ONNX_MAKE(c, tercet_tensor_cast, product, dtype);
}

static tercet_status
run_gemm(const tercet_onnx_call *call)
{
  const tercet_tensor *a = tercet_onnx_input(call, 0);
  const tercet_tensor *b = tercet_onnx_input(call, 1);
  if (tercet_tensor_rank(a) != 2 || tercet_tensor_rank(b) != 2) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "inputs of rank %zu and %zu, not matrices",
                            tercet_tensor_rank(a),
                            tercet_tensor_rank(b));
  }

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  if (tercet_onnx_node_int(call->node, "transA", 0)) {
    a = TERCET_ONNX_VIEW(&c, tercet_tensor_permute, a, NULL);
  }
  if (tercet_onnx_node_int(call->node, "transB", 0)) {
    b = TERCET_ONNX_VIEW(&c, tercet_tensor_permute, b, NULL);
  }
  tercet_tensor *y = TERCET_ONNX_MAKE(&c, tercet_linalg_matmul, a, b);
  y = scale(&c, y, tercet_onnx_node_float(call->node, "alpha", 1.0F));

  if (tercet_onnx_has_input(call, 2) && c.st == TERCET_OK) {
    tercet_tensor *added = TERCET_ONNX_VIEW(&c,
                                            tercet_tensor_broadcast_to,
                                            tercet_onnx_input(call, 2),
                                            2,
                                            tercet_tensor_shape(y));
    added = scale(&c, added, tercet_onnx_node_float(call->node, "beta", 1.0F));
    TERCET_ONNX_DO(&c, tercet_tensor_add_into, y, added, y);
  }
  tercet_onnx_compose_give(&c, 0, y);
  return tercet_onnx_compose_end(&c);
}

/* ---- Quantised products ---- */

/// Take the zero point of input `i` off, as int32; one number for each row of
/// `a` or column of `b` is lined up with that axis
static tercet_tensor *
centre(tercet_onnx_compose *c, size_t i, size_t zero_point, bool is_row)
{
  tercet_tensor *const x = TERCET_ONNX_MAKE(
      c, tercet_tensor_cast, tercet_onnx_input(c->call, i), TERCET_DTYPE_I32);
  if (!tercet_onnx_has_input(c->call, zero_point)) {
    return x;
  }

  tercet_tensor *zero = TERCET_ONNX_MAKE(c,
                                         tercet_tensor_cast,
                                         tercet_onnx_input(c->call, zero_point),
                                         TERCET_DTYPE_I32);
  if (c->st == TERCET_OK && is_row && tercet_tensor_rank(zero) == 1) {
    zero = TERCET_ONNX_VIEW(c, tercet_tensor_expand_dims, zero, 1);
  }
  return TERCET_ONNX_MAKE(c, tercet_tensor_subtract, x, zero);
}

static tercet_status
run_matmul_integer(const tercet_onnx_call *call)
{
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const a = centre(&c, 0, 2, true);
  tercet_tensor *const b = centre(&c, 1, 3, false);
  tercet_onnx_compose_give(
      &c, 0, TERCET_ONNX_MAKE(&c, tercet_linalg_matmul, a, b));
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_qlinear_matmul(const tercet_onnx_call *call)
{
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const a = centre(&c, 0, 2, true);
  tercet_tensor *const b = centre(&c, 3, 5, false);
  tercet_tensor *const product =
      TERCET_ONNX_MAKE(&c, tercet_linalg_matmul, a, b);

  const tercet_tensor *a_scale = tercet_onnx_input(call, 1);
  if (tercet_tensor_rank(a_scale) == 1) {
    a_scale = TERCET_ONNX_VIEW(&c, tercet_tensor_expand_dims, a_scale, 1);
  }
  tercet_tensor *const out = tercet_onnx_requantize(&c,
                                                    product,
                                                    a_scale,
                                                    tercet_onnx_input(call, 4),
                                                    tercet_onnx_input(call, 6),
                                                    tercet_onnx_input(call, 7));
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

/* ---- Einsum, Det ---- */

static tercet_status
run_einsum(const tercet_onnx_call *call)
{
  const tercet_string equation =
      tercet_onnx_node_string(call->node, "equation", NULL);
  const tercet_tensor *operands[TERCET_EINSUM_MAX_OPERANDS];
  if (call->n_inputs > TERCET_EINSUM_MAX_OPERANDS) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_UNSUPPORTED,
                            "%zu operands, more than %d",
                            call->n_inputs,
                            TERCET_EINSUM_MAX_OPERANDS);
  }
  for (size_t i = 0; i < call->n_inputs; ++i) {
    operands[i] = tercet_onnx_input(call, i);
  }

  tercet_tensor *out = NULL;
  const tercet_status st = tercet_linalg_einsum(
      call->alloc, equation, call->n_inputs, operands, &out, call->err);
  if (st == TERCET_OK) {
    tercet_onnx_give(call, 0, out);
  }
  return st;
}

static tercet_status
run_det(const tercet_onnx_call *call)
{
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  tercet_onnx_compose_give(&c, 0, TERCET_ONNX_MAKE(&c, tercet_linalg_det, x));
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    matmul,
    {"Det", "", 11, 0, NULL, run_det},
    {"Einsum", "", 12, 0, NULL, run_einsum},
    {"Gemm", "", 7, 0, NULL, run_gemm},
    {"MatMul", "", 1, 0, NULL, run_matmul},
    {"MatMulInteger", "", 10, 0, NULL, run_matmul_integer},
    {"QLinearMatMul", "", 10, 0, NULL, run_qlinear_matmul});
