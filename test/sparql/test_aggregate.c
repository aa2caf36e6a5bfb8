// SPDX-License-Identifier: Apache-2.0

#include "expr_harness.h"

#define MAX_VALUES 8U

/// An aggregate over the values of expressions, ended by NULL
typedef struct {
  tercet_aggregate_kind kind;
  const char *texts[MAX_VALUES];
  const char *expected;
} aggregate_case;

#define SUM TERCET_AGGREGATE_SUM
#define AVG TERCET_AGGREGATE_AVG
#define MIN TERCET_AGGREGATE_MIN
#define MAX TERCET_AGGREGATE_MAX
#define COUNT TERCET_AGGREGATE_COUNT
#define SAMPLE TERCET_AGGREGATE_SAMPLE
#define CONCAT TERCET_AGGREGATE_GROUP_CONCAT

static const aggregate_case cases[] = {
    {COUNT, {NULL}, "0"},
    {COUNT, {"1", "1", "\"a\""}, "3"},
    {COUNT, {"1", "1/0", "<http://x>"}, "2"},
    {SUM, {NULL}, "0"},
    {SUM, {"1", "2", "3"}, "6"},
    {SUM, {"1.0", "2.2", "3.5"}, "6.7"},
    {SUM, {"1", "2.2"}, "3.2"},
    {SUM, {"1e2", "2e3", "3e4"}, "3.21E4"},
    {SUM, {"9223372036854775807", "1"}, "9223372036854775808"},
#ifdef TERCET_HAVE_GMP
    {SUM,
     {"9223372036854775807",
      "9223372036854775807",
      "1",
      "-18446744073709551615"},
     "0"},
#endif
#ifdef TERCET_HAVE_GMP
    {SUM,
     {"123456789012345678901234567890", "0.5"},
     "123456789012345678901234567890.5"},
#endif
    {SUM, {"0.1", "0.2", "-0.3"}, "0.0"},
    {SUM, {"xsd:byte(100)", "xsd:byte(100)"}, "200"},
    {SUM, {"1", "\"a\""}, "error"},
    {SUM, {"1", "1/0"}, "error"},
    {SUM, {"\"a\"", "1", "2"}, "error"},
    {AVG, {NULL}, "0"},
    {AVG, {"1", "2", "3"}, "2.0"},
    {AVG, {"1", "2"}, "1.5"},
    {AVG, {"1.0", "2.2", "3.5", "2.2", "2.2"}, "2.22"},
    {AVG, {"2.0E-1", "0.2"}, "2.0E-1"},
    {AVG, {"1", "1", "2"}, "1.333333333333333333"},
    {AVG, {"1", "BNODE()", "3"}, "error"},
    {MIN, {NULL}, "error"},
    {MIN, {"3", "1", "2"}, "1"},
    {MIN, {"1.0", "1", "2"}, "1.0"},
    {MIN, {"2", "1e0", "1.5"}, "1e0"},
    {MIN, {"\"b\"", "\"a\"", "\"ab\""}, "\"a\""},
    {MIN, {"1", "<http://x>"}, "<http://x>"},
    {MIN, {"1", "<http://x>", "BNODE()"}, "_:"},
    {MIN, {"1", "1/0"}, "error"},
    {MIN, {"\"01\"^^xsd:integer", "1"}, "01"},
    {MAX, {NULL}, "error"},
    {MAX, {"1", "3.5", "3e4"}, "3e4"},
    {MAX, {"\"a\"", "\"ab\"@en", "1"}, "\"ab\"@en"},
    {MAX,
     {"\"2001-01-01T00:00:00Z\"^^xsd:dateTime",
      "\"2001-01-01T00:00:00-01:00\"^^xsd:dateTime"},
     "\"2001-01-01T00:00:00-01:00\"^^xsd:dateTime"},
    {MAX, {"123456789012345678901234567890", "1e30", "1"}, "1e30"},
    {MAX, {"1", "xsd:double(\"NaN\")"}, "1"},
    {MIN, {"1", "xsd:double(\"NaN\")"}, "NaN"},
    {SAMPLE, {NULL}, "error"},
    {SAMPLE, {"1/0", "\"a\"@en"}, "\"a\"@en"},
    {SAMPLE, {"\"x\"^^<http://t>", "2"}, "\"x\"^^<http://t>"},
    {CONCAT, {NULL}, "\"\""},
    {CONCAT, {"1", "22"}, "\"1, 22\""},
    {CONCAT,
     {"\"a\"@en", "<http://x>", "1.50", "\"\""},
     "\"a, http://x, 1.50, \""},
    {CONCAT, {"\"\"", "\"\""}, "\", \""},
    {CONCAT, {"\"a\"", "BNODE()"}, "error"},
    {CONCAT, {"\"a\"", "?unbound"}, "error"},
};

/// Add the value of an expression; the batch's arena is reset behind it
static tercet_status
add_text(expr_harness *h, tercet_accumulator *accumulator, const char *text)
{
  tercet_compiled_expr *expr = NULL;
  tercet_value_column column = {NULL, false};
  tercet_status st = harness_compile(h, text, &expr);
  if (st == TERCET_OK) {
    st = tercet_expr_evaluate(expr, &h->context, &h->batch, &column, &h->err);
  }
  if (st == TERCET_OK) {
    st = tercet_accumulator_add(
        accumulator, &h->context, tercet_value_at(&column, 0));
  }
  tercet_compiled_expr_clear(expr);
  tercet_arena_reset(&h->batch_arena);
  return st;
}

