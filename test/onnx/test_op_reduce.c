// SPDX-License-Identifier: Apache-2.0

/// Reductions but ReduceL1: integers, nothing, NaN, and logarithms

#include "call.h"

#include <math.h>

/// Reduce a vector to one element
static void
check_vector(const char *op,
             tercet_dtype dtype,
             int64_t n,
             const void *data,
             const void *expected)
{
  op_call call;
  call_begin(&call, op, 20);
  call_set_int(&call, "keepdims", 0);
  call_add_vector(&call, dtype, n, data);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, dtype, 0, NULL, expected);
  call_end(&call);
}

static void
test_integers_are_exact_and_wrap(void)
{
  const int64_t wide[] = {(INT64_C(1) << 53) + 1, 1};
  check_vector("ReduceSum",
               TERCET_DTYPE_I64,
               2,
               wide,
               &(int64_t){(INT64_C(1) << 53) + 2});
  const int32_t most[] = {INT32_MAX, 1};
  check_vector("ReduceSum", TERCET_DTYPE_I32, 2, most, &(int32_t){INT32_MIN});
  const int64_t factors[] = {INT64_C(3037000501), INT64_C(3037000501), 3};
  check_vector(
      "ReduceProd",
      TERCET_DTYPE_I64,
      3,
      factors,
      &(int64_t){(int64_t)(UINT64_C(3037000501) * UINT64_C(3037000501) * 3U)});
  const int32_t squares[] = {65536, -3};
  check_vector("ReduceSumSquare", TERCET_DTYPE_I32, 2, squares, &(int32_t){9});
  const uint64_t large[] = {UINT64_C(1) << 32U, 5};
  check_vector("ReduceSumSquare", TERCET_DTYPE_U64, 2, large, &(uint64_t){25});
  const int32_t sides[] = {3, -5};
  check_vector("ReduceL2", TERCET_DTYPE_I32, 2, sides, &(int32_t){5});
}

/// The mean of integers is exact and truncated
static void
test_means_of_integers(void)
{
  check_vector("ReduceMean",
               TERCET_DTYPE_I32,
               3,
               (int32_t[]){INT32_MAX, INT32_MAX, INT32_MAX},
               &(int32_t){INT32_MAX});
  check_vector(
      "ReduceMean", TERCET_DTYPE_I32, 2, (int32_t[]){-3, -4}, &(int32_t){-3});
  check_vector("ReduceMean",
               TERCET_DTYPE_I64,
               1,
               (int64_t[]){(INT64_C(1) << 53) + 1},
               &(int64_t){(INT64_C(1) << 53) + 1});
  check_vector("ReduceMean",
               TERCET_DTYPE_U32,
               2,
               (uint32_t[]){UINT32_MAX, UINT32_MAX - 1},
               &(uint32_t){UINT32_MAX - 1});
}

static void
test_floats_are_rounded_once(void)
{
  // 0.1 + 0.2 + ... in float32 would drift
  float tenths[1000];
  for (int i = 0; i < 1000; ++i) {
    tenths[i] = 0.1F;
  }
  check_vector("ReduceSum",
               TERCET_DTYPE_F32,
               1000,
               tenths,
               &(float){(float)(1000 * (double)0.1F)});
  check_vector("ReduceMean", TERCET_DTYPE_F32, 1000, tenths, &(float){0.1F});
  check_vector("ReduceL2",
               TERCET_DTYPE_F32,
               2,
               (float[]){3e25F, 4e25F},
               &(float){(float)hypot((double)3e25F, (double)4e25F)});
  check_vector("ReduceSumSquare",
               TERCET_DTYPE_F16,
               3,
               (uint16_t[]){0x5000U, 0x3c00U, 0x3c00U}, // 32, 1, 1
               &(uint16_t){0x6402U});
}

static void
test_extremes_are_nan_wherever_one_is(void)
{
  for (int i = 0; i < 3; ++i) {
    float x[] = {1, 2, 3};
    x[i] = NAN;
    op_call call;
    call_begin(&call, i % 2 ? "ReduceMin" : "ReduceMax", 20);
    call_add_vector(&call, TERCET_DTYPE_F32, 3, x);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    CHECK(isnan(*(const float *)tercet_tensor_data(call.outputs[0].tensor)));
    call_end(&call);
  }
}

/* ---- Nothing ---- */

static void
check_nothing(const char *op, tercet_dtype dtype, const void *expected)
{
  const int64_t shape[] = {0, 1};
  const int64_t reduced[] = {1, 1};
  const int64_t axes[] = {0};
  op_call call;
  call_begin(&call, op, 20);
  call_add(&call, dtype, 2, shape, expected);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, axes);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, dtype, 2, reduced, expected);
  call_end(&call);
}

