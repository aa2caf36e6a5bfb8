// SPDX-License-Identifier: Apache-2.0

/// Bits and shifts of integers

#include "elementwise_reference.h"

/// Shift to the left, one bit at a time, by a count that may be negative
static long double
shifted(const reference_format *format, long double x, long double left)
{
  const int width = format->digits;
  const int n = fabsl(left) > width ? width : (int)fabsl(left);
  for (int i = 0; i < n; ++i) {
    x = left > 0 ? reference_wrap(format, 2 * reference_bits(x))
                 : floorl(x / 2);
  }
  return x;
}

static expectation
reference(tercet_binary_op op,
          tercet_dtype dtype,
          tercet_dtype out,
          reference_value x,
          reference_value y)
{
  (void)out;
  const reference_format format = reference_format_of(dtype);
  const uint64_t a = reference_bits(x.re);
  const uint64_t b = reference_bits(y.re);
  long double z = 0;
  switch ((int)op) {
  case TERCET_BITWISE_AND:
    z = reference_wrap(&format, a & b);
    break;
  case TERCET_BITWISE_OR:
    z = reference_wrap(&format, a | b);
    break;
  case TERCET_BITWISE_XOR:
    z = reference_wrap(&format, a ^ b);
    break;
  case TERCET_LEFT_SHIFT:
    z = shifted(&format, x.re, y.re);
    break;
  default:
    z = shifted(&format, x.re, -y.re);
    break;
  }
  return (expectation){{z, 0}, 0, false};
}

static void
test_all_dtypes_like_the_reference(void)
{
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    const reference_kind kind = reference_format_of((tercet_dtype)dtype).kind;
    for (int op = TERCET_BITWISE_AND; op <= TERCET_RIGHT_SHIFT; ++op) {
      if (kind == REFERENCE_FLOAT ||
          (kind == REFERENCE_BOOL && op >= TERCET_LEFT_SHIFT)) {
        check_lacking((tercet_binary_op)op, (tercet_dtype)dtype);
        continue;
      }
      check_random_binary("bits",
                          (tercet_binary_op)op,
                          reference,
                          (tercet_dtype)dtype,
                          (tercet_dtype)dtype,
                          (tercet_dtype)dtype,
                          40);
    }
  }
}

static void
check_shift(int32_t x, int32_t count, int32_t left, int32_t right)
{
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I32, 1, &x);
  tercet_tensor *const b = vector_of(TERCET_DTYPE_I32, 1, &count);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_left_shift(NULL, a, b, &out, NULL), TERCET_OK);
  CHECK_INT(*(const int32_t *)tercet_tensor_data(out), left);
  tercet_tensor_unref(out);
  CHECK_STATUS(tercet_tensor_right_shift(NULL, a, b, &out, NULL), TERCET_OK);
  CHECK_INT(*(const int32_t *)tercet_tensor_data(out), right);
  tercet_tensor_unref(out);
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
}

/// A count of the width or more, or below 0, is defined
static void
test_shifts_by_any_count(void)
{
  check_shift(5, 1, 10, 2);
  check_shift(5, 31, INT32_MIN, 0);
  check_shift(5, 32, 0, 0);
  check_shift(-5, 32, 0, -1);
  check_shift(-5, INT32_MAX, 0, -1);
  check_shift(-5, -1, -3, -10);
  check_shift(-5, INT32_MIN, -1, 0);
  check_shift(5, INT32_MIN, 0, 0);
}

int
main(void)
{
  test_all_dtypes_like_the_reference();
  test_shifts_by_any_count();
  return check_finish();
}
