// SPDX-License-Identifier: Apache-2.0

/// Loading: what arrives, what fails, and what is left of it

#include "store/dataset.h"

#include "base/string_view.h"

#include "check.h"

#include <unistd.h>

#define EX "http://example.org/"

static tercet_dataset *
new_dataset(void)
{
  tercet_dataset *dataset = NULL;
  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, NULL), TERCET_OK);
  return dataset;
}

static tercet_status
load_text(tercet_dataset *dataset,
          const char *text,
          tercet_syntax syntax,
          const tercet_load_options *options,
          tercet_load_stats *stats,
          tercet_error *err)
{
  return tercet_dataset_load_text(
      dataset, tercet_string_from(text), syntax, options, stats, err);
}

static uint64_t
count_quads(const tercet_dataset *dataset)
{
  tercet_dataset_info info;
  tercet_dataset_get_info(dataset, &info);
  return info.n_quads;
}

/// Return the id of an IRI of the dataset
static tercet_id
find_iri(const tercet_dataset *dataset, const char *iri)
{
  tercet_id id = 0U;
  const tercet_term term = {.kind = TERCET_TERM_IRI,
                            .value = tercet_string_from(iri)};
  CHECK_STATUS(
      tercet_dictionary_find(tercet_dataset_dictionary(dataset), &term, &id),
      TERCET_OK);
  return id;
}

/// Return how many triples have a subject
static uint64_t
count_subject(const tercet_dataset *dataset, const char *iri)
{
  const tercet_id id = find_iri(dataset, iri);
  return tercet_segment_count(
      tercet_dataset_segment(dataset), TERCET_ORDER_SPO, 1U, &id);
}

/// Return whether terms and tensors are as many as before
static bool
holds_the_same(const tercet_dataset *dataset, const tercet_dataset_info *before)
{
  tercet_dataset_info now;
  tercet_dataset_get_info(dataset, &now);
  return now.n_terms == before->n_terms && now.n_tensors == before->n_tensors &&
         now.n_quads == before->n_quads &&
         now.n_tensor_blocks == before->n_tensor_blocks;
}

static void
test_empty_dataset(void)
{
  tercet_dataset *const dataset = new_dataset();
  tercet_dataset_info info;
  tercet_dataset_get_info(dataset, &info);
  CHECK_INT(info.n_quads, 0);
  CHECK_INT(info.n_graphs, 0);
  CHECK_INT(info.n_terms, 0);
  CHECK_STATUS(load_text(dataset, "", TERCET_SYNTAX_TURTLE, NULL, NULL, NULL),
               TERCET_OK);
  CHECK_INT(count_quads(dataset), 0);
  tercet_dataset_free(dataset);
  tercet_dataset_free(NULL);
}

static void
test_loads_add_to_each_other(void)
{
  tercet_dataset *const dataset = new_dataset();
  tercet_load_stats stats = {0};
  CHECK_STATUS(load_text(dataset,
                         "@prefix : <" EX "> .\n:a :p 1, 2 . :b :p :a .",
                         TERCET_SYNTAX_TURTLE,
                         NULL,
                         &stats,
                         NULL),
               TERCET_OK);
  CHECK_INT(stats.n_quads, 3);
  CHECK_INT(count_quads(dataset), 3);

  CHECK_STATUS(load_text(dataset,
                         "<" EX "a> <" EX "p> "
                         "\"1\"^^<" TERCET_XSD "integer> .\n"
                         "<" EX "a> <" EX "p> <" EX "c> .\n",
                         TERCET_SYNTAX_NTRIPLES,
                         NULL,
                         &stats,
                         NULL),
               TERCET_OK);
  CHECK_INT(stats.n_quads, 2);
  CHECK_INT(count_quads(dataset), 4);
  CHECK_INT(count_subject(dataset, EX "a"), 3);
  tercet_dataset_free(dataset);
}

