// SPDX-License-Identifier: Apache-2.0

/// Mathematical functions for x86-64 with AVX2, FMA and F16C

#include "array/kernel/math.h"

#include <stdint.h>

#if defined(__AVX2__) && defined(__FMA__)

#  include <immintrin.h>
#  include <math.h>

#  ifdef TERCET_HAVE_SLEEF
#    include <sleef.h>
#    define SLEEF_F64(name, accuracy) Sleef_##name##d4_##accuracy##avx2
#    define SLEEF_F32(name, accuracy) Sleef_##name##f8_##accuracy##avx2
#  endif

#  define MATH_TABLE tercet_math_avx2
/// Adding it rounds to an integer, which then is in the low bits
#  define ROUND_F64 0x1.8p52
#  define ROUND_F32 0x1.8p23F

#  define VD_N 4U
#  define VF_N 8U

typedef __m256d vd;
typedef __m256 vf;
typedef unsigned long long vdi __attribute__((vector_size(32)));
typedef unsigned vfi __attribute__((vector_size(32)));
typedef int vfs
    __attribute__((vector_size(32))); ///< Signed: shifts keep the sign
typedef vf vf_mask;                   ///< By the sign of each lane

static inline vd
vd_load(const double *x)
{
  return _mm256_loadu_pd(x);
}

static inline vf
vf_load(const float *x)
{
  return _mm256_loadu_ps(x);
}

static inline void
vd_store(double *out, vd x)
{
  _mm256_storeu_pd(out, x);
}

static inline void
vf_store(float *out, vf x)
{
  _mm256_storeu_ps(out, x);
}

static inline vd
vd_set(double x)
{
  return _mm256_set1_pd(x);
}

static inline vf
vf_set(float x)
{
  return _mm256_set1_ps(x);
}

static inline vdi
vdi_set(long long x)
{
  return (vdi)_mm256_set1_epi64x(x);
}

static inline vfi
vfi_set(int x)
{
  return (vfi)_mm256_set1_epi32(x);
}

static inline vd
vd_fma(vd a, vd b, vd c)
{
  return _mm256_fmadd_pd(a, b, c);
}

static inline vf
vf_fma(vf a, vf b, vf c)
{
  return _mm256_fmadd_ps(a, b, c);
}

static inline vd
vd_min(vd a, vd b)
{
  return _mm256_min_pd(a, b);
}

static inline vd
vd_max(vd a, vd b)
{
  return _mm256_max_pd(a, b);
}

static inline vf
vf_min(vf a, vf b)
{
  return _mm256_min_ps(a, b);
}

static inline vf
vf_max(vf a, vf b)
{
  return _mm256_max_ps(a, b);
}

static inline vd
vd_abs(vd x)
{
  return _mm256_andnot_pd(vd_set(-0.0), x);
}

static inline vf
vf_abs(vf x)
{
  return _mm256_andnot_ps(vf_set(-0.0F), x);
}

/// What rounding took from the sum, where `high` is the greater, else 0
static inline vf
vf_rest_of_sum(vf high, vf low, vf sum)
{
  const vf is_ordered = _mm256_cmp_ps(vf_abs(high), vf_abs(low), _CMP_GT_OQ);
  return _mm256_and_ps(is_ordered, low - (sum - high));
}

/// Look up by the last four bits.  A gather keeps the lanes of its target that
/// a mask excludes, and so waits for whatever was there before: for zeros it
/// does not wait, but compilers drop them if they know that the mask is full.
static inline vd
vd_lookup(const double table[16], vdi index)
{
  vdi mask = vdi_set(-1);
  __asm__("" : "+x"(mask));
  return _mm256_mask_i64gather_pd(
      vd_set(0), table, (__m256i)(index & 15), (vd)mask, 8);
}

/// 2^k for the integers in the low halves
static inline vd
vd_power_of_2(__m256i k)
{
  return (vd)_mm256_slli_epi64(_mm256_add_epi32(k, _mm256_set1_epi32(1023)),
                               52);
}

/// x * 2^floor(k): in two steps, since the result may be subnormal
static inline vd
vd_scale_floor(vd x, vd t, vd k)
{
  (void)k;
  const __m256i e = _mm256_srai_epi32((__m256i)t, 4);
  const __m256i half = _mm256_srai_epi32(e, 1);
  return x * vd_power_of_2(half) * vd_power_of_2(_mm256_sub_epi32(e, half));
}

/// x * 2^k, likewise
static inline vf
vf_scale(vf x, vf t, vf k)
{
  (void)k;
  const vfi e = (vfi)t - (vfi)vf_set(ROUND_F32);
  const vfi half = (vfi)((vfs)e >> 1);
  return x * (vf)((half + 127) << 23) * (vf)((e - half + 127) << 23);
}

static inline vdi
vdi_shift_right(vdi x, int n)
{
  return (vdi)_mm256_srli_epi64((__m256i)x, n);
}

/// The exponent of positive normal numbers
static inline vd
vd_exponent(vd x)
{
  // With these bits above, the biased exponent is a number above 2^52
  const vdi bits =
      vdi_shift_right((vdi)x, 52) | vdi_set(INT64_C(0x4330000000000000));
  return (vd)bits - vd_set(0x1p52 + 1023);
}

/// Their mantissa, from 1 to 2
static inline vd
vd_mantissa(vd x)
{
  const vdi fraction = (vdi)x & vdi_set(INT64_C(0x000fffffffffffff));
  return (vd)(fraction | vdi_set(INT64_C(0x3ff0000000000000)));
}

static inline vdi
vdi_low_bit_to_sign(vdi x)
{
  return (vdi)_mm256_slli_epi64((__m256i)x, 63);
}

