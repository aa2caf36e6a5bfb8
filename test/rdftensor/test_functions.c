// SPDX-License-Identifier: Apache-2.0

/// Arguments, results, messages and failures of the functions that are
/// computed row by row

#include "calls.h"

#include "base/float16.h"

#include <math.h>

/// Call a function whose row fails, and compare the reason; what stands behind
/// a final ": " is array's business
static void
check_fails(calls *self,
            const char *name,
            size_t n_args,
            const tercet_value *args,
            const char *reason)
{
  tercet_value out;
  calls_reset_call(self);
  CHECK_STATUS(calls_once(self, name, n_args, args, &out), TERCET_OK);
  CHECK_INT(out.kind, TERCET_VALUE_ERROR);
  CHECK_INT(self->call.failures.n_total, 1);
  size_t length = strlen(calls_reason(self));
  const size_t expected = strlen(reason);
  if (reason[expected - 1U] == ' ' && length > expected) {
    length = expected;
  }
  CHECK_TEXT(calls_reason(self), length, reason);
}

static tercet_value
check_works(calls *self,
            const char *name,
            size_t n_args,
            const tercet_value *args,
            tercet_value_kind kind)
{
  tercet_value out;
  calls_reset_call(self);
  CHECK_STATUS(calls_once(self, name, n_args, args, &out), TERCET_OK);
  CHECK_TEXT(calls_reason(self), strlen(calls_reason(self)), "");
  CHECK_INT(out.kind, kind);
  CHECK(out.id == TERCET_ID_UNKNOWN);
  return out;
}

static tercet_value
decimal_value(int64_t integer, uint8_t scale)
{
  tercet_value value = tercet_value_integer(integer);
  value.kind = TERCET_VALUE_DECIMAL;
  value.datatype = TERCET_DATATYPE_DECIMAL;
  value.scale = scale;
  return value;
}

static tercet_value
big_integer_value(const char *digits)
{
  return text_value(digits, TERCET_VALUE_BIG_INTEGER, TERCET_DATATYPE_INTEGER);
}

/* ---- Messages ---- */

static const float six[6] = {1, 2, 3, 4, 5, 6};
static const int64_t two_by_three[2] = {2, 3};

