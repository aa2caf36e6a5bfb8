// SPDX-License-Identifier: Apache-2.0

#include <tercet/status.h>

#include "check.h"

static void
test_token_stops_on_request_and_deadline(void)
{
  CHECK_STATUS(tercet_cancel_check(NULL), TERCET_OK);

  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  CHECK_STATUS(tercet_cancel_check(cancel), TERCET_OK);

  tercet_cancel_set_timeout(cancel, 3600.0);
  CHECK_STATUS(tercet_cancel_check(cancel), TERCET_OK);
  tercet_cancel_set_timeout(cancel, 0.0);
  CHECK_STATUS(tercet_cancel_check(cancel), TERCET_ERR_TIMEOUT);
  tercet_cancel_set_timeout(cancel, -1.0);
  CHECK_STATUS(tercet_cancel_check(cancel), TERCET_OK);
  tercet_cancel_set_timeout(cancel, 1e300);
  CHECK_STATUS(tercet_cancel_check(cancel), TERCET_OK);

  tercet_cancel_request(cancel);
  CHECK_STATUS(tercet_cancel_check(cancel), TERCET_ERR_CANCELLED);
  tercet_cancel_free(cancel);
  tercet_cancel_free(NULL);
}

static void
test_allocation_that_fails(void)
{
  failing_allocator state = {0, 0};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK(!tercet_cancel_new(&alloc));
}

int
main(void)
{
  test_token_stops_on_request_and_deadline();
  test_allocation_that_fails();
  return check_finish();
}
