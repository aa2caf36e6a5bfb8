// SPDX-License-Identifier: Apache-2.0

/**
   The mathematical functions written once for vectors of any width.

   Included by math_avx2.c and math_avx512.c behind their definitions of: the
   vectors `vd` of VD_N doubles and `vf` of VF_N floats, `vdi` and `vfi` of
   integers of the same size, loads and stores, vd_fma() and vf_fma(), minima
   and maxima that return the second operand if one is NaN, and the other
   functions that are called here without a definition.

   exp, log, sin, cos, tanh and pow are our own: faster than SLEEF at the same
   accuracy.  The others are SLEEF's (1.0 ULP), or missing without it.
   Arguments that a vector path does not serve, few in practice, are given to
   the C library one by one: each function states its range.
*/

#include "array/kernel/math_tables.h"

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

/* ---- Polynomials ---- */

#define LN2_HIGH 0x1.62e42fefa3800p-1
#define LN2_LOW 0x1.ef35793c76730p-45
#define LN2 0x1.62e42fefa39efp-1
#define LN2_REST 0x1.abc9e3b39803fp-56
#define INVERSE_LN2 0x1.71547652b82fep+0

/// Adding it rounds to a multiple of 1/16, which then is in the low bits
#define ROUND_16TH 0x1.8p48

#define PI_HIGH 0x1.921fb54442d18p+1
#define PI_MIDDLE 0x1.1a62633145c07p-53

/// The middle with 32 digits only, and what is left
#define PI_MIDDLE_SHORT 0x1.1a62633000000p-53
#define PI_LOW 0x1.45c06e0e68948p-85

#define INVERSE_PI 0x1.45f306dc9c883p-2

/// Evaluate a polynomial, the constant first (Horner).  What follows waits for
/// every step, but vectors do not wait for each other: the fewest operations
/// are the fastest.
#define POLYNOMIAL(prefix, type)                                               \
  static inline __attribute__((always_inline))                                 \
  prefix polynomial_##prefix(const type *c, size_t n, prefix x)                \
  {                                                                            \
    prefix out = prefix##_set(c[n - 1U]);                                      \
    _Pragma("GCC unroll 12") for (size_t i = n - 1U; i-- > 0;)                 \
    {                                                                          \
      out = prefix##_fma(out, x, prefix##_set(c[i]));                          \
    }                                                                          \
    return out;                                                                \
  }

POLYNOMIAL(vd, double)
POLYNOMIAL(vf, float)

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
  static const float c[] = {1,
                            1,
                            0x1.000000p-1F,
                            0x1.55548ep-3F,
                            0x1.55545ep-5F,
                            0x1.123b54p-7F,
                            0x1.6db3fcp-10F};
  const vf bounded = vf_max(vf_set(-104), vf_min(vf_set(89), x));
  const vf t = vf_fma(bounded, vf_set(0x1.715476p+0F), vf_set(ROUND_F32));
  const vf k = t - vf_set(ROUND_F32);
  vf r = vf_fma(k, vf_set(-0x1.62e4p-1F), bounded);
  r = vf_fma(k, vf_set(-0x1.7f7d1cp-20F), r);
  return vf_scale(polynomial_vf(c, COUNT(c), r), t, k);
}

/* ---- log ---- */

/// x = 2^e * (1 + r) / c with c of log_inverse, r exact, from -0.04 to 1/16
typedef struct {
  vd e;
  vd r;
  vdi index; ///< Of c, in the low bits
} log_parts;

/// Split positive normal numbers, or for floats as doubles those that
/// vd_not_split() does not name
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
  // `low` counts by the cosine, of which the first two terms will do
  const vd out = r + vd_fma(u, vd_fma(r, q, low * vd_set(-0.5)), low);
  return (vd)(((vdi)out | ((vdi)r & (vdi)vd_set(-0.0))) ^ sign);
}

