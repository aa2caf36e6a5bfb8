// SPDX-License-Identifier: Apache-2.0

/// The page's examples of creation and conversion, and what doc/ndarray.md
/// shows of them

#include "io_reference.h"
#include "ndarray_page.h"

/// Write a tensor on one line: "[[1, 2], [3, 4]]"
static void
write_line(const tercet_tensor *tensor, memory_output *text)
{
  memory_output lines = {NULL, 0, SIZE_MAX};
  const tercet_output output = {memory_write, &lines};
  CHECK_STATUS(tercet_tensor_format(tensor, NULL, &output, NULL), TERCET_OK);
  for (size_t i = 0; i < lines.length; ++i) {
    const char c = lines.data[i] == '\n' ? ' ' : lines.data[i];
    if (c != ' ' || text->data[text->length - 1U] != ' ') {
      CHECK_STATUS(memory_write(text, &c, 1, NULL), TERCET_OK);
    }
  }
  free(lines.data);
}

/// Check that the table has the example with what it gives
static void
check_example(const char *expression,
              tercet_status st,
              const tercet_tensor *tensor)
{
  memory_output text = {NULL, 0, SIZE_MAX};
  CHECK_STATUS(st, TERCET_OK);
  CHECK_STATUS(memory_write(&text, "| `", 3, NULL), TERCET_OK);
  CHECK_STATUS(memory_write(&text, expression, strlen(expression), NULL),
               TERCET_OK);
  CHECK_STATUS(memory_write(&text, "` gives `", 9, NULL), TERCET_OK);
  write_line(tensor, &text);
  CHECK_STATUS(memory_write(&text, "` |", 3, NULL), TERCET_OK);
  ndarray_page_check(text.data);
  free(text.data);
}

static tercet_status
add_indexes(void *context,
            const int64_t *index,
            void *element,
            tercet_error *err)
{
  (void)context;
  (void)err;
  const int32_t value = (int32_t)(index[0] + index[1]);
  memcpy(element, &value, sizeof(value));
  return TERCET_OK;
}

#define I32 TERCET_DTYPE_I32
#define F64 TERCET_DTYPE_F64
#define INT(x) tercet_scalar_from_i64(x)
#define FLOAT(x) tercet_scalar_from_f64(x)

/// Run an example that makes `t`, and check the table
#define EXAMPLE(...)                                                           \
  {                                                                            \
    tercet_tensor *t = NULL;                                                   \
    const tercet_status st = __VA_ARGS__;                                      \
    check_example(#__VA_ARGS__, st, t);                                        \
    tercet_tensor_unref(t);                                                    \
  }

static void
test_examples(void)
{
  const int64_t shape[] = {2, 2};
  const int64_t row[] = {3};
  int32_t data[] = {1, 2, 3, 4};
  const char *const npy = data_path("vector.npy");
  const double values[] = {1.5, -2.7, 3.2};
  tercet_tensor *a = NULL;
  tercet_tensor *x = NULL;
  CHECK_STATUS(tercet_tensor_from_data(NULL, I32, 2, shape, data, &a, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_from_data(NULL, F64, 1, row, values, &x, NULL),
               TERCET_OK);

  // clang-format off
  EXAMPLE(tercet_tensor_wrap(NULL, I32, 2, shape, NULL, data, NULL, NULL, &t, NULL))
  EXAMPLE(tercet_tensor_zeros(NULL, I32, 2, shape, TERCET_COLUMN_MAJOR, &t, NULL))
  EXAMPLE(tercet_tensor_full(NULL, I32, 2, shape, INT(5), &t, NULL))
  EXAMPLE(tercet_tensor_from_function(NULL, I32, 2, shape, add_indexes, NULL, &t, NULL))
  EXAMPLE(tercet_tensor_new(NULL, I32, 2, shape, &t, NULL))
  EXAMPLE(tercet_tensor_ones(NULL, F64, 2, shape, &t, NULL))
  EXAMPLE(tercet_tensor_full(NULL, F64, 1, row, FLOAT(3.5), &t, NULL))
  EXAMPLE(tercet_tensor_zeros_like(NULL, a, F64, &t, NULL))
  EXAMPLE(tercet_tensor_ones_like(NULL, a, I32, &t, NULL))
  EXAMPLE(tercet_tensor_full_like(NULL, x, I32, INT(3), &t, NULL))
  EXAMPLE(tercet_tensor_eye(NULL, I32, 3, 3, -1, &t, NULL))
  EXAMPLE(tercet_tensor_identity(NULL, I32, 2, &t, NULL))
  EXAMPLE(tercet_tensor_arange(NULL, I32, INT(0), INT(5), INT(1), &t, NULL))
  EXAMPLE(tercet_tensor_arange(NULL, I32, INT(5), INT(10), INT(1), &t, NULL))
  EXAMPLE(tercet_tensor_arange(NULL, F64, INT(5), INT(10), FLOAT(2), &t, NULL))
  EXAMPLE(tercet_tensor_linspace(NULL, F64, 0, 1, 5, true, &t, NULL))
  EXAMPLE(tercet_tensor_logspace(NULL, F64, 2.0, 3.0, 4, true, 10, &t, NULL))
  EXAMPLE(tercet_tensor_geomspace(NULL, F64, 1, 1000, 4, true, &t, NULL))
  EXAMPLE(tercet_tensor_from_data(NULL, I32, 2, shape, data, &t, NULL))
  EXAMPLE(tercet_npy_load(NULL, npy, &t, NULL))
  EXAMPLE(tercet_tensor_cast(NULL, x, I32, &t, NULL))
  EXAMPLE(tercet_tensor_convert(NULL, x, I32, TERCET_CAST_CHECKED, &t, NULL))
  // clang-format on

  int32_t out[4] = {0};
  check_example("tercet_tensor_to_data(a, out, sizeof(out), NULL)",
                tercet_tensor_to_data(a, out, sizeof(out), NULL),
                a);
  CHECK_INT(memcmp(out, data, sizeof(out)), 0);
  const char *const path = scratch_path();
  check_example(
      "tercet_npy_save(a, path, NULL)", tercet_npy_save(a, path, NULL), a);
  tercet_tensor *saved = NULL;
  CHECK_STATUS(tercet_npy_load(NULL, path, &saved, NULL), TERCET_OK);
  CHECK(saved && same_tensors(a, saved));
  tercet_tensor_unref(saved);
  remove(path);

  tercet_tensor_unref(a);
  tercet_tensor_unref(x);
}

int
main(void)
{
  CHECK(ndarray_page_read());
  test_examples();
  return check_finish();
}
