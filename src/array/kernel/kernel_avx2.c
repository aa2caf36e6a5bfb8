// SPDX-License-Identifier: Apache-2.0

/// The kernels for x86-64 with AVX2, FMA and F16C: vectors of 32 bytes

#include <stddef.h>
#include <stdint.h>

#if defined(__AVX2__) && defined(__FMA__) && defined(__F16C__)

#  include <immintrin.h>
#  include <string.h>

#  define VEC_N 4U
#  define VECF_N 8U

typedef __m256d vec;
typedef __m256 vecf;

static inline vec
vec_zero(void)
{
  return _mm256_setzero_pd();
}

static inline vec
vec_add(vec a, vec b)
{
  return _mm256_add_pd(a, b);
}

static inline vec
vec_subtract(vec a, vec b)
{
  return _mm256_sub_pd(a, b);
}

static inline vec
vec_fma(vec a, vec b, vec c)
{
  return _mm256_fmadd_pd(a, b, c);
}

static inline vec
vec_abs(vec a)
{
  return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
}

static inline double
vec_sum(vec a)
{
  const __m128d half =
      _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
  return _mm_cvtsd_f64(_mm_add_sd(half, _mm_unpackhi_pd(half, half)));
}

static inline vec
vec_load_f64(const double *p)
{
  return _mm256_loadu_pd(p);
}

static inline vec
vec_load_f32(const float *p)
{
  return _mm256_cvtps_pd(_mm_loadu_ps(p));
}

static inline vec
vec_load_f16(const uint16_t *p)
{
  return _mm256_cvtps_pd(
      _mm_cvtph_ps(_mm_loadl_epi64((const __m128i *)(const void *)p)));
}

// Tails pass through a zeroed copy, which is simpler than a mask and as fast

static inline vec
vec_tail_f64(const double *p, size_t n)
{
  double copy[VEC_N] = {0};
  memcpy(copy, p, n * sizeof(*p));
  return vec_load_f64(copy);
}

static inline vec
vec_tail_f32(const float *p, size_t n)
{
  float copy[VEC_N] = {0};
  memcpy(copy, p, n * sizeof(*p));
  return vec_load_f32(copy);
}

static inline vec
vec_tail_f16(const uint16_t *p, size_t n)
{
  uint16_t copy[VEC_N] = {0};
  memcpy(copy, p, n * sizeof(*p));
  return vec_load_f16(copy);
}

static inline void
vec_store(double *p, vec a)
{
  _mm256_storeu_pd(p, a);
}

static inline vecf
vecf_load(const float *p)
{
  return _mm256_loadu_ps(p);
}

static inline vecf
vecf_load_i8(const int8_t *p)
{
  const __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)p);
  return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes));
}

static inline void
vecf_store(float *p, vecf a)
{
  _mm256_storeu_ps(p, a);
}

// The instructions give `b` if either lane is NaN, so that only a NaN in `a`
// needs care

static inline vec
vec_greater(vec a, vec b)
{
  const vec picked = _mm256_max_pd(a, b);
  return _mm256_blendv_pd(picked, a, _mm256_cmp_pd(a, a, _CMP_UNORD_Q));
}

static inline vec
vec_less(vec a, vec b)
{
  const vec picked = _mm256_min_pd(a, b);
  return _mm256_blendv_pd(picked, a, _mm256_cmp_pd(a, a, _CMP_UNORD_Q));
}

static inline vecf
vecf_greater(vecf a, vecf b)
{
  const vecf picked = _mm256_max_ps(a, b);
  return _mm256_blendv_ps(picked, a, _mm256_cmp_ps(a, a, _CMP_UNORD_Q));
}

static inline vecf
vecf_less(vecf a, vecf b)
{
  const vecf picked = _mm256_min_ps(a, b);
  return _mm256_blendv_ps(picked, a, _mm256_cmp_ps(a, a, _CMP_UNORD_Q));
}

static inline void
convert_f16_f32(const uint16_t *in, float *out)
{
  const __m128i half = _mm_loadu_si128((const __m128i *)(const void *)in);
  _mm256_storeu_ps(out, _mm256_cvtph_ps(half));
}

static inline void
convert_f32_f16(const float *in, uint16_t *out)
{
  const __m128i half =
      _mm256_cvtps_ph(_mm256_loadu_ps(in), _MM_FROUND_TO_NEAREST_INT);
  _mm_storeu_si128((__m128i *)(void *)out, half);
}

static inline void
convert_f16_f32_tail(const uint16_t *in, float *out, size_t n)
{
  uint16_t padded_in[VECF_N] = {0};
  float padded_out[VECF_N];
  memcpy(padded_in, in, n * sizeof(*in));
  convert_f16_f32(padded_in, padded_out);
  memcpy(out, padded_out, n * sizeof(*out));
}

static inline void
convert_f32_f16_tail(const float *in, uint16_t *out, size_t n)
{
  float padded_in[VECF_N] = {0};
  uint16_t padded_out[VECF_N];
  memcpy(padded_in, in, n * sizeof(*in));
  convert_f32_f16(padded_in, padded_out);
  memcpy(out, padded_out, n * sizeof(*out));
}

#  include "array/kernel/kernel_loops.h"

const tercet_kernel_table tercet_kernels_avx2 = KERNEL_TABLE("avx2");

#endif
