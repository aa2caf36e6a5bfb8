// SPDX-License-Identifier: Apache-2.0

#include "onnx/io/proto.h"

#include "onnx/io/form.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ---- Rows of the tables ---- */

#define PLACE(number_, name_, kind_, label_, type, member, count_)             \
  .name = name_, .number = number_, .kind = TERCET_ONNX_FIELD_##kind_,         \
  .label = TERCET_ONNX_FIELD_##label_, .offset = offsetof(type, member),       \
  .count = count_

#define ONE(number, name, kind, type, member)                                  \
  {                                                                            \
    PLACE(number, name, kind, ONE, type, member, 0)                            \
  }
#define NAMED(number, name, kind, type, member, names_)                        \
  {                                                                            \
    PLACE(number, name, kind, ONE, type, member, 0), .names = names_           \
  }
#define MESSAGE(number, name, type, member, of)                                \
  {                                                                            \
    PLACE(number, name, MESSAGE, ONE, type, member, 0), .message = &(of)       \
  }
#define LINK(number, name, type, member, of)                                   \
  {                                                                            \
    PLACE(number, name, LINK, ONE, type, member, 0), .message = &(of)          \
  }
#define SAME(number_, name_, choice_, of)                                      \
  {                                                                            \
    .name = name_, .number = number_, .kind = TERCET_ONNX_FIELD_SAME,          \
    .choice = choice_, .message = &(of)                                        \
  }
#define LIST(number, name, kind, label, type, n, items)                        \
  {                                                                            \
    PLACE(number, name, kind, label, type, items, offsetof(type, n))           \
  }
#define MESSAGES(number, name, label, type, n, items, of)                      \
  {                                                                            \
    PLACE(number, name, MESSAGE, label, type, items, offsetof(type, n)),       \
        .message = &(of)                                                       \
  }
#define ENTRIES(number, name, type, member)                                    \
  MESSAGES(number, name, LIST, type, member.n, member.items, entry_message)

#define FIELDS(table)                                                          \
  .n_fields = sizeof(table) / sizeof((table)[0]), .fields = (table)
#define MESSAGE_OF(name_, type, table)                                         \
  .name = name_, .size = sizeof(type), FIELDS(table)

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
    ONE(1, "key", STRING, tercet_onnx_entry, key),
    ONE(2, "value", STRING, tercet_onnx_entry, value),
};
static const tercet_onnx_message entry_message = {
    MESSAGE_OF("StringStringEntryProto", tercet_onnx_entry, entry_fields)};

static const tercet_onnx_dim unknown_dim = {-1, {NULL, 0}, {NULL, 0}};
static const tercet_onnx_field dim_fields[] = {
    ONE(1, "dim_value", INT64, tercet_onnx_dim, value),
    ONE(2, "dim_param", STRING, tercet_onnx_dim, param),
    ONE(3, "denotation", STRING, tercet_onnx_dim, denotation),
};
static const tercet_onnx_message dim_message = {
    MESSAGE_OF("Dimension", tercet_onnx_dim, dim_fields),
    .blank = &unknown_dim,
    .finish = tercet_onnx_dim_finish};

static const tercet_onnx_message type_message;

#define TYPE tercet_onnx_type_info
static const tercet_onnx_field shape_fields[] = {
    MESSAGES(1, "dim", LIST, TYPE, rank, dims, dim_message),
};
static const tercet_onnx_message shape_message = {
    MESSAGE_OF("TensorShapeProto", TYPE, shape_fields)};

static const tercet_onnx_field tensor_type_fields[] = {
    NAMED(1, "elem_type", INT32, TYPE, elem_type, data_types),
    SAME(2, "shape", true, shape_message),
};
static const tercet_onnx_message tensor_type_message = {
    MESSAGE_OF("TypeProto.Tensor", TYPE, tensor_type_fields),
    .choice = offsetof(TYPE, has_shape),
    .choice_size = sizeof(bool)};

/// Of a sequence or an optional
static const tercet_onnx_field element_fields[] = {
    LINK(1, "elem_type", TYPE, element, type_message),
};
static const tercet_onnx_message element_message = {
    MESSAGE_OF("TypeProto.Sequence", TYPE, element_fields)};

static const tercet_onnx_field map_fields[] = {
    NAMED(1, "key_type", INT32, TYPE, elem_type, data_types),
    LINK(2, "value_type", TYPE, element, type_message),
};
static const tercet_onnx_message map_message = {
    MESSAGE_OF("TypeProto.Map", TYPE, map_fields)};

static const tercet_onnx_field opaque_fields[] = {
    ONE(1, "domain", STRING, TYPE, domain),
    ONE(2, "name", STRING, TYPE, name),
};
static const tercet_onnx_message opaque_message = {
    MESSAGE_OF("TypeProto.Opaque", TYPE, opaque_fields)};