static void
test_messages_name_function_shapes_and_dtypes(void)
{
  const int32_t ints[4] = {0, 1, 2, 3};
  const uint8_t bools[2] = {1, 0};
  calls self;
  calls_init(&self, NULL);
  const tercet_value matrix =
      tensor_value(&self, TERCET_DTYPE_F32, 2, two_by_three, six);
  const tercet_value four = vector_value(&self, TERCET_DTYPE_I32, 4, ints);
  const tercet_value two = vector_value(&self, TERCET_DTYPE_I32, 2, ints + 2);
  const tercet_value flags = vector_value(&self, TERCET_DTYPE_BOOL, 2, bools);
  const tercet_value iri =
      text_value("http://x/", TERCET_VALUE_IRI, TERCET_DATATYPE_OTHER);
  const tercet_value ill = literal_value("{}", TERCET_DATATYPE_TENSOR);

  check_fails(&self,
              "add",
              2,
              (tercet_value[]){matrix, four},
              "add(float32 [2, 3], int32 [4]): shapes [2, 3] and [4] do not "
              "broadcast: ");
  check_fails(&self,
              "divide",
              2,
              (tercet_value[]){four, four},
              "divide(int32 [4], int32 [4]): Div: division by zero: ");
  check_fails(&self,
              "multiply",
              2,
              (tercet_value[]){flags, flags},
              "multiply(bool [2], bool [2]): no arithmetic of bool with bool; "
              "cast one to a numeric type");
  check_fails(&self,
              "sum",
              2,
              (tercet_value[]){tercet_value_integer(2), matrix},
              "sum(2, float32 [2, 3]): ");
  check_fails(&self,
              "max",
              2,
              (tercet_value[]){iri, matrix},
              "max(<http://x/>, float32 [2, 3]): argument 1 is no number");
  check_fails(&self,
              "min",
              2,
              (tercet_value[]){decimal_value(15, 1), matrix},
              "min(1.5, float32 [2, 3]): argument 1 is no 64-bit integer");
  check_fails(&self,
              "scale",
              2,
              (tercet_value[]){tercet_value_double(2.5), ill},
              "scale(2.5, \"{}\"^^DataTensor): argument 2 is an ill-typed "
              "tensor literal: \"shape\" is missing");
  check_fails(&self,
              "shape",
              1,
              (tercet_value[]){string_value("a text that is rather long for "
                                            "a message")},
              "shape(\"a text that is rather long for a...\"): argument 1 is "
              "no tensor");
  check_fails(
      &self,
      "shape",
      1,
      (tercet_value[]){string_value("1234567890123456789012345678901\u00e9")},
      "shape(\"1234567890123456789012345678901...\"): argument 1 is no "
      "tensor");
  check_fails(&self,
              "index",
              2,
              (tercet_value[]){matrix, two},
              "index(float32 [2, 3], int32 [2]): index 2 is outside axis 0 of "
              "extent 2");
  check_fails(&self,
              "index",
              2,
              (tercet_value[]){matrix, four},
              "index(float32 [2, 3], int32 [4]): 4 indices for a tensor of "
              "rank 2");
  check_fails(&self,
              "index",
              2,
              (tercet_value[]){matrix, matrix},
              "index(float32 [2, 3], float32 [2, 3]): the index is of no "
              "integer type");
  check_fails(
      &self,
      "index",
      2,
      (tercet_value[]){
          matrix, tensor_value(&self, TERCET_DTYPE_I16, 2, two_by_three, six)},
      "index(float32 [2, 3], int16 [2, 3]): the index has rank 2, not "
      "1");
  check_fails(
      &self,
      "sub",
      2,
      (tercet_value[]){
          literal_value("{\"type\": \"full\"}", TERCET_DATATYPE_RANGE), matrix},
      "sub(\"{\"type\": \"full\"}\"^^Range, float32 [2, 3]): 1 ranges for a tensor "
      "of rank 2");
  check_fails(&self,
              "sub",
              3,
              (tercet_value[]){four, four, matrix},
              "sub(int32 [4], int32 [4], float32 [2, 3]): argument 1 is no "
              "tensor:Range");
  check_fails(
      &self,
      "cast",
      2,
      (tercet_value[]){string_value("Float32"), four},
      "cast(\"Float32\", int32 [4]): no element type \"Float32\"; there "
      "are float16, float32, float64, int16, int32, int64, uint8, "
      "uint16, uint32, uint64 and bool");
  check_fails(&self,
              "cast",
              2,
              (tercet_value[]){four, four},
              "cast(int32 [4], int32 [4]): argument 1, an element type, is no "
              "plain string");
  check_fails(&self,
              "range",
              1,
              (tercet_value[]){tercet_value_integer(1)},
              "range(1): give two integers, or nothing");
  check_fails(
      &self,
      "create",
      6,
      (tercet_value[]){string_value("uint8"),
                       tercet_value_integer(1),
                       tercet_value_integer(2),
                       tercet_value_integer(3),
                       tercet_value_integer(4),
                       tercet_value_integer(256)},
      "create(\"uint8\", 1, 2, 3, ...): uint8 cannot hold 256, argument "
      "6, exactly");
  check_fails(
      &self,
      "create",
      2,
      (tercet_value[]){string_value("int32"), iri},
      "create(\"int32\", <http://x/>): argument 2 is neither number nor "
      "boolean");
  calls_clear(&self);
}

/// Only the first reason is kept, and rows of constants count each
static void
test_failures_are_counted(void)
{
  calls self;
  calls_init(&self, NULL);
  const int64_t zeros[2] = {0, 0};
  const tercet_value zero = vector_value(&self, TERCET_DTYPE_I64, 2, zeros);
  tercet_value values[2] = {zero, zero};
  tercet_value out[4];
  tercet_value_column result = {out, false};
  const tercet_value_column constants[2] = {{&values[0], true},
                                            {&values[1], true}};
  const tercet_function *const divide = calls_find(&self, VOCABULARY, "divide");
  self.call.n_rows = 4;
  CHECK_STATUS(divide->evaluate(divide, &self.call, constants, 2, &result),
               TERCET_OK);
  CHECK(result.is_constant);
  CHECK_INT(out[0].kind, TERCET_VALUE_ERROR);
  CHECK_INT(self.call.failures.n_total, 4);
  const tercet_failure *const first = &self.call.failures.items[0];
  CHECK_TEXT(first->function.data, first->function.length, VOCABULARY "divide");

  CHECK_STATUS(
      calls_once(
          &self, "shape", 1, &(tercet_value){.kind = TERCET_VALUE_IRI}, out),
      TERCET_OK);
  CHECK_INT(self.call.failures.n_total, 5);
  CHECK(strstr(calls_reason(&self), "division by zero"));

  // No rows, no values
  self.call.n_rows = 0;
  CHECK_STATUS(divide->evaluate(divide, &self.call, constants, 2, &result),
               TERCET_OK);
  CHECK_INT(self.call.failures.n_total, 5);
  calls_clear(&self);
}

