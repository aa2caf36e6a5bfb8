// SPDX-License-Identifier: Apache-2.0

#include "onnx/plan.h"

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/check.h"
#include "onnx/planner.h"

#include <string.h>

/// Bytes that making one constant may take; larger ones are made in each run
#define MAX_FOLDED ((size_t)16U << 20U)

/// Keep what is known about slots in the plan; the constants move there
static tercet_status
keep_slots(tercet_onnx_planner *planner)
{
  tercet_onnx_plan *const plan = planner->plan;
  plan->constants = tercet_arena_allocate_array(
      &plan->arena, planner->n_slots, sizeof(*plan->constants));
  if (!plan->constants) {
    return tercet_error_no_memory(planner->err);
  }
  for (size_t i = 0; i < planner->n_slots; ++i) {
    plan->constants[i] = planner->slots[i].constant;
  }
  plan->n_slots = planner->n_slots;
  planner->n_slots = 0;
  return TERCET_OK;
}

/// Values of the outputs outlive a session
static void
mark_outputs(tercet_onnx_planner *planner)
{
  const tercet_onnx_body *const body = &planner->plan->main;
  for (size_t i = 0; i < body->n_outputs; ++i) {
    if (body->outputs[i] != TERCET_ONNX_NO_SLOT) {
      planner->slots[body->outputs[i]].escapes = true;
    }
  }
}

static tercet_status
make_plan(tercet_onnx_planner *planner)
{
  tercet_onnx_plan *const plan = planner->plan;
  const tercet_onnx_place place = {
      NULL, plan->model->n_opsets, plan->model->opsets, NULL, NULL};
  TERCET_TRY(tercet_onnx_plan_graph(
      planner, &plan->model->graph, &place, &plan->main));
  mark_outputs(planner);
  TERCET_TRY(tercet_onnx_plan_uses(planner, &plan->main));
  TERCET_TRY(tercet_onnx_plan_segments(planner, &plan->main));
  return keep_slots(planner);
}

/// Stop at the first problem of a model: planning and operators rely on types,
/// attributes and names that are right
static tercet_status
check_model(const tercet_allocator *alloc,
            const tercet_onnx_model *model,
            tercet_error *err)
{
  tercet_onnx_knowledge *knowledge = NULL;
  TERCET_TRY(tercet_onnx_knowledge_new(alloc, model, &knowledge, err));
  tercet_onnx_knowledge_free(knowledge);
  return TERCET_OK;
}

tercet_status
tercet_onnx_plan_new(const tercet_allocator *alloc,
                     const tercet_onnx_model *model,
                     tercet_onnx_plan **out,
                     tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  *out = NULL;
  TERCET_TRY(check_model(alloc, model, err));
  tercet_onnx_plan *const plan = tercet_allocate_zeroed(alloc, sizeof(*plan));
  if (!plan) {
    return tercet_error_no_memory(err);
  }

  plan->alloc = alloc;
  plan->model = model;
  tercet_arena_init(&plan->arena, alloc, SIZE_MAX);
  tercet_onnx_strings_init(&plan->strings, alloc, NULL);
  tercet_onnx_planner planner;
  memset(&planner, 0, sizeof(planner));
  planner.plan = plan;
  planner.err = err;
  tercet_onnx_pool_init(&planner.pool, alloc, MAX_FOLDED);
  const tercet_status st = make_plan(&planner);
  for (size_t i = 0; i < planner.n_slots; ++i) {
    tercet_onnx_value_unref(planner.slots[i].constant);
  }
  tercet_release(alloc, planner.slots);
  tercet_onnx_pool_clear(&planner.pool);
  if (st != TERCET_OK) {
    tercet_onnx_plan_free(plan);
    return st;
  }
  *out = plan;
  return TERCET_OK;
}

void
tercet_onnx_plan_free(tercet_onnx_plan *plan)
{
  if (!plan) {
    return;
  }

  for (size_t i = 0; i < plan->n_slots; ++i) {
    tercet_onnx_value_unref(plan->constants[i]);
  }
  tercet_onnx_strings_clear(&plan->strings);
  tercet_arena_clear(&plan->arena);
  tercet_release(plan->alloc, plan);
}

size_t
tercet_onnx_plan_n_inputs(const tercet_onnx_plan *plan)
{
  return plan->main.n_inputs;
}

size_t
tercet_onnx_plan_n_outputs(const tercet_onnx_plan *plan)
{
  return plan->main.n_outputs;
}

tercet_string
tercet_onnx_plan_input_name(const tercet_onnx_plan *plan, size_t i)
{
  return plan->main.infos[i]->name;
}

tercet_string
tercet_onnx_plan_output_name(const tercet_onnx_plan *plan, size_t i)
{
  return plan->main.graph->outputs[i].name;
}
