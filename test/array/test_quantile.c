// SPDX-License-Identifier: Apache-2.0

/// Quantiles by each method, against sorting in long double

#include "array_reference.h"

#define MAX_ITEMS 5000

static int
compare_numbers(const void *a, const void *b)
{
  const long double x = *(const long double *)a;
  const long double y = *(const long double *)b;
  return (x > y) - (x < y);
}

/// Return the quantile of sorted numbers
static long double
expected_quantile(const long double *sorted,
                  int64_t n,
                  double q,
                  tercet_quantile_method method)
{
  const double place = q * (double)(n - 1);
  const int64_t floor_place = (int64_t)floor(place);
  const bool is_between = place > (double)floor_place;
  const long double lower = sorted[floor_place];
  const long double higher = sorted[floor_place + is_between];
  const long double t = (long double)place - (long double)floor_place;
  switch (method) {
  case TERCET_QUANTILE_LOWER:
    return lower;
  case TERCET_QUANTILE_HIGHER:
    return higher;
  case TERCET_QUANTILE_MIDPOINT:
    return (lower + higher) / 2;
  case TERCET_QUANTILE_NEAREST:
    return t < 0.5L || (t == 0.5L && floor_place % 2 == 0) ? lower : higher;
  case TERCET_QUANTILE_LINEAR:
    break;
  }
  return lower + (higher - lower) * t;
}

static void
check_methods(tercet_dtype dtype, int64_t n, uint64_t *state)
{
  static long double sorted[MAX_ITEMS];
  static const double q[] = {0, 0.1, 0.25, 0.3, 0.5, 0.625, 0.99, 1};
  const size_t n_q = sizeof(q) / sizeof(q[0]);
  const int64_t zero = 0;
  tercet_tensor *numbers = NULL;
  tercet_tensor *t = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_F64, 1, &n, &numbers, NULL),
               TERCET_OK);
  double *const data = (double *)tercet_tensor_mutable_data(numbers);
  for (int64_t i = 0; i < n; ++i) {
    data[i] = (double)(check_random(state) % 120U);
  }
  CHECK_STATUS(tercet_tensor_cast(NULL, numbers, dtype, &t, NULL), TERCET_OK);
  tercet_tensor_unref(numbers);
  for (int64_t i = 0; i < n; ++i) {
    sorted[i] = reference_get(t, &i).re;
  }
  qsort(sorted, (size_t)n, sizeof(*sorted), compare_numbers);
  for (int i = TERCET_QUANTILE_LINEAR; i <= TERCET_QUANTILE_NEAREST; ++i) {
    const tercet_quantile_method method = (tercet_quantile_method)i;
    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_tensor_quantile(
                     NULL, t, n_q, q, method, 1, &zero, false, &out, NULL),
                 TERCET_OK);
    for (int64_t j = 0; j < (int64_t)n_q; ++j) {
      const long double expected = expected_quantile(sorted, n, q[j], method);
      const long double actual = reference_get(out, &j).re;
      const reference_format format =
          reference_format_of(tercet_tensor_dtype(out));
      const long double bound = ldexpl(fabsl(expected), 1 - format.digits);
      CHECK(fabsl(actual - expected) <= bound);
    }
    tercet_tensor_unref(out);
  }
  tercet_tensor_unref(t);
}

/// NumPy 1.24: quantile([4, 1, 3, 2], 0.5), and a NaN
static void
test_even_number(void)
{
  static const double expected[] = {2.5, 2, 3, 2.5, 3};
  const double half = 0.5;
  const int64_t n = 4;
  tercet_tensor *t = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_F64, 1, &n, &t, NULL),
               TERCET_OK);
  double *const data = (double *)tercet_tensor_mutable_data(t);
  memcpy(data, (const double[]){4, 1, 3, 2}, 4 * sizeof(*data));
  for (int i = TERCET_QUANTILE_LINEAR; i <= TERCET_QUANTILE_NEAREST; ++i) {
    for (int has_nan = 0; has_nan < 2; ++has_nan) {
      tercet_tensor *out = NULL;
      data[0] = has_nan ? (double)NAN : 4;
      CHECK_STATUS(tercet_tensor_quantile(NULL,
                                          t,
                                          1,
                                          &half,
                                          (tercet_quantile_method)i,
                                          0,
                                          NULL,
                                          false,
                                          &out,
                                          NULL),
                   TERCET_OK);
      const double actual = *(const double *)tercet_tensor_data(out);
      if (has_nan) {
        CHECK(isnan(actual));
      } else {
        CHECK_DOUBLE(actual, expected[i]);
      }
      tercet_tensor_unref(out);
    }
  }
  tercet_tensor_unref(t);
}

/// The mean of two elements, as NumPy has it, is infinite only if one is or
/// NumPy's own sum overflows
static void
test_median_of_extremes(void)
{
  static const double pairs[3][3] = {
      {5, (double)INFINITY, (double)INFINITY},
      {-(double)INFINITY, 5, -(double)INFINITY},
      {1.5e308, 1.5e308, 1.5e308},
  };
  const int64_t n = 2;
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor *t = NULL;
    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_tensor_from_data(
                     NULL, TERCET_DTYPE_F64, 1, &n, pairs[i], &t, NULL),
                 TERCET_OK);
    CHECK_STATUS(tercet_tensor_median(NULL, t, 0, NULL, false, &out, NULL),
                 TERCET_OK);
    CHECK_DOUBLE(*(const double *)tercet_tensor_data(out), pairs[i][2]);
    tercet_tensor_unref(out);
    tercet_tensor_unref(t);
  }
}

int
main(void)
{
  uint64_t state = 1;
  for (int i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    const tercet_dtype dtype = (tercet_dtype)i;
    if (!reference_format_of(dtype).is_complex) {
      for (int64_t n = 1; n < 12; ++n) {
        check_methods(dtype, n, &state);
      }
      check_methods(dtype, 300, &state);
      check_methods(dtype, MAX_ITEMS, &state);
    }
  }
  test_even_number();
  test_median_of_extremes();
  return check_finish();
}
