// SPDX-License-Identifier: Apache-2.0

/// Every way to answer questions about similarities gives the same rows, in the
/// same order: near ties, huge and tiny vectors, NaN, zero vectors, several
/// types, and what is no tensor

#include "check.h"

#include "base/buffer.h"
#include "base/string_view.h"

#include <tercet/tercet.h>

#include <math.h>

#define PROLOGUE                                                               \
  "PREFIX : <http://e/> PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#> "

#define MOST_ELEMENTS 400U

/// What makes a set of vectors hard
typedef enum {
  SCATTERED,
  CLUSTERED,
  NEAR_TIES,
  EXTREME,
  MIXED,
  N_SETS,
} set_kind;

static double
random_number(uint64_t *seed)
{
  return (double)(check_random(seed) >> 11U) * 0x1p-52 - 1.0;
}

/// Check without counting what is no question of these tests
static void
require(tercet_status st)
{
  if (st) {
    CHECK_STATUS(st, TERCET_OK);
  }
}

static void
append(tercet_buffer *text, const char *format, double number)
{
  if (isnan(number) || isinf(number)) {
    require(tercet_buffer_printf(text,
                                 "\\\"%s\\\"",
                                 isnan(number) ? "NaN"
                                 : number > 0  ? "Infinity"
                                               : "-Infinity"));
  } else {
    require(tercet_buffer_printf(text, format, number));
  }
}

static void
add_tensor(tercet_buffer *text, const char *type, size_t n, const double *x)
{
  const bool is_float = !strncmp(type, "float", 5);
  require(tercet_buffer_printf(
      text,
      "\"{\\\"type\\\":\\\"%s\\\",\\\"shape\\\":[%zu],\\\"data\\\":[",
      type,
      n));
  for (size_t i = 0; i < n; ++i) {
    require(tercet_buffer_append_text(text, i ? "," : ""));
    append(text, is_float ? "%.17g" : "%.0f", is_float ? x[i] : x[i] * 50.0);
  }
  require(tercet_buffer_append_text(
      text, "]}\"^^<https://w3id.org/rdf-tensor/vocab#DataTensor> .\n"));
}

/// Set the numbers of vector `i` of a set
static void
make_vector(set_kind kind,
            size_t i,
            size_t n,
            uint64_t *seed,
            const double *base,
            double *x)
{
  static const double scales[] = {1, 1e18, 1e-18, 1e30, 1e-30, 0, 3e37, 1e-40};
  const double scale = kind == EXTREME ? scales[i % 8U] : 1.0;
  const double noise = kind == CLUSTERED   ? 0.1 * (double)(i % 7U)
                       : kind == NEAR_TIES ? 1e-7 * (double)(i % 3U)
                                           : 1.0;
  const bool has_base = kind == CLUSTERED || kind == NEAR_TIES;
  for (size_t k = 0; k < n; ++k) {
    x[k] = scale * ((has_base ? base[k] : 0.0) + noise * random_number(seed));
  }
  if (kind == EXTREME && i % 11U == 3U) {
    x[0] = i % 2U ? (double)NAN : (double)INFINITY;
  }
}

static void
add_set(tercet_buffer *text,
        set_kind kind,
        const char *name,
        size_t n_rows,
        size_t n,
        const char *type,
        uint64_t *seed)
{
  static const char *const types[] = {"float32", "float64", "float16", "int16"};
  uint64_t base_seed = 5;
  double base[MOST_ELEMENTS];
  double x[MOST_ELEMENTS];
  for (size_t k = 0; k < n; ++k) {
    base[k] = random_number(&base_seed);
  }
  for (size_t i = 0; i < n_rows; ++i) {
    CHECK_STATUS(tercet_buffer_printf(text,
                                      "<http://e/%s%zu> <http://e/rank> "
                                      "\"%u\"^^<%sinteger> .\n"
                                      "<http://e/%s%zu> <http://e/%s> ",
                                      name,
                                      i,
                                      (unsigned)(check_random(seed) % 5U),
                                      "http://www.w3.org/2001/XMLSchema#",
                                      name,
                                      i,
                                      name),
                 TERCET_OK);
    make_vector(kind, i, n, seed, base, x);
    if (kind == MIXED && i % 9U == 4U) {
      CHECK_STATUS(tercet_buffer_append_text(text, "\"no tensor\" .\n"),
                   TERCET_OK);
    } else if (kind == MIXED) {
      add_tensor(text, types[i % 4U], i % 5U == 3U ? n + 1U : n, x);
    } else {
      add_tensor(text, type, n, x);
    }
  }
}

