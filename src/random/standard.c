// SPDX-License-Identifier: Apache-2.0

/**
   Standard numbers in blocks: uniform, normal, exponential, Laplace, gamma.

   A block first draws one word for each number; those that the quick way
   rejects, about one in a hundred, then draw more words, in order.
*/

#include "random/random_internal.h"

/// Draw `n` words, and zeros up to whole lanes
static void
draw_words(tercet_random *random, uint64_t words[BLOCK], size_t n)
{
  tercet_random_words(random, words, n);
  for (size_t i = n; i < whole_lanes(n); ++i) {
    words[i] = 0;
  }
}

void
tercet_random_uniform_block(tercet_random *random,
                            unsigned shift,
                            double *out,
                            size_t n)
{
  uint64_t words[BLOCK];
  draw_words(random, words, n);
  const double scale = 1.0 / (double)(UINT64_C(1) << (64U - shift));
  random->kernels->uniform(words, shift, scale, out, whole_lanes(n));
}

/* ---- Ziggurats ---- */

/// Decide about a word that was not accepted at once; false: draw anew
typedef bool (*wedge)(tercet_random *random, uint64_t word, double *out);

/// A number behind r (Marsaglia 1964)
static double
normal_tail(tercet_random *random)
{
  const double r = tercet_ziggurat_normal.r;
  for (;;) {
    const double x = tercet_random_log(next_positive(random)) / r;
    const double y = tercet_random_log(next_positive(random));
    if (-2.0 * y > x * x) {
      return r - x;
    }
  }
}

/// Return whether a random height in the layer is under the graph
static bool
is_below(tercet_random *random,
         const tercet_ziggurat *table,
         size_t layer,
         double density)
{
  const double low = table->f[layer];
  const double high = table->f[layer + 1U];
  return low + next_uniform(random) * (high - low) < density;
}

static bool
normal_wedge(tercet_random *random, uint64_t word, double *out)
{
  const tercet_ziggurat *const table = &tercet_ziggurat_normal;
  const size_t layer = word % TERCET_ZIGGURAT_LAYERS;
  const uint64_t place = word >> TERCET_ZIGGURAT_SHIFT;
  double x = (double)(int64_t)place * table->w[layer];
  if (place >= table->k[layer]) {
    if (layer == 0) {
      x = normal_tail(random);
    } else if (!is_below(
                   random, table, layer, tercet_random_exp(-0.5 * x * x))) {
      return false;
    }
  }
  *out = word & TERCET_ZIGGURAT_SIGN ? -x : x;
  return true;
}

double
tercet_random_next_normal(tercet_random *random)
{
  double x = 0;
  while (!normal_wedge(random, next_word(random), &x)) {
  }
  return x;
}

/// Without a sign
static bool
exponential_wedge(tercet_random *random, uint64_t word, double *out)
{
  const tercet_ziggurat *const table = &tercet_ziggurat_exponential;
  const size_t layer = word % TERCET_ZIGGURAT_LAYERS;
  const uint64_t place = word >> TERCET_ZIGGURAT_SHIFT;
  double x = (double)(int64_t)place * table->w[layer];
  if (place >= table->k[layer]) {
    if (layer == 0) {
      // The tail looks like the whole
      x = table->r - tercet_random_log(next_positive(random));
    } else if (!is_below(random, table, layer, tercet_random_exp(-x))) {
      return false;
    }
  }
  *out = x;
  return true;
}

double
tercet_random_next_exponential(tercet_random *random)
{
  double x = 0;
  while (!exponential_wedge(random, next_word(random), &x)) {
  }
  return x;
}

static bool
laplace_wedge(tercet_random *random, uint64_t word, double *out)
{
  const bool accepted = exponential_wedge(random, word, out);
  *out = word & TERCET_ZIGGURAT_SIGN ? -*out : *out;
  return accepted;
}

static void
fill_ziggurat(tercet_random *random,
              const tercet_ziggurat *table,
              uint64_t sign_mask,
              wedge decide,
              double *out,
              size_t n)
{
  uint64_t words[BLOCK];
  uint16_t rejected[BLOCK];
  draw_words(random, words, n);
  const size_t n_rejected = random->kernels->ziggurat(
      table, words, sign_mask, out, rejected, whole_lanes(n));
  for (size_t i = 0; i < n_rejected && rejected[i] < n; ++i) {
    uint64_t word = words[rejected[i]];
    while (!decide(random, word, &out[rejected[i]])) {
      word = next_word(random);
    }
  }
}

void
tercet_random_normal_block(tercet_random *random, double *out, size_t n)
{
  fill_ziggurat(random,
                &tercet_ziggurat_normal,
                TERCET_ZIGGURAT_SIGN,
                normal_wedge,
                out,
                n);
}

void
tercet_random_exponential_block(tercet_random *random, double *out, size_t n)
{
  fill_ziggurat(
      random, &tercet_ziggurat_exponential, 0, exponential_wedge, out, n);
}

void
tercet_random_laplace_block(tercet_random *random, double *out, size_t n)
{
  fill_ziggurat(random,
                &tercet_ziggurat_exponential,
                TERCET_ZIGGURAT_SIGN,
                laplace_wedge,
                out,
                n);
}

/* ---- Gamma ---- */

/// Decide about a candidate (Marsaglia and Tsang 2000), with a normal number
/// `x` and a uniform one `u` from (0, 1]; shape is d + 1/3
static bool
accept_gamma(double d, double c, double x, double u, double *out)
{
  const double t = 1.0 + c * x;
  const double v = t * t * t;
  const double square = x * x;
  *out = d * v;
  return t > 0.0 && (u < 1.0 - 0.0331 * (square * square) ||
                     tercet_random_log(u) <
                         0.5 * square + d * (1.0 - v + tercet_random_log(v)));
}

/// Gamma numbers of shape `k` >= 1
static void
large_gamma_block(tercet_random *random, double k, double *out, size_t n)
{
  const double d = k - 1.0 / 3.0;
  const double c = 1.0 / (3.0 * sqrt(d));
  double uniforms[BLOCK];
  tercet_random_normal_block(random, out, n);
  tercet_random_uniform_block(random, 11U, uniforms, n);
  for (size_t i = 0; i < n; ++i) {
    double x = out[i];
    double u = uniforms[i] + 0x1p-53;
    while (!accept_gamma(d, c, x, u, &out[i])) {
      x = tercet_random_next_normal(random);
      u = next_positive(random);
    }
  }
}

void
tercet_random_gamma_block(tercet_random *random,
                          double k,
                          double *out,
                          size_t n)
{
  if (k == 0.0) {
    memset(out, 0, n * sizeof(*out));
  } else if (k == 1.0) {
    tercet_random_exponential_block(random, out, n);
  } else if (k > 1.0) {
    large_gamma_block(random, k, out, n);
  } else {
    // A gamma number of shape k + 1 times u^(1 / k), where -log(u) is an
    // exponential number
    double powers[BLOCK];
    large_gamma_block(random, k + 1.0, out, n);
    tercet_random_exponential_block(random, powers, n);
    for (size_t i = n; i < whole_lanes(n); ++i) {
      powers[i] = 0.0;
    }
    random->kernels->affine(powers, 0.0, -1.0 / k, whole_lanes(n));
    random->kernels->exp(powers, whole_lanes(n));
    for (size_t i = 0; i < n; ++i) {
      out[i] *= powers[i];
    }
  }
}
