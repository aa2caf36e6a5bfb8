// SPDX-License-Identifier: Apache-2.0

/// Keys of elements for x86-64 with AVX-512

#if defined(__AVX512F__)

#  define KEY_LOOPS tercet_key_loops_avx512

#  include "array/order_keys_loops.h"

#else

typedef int tercet_no_key_loops_avx512;

#endif