/// x - k * pi for |x| up to 2^20, in two parts
static inline vd
reduce_pi(vd x, vd k, vd *low)
{
  // k times the short part is exact, and so is the difference of `first` and r
  const vd first = vd_fma(k, vd_set(-PI_HIGH), x); // Exact
  const vd r = vd_fma(k, vd_set(-PI_MIDDLE_SHORT), first);
  const vd lost = vd_fma(k, vd_set(-PI_MIDDLE_SHORT), first - r);
  *low = vd_fma(k, vd_set(-PI_LOW), lost);
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
  // cos(x) is sin((k + 1/2) pi - x) for even k, and the opposite for odd k
  const vd t = vd_fma(x, vd_set(INVERSE_PI), vd_set(-0.5)) + vd_set(ROUND_F64);
  vd low;
  const vd r = reduce_pi(-x, vd_set(ROUND_F64) - t - vd_set(0.5), &low);
  const vd out = sin_split(r, low, vdi_low_bit_to_sign((vdi)t));
  const unsigned bad = vd_beyond(x, 0x1p20);
  return bad ? fix_lanes_f64(x, out, bad, cos) : out;
}

/// sin for results that are rounded to float, of x up to 2^40 that are floats:
/// they differ from k * pi by some 2^-30 at least, and what is found of that by
/// less than 2^-68.  `k` is a multiple of 1/2.
static inline vd
sin_short(vd x, vd k, vdi sign)
{
  static const double c[] = {1,
                             -0x1.55554cffeb9a9p-3,
                             0x1.110f024372cd3p-7,
                             -0x1.9f78097ee05aap-13,
                             0x1.5e293e167c2c8p-19};
  vd r = vd_fma(k, vd_set(-PI_HIGH), x);
  r = vd_fma(k, vd_set(-PI_MIDDLE), r);
  return (vd)((vdi)(r * polynomial_vd(c, COUNT(c), r * r)) ^ sign);
}

static inline vd
sin_short_vd(vd x)
{
  const vd t = vd_fma(x, vd_set(INVERSE_PI), vd_set(ROUND_F64));
  return sin_short(x, t - vd_set(ROUND_F64), vdi_low_bit_to_sign((vdi)t));
}

static inline vd
cos_short_vd(vd x)
{
  const vd t = vd_fma(x, vd_set(INVERSE_PI), vd_set(-0.5)) + vd_set(ROUND_F64);
  return sin_short(
      -x, vd_set(ROUND_F64) - t - vd_set(0.5), vdi_low_bit_to_sign((vdi)t));
}

/// x - k * pi/2 in two parts
typedef struct {
  vf r;
  vf low;
} vf_angle;

/// PI_2_REST_HIGH and PI_2_REST_LOW are what is left
#define PI_2_START 0x1.921fb4p+0F
#define PI_2_REST_HIGH 0x1.4442d2p-24F
#define PI_2_REST_LOW (-0x1.ee59dap-50F)

/// `first` is x less k times the start of pi/2, exactly; for |x| up to 800.  Of
/// the rest the first part has few digits, so that k times that is exact.
static inline vf_angle
reduce_short(vf first, vf k)
{
  const vf r = vf_fma(k, vf_set(-0x1.4444p-24F), first);
  const vf lost = vf_fma(k, vf_set(-0x1.4444p-24F), first - r);
  return (vf_angle){r, vf_fma(k, vf_set(0x1.2e7b96p-40F), lost)};
}

/// The same for |k| up to 2^16: the product and the difference are computed
/// with what rounding takes from them (Dekker, Knuth)
static inline vf_angle
reduce_long(vf first, vf k)
{
  const vf product = k * vf_set(PI_2_REST_HIGH);
  const vf product_low = vf_fma(k, vf_set(PI_2_REST_HIGH), -product);
  const vf r = first - product;
  const vf taken = r - first;
  const vf lost = (first - (r - taken)) - (product + taken);
  return (vf_angle){r, vf_fma(k, vf_set(-PI_2_REST_LOW), lost - product_low)};
}

