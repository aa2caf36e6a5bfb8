// SPDX-License-Identifier: Apache-2.0

/**
   Queries over a graph: `bench_query DATA QUERY.rq...`

   Each query is prepared, run and read to its last term several times, warm;
   the best time is printed, text in and rows out, against that of Oxigraph in
   the same run where its Python package is installed (TERCET_PYTHON names the
   interpreter).  With BENCH_EXPLAIN in the environment the plan follows.
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
  bench_require(!tercet_query_prepare(dataset, text, NULL, &query, &err),
                err.message);

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

/// Return the name of a file without its folder
static const char *
name_of(const char *path)
{
  const char *const slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/// Keep the files whose queries the engine answers; tell of the others
static int
keep_supported(tercet_dataset *dataset, char **paths, int n)
{
  int n_kept = 0;
  for (int i = 0; i < n; ++i) {
    tercet_error err = {0};
    tercet_query *query = NULL;
    size_t length = 0;
    char *const data = read_file(paths[i], &length);
    const tercet_string text = {data, length};
    if (tercet_query_prepare(dataset, text, NULL, &query, &err) == TERCET_OK) {
      paths[n_kept++] = paths[i];
    } else {
      printf("%-44s left out: %s\n", name_of(paths[i]), err.message);
    }
    tercet_query_free(query);
    free(data);
  }
  return n_kept;
}

/// Read the peer's seconds for the next query; 0 without a peer
static double
peer_seconds(FILE *peer)
{
  double seconds = 0.0;
  return peer && fscanf(peer, "%lf", &seconds) == 1 ? seconds : 0.0;
}

static void
bench_file(tercet_dataset *dataset, const char *path, double peer)
{
  size_t length = 0;
  char *const data = read_file(path, &length);
  const tercet_string text = {data, length};
  double best = 1e30;
  size_t n_rows = 0;
  for (int i = 0; i < RUNS; ++i) {
    const double start = bench_now();
    n_rows = run_once(dataset, text, 0);
    const double seconds = bench_now() - start;
    best = seconds < best ? seconds : best;
  }

  char what[128];
  snprintf(what, sizeof(what), "%s, %zu rows", name_of(path), n_rows);
  if (peer > 0.0) {
    bench_time(what, best, "Oxigraph", peer);
  } else {
    printf("%-44s %10.3f ms\n", what, best * 1e3);
  }
  if (getenv("BENCH_EXPLAIN")) {
    run_once(dataset, text, 1);
  }
  fflush(stdout);
  free(data);
}

/// Start the peer on the same files; it prints a number for each query
static FILE *
start_peer(const char *data, char **paths, int n_paths)
{
  const char *const source = getenv("TERCET_SOURCE");
  const char *const python = getenv("TERCET_PYTHON");
  char *command = NULL;
  size_t size = 0;
  FILE *const text = open_memstream(&command, &size);
  bench_require(text != NULL, "memory");
  fprintf(text,
          "%s '%s/bench/query_oxigraph.py'",
          python ? python : "/usr/bin/python3",
          source ? source : ".");
  fprintf(text, " '%s'", data);
  for (int i = 0; i < n_paths; ++i) {
    fprintf(text, " '%s'", paths[i]);
  }
  fputs(" 2>/dev/null", text);
  fclose(text);
  FILE *const peer = popen(command, "r");
  free(command);
  return peer;
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
  char **const paths = argv + 2;
  const int n_paths = keep_supported(dataset, paths, argc - 2);
  FILE *const peer = start_peer(argv[1], paths, n_paths);
  for (int i = 0; i < n_paths; ++i) {
    bench_file(dataset, paths[i], peer_seconds(peer));
  }
  if (peer) {
    pclose(peer);
  }
  tercet_dataset_free(dataset);
  return EXIT_SUCCESS;
}
