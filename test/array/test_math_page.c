// SPDX-License-Identifier: Apache-2.0

/// The page's examples of mathematics and of walks, as doc/ndarray.md shows
/// them

#include "elementwise_reference.h"
#include "ndarray_page.h"

#define F64 TERCET_DTYPE_F64

/* ---- What examples give ---- */

typedef struct {
  char data[1024];
  size_t length;
} shown_text;

static void
show(shown_text *text, const char *what)
{
  text->length += (size_t)snprintf(
      text->data + text->length, sizeof(text->data) - text->length, "%s", what);
}

static void
show_number(shown_text *text, tercet_dtype dtype, long double x)
{
  char number[64];
  snprintf(number, sizeof(number), "%g", (double)x);
  show(text, dtype != TERCET_DTYPE_BOOL ? number : x != 0 ? "true" : "false");
}

/// Show a tensor of rank 0 or 1 with six digits
static void
show_tensor(shown_text *text, const tercet_tensor *tensor)
{
  const tercet_dtype dtype = tercet_tensor_dtype(tensor);
  if (tercet_tensor_rank(tensor) == 0) {
    show_number(text, dtype, reference_get(tensor, NULL).re);
    return;
  }
  CHECK_INT(tercet_tensor_rank(tensor), 1);
  show(text, "[");
  for (int64_t i = 0; i < tercet_tensor_size(tensor); ++i) {
    show(text, i ? ", " : "");
    show_number(text, dtype, reference_get(tensor, &i).re);
  }
  show(text, "]");
}

