// SPDX-License-Identifier: Apache-2.0

/// Reductions over sets of axes, places of extremes, accumulation, closeness
/// and quantiles, against one element at a time in long double

#include "array_reference.h"

#define MAX_ITEMS 4000

static long double items[MAX_ITEMS];
static int64_t n_items;

/// Gather the elements that make up the result at `index`, in row-major order
static void
gather(const tercet_tensor *tensor, const bool *reduces, const int64_t *index)
{
  const size_t rank = tercet_tensor_rank(tensor);
  n_items = 0;
  for (int64_t i = 0; i < tercet_tensor_size(tensor); ++i) {
    int64_t at[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(tensor), i, at);
    bool belongs = true;
    for (size_t j = 0; j < rank; ++j) {
      belongs = belongs && (reduces[j] || at[j] == index[j]);
    }
    if (belongs) {
      items[n_items++] = reference_get(tensor, at).re;
    }
  }
}

typedef tercet_status (*reduction)(const tercet_allocator *alloc,
                                   const tercet_tensor *tensor,
                                   size_t n_axes,
                                   const int64_t *axes,
                                   bool keepdims,
                                   tercet_tensor **out,
                                   tercet_error *err);

static tercet_status
std_of_sample(const tercet_allocator *alloc,
              const tercet_tensor *tensor,
              size_t n_axes,
              const int64_t *axes,
              bool keepdims,
              tercet_tensor **out,
              tercet_error *err)
{
  return tercet_tensor_std(alloc, tensor, 1, n_axes, axes, keepdims, out, err);
}

static tercet_status
norm_of_order_3(const tercet_allocator *alloc,
                const tercet_tensor *tensor,
                size_t n_axes,
                const int64_t *axes,
                bool keepdims,
                tercet_tensor **out,
                tercet_error *err)
{
  return tercet_tensor_norm(alloc, tensor, 3, n_axes, axes, keepdims, out, err);
}

static int
compare_items(const void *a, const void *b)
{
  const long double x = *(const long double *)a;
  const long double y = *(const long double *)b;
  return x < y ? -1 : x > y;
}

/// What the reductions below should give for the gathered items
typedef enum { SUM, PROD, MEAN, STD, MAX, MIN, PTP, ALL, ANY, NORM, MEDIAN } op;

static const struct {
  reduction run;
  bool needs_items;
} reductions[] = {
    [SUM] = {tercet_tensor_sum, false},
    [PROD] = {tercet_tensor_prod, false},
    [MEAN] = {tercet_tensor_mean, false},
    [STD] = {std_of_sample, false},
    [MAX] = {tercet_tensor_max, true},
    [MIN] = {tercet_tensor_min, true},
    [PTP] = {tercet_tensor_ptp, true},
    [ALL] = {tercet_tensor_all, false},
    [ANY] = {tercet_tensor_any, false},
    [NORM] = {norm_of_order_3, false},
    [MEDIAN] = {tercet_tensor_median, false},
};

static long double
expected_result(op which)
{
  long double sum = 0;
  long double product = 1;
  long double cubes = 0;
  long double squares = 0;
  bool all = true;
  bool any = false;
  for (int64_t i = 0; i < n_items; ++i) {
    sum += items[i];
    product *= items[i];
    cubes += fabsl(items[i] * items[i] * items[i]);
    all = all && items[i] != 0;
    any = any || items[i] != 0;
  }
  const long double n = (long double)n_items;
  for (int64_t i = 0; i < n_items; ++i) {
    squares += (items[i] - sum / n) * (items[i] - sum / n);
  }
  qsort(items, (size_t)n_items, sizeof(*items), compare_items);
  switch (which) {
  case SUM:
    return sum;
  case PROD:
    return product;
  case MEAN:
    return sum / n;
  case STD:
    return n_items > 1 ? sqrtl(squares / (n - 1)) : (long double)NAN;
  case MAX:
    return n_items ? items[n_items - 1] : 0;
  case MIN:
    return items[0];
  case PTP:
    return n_items ? items[n_items - 1] - items[0] : 0;
  case ALL:
    return all;
  case ANY:
    return any;
  case NORM:
    return cbrtl(cubes);
  case MEDIAN:
    return n_items ? (items[(n_items - 1) / 2] + items[n_items / 2]) / 2
                   : (long double)NAN;
  }
  return 0;
}

