// SPDX-License-Identifier: Apache-2.0

/**
   Every function and aggregate of the tensor vocabulary over a graph of
   vectors, from the text of a query to its answer, against numpy doing the same
   to a matrix in memory.

   A function is called in `SELECT (COUNT(f(?e)) AS ?n)`, which computes it for
   each row and counts those that have a value: the time has parsing, planning,
   the scan of the pattern, the function and the counting in it, but no result
   is printed.  `bench_rdftensor [NAME]...` runs the rows whose names begin so;
   with TERCET_WITHOUT_PEERS set, numpy is not asked.
*/

#include "numpy_times.h"
#include "vectors.h"

#define ROWS 100000U
#define COLUMNS 384U
#define WIDE_COLUMNS 768U
#define PAIR_ROWS 5000U

/// Runs of a row, and seconds after which there are no more
#define RUNS 7
#define MAX_SECONDS 6.0

/// In expressions, `$q` is the first row as a literal, `$m` a mask that is true
/// for every other element
typedef struct {
  const char *name;
  const char *expression; ///< Of ?e, a tensor, or of ?i, an integer
} function_case;

static const function_case functions[] = {
    {"cos", "tensor:cos(?e)"},
    {"exp", "tensor:exp(?e)"},
    {"log", "tensor:log(?e)"},
    {"logp", "tensor:logp(2, ?e)"},
    {"poly", "tensor:poly(3, ?e)"},
    {"scale", "tensor:scale(2.5, ?e)"},
    {"sin", "tensor:sin(?e)"},
    {"abs", "tensor:abs(?e)"},
    {"cast to float64", "tensor:cast(\"float64\", ?e)"},
    {"cast to int32", "tensor:cast(\"int32\", ?e)"},
    {"reshape", "tensor:reshape(16, -1, ?e)"},
    {"transpose", "tensor:transpose(?e)"},
    {"flatten", "tensor:flatten(?e)"},
    {"not", "tensor:not(?e)"},
    {"sort", "tensor:sort(\"asc\", 0, ?e)"},
    {"add", "tensor:add(?e, $q)"},
    {"add two columns", "tensor:add(?e, ?e)"},
    {"subtract", "tensor:subtract(?e, $q)"},
    {"multiply", "tensor:multiply(?e, $q)"},
    {"divide", "tensor:divide(?e, $q)"},
    {"eq", "tensor:eq(?e, $q)"},
    {"neq", "tensor:neq(?e, $q)"},
    {"and", "tensor:and(?e, $q)"},
    {"or", "tensor:or(?e, $q)"},
    {"gt", "tensor:gt(?e, $q)"},
    {"lt", "tensor:lt(?e, $q)"},
    {"shape", "tensor:shape(?e)"},
    {"sub",
     "tensor:sub('{\"type\": \"concrete\", \"from\": 8, \"to\": 200}'"
     "^^tensor:Range, ?e)"},
    {"mask", "tensor:mask(?e, $m)"},
    {"index",
     "tensor:index(?e, '{\"type\": \"int64\", \"shape\": [1], "
     "\"data\": [3]}'^^tensor:DataTensor)"},
    {"concat", "tensor:concat(0, ?e, $q)"},
    {"hstack", "tensor:hstack(?e, $q)"},
    {"vstack", "tensor:vstack(?e, $q)"},
    {"all", "tensor:all(?e)"},
    {"any", "tensor:any(?e)"},
    {"none", "tensor:none(?e)"},
    {"avg", "tensor:avg(-1, ?e)"},
    {"sum", "tensor:sum(-1, ?e)"},
    {"sum along an axis", "tensor:sum(0, ?e)"},
    {"prod", "tensor:prod(-1, ?e)"},
    {"max", "tensor:max(-1, ?e)"},
    {"min", "tensor:min(-1, ?e)"},
    {"std", "tensor:std(-1, ?e)"},
    {"var", "tensor:var(-1, ?e)"},
    {"norm1", "tensor:norm1(-1, ?e)"},
    {"norm2", "tensor:norm2(-1, ?e)"},
    {"quantile", "tensor:quantile(0.3, -1, ?e)"},
    {"quantileInterpolate", "tensor:quantileInterpolate(0.3, -1, ?e)"},
    {"cosineSimilarity", "tensor:cosineSimilarity(?e, $q)"},
    {"euclideanDistance", "tensor:euclideanDistance(?e, $q)"},
    {"create", "tensor:create(\"float32\", ?i, 1, 2.5)"},
    {"range", "tensor:range(?i, 1000000)"},
    {"arange", "tensor:arange(\"int64\", ?i, ?i + 384)"},
};

#define N_FUNCTIONS (sizeof(functions) / sizeof(functions[0]))

/// A query that is not COUNT of a function
typedef struct {
  const char *name;
  const char *text; ///< With `$q` as above
  size_t n_rows;    ///< That it must give
  size_t n_threads;
} query_case;

