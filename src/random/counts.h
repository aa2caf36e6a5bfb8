// SPDX-License-Identifier: Apache-2.0

/// Single numbers, for distributions that change their parameters

#ifndef TERCET_RANDOM_COUNTS_H
#define TERCET_RANDOM_COUNTS_H

#include "random/random_internal.h"

/// Return a binomial number of `n` >= 0, a whole number up to 2^53, and `p`
double
tercet_random_next_binomial(tercet_random *random, double n, double p);

/// Return a Poisson number of mean `lam`, 0 to 2^53
double
tercet_random_next_poisson(tercet_random *random, double lam);

#endif // TERCET_RANDOM_COUNTS_H