static inline vf
vf_from_int(vfi x)
{
  return _mm256_cvtepi32_ps((__m256i)x);
}

static inline vfi
vfi_shift_right(vfi x, int n)
{
  return (vfi)_mm256_srli_epi32((__m256i)x, n);
}

/// Of signed integers
static inline vfi
vfi_max(vfi a, vfi b)
{
  return (vfi)_mm256_max_epi32((__m256i)a, (__m256i)b);
}

static inline vf_mask
vf_mask_of_low_bit(vfi x)
{
  return (vf)_mm256_slli_epi32((__m256i)x, 31);
}

/// a where the mask is set, else b
static inline vf
vf_choose(vf_mask mask, vf a, vf b)
{
  return _mm256_blendv_ps(b, a, mask);
}

static inline vfi
vfi_sign_of_bit_1(vfi x)
{
  return (vfi)_mm256_slli_epi32((__m256i)x, 30) & (vfi)vf_set(-0.0F);
}

/// Look up by the last five bits, likewise
static inline vf
vf_lookup(const float table[32], vfi index)
{
  vfi mask = vfi_set(-1);
  __asm__("" : "+x"(mask));
  return _mm256_mask_i32gather_ps(
      vf_set(0), table, (__m256i)(index & 31), (vf)mask, 4);
}

static inline vd
vd_load_f32(const float *x)
{
  return _mm256_cvtps_pd(_mm_loadu_ps(x));
}

static inline vd
vf_low_half(vf x)
{
  return _mm256_cvtps_pd(_mm256_castps256_ps128(x));
}

static inline vd
vf_high_half(vf x)
{
  return _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1));
}

static inline vf
vf_join(vd low, vd high)
{
  return _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
}

static inline void
vd_store_f32(float *out, vd x)
{
  _mm_storeu_ps(out, _mm256_cvtpd_ps(x));
}

/// Lanes that are not positive, normal and finite
static inline unsigned
vd_not_positive_normal(vd x)
{
  const vd good = _mm256_and_pd(_mm256_cmp_pd(x, vd_set(0x1p-1022), _CMP_GE_OQ),
                                _mm256_cmp_pd(x, vd_set(INFINITY), _CMP_LT_OQ));
  return ~(unsigned)_mm256_movemask_pd(good) & 0xFU;
}

static inline unsigned
vf_not_positive_normal(vf x)
{
  const vf good = _mm256_and_ps(_mm256_cmp_ps(x, vf_set(0x1p-126F), _CMP_GE_OQ),
                                _mm256_cmp_ps(x, vf_set(INFINITY), _CMP_LT_OQ));
  return ~(unsigned)_mm256_movemask_ps(good) & 0xFFU;
}

/// Lanes beyond a bound, NaN too
static inline unsigned
vd_beyond(vd x, double bound)
{
  return (unsigned)_mm256_movemask_pd(
      _mm256_cmp_pd(vd_abs(x), vd_set(bound), _CMP_NLE_UQ));
}

static inline vf_mask
vf_mask_beyond(vf x, float bound)
{
  return _mm256_cmp_ps(vf_abs(x), vf_set(bound), _CMP_NLE_UQ);
}

static inline unsigned
vf_beyond(vf x, float bound)
{
  return (unsigned)_mm256_movemask_ps(vf_mask_beyond(x, bound));
}

/// Lanes of floats as doubles that vd_exponent() and vd_mantissa() do not serve
static inline unsigned
vd_not_split(vd x)
{
  return vd_not_positive_normal(x);
}

#  ifdef TERCET_HAVE_SLEEF

/// Lanes beyond `high`, or not 0 and below `low`, NaN too
static inline unsigned
vd_outside(vd x, double low, double high)
{
  const vd is_small = _mm256_cmp_pd(vd_abs(x), vd_set(low), _CMP_LT_OQ);
  const vd is_other = _mm256_cmp_pd(x, vd_set(0), _CMP_NEQ_UQ);
  return vd_beyond(x, high) |
         (unsigned)_mm256_movemask_pd(_mm256_and_pd(is_small, is_other));
}

static inline unsigned
vf_outside(vf x, float low, float high)
{
  const vf is_small = _mm256_cmp_ps(vf_abs(x), vf_set(low), _CMP_LT_OQ);
  const vf is_other = _mm256_cmp_ps(x, vf_set(0), _CMP_NEQ_UQ);
  return vf_beyond(x, high) |
         (unsigned)_mm256_movemask_ps(_mm256_and_ps(is_small, is_other));
}

#  endif

#  define MATH_ROUNDING(name, mode)                                            \
    static inline vd name##_vd(vd x)                                           \
    {                                                                          \
      return _mm256_round_pd(x, (mode) | _MM_FROUND_NO_EXC);                   \
    }                                                                          \
    static inline vf name##_vf(vf x)                                           \
    {                                                                          \
      return _mm256_round_ps(x, (mode) | _MM_FROUND_NO_EXC);                   \
    }

MATH_ROUNDING(floor, _MM_FROUND_TO_NEG_INF)
MATH_ROUNDING(ceil, _MM_FROUND_TO_POS_INF)
MATH_ROUNDING(trunc, _MM_FROUND_TO_ZERO)
MATH_ROUNDING(round, _MM_FROUND_TO_NEAREST_INT)

static inline vd
sqrt_vd(vd x)
{
  return _mm256_sqrt_pd(x);
}

static inline vf
sqrt_vf(vf x)
{
  return _mm256_sqrt_ps(x);
}

#  include "array/kernel/math_loops.h"

#else

typedef int tercet_math_avx2_is_empty;

#endif
