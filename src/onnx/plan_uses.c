// SPDX-License-Identifier: Apache-2.0

/**
   Who reads which values, from the last step to the first.  Steps that nobody
   needs are not run.

   A body gives back only what its own steps make: values of graphs around it
   are still there when it runs the next time.
*/

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/planner.h"

/// Return whether an operator may give a view of its first input
static bool
makes_views(const tercet_onnx_step *step)
{
  static const char *const names[] = {"Expand",
                                      "Flatten",
                                      "Identity",
                                      "Reshape",
                                      "Slice",
                                      "Squeeze",
                                      "Transpose",
                                      "Unsqueeze"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (tercet_string_is(step->node->op_type, names[i])) {
      return true;
    }
  }
  return false;
}

/// Let what a value that may outlive the session is made of do so too
static void
spread_escape(tercet_onnx_planner *planner, tercet_onnx_step *step)
{
  for (size_t i = 0; i < step->n_outputs; ++i) {
    const uint32_t slot = step->outputs[i];
    step->escapes = step->escapes || (slot != TERCET_ONNX_NO_SLOT &&
                                      planner->slots[slot].escapes);
  }
  if (!step->escapes) {
    return;
  }

  for (size_t i = 0; i < step->n_inner; ++i) {
    const tercet_onnx_body *const inner = step->inner[i].body;
    for (size_t k = 0; k < inner->n_outputs; ++k) {
      if (inner->outputs[k] != TERCET_ONNX_NO_SLOT) {
        planner->slots[inner->outputs[k]].escapes = true;
      }
    }
  }
  if (step->n_inputs > 0 && step->inputs[0] != TERCET_ONNX_NO_SLOT &&
      makes_views(step)) {
    planner->slots[step->inputs[0]].escapes = true;
  }
}

/// Note that a step reads a value: the first time that one of this body's
/// steps is seen to do so, that is the last one in a run
static void
note_read(tercet_onnx_planner *planner,
          tercet_onnx_body *body,
          tercet_onnx_step *step,
          uint32_t slot)
{
  if (slot == TERCET_ONNX_NO_SLOT || !planner->slots[slot].owner) {
    return;
  }
  if (planner->slots[slot].owner != body) {
    body->outer[body->n_outer++] = slot;
  } else if (!planner->slots[slot].is_read) {
    planner->slots[slot].is_read = true;
    step->dead[step->n_dead++] = slot;
  }
}

/// Note which outputs are read; returns whether any is
static bool
note_outputs(tercet_onnx_planner *planner, tercet_onnx_step *step)
{
  bool is_any_wanted = false;
  for (size_t i = 0; i < step->n_outputs; ++i) {
    const uint32_t slot = step->outputs[i];
    if (slot == TERCET_ONNX_NO_SLOT) {
      continue;
    }
    step->is_wanted[i] = planner->slots[slot].is_read;
    is_any_wanted = is_any_wanted || step->is_wanted[i];
    if (!step->is_wanted[i]) {
      step->dead[step->n_dead++] = slot;
    }
  }
  return is_any_wanted;
}

/// Make room for everything that a step may read or leave unread
static tercet_status
allocate_dead(tercet_onnx_planner *planner, tercet_onnx_step *step)
{
  size_t n = step->n_inputs + step->n_outputs;
  for (size_t i = 0; i < step->n_inner; ++i) {
    n += step->inner[i].body->n_outer;
  }
  step->dead = tercet_arena_allocate_array(
      &planner->plan->arena, n, sizeof(*step->dead));
  return step->dead ? TERCET_OK : tercet_error_no_memory(planner->err);
}

/// Note what a step reads, unless nobody wants anything of it
static tercet_status
step_uses(tercet_onnx_planner *planner,
          tercet_onnx_body *body,
          tercet_onnx_step *step,
          bool *is_needed)
{
  TERCET_TRY(allocate_dead(planner, step));
  *is_needed = note_outputs(planner, step);
  if (!*is_needed) {
    return TERCET_OK;
  }
  for (size_t i = 0; i < step->n_inputs; ++i) {
    note_read(planner, body, step, step->inputs[i]);
  }
  for (size_t i = 0; i < step->n_inner; ++i) {
    const tercet_onnx_body *const inner = step->inner[i].body;
    for (size_t k = 0; k < inner->n_outer; ++k) {
      note_read(planner, body, step, inner->outer[k]);
    }
  }
  return TERCET_OK;
}

/// Find out what the graphs inside of a body read, and make room for what the
/// body reads of those around it
static tercet_status
inner_uses(tercet_onnx_planner *planner, tercet_onnx_body *body)
{
  size_t n_reads = body->n_outputs;
  for (size_t s = body->n_steps; s-- > 0;) {
    tercet_onnx_step *const step = &body->steps[s];
    spread_escape(planner, step);
    n_reads += step->n_inputs;
    for (size_t i = 0; i < step->n_inner; ++i) {
      TERCET_TRY(tercet_onnx_plan_uses(planner, step->inner[i].body));
      n_reads += step->inner[i].body->n_outer;
    }
  }
  body->outer = tercet_arena_allocate_array(
      &planner->plan->arena, n_reads, sizeof(*body->outer));
  return body->outer ? TERCET_OK : tercet_error_no_memory(planner->err);
}

/// Note the outputs, which stay until the end.  One that is listed twice is
/// moved the last time.
static void
note_ends(tercet_onnx_planner *planner, tercet_onnx_body *body)
{
  for (size_t i = body->n_outputs; i-- > 0;) {
    const uint32_t slot = body->outputs[i];
    if (slot == TERCET_ONNX_NO_SLOT || !planner->slots[slot].owner) {
      continue;
    }
    if (planner->slots[slot].owner != body) {
      body->outer[body->n_outer++] = slot;
    } else {
      body->is_own[i] = !planner->slots[slot].is_read;
      planner->slots[slot].is_read = true;
    }
  }
}

/// Give the calls of a body room for as many arguments as one has at the most
static void
place_arguments(tercet_onnx_plan *plan, tercet_onnx_body *body)
{
  size_t most = 0;
  for (size_t s = 0; s < body->n_steps; ++s) {
    const size_t n = body->steps[s].n_inputs + body->steps[s].n_outputs;
    most = n > most ? n : most;
  }
  body->first_argument = plan->n_arguments;
  plan->n_arguments += most;
}

tercet_status
tercet_onnx_plan_uses(tercet_onnx_planner *planner, tercet_onnx_body *body)
{
  TERCET_TRY(inner_uses(planner, body));
  note_ends(planner, body);
  place_arguments(planner->plan, body);

  // Steps that are needed move to the end of the array
  const size_t n = body->n_steps;
  size_t first = n;
  for (size_t s = n; s-- > 0;) {
    bool is_needed = false;
    TERCET_TRY(step_uses(planner, body, &body->steps[s], &is_needed));
    if (is_needed) {
      body->steps[--first] = body->steps[s];
    }
  }
  body->steps += first;
  body->n_steps = n - first;
  return TERCET_OK;
}
