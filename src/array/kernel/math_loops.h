// SPDX-License-Identifier: Apache-2.0

/**
   The mathematical functions written once for vectors of any width.

   Included by math_avx2.c and math_avx512.c behind their definitions of: the
   vectors `vd` of VD_N doubles and `vf` of VF_N floats, `vdi` and `vfi` of
   integers of the same size, loads and stores, vd_fma() and vf_fma(), minima
   and maxima that return the second operand if one is NaN, and the other
   functions that are called here without a definition.

   exp, log, sin, cos and pow are our own: faster than SLEEF at the same
   accuracy.  The others are SLEEF's (1.0 ULP), or missing without it.
   Arguments that a vector path does not serve, few in practice, are given to
   the C library one by one: each function states its range.
*/

#include <math.h>
#include <string.h>

typedef double (*scalar_f64)(double);
typedef float (*scalar_f32)(float);
typedef double (*scalar2_f64)(double, double);
typedef float (*scalar2_f32)(float, float);

/* ---- Lanes that are left to the C library ---- */

/// Compute the lanes of `bad` one by one
static __attribute__((noinline)) vd
fix_lanes_f64(vd x, vd out, unsigned bad, scalar_f64 function)
{
  double in[VD_N];
  double fixed[VD_N];
  vd_store(in, x);
  vd_store(fixed, out);
  for (unsigned i = 0; i < VD_N; ++i) {
    fixed[i] = (bad >> i & 1U) ? function(in[i]) : fixed[i];
  }
  return vd_load(fixed);
}

static __attribute__((noinline)) vf
fix_lanes_f32(vf x, vf out, unsigned bad, scalar_f32 function)
{
  float in[VF_N];
  float fixed[VF_N];
  vf_store(in, x);
  vf_store(fixed, out);
  for (unsigned i = 0; i < VF_N; ++i) {
    fixed[i] = (bad >> i & 1U) ? function(in[i]) : fixed[i];
  }
  return vf_load(fixed);
}

static __attribute__((noinline)) vd
fix_lanes2_f64(vd x, vd y, vd out, unsigned bad, scalar2_f64 function)
{
  double a[VD_N];
  double b[VD_N];
  double fixed[VD_N];
  vd_store(a, x);
  vd_store(b, y);
  vd_store(fixed, out);
  for (unsigned i = 0; i < VD_N; ++i) {
    fixed[i] = (bad >> i & 1U) ? function(a[i], b[i]) : fixed[i];
  }
  return vd_load(fixed);
}

static __attribute__((noinline)) vf
fix_lanes2_f32(vf x, vf y, vf out, unsigned bad, scalar2_f32 function)
{
  float a[VF_N];
  float b[VF_N];
  float fixed[VF_N];
  vf_store(a, x);
  vf_store(b, y);
  vf_store(fixed, out);
  for (unsigned i = 0; i < VF_N; ++i) {
    fixed[i] = (bad >> i & 1U) ? function(a[i], b[i]) : fixed[i];
  }
  return vf_load(fixed);
}

/* ---- Polynomials and tables ---- */

/// 2^(j/16), rounded, and what rounding took from it
static const double exp_high[16] = {0x1.0000000000000p+0,
                                    0x1.0b5586cf9890fp+0,
                                    0x1.172b83c7d517bp+0,
                                    0x1.2387a6e756238p+0,
                                    0x1.306fe0a31b715p+0,
                                    0x1.3dea64c123422p+0,
                                    0x1.4bfdad5362a27p+0,
                                    0x1.5ab07dd485429p+0,
                                    0x1.6a09e667f3bcdp+0,
                                    0x1.7a11473eb0187p+0,
                                    0x1.8ace5422aa0dbp+0,
                                    0x1.9c49182a3f090p+0,
                                    0x1.ae89f995ad3adp+0,
                                    0x1.c199bdd85529cp+0,
                                    0x1.d5818dcfba487p+0,
                                    0x1.ea4afa2a490dap+0};
static const double exp_low[16] = {0,
                                   0x1.8a62e4adc610bp-54,
                                   -0x1.19041b9d78a76p-55,
                                   0x1.9b07eb6c70573p-54,
                                   0x1.6f46ad23182e4p-55,
                                   0x1.ada0911f09ebcp-55,
                                   0x1.d4397afec42e2p-56,
                                   0x1.6324c054647adp-54,
                                   -0x1.bdd3413b26456p-54,
                                   -0x1.41577ee04992fp-55,
                                   0x1.6e9f156864b27p-54,
                                   0x1.c7c46b071f2bep-56,
                                   0x1.7a1cd345dcc81p-54,
                                   0x1.11065895048ddp-55,
                                   0x1.2ed02d75b3707p-55,
                                   -0x1.e9c23179c2893p-54};

