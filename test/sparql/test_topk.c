// SPDX-License-Identifier: Apache-2.0

/// ORDER BY with LIMIT against the full sort of the same rows: with ties,
/// errors, NaN, further keys, and similarity functions by their score kernel.

#include "check.h"

#include "base/buffer.h"
#include "base/error.h"
#include "base/string_view.h"
#include "sparql/query.h"

#include <math.h>

#define N_ROWS 3000
#define PROLOGUE "PREFIX : <http://e/> "

static size_t n_scored; // Rows that went through the score kernel

/* ---- A similarity: the dot product of float32 vectors ---- */

static const float *
float_row(const tercet_value *value, int64_t *n)
{
  if (value->kind != TERCET_VALUE_TENSOR ||
      value->tensor.type->dtype != TERCET_DTYPE_F32) {
    return NULL;
  }
  *n = value->tensor.type->n_elements;
  return (const float *)value->tensor.data;
}

/// Return the product, NaN for a zero in front of one
static double
dot(const float *a, const float *b, int64_t n)
{
  double sum = n && a[0] * b[0] == 0.0F ? (double)NAN : 0.0;
  for (int64_t i = 0; i < n; ++i) {
    sum += (double)a[i] * (double)b[i];
  }
  return sum;
}

static tercet_status
dot_evaluate(const tercet_function *self,
             tercet_call *call,
             const tercet_value_column *args,
             size_t n_args,
             tercet_value_column *out)
{
  CHECK_INT(n_args, 2);
  for (size_t i = 0; i < call->n_rows; ++i) {
    int64_t n = 0;
    int64_t m = 0;
    const tercet_value *const x = tercet_value_at(&args[0], i);
    const tercet_value *const y = tercet_value_at(&args[1], i);
    const float *const a = float_row(x, &n);
    const float *const b = float_row(y, &m);
    if (a && b && n == m) {
      out->values[i] = tercet_value_double(dot(a, b, n));
      continue;
    }
    out->values[i] = (tercet_value){0};
    if (x->kind != TERCET_VALUE_ERROR && y->kind != TERCET_VALUE_ERROR) {
      TERCET_TRY(
          tercet_call_fail(call, self->iri, "no two vectors of one length"));
    }
  }
  return TERCET_OK;
}

static bool
dot_score(const tercet_function *self,
          const tercet_tensor_type *type,
          const void *query,
          const void *const *rows,
          size_t n_rows,
          double *out)
{
  (void)self;
  if (type->dtype != TERCET_DTYPE_F32) {
    return false;
  }
  for (size_t i = 0; i < n_rows; ++i) {
    out[i] =
        dot((const float *)rows[i], (const float *)query, type->n_elements);
  }
  n_scored += n_rows;
  return true;
}

static const tercet_function dot_function = {
    .iri = {"http://e/dot", 12},
    .least_args = 2,
    .most_args = 2,
    .evaluate = dot_evaluate,
    .score = dot_score,
};

/* ---- Data ---- */

static void
add_vector(tercet_buffer *text, uint64_t *seed, const char *type, size_t n)
{
  CHECK_STATUS(
      tercet_buffer_printf(
          text,
          "\"{\\\"type\\\":\\\"%s\\\",\\\"shape\\\":[%zu],\\\"data\\\":[",
          type,
          n),
      TERCET_OK);
  for (size_t i = 0; i < n; ++i) {
    // Few different numbers, so that many scores are equal
    CHECK_STATUS(
        tercet_buffer_printf(
            text, "%s%d", i ? "," : "", (int)(check_random(seed) % 5U) - 1),
        TERCET_OK);
  }
  CHECK_STATUS(
      tercet_buffer_append_text(
          text, "]}\"^^<https://w3id.org/rdf-tensor/vocab#DataTensor> .\n"),
      TERCET_OK);
}

