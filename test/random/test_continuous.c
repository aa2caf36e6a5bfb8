// SPDX-License-Identifier: Apache-2.0

/// Uniform and continuous distributions against their distribution functions

#include "sample.h"

#define N 200000

SAMPLER(range, uniform_range, -3, 5)
SAMPLER(normal, normal, 0, 1)
SAMPLER(normal_2_3, normal, 2, 3)
SAMPLER(exponential, exponential, 1)
SAMPLER(exponential_4, exponential, 4)
SAMPLER(gamma_tiny, gamma, 0.01, 1)
SAMPLER(gamma_half, gamma, 0.5, 2)
SAMPLER(gamma_1, gamma, 1, 1)
SAMPLER(gamma_2, gamma, 2.5, 1)
SAMPLER(gamma_1e6, gamma, 1e6, 1)
SAMPLER(beta_small, beta, 0.1, 0.5)
SAMPLER(beta_1, beta, 1, 1)
SAMPLER(beta_2_3, beta, 2, 3)
SAMPLER(beta_mixed, beta, 0.5, 4)
SAMPLER(chisquare, chisquare, 30)
SAMPLER(chisquare_1, chisquare, 1)
SAMPLER(f, f, 30, 50)
SAMPLER(f_1, f, 1, 2)
SAMPLER(student_t, student_t, 30)
SAMPLER(student_t_1, student_t, 1)
SAMPLER(laplace, laplace, 0.5, 2)
SAMPLER(lognormal, lognormal, 0.5, 1)

static tercet_status
sample_uniform(tercet_random *random, tercet_tensor *out, tercet_error *err)
{
  return tercet_random_uniform_into(random, out, err);
}

static double
cdf_uniform(double x)
{
  return x;
}

static double
cdf_range(double x)
{
  return (x + 3) / 8;
}

static double
cdf_normal(double x)
{
  return erfc(-x / sqrt(2)) / 2;
}

static double
cdf_normal_2_3(double x)
{
  return cdf_normal((x - 2) / 3);
}

static double
cdf_exponential(double x)
{
  return -expm1(-x);
}

static double
cdf_exponential_4(double x)
{
  return -expm1(-x / 4);
}

static double
cdf_gamma_tiny(double x)
{
  return gamma_p(0.01, x);
}

static double
cdf_gamma_half(double x)
{
  return gamma_p(0.5, x / 2);
}

static double
cdf_gamma_2(double x)
{
  return gamma_p(2.5, x);
}

static double
cdf_gamma_1e6(double x)
{
  return gamma_p(1e6, x);
}

static double
cdf_beta_small(double x)
{
  return beta_i(0.1, 0.5, x);
}

static double
cdf_beta_2_3(double x)
{
  return beta_i(2, 3, x);
}

static double
cdf_beta_mixed(double x)
{
  return beta_i(0.5, 4, x);
}

static double
cdf_chisquare(double x)
{
  return gamma_p(15, x / 2);
}

static double
cdf_chisquare_1(double x)
{
  return gamma_p(0.5, x / 2);
}

static double
cdf_f(double x)
{
  return beta_i(15, 25, 30 * x / (30 * x + 50));
}

static double
cdf_f_1(double x)
{
  return beta_i(0.5, 1, x / (x + 2));
}

static double
cdf_student_t(double x)
{
  const double tail = beta_i(15, 0.5, 30 / (30 + x * x)) / 2;
  return x > 0 ? 1 - tail : tail;
}

static double
cdf_student_t_1(double x)
{
  return 0.5 + atan(x) / acos(-1);
}

static double
cdf_laplace(double x)
{
  const double tail = exp(-fabs(x - 0.5) / 2) / 2;
  return x > 0.5 ? 1 - tail : tail;
}

static double
cdf_lognormal(double x)
{
  return cdf_normal(log(x) - 0.5);
}

