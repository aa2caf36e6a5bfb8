// SPDX-License-Identifier: Apache-2.0

/// Aggregates: dtypes, exactness, independence of the order, failures

#include "calls.h"

#include "base/float16.h"

#include <tercet/tensor_run.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define MAX_STATE 64U

/// Compute an aggregate over one group, in batches of one row and of all.
/// `out` lives in the arena.
static tercet_status
aggregate(calls *self,
          const char *vocabulary,
          const char *name,
          tercet_value *values,
          size_t n_values,
          tercet_value *out)
{
  const tercet_aggregate_function *const function =
      calls_find_aggregate(self, vocabulary, name);
  char state[MAX_STATE] = {0};
  void *states[16];
  const tercet_value_column column = {values, false};
  CHECK(function->state_size <= MAX_STATE);
  for (size_t i = 0; i < 16U; ++i) {
    states[i] = state;
  }

  self->call.n_rows = n_values;
  tercet_status st = function->add(function, &self->call, &column, states);
  if (st == TERCET_OK) {
    st = function->finish(function, &self->call, state, out);
  }
  function->clear(function, state);
  return st;
}

static tercet_status
sum(calls *self, tercet_value *values, size_t n_values, tercet_value *out)
{
  return aggregate(self, VOCABULARY, "SUM", values, n_values, out);
}

static void
check_fails(calls *self,
            const char *name,
            tercet_value *values,
            size_t n,
            const char *reason)
{
  tercet_value out;
  calls_reset_call(self);
  CHECK_STATUS(aggregate(self, VOCABULARY, name, values, n, &out), TERCET_OK);
  CHECK_INT(out.kind, TERCET_VALUE_ERROR);
  CHECK_INT(self->call.failures.n_total, 1);
  CHECK_TEXT(calls_reason(self), strlen(calls_reason(self)), reason);
}

/// The example of the specification
static void
test_example_of_specification(void)
{
  const int32_t a[3] = {10, 20, 30};
  const double b[3] = {15.5, 25.5, 30.5};
  calls self;
  calls_init(&self, NULL);
  tercet_value values[] = {
      vector_value(&self, TERCET_DTYPE_I32, 3, a),
      vector_value(&self, TERCET_DTYPE_F64, 3, b),
      vector_value(&self, TERCET_DTYPE_F64, 3, b),
      vector_value(&self, TERCET_DTYPE_I32, 3, a),
      vector_value(&self, TERCET_DTYPE_I32, 3, a),
  };
  tercet_value out;
  CHECK_STATUS(sum(&self, values, 3, &out), TERCET_OK);
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_F64);
  const double *elements = out.tensor.data;
  CHECK_DOUBLE(elements[0], 41.0);
  CHECK_DOUBLE(elements[1], 71.0);
  CHECK_DOUBLE(elements[2], 91.0);

  CHECK_STATUS(aggregate(&self, VOCABULARY, "AVG", values, 5, &out), TERCET_OK);
  elements = out.tensor.data;
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_F64);
  CHECK_DOUBLE(elements[0], 12.2);
  CHECK_DOUBLE(elements[1], 22.2);
  CHECK_DOUBLE(elements[2], 30.2);

  tercet_value old;
  CHECK_STATUS(aggregate(&self, OLD_AGGREGATES, "avg", values, 5, &old),
               TERCET_OK);
  CHECK(!memcmp(old.tensor.data, out.tensor.data, 3U * sizeof(double)));
  CHECK_STATUS(aggregate(&self, OLD_AGGREGATES, "sum", values, 4, &old),
               TERCET_OK);
  CHECK_DOUBLE(((const double *)old.tensor.data)[0], 51.0);
  calls_clear(&self);
}