static bool
is_near(long double actual, long double expected, tercet_dtype dtype, op which)
{
  if (isnan(expected)) {
    return isnan(actual);
  }
  const reference_format format = reference_format_of(dtype);
  if (format.kind != REFERENCE_FLOAT) {
    // Products of integers wrap
    return which == PROD && fabsl(expected) > 0x1p62L ? true
                                                      : actual == expected;
  }
  if (isinf(actual) || isinf(expected)) {
    return fabsl(expected) >= ldexpl(1, format.max_exponent) * 0.99L;
  }
  long double size = 0;
  for (int64_t i = 0; i < n_items; ++i) {
    size = fabsl(items[i]) > size ? fabsl(items[i]) : size;
  }
  const long double bound =
      which == SUM ? size * (long double)(n_items + 1) : fabsl(expected) + size;
  return fabsl(actual - expected) <=
         bound * (ldexpl(1, 1 - format.digits) + (which == PROD   ? 1e-12L
                                                  : which == NORM ? 1e-14L
                                                                  : 0)) +
             ldexpl(1, format.min_exponent);
}

static void
check_reduction(op which,
                const tercet_tensor *tensor,
                size_t n_axes,
                const int64_t *axes,
                const bool *reduces,
                bool keepdims)
{
  tercet_tensor *out = NULL;
  int64_t n_results = 1;
  const size_t rank = tercet_tensor_rank(tensor);
  for (size_t i = 0; i < rank; ++i) {
    n_results *= reduces[i] ? 1 : tercet_tensor_shape(tensor)[i];
  }
  const bool is_bool = tercet_tensor_dtype(tensor) == TERCET_DTYPE_BOOL;
  const bool of_nothing =
      reductions[which].needs_items && n_results && !tercet_tensor_size(tensor);
  CHECK_STATUS(
      reductions[which].run(
          &guard_allocator, tensor, n_axes, axes, keepdims, &out, NULL),
      which == PTP && is_bool ? TERCET_ERR_DTYPE
      : of_nothing            ? TERCET_ERR_SHAPE
                              : TERCET_OK);
  if (!out) {
    return;
  }
  CHECK_INT(tercet_tensor_rank(out), keepdims ? rank : rank - n_axes);
  CHECK_INT(tercet_tensor_size(out), n_results);
  check_end(out);
  bool right = true;
  for (int64_t i = 0; i < n_results; ++i) {
    int64_t at[TERCET_MAX_RANK];
    int64_t index[TERCET_MAX_RANK];
    reference_index(tercet_tensor_rank(out), tercet_tensor_shape(out), i, at);
    for (size_t j = 0, k = 0; j < rank; ++j) {
      index[j] = keepdims ? at[j] : reduces[j] ? 0 : at[k++];
    }
    gather(tensor, reduces, index);
    const long double expected = expected_result(which);
    const long double actual = reference_get(out, at).re;
    right = right && is_near(actual, expected, tercet_tensor_dtype(out), which);
    if (!right) {
      fprintf(stderr,
              "  reduction %d of %s: %Lg, expected %Lg\n",
              (int)which,
              tercet_dtype_name(tercet_tensor_dtype(tensor)),
              actual,
              expected);
      break;
    }
  }
  CHECK(right);
  tercet_tensor_unref(out);
}

