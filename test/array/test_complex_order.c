// SPDX-License-Identifier: Apache-2.0

/// The order of complex numbers: extremes and their places, medians, searches;
/// values of NumPy 2.4, and random ones against one element at a time

#include "array_reference.h"

typedef struct {
  double re;
  double im;
} number;

#define NAN_PART ((double)NAN)

static tercet_tensor *
tensor_of(tercet_dtype dtype,
          size_t rank,
          const int64_t *shape,
          const number *x)
{
  tercet_tensor *wide = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_C128, rank, shape, x, &wide, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, wide, dtype, &out, NULL), TERCET_OK);
  tercet_tensor_unref(wide);
  return out;
}

static bool
same_number(reference_value actual, number expected)
{
  return reference_same(actual.re, (long double)expected.re) &&
         reference_same(actual.im, (long double)expected.im);
}

/// Check the elements of a tensor, and release it
static void
check_numbers(tercet_tensor *t, const number *expected, int64_t n)
{
  CHECK_INT(tercet_tensor_size(t), n);
  for (int64_t i = 0; i < n; ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(tercet_tensor_rank(t), tercet_tensor_shape(t), i, index);
    CHECK(same_number(reference_get(t, index), expected[i]));
  }
  tercet_tensor_unref(t);
}

static void
check_places(tercet_tensor *t, const int64_t *expected, int64_t n)
{
  CHECK_INT(tercet_tensor_size(t), n);
  for (int64_t i = 0; i < n; ++i) {
    CHECK_INT(((const int64_t *)tercet_tensor_data(t))[i], expected[i]);
  }
  tercet_tensor_unref(t);
}

typedef tercet_status (*reduction)(const tercet_allocator *alloc,
                                   const tercet_tensor *tensor,
                                   size_t n_axes,
                                   const int64_t *axes,
                                   bool keepdims,
                                   tercet_tensor **out,
                                   tercet_error *err);

static tercet_tensor *
reduce_all(reduction run, const tercet_tensor *t)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(run(NULL, t, 0, NULL, false, &out, NULL), TERCET_OK);
  CHECK_INT(tercet_tensor_dtype(out), tercet_tensor_dtype(t));
  return out;
}

static int64_t
place_of(bool is_max, const tercet_tensor *t)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      is_max ? tercet_tensor_argmax(NULL, t, TERCET_FLAT, false, &out, NULL)
             : tercet_tensor_argmin(NULL, t, TERCET_FLAT, false, &out, NULL),
      TERCET_OK);
  const int64_t place = *(const int64_t *)tercet_tensor_data(out);
  tercet_tensor_unref(out);
  return place;
}

static void
test_examples_of_numpy(tercet_dtype dtype)
{
  const number x[5] = {{1, 2}, {1, -3}, {0, 9}, {1, 2}, {-1, 0}};
  const int64_t n = 5;
  tercet_tensor *const t = tensor_of(dtype, 1, &n, x);
  check_numbers(reduce_all(tercet_tensor_max, t), &x[0], 1);
  check_numbers(reduce_all(tercet_tensor_min, t), &x[4], 1);
  check_numbers(reduce_all(tercet_tensor_ptp, t), &(number){2, 2}, 1);
  check_numbers(reduce_all(tercet_tensor_median, t), &x[1], 1);
  CHECK_INT(place_of(true, t), 0);
  CHECK_INT(place_of(false, t), 4);

  tercet_tensor *four = NULL;
  const tercet_index first = tercet_index_range(0, 4, 1);
  CHECK_STATUS(tercet_tensor_index(t, 1, &first, &four, NULL), TERCET_OK);
  check_numbers(reduce_all(tercet_tensor_median, four), &(number){1, -0.5}, 1);
  tercet_tensor_unref(four);
  tercet_tensor_unref(t);
}

