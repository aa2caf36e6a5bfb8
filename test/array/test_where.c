// SPDX-License-Identifier: Apache-2.0

#include "check.h"

#include <tercet/tensor.h>

static tercet_tensor *
make(tercet_dtype dtype, size_t rank, const int64_t *shape, const void *data)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, dtype, rank, shape, data, &out, NULL),
      TERCET_OK);
  return out;
}

/// Choose between 0, 1, 2, ... and zeros
static void
test_each_size_of_elements(void)
{
  const int64_t n = 300;
  for (int d = 0; d < TERCET_DTYPE_COUNT; ++d) {
    const tercet_dtype dtype = (tercet_dtype)d;
    tercet_tensor *numbers = NULL;
    tercet_tensor *a = NULL;
    tercet_tensor *b = NULL;
    tercet_tensor *condition = NULL;
    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_tensor_arange(NULL,
                                      TERCET_DTYPE_I64,
                                      tercet_scalar_from_i64(0),
                                      tercet_scalar_from_i64(n),
                                      tercet_scalar_from_i64(1),
                                      &numbers,
                                      NULL),
                 TERCET_OK);
    CHECK_STATUS(tercet_tensor_cast(NULL, numbers, dtype, &a, NULL), TERCET_OK);
    CHECK_STATUS(tercet_tensor_zeros_like(NULL, a, dtype, &b, NULL), TERCET_OK);
    bool is_odd[300];
    for (int64_t i = 0; i < n; ++i) {
      is_odd[i] = i % 3 == 1;
    }
    condition = make(TERCET_DTYPE_BOOL, 1, &n, is_odd);
    CHECK_STATUS(tercet_tensor_where(NULL, condition, a, b, &out, NULL),
                 TERCET_OK);
    const size_t size = tercet_dtype_size(dtype);
    for (int64_t i = 0; i < n; ++i) {
      const char *const chosen = tercet_tensor_data(is_odd[i] ? a : b);
      CHECK(!memcmp((const char *)tercet_tensor_data(out) + (size_t)i * size,
                    chosen + (size_t)i * size,
                    size));
    }
    tercet_tensor_unref(out);
    tercet_tensor_unref(condition);
    tercet_tensor_unref(b);
    tercet_tensor_unref(a);
    tercet_tensor_unref(numbers);
  }
}

static void
test_operands_broadcast_and_may_be_the_target(void)
{
  const int64_t column_shape[] = {2, 1};
  const int64_t row_shape[] = {3};
  const int64_t shape[] = {2, 3};
  tercet_tensor *const condition =
      make(TERCET_DTYPE_BOOL, 2, column_shape, (bool[]){true, false});
  tercet_tensor *const row =
      make(TERCET_DTYPE_I32, 1, row_shape, (int32_t[]){1, 2, 3});
  tercet_tensor *const all =
      make(TERCET_DTYPE_I32, 2, shape, (int32_t[]){9, 9, 9, 4, 5, 6});
  CHECK_STATUS(tercet_tensor_where_into(condition, row, all, all, NULL),
               TERCET_OK);
  const int32_t expected[] = {1, 2, 3, 4, 5, 6};
  CHECK(!memcmp(tercet_tensor_data(all), expected, sizeof(expected)));
  tercet_tensor_unref(all);
  tercet_tensor_unref(row);
  tercet_tensor_unref(condition);
}

static void
check_failure(const tercet_tensor *condition,
              const tercet_tensor *a,
              const tercet_tensor *b,
              tercet_status status,
              const char *message)
{
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_where(NULL, condition, a, b, &out, &err), status);
  CHECK(!out);
  CHECK_TEXT(err.message, strlen(err.message), message);
}

static void
test_failures(void)
{
  const int64_t two = 2;
  const int64_t three = 3;
  tercet_tensor *const condition =
      make(TERCET_DTYPE_BOOL, 1, &two, (bool[]){true, false});
  tercet_tensor *const a = make(TERCET_DTYPE_I32, 1, &two, (int32_t[]){1, 2});
  tercet_tensor *const b = make(TERCET_DTYPE_F32, 1, &two, (float[]){1, 2});
  tercet_tensor *const c =
      make(TERCET_DTYPE_I32, 1, &three, (int32_t[]){1, 2, 3});
  check_failure(a, a, a, TERCET_ERR_DTYPE, "the condition is int32, not bool");
  check_failure(condition,
                a,
                b,
                TERCET_ERR_DTYPE,
                "the operands have two dtypes, int32 and float32");
  check_failure(condition,
                a,
                c,
                TERCET_ERR_SHAPE,
                "shapes [2] and [3] do not broadcast: 2 and 3 on axis -1");
  CHECK_STATUS(tercet_tensor_where_into(condition, a, a, b, NULL),
               TERCET_ERR_DTYPE);
  CHECK_STATUS(tercet_tensor_where_into(condition, a, a, c, NULL),
               TERCET_ERR_SHAPE);
  tercet_tensor_unref(c);
  tercet_tensor_unref(b);
  tercet_tensor_unref(a);
  tercet_tensor_unref(condition);
}

int
main(void)
{
  test_each_size_of_elements();
  test_operands_broadcast_and_may_be_the_target();
  test_failures();
  return check_finish();
}
