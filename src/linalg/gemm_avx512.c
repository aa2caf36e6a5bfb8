// SPDX-License-Identifier: Apache-2.0

#if defined(__x86_64__)

#  define GEMM_VECTOR_BYTES 64
#  define GEMM_TABLE tercet_gemm_avx512
#  include "linalg/gemm_loops.h"

#else

typedef int tercet_no_gemm_avx512;

#endif
