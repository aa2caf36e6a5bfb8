// SPDX-License-Identifier: Apache-2.0

/// Softmax, normalizations and losses: large numbers, old versions, wrong
/// shapes

#include "call.h"

#include <math.h>

/// Compare floats within a bound
static void
check_close(const op_call *call, size_t i, size_t n, const double *expected)
{
  const tercet_tensor *const out = call->outputs[i].tensor;
  CHECK(out && (size_t)tercet_tensor_size(out) == n);
  if (!out || (size_t)tercet_tensor_size(out) != n) {
    return;
  }
  tercet_tensor_iter iter;
  tercet_tensor_iter_init(&iter, out);
  for (size_t j = 0; j < n; ++j) {
    const double x =
        call_number(tercet_tensor_dtype(out), tercet_tensor_iter_next(&iter));
    const bool is_close =
        fabs(x - expected[j]) <= 1e-6 || (isnan(x) && isnan(expected[j]));
    CHECK(is_close);
    if (!is_close) {
      fprintf(stderr, "  %zu is %g, expected %g\n", j, x, expected[j]);
    }
  }
}

/* ---- Softmax ---- */

static void
test_softmax_of_large_numbers(void)
{
  op_call call;
  call_begin(&call, "Softmax", 13);
  call_add_vector(&call, TERCET_DTYPE_F32, 2, (float[]){1e4F, 1e4F});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_close(&call, 0, 2, (double[]){0.5, 0.5});
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "LogSoftmax", 13);
  call_add_vector(&call, TERCET_DTYPE_F64, 2, (double[]){-INFINITY, 1e4});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  const double *const out = tercet_tensor_data(call.outputs[0].tensor);
  CHECK(out[0] == -INFINITY && out[1] == 0);
  call_check_allocations(&call);
  call_end(&call);
}

/// Before version 13 the axes from `axis` on were one
static void
test_old_softmax(void)
{
  const int64_t shape[] = {2, 2, 2};
  const float x[] = {0, 0, 0, 0, 1, 1, 1, 1};
  op_call call;
  call_begin(&call, "Softmax", 11);
  call_add(&call, TERCET_DTYPE_F32, 3, shape, x);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_close(
      &call, 0, 8, (double[]){0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25});
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "Hardmax", 11);
  call_set_int(&call, "axis", 0);
  call_add(&call, TERCET_DTYPE_F32, 3, shape, x);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_F32, 3, shape, (float[]){0, 0, 0, 0, 1, 0, 0, 0});
  call_end(&call);

  call_begin(&call, "Softmax", 11);
  call_set_int(&call, "axis", 3);
  call_add(&call, TERCET_DTYPE_F32, 3, shape, x);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_close(&call, 0, 8, (double[]){1, 1, 1, 1, 1, 1, 1, 1});
  call_end(&call);

  call_begin(&call, "Softmax", 13);
  call_set_int(&call, "axis", 3);
  call_add(&call, TERCET_DTYPE_F32, 3, shape, x);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "Softmax: axis 3 of a tensor of rank 3");
  call_end(&call);
}

static void
test_softmax_of_half_floats_and_of_nothing(void)
{
  op_call call;
  call_begin(&call, "Softmax", 13);
  call_add_vector(&call, TERCET_DTYPE_F16, 4, (uint16_t[]){0, 0, 0, 0});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call,
                    0,
                    TERCET_DTYPE_F16,
                    1,
                    (int64_t[]){4},
                    (uint16_t[]){0x3400U, 0x3400U, 0x3400U, 0x3400U});
  call_check_allocations(&call);
  call_end(&call);

  static const char *const ops[] = {"Softmax", "LogSoftmax", "Hardmax"};
  for (int i = 0; i < 3; ++i) {
    call_begin(&call, ops[i], 13);
    call_add(&call, TERCET_DTYPE_F32, 2, (int64_t[]){2, 0}, (float[]){0});
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(
        &call, 0, TERCET_DTYPE_F32, 2, (int64_t[]){2, 0}, (float[]){0});
    call_end(&call);
  }
}

