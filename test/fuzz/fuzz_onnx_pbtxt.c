// SPDX-License-Identifier: Apache-2.0

/// Reads bytes as an ONNX model in protobuf's text format; what was read is
/// written in all forms and read again

#include "onnx_models.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  onnx_models_check(data, size, TERCET_ONNX_PROTOTXT);
  return 0;
}
