// SPDX-License-Identifier: Apache-2.0

/// The page's examples of reductions and sorting, as doc/ndarray.md shows them

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

/// Compare int32 numbers, the greater first
static int
descending(void *context, const void *a, const void *b)
{
  (void)context;
  const int32_t x = *(const int32_t *)a;
  const int32_t y = *(const int32_t *)b;
  return x > y ? -1 : x < y;
}

int
main(void)
{
  const int64_t shape[] = {2, 2};
  const int64_t one[] = {1};
  const int32_t numbers[] = {3, 1, 2, 4};
  tercet_tensor *a = NULL;
  CHECK(ndarray_page_read());
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_I32, 2, shape, numbers, &a, NULL),
               TERCET_OK);
  // clang-format off
  EXAMPLE(tercet_tensor_sum(NULL, a, 0, NULL, false, &t, NULL))
  EXAMPLE(tercet_tensor_sum(NULL, a, 1, one, true, &t, NULL))
  EXAMPLE(tercet_tensor_prod(NULL, a, 1, one, false, &t, NULL))
  EXAMPLE(tercet_tensor_mean(NULL, a, 1, one, true, &t, NULL))
  EXAMPLE(tercet_tensor_std(NULL, a, 0, 1, one, false, &t, NULL))
  EXAMPLE(tercet_tensor_max(NULL, a, 1, one, false, &t, NULL))
  EXAMPLE(tercet_tensor_min(NULL, a, 1, one, false, &t, NULL))
  EXAMPLE(tercet_tensor_ptp(NULL, a, 1, one, false, &t, NULL))
  EXAMPLE(tercet_tensor_argmax(NULL, a, 1, false, &t, NULL))
  EXAMPLE(tercet_tensor_argmin(NULL, a, TERCET_FLAT, false, &t, NULL))
  EXAMPLE(tercet_tensor_all(NULL, a, 0, NULL, false, &t, NULL))
  EXAMPLE(tercet_tensor_any(NULL, a, 1, one, false, &t, NULL))
  EXAMPLE(tercet_tensor_isclose(NULL, a, a, 0, 1e-6, false, &t, NULL))
  EXAMPLE(tercet_tensor_sort(NULL, a, TERCET_FLAT, &t, NULL))
  EXAMPLE(tercet_tensor_sort(NULL, a, 1, &t, NULL))
  EXAMPLE(tercet_tensor_sort_by(NULL, a, 1, descending, NULL, &t, NULL))
  // clang-format on
  tercet_tensor_unref(a);
  return check_finish();
}
