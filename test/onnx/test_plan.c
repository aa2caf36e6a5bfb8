// SPDX-License-Identifier: Apache-2.0

/// Graphs inside of graphs, functions, limits, and many threads on one plan

#include "check.h"

#include "base/buffer.h"

#include <tercet/onnx.h>

#include <pthread.h>

#define HEADER "<ir_version: 10, opset_import: [\"\" : 22, \"own\" : 1]>\n"

static tercet_onnx_model *
read_model(const char *text)
{
  tercet_onnx_model *model = NULL;
  tercet_error err = {0};
  CHECK_STATUS(
      tercet_onnx_model_read(
          NULL, text, strlen(text), TERCET_ONNX_TEXT, NULL, &model, &err),
      TERCET_OK);
  if (!model) {
    fprintf(stderr, "  %s\n", err.message);
    exit(EXIT_FAILURE);
  }
  return model;
}

static tercet_onnx_value
floats(size_t n, const float *data)
{
  const int64_t shape[] = {(int64_t)n};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F32, 1, shape, data, &tensor, NULL),
               TERCET_OK);
  return tercet_onnx_value_from_tensor(tensor);
}

static tercet_onnx_value
number(tercet_dtype dtype, int64_t value)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_full(
          NULL, dtype, 0, NULL, tercet_scalar_from_i64(value), &tensor, NULL),
      TERCET_OK);
  return tercet_onnx_value_from_tensor(tensor);
}

static tercet_onnx_value
none(void)
{
  const tercet_onnx_value value = {
      TERCET_ONNX_NONE, TERCET_ONNX_UNDEFINED, NULL, NULL};
  return value;
}

/// Plan and run a model once with a session of its own
static tercet_status
run_model(const tercet_allocator *alloc,
          const tercet_onnx_model *model,
          const tercet_onnx_session_options *options,
          const tercet_onnx_value *inputs,
          tercet_onnx_value *outputs,
          tercet_error *err)
{
  tercet_onnx_plan *plan = NULL;
  tercet_onnx_session *session = NULL;
  tercet_status st = tercet_onnx_plan_new(alloc, model, &plan, err);
  if (st == TERCET_OK) {
    st = tercet_onnx_session_new(alloc, plan, options, &session, err);
  }
  if (st == TERCET_OK) {
    st = tercet_onnx_session_run(session, inputs, outputs, err);
  }
  tercet_onnx_session_free(session);
  tercet_onnx_plan_free(plan);
  return st;
}

/// Check the numbers of the first output of a model
static void
check_run(const char *text,
          size_t n_inputs,
          tercet_onnx_value *inputs,
          size_t n,
          const float *expected)
{
  tercet_onnx_model *const model = read_model(text);
  tercet_onnx_value output = none();
  tercet_error err = {0};
  CHECK_STATUS(run_model(NULL, model, NULL, inputs, &output, &err), TERCET_OK);
  if (output.tensor) {
    const float *const actual = tercet_tensor_data(output.tensor);
    CHECK_INT(tercet_tensor_size(output.tensor), n);
    for (size_t i = 0; i < n; ++i) {
      CHECK_DOUBLE((double)actual[i], (double)expected[i]);
    }
  } else {
    fprintf(stderr, "  %s\n", err.message);
  }
  tercet_onnx_value_unref(output);
  for (size_t i = 0; i < n_inputs; ++i) {
    tercet_onnx_value_unref(inputs[i]);
  }
  tercet_onnx_model_free(model);
}

static const float numbers[] = {1, 2, 3};

