// SPDX-License-Identifier: Apache-2.0

/// Which operators can be fused, and what array/ calls them

#include "array/reduce.h"
#include "base/string_view.h"
#include "onnx/fuse_program.h"

typedef struct {
  const char *name;
  tercet_onnx_fused_kind kind;
  unsigned op;
  bool keeps_type;
  int first; ///< First version that means the same
} fusible;

#define UNARY(name, op)                                                        \
  {                                                                            \
    name, TERCET_ONNX_FUSED_UNARY, TERCET_UNARY_##op, true, 1                  \
  }
#define BINARY(name, op, keeps_type, first)                                    \
  {                                                                            \
    name, TERCET_ONNX_FUSED_BINARY, TERCET_##op, keeps_type, first             \
  }
#define REDUCTION(name, op)                                                    \
  {                                                                            \
    name, TERCET_ONNX_FUSED_REDUCE, op, true, 1                                \
  }

/// In the order of their names.  Before version 7 attributes told how two
/// operands broadcast.
static const fusible operators[] = {
    UNARY("Abs", ABS),
    UNARY("Acos", ACOS),
    UNARY("Acosh", ACOSH),
    BINARY("Add", ADD, true, 7),
    BINARY("And", LOGICAL_AND, false, 7),
    UNARY("Asin", ASIN),
    UNARY("Asinh", ASINH),
    UNARY("Atan", ATAN),
    UNARY("Atanh", ATANH),
    {"Cast", TERCET_ONNX_FUSED_CAST, 0, false, 6},
    UNARY("Ceil", CEIL),
    BINARY("Clip", MINIMUM, true, 11),
    UNARY("Cos", COS),
    UNARY("Cosh", COSH),
    BINARY("Div", DIVIDE, true, 7),
    BINARY("Equal", EQUAL, false, 7),
    UNARY("Erf", ERF),
    UNARY("Exp", EXP),
    UNARY("Floor", FLOOR),
    BINARY("Greater", GREATER, false, 7),
    BINARY("GreaterOrEqual", GREATER_EQUAL, false, 7),
    {"IsNaN", TERCET_ONNX_FUSED_UNARY, TERCET_UNARY_ISNAN, false, 9},
    BINARY("Less", LESS, false, 7),
    BINARY("LessOrEqual", LESS_EQUAL, false, 7),
    UNARY("Log", LOG),
    BINARY("Max", MAXIMUM, true, 8),
    BINARY("Min", MINIMUM, true, 8),
    BINARY("Mul", MULTIPLY, true, 7),
    UNARY("Neg", NEGATIVE),
    UNARY("Not", LOGICAL_NOT),
    BINARY("Or", LOGICAL_OR, false, 7),
    BINARY("Pow", POWER, true, 7),
    REDUCTION("ReduceL1", TERCET_NORM1),
    REDUCTION("ReduceL2", REDUCE_OWN_NORM2),
    REDUCTION("ReduceMax", TERCET_MAX),
    REDUCTION("ReduceMean", REDUCE_OWN_MEAN),
    REDUCTION("ReduceMin", TERCET_MIN),
    REDUCTION("ReduceProd", REDUCE_PROD),
    REDUCTION("ReduceSum", TERCET_SUM),
    REDUCTION("ReduceSumSquare", REDUCE_SQUARES),
    UNARY("Round", ROUND),
    UNARY("Sign", SIGN),
    UNARY("Sin", SIN),
    UNARY("Sinh", SINH),
    UNARY("Sqrt", SQRT),
    BINARY("Sub", SUBTRACT, true, 7),
    UNARY("Tan", TAN),
    UNARY("Tanh", TANH),
    {"Where", TERCET_ONNX_FUSED_WHERE, 0, true, 9},
    BINARY("Xor", LOGICAL_XOR, false, 7),
};

static const fusible *
find(tercet_string name)
{
  size_t low = 0;
  size_t high = sizeof(operators) / sizeof(operators[0]);
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order =
        tercet_string_compare(name, tercet_string_from(operators[middle].name));
    if (order == 0) {
      return &operators[middle];
    }
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}

/// Set the axes of a reduction that has them as an input; false if they are
/// not known before it runs
static bool
read_axes_input(const tercet_onnx_planner *planner,
                uint32_t slot,
                tercet_onnx_fused *out)
{
  const tercet_tensor *const axes = planner->slots[slot].constant.tensor;
  if (!axes || tercet_tensor_dtype(axes) != TERCET_DTYPE_I64 ||
      tercet_tensor_rank(axes) > 1 || !tercet_tensor_is_contiguous(axes)) {
    return false;
  }
  out->n_axes = (size_t)tercet_tensor_size(axes);
  out->axes = tercet_tensor_data(axes);
  return true;
}

static bool
describe_reduction(const tercet_onnx_planner *planner,
                   const tercet_onnx_step *step,
                   tercet_onnx_fused *out)
{
  const tercet_onnx_node *const node = step->node;
  out->keepdims = tercet_onnx_node_int(node, "keepdims", 1) != 0;
  if (step->n_inputs > 1 && step->inputs[1] != TERCET_ONNX_NO_SLOT) {
    if (!read_axes_input(planner, step->inputs[1], out)) {
      return false;
    }
  } else {
    out->axes = tercet_onnx_node_ints(node, "axes", &out->n_axes);
  }
  out->is_noop = out->n_axes == 0 &&
                 tercet_onnx_node_int(node, "noop_with_empty_axes", 0) != 0;
  return !out->is_noop && out->n_axes <= TERCET_MAX_RANK;
}

