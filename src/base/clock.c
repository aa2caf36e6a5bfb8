// SPDX-License-Identifier: Apache-2.0

#include "base/clock.h"

#include <time.h>

int64_t
tercet_clock_nanoseconds(void)
{
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + (int64_t)now.tv_nsec;
}
