// SPDX-License-Identifier: Apache-2.0

/**
   Poisson and binomial numbers.

   A variance up to 100 makes an alias table of all values that are not less
   likely than the likeliest by 2^80.  Otherwise values come by transformed
   rejection (Hörmann 1993, PTRS and BTRS): a smooth function of a uniform
   number whose density covers the histogram closely, accepted mostly without
   a look at the probabilities.  These are computed from deviances (Loader
   2000), which stay accurate for means up to 2^53.
*/

#include "random/counts.h"

#include "array/tensor_view.h"
#include "base/error.h"
#include "random/alias.h"

/* ---- Logarithms of probabilities ---- */

#define HALF_LOG_TWO_PI 0x1.d67f1c864beb5p-1

/// log(k!) less Stirling's k log(k) - k + log(2 pi k) / 2, for whole k >= 0;
/// of 0 it is never asked
static double
stirling_error(double k)
{
  static const double table[16] = {0.0,
                                   0.08106146679532725822,
                                   0.041340695955409294094,
                                   0.027677925684998339149,
                                   0.020790672103765093112,
                                   0.016644691189821192163,
                                   0.013876128823070747999,
                                   0.011896709945891770095,
                                   0.010411265261972096497,
                                   0.0092554621827127329177,
                                   0.0083305634333628712565,
                                   0.007573675487951840795,
                                   0.0069428401072095298657,
                                   0.0064089941880042070684,
                                   0.0059513701127588477356,
                                   0.005554733551962801371};
  if (k < 16.0) {
    return table[(size_t)k];
  }
  const double z = 1.0 / (k * k);
  double p = 1.0 / 1680.0 - z * (1.0 / 1188.0);
  p = 1.0 / 1260.0 - z * p;
  p = 1.0 / 360.0 - z * p;
  p = 1.0 / 12.0 - z * p;
  return p / k;
}

/// Return x log(x / m) + m - x for x >= 0 and m > 0, also where x is near m
static double
deviance(double x, double m)
{
  const double difference = x - m;
  if (!(fabs(difference) < 0.1 * (x + m))) {
    return x > 0.0 ? x * tercet_random_log(x / m) - difference : m;
  }
  // With v = (x - m) / (x + m): (x - m) v + 2 x (v^3 / 3 + v^5 / 5 + ...);
  // v^2 is at most 0.01
  const double v = difference / (x + m);
  const double z = v * v;
  double p = z * (1.0 / 17.0) + 1.0 / 15.0;
  p = p * z + 1.0 / 13.0;
  p = p * z + 1.0 / 11.0;
  p = p * z + 1.0 / 9.0;
  p = p * z + 1.0 / 7.0;
  p = p * z + 1.0 / 5.0;
  p = p * z + 1.0 / 3.0;
  return difference * v + 2.0 * x * v * (z * p);
}

/// Return the logarithm of the Poisson probability of `k`
static double
poisson_log(double k, double lam)
{
  return k > 0.0 ? -stirling_error(k) - deviance(k, lam) - HALF_LOG_TWO_PI -
                       0.5 * tercet_random_log(k)
                 : -lam;
}

/// Return the logarithm of the binomial probability of `k`, but for what does
/// not depend on k; 0 < p < 1
static double
binomial_log(double k, double n, double p, double q)
{
  const double rest = n - k;
  if (k == 0.0 || rest == 0.0) {
    const double all =
        k == 0.0 ? n * tercet_random_log1p(-p) : n * tercet_random_log(p);
    return all - stirling_error(n) + HALF_LOG_TWO_PI;
  }
  return -stirling_error(k) - stirling_error(rest) - deviance(k, n * p) -
         deviance(rest, n * q) - 0.5 * tercet_random_log(k * (rest / n));
}

/* ---- Tables ---- */

/// Variance up to which there is a table
#define TABLE_VARIANCE 100.0

/// The values of a table: sixteen standard deviations on both sides of 100
#define TABLE_MAX 512U

typedef struct {
  double first;  ///< Value of category 0
  double factor; ///< 1, or -1 if values count down from the first
  size_t n;
  tercet_alias entries[TABLE_MAX];
} table;

/// Probability of the value behind or before `k`, divided by that of `k`
typedef double (*ratio)(double k, const double *parameters);

static double
poisson_ratio_up(double k, const double *parameters)
{
  return parameters[0] / (k + 1.0);
}

static double
poisson_ratio_down(double k, const double *parameters)
{
  return k / parameters[0];
}

/// The parameters are n and the odds
static double
binomial_ratio_up(double k, const double *parameters)
{
  return (parameters[0] - k) / (k + 1.0) * parameters[1];
}

static double
binomial_ratio_down(double k, const double *parameters)
{
  return k / ((parameters[0] - k + 1.0) * parameters[1]);
}

