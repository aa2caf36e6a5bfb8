// SPDX-License-Identifier: Apache-2.0

#include "tool.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

bool
tool_syntax_of(const char *command,
               const char *path,
               const char *syntax_name,
               tercet_syntax *out)
{
  if (syntax_name) {
    if (!tercet_syntax_from_name(syntax_name, out)) {
      tool_usage_error(command,
                       "unknown input format '%s' (nt, nq, turtle, trig)",
                       syntax_name);
      return false;
    }
    return true;
  }

  if (!tercet_syntax_from_path(path, out)) {
    tool_usage_error(
        command,
        "cannot tell the format of '%s' by its name; give it with -i (nt, nq, "
        "turtle, trig)",
        path);
    return false;
  }
  return true;
}

static exit_status
load_one(const char *command,
         const tool_data *data,
         const char *path,
         const tercet_cancel *cancel,
         tercet_dataset *dataset)
{
  tercet_syntax syntax = TERCET_SYNTAX_NTRIPLES;
  if (!tool_syntax_of(command, path, data->syntax_name, &syntax)) {
    return EXIT_STATUS_USAGE;
  }

  tool_warnings warnings = {0};
  tool_progress line;
  const tercet_progress progress = tool_progress_begin(&line);
  const tercet_load_options options = {
      .base = {data->base ? data->base : "",
               data->base ? strlen(data->base) : 0},
      .recover = data->recover,
      .warning = data->quiet ? NULL : tool_warn,
      .warning_context = &warnings,
      .cancel = cancel,
      .progress = progress.report ? &progress : NULL,
  };

  tercet_error err = {0};
  tercet_load_stats stats = {0};
  const tercet_status st =
      tercet_dataset_load_file(dataset, path, syntax, &options, &stats, &err);
  tool_progress_end(&line);
  if (st != TERCET_OK) {
    tool_report(&err);
    return tool_exit_status(st);
  }

  if (stats.n_skipped) {
    fprintf(stderr,
            "tercet: %s: %llu malformed statements skipped\n",
            path,
            (unsigned long long)stats.n_skipped);
  }
  if (stats.n_ill_typed) {
    fprintf(stderr,
            "tercet: %s: %llu ill-typed tensor literals\n",
            path,
            (unsigned long long)stats.n_ill_typed);
  }
  return EXIT_STATUS_OK;
}

exit_status
tool_load(const char *command,
          const tool_data *data,
          const tercet_cancel *cancel,
          tercet_dataset **out)
{
  tercet_error err = {0};
  const tercet_status st = tercet_dataset_new(NULL, out, &err);
  if (st != TERCET_OK) {
    tool_report(&err);
    return tool_exit_status(st);
  }

  for (size_t i = 0; i < data->files.n; ++i) {
    const exit_status status =
        load_one(command, data, data->files.items[i], cancel, *out);
    if (status != EXIT_STATUS_OK) {
      tercet_dataset_free(*out);
      *out = NULL;
      return status;
    }
  }
  return EXIT_STATUS_OK;
}

static tercet_status
fail_read(tercet_error *err, const char *path)
{
  *err = (tercet_error){.status = TERCET_ERR_IO};
  snprintf(err->message,
           sizeof(err->message),
           "cannot read '%s': %s",
           path,
           strerror(errno));
  return TERCET_ERR_IO;
}

static tercet_status
read_stream(FILE *file, const char *path, tercet_string *out, tercet_error *err)
{
  char *data = NULL;
  size_t length = 0;
  size_t capacity = 0;

  for (;;) {
    if (length == capacity) {
      capacity = capacity ? capacity * 2U : 4096U;
      char *const grown = realloc(data, capacity);
      if (!grown) {
        free(data);
        return fail_read(err, path);
      }
      data = grown;
    }

    const size_t n = fread(data + length, 1, capacity - length, file);
    length += n;
    if (ferror(file)) {
      free(data);
      return fail_read(err, path);
    }
    if (!n) {
      break;
    }
  }

  out->data = data;
  out->length = length;
  return TERCET_OK;
}

tercet_status
tool_read_file(const char *path, tercet_string *out, tercet_error *err)
{
  const bool is_standard_input = !strcmp(path, "-");
  FILE *const file = is_standard_input ? stdin : fopen(path, "rb");
  if (!file) {
    return fail_read(err, path);
  }

  const tercet_status st = read_stream(file, path, out, err);
  if (!is_standard_input) {
    fclose(file);
  }
  return st;
}

static tercet_cancel *interrupted;

static void
on_interrupt(int signal_number)
{
  tercet_cancel_request(interrupted);
  signal(signal_number, SIG_DFL);
}

void
tool_cancel_on_interrupt(tercet_cancel *cancel)
{
  interrupted = cancel;
  signal(SIGINT, cancel ? on_interrupt : SIG_DFL);
}
