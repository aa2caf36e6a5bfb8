// SPDX-License-Identifier: Apache-2.0

/// Hashes for tables in memory; not for files, they may differ between builds

#ifndef TERCET_BASE_HASH_H
#define TERCET_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/// Hash bytes
uint64_t
tercet_hash_bytes(const void *data, size_t length, uint64_t seed);

/// Mix the bits of a number well enough for a power-of-two table
static inline uint64_t
tercet_hash_u64(uint64_t x)
{
  x ^= x >> 32U;
  x *= UINT64_C(0xd6e8feb86659fd93);
  x ^= x >> 32U;
  x *= UINT64_C(0xd6e8feb86659fd93);
  return x ^ (x >> 32U);
}

#endif // TERCET_BASE_HASH_H
