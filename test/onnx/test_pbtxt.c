// SPDX-License-Identifier: Apache-2.0

/// Models in protobuf's text format

#include "text_models.h"

#include <math.h>

static tercet_onnx_model *
read_text(const char *text)
{
  return text_models_read(text, TERCET_ONNX_PROTOTXT);
}

static void
check_refused(const char *text,
              uint64_t line,
              uint64_t column,
              const char *message)
{
  text_models_check_refused(text, TERCET_ONNX_PROTOTXT, line, column, message);
}

static void
test_punctuation(void)
{
  static const char *const texts[] = {
      "graph { name: \"g\" node { op_type: \"Op\" } }",
      "graph: { name: \"g\", node: { op_type: \"Op\" }; };",
      "graph < name : 'g' node [ { op_type: 'Op' } ] >",
      "graph: <name:\"g\";node:[<op_type:\"Op\">],>,",
      "# c\ngraph{ # { \n name:\"g\" #\n node{op_type:\"Op\"}}#",
  };
  for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i) {
    tercet_onnx_model *const model = read_text(texts[i]);
    CHECK(tercet_string_is(model->graph.name, "g"));
    CHECK_INT(model->graph.n_nodes, 1);
    CHECK(tercet_string_is(model->graph.nodes[0].op_type, "Op"));
    tercet_onnx_model_free(model);
  }
}

static void
check_string(const char *literal, const char *expected, size_t length)
{
  char text[256];
  snprintf(text, sizeof(text), "producer_name: %s", literal);
  tercet_onnx_model *const model = read_text(text);
  const tercet_string view = {expected, length};
  CHECK(tercet_string_equals(model->producer_name, view));
  if (!tercet_string_equals(model->producer_name, view)) {
    fprintf(stderr, "  %s\n", literal);
  }
  tercet_onnx_model_free(model);
}

static void
test_strings(void)
{
#define CHECK_STRING(literal, expected)                                        \
  check_string(literal, expected, sizeof(expected) - 1)

  CHECK_STRING("\"\"", "");
  CHECK_STRING("'a\"b'", "a\"b");
  CHECK_STRING("\"a\" 'b'\n# c\n\"c\"", "abc");
  CHECK_STRING("\"\\a\\b\\f\\n\\r\\t\\v\\\\\\'\\\"\\?\"",
               "\a\b\f\n\r\t\v\\'\"?");
  CHECK_STRING("\"\\0\\01\\101\\1011\\377\"",
               "\0\01A"
               "A1\377");
  CHECK_STRING("\"\\x4\\x41\\X4a1\"",
               "\x04"
               "AJ1");
  CHECK_STRING("\"\\u00e9\\U0001F600\"", "\xc3\xa9\xf0\x9f\x98\x80");
  CHECK_STRING("\"\xc3\xa9\"", "\xc3\xa9");
#undef CHECK_STRING

  check_refused("producer_name: \"a\nb\"", 1, 18, "\" expected");
  check_refused(
      "producer_name: 'a", 1, 18, "' expected before the end of the text");
  check_refused("producer_name: \"\\q\"",
                1,
                18,
                "an escape sequence expected before 'q'");
  check_refused("producer_name: \"\\xg\"",
                1,
                19,
                "a hexadecimal digit expected before 'g'");
  check_refused("producer_name: \"\\777\"",
                1,
                21,
                "an octal number up to 377 expected before '\"'");
  check_refused("producer_name: \"\\u12\"",
                1,
                21,
                "the digits of a code point expected before '\"'");
  check_refused("producer_name: \"\\ud800\"",
                1,
                23,
                "the digits of a code point expected before '\"'");
  check_refused("producer_name: a", 1, 16, "a string expected before 'a'");
}

static void
check_integer(const char *literal, int64_t expected)
{
  char text[128];
  snprintf(text, sizeof(text), "model_version: %s", literal);
  tercet_onnx_model *const model = read_text(text);
  CHECK_INT(model->model_version, expected);
  tercet_onnx_model_free(model);
}

