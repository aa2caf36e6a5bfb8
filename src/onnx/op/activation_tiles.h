// SPDX-License-Identifier: Apache-2.0

/**
   The functions of activation.c, which includes this file for each kind of
   float with

     REAL        the type
     TILE(name)  the name of a function for it
     MATH(NAME)  the kernel of a function of mathematics

   and defines `parameters`.  The output may be the input.  Both sides of a
   choice are computed first, so that it needs no branch.  There is no guard:
   the file is meant to be included twice.
*/

/// x where it is positive, else alpha * x
static void
TILE(leaky_relu)(const void *context,
                 size_t n,
                 const REAL *const *in,
                 REAL *out)
{
  const REAL alpha = (REAL)((const parameters *)context)->alpha;
  for (size_t i = 0; i < n; ++i) {
    const REAL x = in[0][i];
    const REAL below = alpha * x;
    out[i] = x < 0 ? below : x;
  }
}

/// The same with a slope for each element
static void
TILE(prelu)(const void *context, size_t n, const REAL *const *in, REAL *out)
{
  (void)context;
  for (size_t i = 0; i < n; ++i) {
    const REAL x = in[0][i];
    const REAL below = in[1][i] * x;
    out[i] = x < 0 ? below : x;
  }
}

/// beta * x where it is positive, else beta * alpha * (exp(x) - 1)
static void
TILE(elu)(const void *context, size_t n, const REAL *const *in, REAL *out)
{
  const parameters *const p = (const parameters *)context;
  const REAL slope = (REAL)p->beta;
  const REAL depth = (REAL)(p->beta * p->alpha);
  REAL powers[TERCET_ONNX_FLOAT_TILE];
  MATH(EXPM1)(in[0], powers, n);
  for (size_t i = 0; i < n; ++i) {
    const REAL x = in[0][i];
    const REAL below = depth * powers[i];
    const REAL above = slope * x;
    out[i] = x < 0 ? below : above;
  }
}

/// x where it is positive, else alpha * (exp(x / alpha) - 1)
static void
TILE(celu)(const void *context, size_t n, const REAL *const *in, REAL *out)
{
  const REAL alpha = (REAL)((const parameters *)context)->alpha;
  REAL powers[TERCET_ONNX_FLOAT_TILE];
  for (size_t i = 0; i < n; ++i) {
    powers[i] = in[0][i] / alpha;
  }
  MATH(EXPM1)(powers, powers, n);
  for (size_t i = 0; i < n; ++i) {
    const REAL x = in[0][i];
    const REAL below = alpha * powers[i];
    out[i] = x < 0 ? below : x;
  }
}

/// 1 / (1 + exp(-x))
static void
TILE(sigmoid)(const void *context, size_t n, const REAL *const *in, REAL *out)
{
  (void)context;
  for (size_t i = 0; i < n; ++i) {
    out[i] = -in[0][i];
  }
  MATH(EXP)(out, out, n);
  for (size_t i = 0; i < n; ++i) {
    out[i] = 1 / (1 + out[i]);
  }
}

/// Return alpha * x + beta between 0 and 1
static inline REAL
TILE(clamped_line)(REAL alpha, REAL beta, REAL x)
{
  const REAL y = alpha * x + beta;
  return y < 0 ? 0 : y > 1 ? 1 : y;
}

static void
TILE(hard_sigmoid)(const void *context,
                   size_t n,
                   const REAL *const *in,
                   REAL *out)
{
  const parameters *const p = (const parameters *)context;
  for (size_t i = 0; i < n; ++i) {
    out[i] = TILE(clamped_line)((REAL)p->alpha, (REAL)p->beta, in[0][i]);
  }
}

/// x times the hard sigmoid
static void
TILE(hard_swish)(const void *context,
                 size_t n,
                 const REAL *const *in,
                 REAL *out)
{
  const parameters *const p = (const parameters *)context;
  for (size_t i = 0; i < n; ++i) {
    const REAL x = in[0][i];
    out[i] = x * TILE(clamped_line)((REAL)p->alpha, (REAL)p->beta, x);
  }
}

