// SPDX-License-Identifier: Apache-2.0

/**
   The examples of the page of num.cr's Tensor, with the generator of seed 0,
   and what doc/ndarray.md shows of them.

   The page's own numbers come from another generator; binomial and multinomial
   cannot be seeded there.
*/

#include "ndarray_page.h"
#include "sample.h"

/// Write the elements of a tensor with six digits: "[1, 2.5]"
static void
write_elements(const tercet_tensor *tensor, char *text, size_t size)
{
  tercet_tensor *wide = NULL;
  CHECK_STATUS(tercet_tensor_cast(NULL, tensor, TERCET_DTYPE_F64, &wide, NULL),
               TERCET_OK);
  const double *const x = (const double *)tercet_tensor_data(wide);
  size_t length = (size_t)snprintf(text, size, "[");
  for (int64_t i = 0; i < tercet_tensor_size(wide); ++i) {
    length += (size_t)snprintf(
        text + length, size - length, "%s%g", i ? ", " : "", x[i]);
  }
  snprintf(text + length, size - length, "]");
  tercet_tensor_unref(wide);
}

/// Check that the table has the example with what it gives
static void
check_example(const char *expression,
              tercet_status st,
              const tercet_tensor *tensor)
{
  char elements[512];
  char text[1024];
  CHECK_STATUS(st, TERCET_OK);
  write_elements(tensor, elements, sizeof(elements));
  snprintf(text, sizeof(text), "| `%s` gives `%s` |", expression, elements);
  ndarray_page_check(text);
}

/// Run an example on `r`, a new generator of seed 0, and `a`, a float64
/// tensor of shape [5], or, where it makes one, `made`
#define EXAMPLE(result, ...)                                                   \
  {                                                                            \
    tercet_random *const r = sample_generator(0);                              \
    const int64_t five = 5;                                                    \
    tercet_tensor *a = NULL;                                                   \
    tercet_tensor *made = NULL;                                                \
    CHECK_STATUS(                                                              \
        tercet_tensor_new(NULL, TERCET_DTYPE_F64, 1, &five, &a, NULL),         \
        TERCET_OK);                                                            \
    const tercet_status st = __VA_ARGS__;                                      \
    check_example(#__VA_ARGS__, st, result);                                   \
    tercet_tensor_unref(a);                                                    \
    tercet_tensor_unref(made);                                                 \
    tercet_random_free(r);                                                     \
  }

static tercet_tensor *
make_weights(void)
{
  static const float input[2][2] = {{0.5F, 0.5F}, {0.5F, 0.5F}};
  const int64_t shape[2] = {2, 2};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F32, 2, shape, input, &tensor, NULL),
               TERCET_OK);
  return tensor;
}

static void
test_examples(void)
{
  const int64_t shape[2] = {2, 2};
  tercet_tensor *const input = make_weights();

  // clang-format off
  EXAMPLE(a, tercet_random_uniform_into(r, a, NULL))
  EXAMPLE(made, tercet_random_integers(NULL, r, TERCET_DTYPE_I32, 2, shape, 0, 10, false, &made, NULL))
  EXAMPLE(a, tercet_random_uniform_range_into(r, 0.0, 10.0, a, NULL))
  EXAMPLE(a, tercet_random_normal_into(r, 0.5, 1.0, a, NULL))
  EXAMPLE(a, tercet_random_exponential_into(r, 1.0, a, NULL))
  EXAMPLE(a, tercet_random_gamma_into(r, 0.5, 1.0, a, NULL))
  EXAMPLE(a, tercet_random_beta_into(r, 0.1, 0.5, a, NULL))
  EXAMPLE(a, tercet_random_chisquare_into(r, 30.0, a, NULL))
  EXAMPLE(a, tercet_random_f_into(r, 30.0, 50.0, a, NULL))
  EXAMPLE(a, tercet_random_student_t_into(r, 30.0, a, NULL))
  EXAMPLE(a, tercet_random_laplace_into(r, 0.5, 1.0, a, NULL))
  EXAMPLE(a, tercet_random_lognormal_into(r, 0.5, 1.0, a, NULL))
  EXAMPLE(a, tercet_random_poisson_into(r, 1.0, a, NULL))
  EXAMPLE(a, tercet_random_binomial_into(r, 50, 0.5, a, NULL))
  EXAMPLE(made, tercet_random_categorical(NULL, r, TERCET_DTYPE_I32, input, 5, &made, NULL))
  // clang-format on
  tercet_tensor_unref(input);
}

/// Results have the shapes of the page
static void
test_shapes(void)
{
  tercet_random *const random = sample_generator(0);
  tercet_tensor *const input = make_weights();
  tercet_tensor *drawn = NULL;
  CHECK_STATUS(tercet_random_categorical(
                   NULL, random, TERCET_DTYPE_I32, input, 5, &drawn, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_shape(drawn)[0], 2);
  CHECK_INT(tercet_tensor_shape(drawn)[1], 5);
  tercet_tensor_unref(drawn);

  // The page's second example, with the tensor that it means
  static const float weights[4] = {0.5F, 0.5F, 0.5F, 0.5F};
  const int64_t four = 4;
  tercet_tensor *second = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F32, 1, &four, weights, &second, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_random_categorical(
                   NULL, random, TERCET_DTYPE_I32, second, 6, &drawn, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_rank(drawn), 1);
  CHECK_INT(tercet_tensor_shape(drawn)[0], 6);
  tercet_tensor_unref(drawn);
  tercet_tensor_unref(second);
  tercet_tensor_unref(input);
  tercet_random_free(random);
}

int
main(void)
{
  CHECK(ndarray_page_read());
  test_examples();
  test_shapes();
  return check_finish();
}
