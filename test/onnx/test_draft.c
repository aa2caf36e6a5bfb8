// SPDX-License-Identifier: Apache-2.0

/// Building models, and looking into them

#include "base/allocator.h"
#include "base/buffer.h"
#include "base/string_view.h"
#include "check.h"

#include <tercet/onnx_model.h>
#include <tercet/tensor.h>

/// Check how a model is written in the text syntax
static void
check_text(const tercet_onnx_model *model, const char *expected)
{
  tercet_buffer text;
  tercet_buffer_init(&text, &tercet_allocator_default, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&text);
  CHECK_STATUS(tercet_onnx_model_write(model, TERCET_ONNX_TEXT, &output, NULL),
               TERCET_OK);
  CHECK_TEXT(text.data, text.length, expected);
  tercet_buffer_clear(&text);
}

/// Add a product with a transposed constant, which does not lie in row-major
/// order
static tercet_status
add_product(tercet_onnx_draft *draft, tercet_error *err)
{
  static const int64_t shape[] = {2, 3};
  static const float elements[] = {1, 2, 3, 4, 5, 6};
  static const int64_t extents[] = {-1, 3};
  static const char *const inputs[] = {"x", "w"};
  static const char *const outputs[] = {"y"};
  tercet_tensor *w = NULL;
  tercet_tensor *transposed = NULL;
  tercet_status st = tercet_tensor_from_data(
      NULL, TERCET_DTYPE_F32, 2, shape, elements, &w, err);
  if (!st) {
    st = tercet_tensor_transpose(w, 0, NULL, &transposed, err);
  }
  if (!st) {
    st = tercet_onnx_draft_add_input(
        draft, "x", TERCET_ONNX_FLOAT, 2, extents, err);
  }
  if (!st) {
    st = tercet_onnx_draft_add_output(
        draft, "y", TERCET_ONNX_FLOAT, 0, NULL, err);
  }
  if (!st) {
    st = tercet_onnx_draft_add_initializer(draft, "w", transposed, err);
  }
  if (!st) {
    st = tercet_onnx_draft_add_node(
        draft, "", "MatMul", 2, inputs, 1, outputs, err);
  }
  tercet_tensor_unref(transposed);
  tercet_tensor_unref(w);
  return st;
}

/// Set one attribute of each type
static tercet_status
set_attributes(tercet_onnx_draft *draft, tercet_error *err)
{
  static const int64_t ints[] = {-1, 2};
  static const float floats[] = {0.5F, 2.0F};
  static const uint8_t byte = 7;
  tercet_tensor *tensor = NULL;
  tercet_status st = tercet_tensor_from_data(
      NULL, TERCET_DTYPE_U8, 0, NULL, &byte, &tensor, err);
  if (!st) {
    st = tercet_onnx_draft_set_int(draft, "i", 0, err);
  }
  if (!st) {
    st = tercet_onnx_draft_set_ints(draft, "is", 2, ints, err);
  }
  if (!st) {
    st = tercet_onnx_draft_set_float(draft, "f", 0.1F, err);
  }
  if (!st) {
    st = tercet_onnx_draft_set_floats(draft, "fs", 2, floats, err);
  }
  if (!st) {
    st = tercet_onnx_draft_set_string(
        draft, "s", tercet_string_from("a \"b\""), err);
  }
  if (!st) {
    st = tercet_onnx_draft_set_tensor(draft, "t", tensor, err);
  }
  tercet_tensor_unref(tensor);
  return st;
}