/// Integers are exact and wrap in the result's type, never through double
static void
test_integers_wrap_in_resolved_dtype(void)
{
  const uint8_t u8[2] = {200, 255};
  const int16_t i16[2] = {-1, 32767};
  const int64_t i64[2] = {INT64_MAX, INT64_C(9007199254740993)};
  const uint64_t u64[2] = {UINT64_MAX, 1};
  calls self;
  calls_init(&self, NULL);
  tercet_value bytes[] = {vector_value(&self, TERCET_DTYPE_U8, 2, u8),
                          vector_value(&self, TERCET_DTYPE_U8, 2, u8)};
  tercet_value shorts[] = {bytes[0],
                           vector_value(&self, TERCET_DTYPE_I16, 2, i16)};
  tercet_value longs[] = {
      vector_value(&self, TERCET_DTYPE_I64, 2, i64), bytes[0], shorts[1]};
  tercet_value unsigned_longs[] = {
      shorts[1], vector_value(&self, TERCET_DTYPE_U64, 2, u64), longs[0]};
  tercet_value out;

  CHECK_STATUS(sum(&self, bytes, 2, &out), TERCET_OK);
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_U8);
  CHECK_INT(((const uint8_t *)out.tensor.data)[0], 144);
  CHECK_INT(((const uint8_t *)out.tensor.data)[1], 254);

  CHECK_STATUS(sum(&self, shorts, 2, &out), TERCET_OK);
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_I16);
  CHECK_INT(((const int16_t *)out.tensor.data)[0], 199);
  CHECK_INT(((const int16_t *)out.tensor.data)[1], -32514);

  CHECK_STATUS(sum(&self, longs, 3, &out), TERCET_OK);
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_I64);
  CHECK_INT(((const int64_t *)out.tensor.data)[0], INT64_MIN + 198);
  CHECK_INT(((const int64_t *)out.tensor.data)[1],
            INT64_C(9007199254740993) + 255 + 32767);

  CHECK_STATUS(sum(&self, unsigned_longs, 3, &out), TERCET_OK);
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_U64);
  CHECK_INT(((const int64_t *)out.tensor.data)[0], INT64_MAX - 2);

  // The mean of integers does not wrap
  CHECK_STATUS(aggregate(&self, VOCABULARY, "AVG", bytes, 2, &out), TERCET_OK);
  CHECK_DOUBLE(((const double *)out.tensor.data)[0], 200.0);
  CHECK_STATUS(aggregate(&self, VOCABULARY, "AVG", longs, 1, &out), TERCET_OK);
  CHECK_DOUBLE(((const double *)out.tensor.data)[0], 0x1p63);
  calls_clear(&self);
}

/// A float result is rounded once: neither in between nor through float64
static void
test_float_result_is_rounded_once(void)
{
  calls self;
  calls_init(&self, NULL);
  // 1 + 2^-24 is a tie of float32; what is far below decides it
  const float f32[3] = {1.0F, 0x1p-24F, 0x1p-90F};
  const int32_t big = 16777217;
  const uint16_t halves[2] = {tercet_f32_to_f16(2048.0F),
                              tercet_f32_to_f16(1.0F)};
  tercet_value values[3];
  for (size_t i = 0; i < 3U; ++i) {
    values[i] = vector_value(&self, TERCET_DTYPE_F32, 1, &f32[i]);
  }
  tercet_value out;
  CHECK_STATUS(sum(&self, values, 2, &out), TERCET_OK);
  CHECK_DOUBLE(*(const float *)out.tensor.data, 1.0);
  CHECK_STATUS(sum(&self, values, 3, &out), TERCET_OK);
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_F32);
  CHECK_DOUBLE(*(const float *)out.tensor.data, 0x1.000002p0);

  tercet_value mixed[] = {vector_value(&self, TERCET_DTYPE_I32, 1, &big),
                          values[0]};
  CHECK_STATUS(sum(&self, mixed, 2, &out), TERCET_OK);
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_F32);
  CHECK_DOUBLE(*(const float *)out.tensor.data, 16777218.0);

  // In float16, 2048 + 1 + 1 would stay 2048 if rounded at each step
  tercet_value half_values[] = {
      vector_value(&self, TERCET_DTYPE_F16, 1, &halves[0]),
      vector_value(&self, TERCET_DTYPE_F16, 1, &halves[1]),
      vector_value(&self, TERCET_DTYPE_F16, 1, &halves[1])};
  CHECK_STATUS(sum(&self, half_values, 3, &out), TERCET_OK);
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_F16);
  CHECK_DOUBLE(tercet_f16_to_f32(*(const uint16_t *)out.tensor.data), 2050.0);
  calls_clear(&self);
}

