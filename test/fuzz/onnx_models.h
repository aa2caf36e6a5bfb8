// SPDX-License-Identifier: Apache-2.0

/// What the fuzz targets check of any model that was read

#ifndef TERCET_TEST_FUZZ_ONNX_MODELS_H
#define TERCET_TEST_FUZZ_ONNX_MODELS_H

#include "base/allocator.h"
#include "base/buffer.h"
#include "base/string_view.h"
#include "onnx/operator.h"

#include <stdlib.h>

/// Memory that a model of a few kilobytes may take
#define ONNX_MODELS_MAX_BYTES ((size_t)1 << 26U)

static inline void
onnx_models_require(bool holds)
{
  if (!holds) {
    abort();
  }
}

static inline tercet_status
onnx_models_read(tercet_string bytes,
                 tercet_onnx_format format,
                 tercet_onnx_model **out,
                 tercet_error *err)
{
  const tercet_onnx_read_options options = {NULL, ONNX_MODELS_MAX_BYTES};
  return tercet_onnx_model_read(
      NULL, bytes.data, bytes.length, format, &options, out, err);
}

/// Write a model; false if the form cannot hold it
static inline bool
onnx_models_write(const tercet_onnx_model *model,
                  tercet_onnx_format format,
                  tercet_buffer *out)
{
  tercet_buffer_init(out, &tercet_allocator_default, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(out);
  const tercet_status st =
      tercet_onnx_model_write(model, format, &output, NULL);
  onnx_models_require(!st || st == TERCET_ERR_UNSUPPORTED);
  return !st;
}

/// Check that a model is read from what is written of it, and written again
/// alike
static inline void
onnx_models_check_form(const tercet_onnx_model *model,
                       tercet_onnx_format format)
{
  tercet_buffer first;
  tercet_buffer second;
  if (onnx_models_write(model, format, &first)) {
    tercet_onnx_model *again = NULL;
    onnx_models_require(
        !onnx_models_read(tercet_buffer_view(&first), format, &again, NULL));
    onnx_models_require(onnx_models_write(again, format, &second));
    onnx_models_require(tercet_string_equals(tercet_buffer_view(&first),
                                             tercet_buffer_view(&second)));
    tercet_onnx_model_free(again);
    tercet_buffer_clear(&second);
  }
  tercet_buffer_clear(&first);
}

/// Make the tensors of the constants
static inline void
onnx_models_check_constants(const tercet_onnx_model *model)
{
  tercet_onnx_strings strings;
  tercet_onnx_strings_init(&strings, &tercet_allocator_default, NULL);
  for (size_t i = 0; i < model->graph.n_initializers; ++i) {
    tercet_onnx_value value;
    const tercet_status st = tercet_onnx_tensor_value(
        NULL, &model->graph.initializers[i], &strings, &value, NULL);
    onnx_models_require((st == TERCET_OK) == (value.tensor != NULL));
    tercet_onnx_value_unref(value);
  }
  tercet_onnx_strings_clear(&strings);
}

/// Read bytes as a model of a form, and check all there is to check of it
static inline void
onnx_models_check(const uint8_t *data, size_t size, tercet_onnx_format format)
{
  const tercet_string bytes = {(const char *)data, size};
  tercet_onnx_model *model = NULL;
  tercet_error err = {0};
  const tercet_status st = onnx_models_read(bytes, format, &model, &err);
  if (st) {
    onnx_models_require(!model && err.status == st && err.message[0]);
    onnx_models_require(st == TERCET_ERR_LIMIT ||
                        (format == TERCET_ONNX_BINARY
                             ? st == TERCET_ERR_CORRUPT
                             : st == TERCET_ERR_SYNTAX && err.line > 0));
    return;
  }
  onnx_models_check_constants(model);
  onnx_models_check_form(model, TERCET_ONNX_BINARY);
  onnx_models_check_form(model, TERCET_ONNX_PROTOTXT);
  onnx_models_check_form(model, TERCET_ONNX_TEXT);
  tercet_onnx_model_free(model);
}

#endif // TERCET_TEST_FUZZ_ONNX_MODELS_H
