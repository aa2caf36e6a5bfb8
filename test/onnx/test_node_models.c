// SPDX-License-Identifier: Apache-2.0

/// Reads all models and values of the official node tests

#include "node_models.h"

#include "base/allocator.h"
#include "base/clock.h"
#include "onnx/io/wire.h"

static void
test_models_are_read(const glob_t *paths)
{
  int64_t nanoseconds = 0;
  for (size_t i = 0; i < paths->gl_pathc; ++i) {
    size_t n_bytes = 0;
    char *const data = node_models_read(paths->gl_pathv[i], &n_bytes);
    tercet_error err = {0};
    tercet_onnx_model *model = NULL;
    const int64_t start = tercet_clock_nanoseconds();
    const tercet_status st = tercet_onnx_model_read(
        NULL, data, n_bytes, TERCET_ONNX_BINARY, NULL, &model, &err);
    nanoseconds += tercet_clock_nanoseconds() - start;
    CHECK_STATUS(st, TERCET_OK);
    if (st) {
      fprintf(stderr, "  %s: %s\n", paths->gl_pathv[i], err.message);
    } else {
      CHECK(model->ir_version > 2 && model->n_opsets > 0 &&
            model->graph.n_outputs > 0);
    }
    tercet_onnx_model_free(model);
    free(data);
  }
  printf(
      "%zu models in %.1f ms\n", paths->gl_pathc, (double)nanoseconds * 1e-6);
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
  test_models_are_read(&models);
  globfree(&models);
  if (node_models_find("*/*/*.pb", &values)) {
    test_values_are_read(&values);
    globfree(&values);
  }
  return check_finish();
}
