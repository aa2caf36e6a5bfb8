// SPDX-License-Identifier: Apache-2.0

/// The commands `query` and `explain`, which take the same arguments

#include "tool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char query_help[] =
    "Usage: tercet query [OPTION]... (QUERY.rq | -e QUERY)\n"
    "\n"
    "Answers a SPARQL query (SELECT or ASK) over RDF files.\n"
    "\n"
    "  -d, --data FILE     load FILE (N-Triples, N-Quads, Turtle or TriG; .gz "
    "and\n"
    "                      .zst too; - is standard input); may be repeated\n"
    "  -i, --input FORMAT  format of the data: nt, nq, turtle, trig (by "
    "default\n"
    "                      told by the file name)\n"
    "  -e, --query QUERY   the query itself instead of a file\n"
    "  -f, --format FORMAT table (on a terminal), json (otherwise), xml, csv, "
    "tsv\n"
    "      --base IRI      base IRI of the data and the query\n"
    "      --timeout S     stop after S seconds\n"
    "      --memory N      stop when the query holds more than N bytes (K, M, "
    "G)\n"
    "      --recover       skip malformed statements of the data\n"
    "  -q, --quiet         no warnings\n"
    "  -h, --help          this text\n"
    "\n"
    "The table abbreviates tensors; the other formats show everything.  Rows "
    "in\n"
    "which a tensor function failed are counted on standard error.\n"
    "\n"
    "Example:\n"
    "  tercet query -d examples/debian-2000.ttl.gz examples/similar.rq\n";

static const char explain_help[] =
    "Usage: tercet explain [--analyze] [OPTION]... (QUERY.rq | -e QUERY)\n"
    "\n"
    "Shows how a query would be answered: a tree of operators with the rows "
    "that\n"
    "are expected.\n"
    "\n"
    "      --analyze       run the query and add the actual rows and times\n"
    "\n"
    "The other options are those of `tercet query'.\n";

enum {
  OPTION_BASE = 256,
  OPTION_TIMEOUT,
  OPTION_MEMORY,
  OPTION_RECOVER,
  OPTION_ANALYZE
};