/// c, a multiple of 1/32 near 1 / m, by the first four bits of the fraction of
/// m from 1 to 2.  It is 1 for the first and 1/2 for the last, so that
/// logarithms near 1 lose nothing.
static const double log_inverse[16] = {1.0,
                                       29.0 / 32,
                                       28.0 / 32,
                                       26.0 / 32,
                                       25.0 / 32,
                                       24.0 / 32,
                                       23.0 / 32,
                                       22.0 / 32,
                                       21.0 / 32,
                                       20.0 / 32,
                                       19.0 / 32,
                                       19.0 / 32,
                                       18.0 / 32,
                                       17.0 / 32,
                                       17.0 / 32,
                                       16.0 / 32};

/// -log(c): a multiple of 2^-42, so that it can be added exactly to a multiple
/// of LN2_HIGH, and the rest
static const double log_high[16] = {0x0.0p+0,
                                    0x1.9335e5d594000p-4,
                                    0x1.1178e8227e000p-3,
                                    0x1.a93ed3c8ae000p-3,
                                    0x1.f991c6cb3c000p-3,
                                    0x1.269621134e000p-2,
                                    0x1.522ae0738a000p-2,
                                    0x1.7fafa3bd81000p-2,
                                    0x1.af5295248d000p-2,
                                    0x1.e148a1a272000p-2,
                                    0x1.0ae76e2d05800p-1,
                                    0x1.0ae76e2d05800p-1,
                                    0x1.269621134d800p-1,
                                    0x1.43d9ff2f92000p-1,
                                    0x1.43d9ff2f92000p-1,
                                    0x1.62e42fefa3800p-1};
static const double log_low[16] = {0x0.0p+0,
                                   0x1.3115c3abd47dap-45,
                                   0x1.1ef78ce2d07f2p-45,
                                   -0x1.8724350562169p-45,
                                   -0x1.90d04cd7cc834p-44,
                                   -0x1.1b61f10522625p-44,
                                   0x1.ebe708164c759p-45,
                                   0x1.46fb79bf6d4cbp-44,
                                   -0x1.17cc552774458p-45,
                                   0x1.b36537e3375b2p-44,
                                   -0x1.82de51de06076p-44,
                                   -0x1.82de51de06076p-44,
                                   0x1.c93c1df5bb3b6p-44,
                                   0x1.e267b0b7efae1p-44,
                                   0x1.e267b0b7efae1p-44,
                                   0x1.ef35793c76730p-45};

#define LN2_HIGH 0x1.62e42fefa3800p-1
#define LN2_LOW 0x1.ef35793c76730p-45
#define LN2 0x1.62e42fefa39efp-1
#define LN2_REST 0x1.abc9e3b39803fp-56
#define INVERSE_LN2 0x1.71547652b82fep+0

/// Adding it rounds to a multiple of 1/16, which then is in the low bits
#define ROUND_16TH 0x1.8p48

#define PI_HIGH 0x1.921fb54442d18p+1
#define PI_MIDDLE 0x1.1a62633145c07p-53
#define PI_LOW (-0x1.f1976b7ed8fbcp-109)
#define INVERSE_PI 0x1.45f306dc9c883p-2

/// Evaluate a polynomial with up to 12 coefficients, the constant first, in
/// pairs (Estrin): long chains of operations leave a processor idle
static inline __attribute__((always_inline)) vd
polynomial_vd(const double *c, size_t n, vd x)
{
  const vd x2 = x * x;
  const vd x4 = x2 * x2;
  vd terms[3];
#pragma GCC unroll 3
  for (size_t i = 0; 4U * i < n; ++i) {
    const double *const k = c + 4U * i;
    const size_t n_here = n - 4U * i;
    const vd low =
        n_here > 1 ? vd_fma(vd_set(k[1]), x, vd_set(k[0])) : vd_set(k[0]);
    const vd high = n_here > 3   ? vd_fma(vd_set(k[3]), x, vd_set(k[2]))
                    : n_here > 2 ? vd_set(k[2])
                                 : vd_set(0);
    terms[i] = n_here > 2 ? vd_fma(high, x2, low) : low;
  }
  vd out = terms[(n - 1U) / 4U];
#pragma GCC unroll 3
  for (size_t i = (n - 1U) / 4U; i-- > 0;) {
    out = vd_fma(out, x4, terms[i]);
  }
  return out;
}

