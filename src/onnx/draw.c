// SPDX-License-Identifier: Apache-2.0

/**
   A model as a drawing for Graphviz.

   Each value has the number of the point that makes it: an input, an
   initializer, or a node.  Graphs inside of nodes are boxes around theirs.
*/

#include "base/buffer.h"
#include "base/error.h"
#include "base/string_view.h"
#include "onnx/model.h"
#include "onnx/scope.h"

/// A graph with its names
typedef struct {
  const tercet_onnx_graph *graph;
  tercet_onnx_scope points; ///< What makes each value
  tercet_onnx_scope types;  ///< Where its type is declared: positions in the
                            ///< value infos, inputs, outputs
} drawn_graph;

/// A drawing in the making
typedef struct {
  tercet_buffer buffer;
  const tercet_allocator *alloc;
  uint32_t n_points;
} drawing;

#define DRAW(d, ...) TERCET_TRY(tercet_buffer_printf(&(d)->buffer, __VA_ARGS__))

/// Write a text for a label in quotation marks
static tercet_status
draw_text(drawing *d, tercet_string text)
{
  for (size_t i = 0; i < text.length; ++i) {
    const char c = text.data[i];
    if (c == '"' || c == '\\') {
      TERCET_TRY(tercet_buffer_append_char(&d->buffer, '\\'));
    }
    TERCET_TRY(tercet_buffer_append_char(&d->buffer,
                                         (unsigned char)c < ' ' ? ' ' : c));
  }
  return TERCET_OK;
}

/* ---- Types ---- */

/// Write the extents of a shape
static tercet_status
draw_shape(drawing *d, size_t rank, const tercet_onnx_dim *dims)
{
  TERCET_TRY(tercet_buffer_append_char(&d->buffer, '['));
  for (size_t i = 0; i < rank; ++i) {
    TERCET_TRY(tercet_buffer_append_text(&d->buffer, i > 0 ? "," : ""));
    if (dims[i].value >= 0) {
      DRAW(d, "%lld", (long long)dims[i].value);
    } else if (dims[i].param.length > 0) {
      TERCET_TRY(draw_text(d, dims[i].param));
    } else {
      TERCET_TRY(tercet_buffer_append_char(&d->buffer, '?'));
    }
  }
  return tercet_buffer_append_char(&d->buffer, ']');
}

/// Write a type: `seq(float[N,2])`
static tercet_status
draw_type(drawing *d, const tercet_onnx_type_info *type)
{
  size_t n_open = 0;
  for (; type && n_open < TERCET_ONNX_MAX_DEPTH &&
         (type->kind == TERCET_ONNX_TYPE_SEQUENCE ||
          type->kind == TERCET_ONNX_TYPE_OPTIONAL);
       ++n_open, type = type->element) {
    const bool is_sequence = type->kind == TERCET_ONNX_TYPE_SEQUENCE;
    TERCET_TRY(tercet_buffer_append_text(&d->buffer,
                                         is_sequence ? "seq(" : "optional("));
  }
  if (type && type->kind == TERCET_ONNX_TYPE_TENSOR) {
    TERCET_TRY(tercet_buffer_append_text(
        &d->buffer, tercet_onnx_type_name((tercet_onnx_type)type->elem_type)));
    if (type->has_shape) {
      TERCET_TRY(draw_shape(d, type->rank, type->dims));
    }
  }
  while (n_open-- > 0) {
    TERCET_TRY(tercet_buffer_append_char(&d->buffer, ')'));
  }
  return TERCET_OK;
}

/// Note where values are declared, from position `first` on
static tercet_status
add_types(drawn_graph *g,
          size_t first,
          size_t n,
          const tercet_onnx_value_info *infos)
{
  for (size_t i = 0; i < n; ++i) {
    if (!tercet_onnx_scope_has(&g->types, infos[i].name)) {
      TERCET_TRY(tercet_onnx_scope_add(
          &g->types, infos[i].name, (uint32_t)(first + i), NULL));
    }
  }
  return TERCET_OK;
}

/// Return the declared type of a value, or NULL
static const tercet_onnx_type_info *
type_of(const drawn_graph *g, tercet_string name)
{
  uint32_t i = 0;
  if (!tercet_onnx_scope_find(&g->types, name, &i)) {
    return NULL;
  }
  const tercet_onnx_graph *const graph = g->graph;
  const size_t n = graph->n_value_infos;
  return i < n ? &graph->value_infos[i].type
         : i < n + graph->n_inputs
             ? &graph->inputs[i - n].type
             : &graph->outputs[i - n - graph->n_inputs].type;
}

/* ---- Points and edges ---- */

/// Remember that a value comes from the newest point.  A name that is made
/// twice, which the checker reports, is drawn from its first place.
static tercet_status
add_value(const drawing *d, drawn_graph *g, tercet_string name)
{
  return name.length == 0 || tercet_onnx_scope_has(&g->points, name)
             ? TERCET_OK
             : tercet_onnx_scope_add(&g->points, name, d->n_points, NULL);
}

/// Draw an edge from where a value is made to the newest point
static tercet_status
draw_edge(drawing *d, const drawn_graph *g, tercet_string name)
{
  uint32_t from = 0;
  if (!tercet_onnx_scope_find(&g->points, name, &from)) {
    return TERCET_OK;
  }
  DRAW(d, "  p%u -> p%u [label=\"", (unsigned)from, (unsigned)d->n_points);
  TERCET_TRY(draw_text(d, name));
  const tercet_onnx_type_info *const type = type_of(g, name);
  if (type) {
    TERCET_TRY(tercet_buffer_append_text(&d->buffer, "\\n"));
    TERCET_TRY(draw_type(d, type));
  }
  return tercet_buffer_append_text(&d->buffer, "\"];\n");
}

