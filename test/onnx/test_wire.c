// SPDX-License-Identifier: Apache-2.0

/// The binary form of models, byte by byte

#include "onnx/io/wire.h"

#include "base/allocator.h"
#include "base/buffer.h"
#include "base/string_view.h"
#include "check.h"
#include "tree_equal.h"

/// Bytes of a literal
#define BYTES(text)                                                            \
  (tercet_string)                                                              \
  {                                                                            \
    (text), sizeof(text) - 1                                                   \
  }

static tercet_status
read_with(const tercet_allocator *alloc,
          tercet_string bytes,
          tercet_onnx_format format,
          size_t max_bytes,
          tercet_onnx_model **out,
          tercet_error *err)
{
  const tercet_onnx_read_options options = {NULL, max_bytes};
  return tercet_onnx_model_read(
      alloc, bytes.data, bytes.length, format, &options, out, err);
}

/// Read bytes that are a model
static tercet_onnx_model *
read_good(tercet_string bytes, tercet_onnx_format format)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(read_with(NULL, bytes, format, 0, &model, &err), TERCET_OK);
  if (!model) {
    fprintf(stderr, "  %s\n", err.message);
    exit(EXIT_FAILURE);
  }
  return model;
}

/// Check that bytes are refused with a message
static void
check_refused(tercet_string bytes, tercet_status status, const char *message)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(read_with(NULL, bytes, TERCET_ONNX_BINARY, 0, &model, &err),
               status);
  CHECK(!model);
  CHECK_TEXT(err.message, strlen(err.message), message);
  tercet_onnx_model_free(model);
}

static void
check_string(tercet_string actual, const char *expected)
{
  CHECK_TEXT(actual.data, actual.length, expected);
}

/* ---- Fields ---- */

static void
test_nothing_is_an_empty_model(void)
{
  tercet_onnx_model *const model = read_good(BYTES(""), TERCET_ONNX_BINARY);
  CHECK_INT(model->ir_version, 0);
  CHECK_INT(model->graph.n_nodes, 0);
  tercet_onnx_model_free(model);
}

static void
test_numbers_are_read(void)
{
  tercet_onnx_model *const model =
      read_good(BYTES("\x08\x0a"
                      "\x28\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                      "\x12\x02"
                      "ab"),
                TERCET_ONNX_BINARY);
  CHECK_INT(model->ir_version, 10);
  CHECK_INT(model->model_version, -1);
  check_string(model->producer_name, "ab");
  tercet_onnx_model_free(model);
}

/// A number may have more bytes than it needs, and the last of several counts
static void
test_last_number_counts(void)
{
  tercet_onnx_model *const model =
      read_good(BYTES("\x08\x01\x08\x82\x80\x00"), TERCET_ONNX_BINARY);
  CHECK_INT(model->ir_version, 2);
  tercet_onnx_model_free(model);
}

static void
test_unknown_fields_are_skipped(void)
{
  tercet_onnx_model *const model = read_good(BYTES("\xf8\x3f\x05"
                                                   "\xf9\x3f"
                                                   "12345678"
                                                   "\xfa\x3f\x03"
                                                   "abc"
                                                   "\xfd\x3f"
                                                   "1234"
                                                   "\x08\x07"),
                                             TERCET_ONNX_BINARY);
  CHECK_INT(model->ir_version, 7);
  tercet_onnx_model_free(model);
}

