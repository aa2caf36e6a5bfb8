// SPDX-License-Identifier: Apache-2.0

/// The checker on models that are wrong, each with the message that names what
/// is wrong

#include "base/string_view.h"
#include "check.h"
#include "onnx/check.h"

#define HEADER "<ir_version: 10, opset_import: [\"\" : 23]>\n"

/// Read a model in the text syntax
static tercet_onnx_model *
read(const char *text)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  const tercet_status st = tercet_onnx_model_read(
      NULL, text, strlen(text), TERCET_ONNX_TEXT, NULL, &model, &err);
  CHECK_STATUS(st, TERCET_OK);
  if (st != TERCET_OK) {
    fprintf(stderr, "  %s\n", err.message);
    exit(EXIT_FAILURE);
  }
  return model;
}

/// Write all problems into a text, one on each line
static void
problems_text(const tercet_onnx_model *model, size_t size, char *text)
{
  tercet_error err = {0};
  tercet_onnx_report *report = NULL;
  CHECK_STATUS(tercet_onnx_model_check(NULL, model, &report, &err), TERCET_OK);
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < tercet_onnx_report_count(report); ++i) {
    const tercet_onnx_problem *const p = tercet_onnx_report_get(report, i);
    const int n = snprintf(text + length,
                           size - length,
                           "%.*s: %.*s\n",
                           (int)p->node.length,
                           p->node.data,
                           (int)p->reason.length,
                           p->reason.data);
    length += n > 0 && (size_t)n < size - length ? (size_t)n : 0;
  }
  tercet_onnx_report_free(report);
}

/// Check that a model has just these problems, and that the first one stops
/// the fast way too
static void
check_problems(const char *model_text, const char *expected)
{
  char text[4096];
  tercet_error err = {0};
  tercet_onnx_knowledge *knowledge = NULL;
  tercet_onnx_model *const model = read(model_text);
  problems_text(model, sizeof(text), text);
  CHECK_TEXT(text, strlen(text), expected);

  const tercet_status st =
      tercet_onnx_knowledge_new(NULL, model, &knowledge, &err);
  CHECK((st == TERCET_OK) == (expected[0] == '\0'));
  if (st != TERCET_OK) {
    const char *const first = expected[0] == ':' ? expected + 2 : expected;
    const size_t n = strcspn(first, "\n");
    CHECK(strlen(err.message) == n && !strncmp(first, err.message, n));
    CHECK(!knowledge);
  }
  tercet_onnx_knowledge_free(knowledge);
  tercet_onnx_model_free(model);
}

/* ---- Header ---- */

static void
test_header(void)
{
  check_problems("<ir_version: 14, opset_import: [\"\" : 23]> "
                 "g (float x) => (float y) { y = Abs(x) }",
                 ": IR version 14, not up to 13\n");
  check_problems("<ir_version: 10, opset_import: [\"\" : 29]> "
                 "g (float x) => (float y) { y = Abs(x) }",
                 ": operator set 29 is newer than 28\n");
  check_problems(
      "<ir_version: 10, opset_import: [\"\" : 23, \"ai.onnx\" : 20]> "
      "g (float x) => (float y) { y = Abs(x) }",
      ": domain \"ai.onnx\" is imported twice\n");
  check_problems("<ir_version: 10, opset_import: [\"\" : 0]> "
                 "g (float x) => (float x) {}",
                 ": operator set 0 of domain \"\"\n");
}

static void
test_no_names_and_shapes_are_needed(void)
{
  check_problems("<ir_version: 10, opset_import: [\"ai.onnx\" : 23]> "
                 "g (float x) => (float y) { y = Abs(x) }",
                 "");
  check_problems(HEADER "g (float[] x) => (float[] y) { y = Abs(x) }", "");
}

/* ---- Operators ---- */

