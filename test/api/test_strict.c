// SPDX-License-Identifier: Apache-2.0

/// Queries with strict templates: each repair is an error then, and what needs
/// none is the same

#include "check.h"

#include "base/buffer.h"
#include "base/string_view.h"

#include <tercet/tercet.h>

#define T(type, ...) "tensor:create(\"" type "\", " __VA_ARGS__ ")"
#define RESHAPED(shape, ...) "tensor:reshape(" shape ", " __VA_ARGS__ ")"

typedef struct {
  const char *expression;
  const char *repair;    ///< NULL: none is needed
  const char *template_; ///< The one that is named
} strict_case;

static const strict_case cases[] = {
    {"tensor:not(" T("int32", "1, 0") ")", "R1", "not"},
    {"tensor:not(" T("bool", "true, false") ")", NULL, NULL},

    {"tensor:sort(\"asc\", 0, " T("bool", "true, false") ")",
     "R2",
     "sort_int16"},
    {"tensor:sort(\"asc\", 0, " T("int16", "2, 1") ")", NULL, NULL},
    {"tensor:sort(\"asc\", 0, " T("uint8", "2, 1") ")", NULL, NULL},
    {"tensor:quantile(0.5, -1, " T("bool", "true, false") ")",
     "R2",
     "quantile_full_reduction"},
    {"tensor:quantile(0.5, 0, " T("bool", "true, false") ")",
     "R2",
     "quantile_axis_reduction"},
    {"tensor:quantile(0.5, 0, " T("int16", "1, 2") ")", NULL, NULL},
    {"tensor:quantileInterpolate(1, -1, " T("bool", "true, false") ")",
     "R2",
     "quantile_interpolate_no_interpolation_full_reduction"},

    {"tensor:lt(" T("float64", "1") ", " T("int32", "2") ")", "R3", "lt"},
    {"tensor:lt(" T("int64", "1") ", " T("uint8", "2") ")", "R3", "lt"},
    {"tensor:lt(" T("int32", "1") ", " T("float64", "2") ")", NULL, NULL},
    {"tensor:lt(" T("int32", "1") ", " T("int32", "2") ")", NULL, NULL},
    {"tensor:gt(" T("float64", "1") ", " T("int32", "2") ")", NULL, NULL},

    {"tensor:gt(" T("bool", "true") ", " T("bool", "false") ")", "R4", "gt"},
    {"tensor:lt(" T("bool", "true") ", " T("bool", "false") ")", "R4", "lt"},
    {"tensor:gt(" T("bool", "true") ", " T("uint8", "0") ")", NULL, NULL},

    {"tensor:mask(" T("int32", "1, 2") ", " T("bool", "true, false") ")",
     "R5",
     "mask"},
    {"tensor:mask(" T("float64", "1, 2") ", " T("bool", "true") ")",
     "R5",
     "mask"},
    {"tensor:mask(" RESHAPED("1, 2", T("float64", "1, 2")) ", " T(
         "bool", "true, false") ")",
     "R5",
     "mask"},
    {"tensor:mask(" T("float64", "1, 2") ", " T("bool", "true, false") ")",
     NULL,
     NULL},

    {"tensor:index(" T("float32", "1, 2") ", " T("uint8", "1") ")",
     "R6",
     "index"},
    {"tensor:index(" T("float32", "1, 2") ", " T("int64", "1") ")", NULL, NULL},

    {"tensor:sum(-1, " T("uint8", "1, 2") ")",
     "R7",
     "sum_full_reduction_int16"},
    {"tensor:sum(0, " T("uint16", "1, 2") ")",
     "R7",
     "sum_axis_reduction_int16"},
    {"tensor:sum(0, " T("int16", "1, 2") ")", NULL, NULL},
    {"tensor:sum(0, " T("uint32", "1, 2") ")", NULL, NULL},
    {"tensor:prod(-1, " T("uint16", "1, 2") ")",
     "R7",
     "prod_full_reduction_int16"},
    {"tensor:prod(0, " T("uint8", "1, 2") ")",
     "R7",
     "prod_axis_reduction_int16"},
    {"tensor:prod(-1, " T("int16", "1, 2") ")", NULL, NULL},
    {"tensor:norm1(0, " T("uint8", "1, 2") ")",
     "R7",
     "norm1_axis_reduction_int16"},
    {"tensor:norm1(-1, " T("uint16", "1, 2") ")",
     "R7",
     "norm1_full_reduction_int16"},
    {"tensor:norm1(0, " T("float32", "1, 2") ")", NULL, NULL},

    {"tensor:max(-1, " T("uint16", "1, 2") ")",
     "R8",
     "max_full_reduction_int16"},
    {"tensor:min(0, " T("uint16", "1, 2") ")",
     "R8",
     "min_axis_reduction_int16"},
    {"tensor:max(0, " T("int16", "1, 2") ")", NULL, NULL},
    {"tensor:min(-1, " T("uint8", "1, 2") ")", NULL, NULL},
    {"tensor:max(-1, " T("bool", "true, false") ")", NULL, NULL},

    {"tensor:quantileInterpolate(0.4, 0, " T("float32", "1, 2, 3") ")",
     "R9",
     "quantile_interpolate_with_interpolation_axis_reduction"},
    {"tensor:quantileInterpolate(0.4, 1, " RESHAPED(
         "2, 4", T("float32", "1, 2, 3, 4, 5, 6, 7, 8")) ")",
     NULL,
     NULL},
    {"tensor:quantileInterpolate(0.5, 0, " T("float32", "1, 2, 3") ")",
     NULL,
     NULL},
    {"tensor:quantileInterpolate(0.4, -1, " T("float32", "1, 2, 3") ")",
     NULL,
     NULL},

    {"tensor:cos(\"{\\\"type\\\":\\\"float32\\\",\\\"shape\\\":[],"
     "\\\"data\\\":[0]}\"^^tensor:DataTensor)",
     "R10",
     "cos"},
    {"tensor:cos(" T("float32", "0") ")", NULL, NULL},
    {"tensor:sin(\"{\\\"type\\\":\\\"float32\\\",\\\"shape\\\":[],"
     "\\\"data\\\":[0]}\"^^tensor:DataTensor)",
     NULL,
     NULL},

    {"tensor:norm1(-1, " T("float32", "1, 2") ")",
     "R11",
     "norm1_full_reduction"},
    {"tensor:norm1(-1, " T("int16", "1, 2") ")", NULL, NULL},
    {"tensor:norm2(-1, " T("float32", "1, 2") ")", NULL, NULL},

    // The older names are the same functions
    {"old:not(" T("int32", "1, 0") ")", "R1", "not"},
    {"old:lt(" T("float64", "1") ", " T("int32", "2") ")", "R3", "lt"},
};