static const tercet_onnx_field type_fields[] = {
    SAME(1, "tensor_type", TERCET_ONNX_TYPE_TENSOR, tensor_type_message),
    SAME(4, "sequence_type", TERCET_ONNX_TYPE_SEQUENCE, element_message),
    SAME(5, "map_type", TERCET_ONNX_TYPE_MAP, map_message),
    ONE(6, "denotation", STRING, TYPE, denotation),
    SAME(7, "opaque_type", TERCET_ONNX_TYPE_OPAQUE, opaque_message),
    SAME(8, "sparse_tensor_type", TERCET_ONNX_TYPE_SPARSE, tensor_type_message),
    SAME(9, "optional_type", TERCET_ONNX_TYPE_OPTIONAL, element_message),
};
static const tercet_onnx_message type_message = {
    MESSAGE_OF("TypeProto", TYPE, type_fields),
    .choice = offsetof(TYPE, kind),
    .choice_size = sizeof(tercet_onnx_type_kind)};
#undef TYPE

#define INFO tercet_onnx_value_info
static const tercet_onnx_field info_fields[] = {
    ONE(1, "name", STRING, INFO, name),
    MESSAGE(2, "type", INFO, type, type_message),
    ONE(3, "doc_string", STRING, INFO, doc),
    ENTRIES(4, "metadata_props", INFO, metadata),
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
    LIST(1, "dims", INT64, LIST, FORM, head.rank, head.shape),
    NAMED(2, "data_type", INT32, FORM, head.type, data_types),
    TYPED(4, "float_data", FLOAT, FLOATS),
    TYPED(5, "int32_data", INT32, INT32S),
    LIST(6, "string_data", STRING, LIST, FORM, head.n_strings, head.strings),
    TYPED(7, "int64_data", INT64, INT64S),
    ONE(8, "name", STRING, FORM, head.name),
    ONE(9, "raw_data", STRING, FORM, raw),
    TYPED(10, "double_data", DOUBLE, DOUBLES),
    TYPED(11, "uint64_data", UINT64, UINT64S),
    ONE(12, "doc_string", STRING, FORM, head.doc),
    ENTRIES(13, "external_data", FORM, head.external),
    NAMED(14, "data_location", ENUM, FORM, location, data_locations),
    ENTRIES(16, "metadata_props", FORM, head.metadata),
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
    MESSAGE(1, "values", SPARSE, values, tercet_onnx_tensor_message),
    MESSAGE(2, "indices", SPARSE, indices, tercet_onnx_tensor_message),
    LIST(3, "dims", INT64, LIST, SPARSE, rank, shape),
};
static const tercet_onnx_message sparse_message = {
    MESSAGE_OF("SparseTensorProto", SPARSE, sparse_fields)};
#undef SPARSE

