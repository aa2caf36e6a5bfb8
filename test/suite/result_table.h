// SPDX-License-Identifier: Apache-2.0

/// Results of queries, kept in memory to be compared

#ifndef TERCET_TEST_SUITE_RESULT_TABLE_H
#define TERCET_TEST_SUITE_RESULT_TABLE_H

#include "base/number.h"
#include "base/string_view.h"
#include "rdf/datatype.h"
#include "suite/isomorphism.h"

#define RESULT_MAX_COLUMNS 64U

/// Start from zero, end with result_clear()
typedef struct {
  quad_list texts; ///< Whose arena holds the texts
  bool is_ask;
  bool answer;
  bool is_ordered; ///< The rows carry their position, as rs:index
  size_t n_names;
  tercet_string names[RESULT_MAX_COLUMNS];
  tercet_term *terms; ///< RESULT_MAX_COLUMNS for each row
  int64_t *positions; ///< One for each row
  size_t n_rows;
  size_t capacity;
} result_table;

static inline tercet_string
result_copy(result_table *table, tercet_string text)
{
  if (!table->texts.capacity) {
    tercet_arena_init(&table->texts.arena, NULL, SIZE_MAX);
    table->texts.capacity = 1U;
  }
  return quad_list_copy_string(&table->texts, text);
}

static inline void
result_clear(result_table *table)
{
  if (table->texts.capacity) {
    tercet_arena_clear(&table->texts.arena);
  }
  free(table->terms);
  free(table->positions);
  *table = (result_table){0};
}

/// Return the column of a name, or SIZE_MAX
static inline size_t
result_find(const result_table *table, tercet_string name)
{
  for (size_t i = 0; i < table->n_names; ++i) {
    if (tercet_string_equals(table->names[i], name)) {
      return i;
    }
  }
  return SIZE_MAX;
}

static inline bool
result_add_name(result_table *table, tercet_string name)
{
  if (table->n_names == RESULT_MAX_COLUMNS) {
    return false;
  }
  table->names[table->n_names++] = result_copy(table, name);
  return true;
}

/// Add a row in which nothing is bound
static inline void
result_add_row(result_table *table)
{
  if (table->n_rows == table->capacity) {
    table->capacity = table->capacity ? table->capacity * 2U : 16U;
    table->terms = (tercet_term *)quad_list_need(
        realloc(table->terms,
                table->capacity * RESULT_MAX_COLUMNS * sizeof(tercet_term)));
    table->positions = (int64_t *)quad_list_need(
        realloc(table->positions, table->capacity * sizeof(int64_t)));
  }
  memset(table->terms + table->n_rows * RESULT_MAX_COLUMNS,
         0,
         RESULT_MAX_COLUMNS * sizeof(tercet_term));
  table->positions[table->n_rows++] = 0;
}

/// Set a term of the last row; false if there is no such column or row
static inline bool
result_set(result_table *table, size_t column, const tercet_term *term)
{
  if (column >= table->n_names || !table->n_rows) {
    return false;
  }
  tercet_term *const cell =
      &table->terms[(table->n_rows - 1U) * RESULT_MAX_COLUMNS + column];
  *cell = *term;
  cell->value = result_copy(table, term->value);
  cell->datatype = result_copy(table, term->datatype);
  cell->language = result_copy(table, term->language);
  return true;
}

/// Make a literal of a text, a language tag and a datatype that may be empty
static inline tercet_term
result_literal(tercet_string text,
               tercet_string language,
               tercet_string datatype)
{
  tercet_term term = {.kind = TERCET_TERM_LITERAL, .value = text};
  term.language = language;
  term.datatype =
      language.length   ? tercet_datatype_iri(TERCET_DATATYPE_LANG_STRING)
      : datatype.length ? datatype
                        : tercet_datatype_iri(TERCET_DATATYPE_STRING);
  return term;
}

/* ---- Comparison ---- */

/// Write a decimal number without zeros that do not matter
static inline void
result_plain_decimal(result_table *table, tercet_term *term)
{
  char text[128];
  size_t n = 0;
  const tercet_string in = term->value;
  size_t i = in.length && (in.data[0] == '+' || in.data[0] == '-');
  while (i + 1U < in.length && in.data[i] == '0' && in.data[i + 1U] != '.') {
    ++i;
  }
  if (in.length - i + 1U >= sizeof(text)) {
    return;
  }
  if (in.length && in.data[0] == '-') {
    text[n++] = '-';
  }
  memcpy(text + n, in.data + i, in.length - i);
  n += in.length - i;
  if (memchr(text, '.', n)) {
    while (text[n - 1U] == '0') {
      --n;
    }
    n -= text[n - 1U] == '.';
  }
  const tercet_string plain = {text, n};
  term->value = result_copy(table, plain);
}

