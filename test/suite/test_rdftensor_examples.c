// SPDX-License-Identifier: Apache-2.0

/**
   The examples of the specification, from rdftensor_examples.txt: each gives
   what the text prints, or what the models say and for a reason that is listed.
   The list is compared with the text itself, and what differs with
   doc/rdf-tensor-conformance.md.

   test_suite_rdftensor_examples            runs and compares
   test_suite_rdftensor_examples --write    writes the part of the page
*/

#include "check.h"
#include "doc_region.h"

#include <tercet/tercet.h>

#include <math.h>

#define PAGE "doc/rdf-tensor-conformance.md"
#define EXAMPLES "test/suite/rdftensor_examples.txt"

#define PREFIXES                                                               \
  "PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#> "                       \
  "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> PREFIX : <http://e/> "

/// Calls of one example: `fixed` and `ours`, if there is more than one
#define MAX_CALLS 4U

#define MAX_EXAMPLES 200U

/// One example; what it does not have is NULL
typedef struct {
  const char *section;
  int line; ///< Of the text
  const char *data;
  const char *given;
  const char *text;
  size_t n_calls;
  const char *fixed[MAX_CALLS];
  const char *ours[MAX_CALLS];
  const char *why;
} example;

typedef struct {
  size_t n;
  example items[MAX_EXAMPLES];
} example_list;

/* ---- The list ---- */

static void
set_field(example *e, const char *key, const char *value)
{
  const char **const places[] = {&e->data, &e->given, &e->text, &e->why};
  static const char *const keys[] = {"data", "given", "text", "why"};
  for (size_t i = 0; i < 4U; ++i) {
    if (!strcmp(key, keys[i])) {
      CHECK(!*places[i]);
      *places[i] = value;
      return;
    }
  }
  const bool is_fixed = !strcmp(key, "fixed");
  CHECK(is_fixed || !strcmp(key, "ours"));
  if (e->n_calls == 0 || is_fixed) {
    CHECK(e->n_calls < MAX_CALLS);
    ++e->n_calls;
  }
  *(is_fixed ? &e->fixed[e->n_calls - 1U] : &e->ours[e->n_calls - 1U]) = value;
}

/// Read the list, which points into its text
static void
read_list(char *text, example_list *out)
{
  out->n = 0;
  for (char *line = strtok_r(text, "\n", &text); line;
       line = strtok_r(NULL, "\n", &text)) {
    if (!strncmp(line, "## ", 3)) {
      char *const comma = strstr(line, ", line ");
      CHECK(comma && out->n < MAX_EXAMPLES);
      *comma = '\0';
      out->items[out->n++] =
          (example){.section = line + 3,
                    .line = (int)strtol(comma + strlen(", line "), NULL, 10)};
    } else if (*line != '#') {
      char *const space = strchr(line, ' ');
      CHECK(space && out->n > 0);
      *space = '\0';
      set_field(
          &out->items[out->n - 1U], line, space + 1 + strspn(space + 1, " "));
    }
  }
}

/* ---- The text of the specification ---- */

/// Return whether two texts are the same but for white space
static bool
same_words(const char *a, size_t n_a, const char *b)
{
  const char *const end = a + n_a;
  while (true) {
    const size_t skip_a = strspn(a, " \n");
    a += skip_a > (size_t)(end - a) ? (size_t)(end - a) : skip_a;
    b += strspn(b, " \n");
    if (a == end || !*b) {
      return a == end && !*b;
    }
    if (*a++ != *b++) {
      return false;
    }
  }
}

/// Compare the next block of code with an entry of the list; return its end
static const char *
check_block(const char *at, const char *entry, const example *e)
{
  const char *const begin = strstr(at, "```");
  const char *const start = begin ? strchr(begin, '\n') : NULL;
  const char *const stop = start ? strstr(start, "```") : NULL;
  CHECK(stop);
  if (!stop) {
    return at;
  }
  const bool good = same_words(start, (size_t)(stop - start), entry);
  CHECK(good);
  if (!good) {
    fprintf(
        stderr, "  %s, line %d is another: %s\n", e->section, e->line, entry);
  }
  return stop + 3;
}

