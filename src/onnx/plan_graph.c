// SPDX-License-Identifier: Apache-2.0

/// From names to slots, and from nodes to steps

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"
#include "onnx/planner.h"
#include "onnx/sparse.h"

tercet_status
tercet_onnx_planner_add_slot(tercet_onnx_planner *planner,
                             const tercet_onnx_body *owner,
                             uint32_t *out)
{
  if (!tercet_grow_array(planner->plan->alloc,
                         (void **)&planner->slots,
                         &planner->capacity,
                         planner->n_slots + 1,
                         sizeof(*planner->slots))) {
    return tercet_error_no_memory(planner->err);
  }
  if (planner->n_slots >= TERCET_ONNX_NO_SLOT) {
    return tercet_error_set(
        planner->err, TERCET_ERR_LIMIT, "the graph has too many values");
  }

  tercet_onnx_slot *const slot = &planner->slots[planner->n_slots];
  memset(slot, 0, sizeof(*slot));
  slot->owner = owner;
  *out = (uint32_t)planner->n_slots++;
  return TERCET_OK;
}

/// Return an array of slots in the plan's arena, or NULL
static uint32_t *
allocate_slots(tercet_onnx_planner *planner, size_t n)
{
  return tercet_arena_allocate_array(
      &planner->plan->arena, n, sizeof(uint32_t));
}

/// Report something about a node; returns `status`
static tercet_status
fail(const tercet_onnx_planner *planner,
     const tercet_onnx_node *node,
     tercet_status status,
     const char *text,
     tercet_string name)
{
  return tercet_error_set(planner->err,
                          status,
                          "%.*s: %s %.*s",
                          TERCET_STRING_ARGS(tercet_onnx_node_label(node)),
                          text,
                          TERCET_STRING_ARGS(name));
}

/* ---- Nodes ---- */

static tercet_status
plan_inputs(tercet_onnx_planner *planner,
            const tercet_onnx_place *place,
            const tercet_onnx_node *node,
            tercet_onnx_step *step)
{
  step->n_inputs = node->n_inputs;
  step->inputs = allocate_slots(planner, node->n_inputs);
  if (!step->inputs) {
    return tercet_error_no_memory(planner->err);
  }
  for (size_t i = 0; i < node->n_inputs; ++i) {
    step->inputs[i] = TERCET_ONNX_NO_SLOT;
    if (node->inputs[i].length > 0 &&
        !tercet_onnx_scope_find(
            place->scope, node->inputs[i], &step->inputs[i])) {
      return fail(planner,
                  node,
                  TERCET_ERR_ARGUMENT,
                  "not made before:",
                  node->inputs[i]);
    }
  }
  return TERCET_OK;
}

static tercet_status
plan_outputs(tercet_onnx_planner *planner,
             const tercet_onnx_body *body,
             const tercet_onnx_place *place,
             const tercet_onnx_node *node,
             tercet_onnx_step *step)
{
  step->n_outputs = node->n_outputs;
  step->outputs = allocate_slots(planner, node->n_outputs);
  step->is_wanted = tercet_arena_allocate_array(
      &planner->plan->arena, node->n_outputs, sizeof(*step->is_wanted));
  if (!step->outputs || !step->is_wanted) {
    return tercet_error_no_memory(planner->err);
  }
  for (size_t i = 0; i < node->n_outputs; ++i) {
    step->outputs[i] = TERCET_ONNX_NO_SLOT;
    if (node->outputs[i].length > 0) {
      TERCET_TRY(
          tercet_onnx_planner_add_slot(planner, body, &step->outputs[i]));
      TERCET_TRY(tercet_onnx_scope_add(
          place->scope, node->outputs[i], step->outputs[i], planner->err));
    }
  }
  return TERCET_OK;
}

/// Plan the graphs that are attributes of a node
static tercet_status
plan_inner(tercet_onnx_planner *planner,
           const tercet_onnx_place *place,
           const tercet_onnx_node *node,
           tercet_onnx_step *step)
{
  for (size_t i = 0; i < node->n_attributes; ++i) {
    step->n_inner += node->attributes[i].type == TERCET_ONNX_ATTRIBUTE_GRAPH;
  }
  if (step->n_inner == 0) {
    return TERCET_OK;
  }

  tercet_arena *const arena = &planner->plan->arena;
  step->inner =
      tercet_arena_allocate_array(arena, step->n_inner, sizeof(*step->inner));
  tercet_onnx_body *body =
      tercet_arena_allocate_array(arena, step->n_inner, sizeof(*body));
  if (!step->inner || !body) {
    return tercet_error_no_memory(planner->err);
  }
  tercet_onnx_inner *inner = step->inner;
  for (size_t i = 0; i < node->n_attributes; ++i) {
    if (node->attributes[i].type == TERCET_ONNX_ATTRIBUTE_GRAPH) {
      inner->attribute = node->attributes[i].name;
      inner->body = body++;
      TERCET_TRY(tercet_onnx_plan_graph(
          planner, node->attributes[i].as.graphs, place, inner->body));
      ++inner;
    }
  }
  return TERCET_OK;
}

