// SPDX-License-Identifier: Apache-2.0

/// Copies and conversions

#include "array/element.h"
#include "array/kernel/kernel.h"
#include "array/loop.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <string.h>

/// Operands of the loops here
enum { OUT, IN };

typedef struct {
  tercet_dtype from;
  tercet_dtype to;
  size_t from_size;
  size_t to_size;
} cast_types;

static bool
copy_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const size_t size = ((const cast_types *)context)->to_size;
  if (strides[OUT] == (int64_t)size && strides[IN] == (int64_t)size) {
    memcpy(data[OUT], data[IN], (size_t)n * size);
    return true;
  }

#define COPY_CASE(bytes)                                                       \
  case bytes:                                                                  \
    for (int64_t i = 0; i < n; ++i) {                                          \
      memcpy(data[OUT] + i * strides[OUT], data[IN] + i * strides[IN], bytes); \
    }                                                                          \
    break

  switch (size) {
    COPY_CASE(1);
    COPY_CASE(2);
    COPY_CASE(4);
    COPY_CASE(8);
    COPY_CASE(16);
  default:
    return false;
  }
#undef COPY_CASE
  return true;
}

/// Convert contiguous elements with a kernel, if there is one
static bool
cast_with_kernel(const cast_types *types, const void *in, void *out, size_t n)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  if (types->from == TERCET_DTYPE_F16 && types->to == TERCET_DTYPE_F32) {
    kernels->f16_to_f32((const uint16_t *)in, (float *)out, n);
  } else if (types->from == TERCET_DTYPE_F32 && types->to == TERCET_DTYPE_F16) {
    kernels->f32_to_f16((const float *)in, (uint16_t *)out, n);
  } else if (types->from == TERCET_DTYPE_F32 && types->to == TERCET_DTYPE_F64) {
    kernels->f32_to_f64((const float *)in, (double *)out, n);
  } else {
    return false;
  }
  return true;
}

static bool
cast_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const cast_types *const types = (const cast_types *)context;
  if (strides[IN] == (int64_t)types->from_size &&
      strides[OUT] == (int64_t)types->to_size &&
      cast_with_kernel(types, data[IN], data[OUT], (size_t)n)) {
    return true;
  }

  const tercet_dtype_kind kind = tercet_dtype_kind_of(types->from);
  wide_buffer buffer;
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    const int64_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    tercet_elements_widen(
        types->from, data[IN] + i * strides[IN], strides[IN], n_now, &buffer);
    tercet_elements_narrow(types->to,
                           kind,
                           &buffer,
                           n_now,
                           data[OUT] + i * strides[OUT],
                           strides[OUT]);
  }
  return true;
}

tercet_status
tercet_tensor_cast(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   tercet_dtype dtype,
                   tercet_tensor **out,
                   tercet_error *err)
{
  TERCET_TRY(tercet_tensor_new_raw(
      alloc, dtype, tensor->rank, tensor->shape, out, err));

  cast_types types = {
      .from = tensor->dtype,
      .to = dtype,
      .from_size = tercet_dtype_size(tensor->dtype),
      .to_size = tercet_dtype_size(dtype),
  };
  tercet_loop loop;
  tercet_loop_init(&loop, tensor->rank, tensor->shape);
  tercet_loop_add_tensor(&loop, *out);
  tercet_loop_add_tensor(&loop, tensor);
  tercet_loop_collapse(&loop);
  tercet_loop_run(
      &loop, tensor->dtype == dtype ? copy_line : cast_line, &types);
  return TERCET_OK;
}

tercet_status
tercet_tensor_copy(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   tercet_tensor **out,
                   tercet_error *err)
{
  return tercet_tensor_cast(alloc, tensor, tensor->dtype, out, err);
}
