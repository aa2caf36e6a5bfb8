// SPDX-License-Identifier: Apache-2.0

/// The function cases of the suites, through the batch interface: each call
/// as constants, as a column beside constants, and within one batch of many
/// rows with errors in between

#include "calls.h"
#include "json.h"

#include "base/float16.h"
#include "base/number.h"

#include <math.h>

typedef struct {
  json_value *json;
  const char *function;
  size_t n_args;
  tercet_value *args;
} test_case;

typedef struct {
  calls calls;
  tercet_arena arena; ///< Of the cases
  test_case *cases;
  size_t n_cases;
} test_state;

/* ---- JSON to values ---- */

static double
read_f64(const json_value *json)
{
  double number = json->kind == JSON_TRUE ? 1.0 : 0.0;
  if (json_is(json, "NaN")) {
    number = NAN;
  } else if (json->kind == JSON_STRING) {
    number = *json->text == '-' ? -INFINITY : INFINITY;
  } else if (json->kind == JSON_NUMBER) {
    CHECK(tercet_f64_read(json->text, json->length, &number));
  }
  return number;
}

/// Read an integer; uint64_t as its two's complement
static int64_t
read_i64(const json_value *json)
{
  tercet_decimal decimal;
  int64_t number = json->kind == JSON_TRUE;
  uint64_t large = 0;
  if (json->kind == JSON_NUMBER) {
    tercet_decimal_scan(
        json->text, json->text + json->length, TERCET_NUMBER_JSON, &decimal);
    if (!tercet_decimal_to_i64(&decimal, &number)) {
      CHECK(tercet_decimal_to_u64(&decimal, &large));
      number = (int64_t)large;
    }
  }
  return number;
}

static bool
is_float_dtype(tercet_dtype dtype)
{
  return dtype == TERCET_DTYPE_F16 || dtype == TERCET_DTYPE_F32 ||
         dtype == TERCET_DTYPE_F64;
}

static void
read_element(tercet_dtype dtype, const json_value *json, void *out)
{
  const bool is_float = is_float_dtype(dtype);
  const int64_t i64 = is_float ? 0 : read_i64(json);
  const double f64 = is_float ? read_f64(json) : 0.0;
  const float f32 = (float)f64;
  const uint16_t f16 = tercet_f64_to_f16(f64);
  // The machine is little-endian: the low bytes come first
  const void *const from = dtype == TERCET_DTYPE_F64   ? (const void *)&f64
                           : dtype == TERCET_DTYPE_F32 ? (const void *)&f32
                           : dtype == TERCET_DTYPE_F16 ? (const void *)&f16
                                                       : (const void *)&i64;
  memcpy(out, from, tercet_dtype_size(dtype));
}

static tercet_value
read_tensor(test_state *state, const json_value *json)
{
  const json_value *const name = json_get(json, "type");
  const json_value *const extents = json_get(json, "shape");
  const json_value *const data = json_get(json, "data");
  tercet_dtype dtype = TERCET_DTYPE_BOOL;
  int64_t shape[TERCET_MAX_RANK];
  CHECK(tercet_dtype_from_name(tercet_string_from(name->text), &dtype));

  size_t rank = 0;
  for (const json_value *i = extents->first; i; i = i->next) {
    shape[rank++] = read_i64(i);
  }

  tercet_tensor_type *const type =
      tercet_arena_allocate(&state->arena, sizeof(*type));
  CHECK_STATUS(tercet_tensor_type_init(dtype, rank, shape, type, NULL),
               TERCET_OK);
  char *const elements = tercet_arena_allocate(&state->arena, type->n_bytes);
  size_t offset = 0;
  for (const json_value *i = data->first; i; i = i->next) {
    read_element(dtype, i, elements + offset);
    offset += tercet_dtype_size(dtype);
  }
  CHECK_INT(offset, type->n_bytes);
  return tercet_value_tensor(type, elements);
}

