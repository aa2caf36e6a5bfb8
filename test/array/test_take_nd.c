// SPDX-License-Identifier: Apache-2.0

/// Rows of positions: reading, writing and combining

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

/// Make 0, 1, 2, ... as int32
static tercet_tensor *
make_range(size_t rank, const int64_t *shape)
{
  int32_t numbers[1000];
  for (int32_t i = 0; i < 1000; ++i) {
    numbers[i] = i;
  }
  return make(TERCET_DTYPE_I32, rank, shape, numbers);
}

static void
check_numbers(const tercet_tensor *actual,
              size_t rank,
              const int64_t *shape,
              const int32_t *numbers)
{
  tercet_tensor *const expected = make(TERCET_DTYPE_I32, rank, shape, numbers);
  CHECK(actual && tercet_tensor_equals(actual, expected));
  tercet_tensor_unref(expected);
}

/// Rows of all lengths, with and without axes in common
static void
test_take_against_single_elements(void)
{
  const int64_t shape[] = {2, 3, 4, 5};
  tercet_tensor *const base = make_range(4, shape);
  tercet_tensor *data = NULL;
  const tercet_index turned[] = {tercet_index_all(),
                                 tercet_index_range(2, -4, -1),
                                 tercet_index_ellipsis()};
  CHECK_STATUS(tercet_tensor_index(base, 3, turned, &data, NULL), TERCET_OK);
  uint64_t seed = 7;
  for (size_t n_batch = 0; n_batch < 3; ++n_batch) {
    for (size_t n = 1; n + n_batch <= 4; ++n) {
      int64_t positions[2 * 3 * 3 * 4];
      int64_t index_shape[4] = {2, 3, 3, (int64_t)n};
      for (size_t i = 0; i < 72; ++i) {
        const int64_t extent = shape[n_batch + i % n];
        positions[i] = (int64_t)(check_random(&seed) % (uint64_t)(2 * extent));
        positions[i] -= extent;
      }
      tercet_tensor *out = NULL;
      tercet_tensor *const indexes =
          make(TERCET_DTYPE_I64, 4, index_shape, positions);
      CHECK_STATUS(
          tercet_tensor_take_nd(NULL, data, indexes, n_batch, &out, NULL),
          TERCET_OK);
      CHECK_INT(tercet_tensor_rank(out), 3 + 4 - n_batch - n);
      for (int64_t row = 0; row < 18; ++row) {
        const int64_t at[3] = {row / 9, row / 3 % 3, row % 3};
        int64_t from[4] = {0};
        int64_t to[7] = {at[0], at[1], at[2], 0};
        memcpy(from, at, n_batch * sizeof(*at));
        memcpy(from + n_batch, positions + row * (int64_t)n, n * sizeof(*at));
        tercet_scalar a;
        tercet_scalar b;
        CHECK_STATUS(tercet_tensor_get(data, 4, from, &a, NULL), TERCET_OK);
        CHECK_STATUS(
            tercet_tensor_get(out, tercet_tensor_rank(out), to, &b, NULL),
            TERCET_OK);
        CHECK_INT(b.as.i, a.as.i);
      }
      tercet_tensor_unref(indexes);
      tercet_tensor_unref(out);
    }
  }
  tercet_tensor_unref(data);
  tercet_tensor_unref(base);
}

static void
test_put_and_combine(void)
{
  const int64_t shape[] = {2, 3};
  const int64_t index_shape[] = {3, 1};
  const int64_t positions[] = {1, -1, 0};
  const int32_t updates[] = {10, 20, 30, 40, 50, 60, 70, 80, 90};
  const int64_t updates_shape[] = {3, 3};
  tercet_tensor *const data = make_range(2, shape);
  tercet_tensor *const indexes =
      make(TERCET_DTYPE_I64, 2, index_shape, positions);
  tercet_tensor *const values =
      make(TERCET_DTYPE_I32, 2, updates_shape, updates);

  CHECK_STATUS(
      tercet_tensor_combine_nd(data, TERCET_ADD, indexes, 0, values, NULL),
      TERCET_OK);
  const int32_t added[] = {70, 81, 92, 53, 74, 95};
  check_numbers(data, 2, shape, added);
  CHECK_STATUS(tercet_tensor_put_nd(data, indexes, 0, values, NULL), TERCET_OK);
  const int32_t put[] = {70, 80, 90, 40, 50, 60};
  check_numbers(data, 2, shape, put);
  CHECK_STATUS(
      tercet_tensor_combine_nd(data, TERCET_MINIMUM, indexes, 0, values, NULL),
      TERCET_OK);
  const int32_t least[] = {70, 80, 90, 10, 20, 30};
  check_numbers(data, 2, shape, least);

  tercet_tensor_unref(values);
  tercet_tensor_unref(indexes);
  tercet_tensor_unref(data);
}

