// SPDX-License-Identifier: Apache-2.0

/// Writing ONNX's text syntax

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"
#include "onnx/io/form.h"
#include "onnx/io/text.h"

#include <inttypes.h>

/// Bytes that are gathered before they are written
#define GATHER_SIZE ((size_t)1 << 15U)

typedef struct {
  tercet_arena arena; ///< For what tensors need
  tercet_buffer text;
  size_t depth; ///< Of node lists inside one another
  const tercet_output *output;
  tercet_error *err;
} text_writer;

static tercet_status
write_graph(text_writer *w, const tercet_onnx_graph *graph);

static tercet_status
flush(text_writer *w)
{
  const tercet_string text = tercet_buffer_view(&w->text);
  w->text.length = 0;
  return text.length > 0
             ? w->output->write(
                   w->output->context, text.data, text.length, w->err)
             : TERCET_OK;
}

/* ---- Words ---- */

static tercet_status
put(text_writer *w, const char *text)
{
  return tercet_buffer_append_text(&w->text, text)
             ? tercet_error_no_memory(w->err)
             : TERCET_OK;
}

static tercet_status
put_int(text_writer *w, int64_t value)
{
  return tercet_buffer_printf(&w->text, "%" PRId64, value)
             ? tercet_error_no_memory(w->err)
             : TERCET_OK;
}

static tercet_status
append_quoted(tercet_buffer *buffer, tercet_string text)
{
  TERCET_TRY(tercet_buffer_append_char(buffer, '"'));
  for (size_t i = 0; i < text.length; ++i) {
    const char c = text.data[i];
    if (c == '"' || c == '\\') {
      TERCET_TRY(tercet_buffer_append_char(buffer, '\\'));
    }
    TERCET_TRY(tercet_buffer_append_char(buffer, c));
  }
  return tercet_buffer_append_char(buffer, '"');
}

static tercet_status
put_string(text_writer *w, tercet_string text)
{
  return append_quoted(&w->text, text) ? tercet_error_no_memory(w->err)
                                       : TERCET_OK;
}

/// Return whether a name can stand without quotes, and is not a word that
/// means something
static bool
is_plain(tercet_string id)
{
  tercet_onnx_scan scan;
  tercet_onnx_scan_init(&scan, id, NULL);
  const tercet_string name = tercet_onnx_scan_name(&scan);
  return id.length > 0 && name.length == id.length &&
         !tercet_onnx_text_is_type_name(id) &&
         !tercet_onnx_is_special_number(id);
}

static tercet_status
put_id(text_writer *w, tercet_string id)
{
  if (!is_plain(id)) {
    return put_string(w, id);
  }
  return tercet_buffer_append(&w->text, id.data, id.length)
             ? tercet_error_no_memory(w->err)
             : TERCET_OK;
}

static tercet_status
put_ids(text_writer *w, size_t n, const tercet_string *ids)
{
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(put(w, i > 0 ? ", " : ""));
    TERCET_TRY(put_id(w, ids[i]));
  }
  return TERCET_OK;
}

/// qualified-id: each part between points is a name
static tercet_status
put_dotted(text_writer *w, tercet_string text)
{
  tercet_string part = text;
  for (size_t i = 0; i < text.length; ++i) {
    if (text.data[i] == '.') {
      part.length = (size_t)(text.data + i - part.data);
      TERCET_TRY(put_id(w, part));
      TERCET_TRY(put(w, "."));
      part.data = text.data + i + 1;
    }
  }
  part.length = text.length - (size_t)(part.data - text.data);
  return put_id(w, part);
}

static tercet_status
put_entries(text_writer *w, const tercet_onnx_entries *entries)
{
  TERCET_TRY(put(w, "["));
  for (size_t i = 0; i < entries->n; ++i) {
    TERCET_TRY(put(w, i > 0 ? ", " : ""));
    TERCET_TRY(put_string(w, entries->items[i].key));
    TERCET_TRY(put(w, ": "));
    TERCET_TRY(put_string(w, entries->items[i].value));
  }
  return put(w, "]");
}

static tercet_status
fail_unsupported(const text_writer *w, const char *what)
{
  return tercet_error_set(
      w->err, TERCET_ERR_UNSUPPORTED, "the text syntax has no %s", what);
}

/* ---- Types ---- */

static tercet_status
put_primitive(text_writer *w, int32_t type)
{
  const char *const name = tercet_onnx_type_name((tercet_onnx_type)type);
  return tercet_onnx_type_from_name(tercet_string_from(name)) ==
                 TERCET_ONNX_UNDEFINED
             ? fail_unsupported(w, "such type of elements")
             : put(w, name);
}

