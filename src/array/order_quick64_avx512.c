// SPDX-License-Identifier: Apache-2.0

/// Quicksort of keys of 64 bits for x86-64 with AVX-512

#include "array/order.h"
#include "array/order_quick.h"

#if defined(__AVX512F__)

#  include <immintrin.h>

#  define QUICK_SORT tercet_quick_keys64_avx512
#  define QUICK_SELECT tercet_quick_select_avx512
#  define RADIX_SORT tercet_radix_keys64
#  define N_LANES 8
#  define EPI(name) _mm512_##name##_epi64
#  define EPU(name) _mm512_##name##_epu64
#  define BELOW(a, b) _mm512_cmplt_epu64_mask(a, b)

typedef uint64_t key;
typedef int64_t signed_key;
typedef __mmask8 lanes;
typedef __m512i vec;

static inline vec
lane_numbers(void)
{
  return _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
}

/// The lower lanes of two vectors by turns
static inline vec
zip_low(void)
{
  return _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
}

static inline vec
zip_high(void)
{
  return _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
}

#  include "array/order_quick_body.h"

#endif
