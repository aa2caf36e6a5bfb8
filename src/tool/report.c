// SPDX-License-Identifier: Apache-2.0

#include "tool.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/// Warnings that are printed in full
#define WARNINGS_SHOWN 10U

/// Bytes of a line that are shown around the place of an error
#define CONTEXT_BEFORE 60U
#define CONTEXT_WIDTH 100U

exit_status
tool_exit_status(tercet_status status)
{
  switch (status) {
  case TERCET_OK:
  case TERCET_ROW:
  case TERCET_DONE:
    return EXIT_STATUS_OK;
  case TERCET_ERR_ARGUMENT:
    return EXIT_STATUS_USAGE;
  case TERCET_ERR_SYNTAX:
  case TERCET_ERR_SHAPE:
  case TERCET_ERR_DTYPE:
  case TERCET_ERR_RANGE:
  case TERCET_ERR_TYPE:
  case TERCET_ERR_UNSUPPORTED:
  case TERCET_ERR_NOT_FOUND:
  case TERCET_ERR_CORRUPT:
    return EXIT_STATUS_DATA;
  case TERCET_ERR_LIMIT:
  case TERCET_ERR_TIMEOUT:
  case TERCET_ERR_CANCELLED:
  case TERCET_ERR_NO_MEMORY:
    return EXIT_STATUS_LIMIT;
  case TERCET_ERR_IO:
  case TERCET_ERR_INTERNAL:
    return EXIT_STATUS_INTERNAL;
  }
  return EXIT_STATUS_INTERNAL;
}

static void
print_place(const tercet_error *err)
{
  if (err->source[0]) {
    fprintf(stderr, "%s:", err->source);
    if (err->line) {
      fprintf(stderr, "%" PRIu64 ":", err->line);
    }
    if (err->line && err->column) {
      fprintf(stderr, "%" PRIu64 ":", err->column);
    }
    fputc(' ', stderr);
  }
}

void
tool_report(const tercet_error *err)
{
  fputs("tercet: ", stderr);
  print_place(err);
  fprintf(stderr,
          "%s\n",
          err->message[0] ? err->message : tercet_status_string(err->status));
}

/// Set `out` to a line of a text, counted from 1, without its end
static bool
find_line(tercet_string text, uint64_t number, tercet_string *out)
{
  const char *start = text.data;
  const char *const end = text.data + text.length;
  for (uint64_t i = 1; i < number; ++i) {
    const char *const newline =
        start < end ? memchr(start, '\n', (size_t)(end - start)) : NULL;
    if (!newline) {
      return false;
    }
    start = newline + 1;
  }

  const char *const newline =
      start < end ? memchr(start, '\n', (size_t)(end - start)) : NULL;
  out->data = start;
  out->length = (size_t)((newline ? newline : end) - start);
  if (out->length && start[out->length - 1U] == '\r') {
    --out->length;
  }
  return true;
}

static bool
is_continuation(char c)
{
  return ((unsigned char)c & 0xC0U) == 0x80U;
}

/// Print the part of a line around a byte, and a caret below it
static void
print_caret(tercet_string line, size_t at)
{
  size_t start = at > CONTEXT_BEFORE ? at - CONTEXT_BEFORE : 0U;
  while (start && is_continuation(line.data[start])) {
    --start;
  }

  size_t end = line.length;
  if (end - start > CONTEXT_WIDTH) {
    end = start + CONTEXT_WIDTH;
    while (end > start && is_continuation(line.data[end])) {
      --end;
    }
  }

  fprintf(stderr,
          "  %s%.*s%s\n  %s",
          start ? "..." : "",
          (int)(end - start),
          line.data + start,
          end < line.length ? "..." : "",
          start ? "   " : "");
  for (size_t i = start; i < at; ++i) {
    if (!is_continuation(line.data[i])) {
      fputc(line.data[i] == '\t' ? '\t' : ' ', stderr);
    }
  }
  fputs("^\n", stderr);
}

void
tool_report_in_text(const tercet_error *err, tercet_string text)
{
  tercet_string line;

  tool_report(err);
  if (err->line && err->column && find_line(text, err->line, &line) &&
      err->column <= line.length + 1U) {
    print_caret(line, (size_t)err->column - 1U);
  }
}

exit_status
tool_usage_error(const char *command, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fputs("tercet: ", stderr);
  vfprintf(stderr, format, args);
  va_end(args);

  fprintf(stderr,
          "\nTry `tercet %s%s--help'.\n",
          command ? command : "",
          command ? " " : "");
  return EXIT_STATUS_USAGE;
}

void
tool_warn(void *context, const tercet_error *warning)
{
  tool_warnings *const warnings = context;
  if (warnings->n_warnings++ < WARNINGS_SHOWN) {
    fputs("tercet: warning: ", stderr);
    print_place(warning);
    fprintf(stderr, "%s\n", warning->message);
  } else if (warnings->n_warnings == WARNINGS_SHOWN + 1U) {
    fputs("tercet: warning: further ones are only counted\n", stderr);
  }
}
