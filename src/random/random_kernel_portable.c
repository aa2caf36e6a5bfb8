// SPDX-License-Identifier: Apache-2.0

#include "random/random_kernel.h"

#include <string.h>

static size_t
ziggurat(const tercet_ziggurat *table,
         const uint64_t *words,
         uint64_t sign_mask,
         double *out,
         uint16_t *rejected,
         size_t n)
{
  size_t n_rejected = 0;
  for (size_t i = 0; i < n; ++i) {
    const uint64_t word = words[i];
    const size_t layer = word % TERCET_ZIGGURAT_LAYERS;
    const uint64_t place = word >> TERCET_ZIGGURAT_SHIFT;
    const double x = (double)(int64_t)place * table->w[layer];
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof(bits));
    bits |= (word & sign_mask) << 55U;
    memcpy(&out[i], &bits, sizeof(bits));
    rejected[n_rejected] = (uint16_t)i;
    n_rejected += place >= table->k[layer];
  }
  return n_rejected;
}

#define TABLE tercet_random_kernels_portable
#include "random/random_kernel_loops.h"
