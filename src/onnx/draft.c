// SPDX-License-Identifier: Apache-2.0

/**
   Building models: what is added is encoded at once, in the order of the calls.

   The graph at hand, the node added last and what lies around them are
   messages that are still open.  A call that fails is taken back.
*/

#include "onnx/io/encode.h"
#include "onnx/io/field_numbers.h"
#include "onnx/model.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"

/// Bytes that a model takes at the most
#define MAX_BYTES ((size_t)2 << 30U)

/// Graphs inside one another, the main one included: each is in a node and an
/// attribute, and holds types of four messages
#define MAX_GRAPHS 20U

/// A graph that is not ended
typedef struct {
  size_t attribute; ///< Places of the messages that are open around it
  size_t graph;
  size_t node; ///< Place of its node added last
  bool has_node;
} open_graph;

struct tercet_onnx_draft {
  const tercet_allocator *alloc;
  tercet_onnx_encoder head;  ///< Fields of ModelProto but the graph
  tercet_onnx_encoder graph; ///< Fields of the main graph
  size_t n_graphs;
  open_graph graphs[MAX_GRAPHS];
};

/* ---- Starting, ending, taking back ---- */

/// How far a draft was before a call
typedef struct {
  size_t length;
  size_t depth;
  size_t n_graphs;
  open_graph graph;
} mark;

static open_graph *
current(tercet_onnx_draft *draft)
{
  return &draft->graphs[draft->n_graphs - 1];
}

static mark
start(tercet_onnx_draft *draft, tercet_error *err)
{
  const mark m = {draft->graph.bytes.length,
                  draft->graph.depth,
                  draft->n_graphs,
                  *current(draft)};
  draft->graph.err = err;
  draft->head.err = err;
  return m;
}

/// Take back what a call has added if it failed
static tercet_status
end(tercet_onnx_draft *draft, const mark *m, tercet_status st)
{
  if (st != TERCET_OK) {
    tercet_onnx_encoder_rewind(&draft->graph, m->length);
    draft->graph.depth = m->depth;
    draft->n_graphs = m->n_graphs;
    *current(draft) = m->graph;
  }
  return st;
}

tercet_status
tercet_onnx_draft_new(const tercet_allocator *alloc,
                      int64_t ir_version,
                      const char *graph_name,
                      tercet_onnx_draft **out,
                      tercet_error *err)
{
  const tercet_string none = {NULL, 0};
  alloc = tercet_allocator_or_default(alloc);
  *out = NULL;
  tercet_onnx_draft *const draft =
      tercet_allocate_zeroed(alloc, sizeof(*draft));
  if (!draft) {
    return tercet_error_no_memory(err);
  }

  draft->alloc = alloc;
  draft->n_graphs = 1;
  tercet_onnx_encoder_init(&draft->head, alloc, MAX_BYTES, none, err);
  tercet_onnx_encoder_init(&draft->graph, alloc, MAX_BYTES, none, err);
  tercet_status st = tercet_onnx_encoder_put_int(
      &draft->head, TERCET_PB_MODEL_IR_VERSION, ir_version);
  if (st == TERCET_OK) {
    st = tercet_onnx_encoder_put_string(
        &draft->graph, TERCET_PB_GRAPH_NAME, tercet_string_from(graph_name));
  }
  if (st != TERCET_OK) {
    tercet_onnx_draft_free(draft);
    return st;
  }
  *out = draft;
  return TERCET_OK;
}

void
tercet_onnx_draft_free(tercet_onnx_draft *draft)
{
  if (draft) {
    tercet_onnx_encoder_clear(&draft->head);
    tercet_onnx_encoder_clear(&draft->graph);
    tercet_release(draft->alloc, draft);
  }
}

/// The node added last gets no more attributes
static void
close_node(tercet_onnx_draft *draft)
{
  open_graph *const graph = current(draft);
  if (graph->has_node) {
    tercet_onnx_encoder_close(&draft->graph, graph->node);
    graph->has_node = false;
  }
}

static tercet_status
open_message(tercet_onnx_draft *draft, unsigned number, size_t *place)
{
  return tercet_onnx_encoder_open(&draft->graph, number, NULL, place);
}

