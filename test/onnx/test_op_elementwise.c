// SPDX-License-Identifier: Apache-2.0

/// Functions of one tensor, activations, comparisons and choices: dtypes,
/// NaN, infinities and old versions that the node tests leave out

#include "call.h"

#include <math.h>

/* ---- Functions of one tensor ---- */

static void
check_unary(const char *op,
            int64_t version,
            tercet_dtype dtype,
            int64_t n,
            const void *x,
            tercet_dtype out_dtype,
            const void *expected)
{
  op_call call;
  call_begin(&call, op, version);
  call_add_vector(&call, dtype, n, x);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, out_dtype, 1, &n, expected);
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_integers(void)
{
  check_unary("Abs",
              13,
              TERCET_DTYPE_I8,
              3,
              (int8_t[]){-128, -1, 5},
              TERCET_DTYPE_I8,
              (int8_t[]){-128, 1, 5});
  check_unary("Abs",
              13,
              TERCET_DTYPE_U64,
              1,
              (uint64_t[]){UINT64_MAX},
              TERCET_DTYPE_U64,
              (uint64_t[]){UINT64_MAX});
  check_unary("Neg",
              13,
              TERCET_DTYPE_I64,
              2,
              (int64_t[]){INT64_MIN, 4},
              TERCET_DTYPE_I64,
              (int64_t[]){INT64_MIN, -4});
  check_unary("Sign",
              13,
              TERCET_DTYPE_U8,
              2,
              (uint8_t[]){0, 200},
              TERCET_DTYPE_U8,
              (uint8_t[]){0, 1});
  check_unary("BitwiseNot",
              18,
              TERCET_DTYPE_I16,
              2,
              (int16_t[]){0, -1},
              TERCET_DTYPE_I16,
              (int16_t[]){-1, 0});
  check_unary("Relu",
              14,
              TERCET_DTYPE_I32,
              2,
              (int32_t[]){-7, 7},
              TERCET_DTYPE_I32,
              (int32_t[]){0, 7});
}

static void
test_floats(void)
{
  check_unary("Round",
              22,
              TERCET_DTYPE_F32,
              5,
              (float[]){0.5F, 1.5F, 2.5F, -0.5F, -2.5F},
              TERCET_DTYPE_F32,
              (float[]){0, 2, 2, -0.0F, -2});
  check_unary("Reciprocal",
              13,
              TERCET_DTYPE_F64,
              3,
              (double[]){4, 0, -0.0},
              TERCET_DTYPE_F64,
              (double[]){0.25, INFINITY, -INFINITY});
  check_unary("Sqrt",
              13,
              TERCET_DTYPE_F16,
              2,
              (uint16_t[]){0x4400U, 0x4000U}, // 4, 2
              TERCET_DTYPE_F16,
              (uint16_t[]){0x4000U, 0x3da8U});
  check_unary("Exp",
              13,
              TERCET_DTYPE_F64,
              2,
              (double[]){-INFINITY, 1000},
              TERCET_DTYPE_F64,
              (double[]){0, INFINITY});
}

/* ---- What a float is ---- */

static void
check_is_inf(bool positive, bool negative, const bool *expected)
{
  const float x[] = {INFINITY, -INFINITY, NAN, 1};
  op_call call;
  call_begin(&call, "IsInf", 20);
  call_set_int(&call, "detect_positive", positive);
  call_set_int(&call, "detect_negative", negative);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, x);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_BOOL, 1, (int64_t[]){4}, expected);
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_infinities_and_nan(void)
{
  check_is_inf(true, true, (bool[]){true, true, false, false});
  check_is_inf(true, false, (bool[]){true, false, false, false});
  check_is_inf(false, true, (bool[]){false, true, false, false});
  check_is_inf(false, false, (bool[]){false, false, false, false});

  op_call call;
  call_begin(&call, "IsNaN", 20);
  call_add_vector(&call, TERCET_DTYPE_U8, 3, (uint8_t[]){0x7c, 0x7d, 0x3c});
  call.inputs[0].type = TERCET_ONNX_FLOAT8E5M2;
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call,
                    0,
                    TERCET_DTYPE_BOOL,
                    1,
                    (int64_t[]){3},
                    (bool[]){false, true, false});
  call_end(&call);
}

/* ---- Activations ---- */

static const char *const activations[] = {"Celu",
                                          "Elu",
                                          "Gelu",
                                          "HardSigmoid",
                                          "HardSwish",
                                          "LeakyRelu",
                                          "Mish",
                                          "Relu",
                                          "Selu",
                                          "Shrink",
                                          "Sigmoid",
                                          "Softplus",
                                          "Softsign",
                                          "ThresholdedRelu"};

