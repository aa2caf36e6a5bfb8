// SPDX-License-Identifier: Apache-2.0

#include "tool.h"

#include <errno.h>
#include <string.h>

static tercet_status
fail_write(const char *what, tercet_error *err)
{
  if (err) {
    *err = (tercet_error){.status = TERCET_ERR_IO};
    snprintf(err->message,
             sizeof(err->message),
             "cannot write %s: %s",
             what,
             strerror(errno));
  }
  return TERCET_ERR_IO;
}

static tercet_status
write_standard_output(void *context,
                      const char *data,
                      size_t length,
                      tercet_error *err)
{
  (void)context;
  return fwrite(data, 1, length, stdout) == length
             ? TERCET_OK
             : fail_write("standard output", err);
}

tercet_output
tool_standard_output(void)
{
  const tercet_output output = {write_standard_output, NULL};
  return output;
}

/// A file that is written
typedef struct {
  FILE *stream;
  const char *path;
} written_file;

static tercet_status
write_file(void *context, const char *data, size_t length, tercet_error *err)
{
  const written_file *const file = context;
  return fwrite(data, 1, length, file->stream) == length
             ? TERCET_OK
             : fail_write(file->path, err);
}

tercet_status
tool_write_file(const char *path,
                tool_write write,
                const void *context,
                tercet_error *err)
{
  written_file file = {fopen(path, "wb"), path};
  if (!file.stream) {
    return fail_write(path, err);
  }
  const tercet_output output = {write_file, &file};
  const tercet_status st = write(context, &output, err);
  return fclose(file.stream) != 0 && st == TERCET_OK ? fail_write(path, err)
                                                     : st;
}

tercet_status
tool_flush_output(tercet_error *err)
{
  return fflush(stdout) || ferror(stdout) ? fail_write("standard output", err)
                                          : TERCET_OK;
}