static tercet_status
put_text(tercet_onnx_draft *draft, unsigned number, const char *text)
{
  return tercet_onnx_encoder_put_string(
      &draft->graph, number, tercet_string_from(text));
}

tercet_status
tercet_onnx_draft_add_opset(tercet_onnx_draft *draft,
                            const char *domain,
                            int64_t version,
                            tercet_error *err)
{
  size_t place = 0;
  tercet_onnx_encoder *const head = &draft->head;
  const size_t length = head->bytes.length;
  head->err = err;
  tercet_status st = tercet_onnx_encoder_open(
      head, TERCET_PB_MODEL_OPSET_IMPORT, NULL, &place);
  if (st == TERCET_OK) {
    st = tercet_onnx_encoder_put_string(
        head, TERCET_PB_OPSET_DOMAIN, tercet_string_from(domain));
  }
  if (st == TERCET_OK) {
    st = tercet_onnx_encoder_put_int(head, TERCET_PB_OPSET_VERSION, version);
  }
  if (st == TERCET_OK) {
    tercet_onnx_encoder_close(head, place);
  } else {
    tercet_onnx_encoder_rewind(head, length);
    head->depth = 0;
  }
  return st;
}

/* ---- Values ---- */

static tercet_status
put_shape(tercet_onnx_draft *draft, size_t rank, const int64_t *shape)
{
  size_t place = 0;
  size_t dim = 0;
  TERCET_TRY(open_message(draft, TERCET_PB_TENSOR_TYPE_SHAPE, &place));
  for (size_t i = 0; i < rank; ++i) {
    TERCET_TRY(open_message(draft, TERCET_PB_SHAPE_DIM, &dim));
    if (shape[i] >= 0) {
      TERCET_TRY(tercet_onnx_encoder_put_int(
          &draft->graph, TERCET_PB_DIM_DIM_VALUE, shape[i]));
    }
    tercet_onnx_encoder_close(&draft->graph, dim);
  }
  tercet_onnx_encoder_close(&draft->graph, place);
  return TERCET_OK;
}

static tercet_status
put_tensor_type(tercet_onnx_draft *draft,
                tercet_onnx_type type,
                size_t rank,
                const int64_t *shape)
{
  size_t place = 0;
  size_t tensor = 0;
  TERCET_TRY(open_message(draft, TERCET_PB_INFO_TYPE, &place));
  TERCET_TRY(open_message(draft, TERCET_PB_TYPE_TENSOR_TYPE, &tensor));
  TERCET_TRY(tercet_onnx_encoder_put_int(
      &draft->graph, TERCET_PB_TENSOR_TYPE_ELEM_TYPE, (int64_t)type));
  if (shape || rank == 0) {
    TERCET_TRY(put_shape(draft, rank, shape));
  }
  tercet_onnx_encoder_close(&draft->graph, tensor);
  tercet_onnx_encoder_close(&draft->graph, place);
  return TERCET_OK;
}

static tercet_status
put_info(tercet_onnx_draft *draft,
         unsigned number,
         const char *name,
         tercet_onnx_type type,
         size_t rank,
         const int64_t *shape)
{
  size_t place = 0;
  close_node(draft);
  TERCET_TRY(open_message(draft, number, &place));
  TERCET_TRY(put_text(draft, TERCET_PB_INFO_NAME, name));
  TERCET_TRY(put_tensor_type(draft, type, rank, shape));
  tercet_onnx_encoder_close(&draft->graph, place);
  return TERCET_OK;
}

tercet_status
tercet_onnx_draft_add_input(tercet_onnx_draft *draft,
                            const char *name,
                            tercet_onnx_type type,
                            size_t rank,
                            const int64_t *shape,
                            tercet_error *err)
{
  const mark m = start(draft, err);
  return end(draft,
             &m,
             put_info(draft, TERCET_PB_GRAPH_INPUT, name, type, rank, shape));
}

tercet_status
tercet_onnx_draft_add_output(tercet_onnx_draft *draft,
                             const char *name,
                             tercet_onnx_type type,
                             size_t rank,
                             const int64_t *shape,
                             tercet_error *err)
{
  const mark m = start(draft, err);
  return end(draft,
             &m,
             put_info(draft, TERCET_PB_GRAPH_OUTPUT, name, type, rank, shape));
}