static void
test_integers(void)
{
  check_integer("0", 0);
  check_integer("-5", -5);
  check_integer("- 5", -5);
  check_integer("0x1F", 31);
  check_integer("-0xff", -255);
  check_integer("017", 15);
  check_integer("9223372036854775807", INT64_MAX);
  check_integer("-9223372036854775808", INT64_MIN);
  check_integer("0x7fffffffffffffff", INT64_MAX);

  static const char range[] =
      "an integer from -9223372036854775808 to 9223372036854775807 expected";
  check_refused("model_version: 9223372036854775808", 1, 16, range);
  check_refused("model_version: 1.0", 1, 16, range);
  check_refused("model_version: nan", 1, 16, range);
  check_refused("model_version: 0x8000000000000000",
                1,
                16,
                "a number that fits the field expected before '0'");
  check_refused("model_version: 0x10000000000000000",
                1,
                34,
                "an integer of 64 bits expected before '0'");
  check_refused("model_version: 0x",
                1,
                18,
                "a digit expected before the end of the text");
  check_refused(
      "model_version: 12a", 1, 18, "the end of the number expected before 'a'");
  check_refused("model_version: +1", 1, 16, "a number expected before '+'");
  check_refused("model_version: --1", 1, 17, "a number expected before '-'");
  check_refused("model_version: <v>", 1, 16, "a number expected before '<'");
  check_refused("graph { initializer { data_type: 2147483648 } }",
                1,
                34,
                "an integer from -2147483648 to 2147483647 expected");
  check_refused("graph { initializer { data_type: 13 uint64_data: -1 } }",
                1,
                50,
                "an integer from 0 to 18446744073709551615 expected");
}

static void
check_float(const char *literal, float expected)
{
  char text[128];
  snprintf(text,
           sizeof(text),
           "graph { node { attribute { f: %s type: FLOAT } } }",
           literal);
  tercet_onnx_model *const model = read_text(text);
  const float f = model->graph.nodes[0].attributes[0].as.floats[0];
  CHECK(isnan(expected) ? isnan(f) : !memcmp(&f, &expected, sizeof(f)));
  if (!isnan(expected)) {
    CHECK_DOUBLE((double)f, (double)expected);
  }
  tercet_onnx_model_free(model);
}

static void
test_floats(void)
{
  check_float("1", 1.0F);
  check_float("-0", -0.0F);
  check_float("1.5f", 1.5F);
  check_float("2F", 2.0F);
  check_float(".5", 0.5F);
  check_float("5.", 5.0F);
  check_float("1e-3", 0.001F);
  check_float("16777217", 16777216.0F);
  check_float("1e40", INFINITY);
  check_float("inf", INFINITY);
  check_float("-Infinity", -INFINITY);
  check_float("nan", NAN);
  check_float("-nan", NAN);
}

static void
test_names_of_numbers(void)
{
  tercet_onnx_model *const model = read_text(
      "graph { initializer { data_type: DOUBLE data_location: EXTERNAL }\n"
      "  input { type { tensor_type { elem_type: BFLOAT16 } } }\n"
      "  node { attribute { type: INTS } attribute { type: 7 } } }");
  CHECK_INT(model->graph.initializers[0].type, TERCET_ONNX_DOUBLE);
  CHECK_INT(model->graph.initializers[0].place, TERCET_ONNX_DATA_EXTERNAL);
  CHECK_INT(model->graph.inputs[0].type.elem_type, TERCET_ONNX_BFLOAT16);
  CHECK_INT(model->graph.nodes[0].attributes[0].type,
            TERCET_ONNX_ATTRIBUTE_INTS);
  CHECK_INT(model->graph.nodes[0].attributes[1].type,
            TERCET_ONNX_ATTRIBUTE_INTS);
  tercet_onnx_model_free(model);
  check_refused("graph { initializer { data_type: REAL } }",
                1,
                34,
                "data_type has no value named \"REAL\"");
}

