// SPDX-License-Identifier: Apache-2.0

/// Reads all models and values of the official node tests, and writes the
/// models in each form and reads them again

#include "node_models.h"
#include "tree_equal.h"

#include "base/buffer.h"
#include "base/clock.h"
#include "onnx/io/wire.h"

/// Time and size of all models in one form
typedef struct {
  int64_t reading; ///< Nanoseconds
  int64_t writing;
  size_t n_bytes;
  size_t n_same; ///< Models that came out byte by byte as they were
} totals;

static tercet_onnx_model *
read_model(const char *path,
           tercet_string text,
           tercet_onnx_format format,
           totals *sum)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  const int64_t start = tercet_clock_nanoseconds();
  const tercet_status st = tercet_onnx_model_read(
      NULL, text.data, text.length, format, NULL, &model, &err);
  sum->reading += tercet_clock_nanoseconds() - start;
  sum->n_bytes += text.length;
  CHECK_STATUS(st, TERCET_OK);
  if (st) {
    fprintf(stderr,
            "  %s:%d:%d: %s\n",
            path,
            (int)err.line,
            (int)err.column,
            err.message);
  }
  return model;
}

/// Check that a model is read from what is written of it as it was
static void
check_form(const char *path,
           tercet_string bytes,
           const tercet_onnx_model *model,
           tercet_onnx_format format,
           totals *sum)
{
  tercet_buffer written;
  tercet_buffer_init(&written, &tercet_allocator_default, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&written);
  const int64_t start = tercet_clock_nanoseconds();
  CHECK_STATUS(tercet_onnx_model_write(model, format, &output, NULL),
               TERCET_OK);
  sum->writing += tercet_clock_nanoseconds() - start;
  const tercet_string text = tercet_buffer_view(&written);
  tercet_onnx_model *const again = read_model(path, text, format, sum);
  if (again) {
    const bool is_equal = tree_models_equal(model, again);
    CHECK(is_equal);
    if (!is_equal) {
      fprintf(stderr, "  %s\n", path);
    }
  }
  sum->n_same += tercet_string_equals(bytes, text);
  tercet_onnx_model_free(again);
  tercet_buffer_clear(&written);
}

static void
test_models_are_read_as_written(const glob_t *paths)
{
  static const tercet_onnx_format formats[] = {
      TERCET_ONNX_BINARY, TERCET_ONNX_PROTOTXT, TERCET_ONNX_TEXT};
  static const char *const names[] = {"binary", "protobuf text", "text"};
  enum { N_FORMATS = sizeof(formats) / sizeof(formats[0]) };

  totals official = {0};
  totals sums[N_FORMATS] = {{0}};
  for (size_t i = 0; i < paths->gl_pathc; ++i) {
    const char *const path = paths->gl_pathv[i];
    tercet_string bytes;
    char *const data = node_models_read(path, &bytes.length);
    bytes.data = data;
    tercet_onnx_model *const model =
        read_model(path, bytes, TERCET_ONNX_BINARY, &official);
    for (size_t k = 0; model && k < N_FORMATS; ++k) {
      check_form(path, bytes, model, formats[k], &sums[k]);
    }
    tercet_onnx_model_free(model);
    free(data);
  }
  printf("%zu models read in %.1f ms\n",
         paths->gl_pathc,
         (double)official.reading * 1e-6);
  for (size_t k = 0; k < N_FORMATS; ++k) {
    printf("%s: %zu bytes, read in %.1f ms, written in %.1f ms, %zu as they "
           "were\n",
           names[k],
           sums[k].n_bytes,
           (double)sums[k].reading * 1e-6,
           (double)sums[k].writing * 1e-6,
           sums[k].n_same);
  }
}

static bool
is_read_as(tercet_onnx_kind kind, const char *data, size_t n_bytes)
{
  tercet_onnx_strings strings;
  tercet_onnx_value value;
  tercet_onnx_strings_init(&strings, &tercet_allocator_default, NULL);
  const tercet_status st =
      tercet_onnx_value_read(NULL, kind, data, n_bytes, &strings, &value, NULL);
  tercet_onnx_value_unref(value);
  tercet_onnx_strings_clear(&strings);
  return !st;
}

static void
test_values_are_read(const glob_t *paths)
{
  for (size_t i = 0; i < paths->gl_pathc; ++i) {
    size_t n_bytes = 0;
    char *const data = node_models_read(paths->gl_pathv[i], &n_bytes);
    const bool is_read = is_read_as(TERCET_ONNX_TENSOR, data, n_bytes) ||
                         is_read_as(TERCET_ONNX_SEQUENCE, data, n_bytes) ||
                         is_read_as(TERCET_ONNX_OPTIONAL, data, n_bytes);
    CHECK(is_read);
    if (!is_read) {
      fprintf(stderr, "  %s\n", paths->gl_pathv[i]);
    }
    free(data);
  }
  printf("%zu values\n", paths->gl_pathc);
}

int
main(void)
{
  glob_t models;
  glob_t values;
  if (!node_models_find("*/model.onnx", &models)) {
    return 77;
  }
  CHECK_INT(models.gl_pathc, 1450);
  test_models_are_read_as_written(&models);
  globfree(&models);
  if (node_models_find("*/*/*.pb", &values)) {
    test_values_are_read(&values);
    globfree(&values);
  }
  return check_finish();
}
