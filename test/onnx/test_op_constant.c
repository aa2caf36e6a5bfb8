// SPDX-License-Identifier: Apache-2.0

/// Constants, ranges, windows, random numbers and steps of optimizers: what
/// they refuse, and what depends on a seed

#include "call.h"

#include <math.h>

/* ---- Ranges and constants ---- */

static void
test_ranges(void)
{
  op_call call;
  call_begin(&call, "Range", 11);
  call_add(&call, TERCET_DTYPE_I16, 0, NULL, (int16_t[]){5});
  call_add(&call, TERCET_DTYPE_I16, 0, NULL, (int16_t[]){-1});
  call_add(&call, TERCET_DTYPE_I16, 0, NULL, (int16_t[]){-2});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_I16, 1, (int64_t[]){3}, (int16_t[]){5, 3, 1});
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "Range", 11);
  for (int i = 0; i < 3; ++i) {
    call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){0});
  }
  CHECK_STATUS(call_run(&call), TERCET_ERR_RANGE);
  call_end(&call);
}

static void
test_numbers_as_constants(void)
{
  op_call call;
  call_begin(&call, "Constant", 13);
  call_set_ints(&call, "value_ints", 2, (const int64_t[]){7, -8});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_I64, 1, (int64_t[]){2}, (int64_t[]){7, -8});
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "Constant", 13);
  call_set_float(&call, "value_float", 0.1F);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 0, NULL, (float[]){0.1F});
  call_set_int(&call, "value_int", 1);
  call_check_failure(&call,
                     TERCET_ERR_ARGUMENT,
                     "Constant: 2 attributes instead of one value");
  call_end(&call);
}

static void
test_shapes_of_constants(void)
{
  op_call call;
  call_begin(&call, "ConstantOfShape", 9);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, (int64_t[]){1, 2});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_F32, 2, (int64_t[]){1, 2}, (float[]){0, 0});
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "ConstantOfShape", 9);
  call_add_vector(&call, TERCET_DTYPE_I64, 0, (int64_t[]){0});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 0, NULL, (float[]){0});
  call_end(&call);

  call_begin(&call, "ConstantOfShape", 9);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, (int64_t[]){3, -1});
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "ConstantOfShape: input 0: extent -1 on axis 1");
  call_end(&call);

  call_begin(&call, "ConstantOfShape", 9);
  call_add_vector(&call,
                  TERCET_DTYPE_I64,
                  2,
                  (int64_t[]){INT64_C(1) << 40U, INT64_C(1) << 40U});
  CHECK_STATUS(call_run(&call), TERCET_ERR_SHAPE);
  call_end(&call);
}

static void
test_eye_like(void)
{
  op_call call;
  call_begin(&call, "EyeLike", 22);
  call_set_int(&call, "dtype", TERCET_ONNX_BOOL);
  call_set_int(&call, "k", -1);
  call_add(
      &call, TERCET_DTYPE_I32, 2, (int64_t[]){2, 2}, (int32_t[]){0, 0, 0, 0});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call,
                    0,
                    TERCET_DTYPE_BOOL,
                    2,
                    (int64_t[]){2, 2},
                    (bool[]){false, false, true, false});
  call_end(&call);

  call_begin(&call, "EyeLike", 22);
  call_add_vector(&call, TERCET_DTYPE_I32, 2, (int32_t[]){0, 0});
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "EyeLike: input 0 has rank 1, not 2");
  call_end(&call);
}

/* ---- Windows ---- */

static void
check_window(const char *op, int32_t size, const double *expected)
{
  op_call call;
  call_begin(&call, op, 17);
  call_set_int(&call, "periodic", 0);
  call_set_int(&call, "output_datatype", TERCET_ONNX_DOUBLE);
  call_add(&call, TERCET_DTYPE_I32, 0, NULL, &size);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  const double *const out = tercet_tensor_data(call.outputs[0].tensor);
  CHECK_INT(tercet_tensor_size(call.outputs[0].tensor), size);
  for (int32_t i = 0; i < size; ++i) {
    CHECK(fabs(out[i] - expected[i]) < 1e-15);
  }
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_windows(void)
{
  check_window("HannWindow", 3, (double[]){0, 1, 0});
  check_window("HannWindow", 1, (double[]){1});
  check_window("HannWindow", 0, (double[]){0});
  check_window("HammingWindow", 3, (double[]){4.0 / 46, 1, 4.0 / 46});
  check_window("BlackmanWindow", 3, (double[]){0, 1, 0});

  op_call call;
  call_begin(&call, "HannWindow", 17);
  call_add(&call, TERCET_DTYPE_I64, 0, NULL, (int64_t[]){-1});
  call_check_failure(
      &call, TERCET_ERR_RANGE, "HannWindow: a window of -1 positions");
  call_end(&call);
}

static void
begin_mel(op_call *call, int32_t n_bands, float high)
{
  call_begin(call, "MelWeightMatrix", 17);
  call_add(call, TERCET_DTYPE_I32, 0, NULL, &n_bands);
  call_add(call, TERCET_DTYPE_I32, 0, NULL, (int32_t[]){16});
  call_add(call, TERCET_DTYPE_I32, 0, NULL, (int32_t[]){8192});
  call_add(call, TERCET_DTYPE_F32, 0, NULL, (float[]){0});
  call_add(call, TERCET_DTYPE_F32, 0, NULL, &high);
}

static void
test_mel_weights_stay_in_the_spectrum(void)
{
  op_call call;
  begin_mel(&call, 8, 4096);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_allocations(&call);
  call_end(&call);

  begin_mel(&call, 8, 1e9F);
  CHECK_STATUS(call_run(&call), TERCET_ERR_RANGE);
  call_end(&call);
  begin_mel(&call, -1, 4096);
  call_check_failure(&call,
                     TERCET_ERR_RANGE,
                     "MelWeightMatrix: -1 bands of a spectrum of length 16 at "
                     "8192 Hz");
  call_end(&call);
}

/* ---- Random numbers ---- */

static void
begin_normal(op_call *call, float seed)
{
  static const int64_t shape[] = {1000};
  call_begin(call, "RandomNormal", 22);
  call_set_float(call, "seed", seed);
  call_set_float(call, "mean", 10);
  call_set_float(call, "scale", 2);
  call_set_ints(call, "shape", 1, shape);
}

/// One seed gives one result, with the right moments
static void
test_seeds(void)
{
  op_call a;
  op_call b;
  begin_normal(&a, 1.5F);
  begin_normal(&b, 1.5F);
  CHECK_STATUS(call_run(&a), TERCET_OK);
  CHECK_STATUS(call_run(&b), TERCET_OK);
  CHECK(tercet_tensor_equals(a.outputs[0].tensor, b.outputs[0].tensor));
  const float *const numbers = tercet_tensor_data(a.outputs[0].tensor);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < 1000; ++i) {
    const double distance = (double)numbers[i] - 10;
    sum += distance;
    squares += distance * distance;
  }
  CHECK(fabs(sum / 1000) < 0.3);
  CHECK(fabs(squares / 1000 - 4) < 1);
  call_end(&b);

  begin_normal(&b, 1.25F);
  CHECK_STATUS(call_run(&b), TERCET_OK);
  CHECK(!tercet_tensor_equals(a.outputs[0].tensor, b.outputs[0].tensor));
  call_check_allocations(&b);
  call_end(&b);
  call_end(&a);
}