/// sin(x + n pi/2) for the angle that is left of x
static inline __attribute__((always_inline)) vf
sin_of_angle(vf_angle angle, vfi quadrant)
{
  // (sin(r) / r - 1) / r^2 and (cos(r) - 1 + r^2/2) / r^4
  static const float sin_c[] = {
      -0x1.555556p-3F, 0x1.11110ep-7F, -0x1.a013a4p-13F, 0x1.6dbcfcp-19F};
  static const float cos_c[] = {
      0x1.555556p-5F, -0x1.6c16cp-10F, 0x1.a015c2p-16F, -0x1.25239ap-22F};
  // r + r^3 q, or 1 - r^2/2 + r^4 q, whose second term must not be rounded
  const vf r = angle.r;
  const vf_mask is_cos = vf_mask_of_low_bit(quadrant);
  const vf u = r * r;
  vf q = vf_choose(is_cos, vf_set(cos_c[3]), vf_set(sin_c[3]));
#pragma GCC unroll 3
  for (size_t i = 3; i-- > 0;) {
    q = vf_fma(q, u, vf_choose(is_cos, vf_set(cos_c[i]), vf_set(sin_c[i])));
  }
  // How much `low` counts: the derivative to a few digits
  const vf slope = vf_choose(
      is_cos, r * vf_set(-0.906F), vf_fma(u, vf_set(-0.5F), vf_set(1)));
  const vf tail = vf_fma(u * vf_choose(is_cos, u, r), q, slope * angle.low);
  const vf half = vf_choose(is_cos, r * vf_set(-0.5F), vf_set(0));
  const vf start = vf_choose(is_cos, vf_set(1), r);
  const vf out = start + vf_fma(half, r, tail);
  // Zeros keep their sign
  const vfi sign = (vfi)start & (vfi)vf_set(-0.0F);
  return (vf)(((vfi)out | sign) ^ vfi_sign_of_bit_1(quadrant));
}

/// Bounds of |x|: up to the second k is less than 2^16
#define SHORT_ANGLE 800
#define LONG_ANGLE 0x1.8p16F

