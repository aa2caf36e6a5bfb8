// SPDX-License-Identifier: Apache-2.0

/// Creation; numbers as NumPy gives them, where the page of num.cr differs

#include "io_reference.h"

static const double no_values[1] = {0};

/// Check a vector or matrix of any real dtype, in row-major order
static void
check_values(const tercet_tensor *tensor, size_t n, const double *expected)
{
  CHECK_INT(tercet_tensor_size(tensor), (int64_t)n);
  for (size_t i = 0; i < n && (int64_t)n == tercet_tensor_size(tensor); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(tercet_tensor_rank(tensor),
                    tercet_tensor_shape(tensor),
                    (int64_t)i,
                    index);
    CHECK_DOUBLE((double)reference_get(tensor, index).re, expected[i]);
  }
}

static tercet_tensor *
arange(tercet_dtype dtype,
       tercet_scalar start,
       tercet_scalar stop,
       tercet_scalar step)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_arange(
                   &guard_allocator, dtype, start, stop, step, &tensor, NULL),
               TERCET_OK);
  return tensor;
}

#define I(x) tercet_scalar_from_i64(x)
#define U(x) tercet_scalar_from_u64(x)
#define F(x) tercet_scalar_from_f64(x)

#define CHECK_VALUES(call, ...)                                                \
  do {                                                                         \
    const double expected_[] = {__VA_ARGS__};                                  \
    tercet_tensor *const tensor_ = (call);                                     \
    check_values(tensor_, sizeof(expected_) / sizeof(double), expected_);      \
    tercet_tensor_unref(tensor_);                                              \
  } while (0)

#define CHECK_NO_VALUES(call)                                                  \
  do {                                                                         \
    tercet_tensor *const tensor_ = (call);                                     \
    check_values(tensor_, 0, no_values);                                       \
    tercet_tensor_unref(tensor_);                                              \
  } while (0)

/* ---- Ranges ---- */

static void
test_arange_of_integers(void)
{
  CHECK_VALUES(arange(TERCET_DTYPE_I32, I(0), I(5), I(1)), 0, 1, 2, 3, 4);
  CHECK_VALUES(arange(TERCET_DTYPE_I64, I(5), I(0), I(-2)), 5, 3, 1);
  CHECK_VALUES(arange(TERCET_DTYPE_F32, I(1), I(8), I(3)), 1, 4, 7);
  CHECK_VALUES(arange(TERCET_DTYPE_C64, I(1), I(3), I(1)), 1, 2);
  // num.cr gives 0, -1, -2, -3, -4
  CHECK_NO_VALUES(arange(TERCET_DTYPE_I32, I(0), I(5), I(-1)));
  CHECK_NO_VALUES(arange(TERCET_DTYPE_I32, I(5), I(5), I(1)));
  CHECK_VALUES(
      arange(TERCET_DTYPE_I64, I(INT64_MIN), I(INT64_MAX), I(INT64_MAX)),
      -0x1p63,
      -1,
      0x1p63);

  tercet_tensor *const tensor =
      arange(TERCET_DTYPE_U64, U(UINT64_MAX - 2U), U(UINT64_MAX), I(1));
  CHECK_INT(tercet_tensor_size(tensor), 2);
  CHECK(((const uint64_t *)tercet_tensor_data(tensor))[1] == UINT64_MAX - 1U);
  tercet_tensor_unref(tensor);
}

static void
test_arange_of_floats(void)
{
  CHECK_VALUES(arange(TERCET_DTYPE_F64, F(0), F(1), F(0.25)), 0, .25, .5, .75);
  CHECK_VALUES(arange(TERCET_DTYPE_F64, F(1), F(0), F(-0.5)), 1, 0.5);
  // No error adds up: the page's range(1, 2, 0.1) ends in 1.9
  CHECK_VALUES(arange(TERCET_DTYPE_F64, F(0), F(0.7), F(0.1)),
               0,
               0.1,
               0.2,
               3 * 0.1,
               0.4,
               0.5,
               6 * 0.1);
  CHECK_VALUES(arange(TERCET_DTYPE_I8, F(0), F(2), F(0.5)), 0, 0, 1, 1);
}

static void
check_arange_fails(tercet_dtype dtype,
                   tercet_scalar start,
                   tercet_scalar stop,
                   tercet_scalar step,
                   tercet_status status)
{
  tercet_tensor *tensor = NULL;
  tercet_error err = {0};
  CHECK_STATUS(
      tercet_tensor_arange(NULL, dtype, start, stop, step, &tensor, &err),
      status);
  CHECK(tensor == NULL && err.status == status && err.message[0]);
}

