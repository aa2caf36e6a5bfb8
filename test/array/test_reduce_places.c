// SPDX-License-Identifier: Apache-2.0

/// Places of extremes along each axis of a matrix, of every dtype, against a
/// search element by element

#include "check.h"

#include <tercet/tensor.h>

#include <math.h>

/// Few different numbers, so that there are equal ones; of floats some are NaN,
/// and there are zeros of both signs
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
    x[i] = is_float ? (x[i] - 50) * (bits & 1024U ? 1 : -1) : x[i];
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

/// The numbers of a matrix of which every `step`-th column is looked at
typedef struct {
  const tercet_tensor *matrix;
  const double *numbers;
  int64_t step;
} number_view;

/// Compare the places of all lines along an axis
static void
check_places(const number_view *view, int64_t axis, bool is_max)
{
  const int64_t *const shape = tercet_tensor_shape(view->matrix);
  const int64_t row_step = shape[1] * view->step;
  const int64_t item_step = axis == 0 ? row_step : view->step;
  const int64_t line_step = axis == 0 ? view->step : row_step;
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      is_max
          ? tercet_tensor_argmax(NULL, view->matrix, axis, false, &out, NULL)
          : tercet_tensor_argmin(NULL, view->matrix, axis, false, &out, NULL),
      TERCET_OK);
  const int64_t *const places = tercet_tensor_data(out);
  bool right = true;
  for (int64_t i = 0; i < shape[1 - axis]; ++i) {
    const double *const items = view->numbers + i * line_step;
    int64_t place = 0;
    for (int64_t j = 1; j < shape[axis]; ++j) {
      place = beats(items[j * item_step], items[place * item_step], is_max)
                  ? j
                  : place;
    }
    right = right && places[i] == place;
  }
  CHECK(right);
  if (!right) {
    fprintf(stderr,
            "  %s, axis %d\n",
            tercet_dtype_name(tercet_tensor_dtype(view->matrix)),
            (int)axis);
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
  const number_view views[2] = {{t, x, 1}, {half, x, 2}};
  for (size_t i = 0; i < 2; ++i) {
    for (int64_t axis = 0; axis < 2; ++axis) {
      check_places(&views[i], axis, false);
      check_places(&views[i], axis, true);
    }
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