/// A branch reads what the graph around it has, its input and its own values
static void
test_branch_reads_outer_values(void)
{
  static const char text[] =
      HEADER "g (bool c, float[N] x) => (float[N] y) {\n"
             "  d = Add(x, x)\n"
             "  y = If(c) <then_branch = t () => (float[N] a) { a = Mul(d, x) "
             "},\n"
             "             else_branch = e () => (float[N] b) { b = "
             "Identity(d) }>\n"
             "}";
  const float products[] = {2, 8, 18};
  const float doubles[] = {2, 4, 6};
  tercet_onnx_value inputs[] = {number(TERCET_DTYPE_BOOL, 1),
                                floats(3, numbers)};
  check_run(text, 2, inputs, 3, products);
  inputs[0] = number(TERCET_DTYPE_BOOL, 0);
  inputs[1] = floats(3, numbers);
  check_run(text, 2, inputs, 3, doubles);
}

/// A value from outside is still there in each trip
static void
test_loop_reads_outer_values(void)
{
  static const char text[] =
      HEADER "g (int64 n, bool c, float[N] x) => (float[N] y) {\n"
             "  s = Add(x, x)\n"
             "  y = Loop(n, c, x) <body = b (int64 i, bool go, float[N] a)\n"
             "    => (bool on, float[N] z) { on = Identity(go) z = Add(a, s) "
             "}>\n"
             "}";
  const float expected[] = {7, 14, 21};
  tercet_onnx_value inputs[] = {number(TERCET_DTYPE_I64, 3),
                                number(TERCET_DTYPE_BOOL, 1),
                                floats(3, numbers)};
  check_run(text, 3, inputs, 3, expected);
}

/// References in functions mean the attributes of the call, also inside of
/// functions that are called there
static void
test_functions(void)
{
  static const char text[] =
      HEADER "g (float[N] x) => (float[1] y) {\n"
             "  y = own.twice <keep = 1> (x)\n"
             "}\n"
             "<opset_import: [\"\" : 22, \"own\" : 1], domain: \"own\">\n"
             "twice <keep> (a) => (b) {\n"
             "  s = own.sum <k: int = @keep> (a)\n"
             "  b = Add(s, s)\n"
             "}\n"
             "<opset_import: [\"\" : 22], domain: \"own\">\n"
             "sum <k> (a) => (b) {\n"
             "  b = ReduceSum <keepdims: int = @k> (a)\n"
             "}\n";
  const float expected[] = {12};
  tercet_onnx_value inputs[] = {floats(3, numbers)};
  check_run(text, 1, inputs, 1, expected);
}

/// Functions that call functions twice each multiply; the plan says no
static void
test_functions_multiply(void)
{
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_buffer_append_text(
                   &text,
                   HEADER "g (float[N] x) => (float[N] y) { y = own.f29 (x) }\n"
                          "<opset_import: [\"\" : 22], domain: \"own\">\n"
                          "f0 (a) => (b) { b = Neg(a) }\n"),
               TERCET_OK);
  for (int i = 1; i < 30; ++i) {
    CHECK_STATUS(tercet_buffer_printf(
                     &text,
                     "<opset_import: [\"\" : 22, \"own\" : 1], domain: "
                     "\"own\">\nf%d (a) => (b) { t = own.f%d (a) b = own.f%d "
                     "(t) }\n",
                     i,
                     i - 1,
                     i - 1),
                 TERCET_OK);
  }
  CHECK_STATUS(tercet_buffer_append_char(&text, '\0'), TERCET_OK);
  tercet_onnx_model *const model = read_model(text.data);
  tercet_onnx_plan *plan = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_onnx_plan_new(NULL, model, &plan, &err),
               TERCET_ERR_LIMIT);
  CHECK(err.message[0]);
  tercet_onnx_model_free(model);
  tercet_buffer_clear(&text);
}