static void
test_arange_errors(void)
{
  const tercet_dtype i32 = TERCET_DTYPE_I32;
  check_arange_fails(i32, I(0), I(5), I(0), TERCET_ERR_RANGE);
  check_arange_fails(i32, F(0), F(5), F(0), TERCET_ERR_RANGE);
  check_arange_fails(i32, F(0), F(NAN), F(1), TERCET_ERR_RANGE);
  check_arange_fails(i32, F(0), F(INFINITY), F(1), TERCET_ERR_RANGE);
  check_arange_fails(TERCET_DTYPE_I8, I(0), I(129), I(1), TERCET_ERR_RANGE);
  check_arange_fails(TERCET_DTYPE_U8, I(1), I(-2), I(-1), TERCET_ERR_RANGE);
  check_arange_fails(i32, I(INT64_MIN), I(INT64_MAX), I(1), TERCET_ERR_SHAPE);
  check_arange_fails(
      TERCET_DTYPE_F64, F(0), F(1e300), F(1e-300), TERCET_ERR_SHAPE);
  check_arange_fails(TERCET_DTYPE_BOOL, I(0), I(2), I(1), TERCET_ERR_DTYPE);
  check_arange_fails(
      i32, tercet_scalar_from_complex(1, 1), I(2), I(1), TERCET_ERR_ARGUMENT);
}

static tercet_tensor *
linspace(
    tercet_dtype dtype, double start, double stop, int64_t n, bool endpoint)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_linspace(
          &guard_allocator, dtype, start, stop, n, endpoint, &tensor, NULL),
      TERCET_OK);
  return tensor;
}

static void
test_linspace(void)
{
  const tercet_dtype f64 = TERCET_DTYPE_F64;
  // The page's examples
  CHECK_VALUES(linspace(f64, 0, 1, 5, true), 0, 0.25, 0.5, 0.75, 1);
  CHECK_VALUES(linspace(f64, 0, 1, 5, false), 0, 0.2, 2 * 0.2, 3 * 0.2, 0.8);
  // num.cr raises "Step cannot be 0", and for no numbers
  CHECK_VALUES(linspace(f64, 2, 2, 3, true), 2, 2, 2);
  CHECK_NO_VALUES(linspace(f64, 0, 1, 0, true));
  CHECK_VALUES(linspace(f64, 3, 9, 1, true), 3);
  CHECK_VALUES(linspace(TERCET_DTYPE_I32, 0, 10, 5, true), 0, 2, 5, 7, 10);
  CHECK_VALUES(linspace(TERCET_DTYPE_I32, -1, 0, 3, true), -1, -1, 0);
  CHECK_VALUES(linspace(f64, -1.7e308, 1.7e308, 3, true), -1.7e308, 0, 1.7e308);
  CHECK_VALUES(linspace(f64, 0, 5e-324, 3, true), 0, 0, 5e-324);

  for (int64_t n = 2; n < 300; ++n) {
    tercet_tensor *const tensor = linspace(f64, 0.1, 0.7, n, true);
    CHECK_DOUBLE(((const double *)tercet_tensor_data(tensor))[n - 1], 0.7);
    tercet_tensor_unref(tensor);
  }
}

static void
test_logspace_and_geomspace(void)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_logspace(
          &guard_allocator, TERCET_DTYPE_F64, 0, 3, 4, true, 10, &tensor, NULL),
      TERCET_OK);
  CHECK_VALUES(tensor, 1, 10, 100, 1000);
  CHECK_STATUS(
      tercet_tensor_logspace(
          &guard_allocator, TERCET_DTYPE_I32, 0, 4, 4, false, 2, &tensor, NULL),
      TERCET_OK);
  CHECK_VALUES(tensor, 1, 2, 4, 8);
  CHECK_STATUS(
      tercet_tensor_geomspace(
          &guard_allocator, TERCET_DTYPE_F64, 1, 1000, 4, true, &tensor, NULL),
      TERCET_OK);
  CHECK_VALUES(tensor, 1, 10, 100, 1000);
  CHECK_STATUS(tercet_tensor_geomspace(&guard_allocator,
                                       TERCET_DTYPE_F64,
                                       -1,
                                       -1000,
                                       4,
                                       true,
                                       &tensor,
                                       NULL),
               TERCET_OK);
  CHECK_VALUES(tensor, -1, -10, -100, -1000);
  // num.cr does not force the ends
  CHECK_STATUS(
      tercet_tensor_geomspace(
          &guard_allocator, TERCET_DTYPE_F64, 0.3, 0.7, 2, true, &tensor, NULL),
      TERCET_OK);
  CHECK_VALUES(tensor, 0.3, 0.7);
}

