// SPDX-License-Identifier: Apache-2.0

/// The continuous distributions but the uniform ones

#include "random/continuous.h"

#include "array/tensor_view.h"
#include "base/error.h"

/* ---- Location and scale ---- */

/// x[i] = loc + scale * x[i]; the block has room for whole lanes
static void
place(const tercet_random *random,
      const tercet_random_pair *p,
      double *x,
      size_t n)
{
  if (p->a != 0.0 || p->b != 1.0) {
    random->kernels->affine(x, p->a, p->b, whole_lanes(n));
  }
}

static void
fill_normal(tercet_random *random, const void *parameters, void *out, size_t n)
{
  tercet_random_normal_block(random, (double *)out, n);
  place(random, (const tercet_random_pair *)parameters, (double *)out, n);
}

static void
fill_lognormal(tercet_random *random,
               const void *parameters,
               void *out,
               size_t n)
{
  fill_normal(random, parameters, out, n);
  random->kernels->exp((double *)out, whole_lanes(n));
}

static void
fill_exponential(tercet_random *random,
                 const void *parameters,
                 void *out,
                 size_t n)
{
  tercet_random_exponential_block(random, (double *)out, n);
  place(random, (const tercet_random_pair *)parameters, (double *)out, n);
}

static void
fill_laplace(tercet_random *random, const void *parameters, void *out, size_t n)
{
  tercet_random_laplace_block(random, (double *)out, n);
  place(random, (const tercet_random_pair *)parameters, (double *)out, n);
}

/// Check `loc` and `scale`, and fill
static tercet_status
fill_placed(tercet_random *random,
            const char *distribution,
            tercet_random_block fill,
            double loc,
            const char *scale_name,
            double scale,
            tercet_tensor *out,
            tercet_error *err)
{
  TERCET_TRY(tercet_random_check_float(distribution, out->dtype, err));
  TERCET_TRY(tercet_random_check_finite(distribution, "loc", loc, err));
  TERCET_TRY(
      tercet_random_check_not_negative(distribution, scale_name, scale, err));
  const tercet_random_pair p = {loc, scale};
  return tercet_random_fill(random, TERCET_KIND_F, fill, &p, out, err);
}

tercet_status
tercet_random_normal_into(tercet_random *random,
                          double loc,
                          double sigma,
                          tercet_tensor *out,
                          tercet_error *err)
{
  return fill_placed(
      random, "normal", fill_normal, loc, "sigma", sigma, out, err);
}

TERCET_RANDOM_FORM(normal, (double loc, double sigma), (loc, sigma))

tercet_status
tercet_random_lognormal_into(tercet_random *random,
                             double loc,
                             double sigma,
                             tercet_tensor *out,
                             tercet_error *err)
{
  return fill_placed(
      random, "lognormal", fill_lognormal, loc, "sigma", sigma, out, err);
}

TERCET_RANDOM_FORM(lognormal, (double loc, double sigma), (loc, sigma))

tercet_status
tercet_random_exponential_into(tercet_random *random,
                               double scale,
                               tercet_tensor *out,
                               tercet_error *err)
{
  return fill_placed(
      random, "exponential", fill_exponential, 0.0, "scale", scale, out, err);
}

TERCET_RANDOM_FORM(exponential, (double scale), (scale))

tercet_status
tercet_random_laplace_into(tercet_random *random,
                           double loc,
                           double scale,
                           tercet_tensor *out,
                           tercet_error *err)
{
  return fill_placed(
      random, "laplace", fill_laplace, loc, "scale", scale, out, err);
}

TERCET_RANDOM_FORM(laplace, (double loc, double scale), (loc, scale))

/* ---- Made of gamma numbers ---- */

static void
fill_gamma(tercet_random *random, const void *parameters, void *out, size_t n)
{
  const tercet_random_pair *const p = (const tercet_random_pair *)parameters;
  const tercet_random_pair placed = {0.0, p->b};
  tercet_random_gamma_block(random, p->a, (double *)out, n);
  place(random, &placed, (double *)out, n);
}

tercet_status
tercet_random_gamma_into(tercet_random *random,
                         double k,
                         double scale,
                         tercet_tensor *out,
                         tercet_error *err)
{
  TERCET_TRY(tercet_random_check_float("gamma", out->dtype, err));
  TERCET_TRY(tercet_random_check_not_negative("gamma", "shape", k, err));
  TERCET_TRY(tercet_random_check_not_negative("gamma", "scale", scale, err));
  const tercet_random_pair p = {k, scale};
  return tercet_random_fill(random, TERCET_KIND_F, fill_gamma, &p, out, err);
}

TERCET_RANDOM_FORM(gamma, (double k, double scale), (k, scale))

static void
fill_chisquare(tercet_random *random,
               const void *parameters,
               void *out,
               size_t n)
{
  const double df = ((const tercet_random_pair *)parameters)->a;
  const tercet_random_pair p = {df / 2.0, 2.0};
  fill_gamma(random, &p, out, n);
}

tercet_status
tercet_random_chisquare_into(tercet_random *random,
                             double df,
                             tercet_tensor *out,
                             tercet_error *err)
{
  TERCET_TRY(tercet_random_check_float("chisquare", out->dtype, err));
  TERCET_TRY(tercet_random_check_positive("chisquare", "df", df, err));
  const tercet_random_pair p = {df, 0.0};
  return tercet_random_fill(
      random, TERCET_KIND_F, fill_chisquare, &p, out, err);
}