static tercet_status
put_tensor_type(text_writer *w, const tercet_onnx_type_info *type)
{
  TERCET_TRY(put_primitive(w, type->elem_type));
  if (!type->has_shape) {
    return put(w, "[]");
  }
  for (size_t i = 0; i < type->rank; ++i) {
    const tercet_onnx_dim *const dim = &type->dims[i];
    TERCET_TRY(put(w, i > 0 ? "," : "["));
    if (dim->value >= 0) {
      TERCET_TRY(put_int(w, dim->value));
    } else {
      TERCET_TRY(dim->param.length > 0 ? put_id(w, dim->param) : put(w, "?"));
    }
  }
  return type->rank > 0 ? put(w, "]") : TERCET_OK;
}

/// `opaque(domain,name)`, or without the domain
static tercet_status
put_opaque(text_writer *w, const tercet_onnx_type_info *type)
{
  TERCET_TRY(put(w, "opaque("));
  if (type->domain.length > 0) {
    TERCET_TRY(put_dotted(w, type->domain));
    TERCET_TRY(put(w, ","));
  }
  TERCET_TRY(put_dotted(w, type->name));
  return put(w, ")");
}

/// Nested no deeper than messages are read
static tercet_status
put_type(text_writer *w, const tercet_onnx_type_info *type)
{
  static const tercet_onnx_type_info none = {0};

  const tercet_onnx_type_info *const element =
      type->element ? type->element : &none;
  switch (type->kind) {
  case TERCET_ONNX_TYPE_TENSOR:
    return put_tensor_type(w, type);
  case TERCET_ONNX_TYPE_SPARSE:
    TERCET_TRY(put(w, "sparse_tensor("));
    TERCET_TRY(put_tensor_type(w, type));
    return put(w, ")");
  case TERCET_ONNX_TYPE_SEQUENCE:
    TERCET_TRY(put(w, "seq("));
    break;
  case TERCET_ONNX_TYPE_OPTIONAL:
    TERCET_TRY(put(w, "optional("));
    break;
  case TERCET_ONNX_TYPE_MAP:
    TERCET_TRY(put(w, "map("));
    TERCET_TRY(put_primitive(w, type->elem_type));
    TERCET_TRY(put(w, ", "));
    break;
  case TERCET_ONNX_TYPE_OPAQUE:
    return put_opaque(w, type);
  case TERCET_ONNX_TYPE_NONE:
    return fail_unsupported(w, "type without a kind");
  }
  TERCET_TRY(put_type(w, element));
  return put(w, ")");
}

/// A value, with its type if it has one
static tercet_status
put_info(text_writer *w, const tercet_onnx_value_info *info)
{
  if (info->type.kind != TERCET_ONNX_TYPE_NONE) {
    TERCET_TRY(put_type(w, &info->type));
    TERCET_TRY(put(w, " "));
  }
  return put_id(w, info->name);
}

static tercet_status
put_infos(text_writer *w, size_t n, const tercet_onnx_value_info *infos)
{
  TERCET_TRY(put(w, "("));
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(put(w, i > 0 ? ", " : ""));
    TERCET_TRY(put_info(w, &infos[i]));
  }
  return put(w, ")");
}

/* ---- Tensors ---- */

/// Append item `i` of the list that a type has
static tercet_status
append_element(tercet_buffer *buffer,
               tercet_onnx_data_field field,
               const char *items,
               size_t i)
{
  int32_t int32 = 0;
  int64_t int64 = 0;
  uint64_t uint64 = 0;
  float f = 0;
  double d = 0;
  switch (field) {
  case TERCET_ONNX_DATA_FLOATS:
    memcpy(&f, items + i * sizeof(f), sizeof(f));
    return tercet_onnx_number_append_f32(buffer, f);
  case TERCET_ONNX_DATA_DOUBLES:
    memcpy(&d, items + i * sizeof(d), sizeof(d));
    return tercet_onnx_number_append_f64(buffer, d);
  case TERCET_ONNX_DATA_INT32S:
    memcpy(&int32, items + i * sizeof(int32), sizeof(int32));
    return tercet_buffer_printf(buffer, "%" PRId32, int32);
  case TERCET_ONNX_DATA_INT64S:
    memcpy(&int64, items + i * sizeof(int64), sizeof(int64));
    return tercet_buffer_printf(buffer, "%" PRId64, int64);
  case TERCET_ONNX_DATA_UINT64S:
    break;
  }
  memcpy(&uint64, items + i * sizeof(uint64), sizeof(uint64));
  return tercet_buffer_printf(buffer, "%" PRIu64, uint64);
}

