// SPDX-License-Identifier: Apache-2.0

#include "array/element.h"
#include "array/loop.h"
#include "array/tensor_internal.h"

/// Compare `n` widened elements; NaN is not equal to itself
static bool
wide_equals(tercet_dtype_kind kind,
            const wide_buffer *a,
            const wide_buffer *b,
            int64_t n)
{
  bool equal = true;
  for (int64_t i = 0; equal && i < n; ++i) {
    switch (kind) {
    case TERCET_KIND_B:
    case TERCET_KIND_U:
      equal = a->as_U[i] == b->as_U[i];
      break;
    case TERCET_KIND_I:
      equal = a->as_I[i] == b->as_I[i];
      break;
    case TERCET_KIND_F:
      equal = a->as_F[i] == b->as_F[i];
      break;
    case TERCET_KIND_C:
      equal = a->as_C[i].re == b->as_C[i].re && a->as_C[i].im == b->as_C[i].im;
      break;
    }
  }
  return equal;
}

static bool
equals_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const tercet_dtype dtype = *(const tercet_dtype *)context;
  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  wide_buffer a;
  wide_buffer b;
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    const int64_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    tercet_elements_widen(
        dtype, data[0] + i * strides[0], strides[0], n_now, &a);
    tercet_elements_widen(
        dtype, data[1] + i * strides[1], strides[1], n_now, &b);
    if (!wide_equals(kind, &a, &b, n_now)) {
      return false;
    }
  }
  return true;
}

bool
tercet_tensor_equals(const tercet_tensor *a, const tercet_tensor *b)
{
  if (a->dtype != b->dtype ||
      !tercet_shape_equals(a->rank, a->shape, b->rank, b->shape)) {
    return false;
  }

  tercet_dtype dtype = a->dtype;
  tercet_loop loop;
  tercet_loop_init(&loop, a->rank, a->shape);
  tercet_loop_add_tensor(&loop, a);
  tercet_loop_add_tensor(&loop, b);
  tercet_loop_collapse(&loop);
  return tercet_loop_run(&loop, equals_line, &dtype);
}
