// SPDX-License-Identifier: Apache-2.0

/**
   The official node tests of ONNX: each folder has a model, its inputs, and
   the outputs that it should give.

   test_suite_onnx_node [-v] [PART]   runs the tests with PART in their names,
                                      and lists those that do not end as
                                      expected; -v lists all
   test_suite_onnx_node --coverage    prints doc/onnx-coverage.md

   Every test runs in a process of its own, so that a crash or an endless loop
   is one failure.  Those that are expected to fail are listed, by reason, in
   onnx_exceptions.txt: one that passes is a failure too.
*/

#include "check.h"
#include "onnx/io/wire.h"
#include "onnx/session.h"
#include "suite/onnx_compare.h"
#include "suite/onnx_exceptions.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/// Seconds that a test may take
#define TIME_LIMIT 120U

#define MAX_VALUES 64

/* ---- One test ---- */

/// A test at hand
typedef struct {
  const char *name;
  char folder[4096];
  tercet_onnx_model *model;
  tercet_onnx_plan *plan;
  tercet_onnx_session *session;
  tercet_buffer reason; ///< Why it failed
} node_test;

/// Say why a test failed, and return false
static bool
fail(node_test *test, const char *what, const tercet_error *err)
{
  test->reason.length = 0;
  ONNX_SAY(&test->reason, "%s: %s", what, err->message);
  return false;
}

/// Read a file of the test; NULL if there is none, freed with free()
static void *
read_file(const char *path, size_t *n)
{
  FILE *const file = fopen(path, "rb");
  if (!file) {
    return NULL;
  }
  void *data = NULL;
  long size = -1;
  if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 &&
      fseek(file, 0, SEEK_SET) == 0) {
    data = malloc((size_t)size + 1U);
  }
  *n = size > 0 ? (size_t)size : 0;
  if (data && fread(data, 1, *n, file) != *n) {
    free(data);
    data = NULL;
  }
  fclose(file);
  return data;
}

/// Return what kind of value a type has
static tercet_onnx_kind
kind_of(const tercet_onnx_type_info *type)
{
  return type->kind == TERCET_ONNX_TYPE_SEQUENCE   ? TERCET_ONNX_SEQUENCE
         : type->kind == TERCET_ONNX_TYPE_OPTIONAL ? TERCET_ONNX_OPTIONAL
                                                   : TERCET_ONNX_TENSOR;
}

/// Undo that some files have bfloat16 as uint16, for want of it in NumPy
static bool
restore_bfloat16(const tercet_onnx_value_info *info, tercet_onnx_value *value)
{
  if (info->type.elem_type != TERCET_ONNX_BFLOAT16 ||
      value->type != TERCET_ONNX_UINT16) {
    return true;
  }
  tercet_tensor *const bits = value->tensor;
  value->type = TERCET_ONNX_BFLOAT16;
  const tercet_status st =
      tercet_tensor_view_as(bits, TERCET_DTYPE_BF16, &value->tensor, NULL);
  tercet_tensor_unref(bits);
  return st == TERCET_OK;
}

/// Read an input or output of a data set
static bool
read_value(node_test *test,
           size_t set,
           const char *what,
           size_t i,
           const tercet_onnx_value_info *info,
           tercet_onnx_value *out)
{
  char path[4200];
  snprintf(path,
           sizeof(path),
           "%s/test_data_set_%zu/%s_%zu.pb",
           test->folder,
           set,
           what,
           i);
  tercet_error err = {0};
  size_t n = 0;
  void *const data = read_file(path, &n);
  if (!data) {
    snprintf(err.message, sizeof(err.message), "%.480s", path);
    return fail(test, "cannot be read", &err);
  }
  const tercet_status st = tercet_onnx_value_read(
      NULL, kind_of(&info->type), data, n, &test->session->strings, out, &err);
  free(data);
  return (st == TERCET_OK || fail(test, what, &err)) &&
         (restore_bfloat16(info, out) || fail(test, what, &err));
}

static bool
starts_with(const char *text, const char *start)
{
  return strncmp(text, start, strlen(start)) == 0;
}

/// Return how an output is compared: those of random numbers have no values
/// that a test could know
static onnx_comparison
comparison_of(const char *name, size_t output)
{
  if (starts_with(name, "test_bernoulli")) {
    return ONNX_COMPARE_TRUTHS;
  }
  if (starts_with(name, "test_training_dropout") &&
      !starts_with(name, "test_training_dropout_zero")) {
    return output == 1 ? ONNX_COMPARE_TRUTHS : ONNX_COMPARE_SHAPES;
  }
  return ONNX_COMPARE_VALUES;
}