static void
test_reductions_of_nothing(void)
{
  check_nothing("ReduceSum", TERCET_DTYPE_I64, &(int64_t){0});
  check_nothing("ReduceProd", TERCET_DTYPE_F16, &(uint16_t){0x3c00U});
  check_nothing("ReduceL1", TERCET_DTYPE_F32, &(float){0});
  check_nothing("ReduceL2", TERCET_DTYPE_F64, &(double){0});
  check_nothing("ReduceSumSquare", TERCET_DTYPE_U32, &(uint32_t){0});
  check_nothing("ReduceLogSum", TERCET_DTYPE_F32, &(float){-INFINITY});
  check_nothing("ReduceLogSumExp", TERCET_DTYPE_F64, &(double){-INFINITY});
  check_nothing("ReduceMax", TERCET_DTYPE_BOOL, &(bool){false});
  check_nothing("ReduceMin", TERCET_DTYPE_BOOL, &(bool){true});
  check_nothing("ReduceMax", TERCET_DTYPE_I8, &(int8_t){INT8_MIN});
  check_nothing("ReduceMin", TERCET_DTYPE_I8, &(int8_t){INT8_MAX});
  check_nothing("ReduceMax", TERCET_DTYPE_I64, &(int64_t){INT64_MIN});
  check_nothing("ReduceMin", TERCET_DTYPE_I64, &(int64_t){INT64_MAX});
  check_nothing("ReduceMax", TERCET_DTYPE_U32, &(uint32_t){0});
  check_nothing("ReduceMin", TERCET_DTYPE_U64, &(uint64_t){UINT64_MAX});
  check_nothing("ReduceMax", TERCET_DTYPE_F16, &(uint16_t){0xfc00U});
  check_nothing("ReduceMin", TERCET_DTYPE_BF16, &(uint16_t){0x7f80U});
  check_nothing("ReduceMax", TERCET_DTYPE_F64, &(double){-INFINITY});
  check_nothing("ReduceMean", TERCET_DTYPE_I32, &(int32_t){0});

  op_call call;
  call_begin(&call, "ReduceMean", 18);
  call_add(&call, TERCET_DTYPE_F32, 1, (int64_t[]){0}, (float[]){0});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  CHECK(isnan(*(const float *)tercet_tensor_data(call.outputs[0].tensor)));
  call_end(&call);
}

/* ---- Logarithms ---- */

static void
check_near(const char *op, int64_t n, const double *x, double expected)
{
  op_call call;
  call_begin(&call, op, 18);
  call_add_vector(&call, TERCET_DTYPE_F64, n, x);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  const double out =
      *(const double *)tercet_tensor_data(call.outputs[0].tensor);
  CHECK(out == expected || fabs(out - expected) < 1e-12 * fabs(expected) ||
        (isnan(out) && isnan(expected)));
  call_check_allocations(&call);
  call_end(&call);
}

/// Exponentials that overflow, or are infinite, do no harm
static void
test_logarithms_of_sums(void)
{
  check_near("ReduceLogSum", 2, (double[]){1, 3}, log(4));
  check_near("ReduceLogSum", 2, (double[]){1, -3}, NAN);
  check_near("ReduceLogSumExp", 2, (double[]){1000, 1000}, 1000 + log(2));
  check_near("ReduceLogSumExp", 2, (double[]){-1000, -1000}, -1000 + log(2));
  check_near("ReduceLogSumExp", 2, (double[]){-INFINITY, -INFINITY}, -INFINITY);
  check_near("ReduceLogSumExp", 2, (double[]){-INFINITY, 3}, 3);
  check_near("ReduceLogSumExp", 2, (double[]){INFINITY, 3}, INFINITY);
  check_near("ReduceLogSumExp", 2, (double[]){NAN, 3}, NAN);
  check_vector("ReduceLogSum",
               TERCET_DTYPE_I32,
               2,
               (int32_t[]){100, 100},
               &(int32_t){5});
}

/* ---- Places and cumulative sums ---- */

static void
check_place(const char *op, bool is_last, int64_t expected)
{
  const float x[] = {2, 5, 5, 2};
  op_call call;
  call_begin(&call, op, 13);
  call_set_int(&call, "axis", -1);
  call_set_int(&call, "keepdims", 0);
  call_set_int(&call, "select_last_index", is_last);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, x);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_I64, 0, NULL, &expected);
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_first_and_last_extremes(void)
{
  check_place("ArgMax", false, 1);
  check_place("ArgMax", true, 2);
  check_place("ArgMin", false, 0);
  check_place("ArgMin", true, 3);

  op_call call;
  call_begin(&call, "ArgMax", 13);
  call_set_int(&call, "axis", 1);
  call_add_vector(&call, TERCET_DTYPE_F32, 1, (float[]){1});
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "ArgMax: axis 1 of a tensor of rank 1");
  call_end(&call);
}

static void
check_cumulative(bool reverse, bool exclusive, const int32_t *expected)
{
  const int32_t x[] = {1, 2, INT32_MAX};
  op_call call;
  call_begin(&call, "CumSum", 14);
  call_set_int(&call, "reverse", reverse);
  call_set_int(&call, "exclusive", exclusive);
  call_add_vector(&call, TERCET_DTYPE_I32, 3, x);
  call_add(&call, TERCET_DTYPE_I32, 0, NULL, (int32_t[]){-1});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_I32, 1, (int64_t[]){3}, expected);
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_cumulative_sums(void)
{
  check_cumulative(false, false, (int32_t[]){1, 3, INT32_MIN + 2});
  check_cumulative(false, true, (int32_t[]){0, 1, 3});
  check_cumulative(
      true, false, (int32_t[]){INT32_MIN + 2, INT32_MIN + 1, INT32_MAX});
  check_cumulative(true, true, (int32_t[]){INT32_MIN + 1, INT32_MAX, 0});
}

int
main(void)
{
  test_integers_are_exact_and_wrap();
  test_means_of_integers();
  test_floats_are_rounded_once();
  test_extremes_are_nan_wherever_one_is();
  test_reductions_of_nothing();
  test_logarithms_of_sums();
  test_first_and_last_extremes();
  test_cumulative_sums();
  return check_finish();
}
