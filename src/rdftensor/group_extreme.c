// SPDX-License-Identifier: Apache-2.0

/// MIN, MAX and PROD over the tensors of a group, element by element: each
/// tensor is combined with what there is, in the type of both

#include "rdftensor/group.h"

typedef struct {
  tercet_tensor *value; ///< Of the tensors so far
} group_extreme;

/// Set `out` to a tensor in `dtype`, to be given back
static tercet_status
convert(const tercet_allocator *alloc,
        const tercet_tensor *tensor,
        tercet_dtype dtype,
        tercet_tensor **out)
{
  return tercet_tensor_cast(alloc, tensor, dtype, out, NULL);
}

static tercet_status
combine(tercet_group *group,
        const tercet_tensor_row *tensor,
        tercet_binary_op op)
{
  group_extreme *const state = group->data;
  const tercet_dtype dtype =
      tercet_dtype_resolve(group->type->dtype, tensor->type->dtype);
  tercet_tensor_view view;
  const tercet_tensor *const given =
      tercet_tensor_view_init(&view, tensor->type, tensor->data);
  tercet_tensor *next = NULL;
  TERCET_TRY(convert(group->alloc, given, dtype, &next));
  if (!state->value) {
    state->value = next;
    return TERCET_OK;
  }

  tercet_status st = TERCET_OK;
  if (tercet_tensor_dtype(state->value) != dtype) {
    tercet_tensor *wide = NULL;
    st = convert(group->alloc, state->value, dtype, &wide);
    if (st == TERCET_OK) {
      tercet_tensor_unref(state->value);
      state->value = wide;
    }
  }
  if (st == TERCET_OK) {
    st = tercet_tensor_binary_into(op, state->value, next, state->value, NULL);
  }
  tercet_tensor_unref(next);
  return st;
}

static tercet_status
add_min(tercet_group *group, const tercet_tensor_row *tensor)
{
  return combine(group, tensor, TERCET_MINIMUM);
}

static tercet_status
add_max(tercet_group *group, const tercet_tensor_row *tensor)
{
  return combine(group, tensor, TERCET_MAXIMUM);
}

static tercet_status
add_prod(tercet_group *group, const tercet_tensor_row *tensor)
{
  return combine(group, tensor, TERCET_MULTIPLY);
}

/// tercet_group_kind::finish
static tercet_status
finish(tercet_group *group, tercet_call *call, tercet_value *out)
{
  const group_extreme *const state = group->data;
  void *data = NULL;
  TERCET_TRY(tercet_group_result(call,
                                 tercet_tensor_dtype(state->value),
                                 group->type->rank,
                                 group->type->shape,
                                 &data,
                                 out));
  return tercet_tensor_to_data(
      state->value, data, out->tensor.type->n_bytes, NULL);
}

/// tercet_group_kind::clear
static void
clear(tercet_group *group)
{
  tercet_tensor_unref(((group_extreme *)group->data)->value);
}

#define EXTREME_KIND(name, allows_bool)                                        \
  const tercet_group_kind tercet_group_##name = {                              \
      .size = sizeof(group_extreme),                                           \
      .takes_bool = (allows_bool),                                             \
      .add = add_##name,                                                       \
      .finish = finish,                                                        \
      .clear = clear,                                                          \
  }

EXTREME_KIND(min, true);
EXTREME_KIND(max, true);
EXTREME_KIND(prod, false);