static const struct option long_options[] = {
    {"data", required_argument, NULL, 'd'},
    {"store", required_argument, NULL, 's'},
    {"input", required_argument, NULL, 'i'},
    {"query", required_argument, NULL, 'e'},
    {"format", required_argument, NULL, 'f'},
    {"base", required_argument, NULL, OPTION_BASE},
    {"timeout", required_argument, NULL, OPTION_TIMEOUT},
    {"memory", required_argument, NULL, OPTION_MEMORY},
    {"recover", no_argument, NULL, OPTION_RECOVER},
    {"analyze", no_argument, NULL, OPTION_ANALYZE},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

typedef struct {
  const char *command;
  bool is_explain;
  tool_data data;
  const char *query_text; ///< -e, or NULL
  const char *query_path;
  const char *format_name; ///< -f, or NULL
  double timeout;          ///< Negative: none
  size_t max_memory;
  bool analyze;
  bool help;
} query_arguments;

/* ---- Arguments ---- */

static exit_status
take_option(query_arguments *args, int option, int argc, char **argv)
{
  switch (option) {
  case 'd':
    return tool_data_add(&args->data, optarg, argc);
  case 's':
    return tool_usage_error(args->command,
                            "stores on disk are not there yet; give the data "
                            "with -d");
  case 'i':
    args->data.syntax_name = optarg;
    return EXIT_STATUS_OK;
  case 'e':
    args->query_text = optarg;
    return EXIT_STATUS_OK;
  case 'f':
    args->format_name = optarg;
    return EXIT_STATUS_OK;
  case OPTION_BASE:
    args->data.base = optarg;
    return EXIT_STATUS_OK;
  case OPTION_TIMEOUT:
    return tool_read_seconds(optarg, &args->timeout)
               ? EXIT_STATUS_OK
               : tool_usage_error(
                     args->command, "'%s' is no number of seconds", optarg);
  case OPTION_MEMORY:
    return tool_read_bytes(optarg, &args->max_memory)
               ? EXIT_STATUS_OK
               : tool_usage_error(
                     args->command, "'%s' is no number of bytes", optarg);
  case OPTION_RECOVER:
    args->data.recover = true;
    return EXIT_STATUS_OK;
  case OPTION_ANALYZE:
    if (!args->is_explain) {
      return tool_usage_error(args->command,
                              "--analyze belongs to `tercet explain'");
    }
    args->analyze = true;
    return EXIT_STATUS_OK;
  case 'q':
    args->data.quiet = true;
    return EXIT_STATUS_OK;
  case 'h':
    args->help = true;
    return EXIT_STATUS_OK;
  case ':':
    return tool_usage_error(
        args->command, "option '%s' needs an argument", argv[optind - 1]);
  default:
    return tool_usage_error(
        args->command, "unknown option '%s'", argv[optind - 1]);
  }
}

/// Check the arguments that are no options
static exit_status
take_query(query_arguments *args, int argc, char **argv)
{
  if (!args->query_text && optind < argc) {
    args->query_path = argv[optind++];
  }
  if (optind < argc) {
    return tool_usage_error(
        args->command, "what is '%s'? One query at a time", argv[optind]);
  }
  if (!args->query_text && !args->query_path) {
    return tool_usage_error(args->command, "which query? Give a file or -e");
  }
  return EXIT_STATUS_OK;
}

static exit_status
parse_arguments(query_arguments *args, int argc, char **argv)
{
  int option = 0;
  opterr = 0;
  optind = 1;
  while ((option = getopt_long(
              argc, argv, ":d:s:i:e:f:qh", long_options, NULL)) != -1) {
    const exit_status status = take_option(args, option, argc, argv);
    if (status != EXIT_STATUS_OK || args->help) {
      return status;
    }
  }
  return take_query(args, argc, argv);
}

static exit_status
choose_format(const query_arguments *args, tercet_result_format *out)
{
  if (!args->format_name) {
    *out = isatty(STDOUT_FILENO) ? TERCET_RESULT_TABLE : TERCET_RESULT_JSON;
    return EXIT_STATUS_OK;
  }
  return tercet_result_format_from_name(args->format_name, out)
             ? EXIT_STATUS_OK
             : tool_usage_error(args->command,
                                "unknown format '%s' (table, json, xml, csv, "
                                "tsv)",
                                args->format_name);
}

/* ---- Running ---- */

static void
report_failures(const tercet_query *query)
{
  tercet_query_failures failures;
  tercet_query_get_failures(query, &failures);
  if (failures.n_rows) {
    fprintf(
        stderr,
        "tercet: a function failed in %llu %s; the first was <%.*s>: %.*s\n",
        (unsigned long long)failures.n_rows,
        failures.n_rows == 1U ? "row" : "rows",
        (int)failures.function.length,
        failures.function.data,
        (int)failures.reason.length,
        failures.reason.data);
  }
}

/// Run a query to its end without showing its rows
static tercet_status
run_silently(tercet_query *query, tercet_error *err)
{
  if (tercet_query_get_form(query) == TERCET_QUERY_ASK) {
    bool answer = false;
    return tercet_query_ask(query, &answer, err);
  }

  tercet_status st = TERCET_OK;
  while ((st = tercet_query_step(query, err)) == TERCET_ROW) {
  }
  return st == TERCET_DONE ? TERCET_OK : st;
}

static tercet_status
show_plan(const query_arguments *args, tercet_query *query, tercet_error *err)
{
  const tercet_output output = tool_standard_output();
  const tercet_status st = args->analyze ? run_silently(query, err) : TERCET_OK;
  return st == TERCET_OK
             ? tercet_query_explain(query, args->analyze, &output, err)
             : st;
}

static tercet_status
show_result(tercet_query *query, tercet_result_format format, tercet_error *err)
{
  const tercet_output output = tool_standard_output();
  const tercet_status st =
      tercet_query_write(query, format, &output, NULL, err);
  return st == TERCET_OK ? tool_flush_output(err) : st;
}

/// Prepare and run the query
static exit_status
answer(const query_arguments *args,
       tercet_string text,
       tercet_result_format format,
       tercet_dataset *dataset,
       tercet_cancel *cancel)
{
  const tercet_query_options options = {
      .base = {args->data.base ? args->data.base : "",
               args->data.base ? strlen(args->data.base) : 0},
      .cancel = cancel,
      .max_memory = args->max_memory,
  };

  tercet_error err = {0};
  tercet_query *query = NULL;
  tercet_status st =
      tercet_query_prepare(dataset, text, &options, &query, &err);
  if (st != TERCET_OK) {
    snprintf(err.source,
             sizeof(err.source),
             "%s",
             args->query_text ? "query" : args->query_path);
    tool_report_in_text(&err, text);
    return tool_exit_status(st);
  }

  st = args->is_explain ? show_plan(args, query, &err)
                        : show_result(query, format, &err);
  if (st != TERCET_OK) {
    fflush(stdout);
    tool_report(&err);
  }
  if (!args->data.quiet) {
    report_failures(query);
  }
  tercet_query_free(query);
  return tool_exit_status(st);
}

static exit_status
load_and_answer(const query_arguments *args,
                tercet_string text,
                tercet_result_format format,
                tercet_cancel *cancel)
{
  tercet_dataset *dataset = NULL;
  exit_status status = tool_load(args->command, &args->data, cancel, &dataset);
  if (status == EXIT_STATUS_OK) {
    // The time limit is for the query, not for reading the data
    tercet_cancel_set_timeout(cancel, args->timeout);
    status = answer(args, text, format, dataset, cancel);
    tercet_dataset_free(dataset);
  }
  return status;
}

static exit_status
run_with_arguments(const query_arguments *args)
{
  tercet_result_format format = TERCET_RESULT_TABLE;
  exit_status status = choose_format(args, &format);
  if (status != EXIT_STATUS_OK) {
    return status;
  }

  tercet_error err = {0};
  tercet_string text = {args->query_text, 0};
  if (args->query_text) {
    text.length = strlen(args->query_text);
  } else if (tool_read_file(args->query_path, &text, &err) != TERCET_OK) {
    tool_report(&err);
    return EXIT_STATUS_INTERNAL;
  }

  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  if (cancel) {
    tool_cancel_on_interrupt(cancel);
    status = load_and_answer(args, text, format, cancel);
    tool_cancel_on_interrupt(NULL);
    tercet_cancel_free(cancel);
  } else {
    fputs("tercet: out of memory\n", stderr);
    status = EXIT_STATUS_LIMIT;
  }

  if (!args->query_text) {
    free((void *)(uintptr_t)text.data);
  }
  return status;
}

static exit_status
run(bool is_explain, int argc, char **argv)
{
  query_arguments args = {
      .command = argv[0], .is_explain = is_explain, .timeout = -1.0};
  exit_status status = parse_arguments(&args, argc, argv);
  if (status == EXIT_STATUS_OK && args.help) {
    fputs(is_explain ? explain_help : query_help, stdout);
  } else if (status == EXIT_STATUS_OK) {
    status = run_with_arguments(&args);
  }
  tool_data_clear(&args.data);
  return status;
}

exit_status
tool_query(int argc, char **argv)
{
  return run(false, argc, argv);
}

exit_status
tool_explain(int argc, char **argv)
{
  return run(true, argc, argv);
}
