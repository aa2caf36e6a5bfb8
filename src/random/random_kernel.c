// SPDX-License-Identifier: Apache-2.0

#include "random/random_kernel.h"

#include <string.h>

const tercet_random_kernel_table *
tercet_random_kernels_named(const char *name)
{
#if defined(__x86_64__)
  if (!strcmp(name, "avx512")) {
    return &tercet_random_kernels_avx512;
  }
  if (!strcmp(name, "avx2")) {
    return &tercet_random_kernels_avx2;
  }
#else
  (void)name;
#endif
  return &tercet_random_kernels_portable;
}