static void
test_blank_nodes_of_different_loads_differ(void)
{
  static const char text[] = "_:x <" EX "p> _:y .\n";
  tercet_dataset *const dataset = new_dataset();
  for (int i = 0; i < 2; ++i) {
    CHECK_STATUS(
        load_text(dataset, text, TERCET_SYNTAX_TURTLE, NULL, NULL, NULL),
        TERCET_OK);
  }

  tercet_dataset_info info;
  tercet_dataset_get_info(dataset, &info);
  CHECK_INT(info.n_quads, 2);
  CHECK_INT(info.n_terms, 5);
  tercet_dataset_free(dataset);
}

static void
test_named_graphs(void)
{
  tercet_dataset *const dataset = new_dataset();
  const tercet_load_options into = {.graph = tercet_string_from(EX "other")};
  static const char text[] = "@prefix : <" EX "> .\n"
                             ":a :p :b .\n"
                             ":g { :a :p :b . :a :p :c }\n";
  CHECK_STATUS(load_text(dataset, text, TERCET_SYNTAX_TRIG, NULL, NULL, NULL),
               TERCET_OK);
  CHECK_STATUS(load_text(dataset, text, TERCET_SYNTAX_TRIG, &into, NULL, NULL),
               TERCET_OK);

  tercet_dataset_info info;
  tercet_dataset_get_info(dataset, &info);
  CHECK_INT(info.n_quads, 4);
  CHECK_INT(info.n_graphs, 2);
  tercet_dataset_free(dataset);
}

/* ---- Failures ---- */

static void
test_a_failed_load_changes_nothing(void)
{
  tercet_dataset *const dataset = new_dataset();
  tercet_error err = {0};
  CHECK_STATUS(load_text(dataset,
                         "<" EX "a> <" EX "p> <" EX "b> .\n",
                         TERCET_SYNTAX_NTRIPLES,
                         NULL,
                         NULL,
                         NULL),
               TERCET_OK);

  tercet_dataset_info before;
  tercet_dataset_get_info(dataset, &before);
  CHECK_STATUS(load_text(dataset,
                         "<" EX "a> <" EX "p> <" EX "c> .\n"
                         "<" EX "a> <" EX "p> \"\"@en .\n"
                         "<" EX "a> <" EX "p> \"x\"^^<" EX "type> .\n"
                         "<" EX "a> <" EX "p> oops .\n",
                         TERCET_SYNTAX_NTRIPLES,
                         NULL,
                         NULL,
                         &err),
               TERCET_ERR_SYNTAX);
  CHECK_INT(err.line, 4);
  CHECK(holds_the_same(dataset, &before));
  CHECK_INT(count_quads(dataset), 1);
  CHECK_INT(count_subject(dataset, EX "a"), 1);

  CHECK_STATUS(tercet_dataset_load_file(dataset,
                                        "/nonexistent/file.nt",
                                        TERCET_SYNTAX_NTRIPLES,
                                        NULL,
                                        NULL,
                                        &err),
               TERCET_ERR_IO);
  CHECK_INT(count_quads(dataset), 1);
  CHECK_STATUS(load_text(dataset,
                         "<" EX "a> <" EX "p> <" EX "c> .\n",
                         TERCET_SYNTAX_NTRIPLES,
                         NULL,
                         NULL,
                         NULL),
               TERCET_OK);
  CHECK_INT(count_quads(dataset), 2);
  tercet_dataset_free(dataset);
}

static void
test_a_cancelled_load_changes_nothing(void)
{
  tercet_dataset *const dataset = new_dataset();
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  const tercet_load_options options = {.cancel = cancel};
  tercet_cancel_request(cancel);
  tercet_error err = {0};
  CHECK_STATUS(load_text(dataset,
                         "<" EX "a> <" EX "p> <" EX "c> .\n",
                         TERCET_SYNTAX_NTRIPLES,
                         &options,
                         NULL,
                         &err),
               TERCET_ERR_CANCELLED);
  CHECK_STATUS(err.status, TERCET_ERR_CANCELLED);
  CHECK_INT(count_quads(dataset), 0);
  tercet_cancel_free(cancel);
  tercet_dataset_free(dataset);
}

