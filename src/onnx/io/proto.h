// SPDX-License-Identifier: Apache-2.0

/**
   The messages of onnx.proto3 as one table, which the readers and writers of
   the binary form and of protobuf's text form go by.

   A field says where in the structure of its message the value is.  Most
   messages are read right into the tree.  Those that the tree holds in another
   way have a structure of their own, the form: what was read into it is then
   put into the tree by `finish`, and `spread` does the opposite to write.
*/

#ifndef TERCET_ONNX_IO_PROTO_H
#define TERCET_ONNX_IO_PROTO_H

#include "onnx/model.h"

#include <stddef.h>

/// What a field holds, and the C type of its member
typedef enum {
  TERCET_ONNX_FIELD_INT64,
  TERCET_ONNX_FIELD_INT32,
  TERCET_ONNX_FIELD_ENUM, ///< int32_t, by name in text
  TERCET_ONNX_FIELD_UINT64,
  TERCET_ONNX_FIELD_FLOAT,
  TERCET_ONNX_FIELD_DOUBLE,
  TERCET_ONNX_FIELD_STRING,  ///< tercet_string
  TERCET_ONNX_FIELD_MESSAGE, ///< The structure of the message
  TERCET_ONNX_FIELD_LINK,    ///< A pointer to it
  TERCET_ONNX_FIELD_SAME,    ///< The message has its members in this structure
} tercet_onnx_field_kind;

/// How often a field occurs
typedef enum {
  TERCET_ONNX_FIELD_ONE,    ///< The member itself; not written if it is blank
  TERCET_ONNX_FIELD_MAYBE,  ///< A number of items, 0 or 1, and a pointer
  TERCET_ONNX_FIELD_LIST,   ///< A number of items, and a pointer
  TERCET_ONNX_FIELD_PACKED, ///< The same, written in one piece
} tercet_onnx_field_label;

/// Name of a number
typedef struct {
  const char *name;
  int32_t number;
} tercet_onnx_enum;

typedef struct tercet_onnx_message tercet_onnx_message;

typedef struct {
  const char *name;
  uint8_t number;
  uint8_t kind;    ///< A #tercet_onnx_field_kind
  uint8_t label;   ///< A #tercet_onnx_field_label
  uint8_t choice;  ///< Not 0: the member of the message that tells which of its
                   ///< fields is there has this value
  uint16_t offset; ///< Of the member, or of the pointer to the items
  uint16_t count;  ///< Offset of the number of items
  const tercet_onnx_message *message; ///< Of a field that holds one
  const tercet_onnx_enum *names;      ///< Ends with a NULL; may be NULL
} tercet_onnx_field;

/// Fields that a message has at the most
#define TERCET_ONNX_MAX_FIELDS 24U

/// Bytes that a form takes at the most
#define TERCET_ONNX_MAX_FORM 512U

typedef struct tercet_onnx_wire_reader tercet_onnx_wire_reader;

struct tercet_onnx_message {
  const char *name;
  size_t size;       ///< Bytes of the structure in the tree
  size_t form_size;  ///< Bytes of the form; 0: fields are in the tree
  const void *blank; ///< The structure when no field is there; NULL: zeros
  uint16_t choice;   ///< Offset of the member that tells which field is there
  uint16_t choice_size; ///< Bytes of it: of a bool or of an enum; 0: none
  size_t n_fields;
  const tercet_onnx_field *fields; ///< In the order of their numbers
  /// Check what was read, and put a form into the tree; may be NULL
  tercet_status (*finish)(tercet_onnx_wire_reader *reader,
                          void *form,
                          void *out);
  /// Put a structure of the tree into a form, which is zeroed
  tercet_status (*spread)(const void *tree, tercet_arena *arena, void *form);
};

extern const tercet_onnx_message tercet_onnx_model_message;
extern const tercet_onnx_message tercet_onnx_tensor_message;
extern const tercet_onnx_message tercet_onnx_collection_message;

/// SequenceProto, or OptionalProto with at most one member
typedef struct tercet_onnx_collection {
  tercet_string name;
  int32_t kind; ///< What the members are
  size_t n_tensors;
  tercet_onnx_tensor *tensors;
  size_t n_sequences;
  struct tercet_onnx_collection *sequences;
  size_t n_optionals;
  struct tercet_onnx_collection *optionals;
} tercet_onnx_collection;

/// Return the field of that number, or NULL
const tercet_onnx_field *
tercet_onnx_field_find(const tercet_onnx_message *message, uint64_t number);

/// Return the bytes of one value of a field in memory
size_t
tercet_onnx_field_size(const tercet_onnx_field *field);

/// Return whether a field may hold several values
static inline bool
tercet_onnx_field_is_list(const tercet_onnx_field *field)
{
  return field->label == TERCET_ONNX_FIELD_LIST ||
         field->label == TERCET_ONNX_FIELD_PACKED;
}

/// How a value is written, in the lowest three bits of its tag
typedef enum {
  TERCET_ONNX_WIRE_VARINT = 0,
  TERCET_ONNX_WIRE_FIXED64 = 1,
  TERCET_ONNX_WIRE_BYTES = 2,
  TERCET_ONNX_WIRE_FIXED32 = 5,
} tercet_onnx_wire_type;

/// Return how one value of a field is written
tercet_onnx_wire_type
tercet_onnx_field_wire_type(const tercet_onnx_field *field);

/// What a structure of the tree is read from and written as
typedef struct {
  const void *base; ///< The structure itself or `form`
  union {
    char bytes[TERCET_ONNX_MAX_FORM];
    max_align_t alignment;
  } form;
} tercet_onnx_spread;

/// Prepare to go through the fields of a structure; what does not fit into the
/// form is in the arena
TERCET_NODISCARD tercet_status
tercet_onnx_message_spread(const tercet_onnx_message *message,
                           const void *tree,
                           tercet_arena *arena,
                           tercet_onnx_spread *out);

/// Return how many items of a field there are to write, and set `items` to
/// where they lie, one behind the other and with any alignment
size_t
tercet_onnx_field_items(const tercet_onnx_message *message,
                        const tercet_onnx_field *field,
                        const void *base,
                        const char **items);

/// Return a number of a field as protobuf writes it: integers with their sign
/// extended to 64 bits, floats as their bits
uint64_t
tercet_onnx_field_number(const tercet_onnx_field *field, const char *item);

/// Return which field of a structure is there, 0 for none
uint32_t
tercet_onnx_message_choice(const tercet_onnx_message *message,
                           const void *base);

/// Note which field of a structure is there
void
tercet_onnx_message_choose(const tercet_onnx_message *message,
                           void *base,
                           uint32_t choice);

#endif // TERCET_ONNX_IO_PROTO_H