static void
test_malformed_fields_are_refused(void)
{
  static const char beyond[] = "byte 0: a value goes beyond its message";
  check_refused(BYTES("\x08"), TERCET_ERR_CORRUPT, beyond);
  check_refused(BYTES("\x08\x80"), TERCET_ERR_CORRUPT, beyond);
  check_refused(BYTES("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"),
                TERCET_ERR_CORRUPT,
                beyond);
  check_refused(BYTES("\x12\x02"
                      "a"),
                TERCET_ERR_CORRUPT,
                beyond);
  check_refused(BYTES("\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                      "a"),
                TERCET_ERR_CORRUPT,
                beyond);
  check_refused(BYTES("\xf9\x3f"
                      "1234567"),
                TERCET_ERR_CORRUPT,
                beyond);
  check_refused(BYTES("\xfd\x3f"
                      "123"),
                TERCET_ERR_CORRUPT,
                beyond);
  check_refused(BYTES("\x08\x01\x00\x00"),
                TERCET_ERR_CORRUPT,
                "byte 2: no field of ModelProto");
  check_refused(BYTES("\xff\xff\xff\xff\xff\x01\x00"),
                TERCET_ERR_CORRUPT,
                "byte 0: no field of ModelProto");
  check_refused(BYTES("\x0b\x0c"),
                TERCET_ERR_CORRUPT,
                "byte 0: a value of the unknown wire type 3");
  check_refused(BYTES("\x0a\x01"
                      "a"),
                TERCET_ERR_CORRUPT,
                "byte 0: ir_version of ModelProto has the wrong wire type 2");
  check_refused(BYTES("\x38\x01"),
                TERCET_ERR_CORRUPT,
                "byte 0: graph of ModelProto has the wrong wire type 0");
  check_refused(BYTES("\x3a\x03\x12\x02"
                      "a"),
                TERCET_ERR_CORRUPT,
                "byte 2: a value goes beyond its message");
  check_refused(BYTES("\x3a\x00\x3a\x00"),
                TERCET_ERR_CORRUPT,
                "byte 0: ModelProto has more than one graph");
}

/// An initializer of dims 2, 3, type float and data 1, 2, 3, each list first
/// packed and then item by item
static void
test_lists_are_packed_or_not(void)
{
  tercet_onnx_model *const model =
      read_good(BYTES("\x3a\x40"
                      "\x2a\x1e"
                      "\x0a\x02\x02\x03"
                      "\x10\x01"
                      "\x22\x0c\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40"
                      "\x42\x08"
                      "in-piece"
                      "\x2a\x1e"
                      "\x08\x02\x08\x03"
                      "\x10\x01"
                      "\x25\0\0\x80\x3f\x25\0\0\0\x40\x25\0\0\x40\x40"
                      "\x42\x07"
                      "by-item"),
                TERCET_ONNX_BINARY);
  CHECK_INT(model->graph.n_initializers, 2);
  for (size_t i = 0; i < 2; ++i) {
    const tercet_onnx_tensor *const tensor = &model->graph.initializers[i];
    static const float expected[] = {1, 2, 3};
    CHECK_INT(tensor->rank, 2);
    CHECK_INT(tensor->shape[0], 2);
    CHECK_INT(tensor->shape[1], 3);
    CHECK_INT(tensor->n_bytes, sizeof(expected));
    CHECK(tensor->n_bytes == sizeof(expected) &&
          !memcmp(tensor->data, expected, sizeof(expected)));
  }
  tercet_onnx_model_free(model);

  check_refused(BYTES("\x3a\x05\x2a\x03\x0a\x01\x80"),
                TERCET_ERR_CORRUPT,
                "byte 6: no number of dims");
  check_refused(BYTES("\x3a\x07\x2a\x05\x22\x03\0\0\0"),
                TERCET_ERR_CORRUPT,
                "byte 6: no number of float_data");
}

/* ---- Hostile files ---- */

/// Put messages into one another, all in field `tag`
static void
nest(tercet_buffer *buffer, char tag, size_t depth)
{
  for (size_t i = 0; i < depth; ++i) {
    char bytes[512] = {tag};
    const size_t head = 1 + tercet_onnx_varint_write(buffer->length, bytes + 1);
    const size_t length = buffer->length;
    CHECK(length + head <= sizeof(bytes));
    if (length > 0) {
      memcpy(bytes + head, buffer->data, length);
    }
    buffer->length = 0;
    CHECK_STATUS(tercet_buffer_append(buffer, bytes, head + length), TERCET_OK);
  }
}

static void
test_nesting_has_a_limit(void)
{
  tercet_buffer bytes;
  tercet_buffer_init(&bytes, &tercet_allocator_default, SIZE_MAX);

  // seq(seq(...)): types in types, each in two messages
  for (size_t i = 0; i < 40; ++i) {
    nest(&bytes, 0x0a, 1); // elem_type of a sequence
    nest(&bytes, 0x22, 1); // sequence_type
  }
  nest(&bytes, 0x12, 1); // type of a value
  nest(&bytes, 0x5a, 1); // input of a graph
  nest(&bytes, 0x3a, 1);
  tercet_onnx_model *model = NULL;
  tercet_error err = {0};
  CHECK_STATUS(read_with(NULL,
                         tercet_buffer_view(&bytes),
                         TERCET_ONNX_BINARY,
                         0,
                         &model,
                         &err),
               TERCET_ERR_LIMIT);
  CHECK(strstr(err.message, "more than 64 messages inside one another"));
  tercet_buffer_clear(&bytes);
}

/// Empty messages take two bytes in a file and hundreds in memory
static void
test_memory_has_a_limit(void)
{
  tercet_buffer bytes;
  tercet_buffer_init(&bytes, &tercet_allocator_default, SIZE_MAX);
  CHECK_STATUS(tercet_buffer_append(&bytes, "\x3a\xd0\x0f", 3), TERCET_OK);
  for (size_t i = 0; i < 1000; ++i) {
    CHECK_STATUS(tercet_buffer_append(&bytes, "\x0a", 2), TERCET_OK);
  }
  tercet_onnx_model *model = NULL;
  tercet_error err = {0};
  CHECK_STATUS(read_with(NULL,
                         tercet_buffer_view(&bytes),
                         TERCET_ONNX_BINARY,
                         10000,
                         &model,
                         &err),
               TERCET_ERR_LIMIT);
  check_string(tercet_string_from(err.message),
               "the model takes more than 10000 bytes of memory");
  CHECK_STATUS(read_with(NULL,
                         tercet_buffer_view(&bytes),
                         TERCET_ONNX_BINARY,
                         1000000,
                         &model,
                         &err),
               TERCET_OK);
  CHECK_INT(model->graph.n_nodes, 1000);
  tercet_onnx_model_free(model);
  tercet_buffer_clear(&bytes);
}

/* ---- Attributes ---- */

/// Read the only attribute of the only node of a model
static const tercet_onnx_attribute *
read_attribute(const char *fields, tercet_onnx_model **model)
{
  char text[256];
  const int length = snprintf(
      text, sizeof(text), "graph { node { attribute { %s } } }", fields);
  const tercet_string bytes = {text, (size_t)length};
  *model = read_good(bytes, TERCET_ONNX_PROTOTXT);
  return &(*model)->graph.nodes[0].attributes[0];
}

static void
test_value_that_is_left_out_is_zero(void)
{
  tercet_onnx_model *model = NULL;
  const tercet_onnx_attribute *a = read_attribute("type: INT", &model);
  CHECK_INT(a->n, 1);
  CHECK_INT(a->as.ints[0], 0);
  tercet_onnx_model_free(model);

  a = read_attribute("type: STRING", &model);
  CHECK_INT(a->n, 1);
  CHECK_INT(a->as.strings[0].length, 0);
  tercet_onnx_model_free(model);

  a = read_attribute("type: GRAPH", &model);
  CHECK_INT(a->n, 1);
  CHECK_INT(a->as.graphs[0].n_nodes, 0);
  tercet_onnx_model_free(model);

  a = read_attribute("type: INTS", &model);
  CHECK_INT(a->n, 0);
  tercet_onnx_model_free(model);

  a = read_attribute("type: INT ref_attr_name: \"p\"", &model);
  CHECK_INT(a->n, 0);
  check_string(a->reference, "p");
  tercet_onnx_model_free(model);
}

/// The first versions of the format did not tell the type
static void
test_type_that_is_left_out_is_that_of_the_value(void)
{
  tercet_onnx_model *model = NULL;
  const tercet_onnx_attribute *a = read_attribute("floats: [1, 2]", &model);
  CHECK_INT(a->type, TERCET_ONNX_ATTRIBUTE_FLOATS);
  CHECK_INT(a->n, 2);
  tercet_onnx_model_free(model);

  a = read_attribute("name: \"n\"", &model);
  CHECK_INT(a->type, TERCET_ONNX_ATTRIBUTE_UNDEFINED);
  CHECK_INT(a->n, 0);
  tercet_onnx_model_free(model);
}

static void
test_values_of_another_type_are_refused(void)
{
  static const char another[] =
      "byte 6: attribute \"n\" has a value of another type than its own";
  check_refused(BYTES("\x3a\x0c\x0a\x0a\x2a\x08\x0a\x01n\xa0\x01\x01\x18\x05"),
                TERCET_ERR_CORRUPT,
                another);
  check_refused(BYTES("\x3a\x0d\x0a\x0b\x2a\x09\x0a\x01n\x18\x05\x22\x02"
                      "ab"),
                TERCET_ERR_CORRUPT,
                another);
  check_refused(BYTES("\x3a\x0a\x0a\x08\x2a\x06\x0a\x01n\xa0\x01\x0f"),
                TERCET_ERR_CORRUPT,
                "byte 6: attribute \"n\" has the type 15");
}

static void
test_type_of_two_kinds_is_refused(void)
{
  check_refused(BYTES("\x3a\x08\x5a\x06\x12\x04\x0a\x00\x22\x00"),
                TERCET_ERR_CORRUPT,
                "byte 8: TypeProto holds two things");
}

/* ---- Writing ---- */

static tercet_status
fail_to_write(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)context;
  (void)data;
  (void)length;
  (void)err;
  return TERCET_ERR_IO;
}

