// SPDX-License-Identifier: Apache-2.0

/// Steps whose inputs are all constant are run while the plan is made

#include "base/error.h"
#include "onnx/frame.h"
#include "onnx/planner.h"
#include "onnx/session_values.h"

#include <string.h>

/// Inputs and outputs of steps that are looked at
#define MAX_VALUES 16

/// Arguments of the call that makes constants
typedef struct {
  tercet_onnx_value inputs[MAX_VALUES];
  tercet_onnx_value outputs[MAX_VALUES];
  bool is_wanted[MAX_VALUES];
  tercet_tensor *targets[MAX_VALUES];
} arguments;

/// Set the inputs to constants; false if one is none
static bool
gather_inputs(const tercet_onnx_planner *planner,
              const tercet_onnx_step *step,
              arguments *args)
{
  if (step->n_inner > 0 || step->n_inputs > MAX_VALUES ||
      step->n_outputs > MAX_VALUES) {
    return false;
  }
  for (size_t i = 0; i < step->n_inputs; ++i) {
    const uint32_t slot = step->inputs[i];
    if (slot != TERCET_ONNX_NO_SLOT) {
      args->inputs[i] = planner->slots[slot].constant;
      if (args->inputs[i].kind == TERCET_ONNX_NONE) {
        return false;
      }
    }
  }
  return true;
}

/// Make the outputs independent of the memory that the call had
static bool
keep_outputs(const tercet_onnx_planner *planner,
             const tercet_onnx_step *step,
             arguments *args)
{
  for (size_t i = 0; i < step->n_outputs; ++i) {
    if (step->outputs[i] != TERCET_ONNX_NO_SLOT &&
        (args->outputs[i].kind == TERCET_ONNX_NONE ||
         tercet_onnx_output_detach(
             planner->plan->alloc, &args->outputs[i], NULL) != TERCET_OK)) {
      return false;
    }
  }
  return true;
}

/// Run the step; false if it fails, which it will do again where it is reached,
/// or depends on more than its inputs
static bool
run(tercet_onnx_planner *planner, const tercet_onnx_step *step, arguments *args)
{
  const tercet_allocator *const memory = &planner->pool.interface;
  tercet_onnx_frame frame = {NULL, step, &planner->plan->strings, false};
  for (size_t i = 0; i < step->n_outputs; ++i) {
    args->is_wanted[i] = step->outputs[i] != TERCET_ONNX_NO_SLOT;
  }
  const tercet_onnx_call call = {step->node,
                                 step->version,
                                 step->prepared,
                                 step->n_inputs,
                                 args->inputs,
                                 step->n_outputs,
                                 args->outputs,
                                 args->is_wanted,
                                 args->targets,
                                 memory,
                                 memory,
                                 &frame,
                                 NULL};
  return step->op->run(&call) == TERCET_OK && !frame.is_random &&
         keep_outputs(planner, step, args);
}

bool
tercet_onnx_plan_fold(tercet_onnx_planner *planner,
                      const tercet_onnx_step *step)
{
  arguments args;
  memset(&args, 0, sizeof(args));
  if (!gather_inputs(planner, step, &args)) {
    return false;
  }

  const bool is_folded = run(planner, step, &args);
  for (size_t i = 0; i < step->n_outputs; ++i) {
    const uint32_t slot = step->outputs[i];
    if (is_folded && slot != TERCET_ONNX_NO_SLOT) {
      planner->slots[slot].constant = args.outputs[i];
      planner->slots[slot].owner = NULL;
    } else {
      tercet_onnx_value_unref(args.outputs[i]);
    }
  }
  return is_folded;
}
