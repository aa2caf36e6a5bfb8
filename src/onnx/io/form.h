// SPDX-License-Identifier: Apache-2.0

/// Messages that the tree holds in another way than the files

#ifndef TERCET_ONNX_IO_FORM_H
#define TERCET_ONNX_IO_FORM_H

#include "onnx/io/proto.h"

/// A list of values of any type
typedef struct {
  size_t n;
  const void *items;
} tercet_onnx_items;

/// Types of attributes, counting the undefined one
#define TERCET_ONNX_ATTRIBUTE_TYPE_COUNT 15

/// AttributeProto: its values stand in the slot of their type
typedef struct {
  tercet_string name;
  tercet_string doc;
  tercet_string reference;
  int32_t type;
  tercet_onnx_items slots[TERCET_ONNX_ATTRIBUTE_TYPE_COUNT];
} tercet_onnx_attribute_form;

tercet_status
tercet_onnx_attribute_finish(tercet_onnx_wire_reader *reader,
                             void *form,
                             void *out);

tercet_status
tercet_onnx_attribute_spread(const void *tree, tercet_arena *arena, void *form);

/// The fields of TensorProto that may hold the elements
typedef enum {
  TERCET_ONNX_DATA_FLOATS,
  TERCET_ONNX_DATA_INT32S,
  TERCET_ONNX_DATA_INT64S,
  TERCET_ONNX_DATA_DOUBLES,
  TERCET_ONNX_DATA_UINT64S,
} tercet_onnx_data_field;

#define TERCET_ONNX_DATA_FIELD_COUNT 5

/// Where a type has its elements if they are not raw
typedef struct {
  tercet_onnx_data_field field;
  uint8_t size;  ///< Bytes that one item of the list stands for
  int32_t least; ///< Range of an item among 32-bit integers
  int32_t most;
} tercet_onnx_typed_layout;

/// Return the layout of a type; an unknown one is like int32
tercet_onnx_typed_layout
tercet_onnx_layout_of(int32_t type);

/// The value of data_location for elements in another file
#define TERCET_ONNX_LOCATION_EXTERNAL 1

/// TensorProto: all but the elements are as in the tree
typedef struct {
  tercet_onnx_tensor head;
  tercet_onnx_items typed[TERCET_ONNX_DATA_FIELD_COUNT];
  tercet_string raw;
  int32_t location;
} tercet_onnx_tensor_form;

tercet_status
tercet_onnx_tensor_finish(tercet_onnx_wire_reader *reader,
                          void *form,
                          void *out);

tercet_status
tercet_onnx_tensor_spread(const void *tree, tercet_arena *arena, void *form);

/// An extent of less than 0 is not known
tercet_status
tercet_onnx_dim_finish(tercet_onnx_wire_reader *reader, void *form, void *out);

#endif // TERCET_ONNX_IO_FORM_H