/// Each example of the text is in the list, and as it stands there
static void
test_list_is_complete(const char *text, const example_list *list)
{
  size_t n = 0;
  int line = 1;
  for (const char *at = text; at; at = strchr(at, '\n'), ++line) {
    at += *at == '\n';
    if (strncmp(at, "!!! example", 11) != 0) {
      continue;
    }
    const example *const e = &list->items[n];
    CHECK(n < list->n && e->line == line);
    if (n++ >= list->n) {
      return;
    }
    const char *end = at;
    const char *const blocks[] = {e->data, e->given, e->text};
    for (size_t i = 0; i < 3U; ++i) {
      end = blocks[i] ? check_block(end, blocks[i], e) : end;
    }
  }
  CHECK_INT(n, list->n);
}

/* ---- Running ---- */

/// Compare two tensors; the last digits of a float depend on the machine
static bool
same_tensors(const tercet_tensor *a, const tercet_tensor *b)
{
  const size_t rank = tercet_tensor_rank(a);
  if (tercet_tensor_dtype(a) != tercet_tensor_dtype(b) ||
      tercet_tensor_rank(b) != rank ||
      (rank && memcmp(tercet_tensor_shape(a),
                      tercet_tensor_shape(b),
                      rank * sizeof(int64_t)) != 0)) {
    return false;
  }

  tercet_error err = {0};
  tercet_tensor *x = NULL;
  tercet_tensor *y = NULL;
  CHECK_STATUS(tercet_tensor_cast(NULL, a, TERCET_DTYPE_F64, &x, &err),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, b, TERCET_DTYPE_F64, &y, &err),
               TERCET_OK);
  const double *const p = tercet_tensor_data(x);
  const double *const q = tercet_tensor_data(y);
  bool same = true;
  for (size_t i = 0; i < (size_t)tercet_tensor_size(x); ++i) {
    same = same && fabs(p[i] - q[i]) <= 1e-14 * fabs(q[i]);
  }
  tercet_tensor_unref(x);
  tercet_tensor_unref(y);
  return same;
}

/// Return the number that a literal is, or NaN
static double
number_of(const tercet_term *term)
{
  char text[64];
  char *end = NULL;
  snprintf(text, sizeof(text), "%.*s", TERCET_STRING_ARGS(term->value));
  const double number = strtod(text, &end);
  return end > text && *end == '\0' ? number : (double)NAN;
}

/// Run a query with one column and one row, and read its value
static tercet_query *
run(tercet_dataset *dataset,
    tercet_string text,
    tercet_term *term,
    tercet_tensor **tensor)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  CHECK_STATUS(tercet_query_prepare(dataset, text, NULL, &query, &err),
               TERCET_OK);
  if (!query) {
    fprintf(stderr, "  %.*s: %s\n", TERCET_STRING_ARGS(text), err.message);
    return NULL;
  }
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ROW);
  CHECK_STATUS(tercet_query_column_term(query, 0, term, &err), TERCET_OK);
  CHECK_STATUS(tercet_query_column_tensor(query, 0, tensor, &err), TERCET_OK);
  return query;
}

/// Write an expression, or a query as it is
static void
write_query(tercet_buffer *out, const char *text)
{
  const bool is_query = !strncmp(text, "SELECT", 6);
  out->length = 0;
  DOC_WRITE(out,
            PREFIXES "%s%s%s",
            is_query ? "" : "SELECT (",
            text,
            is_query ? "" : " AS ?x) {}");
}

/// Run one call and compare it with what is expected
static bool
check_call(tercet_dataset *dataset, const char *call, const char *expected)
{
  tercet_buffer text;
  tercet_term terms[2] = {{0}, {0}};
  tercet_tensor *tensors[2] = {NULL, NULL};
  tercet_query *queries[2] = {NULL, NULL};
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  write_query(&text, call);
  queries[0] = run(
      dataset, (tercet_string){text.data, text.length}, &terms[0], &tensors[0]);
  write_query(&text, expected);
  queries[1] = run(
      dataset, (tercet_string){text.data, text.length}, &terms[1], &tensors[1]);

  bool same = terms[0].kind == TERCET_TERM_LITERAL &&
              tercet_string_equals(terms[0].datatype, terms[1].datatype);
  if (tensors[0] && tensors[1]) {
    same = same && same_tensors(tensors[0], tensors[1]);
  } else if (same && !tercet_string_equals(terms[0].value, terms[1].value)) {
    same = number_of(&terms[0]) == number_of(&terms[1]);
  }
  if (!same) {
    fprintf(
        stderr, "  %s\n  is %.*s\n", call, TERCET_STRING_ARGS(terms[0].value));
  }
  for (size_t i = 0; i < 2U; ++i) {
    tercet_tensor_unref(tensors[i]);
    tercet_query_free(queries[i]);
  }
  tercet_buffer_clear(&text);
  return same;
}

