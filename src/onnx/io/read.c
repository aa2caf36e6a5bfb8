// SPDX-License-Identifier: Apache-2.0

/// Reading models in any form

#include "base/error.h"
#include "onnx/io/file.h"
#include "onnx/io/pbtxt.h"
#include "onnx/io/text.h"
#include "onnx/io/wire.h"

/// Memory that a model takes at the most unless the caller says otherwise
#define DEFAULT_MAX_BYTES ((size_t)2 << 30U)

static tercet_status
model_new(const tercet_allocator *alloc,
          const tercet_onnx_read_options *options,
          tercet_onnx_model **out,
          tercet_error *err)
{
  const size_t max_bytes = options ? options->max_bytes : 0;
  return tercet_onnx_model_new(
      alloc, max_bytes > 0 ? max_bytes : DEFAULT_MAX_BYTES, out, err);
}

/// Put the binary form of a text together and read that
static tercet_status
read_text(tercet_onnx_model *model,
          tercet_string text,
          tercet_onnx_format format,
          tercet_error *err)
{
  tercet_onnx_encoder encoder;
  tercet_onnx_encoder_init(
      &encoder, model->arena.alloc, model->arena.max, text, err);
  tercet_status st = format == TERCET_ONNX_TEXT
                         ? tercet_onnx_text_encode(text, &encoder)
                         : tercet_onnx_pbtxt_encode(text, &encoder);
  if (st == TERCET_OK) {
    st = tercet_onnx_encoder_finish(&encoder, model);
  }
  tercet_onnx_encoder_clear(&encoder);
  return st;
}

static tercet_status
read_bytes(tercet_onnx_model *model,
           tercet_string bytes,
           tercet_onnx_format format,
           tercet_error *err)
{
  if (format != TERCET_ONNX_BINARY) {
    return read_text(model, bytes, format, err);
  }
  return tercet_onnx_wire_read(
      &model->arena, &tercet_onnx_model_message, bytes, NULL, model, err);
}

/// Free a model that could not be read whole
static tercet_status
finish(tercet_status st, tercet_onnx_model **model)
{
  if (st != TERCET_OK) {
    tercet_onnx_model_free(*model);
    *model = NULL;
  }
  return st;
}

tercet_status
tercet_onnx_model_load(const tercet_allocator *alloc,
                       const char *path,
                       tercet_onnx_format format,
                       const tercet_onnx_read_options *options,
                       tercet_onnx_model **out,
                       tercet_error *err)
{
  tercet_string bytes = {NULL, 0};
  TERCET_TRY(model_new(alloc, options, out, err));
  tercet_status st = tercet_onnx_model_map(*out, path, &bytes, err);
  if (st == TERCET_OK) {
    st = read_bytes(*out, bytes, format, err);
  }
  if (st != TERCET_OK) {
    tercet_error_set_source(err, path);
  }
  return finish(st, out);
}

tercet_status
tercet_onnx_model_read(const tercet_allocator *alloc,
                       const void *data,
                       size_t n_bytes,
                       tercet_onnx_format format,
                       const tercet_onnx_read_options *options,
                       tercet_onnx_model **out,
                       tercet_error *err)
{
  const tercet_string bytes = {data, n_bytes};
  TERCET_TRY(model_new(alloc, options, out, err));
  return finish(read_bytes(*out, bytes, format, err), out);
}
