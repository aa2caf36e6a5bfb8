// SPDX-License-Identifier: Apache-2.0

/**
   The query evaluation tests of the official SPARQL 1.0 and 1.1 suites, run
   from their manifests through the public interface.

   A test that needs a part of SPARQL which is refused as not supported is
   counted as not there yet, by feature; every other one must pass.  What a
   query gives row by row is compared, and then what the writers of results
   make of it, read back.
*/

#include "check.h"

#include "sparql/parser.h"
#include "suite/flat_rdf_xml.h"
#include "suite/result_read.h"

#include <tercet/sparql.h>

#define MANIFEST_SD "http://www.w3.org/ns/sparql-service-description#"
#define MAX_FEATURES 32U

typedef enum {
  OUTCOME_PASSED,
  OUTCOME_MISSING, ///< Needs something that is not there yet
  OUTCOME_FAILED,
} outcome;

/// Counts of outcomes
typedef struct {
  char name[256];
  size_t n[3];
} counts;

static counts folder;
static counts total;
static counts features[MAX_FEATURES];
static size_t n_by_value;

/// A test as the manifest tells it
typedef struct {
  const char *folder;
  const manifest *m;
  const manifest_test *test;
  char query_path[4096];
  char query_base[4200];
  char result_path[4096];
  tercet_buffer query;
  bool is_lax; ///< Repeated rows do not count
} eval_case;

static bool
fail(const eval_case *c, const char *why, const tercet_error *err)
{
  printf("  failed: %s/%.*s (%s): %s",
         c->folder,
         TERCET_STRING_ARGS(c->test->name),
         c->query_path,
         why);
  if (err && err->message[0]) {
    printf(": %llu:%llu: %s",
           (unsigned long long)err->line,
           (unsigned long long)err->column,
           err->message);
  }
  printf("\n");
  return false;
}

/* ---- What is not there yet ---- */

static void
count_feature(const char *name)
{
  size_t i = 0;
  while (i + 1U < MAX_FEATURES && features[i].name[0] &&
         strcmp(features[i].name, name) != 0) {
    ++i;
  }
  snprintf(features[i].name, sizeof(features[i].name), "%s", name);
  ++features[i].n[OUTCOME_MISSING];
}

/// Return the feature that a message of TERCET_ERR_UNSUPPORTED names, or NULL
/// if it is none of those that may be missing
static const char *
feature_of(const char *message)
{
  static const char *const names[][2] = {
      {"path", "property paths"},
      {"SERVICE", "SERVICE"},
      {"CONSTRUCT", "CONSTRUCT"},
      {"DESCRIBE", "DESCRIBE"},
      {"MINUS", "MINUS"},
      {"EXISTS", "EXISTS"},
      {"RDF/XML", "RDF/XML data"},
#ifndef TERCET_HAVE_PCRE2
      {"built without PCRE2", "PCRE2 in this build"},
#endif
#ifndef TERCET_HAVE_OPENSSL
      {"built without OpenSSL", "OpenSSL in this build"},
#endif
  };
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (strstr(message, names[i][0])) {
      return names[i][1];
    }
  }
  return NULL;
}

/* ---- Data ---- */

/// Load a file of RDF/XML of the simplest form
static tercet_status
load_rdf_xml(tercet_dataset *dataset,
             const char *path,
             const tercet_load_options *options,
             tercet_error *err)
{
  tercet_buffer text;
  tercet_buffer turtle;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  tercet_buffer_init(&turtle, NULL, SIZE_MAX);
  tercet_status st = TERCET_OK;
  if (!sparql_read_file(path, &text) ||
      !flat_rdf_xml_to_turtle(tercet_buffer_view(&text), &turtle)) {
    snprintf(err->message, sizeof(err->message), "RDF/XML data");
    st = TERCET_ERR_UNSUPPORTED;
  } else {
    st = tercet_dataset_load_text(dataset,
                                  tercet_buffer_view(&turtle),
                                  TERCET_SYNTAX_TURTLE,
                                  options,
                                  NULL,
                                  err);
  }
  tercet_buffer_clear(&text);
  tercet_buffer_clear(&turtle);
  return st;
}