static void
test_operators(void)
{
  check_problems(HEADER "g (float x) => (float y) { y = Foo(x) }",
                 "Foo: operator Foo of domain \"\" is not known\n");
  check_problems(HEADER "g (float x) => (float y) { y = my.Foo(x) }",
                 "Foo: domain \"my\" of operator Foo is not imported\n");
  check_problems("<ir_version: 10, opset_import: [\"\" : 19]> "
                 "g (float x) => (float y) { y = Gelu(x) }",
                 "Gelu: operator Gelu came with version 20, the model imports "
                 "19\n");
  check_problems(HEADER "g (float[2] x) => (float[2] y) "
                        "{ s = Constant<value_floats=[1.0]>() "
                        "y = Upsample(x, s) }",
                 "Upsample: operator Upsample is deprecated since version "
                 "10\n");
  check_problems("<ir_version: 10, opset_import: [\"\" : 28]> "
                 "g (float x) => (float y) { y = Swish(x) }",
                 "Swish: operator Swish-24 is not supported\n");
}

static void
test_later_versions_that_did_not_change(void)
{
  check_problems("<ir_version: 13, opset_import: [\"\" : 28]> "
                 "g (float[2] x) => (double[2] z) "
                 "{ y = Identity(x) z = Cast<to=11>(y) }",
                 "");
}

static void
test_numbers_of_inputs_and_outputs(void)
{
  check_problems(HEADER "g (float x) => (float y) { y = Add(x) }",
                 "Add: 1 inputs are too few\n");
  check_problems(HEADER "g (float x) => (float y) { y = Abs(x, x) }",
                 "Abs: 2 inputs are too many\n");
  check_problems(HEADER "g (float x) => (float y) { y, z = Abs(x) }",
                 "Abs: 2 outputs are too many\n");
  check_problems(HEADER "g (float x) => (float y) { y = Add(, x) }",
                 "Add: input 0 (A) is missing\n");
}

static void
test_types(void)
{
  check_problems(HEADER "g (float x) => (float y) { [n] y = Not(x) }",
                 "n: input 0 (X) is tensor(float), which is not among T of "
                 "Not-1\n");
  check_problems(HEADER "g (float x, int32 b) => (float y) { y = Add(x, b) }",
                 "Add: input 1 (B) is tensor(int32), but T is float\n");
  check_problems(HEADER "g (seq(float) x) => (float y) { y = Abs(x) }",
                 "Abs: input 0 (X) is seq(tensor(float)), which is not among T "
                 "of Abs-13\n");
  check_problems(
      HEADER "g (int32 x) => (double y) { y = Abs(x) }",
      ": output y is declared tensor(double) and is tensor(int32)\n");
}

/* ---- Attributes ---- */

static void
test_attributes(void)
{
  check_problems(HEADER "g (float[2] x) => (float[2] y) { y = Abs<axis=1>(x) }",
                 "Abs: operator Abs-13 has no attribute axis\n");
  check_problems(HEADER
                 "g (float[2] x) => (float[2] y) { y = Softmax<axis=1.0>(x) }",
                 "Softmax: attribute axis is a float, not an integer\n");
  check_problems(HEADER "g (float[2] x) => (float[2] y) { y = Concat(x) }",
                 "Concat: attribute axis is missing\n");
  check_problems(HEADER "g (float[2] x) => (float[2] y) "
                        "{ y = Softmax<axis=0, axis=0>(x) }",
                 "Softmax: attribute axis is given twice\n");
  check_problems(HEADER
                 "g (float[2] x) => (float[2] y) { y = Softmax<axis:int=@a>(x) "
                 "}",
                 "Softmax: attribute axis refers to a, which only a function "
                 "can have\n");
}

/* ---- Names ---- */

static void
test_names(void)
{
  check_problems(HEADER "g (float x) => (float y) { y = Add(x, q) }",
                 "Add: input 1: q is not made\n");
  check_problems(HEADER "g (float x) => (float y) { y = Abs(x) y = Neg(x) }",
                 "Neg: y is made twice\n");
  check_problems(HEADER "g (float x, float x) => (float y) { y = Abs(x) }",
                 ": x is made twice\n");
  check_problems(HEADER "g (float x) => (float z) { y = Abs(x) }",
                 ": output z is not made\n");
}

