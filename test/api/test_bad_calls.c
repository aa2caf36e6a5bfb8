// SPDX-License-Identifier: Apache-2.0

/// Calls of tensor functions that cannot work: each names function, argument
/// and value, and costs the row that it is in, nothing else

#include "check.h"

#include "base/buffer.h"
#include "base/string_view.h"

#include <tercet/tercet.h>

#define PROLOGUE                                                               \
  "PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#> "                       \
  "PREFIX old: <https://w3id.org/rdf-tensor/functions#> "                      \
  "PREFIX t: <urn:tercet:> "                                                   \
  "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "

#define T(type, ...) "tensor:create(\"" type "\", " __VA_ARGS__ ")"
#define LITERAL(json) "'" json "'^^tensor:DataTensor"
#define MATRIX "tensor:reshape(2, 2, " T("float32", "1, 2, 3, 4") ")"

#define MEMORY ((size_t)64U << 20U)

typedef struct {
  const char *call;
  const char *reason;
} bad_call;

static const bad_call bad_calls[] = {
    // Ill-typed literals
    {"tensor:norm2(-1, " LITERAL(
         "{\"type\":\"int32\",\"shape\":[3],\"data\":[1]}") ")",
     "norm2(-1, \"{\"type\":\"int32\",\"shape\":[3],\"dat...\"^^DataTensor): "
     "argument 2 is an ill-typed tensor literal: "},
    {"tensor:add(" T("int32", "1") ", " LITERAL(
         "{\"type\":\"int32\",\"shape\":[1],\"data\":[[1]]}") ")",
     "add(int32 [1], \"{\"type\":\"int32\",\"shape\":[1],\"dat...\""
     "^^DataTensor): argument 2 is an ill-typed tensor literal: "},
    {"tensor:cos(" LITERAL("") ")",
     "cos(\"\"^^DataTensor): argument 1 is an ill-typed tensor literal: "},
    {"tensor:shape(" LITERAL(
         "{\"type\":\"int32\",\"shape\":[9223372036854775807,9],\"data\":[]}") ")",
     "shape(\"{\"type\":\"int32\",\"shape\":[9223372...\"^^DataTensor): "
     "argument 1 is an ill-typed tensor literal: "},
    {"tensor:sub('{\"type\":\"half\"}'^^tensor:Range, " T("int32", "1") ")",
     "sub(\"{\"type\":\"half\"}\"^^Range, int32 [1]): argument 1 is an "
     "ill-typed tensor:Range: "},
    {"tensor:arange(\"int32\", '{\"type\":\"concrete\"}'^^tensor:Range)",
     "arange(\"int32\", \"{\"type\":\"concrete\"}\"^^Range): argument 2 is an "
     "ill-typed tensor:Range: "},

    // Wrong kinds of arguments
    {"tensor:exp(<http://e/tensor>)",
     "exp(<http://e/tensor>): argument 1 is no tensor"},
    {"tensor:exp(\"a\"@en)", "exp(\"a\"@en): argument 1 is no tensor"},
    {"tensor:exp(true)", "exp(true): argument 1 is no tensor"},
    {"tensor:exp(\"2020-01-01\"^^xsd:date)",
     "exp(a date and time): argument 1 is no tensor"},
    {"tensor:scale(\"2\", " T("int32", "1") ")",
     "scale(\"2\", int32 [1]): argument 1 is no number"},
    {"tensor:cast(\"int8\", " T("int32", "1") ")",
     "cast(\"int8\", int32 [1]): no element type \"int8\""},
    {"tensor:cast(8, " T("int32", "1") ")",
     "cast(8, int32 [1]): argument 1, an element type, is no plain string"},
    {"tensor:reshape(1.5, " T("int32", "1") ")",
     "reshape(1.5, int32 [1]): argument 1 is no 64-bit integer"},
    {"tensor:reshape(1, 1, 1, 1, 2.5, " T("int32", "1") ")",
     "reshape(1, 1, 1, 1, ...): argument 5, 2.5, is no 64-bit integer"},
    {"tensor:hstack(" T("int32", "1") ", " T("int32", "1") ", " T(
         "int32", "1") ", " T("int32", "1") ", <http://e/x>)",
     "hstack(int32 [1], int32 [1], int32 [1], int32 [1], ...): argument 5, "
     "<http://e/x>, is no tensor"},
    {"tensor:create(\"uint8\", 1, 2, 3, 4, 300)",
     "create(\"uint8\", 1, 2, 3, ...): uint8 cannot hold 300, argument 6, "
     "exactly"},
    {"tensor:create(\"uint8\", \"1\")",
     "create(\"uint8\", \"1\"): argument 2 is neither number nor boolean"},
    {"tensor:sort(\"up\", 0, " T("int32", "1") ")",
     "sort(\"up\", 0, int32 [1]): argument 1 is neither \"asc\" nor \"desc\""},
    {"tensor:mask(" T("int32", "1") ", " T("int32", "1") ")",
     "mask(int32 [1], int32 [1]): the mask is not bool; cast it with "
     "tensor:cast(\"bool\", ...)"},
    {"tensor:index(" T("int32", "1") ", " T("float32", "0") ")",
     "index(int32 [1], float32 [1]): the index is of no integer type"},
    {"tensor:quantile(1.5, 0, " T("int32", "1") ")",
     "quantile(1.5, 0, int32 [1]): argument 1 is not between 0 and 1"},
    {"tensor:arange(\"int32\", 0, 3, 0)", "arange(\"int32\", 0, 3, 0): "},
    {"tensor:arange(\"int32\", 0)", "arange(\"int32\", 0): start without stop"},
    {"tensor:arange(\"int32\", tensor:range())",
     "arange(\"int32\", \"{\"type\": \"full\"}\"^^Range): a full range has no "
     "numbers"},
    {"t:inv(\"matrix\")", "inv(\"matrix\"): argument 1 is no tensor"},

    // Shapes that do not go together
    {"tensor:add(" T("int32", "1, 2") ", " T("int32", "1, 2, 3") ")",
     "add(int32 [2], int32 [3]): shapes [2] and [3] do not broadcast"},
    {"tensor:cosineSimilarity(" T("int32", "1, 2") ", " T("int32",
                                                          "1, 2, 3") ")",
     "cosineSimilarity(int32 [2], int32 [3]): the shapes differ"},
    {"tensor:concat(0, " MATRIX ", " T("int32", "1, 2, 3") ")",
     "concat(0, float32 [2, 2], int32 [3]): int32 [3] does not fit float32 "
     "[2, 2] along axis 0"},
    {"tensor:reshape(3, " T("int32", "1, 2") ")",
     "reshape(3, int32 [2]): Reshape: the 2 elements of shape [2] do not make "
     "up shape [3]"},
    {"tensor:sub(tensor:range(), " MATRIX ")",
     "sub(\"{\"type\": \"full\"}\"^^Range, float32 [2, 2]): 1 ranges for a "
     "tensor of rank 2"},
    {"t:matmul(" MATRIX ", " T("int32", "1, 2, 3") ")",
     "matmul(float32 [2, 2], int32 [3]): cannot multiply [2, 2] by [3]"},

    // Integer division by zero
    {"tensor:divide(" T("int32", "4, 5") ", " T("int32", "2, 0") ")",
     "divide(int32 [2], int32 [2]): Div: division by zero: element [1] of the "
     "divisor, int32[2], is 0"},
    {"tensor:divide(" T("uint8", "4") ", " T("uint8", "0") ")",
     "divide(uint8 [1], uint8 [1]): Div: division by zero: "},

    // Axes and indices out of range
    {"tensor:sum(2, " MATRIX ")",
     "sum(2, float32 [2, 2]): axis 2 of a tensor of rank 2"},
    {"tensor:avg(9223372036854775807, " MATRIX ")",
     "avg(9223372036854775807, float32 [2, 2]): axis 9223372036854775807 of a "
     "tensor of rank 2"},
    {"tensor:avg(9223372036854775808, " MATRIX ")",
     "avg(9223372036854775808, float32 [2, 2]): argument 1 is no 64-bit "
     "integer"},
    {"tensor:sort(\"asc\", -3, " MATRIX ")",
     "sort(\"asc\", -3, float32 [2, 2]): axis -3 of a tensor of rank 2"},
    {"tensor:concat(2, " MATRIX ", " MATRIX ")",
     "concat(2, float32 [2, 2], float32 [2, 2]): axis 2 of a tensor of rank 2"},
    {"tensor:quantile(0.5, 2, " MATRIX ")",
     "quantile(0.5, 2, float32 [2, 2]): axis 2 of a tensor of rank 2"},
    {"old:median(2, " MATRIX ")",
     "median(2, float32 [2, 2]): axis 2 of a tensor of rank 2"},
    {"t:argmax(2, " MATRIX ")",
     "argmax(2, float32 [2, 2]): axis 2 of a tensor of rank 2"},
    {"tensor:index(" T("int32", "1, 2") ", " T("int32", "-3") ")",
     "index(int32 [2], int32 [1]): index -3 is outside axis 0 of extent 2"},

    // More than there is memory
    {"tensor:arange(\"int64\", 0, 1000000000000000000)",
     "arange(\"int64\", 0, 1000000000000000000): the range has more numbers "
     "than there is memory"},
    {"tensor:arange(\"float32\", 0, 1e300)",
     "arange(\"float32\", 0, 1e+300): "},
    {"tensor:add(tensor:reshape(100000, 1, tensor:arange(\"int16\", 0, "
     "200000, 2)), tensor:arange(\"int16\", 0, 20000))",
     "arange(\"int16\", 0, 200000, 2): "},
    {"tensor:add(tensor:reshape(100000, 1, tensor:arange(\"int32\", 0, "
     "100000)), tensor:arange(\"int32\", 0, 100000))",
     "add(int32 [100000, 1], int32 [100000]): the result needs 40000000000 "
     "bytes, and the query may hold 67108864"},
    {"t:matmul(tensor:reshape(100000, 1, tensor:arange(\"float32\", 0, "
     "100000)), tensor:reshape(1, 100000, tensor:arange(\"float32\", 0, "
     "100000)))",
     "matmul(float32 [100000, 1], float32 [1, 100000]): the result needs "},
};