static const query_case nearest[] = {
    {"top 10",
     "SELECT ?v ?s WHERE { ?v :embedding ?e . "
     "BIND(tensor:cosineSimilarity(?e, $q) AS ?s) } ORDER BY DESC(?s) LIMIT 10",
     10,
     1},
    {"top 10 of a hundredth",
     "SELECT ?v ?s WHERE { ?v :group :g0 ; :embedding ?e . "
     "BIND(tensor:cosineSimilarity(?e, $q) AS ?s) } ORDER BY DESC(?s) LIMIT 10",
     10,
     1},
};

static const query_case pairs[] = {
    {"all pairs of 5,000",
     "SELECT ?a ?b (tensor:cosineSimilarity(?x, ?y) AS ?s) WHERE { "
     "?a :embedding ?x . ?b :embedding ?y . FILTER(STR(?a) < STR(?b)) } "
     "ORDER BY DESC(?s) LIMIT 10",
     10,
     1},
};

#define SUM_OF_ALL "SELECT (tensor:SUM(?e) AS ?s) WHERE { ?v :embedding ?e }"
#define VAR_OF_ALL "SELECT (tensor:VAR(?e) AS ?s) WHERE { ?v :embedding ?e }"
#define SUM_OF_GROUPS                                                          \
  "SELECT ?g (tensor:SUM(?e) AS ?s) WHERE { ?v :embedding ?e ; :group ?g } "   \
  "GROUP BY ?g"

static const query_case aggregates[] = {
    {"SUM", SUM_OF_ALL, 1, 1},
    {"AVG", "SELECT (tensor:AVG(?e) AS ?s) WHERE { ?v :embedding ?e }", 1, 1},
    {"VAR", VAR_OF_ALL, 1, 1},
    {"STD", "SELECT (tensor:STD(?e) AS ?s) WHERE { ?v :embedding ?e }", 1, 1},
    {"SUM of 100 groups", SUM_OF_GROUPS, 100, 1},
    {"SUM, 2 threads", SUM_OF_ALL, 1, 2},
    {"VAR, 2 threads", VAR_OF_ALL, 1, 2},
    {"SUM of 100 groups, 2 threads", SUM_OF_GROUPS, 100, 2},
};

typedef struct {
  int n_names; ///< Of rows that are wanted; 0: all
  char **names;
  size_t n_peers;
  numpy_times peers[2];
} bench_settings;

static bool
is_wanted(const bench_settings *settings, const char *name)
{
  bool found = !settings->n_names;
  for (int i = 0; i < settings->n_names; ++i) {
    found |= !strncmp(name, settings->names[i], strlen(settings->names[i]));
  }
  return found;
}

/* ---- Queries ---- */

static void
write_mask(FILE *file, const bench_vectors *f)
{
  fprintf(
      file, "'{\"type\": \"bool\", \"shape\": [%zu], \"data\": [", f->columns);
  for (size_t i = 0; i < f->columns; ++i) {
    fprintf(file, "%s%s", i ? ", " : "", i % 2U ? "true" : "false");
  }
  fputs("]}'^^tensor:DataTensor", file);
}

/// Return a query's text with literals in place of `$q` and `$m`; to be freed
static char *
complete(const bench_vectors *f, const char *format)
{
  char *text = NULL;
  size_t length = 0;
  FILE *const file = open_memstream(&text, &length);
  bench_require(file != NULL, "text");
  fputs(BENCH_PROLOGUE, file);
  for (const char *at = format; *at; ++at) {
    if (!strncmp(at, "$q", 2)) {
      fputc('\'', file);
      bench_write_literal(file, f, 0, "\"");
      fputs("'^^tensor:DataTensor", file);
      ++at;
    } else if (!strncmp(at, "$m", 2)) {
      write_mask(file, f);
      ++at;
    } else {
      fputc(*at, file);
    }
  }
  fclose(file);
  return text;
}

typedef struct {
  const bench_vectors *vectors;
  const char *text;
  size_t n_rows;
  char last[32]; ///< Text of the last value that is no tensor
} query_run;

/// Run a query from its text to its last row, with all columns looked at
static void
run_query(void *context)
{
  query_run *const run = (query_run *)context;
  tercet_error err = {0};
  tercet_query *query = NULL;
  const tercet_string view = {run->text, strlen(run->text)};
  bench_require(
      !tercet_query_prepare(run->vectors->dataset, view, NULL, &query, &err),
      err.message);
  size_t n = 0;
  tercet_status st = tercet_query_step(query, &err);
  for (; st == TERCET_ROW; st = tercet_query_step(query, &err), ++n) {
    for (size_t i = 0; i < tercet_query_column_count(query); ++i) {
      tercet_tensor *tensor = NULL;
      tercet_term term;
      bench_require(!tercet_query_column_tensor(query, i, &tensor, &err),
                    err.message);
      if (tensor) {
        tercet_tensor_unref(tensor);
      } else {
        bench_require(!tercet_query_column_term(query, i, &term, &err),
                      err.message);
        snprintf(run->last,
                 sizeof(run->last),
                 "%.*s",
                 (int)term.value.length,
                 term.value.data);
      }
    }
  }
  bench_require(st == TERCET_DONE && n == run->n_rows, run->text);
  tercet_query_free(query);
}

