// SPDX-License-Identifier: Apache-2.0

#include "check.h"

#include <tercet/tensor.h>

#include <math.h>

static tercet_tensor *
make(tercet_dtype dtype, size_t rank, const int64_t *shape, const void *data)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, dtype, rank, shape, data, &out, NULL),
      TERCET_OK);
  return out;
}

static void
test_unique_axis(void)
{
  static const int64_t shape[] = {3, 5};
  const double nan_ = NAN;
  const double numbers[] = {
      2, 1, 2, 1, 2, 0, nan_, -0.0, nan_, 0, 5, 7, 5, 7, 4};
  static const int64_t expected_shape[] = {3, 3};
  const double expected[] = {1, 2, 2, nan_, 0, 0, 7, 4, 5};
  static const int64_t first[] = {1, 4, 0};
  static const int64_t places[] = {2, 0, 2, 0, 1};
  static const int64_t numbers_of[] = {2, 1, 2};
  static const int64_t three = 3;
  static const int64_t five = 5;
  tercet_tensor *const data = make(TERCET_DTYPE_F64, 2, shape, numbers);
  tercet_tensor *results[4] = {NULL};
  CHECK_STATUS(tercet_tensor_unique_axis(NULL,
                                         data,
                                         -1,
                                         &results[0],
                                         &results[1],
                                         &results[2],
                                         &results[3],
                                         NULL),
               TERCET_OK);
  tercet_tensor *const wanted[] = {
      make(TERCET_DTYPE_F64, 2, expected_shape, expected),
      make(TERCET_DTYPE_I64, 1, &three, first),
      make(TERCET_DTYPE_I64, 1, &five, places),
      make(TERCET_DTYPE_I64, 1, &three, numbers_of)};
  for (size_t i = 0; i < 4; ++i) {
    bool is_close = false;
    CHECK_STATUS(tercet_tensor_allclose(
                     results[i], wanted[i], 0, 0, true, &is_close, NULL),
                 TERCET_OK);
    CHECK(is_close);
    tercet_tensor_unref(results[i]);
    tercet_tensor_unref(wanted[i]);
  }
  tercet_tensor_unref(data);
}

/// No parts at all, and parts without elements, which are all equal
static void
test_unique_axis_of_nothing(void)
{
  static const int64_t shape[] = {0, 3};
  tercet_tensor *const data = make(TERCET_DTYPE_I16, 2, shape, NULL);
  for (int64_t axis = 0; axis < 2; ++axis) {
    tercet_tensor *values = NULL;
    tercet_tensor *counts = NULL;
    CHECK_STATUS(tercet_tensor_unique_axis(
                     NULL, data, axis, &values, NULL, NULL, &counts, NULL),
                 TERCET_OK);
    CHECK_INT(tercet_tensor_shape(values)[axis], axis);
    CHECK_INT(tercet_tensor_size(counts), axis);
    tercet_tensor_unref(values);
    tercet_tensor_unref(counts);
  }
  tercet_tensor *values = NULL;
  tercet_error err = {0};
  CHECK_STATUS(
      tercet_tensor_unique_axis(NULL, data, 2, &values, NULL, NULL, NULL, &err),
      TERCET_ERR_SHAPE);
  tercet_tensor_unref(data);
}

static void
test_unique_axis_no_memory(void)
{
  static const int64_t shape[] = {2, 2};
  static const int32_t numbers[] = {1, 2, 1, 2};
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_tensor *const data = make(TERCET_DTYPE_I32, 2, shape, numbers);
  tercet_status st = TERCET_ERR_NO_MEMORY;
  for (size_t i = 0; st == TERCET_ERR_NO_MEMORY; ++i) {
    tercet_tensor *results[4] = {NULL};
    state = (failing_allocator){0, i};
    st = tercet_tensor_unique_axis(&alloc,
                                   data,
                                   0,
                                   &results[0],
                                   &results[1],
                                   &results[2],
                                   &results[3],
                                   NULL);
    for (size_t j = 0; j < 4; ++j) {
      CHECK(!st == !!results[j]);
      tercet_tensor_unref(results[j]);
    }
  }
  CHECK_STATUS(st, TERCET_OK);
  tercet_tensor_unref(data);
}

int
main(void)
{
  test_unique_axis();
  test_unique_axis_of_nothing();
  test_unique_axis_no_memory();
  return check_finish();
}