typedef struct {
  size_t n_warnings;
  tercet_error last;
} warnings;

static void
count_warning(void *context, const tercet_error *warning)
{
  warnings *const w = (warnings *)context;
  ++w->n_warnings;
  w->last = *warning;
}

static void
test_recovery_and_ill_typed_tensors_warn(void)
{
  static const char text[] =
      "@prefix t: <" TERCET_TENSOR_NS "> .\n"
      "<" EX "a> <" EX "p> 1 .\n"
      "<" EX "a> <" EX "p> <" EX "unfinished .\n"
      "<" EX "a> <" EX "p>\n"
      "  \"{}\"^^t:DataTensor ,\n"
      "  \"{\\\"type\\\": \\\"int32\\\", \\\"shape\\\": [1], \\\"data\\\": "
      "[7]}\"^^t:DataTensor .\n";

  tercet_dataset *const dataset = new_dataset();
  warnings w = {0};
  tercet_load_stats stats = {0};
  const tercet_load_options options = {
      .recover = true, .warning = count_warning, .warning_context = &w};
  CHECK_STATUS(
      load_text(dataset, text, TERCET_SYNTAX_TURTLE, &options, &stats, NULL),
      TERCET_OK);
  CHECK_INT(stats.n_skipped, 1);
  CHECK_INT(stats.n_ill_typed, 1);
  CHECK_INT(w.n_warnings, 2);
  CHECK_INT(w.last.line, 5);
  CHECK_INT(w.last.column, 3);

  tercet_dataset_info info;
  tercet_dataset_get_info(dataset, &info);
  CHECK_INT(info.n_quads, 3);
  CHECK_INT(info.n_tensors, 1);
  tercet_dataset_free(dataset);
}

/* ---- Threads ---- */

/// Write many statements, every seventh with a tensor, some of them wrong
static char *
make_large_text(size_t n, size_t *n_ill_typed)
{
  static const char numbers[] = "0.5, -1.25, 3.0, 4.75, 1e-05, 6.0, 7.5, 8.0";
  char *const text = (char *)malloc(n * 320U);
  size_t length = 0U;
  *n_ill_typed = 0U;
  for (size_t i = 0U; i < n; ++i) {
    char *const p = text + length;
    int written = 0;
    if (i % 7U == 0U) {
      const bool wrong = i % 77U == 0U;
      *n_ill_typed += wrong;
      written = snprintf(p,
                         320U,
                         "<" EX "s%zu> <" EX "v> \"{\\\"type\\\": "
                         "\\\"float32\\\", \\\"shape\\\": [%d], \\\"data\\\": "
                         "[%s, %zu.0]}\"^^<" TERCET_TENSOR_NS "DataTensor> .\n",
                         i / 10U,
                         wrong ? 8 : 9,
                         numbers,
                         i);
    } else {
      written = snprintf(p,
                         320U,
                         "<" EX "s%zu> <" EX "p%zu> \"text %zu\"@en .\n",
                         i / 10U,
                         i % 5U,
                         i / 3U);
    }
    length += (size_t)written;
  }

  text[length] = '\0';
  return text;
}