/// Load a file into a graph, or into the default graph if `graph` is empty
static tercet_status
load_file(tercet_dataset *dataset,
          const tercet_term *file,
          tercet_string graph,
          tercet_error *err)
{
  char path[4096];
  if (!manifest_path(file, path, sizeof(path))) {
    return TERCET_ERR_IO;
  }
  tercet_load_options options = {0};
  options.graph = graph;
  options.base = file->value;

  tercet_syntax syntax = TERCET_SYNTAX_TURTLE;
  return tercet_syntax_from_path(path, &syntax)
             ? tercet_dataset_load_file(
                   dataset, path, syntax, &options, NULL, err)
             : load_rdf_xml(dataset, path, &options, err);
}

/// Load the graphs of an action: qt:data, and qt:graphData by their own IRIs
/// or as [ qt:graph <file> ; rdfs:label "IRI" ]
static tercet_status
load_action(tercet_dataset *dataset, const eval_case *c, tercet_error *err)
{
  const tercet_string none = {NULL, 0U};
  const tercet_term *const action = c->test->action;
  const tercet_term *file = NULL;
  tercet_status st = TERCET_OK;

  for (size_t i = 0;
       !st && (file = manifest_object(c->m, action, MANIFEST_QT "data", i));
       ++i) {
    st = load_file(dataset, file, none, err);
  }
  for (size_t i = 0;
       !st &&
       (file = manifest_object(c->m, action, MANIFEST_QT "graphData", i));
       ++i) {
    const tercet_term *const label =
        manifest_object(c->m, file, MANIFEST_RDFS "label", 0);
    const tercet_term *const inner =
        manifest_object(c->m, file, MANIFEST_QT "graph", 0);
    file = inner ? inner : file;
    st = load_file(dataset, file, label ? label->value : file->value, err);
  }
  return st;
}

static bool
has_graph_data(const eval_case *c, tercet_string iri)
{
  const tercet_term *file = NULL;
  for (size_t i = 0; (file = manifest_object(
                          c->m, c->test->action, MANIFEST_QT "graphData", i));
       ++i) {
    if (tercet_string_equals(file->value, iri)) {
      return true;
    }
  }
  return false;
}

/// Load the graphs that FROM and FROM NAMED tell, each once
static tercet_status
load_from(tercet_dataset *dataset,
          const eval_case *c,
          const tercet_ast *ast,
          tercet_error *err)
{
  tercet_status st = TERCET_OK;
  const size_t n = ast->n_from + ast->n_from_named;
  for (size_t i = 0; i < n && !st; ++i) {
    const tercet_string iri =
        i < ast->n_from ? ast->from[i] : ast->from_named[i - ast->n_from];
    bool is_loaded = has_graph_data(c, iri);
    for (size_t j = 0; j < i; ++j) {
      is_loaded = is_loaded ||
                  tercet_string_equals(iri,
                                       j < ast->n_from
                                           ? ast->from[j]
                                           : ast->from_named[j - ast->n_from]);
    }
    const tercet_term file = {.kind = TERCET_TERM_IRI, .value = iri};
    st = is_loaded ? TERCET_OK : load_file(dataset, &file, iri, err);
  }
  return st;
}

static tercet_status
load_data(tercet_dataset *dataset, const eval_case *c, tercet_error *err)
{
  tercet_arena arena;
  tercet_ast ast;
  tercet_arena_init(&arena, NULL, SIZE_MAX);
  tercet_status st = tercet_sparql_parse(tercet_buffer_view(&c->query),
                                         tercet_string_from(c->query_base),
                                         NULL,
                                         &arena,
                                         &ast,
                                         err);
  if (!st) {
    st = load_action(dataset, c, err);
  }
  if (!st) {
    st = load_from(dataset, c, &ast, err);
  }
  tercet_arena_clear(&arena);
  return st;
}

/* ---- Queries ---- */

static tercet_status
prepare(tercet_dataset *dataset,
        const eval_case *c,
        tercet_query **out,
        tercet_error *err)
{
  tercet_query_options options = {0};
  options.base = tercet_string_from(c->query_base);
  return tercet_query_prepare(
      dataset, tercet_buffer_view(&c->query), &options, out, err);
}

static tercet_status
read_row(tercet_query *query, result_table *out, tercet_error *err)
{
  result_add_row(out);
  for (size_t i = 0; i < out->n_names; ++i) {
    tercet_term term = {0};
    const tercet_status st = tercet_query_column_term(query, i, &term, err);
    if (st) {
      return st;
    }
    if (term.kind) {
      (void)result_set(out, i, &term);
    }
  }
  return TERCET_OK;
}

