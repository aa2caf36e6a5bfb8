// SPDX-License-Identifier: Apache-2.0

/// Sparse initializers and constants become tensors, or are refused

#include "text_models.h"

#include <tercet/onnx.h>

/// A model whose output is a sparse initializer of floats, plus an input
#define MODEL(type, sparse)                                                    \
  "ir_version: 10 opset_import { version: 18 } graph { name: \"g\" "           \
  "sparse_initializer { " sparse " } "                                         \
  "node { op_type: \"Identity\" input: \"s\" output: \"y\" } "                 \
  "output { name: \"y\" type { tensor_type { elem_type: " type " } } } }"

#define VALUES(text) "values { name: \"s\" data_type: 1 " text " } "
#define INDICES(text) "indices { data_type: 7 " text " } "

static tercet_status
run(const tercet_onnx_model *model, tercet_onnx_value *out, tercet_error *err)
{
  tercet_onnx_plan *plan = NULL;
  tercet_onnx_session *session = NULL;
  memset(out, 0, sizeof(*out));
  tercet_status st = tercet_onnx_plan_new(NULL, model, &plan, err);
  if (st == TERCET_OK) {
    st = tercet_onnx_session_new(NULL, plan, NULL, &session, err);
  }
  if (st == TERCET_OK) {
    st = tercet_onnx_session_run(session, NULL, out, err);
  }
  tercet_onnx_session_free(session);
  tercet_onnx_plan_free(plan);
  return st;
}

static void
check_floats(const char *text,
             size_t rank,
             const int64_t *shape,
             const float *expected)
{
  tercet_onnx_model *const model = text_models_read(text, TERCET_ONNX_PROTOTXT);
  tercet_onnx_value value;
  tercet_error err = {0};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(run(model, &value, &err), TERCET_OK);
  CHECK(!err.message[0]);
  CHECK_STATUS(
      tercet_tensor_from_data(
          NULL, TERCET_DTYPE_F32, rank, shape, expected, &tensor, NULL),
      TERCET_OK);
  CHECK(value.tensor && tercet_tensor_equals(value.tensor, tensor));
  tercet_tensor_unref(tensor);
  tercet_onnx_value_unref(value);
  tercet_onnx_model_free(model);
}

static void
test_places(void)
{
  static const int64_t shape[] = {2, 3};
  static const float two[] = {0, 5, 0, 0, 0, -7};
  static const float none[] = {0, 0, 0, 0, 0, 0};
  static const float one[] = {4};
  check_floats(MODEL("1",
                     "dims: [2, 3] " VALUES("dims: 2 float_data: [5, -7]")
                         INDICES("dims: 2 int64_data: [1, 5]")),
               2,
               shape,
               two);
  check_floats(MODEL("1",
                     "dims: [2, 3] " VALUES("dims: 2 float_data: [5, -7]")
                         INDICES("dims: [2, 2] int64_data: [0, 1, 1, 2]")),
               2,
               shape,
               two);
  check_floats(MODEL("1", "dims: [2, 3] " VALUES("dims: 0") INDICES("dims: 0")),
               2,
               shape,
               none);
  check_floats(
      MODEL("1", "dims: [2, 3] " VALUES("dims: 0") INDICES("dims: [0, 2]")),
      2,
      shape,
      none);
  check_floats(MODEL("1",
                     VALUES("dims: 1 float_data: 4")
                         INDICES("dims: 1 int64_data: 0")),
               0,
               NULL,
               one);
}

