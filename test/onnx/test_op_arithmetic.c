// SPDX-License-Identifier: Apache-2.0

/// Arithmetic at its edges: integers that wrap, division by zero, NaN, old
/// broadcasting, operands without elements or axes

#include "call.h"

#include <math.h>

/// Run an operator on two vectors of one dtype, and compare the output
static void
check_vectors(const char *op,
              tercet_dtype dtype,
              int64_t n,
              const void *a,
              const void *b,
              tercet_dtype out_dtype,
              const void *expected)
{
  op_call call;
  call_begin(&call, op, 23);
  call_add_vector(&call, dtype, n, a);
  call_add_vector(&call, dtype, n, b);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, out_dtype, 1, &n, expected);
  call_end(&call);
}

static void
test_integers_wrap(void)
{
  check_vectors("Add",
                TERCET_DTYPE_I8,
                2,
                (int8_t[]){127, -128},
                (int8_t[]){1, -1},
                TERCET_DTYPE_I8,
                (int8_t[]){-128, 127});
  check_vectors("Sub",
                TERCET_DTYPE_U16,
                2,
                (uint16_t[]){0, 5},
                (uint16_t[]){1, 3},
                TERCET_DTYPE_U16,
                (uint16_t[]){65535, 2});
  check_vectors("Mul",
                TERCET_DTYPE_I32,
                2,
                (int32_t[]){65536, INT32_MIN},
                (int32_t[]){65536, -1},
                TERCET_DTYPE_I32,
                (int32_t[]){0, INT32_MIN});
  check_vectors("Add",
                TERCET_DTYPE_U64,
                1,
                (uint64_t[]){UINT64_MAX},
                (uint64_t[]){2},
                TERCET_DTYPE_U64,
                (uint64_t[]){1});
}

static void
test_integer_division(void)
{
  check_vectors("Div",
                TERCET_DTYPE_I32,
                4,
                (int32_t[]){-7, 7, INT32_MIN, INT32_MIN},
                (int32_t[]){2, -2, -1, 1},
                TERCET_DTYPE_I32,
                (int32_t[]){-3, -3, INT32_MIN, INT32_MIN});
  check_vectors("Div",
                TERCET_DTYPE_I64,
                1,
                (int64_t[]){INT64_MIN},
                (int64_t[]){-1},
                TERCET_DTYPE_I64,
                (int64_t[]){INT64_MIN});
  check_vectors("Div",
                TERCET_DTYPE_U8,
                2,
                (uint8_t[]){255, 7},
                (uint8_t[]){2, 8},
                TERCET_DTYPE_U8,
                (uint8_t[]){127, 0});

  op_call call;
  call_begin(&call, "Div", 23);
  call_add_vector(&call, TERCET_DTYPE_I16, 2, (int16_t[]){1, 2});
  call_add_vector(&call, TERCET_DTYPE_I16, 2, (int16_t[]){1, 0});
  call_check_failure(
      &call,
      TERCET_ERR_RANGE,
      "division by zero: element [1] of the divisor, int16[2], is 0");
  call_end(&call);
}

static void
test_float_division_follows_ieee(void)
{
  check_vectors("Div",
                TERCET_DTYPE_F32,
                3,
                (float[]){1, -1, 6},
                (float[]){0, 0, 4},
                TERCET_DTYPE_F32,
                (float[]){INFINITY, -INFINITY, 1.5F});
}

static void
check_mod(int64_t fmod_,
          tercet_dtype dtype,
          int64_t n,
          const void *a,
          const void *b,
          const void *expected)
{
  op_call call;
  call_begin(&call, "Mod", 13);
  call_set_int(&call, "fmod", fmod_);
  call_add_vector(&call, dtype, n, a);
  call_add_vector(&call, dtype, n, b);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, dtype, 1, &n, expected);
  call_end(&call);
}

static void
test_remainders(void)
{
  const int32_t a[] = {-7, 7, -7, 7, INT32_MIN};
  const int32_t b[] = {3, -3, -3, 3, -1};
  check_mod(0, TERCET_DTYPE_I32, 5, a, b, (int32_t[]){2, -2, -1, 1, 0});
  check_mod(1, TERCET_DTYPE_I32, 5, a, b, (int32_t[]){-1, 1, -1, 1, 0});
  const double x[] = {-4.3, 4.3};
  const double y[] = {2.1, -2.1};
  const double rests[] = {fmod(-4.3, 2.1), fmod(4.3, -2.1)};
  check_mod(1, TERCET_DTYPE_F64, 2, x, y, rests);
  check_mod(0, TERCET_DTYPE_F64, 2, x, y, rests);
}