static void
test_cycle(void)
{
  check_problems(HEADER "g (float x) => (float a) "
                        "{ [one] a = Add(x, b) [two] b = Neg(a) }",
                 "one: input 1: b is made only later, by two\n");
}

static void
test_every_problem_is_listed(void)
{
  check_problems(HEADER "g (float x) => (float y) "
                        "{ a = Foo(x) b = Not(x) c = Abs<k=1>(x) y = Neg(d) }",
                 "Foo: operator Foo of domain \"\" is not known\n"
                 "Not: input 0 (X) is tensor(float), which is not among T of "
                 "Not-1\n"
                 "Abs: operator Abs-13 has no attribute k\n"
                 "Neg: input 0: d is not made\n");
}

/* ---- Shapes ---- */

static void
test_shapes(void)
{
  check_problems(HEADER
                 "g (float[2] x, float[3] y) => (float[3] z) { z = Add(x, y) }",
                 "Add: extents 2 and 3 of axis -1 do not broadcast\n");
  check_problems(HEADER "g (float[2,3] x) => (float[2,2] z) "
                        "{ z = MatMul(x, x) }",
                 "MatMul: extents 3 and 2 to sum over differ\n");
  check_problems(HEADER "g (float[2] x) => (float[3] z) { z = Abs(x) }",
                 ": output z has another shape than is declared\n");
  check_problems(HEADER "g (float[2] x) => (float z) { "
                        "z = Softmax<axis=1>(x) }",
                 ": output z has another shape than is declared\n");
  check_problems(HEADER "g (float[N] x, float[N] y, float[2] z) => (float[2] w)"
                        "{ a = Add(x, y) w = Add(a, z) }",
                 "");
}

/* ---- Initializers ---- */

static void
test_initializers(void)
{
  check_problems(HEADER "g (float[2] x) => (float[2] y) "
                        "<float[2] c = {1.0, 2.0}> { y = Add(x, c) }",
                 "");
  check_problems(HEADER "g (float[2] x) => (float[2] y) "
                        "<float[3] c = {1.0, 2.0}> { y = Abs(x) }",
                 ": initializer c has 8 bytes, not the 12 of its shape\n");
}

/* ---- Graphs inside ---- */

static void
test_inner_graphs(void)
{
  check_problems(
      HEADER "g (bool c, float[2] x) => (float[2] y) { y = If(c) <"
             "then_branch = t () => (float[2] a) { a = Not(x) }, "
             "else_branch = e () => (float[2] b) { b = Neg(q) }> }",
      "Not: input 0 (X) is tensor(float), which is not among T of Not-1\n"
      "Neg: input 0: q is not made\n");
  check_problems(
      HEADER "g (bool c, float[2] x) => (float[2] y) { y = If(c) <"
             "then_branch = t () => (float[2] a) { a = Abs(x) }, "
             "else_branch = e () => (double[2] b) { b = Cast<to=11>(x) }> }",
      "If: output 0 is of type float in one branch and double in "
      "the other\n");
  check_problems(HEADER "g (bool c, float[2] x) => (float[2] y) { y = If(c) <"
                        "then_branch = t () => (float[2] a) { a = Abs(x) }> }",
                 "If: attribute else_branch is missing\n");
}

