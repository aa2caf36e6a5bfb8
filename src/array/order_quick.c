// SPDX-License-Identifier: Apache-2.0

/// The choice among the sorts and selections, which all give the same

#include "array/order_quick.h"

#include "array/kernel/kernel.h"
#include "array/order.h"
#include "array/parallel.h"

#include <string.h>

#if defined(__x86_64__)

static bool
has_avx512(void)
{
  return !strcmp(tercet_kernels()->name, "avx512");
}

#  define SORT(items, scratch, n, quick, radix)                                \
    (has_avx512() ? quick(items, scratch, n) : radix(items, scratch, n))

#else

#  define SORT(items, scratch, n, quick, radix) radix(items, scratch, n)

#endif

bool
tercet_sort_keys32(uint32_t *items, uint32_t *scratch, int64_t n)
{
  return SORT(
      items, scratch, n, tercet_quick_keys32_avx512, tercet_radix_keys32);
}

bool
tercet_sort_keys64(uint64_t *items, uint64_t *scratch, int64_t n)
{
  return SORT(
      items, scratch, n, tercet_quick_keys64_avx512, tercet_radix_keys64);
}

bool
tercet_sort_upper32(uint64_t *items, uint64_t *scratch, int64_t n)
{
  // The lower halves ascend, so that whole items have the same order
  return SORT(
      items, scratch, n, tercet_quick_keys64_avx512, tercet_radix_upper32);
}

bool
tercet_select_key(const uint64_t *keys,
                  uint64_t *scratch,
                  int64_t n,
                  int64_t k,
                  uint64_t *found,
                  uint64_t *next)
{
#if defined(__x86_64__)
  if (has_avx512()) {
    memcpy(scratch, keys, (size_t)n * sizeof(*keys));
    if (tercet_quick_select_avx512(scratch, n, k, found, next)) {
      return true;
    }
  }
#endif
  return tercet_parallel_goes_on() &&
         tercet_radix_select(keys, scratch, n, k, found, next);
}