/* ---- Powers ---- */

static void
check_power(tercet_dtype base_dtype,
            const void *base,
            tercet_dtype exponent_dtype,
            const void *exponent,
            int64_t n,
            const void *expected)
{
  op_call call;
  call_begin(&call, "Pow", 15);
  call_add_vector(&call, base_dtype, n, base);
  call_add_vector(&call, exponent_dtype, n, exponent);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, base_dtype, 1, &n, expected);
  call_end(&call);
}

static void
test_powers_of_mixed_types(void)
{
  check_power(TERCET_DTYPE_I32,
              (int32_t[]){2, -3, 2},
              TERCET_DTYPE_F32,
              (float[]){-1, 3, 40},
              3,
              (int32_t[]){0, -27, INT32_MAX});
  check_power(TERCET_DTYPE_I64,
              (int64_t[]){-1, 3, -2},
              TERCET_DTYPE_U64,
              (uint64_t[]){UINT64_MAX, 40, 63},
              3,
              (int64_t[]){-1, INT64_C(-6289078614652622815), INT64_MIN});
  check_power(TERCET_DTYPE_I32,
              (int32_t[]){-2, 7},
              TERCET_DTYPE_U8,
              (uint8_t[]){31, 0},
              2,
              (int32_t[]){INT32_MIN, 1});
  check_power(TERCET_DTYPE_F32,
              (float[]){-8, 0, 2},
              TERCET_DTYPE_I64,
              (int64_t[]){3, 0, -1},
              3,
              (float[]){-512, 1, 0.5F});
  // One exponent for all, which is not rounded to float32
  check_power(TERCET_DTYPE_F32,
              (float[]){-3},
              TERCET_DTYPE_I64,
              (int64_t[]){2},
              1,
              (float[]){9});
  check_power(TERCET_DTYPE_F32,
              (float[]){-1},
              TERCET_DTYPE_I64,
              (int64_t[]){16777217},
              1,
              (float[]){-1});
  check_power(TERCET_DTYPE_I32,
              (int32_t[]){65537},
              TERCET_DTYPE_U8,
              (uint8_t[]){2},
              1,
              (int32_t[]){131073});
  // 2049 is no float16: the exponent must not be rounded to one
  check_power(TERCET_DTYPE_F16,
              (uint16_t[]){0xbc00U},
              TERCET_DTYPE_I32,
              (int32_t[]){2049},
              1,
              (uint16_t[]){0xbc00U});

  op_call call;
  call_begin(&call, "Pow", 15);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, (int64_t[]){2});
  call_add_vector(&call, TERCET_DTYPE_I64, 1, (int64_t[]){-1});
  call_check_failure(&call,
                     TERCET_ERR_RANGE,
                     "negative power of an integer: element [0] of the "
                     "exponent, int64[1], is -1");
  call_end(&call);
}

/* ---- Extremes, sums and means ---- */

static void
test_extremes_are_nan_if_an_operand_is(void)
{
  const float a[] = {1, NAN, 3};
  const float b[] = {NAN, 2, 1};
  for (int i = 0; i < 2; ++i) {
    op_call call;
    call_begin(&call, i ? "Max" : "Min", 13);
    call_add_vector(&call, TERCET_DTYPE_F32, 3, a);
    call_add_vector(&call, TERCET_DTYPE_F32, 3, b);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    const float *const out = tercet_tensor_data(call.outputs[0].tensor);
    CHECK(isnan(out[0]) && isnan(out[1]));
    CHECK_DOUBLE((double)out[2], i ? 3 : 1);
    call_end(&call);
  }
}

/// The first operands alone have another shape than all of them
static void
test_any_number_of_operands_broadcast(void)
{
  op_call call;
  call_begin(&call, "Max", 13);
  call_add_vector(&call, TERCET_DTYPE_U64, 2, (uint64_t[]){UINT64_MAX, 0});
  call_add(&call, TERCET_DTYPE_U64, 0, NULL, (uint64_t[]){5});
  call_add(&call,
           TERCET_DTYPE_U64,
           2,
           (int64_t[]){2, 1},
           (uint64_t[]){1, UINT64_MAX - 1});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call,
                    0,
                    TERCET_DTYPE_U64,
                    2,
                    (int64_t[]){2, 2},
                    (uint64_t[]){UINT64_MAX, 5, UINT64_MAX, UINT64_MAX - 1});
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "Mean", 13);
  call_add_vector(&call, TERCET_DTYPE_F64, 3, (double[]){1, 2, 3});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_F64, 1, (int64_t[]){3}, (double[]){1, 2, 3});
  call_end(&call);
}

