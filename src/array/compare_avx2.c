// SPDX-License-Identifier: Apache-2.0

/// Comparisons, extremes and logic for x86-64 with AVX2

#if defined(__AVX2__)

#  define COMPARE_TABLE tercet_compare_avx2

#  include "array/compare_loops.h"

#else

typedef int tercet_compare_avx2_is_empty;

#endif
