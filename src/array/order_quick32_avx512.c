// SPDX-License-Identifier: Apache-2.0

/// Quicksort of keys of 32 bits for x86-64 with AVX-512

#include "array/order.h"
#include "array/order_quick.h"

#if defined(__AVX512F__)

#  include <immintrin.h>

#  define QUICK_SORT tercet_quick_keys32_avx512
#  define RADIX_SORT tercet_radix_keys32
#  define N_LANES 16
#  define EPI(name) _mm512_##name##_epi32
#  define EPU(name) _mm512_##name##_epu32
#  define BELOW(a, b) _mm512_cmplt_epu32_mask(a, b)

typedef uint32_t key;
typedef int32_t signed_key;
typedef __mmask16 lanes;
typedef __m512i vec;

static inline vec
lane_numbers(void)
{
  return _mm512_setr_epi32(
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/// The lower lanes of two vectors by turns
static inline vec
zip_low(void)
{
  return _mm512_setr_epi32(
      0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

static inline vec
zip_high(void)
{
  return _mm512_setr_epi32(
      8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

#  include "array/order_quick_body.h"

#endif