static tercet_dataset *
make_dataset(const example *e)
{
  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, &err), TERCET_OK);
  if (e->data) {
    tercet_buffer text;
    tercet_buffer_init(&text, NULL, SIZE_MAX);
    DOC_WRITE(&text,
              "@prefix tensor: <https://w3id.org/rdf-tensor/vocab#> . "
              "@prefix : <http://e/> . %s",
              e->data);
    CHECK_STATUS(
        tercet_dataset_load_text(dataset,
                                 (tercet_string){text.data, text.length},
                                 TERCET_SYNTAX_TURTLE,
                                 NULL,
                                 NULL,
                                 &err),
        TERCET_OK);
    tercet_buffer_clear(&text);
  }
  return dataset;
}

static void
test_example(const example *e)
{
  tercet_dataset *const dataset = make_dataset(e);
  bool good = e->given && (e->why || e->n_calls == 0);
  if (e->n_calls == 0) {
    good = good && e->text && check_call(dataset, e->given, e->text);
  }
  for (size_t i = 0; i < e->n_calls; ++i) {
    const char *const call = e->fixed[i] ? e->fixed[i] : e->given;
    good = check_call(dataset, call, e->ours[i] ? e->ours[i] : e->text) && good;
  }
  CHECK(good);
  if (!good) {
    fprintf(stderr, "  %s, line %d\n", e->section, e->line);
  }
  tercet_dataset_free(dataset);
}

/* ---- The page ---- */

/// Write a literal as people read it: without escapes, and a tensor without
/// its datatype
static void
write_literal(tercet_buffer *out, const char *text)
{
  static const char tail[] = "\"^^tensor:DataTensor";
  const size_t n = strlen(text);
  const size_t n_tail = sizeof(tail) - 1U;
  const bool is_tensor = n > n_tail && !strcmp(text + n - n_tail, tail);
  DOC_WRITE(out, " `` ");
  for (size_t i = is_tensor; i < (is_tensor ? n - n_tail : n); ++i) {
    if (text[i] != '\\') {
      DOC_WRITE(out, "%c", text[i]);
    }
  }
  DOC_WRITE(out, " `` |");
}

/// List the examples of functions whose printed form is not the one here
static void
write_differences(const example_list *list, tercet_buffer *out)
{
  DOC_WRITE(out,
            "\nOf %zu examples, these need a change:\n\n"
            "| Example | Line | Printed | Result here, if another | Why |\n"
            "|---|---|---|---|---|\n",
            list->n);
  for (size_t i = 0; i < list->n; ++i) {
    const example *const e = &list->items[i];
    if (!e->why || !e->text) {
      continue;
    }
    DOC_WRITE(out, "| %s | %d |", e->section + strlen("tensor:"), e->line);
    write_literal(out, e->text);
    if (e->ours[0]) {
      write_literal(out, e->ours[0]);
    } else {
      DOC_WRITE(out, " |");
    }
    DOC_WRITE(out, " %s |\n", e->why);
  }
}

int
main(int argc, char **argv)
{
  static example_list list;
  char path[1024];
  doc_source_path(EXAMPLES, path, sizeof(path));
  char *const text = doc_read(path);
  CHECK(text);
  if (!text) {
    return check_finish();
  }
  read_list(text, &list);
  CHECK_INT(list.n, 90);
  for (size_t i = 0; i < list.n; ++i) {
    test_example(&list.items[i]);
  }

  const char *const suites = getenv("TERCET_SUITES");
  snprintf(
      path, sizeof(path), "%s/spec/index.md", suites ? suites : "../shared");
  char *const specification = doc_read(path);
  if (specification) {
    test_list_is_complete(specification, &list);
  }

  tercet_buffer page;
  tercet_buffer_init(&page, NULL, SIZE_MAX);
  write_differences(&list, &page);
  CHECK(doc_region_check(
      PAGE, "examples", &page, argc > 1 && !strcmp(argv[1], "--write")));
  tercet_buffer_clear(&page);
  free(specification);
  free(text);
  return check_finish();
}
