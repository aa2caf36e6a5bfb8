// SPDX-License-Identifier: Apache-2.0

/// The models of functions, by name and element types

#include "check.h"

#include "base/string_view.h"
#include "onnx/model.h"

#include <tercet/rdftensor.h>

typedef struct {
  const char *name;
  size_t n_types;
  tercet_dtype types[3];
  size_t n_settings;
  tercet_model_setting settings[4];
} wish;

static bool is_strict; ///< What make() asks for

#define TEXT(text)                                                             \
  {                                                                            \
    text, sizeof(text) - 1                                                     \
  }

static tercet_status
make(const wish *w, tercet_onnx_model **out, tercet_error *err)
{
  return tercet_function_model(NULL,
                               tercet_string_from(w->name),
                               w->n_types,
                               w->types,
                               w->n_settings,
                               w->settings,
                               is_strict,
                               out,
                               err);
}

/// Make a model and compare its last operator and the type of its output
static void
check_model(const wish *w, const char *op, int type)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  const tercet_status st = make(w, &model, &err);
  CHECK_STATUS(st, TERCET_OK);
  if (st != TERCET_OK) {
    fprintf(stderr, "  %s: %s\n", w->name, err.message);
    return;
  }
  const tercet_onnx_graph *const graph = &model->graph;
  const tercet_string last = graph->nodes[graph->n_nodes - 1].op_type;
  CHECK_TEXT(last.data, last.length, op);
  CHECK_INT(graph->outputs[0].type.elem_type, type);

  // It can be planned
  tercet_onnx_plan *plan = NULL;
  CHECK_STATUS(tercet_onnx_plan_new(NULL, model, &plan, &err), TERCET_OK);
  tercet_onnx_plan_free(plan);
  tercet_onnx_model_free(model);
}

static void
check_fails(const wish *w, tercet_status expected, const char *message)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(make(w, &model, &err), expected);
  CHECK(!model);
  CHECK_TEXT(err.message, strlen(err.message), message);
}

static void
test_functions_have_models(void)
{
  const tercet_model_setting axis = {TEXT("axis_value"), TEXT("1")};
  const tercet_model_setting k = {TEXT("axis_size_value"), TEXT("4")};
  check_model(&(wish){.name = "cosineSimilarity",
                      .n_types = 2,
                      .types = {TERCET_DTYPE_F32, TERCET_DTYPE_F16}},
              "Div",
              TERCET_ONNX_DOUBLE);
  check_model(&(wish){.name = "add",
                      .n_types = 2,
                      .types = {TERCET_DTYPE_U8, TERCET_DTYPE_I64}},
              "Add",
              TERCET_ONNX_INT64);
  check_model(&(wish){.name = "lt",
                      .n_types = 2,
                      .types = {TERCET_DTYPE_BOOL, TERCET_DTYPE_BOOL}},
              "Less",
              TERCET_ONNX_BOOL);
  check_model(&(wish){"sum", 1, {TERCET_DTYPE_F32}, 1, {axis}},
              "ReduceSum",
              TERCET_ONNX_FLOAT);
  check_model(&(wish){.name = "sum", .n_types = 1, .types = {TERCET_DTYPE_U16}},
              "Cast",
              TERCET_ONNX_UINT16);
  check_model(&(wish){.name = "max", .n_types = 1, .types = {TERCET_DTYPE_U8}},
              "ReduceMax",
              TERCET_ONNX_UINT8);
  check_model(&(wish){"scale",
                      1,
                      {TERCET_DTYPE_I32},
                      1,
                      {{TEXT("factor_value"), TEXT("2.5")}}},
              "Mul",
              TERCET_ONNX_DOUBLE);
  check_model(&(wish){"cast",
                      1,
                      {TERCET_DTYPE_I32},
                      1,
                      {{TEXT("output_type"), TEXT("float16")}}},
              "Cast",
              TERCET_ONNX_FLOAT16);
  check_model(&(wish){"reshape",
                      1,
                      {TERCET_DTYPE_I32},
                      2,
                      {{TEXT("new_shape_values"), TEXT("2,-1")},
                       {TEXT("new_shape_length"), TEXT("2")}}},
              "Reshape",
              TERCET_ONNX_INT32);
  check_model(&(wish){"concat",
                      3,
                      {TERCET_DTYPE_F32, TERCET_DTYPE_F64, TERCET_DTYPE_I8},
                      1,
                      {axis}},
              "Concat",
              TERCET_ONNX_DOUBLE);
  check_model(&(wish){"sort",
                      1,
                      {TERCET_DTYPE_BOOL},
                      3,
                      {axis, k, {TEXT("largest_value"), TEXT("0")}}},
              "Cast",
              TERCET_ONNX_BOOL);
  check_model(&(wish){"quantileInterpolate",
                      1,
                      {TERCET_DTYPE_F32},
                      3,
                      {axis, k, {TEXT("interpolation"), TEXT("1")}}},
              "Add",
              TERCET_ONNX_DOUBLE);
  check_model(
      &(wish){.name = "VAR_initial", .n_types = 1, .types = {TERCET_DTYPE_F32}},
      "Identity",
      TERCET_ONNX_DOUBLE);
  check_model(&(wish){.name = "SUM_reduce",
                      .n_types = 2,
                      .types = {TERCET_DTYPE_F64, TERCET_DTYPE_I32}},
              "Add",
              TERCET_ONNX_DOUBLE);
  check_model(&(wish){.name = "sum_full_reduction_int16",
                      .n_types = 1,
                      .types = {TERCET_DTYPE_I16}},
              "Cast",
              TERCET_ONNX_INT16);
  CHECK_INT(tercet_function_model_count(), 80);
  CHECK(!strcmp(tercet_function_model_name(0), "cos"));
  CHECK(!strcmp(tercet_function_model_name(80), ""));
}

