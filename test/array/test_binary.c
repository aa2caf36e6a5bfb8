// SPDX-License-Identifier: Apache-2.0

/// Arithmetic on all dtypes, against one element at a time in long double

#include "array_reference.h"

/// Set `wrong_divisor` instead of dividing an integer by zero
static long double
reference_binary(tercet_binary_op op,
                 const reference_format *format,
                 long double x,
                 long double y,
                 bool *wrong_divisor)
{
  if (format->kind == REFERENCE_FLOAT) {
    // A float64 sum or product rounds once in double, the others to at most
    // half the digits of long double
    const bool is_double = format->digits == 53;
    const double dx = (double)x;
    const double dy = (double)y;
    switch ((int)op) {
    case TERCET_ADD:
      return is_double ? (long double)(dx + dy)
                       : reference_round(format, x + y);
    case TERCET_SUBTRACT:
      return is_double ? (long double)(dx - dy)
                       : reference_round(format, x - y);
    case TERCET_MULTIPLY:
      return is_double ? (long double)(dx * dy)
                       : reference_round(format, x * y);
    case TERCET_DIVIDE:
      return is_double ? (long double)(dx / dy)
                       : reference_round(format, x / y);
    }
  }

  const uint64_t a = reference_bits(x);
  const uint64_t b = reference_bits(y);
  switch ((int)op) {
  case TERCET_ADD:
    return reference_wrap(format, a + b);
  case TERCET_SUBTRACT:
    return reference_wrap(format, a - b);
  case TERCET_MULTIPLY:
    return reference_wrap(format, a * b);
  case TERCET_DIVIDE:
    break;
  }
  if (y == 0) {
    *wrong_divisor = true;
    return 0;
  }
  const bool is_negative = (x < 0) != (y < 0);
  const uint64_t quotient = (x < 0 ? 0 - a : a) / (y < 0 ? 0 - b : b);
  return reference_wrap(format, is_negative ? 0 - quotient : quotient);
}

/// Make a shape that broadcasts with `shape`: fewer axes, some of extent 1
static size_t
random_partner(uint64_t *state, size_t rank, const int64_t *shape, int64_t *out)
{
  const size_t n_dropped = rank ? check_random(state) % (rank + 1U) : 0;
  for (size_t i = n_dropped; i < rank; ++i) {
    out[i - n_dropped] = check_random(state) % 3U ? shape[i] : 1;
  }
  return rank - n_dropped;
}

/// Read the element of an operand that goes with an index of the result
static reference_value
broadcast_get(const tercet_tensor *tensor, size_t rank, const int64_t *index)
{
  int64_t own[TERCET_MAX_RANK];
  const size_t n_new = rank - tercet_tensor_rank(tensor);
  for (size_t i = n_new; i < rank; ++i) {
    own[i - n_new] = tercet_tensor_shape(tensor)[i - n_new] == 1 ? 0 : index[i];
  }
  return reference_get(tensor, own);
}

/// Compare a complex product or quotient within the rounding of its terms
static bool
is_near(tercet_binary_op op,
        reference_value x,
        reference_value y,
        reference_value z,
        long double epsilon)
{
  reference_value e = {0, 0};
  const long double norm = y.re * y.re + y.im * y.im;
  switch ((int)op) {
  case TERCET_ADD:
    e = (reference_value){x.re + y.re, x.im + y.im};
    break;
  case TERCET_SUBTRACT:
    e = (reference_value){x.re - y.re, x.im - y.im};
    break;
  case TERCET_MULTIPLY:
    e = (reference_value){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
    break;
  case TERCET_DIVIDE:
    e = (reference_value){(x.re * y.re + x.im * y.im) / norm,
                          (x.im * y.re - x.re * y.im) / norm};
    break;
  }
  const long double size = fabsl(e.re) + fabsl(e.im) + fabsl(x.re) +
                           fabsl(x.im) + fabsl(y.re) + fabsl(y.im);
  return fabsl(z.re - e.re) <= 8 * epsilon * size &&
         fabsl(z.im - e.im) <= 8 * epsilon * size;
}

/// Compare the result of an operation; return whether it should have failed
static bool
check_result(tercet_binary_op op,
             const tercet_tensor *a,
             const tercet_tensor *b,
             const tercet_tensor *out,
             size_t rank,
             const int64_t *shape,
             int64_t size)
{
  const tercet_dtype dtype = tercet_tensor_dtype(a);
  const reference_format format = reference_format_of(dtype);
  bool wrong_divisor = false;
  for (int64_t i = 0; i < size; ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, shape, i, index);
    const reference_value x = broadcast_get(a, rank, index);
    const reference_value y = broadcast_get(b, rank, index);
    const long double expected =
        format.is_complex
            ? 0
            : reference_binary(op, &format, x.re, y.re, &wrong_divisor);
    if (!out) {
      continue;
    }
    const reference_value z = reference_get(out, index);
    const bool same =
        format.is_complex ? is_near(op, x, y, z, ldexpl(1, 1 - format.digits))
        : format.kind == REFERENCE_FLOAT ? reference_same(z.re, expected)
                                         : z.re == expected;
    CHECK(same);
    if (!same) {
      fprintf(stderr,
              "  %s op %d: %.20Lg, %.20Lg is %.20Lg, expected %.20Lg\n",
              tercet_dtype_name(dtype),
              (int)op,
              x.re,
              y.re,
              z.re,
              expected);
      break;
    }
  }
  return wrong_divisor;
}