static void
test_large_text_is_loaded_with_two_threads(void)
{
  enum { N = 60000 };
  size_t n_ill_typed = 0U;
  char *const text = make_large_text(N, &n_ill_typed);
  tercet_dataset *const dataset = new_dataset();
  warnings w = {0};
  tercet_load_stats stats = {0};
  const tercet_load_options options = {.warning = count_warning,
                                       .warning_context = &w};
  CHECK_STATUS(
      load_text(dataset, text, TERCET_SYNTAX_NTRIPLES, &options, &stats, NULL),
      TERCET_OK);
  CHECK_INT(stats.n_quads, N);
  CHECK_INT(stats.n_ill_typed, n_ill_typed);
  CHECK_INT(w.n_warnings, n_ill_typed);
  CHECK_INT(w.last.line % 77U, 1);

  tercet_dataset_info info;
  tercet_dataset_get_info(dataset, &info);
  CHECK_INT(info.n_quads, N);
  CHECK_INT(info.n_tensors + n_ill_typed, (N + 6) / 7);
  CHECK_INT(count_subject(dataset, EX "s17"), 10);

  // The same again adds nothing
  CHECK_STATUS(
      load_text(dataset, text, TERCET_SYNTAX_NTRIPLES, NULL, &stats, NULL),
      TERCET_OK);
  CHECK_INT(count_quads(dataset), N);
  free(text);
  tercet_dataset_free(dataset);
}

/// An allocator that fails from one allocation on and may be shared
static size_t n_left;

static void *
allocate_some(void *context, void *old, size_t size)
{
  (void)context;
  if (__atomic_load_n(&n_left, __ATOMIC_RELAXED) == 0U ||
      __atomic_fetch_sub(&n_left, 1U, __ATOMIC_RELAXED) > SIZE_MAX / 2U) {
    __atomic_store_n(&n_left, 0U, __ATOMIC_RELAXED);
    return NULL;
  }

  return realloc(old, size);
}

static void
test_memory_that_runs_out_in_either_thread(void)
{
  enum { N = 30000 };
  size_t n_ill_typed = 0U;
  char *const text = make_large_text(N, &n_ill_typed);
  const tercet_allocator alloc = {allocate_some, failing_release, NULL};
  size_t n_failed = 0U;
  for (size_t n = 3U; n < 400U; n += 1U + n / 5U) {
    tercet_dataset *dataset = NULL;
    tercet_dataset_info before;
    n_left = SIZE_MAX / 2U;
    CHECK_STATUS(tercet_dataset_new(&alloc, &dataset, NULL), TERCET_OK);
    tercet_dataset_get_info(dataset, &before);
    n_left = n;
    tercet_error err = {0};
    const tercet_status st =
        load_text(dataset, text, TERCET_SYNTAX_NTRIPLES, NULL, NULL, &err);
    CHECK(st == TERCET_OK || st == TERCET_ERR_NO_MEMORY);
    CHECK_STATUS(err.status, st);
    CHECK_INT(count_quads(dataset), st == TERCET_OK ? N : 0);
    CHECK(st == TERCET_OK || holds_the_same(dataset, &before));
    n_failed += st != TERCET_OK;

    n_left = SIZE_MAX / 2U;
    CHECK_STATUS(
        load_text(dataset, text, TERCET_SYNTAX_NTRIPLES, NULL, NULL, NULL),
        TERCET_OK);
    CHECK_INT(count_quads(dataset), N);
    tercet_dataset_free(dataset);
  }
  CHECK(n_failed > 5U);
  free(text);
}

static tercet_status
load_once(const tercet_allocator *alloc, failing_allocator *state)
{
  static const char text[] =
      "<" EX "a> <" EX "p> \"x\"@en .\n"
      "_:a <" EX "p> \"1\"^^<" EX "type> <" EX "g> .\n"
      "<" EX "a> <" EX "v> \"{\\\"type\\\": \\\"int32\\\", \\\"shape\\\": [1], "
      "\\\"data\\\": [7 ]}\"^^<" TERCET_TENSOR_NS "DataTensor> .\n";

  tercet_dataset *dataset = NULL;
  tercet_error err = {0};
  tercet_status st = tercet_dataset_new(alloc, &dataset, &err);
  CHECK_STATUS(err.status, st);
  if (st != TERCET_OK) {
    return st;
  }

  st = load_text(dataset, text, TERCET_SYNTAX_NQUADS, NULL, NULL, &err);
  CHECK_STATUS(err.status, st);
  CHECK_INT(count_quads(dataset), st == TERCET_OK ? 3 : 0);

  state->fail_at = SIZE_MAX;
  CHECK_STATUS(load_text(dataset, text, TERCET_SYNTAX_NQUADS, NULL, NULL, NULL),
               TERCET_OK);
  CHECK_INT(count_quads(dataset), st == TERCET_OK ? 4 : 3);
  tercet_dataset_free(dataset);
  return st;
}