static void
test_first_nan_wins(tercet_dtype dtype)
{
  const number x[4] = {{1, 2}, {NAN_PART, 1}, {3, NAN_PART}, {0, 5}};
  const int64_t n = 4;
  tercet_tensor *const t = tensor_of(dtype, 1, &n, x);
  check_numbers(reduce_all(tercet_tensor_max, t), &x[1], 1);
  check_numbers(reduce_all(tercet_tensor_min, t), &x[1], 1);
  check_numbers(reduce_all(tercet_tensor_median, t), &x[1], 1);
  check_numbers(reduce_all(tercet_tensor_ptp, t), &(number){NAN_PART, 0}, 1);
  CHECK_INT(place_of(true, t), 1);
  CHECK_INT(place_of(false, t), 1);
  tercet_tensor_unref(t);
}

/// The last of the sorted numbers says whether there is a NaN
static void
test_medians_with_nan(tercet_dtype dtype)
{
  const number x[4] = {
      {1, 2}, {3, NAN_PART}, {NAN_PART, 5}, {NAN_PART, NAN_PART}};
  const number expected[2] = {{NAN_PART, 5}, {NAN_PART, NAN_PART}};
  const int64_t shape[2] = {2, 2};
  const int64_t axis = 0;
  tercet_tensor *const t = tensor_of(dtype, 2, shape, x);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_median(NULL, t, 1, &axis, false, &out, NULL),
               TERCET_OK);
  check_numbers(out, expected, 2);
  tercet_tensor_unref(t);
}

static void
test_searches(tercet_dtype dtype)
{
  const number sorted[6] = {{1, -1},
                            {1, 2},
                            {1, NAN_PART},
                            {2, NAN_PART},
                            {NAN_PART, 1},
                            {NAN_PART, NAN_PART}};
  const number x[4] = {{1, 2}, {NAN_PART, 1}, {3, NAN_PART}, {0, 5}};
  const int64_t n_sorted = 6;
  const int64_t n = 4;
  tercet_tensor *const s = tensor_of(dtype, 1, &n_sorted, sorted);
  tercet_tensor *const t = tensor_of(dtype, 1, &n, x);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_searchsorted(NULL, s, t, false, &out, NULL),
               TERCET_OK);
  check_places(out, (const int64_t[]){1, 4, 4, 0}, 4);
  CHECK_STATUS(tercet_tensor_searchsorted(NULL, s, s, false, &out, NULL),
               TERCET_OK);
  check_places(out, (const int64_t[]){0, 1, 2, 3, 4, 5}, 6);
  CHECK_STATUS(tercet_tensor_searchsorted(NULL, s, s, true, &out, NULL),
               TERCET_OK);
  check_places(out, (const int64_t[]){1, 2, 3, 4, 5, 6}, 6);

  // Among every second number from the end, which is not in order but for one
  tercet_tensor *turned = NULL;
  const tercet_index back = tercet_index_range(1, 4, 2);
  CHECK_STATUS(tercet_tensor_index(s, 1, &back, &turned, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_searchsorted(NULL, turned, t, true, &out, NULL),
               TERCET_OK);
  check_places(out, (const int64_t[]){1, 2, 2, 0}, 4);
  tercet_tensor_unref(turned);
  tercet_tensor_unref(s);
  tercet_tensor_unref(t);
}

static void
test_unique_rows(tercet_dtype dtype)
{
  const number x[6] = {{1, 2}, {1, 0}, {0, 0}, {0, 1}, {1, 2}, {1, 0}};
  const number expected[4] = {{0, 0}, {0, 1}, {1, 2}, {1, 0}};
  const int64_t shape[2] = {3, 2};
  tercet_tensor *const t = tensor_of(dtype, 2, shape, x);
  tercet_tensor *values = NULL;
  tercet_tensor *counts = NULL;
  CHECK_STATUS(
      tercet_tensor_unique_axis(NULL, t, 0, &values, NULL, NULL, &counts, NULL),
      TERCET_OK);
  check_numbers(values, expected, 4);
  check_places(counts, (const int64_t[]){1, 2}, 2);
  tercet_tensor_unref(t);
}

