// SPDX-License-Identifier: Apache-2.0

/// Rows of the tables of messages

#ifndef TERCET_ONNX_IO_PROTO_ROWS_H
#define TERCET_ONNX_IO_PROTO_ROWS_H

#include "onnx/io/field_numbers.h"
#include "onnx/io/proto.h"

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
  MESSAGES(number,                                                             \
           name,                                                               \
           LIST,                                                               \
           type,                                                               \
           member.n,                                                           \
           member.items,                                                       \
           tercet_onnx_entry_message)

#define FIELDS(table)                                                          \
  .n_fields = sizeof(table) / sizeof((table)[0]), .fields = (table)
#define MESSAGE_OF(name_, type, table)                                         \
  .name = name_, .size = sizeof(type), FIELDS(table)

/* ---- Messages that both files of tables use ---- */

extern const tercet_onnx_message tercet_onnx_entry_message;
extern const tercet_onnx_message tercet_onnx_graph_message;
extern const tercet_onnx_message tercet_onnx_part_message;
extern const tercet_onnx_message tercet_onnx_annotation_message;
extern const tercet_onnx_message tercet_onnx_training_message;
extern const tercet_onnx_message tercet_onnx_device_message;
extern const tercet_onnx_message tercet_onnx_node_device_message;

#endif // TERCET_ONNX_IO_PROTO_ROWS_H
