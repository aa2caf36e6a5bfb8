// SPDX-License-Identifier: Apache-2.0

/// The kernels for x86-64 with AVX-512 (F, BW, DQ, VL)

#include <stddef.h>
#include <stdint.h>

#if defined(__AVX512DQ__)

#  include "random/random_kernel.h"

#  include <immintrin.h>

static size_t
ziggurat(const tercet_ziggurat *table,
         const uint64_t *words,
         uint64_t sign_mask,
         double *out,
         uint16_t *rejected,
         size_t n)
{
  const __m512i layers = _mm512_set1_epi64(TERCET_ZIGGURAT_LAYERS - 1);
  const __m512i mask = _mm512_set1_epi64((int64_t)sign_mask);
  size_t n_rejected = 0;
  for (size_t i = 0; i < n; i += 8U) {
    const __m512i word = _mm512_loadu_si512(words + i);
    const __m512i layer = _mm512_and_si512(word, layers);
    const __m512i place = _mm512_srli_epi64(word, TERCET_ZIGGURAT_SHIFT);
    const __m512d w = _mm512_i64gather_pd(layer, table->w, 8);
    const __m512i k = _mm512_i64gather_epi64(layer, table->k, 8);
    const __m512d x = _mm512_mul_pd(_mm512_cvtepi64_pd(place), w);
    const __m512i sign = _mm512_slli_epi64(_mm512_and_si512(word, mask), 55);
    _mm512_storeu_pd(out + i, _mm512_or_pd(x, _mm512_castsi512_pd(sign)));
    unsigned bits = _mm512_cmpge_epu64_mask(place, k);
    for (; bits; bits &= bits - 1U) {
      rejected[n_rejected++] = (uint16_t)(i + (unsigned)__builtin_ctz(bits));
    }
  }
  return n_rejected;
}

#  define TABLE tercet_random_kernels_avx512
#  include "random/random_kernel_loops.h"

#endif

/// A translation unit is never empty
typedef int random_kernel_avx512;