/// The range is a literal; `[]` is the full one
static tercet_value
read_range(test_state *state, const json_value *json)
{
  char text[128] = "{\"type\":\"full\"}";
  if (json->first) {
    snprintf(text,
             sizeof(text),
             "{\"to\": %s, \"note\": [{}], \"from\":%s, \"type\":\"concrete\"}",
             json->first->next->text,
             json->first->text);
  }
  const char *const copy = tercet_arena_copy(&state->arena, text, strlen(text));
  return literal_value(copy, TERCET_DATATYPE_RANGE);
}

static tercet_value
read_number(const json_value *json)
{
  if (json->kind == JSON_TRUE || json->kind == JSON_FALSE) {
    return tercet_value_boolean(json->kind == JSON_TRUE);
  }
  return strpbrk(json->text, ".eE") ? tercet_value_double(read_f64(json))
                                    : tercet_value_integer(read_i64(json));
}

static tercet_value
read_argument(test_state *state, const json_value *json)
{
  const json_value *const t = json_get(json, "t");
  const json_value *const n = json_get(json, "n");
  const json_value *const r = json_get(json, "r");
  const json_value *const s = json_get(json, "s");
  return t   ? read_tensor(state, t)
         : n ? read_number(n)
         : r ? read_range(state, r)
             : string_value(s->text);
}

/* ---- Comparing ---- */

static double
element_at(const tercet_tensor_row *tensor, size_t i)
{
  const size_t size = tercet_dtype_size(tensor->type->dtype);
  const char *const at = (const char *)tensor->data + i * size;
  const bool is_signed = tensor->type->dtype >= TERCET_DTYPE_I8 &&
                         tensor->type->dtype <= TERCET_DTYPE_I64;
  float f32 = 0;
  double f64 = 0;
  uint64_t u64 = 0;

  if (tensor->type->dtype == TERCET_DTYPE_F64) {
    memcpy(&f64, at, size);
    return f64;
  }
  if (tensor->type->dtype == TERCET_DTYPE_F32) {
    memcpy(&f32, at, size);
    return (double)f32;
  }

  memcpy(&u64, at, size);
  if (tensor->type->dtype == TERCET_DTYPE_F16) {
    return (double)tercet_f16_to_f32((uint16_t)u64);
  }
  const unsigned shift = 64U - 8U * (unsigned)size;
  return is_signed ? (double)((int64_t)(u64 << shift) >> shift) : (double)u64;
}

/// Compare two numbers relative to `scale`, or to themselves if larger
static bool
is_close(double actual, double expected, double tolerance, double scale)
{
  return actual == expected || (isnan(actual) && isnan(expected)) ||
         fabs(actual - expected) <=
             tolerance * fmax(scale, fmax(fabs(actual), fabs(expected)));
}

/// Return what the terms of a cosine add up to without their signs.  The
/// other functions pass without such a concession to cancellation.
static double
sum_of_terms(const test_case *test)
{
  const tercet_tensor_row *const a = &test->args[0].tensor;
  const tercet_tensor_row *const b = &test->args[1].tensor;
  double dot = 0.0;
  double aa = 0.0;
  double bb = 0.0;
  if (strcmp(test->function, "cosineSimilarity") != 0 ||
      a->type->n_elements != b->type->n_elements) {
    return 0.0;
  }

  for (size_t i = 0; i < (size_t)a->type->n_elements; ++i) {
    const double x = element_at(a, i);
    const double y = element_at(b, i);
    dot += fabs(x * y);
    aa += x * x;
    bb += y * y;
  }
  return dot / sqrt(aa * bb);
}

static bool
tensors_match(const tercet_tensor_row *a,
              const tercet_tensor_row *b,
              double tolerance)
{
  if (!tercet_tensor_type_equals(a->type, b->type)) {
    return false;
  }
  if (!is_float_dtype(a->type->dtype)) {
    return !memcmp(a->data, b->data, a->type->n_bytes);
  }

  for (size_t i = 0; i < (size_t)a->type->n_elements; ++i) {
    if (!is_close(element_at(a, i), element_at(b, i), tolerance, 0.0)) {
      return false;
    }
  }
  return true;
}