/// Half floats must be what float64 gives, rounded; few are a neighbour of it
static void
check_activation_of_halves(const char *op, tercet_dtype dtype)
{
  const int64_t n = 1000;
  double numbers[1000];
  tercet_tensor *wide = NULL;
  tercet_tensor *half = NULL;
  for (int i = 0; i < 1000; ++i) {
    numbers[i] = (i - 500) / 64.0;
  }
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, 1, &n, numbers, &wide, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, wide, dtype, &half, NULL), TERCET_OK);
  tercet_tensor_unref(wide);
  CHECK_STATUS(tercet_tensor_cast(NULL, half, TERCET_DTYPE_F64, &wide, NULL),
               TERCET_OK);
  op_call narrow;
  op_call exact;
  call_begin(&narrow, op, 22);
  call_begin(&exact, op, 22);
  call_add_value(&narrow, tercet_onnx_value_from_tensor(half));
  call_add_value(&exact, tercet_onnx_value_from_tensor(wide));
  CHECK_STATUS(call_run(&narrow), TERCET_OK);
  CHECK_STATUS(call_run(&exact), TERCET_OK);
  tercet_tensor *rounded = NULL;
  CHECK_STATUS(
      tercet_tensor_cast(NULL, exact.outputs[0].tensor, dtype, &rounded, NULL),
      TERCET_OK);
  const int16_t *const a = tercet_tensor_data(narrow.outputs[0].tensor);
  const int16_t *const b = tercet_tensor_data(rounded);
  int n_different = 0;
  for (int i = 0; i < 1000; ++i) {
    // Bits of neighbours differ by one
    const int distance = a[i] - b[i];
    const bool is_near = distance >= -1 && distance <= 1;
    CHECK(is_near);
    if (!is_near) {
      fprintf(stderr, "  %s of %g\n", op, numbers[i]);
    }
    n_different += distance != 0;
  }
  CHECK(n_different <= 5);
  tercet_tensor_unref(rounded);
  call_end(&exact);
  call_end(&narrow);
}

static void
test_activations_of_half_floats(void)
{
  for (size_t i = 0; i < sizeof(activations) / sizeof(activations[0]); ++i) {
    check_activation_of_halves(activations[i], TERCET_DTYPE_F16);
    check_activation_of_halves(activations[i], TERCET_DTYPE_BF16);
  }
}

static void
test_activations_keep_nan(void)
{
  for (size_t i = 0; i < sizeof(activations) / sizeof(activations[0]); ++i) {
    op_call call;
    call_begin(&call, activations[i], 22);
    call_add_vector(&call, TERCET_DTYPE_F32, 2, (float[]){NAN, 1});
    CHECK_STATUS(call_run(&call), TERCET_OK);
    const float *const out = tercet_tensor_data(call.outputs[0].tensor);
    CHECK(isnan(out[0]) && isfinite(out[1]));
    call_check_allocations(&call);
    call_end(&call);
  }
}

/// No exponential on the way may overflow
static void
test_activations_of_large_numbers(void)
{
  check_unary("Softplus",
              22,
              TERCET_DTYPE_F32,
              2,
              (float[]){1000, -1000},
              TERCET_DTYPE_F32,
              (float[]){1000, 0});
  check_unary("Sigmoid",
              13,
              TERCET_DTYPE_F64,
              2,
              (double[]){1000, -1000},
              TERCET_DTYPE_F64,
              (double[]){1, 0});
  check_unary("Mish",
              22,
              TERCET_DTYPE_F32,
              1,
              (float[]){1000},
              TERCET_DTYPE_F32,
              (float[]){1000});
  check_unary("Elu",
              22,
              TERCET_DTYPE_F32,
              2,
              (float[]){1000, -1000},
              TERCET_DTYPE_F32,
              (float[]){1000, -1});
  check_unary("Shrink",
              9,
              TERCET_DTYPE_I16,
              3,
              (int16_t[]){-5, 0, 5},
              TERCET_DTYPE_I16,
              (int16_t[]){-5, 0, 5});
}

static void
test_slopes(void)
{
  op_call call;
  call_begin(&call, "PRelu", 16);
  call_add_vector(&call, TERCET_DTYPE_I32, 3, (int32_t[]){-2, 0, 2});
  call_add_vector(&call, TERCET_DTYPE_I32, 1, (int32_t[]){3});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_I32, 1, (int64_t[]){3}, (int32_t[]){-6, 0, 2});
  call_check_allocations(&call);
  call_end(&call);

  // In old versions a vector has a slope for each channel
  const int64_t shape[] = {1, 2, 2};
  call_begin(&call, "PRelu", 6);
  call_add(&call, TERCET_DTYPE_F32, 3, shape, (float[]){-1, 1, -1, 1});
  call_add_vector(&call, TERCET_DTYPE_F32, 2, (float[]){0.5F, 0.25F});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_F32, 3, shape, (float[]){-0.5F, 1, -0.25F, 1});
  call_end(&call);
}

/* ---- Bounds ---- */