static void
test_special_floats(void)
{
  const double inf = INFINITY;
  const double minus_inf = -INFINITY;
  const double one = 1.0;
  const double minus_zero = -0.0;
  const double big = 1.5e308;
  const int64_t integer = 5;
  calls self;
  tercet_value out;
  calls_init(&self, NULL);
  tercet_value a[] = {vector_value(&self, TERCET_DTYPE_F64, 1, &inf),
                      vector_value(&self, TERCET_DTYPE_F64, 1, &one),
                      vector_value(&self, TERCET_DTYPE_I64, 1, &integer),
                      vector_value(&self, TERCET_DTYPE_F64, 1, &minus_inf)};
  tercet_value b[] = {vector_value(&self, TERCET_DTYPE_F64, 1, &minus_zero),
                      vector_value(&self, TERCET_DTYPE_F64, 1, &minus_zero)};
  tercet_value c[] = {vector_value(&self, TERCET_DTYPE_F64, 1, &big),
                      vector_value(&self, TERCET_DTYPE_F64, 1, &big)};
  CHECK_STATUS(sum(&self, a, 3, &out), TERCET_OK);
  CHECK_DOUBLE(*(const double *)out.tensor.data, INFINITY);
  CHECK_STATUS(sum(&self, a, 4, &out), TERCET_OK);
  CHECK(isnan(*(const double *)out.tensor.data));
  CHECK_STATUS(aggregate(&self, VOCABULARY, "AVG", a, 3, &out), TERCET_OK);
  CHECK_DOUBLE(*(const double *)out.tensor.data, INFINITY);
  CHECK_STATUS(sum(&self, b, 2, &out), TERCET_OK);
  CHECK_DOUBLE(*(const double *)out.tensor.data, -0.0);
  CHECK_STATUS(sum(&self, c, 2, &out), TERCET_OK);
  CHECK_DOUBLE(*(const double *)out.tensor.data, INFINITY);
  calls_clear(&self);
}

/// Any order of tensors of any types gives the same bytes
static void
test_order_does_not_matter(void)
{
  enum { N = 12, WIDTH = 9 };
  static double f64[N][WIDTH];
  static float f32[N][WIDTH];
  static int64_t i64[N][WIDTH];
  uint64_t seed = 11;
  calls self;
  calls_init(&self, NULL);
  tercet_value values[N];
  for (size_t k = 0; k < N; ++k) {
    for (size_t i = 0; i < WIDTH; ++i) {
      const int64_t bits = (int64_t)check_random(&seed);
      i64[k][i] = bits;
      f64[k][i] = ldexp((double)bits, (int)(check_random(&seed) % 70U) - 100);
      f32[k][i] = (float)(f64[k][i] * 1e3);
    }
    values[k] =
        k % 3U == 0   ? vector_value(&self, TERCET_DTYPE_F64, WIDTH, f64[k])
        : k % 3U == 1 ? vector_value(&self, TERCET_DTYPE_F32, WIDTH, f32[k])
                      : vector_value(&self, TERCET_DTYPE_I64, WIDTH, i64[k]);
  }

  tercet_value first_sum;
  tercet_value first_mean;
  CHECK_STATUS(sum(&self, values, N, &first_sum), TERCET_OK);
  CHECK_STATUS(aggregate(&self, VOCABULARY, "AVG", values, N, &first_mean),
               TERCET_OK);
  for (size_t round = 0; round < 200U; ++round) {
    for (size_t i = N - 1U; i; --i) {
      const size_t k = check_random(&seed) % (i + 1U);
      const tercet_value value = values[i];
      values[i] = values[k];
      values[k] = value;
    }
    tercet_value out;
    CHECK_STATUS(sum(&self, values, N, &out), TERCET_OK);
    CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_F64);
    CHECK(!memcmp(
        out.tensor.data, first_sum.tensor.data, out.tensor.type->n_bytes));
    CHECK_STATUS(aggregate(&self, VOCABULARY, "AVG", values, N, &out),
                 TERCET_OK);
    CHECK(!memcmp(
        out.tensor.data, first_mean.tensor.data, out.tensor.type->n_bytes));
  }
  calls_clear(&self);
}

