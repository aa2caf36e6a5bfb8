// SPDX-License-Identifier: Apache-2.0

/// Choosing between the elements of two tensors

#include "array/element.h"
#include "array/elementwise.h"
#include "base/error.h"

/// Elements are moved as numbers of their size; masks do without a branch,
/// which a condition without a pattern would make slow
#define WHERE_TILE(name, type)                                                 \
  static tercet_status name(                                                   \
      void *context, size_t n, void *out, const void *const *in)               \
  {                                                                            \
    const uint8_t *const condition = (const uint8_t *)in[0];                   \
    const type *const a = (const type *)in[1];                                 \
    const type *const b = (const type *)in[2];                                 \
    type *const chosen = (type *)out;                                          \
    (void)context;                                                             \
    for (size_t i = 0; i < n; ++i) {                                           \
      const type mask = (type)(0U - (type)(condition[i] != 0));                \
      chosen[i] = (type)((a[i] & mask) | (b[i] & (type)~mask));                \
    }                                                                          \
    return TERCET_OK;                                                          \
  }

WHERE_TILE(where_1, uint8_t)
WHERE_TILE(where_2, uint16_t)
WHERE_TILE(where_4, uint32_t)
WHERE_TILE(where_8, uint64_t)

static tercet_status
where_16(void *context, size_t n, void *out, const void *const *in)
{
  const uint8_t *const condition = (const uint8_t *)in[0];
  const element_C128 *const a = (const element_C128 *)in[1];
  const element_C128 *const b = (const element_C128 *)in[2];
  element_C128 *const chosen = (element_C128 *)out;
  (void)context;
  for (size_t i = 0; i < n; ++i) {
    chosen[i] = condition[i] ? a[i] : b[i];
  }
  return TERCET_OK;
}

static tercet_map_function
function_for(tercet_dtype dtype)
{
  switch (tercet_dtype_size(dtype)) {
  case 1:
    return where_1;
  case 2:
    return where_2;
  case 4:
    return where_4;
  case 8:
    return where_8;
  default:
    return where_16;
  }
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
  return tercet_tensor_map(
      alloc, 3, operands, a->dtype, function_for(a->dtype), NULL, out, err);
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
  return tercet_tensor_map_into(
      3, operands, function_for(a->dtype), NULL, out, err);
}
