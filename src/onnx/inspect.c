// SPDX-License-Identifier: Apache-2.0

/// The public view of a model

#include "onnx/io/text.h"
#include "onnx/model.h"

#include <assert.h>

/* ---- Models and functions ---- */

int64_t
tercet_onnx_model_ir_version(const tercet_onnx_model *model)
{
  return model->ir_version;
}

tercet_string
tercet_onnx_model_producer(const tercet_onnx_model *model)
{
  return model->producer_name;
}

size_t
tercet_onnx_model_n_opsets(const tercet_onnx_model *model)
{
  return model->n_opsets;
}

void
tercet_onnx_model_opset(const tercet_onnx_model *model,
                        size_t i,
                        tercet_string *domain,
                        int64_t *version)
{
  assert(i < model->n_opsets);
  *domain = model->opsets[i].domain;
  *version = model->opsets[i].version;
}

const tercet_onnx_graph *
tercet_onnx_model_graph(const tercet_onnx_model *model)
{
  return &model->graph;
}

size_t
tercet_onnx_model_n_functions(const tercet_onnx_model *model)
{
  return model->n_functions;
}

const tercet_onnx_function *
tercet_onnx_model_function_at(const tercet_onnx_model *model, size_t i)
{
  assert(i < model->n_functions);
  return &model->functions[i];
}

void
tercet_onnx_function_name(const tercet_onnx_function *function,
                          tercet_string *domain,
                          tercet_string *name)
{
  *domain = function->domain;
  *name = function->name;
}

size_t
tercet_onnx_function_n_inputs(const tercet_onnx_function *function)
{
  return function->n_inputs;
}

tercet_string
tercet_onnx_function_input(const tercet_onnx_function *function, size_t i)
{
  assert(i < function->n_inputs);
  return function->inputs[i];
}

size_t
tercet_onnx_function_n_outputs(const tercet_onnx_function *function)
{
  return function->n_outputs;
}

tercet_string
tercet_onnx_function_output(const tercet_onnx_function *function, size_t i)
{
  assert(i < function->n_outputs);
  return function->outputs[i];
}

size_t
tercet_onnx_function_n_nodes(const tercet_onnx_function *function)
{
  return function->n_nodes;
}

const tercet_onnx_node *
tercet_onnx_function_node(const tercet_onnx_function *function, size_t i)
{
  assert(i < function->n_nodes);
  return &function->nodes[i];
}

/* ---- Graphs ---- */

tercet_string
tercet_onnx_graph_name(const tercet_onnx_graph *graph)
{
  return graph->name;
}

size_t
tercet_onnx_graph_n_inputs(const tercet_onnx_graph *graph)
{
  return graph->n_inputs;
}

const tercet_onnx_value_info *
tercet_onnx_graph_input(const tercet_onnx_graph *graph, size_t i)
{
  assert(i < graph->n_inputs);
  return &graph->inputs[i];
}

size_t
tercet_onnx_graph_n_outputs(const tercet_onnx_graph *graph)
{
  return graph->n_outputs;
}

const tercet_onnx_value_info *
tercet_onnx_graph_output(const tercet_onnx_graph *graph, size_t i)
{
  assert(i < graph->n_outputs);
  return &graph->outputs[i];
}

size_t
tercet_onnx_graph_n_initializers(const tercet_onnx_graph *graph)
{
  return graph->n_initializers;
}

const tercet_onnx_tensor *
tercet_onnx_graph_initializer(const tercet_onnx_graph *graph, size_t i)
{
  assert(i < graph->n_initializers);
  return &graph->initializers[i];
}

size_t
tercet_onnx_graph_n_nodes(const tercet_onnx_graph *graph)
{
  return graph->n_nodes;
}

const tercet_onnx_node *
tercet_onnx_graph_node(const tercet_onnx_graph *graph, size_t i)
{
  assert(i < graph->n_nodes);
  return &graph->nodes[i];
}

/* ---- Values and constants ---- */

tercet_string
tercet_onnx_value_info_name(const tercet_onnx_value_info *info)
{
  return info->name;
}

tercet_onnx_kind
tercet_onnx_value_info_kind(const tercet_onnx_value_info *info)
{
  switch (info->type.kind) {
  case TERCET_ONNX_TYPE_TENSOR:
    return TERCET_ONNX_TENSOR;
  case TERCET_ONNX_TYPE_SEQUENCE:
    return TERCET_ONNX_SEQUENCE;
  case TERCET_ONNX_TYPE_OPTIONAL:
    return TERCET_ONNX_OPTIONAL;
  case TERCET_ONNX_TYPE_NONE:
  case TERCET_ONNX_TYPE_SPARSE:
  case TERCET_ONNX_TYPE_MAP:
  case TERCET_ONNX_TYPE_OPAQUE:
    break;
  }
  return TERCET_ONNX_NONE;
}