/// Find the operator of a node and let it look at the attributes
static tercet_status
plan_operator(tercet_onnx_planner *planner,
              const tercet_onnx_place *place,
              const tercet_onnx_node *node,
              tercet_onnx_step *step)
{
  step->node = node;
  step->version =
      tercet_onnx_opset_version(place->n_opsets, place->opsets, node->domain);
  step->op =
      tercet_onnx_operator_find(node->domain, node->op_type, step->version);
  if (!step->op) {
    return tercet_error_set(planner->err,
                            TERCET_ERR_UNSUPPORTED,
                            "%.*s: there is no operator %.*s in version %lld "
                            "of domain \"%.*s\"",
                            TERCET_STRING_ARGS(tercet_onnx_node_label(node)),
                            TERCET_STRING_ARGS(node->op_type),
                            (long long)step->version,
                            TERCET_STRING_ARGS(node->domain));
  }
  return step->op->prepare ? step->op->prepare(node,
                                               step->version,
                                               &planner->plan->arena,
                                               &step->prepared,
                                               planner->err)
                           : TERCET_OK;
}

static tercet_status
plan_node(tercet_onnx_planner *planner,
          tercet_onnx_builder *builder,
          const tercet_onnx_place *place,
          const tercet_onnx_node *node)
{
  TERCET_TRY(tercet_onnx_plan_resolve(planner, place, node, &node));
  const tercet_onnx_function *const function =
      tercet_onnx_model_function(planner->plan->model, node);
  if (function) {
    return tercet_onnx_plan_call(planner, builder, place, function, node);
  }

  tercet_onnx_step step;
  memset(&step, 0, sizeof(step));
  TERCET_TRY(plan_operator(planner, place, node, &step));
  TERCET_TRY(plan_inputs(planner, place, node, &step));
  TERCET_TRY(plan_inner(planner, place, node, &step));
  TERCET_TRY(plan_outputs(planner, builder->body, place, node, &step));
  if (tercet_onnx_plan_fold(planner, &step)) {
    return TERCET_OK;
  }
  if (!tercet_grow_array(planner->plan->alloc,
                         (void **)&builder->steps,
                         &builder->capacity,
                         builder->n_steps + 1,
                         sizeof(*builder->steps))) {
    return tercet_error_no_memory(planner->err);
  }
  builder->steps[builder->n_steps++] = step;
  return TERCET_OK;
}

tercet_status
tercet_onnx_plan_nodes(tercet_onnx_planner *planner,
                       tercet_onnx_builder *builder,
                       const tercet_onnx_place *place,
                       size_t n,
                       const tercet_onnx_node *nodes)
{
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(plan_node(planner, builder, place, &nodes[i]));
  }
  return TERCET_OK;
}

/* ---- Graphs ---- */

/// Name a slot of a constant
static tercet_status
add_constant(tercet_onnx_planner *planner,
             tercet_onnx_scope *scope,
             tercet_string name,
             uint32_t *out)
{
  TERCET_TRY(tercet_onnx_planner_add_slot(planner, NULL, out));
  return tercet_onnx_scope_add(scope, name, *out, planner->err);
}

static tercet_status
plan_initializers(tercet_onnx_planner *planner,
                  const tercet_onnx_graph *graph,
                  tercet_onnx_scope *scope)
{
  tercet_onnx_plan *const plan = planner->plan;
  for (size_t i = 0; i < graph->n_initializers; ++i) {
    const tercet_onnx_tensor *const tensor = &graph->initializers[i];
    uint32_t slot = 0;
    TERCET_TRY(add_constant(planner, scope, tensor->name, &slot));
    TERCET_TRY(tercet_onnx_tensor_value(plan->alloc,
                                        tensor,
                                        &plan->strings,
                                        &planner->slots[slot].constant,
                                        planner->err));
  }
  for (size_t i = 0; i < graph->n_sparse_initializers; ++i) {
    const tercet_onnx_sparse *const sparse = &graph->sparse_initializers[i];
    uint32_t slot = 0;
    TERCET_TRY(add_constant(planner, scope, sparse->values.name, &slot));
    TERCET_TRY(tercet_onnx_sparse_value(plan->alloc,
                                        sparse,
                                        &plan->strings,
                                        &planner->slots[slot].constant,
                                        planner->err));
  }
  return TERCET_OK;
}