static void
test_groups_without_value(void)
{
  const double data[4] = {1, 2, 3, 4};
  const int64_t square[2] = {2, 2};
  calls self;
  calls_init(&self, NULL);
  const tercet_value vector = vector_value(&self, TERCET_DTYPE_F64, 4, data);
  tercet_value shapes[] = {
      vector, tensor_value(&self, TERCET_DTYPE_F32, 2, square, data), vector};
  tercet_value no_tensor[] = {vector, string_value("x"), vector};
  tercet_value unbound[] = {{0}, vector};
  tercet_value bools[] = {vector_value(&self, TERCET_DTYPE_BOOL, 4, data)};

  check_fails(&self, "SUM", shapes, 0, "SUM: the group is empty");
  check_fails(&self, "AVG", shapes, 0, "AVG: the group is empty");
  check_fails(&self,
              "SUM",
              shapes,
              3,
              "SUM: different shapes in one group: float64 [4] and "
              "float32 [2, 2]");
  check_fails(&self,
              "AVG",
              no_tensor,
              3,
              "AVG: a value of the group is no tensor: \"x\"");
  check_fails(&self,
              "SUM",
              unbound,
              2,
              "SUM: a value of the group is unbound or an error");
  check_fails(&self,
              "SUM",
              bools,
              1,
              "SUM: a tensor of the group is bool; cast it to a numeric type");
  calls_clear(&self);
}

static void
test_empty_and_scalar_tensors(void)
{
  const int16_t scalar = 7;
  calls self;
  tercet_value out;
  calls_init(&self, NULL);
  tercet_value scalars[] = {
      tensor_value(&self, TERCET_DTYPE_I16, 0, NULL, &scalar),
      tensor_value(&self, TERCET_DTYPE_I16, 0, NULL, &scalar)};
  tercet_value empty[] = {vector_value(&self, TERCET_DTYPE_F32, 0, NULL),
                          vector_value(&self, TERCET_DTYPE_U8, 0, NULL)};
  CHECK_STATUS(sum(&self, scalars, 2, &out), TERCET_OK);
  CHECK_INT(out.tensor.type->rank, 0);
  CHECK_INT(*(const int16_t *)out.tensor.data, 14);
  CHECK_STATUS(sum(&self, empty, 2, &out), TERCET_OK);
  CHECK_INT(out.tensor.type->n_elements, 0);
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_F32);
  calls_clear(&self);
}

/// Rows of one batch go to the groups that they belong to
static void
test_groups_are_apart(void)
{
  const int32_t data[4] = {1, 10, 100, 1000};
  calls self;
  calls_init(&self, NULL);
  const tercet_aggregate_function *const function =
      calls_find_aggregate(&self, VOCABULARY, "SUM");
  char groups[2][MAX_STATE] = {{0}};
  void *states[4] = {groups[0], groups[1], groups[0], groups[1]};
  tercet_value values[4];
  for (size_t i = 0; i < 4U; ++i) {
    values[i] = vector_value(&self, TERCET_DTYPE_I32, 1, &data[i]);
  }

  const tercet_value_column column = {values, false};
  const tercet_value_column constant = {&values[3], true};
  tercet_value out[2];
  self.call.n_rows = 4;
  CHECK_STATUS(function->add(function, &self.call, &column, states), TERCET_OK);
  CHECK_STATUS(function->add(function, &self.call, &constant, states),
               TERCET_OK);
  CHECK_STATUS(function->finish(function, &self.call, groups[0], &out[0]),
               TERCET_OK);
  CHECK_STATUS(function->finish(function, &self.call, groups[1], &out[1]),
               TERCET_OK);
  CHECK_INT(*(const int32_t *)out[0].tensor.data, 2101);
  CHECK_INT(*(const int32_t *)out[1].tensor.data, 3010);
  function->clear(function, groups[0]);
  function->clear(function, groups[1]);
  function->clear(function, groups[1]);
  calls_clear(&self);
}

