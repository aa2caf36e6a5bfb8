// SPDX-License-Identifier: Apache-2.0

/// Models in text, for the tests of their readers and writers

#ifndef TERCET_TEST_ONNX_TEXT_MODELS_H
#define TERCET_TEST_ONNX_TEXT_MODELS_H

#include "base/allocator.h"
#include "base/buffer.h"
#include "base/string_view.h"
#include "check.h"
#include "onnx/model.h"

static inline tercet_status
text_models_try(const tercet_allocator *alloc,
                const char *text,
                tercet_onnx_format format,
                tercet_onnx_model **out,
                tercet_error *err)
{
  // A copy of its own, so that reading beyond its end is noticed
  const size_t length = strlen(text);
  char *const copy = (char *)malloc(length + (length == 0));
  if (length > 0) {
    memcpy(copy, text, length);
  }
  const tercet_status st =
      tercet_onnx_model_read(alloc, copy, length, format, NULL, out, err);
  free(copy);
  return st;
}

/// Read a text that is a model
static inline tercet_onnx_model *
text_models_read(const char *text, tercet_onnx_format format)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(text_models_try(NULL, text, format, &model, &err), TERCET_OK);
  if (!model) {
    fprintf(stderr,
            "  %d:%d: %s\n%s\n",
            (int)err.line,
            (int)err.column,
            err.message,
            text);
    exit(EXIT_FAILURE);
  }
  return model;
}

/// Check that a text is refused at a place, with a message
static inline void
text_models_check_refused(const char *text,
                          tercet_onnx_format format,
                          uint64_t line,
                          uint64_t column,
                          const char *message)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(text_models_try(NULL, text, format, &model, &err),
               TERCET_ERR_SYNTAX);
  CHECK(!model);
  CHECK_INT(err.line, line);
  CHECK_INT(err.column, column);
  CHECK_TEXT(err.message, strlen(err.message), message);
  tercet_onnx_model_free(model);
}

/// Check how a model is written
static inline void
text_models_check_written(const tercet_onnx_model *model,
                          tercet_onnx_format format,
                          const char *expected)
{
  tercet_buffer text;
  tercet_buffer_init(&text, &tercet_allocator_default, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&text);
  CHECK_STATUS(tercet_onnx_model_write(model, format, &output, NULL),
               TERCET_OK);
  CHECK_TEXT(text.data, text.length, expected);
  tercet_buffer_clear(&text);
}

/// Read and write with each allocation failing in turn
static inline void
text_models_sweep(const char *text, tercet_onnx_format format)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  for (size_t n = 1, i = 0; i < n; ++i) {
    tercet_onnx_model *model = NULL;
    tercet_buffer written;
    tercet_buffer_init(&written, &tercet_allocator_default, SIZE_MAX);
    const tercet_output output = tercet_buffer_output(&written);
    state = (failing_allocator){0, i > 0 ? i - 1 : SIZE_MAX};
    tercet_status st = text_models_try(&alloc, text, format, &model, NULL);
    if (!st) {
      st = tercet_onnx_model_write(model, format, &output, NULL);
    }
    CHECK_STATUS(st, i > 0 ? TERCET_ERR_NO_MEMORY : TERCET_OK);
    n = i > 0 ? n : state.calls + 1;
    tercet_onnx_model_free(model);
    tercet_buffer_clear(&written);
  }
}

#endif // TERCET_TEST_ONNX_TEXT_MODELS_H