/// Compare with `[value, local name of the XSD type]`
static bool
literal_matches(const tercet_value *value,
                const json_value *want,
                double tolerance,
                double scale)
{
  char iri[64];
  const json_value *const number = want->first;
  snprintf(iri, sizeof(iri), TERCET_XSD "%s", number->next->text);
  if (!tercet_string_is(tercet_datatype_iri(value->datatype), iri)) {
    return false;
  }
  if (value->kind == TERCET_VALUE_BOOLEAN) {
    return value->boolean == (number->kind == JSON_TRUE);
  }
  if (value->kind == TERCET_VALUE_INTEGER) {
    return value->integer == read_i64(number);
  }
  if (value->kind == TERCET_VALUE_BIG_INTEGER) {
    return tercet_string_is(value->text, number->text);
  }
  return is_close(value->number, read_f64(number), tolerance, scale);
}

static bool
matches(test_state *state, const test_case *test, const tercet_value *value)
{
  const json_value *const want = json_get(test->json, "want");
  const json_value *const tensor = json_get(want, "t");
  const json_value *const literal = json_get(want, "lit");
  const json_value *const truth = json_get(want, "bool");
  const double tolerance = read_f64(json_get(test->json, "tol"));
  if (tensor) {
    const tercet_value expected = read_tensor(state, tensor);
    return value->kind == TERCET_VALUE_TENSOR &&
           tensors_match(&value->tensor, &expected.tensor, tolerance);
  }
  if (truth) {
    return value->kind == TERCET_VALUE_BOOLEAN &&
           value->boolean == (truth->kind == JSON_TRUE);
  }
  return literal
             ? literal_matches(value, literal, tolerance, sum_of_terms(test))
             : value->kind == TERCET_VALUE_ERROR;
}

static void
check_match(test_state *state,
            const test_case *test,
            const tercet_value *value,
            const char *way)
{
  const bool good = matches(state, test, value);
  CHECK(good);
  if (!good) {
    fprintf(stderr,
            "  case %zu, %s, as %s: %s\n",
            (size_t)(test - state->cases) + 1U,
            test->function,
            way,
            calls_reason(&state->calls));
  }
}

/* ---- Calls ---- */

/// Call with three rows; argument `column` is a column, the others constants
static void
check_rows(test_state *state, const test_case *test, size_t column)
{
  tercet_value values[3] = {{0}};
  tercet_value out[3] = {{0}};
  tercet_value_column result = {out, false};
  tercet_value_column args[40] = {{NULL, false}};
  for (size_t i = 0; i < test->n_args; ++i) {
    args[i] = (tercet_value_column){&test->args[i], true};
  }
  if (column < test->n_args) {
    // An error between two rows that are the same
    values[0] = values[2] = test->args[column];
    args[column] = (tercet_value_column){values, false};
  }

  const tercet_function *const function =
      calls_find(&state->calls, VOCABULARY, test->function);
  calls_reset_call(&state->calls);
  state->calls.call.n_rows = 3;
  CHECK_STATUS(function->evaluate(
                   function, &state->calls.call, args, test->n_args, &result),
               TERCET_OK);
  const bool is_column = column < test->n_args;
  const char *const way = is_column ? "column" : "constants";
  check_match(state, test, tercet_value_at(&result, 0), way);
  check_match(state, test, tercet_value_at(&result, 2), way);
  if (is_column) {
    CHECK_INT(tercet_value_at(&result, 1)->kind, TERCET_VALUE_ERROR);
  }

  const bool fails = json_get(json_get(test->json, "want"), "err");
  CHECK_INT(state->calls.call.failures.n_total, !fails ? 0 : is_column ? 2 : 3);
  CHECK(!fails == !*calls_reason(&state->calls));
  tercet_arena_reset(&state->calls.arena);
}

