// SPDX-License-Identifier: Apache-2.0

/// Products of matrices of every dtype and layout, against loops over indexes

#include "linalg_reference.h"

/// Operands and the shape of the result
typedef struct {
  size_t rank_a;
  int64_t shape_a[TERCET_MAX_RANK];
  size_t rank_b;
  int64_t shape_b[TERCET_MAX_RANK];
  size_t rank;
  int64_t shape[TERCET_MAX_RANK];
  int64_t k;
} shapes;

static int64_t
random_extent(uint64_t *state)
{
  static const int64_t extents[] = {0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 17, 33, 70};
  return extents[check_random(state) % 13U];
}

/// Make up shapes that fit, with batches that broadcast and vectors
static shapes
random_shapes(uint64_t *state)
{
  shapes s = {.k = random_extent(state)};
  const int64_t m = random_extent(state);
  const int64_t n = random_extent(state);
  const bool row = check_random(state) % 6U == 0;
  const bool column = check_random(state) % 6U == 0;
  const size_t n_batch = check_random(state) % 3U;
  const size_t n_a = row ? 0 : n_batch;
  const size_t n_b = column ? 0 : check_random(state) % (n_batch + 1U);
  for (size_t i = 0; i < n_batch; ++i) {
    const int64_t extent = 1 + (int64_t)(check_random(state) % 3U);
    const uint64_t dice = check_random(state) % 4U;
    const bool in_b = n_b + i >= n_batch;
    int64_t used = 1;
    if (n_a) {
      s.shape_a[s.rank_a++] = dice == 0 ? 1 : extent;
      used = dice == 0 ? 1 : extent;
    }
    if (in_b) {
      s.shape_b[s.rank_b++] = dice == 1 ? 1 : extent;
      used = dice == 1 ? used : extent;
    }
    if (n_a || in_b || s.rank) {
      s.shape[s.rank++] = used;
    }
  }
  if (!row) {
    s.shape_a[s.rank_a++] = m;
    s.shape[s.rank++] = m;
  }
  s.shape_a[s.rank_a++] = s.k;
  s.shape_b[s.rank_b++] = s.k;
  if (!column) {
    s.shape_b[s.rank_b++] = n;
    s.shape[s.rank++] = n;
  }
  return s;
}

/// Find the index into an operand whose last axes are those of a matrix
static void
operand_index(const shapes *s,
              const int64_t *index,
              size_t rank,
              const int64_t *shape,
              int64_t *out)
{
  const bool has_rows = s->rank_a > 1;
  const bool has_columns = s->rank_b > 1;
  const size_t n_batch = s->rank - has_rows - has_columns;
  const size_t n_own = rank > 2 ? rank - 2U : 0;
  for (size_t i = 0; i < n_own; ++i) {
    out[i] = shape[i] == 1 ? 0 : index[n_batch - n_own + i];
  }
}

typedef struct {
  number sum;
  long double magnitude; ///< Sum of the absolute products
  uint64_t bits;         ///< Sum of integers, modulo 2^64
  bool any;
} expected_product;

/// Compute one element of the result
static expected_product
reference_product(const shapes *s,
                  const tercet_tensor *a,
                  const tercet_tensor *b,
                  const int64_t *index)
{
  const bool has_rows = s->rank_a > 1;
  const bool has_columns = s->rank_b > 1;
  const size_t n_batch = s->rank - has_rows - has_columns;
  int64_t at_a[TERCET_MAX_RANK];
  int64_t at_b[TERCET_MAX_RANK];
  operand_index(s, index, s->rank_a, s->shape_a, at_a);
  operand_index(s, index, s->rank_b, s->shape_b, at_b);
  if (has_rows) {
    at_a[s->rank_a - 2U] = index[n_batch];
  }
  if (has_columns) {
    at_b[s->rank_b - 1U] = index[s->rank - 1U];
  }

  expected_product out = {0, 0, 0, false};
  for (int64_t p = 0; p < s->k; ++p) {
    at_a[s->rank_a - 1U] = p;
    at_b[s->rank_b - (has_columns ? 2U : 1U)] = p;
    const reference_value x = reference_get(a, at_a);
    const reference_value y = reference_get(b, at_b);
    const number product = (x.re + x.im * I) * (y.re + y.im * I);
    out.sum += product;
    out.magnitude += (fabsl(x.re) + fabsl(x.im)) * (fabsl(y.re) + fabsl(y.im));
    out.bits += reference_bits(x.re) * reference_bits(y.re);
    out.any = out.any || (x.re != 0 && y.re != 0);
  }
  return out;
}

