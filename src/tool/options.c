// SPDX-License-Identifier: Apache-2.0

#include "tool.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Added to the number of an option that has no letter
#define FIRST_NUMBER 256

exit_status
tool_list_add(tool_list *list, const char *text, int argc)
{
  if (!list->items) {
    list->items = calloc((size_t)argc, sizeof(const char *));
  }
  if (!list->items) {
    fputs("tercet: out of memory\n", stderr);
    return EXIT_STATUS_LIMIT;
  }
  list->items[list->n++] = text;
  return EXIT_STATUS_OK;
}

void
tool_list_clear(tool_list *list)
{
  free(list->items);
  list->items = NULL;
  list->n = 0;
}

static bool
read_seconds(const char *text, double *out)
{
  char *end = NULL;
  errno = 0;
  const double seconds = strtod(text, &end);
  if (end == text || *end || errno || !isfinite(seconds) || seconds < 0.0) {
    return false;
  }
  *out = seconds;
  return true;
}

static bool
read_bytes(const char *text, size_t *out)
{
  char *end = NULL;
  errno = 0;
  const unsigned long long number = strtoull(text, &end, 10);
  if (end == text || errno || text[0] < '0' || text[0] > '9') {
    return false;
  }

  static const char units[] = "KMGT";
  unsigned shift = 0;
  if (*end) {
    const char *const unit = strchr(units, *end);
    if (!unit || end[1]) {
      return false;
    }
    shift = 10U * (unsigned)(unit - units + 1);
  }

  *out = (size_t)number << shift;
  return *out >> shift == number;
}

/// More threads than this are a slip of the pen
#define MAX_THREADS 1024U

static bool
read_threads(const char *text, size_t *out)
{
  char *end = NULL;
  errno = 0;
  const unsigned long number = strtoul(text, &end, 10);
  *out = (size_t)number;
  return end != text && !*end && !errno && text[0] >= '0' && text[0] <= '9' &&
         number <= MAX_THREADS;
}

static exit_status
take_value(const char *command,
           const tool_option *option,
           const char *value,
           int argc)
{
  switch (option->kind) {
  case TOOL_OPTION_FLAG:
    *(bool *)option->target = true;
    return EXIT_STATUS_OK;
  case TOOL_OPTION_TEXT:
    *(const char **)option->target = value;
    return EXIT_STATUS_OK;
  case TOOL_OPTION_LIST:
    return tool_list_add(option->target, value, argc);
  case TOOL_OPTION_SECONDS:
    return read_seconds(value, option->target)
               ? EXIT_STATUS_OK
               : tool_usage_error(
                     command, "'%s' is no number of seconds", value);
  case TOOL_OPTION_BYTES:
    return read_bytes(value, option->target)
               ? EXIT_STATUS_OK
               : tool_usage_error(command, "'%s' is no number of bytes", value);
  case TOOL_OPTION_THREADS:
    return read_threads(value, option->target)
               ? EXIT_STATUS_OK
               : tool_usage_error(command,
                                  "'%s' is no number of threads (0 to %u)",
                                  value,
                                  MAX_THREADS);
  }
  return EXIT_STATUS_INTERNAL;
}

/// Return the number that getopt_long() gives for an option
static int
number_of(const tool_option *options, size_t i)
{
  return options[i].letter ? options[i].letter : FIRST_NUMBER + (int)i;
}

/// Describe the options as getopt_long() wants them
static void
describe(const tool_option *options, char *letters, struct option *longs)
{
  size_t n_letters = 0;
  letters[n_letters++] = ':';

  size_t i = 0;
  for (; options[i].name; ++i) {
    const bool has_value = options[i].kind != TOOL_OPTION_FLAG;
    longs[i] = (struct option){options[i].name,
                               has_value ? required_argument : no_argument,
                               NULL,
                               number_of(options, i)};
    if (options[i].letter) {
      letters[n_letters++] = options[i].letter;
      if (has_value) {
        letters[n_letters++] = ':';
      }
    }
  }

  letters[n_letters] = '\0';
  longs[i] = (struct option){NULL, 0, NULL, 0};
}

exit_status
tool_take_options(const tool_option *options,
                  int argc,
                  char **argv,
                  int *n_taken)
{
  char letters[2 * TOOL_MAX_OPTIONS + 2];
  struct option longs[TOOL_MAX_OPTIONS + 1];
  describe(options, letters, longs);

  const char *const command = argv[0];
  exit_status status = EXIT_STATUS_OK;
  int number = 0;
  opterr = 0;
  optind = 1;
  while (status == EXIT_STATUS_OK &&
         (number = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
    if (number == ':') {
      return tool_usage_error(
          command, "option '%s' needs an argument", argv[optind - 1]);
    }
    if (number == '?') {
      return tool_usage_error(command, "unknown option '%s'", argv[optind - 1]);
    }
    for (size_t i = 0; options[i].name; ++i) {
      if (number == number_of(options, i)) {
        status = take_value(command, &options[i], optarg, argc);
      }
    }
  }

  *n_taken = optind;
  return status;
}