/// Run a query to its end
static tercet_status
run_query(tercet_query *query, result_table *out, tercet_error *err)
{
  if (tercet_query_get_form(query) == TERCET_QUERY_ASK) {
    out->is_ask = true;
    return tercet_query_ask(query, &out->answer, err);
  }

  for (size_t i = 0; i < tercet_query_column_count(query); ++i) {
    if (!result_add_name(out, tercet_query_column_name(query, i))) {
      return TERCET_ERR_LIMIT;
    }
  }
  tercet_status st = tercet_query_step(query, err);
  while (st == TERCET_ROW) {
    st = read_row(query, out, err);
    st = st ? st : tercet_query_step(query, err);
  }
  return st == TERCET_DONE ? TERCET_OK : st;
}

/// Compare, first by lexical forms and then by the values of numbers, which
/// sets `by_value`
static bool
check_result(const eval_case *c,
             result_table *expected,
             result_table *actual,
             bool *by_value)
{
  *by_value = false;
  if (result_equals(expected, actual, c->is_lax, false)) {
    return true;
  }
  *by_value = result_equals(expected, actual, c->is_lax, true);
  if (*by_value) {
    return true;
  }
  (void)fail(c, "the result is not the expected one", NULL);
  result_print(expected, "expected");
  result_print(actual, "actual");
  return false;
}

static tercet_status
append_output(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)err;
  return tercet_buffer_append((tercet_buffer *)context, data, length);
}

/// Run the query again, written in a format, and read that
static bool
check_format(tercet_dataset *dataset,
             const eval_case *c,
             result_table *expected,
             tercet_result_format format,
             bool (*read)(tercet_string text, result_table *out))
{
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  const tercet_output output = {append_output, &text};

  tercet_query *query = NULL;
  tercet_error err = {0};
  uint64_t n_rows = 0;
  tercet_status st = prepare(dataset, c, &query, &err);
  if (!st) {
    st = tercet_query_write(query, format, &output, &n_rows, &err);
  }
  tercet_query_free(query);

  result_table table = {0};
  bool good = !st && read(tercet_buffer_view(&text), &table);
  if (good) {
    bool by_value = false;
    good = check_result(c, expected, &table, &by_value);
  } else {
    (void)fail(c, "the result cannot be written and read back", &err);
  }
  if (!good) {
    printf("    written: %.*s\n",
           TERCET_STRING_ARGS(tercet_buffer_view(&text)));
  }
  result_clear(&table);
  tercet_buffer_clear(&text);
  return good;
}

/// Check what the writers make of the result.  CSV tells less than a result
/// and is compared only where CSV is expected.
static bool
check_formats(tercet_dataset *dataset,
              const eval_case *c,
              result_table *expected)
{
  return check_format(
             dataset, c, expected, TERCET_RESULT_XML, result_read_xml) &&
         check_format(
             dataset, c, expected, TERCET_RESULT_JSON, result_read_json) &&
         (expected->is_ask ||
          check_format(
              dataset, c, expected, TERCET_RESULT_TSV, result_read_tsv));
}

/// Run the query on loaded data and compare
static tercet_status
evaluate(tercet_dataset *dataset,
         const eval_case *c,
         bool *passed,
         tercet_error *err)
{
  tercet_query *query = NULL;
  result_table actual = {0};
  tercet_status st = prepare(dataset, c, &query, err);
  if (!st) {
    st = run_query(query, &actual, err);
  }
  tercet_query_free(query);

  if (!st) {
    result_table expected = {0};
    bool is_graph = false;
    const bool is_csv =
        sparql_ends_with(tercet_string_from(c->result_path), ".csv");
    if (!result_read_file(c->result_path, &expected, &is_graph) || is_graph) {
      *passed = fail(c, "the expected result cannot be read", NULL);
    } else if (is_csv) {
      *passed = check_format(
          dataset, c, &expected, TERCET_RESULT_CSV, result_read_csv);
    } else {
      bool by_value = false;
      *passed = check_result(c, &expected, &actual, &by_value) &&
                check_formats(dataset, c, &expected);
      n_by_value += *passed && by_value;
    }
    result_clear(&expected);
  }
  result_clear(&actual);
  return st;
}

/// Return whether a test maps the case of letters that this build cannot map
static bool
needs_case_mapping(const eval_case *c)
{
#ifdef TERCET_HAVE_UTF8PROC
  (void)c;
  return false;
#else
  return strstr(c->query_path, "/ucase") || strstr(c->query_path, "/lcase");
#endif
}