/// log(1 + exp(x)), written so that the power does not overflow; `out` is not
/// the input
static void
TILE(softplus_of)(size_t n, const REAL *x, REAL *out)
{
  for (size_t i = 0; i < n; ++i) {
    out[i] = x[i] > 0 ? -x[i] : x[i];
  }
  MATH(EXP)(out, out, n);
  MATH(LOG1P)(out, out, n);
  for (size_t i = 0; i < n; ++i) {
    out[i] += x[i] > 0 ? x[i] : 0;
  }
}

static void
TILE(softplus)(const void *context, size_t n, const REAL *const *in, REAL *out)
{
  REAL x[TERCET_ONNX_FLOAT_TILE];
  (void)context;
  memcpy(x, in[0], n * sizeof(*x));
  TILE(softplus_of)(n, x, out);
}

/// x / (1 + |x|)
static void
TILE(softsign)(const void *context, size_t n, const REAL *const *in, REAL *out)
{
  (void)context;
  for (size_t i = 0; i < n; ++i) {
    const REAL x = in[0][i];
    out[i] = x / (1 + (x < 0 ? -x : x));
  }
}

/// x * tanh(softplus(x))
static void
TILE(mish)(const void *context, size_t n, const REAL *const *in, REAL *out)
{
  REAL factors[TERCET_ONNX_FLOAT_TILE];
  (void)context;
  TILE(softplus_of)(n, in[0], factors);
  MATH(TANH)(factors, factors, n);
  for (size_t i = 0; i < n; ++i) {
    out[i] = in[0][i] * factors[i];
  }
}

/// x / 2 * (1 + erf(x / sqrt(2))), without cancellation where x is negative
static void
TILE(gelu)(const void *context, size_t n, const REAL *const *in, REAL *out)
{
  REAL factors[TERCET_ONNX_FLOAT_TILE];
  (void)context;
  for (size_t i = 0; i < n; ++i) {
    factors[i] = in[0][i] * (REAL)-0.70710678118654752440;
  }
  MATH(ERFC)(factors, factors, n);
  for (size_t i = 0; i < n; ++i) {
    out[i] = in[0][i] / 2 * factors[i];
  }
}

/// x / 2 * (1 + tanh(y)) with y = sqrt(2 / pi) * (x + 0.044715 * x^3), which
/// is x / (1 + exp(-2 * y))
static void
TILE(gelu_tanh)(const void *context, size_t n, const REAL *const *in, REAL *out)
{
  REAL powers[TERCET_ONNX_FLOAT_TILE];
  (void)context;
  for (size_t i = 0; i < n; ++i) {
    const REAL x = in[0][i];
    powers[i] = (REAL)-1.5957691216057307117 * (x + (REAL)0.044715 * x * x * x);
  }
  MATH(EXP)(powers, powers, n);
  for (size_t i = 0; i < n; ++i) {
    out[i] = in[0][i] / (1 + powers[i]);
  }
}

/// x where it is more than alpha, else 0
static void
TILE(thresholded_relu)(const void *context,
                       size_t n,
                       const REAL *const *in,
                       REAL *out)
{
  const REAL alpha = (REAL)((const parameters *)context)->alpha;
  for (size_t i = 0; i < n; ++i) {
    const REAL x = in[0][i];
    out[i] = x <= alpha ? 0 : x;
  }
}

/// x moved by beta towards 0 where it is beyond alpha, else 0
static void
TILE(shrink)(const void *context, size_t n, const REAL *const *in, REAL *out)
{
  const REAL alpha = (REAL)((const parameters *)context)->alpha;
  const REAL beta = (REAL)((const parameters *)context)->beta;
  for (size_t i = 0; i < n; ++i) {
    const REAL x = in[0][i];
    const REAL raised = x + beta;
    const REAL lowered = x - beta;
    const REAL inside = x != x ? x : 0;
    out[i] = x < -alpha ? raised : x > alpha ? lowered : inside;
  }
}
