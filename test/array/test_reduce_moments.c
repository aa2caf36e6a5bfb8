// SPDX-License-Identifier: Apache-2.0

/// Variances of numbers that are hard on sums of squares, against two passes in
/// long double

#include "check.h"

#include <tercet/tensor.h>

#include <math.h>

#define N_ROWS 2500
#define N_COLUMNS 3

typedef enum {
  LARGE_MEAN,
  FIRST_IS_FAR,
  SOME_ARE_FAR, ///< Among them the first ones of blocks
  RISING,
  N_KINDS,
} kind;

static double
number(kind which, int64_t i, uint64_t *state)
{
  const double x = (double)(check_random(state) % 1024U) / 512 - 1;
  switch (which) {
  case LARGE_MEAN:
    return x + 1e6;
  case FIRST_IS_FAR:
    return i < 2 * N_COLUMNS ? 1e6 * x : x;
  case SOME_ARE_FAR:
    return i / N_COLUMNS % 64 ? x : x + 4096;
  case RISING:
  case N_KINDS:
    break;
  }
  return (double)(i * i);
}

static long double
variance(const double *x, int64_t step, int64_t n)
{
  long double sum = 0;
  long double squares = 0;
  for (int64_t i = 0; i < n; ++i) {
    sum += x[i * step];
  }
  const long double mean = sum / n;
  for (int64_t i = 0; i < n; ++i) {
    squares += (x[i * step] - mean) * (x[i * step] - mean);
  }
  return squares / n;
}

static void
check_variance(const tercet_tensor *t,
               const int64_t *axis,
               const long double *expected,
               double bound)
{
  tercet_tensor *out = NULL;
  tercet_tensor *wide = NULL;
  CHECK_STATUS(tercet_tensor_var(NULL, t, 0, 1, axis, false, &out, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, out, TERCET_DTYPE_F64, &wide, NULL),
               TERCET_OK);
  const double *const x = tercet_tensor_data(wide);
  for (int64_t i = 0; i < tercet_tensor_size(wide); ++i) {
    CHECK(fabsl(x[i] - expected[i]) <= bound * expected[i]);
  }
  tercet_tensor_unref(wide);
  tercet_tensor_unref(out);
}

/// Along each axis and over all, as they lie in memory and turned
static void
check_tensor(tercet_tensor *t, const double *x, double bound)
{
  static const int64_t axes[] = {0, 1};
  static long double rows[N_ROWS];
  long double columns[N_COLUMNS];
  const long double all = variance(x, 1, N_ROWS * N_COLUMNS);
  for (int64_t i = 0; i < N_COLUMNS; ++i) {
    columns[i] = variance(x + i, N_COLUMNS, N_ROWS);
  }
  for (int64_t i = 0; i < N_ROWS; ++i) {
    rows[i] = variance(x + i * N_COLUMNS, 1, N_COLUMNS);
  }
  tercet_tensor *turned = NULL;
  tercet_tensor *copied = NULL;
  CHECK_STATUS(tercet_tensor_permute(t, NULL, &turned, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_copy(NULL, turned, &copied, NULL), TERCET_OK);
  check_variance(t, NULL, &all, bound);
  check_variance(t, &axes[0], columns, bound);
  check_variance(t, &axes[1], rows, bound);
  check_variance(turned, NULL, &all, bound);
  check_variance(turned, &axes[1], columns, bound);
  check_variance(copied, NULL, &all, bound);
  check_variance(copied, &axes[1], columns, bound);
  tercet_tensor_unref(copied);
  tercet_tensor_unref(turned);
}

static void
test_hard_numbers(void)
{
  static double x[N_ROWS * N_COLUMNS];
  const int64_t shape[] = {N_ROWS, N_COLUMNS};
  uint64_t state = 5;
  for (int which = 0; which < N_KINDS; ++which) {
    for (int64_t i = 0; i < N_ROWS * N_COLUMNS; ++i) {
      x[i] = (double)(float)number((kind)which, i, &state);
    }
    tercet_tensor *t = NULL;
    tercet_tensor *narrow = NULL;
    CHECK_STATUS(
        tercet_tensor_from_data(NULL, TERCET_DTYPE_F64, 2, shape, x, &t, NULL),
        TERCET_OK);
    CHECK_STATUS(tercet_tensor_cast(NULL, t, TERCET_DTYPE_F32, &narrow, NULL),
                 TERCET_OK);
    // Means of blocks are joined, which costs what their size rounds away
    check_tensor(t, x, which == LARGE_MEAN ? 1e-10 : 1e-13);
    check_tensor(narrow, x, 0x1p-23);
    tercet_tensor_unref(narrow);
    tercet_tensor_unref(t);
  }
}

static void
check_line(int64_t n, const double *x, double expected)
{
  tercet_tensor *t = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, TERCET_DTYPE_F64, 1, &n, x, &t, NULL),
      TERCET_OK);
  CHECK_STATUS(tercet_tensor_var(NULL, t, 0, 0, NULL, false, &out, NULL),
               TERCET_OK);
  const double found = *(const double *)tercet_tensor_data(out);
  if (isnan(expected)) {
    CHECK(isnan(found)); // Of either sign
  } else {
    CHECK_DOUBLE(found, expected);
  }
  tercet_tensor_unref(out);
  tercet_tensor_unref(t);
}

static void
test_equal_numbers_do_not_vary(void)
{
  static double x[5000];
  for (size_t i = 0; i < 5000; ++i) {
    x[i] = 0.1;
  }
  for (int64_t n = 1; n <= 5000; n += n < 70 ? 1 : 493) {
    check_line(n, x, 0);
  }
}

static void
test_infinite_squares_and_numbers(void)
{
  const double infinity = (double)INFINITY;
  check_line(3, (const double[]){1e200, -1e200, 0}, infinity);
  check_line(2, (const double[]){1e308, 1e308}, 0);
  check_line(3, (const double[]){1, infinity, 2}, (double)NAN);
  check_line(3, (const double[]){infinity, 1, 2}, (double)NAN);
  check_line(3, (const double[]){1, 2, (double)NAN}, (double)NAN);
}

int
main(void)
{
  test_hard_numbers();
  test_equal_numbers_do_not_vary();
  test_infinite_squares_and_numbers();
  return check_finish();
}