/// Put elements in row-major order
static tercet_status
put_elements(tercet_onnx_draft *draft, const tercet_tensor *tensor)
{
  const size_t n_bytes = (size_t)tercet_tensor_size(tensor) *
                         tercet_dtype_size(tercet_tensor_dtype(tensor));
  tercet_string bytes = {tercet_tensor_data(tensor), n_bytes};
  char *copy = NULL;
  if (!tercet_tensor_is_contiguous(tensor)) {
    copy = tercet_allocate(draft->alloc, n_bytes);
    if (!copy) {
      return tercet_error_no_memory(draft->graph.err);
    }
    const tercet_status st =
        tercet_tensor_to_data(tensor, copy, n_bytes, draft->graph.err);
    if (st != TERCET_OK) {
      tercet_release(draft->alloc, copy);
      return st;
    }
    bytes.data = copy;
  }
  const tercet_status st = tercet_onnx_encoder_put_string(
      &draft->graph, TERCET_PB_TENSOR_RAW_DATA, bytes);
  tercet_release(draft->alloc, copy);
  return st;
}

static tercet_status
put_tensor(tercet_onnx_draft *draft,
           unsigned number,
           const char *name,
           const tercet_tensor *tensor)
{
  size_t place = 0;
  const tercet_onnx_type type =
      tercet_onnx_type_of_dtype(tercet_tensor_dtype(tensor));
  TERCET_TRY(open_message(draft, number, &place));
  TERCET_TRY(put_text(draft, TERCET_PB_TENSOR_NAME, name));
  TERCET_TRY(tercet_onnx_encoder_put_int(
      &draft->graph, TERCET_PB_TENSOR_DATA_TYPE, (int64_t)type));
  for (size_t i = 0; i < tercet_tensor_rank(tensor); ++i) {
    TERCET_TRY(tercet_onnx_encoder_put_int(
        &draft->graph, TERCET_PB_TENSOR_DIMS, tercet_tensor_shape(tensor)[i]));
  }
  TERCET_TRY(put_elements(draft, tensor));
  tercet_onnx_encoder_close(&draft->graph, place);
  return TERCET_OK;
}

tercet_status
tercet_onnx_draft_add_initializer(tercet_onnx_draft *draft,
                                  const char *name,
                                  const tercet_tensor *tensor,
                                  tercet_error *err)
{
  const mark m = start(draft, err);
  close_node(draft);
  return end(
      draft, &m, put_tensor(draft, TERCET_PB_GRAPH_INITIALIZER, name, tensor));
}

/* ---- Nodes ---- */

static tercet_status
put_texts(tercet_onnx_draft *draft,
          unsigned number,
          size_t n,
          const char *const *texts)
{
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(put_text(draft, number, texts[i]));
  }
  return TERCET_OK;
}

/// Put a node, which stays open for its attributes
static tercet_status
put_node(tercet_onnx_draft *draft,
         const char *domain,
         const char *op_type,
         size_t n_inputs,
         const char *const *inputs,
         size_t n_outputs,
         const char *const *outputs)
{
  open_graph *const graph = current(draft);
  close_node(draft);
  TERCET_TRY(open_message(draft, TERCET_PB_GRAPH_NODE, &graph->node));
  graph->has_node = true;
  TERCET_TRY(put_texts(draft, TERCET_PB_NODE_INPUT, n_inputs, inputs));
  TERCET_TRY(put_texts(draft, TERCET_PB_NODE_OUTPUT, n_outputs, outputs));
  TERCET_TRY(put_text(draft, TERCET_PB_NODE_OP_TYPE, op_type));
  return put_text(draft, TERCET_PB_NODE_DOMAIN, domain);
}

tercet_status
tercet_onnx_draft_add_node(tercet_onnx_draft *draft,
                           const char *domain,
                           const char *op_type,
                           size_t n_inputs,
                           const char *const *inputs,
                           size_t n_outputs,
                           const char *const *outputs,
                           tercet_error *err)
{
  const mark m = start(draft, err);
  return end(
      draft,
      &m,
      put_node(draft, domain, op_type, n_inputs, inputs, n_outputs, outputs));
}

