// SPDX-License-Identifier: Apache-2.0

#include "onnx/operator.h"

static tercet_status
run_identity(const tercet_onnx_call *call)
{
  call->outputs[0] = tercet_onnx_value_ref(call->inputs[0]);
  return TERCET_OK;
}

TERCET_ONNX_DEFINE_TABLE(identity, {"Identity", "", 1, 0, NULL, run_identity});
