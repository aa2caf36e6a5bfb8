// SPDX-License-Identifier: Apache-2.0

/// The public interface of queries: rows, bindings, errors, limits, failing
/// memory

#include "check.h"

#include "base/buffer.h"
#include "base/string_view.h"

#include <tercet/tercet.h>

#include <time.h>

#define PROLOGUE                                                               \
  "PREFIX : <http://e/> PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#> "

static const char data[] =
    "@prefix : <http://e/> .\n"
    "@prefix tensor: <https://w3id.org/rdf-tensor/vocab#> .\n"
    ":a :name \"A\" ; :size 3 ; :next :b ;\n"
    "  :emb '{\"type\":\"float32\",\"shape\":[2],\"data\":[1,0]}'"
    "^^tensor:DataTensor .\n"
    ":b :name \"B\"@en ; :size 1 ; :next :c ;\n"
    "  :emb '{\"type\":\"float32\",\"shape\":[2],\"data\":[0,1]}'"
    "^^tensor:DataTensor .\n"
    ":c :size 2.5 ; :next :a ;\n"
    "  :emb '{\"type\":\"float32\",\"shape\":[3],\"data\":[1,1,1]}'"
    "^^tensor:DataTensor .\n"
    ":d :emb \"none\" .\n"
    ":big :n 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 .\n";

static tercet_dataset *
make_dataset(const tercet_allocator *alloc)
{
  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  CHECK_STATUS(tercet_dataset_new(alloc, &dataset, &err), TERCET_OK);
  CHECK_STATUS(tercet_dataset_load_text(dataset,
                                        tercet_string_from(data),
                                        TERCET_SYNTAX_TURTLE,
                                        NULL,
                                        NULL,
                                        &err),
               TERCET_OK);
  return dataset;
}

static tercet_query *
prepare(tercet_dataset *dataset, const char *text)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  CHECK_STATUS(tercet_query_prepare(
                   dataset, tercet_string_from(text), NULL, &query, &err),
               TERCET_OK);
  if (!query) {
    fprintf(stderr, "%s: %s\n", text, err.message);
  }
  return query;
}

/// Return the number of rows
static size_t
count_rows(tercet_query *query)
{
  tercet_error err = {0};
  size_t n = 0;
  tercet_status st = tercet_query_step(query, &err);
  for (; st == TERCET_ROW; st = tercet_query_step(query, &err)) {
    ++n;
  }
  CHECK_STATUS(st, TERCET_DONE);
  return n;
}

static size_t
count_query(tercet_dataset *dataset, const char *text)
{
  tercet_query *const query = prepare(dataset, text);
  const size_t n = query ? count_rows(query) : SIZE_MAX;
  tercet_query_free(query);
  return n;
}

static void
test_rows_and_columns(tercet_dataset *dataset)
{
  tercet_error err = {0};
  tercet_term term;
  tercet_query *const query = prepare(
      dataset,
      PROLOGUE "SELECT ?name ?s ?nowhere { ?s :size ?z OPTIONAL { ?s :name "
               "?name } } ORDER BY ?z");
  CHECK_INT(tercet_query_get_form(query), TERCET_QUERY_SELECT);
  CHECK_INT(tercet_query_column_count(query), 3);
  const tercet_string name = tercet_query_column_name(query, 0);
  CHECK_TEXT(name.data, name.length, "name");
  CHECK_STATUS(tercet_query_column_term(query, 0, &term, &err),
               TERCET_ERR_ARGUMENT);

  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ROW);
  CHECK_STATUS(tercet_query_column_term(query, 0, &term, &err), TERCET_OK);
  CHECK_INT(term.kind, TERCET_TERM_LITERAL);
  CHECK_TEXT(term.value.data, term.value.length, "B");
  CHECK_TEXT(term.language.data, term.language.length, "en");
  CHECK_STATUS(tercet_query_column_term(query, 1, &term, &err), TERCET_OK);
  CHECK_INT(term.kind, TERCET_TERM_IRI);
  CHECK_TEXT(term.value.data, term.value.length, "http://e/b");
  CHECK_STATUS(tercet_query_column_term(query, 2, &term, &err), TERCET_OK);
  CHECK_INT(term.kind, TERCET_TERM_NONE);
  CHECK_STATUS(tercet_query_column_term(query, 3, &term, &err),
               TERCET_ERR_ARGUMENT);

  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ROW);
  CHECK_STATUS(tercet_query_column_term(query, 0, &term, &err), TERCET_OK);
  CHECK_INT(term.kind, TERCET_TERM_NONE);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ROW);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_DONE);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_DONE);
  CHECK_STATUS(tercet_query_column_term(query, 0, &term, &err),
               TERCET_ERR_ARGUMENT);
  tercet_query_free(query);
}