/// Add a node with a graph inside
static tercet_status
add_branch(tercet_onnx_draft *draft, tercet_error *err)
{
  static const char *const inputs[] = {"c", ""};
  static const char *const outputs[] = {"b"};
  static const char *const inner[] = {"z"};
  tercet_status st = tercet_onnx_draft_add_node(
      draft, "own", "Choose", 2, inputs, 1, outputs, err);
  if (!st) {
    st = tercet_onnx_draft_begin_graph(draft, "then", "inner", err);
  }
  if (!st) {
    st = tercet_onnx_draft_add_node(
        draft, "", "Constant", 0, NULL, 1, inner, err);
  }
  if (!st) {
    st = set_attributes(draft, err);
  }
  if (!st) {
    st = tercet_onnx_draft_add_output(
        draft, "z", TERCET_ONNX_INT64, 1, NULL, err);
  }
  if (!st) {
    st = tercet_onnx_draft_end_graph(draft, err);
  }
  return st ? st : tercet_onnx_draft_set_int(draft, "last", 5, err);
}

static tercet_status
build(const tercet_allocator *alloc, tercet_onnx_model **out, tercet_error *err)
{
  tercet_onnx_draft *draft = NULL;
  *out = NULL;
  tercet_status st = tercet_onnx_draft_new(alloc, 11, "main", &draft, err);
  if (!st) {
    st = tercet_onnx_draft_add_opset(draft, "", 23, err);
  }
  if (!st) {
    st = add_product(draft, err);
  }
  if (!st) {
    st = tercet_onnx_draft_add_opset(draft, "own", 1, err);
  }
  if (!st) {
    st = add_branch(draft, err);
  }
  if (!st) {
    st = tercet_onnx_draft_finish(draft, out, err);
  }
  tercet_onnx_draft_free(draft);
  return st;
}

static const char built[] =
    "<\n"
    "   ir_version: 11,\n"
    "   opset_import: [\"\" : 23, \"own\" : 1]\n"
    ">\n"
    "main (float[?,3] x) => (float y) \n"
    "<float[3,2] w = {1.0,4.0,2.0,5.0,3.0,6.0}>\n"
    "{\n"
    "   y = MatMul (x, w)\n"
    "   b = own.Choose (c, \"\") <then: graph = inner () => (int64[] z) {\n"
    "      z = Constant <i: int = 0, is: ints = [-1, 2], f: float = 0.1, "
    "fs: floats = [0.5, 2.0], s: string = \"a \\\"b\\\"\", "
    "t: tensor = uint8 {7}> ()\n"
    "   }, last: int = 5>\n"
    "}\n";

static void
test_model_has_what_was_added(void)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(build(NULL, &model, &err), TERCET_OK);
  if (model) {
    check_text(model, built);
  }
  tercet_onnx_model_free(model);
}

static void
test_misuse_is_refused_and_leaves_the_builder_usable(void)
{
  static const char *const names[] = {"y"};
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  tercet_onnx_draft *draft = NULL;
  CHECK_STATUS(tercet_onnx_draft_new(NULL, 8, "g", &draft, &err), TERCET_OK);
  CHECK_STATUS(tercet_onnx_draft_set_int(draft, "axis", 1, &err),
               TERCET_ERR_ARGUMENT);
  CHECK(!strcmp(err.message, "attribute \"axis\" without a node"));
  CHECK_STATUS(tercet_onnx_draft_begin_graph(draft, "body", "b", &err),
               TERCET_ERR_ARGUMENT);
  CHECK_STATUS(tercet_onnx_draft_end_graph(draft, &err), TERCET_ERR_ARGUMENT);
  CHECK_STATUS(
      tercet_onnx_draft_add_node(draft, "", "Loop", 0, NULL, 1, names, &err),
      TERCET_OK);
  CHECK_STATUS(tercet_onnx_draft_begin_graph(draft, "body", "b", &err),
               TERCET_OK);
  CHECK_STATUS(tercet_onnx_draft_finish(draft, &model, &err),
               TERCET_ERR_ARGUMENT);
  CHECK_STATUS(tercet_onnx_draft_end_graph(draft, &err), TERCET_OK);
  CHECK_STATUS(tercet_onnx_draft_finish(draft, &model, &err), TERCET_OK);
  check_text(model,
             "<\n   ir_version: 8,\n   opset_import: []\n>\n"
             "g () => () {\n"
             "   y = Loop () <body: graph = b () => () {\n   }>\n}\n");
  tercet_onnx_model_free(model);

  // The draft goes on where it was
  CHECK_STATUS(
      tercet_onnx_draft_add_node(draft, "", "Add", 0, NULL, 0, NULL, &err),
      TERCET_OK);
  CHECK_STATUS(tercet_onnx_draft_finish(draft, &model, &err), TERCET_OK);
  CHECK_INT(tercet_onnx_graph_n_nodes(tercet_onnx_model_graph(model)), 2);
  tercet_onnx_model_free(model);
  tercet_onnx_draft_free(draft);
}