/* ---- Arguments ---- */

static void
test_numbers_are_promoted(void)
{
  calls self;
  calls_init(&self, NULL);
  const tercet_value matrix =
      tensor_value(&self, TERCET_DTYPE_F32, 2, two_by_three, six);
  const tercet_value ones[] = {tercet_value_integer(1),
                               decimal_value(1, 0),
                               tercet_value_float(1.0F),
                               tercet_value_double(1.0)};
  for (size_t i = 0; i < 4U; ++i) {
    const tercet_value out = check_works(&self,
                                         "sum",
                                         2,
                                         (tercet_value[]){ones[i], matrix},
                                         TERCET_VALUE_TENSOR);
    CHECK_INT(out.tensor.type->rank, 1);
    CHECK_DOUBLE(((const float *)out.tensor.data)[1], 15.0);
  }

  const tercet_value third = decimal_value(3333333333333333333, 19 - 1);
  tercet_value out = check_works(
      &self, "scale", 2, (tercet_value[]){third, matrix}, TERCET_VALUE_TENSOR);
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_F64);
  CHECK_DOUBLE(((const double *)out.tensor.data)[0], 3.333333333333333333);

  out = check_works(
      &self,
      "scale",
      2,
      (tercet_value[]){big_integer_value("100000000000000000000"), matrix},
      TERCET_VALUE_TENSOR);
  CHECK_DOUBLE(((const double *)out.tensor.data)[1], 2e20);

  check_fails(
      &self,
      "sum",
      2,
      (tercet_value[]){big_integer_value("9223372036854775808"), matrix},
      "sum(9223372036854775808, float32 [2, 3]): argument 1 is no "
      "64-bit integer");
  check_fails(&self,
              "sum",
              2,
              (tercet_value[]){tercet_value_double(NAN), matrix},
              "sum(NaN, float32 [2, 3]): argument 1 is no 64-bit integer");
  calls_clear(&self);
}

static void
test_create_rounds_floats_once_and_keeps_integers_exact(void)
{
  calls self;
  calls_init(&self, NULL);
  tercet_value out =
      check_works(&self,
                  "create",
                  5,
                  (tercet_value[]){string_value("uint64"),
                                   big_integer_value("18446744073709551615"),
                                   tercet_value_integer(INT64_MAX),
                                   tercet_value_double(0x1p63),
                                   decimal_value(7, 0)},
                  TERCET_VALUE_TENSOR);
  const uint64_t *const u64 = out.tensor.data;
  CHECK(u64[0] == UINT64_MAX);
  CHECK(u64[1] == INT64_MAX);
  CHECK(u64[2] == UINT64_C(1) << 63U);
  CHECK(u64[3] == 7U);

  out = check_works(&self,
                    "create",
                    3,
                    (tercet_value[]){string_value("int64"),
                                     tercet_value_integer(INT64_MIN),
                                     tercet_value_double(-0x1p63)},
                    TERCET_VALUE_TENSOR);
  CHECK(((const int64_t *)out.tensor.data)[0] == INT64_MIN);
  CHECK(((const int64_t *)out.tensor.data)[1] == INT64_MIN);

  out = check_works(&self,
                    "create",
                    4,
                    (tercet_value[]){string_value("int16"),
                                     tercet_value_integer(-32768),
                                     tercet_value_integer(32767),
                                     tercet_value_double(-0.0)},
                    TERCET_VALUE_TENSOR);
  CHECK_INT(((const int16_t *)out.tensor.data)[0], -32768);
  CHECK_INT(((const int16_t *)out.tensor.data)[1], 32767);
  CHECK_INT(((const int16_t *)out.tensor.data)[2], 0);

  // 1.000000059604644776 is just above the tie between two float32
  out = check_works(&self,
                    "create",
                    5,
                    (tercet_value[]){string_value("float32"),
                                     decimal_value(1000000059604644776, 18),
                                     tercet_value_integer(16777217),
                                     tercet_value_double(1e300),
                                     tercet_value_float(0.1F)},
                    TERCET_VALUE_TENSOR);
  const float *const f32 = out.tensor.data;
  CHECK_DOUBLE(f32[0], 0x1.000002p0);
  CHECK_DOUBLE(f32[1], 16777216.0);
  CHECK_DOUBLE(f32[2], INFINITY);
  CHECK_DOUBLE(f32[3], 0.1F);

  out = check_works(&self,
                    "create",
                    3,
                    (tercet_value[]){string_value("float16"),
                                     decimal_value(6551999, 2),
                                     tercet_value_integer(65520)},
                    TERCET_VALUE_TENSOR);
  CHECK_DOUBLE(tercet_f16_to_f32(((const uint16_t *)out.tensor.data)[0]),
               65504.0);
  CHECK_DOUBLE(tercet_f16_to_f32(((const uint16_t *)out.tensor.data)[1]),
               INFINITY);

  out = check_works(&self,
                    "create",
                    4,
                    (tercet_value[]){string_value("bool"),
                                     tercet_value_boolean(true),
                                     tercet_value_integer(0),
                                     tercet_value_double(1.0)},
                    TERCET_VALUE_TENSOR);
  CHECK(!memcmp(out.tensor.data, "\1\0\1", 3));

  out = check_works(&self,
                    "create",
                    1,
                    (tercet_value[]){string_value("bool")},
                    TERCET_VALUE_TENSOR);
  CHECK_INT(out.tensor.type->rank, 1);
  CHECK_INT(out.tensor.type->n_elements, 0);
  calls_clear(&self);
}

