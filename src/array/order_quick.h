// SPDX-License-Identifier: Apache-2.0

/// Sorts and selections of keys with vectors, where the processor has what they
/// need

#ifndef TERCET_ARRAY_ORDER_QUICK_H
#define TERCET_ARRAY_ORDER_QUICK_H

#include <tercet/status.h>

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__)

/// Sort keys; `scratch` has room for `n`.  False if the operation is to stop.
TERCET_NODISCARD bool
tercet_quick_keys32_avx512(uint32_t *items, uint32_t *scratch, int64_t n);

TERCET_NODISCARD bool
tercet_quick_keys64_avx512(uint64_t *items, uint64_t *scratch, int64_t n);

/// Find the keys of rank `k` < n and k + 1, UINT64_MAX if there is none, and
/// reorder the items; `next` may be NULL.  False if they do not divide well,
/// or if the operation is to stop.
TERCET_NODISCARD bool
tercet_quick_select_avx512(
    uint64_t *items, int64_t n, int64_t k, uint64_t *found, uint64_t *next);

#endif

#endif // TERCET_ARRAY_ORDER_QUICK_H