static void
test_malformed_texts_are_refused(void)
{
  check_refused("graph {\n  name: \"g\"\n  output_name: 1 }",
                3,
                3,
                "GraphProto has no field \"output_name\"");
  check_refused("ir_version: 1\nir_version: 2",
                2,
                1,
                "ModelProto has more than one \"ir_version\"");
  check_refused(
      "graph {} graph {}", 1, 10, "ModelProto has more than one \"graph\"");
  check_refused("graph {",
                1,
                8,
                "the name of a field expected before the end of the text");
  check_refused("graph { > }", 1, 9, "the name of a field expected before '>'");
  check_refused("graph }", 1, 7, "'{' expected before '}'");
  check_refused("graph [ {} ]", 1, 7, "'{' expected before '['");
  check_refused("ir_version 1", 1, 12, "':' expected before '1'");
  check_refused("ir_version: [1]", 1, 13, "a number expected before '['");
  check_refused("graph { node [ {} {} ] }", 1, 19, "']' expected before '{'");
  check_refused("}", 1, 1, "the name of a field expected before '}'");
  check_refused(
      "graph { ... }", 1, 9, "the name of a field expected before '.'");
  check_refused("ir_version: 1\n \x01", 2, 2, "the name of a field expected");
  check_refused("graph {\n  input { type { sequence_type {}\n"
                "    map_type {} } } }",
                3,
                14,
                "TypeProto holds two things");
}

static void
test_nesting_has_a_limit(void)
{
  enum { DEPTH = 1000 };

  tercet_buffer text;
  tercet_buffer_init(&text, &tercet_allocator_default, SIZE_MAX);
  CHECK_STATUS(tercet_buffer_append_text(&text, "graph { input { type {"),
               TERCET_OK);
  for (size_t i = 0; i < DEPTH; ++i) {
    CHECK_STATUS(
        tercet_buffer_append_text(&text, "sequence_type { elem_type {"),
        TERCET_OK);
  }
  CHECK_STATUS(tercet_buffer_append_char(&text, '\0'), TERCET_OK);
  tercet_onnx_model *model = NULL;
  tercet_error err = {0};
  CHECK_STATUS(
      text_models_try(NULL, text.data, TERCET_ONNX_PROTOTXT, &model, &err),
      TERCET_ERR_LIMIT);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "more than 64 messages inside one another");
  CHECK(err.line == 1 && err.column > 800);
  tercet_buffer_clear(&text);
}

static const char sample[] =
    "ir_version: 8\n"
    "producer_name: \"a\\n\\\"\\\\\\001\\177 \xc3\xa9\"\n"
    "graph {\n"
    "  node {\n"
    "    attribute {\n"
    "      name: \"v\"\n"
    "      floats: 0.1\n"
    "      floats: -inf\n"
    "      floats: nan\n"
    "      type: FLOATS\n"
    "    }\n"
    "  }\n"
    "  initializer {\n"
    "    dims: 1\n"
    "    data_type: 13\n"
    "    uint64_data: 18446744073709551615\n"
    "  }\n"
    "  initializer {\n"
    "    dims: 1\n"
    "    data_type: 1\n"
    "    raw_data: \"\\000\\000\\200?\"\n"
    "  }\n"
    "  initializer {\n"
    "    dims: 1\n"
    "    data_type: 11\n"
    "    double_data: 1e-05\n"
    "  }\n"
    "}\n";

static void
test_text_is_written_as_protobuf_does(void)
{
  tercet_onnx_model *const model = read_text(sample);
  text_models_check_written(model, TERCET_ONNX_PROTOTXT, sample);
  tercet_onnx_model_free(model);
}

int
main(void)
{
  test_punctuation();
  test_strings();
  test_integers();
  test_floats();
  test_names_of_numbers();
  test_malformed_texts_are_refused();
  test_nesting_has_a_limit();
  test_text_is_written_as_protobuf_does();
  text_models_sweep(sample, TERCET_ONNX_PROTOTXT);
  return check_finish();
}
