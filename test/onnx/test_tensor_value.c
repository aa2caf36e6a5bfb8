// SPDX-License-Identifier: Apache-2.0

/// The tensors of files as values

#include "base/allocator.h"
#include "base/string_view.h"
#include "check.h"
#include "onnx/io/wire.h"
#include "onnx/operator.h"

#include <tercet/tensor.h>

/// A model with one initializer, and the value of that
typedef struct {
  tercet_onnx_model *model;
  tercet_onnx_strings strings;
  tercet_onnx_value value;
  tercet_error err;
} sample;

/// Make the value of a TensorProto in protobuf's text format
static tercet_status
sample_init(sample *s, const char *fields)
{
  char text[1024];
  const int length =
      snprintf(text, sizeof(text), "graph { initializer { %s } }", fields);
  memset(s, 0, sizeof(*s));
  tercet_onnx_strings_init(&s->strings, &tercet_allocator_default, NULL);
  const tercet_status st = tercet_onnx_model_read(NULL,
                                                  text,
                                                  (size_t)length,
                                                  TERCET_ONNX_PROTOTXT,
                                                  NULL,
                                                  &s->model,
                                                  &s->err);
  return st ? st
            : tercet_onnx_tensor_value(NULL,
                                       s->model->graph.initializers,
                                       &s->strings,
                                       &s->value,
                                       &s->err);
}

static void
sample_clear(sample *s)
{
  tercet_onnx_value_unref(s->value);
  tercet_onnx_strings_clear(&s->strings);
  tercet_onnx_model_free(s->model);
}

/// Check type, dtype and elements of a value
static void
check_value(const char *fields,
            tercet_onnx_type type,
            tercet_dtype dtype,
            const void *elements,
            size_t n_bytes)
{
  sample s;
  CHECK_STATUS(sample_init(&s, fields), TERCET_OK);
  if (!s.value.tensor) {
    fprintf(stderr, "  %s: %s\n", fields, s.err.message);
    sample_clear(&s);
    return;
  }
  CHECK_INT(s.value.kind, TERCET_ONNX_TENSOR);
  CHECK_INT(s.value.type, type);
  CHECK_INT(tercet_tensor_dtype(s.value.tensor), dtype);
  CHECK_INT((size_t)tercet_tensor_size(s.value.tensor) *
                tercet_dtype_size(dtype),
            n_bytes);
  CHECK(!memcmp(tercet_tensor_data(s.value.tensor), elements, n_bytes));
  sample_clear(&s);
}

#define CHECK_VALUE(fields, type, dtype, c_type, ...)                          \
  do {                                                                         \
    const c_type elements_[] = {__VA_ARGS__};                                  \
    check_value(fields,                                                        \
                TERCET_ONNX_##type,                                            \
                TERCET_DTYPE_##dtype,                                          \
                elements_,                                                     \
                sizeof(elements_));                                            \
  } while (0)

static void
check_refused(const char *fields, tercet_status status, const char *message)
{
  sample s;
  CHECK_STATUS(sample_init(&s, fields), status);
  CHECK(!s.value.tensor && s.value.kind == TERCET_ONNX_NONE);
  CHECK_TEXT(s.err.message, strlen(s.err.message), message);
  sample_clear(&s);
}

