// SPDX-License-Identifier: Apache-2.0

/// Copies and conversions

#include "array/binary_line.h"
#include "array/copy.h"
#include "array/element.h"
#include "array/kernel/kernel.h"
#include "array/loop.h"
#include "array/tensor_internal.h"
#include "base/error.h"

/// Operands of the loops here
enum { OUT, IN };

/// Convert contiguous elements with a kernel, if there is one
static bool
cast_with_kernel(const tercet_math_line *types,
                 const void *in,
                 void *out,
                 size_t n)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  if (types->in == TERCET_DTYPE_F16 && types->out == TERCET_DTYPE_F32) {
    kernels->f16_to_f32((const uint16_t *)in, (float *)out, n);
  } else if (types->in == TERCET_DTYPE_F32 && types->out == TERCET_DTYPE_F16) {
    kernels->f32_to_f16((const float *)in, (uint16_t *)out, n);
  } else if (types->in == TERCET_DTYPE_F32 && types->out == TERCET_DTYPE_F64) {
    kernels->f32_to_f64((const float *)in, (double *)out, n);
  } else {
    return false;
  }
  return true;
}

/// Convert to bool: what is not zero is true, NaN too
static bool
truth_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  static uint64_t zero[2] = {0}; // Of any dtype; only read
  const tercet_math_line *const types = (const tercet_math_line *)context;
  char *const operands[] = {data[OUT], data[IN], (char *)zero};
  const int64_t steps[] = {strides[OUT], strides[IN], 0};
  const tercet_binary_line line =
      tercet_compare_line(TERCET_NOT_EQUAL, types->in);
  return line.body(context, operands, steps, n);
}

static bool
cast_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const tercet_math_line *const types = (const tercet_math_line *)context;
  if (strides[IN] == (int64_t)tercet_dtype_size(types->in) &&
      strides[OUT] == (int64_t)tercet_dtype_size(types->out) &&
      cast_with_kernel(types, data[IN], data[OUT], (size_t)n)) {
    return true;
  }

  const tercet_dtype_kind kind = tercet_dtype_kind_of(types->in);
  wide_buffer buffer;
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    const int64_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    tercet_elements_widen(
        types->in, data[IN] + i * strides[IN], strides[IN], n_now, &buffer);
    tercet_elements_narrow(types->out,
                           kind,
                           &buffer,
                           n_now,
                           data[OUT] + i * strides[OUT],
                           strides[OUT]);
  }
  return true;
}

tercet_binary_line
tercet_cast_line_for(tercet_dtype from, tercet_dtype to)
{
  return (tercet_binary_line){.body = to == TERCET_DTYPE_BOOL ? truth_line
                                                              : cast_line,
                              .out = to,
                              .math = {.in = from, .out = to}};
}

tercet_status
tercet_elements_copy(size_t rank,
                     const int64_t *shape,
                     tercet_dtype out_dtype,
                     char *out,
                     const int64_t *out_strides,
                     tercet_dtype in_dtype,
                     const char *in,
                     const int64_t *in_strides,
                     tercet_error *err)
{
  const size_t out_size = tercet_dtype_size(out_dtype);
  if (in_dtype == out_dtype) {
    return tercet_elements_move(
        rank, shape, out_size, out, out_strides, in, in_strides, err);
  }

  tercet_binary_line line = tercet_cast_line_for(in_dtype, out_dtype);
  tercet_loop loop;
  tercet_loop_init(&loop, rank, shape);
  tercet_loop_add(&loop, out, out_strides);
  tercet_loop_add(&loop, (char *)(uintptr_t)in, in_strides); // Only read
  tercet_loop_sort(&loop, OUT);
  tercet_loop_collapse(&loop);
  const size_t n_bytes = tercet_dtype_size(in_dtype) + out_size;
  return tercet_loop_run_shared(
      &loop, (int64_t)n_bytes, line.body, &line.math, err);
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
  return tercet_tensor_made(tercet_elements_copy(tensor->rank,
                                                 tensor->shape,
                                                 dtype,
                                                 (*out)->data,
                                                 (*out)->strides,
                                                 tensor->dtype,
                                                 tensor->data,
                                                 tensor->strides,
                                                 err),
                            out);
}

tercet_status
tercet_tensor_copy(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   tercet_tensor **out,
                   tercet_error *err)
{
  return tercet_tensor_cast(alloc, tensor, tensor->dtype, out, err);
}