static void
test_sets_of_axes_like_the_reference(void)
{
  uint64_t state = 21;
  for (int dtype = 0; dtype < TERCET_DTYPE_C64; ++dtype) {
    for (int i = 0; i < 30; ++i) {
      int64_t shape[TERCET_MAX_RANK];
      const size_t rank = random_shape(&state, shape);
      tercet_tensor *const tensor =
          random_tensor(&state, (tercet_dtype)dtype, RANDOM_TAME, rank, shape);
      bool reduces[TERCET_MAX_RANK] = {false};
      int64_t axes[TERCET_MAX_RANK];
      size_t n_axes = 0;
      for (size_t j = 0; j < rank; ++j) {
        reduces[j] = check_random(&state) % 2U;
        if (reduces[j]) {
          axes[n_axes++] =
              (int64_t)j - (check_random(&state) % 2U ? (int64_t)rank : 0);
        }
      }
      const bool is_int64 =
          dtype == TERCET_DTYPE_I64 || dtype == TERCET_DTYPE_U64 ||
          dtype == TERCET_DTYPE_I32 || dtype == TERCET_DTYPE_U32;
      for (int which = 0; which <= MEDIAN && tercet_tensor_size(tensor) < 700;
           ++which) {
        if (is_int64 && which != MAX && which != MIN && which != ALL) {
          continue; // Edges of 64 bits wrap or round
        }
        check_reduction((op)which, tensor, n_axes, axes, reduces, i % 2);
      }
      tercet_tensor_unref(tensor);
    }
  }
}

static tercet_tensor *
float_tensor(size_t rank, const int64_t *shape, const double *data)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, rank, shape, data, &out, NULL),
               TERCET_OK);
  return out;
}

static void
check_doubles(tercet_tensor *tensor, const double *expected, size_t n)
{
  CHECK_INT(tercet_tensor_size(tensor), n);
  for (size_t i = 0; i < n; ++i) {
    CHECK_DOUBLE(((const double *)tercet_tensor_data(tensor))[i], expected[i]);
  }
  tercet_tensor_unref(tensor);
}

static void
check_indexes(tercet_tensor *tensor, const int64_t *expected, size_t n)
{
  CHECK_INT(tercet_tensor_size(tensor), n);
  for (size_t i = 0; i < n; ++i) {
    CHECK_INT(((const int64_t *)tercet_tensor_data(tensor))[i], expected[i]);
  }
  tercet_tensor_unref(tensor);
}

/// Values of the page, and where it is wrong those of NumPy
static void
test_examples(void)
{
  const int64_t shape[2] = {2, 2};
  const int64_t axis = 1;
  const double data[4] = {0, 1, 2, 3};
  tercet_tensor *const t = float_tensor(2, shape, data);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_mean(NULL, t, 1, &axis, true, &out, NULL),
               TERCET_OK);
  check_doubles(out, (const double[]){0.5, 2.5}, 2);
  CHECK_STATUS(tercet_tensor_std(NULL, t, 0, 1, &axis, true, &out, NULL),
               TERCET_OK);
  check_doubles(out, (const double[]){0.5, 0.5}, 2);
  CHECK_STATUS(tercet_tensor_argmax(NULL, t, -2, false, &out, NULL), TERCET_OK);
  check_indexes(out, (const int64_t[]){1, 1}, 2);
  CHECK_STATUS(tercet_tensor_accumulate(
                   NULL, TERCET_CUMULATIVE_SUM, t, TERCET_FLAT, &out, NULL),
               TERCET_OK);
  check_doubles(out, (const double[]){0, 1, 3, 6}, 4);
  CHECK_STATUS(
      tercet_tensor_accumulate(NULL, TERCET_CUMULATIVE_PROD, t, 0, &out, NULL),
      TERCET_OK);
  check_doubles(out, (const double[]){0, 1, 0, 3}, 4);
  const double q[3] = {0, 0.25, 1};
  CHECK_STATUS(
      tercet_tensor_quantile(
          NULL, t, 3, q, TERCET_QUANTILE_LINEAR, 0, NULL, false, &out, NULL),
      TERCET_OK);
  check_doubles(out, (const double[]){0, 0.75, 3}, 3);
  tercet_tensor_unref(t);
}