static void
test_graphs_are_nested_to_a_limit(void)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  tercet_onnx_draft *draft = NULL;
  CHECK_STATUS(tercet_onnx_draft_new(NULL, 8, "g", &draft, &err), TERCET_OK);
  size_t depth = 0;
  tercet_status st = TERCET_OK;
  while (!st) {
    CHECK_STATUS(
        tercet_onnx_draft_add_node(draft, "", "If", 0, NULL, 0, NULL, &err),
        TERCET_OK);
    st = tercet_onnx_draft_begin_graph(draft, "body", "b", &err);
    depth += st == TERCET_OK;
  }
  CHECK_STATUS(st, TERCET_ERR_LIMIT);
  CHECK(depth > 15);
  CHECK_STATUS(
      tercet_onnx_draft_add_input(draft, "x", TERCET_ONNX_FLOAT, 1, NULL, &err),
      TERCET_OK);
  for (; depth > 0; --depth) {
    CHECK_STATUS(tercet_onnx_draft_end_graph(draft, &err), TERCET_OK);
  }
  CHECK_STATUS(tercet_onnx_draft_finish(draft, &model, &err), TERCET_OK);
  tercet_onnx_model_free(model);
  tercet_onnx_draft_free(draft);
}

static void
test_failing_allocations(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(build(&alloc, &model, NULL), TERCET_OK);
  tercet_onnx_model_free(model);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(build(&alloc, &model, NULL), TERCET_ERR_NO_MEMORY);
    CHECK(!model);
  }
}

/// A call that found no memory has left nothing behind
static void
test_failed_call_adds_nothing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  static const char long_name[10000] = {0};
  char *const name = (char *)malloc(sizeof(long_name));
  memset(name, 'n', sizeof(long_name) - 1);
  name[sizeof(long_name) - 1] = '\0';

  tercet_onnx_model *model = NULL;
  tercet_onnx_draft *draft = NULL;
  CHECK_STATUS(tercet_onnx_draft_new(&alloc, 8, "g", &draft, NULL), TERCET_OK);
  CHECK_STATUS(
      tercet_onnx_draft_add_node(draft, "", "Add", 0, NULL, 0, NULL, NULL),
      TERCET_OK);
  state = (failing_allocator){0, 0};
  CHECK_STATUS(
      tercet_onnx_draft_add_node(draft, "", name, 0, NULL, 0, NULL, NULL),
      TERCET_ERR_NO_MEMORY);
  state = (failing_allocator){0, 0};
  CHECK_STATUS(tercet_onnx_draft_add_opset(draft, name, 1, NULL),
               TERCET_ERR_NO_MEMORY);
  state = (failing_allocator){0, SIZE_MAX};
  CHECK_STATUS(tercet_onnx_draft_set_int(draft, "a", 1, NULL), TERCET_OK);
  CHECK_STATUS(tercet_onnx_draft_finish(draft, &model, NULL), TERCET_OK);
  check_text(model,
             "<\n   ir_version: 8,\n   opset_import: []\n>\n"
             "g () => () {\n    = Add <a: int = 1> ()\n}\n");
  tercet_onnx_model_free(model);
  tercet_onnx_draft_free(draft);
  free(name);
}

/* ---- Looking into models ---- */

