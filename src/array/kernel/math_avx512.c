// SPDX-License-Identifier: Apache-2.0

/// Mathematical functions for x86-64 with AVX-512 F, BW, DQ and VL

#include "array/kernel/math.h"

#include <stdint.h>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) &&  \
    defined(__AVX512VL__)

#  include <immintrin.h>

#  ifdef TERCET_HAVE_SLEEF
#    include <sleef.h>
#    define SLEEF_F64(name, accuracy) Sleef_##name##d8_##accuracy##avx512f
#    define SLEEF_F32(name, accuracy) Sleef_##name##f16_##accuracy##avx512f
#  endif

#  define MATH_TABLE tercet_math_avx512
/// Adding it rounds to an integer, which then is in the low bits
#  define ROUND_F64 0x1.8p52
#  define ROUND_F32 0x1.8p23F

#  define VD_N 8U
#  define VF_N 16U

typedef __m512d vd;
typedef __m512 vf;
typedef unsigned long long vdi __attribute__((vector_size(64)));
typedef unsigned vfi __attribute__((vector_size(64)));
typedef int vfs
    __attribute__((vector_size(64))); ///< Signed: shifts keep the sign
typedef __mmask16 vf_mask;

static inline vd
vd_load(const double *x)
{
  return _mm512_loadu_pd(x);
}

static inline vf
vf_load(const float *x)
{
  return _mm512_loadu_ps(x);
}

static inline void
vd_store(double *out, vd x)
{
  _mm512_storeu_pd(out, x);
}

static inline void
vf_store(float *out, vf x)
{
  _mm512_storeu_ps(out, x);
}

static inline vd
vd_set(double x)
{
  return _mm512_set1_pd(x);
}

static inline vf
vf_set(float x)
{
  return _mm512_set1_ps(x);
}

static inline vdi
vdi_set(long long x)
{
  return (vdi)_mm512_set1_epi64(x);
}

static inline vfi
vfi_set(int x)
{
  return (vfi)_mm512_set1_epi32(x);
}

static inline vd
vd_fma(vd a, vd b, vd c)
{
  return _mm512_fmadd_pd(a, b, c);
}

static inline vf
vf_fma(vf a, vf b, vf c)
{
  return _mm512_fmadd_ps(a, b, c);
}

static inline vd
vd_min(vd a, vd b)
{
  return _mm512_min_pd(a, b);
}

static inline vd
vd_max(vd a, vd b)
{
  return _mm512_max_pd(a, b);
}

static inline vf
vf_min(vf a, vf b)
{
  return _mm512_min_ps(a, b);
}

static inline vf
vf_max(vf a, vf b)
{
  return _mm512_max_ps(a, b);
}

/// Return a where |a| > |b|, with what was lost adding them
static inline vf
vf_rest_of_sum(vf high, vf low, vf sum)
{
  const __mmask16 is_ordered =
      _mm512_cmp_ps_mask(_mm512_abs_ps(high), _mm512_abs_ps(low), _CMP_GT_OQ);
  return _mm512_maskz_sub_ps(is_ordered, low, sum - high);
}

/// Look up by the last four bits
static inline vd
vd_lookup(const double table[16], vdi index)
{
  return _mm512_permutex2var_pd(
      _mm512_loadu_pd(table), (__m512i)index, _mm512_loadu_pd(table + 8));
}

/// x * 2^floor(k)
static inline vd
vd_scale_floor(vd x, vd t, vd k)
{
  (void)t;
  return _mm512_scalef_pd(x, k);
}

/// x * 2^k
static inline vf
vf_scale(vf x, vf t, vf k)
{
  (void)t;
  return _mm512_scalef_ps(x, k);
}

/// The exponent of normal numbers
static inline vd
vd_exponent(vd x)
{
  return _mm512_getexp_pd(x);
}

/// Their mantissa, from 1 to 2
static inline vd
vd_mantissa(vd x)
{
  return _mm512_getmant_pd(x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_nan);
}

/// Lanes of floats as doubles that these two do not serve: none.  Negative
/// numbers have no mantissa, zero and infinity have infinite exponents.
static inline unsigned
vd_not_split(vd x)
{
  (void)x;
  return 0;
}

static inline vdi
vdi_shift_right(vdi x, unsigned n)
{
  return (vdi)_mm512_srli_epi64((__m512i)x, n);
}

static inline vdi
vdi_low_bit_to_sign(vdi x)
{
  return (vdi)_mm512_slli_epi64((__m512i)x, 63);
}

static inline vf
vf_from_int(vfi x)
{
  return _mm512_cvtepi32_ps((__m512i)x);
}

static inline vfi
vfi_shift_right(vfi x, unsigned n)
{
  return (vfi)_mm512_srli_epi32((__m512i)x, n);
}

