// SPDX-License-Identifier: Apache-2.0

#include "sample.h"

static tercet_tensor *
make_sequence(tercet_dtype dtype, size_t rank, const int64_t *shape)
{
  int64_t numbers[360];
  for (int64_t i = 0; i < 360; ++i) {
    numbers[i] = i;
  }
  tercet_tensor *wide = NULL;
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_I64, rank, shape, numbers, &wide, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, wide, dtype, &tensor, NULL), TERCET_OK);
  tercet_tensor_unref(wide);
  return tensor;
}

/// Return element `i` in row-major order
static double
element(const tercet_tensor *tensor, int64_t i)
{
  tercet_tensor *wide = NULL;
  CHECK_STATUS(tercet_tensor_cast(NULL, tensor, TERCET_DTYPE_F64, &wide, NULL),
               TERCET_OK);
  const double x = ((const double *)tercet_tensor_data(wide))[i];
  tercet_tensor_unref(wide);
  return x;
}

/// All 24 orders of 4 numbers are equally likely
static void
test_orders_are_equally_likely(void)
{
  enum { N = 48000 };
  double counts[256] = {0};
  double found[24];
  double expected[24];
  const int64_t four = 4;
  tercet_random *const random = sample_generator(1);
  for (size_t i = 0; i < N; ++i) {
    tercet_tensor *order = NULL;
    if (i % 2) {
      order = make_sequence(TERCET_DTYPE_U8, 1, &four);
      CHECK_STATUS(tercet_random_shuffle(random, order, 0, NULL), TERCET_OK);
    } else {
      CHECK_STATUS(tercet_random_permutation(
                       NULL, random, TERCET_DTYPE_U8, 4, &order, NULL),
                   TERCET_OK);
    }
    const uint8_t *const x = (const uint8_t *)tercet_tensor_data(order);
    counts[(x[0] * 64 + x[1] * 16 + x[2] * 4 + x[3]) & 255] += 1;
    tercet_tensor_unref(order);
  }
  size_t n = 0;
  for (size_t i = 0; i < 256 && n < 24; ++i) {
    if (counts[i] > 0) {
      found[n] = counts[i];
      expected[n++] = N / 24.0;
    }
  }
  CHECK_INT(n, 24);
  CHECK(fabs(chi_square_excess(found, expected, 24)) < CHI_SQUARE_BOUND);
  tercet_random_free(random);
}

/// Slices of [3, 4, 5] keep their elements together, along each axis, for
/// contiguous tensors and transposed ones
static void
test_slices_stay_together(void)
{
  const int64_t shape[3] = {3, 4, 5};
  const int64_t steps[3] = {20, 5, 1};
  tercet_random *const random = sample_generator(2);
  for (int64_t axis = -3; axis < 3; ++axis) {
    for (size_t j = 0; j < TERCET_DTYPE_COUNT; ++j) {
      if (j == TERCET_DTYPE_BOOL) {
        continue;
      }
      tercet_tensor *const base = make_sequence((tercet_dtype)j, 3, shape);
      tercet_tensor *view = NULL;
      CHECK_STATUS(tercet_tensor_permute(base, NULL, &view, NULL), TERCET_OK);
      CHECK_STATUS(tercet_random_shuffle(random, view, axis, NULL), TERCET_OK);

      // Axis k of the view is axis 2 - k of the base
      const size_t k = 2U - (size_t)(axis < 0 ? axis + 3 : axis);
      bool seen[5] = {false};
      for (int64_t i = 0; i < 60; ++i) {
        const int64_t x = (int64_t)element(base, i);
        const int64_t here = i / steps[k] % shape[k];
        const int64_t there = x / steps[k] % shape[k];
        CHECK_INT(x - there * steps[k], i - here * steps[k]);
        seen[there] = true;
      }
      for (int64_t i = 0; i < shape[k]; ++i) {
        CHECK(seen[i]);
      }
      tercet_tensor_unref(base);
      tercet_tensor_unref(view);
    }
  }
  tercet_random_free(random);
}

