// SPDX-License-Identifier: Apache-2.0

/// What goes into a run and comes out of it

#ifndef TERCET_ONNX_SESSION_VALUES_H
#define TERCET_ONNX_SESSION_VALUES_H

#include "onnx/model.h"

/// Check a value against what the model says of an input
TERCET_NODISCARD tercet_status
tercet_onnx_input_check(const tercet_onnx_value_info *info,
                        tercet_onnx_value value,
                        tercet_error *err);

/// Write the value of an output to the caller's memory, if it is not there yet
TERCET_NODISCARD tercet_status
tercet_onnx_output_write(tercet_string name,
                         tercet_onnx_value value,
                         tercet_tensor *target,
                         tercet_error *err);

/// Replace a value by a copy unless its bytes are from `alloc` and nobody else
/// uses them; on failure nothing changes
TERCET_NODISCARD tercet_status
tercet_onnx_output_detach(const tercet_allocator *alloc,
                          tercet_onnx_value *value,
                          tercet_error *err);

#endif // TERCET_ONNX_SESSION_VALUES_H
