// SPDX-License-Identifier: Apache-2.0

/// Sums of squares and 2-norms of the tensor's own dtype, against the steps
/// that they are made of

#include "check.h"

#include "array/reduce.h"

#define N_ROWS 7
#define N_COLUMNS 600

static tercet_tensor *
make_numbers(tercet_dtype dtype)
{
  const int64_t shape[] = {N_ROWS, N_COLUMNS};
  static int64_t numbers[N_ROWS * N_COLUMNS];
  uint64_t state = 1;
  for (size_t i = 0; i < N_ROWS * N_COLUMNS; ++i) {
    numbers[i] = (int64_t)(check_random(&state) % 200U) - 100;
  }
  tercet_tensor *wide = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_I64, 2, shape, numbers, &wide, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, wide, dtype, &out, NULL), TERCET_OK);
  tercet_tensor_unref(wide);
  return out;
}

/// Return the sums of squares along an axis: exact in uint64, modulo 2^64, or
/// in float64
static tercet_tensor *
reference(const tercet_tensor *x, bool is_float, int64_t axis)
{
  tercet_tensor *wide = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_cast(
          NULL, x, is_float ? TERCET_DTYPE_F64 : TERCET_DTYPE_U64, &wide, NULL),
      TERCET_OK);
  CHECK_STATUS(tercet_tensor_square_into(wide, wide, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_sum(NULL, wide, 1, &axis, true, &out, NULL),
               TERCET_OK);
  tercet_tensor_unref(wide);
  return out;
}

static void
check_op(unsigned op, const tercet_tensor *x, int64_t axis, bool is_float)
{
  const tercet_dtype dtype = tercet_tensor_dtype(x);
  const int64_t shape[] = {axis ? N_ROWS : 1, axis ? 1 : N_COLUMNS};
  const bool reduces[] = {axis == 0, axis == 1};
  const bool is_norm = op == REDUCE_OWN_NORM2;
  tercet_tensor *sums = reference(x, is_float || is_norm, axis);
  tercet_tensor *expected = NULL;
  tercet_tensor *out = NULL;
  if (is_norm) {
    CHECK_STATUS(tercet_tensor_sqrt_into(sums, sums, NULL), TERCET_OK);
  }
  CHECK_STATUS(tercet_tensor_cast(NULL, sums, dtype, &expected, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, 2, shape, &out, NULL), TERCET_OK);
  CHECK_INT(tercet_reduced_dtype(op, dtype), dtype);
  CHECK_STATUS(tercet_reduce_into(op, x, reduces, 0, out, NULL), TERCET_OK);
  const bool is_equal = tercet_tensor_equals(out, expected);
  CHECK(is_equal);
  if (!is_equal) {
    fprintf(
        stderr, "  %s along axis %d\n", tercet_dtype_name(dtype), (int)axis);
  }
  tercet_tensor_unref(out);
  tercet_tensor_unref(expected);
  tercet_tensor_unref(sums);
}

static void
test_each_dtype(void)
{
  for (int d = 0; d < TERCET_DTYPE_COUNT; ++d) {
    const tercet_dtype dtype = (tercet_dtype)d;
    const bool is_float = dtype >= TERCET_DTYPE_F16;
    if (dtype == TERCET_DTYPE_BOOL || dtype >= TERCET_DTYPE_C64) {
      continue;
    }
    tercet_tensor *const x = make_numbers(dtype);
    for (int64_t axis = 0; axis < 2; ++axis) {
      check_op(REDUCE_SQUARES, x, axis, is_float);
      check_op(REDUCE_OWN_NORM2, x, axis, is_float);
    }
    tercet_tensor_unref(x);
  }
}

static void
test_complex_numbers_have_none(void)
{
  tercet_error err = {0};
  tercet_tensor *x = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_new(NULL, TERCET_DTYPE_C64, 1, (int64_t[]){2}, &x, NULL),
      TERCET_OK);
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_C64, 0, NULL, &out, NULL),
               TERCET_OK);
  CHECK_STATUS(
      tercet_reduce_into(REDUCE_SQUARES, x, (bool[]){true}, 0, out, &err),
      TERCET_ERR_DTYPE);
  CHECK_TEXT(
      err.message, strlen(err.message), "no sum of squares of complex64");
  tercet_tensor_unref(out);
  tercet_tensor_unref(x);
}

int
main(void)
{
  test_each_dtype();
  test_complex_numbers_have_none();
  return check_finish();
}