/// Integers, floats and a failure, so that every allocation is met
static tercet_status
aggregate_once(calls *self, size_t n_values)
{
  const int32_t i32[2] = {1, 2};
  const float f32[3] = {0.5F, 0.25F, 1.0F};
  tercet_tensor_type pair;
  tercet_tensor_type floats;
  tercet_tensor_type triple;
  const int64_t two = 2;
  const int64_t three = 3;
  CHECK_STATUS(tercet_tensor_type_init(TERCET_DTYPE_I32, 1, &two, &pair, NULL),
               TERCET_OK);
  CHECK_STATUS(
      tercet_tensor_type_init(TERCET_DTYPE_F32, 1, &two, &floats, NULL),
      TERCET_OK);
  CHECK_STATUS(
      tercet_tensor_type_init(TERCET_DTYPE_F32, 1, &three, &triple, NULL),
      TERCET_OK);
  tercet_value values[] = {tercet_value_tensor(&pair, i32),
                           tercet_value_tensor(&floats, f32),
                           tercet_value_tensor(&triple, f32)};
  tercet_value out;
  const tercet_status st = sum(self, values, n_values, &out);
  if (st == TERCET_OK && n_values == 2U) {
    CHECK_DOUBLE(((const float *)out.tensor.data)[1], 2.25);
  }
  return st;
}

static void
test_memory_runs_out(void)
{
  for (size_t n_values = 2; n_values <= 3U; ++n_values) {
    failing_allocator state = {0, SIZE_MAX};
    const tercet_allocator alloc = {failing_allocate, failing_release, &state};
    calls self;
    calls_init(&self, &alloc);
    CHECK_STATUS(aggregate_once(&self, n_values), TERCET_OK);
    tercet_arena_clear(&self.arena);

    for (size_t n = state.calls, i = 0; i < n; ++i) {
      state = (failing_allocator){0, i};
      CHECK_STATUS(aggregate_once(&self, n_values), TERCET_ERR_NO_MEMORY);
      state = (failing_allocator){0, SIZE_MAX};
      CHECK_STATUS(aggregate_once(&self, n_values), TERCET_OK);
      tercet_arena_clear(&self.arena);
    }
    calls_clear(&self);
  }
}

/* ---- VAR and STD ---- */

/// Compute an aggregate of one element in each of some tensors
static double
moment_of(calls *self, const char *name, size_t n, const double *numbers)
{
  tercet_value values[16];
  tercet_value out;
  for (size_t i = 0; i < n; ++i) {
    values[i] = vector_value(self, TERCET_DTYPE_F64, 1, &numbers[i]);
  }
  CHECK_STATUS(aggregate(self, VOCABULARY, name, values, n, &out), TERCET_OK);
  CHECK_INT(out.kind, TERCET_VALUE_TENSOR);
  CHECK_INT(out.tensor.type->dtype, TERCET_DTYPE_F64);
  return out.kind == TERCET_VALUE_TENSOR ? *(const double *)out.tensor.data
                                         : (double)NAN;
}

/// The templates would give 0, or NaN for the root of a negative number
static void
test_moments_do_not_cancel(void)
{
  calls self;
  calls_init(&self, NULL);
  const double same[] = {0.1, 0.1, 0.1};
  CHECK_DOUBLE(moment_of(&self, "VAR", 3, same), 0.0);
  CHECK_DOUBLE(moment_of(&self, "STD", 3, same), 0.0);
  const double far[] = {1e8 + 0.125, 1e8 + 0.25, 1e8 + 0.375};
  CHECK_DOUBLE(moment_of(&self, "VAR", 3, far), 0.03125 / 3.0);
  const double outlier[] = {1.0, 1e15, 1e15 + 2.0, 1e15 + 4.0};
  const double expected = 1.8750000000000037e29;
  CHECK(fabs(moment_of(&self, "VAR", 4, outlier) / expected - 1) < 1e-14);
  const double special[] = {1.0, INFINITY, 2.0};
  CHECK(isnan(moment_of(&self, "STD", 3, special)));
  const double one = 1.0;
  check_fails(&self,
              "VAR",
              (tercet_value[]){vector_value(&self, TERCET_DTYPE_F64, 1, &one)},
              1,
              "VAR: the group has only one tensor");
  calls_clear(&self);
}

