// SPDX-License-Identifier: Apache-2.0

/// Models in the text syntax of ONNX

#include "text_models.h"

static tercet_onnx_model *
read_text(const char *text)
{
  return text_models_read(text, TERCET_ONNX_TEXT);
}

static void
check_refused(const char *text,
              uint64_t line,
              uint64_t column,
              const char *message)
{
  text_models_check_refused(text, TERCET_ONNX_TEXT, line, column, message);
}

static void
check_string(tercet_string actual, const char *expected)
{
  CHECK_TEXT(actual.data, actual.length, expected);
}

/// Read a model of one node
static const tercet_onnx_node *
read_node(const char *node, tercet_onnx_model **model)
{
  char text[512];
  snprintf(text, sizeof(text), "g () => () { %s }", node);
  *model = read_text(text);
  CHECK_INT((*model)->graph.n_nodes, 1);
  return (*model)->graph.nodes;
}

static void
test_header(void)
{
  tercet_onnx_model *const model = read_text(
      "<ir_version: 10, opset_import: [\"\" : 23, \"d\" : 1],\n"
      "producer_name: \"p\", producer_version: \"1.0\",\n"
      "domain: \"d\", model_version: -2, doc_string: \"a\\\"b\\nc\",\n"
      "metadata_props: [\"k\": \"v\", \"l\": \"\"]> # comment\n"
      "g () => () {}");
  CHECK_INT(model->ir_version, 10);
  CHECK_INT(model->n_opsets, 2);
  CHECK_INT(model->opsets[0].version, 23);
  check_string(model->opsets[1].domain, "d");
  check_string(model->producer_name, "p");
  check_string(model->producer_version, "1.0");
  check_string(model->domain, "d");
  CHECK_INT(model->model_version, -2);
  check_string(model->doc, "a\"bnc"); // A backslash only makes quotes plain
  CHECK_INT(model->metadata.n, 2);
  check_string(model->metadata.items[0].value, "v");
  check_string(model->graph.name, "g");
  tercet_onnx_model_free(model);

  tercet_onnx_model *const empty =
      read_text("<opset_import: [], metadata_props: []> \"a b\" () => () {}");
  CHECK_INT(empty->n_opsets, 0);
  check_string(empty->graph.name, "a b");
  tercet_onnx_model_free(empty);
}

/// Types are written as they were read
static void
test_types(void)
{
  static const char text[] =
      "<\n   opset_import: []\n>\n"
      "g (float a, float[] b, float[1,N,?,\"a b\"] c, seq(int8[2]) d, "
      "optional(seq(string)) e, map(int64, seq(bool[])) f, "
      "sparse_tensor(double[3]) h, opaque(a.b,c) i, opaque(n) j, k) => () {\n"
      "}\n";
  tercet_onnx_model *const model = read_text(text);
  const tercet_onnx_value_info *const inputs = model->graph.inputs;
  CHECK_INT(model->graph.n_inputs, 10);
  CHECK(inputs[0].type.has_shape && inputs[0].type.rank == 0);
  CHECK(!inputs[1].type.has_shape);
  CHECK_INT(inputs[2].type.rank, 4);
  CHECK_INT(inputs[2].type.dims[0].value, 1);
  CHECK_INT(inputs[2].type.dims[1].value, -1);
  check_string(inputs[2].type.dims[1].param, "N");
  check_string(inputs[2].type.dims[3].param, "a b");
  CHECK_INT(inputs[5].type.elem_type, TERCET_ONNX_INT64);
  check_string(inputs[7].type.domain, "a.b");
  check_string(inputs[8].type.name, "n");
  CHECK_INT(inputs[9].type.kind, TERCET_ONNX_TYPE_NONE);
  text_models_check_written(model, TERCET_ONNX_TEXT, text);
  tercet_onnx_model_free(model);
}

