// SPDX-License-Identifier: Apache-2.0

/// Sorts of keys with vectors, where the processor has what they need

#ifndef TERCET_ARRAY_ORDER_QUICK_H
#define TERCET_ARRAY_ORDER_QUICK_H

#include <stdint.h>

#if defined(__x86_64__)

/// Sort keys; `scratch` has room for `n`
void
tercet_quick_keys32_avx512(uint32_t *items, uint32_t *scratch, int64_t n);

void
tercet_quick_keys64_avx512(uint64_t *items, uint64_t *scratch, int64_t n);

#endif

#endif // TERCET_ARRAY_ORDER_QUICK_H
