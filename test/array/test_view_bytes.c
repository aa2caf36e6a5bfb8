// SPDX-License-Identifier: Apache-2.0

/// Flags, and views of bytes with other strides or dtypes

#include "view_reference.h"

#define OK(call) CHECK_STATUS((call), TERCET_OK)

enum {
  CONTIGUOUS = TERCET_FLAG_ROW_MAJOR,
  FORTRAN = TERCET_FLAG_COLUMN_MAJOR,
  OWNER = TERCET_FLAG_OWNER,
  WRITABLE = TERCET_FLAG_WRITABLE,
  ALIGNED = TERCET_FLAG_ALIGNED,
  OVERLAPS = TERCET_FLAG_OVERLAPS,
};

/// Compare the flags, and give the tensor back
static void
expect_flags(tercet_tensor *tensor, int flags)
{
  CHECK_INT(tercet_tensor_flags(tensor), flags);
  tercet_tensor_unref(tensor);
}

/* ---- Flags ---- */

static void
test_flags(void)
{
  tercet_tensor *out = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_F32, "234");
  const tercet_index items[2] = {tercet_index_ellipsis(), tercet_index_at(1)};
  CHECK_INT(tercet_tensor_flags(a), CONTIGUOUS | OWNER | WRITABLE | ALIGNED);
  OK(tercet_tensor_index(a, 2, items, &out, NULL));
  CHECK_INT(tercet_tensor_offset(out), 4);
  expect_flags(out, WRITABLE | ALIGNED);
  OK(tercet_tensor_transpose(a, 0, NULL, &out, NULL));
  expect_flags(out, FORTRAN | WRITABLE | ALIGNED);
  OK(tercet_tensor_view_all(a, &out, NULL));
  expect_flags(out, CONTIGUOUS | WRITABLE | ALIGNED);
  OK(tercet_tensor_expand_dims(a, 0, &out, NULL));
  expect_flags(out, CONTIGUOUS | WRITABLE | ALIGNED);
  tercet_tensor_unref(a);

  // Axes of extent 1 do not count, and vectors lie in both orders
  tercet_tensor *const b = count_up(TERCET_DTYPE_F32, "13");
  CHECK_INT(tercet_tensor_flags(b),
            CONTIGUOUS | FORTRAN | OWNER | WRITABLE | ALIGNED);
  const int64_t shape[2] = {1, 3};
  const int64_t strides[2] = {0, 4};
  OK(tercet_tensor_as_strided(b, 2, shape, strides, 0, &out, NULL));
  expect_flags(out, CONTIGUOUS | FORTRAN | WRITABLE | ALIGNED);
  tercet_tensor_unref(b);
}

/// In num.cr, views of read-only views can be written again
static void
test_read_only_is_inherited(void)
{
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I32, 3, 1, 2, 3);
  const int64_t shape[2] = {3, 3};
  tercet_tensor *spread = NULL;
  tercet_tensor *out = NULL;
  OK(tercet_tensor_broadcast_to(a, 2, shape, &spread, NULL));
  CHECK_INT(tercet_tensor_flags(spread), ALIGNED | OVERLAPS);
  OK(tercet_tensor_transpose(spread, 0, NULL, &out, NULL));
  expect_flags(out, ALIGNED | OVERLAPS);
  OK(tercet_tensor_diagonal(spread, 0, 0, 1, &out, NULL));
  CHECK_STATUS(tercet_tensor_fill(out, tercet_scalar_from_i64(7), NULL),
               TERCET_ERR_ARGUMENT);
  expect_flags(out, CONTIGUOUS | FORTRAN | ALIGNED);
  tercet_tensor_unref(spread);
  expect(a, "[1, 2, 3]");
}

static void
test_lent_memory_is_not_owned(void)
{
  double data[6] = {0};
  const int64_t shape[2] = {2, 2};
  const int64_t strides[2] = {-24, 8};
  tercet_tensor *out = NULL;
  OK(tercet_tensor_wrap(NULL,
                        TERCET_DTYPE_F64,
                        2,
                        shape,
                        strides,
                        data + 3,
                        NULL,
                        NULL,
                        &out,
                        NULL));
  CHECK_INT(tercet_tensor_offset(out), 24);
  expect_flags(out, WRITABLE | ALIGNED);
}

static void
test_view_shares_its_elements(void)
{
  tercet_tensor *const a = count_up(TERCET_DTYPE_I32, "33");
  tercet_tensor *b = NULL;
  OK(tercet_tensor_view_all(a, &b, NULL));
  OK(tercet_tensor_fill(b, tercet_scalar_from_i64(99), NULL));
  tercet_tensor_unref(b);
  expect(a, "[[99, 99, 99], [99, 99, 99], [99, 99, 99]]");
}