/// Give equal numbers of one datatype one lexical form
static inline void
result_plain_number(result_table *table, tercet_term *term)
{
  if (term->kind != TERCET_TERM_LITERAL) {
    return;
  }
  const tercet_datatype datatype = tercet_datatype_from_iri(term->datatype);
  double number = 0.0;
  if (datatype == TERCET_DATATYPE_DECIMAL ||
      tercet_datatype_is_integer(datatype)) {
    result_plain_decimal(table, term);
  } else if ((datatype == TERCET_DATATYPE_DOUBLE ||
              datatype == TERCET_DATATYPE_FLOAT) &&
             tercet_f64_read(term->value.data, term->value.length, &number)) {
    char text[TERCET_NUMBER_TEXT_MAX];
    const size_t n =
        datatype == TERCET_DATATYPE_FLOAT
            ? tercet_f32_write((float)number, TERCET_FLOAT_XSD, text)
            : tercet_f64_write(number, TERCET_FLOAT_XSD, text);
    const tercet_string plain = {text, n};
    term->value = result_copy(table, plain);
  }
}

/// Copy the rows with the columns in the order of `names`, and one column more
/// for the positions if `with_order`
static inline tercet_term *
result_rows(result_table *table,
            const result_table *names,
            bool with_order,
            bool by_value)
{
  const size_t width = names->n_names + with_order;
  tercet_term *const rows = (tercet_term *)quad_list_need(
      calloc(table->n_rows * width + 1U, sizeof(tercet_term)));
  for (size_t row = 0; row < table->n_rows; ++row) {
    tercet_term *const out = rows + row * width;
    for (size_t i = 0; i < names->n_names; ++i) {
      const size_t column = result_find(table, names->names[i]);
      out[i] = table->terms[row * RESULT_MAX_COLUMNS + column];
      if (by_value) {
        result_plain_number(table, &out[i]);
      }
    }
    if (with_order) {
      char text[32];
      const tercet_string position = {
          text, tercet_i64_write(table->positions[row], text)};
      const tercet_string none = {NULL, 0U};
      out[width - 1U] =
          result_literal(result_copy(table, position), none, none);
    }
  }
  return rows;
}

static inline bool
result_same_names(const result_table *a, const result_table *b)
{
  bool same = a->n_names == b->n_names;
  for (size_t i = 0; i < a->n_names; ++i) {
    same = same && result_find(b, a->names[i]) != SIZE_MAX;
  }
  return same;
}

/// Number the rows by their order where they have no positions of their own,
/// or by the order of their positions
static inline void
result_rank(result_table *table)
{
  int64_t *const ranks =
      (int64_t *)quad_list_need(calloc(table->n_rows + 1U, sizeof(int64_t)));
  for (size_t i = 0; i < table->n_rows; ++i) {
    for (size_t j = 0; j < table->n_rows; ++j) {
      ranks[i] +=
          table->is_ordered ? table->positions[j] < table->positions[i] : j < i;
    }
  }
  if (table->n_rows) {
    memcpy(table->positions, ranks, table->n_rows * sizeof(int64_t));
  }
  table->is_ordered = true;
  free(ranks);
}

/**
   Return whether two results are the same but for the labels of blank nodes.

   Rows count as often as they occur, unless `as_sets`; their order counts if
   `expected` has one.  With `by_value`, numbers of one datatype may be written
   in different ways.
*/
static inline bool
result_equals(result_table *expected,
              result_table *actual,
              bool as_sets,
              bool by_value)
{
  if (expected->is_ask || actual->is_ask) {
    return expected->is_ask == actual->is_ask &&
           expected->answer == actual->answer;
  }
  if (!result_same_names(expected, actual)) {
    return false;
  }

  const bool with_order = expected->is_ordered;
  if (with_order) {
    result_rank(expected);
    result_rank(actual);
  }
  const size_t width = expected->n_names + with_order;
  tercet_term *const a = result_rows(expected, expected, with_order, by_value);
  tercet_term *const b = result_rows(actual, expected, with_order, by_value);
  const bool same =
      width ? isomorphic_rows(
                  a, expected->n_rows, b, actual->n_rows, width, as_sets)
            : expected->n_rows == actual->n_rows;
  free(a);
  free(b);
  return same;
}

/// Print a result, for messages
static inline void
result_print(const result_table *table, const char *title)
{
  printf("    %s:", title);
  if (table->is_ask) {
    printf(" %s\n", table->answer ? "true" : "false");
    return;
  }
  for (size_t i = 0; i < table->n_names; ++i) {
    printf(" ?%.*s", TERCET_STRING_ARGS(table->names[i]));
  }
  printf("\n");
  for (size_t row = 0; row < table->n_rows && row < 20U; ++row) {
    printf("     ");
    for (size_t i = 0; i < table->n_names; ++i) {
      char *const text = iso_text(&table->terms[row * RESULT_MAX_COLUMNS + i]);
      printf(" %s", text[0] ? text : "-");
      free(text);
    }
    printf("\n");
  }
}

#endif // TERCET_TEST_SUITE_RESULT_TABLE_H
