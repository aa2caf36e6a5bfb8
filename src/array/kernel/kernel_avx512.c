// SPDX-License-Identifier: Apache-2.0

/// The kernels for x86-64 with AVX-512 F, BW, DQ and VL: vectors of 64 bytes,
/// tails under a mask

#include <stddef.h>
#include <stdint.h>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) &&  \
    defined(__AVX512VL__)

#  include <immintrin.h>

#  define VEC_N 8U
#  define VECF_N 16U

typedef __m512d vec;
typedef __m512 vecf;

static inline vec
vec_zero(void)
{
  return _mm512_setzero_pd();
}

static inline vec
vec_add(vec a, vec b)
{
  return _mm512_add_pd(a, b);
}

static inline vec
vec_subtract(vec a, vec b)
{
  return _mm512_sub_pd(a, b);
}

static inline vec
vec_fma(vec a, vec b, vec c)
{
  return _mm512_fmadd_pd(a, b, c);
}

static inline vec
vec_abs(vec a)
{
  return _mm512_abs_pd(a);
}

static inline double
vec_sum(vec a)
{
  const __m256d half =
      _mm256_add_pd(_mm512_castpd512_pd256(a), _mm512_extractf64x4_pd(a, 1));
  const __m128d quarter =
      _mm_add_pd(_mm256_castpd256_pd128(half), _mm256_extractf128_pd(half, 1));
  return _mm_cvtsd_f64(_mm_add_sd(quarter, _mm_unpackhi_pd(quarter, quarter)));
}

static inline vec
vec_load_f64(const double *p)
{
  return _mm512_loadu_pd(p);
}

static inline vec
vec_load_f32(const float *p)
{
  return _mm512_cvtps_pd(_mm256_loadu_ps(p));
}

static inline vec
vec_load_f16(const uint16_t *p)
{
  const __m128i half = _mm_loadu_si128((const __m128i *)(const void *)p);
  return _mm512_cvtps_pd(_mm256_cvtph_ps(half));
}

/// Return the mask of the `n` < 16 first lanes
static inline __mmask16
first_lanes(size_t n)
{
  return (__mmask16)((1U << n) - 1U);
}

static inline vec
vec_tail_f64(const double *p, size_t n)
{
  return _mm512_maskz_loadu_pd((__mmask8)first_lanes(n), p);
}

static inline vec
vec_tail_f32(const float *p, size_t n)
{
  return _mm512_cvtps_pd(_mm256_maskz_loadu_ps((__mmask8)first_lanes(n), p));
}

static inline vec
vec_tail_f16(const uint16_t *p, size_t n)
{
  const __m128i half = _mm_maskz_loadu_epi16((__mmask8)first_lanes(n), p);
  return _mm512_cvtps_pd(_mm256_cvtph_ps(half));
}

static inline void
vec_store(double *p, vec a)
{
  _mm512_storeu_pd(p, a);
}

static inline vecf
vecf_load(const float *p)
{
  return _mm512_loadu_ps(p);
}

static inline vecf
vecf_load_i8(const int8_t *p)
{
  const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
  return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(bytes));
}

static inline void
vecf_store(float *p, vecf a)
{
  _mm512_storeu_ps(p, a);
}

// The instructions give `b` if either lane is NaN, so that only a NaN in `a`
// needs care

static inline vec
vec_greater(vec a, vec b)
{
  return _mm512_mask_max_pd(a, _mm512_cmp_pd_mask(a, a, _CMP_ORD_Q), a, b);
}

static inline vec
vec_less(vec a, vec b)
{
  return _mm512_mask_min_pd(a, _mm512_cmp_pd_mask(a, a, _CMP_ORD_Q), a, b);
}

static inline vecf
vecf_greater(vecf a, vecf b)
{
  return _mm512_mask_max_ps(a, _mm512_cmp_ps_mask(a, a, _CMP_ORD_Q), a, b);
}

static inline vecf
vecf_less(vecf a, vecf b)
{
  return _mm512_mask_min_ps(a, _mm512_cmp_ps_mask(a, a, _CMP_ORD_Q), a, b);
}

static inline void
convert_f16_f32(const uint16_t *in, float *out)
{
  const __m256i half = _mm256_loadu_si256((const __m256i *)(const void *)in);
  _mm512_storeu_ps(out, _mm512_cvtph_ps(half));
}

static inline void
convert_f32_f16(const float *in, uint16_t *out)
{
  const __m256i half =
      _mm512_cvtps_ph(_mm512_loadu_ps(in), _MM_FROUND_TO_NEAREST_INT);
  _mm256_storeu_si256((__m256i *)(void *)out, half);
}

static inline void
convert_f16_f32_tail(const uint16_t *in, float *out, size_t n)
{
  const __mmask16 mask = first_lanes(n);
  const __m256i half = _mm256_maskz_loadu_epi16(mask, in);
  _mm512_mask_storeu_ps(out, mask, _mm512_cvtph_ps(half));
}

static inline void
convert_f32_f16_tail(const float *in, uint16_t *out, size_t n)
{
  const __mmask16 mask = first_lanes(n);
  const __m256i half = _mm512_cvtps_ph(_mm512_maskz_loadu_ps(mask, in),
                                       _MM_FROUND_TO_NEAREST_INT);
  _mm256_mask_storeu_epi16(out, mask, half);
}

#  include "array/kernel/kernel_loops.h"

const tercet_kernel_table tercet_kernels_avx512 = KERNEL_TABLE("avx512");

#endif
