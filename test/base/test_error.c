// SPDX-License-Identifier: Apache-2.0

#include "base/error.h"

#include "check.h"

static void
test_every_status_has_a_text(void)
{
  CHECK_TEXT(tercet_status_string(TERCET_OK), 7, "success");
  for (int i = TERCET_OK; i <= TERCET_ERR_INTERNAL; ++i) {
    CHECK(strlen(tercet_status_string((tercet_status)i)) > 0);
  }

  const char *const unknown = tercet_status_string((tercet_status)999);
  CHECK_TEXT(unknown, strlen(unknown), "unknown status");
}

static void
test_set_returns_status_and_fills_place(void)
{
  tercet_error err = {0};
  CHECK_STATUS(
      tercet_error_set_at(&err, TERCET_ERR_SYNTAX, 3, 14, "no %s", "pie"),
      TERCET_ERR_SYNTAX);
  CHECK_STATUS(err.status, TERCET_ERR_SYNTAX);
  CHECK_INT(err.line, 3);
  CHECK_INT(err.column, 14);
  CHECK_TEXT(err.message, strlen(err.message), "no pie");

  CHECK_STATUS(tercet_error_set(&err, TERCET_ERR_IO, "gone"), TERCET_ERR_IO);
  CHECK_INT(err.line, 0);
  CHECK_INT(err.column, 0);
  CHECK_STATUS(tercet_error_set(NULL, TERCET_ERR_IO, "gone"), TERCET_ERR_IO);
}

static void
test_long_message_ends_in_dots_between_characters(void)
{
  char text[2048];
  for (size_t i = 0; i + 2U < sizeof(text); i += 2U) {
    memcpy(text + i, "\xC3\xA9", 2); // U+00E9
  }
  text[sizeof(text) - 2U] = '\0';

  for (size_t shift = 0; shift < 2; ++shift) {
    tercet_error err = {0};
    tercet_error_set(&err, TERCET_ERR_IO, "%s%s", shift ? "x" : "", text);
    const size_t length = strlen(err.message);
    CHECK(length < sizeof(err.message));
    CHECK(!strcmp(err.message + length - 3U, "..."));
    CHECK((unsigned char)err.message[length - 4U] == 0xA9U);
  }
}

static void
test_long_source_keeps_its_end(void)
{
  char path[1000];
  memset(path, 'a', sizeof(path));
  memcpy(path + sizeof(path) - 8U, "/end.nt", 8);

  tercet_error err = {0};
  tercet_error_set_source(&err, path);
  const size_t length = strlen(err.source);
  CHECK_INT(length, sizeof(err.source) - 1U);
  CHECK(!strncmp(err.source, "...", 3));
  CHECK_TEXT(err.source + length - 7U, 7, "/end.nt");

  tercet_error_set_source(&err, "short.nt");
  CHECK_TEXT(err.source, strlen(err.source), "short.nt");
  tercet_error_set_source(NULL, "short.nt");
}

int
main(void)
{
  test_every_status_has_a_text();
  test_set_returns_status_and_fills_place();
  test_long_message_ends_in_dots_between_characters();
  test_long_source_keeps_its_end();
  return check_finish();
}
