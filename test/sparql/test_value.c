// SPDX-License-Identifier: Apache-2.0

// Values by themselves: the order of ORDER BY, ids and back, exact numbers
// against a naive computation.

#include "expr_harness.h"

#include "sparql/expr/expr_internal.h"

#include <math.h>

/// Expressions in the order that ORDER BY gives them; those of one line of the
/// table are equal
static const char *const ordered[][3] = {
    {"1/0", "?unbound"},
    {"BNODE()"},
    {"<http://a>"},
    {"<http://b>"},
    {"xsd:double(\"NaN\")", "xsd:float(\"NaN\")"},
    {"xsd:double(\"-INF\")", "xsd:float(\"-INF\")"},
    {"-123456789012345678901234567890.5"},
    {"-123456789012345678901234567890"},
    {"-9223372036854775808",
     "-9223372036854775808.0",
     "-9223372036854775808e0"},
    {"-1"},
    {"-0e0", "0", "0.0"},
    {"0.1"},
    {"0.1e0"}, // A little above 0.1
    {"xsd:float(0.1)"},
    {"1", "1.0", "1e0"},
    {"9007199254740992", "9007199254740992e0"},
    {"9007199254740992.5"},
    {"9007199254740993"},
    {"9223372036854775807"},
    {"9223372036854775808", "9223372036854775808e0"},
    {"100000000000000000000", "1e20"},
    {"99999999999999991611392", "1e23"},
    {"100000000000000000000000"},
    {"xsd:double(\"INF\")"},
    {"\"\""},
    {"\"A\""},
    {"\"a\""},
    {"\"a\"@de"},
    {"\"a\"@en"},
    {"\"b\"@de"},
    {"false"},
    {"true"},
    {"\"2001-01-01T00:00:00+01:00\"^^xsd:dateTime"},
    {"\"2001-01-01T00:00:00\"^^xsd:dateTime"},
    {"\"2001-01-01T00:00:00Z\"^^xsd:dateTime"},
    {"\"2001-01-01T00:00:00.5Z\"^^xsd:dateTime"},
    {"\"2000-01-01\"^^xsd:date"},
    {"\"{\\\"type\\\":\\\"float32\\\",\\\"shape\\\":[1],\\\"data\\\":[1]}\""
     "^^tensor:DataTensor"},
    {"\"a\"^^<http://t>"},
    {"\"b\"^^<http://t>"},
    {"\"x\"^^xsd:integer"},
};

#define N_ORDERED (sizeof(ordered) / sizeof(ordered[0]))

/// Evaluate into the arena of the trees, which is not reset
static tercet_value
value_of(expr_harness *h, const char *text)
{
  tercet_compiled_expr *expr = NULL;
  tercet_value_column column = {NULL, false};
  CHECK_STATUS(harness_compile(h, text, &expr), TERCET_OK);
  CHECK_STATUS(
      tercet_expr_evaluate(expr, &h->context, &h->batch, &column, &h->err),
      TERCET_OK);
  const tercet_value value = *tercet_value_at(&column, 0);
  tercet_compiled_expr_clear(expr);
  return value;
}

static int
sign(int value)
{
  return (value > 0) - (value < 0);
}

static void
test_order_is_total(void)
{
  expr_harness h;
  tercet_value values[N_ORDERED * 3U];
  size_t lines[N_ORDERED * 3U];
  size_t n = 0;
  CHECK_STATUS(harness_open(&h, NULL), TERCET_OK);
  for (size_t i = 0; i < N_ORDERED; ++i) {
    for (size_t j = 0; j < 3U && ordered[i][j]; ++j) {
      lines[n] = i;
      values[n++] = value_of(&h, ordered[i][j]);
    }
  }

  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      const int expected = (lines[i] > lines[j]) - (lines[i] < lines[j]);
      const int order = sign(tercet_value_order(&values[i], &values[j]));
      check_report(order == expected, __FILE__, __LINE__, ordered[lines[i]][0]);
      if (order != expected) {
        fprintf(stderr,
                "  against %s: is %d, expected %d\n",
                ordered[lines[j]][0],
                order,
                expected);
      }
    }
  }
  harness_close(&h);
}