static void
test_ask(tercet_dataset *dataset)
{
  tercet_error err = {0};
  bool answer = false;
  tercet_query *query = prepare(dataset, PROLOGUE "ASK { ?s :size 1 }");
  CHECK_INT(tercet_query_get_form(query), TERCET_QUERY_ASK);
  CHECK_INT(tercet_query_column_count(query), 0);
  CHECK_STATUS(tercet_query_ask(query, &answer, &err), TERCET_OK);
  CHECK(answer);
  answer = false;
  CHECK_STATUS(tercet_query_ask(query, &answer, &err), TERCET_OK);
  CHECK(answer);
  tercet_query_free(query);

  query = prepare(dataset, PROLOGUE "ASK { ?s :size 77 }");
  CHECK_STATUS(tercet_query_ask(query, &answer, &err), TERCET_OK);
  CHECK(!answer);
  tercet_query_free(query);

  query = prepare(dataset, PROLOGUE "SELECT * { ?s :size 77 }");
  CHECK_STATUS(tercet_query_ask(query, &answer, &err), TERCET_ERR_ARGUMENT);
  tercet_query_free(query);
}

static void
test_prefixes(tercet_dataset *dataset)
{
  tercet_string name;
  tercet_string iri;
  tercet_query *const query =
      prepare(dataset, PROLOGUE "SELECT * { ?s :size 77 }");
  CHECK_INT(tercet_query_prefix_count(query), 2);
  tercet_query_get_prefix(query, 1, &name, &iri);
  CHECK_TEXT(name.data, name.length, "tensor");
  CHECK_TEXT(iri.data, iri.length, "https://w3id.org/rdf-tensor/vocab#");
  tercet_query_free(query);
}

/// Check that a query is refused with a status, a place and a word of its
/// message
static void
check_refused(tercet_dataset *dataset,
              const char *text,
              tercet_status status,
              uint64_t line,
              uint64_t column,
              const char *word)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  CHECK_STATUS(tercet_query_prepare(
                   dataset, tercet_string_from(text), NULL, &query, &err),
               status);
  CHECK(!query);
  CHECK_STATUS(err.status, status);
  CHECK_INT(err.line, line);
  CHECK_INT(err.column, column);
  CHECK(strstr(err.message, word) != NULL);
  if (!strstr(err.message, word)) {
    fprintf(stderr, "  %s\n", err.message);
  }
}

static void
test_refusals_name_feature_and_place(tercet_dataset *dataset)
{
  check_refused(dataset, "SELECT * {\n  ?s ?p }", TERCET_ERR_SYNTAX, 2, 9, "");
  check_refused(dataset,
                "SELECT (<http://e/f>(1) AS ?x) {}",
                TERCET_ERR_NOT_FOUND,
                1,
                9,
                "http://e/f");
  check_refused(dataset,
                "SELECT * {\n ?s ?p ?o MINUS { ?s ?p 1 } }",
                TERCET_ERR_UNSUPPORTED,
                2,
                11,
                "MINUS");
  check_refused(dataset,
                "SELECT * { ?s ?p ?o FILTER(?o > 1 && EXISTS { ?s ?p 1 }) }",
                TERCET_ERR_UNSUPPORTED,
                1,
                38,
                "EXISTS");
  check_refused(dataset,
                "SELECT * { ?s ?p ?o\nFILTER NOT EXISTS { ?s ?p 1 } }",
                TERCET_ERR_UNSUPPORTED,
                2,
                8,
                "NOT EXISTS");
  check_refused(dataset,
                "PREFIX : <http://e/>\nSELECT * { ?s :p+ ?o }",
                TERCET_ERR_UNSUPPORTED,
                2,
                15,
                "path");
  check_refused(dataset,
                "SELECT * { SERVICE <http://e/> { ?s ?p ?o } }",
                TERCET_ERR_UNSUPPORTED,
                1,
                12,
                "SERVICE");
  check_refused(dataset,
                " CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }",
                TERCET_ERR_UNSUPPORTED,
                1,
                2,
                "CONSTRUCT");
  check_refused(dataset,
                "DESCRIBE <http://e/a>",
                TERCET_ERR_UNSUPPORTED,
                1,
                1,
                "DESCRIBE");
}

