// SPDX-License-Identifier: Apache-2.0

/// Comparisons, logic and choices.  Strings are equal if their handles are.

#include "base/error.h"
#include "onnx/op/elementwise.h"
#include "onnx/small_float.h"

#include <math.h>

TERCET_ONNX_COMPARISON(equal, EQUAL)
TERCET_ONNX_COMPARISON(greater, GREATER)
TERCET_ONNX_COMPARISON(greater_or_equal, GREATER_EQUAL)
TERCET_ONNX_COMPARISON(less, LESS)
TERCET_ONNX_COMPARISON(less_or_equal, LESS_EQUAL)
TERCET_ONNX_COMPARISON(and, LOGICAL_AND)
TERCET_ONNX_COMPARISON(or, LOGICAL_OR)
TERCET_ONNX_COMPARISON(xor, LOGICAL_XOR)
TERCET_ONNX_UNARY(not, LOGICAL_NOT)

/* ---- What a float is ---- */

/// Set `out` to input 0, to be given back: the values if it has small floats
static tercet_status
read_floats(const tercet_onnx_call *call, tercet_tensor **out)
{
  tercet_tensor *const x = call->inputs[0].tensor;
  const tercet_onnx_type type = tercet_onnx_input_type(call, 0);
  if (tercet_onnx_is_small_float(type)) {
    return tercet_small_floats_decode(call->scratch, type, x, out, call->err);
  }
  *out = tercet_tensor_ref(x);
  return TERCET_OK;
}

/// Make output 0, which is bool, in the shape of a tensor
static tercet_status
truth_output(const tercet_onnx_call *call,
             const tercet_tensor *x,
             tercet_tensor **out)
{
  return tercet_onnx_output(call,
                            0,
                            TERCET_ONNX_BOOL,
                            tercet_tensor_rank(x),
                            tercet_tensor_shape(x),
                            out);
}

static tercet_status
run_is_nan(const tercet_onnx_call *call)
{
  tercet_tensor *x = NULL;
  tercet_tensor *out = NULL;
  TERCET_TRY(truth_output(call, tercet_onnx_input(call, 0), &out));
  TERCET_TRY(read_floats(call, &x));
  const tercet_status st = tercet_tensor_isnan_into(x, out, call->err);
  tercet_tensor_unref(x);
  return st;
}

/// Compare all elements with one number
static tercet_status
equals_number(const tercet_onnx_call *call,
              const tercet_tensor *x,
              double number,
              tercet_tensor *out)
{
  tercet_tensor *one = NULL;
  TERCET_TRY(tercet_tensor_full(call->scratch,
                                tercet_tensor_dtype(x),
                                0,
                                NULL,
                                tercet_scalar_from_f64(number),
                                &one,
                                call->err));
  const tercet_status st = tercet_tensor_equal_into(x, one, out, call->err);
  tercet_tensor_unref(one);
  return st;
}

static tercet_status
run_is_inf(const tercet_onnx_call *call)
{
  const bool positive = tercet_onnx_node_int(call->node, "detect_positive", 1);
  const bool negative = tercet_onnx_node_int(call->node, "detect_negative", 1);
  tercet_tensor *x = NULL;
  tercet_tensor *out = NULL;
  TERCET_TRY(truth_output(call, tercet_onnx_input(call, 0), &out));
  if (!positive && !negative) {
    return tercet_tensor_fill(out, tercet_scalar_from_bool(false), call->err);
  }
  TERCET_TRY(read_floats(call, &x));
  const double sign = positive ? 1 : -1;
  const tercet_status st =
      positive && negative
          ? tercet_tensor_isinf_into(x, out, call->err)
          : equals_number(call, x, sign * (double)INFINITY, out);
  tercet_tensor_unref(x);
  return st;
}

static tercet_status
run_where(const tercet_onnx_call *call)
{
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_broadcast_output(
      call, tercet_onnx_input_type(call, 1), 3, call->inputs, &out));
  return tercet_tensor_where_into(tercet_onnx_input(call, 0),
                                  tercet_onnx_input(call, 1),
                                  tercet_onnx_input(call, 2),
                                  out,
                                  call->err);
}

TERCET_ONNX_DEFINE_TABLE(
    compare,
    {"And", "", 1, 0, NULL, run_and},
    {"Equal", "", 1, 0, NULL, run_equal},
    {"Greater", "", 1, 0, NULL, run_greater},
    {"GreaterOrEqual", "", 12, 0, NULL, run_greater_or_equal},
    {"IsInf", "", 10, 0, NULL, run_is_inf},
    {"IsNaN", "", 9, 0, NULL, run_is_nan},
    {"Less", "", 1, 0, NULL, run_less},
    {"LessOrEqual", "", 12, 0, NULL, run_less_or_equal},
    {"Not", "", 1, 0, NULL, run_not},
    {"Or", "", 1, 0, NULL, run_or},
    {"Where", "", 9, 0, NULL, run_where},
    {"Xor", "", 1, 0, NULL, run_xor});
