// SPDX-License-Identifier: Apache-2.0

/// The command `convert`

#include "tool.h"

#include <string.h>

static const char help[] =
    "Usage: tercet convert [OPTION]... [FILE]\n"
    "\n"
    "Reads RDF and writes it in another format, statement by statement, in\n"
    "constant memory.  Without FILE, or with -, reads standard input.\n"
    "\n"
    "  -i, --input FORMAT   nt, nq, turtle, trig (by default told by the name)\n"
    "  -o, --output FORMAT  nt, nq, turtle, trig (by default nt, or nq for input\n"
    "                       that may hold named graphs)\n"
    "      --base IRI       base IRI (by default the file's own)\n"
    "      --recover        skip malformed statements, with a warning for each\n"
    "  -q, --quiet          no warnings\n"
    "  -h, --help           this text\n";

typedef struct {
  const char *command;
  const char *path;
  const char *input_name;
  const char *output_name;
  const char *base;
  bool recover;
  bool quiet;
} convert_arguments;

static exit_status
choose_syntaxes(const convert_arguments *args,
                tercet_syntax *input,
                tercet_syntax *output)
{
  if (!tool_syntax_of(args->command, args->path, args->input_name, input)) {
    return EXIT_STATUS_USAGE;
  }

  if (!args->output_name) {
    const bool has_graphs =
        *input == TERCET_SYNTAX_NQUADS || *input == TERCET_SYNTAX_TRIG;
    *output = has_graphs ? TERCET_SYNTAX_NQUADS : TERCET_SYNTAX_NTRIPLES;
    return EXIT_STATUS_OK;
  }
  return tercet_syntax_from_name(args->output_name, output)
             ? EXIT_STATUS_OK
             : tool_usage_error(args->command,
                                "unknown output format '%s' (nt, nq, turtle, "
                                "trig)",
                                args->output_name);
}

static tercet_status
copy(const convert_arguments *args,
     tercet_syntax input,
     tercet_writer *writer,
     tercet_reader_stats *stats,
     tercet_error *err)
{
  tool_warnings warnings = {0};
  const tercet_sink sink = tercet_writer_sink(writer);
  tercet_reader_options options = {
      .base = {args->base ? args->base : "",
               args->base ? strlen(args->base) : 0},
      .recover = args->recover,
      .warning = args->quiet ? NULL : tool_warn,
      .warning_context = &warnings,
  };

  tool_progress line;
  const tercet_progress progress = tool_progress_begin(&line);
  options.progress = progress.report ? &progress : NULL;
  tercet_status st =
      tercet_read_file(NULL, args->path, input, &options, &sink, stats, err);
  tool_progress_end(&line);
  return st == TERCET_OK ? tercet_writer_finish(writer, err) : st;
}

static exit_status
run(const convert_arguments *args)
{
  tercet_syntax input = TERCET_SYNTAX_NTRIPLES;
  tercet_syntax output_syntax = TERCET_SYNTAX_NTRIPLES;
  const exit_status status = choose_syntaxes(args, &input, &output_syntax);
  if (status != EXIT_STATUS_OK) {
    return status;
  }

  tercet_error err = {0};
  tercet_writer *writer = NULL;
  tercet_reader_stats stats = {0};
  const tercet_output output = tool_standard_output();
  tercet_status st =
      tercet_writer_new(NULL, output_syntax, &output, &writer, &err);
  if (st == TERCET_OK) {
    st = copy(args, input, writer, &stats, &err);
  }
  if (st == TERCET_OK) {
    st = tool_flush_output(&err);
  }
  tercet_writer_free(writer);

  if (st != TERCET_OK) {
    fflush(stdout);
    tool_report(&err);
  } else if (stats.n_skipped) {
    fprintf(stderr,
            "tercet: %s: %llu malformed statements skipped\n",
            args->path,
            (unsigned long long)stats.n_skipped);
  }
  return tool_exit_status(st);
}

exit_status
tool_convert(int argc, char **argv)
{
  convert_arguments args = {.command = argv[0], .path = "-"};
  bool wants_help = false;
  const tool_option options[] = {
      {'i', "input", TOOL_OPTION_TEXT, &args.input_name},
      {'o', "output", TOOL_OPTION_TEXT, &args.output_name},
      {0, "base", TOOL_OPTION_TEXT, &args.base},
      {0, "recover", TOOL_OPTION_FLAG, &args.recover},
      {'q', "quiet", TOOL_OPTION_FLAG, &args.quiet},
      {'h', "help", TOOL_OPTION_FLAG, &wants_help},
      {0, NULL, TOOL_OPTION_FLAG, NULL},
  };

  int n_taken = 0;
  const exit_status status = tool_take_options(options, argc, argv, &n_taken);
  if (status != EXIT_STATUS_OK) {
    return status;
  }
  if (wants_help) {
    fputs(help, stdout);
    return EXIT_STATUS_OK;
  }
  if (n_taken < argc) {
    args.path = argv[n_taken++];
  }
  return n_taken < argc ? tool_usage_error(args.command,
                                           "what is '%s'? One file at a time",
                                           argv[n_taken])
                        : run(&args);
}