static void
test_nothing(tercet_dtype dtype)
{
  const int64_t shape[2] = {0, 2};
  const int64_t axis = 0;
  const number nan[2] = {{NAN_PART, NAN_PART}, {NAN_PART, NAN_PART}};
  tercet_tensor *t = NULL;
  tercet_tensor *out = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, 2, shape, &t, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_median(NULL, t, 1, &axis, false, &out, NULL),
               TERCET_OK);
  check_numbers(out, nan, 2);
  CHECK_STATUS(tercet_tensor_max(NULL, t, 1, &axis, false, &out, &err),
               TERCET_ERR_SHAPE);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "maximum of nothing: axis 0 of shape [0, 2]");
  CHECK_STATUS(tercet_tensor_argmin(NULL, t, 0, false, &out, NULL),
               TERCET_ERR_SHAPE);
  CHECK_STATUS(tercet_tensor_quantile(NULL,
                                      t,
                                      1,
                                      (const double[]){0.5},
                                      TERCET_QUANTILE_LINEAR,
                                      0,
                                      NULL,
                                      false,
                                      &out,
                                      &err),
               TERCET_ERR_DTYPE);
  CHECK(!out);
  tercet_tensor_unref(t);
}

/* ---- Against the reference ---- */

static bool
has_nan(reference_value x)
{
  return isnan(x.re) || isnan(x.im);
}

/// Return whether `x` takes the place of `best`, of those before it
static bool
beats(reference_value x, reference_value best, bool is_max)
{
  if (has_nan(x) || has_nan(best)) {
    return !has_nan(best);
  }
  const long double re = is_max ? x.re - best.re : best.re - x.re;
  const long double im = is_max ? x.im - best.im : best.im - x.im;
  return x.re == best.re ? im > 0 : re > 0;
}

static void
check_extremes(const tercet_tensor *t, size_t axis, bool is_max)
{
  const int64_t i_axis = (int64_t)axis;
  tercet_tensor *best = NULL;
  tercet_tensor *places = NULL;
  CHECK_STATUS(is_max ? tercet_tensor_max(
                            &guard_allocator, t, 1, &i_axis, true, &best, NULL)
                      : tercet_tensor_min(
                            &guard_allocator, t, 1, &i_axis, true, &best, NULL),
               TERCET_OK);
  CHECK_STATUS(is_max ? tercet_tensor_argmax(
                            &guard_allocator, t, i_axis, true, &places, NULL)
                      : tercet_tensor_argmin(
                            &guard_allocator, t, i_axis, true, &places, NULL),
               TERCET_OK);
  check_end(best);
  check_end(places);
  bool best_right = true;
  bool places_right = true;
  for (int64_t i = 0; i < tercet_tensor_size(best); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(tercet_tensor_rank(t), tercet_tensor_shape(best), i, index);
    const reference_value actual = reference_get(best, index);
    const int64_t place = (int64_t)reference_get(places, index).re;
    reference_value expected = reference_get(t, index);
    int64_t expected_place = 0;
    for (int64_t j = 1; j < tercet_tensor_shape(t)[axis]; ++j) {
      index[axis] = j;
      const reference_value x = reference_get(t, index);
      if (beats(x, expected, is_max)) {
        expected = x;
        expected_place = j;
      }
    }
    places_right = places_right && place == expected_place;
    best_right = best_right &&
                 (has_nan(expected)
                      ? has_nan(actual)
                      : actual.re == expected.re && actual.im == expected.im);
  }
  CHECK(best_right);
  CHECK(places_right);
  tercet_tensor_unref(best);
  tercet_tensor_unref(places);
}

static void
test_extremes_like_the_reference(tercet_dtype dtype)
{
  uint64_t state = 3;
  for (int i = 0; i < 100; ++i) {
    int64_t shape[TERCET_MAX_RANK];
    const size_t rank = random_shape(&state, shape);
    tercet_tensor *const t = random_tensor(
        &state, dtype, i % 2 ? RANDOM_WILD : RANDOM_TAME, rank, shape);
    for (size_t axis = 0; tercet_tensor_size(t) && axis < rank; ++axis) {
      check_extremes(t, axis, true);
      check_extremes(t, axis, false);
    }
    tercet_tensor_unref(t);
  }
  const int64_t shapes[2][2] = {{3, 5000}, {2000, 700}};
  for (size_t i = 0; i < 2; ++i) {
    tercet_tensor *const t =
        random_tensor(&state, dtype, RANDOM_TAME, 2, shapes[i]);
    for (size_t axis = 0; axis < 2; ++axis) {
      check_extremes(t, axis, true);
      check_extremes(t, axis, false);
    }
    tercet_tensor_unref(t);
  }
}

