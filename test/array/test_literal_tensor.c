// SPDX-License-Identifier: Apache-2.0

/// Tensors from and to literals, with every allocation and output failing

#include <tercet/tensor.h>

#include "base/buffer.h"
#include "base/error.h"
#include "check.h"

static tercet_string
view_of(const char *text)
{
  const tercet_string view = {text, strlen(text)};
  return view;
}

/// Check that a tensor prints as this text
static void
check_literal(const tercet_tensor *tensor, const char *want)
{
  tercet_error err = {0};
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&text);
  CHECK_STATUS(tercet_tensor_to_literal(tensor, &output, &err), TERCET_OK);
  CHECK_TEXT(text.data, text.length, want);
  tercet_buffer_clear(&text);
}

static void
test_literal_to_tensor_and_back(void)
{
  static const char *const texts[] = {
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [-2.5, \"NaN\"]}",
      "{\"type\": \"float16\", \"shape\": [2], \"data\": [65504.0, 6e-08]}",
      "{\"type\": \"bool\", \"shape\": [2], \"data\": [true, false]}",
      "{\"type\": \"uint64\", \"shape\": [], \"data\": [18446744073709551615]}",
      "{\"type\": \"int64\", \"shape\": [0, 3], \"data\": []}",
  };
  for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); ++i) {
    tercet_error err = {0};
    tercet_tensor *tensor = NULL;
    CHECK_STATUS(
        tercet_tensor_from_literal(NULL, view_of(texts[i]), &tensor, &err),
        TERCET_OK);
    check_literal(tensor, texts[i]);
    tercet_tensor_unref(tensor);
  }
}

static void
test_views_print_their_own_elements(void)
{
  tercet_tensor *tensor = NULL;
  tercet_tensor *view = NULL;
  CHECK_STATUS(tercet_tensor_from_literal(
                   NULL,
                   view_of("{\"type\":\"int32\",\"shape\":[2,3],\"data\":"
                           "[1,2,3,4,5,6]}"),
                   &tensor,
                   NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_permute(tensor, NULL, &view, NULL), TERCET_OK);
  check_literal(view,
                "{\"type\": \"int32\", \"shape\": [3, 2], \"data\": "
                "[1, 4, 2, 5, 3, 6]}");
  tercet_tensor_unref(view);
  tercet_tensor_unref(tensor);
}

static void
test_dtypes_without_literals_are_refused(void)
{
  const int8_t values[] = {1, 2};
  const int64_t shape[] = {2};
  tercet_error err = {0};
  tercet_tensor *tensor = NULL;
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&text);
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_I8, 1, shape, values, &tensor, &err),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_to_literal(tensor, &output, &err),
               TERCET_ERR_DTYPE);
  CHECK(strstr(err.message, "int8"));
  CHECK_INT(text.length, 0);
  tercet_tensor_unref(tensor);
  tercet_buffer_clear(&text);
}

static void
test_ill_typed_text_leaves_no_tensor(void)
{
  static const char *const texts[] = {
      "{\"type\":\"float32\",\"shape\":[2],\"data\":[1,x]}",
      "{\"type\":\"float32\",\"shape\":[2],\"data\":[1,2]",
      "{\"type\":\"float32\",\"shape\":[2],\"data\":[1,2],\"data\":[1,2]}",
  };
  for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); ++i) {
    tercet_error err = {0};
    tercet_tensor *tensor = NULL;
    CHECK_STATUS(
        tercet_tensor_from_literal(NULL, view_of(texts[i]), &tensor, &err),
        TERCET_ERR_SYNTAX);
    CHECK(!tensor);
    CHECK(err.column > 0 && err.message[0]);
  }
}

static void
test_large_tensor(void)
{
  // Longer than what is printed at once
  enum { n = 20000 };
  tercet_error err = {0};
  const int64_t shape[] = {n};
  tercet_tensor *tensor = NULL;
  tercet_tensor *again = NULL;
  CHECK_STATUS(
      tercet_tensor_new(NULL, TERCET_DTYPE_F64, 1, shape, &tensor, &err),
      TERCET_OK);
  double *const values = (double *)tercet_tensor_mutable_data(tensor);
  for (int i = 0; i < n; ++i) {
    values[i] = -1.0 / (i + 3);
  }

  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&text);
  CHECK_STATUS(tercet_tensor_to_literal(tensor, &output, &err), TERCET_OK);
  CHECK_STATUS(
      tercet_tensor_from_literal(NULL, tercet_buffer_view(&text), &again, &err),
      TERCET_OK);
  CHECK(tercet_tensor_equals(tensor, again));
  tercet_tensor_unref(again);
  tercet_tensor_unref(tensor);
  tercet_buffer_clear(&text);
}

static void
test_failing_allocations(void)
{
  static const char text[] =
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [1.0, 2.0]}";
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_from_literal(&alloc, view_of(text), &tensor, NULL),
               TERCET_OK);
  const size_t n = state.calls;
  tercet_tensor_unref(tensor);
  for (size_t i = 0; i < n; ++i) {
    tercet_error err = {0};
    state = (failing_allocator){0, i};
    CHECK_STATUS(
        tercet_tensor_from_literal(&alloc, view_of(text), &tensor, &err),
        TERCET_ERR_NO_MEMORY);
    CHECK(!tensor);
    CHECK_STATUS(err.status, TERCET_ERR_NO_MEMORY);
  }
}

static tercet_status
refuse(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)context;
  (void)data;
  (void)length;
  return tercet_error_set(err, TERCET_ERR_IO, "no more room");
}

static void
test_failing_output(void)
{
  tercet_error err = {0};
  tercet_tensor *tensor = NULL;
  const tercet_output output = {refuse, NULL};
  CHECK_STATUS(
      tercet_tensor_new(NULL, TERCET_DTYPE_F64, 0, NULL, &tensor, &err),
      TERCET_OK);
  CHECK_STATUS(tercet_tensor_to_literal(tensor, &output, &err), TERCET_ERR_IO);
  CHECK(!strcmp(err.message, "no more room"));
  tercet_tensor_unref(tensor);
}

int
main(void)
{
  test_literal_to_tensor_and_back();
  test_views_print_their_own_elements();
  test_dtypes_without_literals_are_refused();
  test_ill_typed_text_leaves_no_tensor();
  test_large_tensor();
  test_failing_allocations();
  test_failing_output();
  return check_finish();
}