/// Check that the table has the example with what it gives
static void
check_example(const char *expression,
              tercet_status st,
              const tercet_tensor *tensor)
{
  shown_text text = {"", 0};
  CHECK_STATUS(st, TERCET_OK);
  show(&text, "| `");
  show(&text, expression);
  show(&text, "` gives `");
  show_tensor(&text, tensor);
  show(&text, "` |");
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

/// Run an example that writes to `a`, and check the table
#define WRITING_EXAMPLE(...)                                                   \
  {                                                                            \
    const tercet_status st = __VA_ARGS__;                                      \
    check_example(#__VA_ARGS__, st, a);                                        \
  }

/* ---- Walks ---- */

/// Numbers that a walk has seen
typedef struct {
  int64_t numbers[16];
  int64_t n;
} seen_numbers;

static tercet_status
remember(void *context, int64_t position, const void *const *elements)
{
  seen_numbers *const seen = (seen_numbers *)context;
  CHECK_INT(position, seen->n);
  seen->numbers[seen->n++] = *(const int64_t *)elements[0];
  return TERCET_OK;
}

/// Keep the product of the elements at each position
static tercet_status
remember_product(void *context, int64_t position, const void *const *elements)
{
  seen_numbers *const seen = (seen_numbers *)context;
  CHECK_INT(position, seen->n);
  seen->numbers[seen->n++] =
      *(const int64_t *)elements[0] * *(const int64_t *)elements[1];
  return TERCET_OK;
}

/// Run a walk that fills `r`, and check the table
#define WALK(...)                                                              \
  {                                                                            \
    seen_numbers r = {{0}, 0};                                                 \
    const tercet_status st = __VA_ARGS__;                                      \
    tercet_tensor *const t = vector_of(TERCET_DTYPE_I64, r.n, r.numbers);      \
    check_example(#__VA_ARGS__, st, t);                                        \
    tercet_tensor_unref(t);                                                    \
  }

static tercet_status
append_digit(void *context, void *accumulated, const void *element)
{
  (void)context;
  int64_t *const x = (int64_t *)accumulated;
  *x = 10 * *x + *(const int64_t *)element;
  return TERCET_OK;
}

static tercet_status
add_three(void *context, size_t n, void *out, const void *const *in)
{
  (void)context;
  for (size_t i = 0; i < n; ++i) {
    ((double *)out)[i] = ((const double *)in[0])[i] +
                         ((const double *)in[1])[i] +
                         ((const double *)in[2])[i];
  }
  return TERCET_OK;
}

/// The iterator gives what the table says, element by element
static void
check_iterator(const tercet_tensor *v)
{
  tercet_tensor_iter iter;
  tercet_tensor_iter_init(&iter, v);
  seen_numbers seen = {{0}, 0};
  for (const void *x = NULL; (x = tercet_tensor_iter_next(&iter));) {
    seen.numbers[seen.n++] = *(const int64_t *)x;
  }
  tercet_tensor *const t = vector_of(TERCET_DTYPE_I64, seen.n, seen.numbers);
  check_example("tercet_tensor_iter_next(&iter)", TERCET_OK, t);
  tercet_tensor_unref(t);
}

static void
test_walks(void)
{
  const int64_t shape[] = {2, 2};
  const int64_t numbers[] = {1, 2, 4, 5};
  const double x[] = {1, 2, 3};
  const double y[] = {10, 20, 30};
  tercet_tensor *rows = NULL;
  tercet_tensor *v = NULL;
  const int64_t first[] = {0};
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_I64, 2, shape, numbers, &rows, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_flip(rows, 1, first, &v, NULL), TERCET_OK);
  tercet_tensor *const a = vector_of(F64, 3, x);
  tercet_tensor *const b = vector_of(F64, 3, y);
  const tercet_tensor *const one[] = {v};
  const tercet_tensor *const pair[] = {v, v};
  const tercet_tensor *const in[] = {a, a, b};

  // clang-format off
  WALK(tercet_tensor_each(1, one, remember, &r, NULL))
  check_iterator(v);
  EXAMPLE(tercet_tensor_at_axis(v, -1, 1, &t, NULL))
  EXAMPLE(tercet_tensor_map(NULL, 3, in, F64, add_three, NULL, &t, NULL))
  WRITING_EXAMPLE(tercet_tensor_map_into(3, in, add_three, NULL, a, NULL))
  WALK(tercet_tensor_each(2, pair, remember_product, &r, NULL))
  EXAMPLE(tercet_tensor_fold(NULL, v, TERCET_FOLD_ALL, NULL, append_digit, NULL, &t, NULL))
  EXAMPLE(tercet_tensor_fold(NULL, v, 0, NULL, append_digit, NULL, &t, NULL))
  EXAMPLE(tercet_tensor_scan(NULL, v, TERCET_FOLD_ALL, append_digit, NULL, &t, NULL))
  // clang-format on
  tercet_tensor_unref(b);
  tercet_tensor_unref(a);
  tercet_tensor_unref(v);
  tercet_tensor_unref(rows);
}

/* ---- Mathematics ---- */

static void
test_unary(const tercet_tensor *a)
{
  // clang-format off
  EXAMPLE(tercet_tensor_sin(NULL, a, &t, NULL))
  EXAMPLE(tercet_tensor_asin(NULL, a, &t, NULL))
  EXAMPLE(tercet_tensor_sinh(NULL, a, &t, NULL))
  EXAMPLE(tercet_tensor_acosh(NULL, a, &t, NULL))
  EXAMPLE(tercet_tensor_exp(NULL, a, &t, NULL))
  EXAMPLE(tercet_tensor_log(NULL, a, &t, NULL))
  EXAMPLE(tercet_tensor_sqrt(NULL, a, &t, NULL))
  EXAMPLE(tercet_tensor_erf(NULL, a, &t, NULL))
  EXAMPLE(tercet_tensor_tgamma(NULL, a, &t, NULL))
  EXAMPLE(tercet_tensor_j0(NULL, a, &t, NULL))
  EXAMPLE(tercet_tensor_ilogb(NULL, a, &t, NULL))
  EXAMPLE(tercet_tensor_negative(NULL, a, &t, NULL))
  // clang-format on
}

static void
test_binary(const tercet_tensor *a, const tercet_tensor *b)
{
  // clang-format off
  EXAMPLE(tercet_tensor_add(NULL, a, b, &t, NULL))
  EXAMPLE(tercet_tensor_subtract(NULL, a, b, &t, NULL))
  EXAMPLE(tercet_tensor_multiply(NULL, a, b, &t, NULL))
  EXAMPLE(tercet_tensor_divide(NULL, a, b, &t, NULL))
  EXAMPLE(tercet_tensor_remainder(NULL, a, b, &t, NULL))
  EXAMPLE(tercet_tensor_power(NULL, a, b, &t, NULL))
  EXAMPLE(tercet_tensor_left_shift(NULL, a, b, &t, NULL))
  EXAMPLE(tercet_tensor_bitwise_xor(NULL, a, b, &t, NULL))
  EXAMPLE(tercet_tensor_less(NULL, a, b, &t, NULL))
  EXAMPLE(tercet_tensor_equal(NULL, a, b, &t, NULL))
  // clang-format on
}

int
main(void)
{
  const int64_t x[] = {1, 2, 3};
  const int64_t y[] = {4, 5, 6};
  CHECK(ndarray_page_read());
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I64, 3, x);
  tercet_tensor *const b = vector_of(TERCET_DTYPE_I64, 3, y);
  test_walks();
  test_unary(a);
  test_binary(a, b);
  tercet_tensor_unref(b);
  tercet_tensor_unref(a);
  return check_finish();
}
