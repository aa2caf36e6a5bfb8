// SPDX-License-Identifier: Apache-2.0

/// Choosing between the elements of two tensors

#include "array/binary_line.h"
#include "array/elementwise.h"
#include "base/error.h"

/// Operands of the lines
enum { OUT, CONDITION, A, B };

/// Elements are moved as numbers of their size; masks do without a branch,
/// which a condition without a pattern would make slow
#define CHOOSE(type, condition, a, b)                                          \
  (type)(((a) & (type)(0U - (type)((condition) != 0))) |                       \
         ((b) & (type) ~(type)(0U - (type)((condition) != 0))))

/// Define a line that chooses; those without gaps, also where one element
/// stands for all of A or B, have loops that compilers turn into vectors
#define WHERE_LINE(name, type)                                                 \
  static bool name(                                                            \
      void *context, char *const *data, const int64_t *strides, int64_t n)     \
  {                                                                            \
    const int64_t size = (int64_t)sizeof(type);                                \
    const int64_t sa = strides[A];                                             \
    const int64_t sb = strides[B];                                             \
    const uint8_t *const condition = (const uint8_t *)data[CONDITION];         \
    const type *const a = (const void *)data[A];                               \
    const type *const b = (const void *)data[B];                               \
    type *const out = (void *)data[OUT];                                       \
    const bool is_dense = strides[OUT] == size && strides[CONDITION] == 1;     \
    (void)context;                                                             \
    if (is_dense && sa == size && sb == size) {                                \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = CHOOSE(type, condition[i], a[i], b[i]);                       \
      }                                                                        \
    } else if (is_dense && sa == size && sb == 0) {                            \
      const type y = *b;                                                       \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = CHOOSE(type, condition[i], a[i], y);                          \
      }                                                                        \
    } else if (is_dense && sa == 0 && sb == size) {                            \
      const type x = *a;                                                       \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = CHOOSE(type, condition[i], x, b[i]);                          \
      }                                                                        \
    } else {                                                                   \
      for (int64_t i = 0; i < n; ++i) {                                        \
        *(type *)(void *)(data[OUT] + i * strides[OUT]) =                      \
            CHOOSE(type,                                                       \
                   *(condition + i * strides[CONDITION]),                      \
                   *(const type *)(const void *)(data[A] + i * sa),            \
                   *(const type *)(const void *)(data[B] + i * sb));           \
      }                                                                        \
    }                                                                          \
    return true;                                                               \
  }

WHERE_LINE(where_1, uint8_t)
WHERE_LINE(where_2, uint16_t)
WHERE_LINE(where_4, uint32_t)
WHERE_LINE(where_8, uint64_t)

static bool
where_16(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  (void)context;
  for (int64_t i = 0; i < n; ++i) {
    const bool holds = data[CONDITION][i * strides[CONDITION]] != 0;
    memcpy(data[OUT] + i * strides[OUT],
           holds ? data[A] + i * strides[A] : data[B] + i * strides[B],
           sizeof(element_C128));
  }
  return true;
}

tercet_binary_line
tercet_where_line_for(tercet_dtype dtype)
{
  static const tercet_loop_body bodies[] = {
      where_1, where_2, where_4, where_8, where_16};
  const size_t size = tercet_dtype_size(dtype);
  size_t i = 0;
  while (((size_t)1U << i) < size) {
    ++i;
  }
  const tercet_binary_line line = {.body = bodies[i], .out = dtype};
  return line;
}

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
