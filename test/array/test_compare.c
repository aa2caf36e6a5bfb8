// SPDX-License-Identifier: Apache-2.0

/// Comparisons, extremes and logic on all dtypes

#include "elementwise_reference.h"

static bool
is_true(reference_value x)
{
  return x.re != 0 || x.im != 0;
}

static expectation
reference(tercet_binary_op op,
          tercet_dtype dtype,
          tercet_dtype out,
          reference_value x,
          reference_value y)
{
  (void)dtype;
  (void)out;
  long double z = 0;
  switch ((int)op) {
  case TERCET_EQUAL:
    z = x.re == y.re && x.im == y.im;
    break;
  case TERCET_NOT_EQUAL:
    z = x.re != y.re || x.im != y.im;
    break;
  case TERCET_LESS:
    z = x.re < y.re;
    break;
  case TERCET_LESS_EQUAL:
    z = x.re <= y.re;
    break;
  case TERCET_GREATER:
    z = x.re > y.re;
    break;
  case TERCET_GREATER_EQUAL:
    z = x.re >= y.re;
    break;
  case TERCET_LOGICAL_AND:
    z = is_true(x) && is_true(y);
    break;
  case TERCET_LOGICAL_OR:
    z = is_true(x) || is_true(y);
    break;
  case TERCET_LOGICAL_XOR:
    z = is_true(x) != is_true(y);
    break;
  case TERCET_MAXIMUM:
    z = isnan(x.re) || x.re > y.re ? x.re : y.re;
    break;
  default:
    z = isnan(x.re) || x.re < y.re ? x.re : y.re;
    break;
  }
  return (expectation){{z, 0}, 0, false};
}

static void
test_all_dtypes_like_the_reference(void)
{
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    const bool is_complex = reference_format_of((tercet_dtype)dtype).is_complex;
    for (int op = TERCET_LOGICAL_AND; op <= TERCET_GREATER_EQUAL; ++op) {
      if (is_complex && op > TERCET_NOT_EQUAL) {
        check_lacking((tercet_binary_op)op, (tercet_dtype)dtype);
        continue;
      }
      check_random_binary("comparison",
                          (tercet_binary_op)op,
                          reference,
                          (tercet_dtype)dtype,
                          (tercet_dtype)dtype,
                          TERCET_DTYPE_BOOL,
                          40);
    }
    for (int op = TERCET_MAXIMUM; op <= TERCET_MINIMUM; ++op) {
      if (is_complex) {
        check_lacking((tercet_binary_op)op, (tercet_dtype)dtype);
        continue;
      }
      check_random_binary("extreme",
                          (tercet_binary_op)op,
                          reference,
                          (tercet_dtype)dtype,
                          (tercet_dtype)dtype,
                          (tercet_dtype)dtype,
                          40);
    }
  }
}

/// NaN differs from itself, and -0 equals 0
static void
test_special_floats(void)
{
  const double x[] = {NAN, -0.0, INFINITY, 1};
  const double y[] = {NAN, 0.0, INFINITY, NAN};
  const uint8_t equal[] = {0, 1, 1, 0};
  const uint8_t not_equal[] = {1, 0, 0, 1};
  tercet_tensor *const a = vector_of(TERCET_DTYPE_F64, 4, x);
  tercet_tensor *const b = vector_of(TERCET_DTYPE_F64, 4, y);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_equal(NULL, a, b, &out, NULL), TERCET_OK);
  CHECK(!memcmp(tercet_tensor_data(out), equal, 4));
  tercet_tensor_unref(out);
  CHECK_STATUS(tercet_tensor_not_equal(NULL, a, b, &out, NULL), TERCET_OK);
  CHECK(!memcmp(tercet_tensor_data(out), not_equal, 4));
  tercet_tensor_unref(out);
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
}

int
main(void)
{
  test_all_dtypes_like_the_reference();
  test_special_floats();
  return check_finish();
}