static void
test_typed_data(void)
{
  CHECK_VALUE("data_type: 1 dims: 2 float_data: [1.5, -2]",
              FLOAT,
              F32,
              float,
              1.5F,
              -2.0F);
  CHECK_VALUE("data_type: 11 double_data: 0.1", DOUBLE, F64, double, 0.1);
  CHECK_VALUE(
      "data_type: 2 dims: 2 int32_data: [255, 0]", UINT8, U8, uint8_t, 255, 0);
  CHECK_VALUE("data_type: 3 dims: 2 int32_data: [-128, 255]",
              INT8,
              I8,
              int8_t,
              -128,
              -1);
  CHECK_VALUE("data_type: 5 dims: 2 int32_data: [-32768, 7]",
              INT16,
              I16,
              int16_t,
              INT16_MIN,
              7);
  CHECK_VALUE("data_type: 6 int32_data: -7", INT32, I32, int32_t, -7);
  CHECK_VALUE("data_type: 7 int64_data: -7", INT64, I64, int64_t, -7);
  CHECK_VALUE("data_type: 12 uint64_data: 4294967295",
              UINT32,
              U32,
              uint32_t,
              UINT32_MAX);
  CHECK_VALUE("data_type: 13 uint64_data: 18446744073709551615",
              UINT64,
              U64,
              uint64_t,
              UINT64_MAX);
  CHECK_VALUE("data_type: 10 int32_data: 15360", FLOAT16, F16, uint16_t, 15360);
  CHECK_VALUE(
      "data_type: 16 int32_data: 16256", BFLOAT16, BF16, uint16_t, 16256);
  CHECK_VALUE("data_type: 14 dims: 1 float_data: [1, 2]",
              COMPLEX64,
              C64,
              float,
              1.0F,
              2.0F);
  CHECK_VALUE("data_type: 17 int32_data: 200", FLOAT8E4M3FN, U8, uint8_t, 200);
  CHECK_VALUE("data_type: 9 dims: 3 int32_data: [0, 1, 2]",
              BOOL,
              BOOL,
              uint8_t,
              0,
              1,
              1);
}

/// Half a byte for each element; the last byte may be half used
static void
test_elements_of_half_a_byte(void)
{
  CHECK_VALUE("data_type: 21 dims: 3 raw_data: \"\\x21\\x0f\"",
              UINT4,
              U8,
              uint8_t,
              1,
              2,
              15);
  CHECK_VALUE(
      "data_type: 22 dims: 3 int32_data: [33, 15]", INT4, I8, int8_t, 1, 2, -1);
  CHECK_VALUE(
      "data_type: 23 dims: 1 raw_data: \"\\x07\"", FLOAT4E2M1, U8, uint8_t, 7);
  check_refused(
      "data_type: 21 dims: 3 raw_data: \"\\x21\"",
      TERCET_ERR_SHAPE,
      "tensor \"\" has 1 bytes, not those of 3 elements of type uint4");
}

static void
test_raw_data(void)
{
  // Whatever the alignment in the file
  CHECK_VALUE("name: \"n\" data_type: 7 dims: 1 raw_data: "
              "\"\\001\\000\\000\\000\\000\\000\\000\\200\"",
              INT64,
              I64,
              int64_t,
              INT64_MIN + 1);
  CHECK_VALUE("name: \"nn\" data_type: 7 dims: 1 raw_data: "
              "\"\\001\\000\\000\\000\\000\\000\\000\\200\"",
              INT64,
              I64,
              int64_t,
              INT64_MIN + 1);
  CHECK_VALUE("data_type: 9 dims: 2 raw_data: \"\\000\\377\"",
              BOOL,
              BOOL,
              uint8_t,
              0,
              1);
}

/// Elements that are aligned are used where they are, but not written to
static void
test_aligned_data_are_shared(void)
{
  sample s;
  CHECK_STATUS(sample_init(&s, "data_type: 2 dims: 2 raw_data: \"ab\""),
               TERCET_OK);
  CHECK(tercet_tensor_data(s.value.tensor) ==
        s.model->graph.initializers[0].data);
  CHECK(!tercet_tensor_mutable_data(s.value.tensor));
  sample_clear(&s);
}

static void
test_empty_tensors(void)
{
  sample s;
  CHECK_STATUS(sample_init(&s, "data_type: 1 dims: [2, 0, 3]"), TERCET_OK);
  CHECK_INT(tercet_tensor_size(s.value.tensor), 0);
  CHECK_INT(tercet_tensor_rank(s.value.tensor), 3);
  sample_clear(&s);
  CHECK_STATUS(sample_init(&s, "data_type: 8 dims: 0"), TERCET_OK);
  CHECK_INT(tercet_tensor_size(s.value.tensor), 0);
  sample_clear(&s);
}

