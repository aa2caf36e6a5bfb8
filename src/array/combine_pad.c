// SPDX-License-Identifier: Apache-2.0

/// Padding: a constant is laid around a copy, everything else is taken from
/// positions that lie inside

#include "array/copy.h"
#include "array/tensor_internal.h"
#include "base/checked.h"
#include "base/error.h"

#include <inttypes.h>

/// Set the extents of the result
static tercet_status
find_shape(const tercet_tensor *tensor,
           const int64_t *before,
           const int64_t *after,
           int64_t *shape,
           tercet_error *err)
{
  for (size_t i = 0; i < tensor->rank; ++i) {
    if (!tercet_i64_add(tensor->shape[i], before[i], &shape[i]) ||
        !tercet_i64_add(shape[i], after[i], &shape[i]) || shape[i] < 0) {
      return tercet_error_set(err,
                              TERCET_ERR_SHAPE,
                              "axis %zu of %" PRId64 " elements padded by "
                              "%" PRId64 " and %" PRId64,
                              i,
                              tensor->shape[i],
                              before[i],
                              after[i]);
    }
  }
  int64_t size = 0;
  return tercet_shape_check(
      tensor->rank, shape, tercet_dtype_size(tensor->dtype), &size, err);
}

/* ---- Constant ---- */

/// Make views of the same elements: of `tensor` where `out` has them, and there
static tercet_status
find_common_part(const tercet_tensor *tensor,
                 const tercet_tensor *out,
                 const int64_t *before,
                 tercet_tensor **from,
                 tercet_tensor **to,
                 tercet_error *err)
{
  tercet_index in_tensor[TERCET_MAX_RANK];
  tercet_index in_out[TERCET_MAX_RANK];
  for (size_t i = 0; i < tensor->rank; ++i) {
    const int64_t shift = before[i];
    const int64_t start = shift < 0 ? -shift : 0;
    const int64_t room = out->shape[i] - shift;
    int64_t end = room < tensor->shape[i] ? room : tensor->shape[i];
    end = end > start ? end : start;
    in_tensor[i] = tercet_index_range(start, end, 1);
    in_out[i] = tercet_index_range(start + shift, end + shift, 1);
  }
  TERCET_TRY(tercet_tensor_index(tensor, tensor->rank, in_tensor, from, err));
  return tercet_tensor_index(out, tensor->rank, in_out, to, err);
}

static tercet_status
pad_constant(const tercet_tensor *tensor,
             const int64_t *before,
             const tercet_tensor *value,
             tercet_tensor *out,
             tercet_error *err)
{
  tercet_tensor *from = NULL;
  tercet_tensor *to = NULL;
  if (value) {
    TERCET_TRY(tercet_tensor_assign(out, value, err));
  } else {
    TERCET_TRY(tercet_tensor_fill(out, tercet_scalar_from_bool(false), err));
  }
  tercet_status st = find_common_part(tensor, out, before, &from, &to, err);
  if (!st) {
    st = tercet_tensor_assign(to, from, err);
  }
  tercet_tensor_unref(from);
  tercet_tensor_unref(to);
  return st;
}

/* ---- The other modes ---- */

/// Return the remainder that is not negative
static int64_t
modulo(int64_t a, int64_t n)
{
  const int64_t remainder = a % n;
  return remainder < 0 ? remainder + n : remainder;
}

/// Return the position inside of an axis that stands for one that may be
/// outside
static int64_t
inner_position(tercet_pad_mode mode, int64_t at, int64_t extent)
{
  if (mode == TERCET_PAD_EDGE) {
    return at < 0 ? 0 : at >= extent ? extent - 1 : at;
  }
  if (mode == TERCET_PAD_WRAP) {
    return modulo(at, extent);
  }
  if (extent == 1) {
    return 0;
  }
  const int64_t period = 2 * (extent - 1);
  const int64_t phase = modulo(at, period);
  return phase < extent ? phase : period - phase;
}

/// Make the positions from which an axis is taken
static tercet_status
make_positions(const tercet_allocator *alloc,
               tercet_pad_mode mode,
               int64_t extent,
               int64_t before,
               int64_t n,
               tercet_tensor **out,
               tercet_error *err)
{
  TERCET_TRY(tercet_tensor_new_raw(alloc, TERCET_DTYPE_I64, 1, &n, out, err));
  int64_t *const positions = (int64_t *)(void *)(*out)->data;
  for (int64_t i = 0; i < n; ++i) {
    positions[i] = inner_position(mode, i - before, extent);
  }
  return TERCET_OK;
}

/// Replace `tensor`, whose reference is taken over, by one that is padded along
/// an axis
static tercet_status
pad_axis(const tercet_allocator *alloc,
         tercet_pad_mode mode,
         size_t axis,
         int64_t before,
         int64_t n,
         tercet_tensor **tensor,
         tercet_error *err)
{
  tercet_tensor *const source = *tensor;
  tercet_tensor *positions = NULL;
  *tensor = NULL;
  tercet_status st = TERCET_OK;
  if (n > 0 && source->shape[axis] == 0) {
    st = tercet_error_set(
        err, TERCET_ERR_SHAPE, "axis %zu has no elements to pad it with", axis);
  }
  if (!st) {
    st = make_positions(
        alloc, mode, source->shape[axis], before, n, &positions, err);
  }
  if (!st) {
    st = tercet_tensor_take(alloc,
                            source,
                            positions,
                            (int64_t)axis,
                            TERCET_BOUNDS_CHECK,
                            tensor,
                            err);
  }
  tercet_tensor_unref(positions);
  tercet_tensor_unref(source);
  return st;
}

static tercet_status
pad_from_inside(const tercet_allocator *alloc,
                const tercet_tensor *tensor,
                tercet_pad_mode mode,
                const int64_t *before,
                const int64_t *shape,
                tercet_tensor **out,
                tercet_error *err)
{
  tercet_tensor *padded = NULL;
  tercet_status st = tercet_tensor_view_all(tensor, &padded, err);
  bool is_copy = false;
  for (size_t i = 0; i < tensor->rank && !st; ++i) {
    if (before[i] || shape[i] != tensor->shape[i]) {
      st = pad_axis(alloc, mode, i, before[i], shape[i], &padded, err);
      is_copy = true;
    }
  }
  if (!st && !is_copy) {
    st = tercet_tensor_copy(alloc, tensor, out, err);
    tercet_tensor_unref(padded);
    return st;
  }
  *out = padded;
  return st;
}

tercet_status
tercet_tensor_pad(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  tercet_pad_mode mode,
                  const int64_t *before,
                  const int64_t *after,
                  const tercet_tensor *value,
                  tercet_tensor **out,
                  tercet_error *err)
{
  *out = NULL;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(find_shape(tensor, before, after, shape, err));
  if (mode != TERCET_PAD_CONSTANT) {
    return pad_from_inside(alloc, tensor, mode, before, shape, out, err);
  }
  if (value && value->dtype != tensor->dtype) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "padding %s with %s",
                            tercet_dtype_name(tensor->dtype),
                            tercet_dtype_name(value->dtype));
  }
  tercet_tensor *padded = NULL;
  TERCET_TRY(tercet_tensor_new_raw(
      alloc, tensor->dtype, tensor->rank, shape, &padded, err));
  const tercet_status st = pad_constant(tensor, before, value, padded, err);
  if (st) {
    tercet_tensor_unref(padded);
    return st;
  }
  *out = padded;
  return TERCET_OK;
}