#define N_CASES (sizeof(cases) / sizeof(cases[0]))

/// Run a query of one row; the text of its value is left in `value`, empty if
/// it has none, and the first reason of a failure in `reason`
static void
run(tercet_dataset *dataset,
    const char *text,
    bool is_strict,
    tercet_buffer *value,
    tercet_buffer *reason)
{
  const tercet_query_options options = {.strict_templates = is_strict};
  tercet_error err = {0};
  tercet_term term = {0};
  tercet_query *query = NULL;
  value->length = 0;
  reason->length = 0;
  CHECK_STATUS(tercet_query_prepare(
                   dataset, tercet_string_from(text), &options, &query, &err),
               TERCET_OK);
  if (!query) {
    fprintf(stderr, "  %s: %s\n", text, err.message);
    return;
  }
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ROW);
  CHECK_STATUS(tercet_query_column_term(query, 0, &term, &err), TERCET_OK);
  CHECK_STATUS(tercet_buffer_append(value, term.value.data, term.value.length),
               TERCET_OK);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_DONE);
  if (tercet_query_failure_count(query)) {
    tercet_query_failure failure;
    tercet_query_get_failure(query, 0, &failure);
    CHECK_STATUS(tercet_buffer_append(
                     reason, failure.reason.data, failure.reason.length),
                 TERCET_OK);
  }
  tercet_query_free(query);
}

