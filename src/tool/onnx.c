// SPDX-License-Identifier: Apache-2.0

/// The command `onnx`: models are shown, checked, run and converted

#include "onnx.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: tercet onnx show [--dot] MODEL\n"
    "       tercet onnx check MODEL\n"
    "       tercet onnx run MODEL [-i NAME=VALUE]... [-o NAME=FILE]...\n"
    "       tercet onnx export MODEL [-f FORMAT] [-o FILE]\n"
    "\n"
    "Shows a model with the types and shapes of its values, lists every problem of\n"
    "it, runs it, or writes it in another form.  MODEL is a file in any form, or -\n"
    "for standard input: .onnx, protobuf text, or the text syntax of ONNX; or\n"
    "tensor:NAME TYPE..., the model that defines a tensor function for tensors of\n"
    "those element types, as in tensor:cosineSimilarity float32 float32.\n"
    "\n"
    "      --dot            show: write a drawing for Graphviz\n"
    "  -i, --input NAME=VALUE\n"
    "                       run: an input: a .npy file, or a tensor literal such\n"
    "                       as {\"type\": \"float32\", \"shape\": [2], \"data\": [1, 2]}\n"
    "  -o, --output NAME=FILE\n"
    "                       run: write an output to a .npy file instead of printing\n"
    "                       it; export: the file to write instead of printing\n"
    "  -l, --literals       run: print tensor literals\n"
    "  -f, --format FORMAT  export: onnx, pbtxt, text; told from the suffix of FILE\n"
    "                       if it is .onnx, .pbtxt or .onnxtxt\n"
    "      --axis N         tensor:NAME: the axis of a reduction, sort or concat\n"
    "      --set NAME=VALUE tensor:NAME: what the model leaves open, named as in the\n"
    "                       specification, such as factor_value=2.5\n"
    "      --strict-templates\n"
    "                       tensor:NAME: fail if the specification's model had to\n"
    "                       be repaired for these types\n"
    "      --external DIR   folder below which data outside of the model may lie\n"
    "      --timeout S      run: seconds that it may take\n"
    "      --memory N       run: bytes of intermediate values (suffix K, M, G, T)\n"
    "  -h, --help           this text\n";

exit_status
onnx_report(const tercet_error *err)
{
  const exit_status status = tool_exit_status(err->status);
  tool_report(err);
  // What is wrong is the model and not how the program was called
  return status == EXIT_STATUS_USAGE ? EXIT_STATUS_DATA : status;
}

/// Read a model from standard input.  The text is left to the end of the
/// program: a binary model is used where it lies.
static tercet_status
read_standard_input(const tercet_onnx_read_options *options,
                    tercet_onnx_model **out,
                    tercet_error *err)
{
  static tercet_string text;
  const tercet_status st = tool_read_file("-", &text, err);
  return st == TERCET_OK ? tercet_onnx_model_read(NULL,
                                                  text.data,
                                                  text.length,
                                                  TERCET_ONNX_ANY,
                                                  options,
                                                  out,
                                                  err)
                         : st;
}

exit_status
onnx_load(const onnx_arguments *args, tercet_onnx_model **out)
{
  if (onnx_is_function(args->path)) {
    return onnx_make_function(args, out);
  }

  const tercet_onnx_read_options options = {.external_folder = args->external};
  const bool is_standard_input = !strcmp(args->path, "-");
  tercet_error err = {0};
  const tercet_status st =
      is_standard_input
          ? read_standard_input(&options, out, &err)
          : tercet_onnx_model_load(
                NULL, args->path, TERCET_ONNX_ANY, &options, out, &err);
  if (st != TERCET_OK && !err.source[0]) {
    snprintf(err.source,
             sizeof(err.source),
             "%s",
             is_standard_input ? "standard input" : args->path);
  }
  return st == TERCET_OK ? EXIT_STATUS_OK : onnx_report(&err);
}

static exit_status
show(const onnx_arguments *args)
{
  tercet_onnx_model *model = NULL;
  exit_status status = onnx_load(args, &model);
  if (status != EXIT_STATUS_OK) {
    return status;
  }

  tercet_error err = {0};
  const tercet_output output = tool_standard_output();
  tercet_status st = tercet_onnx_model_infer(model, &err);
  if (st == TERCET_OK) {
    st = args->as_dot
             ? tercet_onnx_model_draw(model, &output, &err)
             : tercet_onnx_model_write(model, TERCET_ONNX_TEXT, &output, &err);
  }
  status = st == TERCET_OK ? EXIT_STATUS_OK : onnx_report(&err);
  tercet_onnx_model_free(model);
  return status;
}

static void
print_problem(const onnx_arguments *args, const tercet_onnx_problem *problem)
{
  fprintf(stderr,
          "tercet: %s: %.*s%s%.*s\n",
          args->path,
          (int)problem->node.length,
          problem->node.data,
          problem->node.length > 0 ? ": " : "",
          (int)problem->reason.length,
          problem->reason.data);
}

static exit_status
check(const onnx_arguments *args)
{
  tercet_onnx_model *model = NULL;
  exit_status status = onnx_load(args, &model);
  if (status != EXIT_STATUS_OK) {
    return status;
  }

  tercet_error err = {0};
  tercet_onnx_report *report = NULL;
  if (tercet_onnx_model_check(NULL, model, &report, &err) != TERCET_OK) {
    status = onnx_report(&err);
  } else {
    const size_t n = tercet_onnx_report_count(report);
    for (size_t i = 0; i < n; ++i) {
      print_problem(args, tercet_onnx_report_get(report, i));
    }
    status = n > 0 ? EXIT_STATUS_DATA : EXIT_STATUS_OK;
  }
  tercet_onnx_report_free(report);
  tercet_onnx_model_free(model);
  return status;
}

