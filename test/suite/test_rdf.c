// SPDX-License-Identifier: Apache-2.0

/// The official RDF 1.1 suites of the four syntaxes, run from their manifests

#include "check.h"
#include "suite/isomorphism.h"
#include "suite/manifest.h"

static const struct {
  const char *folder;
  tercet_syntax syntax;
  tercet_syntax result_syntax;
} suites[] = {
    {"rdf-turtle", TERCET_SYNTAX_TURTLE, TERCET_SYNTAX_NTRIPLES},
    {"rdf-trig", TERCET_SYNTAX_TRIG, TERCET_SYNTAX_NQUADS},
    {"rdf-n-triples", TERCET_SYNTAX_NTRIPLES, TERCET_SYNTAX_NTRIPLES},
    {"rdf-n-quads", TERCET_SYNTAX_NQUADS, TERCET_SYNTAX_NQUADS},
};

static bool
ends_with(tercet_string text, const char *end)
{
  const size_t n = strlen(end);
  return text.length >= n && !memcmp(text.data + text.length - n, end, n);
}

/// Say why a test failed, and return false
static bool
fail(const manifest_test *test, const char *why, const tercet_error *err)
{
  printf("  failed: %.*s: %s", TERCET_STRING_ARGS(test->name), why);
  if (err->line) {
    printf(" (%llu:%llu: %s)",
           (unsigned long long)err->line,
           (unsigned long long)err->column,
           err->message);
  }
  printf("\n");
  return false;
}

/// Check that malformed text is refused with a place and a message
static bool
run_negative(const manifest_test *test,
             tercet_status st,
             const tercet_error *err)
{
  if (!st) {
    return fail(test, "was accepted", err);
  }
  return (st == TERCET_ERR_SYNTAX && err->line && err->column &&
          err->message[0] && err->source[0]) ||
         fail(test, "has no message with a place", err);
}

static tercet_status
append_output(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)err;
  return tercet_buffer_append((tercet_buffer *)context, data, length);
}

/// Convert a file to another syntax
static tercet_status
convert(const char *path,
        const char *base,
        tercet_syntax from,
        tercet_syntax to,
        tercet_buffer *text,
        tercet_error *err)
{
  const tercet_output output = {append_output, text};
  tercet_writer *writer = NULL;
  tercet_status st = tercet_writer_new(NULL, to, &output, &writer, err);
  if (!st) {
    const tercet_sink sink = tercet_writer_sink(writer);
    tercet_reader_options options = {0};
    options.base = tercet_string_from(base);
    st = tercet_read_file(NULL, path, from, &options, &sink, NULL, err);
  }
  if (!st) {
    st = tercet_writer_finish(writer, err);
  }
  tercet_writer_free(writer);
  return st;
}

static bool
has_named_graph(const quad_list *quads)
{
  for (size_t i = 0; i < quads->n_quads; ++i) {
    if (quads->quads[i].graph.kind) {
      return true;
    }
  }
  return false;
}

/// Write what was read in a syntax and read that again: the same dataset, or
/// a refusal if there are graphs the syntax has no place for
static bool
check_round_trip(const manifest_test *test,
                 const char *path,
                 const char *base,
                 size_t suite,
                 const quad_list *quads,
                 tercet_syntax syntax)
{
  tercet_error err = {0};
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  const bool graphs = syntax == TERCET_SYNTAX_NQUADS ||
                      syntax == TERCET_SYNTAX_TRIG || !has_named_graph(quads);

  tercet_status st =
      convert(path, base, suites[suite].syntax, syntax, &text, &err);
  bool passed = graphs ? !st : st == TERCET_ERR_UNSUPPORTED;
  if (!st) {
    quad_list again = {0};
    st = quad_list_read_text(
        &again, tercet_buffer_view(&text), syntax, "", &err);
    passed = passed && !st && isomorphic_quads(quads, &again);
    quad_list_clear(&again);
  }
  if (!passed) {
    printf("%.*s\n", (int)text.length, text.data ? text.data : "");
  }
  tercet_buffer_clear(&text);
  return passed || fail(test, "does not survive being written", &err);
}

