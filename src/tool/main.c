// SPDX-License-Identifier: Apache-2.0

#include "tool.h"

#include <signal.h>
#include <string.h>

static const char help[] =
    "Usage: tercet COMMAND [ARGUMENT]...\n"
    "\n"
    "RDF and SPARQL with n-dimensional arrays.\n"
    "\n"
    "Commands:\n"
    "  query    answer a SPARQL query over RDF files\n"
    "  explain  show how a query is answered\n"
    "  convert  read RDF in one format and write it in another\n"
    "  info     show the version, what is built in, or the size of a dataset\n"
    "  onnx     show, check, run and convert ONNX models\n"
    "\n"
    "`tercet COMMAND --help' tells more.\n"
    "\n"
    "Exit status: 0 success; 1 the data or the query is wrong; 2 wrong usage;\n"
    "3 a limit was reached (time, memory) or the program was interrupted;\n"
    "4 input, output or internal failure.\n";

static const struct {
  const char *name;
  exit_status (*run)(int argc, char **argv);
} commands[] = {
    {"query", tool_query},
    {"explain", tool_explain},
    {"convert", tool_convert},
    {"info", tool_info},
    {"onnx", tool_onnx},
};

static exit_status
run(int argc, char **argv)
{
  if (argc < 2) {
    return tool_usage_error(NULL, "which command?");
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
    fputs(help, stdout);
    return EXIT_STATUS_OK;
  }
  if (!strcmp(argv[1], "--version")) {
    printf("tercet %s\n", tercet_version());
    return EXIT_STATUS_OK;
  }

  for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); ++i) {
    if (!strcmp(argv[1], commands[i].name)) {
      return commands[i].run(argc - 1, argv + 1);
    }
  }
  return tool_usage_error(NULL, "unknown command '%s'", argv[1]);
}

int
main(int argc, char **argv)
{
  // A reader that goes away is told by the failing write, with a message
  signal(SIGPIPE, SIG_IGN);

  exit_status status = run(argc, argv);

  tercet_error err = {0};
  if (tool_flush_output(&err) != TERCET_OK && status == EXIT_STATUS_OK) {
    tool_report(&err);
    status = EXIT_STATUS_INTERNAL;
  }
  return (int)status;
}