/* ---- Attributes ---- */

/// Open an attribute of the node added last, with its name and type
static tercet_status
open_attribute(tercet_onnx_draft *draft,
               const char *name,
               tercet_onnx_attribute_type type,
               size_t *place)
{
  if (!current(draft)->has_node) {
    return tercet_error_set(draft->graph.err,
                            TERCET_ERR_ARGUMENT,
                            "attribute \"%s\" without a node",
                            name);
  }
  TERCET_TRY(open_message(draft, TERCET_PB_NODE_ATTRIBUTE, place));
  TERCET_TRY(put_text(draft, TERCET_PB_ATTRIBUTE_NAME, name));
  return tercet_onnx_encoder_put_int(
      &draft->graph, TERCET_PB_ATTRIBUTE_TYPE, (int64_t)type);
}

static tercet_status
put_ints(tercet_onnx_draft *draft,
         const char *name,
         tercet_onnx_attribute_type type,
         unsigned number,
         size_t n,
         const int64_t *values)
{
  size_t place = 0;
  TERCET_TRY(open_attribute(draft, name, type, &place));
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(tercet_onnx_encoder_put_int(&draft->graph, number, values[i]));
  }
  tercet_onnx_encoder_close(&draft->graph, place);
  return TERCET_OK;
}

static tercet_status
put_floats(tercet_onnx_draft *draft,
           const char *name,
           tercet_onnx_attribute_type type,
           unsigned number,
           size_t n,
           const float *values)
{
  size_t place = 0;
  TERCET_TRY(open_attribute(draft, name, type, &place));
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(tercet_onnx_encoder_put_float(&draft->graph, number, values[i]));
  }
  tercet_onnx_encoder_close(&draft->graph, place);
  return TERCET_OK;
}

tercet_status
tercet_onnx_draft_set_int(tercet_onnx_draft *draft,
                          const char *name,
                          int64_t value,
                          tercet_error *err)
{
  const mark m = start(draft, err);
  return end(draft,
             &m,
             put_ints(draft,
                      name,
                      TERCET_ONNX_ATTRIBUTE_INT,
                      TERCET_PB_ATTRIBUTE_I,
                      1,
                      &value));
}

tercet_status
tercet_onnx_draft_set_ints(tercet_onnx_draft *draft,
                           const char *name,
                           size_t n,
                           const int64_t *values,
                           tercet_error *err)
{
  const mark m = start(draft, err);
  return end(draft,
             &m,
             put_ints(draft,
                      name,
                      TERCET_ONNX_ATTRIBUTE_INTS,
                      TERCET_PB_ATTRIBUTE_INTS,
                      n,
                      values));
}

tercet_status
tercet_onnx_draft_set_float(tercet_onnx_draft *draft,
                            const char *name,
                            float value,
                            tercet_error *err)
{
  const mark m = start(draft, err);
  return end(draft,
             &m,
             put_floats(draft,
                        name,
                        TERCET_ONNX_ATTRIBUTE_FLOAT,
                        TERCET_PB_ATTRIBUTE_F,
                        1,
                        &value));
}

tercet_status
tercet_onnx_draft_set_floats(tercet_onnx_draft *draft,
                             const char *name,
                             size_t n,
                             const float *values,
                             tercet_error *err)
{
  const mark m = start(draft, err);
  return end(draft,
             &m,
             put_floats(draft,
                        name,
                        TERCET_ONNX_ATTRIBUTE_FLOATS,
                        TERCET_PB_ATTRIBUTE_FLOATS,
                        n,
                        values));
}

static tercet_status
put_string(tercet_onnx_draft *draft, const char *name, tercet_string value)
{
  size_t place = 0;
  TERCET_TRY(open_attribute(draft, name, TERCET_ONNX_ATTRIBUTE_STRING, &place));
  TERCET_TRY(tercet_onnx_encoder_put_string(
      &draft->graph, TERCET_PB_ATTRIBUTE_S, value));
  tercet_onnx_encoder_close(&draft->graph, place);
  return TERCET_OK;
}

tercet_status
tercet_onnx_draft_set_string(tercet_onnx_draft *draft,
                             const char *name,
                             tercet_string value,
                             tercet_error *err)
{
  const mark m = start(draft, err);
  return end(draft, &m, put_string(draft, name, value));
}