static const char everything[] =
    "ir_version: 10 model_version: -3\n"
    "opset_import { version: 23 } opset_import { domain: \"d\" version: 1 }\n"
    "metadata_props { key: \"k\" value: \"v\" }\n"
    "graph { name: \"g\" doc_string: \"doc\"\n"
    "  node { input: [\"x\", \"\"] output: \"y\" op_type: \"Op\"\n"
    "    attribute { name: \"f\" f: 0 type: FLOAT }\n"
    "    attribute { name: \"i\" i: -1 type: INT }\n"
    "    attribute { name: \"s\" s: \"\\000\\377\" type: STRING }\n"
    "    attribute { name: \"tp\" tp { map_type { key_type: 7 value_type {\n"
    "      sparse_tensor_type { elem_type: 1 shape { } } } } }\n"
    "      type: TYPE_PROTO } }\n"
    "  initializer { dims: [2] data_type: 3 int32_data: [-1, 2] name: \"b\" }\n"
    "  initializer { dims: [2] data_type: 10 int32_data: [15360, 0] }\n"
    "  initializer { dims: [1] data_type: 12 uint64_data: 4294967295 }\n"
    "  initializer { dims: [1] data_type: 13\n"
    "    uint64_data: 18446744073709551615 }\n"
    "  initializer { dims: [1] data_type: 15 double_data: [1.5, -0.0] }\n"
    "  initializer { dims: [2] data_type: 8 string_data: [\"a\", \"\"] }\n"
    "  initializer { data_type: 1 data_location: EXTERNAL\n"
    "    external_data { key: \"location\" value: \"w\" } }\n"
    "  initializer { segment { begin: 1 end: 2 } }\n"
    "  quantization_annotation { tensor_name: \"t\"\n"
    "    quant_parameter_tensor_names { key: \"k\" value: \"v\" } }\n"
    "  node { device_configurations { configuration_id: \"c\"\n"
    "    pipeline_stage: 0 sharding_spec { tensor_name: \"t\" device: -1\n"
    "      index_to_device_group_map { key: 1 value: [2, 3] }\n"
    "      sharded_dim { axis: 1 simple_sharding { dim_value: 0 }\n"
    "        simple_sharding { dim_param: \"N\" num_shards: 2 } } } } }\n"
    "  sparse_initializer { dims: [4] values { dims: 1 data_type: 7\n"
    "    int64_data: 3 } indices { dims: 1 data_type: 7 int64_data: 0 } }\n"
    "  input { name: \"x\" type { tensor_type { elem_type: 1 shape {\n"
    "    dim { dim_value: 0 } dim { dim_param: \"N\" } dim { } } } } }\n"
    "  output { name: \"y\" type { optional_type { elem_type {\n"
    "    tensor_type { elem_type: 8 } } } } } }\n"
    "training_info { algorithm { name: \"a\" }\n"
    "  update_binding { key: \"k\" value: \"v\" } }\n"
    "configuration { name: \"n\" num_devices: 2 device: [\"a\", \"b\"] }\n"
    "functions { name: \"F\" domain: \"d\" input: \"a\" output: \"b\"\n"
    "  attribute: \"p\" attribute_proto { name: \"q\" i: 2 type: INT } }\n";

