// SPDX-License-Identifier: Apache-2.0

/// A float64 sum that carries what rounding took from it

#ifndef TERCET_ARRAY_COMPENSATED_H
#define TERCET_ARRAY_COMPENSATED_H

#include <math.h>

/// Zeroed is 0
typedef struct {
  double sum;
  double error; ///< What is missing from `sum`
} compensated_sum;

/// Add a number; the rounding error of the addition is exact (Knuth, TAOCP
/// 4.2.2, theorem B)
static inline void
compensated_add(compensated_sum *total, double x)
{
  const double sum = total->sum + x;
  const double part = sum - total->sum;
  total->error += (total->sum - (sum - part)) + (x - part);
  total->sum = sum;
}

/// Return the sum, rounded; the error of an infinite sum is NaN and no part
/// of it
static inline double
compensated_value(const compensated_sum *total)
{
  return isfinite(total->sum) ? total->sum + total->error : total->sum;
}

#endif // TERCET_ARRAY_COMPENSATED_H