/// Check one element; false if it is wrong
static bool
is_right(tercet_dtype dtype,
         const expected_product *expected,
         reference_value actual,
         int64_t k)
{
  const reference_format format = reference_format_of(dtype);
  if (format.kind == REFERENCE_BOOL) {
    return actual.re == (expected->any ? 1 : 0);
  }
  if (format.kind == REFERENCE_INTEGER) {
    return actual.re == reference_wrap(&format, expected->bits);
  }
  const bool is_half = format.digits < 24;
  const long double bound =
      (long double)(k + 4) * epsilon_of(is_half ? TERCET_DTYPE_F32 : dtype) *
          expected->magnitude +
      (is_half ? epsilon_of(dtype) * cabsl(expected->sum) : 0);
  return cabsl(actual.re + actual.im * I - expected->sum) <= bound;
}

static void
check_result(const shapes *s,
             const tercet_tensor *a,
             const tercet_tensor *b,
             const tercet_tensor *out)
{
  check_shape(out, s->rank, s->shape, __FILE__, __LINE__);
  const tercet_dtype dtype = tercet_tensor_dtype(a);
  CHECK_INT(tercet_tensor_dtype(out), dtype);
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(s->rank, s->shape, i, index);
    const expected_product expected = reference_product(s, a, b, index);
    const reference_value actual = reference_get(out, index);
    const bool right = is_right(dtype, &expected, actual, s->k);
    CHECK(right);
    if (!right) {
      fprintf(stderr,
              "  %s element %lld is %.20Lg, expected %.20Lg\n",
              tercet_dtype_name(dtype),
              (long long)i,
              actual.re,
              creall(expected.sum));
      return;
    }
  }
}

static void
test_all_dtypes_and_layouts(void)
{
  uint64_t state = 7;
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    for (int i = 0; i < 60; ++i) {
      const shapes s = random_shapes(&state);
      const bool is_float =
          reference_format_of((tercet_dtype)dtype).kind == REFERENCE_FLOAT;
      const random_values values = is_float ? RANDOM_TAME : RANDOM_WILD;
      tercet_tensor *const a = random_tensor(
          &state, (tercet_dtype)dtype, values, s.rank_a, s.shape_a);
      tercet_tensor *const b = random_tensor(
          &state, (tercet_dtype)dtype, values, s.rank_b, s.shape_b);
      tercet_tensor *out = NULL;
      CHECK_STATUS(tercet_linalg_matmul(&guard_allocator, a, b, &out, NULL),
                   TERCET_OK);
      check_end(out);
      check_result(&s, a, b, out);
      tercet_tensor_unref(out);
      tercet_tensor_unref(b);
      tercet_tensor_unref(a);
    }
  }
}

/// Extents beyond one block of the own loops
static void
test_large_integers(void)
{
  uint64_t state = 8;
  const tercet_dtype dtypes[] = {TERCET_DTYPE_BOOL,
                                 TERCET_DTYPE_I8,
                                 TERCET_DTYPE_U16,
                                 TERCET_DTYPE_I32,
                                 TERCET_DTYPE_U64};
  for (size_t i = 0; i < sizeof(dtypes) / sizeof(dtypes[0]); ++i) {
    const shapes s = {.rank_a = 2,
                      .shape_a = {67, 515},
                      .rank_b = 2,
                      .shape_b = {515, 530},
                      .rank = 2,
                      .shape = {67, 530},
                      .k = 515};
    tercet_tensor *const a =
        random_tensor(&state, dtypes[i], RANDOM_WILD, 2, s.shape_a);
    tercet_tensor *const b =
        random_tensor(&state, dtypes[i], RANDOM_WILD, 2, s.shape_b);
    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_linalg_matmul(NULL, a, b, &out, NULL), TERCET_OK);
    check_result(&s, a, b, out);
    tercet_tensor_unref(out);
    tercet_tensor_unref(b);
    tercet_tensor_unref(a);
  }
}

/// The full product of int64 in 128 bits, whose low half is the result
static void
test_int64_is_the_low_half(void)
{
  __extension__ typedef __int128 wide;
  uint64_t state = 9;
  int64_t a[9];
  int64_t b[9];
  for (int i = 0; i < 9; ++i) {
    a[i] = (int64_t)check_random(&state);
    b[i] = (int64_t)check_random(&state);
  }
  const int64_t shape[2] = {3, 3};
  tercet_tensor *left = NULL;
  tercet_tensor *right = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, TERCET_DTYPE_I64, 2, shape, a, &left, NULL),
      TERCET_OK);
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_I64, 2, shape, b, &right, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_linalg_matmul(NULL, left, right, &out, NULL), TERCET_OK);
  const int64_t *const c = (const int64_t *)tercet_tensor_data(out);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      uint64_t low = 0;
      for (int p = 0; p < 3; ++p) {
        low += (uint64_t)((wide)a[i * 3 + p] * b[p * 3 + j]);
      }
      CHECK_INT(c[i * 3 + j], (int64_t)low);
    }
  }
  tercet_tensor_unref(out);
  tercet_tensor_unref(right);
  tercet_tensor_unref(left);
}

