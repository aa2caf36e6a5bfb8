// SPDX-License-Identifier: Apache-2.0

/// The page's examples of views and assignment, as doc/ndarray.md shows them

#include "ndarray_page.h"
#include "view_reference.h"

/// Check that the table has the example with what it gives
static void
check_example(const char *expression,
              tercet_status st,
              const tercet_tensor *tensor)
{
  CHECK_STATUS(st, TERCET_OK);
  if (!tensor) {
    return;
  }
  tensor_text text = {"", 0};
  int64_t index[TERCET_MAX_RANK] = {0};
  append_text(&text, "`");
  append_text(&text, expression);
  append_text(&text, "` gives `");
  append_elements(tensor, 0, index, &text);
  append_text(&text, "` |");
  ndarray_page_check(text.data);
}

/// Run an example that makes `t`, and check the table
#define EXAMPLE(...)                                                           \
  {                                                                            \
    tercet_tensor *t = NULL;                                                   \
    const tercet_status st = __VA_ARGS__;                                      \
    check_example(#__VA_ARGS__, st, t);                                        \
    tercet_tensor_unref(t);                                                    \
  }

/// Run an example that writes to `c`, a copy of `a`, and check the table
#define WRITING_EXAMPLE(...)                                                   \
  {                                                                            \
    tercet_tensor *c = NULL;                                                   \
    CHECK_STATUS(tercet_tensor_copy(NULL, a, &c, NULL), TERCET_OK);            \
    const tercet_status st = __VA_ARGS__;                                      \
    check_example(#__VA_ARGS__, st, c);                                        \
    tercet_tensor_unref(c);                                                    \
  }

int
main(void)
{
  const int64_t square[] = {3, 3};
  const int64_t flat[] = {4};
  const int64_t strides[] = {0, 4};
  const int64_t axes[] = {1, 0};
  const int64_t last[] = {-1};
  const tercet_index row[] = {tercet_index_at(0)};
  const tercet_index back[] = {
      tercet_index_range(TERCET_INDEX_OPEN, TERCET_INDEX_OPEN, -1)};
  const tercet_index corner[] = {tercet_index_range(1, TERCET_INDEX_OPEN, 1),
                                 tercet_index_range(1, TERCET_INDEX_OPEN, 1)};
  tercet_tensor *const a = count_up(TERCET_DTYPE_I32, "22");
  tercet_tensor *const v = vector_of(TERCET_DTYPE_I32, 3, 1, 2, 3);
  tercet_tensor *const i = vector_of(TERCET_DTYPE_I64, 3, 0, 1, -1);
  CHECK(ndarray_page_read());

  // clang-format off
  EXAMPLE(tercet_tensor_index(a, 1, row, &t, NULL))
  EXAMPLE(tercet_tensor_index(a, 1, back, &t, NULL))
  EXAMPLE(tercet_tensor_take(NULL, a, i, 0, TERCET_BOUNDS_CHECK, &t, NULL))
  WRITING_EXAMPLE(tercet_tensor_fill_at(c, 2, corner, tercet_scalar_from_i64(99), NULL))
  WRITING_EXAMPLE(tercet_tensor_assign_at(c, 1, back, a, NULL))
  EXAMPLE(tercet_tensor_as_strided(v, 2, square, strides, 0, &t, NULL))
  EXAMPLE(tercet_tensor_broadcast_to(v, 2, square, &t, NULL))
  EXAMPLE(tercet_tensor_append_axes(v, 2, &t, NULL))
  EXAMPLE(tercet_tensor_expand_dims(a, 1, &t, NULL))
  EXAMPLE(tercet_tensor_reshape(a, 1, flat, &t, NULL))
  EXAMPLE(tercet_tensor_ravel(a, &t, NULL))
  EXAMPLE(tercet_tensor_transpose(a, 2, axes, &t, NULL))
  EXAMPLE(tercet_tensor_swap_axes(a, 0, -1, &t, NULL))
  EXAMPLE(tercet_tensor_move_axis(a, 0, -1, &t, NULL))
  EXAMPLE(tercet_tensor_flip(a, 0, NULL, &t, NULL))
  EXAMPLE(tercet_tensor_flip(a, 1, last, &t, NULL))
  EXAMPLE(tercet_tensor_diagonal(a, 0, 0, 1, &t, NULL))
  EXAMPLE(tercet_tensor_view_all(a, &t, NULL))
  EXAMPLE(tercet_tensor_view_as(v, TERCET_DTYPE_I8, &t, NULL))
  EXAMPLE(tercet_tensor_dup(NULL, v, TERCET_COLUMN_MAJOR, &t, NULL))
  // clang-format on

  tercet_tensor *outs[2] = {NULL, NULL};
  const tercet_tensor *const both[2] = {v, a};
  CHECK_STATUS(tercet_tensor_broadcast(1, both, outs, NULL), TERCET_OK);
  check_example(
      "tercet_tensor_broadcast(1, both, outs, NULL)", TERCET_OK, outs[0]);
  tercet_tensor_unref(outs[0]);
  tercet_tensor_unref(i);
  tercet_tensor_unref(v);
  tercet_tensor_unref(a);
  return check_finish();
}
