// SPDX-License-Identifier: Apache-2.0

/// Resize and Upsample, sampling at grids, boxes, Col2Im

#include "onnx/call.h"

#include <math.h>

static const int64_t image_shape[] = {1, 1, 2, 2};
static const float image[] = {1, 2, 3, 4};

static void
begin(op_call *call, const char *op_type, int64_t version)
{
  call_begin(call, op_type, version);
  call_add(call, TERCET_DTYPE_F32, 4, image_shape, image);
}

/* ---- Resize ---- */

/// Integers are rounded to the nearest and saturate
static void
test_resize_integers(void)
{
  static const int64_t two = 2;
  static const int64_t four = 4;
  static const uint8_t data[] = {0, 255};
  static const float scale = 2;
  static const uint8_t linear[] = {0, 64, 191, 255};
  static const uint8_t cubic[] = {0, 58, 197, 255};
  for (int is_cubic = 0; is_cubic < 2; ++is_cubic) {
    op_call call;
    call_begin(&call, "Resize", 19);
    call_set_string(&call, "mode", is_cubic ? "cubic" : "linear");
    call_add(&call, TERCET_DTYPE_U8, 1, &two, data);
    call_add_none(&call);
    call_add_vector(&call, TERCET_DTYPE_F32, 1, &scale);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(
        &call, 0, TERCET_DTYPE_U8, 1, &four, is_cubic ? cubic : linear);
    call_check_allocations(&call);
    call_end(&call);
  }
}

/// Elements are only moved: NaN stays what it is, and extents may become 0
static void
test_resize_nearest(void)
{
  const double data[] = {NAN, 1};
  static const int64_t two = 2;
  static const int64_t sizes[] = {3, 0};
  const double expected[] = {NAN, NAN, 1};
  for (size_t i = 0; i < 2; ++i) {
    op_call call;
    call_begin(&call, "Resize", 19);
    call_add(&call, TERCET_DTYPE_F64, 1, &two, data);
    call_add_none(&call);
    call_add_none(&call);
    call_add_vector(&call, TERCET_DTYPE_I64, 1, &sizes[i]);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(&call, 0, TERCET_DTYPE_F64, 1, &sizes[i], expected);
    call_end(&call);
  }
}

static void
test_resize_failures(void)
{
  static const float wrong[] = {1, 1, -2, 1};
  static const float huge[] = {1, 1, 1e30F, 1};
  op_call call;
  begin(&call, "Resize", 19);
  call_check_failure(
      &call, TERCET_ERR_ARGUMENT, "Resize: there are neither scales nor sizes");
  call_add_none(&call);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, wrong);
  call_check_failure(
      &call, TERCET_ERR_RANGE, "Resize: scale -2 of axis 2 of 2 elements");
  call_end(&call);

  begin(&call, "Resize", 19);
  call_add_none(&call);
  call_add_vector(&call, TERCET_DTYPE_F32, 4, huge);
  CHECK_STATUS(call_run(&call), TERCET_ERR_RANGE);
  call_end(&call);

  begin(&call, "Resize", 19);
  call_add_none(&call);
  call_add_vector(&call, TERCET_DTYPE_F32, 3, huge);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "Resize: there are 3 scales for 4 axes");
  call_end(&call);
}

/// One scale for both axes, which the other one would be too long for
static void
test_resize_keeps_aspect(void)
{
  static const int64_t sizes[] = {1, 1, INT64_MAX, 3};
  static const int64_t shape[] = {1, 1, 3, 3};
  static const float expected[] = {1, 1, 2, 1, 1, 2, 3, 3, 4};
  static const int64_t axes[] = {2, 3};
  op_call call;
  begin(&call, "Resize", 19);
  call_set_string(&call, "keep_aspect_ratio_policy", "not_larger");
  call_set_ints(&call, "axes", 2, axes);
  call_add_none(&call);
  call_add_none(&call);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, sizes + 2);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 4, shape, expected);
  call_end(&call);

  begin(&call, "Resize", 19);
  call_set_string(&call, "keep_aspect_ratio_policy", "not_smaller");
  call_set_ints(&call, "axes", 2, axes);
  call_add_none(&call);
  call_add_none(&call);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, sizes + 2);
  CHECK_STATUS(call_run(&call), TERCET_ERR_RANGE);
  call_end(&call);
}

/// The scales were attributes, of the last two axes in the first version
static void
test_old_upsample(void)
{
  static const int64_t shape[] = {1, 1, 2, 4};
  static const float wide[] = {1, 1, 2, 2, 3, 3, 4, 4};
  op_call call;
  begin(&call, "Upsample", 1);
  call_set_float(&call, "height_scale", 1);
  call_set_float(&call, "width_scale", 2);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 4, shape, wide);
  call_end(&call);
}

/* ---- Grids ---- */