static bool
run_positive(const manifest_test *test,
             size_t suite,
             const char *path,
             const char *base,
             tercet_status st,
             const tercet_error *err,
             const quad_list *quads)
{
  if (st) {
    return fail(test, "was refused", err);
  }

  return check_round_trip(
             test, path, base, suite, quads, TERCET_SYNTAX_NTRIPLES) &&
         check_round_trip(
             test, path, base, suite, quads, TERCET_SYNTAX_NQUADS) &&
         check_round_trip(
             test, path, base, suite, quads, TERCET_SYNTAX_TURTLE) &&
         check_round_trip(test, path, base, suite, quads, TERCET_SYNTAX_TRIG);
}

/// Compare what was read with what the manifest expects
static bool
run_evaluation(const manifest_test *test, size_t suite, const quad_list *quads)
{
  tercet_error err = {0};
  quad_list expected = {0};
  char path[4096];
  const bool read = manifest_path(test->result, path, sizeof(path)) &&
                    !quad_list_read_file(
                        &expected, path, suites[suite].result_syntax, "", &err);
  const bool same = read && isomorphic_quads(quads, &expected);
  quad_list_clear(&expected);
  return same || fail(test, read ? "differs" : "has no result", &err);
}

static bool
run_test(const manifest *m, const manifest_test *test, size_t suite)
{
  const tercet_term *const assumed =
      manifest_object(m, &m->subject, MANIFEST_MF "assumedTestBase", 0);
  char path[4096];
  char base[4096] = "";
  tercet_error err = {0};
  quad_list quads = {0};
  if (!manifest_path(test->action, path, sizeof(path))) {
    return fail(test, "has no action", &err);
  }
  if (assumed) {
    snprintf(base,
             sizeof(base),
             "%.*s%s",
             (int)assumed->value.length,
             assumed->value.data,
             strrchr(path, '/') + 1);
  }

  const tercet_status st =
      quad_list_read_file(&quads, path, suites[suite].syntax, base, &err);
  bool passed = false;
  if (ends_with(test->type, "NegativeSyntax") ||
      ends_with(test->type, "NegativeEval")) {
    passed = run_negative(test, st, &err);
  } else if (ends_with(test->type, "PositiveSyntax")) {
    passed = run_positive(test, suite, path, base, st, &err, &quads);
  } else if (ends_with(test->type, "Eval")) {
    passed = run_positive(test, suite, path, base, st, &err, &quads) &&
             run_evaluation(test, suite, &quads);
  } else {
    passed = fail(test, "is of an unknown type", &err);
  }

  quad_list_clear(&quads);
  return passed;
}

static void
run_suite(size_t suite)
{
  char root[2048];
  char path[4096];
  manifest_suites("w3c/rdf/rdf11", root, sizeof(root));
  snprintf(
      path, sizeof(path), "%s/%s/manifest.ttl", root, suites[suite].folder);

  manifest m;
  CHECK(manifest_open(&m, path));
  size_t n_passed = 0;
  size_t n_failed = 0;
  manifest_list entries =
      manifest_list_begin(&m, &m.subject, MANIFEST_MF "entries");
  for (const tercet_term *entry = NULL;
       (entry = manifest_list_next(&entries));) {
    const manifest_test test = manifest_describe(&m, entry);
    const bool passed = run_test(&m, &test, suite);
    n_passed += passed;
    n_failed += !passed;
  }

  printf(
      "%s: %zu passed, %zu failed\n", suites[suite].folder, n_passed, n_failed);
  CHECK_INT(n_failed, 0);
  CHECK(n_passed > 0);
  manifest_close(&m);
}

int
main(void)
{
  for (size_t i = 0; i < sizeof(suites) / sizeof(suites[0]); ++i) {
    run_suite(i);
  }
  return check_finish();
}
