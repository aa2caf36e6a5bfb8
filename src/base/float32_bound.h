// SPDX-License-Identifier: Apache-2.0

/**
   What the bounds of the errors of products in float32 rest on.

   A product of n terms, summed up in any order, is wrong by no more than
   n u / (1 - n u) of the product of the absolute values (Higham, Accuracy and
   Stability of Numerical Algorithms, 3.1), if no number runs over or under.
*/

#ifndef TERCET_BASE_FLOAT32_BOUND_H
#define TERCET_BASE_FLOAT32_BOUND_H

#include <stdbool.h>

/// u: half the distance of 1 and the next float32
#define TERCET_FLOAT32_UNIT 0x1p-24

/// Return whether a vector with this sum of squares is far from where float32
/// numbers, and their products, run over or under; false for NaN
static inline bool
tercet_float32_is_safe(double squares)
{
  return squares >= 1e-30 && squares <= 1e30;
}

#endif // TERCET_BASE_FLOAT32_BOUND_H
