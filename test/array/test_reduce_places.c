// SPDX-License-Identifier: Apache-2.0

/// Places of extremes along the first axis, of every dtype, against a search
/// element by element

#include "check.h"

#include <tercet/tensor.h>

#include <math.h>

/// Few different numbers, so that there are equal ones; of floats some are NaN
static tercet_tensor *
make_numbers(tercet_dtype dtype, const int64_t *shape, uint64_t *state)
{
  const bool is_float = dtype >= TERCET_DTYPE_F16;
  tercet_tensor *wide = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_F64, 2, shape, &wide, NULL),
               TERCET_OK);
  double *const x = tercet_tensor_mutable_data(wide);
  for (int64_t i = 0; i < tercet_tensor_size(wide); ++i) {
    const uint64_t bits = check_random(state);
    x[i] = is_float && bits % 997U == 0 ? (double)NAN : (double)(bits % 101U);
    x[i] -= is_float ? 50 : 0;
  }
  CHECK_STATUS(tercet_tensor_cast(NULL, wide, dtype, &out, NULL), TERCET_OK);
  tercet_tensor_unref(wide);
  return out;
}

static bool
beats(double x, double best, bool is_max)
{
  return (is_max ? x > best : x < best) || (isnan(x) && !isnan(best));
}

/// Compare the places of all columns, `step` elements apart
static void
check_places(const tercet_tensor *t, const double *x, int64_t step, bool is_max)
{
  const int64_t n_rows = tercet_tensor_shape(t)[0];
  const int64_t n = tercet_tensor_shape(t)[1];
  tercet_tensor *out = NULL;
  CHECK_STATUS(is_max ? tercet_tensor_argmax(NULL, t, 0, false, &out, NULL)
                      : tercet_tensor_argmin(NULL, t, 0, false, &out, NULL),
               TERCET_OK);
  const int64_t *const places = tercet_tensor_data(out);
  bool right = true;
  for (int64_t i = 0; i < n; ++i) {
    int64_t place = 0;
    for (int64_t row = 1; row < n_rows; ++row) {
      const double *const items = x + i * step;
      place = beats(items[row * n * step], items[place * n * step], is_max)
                  ? row
                  : place;
    }
    right = right && places[i] == place;
  }
  CHECK(right);
  if (!right) {
    fprintf(stderr, "  %s\n", tercet_dtype_name(tercet_tensor_dtype(t)));
  }
  tercet_tensor_unref(out);
}

/// An even number of columns; also every second one of them
static void
check_shape(tercet_dtype dtype, const int64_t *shape, uint64_t *state)
{
  const tercet_range ranges[2] = {{.full = true}, {0, shape[1], 2, false}};
  tercet_tensor *const t = make_numbers(dtype, shape, state);
  tercet_tensor *wide = NULL;
  tercet_tensor *half = NULL;
  CHECK_STATUS(tercet_tensor_cast(NULL, t, TERCET_DTYPE_F64, &wide, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_slice(t, 2, ranges, &half, NULL), TERCET_OK);
  const double *const x = tercet_tensor_data(wide);
  for (int is_max = 0; is_max < 2; ++is_max) {
    check_places(t, x, 1, is_max);
    check_places(half, x, 2, is_max);
  }
  tercet_tensor_unref(half);
  tercet_tensor_unref(wide);
  tercet_tensor_unref(t);
}

int
main(void)
{
  static const int64_t shapes[][2] = {
      {1, 2}, {2, 1030}, {128, 6}, {129, 2}, {300, 2300}, {5000, 64}};
  uint64_t state = 11;
  for (size_t threads = 1; threads <= 2; ++threads) {
    tercet_set_threads(threads);
    for (int dtype = 0; dtype < TERCET_DTYPE_C64; ++dtype) {
      for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
        check_shape((tercet_dtype)dtype, shapes[i], &state);
      }
    }
  }
  return check_finish();
}