static void
test_paths_without_closure(tercet_dataset *dataset)
{
  CHECK_INT(count_query(dataset, PROLOGUE "SELECT * { :a :next/:next ?x }"), 1);
  CHECK_INT(count_query(dataset, PROLOGUE "SELECT * { :a :next|^:next ?x }"),
            2);
  CHECK_INT(count_query(dataset, PROLOGUE "SELECT * { ?x ^(:next/:size) ?y }"),
            3);
  CHECK_INT(count_query(dataset, PROLOGUE "SELECT * { ?y (:next/:size) ?x }"),
            3);
}

static void
test_bind_term(tercet_dataset *dataset)
{
  tercet_error err = {0};
  const tercet_term b = {.kind = TERCET_TERM_IRI, .value = {"http://e/b", 10}};
  const tercet_term other = {.kind = TERCET_TERM_IRI,
                             .value = {"http://e/none", 13}};
  tercet_query *query = prepare(dataset, PROLOGUE "SELECT * { ?s :size ?z }");
  CHECK_STATUS(tercet_query_bind_term(query, "nope", &b, &err),
               TERCET_ERR_NOT_FOUND);
  CHECK_STATUS(tercet_query_bind_term(query, "s", &other, &err), TERCET_OK);
  CHECK_STATUS(tercet_query_bind_term(query, "s", &b, &err), TERCET_OK);
  CHECK_INT(count_rows(query), 1);
  CHECK_STATUS(tercet_query_bind_term(query, "s", &b, &err),
               TERCET_ERR_ARGUMENT);
  tercet_query_free(query);

  // A variable that only an expression has
  query =
      prepare(dataset, PROLOGUE "SELECT ?s ?x { ?s :size ?z FILTER(?s = ?x) }");
  CHECK_STATUS(tercet_query_bind_term(query, "x", &b, &err), TERCET_OK);
  CHECK_INT(count_rows(query), 1);
  tercet_query_free(query);

  query = prepare(dataset, PROLOGUE "SELECT * { ?s :size ?z }");
  CHECK_STATUS(tercet_query_bind_term(query, "s", &other, &err), TERCET_OK);
  CHECK_INT(count_rows(query), 0);
  tercet_query_free(query);
}

static void
test_bind_and_read_tensor(tercet_dataset *dataset)
{
  static const char text[] =
      PROLOGUE "SELECT ?s (tensor:add(?e, ?q) AS ?sum) { ?s :emb ?e } "
               "ORDER BY DESC(tensor:cosineSimilarity(?e, ?q)) LIMIT 1";
  const int64_t shape[] = {2};
  const float numbers[] = {0.25F, 2.0F};
  const float expected[] = {0.25F, 3.0F};
  tercet_error err = {0};
  tercet_tensor *tensor = NULL;
  tercet_tensor *sum = NULL;
  tercet_term term;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F32, 1, shape, numbers, &tensor, &err),
               TERCET_OK);
  tercet_query *const query = prepare(dataset, text);
  CHECK_STATUS(tercet_query_bind_tensor(query, "q", tensor, &err), TERCET_OK);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ROW);
  CHECK_STATUS(tercet_query_column_term(query, 0, &term, &err), TERCET_OK);
  CHECK_TEXT(term.value.data, term.value.length, "http://e/b");
  CHECK_STATUS(tercet_query_column_tensor(query, 0, &sum, &err), TERCET_OK);
  CHECK(!sum);
  CHECK_STATUS(tercet_query_column_tensor(query, 1, &sum, &err), TERCET_OK);
  CHECK(sum != NULL);
  tercet_query_failure failure;
  CHECK_INT(tercet_query_failure_count(query), 1);
  tercet_query_get_failure(query, 0, &failure);
  CHECK_INT(failure.n, 2);
  CHECK(!failure.is_aggregate);
  CHECK(failure.reason.length > 0);
  CHECK_TEXT(failure.function.data,
             failure.function.length,
             "https://w3id.org/rdf-tensor/vocab#cosineSimilarity");
  tercet_query_free(query);

  // The tensor outlives the query
  CHECK(sum && !memcmp(tercet_tensor_data(sum), expected, sizeof(expected)));
  tercet_tensor_unref(sum);
  tercet_tensor_unref(tensor);
}

