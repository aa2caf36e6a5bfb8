// SPDX-License-Identifier: Apache-2.0

/// Functions of one tensor that array/ has under another name

#include "onnx/op/elementwise.h"

TERCET_ONNX_UNARY(abs, ABS)
TERCET_ONNX_UNARY(acos, ACOS)
TERCET_ONNX_UNARY(acosh, ACOSH)
TERCET_ONNX_UNARY(asin, ASIN)
TERCET_ONNX_UNARY(asinh, ASINH)
TERCET_ONNX_UNARY(atan, ATAN)
TERCET_ONNX_UNARY(atanh, ATANH)
TERCET_ONNX_UNARY(bitwise_not, BITWISE_NOT)
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

TERCET_ONNX_DEFINE_TABLE(unary,
                         {"Abs", "", 1, 0, NULL, run_abs},
                         {"Acos", "", 7, 0, NULL, run_acos},
                         {"Acosh", "", 9, 0, NULL, run_acosh},
                         {"Asin", "", 7, 0, NULL, run_asin},
                         {"Asinh", "", 9, 0, NULL, run_asinh},
                         {"Atan", "", 7, 0, NULL, run_atan},
                         {"Atanh", "", 9, 0, NULL, run_atanh},
                         {"BitwiseNot", "", 18, 0, NULL, run_bitwise_not},
                         {"Ceil", "", 1, 0, NULL, run_ceil},
                         {"Cos", "", 7, 0, NULL, run_cos},
                         {"Cosh", "", 9, 0, NULL, run_cosh},
                         {"Erf", "", 9, 0, NULL, run_erf},
                         {"Exp", "", 1, 0, NULL, run_exp},
                         {"Floor", "", 1, 0, NULL, run_floor},
                         {"Log", "", 1, 0, NULL, run_log},
                         {"Neg", "", 1, 0, NULL, run_neg},
                         {"Round", "", 11, 0, NULL, run_round},
                         {"Sign", "", 9, 0, NULL, run_sign},
                         {"Sin", "", 7, 0, NULL, run_sin},
                         {"Sinh", "", 9, 0, NULL, run_sinh},
                         {"Sqrt", "", 1, 0, NULL, run_sqrt},
                         {"Tan", "", 7, 0, NULL, run_tan},
                         {"Tanh", "", 1, 0, NULL, run_tanh});