/// Make the table of a distribution by going from its mode in both directions
static void
make_table(
    table *t, double mode, ratio up, ratio down, const double *parameters)
{
  double weights[TABLE_MAX];
  const size_t middle = TABLE_MAX / 2U;
  size_t first = middle;
  size_t end = middle + 1U;
  weights[middle] = 1.0;
  double k = mode;
  for (double w = down(k, parameters); w > 0x1p-80 && first > 0;) {
    weights[--first] = w;
    w *= down(--k, parameters);
  }
  t->first = k;
  k = mode;
  for (double w = up(k, parameters); w > 0x1p-80 && end < TABLE_MAX;) {
    weights[end++] = w;
    w *= up(++k, parameters);
  }
  t->n = end - first;
  tercet_alias_init(t->entries, t->n, weights + first);
}

static void
fill_table(tercet_random *random, const void *parameters, void *out, size_t n)
{
  const table *const t = (const table *)parameters;
  double *const x = (double *)out;
  uint64_t words[BLOCK];
  tercet_random_words(random, words, n);
  for (size_t i = 0; i < n; ++i) {
    const uint64_t value = alias_sample(t->entries, t->n, words[i]);
    x[i] = t->first + t->factor * (double)(int64_t)value;
  }
}

/* ---- Rejection ---- */

/// The constants of both methods; value = floor((2 a / us + b) u + c), where
/// us = 1/2 - |u|
typedef struct {
  double a;
  double b;
  double c;
  double alpha;
  double quick;    ///< Greatest v that is accepted where us >= 0.07
  double lam;      ///< Poisson
  double n;        ///< Greatest value
  double p;        ///< At most 1/2
  double q;        ///< 1 - p
  double mode_log; ///< Of the probability of the mode
  bool is_flipped; ///< Counts failures: p was more than 1/2
} rejection;

/// Logarithm of the probability of a value, but for a constant
typedef double (*log_probability)(const rejection *r, double k);

/// Decide about a value, from `v` in (0, 1] and `u` in [-1/2, 1/2)
static inline bool
accept_value(const rejection *r,
             double v,
             double u,
             log_probability probability,
             double *out)
{
  const double us = 0.5 - fabs(u);
  const double x = (2.0 * r->a / us + r->b) * u + r->c;
  if (!(x >= 0.0 && x < r->n + 1.0)) {
    return false;
  }
  const double k = (double)(int64_t)x;
  *out = k;
  return (us >= 0.07 && v <= r->quick) ||
         tercet_random_log(v * (r->alpha / (r->a / (us * us) + r->b))) <=
             probability(r, k);
}

static double
next_value(tercet_random *random,
           const rejection *r,
           log_probability probability)
{
  for (;;) {
    const double v = next_positive(random);
    const double u = next_uniform(random) - 0.5;
    double k = 0.0;
    if (accept_value(r, v, u, probability, &k)) {
      return k;
    }
  }
}

static void
fill_values(tercet_random *random,
            const rejection *r,
            log_probability probability,
            double *out,
            size_t n)
{
  double vs[BLOCK];
  double us[BLOCK];
  tercet_random_uniform_block(random, 11U, vs, n);
  tercet_random_uniform_block(random, 11U, us, n);
  for (size_t i = 0; i < n; ++i) {
    if (!accept_value(r, vs[i] + 0x1p-53, us[i] - 0.5, probability, &out[i])) {
      out[i] = next_value(random, r, probability);
    }
  }
}

static double
poisson_log_of(const rejection *r, double k)
{
  return poisson_log(k, r->lam);
}

static rejection
start_poisson(double lam)
{
  const double b = 0.931 + 2.53 * sqrt(lam);
  return (rejection){.a = -0.059 + 0.02483 * b,
                     .b = b,
                     .c = lam + 0.43,
                     .alpha = 1.1239 + 1.1328 / (b - 3.4),
                     .quick = 0.9277 - 3.6224 / (b - 2.0),
                     .lam = lam,
                     .n = 0x1p62};
}

static void
fill_poisson(tercet_random *random, const void *parameters, void *out, size_t n)
{
  fill_values(
      random, (const rejection *)parameters, poisson_log_of, (double *)out, n);
}

static double
binomial_log_of(const rejection *r, double k)
{
  return binomial_log(k, r->n, r->p, r->q) - r->mode_log;
}

static rejection
start_binomial(double n, double p)
{
  const bool is_flipped = p > 0.5;
  const double q = is_flipped ? p : 1.0 - p;
  p = is_flipped ? 1.0 - p : p;
  const double deviation = sqrt(n * p * q);
  const double b = 1.15 + 2.53 * deviation;
  const double mode = floor((n + 1.0) * p);
  return (rejection){.a = -0.0873 + 0.0248 * b + 0.01 * p,
                     .b = b,
                     .c = n * p + 0.5,
                     .alpha = (2.83 + 5.1 / b) * deviation,
                     .quick = 0.92 - 4.2 / b,
                     .n = n,
                     .p = p,
                     .q = q,
                     .mode_log = binomial_log(mode, n, p, q),
                     .is_flipped = is_flipped};
}

