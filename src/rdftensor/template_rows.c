// SPDX-License-Identifier: Apache-2.0

/// Which models can be run for many rows at once: that follows from their
/// operators

#include "rdftensor/template.h"

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/model.h"

#include <string.h>

static bool
is_elementwise(tercet_string operator_)
{
  static const char *const names[] = {
      "Abs",
      "Add",
      "And",
      "Cast",
      "Div",
      "Equal",
      "Exp",
      "Greater",
      "Less",
      "Log",
      "Mul",
      "Not",
      "Or",
      "Pow",
      "Sin",
      "Sqrt",
      "Sub",
  };
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (tercet_string_is(operator_, names[i])) {
      return true;
    }
  }
  return false;
}

static bool
is_reduction(tercet_string operator_)
{
  static const char start[] = "Reduce";
  const size_t n = sizeof(start) - 1U;
  return operator_.length > n && !memcmp(operator_.data, start, n);
}

/// Return whether all constants that a node computes with are of rank 0, which
/// is that of a number for all rows
static bool
has_plain_constants(const tercet_onnx_graph *graph,
                    const tercet_onnx_node *node)
{
  for (size_t i = 0; i < node->n_inputs; ++i) {
    for (size_t k = 0; k < graph->n_initializers; ++k) {
      if (graph->initializers[k].rank &&
          tercet_string_equals(graph->initializers[k].name, node->inputs[i])) {
        return false;
      }
    }
  }
  return true;
}

/// Return what the only operator of a graph makes of its first input
static tercet_template_rows
rows_of_rearrangement(const tercet_onnx_graph *graph)
{
  const tercet_string operator_ = graph->nodes[0].op_type;
  return graph->n_nodes != 1                        ? TERCET_ROWS_APART
         : tercet_string_is(operator_, "Reshape")   ? TERCET_ROWS_VIEWED
         : tercet_string_is(operator_, "Transpose") ? TERCET_ROWS_TRANSPOSED
                                                    : TERCET_ROWS_APART;
}

tercet_template_rows
tercet_template_rows_of(const tercet_onnx_model *model)
{
  const tercet_onnx_graph *const graph = &model->graph;
  tercet_template_rows rows = TERCET_ROWS_ELEMENTWISE;
  for (size_t i = 0; i < graph->n_nodes; ++i) {
    const tercet_onnx_node *const node = &graph->nodes[i];
    if (is_reduction(node->op_type)) {
      rows = TERCET_ROWS_REDUCED;
    } else if (!is_elementwise(node->op_type) ||
               !has_plain_constants(graph, node)) {
      return rows_of_rearrangement(graph);
    }
  }
  return rows;
}

tercet_status
tercet_template_reduce_middle(tercet_onnx_model *model, tercet_error *err)
{
  static const int64_t middle = 1;
  static int64_t shape[1] = {1}; // Only read
  static const tercet_string name = {"middle_axis", 11};
  tercet_onnx_graph *const graph = &model->graph;
  const size_t n = graph->n_initializers;
  tercet_onnx_tensor *const constants =
      tercet_arena_allocate_array(&model->arena, n + 1U, sizeof(*constants));
  if (!constants) {
    return tercet_error_no_memory(err);
  }
  if (n) {
    memcpy(constants, graph->initializers, n * sizeof(*constants));
  }
  constants[n].name = name;
  constants[n].type = TERCET_ONNX_INT64;
  constants[n].rank = 1;
  constants[n].shape = shape;
  constants[n].place = TERCET_ONNX_DATA_RAW;
  constants[n].data = &middle;
  constants[n].n_bytes = sizeof(middle);
  graph->initializers = constants;
  graph->n_initializers = n + 1U;

  for (size_t i = 0; i < graph->n_nodes; ++i) {
    tercet_onnx_node *const node = &graph->nodes[i];
    if (is_reduction(node->op_type)) {
      tercet_string *const inputs =
          tercet_arena_allocate_array(&model->arena, 2, sizeof(*inputs));
      if (!inputs) {
        return tercet_error_no_memory(err);
      }
      inputs[0] = node->inputs[0];
      inputs[1] = name;
      node->inputs = inputs;
      node->n_inputs = 2;
    }
  }
  return TERCET_OK;
}
