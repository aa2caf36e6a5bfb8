// SPDX-License-Identifier: Apache-2.0

/// Numbers whose parameters differ from element to element: means and
/// variances of each pair, and what is refused

#include "sample.h"

#define N 20000

/// Two pairs of parameters of a distribution, with mean and variance of each
typedef struct {
  tercet_random_distribution distribution;
  bool has_second;
  double a[2];
  double b[2];
  double means[2];
  double variances[2];
} expectation;

static const expectation expectations[] = {
    {TERCET_RANDOM_UNIFORM, true, {0, -4}, {1, 8}, {0.5, 2}, {1 / 12.0, 12}},
    {TERCET_RANDOM_NORMAL, true, {1, -5}, {2, 0.5}, {1, -5}, {4, 0.25}},
    {TERCET_RANDOM_LOGNORMAL,
     true,
     {0, 1},
     {0.5, 0.25},
     {1.1331484530668263, 2.8045693562372267},
     {0.3646958540123865, 0.5072882141823721}},
    {TERCET_RANDOM_EXPONENTIAL, false, {1, 7}, {0, 0}, {1, 7}, {1, 49}},
    {TERCET_RANDOM_LAPLACE, true, {0, 3}, {1, 2}, {0, 3}, {2, 8}},
    {TERCET_RANDOM_GAMMA, true, {0.5, 9}, {2, 1}, {1, 9}, {2, 9}},
    {TERCET_RANDOM_BETA,
     true,
     {0.5, 3},
     {0.5, 1},
     {0.5, 0.75},
     {0.125, 0.0375}},
    {TERCET_RANDOM_CHISQUARE, false, {1, 8}, {0, 0}, {1, 8}, {2, 16}},
    {TERCET_RANDOM_F,
     true,
     {4, 10},
     {20, 30},
     {20 / 18.0, 30 / 28.0},
     {0.8487654320987654, 0.33555729984301413}},
    {TERCET_RANDOM_STUDENT_T,
     false,
     {10, 30},
     {0, 0},
     {0, 0},
     {1.25, 30 / 28.0}},
    {TERCET_RANDOM_POISSON, false, {0.5, 400}, {0, 0}, {0.5, 400}, {0.5, 400}},
    {TERCET_RANDOM_BINOMIAL,
     true,
     {10, 5000},
     {0.9, 0.3},
     {9, 1500},
     {0.9, 1050}},
};

#define N_EXPECTATIONS (sizeof(expectations) / sizeof(expectations[0]))

static tercet_tensor *
new_column(const double *data)
{
  const int64_t shape[2] = {2, 1};
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, 2, shape, data, &out, NULL),
               TERCET_OK);
  return out;
}

/// Rows of numbers, one for each pair
static void
test_means_and_variances(void)
{
  const int64_t shape[2] = {2, N};
  for (size_t i = 0; i < N_EXPECTATIONS; ++i) {
    const expectation *const e = &expectations[i];
    tercet_random *const random = sample_generator(17 + i);
    tercet_tensor *const a = new_column(e->a);
    tercet_tensor *const b = e->has_second ? new_column(e->b) : NULL;
    tercet_tensor *out = NULL;
    CHECK_STATUS(
        tercet_tensor_new(NULL, TERCET_DTYPE_F64, 2, shape, &out, NULL),
        TERCET_OK);
    CHECK_STATUS(
        tercet_random_each_into(random, e->distribution, a, b, out, NULL),
        TERCET_OK);
    const double *const x = (const double *)tercet_tensor_data(out);
    for (size_t row = 0; row < 2; ++row) {
      double sum = 0;
      double squares = 0;
      for (size_t j = 0; j < N; ++j) {
        const double distance = x[row * N + j] - e->means[row];
        sum += distance;
        squares += distance * distance;
      }
      const double deviation = sqrt(e->variances[row] / N);
      CHECK(fabs(sum / N) < 5 * deviation);
      CHECK(fabs(squares / N / e->variances[row] - 1) < 0.15);
    }
    tercet_tensor_unref(out);
    tercet_tensor_unref(b);
    tercet_tensor_unref(a);
    tercet_random_free(random);
  }
}

