// SPDX-License-Identifier: Apache-2.0

#include "base/buffer.h"

#include "check.h"

static void
test_appends_in_order(void)
{
  tercet_buffer buffer;
  tercet_buffer_init(&buffer, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_buffer_append(&buffer, "abc", 2), TERCET_OK);
  CHECK_STATUS(tercet_buffer_append_text(&buffer, "cd"), TERCET_OK);
  CHECK_STATUS(tercet_buffer_append_char(&buffer, 'e'), TERCET_OK);
  CHECK_STATUS(tercet_buffer_printf(&buffer, "%d%s", 42, "!"), TERCET_OK);
  CHECK_STATUS(tercet_buffer_append(&buffer, NULL, 0), TERCET_OK);
  CHECK_TEXT(buffer.data, buffer.length, "abcde42!");

  const tercet_output output = tercet_buffer_output(&buffer);
  CHECK_STATUS(output.write(output.context, "?", 1, NULL), TERCET_OK);
  CHECK_TEXT(buffer.data, buffer.length, "abcde42!?");
  tercet_buffer_clear(&buffer);
  CHECK_INT(buffer.length, 0);
}

static void
test_maximum_is_a_limit(void)
{
  tercet_error err = {0};
  tercet_buffer buffer;
  tercet_buffer_init(&buffer, NULL, 10);
  CHECK_STATUS(tercet_buffer_append(&buffer, "0123456789", 10), TERCET_OK);
  CHECK_STATUS(tercet_buffer_append_char(&buffer, 'x'), TERCET_ERR_LIMIT);
  CHECK_STATUS(tercet_buffer_reserve(&buffer, SIZE_MAX), TERCET_ERR_LIMIT);

  const tercet_output output = tercet_buffer_output(&buffer);
  CHECK_STATUS(output.write(output.context, "x", 1, &err), TERCET_ERR_LIMIT);
  CHECK_STATUS(err.status, TERCET_ERR_LIMIT);
  CHECK_TEXT(buffer.data, buffer.length, "0123456789");
  tercet_buffer_clear(&buffer);
}

static void
test_allocation_that_fails_keeps_the_bytes(void)
{
  failing_allocator state = {0, 1};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};

  tercet_buffer buffer;
  tercet_buffer_init(&buffer, &alloc, SIZE_MAX);
  CHECK_STATUS(tercet_buffer_append(&buffer, "01234567", 8), TERCET_OK);
  CHECK_STATUS(tercet_buffer_append_char(&buffer, 'x'), TERCET_ERR_NO_MEMORY);
  CHECK_TEXT(buffer.data, buffer.length, "01234567");
  CHECK_STATUS(tercet_buffer_append_char(&buffer, 'x'), TERCET_OK);
  CHECK_TEXT(buffer.data, buffer.length, "01234567x");
  tercet_buffer_clear(&buffer);
}

int
main(void)
{
  test_appends_in_order();
  test_maximum_is_a_limit();
  test_allocation_that_fails_keeps_the_bytes();
  return check_finish();
}
