// SPDX-License-Identifier: Apache-2.0

/// Functions of a model

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"
#include "onnx/checker.h"

/// Set `place` to the inside of a function
static tercet_status
enter(tercet_onnx_checker *checker,
      const tercet_onnx_function *function,
      const tercet_onnx_infer *caller,
      const tercet_onnx_fact *inputs,
      size_t n_inputs,
      tercet_onnx_scope *scope,
      tercet_onnx_check_place *place)
{
  tercet_onnx_scope_init(scope, checker->alloc, NULL);
  *place = (tercet_onnx_check_place){scope,
                                     function->n_opsets,
                                     function->opsets,
                                     function,
                                     caller,
                                     function->n_nodes,
                                     function->nodes};
  for (size_t i = 0; i < function->n_inputs; ++i) {
    const tercet_onnx_fact unknown = {0};
    TERCET_TRY(
        tercet_onnx_check_add_value(checker,
                                    place,
                                    NULL,
                                    function->inputs[i],
                                    i < n_inputs ? &inputs[i] : &unknown));
  }
  return TERCET_OK;
}

/// Report that functions lie too deep in one another
static tercet_status
check_depth(tercet_onnx_checker *checker, const tercet_onnx_node *node)
{
  return tercet_onnx_check_problem(checker,
                                   node,
                                   TERCET_ONNX_CHECK_NAMES,
                                   TERCET_ERR_LIMIT,
                                   "functions lie deeper than %d in one "
                                   "another",
                                   TERCET_ONNX_MAX_DEPTH);
}

/// Report outputs that the nodes of a function do not make
static tercet_status
check_outputs(tercet_onnx_checker *checker,
              const tercet_onnx_check_place *place)
{
  const tercet_onnx_function *const function = place->function;
  for (size_t i = 0; i < function->n_outputs; ++i) {
    if (!tercet_onnx_check_value(checker, place, function->outputs[i])) {
      TERCET_TRY(
          tercet_onnx_check_problem(checker,
                                    NULL,
                                    TERCET_ONNX_CHECK_NAMES,
                                    TERCET_ERR_ARGUMENT,
                                    "function %.*s: output %.*s is not made",
                                    TERCET_STRING_ARGS(function->name),
                                    TERCET_STRING_ARGS(function->outputs[i])));
    }
  }
  return TERCET_OK;
}

/// Walk a function without a call, if it was not walked before
static tercet_status
walk(tercet_onnx_checker *checker, size_t i)
{
  const tercet_onnx_function *const function = &checker->model->functions[i];
  if (checker->functions[i] == TERCET_ONNX_FUNCTION_DONE) {
    return TERCET_OK;
  }

  tercet_onnx_scope scope;
  tercet_onnx_check_place place;
  checker->functions[i] = TERCET_ONNX_FUNCTION_OPEN;
  ++checker->depth;
  tercet_status st = enter(checker, function, NULL, NULL, 0, &scope, &place);
  if (st == TERCET_OK) {
    st = tercet_onnx_check_nodes(checker, &place);
  }
  if (st == TERCET_OK) {
    st = check_outputs(checker, &place);
  }
  --checker->depth;
  tercet_onnx_scope_clear(&scope);
  checker->functions[i] = TERCET_ONNX_FUNCTION_DONE;
  return st;
}

/// Report functions of the same name
static tercet_status
check_name(tercet_onnx_checker *checker, size_t i)
{
  const tercet_onnx_function *const function = &checker->model->functions[i];
  const tercet_onnx_node call = {.op_type = function->name,
                                 .domain = function->domain,
                                 .overload = function->overload};
  return tercet_onnx_model_function(checker->model, &call) == function
             ? TERCET_OK
             : tercet_onnx_check_problem(checker,
                                         NULL,
                                         TERCET_ONNX_CHECK_NAMES,
                                         TERCET_ERR_ARGUMENT,
                                         "function %.*s is defined twice",
                                         TERCET_STRING_ARGS(function->name));
}

tercet_status
tercet_onnx_check_functions(tercet_onnx_checker *checker)
{
  const size_t n = checker->model->n_functions;
  checker->functions = tercet_arena_allocate_array(
      &checker->arena, n, sizeof(*checker->functions));
  if (!checker->functions) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(check_name(checker, i));
    TERCET_TRY(walk(checker, i));
  }
  return TERCET_OK;
}

/// Walk the function of a call that stands in another function, without its
/// types, and report one that comes back to itself
static tercet_status
walk_called(tercet_onnx_checker *checker,
            const tercet_onnx_node *node,
            const tercet_onnx_function *function)
{
  const size_t i = (size_t)(function - checker->model->functions);
  if (checker->functions[i] == TERCET_ONNX_FUNCTION_OPEN) {
    checker->has_recursion = true;
    return tercet_onnx_check_problem(checker,
                                     node,
                                     TERCET_ONNX_CHECK_NAMES,
                                     TERCET_ERR_ARGUMENT,
                                     "function %.*s calls itself",
                                     TERCET_STRING_ARGS(function->name));
  }
  if (checker->depth >= TERCET_ONNX_MAX_DEPTH) {
    checker->has_recursion = true;
    return check_depth(checker, node);
  }
  return walk(checker, i);
}

/// Walk a function with the types of a call
static tercet_status
walk_types(tercet_onnx_checker *checker,
           const tercet_onnx_check_place *around,
           const tercet_onnx_node *node,
           const tercet_onnx_function *function,
           const tercet_onnx_fact *inputs,
           tercet_onnx_fact *outputs)
{
  const tercet_onnx_infer call = {
      .node = node, .caller = around->caller, .function = around->function};
  const unsigned what = checker->what;
  tercet_onnx_scope scope;
  tercet_onnx_check_place place;
  checker->what = what & TERCET_ONNX_CHECK_TYPES;
  ++checker->depth;
  tercet_status st =
      enter(checker, function, &call, inputs, node->n_inputs, &scope, &place);
  if (st == TERCET_OK) {
    st = tercet_onnx_check_nodes(checker, &place);
  }
  for (size_t i = 0; st == TERCET_OK && i < node->n_outputs; ++i) {
    const tercet_onnx_fact *const fact =
        tercet_onnx_check_value(checker, &place, function->outputs[i]);
    if (fact) {
      outputs[i] = *fact;
    }
  }
  --checker->depth;
  checker->what = what;
  tercet_onnx_scope_clear(&scope);
  return st;
}

tercet_status
tercet_onnx_check_call(tercet_onnx_checker *checker,
                       const tercet_onnx_check_place *place,
                       const tercet_onnx_node *node,
                       const tercet_onnx_function *function,
                       const tercet_onnx_fact *inputs,
                       tercet_onnx_fact *outputs)
{
  if (node->n_inputs > function->n_inputs ||
      node->n_outputs > function->n_outputs) {
    return tercet_onnx_check_problem(checker,
                                     node,
                                     TERCET_ONNX_CHECK_NAMES,
                                     TERCET_ERR_ARGUMENT,
                                     "function %.*s has %zu inputs and %zu "
                                     "outputs",
                                     TERCET_STRING_ARGS(function->name),
                                     function->n_inputs,
                                     function->n_outputs);
  }
  if (place->function && !place->caller) {
    return walk_called(checker, node, function);
  }
  if (checker->has_recursion) {
    return TERCET_OK;
  }
  return checker->depth < TERCET_ONNX_MAX_DEPTH
             ? walk_types(checker, place, node, function, inputs, outputs)
             : check_depth(checker, node);
}
