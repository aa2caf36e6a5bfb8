// SPDX-License-Identifier: Apache-2.0

/// STACK and MEDIAN over the tensors of a group, which are kept until the end

#include "rdftensor/group.h"

#include "base/allocator.h"

typedef struct {
  tercet_tensor **tensors;
  size_t capacity;
} group_stack;

/// tercet_group_kind::add: the row may not outlive the batch
static tercet_status
add_tensor(tercet_group *group, const tercet_tensor_row *tensor)
{
  group_stack *const stack = group->data;
  void *tensors = stack->tensors;
  if (!tercet_grow_array(group->alloc,
                         &tensors,
                         &stack->capacity,
                         group->n_tensors + 1,
                         sizeof(*stack->tensors))) {
    return TERCET_ERR_NO_MEMORY;
  }
  stack->tensors = tensors;
  return tercet_tensor_from_data(group->alloc,
                                 tensor->type->dtype,
                                 tensor->type->rank,
                                 tensor->type->shape,
                                 tensor->data,
                                 &stack->tensors[group->n_tensors],
                                 NULL);
}

/// Bring all tensors to the resolved type and stack them along a new first axis
static tercet_status
stack_tensors(tercet_group *group, tercet_tensor **out)
{
  const group_stack *const stack = group->data;
  for (uint64_t i = 0; i < group->n_tensors; ++i) {
    tercet_tensor *wide = NULL;
    if (tercet_tensor_dtype(stack->tensors[i]) != group->type->dtype) {
      TERCET_TRY(tercet_tensor_cast(
          group->alloc, stack->tensors[i], group->type->dtype, &wide, NULL));
      tercet_tensor_unref(stack->tensors[i]);
      stack->tensors[i] = wide;
    }
  }
  return tercet_tensor_stack(group->alloc,
                             group->n_tensors,
                             (const tercet_tensor *const *)stack->tensors,
                             0,
                             out,
                             NULL);
}

/// Make a tensor, which is given back, the result
static tercet_status
set_result(tercet_call *call, tercet_tensor *tensor, tercet_value *out)
{
  void *data = NULL;
  tercet_status st = tercet_group_result(call,
                                         tercet_tensor_dtype(tensor),
                                         tercet_tensor_rank(tensor),
                                         tercet_tensor_shape(tensor),
                                         &data,
                                         out);
  if (st == TERCET_OK) {
    st = tercet_tensor_to_data(tensor, data, out->tensor.type->n_bytes, NULL);
  }
  tercet_tensor_unref(tensor);
  return st;
}

static tercet_status
finish_stack(tercet_group *group, tercet_call *call, tercet_value *out)
{
  tercet_tensor *stacked = NULL;
  TERCET_TRY(stack_tensors(group, &stacked));
  return set_result(call, stacked, out);
}

/// The median is float64, as an average is; NaN if an element is
static tercet_status
finish_median(tercet_group *group, tercet_call *call, tercet_value *out)
{
  tercet_tensor *stacked = NULL;
  tercet_tensor *wide = NULL;
  tercet_tensor *median = NULL;
  const int64_t axis = 0;
  TERCET_TRY(stack_tensors(group, &stacked));
  tercet_status st =
      tercet_tensor_cast(group->alloc, stacked, TERCET_DTYPE_F64, &wide, NULL);
  if (st == TERCET_OK) {
    st = tercet_tensor_median(
        group->alloc, wide, 1, &axis, false, &median, NULL);
  }
  tercet_tensor_unref(wide);
  tercet_tensor_unref(stacked);
  return st == TERCET_OK ? set_result(call, median, out) : st;
}

/// tercet_group_kind::clear
static void
clear(tercet_group *group)
{
  const group_stack *const stack = group->data;
  for (uint64_t i = 0; i < group->n_tensors; ++i) {
    tercet_tensor_unref(stack->tensors[i]);
  }
  tercet_release(group->alloc, stack->tensors);
}

const tercet_group_kind tercet_group_stack = {
    .size = sizeof(group_stack),
    .takes_bool = true,
    .add = add_tensor,
    .finish = finish_stack,
    .clear = clear,
};

const tercet_group_kind tercet_group_median = {
    .size = sizeof(group_stack),
    .add = add_tensor,
    .finish = finish_median,
    .clear = clear,
};
