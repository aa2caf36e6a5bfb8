// SPDX-License-Identifier: Apache-2.0

/// Comparisons, extremes and logic for x86-64 with AVX-512

#if defined(__AVX512BW__)

#  define COMPARE_TABLE tercet_compare_avx512

#  include "array/compare_loops.h"

#else

typedef int tercet_compare_avx512_is_empty;

#endif