/* ---- Normalizations ---- */

static void
test_layer_normalization_with_a_large_mean(void)
{
  op_call call;
  call_begin(&call, "LayerNormalization", 17);
  call_set_float(&call, "epsilon", 0);
  call.n_outputs = 3;
  call_add(&call,
           TERCET_DTYPE_F32,
           2,
           (int64_t[]){1, 3},
           (float[]){1000001, 1000002, 1000003});
  call_add_vector(&call, TERCET_DTYPE_F32, 3, (float[]){1, 2, 1});
  call_add_vector(&call, TERCET_DTYPE_F32, 3, (float[]){0, 5, 0});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_close(&call, 0, 3, (double[]){-sqrt(1.5), 5, sqrt(1.5)});
  check_close(&call, 1, 1, (double[]){1000002});
  check_close(&call, 2, 1, (double[]){sqrt(1.5)});
  call_check_allocations(&call);
  call_end(&call);
}

/// The scale's type is the output's
static void
test_rms_normalization_of_half_floats(void)
{
  op_call call;
  call_begin(&call, "RMSNormalization", 23);
  call_set_float(&call, "epsilon", 0);
  call_add_vector(&call, TERCET_DTYPE_F16, 2, (uint16_t[]){0x4200U, 0x4400U});
  call_add_vector(&call, TERCET_DTYPE_F32, 2, (float[]){1, 1});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  CHECK_INT(call.outputs[0].type, TERCET_ONNX_FLOAT);
  check_close(&call, 0, 2, (double[]){3 / sqrt(12.5), 4 / sqrt(12.5)});
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_training_of_batch_normalization(void)
{
  op_call call;
  call_begin(&call, "BatchNormalization", 15);
  call_set_int(&call, "training_mode", 1);
  call_set_float(&call, "epsilon", 0);
  call_set_float(&call, "momentum", 0.5F);
  call.n_outputs = 3;
  call_add(
      &call, TERCET_DTYPE_F32, 3, (int64_t[]){2, 1, 2}, (float[]){1, 3, 5, 7});
  for (int i = 0; i < 4; ++i) {
    call_add_vector(&call, TERCET_DTYPE_F32, 1, (float[]){i == 0 ? 1.0F : 0});
  }
  CHECK_STATUS(call_run(&call), TERCET_OK);
  const double unit = 1 / sqrt(5);
  check_close(&call, 0, 4, (double[]){-3 * unit, -unit, unit, 3 * unit});
  check_close(&call, 1, 1, (double[]){2});
  check_close(&call, 2, 1, (double[]){2.5});
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_wrong_shapes_of_normalizations(void)
{
  const int64_t shape[] = {1, 4, 1};
  const float x[] = {1, 2, 3, 4};
  op_call call;
  call_begin(&call, "BatchNormalization", 15);
  call_add(&call, TERCET_DTYPE_F32, 3, shape, x);
  for (int i = 0; i < 4; ++i) {
    call_add_vector(&call, TERCET_DTYPE_F32, i == 2 ? 3 : 4, x);
  }
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "BatchNormalization: input 3 does not have 4 numbers");
  call_end(&call);

  call_begin(&call, "GroupNormalization", 21);
  call_set_int(&call, "num_groups", 3);
  call_add(&call, TERCET_DTYPE_F32, 3, shape, x);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, x);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, x);
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "GroupNormalization: 4 channels do not make 3 groups");
  call_end(&call);

  call_begin(&call, "InstanceNormalization", 22);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, x);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, x);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, x);
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "InstanceNormalization: input 0 has rank 1, less than 3");
  call_end(&call);

  call_begin(&call, "LRN", 13);
  call_set_int(&call, "size", -3);
  call_add(&call, TERCET_DTYPE_F32, 3, shape, x);
  call_check_failure(&call, TERCET_ERR_RANGE, "LRN: attribute size is -3");
  call_end(&call);
}

