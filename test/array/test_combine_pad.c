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

static void
check_line(const tercet_tensor *actual, int64_t n, const int32_t *numbers)
{
  tercet_tensor *const expected = make(TERCET_DTYPE_I32, 1, &n, numbers);
  CHECK(actual && tercet_tensor_equals(actual, expected));
  tercet_tensor_unref(expected);
}

static void
test_modes(void)
{
  static const struct {
    tercet_pad_mode mode;
    int64_t before;
    int64_t after;
    int64_t n;
    int32_t numbers[12];
  } cases[] = {
      {TERCET_PAD_CONSTANT, 2, 1, 6, {9, 9, 1, 2, 3, 9}},
      {TERCET_PAD_CONSTANT, -1, 2, 4, {2, 3, 9, 9}},
      {TERCET_PAD_CONSTANT, 1, -2, 2, {9, 1}},
      {TERCET_PAD_CONSTANT, -5, 4, 2, {9, 9}},
      {TERCET_PAD_CONSTANT, 4, -5, 2, {9, 9}},
      {TERCET_PAD_CONSTANT, -1, -2, 0, {0}},
      {TERCET_PAD_EDGE, 2, 3, 8, {1, 1, 1, 2, 3, 3, 3, 3}},
      {TERCET_PAD_EDGE, -1, 1, 3, {2, 3, 3}},
      {TERCET_PAD_REFLECT, 5, 4, 12, {2, 1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3}},
      {TERCET_PAD_WRAP, 4, 2, 9, {3, 1, 2, 3, 1, 2, 3, 1, 2}},
      {TERCET_PAD_WRAP, 0, 0, 3, {1, 2, 3}},
  };
  static const int64_t three = 3;
  static const int32_t numbers[] = {1, 2, 3};
  static const int32_t nine = 9;
  tercet_tensor *const data = make(TERCET_DTYPE_I32, 1, &three, numbers);
  tercet_tensor *const value = make(TERCET_DTYPE_I32, 0, NULL, &nine);
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_tensor_pad(NULL,
                                   data,
                                   cases[i].mode,
                                   &cases[i].before,
                                   &cases[i].after,
                                   value,
                                   &out,
                                   NULL),
                 TERCET_OK);
    check_line(out, cases[i].n, cases[i].numbers);
    tercet_tensor_unref(out);
  }
  tercet_tensor_unref(value);
  tercet_tensor_unref(data);
}

/// A turned matrix, padded on both axes, by 0 and by its edges
static void
test_two_axes(void)
{
  static const int64_t shape[] = {2, 2};
  static const double numbers[] = {1, 2, 3, 4};
  static const int64_t before[] = {1, 0};
  static const int64_t after[] = {0, 1};
  static const int64_t padded_shape[] = {3, 3};
  static const double zeros[] = {0, 0, 0, 1, 3, 0, 2, 4, 0};
  static const double edges[] = {1, 3, 3, 1, 3, 3, 2, 4, 4};
  tercet_tensor *const data = make(TERCET_DTYPE_F64, 2, shape, numbers);
  tercet_tensor *turned = NULL;
  CHECK_STATUS(tercet_tensor_permute(data, NULL, &turned, NULL), TERCET_OK);
  for (int i = 0; i < 2; ++i) {
    tercet_tensor *out = NULL;
    tercet_tensor *const expected =
        make(TERCET_DTYPE_F64, 2, padded_shape, i ? edges : zeros);
    CHECK_STATUS(tercet_tensor_pad(NULL,
                                   turned,
                                   i ? TERCET_PAD_EDGE : TERCET_PAD_CONSTANT,
                                   before,
                                   after,
                                   NULL,
                                   &out,
                                   NULL),
                 TERCET_OK);
    CHECK(tercet_tensor_equals(out, expected));
    tercet_tensor_unref(expected);
    tercet_tensor_unref(out);
  }
  tercet_tensor_unref(turned);
  tercet_tensor_unref(data);
}

static void
test_pad_failures(void)
{
  static const struct {
    int64_t extent;
    tercet_pad_mode mode;
    int64_t before;
    int64_t after;
    tercet_status status;
    const char *message;
  } cases[] = {
      {2,
       TERCET_PAD_CONSTANT,
       -2,
       -1,
       TERCET_ERR_SHAPE,
       "axis 0 of 2 elements padded by -2 and -1"},
      {2,
       TERCET_PAD_EDGE,
       INT64_MAX,
       1,
       TERCET_ERR_SHAPE,
       "axis 0 of 2 elements padded by 9223372036854775807 and 1"},
      {0,
       TERCET_PAD_WRAP,
       1,
       0,
       TERCET_ERR_SHAPE,
       "axis 0 has no elements to pad it with"},
  };
  static const int32_t numbers[] = {1, 2};
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    tercet_error err = {0};
    tercet_tensor *out = NULL;
    tercet_tensor *const data =
        make(TERCET_DTYPE_I32, 1, &cases[i].extent, numbers);
    CHECK_STATUS(tercet_tensor_pad(NULL,
                                   data,
                                   cases[i].mode,
                                   &cases[i].before,
                                   &cases[i].after,
                                   NULL,
                                   &out,
                                   &err),
                 cases[i].status);
    CHECK_TEXT(err.message, strlen(err.message), cases[i].message);
    CHECK(!out);
    tercet_tensor_unref(data);
  }
}

static void
test_pad_no_memory(void)
{
  static const int64_t shape[] = {1, 2};
  static const float numbers[] = {1, 2};
  static const int64_t before[] = {1, 1};
  static const int64_t after[] = {0, 1};
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_tensor *const data = make(TERCET_DTYPE_F32, 2, shape, numbers);
  for (int mode = TERCET_PAD_CONSTANT; mode <= TERCET_PAD_WRAP; ++mode) {
    tercet_status st = TERCET_ERR_NO_MEMORY;
    for (size_t i = 0; st == TERCET_ERR_NO_MEMORY; ++i) {
      tercet_tensor *out = NULL;
      state = (failing_allocator){0, i};
      st = tercet_tensor_pad(
          &alloc, data, (tercet_pad_mode)mode, before, after, NULL, &out, NULL);
      CHECK(!st == !!out);
      tercet_tensor_unref(out);
    }
    CHECK_STATUS(st, TERCET_OK);
  }
  tercet_tensor_unref(data);
}

int
main(void)
{
  test_modes();
  test_two_axes();
  test_pad_failures();
  test_pad_no_memory();
  return check_finish();
}
