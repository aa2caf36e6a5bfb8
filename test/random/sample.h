// SPDX-License-Identifier: Apache-2.0

/**
   What the tests of distributions share: samples of each, distribution
   functions to compare with, and the tests of Kolmogorov-Smirnov and
   chi-square.

   Seeds are fixed, so a test fails always or never; the bounds are those that
   a correct sample exceeds once in some hundred thousand cases.
*/

#ifndef TERCET_TEST_RANDOM_SAMPLE_H
#define TERCET_TEST_RANDOM_SAMPLE_H

#include "check.h"

#include <tercet/random.h>

#include <math.h>

/* ---- Samples ---- */

/// A distribution with its parameters
typedef tercet_status (*sampler)(tercet_random *random,
                                 tercet_tensor *out,
                                 tercet_error *err);

#define SAMPLER(name, distribution, ...)                                       \
  static tercet_status sample_##name(                                          \
      tercet_random *random, tercet_tensor *out, tercet_error *err)            \
  {                                                                            \
    return tercet_random_##distribution##_into(random, __VA_ARGS__, out, err); \
  }

static inline tercet_random *
sample_generator(uint64_t seed)
{
  tercet_random *random = NULL;
  CHECK_STATUS(tercet_random_new(NULL, seed, &random, NULL), TERCET_OK);
  return random;
}

/// Make a vector of `n` numbers
static inline tercet_tensor *
sample_vector(sampler fill, tercet_dtype dtype, int64_t n, uint64_t seed)
{
  tercet_random *const random = sample_generator(seed);
  tercet_tensor *tensor = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, 1, &n, &tensor, &err), TERCET_OK);
  CHECK_STATUS(fill(random, tensor, &err), TERCET_OK);
  CHECK_TEXT(err.message, strlen(err.message), "");
  tercet_random_free(random);
  return tensor;
}

/// Return `n` numbers, to be freed
static inline double *
sample_doubles(sampler fill, int64_t n, uint64_t seed)
{
  tercet_tensor *const tensor = sample_vector(fill, TERCET_DTYPE_F64, n, seed);
  double *const x = (double *)malloc((size_t)n * sizeof(*x));
  memcpy(x, tercet_tensor_data(tensor), (size_t)n * sizeof(*x));
  tercet_tensor_unref(tensor);
  return x;
}

/* ---- Distribution functions ---- */

/// Regularized lower incomplete gamma function
static inline double
gamma_p(double a, double x)
{
  if (x <= 0) {
    return 0;
  }
  const double front = exp(a * log(x) - x - lgamma(a));
  if (x < a + 1) {
    double term = 1 / a;
    double sum = term;
    for (double k = a + 1; term > sum * 1e-16; k += 1) {
      term *= x / k;
      sum += term;
    }
    return front * sum;
  }
  // Lentz's method for the continued fraction of the upper one
  double b = x + 1 - a;
  double c = 1e300;
  double d = 1 / b;
  double h = d;
  for (int i = 1; i < 10000; ++i) {
    const double an = -i * (i - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    h *= d * c;
    if (fabs(d * c - 1) < 1e-15) {
      break;
    }
  }
  return 1 - front * h;
}

/// Continued fraction of the incomplete beta function
static inline double
beta_fraction(double a, double b, double x)
{
  double c = 1;
  double d = 1 / (1 - (a + b) * x / (a + 1));
  double h = d;
  for (int m = 1; m < 10000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    h *= d * c;
    const double odd =
        -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    h *= d * c;
    if (fabs(d * c - 1) < 1e-15) {
      break;
    }
  }
  return h;
}

/// Regularized incomplete beta function
static inline double
beta_i(double a, double b, double x)
{
  if (x <= 0 || x >= 1) {
    return x >= 1;
  }
  const double front =
      exp(a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                   : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/* ---- Goodness of fit ---- */

static inline int
compare_doubles(const void *a, const void *b)
{
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Return the Kolmogorov-Smirnov distance times sqrt(n); sorts `x`
static inline double
ks_distance(double *x, size_t n, double (*cdf)(double x))
{
  qsort(x, n, sizeof(*x), compare_doubles);
  double distance = 0;
  for (size_t i = 0; i < n; ++i) {
    const double y = cdf(x[i]);
    distance = fmax(distance, y - (double)i / (double)n);
    distance = fmax(distance, (double)(i + 1) / (double)n - y);
  }
  return distance * sqrt((double)n);
}

/// Exceeded with probability 2 exp(-2 * 2.5^2) = 7e-6
#define KS_BOUND 2.5

/// Return by how many standard deviations chi-square is too large.  Classes
/// are joined until ten are expected in each.
static inline double
chi_square_excess(const double *counts, const double *expected, size_t n)
{
  double sum = 0;
  double df = -1;
  double count = 0;
  double hoped = 0;
  for (size_t i = 0; i < n; ++i) {
    count += counts[i];
    hoped += expected[i];
    if (hoped >= 10 || (i + 1 == n && hoped > 0)) {
      sum += (count - hoped) * (count - hoped) / hoped;
      df += 1;
      count = 0;
      hoped = 0;
    }
  }
  return df > 0 ? (sum - df) / sqrt(2 * df) : 0;
}

#define CHI_SQUARE_BOUND 5.0

#endif // TERCET_TEST_RANDOM_SAMPLE_H