/// Run a query, and compare what failed: lines of local name, number and reason
static void
check_failures(tercet_dataset *dataset, const char *text, const char *expected)
{
  tercet_buffer lines;
  tercet_buffer_init(&lines, NULL, SIZE_MAX);
  tercet_query *const query = prepare(dataset, text);
  CHECK_INT(tercet_query_failure_count(query), 0);
  (void)count_rows(query);
  for (size_t i = 0; i < tercet_query_failure_count(query); ++i) {
    tercet_query_failure failure;
    tercet_query_get_failure(query, i, &failure);
    const char *const name =
        memrchr(failure.function.data, '#', failure.function.length);
    const tercet_string end = {failure.function.data + failure.function.length,
                               0};
    CHECK_STATUS(tercet_buffer_printf(&lines,
                                      "%.*s%s %llu: %.*s\n",
                                      name ? (int)(end.data - name - 1)
                                           : (int)failure.function.length,
                                      name ? name + 1 : failure.function.data,
                                      failure.is_aggregate ? "()" : "",
                                      (unsigned long long)failure.n,
                                      TERCET_STRING_ARGS(failure.reason)),
                 TERCET_OK);
  }
  CHECK_TEXT(lines.data ? lines.data : "", lines.length, expected);
  tercet_buffer_clear(&lines);
  tercet_query_free(query);
}

#define TEN(variable) ":big :n ?" variable " . "
#define TWO                                                                    \
  "\"{\\\"type\\\":\\\"float32\\\",\\\"shape\\\":[2],"                         \
  "\\\"data\\\":[1,0]}\"^^tensor:DataTensor"

/// Counts are exact, also over several batches, for constants, and where only
/// some rows are evaluated
static void
test_failures_by_function(tercet_dataset *dataset)
{
  check_failures(dataset,
                 PROLOGUE "SELECT (tensor:norm2(-1, ?e) AS ?n) "
                          "(tensor:shape(?e) AS ?s) { ?x :emb ?e }",
                 "norm2 1: norm2(-1, \"none\"): argument 2 is no tensor\n"
                 "shape 1: shape(\"none\"): argument 1 is no tensor\n");
  check_failures(dataset,
                 PROLOGUE "SELECT (tensor:shape(?a) AS ?x) { " TEN("a") TEN("b")
                     TEN("c") TEN("d") "}",
                 "shape 10000: shape(0): argument 1 is no tensor\n");
#ifdef TERCET_HAVE_PCRE2
  check_failures(
      dataset,
      PROLOGUE "SELECT (tensor:shape(1) AS ?x) "
               "(REGEX(\"a\", \"(\") AS ?y) { " TEN("a") TEN("b") TEN("c")
                   TEN("d") "}",
      "shape 10000: shape(1): argument 1 is no tensor\n"
      "REGEX 10000: regular expression: missing closing parenthesis\n");
#endif
  check_failures(dataset,
                 PROLOGUE "SELECT (IF(?a < 3, tensor:shape(?a), 0) AS ?x) "
                          "{ " TEN("a") TEN("b") " }",
                 "shape 30: shape(0): argument 1 is no tensor\n");
  check_failures(dataset,
                 PROLOGUE "SELECT ?a { " TEN("a")
                     TEN("b") "FILTER(?a < 2 && BOUND(?b) && "
                              "tensor:all(?a + ?b)) }",
                 "all 20: all(0): argument 1 is no tensor\n");

  // An argument that is an error already is no further failure
  check_failures(dataset,
                 PROLOGUE "SELECT (tensor:exp(tensor:shape(?a)) AS ?x) "
                          "(tensor:exp(?none) AS ?y) { " TEN("a") "}",
                 "shape 10: shape(0): argument 1 is no tensor\n");

  // Groups, and rows of what is computed from them
  check_failures(
      dataset,
      PROLOGUE "SELECT (tensor:shape(?b) AS ?s) (tensor:SUM(?a) AS ?x) "
               "(tensor:VAR(?t) AS ?v) { " TEN("a")
                   TEN("b") "BIND(" TWO " AS ?t) FILTER(?a = 1) } GROUP BY ?b",
      "SUM() 10: SUM: a value of the group is no tensor: 1\n"
      "VAR() 10: VAR: the group has only one tensor\n"
      "shape 10: shape(0): argument 1 is no tensor\n");

  // A key that is computed for the heap and again for the result counts once
  check_failures(dataset,
                 PROLOGUE "SELECT ?x (tensor:cosineSimilarity(?e, " TWO
                          ") AS ?c) "
                          "{ ?x :emb ?e } ORDER BY DESC(?c) LIMIT 9",
                 "cosineSimilarity 2: cosineSimilarity(float32 [3], float32 "
                 "[2]): the shapes differ\n");
}