/// Of signed integers
static inline vfi
vfi_max(vfi a, vfi b)
{
  return (vfi)_mm512_max_epi32((__m512i)a, (__m512i)b);
}

static inline vf_mask
vf_mask_of_low_bit(vfi x)
{
  return _mm512_test_epi32_mask((__m512i)x, _mm512_set1_epi32(1));
}

/// a where the mask is set, else b
static inline vf
vf_choose(vf_mask mask, vf a, vf b)
{
  return _mm512_mask_blend_ps(mask, b, a);
}

static inline vfi
vfi_sign_of_bit_1(vfi x)
{
  return (vfi)_mm512_slli_epi32((__m512i)x, 30) & (vfi)vf_set(-0.0F);
}

/// Look up by the last five bits
static inline vf
vf_lookup(const float table[32], vfi index)
{
  return _mm512_permutex2var_ps(
      _mm512_loadu_ps(table), (__m512i)index, _mm512_loadu_ps(table + 16));
}

static inline vd
vd_load_f32(const float *x)
{
  return _mm512_cvtps_pd(_mm256_loadu_ps(x));
}

static inline vd
vf_low_half(vf x)
{
  return _mm512_cvtps_pd(_mm512_castps512_ps256(x));
}

static inline vd
vf_high_half(vf x)
{
  return _mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1));
}

static inline vf
vf_join(vd low, vd high)
{
  return _mm512_insertf32x8(
      _mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high), 1);
}

static inline void
vd_store_f32(float *out, vd x)
{
  _mm256_storeu_ps(out, _mm512_cvtpd_ps(x));
}

/// Lanes that are not positive, normal and finite
static inline unsigned
vd_not_positive_normal(vd x)
{
  return _mm512_cmp_epu64_mask(
      (__m512i)((vdi)x - vdi_set(INT64_C(0x0010000000000000))),
      (__m512i)vdi_set(INT64_C(0x7fe0000000000000)),
      _MM_CMPINT_NLT);
}

static inline unsigned
vf_not_positive_normal(vf x)
{
  return _mm512_cmp_epu32_mask((__m512i)((vfi)x - vfi_set(0x00800000)),
                               (__m512i)vfi_set(0x7f000000),
                               _MM_CMPINT_NLT);
}

/// Lanes beyond a bound, NaN too
static inline unsigned
vd_beyond(vd x, double bound)
{
  return _mm512_cmp_pd_mask(_mm512_abs_pd(x), vd_set(bound), _CMP_NLE_UQ);
}

static inline vf_mask
vf_mask_beyond(vf x, float bound)
{
  return _mm512_cmp_ps_mask(_mm512_abs_ps(x), vf_set(bound), _CMP_NLE_UQ);
}

static inline unsigned
vf_beyond(vf x, float bound)
{
  return vf_mask_beyond(x, bound);
}

#  ifdef TERCET_HAVE_SLEEF

/// Lanes beyond `high`, or not 0 and below `low`, NaN too
static inline unsigned
vd_outside(vd x, double low, double high)
{
  const __mmask8 is_small =
      _mm512_cmp_pd_mask(_mm512_abs_pd(x), vd_set(low), _CMP_LT_OQ);
  return vd_beyond(x, high) |
         _mm512_mask_cmp_pd_mask(is_small, x, vd_set(0), _CMP_NEQ_UQ);
}

static inline unsigned
vf_outside(vf x, float low, float high)
{
  const __mmask16 is_small =
      _mm512_cmp_ps_mask(_mm512_abs_ps(x), vf_set(low), _CMP_LT_OQ);
  return vf_beyond(x, high) |
         _mm512_mask_cmp_ps_mask(is_small, x, vf_set(0), _CMP_NEQ_UQ);
}

#  endif

#  define MATH_ROUNDING(name, mode)                                            \
    static inline vd name##_vd(vd x)                                           \
    {                                                                          \
      return _mm512_roundscale_pd(x, (mode) | _MM_FROUND_NO_EXC);              \
    }                                                                          \
    static inline vf name##_vf(vf x)                                           \
    {                                                                          \
      return _mm512_roundscale_ps(x, (mode) | _MM_FROUND_NO_EXC);              \
    }

MATH_ROUNDING(floor, _MM_FROUND_TO_NEG_INF)
MATH_ROUNDING(ceil, _MM_FROUND_TO_POS_INF)
MATH_ROUNDING(trunc, _MM_FROUND_TO_ZERO)
MATH_ROUNDING(round, _MM_FROUND_TO_NEAREST_INT)

static inline vd
sqrt_vd(vd x)
{
  return _mm512_sqrt_pd(x);
}

static inline vf
sqrt_vf(vf x)
{
  return _mm512_sqrt_ps(x);
}

#  include "array/kernel/math_loops.h"

#else

typedef int tercet_math_avx512_is_empty;

#endif