/// Squares that overflow, though the root does not
static void
test_moments_of_large_numbers(void)
{
  calls self;
  calls_init(&self, NULL);
  const double large[] = {1.0, -1e200, 1e200};
  CHECK(moment_of(&self, "VAR", 3, large) == (double)INFINITY);
  const double root = 1e200 * sqrt(2.0 / 3.0);
  CHECK(fabs(moment_of(&self, "STD", 3, large) / root - 1) < 1e-14);
  const double most[] = {-1.7e308, 1.7e308};
  CHECK(fabs(moment_of(&self, "STD", 2, most) / 1.7e308 - 1) < 1e-14);
  calls_clear(&self);
}

/// Against long double, on numbers of all sizes
static void
test_moments_against_reference(void)
{
  calls self;
  calls_init(&self, NULL);
  uint64_t seed = 7;
  for (size_t round = 0; round < 2000; ++round) {
    double numbers[16];
    const size_t n = 2 + round % 15;
    const double middle = ldexp(1.0, (int)(round % 40) - 20);
    long double sum = 0;
    for (size_t i = 0; i < n; ++i) {
      const uint64_t bits = check_random(&seed);
      numbers[i] = middle + (double)(int64_t)bits * 0x1p-63;
      sum += (long double)numbers[i];
    }
    long double squares = 0;
    for (size_t i = 0; i < n; ++i) {
      const long double d = (long double)numbers[i] - sum / (long double)n;
      squares += d * d;
    }
    const double expected = (double)(squares / (long double)n);
    const double found = moment_of(&self, "VAR", n, numbers);
    CHECK(fabs(found - expected) <= 4 * DBL_EPSILON * expected);
    tercet_arena_clear(&self.arena);
  }
  calls_clear(&self);
}

/// Many rows of float32 in two groups, at once and one by one: sums are the
/// same bits, variances as good as equal
static void
test_rows_are_added_together(void)
{
  enum { N = 200, SIZE = 37 };
  static const char *const names[] = {"SUM", "AVG", "VAR", "STD"};
  static float rows[N][SIZE];
  static tercet_value values[N];
  static void *states[N];
  static char memory[4][MAX_STATE];
  uint64_t seed = 11;
  calls self;
  calls_init(&self, NULL);
  for (size_t i = 0; i < N; ++i) {
    for (size_t k = 0; k < SIZE; ++k) {
      rows[i][k] =
          (float)(100.0 + (double)(check_random(&seed) >> 11U) * 0x1p-53);
    }
    values[i] = vector_value(&self, TERCET_DTYPE_F32, SIZE, rows[i]);
  }

  for (size_t c = 0; c < 4; ++c) {
    const tercet_aggregate_function *const function =
        calls_find_aggregate(&self, VOCABULARY, names[c]);
    memset(memory, 0, sizeof(memory));
    const tercet_value_column all = {values, false};
    for (size_t i = 0; i < N; ++i) {
      // Runs of 1 to 90 rows of a group
      states[i] = memory[(i > 40 && i < 130) || i % 50 == 7];
    }
    self.call.n_rows = N;
    CHECK_STATUS(function->add(function, &self.call, &all, states), TERCET_OK);
    self.call.n_rows = 1;
    for (size_t i = 0; i < N; ++i) {
      const tercet_value_column one = {&values[i], false};
      void *state = (char *)states[i] + 2 * MAX_STATE;
      CHECK_STATUS(function->add(function, &self.call, &one, &state),
                   TERCET_OK);
    }
    for (size_t g = 0; g < 2; ++g) {
      tercet_value a;
      tercet_value b;
      CHECK_STATUS(function->finish(function, &self.call, memory[g], &a),
                   TERCET_OK);
      CHECK_STATUS(function->finish(function, &self.call, memory[g + 2], &b),
                   TERCET_OK);
      const bool is_moment = c > 1;
      for (size_t k = 0; is_moment && k < SIZE; ++k) {
        const double x = ((const double *)a.tensor.data)[k];
        const double y = ((const double *)b.tensor.data)[k];
        CHECK(fabs(x - y) <= 4 * DBL_EPSILON * y);
      }
      CHECK(is_moment ||
            !memcmp(a.tensor.data, b.tensor.data, a.tensor.type->n_bytes));
    }
    for (size_t g = 0; g < 4; ++g) {
      function->clear(function, memory[g]);
    }
  }
  calls_clear(&self);
}

