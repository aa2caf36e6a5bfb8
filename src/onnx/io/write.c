// SPDX-License-Identifier: Apache-2.0

/// Writing models in any form

#include "base/error.h"
#include "onnx/io/pbtxt.h"
#include "onnx/io/text.h"
#include "onnx/io/wire.h"

tercet_status
tercet_onnx_model_write(const tercet_onnx_model *model,
                        tercet_onnx_format format,
                        const tercet_output *output,
                        tercet_error *err)
{
  const tercet_allocator *const alloc = model->arena.alloc;
  switch (format) {
  case TERCET_ONNX_BINARY:
    return tercet_onnx_wire_write(
        alloc, &tercet_onnx_model_message, model, output, err);
  case TERCET_ONNX_PROTOTXT:
    return tercet_onnx_pbtxt_write(
        alloc, &tercet_onnx_model_message, model, output, err);
  case TERCET_ONNX_TEXT:
    return tercet_onnx_text_write(alloc, model, output, err);
  case TERCET_ONNX_ANY:
    break;
  }
  return tercet_error_set(
      err, TERCET_ERR_ARGUMENT, "no form to write a model in");
}
