// SPDX-License-Identifier: Apache-2.0

/// Reading memory as fast as it can be, the limit of what goes through it once

#ifndef TERCET_BENCH_MEMORY_H
#define TERCET_BENCH_MEMORY_H

#include "bench.h"

#include <tercet/tensor.h>

/// Whole lines of the cache, from some places at the same time
typedef uint64_t bench_cache_line __attribute__((vector_size(64), aligned(16)));

#define BENCH_STREAMS 4

/// Read the elements of a tensor without gaps
#if defined(__x86_64__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
static void
bench_read_memory(void *context)
{
  const tercet_tensor *const t = (const tercet_tensor *)context;
  const bench_cache_line *const data =
      (const bench_cache_line *)tercet_tensor_data(t);
  const size_t n_bytes =
      (size_t)tercet_tensor_size(t) * tercet_dtype_size(tercet_tensor_dtype(t));
  const size_t n = n_bytes / sizeof(*data) / BENCH_STREAMS;
  bench_cache_line bits[2 * BENCH_STREAMS] = {{0}};
  for (size_t i = 0; i + 2 <= n; i += 2) {
    for (size_t j = 0; j < 2 * BENCH_STREAMS; ++j) {
      bits[j] |= data[j / 2 * n + i + j % 2];
    }
  }
  bench_use(bits);
}

#endif // TERCET_BENCH_MEMORY_H
