// SPDX-License-Identifier: Apache-2.0

/// Every entry of the table of powers of ten, against exact big integers

#include "base/number_powers.h"

#include "check.h"

#define N_LIMBS 40U

/// A non-negative integer, least significant limb first
typedef struct {
  uint32_t limbs[N_LIMBS];
} integer;

static void
multiply(integer *a, uint32_t factor)
{
  uint64_t carry = 0;
  for (size_t i = 0; i < N_LIMBS; ++i) {
    carry += (uint64_t)a->limbs[i] * factor;
    a->limbs[i] = (uint32_t)carry;
    carry >>= 32U;
  }
  CHECK(carry == 0);
}

static void
add(integer *a, const integer *b)
{
  uint64_t carry = 0;
  for (size_t i = 0; i < N_LIMBS; ++i) {
    carry += (uint64_t)a->limbs[i] + b->limbs[i];
    a->limbs[i] = (uint32_t)carry;
    carry >>= 32U;
  }
  CHECK(carry == 0);
}

static int
compare(const integer *a, const integer *b)
{
  for (size_t i = N_LIMBS; i-- > 0;) {
    if (a->limbs[i] != b->limbs[i]) {
      return a->limbs[i] < b->limbs[i] ? -1 : 1;
    }
  }
  return 0;
}

static integer
from_power(tercet_power power)
{
  const integer a = {{(uint32_t)power.low,
                      (uint32_t)(power.low >> 32U),
                      (uint32_t)power.high,
                      (uint32_t)(power.high >> 32U)}};
  return a;
}

static integer
power_of(uint32_t base, int32_t exponent)
{
  integer a = {{1}};
  for (int32_t i = 0; i < exponent; ++i) {
    multiply(&a, base);
  }
  return a;
}

/// Check v * 2^s <= 10^k < (v + 1) * 2^s, with all factors made integers
static void
check_entry(int32_t k)
{
  const tercet_power power = tercet_power_of_ten(k);
  CHECK(power.high >> 63U);

  // v * 5^-k * 2^twos against 1, each moved to the side where it is an integer
  const int32_t twos = tercet_log2_of_power(k) - 127 - k;
  integer lower = from_power(power);
  integer step = {{1}};
  for (int32_t i = 0; i < -k; ++i) {
    multiply(&lower, 5);
    multiply(&step, 5);
  }
  for (int32_t i = 0; i < twos; ++i) {
    multiply(&lower, 2);
    multiply(&step, 2);
  }
  integer target = power_of(5, k);
  for (int32_t i = 0; i < -twos; ++i) {
    multiply(&target, 2);
  }

  const int order = compare(&lower, &target);
  const bool exact = k >= 0 && k <= TERCET_POWER_EXACT128_MAX;
  CHECK(exact ? order == 0 : order < 0);
  add(&lower, &step);
  CHECK(compare(&target, &lower) < 0);

  // What printing floats takes as the mark of an exact upper half
  const bool exact64 = k >= 0 && k <= TERCET_POWER_EXACT64_MAX;
  CHECK((power.low == 0) == exact64);
}

int
main(void)
{
  for (int32_t k = TERCET_POWER_MIN; k <= TERCET_POWER_MAX; ++k) {
    check_entry(k);
  }
  return check_finish();
}