/// Make data of two predicates, :a and :b
static tercet_dataset *
make_dataset(
    set_kind kind, size_t n_rows, size_t n, const char *type, uint64_t seed)
{
  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  add_set(&text, kind, "a", n_rows, n, type, &seed);
  add_set(&text, kind, "b", n_rows / 2U, n, type, &seed);
  // One tensor of both, which ties with itself
  CHECK_STATUS(tercet_buffer_append_text(&text, "<http://e/b0> <http://e/a> "),
               TERCET_OK);
  const double one[MOST_ELEMENTS] = {1};
  add_tensor(&text, type, n, one);
  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, &err), TERCET_OK);
  const tercet_string view = tercet_buffer_view(&text);
  CHECK_STATUS(tercet_dataset_load_text(
                   dataset, view, TERCET_SYNTAX_NTRIPLES, NULL, NULL, &err),
               TERCET_OK);
  if (err.status) {
    fprintf(stderr, "%s\n", err.message);
  }
  tercet_buffer_clear(&text);
  return dataset;
}

static tercet_query *
prepare(tercet_dataset *dataset, const char *text, unsigned without)
{
  const tercet_query_options options = {.without = without};
  tercet_error err = {0};
  tercet_query *query = NULL;
  CHECK_STATUS(tercet_query_prepare(
                   dataset, tercet_string_from(text), &options, &query, &err),
               TERCET_OK);
  if (!query) {
    fprintf(stderr, "%s: %s\n", text, err.message);
  }
  return query;
}

/// Append the rows of a query and free it
static void
answer(tercet_dataset *dataset,
       const char *text,
       unsigned without,
       tercet_buffer *out,
       uint64_t *n_failures)
{
  tercet_error err = {0};
  tercet_query *const query = prepare(dataset, text, without);
  const tercet_output output = tercet_buffer_output(out);
  CHECK_STATUS(
      tercet_query_write(query, TERCET_RESULT_TSV, &output, NULL, &err),
      TERCET_OK);
  *n_failures = 0;
  for (size_t i = 0; i < tercet_query_failure_count(query); ++i) {
    tercet_query_failure failure;
    tercet_query_get_failure(query, i, &failure);
    *n_failures += failure.n;
  }
  tercet_query_free(query);
}

#define ALL_METHODS                                                            \
  ((unsigned)TERCET_WITHOUT_SCORE_KERNELS |                                    \
   (unsigned)TERCET_WITHOUT_SIMILARITY_JOIN |                                  \
   (unsigned)TERCET_WITHOUT_TENSOR_CODES)

/// Compare the answers without any method and without each
static void
check_query(tercet_dataset *dataset, const char *text, bool counts_failures)
{
  tercet_buffer expected;
  uint64_t n_failures = 0;
  tercet_buffer_init(&expected, NULL, SIZE_MAX);
  answer(dataset, text, ALL_METHODS, &expected, &n_failures);
  for (unsigned without = 0; without < ALL_METHODS;
       without = without ? 2U * without : 1U) {
    tercet_buffer actual;
    uint64_t n = 0;
    tercet_buffer_init(&actual, NULL, SIZE_MAX);
    answer(dataset, text, without, &actual, &n);
    const bool same = tercet_string_equals(tercet_buffer_view(&actual),
                                           tercet_buffer_view(&expected));
    CHECK(same);
    if (!same) {
      fprintf(stderr,
              "%s without %u\n--- is\n%.*s--- expected\n%.*s",
              text,
              without,
              (int)(actual.length < 600 ? actual.length : 600),
              actual.data,
              (int)(expected.length < 600 ? expected.length : 600),
              expected.data);
    }
    if (counts_failures) {
      CHECK_INT(n, n_failures);
    }
    tercet_buffer_clear(&actual);
  }
  tercet_buffer_clear(&expected);
}

