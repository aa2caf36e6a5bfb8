// SPDX-License-Identifier: Apache-2.0

/// Reductions of all dtypes, against one element at a time in long double

#include "array_reference.h"

/// What a naive loop over the elements of one result knows
typedef struct {
  uint64_t bits;       ///< Sum of integers modulo 2^64
  uint64_t bits_abs;   ///< Sum of their absolute values
  long double sum;     ///< Sum in long double
  long double sum_abs; ///< Sum of absolute values
  long double squares; ///< Sum of squares
  long double max;
  long double min;
  int64_t count;
  bool has_nan;
} gathered;

static void
gather(gathered *all, long double x)
{
  all->max = all->count == 0 || x > all->max ? x : all->max;
  all->min = all->count == 0 || x < all->min ? x : all->min;
  all->has_nan = all->has_nan || isnan(x);
  if (!isnan(x) && !isinf(x)) {
    all->bits += reference_bits(x);
    all->bits_abs += reference_bits(fabsl(x));
  }
  all->sum += x;
  all->sum_abs += fabsl(x);
  all->squares += x * x;
  ++all->count;
}

/// Gather the elements that make up the result at `index`
static gathered
gather_result(const tercet_tensor *tensor, int64_t axis, const int64_t *index)
{
  const size_t rank = tercet_tensor_rank(tensor);
  const int64_t *const shape = tercet_tensor_shape(tensor);
  const int64_t n = axis < 0 ? tercet_tensor_size(tensor) : shape[axis];
  gathered all = {0};
  for (int64_t i = 0; i < n; ++i) {
    int64_t full[TERCET_MAX_RANK];
    if (axis < 0) {
      reference_index(rank, shape, i, full);
    }
    for (size_t j = 0; axis >= 0 && j < rank; ++j) {
      full[j] = j < (size_t)axis    ? index[j]
                : j == (size_t)axis ? i
                                    : index[j - 1U];
    }
    gather(&all, reference_get(tensor, full).re);
  }
  return all;
}

/// Return whether a float result is right but for rounding.  Sums of 2^n
/// lanes and blocks err by less than 40 units of the sum of absolute values;
/// a result of the dtype's own is rounded once more.
static bool
is_close(const reference_format *format,
         long double actual,
         long double expected,
         long double scale)
{
  if (isnan(expected) || isinf(expected)) {
    return reference_same(actual, expected);
  }
  const long double rounded = reference_round(format, expected);
  const long double step = format->digits < 53
                               ? ldexpl(fabsl(expected), 1 - format->digits)
                               : ldexpl(fabsl(expected), -52);
  return actual == rounded ||
         fabsl(actual - expected) <=
             step + ldexpl(1, format->min_exponent) + ldexpl(scale, -53) * 40;
}

static bool
is_right(tercet_reduce_op op,
         tercet_dtype dtype,
         const gathered *all,
         long double actual)
{
  const reference_format format = reference_format_of(dtype);
  const reference_format f64 = reference_format_of(TERCET_DTYPE_F64);
  const bool is_float = format.kind == REFERENCE_FLOAT;
  switch (op) {
  case TERCET_SUM:
    return is_float ? is_close(&format, actual, all->sum, all->sum_abs)
                    : actual == reference_wrap(&format, all->bits);
  case TERCET_NORM1:
    return is_float ? is_close(&format, actual, all->sum_abs, all->sum_abs)
                    : actual == reference_wrap(&format, all->bits_abs);
  case TERCET_MAX:
    return all->has_nan ? isnan(actual) : actual == all->max;
  case TERCET_MIN:
    return all->has_nan ? isnan(actual) : actual == all->min;
  case TERCET_MEAN:
    return is_close(&f64,
                    actual,
                    all->sum / (long double)all->count,
                    all->sum_abs / (long double)all->count);
  case TERCET_NORM2:
    return is_close(&f64, actual, sqrtl(all->squares), sqrtl(all->squares));
  }
  return false;
}

static bool
is_supported(tercet_reduce_op op, tercet_dtype dtype)
{
  const reference_format format = reference_format_of(dtype);
  return format.is_complex ? op == TERCET_MAX || op == TERCET_MIN
                           : format.kind != REFERENCE_BOOL ||
                                 (op != TERCET_SUM && op != TERCET_NORM1);
}