/* ---- Any strides ---- */

static void
test_as_strided(void)
{
  tercet_tensor *out = NULL;
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I32, 3, 1, 2, 3);
  const int64_t square[2] = {3, 3};
  const int64_t repeat[2] = {0, 4};
  OK(tercet_tensor_as_strided(a, 2, square, repeat, 0, &out, NULL));
  CHECK_INT(tercet_tensor_flags(out), ALIGNED | OVERLAPS);
  expect(out, "[[1, 2, 3], [1, 2, 3], [1, 2, 3]]");

  const int64_t windows[2] = {2, 2};
  const int64_t sliding[2] = {4, 4};
  OK(tercet_tensor_as_strided(a, 2, windows, sliding, 0, &out, NULL));
  CHECK(!tercet_tensor_mutable_data(out));
  expect(out, "[[1, 2], [2, 3]]");

  const int64_t back[1] = {-4};
  OK(tercet_tensor_as_strided(a, 1, square, back, 8, &out, NULL));
  CHECK(tercet_tensor_mutable_data(out));
  expect(out, "[3, 2, 1]");
  OK(tercet_tensor_as_strided(a, 0, NULL, NULL, 4, &out, NULL));
  expect(out, "2");

  // A stride that is not stepped, and a tensor without elements, reach nothing
  const int64_t thin[2] = {1, 0};
  const int64_t wild[2] = {INT64_MAX, INT64_MIN};
  OK(tercet_tensor_as_strided(a, 2, thin, wild, INT64_MAX, &out, NULL));
  expect_shape(out, "[1, 0]");
  OK(tercet_tensor_as_strided(a, 1, thin, wild, 8, &out, NULL));
  expect(out, "[3]");
  tercet_tensor_unref(a);
}

/// A view of a part may be widened to all of the memory again
static void
test_as_strided_of_a_view(void)
{
  tercet_tensor *part = NULL;
  tercet_tensor *out = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_U8, "33");
  const tercet_index items[2] = {tercet_index_at(1), tercet_index_at(1)};
  const int64_t shape[1] = {9};
  const int64_t strides[1] = {1};
  OK(tercet_tensor_index(a, 2, items, &part, NULL));
  OK(tercet_tensor_as_strided(part, 1, shape, strides, -4, &out, NULL));
  expect(out, "[0, 1, 2, 3, 4, 5, 6, 7, 8]");
  CHECK_STATUS(
      tercet_tensor_as_strided(part, 1, shape, strides, -3, &out, NULL),
      TERCET_ERR_RANGE);
  CHECK(!out);
  tercet_tensor_unref(part);
  tercet_tensor_unref(a);
}

/// num.cr accepts shape [4] on two elements
static void
test_as_strided_checks_its_reach(void)
{
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I32, 2, 1, 2);
  const int64_t four[1] = {4};
  const int64_t two[2] = {2, 2};
  const int64_t plain[1] = {4};
  const int64_t odd[1] = {2};
  const int64_t huge[2] = {INT64_MAX / 8 * 8, INT64_MAX / 8 * 8};
  CHECK_FAILURE(tercet_tensor_as_strided(a, 1, four, plain, 0, &out, &err),
                TERCET_ERR_RANGE,
                out,
                err,
                "the elements are bytes 0 to 16 of a memory of 8");
  CHECK_FAILURE(tercet_tensor_as_strided(a, 1, two, plain, -4, &out, &err),
                TERCET_ERR_RANGE,
                out,
                err,
                "the elements are bytes -4 to 4 of a memory of 8");
  CHECK_FAILURE(tercet_tensor_as_strided(a, 1, two, odd, 0, &out, &err),
                TERCET_ERR_ARGUMENT,
                out,
                err,
                "stride 2 of axis 0 is not a multiple of the 4 bytes of int32");
  CHECK_FAILURE(tercet_tensor_as_strided(a, 0, NULL, NULL, 2, &out, &err),
                TERCET_ERR_ARGUMENT,
                out,
                err,
                "the first element is not aligned to the 4 bytes of int32");
  CHECK_FAILURE(tercet_tensor_as_strided(a, 2, two, huge, 0, &out, &err),
                TERCET_ERR_RANGE,
                out,
                err,
                "the strides lead out of memory");
  CHECK_FAILURE(
      tercet_tensor_as_strided(a, 0, NULL, NULL, INT64_MAX, &out, &err),
      TERCET_ERR_RANGE,
      out,
      err,
      "the strides lead out of memory");
  tercet_tensor_unref(a);
}

/* ---- Another dtype ---- */