/// The distances are those in the plane; values of NumPy
static void
test_moments_of_complex_numbers(void)
{
  const int64_t shape[2] = {3, 2};
  const int64_t axis = 0;
  const double data[6][2] = {{1, 2}, {5, 5}, {3, -1}, {5, 5}, {1, 1}, {5, 5}};
  tercet_tensor *t = NULL;
  tercet_tensor *turned = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_C128, 2, shape, data, &t, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_var(NULL, t, 0, 1, &axis, false, &out, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_dtype(out), TERCET_DTYPE_F64);
  const double *x = tercet_tensor_data(out);
  CHECK(fabs(x[0] - 2.444444444444444) < 1e-15);
  CHECK_DOUBLE(x[1], 0);
  tercet_tensor_unref(out);

  CHECK_STATUS(tercet_tensor_permute(t, NULL, &turned, NULL), TERCET_OK);
  const int64_t last = -1;
  CHECK_STATUS(tercet_tensor_std(NULL, turned, 1, 1, &last, true, &out, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_rank(out), 2);
  x = tercet_tensor_data(out);
  CHECK(fabs(x[0] - 1.9148542155126762) < 1e-15);
  tercet_tensor_unref(out);
  tercet_tensor_unref(turned);
  tercet_tensor_unref(t);
}

static void
test_nan_and_closeness(void)
{
  const double nan = (double)NAN;
  const double infinity = (double)INFINITY;
  const int64_t n = 5;
  const double x[5] = {1, nan, 3, nan, infinity};
  const double y[5] = {1 + 1e-9, nan, 3.1, 2, infinity};
  tercet_tensor *const a = float_tensor(1, &n, x);
  tercet_tensor *const b = float_tensor(1, &n, y);
  tercet_tensor *out = NULL;
  bool all = true;
  CHECK_STATUS(tercet_tensor_argmin(NULL, a, TERCET_FLAT, false, &out, NULL),
               TERCET_OK);
  check_indexes(out, (const int64_t[]){1}, 1);
  CHECK_STATUS(tercet_tensor_isclose(NULL, a, b, 1e-5, 1e-8, true, &out, NULL),
               TERCET_OK);
  const bool expected[5] = {true, true, false, false, true};
  CHECK(!memcmp(tercet_tensor_data(out), expected, sizeof(expected)));
  tercet_tensor_unref(out);
  CHECK_STATUS(tercet_tensor_allclose(a, b, 1e-5, 1e-8, true, &all, NULL),
               TERCET_OK);
  CHECK(!all);
  CHECK_STATUS(tercet_tensor_median(NULL, a, 0, NULL, false, &out, NULL),
               TERCET_OK);
  check_doubles(out, &nan, 1);
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
}

/// Long results are cut into parts, whatever the number of threads
static void
test_threads_change_nothing(void)
{
  const int64_t shapes[3][2] = {{1500, 700}, {4, 300000}, {300000, 4}};
  uint64_t state = 2;
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor *const t =
        random_tensor(&state, TERCET_DTYPE_F32, RANDOM_TAME, 2, shapes[i]);
    for (int64_t axis = -1; axis < 2; ++axis) {
      for (int which = SUM; which <= ANY; ++which) {
        tercet_tensor *one = NULL;
        tercet_tensor *three = NULL;
        const int64_t *const axes = axis < 0 ? NULL : &axis;
        CHECK_STATUS(reductions[which].run(NULL, t, 1, axes, false, &one, NULL),
                     TERCET_OK);
        tercet_set_threads(3);
        CHECK_STATUS(
            reductions[which].run(NULL, t, 1, axes, false, &three, NULL),
            TERCET_OK);
        tercet_set_threads(1);
        CHECK(tercet_tensor_equals(one, three) || which == PROD);
        tercet_tensor_unref(one);
        tercet_tensor_unref(three);
      }
    }
    tercet_tensor_unref(t);
  }
}

int
main(void)
{
  test_sets_of_axes_like_the_reference();
  test_examples();
  test_moments_of_complex_numbers();
  test_nan_and_closeness();
  test_threads_change_nothing();
  return check_finish();
}
