// SPDX-License-Identifier: Apache-2.0

#include "onnx/io/proto.h"

#include "onnx/io/form.h"
#include "onnx/io/proto_rows.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ---- Names of numbers ---- */

static const tercet_onnx_enum data_types[] = {{"UNDEFINED", 0},
#define DATA_TYPE(id, number, name, bits, storage) {#id, number},
                                              TERCET_ONNX_TYPE_LIST(DATA_TYPE)
#undef DATA_TYPE
                                                  {NULL, 0}};

static const tercet_onnx_enum attribute_types[] = {{"UNDEFINED", 0},
                                                   {"FLOAT", 1},
                                                   {"INT", 2},
                                                   {"STRING", 3},
                                                   {"TENSOR", 4},
                                                   {"GRAPH", 5},
                                                   {"FLOATS", 6},
                                                   {"INTS", 7},
                                                   {"STRINGS", 8},
                                                   {"TENSORS", 9},
                                                   {"GRAPHS", 10},
                                                   {"SPARSE_TENSOR", 11},
                                                   {"SPARSE_TENSORS", 12},
                                                   {"TYPE_PROTO", 13},
                                                   {"TYPE_PROTOS", 14},
                                                   {NULL, 0}};

static const tercet_onnx_enum data_locations[] = {
    {"DEFAULT", 0}, {"EXTERNAL", 1}, {NULL, 0}};

static const tercet_onnx_enum collection_kinds[] = {{"UNDEFINED", 0},
                                                    {"TENSOR", 1},
                                                    {"SPARSE_TENSOR", 2},
                                                    {"SEQUENCE", 3},
                                                    {"MAP", 4},
                                                    {"OPTIONAL", 5},
                                                    {NULL, 0}};

/* ---- Pairs, shapes and types ---- */

static const tercet_onnx_field entry_fields[] = {
    ONE(TERCET_PB_ENTRY_KEY, "key", STRING, tercet_onnx_entry, key),
    ONE(TERCET_PB_ENTRY_VALUE, "value", STRING, tercet_onnx_entry, value),
};
const tercet_onnx_message tercet_onnx_entry_message = {
    MESSAGE_OF("StringStringEntryProto", tercet_onnx_entry, entry_fields)};

static const tercet_onnx_dim unknown_dim = {-1, {NULL, 0}, {NULL, 0}};
static const tercet_onnx_field dim_fields[] = {
    ONE(TERCET_PB_DIM_DIM_VALUE, "dim_value", INT64, tercet_onnx_dim, value),
    ONE(TERCET_PB_DIM_DIM_PARAM, "dim_param", STRING, tercet_onnx_dim, param),
    ONE(TERCET_PB_DIM_DENOTATION,
        "denotation",
        STRING,
        tercet_onnx_dim,
        denotation),
};
static const tercet_onnx_message dim_message = {
    MESSAGE_OF("Dimension", tercet_onnx_dim, dim_fields),
    .blank = &unknown_dim,
    .finish = tercet_onnx_dim_finish};

static const tercet_onnx_message type_message;

#define TYPE tercet_onnx_type_info
static const tercet_onnx_field shape_fields[] = {
    MESSAGES(TERCET_PB_SHAPE_DIM, "dim", LIST, TYPE, rank, dims, dim_message),
};
static const tercet_onnx_message shape_message = {
    MESSAGE_OF("TensorShapeProto", TYPE, shape_fields)};

static const tercet_onnx_field tensor_type_fields[] = {
    NAMED(TERCET_PB_TENSOR_TYPE_ELEM_TYPE,
          "elem_type",
          INT32,
          TYPE,
          elem_type,
          data_types),
    SAME(TERCET_PB_TENSOR_TYPE_SHAPE, "shape", true, shape_message),
};
static const tercet_onnx_message tensor_type_message = {
    MESSAGE_OF("TypeProto.Tensor", TYPE, tensor_type_fields),
    .choice = offsetof(TYPE, has_shape),
    .choice_size = sizeof(bool)};

/// Of a sequence or an optional
static const tercet_onnx_field element_fields[] = {
    LINK(TERCET_PB_ELEMENT_ELEM_TYPE, "elem_type", TYPE, element, type_message),
};
static const tercet_onnx_message element_message = {
    MESSAGE_OF("TypeProto.Sequence", TYPE, element_fields)};