static bool
plan_has(tercet_dataset *dataset, const char *text, const char *part)
{
  tercet_buffer plan;
  tercet_query *const query = prepare(dataset, text, 0);
  tercet_buffer_init(&plan, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&plan);
  CHECK_STATUS(tercet_query_explain(query, false, &output, NULL), TERCET_OK);
  CHECK_STATUS(tercet_buffer_append_char(&plan, '\0'), TERCET_OK);
  const bool found = strstr(plan.data, part) != NULL;
  tercet_query_free(query);
  tercet_buffer_clear(&plan);
  return found;
}

/* ---- All pairs ---- */

#define COSINE "tensor:cosineSimilarity"
#define DISTANCE "tensor:euclideanDistance"

typedef struct {
  const char *text;
  bool joins; ///< By similarity
} pair_query;

static const pair_query pair_queries[] = {
    {"SELECT ?x ?y (" COSINE "(?v, ?w) AS ?s) { ?x :a ?v . ?y :a ?w "
     "FILTER(STR(?x) < STR(?y)) } ORDER BY DESC(?s) LIMIT 10",
     true},
    {"SELECT ?x ?y (" DISTANCE "(?v, ?w) AS ?s) { ?x :a ?v . ?y :b ?w } "
     "ORDER BY ?s LIMIT 7",
     true},
    {"SELECT ?x ?y ?s { ?x :a ?v . ?y :b ?w BIND(" DISTANCE
     "(?w, ?v) AS ?s) FILTER(?x != ?y) } ORDER BY DESC(?s) LIMIT 7 OFFSET 4",
     true},
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w } ORDER BY (1 - " COSINE
     "(?v, ?w)) DESC(?x) ?y LIMIT 12",
     true},
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w } ORDER BY " COSINE "(?v, ?w) LIMIT 5",
     true},
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w } ORDER BY DESC(-" DISTANCE
     "(?v, ?w) / 3 + 0.5) LIMIT 5",
     true},
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w FILTER(" COSINE "(?v, ?w) > 0.5) }",
     true},
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w FILTER(1 - " COSINE
     "(?v, ?w) <= 0.25) FILTER(STR(?x) < STR(?y)) }",
     true},
    {"SELECT ?x ?y ?s { ?x :a ?v . ?y :b ?w BIND(" DISTANCE
     "(?w, ?v) AS ?s) FILTER(?s < 2.0) FILTER(?s > 0.5) }",
     true},
    {"SELECT ?x ?y ?s { ?x :a ?v . ?y :b ?w BIND(" COSINE
     "(?w, ?v) AS ?s) FILTER(?s > 0.1) } ORDER BY DESC(?s) LIMIT 9",
     true},
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w FILTER(" DISTANCE
     "(?v, ?w) < 1.5) } ORDER BY DESC(" COSINE "(?v, ?w)) LIMIT 8",
     true},
    {"SELECT ?x ?y { ?x :a ?v ; :rank ?r . ?y :b ?w ; :rank ?q "
     "FILTER(?r > 1 && " COSINE "(?v, ?w) >= 0.3) } ORDER BY ?q ?r ?x ?y",
     true},
    {"SELECT ?x (COUNT(*) AS ?n) { ?x :a ?v . ?y :b ?w FILTER(" COSINE
     "(?v, ?w) > 0.4) } GROUP BY ?x",
     true},
    {"SELECT ?x ?y ?r { ?x :a ?v . ?y :b ?w FILTER(" COSINE
     "(?v, ?w) > 0.4) OPTIONAL { ?y :rank ?r FILTER(?r > 2) } } ORDER BY ?x ?y",
     true},
    {"SELECT ?x ?y ?z { ?x :a ?v . ?y :b ?w OPTIONAL { ?z :b ?w } } "
     "ORDER BY DESC(" COSINE "(?v, ?w)) ?z LIMIT 11",
     true},
    {"SELECT DISTINCT ?v { ?x :a ?v . ?y :b ?w FILTER(" COSINE
     "(?v, ?w) > 0.2) }",
     true},
    // A literal that no number comes up to, and one that all pass
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w FILTER(" COSINE "(?v, ?w) > 7) }",
     true},
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w FILTER(" DISTANCE "(?v, ?w) > -1) }",
     true},
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w FILTER(" COSINE
     "(?v, ?w) > 'NaN'^^<http://www.w3.org/2001/XMLSchema#double>) }",
     true},
    // No monotone function of the score
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w } ORDER BY (1 / " COSINE
     "(?v, ?w)) ?x ?y LIMIT 6",
     true},
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w } ORDER BY (" COSINE
     "(?v, ?w) * 0) ?x ?y LIMIT 6",
     true},
    // More rows than there are
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w } ORDER BY " DISTANCE
     "(?v, ?w) ?x ?y LIMIT 100000",
     true},
    // A variable of both sides, one side only, or no score at all
    {"SELECT ?x ?y { ?x :a ?v ; :rank ?r . ?y :b ?w ; :rank ?r FILTER(" COSINE
     "(?v, ?w) > 0.3) } ORDER BY ?x ?y",
     false},
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w FILTER(" COSINE
     "(?v, ?v) > 0.3) } ORDER BY ?x ?y LIMIT 50",
     false},
    {"SELECT ?x ?y { ?x :a ?v . ?y :b ?w FILTER(" COSINE
     "(?v, ?w) = 1) } ORDER BY ?x ?y",
     false},
};