/// NaN mean or deviation: there is none
static const struct {
  const char *name;
  sampler fill;
  double (*cdf)(double x);
  double mean;
  double deviation;
} distributions[] = {
    {"uniform", sample_uniform, cdf_uniform, 0.5, 0.28867513459481287},
    {"range", sample_range, cdf_range, 1, 8 * 0.28867513459481287},
    {"normal", sample_normal, cdf_normal, 0, 1},
    {"normal_2_3", sample_normal_2_3, cdf_normal_2_3, 2, 3},
    {"exponential", sample_exponential, cdf_exponential, 1, 1},
    {"exponential_4", sample_exponential_4, cdf_exponential_4, 4, 4},
    {"gamma_tiny", sample_gamma_tiny, cdf_gamma_tiny, 0.01, 0.1},
    {"gamma_half", sample_gamma_half, cdf_gamma_half, 1, 1.4142135623730951},
    {"gamma_1", sample_gamma_1, cdf_exponential, 1, 1},
    {"gamma_2", sample_gamma_2, cdf_gamma_2, 2.5, 1.5811388300841898},
    {"gamma_1e6", sample_gamma_1e6, cdf_gamma_1e6, 1e6, 1e3},
    {"beta_small",
     sample_beta_small,
     cdf_beta_small,
     1.0 / 6,
     0.29462782549439},
    {"beta_1", sample_beta_1, cdf_uniform, 0.5, 0.28867513459481287},
    {"beta_2_3", sample_beta_2_3, cdf_beta_2_3, 0.4, 0.2},
    {"beta_mixed", sample_beta_mixed, cdf_beta_mixed, 1.0 / 9, 0.13400503},
    {"chisquare", sample_chisquare, cdf_chisquare, 30, 7.745966692414834},
    {"chisquare_1", sample_chisquare_1, cdf_chisquare_1, 1, 1.4142135623730951},
    {"f", sample_f, cdf_f, 50.0 / 48, 0.35023},
    {"f_1", sample_f_1, cdf_f_1, NAN, NAN},
    {"student_t", sample_student_t, cdf_student_t, 0, 1.0350983390135313},
    {"student_t_1", sample_student_t_1, cdf_student_t_1, NAN, NAN},
    {"laplace", sample_laplace, cdf_laplace, 0.5, 2.8284271247461903},
    {"lognormal", sample_lognormal, cdf_lognormal, 2.718281828459045, NAN},
};

#define N_DISTRIBUTIONS (sizeof(distributions) / sizeof(distributions[0]))

static void
test_fits_distribution_function(void)
{
  for (size_t i = 0; i < N_DISTRIBUTIONS; ++i) {
    double *const x = sample_doubles(distributions[i].fill, N, 100 + i);
    const double distance = ks_distance(x, N, distributions[i].cdf);
    CHECK(distance < KS_BOUND);
    if (!(distance < KS_BOUND)) {
      fprintf(stderr, "  %s: %g\n", distributions[i].name, distance);
    }
    free(x);
  }
}

static void
test_moments(void)
{
  for (size_t i = 0; i < N_DISTRIBUTIONS; ++i) {
    const double mean = distributions[i].mean;
    const double deviation = distributions[i].deviation;
    if (isnan(deviation)) {
      continue;
    }
    double *const x = sample_doubles(distributions[i].fill, N, 200 + i);
    double sum = 0;
    double squares = 0;
    for (size_t j = 0; j < N; ++j) {
      sum += x[j] - mean;
      squares += (x[j] - mean) * (x[j] - mean);
    }
    const double error = sum / N / deviation * sqrt(N);
    const double ratio = sqrt(squares / N) / deviation;
    CHECK(fabs(error) < 4.5);
    CHECK(fabs(ratio - 1) < 0.06);
    if (!(fabs(error) < 4.5 && fabs(ratio - 1) < 0.06)) {
      fprintf(stderr,
              "  %s: mean off by %g deviations, deviation by %g\n",
              distributions[i].name,
              error,
              ratio);
    }
    free(x);
  }
}