static void
test_create_refuses_what_does_not_fit(void)
{
  const struct {
    const char *dtype;
    tercet_value value;
  } refused[] = {
      {"uint8", tercet_value_integer(256)},
      {"uint8", tercet_value_integer(-1)},
      {"int16", tercet_value_integer(32768)},
      {"int16", tercet_value_integer(-32769)},
      {"int32", tercet_value_double(0.5)},
      {"int32", decimal_value(15, 1)},
      {"int64", tercet_value_double(0x1p63)},
      {"int64", big_integer_value("9223372036854775808")},
      {"uint64", big_integer_value("18446744073709551616")},
      {"uint64", tercet_value_double(0x1p64)},
      {"uint64", tercet_value_double(NAN)},
      {"uint32", tercet_value_double(INFINITY)},
      {"bool", tercet_value_integer(2)},
      {"bool", tercet_value_double(0.5)},
      {"bool", tercet_value_integer(-1)},
      {"int32", tercet_value_boolean(true)},
      {"float64", tercet_value_boolean(false)},
  };
  calls self;
  calls_init(&self, NULL);
  for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); ++i) {
    const tercet_value args[] = {string_value(refused[i].dtype),
                                 refused[i].value};
    tercet_value out;
    CHECK_STATUS(calls_once(&self, "create", 2, args, &out), TERCET_OK);
    CHECK_INT(out.kind, TERCET_VALUE_ERROR);
    CHECK_INT(self.call.failures.n_total, i + 1U);
  }
  calls_clear(&self);
}

/* ---- Results ---- */