static void
test_pairs(set_kind kind, size_t n_rows, size_t n, const char *type)
{
  tercet_dataset *const dataset = make_dataset(kind, n_rows, n, type, 11U + n);
  for (size_t i = 0; i < sizeof(pair_queries) / sizeof(*pair_queries); ++i) {
    char text[1024];
    snprintf(text, sizeof(text), "%s%s", PROLOGUE, pair_queries[i].text);
    // Pairs that are not made are none that fail
    check_query(dataset, text, strstr(text, "LIMIT") == NULL);
    const bool joins = plan_has(dataset, text, "SimilarityJoin");
    CHECK_INT(joins, pair_queries[i].joins);
    if (joins != pair_queries[i].joins) {
      fprintf(stderr, "  %s\n", text);
    }
  }
  tercet_dataset_free(dataset);
}

static void
test_all_pairs(void)
{
  static const char *const types[] = {"float32", "float64", "float16", "int16"};
  static const size_t sizes[] = {1, 3, 16, 100, 384};
  for (set_kind kind = SCATTERED; kind < N_SETS; ++kind) {
    for (size_t i = 0; i < 5; ++i) {
      test_pairs(kind, 40, sizes[i], "float32");
    }
  }
  for (size_t t = 1; t < 4; ++t) {
    test_pairs(CLUSTERED, 30, 20, types[t]);
    test_pairs(SCATTERED, 30, 7, types[t]);
  }
  // Several blocks and tiles
  test_pairs(CLUSTERED, 280, 5, "float32");
}

/* ---- One vector and many ---- */