static void
test_clip(void)
{
  op_call call;
  call_begin(&call, "Clip", 13);
  call_add_vector(&call, TERCET_DTYPE_I8, 3, (int8_t[]){-100, 0, 100});
  call_add_none(&call);
  call_add(&call, TERCET_DTYPE_I8, 0, NULL, (int8_t[]){10});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_I8, 1, (int64_t[]){3}, (int8_t[]){-100, 0, 10});
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "Clip", 6);
  call_set_float(&call, "min", -1);
  call_set_float(&call, "max", 1);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, (float[]){-5, 5, 0.5F, NAN});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  const float *const out = tercet_tensor_data(call.outputs[0].tensor);
  CHECK_DOUBLE((double)out[0], -1);
  CHECK_DOUBLE((double)out[1], 1);
  CHECK_DOUBLE((double)out[2], 0.5);
  CHECK(isnan(out[3]));
  call_end(&call);

  call_begin(&call, "Clip", 13);
  call_add_vector(&call, TERCET_DTYPE_F32, 1, (float[]){5});
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){3});
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){2});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_F32, 1, (int64_t[]){1}, (float[]){2});
  call_end(&call);

  call_begin(&call, "Clip", 13);
  call_add_vector(&call, TERCET_DTYPE_F32, 1, (float[]){5});
  call_add_vector(&call, TERCET_DTYPE_F32, 2, (float[]){3, 4});
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "Clip: input 1 has 2 elements, not one");
  call_end(&call);
}

/* ---- Comparisons and choices ---- */

static void
test_comparisons(void)
{
  static const struct {
    const char *op;
    bool expected[3];
  } cases[] = {{"Equal", {true, false, false}},
               {"Less", {false, true, false}},
               {"LessOrEqual", {true, true, false}},
               {"Greater", {false, false, false}},
               {"GreaterOrEqual", {true, false, false}}};
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    op_call call;
    call_begin(&call, cases[i].op, 16);
    call_add_vector(&call, TERCET_DTYPE_F64, 3, (double[]){-0.0, 1, NAN});
    call_add_vector(&call, TERCET_DTYPE_F64, 3, (double[]){0, 2, NAN});
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(
        &call, 0, TERCET_DTYPE_BOOL, 1, (int64_t[]){3}, cases[i].expected);
    call_end(&call);
  }

  op_call call;
  call_begin(&call, "Less", 13);
  call_add_vector(&call, TERCET_DTYPE_U64, 2, (uint64_t[]){UINT64_MAX, 1});
  call_add_vector(&call, TERCET_DTYPE_U64, 2, (uint64_t[]){1, UINT64_MAX});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_BOOL, 1, (int64_t[]){2}, (bool[]){false, true});
  call_end(&call);
}

/// Strings are moved as their handles
static void
test_where_keeps_the_type(void)
{
  op_call call;
  call_begin(&call, "Where", 16);
  call_add(
      &call, TERCET_DTYPE_BOOL, 2, (int64_t[]){2, 1}, (bool[]){true, false});
  call_add_vector(&call, TERCET_DTYPE_U64, 2, (uint64_t[]){1, 2});
  call_add(&call, TERCET_DTYPE_U64, 0, NULL, (uint64_t[]){3});
  call.inputs[1].type = TERCET_ONNX_STRING;
  call.inputs[2].type = TERCET_ONNX_STRING;
  CHECK_STATUS(call_run(&call), TERCET_OK);
  CHECK_INT(call.outputs[0].type, TERCET_ONNX_STRING);
  call_check_output(&call,
                    0,
                    TERCET_DTYPE_U64,
                    2,
                    (int64_t[]){2, 2},
                    (uint64_t[]){1, 2, 3, 3});
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_shifts(void)
{
  op_call call;
  call_begin(&call, "BitShift", 11);
  call_set_string(&call, "direction", "LEFT");
  call_add_vector(&call, TERCET_DTYPE_U8, 3, (uint8_t[]){1, 255, 1});
  call_add_vector(&call, TERCET_DTYPE_U8, 3, (uint8_t[]){7, 1, 8});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_U8, 1, (int64_t[]){3}, (uint8_t[]){128, 254, 0});
  call_end(&call);

  call_begin(&call, "BitShift", 11);
  call_set_string(&call, "direction", "UP");
  call_add_vector(&call, TERCET_DTYPE_U8, 1, (uint8_t[]){1});
  call_add_vector(&call, TERCET_DTYPE_U8, 1, (uint8_t[]){1});
  call_check_failure(
      &call, TERCET_ERR_ARGUMENT, "BitShift: attribute direction is \"UP\"");
  call_end(&call);
}

int
main(void)
{
  test_integers();
  test_floats();
  test_infinities_and_nan();
  test_activations_of_half_floats();
  test_activations_keep_nan();
  test_activations_of_large_numbers();
  test_slopes();
  test_clip();
  test_comparisons();
  test_where_keeps_the_type();
  test_shifts();
  return check_finish();
}