/// A scalar of each dtype has the XSD type of that dtype
static void
test_scalars_have_types_of_their_dtype(void)
{
  const int64_t minus_one = -1;
  const float f32 = 0.5F;
  const double f64 = 0.1;
  const uint16_t f16 = tercet_f32_to_f16(1.5F);
  const struct {
    tercet_dtype dtype;
    const void *data;
    tercet_value_kind kind;
    tercet_datatype datatype;
  } scalars[] = {
      {TERCET_DTYPE_BOOL, "\1", TERCET_VALUE_BOOLEAN, TERCET_DATATYPE_BOOLEAN},
      {TERCET_DTYPE_I16,
       &minus_one,
       TERCET_VALUE_INTEGER,
       TERCET_DATATYPE_SHORT},
      {TERCET_DTYPE_I32, &minus_one, TERCET_VALUE_INTEGER, TERCET_DATATYPE_INT},
      {TERCET_DTYPE_I64,
       &minus_one,
       TERCET_VALUE_INTEGER,
       TERCET_DATATYPE_LONG},
      {TERCET_DTYPE_U8,
       &minus_one,
       TERCET_VALUE_INTEGER,
       TERCET_DATATYPE_UNSIGNED_BYTE},
      {TERCET_DTYPE_U16,
       &minus_one,
       TERCET_VALUE_INTEGER,
       TERCET_DATATYPE_UNSIGNED_SHORT},
      {TERCET_DTYPE_U32,
       &minus_one,
       TERCET_VALUE_INTEGER,
       TERCET_DATATYPE_UNSIGNED_INT},
      {TERCET_DTYPE_U64,
       &minus_one,
       TERCET_VALUE_BIG_INTEGER,
       TERCET_DATATYPE_UNSIGNED_LONG},
      {TERCET_DTYPE_F16, &f16, TERCET_VALUE_FLOAT, TERCET_DATATYPE_FLOAT},
      {TERCET_DTYPE_F32, &f32, TERCET_VALUE_FLOAT, TERCET_DATATYPE_FLOAT},
      {TERCET_DTYPE_F64, &f64, TERCET_VALUE_DOUBLE, TERCET_DATATYPE_DOUBLE},
  };
  calls self;
  calls_init(&self, NULL);
  const tercet_value no_index = vector_value(&self, TERCET_DTYPE_I64, 0, NULL);
  for (size_t i = 0; i < sizeof(scalars) / sizeof(scalars[0]); ++i) {
    const tercet_value args[] = {
        tensor_value(&self, scalars[i].dtype, 0, NULL, scalars[i].data),
        no_index};
    const tercet_value out =
        check_works(&self, "index", 2, args, scalars[i].kind);
    CHECK_INT(out.datatype, scalars[i].datatype);
    if (scalars[i].dtype == TERCET_DTYPE_U64) {
      CHECK_TEXT(out.text.data, out.text.length, "18446744073709551615");
    }
    if (scalars[i].dtype == TERCET_DTYPE_U16) {
      CHECK_INT(out.integer, 65535);
    }
    if (scalars[i].dtype == TERCET_DTYPE_F16) {
      CHECK_DOUBLE(out.number, 1.5);
    }
  }
  calls_clear(&self);
}

/// Results do not point into arguments, which a dictionary may move
static void
test_results_are_apart_from_arguments(void)
{
  float data[6];
  memcpy(data, six, sizeof(data));
  calls self;
  calls_init(&self, NULL);
  const tercet_value matrix =
      tensor_value(&self, TERCET_DTYPE_F32, 2, two_by_three, data);
  const tercet_value no_index = vector_value(&self, TERCET_DTYPE_I64, 0, NULL);
  const tercet_value full =
      literal_value("{\"type\": \"full\"}", TERCET_DATATYPE_RANGE);
  const tercet_value results[] = {
      check_works(&self,
                  "index",
                  2,
                  (tercet_value[]){matrix, no_index},
                  TERCET_VALUE_TENSOR),
      check_works(&self,
                  "sub",
                  3,
                  (tercet_value[]){full, full, matrix},
                  TERCET_VALUE_TENSOR),
      check_works(&self,
                  "cast",
                  2,
                  (tercet_value[]){string_value("float32"), matrix},
                  TERCET_VALUE_TENSOR),
  };
  memset(data, 0, sizeof(data));
  for (size_t i = 0; i < 3U; ++i) {
    CHECK(!memcmp(results[i].tensor.data, six, sizeof(six)));
    CHECK(results[i].tensor.type != matrix.tensor.type);
    CHECK(
        tercet_tensor_type_equals(results[i].tensor.type, matrix.tensor.type));
  }
  calls_clear(&self);
}

/* ---- tensor:Range ---- */

static void
test_range_makes_canonical_literals(void)
{
  calls self;
  calls_init(&self, NULL);
  tercet_value out = check_works(&self, "range", 0, NULL, TERCET_VALUE_LITERAL);
  CHECK_INT(out.datatype, TERCET_DATATYPE_RANGE);
  CHECK_TEXT(out.text.data, out.text.length, "{\"type\": \"full\"}");
  out = check_works(
      &self,
      "range",
      2,
      (tercet_value[]){tercet_value_integer(0), tercet_value_double(5.0)},
      TERCET_VALUE_LITERAL);
  CHECK_TEXT(out.text.data,
             out.text.length,
             "{\"type\": \"concrete\", \"from\": 0, \"to\": 5}");
  out = check_works(&self,
                    "range",
                    2,
                    (tercet_value[]){tercet_value_integer(INT64_MIN),
                                     tercet_value_integer(INT64_MIN)},
                    TERCET_VALUE_LITERAL);
  CHECK_TEXT(out.text.data,
             out.text.length,
             "{\"type\": \"concrete\", \"from\": -9223372036854775808, \"to\": "
             "-9223372036854775808}");
  calls_clear(&self);
}

