// SPDX-License-Identifier: Apache-2.0

/**
   Functions of a model: a call is replaced by the nodes of the function, whose
   references to attributes are replaced by those of the call.
*/

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/planner.h"

/// Nodes that calls of functions may come to: calls in functions that are
/// called from functions multiply
#define MAX_INLINED ((size_t)1U << 16U)

/// Return what a name of an attribute of a function stands for, or NULL
static const tercet_onnx_attribute *
find_reference(const tercet_onnx_place *place, tercet_string name)
{
  const tercet_onnx_node *const caller = place->caller;
  for (size_t i = 0; i < caller->n_attributes; ++i) {
    if (tercet_string_equals(caller->attributes[i].name, name)) {
      return &caller->attributes[i];
    }
  }
  for (size_t i = 0; i < place->function->n_defaults; ++i) {
    if (tercet_string_equals(place->function->defaults[i].name, name)) {
      return &place->function->defaults[i];
    }
  }
  return NULL;
}

static bool
has_reference(const tercet_onnx_node *node)
{
  for (size_t i = 0; i < node->n_attributes; ++i) {
    if (node->attributes[i].reference.length > 0) {
      return true;
    }
  }
  return false;
}

tercet_status
tercet_onnx_plan_resolve(tercet_onnx_planner *planner,
                         const tercet_onnx_place *place,
                         const tercet_onnx_node *node,
                         const tercet_onnx_node **out)
{
  *out = node;
  if (!place->function || !has_reference(node)) {
    return TERCET_OK;
  }

  tercet_arena *const arena = &planner->plan->arena;
  tercet_onnx_node *const copy = tercet_arena_allocate(arena, sizeof(*copy));
  tercet_onnx_attribute *const attributes = tercet_arena_allocate_array(
      arena, node->n_attributes, sizeof(*attributes));
  if (!copy || !attributes) {
    return tercet_error_no_memory(planner->err);
  }

  // Without a value the attribute is left out, and has its own default
  *copy = *node;
  copy->attributes = attributes;
  copy->n_attributes = 0;
  for (size_t i = 0; i < node->n_attributes; ++i) {
    const tercet_onnx_attribute *attribute = &node->attributes[i];
    const tercet_string name = attribute->name;
    if (attribute->reference.length > 0) {
      attribute = find_reference(place, attribute->reference);
    }
    if (attribute) {
      attributes[copy->n_attributes] = *attribute;
      attributes[copy->n_attributes++].name = name;
    }
  }
  *out = copy;
  return TERCET_OK;
}

/// Give the inputs of a function the slots of the call
static tercet_status
bind_inputs(const tercet_onnx_planner *planner,
            const tercet_onnx_scope *around,
            const tercet_onnx_function *function,
            const tercet_onnx_node *node,
            tercet_onnx_scope *scope)
{
  for (size_t i = 0; i < function->n_inputs; ++i) {
    uint32_t slot = TERCET_ONNX_NO_SLOT;
    if (i < node->n_inputs && node->inputs[i].length > 0 &&
        !tercet_onnx_scope_find(around, node->inputs[i], &slot)) {
      return tercet_error_set(planner->err,
                              TERCET_ERR_ARGUMENT,
                              "%.*s: %.*s is not made before",
                              TERCET_STRING_ARGS(tercet_onnx_node_label(node)),
                              TERCET_STRING_ARGS(node->inputs[i]));
    }
    TERCET_TRY(
        tercet_onnx_scope_add(scope, function->inputs[i], slot, planner->err));
  }
  return TERCET_OK;
}

/// Give the outputs of the call the slots of the function's
static tercet_status
bind_outputs(const tercet_onnx_planner *planner,
             const tercet_onnx_scope *scope,
             const tercet_onnx_function *function,
             const tercet_onnx_node *node,
             tercet_onnx_scope *around)
{
  for (size_t i = 0; i < node->n_outputs && i < function->n_outputs; ++i) {
    uint32_t slot = TERCET_ONNX_NO_SLOT;
    if (node->outputs[i].length == 0) {
      continue;
    }
    if (!tercet_onnx_scope_find(scope, function->outputs[i], &slot)) {
      return tercet_error_set(planner->err,
                              TERCET_ERR_ARGUMENT,
                              "%.*s: the function does not make %.*s",
                              TERCET_STRING_ARGS(tercet_onnx_node_label(node)),
                              TERCET_STRING_ARGS(function->outputs[i]));
    }
    TERCET_TRY(
        tercet_onnx_scope_add(around, node->outputs[i], slot, planner->err));
  }
  return TERCET_OK;
}

/// Check numbers of arguments, and that the plan does not get out of hand
static tercet_status
check_call(tercet_onnx_planner *planner,
           const tercet_onnx_function *function,
           const tercet_onnx_node *node)
{
  const tercet_string label = tercet_onnx_node_label(node);
  if (node->n_inputs > function->n_inputs ||
      node->n_outputs > function->n_outputs) {
    return tercet_error_set(planner->err,
                            TERCET_ERR_ARGUMENT,
                            "%.*s: %zu inputs and %zu outputs, where the "
                            "function has %zu and %zu",
                            TERCET_STRING_ARGS(label),
                            node->n_inputs,
                            node->n_outputs,
                            function->n_inputs,
                            function->n_outputs);
  }
  planner->n_inlined += function->n_nodes + 1;
  if (planner->n_inlined > MAX_INLINED ||
      planner->depth >= TERCET_ONNX_MAX_DEPTH) {
    return tercet_error_set(planner->err,
                            TERCET_ERR_LIMIT,
                            "%.*s: functions call functions too often",
                            TERCET_STRING_ARGS(label));
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_plan_call(tercet_onnx_planner *planner,
                      tercet_onnx_builder *builder,
                      const tercet_onnx_place *place,
                      const tercet_onnx_function *function,
                      const tercet_onnx_node *node)
{
  TERCET_TRY(check_call(planner, function, node));

  tercet_onnx_scope scope;
  tercet_onnx_scope_init(&scope, planner->plan->alloc, NULL);
  const tercet_onnx_place inside = {
      &scope, function->n_opsets, function->opsets, function, node};
  ++planner->depth;
  tercet_status st = bind_inputs(planner, place->scope, function, node, &scope);
  if (st == TERCET_OK) {
    st = tercet_onnx_plan_nodes(
        planner, builder, &inside, function->n_nodes, function->nodes);
  }
  if (st == TERCET_OK) {
    st = bind_outputs(planner, &scope, function, node, place->scope);
  }
  --planner->depth;
  tercet_onnx_scope_clear(&scope);
  return st;
}