static tercet_status
put_tensor_attribute(tercet_onnx_draft *draft,
                     const char *name,
                     const tercet_tensor *value)
{
  size_t place = 0;
  TERCET_TRY(open_attribute(draft, name, TERCET_ONNX_ATTRIBUTE_TENSOR, &place));
  TERCET_TRY(put_tensor(draft, TERCET_PB_ATTRIBUTE_T, "", value));
  tercet_onnx_encoder_close(&draft->graph, place);
  return TERCET_OK;
}

tercet_status
tercet_onnx_draft_set_tensor(tercet_onnx_draft *draft,
                             const char *name,
                             const tercet_tensor *value,
                             tercet_error *err)
{
  const mark m = start(draft, err);
  return end(draft, &m, put_tensor_attribute(draft, name, value));
}

/* ---- Graphs ---- */

static tercet_status
open_inner_graph(tercet_onnx_draft *draft,
                 const char *attribute,
                 const char *graph_name)
{
  if (draft->n_graphs == MAX_GRAPHS) {
    return tercet_error_set(draft->graph.err,
                            TERCET_ERR_LIMIT,
                            "graph \"%s\" is in %u others",
                            graph_name,
                            MAX_GRAPHS);
  }
  open_graph *const inner = current(draft) + 1;
  TERCET_TRY(open_attribute(
      draft, attribute, TERCET_ONNX_ATTRIBUTE_GRAPH, &inner->attribute));
  TERCET_TRY(open_message(draft, TERCET_PB_ATTRIBUTE_G, &inner->graph));
  TERCET_TRY(put_text(draft, TERCET_PB_GRAPH_NAME, graph_name));
  inner->has_node = false;
  ++draft->n_graphs;
  return TERCET_OK;
}

tercet_status
tercet_onnx_draft_begin_graph(tercet_onnx_draft *draft,
                              const char *attribute,
                              const char *graph_name,
                              tercet_error *err)
{
  const mark m = start(draft, err);
  return end(draft, &m, open_inner_graph(draft, attribute, graph_name));
}

tercet_status
tercet_onnx_draft_end_graph(tercet_onnx_draft *draft, tercet_error *err)
{
  if (draft->n_graphs == 1) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "the main graph is not to be ended");
  }
  const open_graph *const inner = current(draft);
  close_node(draft);
  tercet_onnx_encoder_close(&draft->graph, inner->graph);
  tercet_onnx_encoder_close(&draft->graph, inner->attribute);
  --draft->n_graphs;
  return TERCET_OK;
}

/* ---- The model ---- */

/// Put the parts together and read them as a model
static tercet_status
make_model(tercet_onnx_draft *draft,
           tercet_onnx_encoder *whole,
           tercet_onnx_model *model)
{
  const tercet_buffer *const head = &draft->head.bytes;
  if (tercet_buffer_append(&whole->bytes, head->data, head->length)) {
    return tercet_error_no_memory(whole->err);
  }
  TERCET_TRY(tercet_onnx_encoder_put_string(
      whole, TERCET_PB_MODEL_GRAPH, tercet_buffer_view(&draft->graph.bytes)));
  return tercet_onnx_encoder_finish(whole, NULL, model);
}

tercet_status
tercet_onnx_draft_finish(tercet_onnx_draft *draft,
                         tercet_onnx_model **out,
                         tercet_error *err)
{
  const tercet_string none = {NULL, 0};
  *out = NULL;
  if (draft->n_graphs > 1) {
    return tercet_error_set(err, TERCET_ERR_ARGUMENT, "a graph was not ended");
  }
  close_node(draft);
  TERCET_TRY(tercet_onnx_model_new(draft->alloc, MAX_BYTES, out, err));
  tercet_onnx_encoder whole;
  tercet_onnx_encoder_init(&whole, draft->alloc, MAX_BYTES, none, err);
  const tercet_status st = make_model(draft, &whole, *out);
  tercet_onnx_encoder_clear(&whole);
  if (st != TERCET_OK) {
    tercet_onnx_model_free(*out);
    *out = NULL;
  }
  return st;
}