static inline __attribute__((always_inline)) vf
polynomial_vf(const float *c, size_t n, vf x)
{
  const vf x2 = x * x;
  const vf x4 = x2 * x2;
  vf terms[3];
#pragma GCC unroll 3
  for (size_t i = 0; 4U * i < n; ++i) {
    const float *const k = c + 4U * i;
    const size_t n_here = n - 4U * i;
    const vf low =
        n_here > 1 ? vf_fma(vf_set(k[1]), x, vf_set(k[0])) : vf_set(k[0]);
    const vf high = n_here > 3   ? vf_fma(vf_set(k[3]), x, vf_set(k[2]))
                    : n_here > 2 ? vf_set(k[2])
                                 : vf_set(0);
    terms[i] = n_here > 2 ? vf_fma(high, x2, low) : low;
  }
  vf out = terms[(n - 1U) / 4U];
#pragma GCC unroll 3
  for (size_t i = (n - 1U) / 4U; i-- > 0;) {
    out = vf_fma(out, x4, terms[i]);
  }
  return out;
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- exp ---- */

/// 2^(k/16) e^r for r up to log(2)/32; `t` has k in its low bits, and `k16` is
/// k/16
static inline vd
exp_finish(vd t, vd k16, vd r)
{
  static const double c[] = {0x1.0000000000005p-1,
                             0x1.555555548ebb9p-3,
                             0x1.555555545e95ap-5,
                             0x1.11123b48798c5p-7,
                             0x1.6c185e29493e8p-10};
  const vd p = vd_fma(r * r, polynomial_vd(c, COUNT(c), r), r);
  const vd high = vd_lookup(exp_high, (vdi)t);
  const vd rest = vd_fma(high, p, vd_lookup(exp_low, (vdi)t));
  return vd_scale_floor(high + rest, t, k16);
}

/// All arguments
static inline vd
exp_vd(vd x)
{
  const vd bounded = vd_max(vd_set(-746), vd_min(vd_set(710), x));
  const vd t = vd_fma(bounded, vd_set(INVERSE_LN2), vd_set(ROUND_16TH));
  const vd k16 = t - vd_set(ROUND_16TH);
  const vd r = vd_fma(k16, vd_set(-LN2), bounded); // Exact
  return exp_finish(t, k16, vd_fma(k16, vd_set(-LN2_REST), r));
}

/// All arguments
static inline vf
exp_vf(vf x)
{
  static const float c[] = {0x1.000000p-1F,
                            0x1.55548ep-3F,
                            0x1.55545ep-5F,
                            0x1.123b54p-7F,
                            0x1.6db3fcp-10F};
  const vf bounded = vf_max(vf_set(-104), vf_min(vf_set(89), x));
  const vf t = vf_fma(bounded, vf_set(0x1.715476p+0F), vf_set(ROUND_F32));
  const vf k = t - vf_set(ROUND_F32);
  vf r = vf_fma(k, vf_set(-0x1.62e4p-1F), bounded);
  r = vf_fma(k, vf_set(-0x1.7f7d1cp-20F), r);
  const vf q = polynomial_vf(c, COUNT(c), r);
  return vf_scale(vf_set(1) + vf_fma(r * r, q, r), t, k);
}

/* ---- log ---- */

/// x = 2^e * (1 + r) / c with c of log_inverse, r exact, from -0.04 to 1/16
typedef struct {
  vd e;
  vd r;
  vdi index; ///< Of c, in the low bits
} log_parts;

/// Split positive normal numbers
static inline log_parts
log_split(vd x)
{
  const vdi index = vdi_shift_right((vdi)x, 48);
  const vd c = vd_lookup(log_inverse, index);
  const log_parts parts = {
      vd_exponent(x), vd_fma(vd_mantissa(x), c, vd_set(-1)), index};
  return parts;
}

/// Positive normal numbers; the others one by one
static inline vd
log_vd(vd x)
{
  // (log(1 + r) - r + r^2/2) / r^3, to 2^-61 / r^2
  static const double c[] = {0x1.5555555555536p-2,
                             -0x1.0000000001534p-2,
                             0x1.9999999a0a980p-3,
                             -0x1.55555534b7474p-3,
                             0x1.249244e6a8c80p-3,
                             -0x1.00006dbd920fap-3,
                             0x1.c73cb1c4d5098p-4,
                             -0x1.993542afb8214p-4,
                             0x1.4b46f600dd901p-4};
  const log_parts p = log_split(x);
  const vd high =
      vd_fma(p.e, vd_set(LN2_HIGH), vd_lookup(log_high, p.index)); // Exact
  const vd low = vd_fma(p.e, vd_set(LN2_LOW), vd_lookup(log_low, p.index));
  const vd sum = high + p.r;
  const vd rest = p.r - (sum - high);
  const vd z = vd_fma(p.r, polynomial_vd(c, COUNT(c), p.r), vd_set(-0.5));
  const vd out = sum + vd_fma(p.r * p.r, z, rest + low);
  const unsigned bad = vd_not_positive_normal(x);
  return bad ? fix_lanes_f64(x, out, bad, log) : out;
}

/// Positive normal numbers; the others one by one
static inline vf
log_vf(vf x)
{
  static const float c[] = {0x1.55555ap-2F,
                            -0x1.00006ep-2F,
                            0x1.999788p-3F,
                            -0x1.5519b8p-3F,
                            0x1.24609ap-3F,
                            -0x1.04aa36p-3F,
                            0x1.df426ep-4F,
                            -0x1.756682p-4F,
                            0x1.349e5ap-5F};
  const vfi exponent = ((vfi)x - vfi_set(0x3f400000)) & vfi_set(-(1 << 23));
  const vf f = (vf)((vfi)x - exponent) - vf_set(1);
  const vf e = vf_from_int((vfi)((vfs)exponent >> 23));
  const vf q = polynomial_vf(c, COUNT(c), f);
  const vf z = vf_fma(f, q, vf_set(-0.5F));
  const vf low = vf_fma(f * f, z, e * vf_set(0x1.7f7d1cp-20F));
  const vf high = e * vf_set(0x1.62e4p-1F); // Exact
  const vf sum = high + f;
  const vf rest = vf_rest_of_sum(high, f, sum);
  const vf out = sum + (low + rest);
  const unsigned bad = vf_not_positive_normal(x);
  return bad ? fix_lanes_f32(x, out, bad, logf) : out;
}

/* ---- sin and cos ---- */

/// sin(r + low) for r up to pi/2, with the sign bit of `sign` flipped
static inline vd
sin_split(vd r, vd low, vdi sign)
{
  static const double c[] = {-0x1.5555555555555p-3,
                             0x1.1111111111111p-7,
                             -0x1.a01a01a019fe2p-13,
                             0x1.71de3a556a0b6p-19,
                             -0x1.ae64567d760b3p-26,
                             0x1.6124605a2b0acp-33,
                             -0x1.ae7ebcbb5cba0p-41,
                             0x1.94ff3d3366ab6p-49,
                             -0x1.268e5bfc35b31p-57};
  const vd u = r * r;
  const vd q = polynomial_vd(c, COUNT(c), u);
  // The cosine, by which `low` counts, to a few digits
  const vd slope = vd_fma(u, vd_set(-0.5), vd_set(1));
  const vd out = r + vd_fma(u * r, q, low * slope);
  return (vd)(((vdi)out | ((vdi)r & (vdi)vd_set(-0.0))) ^ sign);
}

/// x - k * pi for |x| up to 2^20, in two parts
static inline vd
reduce_pi(vd x, vd k, vd *low)
{
  const vd first = vd_fma(k, vd_set(-PI_HIGH), x); // Exact
  const vd r = vd_fma(k, vd_set(-PI_MIDDLE), first);
  *low = vd_fma(k, vd_set(-PI_LOW), vd_fma(k, vd_set(-PI_MIDDLE), first - r));
  return r;
}

/// |x| up to 2^20; others one by one
static inline vd
sin_vd(vd x)
{
  const vd t = vd_fma(x, vd_set(INVERSE_PI), vd_set(ROUND_F64));
  vd low;
  const vd r = reduce_pi(x, t - vd_set(ROUND_F64), &low);
  const vd out = sin_split(r, low, vdi_low_bit_to_sign((vdi)t));
  const unsigned bad = vd_beyond(x, 0x1p20);
  return bad ? fix_lanes_f64(x, out, bad, sin) : out;
}

/// |x| up to 2^20; others one by one
static inline vd
cos_vd(vd x)
{
  // cos(r + (k + 1/2) pi) is sin(r) for odd k and -sin(r) for even k
  const vd t = vd_fma(x, vd_set(INVERSE_PI), vd_set(-0.5)) + vd_set(ROUND_F64);
  vd low;
  const vd r = reduce_pi(x, t - vd_set(ROUND_F64) + vd_set(0.5), &low);
  const vd out = sin_split(r, low, vdi_low_bit_to_sign((vdi)t + 1));
  const unsigned bad = vd_beyond(x, 0x1p20);
  return bad ? fix_lanes_f64(x, out, bad, cos) : out;
}

/// sin for results that are rounded to float; `k` is a multiple of 1/2
static inline vd
sin_short(vd x, vd k, vdi sign)
{
  static const double c[] = {-0x1.55554cffeb9a9p-3,
                             0x1.110f024372cd3p-7,
                             -0x1.9f78097ee05aap-13,
                             0x1.5e293e167c2c8p-19};
  vd r = vd_fma(k, vd_set(-PI_HIGH), x);
  r = vd_fma(k, vd_set(-PI_MIDDLE), r);
  const vd u = r * r;
  const vd q = polynomial_vd(c, COUNT(c), u);
  const vd out = vd_fma(u * r, q, r);
  return (vd)(((vdi)out | ((vdi)r & (vdi)vd_set(-0.0))) ^ sign);
}

static inline vd
sin_vd_short(vd x)
{
  const vd t = vd_fma(x, vd_set(INVERSE_PI), vd_set(ROUND_F64));
  return sin_short(x, t - vd_set(ROUND_F64), vdi_low_bit_to_sign((vdi)t));
}

static inline vd
cos_vd_short(vd x)
{
  const vd t = vd_fma(x, vd_set(INVERSE_PI), vd_set(-0.5)) + vd_set(ROUND_F64);
  return sin_short(
      x, t - vd_set(ROUND_F64) + vd_set(0.5), vdi_low_bit_to_sign((vdi)t + 1));
}

/// |x| up to 2^20; others one by one
static inline vf
sin_vf(vf x)
{
  const vf out = vf_join(sin_vd_short(vf_low(x)), sin_vd_short(vf_high(x)));
  const unsigned bad = vf_beyond(x, 0x1p20F);
  return bad ? fix_lanes_f32(x, out, bad, sinf) : out;
}

/// |x| up to 2^20; others one by one
static inline vf
cos_vf(vf x)
{
  const vf out = vf_join(cos_vd_short(vf_low(x)), cos_vd_short(vf_high(x)));
  const unsigned bad = vf_beyond(x, 0x1p20F);
  return bad ? fix_lanes_f32(x, out, bad, cosf) : out;
}

/* ---- pow ---- */

/// e^(y log x), with log x to some 64 bits, for positive normal x and a result
/// away from overflow and underflow; others one by one
static inline vd
pow_vd(vd x, vd y)
{
  // (log(1 + r) - r + r^2/2) / r^3, to 2^-66 / r^2
  static const double c[] = {0x1.5555555555552p-2,
                             -0x1.fffffffffffb6p-3,
                             0x1.99999999a2206p-3,
                             -0x1.55555555dd22ap-3,
                             0x1.249248e647731p-3,
                             -0x1.fffff6271d434p-4,
                             0x1.c71dbfb62b145p-4,
                             -0x1.99bcca875b310p-4,
                             0x1.73aa6c68a8dfbp-4,
                             -0x1.2b4abec90944bp-4};
  const log_parts p = log_split(x);
  const vd high = vd_fma(p.e, vd_set(LN2_HIGH), vd_lookup(log_high, p.index));
  const vd low = vd_fma(p.e, vd_set(LN2_LOW), vd_lookup(log_low, p.index));
  const vd square = p.r * p.r;
  const vd square_rest = vd_fma(p.r, p.r, -square);

  const vd sum1 = high + p.r;
  const vd rest1 = p.r - (sum1 - high);
  const vd sum2 = vd_fma(square, vd_set(-0.5), sum1);
  const vd rest2 = vd_fma(square, vd_set(-0.5), sum1 - sum2);
  const vd tail = vd_fma(square * p.r,
                         polynomial_vd(c, COUNT(c), p.r),
                         vd_fma(square_rest, vd_set(-0.5), low));
  const vd rest = tail + (rest1 + rest2);
  const vd log_x = sum2 + rest;
  const vd log_rest = rest - (log_x - sum2);

  const vd product = y * log_x;
  const vd product_rest = vd_fma(y, log_rest, vd_fma(y, log_x, -product));
  const vd t = vd_fma(product, vd_set(INVERSE_LN2), vd_set(ROUND_16TH));
  const vd k16 = t - vd_set(ROUND_16TH);
  const vd r = vd_fma(k16, vd_set(-LN2), product);
  const vd out =
      exp_finish(t, k16, vd_fma(k16, vd_set(-LN2_REST), r) + product_rest);
  const unsigned bad = vd_not_positive_normal(x) | vd_beyond(product, 708);
  return bad ? fix_lanes2_f64(x, y, out, bad, pow) : out;
}

/// pow for results that are rounded to float; sets the lanes of `bad`
static inline vd
pow_short(vd x, vd y, unsigned *bad)
{
  static const double log_c[] = {0x1.555554a68afb0p-2,
                                 -0x1.000000996aa4ap-2,
                                 0x1.99a47bc8a444ap-3,
                                 -0x1.55a1a5a23e529p-3,
                                 0x1.10cbce4786ee1p-3};
  const log_parts p = log_split(x);
  const vd high = vd_fma(p.e, vd_set(LN2), vd_lookup(log_high, p.index));
  const vd q = polynomial_vd(log_c, COUNT(log_c), p.r);
  const vd z = vd_fma(p.r, q, vd_set(-0.5));
  const vd product = y * (high + vd_fma(p.r * p.r, z, p.r));

  const vd t = vd_fma(product, vd_set(INVERSE_LN2), vd_set(ROUND_16TH));
  const vd k16 = t - vd_set(ROUND_16TH);
  const vd r = vd_fma(k16, vd_set(-LN2), product);
  const vd s = vd_fma(r, vd_set(1.0 / 6.0), vd_set(0.5));
  const vd base = vd_lookup(exp_high, (vdi)t);
  *bad = vd_not_positive_normal(x) | vd_beyond(product, 708);
  return vd_scale_floor(vd_fma(base, vd_fma(r * r, s, r), base), t, k16);
}

/// Positive finite x; others one by one
static inline vf
pow_vf(vf x, vf y)
{
  unsigned bad_low = 0;
  unsigned bad_high = 0;
  const vd low = pow_short(vf_low(x), vf_low(y), &bad_low);
  const vd high = pow_short(vf_high(x), vf_high(y), &bad_high);
  const vf out = vf_join(low, high);
  const unsigned bad = bad_low | bad_high << VD_N;
  return bad ? fix_lanes2_f32(x, y, out, bad, powf) : out;
}

/* ---- Functions of SLEEF 3.5 ---- */

#ifdef TERCET_HAVE_SLEEF

/**
   `low` and `high` bound the magnitudes that SLEEF is given, zero aside.

   Below, SLEEF loses signs and digits of subnormals; above, its sinh, cosh,
   asinh and acosh overflow.
*/
#  define SLEEF_FUNCTION(name, accuracy, libm, low, high, low_f32, high_f32)   \
    static inline vd name##_vd(vd x)                                           \
    {                                                                          \
      const vd out = SLEEF_F64(name, accuracy)(x);                             \
      const unsigned bad = vd_outside(x, low, high);                           \
      return bad ? fix_lanes_f64(x, out, bad, libm) : out;                     \
    }                                                                          \
    static float name##_scalar_f32(float x)                                    \
    {                                                                          \
      return (float)libm((double)x);                                           \
    }                                                                          \
    static inline vf name##_vf(vf x)                                           \
    {                                                                          \
      const vf out = SLEEF_F32(name, accuracy)(x);                             \
      const unsigned bad = vf_outside(x, low_f32, high_f32);                   \
      return bad ? fix_lanes_f32(x, out, bad, name##_scalar_f32) : out;        \
    }

static double
gamma_log(double x)
{
  int sign = 0;
  return lgamma_r(x, &sign);
}

SLEEF_FUNCTION(exp2, u10, exp2, 1e-290, 1000, 1e-30F, 120)
SLEEF_FUNCTION(exp10, u10, exp10, 1e-290, 300, 1e-30F, 36)
SLEEF_FUNCTION(expm1, u10, expm1, 1e-290, 700, 1e-30F, 85)
SLEEF_FUNCTION(log2, u10, log2, 1e-290, 1e290, 1e-30F, 1e30F)
SLEEF_FUNCTION(log10, u10, log10, 1e-290, 1e290, 1e-30F, 1e30F)
SLEEF_FUNCTION(log1p, u10, log1p, 1e-290, 1e290, 1e-30F, 1e30F)
SLEEF_FUNCTION(cbrt, u10, cbrt, 1e-290, 1e290, 1e-30F, 1e30F)
SLEEF_FUNCTION(tan, u10, tan, 1e-290, 1e6, 1e-30F, 1e6F)
SLEEF_FUNCTION(asin, u10, asin, 1e-290, 1, 1e-30F, 1)
SLEEF_FUNCTION(acos, u10, acos, 1e-290, 1, 1e-30F, 1)
SLEEF_FUNCTION(atan, u10, atan, 1e-290, 1e290, 1e-30F, 1e30F)
SLEEF_FUNCTION(sinh, u10, sinh, 1e-290, 700, 1e-30F, 85)
SLEEF_FUNCTION(cosh, u10, cosh, 1e-290, 700, 1e-30F, 85)
SLEEF_FUNCTION(tanh, u10, tanh, 1e-290, 1e290, 1e-30F, 1e30F)
SLEEF_FUNCTION(asinh, u10, asinh, 1e-290, 1e150, 1e-30F, 1e15F)
SLEEF_FUNCTION(acosh, u10, acosh, 1e-290, 1e150, 1e-30F, 1e15F)
SLEEF_FUNCTION(atanh, u10, atanh, 1e-290, 1, 1e-30F, 1)
SLEEF_FUNCTION(erf, u10, erf, 1e-290, 1e290, 1e-30F, 1e30F)
SLEEF_FUNCTION(erfc, u15, erfc, 1e-290, 26, 1e-30F, 9)
SLEEF_FUNCTION(tgamma, u10, tgamma, 1e-290, 170, 1e-30F, 34)
SLEEF_FUNCTION(lgamma, u10, gamma_log, 1e-290, 1e290, 1e-30F, 1e30F)

#  define SLEEF_FUNCTION2(name, accuracy, libm, low, high, low_f32, high_f32)  \
    static inline vd name##_vd(vd x, vd y)                                     \
    {                                                                          \
      const vd out = SLEEF_F64(name, accuracy)(x, y);                          \
      const unsigned bad =                                                     \
          vd_outside(x, low, high) | vd_outside(y, low, high);                 \
      return bad ? fix_lanes2_f64(x, y, out, bad, libm) : out;                 \
    }                                                                          \
    static float name##_scalar_f32(float x, float y)                           \
    {                                                                          \
      return (float)libm((double)x, (double)y);                                \
    }                                                                          \
    static inline vf name##_vf(vf x, vf y)                                     \
    {                                                                          \
      const vf out = SLEEF_F32(name, accuracy)(x, y);                          \
      const unsigned bad =                                                     \
          vf_outside(x, low_f32, high_f32) | vf_outside(y, low_f32, high_f32); \
      return bad ? fix_lanes2_f32(x, y, out, bad, name##_scalar_f32) : out;    \
    }

SLEEF_FUNCTION2(atan2, u10, atan2, 1e-140, 1e140, 1e-15F, 1e15F)
SLEEF_FUNCTION2(hypot, u05, hypot, 1e-140, 1e140, 1e-15F, 1e15F)

#endif

/* ---- Loops ---- */

/// The rest of a loop is padded with ones, which every function serves
#define MATH_LOOP(name, prefix, type, n_lanes, suffix)                         \
  static void name##_loop_##suffix(const type *x, type *out, size_t n)         \
  {                                                                            \
    size_t i = 0;                                                              \
    for (; i + (n_lanes) <= n; i += (n_lanes)) {                               \
      prefix##_store(out + i, name##_##prefix(prefix##_load(x + i)));          \
    }                                                                          \
    if (i < n) {                                                               \
      type rest[n_lanes];                                                      \
      prefix##_store(rest, prefix##_set(1));                                   \
      memcpy(rest, x + i, (n - i) * sizeof(type));                             \
      prefix##_store(rest, name##_##prefix(prefix##_load(rest)));              \
      memcpy(out + i, rest, (n - i) * sizeof(type));                           \
    }                                                                          \
  }

#define MATH2_LOOP(name, prefix, type, n_lanes, suffix)                        \
  static void name##_loop_##suffix(                                            \
      const type *x, const type *y, type *out, size_t n)                       \
  {                                                                            \
    size_t i = 0;                                                              \
    for (; i + (n_lanes) <= n; i += (n_lanes)) {                               \
      prefix##_store(                                                          \
          out + i,                                                             \
          name##_##prefix(prefix##_load(x + i), prefix##_load(y + i)));        \
    }                                                                          \
    if (i < n) {                                                               \
      type a[n_lanes];                                                         \
      type b[n_lanes];                                                         \
      prefix##_store(a, prefix##_set(1));                                      \
      prefix##_store(b, prefix##_set(1));                                      \
      memcpy(a, x + i, (n - i) * sizeof(type));                                \
      memcpy(b, y + i, (n - i) * sizeof(type));                                \
      prefix##_store(a, name##_##prefix(prefix##_load(a), prefix##_load(b)));  \
      memcpy(out + i, a, (n - i) * sizeof(type));                              \
    }                                                                          \
  }

#define MATH_LOOPS(name)                                                       \
  MATH_LOOP(name, vd, double, VD_N, f64)                                       \
  MATH_LOOP(name, vf, float, VF_N, f32)
#define MATH2_LOOPS(name)                                                      \
  MATH2_LOOP(name, vd, double, VD_N, f64)                                      \
  MATH2_LOOP(name, vf, float, VF_N, f32)

/// The functions here, and their names as parts of a table
#define OWN_LIST(X)                                                            \
  X(SQRT, sqrt)                                                                \
  X(EXP, exp)                                                                  \
  X(LOG, log)                                                                  \
  X(SIN, sin)                                                                  \
  X(COS, cos)                                                                  \
  X(FLOOR, floor)                                                              \
  X(CEIL, ceil)                                                                \
  X(TRUNC, trunc)                                                              \
  X(ROUND, round)

#ifdef TERCET_HAVE_SLEEF
#  define SLEEF_LIST(X)                                                        \
    X(EXP2, exp2)                                                              \
    X(EXP10, exp10)                                                            \
    X(EXPM1, expm1)                                                            \
    X(LOG2, log2)                                                              \
    X(LOG10, log10)                                                            \
    X(LOG1P, log1p)                                                            \
    X(CBRT, cbrt)                                                              \
    X(TAN, tan)                                                                \
    X(ASIN, asin)                                                              \
    X(ACOS, acos)                                                              \
    X(ATAN, atan)                                                              \
    X(SINH, sinh)                                                              \
    X(COSH, cosh)                                                              \
    X(TANH, tanh)                                                              \
    X(ASINH, asinh)                                                            \
    X(ACOSH, acosh)                                                            \
    X(ATANH, atanh)                                                            \
    X(ERF, erf)                                                                \
    X(ERFC, erfc)                                                              \
    X(TGAMMA, tgamma)                                                          \
    X(LGAMMA, lgamma)
#  define SLEEF2_LIST(X)                                                       \
    X(ATAN2, atan2)                                                            \
    X(HYPOT, hypot)
#else
#  define SLEEF_LIST(X)
#  define SLEEF2_LIST(X)
#endif

#define DEFINE_LOOPS(id, name) MATH_LOOPS(name)
OWN_LIST(DEFINE_LOOPS)
SLEEF_LIST(DEFINE_LOOPS)

#define DEFINE_LOOPS2(id, name) MATH2_LOOPS(name)
MATH2_LOOPS(pow)
SLEEF2_LIST(DEFINE_LOOPS2)

#define ROW_F32(id, name) [TERCET_MATH_##id] = name##_loop_f32,
#define ROW_F64(id, name) [TERCET_MATH_##id] = name##_loop_f64,
#define ROW2_F32(id, name) [TERCET_MATH2_##id] = name##_loop_f32,
#define ROW2_F64(id, name) [TERCET_MATH2_##id] = name##_loop_f64,

const tercet_math_table MATH_TABLE = {
    .f32 = {OWN_LIST(ROW_F32) SLEEF_LIST(ROW_F32)},
    .f64 = {OWN_LIST(ROW_F64) SLEEF_LIST(ROW_F64)},
    .f32_2 = {[TERCET_MATH2_POWER] = pow_loop_f32, SLEEF2_LIST(ROW2_F32)},
    .f64_2 = {[TERCET_MATH2_POWER] = pow_loop_f64, SLEEF2_LIST(ROW2_F64)},
};