/// Return the seconds of the fastest of several runs: of processor time, or by
/// the clock if there are more threads
static double
time_query(query_run *run)
{
  double best = 1e30;
  const double start = bench_now();
  for (size_t i = 0; i < RUNS && bench_now() - start < MAX_SECONDS; ++i) {
    const double seconds = tercet_threads() == 1
                               ? bench_best_cpu(1, run_query, run)
                               : bench_best(1, run_query, run);
    best = seconds < best ? seconds : best;
  }
  return best;
}

static void
run_function(const bench_settings *settings,
             const bench_vectors *f,
             const function_case *c)
{
  char format[512];
  char name[64];
  snprintf(format,
           sizeof(format),
           "SELECT (COUNT(%s) AS ?n) WHERE { ?v %s }",
           c->expression,
           strstr(c->expression, "?i") ? ":number ?i" : ":embedding ?e");
  char *const text = complete(f, format);
  query_run run = {f, text, 1, ""};
  const double seconds = time_query(&run);
  bench_require(strtoul(run.last, NULL, 10) == f->rows, c->expression);
  numpy_times_compare(c->name, seconds, settings->peers, settings->n_peers);
  snprintf(name, sizeof(name), "  %s, rows", c->name);
  printf("%-44s %10.2f M/s\n", name, (double)f->rows / seconds * 1e-6);
  free(text);
}

static void
run_queries(const bench_settings *settings,
            const bench_vectors *f,
            size_t n,
            const query_case *cases)
{
  const double limit = bench_vectors_stream(f, RUNS);
  for (size_t i = 0; i < n; ++i) {
    if (is_wanted(settings, cases[i].name)) {
      char *const text = complete(f, cases[i].text);
      query_run run = {f, text, cases[i].n_rows, ""};
      tercet_set_threads(cases[i].n_threads);
      const double seconds = time_query(&run);
      tercet_set_threads(1);
      bench_time(cases[i].name, seconds, "reading the matrix", limit);
      numpy_times_compare(
          cases[i].name, seconds, settings->peers, settings->n_peers);
      free(text);
    }
  }
}

/// Return whether any of some queries is wanted
static bool
is_any_wanted(const bench_settings *settings, size_t n, const query_case *cases)
{
  bool found = false;
  for (size_t i = 0; i < n; ++i) {
    found |= is_wanted(settings, cases[i].name);
  }
  return found;
}

#define N_CASES(cases) (sizeof(cases) / sizeof((cases)[0]))

int
main(int argc, char **argv)
{
  static bench_settings settings;
  const char *const newer = getenv("TERCET_PYTHON");
  const char *const without = getenv("TERCET_WITHOUT_PEERS");
  settings.n_names = argc - 1;
  settings.names = argv + 1;
  if (!without) {
    numpy_times_read("OPENBLAS_CORETYPE=SKYLAKEX",
                     "/usr/bin/python3",
                     "rdftensor_numpy.py",
                     &settings.peers[settings.n_peers++]);
  }
  if (newer && !without) {
    numpy_times_read(
        "", newer, "rdftensor_numpy.py", &settings.peers[settings.n_peers++]);
  }

  bench_vectors f = {.rows = ROWS, .columns = COLUMNS, .least = 0.5};
  bench_vectors_open(&f, "bench_rdftensor.nt");
  for (size_t i = 0; i < N_FUNCTIONS; ++i) {
    if (is_wanted(&settings, functions[i].name)) {
      run_function(&settings, &f, &functions[i]);
    }
  }
  run_queries(&settings, &f, N_CASES(nearest), nearest);
  bench_vectors_close(&f);

  f.rows = PAIR_ROWS;
  if (is_any_wanted(&settings, N_CASES(pairs), pairs)) {
    bench_vectors_open(&f, "bench_rdftensor.nt");
    run_queries(&settings, &f, N_CASES(pairs), pairs);
    bench_vectors_close(&f);
  }

  f.rows = ROWS;
  f.columns = WIDE_COLUMNS;
  if (is_any_wanted(&settings, N_CASES(aggregates), aggregates)) {
    bench_vectors_open(&f, "bench_rdftensor.nt");
    run_queries(&settings, &f, N_CASES(aggregates), aggregates);
    bench_vectors_close(&f);
  }
  return EXIT_SUCCESS;
}