static bool
compare_outputs(node_test *test, size_t set, const tercet_onnx_value *outputs)
{
  const tercet_onnx_graph *const graph = &test->model->graph;
  bool is_same = true;
  for (size_t i = 0; is_same && i < graph->n_outputs; ++i) {
    tercet_onnx_value expected;
    is_same = read_value(test, set, "output", i, &graph->outputs[i], &expected);
    if (is_same) {
      test->reason.length = 0;
      ONNX_SAY(&test->reason, "output %zu: ", i);
      is_same = onnx_same_value(
          outputs[i], expected, comparison_of(test->name, i), &test->reason);
      tercet_onnx_value_unref(expected);
    }
  }
  return is_same;
}

/// Run the session on a data set, and compare
static bool
run_set(node_test *test, size_t set)
{
  const tercet_onnx_body *const body = &test->plan->main;
  tercet_onnx_value inputs[MAX_VALUES];
  tercet_onnx_value outputs[MAX_VALUES];
  memset(inputs, 0, sizeof(inputs));
  memset(outputs, 0, sizeof(outputs));
  tercet_error err = {0};
  bool passes =
      (body->n_inputs <= MAX_VALUES && body->n_outputs <= MAX_VALUES) ||
      fail(test, "has too many values", &err);
  for (size_t i = 0; passes && i < body->n_inputs; ++i) {
    passes = read_value(test, set, "input", i, body->infos[i], &inputs[i]);
  }
  if (passes) {
    const tercet_status st =
        tercet_onnx_session_run(test->session, inputs, outputs, &err);
    passes = st == TERCET_OK ? compare_outputs(test, set, outputs)
                             : fail(test, "run", &err);
  }
  for (size_t i = 0; i < MAX_VALUES; ++i) {
    tercet_onnx_value_unref(inputs[i]);
    tercet_onnx_value_unref(outputs[i]);
  }
  return passes;
}

/// Read, plan and run the model; twice, for what a first run leaves behind
static bool
run_model(node_test *test)
{
  char path[4200];
  snprintf(path, sizeof(path), "%s/model.onnx", test->folder);
  tercet_error err = {0};
  if (tercet_onnx_model_load(
          NULL, path, TERCET_ONNX_BINARY, NULL, &test->model, &err)) {
    return fail(test, "read", &err);
  }
  if (tercet_onnx_plan_new(NULL, test->model, &test->plan, &err)) {
    return fail(test, "plan", &err);
  }
  if (tercet_onnx_session_new(NULL, test->plan, NULL, &test->session, &err)) {
    return fail(test, "session", &err);
  }
  return run_set(test, 0) && run_set(test, 0);
}

/// Run a test in this process: write why it failed to `file`, and return the
/// exit code
static int
run_here(const char *suite, const char *name, int file)
{
  node_test test;
  memset(&test, 0, sizeof(test));
  test.name = name;
  snprintf(test.folder, sizeof(test.folder), "%.3000s/%.900s", suite, name);
  tercet_buffer_init(&test.reason, NULL, 4096);
  const bool passes = run_model(&test);
  if (!passes && write(file, test.reason.data, test.reason.length) < 0) {
    perror("write");
  }
  tercet_onnx_session_free(test.session);
  tercet_onnx_plan_free(test.plan);
  tercet_onnx_model_free(test.model);
  tercet_buffer_clear(&test.reason);
  return passes ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- All tests ---- */

typedef struct {
  char name[256];
  char reason[1024]; ///< Empty: it passed
  bool crashed;
} outcome;

/// Note how the process of a test ended
static void
note_end(outcome *out, int status, size_t n_read)
{
  out->reason[n_read] = '\0';
  if (WIFSIGNALED(status)) {
    out->crashed = true;
    snprintf(out->reason,
             sizeof(out->reason),
             WTERMSIG(status) == SIGALRM ? "takes too long" : "signal %d",
             WTERMSIG(status));
  } else if (WEXITSTATUS(status) != EXIT_SUCCESS &&
             WEXITSTATUS(status) != EXIT_FAILURE) {
    out->crashed = true;
    snprintf(out->reason,
             sizeof(out->reason),
             "exit code %d: see the sanitizer's report",
             WEXITSTATUS(status));
  } else if (WEXITSTATUS(status) == EXIT_SUCCESS) {
    out->reason[0] = '\0';
  }
  for (char *c = out->reason; *c; ++c) {
    *c = *c == '\n' ? ' ' : *c;
  }
}

/// Run a test in a process of its own
static void
run_test(const char *suite, const char *name, outcome *out)
{
  memset(out, 0, sizeof(*out));
  snprintf(out->name, sizeof(out->name), "%s", name);
  int ends[2] = {0, 0};
  fflush(NULL);
  if (pipe(ends) != 0) {
    perror("pipe");
    exit(EXIT_FAILURE);
  }
  const pid_t child = fork();
  if (child == 0) {
    alarm(TIME_LIMIT);
    close(ends[0]);
    exit(run_here(suite, name, ends[1]));
  }
  close(ends[1]);
  size_t n_read = 0;
  ssize_t n = 1;
  while (child > 0 && n > 0 && n_read < sizeof(out->reason) - 1U) {
    n = read(ends[0], out->reason + n_read, sizeof(out->reason) - 1U - n_read);
    n_read += n > 0 ? (size_t)n : 0;
  }
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    perror("fork");
    exit(EXIT_FAILURE);
  }
  note_end(out, status, n_read);
}

