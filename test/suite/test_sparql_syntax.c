// SPDX-License-Identifier: Apache-2.0

/**
   The query syntax tests of the official SPARQL 1.0 and 1.1 suites, run from
   their manifests.

   Each query of an evaluation test must parse as well.  Tests of updates are
   counted as skipped.  IRIs that are called as functions are accepted whatever
   they are.
*/

#include "check.h"

#include "sparql/parser.h"
#include "suite/sparql_walk.h"

typedef enum {
  TEST_POSITIVE,   ///< A syntax test that must parse
  TEST_NEGATIVE,   ///< A syntax test that must not
  TEST_EVALUATION, ///< The query of an evaluation test, which must parse
  TEST_UPDATE,     ///< About an update
  TEST_OTHER,      ///< About a protocol
} test_kind;

#define N_KINDS 5U

/// What happened in a folder
typedef struct {
  char folder[256];
  size_t n_run[N_KINDS];
  size_t n_passed;
  size_t n_failed;
} counts;

static counts folder;
static counts total;

static test_kind
kind_of(const manifest_test *test, tercet_string file)
{
  if (sparql_ends_with(file, ".ru") ||
      tercet_string_is(test->type, "UpdateEvaluationTest") ||
      tercet_string_is(test->type, "PositiveUpdateSyntaxTest11") ||
      tercet_string_is(test->type, "NegativeUpdateSyntaxTest11")) {
    return TEST_UPDATE;
  }
  if (tercet_string_is(test->type, "PositiveSyntaxTest") ||
      tercet_string_is(test->type, "PositiveSyntaxTest11")) {
    return TEST_POSITIVE;
  }
  if (tercet_string_is(test->type, "NegativeSyntaxTest") ||
      tercet_string_is(test->type, "NegativeSyntaxTest11")) {
    return TEST_NEGATIVE;
  }
  return tercet_string_is(test->type, "QueryEvaluationTest") ||
                 tercet_string_is(test->type, "CSVResultFormatTest")
             ? TEST_EVALUATION
             : TEST_OTHER;
}

static void
print_counts(const counts *c)
{
  printf("%-24s %4zu passed, %zu failed", c->folder, c->n_passed, c->n_failed);
  printf(" (%zu positive, %zu negative, %zu of evaluation)",
         c->n_run[TEST_POSITIVE],
         c->n_run[TEST_NEGATIVE],
         c->n_run[TEST_EVALUATION]);
  if (c->n_run[TEST_UPDATE]) {
    printf(", skipped: %zu update", c->n_run[TEST_UPDATE]);
  }
  if (c->n_run[TEST_OTHER]) {
    printf(", skipped: %zu protocol", c->n_run[TEST_OTHER]);
  }
  printf("\n");
}

static void
finish_folder(void)
{
  if (folder.folder[0]) {
    print_counts(&folder);
    for (size_t i = 0; i < N_KINDS; ++i) {
      total.n_run[i] += folder.n_run[i];
    }
    total.n_passed += folder.n_passed;
    total.n_failed += folder.n_failed;
  }
  folder = (counts){0};
}

/// Parse the query of a file
static tercet_status
parse_file(const char *path, tercet_error *err)
{
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  tercet_status st = TERCET_ERR_IO;
  if (sparql_read_file(path, &text)) {
    char base[4200];
    snprintf(base, sizeof(base), "file://%s", path);
    tercet_arena arena;
    tercet_ast ast;
    tercet_arena_init(&arena, NULL, SIZE_MAX);
    st = tercet_sparql_parse(tercet_buffer_view(&text),
                             tercet_string_from(base),
                             NULL,
                             &arena,
                             &ast,
                             err);
    tercet_arena_clear(&arena);
  }
  tercet_buffer_clear(&text);
  return st;
}

/// Return whether the outcome is right: a refusal needs a place and a message
static bool
is_right(test_kind kind, tercet_status st, const tercet_error *err)
{
  return kind == TEST_NEGATIVE ? st == TERCET_ERR_SYNTAX && err->line &&
                                     err->column && err->message[0]
                               : st == TERCET_OK;
}

static void
visit(void *context,
      const char *name,
      const manifest *m,
      const manifest_test *test)
{
  (void)context;
  if (strcmp(name, folder.folder)) {
    finish_folder();
    snprintf(folder.folder, sizeof(folder.folder), "%s", name);
  }

  const tercet_term *query = test->action;
  if (query && query->kind == TERCET_TERM_BLANK) {
    query = manifest_object(m, query, MANIFEST_QT "query", 0);
  }
  char path[4096];
  const bool has_file = manifest_path(query, path, sizeof(path)) != NULL;
  const test_kind kind = has_file ? kind_of(test, query->value)
                                  : kind_of(test, tercet_string_from(""));
  ++folder.n_run[kind];
  if (kind == TEST_UPDATE || kind == TEST_OTHER) {
    return;
  }

  tercet_error err = {0};
  const tercet_status st = has_file ? parse_file(path, &err) : TERCET_ERR_IO;
  if (is_right(kind, st, &err)) {
    ++folder.n_passed;
    return;
  }
  ++folder.n_failed;
  printf("  failed: %s/%.*s: %s (%s:%llu:%llu: %s)\n",
         name,
         TERCET_STRING_ARGS(test->name),
         st ? "was refused" : "was accepted",
         path,
         (unsigned long long)err.line,
         (unsigned long long)err.column,
         err.message);
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
  snprintf(total.folder, sizeof(total.folder), "all");
  for (size_t i = 0; i < sizeof(manifests) / sizeof(manifests[0]); ++i) {
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", suites, manifests[i]);
    printf("%s\n", manifests[i]);
    CHECK(sparql_walk(path, visit, NULL));
    finish_folder();
  }

  print_counts(&total);
  CHECK_INT(total.n_failed, 0);
  CHECK(total.n_passed > 0U);
  return check_finish();
}