/// Compute in double what is beyond LONG_ANGLE, and one by one what is beyond
/// 2^40
#define FAR_SIN(name)                                                          \
  static inline vf name##_far(vf x, vf out)                                    \
  {                                                                            \
    const vf far = vf_join(name##_short_vd(vf_low_half(x)),                    \
                           name##_short_vd(vf_high_half(x)));                  \
    out = vf_choose(vf_mask_beyond(x, LONG_ANGLE), far, out);                  \
    const unsigned bad = vf_beyond(x, 0x1p40F);                                \
    return bad ? fix_lanes_f32(x, out, bad, name##f) : out;                    \
  }

FAR_SIN(sin)
FAR_SIN(cos)

/// Return what is left of x, by which way each lane needs
static inline __attribute__((always_inline)) vf_angle
reduce_angle(vf x, vf k, unsigned beyond)
{
  const vf first = vf_fma(k, vf_set(-PI_2_START), x);
  if (!beyond) {
    return reduce_short(first, k);
  }
  vf_angle angle = reduce_long(first, k);
  if (beyond != (1U << VF_N) - 1U) {
    const vf_mask is_long = vf_mask_beyond(x, SHORT_ANGLE);
    const vf_angle angle_short = reduce_short(first, k);
    angle.r = vf_choose(is_long, angle.r, angle_short.r);
    angle.low = vf_choose(is_long, angle.low, angle_short.low);
  }
  return angle;
}

/// All arguments; `n` quadrants are added.  What a lane gives does not depend
/// on its neighbours, only how long it takes.
#define QUADRANT_SIN(name, n)                                                  \
  static inline vf name##_vf(vf x)                                             \
  {                                                                            \
    const vf t = vf_fma(x, vf_set(0x1.45f306p-1F), vf_set(ROUND_F32));         \
    const unsigned beyond = vf_beyond(x, SHORT_ANGLE);                         \
    const vf_angle angle = reduce_angle(x, t - vf_set(ROUND_F32), beyond);     \
    const vf out = sin_of_angle(angle, (vfi)t + (n));                          \
    return beyond && vf_beyond(x, LONG_ANGLE) ? name##_far(x, out) : out;      \
  }

QUADRANT_SIN(sin, 0U)
QUADRANT_SIN(cos, 1U)

/* ---- tanh ---- */

/// All arguments, as (e^2|x| - 1) / (e^2|x| + 1) with what rounding takes from
/// most steps.  From 20 on the result is 1.
static inline vd
tanh_vd(vd x)
{
  // (e^r - 1 - r) / r^2 for r up to log(2)/32, to 2^-52
  static const double c[] = {0x1.0000000000001p-1,
                             0x1.5555555555556p-3,
                             0x1.55555554e8d7bp-5,
                             0x1.11111110e0d94p-7,
                             0x1.6c17ede661f5cp-10,
                             0x1.a01b0cb76698bp-13};
  const vd magnitude = (vd)((vdi)x & ~(vdi)vd_set(-0.0));
  const vd bounded = vd_min(vd_set(20), magnitude);
  const vd twice = bounded + bounded;
  const vd t = vd_fma(twice, vd_set(INVERSE_LN2), vd_set(ROUND_16TH));
  const vd k16 = t - vd_set(ROUND_16TH);
  const vd near = vd_fma(k16, vd_set(-LN2), twice); // Exact
  const vd r = vd_fma(k16, vd_set(-LN2_REST), near);

  // e^2|x| is 2^(k/16) (1 + p)
  const vd square = r * r;
  const vd q = polynomial_vd(c, COUNT(c), r);
  const vd p = vd_fma(square, q, r);
  const vd p_rest = vd_fma(square, q, r - p);
  const vd root = vd_lookup(exp_high, (vdi)t);
  const vd root_rest = vd_lookup(exp_low, (vdi)t);
  const vd product = root * p;
  const vd product_rest = vd_fma(root, p, -product) +
                          vd_fma(root, p_rest, vd_fma(root_rest, p, root_rest));

  const vd less_1 = vd_scale_floor(root, t, k16) - vd_set(1);
  const vd scaled = vd_scale_floor(product, t, k16);
  const vd above = less_1 + scaled;
  const vd above_rest =
      scaled - (above - less_1) + vd_scale_floor(product_rest, t, k16);
  const vd below = above + vd_set(2);
  const vd below_rest = above - (below - vd_set(2)) + above_rest;
  const vd inverse = vd_set(1) / below;
  const vd quotient = above * inverse;
  const vd rest = vd_fma(-quotient, below, above) + above_rest;
  const vd out = vd_fma(vd_fma(-quotient, below_rest, rest), inverse, quotient);
  return (vd)((vdi)out | ((vdi)x & (vdi)vd_set(-0.0)));
}

/// The part in which the bits of a positive number are, in the low bits
static inline vfi
vfi_tanh_part(vfi bits)
{
  const vfi first = vfi_set(0x3de00000); // 7/64
  return vfi_shift_right(vfi_max(bits, first) - first, 21);
}

/// All arguments
static inline vf
tanh_vf(vf x)
{
  const vfi bits = (vfi)x & vfi_set(0x7fffffff);
  const vf bounded = vf_min(vf_set(9.5F), (vf)bits);
  const vfi index = vfi_tanh_part((vfi)bounded);
  const vf r = bounded - vf_lookup(tanh_center, index);
  vf out = vf_lookup(tanh_c[6], index);
#pragma GCC unroll 6
  for (size_t i = 6; i-- > 0;) {
    out = vf_fma(out, r, vf_lookup(tanh_c[i], index));
  }
  return (vf)((vfi)out | ((vfi)x & (vfi)vf_set(-0.0F)));
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

/// 2^(y log2 x) for results that are rounded to float, for positive normal x
/// and a product that is not large; others one by one
static inline vd
pow_short(vd x, vd y)
{
  // log2(1 + r) / r, to 2^-33
  static const double log_c[] = {0x1.71547652c22bdp+0,
                                 -0x1.715475ec11ca2p-1,
                                 0x1.ec70966005606p-2,
                                 -0x1.715c00601638cp-2,
                                 0x1.27cb770522348p-2,
                                 -0x1.cfd531776367ep-3};
  // (2^r - 1) / r, to 2^-29 / r
  static const double exp_c[] = {
      0x1.62e42fefa39efp-1, 0x1.ebff917b28217p-3, 0x1.c6b299bd67a41p-5};
  const log_parts p = log_split(x);
  const vd high = p.e + vd_lookup(log2_high, p.index);
  const vd log2_x = vd_fma(p.r, polynomial_vd(log_c, COUNT(log_c), p.r), high);
  const vd product = y * log2_x;

  const vd t = product + vd_set(ROUND_16TH);
  const vd k16 = t - vd_set(ROUND_16TH);
  const vd r = product - k16;
  const vd base = vd_lookup(exp_high, (vdi)t);
  const vd power =
      vd_fma(base * r, polynomial_vd(exp_c, COUNT(exp_c), r), base);
  const vd out = vd_scale_floor(power, t, k16);
  const unsigned bad = vd_not_split(x) | vd_beyond(product, 1000);
  return bad ? fix_lanes2_f64(x, y, out, bad, pow) : out;
}

/* ---- Functions of SLEEF 3.5 ---- */

#ifdef TERCET_HAVE_SLEEF

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

/// `load` and `store` may convert.  The rest of a loop is padded with ones,
/// which every function serves.
#define MATH_LOOP(loop, function, prefix, type, n_lanes, load, store)          \
  static void loop(const type *x, type *out, size_t n)                         \
  {                                                                            \
    size_t i = 0;                                                              \
    _Pragma("GCC unroll 2") for (; i + (n_lanes) <= n; i += (n_lanes))         \
    {                                                                          \
      store(out + i, function(load(x + i)));                                   \
    }                                                                          \
    if (i < n) {                                                               \
      type rest[n_lanes];                                                      \
      store(rest, prefix##_set(1));                                            \
      memcpy(rest, x + i, (n - i) * sizeof(type));                             \
      store(rest, function(load(rest)));                                       \
      memcpy(out + i, rest, (n - i) * sizeof(type));                           \
    }                                                                          \
  }

#define MATH2_LOOP(loop, function, prefix, type, n_lanes, load, store)         \
  static void loop(const type *x, const type *y, type *out, size_t n)          \
  {                                                                            \
    size_t i = 0;                                                              \
    for (; i + (n_lanes) <= n; i += (n_lanes)) {                               \
      store(out + i, function(load(x + i), load(y + i)));                      \
    }                                                                          \
    if (i < n) {                                                               \
      type a[n_lanes];                                                         \
      type b[n_lanes];                                                         \
      store(a, prefix##_set(1));                                               \
      store(b, prefix##_set(1));                                               \
      memcpy(a, x + i, (n - i) * sizeof(type));                                \
      memcpy(b, y + i, (n - i) * sizeof(type));                                \
      store(a, function(load(a), load(b)));                                    \
      memcpy(out + i, a, (n - i) * sizeof(type));                              \
    }                                                                          \
  }

#define LOOP_F64(LOOP, name)                                                   \
  LOOP(name##_loop_f64, name##_vd, vd, double, VD_N, vd_load, vd_store)
#define LOOP_F32(LOOP, name)                                                   \
  LOOP(name##_loop_f32, name##_vf, vf, float, VF_N, vf_load, vf_store)

/// Floats that are computed in double
#define LOOP_SHORT(LOOP, name)                                                 \
  LOOP(name##_loop_f32,                                                        \
       name##_short,                                                           \
       vd,                                                                     \
       float,                                                                  \
       VD_N,                                                                   \
       vd_load_f32,                                                            \
       vd_store_f32)

/// The functions here, and their names as parts of a table
#define OWN_LIST(X)                                                            \
  X(SQRT, sqrt)                                                                \
  X(EXP, exp)                                                                  \
  X(LOG, log)                                                                  \
  X(SIN, sin)                                                                  \
  X(COS, cos)                                                                  \
  X(TANH, tanh)                                                                \
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

#define DEFINE_LOOPS(id, name)                                                 \
  LOOP_F64(MATH_LOOP, name)                                                    \
  LOOP_F32(MATH_LOOP, name)
#define DEFINE_LOOPS2(id, name)                                                \
  LOOP_F64(MATH2_LOOP, name)                                                   \
  LOOP_F32(MATH2_LOOP, name)

OWN_LIST(DEFINE_LOOPS)
SLEEF_LIST(DEFINE_LOOPS)
LOOP_F64(MATH2_LOOP, pow)
LOOP_SHORT(MATH2_LOOP, pow)
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
