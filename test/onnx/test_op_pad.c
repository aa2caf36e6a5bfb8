// SPDX-License-Identifier: Apache-2.0

/// Pad, CenterCropPad, OneHot, Trilu, ReverseSequence, blocks

#include "onnx/call.h"

static const int64_t two_two[] = {2, 2};
static const float four[] = {1, 2, 3, 4};

static void
begin(op_call *call, const char *op_type, int64_t version)
{
  call_begin(call, op_type, version);
  call_add(call, TERCET_DTYPE_F32, 2, two_two, four);
}

/* ---- Pad ---- */

static void
test_pad_versions(void)
{
  static const int64_t pads[] = {0, 1, 0, 0};
  static const int64_t shape[] = {2, 3};
  static const float padded[] = {9, 1, 2, 9, 3, 4};
  static const float nine = 9;
  op_call call;
  begin(&call, "Pad", 2);
  call_set_ints(&call, "pads", 4, pads);
  call_set_float(&call, "value", 9);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, shape, padded);
  call_end(&call);

  begin(&call, "Pad", 13);
  call_add_vector(&call, TERCET_DTYPE_I64, 4, pads);
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, &nine);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, shape, padded);
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_pad_axes(void)
{
  static const int64_t pads[] = {-1, 1};
  static const int64_t axis = -1;
  static const float padded[] = {2, 0, 4, 0};
  op_call call;
  begin(&call, "Pad", 18);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, pads);
  call_add_none(&call);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &axis);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, two_two, padded);
  call_end(&call);
}

static void
test_pad_failures(void)
{
  static const int64_t pads[] = {0, 1, 0, -4};
  op_call call;
  begin(&call, "Pad", 13);
  call_add_vector(&call, TERCET_DTYPE_I64, 3, pads);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "Pad: there are 3 pads for 2 axes");
  call_end(&call);

  begin(&call, "Pad", 13);
  call_add_vector(&call, TERCET_DTYPE_I64, 4, pads);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "axis 1 of 2 elements padded by 1 and -4");
  call_set_string(&call, "mode", "mirror");
  call_check_failure(
      &call, TERCET_ERR_ARGUMENT, "Pad: there is no mode mirror");
  call_end(&call);
}

static void
test_center_crop_pad(void)
{
  static const int64_t wanted[] = {1, 5};
  static const float expected[] = {0, 1, 2, 0, 0};
  static const int64_t negative[] = {1, -1};
  op_call call;
  begin(&call, "CenterCropPad", 18);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, wanted);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, wanted, expected);
  call_end(&call);

  begin(&call, "CenterCropPad", 18);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, negative);
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "CenterCropPad: extent -1 of axis 1 is negative");
  call_end(&call);
}

/* ---- Rearranging ---- */

/// Indices outside leave everything off; negative ones count from the end
static void
test_one_hot(void)
{
  static const float indices[] = {1, -1, 3, -4};
  static const float depth = 3;
  static const int16_t values[] = {-5, 7};
  static const int64_t shape[] = {3, 4};
  static const int16_t expected[] = {
      -5, -5, -5, -5, 7, -5, -5, -5, -5, 7, -5, -5};
  op_call call;
  call_begin(&call, "OneHot", 11);
  call_set_int(&call, "axis", 0);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, indices);
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, &depth);
  call_add_vector(&call, TERCET_DTYPE_I16, 2, values);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_I16, 2, shape, expected);
  call_check_allocations(&call);
  call_end(&call);
}

/// An unsigned index beyond the signed ones is outside, not negative
static void
test_one_hot_of_huge(void)
{
  static const uint64_t index = UINT64_MAX;
  static const int64_t depth = 2;
  static const float values[] = {0, 1};
  static const float off[] = {0, 0};
  op_call call;
  call_begin(&call, "OneHot", 11);
  call_add(&call, TERCET_DTYPE_U64, 0, NULL, &index);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &depth);
  call_add_vector(&call, TERCET_DTYPE_F32, 2, values);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 1, &depth, off);
  call_end(&call);
}

static void
test_one_hot_failures(void)
{
  static const int64_t depth = -1;
  op_call call;
  call_begin(&call, "OneHot", 11);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &depth);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &depth);
  call_add_vector(&call, TERCET_DTYPE_F32, 2, four);
  call_check_failure(&call, TERCET_ERR_RANGE, "OneHot: depth is -1");
  call_end(&call);

  call_begin(&call, "OneHot", 11);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &depth);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &depth);
  call_add_vector(&call, TERCET_DTYPE_F32, 3, four);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "OneHot: there are 3 values, not two");
  call_end(&call);
}

static void
test_trilu(void)
{
  static const int64_t k = -1;
  static const float lower[] = {0, 0, 3, 0};
  op_call call;
  begin(&call, "Trilu", 14);
  call_set_int(&call, "upper", 0);
  call_add(&call, TERCET_DTYPE_I64, 0, NULL, &k);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, two_two, lower);
  call_end(&call);

  call_begin(&call, "Trilu", 14);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, four);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "a triangle of a tensor of rank 1");
  call_end(&call);
}

static void
test_reverse_sequence(void)
{
  static const int64_t lengths[] = {2, 0};
  static const int64_t too_long[] = {2, 3};
  static const float turned[] = {3, 2, 1, 4};
  op_call call;
  begin(&call, "ReverseSequence", 10);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, lengths);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, two_two, turned);
  call_check_allocations(&call);
  call_end(&call);

  begin(&call, "ReverseSequence", 10);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, too_long);
  call_check_failure(&call,
                     TERCET_ERR_RANGE,
                     "ReverseSequence: length 3 of sequence 1, axis 0 has 2 "
                     "elements");
  call_set_int(&call, "time_axis", 1);
  call_check_failure(&call,
                     TERCET_ERR_ARGUMENT,
                     "ReverseSequence: batch_axis and time_axis are both 1");
  call_end(&call);
}

static void
test_blocks(void)
{
  static const int64_t shape[] = {1, 4, 1, 1};
  static const int64_t image[] = {1, 1, 2, 2};
  op_call call;
  call_begin(&call, "DepthToSpace", 13);
  call_set_int(&call, "blocksize", 2);
  call_add(&call, TERCET_DTYPE_F32, 4, shape, four);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 4, image, four);
  call_end(&call);

  call_begin(&call, "SpaceToDepth", 13);
  call_set_int(&call, "blocksize", 2);
  call_add(&call, TERCET_DTYPE_F32, 4, image, four);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 4, shape, four);
  call_end(&call);

  call_begin(&call, "SpaceToDepth", 13);
  call_set_int(&call, "blocksize", 3);
  call_add(&call, TERCET_DTYPE_F32, 4, image, four);
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "SpaceToDepth: axis 2 of 2 elements is not a multiple of "
                     "3");
  call_end(&call);

  begin(&call, "DepthToSpace", 13);
  call_set_int(&call, "blocksize", 2);
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "DepthToSpace: input 0 has shape [2, 2], not rank 4");
  call_end(&call);
}

int
main(void)
{
  test_pad_versions();
  test_pad_axes();
  test_pad_failures();
  test_center_crop_pad();
  test_one_hot();
  test_one_hot_of_huge();
  test_one_hot_failures();
  test_trilu();
  test_reverse_sequence();
  test_blocks();
  return check_finish();
}
