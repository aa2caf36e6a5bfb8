// SPDX-License-Identifier: Apache-2.0

/// The loops of reductions for x86-64 with AVX-512

#if defined(__AVX512F__)

#  define REDUCERS tercet_reducers_avx512
#  define FINDERS tercet_finders_avx512
#  define PLACERS tercet_placers_avx512

#  include "array/reduce_loops_body.h"

#else

typedef int tercet_no_reducers_avx512;

#endif