static void
test_all_is_written_again(void)
{
  static const tercet_onnx_format formats[] = {TERCET_ONNX_BINARY,
                                               TERCET_ONNX_PROTOTXT};
  tercet_onnx_model *const model =
      read_good(BYTES(everything), TERCET_ONNX_ANY);
  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i) {
    tercet_buffer bytes;
    tercet_buffer_init(&bytes, &tercet_allocator_default, SIZE_MAX);
    const tercet_output output = tercet_buffer_output(&bytes);
    CHECK_STATUS(tercet_onnx_model_write(model, formats[i], &output, NULL),
                 TERCET_OK);
    tercet_onnx_model *const again =
        read_good(tercet_buffer_view(&bytes), TERCET_ONNX_ANY);
    CHECK(tree_models_equal(model, again));
    tercet_onnx_model_free(again);
    tercet_buffer_clear(&bytes);
  }

  const tercet_output closed = {fail_to_write, NULL};
  CHECK_STATUS(
      tercet_onnx_model_write(model, TERCET_ONNX_BINARY, &closed, NULL),
      TERCET_ERR_IO);
  CHECK_STATUS(
      tercet_onnx_model_write(model, TERCET_ONNX_PROTOTXT, &closed, NULL),
      TERCET_ERR_IO);
  CHECK_STATUS(tercet_onnx_model_write(model, TERCET_ONNX_ANY, &closed, NULL),
               TERCET_ERR_ARGUMENT);
  tercet_onnx_model_free(model);
}