static void
test_space_errors(void)
{
  const tercet_dtype f64 = TERCET_DTYPE_F64;
  tercet_tensor *t = NULL;
  CHECK_STATUS(tercet_tensor_linspace(NULL, f64, 0, 1, -1, true, &t, NULL),
               TERCET_ERR_SHAPE);
  CHECK_STATUS(tercet_tensor_linspace(NULL, f64, NAN, 1, 2, true, &t, NULL),
               TERCET_ERR_RANGE);
  CHECK_STATUS(
      tercet_tensor_linspace(NULL, TERCET_DTYPE_U8, 0, 300, 4, true, &t, NULL),
      TERCET_ERR_RANGE);
  CHECK_STATUS(
      tercet_tensor_linspace(NULL, TERCET_DTYPE_BOOL, 0, 1, 2, true, &t, NULL),
      TERCET_ERR_DTYPE);
  CHECK_STATUS(tercet_tensor_geomspace(NULL, f64, 0, 1, 2, true, &t, NULL),
               TERCET_ERR_RANGE);
  CHECK_STATUS(tercet_tensor_geomspace(NULL, f64, -1, 1, 2, true, &t, NULL),
               TERCET_ERR_RANGE);
  CHECK_STATUS(tercet_tensor_logspace(NULL, f64, 0, 1, 2, true, -2, &t, NULL),
               TERCET_ERR_RANGE);
  CHECK(t == NULL);
}

/* ---- By shape ---- */

static void
test_full_ones_and_like_for_every_dtype(void)
{
  const int64_t shape[] = {3, 2};
  for (size_t i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    const tercet_dtype dtype = (tercet_dtype)i;
    const double value = dtype == TERCET_DTYPE_BOOL ? 1 : 3;
    const tercet_allocator *const alloc = &guard_allocator;
    tercet_tensor *full = NULL;
    tercet_tensor *like = NULL;
    CHECK_STATUS(tercet_tensor_full(alloc, dtype, 2, shape, I(3), &full, NULL),
                 TERCET_OK);
    CHECK_STATUS(tercet_tensor_zeros_like(alloc, full, dtype, &like, NULL),
                 TERCET_OK);
    CHECK_VALUES(like, 0, 0, 0, 0, 0, 0);
    CHECK_STATUS(tercet_tensor_ones_like(alloc, full, dtype, &like, NULL),
                 TERCET_OK);
    CHECK_VALUES(like, 1, 1, 1, 1, 1, 1);
    // num.cr's full_like does not compile
    CHECK_STATUS(
        tercet_tensor_full_like(alloc, full, dtype, F(3.0), &like, NULL),
        TERCET_OK);
    CHECK_VALUES(like, value, value, value, value, value, value);
    CHECK_VALUES(full, value, value, value, value, value, value);
  }
}

static void
test_column_major(void)
{
  const int64_t shape[] = {2, 0, 3};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_zeros(
          NULL, TERCET_DTYPE_F32, 3, shape, TERCET_COLUMN_MAJOR, &tensor, NULL),
      TERCET_OK);
  CHECK_INT(tercet_tensor_strides(tensor)[0], 4);
  CHECK_INT(tercet_tensor_strides(tensor)[1], 8);
  CHECK_INT(tercet_tensor_strides(tensor)[2], 8);
  tercet_tensor_unref(tensor);

  const int64_t matrix[] = {2, 3};
  CHECK_STATUS(tercet_tensor_empty(NULL,
                                   TERCET_DTYPE_I16,
                                   2,
                                   matrix,
                                   TERCET_COLUMN_MAJOR,
                                   &tensor,
                                   NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_fill(tensor, I(-7), NULL), TERCET_OK);
  const double expected[] = {-7, -7, -7, -7, -7, -7};
  check_values(tensor, 6, expected);
  tercet_tensor_unref(tensor);
}

static tercet_tensor *
eye(int64_t n_rows, int64_t n_columns, int64_t offset)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_eye(&guard_allocator,
                                 TERCET_DTYPE_I8,
                                 n_rows,
                                 n_columns,
                                 offset,
                                 &tensor,
                                 NULL),
               TERCET_OK);
  return tensor;
}

