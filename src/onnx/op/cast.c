// SPDX-License-Identifier: Apache-2.0

/**
   Conversions of the elements to another type.

   Where ONNX leaves the result open it is that of tercet_tensor_cast(): a
   float beyond the range of an integer becomes the nearest one, NaN becomes 0.
   Every conversion rounds once.
*/

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/op/cast_text.h"
#include "onnx/operator.h"
#include "onnx/small_float.h"

/// Return whether elements of a type are those of an ordinary tensor
static bool
is_plain(tercet_onnx_type type)
{
  return !tercet_onnx_is_small_float(type) && type != TERCET_ONNX_STRING;
}

/// Write ordinary numbers as elements of another type
static tercet_status
convert_plain(const tercet_onnx_call *call,
              const tercet_tensor *x,
              tercet_onnx_type to,
              tercet_tensor *out)
{
  if (to == TERCET_ONNX_STRING) {
    return tercet_onnx_numbers_to_text(call, x, out);
  }
  if (tercet_onnx_is_small_float(to)) {
    const bool saturates = tercet_onnx_node_int(call->node, "saturate", 1);
    return tercet_small_floats_encode(
        call->scratch, to, saturates, x, out, call->err);
  }
  return tercet_onnx_is_small_integer(to)
             ? tercet_small_integers_encode(to, x, out, call->err)
             : tercet_tensor_assign(out, x, call->err);
}

static tercet_status
convert(const tercet_onnx_call *call, tercet_onnx_type to)
{
  const tercet_onnx_type from = tercet_onnx_input_type(call, 0);
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  if (from == to) {
    call->outputs[0] = tercet_onnx_value_ref(call->inputs[0]);
    return TERCET_OK;
  }

  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_output(
      call, 0, to, tercet_tensor_rank(x), tercet_tensor_shape(x), &out));
  if (from == TERCET_ONNX_STRING) {
    return tercet_onnx_numbers_from_text(call, to, out);
  }
  if (is_plain(from)) {
    return convert_plain(call, x, to, out);
  }
  tercet_tensor *numbers = NULL;
  TERCET_TRY(
      tercet_small_floats_decode(call->scratch, from, x, &numbers, call->err));
  const tercet_status st = convert_plain(call, numbers, to, out);
  tercet_tensor_unref(numbers);
  return st;
}

/// Set `out` to the type that the attribute names; before version 6 it was the
/// name of an enumerator, such as "FLOAT"
static tercet_status
read_target(const tercet_onnx_call *call, tercet_onnx_type *out)
{
  const tercet_onnx_attribute *const to =
      tercet_onnx_node_attribute(call->node, "to");
  if (!to) {
    return tercet_onnx_fail(call, TERCET_ERR_ARGUMENT, "no attribute \"to\"");
  }

  const bool is_text = to->type == TERCET_ONNX_ATTRIBUTE_STRING;
#define TARGET(id, number, name, bits, storage)                                \
  if (is_text ? tercet_string_is(to->as.strings[0], #id)                       \
              : to->as.ints[0] == (number)) {                                  \
    *out = TERCET_ONNX_##id;                                                   \
    return TERCET_OK;                                                          \
  }
  TERCET_ONNX_TYPE_LIST(TARGET)
#undef TARGET
  return tercet_onnx_fail(
      call, TERCET_ERR_UNSUPPORTED, "attribute \"to\" names no known type");
}

static tercet_status
run_cast(const tercet_onnx_call *call)
{
  tercet_onnx_type to = TERCET_ONNX_UNDEFINED;
  TERCET_TRY(read_target(call, &to));
  return convert(call, to);
}

static tercet_status
run_cast_like(const tercet_onnx_call *call)
{
  return convert(call, tercet_onnx_input_type(call, 1));
}

TERCET_ONNX_DEFINE_TABLE(cast,
                         {"Cast", "", 1, 0, NULL, run_cast},
                         {"CastLike", "", 15, 0, NULL, run_cast_like});