#define N_BAD_CALLS (sizeof(bad_calls) / sizeof(bad_calls[0]))

static tercet_query *
prepare(tercet_dataset *dataset, const char *text, tercet_error *err)
{
  const tercet_query_options options = {.max_memory = MEMORY};
  tercet_query *query = NULL;
  const tercet_status st = tercet_query_prepare(
      dataset, tercet_string_from(text), &options, &query, err);
  CHECK_INT(st == TERCET_OK, query != NULL);
  return query;
}

/// Three rows, of which the one in the middle is bad; return whether just that
/// one has no value
static bool
run_rows(tercet_query *query, size_t *n_rows)
{
  tercet_error err = {0};
  tercet_term term = {0};
  bool good = true;
  *n_rows = 0;
  tercet_status st = tercet_query_step(query, &err);
  for (; st == TERCET_ROW; st = tercet_query_step(query, &err)) {
    CHECK_STATUS(tercet_query_column_term(query, 0, &term, &err), TERCET_OK);
    good = good && (term.kind == TERCET_TERM_NONE) == (*n_rows == 1U);
    ++*n_rows;
  }
  CHECK_STATUS(st, TERCET_DONE);
  return good && *n_rows == 3U;
}

static void
test_messages(tercet_dataset *dataset)
{
  for (size_t i = 0; i < N_BAD_CALLS; ++i) {
    const bad_call *const bad = &bad_calls[i];
    char text[1024];
    size_t n_rows = 0;
    tercet_error err = {0};
    snprintf(text,
             sizeof(text),
             PROLOGUE "SELECT (IF(?i = 1, %s, ?i) AS ?x) { VALUES ?i { 0 1 2 "
                      "} }",
             bad->call);
    tercet_query *const query = prepare(dataset, text, &err);
    tercet_query_failure failure = {.n = 0};
    bool good = query && run_rows(query, &n_rows) &&
                tercet_query_failure_count(query) == 1U;
    if (good) {
      const size_t n = strlen(bad->reason);
      tercet_query_get_failure(query, 0, &failure);
      good = failure.n == 1U && failure.reason.length >= n &&
             !memcmp(failure.reason.data, bad->reason, n);
    }
    CHECK(good);
    if (!good) {
      fprintf(stderr,
              "  %s\n  is       %.*s%s\n  expected %s\n",
              bad->call,
              TERCET_STRING_ARGS(failure.reason),
              err.message,
              bad->reason);
    }
    tercet_query_free(query);
  }
}