/// A term becomes a value and the same term again
static void
test_terms_round_trip(void)
{
  static const char *const texts[] = {"1",
                                      "007",
                                      "-0",
                                      "+1.50",
                                      "1e0",
                                      "1.0E5",
                                      "NaN",
                                      "true",
                                      "1",
                                      "2001-01-01",
                                      "2001-01-01T00:00:00.10Z",
                                      "9223372036854775808",
                                      "999999999999999999.999999999999999999",
                                      "garbage",
                                      ""};

  expr_harness h;
  tercet_buffer scratch;
  tercet_buffer_init(&scratch, NULL, SIZE_MAX);
  CHECK_STATUS(harness_open(&h, NULL), TERCET_OK);
  for (tercet_datatype type = TERCET_DATATYPE_STRING;
       type < TERCET_DATATYPE_OTHER;
       ++type) {
    if (type == TERCET_DATATYPE_LANG_STRING ||
        type == TERCET_DATATYPE_DIR_LANG_STRING) {
      continue;
    }
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i) {
      const tercet_term term = {.kind = TERCET_TERM_LITERAL,
                                .value = tercet_string_from(texts[i]),
                                .datatype = tercet_datatype_iri(type)};
      tercet_id id = TERCET_ID_NONE;
      tercet_value value = {0};
      tercet_string text = {NULL, 0};
      CHECK_STATUS(tercet_dictionary_intern(h.overlay, &term, &id, NULL),
                   TERCET_OK);
      CHECK_STATUS(tercet_value_from_id(&h.context, id, &value), TERCET_OK);
      CHECK_STATUS(tercet_value_text(&h.context, &value, &text), TERCET_OK);
      CHECK_TEXT(text.data, text.length, texts[i]);
      CHECK_INT(value.datatype, type);

      // Without the id, a well-typed value becomes an equal one
      tercet_value again = value;
      tercet_id id_again = TERCET_ID_NONE;
      again.id = TERCET_ID_UNKNOWN;
      CHECK_STATUS(tercet_value_to_id(&h.context, &again, &id_again),
                   TERCET_OK);
      CHECK_STATUS(tercet_value_from_id(&h.context, id_again, &again),
                   TERCET_OK);
      CHECK_INT(again.kind, value.kind);
      CHECK_INT(tercet_value_order(&again, &value), 0);
    }
  }
  tercet_buffer_clear(&scratch);
  harness_close(&h);
}

#ifdef TERCET_HAVE_GMP
/// Return a number of up to `max_digits` digits with a point somewhere
static tercet_string
random_number(uint64_t *state, size_t max_digits, bool is_integer, char *out)
{
  const size_t n_digits = 1U + check_random(state) % max_digits;
  const size_t n_before =
      is_integer ? n_digits : 1U + check_random(state) % n_digits;
  size_t n = 0;
  if (check_random(state) & 1U) {
    out[n++] = '-';
  }
  for (size_t i = 0; i < n_digits; ++i) {
    if (i == n_before) {
      out[n++] = '.';
    }
    out[n++] = (char)('0' + (int)(check_random(state) % 10U));
  }
  return (tercet_string){out, n};
}

/// Small numbers computed in 128 bits agree with the same on texts
static void
test_small_and_big_agree(void)
{
  expr_harness h;
  uint64_t state = 42;
  CHECK_STATUS(harness_open(&h, NULL), TERCET_OK);
  for (size_t i = 0; i < 40000U; ++i) {
    char texts[2][64];
    tercet_string views[2];
    tercet_value values[2];
    tercet_value expected;
    tercet_value result;
    tercet_string text = {NULL, 0};
    const tercet_numeric_op op = (tercet_numeric_op)(i % 4U);
    const bool is_integer = op != TERCET_NUMERIC_DIVIDE && (i & 4U);
    for (size_t j = 0; j < 2U; ++j) {
      views[j] = random_number(&state, 18, is_integer, texts[j]);
      CHECK_STATUS(tercet_exact_from_text(
                       &h.batch_arena, views[j], is_integer, &values[j]),
                   TERCET_OK);
    }
    if (op == TERCET_NUMERIC_DIVIDE && !values[1].integer) {
      continue;
    }

    CHECK_STATUS(
        tercet_big_binary(&h.batch_arena, op, views[0], views[1], &text),
        TERCET_OK);
    CHECK_STATUS(
        tercet_exact_from_text(&h.batch_arena, text, is_integer, &expected),
        TERCET_OK);
    CHECK_STATUS(
        tercet_exact_binary(&h.context, op, &values[0], &values[1], &result),
        TERCET_OK);
    if (op == TERCET_NUMERIC_DIVIDE) {
      // They may keep another number of digits, but never less than 18
      double x = 0.0;
      double y = 0.0;
      CHECK(tercet_value_to_double(&result, &x));
      CHECK(tercet_value_to_double(&expected, &y));
      CHECK(x - y <= 1e-15 * (y < 0 ? -y : y) + 1e-17 &&
            y - x <= 1e-15 * (y < 0 ? -y : y) + 1e-17);
    } else {
      CHECK_INT(tercet_exact_compare(&result, &expected), 0);
    }
    tercet_arena_reset(&h.batch_arena);
  }
  harness_close(&h);
}