static const tercet_onnx_field map_fields[] = {
    NAMED(
        TERCET_PB_MAP_KEY_TYPE, "key_type", INT32, TYPE, elem_type, data_types),
    LINK(TERCET_PB_MAP_VALUE_TYPE, "value_type", TYPE, element, type_message),
};
static const tercet_onnx_message map_message = {
    MESSAGE_OF("TypeProto.Map", TYPE, map_fields)};

static const tercet_onnx_field opaque_fields[] = {
    ONE(TERCET_PB_OPAQUE_DOMAIN, "domain", STRING, TYPE, domain),
    ONE(TERCET_PB_OPAQUE_NAME, "name", STRING, TYPE, name),
};
static const tercet_onnx_message opaque_message = {
    MESSAGE_OF("TypeProto.Opaque", TYPE, opaque_fields)};

static const tercet_onnx_field type_fields[] = {
    SAME(TERCET_PB_TYPE_TENSOR_TYPE,
         "tensor_type",
         TERCET_ONNX_TYPE_TENSOR,
         tensor_type_message),
    SAME(TERCET_PB_TYPE_SEQUENCE_TYPE,
         "sequence_type",
         TERCET_ONNX_TYPE_SEQUENCE,
         element_message),
    SAME(
        TERCET_PB_TYPE_MAP_TYPE, "map_type", TERCET_ONNX_TYPE_MAP, map_message),
    ONE(TERCET_PB_TYPE_DENOTATION, "denotation", STRING, TYPE, denotation),
    SAME(TERCET_PB_TYPE_OPAQUE_TYPE,
         "opaque_type",
         TERCET_ONNX_TYPE_OPAQUE,
         opaque_message),
    SAME(TERCET_PB_TYPE_SPARSE_TENSOR_TYPE,
         "sparse_tensor_type",
         TERCET_ONNX_TYPE_SPARSE,
         tensor_type_message),
    SAME(TERCET_PB_TYPE_OPTIONAL_TYPE,
         "optional_type",
         TERCET_ONNX_TYPE_OPTIONAL,
         element_message),
};
static const tercet_onnx_message type_message = {
    MESSAGE_OF("TypeProto", TYPE, type_fields),
    .choice = offsetof(TYPE, kind),
    .choice_size = sizeof(tercet_onnx_type_kind)};
#undef TYPE

#define INFO tercet_onnx_value_info
static const tercet_onnx_field info_fields[] = {
    ONE(TERCET_PB_INFO_NAME, "name", STRING, INFO, name),
    MESSAGE(TERCET_PB_INFO_TYPE, "type", INFO, type, type_message),
    ONE(TERCET_PB_INFO_DOC_STRING, "doc_string", STRING, INFO, doc),
    ENTRIES(TERCET_PB_INFO_METADATA_PROPS, "metadata_props", INFO, metadata),
};
static const tercet_onnx_message info_message = {
    MESSAGE_OF("ValueInfoProto", INFO, info_fields)};
#undef INFO

/* ---- Tensors ---- */