/// What nobody needs is not run, whatever it would do
static void
test_step_that_nobody_needs(void)
{
  static const char text[] =
      HEADER "g (int32[N] x) => (int32[N] y) <int32[1] zero = {0}> {\n"
             "  bad = Div(x, zero)\n"
             "  y = Neg(x)\n"
             "}";
  tercet_onnx_model *const model = read_model(text);
  tercet_onnx_value x = number(TERCET_DTYPE_I32, 5);
  const int64_t shape[] = {1};
  tercet_tensor *line = NULL;
  CHECK_STATUS(tercet_tensor_reshape(x.tensor, 1, shape, &line, NULL),
               TERCET_OK);
  tercet_onnx_value_unref(x);
  x = tercet_onnx_value_from_tensor(line);
  tercet_onnx_value y = none();
  CHECK_STATUS(run_model(NULL, model, NULL, &x, &y, NULL), TERCET_OK);
  CHECK_INT(y.tensor ? *(const int32_t *)tercet_tensor_data(y.tensor) : 0, -5);
  tercet_onnx_value_unref(x);
  tercet_onnx_value_unref(y);
  tercet_onnx_model_free(model);
}

/// A failure names the node, also if it comes out of fused operators
static void
test_failure_names_node(void)
{
  static const char text[] =
      HEADER "g (int32[N] x, int32[N] z) => (int32[N] y) {\n"
             "  a = Neg(x)\n"
             "  [half] y = Div(a, z)\n"
             "}";
  tercet_onnx_model *const model = read_model(text);
  const int32_t values[] = {4, 0};
  const int64_t shape[] = {2};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_I32, 1, shape, values, &tensor, NULL),
               TERCET_OK);
  const tercet_onnx_value x = tercet_onnx_value_from_tensor(tensor);
  const tercet_onnx_value inputs[] = {x, x};
  tercet_onnx_value y = none();
  tercet_error err = {0};
  CHECK_STATUS(run_model(NULL, model, NULL, inputs, &y, &err),
               TERCET_ERR_RANGE);
  CHECK(strstr(err.message, "half: "));
  CHECK_INT(y.kind, TERCET_ONNX_NONE);
  tercet_onnx_value_unref(x);
  tercet_onnx_model_free(model);
}

/// Memory of a session is limited, whatever shapes a model asks for
static void
test_memory_limit(void)
{
  static const char text[] =
      HEADER "g (int64[1] s) => (float[N] y) <int64 zero = {0}> {\n"
             "  big = ConstantOfShape(s)\n"
             "  c = CumSum(big, zero)\n"
             "  y = Neg(c)\n"
             "}";
  tercet_onnx_model *const model = read_model(text);
  const int64_t extent[] = {INT64_C(1) << 40U};
  const int64_t small[] = {10};
  const int64_t one[] = {1};
  tercet_onnx_session_options options = {0};
  options.max_bytes = (size_t)1 << 20U;
  for (int i = 0; i < 2; ++i) {
    tercet_tensor *tensor = NULL;
    CHECK_STATUS(tercet_tensor_from_data(NULL,
                                         TERCET_DTYPE_I64,
                                         1,
                                         one,
                                         i == 0 ? extent : small,
                                         &tensor,
                                         NULL),
                 TERCET_OK);
    const tercet_onnx_value s = tercet_onnx_value_from_tensor(tensor);
    tercet_onnx_value y = none();
    CHECK_STATUS(run_model(NULL, model, &options, &s, &y, NULL),
                 i == 0 ? TERCET_ERR_LIMIT : TERCET_OK);
    tercet_onnx_value_unref(y);
    tercet_onnx_value_unref(s);
  }
  tercet_onnx_model_free(model);
}

static const char chain_text[] =
    HEADER "g (float[N] x) => (float[N] y, float[1] s) {\n"
           "  a = Exp(x)\n"
           "  b = Transpose(a)\n"
           "  y = Add(a, b)\n"
           "  s = ReduceSum(y)\n"
           "}";