static void
test_failures_name_what_is_missing(void)
{
  check_fails(
      &(wish){.name = "frobnicate", .n_types = 1, .types = {TERCET_DTYPE_F32}},
      TERCET_ERR_NOT_FOUND,
      "no function \"frobnicate\" has a model");
  check_fails(&(wish){.name = "add", .n_types = 1, .types = {TERCET_DTYPE_F32}},
              TERCET_ERR_ARGUMENT,
              "add: 1 element types given, it has two");
  check_fails(
      &(wish){.name = "scale", .n_types = 1, .types = {TERCET_DTYPE_F32}},
      TERCET_ERR_ARGUMENT,
      "scale: no value for the placeholder <factor_value>");
  check_fails(&(wish){"scale",
                      1,
                      {TERCET_DTYPE_F32},
                      1,
                      {{TEXT("factor_value"), TEXT("much")}}},
              TERCET_ERR_ARGUMENT,
              "\"much\" is no value for factor_value");
  check_fails(
      &(wish){.name = "add",
              .n_types = 2,
              .types = {TERCET_DTYPE_BOOL, TERCET_DTYPE_BOOL}},
      TERCET_ERR_DTYPE,
      "Add: input 0 (A) is tensor(bool), which is not among T of Add-14");
}

/// Shapes are not known: a model that is repaired for some is refused
static void
test_strict_models_are_those_of_the_specification(void)
{
  is_strict = true;
  check_fails(&(wish){.name = "not", .n_types = 1, .types = {TERCET_DTYPE_I32}},
              TERCET_ERR_DTYPE,
              "the template not is not valid here without repair R1, which "
              "casts to bool, since Not takes nothing else, and declares a "
              "bool result");
  check_fails(&(wish){.name = "sum", .n_types = 1, .types = {TERCET_DTYPE_U8}},
              TERCET_ERR_DTYPE,
              "the template sum_full_reduction_int16 is not valid here without "
              "repair R7, which reduces uint8 and uint16 as uint32, as int16 "
              "is reduced as int32");
  check_fails(&(wish){.name = "cos", .n_types = 1, .types = {TERCET_DTYPE_F32}},
              TERCET_ERR_DTYPE,
              "the template cos is not valid here without repair R10, which "
              "has a constant of rank 0, which does not add an axis");
  check_fails(
      &(wish){.name = "mask", .n_types = 1, .types = {TERCET_DTYPE_F64}},
      TERCET_ERR_DTYPE,
      "the template mask is not valid here without repair R5, which "
      "broadcasts the mask and flattens it, and declares the type of "
      "the input");
  check_model(&(wish){.name = "sum", .n_types = 1, .types = {TERCET_DTYPE_I16}},
              "Cast",
              TERCET_ONNX_INT16);
  check_model(&(wish){.name = "lt",
                      .n_types = 2,
                      .types = {TERCET_DTYPE_U8, TERCET_DTYPE_F32}},
              "Less",
              TERCET_ONNX_BOOL);
  is_strict = false;
}

int
main(void)
{
  test_strict_models_are_those_of_the_specification();
  test_functions_have_models();
  test_failures_name_what_is_missing();
  return check_finish();
}