/// What has data in the list of inputs is an input with a default
static void
test_initializers(void)
{
  tercet_onnx_model *const model = read_text(
      "g (int64[2] s = {1, -2}, float x) => (float y)\n"
      "  <float[2] w = {1, 2.5e-3}, string[2] t = {\"a\", \"b\"},\n"
      "   float16 h = {15360}, uint64 u = {18446744073709551615},\n"
      "   int4[3] i = {33, 1}, float[0] n = {}, complex64 c = {1, -0.5},\n"
      "   double[3] d = {inf, -Infinity, nan}, float[N] v,\n"
      "   float[4] e = [\"location\": \"w\"]> {}");
  const tercet_onnx_graph *const graph = &model->graph;
  CHECK_INT(graph->n_inputs, 2);
  CHECK_INT(graph->n_value_infos, 1);
  CHECK_INT(graph->n_initializers, 10);
  check_string(graph->initializers[0].name, "s");
  CHECK_INT(graph->initializers[0].n_bytes, 16);
  CHECK_INT(graph->initializers[2].n_strings, 2);
  CHECK_INT(graph->initializers[3].n_bytes, 2);
  CHECK_INT(graph->initializers[5].n_bytes, 2);
  CHECK_INT(graph->initializers[6].n_bytes, 0);
  CHECK_INT(graph->initializers[9].place, TERCET_ONNX_DATA_EXTERNAL);
  check_string(graph->initializers[9].external.items[0].value, "w");
  tercet_onnx_model_free(model);
}

static void
test_nodes(void)
{
  tercet_onnx_model *model = NULL;
  const tercet_onnx_node *node = read_node(
      "[\"node 1\"] y, \"\" = own.domain.Op:over <a = 1> (x, , \"z z\")",
      &model);
  check_string(node->name, "node 1");
  CHECK_INT(node->n_outputs, 2);
  check_string(node->outputs[1], "");
  check_string(node->domain, "own.domain");
  check_string(node->op_type, "Op");
  check_string(node->overload, "over");
  CHECK_INT(node->n_attributes, 1);
  CHECK_INT(node->n_inputs, 3);
  check_string(node->inputs[1], "");
  check_string(node->inputs[2], "z z");
  tercet_onnx_model_free(model);

  node = read_node("y = \"my-domain\".\"1 op\" (x) <a = 1>", &model);
  check_string(node->domain, "my-domain");
  check_string(node->op_type, "1 op");
  CHECK_INT(node->n_attributes, 1);
  tercet_onnx_model_free(model);
}

/// Nothing before a comma is an input, nothing behind the last one is not
static void
test_numbers_of_inputs(void)
{
  static const struct {
    const char *node;
    size_t n;
  } cases[] = {{"y = Op ()", 0},
               {"y = Op (x)", 1},
               {"y = Op (x,)", 1},
               {"y = Op (,x)", 2},
               {"y = Op (\"\")", 1},
               {"y = Op (,)", 1},
               {"y = Op (,,)", 2}};
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    tercet_onnx_model *model = NULL;
    CHECK_INT(read_node(cases[i].node, &model)->n_inputs, cases[i].n);
    tercet_onnx_model_free(model);
  }
}

static void
check_attribute(const char *text,
                tercet_onnx_attribute_type type,
                size_t n,
                const char *written)
{
  char node[256];
  char expected[512];
  tercet_onnx_model *model = NULL;
  snprintf(node, sizeof(node), " = Op <a%s> ()", text);
  const tercet_onnx_attribute *const attribute =
      read_node(node, &model)->attributes;
  CHECK_INT(attribute->type, type);
  CHECK_INT(attribute->n, n);
  snprintf(expected,
           sizeof(expected),
           "<\n   opset_import: []\n>\ng () => () {\n    = Op <a%s> ()\n}\n",
           written);
  text_models_check_written(model, TERCET_ONNX_TEXT, expected);
  tercet_onnx_model_free(model);
}