/// The elements between braces, as the lists of TensorProto have them
static tercet_status
put_elements(text_writer *w, const tercet_onnx_tensor *tensor)
{
  const tercet_onnx_data_field field =
      tercet_onnx_layout_of(tensor->type).field;
  tercet_onnx_tensor typed = *tensor;
  tercet_onnx_tensor_form form = {0};
  typed.place = TERCET_ONNX_DATA_TYPED;
  if (tercet_onnx_tensor_spread(&typed, &w->arena, &form)) {
    return tercet_error_no_memory(w->err);
  }
  const tercet_onnx_items *const list = &form.typed[field];
  for (size_t i = 0; i < list->n; ++i) {
    TERCET_TRY(put(w, i > 0 ? "," : ""));
    if (append_element(&w->text, field, list->items, i)) {
      return tercet_error_no_memory(w->err);
    }
    if (w->text.length > GATHER_SIZE) {
      TERCET_TRY(flush(w));
    }
  }
  return TERCET_OK;
}

static tercet_status
put_data(text_writer *w, const tercet_onnx_tensor *tensor)
{
  if (tensor->place == TERCET_ONNX_DATA_EXTERNAL) {
    return put_entries(w, &tensor->external);
  }
  TERCET_TRY(put(w, "{"));
  for (size_t i = 0; i < tensor->n_strings; ++i) {
    TERCET_TRY(put(w, i > 0 ? ", " : ""));
    TERCET_TRY(put_string(w, tensor->strings[i]));
  }
  TERCET_TRY(put_elements(w, tensor));
  return put(w, "}");
}

/// tensor-type quotable-id? '='? constant-data
static tercet_status
put_tensor(text_writer *w, const tercet_onnx_tensor *tensor, const char *equals)
{
  TERCET_TRY(put_primitive(w, tensor->type));
  for (size_t i = 0; i < tensor->rank; ++i) {
    TERCET_TRY(put(w, i > 0 ? "," : "["));
    TERCET_TRY(put_int(w, tensor->shape[i]));
  }
  TERCET_TRY(put(w, tensor->rank > 0 ? "] " : " "));
  if (tensor->name.length > 0 || *equals) {
    TERCET_TRY(put_id(w, tensor->name));
    TERCET_TRY(put(w, " "));
  }
  TERCET_TRY(put(w, equals));
  return put_data(w, tensor);
}

/* ---- Attributes ---- */

/// Value `i` of an attribute
static tercet_status
put_value(text_writer *w, const tercet_onnx_attribute *attribute, size_t i)
{
  switch (attribute->type) {
  case TERCET_ONNX_ATTRIBUTE_FLOAT:
  case TERCET_ONNX_ATTRIBUTE_FLOATS:
    return tercet_onnx_number_append_f32(&w->text, attribute->as.floats[i])
               ? tercet_error_no_memory(w->err)
               : TERCET_OK;
  case TERCET_ONNX_ATTRIBUTE_INT:
  case TERCET_ONNX_ATTRIBUTE_INTS:
    return put_int(w, attribute->as.ints[i]);
  case TERCET_ONNX_ATTRIBUTE_STRING:
  case TERCET_ONNX_ATTRIBUTE_STRINGS:
    return put_string(w, attribute->as.strings[i]);
  case TERCET_ONNX_ATTRIBUTE_TENSOR:
  case TERCET_ONNX_ATTRIBUTE_TENSORS:
    return put_tensor(w, &attribute->as.tensors[i], "");
  case TERCET_ONNX_ATTRIBUTE_GRAPH:
  case TERCET_ONNX_ATTRIBUTE_GRAPHS:
    return write_graph(w, &attribute->as.graphs[i]);
  case TERCET_ONNX_ATTRIBUTE_TYPE:
  case TERCET_ONNX_ATTRIBUTE_TYPES:
    return put_type(w, &attribute->as.types[i]);
  case TERCET_ONNX_ATTRIBUTE_SPARSE:
  case TERCET_ONNX_ATTRIBUTE_SPARSES:
  case TERCET_ONNX_ATTRIBUTE_UNDEFINED:
    break;
  }
  return fail_unsupported(w, "sparse tensors");
}