#define FORM tercet_onnx_tensor_form
#define TYPED(number, name, kind, which)                                       \
  {                                                                            \
    PLACE(number,                                                              \
          name,                                                                \
          kind,                                                                \
          PACKED,                                                              \
          FORM,                                                                \
          typed[TERCET_ONNX_DATA_##which].items,                               \
          offsetof(FORM, typed[TERCET_ONNX_DATA_##which].n))                   \
  }
static const tercet_onnx_field tensor_fields[] = {
    LIST(TERCET_PB_TENSOR_DIMS,
         "dims",
         INT64,
         LIST,
         FORM,
         head.rank,
         head.shape),
    NAMED(TERCET_PB_TENSOR_DATA_TYPE,
          "data_type",
          INT32,
          FORM,
          head.type,
          data_types),
    MESSAGE(TERCET_PB_TENSOR_SEGMENT,
            "segment",
            FORM,
            head.segment,
            tercet_onnx_part_message),
    TYPED(TERCET_PB_TENSOR_FLOAT_DATA, "float_data", FLOAT, FLOATS),
    TYPED(TERCET_PB_TENSOR_INT32_DATA, "int32_data", INT32, INT32S),
    LIST(TERCET_PB_TENSOR_STRING_DATA,
         "string_data",
         STRING,
         LIST,
         FORM,
         head.n_strings,
         head.strings),
    TYPED(TERCET_PB_TENSOR_INT64_DATA, "int64_data", INT64, INT64S),
    ONE(TERCET_PB_TENSOR_NAME, "name", STRING, FORM, head.name),
    ONE(TERCET_PB_TENSOR_RAW_DATA, "raw_data", STRING, FORM, raw),
    TYPED(TERCET_PB_TENSOR_DOUBLE_DATA, "double_data", DOUBLE, DOUBLES),
    TYPED(TERCET_PB_TENSOR_UINT64_DATA, "uint64_data", UINT64, UINT64S),
    ONE(TERCET_PB_TENSOR_DOC_STRING, "doc_string", STRING, FORM, head.doc),
    ENTRIES(
        TERCET_PB_TENSOR_EXTERNAL_DATA, "external_data", FORM, head.external),
    NAMED(TERCET_PB_TENSOR_DATA_LOCATION,
          "data_location",
          ENUM,
          FORM,
          location,
          data_locations),
    ENTRIES(
        TERCET_PB_TENSOR_METADATA_PROPS, "metadata_props", FORM, head.metadata),
};
static_assert(sizeof(FORM) <= TERCET_ONNX_MAX_FORM, "a form has room");
#undef TYPED
#undef FORM

const tercet_onnx_message tercet_onnx_tensor_message = {
    MESSAGE_OF("TensorProto", tercet_onnx_tensor, tensor_fields),
    .form_size = sizeof(tercet_onnx_tensor_form),
    .finish = tercet_onnx_tensor_finish,
    .spread = tercet_onnx_tensor_spread};

#define SPARSE tercet_onnx_sparse
static const tercet_onnx_field sparse_fields[] = {
    MESSAGE(TERCET_PB_SPARSE_VALUES,
            "values",
            SPARSE,
            values,
            tercet_onnx_tensor_message),
    MESSAGE(TERCET_PB_SPARSE_INDICES,
            "indices",
            SPARSE,
            indices,
            tercet_onnx_tensor_message),
    LIST(TERCET_PB_SPARSE_DIMS, "dims", INT64, LIST, SPARSE, rank, shape),
};
static const tercet_onnx_message sparse_message = {
    MESSAGE_OF("SparseTensorProto", SPARSE, sparse_fields)};
#undef SPARSE

#define COLLECTION tercet_onnx_collection
static const tercet_onnx_field collection_fields[] = {
    ONE(TERCET_PB_COLLECTION_NAME, "name", STRING, COLLECTION, name),
    NAMED(TERCET_PB_COLLECTION_ELEM_TYPE,
          "elem_type",
          ENUM,
          COLLECTION,
          kind,
          collection_kinds),
    MESSAGES(TERCET_PB_COLLECTION_TENSOR_VALUES,
             "tensor_values",
             LIST,
             COLLECTION,
             n_tensors,
             tensors,
             tercet_onnx_tensor_message),
    MESSAGES(TERCET_PB_COLLECTION_SEQUENCE_VALUES,
             "sequence_values",
             LIST,
             COLLECTION,
             n_sequences,
             sequences,
             tercet_onnx_collection_message),
    MESSAGES(TERCET_PB_COLLECTION_OPTIONAL_VALUES,
             "optional_values",
             LIST,
             COLLECTION,
             n_optionals,
             optionals,
             tercet_onnx_collection_message),
};
const tercet_onnx_message tercet_onnx_collection_message = {
    MESSAGE_OF("SequenceProto", COLLECTION, collection_fields)};
#undef COLLECTION

/* ---- Nodes and graphs ---- */

#define FORM tercet_onnx_attribute_form
#define SLOT(number, name, kind, label, type)                                  \
  PLACE(number,                                                                \
        name,                                                                  \
        kind,                                                                  \
        label,                                                                 \
        FORM,                                                                  \
        slots[TERCET_ONNX_ATTRIBUTE_##type].items,                             \
        offsetof(FORM, slots[TERCET_ONNX_ATTRIBUTE_##type].n))
static const tercet_onnx_field attribute_fields[] = {
    ONE(TERCET_PB_ATTRIBUTE_NAME, "name", STRING, FORM, name),
    {SLOT(TERCET_PB_ATTRIBUTE_F, "f", FLOAT, MAYBE, FLOAT)},
    {SLOT(TERCET_PB_ATTRIBUTE_I, "i", INT64, MAYBE, INT)},
    {SLOT(TERCET_PB_ATTRIBUTE_S, "s", STRING, MAYBE, STRING)},
    {SLOT(TERCET_PB_ATTRIBUTE_T, "t", MESSAGE, MAYBE, TENSOR),
     .message = &tercet_onnx_tensor_message},
    {SLOT(TERCET_PB_ATTRIBUTE_G, "g", MESSAGE, MAYBE, GRAPH),
     .message = &tercet_onnx_graph_message},
    {SLOT(TERCET_PB_ATTRIBUTE_FLOATS, "floats", FLOAT, LIST, FLOATS)},
    {SLOT(TERCET_PB_ATTRIBUTE_INTS, "ints", INT64, LIST, INTS)},
    {SLOT(TERCET_PB_ATTRIBUTE_STRINGS, "strings", STRING, LIST, STRINGS)},
    {SLOT(TERCET_PB_ATTRIBUTE_TENSORS, "tensors", MESSAGE, LIST, TENSORS),
     .message = &tercet_onnx_tensor_message},
    {SLOT(TERCET_PB_ATTRIBUTE_GRAPHS, "graphs", MESSAGE, LIST, GRAPHS),
     .message = &tercet_onnx_graph_message},
    ONE(TERCET_PB_ATTRIBUTE_DOC_STRING, "doc_string", STRING, FORM, doc),
    {SLOT(TERCET_PB_ATTRIBUTE_TP, "tp", MESSAGE, MAYBE, TYPE),
     .message = &type_message},
    {SLOT(TERCET_PB_ATTRIBUTE_TYPE_PROTOS, "type_protos", MESSAGE, LIST, TYPES),
     .message = &type_message},
    NAMED(TERCET_PB_ATTRIBUTE_TYPE, "type", ENUM, FORM, type, attribute_types),
    ONE(TERCET_PB_ATTRIBUTE_REF_ATTR_NAME,
        "ref_attr_name",
        STRING,
        FORM,
        reference),
    {SLOT(TERCET_PB_ATTRIBUTE_SPARSE_TENSOR,
          "sparse_tensor",
          MESSAGE,
          MAYBE,
          SPARSE),
     .message = &sparse_message},
    {SLOT(TERCET_PB_ATTRIBUTE_SPARSE_TENSORS,
          "sparse_tensors",
          MESSAGE,
          LIST,
          SPARSES),
     .message = &sparse_message},
};
static_assert(sizeof(FORM) <= TERCET_ONNX_MAX_FORM, "a form has room");
static_assert(sizeof(attribute_fields) / sizeof(attribute_fields[0]) <=
                  TERCET_ONNX_MAX_FIELDS,
              "the message with the most fields has room");
#undef SLOT
#undef FORM

static const tercet_onnx_message attribute_message = {
    MESSAGE_OF("AttributeProto", tercet_onnx_attribute, attribute_fields),
    .form_size = sizeof(tercet_onnx_attribute_form),
    .finish = tercet_onnx_attribute_finish,
    .spread = tercet_onnx_attribute_spread};

#define NODE tercet_onnx_node
static const tercet_onnx_field node_fields[] = {
    LIST(TERCET_PB_NODE_INPUT, "input", STRING, LIST, NODE, n_inputs, inputs),
    LIST(TERCET_PB_NODE_OUTPUT,
         "output",
         STRING,
         LIST,
         NODE,
         n_outputs,
         outputs),
    ONE(TERCET_PB_NODE_NAME, "name", STRING, NODE, name),
    ONE(TERCET_PB_NODE_OP_TYPE, "op_type", STRING, NODE, op_type),
    MESSAGES(TERCET_PB_NODE_ATTRIBUTE,
             "attribute",
             LIST,
             NODE,
             n_attributes,
             attributes,
             attribute_message),
    ONE(TERCET_PB_NODE_DOC_STRING, "doc_string", STRING, NODE, doc),
    ONE(TERCET_PB_NODE_DOMAIN, "domain", STRING, NODE, domain),
    ONE(TERCET_PB_NODE_OVERLOAD, "overload", STRING, NODE, overload),
    ENTRIES(TERCET_PB_NODE_METADATA_PROPS, "metadata_props", NODE, metadata),
    MESSAGES(TERCET_PB_NODE_DEVICE_CONFIGURATIONS,
             "device_configurations",
             LIST,
             NODE,
             n_devices,
             devices,
             tercet_onnx_node_device_message),
};
static const tercet_onnx_message node_message = {
    MESSAGE_OF("NodeProto", NODE, node_fields)};
#undef NODE

#define GRAPH tercet_onnx_graph
static const tercet_onnx_field graph_fields[] = {
    MESSAGES(TERCET_PB_GRAPH_NODE,
             "node",
             LIST,
             GRAPH,
             n_nodes,
             nodes,
             node_message),
    ONE(TERCET_PB_GRAPH_NAME, "name", STRING, GRAPH, name),
    MESSAGES(TERCET_PB_GRAPH_INITIALIZER,
             "initializer",
             LIST,
             GRAPH,
             n_initializers,
             initializers,
             tercet_onnx_tensor_message),
    ONE(TERCET_PB_GRAPH_DOC_STRING, "doc_string", STRING, GRAPH, doc),
    MESSAGES(TERCET_PB_GRAPH_INPUT,
             "input",
             LIST,
             GRAPH,
             n_inputs,
             inputs,
             info_message),
    MESSAGES(TERCET_PB_GRAPH_OUTPUT,
             "output",
             LIST,
             GRAPH,
             n_outputs,
             outputs,
             info_message),
    MESSAGES(TERCET_PB_GRAPH_VALUE_INFO,
             "value_info",
             LIST,
             GRAPH,
             n_value_infos,
             value_infos,
             info_message),
    MESSAGES(TERCET_PB_GRAPH_QUANTIZATION_ANNOTATION,
             "quantization_annotation",
             LIST,
             GRAPH,
             n_annotations,
             annotations,
             tercet_onnx_annotation_message),
    MESSAGES(TERCET_PB_GRAPH_SPARSE_INITIALIZER,
             "sparse_initializer",
             LIST,
             GRAPH,
             n_sparse_initializers,
             sparse_initializers,
             sparse_message),
    ENTRIES(TERCET_PB_GRAPH_METADATA_PROPS, "metadata_props", GRAPH, metadata),
};
const tercet_onnx_message tercet_onnx_graph_message = {
    MESSAGE_OF("GraphProto", GRAPH, graph_fields)};
#undef GRAPH

/* ---- Functions and models ---- */

static const tercet_onnx_field opset_fields[] = {
    ONE(TERCET_PB_OPSET_DOMAIN, "domain", STRING, tercet_onnx_opset, domain),
    ONE(TERCET_PB_OPSET_VERSION, "version", INT64, tercet_onnx_opset, version),
};
static const tercet_onnx_message opset_message = {
    MESSAGE_OF("OperatorSetIdProto", tercet_onnx_opset, opset_fields)};

#define FUNCTION tercet_onnx_function
static const tercet_onnx_field function_fields[] = {
    ONE(TERCET_PB_FUNCTION_NAME, "name", STRING, FUNCTION, name),
    LIST(TERCET_PB_FUNCTION_INPUT,
         "input",
         STRING,
         LIST,
         FUNCTION,
         n_inputs,
         inputs),
    LIST(TERCET_PB_FUNCTION_OUTPUT,
         "output",
         STRING,
         LIST,
         FUNCTION,
         n_outputs,
         outputs),
    LIST(TERCET_PB_FUNCTION_ATTRIBUTE,
         "attribute",
         STRING,
         LIST,
         FUNCTION,
         n_attributes,
         attributes),
    MESSAGES(TERCET_PB_FUNCTION_NODE,
             "node",
             LIST,
             FUNCTION,
             n_nodes,
             nodes,
             node_message),
    ONE(TERCET_PB_FUNCTION_DOC_STRING, "doc_string", STRING, FUNCTION, doc),
    MESSAGES(TERCET_PB_FUNCTION_OPSET_IMPORT,
             "opset_import",
             LIST,
             FUNCTION,
             n_opsets,
             opsets,
             opset_message),
    ONE(TERCET_PB_FUNCTION_DOMAIN, "domain", STRING, FUNCTION, domain),
    MESSAGES(TERCET_PB_FUNCTION_ATTRIBUTE_PROTO,
             "attribute_proto",
             LIST,
             FUNCTION,
             n_defaults,
             defaults,
             attribute_message),
    MESSAGES(TERCET_PB_FUNCTION_VALUE_INFO,
             "value_info",
             LIST,
             FUNCTION,
             n_value_infos,
             value_infos,
             info_message),
    ONE(TERCET_PB_FUNCTION_OVERLOAD, "overload", STRING, FUNCTION, overload),
    ENTRIES(TERCET_PB_FUNCTION_METADATA_PROPS,
            "metadata_props",
            FUNCTION,
            metadata),
};
static const tercet_onnx_message function_message = {
    MESSAGE_OF("FunctionProto", FUNCTION, function_fields)};
#undef FUNCTION

#define MODEL tercet_onnx_model
static const tercet_onnx_field model_fields[] = {
    ONE(TERCET_PB_MODEL_IR_VERSION, "ir_version", INT64, MODEL, ir_version),
    ONE(TERCET_PB_MODEL_PRODUCER_NAME,
        "producer_name",
        STRING,
        MODEL,
        producer_name),
    ONE(TERCET_PB_MODEL_PRODUCER_VERSION,
        "producer_version",
        STRING,
        MODEL,
        producer_version),
    ONE(TERCET_PB_MODEL_DOMAIN, "domain", STRING, MODEL, domain),
    ONE(TERCET_PB_MODEL_MODEL_VERSION,
        "model_version",
        INT64,
        MODEL,
        model_version),
    ONE(TERCET_PB_MODEL_DOC_STRING, "doc_string", STRING, MODEL, doc),
    MESSAGE(TERCET_PB_MODEL_GRAPH,
            "graph",
            MODEL,
            graph,
            tercet_onnx_graph_message),
    MESSAGES(TERCET_PB_MODEL_OPSET_IMPORT,
             "opset_import",
             LIST,
             MODEL,
             n_opsets,
             opsets,
             opset_message),
    ENTRIES(TERCET_PB_MODEL_METADATA_PROPS, "metadata_props", MODEL, metadata),
    MESSAGES(TERCET_PB_MODEL_TRAINING_INFO,
             "training_info",
             LIST,
             MODEL,
             n_trainings,
             trainings,
             tercet_onnx_training_message),
    MESSAGES(TERCET_PB_MODEL_FUNCTIONS,
             "functions",
             LIST,
             MODEL,
             n_functions,
             functions,
             function_message),
    MESSAGES(TERCET_PB_MODEL_CONFIGURATION,
             "configuration",
             LIST,
             MODEL,
             n_devices,
             devices,
             tercet_onnx_device_message),
};
const tercet_onnx_message tercet_onnx_model_message = {
    MESSAGE_OF("ModelProto", MODEL, model_fields)};
#undef MODEL

/* ---- Using the tables ---- */

const tercet_onnx_field *
tercet_onnx_field_find(const tercet_onnx_message *message, uint64_t number)
{
  for (size_t i = 0; i < message->n_fields; ++i) {
    if (message->fields[i].number == number) {
      return &message->fields[i];
    }
  }
  return NULL;
}

size_t
tercet_onnx_field_size(const tercet_onnx_field *field)
{
  static const uint8_t sizes[] = {
      [TERCET_ONNX_FIELD_INT64] = sizeof(int64_t),
      [TERCET_ONNX_FIELD_INT32] = sizeof(int32_t),
      [TERCET_ONNX_FIELD_ENUM] = sizeof(int32_t),
      [TERCET_ONNX_FIELD_UINT64] = sizeof(uint64_t),
      [TERCET_ONNX_FIELD_FLOAT] = sizeof(float),
      [TERCET_ONNX_FIELD_DOUBLE] = sizeof(double),
      [TERCET_ONNX_FIELD_STRING] = sizeof(tercet_string),
  };
  return field->message ? field->message->size : sizes[field->kind];
}

tercet_status
tercet_onnx_message_spread(const tercet_onnx_message *message,
                           const void *tree,
                           tercet_arena *arena,
                           tercet_onnx_spread *out)
{
  out->base = tree;
  if (message->form_size == 0) {
    return TERCET_OK;
  }
  memset(out->form.bytes, 0, message->form_size);
  out->base = out->form.bytes;
  return message->spread(tree, arena, out->form.bytes);
}

static bool
is_zero(const char *bytes, size_t n)
{
  for (size_t i = 0; i < n; ++i) {
    if (bytes[i]) {
      return false;
    }
  }
  return true;
}

/// Return whether a member is as if its field had not been there
static bool
is_blank(const tercet_onnx_message *message,
         const tercet_onnx_field *field,
         const char *member)
{
  const size_t size = tercet_onnx_field_size(field);
  if (field->kind == TERCET_ONNX_FIELD_STRING) {
    tercet_string text = {NULL, 0};
    memcpy(&text, member, sizeof(text));
    return text.length == 0;
  }
  return message->blank ? !memcmp(member,
                                  (const char *)message->blank + field->offset,
                                  size)
                        : is_zero(member, size);
}

size_t
tercet_onnx_field_items(const tercet_onnx_message *message,
                        const tercet_onnx_field *field,
                        const void *base,
                        const char **items)
{
  const char *const member = (const char *)base + field->offset;
  if (field->kind == TERCET_ONNX_FIELD_SAME) {
    *items = base;
    return tercet_onnx_message_choice(message, base) == field->choice;
  }
  if (field->kind == TERCET_ONNX_FIELD_LINK) {
    memcpy(items, member, sizeof(*items));
    return *items != NULL;
  }
  if (field->label == TERCET_ONNX_FIELD_ONE) {
    *items = member;
    return !is_blank(message, field, member);
  }

  size_t n = 0;
  memcpy(items, member, sizeof(*items));
  memcpy(&n, (const char *)base + field->count, sizeof(n));
  return n;
}

uint64_t
tercet_onnx_field_number(const tercet_onnx_field *field, const char *item)
{
  uint64_t number = 0;
  uint32_t low = 0;
  if (tercet_onnx_field_size(field) == sizeof(number)) {
    memcpy(&number, item, sizeof(number));
    return number;
  }
  memcpy(&low, item, sizeof(low));
  return field->kind == TERCET_ONNX_FIELD_FLOAT
             ? low
             : (uint64_t)(int64_t)(int32_t)low;
}

uint32_t
tercet_onnx_message_choice(const tercet_onnx_message *message, const void *base)
{
  const char *const member = (const char *)base + message->choice;
  uint32_t choice = 0;
  bool is_there = false;
  if (message->choice_size == sizeof(choice)) {
    memcpy(&choice, member, sizeof(choice));
  } else {
    memcpy(&is_there, member, sizeof(is_there));
    choice = is_there;
  }
  return choice;
}

void
tercet_onnx_message_choose(const tercet_onnx_message *message,
                           void *base,
                           uint32_t choice)
{
  char *const member = (char *)base + message->choice;
  const bool is_there = choice != 0;
  if (message->choice_size == sizeof(choice)) {
    memcpy(member, &choice, sizeof(choice));
  } else {
    memcpy(member, &is_there, sizeof(is_there));
  }
}

tercet_onnx_wire_type
tercet_onnx_field_wire_type(const tercet_onnx_field *field)
{
  switch ((tercet_onnx_field_kind)field->kind) {
  case TERCET_ONNX_FIELD_INT64:
  case TERCET_ONNX_FIELD_INT32:
  case TERCET_ONNX_FIELD_ENUM:
  case TERCET_ONNX_FIELD_UINT64:
    return TERCET_ONNX_WIRE_VARINT;
  case TERCET_ONNX_FIELD_FLOAT:
    return TERCET_ONNX_WIRE_FIXED32;
  case TERCET_ONNX_FIELD_DOUBLE:
    return TERCET_ONNX_WIRE_FIXED64;
  case TERCET_ONNX_FIELD_STRING:
  case TERCET_ONNX_FIELD_MESSAGE:
  case TERCET_ONNX_FIELD_LINK:
  case TERCET_ONNX_FIELD_SAME:
    break;
  }
  return TERCET_ONNX_WIRE_BYTES;
}