/// Slice [0 ... 5] with a range text; return the number of elements or -1
static int64_t
slice(calls *self, const char *text, float *first)
{
  const tercet_value args[] = {literal_value(text, TERCET_DATATYPE_RANGE),
                               vector_value(self, TERCET_DTYPE_F32, 6, six)};
  tercet_value out;
  calls_reset_call(self);
  CHECK_STATUS(calls_once(self, "sub", 2, args, &out), TERCET_OK);
  if (out.kind == TERCET_VALUE_ERROR) {
    CHECK(strstr(calls_reason(self), "ill-typed tensor:Range"));
    return -1;
  }
  *first = out.tensor.type->n_elements ? *(const float *)out.tensor.data : 0.0F;
  return out.tensor.type->n_elements;
}

static void
test_range_texts(void)
{
  static const struct {
    const char *text;
    int64_t n_elements; ///< -1: ill-typed
    float first;
  } ranges[] = {
      {"{\"type\":\"full\"}", 6, 1},
      {"{\"type\":\"full\",\"from\":2}", 6, 1},
      {" {\t\"to\" :\r\n3, \"from\": 1 ,\"type\" : \"concrete\" } \n", 2, 2},
      {"{\"type\":\"concrete\",\"from\":-2,\"to\":6}", 2, 5},
      {"{\"type\":\"concrete\",\"from\":1.0,\"to\":2e0}", 1, 2},
      {"{\"type\":\"concrete\",\"from\":-1e30,\"to\":1e30}", 6, 1},
      {"{\"type\":\"concrete\",\"from\":4,\"to\":2}", 0, 0},
      {"{\"t\\u0079pe\":\"f\\u0075ll\"}", 6, 1},
      {"{\"a\\u00e9\\n\":[1,{\"b\":[true,false,null,-1.5e-3,\"x\"]},{},[]],"
       "\"type\":\"full\"}",
       6,
       1},
      {"{\"a key that is much longer than any other\":"
       "\"and a value\",\"type\":\"full\"}",
       6,
       1},
      {"", -1, 0},
      {"{}", -1, 0},
      {"[]", -1, 0},
      {"{\"type\":\"full\"} x", -1, 0},
      {"{\"type\":\"full\",}", -1, 0},
      {"{\"type\":\"full\"", -1, 0},
      {"{\"type\":\"none\"}", -1, 0},
      {"{\"type\":1}", -1, 0},
      {"{\"type\":\"full\",\"type\":\"full\"}", -1, 0},
      {"{\"type\":\"concrete\"}", -1, 0},
      {"{\"type\":\"concrete\",\"from\":1}", -1, 0},
      {"{\"type\":\"concrete\",\"from\":1,\"to\":\"2\"}", -1, 0},
      {"{\"type\":\"concrete\",\"from\":1.5,\"to\":2}", -1, 0},
      {"{\"type\":\"concrete\",\"from\":01,\"to\":2}", -1, 0},
      {"{\"type\":\"concrete\",\"from\":1,\"from\":1,\"to\":2}", -1, 0},
      {"{\"type\":\"full\",\"a\":[}", -1, 0},
      {"{\"type\":\"full\",\"a\":[1,]}", -1, 0},
      {"{\"type\":\"full\",\"a\":{\"b\"}}", -1, 0},
      {"{\"type\":\"full\",\"a\":\"\\x\"}", -1, 0},
      {"{\"type\":\"full\",\"a\":\"\\u00g0\"}", -1, 0},
      {"{\"type\":\"full\",\"a\":\"\\u00", -1, 0},
      {"{\"type\":\"full\",\"a\":\"\\", -1, 0},
      {"{\"type\":\"full\",\"a\":\"\n\"}", -1, 0},
      {"{\"type\":\"full\",\"a\":tru}", -1, 0},
      {"{'type':'full'}", -1, 0},
      {"{\"type\" \"full\"}", -1, 0},
  };
  calls self;
  calls_init(&self, NULL);
  for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); ++i) {
    float first = 0;
    CHECK_INT(slice(&self, ranges[i].text, &first), ranges[i].n_elements);
    CHECK_DOUBLE(first, ranges[i].first);
  }

  // Values under ignored keys may be nested, but not without end
  static char deep[20000];
  float first = 0;
  for (size_t depth = 0; depth <= 6000U; depth += 3000U) {
    const size_t n = (size_t)snprintf(deep, sizeof(deep), "{\"a\": ");
    memset(deep + n, '[', depth);
    memset(deep + n + depth, ']', depth);
    snprintf(deep + n + 2U * depth,
             sizeof(deep) - n - 2U * depth,
             "%s, \"type\": \"full\"}",
             depth ? "" : "0");
    CHECK_INT(slice(&self, deep, &first), depth <= 3000U ? 6 : -1);
  }
  calls_clear(&self);
}