/// Each prefix of a model is read or refused
static void
test_cut_off_files(void)
{
  tercet_onnx_model *const model =
      read_good(BYTES(everything), TERCET_ONNX_ANY);
  tercet_buffer bytes;
  tercet_buffer_init(&bytes, &tercet_allocator_default, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&bytes);
  CHECK_STATUS(
      tercet_onnx_model_write(model, TERCET_ONNX_BINARY, &output, NULL),
      TERCET_OK);
  for (size_t n = 0; n < bytes.length; ++n) {
    // A copy of its own, so that reading beyond its end is noticed
    char *const copy = (char *)malloc(n + (n == 0));
    if (n > 0) {
      memcpy(copy, bytes.data, n);
    }
    tercet_onnx_model *cut = NULL;
    const tercet_string prefix = {copy, n};
    const tercet_status st =
        read_with(NULL, prefix, TERCET_ONNX_BINARY, 0, &cut, NULL);
    CHECK(!st || st == TERCET_ERR_CORRUPT);
    tercet_onnx_model_free(cut);
    free(copy);
  }
  tercet_buffer_clear(&bytes);
  tercet_onnx_model_free(model);
}

/* ---- Memory ---- */

static tercet_status
ignore(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)context;
  (void)data;
  (void)length;
  (void)err;
  return TERCET_OK;
}

/// Read a text, whose reader encodes it, and write it
static tercet_status
read_and_write(const tercet_allocator *alloc)
{
  tercet_onnx_model *model = NULL;
  const tercet_output output = {ignore, NULL};
  tercet_status st = read_with(
      alloc, BYTES(everything), TERCET_ONNX_PROTOTXT, 0, &model, NULL);
  if (!st) {
    st = tercet_onnx_model_write(model, TERCET_ONNX_BINARY, &output, NULL);
  }
  if (!st) {
    st = tercet_onnx_model_write(model, TERCET_ONNX_PROTOTXT, &output, NULL);
  }
  tercet_onnx_model_free(model);
  return st;
}

static void
test_failing_allocations(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(read_and_write(&alloc), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(read_and_write(&alloc), TERCET_ERR_NO_MEMORY);
  }
}

/* ---- Forms and files ---- */

static void
check_form(const char *text, int64_t ir_version)
{
  tercet_onnx_model *const model =
      read_good(tercet_string_from(text), TERCET_ONNX_ANY);
  CHECK_INT(model->ir_version, ir_version);
  tercet_onnx_model_free(model);
}

static void
test_form_is_told_from_the_first_bytes(void)
{
  check_form("\x08\x03", 3);
  check_form("ir_version: 4", 4);
  check_form(" # comment\n graph { }  ir_version: 5", 5);
  check_form("<ir_version: 6> g () => () {}", 6);
  check_form("g () => () {}", 0);
  check_form("# comment\n\"a b\" () => () {}", 0);
  check_form("", 0);
}

static void
test_files_are_loaded(void)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(tercet_onnx_model_load(
                   NULL, "/no/such/file", TERCET_ONNX_ANY, NULL, &model, &err),
               TERCET_ERR_IO);
  CHECK_TEXT(err.source, strlen(err.source), "/no/such/file");
  CHECK_STATUS(
      tercet_onnx_model_load(NULL, "/", TERCET_ONNX_ANY, NULL, &model, &err),
      TERCET_ERR_IO);
  CHECK_STATUS(tercet_onnx_model_load(
                   NULL, "/dev/null", TERCET_ONNX_ANY, NULL, &model, &err),
               TERCET_OK);
  CHECK_INT(model->ir_version, 0);
  tercet_onnx_model_free(model);
}

int
main(void)
{
  test_nothing_is_an_empty_model();
  test_numbers_are_read();
  test_last_number_counts();
  test_unknown_fields_are_skipped();
  test_malformed_fields_are_refused();
  test_lists_are_packed_or_not();
  test_nesting_has_a_limit();
  test_memory_has_a_limit();
  test_value_that_is_left_out_is_zero();
  test_type_that_is_left_out_is_that_of_the_value();
  test_values_of_another_type_are_refused();
  test_type_of_two_kinds_is_refused();
  test_all_is_written_again();
  test_cut_off_files();
  test_failing_allocations();
  test_form_is_told_from_the_first_bytes();
  test_files_are_loaded();
  return check_finish();
}