static int
is_test(const struct dirent *entry)
{
  return starts_with(entry->d_name, "test_");
}

/// What happened so far
typedef struct {
  const char *suite;
  bool is_verbose;
  onnx_exceptions *exceptions;
  size_t n_run;
  size_t n_passed;
  size_t n_crashed;
  size_t n_wrong; ///< Not as expected
} totals;

/// Return whether a test failed for want of an optional library, as it must
/// where that is not built in
static bool
lacks_library(const outcome *out)
{
#ifdef TERCET_HAVE_PCRE2
  (void)out;
  return false;
#else
  return strstr(out->reason, "built without PCRE2") != NULL;
#endif
}

/// Run a test, and say so if it does not end as expected
static void
run_and_report(totals *all, const char *name)
{
  outcome out;
  run_test(all->suite, name, &out);
  const onnx_exception *const exception =
      onnx_exceptions_find(all->exceptions, name);
  const bool passes = out.reason[0] == '\0';
  const bool is_wrong =
      out.crashed || (passes == (exception != NULL) && !lacks_library(&out));
  ++all->n_run;
  all->n_passed += passes;
  all->n_crashed += out.crashed;
  all->n_wrong += is_wrong;
  if (is_wrong || all->is_verbose) {
    printf("%s%s %s %s\n",
           passes ? "passed" : "failed",
           is_wrong && passes ? ", though listed as an exception:" : "",
           name,
           out.reason);
  }
}

/// Check that every exception is a test, and that the page tells of them
static bool
check_lists(onnx_exceptions *exceptions, size_t n_tests)
{
  bool holds = true;
  for (size_t i = 0; i < exceptions->n; ++i) {
    if (!exceptions->items[i].is_seen) {
      printf("exception %s is no test\n", exceptions->items[i].name);
      holds = false;
    }
  }
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  onnx_write_coverage(&text, exceptions, n_tests);
  if (!onnx_coverage_is_current(&text)) {
    printf("doc/onnx-coverage.md is old: write it again with --coverage\n");
    holds = false;
  }
  tercet_buffer_clear(&text);
  return holds;
}

static void
print_coverage(const onnx_exceptions *exceptions, size_t n_tests)
{
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  onnx_write_coverage(&text, exceptions, n_tests);
  fwrite(text.data, 1, text.length, stdout);
  tercet_buffer_clear(&text);
}

/// Run the tests with `part` in their names; returns whether all ended as
/// expected
static bool
run_all(totals *all, size_t n, struct dirent *const *entries, const char *part)
{
  for (size_t i = 0; i < n; ++i) {
    onnx_exception *const exception =
        onnx_exceptions_find(all->exceptions, entries[i]->d_name);
    if (exception) {
      exception->is_seen = true;
    }
    if (strstr(entries[i]->d_name, part)) {
      run_and_report(all, entries[i]->d_name);
    }
  }
  printf("%zu tests, %zu passed, %zu failed, %zu of them crashed; %zu not as "
         "expected\n",
         all->n_run,
         all->n_passed,
         all->n_run - all->n_passed,
         all->n_crashed,
         all->n_wrong);
  return all->n_wrong == 0 && (part[0] || check_lists(all->exceptions, n));
}

int
main(int argc, char **argv)
{
  static onnx_exceptions exceptions;
  const char *part = "";
  totals all = {NULL, false, &exceptions, 0, 0, 0, 0};
  bool is_page = false;
  for (int i = 1; i < argc; ++i) {
    if (!strcmp(argv[i], "--coverage")) {
      is_page = true;
    } else if (!strcmp(argv[i], "-v")) {
      all.is_verbose = true;
    } else {
      part = argv[i];
    }
  }

  char suite[2048];
  const char *const suites = getenv("TERCET_SUITES");
  snprintf(suite,
           sizeof(suite),
           "%s/onnx-node-tests",
           suites ? suites : "../shared");
  all.suite = suite;
  struct dirent **entries = NULL;
  const int n = scandir(suite, &entries, is_test, alphasort);
  if (n <= 0) {
    fprintf(stderr, "skipped: there are no tests in %s\n", suite);
    return 77;
  }
  if (!onnx_exceptions_read(&exceptions)) {
    return EXIT_FAILURE;
  }

  bool passes = true;
  if (is_page) {
    print_coverage(&exceptions, (size_t)n);
  } else {
    passes = run_all(&all, (size_t)n, entries, part);
  }
  for (int i = 0; i < n; ++i) {
    free(entries[i]);
  }
  free(entries);
  return passes ? EXIT_SUCCESS : EXIT_FAILURE;
}