static void
test_permutation_has_all_numbers(void)
{
  enum { N = 1000 };
  bool seen[N] = {false};
  size_t n_fixed = 0;
  tercet_random *const random = sample_generator(3);
  tercet_tensor *order = NULL;
  CHECK_STATUS(tercet_random_permutation(
                   NULL, random, TERCET_DTYPE_I32, N, &order, NULL),
               TERCET_OK);
  const int32_t *const x = (const int32_t *)tercet_tensor_data(order);
  for (int32_t i = 0; i < N; ++i) {
    CHECK(x[i] >= 0 && x[i] < N && !seen[x[i]]);
    seen[x[i]] = true;
    n_fixed += x[i] == i;
  }
  CHECK(n_fixed < 8);
  tercet_tensor_unref(order);
  CHECK_STATUS(tercet_random_permutation(
                   NULL, random, TERCET_DTYPE_I32, 0, &order, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_size(order), 0);
  tercet_tensor_unref(order);
  tercet_random_free(random);
}

/// Each number is as likely as the others to be among those chosen
static void
test_choice(void)
{
  enum { ROUNDS = 20000 };
  double counts[10] = {0};
  double expected[10];
  tercet_random *const random = sample_generator(4);
  for (size_t i = 0; i < ROUNDS; ++i) {
    tercet_tensor *chosen = NULL;
    CHECK_STATUS(tercet_random_choice(
                     NULL, random, TERCET_DTYPE_U16, 10, 3, &chosen, NULL),
                 TERCET_OK);
    const uint16_t *const x = (const uint16_t *)tercet_tensor_data(chosen);
    CHECK(x[0] != x[1] && x[1] != x[2] && x[0] != x[2]);
    for (size_t j = 0; j < 3; ++j) {
      counts[x[j] % 10] += 1;
    }
    tercet_tensor_unref(chosen);
  }
  for (size_t i = 0; i < 10; ++i) {
    expected[i] = ROUNDS * 0.3;
  }
  CHECK(chi_square_excess(counts, expected, 10) < CHI_SQUARE_BOUND);
  tercet_random_free(random);
}

static void
check_error(tercet_status st,
            tercet_status expected,
            tercet_error *err,
            const char *message)
{
  CHECK_STATUS(st, expected);
  CHECK_TEXT(err->message, strlen(err->message), message);
  *err = (tercet_error){0};
}

static void
test_errors(void)
{
  const int64_t shape[2] = {2, 3};
  tercet_error err = {0};
  tercet_random *const random = sample_generator(5);
  tercet_tensor *const tensor = make_sequence(TERCET_DTYPE_I8, 2, shape);
  tercet_tensor *out = NULL;
  check_error(tercet_random_shuffle(random, tensor, 2, &err),
              TERCET_ERR_SHAPE,
              &err,
              "shuffle: axis 2 of a tensor of rank 2");
  check_error(tercet_random_shuffle(random, tensor, -3, &err),
              TERCET_ERR_SHAPE,
              &err,
              "shuffle: axis -3 of a tensor of rank 2");
  check_error(
      tercet_random_permutation(NULL, random, TERCET_DTYPE_I8, 129, &out, &err),
      TERCET_ERR_RANGE,
      &err,
      "permutation: int8 does not hold 128");
  check_error(
      tercet_random_permutation(NULL, random, TERCET_DTYPE_I8, -1, &out, &err),
      TERCET_ERR_RANGE,
      &err,
      "permutation: n is -1, must not be negative");
  check_error(
      tercet_random_choice(NULL, random, TERCET_DTYPE_I8, 3, 4, &out, &err),
      TERCET_ERR_RANGE,
      &err,
      "choice: 4 different numbers of 3");
  check_error(
      tercet_random_choice(NULL, random, TERCET_DTYPE_F32, 3, 2, &out, &err),
      TERCET_ERR_DTYPE,
      &err,
      "choice: no numbers of dtype float32, only integers");
  check_error(tercet_random_choice(
                  NULL, random, TERCET_DTYPE_I64, INT64_MAX, 2, &out, &err),
              TERCET_ERR_NO_MEMORY,
              &err,
              "out of memory");
  tercet_tensor_unref(tensor);
  tercet_random_free(random);
}

int
main(void)
{
  test_orders_are_equally_likely();
  test_slices_stay_together();
  test_permutation_has_all_numbers();
  test_choice();
  test_errors();
  return check_finish();
}