static const char seen[] =
    "<ir_version: 9, producer_name: \"p\",\n"
    " opset_import: [\"\" : 20, \"own\" : 2]>\n"
    "g (float[N,2,\"\"] x, seq(int64) s, map(string, float) m, u)\n"
    "  => (optional(seq(double[])) y)\n"
    "<int8[2] c = {1, 2}>\n"
    "{ [first] y, \"\" = own.Op:v <axis = 1, b = @ref,\n"
    "   g = inner () => () {}> (x, \"\", s) }\n"
    "<domain: \"own\", opset_import: [\"\" : 20]>\n"
    "Op <axis> (a, b, c) => (d) { d = Identity(a) }\n";

static tercet_onnx_model *
read_seen(void)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(
      tercet_onnx_model_read(
          NULL, seen, strlen(seen), TERCET_ONNX_ANY, NULL, &model, &err),
      TERCET_OK);
  if (!model) {
    fprintf(stderr, "%s\n", err.message);
    exit(EXIT_FAILURE);
  }
  return model;
}

static void
check_string(tercet_string actual, const char *expected)
{
  CHECK_TEXT(actual.data, actual.length, expected);
}

static void
test_header_and_functions_are_seen(void)
{
  tercet_onnx_model *const model = read_seen();
  tercet_string domain;
  tercet_string name;
  int64_t version = 0;
  CHECK_INT(tercet_onnx_model_ir_version(model), 9);
  check_string(tercet_onnx_model_producer(model), "p");
  CHECK_INT(tercet_onnx_model_n_opsets(model), 2);
  tercet_onnx_model_opset(model, 1, &domain, &version);
  check_string(domain, "own");
  CHECK_INT(version, 2);

  CHECK_INT(tercet_onnx_model_n_functions(model), 1);
  const tercet_onnx_function *const function =
      tercet_onnx_model_function_at(model, 0);
  tercet_onnx_function_name(function, &domain, &name);
  check_string(domain, "own");
  check_string(name, "Op");
  CHECK_INT(tercet_onnx_function_n_inputs(function), 3);
  check_string(tercet_onnx_function_input(function, 1), "b");
  CHECK_INT(tercet_onnx_function_n_outputs(function), 1);
  check_string(tercet_onnx_function_output(function, 0), "d");
  CHECK_INT(tercet_onnx_function_n_nodes(function), 1);
  check_string(
      tercet_onnx_node_operator(tercet_onnx_function_node(function, 0)),
      "Identity");
  tercet_onnx_model_free(model);
}

static void
check_type(const tercet_onnx_value_info *info,
           tercet_onnx_kind kind,
           tercet_onnx_type type,
           const char *text)
{
  tercet_buffer buffer;
  tercet_buffer_init(&buffer, &tercet_allocator_default, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&buffer);
  CHECK_INT(tercet_onnx_value_info_kind(info), kind);
  CHECK_INT(tercet_onnx_value_info_type(info), type);
  CHECK_STATUS(tercet_onnx_value_info_write_type(info, &output, NULL),
               *text ? TERCET_OK : TERCET_ERR_UNSUPPORTED);
  CHECK_TEXT(buffer.data, buffer.length, text);
  tercet_buffer_clear(&buffer);
}

