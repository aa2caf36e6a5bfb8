// SPDX-License-Identifier: Apache-2.0

/**
   The tree of a model, as onnx.proto3 defines it, in one arena.

   The readers make it, everyone else only reads it.  Strings and large data
   may point into the file that was read.  Members that a run does not need are
   kept all the same, so that a model can be written again.
*/

#ifndef TERCET_ONNX_MODEL_H
#define TERCET_ONNX_MODEL_H

#include "base/arena.h"

#include <tercet/onnx_model.h>

/// Levels of graphs, types and messages inside one another that are read
#define TERCET_ONNX_MAX_DEPTH 64

/// StringStringEntryProto
typedef struct {
  tercet_string key;
  tercet_string value;
} tercet_onnx_entry;

typedef struct {
  size_t n;
  tercet_onnx_entry *items;
} tercet_onnx_entries;

/// TensorShapeProto.Dimension
typedef struct {
  int64_t value;            ///< -1: not known
  tercet_string param;      ///< Name of an unknown extent; may be empty
  tercet_string denotation; ///< May be empty
} tercet_onnx_dim;

/// Which member of TypeProto is set
typedef enum {
  TERCET_ONNX_TYPE_NONE,
  TERCET_ONNX_TYPE_TENSOR,
  TERCET_ONNX_TYPE_SPARSE,
  TERCET_ONNX_TYPE_SEQUENCE,
  TERCET_ONNX_TYPE_OPTIONAL,
  TERCET_ONNX_TYPE_MAP,
  TERCET_ONNX_TYPE_OPAQUE,
} tercet_onnx_type_kind;

/// TypeProto
typedef struct tercet_onnx_type_info {
  tercet_onnx_type_kind kind;
  int32_t elem_type; ///< Of a tensor; the key's of a map
  bool has_shape;    ///< Else the rank is not known
  size_t rank;
  tercet_onnx_dim *dims;
  struct tercet_onnx_type_info *element; ///< Of a sequence, optional or map
  tercet_string domain;                  ///< Of an opaque type
  tercet_string name;
  tercet_string denotation;
} tercet_onnx_type_info;

/// ValueInfoProto
struct tercet_onnx_value_info {
  tercet_string name;
  tercet_onnx_type_info type;
  tercet_string doc;
  tercet_onnx_entries metadata;
};

/// Where the elements of a tensor were in the file, to write them back there
typedef enum {
  TERCET_ONNX_DATA_TYPED, ///< float_data, int32_data, ...
  TERCET_ONNX_DATA_RAW,
  TERCET_ONNX_DATA_EXTERNAL,
} tercet_onnx_data_place;

/// TensorProto.Segment: which elements of a larger tensor these are
typedef struct {
  int64_t begin;
  int64_t end;
} tercet_onnx_part;

/// TensorProto
struct tercet_onnx_tensor {
  tercet_string name;
  tercet_string doc;
  int32_t type; ///< A #tercet_onnx_type; others are refused when it is used
  size_t rank;
  int64_t *shape;
  tercet_onnx_data_place place;
  const void *data; ///< As raw_data: little-endian, row-major; any alignment
  size_t n_bytes;
  size_t n_strings;
  tercet_string *strings;       ///< Of the type string
  tercet_onnx_entries external; ///< location, offset, length, checksum
  tercet_onnx_part segment;     ///< Only kept
  tercet_onnx_entries metadata;
};

/// SparseTensorProto
typedef struct {
  tercet_onnx_tensor values;
  tercet_onnx_tensor indices;
  size_t rank;
  int64_t *shape;
} tercet_onnx_sparse;