static tercet_dataset *
make_dataset(void)
{
  uint64_t seed = 3;
  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  for (unsigned i = 0; i < N_ROWS; ++i) {
    CHECK_STATUS(tercet_buffer_printf(
                     &text,
                     "<http://e/v%u> <http://e/rank> \"%u\"^^<%sinteger> .\n"
                     "<http://e/v%u> <http://e/name> \"name %u\" .\n"
                     "<http://e/v%u> <http://e/emb> ",
                     i,
                     (unsigned)(check_random(&seed) % 40U),
                     TERCET_XSD,
                     i,
                     (unsigned)(check_random(&seed) % 90U),
                     i),
                 TERCET_OK);
    switch (check_random(&seed) % 12U) {
    case 0:
      CHECK_STATUS(tercet_buffer_append_text(&text, "\"no vector\" .\n"),
                   TERCET_OK);
      break;
    case 1:
      add_vector(&text, &seed, "float32", 3);
      break;
    case 2:
      add_vector(&text, &seed, "float64", 4);
      break;
    default:
      add_vector(&text, &seed, "float32", 4);
      break;
    }
  }
  CHECK_STATUS(
      tercet_buffer_append_text(
          &text,
          "<http://e/q> <http://e/wanted> \"{\\\"type\\\":\\\"float32\\\","
          "\\\"shape\\\":[4],\\\"data\\\":[1,2,-1,3]}\""
          "^^<https://w3id.org/rdf-tensor/vocab#DataTensor> .\n"),
      TERCET_OK);
  for (unsigned i = 0; i < 3; ++i) {
    CHECK_STATUS(
        tercet_buffer_printf(&text, "<http://e/q%u> <http://e/several> ", i),
        TERCET_OK);
    add_vector(&text, &seed, "float32", 4);
  }

  const tercet_string view = tercet_buffer_view(&text);
  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, &err), TERCET_OK);
  CHECK_STATUS(tercet_dataset_load_text(
                   dataset, view, TERCET_SYNTAX_NTRIPLES, NULL, NULL, &err),
               TERCET_OK);
  tercet_buffer_clear(&text);
  return dataset;
}

/* ---- Comparison ---- */

/// Append the rows of a query as lines, from row `first` on, at most `max`
static void
collect(tercet_query *query, size_t first, size_t max, tercet_buffer *out)
{
  tercet_error err = {0};
  const tercet_output output = tercet_buffer_output(out);
  size_t row = 0;
  tercet_status st = tercet_query_step(query, &err);
  for (; st == TERCET_ROW; st = tercet_query_step(query, &err), ++row) {
    for (size_t c = 0; row >= first && row - first < max &&
                       c < tercet_query_column_count(query);
         ++c) {
      tercet_term term;
      CHECK_STATUS(tercet_query_column_term(query, c, &term, &err), TERCET_OK);
      if (term.kind != TERCET_TERM_NONE) {
        CHECK_STATUS(tercet_term_write(&term, &output, &err), TERCET_OK);
      }
      CHECK_STATUS(
          tercet_buffer_append_text(
              out, c + 1U < tercet_query_column_count(query) ? " " : "\n"),
          TERCET_OK);
    }
  }
  CHECK_STATUS(st, TERCET_DONE);
}

static tercet_query *
prepare(tercet_dataset *dataset,
        const tercet_registry *registry,
        const char *q,
        unsigned without)
{
  const tercet_query_options options = {.without = without};
  tercet_error err = {0};
  tercet_query *query = NULL;
  CHECK_STATUS(
      tercet_query_new(
          dataset, registry, tercet_string_from(q), &options, &query, &err),
      TERCET_OK);
  if (!query) {
    fprintf(stderr, "%s: %s\n", q, err.message);
  }
  return query;
}

static bool
plan_has(const tercet_query *query, const char *text)
{
  tercet_buffer plan;
  tercet_buffer_init(&plan, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&plan);
  CHECK_STATUS(tercet_query_explain(query, false, &output, NULL), TERCET_OK);
  CHECK_STATUS(tercet_buffer_append_char(&plan, '\0'), TERCET_OK);
  const bool found = strstr(plan.data, text) != NULL;
  if (!found) {
    fprintf(stderr, "no \"%s\" in\n%s", text, plan.data);
  }
  tercet_buffer_clear(&plan);
  return found;
}

/// Compare rows of a query without score kernels, from `first` on and at most
/// `max`, with all rows of one that may use them
static void
check_same(tercet_query *plain,
           tercet_query *query,
           const char *text,
           size_t first,
           size_t max,
           bool scores)
{
  tercet_buffer actual;
  tercet_buffer expected;
  tercet_buffer_init(&actual, NULL, SIZE_MAX);
  tercet_buffer_init(&expected, NULL, SIZE_MAX);
  n_scored = 0;
  collect(plain, first, max, &expected);
  CHECK_INT(n_scored, 0);
  collect(query, 0, SIZE_MAX, &actual);
  CHECK_INT(n_scored > 0, scores);
  CHECK(!scores || plan_has(query, "[score kernel"));

  const bool same =
      actual.length == expected.length &&
      (!actual.length || !memcmp(actual.data, expected.data, actual.length));
  CHECK(same);
  if (!same) {
    fprintf(stderr,
            "%s\n--- is\n%.*s--- expected\n%.*s",
            text,
            (int)(actual.length < 800 ? actual.length : 800),
            actual.data,
            (int)(expected.length < 800 ? expected.length : 800),
            expected.data);
  }
  const size_t n_failures = tercet_query_failure_count(plain);
  CHECK_INT(tercet_query_failure_count(query), n_failures);
  for (size_t i = 0; i < n_failures; ++i) {
    tercet_query_failure a;
    tercet_query_failure b;
    tercet_query_get_failure(plain, i, &a);
    tercet_query_get_failure(query, i, &b);
    CHECK(tercet_string_equals(a.function, b.function));
    CHECK_INT(b.n, a.n);
    CHECK(tercet_string_equals(a.reason, b.reason));
  }
  tercet_buffer_clear(&actual);
  tercet_buffer_clear(&expected);
}