/// Return whether a type has one dtype, and no other type has it
static bool
is_plain(int64_t type)
{
  return type > TERCET_ONNX_UNDEFINED && type <= TERCET_ONNX_FLOAT4E2M1 &&
         tercet_onnx_type_of_dtype(tercet_onnx_type_dtype(
             (tercet_onnx_type)type)) == (tercet_onnx_type)type;
}

static bool
describe_cast(const tercet_onnx_step *step, tercet_onnx_fused *out)
{
  const int64_t to = tercet_onnx_node_int(step->node, "to", 0);
  out->to = (tercet_onnx_type)to;
  return is_plain(to);
}

/// Return whether a step has an input
static bool
has_input(const tercet_onnx_step *step, size_t i)
{
  return i < step->n_inputs && step->inputs[i] != TERCET_ONNX_NO_SLOT;
}

/// Return whether a step has so many inputs, all of them there
static bool
has_inputs(const tercet_onnx_step *step, size_t n)
{
  for (size_t i = 0; i < n; ++i) {
    if (!has_input(step, i)) {
      return false;
    }
  }
  return step->n_inputs == n;
}

/// Describe an operator of two operands, of which the first is what the one
/// before made, or else input 0
static void
add_binary(tercet_onnx_fused *out, size_t *n, unsigned op, uint32_t operand)
{
  if (*n > 0) {
    out[*n] = out[0];
    out[*n].operands[0] = TERCET_ONNX_NO_SLOT;
  }
  out[*n].op = op;
  out[(*n)++].operands[1] = operand;
}

/// Describe Max and Min of any number of inputs
static size_t
describe_fold(const tercet_onnx_step *step, tercet_onnx_fused *out)
{
  const bool fits = step->n_inputs > 1 &&
                    step->n_inputs <= TERCET_ONNX_SEGMENT_MAX &&
                    has_inputs(step, step->n_inputs);
  size_t n = 0;
  for (size_t i = 1; fits && i < step->n_inputs; ++i) {
    add_binary(out, &n, out[0].op, step->inputs[i]);
  }
  return n;
}

/// Describe Clip: the upper bound wins
static size_t
describe_clip(const tercet_onnx_step *step, tercet_onnx_fused *out)
{
  size_t n = 0;
  out[0].has_bound = true;
  if (has_input(step, 1)) {
    add_binary(out, &n, TERCET_MAXIMUM, step->inputs[1]);
  }
  if (has_input(step, 2)) {
    add_binary(out, &n, TERCET_MINIMUM, step->inputs[2]);
  }
  return n;
}

static size_t
describe_binary(const tercet_onnx_step *step, tercet_onnx_fused *out)
{
  const tercet_string name = step->node->op_type;
  if (tercet_string_is(name, "Clip")) {
    return describe_clip(step, out);
  }
  if (out->op == TERCET_MAXIMUM || out->op == TERCET_MINIMUM) {
    return describe_fold(step, out);
  }
  out->operands[1] = has_input(step, 1) ? step->inputs[1] : TERCET_ONNX_NO_SLOT;
  return has_inputs(step, 2);
}

static size_t
describe_where(const tercet_onnx_step *step, tercet_onnx_fused *out)
{
  if (!has_inputs(step, 3)) {
    return 0;
  }
  out->n_operands = 3;
  memcpy(out->operands, step->inputs, 3 * sizeof(*out->operands));
  return 1;
}

size_t
tercet_onnx_fused_describe(const tercet_onnx_planner *planner,
                           const tercet_onnx_step *step,
                           tercet_onnx_fused *out)
{
  const fusible *const found =
      step->op->domain[0] == '\0' ? find(step->node->op_type) : NULL;
  if (!found || step->version < found->first || step->n_outputs != 1 ||
      step->outputs[0] == TERCET_ONNX_NO_SLOT || !has_input(step, 0)) {
    return 0;
  }

  memset(out, 0, sizeof(*out));
  out->kind = found->kind;
  out->op = found->op;
  out->keeps_type = found->keeps_type;
  out->n_operands = found->kind == TERCET_ONNX_FUSED_BINARY ? 2 : 1;
  out->operands[0] = step->inputs[0];
  switch (found->kind) {
  case TERCET_ONNX_FUSED_REDUCE:
    return describe_reduction(planner, step, out);
  case TERCET_ONNX_FUSED_CAST:
    return describe_cast(step, out);
  case TERCET_ONNX_FUSED_BINARY:
    return describe_binary(step, out);
  case TERCET_ONNX_FUSED_WHERE:
    return describe_where(step, out);
  case TERCET_ONNX_FUSED_UNARY:
    break;
  }
  return has_inputs(step, 1);
}

tercet_binary_line
tercet_onnx_fused_line(const tercet_onnx_fused *fused, tercet_dtype dtype)
{
  switch (fused->kind) {
  case TERCET_ONNX_FUSED_UNARY:
    return tercet_unary_line_for((tercet_unary_op)fused->op, dtype);
  case TERCET_ONNX_FUSED_BINARY:
    return tercet_binary_line_for((tercet_binary_op)fused->op, dtype);
  case TERCET_ONNX_FUSED_WHERE:
    return tercet_where_line_for(dtype);
  case TERCET_ONNX_FUSED_CAST:
  case TERCET_ONNX_FUSED_REDUCE:
    break;
  }
  return tercet_cast_line_for(dtype, tercet_onnx_type_dtype(fused->to));
}