static bool
is_list(tercet_onnx_attribute_type type)
{
  return (type >= TERCET_ONNX_ATTRIBUTE_FLOATS &&
          type <= TERCET_ONNX_ATTRIBUTE_GRAPHS) ||
         type == TERCET_ONNX_ATTRIBUTE_SPARSES ||
         type == TERCET_ONNX_ATTRIBUTE_TYPES;
}

static tercet_status
put_values(text_writer *w, const tercet_onnx_attribute *attribute)
{
  const bool has_brackets = is_list(attribute->type);
  TERCET_TRY(put(w, has_brackets ? "[" : ""));
  for (size_t i = 0; i < attribute->n; ++i) {
    TERCET_TRY(put(w, i > 0 ? ", " : ""));
    TERCET_TRY(put_value(w, attribute, i));
  }
  return put(w, has_brackets ? "]" : "");
}

/// attr-value
static tercet_status
put_attribute_value(text_writer *w, const tercet_onnx_attribute *attribute)
{
  if (attribute->reference.length > 0) {
    TERCET_TRY(put(w, "@"));
    return put_id(w, attribute->reference);
  }
  return attribute->type == TERCET_ONNX_ATTRIBUTE_UNDEFINED
             ? fail_unsupported(w, "attributes without a value")
             : put_values(w, attribute);
}

static tercet_status
put_attribute(text_writer *w, const tercet_onnx_attribute *attribute)
{
  TERCET_TRY(put_id(w, attribute->name));
  if (attribute->type != TERCET_ONNX_ATTRIBUTE_UNDEFINED) {
    TERCET_TRY(put(w, ": "));
    TERCET_TRY(put(w, tercet_onnx_attribute_type_name(attribute->type)));
  }
  TERCET_TRY(put(w, " = "));
  return put_attribute_value(w, attribute);
}

static tercet_status
put_attributes(text_writer *w, const tercet_onnx_node *node)
{
  TERCET_TRY(put(w, " <"));
  for (size_t i = 0; i < node->n_attributes; ++i) {
    TERCET_TRY(put(w, i > 0 ? ", " : ""));
    TERCET_TRY(put_attribute(w, &node->attributes[i]));
  }
  return put(w, ">");
}

/* ---- Nodes and graphs ---- */

static tercet_status
put_indent(text_writer *w)
{
  for (size_t i = 0; i < w->depth; ++i) {
    TERCET_TRY(put(w, "   "));
  }
  return TERCET_OK;
}

/// Graphs are easier to read behind the inputs
static bool
has_graphs(const tercet_onnx_node *node)
{
  for (size_t i = 0; i < node->n_attributes; ++i) {
    if (node->attributes[i].type == TERCET_ONNX_ATTRIBUTE_GRAPH ||
        node->attributes[i].type == TERCET_ONNX_ATTRIBUTE_GRAPHS) {
      return true;
    }
  }
  return false;
}

static tercet_status
put_operator(text_writer *w, const tercet_onnx_node *node)
{
  if (node->domain.length > 0) {
    TERCET_TRY(put_dotted(w, node->domain));
    TERCET_TRY(put(w, "."));
  }
  TERCET_TRY(put_id(w, node->op_type));
  if (node->overload.length > 0) {
    TERCET_TRY(put(w, ":"));
    TERCET_TRY(put_id(w, node->overload));
  }
  return TERCET_OK;
}

static tercet_status
write_node(text_writer *w, const tercet_onnx_node *node)
{
  const bool is_behind = has_graphs(node);
  TERCET_TRY(put_indent(w));
  if (node->name.length > 0) {
    TERCET_TRY(put(w, "["));
    TERCET_TRY(put_id(w, node->name));
    TERCET_TRY(put(w, "] "));
  }
  TERCET_TRY(put_ids(w, node->n_outputs, node->outputs));
  TERCET_TRY(put(w, " = "));
  TERCET_TRY(put_operator(w, node));
  if (node->n_attributes > 0 && !is_behind) {
    TERCET_TRY(put_attributes(w, node));
  }
  TERCET_TRY(put(w, " ("));
  TERCET_TRY(put_ids(w, node->n_inputs, node->inputs));
  TERCET_TRY(put(w, ")"));
  if (is_behind) {
    TERCET_TRY(put_attributes(w, node));
  }
  TERCET_TRY(put(w, "\n"));
  return w->text.length > GATHER_SIZE ? flush(w) : TERCET_OK;
}