static void
test_values_are_seen(void)
{
  tercet_onnx_model *const model = read_seen();
  const tercet_onnx_graph *const graph = tercet_onnx_model_graph(model);
  check_string(tercet_onnx_graph_name(graph), "g");
  CHECK_INT(tercet_onnx_graph_n_inputs(graph), 4);
  CHECK_INT(tercet_onnx_graph_n_outputs(graph), 1);

  const tercet_onnx_value_info *const x = tercet_onnx_graph_input(graph, 0);
  tercet_string name;
  check_string(tercet_onnx_value_info_name(x), "x");
  check_type(x, TERCET_ONNX_TENSOR, TERCET_ONNX_FLOAT, "float[N,2,?]");
  CHECK(tercet_onnx_value_info_has_shape(x));
  CHECK_INT(tercet_onnx_value_info_rank(x), 3);
  CHECK_INT(tercet_onnx_value_info_extent(x, 0, &name), -1);
  check_string(name, "N");
  CHECK_INT(tercet_onnx_value_info_extent(x, 1, NULL), 2);

  check_type(tercet_onnx_graph_input(graph, 1),
             TERCET_ONNX_SEQUENCE,
             TERCET_ONNX_INT64,
             "seq(int64)");
  check_type(tercet_onnx_graph_input(graph, 2),
             TERCET_ONNX_NONE,
             TERCET_ONNX_UNDEFINED,
             "map(string, float)");
  check_type(tercet_onnx_graph_input(graph, 3),
             TERCET_ONNX_NONE,
             TERCET_ONNX_UNDEFINED,
             "");
  const tercet_onnx_value_info *const y = tercet_onnx_graph_output(graph, 0);
  check_type(
      y, TERCET_ONNX_OPTIONAL, TERCET_ONNX_DOUBLE, "optional(seq(double[]))");
  CHECK(!tercet_onnx_value_info_has_shape(y));
  CHECK_INT(tercet_onnx_value_info_rank(y), 0);

  CHECK_INT(tercet_onnx_graph_n_initializers(graph), 1);
  const tercet_onnx_tensor *const c = tercet_onnx_graph_initializer(graph, 0);
  check_string(tercet_onnx_tensor_name(c), "c");
  CHECK_INT(tercet_onnx_tensor_type(c), TERCET_ONNX_INT8);
  CHECK_INT(tercet_onnx_tensor_rank(c), 1);
  CHECK_INT(tercet_onnx_tensor_shape(c)[0], 2);
  tercet_onnx_model_free(model);
}

static void
check_attribute(const tercet_onnx_node *node,
                size_t i,
                const char *name,
                const char *value,
                size_t n_graphs)
{
  const tercet_onnx_attribute *const attribute =
      tercet_onnx_node_attribute_at(node, i);
  tercet_buffer buffer;
  tercet_buffer_init(&buffer, &tercet_allocator_default, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&buffer);
  check_string(tercet_onnx_attribute_name(attribute), name);
  CHECK_STATUS(tercet_onnx_attribute_write(attribute, &output, NULL),
               TERCET_OK);
  CHECK_TEXT(buffer.data, buffer.length, value);
  CHECK_INT(tercet_onnx_attribute_n_graphs(attribute), n_graphs);
  if (n_graphs > 0) {
    check_string(
        tercet_onnx_graph_name(tercet_onnx_attribute_graph(attribute, 0)),
        "inner");
  }
  tercet_buffer_clear(&buffer);
}

static void
test_nodes_are_seen(void)
{
  tercet_onnx_model *const model = read_seen();
  const tercet_onnx_graph *const graph = tercet_onnx_model_graph(model);
  CHECK_INT(tercet_onnx_graph_n_nodes(graph), 1);
  const tercet_onnx_node *const node = tercet_onnx_graph_node(graph, 0);
  check_string(tercet_onnx_node_name(node), "first");
  check_string(tercet_onnx_node_operator(node), "Op");
  check_string(tercet_onnx_node_domain(node), "own");
  CHECK_INT(tercet_onnx_node_n_inputs(node), 3);
  check_string(tercet_onnx_node_input(node, 1), "");
  check_string(tercet_onnx_node_input(node, 2), "s");
  CHECK_INT(tercet_onnx_node_n_outputs(node), 2);
  check_string(tercet_onnx_node_output(node, 0), "y");
  CHECK_INT(tercet_onnx_node_n_attributes(node), 3);
  check_attribute(node, 0, "axis", "1", 0);
  check_attribute(node, 1, "b", "@ref", 0);
  check_attribute(node, 2, "g", "inner () => () {\n}", 1);
  tercet_onnx_model_free(model);
}

int
main(void)
{
  test_model_has_what_was_added();
  test_misuse_is_refused_and_leaves_the_builder_usable();
  test_graphs_are_nested_to_a_limit();
  test_failing_allocations();
  test_failed_call_adds_nothing();
  test_header_and_functions_are_seen();
  test_values_are_seen();
  test_nodes_are_seen();
  return check_finish();
}