static void
test_failed_allocations(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(load_once(&alloc, &state), TERCET_OK);
  for (size_t n = state.calls, i = 0U; i < n; ++i) {
    state = (failing_allocator){0, i};
    const tercet_status st = load_once(&alloc, &state);
    CHECK(st == TERCET_OK || st == TERCET_ERR_NO_MEMORY);
  }
}

/* ---- Real data ---- */

static tercet_status
check_literal(void *context, const tercet_quad *quad, tercet_error *err)
{
  (void)err;
  const tercet_dictionary *const d =
      tercet_dataset_dictionary((const tercet_dataset *)context);
  if (quad->object.kind != TERCET_TERM_LITERAL) {
    return TERCET_OK;
  }

  tercet_id id = 0U;
  tercet_term back;
  tercet_buffer scratch;
  tercet_buffer_init(&scratch, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_dictionary_find(d, &quad->object, &id), TERCET_OK);
  CHECK(id != TERCET_ID_UNKNOWN);
  CHECK_STATUS(tercet_dictionary_get(d, id, &scratch, &back), TERCET_OK);
  CHECK(tercet_string_equals(back.value, quad->object.value));
  CHECK(tercet_string_equals(back.datatype, quad->object.datatype));
  CHECK(tercet_string_equals(back.language, quad->object.language));
  tercet_buffer_clear(&scratch);
  return TERCET_OK;
}

/// Load a file, and compare every literal with what a second reading gives
static void
check_file(const char *path)
{
  tercet_dataset *const dataset = new_dataset();
  const tercet_sink sink = {.quad = check_literal, .context = dataset};
  tercet_error err = {0};
  CHECK_STATUS(tercet_dataset_load_file(
                   dataset, path, TERCET_SYNTAX_TURTLE, NULL, NULL, &err),
               TERCET_OK);
  CHECK_STATUS(tercet_read_file(
                   NULL, path, TERCET_SYNTAX_TURTLE, NULL, &sink, NULL, &err),
               TERCET_OK);

  tercet_dataset_info info;
  tercet_dataset_get_info(dataset, &info);
  CHECK(info.n_tensors > 1000U);
  tercet_dataset_free(dataset);
}

static void
test_real_literals_come_back(void)
{
  static const char *const names[] = {"debian-2000.ttl.gz",
                                      "debian-6000.ttl.gz"};
  const char *const suites = getenv("TERCET_SUITES");
  for (size_t i = 0U; i < 2U; ++i) {
    char path[1024];
    (void)snprintf(path,
                   sizeof(path),
                   "%s/data/%s",
                   suites ? suites : "../shared",
                   names[i]);
    if (access(path, R_OK) == 0) {
      check_file(path);
    } else {
      fprintf(stderr, "%s is missing: not tested\n", path);
    }
  }
}

int
main(void)
{
  test_empty_dataset();
  test_loads_add_to_each_other();
  test_blank_nodes_of_different_loads_differ();
  test_named_graphs();
  test_a_failed_load_changes_nothing();
  test_a_cancelled_load_changes_nothing();
  test_recovery_and_ill_typed_tensors_warn();
  test_large_text_is_loaded_with_two_threads();
  test_memory_that_runs_out_in_either_thread();
  test_failed_allocations();
  test_real_literals_come_back();
  return check_finish();
}
