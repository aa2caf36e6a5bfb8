// SPDX-License-Identifier: Apache-2.0

#if defined(__x86_64__)

#  define ELEMENT_TABLE tercet_elements_avx512
#  include "array/element_loops.h"

#else

typedef int tercet_no_elements_avx512;

#endif