static tercet_status
write_nodes(text_writer *w, size_t n, const tercet_onnx_node *nodes)
{
  TERCET_TRY(put(w, "{\n"));
  ++w->depth;
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(write_node(w, &nodes[i]));
  }
  --w->depth;
  TERCET_TRY(put_indent(w));
  return put(w, "}");
}

/// Initializers and the types of values between nodes
static tercet_status
write_initializers(text_writer *w, const tercet_onnx_graph *graph)
{
  if (graph->n_initializers + graph->n_value_infos == 0) {
    return TERCET_OK;
  }
  TERCET_TRY(put(w, "\n"));
  TERCET_TRY(put_indent(w));
  TERCET_TRY(put(w, "<"));
  for (size_t i = 0; i < graph->n_initializers; ++i) {
    TERCET_TRY(put(w, i > 0 ? ", " : ""));
    TERCET_TRY(put_tensor(w, &graph->initializers[i], "= "));
  }
  for (size_t i = 0; i < graph->n_value_infos; ++i) {
    TERCET_TRY(put(w, i + graph->n_initializers > 0 ? ", " : ""));
    TERCET_TRY(put_info(w, &graph->value_infos[i]));
  }
  TERCET_TRY(put(w, ">\n"));
  return put_indent(w);
}

static tercet_status
write_graph(text_writer *w, const tercet_onnx_graph *graph)
{
  if (graph->n_sparse_initializers > 0) {
    return fail_unsupported(w, "sparse tensors");
  }
  TERCET_TRY(put_id(w, graph->name));
  TERCET_TRY(put(w, " "));
  TERCET_TRY(put_infos(w, graph->n_inputs, graph->inputs));
  TERCET_TRY(put(w, " => "));
  TERCET_TRY(put_infos(w, graph->n_outputs, graph->outputs));
  TERCET_TRY(put(w, " "));
  TERCET_TRY(write_initializers(w, graph));
  return write_nodes(w, graph->n_nodes, graph->nodes);
}

/* ---- Functions and models ---- */

/// One field of a header that is there
static tercet_status
put_header_name(text_writer *w, const char *name, bool *is_first)
{
  TERCET_TRY(put(w, *is_first ? "   " : ",\n   "));
  *is_first = false;
  TERCET_TRY(put(w, name));
  return put(w, ": ");
}

static tercet_status
put_header_text(text_writer *w,
                const char *name,
                tercet_string text,
                bool *is_first)
{
  if (text.length == 0) {
    return TERCET_OK;
  }
  TERCET_TRY(put_header_name(w, name, is_first));
  return put_string(w, text);
}

static tercet_status
put_header_int(text_writer *w, const char *name, int64_t value, bool *is_first)
{
  if (value == 0) {
    return TERCET_OK;
  }
  TERCET_TRY(put_header_name(w, name, is_first));
  return put_int(w, value);
}

static tercet_status
put_header_opsets(text_writer *w,
                  size_t n,
                  const tercet_onnx_opset *opsets,
                  bool *is_first)
{
  TERCET_TRY(put_header_name(w, "opset_import", is_first));
  TERCET_TRY(put(w, "["));
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(put(w, i > 0 ? ", " : ""));
    TERCET_TRY(put_string(w, opsets[i].domain));
    TERCET_TRY(put(w, " : "));
    TERCET_TRY(put_int(w, opsets[i].version));
  }
  return put(w, "]");
}

static tercet_status
put_header_metadata(text_writer *w,
                    const tercet_onnx_entries *metadata,
                    bool *is_first)
{
  if (metadata->n == 0) {
    return TERCET_OK;
  }
  TERCET_TRY(put_header_name(w, "metadata_props", is_first));
  return put_entries(w, metadata);
}

static tercet_status
write_function_attributes(text_writer *w, const tercet_onnx_function *function)
{
  const size_t n = function->n_attributes + function->n_defaults;
  TERCET_TRY(put(w, n > 0 ? "<" : ""));
  TERCET_TRY(put_ids(w, function->n_attributes, function->attributes));
  for (size_t i = 0; i < function->n_defaults; ++i) {
    TERCET_TRY(put(w, i + function->n_attributes > 0 ? ", " : ""));
    TERCET_TRY(put_attribute(w, &function->defaults[i]));
  }
  return put(w, n > 0 ? "> " : "");
}