static void
test_eye(void)
{
  CHECK_VALUES(eye(2, 3, 0), 1, 0, 0, 0, 1, 0);
  CHECK_VALUES(eye(2, 3, 1), 0, 1, 0, 0, 0, 1);
  CHECK_VALUES(eye(2, 3, 2), 0, 0, 1, 0, 0, 0);
  CHECK_VALUES(eye(2, 3, 3), 0, 0, 0, 0, 0, 0);
  CHECK_VALUES(eye(3, 2, -1), 0, 0, 1, 0, 0, 1);
  CHECK_VALUES(eye(2, 2, INT64_MAX), 0, 0, 0, 0);
  CHECK_VALUES(eye(2, 2, INT64_MIN), 0, 0, 0, 0);
  CHECK_NO_VALUES(eye(0, 2, 0));
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_identity(
                   &guard_allocator, TERCET_DTYPE_C128, 2, &tensor, NULL),
               TERCET_OK);
  CHECK_VALUES(tensor, 1, 0, 0, 1);
  CHECK_STATUS(
      tercet_tensor_identity(NULL, TERCET_DTYPE_F32, -1, &tensor, NULL),
      TERCET_ERR_SHAPE);
}

static tercet_status
add_indexes(void *context,
            const int64_t *index,
            void *element,
            tercet_error *err)
{
  (void)err;
  if (index[0] == *(const int64_t *)context) {
    return TERCET_ERR_CANCELLED;
  }
  const int32_t value = (int32_t)(10 * index[0] + index[1]);
  memcpy(element, &value, sizeof(value));
  return TERCET_OK;
}

/// num.cr passes the position in memory
static void
test_from_function_passes_the_index(void)
{
  const int64_t shape[] = {2, 3};
  int64_t stop = -1;
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_from_function(&guard_allocator,
                                           TERCET_DTYPE_I32,
                                           2,
                                           shape,
                                           add_indexes,
                                           &stop,
                                           &tensor,
                                           NULL),
               TERCET_OK);
  CHECK_VALUES(tensor, 0, 1, 2, 10, 11, 12);
  stop = 1;
  CHECK_STATUS(tercet_tensor_from_function(&guard_allocator,
                                           TERCET_DTYPE_I32,
                                           2,
                                           shape,
                                           add_indexes,
                                           &stop,
                                           &tensor,
                                           NULL),
               TERCET_ERR_CANCELLED);
  CHECK(tensor == NULL);
}

/* ---- Single elements ---- */

typedef struct {
  tercet_dtype dtype;
  double value;
  bool fits;
} fit_case;

static const fit_case fit_cases[] = {
    {TERCET_DTYPE_U8, 255, true},
    {TERCET_DTYPE_U8, 255.9, true},
    {TERCET_DTYPE_U8, 256, false},
    {TERCET_DTYPE_U8, -0.9, true},
    {TERCET_DTYPE_U8, -1, false},
    {TERCET_DTYPE_U8, 300, false},
    {TERCET_DTYPE_I8, 127.5, true},
    {TERCET_DTYPE_I8, 128, false},
    {TERCET_DTYPE_I8, -128.5, true},
    {TERCET_DTYPE_I8, -129, false},
    {TERCET_DTYPE_I32, 2147483647, true},
    {TERCET_DTYPE_I32, 0x1p31, false},
    {TERCET_DTYPE_I64, -0x1p63, true},
    {TERCET_DTYPE_I64, 0x1p63, false},
    {TERCET_DTYPE_I64, -0x1.0000000000001p63, false},
    {TERCET_DTYPE_U64, 0x1.fffffffffffffp63, true},
    {TERCET_DTYPE_U64, 0x1p64, false},
    {TERCET_DTYPE_U64, NAN, false},
    {TERCET_DTYPE_I16, INFINITY, false},
    {TERCET_DTYPE_F32, 1e300, true},
    {TERCET_DTYPE_BOOL, NAN, true},
    {TERCET_DTYPE_C64, 0.5, true},
};