/// A wrong number of arguments is found before anything runs
static void
test_wrong_arity(tercet_dataset *dataset)
{
  static const struct {
    const char *call;
    const char *name;
  } calls[] = {
      {"tensor:cos()", "cos"},
      {"tensor:cos(1, 2)", "cos"},
      {"tensor:add(1)", "add"},
      {"tensor:sum(1, 2, 3)", "sum"},
      {"tensor:concat(0)", "concat"},
      {"tensor:range(1, 2, 3)", "range"},
      {"tensor:arange(\"int32\")", "arange"},
      {"t:topk(1)", "topk"},
      {"old:concat(1)", "concat"},
  };
  for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); ++i) {
    char text[512];
    tercet_error err = {0};
    snprintf(
        text, sizeof(text), PROLOGUE "SELECT (%s AS ?x) {}", calls[i].call);
    tercet_query *const query = prepare(dataset, text, &err);
    CHECK(!query);
    const bool good = err.line == 1 && err.column > 0 &&
                      strstr(err.message, calls[i].name) &&
                      strstr(err.message, "argument");
    CHECK(good);
    if (!good) {
      fprintf(stderr, "  %s: %s\n", calls[i].call, err.message);
    }
    tercet_query_free(query);
  }
}

/* ---- Every function with everything ---- */