static tercet_status
write_function_infos(text_writer *w, const tercet_onnx_function *function)
{
  if (function->n_value_infos == 0) {
    return TERCET_OK;
  }
  TERCET_TRY(put(w, "<"));
  for (size_t i = 0; i < function->n_value_infos; ++i) {
    TERCET_TRY(put(w, i > 0 ? ", " : ""));
    TERCET_TRY(put_info(w, &function->value_infos[i]));
  }
  return put(w, ">\n");
}

static tercet_status
write_function(text_writer *w, const tercet_onnx_function *function)
{
  bool is_first = true;
  TERCET_TRY(put(w, "<\n"));
  TERCET_TRY(put_header_name(w, "domain", &is_first));
  TERCET_TRY(put_string(w, function->domain));
  TERCET_TRY(put_header_text(w, "overload", function->overload, &is_first));
  TERCET_TRY(
      put_header_opsets(w, function->n_opsets, function->opsets, &is_first));
  TERCET_TRY(put_header_text(w, "doc_string", function->doc, &is_first));
  TERCET_TRY(put_header_metadata(w, &function->metadata, &is_first));
  TERCET_TRY(put(w, "\n>\n"));
  TERCET_TRY(put_id(w, function->name));
  TERCET_TRY(put(w, " "));
  TERCET_TRY(write_function_attributes(w, function));
  TERCET_TRY(put(w, "("));
  TERCET_TRY(put_ids(w, function->n_inputs, function->inputs));
  TERCET_TRY(put(w, ") => ("));
  TERCET_TRY(put_ids(w, function->n_outputs, function->outputs));
  TERCET_TRY(put(w, ")\n"));
  TERCET_TRY(write_function_infos(w, function));
  TERCET_TRY(write_nodes(w, function->n_nodes, function->nodes));
  return put(w, "\n");
}

static tercet_status
write_model(text_writer *w, const tercet_onnx_model *model)
{
  bool is_first = true;
  TERCET_TRY(put(w, "<\n"));
  TERCET_TRY(put_header_int(w, "ir_version", model->ir_version, &is_first));
  TERCET_TRY(put_header_opsets(w, model->n_opsets, model->opsets, &is_first));
  TERCET_TRY(
      put_header_text(w, "producer_name", model->producer_name, &is_first));
  TERCET_TRY(put_header_text(
      w, "producer_version", model->producer_version, &is_first));
  TERCET_TRY(put_header_text(w, "domain", model->domain, &is_first));
  TERCET_TRY(
      put_header_int(w, "model_version", model->model_version, &is_first));
  TERCET_TRY(put_header_text(w, "doc_string", model->doc, &is_first));
  TERCET_TRY(put_header_metadata(w, &model->metadata, &is_first));
  TERCET_TRY(put(w, "\n>\n"));
  TERCET_TRY(write_graph(w, &model->graph));
  TERCET_TRY(put(w, "\n"));
  for (size_t i = 0; i < model->n_functions; ++i) {
    TERCET_TRY(write_function(w, &model->functions[i]));
  }
  return TERCET_OK;
}

/* ---- Writers ---- */

static void
writer_init(text_writer *w,
            const tercet_allocator *alloc,
            const tercet_output *output,
            tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  tercet_arena_init(&w->arena, alloc, SIZE_MAX);
  tercet_buffer_init(&w->text, alloc, SIZE_MAX);
  w->depth = 0;
  w->output = output;
  w->err = err;
}

/// Write what is gathered unless writing failed, and free the writer
static tercet_status
writer_finish(text_writer *w, tercet_status st)
{
  st = st == TERCET_OK ? flush(w) : st;
  tercet_buffer_clear(&w->text);
  tercet_arena_clear(&w->arena);
  return st;
}

tercet_status
tercet_onnx_text_write(const tercet_allocator *alloc,
                       const tercet_onnx_model *model,
                       const tercet_output *output,
                       tercet_error *err)
{
  text_writer w;
  writer_init(&w, alloc, output, err);
  return writer_finish(&w, write_model(&w, model));
}

tercet_status
tercet_onnx_text_write_type(const tercet_allocator *alloc,
                            const tercet_onnx_type_info *type,
                            const tercet_output *output,
                            tercet_error *err)
{
  text_writer w;
  writer_init(&w, alloc, output, err);
  return writer_finish(&w, put_type(&w, type));
}

tercet_status
tercet_onnx_text_write_attribute(const tercet_allocator *alloc,
                                 const tercet_onnx_attribute *attribute,
                                 const tercet_output *output,
                                 tercet_error *err)
{
  text_writer w;
  writer_init(&w, alloc, output, err);
  return writer_finish(&w, put_attribute_value(&w, attribute));
}