/* ---- Into a tensor ---- */

/// The result goes to any layout and nothing else is written
static void
test_into_any_layout(void)
{
  uint64_t state = 10;
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    for (int i = 0; i < 20; ++i) {
      const shapes s = random_shapes(&state);
      const random_values values =
          reference_format_of((tercet_dtype)dtype).kind == REFERENCE_FLOAT
              ? RANDOM_TAME
              : RANDOM_WILD;
      tercet_tensor *const a = random_tensor(
          &state, (tercet_dtype)dtype, values, s.rank_a, s.shape_a);
      tercet_tensor *const b = random_tensor(
          &state, (tercet_dtype)dtype, values, s.rank_b, s.shape_b);
      tercet_tensor *const out =
          random_matrix(&state, (tercet_dtype)dtype, s.rank, s.shape);
      CHECK_STATUS(tercet_linalg_matmul_into(a, b, out, NULL), TERCET_OK);
      check_result(&s, a, b, out);
      tercet_tensor_unref(out);
      tercet_tensor_unref(b);
      tercet_tensor_unref(a);
    }
  }
}

/// A result in every second column leaves the others alone
static void
test_into_leaves_gaps_alone(void)
{
  double bytes[6] = {9, 9, 9, 9, 9, 9};
  const int64_t shape[2] = {2, 1};
  const int64_t strides[2] = {24, 16};
  const double ones[4] = {1, 2, 3, 4};
  tercet_tensor *out = NULL;
  tercet_tensor *const a = make_matrix(TERCET_DTYPE_F64, 2, 2, ones);
  tercet_tensor *const b = make_matrix(TERCET_DTYPE_F64, 2, 1, ones);
  CHECK_STATUS(tercet_tensor_wrap(NULL,
                                  TERCET_DTYPE_F64,
                                  2,
                                  shape,
                                  strides,
                                  bytes,
                                  NULL,
                                  NULL,
                                  &out,
                                  NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_linalg_matmul_into(a, b, out, NULL), TERCET_OK);
  const double expected[6] = {5, 9, 9, 11, 9, 9};
  for (int i = 0; i < 6; ++i) {
    CHECK_DOUBLE(bytes[i], expected[i]);
  }
  tercet_tensor_unref(out);
  tercet_tensor_unref(b);
  tercet_tensor_unref(a);
}

static void
test_into_an_operand(void)
{
  const double values[4] = {1, 2, 3, 4};
  tercet_tensor *const a = make_matrix(TERCET_DTYPE_F32, 2, 2, values);
  CHECK_STATUS(tercet_linalg_matmul_into(a, a, a, NULL), TERCET_OK);
  const numbers x = read_numbers(a);
  CHECK(x.data[0] == 7 && x.data[1] == 10 && x.data[2] == 15 &&
        x.data[3] == 22);
  free(x.data);
  tercet_tensor_unref(a);
}

static void
test_into_refuses(void)
{
  const double values[4] = {1, 2, 3, 4};
  tercet_error err = {0};
  tercet_tensor *const a = make_matrix(TERCET_DTYPE_F32, 2, 2, values);
  tercet_tensor *const wrong_dtype =
      make_matrix(TERCET_DTYPE_F64, 2, 2, values);
  tercet_tensor *const wrong_shape =
      make_matrix(TERCET_DTYPE_F32, 1, 4, values);
  tercet_tensor *read_only = NULL;
  CHECK_STATUS(tercet_tensor_broadcast_to(
                   a, 2, tercet_tensor_shape(a), &read_only, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_linalg_matmul_into(a, a, wrong_dtype, &err),
               TERCET_ERR_DTYPE);
  CHECK(strstr(err.message, "float64") != NULL);
  CHECK_STATUS(tercet_linalg_matmul_into(a, a, wrong_shape, &err),
               TERCET_ERR_SHAPE);
  CHECK(strstr(err.message, "[1, 4]") != NULL);
  CHECK_STATUS(tercet_linalg_matmul_into(a, a, read_only, &err),
               TERCET_ERR_ARGUMENT);
  tercet_tensor_unref(read_only);
  tercet_tensor_unref(wrong_shape);
  tercet_tensor_unref(wrong_dtype);
  tercet_tensor_unref(a);
}

/* ---- Failures ---- */

static void
check_refused(const double *values,
              tercet_dtype dtype_b,
              size_t rank_a,
              const int64_t *shape_a,
              size_t rank_b,
              const int64_t *shape_b,
              tercet_status expected,
              const char *part)
{
  tercet_error err = {0};
  tercet_tensor *const a =
      make_tensor(TERCET_DTYPE_F64, rank_a, shape_a, values);
  tercet_tensor *const b = make_tensor(dtype_b, rank_b, shape_b, values);
  tercet_tensor *out = a;
  CHECK_STATUS(tercet_linalg_matmul(NULL, a, b, &out, &err), expected);
  CHECK(!out);
  CHECK(strstr(err.message, part) != NULL);
  tercet_tensor_unref(b);
  tercet_tensor_unref(a);
}

static void
test_refuses_what_does_not_fit(void)
{
  const double values[24] = {0};
  const int64_t s23[] = {2, 3};
  const int64_t s22[] = {2, 2};
  const int64_t s222[] = {2, 2, 2};
  const int64_t s322[] = {3, 2, 2};
  const tercet_dtype f64 = TERCET_DTYPE_F64;
  check_refused(
      values, f64, 2, s23, 2, s23, TERCET_ERR_SHAPE, "3 columns, but 2 rows");
  check_refused(values, f64, 0, NULL, 2, s23, TERCET_ERR_SHAPE, "rank 0");
  check_refused(values, f64, 2, s22, 0, NULL, TERCET_ERR_SHAPE, "rank 0");
  check_refused(values, f64, 3, s222, 3, s322, TERCET_ERR_SHAPE, "");
  check_refused(values,
                TERCET_DTYPE_F32,
                2,
                s22,
                2,
                s22,
                TERCET_ERR_DTYPE,
                "float64 by float32");
}

/// NaN and infinity go where the arithmetic takes them, and a result that was
/// NaN before does not
static void
test_not_finite(void)
{
  const double nan = (double)NAN;
  const double a_values[4] = {nan, 1, 1, 1};
  const double b_values[4] = {1, 2, (double)INFINITY, 4};
  const double nans[4] = {nan, nan, nan, nan};
  for (size_t i = 0; i < 2; ++i) {
    tercet_tensor *const a = make_matrix(computed_dtypes[i], 2, 2, a_values);
    tercet_tensor *const b = make_matrix(computed_dtypes[i], 2, 2, b_values);
    tercet_tensor *const out = make_matrix(computed_dtypes[i], 2, 2, nans);
    CHECK_STATUS(tercet_linalg_matmul_into(a, b, out, NULL), TERCET_OK);
    const numbers x = read_numbers(out);
    CHECK(isnan(creall(x.data[0])));
    CHECK(isnan(creall(x.data[1])));
    CHECK(isinf(creall(x.data[2])));
    CHECK(x.data[3] == 6);
    free(x.data);
    tercet_tensor_unref(out);
    tercet_tensor_unref(b);
    tercet_tensor_unref(a);
  }
}

static void
test_memory_failures(void)
{
  uint64_t state = 11;
  const int64_t shape[3] = {2, 5, 5};
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    for (int i = 0; i < 4; ++i) {
      tercet_tensor *const a =
          random_tensor(&state, (tercet_dtype)dtype, RANDOM_TAME, 3, shape);
      failing_allocator fails = {0, SIZE_MAX};
      const tercet_allocator alloc = {
          failing_allocate, failing_release, &fails};
      tercet_tensor *out = NULL;
      CHECK_STATUS(tercet_linalg_matmul(&alloc, a, a, &out, NULL), TERCET_OK);
      tercet_tensor_unref(out);
      for (size_t n = fails.calls, at = 0; at < n; ++at) {
        fails = (failing_allocator){0, at};
        CHECK_STATUS(tercet_linalg_matmul(&alloc, a, a, &out, NULL),
                     TERCET_ERR_NO_MEMORY);
        CHECK(!out);
      }
      tercet_tensor_unref(a);
    }
  }
}

int
main(void)
{
  test_all_dtypes_and_layouts();
  test_large_integers();
  test_int64_is_the_low_half();
  test_into_any_layout();
  test_into_leaves_gaps_alone();
  test_into_an_operand();
  test_into_refuses();
  test_refuses_what_does_not_fit();
  test_not_finite();
  test_memory_failures();
  return check_finish();
}
