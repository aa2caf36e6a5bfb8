// SPDX-License-Identifier: Apache-2.0

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/strings.h"

#include <tercet/onnx.h>

#include <stdatomic.h>
#include <string.h>

struct tercet_onnx_list {
  atomic_size_t n_refs;
  const tercet_allocator *alloc;
  size_t n;
  tercet_onnx_value items[];
};

tercet_onnx_value
tercet_onnx_value_from_tensor(tercet_tensor *tensor)
{
  tercet_onnx_value value = {
      TERCET_ONNX_TENSOR, TERCET_ONNX_UNDEFINED, tensor, NULL};
  value.type = tercet_onnx_type_of_dtype(tercet_tensor_dtype(tensor));
  return value;
}

tercet_onnx_value
tercet_onnx_value_ref(tercet_onnx_value value)
{
  if (value.tensor) {
    tercet_tensor_ref(value.tensor);
  }
  if (value.list) {
    atomic_fetch_add_explicit(&value.list->n_refs, 1, memory_order_relaxed);
  }
  return value;
}

/// Give the members back.  Lists lie in lists no deeper than the types of
/// values that operators make: a sequence in an optional.
static void
list_free(tercet_onnx_list *list)
{
  for (size_t i = 0; i < list->n; ++i) {
    tercet_onnx_value_unref(list->items[i]);
  }
  tercet_release(list->alloc, list);
}

void
tercet_onnx_value_unref(tercet_onnx_value value)
{
  tercet_tensor_unref(value.tensor);
  if (value.list && atomic_fetch_sub_explicit(
                        &value.list->n_refs, 1, memory_order_acq_rel) == 1) {
    list_free(value.list);
  }
}

tercet_status
tercet_onnx_value_from_list(const tercet_allocator *alloc,
                            tercet_onnx_kind kind,
                            tercet_onnx_type type,
                            size_t n,
                            const tercet_onnx_value *values,
                            tercet_onnx_value *out,
                            tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  if (kind != TERCET_ONNX_SEQUENCE && (kind != TERCET_ONNX_OPTIONAL || n > 1)) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "%zu values do not make such a value", n);
  }

  size_t size = 0;
  if (!tercet_size_multiply(n, sizeof(*values), &size) ||
      !tercet_size_add(size, sizeof(tercet_onnx_list), &size)) {
    return tercet_error_no_memory(err);
  }
  tercet_onnx_list *const list = tercet_allocate(alloc, size);
  if (!list) {
    return tercet_error_no_memory(err);
  }

  atomic_init(&list->n_refs, 1);
  list->alloc = alloc;
  list->n = n;
  if (n > 0) {
    memcpy(list->items, values, n * sizeof(*values));
  }
  const tercet_onnx_value value = {kind, type, NULL, list};
  *out = value;
  return TERCET_OK;
}

size_t
tercet_onnx_value_count(tercet_onnx_value value)
{
  return value.list ? value.list->n : 0;
}

tercet_onnx_value
tercet_onnx_value_at(tercet_onnx_value value, size_t i)
{
  return value.list->items[i];
}

tercet_string
tercet_onnx_value_string(tercet_onnx_value value, int64_t i)
{
  const tercet_tensor *const tensor = value.tensor;
  const int64_t *const shape = tercet_tensor_shape(tensor);
  const int64_t *const strides = tercet_tensor_strides(tensor);
  const char *address = tercet_tensor_data(tensor);
  for (size_t axis = tercet_tensor_rank(tensor); axis-- > 0;) {
    address += i % shape[axis] * strides[axis];
    i /= shape[axis];
  }

  uint64_t handle = 0;
  memcpy(&handle, address, sizeof(handle));
  return tercet_onnx_string_of(handle);
}
