// SPDX-License-Identifier: Apache-2.0

/**
   Queries over a graph: `bench_query DATA QUERY.rq...`

   Each query is prepared, run and read to its last term several times, warm;
   the best time is printed with the rows and with what the whole took, text in
   and rows out.  With BENCH_EXPLAIN in the environment the plan follows.
*/

#include "bench.h"

#include <tercet/tercet.h>

#include <string.h>

#define RUNS 7

/// Return a file's content, to be freed
static char *
read_file(const char *path, size_t *length)
{
  FILE *const file = fopen(path, "rb");
  bench_require(file != NULL, path);
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  char *const text = (char *)malloc(*length + 1U);
  bench_require(text && fread(text, 1, *length, file) == *length, path);
  fclose(file);
  return text;
}

static tercet_status
print(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)context;
  (void)err;
  fwrite(data, 1, length, stdout);
  return TERCET_OK;
}

/// Run a query once; return its rows
static size_t
run_once(tercet_dataset *dataset, tercet_string text, int explain)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  size_t n_rows = 0;
  if (tercet_query_prepare(dataset, text, NULL, &query, &err)) {
    printf("%s\n", err.message);
    return 0;
  }

  tercet_status st = tercet_query_step(query, &err);
  for (; st == TERCET_ROW; st = tercet_query_step(query, &err)) {
    tercet_term term;
    for (size_t c = 0; c < tercet_query_column_count(query); ++c) {
      bench_require(!tercet_query_column_term(query, c, &term, &err), "term");
      bench_use(&term);
    }
    ++n_rows;
  }
  bench_require(st == TERCET_DONE, err.message);
  if (explain) {
    const tercet_output output = {print, NULL};
    bench_require(!tercet_query_explain(query, true, &output, &err), "explain");
  }
  tercet_query_free(query);
  return n_rows;
}

static void
bench_file(tercet_dataset *dataset, const char *path)
{
  size_t length = 0;
  char *const data = read_file(path, &length);
  const tercet_string text = {data, length};
  const char *const slash = strrchr(path, '/');
  double best = 1e30;
  size_t n_rows = 0;
  for (int i = 0; i < RUNS; ++i) {
    const double start = bench_now();
    n_rows = run_once(dataset, text, 0);
    const double seconds = bench_now() - start;
    best = seconds < best ? seconds : best;
  }
  printf("%-24s %10.3f ms %10zu rows\n",
         slash ? slash + 1 : path,
         best * 1e3,
         n_rows);
  if (getenv("BENCH_EXPLAIN")) {
    run_once(dataset, text, 1);
  }
  fflush(stdout);
  free(data);
}

int
main(int argc, char **argv)
{
  if (argc < 3) {
    fprintf(stderr, "usage: bench_query DATA QUERY.rq...\n");
    return EXIT_FAILURE;
  }

  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  tercet_syntax syntax = TERCET_SYNTAX_NTRIPLES;
  bench_require(!tercet_dataset_new(NULL, &dataset, &err), "dataset");
  bench_require(tercet_syntax_from_path(argv[1], &syntax), argv[1]);
  const double start = bench_now();
  bench_require(
      !tercet_dataset_load_file(dataset, argv[1], syntax, NULL, NULL, &err),
      err.message);
  tercet_dataset_info info;
  tercet_dataset_get_info(dataset, &info);
  printf("%-24s %10.3f ms %10llu quads\n",
         "load",
         (bench_now() - start) * 1e3,
         (unsigned long long)info.n_quads);
  for (int i = 2; i < argc; ++i) {
    bench_file(dataset, argv[i]);
  }
  tercet_dataset_free(dataset);
  return EXIT_SUCCESS;
}