static void
test_set_checks_that_numbers_fit(void)
{
  for (size_t i = 0; i < sizeof(fit_cases) / sizeof(fit_cases[0]); ++i) {
    const fit_case *const c = &fit_cases[i];
    tercet_tensor *tensor = NULL;
    CHECK_STATUS(tercet_tensor_new(NULL, c->dtype, 0, NULL, &tensor, NULL),
                 TERCET_OK);
    tercet_error err = {0};
    CHECK_STATUS(tercet_tensor_set(tensor, 0, NULL, F(c->value), &err),
                 c->fits ? TERCET_OK : TERCET_ERR_RANGE);
    CHECK_STATUS(
        tercet_tensor_set(
            tensor, 0, NULL, tercet_scalar_from_complex(c->value, 0), &err),
        c->fits ? TERCET_OK : TERCET_ERR_RANGE);
    tercet_tensor_unref(tensor);
  }
}

static void
check_integer_fits(tercet_dtype dtype, tercet_scalar value, bool fits)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_full(NULL, dtype, 0, NULL, value, &tensor, NULL),
               fits ? TERCET_OK : TERCET_ERR_RANGE);
  CHECK((tensor != NULL) == fits);
  tercet_tensor_unref(tensor);
}

static void
test_integers_at_the_edges(void)
{
  static const tercet_dtype dtypes[] = {
      TERCET_DTYPE_I8, TERCET_DTYPE_I16, TERCET_DTYPE_I32, TERCET_DTYPE_I64};
  static const tercet_dtype unsigned_dtypes[] = {
      TERCET_DTYPE_U8, TERCET_DTYPE_U16, TERCET_DTYPE_U32, TERCET_DTYPE_U64};
  for (size_t i = 0; i < 4; ++i) {
    const uint64_t max = INT64_MAX >> (64U - (8U << i));
    check_integer_fits(dtypes[i], U(max), true);
    check_integer_fits(dtypes[i], U(max + 1U), false);
    check_integer_fits(dtypes[i], I(-(int64_t)max - 1), true);
    check_integer_fits(unsigned_dtypes[i], U(2U * max + 1U), true);
    check_integer_fits(unsigned_dtypes[i], I(-1), false);
    if (i < 3) {
      check_integer_fits(dtypes[i], I(-(int64_t)max - 2), false);
      check_integer_fits(unsigned_dtypes[i], U(2U * max + 2U), false);
    }
  }
  check_integer_fits(TERCET_DTYPE_I64, I(INT64_MIN), true);
  check_integer_fits(TERCET_DTYPE_F64, tercet_scalar_from_complex(1, 1), false);
}

static void
test_get_and_set_any_tensor(void)
{
  uint64_t state = 5;
  for (size_t i = 0; i < 2000; ++i) {
    int64_t shape[TERCET_MAX_RANK];
    int64_t index[TERCET_MAX_RANK];
    const size_t rank = random_shape(&state, shape);
    const tercet_dtype dtype = (tercet_dtype)(i % TERCET_DTYPE_COUNT);
    tercet_tensor *const tensor =
        random_tensor(&state, dtype, RANDOM_TAME, rank, shape);
    const int64_t size = tercet_tensor_size(tensor);
    if (size) {
      reference_index(
          rank, shape, (int64_t)(check_random(&state) % (uint64_t)size), index);
      tercet_scalar value;
      CHECK_STATUS(tercet_tensor_get(tensor, rank, index, &value, NULL),
                   TERCET_OK);
      const reference_value before = reference_get(tensor, index);
      for (size_t j = 0; j < rank; ++j) {
        index[j] -= i % 2U ? shape[j] : 0;
      }
      CHECK_STATUS(tercet_tensor_set(tensor, rank, index, value, NULL),
                   TERCET_OK);
      for (size_t j = 0; j < rank; ++j) {
        index[j] += i % 2U ? shape[j] : 0;
      }
      const reference_value after = reference_get(tensor, index);
      CHECK(reference_same(before.re, after.re) &&
            reference_same(before.im, after.im));
    }
    tercet_tensor_unref(tensor);
  }
}