static void
test_combine_along_axis(void)
{
  const int64_t shape[] = {2, 3};
  const int64_t index_shape[] = {2, 4};
  const uint8_t positions[] = {0, 0, 2, 0, 1, 1, 1, 1};
  const float updates[] = {1, 2, 3, 4, 2, 2, 2, 2};
  float numbers[] = {1, 1, 1, 3, 3, 3};
  tercet_tensor *const data = make(TERCET_DTYPE_F32, 2, shape, numbers);
  tercet_tensor *const indexes =
      make(TERCET_DTYPE_U8, 2, index_shape, positions);
  tercet_tensor *const values = make(TERCET_DTYPE_F32, 2, index_shape, updates);
  CHECK_STATUS(tercet_tensor_combine_along_axis(
                   data, TERCET_MULTIPLY, indexes, 1, values, NULL),
               TERCET_OK);
  const float products[] = {8, 1, 3, 3, 48, 3};
  tercet_tensor *const expected = make(TERCET_DTYPE_F32, 2, shape, products);
  CHECK(tercet_tensor_equals(data, expected));

  tercet_error err = {0};
  CHECK_STATUS(tercet_tensor_combine_along_axis(
                   data, TERCET_DIVIDE, indexes, 1, values, &err),
               TERCET_ERR_ARGUMENT);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "truncate_divide does not combine elements");
  CHECK_STATUS(tercet_tensor_combine_along_axis(
                   data, TERCET_ADD, indexes, 2, values, &err),
               TERCET_ERR_SHAPE);
  CHECK(tercet_tensor_equals(data, expected));

  tercet_tensor_unref(expected);
  tercet_tensor_unref(values);
  tercet_tensor_unref(indexes);
  tercet_tensor_unref(data);
}

static void
test_bool_does_not_add(void)
{
  const int64_t shape[] = {1};
  const int64_t index_shape[] = {1, 1};
  const int64_t position = 0;
  const uint8_t truth = 1;
  tercet_error err = {0};
  tercet_tensor *const data = make(TERCET_DTYPE_BOOL, 1, shape, &truth);
  tercet_tensor *const indexes =
      make(TERCET_DTYPE_I64, 2, index_shape, &position);
  CHECK_STATUS(
      tercet_tensor_combine_nd(data, TERCET_ADD, indexes, 0, data, &err),
      TERCET_ERR_DTYPE);
  CHECK_TEXT(err.message, strlen(err.message), "no arithmetic on bool");
  tercet_tensor_unref(indexes);
  tercet_tensor_unref(data);
}

/// Nothing is written if one position is outside
static void
test_outside(void)
{
  const int64_t shape[] = {2, 3};
  const int64_t index_shape[] = {2, 2};
  const int64_t positions[] = {0, 0, 1, 3};
  const int32_t ones[] = {1, 1};
  const int64_t two = 2;
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  tercet_tensor *const data = make_range(2, shape);
  tercet_tensor *const indexes =
      make(TERCET_DTYPE_I64, 2, index_shape, positions);
  tercet_tensor *const values = make(TERCET_DTYPE_I32, 1, &two, ones);
  CHECK_STATUS(tercet_tensor_take_nd(NULL, data, indexes, 0, &out, &err),
               TERCET_ERR_RANGE);
  CHECK(!out);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "index 3 of axis 1, which has 3 elements");
  CHECK_STATUS(tercet_tensor_put_nd(data, indexes, 0, values, NULL),
               TERCET_ERR_RANGE);
  const int32_t before[] = {0, 1, 2, 3, 4, 5};
  check_numbers(data, 2, shape, before);
  CHECK_STATUS(tercet_tensor_take_nd(NULL, data, indexes, 1, &out, &err),
               TERCET_ERR_SHAPE);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "rows of positions of shape [2, 2] for a tensor of shape [2, 3] "
             "with 1 axes in common");
  tercet_tensor_unref(values);
  tercet_tensor_unref(indexes);
  tercet_tensor_unref(data);
}

static void
test_no_memory(void)
{
  const int64_t shape[] = {2, 3};
  const int64_t index_shape[] = {1, 1};
  const int32_t position = 1;
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_tensor *const data = make_range(2, shape);
  tercet_tensor *const indexes =
      make(TERCET_DTYPE_I32, 2, index_shape, &position);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_take_nd(&alloc, data, indexes, 0, &out, NULL),
               TERCET_OK);
  tercet_tensor_unref(out);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_tensor_take_nd(&alloc, data, indexes, 0, &out, NULL),
                 TERCET_ERR_NO_MEMORY);
    CHECK(!out);
  }
  tercet_tensor_unref(indexes);
  tercet_tensor_unref(data);
}

int
main(void)
{
  test_take_against_single_elements();
  test_put_and_combine();
  test_combine_along_axis();
  test_bool_does_not_add();
  test_outside();
  test_no_memory();
  return check_finish();
}