static void
test_equal_strings_have_one_handle(void)
{
  sample s;
  CHECK_STATUS(
      sample_init(&s,
                  "data_type: 8 dims: 3 string_data: [\"a\", \"b\", \"a\"]"),
      TERCET_OK);
  const uint64_t *const handles = tercet_tensor_data(s.value.tensor);
  CHECK(handles[0] == handles[2] && handles[0] != handles[1]);
  const tercet_string text = tercet_onnx_value_string(s.value, 1);
  CHECK_TEXT(text.data, text.length, "b");
  sample_clear(&s);
  check_refused("name: \"s\" data_type: 8 dims: 2 string_data: \"a\"",
                TERCET_ERR_SHAPE,
                "tensor \"s\" has 1 strings, not the 2 of its shape");
}

static void
test_data_that_do_not_fit_are_refused(void)
{
  check_refused("name: \"w\" data_type: 1 dims: 3 float_data: [1, 2]",
                TERCET_ERR_SHAPE,
                "tensor \"w\" has 8 bytes, not those of 3 elements of type "
                "float");
  check_refused("data_type: 1 float_data: [1, 2]",
                TERCET_ERR_SHAPE,
                "tensor \"\" has 8 bytes, not those of 1 elements of type "
                "float");
  check_refused("data_type: 1",
                TERCET_ERR_SHAPE,
                "tensor \"\" has 0 bytes, not those of 1 elements of type "
                "float");
  check_refused("data_type: 0",
                TERCET_ERR_UNSUPPORTED,
                "tensor \"\" has elements of type 0");
  check_refused("data_type: 99 raw_data: \"a\"",
                TERCET_ERR_UNSUPPORTED,
                "tensor \"\" has elements of type 99");
  check_refused("data_type: 2 dims: 1 int32_data: 256",
                TERCET_ERR_SYNTAX,
                "tensor \"\": item 0, 256, does not fit uint8");
  check_refused("data_type: 12 dims: 1 uint64_data: 4294967296",
                TERCET_ERR_SYNTAX,
                "tensor \"\": item 0, 4294967296, does not fit uint32");
  check_refused("data_type: 1 dims: 1 int32_data: 1",
                TERCET_ERR_SYNTAX,
                "tensor \"\" has elements of another type than float");
  check_refused("data_type: 1 dims: 1 string_data: \"a\"",
                TERCET_ERR_SYNTAX,
                "tensor \"\" has elements of another type than float");
  check_refused("data_type: 1 dims: 1 raw_data: \"1234\" float_data: 1",
                TERCET_ERR_SYNTAX,
                "tensor \"\" has its elements twice");
}

static void
test_hostile_shapes_are_refused(void)
{
  static const char many_axes[] =
      "dims: [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
      "1]";
  static const char *const shapes[] = {
      "dims: -1",
      "dims: -9223372036854775808",
      "dims: 9223372036854775807",
      "dims: [4294967296, 4294967296]",
      "dims: [9223372036854775807, 9223372036854775807, 0]",
      many_axes,
  };
  for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
    char fields[256];
    sample s;
    snprintf(fields,
             sizeof(fields),
             "data_type: 1 raw_data: \"1234\" %s",
             shapes[i]);
    CHECK_STATUS(sample_init(&s, fields), TERCET_ERR_SHAPE);
    CHECK(!s.value.tensor);
    sample_clear(&s);
  }
}

/* ---- Lone values ---- */

static tercet_status
read_lone(const tercet_allocator *alloc,
          tercet_onnx_kind kind,
          const char *data,
          size_t n_bytes,
          tercet_onnx_strings *strings,
          tercet_onnx_value *out)
{
  return tercet_onnx_value_read(alloc, kind, data, n_bytes, strings, out, NULL);
}

