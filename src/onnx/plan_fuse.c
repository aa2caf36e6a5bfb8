// SPDX-License-Identifier: Apache-2.0

/// Which steps of a body make up segments

#include "base/error.h"
#include "onnx/fuse.h"

#include <string.h>

/// A segment in the making
typedef struct {
  tercet_onnx_planner *planner;
  size_t first; ///< Step
  size_t n_steps;
  size_t n_inputs;
  uint32_t inputs[TERCET_ONNX_FUSED_OPERANDS * TERCET_ONNX_SEGMENT_MAX];
  size_t n_fused;
  tercet_onnx_fused fused[TERCET_ONNX_SEGMENT_MAX];
  uint32_t slots[TERCET_ONNX_SEGMENT_MAX]; ///< Of the results
} maker;

/// Operands of results are counted from here until the number of inputs is
/// known
#define FIRST_RESULT 0x8000U

/// Return the value of the segment that a slot is, which may be a new input, or
/// for no slot the result before
static uint32_t
value_of(maker *m, uint32_t slot)
{
  if (slot == TERCET_ONNX_NO_SLOT) {
    return FIRST_RESULT + (uint32_t)m->n_fused - 1U;
  }
  for (size_t i = 0; i < m->n_fused; ++i) {
    if (m->slots[i] == slot) {
      return FIRST_RESULT + (uint32_t)i;
    }
  }
  for (size_t i = 0; i < m->n_inputs; ++i) {
    if (m->inputs[i] == slot) {
      return (uint32_t)i;
    }
  }
  m->inputs[m->n_inputs] = slot;
  return (uint32_t)m->n_inputs++;
}

/// Add an operator whose result goes to a slot, or to none
static void
add_fused(maker *m,
          const tercet_onnx_fused *described,
          uint32_t slot,
          bool escapes)
{
  tercet_onnx_fused fused = *described;
  for (size_t i = 0; i < fused.n_operands; ++i) {
    fused.operands[i] = value_of(m, fused.operands[i]);
  }
  fused.slot = slot;
  fused.escapes = escapes;
  m->slots[m->n_fused] = slot;
  m->fused[m->n_fused++] = fused;
}

/// Add a step; false if it cannot be fused
static bool
add_step(maker *m, const tercet_onnx_step *step)
{
  tercet_onnx_fused fused[TERCET_ONNX_SEGMENT_MAX];
  const size_t n = tercet_onnx_fused_describe(m->planner, step, fused);
  if (n == 0 || n > TERCET_ONNX_SEGMENT_MAX - m->n_fused) {
    return false;
  }

  for (size_t i = 0; i < n; ++i) {
    const bool is_last = i + 1 == n;
    add_fused(m,
              &fused[i],
              is_last ? step->outputs[0] : TERCET_ONNX_NO_SLOT,
              is_last && step->escapes);
  }
  ++m->n_steps;
  return true;
}

/// Results that die within the segment need no slot
static void
drop_inner_slots(maker *m, const tercet_onnx_body *body)
{
  for (size_t s = m->first; s < m->first + m->n_steps; ++s) {
    const tercet_onnx_step *const step = &body->steps[s];
    for (size_t i = 0; i < step->n_dead; ++i) {
      for (size_t k = 0; k < m->n_fused; ++k) {
        if (m->slots[k] == step->dead[i]) {
          m->fused[k].slot = TERCET_ONNX_NO_SLOT;
        }
      }
    }
  }
}

/// List the slots that the steps do not need any more, and that are there
static size_t
list_dead(const maker *m, const tercet_onnx_body *body, uint32_t *out)
{
  size_t n = 0;
  for (size_t s = m->first; s < m->first + m->n_steps; ++s) {
    const tercet_onnx_step *const step = &body->steps[s];
    for (size_t i = 0; i < step->n_dead; ++i) {
      bool is_inner = false;
      for (size_t k = 0; k < m->n_fused; ++k) {
        is_inner = is_inner || m->slots[k] == step->dead[i];
      }
      if (!is_inner) {
        out[n++] = step->dead[i];
      }
    }
  }
  return n;
}

/// List the operators whose results have slots
static size_t
list_results(const maker *m, uint32_t *out)
{
  size_t n = 0;
  for (uint32_t i = 0; i < m->n_fused; ++i) {
    if (m->fused[i].slot != TERCET_ONNX_NO_SLOT) {
      out[n++] = i;
    }
  }
  return n;
}

/// Number operands through, now that it is known how many inputs there are
static void
number_operands(maker *m)
{
  for (size_t i = 0; i < m->n_fused; ++i) {
    for (size_t k = 0; k < m->fused[i].n_operands; ++k) {
      uint32_t *const operand = &m->fused[i].operands[k];
      if (*operand >= FIRST_RESULT) {
        *operand = *operand - FIRST_RESULT + (uint32_t)m->n_inputs;
      }
    }
  }
}

static tercet_status
keep_segment(maker *m, tercet_onnx_body *body)
{
  tercet_onnx_plan *const plan = m->planner->plan;
  tercet_arena *const arena = &plan->arena;
  tercet_onnx_segment *const segment =
      tercet_arena_allocate(arena, sizeof(*segment));
  uint32_t *const inputs =
      tercet_arena_allocate_array(arena, m->n_inputs, sizeof(*inputs));
  tercet_onnx_fused *const fused =
      tercet_arena_allocate_array(arena, m->n_fused, sizeof(*fused));
  uint32_t *const results =
      tercet_arena_allocate_array(arena, m->n_fused, sizeof(*results));
  uint32_t *const dead =
      tercet_arena_allocate_array(arena, m->n_inputs, sizeof(*dead));
  if (!segment || !inputs || !fused || !results || !dead) {
    return tercet_error_no_memory(m->planner->err);
  }

  drop_inner_slots(m, body);
  number_operands(m);
  memcpy(inputs, m->inputs, m->n_inputs * sizeof(*inputs));
  memcpy(fused, m->fused, m->n_fused * sizeof(*fused));
  segment->index = plan->n_segments++;
  segment->n_steps = m->n_steps;
  segment->n_inputs = m->n_inputs;
  segment->inputs = inputs;
  segment->n_fused = m->n_fused;
  segment->fused = fused;
  segment->n_results = list_results(m, results);
  segment->results = results;
  segment->n_dead = list_dead(m, body, dead);
  segment->dead = dead;
  body->steps[m->first].segment = segment;
  return TERCET_OK;
}

tercet_status
tercet_onnx_plan_segments(tercet_onnx_planner *planner, tercet_onnx_body *body)
{
  for (size_t s = 0; s < body->n_steps;) {
    maker m;
    m.planner = planner;
    m.first = s;
    m.n_steps = 0;
    m.n_inputs = 0;
    m.n_fused = 0;
    while (s < body->n_steps && add_step(&m, &body->steps[s])) {
      ++s;
    }
    if (m.n_fused > 0) {
      TERCET_TRY(keep_segment(&m, body));
    } else {
      for (size_t i = 0; i < body->steps[s].n_inner; ++i) {
        TERCET_TRY(
            tercet_onnx_plan_segments(planner, body->steps[s].inner[i].body));
      }
      ++s;
    }
  }
  return TERCET_OK;
}