/// Compare a query with LIMIT and OFFSET with a part of the same query without
static void
check_limit(tercet_dataset *dataset,
            const tercet_registry *registry,
            const char *text,
            unsigned limit,
            unsigned offset,
            bool scores)
{
  char limited[4096];
  snprintf(
      limited, sizeof(limited), "%s LIMIT %u OFFSET %u", text, limit, offset);
  tercet_query *const full =
      prepare(dataset, registry, text, TERCET_WITHOUT_SCORE_KERNELS);
  tercet_query *const query = prepare(dataset, registry, limited, 0);
  if (full && query) {
    CHECK(plan_has(full, "Order by"));
    CHECK(plan_has(query, "TopK k="));
    check_same(full, query, limited, offset, limit, scores);
  }
  tercet_query_free(full);
  tercet_query_free(query);
}

static void
test_limits(tercet_dataset *dataset, const tercet_registry *registry)
{
  static const struct {
    const char *text;
    bool scores;
  } cases[] = {
      {"SELECT ?v ?e { :q :wanted ?q . ?v :emb ?e } "
       "ORDER BY DESC(:dot(?e, ?q))",
       true},
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e } ORDER BY :dot(?e, ?q)", true},
      {"SELECT ?v ?s { :q :wanted ?q . ?v :emb ?e BIND(:dot(?q, ?e) AS ?s) } "
       "ORDER BY DESC(?s)",
       true},
      {"SELECT ?v (:dot(?e, ?q) AS ?s) { :q :wanted ?q . ?v :emb ?e } "
       "ORDER BY ASC(?s)",
       true},
      {"SELECT ?v ?s { :q :wanted ?q . ?v :emb ?e ; :rank ?r "
       "BIND(:dot(?e, ?q) AS ?s) FILTER(?r > 3) } ORDER BY DESC(?s) ?r",
       true},
      {"SELECT ?v ?s { :q :wanted ?q . ?v :emb ?e BIND(:dot(?e, ?q) AS ?s) "
       "?v :name ?n } ORDER BY DESC(?s) DESC(?n) ?v",
       true},
      {"SELECT ?v ?e { ?v :emb ?e } ORDER BY DESC(:dot(?e, "
       "'{\"type\":\"float32\",\"shape\":[4],\"data\":[1,2,-1,0.5]}'"
       "^^<https://w3id.org/rdf-tensor/vocab#DataTensor>))",
       true},
      // Numbers around the score
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e } ORDER BY (1 - :dot(?e, ?q))",
       true},
      {"SELECT ?v ?s { :q :wanted ?q . ?v :emb ?e "
       "BIND(-:dot(?q, ?e) * 0.1 AS ?s) } ORDER BY DESC(?s)",
       true},
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e } "
       "ORDER BY DESC(3 / (+:dot(?e, ?q) - 1e0)) ?v",
       true},
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e } "
       "ORDER BY DESC(:dot(?e, ?q) / 0) ?v",
       true},
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e } "
       "ORDER BY DESC(:dot(?e, ?q) + 12345678901234567890123.5)",
       true},
      // No number, or another score: the function itself
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e } "
       "ORDER BY DESC(:dot(?e, ?q) + \"x\") ?v",
       false},
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e ; :rank ?r } "
       "ORDER BY DESC(:dot(?e, ?q) + ?r) ?v",
       false},
      // Another vector in each row: the function itself
      {"SELECT ?v ?w { ?v :rank 7 ; :emb ?e . ?w :several ?q } "
       "ORDER BY DESC(:dot(?e, ?q)) ?v ?w",
       false},
      // A threshold on the score goes before it
      {"SELECT ?v ?s { :q :wanted ?q . ?v :emb ?e BIND(:dot(?e, ?q) AS ?s) "
       "FILTER(?s > 2) } ORDER BY DESC(?s)",
       true},
      {"SELECT ?v ?n ?r { ?v :name ?n ; :rank ?r } ORDER BY ?r DESC(?n)",
       false},
      {"SELECT ?v ?n { ?v :name ?n } ORDER BY DESC(STRLEN(?n)) ?n", false},
      {"SELECT DISTINCT ?n ?r { ?v :name ?n ; :rank ?r } ORDER BY ?n DESC(?r)",
       false},
      {"SELECT DISTINCT (STR(?r) AS ?t) { ?v :rank ?r } ORDER BY ?t", false},
      {"SELECT ?v ?x { ?v :name ?n OPTIONAL { ?v :rank ?x FILTER(?x > 20) } } "
       "ORDER BY ?x ?v",
       false},
      {"SELECT ?r (COUNT(*) AS ?c) (SAMPLE(?n) AS ?m) { ?v :rank ?r ; :name ?n "
       "} "
       "GROUP BY ?r ORDER BY DESC(?c) ?r",
       false},
  };
  static const unsigned limits[][2] = {
      {1, 0}, {10, 0}, {10, 5}, {100, 1}, {5000, 0}, {5, 4000}};
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    char text[2048];
    snprintf(text, sizeof(text), "%s%s", PROLOGUE, cases[i].text);
    for (size_t k = 0; k < sizeof(limits) / sizeof(*limits); ++k) {
      check_limit(
          dataset, registry, text, limits[k][0], limits[k][1], cases[i].scores);
    }
  }
}

