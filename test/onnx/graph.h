// SPDX-License-Identifier: Apache-2.0

/// Models that a test builds node by node

#ifndef TERCET_TEST_ONNX_GRAPH_H
#define TERCET_TEST_ONNX_GRAPH_H

#include "check.h"

#include "onnx/model.h"

#define GRAPH_MAX 64

/// A model in the test's storage, where it must stay; start with graph_begin()
typedef struct {
  tercet_onnx_model model;
  tercet_onnx_opset opset;
  tercet_onnx_node nodes[GRAPH_MAX];
  tercet_string names[GRAPH_MAX][4]; ///< Three inputs and one output of a node
  tercet_onnx_attribute attributes[GRAPH_MAX][2];
  int64_t ints[GRAPH_MAX][2];
  tercet_onnx_value_info inputs[GRAPH_MAX];
  tercet_onnx_value_info outputs[GRAPH_MAX];
  tercet_onnx_tensor initializers[GRAPH_MAX];
  int64_t extents[GRAPH_MAX];
  char texts[4 * GRAPH_MAX][16];
  size_t n_texts;
} graph;

static inline tercet_string
graph_text(const char *text)
{
  const tercet_string string = {text, strlen(text)};
  return string;
}

/// Return a name such as "v7" that lives as long as the graph
static inline const char *
graph_name(graph *g, size_t number)
{
  char *const text = g->texts[g->n_texts++];
  snprintf(text, sizeof(g->texts[0]), "v%zu", number);
  return text;
}

static inline void
graph_begin(graph *g)
{
  memset(g, 0, sizeof(*g));
  g->opset.version = 23;
  g->model.ir_version = 10;
  g->model.n_opsets = 1;
  g->model.opsets = &g->opset;
  g->model.graph.name = graph_text("test");
  g->model.graph.nodes = g->nodes;
  g->model.graph.inputs = g->inputs;
  g->model.graph.outputs = g->outputs;
  g->model.graph.initializers = g->initializers;
}

static inline tercet_onnx_value_info
graph_info(const char *name, tercet_onnx_type type)
{
  tercet_onnx_value_info info;
  memset(&info, 0, sizeof(info));
  info.name = graph_text(name);
  info.type.kind = TERCET_ONNX_TYPE_TENSOR;
  info.type.elem_type = (int32_t)type;
  return info;
}

static inline void
graph_input(graph *g, const char *name, tercet_onnx_type type)
{
  g->inputs[g->model.graph.n_inputs++] = graph_info(name, type);
}

static inline void
graph_output(graph *g, const char *name, tercet_onnx_type type)
{
  g->outputs[g->model.graph.n_outputs++] = graph_info(name, type);
}

/// Add an initializer of integers and rank 1, which must stay in place
static inline void
graph_integers(graph *g, const char *name, size_t n, const int64_t *data)
{
  const size_t i = g->model.graph.n_initializers++;
  tercet_onnx_tensor *const tensor = &g->initializers[i];
  g->extents[i] = (int64_t)n;
  tensor->name = graph_text(name);
  tensor->type = TERCET_ONNX_INT64;
  tensor->rank = 1;
  tensor->shape = &g->extents[i];
  tensor->place = TERCET_ONNX_DATA_RAW;
  tensor->data = data;
  tensor->n_bytes = n * sizeof(*data);
}

/// Add a node with up to two inputs, which may be NULL
static inline void
graph_node(
    graph *g, const char *op, const char *a, const char *b, const char *out)
{
  const size_t i = g->model.graph.n_nodes++;
  tercet_onnx_node *const node = &g->nodes[i];
  node->op_type = graph_text(op);
  node->inputs = g->names[i];
  node->n_inputs = b ? 2 : 1;
  g->names[i][0] = graph_text(a);
  g->names[i][1] = graph_text(b ? b : "");
  g->names[i][3] = graph_text(out);
  node->outputs = &g->names[i][3];
  node->n_outputs = 1;
  node->attributes = g->attributes[i];
}

/// Give the last node one more input, its third at the most; "" is absent
static inline void
graph_more(graph *g, const char *name)
{
  const size_t i = g->model.graph.n_nodes - 1;
  g->names[i][g->nodes[i].n_inputs++] = graph_text(name);
}

/// Give the last node an attribute
static inline void
graph_int(graph *g, const char *name, int64_t value)
{
  const size_t i = g->model.graph.n_nodes - 1;
  const size_t k = g->nodes[i].n_attributes++;
  tercet_onnx_attribute *const attribute = &g->attributes[i][k];
  g->ints[i][k] = value;
  attribute->name = graph_text(name);
  attribute->type = TERCET_ONNX_ATTRIBUTE_INT;
  attribute->n = 1;
  attribute->as.ints = &g->ints[i][k];
}

#endif // TERCET_TEST_ONNX_GRAPH_H