static void
check_binary(tercet_binary_op op,
             const tercet_tensor *a,
             const tercet_tensor *b,
             size_t rank,
             const int64_t *shape)
{
  tercet_tensor *out = NULL;
  const tercet_status st =
      tercet_tensor_binary(&guard_allocator, op, a, b, &out, NULL);
  int64_t size = 1;
  for (size_t i = 0; i < rank; ++i) {
    size *= shape[i];
  }
  if (out) {
    check_end(out);
    CHECK_INT(tercet_tensor_size(out), size);
    CHECK_INT(tercet_tensor_rank(out), rank);
  }
  const bool must_fail = check_result(op, a, b, out, rank, shape, size);
  CHECK_STATUS(st, must_fail ? TERCET_ERR_RANGE : TERCET_OK);
  CHECK((out != NULL) == !must_fail);
  tercet_tensor_unref(out);
}

static void
test_all_dtypes_like_the_reference(void)
{
  uint64_t state = 2;
  for (int dtype = TERCET_DTYPE_I8; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    for (int i = 0; i < 400; ++i) {
      const bool is_complex =
          reference_format_of((tercet_dtype)dtype).is_complex;
      const random_values values =
          i % 2 && !is_complex ? RANDOM_WILD : RANDOM_TAME;
      int64_t shape[TERCET_MAX_RANK];
      int64_t shape_b[TERCET_MAX_RANK];
      const size_t rank = random_shape(&state, shape);
      const size_t rank_b = random_partner(&state, rank, shape, shape_b);
      tercet_tensor *const a =
          random_tensor(&state, (tercet_dtype)dtype, values, rank, shape);
      tercet_tensor *const b =
          random_tensor(&state, (tercet_dtype)dtype, values, rank_b, shape_b);
      const tercet_binary_op op = (tercet_binary_op)(i / 2 % 4);
      check_binary(op, a, b, rank, shape);
      check_binary(op, b, a, rank, shape);
      tercet_tensor_unref(a);
      tercet_tensor_unref(b);
    }
  }
}

static tercet_tensor *
make(tercet_dtype dtype, size_t rank, const int64_t *shape, const void *data)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      data ? tercet_tensor_from_data(NULL, dtype, rank, shape, data, &out, NULL)
           : tercet_tensor_new(NULL, dtype, rank, shape, &out, NULL),
      TERCET_OK);
  return out;
}

static void
check_failure(const tercet_tensor *a,
              const tercet_tensor *b,
              tercet_status status,
              const char *message)
{
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_binary(NULL, TERCET_DIVIDE, a, b, &out, &err),
               status);
  CHECK(!out);
  CHECK_TEXT(err.message, strlen(err.message), message);
}

static void
test_failures_name_what_is_wrong(void)
{
  const int64_t shape_a[2] = {2, 3};
  const int64_t shape_b[2] = {2, 2};
  const int32_t data[6] = {1, 2, 3, 4, 0, 6};
  tercet_tensor *const a = make(TERCET_DTYPE_I32, 2, shape_a, data);
  tercet_tensor *const b = make(TERCET_DTYPE_I32, 2, shape_b, data);
  tercet_tensor *const c = make(TERCET_DTYPE_F64, 2, shape_a, NULL);
  tercet_tensor *const d = make(TERCET_DTYPE_BOOL, 2, shape_a, NULL);
  check_failure(a,
                a,
                TERCET_ERR_RANGE,
                "division by zero: element [1, 1] of the divisor, "
                "int32[2, 3], is 0");
  check_failure(a,
                b,
                TERCET_ERR_SHAPE,
                "shapes [2, 3] and [2, 2] do not broadcast: 3 and 2 on axis "
                "-1");
  check_failure(a,
                c,
                TERCET_ERR_DTYPE,
                "the operands have two dtypes, int32 and float64");
  check_failure(d, d, TERCET_ERR_DTYPE, "no arithmetic on bool");
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
  tercet_tensor_unref(c);
  tercet_tensor_unref(d);
}

/// Nothing is divided, so that the zero does no harm
static void
test_zero_divisor_of_nothing(void)
{
  const int64_t shape[1] = {0};
  tercet_tensor *const a = make(TERCET_DTYPE_I64, 1, shape, NULL);
  tercet_tensor *const b = make(TERCET_DTYPE_I64, 0, NULL, NULL);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_binary(NULL, TERCET_DIVIDE, a, b, &out, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_size(out), 0);
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
  tercet_tensor_unref(out);
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  const int64_t shape[2] = {2, 3};
  tercet_tensor *const a = make(TERCET_DTYPE_F32, 2, shape, NULL);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_binary(&alloc, TERCET_ADD, a, a, &out, NULL),
               TERCET_OK);
  tercet_tensor_unref(out);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_tensor_binary(&alloc, TERCET_ADD, a, a, &out, NULL),
                 TERCET_ERR_NO_MEMORY);
    CHECK(!out);
  }
  CHECK(tercet_tensor_equals(a, a));
  tercet_tensor_unref(a);
}

int
main(void)
{
  test_all_dtypes_like_the_reference();
  test_failures_name_what_is_wrong();
  test_zero_divisor_of_nothing();
  test_each_allocation_failing();
  return check_finish();
}