/* ---- Thresholds ---- */

/// Compare a query with the same query without score kernels
static void
check_threshold(tercet_dataset *dataset,
                const tercet_registry *registry,
                const char *text,
                bool scores)
{
  tercet_query *const plain =
      prepare(dataset, registry, text, TERCET_WITHOUT_SCORE_KERNELS);
  tercet_query *const query = prepare(dataset, registry, text, 0);
  if (plain && query) {
    check_same(plain, query, text, 0, SIZE_MAX, scores);
  }
  tercet_query_free(plain);
  tercet_query_free(query);
}

static void
test_thresholds(tercet_dataset *dataset, const tercet_registry *registry)
{
  static const struct {
    const char *text;
    bool scores;
  } cases[] = {
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e FILTER(:dot(?e, ?q) > 4) }",
       true},
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e FILTER(:dot(?e, ?q) >= 4) }",
       true},
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e FILTER(4.0 > :dot(?q, ?e)) }",
       true},
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e FILTER(4e0 >= :dot(?q, ?e)) }",
       true},
      {"SELECT ?v ?r { :q :wanted ?q . ?v :emb ?e ; :rank ?r "
       "FILTER(1 - :dot(?e, ?q) / 8 < 0.5 && ?r < 30) }",
       true},
      {"SELECT ?v ?s { :q :wanted ?q . ?v :emb ?e BIND(:dot(?e, ?q) AS ?s) "
       "BIND(-?s AS ?t) FILTER(?t < -2) FILTER(?s < 7) }",
       true},
      {"SELECT ?v ?s { :q :wanted ?q . ?v :rank ?r OPTIONAL { ?v :emb ?e "
       "FILTER(?r > 9) } BIND(:dot(?e, ?q) AS ?s) FILTER(?s > 2) }",
       true},
      {"SELECT ?v ?w { ?v :rank 7 ; :emb ?e . ?w :several ?q "
       "FILTER(:dot(?e, ?q) > 2) }",
       false},
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e FILTER(:dot(?e, ?q) > \"x\") }",
       false},
      {"SELECT ?v { :q :wanted ?q . ?v :emb ?e FILTER(:dot(?e, ?q) = 4) }",
       false},
      {"SELECT ?v ?s { :q :wanted ?q . ?v :emb ?e "
       "BIND(:dot(?e, ?q) + RAND() * 0 AS ?s) FILTER(?s > 2) }",
       false},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    char text[2048];
    snprintf(text, sizeof(text), "%s%s", PROLOGUE, cases[i].text);
    check_threshold(dataset, registry, text, cases[i].scores);
  }
}

static void
test_limit_zero_reads_nothing(tercet_dataset *dataset,
                              const tercet_registry *registry)
{
  tercet_error err = {0};
  tercet_query *const query =
      prepare(dataset,
              registry,
              PROLOGUE "SELECT * { ?v :rank ?r } ORDER BY ?r LIMIT 0",
              0);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_DONE);
  CHECK(plan_has(query, "Empty"));
  tercet_query_free(query);
}

int
main(void)
{
  tercet_registry *registry = NULL;
  CHECK_STATUS(tercet_registry_new(NULL, &registry), TERCET_OK);
  CHECK_STATUS(tercet_registry_add_function(registry, &dot_function),
               TERCET_OK);
  tercet_dataset *const dataset = make_dataset();
  test_limits(dataset, registry);
  test_thresholds(dataset, registry);
  test_limit_zero_reads_nothing(dataset, registry);
  tercet_dataset_free(dataset);
  tercet_registry_free(registry);
  return check_finish();
}