/// Strings are kept by numbers, and other types in their width
static void
test_other_types(void)
{
  tercet_onnx_model *model = text_models_read(
      MODEL("8",
            "dims: 3 values { name: \"s\" data_type: 8 dims: 1 "
            "string_data: \"b\" } " INDICES("dims: 1 int64_data: 1")),
      TERCET_ONNX_PROTOTXT);
  tercet_onnx_plan *plan = NULL;
  tercet_onnx_session *session = NULL;
  tercet_onnx_value value = {
      TERCET_ONNX_NONE, TERCET_ONNX_UNDEFINED, NULL, NULL};
  CHECK_STATUS(tercet_onnx_plan_new(NULL, model, &plan, NULL), TERCET_OK);
  CHECK_STATUS(tercet_onnx_session_new(NULL, plan, NULL, &session, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_onnx_session_run(session, NULL, &value, NULL), TERCET_OK);
  CHECK_INT(value.type, TERCET_ONNX_STRING);
  CHECK_INT(tercet_tensor_size(value.tensor), 3);
  tercet_onnx_value_unref(value);
  tercet_onnx_session_free(session);
  tercet_onnx_plan_free(plan);
  tercet_onnx_model_free(model);

  model = text_models_read(
      MODEL("2",
            "dims: 3 values { name: \"s\" data_type: 2 dims: 1 "
            "int32_data: 200 } " INDICES("dims: 1 int64_data: 1")),
      TERCET_ONNX_PROTOTXT);
  CHECK_STATUS(run(model, &value, NULL), TERCET_OK);
  static const uint8_t expected[] = {0, 200, 0};
  CHECK(!memcmp(tercet_tensor_data(value.tensor), expected, sizeof(expected)));
  tercet_onnx_value_unref(value);
  tercet_onnx_model_free(model);
}

static void
test_constant(void)
{
  static const int64_t shape[] = {4};
  static const float expected[] = {0, 0, 3, 0};
  check_floats(
      "ir_version: 10 opset_import { version: 18 } graph { name: \"g\" "
      "node { op_type: \"Constant\" output: \"y\" attribute { "
      "name: \"sparse_value\" type: SPARSE_TENSOR sparse_tensor { dims: 4 "
      "values { data_type: 1 dims: 1 float_data: 3 } "
      "indices { data_type: 7 dims: 1 int64_data: 2 } } } } "
      "output { name: \"y\" type { tensor_type { elem_type: 1 } } } }",
      1,
      shape,
      expected);
}

/// A model is refused with the reason
static void
check_refused(const char *text, tercet_status status, const char *reason)
{
  tercet_onnx_model *const model = text_models_read(text, TERCET_ONNX_PROTOTXT);
  tercet_onnx_value value;
  tercet_error err = {0};
  const tercet_status st = run(model, &value, &err);
  CHECK_STATUS(st, status);
  const bool says = strstr(err.message, reason) != NULL;
  CHECK(says);
  if (!says) {
    fprintf(stderr, "  is \"%s\", expected \"%s\"\n", err.message, reason);
  }
  tercet_onnx_model_free(model);
}

static void
test_refused(void)
{
  // Indices
  check_refused(MODEL("1",
                      "dims: [2, 3] " VALUES("dims: 2 float_data: [5, -7]")
                          INDICES("dims: 2 int64_data: [1, 6]")),
                TERCET_ERR_RANGE,
                "initializer s has indices of value 1 that are out of range");
  check_refused(MODEL("1",
                      "dims: [2, 3] " VALUES("dims: 1 float_data: 5")
                          INDICES("dims: 1 int64_data: -1")),
                TERCET_ERR_RANGE,
                "out of range");
  check_refused(MODEL("1",
                      "dims: [2, 3] " VALUES("dims: 1 float_data: 5")
                          INDICES("dims: [1, 2] int64_data: [0, 3]")),
                TERCET_ERR_RANGE,
                "out of range");
  check_refused(MODEL("1",
                      "dims: [2, 3] " VALUES("dims: 1 float_data: 5")
                          INDICES("dims: [1, 2] "
                                  "int64_data: [0, 9223372036854775807]")),
                TERCET_ERR_RANGE,
                "out of range");
  check_refused(MODEL("1",
                      "dims: [2, 3] " VALUES("dims: 2 float_data: [5, 6]")
                          INDICES("dims: 2 int64_data: [3, 3]")),
                TERCET_ERR_RANGE,
                "value 1 that do not come behind");
  check_refused(MODEL("1",
                      "dims: [2, 3] " VALUES("dims: 2 float_data: [5, 6]")
                          INDICES("dims: [2, 2] int64_data: [1, 0, 0, 2]")),
                TERCET_ERR_RANGE,
                "value 1 that do not come behind");
  check_refused(MODEL("1",
                      VALUES("dims: 2 float_data: [5, 6]")
                          INDICES("dims: 2 int64_data: [0, 1]")),
                TERCET_ERR_RANGE,
                "out of range");
  // Their shapes and types
  check_refused(MODEL("1",
                      "dims: [2, 3] " VALUES("dims: 2 float_data: [5, 6]")
                          INDICES("dims: 1 int64_data: 0")),
                TERCET_ERR_SHAPE,
                "neither one for each");
  check_refused(MODEL("1",
                      "dims: [2, 3] " VALUES("dims: 1 float_data: 5")
                          INDICES("dims: [1, 3] int64_data: [0, 0, 0]")),
                TERCET_ERR_SHAPE,
                "neither one for each");
  check_refused(MODEL("1",
                      "dims: [2, 3] " VALUES("dims: 1 float_data: 5")
                          INDICES("int64_data: 0")),
                TERCET_ERR_SHAPE,
                "neither one for each");
  check_refused(MODEL("1",
                      "dims: [2, 3] " VALUES("float_data: 5")
                          INDICES("dims: 1 int64_data: 0")),
                TERCET_ERR_SHAPE,
                "values of rank 0");
  check_refused(
      MODEL(
          "1",
          "dims: 3 " VALUES(
              "dims: 1 float_data: 5") "indices { data_type: 6 dims: 1 int32_data: 0 }"),
      TERCET_ERR_DTYPE,
      "indices that are not of int64");
  check_refused(
      MODEL("1",
            "dims: 3 values { name: \"s\" data_type: 99 dims: 0 } " INDICES(
                "dims: 0")),
      TERCET_ERR_UNSUPPORTED,
      "not known");
  // The shape of the tensor
  check_refused(MODEL("1",
                      "dims: [4294967296, 4294967296] " VALUES("dims: 0")
                          INDICES("dims: 0")),
                TERCET_ERR_SHAPE,
                "no tensor has");
  check_refused(MODEL("1", "dims: -1 " VALUES("dims: 0") INDICES("dims: 0")),
                TERCET_ERR_SHAPE,
                "no tensor has");
  check_refused(
      MODEL("1", "dims: [65536, 65536] " VALUES("dims: 0") INDICES("dims: 0")),
      TERCET_ERR_LIMIT,
      "4294967296 elements");
  check_refused(MODEL("1",
                      "dims: 9223372036854775807 " VALUES("dims: 0")
                          INDICES("dims: 0")),
                TERCET_ERR_LIMIT,
                "elements");
}

/// Each is told of once
static void
test_reported_once(void)
{
  tercet_onnx_model *const model =
      text_models_read(MODEL("1",
                             "dims: 3 " VALUES("dims: 2 float_data: 5")
                                 INDICES("dims: 2 int64_data: [1, 8]")),
                       TERCET_ONNX_PROTOTXT);
  tercet_onnx_report *report = NULL;
  CHECK_STATUS(tercet_onnx_model_check(NULL, model, &report, NULL), TERCET_OK);
  CHECK_INT(tercet_onnx_report_count(report), 1);
  tercet_onnx_report_free(report);
  tercet_onnx_model_free(model);
}

int
main(void)
{
  test_places();
  test_other_types();
  test_constant();
  test_refused();
  test_reported_once();
  return check_finish();
}
