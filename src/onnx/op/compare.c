// SPDX-License-Identifier: Apache-2.0

/// Comparisons and logic.  Strings are equal if their handles are.

#include "onnx/op/elementwise.h"

TERCET_ONNX_COMPARISON(equal, EQUAL)
TERCET_ONNX_COMPARISON(greater, GREATER)
TERCET_ONNX_COMPARISON(greater_or_equal, GREATER_EQUAL)
TERCET_ONNX_COMPARISON(less, LESS)
TERCET_ONNX_COMPARISON(less_or_equal, LESS_EQUAL)
TERCET_ONNX_COMPARISON(and, LOGICAL_AND)
TERCET_ONNX_COMPARISON(or, LOGICAL_OR)
TERCET_ONNX_COMPARISON(xor, LOGICAL_XOR)
TERCET_ONNX_UNARY(not, LOGICAL_NOT)

TERCET_ONNX_DEFINE_TABLE(
    compare,
    {"And", "", 1, 0, NULL, run_and},
    {"Equal", "", 1, 0, NULL, run_equal},
    {"Greater", "", 1, 0, NULL, run_greater},
    {"GreaterOrEqual", "", 12, 0, NULL, run_greater_or_equal},
    {"Less", "", 1, 0, NULL, run_less},
    {"LessOrEqual", "", 12, 0, NULL, run_less_or_equal},
    {"Not", "", 1, 0, NULL, run_not},
    {"Or", "", 1, 0, NULL, run_or},
    {"Xor", "", 1, 0, NULL, run_xor});
