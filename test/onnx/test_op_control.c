// SPDX-License-Identifier: Apache-2.0

/// If, Loop, Scan, sequences and optionals, in whole models

#include "check.h"

#include <tercet/onnx.h>

#define HEADER "<ir_version: 10, opset_import: [\"\" : 21]>\n"

/// A model that is ready to run
typedef struct {
  tercet_onnx_model *model;
  tercet_onnx_plan *plan;
  tercet_onnx_session *session;
  tercet_cancel *cancel;
  tercet_error err;
} fixture;

static void
begin(fixture *f, const char *text)
{
  memset(f, 0, sizeof(*f));
  f->cancel = tercet_cancel_new(NULL);
  const tercet_onnx_session_options options = {.cancel = f->cancel};
  tercet_status st = tercet_onnx_model_read(
      NULL, text, strlen(text), TERCET_ONNX_TEXT, NULL, &f->model, &f->err);
  if (st == TERCET_OK) {
    st = tercet_onnx_plan_new(NULL, f->model, &f->plan, &f->err);
  }
  if (st == TERCET_OK) {
    st = tercet_onnx_session_new(NULL, f->plan, &options, &f->session, &f->err);
  }
  CHECK_STATUS(st, TERCET_OK);
  if (st != TERCET_OK) {
    fprintf(stderr, "  %s\n", f->err.message);
    exit(EXIT_FAILURE);
  }
}

static void
end(fixture *f)
{
  tercet_onnx_session_free(f->session);
  tercet_onnx_plan_free(f->plan);
  tercet_onnx_model_free(f->model);
  tercet_cancel_free(f->cancel);
}

static tercet_onnx_value
numbers(tercet_dtype dtype, size_t rank, const int64_t *shape, const void *data)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, dtype, rank, shape, data, &tensor, NULL),
      TERCET_OK);
  return tercet_onnx_value_from_tensor(tensor);
}

static tercet_onnx_value
integer(int64_t number)
{
  return numbers(TERCET_DTYPE_I64, 0, NULL, &number);
}

static tercet_onnx_value
truth(bool holds)
{
  const uint8_t byte = holds;
  return numbers(TERCET_DTYPE_BOOL, 0, NULL, &byte);
}

/// Run, and give the inputs back
static tercet_status
run(fixture *f,
    size_t n_inputs,
    tercet_onnx_value *inputs,
    size_t n_outputs,
    tercet_onnx_value *outputs)
{
  memset(outputs, 0, n_outputs * sizeof(*outputs));
  const tercet_status st =
      tercet_onnx_session_run(f->session, inputs, outputs, &f->err);
  for (size_t i = 0; i < n_inputs; ++i) {
    tercet_onnx_value_unref(inputs[i]);
  }
  return st;
}

/// Check a tensor of int64, and give it back
static void
check_integers(tercet_onnx_value actual,
               size_t rank,
               const int64_t *shape,
               const int64_t *data)
{
  const tercet_onnx_value expected =
      numbers(TERCET_DTYPE_I64, rank, shape, data);
  CHECK(actual.tensor && tercet_tensor_equals(actual.tensor, expected.tensor));
  tercet_onnx_value_unref(expected);
  tercet_onnx_value_unref(actual);
}

static void
check_message(const fixture *f, const char *expected)
{
  CHECK_TEXT(f->err.message, strlen(f->err.message), expected);
}

/* ---- If ---- */

static void
test_if(void)
{
  static const char model[] = HEADER
      "g (bool c, int64 x) => (int64 y) {\n"
      "  y = If (c) <then_branch = t () => (int64 a) { a = Add (x, x) },\n"
      "              else_branch = e () => (int64 b) { b = Neg (x) }>\n"
      "}\n";
  static const int64_t expected[] = {-3, 6};
  fixture f;
  begin(&f, model);
  for (int i = 0; i < 2; ++i) {
    tercet_onnx_value inputs[] = {truth(i), integer(3)};
    tercet_onnx_value y;
    CHECK_STATUS(run(&f, 2, inputs, 1, &y), TERCET_OK);
    check_integers(y, 0, NULL, &expected[i]);
  }
  end(&f);
}