/// A loop whose state grows has no extent that holds always
static void
test_loop_state_is_weakened(void)
{
  tercet_error err = {0};
  tercet_onnx_knowledge *knowledge = NULL;
  tercet_onnx_model *const model =
      read(HEADER "g (int64 n, bool c, float[2] x) => (float[M] y, float[K] z)"
                  "{ y, z = Loop(n, c, x, x) <body = b "
                  "(int64 i, bool d, float[A] s, float[B] t) => "
                  "(bool d2, float[C] s2, float[D] t2) "
                  "{ d2 = Identity(d) s2 = Concat<axis=0>(s, s) "
                  "t2 = Neg(t) }> }");
  CHECK_STATUS(tercet_onnx_knowledge_new(NULL, model, &knowledge, &err),
               TERCET_OK);
  const tercet_onnx_fact *const grown = tercet_onnx_knowledge_find(
      knowledge, &model->graph, tercet_string_from("y"));
  const tercet_onnx_fact *const same = tercet_onnx_knowledge_find(
      knowledge, &model->graph, tercet_string_from("z"));
  CHECK(!grown->has_shape || tercet_onnx_is_symbol(grown->dims[0]));
  CHECK(same->has_shape && same->dims[0] == 2);
  tercet_onnx_knowledge_free(knowledge);
  tercet_onnx_model_free(model);
}

/* ---- Functions ---- */

#define FUNCTIONS "<ir_version: 10, opset_import: [\"\" : 23, \"f\" : 1]>\n"

static void
test_functions(void)
{
  check_problems(FUNCTIONS "g (float[2] x) => (float[2] y) { y = f.twice(x) }\n"
                           "<domain: \"f\", opset_import: [\"\" : 23]> "
                           "twice (a) => (b) { b = Add(a, a) }",
                 "");
  check_problems(FUNCTIONS "g (bool[2] x) => (bool[2] y) { y = f.twice(x) }\n"
                           "<domain: \"f\", opset_import: [\"\" : 23]> "
                           "twice (a) => (b) { b = Add(a, a) }",
                 "Add: input 0 (A) is tensor(bool), which is not among T of "
                 "Add-14\n"
                 "Add: input 1 (B) is tensor(bool), which is not among T of "
                 "Add-14\n");
  check_problems(FUNCTIONS
                 "g (float[2] x) => (float[2] y) { y = f.twice(x, x) }\n"
                 "<domain: \"f\", opset_import: [\"\" : 23]> "
                 "twice (a) => (b) { b = Add(a, a) }",
                 "twice: function twice has 1 inputs and 1 outputs\n");
  check_problems(FUNCTIONS "g (float[2] x) => (float[2] y) { y = Abs(x) }\n"
                           "<domain: \"f\", opset_import: [\"\" : 23]> "
                           "bad (a) => (b, c) { b = Foo(a) }",
                 "Foo: operator Foo of domain \"\" is not known\n"
                 ": function bad: output c is not made\n");
}

static void
test_recursive_functions(void)
{
  check_problems(FUNCTIONS
                 "g (float[2] x) => (float[2] y) { y = f.one(x) }\n"
                 "<domain: \"f\", opset_import: [\"\" : 23, \"f\" : 1]> "
                 "one (a) => (b) { b = f.two(a) }\n"
                 "<domain: \"f\", opset_import: [\"\" : 23, \"f\" : 1]> "
                 "two (a) => (b) { b = f.one(a) }",
                 "one: function one calls itself\n");
}

static void
test_attributes_of_functions(void)
{
  check_problems(FUNCTIONS
                 "g (float[2,3] x) => (float[2,3] y) { y = f.soft<k=1>(x) }\n"
                 "<domain: \"f\", opset_import: [\"\" : 23]> "
                 "soft <k>(a) => (b) { b = Softmax<axis:int=@k>(a) }",
                 "");
  check_problems(FUNCTIONS
                 "g (float[2,3] x) => (float[2,3] y) { y = f.soft<k=1.5>(x) }\n"
                 "<domain: \"f\", opset_import: [\"\" : 23]> "
                 "soft <k>(a) => (b) { b = Softmax<axis:int=@k>(a) }",
                 "Softmax: attribute axis is a float, not an integer\n");
}

