// SPDX-License-Identifier: Apache-2.0

/// Joining, splitting, repeating, rolling and triangles

#include "array_reference.h"

static tercet_tensor *
int32_tensor(size_t rank, const int64_t *shape, const int32_t *data)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(
          &guard_allocator, TERCET_DTYPE_I32, rank, shape, data, &tensor, NULL),
      TERCET_OK);
  return tensor;
}

/// Check shape and elements, and give the tensor back
static void
check_int32(tercet_tensor *tensor,
            size_t rank,
            const int64_t *shape,
            const int32_t *expected)
{
  CHECK_INT(tercet_tensor_rank(tensor), rank);
  for (size_t i = 0; i < rank; ++i) {
    CHECK_INT(tercet_tensor_shape(tensor)[i], shape[i]);
  }
  for (int64_t i = 0; i < tercet_tensor_size(tensor); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(tensor), i, index);
    CHECK_INT((int64_t)reference_get(tensor, index).re, expected[i]);
  }
  tercet_tensor_unref(tensor);
}

#define SHAPE(...) ((const int64_t[]){__VA_ARGS__})
#define DATA(...) ((const int32_t[]){__VA_ARGS__})

static void
test_join(void)
{
  tercet_tensor *const a = int32_tensor(2, SHAPE(2, 2), DATA(1, 2, 3, 4));
  tercet_tensor *turned = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_permute(a, NULL, &turned, NULL), TERCET_OK);
  const tercet_tensor *const both[2] = {a, turned};
  CHECK_STATUS(tercet_tensor_concat(&guard_allocator, 2, both, -1, &out, NULL),
               TERCET_OK);
  check_end(out);
  check_int32(out, 2, SHAPE(2, 4), DATA(1, 2, 1, 3, 3, 4, 2, 4));
  CHECK_STATUS(tercet_tensor_concat(NULL, 2, both, TERCET_FLAT, &out, NULL),
               TERCET_OK);
  check_int32(out, 1, SHAPE(8), DATA(1, 2, 3, 4, 1, 3, 2, 4));
  CHECK_STATUS(tercet_tensor_stack(NULL, 2, both, 1, &out, NULL), TERCET_OK);
  check_int32(out, 3, SHAPE(2, 2, 2), DATA(1, 2, 1, 3, 3, 4, 2, 4));
  CHECK_STATUS(tercet_tensor_hstack(NULL, 2, both, &out, NULL), TERCET_OK);
  check_int32(out, 2, SHAPE(2, 4), DATA(1, 2, 1, 3, 3, 4, 2, 4));
  CHECK_STATUS(tercet_tensor_vstack(NULL, 2, both, &out, NULL), TERCET_OK);
  check_int32(out, 2, SHAPE(4, 2), DATA(1, 2, 3, 4, 1, 3, 2, 4));
  CHECK_STATUS(tercet_tensor_dstack(NULL, 2, both, &out, NULL), TERCET_OK);
  check_int32(out, 3, SHAPE(2, 2, 2), DATA(1, 1, 2, 3, 3, 2, 4, 4));
  CHECK_STATUS(tercet_tensor_concat(NULL, 0, both, 0, &out, NULL),
               TERCET_ERR_ARGUMENT);
  CHECK_STATUS(tercet_tensor_stack(NULL, 2, both, 3, &out, NULL),
               TERCET_ERR_SHAPE);
  tercet_tensor_unref(turned);
  tercet_tensor_unref(a);
}

static void
test_split(void)
{
  tercet_tensor *const a = int32_tensor(1, SHAPE(6), DATA(0, 1, 2, 3, 4, 5));
  tercet_tensor *parts[4] = {NULL};
  tercet_error err = {0};
  CHECK_STATUS(tercet_tensor_split(a, 0, 2, SHAPE(1, -2), parts, NULL),
               TERCET_OK);
  check_int32(parts[0], 1, SHAPE(1), DATA(0));
  check_int32(parts[1], 1, SHAPE(3), DATA(1, 2, 3));
  check_int32(parts[2], 1, SHAPE(2), DATA(4, 5));
  CHECK_STATUS(tercet_tensor_split_equal(a, -1, 3, parts, NULL), TERCET_OK);
  check_int32(parts[0], 1, SHAPE(2), DATA(0, 1));
  check_int32(parts[1], 1, SHAPE(2), DATA(2, 3));
  check_int32(parts[2], 1, SHAPE(2), DATA(4, 5));
  CHECK_STATUS(tercet_tensor_split_equal(a, 0, 4, parts, &err),
               TERCET_ERR_SHAPE);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "axis 0 of extent 6 does not split into 4 equal parts");
  tercet_tensor_unref(a);
}

