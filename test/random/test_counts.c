// SPDX-License-Identifier: Apache-2.0

/// Poisson, binomial, integers, categories and counts against their
/// probabilities

#include "sample.h"

#define N 200000

/* ---- Poisson and binomial ---- */

static const struct {
  double lam;
} poissons[] = {{0.3}, {1}, {9.5}, {30}, {100}, {101}, {500}, {20000}};

static const struct {
  int64_t n;
  double p;
} binomials[] = {{1, 0.3},
                 {50, 0.5},
                 {50, 0.05},
                 {50, 0.97},
                 {1000, 0.002},
                 {400, 0.5},
                 {420, 0.5},
                 {2000, 0.3},
                 {2000, 0.8},
                 {100000, 0.01},
                 {1000000, 0.5}};

static double
poisson_log_probability(double k, double lam)
{
  return k * log(lam) - lam - lgamma(k + 1);
}

static double
binomial_log_probability(double k, double n, double p)
{
  return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) +
         (n - k) * log1p(-p);
}

/// Count the numbers of a tensor of float64 from `first` on
static void
count_values(const tercet_tensor *tensor,
             double first,
             double *counts,
             size_t n)
{
  const double *const x = (const double *)tercet_tensor_data(tensor);
  for (int64_t i = 0; i < tercet_tensor_size(tensor); ++i) {
    const double k = x[i] - first;
    CHECK(k >= 0 && k < (double)n && k == floor(k));
    if (k >= 0 && k < (double)n) {
      counts[(size_t)k] += 1;
    }
  }
}

static tercet_tensor *
new_vector(tercet_dtype dtype, int64_t n)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, 1, &n, &tensor, NULL), TERCET_OK);
  return tensor;
}

enum { MAX_CLASSES = 20000 };

static double counts[MAX_CLASSES];
static double expected[MAX_CLASSES];

static void
test_poisson_fits(void)
{
  tercet_tensor *const tensor = new_vector(TERCET_DTYPE_F64, N);
  for (size_t i = 0; i < sizeof(poissons) / sizeof(poissons[0]); ++i) {
    const double lam = poissons[i].lam;
    const double first = fmax(0, floor(lam - 8 * sqrt(lam)));
    const size_t n = (size_t)(16 * sqrt(lam) + 40);
    memset(counts, 0, sizeof(counts));
    for (size_t j = 0; j < n; ++j) {
      expected[j] = N * exp(poisson_log_probability(first + (double)j, lam));
    }
    tercet_random *const random = sample_generator(300 + i);
    CHECK_STATUS(tercet_random_poisson_into(random, lam, tensor, NULL),
                 TERCET_OK);
    count_values(tensor, first, counts, n);
    const double excess = chi_square_excess(counts, expected, n);
    CHECK(fabs(excess) < CHI_SQUARE_BOUND);
    if (!(fabs(excess) < CHI_SQUARE_BOUND)) {
      fprintf(stderr, "  lam %g: %g\n", lam, excess);
    }
    tercet_random_free(random);
  }
  tercet_tensor_unref(tensor);
}

static void
test_binomial_fits(void)
{
  tercet_tensor *const tensor = new_vector(TERCET_DTYPE_F64, N);
  for (size_t i = 0; i < sizeof(binomials) / sizeof(binomials[0]); ++i) {
    const double count = (double)binomials[i].n;
    const double p = binomials[i].p;
    const double deviation = sqrt(count * p * (1 - p));
    const double first = fmax(0, floor(count * p - 8 * deviation - 10));
    const size_t n = (size_t)(16 * deviation + 40);
    memset(counts, 0, sizeof(counts));
    for (size_t j = 0; j < n; ++j) {
      const double k = first + (double)j;
      expected[j] =
          k <= count ? N * exp(binomial_log_probability(k, count, p)) : 0;
    }
    tercet_random *const random = sample_generator(400 + i);
    CHECK_STATUS(
        tercet_random_binomial_into(random, binomials[i].n, p, tensor, NULL),
        TERCET_OK);
    count_values(tensor, first, counts, n);
    const double excess = chi_square_excess(counts, expected, n);
    CHECK(fabs(excess) < CHI_SQUARE_BOUND);
    if (!(fabs(excess) < CHI_SQUARE_BOUND)) {
      fprintf(stderr, "  n %g p %g: %g\n", count, p, excess);
    }
    tercet_random_free(random);
  }
  tercet_tensor_unref(tensor);
}