/// Draw a point that is labelled with a text
static tercet_status
draw_point(drawing *d, const char *shape, tercet_string text)
{
  ++d->n_points;
  DRAW(d, "  p%u [shape=%s, label=\"", (unsigned)d->n_points, shape);
  TERCET_TRY(draw_text(d, text));
  return tercet_buffer_append_text(&d->buffer, "\"];\n");
}

static tercet_status
draw_graph(drawing *d,
           const tercet_onnx_graph *graph,
           const drawn_graph *around,
           size_t depth);

/// Draw the graphs of a node, each in a box of its own
static tercet_status
draw_inner(drawing *d,
           const drawn_graph *g,
           const tercet_onnx_node *node,
           size_t depth)
{
  for (size_t i = 0; i < node->n_attributes; ++i) {
    const tercet_onnx_attribute *const attribute = &node->attributes[i];
    if (attribute->type != TERCET_ONNX_ATTRIBUTE_GRAPH || attribute->n == 0 ||
        depth >= TERCET_ONNX_MAX_DEPTH) {
      continue;
    }
    DRAW(d, "  subgraph cluster_%u_%zu {\n  label=\"", d->n_points, i);
    TERCET_TRY(draw_text(d, tercet_onnx_node_label(node)));
    TERCET_TRY(tercet_buffer_append_text(&d->buffer, ": "));
    TERCET_TRY(draw_text(d, attribute->name));
    TERCET_TRY(tercet_buffer_append_text(&d->buffer, "\";\n"));
    TERCET_TRY(draw_graph(d, attribute->as.graphs, g, depth + 1));
    TERCET_TRY(tercet_buffer_append_text(&d->buffer, "  }\n"));
  }
  return TERCET_OK;
}

static tercet_status
draw_node(drawing *d,
          drawn_graph *g,
          const tercet_onnx_node *node,
          size_t depth)
{
  TERCET_TRY(draw_inner(d, g, node, depth));
  TERCET_TRY(draw_point(d, "box", node->op_type));
  for (size_t i = 0; i < node->n_inputs; ++i) {
    TERCET_TRY(draw_edge(d, g, node->inputs[i]));
  }
  for (size_t i = 0; i < node->n_outputs; ++i) {
    TERCET_TRY(add_value(d, g, node->outputs[i]));
  }
  return TERCET_OK;
}

/// Draw where values come from outside of the nodes
static tercet_status
draw_sources(drawing *d, drawn_graph *g)
{
  const tercet_onnx_graph *const graph = g->graph;
  for (size_t i = 0; i < graph->n_inputs; ++i) {
    TERCET_TRY(draw_point(d, "ellipse", graph->inputs[i].name));
    TERCET_TRY(add_value(d, g, graph->inputs[i].name));
  }
  for (size_t i = 0; i < graph->n_initializers; ++i) {
    const tercet_string name = graph->initializers[i].name;
    if (!tercet_onnx_scope_has(&g->points, name)) {
      TERCET_TRY(draw_point(d, "note", name));
      TERCET_TRY(add_value(d, g, name));
    }
  }
  return TERCET_OK;
}

static tercet_status
draw_parts(drawing *d, drawn_graph *g, size_t depth)
{
  const tercet_onnx_graph *const graph = g->graph;
  TERCET_TRY(add_types(g, 0, graph->n_value_infos, graph->value_infos));
  TERCET_TRY(
      add_types(g, graph->n_value_infos, graph->n_inputs, graph->inputs));
  TERCET_TRY(add_types(g,
                       graph->n_value_infos + graph->n_inputs,
                       graph->n_outputs,
                       graph->outputs));
  TERCET_TRY(draw_sources(d, g));
  for (size_t i = 0; i < graph->n_nodes; ++i) {
    TERCET_TRY(draw_node(d, g, &graph->nodes[i], depth));
  }
  for (size_t i = 0; i < graph->n_outputs; ++i) {
    const tercet_onnx_value_info *const output = &graph->outputs[i];
    TERCET_TRY(draw_point(d, "ellipse", output->name));
    TERCET_TRY(draw_edge(d, g, output->name));
  }
  return TERCET_OK;
}

/// Draw a graph; those inside are no deeper than a reader allows
static tercet_status
draw_graph(drawing *d,
           const tercet_onnx_graph *graph,
           const drawn_graph *around,
           size_t depth)
{
  drawn_graph g = {.graph = graph};
  tercet_onnx_scope_init(&g.points, d->alloc, around ? &around->points : NULL);
  tercet_onnx_scope_init(&g.types, d->alloc, NULL);
  const tercet_status st = draw_parts(d, &g, depth);
  tercet_onnx_scope_clear(&g.points);
  tercet_onnx_scope_clear(&g.types);
  return st;
}

static tercet_status
draw_model(drawing *d, const tercet_onnx_model *model)
{
  DRAW(d, "digraph {\n  rankdir=TB;\n");
  TERCET_TRY(draw_graph(d, &model->graph, NULL, 1));
  return tercet_buffer_append_text(&d->buffer, "}\n");
}

tercet_status
tercet_onnx_model_draw(const tercet_onnx_model *model,
                       const tercet_output *output,
                       tercet_error *err)
{
  drawing d = {.alloc = model->arena.alloc};
  tercet_buffer_init(&d.buffer, d.alloc, SIZE_MAX);
  tercet_status st = draw_model(&d, model);
  if (st != TERCET_OK) {
    st = tercet_error_no_memory(err);
  } else {
    st = output->write(output->context, d.buffer.data, d.buffer.length, err);
  }
  tercet_buffer_clear(&d.buffer);
  return st;
}