/// More neighbours than channels
static void
test_wide_lrn(void)
{
  op_call call;
  call_begin(&call, "LRN", 13);
  call_set_int(&call, "size", 1000000);
  call_set_float(&call, "alpha", 1000000);
  call_set_float(&call, "beta", 1);
  call_set_float(&call, "bias", 0);
  call_add(&call, TERCET_DTYPE_F32, 2, (int64_t[]){1, 3}, (float[]){1, 2, 3});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_close(&call, 0, 3, (double[]){1.0 / 14, 2.0 / 14, 3.0 / 14});
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_lp_normalization(void)
{
  op_call call;
  call_begin(&call, "LpNormalization", 22);
  call_set_int(&call, "p", 1);
  call_add_vector(&call, TERCET_DTYPE_F64, 2, (double[]){-1, 3});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_close(&call, 0, 2, (double[]){-0.25, 0.75});
  call_end(&call);

  call_begin(&call, "LpNormalization", 22);
  call_set_int(&call, "p", 3);
  call_add_vector(&call, TERCET_DTYPE_F64, 2, (double[]){-1, 3});
  call_check_failure(
      &call, TERCET_ERR_RANGE, "LpNormalization: attribute p is 3");
  call_end(&call);
}

/* ---- Losses ---- */

static void
begin_loss(op_call *call, const char *op, const int64_t *classes)
{
  const int64_t shape[] = {2, 2};
  call_begin(call, op, 13);
  call_add(call, TERCET_DTYPE_F64, 2, shape, (double[]){-1, -2, -3, -4});
  call_add_vector(call, TERCET_DTYPE_I64, 2, classes);
}

static void
test_losses(void)
{
  op_call call;
  begin_loss(&call, "NegativeLogLikelihoodLoss", (int64_t[]){1, 0});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_close(&call, 0, 1, (double[]){2.5});
  call_check_allocations(&call);
  call_end(&call);

  // The class that does not count may be out of range
  begin_loss(&call, "NegativeLogLikelihoodLoss", (int64_t[]){-100, 0});
  call_set_int(&call, "ignore_index", -100);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_close(&call, 0, 1, (double[]){3});
  call_check_allocations(&call);
  call_end(&call);

  begin_loss(&call, "SoftmaxCrossEntropyLoss", (int64_t[]){1, 0});
  call_set_string(&call, "reduction", "none");
  call.n_outputs = 2;
  CHECK_STATUS(call_run(&call), TERCET_OK);
  const double far = 1 + log1p(exp(-1));
  const double near = log1p(exp(-1));
  check_close(&call, 0, 2, (double[]){far, near});
  check_close(&call, 1, 4, (double[]){-near, -far, -near, -far});
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_wrong_classes(void)
{
  op_call call;
  begin_loss(&call, "NegativeLogLikelihoodLoss", (int64_t[]){2, 0});
  CHECK_STATUS(call_run(&call), TERCET_ERR_RANGE);
  call_end(&call);

  begin_loss(&call, "NegativeLogLikelihoodLoss", (int64_t[]){0, 0});
  call_set_string(&call, "reduction", "median");
  call_check_failure(
      &call,
      TERCET_ERR_ARGUMENT,
      "NegativeLogLikelihoodLoss: attribute reduction is \"median\"");
  call_end(&call);

  begin_loss(&call, "NegativeLogLikelihoodLoss", (int64_t[]){0, 0});
  call_add_vector(&call, TERCET_DTYPE_F64, 3, (double[]){1, 1, 1});
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "NegativeLogLikelihoodLoss: input 2 does not have a "
                     "weight for each of 2 classes");
  call_end(&call);
}

int
main(void)
{
  test_softmax_of_large_numbers();
  test_old_softmax();
  test_softmax_of_half_floats_and_of_nothing();
  test_layer_normalization_with_a_large_mean();
  test_rms_normalization_of_half_floats();
  test_training_of_batch_normalization();
  test_wrong_shapes_of_normalizations();
  test_wide_lrn();
  test_lp_normalization();
  test_losses();
  test_wrong_classes();
  return check_finish();
}