/// The number in deviations is standard normal for large parameters, which
/// probabilities that lose digits would not give
static void
check_is_normal(tercet_tensor *tensor, double mean, double deviation)
{
  const size_t n = (size_t)tercet_tensor_size(tensor);
  const double *const x = (const double *)tercet_tensor_data(tensor);
  double sum = 0;
  double squares = 0;
  double cubes = 0;
  for (size_t i = 0; i < n; ++i) {
    const double z = (x[i] - mean) / deviation;
    sum += z;
    squares += z * z;
    cubes += z * z * z;
  }
  const double root = sqrt((double)n);
  CHECK(fabs(sum / root) < 4.5);
  CHECK(fabs(squares - (double)n) / root / sqrt(2) < 4.5);
  CHECK(fabs(cubes / root) / sqrt(15) < 4.5);
}

static void
test_huge_parameters(void)
{
  tercet_random *const random = sample_generator(5);
  tercet_tensor *const tensor = new_vector(TERCET_DTYPE_F64, N);
  CHECK_STATUS(tercet_random_poisson_into(random, 0x1p53, tensor, NULL),
               TERCET_OK);
  check_is_normal(tensor, 0x1p53, sqrt(0x1p53));
  CHECK_STATUS(tercet_random_binomial_into(
                   random, INT64_C(1) << 53U, 0.25, tensor, NULL),
               TERCET_OK);
  check_is_normal(tensor, 0x1p51, sqrt(0x1p51 * 0.75));
  CHECK_STATUS(tercet_random_binomial_into(
                   random, INT64_C(1) << 53U, 0.75, tensor, NULL),
               TERCET_OK);
  check_is_normal(tensor, 3 * 0x1p51, sqrt(0x1p51 * 0.75));
  tercet_random_free(random);
  tercet_tensor_unref(tensor);
}

static void
test_degenerate_counts(void)
{
  static const struct {
    int64_t n;
    double p;
    double value;
  } cases[] = {{0, 0.5, 0},
               {0, 0, 0},
               {0, 1, 0},
               {10, 0, 0},
               {10, 1, 10},
               {10, 1e-300, 0},
               {INT64_C(1) << 53U, 0, 0},
               {INT64_C(1) << 53U, 1, 0x1p53}};
  tercet_random *const random = sample_generator(5);
  tercet_tensor *const tensor = new_vector(TERCET_DTYPE_F64, 300);
  const double *const x = (const double *)tercet_tensor_data(tensor);
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    CHECK_STATUS(tercet_random_binomial_into(
                     random, cases[i].n, cases[i].p, tensor, NULL),
                 TERCET_OK);
    CHECK_DOUBLE(x[0], cases[i].value);
    CHECK_DOUBLE(x[299], cases[i].value);
  }
  CHECK_STATUS(tercet_random_poisson_into(random, 0, tensor, NULL), TERCET_OK);
  CHECK_DOUBLE(x[17], 0);
  tercet_random_free(random);
  tercet_tensor_unref(tensor);
}

static void
test_counts_saturate(void)
{
  tercet_random *const random = sample_generator(5);
  tercet_tensor *const tensor = new_vector(TERCET_DTYPE_U8, 300);
  CHECK_STATUS(tercet_random_poisson_into(random, 1e6, tensor, NULL),
               TERCET_OK);
  const uint8_t *const x = (const uint8_t *)tercet_tensor_data(tensor);
  CHECK_INT(x[0], 255);
  CHECK_INT(x[299], 255);
  tercet_random_free(random);
  tercet_tensor_unref(tensor);
}