static void
test_choices(void)
{
  op_call call;
  call_begin(&call, "Multinomial", 22);
  call_set_float(&call, "seed", 1);
  call_set_int(&call, "sample_size", 3);
  call_set_int(&call, "dtype", TERCET_ONNX_INT64);
  call_add(&call,
           TERCET_DTYPE_F32,
           2,
           (int64_t[]){1, 3},
           (float[]){-INFINITY, 1000, -INFINITY});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_I64, 2, (int64_t[]){1, 3}, (int64_t[]){1, 1, 1});
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "Bernoulli", 22);
  call_set_float(&call, "seed", 1);
  call_set_int(&call, "dtype", TERCET_ONNX_INT32);
  call_add_vector(&call, TERCET_DTYPE_F32, 3, (float[]){0, 1, 0});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_I32, 1, (int64_t[]){3}, (int32_t[]){0, 1, 0});
  call_check_allocations(&call);
  call_end(&call);
}

/// What stays is divided by its share, so that the mean stays
static void
test_dropout(void)
{
  op_call call;
  call_begin(&call, "Dropout", 22);
  call_set_int(&call, "seed", 7);
  call.n_outputs = 2;
  float ones[1000];
  for (int i = 0; i < 1000; ++i) {
    ones[i] = 1;
  }
  call_add_vector(&call, TERCET_DTYPE_F32, 1000, ones);
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){0.75F});
  call_add(&call, TERCET_DTYPE_BOOL, 0, NULL, (bool[]){true});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  const float *const out = tercet_tensor_data(call.outputs[0].tensor);
  const bool *const mask = tercet_tensor_data(call.outputs[1].tensor);
  int n_kept = 0;
  for (int i = 0; i < 1000; ++i) {
    CHECK_DOUBLE((double)out[i], mask[i] ? 4 : 0);
    n_kept += mask[i];
  }
  CHECK(n_kept > 200 && n_kept < 300);
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "Dropout", 13);
  call_add_vector(&call, TERCET_DTYPE_F32, 1, ones);
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){1});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  CHECK(call.outputs[0].tensor == call.inputs[0].tensor);
  call_add(&call, TERCET_DTYPE_BOOL, 0, NULL, (bool[]){true});
  call_check_failure(
      &call, TERCET_ERR_RANGE, "Dropout: a ratio of 1 is not in [0, 1)");
  call_end(&call);
}

/* ---- Optimizers ---- */

static void
test_wrong_numbers_of_tensors(void)
{
  op_call call;
  call_begin(&call, "Adam", 1);
  call.node.domain = (tercet_string){"ai.onnx.preview.training", 24};
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){0.1F});
  call_add(&call, TERCET_DTYPE_I64, 0, NULL, (int64_t[]){0});
  for (int i = 0; i < 3; ++i) {
    call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){1});
  }
  call_check_failure(&call,
                     TERCET_ERR_ARGUMENT,
                     "Adam: 5 inputs are not 2 and a multiple of 4");
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){1});
  call_check_failure(
      &call, TERCET_ERR_ARGUMENT, "Adam: 1 outputs instead of 3");
  call.n_outputs = 3;
  call_check_allocations(&call);
  call_end(&call);
}

int
main(void)
{
  test_ranges();
  test_numbers_as_constants();
  test_shapes_of_constants();
  test_eye_like();
  test_windows();
  test_mel_weights_stay_in_the_spectrum();
  test_seeds();
  test_choices();
  test_dropout();
  test_wrong_numbers_of_tensors();
  return check_finish();
}