/* ---- Registration, memory, cancelling ---- */

static void
test_names(void)
{
  static const char *const names[] = {"cosineSimilarity",
                                      "euclideanDistance",
                                      "norm1",
                                      "norm2",
                                      "sum",
                                      "avg",
                                      "max",
                                      "min",
                                      "add",
                                      "subtract",
                                      "multiply",
                                      "divide",
                                      "scale",
                                      "cast",
                                      "shape",
                                      "index",
                                      "create",
                                      "range",
                                      "sub"};
  calls self;
  calls_init(&self, NULL);
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    const tercet_function *const new = calls_find(&self, VOCABULARY, names[i]);
    const tercet_function *const old =
        calls_find(&self, OLD_FUNCTIONS, names[i]);
    CHECK(new);
    // The older vocabulary is without cast, shape, index, create, range, sub
    CHECK_INT(old != NULL, i < 13U);
    if (new &&old) {
      CHECK(old->evaluate == new->evaluate && old->data == new->data);
      CHECK(old->score == new->score);
    }
    CHECK_INT(new &&new->score, i < 2U);
  }

  CHECK(!calls_find(&self, VOCABULARY, "SUM"));
  CHECK(!calls_find_aggregate(&self, VOCABULARY, "sum"));
  CHECK(calls_find_aggregate(&self, VOCABULARY, "SUM"));
  CHECK(calls_find_aggregate(&self, VOCABULARY, "AVG"));
  CHECK(calls_find_aggregate(&self, OLD_AGGREGATES, "sum"));
  CHECK(calls_find_aggregate(&self, OLD_AGGREGATES, "avg"));
  calls_clear(&self);
}

/// Names and arguments of one call of each function, with all its ways
typedef struct {
  const char *name;
  size_t n_args;
  tercet_value args[3];
} sample_call;

#define N_SAMPLES 20U

static void
make_samples(calls *self, sample_call *out)
{
  static const uint8_t bytes[3] = {1, 2, 3};
  static const int64_t position[1] = {1};
  const tercet_value matrix =
      tensor_value(self, TERCET_DTYPE_F32, 2, two_by_three, six);
  const tercet_value three = vector_value(self, TERCET_DTYPE_U8, 3, bytes);
  const tercet_value index = vector_value(self, TERCET_DTYPE_I64, 1, position);
  const tercet_value zero = tercet_value_integer(0);
  const tercet_value minus_one = tercet_value_integer(-1);
  const tercet_value full =
      literal_value("{\"type\":\"full\"}", TERCET_DATATYPE_RANGE);
  const sample_call samples[N_SAMPLES] = {
      {"add", 2, {matrix, matrix}},
      {"subtract", 2, {matrix, three}},
      {"multiply", 2, {three, three}},
      {"divide", 2, {three, three}},
      {"scale", 2, {minus_one, three}},
      {"cast", 2, {string_value("int16"), matrix}},
      {"sum", 2, {zero, matrix}},
      {"max", 2, {minus_one, matrix}},
      {"min", 2, {zero, three}},
      {"avg", 2, {zero, three}},
      {"norm1", 2, {zero, matrix}},
      {"norm2", 2, {zero, matrix}},
      {"shape", 1, {matrix}},
      {"index", 2, {matrix, index}},
      {"sub", 3, {full, full, matrix}},
      {"create", 2, {string_value("uint64"), zero}},
      {"range", 0, {zero}},
      {"cosineSimilarity", 2, {matrix, matrix}},
      {"euclideanDistance", 2, {three, three}},
      {"sum",
       2,
       {minus_one,
        vector_value(
            self, TERCET_DTYPE_U64, 1, "\377\377\377\377\377\377\377\377")}},
  };
  memcpy(out, samples, sizeof(samples));
}