static void
check_values(tercet_reduce_op op,
             const tercet_tensor *tensor,
             int64_t axis,
             const tercet_tensor *out)
{
  // Those of complex numbers are checked by test_complex_order.c
  const tercet_dtype dtype = tercet_tensor_dtype(tensor);
  const bool is_complex = reference_format_of(dtype).is_complex;
  for (int64_t i = 0; !is_complex && i < tercet_tensor_size(out); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(
        tercet_tensor_rank(out), tercet_tensor_shape(out), i, index);
    const gathered all = gather_result(tensor, axis, index);
    const long double actual = reference_get(out, index).re;
    const bool right = is_right(op, tercet_tensor_dtype(tensor), &all, actual);
    CHECK(right);
    if (!right) {
      fprintf(stderr,
              "  op %d of %s, axis %d, %d elements: %.20Lg; sum %.20Lg max "
              "%.20Lg min %.20Lg\n",
              (int)op,
              tercet_dtype_name(tercet_tensor_dtype(tensor)),
              (int)axis,
              (int)all.count,
              actual,
              all.sum,
              all.max,
              all.min);
      return;
    }
  }
}

static void
check_reduce(tercet_reduce_op op, const tercet_tensor *tensor, int64_t axis)
{
  const tercet_dtype dtype = tercet_tensor_dtype(tensor);
  const size_t rank = tercet_tensor_rank(tensor);
  int64_t n_results = 1;
  for (size_t i = 0; axis >= 0 && i < rank; ++i) {
    n_results *= i == (size_t)axis ? 1 : tercet_tensor_shape(tensor)[i];
  }
  const bool of_nothing = (op == TERCET_MAX || op == TERCET_MIN) && n_results &&
                          (axis < 0 ? tercet_tensor_size(tensor)
                                    : tercet_tensor_shape(tensor)[axis]) == 0;

  tercet_tensor *out = NULL;
  const tercet_status st =
      tercet_tensor_reduce(&guard_allocator, op, tensor, axis, &out, NULL);
  CHECK_STATUS(st,
               !is_supported(op, dtype) ? TERCET_ERR_DTYPE
               : of_nothing             ? TERCET_ERR_SHAPE
                                        : TERCET_OK);
  CHECK((out != NULL) == (st == TERCET_OK));
  if (out) {
    check_end(out);
    CHECK_INT(tercet_tensor_size(out), n_results);
    CHECK_INT(tercet_tensor_rank(out), axis < 0 ? 0 : rank - 1U);
    CHECK_INT(tercet_tensor_dtype(out),
              op == TERCET_MEAN || op == TERCET_NORM2 ? TERCET_DTYPE_F64
                                                      : dtype);
    check_values(op, tensor, axis, out);
  }
  tercet_tensor_unref(out);
}

static void
check_all_axes(const tercet_tensor *tensor)
{
  for (int op = 0; op <= TERCET_NORM2; ++op) {
    const int64_t rank = (int64_t)tercet_tensor_rank(tensor);
    for (int64_t axis = TERCET_ALL_AXES; axis < rank; ++axis) {
      check_reduce((tercet_reduce_op)op, tensor, axis);
    }
  }
}

static void
test_all_dtypes_like_the_reference(void)
{
  uint64_t state = 3;
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    const bool is_float =
        reference_format_of((tercet_dtype)dtype).kind == REFERENCE_FLOAT;
    for (int i = 0; i < 120; ++i) {
      int64_t shape[TERCET_MAX_RANK];
      const size_t rank = random_shape(&state, shape);
      tercet_tensor *const tensor =
          random_tensor(&state,
                        (tercet_dtype)dtype,
                        is_float ? RANDOM_TAME : RANDOM_WILD,
                        rank,
                        shape);
      check_all_axes(tensor);
      tercet_tensor_unref(tensor);
    }
  }
}

/// Wide enough for several tiles, long enough for several blocks
static void
test_large_matrices_like_the_reference(void)
{
  static const int64_t shapes[][2] = {
      {1300, 3}, {3, 1300}, {270, 40}, {9, 600}, {2, 5000}, {9000, 1}};
  uint64_t state = 4;
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
      tercet_tensor *const tensor =
          random_tensor(&state, (tercet_dtype)dtype, RANDOM_TAME, 2, shapes[i]);
      check_all_axes(tensor);
      tercet_tensor_unref(tensor);
    }
  }
}