/// Functions that call each other twice come to more nodes than are walked
static void
test_functions_that_multiply(void)
{
  enum { N = 20 };
  char text[8192];
  size_t n =
      (size_t)snprintf(text,
                       sizeof(text),
                       FUNCTIONS "g (float x) => (float y) { y = f.f%d(x) }\n"
                                 "<domain: \"f\", opset_import: [\"\" : 23]> "
                                 "f0 (a) => (b) { b = Neg(a) }\n",
                       N);
  for (int i = 1; i <= N; ++i) {
    n += (size_t)snprintf(text + n,
                          sizeof(text) - n,
                          "<domain: \"f\", opset_import: [\"f\" : 1]> "
                          "f%d (a) => (b) { c = f.f%d(a) b = f.f%d(c) }\n",
                          i,
                          i - 1,
                          i - 1);
  }
  check_problems(text, ": functions and loops come to more than 65536 nodes\n");
}

/* ---- Limits and memory ---- */

static void
test_number_of_problems_is_bounded(void)
{
  enum { N = 3000 };
  char *const text = malloc(64 * N);
  CHECK(text);
  if (!text) {
    return;
  }
  size_t n = (size_t)snprintf(text, 128, HEADER "g (float x) => (float x) {");
  for (int i = 0; i < N; ++i) {
    n += (size_t)snprintf(text + n, 32, " y%d = Foo(x)", i);
  }
  snprintf(text + n, 8, " }");

  tercet_error err = {0};
  tercet_onnx_report *report = NULL;
  tercet_onnx_model *const model = read(text);
  CHECK_STATUS(tercet_onnx_model_check(NULL, model, &report, &err), TERCET_OK);
  CHECK_INT(tercet_onnx_report_count(report), 1000);
  const tercet_onnx_problem *const last = tercet_onnx_report_get(report, 999);
  CHECK_STATUS(last->status, TERCET_ERR_LIMIT);
  CHECK_TEXT(last->reason.data,
             last->reason.length,
             "further problems are not listed");
  tercet_onnx_report_free(report);
  tercet_onnx_model_free(model);
  free(text);
}

static tercet_status
check_once(const tercet_allocator *alloc, const tercet_onnx_model *model)
{
  tercet_error err = {0};
  tercet_onnx_report *report = NULL;
  tercet_status st = tercet_onnx_model_check(alloc, model, &report, &err);
  if (st == TERCET_OK) {
    CHECK_INT(tercet_onnx_report_count(report), 1);
    tercet_onnx_report_free(report);
  } else {
    CHECK(!report);
  }
  return st;
}

static void
test_every_allocation_may_fail(void)
{
  tercet_onnx_model *const model =
      read(FUNCTIONS
           "g (bool c, float[N,2] x) => (float[M] y, float[K,1] z) "
           "<int64[2] s = {-1, 1}> "
           "{ r = Reshape(x, s) t = f.twice(r) "
           "u = If(c) <then_branch = h () => (float[P,Q] a) { a = Abs(t) }, "
           "else_branch = e () => (float[P,Q] b) { b = Neg(t) }> "
           "y = Not(u) z = Identity(u) }\n"
           "<domain: \"f\", opset_import: [\"\" : 23]> "
           "twice (a) => (b) { b = Add(a, a) }");
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(check_once(&alloc, model), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(check_once(&alloc, model), TERCET_ERR_NO_MEMORY);
  }
  tercet_onnx_model_free(model);
}

int
main(void)
{
  test_header();
  test_no_names_and_shapes_are_needed();
  test_operators();
  test_later_versions_that_did_not_change();
  test_numbers_of_inputs_and_outputs();
  test_types();
  test_attributes();
  test_names();
  test_cycle();
  test_every_problem_is_listed();
  test_shapes();
  test_initializers();
  test_inner_graphs();
  test_loop_state_is_weakened();
  test_functions();
  test_recursive_functions();
  test_attributes_of_functions();
  test_functions_that_multiply();
  test_number_of_problems_is_bounded();
  test_every_allocation_may_fail();
  return check_finish();
}
