// SPDX-License-Identifier: Apache-2.0

/// Powers of ten as 128-bit significands, for reading and printing floats

#ifndef TERCET_BASE_NUMBER_POWERS_H
#define TERCET_BASE_NUMBER_POWERS_H

#include <assert.h>
#include <stdint.h>

/// Reading needs -342 (19 digits that come near the least subnormal double),
/// printing 324
#define TERCET_POWER_MIN (-342)
#define TERCET_POWER_MAX 324

/// 5^k, and so 10^k, is exact in 64 bits up to 27, in 128 bits up to 55
#define TERCET_POWER_EXACT64_MAX 27
#define TERCET_POWER_EXACT128_MAX 55

/// 10^k lies in [v, v + 1) * 2^(floor(log2(10^k)) - 127), where v is the
/// 128-bit number of these halves
typedef struct {
  uint64_t high; ///< Its top bit is set
  uint64_t low;
} tercet_power;

extern const tercet_power
    tercet_powers[TERCET_POWER_MAX - TERCET_POWER_MIN + 1];

static inline tercet_power
tercet_power_of_ten(int32_t k)
{
  assert(k >= TERCET_POWER_MIN && k <= TERCET_POWER_MAX);
  return tercet_powers[k - TERCET_POWER_MIN];
}

/// Return floor(log2(10^k)); the fixed-point constant is right for |k| < 1234
static inline int32_t
tercet_log2_of_power(int32_t k)
{
  return (k * 1741647) >> 19;
}

#endif // TERCET_BASE_NUMBER_POWERS_H
