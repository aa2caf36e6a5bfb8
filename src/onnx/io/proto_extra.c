// SPDX-License-Identifier: Apache-2.0

/**
   The messages that no run needs: training, quantisation by annotation, and
   how work is spread over devices.  They are kept so that a model is written
   as it was read.
*/

#include "onnx/io/proto_rows.h"

#define PART tercet_onnx_part
static const tercet_onnx_field part_fields[] = {
    ONE(1, "begin", INT64, PART, begin),
    ONE(2, "end", INT64, PART, end),
};
const tercet_onnx_message tercet_onnx_part_message = {
    MESSAGE_OF("TensorProto.Segment", PART, part_fields)};
#undef PART

#define ANNOTATION tercet_onnx_annotation
static const tercet_onnx_field annotation_fields[] = {
    ONE(1, "tensor_name", STRING, ANNOTATION, tensor),
    ENTRIES(2, "quant_parameter_tensor_names", ANNOTATION, parameters),
};
const tercet_onnx_message tercet_onnx_annotation_message = {
    MESSAGE_OF("TensorAnnotation", ANNOTATION, annotation_fields)};
#undef ANNOTATION

#define TRAINING tercet_onnx_training
static const tercet_onnx_field training_fields[] = {
    MESSAGE(1,
            "initialization",
            TRAINING,
            initialization,
            tercet_onnx_graph_message),
    MESSAGE(2, "algorithm", TRAINING, algorithm, tercet_onnx_graph_message),
    ENTRIES(3, "initialization_binding", TRAINING, initialization_bindings),
    ENTRIES(4, "update_binding", TRAINING, update_bindings),
};
const tercet_onnx_message tercet_onnx_training_message = {
    MESSAGE_OF("TrainingInfoProto", TRAINING, training_fields)};
#undef TRAINING

/* ---- Devices ---- */

#define DEVICE tercet_onnx_device
static const tercet_onnx_field device_fields[] = {
    ONE(1, "name", STRING, DEVICE, name),
    ONE(2, "num_devices", INT32, DEVICE, n_devices),
    LIST(3, "device", STRING, LIST, DEVICE, n_names, names),
};
const tercet_onnx_message tercet_onnx_device_message = {
    MESSAGE_OF("DeviceConfigurationProto", DEVICE, device_fields)};
#undef DEVICE

/// SimpleShardedDimProto
typedef struct {
  int64_t value; ///< -1: not told
  tercet_string param;
  int64_t n_shards;
} simple_sharding;

#define SIMPLE simple_sharding
static const simple_sharding blank_sharding = {-1, {NULL, 0}, 0};
static const tercet_onnx_field simple_fields[] = {
    ONE(1, "dim_value", INT64, SIMPLE, value),
    ONE(2, "dim_param", STRING, SIMPLE, param),
    ONE(3, "num_shards", INT64, SIMPLE, n_shards),
};
static const tercet_onnx_message simple_message = {
    MESSAGE_OF("SimpleShardedDimProto", SIMPLE, simple_fields),
    .blank = &blank_sharding};
#undef SIMPLE

/// ShardedDimProto
typedef struct {
  int64_t axis;
  size_t n_simple;
  simple_sharding *simple;
} sharded_axis;

#define AXIS sharded_axis
static const tercet_onnx_field axis_fields[] = {
    ONE(1, "axis", INT64, AXIS, axis),
    MESSAGES(
        2, "simple_sharding", LIST, AXIS, n_simple, simple, simple_message),
};
static const tercet_onnx_message axis_message = {
    MESSAGE_OF("ShardedDimProto", AXIS, axis_fields)};
#undef AXIS

/// IntIntListEntryProto
typedef struct {
  int64_t key;
  size_t n;
  int64_t *values;
} device_group;

#define GROUP device_group
static const tercet_onnx_field group_fields[] = {
    ONE(1, "key", INT64, GROUP, key),
    LIST(2, "value", INT64, LIST, GROUP, n, values),
};
static const tercet_onnx_message group_message = {
    MESSAGE_OF("IntIntListEntryProto", GROUP, group_fields)};
#undef GROUP

/// ShardingSpecProto
typedef struct {
  tercet_string tensor;
  size_t n_devices;
  int64_t *devices;
  size_t n_groups;
  device_group *groups;
  size_t n_axes;
  sharded_axis *axes;
} sharding;

#define SHARDING sharding
static const tercet_onnx_field sharding_fields[] = {
    ONE(1, "tensor_name", STRING, SHARDING, tensor),
    LIST(2, "device", INT64, LIST, SHARDING, n_devices, devices),
    MESSAGES(3,
             "index_to_device_group_map",
             LIST,
             SHARDING,
             n_groups,
             groups,
             group_message),
    MESSAGES(4, "sharded_dim", LIST, SHARDING, n_axes, axes, axis_message),
};
static const tercet_onnx_message sharding_message = {
    MESSAGE_OF("ShardingSpecProto", SHARDING, sharding_fields)};
#undef SHARDING

struct tercet_onnx_node_device {
  tercet_string configuration;
  size_t n_shardings;
  sharding *shardings;
  size_t n_stages; ///< 0: the stage is not told
  int32_t *stage;
};

#define DEVICE tercet_onnx_node_device
static const tercet_onnx_field node_device_fields[] = {
    ONE(1, "configuration_id", STRING, DEVICE, configuration),
    MESSAGES(2,
             "sharding_spec",
             LIST,
             DEVICE,
             n_shardings,
             shardings,
             sharding_message),
    LIST(3, "pipeline_stage", INT32, MAYBE, DEVICE, n_stages, stage),
};
const tercet_onnx_message tercet_onnx_node_device_message = {
    MESSAGE_OF("NodeDeviceConfigurationProto", DEVICE, node_device_fields)};
#undef DEVICE
