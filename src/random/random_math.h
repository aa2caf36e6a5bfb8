// SPDX-License-Identifier: Apache-2.0

/**
   Elementary functions that give the same result on every machine: the four
   basic operations only, in a fixed order.  Errors are below 4 ULP.
*/

#ifndef TERCET_RANDOM_RANDOM_MATH_H
#define TERCET_RANDOM_RANDOM_MATH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define REAL double
#define WORD uint64_t
#define NAMED(name) scalar_##name
#include "random/exp_steps.h"
#undef REAL
#undef WORD
#undef NAMED

/// Return exp(x); NaN is not expected
static inline double
tercet_random_exp(double x)
{
  return scalar_exp_steps(x < -1000.0 ? -1000.0 : x > 1000.0 ? 1000.0 : x);
}

/**
   Return log(x) for x >= 0; -infinity for 0, infinity for infinity.

   x is 2^k m with sqrt(1/2) <= m < sqrt(2); with s = (m - 1) / (m + 1),
   log(m) = 2 (s + s^3 / 3 + s^5 / 5 + ...), s^2 <= 0.0295.
*/
static inline double
tercet_random_log(double x)
{
  if (!(x > 0.0) || x == INFINITY) {
    return x > 0.0 ? x : -INFINITY;
  }
  const double scale = x < 0x1p-1022 ? 0x1p54 : 1.0;
  const uint64_t bits = scalar_to_bits(x * scale);
  const uint64_t root = UINT64_C(0x3fe6a09e667f3bcd);
  const uint64_t one = UINT64_C(0x3ff0000000000000);
  const int64_t e = (int64_t)((bits + (one - root)) >> 52U) - 1023;
  const double m = scalar_from_bits(bits - ((uint64_t)e << 52U));
  const double k = (double)(scale > 1.0 ? e - 54 : e);

  const double s = (m - 1.0) / (m + 1.0);
  const double z = s * s;
  double p = z * (1.0 / 23.0) + 1.0 / 21.0;
  p = p * z + 1.0 / 19.0;
  p = p * z + 1.0 / 17.0;
  p = p * z + 1.0 / 15.0;
  p = p * z + 1.0 / 13.0;
  p = p * z + 1.0 / 11.0;
  p = p * z + 1.0 / 9.0;
  p = p * z + 1.0 / 7.0;
  p = p * z + 1.0 / 5.0;
  p = p * z + 1.0 / 3.0;
  const double twice = s + s;
  return k * 0x1.62e42fefa38p-1 +
         (k * 0x1.ef35793c7673p-45 + twice * (p * z) + twice);
}

/// Return log(1 + x) for x > -1, accurate where x is small
static inline double
tercet_random_log1p(double x)
{
  const double u = 1.0 + x;
  return u == 1.0 ? x : tercet_random_log(u) + (x - (u - 1.0)) / u;
}

#endif // TERCET_RANDOM_RANDOM_MATH_H