/// Run a query with and without strict templates, and compare
static void
check_case(tercet_dataset *dataset, const char *text, const strict_case *c)
{
  tercet_buffer value;
  tercet_buffer strict_value;
  tercet_buffer reason;
  tercet_buffer_init(&value, NULL, SIZE_MAX);
  tercet_buffer_init(&strict_value, NULL, SIZE_MAX);
  tercet_buffer_init(&reason, NULL, SIZE_MAX);
  run(dataset, text, false, &value, &reason);
  CHECK(value.length > 0);
  CHECK_TEXT(reason.data ? reason.data : "", reason.length, "");

  run(dataset, text, true, &strict_value, &reason);
  CHECK_STATUS(tercet_buffer_append_char(&reason, '\0'), TERCET_OK);
  bool good = false;
  if (c->repair) {
    char expected[128];
    snprintf(expected,
             sizeof(expected),
             ": the template %s is not valid here without repair %s, which ",
             c->template_,
             c->repair);
    good = strict_value.length == 0 && strstr(reason.data, expected);
  } else {
    good = reason.length == 1U && value.length == strict_value.length &&
           !memcmp(value.data, strict_value.data, value.length);
  }
  CHECK(good);
  if (!good) {
    fprintf(stderr, "  %s: %s\n", text, reason.data);
  }
  tercet_buffer_clear(&value);
  tercet_buffer_clear(&strict_value);
  tercet_buffer_clear(&reason);
}

#define PROLOGUE                                                               \
  "PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#> "                       \
  "PREFIX old: <https://w3id.org/rdf-tensor/functions#> "                      \
  "PREFIX a: <https://w3id.org/rdf-tensor/aggregates#> "

static void
test_each_repair(tercet_dataset *dataset)
{
  char text[1024];
  for (size_t i = 0; i < N_CASES; ++i) {
    snprintf(text,
             sizeof(text),
             PROLOGUE "SELECT (%s AS ?x) {}",
             cases[i].expression);
    check_case(dataset, text, &cases[i]);
  }
}

/// The model that completes VAR has a constant of shape [1]
static void
test_aggregates(tercet_dataset *dataset)
{
  static const char *const shapes[] = {"[]", "[1]"};
  static const struct {
    const char *aggregate;
    const char *repair; ///< Of tensors without axes
  } aggregates[] = {
      {"tensor:VAR", "R10"},
      {"tensor:STD", NULL},
      {"tensor:AVG", NULL},
      {"tensor:SUM", NULL},
      {"a:var", NULL}, // Not of the specification
  };
  char text[1024];
  for (size_t i = 0; i < 2U * sizeof(aggregates) / sizeof(aggregates[0]); ++i) {
    snprintf(text,
             sizeof(text),
             PROLOGUE "SELECT (%s(?t) AS ?x) { VALUES ?t { "
                      "'{\"type\":\"float32\",\"shape\":%s,\"data\":[1]}'"
                      "^^tensor:DataTensor "
                      "'{\"type\":\"float32\",\"shape\":%s,\"data\":[2]}'"
                      "^^tensor:DataTensor } }",
             aggregates[i / 2U].aggregate,
             shapes[i % 2U],
             shapes[i % 2U]);
    const strict_case c = {
        NULL, i % 2U ? NULL : aggregates[i / 2U].repair, "VAR_complete"};
    check_case(dataset, text, &c);
  }
}

/// A plan that is kept for one row is not used for another that is refused
static void
test_rows_of_one_query(tercet_dataset *dataset)
{
  static const char text[] = PROLOGUE "SELECT (tensor:not(tensor:cast(?d, " T(
      "float64", "1") ")) AS ?x) "
                      "{ VALUES ?d { \"bool\" \"int32\" \"bool\" \"uint8\" } }";
  const tercet_query_options options = {.strict_templates = true};
  static const bool is_bound[] = {true, false, true, false};
  tercet_error err = {0};
  tercet_query *query = NULL;
  CHECK_STATUS(tercet_query_prepare(
                   dataset, tercet_string_from(text), &options, &query, &err),
               TERCET_OK);
  for (size_t i = 0; i < 4U; ++i) {
    tercet_term term = {0};
    CHECK_STATUS(tercet_query_step(query, &err), TERCET_ROW);
    CHECK_STATUS(tercet_query_column_term(query, 0, &term, &err), TERCET_OK);
    CHECK_INT(term.kind != TERCET_TERM_NONE, is_bound[i]);
  }
  tercet_query_failure failure = {.n = 0};
  CHECK_INT(tercet_query_failure_count(query), 1);
  tercet_query_get_failure(query, 0, &failure);
  CHECK_INT(failure.n, 2);
  CHECK_TEXT(failure.reason.data,
             failure.reason.length,
             "not(int32 [1]): the template not is not valid here without "
             "repair R1, which casts to bool, since Not takes nothing else, "
             "and declares a bool result");
  tercet_query_free(query);
}

int
main(void)
{
  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, &err), TERCET_OK);
  test_each_repair(dataset);
  test_aggregates(dataset);
  test_rows_of_one_query(dataset);
  tercet_dataset_free(dataset);
  return check_finish();
}