/// Run each question until codes have been made, and after
static void
test_scan(set_kind kind, size_t n, const char *type)
{
  static const char *const queries[] = {
      "SELECT ?x (" COSINE "(?v, ?w) AS ?s) { :b3 :b ?w . ?x :a ?v } "
      "ORDER BY DESC(?s) LIMIT 10",
      "SELECT ?x ?s { :b4 :b ?w . ?x :a ?v BIND(" DISTANCE
      "(?w, ?v) AS ?s) } ORDER BY ?s LIMIT 10 OFFSET 3",
      "SELECT ?x { :b2 :b ?w . ?x :a ?v } ORDER BY " COSINE "(?v, ?w) LIMIT 5",
      "SELECT ?x { :b3 :b ?w . ?x :a ?v } ORDER BY DESC(" DISTANCE
      "(?v, ?w)) ?x LIMIT 8",
      "SELECT ?x { :b3 :b ?w . ?x :a ?v } ORDER BY (1 - " COSINE
      "(?v, ?w)) LIMIT 20",
      "SELECT ?x { :b5 :b ?w . ?x :a ?v } ORDER BY DESC(-3 * " DISTANCE
      "(?v, ?w) + 1) LIMIT 4",
      "SELECT ?x { :b5 :b ?w . ?x :a ?v } ORDER BY DESC(1 / " COSINE
      "(?v, ?w)) LIMIT 7",
      "SELECT ?x { :b0 :b ?w . ?x :a ?v } ORDER BY DESC(" COSINE
      "(?v, ?w)) ?x LIMIT 6",
      "SELECT ?x { :b3 :b ?w . ?x :a ?v FILTER(" COSINE "(?v, ?w) > 0.3) }",
      "SELECT ?x { :b4 :b ?w . ?x :a ?v FILTER(" DISTANCE
      "(?v, ?w) <= 3.5) FILTER(" COSINE "(?v, ?w) < 0.9) }",
      "SELECT ?x ?s { :b4 :b ?w . ?x :a ?v BIND(" COSINE
      "(?v, ?w) AS ?s) FILTER(?s > 0.1) } ORDER BY DESC(?s) LIMIT 5",
      "SELECT ?x { :b1 :b ?w . ?x :a ?v ; :rank 3 } ORDER BY DESC(" COSINE
      "(?v, ?w)) LIMIT 5",
      "SELECT ?x { :b1 :b ?w . ?x :a ?v } ORDER BY DESC(" COSINE
      "(?v, ?w)) LIMIT 1450",
  };
  tercet_dataset *const dataset = make_dataset(kind, 1500, n, type, 23U + n);
  for (size_t i = 0; i < sizeof(queries) / sizeof(*queries); ++i) {
    char text[512];
    snprintf(text, sizeof(text), "%s%s", PROLOGUE, queries[i]);
    check_query(dataset, text, true);
    CHECK(plan_has(dataset, text, ", codes]"));
  }
  tercet_dataset_free(dataset);
}

static void
test_scans(void)
{
  for (set_kind kind = SCATTERED; kind < N_SETS; ++kind) {
    test_scan(kind, 33, "float32");
    test_scan(kind, 64, "float64");
  }
  test_scan(CLUSTERED, 300, "float16");
  test_scan(NEAR_TIES, 384, "float32");
}

/// Rows that come after the codes were made
static void
test_data_after_codes(void)
{
  tercet_dataset *const dataset =
      make_dataset(SCATTERED, 1500, 40, "float32", 3);
  static const char text[] =
      PROLOGUE "SELECT ?x { :b3 :b ?w . ?x :a ?v } ORDER BY DESC(" COSINE
               "(?v, ?w)) LIMIT 10";
  tercet_dataset_info before;
  tercet_dataset_get_info(dataset, &before);
  check_query(dataset, text, true);
  tercet_dataset_info after;
  tercet_dataset_get_info(dataset, &after);
  CHECK(after.tensor_bytes > before.tensor_bytes);

  uint64_t seed = 99;
  for (size_t round = 0; round < 3; ++round) {
    tercet_error err = {0};
    tercet_buffer more;
    tercet_buffer_init(&more, NULL, SIZE_MAX);
    add_set(&more, SCATTERED, "a", 900, 40, "float32", &seed);
    CHECK_STATUS(tercet_dataset_load_text(dataset,
                                          tercet_buffer_view(&more),
                                          TERCET_SYNTAX_NTRIPLES,
                                          NULL,
                                          NULL,
                                          &err),
                 TERCET_OK);
    tercet_buffer_clear(&more);
    check_query(dataset, text, true);
  }
  tercet_dataset_free(dataset);
}

/* ---- The rest ---- */