/// Give the inputs slots, but for those that are initializers
static tercet_status
plan_graph_inputs(tercet_onnx_planner *planner,
                  const tercet_onnx_graph *graph,
                  tercet_onnx_scope *scope,
                  tercet_onnx_body *body)
{
  body->inputs = allocate_slots(planner, graph->n_inputs);
  body->infos = tercet_arena_allocate_array(
      &planner->plan->arena, graph->n_inputs, sizeof(void *));
  if (!body->inputs || !body->infos) {
    return tercet_error_no_memory(planner->err);
  }
  for (size_t i = 0; i < graph->n_inputs; ++i) {
    const tercet_string name = graph->inputs[i].name;
    if (!tercet_onnx_scope_has(scope, name)) {
      uint32_t *const slot = &body->inputs[body->n_inputs];
      body->infos[body->n_inputs++] = &graph->inputs[i];
      TERCET_TRY(tercet_onnx_planner_add_slot(planner, NULL, slot));
      TERCET_TRY(tercet_onnx_scope_add(scope, name, *slot, planner->err));
    }
  }
  return TERCET_OK;
}

static tercet_status
plan_graph_outputs(tercet_onnx_planner *planner,
                   const tercet_onnx_graph *graph,
                   const tercet_onnx_scope *scope,
                   tercet_onnx_body *body)
{
  body->n_outputs = graph->n_outputs;
  body->outputs = allocate_slots(planner, graph->n_outputs);
  body->is_own = tercet_arena_allocate_array(
      &planner->plan->arena, graph->n_outputs, sizeof(*body->is_own));
  if (!body->outputs || !body->is_own) {
    return tercet_error_no_memory(planner->err);
  }
  for (size_t i = 0; i < graph->n_outputs; ++i) {
    const tercet_string name = graph->outputs[i].name;
    if (!tercet_onnx_scope_find(scope, name, &body->outputs[i])) {
      return tercet_error_set(planner->err,
                              TERCET_ERR_ARGUMENT,
                              "output %.*s is not made",
                              TERCET_STRING_ARGS(name));
    }
  }
  return TERCET_OK;
}

/// Move the steps into the plan's arena
static tercet_status
keep_steps(tercet_onnx_planner *planner, const tercet_onnx_builder *builder)
{
  tercet_onnx_body *const body = builder->body;
  body->n_steps = builder->n_steps;
  body->steps = tercet_arena_allocate_array(
      &planner->plan->arena, builder->n_steps, sizeof(*builder->steps));
  if (!body->steps) {
    return tercet_error_no_memory(planner->err);
  }
  if (builder->n_steps > 0) {
    memcpy(body->steps,
           builder->steps,
           builder->n_steps * sizeof(*builder->steps));
  }
  return TERCET_OK;
}

static tercet_status
plan_contents(tercet_onnx_planner *planner,
              const tercet_onnx_graph *graph,
              const tercet_onnx_place *place,
              tercet_onnx_builder *builder)
{
  tercet_onnx_body *const body = builder->body;
  body->graph = graph;
  TERCET_TRY(plan_initializers(planner, graph, place->scope));
  TERCET_TRY(plan_graph_inputs(planner, graph, place->scope, body));
  TERCET_TRY(tercet_onnx_plan_nodes(
      planner, builder, place, graph->n_nodes, graph->nodes));
  TERCET_TRY(plan_graph_outputs(planner, graph, place->scope, body));
  return keep_steps(planner, builder);
}

tercet_status
tercet_onnx_plan_graph(tercet_onnx_planner *planner,
                       const tercet_onnx_graph *graph,
                       const tercet_onnx_place *around,
                       tercet_onnx_body *body)
{
  if (planner->depth >= TERCET_ONNX_MAX_DEPTH) {
    return tercet_error_set(planner->err,
                            TERCET_ERR_LIMIT,
                            "more than %d graphs inside one another",
                            TERCET_ONNX_MAX_DEPTH);
  }

  tercet_onnx_scope scope;
  tercet_onnx_scope_init(&scope, planner->plan->alloc, around->scope);
  tercet_onnx_place place = *around;
  place.scope = &scope;
  tercet_onnx_builder builder = {body, NULL, 0, 0};
  ++planner->depth;
  const tercet_status st = plan_contents(planner, graph, &place, &builder);
  --planner->depth;
  tercet_release(planner->plan->alloc, builder.steps);
  tercet_onnx_scope_clear(&scope);
  return st;
}