#define COLLECTION tercet_onnx_collection
static const tercet_onnx_field collection_fields[] = {
    ONE(1, "name", STRING, COLLECTION, name),
    NAMED(2, "elem_type", ENUM, COLLECTION, kind, collection_kinds),
    MESSAGES(3,
             "tensor_values",
             LIST,
             COLLECTION,
             n_tensors,
             tensors,
             tercet_onnx_tensor_message),
    MESSAGES(5,
             "sequence_values",
             LIST,
             COLLECTION,
             n_sequences,
             sequences,
             tercet_onnx_collection_message),
    MESSAGES(7,
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

static const tercet_onnx_message graph_message;

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
    ONE(1, "name", STRING, FORM, name),
    {SLOT(2, "f", FLOAT, MAYBE, FLOAT)},
    {SLOT(3, "i", INT64, MAYBE, INT)},
    {SLOT(4, "s", STRING, MAYBE, STRING)},
    {SLOT(5, "t", MESSAGE, MAYBE, TENSOR),
     .message = &tercet_onnx_tensor_message},
    {SLOT(6, "g", MESSAGE, MAYBE, GRAPH), .message = &graph_message},
    {SLOT(7, "floats", FLOAT, LIST, FLOATS)},
    {SLOT(8, "ints", INT64, LIST, INTS)},
    {SLOT(9, "strings", STRING, LIST, STRINGS)},
    {SLOT(10, "tensors", MESSAGE, LIST, TENSORS),
     .message = &tercet_onnx_tensor_message},
    {SLOT(11, "graphs", MESSAGE, LIST, GRAPHS), .message = &graph_message},
    ONE(13, "doc_string", STRING, FORM, doc),
    {SLOT(14, "tp", MESSAGE, MAYBE, TYPE), .message = &type_message},
    {SLOT(15, "type_protos", MESSAGE, LIST, TYPES), .message = &type_message},
    NAMED(20, "type", ENUM, FORM, type, attribute_types),
    ONE(21, "ref_attr_name", STRING, FORM, reference),
    {SLOT(22, "sparse_tensor", MESSAGE, MAYBE, SPARSE),
     .message = &sparse_message},
    {SLOT(23, "sparse_tensors", MESSAGE, LIST, SPARSES),
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
    LIST(1, "input", STRING, LIST, NODE, n_inputs, inputs),
    LIST(2, "output", STRING, LIST, NODE, n_outputs, outputs),
    ONE(3, "name", STRING, NODE, name),
    ONE(4, "op_type", STRING, NODE, op_type),
    MESSAGES(5,
             "attribute",
             LIST,
             NODE,
             n_attributes,
             attributes,
             attribute_message),
    ONE(6, "doc_string", STRING, NODE, doc),
    ONE(7, "domain", STRING, NODE, domain),
    ONE(8, "overload", STRING, NODE, overload),
    ENTRIES(9, "metadata_props", NODE, metadata),
};
static const tercet_onnx_message node_message = {
    MESSAGE_OF("NodeProto", NODE, node_fields)};
#undef NODE

#define GRAPH tercet_onnx_graph
static const tercet_onnx_field graph_fields[] = {
    MESSAGES(1, "node", LIST, GRAPH, n_nodes, nodes, node_message),
    ONE(2, "name", STRING, GRAPH, name),
    MESSAGES(5,
             "initializer",
             LIST,
             GRAPH,
             n_initializers,
             initializers,
             tercet_onnx_tensor_message),
    ONE(10, "doc_string", STRING, GRAPH, doc),
    MESSAGES(11, "input", LIST, GRAPH, n_inputs, inputs, info_message),
    MESSAGES(12, "output", LIST, GRAPH, n_outputs, outputs, info_message),
    MESSAGES(13,
             "value_info",
             LIST,
             GRAPH,
             n_value_infos,
             value_infos,
             info_message),
    MESSAGES(15,
             "sparse_initializer",
             LIST,
             GRAPH,
             n_sparse_initializers,
             sparse_initializers,
             sparse_message),
    ENTRIES(16, "metadata_props", GRAPH, metadata),
};
static const tercet_onnx_message graph_message = {
    MESSAGE_OF("GraphProto", GRAPH, graph_fields)};
#undef GRAPH

/* ---- Functions and models ---- */

static const tercet_onnx_field opset_fields[] = {
    ONE(1, "domain", STRING, tercet_onnx_opset, domain),
    ONE(2, "version", INT64, tercet_onnx_opset, version),
};
static const tercet_onnx_message opset_message = {
    MESSAGE_OF("OperatorSetIdProto", tercet_onnx_opset, opset_fields)};

#define FUNCTION tercet_onnx_function
static const tercet_onnx_field function_fields[] = {
    ONE(1, "name", STRING, FUNCTION, name),
    LIST(4, "input", STRING, LIST, FUNCTION, n_inputs, inputs),
    LIST(5, "output", STRING, LIST, FUNCTION, n_outputs, outputs),
    LIST(6, "attribute", STRING, LIST, FUNCTION, n_attributes, attributes),
    MESSAGES(7, "node", LIST, FUNCTION, n_nodes, nodes, node_message),
    ONE(8, "doc_string", STRING, FUNCTION, doc),
    MESSAGES(
        9, "opset_import", LIST, FUNCTION, n_opsets, opsets, opset_message),
    ONE(10, "domain", STRING, FUNCTION, domain),
    MESSAGES(11,
             "attribute_proto",
             LIST,
             FUNCTION,
             n_defaults,
             defaults,
             attribute_message),
    MESSAGES(12,
             "value_info",
             LIST,
             FUNCTION,
             n_value_infos,
             value_infos,
             info_message),
    ONE(13, "overload", STRING, FUNCTION, overload),
    ENTRIES(14, "metadata_props", FUNCTION, metadata),
};
static const tercet_onnx_message function_message = {
    MESSAGE_OF("FunctionProto", FUNCTION, function_fields)};
#undef FUNCTION

#define MODEL tercet_onnx_model
static const tercet_onnx_field model_fields[] = {
    ONE(1, "ir_version", INT64, MODEL, ir_version),
    ONE(2, "producer_name", STRING, MODEL, producer_name),
    ONE(3, "producer_version", STRING, MODEL, producer_version),
    ONE(4, "domain", STRING, MODEL, domain),
    ONE(5, "model_version", INT64, MODEL, model_version),
    ONE(6, "doc_string", STRING, MODEL, doc),
    MESSAGE(7, "graph", MODEL, graph, graph_message),
    MESSAGES(8, "opset_import", LIST, MODEL, n_opsets, opsets, opset_message),
    ENTRIES(14, "metadata_props", MODEL, metadata),
    MESSAGES(
        25, "functions", LIST, MODEL, n_functions, functions, function_message),
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