static void
test_repeat_and_tile(void)
{
  tercet_tensor *const a = int32_tensor(2, SHAPE(2, 2), DATA(1, 2, 3, 4));
  tercet_tensor *const v = int32_tensor(1, SHAPE(3), DATA(1, 2, 3));
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_repeat(
                   &guard_allocator, a, 1, SHAPE(2), TERCET_FLAT, &out, NULL),
               TERCET_OK);
  check_end(out);
  check_int32(out, 1, SHAPE(8), DATA(1, 1, 2, 2, 3, 3, 4, 4));
  CHECK_STATUS(tercet_tensor_repeat(NULL, a, 1, SHAPE(2), 0, &out, NULL),
               TERCET_OK);
  check_int32(out, 2, SHAPE(4, 2), DATA(1, 2, 1, 2, 3, 4, 3, 4));
  CHECK_STATUS(tercet_tensor_repeat(NULL, a, 2, SHAPE(0, 3), 1, &out, NULL),
               TERCET_OK);
  check_int32(out, 2, SHAPE(2, 3), DATA(2, 2, 2, 4, 4, 4));
  CHECK_STATUS(tercet_tensor_repeat(NULL, a, 2, SHAPE(-1, 3), 1, &out, NULL),
               TERCET_ERR_RANGE);
  CHECK_STATUS(
      tercet_tensor_repeat(NULL, a, 1, SHAPE(INT64_MAX), 1, &out, NULL),
      TERCET_ERR_SHAPE);

  // num.cr returned a vector unchanged
  CHECK_STATUS(tercet_tensor_tile(NULL, v, 1, SHAPE(2), &out, NULL), TERCET_OK);
  check_int32(out, 1, SHAPE(6), DATA(1, 2, 3, 1, 2, 3));
  CHECK_STATUS(
      tercet_tensor_tile(&guard_allocator, v, 2, SHAPE(2, 2), &out, NULL),
      TERCET_OK);
  check_end(out);
  check_int32(out, 2, SHAPE(2, 6), DATA(1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3));
  CHECK_STATUS(tercet_tensor_tile(NULL, a, 1, SHAPE(0), &out, NULL), TERCET_OK);
  check_int32(out, 2, SHAPE(2, 0), NULL);
  tercet_tensor_unref(a);
  tercet_tensor_unref(v);
}

static void
test_roll_and_triangles(void)
{
  tercet_tensor *const a =
      int32_tensor(3, SHAPE(2, 2, 3), DATA(1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6));
  tercet_tensor *const v = int32_tensor(1, SHAPE(4), DATA(1, 2, 3, 4));
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_roll(NULL, v, -5, 0, &out, NULL), TERCET_OK);
  check_int32(out, 1, SHAPE(4), DATA(2, 3, 4, 1));
  CHECK_STATUS(tercet_tensor_roll(NULL, a, 1, TERCET_FLAT, &out, NULL),
               TERCET_OK);
  check_int32(out, 3, SHAPE(2, 2, 3), DATA(6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5));
  // Right for each matrix of rank 3, which it was not in num.cr
  CHECK_STATUS(tercet_tensor_tril(NULL, a, 0, &out, NULL), TERCET_OK);
  check_int32(out, 3, SHAPE(2, 2, 3), DATA(1, 0, 0, 4, 5, 0, 1, 0, 0, 4, 5, 0));
  CHECK_STATUS(tercet_tensor_triu(NULL, a, 1, &out, NULL), TERCET_OK);
  check_int32(out, 3, SHAPE(2, 2, 3), DATA(0, 2, 3, 0, 0, 6, 0, 2, 3, 0, 0, 6));
  CHECK_STATUS(tercet_tensor_triu(NULL, a, INT64_MAX, &out, NULL), TERCET_OK);
  check_int32(out, 3, SHAPE(2, 2, 3), (const int32_t[12]){0});
  CHECK_STATUS(tercet_tensor_tril_in_place(a, -1, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_tril(NULL, v, 0, &out, NULL), TERCET_ERR_SHAPE);
  check_int32(a, 3, SHAPE(2, 2, 3), DATA(0, 0, 0, 4, 0, 0, 0, 0, 0, 4, 0, 0));
  tercet_tensor_unref(v);
}

/// Joining what split has cut gives what there was, for any layout and dtype
static void
test_split_and_join_again(void)
{
  uint64_t state = 31;
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    for (int i = 0; i < 30; ++i) {
      int64_t shape[TERCET_MAX_RANK];
      const size_t rank = random_shape(&state, shape);
      tercet_tensor *const tensor =
          random_tensor(&state, (tercet_dtype)dtype, RANDOM_TAME, rank, shape);
      for (size_t axis = 0; axis < rank; ++axis) {
        const int64_t cut = (int64_t)(check_random(&state) % 5U);
        tercet_tensor *parts[2] = {NULL};
        tercet_tensor *out = NULL;
        CHECK_STATUS(
            tercet_tensor_split(tensor, (int64_t)axis, 1, &cut, parts, NULL),
            TERCET_OK);
        CHECK_STATUS(tercet_tensor_concat(&guard_allocator,
                                          2,
                                          (const tercet_tensor *const *)parts,
                                          (int64_t)axis,
                                          &out,
                                          NULL),
                     TERCET_OK);
        check_end(out);
        CHECK(tercet_tensor_equals(out, tensor));
        tercet_tensor_unref(out);
        tercet_tensor_unref(parts[0]);
        tercet_tensor_unref(parts[1]);
      }
      tercet_tensor_unref(tensor);
    }
  }
}

static void
test_each_allocation_failing(void)
{
  tercet_tensor *const a = int32_tensor(2, SHAPE(2, 2), DATA(1, 2, 3, 4));
  const tercet_tensor *const both[2] = {a, a};
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_stack(&alloc, 2, both, 0, &out, NULL), TERCET_OK);
  tercet_tensor_unref(out);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_tensor_stack(&alloc, 2, both, 0, &out, NULL),
                 TERCET_ERR_NO_MEMORY);
    CHECK(!out);
  }
  tercet_tensor_unref(a);
}

int
main(void)
{
  test_join();
  test_split();
  test_repeat_and_tile();
  test_roll_and_triangles();
  test_split_and_join_again();
  test_each_allocation_failing();
  return check_finish();
}
