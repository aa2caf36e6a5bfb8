// SPDX-License-Identifier: Apache-2.0

/// Reading models in any form

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/io/file.h"
#include "onnx/io/pbtxt.h"
#include "onnx/io/text.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/// Memory that a model takes at the most unless the caller says otherwise
#define DEFAULT_MAX_BYTES ((size_t)2 << 30U)

/// Return whether a text starts like one of the messages of protobuf's text
/// format: with the name of a field of ModelProto
static bool
starts_with_field(tercet_string name, char next)
{
  for (size_t i = 0; i < tercet_onnx_model_message.n_fields; ++i) {
    if (tercet_string_is(name, tercet_onnx_model_message.fields[i].name)) {
      return next == ':' || next == '{' || next == '<';
    }
  }
  return false;
}

/// Tell the form from the first bytes.  The binary one starts with the tag of a
/// field, which is no word that a text could start with.
static tercet_onnx_format
detect_format(tercet_string bytes)
{
  tercet_onnx_scan scan;
  tercet_onnx_scan_init(&scan, bytes, NULL);
  const char first = tercet_onnx_scan_peek(&scan);
  const tercet_string name = tercet_onnx_scan_name(&scan);
  const char next = tercet_onnx_scan_peek(&scan);
  if (starts_with_field(name, next)) {
    return TERCET_ONNX_PROTOTXT;
  }
  return first == '<' || first == '"' || (name.length > 0 && next == '(')
             ? TERCET_ONNX_TEXT
             : TERCET_ONNX_BINARY;
}

/// Put the binary form of a text together and read that
static tercet_status
read_text(tercet_onnx_model *model,
          tercet_string text,
          tercet_onnx_format format,
          tercet_onnx_externals *externals,
          tercet_error *err)
{
  tercet_onnx_encoder encoder;
  tercet_onnx_encoder_init(
      &encoder, model->arena.alloc, model->arena.max, text, err);
  tercet_status st = format == TERCET_ONNX_TEXT
                         ? tercet_onnx_text_encode(text, &encoder)
                         : tercet_onnx_pbtxt_encode(text, &encoder);
  if (st == TERCET_OK) {
    st = tercet_onnx_encoder_finish(&encoder, externals, model);
  }
  tercet_onnx_encoder_clear(&encoder);
  return st;
}

static tercet_status
read_bytes(tercet_onnx_model *model,
           tercet_string bytes,
           tercet_onnx_format format,
           tercet_onnx_externals *externals,
           tercet_error *err)
{
  if (format == TERCET_ONNX_ANY) {
    format = detect_format(bytes);
  }
  if (format != TERCET_ONNX_BINARY) {
    return read_text(model, bytes, format, externals, err);
  }
  const tercet_onnx_wire_context context = {NULL, externals};
  return tercet_onnx_wire_read(
      &model->arena, &tercet_onnx_model_message, bytes, &context, model, err);
}

/// Make a model of bytes, or of a file if there is a path
static tercet_status
read_model(tercet_onnx_model *model,
           tercet_string bytes,
           const char *path,
           tercet_onnx_format format,
           const tercet_onnx_read_options *options,
           tercet_error *err)
{
  if (path) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
      return tercet_error_set(
          err, TERCET_ERR_IO, "cannot open the file: %s", strerror(errno));
    }
    const tercet_status st = tercet_onnx_model_map_file(model, fd, &bytes, err);
    close(fd);
    TERCET_TRY(st);
  }

  tercet_onnx_externals externals;
  TERCET_TRY(tercet_onnx_externals_open(
      &externals, model, options ? options->external_folder : NULL, err));
  const tercet_status st = read_bytes(model, bytes, format, &externals, err);
  tercet_onnx_externals_close(&externals);
  return st;
}

/// Make a model that is freed again if it cannot be read
static tercet_status
make_model(const tercet_allocator *alloc,
           tercet_string bytes,
           const char *path,
           tercet_onnx_format format,
           const tercet_onnx_read_options *options,
           tercet_onnx_model **out,
           tercet_error *err)
{
  const size_t max_bytes = options ? options->max_bytes : 0;
  TERCET_TRY(tercet_onnx_model_new(
      alloc, max_bytes > 0 ? max_bytes : DEFAULT_MAX_BYTES, out, err));
  const tercet_status st = read_model(*out, bytes, path, format, options, err);
  if (st != TERCET_OK) {
    tercet_onnx_model_free(*out);
    *out = NULL;
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
  const tercet_string none = {NULL, 0};
  const tercet_status st =
      make_model(alloc, none, path, format, options, out, err);
  if (st != TERCET_OK) {
    tercet_error_set_source(err, path);
  }
  return st;
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
  return make_model(alloc, bytes, NULL, format, options, out, err);
}