static void
fill_binomial(tercet_random *random,
              const void *parameters,
              void *out,
              size_t n)
{
  const rejection *const r = (const rejection *)parameters;
  double *const x = (double *)out;
  fill_values(random, r, binomial_log_of, x, n);
  for (size_t i = 0; r->is_flipped && i < n; ++i) {
    x[i] = r->n - x[i];
  }
}

/// Return a binomial number of mean n p < 10 by adding up probabilities
static double
next_small_binomial(tercet_random *random, double n, double p)
{
  const double odds = p / (1.0 - p);
  const double start = tercet_random_exp(n * tercet_random_log1p(-p));
  for (;;) {
    double u = next_uniform(random);
    double probability = start;
    for (int i = 0; i < 200; ++i) {
      const double k = (double)i;
      if (u < probability) {
        return k;
      }
      u -= probability;
      probability *= (n - k) / (k + 1.0) * odds;
    }
  }
}

/// Return a Poisson number of mean `lam` < 10 by adding up probabilities
static double
next_small_poisson(tercet_random *random, double lam)
{
  const double start = tercet_random_exp(-lam);
  for (;;) {
    double u = next_uniform(random);
    double probability = start;
    for (int i = 0; i < 200; ++i) {
      const double k = (double)i;
      if (u < probability) {
        return k;
      }
      u -= probability;
      probability *= lam / (k + 1.0);
    }
  }
}

double
tercet_random_next_poisson(tercet_random *random, double lam)
{
  if (lam < 10.0) {
    return next_small_poisson(random, lam);
  }
  const rejection r = start_poisson(lam);
  return next_value(random, &r, poisson_log_of);
}

double
tercet_random_next_binomial(tercet_random *random, double n, double p)
{
  const bool is_flipped = p > 0.5;
  const double rare = is_flipped ? 1.0 - p : p;
  if (n * rare < 10.0) {
    const double k = next_small_binomial(random, n, rare);
    return is_flipped ? n - k : k;
  }
  const rejection r = start_binomial(n, p);
  const double k = next_value(random, &r, binomial_log_of);
  return is_flipped ? n - k : k;
}

/* ---- Tensors ---- */

tercet_status
tercet_random_poisson_into(tercet_random *random,
                           double lam,
                           tercet_tensor *out,
                           tercet_error *err)
{
  TERCET_TRY(tercet_random_check_number("poisson", out->dtype, true, err));
  TERCET_TRY(tercet_random_check_not_negative("poisson", "lam", lam, err));
  if (lam > 0x1p53) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "poisson: lam is %g, must be 2^53 at the most",
                            lam);
  }
  if (lam > TABLE_VARIANCE) {
    const rejection r = start_poisson(lam);
    return tercet_random_fill(
        random, TERCET_KIND_F, fill_poisson, &r, out, err);
  }

  table t = {.factor = 1.0};
  make_table(&t, floor(lam), poisson_ratio_up, poisson_ratio_down, &lam);
  return tercet_random_fill(random, TERCET_KIND_F, fill_table, &t, out, err);
}

TERCET_RANDOM_FORM(poisson, (double lam), (lam))

tercet_status
tercet_random_binomial_into(tercet_random *random,
                            int64_t n,
                            double p,
                            tercet_tensor *out,
                            tercet_error *err)
{
  TERCET_TRY(tercet_random_check_number("binomial", out->dtype, true, err));
  TERCET_TRY(tercet_random_check_count("binomial", "n", n, err));
  if (!(p >= 0.0 && p <= 1.0)) {
    return tercet_error_set(
        err, TERCET_ERR_RANGE, "binomial: p is %g, must be 0 to 1", p);
  }
  const double count = (double)n;
  if (count * p * (1.0 - p) > TABLE_VARIANCE) {
    const rejection r = start_binomial(count, p);
    return tercet_random_fill(
        random, TERCET_KIND_F, fill_binomial, &r, out, err);
  }

  // The table counts the rarer outcome
  table t = {.factor = p > 0.5 ? -1.0 : 1.0};
  const double rare = p > 0.5 ? 1.0 - p : p;
  const double parameters[2] = {count, rare / (1.0 - rare)};
  const double mode = floor((count + 1.0) * rare);
  make_table(&t,
             mode < count ? mode : count,
             binomial_ratio_up,
             binomial_ratio_down,
             parameters);
  t.first = p > 0.5 ? count - t.first : t.first;
  return tercet_random_fill(random, TERCET_KIND_F, fill_table, &t, out, err);
}

TERCET_RANDOM_FORM(binomial, (int64_t n, double p), (n, p))