static tercet_status
aggregate(expr_harness *h, const aggregate_case *c, tercet_buffer *out)
{
  const tercet_string separator = {", ", 2};
  tercet_value value = {0};
  tercet_accumulator *accumulator = NULL;
  tercet_status st =
      tercet_accumulator_new(&h->context, c->kind, separator, &accumulator);
  for (size_t i = 0; st == TERCET_OK && i < MAX_VALUES && c->texts[i]; ++i) {
    st = add_text(h, accumulator, c->texts[i]);
  }
  if (st == TERCET_OK) {
    st = tercet_accumulator_finish(accumulator, &h->context, &value);
  }
  tercet_accumulator_free(accumulator);
  return st == TERCET_OK ? harness_print_value(h, &value, out) : st;
}

static void
check_aggregate(expr_harness *h, const aggregate_case *c)
{
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(aggregate(h, c, &out), TERCET_OK);
  CHECK_TEXT(out.data, out.length, c->expected);
  tercet_buffer_clear(&out);
}

static void
test_cases(void)
{
  expr_harness h;
  CHECK_STATUS(harness_open(&h, NULL), TERCET_OK);
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    check_aggregate(&h, &cases[i]);
  }
  harness_close(&h);
}

static void
test_count_star(void)
{
  expr_harness h;
  tercet_value value = {0};
  const tercet_string none = {"", 0};
  tercet_accumulator *accumulator = NULL;
  CHECK_STATUS(harness_open(&h, NULL), TERCET_OK);
  CHECK_STATUS(tercet_accumulator_new(
                   &h.context, TERCET_AGGREGATE_COUNT, none, &accumulator),
               TERCET_OK);
  for (size_t i = 0; i < 3U; ++i) {
    CHECK_STATUS(tercet_accumulator_add(accumulator, &h.context, NULL),
                 TERCET_OK);
  }
  CHECK_STATUS(tercet_accumulator_finish(accumulator, &h.context, &value),
               TERCET_OK);
  CHECK_INT(value.integer, 3);
  tercet_accumulator_free(accumulator);
  harness_close(&h);
}

/// A tensor is kept with its elements, past the arena it came from
static void
test_sample_of_tensor(void)
{
  static const float elements[] = {1.0F, 2.0F};

  expr_harness h;
  tercet_value out = {0};
  const tercet_string none = {"", 0};
  const int64_t shape[] = {2};
  tercet_tensor_type type;
  tercet_accumulator *accumulator = NULL;
  float copy[] = {1.0F, 2.0F};
  CHECK_STATUS(harness_open(&h, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_type_init(TERCET_DTYPE_F32, 1, shape, &type, NULL),
               TERCET_OK);
  const tercet_value value = tercet_value_tensor(&type, copy);
  CHECK_STATUS(tercet_accumulator_new(
                   &h.context, TERCET_AGGREGATE_SAMPLE, none, &accumulator),
               TERCET_OK);
  CHECK_STATUS(tercet_accumulator_add(accumulator, &h.context, &value),
               TERCET_OK);
  copy[0] = 9.0F;
  CHECK_STATUS(tercet_accumulator_finish(accumulator, &h.context, &out),
               TERCET_OK);
  CHECK_INT(out.kind, TERCET_VALUE_TENSOR);
  CHECK(!memcmp(out.tensor.data, elements, sizeof(elements)));
  tercet_accumulator_free(accumulator);
  harness_close(&h);
}

static void
test_allocation_failures(void)
{
  static const aggregate_case c = {
      MAX,
      {"CONCAT(\"a\", STR(1 + 2))", "\"b\"@en", "\"c\"^^<http://t>"},
      "\"c\"^^<http://t>"};
  static const aggregate_case d = {
      CONCAT,
      {"\"a\"", "1 + 1", "\"a rather longer text than the others\""},
      "\"a, 2, a rather longer text than the others\""};

  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  for (size_t fail_at = 0;; ++fail_at) {
    expr_harness h;
    bool has_failed = false;
    state = (failing_allocator){0, SIZE_MAX};
    CHECK_STATUS(harness_open(&h, &alloc), TERCET_OK);
    for (size_t i = 0; i < 2U; ++i) {
      state = (failing_allocator){0, fail_at};
      const tercet_status st = aggregate(&h, i ? &d : &c, &out);
      has_failed = has_failed || state.calls > fail_at;
      CHECK(st == TERCET_OK || st == TERCET_ERR_NO_MEMORY);
    }
    state = (failing_allocator){0, SIZE_MAX};
    check_aggregate(&h, &c);
    check_aggregate(&h, &d);
    harness_close(&h);
    if (!has_failed) {
      break;
    }
  }
  tercet_buffer_clear(&out);
}

int
main(void)
{
  test_cases();
  test_count_star();
  test_sample_of_tensor();
  test_allocation_failures();
  return check_finish();
}