/// Reduce `n` elements of a dtype to one number
static double
reduce_values(tercet_reduce_op op,
              tercet_dtype dtype,
              const void *data,
              int64_t n)
{
  tercet_tensor *in = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(NULL, dtype, 1, &n, data, &in, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_reduce(NULL, op, in, TERCET_ALL_AXES, &out, NULL),
               TERCET_OK);
  const long double x = reference_get(out, NULL).re;
  tercet_tensor_unref(in);
  tercet_tensor_unref(out);
  return (double)x;
}

static void
test_nan_and_infinity(void)
{
  enum { N = 100 };
  const double infinity = (double)INFINITY;
  double x[N] = {0};
  for (int i = 0; i < N; ++i) {
    x[i] = (double)NAN;
    CHECK(isnan(reduce_values(TERCET_MAX, TERCET_DTYPE_F64, x, N)));
    CHECK(isnan(reduce_values(TERCET_MIN, TERCET_DTYPE_F64, x, N)));
    CHECK(isnan(reduce_values(TERCET_SUM, TERCET_DTYPE_F64, x, N)));
    x[i] = infinity;
    CHECK_DOUBLE(reduce_values(TERCET_MAX, TERCET_DTYPE_F64, x, N), infinity);
    CHECK_DOUBLE(reduce_values(TERCET_SUM, TERCET_DTYPE_F64, x, N), infinity);
    x[(i + 1) % N] = -infinity;
    CHECK_DOUBLE(reduce_values(TERCET_MIN, TERCET_DTYPE_F64, x, N), -infinity);
    CHECK(isnan(reduce_values(TERCET_SUM, TERCET_DTYPE_F64, x, N)));
    x[i] = x[(i + 1) % N] = 0;
  }
  x[0] = -infinity;
  CHECK_DOUBLE(reduce_values(TERCET_MAX, TERCET_DTYPE_F64, x, 1), -infinity);
}

/// A float32 counter would stop at 2^24, a float64 sum drift
static void
test_long_sums_do_not_drift(void)
{
  enum { N = 20000003 };
  float *const ones = (float *)malloc(N * sizeof(float));
  double *const tenths = (double *)malloc(N * sizeof(double));
  for (size_t i = 0; i < N; ++i) {
    ones[i] = 1;
    tenths[i] = 0.1;
  }
  CHECK_DOUBLE(reduce_values(TERCET_SUM, TERCET_DTYPE_F32, ones, N),
               (double)(float)N);
  CHECK_DOUBLE(reduce_values(TERCET_MEAN, TERCET_DTYPE_F32, ones, N), 1);
  const double sum = reduce_values(TERCET_SUM, TERCET_DTYPE_F64, tenths, N);
  CHECK(fabs(sum - N * 0.1) <= 1e-14 * N);
  free(ones);
  free(tenths);
}

static void
test_empty_tensors(void)
{
  CHECK_DOUBLE(reduce_values(TERCET_SUM, TERCET_DTYPE_I32, NULL, 0), 0);
  CHECK_DOUBLE(reduce_values(TERCET_NORM2, TERCET_DTYPE_F16, NULL, 0), 0);
  CHECK(isnan(reduce_values(TERCET_MEAN, TERCET_DTYPE_U8, NULL, 0)));
}

static void
check_failure(tercet_reduce_op op,
              tercet_dtype dtype,
              int64_t axis,
              tercet_status status,
              const char *message)
{
  const int64_t shape[2] = {2, 0};
  tercet_error err = {0};
  tercet_tensor *in = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, 2, shape, &in, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_reduce(NULL, op, in, axis, &out, &err), status);
  CHECK(!out);
  CHECK_TEXT(err.message, strlen(err.message), message);
  tercet_tensor_unref(in);
}