/// Return whether a format was asked for, by its name or by the file's suffix
static bool
is_format(const onnx_arguments *args, const char *name, const char *suffix)
{
  if (args->format_name) {
    return !strcmp(args->format_name, name);
  }
  const char *const file = args->outputs.n > 0 ? args->outputs.items[0] : "";
  const size_t n = strlen(file);
  const size_t n_suffix = strlen(suffix);
  return n > n_suffix && !strcmp(file + n - n_suffix, suffix);
}

static exit_status
choose_form(const onnx_arguments *args, tercet_onnx_format *out)
{
  static const struct {
    const char *name;
    const char *suffix;
    tercet_onnx_format format;
  } formats[] = {
      {"onnx", ".onnx", TERCET_ONNX_BINARY},
      {"pbtxt", ".pbtxt", TERCET_ONNX_PROTOTXT},
      {"text", ".onnxtxt", TERCET_ONNX_TEXT},
  };
  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i) {
    if (is_format(args, formats[i].name, formats[i].suffix)) {
      *out = formats[i].format;
      return EXIT_STATUS_OK;
    }
  }
  return args->format_name
             ? tool_usage_error(args->command,
                                "unknown format '%s' (onnx, pbtxt, text)",
                                args->format_name)
             : tool_usage_error(
                   args->command,
                   "which format? Give it with -f (onnx, pbtxt, text)");
}

/// A model to be written in a form
typedef struct {
  const tercet_onnx_model *model;
  tercet_onnx_format format;
} written_model;

static tercet_status
write_model(const void *context, const tercet_output *output, tercet_error *err)
{
  const written_model *const written = context;
  return tercet_onnx_model_write(written->model, written->format, output, err);
}

static exit_status export(const onnx_arguments *args)
{
  written_model written = {NULL, TERCET_ONNX_BINARY};
  exit_status status = choose_form(args, &written.format);
  if (status == EXIT_STATUS_OK && args->outputs.n > 1) {
    status = tool_usage_error(args->command, "one file at a time");
  }
  tercet_onnx_model *model = NULL;
  if (status == EXIT_STATUS_OK) {
    status = onnx_load(args, &model);
  }
  if (status != EXIT_STATUS_OK) {
    return status;
  }

  tercet_error err = {0};
  written.model = model;
  const tercet_output output = tool_standard_output();
  const tercet_status st =
      args->outputs.n > 0
          ? tool_write_file(args->outputs.items[0], write_model, &written, &err)
          : write_model(&written, &output, &err);
  if (st != TERCET_OK) {
    status = onnx_report(&err);
  }
  tercet_onnx_model_free(model);
  return status;
}

/// Take the options and the model, and run one of the commands
static exit_status
run_command(exit_status (*run)(const onnx_arguments *args),
            int argc,
            char **argv)
{
  onnx_arguments args = {.command = argv[0], .timeout = -1.0};
  bool wants_help = false;
  const tool_option options[] = {
      {0, "dot", TOOL_OPTION_FLAG, &args.as_dot},
      {'i', "input", TOOL_OPTION_LIST, &args.inputs},
      {'o', "output", TOOL_OPTION_LIST, &args.outputs},
      {'l', "literals", TOOL_OPTION_FLAG, &args.as_literals},
      {'f', "format", TOOL_OPTION_TEXT, &args.format_name},
      {0, "axis", TOOL_OPTION_TEXT, &args.axis},
      {0, "set", TOOL_OPTION_LIST, &args.settings},
      {0, "strict-templates", TOOL_OPTION_FLAG, &args.strict_templates},
      {0, "external", TOOL_OPTION_TEXT, &args.external},
      {0, "timeout", TOOL_OPTION_SECONDS, &args.timeout},
      {0, "memory", TOOL_OPTION_BYTES, &args.max_memory},
      {'h', "help", TOOL_OPTION_FLAG, &wants_help},
      {0, NULL, TOOL_OPTION_FLAG, NULL},
  };

  int n_taken = 0;
  exit_status status = tool_take_options(options, argc, argv, &n_taken);
  if (status == EXIT_STATUS_OK && wants_help) {
    fputs(help, stdout);
  } else if (status == EXIT_STATUS_OK && n_taken == argc) {
    status = tool_usage_error(args.command, "which model?");
  } else if (status == EXIT_STATUS_OK && n_taken + 1 < argc &&
             !onnx_is_function(argv[n_taken])) {
    status = tool_usage_error(
        args.command, "what is '%s'? One model at a time", argv[n_taken + 1]);
  } else if (status == EXIT_STATUS_OK) {
    args.path = argv[n_taken];
    args.types = argv + n_taken + 1;
    args.n_types = (size_t)(argc - n_taken - 1);
    status = run(&args);
  }
  tool_list_clear(&args.settings);
  tool_list_clear(&args.inputs);
  tool_list_clear(&args.outputs);
  return status;
}

exit_status
tool_onnx(int argc, char **argv)
{
  static struct {
    const char *name;
    char command[16];
    exit_status (*run)(const onnx_arguments *args);
  } commands[] = {
      {"show", "onnx show", show},
      {"check", "onnx check", check},
      {"run", "onnx run", onnx_run},
      {"export", "onnx export", export},
  };
  if (argc < 2) {
    return tool_usage_error(argv[0], "show, check, run or export?");
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
    fputs(help, stdout);
    return EXIT_STATUS_OK;
  }
  for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); ++i) {
    if (!strcmp(argv[1], commands[i].name)) {
      argv[1] = commands[i].command;
      return run_command(commands[i].run, argc - 1, argv + 1);
    }
  }
  return tool_usage_error(
      argv[0], "show, check, run or export? '%s' is unknown", argv[1]);
}
