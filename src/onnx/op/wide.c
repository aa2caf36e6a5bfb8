// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/wide.h"

const tercet_tensor *
tercet_onnx_compose_as(tercet_onnx_compose *c,
                       const tercet_tensor *x,
                       tercet_dtype dtype)
{
  return c->st != TERCET_OK || tercet_tensor_dtype(x) == dtype
             ? x
             : TERCET_ONNX_MAKE(c, tercet_tensor_cast, x, dtype);
}

const tercet_tensor *
tercet_onnx_compose_wide(tercet_onnx_compose *c, size_t i)
{
  const tercet_tensor *const x = tercet_onnx_input(c->call, i);
  return tercet_onnx_compose_as(
      c, x, tercet_onnx_wide_dtype(tercet_tensor_dtype(x)));
}

void
tercet_onnx_compose_give_as(tercet_onnx_compose *c,
                            size_t i,
                            tercet_onnx_type type,
                            tercet_tensor *tensor)
{
  tercet_tensor *out = NULL;
  if (c->st != TERCET_OK || !tercet_onnx_wants(c->call, i)) {
    return;
  }
  if (tercet_tensor_dtype(tensor) == tercet_onnx_type_dtype(type)) {
    tercet_onnx_give_typed(c->call, i, type, tercet_tensor_ref(tensor));
    return;
  }
  c->st = tercet_onnx_output(c->call,
                             i,
                             type,
                             tercet_tensor_rank(tensor),
                             tercet_tensor_shape(tensor),
                             &out);
  TERCET_ONNX_DO(c, tercet_tensor_assign, out, tensor);
}
