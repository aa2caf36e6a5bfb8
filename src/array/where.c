// SPDX-License-Identifier: Apache-2.0

/// Choosing between the elements of two tensors

#include "array/binary_line.h"
#include "array/elementwise.h"
#include "base/error.h"

/// Run a line on a tile, which has no gaps
static tercet_status
choose_tile(void *context, size_t n, void *out, const void *const *in)
{
  const tercet_binary_line *const line = context;
  const int64_t size = (int64_t)tercet_dtype_size(line->out);
  const int64_t strides[] = {size, 1, size, size};
  // What is only read is not const in loops
  char *const data[] = {out,
                        (char *)(uintptr_t)in[0],
                        (char *)(uintptr_t)in[1],
                        (char *)(uintptr_t)in[2]};
  line->body(NULL, data, strides, (int64_t)n);
  return TERCET_OK;
}

static tercet_status
check_dtypes(const tercet_tensor *condition,
             const tercet_tensor *a,
             const tercet_tensor *b,
             tercet_error *err)
{
  if (tercet_dtype_size(condition->dtype) != 1) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "the condition is %s, not bool",
                            tercet_dtype_name(condition->dtype));
  }
  return a->dtype == b->dtype
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_DTYPE,
                                "the operands have two dtypes, %s and %s",
                                tercet_dtype_name(a->dtype),
                                tercet_dtype_name(b->dtype));
}

tercet_status
tercet_tensor_where(const tercet_allocator *alloc,
                    const tercet_tensor *condition,
                    const tercet_tensor *a,
                    const tercet_tensor *b,
                    tercet_tensor **out,
                    tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_dtypes(condition, a, b, err));
  const tercet_tensor *const operands[] = {condition, a, b};
  tercet_binary_line line = tercet_where_line_for(a->dtype);
  return tercet_tensor_map(
      alloc, 3, operands, a->dtype, choose_tile, &line, out, err);
}

tercet_status
tercet_tensor_where_into(const tercet_tensor *condition,
                         const tercet_tensor *a,
                         const tercet_tensor *b,
                         tercet_tensor *out,
                         tercet_error *err)
{
  TERCET_TRY(check_dtypes(condition, a, b, err));
  TERCET_TRY(
      tercet_elementwise_check(out, a->dtype, out->rank, out->shape, err));
  const tercet_tensor *const operands[] = {condition, a, b};
  tercet_binary_line line = tercet_where_line_for(a->dtype);
  return tercet_tensor_map_into(3, operands, choose_tile, &line, out, err);
}