static void
test_cancelled(void)
{
  tercet_onnx_model *const model = read_model(chain_text);
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  tercet_onnx_session_options options = {0};
  options.cancel = cancel;
  const tercet_onnx_value x = floats(3, numbers);
  tercet_onnx_value outputs[] = {none(), none()};
  CHECK_STATUS(run_model(NULL, model, &options, &x, outputs, NULL), TERCET_OK);
  tercet_onnx_value_unref(outputs[0]);
  tercet_onnx_value_unref(outputs[1]);
  outputs[0] = none();
  outputs[1] = none();
  tercet_cancel_request(cancel);
  CHECK_STATUS(run_model(NULL, model, &options, &x, outputs, NULL),
               TERCET_ERR_CANCELLED);
  CHECK_INT(outputs[0].kind, TERCET_ONNX_NONE);
  tercet_cancel_free(cancel);
  tercet_onnx_value_unref(x);
  tercet_onnx_model_free(model);
}

/// Whatever allocation fails, nothing is lost, and a run that goes well
/// without memory for fusion gives the same
static void
test_every_allocation_failing(void)
{
  tercet_onnx_model *const model = read_model(chain_text);
  const tercet_onnx_value x = floats(3, numbers);
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_onnx_value outputs[] = {none(), none()};
  CHECK_STATUS(run_model(&alloc, model, NULL, &x, outputs, NULL), TERCET_OK);
  tercet_tensor *const expected = tercet_tensor_ref(outputs[0].tensor);
  tercet_onnx_value_unref(outputs[0]);
  tercet_onnx_value_unref(outputs[1]);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    outputs[0] = none();
    outputs[1] = none();
    state = (failing_allocator){0, i};
    const tercet_status st = run_model(&alloc, model, NULL, &x, outputs, NULL);
    CHECK(
        st == TERCET_ERR_NO_MEMORY ||
        (st == TERCET_OK && tercet_tensor_equals(outputs[0].tensor, expected)));
    CHECK(st == TERCET_OK || outputs[1].kind == TERCET_ONNX_NONE);
    tercet_onnx_value_unref(outputs[0]);
    tercet_onnx_value_unref(outputs[1]);
  }
  tercet_tensor_unref(expected);
  tercet_onnx_value_unref(x);
  tercet_onnx_model_free(model);
}

/// What a thread does with a plan that all share
static void *
run_many(void *context)
{
  const tercet_onnx_plan *const plan = context;
  tercet_onnx_session *session = NULL;
  const int64_t shape[] = {3};
  bool fails = tercet_onnx_session_new(NULL, plan, NULL, &session, NULL);
  for (int i = 0; !fails && i < 200; ++i) {
    tercet_tensor *tensor = NULL;
    tercet_onnx_value outputs[] = {none(), none()};
    fails = tercet_tensor_from_data(
        NULL, TERCET_DTYPE_F32, 1, shape, numbers, &tensor, NULL);
    if (!fails) {
      const tercet_onnx_value x = tercet_onnx_value_from_tensor(tensor);
      fails = tercet_onnx_session_run(session, &x, outputs, NULL);
      tercet_onnx_value_unref(x);
    }
    tercet_onnx_value_unref(outputs[0]);
    tercet_onnx_value_unref(outputs[1]);
  }
  tercet_onnx_session_free(session);
  return fails ? context : NULL;
}

static void
test_threads_share_a_plan(void)
{
  tercet_onnx_model *const model = read_model(chain_text);
  tercet_onnx_plan *plan = NULL;
  CHECK_STATUS(tercet_onnx_plan_new(NULL, model, &plan, NULL), TERCET_OK);
  pthread_t threads[4];
  for (size_t i = 0; i < 4; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, run_many, plan), 0);
  }
  for (size_t i = 0; i < 4; ++i) {
    void *failed = NULL;
    CHECK_INT(pthread_join(threads[i], &failed), 0);
    CHECK(!failed);
  }
  tercet_onnx_plan_free(plan);
  tercet_onnx_model_free(model);
}

int
main(void)
{
  test_branch_reads_outer_values();
  test_loop_reads_outer_values();
  test_functions();
  test_functions_multiply();
  test_step_that_nobody_needs();
  test_failure_names_node();
  test_memory_limit();
  test_cancelled();
  test_every_allocation_failing();
  test_threads_share_a_plan();
  return check_finish();
}
