// SPDX-License-Identifier: Apache-2.0

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *
tercet_status_string(tercet_status status)
{
  static const char *const texts[] = {
#define STATUS_TEXT(name, text) text,
      TERCET_STATUS_LIST(STATUS_TEXT)
#undef STATUS_TEXT
  };

  const size_t i = (size_t)status;
  return i < sizeof(texts) / sizeof(texts[0]) ? texts[i] : "unknown status";
}

/// Return where to cut so that no UTF-8 sequence is split
static size_t
cut_before(const char *text, size_t length)
{
  while (length && ((unsigned char)text[length] & 0xC0U) == 0x80U) {
    --length;
  }
  return length;
}

static void
format_message(tercet_error *err, const char *format, va_list args)
{
  const size_t size = sizeof(err->message);
  const int length = vsnprintf(err->message, size, format, args);

  if (length >= (int)size) {
    const size_t end = cut_before(err->message, size - 4U);
    memcpy(err->message + end, "...", 4);
  }
}

tercet_status
tercet_error_set(tercet_error *err,
                 tercet_status status,
                 const char *format,
                 ...)
{
  if (err) {
    va_list args;
    va_start(args, format);
    err->status = status;
    err->line = 0;
    err->column = 0;
    format_message(err, format, args);
    va_end(args);
  }

  return status;
}

tercet_status
tercet_error_set_at(tercet_error *err,
                    tercet_status status,
                    uint64_t line,
                    uint64_t column,
                    const char *format,
                    ...)
{
  if (err) {
    va_list args;
    va_start(args, format);
    err->status = status;
    err->line = line;
    err->column = column;
    format_message(err, format, args);
    va_end(args);
  }

  return status;
}

tercet_status
tercet_error_no_memory(tercet_error *err)
{
  return tercet_error_set(err, TERCET_ERR_NO_MEMORY, "out of memory");
}

void
tercet_error_set_source(tercet_error *err, const char *source)
{
  if (!err) {
    return;
  }

  // The end of a path tells more than its start
  const size_t length = strlen(source);
  const size_t size = sizeof(err->source);
  const bool fits = length < size;
  snprintf(err->source,
           size,
           "%s%s",
           fits ? "" : "...",
           fits ? source : source + (length - (size - 4U)));
}