/// Dtypes of the tensors that threads share
static const tercet_dtype shared_dtypes[] = {
    TERCET_DTYPE_F16,
    TERCET_DTYPE_F32,
    TERCET_DTYPE_F64,
    TERCET_DTYPE_I16,
    TERCET_DTYPE_I32,
    TERCET_DTYPE_I64,
    TERCET_DTYPE_U8,
    TERCET_DTYPE_U64,
};

enum { SHARED_ROWS = 600, SHARED_SIZE = 1100, SHARED_GROUPS = 5 };

/// Make tensors of one dtype, the last but one of another, of any bits in
/// float16 and integers, with NaN and infinity among the other floats
static tercet_value *
shared_values(calls *self, tercet_dtype dtype)
{
  uint64_t seed = 5;
  tercet_value *const values = calloc(SHARED_ROWS, sizeof(*values));
  CHECK(values != NULL);
  for (size_t i = 0; i < SHARED_ROWS; ++i) {
    const tercet_dtype own = i == SHARED_ROWS - 2 ? TERCET_DTYPE_F64 : dtype;
    const size_t size = tercet_dtype_size(own);
    char *const data = tercet_arena_allocate_aligned(
        &self->arena, SHARED_SIZE * size, sizeof(double));
    for (size_t k = 0; k < SHARED_SIZE; ++k) {
      const uint64_t bits = check_random(&seed);
      const double number = k == 7 && i == 300      ? (double)NAN
                            : k == 1090 && i == 301 ? (double)INFINITY
                                                    : (double)bits * 0x1p-60;
      const float single = (float)number;
      const void *const from = own == TERCET_DTYPE_F64   ? (const void *)&number
                               : own == TERCET_DTYPE_F32 ? (const void *)&single
                                                         : (const void *)&bits;
      memcpy(data + k * size, from, size);
    }
    values[i] = vector_value(self, own, SHARED_SIZE, data);
  }
  return values;
}

/// Set the values of aggregates over interleaved groups, of which the last one
/// has no value
static void
aggregate_groups(calls *self,
                 const char *name,
                 tercet_value *values,
                 tercet_value *out)
{
  const tercet_aggregate_function *const function =
      calls_find_aggregate(self, VOCABULARY, name);
  static char memory[SHARED_GROUPS][MAX_STATE];
  static void *states[SHARED_ROWS];
  const tercet_value_column column = {values, false};
  memset(memory, 0, sizeof(memory));
  for (size_t i = 0; i < SHARED_ROWS; ++i) {
    states[i] = memory[i < 200 ? 0 : i % SHARED_GROUPS];
  }
  self->call.n_rows = SHARED_ROWS;
  CHECK_STATUS(function->add(function, &self->call, &column, states),
               TERCET_OK);
  for (size_t g = 0; g < SHARED_GROUPS; ++g) {
    CHECK_STATUS(function->finish(function, &self->call, memory[g], &out[g]),
                 TERCET_OK);
    function->clear(function, memory[g]);
  }
}