/// The tail behind the last layer is as heavy as it should be
static void
test_normal_tail(void)
{
  enum { LARGE = 4000000 };
  double *const x = sample_doubles(sample_normal, LARGE, 31);
  size_t n_far = 0;
  size_t n_up = 0;
  for (size_t i = 0; i < LARGE; ++i) {
    n_far += fabs(x[i]) > 3.8;
    n_up += x[i] > 3.8;
  }
  const double expected = LARGE * erfc(3.8 / sqrt(2));
  CHECK(fabs((double)n_far - expected) < 4.5 * sqrt(expected));
  CHECK(fabs((double)n_up - expected / 2) < 4.5 * sqrt(expected / 2));
  free(x);
}

static void
test_exponential_tail(void)
{
  enum { LARGE = 4000000 };
  double *const x = sample_doubles(sample_exponential, LARGE, 32);
  size_t n_far = 0;
  size_t n_farther = 0;
  for (size_t i = 0; i < LARGE; ++i) {
    n_far += x[i] > 8;
    n_farther += x[i] > 10;
  }
  CHECK(fabs((double)n_far - LARGE * exp(-8)) < 4.5 * sqrt(LARGE * exp(-8)));
  CHECK(fabs((double)n_farther - LARGE * exp(-10)) <
        4.5 * sqrt(LARGE * exp(-10)));
  free(x);
}

/// Neighbours are independent: those of a pair make 256 classes
static void
test_neighbours_are_independent(void)
{
  static double counts[256];
  static double expected[256];
  double *const x = sample_doubles(sample_normal, N, 41);
  for (size_t i = 0; i + 1 < N; i += 2) {
    const size_t a = (size_t)(cdf_normal(x[i]) * 16);
    const size_t b = (size_t)(cdf_normal(x[i + 1]) * 16);
    counts[(a * 16 + b) % 256] += 1;
  }
  for (size_t i = 0; i < 256; ++i) {
    expected[i] = N / 2.0 / 256;
  }
  CHECK(chi_square_excess(counts, expected, 256) < CHI_SQUARE_BOUND);
  free(x);
}

/* ---- Other dtypes ---- */

static double
element(const tercet_tensor *tensor, int64_t i)
{
  tercet_tensor *wide = NULL;
  CHECK_STATUS(tercet_tensor_cast(NULL, tensor, TERCET_DTYPE_F64, &wide, NULL),
               TERCET_OK);
  const double x = ((const double *)tercet_tensor_data(wide))[i];
  tercet_tensor_unref(wide);
  return x;
}

/// Numbers of the narrow floats are those of float64, rounded once; uniform
/// ones are cut off, which keeps them below 1
static void
test_narrow_floats(void)
{
  static const struct {
    tercet_dtype dtype;
    int bits;
  } narrow[] = {
      {TERCET_DTYPE_F32, 24}, {TERCET_DTYPE_F16, 11}, {TERCET_DTYPE_BF16, 8}};
  enum { LENGTH = 5000 };
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor *const normal =
        sample_vector(sample_normal, narrow[i].dtype, LENGTH, 5);
    tercet_tensor *const wide =
        sample_vector(sample_normal, TERCET_DTYPE_F64, LENGTH, 5);
    tercet_tensor *cast = NULL;
    CHECK_STATUS(tercet_tensor_cast(NULL, wide, narrow[i].dtype, &cast, NULL),
                 TERCET_OK);
    CHECK(tercet_tensor_equals(normal, cast));
    tercet_tensor_unref(normal);
    tercet_tensor_unref(wide);
    tercet_tensor_unref(cast);

    tercet_tensor *const uniform =
        sample_vector(sample_uniform, narrow[i].dtype, LENGTH, 6);
    double *const x = sample_doubles(sample_uniform, LENGTH, 6);
    double greatest = 0;
    for (int64_t j = 0; j < 500; ++j) {
      const double scale = ldexp(1, narrow[i].bits);
      CHECK_DOUBLE(element(uniform, j), floor(x[j] * scale) / scale);
      greatest = fmax(greatest, element(uniform, j));
    }
    CHECK(greatest < 1);
    tercet_tensor_unref(uniform);
    free(x);
  }
}