static const char *const values[] = {
    "<http://x/>",
    "\"text\"",
    "\"a\"@en",
    "true",
    "-5",
    "99",
    "1.5",
    "1e300",
    "\"NaN\"^^xsd:double",
    "170141183460469231731687303715884105727",
    LITERAL("{}"),
    LITERAL("{\"type\":\"int16\",\"shape\":[],\"data\":[1]}"),
    LITERAL("{\"type\":\"float64\",\"shape\":[0,3],\"data\":[]}"),
    MATRIX,
    T("bool", "true, false"),
    T("uint64", "0, 18446744073709551615"),
    "tensor:range()",
    "tensor:range(5, -5)",
    "?none",
};

#define N_VALUES (sizeof(values) / sizeof(values[0]))

typedef struct {
  tercet_dataset *dataset;
  size_t n_called;
} sweep;

/// Return the name at the end of an IRI
static const char *
local_name(const char *iri)
{
  const char *const hash = strrchr(iri, '#');
  return hash ? hash + 1 : strrchr(iri, ':') + 1;
}

/// Run a call: it has a value or a reason with the name of what failed
static void
check_any(sweep *self, const char *iri, const char *text)
{
  tercet_error err = {0};
  tercet_query *const query = prepare(self->dataset, text, &err);
  if (!query) {
    CHECK_STATUS(err.status, TERCET_ERR_SYNTAX); // Its arity is another
    return;
  }
  ++self->n_called;
  tercet_status st = tercet_query_step(query, &err);
  while (st == TERCET_ROW) {
    st = tercet_query_step(query, &err);
  }
  CHECK_STATUS(st, TERCET_DONE);
  for (size_t i = 0; i < tercet_query_failure_count(query); ++i) {
    tercet_query_failure failure;
    tercet_query_get_failure(query, i, &failure);
    const size_t n = strlen(local_name(iri));
    const bool good =
        failure.function.length != strlen(iri) ||
        memcmp(failure.function.data, iri, failure.function.length) != 0 ||
        (failure.reason.length > n + 3U &&
         !memcmp(failure.reason.data, local_name(iri), n));
    CHECK(good);
    if (!good) {
      fprintf(stderr, "  %s: %.*s\n", text, TERCET_STRING_ARGS(failure.reason));
    }
  }
  tercet_query_free(query);
}

static void
sweep_function(void *context, tercet_string iri, bool is_aggregate)
{
  sweep *const self = context;
  char name[128];
  char text[2048];
  snprintf(name, sizeof(name), "%.*s", TERCET_STRING_ARGS(iri));
  if (memmem(iri.data, iri.length, "XMLSchema", strlen("XMLSchema"))) {
    return; // A cast: its errors are no failures
  }
  for (size_t n_args = 0; n_args <= (is_aggregate ? 1U : 4U); ++n_args) {
    const size_t n_calls = n_args < 2U ? N_VALUES : N_VALUES * N_VALUES;
    for (size_t i = 0; i < n_calls; ++i) {
      const char *const a = values[i % N_VALUES];
      const char *const b = values[i / N_VALUES];
      const char *const args[] = {a, b, a, b};
      size_t n =
          (size_t)snprintf(text, sizeof(text), PROLOGUE "SELECT (<%s>(", name);
      for (size_t k = 0; k < n_args; ++k) {
        n += (size_t)snprintf(
            text + n, sizeof(text) - n, "%s%s", k ? ", " : "", args[k]);
      }
      snprintf(text + n, sizeof(text) - n, ") AS ?x) { VALUES ?i { 0 1 } }");
      check_any(self, name, text);
    }
  }
}

static void
test_every_function(tercet_dataset *dataset)
{
  sweep self = {dataset, 0};
  tercet_functions_visit(sweep_function, &self);
  fprintf(stderr, "%zu calls\n", self.n_called);
  CHECK(self.n_called > 10000U);
}

/// More than the budget in all is the end of the query, with a message
static void
test_budget_of_the_query(tercet_dataset *dataset)
{
  tercet_error err = {0};
  tercet_query *const query =
      prepare(dataset,
              PROLOGUE "SELECT (tensor:arange(\"float64\", ?i, 2000000) AS ?x) "
                       "{ VALUES ?i { 0 1 2 3 4 5 6 7 8 9 } } ORDER BY ?i",
              &err);
  CHECK(query);
  tercet_status st = tercet_query_step(query, &err);
  while (st == TERCET_ROW) {
    st = tercet_query_step(query, &err);
  }
  CHECK_STATUS(st, TERCET_ERR_LIMIT);
  CHECK(strstr(err.message, "67108864 bytes"));
  tercet_query_free(query);
}

int
main(void)
{
  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, &err), TERCET_OK);
  test_messages(dataset);
  test_wrong_arity(dataset);
  test_every_function(dataset);
  test_budget_of_the_query(dataset);
  tercet_dataset_free(dataset);
  return check_finish();
}
