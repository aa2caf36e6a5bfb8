// SPDX-License-Identifier: Apache-2.0

/// Reads bytes as the text of an ONNX model, and runs it on small tensors of
/// the types of its inputs, with little memory and time

#include "onnx/plan.h"
#include "onnx_models.h"

/// Memory and seconds of a run
#define MAX_BYTES ((size_t)1 << 20U)
#define MAX_SECONDS 2.0

#define MAX_VALUES 16U

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Make an input as it is declared: unknown extents are 2, and the elements
/// small numbers
static tercet_onnx_value
make_input(const tercet_onnx_value_info *info)
{
  const tercet_onnx_type type = (tercet_onnx_type)info->type.elem_type;
  tercet_onnx_value value = {
      TERCET_ONNX_NONE, TERCET_ONNX_UNDEFINED, NULL, NULL};
  int64_t shape[TERCET_MAX_RANK] = {0};
  int64_t n = 1;
  if (info->type.kind != TERCET_ONNX_TYPE_TENSOR ||
      type == TERCET_ONNX_STRING || info->type.rank > TERCET_MAX_RANK) {
    return value;
  }
  for (size_t i = 0; i < info->type.rank; ++i) {
    const int64_t extent = info->type.dims[i].value;
    shape[i] = extent < 0 ? 2 : extent < 64 ? extent : 64;
    n *= n < 4096 ? shape[i] : 1;
  }
  tercet_tensor *tensor = NULL;
  if (n < 4096 && tercet_tensor_zeros(NULL,
                                      tercet_onnx_type_dtype(type),
                                      info->type.rank,
                                      shape,
                                      TERCET_ROW_MAJOR,
                                      &tensor,
                                      NULL) == TERCET_OK) {
    onnx_models_require(
        !tercet_tensor_fill(tensor, tercet_scalar_from_i64(1), NULL));
    value.kind = TERCET_ONNX_TENSOR;
    value.type = type;
    value.tensor = tensor;
  }
  return value;
}

/// Run a plan twice, the second time into what the first has made
static void
run_plan(const tercet_onnx_plan *plan, bool no_fusion)
{
  tercet_onnx_value inputs[MAX_VALUES];
  tercet_onnx_value outputs[MAX_VALUES];
  memset(inputs, 0, sizeof(inputs));
  memset(outputs, 0, sizeof(outputs));
  if (plan->main.n_inputs > MAX_VALUES || plan->main.n_outputs > MAX_VALUES) {
    return;
  }
  for (size_t i = 0; i < plan->main.n_inputs; ++i) {
    inputs[i] = make_input(plan->main.infos[i]);
  }

  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  onnx_models_require(cancel != NULL);
  tercet_cancel_set_timeout(cancel, MAX_SECONDS);
  const tercet_onnx_session_options options = {MAX_BYTES, 1, cancel, no_fusion};
  tercet_onnx_session *session = NULL;
  tercet_error err = {0};
  if (tercet_onnx_session_new(NULL, plan, &options, &session, &err) ==
      TERCET_OK) {
    for (int i = 0; i < 2; ++i) {
      const tercet_status st =
          tercet_onnx_session_run(session, inputs, outputs, &err);
      onnx_models_require(st == TERCET_OK || err.message[0]);
    }
  }
  tercet_onnx_session_free(session);
  tercet_cancel_free(cancel);
  for (size_t i = 0; i < MAX_VALUES; ++i) {
    tercet_onnx_value_unref(inputs[i]);
    tercet_onnx_value_unref(outputs[i]);
  }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const tercet_string text = {(const char *)data, size};
  tercet_onnx_model *model = NULL;
  tercet_onnx_plan *plan = NULL;
  tercet_error err = {0};
  if (onnx_models_read(text, TERCET_ONNX_TEXT, &model, &err) == TERCET_OK) {
    if (tercet_onnx_plan_new(NULL, model, &plan, &err) == TERCET_OK) {
      run_plan(plan, false);
      run_plan(plan, true);
    } else {
      onnx_models_require(err.message[0]);
    }
  }
  tercet_onnx_plan_free(plan);
  tercet_onnx_model_free(model);
  return 0;
}