tercet_onnx_type
tercet_onnx_value_info_type(const tercet_onnx_value_info *info)
{
  const tercet_onnx_type_info *type = &info->type;
  while (type && (type->kind == TERCET_ONNX_TYPE_SEQUENCE ||
                  type->kind == TERCET_ONNX_TYPE_OPTIONAL)) {
    type = type->element;
  }
  return type && type->kind == TERCET_ONNX_TYPE_TENSOR
             ? (tercet_onnx_type)type->elem_type
             : TERCET_ONNX_UNDEFINED;
}

bool
tercet_onnx_value_info_has_shape(const tercet_onnx_value_info *info)
{
  return info->type.kind == TERCET_ONNX_TYPE_TENSOR && info->type.has_shape;
}

size_t
tercet_onnx_value_info_rank(const tercet_onnx_value_info *info)
{
  return tercet_onnx_value_info_has_shape(info) ? info->type.rank : 0;
}

int64_t
tercet_onnx_value_info_extent(const tercet_onnx_value_info *info,
                              size_t axis,
                              tercet_string *name)
{
  assert(axis < tercet_onnx_value_info_rank(info));
  const tercet_onnx_dim *const dim = &info->type.dims[axis];
  if (name) {
    *name = dim->param;
  }
  return dim->value;
}

tercet_status
tercet_onnx_value_info_write_type(const tercet_onnx_value_info *info,
                                  const tercet_output *output,
                                  tercet_error *err)
{
  return tercet_onnx_text_write_type(NULL, &info->type, output, err);
}

tercet_string
tercet_onnx_tensor_name(const tercet_onnx_tensor *tensor)
{
  return tensor->name;
}

tercet_onnx_type
tercet_onnx_tensor_type(const tercet_onnx_tensor *tensor)
{
  return (tercet_onnx_type)tensor->type;
}

size_t
tercet_onnx_tensor_rank(const tercet_onnx_tensor *tensor)
{
  return tensor->rank;
}

const int64_t *
tercet_onnx_tensor_shape(const tercet_onnx_tensor *tensor)
{
  return tensor->shape;
}

/* ---- Nodes ---- */

tercet_string
tercet_onnx_node_name(const tercet_onnx_node *node)
{
  return node->name;
}

tercet_string
tercet_onnx_node_operator(const tercet_onnx_node *node)
{
  return node->op_type;
}

tercet_string
tercet_onnx_node_domain(const tercet_onnx_node *node)
{
  return node->domain;
}

size_t
tercet_onnx_node_n_inputs(const tercet_onnx_node *node)
{
  return node->n_inputs;
}

tercet_string
tercet_onnx_node_input(const tercet_onnx_node *node, size_t i)
{
  assert(i < node->n_inputs);
  return node->inputs[i];
}

size_t
tercet_onnx_node_n_outputs(const tercet_onnx_node *node)
{
  return node->n_outputs;
}

tercet_string
tercet_onnx_node_output(const tercet_onnx_node *node, size_t i)
{
  assert(i < node->n_outputs);
  return node->outputs[i];
}

size_t
tercet_onnx_node_n_attributes(const tercet_onnx_node *node)
{
  return node->n_attributes;
}

const tercet_onnx_attribute *
tercet_onnx_node_attribute_at(const tercet_onnx_node *node, size_t i)
{
  assert(i < node->n_attributes);
  return &node->attributes[i];
}

tercet_string
tercet_onnx_attribute_name(const tercet_onnx_attribute *attribute)
{
  return attribute->name;
}

size_t
tercet_onnx_attribute_n_graphs(const tercet_onnx_attribute *attribute)
{
  return attribute->type == TERCET_ONNX_ATTRIBUTE_GRAPH ||
                 attribute->type == TERCET_ONNX_ATTRIBUTE_GRAPHS
             ? attribute->n
             : 0;
}

const tercet_onnx_graph *
tercet_onnx_attribute_graph(const tercet_onnx_attribute *attribute, size_t i)
{
  assert(i < tercet_onnx_attribute_n_graphs(attribute));
  return &attribute->as.graphs[i];
}

tercet_status
tercet_onnx_attribute_write(const tercet_onnx_attribute *attribute,
                            const tercet_output *output,
                            tercet_error *err)
{
  return tercet_onnx_text_write_attribute(NULL, attribute, output, err);
}