/// Call once for all cases of a function with this number of arguments, each
/// followed by a row whose last argument is an error
static void
check_batch(test_state *state, const test_case *first)
{
  size_t n = 0;
  const test_case **const tests = malloc(state->n_cases * sizeof(*tests));
  for (size_t i = 0; i < state->n_cases; ++i) {
    const test_case *const test = &state->cases[i];
    if (!strcmp(test->function, first->function) &&
        test->n_args == first->n_args) {
      tests[n++] = test;
    }
  }

  tercet_value_column args[40] = {{NULL, false}};
  tercet_value *const values =
      calloc(2U * n * (first->n_args + 1U), sizeof(*values));
  for (size_t i = 0; i < first->n_args; ++i) {
    args[i].values = values + 2U * n * i;
    for (size_t k = 0; k < n; ++k) {
      const bool is_last = i + 1U == first->n_args;
      args[i].values[2U * k] = tests[k]->args[i];
      args[i].values[2U * k + 1U] =
          is_last ? (tercet_value){0} : tests[k]->args[i];
    }
  }

  tercet_value_column out = {values + 2U * n * first->n_args, false};
  const tercet_function *const function =
      calls_find(&state->calls, VOCABULARY, first->function);
  calls_reset_call(&state->calls);
  state->calls.call.n_rows = 2U * n;
  CHECK_STATUS(function->evaluate(
                   function, &state->calls.call, args, first->n_args, &out),
               TERCET_OK);
  for (size_t k = 0; k < n; ++k) {
    check_match(state, tests[k], tercet_value_at(&out, 2U * k), "batch");
    CHECK_INT(tercet_value_at(&out, 2U * k + 1U)->kind, TERCET_VALUE_ERROR);
  }
  tercet_arena_reset(&state->calls.arena);
  free(values);
  free(tests);
}

static bool
is_first_of_batch(const test_state *state, const test_case *test)
{
  for (const test_case *i = state->cases; i < test; ++i) {
    if (!strcmp(i->function, test->function) && i->n_args == test->n_args) {
      return false;
    }
  }
  return true;
}

/* ---- The file ---- */

static void
add_case(test_state *state, json_value *json)
{
  const char *const function = json_get(json, "f")->text;
  if (!calls_find(&state->calls, VOCABULARY, function)) {
    json_free(json);
    return;
  }

  test_case *const cases =
      realloc(state->cases, (state->n_cases + 1U) * sizeof(*cases));
  test_case *const test = &cases[state->n_cases++];
  const json_value *const args = json_get(json, "args");
  state->cases = cases;
  test->json = json;
  test->function = function;
  test->n_args = args->n_items;
  test->args = tercet_arena_allocate_array(
      &state->arena, args->n_items + 1U, sizeof(*test->args));

  size_t i = 0;
  for (const json_value *arg = args->first; arg; arg = arg->next) {
    test->args[i++] = read_argument(state, arg);
  }
}

static bool
read_cases(test_state *state)
{
  char path[1024];
  const char *const suites = getenv("TERCET_SUITES");
  snprintf(path,
           sizeof(path),
           "%s/cases/functions.jsonl",
           suites ? suites : "../shared");
  FILE *const file = fopen(path, "r");
  if (!file) {
    fprintf(stderr, "skipped: no file %s (set TERCET_SUITES)\n", path);
    return false;
  }

  char *line = NULL;
  size_t size = 0;
  ssize_t length = 0;
  while ((length = getline(&line, &size, file)) > 0) {
    json_value *const json = json_read(line, (size_t)length);
    CHECK(json);
    if (json) {
      add_case(state, json);
    }
  }
  free(line);
  fclose(file);
  return true;
}

int
main(void)
{
  test_state state = {.n_cases = 0};
  calls_init(&state.calls, NULL);
  tercet_arena_init(&state.arena, NULL, SIZE_MAX);
  if (!read_cases(&state)) {
    calls_clear(&state.calls);
    return 77;
  }

  for (size_t i = 0; i < state.n_cases; ++i) {
    const test_case *const test = &state.cases[i];
    for (size_t column = 0; column <= test->n_args; ++column) {
      check_rows(&state, test, column);
    }
    if (is_first_of_batch(&state, test)) {
      check_batch(&state, test);
    }
  }
  fprintf(stderr, "%zu cases\n", state.n_cases);
  CHECK_INT(state.n_cases, 4900);

  for (size_t i = 0; i < state.n_cases; ++i) {
    json_free(state.cases[i].json);
  }
  free(state.cases);
  tercet_arena_clear(&state.arena);
  calls_clear(&state.calls);
  return check_finish();
}