/* ---- Loop ---- */

/// Doubles `x` until it is at least 8, and keeps each x
#define LOOP_MODEL                                                             \
  HEADER "g (int64 m, bool c, int64 x) => (int64 y, int64[N] s) {\n"           \
         "  k = Constant <value = int64 {8}> ()\n"                             \
         "  y, s = Loop (m, c, x) <body = b (int64 i, bool c1, int64 x1)\n"    \
         "      => (bool c2, int64 x2, int64 s1) {\n"                          \
         "    x2 = Add (x1, x1)\n"                                             \
         "    c2 = Less (x2, k)\n"                                             \
         "    s1 = Identity (x1)\n"                                            \
         "  }>\n"                                                              \
         "}\n"

static void
test_loop(void)
{
  static const struct {
    int64_t m;
    bool c;
    int64_t y;
    int64_t n;
    int64_t s[4];
  } cases[] = {
      {100, true, 8, 3, {1, 2, 4}},
      {2, true, 4, 2, {1, 2}},
      {0, true, 1, 0, {0}},
      {-1, true, 1, 0, {0}},
      {5, false, 1, 0, {0}},
  };
  fixture f;
  begin(&f, LOOP_MODEL);
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    tercet_onnx_value inputs[] = {
        integer(cases[i].m), truth(cases[i].c), integer(1)};
    tercet_onnx_value outputs[2];
    CHECK_STATUS(run(&f, 3, inputs, 2, outputs), TERCET_OK);
    check_integers(outputs[0], 0, NULL, &cases[i].y);
    check_integers(outputs[1], 1, &cases[i].n, cases[i].s);
  }
  end(&f);
}

/// A loop without end stops when it is told to
static void
test_loop_is_cancelled(void)
{
  static const char model[] =
      HEADER "g (int64 x) => (int64 y) {\n"
             "  y = Loop (, , x) <body = b (int64 i, bool c1, int64 x1)\n"
             "      => (bool c1, int64 x1) { }>\n"
             "}\n";
  fixture f;
  begin(&f, model);
  tercet_onnx_value x = integer(1);
  tercet_onnx_value y;
  tercet_cancel_set_timeout(f.cancel, 0.05);
  CHECK_STATUS(run(&f, 1, &x, 1, &y), TERCET_ERR_TIMEOUT);
  CHECK_INT(y.kind, TERCET_ONNX_NONE);
  tercet_cancel_set_timeout(f.cancel, -1);
  tercet_cancel_request(f.cancel);
  x = integer(1);
  CHECK_STATUS(run(&f, 1, &x, 1, &y), TERCET_ERR_CANCELLED);
  end(&f);
}

/// Trips that leave different shapes cannot be joined
static void
test_loop_of_shapes_that_differ(void)
{
  static const char model[] = HEADER
      "g (int64 m, int64[N] x) => (int64[K] y, s) {\n"
      "  y, s = Loop (m, , x) <body = b (int64 i, bool c1, int64[A] x1)\n"
      "      => (bool c1, int64[B] x2, int64[B] x2) {\n"
      "    x2 = Concat <axis = 0> (x1, x1)\n"
      "  }>\n"
      "}\n";
  static const int64_t one = 1;
  static const int64_t two = 2;
  static const int64_t data[] = {5, 5};
  static const int64_t row[] = {1, 2};
  fixture f;
  begin(&f, model);
  tercet_onnx_value outputs[2];
  tercet_onnx_value inputs[] = {integer(1),
                                numbers(TERCET_DTYPE_I64, 1, &one, data)};
  CHECK_STATUS(run(&f, 2, inputs, 2, outputs), TERCET_OK);
  check_integers(outputs[0], 1, &two, data);
  check_integers(outputs[1], 2, row, data);

  inputs[0] = integer(2);
  inputs[1] = numbers(TERCET_DTYPE_I64, 1, &one, data);
  CHECK_STATUS(run(&f, 2, inputs, 2, outputs), TERCET_ERR_SHAPE);
  CHECK(!strncmp(f.err.message, "Loop: ", 6));
  end(&f);
}