static void
test_explain(tercet_dataset *dataset)
{
  tercet_error err = {0};
  tercet_buffer plan;
  tercet_buffer_init(&plan, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&plan);
  tercet_query *const query =
      prepare(dataset,
              PROLOGUE
              "SELECT ?s { ?s :emb ?e } ORDER BY "
              "DESC(tensor:cosineSimilarity(?e, ?q)) LIMIT 10 VALUES ?q { 1 }");
  CHECK_STATUS(tercet_query_explain(query, false, &output, &err), TERCET_OK);
  CHECK_INT(count_rows(query), 4);
  CHECK_STATUS(tercet_query_explain(query, true, &output, &err), TERCET_OK);
  CHECK_STATUS(tercet_buffer_append_char(&plan, '\0'), TERCET_OK);
  CHECK(strstr(plan.data,
               "TopK k=10 by DESC tensor:cosineSimilarity(?e, ?q) [score "
               "kernel "));
  CHECK(strstr(plan.data, "4 actual"));
  CHECK(strstr(plan.data,
               "\n<https://w3id.org/rdf-tensor/vocab#cosineSimilarity> failed "
               "in 4 rows; the first: cosineSimilarity(float32 [2], 1): "
               "argument 2 is no tensor\n"));
  tercet_buffer_clear(&plan);
  tercet_query_free(query);
}

/* ---- Limits ---- */

/// A product of six lists of ten: a million rows, to be sorted
static const char large[] =
    PROLOGUE "SELECT * { :big :n ?a . :big :n ?b . :big :n ?c . :big :n ?d . "
             ":big :n ?e . :big :n ?f } ORDER BY ?f ?e ?d ?c ?b ?a";

static void
test_memory_limit(tercet_dataset *dataset)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  tercet_query_options options = {0};
  options.max_memory = 4U << 20U;
  CHECK_STATUS(tercet_query_prepare(
                   dataset, tercet_string_from(large), &options, &query, &err),
               TERCET_OK);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ERR_LIMIT);
  CHECK_STATUS(err.status, TERCET_ERR_LIMIT);
  err = (tercet_error){0};
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ERR_LIMIT);
  CHECK(err.message[0] != '\0');
  tercet_query_free(query);

  options.max_memory = 100;
  CHECK_STATUS(tercet_query_prepare(
                   dataset, tercet_string_from(large), &options, &query, &err),
               TERCET_ERR_LIMIT);
  CHECK(!query);
}

static void
test_time_limit_and_cancellation(tercet_dataset *dataset)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  tercet_query_options options = {0};
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  options.cancel = cancel;
  CHECK_STATUS(tercet_query_prepare(
                   dataset, tercet_string_from(large), &options, &query, &err),
               TERCET_OK);
  struct timespec start;
  struct timespec end;
  tercet_cancel_set_timeout(cancel, 0.05);
  clock_gettime(CLOCK_MONOTONIC, &start);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ERR_TIMEOUT);
  clock_gettime(CLOCK_MONOTONIC, &end);
  CHECK(end.tv_sec - start.tv_sec < 5);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ERR_TIMEOUT);
  tercet_query_free(query);

  tercet_cancel_set_timeout(cancel, -1.0);
  CHECK_STATUS(tercet_query_prepare(
                   dataset, tercet_string_from(large), &options, &query, &err),
               TERCET_OK);
  tercet_cancel_request(cancel);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ERR_CANCELLED);
  tercet_query_free(query);
  tercet_cancel_free(cancel);
}

/* ---- Functions ---- */

static void
count_function(void *context, tercet_string iri, bool is_aggregate)
{
  size_t *const counts = (size_t *)context;
  ++counts[is_aggregate];
  CHECK(iri.length > 0);
}