static void
test_failures_name_what_is_wrong(void)
{
  check_failure(TERCET_SUM,
                TERCET_DTYPE_F32,
                2,
                TERCET_ERR_SHAPE,
                "axis 2 of a tensor of rank 2, shape [2, 0]");
  check_failure(TERCET_SUM,
                TERCET_DTYPE_F32,
                -2,
                TERCET_ERR_SHAPE,
                "axis -2 of a tensor of rank 2, shape [2, 0]");
  check_failure(
      TERCET_SUM, TERCET_DTYPE_BOOL, 0, TERCET_ERR_DTYPE, "no sum of bool");
  check_failure(TERCET_NORM2,
                TERCET_DTYPE_C64,
                0,
                TERCET_ERR_DTYPE,
                "no norm2 of complex64");
  check_failure(TERCET_MAX,
                TERCET_DTYPE_I8,
                1,
                TERCET_ERR_SHAPE,
                "maximum of nothing: axis 1 of shape [2, 0]");
  check_failure(TERCET_MIN,
                TERCET_DTYPE_F64,
                TERCET_ALL_AXES,
                TERCET_ERR_SHAPE,
                "minimum of nothing: shape [2, 0]");
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  const int64_t shape[2] = {2, 3};
  tercet_tensor *in = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_F32, 2, shape, &in, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_reduce(&alloc, TERCET_SUM, in, 0, &out, NULL),
               TERCET_OK);
  tercet_tensor_unref(out);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_tensor_reduce(&alloc, TERCET_SUM, in, 0, &out, NULL),
                 TERCET_ERR_NO_MEMORY);
    CHECK(!out);
  }
  CHECK(tercet_tensor_equals(in, in));
  tercet_tensor_unref(in);
}

/// Sums of so many of the greatest numbers of a dtype that narrower sums would
/// overflow, along lines and rows
static void
test_narrow_sums_hold_extremes(void)
{
  static const struct {
    tercet_dtype dtype;
    int64_t x;
  } cases[] = {
      {TERCET_DTYPE_BOOL, 1},
      {TERCET_DTYPE_U8, UINT8_MAX},
      {TERCET_DTYPE_I8, INT8_MIN},
      {TERCET_DTYPE_I8, INT8_MAX},
      {TERCET_DTYPE_U16, UINT16_MAX},
      {TERCET_DTYPE_I16, INT16_MIN},
      {TERCET_DTYPE_U32, UINT32_MAX},
      {TERCET_DTYPE_I32, INT32_MIN},
  };
  static const int64_t shapes[][2] = {{140000, 3}, {3, 140000}, {9000, 70}};
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    for (size_t j = 0; j < sizeof(shapes) / sizeof(shapes[0]); ++j) {
      tercet_tensor *one = NULL;
      tercet_tensor *narrow = NULL;
      tercet_tensor *in = NULL;
      const int64_t ones[] = {1, 1};
      CHECK_STATUS(
          tercet_tensor_from_data(
              NULL, TERCET_DTYPE_I64, 2, ones, &cases[i].x, &one, NULL),
          TERCET_OK);
      CHECK_STATUS(tercet_tensor_cast(NULL, one, cases[i].dtype, &narrow, NULL),
                   TERCET_OK);
      CHECK_STATUS(tercet_tensor_broadcast_to(narrow, 2, shapes[j], &in, NULL),
                   TERCET_OK);
      tercet_tensor *copy = NULL;
      CHECK_STATUS(tercet_tensor_copy(NULL, in, &copy, NULL), TERCET_OK);
      for (int64_t axis = 0; axis < 2; ++axis) {
        tercet_tensor *out = NULL;
        CHECK_STATUS(tercet_tensor_sum(NULL, copy, 1, &axis, false, &out, NULL),
                     TERCET_OK);
        const int64_t *const sums = tercet_tensor_data(out);
        for (int64_t k = 0; k < tercet_tensor_size(out); ++k) {
          CHECK_INT(sums[k], cases[i].x * shapes[j][axis]);
        }
        tercet_tensor_unref(out);
      }
      tercet_tensor_unref(copy);
      tercet_tensor_unref(in);
      tercet_tensor_unref(narrow);
      tercet_tensor_unref(one);
    }
  }
}

int
main(void)
{
  test_all_dtypes_like_the_reference();
  test_large_matrices_like_the_reference();
  test_nan_and_infinity();
  test_long_sums_do_not_drift();
  test_narrow_sums_hold_extremes();
  test_empty_tensors();
  test_failures_name_what_is_wrong();
  test_each_allocation_failing();
  return check_finish();
}