/// Call with arguments as columns of two rows
static tercet_status
call_sample(calls *self, const sample_call *sample)
{
  tercet_value copies[3][2];
  tercet_value_column columns[3];
  tercet_value out[2];
  tercet_value_column result = {out, false};
  for (size_t i = 0; i < sample->n_args; ++i) {
    copies[i][0] = copies[i][1] = sample->args[i];
    columns[i] = (tercet_value_column){copies[i], false};
  }

  const tercet_function *const function =
      calls_find(self, VOCABULARY, sample->name);
  self->call.n_rows = 2;
  const tercet_status st = function->evaluate(
      function, &self->call, columns, sample->n_args, &result);
  if (st == TERCET_OK) {
    CHECK(out[0].kind != TERCET_VALUE_ERROR);
    CHECK_INT(self->call.failures.n_total, 0);
  }
  return st;
}

static void
test_memory_runs_out(void)
{
  calls holder;
  calls_init(&holder, NULL);
  sample_call samples[N_SAMPLES];
  make_samples(&holder, samples);
  for (size_t k = 0; k < N_SAMPLES; ++k) {
    failing_allocator state = {0, SIZE_MAX};
    const tercet_allocator alloc = {failing_allocate, failing_release, &state};
    calls self;
    calls_init(&self, &alloc);
    CHECK_STATUS(call_sample(&self, &samples[k]), TERCET_OK);
    tercet_arena_clear(&self.arena);
    calls_forget(&self);
    for (size_t n = state.calls, i = 0; i < n; ++i) {
      state = (failing_allocator){0, i};
      // Where memory runs out for what only makes a plan faster, it works
      const tercet_status st = call_sample(&self, &samples[k]);
      CHECK(st == TERCET_OK || st == TERCET_ERR_NO_MEMORY);
      tercet_arena_clear(&self.arena);
      calls_forget(&self);
      state = (failing_allocator){0, SIZE_MAX};
      CHECK_STATUS(call_sample(&self, &samples[k]), TERCET_OK);
      tercet_arena_clear(&self.arena);
      calls_forget(&self);
    }

    // An arena that is small fails wherever it happens to be full
    for (size_t max = 0; max < 9000U; max += 64U) {
      self.arena.max = max;
      const tercet_status st = call_sample(&self, &samples[k]);
      CHECK(st == TERCET_OK || st == TERCET_ERR_NO_MEMORY);
      tercet_arena_clear(&self.arena);
      calls_forget(&self);
    }
    calls_clear(&self);
  }
  calls_clear(&holder);
}

static void
test_cancel_stops_long_columns(void)
{
  enum { N = 5000 };
  static tercet_value values[N];
  static tercet_value out[N];
  calls self;
  calls_init(&self, NULL);
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  for (size_t i = 0; i < N; ++i) {
    values[i] = vector_value(&self, TERCET_DTYPE_F32, 6, six);
  }
  tercet_cancel_request(cancel);
  self.call.cancel = cancel;
  self.call.n_rows = N;

  const tercet_value_column args[] = {{values, false}, {values, true}};
  tercet_value_column result = {out, false};
  const tercet_function *const cosine =
      calls_find(&self, VOCABULARY, "cosineSimilarity");
  const tercet_function *const add = calls_find(&self, VOCABULARY, "add");
  CHECK_STATUS(cosine->evaluate(cosine, &self.call, args, 2, &result),
               TERCET_ERR_CANCELLED);
  CHECK_STATUS(add->evaluate(add, &self.call, args, 2, &result),
               TERCET_ERR_CANCELLED);
  CHECK_INT(self.call.failures.n_total, 0);
  tercet_cancel_free(cancel);
  calls_clear(&self);
}

int
main(void)
{
  test_messages_name_function_shapes_and_dtypes();
  test_failures_are_counted();
  test_numbers_are_promoted();
  test_create_rounds_floats_once_and_keeps_integers_exact();
  test_create_refuses_what_does_not_fit();
  test_scalars_have_types_of_their_dtype();
  test_results_are_apart_from_arguments();
  test_range_makes_canonical_literals();
  test_range_texts();
  test_names();
  test_memory_runs_out();
  test_cancel_stops_long_columns();
  return check_finish();
}
