// SPDX-License-Identifier: Apache-2.0

/// Reads bytes as a binary ONNX model, and as a lone tensor, sequence and
/// optional; what was read is written in all forms and read again

#include "onnx/io/wire.h"
#include "onnx_models.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const tercet_onnx_kind kinds[] = {
      TERCET_ONNX_TENSOR, TERCET_ONNX_SEQUENCE, TERCET_ONNX_OPTIONAL};

  onnx_models_check(data, size, TERCET_ONNX_BINARY);
  tercet_onnx_strings strings;
  tercet_onnx_strings_init(&strings, &tercet_allocator_default, NULL);
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i) {
    tercet_onnx_value value;
    const tercet_status st = tercet_onnx_value_read(
        NULL, kinds[i], data, size, &strings, &value, NULL);
    onnx_models_require(value.kind == (st ? TERCET_ONNX_NONE : kinds[i]));
    tercet_onnx_value_unref(value);
  }
  tercet_onnx_strings_clear(&strings);
  return 0;
}
