// SPDX-License-Identifier: Apache-2.0

/// Writing down in a model what is known of its values before it runs

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/check.h"

/// A model at hand
typedef struct {
  tercet_arena *arena;
  const tercet_onnx_knowledge *knowledge;
} annotation;

/// Set `out` to a dimension that is known, that has a name, or neither
static void
set_dim(const annotation *a, int64_t dim, tercet_onnx_dim *out)
{
  memset(out, 0, sizeof(*out));
  out->value = tercet_onnx_is_symbol(dim) ? -1 : dim;
  if (tercet_onnx_is_symbol(dim)) {
    out->param = tercet_onnx_knowledge_dim(a->knowledge, dim);
  }
}

/// Set `out` to a type around another one
static tercet_status
wrap_type(const annotation *a,
          tercet_onnx_type_kind kind,
          tercet_onnx_type_info *out)
{
  tercet_onnx_type_info *const element =
      tercet_arena_allocate(a->arena, sizeof(*element));
  if (!element) {
    return TERCET_ERR_NO_MEMORY;
  }
  *element = *out;
  memset(out, 0, sizeof(*out));
  out->kind = kind;
  out->element = element;
  return TERCET_OK;
}

/// Set `out` to the type that a fact says
static tercet_status
set_type(const annotation *a,
         const tercet_onnx_fact *fact,
         tercet_onnx_type_info *out)
{
  memset(out, 0, sizeof(*out));
  out->kind = TERCET_ONNX_TYPE_TENSOR;
  out->elem_type = (int32_t)fact->type;
  if (fact->has_shape) {
    out->has_shape = true;
    out->rank = fact->rank;
    out->dims =
        tercet_arena_allocate_array(a->arena, fact->rank, sizeof(*out->dims));
    if (!out->dims) {
      return TERCET_ERR_NO_MEMORY;
    }
    for (size_t i = 0; i < fact->rank; ++i) {
      set_dim(a, fact->dims[i], &out->dims[i]);
    }
  }
  if (fact->kind == TERCET_ONNX_OF_SEQUENCE ||
      fact->kind == TERCET_ONNX_OF_OPTIONAL_SEQUENCE) {
    TERCET_TRY(wrap_type(a, TERCET_ONNX_TYPE_SEQUENCE, out));
  }
  return fact->kind == TERCET_ONNX_OF_OPTIONAL ||
                 fact->kind == TERCET_ONNX_OF_OPTIONAL_SEQUENCE
             ? wrap_type(a, TERCET_ONNX_TYPE_OPTIONAL, out)
             : TERCET_OK;
}

/// Return how many values the nodes of a graph make
static size_t
count_outputs(const tercet_onnx_graph *graph)
{
  size_t n = 0;
  for (size_t i = 0; i < graph->n_nodes; ++i) {
    n += graph->nodes[i].n_outputs;
  }
  return n;
}

static bool
has_name(size_t n, const tercet_onnx_value_info *infos, tercet_string name)
{
  for (size_t i = 0; i < n; ++i) {
    if (tercet_string_equals(infos[i].name, name)) {
      return true;
    }
  }
  return false;
}

/// Set the declarations of the values that the nodes of a graph make, but for
/// those that are outputs of the graph
static tercet_status
annotate_values(const annotation *a,
                const tercet_onnx_graph *key,
                tercet_onnx_graph *graph)
{
  tercet_onnx_value_info *const infos = tercet_arena_allocate_array(
      a->arena, count_outputs(graph), sizeof(*infos));
  if (!infos) {
    return TERCET_ERR_NO_MEMORY;
  }

  size_t n = 0;
  for (size_t i = 0; i < graph->n_nodes; ++i) {
    for (size_t k = 0; k < graph->nodes[i].n_outputs; ++k) {
      const tercet_string name = graph->nodes[i].outputs[k];
      const tercet_onnx_fact *const fact =
          name.length > 0 ? tercet_onnx_knowledge_find(a->knowledge, key, name)
                          : NULL;
      if (fact && fact->type != TERCET_ONNX_UNDEFINED &&
          !has_name(graph->n_outputs, graph->outputs, name)) {
        infos[n].name = name;
        TERCET_TRY(set_type(a, fact, &infos[n++].type));
      }
    }
  }
  graph->n_value_infos = n;
  graph->value_infos = infos;
  return TERCET_OK;
}

/// Complete the declarations of outputs that have no shape
static tercet_status
annotate_outputs(const annotation *a,
                 const tercet_onnx_graph *key,
                 tercet_onnx_graph *graph)
{
  for (size_t i = 0; i < graph->n_outputs; ++i) {
    tercet_onnx_value_info *const output = &graph->outputs[i];
    const tercet_onnx_fact *const fact =
        tercet_onnx_knowledge_find(a->knowledge, key, output->name);
    const bool is_open = output->type.kind == TERCET_ONNX_TYPE_NONE ||
                         (output->type.kind == TERCET_ONNX_TYPE_TENSOR &&
                          !output->type.has_shape);
    if (is_open && fact && fact->type != TERCET_ONNX_UNDEFINED) {
      TERCET_TRY(set_type(a, fact, &output->type));
    }
  }
  return TERCET_OK;
}

/// Annotate a graph and those inside, which are no deeper than a reader allows
static tercet_status
annotate_graph(const annotation *a,
               const tercet_onnx_graph *key,
               tercet_onnx_graph *graph)
{
  TERCET_TRY(annotate_values(a, key, graph));
  TERCET_TRY(annotate_outputs(a, key, graph));
  for (size_t i = 0; i < graph->n_nodes; ++i) {
    for (size_t k = 0; k < graph->nodes[i].n_attributes; ++k) {
      tercet_onnx_attribute *const attribute = &graph->nodes[i].attributes[k];
      if (attribute->type != TERCET_ONNX_ATTRIBUTE_GRAPH || attribute->n == 0) {
        continue;
      }
      tercet_onnx_graph *const inner =
          tercet_arena_allocate(a->arena, sizeof(*inner));
      if (!inner) {
        return TERCET_ERR_NO_MEMORY;
      }
      *inner = *attribute->as.graphs;
      TERCET_TRY(annotate_graph(a, attribute->as.graphs, inner));
      attribute->as.graphs = inner;
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_model_infer(tercet_onnx_model *model, tercet_error *err)
{
  annotation a = {&model->arena, NULL};
  tercet_onnx_knowledge *knowledge = NULL;
  TERCET_TRY(
      tercet_onnx_knowledge_gather(model->arena.alloc, model, &knowledge, err));
  a.knowledge = knowledge;
  tercet_status st = annotate_graph(&a, &model->graph, &model->graph);
  if (st != TERCET_OK) {
    st = tercet_error_no_memory(err);
  }
  tercet_onnx_knowledge_free(knowledge);
  return st;
}
