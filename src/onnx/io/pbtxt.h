// SPDX-License-Identifier: Apache-2.0

/// Protobuf's text format

#ifndef TERCET_ONNX_IO_PBTXT_H
#define TERCET_ONNX_IO_PBTXT_H

#include "onnx/io/encode.h"

/// Encode the message that a text holds, ModelProto
TERCET_NODISCARD tercet_status
tercet_onnx_pbtxt_encode(tercet_string text, tercet_onnx_encoder *encoder);

/// Write a message; what the output returns, or #TERCET_ERR_NO_MEMORY
TERCET_NODISCARD tercet_status
tercet_onnx_pbtxt_write(const tercet_allocator *alloc,
                        const tercet_onnx_message *message,
                        const void *tree,
                        const tercet_output *output,
                        tercet_error *err);

#endif // TERCET_ONNX_IO_PBTXT_H
