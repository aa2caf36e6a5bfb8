// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_BASE_CLOCK_H
#define TERCET_BASE_CLOCK_H

#include <stdint.h>

/// Return nanoseconds of a clock that only goes forward
int64_t
tercet_clock_nanoseconds(void);

#endif // TERCET_BASE_CLOCK_H
