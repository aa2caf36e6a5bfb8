// SPDX-License-Identifier: Apache-2.0

/**
   Runs an ONNX model from C: it is read, checked, planned once, and run.

   cc onnx.c $(pkg-config --cflags --libs tercet) -o onnx
   ./onnx ../cosine.onnxtxt
*/

#include <tercet/tercet.h>

#include <stdio.h>

/// Print what is wrong with a model
static tercet_status
check_model(const tercet_onnx_model *model, tercet_error *err)
{
  tercet_onnx_report *report = NULL;
  const tercet_status st = tercet_onnx_model_check(NULL, model, &report, err);
  if (st == TERCET_OK) {
    for (size_t i = 0; i < tercet_onnx_report_count(report); ++i) {
      const tercet_onnx_problem *const problem =
          tercet_onnx_report_get(report, i);
      printf("%.*s: %.*s\n",
             (int)problem->node.length,
             problem->node.data,
             (int)problem->reason.length,
             problem->reason.data);
    }
    tercet_onnx_report_free(report);
  }
  return st;
}

/// Run a plan whose two inputs are vectors of float32
static tercet_status
run_plan(const tercet_onnx_plan *plan, tercet_error *err)
{
  static const float x[] = {1.0F, 2.0F, 3.0F};
  static const float y[] = {3.0F, 2.0F, 1.0F};
  static const int64_t shape[] = {3};
  tercet_onnx_value inputs[2] = {{0}};
  tercet_onnx_value output = {0};
  tercet_onnx_session *session = NULL;
  tercet_tensor *tensors[2] = {NULL, NULL};

  tercet_status st = tercet_tensor_from_data(
      NULL, TERCET_DTYPE_F32, 1, shape, x, &tensors[0], err);
  if (st == TERCET_OK) {
    st = tercet_tensor_from_data(
        NULL, TERCET_DTYPE_F32, 1, shape, y, &tensors[1], err);
  }
  if (st == TERCET_OK) {
    st = tercet_onnx_session_new(NULL, plan, NULL, &session, err);
  }
  if (st == TERCET_OK) {
    inputs[0] = tercet_onnx_value_from_tensor(tensors[0]);
    inputs[1] = tercet_onnx_value_from_tensor(tensors[1]);
    st = tercet_onnx_session_run(session, inputs, &output, err);
  }
  if (st == TERCET_OK) {
    printf("%.4f\n", *(const double *)tercet_tensor_data(output.tensor));
  }

  tercet_onnx_value_unref(output);
  tercet_onnx_session_free(session);
  tercet_tensor_unref(tensors[0]);
  tercet_tensor_unref(tensors[1]);
  return st;
}

int
main(int argc, char **argv)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  tercet_onnx_plan *plan = NULL;
  tercet_status st = tercet_onnx_model_load(
      NULL, argc > 1 ? argv[1] : "", TERCET_ONNX_ANY, NULL, &model, &err);
  if (st == TERCET_OK) {
    st = check_model(model, &err);
  }
  if (st == TERCET_OK) {
    st = tercet_onnx_plan_new(NULL, model, &plan, &err);
  }
  if (st == TERCET_OK) {
    st = run_plan(plan, &err);
  }
  if (st != TERCET_OK) {
    fprintf(stderr, "%s\n", err.message);
  }

  tercet_onnx_plan_free(plan);
  tercet_onnx_model_free(model);
  return st == TERCET_OK ? 0 : 1;
}