/// Means on both sides of where the method changes fit their probabilities
static void
test_poisson_fits(void)
{
  const double lams[2] = {9.5, 10.5};
  const int64_t shape[2] = {2, N};
  tercet_random *const random = sample_generator(3);
  tercet_tensor *const lam = new_column(lams);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_I32, 2, shape, &out, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_random_each_into(
                   random, TERCET_RANDOM_POISSON, lam, NULL, out, NULL),
               TERCET_OK);
  const int32_t *const x = (const int32_t *)tercet_tensor_data(out);
  for (size_t row = 0; row < 2; ++row) {
    double counts[64] = {0};
    double expected[64];
    for (size_t k = 0; k < 64; ++k) {
      expected[k] = N * exp((double)k * log(lams[row]) - lams[row] -
                            lgamma((double)k + 1));
    }
    for (size_t j = 0; j < N; ++j) {
      const int32_t k = x[row * N + j];
      CHECK(k >= 0 && k < 64);
      counts[k & 63] += 1;
    }
    CHECK(chi_square_excess(counts, expected, 64) < CHI_SQUARE_BOUND);
  }
  tercet_tensor_unref(out);
  tercet_tensor_unref(lam);
  tercet_random_free(random);
}

/// Shapes broadcast, and the numbers do not depend on the strides
static void
test_shapes_and_strides(void)
{
  const double a[2] = {1, 2};
  const int64_t wide[2] = {300, 2};
  tercet_tensor *const column = new_column(a);
  tercet_tensor *row = NULL;
  tercet_tensor *out = NULL;
  tercet_tensor *whole = NULL;
  tercet_tensor *turned = NULL;
  tercet_random *random = sample_generator(4);
  CHECK_STATUS(tercet_tensor_arange(NULL,
                                    TERCET_DTYPE_I32,
                                    tercet_scalar_from_i64(0),
                                    tercet_scalar_from_i64(300),
                                    tercet_scalar_from_i64(1),
                                    &row,
                                    NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_random_each(NULL,
                                  random,
                                  TERCET_RANDOM_NORMAL,
                                  TERCET_DTYPE_F32,
                                  row,
                                  column,
                                  &out,
                                  NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_rank(out), 2);
  CHECK_INT(tercet_tensor_shape(out)[1], 300);
  tercet_random_free(random);

  random = sample_generator(4);
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_F32, 2, wide, &whole, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_permute(whole, NULL, &turned, NULL), TERCET_OK);
  CHECK_STATUS(tercet_random_each_into(
                   random, TERCET_RANDOM_NORMAL, row, column, turned, NULL),
               TERCET_OK);
  CHECK(tercet_tensor_equals(turned, out));
  tercet_random_free(random);
  tercet_tensor_unref(turned);
  tercet_tensor_unref(whole);
  tercet_tensor_unref(out);
  tercet_tensor_unref(row);
  tercet_tensor_unref(column);
}

static void
test_wrong_parameters_are_refused(void)
{
  const double a[2] = {1, -1};
  tercet_tensor *const column = new_column(a);
  tercet_tensor *out = NULL;
  tercet_random *const random = sample_generator(5);
  tercet_random *const same = sample_generator(5);
  tercet_error err = {0};
  CHECK_STATUS(tercet_random_each(NULL,
                                  random,
                                  TERCET_RANDOM_NORMAL,
                                  TERCET_DTYPE_F64,
                                  column,
                                  column,
                                  &out,
                                  &err),
               TERCET_ERR_RANGE);
  CHECK(!out);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "normal: sigma is -1, must not be negative");
  CHECK_STATUS(tercet_random_each(NULL,
                                  random,
                                  TERCET_RANDOM_GAMMA,
                                  TERCET_DTYPE_F64,
                                  column,
                                  NULL,
                                  &out,
                                  &err),
               TERCET_ERR_ARGUMENT);
  CHECK_STATUS(tercet_random_each(NULL,
                                  random,
                                  TERCET_RANDOM_EXPONENTIAL,
                                  TERCET_DTYPE_I32,
                                  column,
                                  NULL,
                                  &out,
                                  &err),
               TERCET_ERR_DTYPE);
  CHECK_INT(tercet_random_next(random), tercet_random_next(same));
  tercet_random_free(same);
  tercet_random_free(random);
  tercet_tensor_unref(column);
}

static void
test_memory_runs_out(void)
{
  const double a[2] = {1, 2};
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_tensor *const column = new_column(a);
  tercet_random *const random = sample_generator(6);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_random_each(&alloc,
                                  random,
                                  TERCET_RANDOM_NORMAL,
                                  TERCET_DTYPE_F64,
                                  column,
                                  column,
                                  &out,
                                  NULL),
               TERCET_OK);
  tercet_tensor_unref(out);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_random_each(&alloc,
                                    random,
                                    TERCET_RANDOM_NORMAL,
                                    TERCET_DTYPE_F64,
                                    column,
                                    column,
                                    &out,
                                    NULL),
                 TERCET_ERR_NO_MEMORY);
    CHECK(!out);
  }
  tercet_random_free(random);
  tercet_tensor_unref(column);
}

int
main(void)
{
  test_means_and_variances();
  test_poisson_fits();
  test_shapes_and_strides();
  test_wrong_parameters_are_refused();
  test_memory_runs_out();
  return check_finish();
}
