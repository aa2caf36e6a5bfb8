// SPDX-License-Identifier: Apache-2.0

/**
   ONNX's text syntax, as docs/Syntax.md of the ONNX project defines it.

   Beyond that, names of attributes and operators, and parts of domains, may be
   quoted; lists of tensors, graphs and types may be values of attributes; and
   functions may have metadata.
*/

#ifndef TERCET_ONNX_IO_TEXT_H
#define TERCET_ONNX_IO_TEXT_H

#include "onnx/io/encode.h"
#include "onnx/io/scan.h"

/// Encode the model that a text holds
TERCET_NODISCARD tercet_status
tercet_onnx_text_encode(tercet_string text, tercet_onnx_encoder *encoder);

/**
   Write a model.

   The text has no place for doc strings and metadata of graphs, nodes, values
   and attributes, nor for training, quantisation by annotation and devices:
   they are left out.  Raw data become numbers.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, what the output returns, or
   #TERCET_ERR_UNSUPPORTED naming what cannot be written: sparse tensors, and
   elements of unknown types.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_text_write(const tercet_allocator *alloc,
                       const tercet_onnx_model *model,
                       const tercet_output *output,
                       tercet_error *err);

/// Write a type alone; statuses as in tercet_onnx_text_write()
TERCET_NODISCARD tercet_status
tercet_onnx_text_write_type(const tercet_allocator *alloc,
                            const tercet_onnx_type_info *type,
                            const tercet_output *output,
                            tercet_error *err);

/// Write the value of an attribute alone, likewise
TERCET_NODISCARD tercet_status
tercet_onnx_text_write_attribute(const tercet_allocator *alloc,
                                 const tercet_onnx_attribute *attribute,
                                 const tercet_output *output,
                                 tercet_error *err);

/* ---- What the files of the reader share ---- */

typedef struct {
  tercet_onnx_scan scan;
  tercet_onnx_encoder *to;
  tercet_buffer text;   ///< Of the string read last
  tercet_buffer dotted; ///< Of the qualified-id read last
} tercet_onnx_text_reader;

/// quotable-id ::= id | quoted-str; empty if there is neither.  Valid until
/// the next one is read.
TERCET_NODISCARD tercet_status
tercet_onnx_text_read_id(tercet_onnx_text_reader *r, tercet_string *out);

/// qualified-id ::= quotable-id ('.' quotable-id)*, into `dotted`, which is
/// empty if there is none.  `last` is where its last part starts.
TERCET_NODISCARD tercet_status
tercet_onnx_text_read_dotted(tercet_onnx_text_reader *r, size_t *last);

/// quoted-str, in which a backslash makes the character behind it plain
TERCET_NODISCARD tercet_status
tercet_onnx_text_read_string(tercet_onnx_text_reader *r, tercet_string *out);

/// Read a quotable-id, which must be there, into a field
TERCET_NODISCARD tercet_status
tercet_onnx_text_put_id(tercet_onnx_text_reader *r, unsigned number);

/// Read a quoted-str into a field
TERCET_NODISCARD tercet_status
tercet_onnx_text_put_string(tercet_onnx_text_reader *r, unsigned number);

/// Read an integer into a field
TERCET_NODISCARD tercet_status
tercet_onnx_text_put_int(tercet_onnx_text_reader *r, unsigned number);

/// Return whether a name is that of a type: float, seq, ...
bool
tercet_onnx_text_is_type_name(tercet_string name);

/// Return whether a type is next
bool
tercet_onnx_text_has_type(tercet_onnx_text_reader *r);

/// Read a type into a field of type TypeProto
TERCET_NODISCARD tercet_status
tercet_onnx_text_read_type(tercet_onnx_text_reader *r, unsigned number);

/// value-info ::= type? quotable-id, into a field of type ValueInfoProto
TERCET_NODISCARD tercet_status
tercet_onnx_text_read_info(tercet_onnx_text_reader *r, unsigned number);

/// tensor-constant ::= tensor-type quotable-id? '='? constant-data, into a
/// field of type TensorProto
TERCET_NODISCARD tercet_status
tercet_onnx_text_read_tensor(tercet_onnx_text_reader *r, unsigned number);

/// '[' str-str (',' str-str)* ']', into a list of StringStringEntryProto
TERCET_NODISCARD tercet_status
tercet_onnx_text_read_entries(tercet_onnx_text_reader *r, unsigned number);

/// attr ::= id attr-type? '=' attr-value, into the fields of AttributeProto
TERCET_NODISCARD tercet_status
tercet_onnx_text_read_attribute(tercet_onnx_text_reader *r);

/// attr-list, if there is one, into a field of type AttributeProto; sets
/// `is_there`
TERCET_NODISCARD tercet_status
tercet_onnx_text_read_attributes(tercet_onnx_text_reader *r,
                                 unsigned number,
                                 bool *is_there);

/// graph, into a field of type GraphProto
TERCET_NODISCARD tercet_status
tercet_onnx_text_read_graph(tercet_onnx_text_reader *r, unsigned number);

#endif // TERCET_ONNX_IO_TEXT_H
