// SPDX-License-Identifier: Apache-2.0

#include "tool.h"

#include <errno.h>
#include <string.h>

static tercet_status
fail_write(tercet_error *err)
{
  if (err) {
    *err = (tercet_error){.status = TERCET_ERR_IO};
    snprintf(err->message,
             sizeof(err->message),
             "cannot write standard output: %s",
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
  return fwrite(data, 1, length, stdout) == length ? TERCET_OK
                                                   : fail_write(err);
}

tercet_output
tool_standard_output(void)
{
  const tercet_output output = {write_standard_output, NULL};
  return output;
}

tercet_status
tool_flush_output(tercet_error *err)
{
  return fflush(stdout) || ferror(stdout) ? fail_write(err) : TERCET_OK;
}
