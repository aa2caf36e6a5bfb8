// SPDX-License-Identifier: Apache-2.0

/**
   Messages put together field by field, in the binary form.

   The text readers and the draft write a model down in this way, and the
   reader of the binary form makes the tree of it, so that there is one place
   that knows what a tree may be.
*/

#ifndef TERCET_ONNX_IO_ENCODE_H
#define TERCET_ONNX_IO_ENCODE_H

#include "base/buffer.h"
#include "onnx/io/wire.h"

/// In the storage of its owner
typedef struct {
  tercet_buffer bytes;
  tercet_onnx_places places;
  size_t places_capacity;
  size_t depth; ///< Messages that are open
  tercet_error *err;
} tercet_onnx_encoder;

/// Prepare to encode at most `max_bytes`.  `text` is what is encoded, for the
/// places of errors; it may be empty.
void
tercet_onnx_encoder_init(tercet_onnx_encoder *encoder,
                         const tercet_allocator *alloc,
                         size_t max_bytes,
                         tercet_string text,
                         tercet_error *err);

void
tercet_onnx_encoder_clear(tercet_onnx_encoder *encoder);

/// Start a message inside; `at` is where it stands in the text, or NULL.
/// `place` is what to give to tercet_onnx_encoder_close().  #TERCET_ERR_LIMIT
/// for more messages inside one another than are read.
TERCET_NODISCARD tercet_status
tercet_onnx_encoder_open(tercet_onnx_encoder *encoder,
                         unsigned number,
                         const char *at,
                         size_t *place);

/// End the message inside that was started last
void
tercet_onnx_encoder_close(tercet_onnx_encoder *encoder, size_t place);

/// Forget what was put after the bytes had this length
void
tercet_onnx_encoder_rewind(tercet_onnx_encoder *encoder, size_t length);

TERCET_NODISCARD tercet_status
tercet_onnx_encoder_put_int(tercet_onnx_encoder *encoder,
                            unsigned number,
                            int64_t value);

TERCET_NODISCARD tercet_status
tercet_onnx_encoder_put_float(tercet_onnx_encoder *encoder,
                              unsigned number,
                              float value);

TERCET_NODISCARD tercet_status
tercet_onnx_encoder_put_double(tercet_onnx_encoder *encoder,
                               unsigned number,
                               double value);

TERCET_NODISCARD tercet_status
tercet_onnx_encoder_put_string(tercet_onnx_encoder *encoder,
                               unsigned number,
                               tercet_string text);

/// Make the tree of an encoded ModelProto; the bytes go over to the model.
/// `externals` may be NULL.
TERCET_NODISCARD tercet_status
tercet_onnx_encoder_finish(tercet_onnx_encoder *encoder,
                           tercet_onnx_externals *externals,
                           tercet_onnx_model *model);

#endif // TERCET_ONNX_IO_ENCODE_H
