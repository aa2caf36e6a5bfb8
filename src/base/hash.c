// SPDX-License-Identifier: Apache-2.0

#include "base/hash.h"

#ifdef TERCET_HAVE_XXHASH

#  define XXH_INLINE_ALL
#  include <xxhash.h>

uint64_t
tercet_hash_bytes(const void *data, size_t length, uint64_t seed)
{
  return XXH3_64bits_withSeed(data, length, seed);
}

#else

#  include <string.h>

/// Fold the 128-bit product of two words
static uint64_t
fold_multiply(uint64_t a, uint64_t b)
{
  __extension__ typedef unsigned __int128 wide;
  const wide product = (wide)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64U);
}

uint64_t
tercet_hash_bytes(const void *data, size_t length, uint64_t seed)
{
  static const uint64_t k0 = UINT64_C(0x9e3779b97f4a7c15);
  static const uint64_t k1 = UINT64_C(0xe7037ed1a0b428db);
  const unsigned char *p = data;
  uint64_t hash = seed ^ fold_multiply(length ^ k0, k1);

  size_t left = length;
  for (; left >= 16U; left -= 16U, p += 16U) {
    uint64_t words[2];
    memcpy(words, p, sizeof(words));
    hash = fold_multiply(hash ^ words[0] ^ k0, words[1] ^ k1);
  }

  uint64_t tail[2] = {0, 0};
  if (left) {
    memcpy(tail, p, left);
  }
  return fold_multiply(hash ^ tail[0] ^ k1, tail[1] ^ k0);
}

#endif
