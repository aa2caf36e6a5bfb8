// SPDX-License-Identifier: Apache-2.0

#include "base/large_pages.h"

#include <stdint.h>
#include <sys/mman.h>

#define LARGE_PAGE ((uintptr_t)2 << 20U)

/// Less than this is not worth the trouble
#define LEAST_SIZE ((size_t)4 << 20U)

#ifdef MADV_HUGEPAGE
/// Advise about the whole pages that belong to this memory alone
static void
advise(void *memory, size_t size, int advice)
{
  const uintptr_t before = (uintptr_t)memory & (LARGE_PAGE - 1U);
  const size_t skipped = before ? LARGE_PAGE - before : 0U;
  const size_t whole = (size - skipped) & ~(size_t)(LARGE_PAGE - 1U);
  (void)madvise((char *)memory + skipped, whole, advice);
}
#endif

void
tercet_prefer_large_pages(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
  if (memory && size >= LEAST_SIZE) {
    advise(memory, size, MADV_HUGEPAGE);
  }
#else
  (void)memory;
  (void)size;
#endif
}

void
tercet_offer_pages(void *memory, size_t size)
{
#if defined(MADV_HUGEPAGE) && defined(MADV_FREE)
  if (memory && size >= LEAST_SIZE) {
    advise(memory, size, MADV_FREE);
  }
#else
  (void)memory;
  (void)size;
#endif
}
