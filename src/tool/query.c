// SPDX-License-Identifier: Apache-2.0

/// The commands `query` and `explain`, which take the same arguments

#include "tool.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char query_help[] =
    "Usage: tercet query [OPTION]... (QUERY.rq | -e QUERY)\n"
    "\n"
    "Answers a SPARQL query (SELECT or ASK) over RDF files.\n"
    "\n"
    "  -d, --data FILE     load FILE (N-Triples, N-Quads, Turtle or TriG; .gz and\n"
    "                      .zst too; - is standard input); may be repeated\n"
    "  -i, --input FORMAT  format of the data: nt, nq, turtle, trig (by default\n"
    "                      told by the file name)\n"
    "  -e, --query QUERY   the query itself instead of a file\n"
    "  -f, --format FORMAT table (on a terminal), json (otherwise), xml, csv, tsv\n"
    "      --base IRI      base IRI of the data (by default each file's own) and\n"
    "                      of the query\n"
    "      --timeout S     stop after S seconds\n"
    "      --memory N      stop when the query holds more than N bytes (K, M, G;\n"
    "                      0: no limit); by default half of the machine's memory\n"
    "      --threads N     let N threads share the work on large tensors (1; 0: one\n"
    "                      for each processor); the answer is the same\n"
    "      --recover       skip malformed statements of the data\n"
    "      --without NAME  do without score-kernels, similarity-join or\n"
    "                      tensor-codes: the same answer, slower; may be repeated\n"
    "      --strict-templates\n"
    "                      let tensor functions fail where the model that defines\n"
    "                      them is not valid, instead of repairing it\n"
    "  -q, --quiet         no warnings\n"
    "  -h, --help          this text\n"
    "\n"
    "The table abbreviates tensors; the other formats show everything.  For each\n"
    "function that failed in some rows, standard error has a line with their number\n"
    "and the first reason.\n"
    "\n"
    "Example:\n"
    "  tercet query -d examples/debian-2000.ttl.gz examples/similar.rq\n";

static const char explain_help[] =
    "Usage: tercet explain [--analyze] [OPTION]... (QUERY.rq | -e QUERY)\n"
    "\n"
    "Shows how a query would be answered: a tree of operators with the rows that\n"
    "are expected.\n"
    "\n"
    "      --analyze       run the query and add the actual rows and times, and a\n"
    "                      line for each function that failed in some rows\n"
    "\n"
    "The other options are those of `tercet query'.\n";

typedef struct {
  const char *command;
  bool is_explain;
  tool_data data;
  const char *query_text; ///< -e, or NULL
  const char *query_path;
  const char *format_name; ///< -f, or NULL
  const char *store;       ///< -s, or NULL
  tool_list without;       ///< --without
  unsigned without_bits;   ///< The same as bits of tercet_query_method
  double timeout;          ///< Negative: none
  size_t max_memory;
  size_t n_threads;
  bool strict_templates;
  bool analyze;
} query_arguments;

/* ---- Arguments ---- */

/// Check the options, and take the argument that is none
static exit_status
check_arguments(query_arguments *args, int n_taken, int argc, char **argv)
{
  if (args->store) {
    return tool_usage_error(args->command,
                            "stores on disk are not there yet; give the data "
                            "with -d");
  }
  for (size_t i = 0; i < args->without.n; ++i) {
    const char *const name = args->without.items[i];
    tercet_query_method method = (tercet_query_method)0;
    if (!tercet_query_method_from_name(name, &method)) {
      return tool_usage_error(args->command,
                              "--without '%s'? There are score-kernels, "
                              "similarity-join, tensor-codes",
                              name);
    }
    args->without_bits |= (unsigned)method;
  }
  if (args->analyze && !args->is_explain) {
    return tool_usage_error(args->command,
                            "--analyze belongs to `tercet explain'");
  }
  if (!args->query_text && n_taken < argc) {
    args->query_path = argv[n_taken++];
  }
  if (n_taken < argc) {
    return tool_usage_error(
        args->command, "what is '%s'? One query at a time", argv[n_taken]);
  }
  return args->query_text || args->query_path
             ? EXIT_STATUS_OK
             : tool_usage_error(args->command,
                                "which query? Give a file or -e");
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

/// Return half of the machine's memory, so that a query that needs too much
/// ends with a message rather than with the machine
static size_t
default_max_memory(void)
{
  const long n_pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGESIZE);
  return n_pages > 0 && page_size > 0 ? (size_t)n_pages / 2U * (size_t)page_size
                                      : 0U;
}

/* ---- Running ---- */

/// Print a line for each function that failed
static void
report_failures(const tercet_query *query)
{
  const size_t n = tercet_query_failure_count(query);
  for (size_t i = 0; i < n; ++i) {
    tercet_query_failure failure;
    tercet_query_get_failure(query, i, &failure);
    fprintf(stderr,
            "tercet: <%.*s> failed in %llu %s%s; the first: %.*s\n",
            (int)failure.function.length,
            failure.function.data,
            (unsigned long long)failure.n,
            failure.is_aggregate ? "group" : "row",
            failure.n == 1U ? "" : "s",
            (int)failure.reason.length,
            failure.reason.data);
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
      .without = args->without_bits,
      .strict_templates = args->strict_templates,
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
  // The plan with actual rows has the failures below it
  if (!args->data.quiet && !(args->is_explain && st == TERCET_OK)) {
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

  tercet_set_threads(args->n_threads);
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
  query_arguments args = {.command = argv[0],
                          .is_explain = is_explain,
                          .timeout = -1.0,
                          .max_memory = default_max_memory(),
                          .n_threads = 1U};
  bool wants_help = false;
  const tool_option options[] = {
      {'d', "data", TOOL_OPTION_LIST, &args.data.files},
      {'s', "store", TOOL_OPTION_TEXT, &args.store},
      {'i', "input", TOOL_OPTION_TEXT, &args.data.syntax_name},
      {'e', "query", TOOL_OPTION_TEXT, &args.query_text},
      {'f', "format", TOOL_OPTION_TEXT, &args.format_name},
      {0, "base", TOOL_OPTION_TEXT, &args.data.base},
      {0, "timeout", TOOL_OPTION_SECONDS, &args.timeout},
      {0, "memory", TOOL_OPTION_BYTES, &args.max_memory},
      {0, "threads", TOOL_OPTION_THREADS, &args.n_threads},
      {0, "without", TOOL_OPTION_LIST, &args.without},
      {0, "recover", TOOL_OPTION_FLAG, &args.data.recover},
      {0, "strict-templates", TOOL_OPTION_FLAG, &args.strict_templates},
      {0, "analyze", TOOL_OPTION_FLAG, &args.analyze},
      {'q', "quiet", TOOL_OPTION_FLAG, &args.data.quiet},
      {'h', "help", TOOL_OPTION_FLAG, &wants_help},
      {0, NULL, TOOL_OPTION_FLAG, NULL},
  };

  int n_taken = 0;
  exit_status status = tool_take_options(options, argc, argv, &n_taken);
  if (status == EXIT_STATUS_OK && wants_help) {
    fputs(is_explain ? explain_help : query_help, stdout);
  } else if (status == EXIT_STATUS_OK) {
    status = check_arguments(&args, n_taken, argc, argv);
    status = status == EXIT_STATUS_OK ? run_with_arguments(&args) : status;
  }
  tool_list_clear(&args.data.files);
  tool_list_clear(&args.without);
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