/// Any number of threads gives the same bits
static void
test_threads_share_elements(void)
{
  static const char *const names[] = {"SUM", "AVG", "VAR", "STD"};
  for (size_t d = 0; d < sizeof(shared_dtypes) / sizeof(shared_dtypes[0]);
       ++d) {
    calls self;
    calls_init(&self, NULL);
    tercet_value *const values = shared_values(&self, shared_dtypes[d]);
    static const float two[2] = {1, 2};
    // The row is of the last group, whose tensors then differ in shape
    values[SHARED_ROWS - 1] = vector_value(&self, TERCET_DTYPE_F32, 2, two);
    for (size_t c = 0; c < 4; ++c) {
      tercet_value alone[SHARED_GROUPS];
      aggregate_groups(&self, names[c], values, alone);
      CHECK_INT(alone[SHARED_GROUPS - 1].kind, TERCET_VALUE_ERROR);
      for (size_t n_threads = 2; n_threads < 4; ++n_threads) {
        tercet_value shared[SHARED_GROUPS];
        tercet_set_threads(n_threads);
        aggregate_groups(&self, names[c], values, shared);
        tercet_set_threads(1);
        for (size_t g = 0; g < SHARED_GROUPS; ++g) {
          CHECK_INT(shared[g].kind, alone[g].kind);
          CHECK(alone[g].kind == TERCET_VALUE_ERROR ||
                (shared[g].tensor.type->n_bytes ==
                     alone[g].tensor.type->n_bytes &&
                 !memcmp(shared[g].tensor.data,
                         alone[g].tensor.data,
                         alone[g].tensor.type->n_bytes)));
        }
      }
    }
    free(values);
    calls_clear(&self);
  }
}

/// Every aggregate with every allocation failing
static void
test_memory_runs_out_for_all(void)
{
  static const struct {
    const char *vocabulary;
    const char *name;
  } all[] = {
      {VOCABULARY, "VAR"},
      {VOCABULARY, "STD"},
      {"urn:tercet:", "MIN"},
      {"urn:tercet:", "PROD"},
      {"urn:tercet:", "MEDIAN"},
      {"urn:tercet:", "STACK"},
  };
  const double data[2] = {1, 1e300};
  const float floats[2] = {2, 3};
  calls holder;
  calls_init(&holder, NULL);
  tercet_value values[] = {vector_value(&holder, TERCET_DTYPE_F32, 2, floats),
                           vector_value(&holder, TERCET_DTYPE_F64, 2, data)};
  for (size_t k = 0; k < sizeof(all) / sizeof(all[0]); ++k) {
    failing_allocator state = {0, SIZE_MAX};
    const tercet_allocator alloc = {failing_allocate, failing_release, &state};
    calls self;
    tercet_value out;
    calls_init(&self, &alloc);
    CHECK_STATUS(
        aggregate(&self, all[k].vocabulary, all[k].name, values, 2, &out),
        TERCET_OK);
    tercet_arena_clear(&self.arena);
    for (size_t n = state.calls, i = 0; i < n; ++i) {
      state = (failing_allocator){0, i};
      CHECK_STATUS(
          aggregate(&self, all[k].vocabulary, all[k].name, values, 2, &out),
          TERCET_ERR_NO_MEMORY);
      tercet_arena_clear(&self.arena);
    }
    state = (failing_allocator){0, SIZE_MAX};
    CHECK_STATUS(
        aggregate(&self, all[k].vocabulary, all[k].name, values, 2, &out),
        TERCET_OK);
    calls_clear(&self);
  }
  calls_clear(&holder);
}

static void
test_cancel_stops_a_long_sum(void)
{
  static double data[200000];
  calls self;
  tercet_value out;
  calls_init(&self, NULL);
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  tercet_value values[] = {vector_value(&self, TERCET_DTYPE_F64, 200000, data)};
  tercet_cancel_request(cancel);
  self.call.cancel = cancel;
  CHECK_STATUS(sum(&self, values, 1, &out), TERCET_ERR_CANCELLED);
  tercet_cancel_free(cancel);
  calls_clear(&self);
}

int
main(void)
{
  test_example_of_specification();
  test_integers_wrap_in_resolved_dtype();
  test_float_result_is_rounded_once();
  test_special_floats();
  test_order_does_not_matter();
  test_groups_without_value();
  test_empty_and_scalar_tensors();
  test_groups_are_apart();
  test_memory_runs_out();
  test_moments_do_not_cancel();
  test_moments_of_large_numbers();
  test_moments_against_reference();
  test_rows_are_added_together();
  test_threads_share_elements();
  test_memory_runs_out_for_all();
  test_cancel_stops_a_long_sum();
  return check_finish();
}