/// Two bytes as uint8[2] in field `number`, of strings or not
#define TENSOR_IN(number)                                                      \
  number "\x08\x08\x02\x10\x02\x4a\x02"                                        \
         "ab"

/// A tensor of one string in field 3
#define STRINGS_IN_3                                                           \
  "\x1a\x07\x08\x01\x10\x08\x32\x01"                                           \
  "s"

static void
test_sequences_and_optionals(void)
{
  static const char two[] =
      "\x0a\x01n\x10\x01" TENSOR_IN("\x1a") TENSOR_IN("\x1a");
  static const char nested[] = "\x10\x03\x2a\x0a" TENSOR_IN("\x1a");
  static const char mixed[] = "\x2a\x00\x1a\x04\x08\x00\x10\x02";
  tercet_onnx_strings strings;
  tercet_onnx_value value;
  tercet_onnx_strings_init(&strings, &tercet_allocator_default, NULL);
  CHECK_STATUS(
      read_lone(
          NULL, TERCET_ONNX_SEQUENCE, two, sizeof(two) - 1, &strings, &value),
      TERCET_OK);
  CHECK_INT(value.kind, TERCET_ONNX_SEQUENCE);
  CHECK_INT(value.type, TERCET_ONNX_UINT8);
  CHECK_INT(tercet_onnx_value_count(value), 2);
  CHECK_INT(tercet_tensor_size(tercet_onnx_value_at(value, 1).tensor), 2);
  tercet_onnx_value_unref(value);

  // An optional may hold nothing, or a sequence, but not two tensors
  CHECK_STATUS(read_lone(NULL, TERCET_ONNX_OPTIONAL, "", 0, &strings, &value),
               TERCET_OK);
  CHECK_INT(tercet_onnx_value_count(value), 0);
  tercet_onnx_value_unref(value);
  CHECK_STATUS(read_lone(NULL,
                         TERCET_ONNX_OPTIONAL,
                         nested,
                         sizeof(nested) - 1,
                         &strings,
                         &value),
               TERCET_OK);
  CHECK_INT(value.type, TERCET_ONNX_UINT8);
  CHECK_INT(tercet_onnx_value_at(value, 0).kind, TERCET_ONNX_SEQUENCE);
  tercet_onnx_value_unref(value);
  CHECK_STATUS(
      read_lone(
          NULL, TERCET_ONNX_OPTIONAL, two, sizeof(two) - 1, &strings, &value),
      TERCET_ERR_ARGUMENT);
  CHECK_STATUS(read_lone(NULL,
                         TERCET_ONNX_SEQUENCE,
                         mixed,
                         sizeof(mixed) - 1,
                         &strings,
                         &value),
               TERCET_ERR_UNSUPPORTED);
  CHECK_INT(value.kind, TERCET_ONNX_NONE);
  tercet_onnx_strings_clear(&strings);
}

static tercet_status
read_once(const tercet_allocator *alloc)
{
  static const char bytes[] = STRINGS_IN_3 STRINGS_IN_3;
  tercet_onnx_strings strings;
  tercet_onnx_value value;
  tercet_onnx_strings_init(&strings, alloc, NULL);
  const tercet_status st = read_lone(
      alloc, TERCET_ONNX_SEQUENCE, bytes, sizeof(bytes) - 1, &strings, &value);
  CHECK(st || tercet_onnx_value_count(value) == 2);
  tercet_onnx_value_unref(value);
  tercet_onnx_strings_clear(&strings);
  return st;
}

static void
test_failing_allocations(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(read_once(&alloc), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(read_once(&alloc), TERCET_ERR_NO_MEMORY);
  }
}

int
main(void)
{
  test_typed_data();
  test_elements_of_half_a_byte();
  test_raw_data();
  test_aligned_data_are_shared();
  test_empty_tensors();
  test_equal_strings_have_one_handle();
  test_data_that_do_not_fit_are_refused();
  test_hostile_shapes_are_refused();
  test_sequences_and_optionals();
  test_failing_allocations();
  return check_finish();
}