/// (a + b) - b is a, and (a * b) / b is a, at any size
static void
test_big_numbers_undo(void)
{
  expr_harness h;
  uint64_t state = 7;
  CHECK_STATUS(harness_open(&h, NULL), TERCET_OK);
  for (size_t i = 0; i < 3000U; ++i) {
    char texts[2][256];
    tercet_value values[2];
    tercet_value there;
    tercet_value back;
    for (size_t j = 0; j < 2U; ++j) {
      const tercet_string view =
          random_number(&state, 1U + i % 90U, (i & 1U) != 0, texts[j]);
      CHECK_STATUS(tercet_exact_from_text(
                       &h.batch_arena, view, (i & 1U) != 0, &values[j]),
                   TERCET_OK);
    }

    for (int op = 0; op < 3; op += 2) {
      if (op == TERCET_NUMERIC_MULTIPLY && !tercet_value_truth(&values[1])) {
        continue;
      }
      CHECK_STATUS(tercet_exact_binary(&h.context,
                                       (tercet_numeric_op)op,
                                       &values[0],
                                       &values[1],
                                       &there),
                   TERCET_OK);
      CHECK_STATUS(tercet_exact_binary(&h.context,
                                       (tercet_numeric_op)(op + 1),
                                       &there,
                                       &values[1],
                                       &back),
                   TERCET_OK);
      if (op == TERCET_NUMERIC_ADD) {
        CHECK_INT(tercet_exact_compare(&back, &values[0]), 0);
      } else {
        double x = 0.0;
        double y = 0.0;
        CHECK(tercet_value_to_double(&back, &x));
        CHECK(tercet_value_to_double(&values[0], &y));
        CHECK(x - y <= 1e-15 * (y < 0 ? -y : y) + 1e-18 &&
              y - x <= 1e-15 * (y < 0 ? -y : y) + 1e-18);
      }
    }
    tercet_arena_reset(&h.batch_arena);
  }
  harness_close(&h);
}

static void
test_numbers_have_a_limit(void)
{
  expr_harness h;
  tercet_value big = {.kind = TERCET_VALUE_BIG_INTEGER};
  tercet_value out = {0};
  const size_t n_digits = 60000;
  CHECK_STATUS(harness_open(&h, NULL), TERCET_OK);
  char *const digits = (char *)tercet_arena_allocate(&h.arena, n_digits);
  CHECK(digits != NULL);
  if (digits) {
    memset(digits, '7', n_digits);
    big.text = (tercet_string){digits, n_digits};
    CHECK_STATUS(tercet_exact_binary(
                     &h.context, TERCET_NUMERIC_MULTIPLY, &big, &big, &out),
                 TERCET_OK);
    CHECK_INT(out.kind, TERCET_VALUE_ERROR);
    CHECK_INT(h.context.call.failures.n_total, 1);
  }
  harness_close(&h);
}
#endif

/// The exact text of a double reads back to it, and has no further digits
static void
test_exact_doubles(void)
{
  uint64_t state = 3;
  for (size_t i = 0; i < 5000U; ++i) {
    const uint64_t bits = check_random(&state);
    double number = 0.0;
    double back = 0.0;
    char text[TERCET_EXACT_TEXT_MAX];
    memcpy(&number, &bits, sizeof(number));
    if (!isfinite(number)) {
      continue;
    }
    tercet_value value = {.kind = TERCET_VALUE_BIG_DECIMAL};
    value.text = (tercet_string){text, tercet_exact_double_write(number, text)};
    CHECK(tercet_value_to_double(&value, &back));
    CHECK_DOUBLE(back, number);
  }
}

int
main(void)
{
  test_order_is_total();
  test_terms_round_trip();
#ifdef TERCET_HAVE_GMP
  test_small_and_big_agree();
  test_big_numbers_undo();
  test_numbers_have_a_limit();
#endif
  test_exact_doubles();
  return check_finish();
}
