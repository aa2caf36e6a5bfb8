// SPDX-License-Identifier: Apache-2.0

/// What session.c and run.c share

#ifndef TERCET_ONNX_SESSION_H
#define TERCET_ONNX_SESSION_H

#include "onnx/plan.h"
#include "onnx/pool.h"

/// What a session keeps for a segment, see fuse.h
typedef struct tercet_onnx_program tercet_onnx_program;

struct tercet_onnx_session {
  const tercet_allocator *alloc;
  const tercet_onnx_plan *plan;
  const tercet_allocator *output_alloc; ///< Of what outlives the session
  const tercet_cancel *cancel;
  uint64_t seed; ///< The next one
  tercet_onnx_pool pool;
  tercet_onnx_strings strings;
  tercet_onnx_value *values;    ///< One for each slot
  tercet_tensor **targets;      ///< Likewise: the caller's memory for outputs
  tercet_onnx_value *arguments; ///< Of the calls at hand, one part for a body
  tercet_tensor **argument_targets;
  tercet_onnx_value *results;     ///< One for each output
  tercet_onnx_program **programs; ///< One for each segment, NULL at first
  bool fuses;
};

/**
   Run a body whose inputs are in their slots.

   Afterwards the outputs are in theirs; of what the steps made, nothing else
   is there, and nothing at all on failure.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_body_run(tercet_onnx_session *session,
                     const tercet_onnx_body *body,
                     tercet_error *err);

/// Set `out` to an output of a body that has run, as a reference of its own;
/// the slot is empty afterwards if the body made the value
void
tercet_onnx_body_take(tercet_onnx_session *session,
                      const tercet_onnx_body *body,
                      size_t i,
                      tercet_onnx_value *out);

#endif // TERCET_ONNX_SESSION_H