/// A coordinate that is no number samples nothing, or the border
static void
test_grid_sample_of_nan(void)
{
  static const int64_t grid_shape[] = {1, 1, 2, 2};
  const float grid[] = {NAN, NAN, -1, -1};
  static const int64_t shape[] = {1, 1, 1, 2};
  static const float zeros[] = {0, 1};
  static const float border[] = {1, 1};
  for (int pads = 0; pads < 2; ++pads) {
    op_call call;
    begin(&call, "GridSample", 20);
    call_set_int(&call, "align_corners", 1);
    call_set_string(&call, "padding_mode", pads ? "border" : "zeros");
    call_add(&call, TERCET_DTYPE_F32, 4, grid_shape, grid);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(
        &call, 0, TERCET_DTYPE_F32, 4, shape, pads ? border : zeros);
    call_end(&call);
  }
}

static void
test_grid_sample_failures(void)
{
  static const int64_t grid_shape[] = {1, 1, 2, 3};
  static const float grid[6] = {0};
  op_call call;
  begin(&call, "GridSample", 20);
  call_add(&call, TERCET_DTYPE_F32, 4, grid_shape, grid);
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "GridSample: the grid has 1 images and coordinates of 3 "
                     "axes, not 1 and 2");
  call_end(&call);
}

static void
test_affine_grid(void)
{
  static const int64_t theta_shape[] = {1, 2, 3};
  static const double theta[] = {1, 0, 0, 0, 1, 0};
  static const int64_t size[] = {1, 1, 1, 2};
  static const int64_t shape[] = {1, 1, 2, 2};
  static const double grid[] = {-0.5, 0, 0.5, 0};
  op_call call;
  call_begin(&call, "AffineGrid", 20);
  call_add(&call, TERCET_DTYPE_F64, 3, theta_shape, theta);
  call_add_vector(&call, TERCET_DTYPE_I64, 4, size);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F64, 4, shape, grid);
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "AffineGrid", 20);
  call_add(&call, TERCET_DTYPE_F64, 3, theta_shape, theta);
  call_add_vector(&call, TERCET_DTYPE_I64, 3, size);
  CHECK_STATUS(call_run(&call), TERCET_ERR_SHAPE);
  call_end(&call);
}

/* ---- Boxes ---- */

static void
test_max_roi_pool(void)
{
  static const int64_t pooled[] = {1, 2};
  static const int64_t regions_shape[] = {1, 5};
  static const float regions[] = {0, 0, 0, 1, 1};
  static const float outside[] = {1, 0, 0, 1, 1};
  static const int64_t shape[] = {1, 1, 1, 2};
  static const float expected[] = {3, 4};
  op_call call;
  begin(&call, "MaxRoiPool", 1);
  call_set_ints(&call, "pooled_shape", 2, pooled);
  call_add(&call, TERCET_DTYPE_F32, 2, regions_shape, regions);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 4, shape, expected);
  call_check_allocations(&call);
  call_end(&call);

  begin(&call, "MaxRoiPool", 1);
  call_set_ints(&call, "pooled_shape", 2, pooled);
  call_add(&call, TERCET_DTYPE_F32, 2, regions_shape, outside);
  call_check_failure(&call, TERCET_ERR_RANGE, "MaxRoiPool: image 1 of 1");
  call_end(&call);
}

/* ---- Col2Im ---- */

/// Blocks that are larger than the input has rows need no time
static void
test_col2im_of_nothing(void)
{
  static const int64_t columns_shape[] = {1, 0, 1};
  static const int64_t extents[] = {1 << 20, 1 << 20};
  op_call call;
  call_begin(&call, "Col2Im", 18);
  call_add(&call, TERCET_DTYPE_F32, 3, columns_shape, NULL);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, extents);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, extents);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  CHECK_INT(tercet_tensor_size(call.outputs[0].tensor), 0);
  call_end(&call);
}

/// What overlaps is added, also in integers
static void
test_col2im(void)
{
  static const int64_t columns_shape[] = {1, 2, 2};
  static const int32_t columns[] = {1, 2, 3, INT32_MAX};
  static const int64_t extent = 3;
  static const int64_t block = 2;
  static const int64_t shape[] = {1, 1, 3};
  static const int32_t expected[] = {1, 5, INT32_MAX};
  static const int64_t wrong = 4;
  op_call call;
  call_begin(&call, "Col2Im", 18);
  call_add(&call, TERCET_DTYPE_I32, 3, columns_shape, columns);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &extent);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &block);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_I32, 3, shape, expected);
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "Col2Im", 18);
  call_add(&call, TERCET_DTYPE_I32, 3, columns_shape, columns);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &wrong);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &block);
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "Col2Im: the input has 2 rows and 2 blocks, not a "
                     "multiple of 2 and 3");
  call_end(&call);
}

int
main(void)
{
  test_resize_integers();
  test_resize_nearest();
  test_resize_failures();
  test_resize_keeps_aspect();
  test_old_upsample();
  test_grid_sample_of_nan();
  test_grid_sample_failures();
  test_affine_grid();
  test_max_roi_pool();
  test_col2im();
  test_col2im_of_nothing();
  return check_finish();
}