/* ---- Integers ---- */

static tercet_tensor *
integers(tercet_dtype dtype, int64_t low, int64_t high, bool inclusive)
{
  const int64_t n = N;
  tercet_random *const random = sample_generator(6);
  tercet_tensor *tensor = NULL;
  tercet_error err = {0};
  CHECK_STATUS(
      tercet_random_integers(
          NULL, random, dtype, 1, &n, low, high, inclusive, &tensor, &err),
      TERCET_OK);
  CHECK_TEXT(err.message, strlen(err.message), "");
  tercet_random_free(random);
  return tensor;
}

static void
check_fits_evenly(tercet_tensor *tensor, double low, size_t n)
{
  tercet_tensor *wide = NULL;
  CHECK_STATUS(tercet_tensor_cast(NULL, tensor, TERCET_DTYPE_F64, &wide, NULL),
               TERCET_OK);
  memset(counts, 0, sizeof(counts));
  for (size_t i = 0; i < n; ++i) {
    expected[i] = (double)N / (double)n;
  }
  count_values(wide, low, counts, n);
  CHECK(fabs(chi_square_excess(counts, expected, n)) < CHI_SQUARE_BOUND);
  tercet_tensor_unref(wide);
  tercet_tensor_unref(tensor);
}

static void
test_integers_of_every_dtype(void)
{
  check_fits_evenly(integers(TERCET_DTYPE_BOOL, 0, 2, false), 0, 2);
  check_fits_evenly(integers(TERCET_DTYPE_I8, -128, 127, true), -128, 256);
  check_fits_evenly(integers(TERCET_DTYPE_U8, 0, 255, true), 0, 256);
  check_fits_evenly(integers(TERCET_DTYPE_I16, -7, 5, false), -7, 12);
  check_fits_evenly(integers(TERCET_DTYPE_U16, 65000, 65535, true), 65000, 536);
  check_fits_evenly(integers(TERCET_DTYPE_I32, -5, -5, true), -5, 1);
  check_fits_evenly(integers(TERCET_DTYPE_U32, 0, 1000, false), 0, 1000);
  check_fits_evenly(integers(TERCET_DTYPE_I64, -3, 4, true), -3, 8);
  check_fits_evenly(integers(TERCET_DTYPE_U64, 10, 13, false), 10, 3);
}

/// Ranges of which 2^64 is no multiple by far: a third of the words is thrown
/// away, without which the lower half would come up twice as often
static void
test_wide_ranges_are_even(void)
{
  tercet_random *const random = sample_generator(6);
  tercet_tensor *const tensor = new_vector(TERCET_DTYPE_U64, N);
  const uint64_t n = UINT64_C(3) << 62U;
  CHECK_STATUS(tercet_random_unsigned_into(random, 0, n, false, tensor, NULL),
               TERCET_OK);
  const uint64_t *const x = (const uint64_t *)tercet_tensor_data(tensor);
  memset(counts, 0, sizeof(counts));
  for (size_t i = 0; i < N; ++i) {
    CHECK(x[i] < n);
    counts[x[i] / (n / 6) % 6] += 1;
  }
  for (size_t i = 0; i < 6; ++i) {
    expected[i] = N / 6.0;
  }
  CHECK(fabs(chi_square_excess(counts, expected, 6)) < CHI_SQUARE_BOUND);

  // All 2^64 numbers
  uint64_t all = 0;
  CHECK_STATUS(
      tercet_random_unsigned_into(random, 0, UINT64_MAX, true, tensor, NULL),
      TERCET_OK);
  for (size_t i = 0; i < N; ++i) {
    all |= x[i];
  }
  CHECK(all == UINT64_MAX);
  tercet_random_free(random);
  tercet_tensor_unref(tensor);
}