/* ---- Scan ---- */

/// Adds the columns of a matrix up, from the last one on
static void
test_scan(void)
{
  static const char model[] =
      HEADER "g (int64[2] z, int64[2,N] x) => (int64[2] y, int64[2,N] s) {\n"
             "  y, s = Scan <num_scan_inputs = 1, scan_input_axes = [1],\n"
             "      scan_output_axes = [-1], scan_input_directions = [1],\n"
             "      scan_output_directions = [1],\n"
             "      body = b (int64[2] a, int64[2] e)\n"
             "      => (int64[2] r, int64[2] t) {\n"
             "    r = Add (a, e)\n"
             "    t = Identity (r)\n"
             "  }> (z, x)\n"
             "}\n";
  static const int64_t two = 2;
  static const int64_t shape[] = {2, 3};
  static const int64_t empty[] = {2, 0};
  static const int64_t zeros[] = {0, 0};
  static const int64_t matrix[] = {1, 2, 3, 4, 5, 6};
  static const int64_t sums[] = {6, 15};
  static const int64_t parts[] = {6, 5, 3, 15, 11, 6};
  fixture f;
  begin(&f, model);
  tercet_onnx_value outputs[2];
  tercet_onnx_value inputs[] = {numbers(TERCET_DTYPE_I64, 1, &two, zeros),
                                numbers(TERCET_DTYPE_I64, 2, shape, matrix)};
  CHECK_STATUS(run(&f, 2, inputs, 2, outputs), TERCET_OK);
  check_integers(outputs[0], 1, &two, sums);
  check_integers(outputs[1], 2, shape, parts);

  inputs[0] = numbers(TERCET_DTYPE_I64, 1, &two, sums);
  inputs[1] = numbers(TERCET_DTYPE_I64, 2, empty, NULL);
  CHECK_STATUS(run(&f, 2, inputs, 2, outputs), TERCET_OK);
  check_integers(outputs[0], 1, &two, sums);
  check_integers(outputs[1], 2, empty, NULL);
  end(&f);
}

static void
test_scan_lengths_differ(void)
{
  static const char model[] = HEADER
      "g (int64[N] x, int64[M] y) => (int64[K] s) {\n"
      "  s = Scan <num_scan_inputs = 2,\n"
      "      body = b (int64 a, int64 e) => (int64 t) { t = Add (a, e) }>\n"
      "      (x, y)\n"
      "}\n";
  static const int64_t two = 2;
  static const int64_t three = 3;
  static const int64_t data[] = {1, 2, 3};
  fixture f;
  begin(&f, model);
  tercet_onnx_value s;
  tercet_onnx_value inputs[] = {numbers(TERCET_DTYPE_I64, 1, &two, data),
                                numbers(TERCET_DTYPE_I64, 1, &three, data)};
  CHECK_STATUS(run(&f, 2, inputs, 1, &s), TERCET_ERR_SHAPE);
  check_message(&f, "Scan: axis 0 of scanned input 1 has 3 elements, not 2");
  end(&f);
}

/* ---- Sequences ---- */

