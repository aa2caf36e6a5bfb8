// SPDX-License-Identifier: Apache-2.0

/**
   Elementwise operators and reductions in a row, run together.

   A plan finds segments: steps one after the other that can all be fused.  A
   session that runs a segment on inputs of new types or shapes makes a program
   of it (fuse_program.c): passes over one shape each, in which every operator
   works on a tile of elements that stays in the cache, and reductions gather
   what the tiles give.  What a pass makes is kept only if another pass or a
   step outside reads it.  The program is used as long as types and shapes stay
   the same; it runs without an allocation but for the outputs.

   Where a program cannot be made, and where an operator reports a failure, the
   steps are run one by one: messages and edge cases are always theirs.
*/

#ifndef TERCET_ONNX_FUSE_H
#define TERCET_ONNX_FUSE_H

#include "onnx/planner.h"
#include "onnx/session.h"

/// Operands of an operator at the most
#define TERCET_ONNX_FUSED_OPERANDS 3

typedef enum {
  TERCET_ONNX_FUSED_UNARY,
  TERCET_ONNX_FUSED_BINARY,
  TERCET_ONNX_FUSED_WHERE,
  TERCET_ONNX_FUSED_CAST,
  TERCET_ONNX_FUSED_REDUCE,
} tercet_onnx_fused_kind;

/// One operator of a segment.  Its operands are values of the segment: first
/// the inputs, then what the operators make, one each.
typedef struct {
  tercet_onnx_fused_kind kind;
  unsigned op;         ///< Of array/: of the kind
  bool keeps_type;     ///< Whether the result has the type of the operands
  bool has_bound;      ///< Whether the second operand is to be a single number
  tercet_onnx_type to; ///< Of a cast
  size_t n_operands;
  uint32_t operands[TERCET_ONNX_FUSED_OPERANDS];
  bool keepdims;
  bool is_noop;  ///< A reduction over no axes
  size_t n_axes; ///< 0: all
  const int64_t *axes;
  uint32_t slot; ///< Where the result goes, or #TERCET_ONNX_NO_SLOT
  bool escapes;  ///< Whether that may outlive the session
} tercet_onnx_fused;

/// Operators in a segment at the most
#define TERCET_ONNX_SEGMENT_MAX 64

struct tercet_onnx_segment {
  size_t index;   ///< Among those of the plan
  size_t n_steps; ///< From the one that has the segment on
  size_t n_inputs;
  uint32_t *inputs; ///< Slots
  size_t n_fused;
  tercet_onnx_fused *fused;
  size_t n_results;
  uint32_t *results; ///< Operators whose results have slots
  size_t n_dead;     ///< Slots to be dropped afterwards
  uint32_t *dead;
};

/**
   Describe a step that can be fused: the operators that it is made of, one
   after the other, whose last one makes its output.

   @param[out] out Room for #TERCET_ONNX_SEGMENT_MAX.  The operands are slots,
   or #TERCET_ONNX_NO_SLOT for the result of the operator before.
   @return Number of operators; 0 if the step cannot be fused.
*/
size_t
tercet_onnx_fused_describe(const tercet_onnx_planner *planner,
                           const tercet_onnx_step *step,
                           tercet_onnx_fused *out);

/**
   Run a segment.

   @param[out] done False: run its steps instead; nothing was changed.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_segment_run(tercet_onnx_session *session,
                        const tercet_onnx_segment *segment,
                        bool *done,
                        tercet_error *err);

/// Free what a session keeps for a segment; NULL is fine
void
tercet_onnx_programs_free(tercet_onnx_program *program);

#endif // TERCET_ONNX_FUSE_H