/// The median is in the middle of the sorted elements
static void
test_medians_like_sorting(tercet_dtype dtype)
{
  uint64_t state = 4;
  for (int64_t n = 1; n < 60; ++n) {
    tercet_tensor *const t = random_tensor(&state, dtype, RANDOM_TAME, 1, &n);
    tercet_tensor *sorted = NULL;
    CHECK_STATUS(tercet_tensor_sort(NULL, t, 0, &sorted, NULL), TERCET_OK);
    const int64_t middle = n / 2;
    const int64_t before = (n - 1) / 2;
    const reference_value a = reference_get(sorted, &before);
    const reference_value b = reference_get(sorted, &middle);
    const number expected = {(double)((a.re + b.re) / 2),
                             (double)((a.im + b.im) / 2)};
    tercet_tensor *const rounded = tensor_of(dtype, 0, NULL, &expected);
    const reference_value x = reference_get(rounded, NULL);
    const number once = {(double)x.re, (double)x.im};
    check_numbers(reduce_all(tercet_tensor_median, t), &once, 1);
    tercet_tensor_unref(rounded);
    tercet_tensor_unref(sorted);
    tercet_tensor_unref(t);
  }
}

typedef enum { MAX, ARGMIN, MEDIAN, TOPK, UNIQUE_AXIS, SEARCH, N_CALLS } call;

static tercet_status
make_call(call which, const tercet_allocator *alloc, const tercet_tensor *t)
{
  tercet_tensor *a = NULL;
  tercet_tensor *b = NULL;
  tercet_status st = TERCET_OK;
  switch (which) {
  case MAX:
    st = tercet_tensor_max(alloc, t, 0, NULL, false, &a, NULL);
    break;
  case ARGMIN:
    st = tercet_tensor_argmin(alloc, t, 0, false, &a, NULL);
    break;
  case MEDIAN:
    st = tercet_tensor_median(alloc, t, 0, NULL, false, &a, NULL);
    break;
  case TOPK:
    st = tercet_tensor_topk(alloc, t, 3, 0, true, &a, &b, NULL);
    break;
  case UNIQUE_AXIS:
    st = tercet_tensor_unique_axis(alloc, t, 0, &a, &b, NULL, NULL, NULL);
    break;
  case SEARCH:
  case N_CALLS:
    st = tercet_tensor_searchsorted(alloc, t, t, true, &a, NULL);
    break;
  }
  CHECK((a != NULL) == (st == TERCET_OK));
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
  return st;
}

static void
test_each_allocation_failing(tercet_dtype dtype)
{
  const int64_t n = 100;
  uint64_t random = 1;
  tercet_tensor *const t = random_tensor(&random, dtype, RANDOM_TAME, 1, &n);
  for (int which = 0; which < N_CALLS; ++which) {
    failing_allocator state = {0, SIZE_MAX};
    const tercet_allocator alloc = {failing_allocate, failing_release, &state};
    CHECK_STATUS(make_call((call)which, &alloc, t), TERCET_OK);
    for (size_t n_calls = state.calls, i = 0; i < n_calls; ++i) {
      state = (failing_allocator){0, i};
      CHECK_STATUS(make_call((call)which, &alloc, t), TERCET_ERR_NO_MEMORY);
    }
  }
  tercet_tensor_unref(t);
}

int
main(void)
{
  static const tercet_dtype dtypes[] = {TERCET_DTYPE_C64, TERCET_DTYPE_C128};
  for (size_t i = 0; i < 2; ++i) {
    test_examples_of_numpy(dtypes[i]);
    test_first_nan_wins(dtypes[i]);
    test_medians_with_nan(dtypes[i]);
    test_searches(dtypes[i]);
    test_unique_rows(dtypes[i]);
    test_nothing(dtypes[i]);
    test_extremes_like_the_reference(dtypes[i]);
    test_medians_like_sorting(dtypes[i]);
    test_each_allocation_failing(dtypes[i]);
  }
  return check_finish();
}