static void
test_view_as(void)
{
  tercet_tensor *out = NULL;
  tercet_tensor *back = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_I32, "3");
  OK(tercet_tensor_view_as(a, TERCET_DTYPE_I8, &out, NULL));
  OK(tercet_tensor_view_as(out, TERCET_DTYPE_I32, &back, NULL));
  CHECK(same_tensors(a, back));
  tercet_tensor_unref(back);
  CHECK(tercet_tensor_mutable_data(out));
  expect(out, "[0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]");
  OK(tercet_tensor_view_as(a, TERCET_DTYPE_U32, &out, NULL));
  expect(out, "[0, 1, 2]");
  tercet_tensor_unref(a);

  // num.cr forgets the strides of other axes
  tercet_tensor *flipped = NULL;
  tercet_tensor *const b = count_up(TERCET_DTYPE_I16, "22");
  const int64_t axes[1] = {0};
  OK(tercet_tensor_flip(b, 1, axes, &flipped, NULL));
  OK(tercet_tensor_view_as(flipped, TERCET_DTYPE_U8, &out, NULL));
  expect(out, "[[2, 0, 3, 0], [0, 0, 1, 0]]");
  OK(tercet_tensor_view_as(flipped, TERCET_DTYPE_I32, &out, NULL));
  expect(out, "[[196610], [65536]]");
  tercet_tensor_unref(flipped);
  tercet_tensor_unref(b);
}

static void
test_view_as_failures(void)
{
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  tercet_tensor *turned = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_I16, "23");
  OK(tercet_tensor_transpose(a, 0, NULL, &turned, NULL));
  CHECK_FAILURE(tercet_tensor_view_as(turned, TERCET_DTYPE_I8, &out, &err),
                TERCET_ERR_ARGUMENT,
                out,
                err,
                "the last axis has stride 6, not 2");
  CHECK_FAILURE(tercet_tensor_view_as(a, TERCET_DTYPE_I32, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "the 6 bytes of the last axis are not a multiple of the 4 of "
                "int32");
  const tercet_index part[2] = {tercet_index_all(),
                                tercet_index_range(1, 3, 1)};
  tercet_tensor *odd = NULL;
  OK(tercet_tensor_index(a, 2, part, &odd, NULL));
  CHECK_FAILURE(tercet_tensor_view_as(odd, TERCET_DTYPE_F32, &out, &err),
                TERCET_ERR_ARGUMENT,
                out,
                err,
                "the first element is not aligned to the 4 bytes of float32");
  tercet_tensor_unref(odd);
  const tercet_index even[2] = {tercet_index_all(),
                                tercet_index_range(0, 2, 1)};
  OK(tercet_tensor_index(a, 2, even, &odd, NULL));
  CHECK_FAILURE(tercet_tensor_view_as(odd, TERCET_DTYPE_F32, &out, &err),
                TERCET_ERR_ARGUMENT,
                out,
                err,
                "stride 6 of axis 0 is not a multiple of the 4 bytes of "
                "float32");
  tercet_tensor_unref(odd);
  tercet_tensor *const scalar = count_up(TERCET_DTYPE_F64, "");
  CHECK_FAILURE(tercet_tensor_view_as(scalar, TERCET_DTYPE_F32, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "a float64 of rank 0 cannot be viewed as float32");
  OK(tercet_tensor_view_as(scalar, TERCET_DTYPE_I64, &out, NULL));
  expect(out, "0");
  tercet_tensor_unref(scalar);
  tercet_tensor_unref(turned);
  tercet_tensor_unref(a);
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  const int64_t shape[1] = {2};
  const int64_t strides[1] = {4};
  tercet_tensor *in = NULL;
  tercet_tensor *out = NULL;
  OK(tercet_tensor_new(&alloc, TERCET_DTYPE_F32, 1, shape, &in, NULL));
  state = (failing_allocator){0, 0};
  CHECK_STATUS(tercet_tensor_as_strided(in, 1, shape, strides, 0, &out, NULL),
               TERCET_ERR_NO_MEMORY);
  CHECK(!out);
  state = (failing_allocator){0, 0};
  CHECK_STATUS(tercet_tensor_view_as(in, TERCET_DTYPE_I8, &out, NULL),
               TERCET_ERR_NO_MEMORY);
  CHECK(!out);
  state = (failing_allocator){0, 0};
  CHECK_STATUS(tercet_tensor_view_all(in, &out, NULL), TERCET_ERR_NO_MEMORY);
  CHECK(!out);
  tercet_tensor_unref(in);
}

int
main(void)
{
  test_flags();
  test_read_only_is_inherited();
  test_lent_memory_is_not_owned();
  test_view_shares_its_elements();
  test_as_strided();
  test_as_strided_of_a_view();
  test_as_strided_checks_its_reach();
  test_view_as();
  test_view_as_failures();
  test_each_allocation_failing();
  return check_finish();
}