static void
test_attributes(void)
{
#define CHECK_ATTRIBUTE(text, type, n, written)                                \
  check_attribute(text, TERCET_ONNX_ATTRIBUTE_##type, n, written)

  CHECK_ATTRIBUTE(" = 1", INT, 1, ": int = 1");
  CHECK_ATTRIBUTE(" = -1", INT, 1, ": int = -1");
  CHECK_ATTRIBUTE(": float = 1", FLOAT, 1, ": float = 1.0");
  CHECK_ATTRIBUTE(" = 1e-5", FLOAT, 1, ": float = 1e-05");
  CHECK_ATTRIBUTE(" = -inf", FLOAT, 1, ": float = -inf");
  CHECK_ATTRIBUTE(" = \"a\\\\b\"", STRING, 1, ": string = \"a\\\\b\"");
  CHECK_ATTRIBUTE(" = [1, 2]", INTS, 2, ": ints = [1, 2]");
  CHECK_ATTRIBUTE(": floats = [1, 2]", FLOATS, 2, ": floats = [1.0, 2.0]");
  CHECK_ATTRIBUTE(": strings = []", STRINGS, 0, ": strings = []");
  CHECK_ATTRIBUTE(" = [\"a\"]", STRINGS, 1, ": strings = [\"a\"]");
  CHECK_ATTRIBUTE(": int = @b", INT, 0, ": int = @b");
  CHECK_ATTRIBUTE(" = @\"b c\"", UNDEFINED, 0, " = @\"b c\"");
  CHECK_ATTRIBUTE(" = seq(float[2])", TYPE, 1, ": type_proto = seq(float[2])");
  CHECK_ATTRIBUTE(
      " = [int8, bool[]]", TYPES, 2, ": type_protos = [int8, bool[]]");
  CHECK_ATTRIBUTE(
      " = float[2]{1,2}", TENSOR, 1, ": tensor = float[2] {1.0,2.0}");
  CHECK_ATTRIBUTE(
      " = float[1] n = {1}", TENSOR, 1, ": tensor = float[1] n {1.0}");
  CHECK_ATTRIBUTE(" = [bool {1}, bool {0}]",
                  TENSORS,
                  2,
                  ": tensors = [bool {1}, bool {0}]");
#undef CHECK_ATTRIBUTE
}

static void
test_graphs_in_attributes(void)
{
  static const char text[] =
      "<\n   opset_import: []\n>\n"
      "g () => () {\n"
      "   y = If (c) <then: graph = \"a b\" () => (float z) \n"
      "   <float[1] w = {1.0}>\n"
      "   {\n"
      "      z = Abs (w)\n"
      "   }, more: graphs = [h () => () {\n   }, \"\" () => () {\n   }]>\n"
      "}\n";
  tercet_onnx_model *const model = read_text(text);
  const tercet_onnx_attribute *const attributes =
      model->graph.nodes[0].attributes;
  check_string(attributes[0].as.graphs[0].name, "a b");
  CHECK_INT(attributes[1].n, 2);
  text_models_check_written(model, TERCET_ONNX_TEXT, text);
  tercet_onnx_model_free(model);
}

static const char functions[] =
    "<\n   ir_version: 10,\n   opset_import: [\"\" : 23],\n"
    "   metadata_props: [\"k\": \"v\"]\n>\n"
    "g (float x) => (float y) {\n   y = d.F (x)\n}\n"
    "<\n   domain: \"d\",\n   overload: \"o\",\n"
    "   opset_import: [\"\" : 23],\n   doc_string: \"text\",\n"
    "   metadata_props: [\"k\": \"v\"]\n>\n"
    "F <alpha, beta: float = 1.0> (a, b) => (c)\n"
    "<float[N] a, int64 t>\n"
    "{\n   c = Add <alpha: float = @alpha> (a, b)\n}\n";

static void
test_functions(void)
{
  tercet_onnx_model *const model = read_text(functions);
  CHECK_INT(model->n_functions, 1);
  const tercet_onnx_function *const f = model->functions;
  check_string(f->overload, "o");
  CHECK_INT(f->n_attributes, 1);
  CHECK_INT(f->n_defaults, 1);
  CHECK_INT(f->n_value_infos, 2);
  text_models_check_written(model, TERCET_ONNX_TEXT, functions);
  tercet_onnx_model_free(model);

  // Inputs and outputs may have types, which are types of values then
  tercet_onnx_model *const typed = read_text(
      "g () => () {} <domain: \"d\"> F (float[2] a, b) => (int8 c) {}");
  CHECK_INT(typed->functions[0].n_inputs, 2);
  CHECK_INT(typed->functions[0].n_outputs, 1);
  CHECK_INT(typed->functions[0].n_value_infos, 2);
  check_string(typed->functions[0].value_infos[1].name, "c");
  tercet_onnx_model_free(typed);
}

/// A name that is a word of the syntax is quoted
static void
test_names_that_mean_something(void)
{
  static const char text[] = "<\n   opset_import: []\n>\n"
                             "\"inf\" (\"float\", int8 \"seq\") => () {\n"
                             "   \"nan\" = \"map\" (\"\", \"1\")\n"
                             "}\n";
  tercet_onnx_model *const model = read_text(text);
  CHECK_INT(model->graph.inputs[0].type.kind, TERCET_ONNX_TYPE_NONE);
  text_models_check_written(model, TERCET_ONNX_TEXT, text);
  tercet_onnx_model_free(model);
}

static void
test_malformed_texts_are_refused(void)
{
  check_refused("", 1, 1, "a name expected before the end of the text");
  check_refused("g", 1, 2, "'(' expected before the end of the text");
  check_refused("g () () {}", 1, 6, "'=>' expected before '('");
  check_refused("g () = > () {}", 1, 7, "'=>' expected");
  check_refused("g () => ()", 1, 11, "'{' expected before the end of the text");
  check_refused("g () => () {} }", 1, 15, "a name expected before '}'");
  check_refused("<ir_versio: 1> g () => () {}",
                1,
                2,
                "a field of the header expected before 'i'");
  check_refused(
      "<ir_version 1> g () => () {}", 1, 13, "':' expected before '1'");
  check_refused(
      "<ir_version: 1.5> g () => () {}",
      1,
      14,
      "an integer from -9223372036854775808 to 9223372036854775807 expected");
  check_refused("<opset_import: [23]> g () => () {}",
                1,
                17,
                "a string expected before '2'");
  check_refused("<doc_string: \"a> g () => () {}",
                1,
                31,
                "'\"' expected before the end of the text");
  check_refused("g (float[2 x) => () {}", 1, 12, "']' expected before 'x'");
  check_refused("g (seq(float) => () {}", 1, 15, "a name expected before '='");
  check_refused("g (map(seq, float) x) => () {}",
                1,
                8,
                "the type of elements expected before 's'");
  check_refused("g (float) => () {}", 1, 9, "a name expected before ')'");
  check_refused("g () => () {\n x Op () }", 2, 4, "'=' expected before 'O'");
  check_refused(
      "g () => () {\n x = (y) }", 2, 6, "an operator expected before '('");
  check_refused("g () => () {\n x = Op y }", 2, 9, "'(' expected before 'y'");
  check_refused("g () => () <float[N] w = {1}> {}",
                1,
                19,
                "a number expected before 'N'");
  check_refused(
      "g () => () <float[] w = {1}> {}", 1, 19, "a number expected before ']'");
  check_refused("g () => () <w = {1}> {}",
                1,
                13,
                "the type of elements expected before 'w'");
  check_refused("g () => () <uint8 w = {256}> {}",
                1,
                24,
                "an integer from -128 to 255 expected");
  check_refused("g () => () <uint32 w = {-1}> {}",
                1,
                25,
                "an integer from 0 to 4294967295 expected");
  check_refused(
      "g () => () <string w = {a}> {}", 1, 25, "a string expected before 'a'");
}

static void
check_attribute_refused(const char *text, uint64_t column, const char *message)
{
  char model[256];
  snprintf(model, sizeof(model), "g () => () {\n = Op <a%s> () }", text);
  check_refused(model, 2, column, message);
}

static void
test_malformed_attributes_are_refused(void)
{
  check_attribute_refused("", 9, "'=' expected before '>'");
  check_attribute_refused(
      " = []",
      13,
      "a value, or a type before the empty list expected before ']'");
  check_attribute_refused(
      ": ints = 1", 18, "a list of values expected before '1'");
  check_attribute_refused(
      ": int = [1]", 17, "a single value expected before '['");
  check_attribute_refused(
      ": real = 1", 11, "a type of attributes expected before 'r'");
  check_attribute_refused(
      ": sparse_tensor = 1", 27, "no sparse tensor expected before '1'");
  check_attribute_refused(
      ": string = 1",
      20,
      "a value of type string expected, not one of type int");
  check_attribute_refused(
      " = [1, 2.5]", 16, "a value of type int expected, not one of type float");
  check_attribute_refused(
      " = 99999999999999999999",
      12,
      "an integer from -9223372036854775808 to 9223372036854775807 expected");
  check_attribute_refused(" = @", 13, "a name expected before '>'");
}

static void
test_nesting_has_a_limit(void)
{
  enum { DEPTH = 100000 };

  tercet_buffer text;
  tercet_buffer_init(&text, &tercet_allocator_default, SIZE_MAX);
  CHECK_STATUS(tercet_buffer_append_text(&text, "g ("), TERCET_OK);
  for (size_t i = 0; i < DEPTH; ++i) {
    CHECK_STATUS(tercet_buffer_append_text(&text, "seq("), TERCET_OK);
  }
  CHECK_STATUS(tercet_buffer_append_char(&text, '\0'), TERCET_OK);
  tercet_onnx_model *model = NULL;
  tercet_error err = {0};
  CHECK_STATUS(text_models_try(NULL, text.data, TERCET_ONNX_TEXT, &model, &err),
               TERCET_ERR_LIMIT);
  CHECK(err.line == 1 && err.column > 100);
  tercet_buffer_clear(&text);
}

/// The syntax has no sparse tensors
static void
test_what_has_no_text_is_not_written(void)
{
  static const char *const texts[] = {
      "graph { sparse_initializer { dims: 1 } }",
      "graph { node { attribute { type: SPARSE_TENSOR } } }",
      "graph { node { attribute { name: \"a\" } } }",
      "graph { initializer { data_type: 99 } }",
      "graph { input { type { sequence_type { } } } }",
  };
  for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i) {
    tercet_buffer text;
    tercet_buffer_init(&text, &tercet_allocator_default, SIZE_MAX);
    const tercet_output output = tercet_buffer_output(&text);
    tercet_error err = {0};
    tercet_onnx_model *const model =
        text_models_read(texts[i], TERCET_ONNX_PROTOTXT);
    CHECK_STATUS(
        tercet_onnx_model_write(model, TERCET_ONNX_TEXT, &output, &err),
        TERCET_ERR_UNSUPPORTED);
    CHECK(strstr(err.message, "the text syntax has no "));
    tercet_onnx_model_free(model);
    tercet_buffer_clear(&text);
  }
}

int
main(void)
{
  test_header();
  test_types();
  test_initializers();
  test_nodes();
  test_numbers_of_inputs();
  test_attributes();
  test_graphs_in_attributes();
  test_functions();
  test_names_that_mean_something();
  test_malformed_texts_are_refused();
  test_malformed_attributes_are_refused();
  test_nesting_has_a_limit();
  test_what_has_no_text_is_not_written();
  text_models_sweep(functions, TERCET_ONNX_TEXT);
  return check_finish();
}