static void
test_all_of_int64(void)
{
  tercet_tensor *const tensor =
      integers(TERCET_DTYPE_I64, INT64_MIN, INT64_MAX, true);
  const int64_t *const x = (const int64_t *)tercet_tensor_data(tensor);
  size_t n_negative = 0;
  for (size_t i = 0; i < N; ++i) {
    n_negative += x[i] < 0;
  }
  CHECK(fabs((double)n_negative - N / 2.0) < 4.5 * 0.5 * sqrt(N));
  tercet_tensor_unref(tensor);
}

/* ---- Categories ---- */

static tercet_tensor *
matrix_of(tercet_dtype dtype, int64_t rows, int64_t columns, const void *data)
{
  const int64_t shape[2] = {rows, columns};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, dtype, 2, shape, data, &tensor, NULL),
      TERCET_OK);
  return tensor;
}

static void
test_categories_fit(void)
{
  static const float weights[3][4] = {
      {1, 2, 3, 4}, {0, 0.25F, 0.75F, 0}, {1e-30F, 5e-30F, 0, 1e-30F}};
  tercet_random *const random = sample_generator(7);
  tercet_tensor *const tensor = matrix_of(TERCET_DTYPE_F32, 3, 4, weights);
  tercet_tensor *drawn = NULL;
  CHECK_STATUS(tercet_random_categorical(
                   NULL, random, TERCET_DTYPE_I32, tensor, N, &drawn, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_rank(drawn), 2);
  CHECK_INT(tercet_tensor_shape(drawn)[0], 3);
  CHECK_INT(tercet_tensor_shape(drawn)[1], N);
  const int32_t *const x = (const int32_t *)tercet_tensor_data(drawn);
  for (size_t row = 0; row < 3; ++row) {
    double sum = 0;
    memset(counts, 0, sizeof(counts));
    for (size_t i = 0; i < N; ++i) {
      const int32_t k = x[row * N + i];
      CHECK(k >= 0 && k < 4 && weights[row][k] > 0);
      counts[k & 3] += 1;
    }
    for (size_t i = 0; i < 4; ++i) {
      sum += (double)weights[row][i];
    }
    for (size_t i = 0; i < 4; ++i) {
      expected[i] = N * (double)weights[row][i] / sum;
    }
    CHECK(fabs(chi_square_excess(counts, expected, 4)) < CHI_SQUARE_BOUND);
  }
  tercet_random_free(random);
  tercet_tensor_unref(tensor);
  tercet_tensor_unref(drawn);
}

/// Tables of many weights of all sizes, some of them 0
static void
test_many_categories(void)
{
  enum { MANY = 1000 };
  static double weights[MANY];
  uint64_t state = 3;
  for (size_t round = 0; round < 20; ++round) {
    double sum = 0;
    for (size_t i = 0; i < MANY; ++i) {
      const uint64_t word = check_random(&state);
      weights[i] =
          word % 4 ? ldexp((double)(word >> 40U), -(int)(word % 60)) : 0;
      weights[i] = round == 0 ? 1.0 / 3 : weights[i];
      sum += weights[i];
    }
    const int64_t n = MANY;
    tercet_tensor *tensor = NULL;
    CHECK_STATUS(tercet_tensor_from_data(
                     NULL, TERCET_DTYPE_F64, 1, &n, weights, &tensor, NULL),
                 TERCET_OK);
    tercet_random *const random = sample_generator(round);
    tercet_tensor *drawn = NULL;
    CHECK_STATUS(tercet_random_categorical(
                     NULL, random, TERCET_DTYPE_I64, tensor, N, &drawn, NULL),
                 TERCET_OK);
    const int64_t *const x = (const int64_t *)tercet_tensor_data(drawn);
    memset(counts, 0, sizeof(counts));
    for (size_t i = 0; i < N; ++i) {
      CHECK(x[i] >= 0 && x[i] < MANY && weights[x[i]] > 0);
      counts[x[i]] += 1;
    }
    for (size_t i = 0; i < MANY; ++i) {
      expected[i] = N * weights[i] / sum;
    }
    CHECK(fabs(chi_square_excess(counts, expected, MANY)) < CHI_SQUARE_BOUND);
    tercet_random_free(random);
    tercet_tensor_unref(tensor);
    tercet_tensor_unref(drawn);
  }
}

/// The page's example: a matrix of one row stays a matrix, a vector a vector
static void
test_shapes_of_categories(void)
{
  static const double weights[2] = {0.3, 0.7};
  tercet_random *const random = sample_generator(0);
  tercet_tensor *const row = matrix_of(TERCET_DTYPE_F64, 1, 2, weights);
  tercet_tensor *drawn = NULL;
  CHECK_STATUS(tercet_random_categorical(
                   NULL, random, TERCET_DTYPE_I32, row, 5, &drawn, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_rank(drawn), 2);
  CHECK_INT(tercet_tensor_shape(drawn)[1], 5);
  tercet_tensor_unref(drawn);

  // No rows, and no samples
  tercet_tensor *const none = matrix_of(TERCET_DTYPE_F64, 0, 2, weights);
  CHECK_STATUS(tercet_random_categorical(
                   NULL, random, TERCET_DTYPE_I32, none, 5, &drawn, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_size(drawn), 0);
  tercet_tensor_unref(drawn);
  CHECK_STATUS(tercet_random_categorical(
                   NULL, random, TERCET_DTYPE_I32, row, 0, &drawn, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_size(drawn), 0);
  tercet_tensor_unref(drawn);
  tercet_tensor_unref(none);
  tercet_tensor_unref(row);
  tercet_random_free(random);
}

/* ---- Counts of categories ---- */

static void
test_multinomial(void)
{
  static const double weights[5] = {2, 0, 3, 5, 0};
  static const int64_t totals[] = {0, 1, 20, 3000, 1000000};
  const int64_t n_weights = 5;
  const int64_t n = 20000;
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(
          NULL, TERCET_DTYPE_F64, 1, &n_weights, weights, &tensor, NULL),
      TERCET_OK);
  for (size_t i = 0; i < sizeof(totals) / sizeof(totals[0]); ++i) {
    const double total = (double)totals[i];
    tercet_random *const random = sample_generator(i);
    tercet_tensor *drawn = NULL;
    CHECK_STATUS(tercet_random_multinomial(NULL,
                                           random,
                                           TERCET_DTYPE_I64,
                                           1,
                                           &n,
                                           totals[i],
                                           tensor,
                                           &drawn,
                                           NULL),
                 TERCET_OK);
    CHECK_INT(tercet_tensor_shape(drawn)[1], 5);
    const int64_t *x = (const int64_t *)tercet_tensor_data(drawn);
    double sums[5] = {0};
    double product = 0;
    for (int64_t row = 0; row < n; ++row, x += 5) {
      CHECK_INT(x[0] + x[1] + x[2] + x[3] + x[4], totals[i]);
      CHECK(x[0] >= 0 && x[2] >= 0 && x[3] >= 0 && x[1] == 0 && x[4] == 0);
      for (size_t j = 0; j < 5; ++j) {
        sums[j] += (double)x[j];
      }
      product += ((double)x[0] - total * 0.2) * ((double)x[3] - total * 0.5);
    }
    for (size_t j = 0; j < 5; ++j) {
      const double p = weights[j] / 10;
      const double deviation = sqrt((double)n * total * p * (1 - p));
      CHECK(fabs(sums[j] - (double)n * total * p) <= 4.5 * deviation);
    }
    // The covariance is -total * 0.2 * 0.5
    CHECK(fabs(product / (double)n + total * 0.1) <= total * 0.02);
    tercet_random_free(random);
    tercet_tensor_unref(drawn);
  }
  tercet_tensor_unref(tensor);
}

int
main(void)
{
  test_poisson_fits();
  test_binomial_fits();
  test_huge_parameters();
  test_degenerate_counts();
  test_counts_saturate();
  test_integers_of_every_dtype();
  test_wide_ranges_are_even();
  test_all_of_int64();
  test_categories_fit();
  test_many_categories();
  test_shapes_of_categories();
  test_multinomial();
  return check_finish();
}