static outcome
run_case(const eval_case *c)
{
  if (needs_case_mapping(c)) {
    count_feature("utf8proc in this build");
    return OUTCOME_MISSING;
  }

  tercet_dataset *dataset = NULL;
  tercet_error err = {0};
  bool passed = false;
  tercet_status st = tercet_dataset_new(NULL, &dataset, &err);
  if (!st) {
    st = load_data(dataset, c, &err);
  }
  if (!st) {
    st = evaluate(dataset, c, &passed, &err);
  }
  tercet_dataset_free(dataset);

  const char *const feature =
      st == TERCET_ERR_UNSUPPORTED ? feature_of(err.message) : NULL;
  if (feature) {
    count_feature(feature);
    return OUTCOME_MISSING;
  }
  if (st) {
    (void)fail(c, tercet_status_string(st), &err);
  }
  return passed ? OUTCOME_PASSED : OUTCOME_FAILED;
}

/* ---- Manifests ---- */

/// Fill in what the manifest tells; false if it is not complete
static bool
describe_case(eval_case *c)
{
  const tercet_term *const action = c->test->action;
  const tercet_term *query =
      action ? manifest_object(c->m, action, MANIFEST_QT "query", 0) : NULL;
  if (!manifest_path(query, c->query_path, sizeof(c->query_path)) ||
      !manifest_path(c->test->result, c->result_path, sizeof(c->result_path))) {
    return false;
  }

  const tercet_term *const cardinality = manifest_object(
      c->m, c->test->subject, MANIFEST_MF "resultCardinality", 0);
  c->is_lax =
      cardinality && sparql_ends_with(cardinality->value, "LaxCardinality");
  snprintf(c->query_base, sizeof(c->query_base), "file://%s", c->query_path);
  return sparql_read_file(c->query_path, &c->query);
}

static void
print_counts(const counts *c)
{
  printf("%-24s %4zu passed, %zu not there yet, %zu failed\n",
         c->name,
         c->n[OUTCOME_PASSED],
         c->n[OUTCOME_MISSING],
         c->n[OUTCOME_FAILED]);
}

static void
finish_folder(void)
{
  if (folder.n[0] + folder.n[1] + folder.n[2]) {
    print_counts(&folder);
    for (size_t i = 0; i < 3U; ++i) {
      total.n[i] += folder.n[i];
    }
  }
  folder = (counts){0};
}

static void
visit(void *context,
      const char *name,
      const manifest *m,
      const manifest_test *test)
{
  (void)context;
  if (strcmp(name, folder.name)) {
    finish_folder();
    snprintf(folder.name, sizeof(folder.name), "%s", name);
  }
  if (!tercet_string_is(test->type, "QueryEvaluationTest") &&
      !tercet_string_is(test->type, "CSVResultFormatTest")) {
    return;
  }

  eval_case c = {.folder = name, .m = m, .test = test};
  tercet_buffer_init(&c.query, NULL, SIZE_MAX);
  outcome result = OUTCOME_FAILED;
  if (!describe_case(&c)) {
    (void)fail(&c, "the manifest is not complete", NULL);
  } else if (manifest_object(
                 m, test->action, MANIFEST_SD "entailmentRegime", 0)) {
    count_feature("entailment regimes");
    result = OUTCOME_MISSING;
  } else {
    result = run_case(&c);
  }
  ++folder.n[result];
  tercet_buffer_clear(&c.query);
}

int
main(void)
{
  static const char *const manifests[] = {
      "sparql10/manifest.ttl",
      "sparql11/manifest-all.ttl",
  };

  char suites[2048];
  (void)manifest_suites("w3c/sparql", suites, sizeof(suites));
  snprintf(total.name, sizeof(total.name), "all");
  for (size_t i = 0; i < sizeof(manifests) / sizeof(manifests[0]); ++i) {
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", suites, manifests[i]);
    printf("%s\n", manifests[i]);
    CHECK(sparql_walk(path, visit, NULL));
    finish_folder();
  }

  print_counts(&total);
  printf("results equal only by the values of their numbers: %zu\n",
         n_by_value);
  for (size_t i = 0; i < MAX_FEATURES && features[i].name[0]; ++i) {
    printf("not there yet: %-20s %zu\n",
           features[i].name,
           features[i].n[OUTCOME_MISSING]);
  }
  CHECK_INT(total.n[OUTCOME_FAILED], 0);
  CHECK(total.n[OUTCOME_PASSED] > 0U);
  return check_finish();
}