/// AttributeProto.AttributeType
typedef enum {
  TERCET_ONNX_ATTRIBUTE_UNDEFINED = 0,
  TERCET_ONNX_ATTRIBUTE_FLOAT = 1,
  TERCET_ONNX_ATTRIBUTE_INT = 2,
  TERCET_ONNX_ATTRIBUTE_STRING = 3,
  TERCET_ONNX_ATTRIBUTE_TENSOR = 4,
  TERCET_ONNX_ATTRIBUTE_GRAPH = 5,
  TERCET_ONNX_ATTRIBUTE_FLOATS = 6,
  TERCET_ONNX_ATTRIBUTE_INTS = 7,
  TERCET_ONNX_ATTRIBUTE_STRINGS = 8,
  TERCET_ONNX_ATTRIBUTE_TENSORS = 9,
  TERCET_ONNX_ATTRIBUTE_GRAPHS = 10,
  TERCET_ONNX_ATTRIBUTE_SPARSE = 11,
  TERCET_ONNX_ATTRIBUTE_SPARSES = 12,
  TERCET_ONNX_ATTRIBUTE_TYPE = 13,
  TERCET_ONNX_ATTRIBUTE_TYPES = 14,
} tercet_onnx_attribute_type;

/// AttributeProto: `n` items; 1 for those that are not lists
struct tercet_onnx_attribute {
  tercet_string name;
  tercet_string doc;
  tercet_string reference; ///< ref_attr_name; may be empty
  tercet_onnx_attribute_type type;
  size_t n;
  union {
    const void *any;
    const float *floats;
    const int64_t *ints;
    const tercet_string *strings;
    const tercet_onnx_tensor *tensors;
    const tercet_onnx_graph *graphs;
    const tercet_onnx_sparse *sparses;
    const tercet_onnx_type_info *types;
  } as;
};

/// What the devices of a node are: NodeDeviceConfigurationProto.  Only kept.
typedef struct tercet_onnx_node_device tercet_onnx_node_device;

/// NodeProto
struct tercet_onnx_node {
  tercet_string name;
  tercet_string op_type;
  tercet_string domain;
  tercet_string overload;
  tercet_string doc;
  size_t n_inputs;
  tercet_string *inputs; ///< An empty one is absent
  size_t n_outputs;
  tercet_string *outputs;
  size_t n_attributes;
  tercet_onnx_attribute *attributes;
  size_t n_devices;
  tercet_onnx_node_device *devices;
  tercet_onnx_entries metadata;
};

/// TensorAnnotation: names of the tensors that quantise one.  Only kept.
typedef struct {
  tercet_string tensor;
  tercet_onnx_entries parameters;
} tercet_onnx_annotation;

/// GraphProto
struct tercet_onnx_graph {
  tercet_string name;
  tercet_string doc;
  size_t n_nodes;
  tercet_onnx_node *nodes;
  size_t n_initializers;
  tercet_onnx_tensor *initializers;
  size_t n_sparse_initializers;
  tercet_onnx_sparse *sparse_initializers;
  size_t n_inputs;
  tercet_onnx_value_info *inputs;
  size_t n_outputs;
  tercet_onnx_value_info *outputs;
  size_t n_value_infos;
  tercet_onnx_value_info *value_infos;
  size_t n_annotations;
  tercet_onnx_annotation *annotations;
  tercet_onnx_entries metadata;
};

/// TrainingInfoProto.  Only kept.
typedef struct {
  tercet_onnx_graph initialization;
  tercet_onnx_graph algorithm;
  tercet_onnx_entries initialization_bindings;
  tercet_onnx_entries update_bindings;
} tercet_onnx_training;

/// DeviceConfigurationProto.  Only kept.
typedef struct {
  tercet_string name;
  int32_t n_devices;
  size_t n_names;
  tercet_string *names;
} tercet_onnx_device;

/// OperatorSetIdProto
typedef struct {
  tercet_string domain; ///< Empty: ai.onnx
  int64_t version;
} tercet_onnx_opset;

/// FunctionProto
struct tercet_onnx_function {
  tercet_string name;
  tercet_string domain;
  tercet_string overload;
  tercet_string doc;
  size_t n_inputs;
  tercet_string *inputs;
  size_t n_outputs;
  tercet_string *outputs;
  size_t n_attributes; ///< Names of those without a default
  tercet_string *attributes;
  size_t n_defaults; ///< Those with one
  tercet_onnx_attribute *defaults;
  size_t n_nodes;
  tercet_onnx_node *nodes;
  size_t n_opsets;
  tercet_onnx_opset *opsets;
  size_t n_value_infos;
  tercet_onnx_value_info *value_infos;
  tercet_onnx_entries metadata;
};