static void
test_index_errors(void)
{
  const int64_t shape[] = {2, 3};
  tercet_tensor *tensor = NULL;
  tercet_scalar value;
  tercet_error err = {0};
  CHECK_STATUS(
      tercet_tensor_new(NULL, TERCET_DTYPE_F32, 2, shape, &tensor, NULL),
      TERCET_OK);
  const int64_t high[] = {1, 3};
  const int64_t low[] = {-3, 0};
  const int64_t least[] = {INT64_MIN, 0};
  CHECK_STATUS(tercet_tensor_get(tensor, 2, high, &value, &err),
               TERCET_ERR_RANGE);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "index 3 is out of range for axis 1 of extent 3");
  CHECK_STATUS(tercet_tensor_set(tensor, 2, low, I(1), &err), TERCET_ERR_RANGE);
  CHECK_STATUS(tercet_tensor_set(tensor, 2, least, I(1), &err),
               TERCET_ERR_RANGE);
  CHECK_STATUS(tercet_tensor_get(tensor, 1, high, &value, &err),
               TERCET_ERR_SHAPE);

  const int64_t wide[] = {4, 2, 3};
  tercet_tensor *view = NULL;
  CHECK_STATUS(tercet_tensor_broadcast_to(tensor, 3, wide, &view, NULL),
               TERCET_OK);
  const int64_t zero[] = {0, 0, 0};
  CHECK_STATUS(tercet_tensor_set(view, 3, zero, I(1), &err),
               TERCET_ERR_ARGUMENT);
  CHECK_STATUS(tercet_tensor_fill(view, I(1), &err), TERCET_ERR_ARGUMENT);
  tercet_tensor_unref(view);
  tercet_tensor_unref(tensor);
}

static void
test_fill_and_copy_out_any_tensor(void)
{
  uint64_t state = 6;
  for (size_t i = 0; i < 1000; ++i) {
    int64_t shape[TERCET_MAX_RANK];
    const size_t rank = random_shape(&state, shape);
    const tercet_dtype dtype = (tercet_dtype)(i % TERCET_DTYPE_COUNT);
    tercet_tensor *const tensor =
        random_tensor(&state, dtype, RANDOM_TAME, rank, shape);
    const size_t n_bytes =
        (size_t)tercet_tensor_size(tensor) * tercet_dtype_size(dtype);
    void *const data = malloc(n_bytes ? n_bytes : 1U);
    CHECK_STATUS(tercet_tensor_to_data(tensor, data, n_bytes, NULL), TERCET_OK);
    CHECK_STATUS(tercet_tensor_to_data(tensor, data, n_bytes + 1U, NULL),
                 TERCET_ERR_SHAPE);
    tercet_tensor *copy = NULL;
    CHECK_STATUS(
        tercet_tensor_from_data(NULL, dtype, rank, shape, data, &copy, NULL),
        TERCET_OK);
    CHECK(same_tensors(tensor, copy));
    tercet_tensor_unref(copy);
    free(data);

    CHECK_STATUS(tercet_tensor_fill(tensor, I(1), NULL), TERCET_OK);
    CHECK_STATUS(tercet_tensor_ones(NULL, dtype, rank, shape, &copy, NULL),
                 TERCET_OK);
    CHECK(same_tensors(tensor, copy));
    tercet_tensor_unref(copy);
    tercet_tensor_unref(tensor);
  }
}

static tercet_status
make_all(const tercet_allocator *alloc)
{
  const int64_t shape[] = {2, 3};
  tercet_tensor *t[4] = {NULL, NULL, NULL, NULL};
  tercet_status st =
      tercet_tensor_eye(alloc, TERCET_DTYPE_F32, 2, 2, 0, &t[0], NULL);
  st = st ? st
          : tercet_tensor_full(
                alloc, TERCET_DTYPE_F32, 2, shape, I(1), &t[1], NULL);
  st = st ? st
          : tercet_tensor_arange(
                alloc, TERCET_DTYPE_F32, I(0), F(3), I(1), &t[2], NULL);
  st = st ? st
          : tercet_tensor_linspace(
                alloc, TERCET_DTYPE_F32, 0, 1, 3, true, &t[3], NULL);
  for (size_t i = 0; i < 4; ++i) {
    CHECK(st != TERCET_OK || t[i]);
    tercet_tensor_unref(t[i]);
  }
  return st;
}

static void
test_failing_allocations(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(make_all(&alloc), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(make_all(&alloc), TERCET_ERR_NO_MEMORY);
  }
}

int
main(void)
{
  test_arange_of_integers();
  test_arange_of_floats();
  test_arange_errors();
  test_linspace();
  test_logspace_and_geomspace();
  test_space_errors();
  test_full_ones_and_like_for_every_dtype();
  test_column_major();
  test_eye();
  test_from_function_passes_the_index();
  test_set_checks_that_numbers_fit();
  test_integers_at_the_edges();
  test_get_and_set_any_tensor();
  test_index_errors();
  test_fill_and_copy_out_any_tensor();
  test_failing_allocations();
  return check_finish();
}
