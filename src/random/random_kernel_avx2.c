// SPDX-License-Identifier: Apache-2.0

/// The kernels for x86-64 with AVX2

#include <stddef.h>
#include <stdint.h>

#if defined(__AVX2__)

#  include "random/random_kernel.h"

#  include <immintrin.h>

/// Write the candidates of four words; return a bit for each that is rejected
static inline unsigned
four_candidates(const tercet_ziggurat *table,
                const uint64_t *words,
                __m256i sign_mask,
                double *out)
{
  const __m256i word = _mm256_loadu_si256((const void *)words);
  const __m256i layer =
      _mm256_and_si256(word, _mm256_set1_epi64x(TERCET_ZIGGURAT_LAYERS - 1));
  const __m256i place = _mm256_srli_epi64(word, TERCET_ZIGGURAT_SHIFT);
  const __m256d w = _mm256_i64gather_pd(table->w, layer, 8);
  const __m256i k = _mm256_i64gather_epi64((const void *)table->k, layer, 8);

  // A place of 52 bits is the mantissa of 2^52 + place
  const __m256i exponent = _mm256_set1_epi64x(0x4330000000000000);
  const __m256d j =
      _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(place, exponent)),
                    _mm256_set1_pd(0x1p52));
  const __m256i sign = _mm256_slli_epi64(_mm256_and_si256(word, sign_mask), 55);
  const __m256d x =
      _mm256_or_pd(_mm256_mul_pd(j, w), _mm256_castsi256_pd(sign));
  _mm256_storeu_pd(out, x);
  const __m256i accepted = _mm256_cmpgt_epi64(k, place);
  return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(accepted)) ^ 15U;
}

static size_t
ziggurat(const tercet_ziggurat *table,
         const uint64_t *words,
         uint64_t sign_mask,
         double *out,
         uint16_t *rejected,
         size_t n)
{
  const __m256i mask = _mm256_set1_epi64x((int64_t)sign_mask);
  size_t n_rejected = 0;
  for (size_t i = 0; i < n; i += 8U) {
    unsigned bits = four_candidates(table, words + i, mask, out + i);
    bits |= four_candidates(table, words + i + 4U, mask, out + i + 4U) << 4U;
    for (; bits; bits &= bits - 1U) {
      rejected[n_rejected++] = (uint16_t)(i + (unsigned)__builtin_ctz(bits));
    }
  }
  return n_rejected;
}

#  define TABLE tercet_random_kernels_avx2
#  include "random/random_kernel_loops.h"

#endif

/// A translation unit is never empty
typedef int random_kernel_avx2;
