// SPDX-License-Identifier: Apache-2.0

/**
   The ten nearest of many vectors, as a SPARQL query from its text to its rows:
   set against the time to stream the matrix from memory, and against numpy's
   `argpartition(-(X @ q), 10)` on rows normalised beforehand, where there is a
   numpy.  First without codes, which read every element, then with codes, made
   before.  `bench_topk [ROWS COLUMNS]...`
*/

#include "vectors.h"

#include <string.h>

#define RUNS 15

/// Run a query from text to rows; check their number and the best row
static void
run_query(const bench_vectors *f, const char *text, size_t n_expected)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  const tercet_string view = {text, strlen(text)};
  const tercet_query_options options = {.without = f->without};
  bench_require(!tercet_query_prepare(f->dataset, view, &options, &query, &err),
                err.message);
  size_t n = 0;
  tercet_status st = tercet_query_step(query, &err);
  for (; st == TERCET_ROW; st = tercet_query_step(query, &err), ++n) {
    tercet_term term;
    bench_require(!tercet_query_column_term(query, 0, &term, &err), "term");
    bench_require(n || (term.value.length == 11 &&
                        !memcmp(term.value.data, "http://e/v0", 11)),
                  "the nearest is the vector itself");
    bench_require(!tercet_query_column_term(query, 1, &term, &err), "term");
  }
  bench_require(st == TERCET_DONE && n == n_expected, "rows");
  tercet_query_free(query);
}

static double
best_of(const bench_vectors *f, const char *text, size_t n_expected)
{
  double best = 1e30;
  for (int i = 0; i < RUNS; ++i) {
    const double start = bench_now();
    run_query(f, text, n_expected);
    const double seconds = bench_now() - start;
    best = seconds < best ? seconds : best;
  }
  return best;
}

/// Return the seconds of Debian's numpy with a BLAS kernel, or 0 without it
static double
ask_numpy(const bench_vectors *f,
          const char *path,
          const char *blas,
          char name[64])
{
  const char *const source = getenv("TERCET_SOURCE");
  char command[512];
  snprintf(command,
           sizeof(command),
           "env -u OPENBLAS_L2_SIZE %s /usr/bin/python3 "
           "'%s/bench/topk_numpy.py' %s %zu %zu 2>/dev/null",
           blas,
           source ? source : ".",
           path,
           f->rows,
           f->columns);

  double seconds = 0.0;
  FILE *const pipe = popen(command, "r");
  if (pipe) {
    if (fscanf(pipe, "%lf %63s", &seconds, name) != 2) {
      seconds = 0.0;
    }
    pclose(pipe);
  }
  return seconds;
}

/// Compare with numpy, with the BLAS kernel that it chooses by itself and with
/// the one for AVX-512, which old versions of OpenBLAS do not find
static void
compare_with_numpy(const bench_vectors *f, const char *what, double seconds)
{
  static const char *const kernels[] = {"-u OPENBLAS_CORETYPE",
                                        "OPENBLAS_CORETYPE=SKYLAKEX"};
  const char *const path = "bench_topk.f32";
  FILE *const file = fopen(path, "wb");
  bench_require(
      file && fwrite(f->matrix, sizeof(float), f->rows * f->columns, file) ==
                  f->rows * f->columns,
      path);
  fclose(file);
  for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); ++i) {
    char name[64] = "";
    const double peer = ask_numpy(f, path, kernels[i], name);
    if (peer > 0.0) {
      bench_time(what, seconds, name, peer);
    }
  }
  remove(path);
}

static void
bench_size(size_t rows, size_t columns)
{
  bench_vectors f = {.rows = rows,
                     .columns = columns,
                     .least = -0.5,
                     .without = TERCET_WITHOUT_TENSOR_CODES};
  char what[128];
  bench_vectors_open(&f, "bench_topk.nt");
  char *const by_order =
      bench_question(&f,
                     "SELECT ?v ?e WHERE { ?v :embedding ?e } "
                     "ORDER BY DESC(tensor:cosineSimilarity(?e, ",
                     ")) LIMIT 10");
  char *const by_bind =
      bench_question(&f,
                     "SELECT ?v ?s WHERE { ?v :embedding ?e . "
                     "BIND(tensor:cosineSimilarity(?e, ",
                     ") AS ?s) } ORDER BY DESC(?s) LIMIT 10");
  char *const filtered =
      bench_question(&f,
                     "SELECT ?v ?s WHERE { ?v :group :g0 ; :embedding ?e . "
                     "BIND(tensor:cosineSimilarity(?e, ",
                     ") AS ?s) } ORDER BY DESC(?s) LIMIT 10");
  static const char from_graph[] = BENCH_PROLOGUE
      "SELECT ?v ?s WHERE { :v0 :embedding ?q . ?v :embedding ?e . "
      "BIND(tensor:cosineSimilarity(?e, ?q) AS ?s) } "
      "ORDER BY DESC(?s) LIMIT 10";
  static const char distance[] = BENCH_PROLOGUE
      "SELECT ?v ?s WHERE { :v0 :embedding ?q . ?v :embedding ?e . "
      "BIND(tensor:euclideanDistance(?e, ?q) AS ?s) } "
      "ORDER BY ?s LIMIT 10";

  const double limit = bench_vectors_stream(&f, RUNS);
  const double order_time = best_of(&f, by_order, 10);
  snprintf(what, sizeof(what), "top 10 of %zu x %zu, cosine", rows, columns);
  bench_time(what, order_time, "reading the matrix", limit);
  bench_time("  BIND, then ORDER BY",
             best_of(&f, by_bind, 10),
             "reading the matrix",
             limit);
  bench_time("  question taken from the graph",
             best_of(&f, from_graph, 10),
             "reading the matrix",
             limit);
  bench_time("  euclidean distance",
             best_of(&f, distance, 10),
             "reading the matrix",
             limit);
  bench_time("  a hundredth of them, by a pattern",
             best_of(&f, filtered, 10),
             "reading the matrix",
             limit);
  compare_with_numpy(&f, what, order_time);

  f.without = 0;
  bench_time("  the same with codes",
             best_of(&f, by_order, 10),
             "reading the matrix",
             limit);
  bench_time("  question taken from the graph, with codes",
             best_of(&f, from_graph, 10),
             "reading the matrix",
             limit);
  bench_time("  euclidean distance, with codes",
             best_of(&f, distance, 10),
             "reading the matrix",
             limit);
  bench_vectors_close(&f);
  free(by_order);
  free(by_bind);
  free(filtered);
}

int
main(int argc, char **argv)
{
  if (argc < 3) {
    bench_size(50000, 768);
    bench_size(100000, 384);
  }
  for (int i = 1; i + 1 < argc; i += 2) {
    bench_size(strtoul(argv[i], NULL, 10), strtoul(argv[i + 1], NULL, 10));
  }
  return EXIT_SUCCESS;
}
