// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/compose.h"

tercet_tensor *
tercet_onnx_compose_step(tercet_onnx_compose *c, tercet_status st)
{
  c->st = st;
  if (st != TERCET_OK) {
    return NULL;
  }

  if (c->n == TERCET_ONNX_COMPOSE_MAX) {
    tercet_tensor_unref(c->made);
    c->st = tercet_onnx_fail(
        c->call, TERCET_ERR_INTERNAL, "too many tensors on the way");
    return NULL;
  }
  c->items[c->n++] = c->made;
  return c->made;
}

void
tercet_onnx_compose_drop(tercet_onnx_compose *c, size_t n)
{
  while (c->n > n) {
    tercet_tensor_unref(c->items[--c->n]);
  }
}

tercet_tensor *
tercet_onnx_compose_keep(tercet_onnx_compose *c, tercet_tensor *tensor)
{
  if (c->st != TERCET_OK) {
    tercet_tensor_unref(tensor);
    return NULL;
  }
  c->made = tensor;
  return tercet_onnx_compose_step(c, TERCET_OK);
}

void
tercet_onnx_compose_give_typed(tercet_onnx_compose *c,
                               size_t i,
                               tercet_onnx_type type,
                               tercet_tensor *tensor)
{
  if (c->st == TERCET_OK && tercet_onnx_wants(c->call, i)) {
    tercet_onnx_give_typed(c->call, i, type, tercet_tensor_ref(tensor));
  }
}

void
tercet_onnx_compose_give(tercet_onnx_compose *c,
                         size_t i,
                         tercet_tensor *tensor)
{
  if (c->st == TERCET_OK) {
    tercet_onnx_compose_give_typed(
        c, i, tercet_onnx_type_of_dtype(tercet_tensor_dtype(tensor)), tensor);
  }
}

tercet_status
tercet_onnx_compose_end(tercet_onnx_compose *c)
{
  tercet_onnx_compose_drop(c, 0);
  return c->st;
}

tercet_tensor *
tercet_onnx_compose_number(tercet_onnx_compose *c,
                           tercet_dtype dtype,
                           double number)
{
  return TERCET_ONNX_MAKE(
      c, tercet_tensor_full, dtype, 0, NULL, tercet_scalar_from_f64(number));
}
