// SPDX-License-Identifier: Apache-2.0

/**
   Protobuf's wire format.

   Strings and bytes are not copied: they point into what is read.  All else is
   in an arena.  Fields that are not in the table are skipped.
*/

#ifndef TERCET_ONNX_IO_WIRE_H
#define TERCET_ONNX_IO_WIRE_H

#include "onnx/io/external.h"
#include "onnx/io/proto.h"
#include "onnx/strings.h"

/// Bytes of a number at the most
#define TERCET_ONNX_VARINT_MAX 10U

/// Write a number, the lowest 7 bits first; return its bytes
static inline size_t
tercet_onnx_varint_write(uint64_t value, char out[TERCET_ONNX_VARINT_MAX])
{
  size_t n = 0;
  for (; value >= 0x80U; value >>= 7U) {
    out[n++] = (char)(value | 0x80U);
  }
  out[n++] = (char)value;
  return n;
}

/// Write a number of 4 or 8 bytes, the lowest first
static inline void
tercet_onnx_fixed_write(uint64_t value, size_t size, char *out)
{
  for (size_t i = 0; i < size; ++i) {
    out[i] = (char)(value >> (8 * i));
  }
}

/// Where bytes that were encoded of a text come from
typedef struct {
  size_t byte;
  const char *at; ///< In the text
} tercet_onnx_place;

typedef struct {
  tercet_string text;
  size_t n;
  tercet_onnx_place *items; ///< In the order of the bytes
} tercet_onnx_places;

/// What stands around the bytes that are read
typedef struct {
  /// Where encoded bytes come from, for errors to name line and column; NULL if
  /// the bytes are a file of their own
  const tercet_onnx_places *places;
  tercet_onnx_externals *externals; ///< NULL: other files are not read
} tercet_onnx_wire_context;

/// One reading, in the storage of its caller
struct tercet_onnx_wire_reader {
  tercet_arena *arena; ///< Of the tree
  const char *start;   ///< Of the outermost message; bytes are counted from it
  const char *at;      ///< Start of the message at hand
  tercet_onnx_wire_context context;
  size_t depth; ///< Messages around that one
  tercet_error *err;
};

/**
   Read a message.

   @param context May be NULL.
   @param out Structure of the message in the tree, zeroed.
   @return #TERCET_OK, #TERCET_ERR_CORRUPT naming the byte or
   #TERCET_ERR_SYNTAX with the place, #TERCET_ERR_LIMIT for nesting or for more
   memory than the arena may have, #TERCET_ERR_NO_MEMORY, or what
   tercet_onnx_externals_resolve() returns.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_wire_read(tercet_arena *arena,
                      const tercet_onnx_message *message,
                      tercet_string bytes,
                      const tercet_onnx_wire_context *context,
                      void *out,
                      tercet_error *err);

/// Write a message; what the output returns, or #TERCET_ERR_NO_MEMORY
TERCET_NODISCARD tercet_status
tercet_onnx_wire_write(const tercet_allocator *alloc,
                       const tercet_onnx_message *message,
                       const void *tree,
                       const tercet_output *output,
                       tercet_error *err);

/**
   Read a lone TensorProto, SequenceProto or OptionalProto as a value.

   @param kind Which of them; the bytes are not needed afterwards.
   @param strings Where the strings of tensors are kept.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_value_read(const tercet_allocator *alloc,
                       tercet_onnx_kind kind,
                       const void *data,
                       size_t n_bytes,
                       tercet_onnx_strings *strings,
                       tercet_onnx_value *out,
                       tercet_error *err);

/* ---- For the forms ---- */

/// Set `out` to zeroed items in the arena, NULL for none
TERCET_NODISCARD tercet_status
tercet_onnx_wire_allocate(tercet_onnx_wire_reader *reader,
                          size_t count,
                          size_t size,
                          void **out);

/// Set the error for a message that is malformed; returns #TERCET_ERR_CORRUPT,
/// or #TERCET_ERR_SYNTAX for what was encoded
tercet_status
tercet_onnx_wire_fail(const tercet_onnx_wire_reader *reader,
                      const char *at,
                      const char *format,
                      ...) TERCET_PRINTF(3, 4);

#endif // TERCET_ONNX_IO_WIRE_H