SAMPLER(range_narrow, uniform_range, 1, 1.015625)
SAMPLER(range_point, uniform_range, 2.5, 2.5)
SAMPLER(range_to_zero, uniform_range, -1e-7, 0)

/// The end does not come up even where the numbers are sparse
static void
test_range_excludes_its_end(void)
{
  static const tercet_dtype dtypes[] = {
      TERCET_DTYPE_F16, TERCET_DTYPE_BF16, TERCET_DTYPE_F32, TERCET_DTYPE_F64};
  static const struct {
    sampler fill;
    double low;
    double high;
  } ranges[] = {{sample_range, -3, 5},
                {sample_range_narrow, 1, 1.015625},
                {sample_range_to_zero, -1.2e-7, 0}};
  for (size_t i = 0; i < 4; ++i) {
    for (size_t j = 0; j < 3; ++j) {
      tercet_tensor *const tensor =
          sample_vector(ranges[j].fill, dtypes[i], 20000, 9);
      tercet_tensor *wide = NULL;
      CHECK_STATUS(
          tercet_tensor_cast(NULL, tensor, TERCET_DTYPE_F64, &wide, NULL),
          TERCET_OK);
      const double *const x = (const double *)tercet_tensor_data(wide);
      size_t n_outside = 0;
      for (size_t k = 0; k < 20000; ++k) {
        n_outside += !(x[k] >= ranges[j].low && x[k] < ranges[j].high);
      }
      CHECK_INT(n_outside, 0);
      tercet_tensor_unref(tensor);
      tercet_tensor_unref(wide);
    }
    tercet_tensor *const point =
        sample_vector(sample_range_point, dtypes[i], 10, 9);
    CHECK_DOUBLE(element(point, 9), 2.5);
    tercet_tensor_unref(point);
  }
}

/* ---- Limits of parameters, as in NumPy ---- */

SAMPLER(normal_0, normal, 1.5, 0)
SAMPLER(lognormal_0, lognormal, 0, 0)
SAMPLER(exponential_0, exponential, 0)
SAMPLER(laplace_0, laplace, -2, 0)
SAMPLER(gamma_0, gamma, 0, 3)
SAMPLER(gamma_scale_0, gamma, 3, 0)
SAMPLER(lognormal_huge, lognormal, 0, 1e6)
SAMPLER(beta_minute, beta, 1e-300, 1e-300)
SAMPLER(beta_huge, beta, 1e300, 1e300)

static void
check_all(sampler fill, double expected)
{
  double *const x = sample_doubles(fill, 300, 3);
  for (size_t i = 0; i < 300; ++i) {
    CHECK_DOUBLE(x[i] + 0.0, expected);
  }
  free(x);
}

static void
test_degenerate_parameters(void)
{
  check_all(sample_normal_0, 1.5);
  check_all(sample_lognormal_0, 1);
  check_all(sample_exponential_0, 0);
  check_all(sample_laplace_0, -2);
  check_all(sample_gamma_0, 0);
  check_all(sample_gamma_scale_0, 0);
  check_all(sample_beta_huge, 0.5);
}

/// Far parameters give extreme numbers, never NaN
static void
test_extreme_parameters(void)
{
  double *const x = sample_doubles(sample_lognormal_huge, 1000, 3);
  double *const y = sample_doubles(sample_beta_minute, 1000, 4);
  size_t n_zero = 0;
  size_t n_infinite = 0;
  size_t n_one = 0;
  for (size_t i = 0; i < 1000; ++i) {
    n_zero += x[i] == 0;
    n_infinite += isinf(x[i]) != 0;
    n_one += y[i] == 1;
    CHECK(y[i] >= 0 && y[i] <= 1);
  }
  CHECK(n_zero > 400 && n_infinite > 400);
  CHECK(n_one > 400 && n_one < 600);
  free(x);
  free(y);
}

int
main(void)
{
  test_fits_distribution_function();
  test_moments();
  test_normal_tail();
  test_exponential_tail();
  test_neighbours_are_independent();
  test_narrow_floats();
  test_range_excludes_its_end();
  test_degenerate_parameters();
  test_extreme_parameters();
  return check_finish();
}
