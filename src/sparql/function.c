// SPDX-License-Identifier: Apache-2.0

#include "sparql/function.h"

tercet_status
tercet_call_fail(tercet_call *call, tercet_string function, const char *reason)
{
  return call->is_quiet
             ? TERCET_OK
             : tercet_failures_add(&call->failures, function, false, reason);
}

tercet_status
tercet_call_fail_group(tercet_call *call,
                       tercet_string aggregate,
                       const char *reason)
{
  return call->is_quiet
             ? TERCET_OK
             : tercet_failures_add(&call->failures, aggregate, true, reason);
}

void
tercet_call_share_failure(tercet_call *call, uint64_t n_total, size_t n_rows)
{
  if (call->failures.n_total > n_total && n_rows > 1U) {
    tercet_failures_repeat(&call->failures, n_rows - 1U);
  }
}

bool
tercet_call_wants_reason(const tercet_call *call, tercet_string function)
{
  return !call->is_quiet &&
         !tercet_failures_find(&call->failures, function, false);
}
