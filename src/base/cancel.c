// SPDX-License-Identifier: Apache-2.0

#include "base/allocator.h"
#include "base/clock.h"

#include <stdatomic.h>

#define NO_DEADLINE INT64_MAX

struct tercet_cancel {
  const tercet_allocator *alloc;
  atomic_bool requested;
  _Atomic int64_t deadline; ///< Monotonic nanoseconds
};

tercet_cancel *
tercet_cancel_new(const tercet_allocator *alloc)
{
  tercet_cancel *const cancel = tercet_allocate(alloc, sizeof(tercet_cancel));
  if (cancel) {
    cancel->alloc = alloc;
    atomic_init(&cancel->requested, false);
    atomic_init(&cancel->deadline, NO_DEADLINE);
  }
  return cancel;
}

void
tercet_cancel_free(tercet_cancel *cancel)
{
  if (cancel) {
    tercet_release(cancel->alloc, cancel);
  }
}

void
tercet_cancel_request(tercet_cancel *cancel)
{
  atomic_store(&cancel->requested, true);
}

void
tercet_cancel_set_timeout(tercet_cancel *cancel, double seconds)
{
  int64_t deadline = NO_DEADLINE;

  // Past some 290 years the deadline would not fit, and does not matter
  if (seconds >= 0.0 && seconds < 9.0e9) {
    const int64_t now = tercet_clock_nanoseconds();
    const int64_t span = (int64_t)(seconds * 1e9);
    deadline = span < NO_DEADLINE - now ? now + span : NO_DEADLINE;
  }
  atomic_store(&cancel->deadline, deadline);
}

tercet_status
tercet_cancel_check(const tercet_cancel *cancel)
{
  if (!cancel) {
    return TERCET_OK;
  }
  if (atomic_load_explicit(&cancel->requested, memory_order_relaxed)) {
    return TERCET_ERR_CANCELLED;
  }

  const int64_t deadline =
      atomic_load_explicit(&cancel->deadline, memory_order_relaxed);
  return deadline != NO_DEADLINE && tercet_clock_nanoseconds() >= deadline
             ? TERCET_ERR_TIMEOUT
             : TERCET_OK;
}
