// SPDX-License-Identifier: Apache-2.0

/// The command `info`

#include "tool.h"

#include <inttypes.h>

static const char help[] =
    "Usage: tercet info [-d FILE]... [OPTION]...\n"
    "\n"
    "Without -d, shows the version, what is built in, the instruction set in use,\n"
    "and the functions and aggregates that queries know.  With -d, loads the files\n"
    "and shows the size of the dataset in memory.\n"
    "\n"
    "  -d, --data FILE     load FILE; may be repeated\n"
    "  -i, --input FORMAT  format of the data: nt, nq, turtle, trig\n"
    "      --base IRI      base IRI of the data\n"
    "      --recover       skip malformed statements of the data\n"
    "  -q, --quiet         no warnings\n"
    "  -h, --help          this text\n";

static void
show_size(const char *name, uint64_t bytes, uint64_t n_quads)
{
  printf("  %-14s %12" PRIu64 " bytes", name, bytes);
  if (n_quads) {
    printf("  %8.2f per triple", (double)bytes / (double)n_quads);
  }
  putchar('\n');
}

static void
show_dataset(const tercet_dataset *dataset)
{
  static const char *const orders[] = {
      "SPO", "SOP", "PSO", "POS", "OSP", "OPS"};

  tercet_dataset_info info;
  tercet_dataset_get_info(dataset, &info);
  printf("triples          %12" PRIu64 "\n", info.n_quads);
  printf("named graphs     %12" PRIu64 "\n", info.n_graphs);
  printf("terms            %12" PRIu64 "\n", info.n_terms);
  printf("tensors          %12" PRIu64 " in %" PRIu64 " blocks\n",
         info.n_tensors,
         info.n_tensor_blocks);

  uint64_t total = 0;
  puts("permutations");
  for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); ++i) {
    show_size(orders[i], info.permutation_bytes[i], info.n_quads);
    total += info.permutation_bytes[i];
  }
  show_size("all six", total, info.n_quads);
  puts("other");
  show_size("dictionary", info.dictionary_bytes, info.n_quads);
  show_size("tensors", info.tensor_bytes, info.n_quads);
  show_size("in all",
            total + info.dictionary_bytes + info.tensor_bytes,
            info.n_quads);
}

static void
show_function(void *context, tercet_string iri, bool is_aggregate)
{
  const bool *const wanted = context;
  if (is_aggregate == *wanted) {
    printf("  %.*s\n", (int)iri.length, iri.data);
  }
}

static void
show_version(void)
{
  printf("tercet           %s\n", tercet_version());
  printf("built with       %s\n", tercet_build_options());
  printf("instruction set  %s\n", tercet_isa());
  printf("linear algebra   %s\n", tercet_linalg_backend());

  bool aggregates = false;
  puts("functions");
  tercet_functions_visit(show_function, &aggregates);
  aggregates = true;
  puts("aggregates");
  tercet_functions_visit(show_function, &aggregates);
}

static exit_status
show_data(const char *command, const tool_data *data)
{
  tercet_dataset *dataset = NULL;
  const exit_status status = tool_load(command, data, NULL, &dataset);
  if (status == EXIT_STATUS_OK) {
    show_dataset(dataset);
    tercet_dataset_free(dataset);
  }
  return status;
}

exit_status
tool_info(int argc, char **argv)
{
  tool_data data = {0};
  bool wants_help = false;
  const tool_option options[] = {
      {'d', "data", TOOL_OPTION_LIST, &data.files},
      {'i', "input", TOOL_OPTION_TEXT, &data.syntax_name},
      {0, "base", TOOL_OPTION_TEXT, &data.base},
      {0, "recover", TOOL_OPTION_FLAG, &data.recover},
      {'q', "quiet", TOOL_OPTION_FLAG, &data.quiet},
      {'h', "help", TOOL_OPTION_FLAG, &wants_help},
      {0, NULL, TOOL_OPTION_FLAG, NULL},
  };

  int n_taken = 0;
  exit_status status = tool_take_options(options, argc, argv, &n_taken);
  if (status == EXIT_STATUS_OK && wants_help) {
    fputs(help, stdout);
  } else if (status == EXIT_STATUS_OK && n_taken < argc) {
    status = tool_usage_error(
        argv[0], "what is '%s'? Give data with -d", argv[n_taken]);
  } else if (status == EXIT_STATUS_OK && data.files.n) {
    status = show_data(argv[0], &data);
  } else if (status == EXIT_STATUS_OK) {
    show_version();
  }
  tool_list_clear(&data.files);
  return status;
}
