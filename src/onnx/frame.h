// SPDX-License-Identifier: Apache-2.0

/// What stands behind the call of an operator

#ifndef TERCET_ONNX_FRAME_H
#define TERCET_ONNX_FRAME_H

#include "onnx/plan.h"

struct tercet_onnx_frame {
  tercet_onnx_session *session; ///< NULL while a plan is made
  const tercet_onnx_step *step;
  tercet_onnx_strings *strings;
  bool is_random; ///< Set if a seed was asked for
};

#endif // TERCET_ONNX_FRAME_H