TERCET_RANDOM_FORM(chisquare, (double df), (df))

static void
fill_f(tercet_random *random, const void *parameters, void *out, size_t n)
{
  const tercet_random_pair *const p = (const tercet_random_pair *)parameters;
  double *const x = (double *)out;
  double y[BLOCK];
  tercet_random_gamma_block(random, p->a / 2.0, x, n);
  tercet_random_gamma_block(random, p->b / 2.0, y, n);
  for (size_t i = 0; i < n; ++i) {
    x[i] = x[i] / p->a / (y[i] / p->b);
  }
}

tercet_status
tercet_random_f_into(tercet_random *random,
                     double df1,
                     double df2,
                     tercet_tensor *out,
                     tercet_error *err)
{
  TERCET_TRY(tercet_random_check_float("f", out->dtype, err));
  TERCET_TRY(tercet_random_check_positive("f", "df1", df1, err));
  TERCET_TRY(tercet_random_check_positive("f", "df2", df2, err));
  const tercet_random_pair p = {df1, df2};
  return tercet_random_fill(random, TERCET_KIND_F, fill_f, &p, out, err);
}

TERCET_RANDOM_FORM(f, (double df1, double df2), (df1, df2))

static void
fill_student_t(tercet_random *random,
               const void *parameters,
               void *out,
               size_t n)
{
  const double half = ((const tercet_random_pair *)parameters)->a / 2.0;
  double *const x = (double *)out;
  double y[BLOCK];
  tercet_random_normal_block(random, x, n);
  tercet_random_gamma_block(random, half, y, n);
  for (size_t i = 0; i < n; ++i) {
    x[i] *= sqrt(half / y[i]);
  }
}

tercet_status
tercet_random_student_t_into(tercet_random *random,
                             double df,
                             tercet_tensor *out,
                             tercet_error *err)
{
  TERCET_TRY(tercet_random_check_float("student_t", out->dtype, err));
  TERCET_TRY(tercet_random_check_positive("student_t", "df", df, err));
  const tercet_random_pair p = {df, 0.0};
  return tercet_random_fill(
      random, TERCET_KIND_F, fill_student_t, &p, out, err);
}

TERCET_RANDOM_FORM(student_t, (double df), (df))

/* ---- Beta ---- */

/**
   A beta number of a <= 1 and b <= 1 (Jöhnk 1964): u^(1/a) / (u^(1/a) +
   v^(1/b)) where the sum is at most 1.

   Both powers are 0 for small a and b; the quotient then comes from their
   logarithms, which are kept finite.
*/
static double
next_small_beta(tercet_random *random, double a, double b)
{
  for (;;) {
    double x = fmax(-tercet_random_next_exponential(random) / a, -1e300);
    double y = fmax(-tercet_random_next_exponential(random) / b, -1e300);
    const double sum = tercet_random_exp(x) + tercet_random_exp(y);
    if (sum > 1.0) {
      continue;
    }
    const double greater = fmax(x, y);
    x = tercet_random_exp(x - greater);
    y = tercet_random_exp(y - greater);
    return x / (x + y);
  }
}

static void
fill_beta(tercet_random *random, const void *parameters, void *out, size_t n)
{
  const tercet_random_pair *const p = (const tercet_random_pair *)parameters;
  double *const x = (double *)out;
  if (p->a <= 1.0 && p->b <= 1.0) {
    for (size_t i = 0; i < n; ++i) {
      x[i] = next_small_beta(random, p->a, p->b);
    }
    return;
  }

  double y[BLOCK];
  tercet_random_gamma_block(random, p->a, x, n);
  tercet_random_gamma_block(random, p->b, y, n);
  for (size_t i = 0; i < n; ++i) {
    x[i] = x[i] / (x[i] + y[i]);
  }
}

tercet_status
tercet_random_beta_into(tercet_random *random,
                        double a,
                        double b,
                        tercet_tensor *out,
                        tercet_error *err)
{
  TERCET_TRY(tercet_random_check_float("beta", out->dtype, err));
  TERCET_TRY(tercet_random_check_positive("beta", "a", a, err));
  TERCET_TRY(tercet_random_check_positive("beta", "b", b, err));
  const tercet_random_pair p = {a, b};
  return tercet_random_fill(random, TERCET_KIND_F, fill_beta, &p, out, err);
}

TERCET_RANDOM_FORM(beta, (double a, double b), (a, b))

/* ---- By name ---- */

tercet_random_block
tercet_random_continuous_block(tercet_random_distribution distribution)
{
  static const tercet_random_block blocks[TERCET_RANDOM_DISTRIBUTIONS] = {
      [TERCET_RANDOM_GAMMA] = fill_gamma,
      [TERCET_RANDOM_BETA] = fill_beta,
      [TERCET_RANDOM_CHISQUARE] = fill_chisquare,
      [TERCET_RANDOM_F] = fill_f,
      [TERCET_RANDOM_STUDENT_T] = fill_student_t,
  };
  return blocks[distribution];
}
