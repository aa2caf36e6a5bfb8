// SPDX-License-Identifier: Apache-2.0

#include "base/large_pages.h"

#include <stdint.h>
#include <sys/mman.h>

#define LARGE_PAGE ((uintptr_t)2 << 20U)

/// Less than this is not worth the trouble
#define LEAST_SIZE ((size_t)4 << 20U)

void
tercet_prefer_large_pages(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
  if (!memory || size < LEAST_SIZE) {
    return;
  }

  // Only whole pages that belong to this memory alone
  const uintptr_t before = (uintptr_t)memory & (LARGE_PAGE - 1U);
  const size_t skipped = before ? LARGE_PAGE - before : 0U;
  const size_t whole = (size - skipped) & ~(size_t)(LARGE_PAGE - 1U);
  (void)madvise((char *)memory + skipped, whole, MADV_HUGEPAGE);
#else
  (void)memory;
  (void)size;
#endif
}
