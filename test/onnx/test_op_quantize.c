// SPDX-License-Identifier: Apache-2.0

/// Quantization to all types, per axis and in blocks, with numbers beyond the
/// range

#include "call.h"

#include <math.h>

/// Quantize with a zero point of some type
static void
check_quantize(tercet_onnx_type type,
               int64_t n,
               const float *x,
               float scale,
               const void *zero,
               const void *expected)
{
  const tercet_dtype dtype = tercet_onnx_type_dtype(type);
  op_call call;
  call_begin(&call, "QuantizeLinear", 23);
  call_add_vector(&call, TERCET_DTYPE_F32, n, x);
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, &scale);
  call_add(&call, dtype, 0, NULL, zero);
  call.inputs[2].type = type;
  CHECK_STATUS(call_run(&call), TERCET_OK);
  CHECK_INT(call.outputs[0].type, type);
  call_check_output(&call, 0, dtype, 1, &n, expected);
  call_check_allocations(&call);
  call_end(&call);
}

/// Half-way numbers go to the even one; then the zero point is added
static void
test_numbers_saturate(void)
{
  const float x[] = {1, 3, -1, 1e9F, -1e9F, INFINITY, NAN};
  check_quantize(TERCET_ONNX_UINT8,
                 7,
                 x,
                 2,
                 (uint8_t[]){128},
                 (uint8_t[]){128, 130, 128, 255, 0, 255, 0});
  check_quantize(TERCET_ONNX_INT8,
                 7,
                 x,
                 2,
                 (int8_t[]){-1},
                 (int8_t[]){-1, 1, -1, 127, -128, 127, 0});
  check_quantize(TERCET_ONNX_INT16,
                 7,
                 x,
                 2,
                 (int16_t[]){1},
                 (int16_t[]){1, 3, 1, 32767, -32768, 32767, 0});
  check_quantize(TERCET_ONNX_UINT16,
                 7,
                 x,
                 2,
                 (uint16_t[]){65535},
                 (uint16_t[]){65535, 65535, 65535, 65535, 0, 65535, 0});
  check_quantize(TERCET_ONNX_INT4,
                 7,
                 x,
                 2,
                 (int8_t[]){1},
                 (int8_t[]){1, 3, 1, 7, -8, 7, 0});
  check_quantize(TERCET_ONNX_UINT4,
                 7,
                 x,
                 2,
                 (uint8_t[]){14},
                 (uint8_t[]){14, 15, 14, 15, 0, 15, 0});
  check_quantize(TERCET_ONNX_FLOAT8E4M3FN,
                 7,
                 x,
                 2,
                 (uint8_t[]){0},
                 (uint8_t[]){0x30, 0x3c, 0xb0, 0x7e, 0xfe, 0x7e, 0x7f});
}

static void
test_scales_of_an_axis(void)
{
  const int64_t shape[] = {2, 2};
  op_call call;
  call_begin(&call, "QuantizeLinear", 21);
  call_set_int(&call, "axis", 0);
  call_set_int(&call, "output_dtype", TERCET_ONNX_INT8);
  call_add(&call, TERCET_DTYPE_F32, 2, shape, (float[]){1, 2, 3, 4});
  call_add_vector(&call, TERCET_DTYPE_F32, 2, (float[]){1, 0.5F});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_I8, 2, shape, (int8_t[]){1, 2, 6, 8});
  call_end(&call);

  call_begin(&call, "QuantizeLinear", 21);
  call_set_int(&call, "axis", 0);
  call_add(&call, TERCET_DTYPE_F32, 2, shape, (float[]){1, 2, 3, 4});
  call_add_vector(&call, TERCET_DTYPE_F32, 3, (float[]){1, 2, 3});
  CHECK_STATUS(call_run(&call), TERCET_ERR_SHAPE);
  call_end(&call);
}

/// The last block is not full
static void
test_blocks(void)
{
  op_call call;
  call_begin(&call, "DequantizeLinear", 21);
  call_set_int(&call, "axis", 0);
  call_set_int(&call, "block_size", 2);
  call_add_vector(&call, TERCET_DTYPE_I8, 3, (int8_t[]){1, 2, 3});
  call_add_vector(&call, TERCET_DTYPE_F32, 2, (float[]){1, 10});
  call_add_vector(&call, TERCET_DTYPE_I8, 2, (int8_t[]){0, 1});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_F32, 1, (int64_t[]){3}, (float[]){1, 2, 20});
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "DequantizeLinear", 21);
  call_set_int(&call, "axis", 0);
  call_set_int(&call, "block_size", 2);
  call_add_vector(&call, TERCET_DTYPE_I8, 3, (int8_t[]){1, 2, 3});
  call_add(&call, TERCET_DTYPE_F32, 2, (int64_t[]){1, 2}, (float[]){1, 10});
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "DequantizeLinear: scales of rank 2, with blocks of 2");
  call_end(&call);
}

static void
test_blocks_larger_than_the_axis(void)
{
  op_call call;
  call_begin(&call, "DequantizeLinear", 21);
  call_set_int(&call, "axis", 0);
  call_set_int(&call, "block_size", INT64_MAX);
  call_add_vector(&call, TERCET_DTYPE_I8, 2, (int8_t[]){1, 2});
  call_add_vector(&call, TERCET_DTYPE_F32, 1, (float[]){3});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(
      &call, 0, TERCET_DTYPE_F32, 1, (int64_t[]){2}, (float[]){3, 6});
  call_end(&call);

  call_begin(&call, "DequantizeLinear", 21);
  call_set_int(&call, "axis", 0);
  call_set_int(&call, "block_size", 2);
  call_add_vector(&call, TERCET_DTYPE_I8, 2, (int8_t[]){1, 2});
  call_add_vector(&call, TERCET_DTYPE_F32, 2, (float[]){3, 4});
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "DequantizeLinear: 2 scales for 1 blocks on axis 0");
  call_end(&call);
}

static void
test_integers_of_32_bits_are_exact(void)
{
  op_call call;
  call_begin(&call, "DequantizeLinear", 21);
  call_add_vector(&call, TERCET_DTYPE_I32, 2, (int32_t[]){INT32_MAX, -3});
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){0.5F});
  call_add(&call, TERCET_DTYPE_I32, 0, NULL, (int32_t[]){INT32_MAX - 2});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call,
                    0,
                    TERCET_DTYPE_F32,
                    1,
                    (int64_t[]){2},
                    (float[]){1, -1073741824.0F});
  call_end(&call);
}

static void
test_dynamic_quantization_of_zeros_and_of_nothing(void)
{
  for (int64_t n = 0; n < 3; n += 2) {
    op_call call;
    call_begin(&call, "DynamicQuantizeLinear", 11);
    call.n_outputs = 3;
    call_add_vector(&call, TERCET_DTYPE_F32, n, (float[]){0, 0});
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(&call, 0, TERCET_DTYPE_U8, 1, &n, (uint8_t[]){0, 0});
    call_check_output(&call, 1, TERCET_DTYPE_F32, 0, NULL, (float[]){0});
    call_check_output(&call, 2, TERCET_DTYPE_U8, 0, NULL, (uint8_t[]){0});
    call_check_allocations(&call);
    call_end(&call);
  }
}

int
main(void)
{
  test_numbers_saturate();
  test_scales_of_an_axis();
  test_blocks();
  test_blocks_larger_than_the_axis();
  test_integers_of_32_bits_are_exact();
  test_dynamic_quantization_of_zeros_and_of_nothing();
  return check_finish();
}