/// Bytes that a tree points into, in its arena
typedef struct tercet_onnx_backing {
  struct tercet_onnx_backing *next;
  void *data;
  size_t n_bytes;
  bool is_mapped; ///< Else it was allocated
} tercet_onnx_backing;

/// ModelProto, and what it stands on
struct tercet_onnx_model {
  tercet_arena arena;            ///< All of the tree
  tercet_onnx_backing *backings; ///< What strings and data point into
  int64_t ir_version;
  int64_t model_version;
  tercet_string producer_name;
  tercet_string producer_version;
  tercet_string domain;
  tercet_string doc;
  tercet_onnx_graph graph;
  size_t n_opsets;
  tercet_onnx_opset *opsets;
  size_t n_functions;
  tercet_onnx_function *functions;
  size_t n_trainings;
  tercet_onnx_training *trainings;
  size_t n_devices;
  tercet_onnx_device *devices;
  tercet_onnx_entries metadata;
};

/// Make an empty model whose tree takes at most `max_bytes`
TERCET_NODISCARD tercet_status
tercet_onnx_model_new(const tercet_allocator *alloc,
                      size_t max_bytes,
                      tercet_onnx_model **out,
                      tercet_error *err);

/// Return the version of an operator set that a model imports, or 0
int64_t
tercet_onnx_opset_version(size_t n,
                          const tercet_onnx_opset *opsets,
                          tercet_string domain);

/// Return the function of the model that a node calls, or NULL
const tercet_onnx_function *
tercet_onnx_model_function(const tercet_onnx_model *model,
                           const tercet_onnx_node *node);

/// Return an attribute of a node, or NULL
const tercet_onnx_attribute *
tercet_onnx_node_attribute(const tercet_onnx_node *node, const char *name);

/// Return an attribute of a node, or what it is by default.  The checker has
/// seen to it that the type is right.
int64_t
tercet_onnx_node_int(const tercet_onnx_node *node,
                     const char *name,
                     int64_t missing);

float
tercet_onnx_node_float(const tercet_onnx_node *node,
                       const char *name,
                       float missing);

/// `missing` may be NULL: an empty string
tercet_string
tercet_onnx_node_string(const tercet_onnx_node *node,
                        const char *name,
                        const char *missing);

/// Set `n` to the number of integers of an attribute, 0 if it is missing, and
/// return them
const int64_t *
tercet_onnx_node_ints(const tercet_onnx_node *node,
                      const char *name,
                      size_t *n);

const float *
tercet_onnx_node_floats(const tercet_onnx_node *node,
                        const char *name,
                        size_t *n);

const tercet_string *
tercet_onnx_node_strings(const tercet_onnx_node *node,
                         const char *name,
                         size_t *n);

/// Return a graph that is an attribute of a node, or NULL
const tercet_onnx_graph *
tercet_onnx_node_graph(const tercet_onnx_node *node, const char *name);

/// Return how to name a node in a message: its name, or else its operator
tercet_string
tercet_onnx_node_label(const tercet_onnx_node *node);

/// Return the type of elements of that name, or #TERCET_ONNX_UNDEFINED
tercet_onnx_type
tercet_onnx_type_from_name(tercet_string name);

/// Return the name of a type of attributes in the text syntax: int, floats,
/// type_proto; "undefined" for that
const char *
tercet_onnx_attribute_type_name(tercet_onnx_attribute_type type);

/// Return the bytes of `n` elements of a type in raw_data; false on overflow
/// or for a type without a fixed size
bool
tercet_onnx_type_bytes(tercet_onnx_type type, int64_t n, size_t *out);

#endif // TERCET_ONNX_MODEL_H