/// 2048 + 1 + 1 is 2050, but 2048 if each sum is rounded to float16; the mean
/// of three times the greatest number is that number
static void
test_half_floats_are_rounded_once(void)
{
  op_call call;
  call_begin(&call, "Sum", 13);
  call_add_vector(&call, TERCET_DTYPE_F16, 1, (uint16_t[]){0x6800U});
  call_add_vector(&call, TERCET_DTYPE_F16, 1, (uint16_t[]){0x3c00U});
  call_add_vector(&call, TERCET_DTYPE_F16, 1, (uint16_t[]){0x3c00U});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_F16, 1, (int64_t[]){1}, (uint16_t[]){0x6801U});
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "Mean", 13);
  for (int i = 0; i < 3; ++i) {
    call_add_vector(&call, TERCET_DTYPE_F16, 1, (uint16_t[]){0x7bffU});
  }
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_F16, 1, (int64_t[]){1}, (uint16_t[]){0x7bffU});
  call_end(&call);
}

/* ---- Shapes ---- */

static void
test_operands_without_axes_or_elements(void)
{
  op_call call;
  call_begin(&call, "Add", 14);
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){1});
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){2});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 0, NULL, (float[]){3});
  call_end(&call);

  call_begin(&call, "Div", 14);
  call_add(&call, TERCET_DTYPE_I32, 2, (int64_t[]){0, 3}, (int32_t[]){0});
  call_add_vector(&call, TERCET_DTYPE_I32, 3, (int32_t[]){0, 0, 0});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_I32, 2, (int64_t[]){0, 3}, (int32_t[]){0});
  call_end(&call);

  call_begin(&call, "Add", 14);
  call_add_vector(&call, TERCET_DTYPE_F32, 2, (float[]){1, 2});
  call_add_vector(&call, TERCET_DTYPE_F32, 3, (float[]){1, 2, 3});
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "shapes [2] and [3] do not broadcast: 2 and 3 on axis -1");
  call_end(&call);
}

/// Before version 7, `axis` placed the second operand
static void
test_old_broadcasting(void)
{
  const int64_t shape[] = {2, 3, 1};
  op_call call;
  call_begin(&call, "Add", 6);
  call_set_int(&call, "broadcast", 1);
  call_set_int(&call, "axis", 0);
  call_add(&call, TERCET_DTYPE_F32, 3, shape, (float[]){1, 2, 3, 4, 5, 6});
  call_add_vector(&call, TERCET_DTYPE_F32, 2, (float[]){10, 20});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_F32, 3, shape, (float[]){11, 12, 13, 24, 25, 26});
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "Pow", 1);
  call_set_int(&call, "broadcast", 1);
  call_set_int(&call, "axis", 2);
  call_add(&call, TERCET_DTYPE_F32, 3, shape, (float[]){1, 2, 3, 4, 5, 6});
  call_add(&call, TERCET_DTYPE_F32, 2, (int64_t[]){1, 2}, (float[]){1, 2});
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "Pow: input 1 of rank 2 does not fit axis 2 of 3");
  call_end(&call);
}

static void
test_memory_of_the_caller_is_used(void)
{
  op_call call;
  call_begin(&call, "Mul", 14);
  call_add_vector(&call, TERCET_DTYPE_F64, 2, (double[]){2, 3});
  call_add_vector(&call, TERCET_DTYPE_F64, 2, (double[]){5, 7});
  CHECK_STATUS(
      tercet_tensor_new(
          NULL, TERCET_DTYPE_F64, 1, (int64_t[]){2}, &call.targets[0], NULL),
      TERCET_OK);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  CHECK(call.outputs[0].tensor == call.targets[0]);
  call_check_output(
      &call, 0, TERCET_DTYPE_F64, 1, (int64_t[]){2}, (double[]){10, 21});
  tercet_tensor_unref(call.targets[0]);
  call_end(&call);
}

int
main(void)
{
  test_integers_wrap();
  test_integer_division();
  test_float_division_follows_ieee();
  test_remainders();
  test_powers_of_mixed_types();
  test_extremes_are_nan_if_an_operand_is();
  test_any_number_of_operands_broadcast();
  test_half_floats_are_rounded_once();
  test_operands_without_axes_or_elements();
  test_old_broadcasting();
  test_memory_of_the_caller_is_used();
  return check_finish();
}