static void
test_sequences(void)
{
  static const char model[] =
      HEADER "g (int64[N] x, int64 at) => (int64 n, int64[K] y, int64[M] z) {\n"
             "  s = SplitToSequence <keepdims = 1> (x)\n"
             "  t = SequenceInsert (s, x, at)\n"
             "  u = SequenceErase (t)\n"
             "  n = SequenceLength (u)\n"
             "  y = ConcatFromSequence <axis = 0> (u)\n"
             "  z = SequenceAt (u, at)\n"
             "}\n";
  static const int64_t two = 2;
  static const int64_t four = 4;
  static const int64_t data[] = {5, 6};
  static const int64_t joined[] = {5, 5, 6};
  static const int64_t three = 3;
  fixture f;
  begin(&f, model);
  tercet_onnx_value outputs[3];
  tercet_onnx_value inputs[] = {numbers(TERCET_DTYPE_I64, 1, &two, data),
                                integer(-1)};
  CHECK_STATUS(run(&f, 2, inputs, 3, outputs), TERCET_OK);
  check_integers(outputs[0], 0, NULL, &two);
  check_integers(outputs[1], 1, &three, joined);
  check_integers(outputs[2], 1, &two, data);

  inputs[0] = numbers(TERCET_DTYPE_I64, 1, &two, data);
  inputs[1] = integer(four);
  CHECK_STATUS(run(&f, 2, inputs, 3, outputs), TERCET_ERR_RANGE);
  check_message(&f, "SequenceInsert: position 4 of a sequence of 2");
  end(&f);
}

static void
test_sequence_map(void)
{
  static const char model[] =
      HEADER "g (int64[N] x, int64 k) => (int64[M] y) {\n"
             "  s = SplitToSequence (x)\n"
             "  t = SequenceMap (s, k) <body = b (int64[1] a, int64 c)\n"
             "      => (int64[1] d) { d = Mul (a, c) }>\n"
             "  y = ConcatFromSequence <axis = 0> (t)\n"
             "}\n";
  static const int64_t two = 2;
  static const int64_t data[] = {5, 6};
  static const int64_t expected[] = {15, 18};
  fixture f;
  begin(&f, model);
  tercet_onnx_value y;
  tercet_onnx_value inputs[] = {numbers(TERCET_DTYPE_I64, 1, &two, data),
                                integer(3)};
  CHECK_STATUS(run(&f, 2, inputs, 1, &y), TERCET_OK);
  check_integers(y, 1, &two, expected);
  end(&f);
}

static void
test_split_to_sequence_failures(void)
{
  static const char model[] =
      HEADER "g (int64[N] x, int64[M] n) => (int64 y) {\n"
             "  s = SplitToSequence (x, n)\n"
             "  y = SequenceLength (s)\n"
             "}\n";
  static const int64_t two = 2;
  static const int64_t data[] = {5, 6};
  static const int64_t lengths[] = {1, 2};
  fixture f;
  begin(&f, model);
  tercet_onnx_value y;
  tercet_onnx_value inputs[] = {numbers(TERCET_DTYPE_I64, 1, &two, data),
                                numbers(TERCET_DTYPE_I64, 1, &two, lengths)};
  CHECK_STATUS(run(&f, 2, inputs, 1, &y), TERCET_ERR_RANGE);
  check_message(&f,
                "SplitToSequence: length 2 of part 1 of axis 0, which has 2 "
                "elements");
  end(&f);
}

/* ---- Optionals ---- */

static void
test_optionals(void)
{
  static const char model[] =
      HEADER "g (int64[N] x) => (bool has, int64[N] y) {\n"
             "  o = Optional (x)\n"
             "  has = OptionalHasElement (o)\n"
             "  y = OptionalGetElement (o)\n"
             "}\n";
  static const int64_t two = 2;
  static const int64_t data[] = {5, 6};
  fixture f;
  begin(&f, model);
  tercet_onnx_value outputs[2];
  tercet_onnx_value x = numbers(TERCET_DTYPE_I64, 1, &two, data);
  CHECK_STATUS(run(&f, 1, &x, 2, outputs), TERCET_OK);
  CHECK_INT(*(const uint8_t *)tercet_tensor_data(outputs[0].tensor), 1);
  tercet_onnx_value_unref(outputs[0]);
  check_integers(outputs[1], 1, &two, data);
  end(&f);
}

int
main(void)
{
  test_if();
  test_loop();
  test_loop_is_cancelled();
  test_loop_of_shapes_that_differ();
  test_scan();
  test_scan_lengths_differ();
  test_sequences();
  test_sequence_map();
  test_split_to_sequence_failures();
  test_optionals();
  return check_finish();
}
