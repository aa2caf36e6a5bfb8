// SPDX-License-Identifier: Apache-2.0

/// Results of a query and of the naive evaluation as lines, compared

#ifndef TERCET_TEST_COMPARE_H
#define TERCET_TEST_COMPARE_H

#include "naive.h"

static inline int
compare_lines(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct {
  size_t n;
  size_t capacity;
  char **lines;
} line_list;

static inline void
add_line(line_list *list, const tercet_buffer *line)
{
  if (list->n == list->capacity) {
    list->capacity = 2U * list->capacity + 16U;
    list->lines =
        (char **)realloc(list->lines, list->capacity * sizeof(char *));
  }
  char *const copy = (char *)malloc(line->length + 1U);
  memcpy(copy, line->data, line->length);
  copy[line->length] = '\0';
  list->lines[list->n++] = copy;
}

static inline void
clear_lines(line_list *list)
{
  for (size_t i = 0; i < list->n; ++i) {
    free(list->lines[i]);
  }
  free(list->lines);
  *list = (line_list){0};
}

static inline void
append_term(tercet_buffer *line, const tercet_term *term)
{
  const tercet_output output = tercet_buffer_output(line);
  if (term->kind != TERCET_TERM_NONE) {
    CHECK_STATUS(tercet_term_write(term, &output, NULL), TERCET_OK);
  }
  CHECK_STATUS(tercet_buffer_append_text(line, " | "), TERCET_OK);
}

static inline tercet_status
collect_actual(tercet_query *query, line_list *out, tercet_error *err)
{
  tercet_buffer line;
  tercet_status st = tercet_query_step(query, err);
  tercet_buffer_init(&line, NULL, SIZE_MAX);
  for (; st == TERCET_ROW; st = tercet_query_step(query, err)) {
    line.length = 0;
    for (size_t c = 0; c < tercet_query_column_count(query); ++c) {
      tercet_term term;
      CHECK_STATUS(tercet_query_column_term(query, c, &term, err), TERCET_OK);
      append_term(&line, &term);
    }
    CHECK_STATUS(tercet_buffer_append_char(&line, '.'), TERCET_OK);
    add_line(out, &line);
  }
  tercet_buffer_clear(&line);
  return st;
}

static inline void
collect_expected(const tercet_algebra_query *algebra,
                 const naive_rows *rows,
                 line_list *out)
{
  tercet_buffer line;
  tercet_buffer scratch;
  tercet_buffer_init(&line, NULL, SIZE_MAX);
  tercet_buffer_init(&scratch, NULL, SIZE_MAX);
  for (size_t i = 0; i < rows->n_rows; ++i) {
    line.length = 0;
    for (size_t c = 0; c < algebra->n_columns; ++c) {
      tercet_term term = {0};
      const tercet_id id = naive_row(rows, i)[algebra->columns[c]];
      scratch.length = 0;
      if (id != TERCET_ID_NONE) {
        CHECK_STATUS(
            tercet_dictionary_get(algebra->dictionary, id, &scratch, &term),
            TERCET_OK);
      }
      append_term(&line, &term);
    }
    CHECK_STATUS(tercet_buffer_append_char(&line, '.'), TERCET_OK);
    add_line(out, &line);
  }
  tercet_buffer_clear(&line);
  tercet_buffer_clear(&scratch);
}

static inline tercet_status
print_output(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)context;
  (void)err;
  fwrite(data, 1, length, stderr);
  return TERCET_OK;
}

/// Return whether both lists hold the same lines, whatever their order
static inline bool
same_lines(line_list *a, line_list *b)
{
  bool same = a->n == b->n;
  if (!same || !a->n) {
    return same;
  }
  qsort(a->lines, a->n, sizeof(char *), compare_lines);
  qsort(b->lines, b->n, sizeof(char *), compare_lines);
  for (size_t i = 0; same && i < a->n; ++i) {
    same = !strcmp(a->lines[i], b->lines[i]);
  }
  return same;
}

static inline void
report(const tercet_query *query,
       const char *query_text,
       const line_list *actual,
       const line_list *expected)
{
  const tercet_output output = {print_output, NULL};
  fprintf(stderr,
          "%s\n%zu rows, expected %zu\n",
          query_text,
          actual->n,
          expected->n);
  CHECK_STATUS(tercet_query_explain(query, false, &output, NULL), TERCET_OK);
  for (size_t i = 0; i < 5 && i < actual->n; ++i) {
    fprintf(stderr, "  is       %s\n", actual->lines[i]);
  }
  for (size_t i = 0; i < 5 && i < expected->n; ++i) {
    fprintf(stderr, "  expected %s\n", expected->lines[i]);
  }
}

/// Return costs that are each very low or very high
static inline tercet_costs
random_costs(uint64_t *seed)
{
  double c[10];
  for (size_t i = 0; i < 10; ++i) {
    c[i] = check_random(seed) % 3U ? 0.01 : 1e4;
  }
  const tercet_costs costs = {
      c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9]};
  return costs;
}

/// Run a query with some costs and compare
static inline void
check_query(tercet_dataset *dataset,
            const tercet_registry *registry,
            const char *t,
            uint64_t *seed,
            line_list *expected)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  const tercet_string query_text = {t, strlen(t)};
  const tercet_costs costs = random_costs(seed);
  CHECK_STATUS(
      tercet_query_new(dataset, registry, query_text, NULL, &query, &err),
      TERCET_OK);
  CHECK_STATUS(tercet_query_set_costs(query, &costs, &err), TERCET_OK);

  line_list actual = {0};
  CHECK_STATUS(collect_actual(query, &actual, &err), TERCET_DONE);
  const bool same = same_lines(&actual, expected);
  CHECK(same);
  if (!same) {
    report(query, t, &actual, expected);
  }
  clear_lines(&actual);
  tercet_query_free(query);
}

/// Compare what a query gives with its algebra evaluated naively, with some
/// plans; false if the naive evaluation gave up
static inline bool
check_against_naive(tercet_dataset *dataset,
                    const tercet_registry *registry,
                    const char *t,
                    tercet_query *query,
                    int n_plans,
                    uint64_t *seed)
{
  naive n;
  line_list expected = {0};
  naive_rows rows = naive_run_query(&n, tercet_query_algebra(query), dataset);
  if (!n.gave_up) {
    collect_expected(tercet_query_algebra(query), &rows, &expected);
    for (int i = 0; i < n_plans; ++i) {
      check_query(dataset, registry, t, seed, &expected);
    }
  }
  free(rows.ids);
  clear_lines(&expected);
  return !n.gave_up;
}

#endif // TERCET_TEST_COMPARE_H