/// Sides without rows, and without a tensor
static void
test_nothing_to_compare(void)
{
  tercet_dataset *const dataset = make_dataset(SCATTERED, 20, 3, "float32", 1);
  static const char *const texts[] = {
      "SELECT * { ?x :none ?v . ?y :a ?w FILTER(" COSINE "(?v, ?w) > 0) }",
      "SELECT * { ?x :rank ?v . ?y :a ?w FILTER(" COSINE "(?v, ?w) > 0) }",
      "SELECT * { ?x :rank ?v . ?y :rank ?w } ORDER BY " COSINE
      "(?v, ?w) ?x ?y LIMIT 3",
      "SELECT * { ?x :a ?v FILTER(?v = 3) ?y :a ?w FILTER(" COSINE
      "(?v, ?w) > 0) }",
  };
  for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); ++i) {
    char text[512];
    snprintf(text, sizeof(text), "%s%s", PROLOGUE, texts[i]);
    check_query(dataset, text, true);
  }
  tercet_dataset_free(dataset);
}

/// A join that starts over for each batch of another one
static void
test_join_starts_over(void)
{
  tercet_dataset *const dataset = make_dataset(SCATTERED, 30, 3, "float32", 1);
  check_query(dataset,
              PROLOGUE
              "SELECT ?p ?x ?y { ?p :rank ?r OPTIONAL { ?x :rank ?r ; :a ?v . "
              "?y :b ?w FILTER(" COSINE "(?v, ?w) > 0.9) } } ORDER BY ?p ?x ?y",
              true);
  tercet_dataset_free(dataset);
}

/// Without memory to pack the vectors, all pairs are compared
static void
test_little_memory(void)
{
  tercet_dataset *const dataset =
      make_dataset(SCATTERED, 100, 300, "float32", 1);
  static const char text[] =
      PROLOGUE "SELECT (COUNT(*) AS ?n) { ?x :a ?v . ?y :a ?w "
               "FILTER(" COSINE "(?v, ?w) > 0.1) }";
  char expected[64] = "";
  size_t n_answers = 0;
  size_t n_limits = 0;
  for (size_t memory = 4U << 20U; memory > 10000; memory -= memory / 8U) {
    const tercet_query_options options = {.max_memory = memory};
    tercet_error err = {0};
    tercet_query *query = NULL;
    tercet_status st = tercet_query_prepare(
        dataset, tercet_string_from(text), &options, &query, &err);
    st = st ? st : tercet_query_step(query, &err);
    if (st == TERCET_ROW) {
      tercet_term term;
      CHECK_STATUS(tercet_query_column_term(query, 0, &term, &err), TERCET_OK);
      if (!n_answers++) {
        snprintf(
            expected, sizeof(expected), "%.*s", TERCET_STRING_ARGS(term.value));
      }
      CHECK_TEXT(term.value.data, term.value.length, expected);
    } else {
      CHECK_STATUS(st, TERCET_ERR_LIMIT);
      ++n_limits;
    }
    tercet_query_free(query);
  }
  CHECK(n_answers > 5);
  CHECK(n_limits > 0);
  tercet_dataset_free(dataset);
}

static void
test_cancelled(void)
{
  tercet_dataset *const dataset =
      make_dataset(SCATTERED, 100, 100, "float32", 1);
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  const tercet_query_options options = {.cancel = cancel};
  tercet_error err = {0};
  tercet_query *query = NULL;
  CHECK_STATUS(tercet_query_prepare(
                   dataset,
                   tercet_string_from(
                       PROLOGUE "SELECT * { ?x :a ?v . ?y :a ?w FILTER(" COSINE
                                "(?v, ?w) > 2) }"),
                   &options,
                   &query,
                   &err),
               TERCET_OK);
  tercet_cancel_request(cancel);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ERR_CANCELLED);
  tercet_query_free(query);
  tercet_cancel_free(cancel);
  tercet_dataset_free(dataset);
}

static void
test_names_of_methods(void)
{
  tercet_query_method method = TERCET_WITHOUT_SCORE_KERNELS;
  CHECK(tercet_query_method_from_name("similarity-join", &method));
  CHECK_INT(method, TERCET_WITHOUT_SIMILARITY_JOIN);
  CHECK(!tercet_query_method_from_name("similarity_join", &method));
}

int
main(void)
{
  test_all_pairs();
  test_scans();
  test_data_after_codes();
  test_nothing_to_compare();
  test_join_starts_over();
  test_little_memory();
  test_cancelled();
  test_names_of_methods();
  return check_finish();
}
