// SPDX-License-Identifier: Apache-2.0

/// Functions of one tensor that array/ has under another name

#include "base/error.h"
#include "onnx/op/elementwise.h"

TERCET_ONNX_UNARY(abs, ABS)
TERCET_ONNX_UNARY(acos, ACOS)
TERCET_ONNX_UNARY(acosh, ACOSH)
TERCET_ONNX_UNARY(asin, ASIN)
TERCET_ONNX_UNARY(asinh, ASINH)
TERCET_ONNX_UNARY(atan, ATAN)
TERCET_ONNX_UNARY(atanh, ATANH)
TERCET_ONNX_UNARY(ceil, CEIL)
TERCET_ONNX_UNARY(cos, COS)
TERCET_ONNX_UNARY(cosh, COSH)
TERCET_ONNX_UNARY(erf, ERF)
TERCET_ONNX_UNARY(exp, EXP)
TERCET_ONNX_UNARY(floor, FLOOR)
TERCET_ONNX_UNARY(log, LOG)
TERCET_ONNX_UNARY(neg, NEGATIVE)
TERCET_ONNX_UNARY(round, ROUND)
TERCET_ONNX_UNARY(sign, SIGN)
TERCET_ONNX_UNARY(sin, SIN)
TERCET_ONNX_UNARY(sinh, SINH)
TERCET_ONNX_UNARY(sqrt, SQRT)
TERCET_ONNX_UNARY(tan, TAN)
TERCET_ONNX_UNARY(tanh, TANH)

static tercet_status
run_reciprocal(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  tercet_tensor *one = NULL;
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_output(call,
                                0,
                                tercet_onnx_input_type(call, 0),
                                tercet_tensor_rank(x),
                                tercet_tensor_shape(x),
                                &out));
  TERCET_TRY(tercet_tensor_ones(
      call->scratch, tercet_tensor_dtype(x), 0, NULL, &one, call->err));
  const tercet_status st = tercet_tensor_divide_into(one, x, out, call->err);
  tercet_tensor_unref(one);
  return st;
}

TERCET_ONNX_DEFINE_TABLE(unary,
                         {"Abs", "", 1, 0, NULL, run_abs},
                         {"Acos", "", 7, 0, NULL, run_acos},
                         {"Acosh", "", 9, 0, NULL, run_acosh},
                         {"Asin", "", 7, 0, NULL, run_asin},
                         {"Asinh", "", 9, 0, NULL, run_asinh},
                         {"Atan", "", 7, 0, NULL, run_atan},
                         {"Atanh", "", 9, 0, NULL, run_atanh},
                         {"Ceil", "", 1, 0, NULL, run_ceil},
                         {"Cos", "", 7, 0, NULL, run_cos},
                         {"Cosh", "", 9, 0, NULL, run_cosh},
                         {"Erf", "", 9, 0, NULL, run_erf},
                         {"Exp", "", 1, 0, NULL, run_exp},
                         {"Floor", "", 1, 0, NULL, run_floor},
                         {"Log", "", 1, 0, NULL, run_log},
                         {"Neg", "", 1, 0, NULL, run_neg},
                         {"Reciprocal", "", 1, 0, NULL, run_reciprocal},
                         {"Round", "", 11, 0, NULL, run_round},
                         {"Sign", "", 9, 0, NULL, run_sign},
                         {"Sin", "", 7, 0, NULL, run_sin},
                         {"Sinh", "", 9, 0, NULL, run_sinh},
                         {"Sqrt", "", 1, 0, NULL, run_sqrt},
                         {"Tan", "", 7, 0, NULL, run_tan},
                         {"Tanh", "", 1, 0, NULL, run_tanh});
