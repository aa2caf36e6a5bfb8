// SPDX-License-Identifier: Apache-2.0

/// Exact comparison of a decimal number with a binary one, for the few texts
/// that lie too near to the middle between two floats

#ifndef TERCET_BASE_NUMBER_BIG_H
#define TERCET_BASE_NUMBER_BIG_H

#include "base/number.h"

/**
   Compare the magnitude of a decimal with m * 2^e.

   The two must be of about the same size, within the range of a double, and
   the binary number must be a double or the middle between two.

   @return Less than, equal to or greater than 0 if the decimal is so.
*/
int
tercet_decimal_compare(const tercet_decimal *decimal, uint64_t m, int32_t e);

#endif // TERCET_BASE_NUMBER_BIG_H
