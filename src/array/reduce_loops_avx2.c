// SPDX-License-Identifier: Apache-2.0

/// The loops of reductions for x86-64 with AVX2

#if defined(__AVX2__)

#  define REDUCERS tercet_reducers_avx2
#  define FINDERS tercet_finders_avx2
#  define PLACERS tercet_placers_avx2

#  include "array/reduce_loops_body.h"

#else

typedef int tercet_no_reducers_avx2;

#endif
