// SPDX-License-Identifier: Apache-2.0

/// The dtype in which two others are combined

#include "array/dtype.h"
#include "array/tensor_internal.h"
#include "base/error.h"

/// Return the float that has the numbers of an integer, at most float64: any
/// float has those of 8 bits, of which the other one is returned, and float32
/// has those of 16
static tercet_dtype
float_for(tercet_dtype dtype, tercet_dtype other)
{
  const size_t size = tercet_dtype_size(dtype);
  return size == 1 ? other : size == 2 ? TERCET_DTYPE_F32 : TERCET_DTYPE_F64;
}

static tercet_dtype
promote_integers(tercet_dtype a, tercet_dtype b)
{
  static const tercet_dtype by_size[] = {
      [1] = TERCET_DTYPE_I8,
      [2] = TERCET_DTYPE_I16,
      [4] = TERCET_DTYPE_I32,
      [8] = TERCET_DTYPE_I64,
  };
  const size_t size_a = tercet_dtype_size(a);
  const size_t size_b = tercet_dtype_size(b);
  if (tercet_dtype_kind_of(a) == tercet_dtype_kind_of(b)) {
    return size_a > size_b ? a : b;
  }
  const bool a_is_signed = tercet_dtype_kind_of(a) == TERCET_KIND_I;
  const size_t size_signed = a_is_signed ? size_a : size_b;
  const size_t size_unsigned = a_is_signed ? size_b : size_a;
  if (size_unsigned == 8) {
    return TERCET_DTYPE_F64;
  }
  return by_size[size_signed > size_unsigned ? size_signed : 2 * size_unsigned];
}

static tercet_dtype
promote_floats(tercet_dtype a, tercet_dtype b)
{
  if (a == b) {
    return a;
  }
  const size_t size_a = tercet_dtype_size(a);
  const size_t size_b = tercet_dtype_size(b);
  return size_a == size_b ? TERCET_DTYPE_F32 : size_a > size_b ? a : b;
}

tercet_dtype
tercet_dtype_promote(tercet_dtype a, tercet_dtype b)
{
  const tercet_dtype_kind kind_a = tercet_dtype_kind_of(a);
  const tercet_dtype_kind kind_b = tercet_dtype_kind_of(b);
  if (a == b || kind_b == TERCET_KIND_B) {
    return a;
  }
  if (kind_a == TERCET_KIND_B) {
    return b;
  }
  if (kind_a == TERCET_KIND_C || kind_b == TERCET_KIND_C) {
    const tercet_dtype real_a = a == TERCET_DTYPE_C64    ? TERCET_DTYPE_F32
                                : a == TERCET_DTYPE_C128 ? TERCET_DTYPE_F64
                                                         : a;
    const tercet_dtype real_b = b == TERCET_DTYPE_C64    ? TERCET_DTYPE_F32
                                : b == TERCET_DTYPE_C128 ? TERCET_DTYPE_F64
                                                         : b;
    return tercet_dtype_promote(real_a, real_b) == TERCET_DTYPE_F64
               ? TERCET_DTYPE_C128
               : TERCET_DTYPE_C64;
  }
  if (kind_a == TERCET_KIND_F || kind_b == TERCET_KIND_F) {
    const tercet_dtype float_a = kind_a == TERCET_KIND_F ? a : float_for(a, b);
    const tercet_dtype float_b = kind_b == TERCET_KIND_F ? b : float_for(b, a);
    return promote_floats(float_a, float_b);
  }
  return promote_integers(a, b);
}

static tercet_status
to_dtype(const tercet_allocator *alloc,
         const tercet_tensor *tensor,
         tercet_dtype dtype,
         tercet_tensor **out,
         tercet_error *err)
{
  if (tensor->dtype != dtype) {
    return tercet_tensor_cast(alloc, tensor, dtype, out, err);
  }
  TERCET_TRY(tercet_tensor_share(tensor, tensor->rank, out, err));
  for (size_t i = 0; i < tensor->rank; ++i) {
    (*out)->shape[i] = tensor->shape[i];
    (*out)->strides[i] = tensor->strides[i];
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_promote(const tercet_allocator *alloc,
                      const tercet_tensor *a,
                      const tercet_tensor *b,
                      tercet_tensor **out_a,
                      tercet_tensor **out_b,
                      tercet_error *err)
{
  *out_a = NULL;
  *out_b = NULL;
  const tercet_dtype dtype = tercet_dtype_promote(a->dtype, b->dtype);
  TERCET_TRY(to_dtype(alloc, a, dtype, out_a, err));
  const tercet_status st = to_dtype(alloc, b, dtype, out_b, err);
  if (st) {
    tercet_tensor_unref(*out_a);
    *out_a = NULL;
  }
  return st;
}