static void
test_functions_visit(void)
{
  size_t counts[2] = {0, 0};
  tercet_functions_visit(count_function, counts);
  CHECK(counts[0] > 20);
  CHECK(counts[1] >= 2);
}

/* ---- Failing memory ---- */

/// Run a query to its end; #TERCET_OK or the failure
static tercet_status
run_query(tercet_dataset *dataset, const char *text, size_t *n_rows)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  const tercet_term b = {.kind = TERCET_TERM_IRI, .value = {"http://e/b", 10}};
  tercet_status st = tercet_query_prepare(
      dataset, tercet_string_from(text), NULL, &query, &err);
  *n_rows = 0;
  if (st) {
    return st;
  }
  if (strstr(text, "?bound")) {
    st = tercet_query_bind_term(query, "bound", &b, &err);
  }
  while (!st && (st = tercet_query_step(query, &err)) == TERCET_ROW) {
    for (size_t c = 0; c < tercet_query_column_count(query); ++c) {
      tercet_term term;
      st = tercet_query_column_term(query, c, &term, &err);
      if (st) {
        break;
      }
    }
    ++*n_rows;
  }
  tercet_query_free(query);
  return st == TERCET_DONE ? TERCET_OK : st;
}

static void
test_each_allocation_may_fail(void)
{
  static const char *const queries[] = {
      PROLOGUE "SELECT * { ?s :size ?z ; :next ?n . OPTIONAL { ?n :name ?m } "
               "FILTER(?z > 0) } ORDER BY ?z",
      PROLOGUE "SELECT ?z (COUNT(DISTINCT ?s) AS ?c) (SUM(?z) AS ?t) "
               "(GROUP_CONCAT(?s) AS ?g) { ?s :size ?z } GROUP BY ?z "
               "HAVING(COUNT(*) > 0) ORDER BY DESC(?c) LIMIT 2",
      PROLOGUE "SELECT DISTINCT ?x ?y { { ?x :next ?y } UNION { ?y :next ?x } "
               "VALUES ?x { :a :b } OPTIONAL { ?y :next ?q . ?q :size ?r "
               "FILTER(?r > 1) } }",
      PROLOGUE "SELECT ?s ?d { :a :emb ?q . ?s :emb ?e "
               "BIND(tensor:cosineSimilarity(?e, ?q) AS ?d) } "
               "ORDER BY DESC(?d) LIMIT 3",
      PROLOGUE "SELECT (tensor:SUM(?e) AS ?t) { ?s :emb ?e "
               "FILTER(?s IN (:a, :b)) }",
      PROLOGUE "SELECT REDUCED ?bound ?n { ?bound :next/:next ?n "
               "{ SELECT ?n { ?n :size ?z } LIMIT 10 OFFSET 0 } }",
  };
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_dataset *const dataset = make_dataset(&alloc);
  for (size_t k = 0; k < sizeof(queries) / sizeof(*queries); ++k) {
    size_t n_rows = 0;
    size_t n_expected = 0;
    state = (failing_allocator){0, SIZE_MAX};
    CHECK_STATUS(run_query(dataset, queries[k], &n_expected), TERCET_OK);
    CHECK(n_expected > 0);
    for (size_t n = state.calls, i = 0; i < n; ++i) {
      state = (failing_allocator){0, i};
      CHECK_STATUS(run_query(dataset, queries[k], &n_rows),
                   TERCET_ERR_NO_MEMORY);
    }
    state = (failing_allocator){0, SIZE_MAX};
    CHECK_STATUS(run_query(dataset, queries[k], &n_rows), TERCET_OK);
    CHECK_INT(n_rows, n_expected);
  }
  tercet_dataset_free(dataset);
}

int
main(void)
{
  tercet_dataset *const dataset = make_dataset(NULL);
  test_rows_and_columns(dataset);
  test_ask(dataset);
  test_prefixes(dataset);
  test_refusals_name_feature_and_place(dataset);
  test_paths_without_closure(dataset);
  test_bind_term(dataset);
  test_bind_and_read_tensor(dataset);
  test_failures_by_function(dataset);
  test_explain(dataset);
  test_memory_limit(dataset);
  test_time_limit_and_cancellation(dataset);
  test_functions_visit();
  tercet_dataset_free(dataset);
  test_each_allocation_may_fail();
  return check_finish();
}
